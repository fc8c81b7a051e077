"""Games that emitted law answers go as those that the reference answers: same journals, same states, same stops."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from made_up import MakeBelieve

from hexlaw.compiler.cases import judge
from hexlaw.compiler.cases.script import Script
from hexlaw.compiler.cli.run import players_of
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.emit.to_python import played_law
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import read_cases
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.situations.played_out import NotFinished, play_out
from hexlaw.runtime import graph as g
from hexlaw.runtime.emitted.answers import PlayedLaw
from hexlaw.runtime.law import Configuration, Law, configure
from hexlaw.runtime.play import choices, picks
from hexlaw.runtime.play.agenda import Agenda, agenda_of
from hexlaw.runtime.play.answers import Answering
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.foresight import as_seen
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import DONE, ByLot, Choose
from hexlaw.runtime.play.state import State
from hexlaw.runtime.play.trials import reference
from hexlaw.runtime.position import Position
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.stops import LawStop

HARBOUR = Path(__file__).resolve().parents[2] / "bench" / "harbour"


def compiled(name: str) -> Compilation:
    compilation = compile_modules(name, Diagnostics())
    assert compilation is not None
    return compilation


# ---- whole games


def ended(game: Game, players: str) -> tuple[Any, ...]:
    stopped = None
    try:
        play_out(game, players_of(players, game, game.seed))
    except LawStop as stop:
        stopped = type(stop), str(stop)
    return game.entries, game.machine.text(), stopped, game.winner(), game.told()


@pytest.mark.parametrize(("players", "games"), [("random", 4), ("greedy", 1)])
@pytest.mark.parametrize("situation", ["early-snow", "last-fine-day"])
def test_whole_games_of_the_tutorial_go_alike(situation: str, players: str, games: int) -> None:
    compilation = compiled("tutorial")
    told = Diagnostics()
    emitted, reference = (prepare(compilation, situation, Configuration(), told, emitted=how) for how in (True, False))
    assert emitted is not None
    assert reference is not None
    for number in range(games):
        assert ended(emitted.game(f"a{number}"), players) == ended(reference.game(f"a{number}"), players)
    assert isinstance(emitted.answering, PlayedLaw)
    assert emitted.answering.again == 0  # nothing had to be asked of the reference


# ---- played cases


class Emitted(Script):
    """A script of which emitted law answers the questions."""

    known: dict[object, tuple[Agenda, PlayedLaw]]

    def at_first(self, law: Law, position: Position, seen: Seen | None) -> Machine:
        key = (law.graph.modules, *law.options.items(), *law.readings.items(), law.year, law.situation)
        if key not in self.known:
            agenda = agenda_of(law)
            self.known[key] = agenda, played_law(agenda)
        agenda, answering = self.known[key]
        return Machine(agenda, State(answering.kept(position)), answering)


def test_every_played_case_goes_as_by_the_reference(shipped: Compilation, monkeypatch: pytest.MonkeyPatch) -> None:
    play_cases(shipped, monkeypatch)


def test_every_played_case_of_the_harbour_goes_as_by_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    play_cases(compiled(str(HARBOUR)), monkeypatch)


def play_cases(compilation: Compilation, monkeypatch: pytest.MonkeyPatch) -> None:
    Emitted.known = {}
    cases = []
    for path in compilation.chain.layers[-1].cases:
        file = read_cases(path, str(path), Diagnostics())
        assert file is not None
        if file.module in (None, compilation.name):  # the others are an add-on's cases on another base
            cases += [case for case in file.cases if case.node.get("play") is not None]
    monkeypatch.setattr(judge, "Script", Emitted)
    outcomes = [judge.run_case(case, compilation, tracing=False) for case in cases]
    told = [(case.id, o.expected, o.got) for case, o in zip(cases, outcomes, strict=True) if not o.passed]
    assert told == []  # all of them pass by the reference
    asked = sum(answering.asked for _, answering in Emitted.known.values())
    again = sum(answering.again for _, answering in Emitted.known.values())
    assert again * 10 <= asked  # most of it is answered without the reference


# ---- made-up positions, from the middle of play on


JUDGED = 5
"""Of what can be answered, how many are judged, drawn by lot, and more only until one is legal: the reference looks
long for a way on from each."""


def some_legal(machine: Machine, drawn: list[Any]) -> list[Any]:
    """What is legal of those that are judged: the first `JUDGED`, and more of them until there is one."""
    legal: list[Any] = []
    for number, answer in enumerate(drawn):
        if number >= JUDGED and legal:
            break
        legal += [answer] if choices.allows(machine, answer) else []
    return legal


def asked_alike(machines: list[Machine], random: Random, most: int) -> str:
    """Answers both in the same way, as long as they go on; tells how it ended."""
    for _ in range(most):
        if machines[0].state.question is None:
            return "over"
        if isinstance(machines[0].state.question, ByLot):
            options = [choices.candidates(machine) for machine in machines]
        else:
            found = [tried(lambda m=m: choices.candidates(m)) for m in machines]
            if not isinstance(found[0], str) and found[0] == found[1]:
                drawn = random.sample(found[0], len(found[0]))
                found = [tried(lambda m=m, drawn=drawn: some_legal(m, drawn)) for m in machines]
            assert found[0] == found[1]
            if isinstance(found[0], str):
                return found[0]
            options = found
        assert options[0] == options[1]
        if not options[0]:
            return "no way on"
        answer = random.choice(options[0])
        after = [tried(lambda m=m, a=answer: choices.answered(m, a)) for m in machines]
        if isinstance(after[0], str):
            assert after[0] == after[1]
            return after[0]
        machines = after
        assert machines[0].text() == machines[1].text()
        assert machines[0].state.question == machines[1].state.question
    return "goes on"


def tried(work: Any) -> Any:
    try:
        return work()
    except LawStop as stop:
        return f"{type(stop).__name__}: {stop}"


def begun(agenda: Agenda, position: Position, span: str | None, answering: Answering) -> Any:
    machine = Machine(agenda, State(answering.kept(position)), answering)
    machine.begin_amid(span)
    machine.run()
    return machine


def play_made_up(compilation: Compilation, seed: str, positions: int, situation: str | None = None) -> set[str]:
    law = configure(compilation.graph, Configuration(situation=situation))
    agenda, random = agenda_of(law), Random(seed)
    emitted, made_up = played_law(agenda), MakeBelieve(compilation, law, random)
    ends = set()
    spans = [None, *_spans(agenda.sequence)]
    for _ in range(positions):
        position, span = _without_tasks(made_up.new_position()), random.choice(spans)
        begin = partial(begun, agenda, position, span)
        both = [tried(partial(begin, answering)) for answering in (emitted, reference(law))]
        if isinstance(both[0], str) or isinstance(both[1], str):
            assert str(both[0]).partition(":")[0] == str(both[1]).partition(":")[0]
            ends.add("stops at once")
            continue
        assert both[0].text() == both[1].text()
        ends.add(asked_alike(both, random, 8).partition(":")[0])
    return ends


def _without_tasks(position: Position) -> Position:
    """Only the machine itself makes tasks and orders, and never without what belongs to them."""
    for thing in list(position.things.values()):
        if thing.kind in position.graph.tasks or thing.kind in position.graph.orders:
            position.remove(thing)
    return position


def _spans(lines: tuple[Any, ...]) -> list[str]:
    found = []
    for span in lines:
        if isinstance(span, g.SpanDecl):
            found += [span.name, *_spans(span.body)]
    return found


@pytest.mark.parametrize("situation", [None, "s1"])
def test_law_with_every_word_that_plays_goes_as_by_the_reference(night: Path, situation: str | None) -> None:
    assert len(play_made_up(compiled(str(night)), f"night {situation}", 25, situation)) > 2


def test_made_up_positions_go_as_by_the_reference(shipped: Compilation) -> None:
    assert play_made_up(shipped, shipped.name, 4)


def test_made_up_positions_of_the_harbour_go_as_by_the_reference() -> None:
    assert play_made_up(compiled(str(HARBOUR)), str(HARBOUR), 4)


class Comparing(RandomPlayer):
    """Plays at random, and compares what is eligible for the first pick of each sort."""

    def __init__(self) -> None:
        super().__init__(Chance("eligible"))
        self.compared: set[str] = set()

    def answer(self, game: Game) -> Any:
        question, machine = game.question, as_seen(game.machine)
        known = picks.eligible(machine) if isinstance(question, Choose) else None
        if isinstance(question, Choose) and known is not None and question.pick not in self.compared:
            self.compared.add(question.pick)
            other = machine.by_reference()
            assert known == {x for x in picks.candidates(other) if x != DONE and picks.stands(other, x)}
        return super().answer(game)


@pytest.mark.parametrize(("name", "situation"), [("tutorial", "last-fine-day"), ("panzerblitz", "rear-area-raid")])
def test_what_is_eligible_for_a_pick_is_what_the_reference_finds_one_by_one(name: str, situation: str) -> None:
    compilation = compiled(name)
    prepared = prepare(compilation, situation, Configuration(), Diagnostics(), emitted=True)
    assert prepared is not None
    player = Comparing()
    game = prepared.game("eligible")
    with suppress(NotFinished):
        play_out(game, dict.fromkeys(game.law.sides, player), 200)
    assert len(player.compared) > 2
