"""Expressions of the law as expressions of Python: each sort of expression has one way of being written.

`Writer` also gathers what the written text needs besides: columns, kinds, ranks, and rules that have a function of
their own because several places ask whether they apply.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from fractions import Fraction

from hexlaw.compiler.emit.names import comment, identifier, literal
from hexlaw.compiler.emit.notes import CannotEmit
from hexlaw.compiler.emit.reading import DEAR
from hexlaw.compiler.emit.risks import ACTING
from hexlaw.compiler.emit.sets import substituted
from hexlaw.compiler.emit.sharing import AND, ARITH, ATOM, COMPARE, NOT, Text
from hexlaw.compiler.emit.table_reads import TableReads
from hexlaw.compiler.emit.typed import Scope
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.veil import resting

LARGEST_INLINE = 16  # a rule with a larger condition gets a function where others ask whether it applies

PLAIN_BUILTINS = {
    "distance": "distance", "neighbours": "neighbours", "neighbour": "neighbour", "straight-across": "straight_across",
    "side-between": "side_between", "sides-of": "sides_of", "hexes-of": "hexes_of", "sides-along": "sides_along",
    "hexes-along": "hexes_along", "sides-on-paths": "sides_on_paths", "hexes-on-paths": "hexes_on_paths",
    "rounded-down": "floor", "rounded-up": "ceil", "larger": "max", "smaller": "min", "adjacent-to": "adjacent",
    "comes-before": "comes_before", "touches": "touches",
}  # fmt: skip


class Writer(TableReads):
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
            case e.Fact() if (asked := self._in_place(node)) is not None:
                return self.written(asked, scope)
            case e.Fact(name=name, args=args):
                return self._ask("fact", name, args, scope), ATOM
            case e.Quantity(name=name, args=args):
                return self._ask("quantity", name, args, scope), ATOM
            case e.Table(name=name, args=(e.Arith(op="/", left=left, right=right),)) if self.reads_plainly(name):
                return f"{self.ratio_function(name)}({self.x(left, scope)}, {self.x(right, scope)})", ATOM
            case e.Table(name=name, args=args):
                return self.table_read(name, [self.x(a, scope) for a in args]), ATOM
            case e.Memory(name=name, args=args):
                return f"({name!a}, {self._kept_of('memory', name, args, scope)}) in s.memories", COMPARE
            case e.Tally(name=name, args=args):
                return f"s.tallies.get(({name!a}, {self._kept_of('tally', name, args, scope)}), 0)", ATOM
            case e.NowIn(span=span):
                return f"{span!a} in s.now", COMPARE
            case e.MakeMoment(edge=edge, which=which, span=span, owner=owner):
                whose = "None" if owner is None else self.x(owner, scope)
                return f"Moment({edge!a}, {which!a}, {span!a}, {whose})", ATOM
            case e.Reach(name=name, args=args):
                reached = self.called(self.function("reach", name), args[:-1], scope)
                return f"{reached}.get({self.x(args[-1], scope)})", ATOM
            case e.Builtin():
                return self._builtin(node, scope)
            case e.MakeRecord(kind=kind, fields=made):
                values = "".join(f"{self.x(v, scope)}, " for _, v in made)
                return f"made(s, {self.names.of('record', kind, kind)}, ({values}))", ATOM
            case e.MakeSet(items=items):
                return self.set_of(items, scope), ATOM
            case e.Things():
                return self.things(node, scope), ATOM
            case e.Count(of=of) if not isinstance(of, e.Those):
                return f"len({self.x(of, scope)})", ATOM
            case e.Those() | e.One() | e.Quantified() | e.Fold() | e.Count() | e.Whichever():
                with self.perhaps():  # Python keeps nothing of what it works out inside a comprehension
                    return self.bound(node, scope)
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
                column = f"s.is_{self.kinds[kind]}"
                thing = self.reading.is_thing(base, scope)
                text = f"{column}[{self.x(base, scope)}]" if thing else f"{column}.get({self.x(base, scope)}, False)"
                return (f"not {text}", NOT) if negated else (text, ATOM)
            case e.Not(inner=inner):
                return f"not {self.x(inner, scope, NOT)}", NOT
            case e.All(parts=inner_parts):
                return self.joined(inner_parts, "and", scope)
            case e.Any(parts=inner_parts):
                return self.joined(inner_parts, "or", scope)
            case e.WouldBreak():
                return self._would_break(node, scope), ATOM
            case e.Applies(rule=name):
                rule = self.law.standing(name)
                return self.applies(rule, scope) if rule is not None else ("False", ATOM)
            case _:
                raise CannotEmit("an expression of the law is of a sort that has no Python to stand for it")

    def _in_brackets(self, args: tuple[e.Expr, ...], scope: Scope) -> str:
        return f"({''.join(f'{self.x(a, scope)}, ' for a in args)})"

    def _kept_of(self, sort: str, name: str, args: tuple[e.Expr, ...], scope: Scope) -> str:
        """What a memory or tally is asked of; where it rests on secrets, only if it can be told."""
        of, kept = self._in_brackets(args, scope), f"{sort}:{name}"
        return f"unveiled(s, {kept!a}, {of})" if kept in resting(self.graph) else of

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
        if self.by_subscript(sort, name):
            return f"s.{function}[{self.x(args[0], scope)}]"
        if sort == "quantity" and name in self.all_values:
            function, place = self.all_values[name]
            value = self.x(args[place], scope)
            return f"{self.called(function, args[:place] + args[place + 1 :], scope)}[{value}]"
        return self.called(function, args, scope)

    def _in_place(self, node: e.Fact) -> e.Expr | None:
        """What a fact comes to, where that is short and says no more than one expression does."""
        decl, rules = self.graph.facts[node.name], self.law.of_fact.get(node.name, ())
        if self.record or len(rules) != 1 or decl.collects or self.reading.cost_of("fact", node.name) > DEAR:
            return None
        if self.by_subscript("fact", node.name):
            return None
        rule, conditions = rules[0], tuple(c.expr for c in rules[0].when)
        if self.law.limiters.get(rule.id) or rule.for_each or not isinstance(rule.conclusion, g.Gives):
            return None
        said: e.Expr = rule.conclusion.value
        if conditions:
            if not _is(said, True) or decl.otherwise is None or not _is(decl.otherwise, False):
                return None
            said = conditions[0] if len(conditions) == 1 else e.All(conditions)
        inside = list(parts(said))
        bound = {p.var for p in inside if isinstance(p, e.Binder | e.Whichever)}
        plain = all(isinstance(a, e.Const) or (isinstance(a, e.Var) and a.name not in bound) for a in node.args)
        asks = any(isinstance(p, e.Applies) for p in inside)
        names = [p for p, _ in decl.params]
        if not plain or asks or bound & set(names) or len(inside) > LARGEST_INLINE:
            return None
        fresh = {p: f"{p} of {decl.name}" for p in names}  # so that no argument is taken for a parameter
        for p in names:
            said = substituted(said, p, e.Var(fresh[p], t.TEXT))
        for p, arg in zip(names, node.args, strict=True):
            said = substituted(said, fresh[p], arg)
        return said

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
            case "rounded-down" if (halved := self._half_of_whole(node.args[0], scope)) is not None:
                return f"{halved} // 2", ARITH
            case "shifted":
                return f"shifted({', '.join(args)})", ATOM
            case _:
                return f"{PLAIN_BUILTINS[node.name]}({', '.join(args)})", ATOM

    def _half_of_whole(self, node: e.Expr, scope: Scope) -> str | None:
        match node:
            case e.Arith(op="/", left=left, right=e.Const(value=2)) if self.reading.whole(left, scope):
                return self.x(left, scope, ARITH)
            case _:
                return None

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
        return f"{self.x(item, scope, COMPARE + 1)} {word} {self.members(container, scope, COMPARE + 1)}", COMPARE

    # -- rules

    def applies(self, rule: g.Rule, scope: Scope) -> Text:
        """Whether a rule applies: its conditions hold, and nothing that applies limits it."""
        limiters = self.law.limiters.get(rule.id, ())
        conditions = tuple(c.expr for c in rule.when)
        if not limiters:
            return self.joined(conditions, "and", scope)
        if not conditions and len(limiters) == 1:
            return f"not {self._asked(limiters[0], scope, NOT)}", NOT
        held = self.joined(conditions, "and", scope) if conditions else ("", ATOM)
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
            return f"{held}not ({' | '.join(self._asked(x, scope, ATOM) for x in limiters)})"
        if len(limiters) == 1:
            return f"{held}not {self._asked(limiters[0], scope, NOT)}"
        first = self._asked(limiters[0], scope, AND)
        with self.perhaps():
            return f"{held}not ({' or '.join([first, *(self._asked(x, scope, AND) for x in limiters[1:])])})"

    def _asked(self, rule: g.Rule, scope: Scope, least: int) -> str:
        """Whether another rule applies: in place where that is short, else by its own function."""
        conditions = tuple(c.expr for c in rule.when)
        if self._is_short(rule):
            text, level = self.joined(conditions, "and", scope)
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
        return f"s.would_break({node.effect!a}, ({args}), {node.rule!a})"


def _is(node: e.Expr, value: bool) -> bool:
    return isinstance(node, e.Const) and node.value is value
