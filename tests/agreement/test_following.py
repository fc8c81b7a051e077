"""A game of the target follows one of the reference: what it tells, the reference would have told, only later."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from rotation import drawn
from under_way import text_of_position

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.wasm import following
from hexlaw.compiler.wasm.engines import WEBASSEMBLY
from hexlaw.compiler.wasm.following import Follower, stand_beside, target_of
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.law.graph import MISSING
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.types import HEX
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play import outcomes
from hexlaw.runtime.play.dice import BY_NUMBER
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Take
from hexlaw.runtime.play.trials import Trials

pytest.importorskip("wasmtime")

MOVES = "tutorial", "early-snow"
HIDES, OFFERS = ("panzerblitz + panzerbitz", "unseen-guns"), ("panzer-leader", "mined-line")
SEVERAL = [MOVES, HIDES, OFFERS, ("tutorial", "last-fine-day"), ("panzerblitz", "field-works")]
ANSWERS, LOOKED_AT, READ = 60, 2, 80


def begun(module: str, situation: str, chance: str | None = BY_NUMBER) -> Game:
    found = Diagnostics()
    compilation = compile_modules(module, found)
    both = None if compilation is None else prepare(compilation, situation, Configuration(), found)
    assert both is not None, [d.message for d in found]
    return both.game("hay", chance)


def followed(module: str, situation: str) -> tuple[Game, Follower]:
    game = begun(module, situation)
    assert target_of(game) is not None
    assert isinstance(game.beside, Follower)
    while isinstance(game.question, ByLot):
        game.throw()
    return game, game.beside


@dataclass
class Reference:
    """The same game asked without what stands beside it."""

    game: Game

    def __call__(self, name: str, *args: Any) -> Any:
        beside, self.game.beside = self.game.beside, None
        try:
            return getattr(self.game, name)(*args)
        finally:
            self.game.beside = beside


def looked_at(game: Game, beside: Follower, chance: Random) -> int:
    """Asks both for all that can be done in a game, and what comes of some of it; returns how often both told."""
    reference, told = Reference(game), 1
    legal = reference("options")
    assert beside.options(game) == legal
    for answer in chance.sample(legal, min(LOOKED_AT, len(legal))):
        found, expected = beside.after(game, answer), reference("foreseen", answer)
        assert found is not None
        assert (found.question, found.is_refused) == (expected.question, expected.is_refused)
        if not isinstance(found.question, Take | Choose):
            continue
        ahead, slowly = game.followed(answer), reference("followed", answer)
        assert ahead is not None
        assert ahead.entries[-1] == slowly.entries[-1]
        slowly.beside = None
        assert ahead.options() == slowly.options()
        if isinstance(found.question, Choose):
            assert ahead.prices(ahead.options()) == slowly.prices(slowly.options())
        told += 1
    if game.mover is not None and game.goes_by_steps:
        ways = beside.ways(game, game.mover, "")
        assert ways is not None
        assert {there: way for there, way in ways.items() if way.answers} == reference("ways", game.mover)
        told += 1
    return told


@pytest.mark.parametrize(("module", "situation"), drawn(SEVERAL, 2))
def test_both_say_the_same_of_what_can_be_done(module: str, situation: str) -> None:
    game, beside = followed(module, situation)
    chance, told, answers = Random(7), 0, 0
    while game.question is not None and answers < ANSWERS:
        if isinstance(game.question, ByLot):
            game.throw()
            continue
        told += looked_at(game, beside, chance)
        going_on = [one for one in game.options() if one != DONE] or [DONE]
        game.put(chance.choice(going_on) if chance.random() < 0.7 else chance.choice(game.options()))
        answers += 1
    assert told > ANSWERS
    assert not beside.has_parted


def stands(game: Game) -> list[object]:
    """How a game stands: what holds, in the order of its things, what is asked, and what is under way."""
    under_way = game.running, game.offered, game.ends_with_done, game.mover, game.repeats, game.spent()
    return [game.text(), [*game.position.things], game.question, *under_way]


@pytest.mark.parametrize(("module", "situation"), drawn(SEVERAL, 2))
def test_a_position_is_read_from_cells(module: str, situation: str) -> None:
    """It stands as a game does that is played by the reference alone, also ahead of it and taken back."""
    game, beside = followed(module, situation)
    slow, chance, told = begun(module, situation), Random(5), 0
    while isinstance(slow.question, ByLot):
        slow.throw()
    for _ in range(READ):
        if game.question is None:
            break
        if isinstance(game.question, ByLot):
            assert game.throw() == slow.throw()
        else:
            answer = chance.choice(game.options())
            if chance.random() < 0.3:
                ahead, slowly = game.followed(answer), slow.followed(answer)
                assert ahead is not None
                assert slowly is not None
                assert stands(ahead) == stands(slowly)
                told += not ahead.is_evaluated
            game.put(answer)
            slow.put(answer)
        assert stands(game) == stands(slow)
        while game.undoable > 2 and chance.random() < 0.2:
            assert game.undo() == slow.undo()
            assert stands(game) == stands(slow)
        told += not game.is_evaluated
    assert told > READ // 2
    assert not beside.has_parted


def prospects(game: Game, answer: Value) -> list[Any]:
    """What may come of an answer, and of each throw by itself."""
    before, found = outcomes.outcomes(game, answer)
    each = [
        (text_of_position(before), one.chance, text_of_position(one.position), one.question, one.cut_short)
        for one in found
    ]
    falls = [fall for roll in outcomes.rolls(game, answer).each for fall in roll.falls]
    return [*each, *((fall.chance, text_of_position(fall.before), text_of_position(fall.after)) for fall in falls)]


def test_what_dice_may_do_is_found_by_both() -> None:
    game, _ = followed(*MOVES)
    reference, told = Reference(game), 0
    for _ in range(READ):
        if isinstance(game.question, ByLot):
            assert [text_of_position(one) for one in game.whatever_falls()] == [
                text_of_position(one) for one in reference("whatever_falls")
            ]
            game.throw()
            continue
        for answer in [one for one in game.options() if game.throws_with(one)][:1]:
            found = prospects(game, answer)
            beside, game.beside = game.beside, None
            assert found == prospects(game, answer)
            game.beside, told = beside, told + 1
        game.put(Random(3).choice(game.options()))
    assert told


def test_effects_without_dice_are_those_of_an_answer_and_of_no_search() -> None:
    game, beside = followed(*MOVES)
    chance = Random(8)
    for _ in range(READ):
        answer = game.drawn() if isinstance(game.question, ByLot) else chance.choice(game.options())
        ahead = game.followed(answer)
        assert ahead is not None
        first = beside.undiced(ahead)
        ahead.options()
        again = beside.undiced(ahead)
        assert first is not None
        assert again is not None
        assert [(one.name, one.names) for one in first[0]] == [(one.name, one.names) for one in again[0]]
        game.put(answer)


@pytest.mark.parametrize(("module", "situation"), [MOVES, HIDES])
def test_why_a_pick_is_refused_is_said_alike_without_the_reference(module: str, situation: str) -> None:
    game, beside = followed(module, situation)
    chance, quick = Random(4), 0
    for _ in range(ANSWERS):
        if isinstance(game.question, Choose):
            asked = [*chance.sample([*game.position.things.values()], 2), DONE]
            told = [game.judge(one) for one in asked if not game.allows(one)]
            quick += not game.is_evaluated
            game.beside, expected = None, [game.judge(one) for one in asked if not game.allows(one)]
            assert [one.refusals for one in told] == [one.refusals for one in expected]
            game.beside = beside
        game.put(game.drawn() if isinstance(game.question, ByLot) else chance.choice(game.options()))
    assert quick > 5


def test_the_target_throws_and_counts_what_chance_is_for_as_the_reference_does() -> None:
    game, beside = followed(*SEVERAL[0])
    for _ in range(READ):
        if game.question is None:
            break
        told = beside.purpose(game), beside.shown(game, game.dice) if isinstance(game.question, ByLot) else None
        game.beside = None
        assert told == (game.purpose(), game.drawn() if isinstance(game.question, ByLot) else None)
        game.beside = beside
        game.put(game.drawn() if isinstance(game.question, ByLot) else Random(2).choice(game.options()))


@pytest.mark.parametrize("chance", ["by-purpose", None])
def test_dice_of_older_journals_fall_as_they_did(chance: str | None) -> None:
    game, slow = (begun(*MOVES, chance) for _ in range(2))
    assert target_of(game) is not None
    random = Random(6)
    for _ in range(READ):
        if game.question is None:
            break
        assert game.question == slow.question
        assert game.purpose() == slow.purpose()
        if isinstance(game.question, ByLot):
            assert game.throw() == slow.throw()
            continue
        answer = random.choice(game.options())
        game.put(answer)
        slow.put(answer)
        while game.undoable > 1 and random.random() < 0.2:
            assert game.undo() == slow.undo()
    assert any(not entry.side for entry in game.entries)
    assert [*game.position.things] == [*slow.position.things]
    assert not game.is_evaluated


def test_the_reference_evaluates_nothing_for_what_is_only_listed() -> None:
    game, _ = followed(*MOVES)
    move = next(one for one in game.options() if one == "move")
    ahead = game.followed(move)
    assert ahead is not None
    assert ahead.options()
    assert not ahead.is_evaluated


def test_what_an_answer_leads_to_is_tried_once_until_one_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    game, beside = followed(*MOVES)
    call, tried = beside.running.call, list[int]()

    def counted(name: str, *args: int) -> int:
        tried.extend(args[:1] * (name == "tried"))
        return call(name, *args)

    monkeypatch.setattr(beside.running, "call", counted)
    one, *_ = game.options()
    found = game.foreseen(one)
    ahead = game.followed(one)
    assert ahead is not None
    assert ahead.options()
    assert (game.foreseen(one), game.throws_with(one), len(tried)) == (found, False, 1)
    game.put(one)
    game.foreseen(game.options()[0])
    assert len(tried) == 2


def test_a_game_is_followed_where_answers_are_taken_back() -> None:
    game, beside = followed(*MOVES)
    first = game.options()
    game.put("move")
    [mover, other, *_] = game.options()
    game.put(mover)
    by_mover = beside.options(game)
    game.undo()
    game.put(other)
    assert beside.options(game) == Reference(game)("options")
    game.undo()
    game.put(mover)
    assert beside.options(game) == by_mover
    game.undo()
    game.undo()
    assert beside.options(game) == first


def test_a_game_is_taken_back_by_what_was_written_of_it() -> None:
    game, beside = followed(*MOVES)
    begun, first = beside.target.begin, game.position
    begins = list[str]()
    beside.target.begin = lambda *args: begins.append("anew") or begun(*args)  # type: ignore[method-assign,func-returns-value]
    game.put("move")
    game.put(game.options()[0])
    game.undo()
    game.put(game.options()[-1])
    game.undo()
    assert game.options() == Reference(game)("options")
    assert begins == []
    game.undo()
    assert game.position.places == first.places


def test_what_stands_elsewhere_is_asked_where_it_stands() -> None:
    game, beside = followed(*MOVES)
    game.put("move")
    game.put(game.options()[0])
    for _ in range(2):
        before = game.before_the_action()
        assert before is not None
        ahead = before.followed("move")
        assert ahead is not None
        for one in (before, ahead, game.at(game.stand), game):
            assert beside.options(one) == Reference(one)("options")
        before.put("move")
        assert beside.options(before) == Reference(before)("options")
    assert beside.options(game.at(before.stand)) is None, "nobody says after how many entries that is"


def test_a_difference_is_noted_and_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game, beside = followed(*MOVES)
    game.put("move")
    monkeypatch.setattr(beside.target, "asked", lambda: ("nobody", "nothing"))
    assert beside.options(game) is None
    assert beside.has_parted
    assert game.options() == Reference(game)("options")


def test_a_law_is_asked_in_python_until_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(*MOVES)
    monkeypatch.setattr(following, "is_worth_it", lambda key, games: games > 1)
    stand_beside(game, meanwhile=False)
    assert game.beside is None
    stand_beside(game, meanwhile=True)
    beside = game.beside
    assert isinstance(beside, Follower)
    assert beside.target.engine.language == "Python"
    played = target_of(game)  # which waits for it
    assert played is not None
    assert played.engine.language == WEBASSEMBLY
    while isinstance(game.question, ByLot):
        game.throw()
    assert beside.options(game) == Reference(game)("options")
    assert beside.target.engine.language == WEBASSEMBLY


def play_on(game: Game, chance: Random, answers: int) -> list[object]:
    """Plays by lot and takes back some; returns what could be done each time, and how the game stood."""
    found = list[object]()
    for _ in range(answers):
        if isinstance(game.question, ByLot):
            game.throw()
        elif game.question is not None:
            options = game.options()
            ahead = game.followed(chance.choice(options))
            found += [options, None if ahead is None or ahead.question is None else ahead.question]
            game.put(chance.choice(options))
        while game.undoable > 2 and chance.random() < 0.2:
            game.undo()
        found.append(game.text())
    return found


@pytest.mark.parametrize(("module", "situation"), [MOVES, *drawn(SEVERAL[1:], 1)])
def test_a_game_begun_in_python_goes_on_as_webassembly(module: str, situation: str) -> None:
    """Also in the middle of an action, and back to before it went over."""
    whole, native = followed(module, situation)
    expected, chance = play_on(whole, Random(8), ANSWERS), Random(8)
    game = begun(module, situation)
    target = Target(game.agenda, game.setup, engine=python())
    game.beside = beside = Follower(target)
    while isinstance(game.question, ByLot):
        game.throw()
    found = play_on(game, chance, ANSWERS // 3)
    assert beside.target.engine.language == "Python"
    beside.native = target.in_engine(native.target.engine)
    found += play_on(game, chance, ANSWERS - ANSWERS // 3)
    assert beside.target.engine.language == WEBASSEMBLY
    assert found == expected
    assert game.entries == whole.entries
    assert not beside.has_parted


def test_what_depends_on_the_map_alone_is_told_as_the_reference_works_it_out() -> None:
    """Between hexes drawn by lot; a hex far off the map is for the reference."""
    game, beside = followed(*OFFERS)
    answering, chance, told = game.answering, Random(11), 0
    assert game.position.map is not None
    hexes, facts = [*game.position.map.hexes], game.law.graph.facts
    of_hexes = [key.removeprefix("fact:") for key, is_of in beside.playable.of_map.items() if is_of]
    of_hexes = [name for name in of_hexes if all(type_ == HEX for _, type_ in facts[name].params)]
    assert of_hexes
    answering.of_map = None
    for name in of_hexes:
        for _ in range(12):
            args = tuple(chance.choice(hexes) for _ in facts[name].params)
            found = beside.of_map(name, args)
            with suppress(LawStop):
                expected = answering.about(game.position).ev.answer("fact", name, args)
                assert found == expected, (name, args)
                told += 1
    assert told > 12
    assert beside.of_map(of_hexes[0], (Hex(900, 900),) * len(facts[of_hexes[0]].params)) is MISSING


def test_the_machine_asks_for_it_and_whoever_wants_reasons_does_not() -> None:
    game, _ = followed(*OFFERS)
    assert game.position.map is not None
    here = next(iter(game.position.map.hexes))
    asked: list[str] = []

    def told(name: str, _: Sequence[Value]) -> Value:
        asked.append(name)
        return MISSING

    for answering in (Trials(game.law), Trials(game.law, tracing=True)):
        answering.of_map = told
        assert answering.about(game.position).ev.answer("fact", "level", (here,)) is not None
        assert bool(asked) != answering.tracing
        asked.clear()
