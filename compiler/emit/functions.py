"""Functions of the form as functions of Python: heads become statements, everything else an expression.

What is worked out, and when, was decided by the passes; here is only how it is spelt. `Printer.function` gives the
lines of one function; constants and tables that these need are gathered on the way.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from hexlaw.compiler.emit.names import Names, comment, identifier, literal
from hexlaw.compiler.emit.tables import Tables
from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.heads import in_turns
from hexlaw.compiler.lower.marks import Marks
from hexlaw.runtime import types as t
from hexlaw.runtime.veil import resting

CHOICE, OR, AND, NOT, COMPARE, WHOLE_OR, ARITH, ATOM = 0, 1, 2, 3, 4, 5, 8, 9
Lines = list[str]
Text = tuple[str, int]  # what is written, and how tightly it binds
CHARGED = 1_000  # an answer that costs more is counted, so that whatever asks for many of them ends

CALLED = {
    "+": "plus", "-": "minus", "*": "times", "/": "divided", "half": "half", "down": "floor", "up": "ceil",
    "larger": "max", "smaller": "min", "at-most": "at_most", "at-least": "at_least", "shifted": "shifted",
    "numbers": "whole_numbers",
    "some": "some", "same": "same", "is-side-of": "is_side_of", "adjacent-to": "adjacent", "distance": "distance",
    "comes-before": "comes_before", "touches": "touches", "neighbours": "neighbours", "neighbour": "neighbour",
    "straight-across": "straight_across", "side-between": "side_between", "sides-of": "sides_of", "size": "len",
    "hexes-of": "hexes_of", "sides-along": "sides_along", "hexes-along": "hexes_along", "lesser": "lesser",
    "sides-on-paths": "sides_on_paths", "hexes-on-paths": "hexes_on_paths", "greater": "greater", "moment": "Moment",
    "hexes-before": "hexes_before", "members": "members",
}  # fmt: skip
"""The operations that are calls of a word of Python with the same arguments."""


class Printer:
    """Writes the functions of one program; knows the names of all that they use. With `like`, of a program that has the
    functions of that printer's and others, which keep the names that they have there."""

    def __init__(self, program: f.Program, like: Printer | None = None) -> None:
        self.program, self.graph, self.marks = program, program.law.graph, Marks(program)
        self.laid: set[str] = set()  # what it reads of which things there are and where they stand
        if like is None:
            self.names, self.columns, named = Names(), dict[tuple[str, str], str](), dict[str, f.Function]()
            self.kinds = {kind: self._kind_name(kind) for kind in sorted(self.graph.kinds)}
            self._name_columns()
        else:
            self.names, self.columns, named = like.names.copy(), like.columns.copy(), like.program.functions
            self.kinds = like.kinds
        self.constants: dict[str, str] = {}
        self.ranks: dict[str, str] = {}
        self.bits = {rule: i for i, rule in enumerate(program.law.rules)}
        self.tables = Tables(self.graph, self.names)
        self.kept_with_map: dict[str, str] = {}  # by where answers that are not changed stay, what works them out
        for key, function in program.functions.items():
            if key not in named:
                self.named(function)

    # -- names

    def _name_columns(self) -> None:
        for owner, kind in self.graph.kinds.items():
            above = self.graph.kinds[kind.parent].attributes if kind.parent else {}
            for attribute in kind.attributes:
                if attribute not in above:
                    self.column(attribute, owner)

    def _kind_name(self, kind: str) -> str:
        """A name from which those of its four uses follow, all of them free."""
        number = 1
        while True:
            name = identifier(kind) if number == 1 else f"{identifier(kind)}_{number}"
            if self.names.reserve([f"is_{name}", f"all_{name}", f"{name}_in", f"{name}_within"]):
                return name
            number += 1

    def named(self, function: f.Function) -> str:
        return self.names.of("function", function.key, function.title)

    def called(self, key: str) -> str:
        return self.named(self.program.functions[key])

    def local(self, name: str) -> str:
        """A number that is changed again and again keeps one name: no earlier value is asked for any longer."""
        plain = name.partition("@")[0]
        return self.names.of("local", plain, plain.partition("#")[0])

    def _laid(self, name: str) -> str:
        self.laid.add(name)
        return f"s.{name}"

    def laid_list(self, kind: str) -> str:
        """The name under which a state has all things of a kind."""
        name = f"all_{self.kinds[kind]}"
        self.laid.add(name)
        return name

    def column(self, attribute: str, owner: str) -> str:
        if (attribute, owner) not in self.columns:
            self.columns[attribute, owner] = self.names.of("column", (attribute, owner), f"{attribute}_of")
        return self.columns[attribute, owner]

    def record_fields(self, kind: str) -> dict[str, str]:
        """The fields of a record, each with its name in Python."""
        found: dict[str, str] = {}
        for field in self.graph.records[kind].fields:
            name = identifier(field)
            while keyword.iskeyword(name) or name in found.values() or name in ("kind", "fields"):
                name += "_"
            found[field] = name
        return found

    def by_subscript(self, function: f.Function) -> bool:
        """Whether answers are read straight from what is kept with the map: nearly all of them have been given."""
        return function.memory == "map" and len(function.params) == 1 and not self.program.record

    # -- functions

    def function(self, function: f.Function) -> Lines:
        args = [self.local(name) for name, _ in function.params]
        writing = _Writing(self, function, args)
        lines = writing.head(function.body)
        cost = self.marks.cost_of(function.key)
        room = ["s.account.spend(s.size)"] if cost > CHARGED and not function.key.startswith("play:") else []
        if function.key.startswith("rule:") and any(
            isinstance(x, f.Call) and x.function.startswith("rule:") for x in f.everything(function.body)
        ):
            room = ["s.account.spend(1)"]  # rules that limit rules that limit others may be asked very often
        lines = self._remembering(function, writing.key, room, lines) if writing.remembers else [*room, *lines]
        if function.key in self.program.sums:
            kept = f"kept = summed({', '.join(['s', literal(function.key), *args])})"
            lines = [kept, "if kept is not None:", "    return kept", *lines]
        docs = [comment(doc) for doc in function.docs]
        return [f"def {self.named(function)}(s{''.join(f', {a}' for a in args)}):", *indented([*docs, *lines])]

    def _remembering(self, function: f.Function, key: str, room: Lines, lines: Lines) -> Lines:
        """Each function that remembers looks into its own dictionary first."""
        args = [self.local(name) for name, _ in function.params]
        first = [] if len(args) == 1 else [f"key = {', '.join(args) or '()'}"]
        first.append(f"known = s.{self.named(function)}")
        if not self.program.record:
            again = [f"if {key} in known:", f"    return known[{key}]"]
            if len(args) > 1 and not self.marks.gives_none(function.key):
                again = [f"answer = known.get({key})", "if answer is not None:", "    return answer"]
            return [*first, *again, *room, *lines]
        again = ["    answer, fired = kept", "    s.fired |= fired", "    return answer"]
        return [
            *first, f"kept = known.get({key})", "if kept is not None:", *again, *room, "outer, s.fired = s.fired, 0",
            "try:", *indented(lines), "except:", "    s.fired = outer", "    raise",
        ]  # fmt: skip

    # -- expressions

    def x(self, node: f.Expr, least: int = CHOICE) -> str:
        """An expression as text, in brackets where it would come apart otherwise."""
        text, level = self._text(node)
        return text if level >= least else f"({text})"

    def args(self, nodes: Iterable[f.Expr]) -> str:
        return ", ".join(map(self.x, nodes))

    def tuple_of(self, nodes: Iterable[f.Expr]) -> str:
        return "(" + "".join(f"{self.x(node)}, " for node in nodes).rstrip(" ") + ")"

    def _text(self, node: f.Expr) -> Text:
        match node:
            case f.Const(value=Fraction() as value):
                return self._constant(value), ATOM
            case f.Const(value=value):
                return literal(value), ATOM
            case f.Local(name=name):
                return self.local(name), ATOM
            case f.Read(name=name, owner="", of=of):
                return f"s.{name}_of[{self.x(of)}]", ATOM
            case f.Read(name=name, owner=owner, of=of):
                return f"s.{self.column(name, owner)}[{self.x(of)}]", ATOM
            case f.Field(kind=kind, name=name, of=of):
                field = self.record_fields(kind)[name] if kind in self.graph.records else identifier(name)
                return f"{self.x(of, ATOM)}.{field}", ATOM
            case f.Cell():
                return self._cell(node), ATOM
            case f.At(row=row, key=key):
                return f"{self.x(row, ATOM)}[{self.x(key)}]", ATOM
            case f.Row(values=values, keys=keys) if keys:
                pairs = zip(keys, values, strict=True)
                return "{" + ", ".join(f"{self.x(key)}: {self.x(value)}" for key, value in pairs) + "}", ATOM
            case f.Row(values=values):
                return self.tuple_of(values), ATOM
            case f.Kept():
                return self._kept(node)
            case f.Op():
                return self._op(node)
            case f.Call(function=key, args=args):
                if self.by_subscript(self.program.functions[key]):
                    return f"s.{self.called(key)}[{self.x(args[0])}]", ATOM
                return f"{self.called(key)}(s{''.join(f', {self.x(a)}' for a in args)})", ATOM
            case f.Things(kind=kind, within=None):
                return f"s.{self.laid_list(kind)}", ATOM
            case f.Things(kind=kind, within=within, deep=deep):
                assert within is not None
                where = self._laid(f"{self.kinds[kind]}_{'within' if deep else 'in'}")
                return f"{where}.get({self.x(within)}, ())", ATOM
            case f.Items(items=items):
                plain = len(items) < 2 or (all(isinstance(i, f.Const) for i in items) and len({*items}) == len(items))
                return (self.tuple_of(items) if plain else f"distinct({self.args(items)})"), ATOM
            case f.Made(kind=kind, values=values):
                return f"made(s, {self.names.of('record', kind, kind)}, {self.tuple_of(values)})", ATOM
            case f.Loop():
                return self._loop(node)
            case f.Joined():
                return self._joined(node), ATOM
            case f.Linked():
                return self._linked(node), ATOM
            case f.Steps(flood=flood, goal=goal):
                return f"steps(s, {self.x(flood)}, {self.x(goal)})", ATOM
            case f.And(parts=parts):
                return " and ".join(self.x(part, AND + 1) for part in parts), AND
            case f.Or(parts=parts, how="whole"):
                return " | ".join(self.x(part, WHOLE_OR + 1) for part in parts), WHOLE_OR
            case f.Or(parts=parts):
                return " or ".join(self.x(part, OR + 1) for part in parts), OR
            case f.Not(inner=f.Not(inner=inner)):
                return self._text(inner)
            case f.Not(inner=inner):
                return self._not(inner)
            case f.If(test=test, then=then, otherwise=otherwise):
                return f"{self.x(then, OR)} if {self.x(test, OR)} else {self.x(otherwise)}", CHOICE
            case f.Fire(rules=rules, body=body):
                return f"noted(s, {self.fires(rules)}, {self.x(body)})", ATOM
            case f.Play(sort="reach", names=(name,), args=args):
                return f"s.reach({name!a}, {self.tuple_of(args)})", ATOM
            case f.Play(names=(effect, rule), args=args):
                return f"s.would_break({effect!a}, {self.tuple_of(args)}, {rule!a})", ATOM
            case f.Unchanged(asked=asked, anew=anew):
                kept = self._kept_with_map(anew.function)
                key = self.tuple_of(anew.args)
                return f"unless_changed(s.{kept}, {key}, lambda: {self.tuple_of(asked)}, lambda: {self.x(anew)})", ATOM
            case f.Stop():
                return "stop()", ATOM
        raise AssertionError(f"{type(node).__name__} stands where only an expression can")

    def _constant(self, value: Fraction) -> str:
        """A fraction is made once, when the source is loaded."""
        name = self.names.of("constant", value, f"exactly_{value.numerator}_{value.denominator}".replace("-", "minus_"))
        self.constants[name] = literal(value)
        return name

    def _kept_with_map(self, key: str) -> str:
        """The dictionary in which answers that are not changed stay with the map."""
        name = self.names.of("kept", key, f"{self.program.functions[key].title} kept")
        self.kept_with_map[name] = key
        return name

    def _linked(self, node: f.Linked) -> str:
        how = [f"by_step={node.by_step}", *([] if node.within is None else [f"most={self.x(node.within)}"])]
        word = "flood" if isinstance(node, f.Flood) else "linked_hexes"
        called = f"{word}(s, {self.called(node.function)}, {self.tuple_of(node.args)}, {self.x(node.start)}"
        return f"{called}, {', '.join(how)})"

    def _cell(self, node: f.Cell) -> str:
        decl = self.graph.tables[node.table]
        if node.along is not None:
            return f"{self.tables.by_others(decl, node.along)}[{self.args(node.keys) or '()'}]"
        if len(node.keys) > len(decl.params):
            return f"{self.tables.of_ratio(decl)}({self.args(node.keys)})"
        return self.tables.read(decl, self.args(node.keys))

    def _kept(self, node: f.Kept) -> Text:
        if node.sort == "acting":
            return "acting(s)", ATOM
        if node.sort == "span":
            return f"{node.name!a} in s.now", COMPARE
        of, kept = self.tuple_of(node.args), f"{node.sort}:{node.name}"
        if kept in resting(self.graph):  # where it depends on secrets, it is looked up only if it can be told
            of = f"unveiled(s, {kept!a}, {of})"
        if node.sort == "memory":
            return f"({node.name!a}, {of}) in s.memories", COMPARE
        return f"s.tallies.get(({node.name!a}, {of}), 0)", ATOM

    def _not(self, inner: f.Expr) -> Text:
        match inner:
            case f.Op(op="==" | "in"):
                left, word, right = self._compared(inner)
                return f"{left} {_NEGATED[word]} {right}", COMPARE
            case f.Op(op="same", args=(of, f.Items(items=()))):
                return f"{self.x(of, COMPARE + 1)} != ()", COMPARE
            case _:
                return f"not {self.x(inner, NOT)}", NOT

    def _compared(self, node: f.Op) -> tuple[str, str, str]:
        left, right = node.args
        if node.op == "in":
            among = self.tuple_of(right.items) if isinstance(right, f.Items) else self.x(right, COMPARE + 1)
            if isinstance(right, f.Read) and isinstance(right.type, t.SetOf) and isinstance(right.type.item, t.Kind):
                among = f"members({among})"  # there may be hundreds
            return self.x(left, COMPARE + 1), "in", among
        for one, other in ((left, right), (right, left)):
            if isinstance(one, f.Const) and one.value is None:
                return self.x(other, COMPARE + 1), "is", "None"
        return self.x(left, COMPARE + 1), node.op, self.x(right, COMPARE + 1)

    def _op(self, node: f.Op) -> Text:
        args: Any = node.args
        match node.op:
            case "==" | "in" | "<" | "<=" | ">" | ">=":
                return " ".join(self._compared(node)), COMPARE
            case "same" if args[1] == f.Items((), t.TEXT):
                return f"{self.x(args[0], COMPARE + 1)} == ()", COMPARE
            case "more" | "less":
                return f"{self.x(args[0], ARITH)} {'+' if node.op == 'more' else '-'} {self.x(args[1], ATOM)}", ARITH
            case "halved":
                return f"{self.x(args[0], ARITH)} // 2", ARITH
            case "rank":
                return f"{self._rank(args[0].value)}[{self.x(args[1])}]", ATOM
            case "is-a":
                return f"{self._laid(f'is_{self.kinds[args[0].value]}')}[{self.x(args[1])}]", ATOM
            case "hexes" | "hexsides":
                return f"s.{node.op}()", ATOM
            case "game":
                return "game(s)", ATOM
            case "printed":
                return f"s.as_printed({self.x(args[1])}, {self.x(args[0])})", ATOM
            case "off-board" | "shared":
                return f"{node.op.replace('-', '_')}(s, {self.x(args[0])})", ATOM
            case "occurs":
                return f"{self.x(args[0], ATOM)}.count({self.x(args[1])})", ATOM
            case "reached":
                return f"{self.x(args[0], ATOM)}.get({self.x(args[1])})", ATOM
            case "place":
                return f"{self.x(args[1])}.index({self.x(args[0])})", ATOM
            case "line":
                return self._line(args[0].value, args[1].value, args[2]), CHOICE
        return f"{CALLED[node.op]}({self.args(args)})", ATOM

    def _rank(self, choice: str) -> str:
        if choice not in self.ranks:
            self.ranks[choice] = self.names.of("rank", choice, f"rank_of_{choice}")
        return self.ranks[choice]

    def _line(self, table: str, along: str, number: f.Expr) -> str:
        """Which of the lines in a row a whole number stands for; what lies outside reads as the first or the last."""
        axis = self.graph.tables[table].data.axis(along)
        first, last = int(axis.brackets[0].start or 0), len(axis.brackets) - 1
        return f"0 if (at := {self.x(number, ARITH)} - {first}) < 0 else {last} if at > {last} else at"

    # -- loops

    def turns(self, node: f.Loop) -> str:
        """`for ... in ... if ...`, for each of the sets."""
        found = []
        for binder in node.binders:
            twice = node.how in ("list", "count", "sum", "total", "one", "map")
            where = "" if binder.where is None else f" if {self.x(binder.where, OR)}"
            found.append(f"for {self.local(binder.var)} in {self.domain(binder, twice=twice)}{where}")
        return " ".join(found)

    def domain(self, binder: f.Binder, *, twice: bool) -> str:
        """What a loop goes through; `twice`: a member that stands twice would be taken twice."""
        over = binder.over
        if isinstance(over, f.Items) and not twice:
            return self.tuple_of(over.items)
        if isinstance(over, f.Joined) and len(over.sets) == 1 and over.apart and not over.fires:
            over = over.sets[0]  # a list will do
        return f"spend(s, {self.x(over)})" if binder.counted else self.x(over, OR)

    def _loop(self, node: f.Loop) -> Text:
        turns = self.turns(node)
        if node.how == "sum" and len(node.binders) == 1 and node.item == f.Local(node.binders[0].var, node.type):
            return f"exact(sum({self._members(f.with_(node, how='list'))}))", ATOM
        match node.how:
            case "count":
                return f"len([1 {turns}])", ATOM
            case "list":
                return f"[{self.x(node.item)} {turns}]", ATOM
            case "sum":
                return f"exact(sum([{self.x(node.item)} {turns}]))", ATOM
            case "map":
                assert isinstance(node.item, f.Row)
                case_, value = node.item.values
                return f"{{{self.tuple_of(case_.items)}: {self.x(value)} {turns}}}" if turns else "{}", ATOM  # type: ignore[union-attr]
            case "lowest" | "highest":
                return f"{node.how}([({self.x(node.item)}, {self.local(node.binders[0].var)}) {turns}])", ATOM
        word = {"total": "total", "least": "least", "most": "most", "one": "only"}[node.how]
        return f"{word}([{self.x(node.item)} {turns}])", ATOM

    def _joined(self, node: f.Joined) -> str:
        """The sets one after the other; where it is noted which rules find something, rule by rule."""
        if node.fires:
            found = [
                f"({self.fires([rule])}, {isinstance(x, f.Loop)}, {self.x(x)})"
                for rule, x in zip(node.fires, node.sets, strict=True)
            ]
            return f"collected(s, ({''.join(f'{x}, ' for x in found)}))"
        if len(node.sets) == 1:
            only = self._members(node.sets[0])
            return f"tuple({only})" if node.apart else f"tuple(dict.fromkeys({only}))"
        listed = ", ".join(f"*{self._members(x, WHOLE_OR)}" for x in node.sets)
        return f"({listed},)" if node.apart else f"tuple(dict.fromkeys([{listed}]))"

    def _members(self, x: f.Expr, least: int = CHOICE) -> str:
        """What a set is made of; a loop that only goes through another set is that set."""
        if isinstance(x, f.Loop) and len(x.binders) == 1:
            only = x.binders[0]
            if only.where is None and x.item == f.Local(only.var, x.type):
                return self.domain(only, twice=True)
        return self.x(x, least)

    def fires(self, rules: Iterable[str]) -> str:
        return hex(sum(1 << self.bits[rule] for rule in rules))


_NEGATED = {"==": "!=", "in": "not in", "is": "is not"}


class _Writing:
    """The statements of one function."""

    def __init__(self, printer: Printer, function: f.Function, args: Lines) -> None:
        self.p, self.function = printer, function
        self.remembers = bool(function.memory) and not printer.by_subscript(function)
        self.key = args[0] if len(args) == 1 else "key"

    def head(self, x: f.Expr) -> Lines:
        """The lines that end with what the function gives."""
        match x:
            case f.Let():
                return [*self._let(x), *self.head(x.body)]
            case f.If(test=test, then=then, otherwise=otherwise, note=note):
                lines = [f"if {self.p.x(test)}:", *indented(self.head(then))]
                return [*_note(note), *lines, *self.head(otherwise)]
            case f.Fire(rules=rules, body=body):
                return [f"s.fired |= {self.p.fires(rules)}", *self.head(body)]
            case f.Loop(how="any" | "every"):
                return self._looking(x)
            case f.Or(how="aside"):
                return self._aside(x)
            case f.Or(parts=parts, how=how, notes=notes) if len(notes) == len(parts):
                word, least = ("| ", WHOLE_OR + 1) if how else ("or ", OR + 1)
                lines = []
                for i, (part, note) in enumerate(zip(parts, notes, strict=True)):
                    lines += [comment(note), (word if i else "") + self.p.x(part, least)]
                return self.gives("(\n    " + "\n    ".join(lines) + "\n)")
            case f.Stop(why=why):
                return [comment(why), "return stop()"]
            case _:
                return self.gives(self.p.x(x))

    def gives(self, text: str) -> Lines:
        if not self.remembers:
            return f"return {text}".splitlines()
        if self.p.program.record:
            kept = [f"known[{self.key}] = answer, s.fired", "s.fired |= outer", "return answer"]
            return [*f"answer = {text}".splitlines(), *kept]
        return [*f"known[{self.key}] = answer = {text}".splitlines(), "return answer"]

    def _let(self, x: f.Let) -> Lines:
        names = tuple(self.p.local(name) for name in x.names)
        return [*_note(x.note), *self._named(names, x.value)]

    def _named(self, names: tuple[str, ...], x: f.Expr) -> Lines:
        """The lines after which names stand for a value, or for each value of a row."""
        match x:
            case f.Let():
                return [*self._let(x), *self._named(names, x.body)]
            case f.If(test=test, then=then, otherwise=otherwise, note=note):
                lines = [*_note(note), f"if {self.p.x(test)}:", *indented(self._named(names, then) or ["pass"])]
                other = self._named(names, otherwise)
                return [*lines, "else:", *indented(other)] if other else lines
            case f.Fire(rules=rules, body=body):
                return [f"s.fired |= {self.p.fires(rules)}", *self._named(names, body)]
            case f.Stop():
                return ["stop()"]
            case f.Loop(item=item) if in_turns(item):
                return self._turn_by_turn(names[0], x)
            case f.Row(values=values) if len(names) > 1:
                texts = [self.p.x(value) for value in values]
                return [f"{name} = {text}" for name, text in zip(names, texts, strict=True) if name != text]
            case _:
                text = self.p.x(x)
                return [] if (text,) == names else [f"{' = '.join(names)} = {text}"]

    def _turn_by_turn(self, name: str, x: f.Loop) -> Lines:
        """A list or a sum, where more than an expression is worked out in each turn."""
        (binder,) = x.binders
        start, over = "[]" if x.how == "list" else "0", self.p.domain(binder, twice=True)
        lines = self._turn(name, x.how, x.item)
        if binder.where is not None:
            lines = [f"if {self.p.x(binder.where)}:", *indented(lines)]
        lines = [f"{name} = {start}", f"for {self.p.local(binder.var)} in {over}:", *indented(lines)]
        return lines if x.how == "list" else [*lines, f"{name} = exact({name})"]

    def _turn(self, name: str, how: str, x: f.Expr) -> Lines:
        match x:
            case f.Let():
                return [*self._let(x), *self._turn(name, how, x.body)]
            case f.If(test=test, then=then, otherwise=otherwise, note=note):
                other = ["else:", *indented(self._turn(name, how, otherwise))]
                return [*_note(note), f"if {self.p.x(test)}:", *indented(self._turn(name, how, then)), *other]
            case f.Stop():
                return ["stop()"]
            case _:
                return [f"{name}.append({self.p.x(x)})" if how == "list" else f"{name} += {self.p.x(x)}"]

    def _looking(self, x: f.Loop) -> Lines:
        """Goes through sets until it knows."""
        lines: Lines = []
        level = 0
        for binder in x.binders:
            over = self.p.domain(binder, twice=False)
            lines.append("    " * level + f"for {self.p.local(binder.var)} in {over}:")
            level += 1
            if binder.where is not None and not (binder is x.binders[-1] and x.how == "any"):
                lines += indented([f"if not {self.p.x(binder.where, NOT)}:", "    continue"], level)
        test = f"not {self.p.x(x.item, NOT)}" if x.how == "every" else "True"
        if x.how == "any" and x.binders[-1].where is not None:
            test = self.p.x(x.binders[-1].where)
        lines += indented([f"if {test}:", *indented(self.gives(str(x.how == "any")))], level)
        return [*lines, *self.gives(str(x.how == "every"))]

    def _aside(self, x: f.Or) -> Lines:
        """Whether something holds, that which asks least first; none where what decides could not be judged."""
        lines: Lines = []
        unheard = False
        for part, note in zip(x.parts, x.notes, strict=True):
            test = [f"if {self.p.x(part)}:", "    return True"]
            if self.p.marks.risks(part):
                test = ["try:", *indented(test), "except STOPS:", "    unheard = None"]
                unheard = True
            lines += [comment(note), *test]
        return ["unheard = False", *lines, "return unheard"] if unheard else [*lines, "return False"]


def _note(note: str) -> Lines:
    return [comment(note)] if note else []


def indented(lines: Iterable[str], by: int = 1) -> Lines:
    return ["    " * by + line for line in lines]
