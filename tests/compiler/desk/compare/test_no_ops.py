"""A change that changes nothing is no difference, nor is what a change brings along; what looks like one is one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare

MANIFEST = """module: {name}
title: Lamps
version: 1.0.0
sources: {{H: {{title: Book}}, Q: {{title: Letters, ids: yes}}, A: {{title: Advice, advice: yes}}}}
speaks-for: [H, Q]
default-source: H
"""
LAW = """choice side
  reds, blues
choice glass
  green, clear, amber
choice size in order
  small, broad, vast
thing lamp
  stands in hex
  side: side = reds
  oil: whole = 1
  wick: whole = 1
  heat: exact = 1
  glass: glass = clear
  size: size = small
  lit: yes/no
  cold: yes/no
fact p: lamp is bright
rule bright.near [1]
  when p.oil < 2 and p.wick > 3
  when any lamp other where other.oil = p.oil
  p is bright
effect dim-all() [1]:
  for each c in {green, amber}:
    for each lamp p where p.glass is c:
      set p.oil to count(lamp q where q.oil > p.oil)
fact dearest(): lamp
rule dearest.oil [1]
  dearest() is whichever v in (those lamp w where w.wick = 1) gives most v.oil
effect trim(p: lamp) [1]:
  let much be p.oil + 1
  for each lamp near where near.oil < 2:
    set near.oil to much
  if p.oil > 3:
    mark p as lit
  if p.wick > 3:
    mark p as cold
action light [1]
  pick lighter(p: lamp)
  let much be p.oil
  pick glass(c: glass) optionally
rule light.dry [1]
  forbids light.lighter
  when p.oil < 1 or p.heat < 2
"""
DIM = "  for each lamp near where near.oil < 2:\n    set near.oil to much\n"
LIT = "  if p.oil > 3:\n    mark p as lit\n"
MEMORY = """memory p: lamp is seen [1]
rule seen.lit [1]
  begins p is seen
  when p is lit and p is not cold
"""
Sides = Callable[[str, str], tuple[ComparedLaw, ComparedLaw]]
Differing = Callable[..., set[str]]


@pytest.fixture
def differing(sides: Sides, tmp_path: Path) -> Differing:
    """Returns what differs once some lines say something else."""

    def compared(*changes: tuple[str, str], more: str = "") -> set[str]:
        texts = [LAW + more, LAW + more]
        for before, now in changes:
            assert before in texts[1]
            texts[1] = texts[1].replace(before, now)
        folders = []
        for name, text in zip(("old", "new"), texts, strict=True):
            folder = tmp_path / name / "lamps"
            folder.mkdir(parents=True)
            (folder / "module.yaml").write_text(MANIFEST.format(name="lamps"), "utf-8")
            (folder / "01.law").write_text(text, "utf-8")
            folders.append(str(folder))
        return {d.key for d in compare(*sides(*folders)).structure.differences}

    return compared


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("any lamp other where other.oil = p.oil", "any lamp second where second.oil = p.oil"),
        ("whichever v in (those lamp w where w.wick = 1) gives most v.oil",
         "whichever w in (those lamp v where v.wick = 1) gives most w.oil"),
        ("for each lamp near where near.oil < 2:\n    set near.oil",
         "for each lamp one where one.oil < 2:\n    set one.oil"),
        ("  green, clear, amber", "  amber, green, clear"),
        ("p.oil < 2 and p.wick > 3", "p.wick > 3 and p.oil < 2"),
        ("p.oil < 1 or p.heat < 2", "p.heat < 2 or p.oil < 1"),
        ("p.oil < 2 and", "p.oil <= 1 and"),
        ("p.wick > 3\n  when", "p.wick >= 4\n  when"),
        ("  if p.oil > 3:\n    mark p as lit\n  if p.wick > 3:\n    mark p as cold\n",
         "  if p.wick > 3:\n    mark p as cold\n  if p.oil > 3:\n    mark p as lit\n"),
    ],
)  # fmt: skip
def test_what_changes_nothing_is_no_difference(differing: Differing, before: str, now: str) -> None:
    assert differing((before, now)) == set()


def test_a_name_of_an_effect_is_its_own(differing: Differing) -> None:
    assert (
        differing(("let much be p.oil + 1", "let more be p.oil + 1"), ("near.oil to much", "near.oil to more")) == set()
    )


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        ("other.oil = p.oil", "other.oil = other.oil", "rule:bright.near"),
        ("gives most v.oil", "gives most v.wick", "rule:dearest.oil"),
        ("  small, broad, vast", "  broad, small, vast", "choice:size"),
        ("choice glass\n  green, clear, amber", "choice glass in order\n  amber, clear, green", "choice:glass"),
        ("  reds, blues", "  blues, reds", "choice:side"),
        ("{green, amber}", "{amber, green}", "effect:dim-all"),
        ("p.oil < 2 and p.wick > 3", "p.oil < 2 or p.wick > 3", "rule:bright.near"),
        ("p.oil < 2 and", "p.oil <= 2 and", "rule:bright.near"),
        ("or p.heat < 2", "or p.heat <= 1", "rule:light.dry"),
        ("    set near.oil to much", "    set near.oil to near.oil", "effect:trim"),
        ("  let much be p.oil\n  pick", "  let more be p.oil\n  pick", "action:light"),
        ("  if p.oil > 3:\n    mark p as lit\n  if p.wick > 3:\n    mark p as cold\n",
         "  if p.wick > 3:\n    mark p as lit\n  if p.oil > 3:\n    mark p as cold\n", "effect:trim"),
        (DIM + LIT, LIT + DIM, "effect:trim"),
    ],
)  # fmt: skip
def test_what_changes_something_is_a_difference(differing: Differing, before: str, now: str, found: str) -> None:
    assert differing((before, now)) == {found}


TURNED = (
    "  if p.oil > 3:\n    mark p as lit\n  if p.wick > 3:\n    mark p as cold\n",
    "  if p.wick > 3:\n    mark p as cold\n  if p.oil > 3:\n    mark p as lit\n",
)


def test_what_a_memory_sees_in_between_has_its_order(differing: Differing) -> None:
    """Lit first, a lamp is seen before it is cold."""
    assert differing(TURNED, more=MEMORY) == {"effect:trim"}


@pytest.mark.parametrize(
    "law",
    [
        "  if p.oil > 3:\n    set p.wick to 0\n  if p.wick > 3:\n    mark p as cold\n",
        "  if p.oil > 3:\n    mark p as lit\n  if p.wick > 3:\n    clear lit from p\n",
        "  if p.oil > 3:\n    mark p as lit\n  if p is bright:\n    mark p as cold\n",
        "  if p.oil > 3:\n    mark p as lit\n  if p.wick > 3:\n    remove p\n",
    ],
)
def test_what_depends_on_each_other_has_its_order(differing: Differing, law: str) -> None:
    lines = law.split("\n")
    turned = "\n".join([*lines[2:4], *lines[:2], ""])
    more = "effect dim(p: lamp) [1]:\n"
    assert differing((more + law, more + turned), more=more + law) == {"effect:dim"}


SET_UP = """map: {grid: {orientation: pointy, lines: [A], lengths: [4], shifted: second, name: "{line}{number}"}}
pieces:
  ann: {kind: lamp, at: A1, oil: 2}
  bob: {kind: lamp, at: A2, oil: 2}
  cid: {kind: lamp, at: A3}
"""


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        ("  bob: {kind: lamp, at: A2, oil: 2}\n  cid: {kind: lamp, at: A3}\n",
         "  cid: {kind: lamp, at: A3}\n  bob: {kind: lamp, at: A2, oil: 2}\n",
         ("x (order of pieces)", "bob, cid", "cid, bob")),
        ("{kind: lamp, at: A1, oil: 2}", "{oil: 2, at: A1, kind: lamp}", None),
        ("oil: 2}\n  bob", "oil: 3}\n  bob", ("x (pieces ann oil)", "2", "3")),
    ],
)  # fmt: skip
def test_the_order_of_pieces_is_a_difference_and_that_of_their_attributes_is_none(
    sides: Sides, tmp_path: Path, before: str, now: str, found: tuple[str, str, str] | None
) -> None:
    """Ann and bob tie for the dearest lamp: the first of them is."""
    folders = []
    for name, text in (("old", SET_UP), ("new", SET_UP.replace(before, now))):
        folder = tmp_path / name / "lamps"
        (folder / "situations").mkdir(parents=True)
        (folder / "module.yaml").write_text(MANIFEST.format(name="lamps"), "utf-8")
        (folder / "01.law").write_text(LAW + 'sequence game [1]\n  phase day\nsituation x [1] "X"\n', "utf-8")
        (folder / "situations" / "x.yaml").write_text(text, "utf-8")
        folders.append(str(folder))
    differences = compare(*sides(*folders)).structure.that_count
    assert [(d.name, d.was, d.now) for d in differences] == ([] if found is None else [found])


WIPE = "action wipe [1]\n  pick wiper(p: lamp)\n  pick shade(c: glass)\n  do dim-all()\n"
SWELL = "effect swell(p: lamp) [1]:\n  set p.size to shifted(p.size, 1)\n"
GLOW = "action glow is a light [1]\n  do trim(p)\n"
DAY = "sequence game [1]\n  phase day\n"
POLISH = """task polish(p: lamp) [1]
  crew lamp at most 2
  works at the start of day
  stage rub lasts 2
  stage buff lasts 1
  done:
    mark p as lit
"""
GUST = """event gust(p: lamp) [1]
  by light.lighter
rule light.gusty [1]
  forbids gust
  when p is cold
"""
SNUFF = """action snuff [1]
  pick snuffed(p: lamp)
"""


@pytest.mark.parametrize(
    ("more", "before", "now", "found"),
    [
        (WIPE, "green, clear, amber", "green, clear, amber, blue", {"choice:glass"}),
        (SWELL, "small, broad, vast", "small, broad, vast, huge", {"choice:size"}),
        (SWELL, "small, broad, vast", "broad, small, vast", {"choice:size"}),
        (GLOW, GLOW, "", {"action:glow"}),
        (GLOW + POLISH + DAY, POLISH, "", {"task:polish"}),
        (GLOW + POLISH + DAY, "stage buff lasts 1", "stage buff lasts 2", {"task:polish"}),
        (POLISH + DAY, "  stage buff lasts 1\n", "", {"task:polish"}),
        (SNUFF + GUST, "by light.lighter", "by light.lighter, snuff.snuffed", {"event:gust"}),
    ],
)  # fmt: skip
def test_what_comes_with_a_change_is_not_told_besides(
    differing: Differing, more: str, before: str, now: str, found: set[str]
) -> None:
    """All values of a choice to pick from, picks that a rule forbids with others, what the machine keeps of a task."""
    assert differing((before, now), more=more) == found


def test_what_is_picked_from_values_that_are_named_is_told(differing: Differing) -> None:
    more = WIPE.replace("(c: glass)", "(c: glass) from {green, clear}")
    assert differing(("from {green, clear}", "from {green, clear, amber}"), more=more) == {"action:wipe"}


OLD = "rule bright.old [1]\n  in force until 1940\n  when p.heat < 9\n  p is bright\n"
LETTERS = """ruling Q-1 [Q-1]
  asks "Is it bright?"
  answers no
  dated 1930
rule bright.asked [Q-1]
  by ruling Q-1
  limits bright.near
  when p.heat < 9
ruling Q-2 [Q-2]
  asks "Is it not?"
  answers yes
  dated 1931
  supersedes Q-1
"""


@pytest.mark.parametrize(("more", "rule"), [(OLD, "bright.old"), (LETTERS, "bright.asked")])
def test_a_rule_that_is_in_force_in_other_years_alone_is_compared(differing: Differing, more: str, rule: str) -> None:
    assert differing(("p.heat < 9", "p.heat < 8"), more=more) == {f"rule:{rule}"}


HOOK = "rule {0} [1]\n  at the end of day\n{1}  then:\n    do dim-all()\n"
NAMED_BY = {
    "a hook": DAY + HOOK.format("dim.first", "") + HOOK.format("dim.second", "  follows dim.first\n"),
    "a kind of action": "action glow is a light [1]\n  except light.dry\n",
    "a ruling": 'ruling Q-1 [Q-1]\n  asks "Is it?"\n  answers yes\n  amends bright.near\n',
    "a goal": 'advice [A 1] "Advice"\nrule shine [A 1]\n  for each lamp p where p.side is s\n'
    "  goal of s to keep p worth 2\n",
}
CALLED = {"a hook": "dim.first", "a kind of action": "light.dry", "a ruling": "bright.near", "a goal": "shine"}


@pytest.mark.parametrize("what", NAMED_BY)
def test_what_names_a_rule_that_has_another_name_is_no_difference(differing: Differing, what: str) -> None:
    assert differing((CALLED[what], f"{CALLED[what]}-anew"), more=NAMED_BY[what]) == set()


def test_in_which_order_the_outermost_parts_follow_each_other_is_compared(differing: Differing) -> None:
    dawn, day = "  phase dawn\n", "  phase day\n"
    assert differing((dawn + day, day + dawn), more="sequence game [1]\n" + dawn + day) == {"sequence:game"}
