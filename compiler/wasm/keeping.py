"""Functions of the doing half by their names and numbers; of memories and tallies, what begins, lapses and counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import prod

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower import step_form as s
from hexlaw.compiler.lower.doing_half import DoingHalf, names_of
from hexlaw.compiler.wasm.code import Code, Function
from hexlaw.compiler.wasm.layout import CELL, NONE, Unlaid, signed
from hexlaw.compiler.wasm.playable import Answered, Framed, Named, Recorded
from hexlaw.compiler.wasm.procedures import (
    CONSTANTS,
    OF_PICK,
    REQUIREMENT_BITS,
    Procedure,
    counting,
    each_member,
    is_thing,
    logged,
)
from hexlaw.compiler.wasm.value_code import Values, Writing
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import spans_of
from hexlaw.runtime.law.stops import IS_NOTHING
from hexlaw.runtime.play.agenda import Agenda, RuleReads
from hexlaw.runtime.play.chance import word
from hexlaw.runtime.position.visibility import hiding_kinds, secrets_of_kinds

NOBODY_ANSWERS = "the game goes on and on, and nobody has an answer", "something repeats without an end"

REACHES_TOO_MANY = f"a move can lead to more than {CONSTANTS['MAX_REACHED']:,} positions", ""
KEEPS_TOO_LARGE = "a number is too large for anything to be remembered of it", ""
"""The words of the stops with the first numbers."""


class Keeping:
    """What all printed procedures share, and the functions of memories and tallies."""

    def __init__(self, values: Values, lowered: DoingHalf) -> None:
        agenda = lowered.agenda
        self.values, self.layout, self.image, self.number = values, values.layout, values.image, values.numbered
        self.lowered, self.agenda, self.law, self.graph = lowered, agenda, agenda.law, agenda.law.graph
        self.is_entered_amid = lowered.is_amid
        self.writing = Writing(values)
        self.parts: dict[str, s.RunSpan] = {}  # parts of the sequence that are entered somewhere
        self.spans = {span.name: span for span in spans_of(self.graph)}
        self.procedures: dict[str, Procedure] = {}
        self.picks = 0
        self.frames: dict[int, Framed] = {}  # of printed procedures, by record
        self.answered: dict[int, Answered] = {}
        self._lines = {id(line): number for of in asking_lines(agenda) for number, line in enumerate(of)}
        self.windows: dict[str, Named] = {}  # the names that are known to the windows of a part, by its procedure
        self.refused: dict[str, str] = {}
        self.recorded: list[Recorded] = []  # statements that are carried out, by number
        self.says = [NOBODY_ANSWERS, REACHES_TOO_MANY, KEEPS_TOO_LARGE]  # words of stops that no statement gives
        self.begun: dict[int, Procedure] = {}  # procedures, by their records
        self.rivals_by_row: dict[int, str] = {}  # rules, by the lists that stand for their hooks
        self.actions = list(self.graph.actions)
        self.rules = [r for s in ("all-times", "rest") for r in agenda.requirements[s]]
        statements = agenda.statements
        self.points = [line for line in statements if isinstance(line, e.Point)]
        self.sorts_of_points = sorted({(line.name, kept_at(line)) for line in self.points})
        set_until = (line for line in statements if isinstance(line, e.SetAttribute) and line.until is not None)
        self.until_moments = {line.name for line in set_until}  # attributes that some statement sets for a time
        written = frozenset(name for _, name in self.written())
        reads = [None if r.attributes is None else r.attributes & written for r in self.rules]
        places = {read: i for i, read in enumerate(dict.fromkeys(reads))}
        self.alike = {r.rule.id: places[read] for r, read in zip(self.rules, reads, strict=True)}
        self.bits = {rule: 1 << place % REQUIREMENT_BITS for rule, place in self.alike.items()}

    def function(self, name: str, params: tuple[str, ...], body: list[Code]) -> str:
        return self.function_of(name, params, lambda: body)

    def function_of(self, name: str, params: tuple[str, ...], body: Callable[[], list[Code]]) -> str:
        """Adds a function whose body is printed when it is called first."""

        def function() -> Function:
            try:
                return Function(name, params, body())
            except Unlaid as why:
                self.refused[name] = str(why)
                return Function(name, params, [("return", ("call", "exhausted"))])

        self.values.functions.add(name, function)
        return name

    def stops(self, message: str, help_: str = IS_NOTHING) -> list[Code]:
        """Returns lines that stop the law, which has words for it where the evaluator answers."""
        return [*self.says_of(message, help_), ("drop", ("call", "stop"))]

    def says_of(self, message: str, help_: str) -> list[Code]:
        """Returns lines that give the words for what stops next, where the evaluator answers."""
        if not self.layout.is_evaluated:
            return []
        self.says.append((message, help_))
        return [("setg", "says", len(self.says))]

    def pick(self) -> int:
        """Returns a new record for a pick or a question of chance; the caller fills it in (`put_down`)."""
        self.picks += 1
        return self.image.put_behind([*(0 for _ in OF_PICK), word(f"pick {self.picks}") >> 1])

    def put_down(
        self, record: int, asked: tuple[str, str], item: t.Type, line: object, names: Named, **cells: int
    ) -> None:
        """Fills in the record of a pick, and what its answers are."""
        how, name = asked
        is_list, is_pick = bool(self.values.composed(item)), how == "pick"
        cells |= {
            "IS_LIST_PICK": int(is_list), "IS_THING_PICK": int(is_pick and is_thing(self.graph, item)),
            "SHAPE_OF": self.values.shape(item) if is_pick else 0,
            "ASKED_HOW": signed(word(how)), "ASKED_NAME": signed(word(name)),
        }  # fmt: skip
        first = (record - self.layout.behind) // CELL
        for number, what in enumerate(OF_PICK):
            self.image.behind[first + number] = cells.get(what, 0)
        self.answered[record] = Answered(name, item, is_list, self._lines[id(line)], names)

    def value(self, node: f.Expr, named: Callable[[str], Code] = str) -> Code:
        """Returns the value of an expression of a step; `named` gives what its names stand for."""
        return self.writing.x(node, {name: named(name) for name in names_of((node,))})

    def lasting(self, code: Code, type_: t.Type) -> Code:
        shape = self.values.composed(type_)
        return ("call", "keep", code, shape) if shape else code

    def written(self) -> list[tuple[str, str]]:
        """Returns the columns that play writes."""
        return [column for column, at in self.layout.columns.items() if at < self.layout.fixed]

    def is_in(self, family: str, name: str) -> Code:
        """Whether `at` is a cell of an attribute of a family of things and places."""
        column = self.layout.columns[family, name]
        return ("and", (">=", "at", column), ("<", "at", column + self.layout.size_of(family) * CELL))

    def mask(self, attribute: str) -> int:
        """The requirements that may be broken by writing an attribute: those that read the same have one bit."""
        return sum({self.bits[r.rule.id] for r in self.rules if r.bears_on({attribute})})

    def in_question(self, reading: RuleReads) -> Code:
        """Whether changes since a mark can break a requirement; one that reads memories, tallies or spans always
        counts."""
        if reading.attributes is None:
            return 1
        bears: list[tuple[Code, Code]] = [(self.is_in(*at), 1) for at in self.written() if reading.bears_on({at[1]})]
        found = self.function(f"bears on {self.alike[reading.rule.id]}", ("at",), chain(bears, 0))
        return ("call", "in_question", "mark", self.number(found))

    def watched(self, attribute: str | None) -> list[RuleReads]:
        return [
            r for r in self.agenda.watched
            if (attribute is None and r.asks_where_things_are()) or (attribute is not None and r.bears_on({attribute}))
        ]  # fmt: skip

    def attribute(self, name: str, of: t.Type) -> g.AttributeDecl:
        """Returns the attribute of that name of things of a type, or else of the first kind that has one."""
        kinds = self.graph.kinds
        own = [kind for name_, kind in kinds.items() if name_ == str(t.bare(of))]
        return next(kind.attributes[name] for kind in (*own, *kinds.values()) if name in kind.attributes)

    # -- memories and tallies

    def event_log(self, step: s.Log) -> str:
        """The function that begins, ends or counts what a rule says, for every case in which it applies."""
        self.values.skips_unseen.add(step.cases.function)
        written = self._ends if step.ends else self._begins_to_be
        return self.function_of(f"happened {step.rule}", step.params, partial(written, step))

    def watched_log(self, rule: str) -> Code:
        """The function of a memory or tally that no moment begins or ends."""
        return ("drop", ("call", self.event_log(self.lowered.watching[rule])))

    def _set_kept(self, key: tuple[str, str], value: Code) -> list[Code]:
        """The lines that keep a value at `place`."""
        base, _ = self.layout.kept[key]
        asking = sum({self.bits[r.rule.id] for r in self.rules if r.attributes is None})
        touched: list[Code] = [("drop", ("call", "touched", asking))] if asking else []
        if self.layout.is_sparse(*key):
            return [("drop", ("call", "set_row", base, "place", value)), *touched]
        return [logged(("+", base, ("<<", "place", 3)), value), *touched]

    def _begins_to_be(self, step: s.Log) -> list[Code]:
        key = step.sort, step.name
        named: list[Code] = [("set", "where", self.values.place_among(key, [*map(self.value, step.args)]))]
        added: list[Code] = [("drop", ("call", "add", "where"))]
        value: Code = int(step.begins)
        if step.amount is not None:  # by turns an amount and a place
            named.append(("set", "amount", self.value(step.amount)))
            named.append(("if", ("==", "amount", NONE), self.stops(f"`{step.rule}` counts nothing")))
            added.insert(0, ("drop", ("call", "add", "amount")))
            value = ("call", "counted", self.values.kept_value(key, "place"), "amount")
        rows = [*named, *self._unless_unseen(added)]
        found = self.value(step.cases)
        if not step.bound:
            each: list[Code] = [("set", "holds", found), *self._unless_unseen([("if", (">", "holds", 0), rows)])]
        else:
            bound: list[Code] = [("set", var, ("load", "case", i * CELL)) for i, var in enumerate(step.bound)]
            each = [
                ("set", "cases", found), *self._unless_unseen([], [("set", "cases", NONE)]),
                *each_member("case", "cases", [*bound, *rows]),
            ]  # fmt: skip
        done = self._set_kept(key, value)
        if len(added) > 1:
            done = [("if", ("&", "place at", 1), done, [("set", "amount", "place")])]
        lines = self._gathered_first(each, done)
        if step.begins:
            others = self.lowered.watching.values()
            lines += [self.watched_log(log.rule) for log in others if (log.sort, log.name) == key and log.ends]
        return [*lines, ("setg", "free", "free"), ("return", 0)]

    def _gathered_first(self, each: list[Code], done: list[Code]) -> list[Code]:
        """Lines that list places, and then run a body for each, unless the law has stopped by then."""
        return [
            ("set", "free", ("global", "free")), ("set", "begun", ("global", "pending")), *each,
            ("set", "found", ("call", "listed", "begun")),
            ("if", ("global", "stopped"), [("return", 0)]),
            *each_member("place", "found", done),
        ]  # fmt: skip

    def _unless_unseen(self, lines: list[Code], otherwise: Sequence[Code] = ()) -> list[Code]:
        """Lines that run only where nothing unseen was read; reading it is no stop here."""
        if not secrets_of_kinds(self.graph) and not hiding_kinds(self.graph):
            return lines
        return [("if", ("==", ("global", "stopped"), 2), [("setg", "stopped", 0), *otherwise], lines)]

    def _ends(self, step: s.Log) -> list[Code]:
        """Ends the entries to which the rule applies: all are listed first, and then deleted."""
        key = step.sort, step.name
        base, sizes = self.layout.kept[key]
        inner = 1
        named: list[Code] = []
        for own_name, size in reversed([*zip(names_of(step.args), sizes, strict=True)]):
            args: tuple[Code, ...] = (("%", ("/", "place", inner), size), size // 2, self.layout.step_of(size))
            named.append(("set", own_name, ("call", "kept_at_place", *args)))
            inner *= size
        test = self.value(step.cases)
        add: list[Code] = [("if", (">", "holds", 0), [("drop", ("call", "add", "place"))])]
        look: list[Code] = [*named, ("set", "holds", test), *self._unless_unseen(add)]
        if self.layout.is_sparse(*key):
            row: Code = ("load", ("+", base + CELL, ("<<", "i", 4)))
            each = counting("i", ("load", base), [("set", "place", row), *look])
        else:
            each = counting("place", inner, [("if", ("load", ("<<", "place", 3), base), look)])
        return [*self._gathered_first(each, self._set_kept(key, 0)), ("setg", "free", "free"), ("return", 0)]

    def fell_back(self) -> list[Code]:
        """The updates of memories and tallies after an attribute has fallen back by itself, given its cell."""
        return chain((
            (self.is_in(*column), [*(self.watched_log(r.rule.id) for r in rules), ("return", 0)])
            for column in self.written() if (rules := self.watched(column[1]))
        ), 0)  # fmt: skip

    def forgets(self) -> list[Code]:
        """Deletes what is remembered and counted of a thing that is taken out."""
        lines: list[Code] = []
        for (sort, name), (base, sizes) in self.layout.kept.items():
            decl = (self.graph.memories if sort == "memory" else self.graph.tallies)[name]
            for place, (_, type_) in enumerate(decl.params):
                if is_thing(self.graph, type_):
                    inner, size = prod(sizes[place + 1 :]), sizes[place]
                    forget: Code = ("call", "forget_in_rows", base, inner, size, "thing")
                    if not self.layout.is_sparse(sort, name):
                        forget = ("call", "forget_cells", base, prod(sizes[:place]), inner * size, inner, "thing")
                    lines.append(("drop", forget))
        return [*lines, ("return", 0)]


def chain(cases: Iterable[tuple[Code, Code | list[Code]]], last: Code) -> list[Code]:
    """Lines that look for the first test that holds, and return a value or carry out some lines."""
    tests = (("if", test, x if isinstance(x, list) else [("return", x)]) for test, x in cases)
    return [*tests, ("return", last)]


def kept_at(point: e.Point) -> tuple[str, ...]:
    """Returns what a point keeps, besides where a thing stood."""
    return tuple(name for name in point.keeps if name != g.PLACE)


def asking_lines(agenda: Agenda) -> tuple[list[e.Pick], list[e.Roll | e.Draw]]:
    """Returns the statements at which a game waits for an answer, and those at which it waits for chance."""
    return memoised(agenda, "_asking_lines", _asking_lines)


def _asking_lines(agenda: Agenda) -> tuple[list[e.Pick], list[e.Roll | e.Draw]]:
    lines = agenda.statements
    picks = [line for line in lines if isinstance(line, e.Pick)]
    return picks, [line for line in lines if isinstance(line, e.Roll | e.Draw)]
