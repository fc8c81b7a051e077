"""Procedures: functions of the target that can wait in the middle, for an answer or for what they have called.

The statements of a procedure are cut into segments at every place where it may wait; its names lie in a frame
(`prelude/machine.py`), at places that are known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce

from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.layout import CELL
from hexlaw.compiler.wasm.program import MAX_PLAYOUTS
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.value import GAME

HEADER = 3 * CELL
NAMED = 9
"""Cells of a frame before its names: the header, and what the library keeps in frames of actions and of parts."""
PC = CELL
SIDE, STAGE, PASSED, NUMBER, AROUND, FOUND = (HEADER + i * CELL for i in range(6))
ACTED, MARK, SAVED, POINTS = (HEADER + i * CELL for i in range(4))
RUNS, WROTE, ADVICE = (HEADER + i * CELL for i in range(3))
HOOK = " hook"
"""Where a frame of a moment keeps the rule that it is at, if the evaluator answers."""
CHOSEN, BARRED = " chosen", " barred"
"""What a frame knows of a pick besides names."""
TAKE, CHOOSE, THROW, DRAW = range(1, 5)
"""What a question asks for: an action, a pick, dice, a draw."""
REQUIREMENT_BITS = 62
HELD = 1 << REQUIREMENT_BITS
"""A bit beside those of requirements that may be broken: changes are compared with a mark, so the log is still
needed."""
MAX_WORK = 2**30
"""Turns of loops from one question to the next; the largest shipped situation takes 2 million at most."""

MAX_PLAN, MAX_ROW_PLAN, MAX_ROWS_KEPT = 96, 48, 512
"""Answers of a plan, and of one that is kept; beginnings of which plans are kept."""
CONSTANTS = {
    "TAKE": TAKE, "CHOOSE": CHOOSE, "THROW": THROW, "DRAW": DRAW, "LAPSE": 5, "UNRESTED_END": 6,
    "DONE": -2, "OUT_OF_SIGHT": -3, "GIVEN_UP": 2,
    "NAMES": NAMED * CELL, "SIDE": SIDE, "STAGE": STAGE, "PASSED": PASSED, "NUMBER": NUMBER, "AROUND": AROUND,
    "ACTED": ACTED,
    "MARK": MARK, "SAVED": SAVED, "UNDER_WAY": 2, "MAX_LAPSES": 1_000, "NOBODY": -4,
    "POINTS": POINTS, "RUNS": RUNS, "WROTE": WROTE, "ADVICE": ADVICE,
    "W_SIDE": HEADER, "W_OFFERS": HEADER + 8, "W_AGAIN": HEADER + 16, "W_DUTY": HEADER + 24,
    "W_AROUND": HEADER + 32, "W_TAKEN": HEADER + 40, "W_OPEN": HEADER + 48, "W_ABOUT": HEADER + 56,
    "W_PLAYER": HEADER + 64,
    "E_BEFORE": 24, "E_ANSWER": 32, "E_LIST": 40, "E_SIZE": 72, "E_TOOK": 8, "E_RANK": 16, "E_SPENT": 48, "E_KEY": 56,
    "E_LOGGED": 64,
    "MAX_POSITIONS": 2_000, "MAX_REACHED": 20_000, "MAX_SEARCHES": 16, "MAX_STEPS": 200_000,
    "MAX_WORK": MAX_WORK, "NOT_YET": 8,
    "P_LOT": 8, "P_LENGTH": 16, "P_TIE": 48, "P_DONE": 56,
    "R_ACTION": 0, "R_FIRST": 8, "R_STATE": 16, "R_GAIN": 24, "R_LENGTH": 32, "R_TIE": 40, "R_FORCED": 48,
    "R_ANSWERS": 56, "ROW_SIZE": 56 + CELL * MAX_ROW_PLAN, "MAX_ROW_PLAN": MAX_ROW_PLAN, "MAX_ROWS_KEPT": MAX_ROWS_KEPT,
    "EMPTY": 0, "UNSEEN_YET": 1, "VAIN": 2, "GAINS": 3, "MAX_PLAN": MAX_PLAN,
    "MAX_DONES": 20, "MAX_THROWS": 40, "MAX_FALLS": 36, "MAX_AT_ONCE": 12, "MAX_LISTED": 4_000,
    "MAX_SHARES": 10, "MAX_FURTHER": 5_000, "MAX_IN_VAIN": 40,
    "T_VALUE": 8, "T_EPOCH": 16, "T_INVALID": 24, "T_DEPENDENTS": 32, "TERM_SIZE": 40, "HELD": HELD,
    "C_PLAYOUTS": 0, "C_TURN": 8, "C_TURNS": 16, "C_WAY": 24, "C_SLIPS": 32, "CAPTAIN_SIZE": 40,
    "MAX_WAYS": 15,
    "MAX_PLAYOUTS": MAX_PLAYOUTS, "ENOUGH_PLAYOUTS": 3, "MAX_WORTH": 1_000_000, "PLAYOUT_POSITIONS": 100,
    "POSITIONS_OF_A_PLAYOUT": 125_000, "MAX_PLAYED_OUT": 20_000,
}  # fmt: skip

OF_PROCEDURE = (
    "RUN", "FRAME_SIZE", "ACTION_OF", "SPAN_OF", "IS_MOMENT", "FRAME_DIGEST", "PASSING_BARRED", "WAITS", "ACCOUNTS",
    "OVER_AT",
)  # fmt: skip
"""The record of a procedure: the functions that run it, digest a frame and say whether its part may not be passed; the
cells of a frame; rows by segment: the pick in whose doing it waits (one more where it waits for what follows upon
this), and the function that gives where its cost is counted; the segment at which a share of a part is over that all
run at once."""
OF_PICK = (
    "ELIGIBLE", "COST_OF", "DONE_BARRED", "AROUND_PICK", "INSIDE_PICK", "BARRED_AT", "PICKED_AT", "ABOUT", "FAR",
    "DRAWN_SHAPE", "SHAPE_OF", "IS_THING_PICK", "IS_LIST_PICK", "ASKED_HOW", "ASKED_NAME", "DOMAIN", "STANDS",
    "REPEATS", "IS_DIRECT",
)  # fmt: skip
"""The record of a pick or draw: functions by number, segments and slots, shapes, words."""
for record in (OF_PROCEDURE, OF_PICK):
    CONSTANTS |= {name: number * CELL for number, name in enumerate(record)}


@dataclass
class Procedure:
    """A function that can wait: its segments, and where its names lie in a frame."""

    name: str
    record: Code = ()  # the call that gives its record, by which the library begins a frame
    slots: dict[str, int] = field(default_factory=dict)  # by name, its cell in the frame
    types: dict[int, t.Type] = field(default_factory=dict)  # of the cells that hold lists or records
    segments: list[list[Code]] = field(default_factory=list)
    params: Mapping[str, t.Type | None] = field(default_factory=dict)  # a type where it is known by name
    enters: dict[str, int] = field(default_factory=dict)  # by part of the sequence, the segment that begins it
    waits_in: dict[int, int] = field(default_factory=dict)  # by segment, the pick in whose doing it waits
    over_at: int = 0  # of a part that all run at once, where a share of it is over
    accounts: dict[int, int] = field(default_factory=dict)  # by segment, what gives where a cost is counted

    @property
    def size(self) -> int:
        return NAMED + len(self.slots)

    def slot(self, name: str, type_: t.Type | None = None) -> int:
        at = self.slots.setdefault(name, NAMED + len(self.slots))
        if type_ is not None:
            self.types[at] = type_
        return at * CELL


@dataclass(frozen=True)
class Around:
    """What surrounds a statement: where `finish` leads, where a dead end leads, and the record of the pick whose doing
    it is in, or 0."""

    finish: int
    dead_end: int
    pick: int = 0


def logged(at: Code, value: Code) -> Code:
    return ("drop", ("call", "write", at, value))


def counting(name: str, most: Code, body: list[Code]) -> list[Code]:
    return [
        ("set", name, 0),
        ("block", f"out {name}", [("loop", f"turn {name}", [
            ("if", (">=", name, most), [("break", f"out {name}")]),
            *body, ("set", name, ("+", name, 1)), ("continue", f"turn {name}"),
        ], most)]),
    ]  # fmt: skip


def each_member(name: str, of: Code, body: list[Code]) -> list[Code]:
    """Lines that run for each member of a list, under a name."""
    listed, at = f"{name} of", f"{name} at"
    member = ("load", ("+", listed, ("<<", at, 3)), CELL)
    return [("set", listed, of), *counting(at, ("call", "size", listed), [("set", name, member), *body])]


def either(tests: Iterable[Code]) -> Code:
    """Returns the test that any of these holds; the last is tried first."""
    first, *others = [*tests] or [0]
    return reduce(lambda found, test: ("or", test, found), others, first)


def is_thing(graph: g.Graph, type_: t.Type) -> bool:
    bare = t.bare(type_)
    if not isinstance(bare, t.Kind):
        return False
    return bare.name not in ("hex", "hexside", "contact", GAME.kind) and bare.name not in graph.records


def names_things(type_: t.Type) -> bool:
    """Whether values of a type may name things and places."""
    bare = t.bare(type_)
    return names_things(bare.item) if isinstance(bare, t.SetOf) else isinstance(bare, t.Kind) and bare.name != "contact"


def hash_of(name: str) -> int:
    """A hash of the name of a table, which tells two tables of equal content apart."""
    return sum(ord(letter) << i for i, letter in enumerate(name))
