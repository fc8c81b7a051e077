"""Pairs of games: one seed, one seating, both laws; and where the two games of a pair first part.

Idea: dice and choices by lot are drawn by what they are for (decision 0033), so two games of one seed go alike until a
rule that differs has had a say. With each answer is kept what had a say on the way to it, while the program planned,
and in carrying it out, and the state that it led to. The first answer at which the two games are unlike names the
rules: those that fired in planning where the answers differ, those that fired in carrying it out where only the state
does. INVARIANT: a pair depends on nothing but the two laws, the programs,
the seed and the seating; so it can be played anywhere, at any time, and counts once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from typing import Any

from hexlaw.compiler.comparing.differences import Structure
from hexlaw.compiler.comparing.luck import Lucks, Meter, Weighed, lucks
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.comparing.unreadable import Unreadable
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.emit.to_python import recorded_law
from hexlaw.compiler.render import in_order, render
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import NotFinished, play_out
from hexlaw.runtime.emitted.recorded import RecordedLaw
from hexlaw.runtime.law import Law
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import PLAYERS, Player, player
from hexlaw.runtime.play.state import State
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import exact_text

WATCHED = ("effect", "action", "task", "quantity", "sequence")
"""Sorts of declarations that are carried out or asked and are no rules: it is noted when anything in them is."""
MOST_LINES = 4
NOBODY = "nobody"


@dataclass(frozen=True)
class Played:
    """What came of one game of a pair; `luck` is what each throw did to each side, from where it may be unlike."""

    winner: str
    told: Mapping[str, str]
    answers: int
    stopped: str = ""
    luck: Lucks = ()


@dataclass(frozen=True)
class Parting:
    """Where the two games of a pair are first unlike: which answer, what was done, and what then differs."""

    at: int
    base: str
    variant: str
    state: tuple[str, ...]
    by: tuple[str, ...]


@dataclass(frozen=True)
class Pair:
    """One seed under both laws. `touched` are the differences that had a say in one of its games."""

    seed: str
    seating: int
    base: Played
    variant: Played
    touched: tuple[str, ...]
    parting: Parting | None

    @property
    def stopped(self) -> bool:
        return bool(self.base.stopped or self.variant.stopped)

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of_data(data: Mapping[str, Any]) -> Pair:
        parting = data["parting"]
        if parting is not None:
            parting = Parting(**{**parting, "state": tuple(parting["state"]), "by": tuple(parting["by"])})
        base, variant = (
            Played(**{**data[side], "luck": tuple(map(tuple, data[side]["luck"]))}) for side in ("base", "variant")
        )
        return Pair(data["seed"], data["seating"], base, variant, tuple(data["touched"]), parting)


@dataclass(frozen=True)
class Table:
    """One of the two laws, ready to be played and to note what has a say; `keys` has the difference for each note."""

    prepared: Prepared
    recorded: RecordedLaw
    keys: Mapping[str, str]
    always: tuple[str, ...]


@dataclass(frozen=True)
class Arena:
    """A situation under both laws, with the programs that play it: by seating, which one has which side."""

    situation: str
    base: Table
    variant: Table
    seatings: tuple[Mapping[str, str], ...]
    most: int

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(self.seatings[0])

    @property
    def knows_luck(self) -> bool:
        """Whether both laws say what a position is worth, so that it can be told what dice did to a side."""
        return all(table.prepared.setup.worth is not None for table in (self.base, self.variant))

    @property
    def is_one_law(self) -> bool:
        """Whether no difference of the two laws is in force in this situation: then its games are the same."""
        return not any((self.base.keys, self.variant.keys, self.base.always, self.variant.always))

    def pair(self, seed: str, seating: int) -> Pair:
        """Plays one pair."""
        played = [_play(table, seed, self.seatings[seating], self.most) for table in (self.base, self.variant)]
        noted = [frozenset(table.keys[n] for step in game.trail for n in (*step.planned, *step.done) if n in table.keys)
                 for table, game in zip((self.base, self.variant), played, strict=True)]  # fmt: skip
        touched = noted[0] | noted[1] | frozenset((*self.base.always, *self.variant.always))
        parting = _parting(self, played[0], played[1])
        luck = lucks(played[0].weighed, played[1].weighed, len(self.sides))
        base, variant = (replace(game.played, luck=own) for game, own in zip(played, luck, strict=True))
        return Pair(seed, seating, base, variant, tuple(sorted(touched)), parting)


def arena(base: Side, variant: Side, structure: Structure, situation: str, players: Sequence[str], most: int) -> Arena:
    """The situation under both laws; raises `Unreadable` where it cannot be played."""
    prepared = [_prepared(side, situation) for side in (base, variant)]
    laws = [each.agenda.law for each in prepared]
    keys = keys_that_differ(laws[0], laws[1], structure)
    tables = [
        Table(replace(each, answering=recorded), recorded, own, _always(structure, situation, each))
        for each, own in zip(prepared, keys, strict=True)
        for recorded in [_watching(each, structure)]
    ]
    return Arena(situation, tables[0], tables[1], seatings(players, prepared[0]), most)


def _prepared(side: Side, situation: str) -> Prepared:
    diagnostics = Diagnostics()
    found = prepare(side.compilation, situation, side.chosen, diagnostics, emitted=False)
    if found is None:
        raise Unreadable("\n".join(render(d) for d in in_order(diagnostics)))
    return found


def seatings(players: Sequence[str], prepared: Prepared) -> tuple[Mapping[str, str], ...]:
    """Which program has which side: in every order where they are not all of one sort."""
    game = prepared.game("seating")
    sides = game.law.graph.choices["side"].values
    names = [players[0]] * len(sides) if len(players) == 1 else list(players)
    if len(names) != len(sides):
        raise Unreadable(f"{len(names)} players are named for {len(sides)} sides: {', '.join(sides)}")
    for name in names:
        try:
            player(name, "")
        except ValueError as problem:
            raise Unreadable(f"{problem}; there are: {', '.join(PLAYERS)}") from None
        if PLAYERS[name.partition(":")[0]].budget is not None and prepared.setup.worth is None:
            said = f"`{name}` cannot play `{prepared.setup.situation}`: nothing says what a position is worth there"
            raise Unreadable(f"{said}; `random` can")
    turned = [names[i:] + names[:i] for i in range(len(names))]
    orders = list(dict.fromkeys(map(tuple, turned)))
    return tuple(dict(zip(sides, order, strict=True)) for order in orders)


# ---- what is noted


def keys_that_differ(base: Law, variant: Law, structure: Structure) -> tuple[dict[str, str], dict[str, str]]:
    """By what a game notes, the difference that it is a sign of: for the base, and for the variant."""
    renamed = structure.renamed
    changed = {d.name for d in structure.that_count if d.sort == "rule"}
    gone = {n: f"rule:{n}" for n in base.rules if renamed.get(n, n) not in variant.rules or n in changed}
    came_from = {new: old for old, new in renamed.items()}
    came = {n: f"rule:{n}" for n in variant.rules if came_from.get(n, n) not in base.rules or n in changed}
    found = gone, came
    for d in structure.that_count:
        for law, keys in zip((base, variant), found, strict=True):
            if d.sort in WATCHED:
                keys[d.key] = d.key
            for sort, name in d.bears_on if d.sort in ("fact", "quantity", "table", "reach", "memory", "tally") else ():
                if sort == "rule" and name in law.rules:
                    keys.setdefault(name, d.key)
                elif sort in WATCHED:
                    keys.setdefault(f"{sort}:{name}", d.key)
    return found


def _watching(prepared: Prepared, structure: Structure) -> RecordedLaw:
    graph = prepared.agenda.law.graph
    recorded = recorded_law(prepared.agenda, prepared.setup)
    named = [(d.sort, d.name) for d in structure.that_count]
    named += [other for d in structure.that_count for other in d.bears_on]
    watched = ((f"{sort}:{name}", graph.section(sort)[name]) for sort, name in named
               if sort in WATCHED and name in graph.section(sort))  # fmt: skip
    recorded.watch(watched)
    return recorded


def _always(structure: Structure, situation: str, prepared: Prepared) -> tuple[str, ...]:
    """Differences that are in every game of a situation from its first moment."""
    position = prepared.setup.position
    boards = {placed.board.id for placed in position.map.boards} if position.map is not None else set()
    types = set(position.printed.values())
    kinds = {thing.kind for thing in position.things.values()}
    found = []
    for d in structure.that_count:
        what = d.name.partition(" (")[0]
        there = {"board": boards | {f"board-{b}".lower() for b in boards}, "set-up": {situation}, "unit": types}
        if (d.sort in there and what in there[d.sort]) or (
            d.sort in ("kind", "attribute") and what.partition(".")[0] in kinds
        ):
            found.append(d.key)
    return tuple(found)


# ---- one game


@dataclass(frozen=True)
class _Step:
    entry: str
    planned: frozenset[str]
    done: frozenset[str]


@dataclass
class _Game:
    game: Game | None
    played: Played
    trail: list[_Step]
    states: list[State]
    weighed: list[Weighed]


class _Noting:
    """A player that plays as another does, and notes what had a say in its plan."""

    def __init__(self, inner: Player, recorded: RecordedLaw, planned: list[frozenset[str]]) -> None:
        self.inner, self.recorded, self.planned = inner, recorded, planned

    def answer(self, game: Game) -> Any:
        found = self.inner.answer(game)
        self.planned[:] = [self.recorded.take()]
        return found


def _play(table: Table, seed: str, seating: Mapping[str, str], most: int) -> _Game:
    recorded = table.recorded
    recorded.take()
    trail: list[_Step] = []
    states: list[State] = []
    planned: list[frozenset[str]] = [frozenset()]
    try:
        game = table.prepared.game(seed)
    except LawStop as stop:
        return _Game(None, Played(NOBODY, {}, 0, stop.message), trail, states, [])
    meter = Meter(list(seating), recorded)
    players = {side: _Noting(player(name, f"{seed}/{side}"), recorded, planned) for side, name in seating.items()}

    def noted() -> None:
        state = game.machine.state
        entry = game.entries[-1]
        said = f"{entry.who}: {entry.asked} {entry.answer}".removeprefix(": ")
        trail.append(_Step(said, planned[0], recorded.take()))
        states.append(state)
        planned[:] = [frozenset()]

    try:
        play_out(game, players, most, noted, meter.throw)
        winner = game.winner()
        told = {label: _plain(value) for label, value in game.told().items()}
        played = Played(NOBODY if winner is None else str(winner), told, len(trail))
    except LawStop as stop:
        how = "not over" if isinstance(stop, NotFinished) else "stopped"
        played = Played(NOBODY, {}, len(trail), f"{how}: {stop.message}")
    return _Game(game, played, trail, states, meter.weighed)


def _plain(value: object) -> str:
    return exact_text(value) if hasattr(value, "numerator") and not isinstance(value, bool) else str(value)  # type: ignore[arg-type]


def _parting(arena: Arena, base: _Game, variant: _Game) -> Parting | None:
    """The first answer at which two games are unlike, `None` where they are one game.

    Up to where a difference is first noted the games are one, and only answers are held against each other; should
    their ends differ all the same, every state is.
    """
    noted = min(_first_noted(arena.base, base), _first_noted(arena.variant, variant))
    found = _unlike_from(base, variant, noted)
    if found is None and noted and base.states and not _alike(base.states[-1], variant.states[-1]):
        found = _unlike_from(base, variant, 0)
    return None if found is None else _told(arena, base, variant, found)


def _first_noted(table: Table, game: _Game) -> int:
    """The first answer on the way to which a difference was noted; the number of all where none was."""
    if table.always:
        return 0
    steps = enumerate(game.trail)
    return next((i for i, s in steps if any(n in table.keys for n in (*s.planned, *s.done))), len(game.trail))


def _unlike_from(base: _Game, variant: _Game, noted: int) -> int | None:
    """The first answer that is unlike, or after which the state is, where that is looked at from `noted` on."""
    for number, (ours, theirs) in enumerate(zip_longest(base.trail, variant.trail)):
        if ours is None or theirs is None or ours.entry != theirs.entry:
            return number
        if number >= noted and not _alike(base.states[number], variant.states[number]):
            return number
    return None


def _alike(base: State, variant: State) -> bool:
    """Whether the same holds in both states. What each says is quickly held against the other; only where that is
    unlike are they told in words, as one of them may say what goes without saying in the other."""
    return _said(base) == _said(variant) or base.text() == variant.text()


def _said(state: State) -> tuple[object, ...]:
    position = state.position
    stands = position.things, position.places, position.printed, position.values, position.acting, position.now
    return (*stands, position.remembered, position.tallied, state.lasting, state.shown, state.over)


def _told(arena: Arena, base: _Game, variant: _Game, at: int) -> Parting:
    """What was done where two games part, what then differs, and by what."""
    ours, theirs = (game.trail[at] if at < len(game.trail) else None for game in (base, variant))
    same_answer = ours is not None and theirs is not None and ours.entry == theirs.entry
    by: set[str] = set()
    for table, step in ((arena.base, ours), (arena.variant, theirs)):
        if step is not None:
            noted = step.done if same_answer else step.planned | step.done
            by |= {table.keys[name] for name in noted if name in table.keys}
    by = by or _last_noted(arena, base.trail[:at], variant.trail[:at]) or {*arena.base.always, *arena.variant.always}
    return Parting(
        at + 1, ours.entry if ours else "the game is over", theirs.entry if theirs else "the game is over",
        tuple(_unlike(base.states, variant.states, at)) if same_answer else (), tuple(sorted(by)),
    )  # fmt: skip


def _last_noted(arena: Arena, base: Sequence[_Step], variant: Sequence[_Step]) -> set[str]:
    for ours, theirs in zip(reversed(base), reversed(variant), strict=False):
        found = {arena.base.keys[n] for n in ours.planned | ours.done if n in arena.base.keys}
        found |= {arena.variant.keys[n] for n in theirs.planned | theirs.done if n in arena.variant.keys}
        if found:
            return found
    return set()


def _unlike(base: Sequence[State], variant: Sequence[State], at: int) -> list[str]:
    """What holds in one of two games alone."""
    ours, theirs = (set(states[at].text().split("\n")) for states in (base, variant))
    lines = [f"base: {line}" for line in sorted(ours - theirs)] + [f"variant: {line}" for line in sorted(theirs - ours)]
    return lines[:MOST_LINES]
