"""Logs of VASSAL: what lay on the table as they begin, and what was done step by step.

A log is a saved game with commands behind it, one for each step that VASSAL goes on by: what was dragged at once, what
a menu did, a line of the chat. Commands are read as data and never carried out; what they say of anything but counters
and chat is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.vassal.archives import ESCAPE, STACK, WHOLE, SavedCounter, counter_of, saved_text
from hexlaw.compiler.desk.vassal.escaped_texts import parted

LOGGED, CHAT, UNDOES = "LOG\t", "CHAT", "UNDO\t"
ADDS, TAKES_OFF, CHANGES, MOVES = "+/", "-/", "D/", "M/"
MAX_STEPS, MAX_COUNTERS, MAX_PUT, MAX_NESTED, MAX_COMMAND, MAX_SAID = 100_000, 20_000, 500_000, 40, 200_000, 2_000
"""Steps of a log, counters on its table, moves of one, commands inside each other, signs of a command and of a line."""


@dataclass(frozen=True)
class LoggedStep:
    """What was done at once: the counters that came to lie elsewhere or were laid on the table, those whose layers were
    turned, and what was said. Of a step that was undone, and of the undoing, only the first keeps what was said."""

    number: int
    moved: dict[str, SavedCounter | None] = field(default_factory=dict)  # by id; None where it was taken off the table
    turned: dict[str, SavedCounter] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    is_undone: bool = False


@dataclass(frozen=True)
class GameLog:
    begins: dict[str, SavedCounter]
    """The counters that lie on the table as it begins, by their ids."""
    steps: tuple[LoggedStep, ...]


def read_log(data: bytes | str, called: str) -> GameLog:
    """Returns a log, or a saved game as one without steps, of a file or its text. Raises `Refused` where it is none."""
    table, begins, steps, undoing = _LoggedTable(called), None, list[LoggedStep](), set[int]()
    for command in parted(ESCAPE, data if isinstance(data, str) else saved_text(data, called)):
        if not command.startswith(LOGGED):
            for each in _commands(command, called):
                table.carry_out(each, LoggedStep(0))
            continue
        begins = dict(table.counters) if begins is None else begins
        step = LoggedStep(len(steps) + 1)
        for each in _commands(command, called):
            table.carry_out(each, step)
            undoing |= {step.number} if each.startswith(UNDOES) else set()
        steps.append(step)
        if len(steps) > MAX_STEPS:
            raise Refused(f"`{called}` has more than {MAX_STEPS:,} steps; no game does")
    return GameLog(dict(table.counters) if begins is None else begins, tuple(_as_left(steps, undoing)))


def _as_left(steps: Sequence[LoggedStep], undoing: Collection[int]) -> Iterator[LoggedStep]:
    """Yields steps as they were left: without what was undone, and without the undoing. Each undoing undoes the last
    step before those that were undone in a row, which may be one that undid another; both are about the same
    counters."""
    undone, undid, last = set[int](), dict[int, int](), 0
    forms = [(step.moved.keys(), step.turned.keys(), len(step.said)) for step in steps]
    for number, form in enumerate(forms, 1):
        if number not in undoing:
            last = number
            continue
        while last and form != forms[last - 1] and not any(forms[last - 1]):  # VASSAL passes over what comes to nothing
            last -= 1
        if last and form == forms[last - 1]:
            undone ^= {last, undid[last]} if last in undid else {last}
            undid[number] = last
            last -= 1
    for step in steps:
        if step.number in undid:
            yield LoggedStep(step.number)
        else:
            yield replace(step, moved={}, turned={}, is_undone=True) if step.number in undone else step


def _commands(text: str, called: str, depth: int = 0) -> Iterator[str]:
    """Yields the commands that are written as one; of a step of a log, each says so."""
    if depth > MAX_NESTED:
        raise Refused(f"`{called}` is damaged: its commands lie deeper in each other than {MAX_NESTED}")
    if ESCAPE not in text:
        if len(text) > MAX_COMMAND:
            raise Refused(f"`{called}` has a command of more than {MAX_COMMAND:,} signs; no game does")
        yield text.removeprefix(LOGGED)
        return
    for part in parted(ESCAPE, text):
        yield from _commands(part, called, depth + 1)


class _LoggedTable:
    """The counters on the table, by their ids. What lies at one point of a map is a stack there, so stacks need not be
    followed by themselves."""

    def __init__(self, called: str) -> None:
        self.called = called
        self.counters: dict[str, SavedCounter] = {}
        self.types: dict[str, str] = {}
        self.lying: dict[tuple[str, int, int], dict[str, None]] = {}  # ids by the point where their counters lie
        self.put = 0

    def carry_out(self, command: str, step: LoggedStep) -> None:
        """Does what a command says, and notes in the step what came of it."""
        sort, said = command[:2], parted("/", command[2:])
        if command.startswith(CHAT):
            step.said.append(command.removeprefix(CHAT)[:MAX_SAID])
        elif sort == ADDS and len(said) >= 3 and said[1] != STACK:
            self.types[said[0]] = said[1]
            self._put(said[0], counter_of(said[1], said[2], self.called), step)
        elif sort == CHANGES and len(said) >= 2 and said[0] in self.types:
            self._put(said[0], counter_of(self.types[said[0]], said[1], self.called), step)
        elif sort == TAKES_OFF and (gone := self.counters.pop(command[2:], None)) is not None:
            step.moved[command[2:]] = None
            self.lying[gone.on_map, gone.x, gone.y].pop(command[2:])
        elif sort == MOVES and len(said) >= 8:
            if not all(map(WHOLE.fullmatch, points := (*said[2:4], *said[6:8]))):
                raise Refused(f"`{self.called}` is damaged: a counter in it lies at no point")
            x, y, old_x, old_y = map(int, points)
            for id_ in [said[0]] if said[0] in self.counters else [*self.lying.get((said[5], old_x, old_y), {})]:
                self._put(id_, replace(self.counters[id_], on_map=said[1], x=x, y=y), step)

    def _put(self, id_: str, now: SavedCounter, step: LoggedStep) -> None:
        before, here = self.counters.get(id_), (now.on_map, now.x, now.y)
        self.counters[id_], self.put = now, self.put + 1
        if len(self.counters) > MAX_COUNTERS or self.put > MAX_PUT:
            raise Refused(f"`{self.called}` has more than {MAX_COUNTERS:,} counters or {MAX_PUT:,} moves; no game does")
        if before is None or (before.on_map, before.x, before.y) != here:
            step.moved[id_] = now
            if before is not None:
                self.lying[before.on_map, before.x, before.y].pop(id_)
            self.lying.setdefault(here, {})[id_] = None
        if before is not None and before.states != now.states:
            step.turned[id_] = now
