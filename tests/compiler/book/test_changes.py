"""The books of variants: what is marked in them, and their front tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexlaw.compiler.book.gather import Wanted, gather
from hexlaw.compiler.book.model import Entry, nodes
from hexlaw.compiler.book.standing import standing
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.expr import Roll
from hexlaw.runtime.law import Configuration

STEEP = {
    "module.yaml": "module: steep\ntitle: Steep\nversion: 1.0.0\nextends: tutorial\nspeaks-for: [ST]\n"
    "sources: {ST: {title: The steep side}}\ndefault-source: ST\n",
    "01.law": 'chapter [ST 1] "Steep"\n\nrule entry.ridge-steep [ST 1.1]\n  "Ridges are steeper here."\n'
    "  replaces entry.ridge\n  when side-between(here, there) is ridge\n"
    "  entry-cost(u, here, there) is entry-strides(there.terrain, u.gait) + 2\n\n"
    'drop bar.plank [ST 1.2] "the bridge was rebuilt in stone"\n',
}


def test_a_variant_is_marked_and_told_with_how_it_was(tmp_path: Path) -> None:
    for name, text in STEEP.items():
        (tmp_path / name).write_text(text)
    found = Diagnostics()
    base, variant = compile_modules("tutorial", found), compile_modules(str(tmp_path), found)
    assert variant is not None, found.found
    book = gather(Wanted(variant, against=base), found)
    assert book is not None
    marked = {n.name: n.change for n in nodes(book) if isinstance(n, Entry) and n.change}
    assert marked == {"entry.ridge-steep": "new"}
    lines = {(line.change, line.rule.to): line for line in book.changes}
    assert set(lines) == {("new", "rule:entry.ridge-steep"), ("dropped", "RB-2.9")}
    new, dropped = lines["new", "rule:entry.ridge-steep"], lines["dropped", "RB-2.9"]
    assert new.was
    assert new.now
    assert new.was != new.now
    assert new.why[0] == "Ridges are steeper here."
    assert dropped.was
    assert not dropped.now
    assert dropped.why == ("the bridge was rebuilt in stone",)


def test_what_is_done_otherwise_has_a_line_for_each_change(tmp_path: Path) -> None:
    law = (
        'chapter [ST 2] "Dice"\n\neffect EFFECT also [ST 2.1]:\n  "A finer die."\n  replaces DIE:\n'
        "    roll 1d10 as DIE\n\n"
        'drop action ACTION [ST 2.2] "nobody does it"\n'
    )
    found = Diagnostics()
    base = compile_modules("tutorial", found)
    assert base is not None
    name, die = next((n, s.name) for n, d in base.graph.effects.items() for s in d.body if isinstance(s, Roll))
    action = next(iter(base.graph.actions))
    text = law.replace("EFFECT", name).replace("DIE", die).replace("ACTION", action)
    (tmp_path / "module.yaml").write_text(STEEP["module.yaml"])
    (tmp_path / "02.law").write_text(text)
    variant = compile_modules(str(tmp_path), found)
    assert variant is not None, found.found
    book = gather(Wanted(variant, against=base), found)
    assert book is not None
    told = {line.rule.to: (line.change, line.why) for line in book.changes}
    assert told[f"effect:{name}"] == ("changed", ("A finer die.", "[ST 2.1]"))
    assert told[f"action:{action}"] == ("dropped", ("nobody does it", "[ST 2.2]"))


def test_every_variant_that_is_shipped_has_a_front_table(variants: list[Any]) -> None:
    assert variants
    for made in variants:
        assert made.book.changes
        new = set(made.compilation.graph.rules) - set(standing(made.against.graph, Configuration()).rules)
        marked = {n.name for n in nodes(made.book) if isinstance(n, Entry) and n.sort == "rule" and n.change == "new"}
        assert marked <= new
        assert {line.rule.to for line in made.book.changes if line.change == "new"} >= {
            f"rule:{name}" for name in marked
        }
        assert all(line.was or line.now for line in made.book.changes)


def test_a_module_that_builds_on_nothing_has_none(small: Any) -> None:
    assert small.changes == ()
