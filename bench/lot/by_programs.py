"""Games that are played by programs: by the reference, with programs of the target in Python, and by the target alone.

In a game of the reference all that programs answer is judged by it. They run in Python, so that both engines are held
to account. That is slow, so they may look at a few positions only and their games are cut off early.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from held import Account, Parting, stops_alike

from hexlaw.compiler.programs import at_the_table, program_of
from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.situations.played_out import NotFinished, play_out
from hexlaw.compiler.wasm.program import Program, Weighed, Weighing
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.target import PlayedOut, Target
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.seating import by_seat_and_side, keys_of_players, seats

MOST = {"random": 100, "greedy": 30}
"""Answers and throws after which a game is cut off, by the program of its first seat."""
LOOKS_AT = {"greedy": 30}
"""Positions that a program looks at for one plan."""


@dataclass(frozen=True)
class ByPrograms:
    """What came of a game of the reference; `stop` says how the law stopped, `cut` that it was too long."""

    seed: str
    named: Mapping[str, str]
    most: int
    entries: tuple[Entry, ...]
    told: tuple[object, ...] = ()
    left_out: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)
    stop: LawStop | None = None
    cut: bool = False


def programs_by_lot(prepared: Prepared) -> dict[str, dict[str, str]]:
    """Returns games by their names, with who plays each seat: chance alone, or against one that looks ahead."""
    names = {"random": "random"}
    if prepared.setup.worth is not None:
        names |= {name: f"{name}:{positions}" for name, positions in LOOKS_AT.items()}
    at_table = [*seats(prepared.position)]
    return {
        name: {seat: "random" if at % 2 else program for at, seat in enumerate(at_table)}
        for name, program in names.items()
    }


def by_the_reference(
    prepared: Prepared, seed: str, named: Mapping[str, str], seen: ReadSet | None = None
) -> ByPrograms:
    """Plays a game of the reference; what it looks at is noted in `seen`, if that is given."""
    most = min(MOST[name.partition(":")[0]] for name in ("random", *named.values()))
    find = lambda: Target(prepared.agenda, prepared.setup, engine=python())  # noqa: E731
    players = at_the_table(named, prepared.position, seed, find)
    game, stopped, cut = None, None, False
    told: tuple[object, ...] = ()
    try:
        begun = Game(prepared.agenda, prepared.setup, seed, seen=seen)
        assert begun.stand  # a game that the law does not let begin has no entries
        play_out(game := begun, players, most)
        told = game.winner(), game.figures()
    except NotFinished:
        cut = True
    except LawStop as stop:
        stopped = stop
    weighed = {
        seat: player.weighed(seat) for seat, player in players.items() if isinstance(player, Weighing) and seat in named
    }
    entries = tuple(game.entries if game else ())
    return ByPrograms(seed, named, most, entries, told, _left_out(weighed), stopped, cut)


def held(prepared: Prepared, target: Target, here: ByPrograms) -> Account:
    """Plays the same game in the target; returns an account with the first difference."""
    keys, programs = keys_of_players(prepared.position, here.seed), _programs(prepared, here.named)
    if not target.refusal:
        target.running.set("checked", 1)
    there = target.play(here.seed, keys, here.most, programs=programs)
    is_as_long = here.cut and len(there.entries) >= here.most
    account = Account(stop=here.stop, stopped=0 if is_as_long else there.stopped)
    account.parting = _parting(target, there, here, account)
    return account


def _parting(target: Target, there: PlayedOut, here: ByPrograms, account: Account) -> Parting | None:
    number = len(here.entries)
    if differing := target.running.get("differing"):
        return Parting(0, "what positions are worth, from scratch and from what was written", differing, 0)
    for at, (one, other) in enumerate(zip(there.entries, here.entries, strict=False)):
        if one != other:
            return Parting(at, "a game by programs", one, other)
    if account.stop is not None or account.stopped:
        return stops_alike(account, number)
    if not here.cut and len(there.entries) != number:
        return Parting(number, "how long a game by programs is", len(there.entries), number)
    left_out = _left_out({seat: of_seat for seat, of_seat in target.weighed().items() if seat in here.named})
    if left_out != here.left_out:
        return Parting(number, "what programs left out", left_out, here.left_out)
    if not here.cut and (there.winner, there.report) != here.told:
        return Parting(number, "the result of a game by programs", (there.winner, there.report), here.told)
    return None


def _left_out(weighed: Mapping[str, Weighed]) -> dict[str, tuple[int, int | None]]:
    """Returns by seat the decisions without a plan, and where something was left out first. How often it was depends on
    which positions are known to be the same."""
    return {seat: (of_seat.without, of_seat.first) for seat, of_seat in weighed.items() if of_seat.unanswered}


def _programs(prepared: Prepared, named: Mapping[str, str]) -> dict[str, Program]:
    return by_seat_and_side({seat: program_of(name) for seat, name in named.items()}, prepared.position)
