"""Functions of the form as functions of the target: every expression becomes code that gives one cell.

What an expression stops at is noted in the global `stopped` (`prelude/base.py`), and its value goes on as none. Where
the law lets what decides win over a stop (`and`, `or`, `any`, `every`), the part that may stop is looked at with the
stops of before set aside: a no beats a hole, in any order.

Sets that are only gone through are never made: `over` turns a set into the loop that would make it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.marks import Marks
from hexlaw.compiler.wasm.code import Code, Function
from hexlaw.compiler.wasm.image import Image
from hexlaw.compiler.wasm.layout import CELL, CONTACT, CONTACT_TYPES, MISSING, NONE, Layout, Unlaid, lines_of
from hexlaw.compiler.wasm.reading import Reading
from hexlaw.runtime import types as t
from hexlaw.runtime.play.chance import number_of, word
from hexlaw.runtime.relations import going_on
from hexlaw.runtime.value import GAME
from hexlaw.runtime.veil import resting

CHEAP = 20
"""What a part of a condition may cost that is looked at before those that cost more."""
FUNCTIONS_APART = 0x9E3779B97F4A7C15
Names = Mapping[str, str]
Each = Callable[[Code, Names], list[Code]]
"""What is done at each turn of a loop, given what its variable is."""

MAKES = f.Op | f.Loop | f.Joined | f.Things | f.Items | f.Made | f.Linked | f.Call
"""The expressions that may make lists or records."""

ADDRESS = {"+": "plus", "-": "minus", "more": "plus", "less": "minus"}
CALLED = {
    "*": "times", "/": "divided", "half": "half", "down": "down", "up": "up", "halved": "halved", "larger": "larger",
    "smaller": "smaller", "numbers": "numbers", "some": "some", "distance": "distance", "adjacent-to": "adjacent",
    "side-between": "side_between", "straight-across": "straight_across", "neighbours": "neighbours",
    "neighbour": "numbered_neighbour", "sides-of": "sides_of", "hexes-of": "hexes_of", "is-side-of": "is_side_of",
    "touches": "touches", "off-board": "off_board", "shared": "shared", "sides-along": "sides_along",
    "hexes-along": "hexes_along", "hexes-before": "hexes_before", "sides-on-paths": "sides_on_paths",
    "hexes-on-paths": "hexes_on_paths", "comes-before": "comes_before",
}  # fmt: skip
"""The operations that are calls of the library with the same arguments."""


def _quotient(x: f.Expr) -> tuple[f.Expr, f.Expr] | None:
    """What is divided by what, where that is all that an expression does: it need not come out to be compared."""
    return (x.args[0], x.args[1]) if isinstance(x, f.Op) and x.op == "/" else None


class Values:
    """Prints the functions of a program that are asked for, and those that they call."""

    def __init__(self, program: f.Program, layout: Layout, image: Image) -> None:
        self.program, self.layout, self.image = program, layout, image
        self.law, self.graph, self.marks = program.law, program.law.graph, Marks(program)
        self.functions: dict[str, Function] = {}
        self.effect: Callable[[str], int] | None = (
            None  # the number of the procedure of an effect, where play is printed
        )
        self.refused: dict[str, str] = {}  # functions that cannot be carried, each with why
        self.table: list[str] = ["cells_alike"]  # functions that are called by number
        self._printed: set[str] = set()
        self._waiting: list[str] = []
        self.kept_functions = 0
        self.kept_besides: set[str] = set()  # functions whose answers are kept, whatever they cost
        self.reading: Reading | None = None  # notes what is read of what is watched, where anything is
        self.skips_unseen: set[str] = set()  # functions that leave out the cases in which it is not seen what holds
        self._tables: dict[str, tuple[int, list[tuple[int, int]]]] = {}

    # -- functions

    def called(self, key: str) -> str:
        if key not in self._printed:
            self._printed.add(key)
            self._waiting.append(key)
        return key

    def finish(self) -> None:
        """Prints all that is still to be printed."""
        while self._waiting:
            key = self._waiting.pop()
            function = self.program.functions[key]
            params = tuple(name for name, _ in function.params)
            try:
                body = self._body(function, params)
            except Unlaid as why:
                self.refused[key] = str(why)
                body = [("return", ("call", "exhausted"))]
            if self.reading is not None:
                body = [*self.reading.of_function(key), *body]
            if self._is_kept(function):
                self.functions[f"{key} anew"] = Function(f"{key} anew", params, body)
                body = self._kept(function, params)
            self.functions[key] = Function(key, params, body, exported=True)

    def _body(self, function: f.Function, params: tuple[str, ...]) -> list[Code]:
        """The lines of a function. What it made on the way is given back where its answer is a cell."""
        writing, names = Writing(self), {name: name for name in params}
        if function.key in self.skips_unseen:
            loops = (x for x in f.everything(function.body) if isinstance(x, f.Loop) and isinstance(x.item, f.Row))
            writing.skipping = next(loops, None)
        makes = any(self.alike(x.type) for x in f.everything(function.body) if isinstance(x, MAKES))
        is_map = isinstance(function.body, f.Loop) and function.body.how == "map"
        if not makes or is_map or self.alike(function.body.type):
            return writing.result(function.body, names)
        writing.room = writing.fresh("room")
        return [("set", writing.room, ("global", "free")), *writing.result(function.body, names)]

    def _is_kept(self, function: f.Function) -> bool:
        """Whether the answers of a function are kept: it is given cells, and gives one, or a list of these."""
        if not (function.memory or function.key in self.kept_besides) or any(
            self.alike(type_) for _, type_ in function.params
        ):
            return False
        bare = t.bare(function.body.type)
        return not self.alike(bare.item if isinstance(bare, t.SetOf) else bare)

    def _kept(self, function: f.Function, params: tuple[str, ...]) -> list[Code]:
        """Looks among the answers that were given to the position as it is, or on this map."""
        self.kept_functions += 1
        is_list = bool(self.alike(function.body.type))
        about = self._about(frozenset() if function.memory == "map" else self.marks.reads_of(function.key))
        key: Code = ("+", about, signed(self.kept_functions * FUNCTIONS_APART & 2**64 - 1))
        if is_list:
            key = ("^", key, ("<<", ("global", "memo_epoch"), 40))
        for param in params or (0,):
            key = ("call", "mixed", ("^", key, param))
        value: Code = ("call", "memo_list", "value") if is_list else "value"
        anew: list[Code] = [("set", "value", ("call", f"{function.key} anew", *params))]
        keep: list[Code] = [("drop", ("call", "memoised", "key", value))]
        again, after = list[Code](), list[Code]()
        if self.reading is not None:
            again = [("drop", ("call", "reads_again", "slot"))]
            anew, kept, after = self.reading.kept(anew, "slot")
            keep.append(("if", ("==", ("load", "slot"), "key"), kept))  # there may be no room for a list
        return [
            ("set", "key", key), ("set", "slot", ("call", "memo_slot", "key")),
            ("if", ("==", ("load", "slot"), "key"), [*again, ("return", ("load", "slot", 8))]),
            *anew, ("if", ("==", ("global", "stopped"), 0), keep), *after,
            ("return", "value"),
        ]  # fmt: skip

    def _about(self, reads: frozenset[str]) -> Code:
        """A number for the map, and for what is read of the position on it."""
        stamps = self.layout.stamps_of(reads)
        about: Code = ("global", "stamp" if stamps is None else "map_stamp")
        for stamp in stamps or ():
            about = ("+", about, ("load", stamp))
        return about

    def keeps_flood(self, node: f.Linked) -> bool:
        """Whether it can be kept how far a flood came: nothing that it asks floods the map itself, runs the machine, or
        is watched."""
        functions = self.program.functions
        asked = [*going_on([node.function], lambda key: f.called_in(functions[key].body))]
        inside = [x for key in asked for x in f.everything(functions[key].body)]
        if any(isinstance(x, f.Linked | f.Steps | f.Play) for x in inside):
            return False
        reading = self.reading
        fired = [rule for x in inside if isinstance(x, f.Fire) for rule in x.rules]
        return reading is None or not (reading.of(fired) or any(map(reading.of_function, asked)))

    def flood_key(self, node: f.Linked, start: Code, given: Code, most: Code) -> Code:
        """A number for all that decides how a flood goes."""
        key: Code = (
            "+",
            self._about(self.marks.reads_of(node.function)),
            signed(self.linking(node) * FUNCTIONS_APART & 2**64 - 1),
        )
        cells = [("call", self.digest(node.start.type), start), most]
        cells += [("call", self.digest(arg.type), ("load", given, i * CELL)) for i, arg in enumerate(node.args)]
        for cell in cells:
            key = ("call", "mixed", ("^", key, cell))
        return key

    def alike(self, type_: t.Type) -> int:
        """Returns the number of the function that compares two values of a type, 0 where their cells are compared."""
        bare = t.bare(type_)
        match bare:
            case t.SetOf() | t.Kind(name="contact"):
                pass
            case t.Kind(name=name) if name in self.graph.records:
                pass
            case _:
                return 0
        name = f"alike {bare}"
        if name not in self.table:
            self.table.append(name)
            self.functions[name] = Function(name, ("a", "b"), self._comparing(bare))
        return self.table.index(name)

    def _comparing(self, bare: t.Type) -> list[Code]:
        if isinstance(bare, t.SetOf):
            return [("return", ("call", "same_sets", "a", "b", self.alike(bare.item)))]
        assert isinstance(bare, t.Kind)
        types = self.types_of(bare.name)
        lines: list[Code] = [
            ("if", ("==", "a", "b"), [("return", 1)]),
            ("if", ("or", ("<", "a", 0), ("<", "b", 0)), [("return", 0)]),
        ]
        for i, type_ in enumerate(types):
            pair = ("load", "a", i * CELL), ("load", "b", i * CELL)
            number = self.alike(type_)
            same = ("==", *pair) if not number else ("call", self.table[number], *pair)
            lines.append(("if", ("not", same), [("return", 0)]))
        return [*lines, ("return", 1)]

    def linking(self, node: f.Linked) -> int:
        """Returns the number of the function that lets a hex through, given it, the hex before and the other names."""
        name = f"through {node.function}"
        if name not in self.table:
            self.table.append(name)
            given = [("load", "args", i * CELL) for i in range(len(node.args))]
            asked = ("call", self.called(node.function), "h", "before", *given)
            self.functions[name] = Function(name, ("h", "before", "args"), [("return", asked)])
        return self.table.index(name)

    def types_of(self, kind: str) -> list[t.Type]:
        """Returns the types of the cells that a record or a contact lies in."""
        if kind == "contact":
            return [CONTACT_TYPES[name] for name in CONTACT]
        return [a.type for a in self.graph.records[kind].fields.values()]

    def digest(self, type_: t.Type) -> str:
        """Returns the function that gives a number for a value, alike for values that are the same."""
        bare = t.bare(type_)
        name = f"digest {bare}"
        if name not in self.functions:
            match bare:
                case t.SetOf(item=item):
                    body = self._digest_of_set(item)
                case t.Kind(name=kind) if kind == "contact" or kind in self.graph.records:
                    body = [("if", ("<", "of", 0), [("return", "of")]), ("set", "found", 1)]
                    for i, field_type in enumerate(self.types_of(kind)):
                        cell = ("call", self.digest(field_type), ("load", "of", i * CELL))
                        body.append(("set", "found", ("+", ("call", "mixed", ("^", "found", cell)), 1)))
                    body.append(("return", "found"))
                case _:
                    body = [("return", "of")]
            self.functions[name] = Function(name, ("of",), body)
        return name

    def number(self, type_: t.Type) -> str:
        """Returns the function that gives the number by which chance draws a value (`runtime/play/chance.py`)."""
        bare = t.bare(type_)
        name = f"number {bare}"
        if name in self.functions:
            return name
        self.functions[name] = Function(name, ("of",), [])  # records may hold records
        match bare:
            case t.YesNo():
                body: list[Code] = [("return", ("call", "number_of_whole", "of"))]
            case t.Number():
                body = [("return", ("call", "number_of_parts", "of"))]
            case t.Choice(name=choice):
                words = self.image.put_behind([signed(word(value)) for value in self.layout.values_of(choice)])
                body = [("return", ("load", ("<<", "of", 3), words))]
            case t.SetOf(item=item):
                each = ("call", "mixed", ("call", self.number(item), ("load", "at")))
                body = [*_members_summed(each), ("return", ("call", "folded", signed(word("set")), "found"))]
            case t.Kind(name="hex"):
                body = [("return", ("call", "number_of_hex", "of"))]
            case t.Kind(name="hexside"):
                body = [("return", ("call", "number_of_side", "of"))]
            case t.Kind(name=kind) if kind in self.graph.records:
                body = [("set", "found", ("call", "folded", signed(word("record")), signed(word(kind))))]
                for i, field_type in enumerate(self.types_of(kind)):
                    part = ("call", self.number(field_type), ("load", "of", i * CELL))
                    body.append(("set", "found", ("call", "folded", "found", part)))
                body.append(("return", "found"))
            case t.Kind(name=GAME.kind):
                body = [("return", signed(number_of(GAME)))]
            case t.Kind(name=kind) if kind != "contact":
                body = [("return", ("load", ("<<", "of", 3), self.layout.constants["THING_NUMBER"]))]
            case _:
                raise Unlaid(f"chance that is drawn for a {bare}")
        none = [("if", ("==", "of", NONE), [("return", signed(word("none of these")))])]
        self.functions[name] = Function(name, ("of",), [*none, *body])
        return name

    def subjects(self, type_: t.Type) -> str | None:
        """Returns the function that gives a number for the things and places that a value names, `NONE` where there
        are none of them; None for a type whose values never name any."""
        bare = t.bare(type_)
        match bare:
            case t.Kind(name=kind) if kind not in self.graph.records and kind != "contact":
                name = f"subject {bare}"
                body: list[Code] = [("return", ("call", self.number(bare), "of"))]
            case t.SetOf(item=item):
                inner = self.subjects(item)
                if inner is None:
                    return None
                name = f"subject {bare}"
                one = ("set", "one", ("call", inner, ("load", "at")))
                body = [("set", "any", 0), *_members_summed(("?", ("==", "one", NONE), 0, ("call", "mixed", "one")), [
                    one, ("if", ("!=", "one", NONE), [("set", "any", 1)])]),
                    ("return", ("?", "any", ("call", "folded", signed(word("set")), "found"), NONE))]  # fmt: skip
            case t.Kind(name=kind) if kind in self.graph.records:
                name = f"subject {bare}"
                if name in self.functions:
                    return name
                fields = [(i, self.subjects(ft)) for i, ft in enumerate(self.types_of(kind))]
                body = [("set", "found", 0), ("set", "any", 0)]
                for i, inner in fields:
                    if inner is not None:
                        body += [
                            ("set", "one", ("call", inner, ("load", "of", i * CELL))),
                            ("if", ("!=", "one", NONE), [
                                ("set", "found", ("call", "folded", "found", "one")), ("set", "any", 1)]),
                        ]  # fmt: skip
                body.append(("return", ("?", "any", "found", NONE)))
            case _:
                return None
        none = [("if", ("==", "of", NONE), [("return", NONE)])]
        self.functions.setdefault(name, Function(name, ("of",), [*none, *body]))
        return name

    def _digest_of_set(self, item: t.Type) -> list[Code]:
        cell = ("call", "mixed", ("call", self.digest(item), ("load", "at")))
        return [
            ("if", ("<", "of", 0), [("return", "of")]),
            ("set", "found", 0), ("set", "at", ("call", "first_of", "of")), ("set", "last", ("call", "end_of", "of")),
            ("block", "out", [("loop", "turn", [
                ("if", (">=", "at", "last"), [("break", "out")]),
                ("set", "found", ("+", "found", cell)), ("set", "at", ("+", "at", CELL)), ("continue", "turn"),
            ], cells_between("at", "last"))]),
            ("return", ("call", "mixed", "found")),
        ]  # fmt: skip

    def table_of(self, name: str) -> tuple[int, list[tuple[int, int]]]:
        """Returns where the cells of a printed table lie, and of each axis where it is described and its length."""
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
            for place in _places([length for _, length in axes]):
                cell = decl.data.cells.get(place)
                cells.append(MISSING if cell is None else self.image.value(cell.value, decl.type))
            self._tables[name] = put(cells), axes
        return self._tables[name]


def signed(number: int) -> int:
    """Returns an unsigned number of 64 bits as the signed one of the same bits."""
    return number - 2**64 if number >= 2**63 else number


def cells_between(at: Code, last: Code) -> Code:
    return (">>", ("-", last, at), 3)


def _members_summed(each: Code, before: Sequence[Code] = ()) -> list[Code]:
    """The lines that sum something up over the members of the set `of`, at `found`."""
    return [
        ("set", "found", 0), ("set", "at", ("call", "first_of", "of")), ("set", "last", ("call", "end_of", "of")),
        ("block", "out", [("loop", "turn", [
            ("if", (">=", "at", "last"), [("break", "out")]),
            *before, ("set", "found", ("+", "found", each)), ("set", "at", ("+", "at", CELL)), ("continue", "turn"),
        ], cells_between("at", "last"))]),
    ]  # fmt: skip


def _places(lengths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not lengths:
        yield ()
        return
    for place in _places(lengths[:-1]):
        for last in range(lengths[-1]):
            yield (*place, last)


class Writing:
    """Writes the code of one function."""

    def __init__(self, values: Values) -> None:
        self.values, self.layout, self.graph, self.marks = values, values.layout, values.graph, values.marks
        self._number = count()
        self.room = ""  # the local that keeps what was free, where that is given back
        self.skipping: f.Loop | None = None  # the loop that leaves out turns of which it is not seen whether they count

    def fresh(self, name: str) -> str:
        return f"{name} {next(self._number)}"

    def result(self, x: f.Expr, names: Names) -> list[Code]:
        """The lines that return the value of an expression."""
        match x:
            case f.Let(name=name, value=value, body=body):
                local = self.fresh(name)
                return [("set", local, self.x(value, names)), *self.result(body, {**names, name: local})]
            case f.If(test=test, then=then, otherwise=otherwise):
                return [("if", self.test(test, names), self.result(then, names)), *self.result(otherwise, names)]
            case f.Fire(rules=rules, body=body):
                return [*self._noted(rules), *self.result(body, names)]
        if not self.room:
            return [("return", self.x(x, names))]
        found = self.fresh("found")
        return [("set", found, self.x(x, names)), ("setg", "free", self.room), ("return", found)]

    def _noted(self, rules: Sequence[str]) -> list[Code]:
        return [] if self.values.reading is None else self.values.reading.of(rules)

    def test(self, node: Any, names: Names) -> Code:
        """Code that is 0 unless the expression holds: none is no yes."""
        code = self.x(node, names)
        return (">", code, 0) if self.marks.may_be_none(node) else code

    def x(self, node: Any, names: Names) -> Code:
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
                return ("do", self._noted(rules), self.x(body, names))
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
                lines: list[Code] = []
                given = self._named_first([self.x(i, names) for i in items], lines)
                begun = self.fresh("begun")
                made = self._made([*lines, ("set", begun, ("global", "pending")), *_added(given)], begun)
                if len(items) > 1:
                    made = ("call", "distinct", made, self.values.alike(t.item_of(type_)))
                return made
            case f.Made(values=values):
                lines = []
                given = self._named_first([self.x(v, names) for v in values], lines)
                begun = self.fresh("begun")
                lines += [("set", begun, ("global", "pending")), *_added(given)]
                return ("do", lines, ("call", "record", begun))
            case f.Row(values=values):
                return self.x(f.Made("", values, node.type), names)
            case f.Kept():
                return self._kept(node, names)
            case f.Linked():
                return self._linked(node, names)
            case f.Steps(flood=f.Flood() as flood, goal=goal):
                return self._linked(flood, names, goal)
            case f.Play(sort="breaks", names=(effect, rule), args=args):
                return self._would_break(effect, rule, args, names)
            case f.Stop():
                return ("call", "stop")
        raise Unlaid(_said(node))

    def _would_break(self, effect: str, rule: str, args: Sequence[Any], names: Names) -> Code:
        if self.values.effect is None:
            raise Unlaid(f"what the effect {effect} would break")
        key = self.values.called(f"broken:{rule}")
        if key not in self.values.table:
            self.values.table.append(key)
        given = self.fresh("given")
        lines: list[Code] = []
        values = self._named_first([self.x(a, names) for a in args], lines)
        lines += [("set", given, ("global", "pending")), *_added(values)]
        number, requirement = self.values.effect(effect), self.values.table.index(key)
        return ("do", lines, ("call", "would_break", number, ("call", "listed", given), requirement))

    def _named_first(self, given: list[Code], lines: list[Code]) -> list[Code]:
        """Names what has to be worked out before anything is added to a list; gives what is then added."""
        found = []
        for code in given:
            if isinstance(code, tuple):
                local = self.fresh("item")
                lines.append(("set", local, code))
                code = local
            found.append(code)
        return found

    def _made(self, lines: list[Code], begun: str) -> Code:
        return ("do", lines, ("call", "listed", begun))

    # -- what stands somewhere

    def _read(self, node: f.Read, names: Names) -> Code:
        of = self.x(node.of, names)
        if not node.owner:
            return ("call", "hex_of" if node.name == "hex" else "holder_of", of)
        column = self.layout.column(node.owner, node.name)
        default = self.graph.kinds[node.owner].attributes[node.name]
        nothing = self.values.image.value(default.default, default.type)
        secret = any(k.attributes[node.name].secret for k in self.graph.kinds.values() if node.name in k.attributes)
        loaded: Code = ("load", column) if node.owner == GAME.kind else None
        asks = secret or self.marks.risks(f.Read(node.name, node.owner, f.Local("", node.of.type), node.type))
        if loaded is None:
            if not self.marks.may_be_none(node.of):
                loaded = ("load", ("<<", of, 3), column)
            else:
                return ("call", "read", column, of, nothing)
        return ("call", "told", loaded) if asks else loaded

    def _kept(self, node: f.Kept, names: Names) -> Code:
        constants = self.layout.constants
        match node.sort:
            case "acting":
                return ("call", "some", ("load", constants["ACTING"]))
            case "span":
                return ("!=", ("load", constants["NOW"] + self.layout.spans[node.name] * CELL), 0)
        base, sizes = self.layout.kept[node.sort, node.name]
        given = [self.x(arg, names) for arg in node.args]
        lines: list[Code] = []
        hidden: list[Code] = []
        if rests := resting(self.graph).get(f"{node.sort}:{node.name}"):
            given = self._named_first(given, lines)
            hidden = [self.is_hidden(None if place is None else given[place], name) for place, name in sorted(
                rests, key=str)]  # fmt: skip
        place: Code = 0
        for arg, size in zip(given, sizes, strict=True):
            place = ("+", ("*", place, size), ("call", "kept_place", arg))
        found: Code = ("load", ("<<", place, 3), base)
        if self.layout.is_sparse(node.sort, node.name):
            found = ("call", "row_value", base, place)
        for test in hidden:
            found = ("?", test, ("call", "not_remembered"), found)
        return ("do", lines, found) if lines else found

    def is_hidden(self, of: Code | None, name: str) -> Code:
        """Whether a secret of something is not seen, or of anything."""
        constants, secret = self.layout.constants, self.layout.secret(name)
        if of is None:
            return ("load", constants["HIDDEN_ANY"] + secret * CELL)
        first = constants["HIDDEN"] + secret * self.layout.count * CELL
        return ("and", (">=", of, 0), ("load", ("<<", of, 3), first))

    def _cell(self, node: f.Cell, names: Names) -> Code:
        cells, axes = self.values.table_of(node.table)
        decl = self.graph.tables[node.table]
        keys = [self.x(k, names) for k in node.keys]
        lines: list[Code] = []
        if len(keys) > len(axes):
            lookups = [("call", "line_of_ratio", axes[0][0], *keys)]
        else:
            lookups = [
                ("call", "line_of" if axis.brackets else "heading", at, key)
                for (at, _), axis, key in zip(axes, decl.data.axes, keys, strict=True)
            ]
        lines, places = [], []
        for lookup in lookups:
            local = self.fresh("line")
            lines.append(("set", local, lookup))
            places.append(local)
        at: Code = 0
        for local, (_, length) in zip(places, axes, strict=True):
            at = ("+", ("*", at, length), local)
        found: Code = ("call", "told", ("load", ("<<", at, 3), cells))
        for local in places:
            found = ("?", ("<", local, 0), ("?", ("==", local, NONE), NONE, ("call", "stop")), found)
        return ("do", lines, found)

    # -- what decides

    def _deciding(self, parts: Sequence[Any], names: Names, wanted: int) -> Code:
        """Whether a part comes out as wanted (`or`), or none comes out otherwise (`and`)."""
        if not parts:
            return 1 - wanted
        parts = sorted(parts, key=lambda part: self.marks.cost(part) > CHEAP)  # in any order they decide alike
        if not any(map(self.marks.risks, parts)):
            found = self.test(parts[-1], names)
            for part in reversed(parts[:-1]):
                found = ("or" if wanted else "and", self.test(part, names), found)
            return found
        out, result, before, met = (self.fresh(n) for n in ("out", "result", "before", "met"))
        lines: list[Code] = [("set", before, ("global", "stopped")), ("set", met, 0), ("setg", "stopped", 0)]
        lines.append(("set", result, wanted))
        decided: list[Code] = []
        for part in parts:
            test = self.test(part, names)
            test = test if wanted else ("not", test)
            if self.marks.risks(part):
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

    def _applying(self, parts: Sequence[Any], names: Names) -> Code:
        """Whether one of the rules of a fact applies: all that may stop are asked, and what one stops at counts."""
        lines: list[Code] = []
        asked = [self.test(part, names) for part in parts if self.marks.risks(part)]
        found = self._named_first(asked, lines) if len(asked) > 1 else asked
        found += [self.test(part, names) for part in parts if not self.marks.risks(part)]
        any_: Code = found[-1]
        for test in reversed(found[:-1]):
            any_ = ("or", test, any_)
        return ("do", lines, any_) if lines else any_

    # -- operations

    def _op(self, node: f.Op, names: Names) -> Code:
        how, args = node.op, node.args
        given = lambda: tuple(self.x(a, names) for a in args)  # noqa: E731
        certain = not any(map(self.marks.may_be_none, args))
        if how in ("down", "up") and (ratio := _quotient(args[0])) is not None:
            return ("call", f"ratio_{how}", *(self.x(x, names) for x in ratio))
        if how in CALLED:
            return ("call", CALLED[how], *given())
        if how in ADDRESS:
            a, b = given()
            if not certain:
                return ("call", ADDRESS[how], a, b)
            return ("call", "added", a, b if ADDRESS[how] == "plus" else ("-", 0, b))
        match how:
            case "==":
                alike = self.values.alike(args[0].type) or self.values.alike(args[1].type)
                return ("call", self.values.table[alike], *given()) if alike else ("==", *given())
            case "<" | "<=" | ">" | ">=" if (ratio := _quotient(args[0])) is not None:
                against = [self.x(x, names) for x in (*ratio, args[1])]
                return (how, ("call", "ratio_against", *against), 0)
            case "<" | "<=" | ">" | ">=" if (ratio := _quotient(args[1])) is not None:
                against = [self.x(x, names) for x in (*ratio, args[0])]
                return (how, 0, ("call", "ratio_against", *against))
            case "<" | "<=" | ">" | ">=":
                a, b = given()
                return (how, a, b) if certain else (how, ("call", "some", a), ("call", "some", b))
            case "at-most" | "at-least" if len(args) == 2:
                return ("call", "smaller" if how == "at-most" else "larger", *given())
            case "at-most" | "at-least":
                a, b = (self.x(x, names) for x in args[:2])
                return ("call", "smaller" if how == "at-most" else "larger", a, b)
            case "game":
                return 0
            case "hexes" | "hexsides":
                return ("load", self.layout.constants["ALL_HEXES" if how == "hexes" else "ALL_SIDES"])
            case "is-a":
                return ("call", "is_a", self.layout.kinds[_constant(args[0])], self.x(args[1], names))
            case "printed":
                first = self.layout.count - len(self.layout.printed)
                return first + self.layout.printed.index(lines_of(node))
            case "rank":
                return ("*", ("call", "some", self.x(args[1], names)), self.layout.part)
            case "place":
                return ("*", ("call", "some", self.x(args[0], names)), self.layout.part)
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
                return ("call", "occurs", *given(), self.values.alike(args[1].type))
            case "size":
                return ("*", ("call", "size", *given()), self.layout.part)
            case "members":
                return self.x(args[0], names)
            case "lesser" | "greater":
                return self._better(how, given())
            case "line":
                return self._line(args, names)
            case "moment":
                return self._moment(args, names)
        raise Unlaid(f"operation {how}")

    def _same(self, a: Any, b: Any, names: Names) -> Code:
        for one, other in ((a, b), (b, a)):
            if (isinstance(other, f.Items) and not other.items) or (isinstance(other, f.Const) and other.value == ()):
                if isinstance(one, f.Const | f.Local | f.Read | f.Call | f.Field):
                    return ("==", ("call", "size", self.x(one, names)), 0)
                return ("not", self._any(one, names, lambda it, inner: 1))
        types = [x.type for x in (a, b) if isinstance(t.bare(x.type), t.SetOf)]
        if types:
            bare = t.bare(types[0])
            assert isinstance(bare, t.SetOf)
            return ("call", "same_sets", self.x(a, names), self.x(b, names), self.values.alike(bare.item))
        alike = self.values.alike(a.type)
        pair = self.x(a, names), self.x(b, names)
        return ("call", self.values.table[alike], *pair) if alike else ("==", *pair)

    def _any(self, of: Any, names: Names, test: Callable[[Code, Names], Code]) -> Code:
        out, found = self.fresh("out"), self.fresh("found")
        each: Each = lambda it, inner: [("if", test(it, inner), [("set", found, 1), ("break", out)])]  # noqa: E731
        return ("do", [("set", found, 0), ("block", out, self.over("any", of, names, each))], found)

    def _among(self, item: Any, among: Any, names: Names) -> Code:
        alike = self.values.alike(item.type)
        if alike or isinstance(among, f.Const | f.Local | f.Read | f.Call | f.Field):
            return ("call", "among", self.x(item, names), self.x(among, names), alike)
        it = self.fresh("it")
        given = self.x(item, names)
        if isinstance(among, f.Items):
            parts = [("==", it, self.x(one, names)) for one in among.items]
            found: Code = 0
            for part in reversed(parts):
                found = part if found == 0 else ("or", part, found)
            return ("do", [("set", it, given)], found)
        return ("do", [("set", it, given)], self._any(among, names, lambda member, inner: ("==", member, it)))

    def _better(self, how: str, given: Sequence[Code]) -> Code:
        one, first, other, second = (self.fresh(n) for n in ("one", "first", "other", "second"))
        lines = [("set", local, code) for local, code in zip((one, first, other, second), given, strict=True)]
        better = ("<" if how == "lesser" else ">", other, one)
        chosen = ("?", ("==", one, NONE), ("?", ("==", other, NONE), ("call", "stop"), second),
                  ("?", ("and", ("!=", other, NONE), better), second, first))  # fmt: skip
        return ("do", lines, chosen)

    def _line(self, args: Sequence[Any], names: Names) -> Code:
        axis = self.graph.tables[args[0].value].data.axis(args[1].value)
        first, last = int(axis.brackets[0].start or 0), len(axis.brackets) - 1
        line = ("-", ("call", "whole", self.x(args[2], names)), first)
        return ("*", ("call", "within", 0, line, last), self.layout.part)

    def _moment(self, args: Sequence[Any], names: Names) -> Code:
        edge, which, span = (arg.value for arg in args[:3])
        fixed = self.layout.spans.get(span, 0) << 16 | (which == "next") << 1 | (edge == "end")
        return ("+", fixed, ("<<", ("call", "kept_place", self.x(args[3], names)), 2))

    # -- loops

    def over(self, var: str, of: Any, names: Names, each: Each) -> list[Code]:
        """The lines that go through a set, and do something with each member."""
        match of:
            case f.Joined(sets=sets, apart=True) if not self._is_asked_twice(of):
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
        return [
            ("set", free, self.x(of, names)),
            ("set", at, ("call", "first_of", free)), ("set", last, ("call", "end_of", free)),
            ("block", f"out {at}", [("loop", f"turn {at}", [
                ("if", (">=", at, last), [("break", f"out {at}")]),
                ("set", it, ("load", at)), ("set", at, ("+", at, CELL)),
                *each(it, names), ("continue", f"turn {at}"),
            ], cells_between(at, last))]),
        ]  # fmt: skip

    def _is_asked_twice(self, of: f.Joined) -> bool:
        """Whether making code for each of its sets would write too much."""
        return len(of.sets) > 2

    def turns(
        self, binders: Sequence[f.Binder], names: Names, inside: Callable[[Names], list[Code]], skips: bool = False
    ) -> list[Code]:
        if not binders:
            return inside(names)
        binder, *rest = binders

        def each(it: Code, _: Names) -> list[Code]:
            local = it if isinstance(it, str) else self.fresh(binder.var)
            named: list[Code] = [] if local == it else [("set", local, it)]
            inner = {**names, binder.var: local}
            body = self.turns(rest, inner, inside, skips)
            if binder.where is not None and skips:
                holds = self.fresh("holds")
                body = [
                    ("set", holds, self.test(binder.where, inner)),
                    ("if", ("==", ("global", "stopped"), 2), [("setg", "stopped", 0)], [("if", holds, body)]),
                ]  # fmt: skip
            elif binder.where is not None:
                body = [("if", self.test(binder.where, inner), body)]
            return named + body

        return self.over(binder.var, binder.over, names, each)

    def _listed(self, node: Any, names: Names) -> Code:
        match node:
            case f.Things(kind=kind, within=None):
                return ("call", "of_kind", self.layout.kinds[kind])
            case f.Things(kind=kind, within=within, deep=deep):
                assert within is not None
                bare = t.bare(within.type)
                word = "standing" if isinstance(bare, t.Kind) and bare.name == "hex" else "loaded"
                return ("call", word, self.x(within, names), self.layout.kinds[kind], int(deep))
            case f.Joined(sets=sets, apart=apart, type=type_):
                begun = self.fresh("begun")
                lines: list[Code] = [("set", begun, ("global", "pending"))]
                for one in sets:
                    lines += self.over("member", one, names, lambda it, _: [("drop", ("call", "add", it))])
                made = self._made(lines, begun)
                return made if apart else ("call", "distinct", made, self.values.alike(t.item_of(type_)))
        raise AssertionError(node)

    def _loop(self, node: f.Loop, names: Names) -> Code:
        how, item = node.how, node.item
        if how in ("any", "every"):
            return self._looked_for(node, names)
        if how == "perhaps":
            return self._not_ruled_out(node.binders[0], names)
        acc = self.fresh(how)
        inner: Callable[[Names], list[Code]]
        set_ = lambda value: ("set", acc, value)  # noqa: E731
        begin: list[Code] = [set_(0)]
        last: Code = acc
        match how:
            case "count":
                inner = lambda n: [set_(("+", acc, self.layout.part))]  # noqa: E731
            case "sum":
                inner = lambda n: [set_(("call", "plus", acc, self.x(item, n)))]  # noqa: E731
            case "total":
                value = self.fresh("value")
                inner = lambda n: [  # noqa: E731
                    ("set", value, self.x(item, n)), ("if", ("!=", value, NONE), [set_(("call", "added", acc, value))]),
                ]  # fmt: skip
            case "list" | "map":
                begin = [("set", acc, ("global", "pending"))]
                inner = lambda n: [("drop", ("call", "add", self.x(item, n)))]  # noqa: E731
                last = ("call", "listed", acc)
            case "one":
                begin = [("set", acc, ("global", "pending"))]
                inner = lambda n: [("drop", ("call", "add", self.x(item, n)))]  # noqa: E731
                last = ("call", "only", ("call", "listed", acc))
            case "least" | "most":
                begin, value, sign = [set_(NONE)], self.fresh("value"), "<" if how == "least" else ">"
                inner = lambda n: [  # noqa: E731
                    ("set", value, self.x(item, n)),
                    ("if", ("and", ("!=", value, NONE), ("or", ("==", acc, NONE), (sign, value, acc))), [set_(value)]),
                ]  # fmt: skip
                last = ("call", "some", acc)
            case "lowest" | "highest":
                begin, value, best = [set_(NONE)], self.fresh("value"), self.fresh("best")
                begin.append(("set", best, NONE))
                sign, var = "<" if how == "lowest" else ">", node.binders[-1].var
                inner = lambda n: [  # noqa: E731
                    ("set", value, self.x(item, n)),
                    ("if", ("and", ("!=", value, NONE), ("or", ("==", best, NONE), (sign, value, best))),
                     [("set", best, value), set_(n[var])]),
                ]  # fmt: skip
                last = ("?", ("==", best, NONE), ("call", "stop"), acc)
            case _:
                raise Unlaid(f"loop {how}")
        return ("do", [*begin, *self.turns(node.binders, names, inner)], last)

    def _looked_for(self, node: f.Loop, names: Names) -> Code:
        """Whether there is a turn, or every turn holds: a turn that decides wins over those at which the law stops."""
        found, out = int(node.how == "any"), self.fresh("out")
        result, met, before = self.fresh("result"), self.fresh("met"), self.fresh("before")
        risky = bool(self.marks.risks(node) or any(b.where is not None and self.marks.risks(b.where)
                                                   for b in node.binders))  # fmt: skip
        decided: list[Code] = [("set", result, found), ("break", out)]

        def last(inner: Names) -> list[Code]:
            if node.how == "any":
                return unless_stopped if risky else decided
            return [("if", ("not", self.test(node.item, inner)), unless_stopped if risky else decided)]

        unless_stopped: list[Code] = [("if", ("==", ("global", "stopped"), 0), decided)]
        aside: list[Code] = [("if", ("global", "stopped"), [("set", met, ("call", "set_aside", met))])]
        body = self._turns_aside(node.binders, names, last, aside if risky else [])
        lines: list[Code] = [("set", result, 1 - found), ("block", out, body)]
        if not risky:
            return ("do", lines, result)
        decides = ("!=", result, found)
        return ("do", [
            ("set", before, ("global", "stopped")), ("set", met, 0), ("setg", "stopped", 0), *lines,
            ("if", decides, [("drop", ("call", "stop_at", met))]), ("drop", ("call", "stop_at", before)),
        ], result)  # fmt: skip

    def _not_ruled_out(self, binder: f.Binder, names: Names) -> Code:
        """All that a condition holds of, or that it stops at."""
        begun, before, holds = self.fresh("begun"), self.fresh("before"), self.fresh("holds")
        where = binder.where
        assert where is not None

        def each(it: Code, _: Names) -> list[Code]:
            local = it if isinstance(it, str) else self.fresh(binder.var)
            named: list[Code] = [] if local == it else [("set", local, it)]
            return [
                *named, ("setg", "stopped", 0), ("set", holds, self.test(where, {**names, binder.var: local})),
                ("if", ("or", holds, ("global", "stopped")), [("drop", ("call", "add", local))]),
            ]  # fmt: skip

        lines = self.over(binder.var, binder.over, names, each)
        stopped: Code = ("global", "stopped")
        return ("do", [
            ("set", begun, ("global", "pending")), ("set", before, stopped), *lines, ("setg", "stopped", before),
        ], ("call", "listed", begun))  # fmt: skip

    def _turns_aside(
        self, binders: Sequence[f.Binder], names: Names, inside: Callable[[Names], list[Code]], aside: list[Code]
    ) -> list[Code]:
        def last(inner: Names) -> list[Code]:
            return inside(inner)

        if not aside:
            return self.turns(binders, names, last)
        binder, *rest = binders

        def each(it: Code, _: Names) -> list[Code]:
            local = it if isinstance(it, str) else self.fresh(binder.var)
            named: list[Code] = [] if local == it else [("set", local, it)]
            inner = {**names, binder.var: local}
            body = self._turns_aside(rest, inner, inside, aside) if rest else inside(inner)
            if binder.where is not None:
                body = [("if", self.test(binder.where, inner), body)]
            return [*named, *body, *aside]

        return self.over(binder.var, binder.over, names, each)

    # -- what is linked

    def _linked(self, node: f.Linked, names: Names, goal: Any = None) -> Code:
        """A flood through the map; whether a hex is let through is asked by number."""
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


def _added(given: Sequence[Code]) -> list[Code]:
    return [("drop", ("call", "add", code)) for code in given]


def _constant(x: f.Expr) -> Any:
    assert isinstance(x, f.Const)
    return x.value


def _said(node: Any) -> str:
    return type(node).__name__.lower()
