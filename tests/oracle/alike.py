"""A game of the product and the same one by the old machine: the same answers, and all that both say on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from reference.begun import begun
from reference.game import Game as Oracle

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import render
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.wasm.following import target_of
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.seats import players_of
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import Player, RandomPlayer
from hexlaw.runtime.play.questions import ByLot, Choose
from hexlaw.runtime.play.seating import seated, seats


def prepared_of(compilation: Compilation, situation: str) -> Prepared:
    found = Diagnostics()
    prepared = prepare(compilation, situation, Configuration(), found)
    assert prepared is not None, "\n".join(render(d) for d in found)
    return prepared


def by_product(prepared: Prepared, seed: str) -> Game:
    """A game as tables play it: by the printed law, where it can be printed."""
    game = prepared.game(seed)
    target_of(game)
    assert game.stand  # it has begun
    return game


def playing(game: Game, players: str, seed: str) -> Mapping[str, Player]:
    """Who answers in a game: chance, or programs that look ahead."""
    if players == "random":
        return dict.fromkeys((*seats(game.position), *game.law.sides), RandomPlayer(Chance(seed)))
    return players_of(players, game, seed, lambda: target_of(game) or Target(game.agenda, game.setup))


class Both:
    """The two games; what one of them refuses or stops at, so does the other."""

    def __init__(self, prepared: Prepared, seed: str, lot: Random | None = None) -> None:
        self.lot = Random(seed) if lot is None else lot
        self.seed, self.refusals = seed, 0  # answers whose refusal was compared
        self.game, self.oracle = by_product(prepared, seed), begun(prepared, seed)

    def play(self, players: str, most: int, every: int = 4) -> None:
        """Plays up to so many answers; of one in so many questions all is compared that can be asked."""
        asked = playing(self.game, players, self.seed)
        while len(self.game.entries) < most and self.is_going_on():
            question = self.game.question
            if isinstance(question, ByLot):
                assert self.game.throw() == self.oracle.throw()
                continue
            if self.lot.randrange(every) == 0:
                self.compare_answers()
            assert question is not None
            self.put(seated(asked, question).answer(self.game))
            while players == "random" and self.game.undoable > 2 and self.lot.random() < 0.1:
                assert self.game.undo() == self.oracle.undo()
        self.compare_endings()

    def put(self, answer: Any) -> None:
        assert self.oracle.allows(answer)
        for game in (self.game, self.oracle):
            game.put(answer)

    def is_going_on(self) -> bool:
        """Compares what holds and is asked; returns whether anything is."""
        game, oracle = self.game, self.oracle
        assert game.entries == oracle.entries
        assert game.question == oracle.question
        assert under_way(game) == under_way(oracle)
        return game.question is not None

    def compare_answers(self) -> None:
        """Compares what is legal, what it costs, why something is refused, and where an answer leads."""
        game, oracle = self.game, self.oracle
        legal = oracle.options()
        assert game.options() == legal
        if isinstance(game.question, Choose):
            assert game.prices(legal) == oracle.prices(legal)
        refused = [one for one in oracle.eligible() if one not in legal]
        if refused:
            answer = self.lot.choice(refused)
            assert not game.allows(answer)
            assert reasons(game, answer) == reasons(oracle, answer)
            self.refusals += 1
        answer = self.lot.choice(legal)
        ahead, slowly = game.followed(answer), oracle.followed(answer)
        assert ahead is not None
        assert slowly is not None
        assert ahead.entries == slowly.entries
        assert ahead.question == slowly.question
        assert under_way(ahead) == under_way(slowly)
        for side in game.law.sides:
            assert game.text(side) == oracle.text(side)

    def compare_endings(self) -> None:
        assert self.game.entries == self.oracle.entries
        assert self.game.text() == self.oracle.text()
        assert [*self.game.position.things] == [*self.oracle.position.things]
        assert self.game.over == self.oracle.over
        if self.game.over:
            assert (self.game.winner(), self.game.figures()) == (self.oracle.winner(), self.oracle.figures())


def reasons(game: Game | Oracle, answer: Any) -> list[tuple[Any, ...]]:
    """Why an answer is refused: by what, by which rule, in which words; and why what would follow is."""
    verdict = game.judge(answer)
    return [(one.how, one.rule and one.rule.id, one.text) for one in (*verdict.refusals, *verdict.further)]


def is_known(name: str, value: object) -> bool:
    """Returns whether a frame knows a value by a name: not who acts, nor by what a pick is stopped if it is not."""
    return name != "acting" and (value is not None or not name.startswith(" "))


def under_way(game: Game | Oracle) -> list[Any]:
    """What is under way, as tables read it: parts, windows, actions and effects, and what the innermost knows by name.
    The frames of the two are of classes of their own, which have the same names."""
    if game.question is None:
        return []
    found: list[Any] = [game.running, game.offered, game.ends_with_done, game.mover, game.repeats, game.spent()]
    frames: list[Any] = [*game.under_way]
    for frame in frames:
        match type(frame).__name__:
            case "Running":
                found.append((frame.span.name, frame.side, frame.number))
            case "ActionFrame" | "EffectFrame":
                found.append(frame.name)
            case "WindowFrame":
                found.append((frame.side, frame.duty, frame.taken))
    if frames and (sort := type(frames[-1]).__name__) in ("Picking", "Body"):
        asking = frames[-1]
        found.append({name: value for name, value in asking.names.items() if is_known(name, value)})
        found.append(asking.pick if sort == "Picking" else asking.lines[asking.at - 1])
        found.append((set(asking.chosen), asking.barred) if sort == "Picking" else None)
    return found


class BothStop(Exception):
    """The law stops both, in the same words."""


def same(games: Sequence[Any], ask: Callable[[Any], Any]) -> Any:
    """Returns what both games say, which has to be the same; raises where the law stops both."""
    said = [_outcome(ask, game) for game in games]
    assert said[0] == said[1], f"by the product {said[0]}, by the old machine {said[1]}"
    value, stop = said[0]
    if stop:
        raise BothStop(stop)
    return value


def _outcome(ask: Callable[[Any], Any], game: Any) -> tuple[Any, str]:
    try:
        return ask(game), ""
    except LawStop as stop:
        return None, f"{type(stop).__name__}: {stop.message}"
