"""Nouns: what an expression stands for, as `its range` or `the hexes next to it`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from hexlaw.runtime.base.nodes import rebuilt, replace
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.value import Record, Thing, exact_text
from hexlaw.runtime.words import english, filling, numbers, quantifiers
from hexlaw.runtime.words.built_in import BUILTIN, CONTACT
from hexlaw.runtime.words.composing import with_tail
from hexlaw.runtime.words.phrases import Phrases
from hexlaw.runtime.words.pronouns import arranged, depending, spoken
from hexlaw.runtime.words.spans import Draft, SoFar, Text, TextSpan, listed, plain, strung, text

if TYPE_CHECKING:
    from hexlaw.runtime.words.teller import Teller


def named_by(graph: g.Graph, node: Any, called: Callable[[object], str | None]) -> Any:
    """An expression in which things and places, also in records and sets, are variables named as they are called."""
    match node:
        case e.Const(value=Record() as record):
            fields = graph.records[record.kind].fields
            parts = tuple((name, e.Const(value, fields[name].type)) for name, value in record.fields)
            return named_by(graph, e.MakeRecord(record.kind, parts), called)
        case e.Const(value=tuple() as values) if any(isinstance(each, Thing | Hex) and called(each) for each in values):
            item = t.item_of(node.type)
            return e.MakeSet(tuple(named_by(graph, e.Const(each, item), called) for each in values), node.type)
        case e.Const(value=value):
            name = called(value) if isinstance(value, Thing | Hex) else None
            return node if name is None else e.Var(name, node.type)
    return rebuilt(node, lambda part: named_by(graph, part, called))


SHORTEST_NAME = 4
"""Letters; a shorter name of a variable says nothing of what it holds."""


def noun(teller: Teller, node: e.Expr) -> Draft:
    """What an expression stands for, by what it is."""
    match node:
        case e.Var():
            if node.type != t.YES_NO:
                return variable(teller, node)
            so = text("whether ", teller.clause_text(node))  # or by its value, where that is known
            return depending(lambda so_far: variable(teller, node) if node.name in so_far.named else so)
        case e.Const():
            return constant(teller.phrases, node)
        case e.Attribute():
            return _attribute(teller, node)
        case e.Field():
            return _field(teller, node)
        case e.Fact() | e.Memory() if node.type == t.YES_NO:
            return text("whether ", teller.clause_text(node))
        case e.Quantity(name=name, args=args) if not teller.phrases.form("quantity", name) and (
            printed := teller.graph.quantities[name].printed
        ):
            return _attribute(teller, replace(printed, base=args[0]), borne_on=True)
        case e.Fact() | e.Quantity() | e.Table() | e.Tally() | e.Reach():
            return filling.called(teller, node)
        case e.Builtin(name="hexes"):
            return text("the hexes of the map")
        case e.Builtin(name="hexsides"):
            return text("the hexsides of the map")
        case e.Builtin(name="larger" | "smaller" as name, args=args):
            return text(f"the {name} of ", listed([numbers.amount(teller, arg) for arg in args], "and"))
        case e.Builtin(name="neighbour", args=(of_hex, e.Const(value=way))) if str(way)[:1].isdigit():
            return text("the neighbour of ", teller.noun(of_hex), f" in direction {way}")
        case e.Builtin(name=name, args=args) if node.type != t.YES_NO and name in BUILTIN:
            return filling.filled(teller, BUILTIN[name], filling.by_place(args))
        case e.Things(kind=kind, within=within):
            return text("all ", teller.phrases.noun("kind", kind, several=True), quantifiers.placed(teller, within))
        case e.Those(binder=binder):
            return quantifiers.several(teller, binder)
        case e.One(binder=binder) if (known := quantifiers.that_it_is(binder)) is not None:
            return teller.noun(known)
        case e.One(binder=binder):
            return quantifiers.one(teller, binder, "the")
        case e.Linked():
            return quantifiers.linked(teller, node)
        case e.MakeSet(items=items):
            return listed([teller.noun(item) for item in items], "and") if items else text("nothing")
        case e.Count(of=of):
            return text("the number of ", quantifiers.counted(teller, of))
        case e.Fold():
            return numbers.folded(teller, node)
        case e.Whichever(var=var, domain=domain, how=how, measure=measure):
            of_one = quantifiers.of_one(teller, e.Binder(var, domain, None), teller.noun(measure))
            most = f" {numbers.FOLDED[how]}"
            measured = arranged(
                lambda of: text(of, " are" if english.is_of_several(plain(of)) else " is", most), of_one
            )
            return text("the one of ", teller.noun(domain), " for which ", measured)
        case e.Arith():
            return numbers.arith(teller, node)
        case e.MakeRecord(kind=kind, fields=fields):
            given = with_fields(teller, "field", kind, fields)
            return text(english.with_article(teller.phrases.noun("kind", kind)), given)
        case e.MakeMoment():
            return _moment(teller, node)
        case _ if node.type == t.YES_NO:
            return text("whether ", teller.clause_text(node))
        case _:
            return teller.law(node)


def variable(teller: Teller, node: e.Var) -> Draft:
    """A variable by its role or its kind; `it` where it is the topic and has been named."""
    return (lambda so_far: _mention(teller, node, so_far),)


def _mention(teller: Teller, node: e.Var, so_far: SoFar) -> tuple[Text, SoFar]:
    name = node.name
    if (known := so_far.named.get(name)) is not None:
        return spoken(text("it" if name == so_far.topic else known), so_far)
    if name == g.ACTING:
        return text("the side that acts"), so_far
    called = teller.roles.get(name) or teller.phrases.form("variable", name) or _unnamed(teller, node, so_far)
    if len(called) == 1:
        return text(called), so_far.calling(name, called)
    article, _, noun = called.partition(" ")
    if (
        article in ("a", "an")
        and f"the {noun}" in so_far.named.values()
        and f"the other {noun}" not in so_far.named.values()
    ):
        called = f"another {noun}"
    so_far = so_far.introducing(name, called)
    if so_far.topic == name and isinstance(node.type, t.SetOf | t.Number):
        so_far = replace(so_far, topic=None)  # several are not "it", and a number is not what a sentence is about
    return text(english.with_article(called)), so_far


def _unnamed(teller: Teller, node: e.Var, so_far: SoFar) -> str:
    """A name for a variable by what it holds; the second of a kind is `the other unit`."""
    match t.bare(node.type):
        case t.Kind(name=kind):
            noun = "game" if kind == "game" else teller.phrases.noun("kind", kind)
        case t.Choice(name=choice):
            noun = teller.phrases.form("kind", choice) or english.named(choice)
        case t.SetOf(item=t.Kind(name=kind)):
            return _several(node.name, teller.phrases.noun("kind", kind, several=True))
        case _:
            return english.value_named(node.name)
    if noun == "game":
        return "the game"
    known = so_far.named.values()
    if f"the {noun}" in known:
        another = (f"the other {noun}", f"the third {noun}")
        free = next((called for called in another if called not in known), f"the {noun} {node.name}")
        return free.replace("the third", "a third")
    return english.with_article(noun)


def _several(name: str, kinds: str) -> str:
    """A name for a set of things. By their kind alone it would be all of that kind: `the members`, `the boats of the
    fleet`; a letter says nothing more than the kind does."""
    called = english.named(name)
    if len(called) < SHORTEST_NAME or called == kinds:
        return f"the {kinds}"
    return f"the {called}" if called.endswith("s") else f"the {kinds} of the {called}"


def constant(phrases: Phrases, node: e.Const) -> Text:
    """A value that stands in the law."""
    match node.value:
        case None:
            return text("nothing")
        case bool():
            return text("yes" if node.value else "no")
        case int() | Fraction():
            return text(exact_text(node.value))
        case tuple():
            parts = [constant(phrases, e.Const(v, t.item_of(node.type))) for v in node.value]
            return listed(parts, "and") if parts else text("nothing")
        case str() if isinstance(choice := t.bare(node.type), t.Choice):
            return value(phrases, choice.name, node.value)
        case _:
            return text(str(node.value))


def value(phrases: Phrases, choice: str, value: str) -> Text:
    form = phrases.form("value", f"{choice}.{value}")
    return text(form or (value if value[:1].isdigit() else english.named(value)))


def of(teller: Teller, base: e.Expr, noun: str) -> Draft:
    """`its range`, `the unit's range`, `the range of the units that fire`."""

    noun = noun.removeprefix("the ")

    def owned(owner: Text) -> Text:
        words = plain(owner)
        if len(words.split()) <= 4 and not any(word in words for word in (" of ", " that ", ",")):
            return text(with_tail(owner, english.possessive(owner[-1].text)), " ", noun)
        return text("the ", noun, " of ", owner)

    return arranged(owned, teller.noun(base))


def _attribute(teller: Teller, node: e.Attribute, borne_on: bool = False) -> Draft:
    """An attribute; `borne_on`, what rules make of it: elsewhere it is what is printed that is meant."""
    figure = teller.graph.quantities.get(node.name)
    if not borne_on and figure is not None and figure.printed == replace(node, base=e.Var(*figure.params[0])):
        called = next(iter(teller.phrases.forms("attribute", f"{node.owner}.{node.name}")), "")
        noun = english.as_noun(node.name) if "{" in called or not called else called
        return of(teller, node.base, f"printed {noun}")
    if node.type == t.YES_NO:
        return text("whether ", teller.clause_text(node))
    forms = teller.phrases.forms("attribute", f"{node.owner or filling.ANY}.{node.name}")
    if forms and "{" in forms[0]:
        return filling.filled(teller, forms[0], {"it": node.base})
    if (node.owner, node.name) == (t.GAME.name, g.PLAYER) and teller.graph.has_players:
        return text(forms[0] if forms else "the player who acts")
    if (by_whom := filling.by_whom(teller, node)) is not None:
        return by_whom
    called = forms[0] if forms else english.as_noun(node.name)
    if node.base.type == t.GAME and (isinstance(node.base, e.Var) or " " in called):
        return text(called if called.startswith("the ") else f"the {called}")
    return of(teller, node.base, called)


def _field(teller: Teller, node: e.Field) -> Draft:
    if node.base.type == t.CONTACT:
        met = filling.filled(teller, CONTACT[node.name], {"it": node.base})
        if node.name not in ("side", "hex") or not isinstance(node.base, e.Var):
            return met
        name = node.base.name
        itself = teller.noun(node.base)
        return depending(lambda so_far: itself if name in so_far.bound else met)
    sort, name, args = filling.wanted(teller.graph, node)
    form = teller.phrases.form(sort, name)
    if "{" in form:
        return filling.filled(teller, form, args)
    if (by_whom := filling.by_whom(teller, node)) is not None:
        return by_whom
    return text(form) if form.startswith("the ") else of(teller, node.base, form or english.as_noun(node.name))


def with_fields(teller: Teller, sort: str, kind: str, fields: Iterable[tuple[str, e.Expr]]) -> Draft:
    """What is in the fields of a record or an order: in brackets, or where there are one or two `with the boat as the
    ferry`. What is not so, or not there, need not be said."""
    given: list[Draft] = []
    roles: list[Draft] = []
    for name, value in fields:
        form = teller.phrases.form(sort, f"{kind}.{name}")
        heading = english.named(name) if "{" in form or not form else form
        match value:
            case e.Const(value=None) | e.Const(value=False):
                pass
            case e.Const(value=True):
                given.append(text(form.removeprefix("{it} ") if form.count("{") == 1 else heading))
            case _:
                given.append(text(heading.removeprefix("the "), ": ", teller.noun(value)))
                roles.append(arranged(partial(_as_what, heading), teller.noun(value)))
    if len(given) == len(roles) < 3:
        return text(" with ", listed(roles, "and")) if roles else text()
    return text(" (", strung(given, "; "), ")")


def _as_what(heading: str, value: Text) -> Text:
    """`the boat as the ferry`; what is called so already is not called so again."""
    if plain(value).removeprefix("the ") == heading.removeprefix("the "):
        return value
    return text(value, " as ", english.with_article(heading))


def part(phrases: Phrases, span: str) -> Text:
    """A part of the sequence, with its article."""
    return (TextSpan(phrases.form("part", span) or f"the {english.named(span)}", f"part:{span}"),)


def _moment(teller: Teller, node: e.MakeMoment) -> Draft:
    """`the end of the next day of the side`."""
    span = part(teller.phrases, node.span)
    owner = text(" of ", teller.noun(node.owner)) if node.owner is not None else text()
    if node.which == "next":
        span = text("the next ", plain(span).removeprefix("the "))
    return text(f"the {node.edge} of ", span, owner)
