"""Expressions of the law as expressions of Python: each sort of expression has one way of being written.

`Writer` also gathers what the written text needs besides: columns, kinds, ranks, and rules that have a function of
their own because several places ask whether they apply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from hexlaw.compiler.emit.names import comment, identifier, literal
from hexlaw.compiler.emit.notes import CannotEmit, Notes
from hexlaw.compiler.emit.reading import ACTING, Scope, depth, free_names
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts

DEEPEST = 16  # deeper expressions are written in parts: Python reads only so many brackets inside each other
LARGEST_INLINE = 16  # a rule with a larger condition gets a function where others ask whether it applies
LONGEST_UNROLLED = 3
CHEAP = 16  # a turn of a loop that costs no more is not counted by itself

CHOICE, OR, AND, NOT, COMPARE, ATOM = 0, 1, 2, 3, 4, 9
Text = tuple[str, int]  # what is written, and how tightly it binds

PLAIN_BUILTINS = {
    "distance": "distance", "neighbours": "neighbours", "neighbour": "neighbour", "straight-across": "straight_across",
    "side-between": "side_between", "sides-of": "sides_of", "hexes-of": "hexes_of", "sides-along": "sides_along",
    "hexes-along": "hexes_along", "sides-on-paths": "sides_on_paths", "hexes-on-paths": "hexes_on_paths",
    "rounded-down": "floor", "rounded-up": "ceil", "larger": "max", "smaller": "min", "adjacent-to": "adjacent",
    "comes-before": "comes_before", "touches": "touches",
}  # fmt: skip
FEW = {"neighbours", "sides-of", "hexes-of"}  # loops over these turn a fixed number of times


class Writer(Notes):
    # -- what is worked out once

    @contextmanager
    def sharing(self, params: Iterable[str], *nodes: object) -> Iterator[None]:
        """Writes one function: what its expressions have in common is kept where it is first worked out for sure."""
        outer = self._shared, self._known, self._certain
        names = set(params)
        seen: Counter[e.Expr] = Counter()
        for node in nodes:
            seen.update(p for p in parts(node) if isinstance(p, SHARED))
        self._shared = {p for p, times in seen.items() if times > 1 and set(self.names_in(p)) <= names}
        self._known, self._certain = {}, True
        try:
            yield
        finally:
            self._shared, self._known, self._certain = outer

    @contextmanager
    def perhaps(self) -> Iterator[None]:
        """What is written now may not be reached: nothing can be kept here for later."""
        outer, self._certain = self._certain, False
        try:
            yield
        finally:
            self._certain = outer

    def _kept(self, node: e.Expr, scope: Scope) -> Text | None:
        if node in self._known:
            return self._known[node], ATOM
        if node not in self._shared or not self._certain:
            return None
        text = self._text(node, scope)[0]
        self._known[node] = self.names.of("shared", node, _hint(node))
        return f"({self._known[node]} := {text})", ATOM

    # -- expressions

    def x(self, node: e.Expr, scope: Scope, least: int = CHOICE) -> str:
        """An expression as text, in brackets where it would come apart otherwise."""
        text, level = self.written(node, scope)
        return text if level >= least else f"({text})"

    def written(self, node: e.Expr, scope: Scope) -> Text:
        kept = self._kept(node, scope)
        if kept is not None:
            return kept
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

    def _text(self, node: e.Expr, scope: Scope) -> Text:
        match node:
            case e.Const(value=Fraction() as value):
                return self.constant(value), ATOM
            case e.Const(value=value):
                return literal(value), ATOM
            case e.Var(name=name) if name in scope:
                return self.local(name), ATOM
            case e.Var(name=name):  # the side that acts, or what is picked only while playing
                return ("acting(s)" if name == ACTING else f"not_known({name!a})"), ATOM
            case e.Attribute(base=base, owner="", name=name):
                return f"s.{'hex_of' if name == 'hex' else 'holder_of'}[{self.x(base, scope)}]", ATOM
            case e.Attribute(base=base, owner=owner, name=name):
                return f"s.{self.column(name, owner)}[{self.x(base, scope)}]", ATOM
            case e.Field(base=base, name=name):
                return f"{self.x(base, scope, ATOM)}.{self._field(base, name, scope)}", ATOM
            case e.Fact(name=name, args=args):
                return self._ask("fact", name, args, scope), ATOM
            case e.Quantity(name=name, args=args):
                return self._ask("quantity", name, args, scope), ATOM
            case e.Table(name=name, args=args):
                return self.table_read(name, [self.x(a, scope) for a in args]), ATOM
            case e.Memory(name=name, args=args):
                return f"({name!a}, {self._in_brackets(args, scope)}) in s.memories", COMPARE
            case e.Tally(name=name, args=args):
                return f"s.tallies.get(({name!a}, {self._in_brackets(args, scope)}), 0)", ATOM
            case e.NowIn(span=span):
                return f"{span!a} in s.position.now", COMPARE
            case e.MakeMoment(edge=edge, which=which, span=span, owner=owner):
                whose = "None" if owner is None else self.x(owner, scope)
                return f"Moment({edge!a}, {which!a}, {span!a}, {whose})", ATOM
            case e.Reach(name=name, args=args):
                return (
                    f"{self.recalled(self.function('reach', name), args[:-1], scope)}.get({self.x(args[-1], scope)})",
                    ATOM,
                )
            case e.Builtin():
                return self._builtin(node, scope)
            case e.MakeRecord(kind=kind, fields=made):
                values = "".join(f"{self.x(v, scope)}, " for _, v in made)
                return f"made(s, {self.names.of('record', kind, kind)}, ({values}))", ATOM
            case e.MakeSet(items=items):
                return self._set(items, scope), ATOM
            case e.Things():
                return self._things(node, scope), ATOM
            case e.Count(of=of) if not isinstance(of, e.Those):
                return f"len({self.x(of, scope)})", ATOM
            case e.Those() | e.One() | e.Quantified() | e.Fold() | e.Count() | e.Whichever():
                with self.perhaps():  # Python keeps nothing of what it works out inside a comprehension
                    return self._bound(node, scope)
            case e.Arith(op="/", left=left, right=e.Const(value=2)):
                return f"half({self.x(left, scope)})", ATOM
            case e.Arith(op=op, left=left, right=right):
                word = {"+": "plus", "-": "minus", "*": "times", "/": "divided"}[op]
                return f"{word}({self.x(left, scope)}, {self.x(right, scope)})", ATOM
            case e.Compare():
                return self._compare(node, scope), COMPARE
            case e.Equal():
                return self._equal(node, scope)
            case e.Contains():
                return self._contains(node, scope)
            case e.IsKind(base=base, kind=kind, negated=negated):
                text = f"s.is_{self.kinds[kind]}[{self.x(base, scope)}]"
                return (f"not {text}", NOT) if negated else (text, ATOM)
            case e.Not(inner=inner):
                return f"not {self.x(inner, scope, NOT)}", NOT
            case e.All(parts=inner_parts):
                return self._joined(inner_parts, "and", scope)
            case e.Any(parts=inner_parts):
                return self._joined(inner_parts, "or", scope)
            case e.WouldBreak():
                return self._would_break(node, scope), ATOM
            case e.Applies(rule=name):
                rule = self.law.standing(name)
                return self.applies(rule, scope) if rule is not None else ("False", ATOM)
            case _:
                raise CannotEmit("an expression of the law is of a sort that has no Python to stand for it")

    def _in_brackets(self, args: tuple[e.Expr, ...], scope: Scope) -> str:
        return f"({''.join(f'{self.x(a, scope)}, ' for a in args)})"

    def _joined(self, inner: tuple[e.Expr, ...], word: str, scope: Scope) -> Text:
        level = AND if word == "and" else OR
        if len(inner) == 1:
            return self.written(inner[0], scope)
        if not inner:
            return ("True" if word == "and" else "False"), ATOM
        first = self.x(inner[0], scope, level + 1)
        with self.perhaps():
            return f" {word} ".join([first, *(self.x(p, scope, level + 1) for p in inner[1:])]), level

    def _field(self, base: e.Expr, name: str, scope: Scope) -> str:
        type_ = self.reading.type_of(base, scope)
        type_ = type_.item if isinstance(type_, t.OrNone) else type_
        if isinstance(type_, t.Kind) and type_.name == "contact":
            return identifier(name)
        if isinstance(type_, t.Kind) and type_.name in self.graph.records:
            return self.record_fields(type_.name)[name]
        raise CannotEmit(f"the field `{name}` is asked of something whose type is not known")

    def _ask(self, sort: str, name: str, args: tuple[e.Expr, ...], scope: Scope) -> str:
        function = self.function(sort, name)
        if self.reading.remembered(sort, name):
            return self.recalled(function, args, scope)
        return f"{function}(s{''.join(f', {self.x(a, scope)}' for a in args)})"

    def recalled(self, function: str, args: tuple[e.Expr, ...], scope: Scope) -> str:
        written = [self.x(a, scope) for a in args]
        if self.record:
            return f"recall(s, s.{function}{''.join(f', {a}' for a in written)})"
        return f"s.{function}[{', '.join(written) or '()'}]"

    def table_read(self, name: str, args: list[str]) -> str:
        word = self.function("table", name)
        if all(not axis.brackets for axis in self.graph.tables[name].data.axes):
            return f"{word}[{', '.join(args)}]"
        return f"{word}({', '.join(args)})"

    def _builtin(self, node: e.Builtin, scope: Scope) -> Text:
        args = [self.x(a, scope) for a in node.args]
        match node.name:
            case "hexes":
                return "s.hexes()", ATOM
            case "game":
                return "game(s)", ATOM
            case "printed":
                return f"s.as_printed({args[1]}, {args[0]})", ATOM
            case "hex":
                return args[0], ATOM
            case "off-board":
                return f"off_board(s, {args[0]})", ATOM
            case "shared":
                return f"shared(s, {args[0]})", ATOM
            case "shifted":
                return f"shifted({', '.join(args)})", ATOM
            case _:
                return f"{PLAIN_BUILTINS[node.name]}({', '.join(args)})", ATOM

    # -- comparisons

    def _compare(self, node: e.Compare, scope: Scope) -> str:
        if node.order is None:
            return f"{self.x(node.left, scope, COMPARE + 1)} {node.op} {self.x(node.right, scope, COMPARE + 1)}"
        return f"{self._ranked(node.left, node.order, scope)} {node.op} {self._ranked(node.right, node.order, scope)}"

    def _ranked(self, node: e.Expr, order: str, scope: Scope) -> str:
        if isinstance(node, e.Const) and node.value in self.graph.choices[order].values:
            return str(self.graph.choices[order].values.index(str(node.value)))
        return f"{self.rank(order)}[{self.x(node, scope)}]"

    def _equal(self, node: e.Equal, scope: Scope) -> Text:
        left, right = node.left, node.right
        for one, other in ((left, right), (right, left)):
            if isinstance(one, e.Const) and one.value is None:
                return f"{self.x(other, scope, COMPARE + 1)} is {'not ' if node.negated else ''}None", COMPARE
        if self.reading.is_set(left, scope) and self.reading.is_set(right, scope):
            text = f"same({self.x(left, scope)}, {self.x(right, scope)})"
            return (f"not {text}", NOT) if node.negated else (text, ATOM)
        op = "!=" if node.negated else "=="
        return f"{self.x(left, scope, COMPARE + 1)} {op} {self.x(right, scope, COMPARE + 1)}", COMPARE

    def _contains(self, node: e.Contains, scope: Scope) -> Text:
        item, container = node.item, node.container
        if isinstance(container, e.Builtin) and container.name == "sides-of":
            text = f"is_side_of({self.x(item, scope)}, {self.x(container.args[0], scope)})"
            return (f"not {text}", NOT) if node.negated else (text, ATOM)
        word = "not in" if node.negated else "in"
        return f"{self.x(item, scope, COMPARE + 1)} {word} {self._members(container, scope, COMPARE + 1)}", COMPARE

    def _members(self, node: e.Expr, scope: Scope, least: int) -> str:
        """A set in which it does not matter whether something stands twice."""
        if isinstance(node, e.MakeSet):
            return "(" + "".join(f"{self.x(i, scope)}, " for i in node.items).rstrip(" ") + ")"
        return self.x(node, scope, least)

    # -- sets and what is bound

    def _set(self, items: tuple[e.Expr, ...], scope: Scope) -> str:
        written = [self.x(i, scope) for i in items]
        plain = len(items) < 2 or (all(isinstance(i, e.Const) for i in items) and len(set(written)) == len(written))
        if plain:
            return "(" + "".join(f"{w}, " for w in written).rstrip(" ") + ")"
        return f"distinct({', '.join(written)})"

    def loop(self, binder: e.Binder, scope: Scope, body: e.Expr | None = None, *, twice: bool = True) -> str:
        """`for v in ... if ...`; `twice` says whether a member that stands twice would be taken twice."""
        inner = self.reading.inside(binder, scope)
        where = f" if {self.x(binder.where, inner, OR)}" if binder.where is not None else ""
        domain = self.domain(binder.domain, scope, body, binder.where, twice=twice)
        return f"for {self.local(binder.var)} in {domain}{where}"

    def domain(self, node: e.Expr, scope: Scope, *body: e.Expr | None, twice: bool = True) -> str:
        if isinstance(node, e.MakeSet):
            return self._set(node.items, scope) if twice else self._members(node, scope, OR)
        if isinstance(node, e.Builtin) and node.name in FEW:
            return self.x(node, scope)
        all_there_is = (isinstance(node, e.Things) and node.within is None) or isinstance(node, e.Builtin)
        if not all_there_is and sum(map(self.reading.cost, body)) <= CHEAP:
            return self.x(node, scope, OR)  # such turns are counted with the answer that they belong to
        return f"spend(s, {self.x(node, scope)})"

    def _things(self, node: e.Things, scope: Scope) -> str:
        kind = self.kinds[node.kind]
        if node.within is None:
            return f"s.all_{kind}"
        return f"s.{kind}_{'within' if node.deep else 'in'}[{self.x(node.within, scope)}]"

    def _bound(self, node: e.Expr, scope: Scope) -> Text:
        match node:
            case e.Those(binder=binder):
                return f"tuple([{self.local(binder.var)} {self.loop(binder, scope)}])", ATOM
            case e.One(binder=binder):
                return f"only([{self.local(binder.var)} {self.loop(binder, scope)}], {binder.var!a})", ATOM
            case e.Quantified():
                return self._quantified(node, scope)
            case e.Count(of=e.Those(binder=binder)):
                return f"len([1 {self.loop(binder, scope)}])", ATOM
            case e.Fold(how=how, item=item, binder=binder):
                inner = self.reading.inside(binder, scope)
                listed = f"[{self.x(item, inner)} {self.loop(binder, scope, item)}]"
                return (f"total({listed})" if how == "sum" else f"{how}({listed}, {binder.var!a})"), ATOM
            case e.Whichever(var=var, domain=domain, how=how, measure=measure):
                inner = {**scope, var: self.reading.item_type(domain, scope)}
                scored = f"({self.x(measure, inner)}, {self.local(var)})"
                members = self.domain(domain, scope, measure, twice=False)
                return f"whichever_{how}([{scored} for {self.local(var)} in {members}])", ATOM
            case _:
                raise CannotEmit("something that binds a name is of a sort that has no Python to stand for it")

    def _quantified(self, node: e.Quantified, scope: Scope) -> Text:
        binder, holds = node.binder, node.holds
        if node.how == "every" and holds is None:
            return "True", ATOM
        unrolled = self._unrolled(node)
        if unrolled is not None:
            return self.written(unrolled, scope)
        if node.how == "every" and holds is not None:
            inner = self.reading.inside(binder, scope)
            return f"all({self.x(holds, inner)} {self.loop(binder, scope, holds, twice=False)})", ATOM
        if binder.where is None:
            text = f"{self.x(binder.domain, scope, COMPARE + 1)} != ()"
            return (text, COMPARE) if node.how == "any" else (f"not {text}", NOT)
        bare = replace(binder, where=None)
        inner = self.reading.inside(binder, scope)
        text = f"any({self.x(binder.where, inner)} {self.loop(bare, scope, binder.where, twice=False)})"
        return (text, ATOM) if node.how == "any" else (f"not {text}", NOT)

    def _unrolled(self, node: e.Quantified) -> e.Expr | None:
        """`any x in {a, b} where P(x)` is `P(a) or P(b)`, as long as the set is written out and short."""
        binder, domain = node.binder, node.binder.domain
        if not isinstance(domain, e.MakeSet) or len(domain.items) > LONGEST_UNROLLED:
            return None
        body: e.Expr | None = binder.where
        if node.how == "every" and node.holds is not None:
            body = e.Any((e.Not(binder.where), node.holds)) if binder.where is not None else node.holds
        if body is None or not all(isinstance(i, e.Var | e.Const) for i in domain.items):
            return None
        bound = {p.var for p in parts(body) if isinstance(p, e.Binder | e.Whichever)}
        if bound & {binder.var, *(i.name for i in domain.items if isinstance(i, e.Var))}:
            return None
        if any(isinstance(p, e.Applies) for p in parts(body)):
            return None
        cases = tuple(substituted(body, binder.var, item) for item in domain.items)
        if node.how == "every":
            return e.All(cases)
        return e.Any(cases) if node.how == "any" else e.Not(e.Any(cases))

    # -- rules

    def applies(self, rule: g.Rule, scope: Scope) -> Text:
        """Whether a rule applies: its conditions hold, and nothing that applies limits it."""
        limiters = self.law.limiters.get(rule.id, ())
        conditions = tuple(c.expr for c in rule.when)
        if not limiters:
            return self._joined(conditions, "and", scope)
        if not conditions and len(limiters) == 1:
            return f"not {self._asked(limiters[0], scope, NOT)}", NOT
        held = self._joined(conditions, "and", scope) if conditions else ("", ATOM)
        with self.perhaps() if conditions else nullcontext():
            return self._unless_limited(held, limiters, self.reading.looked_at(rule, held=True), scope), AND

    def _unless_limited(
        self, conditions: Text, limiters: tuple[g.Rule, ...], known: frozenset[object], scope: Scope
    ) -> str:
        held, level = conditions
        held = "" if not held else f"{held} and " if level >= AND else f"({held}) and "
        strict = self.record or self.reading.any_may_stop(limiters, known)
        if strict and len(limiters) > 1:
            # all of them are looked at: one that stops is heard even where another limits already
            return f"{held}not any([{', '.join(self._asked(x, scope, CHOICE) for x in limiters)}])"
        if len(limiters) == 1:
            return f"{held}not {self._asked(limiters[0], scope, NOT)}"
        first = self._asked(limiters[0], scope, AND)
        with self.perhaps():
            return f"{held}not ({' or '.join([first, *(self._asked(x, scope, AND) for x in limiters[1:])])})"

    def _asked(self, rule: g.Rule, scope: Scope, least: int) -> str:
        """Whether another rule applies: in place where that is short, else by its own function."""
        conditions = tuple(c.expr for c in rule.when)
        if self._is_short(rule):
            text, level = self._joined(conditions, "and", scope)
            return text if level >= least else f"({text})"
        return self.rule_function(rule, scope)

    def rule_function(self, rule: g.Rule, scope: Scope) -> str:
        names = [n for n in dict.fromkeys(self.names_of_rule(rule)) if n in scope]
        args = "".join(f", {self.local(n)}" for n in names)
        name = self.names.of("rule", (rule.id, tuple(names)), f"{rule.id}_applies")
        if name not in self.functions:
            self.functions[name] = []
            with self.sharing(names, *self.nodes_of(rule)):
                text = self.applies(rule, scope)[0]
            # rules that limit rules that limit others may be asked very often: that counts
            counted = ["    s.account.spend(1)"] if self.law.limiters.get(rule.id) else []
            head = [f"def {name}(s{args}):", f"    {self.cited(rule)}"]
            self.functions[name] = [*head, *counted, f"    return {text}"]
        return f"{name}(s{args})"

    def nodes_of(self, rule: g.Rule) -> Iterator[object]:
        """The expressions that are written where a rule is: its own and those of what limits it."""
        yield from (c.expr for c in rule.when)
        if isinstance(rule.conclusion, g.Gives | g.Changes):
            yield rule.conclusion.value if isinstance(rule.conclusion, g.Gives) else rule.conclusion.amount
        for limiter in self.law.limiters.get(rule.id, ()):
            if self._is_short(limiter):
                yield from (c.expr for c in limiter.when)

    def _is_short(self, rule: g.Rule) -> bool:
        """Whether it is asked in place if a rule applies."""
        inner = [p for c in rule.when for p in parts(c.expr)]
        plain = not self.law.limiters.get(rule.id) and not any(isinstance(p, e.Applies) for p in inner)
        return plain and len(inner) <= LARGEST_INLINE

    def cited(self, rule: g.Rule) -> str:
        cites = ", ".join(str(c) for c in self.graph.shown_cites(rule.cites))
        return comment(f"{rule.id} [{cites}]" if cites else rule.id)

    def fire(self, *rules: g.Rule) -> str:
        """The statement that notes that rules fired."""
        return f"s.fired |= {hex(sum(1 << self.bits[rule.id] for rule in rules))}"

    def _would_break(self, node: e.WouldBreak, scope: Scope) -> str:
        rule = self.law.standing(node.rule)
        args = "".join(f"{self.x(a, scope)}, " for a in node.args)
        if rule is None or not isinstance(rule.conclusion, g.Requires):
            return f"(({args}) is None)"  # what it is asked with is worked out all the same
        broken = self.names.of("broken", rule.id, f"{rule.id}_broken")
        return f"would_break(s, {self.function('effect', node.effect)}, ({args}), {broken})"


SHARED = (e.Attribute, e.Fact, e.Quantity, e.Table, e.Builtin, e.Arith, e.Count, e.Fold)
"""The sorts of expressions that are worth keeping."""


def _hint(node: e.Expr) -> str:
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


def substituted(node: Any, var: str, by: e.Expr) -> Any:
    """An expression with another in the place of a variable."""
    if isinstance(node, e.Var) and node.name == var:
        return by
    if isinstance(node, tuple):
        return tuple(substituted(n, var, by) for n in node)
    if not is_dataclass(node) or isinstance(node, e.Const | type):
        return node
    changes = {f.name: substituted(getattr(node, f.name), var, by) for f in fields(node)}
    return replace(node, **changes)
