"""What a function works out once: expressions in common, dear parts, and which names they need.

`Sharing` is the part of the writer that decides whether an expression is written at all, or named where it was worked
out before; how each sort of expression is written is for the classes that build on it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from hexlaw.compiler.emit.notes import Notes
from hexlaw.compiler.emit.reading import DEAR
from hexlaw.compiler.emit.remembering import remembering
from hexlaw.compiler.emit.typed import Scope, depth, free_names
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import parts

DEEPEST = 16  # deeper expressions are written in parts: Python reads only so many brackets inside each other

CHOICE, OR, AND, NOT, COMPARE, ARITH, ATOM = 0, 1, 2, 3, 4, 8, 9
Text = tuple[str, int]  # what is written, and how tightly it binds


class Sharing(Notes, ABC):
    # -- what is worked out once

    @contextmanager
    def sharing(self, params: Iterable[str], *nodes: object, of: str = "") -> Iterator[None]:
        """Writes one function: what its expressions have in common is kept where it is first worked out for sure.

        Dear parts that do not depend on all of `params` are remembered, if it says the function `of` which they are.
        """
        outer = self._shared, self._known, self._certain, self.remembered_parts
        names = set(params)
        seen: Counter[e.Expr] = Counter()
        for node in nodes:
            seen.update(p for p in parts(node) if isinstance(p, SHARED))
        self._shared = {p for p, times in seen.items() if times > 1 and set(self.names_in(p)) <= names}
        counted = Counter(found[:2] for p in seen if (found := self._value_counted(p)) is not None)
        self._shared |= {listed for listed, times in counted.items() if times > 1}
        self._known, self._certain = {}, True
        self.remembered_parts = (of, names) if of and len(names) > 1 else None
        try:
            yield
        finally:
            self._shared, self._known, self._certain, self.remembered_parts = outer

    @contextmanager
    def perhaps(self) -> Iterator[None]:
        """What is written now may not be reached: nothing can be kept here for later."""
        outer, self._certain = self._certain, False
        try:
            yield
        finally:
            self._certain = outer

    @contextmanager
    def surely(self) -> Iterator[None]:
        """What is written now is the first thing that a function works out."""
        outer, self._certain = self._certain, True
        try:
            yield
        finally:
            self._certain = outer

    def _kept(self, node: e.Expr, scope: Scope) -> Text | None:
        text = self._written_once(node, hint_of(node), lambda: self._fresh(node, scope)[0])
        return None if text is None else (text, ATOM)

    def _written_once(self, what: object, hint: str, written: Callable[[], str]) -> str | None:
        """The name of what has been worked out, given to it here if this is the first place; else None."""
        if what in self._known:
            return self._known[what]
        if what not in self._shared or not self._certain:
            return None
        text = written()
        self._known[what] = self.names.of("shared", what, hint)
        return f"({self._known[what]} := {text})"

    @contextmanager
    def knowing(self, known: Mapping[e.Expr, str]) -> Iterator[None]:
        """What is written now finds some expressions worked out before."""
        outer, self._known = self._known, self._known | dict(known.items())
        try:
            yield
        finally:
            self._known = outer

    def settle(self, node: e.Expr, scope: Scope) -> str:
        """The line that works an expression out for all that is written after it in this function."""
        text = self.x(node, scope)
        self._known[node] = self.names.of("shared", node, hint_of(node))
        return f"{self._known[node]} = {text}"

    # -- expressions

    def x(self, node: e.Expr, scope: Scope, least: int = CHOICE) -> str:
        """An expression as text, in brackets where it would come apart otherwise."""
        text, level = self.written(node, scope)
        return text if level >= least else f"({text})"

    def written(self, node: e.Expr, scope: Scope) -> Text:
        kept = self._kept(node, scope)
        return kept if kept is not None else self._fresh(node, scope)

    def _fresh(self, node: e.Expr, scope: Scope) -> Text:
        if isinstance(node, e.Count | e.Fold | e.Quantified | e.Whichever) and self.remembered_parts is not None:
            part = self._remembered_part(node, scope)
            if part is not None:
                return part, ATOM
        return self._part_of_its_own(node, scope) if depth(node) > DEEPEST else self._text(node, scope)

    def _part_of_its_own(self, node: e.Expr, scope: Scope) -> Text:
        """Parts that are deep get a function, so that what is left is not."""
        names = [n for n in dict.fromkeys(self.names_in(node)) if n in scope]
        name = self.names.of("part", (node, tuple(names)), f"part_{len(self.functions) + 1}")
        if name not in self.functions:
            self.functions[name] = []
            args = "".join(f", {self.local(n)}" for n in names)
            with self.sharing(()):
                self.functions[name] = [f"def {name}(s{args}):", f"    return {self._text(node, scope)[0]}"]
        return f"{name}(s{''.join(f', {self.local(n)}' for n in names)})", ATOM

    def _remembered_part(self, node: e.Expr, scope: Scope) -> str | None:
        """A dear part that does not depend on all that its function is given is worked out once for all the rest."""
        assert self.remembered_parts is not None
        names = [n for n in dict.fromkeys(self.names_in(node)) if n in scope]
        if not names or not set(names) < self.remembered_parts[1] or self.reading.cost(node) <= DEAR:
            return None
        counted = self._value_counted(node)
        if counted is not None:
            item, binder, value = counted
            hint = f"each_{binder.var}"

            def part() -> str:
                return self._part((item, binder), names, hint, lambda: self.listed(item, binder, scope))

            return f"{self._written_once((item, binder), hint, part) or part()}.count({self.x(value, scope)})"
        return self._part(node, names, hint_of(node), lambda: self._text(node, scope)[0])

    def _part(self, node: object, names: list[str], hint: str, written: Callable[[], str]) -> str:
        assert self.remembered_parts is not None
        args = [self.local(n) for n in names]
        name = self.names.of("part", (node, tuple(names), "remembered"), f"{self.remembered_parts[0]}_{hint}")
        if name not in self.functions:
            self.functions[name] = []
            self.parts_remembered[name] = self.reading.resting(parts(node))
            with self.sharing(()):
                body = [f"return {written()}"]
            body = remembering(self, name, args, body, self.reading.cost(node))
            self.functions[name] = [f"def {name}(s, {', '.join(args)}):", *("    " + line for line in body)]
        return f"{name}(s, {', '.join(args)})"

    def _value_counted(self, node: e.Expr) -> tuple[e.Expr, e.Binder, e.Const] | None:
        """`count(v in S where F(v) is C)`, where other constants are counted too: what F comes to, and the constant."""
        match node:
            case e.Count(
                of=e.Those(binder=e.Binder(var=var, domain=domain, where=e.Equal(left, e.Const() as value, False)))
            ) if type(value.value) is str and self.reading.counted_values[var, domain, left] > 1:
                return left, e.Binder(var, domain, None), value
            case _:
                return None

    def names_in(self, node: object) -> Iterator[str]:
        """The names an expression uses, those of the rules that it asks about included."""
        yield from free_names(node)
        for part in parts(node):
            if isinstance(part, e.Applies) and (rule := self.law.standing(part.rule)) is not None:
                yield from self.names_of_rule(rule)

    def names_of_rule(self, rule: g.Rule) -> Iterator[str]:
        """The names that telling whether a rule applies needs."""
        seen: set[str] = set()
        waiting = [rule]
        while waiting:
            current = waiting.pop(0)
            if current.id in seen:
                continue
            seen.add(current.id)
            for condition in current.when:
                yield from free_names(condition.expr)
                for part in parts(condition.expr):
                    if isinstance(part, e.Applies) and (other := self.law.standing(part.rule)) is not None:
                        waiting.append(other)
            waiting.extend(self.law.limiters.get(current.id, ()))

    @abstractmethod
    def _text(self, node: e.Expr, scope: Scope) -> Text:
        """How an expression is written where it is worked out."""

    @abstractmethod
    def listed(self, item: e.Expr, binder: e.Binder, scope: Scope) -> str:
        """A list of what something comes to for each that is bound."""

    def joined(self, inner: tuple[e.Expr, ...], word: str, scope: Scope) -> Text:
        level = AND if word == "and" else OR
        if len(inner) == 1:
            return self.written(inner[0], scope)
        if not inner:
            return ("True" if word == "and" else "False"), ATOM
        first = self.x(inner[0], scope, level + 1)
        with self.perhaps():
            return f" {word} ".join([first, *(self.x(p, scope, level + 1) for p in inner[1:])]), level

    def called(self, function: str, args: tuple[e.Expr, ...], scope: Scope) -> str:
        return f"{function}(s{''.join(f', {self.x(a, scope)}' for a in args)})"


SHARED = (e.Attribute, e.Fact, e.Quantity, e.Table, e.Builtin, e.Arith, e.Count, e.Fold)
"""The sorts of expressions that are worth keeping."""


def hint_of(node: e.Expr) -> str:
    """A name for a value that is kept."""
    match node:
        case e.Attribute(base=e.Var(name=base), name=name):
            return f"{base}_{name}"
        case e.Attribute(name=name) | e.Fact(name=name) | e.Quantity(name=name) | e.Table(name=name):
            return f"the_{name}"
        case e.Builtin(name=name):
            return f"the_{name}"
        case e.Count():
            return "the_count"
        case e.Fold(how=how):
            return f"the_{how}"
        case _:
            return "the_number"
