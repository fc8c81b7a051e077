"""Prints functions of the form as functions of the target: every expression becomes code that gives one cell.

Where an expression stops, the global `stopped` says so (`prelude/base.py`), and evaluation goes on with none as its
value. In `and`, `or`, `any` and `every` a part that decides wins over a stop, in any order: the parts are evaluated
with earlier stops set aside.

A set that is only iterated over is never made: `over` prints the loop that would make it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from itertools import count, product

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.marks import Marks
from hexlaw.compiler.wasm.code import Code, Function
from hexlaw.compiler.wasm.image import Image
from hexlaw.compiler.wasm.layout import (
    CELL,
    CONTACT,
    CONTACT_TYPES,
    MISSING,
    NONE,
    SORTS,
    Layout,
    Unlaid,
    lines_of,
    signed,
)
from hexlaw.compiler.wasm.procedures import CONSTANTS, either, is_thing
from hexlaw.compiler.wasm.reading import Reading
from hexlaw.runtime.base.on_demand import OnDemand
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import attributes_in
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play.chance import number_of, word
from hexlaw.runtime.position.visibility import resting

CHEAP = 20
"""The most that a part of a condition may cost to be tested before more expensive ones."""
FUNCTIONS_APART = 0x9E3779B97F4A7C15
GOING_ON: Code = ("==", ("global", "stopped"), 0)
KEY, SLOT, VALUE = "the key", "the slot", "the value"
"""Locals of memoised functions: no name of a law has a space in it."""
Names = Mapping[str, str]
Each = Callable[[Code, Names], list[Code]]
"""Prints the body of a loop, given the code of its variable."""

MAKES = f.Op | f.Loop | f.Joined | f.Things | f.Items | f.Made | f.Linked | f.Call
"""The expressions that may make lists or records."""

CALLED = {
    "*": "times", "/": "divided", "half": "half", "down": "down", "up": "up", "halved": "halved", "larger": "larger",
    "smaller": "smaller", "numbers": "numbers", "some": "some", "distance": "distance", "adjacent-to": "adjacent",
    "side-between": "side_between", "straight-across": "straight_across", "neighbours": "neighbours",
    "neighbour": "numbered_neighbour", "sides-of": "sides_of", "hexes-of": "hexes_of", "is-side-of": "is_side_of",
    "touches": "touches", "off-board": "off_board", "shared": "shared", "sides-along": "sides_along",
    "hexes-along": "hexes_along", "hexes-before": "hexes_before", "comes-before": "comes_before", "on-map": "on_map",
}  # fmt: skip
"""The operations that are calls of the library with the same arguments."""


def _quotient(x: f.Expr) -> tuple[f.Expr, f.Expr] | None:
    """Returns dividend and divisor of a division, whose quotient need not be exact to be compared."""
    return (x.args[0], x.args[1]) if isinstance(x, f.Op) and x.op == "/" else None


class Values:
    """Prints the functions of a program that are asked for, and those that they call."""

    def __init__(self, program: f.Program, layout: Layout, image: Image) -> None:
        self.program, self.layout, self.image = program, layout, image
        self.law, self.graph, self.marks = program.law, program.law.graph, Marks(program)
        self.functions = OnDemand[Function]()
        self.begun: Callable[[str, str], Code] | None = None  # the record of an action or effect, where play is printed
        self.refused: dict[str, str] = {}  # functions that cannot be carried, with the reasons
        self.table: list[str] = ["stop"]  # functions that are called by number; 0 is none of them
        self._numbers = dict[str, int]()
        self._shapes: dict[str, int] = {}
        self.kept_functions = 0
        self.kept_besides: set[str] = set()  # functions that are memoised, whatever they cost
        self.reading: Reading | None = None  # records reads of what is watched, if anything is
        self.has_terms = False  # whether memoised calls may be terms of a worth (`prelude/incremental.py`)
        self.skips_unseen: set[str] = set()  # functions that skip cases whose condition is not seen
        self._tables: dict[str, tuple[int, list[tuple[int, int]]]] = {}

    # -- functions

    def called(self, key: str) -> str:
        self.functions.add(key, partial(self._printed, key))
        return key

    def _printed(self, key: str) -> Function:
        function = self.program.functions[key]
        params = tuple(name for name, _ in function.params)
        if not self.is_kept(function):
            return Function(key, params, self._worked_out(function, params), exported=True)
        anew = f"{key} anew"
        self.functions.add(anew, lambda: Function(anew, params, self._worked_out(function, params)))
        return Function(key, params, self._kept(function, params), exported=True)

    def _worked_out(self, function: f.Function, params: tuple[str, ...]) -> list[Code]:
        """Returns the lines that evaluate a function."""
        try:
            body = self._body(function, params)
        except Unlaid as why:
            self.refused[function.key] = str(why)
            body = [("return", ("call", "exhausted"))]
        return body if self.reading is None else [*self.reading.of_function(function.key), *body]

    def _body(self, function: f.Function, params: tuple[str, ...]) -> list[Code]:
        """Returns the lines of a function. Lists that it made are freed where its answer is a cell."""
        writing, names = Writing(self), {name: name for name in params}
        if function.key in self.skips_unseen:
            loops = (x for x in f.everything(function.body) if isinstance(x, f.Loop) and isinstance(x.item, f.Row))
            writing.skipping = next(loops, None)
        makes = any(self.composed(x.type) for x in f.everything(function.body) if isinstance(x, MAKES))
        is_map = isinstance(function.body, f.Loop) and function.body.how == "map"
        if not makes or is_map or self.composed(function.body.type):
            return writing.result(function.body, names)
        writing.room = writing.fresh("room")
        return [("set", writing.room, ("global", "free")), *writing.result(function.body, names)]

    def is_kept(self, function: f.Function) -> bool:
        """Returns whether a function is memoised: its arguments are cells, its answer is a cell or a list of cells."""
        if not (function.memory or function.key in self.kept_besides) or any(
            self.composed(type_) for _, type_ in function.params
        ):
            return False
        bare = t.bare(function.body.type)
        return not self.composed(bare.item if isinstance(bare, t.SetOf) else bare)

    def _kept(self, function: f.Function, params: tuple[str, ...]) -> list[Code]:
        """Looks up the answer for the position as it is, or for its map, before evaluating it."""
        self.kept_functions += 1
        constants = self.layout.constants
        is_list = bool(self.composed(function.body.type))
        key = self.key_of(function, params, self._about(function.key, self.kept_functions))
        value: Code = ("call", "memo_list", VALUE) if is_list else VALUE
        anew: list[Code] = [("set", VALUE, ("call", f"{function.key} anew", *params))]
        keep: list[Code] = [("drop", ("call", "memoised", SLOT, KEY, value))]
        again, after = list[Code](), list[Code]()
        lines = self._kept_in_bits(function, params, anew)
        if self.has_terms and function.memory == "position":
            lines = [("if", ("global", "based"), [
                ("set", SLOT, ("call", "valid_term", self.key_of(function, params))),
                ("if", SLOT, [("return", ("load", SLOT, CONSTANTS["T_VALUE"]))]),
            ])]  # fmt: skip
        if self.reading is not None:
            again = [("drop", ("call", "reads_again", SLOT))]
            anew, kept, after = self.reading.kept(anew, SLOT)
            keep.append(("if", ("==", ("load", SLOT), KEY), kept))  # a list may have found no room
        table = constants["MAP_MEMO" if function.memory == "map" else "MEMO"]
        slot = ("+", table, ("<<", ("&", KEY, constants["MEMO_SLOTS"] - 1), 4))
        return [
            *lines, ("set", KEY, key), ("set", SLOT, slot),
            ("if", ("==", ("load", SLOT), KEY), [*again, ("return", ("load", SLOT, 8))]),
            *anew, ("if", GOING_ON, keep), *after, ("return", VALUE),
        ]  # fmt: skip

    def key_of(self, function: f.Function, params: Sequence[str], about: Code = 0) -> Code:
        """Returns a number for a call of a function, about a position or not."""
        key = about or signed(word(function.key))
        if self.composed(function.body.type):
            key = ("^", key, ("<<", ("global", "memo_epoch"), 40))
        for param in params or (0,):
            key = ("call", "mixed", ("^", key, param))
        return key

    def _kept_in_bits(self, function: f.Function, params: tuple[str, ...], anew: list[Code]) -> list[Code]:
        """Looks an answer about two hexes of the map up in two bits of `PAIRS`. Where statements write what it reads,
        the bits hold only until anything of that is written."""
        key, layout = function.key, self.layout
        if key not in layout.pairs or self._is_watched([*self.program.come_to([key])]):
            return []
        table = layout.constants["PAIRS"] + layout.pairs.index(key) * layout.constants["PAIRS_OF_ONE"]
        at, shift = ("+", table, ("<<", (">>", SLOT, 5), 3)), ("<<", ("&", SLOT, 31), 1)
        known, noted = ("load", at, CELL), ("<<", ("+", VALUE, 1), shift)
        found: list[Code] = [
            ("set", KEY, ("&", (">>u", known, shift), 3)), ("if", KEY, [("return", ("-", KEY, 1))]),
            *anew, ("if", ("and", GOING_ON, (">=", VALUE, 0)), [("store", at, ("|", known, noted), CELL)]),
            ("return", VALUE),
        ]  # fmt: skip
        stamp: Code = 1
        for name in sorted({name for _, name in layout.sets} & attributes_in(self.marks.reads_of(key))):
            stamp = ("+", stamp, ("load", layout.parts[name]))
        return [
            ("set", SLOT, ("call", "pair_of", *params)), ("set", KEY, stamp),
            ("if", ("==", ("load", table), 0), [("store", table, KEY)]),
            ("if", ("and", SLOT, ("==", ("load", table), KEY)), found),
        ]  # fmt: skip

    def _about(self, asked: str, number: int) -> Code:
        """Returns a key for a function, the map, and what it reads of the position."""
        stamps = self.layout.stamps_of(self.marks.reads_of(asked))
        about: Code = ("global", "stamp" if stamps is None else "map_stamp")
        for stamp in stamps or ():
            about = ("+", about, ("load", stamp))
        return ("+", about, signed(number * FUNCTIONS_APART & 2**64 - 1))

    def keeps_flood(self, node: f.Linked) -> bool:
        """Returns whether the state of a flood can be cached: nothing that it calls floods the map, runs the machine,
        or is watched."""
        asked = [*self.program.come_to([node.function])]
        inside = [x for key in asked for x in f.everything(self.program.functions[key].body)]
        return not (any(isinstance(x, f.Linked | f.Steps | f.Play) for x in inside) or self._is_watched(asked))

    def noted(self, *signs: str) -> list[Code]:
        """Returns the lines that record a read, where it is watched."""
        return [] if self.reading is None else self.reading.of(signs)

    def _is_watched(self, keys: Sequence[str]) -> bool:
        """Returns whether any reads of some functions are recorded."""
        reading = self.reading
        if reading is None:
            return False
        inside = (x for key in keys for x in f.everything(self.program.functions[key].body))
        fired = [rule for x in inside if isinstance(x, f.Fire) for rule in x.rules]
        return bool(reading.of(fired)) or any(map(reading.of_function, keys))

    def flood_key(self, node: f.Linked, start: Code, given: Code, most: Code) -> Code:
        """Returns a key for all that a flood depends on."""
        key = self._about(node.function, self.linking(node))
        cells = [self.digest(node.start.type, start), most]
        cells += [self.digest(arg.type, ("load", given, i * CELL)) for i, arg in enumerate(node.args)]
        for cell in cells:
            key = ("call", "mixed", ("^", key, cell))
        return key

    def shape(self, type_: t.Type) -> int:
        """Returns the address of the shape of a type (`prelude/shapes.py`): its sort, data that depend on that, and the
        shapes of its parts."""
        bare = t.bare(type_)
        name = str(bare)
        if name not in self._shapes:
            parts, sort, of = [], SORTS["PLAIN"], 0
            match bare:
                case t.YesNo():
                    sort = SORTS["YES_NO"]
                case t.Number():
                    sort = SORTS["EXACT"]
                case t.Choice(name=choice):
                    words = [signed(word(value)) for value in self.layout.values_of(choice)]
                    sort, of = SORTS["ONE_OF"], self.image.put_behind(words)
                case t.Kind(name="hex" | "hexside" | GAME.kind):
                    sort, of = SORTS[bare.name.upper()], signed(number_of(GAME))
                case t.Kind(name="contact"):
                    sort, parts = SORTS["CONTACT"], [CONTACT_TYPES[field] for field in CONTACT]
                case t.Kind(name=kind) if kind in self.graph.records:
                    sort, of = SORTS["RECORD"], signed(word(kind))
                    parts = [attribute.type for attribute in self.graph.records[kind].fields.values()]
                case t.Kind():
                    sort = SORTS["THING"]
                case t.SetOf(item=item):
                    sort, parts = SORTS["SET"], [item]
            cells = [sort, of, len(parts), *(-1 for _ in parts), len(self._shapes)]
            at = self._shapes[name] = self.image.put_behind(cells)  # before its parts: records may hold records
            for i, part in enumerate(parts):
                self.image.behind[(at - self.layout.behind) // CELL + 3 + i] = self.shape(part)
        return self._shapes[name]

    def composed(self, type_: t.Type) -> int:
        """Returns the shape of a type whose values are lists or records, 0 for one whose values are cells."""
        return self.shape(type_) if self.layout.is_composed(type_) else 0

    def digest(self, type_: t.Type, code: Code) -> Code:
        """Returns a digest of a value, the same for equal values."""
        shape = self.composed(type_)
        return ("call", "digest_of", shape, code) if shape else code

    def kept_value(self, key: tuple[str, str], place: Code) -> Code:
        """Returns what a memory or tally holds for a combination of arguments (`place_among`)."""
        base, _ = self.layout.kept[key]
        return ("call", "row_value", base, place) if self.layout.is_sparse(*key) else ("load", ("<<", place, 3), base)

    def place_among(self, key: tuple[str, str], args: Sequence[Code]) -> Code:
        """Returns the index of a combination of arguments of a memory or tally."""
        place: Code = 0
        for arg, size in zip(args, self.layout.kept[key][1], strict=True):
            step = self.layout.step_of(size)
            one = ("call", "kept_number", arg, size // 2, step) if step else ("call", "kept_place", arg)
            place = ("+", ("*", place, size), one)
        return place

    def linking(self, node: f.Linked) -> int:
        """Returns the number of the function that lets a hex through, given it, the hex before and the other names."""
        name = f"through {node.function}"
        given = [("load", "args", i * CELL) for i in range(len(node.args))]
        asked = ("call", self.called(node.function), "h", "before", *given)
        self.functions.add(name, lambda: Function(name, ("h", "before", "args"), [("return", asked)]))
        return self.numbered(name)

    def numbered(self, name: str) -> int:
        """Returns the number by which the library calls a function."""
        if name not in self._numbers:
            self._numbers[name] = len(self.table)
            self.table.append(name)
        return self._numbers[name]

    def table_of(self, name: str) -> tuple[int, list[tuple[int, int]]]:
        """Returns the address of the cells of a printed table, and the address and length of each axis."""
        if name not in self._tables:
            decl, put = self.graph.tables[name], self.image.put_behind
            axes, layout = [], self.layout
            for (axis_name, type_), axis in zip(decl.params, decl.data.axes, strict=True):
                if axis.brackets:
                    starts = [layout.plain(b.start, type_) for b in axis.brackets if b.start is not None]
                    open_below = len(axis.brackets) - len(starts)
                    ends = {"first": 0, "last": len(axis.brackets) - 1, "none": NONE}
                    below = ends[decl.below[axis_name]] if axis_name in decl.below else -1
                    above = ends[decl.above[axis_name]] if axis_name in decl.above else -1
                    stop = axis.brackets[-1].stop
                    last = NONE if stop is None else layout.plain(stop, type_)
                    row = [len(axis.brackets), open_below, last, below, above, *starts]
                    axes.append((put([NONE if v is None else v for v in row]), len(axis.brackets)))
                else:
                    places = {layout.plain(v, type_): i for i, v in enumerate(axis.values)}
                    most = max(p for p in places if p is not None) + 1
                    axes.append((put([places.get(i, -1) for i in range(most)]), len(axis.values)))
            cells = []
            for place in product(*(range(length) for _, length in axes)):
                cell = decl.data.cells.get(place)
                cells.append(MISSING if cell is None else self.image.value(cell.value, decl.type))
            self._tables[name] = put(cells), axes
        return self._tables[name]


class Writing:
    """Writes the code of one function."""

    def __init__(self, values: Values) -> None:
        self.values, self.layout, self.graph, self.marks = values, values.layout, values.graph, values.marks
        self._number = count()
        self.room = ""  # the local with the value to which `free` is reset, if it is
        self.skipping: f.Loop | None = None  # the loop that skips turns whose condition is not seen

    def fresh(self, name: str) -> str:
        return f"{name} {next(self._number)}"

    def result(self, x: f.Expr, names: Names) -> list[Code]:
        """Returns the lines that return the value of an expression."""
        match x:
            case f.Let(name=name, value=value, body=body):
                local = self.fresh(name)
                return [("set", local, self.x(value, names)), *self.result(body, {**names, name: local})]
            case f.If(test=test, then=then, otherwise=otherwise):
                return [("if", self.test(test, names), self.result(then, names)), *self.result(otherwise, names)]
            case f.Fire(rules=rules, body=body):
                return [*self.values.noted(*rules), *self.result(body, names)]
        if not self.room:
            return [("return", self.x(x, names))]
        found = self.fresh("found")
        return [("set", found, self.x(x, names)), ("setg", "free", self.room), ("return", found)]

    def test(self, node: f.Expr, names: Names) -> Code:
        """Code that is 0 unless the expression holds: none is no yes."""
        code = self.x(node, names)
        return (">", code, 0) if self.marks.may_be_none(node) else code

    def x(self, node: f.Expr, names: Names) -> Code:
        match node:
            case f.Const(value=value):
                return self.values.image.value(value, node.type)
            case f.Local(name=name):
                return names[name]
            case f.Read():
                return self._read(node, names)
            case f.Field(kind=kind, name=name, of=of):
                fields = list(self.graph.records[kind].fields) if kind in self.graph.records else list(CONTACT)
                found: Code = ("call", "field", self.x(of, names), fields.index(name) * CELL)
                return ("call", "read_place", found) if kind == "contact" and name == "at" else found
            case f.Call(function=key, args=args):
                return ("call", self.values.called(key), *(self.x(a, names) for a in args))
            case f.Let(name=name, value=value, body=body):
                local = self.fresh(name)
                return ("do", [("set", local, self.x(value, names))], self.x(body, {**names, name: local}))
            case f.If(test=test, then=then, otherwise=otherwise):
                return ("?", self.test(test, names), self.x(then, names), self.x(otherwise, names))
            case f.Fire(rules=rules, body=body):
                return ("do", self.values.noted(*rules), self.x(body, names))
            case f.Not(inner=inner):
                return ("not", self.test(inner, names))
            case f.And(parts=parts):
                return self._deciding(parts, names, 0)
            case f.Or(parts=parts, how=how, notes=notes) if how == "whole" or (notes and how != "aside"):
                return self._applying(parts, names)
            case f.Or(parts=parts):
                return self._deciding(parts, names, 1)
            case f.Op():
                return self._op(node, names)
            case f.Cell():
                return self._cell(node, names)
            case f.Loop():
                return self._loop(node, names)
            case f.Things() | f.Joined():
                return self._listed(node, names)
            case f.Items(items=items, type=type_):
                lines, begun = self._gathered([self.x(i, names) for i in items])
                made: Code = ("do", lines, ("call", "listed", begun))
                if len(items) > 1:
                    made = ("call", "distinct", made, self.values.composed(t.item_of(type_)))
                return made
            case f.Made(values=values):
                lines, begun = self._gathered([self.x(v, names) for v in values])
                made = ("do", lines, ("call", "record", begun))
                if any(self.layout.is_composed(value.type) for value in values):
                    made = ("call", "bounded", self.values.shape(node.type), made)
                return made
            case f.Row(values=values):
                return self.x(f.Made("", values, node.type), names)
            case f.Kept():
                return self._kept(node, names)
            case f.Linked():
                return self._linked(node, names)
            case f.Steps(flood=f.Flood() as flood, goal=goal):
                return self._linked(flood, names, goal)
            case f.Play():
                return self._played(node, names)
            case f.Stop():
                return ("call", "stop")
        raise AssertionError(node)

    def _played(self, node: f.Play, names: Names) -> Code:
        """Runs an effect, or an action that begins here, on trial, apart from all that is under way."""
        begun, (name, *rules) = self.values.begun, node.names
        if begun is None:
            raise Unlaid(f"what comes of {name}")
        lines, first = self._gathered([self.x(a, names) for a in node.args])
        args: Code = ("call", "listed", first)
        if rules:
            requirement = self.values.numbered(self.values.called(f"broken:{rules[0]}"))
            return ("do", lines, ("call", "would_break", begun("effect", name), args, requirement))
        reach = self.graph.reaches[name]
        given, pick = len(self.graph.actions[reach.action].params), signed(word(f"{reach.action}.{reach.pick}"))
        things = [i for i, (_, type_) in enumerate(reach.params[:-1]) if i >= given and is_thing(self.graph, type_)]
        mover = things[0] if things else -1
        return ("do", lines, ("call", "reached", begun("action", reach.action), args, given, mover, pick))

    def _named_first(self, given: list[Code], lines: list[Code]) -> list[Code]:
        """Evaluates values into locals before anything is added to a list; returns the locals."""
        found = []
        for code in given:
            if isinstance(code, tuple):
                local = self.fresh("item")
                lines.append(("set", local, code))
                code = local
            found.append(code)
        return found

    def _gathered(self, given: list[Code]) -> tuple[list[Code], str]:
        """Returns the lines that add values to a list, and the local with the address where it begins."""
        lines, begun = list[Code](), self.fresh("begun")
        values = self._named_first(given, lines)
        lines.append(("set", begun, ("global", "pending")))
        return [*lines, *(("drop", ("call", "add", value)) for value in values)], begun

    # -- what stands somewhere

    def _read(self, node: f.Read, names: Names) -> Code:
        of = self.x(node.of, names)
        if not node.owner:
            return ("call", "hex_of" if node.name == "hex" else "holder_of", of)
        column = self.layout.column(node.owner, node.name)
        default = self.graph.kinds[node.owner].attributes[node.name]
        nothing = self.values.image.value(default.default, default.type)
        loaded: Code = ("load", column) if node.owner == GAME.kind else ("load", ("<<", of, 3), column)
        asks = self.marks.may_stop(f.Read(node.name, node.owner, f.Local("", node.of.type), node.type))
        if node.owner != GAME.kind and self.marks.may_be_none(node.of):
            return ("call", "read", column, of, nothing)
        return ("call", "known_value", loaded) if asks else loaded

    def _kept(self, node: f.Kept, names: Names) -> Code:
        constants = self.layout.constants
        match node.sort:
            case "acting":
                return ("call", "some", ("load", constants["ACTING"]))
            case "span":
                return ("!=", ("load", constants["NOW"] + self.layout.spans[node.name] * CELL), 0)
            case "stands":
                return ("load", constants["SWITCHES"] + self.values.law.switches[node.name] * CELL)
        key, given = (node.sort, node.name), [self.x(arg, names) for arg in node.args]
        lines: list[Code] = []
        hidden: list[Code] = []
        if rests := resting(self.graph).get(f"{node.sort}:{node.name}"):
            given = self._named_first(given, lines)
            hidden = [self.is_hidden(None if place is None else given[place], name) for place, name in sorted(
                rests, key=str)]  # fmt: skip
        found = self.values.kept_value(key, self.values.place_among(key, given))
        for test in hidden:
            found = ("?", test, ("call", "not_remembered"), found)
        return ("do", lines, found) if lines else found

    def is_hidden(self, of: Code | None, name: str) -> Code:
        """Returns a test whether a secret of something is hidden, or of anything."""
        constants, secret = self.layout.constants, self.layout.secret(name)
        if of is None:
            return ("load", constants["HIDDEN_ANY"] + secret * CELL)
        first = constants["HIDDEN"] + secret * self.layout.count * CELL
        return ("and", (">=", of, 0), ("load", ("<<", of, 3), first))

    def _cell(self, node: f.Cell, names: Names) -> Code:
        cells, axes = self.values.table_of(node.table)
        decl = self.graph.tables[node.table]
        keys = [self.x(k, names) for k in node.keys]
        if len(keys) > len(axes):
            lookups = [("call", "line_of_ratio", axes[0][0], *keys)]
        else:
            lookups = [
                ("call", "line_of" if axis.brackets else "heading", at, key)
                for (at, _), axis, key in zip(axes, decl.data.axes, keys, strict=True)
            ]
        places = [self.fresh("line") for _ in lookups]
        lines = [("set", local, lookup) for local, lookup in zip(places, lookups, strict=True)]
        at: Code = 0
        for local, (_, length) in zip(places, axes, strict=True):
            at = ("+", ("*", at, length), local)
        found: Code = ("call", "known_value", ("load", ("<<", at, 3), cells))
        for local in places:
            found = ("?", ("<", local, 0), ("?", ("==", local, NONE), NONE, ("call", "stop")), found)
        return ("do", lines, found)

    # -- what decides

    def _deciding(self, parts: Sequence[f.Expr], names: Names, wanted: int) -> Code:
        """Prints `or` (1 is `wanted`) or `and` (0 is): the first part with this value decides."""
        if not parts:
            return 1 - wanted
        parts = sorted(parts, key=lambda part: self.marks.cost(part) > CHEAP)  # the order does not change the result
        if not any(map(self.marks.may_stop, parts)):
            tests = [self.test(part, names) for part in parts]
            return reduce(lambda found, test: ("or" if wanted else "and", test, found), tests[-2::-1], tests[-1])
        out, result, before, met = (self.fresh(n) for n in ("out", "result", "before", "met"))
        lines: list[Code] = [("set", before, ("global", "stopped")), ("set", met, 0), ("setg", "stopped", 0)]
        lines.append(("set", result, wanted))
        decided: list[Code] = []
        for part in parts:
            test = self.test(part, names)
            test = test if wanted else ("not", test)
            if self.marks.may_stop(part):
                value = self.fresh("value")
                decided += [
                    ("set", value, test),
                    ("if", ("==", ("global", "stopped"), 0), [("if", value, [("break", out)])],
                     [("set", met, ("call", "set_aside", met))]),
                ]  # fmt: skip
            else:
                decided.append(("if", test, [("break", out)]))
        decided.append(("set", result, 1 - wanted))
        decided.append(("drop", ("call", "stop_at", met)))
        lines += [("block", out, decided), ("drop", ("call", "stop_at", before))]
        return ("do", lines, result)

    def _applying(self, parts: Sequence[f.Expr], names: Names) -> Code:
        """Tests whether a rule of a fact applies: all that may stop are evaluated, and each stop counts."""
        lines: list[Code] = []
        asked = [self.test(part, names) for part in parts if self.marks.may_stop(part)]
        found = self._named_first(asked, lines) if len(asked) > 1 else asked
        found += [self.test(part, names) for part in parts if not self.marks.may_stop(part)]
        return ("do", lines, either(reversed(found))) if lines else either(reversed(found))

    # -- operations

    def _op(self, node: f.Op, names: Names) -> Code:
        how, args = node.op, node.args
        given = lambda: tuple(self.x(a, names) for a in args)  # noqa: E731
        certain = not any(map(self.marks.may_be_none, args))
        if how in ("down", "up") and (ratio := _quotient(args[0])) is not None:
            return ("call", f"ratio_{how}", *(self.x(x, names) for x in ratio))
        if how in CALLED:
            return ("call", CALLED[how], *given())
        if how in ("+", "-"):
            a, b = given()
            if not certain:
                return ("call", "plus" if how == "+" else "minus", a, b)
            return ("call", "added", a, b if how == "+" else ("-", 0, b))
        match how:
            case "sides-on-paths" | "hexes-on-paths":
                return ("call", "on_paths", *given(), int(how == "sides-on-paths"))
            case "==":
                alike = self.values.composed(args[0].type) or self.values.composed(args[1].type)
                return ("call", "is_alike", alike, *given()) if alike else ("==", *given())
            case "<" | "<=" | ">" | ">=" if (ratio := _quotient(args[0])) is not None:
                against = [self.x(x, names) for x in (*ratio, args[1])]
                return (how, ("call", "ratio_against", *against), 0)
            case "<" | "<=" | ">" | ">=" if (ratio := _quotient(args[1])) is not None:
                against = [self.x(x, names) for x in (*ratio, args[0])]
                return (how, 0, ("call", "ratio_against", *against))
            case "<" | "<=" | ">" | ">=":
                a, b = given()
                return (how, a, b) if certain else (how, ("call", "some", a), ("call", "some", b))
            case "at-most" | "at-least":
                return ("call", "smaller" if how == "at-most" else "larger", *given()[:2])
            case "game":
                return 0
            case "hexes" | "hexsides":
                return ("load", self.layout.constants["ALL_HEXES" if how == "hexes" else "ALL_SIDES"])
            case "is-a":
                return ("call", "is_a", self.layout.kinds[_constant(args[0])], self.x(args[1], names))
            case "printed":
                return self.layout.constants["CHARTS"] + self.layout.printed.index(lines_of(node))
            case "rank" | "place":
                return ("*", ("call", "some", self.x(args[how == "rank"], names)), self.layout.part)
            case "shifted":
                bare = t.bare(node.type)
                assert isinstance(bare, t.Choice)
                last = len(self.layout.values_of(bare.name)) - 1
                by = ("call", "whole", self.x(args[1], names))
                return ("call", "within", 0, ("+", ("call", "some", self.x(args[0], names)), by), last)
            case "same":
                return self._same(args[0], args[1], names)
            case "in":
                return self._among(args[0], args[1], names)
            case "occurs":
                return ("call", "occurs", *given(), self.values.composed(args[1].type))
            case "size":
                return ("*", ("call", "size", *given()), self.layout.part)
            case "line":
                return self._line(args, names)
            case "moment":
                return self._moment(args, names)
            case "reached":
                return ("call", "least_to", *given())
        raise AssertionError(node)

    def _same(self, a: f.Expr, b: f.Expr, names: Names) -> Code:
        for one, other in ((a, b), (b, a)):
            if (isinstance(other, f.Items) and not other.items) or (isinstance(other, f.Const) and other.value == ()):
                if isinstance(one, f.Const | f.Local | f.Read | f.Call | f.Field) or self.marks.may_stop(one):
                    return ("==", ("call", "size", self.x(one, names)), 0)
                return ("not", self._any(one, names, lambda it, inner: 1))
        types = [x.type for x in (a, b) if isinstance(t.bare(x.type), t.SetOf)]
        if types:
            bare = t.bare(types[0])
            assert isinstance(bare, t.SetOf)
            return ("call", "same_sets", self.x(a, names), self.x(b, names), self.values.composed(bare.item))
        alike = self.values.composed(a.type)
        pair = self.x(a, names), self.x(b, names)
        return ("call", "is_alike", alike, *pair) if alike else ("==", *pair)

    def _any(self, of: f.Expr, names: Names, test: Callable[[Code, Names], Code]) -> Code:
        out, found = self.fresh("out"), self.fresh("found")
        each: Each = lambda it, inner: [("if", test(it, inner), [("set", found, 1), ("break", out)])]  # noqa: E731
        return ("do", [("set", found, 0), ("block", out, self.over("any", of, names, each))], found)

    def _among(self, item: f.Expr, among: f.Expr, names: Names) -> Code:
        alike, whole = self.values.composed(item.type), self.marks.may_stop(among)  # a stop in it is met first
        if alike or whole or isinstance(among, f.Const | f.Local | f.Read | f.Call | f.Field):
            return ("call", "among", self.x(item, names), self.x(among, names), alike)
        it = self.fresh("it")
        given = self.x(item, names)
        if isinstance(among, f.Items):
            parts = [("==", it, self.x(one, names)) for one in among.items]
            return ("do", [("set", it, given)], either(reversed(parts)))
        return ("do", [("set", it, given)], self._any(among, names, lambda member, inner: ("==", member, it)))

    def _line(self, args: Sequence[f.Expr], names: Names) -> Code:
        axis = self.graph.tables[_constant(args[0])].data.axis(_constant(args[1]))
        first, last = int(axis.brackets[0].start or 0), len(axis.brackets) - 1
        line = ("-", ("call", "whole", self.x(args[2], names)), first)
        return ("*", ("call", "within", 0, line, last), self.layout.part)

    def _moment(self, args: Sequence[f.Expr], names: Names) -> Code:
        edge, which, span = map(_constant, args[:3])
        fixed = self.layout.spans[span] << 16 | (which == "next") << 1 | (edge == "end")
        return ("+", fixed, ("<<", ("call", "kept_place", self.x(args[3], names)), 2))

    # -- loops

    def over(self, var: str, of: f.Expr, names: Names, each: Each, *, apart: bool = False) -> list[Code]:
        """Returns the lines that go through a set. Where stops at members are set `apart`, the set is evaluated before
        any member, as a stop there is none of theirs."""
        first = apart and self.marks.may_stop(of)
        match of:
            case _ if first:
                pass
            case f.Joined(sets=sets, apart=True) if len(sets) <= 2:  # the body is printed for each
                return [line for one in sets for line in self.over(var, one, names, each)]
            case f.Loop(how="list", binders=binders, item=item):

                def made(inner: Names) -> list[Code]:
                    if isinstance(item, f.Local):
                        return each(inner[item.name], names)
                    local = self.fresh(var)
                    return [("set", local, self.x(item, inner)), *each(local, names)]

                return self.turns(binders, names, made, skips=of is self.skipping)
            case f.Items(items=(only,)):
                local = self.fresh(var)
                return [("set", local, self.x(only, names)), *each(local, names)]
        at, last, it, free = (self.fresh(n) for n in ("at", "last", var, "free"))
        through: list[Code] = [
            ("set", at, ("call", "first_of", free)), ("set", last, ("call", "end_of", free)),
            ("block", f"out {at}", [("loop", f"turn {at}", [
                ("if", ("not", ("<", at, last)), [("break", f"out {at}")]),
                ("set", it, ("load", at)), ("set", at, ("+", at, CELL)),
                *each(it, names), ("continue", f"turn {at}"),
            ], (">>", ("-", last, at), 3))]),
        ]  # fmt: skip
        return [("set", free, self.x(of, names)), *([("if", GOING_ON, through)] if first else through)]

    def turns(
        self, binders: Sequence[f.Binder], names: Names, inside: Callable[[Names], list[Code]], *, skips: bool = False,
        aside: Sequence[Code] = (),
    ) -> list[Code]:  # fmt: skip
        """Returns the lines of nested loops over sets; `aside` is printed behind each turn."""
        if not binders:
            return inside(names)
        binder, *rest = binders

        def turn(inner: Names) -> list[Code]:
            body = self.turns(rest, inner, inside, skips=skips, aside=aside)
            if binder.where is not None and skips:
                holds = self.fresh("holds")
                body = [
                    ("set", holds, self.test(binder.where, inner)),
                    ("if", ("==", ("global", "stopped"), 2), [("setg", "stopped", 0)], [("if", holds, body)]),
                ]  # fmt: skip
            elif binder.where is not None:
                body = [("if", self.test(binder.where, inner), body)]
            return [*body, *aside]

        return self.bound(binder, names, turn, apart=bool(aside))

    def bound(
        self, binder: f.Binder, names: Names, turn: Callable[[Names], list[Code]], *, apart: bool = False
    ) -> list[Code]:
        """Returns the lines of the loop over one set, with its member bound to the name of the binder."""

        def each(it: Code, _: Names) -> list[Code]:
            local = it if isinstance(it, str) else self.fresh(binder.var)
            named: list[Code] = [] if local == it else [("set", local, it)]
            return [*named, *turn({**names, binder.var: local})]

        return self.over(binder.var, binder.over, names, each, apart=apart)

    def _listed(self, node: f.Expr, names: Names) -> Code:
        match node:
            case f.Things(kind=kind, within=None):
                return ("call", "of_kind", self.layout.kinds[kind])
            case f.Things(kind=kind, within=within, deep=deep):
                assert within is not None
                bare = t.bare(within.type)
                place = self.x(within, names)
                if not isinstance(bare, t.Kind) or bare.name != "hex":
                    place = ("+", place, self.layout.plane)
                return ("call", "standing", place, self.layout.kinds[kind], int(deep))
            case f.Joined(sets=sets, apart=apart, type=type_):
                begun = self.fresh("begun")
                lines: list[Code] = [("set", begun, ("global", "pending"))]
                for one in sets:
                    lines += self.over("member", one, names, lambda it, _: [("drop", ("call", "add", it))])
                made = ("do", lines, ("call", "listed", begun))
                return made if apart else ("call", "distinct", made, self.values.composed(t.item_of(type_)))
        raise AssertionError(node)

    def _loop(self, node: f.Loop, names: Names) -> Code:
        how, item = node.how, node.item
        if how in ("any", "every"):
            return self._looked_for(node, names)
        if how == "perhaps":
            return self._not_ruled_out(node.binders[0], names)
        acc, value, best = self.fresh(how), self.fresh("value"), self.fresh("best")
        item_value = lambda n: ("set", value, self.x(item, n))  # noqa: E731
        begin: list[Code] = [("set", acc, 0)]
        last: Code = acc
        turn: Callable[[Names], list[Code]]
        match how:
            case "count":
                turn = lambda n: [("set", acc, ("+", acc, self.layout.part))]  # noqa: E731
            case "sum":
                turn = lambda n: [("set", acc, ("call", "plus", acc, self.x(item, n)))]  # noqa: E731
            case "total":
                total = ("if", ("!=", value, NONE), [("set", acc, ("call", "added", acc, value))])
                turn = lambda n: [item_value(n), total]  # noqa: E731
            case "list" | "map" | "one":
                begin, last = [("set", acc, ("global", "pending"))], ("call", "listed", acc)
                last = ("call", "only", last) if how == "one" else last
                turn = lambda n: [("drop", ("call", "add", self.x(item, n)))]  # noqa: E731
            case "least" | "most" | "lowest" | "highest":  # the best value, or the member that has it
                begin, sign = [("set", acc, NONE), ("set", best, NONE)], "<" if how in ("least", "lowest") else ">"
                better = ("and", ("!=", value, NONE), ("or", ("==", best, NONE), (sign, value, best)))
                of = (lambda n: n[node.binders[-1].var]) if how in ("lowest", "highest") else lambda n: value
                turn = lambda n: [  # noqa: E731
                    item_value(n), ("if", better, [("set", best, value), ("set", acc, of(n))])]  # fmt: skip
                last = ("?", ("==", best, NONE), ("call", "stop"), acc)
            case _:
                raise AssertionError(node)
        return ("do", [*begin, *self.turns(node.binders, names, turn)], last)

    def _looked_for(self, node: f.Loop, names: Names) -> Code:
        """Prints `any` and `every`: a turn that decides wins over those at which the law stops."""
        found, out = int(node.how == "any"), self.fresh("out")
        result, met, before = self.fresh("result"), self.fresh("met"), self.fresh("before")
        conditions = [binder.where for binder in node.binders if binder.where is not None]
        risky = any(map(self.marks.may_stop, (node, *conditions)))
        decided: list[Code] = [("set", result, found), ("break", out)]

        def last(inner: Names) -> list[Code]:
            if node.how == "any":
                return unless_stopped if risky else decided
            return [("if", ("not", self.test(node.item, inner)), unless_stopped if risky else decided)]

        unless_stopped: list[Code] = [("if", GOING_ON, decided)]
        aside: list[Code] = [("if", ("global", "stopped"), [("set", met, ("call", "set_aside", met))])]
        body = self.turns(node.binders, names, last, aside=aside if risky else ())
        lines: list[Code] = [("set", result, 1 - found), ("block", out, body)]
        if not risky:
            return ("do", lines, result)
        decides = ("!=", result, found)
        return ("do", [
            ("set", before, ("global", "stopped")), ("set", met, 0), ("setg", "stopped", 0), *lines,
            ("if", decides, [("drop", ("call", "stop_at", met))]), ("drop", ("call", "stop_at", before)),
        ], result)  # fmt: skip

    def _not_ruled_out(self, binder: f.Binder, names: Names) -> Code:
        """Lists the members for which a condition holds or stops."""
        begun, before, holds = self.fresh("begun"), self.fresh("before"), self.fresh("holds")
        where = binder.where
        assert where is not None

        def turn(inner: Names) -> list[Code]:
            return [
                ("setg", "stopped", 0), ("set", holds, self.test(where, inner)),
                ("if", ("or", holds, ("global", "stopped")), [("drop", ("call", "add", inner[binder.var]))]),
                ("setg", "stopped", 0),
            ]  # fmt: skip

        lines = self.bound(binder, names, turn, apart=True)
        return ("do", [
            ("set", begun, ("global", "pending")), ("set", before, ("global", "stopped")), ("setg", "stopped", 0),
            *lines, ("drop", ("call", "stop_at", before)),
        ], ("call", "listed", begun))  # fmt: skip

    # -- what is linked

    def _linked(self, node: f.Linked, names: Names, goal: f.Expr | None = None) -> Code:
        """Prints a flood through the map; the library calls by number what lets a hex through."""
        number = self.values.linking(node)
        given = self.x(f.Row(node.args, t.TEXT), names) if node.args else 0
        start = self.x(node.start, names)
        most = -1 if node.within is None else ("call", "larger", self.x(node.within, names), 0)
        if goal is None or not self.values.keeps_flood(node):
            whereto = -1 if goal is None else self.x(goal, names)
            return ("call", "linked_from", start, number, given, most, int(node.by_step), whereto)
        lines: list[Code] = []
        given, start, most, whereto = self._named_first([given, start, most, self.x(goal, names)], lines)
        key = self.values.flood_key(node, start, given, most)
        return ("do", lines, ("call", "steps_to", key, start, number, given, most, int(node.by_step), whereto))


def _constant(x: f.Expr) -> str:
    assert isinstance(x, f.Const)
    return str(x.value)
