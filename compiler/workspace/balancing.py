"""Plays the games of a situation's card (`situations/balance_card.py`), and keeps each as soon as it is over.

The law is printed once for all of them: a style is a cell of it, and a position without some counters another image.
Only a law without one of its rules is printed by itself. What is kept is under a digest of the law, the situation, what
is chosen and this very Hexlaw, so the same command goes on where it stopped, or with more games. A part of the card is
its part of the seeds of each cell that is known by then: which ways are safest shows when all games are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import monotonic_ns

from hexlaw.compiler.base.cache import digest, sources_digest
from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.processes import Reports, look_whether_over, processors
from hexlaw.compiler.base.results import WHOLE, Key, Results, Sharing, place_of_results
from hexlaw.compiler.programs import not_carried, playing_program, program_of
from hexlaw.compiler.situations.balance_card import (
    HALF,
    PLAIN,
    SKILLED,
    UNSKILLED,
    BalanceCard,
    CardGame,
    Cell,
    Handicap,
    WayToPlay,
)
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.kept_cards import PLACE, KeptCard, kept_in
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.compiler.situations.tally import NOBODY
from hexlaw.compiler.wasm.layout import Unlaid
from hexlaw.compiler.wasm.reading import Watched
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.compiled_laws import Compiled, read_by
from hexlaw.compiler.workspace.requests import CardWanted
from hexlaw.runtime.law.dependence import spans_of
from hexlaw.runtime.law.graph import SIDE
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.seating import in_the_game, keys_of_players, seats
from hexlaw.runtime.play.sequence import counting
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words.english import counted
from hexlaw.runtime.words.readings import Readings

BY_SKILL: Sequence[Cell] = (PLAIN, UNSKILLED, ""), (UNSKILLED, PLAIN, ""), (UNSKILLED, UNSKILLED, "")
OF_CAPTAINS: Sequence[Cell] = (SKILLED, PLAIN, ""), (PLAIN, SKILLED, ""), (SKILLED, SKILLED, "")
BETWEEN = "\t"
"""What stands between the ways of a cell in the key of its games."""
ROOT, PLAYS = Path(__file__).parents[2], ("runtime/play", "compiler/lower", "compiler/wasm")
"""Where what plays stands: other texts there may play otherwise."""
RULE = "rule "
"""How the name of what games go without begins, where it is a rule; else it is a side with a sort of its counters."""
Heard = Callable[[BalanceCard, int, int], None]
"""Is given the card as it stands when what was kept has been read, and after each game; how many games there are, and
how many are wanted as far as is known."""


class CardGames:
    def __init__(
        self, read: Compiled, module: str, situation: str, wanted: CardWanted, chosen: Configuration, heard: Heard,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:  # fmt: skip
        self.compilation, self.situation, self.wanted, self.heard = read.compilation, situation, wanted, heard
        self.chosen, self.say, self.sharing = chosen, say, Sharing(wanted.results, wanted.part)
        self.prepared = read_by(partial(prepare, self.compilation, situation, chosen), Diagnostics())
        law, position = self.prepared.law, self.prepared.position
        sides = in_the_game(position)
        if len(sides) < 2:
            raise Refused(
                f"`{situation}` has {counted(len(sides), 'side')}", "a card sets two sides against each other"
            )
        styles = {name: decl for name, decl in law.graph.styles.items() if law.why_not_in_force(decl.origin) is None}
        plain = WayToPlay(PLAIN, "no style") if "plain" in styles else WayToPlay(PLAIN)
        ways = (plain, *(WayToPlay(f"{PLAIN}/{name}", name, decl.doc) for name, decl in styles.items()))
        for way in (*ways, WayToPlay(UNSKILLED)):
            playing_program(way.name, [self.prepared.setup.worth], [law])
        readings, declared = Readings(law.graph), law.graph.situations.get(situation)
        called = [readings.side(side) for side in sides]
        self.first, self.others = sides[0], sides[1:]
        self.card = BalanceCard(
            module, situation, situation if declared is None else declared.title,
            (called[0], " and ".join(called[1:])), sides[0], ways, wanted.number,
            names_winner=self.prepared.setup.winner is not None,
        )  # fmt: skip
        self.seeds = [f"{wanted.seed}-{number}" for number in range(1, wanted.number + 1)]
        self._own, self._new = {*self.sharing.own(self.seeds)}, 0
        self.until = None if wanted.seconds is None else monotonic_ns() + wanted.seconds * 10**9
        self._targets = dict[str, Target]()
        self._games = dict[Key, CardGame | None]()  # None for what was not played yet
        self._reports = Reports(lambda came: self._came(*came))

    def card_played(self) -> BalanceCard:
        """Plays what is not kept yet, what matters most first."""
        job = digest(sources_digest() or "", self.compilation.digest(self.chosen), self.situation)
        for line in self.sharing.put_together(job):
            self.say(line)
        place = place_of_results(self.wanted.results)
        with collect_garbage_seldom(), Results(place, job, CardGame) as self._results:
            ways = [way.name for way in self.card.ways]
            by_style = [(one, other, "") for one in ways for other in ways]
            self._read([*by_style, *BY_SKILL])
            self._tell()
            for wanted in ([(PLAIN, PLAIN, "")], by_style, BY_SKILL):
                self._play(wanted)
            cells = (self.card.games.get(cell, ()) for cell in by_style)
            self.card.is_whole = all(len(games) == self.card.number for games in cells)
            if self.wanted.everything and (self.card.is_whole or self.sharing.part != WHOLE):
                self._go_without()
                if len(ways) > 1:
                    self._play(OF_CAPTAINS)
                if self.card.is_whole:
                    with suppress(Refused):  # some of its counters cannot be gone without
                        self.card.handicap = self._even()
        own = [game for (seed, _), game in self._games.items() if seed in self._own]
        to_go = own.count(None)
        if came := self.sharing.came(self.situation, len(own) - to_go, to_go, self._new):
            self.say(came)
        if self.wanted.keep:
            self.keep(date.today())
        return self.card

    def keep(self, day: date) -> Path:
        """Writes the card beside its module, as it was played on a day."""
        path = self.compilation.chain.layers[-1].folder / PLACE.format(self.situation)
        path.parent.mkdir(exist_ok=True)
        kept = KeptCard(self.card, day, self.compilation.digest(self.chosen), programs_digest())
        path.write_text(kept.written(), encoding="utf-8")
        return path

    # -- games

    def _play(self, cells: Sequence[Cell]) -> None:
        """Plays what is missing of some cells."""
        missing = [key for key in self._read(cells) if key[0] in self._own]
        if not missing or (self.until is not None and monotonic_ns() >= self.until):
            return
        for without in {cell[2] for cell in cells}:
            self._target(without)  # once, for all processes
        if ("", PLAIN) in {(cell[2], cell[0]) for cell in cells}:
            self._target("leads")
        processes = self.wanted.processes or processors()
        with closing(self._results.played(missing, self._played, processes, self.until, self._reports)) as played:
            for key, game in zip(missing, played, strict=False):
                self._came(key, game)
        self._count(cells)

    def _read(self, cells: Sequence[Cell]) -> list[Key]:
        """Takes up the games of cells that are kept; returns which are not."""
        keys: list[Key] = [(seed, BETWEEN.join(cell)) for seed in self.seeds for cell in cells]
        asked = [key for key in keys if self._games.get(key) is None]
        self._games |= dict.fromkeys(asked) | self._results.read(asked)
        self._count(cells)
        return [key for key in asked if self._games[key] is None]

    def _count(self, cells: Iterable[Cell]) -> None:
        """Puts the games of cells into the card in the order of their seeds, whichever was over first."""
        for cell in cells:
            found = [self._games.get((seed, BETWEEN.join(cell))) for seed in self.seeds]
            self.card.games.pop(cell, None)
            if games := [game for game in found if game is not None]:
                self.card.games[cell] = games

    def _came(self, key: Key, game: CardGame) -> None:
        """Counts a game that is over."""
        if self._games[key] is None:
            self._games[key] = game
            self._new += 1
            first, others, without = str(key[1]).split(BETWEEN)
            self.card.games.setdefault((first, others, without), []).append(game)
            self._tell()

    def _tell(self) -> None:
        played, ways = sum(map(len, self.card.games.values())), len(self.card.ways)
        self.heard(self.card, played, max(played, self.card.number * (ways**2 + len(BY_SKILL))))
        look_whether_over()

    def _played(self, keys: Sequence[Key]) -> Iterator[CardGame]:
        for seed, cell in keys:
            game = self._game(seed, *str(cell).split(BETWEEN))
            yield game  # the caller stores it; only then is it reported
            self._reports.say(((seed, cell), game))

    def _game(self, seed: str, first: str, others: str, without: str) -> CardGame:
        tells = (first, others, without) == (PLAIN, PLAIN, "")
        target = self._target("leads" if tells else without)
        position = target.setup.position
        named = {self.first: first, **dict.fromkeys(self.others, others)}
        programs = {seat: program_of(named[side]) for seat, side in seats(position).items() if side in named}
        found = target.play(seed, keys_of_players(position, seed), MAX_ANSWERS, programs=programs)
        winner = NOBODY if found.stopped or found.winner is None else str(found.winner)
        turns = [dict(zip(self.prepared.law.sides, worth, strict=True)) for worth in target.leads()]
        leads = tuple(Fraction(worth[self.first] - max(map(worth.__getitem__, self.others))) for worth in turns)
        points = HALF if winner == NOBODY else Fraction(int(winner == self.first))
        return CardGame(seed, winner, points, found.decisions, leads)

    def _target(self, without: str) -> Target:
        """Returns what plays the situation without something; under `leads` what notes who is ahead as well."""
        if without in self._targets:
            return self._targets[without]
        prepared = self.prepared
        if without.startswith(RULE):
            left = replace(self.chosen, without=frozenset({without.removeprefix(RULE)}))
            prepared = read_by(partial(prepare, self.compilation, self.situation, left), Diagnostics())
            found = Target(prepared.agenda, prepared.setup)
        elif without not in ("", "leads"):
            found = _without(self._target(""), prepared, self._counters()[without])
        else:
            counts = without == "leads" and counting(spans_of(prepared.law.graph)) is not None
            watched = Watched({}, {}, prepared.setup.worth) if counts else None
            key = digest(prepared.key, "leads") if counts else prepared.key
            found = Target(prepared.agenda, prepared.setup, key, watched)
        if found.refusal:
            raise Refused(not_carried(found.why_refused, [PLAIN]))
        assert found.compiled
        self._targets[without] = found
        return found

    # -- what the games go without

    def _counters(self) -> dict[str, list[Thing]]:
        """Returns the counters of the sides by what is printed on them, as games go without them."""
        position, found = self.prepared.position, dict[str, list[Thing]]()
        for thing, printed in position.printed.items():
            side = position.value(thing, SIDE) if SIDE in position.graph.kinds[thing.kind].attributes else None
            if side in (self.first, *self.others):
                found.setdefault(f"{side} {printed}", []).append(thing)
        return found

    def _go_without(self) -> None:
        """Plays without each sort of counter, and without each rule that stands for this situation alone."""
        readings = Readings(self.prepared.law.graph)
        for name, things in self._counters().items():
            side, _, sort = name.partition(" ")
            self.card.called[name] = f"{readings.side(side)} {sort} ({len(things)})"
        for rule in self.prepared.law.rules.values():
            if rule.origin.situation == self.situation and not rule.origin.is_advice:
                self.card.called[f"{RULE}{rule.id}"] = f"the rule {rule.id}" + (f" ({rule.doc})" if rule.doc else "")
        safest = [tuple(way.name for way in self.card.safest)] if self.card.is_whole else []
        both = dict.fromkeys([(PLAIN, PLAIN), *safest])
        for name in [*self.card.called]:
            try:
                self._play([(one, other, name) for one, other in both])
            except Refused:  # the law or the situation speaks of it by name
                del self.card.called[name]

    def _even(self) -> Handicap | None:
        """Returns without how many of its counters, those first that it misses least, the side that wins more often is
        the other's equal, where both play what is safest for them: found by halving."""
        card, (one, other) = self.card, self.card.safest
        cell_of_both = card.of(one, other)
        if cell_of_both.low <= HALF <= cell_of_both.high:
            return None
        is_first = cell_of_both.low > HALF
        side = self.first if is_first else self.others[0]
        own = {name: things for name, things in self._counters().items() if name.startswith(f"{side} ")}
        shifts = {name: card.shift(name, one.name, other.name) for name in own}
        order = sorted(own, key=lambda name: (abs(s.gain) if (s := shifts[name]) is not None else 0, name))
        counters = [thing for name in order for thing in own[name]]
        few, many = 0, len(counters) - 1
        found: Handicap | None = None
        while few < many:
            number = (few + many + 1) // 2 if found is None else (few + many) // 2
            name = f"{side} {' '.join(thing.name for thing in counters[:number])}"
            cell = (one.name, other.name, name)
            self._targets[name] = _without(self._target(""), self.prepared, counters[:number])
            self._play([cell])
            if len(card.games.get(cell, ())) < card.number:
                return None  # the time is over
            share = card.of(*cell).share
            if (share <= HALF) if is_first else (share >= HALF):
                found, many = Handicap(side, tuple(t.name for t in counters[:number]), len(counters), cell), number
            else:
                few = number
            if found is not None and many - few <= 1:
                break
        return found


def kept_cards(read: Compiled, situations: Iterable[str], chosen: Configuration) -> dict[str, dict[str, object]]:
    """Returns by situation the cards that are kept beside a module as data, with when each was played and whether the
    law has changed since."""
    kept = {name: one for name in situations if (one := kept_in(read.compilation.chain, name)) is not None}
    law = read.compilation.digest(chosen) if kept else ""
    return {name: one.card.as_data() | {"played": one.said(law)} for name, one in kept.items()}


def programs_digest() -> str:
    """Returns a digest of what plays: games that were played under another may go otherwise now."""
    files = (path for folder in PLAYS for path in sorted((ROOT / folder).rglob("*.py")))
    return digest(*(path.read_text(encoding="utf-8") for path in files))


def _without(target: Target, prepared: Prepared, things: Iterable[Thing]) -> Target:
    """Returns the same target with a position from which some things were taken out; refuses where others name them."""
    position: Position = prepared.position.scratch()
    for thing in things:
        if position.has(thing):
            position.remove(thing)
    try:
        found = target.begun_at(replace(prepared.setup, position=position))
    except Unlaid as why:
        raise Refused(f"the situation cannot go without them: it names {why}") from None
    vars(found).pop("running", None)
    return found
