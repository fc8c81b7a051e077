"""Explanations: who says so, what was tried and did not, what would be legal; more of it the deeper one asks."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from hexlaw.runtime.explain.answer import other_answers
from hexlaw.runtime.explain.explain import explain, in_rows
from hexlaw.runtime.explain.question_in_words import asked_in_words
from hexlaw.runtime.explain.speech import said_once

LAW = """action sail [1]
  pick skipper(u: boat)
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs toll(u, there) counted in u.spent does:
    move u to there
reach ways(u: boat, there: hex): fathoms
  by sail.step
fact toll(u: boat, there: hex): fathoms
rule toll.water [H 1.1]
  "Open water is cheap."
  toll(u, there) is 1
rule toll.shoal [H 1.2, Q-007]
  over toll.water
  when there is shoal
  toll(u, there) is 2
rule toll.pilot [H 1.3]
  limits toll.shoal
  when u is lit
rule bar.wall [H 2.1]
  forbids sail.step
  when side-between(here, there) is wall
  says "a wall stands before {there}"
rule bar.gate [H 2.2]
  lifts bar.wall
  when u is moored
quantity pull(u: boat): fathoms
  starts with u.range
  steps one, two
rule pull.half [H 3.1]
  at step pull.one
  when u is lit
  halves it
rule pull.more [H 3.2]
  at step pull.two
  adds 1
rule pull.keep [H 3.3]
  keeps fractions of pull
effect flip(u: boat) [H 4]:
  roll 1d6 as pip
  if pip > 4:
    mark u as lit
"""
HEXES = "{A-2: {shoal: yes}, A-1: {wall: [SE]}}"
Depth = Literal["talk", "judge", "developer"]


def told(bench: Any, ask: str, depth: Depth = "talk", attributes: str = "") -> str:
    given = bench.ask(bench.compiled(LAW), ask, pieces=f"{{a: {{kind: boat, at: A-1{attributes}}}}}", hexes=HEXES)
    return explain(given, depth, other_answers(given))


def test_talk_is_the_verdict_and_who_says_so(bench: Any) -> None:
    text = told(bench, "toll(a, A-2)")
    assert text.startswith("2\n")
    assert "toll.shoal [H 1.2, Q-007]" in text
    assert "toll.water" not in text  # what gave way is not talked of at the table


def test_a_judge_hears_what_gave_way_and_what_did_not_apply(bench: Any) -> None:
    text = told(bench, "toll(a, A-2)", "judge")
    assert "toll.water [H 1.1] gives way to toll.shoal" in text
    lit = told(bench, "toll(a, A-2)", "judge", ", lit: yes")
    assert "toll.shoal [H 1.2, Q-007] does not reach this: toll.pilot [H 1.3]" in lit
    assert "Open water is cheap." in lit
    dry = told(bench, "toll(a, B-1)", "judge")
    assert "toll.shoal [H 1.2, Q-007] does not apply: not `there is shoal`" in dry


def test_a_developer_is_told_the_places(bench: Any) -> None:
    assert "10-law.law:" in told(bench, "toll(a, A-2)", "developer")
    assert "10-law.law:" not in told(bench, "toll(a, A-2)", "judge")


def test_a_refusal_says_why_and_what_is_legal_instead(bench: Any) -> None:
    text = told(bench, "may sail.step(a, B-2)")
    assert text.startswith("refused\n")
    assert "a wall stands before B-2" in text
    assert "bar.wall [H 2.1]" in text
    assert "legal instead: " in text
    assert "B-1" in text.split("legal instead: ")[1]


def test_a_judge_hears_why_no_rule_says_yes(bench: Any) -> None:
    law = LAW + "fact u: boat is late\nrule late.lit [H 5]\n  when u is lit\n  u is late\n"
    given = bench.ask(bench.compiled(law), "a is late", pieces="{a: {kind: boat, at: A-1}}", hexes=HEXES)
    assert explain(given, "judge", []).splitlines() == [
        "no",
        "why:",
        "  a is late: no, as no rule says otherwise",
        "    late.lit [H 5] does not apply: not `u is lit`",
    ]


def test_a_judge_hears_what_could_lift_a_refusal(bench: Any) -> None:
    text = told(bench, "may sail.step(a, B-2)", "judge")
    assert "bar.gate [H 2.2]" in text
    assert "u is moored" in text


def test_a_permission_says_what_lifted_the_prohibition(bench: Any) -> None:
    text = told(bench, "may sail.step(a, B-2)", attributes=", moored: yes")
    assert text.startswith("legal, for 1\n")
    assert "[H 2.1] does not forbid it here: a is moored  [H 2.2]" in text


def test_a_judge_hears_by_name_what_lifted_a_prohibition(bench: Any) -> None:
    assert "lifted by bar.gate [H 2.2]" in told(bench, "may sail.step(a, B-2)", "judge", attributes=", moored: yes")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("a.hex", "A-1: a is in A-1\n"),
        ("a.hex is A-1 and not (a is moored)", "yes: a is in A-1 and is not moored\n"),
        ("a.hex is B-2", "no: a is not in B-2\n"),
    ],
)
def test_an_answer_without_a_reason_repeats_what_was_asked(bench: Any, question: str, answer: str) -> None:
    assert told(bench, question) == answer


def test_a_number_is_told_step_by_step(bench: Any) -> None:
    """4 halved is 2, and 1 more is 3."""
    text = told(bench, "pull(a)", attributes=", lit: yes")
    assert text.startswith("3\n")
    assert "starts with 4" in text
    assert text.index("halved to 2: pull.half [H 3.1]") < text.index("increased to 3: pull.more [H 3.2]")


def test_chances_are_fractions_with_the_dice_for_the_judge(bench: Any) -> None:
    assert "1/3" in told(bench, "after flip(a): a is lit")
    assert told(bench, "after flip(a): a is lit", "judge").splitlines()[:2] == [
        "no   2/3  (67 %)  on pip 1 to 4",
        "yes  1/3  (33 %)  on pip 5 to 6",
    ]


def test_falls_that_do_not_follow_each_other_are_told_one_by_one() -> None:
    assert in_rows(["pip 1", "pip 2", "pip 4", "gust 5", "a 1, b 2", "a 1, b 3"]) == [
        "pip 1 to 2", "pip 4", "gust 5", "a 1, b 2", "a 1, b 3",
    ]  # fmt: skip


def test_reach_is_told_by_its_cost(bench: Any) -> None:
    text = told(bench, "reach ways(a)", attributes=", range: 1")
    assert text.splitlines()[0] == "for 0: A-1"


def test_a_stop_says_what_would_help(bench: Any) -> None:
    text = told(bench, "1 / a.crew")
    assert text.startswith("no answer: ")
    assert "help: " in text


@pytest.mark.parametrize("depth", ["talk", "judge", "developer"])
@pytest.mark.parametrize(
    "ask",
    [
        "toll(a, A-2)",
        "may sail.step(a, B-2)",
        "may sail.done(a)",
        "reach ways(a)",
        "after flip(a)",
        "pull(a)",
        "a",
        "1 / a.crew",
    ],
)
def test_every_answer_can_be_told_at_every_depth_the_same_each_time(bench: Any, ask: str, depth: Depth) -> None:
    once, again = told(bench, ask, depth), told(bench, ask, depth)
    assert once
    assert once.replace("harbour-1", "harbour-2") == again.replace("harbour-1", "harbour-2")


def test_a_legal_pick_in_what_another_pick_does_is_told_with_its_price(bench: Any) -> None:
    law = LAW + (
        "action tow [4]\n  pick tug(u: boat)\n  pick line(v: boat) where not v = u does:\n"
        "    pick leg(there: hex) repeatedly from neighbours(u.hex) costs toll(u, there) counted in u.spent does:\n"
        "      move u to there\n"
    )
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-1}}"
    given = bench.ask(bench.compiled(law), "may tow.leg(a, b, A-2)", pieces=pieces, hexes="{A-2: {shoal: yes}}")
    text = explain(given, "talk", [])
    assert text.startswith("legal, for 2\n")
    assert "toll(a, A-2) is 2: toll.shoal [H 1.2, Q-007]" in text


PHRASES = """words
  kind boat reads "boat" / "boats"
  variable there reads "the next hex"
  fact toll reads "the toll of {u} in {there}"
  quantity pull reads "the pull of {u}"
  pick sail.skipper reads "a boat" / "{u} may sail"
  pick sail.step reads "the next hex" / "{u} may enter {there}"
  attribute hexside.wall reads "a wall stands on {it}" / "no wall stands on {it}"
"""
CLOSED = """fact closed(u: boat, here: hex, there: hex): yes/no
rule closed.wall [H 4.1]
  when side-between(here, there) is wall
  closed(u, here, there)
rule closed.opened [H 4.2]
  limits closed.wall
  when u is lit
rule closed.again [H 4.3]
  limits closed.opened
  when u is moored
rule bar.closed [H 4.4]
  forbids sail.step
  when closed(u, here, there)
  says "{u} stays outside"
"""


def told_in_words(bench: Any, ask: str, depth: Depth = "talk", attributes: str = "", more: str = "") -> str:
    compiled = bench.compiled(LAW + more + PHRASES)
    given = bench.ask(compiled, ask, pieces=f"{{a: {{kind: boat, at: A-1{attributes}}}}}", hexes=HEXES)
    return explain(given, depth, other_answers(given))


def test_a_law_with_words_is_told_in_them_at_the_table(bench: Any) -> None:
    text = told_in_words(bench, "toll(a, A-2)")
    assert text == "2\n  the toll of a in A-2 is 2: A-2 is shoal  [H 1.2, Q-007]\n"
    lit = told_in_words(bench, "toll(a, A-2)", "talk", ", lit: yes")
    assert lit == "1\n  the toll of a in A-2 is 1  [H 1.1]\n    it is not 2: a is lit  [H 1.3]\n"


ROWING = """action row [5]
  pick rower(u: boat)
  pick goal(there: hex) from neighbours(u.hex) where not there is off-board and stroke(u, there) is not none does:
    move u to there
fact stroke(u: boat, there: hex): fathoms or none
  otherwise 1
rule stroke.shoal [H 5.1]
  when there is shoal
  stroke(u, there) is none
action tow [6]
  pick tug(u: boat)
  pick towed(other: boat) where other is not u and distance(other.hex, u.hex) <= 1 does:
    move other to u.hex
"""


def test_what_a_pick_is_not_offered_for_cites_the_rule_that_decides_it(bench: Any) -> None:
    text = told_in_words(bench, "may row.goal(a, A-2)", more=ROWING)
    assert "    A-2 is shoal  [H 5.1]" in text.splitlines(), text


def test_a_stop_in_what_a_rule_adds_to_a_set_names_the_rule(bench: Any) -> None:
    more = """fact shares(u: boat) collects exact
rule shares.of-nothing [7]
  shares(u) includes u.range / (u.range - u.range)
"""
    text = told_in_words(bench, "count(shares(a))", "judge", more=more)
    assert "in rule shares.of-nothing (" in text, text


def test_of_what_cannot_be_picked_next_that_is_told_which_comes_nearest(bench: Any) -> None:
    """The first candidate is the tug itself; the other boat fails at the last condition only."""
    text = told_in_words(bench, "may tow.tug(a)", attributes="}, b: {kind: boat, at: C-3", more=ROWING)
    assert "nothing can be picked as `tow.towed`" in text
    assert "the distance from b's hex to a's hex is more than 1" in text


ASKED = "toll.pilot applies and not bar.gate applies"


def test_of_a_rule_that_is_asked_about_it_is_said_by_its_name_whether_it_holds(bench: Any) -> None:
    pieces, let = "{u: {kind: boat, at: A-1, lit: yes}}", "    let: {here: A-1, there: A-2}\n"
    given = bench.ask(bench.compiled(LAW + PHRASES), ASKED, pieces=pieces, more=let)
    assert asked_in_words(given) == "whether the rule toll.pilot holds here and the rule bar.gate does not hold here"
    assert explain(given, "talk", []) == "yes\n"


HAULED = """
action haul [4]
  pick hauler(u: boat)
  pick over(h: hex)
  pick out(x: hex)
fact u: boat is secluded
  "Nobody is there who is lit and moored."
rule alone.nobody [4]
  when no boat v where v is lit and v is moored
  u is secluded
words
  pick haul.hauler reads "a boat" / "{u} may haul"
  pick haul.over reads "the hex" / "{u} may haul over {h}"
  pick haul.out reads "the way out" / "{u} may come out at {x}"
  fact secluded reads "{u} is alone"
"""


def test_what_was_picked_before_is_said_where_the_question_does_not_name_it(bench: Any) -> None:
    compiled = bench.compiled(LAW + PHRASES + HAULED)
    pieces = "{a: {kind: boat, at: A-1}}"
    asked = [
        asked_in_words(bench.ask(compiled, ask, pieces=pieces))
        for ask in ("may haul.out(a, A-2, A-3)", "may haul.over(a, A-2)")
    ]
    assert asked == ["whether a may come out at A-3 after a hauls over A-2", "whether a may haul over A-2"]


def test_a_question_that_names_a_set_of_places_has_no_words(bench: Any) -> None:
    pieces, let = "{a: {kind: boat, at: A-1}}", '    let: {shoals: "those h in hexes where h is shoal"}\n'
    given = bench.ask(bench.compiled(LAW + PHRASES), "count(shoals) = 1", pieces=pieces, more=let, hexes=HEXES)
    assert asked_in_words(given) == ""
    assert explain(given, "talk", []) == "yes\n"


def test_of_several_conditions_those_that_a_candidate_fails_are_told(bench: Any) -> None:
    compiled = bench.compiled(LAW + PHRASES + HAULED)
    given = bench.ask(compiled, "a is secluded", pieces="{a: {kind: boat, at: A-1, lit: yes}}")
    assert explain(given, "talk", []).splitlines()[2:] == ["    a is not moored"]


def test_a_rule_that_is_not_in_the_law_is_told_as_that_and_not_merely_as_no(bench: Any) -> None:
    dim = 'chapter [H 9] "Dim" if option dim\nrule toll.dim [H 9.1]\n  limits toll.shoal\n  when u is moored\n'
    option = 'option dim [H 9]\n  "They have no lamps."\n'
    law = bench.compiled(bench.variant(bench.write(LAW + option), dim, name="dim"))
    pieces, let = "{u: {kind: boat, at: A-1, moored: yes}}", "    let: {there: A-2}\n"
    given = bench.ask(law, "toll.dim applies", pieces=pieces, more=let)
    first, second = explain(given, "talk", []).splitlines()
    assert first == "no"
    assert second == "  the rule toll.dim is not in this law: the option `dim` is off"


def test_steps_of_a_number_are_told_with_their_case(bench: Any) -> None:
    lit = told_in_words(bench, "pull(a)", "talk", ", lit: yes")
    assert lit == (
        "3\n  the pull of a is 3: starts with 4\n    halved to 2: a is lit  [H 3.1]\n    increased to 3 by 1  [H 3.2]\n"
    )


def test_the_steps_of_a_value_on_a_scale_are_told_in_its_words(bench: Any) -> None:
    more = """quantity temper(u: boat): mood
  starts with u.mood
  steps lamps
rule temper.lamp [H 3.4]
  at step temper.lamps
  when u is lit
  adds 1
words
  quantity temper reads "the temper of {u}"
  value mood.drowsy reads "half asleep"
  value mood.awake reads "wide awake"
"""
    first, *steps = told_in_words(bench, "temper(a)", "talk", ", lit: yes, mood: drowsy", more).splitlines()[1:]
    assert first == "  the temper of a is wide awake: starts with half asleep"
    assert [step.partition(" by ")[0] for step in steps] == ["    increased to wide awake"]


def test_what_is_rounded_off_is_told_as_a_step_of_its_own(bench: Any) -> None:
    up = LAW.replace("keeps fractions of pull", "rounds pull up after each step")
    given = bench.ask(bench.compiled(up + PHRASES), "pull(a)", pieces="{a: {kind: boat, at: A-1, lit: yes, range: 5}}")
    assert explain(given, "talk", []).splitlines()[1:] == [
        "  the pull of a is 4: starts with 5",
        "    halved to 2 1/2: a is lit  [H 3.1]",
        "    rounded up to 3  [H 3.3]",
        "    increased to 4 by 1  [H 3.2]",
    ]


def test_a_refusal_says_what_may_not_be_done_and_what_decided_it(bench: Any) -> None:
    text = told_in_words(bench, "may sail.step(a, B-2)")
    assert text.splitlines()[:2] == ["refused: a may not enter B-2", "  a wall stands before B-2  [H 2.1]"]
    assert "bar.wall" not in text


def test_an_exception_that_does_not_help_is_told_with_what_cut_it_short(bench: Any) -> None:
    attributes = ", lit: yes, moored: yes"
    lines = told_in_words(bench, "may sail.step(a, B-2)", "talk", attributes, CLOSED).splitlines()
    assert lines[0] == "refused: a may not enter B-2"
    at = lines.index("  a stays outside  [H 4.4]")
    assert lines[at + 1 : at + 3] == [
        "    a wall stands on the hexside between A-1 and B-2  [H 4.1]",
        "    it does not help that a is lit: a is moored  [H 4.3]",
    ]


@pytest.mark.parametrize("depth", ["judge", "developer"])
def test_judges_and_developers_hear_what_keeps_an_exception_from_a_rule(bench: Any, depth: Depth) -> None:
    """All rules that the table hears of, with their citations: what cuts an exception short as well."""
    lines = told_in_words(bench, "may sail.step(a, B-2)", depth, ", lit: yes, moored: yes", CLOSED).splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("    closed.wall [H 4.1] gives yes"))
    kept = "      closed.opened [H 4.2] would limit it, were it not for closed.again [H 4.3]"
    assert lines[at + 1].startswith(kept)


def test_a_judge_hears_what_keeps_an_exception_from_an_exception(bench: Any) -> None:
    """What limits the rule that keeps the exception off, and is itself kept from it, stands below."""
    more = """rule closed.calm [H 4.5]
  limits closed.again
  when u is lit
rule closed.night [H 4.6]
  limits closed.calm
  when u is lit
"""
    text = told_in_words(bench, "may sail.step(a, B-2)", "judge", ", lit: yes, moored: yes", CLOSED + more)
    lines = text.splitlines()
    at = lines.index("      closed.opened [H 4.2] would limit it, were it not for closed.again [H 4.3]")
    assert lines[at + 1] == "        closed.calm [H 4.5] would limit it, were it not for closed.night [H 4.6]"


def test_a_judge_hears_what_keeps_an_exception_from_a_step(bench: Any) -> None:
    more = """rule pull.whole [H 3.4]
  limits pull.half
  when u is moored
rule pull.adrift [H 3.5]
  limits pull.whole
  when u is lit
"""
    lines = told_in_words(bench, "pull(a)", "judge", ", lit: yes, moored: yes", more).splitlines()
    at = next(at for at, line in enumerate(lines) if "halved to 2: pull.half" in line)
    assert lines[at + 1].strip() == "pull.whole [H 3.4] would limit it, were it not for pull.adrift [H 3.5]"


@pytest.mark.parametrize("depth", ["judge", "developer"])
def test_judges_and_developers_hear_names_whatever_the_words(bench: Any, depth: Depth) -> None:
    plain = told(bench, "toll(a, A-2)", depth).replace("10-law.law", "").splitlines()
    worded = told_in_words(bench, "toll(a, A-2)", depth).replace("10-law.law", "").splitlines()
    assert [line.split("  ")[0] for line in plain] == [line.split("  ")[0] for line in worded]
    assert any("toll.shoal [H 1.2, Q-007] gives 2" in line for line in worded)


def test_a_sum_that_no_rule_gives_says_what_it_is_made_of(bench: Any) -> None:
    law = LAW + "fact draft(u: boat, v: boat): fathoms\n  otherwise sum(pull(x) for x in {u, v})\n"
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-1, lit: yes}}"
    given = bench.ask(bench.compiled(law), "draft(a, b)", pieces=pieces, hexes=HEXES)
    text = explain(given, "talk", other_answers(given))
    assert "the sum of\n" in text
    assert "pull(a) is 5" in text
    assert "pull(b) is 3" in text
    assert "no rule says otherwise" not in text


FINE = """fact fine(u: boat): fathoms
  otherwise 0
rule fine.lit [H 5.1]
  when u is lit
  fine(u) is 7
rule fine.crew [H 5.2]
  over fine.lit
  when u.crew > 3
  fine(u) is 9
"""


def test_where_no_rule_speaks_it_is_said_what_kept_each_from_it(bench: Any) -> None:
    words = '  fact fine reads "the fine of {u}"\n  attribute boat.crew reads "crew"\n'
    compiled = bench.compiled(LAW + FINE + PHRASES + words)
    given = bench.ask(compiled, "fine(a)", pieces="{a: {kind: boat, at: A-1}}", hexes=HEXES)
    text = explain(given, "talk", other_answers(given))
    assert text == "0\n  the fine of a is 0: a is not lit  [H 5.1], and a's crew is at most 3  [H 5.2]\n"


def test_a_judge_hears_the_first_of_many_questions_of_one_name_and_how_many_more(bench: Any) -> None:
    law = LAW + "fact fleet(u: boat): fathoms\n  otherwise sum(pull(x) for boat x where x.range > 0)\n"
    pieces = "{" + ", ".join(f"b{n}: {{kind: boat, at: A-1}}" for n in range(25)) + "}"
    given = bench.ask(bench.compiled(law), "fleet(b0) + pull(b24)", pieces=pieces, hexes=HEXES)
    judge, developer = explain(given, "judge", []), explain(given, "developer", [])
    assert "    and 5 more of pull\n" in judge
    assert "pull(b19)" in judge
    assert "pull(b20)" not in judge
    assert "  pull(b24) is 5" in judge  # which is asked in another place as well
    assert "pull(b20)" in developer


HELD = """fact u: boat is anchored
rule held [9]
  when u is lit or any h in neighbours(u.hex) where h is shoal
  u is anchored
words
  fact anchored reads "{u} is anchored" / "{u} is not anchored"
"""


def test_of_alternatives_the_one_that_holds_is_told_and_of_what_there_is_which(bench: Any) -> None:
    held = told_in_words(bench, "a is anchored", more=HELD)
    assert held == "yes\n  a is anchored: A-2 is shoal  [H 9]\n"
    assert (
        told_in_words(bench, "a is anchored", "talk", ", lit: yes", HELD) == "yes\n  a is anchored: a is lit  [H 9]\n"
    )


def test_what_is_so_of_several_is_said_once_with_their_names() -> None:
    lines = [
        "  otto is slow: otto is tired  [1]", "    it is not quick: otto is old",
        "  karl is slow: karl is tired  [1]", "    it is not quick: karl is old",
        "  rosa is quick  [1]", "  karl-2 is slow: karl-2 is tired  [1]", "    it is not quick: karl-2 is old",
        "  3 is the sum of",
    ]  # fmt: skip
    groups = said_once(lines, {"otto", "karl", "karl-2", "rosa"})
    assert [line for group in groups for line in group] == [
        "  otto is slow: otto is tired  [1]", "    it is not quick: otto is old",
        "    the same holds of karl and karl-2", "  rosa is quick  [1]", "  3 is the sum of",
    ]  # fmt: skip
