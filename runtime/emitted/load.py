"""START HERE for emitted law: source in, a law out that answers what the reference evaluator answers, faster.

    law = load(source)             # what `hexlaw emit` prints
    asked = law.on(position)       # lays the position out; it must not change while it is asked
    asked.fact("price", (u, h))

Values go in and come out as those of `value.py`. Where the law stops, and now and then where it does not, there is no
answer here but `Unanswered`: the reference evaluator is asked, and has the words. What an answer may cost is bounded as
well, but counted anew for each question and in other steps.

`load` runs the text it is given: give it only what the emitter wrote. The emitter lets nothing of a law into that text
but identifiers it made and constants it wrote itself; besides, the text sees no more of Python than `BUILTINS`.

Not emitted: explanations, what could be picked instead, answers with other figures than the printed ones, and all that
is done and not only answered; `NotEmitted` says what else has no door here.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any
from weakref import WeakKeyDictionary, finalize

from hexlaw.runtime import expr as e
from hexlaw.runtime.account import Account
from hexlaw.runtime.board import Map
from hexlaw.runtime.emitted.help import STOPS, WORDS
from hexlaw.runtime.emitted.state import Spec, State
from hexlaw.runtime.emitted.sums import Sum, summed
from hexlaw.runtime.emitted.values import Made, Unanswered
from hexlaw.runtime.nesting import room_to_nest
from hexlaw.runtime.position import Position
from hexlaw.runtime.question import Question

BUILTINS: dict[str, Any] = {
    f.__name__: f for f in (all, any, dict, int, len, list, max, min, set, sum, tuple, type)
}  # fmt: skip


class NotEmitted(Exception):
    """The question is one that emitted law does not answer; the reference evaluator does."""


def load(source: str) -> EmittedLaw:
    """The law that a source holds, as `hexlaw emit` wrote it."""
    return EmittedLaw(source)


class EmittedLaw:
    def __init__(self, source: str) -> None:
        names: dict[str, Any] = {**WORDS, "summed": summed, "__builtins__": dict(BUILTINS)}
        self._run(source, names)
        self.names = names
        self.modules: tuple[str, ...] = names["MODULES"]
        self.rules: tuple[str, ...] = names["RULES"]
        self.records = {kind: _record(kind, fields) for kind, (_, fields) in names["RECORDS"].items()}
        for kind, (name, _) in names["RECORDS"].items():
            names[name] = self.records[kind]
        self.spec = Spec(names)
        self.spec.sums = {key: Sum(*said) for key, said in names.get("SUMS", {}).items()}
        self.spec.state.records = self.records
        self.account = Account()
        self._maps: WeakKeyDictionary[Map, State] = WeakKeyDictionary()

    def on(self, position: Position) -> Asked:
        """The law asked about one position, which must not change while it is asked."""
        if position.graph.modules != self.modules:
            raise ValueError("the position is of another law than the emitted one")
        return Asked(self, self.laid_out(position))

    def question(self, source: str) -> dict[str, Any]:
        """The functions of a question that was emitted for this law."""
        names = dict(self.names)
        self._run(source, names)
        return names

    def _run(self, source: str, names: dict[str, Any]) -> None:
        """Runs source that the emitter wrote; a debugger and a traceback find its lines, as long as there is this law:
        a process may load any number of them."""
        name = f"<emitted law {sha256(source.encode()).hexdigest()[:12]}>"
        lines = linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
        finalize(self, _forget_lines, name, lines)
        exec(compile(source, name, "exec"), names)

    def laid_out(self, position: Position) -> State:
        of_map = None
        if position.map is not None:
            of_map = self._maps.get(position.map)
            if of_map is None:
                alone = Position(position.graph, position.map)
                of_map = self._maps[position.map] = self.spec.state.of(alone, None, self.account)
        return self.spec.state.of(position, of_map, self.account)


def _forget_lines(name: str, lines: object) -> None:
    """Of two laws with one source, those of the later one stay."""
    if linecache.cache.get(name) is lines:
        del linecache.cache[name]


def _record(kind: str, fields: tuple[tuple[str, str], ...]) -> type[Made]:
    slots = tuple(name for _, name in fields)
    return type("Record", (Made,), {"__slots__": slots, "kind": kind, "fields": fields})


class Asked:
    """Answers questions about one position under one emitted law. Answers are remembered."""

    def __init__(self, law: EmittedLaw, state: State) -> None:
        self.law, self.state = law, state

    def fact(self, name: str, args: tuple[Any, ...]) -> Any:
        return self._call("FACTS", name, args)

    def quantity(self, name: str, args: tuple[Any, ...]) -> Any:
        return self._call("QUANTITIES", name, args)

    def each(self, name: str, args: tuple[Any, ...], falls: Iterable[int]) -> list[Any]:
        """A fact for each of several values of its last parameter, as the falls of a die, in their order."""
        function = self.law.names["EACH"][name]
        with self._asking():
            state = self.state
            found = function(state, *(state.inward(a) for a in args), tuple(falls))
            return [state.outward(answer) for answer in found]

    def table(self, name: str, args: tuple[Any, ...]) -> Any:
        found = self.law.names["TABLES"][name]
        with self._asking():
            inward = tuple(self.state.inward(a) for a in args)
            if isinstance(found, dict):
                return found[inward if len(inward) > 1 else inward[0]]
            return found(*inward)

    def value(self, question: Question) -> Any:
        """The value of a question that asks one fact, quantity or table with known values."""
        match question.value:
            case e.Const(value=value):
                return value
            case e.Fact(name=name, args=args) if _known(args):
                return self.fact(name, _values(args))
            case e.Quantity(name=name, args=args) if _known(args):
                return self.quantity(name, _values(args))
            case e.Table(name=name, args=args) if _known(args):
                return self.table(name, _values(args))
            case _:
                raise NotEmitted(f"`{question.text}` is more than one question: emit it and use `run`")

    def run(self, function: Callable[[State], Any]) -> Any:
        """The value of a function of an emitted question."""
        with self._asking():
            return self.state.outward(function(self.state))

    def reach(self, name: str, args: tuple[Any, ...]) -> dict[Any, Any]:
        """For each hex in which the move may end, the least that getting there costs."""
        function = self.law.names["REACHES"][name]
        with self._asking():
            found: dict[Any, Any] = function(self.state, *(self.state.inward(a) for a in args))
            return found

    @property
    def fired(self) -> tuple[str, ...]:
        """The rules that fired for the last question, in the law's order; only law emitted with a record knows."""
        if not self.law.names["RECORDS_RULES"]:
            raise NotEmitted("this law was emitted without a record of the rules that fire")
        return tuple(rule for i, rule in enumerate(self.law.rules) if self.state.fired >> i & 1)

    def _call(self, doors: str, name: str, args: tuple[Any, ...]) -> Any:
        function = self.law.names[doors][name]
        with self._asking():
            state = self.state
            return state.outward(function(state, *(state.inward(a) for a in args)))

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """One question: its account, its record, and the stop that says nothing but that there is no answer."""
        self.law.account.begin()
        self.state.fired = 0
        self.state.make_room()
        try:
            with room_to_nest():
                yield
        except STOPS as error:
            raise Unanswered(str(error)) from error


def _known(args: tuple[e.Expr, ...]) -> bool:
    return all(isinstance(a, e.Const) for a in args)


def _values(args: tuple[e.Expr, ...]) -> tuple[Any, ...]:
    return tuple(a.value for a in args if isinstance(a, e.Const))
