"""Rules that were typed by an earlier check are those that this one would type, places, types and all."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexlaw.compiler.base.coder import Coder
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import render
from hexlaw.compiler.check.laws import LawChecker
from hexlaw.compiler.checking.check_modules import check
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.resolve.layers import place_items
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import graph as g

LAW = """chapter [1] "Light"
choice side
  port, starboard
choice hue
  white, red
record lamp
  colour: hue
fact glow(b: boat): fathoms
  otherwise 0
fact bright(b: boat): yes/no
fact lamps(b: boat) collects lamp
quantity shine(b: boat): fathoms
  starts with b.range
  steps far, near
effect dim(b: boat):
  clear lit from b
table glare(f: fathoms): fathoms
option foggy [3]
  "Fog."
  default off
action haul
  pick boat(b: boat)
rule glow.lit [1]
  when b is lit
  glow(b) is b.range
rule glow.bright [1]
  when glow.lit applies
  bright(b)
rule one.lit [1]
  for each boat b
  requires count(boat c in b where c is lit) < 9
  says "{b} glows {b.range}"
rule bright.kept [1]
  when dim(b) would break one.lit
  b is bright
rule glow.no [1]
  limits glow.lit
  when b is moored
rule glow.not-so [1]
  limits glow.no
  when b.range > 1
rule lamps.one [1]
  when b is lit
  lamps(b) includes lamp(colour = white)
rule shine.near [1]
  at step shine.near
  when glare(b.range) > 1
  halves it
rule shine.whole [1]
  keeps fractions of shine
advice [HA 1] "Play"
fact plays(s: side): yes/no
rule side.wins
  goal of s that any boat b where b is lit
rule side.plays
  when any x in goals(s) where x is met
  plays(s)
"""
RULE = Coder[g.Rule](g.Rule)
GLARE = "table: glare\ncite: [H 4]\nrows: {below 2: 0, at least 2: 1}\n"
EDITS = [
    ("nothing", "10-law.law", "", ""),
    ("all moves", "10-law.law", 'chapter [1] "Light"', '# moved\n\nchapter [1] "Light"'),
    ("another chapter", "10-law.law", '"Light"', '"Dark"'),
    ("a chapter of an option", "10-law.law", '"Light"', '"Light" if foggy'),
    ("an option less", "10-law.law", 'option foggy [3]\n  "Fog."\n  default off\n', ""),
    ("a renamed kind", "00-words.law", "thing boat", "thing barge"),
    ("another type of an attribute", "00-words.law", "  range: fathoms = 4\n", "  range: whole = 4\n"),
    ("a flag that is a choice", "00-words.law", "  lit: yes/no\n", "  lit: mood = asleep\n"),
    ("another parameter", "10-law.law", "glow(b: boat)", "glow(b: ferry)"),
    ("a fact of another type", "10-law.law", "fact glow(b: boat): fathoms", "fact glow(b: boat): whole"),
    ("a new fact", "10-law.law", "fact bright", "fact lit(b: boat): yes/no\nfact bright"),
    ("a fact that an effect asks", "10-law.law", "  clear lit from b\n", "  if glow(b) > 1:\n    clear lit from b\n"),
    ("a fact twice", "10-law.law", "fact bright", "fact glow(b: ferry): whole\n  otherwise 1\nfact bright"),
    ("a value less", "10-law.law", "white, red", "red"),
    ("a table of another axis", "10-law.law", "table glare(f: fathoms): fathoms", "table glare(f: whole): fathoms"),
    ("a step less", "10-law.law", "steps far, near", "steps far"),
    ("another conclusion", "10-law.law", "glow(b) is b.range", "glow(b) is 1"),
    ("what a rule asks that others ask about", "10-law.law", "is lit) < 9", "is lit) < 8"),
    ("no requirement any more", "10-law.law", "requires count", "bright(b)\n  when count"),
    ("what is limited speaks of something else", "10-law.law", "  glow(b) is b.range", "  forbids haul.boat"),
    ("no goal any more", "10-law.law", "goal of s that any boat b where b is lit", "plays(s)"),
    ("a renamed rule", "10-law.law", "rule one.lit", "rule two.lit"),
    ("another source by default", "module.yaml", "default-source: H", "default-source: Q"),
    ("a deleted file", "10-law.law", None, None),
    ("a deleted table", "tables/glare.yaml", None, None),
]


def deep(folder: Path) -> tuple[list[Any], list[str], list[str]]:
    """All that is said of the rules, down to the types and places that equality leaves out; what is found in them and
    by `hexlaw check`."""
    found = Diagnostics()
    compilation = compile_modules(str(folder), found)
    rules = compilation.graph.rules.values() if compilation is not None else ()
    scopes = {} if compilation is None else compilation.names.rule_scopes
    said = [(RULE.encode(_placeless(r)), r.origin.where, repr(r), [*(scopes[r.id] or {}).items()]) for r in rules]
    return said, [render(d) for d in found], [render(d) for d in check(str(folder)).diagnostics]


def _placeless(rule: g.Rule) -> g.Rule:
    return replace(rule, origin=None)  # type: ignore[arg-type]


@pytest.fixture
def law(bench: Any, own_cache: Any) -> Path:
    """A law that this process has typed."""
    folder: Path = bench.write(LAW, name="typed", files={"tables/glare.yaml": GLARE})
    assert [render(d) for d in check(str(folder)).diagnostics if d.level == "error"] == []
    return folder


@pytest.mark.parametrize(("file", "old", "new"), [edit[1:] for edit in EDITS], ids=[edit[0] for edit in EDITS])
def test_after_any_edit_rules_are_those_that_are_typed_without_a_cache(
    file: str, old: str | None, new: str | None, law: Path, own_cache: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = law / file
    before = path.read_text("utf-8")
    for text in (None if old is None or new is None else before.replace(old, new, 1), before):
        assert old is None or old in before
        if text is None:
            path.unlink()
        else:
            path.write_text(text, "utf-8")
        warm = deep(law)
        with monkeypatch.context() as patch:
            patch.setenv("HEXLAW_CACHE", "off")
            own_cache.forget_law()
            assert warm == deep(law)


def test_only_what_an_edit_concerns_is_typed_again(law: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hexlaw.compiler.check.rules import RuleChecker

    typed: list[str] = []
    real = RuleChecker._typed

    def watched(self: Any, item: Any, placed: Any) -> Any:
        typed.append(item.name.text)
        return real(self, item, placed)

    monkeypatch.setattr(RuleChecker, "_typed", watched)
    path = law / "10-law.law"
    edited = LAW.replace("glow(b) is b.range", "glow(b) is 1")
    path.write_text(edited, "utf-8")
    check(str(law))
    assert typed == ["glow.lit", "glow.bright", "bright.kept"], "the edited one, and those that look into rules"
    typed.clear()
    path.write_text(edited.replace("fact bright", "fact dark(b: boat): yes/no\nfact bright"), "utf-8")
    check(str(law))
    assert typed == ["glow.bright", "bright.kept"], "no rule says the new fact"
    typed.clear()
    path.write_text(edited.replace("fact lamps(b: boat)", "fact lamps(x: boat)"), "utf-8")
    check(str(law))
    assert typed == ["glow.bright", "bright.kept", "lamps.one"], "those that say it too"


@pytest.mark.parametrize(("module", "come_apart"), [("tutorial", True), ("thaw", False)])
def test_no_fact_comes_apart_where_items_of_a_library_say_other_names_than_they_read(
    module: str, come_apart: bool
) -> None:
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None
    placed = place_items(compilation.chain, Diagnostics())
    assert bool(LawChecker(compilation.chain, placed, compilation.names, Diagnostics())._words()[1]) == come_apart


def test_a_shipped_law_is_the_same_after_it_was_written_and_read(lot: Random) -> None:
    """That of one module, each day of another, down to the types that equality leaves out."""
    compilation = None
    while compilation is None:
        compilation = compile_modules(lot.choice(sorted(shipped_modules())), Diagnostics())
    coder = Coder[g.Graph](g.Graph)
    again = coder.decode(coder.encode(compilation.graph))
    assert again == compilation.graph
    for name, rule in compilation.graph.rules.items():
        assert RULE.encode(again.rules[name]) == RULE.encode(rule)
