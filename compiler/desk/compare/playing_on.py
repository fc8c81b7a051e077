"""Who gains by a difference, known by playing: from places in games where it matters, on under both laws.

Idea: the two games of a pair go alike until a difference has its say (`pairs.py`). All that was answered before
that is legal under both laws, so the first answer at which they are unlike is a witness that stands in a game: the
journal up to there is taken up under either law, and the game played on, by dice and choices of other seeds that are
the same under both. What comes of that is counted as the pairs of a sweep are (`balance.py`, `findings.py`).
INVARIANT: one place is one observation, however often it is played on from there. A program chooses the same again in
the same place, and its choice may be the better one by luck: told apart from luck is only what goes one way from place
to place. To play on several times takes out what dice do to one place.
Games are played by the target alone; what it does not play, or hands back, tells nothing of who gains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from time import monotonic_ns

from hexlaw.compiler.base.cache import digest
from hexlaw.compiler.base.processes import NANO, shared_out
from hexlaw.compiler.desk.compare.balance import Balance, Sweep, play
from hexlaw.compiler.desk.compare.pairs import NOBODY, Arena, Begun, NotedGame, Pair, PartingOfPairs, Played
from hexlaw.runtime.play.journal import Entry

MAX_PLACES = 24
"""Places from which one difference is played on."""
TIMES, MAX_TIMES = 2, 8
"""Games from each place under each law, where there are so many places, and where there are few."""
MAX_SEEDS = 100
"""Seeds of which both games are played to find places."""
MIN_PLACES = 4
"""With fewer nothing can be told apart from luck: one word allows for who wins, for counts and for two tests."""
MAX_DIFFERENCES = 4
"""Differences that part the most games; the others are not played on from."""
SECONDS = 60
HANDED_BACK = "the target does not play it"


@dataclass(frozen=True)
class PlayedPlace:
    """A place in a game that is legal under both laws, where these part: the answers before it."""

    seed: str
    seating: int
    begun: tuple[Entry, ...]
    parting: PartingOfPairs


@dataclass(frozen=True)
class PlayedOn:
    """The games played on from the places at which a difference, or several together, parts two laws."""

    by: tuple[str, ...]
    places: tuple[PlayedPlace, ...]
    times: int
    balance: Balance


@dataclass(frozen=True)
class Gains:
    """The gains by each difference in a situation; `searched` counts the pairs of games searched for places."""

    situation: str
    searched: int
    differences: tuple[PlayedOn, ...]
    is_stopped: bool = False


@dataclass(frozen=True)
class FromPlaces(Arena):
    """An arena whose games begin at places: the seeds stand for these in their order, a seating for one time that it
    is played on from there."""

    places: tuple[PlayedPlace, ...] = ()
    seated: tuple[Mapping[str, str], ...] = ()

    @staticmethod
    def of(arena: Arena, places: Sequence[PlayedPlace], times: int, among: int) -> FromPlaces:
        own = vars(arena) | {"seatings": (arena.seatings[0],) * times, "among": among}
        return FromPlaces(**own, places=tuple(places), seated=arena.seatings)

    def job(self) -> str:
        return digest(super().job(), repr(self.places))

    def pair(self, seed: str, seating: int) -> Pair:
        place = self.places[int(seed.rpartition("-")[2]) - 1]
        seated = self.seated[place.seating]
        begun = Begun(place.begun, f"{place.seed}+{seating + 1}")
        back = NotedGame(Played(NOBODY, {}, 0, HANDED_BACK), [], [])
        games = (t.printed(place.seed, seated, self.most, begun) or back for t in (self.base, self.variant))
        return self.paired(seed, seating, *games)


def who_gains(arena: Arena, seed: str, processes: int, until: int | None = None) -> Gains | None:
    """Returns who gains by each difference, from games whose seeds begin with one; None where nothing differs or the
    target does not play both laws. From the moment `until` on, of the monotonic clock, nothing more is waited for."""
    last = monotonic_ns() + SECONDS * NANO
    until = last if until is None else min(until, last)
    tables = arena.base, arena.variant
    if arena.is_one_law or not all(table.prints(seated) for table in tables for seated in arena.seatings):
        return None
    arena.get_ready()
    searched, found = _places(arena, seed, processes, monotonic_ns() + (until - monotonic_ns()) // 2)
    enough = {by: places for by, places in found.items() if len(places) >= MIN_PLACES}
    most_first = sorted(enough.items(), key=lambda each: -len(each[1]))[:MAX_DIFFERENCES]
    differences = []
    for number, (by, places) in enumerate(most_first):
        share = monotonic_ns() + (until - monotonic_ns()) // (len(most_first) - number)
        times = min(MAX_TIMES, TIMES * MAX_PLACES // len(places))
        sweep = Sweep(seed, len(places) * times, Fraction(0), processes, share, len(places) * times)
        balance = play(FromPlaces.of(arena, places, times, len(most_first)), sweep, None)
        differences.append(PlayedOn(by, tuple(places), times, balance))
        if balance.is_stopped:
            break
    return Gains(arena.situation, searched, tuple(differences), any(each.balance.is_stopped for each in differences))


def _places(
    arena: Arena, seed: str, processes: int, until: int
) -> tuple[int, dict[tuple[str, ...], list[PlayedPlace]]]:  # fmt: skip
    """Returns how many pairs of games were searched, and by difference the places where they part, in the order of
    seeds. Each seed has one seating, in turn: two places of one seed would have dice in common."""
    tasks = [partial(_place, arena, f"{seed}-{n}", (n - 1) % len(arena.seatings)) for n in range(1, MAX_SEEDS + 1)]
    found: dict[tuple[str, ...], list[PlayedPlace]] = {}
    searched, left = 0, MAX_PLACES * min(2, len(arena.differing))
    with shared_out(tasks, processes, until) as places:
        for place in places:
            searched += 1
            if place is None:
                continue
            found.setdefault(place.parting.by, []).append(place)
            left -= 1
            if not left:
                break
    return searched, {by: places[:MAX_PLACES] for by, places in found.items()}


def _place(arena: Arena, seed: str, seating: int) -> PlayedPlace | None:
    """Returns where the two games of a seed part; None where they do not, or the target hands one back."""
    seated = arena.seatings[seating]
    base, variant = (table.printed(seed, seated, arena.most) for table in (arena.base, arena.variant))
    if base is None or variant is None:
        return None
    parting = arena.paired(seed, seating, base, variant).parting
    return None if parting is None else PlayedPlace(seed, seating, tuple(base.entries[: parting.at - 1]), parting)
