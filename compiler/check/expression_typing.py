"""Pass 3, check: gives every expression a type and every name a meaning.

Input: a syntax expression with the names in scope and, where one is known, the type that is wanted. Output: a runtime
expression, which knows its type; what has none is reported. The wanted type decides what a bare word means:
`calm` is a value of whatever choice is wanted there. Split by shape: words and calls here, quantifiers and folds in
`binders.py`, comparisons in `comparisons.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from hexlaw.compiler.base.diagnostic import MAX_NAMED, Diagnostics, Word, WordAt, listed
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.check import binders, comparisons, word_habits
from hexlaw.compiler.check.done_rules import forbids_done
from hexlaw.compiler.check.type_words import Untyped, all_of, attempt, fits, in_words, is_number, to_measure
from hexlaw.compiler.data.literals import read_number
from hexlaw.compiler.format.expression_printer import print_expr
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.names import NOT_CALLED, Names, Signature
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.builtins import BUILTIN_FUNCTIONS, BUILTIN_SETS, CONTACT_FIELDS
from hexlaw.runtime.law.graph import PLAYER, PLAYER_OF, SIDE, UNPLACED_KINDS

Scope = Mapping[str, t.Type]
Params = tuple[tuple[str, t.Type], ...]
MAX_DEPTH = 60


@dataclass
class Checker:
    """Types the expressions of one law; `map` and `constants` are given when a question is asked of a position."""

    names: Names
    diagnostics: Diagnostics
    map: Map | None = None
    constants: Mapping[str, tuple[object, t.Type]] = field(default_factory=dict)
    rule_scope: Callable[[str], Scope | None] | None = None
    """The names that a rule speaks of; set while the rules themselves are being typed."""
    span_scopes: dict[str, dict[str, t.Type]] = field(default_factory=dict)
    """The names that are known in each part of the sequences; filled as these are typed."""
    in_law: bool = False  # whether law itself is typed, and not what is asked of a position
    points: set[str] | None = None  # the points of the action being read
    action: str = ""  # its name, where one is read
    record: Callable[[s.Expr, e.Expr], None] | None = None  # gets each expression with what is made of it
    begun: Callable[[s.Expr, Scope, t.Type | None], None] | None = None  # gets it before, with what is known there
    blocks: int = 0  # how deep in blocks of statements
    _depth: int = 0

    # -- the way in

    def typed(self, node: s.Expr, scope: Scope, want: t.Type | None = None) -> e.Expr:
        if self._depth >= MAX_DEPTH:
            message = "this expression is nested too deeply"
            raise self.wrong("HX240", node.span, message, "give a part of it a name of its own, as a fact")
        self._depth += 1
        if self.begun is not None:
            self.begun(node, scope, want)
        try:
            made = self._expression(node, scope, want)
        finally:
            self._depth -= 1
        if self.record is not None:
            self.record(node, made)
        return made

    def _rounding(self, fraction: e.Expr, into: str) -> str:
        """How a number that may be a fraction is made whole; a quantity can be whole by itself, and the attribute that
        it goes into need not be."""
        wherever = "write `rounded-down(...)` or `rounded-up(...)`"
        if into:
            wherever = f"{wherever}, or declare `{into}` as `exact`"
        if not isinstance(fraction, e.Quantity):
            return wherever
        return f"{wherever}; or declare `{fraction.name}` as `whole`, and say in a rule how it `rounds`"

    def fitting(self, node: s.Expr, scope: Scope, want: t.Type, what: str, into: str = "") -> e.Expr:
        """The expression, of a type that fits; `what` says where it stands, `into` names the attribute that gets it."""
        typed = self.typed(node, scope, want)
        if isinstance(node, s.Constant) and node.value == "none" and not isinstance(want, t.OrNone):
            raise self.wrong("HX231", node.span, f"{what} is to be {in_words(want)}, which is never `none`")
        if not fits(typed.type, want, self.names):
            if isinstance(want, t.Number) and fits(typed.type, replace(want, exact=True), self.names):
                message = f"{what} is to be {in_words(want)}, which is whole, but this may be a fraction"
                raise self.wrong("HX231", node.span, message, self._rounding(typed, into if want == t.WHOLE else ""))
            said = f"{what} is to be {in_words(want)}, but this is {in_words(typed.type)}"
            raise self.wrong("HX231", node.span, said, self._rather(node, typed.type, want))
        return typed

    def side_or_player(self, node: s.Expr, scope: Scope, what: str) -> e.Expr:
        """A side, or a player of one where the law has players."""
        typed = self.typed(node, scope, t.Choice(SIDE))
        if PLAYER_OF in self.names.signatures and fits(typed.type, t.Kind(PLAYER), self.names):
            return typed
        return self.fitting(node, scope, t.Choice(SIDE), what)

    def _rather(self, node: s.Expr, type_: t.Type, want: t.Type) -> str | None:
        """What to write for what does not fit where it stands."""
        if t.bare(want) == t.HEX:
            if isinstance(node, s.Literal_) and node.form == "number":
                return f'write `hex("{node.text}")`'
            thing = t.bare(type_)
            if isinstance(thing, t.Kind) and thing.name in self.names.kinds and thing.name not in UNPLACED_KINDS:
                return f"write `{print_expr(node)}.hex`"
        if (measure := to_measure(type_, want)) is not None:
            return measure
        if isinstance(want, t.SetOf) and fits(type_, want.item, self.names):
            return f"write `{{{print_expr(node)}}}`"
        held = t.bare(type_)
        is_thing = isinstance(held, t.Kind) and held.name in self.names.kinds and held.name not in UNPLACED_KINDS
        if isinstance(want, t.SetOf) and isinstance(want.item, t.Kind) and is_thing:
            return f"for what stands in it, write `those {want.item.name} v in ...`"
        return word_habits.for_condition(node, self.names) if want == t.YES_NO else None

    def condition(self, node: s.Expr, scope: Scope) -> e.Expr:
        return self.fitting(node, scope, t.YES_NO, "a condition")

    def new_name(self, name: s.Ident, scope: Scope) -> str:
        """The text of a name that means nothing yet; what takes another one has no type."""
        if name.text in scope:
            raise self.wrong("HX239", name.span, f"`{name.text}` already means something here", "choose another name")
        return name.text

    def wrong(self, code: str, span: Span, message: str, help_: str | None = None) -> Untyped:
        self.error(code, span, message, help_)
        return Untyped()

    def require(self, sort: str, name: Word, rest: str = "", **more: Any) -> None:
        """Ends what speaks of something that the law does not have."""
        if not self.names.has(sort, name, self.diagnostics, rest, **more):
            raise Untyped

    def unknown(self, code: str, name: Word, said: str, known: Collection[str], **more: Any) -> Untyped:
        self.diagnostics.unknown(code, name, said, known, **more)
        return Untyped()

    def error(self, code: str, span: Span, message: str, help_: str | None = None) -> None:
        self.diagnostics.report(code, span, message, help=help_)

    # -- by shape

    def _expression(self, node: s.Expr, scope: Scope, want: t.Type | None) -> e.Expr:
        match node:
            case s.Name():
                return self._name(node, scope, want)
            case s.Literal_():
                return self._literal(node, want)
            case s.Constant(value="none"):
                return e.Const(None, want if isinstance(want, t.OrNone) else t.OrNone(want or t.TEXT))
            case s.Constant():
                return e.Const(node.value == "yes", t.YES_NO)
            case s.Attr():
                return self._attribute(node, scope)
            case s.Call():
                return self._call(node, scope)
            case s.SetOf():
                return self._set(node, scope, want)
            case s.Arith():
                return self._arith(node, scope)
            case s.Not():
                return e.Not(self.condition(node.inner, scope))
            case s.AllOf() | s.AnyOf():
                parts: list[e.Expr | None] = []
                for part in node.parts:
                    if isinstance(part, s.Literal_) and None in parts:
                        continue  # it belongs to what went wrong before it, as in `x between 2 and 3`
                    parts.append(attempt(self.condition, part, scope))
                    if isinstance(node, s.AllOf):
                        scope = narrowed(parts[-1], scope)
                good = tuple(part for part in parts if part is not None)
                if len(good) < len(parts):
                    raise Untyped
                return e.All(good) if isinstance(node, s.AllOf) else e.Any(good)
            case s.WouldBreak():
                return self._would_break(node, scope)
            case s.Applies():
                return self._applies(node, scope)
            case s.Moment():
                return self.moment(node, scope)
            case s.NowIn():
                return e.NowIn(self.span(node.name))
            case s.Quantified() | s.Selected() | s.Linked() | s.Whichever() | s.Folded():
                return binders.bound(self, node, scope, want)
            case _:
                return comparisons.comparison(self, node, scope)

    def is_span(self, name: s.Ident) -> bool:
        if name.text not in self.names.spans:
            has = f"it has: {', '.join(self.names.spans)}" if self.names.spans else None
            self.diagnostics.unknown("HX401", name, "the sequence has no part", self.names.spans, help=has)
        return name.text in self.names.spans

    def type(self, node: s.TypeRef) -> t.Type:
        """The type that is written somewhere."""
        if (found := self.names.type(node, self.diagnostics)) is None:
            raise Untyped
        return found

    def parts(self, name: str, written: Sequence[s.Param | s.Attribute]) -> Params:
        """What an order or a task is made of, each part with its type; mistakes were reported where it stands."""
        if (found := self.names.parts(name, written)) is None:
            raise Untyped
        return found

    def span(self, name: s.Ident) -> str:
        """The name of a part of the sequence."""
        if not self.is_span(name):
            raise Untyped
        return name.text

    def moment(self, node: s.Moment, scope: Scope) -> e.MakeMoment:
        """An edge of a part of the sequence; `next` is the first that has not begun, nothing said means `this`."""
        name = self.span(node.name)
        if node.its is not None:
            raise self.wrong("HX402", node.its.span, "`its` belongs to an attribute; here, say whose: `of u.side`")
        owner: e.Expr | None = None
        if node.owner is not None:
            owner = self.fitting(node.owner, scope, t.Choice(SIDE), "the side whose moment it is")
        return e.MakeMoment(node.edge, node.which or "this", name, owner)

    def _name(self, node: s.Name, scope: Scope, want: t.Type | None) -> e.Expr:
        word = node.text
        if word in scope:
            return e.Var(word, scope[word])
        wanted = None if want is None else t.bare(want)
        if isinstance(wanted, t.Choice) and word in self.names.choice(wanted.name).values:
            return e.Const(word, wanted)
        if word in self.constants:
            return e.Const(*self.constants[word])
        if word in BUILTIN_SETS:
            return e.Builtin(word, (), BUILTIN_SETS[word])
        if word == "game":
            return e.THE_GAME
        if word == "it":
            message = "`it` stands only for the number of a step, where a rule says what happens to it"
            raise self.wrong("HX232", node.span, message)
        having = self.names.choices_with(word)
        if len(having) == 1:
            return e.Const(word, t.Choice(having[0]))
        if len(having) > 1:
            message = f"`{word}` could be a value of {', '.join(f'`{c}`' for c in having)}"
            raise self.wrong("HX233", node.span, message, "compare it with something of one of these types")
        known = {
            *scope,
            *self.constants,
            *BUILTIN_SETS,
            "game",
            *(v for c in self.names.choices.values() for v in c.values),
        }
        meant = word_habits.for_looked_for(word, node.span) or word_habits.for_name(self.names, word, scope)
        if meant is not None:
            if isinstance(wanted, t.Choice) and 0 < len(values := self.names.choice(wanted.name).values) <= MAX_NAMED:
                meant = f"a `{wanted.name}` is one of {listed(values)}; else {meant}"
            self.error("HX234", node.span, f"there is no `{word}` here", meant)
        else:
            in_scope = ", ".join(f"`{n}`" for n in dict.fromkeys((*scope, *self.constants)))
            names = f"the names in scope are {in_scope}" if in_scope else "no names are in scope here"
            if not in_scope and not self.in_law:
                names = "the position has no pieces: `hexlaw ask` takes `--piece NAME=TYPE@HEX`, a case `pieces:`"
            elif not in_scope:
                names += ": a rule that looks at each of several begins with `for each x in ...`"
            if isinstance(wanted, t.Number):
                names = f"{in_words(wanted)} is wanted here; {names}"
            if isinstance(wanted, t.Choice):
                names = f"a `{wanted.name}` is one of {listed(self.names.choice(wanted.name).values)}; {names}"
            self.diagnostics.unknown("HX234", node, "there is no", known, rest=" here", help=names)
        raise Untyped

    def _literal(self, node: s.Literal_, want: t.Type | None) -> e.Expr:
        match node.form:
            case "number":
                if (number := read_number(node.text)) is None:
                    message = f"`{node.text}` is not a number"
                    raise self.wrong("HX235", node.span, message, "a fraction cannot have nothing below its line")
                type_ = t.Number(exact=number.denominator != 1, measure=t.ANY_NUMBER)
                value: int | Fraction = int(number) if number.denominator == 1 else number
                return e.Const(value, type_)
            case "odds":
                having = self.names.choices_with(node.text)
                wanted = None if want is None else t.bare(want)
                if isinstance(wanted, t.Choice) and wanted.name in having:
                    having = [wanted.name]
                if len(having) != 1:
                    said = f"several choices have `{node.text}`" if having else f"no choice has the value `{node.text}`"
                    raise self.wrong("HX234", node.span, said)
                return e.Const(node.text, t.Choice(having[0]))
            case "place":
                return self._hex(node.text, node.span)
            case _:
                return e.Const(node.text, t.TEXT)

    def _hex(self, name: str, span: Span) -> e.Expr:
        if self.map is None:
            message = f"`{name}` names a hex, but no map is in play here"
            help_ = "law counts on every map: give the hex an attribute on the board, and ask for the hex that has it"
            raise self.wrong("HX236", span, message, f"{help_}; questions, cases and situations name hexes")
        if (found := self.map.find(name)) is None:
            near = self.map.near_names(name)
            message = f"the map has no hex `{name}`"
            raise self.wrong("HX236", span, message, f"did you mean {' or '.join(near)}?" if near else None)
        return e.Const(found, t.HEX)

    def printed(self, node: s.Expr, scope: Scope) -> e.Expr:
        """An expression that a statement writes to: an attribute itself, whatever rules bear on what is read of it."""
        if not isinstance(node, s.Attr):
            return self.typed(node, scope)
        made = self._attribute(node, scope, printed=True)
        if self.record is not None:
            self.record(node, made)
        return made

    def _attribute(self, node: s.Attr, scope: Scope, printed: bool = False) -> e.Expr:
        value = self.typed(node.base, scope)
        type_ = t.bare(value.type)
        word = node.name.text
        if not isinstance(type_, t.Kind):
            message = f"{in_words(type_)} has no attributes"
            raise self.wrong("HX237", node.name.span, message, f"`.{word}` is asked of something that is not a thing")
        if type_.name == "contact":
            return self._field(value, node.name, "contact", CONTACT_FIELDS)
        if type_.name in self.names.records:
            if self.names.records[type_.name].get(word) == t.YES_NO:
                self._flag_with_a_dot(node)
            return self._field(value, node.name, type_.name, self.names.records[type_.name])
        kind = self.names.kinds[type_.name]
        if word == "hex" and type_.name not in UNPLACED_KINDS:
            return e.Attribute(value, "hex", "", t.HEX)
        if word == "holder" and type_.name not in UNPLACED_KINDS:
            stands = self.names.standing(type_.name).holders
            holders = [k for k in stands if k != "hex"]  # the first is what `.holder` gives
            return e.Attribute(value, "holder", "", t.OrNone(t.Kind(holders[0] if holders else type_.name)))
        if (found := self.names.attribute(type_.name, word)) is None:
            below = self.names.attribute_below(type_.name, word)
            known = {*self.names.attributes_of(type_.name), "hex", "holder"}
            hint = f"only a `{below}` has it" if below else None
            hint = hint or word_habits.for_attribute(self.names, node.base, kind.name, word)
            said = f"a `{kind.name}` has no attribute"
            raise self.unknown("HX237", node.name, said, [] if hint else known, help=hint)
        owner, attribute_type = found
        if attribute_type == t.YES_NO and not printed:
            self._flag_with_a_dot(node)
        read = self.names.figures.get((owner, word)) if not printed else None
        if read is not None and not (isinstance(value, e.Builtin) and value.name == "printed"):
            return e.Quantity(read, (value,), attribute_type)
        return e.Attribute(value, word, owner, attribute_type)

    def _flag_with_a_dot(self, node: s.Attr) -> None:
        """Reports that a flag is read like a value: of it is said what of an adjective is said."""
        name = node.name.text
        compared = re.match(
            r" *(?:is|=) +(not +)?(yes|no)\b", node.span.source.text[node.span.end : node.span.end + 20]
        )
        is_not = compared is not None and (compared[1] is None) == (compared[2] == "no")
        said = f"{print_expr(node.base)} is {'not ' if is_not else ''}{name}"
        help_ = f"write `{said}`; in files `hexlaw fmt` does"
        self.error("HX248", node.name.span, f"`{name}` is yes or no, and is read with `is`", help_)

    def _field(self, base: e.Expr, name: s.Ident, kind: str, fields: Mapping[str, t.Type]) -> e.Expr:
        if name.text not in fields:
            raise self.unknown("HX237", name, f"a `{kind}` has no", fields, help=f"it has: {', '.join(fields)}")
        return e.Field(base, name.text, fields[name.text])

    # -- calls

    def _call(self, node: s.Call, scope: Scope) -> e.Expr:
        word = node.name.text
        if word in self.names.records:
            return self._record(node, scope)
        if node.named:
            message = f"`{word}` takes its arguments in order, without names"
            raise self.wrong("HX238", node.named[0][0].span, message, "only records name their fields")
        if word in BUILTIN_FUNCTIONS:
            return self._builtin(node, scope)
        signature = self.names.signatures.get(word)
        if signature is None or signature.sort == "effect":
            valued = {n for n, sig in self.names.signatures.items() if sig.sort != "effect"}
            known = {} if signature else {*valued, *BUILTIN_FUNCTIONS, *self.names.records}
            hint = "an effect is tried with `after` or `would break`, it has no value" if signature else None
            raise self.unknown("HX234", node.name, NOT_CALLED, known, help=hint)
        return comparisons.called(signature, self.given(word, signature.params, node.args, scope, node.name.span))

    def callee(self, sort: str, name: s.Ident) -> Signature:
        """What a call names, where it can only be of one sort: an effect to run, a reach to search."""
        signature = self.names.signatures.get(name.text)
        if signature is None or signature.sort != sort:
            self.names.has(sort, name, self.diagnostics, code="HX234")
            raise Untyped
        return signature

    def given(
        self, name: str, params: Params, args: tuple[s.Expr, ...], scope: Scope, span: Span
    ) -> tuple[e.Expr, ...]:
        """The arguments of something that is called, each fitting its parameter."""
        if len(args) != len(params):
            wanted = ", ".join(f"{n}: {type_}" for n, type_ in params)
            message = f"`{name}` takes {len(params)} argument{'' if len(params) == 1 else 's'}, not {len(args)}"
            raise self.wrong("HX238", span, message, f"it is declared with ({wanted})")
        self._not_swapped(name, params, args, scope, span)

        def fitting(given: tuple[s.Expr, tuple[str, t.Type]]) -> e.Expr:
            arg, (param, type_) = given
            return self.fitting(arg, scope, type_, f"{param} of `{name}`" if " " in param else f"`{param}` of `{name}`")

        return tuple(all_of(fitting, zip(args, params, strict=True)))

    def _not_swapped(self, name: str, params: Params, args: tuple[s.Expr, ...], scope: Scope, span: Span) -> None:
        """Reports two arguments that stand in each other's place as the one mistake that they are."""
        if len(args) != 2 or params[0][1] == params[1][1] or not all(map(_is_plain, args)):
            return
        quiet = replace(self, diagnostics=Diagnostics())
        made = [attempt(quiet.typed, arg, scope) for arg in args]
        types = [None if typed is None else typed.type for typed in made]
        wanted = [type_ for _, type_ in params]

        def fit(order: list[t.Type]) -> bool:
            return all(one is not None and fits(one, two, self.names) for one, two in zip(types, order, strict=True))

        if fit(wanted[::-1]) and not fit(wanted):
            message = f"the arguments of `{name}` stand in the wrong order"
            raise self.wrong("HX238", span, message, f"write `{name}({print_expr(args[1])}, {print_expr(args[0])})`")

    def _record(self, node: s.Call, scope: Scope) -> e.Expr:
        fields = self.names.records[node.name.text]
        given = {n.text for n, _ in node.named}
        unknown = next((n for n, _ in node.named if n.text not in fields), None)
        if unknown is not None:
            has = f"it has: {', '.join(fields)}"
            raise self.unknown("HX238", unknown, f"a `{node.name.text}` has no field", fields, help=has)
        if node.args or given != set(fields):
            missing = ", ".join(f for f in fields if f not in given)
            said = f"a `{node.name.text}` names each of its fields once{f'; missing: {missing}' if missing else ''}"
            hint = f"write it as {node.name.text}({', '.join(f'{f} = ...' for f in fields)})"
            raise self.wrong("HX238", node.span, said, hint)
        values = dict(self.fields(node.named, fields, scope))
        return e.MakeRecord(node.name.text, tuple((name, values[name]) for name in fields))

    def fields(
        self, named: Iterable[tuple[s.Ident, s.Expr]], types: Mapping[str, t.Type], scope: Scope
    ) -> list[tuple[str, e.Expr]]:

        def fitting(given: tuple[s.Ident, s.Expr]) -> tuple[str, e.Expr]:
            name, value = given
            return name.text, self.fitting(value, scope, types[name.text], f"`{name.text}`")

        return all_of(fitting, named)

    def _builtin(self, node: s.Call, scope: Scope) -> e.Expr:
        word = node.name.text
        function = BUILTIN_FUNCTIONS[word]
        if function.params is not None:
            params = tuple((f"argument {i + 1}", p) for i, p in enumerate(function.params))
            return e.Builtin(word, self.given(word, params, node.args, scope, node.name.span), function.result)
        if word in ("printed", "hex"):
            text = node.args[0] if len(node.args) == 1 else None
            if word == "printed" and isinstance(text, s.Attr):
                return self._attribute(text, scope, printed=True)
            if not isinstance(text, s.Literal_) or text.form != "text":
                is_named = word == "hex" and isinstance(text, s.Literal_) and text.form == "number"
                help_ = f'write `hex("{text.text}")`' if is_named and isinstance(text, s.Literal_) else None
                raise self.wrong("HX238", node.span, f"`{word}` takes one name in quotes", help_)
            return self._hex(text.text, text.span) if word == "hex" else self._printed(text)
        args = tuple(all_of(lambda arg: self.typed(arg, scope), node.args))
        if len(args) != (1 if word.startswith("rounded") else 2):
            message = f"`{word}` takes {'one number' if word.startswith('rounded') else 'two values'}"
            raise self.wrong("HX238", node.span, message)
        types = [t.bare(a.type) for a in args]
        if word == "shifted":
            scale = self.names.choice(types[0].name) if isinstance(types[0], t.Choice) else None
            if scale is None or not scale.ordered or not fits(types[1], t.WHOLE, self.names):
                raise self.wrong("HX231", node.span, "`shifted` takes a value of an ordered choice and a whole number")
            return e.Builtin(word, (*args, e.Const(scale.values, t.SetOf(types[0]))), types[0])
        first = types[0]
        if not all(is_number(type_) for type_ in types) or not isinstance(first, t.Number):
            raise self.wrong("HX231", node.span, f"`{word}` takes numbers, not {in_words(types[0])}")
        if word.startswith("rounded"):
            return e.Builtin(word, args, t.Number(False, first.measure))
        second = types[1]
        assert isinstance(second, t.Number)
        of_both = self.same_measure(first, second, node.span)
        return e.Builtin(word, args, t.SetOf(t.Number(False, of_both.measure)) if word == "numbers" else of_both)

    def _printed(self, text: s.Literal_) -> e.Expr:
        if (unit := self.names.units.get(text.text)) is None:
            raise self.unknown("HX236", text, "no unit chart has", self.names.units)
        return e.Builtin("printed", (e.Const(unit.id, t.TEXT), e.Const(unit.kind, t.TEXT)), t.Kind(unit.kind))

    def _set(self, node: s.SetOf, scope: Scope, want: t.Type | None) -> e.Expr:
        item_type = want.item if isinstance(want, t.SetOf) else None
        items: list[e.Expr] = []
        for part in node.items:
            typed = self.typed(part, scope, item_type)
            if item_type is None or fits(item_type, typed.type, self.names):
                item_type = typed.type
            elif not fits(typed.type, item_type, self.names):
                both = f"{in_words(item_type)} and {in_words(typed.type)}"
                raise self.wrong("HX231", part.span, f"a set holds things of one type: {both} stand here together")
            items.append(typed)
        if item_type is None:
            raise self.wrong("HX231", node.span, "of what type this empty set is cannot be told here")
        return e.MakeSet(tuple(items), t.SetOf(item_type))

    # -- numbers

    def _arith(self, node: s.Arith, scope: Scope) -> e.Expr:
        left, right = all_of(lambda part: self.typed(part, scope), (node.left, node.right))
        a, b = t.bare(left.type), t.bare(right.type)
        if not isinstance(a, t.Number) or not isinstance(b, t.Number):
            wrong = node.left if not isinstance(a, t.Number) else node.right
            message = f"`{node.op}` works on numbers, but this is {in_words(a if wrong is node.left else b)}"
            raise self.wrong("HX231", wrong.span, message)
        return e.Arith(node.op, left, right, self._arith_type(node, a, b))

    def _arith_type(self, node: s.Arith, a: t.Number, b: t.Number) -> t.Type:
        plain = (None, t.ANY_NUMBER)
        if node.op in "+-":
            return self.same_measure(a, b, node.span)
        if node.op == "*":
            if a.measure not in plain and b.measure not in plain:
                message = f"{in_words(a)} cannot be multiplied by {in_words(b)}"
                raise self.wrong("HX231", node.span, message, "one of them must be a plain number")
            return t.Number(a.exact or b.exact, _scaled(a.measure, b.measure))
        if b.measure in plain:
            return t.Number(True, _scaled(a.measure, b.measure))
        if a.measure == b.measure:
            return t.EXACT
        message = f"{in_words(a)} cannot be divided by {in_words(b)}"
        raise self.wrong("HX231", node.span, message, "divide by a plain number or by the same measure")

    def same_measure(self, a: t.Number, b: t.Number, span: Span) -> t.Number:
        if a.measure == b.measure or t.ANY_NUMBER in (a.measure, b.measure):
            return t.Number(a.exact or b.exact, b.measure if a.measure == t.ANY_NUMBER else a.measure)
        raise self.wrong(
            "HX231", span, f"{in_words(a)} and {in_words(b)} cannot be put together", "they measure different things"
        )

    # -- questions about the law itself

    def _would_break(self, node: s.WouldBreak, scope: Scope) -> e.Expr:
        effect = node.effect
        signature = self.names.signatures.get(effect.name.text) if isinstance(effect, s.Call) else None
        if not isinstance(effect, s.Call) or signature is None or signature.sort != "effect":
            raise self.wrong("HX234", effect.span, "only an effect can be tried with `would break`")
        rule = self.names.rules.get(node.rule.text)
        if rule is None or not (forbids_done(rule[0]) or any(isinstance(c, s.Requires) for c in rule[0].conclusions)):
            known, rest = self.names.rules, " that requires something"
            raise self.unknown("HX234", node.rule, "there is no rule", known, rest=rest)
        args = self.given(signature.name, signature.params, effect.args, scope, effect.name.span)
        return e.WouldBreak(effect.name.text, args, node.rule.text)

    def _applies(self, node: s.Applies, scope: Scope) -> e.Expr:
        path = _dotted(node.rule)
        if path is None or path not in self.names.rules:
            word = WordAt(path or "...", node.rule.span)
            raise self.unknown("HX234", word, "there is no rule", self.names.rules)
        if forbids_done(self.names.rules[path][0]):
            message = f"`{path}` forbids to be done, which is about a whole position and no case of it"
            raise self.wrong("HX234", node.rule.span, message, "write its conditions, or make a fact of them")
        names = self.rule_scope(path) if self.rule_scope else self.names.rule_scopes.get(path)
        made: e.Expr = e.Applies(path)
        for name, type_ in (names or {}).items():
            given = self.constants.get(name)
            if name not in scope and given is not None and fits(given[1], type_, self.names):
                # a question names what the rule speaks of: one thing, bound under the rule's own name for it
                made = e.Quantified("any", e.Binder(name, e.MakeSet((e.Const(*given),), t.SetOf(type_)), made), None)
            elif scope.get(name) != type_:
                message = f"`{path}` speaks of `{name}: {type_}`, which is not known by that name here"
                help_ = "whether a rule applies can be asked where all it speaks of has the same names"
                raise self.wrong("HX234", node.rule.span, message, help_)
        return made


def narrowed(condition: e.Expr | None, scope: Scope) -> Scope:
    """What is known once a condition holds: after `v is a ship`, `v` has the attributes of a ship."""
    match condition:
        case e.IsKind(base=e.Var(name=name), kind=kind, negated=False):
            return {**scope, name: t.Kind(kind)}
        case e.All(parts=parts):
            for part in parts:
                scope = narrowed(part, scope)
    return scope


def _dotted(node: s.Expr) -> str | None:
    words: list[str] = []
    while isinstance(node, s.Attr):
        words.append(node.name.text)
        node = node.base
    return ".".join([node.text, *reversed(words)]) if isinstance(node, s.Name) else None


def _scaled(a: str | None, b: str | None) -> str | None:
    """The measure of a product of which one part at least is plain; a written number takes on that of the other."""
    if t.ANY_NUMBER in (a, b):
        return b if a == t.ANY_NUMBER else a
    return a or b


def _is_plain(node: s.Expr) -> bool:
    """A name, a literal, or an attribute of one."""
    while isinstance(node, s.Attr):
        node = node.base
    return isinstance(node, s.Name | s.Literal_)
