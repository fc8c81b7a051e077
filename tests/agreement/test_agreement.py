"""Emitted law answers what the reference answers: on every shipped case, and on made-up positions of every game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from made_up import AGAIN, MakeBelieve, Pair, ask_both, compare, differ, outcome

from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.question import read_question
from hexlaw.compiler.situations.case_files import Case, read_cases
from hexlaw.compiler.situations.situate import situate
from hexlaw.compiler.source import Source
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.law import Configuration, ConfigurationRefused, Law, configure
from hexlaw.runtime.play import lookahead
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.trace import walk

VARIANTS = Path(__file__).parents[1] / "variants"


FEW = 20
"""Where law has as many cases as its options and readings are chosen, it is emitted in both forms, else in one."""


def test_every_shipped_case_is_answered_as_by_the_reference(shipped: Compilation) -> None:
    """By emitted law that tells which rules spoke, or by the plain one: which, is drawn by the case, or by the first of
    few that choose the same options and readings. Law is emitted for its cases and then forgotten."""
    asked, again, exhausted, differing = 0, 0, 0, []
    for law, cases in cases_by_law(shipped):
        lots = {case.id: bool(Random(case.id).randrange(2)) for case in cases}
        pairs: dict[bool, Pair] = {}
        for case in cases:
            record = lots[case.id if len(cases) >= FEW else cases[0].id]
            if record not in pairs:
                pairs[record] = Pair(law, record=record)
            situation = situate(case, shipped, law, Diagnostics())
            assert situation is not None
            source = Source(case.id, case.node.text("ask") or "")
            question = read_question(source, shipped.names, situation.map, situation.constants, Diagnostics())
            assert question is not None
            reference, emitted = ask_both(pairs[record], situation.position, question)
            asked += 1
            again += reference[0] == "value" and emitted == AGAIN
            if reference == ("Exhausted",):  # emitted law remembers more, and takes fewer steps for the same
                exhausted += 1
            elif differ(reference, emitted):
                differing.append((case.id, reference, emitted))
    assert differing == []
    assert exhausted * 100 <= asked
    assert asked >= 10
    assert again * 100 <= asked  # next to nothing has to be asked of the reference that has an answer


def cases_by_law(shipped: Compilation) -> list[tuple[Law, list[Case]]]:
    """The cases that ask, by the law that they choose.

    To emit a law takes longer than to ask it a hundred cases. Cases of which few choose the same are asked together,
    under a law that has all of their options and readings: whatever an option or a reading brings is still there, and
    emitted law has to answer as the reference under every law, not only under the one that a case is about.
    """
    choosing: dict[object, tuple[Configuration, list[Case]]] = {}
    for path in shipped.chain.layers[-1].cases:
        file = read_cases(path, str(path), Diagnostics())
        assert file is not None
        if file.module not in (None, shipped.name):
            continue  # an add-on's cases on another base
        for case in file.cases:
            if not isinstance(case.node.get("ask"), Scalar) or case.node.get("configure") is not None:
                continue
            chosen = case.configuration()
            law = configured(shipped.graph, chosen)
            if law is not None:
                key = (tuple(law.options.items()), tuple(law.readings.items()), law.year, law.situation)
                choosing.setdefault(key, (chosen, []))[1].append(case)
    found = [(configure(shipped.graph, chosen), cases) for chosen, cases in choosing.values() if len(cases) >= FEW]
    groups: list[tuple[Configuration, list[Case]]] = []
    for chosen, cases in (few for few in choosing.values() if len(few[1]) < FEW):
        for i, (those, others) in enumerate(groups):
            if (both := chosen_together(shipped.graph, those, chosen)) is not None:
                groups[i] = (both, [*others, *cases])
                break
        else:
            groups.append((chosen, cases))
    return found + [(configure(shipped.graph, chosen), cases) for chosen, cases in groups]


def configured(graph: g.Graph, chosen: Configuration) -> Law | None:
    try:
        return configure(graph, chosen)
    except ConfigurationRefused:
        return None


def chosen_together(graph: g.Graph, one: Configuration, other: Configuration) -> Configuration | None:
    """What either chooses; nothing where they contradict each other or the law refuses both together."""
    both = one.merged(other)
    return both if both == other.merged(one) and configured(graph, both) is not None else None


SITUATIONS = 4
"""Of the situations of a game, how many are drawn each day: the law of each has to be emitted, and cases of most
of them are asked above every day."""


def test_made_up_positions_are_judged_as_by_the_reference(shipped: Compilation, lot: Random) -> None:
    """A slice of what `bench/agree.py` asks by the million; by plain law and by the one with a record in turn."""
    name, situations = shipped.name, list(shipped.graph.situations)
    drawn = lot.sample(situations, min(SITUATIONS, len(situations)))
    for number, situation in enumerate((None, *drawn)):
        record = bool(number % 2)
        judged_alike(shipped, Configuration(situation=situation), record, f"{name} {record}", 12)


@pytest.mark.parametrize("situation", [None, "s1"])
@pytest.mark.parametrize("record", [False, True], ids=["plain", "record"])
def test_law_with_every_word_that_plays_is_judged_as_by_the_reference(
    night: Path, record: bool, situation: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is remembered and counted, who acts, what runs, and the statements at which a trial stops.

    Looking for a way on, both give up sooner than in play: nearly all of the time would go into a few long searches.
    """
    monkeypatch.setattr(lookahead, "MOST_POSITIONS", lookahead.MOST_POSITIONS // 20)
    compilation = compile_modules(str(night), Diagnostics())
    assert compilation is not None
    told = judged_alike(compilation, Configuration(situation=situation), record, f"night {record} {situation}", 80)
    assert min(told[sort] for sort in ("value", "Hole", "not open")) > 3


def judged_alike(
    compilation: Compilation, chosen: Configuration, record: bool, seed: str, positions: int
) -> Counter[str]:
    """Asks both about made-up positions; nothing may go unanswered by the one that the other answers."""
    law = configure(compilation.graph, chosen)
    pair, made_up = Pair(law, record=record), MakeBelieve(compilation, law, Random(seed))
    told: Counter[str] = Counter()
    for _ in range(positions):
        position = made_up.new_position()
        asked = pair.on(position)
        for sort, question, args in made_up.asks(20):
            reference, emitted = compare(pair, position, asked, sort, question, args)
            assert not differ(reference, emitted), (sort, question, args)
            told[reference[0]] += 1
            told["again"] += reference[0] == "value" and emitted == AGAIN
            told["not open"] += sort == "may" and "not open" in str(reference)
    assert told["again"] * 20 <= told["value"]  # made-up positions are full of what nobody said
    return told


def test_a_figure_that_rules_bear_on_is_judged_as_by_the_reference() -> None:
    compilation = compile_modules(str(VARIANTS / "deep-mud"), Diagnostics())
    assert compilation is not None
    judged_alike(compilation, Configuration(), True, "deep mud", 12)


def test_the_record_holds_the_rules_that_the_trace_of_the_reference_tells(shipped: Compilation) -> None:
    law = configure(shipped.graph)
    beside = {r.id for r in law.rules.values() if isinstance(r.conclusion, g.Rounds)}
    beside |= {r.id for of in (law.limiters, law.step_limiters) for rules in of.values() for r in rules}
    beside |= {a.rule for r in law.rules.values() for a in parts((r.when, r.conclusion)) if isinstance(a, e.Applies)}
    pair, made_up = Pair(law, record=True), MakeBelieve(shipped, law, Random(shipped.name))
    told = left = positions = 0
    while positions < 15 or (told <= 20 and positions < 100):  # a small law gives fewer answers to a position
        positions += 1
        position = made_up.new_position()
        asked = pair.on(position)
        for sort, question, args in made_up.asks(15):
            if sort not in ("fact", "quantity"):
                continue
            if any(node.startswith("effect:") for node in law.all_asked([f"{sort}:{question}"])):
                continue  # what an effect would break is tried, and a trial leaves no trace
            ev = evaluator(law, position, tracing=True)
            if outcome(lambda: getattr(ev, sort)(question, args))[0] != "value":  # noqa: B023 - called at once
                continue
            if outcome(lambda: getattr(asked, sort)(question, args)) == AGAIN:  # noqa: B023 - called at once
                left += 1  # to the reference
                continue
            applied = {t.rule.id for node in walk(ev.asked) for t in node.applied()}
            fired = set(asked.fired)
            assert fired - beside == applied - beside, (sort, question, args)
            assert applied <= fired, (
                "a trace is silent about rounding that changes nothing, and about what limits rules"
            )
            told += bool(applied)
    assert told > 20
    assert left * 8 <= told  # a condition that was taken out of a loop stops also where the loop has no turn
