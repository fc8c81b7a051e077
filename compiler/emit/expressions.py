"""Expressions of the law as expressions of Python: each sort of expression has one way of being written.

`Writer` also gathers what the written text needs besides: columns, kinds, ranks, and rules that have a function of
their own because several places ask whether they apply.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from hexlaw.compiler.emit.names import Names, comment, identifier, literal
from hexlaw.compiler.emit.reading import Reading, Scope, depth, free_names
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.law import Law

DEEPEST = 16  # deeper expressions are written in parts: Python reads only so many brackets inside each other
LARGEST_INLINE = 16  # a rule with a larger condition gets a function where others ask whether it applies
LONGEST_UNROLLED = 3

CHOICE, OR, AND, NOT, COMPARE, ATOM = 0, 1, 2, 3, 4, 9
Text = tuple[str, int]  # what is written, and how tightly it binds

PLAIN_BUILTINS = {
    "distance": "distance", "neighbours": "neighbours", "straight-across": "straight_across",
    "side-between": "side_between", "sides-of": "sides_of", "hexes-of": "hexes_of", "sides-along": "sides_along",
    "hexes-along": "hexes_along", "sides-on-paths": "sides_on_paths", "hexes-on-paths": "hexes_on_paths",
    "rounded-down": "floor", "rounded-up": "ceil", "larger": "max", "smaller": "min", "adjacent-to": "adjacent",
    "comes-before": "comes_before", "touches": "touches",
}  # fmt: skip
FEW = {"neighbours", "sides-of", "hexes-of"}  # loops over these turn a fixed number of times


class CannotEmit(ValueError):
    """The law holds something that has no Python to stand for it; the text is a sentence."""


class Writer:
    def __init__(self, law: Law, *, record: bool) -> None:
        self.law, self.graph, self.record = law, law.graph, record
        self.reading = Reading(law)
        self.names = Names()
        self.kinds = {kind: self._kind_name(kind) for kind in sorted(law.graph.kinds)}
        self.columns: dict[tuple[str, str], str] = {}
        self.ranks: dict[str, str] = {}
        self.constants: dict[str, str] = {}
        self.bits = {rule: i for i, rule in enumerate(law.rules)}
        self.functions: dict[str, list[str]] = {}  # what was written besides, by its name, in the order of need
        for sort, decls in (("fact", law.graph.facts), ("quantity", law.graph.quantities)):
            for name in decls:
                self.names.of(sort, name, name)

    def _kind_name(self, kind: str) -> str:
        """A name from which those of its four uses follow, all of them free."""
        number = 1
        while True:
            name = identifier(kind) if number == 1 else f"{identifier(kind)}_{number}"
            uses = [f"is_{name}", f"all_{name}", f"{name}_in", f"{name}_within"]
            if not self.names.reserve(uses):
                number += 1
                continue
            return name

    # -- names

    def local(self, name: str) -> str:
        return self.names.of("local", name, name)

    def function(self, sort: str, name: str) -> str:
        return self.names.of(sort, name, name)

    def column(self, attribute: str, owner: str) -> str:
        if (attribute, owner) not in self.columns:
            self.columns[attribute, owner] = self.names.of("column", (attribute, owner), f"{attribute}_of")
        return self.columns[attribute, owner]

    def record_fields(self, kind: str) -> dict[str, str]:
        """The fields of a record, each with its name in Python."""
        found: dict[str, str] = {}
        for field in self.graph.records[kind].fields:
            name = identifier(field)
            while (
                keyword.iskeyword(name)
                or name in found.values()
                or name in ("kind", "printed_fields", "count", "index")
            ):
                name += "_"
            found[field] = name
        return found

    def constant(self, value: Fraction) -> str:
        """A fraction is made once, when the source is loaded."""
        name = self.names.of("constant", value, f"exactly_{value.numerator}_{value.denominator}".replace("-", "minus_"))
        self.constants[name] = literal(value)
        return name

    def rank(self, choice: str) -> str:
        if choice not in self.ranks:
            self.ranks[choice] = self.names.of("rank", choice, f"rank_of_{choice}")
        return self.ranks[choice]

    # -- expressions

    def x(self, node: e.Expr, scope: Scope, least: int = CHOICE) -> str:
        """An expression as text, in brackets where it would come apart otherwise."""
        text, level = self._part_of_its_own(node, scope) if depth(node) > DEEPEST else self._text(node, scope)
        return text if level >= least else f"({text})"

    def _part_of_its_own(self, node: e.Expr, scope: Scope) -> Text:
        """Parts that are deep get a function, so that what is left is not."""
        names = list(dict.fromkeys(self.names_in(node)))
        name = self.names.of("part", (node, tuple(names)), f"part_{len(self.functions) + 1}")
        if name not in self.functions:
            self.functions[name] = []
            args = "".join(f", {self.local(n)}" for n in names)
            shallow = self._with_parts(node, scope)
            self.functions[name] = [f"def {name}(s{args}):", f"    return {shallow}"]
        return f"{name}(s{''.join(f', {self.local(n)}' for n in names)})", ATOM

    def _with_parts(self, node: e.Expr, scope: Scope) -> str:
        return self._text(node, scope)[0]

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
            case e.Var(name=name):
                return self.local(name), ATOM
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
            case e.Reach(name=name, args=args):
                return (
                    f"{self.recalled(self.function('reach', name), args[:-1], scope)}.get({self.x(args[-1], scope)})",
                    ATOM,
                )
            case e.Builtin():
                return self._builtin(node, scope)
            case e.MakeRecord(kind=kind, fields=fields_):
                made = f"{self.names.of('record', kind, kind)}({', '.join(self.x(v, scope) for _, v in fields_)})"
                return f"bounded({made})", ATOM
            case e.MakeSet(items=items):
                return self._set(items, scope), ATOM
            case e.Things() | e.Those() | e.One() | e.Quantified() | e.Fold() | e.Count() | e.Whichever():
                return self._bound(node, scope)
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

    def _joined(self, inner: tuple[e.Expr, ...], word: str, scope: Scope) -> Text:
        level = AND if word == "and" else OR
        if len(inner) == 1:
            return self._text(inner[0], scope)
        if not inner:
            return ("True" if word == "and" else "False"), ATOM
        return f" {word} ".join(self.x(p, scope, level + 1) for p in inner), level

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
            case "printed":
                return f"s.as_printed({args[1]}, {args[0]})", ATOM
            case "hex":
                return args[0], ATOM
            case "off-board":
                return f"off_board(s, {args[0]})", ATOM
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
        plain = len(items) < 2 or all(isinstance(i, e.Const) for i in items) and len(set(written)) == len(written)
        if plain:
            return "(" + "".join(f"{w}, " for w in written).rstrip(" ") + ")"
        return f"distinct({', '.join(written)})"

    def loop(self, binder: e.Binder, scope: Scope, *, twice: bool = True) -> str:
        """`for v in ... if ...`; `twice` says whether a member that stands twice would be taken twice."""
        inner = self.reading.inside(binder, scope)
        where = f" if {self.x(binder.where, inner, OR)}" if binder.where is not None else ""
        return f"for {self.local(binder.var)} in {self.domain(binder.domain, scope, twice=twice)}{where}"

    def domain(self, node: e.Expr, scope: Scope, *, twice: bool = True) -> str:
        if isinstance(node, e.MakeSet):
            return self._set(node.items, scope) if twice else self._members(node, scope, OR)
        if isinstance(node, e.Builtin) and node.name in FEW:
            return self.x(node, scope)
        return f"spend(s, {self.x(node, scope)})"

    def _bound(self, node: e.Expr, scope: Scope) -> Text:
        match node:
            case e.Things(kind=kind, within=None):
                return f"s.all_{self.kinds[kind]}", ATOM
            case e.Things(kind=kind, within=within, deep=deep) if within is not None:
                return f"s.{self.kinds[kind]}_{'within' if deep else 'in'}[{self.x(within, scope)}]", ATOM
            case e.Those(binder=binder):
                return f"tuple([{self.local(binder.var)} {self.loop(binder, scope)}])", ATOM
            case e.One(binder=binder):
                return f"only([{self.local(binder.var)} {self.loop(binder, scope)}], {ascii(binder.var)})", ATOM
            case e.Quantified():
                return self._quantified(node, scope)
            case e.Count(of=e.Those(binder=binder)):
                return f"len([1 {self.loop(binder, scope)}])", ATOM
            case e.Count(of=of):
                return f"len({self.x(of, scope)})", ATOM
            case e.Fold(how=how, item=item, binder=binder):
                inner = self.reading.inside(binder, scope)
                listed = f"[{self.x(item, inner)} {self.loop(binder, scope)}]"
                return (f"total({listed})" if how == "sum" else f"{how}({listed}, {ascii(binder.var)})"), ATOM
            case e.Whichever(var=var, domain=domain, how=how, measure=measure):
                inner = {**scope, var: self.reading.item_type(domain, scope)}
                scored = f"({self.x(measure, inner)}, {self.local(var)})"
                members = self.domain(domain, scope, twice=False)
                choose = "min" if how == "least" else "max"
                return f"whichever([{scored} for {self.local(var)} in {members}], {choose})", ATOM
            case _:
                raise CannotEmit("something that binds a name is of a sort that has no Python to stand for it")

    def _quantified(self, node: e.Quantified, scope: Scope) -> Text:
        binder, holds = node.binder, node.holds
        if node.how == "every" and holds is None:
            return "True", ATOM
        unrolled = self._unrolled(node)
        if unrolled is not None:
            return self._text(unrolled, scope)
        if node.how == "every" and holds is not None:
            inner = self.reading.inside(binder, scope)
            return f"all({self.x(holds, inner)} {self.loop(binder, scope, twice=False)})", ATOM
        if binder.where is None:
            text = f"{self.x(binder.domain, scope, COMPARE + 1)} != ()"
            return (text, COMPARE) if node.how == "any" else (f"not {text}", NOT)
        bare = replace(binder, where=None)
        inner = self.reading.inside(binder, scope)
        text = f"any({self.x(binder.where, inner)} {self.loop(bare, scope, twice=False)})"
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
        held = "".join(f"{self.x(c, scope, NOT)} and " for c in conditions)
        strict = self.record or any(self.reading.rule_can_stop(x) for x in limiters[1:])
        if strict and len(limiters) > 1:
            # all of them are looked at: one that stops is heard even where another limits already
            return f"{held}not any([{', '.join(self._asked(x, scope, CHOICE) for x in limiters)}])", AND
        limited = " or ".join(self._asked(x, scope, AND) for x in limiters)
        return (
            f"{held}not ({limited})" if len(limiters) > 1 else f"{held}not {self._asked(limiters[0], scope, NOT)}"
        ), AND

    def _asked(self, rule: g.Rule, scope: Scope, least: int) -> str:
        """Whether another rule applies: in place where that is short, else by its own function."""
        conditions = tuple(c.expr for c in rule.when)
        size = sum(1 for c in conditions for _ in parts(c))
        simple = not self.law.limiters.get(rule.id) and not any(
            isinstance(p, e.Applies) for c in conditions for p in parts(c)
        )
        if simple and size <= LARGEST_INLINE:
            text, level = self._joined(conditions, "and", scope)
            return text if level >= least else f"({text})"
        return self.rule_function(rule, scope)

    def rule_function(self, rule: g.Rule, scope: Scope) -> str:
        names = [n for n in dict.fromkeys(self.names_of_rule(rule)) if n in scope]
        args = "".join(f", {self.local(n)}" for n in names)
        name = self.names.of("rule", (rule.id, tuple(names)), f"{rule.id}_applies")
        if name not in self.functions:
            self.functions[name] = []
            text = self.applies(rule, scope)[0]
            self.functions[name] = [f"def {name}(s{args}):", f"    {self.cited(rule)}", f"    return {text}"]
        return f"{name}(s{args})"

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
