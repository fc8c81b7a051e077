"""Rules that disagree: proved apart, shown in a position, or left undecided; and rules that can never bear."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.analysis import clashes
from hexlaw.compiler.analysis.clashes import ClashTally, find_clashes
from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics

TOLL = "fact toll(u: boat): fathoms\n  otherwise 0\n"
CHEAP = "rule t.cheap [1]\n  when {}\n  toll(u) is 1\n"
DEAR = "rule t.dear [1]\n  when {}\n  toll(u) is 2\n"


def look(bench: Any, law: str | Path) -> tuple[ClashTally, list[Diagnostic]]:
    compilation = bench.compiled(law)
    diagnostics = Diagnostics()
    return find_clashes(compilation.graph, compilation.names, diagnostics), list(diagnostics)


def outcome(tally: ClashTally) -> str:
    counted = {
        "agree": tally.agree, "ordered": tally.ordered, "disjoint": tally.disjoint, "conflict": tally.conflict,
        "undecided": len(tally.undecided),
    }  # fmt: skip
    (found,) = (name for name, count in counted.items() if count)
    return found


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("u is lit", "u is not lit", "disjoint"),
        ("u.crew < 2", "u.crew > 2", "disjoint"),
        ("u.crew <= 2", "u.crew >= 2", "conflict"),
        ("u.mood >= awake", "u.mood < awake", "disjoint"),
        ("u.mood >= awake", "u.mood <= awake", "conflict"),
        ("u.paint is red", "u.paint is blue", "disjoint"),
        ("u.paint is red", "u is moored", "conflict"),
        ("u is lit and u is moored", "u is not lit or u is not moored", "disjoint"),
        ("u.hex.water includes rough", "not u.hex.water includes rough", "disjoint"),
        ("u.hex.water includes rough", "u.hex.water includes calm", "conflict"),
        ("count(boat v in u) < 1", "count(boat v in u) > 0", "disjoint"),
        ("count(boat v in u) > 3", "count(boat v in u) > 9", "conflict"),  # whatever is more than 9 is more than 3
        ("count(boat v in u) > 9", "u.crew > 3", "undecided"),  # nobody makes up so full a boat
    ],
)
def test_two_rules_are_apart_or_clash(bench: Any, one: str, other: str, expected: str) -> None:
    tally, found = look(bench, TOLL + CHEAP.format(one) + DEAR.format(other))
    assert outcome(tally) == expected
    assert [d.code for d in found] == (["HX293"] if expected == "conflict" else [])


def test_a_clash_is_told_with_the_position_that_shows_it(bench: Any) -> None:
    _, (found,) = look(bench, TOLL + CHEAP.format("u is lit") + DEAR.format("u.crew = 3"))
    assert (
        found.message == "`t.cheap` and `t.dear` contradict each other about `toll`: `t.cheap` says 1; `t.dear` says 2"
    )
    assert found.span is not None
    assert found.span.line == 6
    assert found.help is not None
    assert "crew 3" in found.help
    assert "lit yes" in found.help


def test_a_clash_of_one_situation_names_it(bench: Any) -> None:
    law = (
        'choice crew\n  reds, blues\nfact goal-of(c: crew): whole\n  otherwise 0\nsituation calm [1] "A calm"\n'
        "rule g.always [1]\n  when c is reds\n  goal-of(c) is 7\n"
    )
    calm = 'chapter [1] "Calm" if situation calm\nrule g.calm [1]\n  when c is reds\n  goal-of(c) is 8\n'
    _, (found,) = look(bench, bench.write(law, files={"02-calm.law": calm}))
    assert found.help == "situation `calm`, on a made-up map, with c = reds; write `over` or `limits` in one of them"


def test_two_sorts_of_changes_at_one_step_are_given_a_step_each(bench: Any) -> None:
    law = (
        "quantity pull(u: boat): whole\n  starts with u.crew\n  steps load\n"
        "rule p.less [1]\n  at step pull.load\n  subtracts 2\n"
        "rule p.floor [1]\n  at step pull.load\n  holds it to at least 0\n"
    )
    _, (found,) = look(bench, law)
    assert found.message.endswith("`p.less` says `subtracts`; `p.floor` says `holds it to at least`")
    assert "give one of them a step of its own, behind `pull.load` or before it; else write `over`" in (
        found.help or ""
    )


FULL = "rule t.full [1]\n  when count(boat v in u) > 9\n  toll(u) is {}\n"
BUSY = "rule t.busy [1]\n  when count(boat v in u) > 3 or u is lit\n  toll(u) is 2\n"


def test_a_rule_that_cannot_apply_without_the_other_clashes_where_no_position_shows_it(bench: Any) -> None:
    tally, (found,) = look(bench, TOLL + FULL.format(1) + BUSY)
    assert outcome(tally) == "conflict"
    assert "wherever `t.full` applies, `t.busy` does too" in found.message
    assert found.help == "if `t.full` is to prevail, write `over t.busy` in it"
    assert found.span is not None
    assert found.span.line == 3


def test_what_they_say_may_be_the_same_where_it_has_to_be_worked_out(bench: Any) -> None:
    tally, _ = look(bench, TOLL + FULL.format("distance(u.hex, u.hex) + 2") + BUSY)
    assert outcome(tally) == "undecided"


def test_a_rule_above_both_may_cover_all_that_they_share(bench: Any) -> None:
    above = "rule t.none [1]\n  over t.full, t.busy\n  when count(boat v in u) > 9\n  toll(u) is 0\n"
    tally, found = look(bench, TOLL + FULL.format(1) + BUSY + above)
    assert tally.disjoint == 1
    assert not found


def test_a_rule_that_replaces_another_is_not_over_what_that_was_over(bench: Any) -> None:
    old = "rule t.old [1]\n  over t.busy\n  when count(boat v in u) > 20\n  toll(u) is 1\n"
    new = FULL.format(1).replace("  when", "  replaces t.old\n  when")
    _, (found,) = look(bench, TOLL + old + new + BUSY)
    assert found.help is not None
    assert "`t.old`, which it replaces, was over that" in found.help


CALM = 'situation calm [1] "A calm"\noption slow [1]\n'
OLD = "rule t.old [1]\n  when u is lit\n  toll(u) is 1\n"
LIMIT = "rule t.but [1]\n  limits t.old\n  when u is moored\n"
NEW = "rule t.new [1]\n  replaces t.old\n  when u is lit\n  toll(u) is 3\n"
IN_CALM = 'chapter [1] "Calm" if situation calm\n'
IF_SLOW = 'chapter [1] "Slow" if option slow\n'


def of_chapters(bench: Any, *chapters: str) -> Path:
    return bench.write(TOLL + CALM, files={f"0{n}-more.law": law for n, law in enumerate(chapters)})


@pytest.mark.parametrize("chapter", [IN_CALM, IF_SLOW])
@pytest.mark.parametrize("new", [NEW, NEW.replace("u is lit", "u.crew > 1")])
def test_a_rule_that_is_replaced_where_it_stands_clashes_with_nothing(bench: Any, chapter: str, new: str) -> None:
    known = "rule t.known [1]\n  when t.old applies and u.crew > 2\n  toll(u) is 3\n"
    tally, found = look(bench, of_chapters(bench, chapter + OLD + LIMIT + known, chapter + new))
    assert not found
    assert tally.conflict == 0


def test_a_rule_that_is_dropped_where_it_stands_clashes_with_nothing(bench: Any) -> None:
    one = bench.write(TOLL + OLD + "rule t.wide [1]\n  when u is lit\n  toll(u) is 2\n", name="one")
    head = f"module: two\ntitle: A variant\nversion: 0.1.0\nextends: {one.name}\ndefault-source: H\n"
    law = {"11-slow.law": IF_SLOW + "drop t.old [1]\n"}
    two = bench.write("option slow [1]\n", name="two", words=False, manifest=head, files=law)
    _, (found,) = look(bench, two)
    assert "option `slow` off" in (found.help or "")


@pytest.mark.parametrize(("old", "new"), [("", IN_CALM), (IN_CALM, IF_SLOW), (IF_SLOW, IN_CALM)])
def test_a_rule_that_is_replaced_elsewhere_clashes_where_it_stands(bench: Any, old: str, new: str) -> None:
    wide = "rule t.wide [1]\n  toll(u) is 3\n"
    old, new = old or 'chapter [1] "Always"\n', new + NEW
    _, (found,) = look(bench, of_chapters(bench, old + OLD + wide, new))
    assert "`t.old` says 1; `t.wide` says 3" in found.message


def test_what_rests_on_facts_is_arranged_through_their_rules(bench: Any) -> None:
    facts = (
        "fact marks(h: hex) collects water\n"
        "rule m.printed [1]\n  for each w in h.water\n  marks(h) includes w\n"
        "fact u: boat is stuck\n"
        "rule stuck.a [1]\n  when u.hex is awkward and u is not lit\n  u is stuck\n"
        "fact h: hex is awkward\n"
        "rule awkward.a [1]\n  when h.water includes reef and h is shoal\n  h is awkward\n"
    )
    tally, found = look(
        bench, TOLL + facts + CHEAP.format("marks(u.hex) includes rough") + DEAR.format("u is stuck and u is moored")
    )
    assert outcome(tally) == "conflict"
    assert "{reef, rough}" in found[0].help or "{rough, reef}" in found[0].help


@pytest.mark.parametrize(
    ("link", "expected"), [("  over t.cheap\n", "ordered"), ("  limits t.cheap\n", "disjoint"), ("", "conflict")]
)
def test_a_link_says_who_holds(bench: Any, link: str, expected: str) -> None:
    dear = "rule t.dear [1]\n" + link + "  when u is moored\n  toll(u) is 2\n"
    assert outcome(look(bench, TOLL + CHEAP.format("u is lit") + dear)[0]) == expected


def test_a_third_rule_above_both_settles_it(bench: Any) -> None:
    above = "rule t.both [1]\n  over t.cheap, t.dear\n  when u is lit and u is moored\n  toll(u) is 3\n"
    tally, found = look(bench, TOLL + CHEAP.format("u is lit") + DEAR.format("u is moored") + above)
    assert (tally.disjoint, tally.ordered, found) == (1, 2, [])


def test_rules_of_options_that_exclude_each_other_never_meet(bench: Any) -> None:
    options = "option fog [1]\noption sun [1]\n  excludes fog\n"
    files = {
        "20.law": f'chapter [2] "Fog" if option fog\n{CHEAP.format("u is lit")}',
        "21.law": f'chapter [3] "Sun" if option sun\n{DEAR.format("u is lit")}',
    }
    compilation = bench.compiled(TOLL + options, files=files)
    diagnostics = Diagnostics()
    find_clashes(compilation.graph, compilation.names, diagnostics)
    assert [d.code for d in diagnostics] == []


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("adds 1", "adds 2", "agree"), ("adds 1", "subtracts 2", "agree"), ("doubles it", "halves it", "agree"),
        ("adds 1", "doubles it", "conflict"), ("makes it 3", "makes it 3", "agree"),
        ("makes it 3", "makes it 4", "conflict"),
    ],
)  # fmt: skip
def test_changes_of_one_step_commute_or_clash(bench: Any, one: str, other: str, expected: str) -> None:
    law = (
        "quantity pull(u: boat): fathoms\n  starts with 4\n  steps wind\n"
        "rule p.fractions [1]\n  keeps fractions of pull\n"
        f"rule p.a [1]\n  at step pull.wind\n  when u is lit\n  {one}\n"
        f"rule p.b [1]\n  at step pull.wind\n  when u is moored\n  {other}\n"
    )
    assert outcome(look(bench, law)[0]) == expected


def test_a_rule_whose_conditions_exclude_each_other_never_applies(bench: Any) -> None:
    _, found = look(bench, TOLL + CHEAP.format("u is lit and u.crew > 2 and u.crew < 2"))
    assert [(d.code, d.message.split("`")[1]) for d in found] == [("HX291", "t.cheap")]


def test_a_limit_that_never_meets_what_it_limits_is_told(bench: Any) -> None:
    limit = "rule t.never [1]\n  limits t.cheap\n  when u is not lit\n"
    _, found = look(bench, TOLL + CHEAP.format("u is lit") + limit)
    assert [(d.code, d.message.split("`")[1]) for d in found] == [("HX292", "t.never")]
    assert look(bench, TOLL + CHEAP.format("u is lit") + limit.replace("is not lit", "is moored"))[1] == []


def test_a_name_means_something_else_in_another_rule(bench: Any) -> None:
    """`w` is one of two paints here and one of four moods there: no mood is impossible for being no paint."""
    law = (
        "fact depth(w: paint): fathoms\n  otherwise 0\nfact noise(w: mood): fathoms\n  otherwise 0\n"
        "rule d.red [1]\n  when w is red\n  depth(w) is 1\n"
        "rule n.wild [1]\n  when w is wild\n  noise(w) is 1\n"
        "rule n.other [1]\n  when (w is wild or w is awake) and w is not awake\n  noise(w) is 1\n"
    )
    assert look(bench, law)[1] == []
    assert {d.code for d in look(bench, law.replace("is not awake", "is asleep"))[1]} == {"HX291"}


CONTRARY = """rule t.usual [1]
  toll(u) is 1
rule t.contrary [1]
  against ruling Q-001
  {}when u is lit
  toll(u) is 2
ruling Q-001 [Q 1]
  asks "Do lit boats pay more?"
  answers no
"""


def test_a_rule_against_a_ruling_must_agree_where_the_ruling_is_gone(bench: Any) -> None:
    _, found = look(bench, TOLL + CONTRARY.format(""))
    assert [d.code for d in found] == ["HX293"]
    _, found = look(bench, TOLL + CONTRARY.format("over t.usual\n  "))
    assert found == []


def test_two_rules_against_two_rulings_never_meet(bench: Any) -> None:
    more = CONTRARY.format("over t.usual\n  ")
    other = (
        more[more.index("rule t.contrary") :]
        .replace("t.contrary", "t.other")
        .replace("Q-001", "Q-002")
        .replace("is 2", "is 3")
    )
    _, found = look(bench, TOLL + more + other)
    assert found == []


def test_a_made_up_position_holds_what_matters_and_nothing_else(bench: Any) -> None:
    law = "fact toll(u: boat, h: hex): fathoms\nrule t.lit [1]\n  when u is lit and h is shoal\n  toll(u, h) is 1\n"
    law += "rule t.crew [1]\n  when u.crew > 4\n  toll(u, h) is 2\nthing scow is a boat\n  wide: yes/no\n"
    _, (found,) = look(bench, law)
    told = re.search(r": (boat-1 at [A-D]-\d) \((crew \d+), (lit yes)\); [A-D]-\d \((shoal yes)\); write", found.help)
    assert told, found.help


@pytest.mark.parametrize("compared", ["crew", "grade"])
def test_of_two_figures_one_is_less_equal_or_more(bench: Any, compared: str) -> None:
    law = (
        "choice grade in order\n  raw, seasoned, old\nthing boat also\n  grade: grade = raw\n"
        "fact edge(u: boat, v: boat): whole\n"
        f"rule e.more [1]\n  when u.{compared} > v.{compared}\n  edge(u, v) is 1\n"
        f"rule e.less [1]\n  when v.{compared} > u.{compared}\n  edge(u, v) is 0 - 1\n"
        f"rule e.same [1]\n  when v.{compared} = u.{compared}\n  edge(u, v) is 0\n"
    )
    tally, found = look(bench, law)
    assert (tally.disjoint, tally.undecided, found) == (3, [], [])


FEE = "fact fee(u: boat): fathoms\n  otherwise 0\nrule f.any [1]\n  when {}\n  fee(u) is 1\n"


@pytest.mark.parametrize(
    ("before", "now", "again"),
    [
        ("u is lit", "u is moored", False),
        ("u is lit", "u.weight > 7", False),
        ("u is lit", "u.crew > 7", True),  # cuts the numbers of the pair elsewhere
        ("u.crew > 7", "u is lit", True),
        ("u.crew > 7", "u.crew < 7", False),
    ],
)
def test_a_pair_is_looked_at_again_where_an_edit_elsewhere_cuts_its_numbers_otherwise(
    before: str, now: str, again: bool, bench: Any, own_cache: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = TOLL + CHEAP.format("u.crew > 4") + DEAR.format("u.crew < 3")
    first = look(bench, bench.write(pair + FEE.format(before), name="tolls"))
    looked: list[str] = []
    pairs = clashes._Finder._pairs
    monkeypatch.setattr(clashes._Finder, "_pairs", lambda self, *a: looked.append(a[0][0].id) or pairs(self, *a))
    own_cache.new_process()
    assert look(bench, bench.write(pair + FEE.format(now), name="tolls")) == first
    assert looked == ["t.cheap"] * again
