"""The books of variants: what is marked in them, and their front tables."""

from __future__ import annotations

from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.book.book import WantedBook, gather
from hexlaw.compiler.desk.book.html import html_one_file
from hexlaw.compiler.desk.book.markdown import markdown
from hexlaw.compiler.desk.book.model import Entry, nodes
from hexlaw.compiler.desk.book.wording import plain
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law.expr import Roll

STEEP = {
    "module.yaml": "module: steep\ntitle: Steep\nversion: 1.0.0\nextends: tutorial\nspeaks-for: [ST]\n"
    "sources: {ST: {title: The steep side}}\ndefault-source: ST\n",
    "01.law": 'chapter [ST 1] "Steep"\n\nrule entry.ridge-steep [ST 1.1]\n  "Ridges are steeper here."\n'
    "  replaces entry.ridge\n  when side-between(here, there) is ridge\n"
    "  entry-cost(u, here, there) is entry-strides(there.terrain, u.gait) + 2\n\n"
    'drop move.plank [ST 1.2] "the bridge was rebuilt in stone"\n',
}


def test_a_variant_is_marked_and_told_with_how_it_was(tmp_path: Path) -> None:
    for name, text in STEEP.items():
        (tmp_path / name).write_text(text)
    found = Diagnostics()
    base, variant = compile_modules("tutorial", found), compile_modules(str(tmp_path), found)
    assert variant is not None, found.found
    book = gather(WantedBook(variant, against=base), found)
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


MARKETS = {
    "module.yaml": "module: markets\ntitle: Markets\nversion: 1.0.0\nextends: tutorial\nspeaks-for: [MA]\n"
    "sources: {MA: {title: Markets}}\ndefault-source: MA\n",
    "01.law": 'chapter [MA 1] "Markets"\n\nsituation early [MA 1] "The early market"\n'
    'situation late [MA 1] "The late market"\n',
    "02.law": 'chapter [MA 2] "Early" if situation early\n\nrule market.early [MA 2]\n  over entry.ground\n'
    "  when there.terrain is meadow\n  entry-cost(u, here, there) is 31\n",
    "03.law": 'chapter [MA 3] "Late" if situation late\n\nrule market.late [MA 3]\n  over entry.ground\n'
    "  when there.terrain is meadow\n  entry-cost(u, here, there) is 41\n",
}
RAIN = {
    "module.yaml": "module: rain\ntitle: Rain\nversion: 1.0.0\nextends: markets\nspeaks-for: [RN]\n"
    "sources: {RN: {title: Rain}}\ndefault-source: RN\n",
    "01.law": 'chapter [RN 1] "Late" if situation late\n\nrule rain.late [RN 1]\n  over market.*\n'
    "  when there.terrain is meadow\n  entry-cost(u, here, there) is 51\n",
    "02.law": 'chapter [RN 2] "Always"\n\nrule rain.always [RN 2]\n  over entry.ground, market.*\n  limits rain.late\n'
    "  when there.terrain is fir\n  entry-cost(u, here, there) is 61\n",
}


def test_how_it_was_is_told_of_the_situation_of_a_rule(tmp_path: Path) -> None:
    for module, files in (("markets", MARKETS), ("rain", RAIN)):
        (tmp_path / module).mkdir()
        for name, text in files.items():
            (tmp_path / module / name).write_text(text)
    found = Diagnostics()
    base, variant = (compile_modules(str(tmp_path / module), found) for module in ("markets", "rain"))
    assert variant is not None, found.found
    book = gather(WantedBook(variant, against=base), found)
    assert book is not None
    was = {line.rule.to: plain(line.was) for line in book.changes}
    assert "is 41 if" in was["rule:rain.late"]
    assert "31" not in was["rule:rain.late"]
    assert "The late market" not in was["rule:rain.late"]
    assert "In The early market: the cost" in was["rule:rain.always"]
    assert "In The late market: the cost" in was["rule:rain.always"]


def test_what_reads_a_changed_figure_is_marked(tmp_path: Path) -> None:
    found = Diagnostics()
    base = compile_modules("tutorial", found)
    assert base is not None
    table = base.graph.tables["entry-strides"]
    place, cell = next(iter(table.data.cells.items()))
    data = replace(table.data, cells={**table.data.cells, place: replace(cell, value=cell.value + 1)})
    unit, figure = "ram", "horned"
    ram = base.graph.units[unit]
    values = {**ram.values, figure: not ram.values[figure]}
    tables = {**base.graph.tables, "entry-strides": replace(table, data=data)}
    units = {**base.graph.units, unit: replace(ram, values=values)}
    variant = replace(base, graph=replace(base.graph, tables=tables, units=units))
    book = gather(WantedBook(variant, against=base, formal=True), found)
    assert book is not None
    read = {n.anchor: [ref.to for ref in n.reads] for n in nodes(book) if isinstance(n, Entry) and n.reads}
    assert "table:entry-strides" in read["rule:entry.ground"]
    assert any("unit:ram" in refs and "table:entry-strides" not in refs for refs in read.values())
    assert "changed figures that this reads: " in html_one_file(book).decode()
    assert "**[other figures]** " in markdown(book)[""].decode()


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
    book = gather(WantedBook(variant, against=base), found)
    assert book is not None
    told = {line.rule.to: (line.change, line.why) for line in book.changes}
    assert told[f"effect:{name}"] == ("changed", ("A finer die.", "[ST 2.1]"))
    assert told[f"action:{action}"] == ("dropped", ("nobody does it", "[ST 2.2]"))


def test_new_actions_and_options_have_a_line_each(tmp_path: Path) -> None:
    law = (
        'chapter [ST 3] "Naps"\n\noption naps [ST 3.1]\n  "Dogs nap at noon."\n\n'
        "action nap [ST 3.2]\n  open in moving\n  pick napper(d: dog) where d.side is acting\n"
    )
    found = Diagnostics()
    base = compile_modules("tutorial", found)
    (tmp_path / "module.yaml").write_text(STEEP["module.yaml"])
    (tmp_path / "02.law").write_text(law)
    variant = compile_modules(str(tmp_path), found)
    assert variant is not None, found.found
    book = gather(WantedBook(variant, against=base), found)
    assert book is not None
    told = {line.rule.to: (line.change, "".join(span.text for span in line.now), line.why) for line in book.changes}
    assert told == {
        "action:nap": ("new", "A new action.", ("[ST 3.2]",)),
        "option:naps": ("new", "Dogs nap at noon.", ("[ST 3.1]",)),
    }
