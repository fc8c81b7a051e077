"""Holds the target to account: a game of the machine and one of the target, side by side.

    python bench/held.py JOURNAL    the answers of a journal, up to the first thing in which they part

At every question both are asked what it is, what is legal, and what the dice show; at the end, what holds, who wins and
what is told. The first thing in which they part is told. Where one of them stops the other is asked as well: a stop of
both is lawful and no parting if it is of one kind. The target alone may stop: it hands the game back, which costs time
and changes nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import prod
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.texts import DISK
from hexlaw.compiler.wasm.layout import CELL, MISSING, signed
from hexlaw.compiler.wasm.procedures import CONSTANTS
from hexlaw.compiler.wasm.target import NO_ROOM, WHY_BACK, NoRoom, Stopped, Target, asked_by
from hexlaw.compiler.workspace.table_games import kept_game
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.stops import SILENT, LawStop, Misplaced, Unseen
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play.chance import folded, word
from hexlaw.runtime.play.dice import BY_NUMBER
from hexlaw.runtime.play.game import Broken, Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import DONE, ByLot
from hexlaw.runtime.words import in_words
from hexlaw.runtime.words.english import counted

KINDS = ((Broken, 4), (Misplaced, 5), (Unseen, 2), (SILENT, 1))
"""How the target stops where the machine stops so; the first that fits. Of others it cannot tell."""


class StopOutcome(StrEnum):
    """Which of the two stopped."""

    NEITHER = "neither stops"
    BOTH = "both stop"
    REFERENCE = "the reference alone stops"
    TARGET = "the target alone stops"
    NO_ROOM = "the target has no room or time"


@dataclass(frozen=True)
class Parting:
    """Where target and reference part: after how many entries, in what, and what each of them says."""

    number: int
    what: str
    target: object
    reference: object

    def __str__(self) -> str:
        both = f"{self.target} in the target, {self.reference} here"
        return f"after {self.number} answers they part in {self.what}: {both}"


@dataclass
class Account:
    """What was compared; `stopped` says how the target handed the game back, 0 that it did not, and `stop` how the law
    stopped in the machine."""

    questions: int = 0
    answers: int = 0  # legal ones, of all questions
    throws: int = 0
    values: int = 0  # of the position at the end
    stopped: int = 0
    stop: LawStop | None = None
    parting: Parting | None = None

    @property
    def outcome(self) -> StopOutcome:
        if self.stopped in NO_ROOM:
            return StopOutcome.NO_ROOM
        if self.stop is not None:
            return StopOutcome.BOTH if self.stopped else StopOutcome.REFERENCE
        return StopOutcome.TARGET if self.stopped else StopOutcome.NEITHER


def side_by_side(
    target: Target, game: Game, answer: Callable[[Game], object], each: Callable[[], None] | None = None,
    every: int = 1,
) -> Account:  # fmt: skip
    """Plays a game that has just begun, with the legal answers that are given to it; None where it is to end there. All
    legal answers are compared at every so many questions, at the others the one that is given."""
    account = Account()
    try:
        account.parting = _part(target, game, answer, account, each, every)
    except NoRoom:
        account.stopped = 3
    return account


def _part(
    target: Target, game: Game, answer: Callable[[Game], object], account: Account,
    each: Callable[[], None] | None, every: int,
) -> Parting | None:  # fmt: skip
    stepping = Stepping(target)
    account.stopped = stepping.begin(game.seed)
    while not account.stopped and (question := game.question) is not None:
        number, cell = len(game.entries), None
        if target.asked() != asked_by(question):
            return Parting(number, "what is asked", target.asked(), asked_by(question))
        by_chance = isinstance(question, ByLot)
        whole = by_chance or account.questions % every == 0 or stepping.asks_for_lists()
        legal = stepping.shown() if by_chance else stepping.legal() if whole else {}
        account.stopped = stepping.stopped
        try:
            if whole:
                expected = [game.drawn()] if by_chance else game.options()
                here = {game.entry(question, one).answer for one in expected}
                if not account.stopped and legal.keys() != here:
                    what = "what the dice show" if by_chance else "what is legal"
                    return Parting(number, what, sorted(legal.keys() - here), sorted(here - legal.keys()))
                account.answers += 0 if by_chance else len(here)
            if account.stopped:
                break
            given = answer(game)
            if given is None:
                return None
            text = game.entry(question, given).answer
            cell = legal[text] if text in legal else stepping.cell_of(given)
            if not whole and not stepping.allows(cell):
                account.stopped = stepping.stopped
                return None if account.stopped else Parting(number, "what is legal", f"not {text}", text)
            game.put(given)
        except LawStop as stop:
            account.stop = stop
            if cell is not None:
                account.stopped = account.stopped or stepping.answer(cell)
            elif not account.stopped:  # to give an answer, others were looked at
                stepping.legal()
                account.stopped = stepping.stopped
            break
        account.questions += 1
        account.throws += by_chance
        account.answers += not whole
        account.stopped = stepping.answer(cell)
        if each is not None:
            each()
    return _come_out(stepping, game, account)


def _come_out(stepping: Stepping, game: Game, account: Account) -> Parting | None:
    """Whether the journals are the same, whether both stop, and all that holds at the end."""
    entries = stepping.entries()
    number = len(game.entries)
    for at, (one, other) in enumerate(zip(entries, game.entries, strict=False)):
        if one != other:
            return Parting(at, "the journal", one, other)
    if account.stopped not in (0, *NO_ROOM) and account.stop is None and not game.over:
        try:  # the target looks at once whether the question that comes next has an answer
            game.options()
        except LawStop as stop:
            account.stop = stop
    if account.stop is None and not account.stopped and game.over:
        is_over = bool(stepping.cell("OVER"))
        if len(entries) != number or not is_over:
            return Parting(len(entries), "whether the game is over", is_over, game.over)
        for what, value in stepping.holding(game):
            account.values += 1
            if what[1] != value:
                return Parting(number, what[0], what[1], value)
        return _told(stepping.target, game, account)
    return stops_alike(account, number)


def _told(target: Target, game: Game, account: Account) -> Parting | None:
    """Whether both say the same of who wins and of what is told at the end."""
    found: list[tuple[object, object]] = []
    try:
        found.append(target.result())
    except Stopped as stop:
        account.stopped = stop.args[0]
    try:
        found.append((game.winner(), game.figures()))
    except LawStop as stop:
        account.stop = stop
    if account.stopped or account.stop is not None:
        return stops_alike(account, len(game.entries))
    for what, one, other in zip(("who wins", "what is told at the end"), *found, strict=True):
        if one != other:
            return Parting(len(game.entries), what, one, other)
    return None


def stops_alike(account: Account, number: int) -> Parting | None:
    """A parting where the machine alone stops, or each of them in its own way."""
    if account.stop is None or account.stopped in NO_ROOM:
        return None
    if not account.stopped:
        return Parting(number, "whether the law stops", "it does not", account.stop.message)
    kind = next((kind for sort, kind in KINDS if isinstance(account.stop, sort)), account.stopped)
    if kind != account.stopped:
        return Parting(number, "how the law stops", WHY_BACK[account.stopped], account.stop.message)
    return None


class Stepping:
    """A game of the target that is answered from outside, one question after the other."""

    def __init__(self, target: Target) -> None:
        self.target, self.running, self.playable = target, target.running, target.playable
        self.layout = self.playable.layout
        self.constants = self.layout.constants
        self.dice = 0

    @property
    def stopped(self) -> int:
        return self.running.get("stopped")

    def begin(self, seed: str) -> int:
        """Begins a game; returns how it stopped, 0 if it did not."""
        self.target.begin_anew(seed)
        self.dice = signed(folded(word(seed), word("dice")))
        return self.running.call("begin", 0)

    def legal(self) -> Mapping[str, int]:
        """Returns the legal answers, as they stand in a journal, each with its cell."""
        listed = self.running.call("legal")
        return {} if self.stopped else {self._said(cell): cell for cell in self.running.listed(listed)}

    def shown(self) -> Mapping[str, int]:
        """Returns what the dice show or what is drawn, with its cell."""
        cell = self.running.call("shown", self.dice)
        return {} if self.stopped else {self._said(cell): cell}

    def cell_of(self, given: object) -> int:
        """Returns the cell of an answer that is no list and no record, or of a throw."""
        question, pick = self.target.in_hand
        if given == DONE:
            return CONSTANTS["DONE"]
        if question == CONSTANTS["TAKE"]:
            return self.playable.actions.index(given)
        return self.running.image.value(given, self.playable.picks[pick].item)

    def asks_for_lists(self) -> bool:
        """Returns whether what is picked has no cell before it is listed."""
        question, pick = self.target.in_hand
        return question == CONSTANTS["CHOOSE"] and self.playable.picks[pick].is_list

    def allows(self, cell: int) -> bool:
        return bool(self.running.call("allows", cell))

    def answer(self, cell: int) -> int:
        """Answers the question; returns how the game stopped, 0 if it did not."""
        return self.running.call("answer", cell)

    def entries(self) -> list[Entry]:
        return self.target.entries_of(self.running.cells(self.constants["JOURNAL"], self.running.get("written")))

    def holding(self, game: Game) -> Iterator[tuple[tuple[str, object], object]]:
        """Everything that play writes: what it is with its value in the target, and its value in a game."""
        position, graph, image = game.position, game.law.graph, self.running.image
        things = ((number, image.thing(number, self.running.cell)) for number in image.names)
        numbers = {(thing.kind, thing.name): number for number, thing in things}
        subjects: list[tuple[str, str, object, int]] = []
        for thing in position.things.values():
            number = numbers[thing.kind, thing.name]
            place = self._place(self.running.cell(self.constants["PLACE"] + number * CELL))
            yield (f"where {thing.name} is", place), position.places.get(thing)
            subjects.append((thing.kind, thing.name, thing, number))
        if position.map is not None:
            subjects += [("hex", in_words(h, position), h, image.hex(h)) for h in position.map.hexes]
            sides = ((s, image.hex(s.hex) * 4 + s.direction) for s in position.map.hexsides)
            subjects += [("hexside", in_words(s, position), s, number) for s, number in sides]
        subjects.append((GAME.kind, in_words(GAME, position), GAME, 0))
        for kind, called, subject, number in subjects:
            for name, attribute in graph.kinds[kind].attributes.items() if kind in graph.kinds else ():
                if kind not in ("hex", "hexside") or (kind, name) in self.layout.sets:
                    cell = self.running.cell(self.layout.column(kind, name) + number * CELL)
                    value = g.MISSING if cell == MISSING else image.back(cell, attribute.type, self.running.cell)
                    yield (f"{name} of {called}", value), position.value(subject, name)
        yield ("how much is remembered", self._remembered()), len(position.remembered)

    def _remembered(self) -> int:
        found = 0
        for (sort, name), (base, sizes) in self.layout.kept.items():
            if sort == "memory" and self.layout.is_sparse(sort, name):
                found += self.running.cell(base)
            elif sort == "memory":
                found += sum(self.running.cells(base, base + prod(sizes) * CELL))
        return found

    def cell(self, name: str) -> int:
        return self.running.cell(self.constants[name])

    def _said(self, cell: int) -> str:
        return self.target.said(cell, *self.target.in_hand)

    def _place(self, cell: int) -> object:
        image, plane = self.running.image, self.layout.plane
        if cell < 0:
            return None
        return image.hex_at(cell) if cell < plane else image.thing(cell - plane, self.running.cell)


def played_again(path: Path) -> Account:
    """Plays the answers of a journal in the target and in the machine, as far as they are legal."""
    kept = kept_game(path, None, None, DISK)
    if kept.game.chance != BY_NUMBER:
        raise SystemExit("this game was begun with other dice, by which the target cannot throw")
    target = Target(kept.game.agenda, kept.game.setup)
    if target.refusal:
        refused = (f"  {name}: {why}" for name, why in sorted(target.refusal.items()))
        raise SystemExit("\n".join(["the target cannot carry all of this law:", *refused]))
    entries = (entry for entry in kept.journal.entries if not entry.lapsed)

    def answer(game: Game) -> object:
        entry = next(entries, None)
        given = None if entry is None else game.meant(entry.answer)
        return given if given is not None and game.allows(given) else None

    return side_by_side(target, kept.game, answer)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journal", type=Path)
    account = played_again(parser.parse_args(argv).journal)
    numbers = (account.questions, "question"), (account.answers, "legal answer"), (account.throws, "throw")
    print(", ".join(counted(number, what) for number, what in numbers))
    if account.parting is not None:
        print(account.parting)
        return 1
    print(f"both are alike; {account.outcome}")
    if account.stop is not None:
        print(f"the law stops: {account.stop.message}")
    if account.stopped:
        print(f"the target stops: {WHY_BACK[account.stopped]}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
