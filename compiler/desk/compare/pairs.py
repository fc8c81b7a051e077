"""Pairs of games: one seed, one seating, both laws; and where the two games of a pair first part.

Idea: dice and choices by lot are drawn by what they are for (decision 0108), so two games of one seed go alike until a
rule that differs has had a say. With each answer comes what was read on the way to it of what differs. The first answer
at which the two games are unlike names the rules. INVARIANT: a pair depends on nothing but the two laws, the programs,
the seed and the seating; so it can be played anywhere, at any time, and counts once.
Games are played by the target, which is printed for this with notes of what differs (`wasm/reading.py`). What it does
not play, or does not play to its end, the evaluator answers, and nothing is noted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Annotated, Any

import msgspec

from hexlaw.compiler.base.cache import digest, sources_digest
from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, did_you_mean
from hexlaw.compiler.base.render import in_order, render
from hexlaw.compiler.desk.compare.in_force import LawInForce, advice_that_differs, parts_that_differ
from hexlaw.compiler.desk.compare.structure import Compared
from hexlaw.compiler.programs import at_the_table, not_carried, playing_program, programs_of
from hexlaw.compiler.situations.activity import Activity
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import NotFinished, play_out, styled, why_unanswered
from hexlaw.compiler.wasm.reading import Watched
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law.dependence import spans_of
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import plain_text
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.seating import seats
from hexlaw.runtime.play.sequence import counting

NOBODY = "nobody"
Lead = Annotated[str, msgspec.Meta(pattern=r"\A-?[0-9]{1,99}(/[1-9][0-9]{0,99})?\Z")]
"""The lead of a side, as text."""


@dataclass(frozen=True)
class Played:
    """The result of one game of a pair; `report` holds what the situation tells of it, `leads` by how much each side
    was ahead after each turn."""

    winner: str
    report: Mapping[str, str]
    answers: int
    stopped: str = ""
    leads: tuple[tuple[Lead, ...], ...] = ()
    activity: Activity = field(default_factory=Activity)


@dataclass(frozen=True)
class NotedGame:
    """A game that was played: its result, its answers, and by answer the differences that were read since the one
    before; at last those that were read for its result."""

    played: Played
    entries: Sequence[Entry]
    reads: Sequence[frozenset[str]] | None
    """None for a game that was evaluated, where they are not noted."""


@dataclass(frozen=True)
class Table:
    """One of the two laws, ready to be played and to note which differences are read. `key` names all that its games
    depend on but the programs; parts that are `always` read are not noted."""

    prepared: Prepared
    key: str
    watched: Watched
    always: tuple[str, ...]

    @property
    def target(self) -> Target | None:
        """The compiled game; None if the target does not carry the law."""
        return None if self.printing.refusal else self.printing

    @cached_property
    def printing(self) -> Target:
        watched = self.watched
        key = digest(self.key, str(watched.worth is None), *(f"{sign} {part}" for sign, part in watched.signs.items()))
        notes = watched.signs or watched.worth is not None
        return Target(self.prepared.agenda, self.prepared.setup, key, watched if notes else None)

    def prints(self, seating: Mapping[str, str]) -> bool:
        """Returns True if the target plays it with such programs."""
        return programs_of(seating) is not None and self.target is not None

    def printed(self, seed: str, seating: Mapping[str, str], most: int, begun: Begun | None = None) -> NotedGame | None:
        """Returns a game of so many answers at the most by the target, or the rest of one, with its leads by turns from
        there on; None where the target does not play it to its end."""
        programs, target = programs_of(seating), self.target
        if target is None or programs is None:
            return None
        at = {**{side: side for side in seating}, **seats(target.setup.position)}
        before, by = (begun.entries, begun.seed) if begun is not None else ((), seed)
        turns: list[int] = []  # that were over when it was played on
        found = target.play(
            seed, {seat: f"{by}/{seat}" for seat in at}, most, lambda: turns.append(target.turns), before,
            by, {seat: programs[side] for seat, side in at.items() if side in seating},
        )  # fmt: skip
        if found.stopped:
            return None
        entries, reads = found.entries, target.read()
        for i in reversed([i for i, entry in enumerate(entries) if entry.lapsed]):  # a lapse is not an answer
            del entries[i]
            if reads:
                reads[i : i + 2] = [reads[i] | reads[i + 1]]
        report = {label: plain_text(value) for label, value in found.report.items()}
        leads: list[list[str]] = [[] for _ in seating]  # of each side over the mean of the others
        for row in target.leads()[turns[0] :]:
            worth = [row[target.sides.index(side)] for side in seating]
            for own, of_side in zip(worth, leads, strict=True):
                of_side.append(str(own - (sum(worth) - own) / max(1, len(worth) - 1)))
        winner = NOBODY if found.winner is None else str(found.winner)
        played = Played(
            winner, report, len(entries), leads=tuple(map(tuple, leads)) if any(leads) else (),
            activity=Activity.of(entries, target.weighed()),
        )  # fmt: skip
        return NotedGame(played, entries, reads)

    def by_reference(self, seed: str, seating: Mapping[str, str], most: int) -> NotedGame:
        game, winner, report, stopped = None, NOBODY, dict[str, str](), ""
        players = at_the_table(self.named(seating), self.prepared.setup.position, seed, lambda: self.printing)
        try:
            game = Game(self.prepared.agenda, styled(self.prepared.setup, seating), seed)
            play_out(game, players, most)
            report = {label: plain_text(value) for label, value in game.figures().items()}
            winner = str(game.winner() or NOBODY)
        except LawStop as stop:
            report, stopped = {}, f"{'not over' if isinstance(stop, NotFinished) else 'stopped'}: {stop.message}"
        entries = [entry for entry in (game.entries if game is not None else ()) if not entry.lapsed]
        activity = Activity.of_players(entries, players, self.named(seating))
        return NotedGame(Played(winner, report, len(entries), stopped, activity=activity), entries, None)

    def why(self, seed: str, seating: Mapping[str, str], first: tuple[str, int]) -> tuple[str, ...]:
        """Returns why the law gives no answer to what the program of a seat left out, behind so many entries."""
        seat, number = first
        game = Game(self.prepared.agenda, styled(self.prepared.setup, seating), seed)
        return why_unanswered(game, self.named(seating), lambda: self.printing, number, seat)

    def named(self, seating: Mapping[str, str]) -> dict[str, str]:
        """Returns the names of the programs by who is asked."""
        return {s: seating[side] for s, side in seats(self.prepared.setup.position).items() if side in seating}


@dataclass(frozen=True)
class Begun:
    """The answers of another game, from where a game is played on by dice and choices of another seed."""

    entries: Sequence[Entry] = ()
    seed: str = ""


@dataclass(frozen=True)
class PartingOfPairs:
    """The first answer at which the games of a pair are unlike: its number, both answers, differences behind it."""

    at: int
    base: str
    variant: str
    by: tuple[str, ...]


@dataclass(frozen=True)
class Pair:
    """One seed under both laws. `touched` are the differences that had a say in one of its games."""

    seed: str
    seating: int
    base: Played
    variant: Played
    touched: tuple[str, ...]
    parting: PartingOfPairs | None

    @property
    def stopped(self) -> bool:
        return bool(self.base.stopped or self.variant.stopped)

    def as_data(self) -> dict[str, Any]:
        return dict(json.loads(json.dumps(asdict(self))))


@dataclass(frozen=True)
class Arena:
    """A situation under both laws, with the programs that play it: by seating, which one has which side."""

    situation: str
    base: Table
    variant: Table
    seatings: tuple[Mapping[str, str], ...]
    most: int
    laws: tuple[str, ...]
    """The digests of both."""
    differing: tuple[str, ...]
    """The parts of the law in force that are not the same under both."""
    weighs_alike: bool = False
    """True if both laws say what a position is worth, and by nothing that differs."""
    among: int = 1
    """The number of sweeps that are reported together: the words for one allow for all."""

    @property
    def orders(self) -> tuple[tuple[str, ...], ...]:
        """The words of either law that have an order."""
        choices = (table.prepared.agenda.law.graph.choices.values() for table in (self.base, self.variant))
        return tuple(dict.fromkeys(choice.values for choice in chain(*choices) if choice.ordered))

    def get_ready(self) -> str:
        """Compiles both games, once for all processes; returns why they are slow, where one cannot be compiled."""
        slow = ""
        for table in (self.base, self.variant):
            if table.printing.refusal:
                slow = slow or not_carried(table.printing.why_refused, self.seatings[0].values())
            elif all(map(table.prints, self.seatings)):
                assert table.printing.compiled
        return slow

    @property
    def is_one_law(self) -> bool:
        """True if the law in force in this situation is the same under both: then its games are."""
        return not self.differing

    def in_styles(self, players: Sequence[str]) -> list[str]:
        """Returns the names of a program in each style that both laws have in force here; it plays all sides."""
        named = (programs_of({"": players[0]}) or {}).get("")
        if len({*players}) > 1 or named is None or not named.positions or named.playouts or named.style is not None:
            raise Refused("styles are compared with one program on all sides", "write `--players greedy`")
        laws = [each.prepared.law for each in (self.base, self.variant)]
        found = [{n for n, s in law.graph.styles.items() if law.why_not_in_force(s.origin) is None} for law in laws]
        return [f"{players[0]}/{name}" for name in laws[0].graph.styles if name in found[0] & found[1]]

    def job(self) -> str:
        """Returns a digest of all that the pairs depend on but their seeds."""
        seated = repr([sorted(seating.items()) for seating in self.seatings])
        return digest(*self.laws, sources_digest() or "", self.situation, seated, str(self.most))

    def pair(self, seed: str, seating: int) -> Pair:
        """Plays one pair. If the target hands back either game, both are evaluated, with the same programs."""
        seated = self.seatings[seating]
        base = self.base.printed(seed, seated, self.most)
        variant = None if base is None else self.variant.printed(seed, seated, self.most)
        if base is None or variant is None:
            base, variant = (table.by_reference(seed, seated, self.most) for table in (self.base, self.variant))
        return self.paired(seed, seating, base, variant)

    def why_unanswered(self, pairs: Iterable[Pair]) -> dict[str, tuple[str, ...]]:
        """Returns for each law why it gives no answer to what a program left out first in these pairs."""
        found: dict[str, tuple[str, ...]] = {}
        for pair in pairs:
            for law, table in (("base", self.base), ("variant", self.variant)):
                first = getattr(pair, law).activity.first
                if law not in found and first is not None:
                    found[law] = table.why(pair.seed, self.seatings[pair.seating], first)
        return found

    def paired(self, seed: str, seating: int, base: NotedGame, variant: NotedGame) -> Pair:
        parting = parting_of(base, variant)
        always = {*self.base.always, *self.variant.always}
        if base.reads is None or variant.reads is None:
            touched = {*self.differing}
        else:
            touched = always.union(*base.reads, *variant.reads)
            one, other = ((played.winner, played.report, played.answers) for played in (base.played, variant.played))
            if not touched and (parting is not None or one != other):
                touched.update(self.differing)  # it was read in a way that is not noted
            if parting is not None and not parting.by:
                parting = replace(parting, by=tuple(sorted(always)))
        return Pair(seed, seating, base.played, variant.played, tuple(sorted(touched)), parting)


def parting_of(base: NotedGame, variant: NotedGame) -> PartingOfPairs | None:
    """Returns the first answer at which two games are unlike, or their end if the winners differ; None where they are
    one game. The cause is what was read on the way to it, or else what was read last."""
    answers = zip(base.entries, variant.entries, strict=False)
    at = next((i for i, (ours, theirs) in enumerate(answers) if ours != theirs), None)
    if at is None:
        at = min(len(base.entries), len(variant.entries))
        if len(base.entries) == len(variant.entries) and base.played.winner == variant.played.winner:
            return None
    read = [game.reads for game in (base, variant) if game.reads is not None]
    by = frozenset[str]()
    for i in range(at, -1, -1):
        by = by or frozenset[str]().union(*(reads[i] for reads in read if i < len(reads)))

    def said(game: NotedGame) -> str:
        if at == len(game.entries):
            return "the game is over" + ("" if game.played.stopped else f": {game.played.winner} wins")
        entry = game.entries[at]
        return f"{entry.who}: {entry.asked} {entry.answer}".removeprefix(": ")

    return PartingOfPairs(at + 1, said(base), said(variant), tuple(sorted(by)))


def arena(two: Compared, situation: str, players: Sequence[str], most: int) -> Arena:
    """Returns the situation under both laws; raises `Refused` where it cannot be played."""
    sides = two.base, two.variant
    prepared: list[Prepared] = []
    for side in sides:
        diagnostics = Diagnostics()
        if (found := prepare(side.compilation, situation, side.chosen, diagnostics)) is None:
            raise Refused(f"under `{side.text}`: " + "\n".join(render(d) for d in in_order(diagnostics)))
        prepared.append(found)
    laws = [LawInForce.of(each) for each in prepared]
    differing, in_advice = parts_that_differ(*laws), advice_that_differs(*laws)
    differing += in_advice if any(name != "random" for name in players) else ()
    digests, seated = tuple(side.digest for side in sides), seatings(players, situation, prepared)
    alike = all(law.weighs_without((*differing, *in_advice)) for law in laws)
    alike = alike and prepared[0].law.sides == prepared[1].law.sides
    tables = [
        _table(each, law, differing, digest(situation, named), weighs=alike)
        for each, law, named in zip(prepared, laws, digests, strict=True)
    ]
    return Arena(situation, tables[0], tables[1], seated, most, digests, differing, alike)


def _table(prepared: Prepared, law: LawInForce, differing: Sequence[str], key: str, *, weighs: bool) -> Table:
    """Returns one of the two laws, which notes when it reads one of the parts that differ, and if it `weighs` the worth
    of the position when a turn is over."""
    notes = {part: law.notes(part) for part in differing}
    keys: dict[str, str] = {}
    for part, signs in sorted(notes.items(), key=lambda each: not each[0].startswith("rule:")):
        for sign in sorted(signs or ()):
            keys.setdefault(sign, part)
    worth = prepared.setup.worth if weighs and counting(spans_of(prepared.law.graph)) is not None else None
    watched = Watched(keys, {sign: law.watched(sign) for sign in keys if ":" in sign}, worth)
    return Table(prepared, key, watched, tuple(part for part, signs in notes.items() if signs is None))


def seatings(players: Sequence[str], situation: str, prepared: Sequence[Prepared]) -> tuple[Mapping[str, str], ...]:
    """Returns which program plays which side: as named, or in every order where they are not all of one sort."""
    if not (sides := list(dict.fromkeys(side for each in prepared for side in each.agenda.law.sides))):
        raise Refused(f"nobody plays `{situation}`: its law has no sides")
    by_name = dict(name.split("=", 1) for name in players if "=" in name)
    unknown = next((side for side in by_name if side not in sides), None)
    if unknown is not None:
        raise Refused(f"there is no side `{unknown}`", did_you_mean(unknown, sides) or f"there are: {', '.join(sides)}")
    if by_name and len(by_name) < len(players):
        raise Refused("some players are named with a side, and some without", "write SIDE=NAME for each")
    names = [players[0]] * len(sides) if len(players) == 1 else list(players)
    if by_name:
        names = [by_name.get(side, "random") for side in sides]
    if len(names) != len(sides):
        raise Refused(f"{len(names)} players are named for {len(sides)} sides: {', '.join(sides)}")
    for name in names:
        playing_program(name, [each.setup.worth for each in prepared], [each.law for each in prepared])
    turned = [names[i:] + names[:i] for i in range(1 if by_name else len(names))]
    return tuple(dict(zip(sides, order, strict=True)) for order in dict.fromkeys(map(tuple, turned)))
