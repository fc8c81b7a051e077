"""The law of an attack as WebAssembly: a spike that prints functions of the form as they are, and the cells they read.

Everything is a whole number of 64 bits: a thing or a hex is its number, a value of a choice its place, a set of such
values a mask, a set of things where in memory its count and its items stand, and a number how many 720ths it has. What
does not come out even in these traps, and so does whatever is asked of nothing: a trap is a stop, and the reference
would be asked. The form is printed after all passes but those that make rows of values and parts that are remembered.
What is remembered by position is kept by thing, with the number of the question it was found for. Only what an attack
needs is here; for all of the form this would be a printer in `compiler/`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.passes import PASSES
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.geometry import Hex, Side, neighbour, side_of
from hexlaw.runtime.law import Law
from hexlaw.runtime.nesting import room_to_nest
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.table import Axis
from hexlaw.runtime.value import Record

Values = Callable[[Position], Iterable[Any]]


class NotOfAnAttack(Exception):
    """The law asks for a part of the form that the law of an attack does not have: this peer has no words for it."""


PART = 720
LEFT_OUT = ("by-value", "falls", "parts")
ASKED = (
    "quantity:column",
    "fact:counted",
    "quantity:strength",
    "fact:taken-as",
    "quantity:die-modifier",
    "fact:outcome",
)
SHOT, ANSWER, FREE = 1024, 4096, 8192
"""Where in memory the attack stands, where its verdict is put, and where lists are made."""
MOST = 32
"""Firers or targets of one attack."""
FIELDS = {"form": SHOT, "at": SHOT + 8, "firers": SHOT + 16, "targets": SHOT + 16 + 8 * (MOST + 1)}
NONE, MISSING = -1, -(2**40)

HELP = f"""
(func $even (param $a i64) (param $by i64) (result i64)
  (if (i64.ne (i64.rem_s (local.get $a) (local.get $by)) (i64.const 0)) (then unreachable))
  (i64.div_s (local.get $a) (local.get $by)))
(func $cell (param $base i64) (param $at i64) (result i64) (local $found i64)
  (if (i64.lt_s (local.get $at) (i64.const 0)) (then unreachable))
  (local.set $found (i64.load (i32.wrap_i64
    (i64.add (local.get $base) (i64.shl (local.get $at) (i64.const 3))))))
  (if (i64.eq (local.get $found) (i64.const {MISSING})) (then unreachable))
  (local.get $found))
(func $abs (param $a i64) (result i64)
  (select (local.get $a) (i64.sub (i64.const 0) (local.get $a)) (i64.gt_s (local.get $a) (i64.const 0))))
(func $larger (param $a i64) (param $b i64) (result i64)
  (select (local.get $a) (local.get $b) (i64.gt_s (local.get $a) (local.get $b))))
(func $between (param $lowest i64) (param $a i64) (param $highest i64) (result i64)
  (if (i64.lt_s (local.get $a) (local.get $lowest)) (then (return (local.get $lowest))))
  (select (local.get $highest) (local.get $a) (i64.gt_s (local.get $a) (local.get $highest))))
(func $put (param $item i64)
  (i64.store (i32.wrap_i64 (global.get $free)) (local.get $item))
  (global.set $free (i64.add (global.get $free) (i64.const 8))))
(func $tell (param $item i64)
  (i64.store (i32.wrap_i64 (global.get $told)) (local.get $item))
  (global.set $told (i64.add (global.get $told) (i64.const 8))))
(func $positive (param $a i64) (result i64)
  (if (i64.le_s (local.get $a) (i64.const 0)) (then unreachable))
  (local.get $a))
"""


class Wasm:
    """The text of a module, its memory for a position, and where its cells stand."""

    def __init__(self, law: Law, position: Position) -> None:
        self.graph, self.map = law.graph, position.map
        with room_to_nest():
            program = lowered(law)
            for name, change in PASSES.items():
                program = program if name in LEFT_OUT else change(program)
        self.functions = program.functions
        assert self.map is not None
        self.hexes = {h: number for number, h in enumerate(self.map.hexes)}
        self.sides = {side: number for number, side in enumerate(self.map.hexsides)}
        self.things = {name: number for number, name in enumerate(position.things)}
        self.begun = position
        self.size = FREE + 8 * 1024
        self.columns: dict[object, tuple[int, Values]] = {}
        self.printed: dict[str, str] = {}
        self.waiting = list(ASKED)
        while self.waiting:
            key = self.waiting.pop()
            if key not in self.printed:
                self.printed[key] = _Function(self, self.functions[key]).text
        self.text = self._module()

    def column(self, key: object, values: Values) -> int:
        """Where a row of values stands, which are those of a position."""
        if key not in self.columns:
            self.columns[key] = self.size, values
            self.size += 8 * len([*values(self.begun)])
        return self.columns[key][0]

    def cells(self, position: Position) -> Iterator[tuple[int, list[int]]]:
        """What is to be written where in memory for a position of the same things on the same map."""
        for at, values in self.columns.values():
            yield at, [self.number(value) for value in values(position)]

    def read(self, owner: str, name: str) -> int:
        if owner in ("hex", "hexside"):
            places = self.hexes if owner == "hex" else self.sides
            return self.column((owner, name), lambda of: (self._value(of, place, name) for place in places))
        if owner:
            return self.column((owner, name), lambda of: (self._value(of, u, name) for u in of.things.values()))
        if name == "hex":
            return self.column("hex of", lambda of: map(of.hex_of, of.things.values()))
        return self.column("holder of", lambda of: map(of.holder_of, of.things.values()))

    def _value(self, position: Position, of: Any, name: str) -> Any:
        try:
            found = position.value(of, name)
        except LawStop:
            return MISSING
        if found is g.MISSING:
            return MISSING
        type_ = next((k.attributes[name].type for k in self.graph.kinds.values() if name in k.attributes), None)
        if isinstance(found, tuple):
            item = t.item_of(type_)  # type: ignore[arg-type]
            assert isinstance(item, t.Choice), name
            return Fraction(sum(1 << self.graph.choices[item.name].values.index(each) for each in found), PART)
        return found if not isinstance(found, str) else _Ordinal(self.graph, type_, found)

    def number(self, value: Any) -> int:
        match value:
            case None:
                return NONE
            case bool():
                return int(value)
            case int() if value == MISSING:
                return MISSING
            case int() | Fraction():  # also a mask, which is given as so many parts
                whole = value * PART
                assert whole == int(whole), f"{value} is too fine"
                return int(whole)
            case _Ordinal():
                return int(value.place)
            case Hex():
                return self.hexes[value]
            case Side():
                return self.sides[value]
            case _:
                return self.things[value.name]

    def const(self, value: Any, type_: Any) -> int:
        return self.number(_Ordinal(self.graph, type_, value) if isinstance(value, str) else value)

    def table(self, name: str) -> tuple[int, list[int]]:
        """Where the cells of a table stand, and over how many headings each key goes."""
        decl = self.graph.tables[name]
        keys = [[*_headings(self.graph, type_)] for _, type_ in decl.params]
        return self.column(("table", name), lambda _: self._cells(decl, keys)), [len(each) for each in keys]

    def _cells(self, decl: Any, keys: list[list[Any]]) -> Iterator[Any]:
        rows: list[tuple[Any, ...]] = [()]
        for each in keys:
            rows = [(*row, key) for row in rows for key in each]
        for row in rows:
            cell = decl.data.lookup([_printed(decl, axis, key) for axis, key in zip(decl.data.axes, row, strict=True)])
            value = MISSING if cell is None else cell.value
            yield _Ordinal(self.graph, decl.type, value) if isinstance(value, str) else value

    def beside(self) -> tuple[int, int]:
        """Each hex's six neighbours, and the hexsides between."""
        around = [(h, direction) for h in self.hexes for direction in range(6)]
        near = [there if (there := neighbour(h, direction)) in self.hexes else None for h, direction in around]
        between = [side_of(h, direction) for h, direction in around]
        return self.column("near", lambda _: near), self.column("between", lambda _: between)

    def put(self, shot: Record) -> dict[int, list[int]]:
        """What is to be written where in memory for an attack."""
        fields: dict[str, Any] = dict(shot.fields)
        form = _Ordinal(self.graph, t.Choice("attack-form"), fields["form"])
        written = {FIELDS["form"]: [form.place], FIELDS["at"]: [self.hexes[fields["at"]]]}
        for name in ("firers", "targets"):
            assert len(fields[name]) <= MOST
            written[FIELDS[name]] = [len(fields[name]), *(self.things[thing.name] for thing in fields[name])]
        return written

    def said(self, words: list[int], shot: Record) -> Any:
        """The verdict that stands at `ANSWER`."""
        choices, fields = self.graph.choices, dict(shot.fields)
        left = iter(words)
        column = choices["column"].values[next(left)]
        firers: Any = fields["firers"]
        strengths = {thing.name: Fraction(next(left), PART) for thing in firers}
        names = [*self.things]
        modifiers, outcomes = {}, {}
        for _ in range(next(left)):
            name = names[next(left)]
            modifiers[name] = next(left) // PART
            outcomes[name] = [choices["result"].values[next(left)] for _ in range(6)]
        return column, strengths, modifiers, outcomes

    def _module(self) -> str:
        near, between = self.beside()
        kept = "\n".join(self.printed.values())
        pages = self.size // 65536 + 2
        by = {key: name_of(key) for key in ASKED}
        firers = FIELDS["firers"]
        of_firers, of_list = _item(f"(i64.const {firers})"), _item("(local.get $list)")
        return f"""(module (memory (export "memory") {pages})
(global $free (mut i64) (i64.const {FREE}))
(global $told (mut i64) (i64.const {ANSWER}))
(global $now (mut i64) (i64.const 0))
{HELP}
(func $side-between (param $a i64) (param $b i64) (result i64) (local $i i64) (local $at i64)
  (local.set $at (i64.mul (local.get $a) (i64.const 6)))
  (loop $l
    (if (i64.eq (call $cell (i64.const {near}) (i64.add (local.get $at) (local.get $i))) (local.get $b))
      (then (return (call $cell (i64.const {between}) (i64.add (local.get $at) (local.get $i))))))
    (local.set $i (i64.add (local.get $i) (i64.const 1)))
    (br_if $l (i64.lt_s (local.get $i) (i64.const 6))))
  (i64.const {NONE}))
{kept}
(func $verdict (export "verdict") (local $i i64) (local $v i64) (local $pip i64) (local $list i64)
  (global.set $now (i64.add (global.get $now) (i64.const 1)))
  (global.set $free (i64.const {FREE}))
  (global.set $told (i64.const {ANSWER}))
  (call $tell (call ${by["quantity:column"]} (i64.const {SHOT})))
  (block $none (loop $l
    (br_if $none (i64.ge_s (local.get $i) (i64.load (i32.const {firers}))))
    (local.set $v {of_firers})
    (call $tell (call ${by["quantity:strength"]} (local.get $v) (i64.const {SHOT})
      (call ${by["fact:taken-as"]} (local.get $v) (i64.const {SHOT}))))
    (local.set $i (i64.add (local.get $i) (i64.const 1)))
    (br $l)))
  (local.set $list (call ${by["fact:counted"]} (i64.const {SHOT})))
  (call $tell (i64.load (i32.wrap_i64 (local.get $list))))
  (local.set $i (i64.const 0))
  (block $none (loop $l
    (br_if $none (i64.ge_s (local.get $i) (i64.load (i32.wrap_i64 (local.get $list)))))
    (local.set $v {of_list})
    (call $tell (local.get $v))
    (call $tell (call ${by["quantity:die-modifier"]} (i64.const {SHOT}) (local.get $v)))
    (local.set $pip (i64.const {PART}))
    (loop $p
      (call $tell (call ${by["fact:outcome"]} (i64.const {SHOT}) (local.get $v) (local.get $pip)))
      (local.set $pip (i64.add (local.get $pip) (i64.const {PART})))
      (br_if $p (i64.le_s (local.get $pip) (i64.const {6 * PART}))))
    (local.set $i (i64.add (local.get $i) (i64.const 1)))
    (br $l))))
(func (export "again") (param $times i64)
  (loop $l
    (call $verdict)
    (local.set $times (i64.sub (local.get $times) (i64.const 1)))
    (br_if $l (i64.gt_s (local.get $times) (i64.const 0)))))
)"""


def _along(hexes: list[Hex], axis: str, _: Position) -> list[int]:
    return [getattr(h, axis) for h in hexes]


class _Ordinal:
    """A value of a choice by its place."""

    def __init__(self, graph: Any, type_: Any, value: str) -> None:
        if isinstance(type_, t.OrNone):
            type_ = type_.item
        values = graph.choices[type_.name].values if isinstance(type_, t.Choice) else None
        assert values is not None, f"{value} of {type_}"
        self.place = values.index(value)


def _headings(graph: Any, type_: Any) -> Iterator[Any]:
    """All that a key of a table may be, in the order of its numbers."""
    if isinstance(type_, t.Choice):
        yield from graph.choices[type_.name].values
    elif isinstance(type_, t.Number):
        yield from range(-MOST, MOST)
    else:
        yield from (False, True)


def _item(of: str) -> str:
    """The item of a list at which `$i` is."""
    return f"(i64.load (i32.wrap_i64 (i64.add {of} (i64.shl (i64.add (local.get $i) (i64.const 1)) (i64.const 3)))))"


def _printed(decl: g.TableDecl, axis: Axis, key: Any) -> Any:
    """The heading that counts for a number before the first line or behind the last."""
    ends = {"first": axis.first, "last": axis.last, "none": None}
    if axis.brackets and axis.first is not None and key < axis.first and axis.name in decl.below:
        return ends[decl.below[axis.name]]
    if axis.brackets and axis.last is not None and key > axis.last and axis.name in decl.above:
        return ends[decl.above[axis.name]]
    return key


def name_of(key: str) -> str:
    return "".join(c if c.isalnum() or c in "-_." else "_" for c in key)


class Running:
    """The module in a machine of its own; an attack is written into its memory, and its verdict read there."""

    def __init__(self, wasm: Wasm) -> None:
        import wasmtime  # an extra of the benches

        self.wasm, self.trap = wasm, wasmtime.Trap
        engine = wasmtime.Engine()
        self.store = wasmtime.Store(engine)
        exports: Any = wasmtime.Instance(self.store, wasmtime.Module(engine, wasm.text), []).exports(self.store)
        self.memory, self.verdict, self.repeat = (exports[name] for name in ("memory", "verdict", "again"))

    def lay_out(self, position: Position) -> None:
        for at, words in self.wasm.cells(position):
            self._write(at, words)

    def put(self, shot: Record) -> None:
        for at, words in self.wasm.put(shot).items():
            self._write(at, words)

    def _write(self, at: int, words: list[int]) -> None:
        self.memory.write(self.store, struct.pack(f"<{len(words)}q", *words), at)

    def asked(self, shot: Record) -> Any:
        """The verdict on the attack that was put; none where the law stops."""
        try:
            self.verdict(self.store)
        except self.trap:
            return None
        words = struct.unpack("<512q", self.memory.read(self.store, ANSWER, ANSWER + 8 * 512))
        return self.wasm.said([*words], shot)

    def again(self, times: int) -> None:
        self.repeat(self.store, times)


class _Function:
    """The text of one function."""

    def __init__(self, wasm: Wasm, function: f.Function) -> None:
        self.wasm, self.locals, self.number = wasm, list[str](), 0
        names = {param: f"${name_of(param)}" for param, _ in function.params}
        body = self.x(function.body, names)
        params = " ".join(f"(param {name} i64)" for name in names.values())
        named = " ".join(f"(local {name} i64)" for name in self.locals)
        things = [n for n, type_ in function.params if type_ != t.Kind("attack")]
        if function.memory == "position" and len(things) <= 1:
            at = f"(local.get {names[things[0]]})" if things else "(i64.const 0)"
            body = self.remembered(function.key, body, at)
            named += " (local $kept i32)"
        self.text = f"(func ${name_of(function.key)} {params} (result i64) {named}\n  {body})"

    def remembered(self, key: str, body: str, at: str) -> str:
        """The same, worked out once for each question."""
        base = self.wasm.column(("kept", key), lambda of: [0] * (2 * len(of.things)))
        return f"""(local.set $kept (i32.wrap_i64 (i64.add (i64.const {base}) (i64.shl {at} (i64.const 4)))))
  (if (i64.eq (i64.load (local.get $kept)) (global.get $now)) (then (return (i64.load offset=8 (local.get $kept)))))
  (i64.store offset=8 (local.get $kept) {body})
  (i64.store (local.get $kept) (global.get $now))
  (i64.load offset=8 (local.get $kept))"""

    def fresh(self, name: str) -> str:
        self.number += 1
        self.locals.append(f"${name_of(name)}.{self.number}")
        return self.locals[-1]

    def x(self, node: Any, names: dict[str, str]) -> str:
        match node:
            case f.Const(value=value):
                return f"(i64.const {self.wasm.const(value, node.type)})"
            case f.Local(name=name):
                return f"(local.get {names[name]})"
            case f.Read(name=name, owner=owner, of=of):
                return f"(call $cell (i64.const {self.wasm.read(owner, name)}) {self.x(of, names)})"
            case f.Field(name=name):
                at = FIELDS[name]
                return f"(i64.load (i32.const {at}))" if name in ("form", "at") else f"(i64.const {at})"
            case f.Call(function=key, args=args):
                self.wasm.waiting.append(key)
                return f"(call ${name_of(key)} {' '.join(self.x(arg, names) for arg in args)})"
            case f.Let(names=(name,), value=value, body=body):
                local = self.fresh(name)
                known = self.x(value, names)
                return f"(block (result i64) (local.set {local} {known})\n  {self.x(body, {**names, name: local})})"
            case f.If(test=test, then=then, otherwise=otherwise):
                return self.either(test, self.x(then, names), self.x(otherwise, names), names)
            case f.Not(inner=inner):
                return f"(i64.extend_i32_u (i64.eqz {self.x(inner, names)}))"
            case f.And(parts=(first, *rest)):
                if not rest:
                    return self.x(first, names)
                return self.either(first, self.x(f.And(tuple(rest), node.type), names), "(i64.const 0)", names)
            case f.Or(parts=(first, *rest), how=how):
                if not rest:
                    return self.x(first, names)
                others = self.x(f.Or(tuple(rest), node.type, how), names)
                if how:
                    return f"(i64.or {self.x(first, names)} {others})"
                return self.either(first, "(i64.const 1)", others, names)
            case f.Op():
                return self.op(node, names)
            case f.Cell():
                return self.cell(node, names)
            case f.Loop():
                return self.loop(node, names)
            case f.Items(items=()) | f.Joined():
                return self.joined(node.sets if isinstance(node, f.Joined) else (), names)
            case f.Stop() | f.Things():
                return "unreachable"  # of things nothing is laid out but those of the attack
        raise NotOfAnAttack(type(node).__name__)

    def either(self, test: Any, then: str, otherwise: str, names: dict[str, str]) -> str:
        asked = f"(i32.wrap_i64 {self.x(test, names)})"
        return f"(if (result i64) {asked}\n  (then {then})\n  (else {otherwise}))"

    def op(self, node: Any, names: dict[str, str]) -> str:
        how, args = node.op, node.args

        def given() -> list[str]:
            return [self.x(arg, names) for arg in args]

        def bit(text: str) -> str:
            return f"(i64.extend_i32_u {text})"

        match how:
            case "==":
                return bit(f"(i64.eq {' '.join(given())})")
            case "+" | "more":
                return f"(i64.add {' '.join(given())})"
            case "-" | "less":
                return f"(i64.sub {' '.join(given())})"
            case "*":
                return f"(call $even (i64.mul {' '.join(given())}) (i64.const {PART}))"
            case "half":
                return f"(call $even {given()[0]} (i64.const 2))"
            case "halved":
                return f"(i64.mul (i64.div_s {given()[0]} (i64.const {2 * PART})) (i64.const {PART}))"
            case "/":
                top, below = given()
                return f"(call $even (i64.mul {top} (i64.const {PART})) (call $positive {below}))"
            case "<" | "<=" | ">" | ">=":
                sign = {"<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}[how]
                left, right = args
                if isinstance(left, f.Op) and left.op == "/":  # without a fraction being made of the two
                    top, below = (self.x(arg, names) for arg in left.args)
                    other = f"(i64.mul (call $positive {below}) {self.x(right, names)})"
                    return bit(f"(i64.{sign} (i64.mul {top} (i64.const {PART})) {other})")
                return bit(f"(i64.{sign} {' '.join(given())})")
            case "is-a":
                return self.is_a(args[0].value, self.x(args[1], names))
            case "in":
                return self.among(args[0], args[1], names)
            case "size":
                return f"(i64.mul (i64.load (i32.wrap_i64 {given()[0]})) (i64.const {PART}))"
            case "distance":
                return self.distance(args, names)
            case "adjacent-to":
                return bit(f"(i64.ge_s (call $side-between {' '.join(given())}) (i64.const 0))")
            case "side-between":
                return f"(call $side-between {' '.join(given())})"
            case "lesser":
                one, first, other, second = given()
                return f"(select {second} {first} (i64.lt_s {other} {one}))"
            case "occurs":
                item = f.Binder("it", args[0], f.Op("==", (f.Local("it", args[1].type), args[1]), node.type))
                return self.loop(f.Loop("count", (item,), f.Const(1, t.WHOLE), t.WHOLE), names)
            case "shifted":
                it, by = self.x(args[0], names), f"(i64.div_s {self.x(args[1], names)} (i64.const {PART}))"
                values = self.wasm.graph.choices[node.type.name].values
                places = [values.index(item.value if isinstance(item, f.Const) else item) for item in _listed(args[2])]
                assert places == [*range(places[0], places[-1] + 1)], "they follow each other"
                return f"(call $between (i64.const {places[0]}) (i64.add {it} {by}) (i64.const {places[-1]}))"
        raise NotOfAnAttack(how)

    def is_a(self, kind: str, thing: str) -> str:
        graph = self.wasm.graph
        base = self.wasm.column(("is", kind), lambda of: (graph.is_a(each.kind, kind) for each in of.things.values()))
        return f"(call $cell (i64.const {base}) {thing})"

    def among(self, item: Any, among: Any, names: dict[str, str]) -> str:
        one = self.x(item, names)
        if isinstance(among, f.Things):
            if among.within is None:
                return self.is_a(among.kind, one)
            here = f"(call $cell (i64.const {self.wasm.read('', 'hex')}) {one})"
            inside = f"(i64.extend_i32_u (i64.eq {here} {self.x(among.within, names)}))"
            there = f"(i64.ge_s {one} (i64.const 0))"
            return (
                f"(if (result i64) {there} (then (i64.and {inside} {self.is_a(among.kind, one)})) (else (i64.const 0)))"
            )
        return f"(i64.and (i64.shr_u {self.x(among, names)} {one}) (i64.const 1))"

    def distance(self, args: Any, names: dict[str, str]) -> str:
        q, r = self.fresh("q"), self.fresh("r")
        for name, local in (("q", q), ("r", r)):
            column = self.wasm.column(("axial", name), partial(_along, [*self.wasm.hexes], name))
            here, there = (f"(call $cell (i64.const {column}) {self.x(arg, names)})" for arg in args)
            names = {**names, f" {name}": f"(local.set {local} (i64.sub {there} {here}))"}
        sizes = (
            f"(call $abs {x})"
            for x in (f"(local.get {q})", f"(local.get {r})", f"(i64.add (local.get {q}) (local.get {r}))")
        )
        most = "(call $larger (call $larger {} {}) {})".format(*sizes)
        return f"(block (result i64) {names[' q']} {names[' r']} {most})"

    def cell(self, node: Any, names: dict[str, str]) -> str:
        decl = self.wasm.graph.tables[node.table]
        if len(node.keys) > len(decl.params):  # one number divided by another: past how many starts it is
            axis, top, below = decl.data.axes[0], self.fresh("top"), self.fresh("below")
            values = [decl.data.cells[(i,)].value for i in range(len(axis.brackets))]
            found = f"(i64.const {self.wasm.const(values[0], decl.type)})"
            for bracket, value in list(zip(axis.brackets, values, strict=True))[1:]:
                assert bracket.start is not None, "only the first heading has no beginning"
                start = Fraction(bracket.start)
                left = f"(i64.mul (local.get {top}) (i64.const {start.denominator}))"
                right = f"(i64.mul (local.get {below}) (i64.const {start.numerator}))"
                found = f"(select (i64.const {self.wasm.const(value, decl.type)}) {found} (i64.ge_s {left} {right}))"
            given = [self.x(key, names) for key in node.keys]
            sets = f"(local.set {top} {given[0]}) (local.set {below} (call $positive {given[1]}))"
            return f"(block (result i64) {sets} {found})"
        base, sizes = self.wasm.table(node.table)
        at = "(i64.const 0)"
        for key, (_, type_), size in zip(node.keys, decl.params, sizes, strict=True):
            place = self.x(key, names)
            if isinstance(type_, t.Number):
                place = f"(i64.add (i64.div_s {place} (i64.const {PART})) (i64.const {MOST}))"
            at = f"(i64.add (i64.mul {at} (i64.const {size})) {place})"
        return f"(call $cell (i64.const {base}) {at})"

    def loop(self, node: Any, names: dict[str, str]) -> str:
        (binder,) = node.binders
        over, at, last, found = (self.fresh(name) for name in ("over", "at", "last", "found"))
        local = self.fresh(binder.var)
        inner = {**names, binder.var: local}
        label = f"$end.{self.number}"
        item = self.x(node.item, inner)
        begin, each, end = f"(local.set {found} (i64.const 0))", "", f"(local.get {found})"
        match node.how:
            case "any":
                each, end = f"(br {label} (i64.const 1))", "(i64.const 0)"
            case "every":
                each = f"(if (i64.eqz {item}) (then (br {label} (i64.const 0))))"
                end = "(i64.const 1)"
            case "sum":
                each = f"(local.set {found} (i64.add (local.get {found}) {item}))"
            case "count":
                each = f"(local.set {found} (i64.add (local.get {found}) (i64.const {PART})))"
            case "list":
                begin = f"(local.set {found} (global.get $free)) (call $put (i64.const 0))"
                count = f"(i32.wrap_i64 (local.get {found}))"
                more = f"(i64.store {count} (i64.add (i64.load {count}) (i64.const 1)))"
                each = f"(call $put {item}) {more}"
            case how:
                raise NotOfAnAttack(how)
        where = each
        if binder.where is not None:
            where = f"(if (i32.wrap_i64 {self.x(binder.where, inner)}) (then {each}))"
        return f"""(block {label} (result i64)
  (local.set {over} {self.x(binder.over, names)}) {begin}
  (local.set {at} (i64.add (local.get {over}) (i64.const 8)))
  (local.set {last} (i64.add (local.get {at}) (i64.shl (i64.load (i32.wrap_i64 (local.get {over}))) (i64.const 3))))
  (block $none{label} (loop $turn{label}
    (br_if $none{label} (i64.ge_s (local.get {at}) (local.get {last})))
    (local.set {local} (i64.load (i32.wrap_i64 (local.get {at}))))
    (local.set {at} (i64.add (local.get {at}) (i64.const 8)))
    {where}
    (br $turn{label})))
  {end})"""

    def joined(self, sets: tuple[Any, ...], names: dict[str, str]) -> str:
        """The items of some lists in one list: first they are all made, then put behind each other."""
        parts = [(self.fresh("set"), self.x(each, names)) for each in sets]
        all_, size, i = self.fresh("all"), self.fresh("size"), self.fresh("i")
        lines = [f"(local.set {local} {text})" for local, text in parts]
        lines += [f"(local.set {all_} (global.get $free)) (call $put (i64.const 0)) (local.set {size} (i64.const 0))"]
        for local, _ in parts:
            label = f"$copy{local[1:]}"
            lines.append(f"""(local.set {i} (i64.load (i32.wrap_i64 (local.get {local}))))
  (local.set {size} (i64.add (local.get {size}) (local.get {i})))
  (block $none{label} (loop {label}
    (br_if $none{label} (i64.eqz (local.get {i})))
    (local.set {local} (i64.add (local.get {local}) (i64.const 8)))
    (call $put (i64.load (i32.wrap_i64 (local.get {local}))))
    (local.set {i} (i64.sub (local.get {i}) (i64.const 1)))
    (br {label})))""")
        lines.append(f"(i64.store (i32.wrap_i64 (local.get {all_})) (local.get {size}))")
        return f"(block (result i64) {' '.join(lines)} (local.get {all_}))"


def _listed(node: Any) -> tuple[Any, ...]:
    found: tuple[Any, ...] = node.items if isinstance(node, f.Items) else node.value
    return found
