"""Answers: what two of them must share to be the same, what would be answered otherwise, and what is never raised."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexlaw.runtime.evaluate import budget
from hexlaw.runtime.explain import answer as runtime_answer
from hexlaw.runtime.explain.answer import other_answers
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import Conflict, Exhausted, Hole

FACT = "fact toll(u: boat): fathoms\n"
DISPUTE = 'dispute how-far [1]\n  reading near "n"\n  reading wide "w"\n  default near because "x"\n'
RULES = (
    "rule t.near [1]\n  under how-far: near\n  toll(u) is 1\n"
    "rule t.wide [1]\n  under how-far: wide\n  when u is lit\n  toll(u) is 2\n"
    "rule t.wide-dark [1]\n  under how-far: wide\n  when not u is lit\n  toll(u) is 1\n"
)


def test_another_reading_is_told_only_where_it_changes_the_answer(bench: Any) -> None:
    law = bench.compiled(FACT + DISPUTE + RULES)
    lit = other_answers(bench.ask(law, "toll(a)", pieces="{a: {kind: boat, lit: yes}}"))
    assert [(o.answer, o.differs) for o in lit] == [("2", True)]
    assert "`wide` of the dispute `how-far`" in lit[0].what
    assert other_answers(bench.ask(law, "toll(a)", pieces="{a: {kind: boat}}")) == []


def asked_under(monkeypatch: pytest.MonkeyPatch, given: Any) -> tuple[list[str], list[dict[str, str]]]:
    """The other answers, and the readings of each law that was asked for them."""
    asked: list[dict[str, str]] = []
    unwatched = runtime_answer.answer

    def watched(law: Law, *args: Any, **named: Any) -> runtime_answer.Answer:
        asked.append(dict(law.readings))
        return unwatched(law, *args, **named)

    monkeypatch.setattr(runtime_answer, "answer", watched)
    return [other.answer for other in other_answers(given)], asked


PASSED = "fact fare(u: boat): fathoms\nrule f.dark [1]\n  when not u is lit\n  fare(u) is 5\n"
TOLLED = "rule f.lit [1]\n  when u is lit\n  fare(u) is toll(u)\n"


@pytest.mark.parametrize(("lit", "otherwise"), [("yes", ["2"]), ("no", [])])
def test_a_reading_that_a_value_did_not_come_upon_is_not_asked(
    bench: Any, monkeypatch: pytest.MonkeyPatch, lit: str, otherwise: list[str]
) -> None:
    law = bench.compiled(FACT + DISPUTE + RULES + PASSED + TOLLED)
    given = bench.ask(law, "fare(a)", pieces=f"{{a: {{kind: boat, lit: {lit}}}}}")
    answers, asked = asked_under(monkeypatch, given)
    assert answers == otherwise
    assert asked == [{"how-far": "wide"}] * len(otherwise)


@pytest.mark.parametrize(
    "disputed",
    [
        "rule f.why [1]\n  under how-far: wide\n  limits f.dark\n  when toll(u) = 0\n",
        "rule f.why [1]\n  under how-far: wide\n  over f.dark\n  fare(u) is 6\n",
        "rule f.free [1]\n  limits f.dark\n  when u is free\nrule free.all [1]\n  under how-far: wide\n  u is free\n",
    ],
)
def test_a_rule_that_has_a_say_only_under_the_other_reading_is_come_upon(
    bench: Any, monkeypatch: pytest.MonkeyPatch, disputed: str
) -> None:
    none = FACT + "rule t.none [1]\n  toll(u) is 0\nfact u: boat is free\n  otherwise no\n"
    law = bench.compiled(none + DISPUTE + PASSED + disputed)
    given = bench.ask(law, "fare(a) = 5", pieces="{a: {kind: boat}}")
    assert given.value is True
    answers, asked = asked_under(monkeypatch, given)
    assert asked == [{"how-far": "wide"}]
    assert len(answers) == 1  # and it is another one, else it would not be told


def test_a_reading_of_a_chapter_that_is_not_in_force_is_not_asked(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    option = "option fog [1]\n  default off\n"
    plain = FACT + "rule t.plain [1]\n  toll(u) is 1\n"
    chapter = (
        'chapter [2] "In fog" if option fog\n\nrule t.fog [1]\n  under how-far: wide\n  over t.plain\n  toll(u) is 3\n'
    )
    law = bench.compiled(option + DISPUTE + plain, files={"90-fog.law": chapter})
    given = bench.ask(law, "toll(a)", pieces="{a: {kind: boat}}")
    assert asked_under(monkeypatch, given) == ([], [])


TEN = "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}"
LONG = f"sum(sum(n for n in {TEN}) for m in {TEN})"


def test_other_answers_take_together_no_more_steps_than_one_may(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    readings = [f"far-{number}" for number in range(5)]
    listed = "".join(f'  reading {name} "{name}"\n' for name in readings)
    dispute = DISPUTE.replace("  default", f"{listed}  default")
    rules = [
        f"rule t.{name} [1]\n  under how-far: {name}\n  toll(u) is {LONG}\n" for name in ("near", "wide", *readings)
    ]
    law = bench.compiled(FACT + dispute + "".join(rules).replace(LONG, "1", 2))
    given = bench.ask(law, "toll(a)", pieces="{a: {kind: boat}}")
    assert [(o.answer, o.differs) for o in other_answers(given)] == [("550", True)] * len(readings)
    monkeypatch.setattr(budget, "MAX_STEPS", 200)  # enough for one of them
    first, *more = other_answers(given)
    assert first.answer == "550"
    assert [o.answer for o in more] == ["the question takes more than 200 steps to answer"]


TABLE = "table tolls(w: water): fathoms [1]\nrule t.a [1]\n  toll(u) is most(tolls(w) for w in u.hex.water)\n"


def test_an_unsure_figure_is_asked_with_the_other_value(bench: Any) -> None:
    file = 'table: tolls\ncite: [H 1]\nrows:\n  calm: 1\n  rough: {is: 2, unsure: "smudged", other: [3]}\n  reef: 4\n'
    law = bench.compiled(FACT + TABLE, files={"tables/tolls.yaml": file})
    ask = {"pieces": "{a: {kind: boat, at: A-1}}", "hexes": "{A-1: {water: [rough]}}"}
    found = bench.ask(law, "toll(a)", **ask)
    assert found.value == 2
    assert [(c.value, c.unsure) for c in found.unsure.values()] == [(2, "smudged")]
    assert [(o.answer, o.differs) for o in other_answers(found)] == [("3", True)]
    same = bench.ask(law, "toll(a) > 1", **ask)
    assert [(o.answer, o.differs) for o in other_answers(same)] == [("yes", False)]


def test_unsure_figures_of_the_charts_are_remembered(bench: Any) -> None:
    chart = "id,name,crew,source,unsure\nlugger,Lugger,3,H 2,crew: worn print\n"
    law = bench.compiled("", files={"units/boats.csv": chart})
    assert bench.ask(law, "a.crew", pieces="{a: {type: lugger}}").doubts == {("lugger", "crew"): "worn print"}
    assert bench.ask(law, "a.crew", pieces="{a: {type: lugger, crew: 5}}").doubts == {}


@pytest.mark.parametrize(
    ("law", "ask", "stop"),
    [
        ("", "1 / a.crew", Hole), (FACT, "toll(a)", Hole), (FACT + "rule x [1]\n  toll(u) is 1\nrule y [1]\n  toll(u) is 2\n", "toll(a)", Conflict),
        ("", "1 = 1 and sum(x for x in {1}) / a.crew = 1", Hole),
    ],
)  # fmt: skip
def test_what_the_law_fails_to_say_is_an_answer_and_no_error(bench: Any, law: str, ask: str, stop: type) -> None:
    law = law if "rule" in law or not law else law + "rule x [1]\n  when u is lit\n  toll(u) is 1\n"
    given = bench.ask(bench.compiled(law), ask, pieces="{a: {kind: boat}}")
    assert type(given.stop) is stop
    assert given.in_short == given.stop.message
    assert given.stop.help
    assert isinstance(given.stop, Hole | Conflict | Exhausted)


def test_in_short(bench: Any) -> None:
    law = bench.compiled("effect flip(u: boat):\n  roll 1d3 as pip\n  if pip = 1:\n    mark u as lit\n")
    pieces = "{a: {kind: boat, at: A-1}}"
    assert bench.ask(law, "3 / 2", pieces=pieces).in_short == "1 1/2"
    assert bench.ask(law, "a is lit", pieces=pieces).in_short == "no"
    assert bench.ask(law, "a.hex", pieces=pieces).in_short == "A-1"
    assert bench.ask(law, "after flip(a): a is lit", pieces=pieces).in_short == "no (2/3), yes (1/3)"
    assert bench.ask(law, "after flip(a)", pieces=pieces).in_short == "nothing changes (2/3), a is lit (1/3)"


def test_the_likeliest_outcome_comes_first_with_its_dice(bench: Any) -> None:
    law = bench.compiled("effect flip(u: boat):\n  roll 1d3 as pip\n  if pip = 1:\n    mark u as lit\n")
    first, second = bench.ask(law, "after flip(a): a is lit", pieces="{a: {kind: boat}}").chances
    assert (first.chance, second.chance) == (Fraction(2, 3), Fraction(1, 3))
    assert (first.dice, second.dice) == (["pip 2", "pip 3"], ["pip 1"])


def test_tracing_changes_nothing_about_the_answer(bench: Any) -> None:
    law = bench.compiled(FACT + DISPUTE + RULES)
    for pieces in ("{a: {kind: boat}}", "{a: {kind: boat, lit: yes}}"):
        with_, without = (bench.ask(law, "toll(a)", pieces=pieces, tracing=t) for t in (True, False))
        assert with_.key == without.key
        assert with_.asked
        assert not without.asked
