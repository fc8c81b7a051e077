"""The printed programs at a table of the reference: the same lines of the library, run by Python.

`prelude/programs.py` knows a position by some cells and by a few words: what may be answered, what comes of it,
what is to be taken back, what it is worth, what chance shows. In the target these are the module's own memory and
functions; here they show a machine of the reference, and to go on is to stand on a copy of it. So a program decides
alike wherever it plays. It is slow, and for what the target does not carry: a game that is handed back, a trial in the
middle of an effect, a computer that has no machine for WebAssembly.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from functools import cache
from types import CodeType
from typing import Any

from hexlaw.compiler.wasm.layout import CELL, MAX_NUMBER, NONE, PARTS, WORK
from hexlaw.compiler.wasm.procedures import CONSTANTS
from hexlaw.compiler.wasm.program import Program, Weighed
from hexlaw.compiler.wasm.subset import PRELUDE
from hexlaw.runtime.explain.explain import chain_lines
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import SIDE
from hexlaw.runtime.law.stops import SILENT, Exhausted, Hole, LawStop, Misplaced
from hexlaw.runtime.play import choices, lookahead, picks
from hexlaw.runtime.play.belief import as_seen, imagined
from hexlaw.runtime.play.chance import ALL_BITS, Chance, folded, mixed, number_of, word
from hexlaw.runtime.play.dice import purpose_of
from hexlaw.runtime.play.game import Game, Setup
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import DONE, Choose, Draw, Question, Take, Throw

FILES = ("entries", "programs", "searching")
LISTS = ("add", "forget", "size", "among", "within")
"""What programs use of `base.py`."""
SHOWN = ("QUESTION", "ASKED_SIDE", "ASKED_PICK", "MAY_END", "UNRESTED", "DICE", "FACES", "FRAME", "OVER")
"""Cells in which programs read what is asked."""
TABLES = ("GIVES_UP", "IS_LIST_PICK", "ROWS_KEPT", "PLANNED", "BUDGETS", "AHEAD", "COURSES", "TRIED", "LISTS")
"""Room of which it does not matter how much there is."""
WIDE = 2**40
MAX_WORK, MAX_WORK_OF = 60_000_000, 100_000
"""Steps that a plan may take, whatever it looks at, and more for each position that it may look at."""


def _constants() -> dict[str, int]:
    """Returns where everything lies that programs speak of by name."""
    found = {**CONSTANTS, "NONE": NONE, "MAX_NUMBER": MAX_NUMBER, "WORTH": 0, "FRAME_DIGEST": 0, "PENDING": 0}
    found["BEHIND"] = 2**62
    top = CELL
    for name in SHOWN:
        found[name], top = top, top + CELL
    for name, cells in WORK.items():
        if name not in TABLES:
            found[name], top = top, top + cells * CELL
            found[f"{name}_END"] = top
    for number, name in enumerate(TABLES, 1):
        found[name] = number * WIDE
    return found


class _AsCells(ast.NodeTransformer):
    """Lets `//` mean in Python what it means in the subset, and `NAME[i]` a cell."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.op, ast.FloorDiv):
            return node
        return ast.Call(ast.Name("truncated", ast.Load()), [node.left, node.right], [])

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or not node.value.id.isupper():
            return node
        offset = ast.BinOp(node.slice, ast.LShift(), ast.Constant(3))
        at = ast.BinOp(node.value, ast.Add(), offset)
        return ast.Subscript(ast.Name("cell", ast.Load()), at, node.ctx)


@cache
def _compiled() -> tuple[CodeType, ...]:
    found = []
    for name in ("base", *FILES):
        tree = ast.parse((PRELUDE / f"{name}.py").read_text(encoding="utf-8"))
        if name == "base":
            tree.body = [line for line in tree.body if isinstance(line, ast.FunctionDef) and line.name in LISTS]
        found.append(compile(ast.fix_missing_locations(_AsCells().visit(tree)), f"{name}.py", "exec"))
    return tuple(found)


class _Numbered:
    """Numbers for values, in the order in which they are met: a cell holds one."""

    def __init__(self) -> None:
        self.values: list[object] = []
        self._numbers: dict[object, int] = {}

    def __call__(self, value: object) -> int:
        number = self._numbers.setdefault(value, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


class _Met(Exception):
    """What was looked for was met: the law gives no answer."""


class Interpreted:
    """A player: a program that looks at positions, with the seed of its chance."""

    def __init__(self, seed: str, program: Program) -> None:
        self.seed, self.program = seed, program
        self.constants = _constants()
        self._setup: Setup | None = None
        self.cell: dict[int, Any] = defaultdict(int)
        self.why: tuple[str, ...] = ()  # the law gave no answer where a way to go on was left out first
        self._only_why = False

    def _begin_anew(self, setup: Setup) -> None:
        """Forgets what was kept of another game."""
        self._setup = setup
        program, at = self.program, self.constants
        cells = {at["BUDGETS"]: program.positions, at["AHEAD"]: int(program.ahead)}
        self.cell, self.why = defaultdict(int, cells), ()
        self._values, self._keys = _Numbered(), _Numbered()
        self._stack: list[Machine] = []
        self._stopped_by: LawStop | None = None  # where the law last said nothing of what a position is worth
        self._lists = 0
        self._purpose: tuple[Any, int] = (0, 0)
        self.words: dict[str, Any] = {
            **self.constants, "PART": PARTS, "cell": self.cell, "exported": lambda function: function,
            "truncated": lambda a, b: -(-a // b) if a < 0 else a // b,
            "members": self.members, "mixed": lambda x: mixed(x & ALL_BITS), "folded": _folded,
            "shifted_right": lambda a, by: (a & ALL_BITS) >> by, "copy_bytes": self.copy_bytes,
            "below_unsigned": lambda a, b: a & ALL_BITS < b & ALL_BITS,
            "stopped": 0, "free": 0, "pending": self.constants["PENDING"], "veiled": 0, "imagining": 0, "stamp": 0,
            "games": 1, "logged": 0, "work": CONSTANTS["MAX_WORK"],
            "SIDES": len(setup.position.graph.choices[SIDE].values),
        }  # fmt: skip
        own = (
            self.undo, self.eligible, self.done_stands, self.is_legal, self.by_chance, self.imagine, self.stop,
            self.thrown, self.drawn, self.goes_past,
        )  # fmt: skip
        self.words |= {word_.__name__: word_ for word_ in own}
        self.words |= {
            "memo_swept": lambda: 0, "depth": lambda: self.machine.depth,
            "purpose": lambda: purpose_of(self._question, self.machine.frames),
            "source": lambda key, _: Chance(key).of(*self._purpose).key,
            "key_of_who_is_asked": lambda: word(self.seed), "seat_of_who_is_asked": lambda: 0,
            "number_of_answer": lambda answer: number_of(self._meant(answer)),
        }  # fmt: skip
        for code in _compiled():
            exec(code, self.words)  # lines of our own library, and nobody else's
        self.words |= {"worth": self.worth_to, "follow": self.follow, "position_key": self.position_key}

    def answer(self, game: Game) -> Any:
        """What the program answers to the question of a game."""
        if game.setup.worth is None:
            raise Hole("the law does not say what a side wants", "write goals, or `worth(s: side)`, in advice")
        if self._setup is not game.setup:
            self._begin_anew(game.setup)
        self._purpose = game.purpose()
        self.words["written"] = len(game.entries) * 4 * CELL
        self._begin(game.machine)
        account = game.machine.answering.account
        try:
            more = CONSTANTS["MAX_AHEAD"] if self.program.ahead else 1
            with account.shared(MAX_WORK + MAX_WORK_OF * self.program.positions * more, "to make a plan"):
                return self._meant(self.words["decided"]())
        except Exhausted:
            return RandomPlayer(Chance(self.seed)).answer(game)

    def weighed(self, seat: str) -> Weighed:
        """Returns what the program has weighed in the game in which it was asked last."""
        first = self.constants["TRIED"]
        return Weighed.of([self.cell[first + i * CELL] for i in range(4)], 0)

    def why_unanswered(self, game: Game) -> tuple[str, ...]:
        """Returns why the law gives no answer to the first way that is left out here, found by making a plan."""
        self._only_why = True
        with suppress(_Met, LawStop):
            self.answer(game)
        self._only_why = False
        return self.why

    def _passes_over(self, stop: LawStop, *, is_way: bool = True) -> None:
        """Counts what is not looked at, as the target does."""
        words = self.words
        if not isinstance(stop, SILENT) or isinstance(stop, Misplaced):
            return
        words["weighed"], words["unanswered"] = words["weighed"] + is_way, words["unanswered"] + 1
        self.why = self.why or (stop.message, stop.help, *chain_lines(stop, self.machine.position))
        if self._only_why:
            raise _Met

    # -- the position in hand, as programs read it

    @property
    def machine(self) -> Machine:
        return self._stack[-1]

    @property
    def asked(self) -> Question | None:
        return self.machine.state.question

    @property
    def _question(self) -> Question:
        assert self.asked is not None
        return self.asked

    def _begin(self, machine: Machine) -> None:
        self._whole, seen = machine, as_seen(machine)
        self._stack[:], self._lists = [seen], 0
        self._worth: dict[object, int] = {}
        self.words["veiled"] = int(seen is not machine)
        self.words["logged"] = 1
        self._show()

    def _stand_on(self, machine: Machine) -> None:
        self._stack.append(machine)
        self.words["logged"] = len(self._stack)
        self._show()

    def _show(self) -> None:
        """Writes what is asked into the cells in which programs read it."""
        cell, at, machine, question = self.cell, self.constants, self.machine, self.asked
        sides = machine.agenda.law.sides
        cell[at["UNRESTED"]] = sum({1 << action.depth for action in machine.lapsed})
        cell[at["FRAME"]], cell[at["MAY_END"]] = 0, 0
        cell[at["OVER"]] = int(not machine.frames)
        match question:
            case None:
                cell[at["QUESTION"]] = 0
            case Take(side=side, actions=actions):
                cell[at["QUESTION"]] = at["TAKE"]
                cell[at["ASKED_SIDE"]] = sides.index(side)
                frame = self._listed([])
                cell[at["FRAME"]] = frame
                cell[frame + at["W_OPEN"]] = self._listed([self._of_action(action) for action in actions], frame + WIDE)
            case Choose(side=side, may_end=may_end):
                cell[at["QUESTION"]] = at["CHOOSE"]
                cell[at["ASKED_SIDE"]] = sides.index(side)
                pick = picks.picking_of(machine).pick
                cell[at["ASKED_PICK"]] = number = self._values(pick.path)
                cell[at["IS_LIST_PICK"] + (number << 3)] = int(self._is_composed(pick.type))
                cell[at["MAY_END"]] = int(may_end)
            case Throw(count=count, faces=faces):
                cell[at["QUESTION"]], cell[at["DICE"]], cell[at["FACES"]] = at["THROW"], count, faces
            case Draw(members=members):
                cell[at["QUESTION"]] = at["DRAW"]
                cell[at["DICE"]] = self._listed(map(self._values, members))

    def _is_composed(self, type_: t.Type) -> bool:
        bare = t.bare(type_)
        if isinstance(bare, t.Kind):
            return bare.name == "contact" or bare.name in self.machine.agenda.law.graph.records
        return isinstance(bare, t.SetOf)

    def _of_action(self, name: str) -> int:
        number = self._values(name)
        gives_up = self.machine.agenda.law.graph.actions[name].gives_up
        self.cell[self.constants["GIVES_UP"] + (number << 3)] = int(gives_up)
        return number

    def _listed(self, members: Iterable[int], at: int | None = None) -> int:
        """Writes a list; it lasts as long as the position in hand."""
        if at is None:
            at = self.constants["LISTS"] + self._lists
        found = [*members]
        self.cell[at] = len(found)
        for i, member in enumerate(found, 1):
            self.cell[at + (i << 3)] = member
        self._lists += (len(found) + 64) << 3
        return at

    def _meant(self, answer: int) -> Any:
        if answer == CONSTANTS["DONE"]:
            return DONE
        if isinstance(self.asked, Throw):
            return answer // PARTS
        return self._values.values[answer]

    # -- the words of the library

    def copy_bytes(self, to: int, source: int, count: int) -> None:
        self.cell |= {to + at: value for at, value in [(i, self.cell[source + i]) for i in range(0, count, CELL)]}

    def members(self, of: int) -> list[int]:
        return [self.cell[of + (i << 3)] for i in range(1, (0 if of < 0 else self.cell[of]) + 1)]

    def undo(self, mark: int) -> int:
        if mark < len(self._stack):
            del self._stack[mark:]
            self.words["logged"] = mark
            self._show()
        return 0

    def follow(self, answer: int) -> int:
        """Stands on the game after an answer; where it is refused, or the law says nothing, it stays where it is."""
        self.words["seen"] += 1
        try:
            cached = not self.program.ahead  # whole turns are too many to be kept
            after = lookahead.expanded(self.machine, self._meant(answer), cached=cached)[0]
        except LawStop as stop:
            self._passes_over(stop)
            return 0
        self.words["weighed"] += 1
        if after is None:
            return 0
        self._stand_on(after)
        return 1

    def goes_past(self) -> int:
        """Stands on the game behind a question that has no answer."""
        try:
            self._stand_on(choices.carried_on(self.machine, Machine.lapse))
        except LawStop as stop:
            self._passes_over(stop)
            return 0
        return 1

    def worth_to(self, side: int) -> int:
        """What the position in hand is worth; kept for a plan, as many ways lead to one position."""
        if self.words["veiled"]:
            return self._worked_out(side)
        key = side, self.machine.state.key(self._stack[0].position)
        found = self._worth.get(key, NONE)
        if found == NONE:  # what has no answer is counted each time
            found = self._worth[key] = self._worked_out(side)
        return found

    def _worked_out(self, side: int) -> int:
        names = {SIDE: self.machine.position.graph.choices[SIDE].values[side]}
        assert self._setup is not None
        assert self._setup.worth is not None
        try:
            found = Fraction(self.machine.ev.value(self._setup.worth, names))
        except LawStop as stop:
            self._stopped_by = stop
            self._passes_over(stop, is_way=False)
            return NONE
        return int(found * PARTS)

    def stop(self) -> int:
        """The law does not say what the position in hand is worth: that ends the game, with its reason."""
        assert self._stopped_by is not None
        raise self._stopped_by

    def position_key(self) -> int:
        """A number for all that can decide how the action goes on and what it is worth."""
        machine, begun = self.machine, self._stack[self.words["plan_root"] - 1].position
        frames = tuple(machine.key_of(frame, begun) for frame in machine.frames)
        return 1 + self._keys((machine.state.key(begun), frames, machine.state.question))

    def eligible(self) -> int:
        machine, found = self.machine, []
        try:
            for answer in picks.candidates(machine):
                try:
                    if answer != DONE and picks.stands(machine, answer):
                        found.append(self._values(answer))
                except LawStop as stop:
                    self._passes_over(stop)
        except LawStop as stop:
            self._passes_over(stop)
            return NONE
        return self._listed(found)

    def done_stands(self) -> bool:
        try:
            return isinstance(self.asked, Choose) and picks.stands(self.machine, DONE)
        except LawStop as stop:
            self._passes_over(stop)
            return False

    def is_legal(self, answer: int) -> bool:
        try:
            return choices.allows(self.machine, self._meant(answer))
        except LawStop:
            return False

    def by_chance(self, key: int) -> int:
        """The first legal answer in the order of chance; what gives something up comes last."""
        machine = self.machine
        actions = machine.agenda.law.graph.actions if isinstance(self.asked, Take) else {}
        drawn = Chance(key).in_order(choices.candidates(machine))
        drawn.sort(key=lambda answer: answer in actions and actions[answer].gives_up)
        for answer in drawn:
            if choices.allows(machine, answer):
                return CONSTANTS["DONE"] if answer == DONE else self._values(answer)
        return NONE

    def thrown(self, key: int) -> int:
        assert isinstance(self.asked, Throw)
        return self.asked.decided(Chance(key & ALL_BITS)) * PARTS

    def drawn(self, key: int) -> int:
        assert isinstance(self.asked, Draw)
        return self._values(self.asked.decided(Chance(key & ALL_BITS)))

    def imagine(self, key: int) -> int:
        question = self.asked
        assert isinstance(question, Take | Choose)
        self._stand_on(imagined(self._whole, question.side, Chance(key & ALL_BITS)))
        return 0


def _folded(key: int, number: int) -> int:
    return folded(key & ALL_BITS, number)
