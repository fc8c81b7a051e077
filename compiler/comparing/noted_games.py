"""One game under a law, with what had a say in each of its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from hexlaw.compiler.comparing.leads import Leads
from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.situations.played_out import NotFinished, play_out
from hexlaw.runtime.emitted.recorded import RecordedLaw
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import Player, player
from hexlaw.runtime.play.state import State
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import plain_text

NOBODY = "nobody"
UNDER_WAY = "under way"
"""Why a game has no winner that is not over yet."""


@dataclass(frozen=True)
class Played:
    """What came of one game of a pair; `leads` tells by how much each side was ahead after each turn."""

    winner: str
    told: Mapping[str, str]
    answers: int
    stopped: str = ""
    leads: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Table:
    """One of the two laws, ready to be played and to note what has a say; `keys` has the difference for each note."""

    prepared: Prepared
    recorded: RecordedLaw
    keys: Mapping[str, str]
    always: tuple[str, ...]

    def differences(self, noted: Iterable[str]) -> set[str]:
        """The differences that what a game noted is a sign of."""
        return {self.keys[name] for name in noted if name in self.keys}


@dataclass(frozen=True)
class Step:
    """An answer, with what had a say in the plan for it and in what was done then."""

    entry: str
    planned: frozenset[str]
    done: frozenset[str]


@dataclass(frozen=True)
class NotedGame:
    """A game that was played: what came of it, each answer with what had a say in it, and how the game stood then."""

    table: Table
    played: Played
    trail: list[Step]
    states: list[State]


class _Noting:
    """A player that plays as another does, and notes what had a say in its plan."""

    def __init__(self, inner: Player, recorded: RecordedLaw, planned: list[frozenset[str]]) -> None:
        self.inner, self.recorded, self.planned = inner, recorded, planned

    def answer(self, game: Game) -> Any:
        found = self.inner.answer(game)
        self.planned[:] = [self.recorded.take()]
        return found


def play_noted(
    table: Table, seed: str, seating: Mapping[str, str], most: int,
    each: Callable[[Callable[[], NotedGame]], None] = lambda so_far: None,
) -> NotedGame:  # fmt: skip
    """Plays a game of so many answers at the most. `each` is called after every one; it may ask how the game stands."""
    recorded = table.recorded
    recorded.take()
    trail: list[Step] = []
    states: list[State] = []
    planned: list[frozenset[str]] = [frozenset()]
    try:
        game = table.prepared.game(seed)
    except LawStop as stop:
        return NotedGame(table, Played(NOBODY, {}, 0, stop.message), trail, states)
    leads = Leads(list(seating), recorded)
    leads.began(game)
    players = {side: _Noting(player(name, f"{seed}/{side}"), recorded, planned) for side, name in seating.items()}

    def noted() -> None:
        state = game.machine.state
        entry = game.entries[-1]
        said = f"{entry.who}: {entry.asked} {entry.answer}".removeprefix(": ")
        trail.append(Step(said, planned[0], recorded.take()))
        states.append(state)
        planned[:] = [frozenset()]
        leads.answered(game)
        each(so_far)

    def so_far() -> NotedGame:
        """Asked apart from the game, which notes what it is asked itself, and only once of one position."""
        asked = evaluator(table.prepared.agenda.law, game.machine.position)
        told: dict[str, str] = {}
        with suppress(LawStop):
            told |= {label: plain_text(asked.value(node, {})) for label, node in game.setup.tells}
        return NotedGame(table, Played(NOBODY, told, len(trail), UNDER_WAY), trail, states)

    try:
        play_out(game, players, most, noted)
        answers = len(trail)
        winner = game.winner()
        told = {label: plain_text(value) for label, value in game.told().items()}
        trail.append(Step(f"the game is over: {winner or NOBODY} wins", frozenset(), recorded.take()))
        states.append(game.machine.state)
        played = Played(NOBODY if winner is None else str(winner), told, answers, leads=leads.told)
    except LawStop as stop:
        how = "not over" if isinstance(stop, NotFinished) else "stopped"
        played = Played(NOBODY, {}, len(trail), f"{how}: {stop.message}")
    return NotedGame(table, played, trail, states)
