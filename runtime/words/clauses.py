"""Expressions said in English: what has a value as a noun, what holds or does not as a clause.

A `Teller` tells one thing, a rule or an effect, in drafts (naming.py): a variable is named where it first stands in the
sentence, and is then "it", if it is the topic, or "the unit" again. What the law has no phrase for is said by its name
where that reads as English, else in the law's own words, marked as such.

A clause is kept in two parts, its subject and what is said of it: so two clauses of one subject share it, and in "an
enemy unit in the hex is painted" what is bound takes the place of the subject.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.links import targets_of
from hexlaw.runtime.value import exact_text
from hexlaw.runtime.words import english
from hexlaw.runtime.words.as_law import as_law
from hexlaw.runtime.words.joining import (
    Predicate,
    about_one,
    determined,
    has_owner,
    is_determined,
    mended,
    that,
    with_the,
    without_the,
)  # fmt: skip
from hexlaw.runtime.words.naming import arranged, depending, scoped, spoken
from hexlaw.runtime.words.phrases import Phrases, pieces
from hexlaw.runtime.words.spans import Draft, SoFar, Span, Text, listed, plain, text, with_head

ANY = "thing"
"""The owner, in names of phrases, of the two attributes that every thing has: `thing.hex`, `thing.holder`."""
SIDES = ("side", "owner")
"""The attributes that say which side a thing is of."""
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
MORE = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
COMES = {"<": "comes before", "<=": "does not come after", ">": "comes after", ">=": "does not come before"}
MORE_THINGS = {"<": "fewer than", "<=": "at most", ">": "more than", ">=": "at least"}
ARTICLE = re.compile(r"(^|.*[ (])(?:an?|[Tt]he) $", re.DOTALL)
"""The end of what stands before a place in a phrase, where that is an article."""
DEEPEST = 30
"""Parts inside each other; what lies deeper is said as law."""
MOST_SAID = 3_000
"""Nouns and clauses of one sentence; of what a stranger's law piles up beyond it, the rest is said as law."""

BUILTIN = {
    "distance": "the distance from {0} to {1}", "neighbours": "the hexes next to {0}",
    "neighbour": "the neighbour number {1} of {0}", "straight-across": "the hex straight beyond {1}, seen from {0}",
    "side-between": "the hexside between {0} and {1}", "sides-of": "the hexsides of {0}",
    "hexes-of": "the two hexes of {0}", "sides-along": "the hexsides that the line from {0} to {1} meets",
    "hexes-along": "the hexes that the line from {0} to {1} meets",
    "hexes-before": "the hexes right before {0} on the line from {1} to {2}",
    "sides-on-paths": "the hexsides on the shortest paths from {0} to {1}",
    "hexes-on-paths": "the hexes on the shortest paths from {0} to {1}", "rounded-down": "{0}, rounded down",
    "rounded-up": "{0}, rounded up", "larger": "the larger of {0} and {1}", "smaller": "the smaller of {0} and {1}",
    "shifted": "{0}, moved by {1}", "numbers": "the whole numbers from {0} to {1}",
    "printed": "the printed {0}", "hex": "{0}",
    "adjacent-to": "{0} is next to {1}", "comes-before": "{0} comes before {1}", "touches": "{0} touches {1}",
    "game": "the game", "off-board": "{0} is off the board", "shared": "{0} is half a hex on each of two boards",
}  # fmt: skip
"""The machine's own words."""
ONE_OF = {
    "neighbours": "hex next to {0}", "sides-of": "hexside of {0}", "hexes-of": "hex beside {0}",
    "sides-along": "hexside on the line from {0} to {1}", "hexes-along": "hex on the line from {0} to {1}",
    "hexes-before": "hex right before {0} on the line from {1} to {2}",
    "sides-on-paths": "hexside on a shortest path from {0} to {1}", "numbers": "whole number from {0} to {1}",
    "hexes-on-paths": "hex on a shortest path from {0} to {1}",
}  # fmt: skip
"""One of what a built-in function gives."""
CONTACT = {
    "side": "the hexside met by {it}", "hex": "the hex met by {it}", "how": "the way in which {it} is met",
    "at": "how far along the line {it} is", "passed": "the number of hexsides passed before {it}",
    "left": "the number of hexsides left after {it}",
}  # fmt: skip
WAYS = {
    "crosses": ("{it} is crossed", "{it} is not crossed"),
    "runs-along": ("{it} lies along the line", "{it} does not lie along the line"),
    "corner": ("{it} is only touched at a corner", "{it} is more than touched at a corner"),
}  # fmt: skip
"""How a line meets a hexside or a hex."""
PLACED = {
    "hex": ("{it} is off the map", "{it} is on the map"), "holder": ("{it} is not in anything", "{it} is in another"),
}  # fmt: skip
"""What is said of a thing that has no place, or has one."""
Phrased = e.Attribute | e.Field | e.Fact | e.Memory | e.Quantity | e.Table | e.Tally | e.Reach
"""What the law may have a phrase for."""


def of_itself(graph: g.Graph, sort: str, name: str) -> e.Expr:
    """What is asked under a name, of variables that are called as its parameters."""
    decl = graph.section(sort)[name]
    args = variables(decl.params)
    return e.Memory(name, args) if sort == "memory" else e.ASKED[sort](name, args, decl.type)


def variables(params: tuple[tuple[str, t.Type], ...]) -> tuple[e.Expr, ...]:
    return tuple(e.Var(name, type_) for name, type_ in params)


@dataclass(frozen=True)
class Clause:
    """What is said, and of what; without a subject it is a whole sentence. `lead` is the subject in words."""

    subject: e.Expr | None
    said: Draft
    lead: Draft = ()
    alternatives: bool = False  # it says that one of several things holds


@dataclass
class Teller:
    """What expressions are called, as drafts; nothing that is asked of it changes what it says next."""

    phrases: Phrases
    roles: Mapping[str, str] = field(default_factory=dict)  # by variable, what it is called with its article
    start: SoFar = field(default_factory=SoFar)  # what has a name before anything is said
    inside: tuple[str, ...] = ()  # rules whose conditions are being said
    depth: int = 0
    count: int = 0  # of nouns and clauses

    def __post_init__(self) -> None:
        self.graph = self.phrases.graph

    def words(self, draft: Draft) -> Text:
        """The words of what is said first."""
        return spoken(draft, self.start)[0]

    def _too_much(self) -> bool:
        self.count += 1
        return self.depth > DEEPEST or self.count > MOST_SAID

    # -- nouns

    def noun(self, node: e.Expr) -> Draft:
        """What an expression stands for: `its range`, `the hexes next to it`."""
        if self._too_much():
            return self.law(node)
        self.depth += 1
        try:
            return self._noun(node)
        finally:
            self.depth -= 1

    def law(self, node: e.Expr) -> Text:
        return (Span(as_law(node, self.graph), how="law"),)

    def _noun(self, node: e.Expr) -> Draft:
        match node:
            case e.Var():
                return self.variable(node)
            case e.Const():
                return self.constant(node)
            case e.Attribute():
                return self._attribute(node)
            case e.Field():
                return self._field(node)
            case e.Fact() | e.Memory() if node.type == t.YES_NO:
                return text("whether ", self.clause_text(node))
            case e.Quantity(name=name, args=args) if not self.phrases.form("quantity", name) and (
                printed := self.graph.quantities[name].printed
            ):
                return self._attribute(replace(printed, base=args[0]), borne_on=True)
            case e.Fact() | e.Quantity() | e.Table() | e.Tally() | e.Reach():
                return self._called(node)
            case e.Builtin(name="hexes"):
                return text("the hexes of the map")
            case e.Builtin(name="hexsides"):
                return text("the hexsides of the map")
            case e.Builtin(name=name, args=args) if node.type != t.YES_NO and name in BUILTIN:
                return self.filled(BUILTIN[name], {str(i): arg for i, arg in enumerate(args)})
            case e.Things(kind=kind, within=within):
                return text("all ", self.kind(kind, several=True), self._place(within))
            case e.Those(binder=binder):
                return self.several(binder)
            case e.One(binder=binder):
                return self.one(binder, "the")
            case e.Linked():
                return self._linked(node)
            case e.MakeSet(items=items):
                return listed([self.noun(item) for item in items], "and") if items else text("nothing")
            case e.Count(of=of):
                return text("the number of ", self.many(of))
            case e.Fold(how="least" | "most" as how, item=e.Attribute(base=base) as item, binder=binder) if is_var(
                base, binder.var
            ) and (figure := self._figure_of(item, binder.var)):
                return text(f"the {'least' if how == 'least' else 'greatest'} {figure} of ", self.several(binder))
            case e.Fold(how=how, item=item, binder=binder):
                called = {"sum": "sum", "least": "least", "most": "greatest"}[how]
                of_each = self.of_one(binder.var, binder.domain, self.noun(item))
                return text(f"the {called}, over ", self.one(binder, "every"), ", of ", of_each)
            case e.Whichever(var=var, domain=domain, how=how, measure=measure):
                best = "least" if how == "least" else "greatest"
                of_one = self.of_one(var, domain, self.noun(measure))
                return text("whichever of ", self.noun(domain), " makes ", of_one, f" {best}")
            case e.Arith():
                return self._arith(node)
            case e.MakeRecord(kind=kind, fields=fields):
                filled = [self.filled_field(kind, name, value) for name, value in fields]
                return text(english.with_article(self.phrases.noun("kind", kind)), " (", listed(filled, "and"), ")")
            case e.MakeMoment():
                return self.moment(node)
            case _ if node.type == t.YES_NO:
                return text("whether ", self.clause_text(node))
            case _:
                return self.law(node)

    def _figure_of(self, item: e.Attribute, var: str) -> str:
        """`range` of an attribute that would be said as `that unit's range`; nothing where it is said otherwise."""
        words = plain(spoken(scoped(var, "that one", self.noun(item)), SoFar())[0])
        return words.removeprefix("that one's ") if words.startswith("that one's ") else ""

    def filled_field(self, kind: str, name: str, value: e.Expr) -> Draft:
        return text(self.phrases.noun("field", f"{kind}.{name}"), ": ", self.noun(value))

    def variable(self, node: e.Var) -> Draft:
        """A variable by its role or its kind; `it` where it is the topic and has been named."""
        return (lambda so_far: self._mention(node, so_far),)

    def _mention(self, node: e.Var, so_far: SoFar) -> tuple[Text, SoFar]:
        name = node.name
        known = so_far.named.get(name)
        if known is not None:
            return spoken(text("it" if name == so_far.topic else known), so_far)
        if name == g.ACTING:
            return text("the side that acts"), so_far
        called = self.roles.get(name) or self.phrases.form("variable", name) or self._unnamed(node, so_far)
        so_far = so_far.introducing(name, called)
        if so_far.topic == name and isinstance(node.type, t.SetOf):
            so_far = replace(so_far, topic=None)  # several are not "it"
        return text(english.with_article(called)), so_far

    def _unnamed(self, node: e.Var, so_far: SoFar) -> str:
        """A name for a variable by what it holds; the second of a kind is `the other unit`."""
        match node.type:
            case t.Kind(name=kind):
                noun = "game" if kind == "game" else self.phrases.noun("kind", kind)
            case t.Choice(name=choice):
                noun = self.phrases.form("kind", choice) or english.named(choice)
            case t.SetOf(item=t.Kind(name=kind)):
                return f"the {self.phrases.noun('kind', kind, several=True)}"
            case t.OrNone(item=item):
                return self._unnamed(e.Var(node.name, item), so_far)
            case _:
                return f"the {english.named(node.name)}"
        if noun == "game":
            return "the game"
        known = so_far.named.values()
        if f"the {noun}" in known:
            return f"the other {noun}" if f"the other {noun}" not in known else f"the {noun} {node.name}"
        return english.with_article(noun)

    def constant(self, node: e.Const) -> Text:
        match node.value:
            case None:
                return text("nothing")
            case bool():
                return text("yes" if node.value else "no")
            case int() | Fraction():
                return text(exact_text(node.value))
            case tuple():
                parts = [self.constant(e.Const(v, t.item_of(node.type))) for v in node.value]
                return listed(parts, "and") if parts else text("nothing")
            case str() if isinstance(node.type, t.Choice):
                return self.value(node.type.name, node.value)
            case str() if isinstance(node.type, t.OrNone):
                return self.constant(e.Const(node.value, node.type.item))
            case _:
                return text(str(node.value))

    def value(self, choice: str, value: str) -> Text:
        form = self.phrases.form("value", f"{choice}.{value}")
        return text(form or (value if value[:1].isdigit() else english.named(value)))

    def kind(self, kind: str, *, several: bool = False) -> Text:
        return text(self.phrases.noun("kind", kind, several=several))

    def of(self, base: e.Expr, noun: str) -> Draft:
        """`its range`, `the unit's range`, `the range of the units that fire`."""

        def owned(owner: Text) -> Text:
            words = plain(owner)
            if len(words.split()) <= 4 and not any(word in words for word in (" of ", " that ", ",")):
                return text(*owner[:-1], *with_head(owner[-1:], english.possessive(owner[-1].text)), " ", noun)
            return text("the ", noun, " of ", owner)

        return arranged(owned, self.noun(base))

    def _attribute(self, node: e.Attribute, borne_on: bool = False) -> Draft:
        """An attribute; `borne_on`, what rules make of it: elsewhere it is what is printed that is meant."""
        figure = self.graph.quantities.get(node.name)
        if not borne_on and figure is not None and figure.printed == replace(node, base=e.Var(*figure.params[0])):
            called = next(iter(self.phrases.forms("attribute", f"{node.owner}.{node.name}")), "")
            noun = english.named(node.name) if "{" in called or not called else called
            return self.of(node.base, f"printed {noun}")
        if node.type == t.YES_NO:
            return text("whether ", self.clause_text(node))
        forms = self.phrases.forms("attribute", f"{node.owner or ANY}.{node.name}")
        if forms and "{" in forms[0]:
            return self.filled(forms[0], {"it": node.base})
        if (node.owner, node.name) == (t.GAME.name, g.PLAYER) and self.graph.has_players:
            return text(forms[0] if forms else "the player who acts")
        called = forms[0] if forms else english.named(node.name)
        if isinstance(node.base, e.Var) and node.base.type == t.GAME:
            return text("the ", called)
        return self.of(node.base, called)

    def _field(self, node: e.Field) -> Draft:
        kind = node.base.type
        if kind == t.CONTACT:
            met = self.filled(CONTACT[node.name], {"it": node.base})
            if node.name not in ("side", "hex") or not isinstance(node.base, e.Var):
                return met
            name = node.base.name
            itself = self.noun(node.base)
            return depending(lambda so_far: itself if name in so_far.bound else met)
        sort, name, args = self._phrased(node)
        form = self.phrases.form(sort, name)
        if "{" in form:
            return self.filled(form, args)
        return text(form) if form.startswith("the ") else self.of(node.base, form or english.named(node.name))

    def _phrased(self, node: Phrased) -> tuple[str, str, dict[str, e.Expr]]:
        """The sort and the name under which there may be a phrase for something, and what fills its places."""
        match node:
            case e.Attribute(base=base, name=name, owner=owner):
                return "attribute", f"{owner or ANY}.{name}", {"it": base}
            case e.Field(base=base, name=name):
                owner = base.type.name if isinstance(base.type, t.Kind) else ANY
                return "field", f"{owner}.{name}", {"it": base}
        sort = type(node).__name__.lower()
        params = self.graph.section(sort)[node.name].params
        return sort, node.name, dict(zip([name for name, _ in params], node.args, strict=True))

    def _called(self, node: e.Fact | e.Quantity | e.Table | e.Tally | e.Reach) -> Draft:
        sort, name, args = self._phrased(node)
        form = self.phrases.form(sort, name)
        return self.filled(form, args, f"{sort}:{name}") if form else self._missed(sort, name, node)

    def _missed(self, sort: str, name: str, node: e.Expr) -> Text:
        """The law itself, where a phrase is wanted that is not there."""
        self.phrases.missed(sort, name)
        return (Span(as_law(node, self.graph), f"{sort}:{name}", "law"),)

    def filled(self, form: str, args: Mapping[str, e.Expr], ref: str = "") -> Draft:
        """A phrase with what stands in its places."""
        found = list(pieces(form))
        opening = found[0][1] if len(found) > 1 and found[1][0] and found[1][1] in args and not found[0][0] else ""
        owned = opening.startswith("the ") and opening.endswith(" of ")

        def put_together(*parts: Text) -> Text:
            if owned and plain(parts[1]) == "it":
                its = Span(f"its {opening.removeprefix('the ').removesuffix(' of ')}", ref)
                return mended(text(its, *parts[2:]))
            fills = [place and is_determined(part) for (place, _), part in zip(found, parts, strict=True)]
            room = [
                tuple(replace(x, text=ARTICLE.sub(r"\1", x.text)) for x in part) if brings and not place else part
                for (place, _), part, brings in zip(found, parts, [*fills[1:], False], strict=True)
            ]
            return mended(text(*room))

        return arranged(
            put_together,
            *(self.noun(args[words]) if place and words in args else (Span(words, ref),) for place, words in found),
        )

    def _arith(self, node: e.Arith) -> Draft:
        left, right = node.left, node.right
        match node.op:
            case "+":
                return text(self.noun(left), " plus ", self.noun(right))
            case "-":
                return text(self.noun(left), " less ", self._whole(right))
            case "*":
                if isinstance(right, e.Const):
                    left, right = right, left
                if isinstance(left, e.Const) and left.value == 2:
                    return text("twice ", self._whole(right))
                if isinstance(left, e.Const) and left.value == Fraction(1, 2):
                    return text("half of ", self._whole(right))
                return text(self._whole(left), " times ", self._whole(right))
            case _:
                if isinstance(right, e.Const) and right.value in (2, 4):
                    return text("half of " if right.value == 2 else "a quarter of ", self._whole(left))
                return text(self._whole(left), " divided by ", self._whole(right))

    def _whole(self, node: e.Expr) -> Draft:
        """A number that is taken as a whole: a sum stands in brackets."""
        noun = self.noun(node)
        return text("(", noun, ")") if isinstance(node, e.Arith) and node.op in "+-" else noun

    def part(self, span: str) -> Text:
        """A part of the sequence, with its article."""
        form = self.phrases.form("part", span)
        return (Span(form or f"the {english.named(span)}", f"part:{span}"),)

    def moment(self, node: e.MakeMoment) -> Draft:
        part = self.part(node.span)
        owner = text(" of ", self.noun(node.owner)) if node.owner is not None else text()
        if node.which == "next":
            part = text("the next ", plain(part).removeprefix("the "))
        return text(f"the {node.edge} of ", part, owner)

    # -- what is bound

    def one(self, binder: e.Binder, which: str) -> Draft:
        """`each enemy unit in the hex that is painted`."""
        return self.bound(binder, lambda noun, those: text(determined(which, noun), that(those)))

    def _linked(self, node: e.Linked) -> Draft:
        """`the hexes that link up with the depot through hexes that are free`, or the number of steps there."""
        start = self.noun(node.start.domain)
        most: Draft = text()
        way: Draft = text()
        if node.within is not None:
            most = text(", in at most ", self.noun(node.within), " steps")
        if node.binder.where is not None:
            through = scoped(node.start.var, "the hex before it", self.many(e.Those(node.binder)))
            way = text(" through ", through)
        if node.to is None:
            return text("the hexes that link up with ", start, way, most)
        return text("the number of steps from ", start, " to ", self.noun(node.to), way, most)

    def several(self, binder: e.Binder) -> Draft:
        return self.bound(binder, lambda noun, those: text("the ", noun, that(those, several=True)), several=True)

    def many(self, of: e.Expr) -> Draft:
        """The things of a set without an article: `enemy units in the hex`."""
        if isinstance(of, e.Those):
            return self.bound(of.binder, lambda noun, those: text(noun, that(those, several=True)), several=True)
        if isinstance(of, e.Things):
            return text(self.kind(of.kind, several=True), self._place(of.within))
        if isinstance(of, e.Attribute):
            form = self.phrases.form("attribute", f"{of.owner or ANY}.{of.name}")
            if "{" not in form:
                return text(form or english.named(of.name), " of ", self.noun(of.base))
        return arranged(without_the, self.noun(of))

    def _single(self, of: e.Expr) -> Draft:
        """One of the things of a set without an article: `enemy boat in the hex`."""
        if isinstance(of, e.Things):
            return text(self.kind(of.kind), self._place(of.within))
        of_several = text("of the ", self.many(of))
        if not isinstance(of, e.Those):
            return of_several

        def one_of(noun: Text, those: list[Predicate]) -> Draft:
            owned = plain(noun).startswith(("the ", "its ", "that "))
            return of_several if owned else text(noun, that(those))

        return self.bound(of.binder, one_of)

    def _place(self, inside: e.Expr | None) -> Draft:
        return text(" in ", self.noun(inside)) if inside is not None else text()

    def bound(self, binder: e.Binder, how: Callable[[Text, list[Predicate]], Draft], *, several: bool = False) -> Draft:
        """What `how` makes of the noun of what is bound, with its adjectives and place, and of what else is said of
        it."""
        conditions = _conjuncts(binder.where)
        domain = binder.domain
        while isinstance(domain, e.Those) and domain.binder.var == binder.var:
            conditions = [*_conjuncts(domain.binder.where), *conditions]
            domain = domain.binder.domain
        noun, place = self._domain(domain, binder, conditions, several=several)
        claimed = [self._claims(binder.var, condition) for condition in conditions]
        noun_of_one = self.one_called(domain)
        inside_alike = (
            isinstance(domain, e.Things) and domain.within is not None and domain.within.type == t.Kind(domain.kind)
        )

        def close(so_far: SoFar) -> tuple[Text, SoFar]:
            words, so_far = spoken(noun, so_far)
            there, so_far = spoken(place, so_far)
            bare = not is_determined(words)
            adjectives = [self._adjective(binder.var, each, so_far) if bare else None for each in conditions]
            called = so_far.that_one(noun_of_one)
            those: list[Predicate] = []
            for adjective, claims in zip(adjectives, claimed, strict=True):
                for about, draft in claims if adjective is None else ():
                    claim, so_far = spoken(scoped(binder.var, called, draft), so_far)
                    those.append(Predicate("that", claim) if about else about_one(claim, called))
            if those and inside_alike:  # else what is said of the one would seem to be said of what holds it
                those.append(Predicate("that", text("is", there)))
                there = text()
            before = sorted((word for word in adjectives if word is not None), key=lambda word: word != "other")
            return spoken(how(text("".join(f"{word} " for word in before), words, there), those), so_far)

        return (close,)

    def _claims(self, var: str, condition: e.Expr) -> list[tuple[bool, Draft]]:
        """What a condition says: of what is bound, as a predicate, or a whole sentence in which that occurs."""
        return [
            (True, clause.said) if is_var(clause.subject, var) else (False, self.whole(clause))
            for clause in self.clauses(condition, True)
        ]

    def of_one(self, var: str, domain: e.Expr, draft: Draft) -> Draft:
        """A draft in which one of a set is called `that unit`."""
        noun = self.one_called(domain)
        return depending(lambda so_far: scoped(var, so_far.that_one(noun), draft))

    def one_called(self, domain: e.Expr) -> str:
        """What one of a set is called: `unit`, `hexside`."""
        while isinstance(domain, e.Those):
            domain = domain.binder.domain
        match domain, domain.type:
            case e.Builtin(name=name), _ if name in ONE_OF:
                return ONE_OF[name].partition(" ")[0]
            case _, t.SetOf(item=t.Kind(name=kind)):
                return self.phrases.noun("kind", kind)
            case _, t.SetOf(item=t.Choice(name=choice)):
                return self.phrases.noun("kind", choice)
        return "one"

    def _domain(
        self, domain: e.Expr, binder: e.Binder, conditions: list[e.Expr], *, several: bool
    ) -> tuple[Draft, Draft]:
        """The noun of what is gone through, and where that is."""
        match domain:
            case e.Things(kind=kind, within=within):
                for condition in conditions:
                    match condition:
                        case e.IsKind(base, narrower, False) if is_var(base, binder.var):
                            if self.graph.is_a(narrower, kind):
                                conditions.remove(condition)
                                kind = narrower
                                break
                return self.kind(kind, several=several), self._place(within)
            case e.Builtin(name="hexes"):
                return self.kind("hex", several=several), text()
            case e.Builtin(name="hexsides"):
                return self.kind("hexside", several=several), text()
            case e.Builtin(name=name, args=args) if name in ONE_OF:
                noun, _, place = ONE_OF[name].partition(" ")
                plural = english.plural(noun) if several else noun
                return text(plural), text(" ", self.filled(place, {str(i): arg for i, arg in enumerate(args)}))
            case _:
                among = self.noun(domain)
                return arranged(without_the if several else with_the, among), text()

    def _adjective(self, var: str, node: e.Expr, so_far: SoFar) -> str | None:
        """A condition that one word before the noun can say."""
        match node:
            case e.Equal(left=left, right=right, negated=True) if is_var(left, var) and isinstance(right, e.Var):
                return "other"
            case e.Equal(left=e.Attribute(base=b, name=name), right=right, negated=negated) if name in SIDES and is_var(
                b, var
            ):
                match right:
                    case e.Attribute(base=e.Var(name=owner), name=side) if side in SIDES and so_far.topic in (
                        None,
                        owner,
                    ):
                        return "enemy" if negated else "friendly"
                    case e.Const(value=str() as side) if not negated:
                        return _one_word(self.phrases.form("value", f"side.{side}", 1))
            case e.Attribute(base=only) | e.Fact(args=(only,)) if node.type == t.YES_NO and is_var(only, var):
                return _one_word(self._yes_no(node, holds=True))
        return None

    # -- clauses

    def whole(self, clause: Clause) -> Draft:
        if clause.subject is None:
            return clause.said
        return arranged(mended, text(clause.lead, " ", clause.said))

    def about(self, subject: e.Expr, *predicate: str | Draft) -> Clause:
        """A clause about something."""
        return Clause(subject, text(*predicate), self.noun(subject))

    def clause_text(self, node: e.Expr, *, holds: bool = True) -> Draft:
        """A condition as a sentence without a capital and a stop."""
        return self.joined(self.clauses(node, holds), "and")

    def joined(self, clauses: Iterable[Clause], word: str) -> Draft:
        """Clauses in a row; neighbours of one subject name it once."""
        made: list[Draft] = []
        last: e.Expr | None = None
        found = [*clauses]
        for clause in found:
            if clause.alternatives and word == "and" and len(found) > 1:
                clause = replace(clause, said=text("either ", clause.said))
            shares = clause.subject is not None and clause.subject == last
            made.append(clause.said if shares else self.whole(clause))
            last = clause.subject

        def put_together(*parts: Text) -> Text:
            other = " or " if word == "and" else " and "
            if len(parts) > 2 or any(other in plain(part) for part in parts):
                between = ["", *[", "] * (len(parts) - 2), f", {word} "][: len(parts)]
                return text(*[piece for pair in zip(between, parts, strict=True) for piece in pair])
            return listed(parts, word)

        return arranged(put_together, *made)

    def clauses(self, node: e.Expr, holds: bool) -> list[Clause]:
        """A condition as clauses that all hold."""
        match node:
            case e.All(parts=parts) if holds:
                return [clause for part in parts for clause in self.clauses(part, True)]
            case e.Any(parts=parts) if not holds:
                return [clause for part in parts for clause in self.clauses(part, False)]
            case e.Not(inner=inner):
                return self.clauses(inner, not holds)
        return [self.clause(node, holds)]

    def clause(self, node: e.Expr, holds: bool) -> Clause:
        if self._too_much():
            return Clause(None, self._law_clause(node, holds))
        self.depth += 1
        try:
            return self._clause(node, holds)
        finally:
            self.depth -= 1

    def _law_clause(self, node: e.Expr, holds: bool) -> Draft:
        return text("" if holds else "it is not so that ", self.law(node))

    def _clause(self, node: e.Expr, holds: bool) -> Clause:
        match node:
            case e.Any(parts=parts) | e.All(parts=parts):
                word = "or" if isinstance(node, e.Any) == holds else "and"
                return self._parts(parts, holds, word)
            case e.Not(inner=inner):
                return self.clause(inner, not holds)
            case e.Const(value=value):
                return Clause(None, text("always" if bool(value) == holds else "never"))
            case e.Attribute() | e.Field() | e.Fact() | e.Memory() | e.Table():
                sort, name, places = self._phrased(node)
                form = self._yes_no(node, holds)
                if not form:
                    return Clause(None, text("" if holds else "it is not so that ", self._missed(sort, name, node)))
                return self.phrase(form, places, _ref(sort, name))
            case e.Builtin(name=name, args=args) if name in BUILTIN:
                form = BUILTIN[name] if holds else english.opposite(BUILTIN[name])
                return self.phrase(form, {str(i): arg for i, arg in enumerate(args)})
            case e.Equal(left=left, right=right, negated=negated):
                return self._equal(left, right, holds != negated)
            case e.Compare(op=op, left=left, right=right, order=order):
                return self._compare(op if holds else OPPOSITE[op], left, right, order)
            case e.Contains(container=container, item=item, negated=negated):
                return self.contains(container, item, holds != negated)
            case e.IsKind(base=base, kind=kind, negated=negated):
                is_ = "is " if holds != negated else "is not "
                return self.about(base, is_, english.with_article(self.phrases.noun("kind", kind)))
            case e.Quantified():
                return self._quantified(node, holds)
            case e.NowIn(span=span):
                return Clause(None, text("play is " if holds else "play is not ", "in ", self.part(span)))
            case e.WouldBreak(effect=effect, args=args, rule=rule):
                would = "would" if holds else "would not"
                return Clause(None, text("a requirement (", Span(self.anchor(rule), f"rule:{rule}"), f") {would} ",
                                         "be broken if ", self.effect(effect, args)))  # fmt: skip
            case e.Applies(rule=rule):
                return self._applies(rule, holds)
            case e.Var():
                return self.about(node, "holds" if holds else "does not hold")
            case _:
                return Clause(None, self._law_clause(node, holds))

    def _parts(self, parts: tuple[e.Expr, ...], holds: bool, word: str) -> Clause:
        """Alternatives; of one subject, they are said of it together."""
        clauses = [
            clause for part in parts
            for clause in (self.clauses(part, holds) if word == "and" else [self._one_clause(part, holds)])
        ]  # fmt: skip
        first = clauses[0].subject
        either = word == "or" and len(clauses) > 1
        if first is not None and all(c.subject == first for c in clauses):
            return Clause(first, listed([c.said for c in clauses], word), clauses[0].lead, either)
        return Clause(None, self.joined(clauses, word), (), either)

    def _one_clause(self, node: e.Expr, holds: bool) -> Clause:
        """One of several alternatives; where it takes several clauses, in brackets."""
        clauses = self.clauses(node, holds)
        if len(clauses) == 1:
            return clauses[0]
        first = clauses[0].subject
        if first is not None and all(c.subject == first for c in clauses):
            return Clause(first, text("(", listed([c.said for c in clauses], "and"), ")"), clauses[0].lead)
        return Clause(None, text("(", self.joined(clauses, "and"), ")"))

    def phrase(self, form: str, args: Mapping[str, e.Expr], ref: str = "") -> Clause:
        """A phrase as a clause; where it begins with a place to fill, that is its subject."""
        all_pieces = list(pieces(form))
        if all_pieces and all_pieces[0][0] and all_pieces[0][1] in args:
            subject = args[all_pieces[0][1]]
            called = form[form.index("}") + 1 :]
            if called.startswith(" "):
                return self.about(subject, self.filled(called[1:], args, ref))
        return Clause(None, self.filled(form, args, ref))

    def _yes_no(self, node: Phrased, holds: bool) -> str:
        """The form that says of something that it is so, or that it is not; nothing where the law has none."""
        sort, name, args = self._phrased(node)
        if name.endswith(g.FORBIDDEN):
            may = self.phrases.form("event", name.removesuffix(g.FORBIDDEN), 1)
            return english.opposite(may) if holds and may else may
        adjective = (
            sort in ("attribute", "field") or getattr(self.graph.section(sort)[name], "shape", "") == "adjective"
        )
        default = f"{{{next(iter(args))}}} is {english.named(node.name)}" if adjective else ""
        return self.phrases.yes_no(sort, name, default, holds=holds)

    def _equal(self, left: e.Expr, right: e.Expr, same: bool) -> Clause:
        if isinstance(left, e.Const) and not isinstance(right, e.Const):
            left, right = right, left
        if isinstance(right, e.Const) and right.value is None:
            return self.is_none(left, same)
        if isinstance(left, e.Count) and not isinstance(right, e.Const):
            number = text("the number of ", self.many(left.of))
            return Clause(None, text(number, " equals " if same else " does not equal ", self.noun(right)))
        if isinstance(left, e.Count) and isinstance(right, e.Const) and isinstance(right.value, int):
            return Clause(None, self._as_many(left.of, right.value, same))
        if isinstance(right, e.Const) and isinstance(right.value, bool):
            return self.clause(left, right.value == same)
        not_ = "" if same else "not "
        if isinstance(left, e.Attribute) and left.name in SIDES:
            found = self._sides(left, right, same)
            if found is not None:
                return found
        if isinstance(right, e.Const) and isinstance(right.value, str):
            found = self.has_value(left, right.value, same)
            if found is not None:
                return found
        if isinstance(left, e.Attribute) and left.name == "hex":
            if isinstance(right, e.Attribute) and right.name == "hex":
                other = right.base
                return self.about(left.base, f"is {not_}in the same hex as ", self.noun(other))
            return self.about(left.base, f"is {not_}in ", self.noun(right))
        if isinstance(left, e.Attribute) and left.name == "holder":
            forms = self.phrases.forms("attribute", f"{ANY}.holder")
            form = forms[3] if len(forms) > 3 else "{it} is in {item}"
            if not same:
                form = forms[4] if len(forms) > 4 else english.opposite(form)
            return self.phrase(form, {"it": left.base, "item": right})
        if isinstance(left.type, t.Number) and not isinstance(right, e.Const):
            return self.about(left, "equals " if same else "does not equal ", self.noun(right))
        return self.about(left, f"is {not_}", self.noun(right))

    def _as_many(self, of: e.Expr, number: int, same: bool) -> Draft:
        """`there are exactly three boats in the hex`."""
        not_ = "" if same else "not "
        if number == 1:
            return text(f"there is {not_}exactly one ", self._single(of))
        if number != 0:
            return text(f"there are {not_}exactly {english.number(number)} ", self.many(of))
        return self._so_many(of, "no ", "none ") if same else self._so_many(of, "", "some ")

    def is_none(self, of: e.Expr, is_none: bool) -> Clause:
        """What has no value, or has one: the second and third form of its phrase say so."""
        match of:
            case e.Fact() | e.Table() | e.Attribute():
                sort, name, args = self._phrased(of)
                usual = PLACED.get(of.name, ("", "")) if sort == "attribute" else ("", "")
                form = self.phrases.form(sort, name, 1 if is_none else 2) or usual[0 if is_none else 1]
                if form:
                    return self.phrase(form, args, f"{sort}:{name}")
            case e.Field(base=base, name=name) if base.type == t.CONTACT:
                met = "hexside" if name == "side" else name
                return self.about(base, "meets no " if is_none else "meets a ", met)
        noun = self.noun(of)
        return Clause(None, text("there is no ", arranged(without_the, noun)) if is_none else text("there is ", noun))

    def _sides(self, left: e.Attribute, right: e.Expr, same: bool) -> Clause | None:
        not_ = "" if same else "not "
        match right:
            case e.Var(name=g.ACTING):
                return self.about(left.base, f"is {not_}of the side whose turn it is")
            case e.Attribute(base=base, name=name) if name in SIDES:
                how = "is on the side of " if same else "is an enemy of "
                return self.about(left.base, how, self.noun(base))
            case e.Const(value=str() as side):
                form = self.phrases.form("value", f"side.{side}", 1)
                if form:
                    said = form if same else english.opposite(form)
                    return self.phrase(said, {"it": left.base}, f"value:side.{side}")
                return self.about(left.base, f"is {not_}of ", self.value("side", side))
        return self.about(left.base, f"is {not_}of ", self.noun(right))

    def has_value(self, left: e.Expr, value: str, same: bool) -> Clause | None:
        """A choice with a value that has a predicate of its own: `{it} is inside`."""
        choice = left.type.item if isinstance(left.type, t.OrNone) else left.type
        if isinstance(left, e.Field) and left.base.type == t.CONTACT and value in WAYS:
            return self.phrase(WAYS[value][0 if same else 1], {"it": left.base})
        if not isinstance(choice, t.Choice) or (choice.name == "side" and isinstance(left, e.Fact)):
            return None
        form = self.phrases.predicate("value", f"{choice.name}.{value}", holds=same)
        base = left.base if isinstance(left, e.Attribute | e.Field) else left
        return self.phrase(form, {"it": base}, f"value:{choice.name}.{value}") if form else None

    def _compare(self, op: str, left: e.Expr, right: e.Expr, order: str | None) -> Clause:
        if isinstance(left, e.Const) and isinstance(right, e.Count):
            flipped = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[op]
            return self._compare(flipped, right, left, order)
        if isinstance(left, e.Count):
            return self._counted(op, left.of, right)
        if order is not None:
            return self.about(left, f"{COMES[op]} ", self.noun(right))
        return self.about(left, f"is {MORE[op]} ", self.noun(right))

    def _counted(self, op: str, of: e.Expr, right: e.Expr) -> Clause:
        """`there are more than two boats in the hex`."""
        match op, right:
            case (">", e.Const(value=0)) | (">=", e.Const(value=1)):
                return Clause(None, self._so_many(of, "", "some "))
            case ("<=", e.Const(value=0)) | ("<", e.Const(value=1)):
                return Clause(None, self._so_many(of, "no ", "none "))
            case ("<", e.Const(value=2)) | ("<=", e.Const(value=1)):
                return Clause(None, text("there is at most one ", self._single(of)))
            case _, e.Const(value=int(number)):
                lead = "at least two" if (op, number) == (">", 1) else f"{MORE_THINGS[op]} {english.number(number)}"
                return Clause(None, self._so_many(of, f"{lead} ", f"{lead} "))
        things = arranged(lambda words: text("of " if has_owner(words) else "", words), self.many(of))
        return Clause(None, text("the number of ", things, f" is {MORE[op]} ", self.noun(right)))

    def _so_many(self, of: e.Expr, number: str, number_of: str) -> Draft:
        """`there are no boats in the hex`, or where they belong to somebody, `there are none of its boats`."""

        def there_are(things: Text) -> Text:
            return text("there are ", f"{number_of}of " if has_owner(things) else number, things)

        return arranged(there_are, self.many(of))

    def contains(self, container: e.Expr, item: e.Expr, holds: bool) -> Clause:
        if isinstance(container, e.Attribute | e.Fact | e.Field):
            sort, name, args = self._phrased(container)
            form = self.phrases.predicate(sort, name, holds=holds)
            if form:
                return self.phrase(form, {**args, "item": item}, _ref(sort, name))
        is_ = "is " if holds else "is not "
        if isinstance(container, e.Things) and (within := container.within) is not None:
            return self.about(item, is_, "in ", self.noun(within))
        among = "one of " if isinstance(container, e.MakeSet) else "among "
        return self.about(item, is_, among, self.noun(container))

    def _quantified(self, node: e.Quantified, holds: bool) -> Clause:
        """`an enemy unit in the hex is painted`; `no unit in the hex is`."""
        how, binder = node.how, node.binder
        if how == "every":
            return self._every(node, holds)
        there = (how == "any") == holds
        match binder.domain:
            case e.MakeSet(items=(only,)) if binder.where is not None and node.holds is None:
                claim = self.whole(self._one_clause(binder.where, there))
                return Clause(None, scoped(binder.var, self.noun(only), claim))  # it has another name there
        if isinstance(binder.domain, e.Fact) and binder.where is None:
            return Clause(None, text("there are " if there else "there are no ", self.many(binder.domain)))

        def found(noun: Text, those: list[Predicate]) -> Text:
            which = determined("a" if there else "no", noun)
            if not those:
                return text("there is ", which)
            if any(each.how != "that" for each in those):
                return text("there is ", which, that(those))
            return text(which, " ", listed([each.said for each in those], "and"))

        return Clause(None, self.bound(binder, found))

    def _every(self, node: e.Quantified, holds: bool) -> Clause:
        """`every unit in the hex is painted`, or `for every hex next to it, its side is open`."""
        binder = node.binder
        clauses = self.clauses(node.holds, True) if node.holds is not None else []
        about = all(is_var(clause.subject, binder.var) for clause in clauses)
        claimed = listed([clause.said if about else self.whole(clause) for clause in clauses], "and")
        claim = self.of_one(binder.var, binder.domain, claimed)
        if about:
            which = "every" if holds else "not every"
            return Clause(None, text(self.one(binder, which), " ", claim))
        lead = "for " if holds else "it is not so that for "
        return Clause(None, text(lead, self.one(binder, "every"), ", ", claim))

    def _applies(self, rule: str, holds: bool) -> Clause:
        """A rule that applies: its conditions, said here. One with exceptions may not apply though these hold."""
        found = self.graph.rules.get(rule)
        if found is None or rule in self.inside or len(self.inside) > 3:
            not_ = "applies" if holds else "does not apply"
            return Clause(None, text("the rule ", Span(rule, f"rule:{rule}"), f" {not_}"))
        if not holds and isinstance(found.conclusion, g.Gives) and self._has_exceptions(rule):
            given = self.given(found.conclusion.fact, found.conclusion.value)
            return Clause(None, text("the rule that ", given, " does not hold"))
        conditions = tuple(c.expr for c in found.when)
        if not conditions:
            return Clause(None, text("always" if holds else "never"))
        around, self.inside = self.inside, (*self.inside, rule)
        try:
            return self._one_clause(conditions[0] if len(conditions) == 1 else e.All(conditions), holds)
        finally:
            self.inside = around

    def _has_exceptions(self, rule: str) -> bool:
        return any(
            link.how in ("limits", "lifts") and not link.step and rule in targets_of(self.graph, link)
            for other in self.graph.rules.values()
            for link in other.links
        )

    def given(self, fact: str, value: e.Expr) -> Draft:
        """A fact with a value, about the variables that its parameters are."""
        asked = of_itself(self.graph, "fact", fact)
        if asked.type == t.YES_NO:
            if isinstance(value, e.Const):
                return self.clause_text(asked, holds=bool(value.value))
            return text(self.clause_text(asked), " as far as ", self.clause_text(value))
        if not isinstance(value, e.Const):
            return self.whole(self.about(asked, "is ", self.noun(value)))
        return self.whole(self.is_none(asked, True) if value.value is None else self._equal(asked, value, True))

    def anchor(self, rule: str) -> str:
        """A rule by its place in the printed book, else by its name."""
        found = self.graph.rules.get(rule)
        shown = (self.graph.shown_cites(found.cites) or found.cites) if found is not None else ()
        return str(shown[0]) if shown else rule

    def effect(self, name: str, args: tuple[e.Expr, ...]) -> Draft:
        """What an effect does, as a clause."""
        return self.sentence_of("effect", name, args)

    def sentence_of(self, sort: str, name: str, args: tuple[e.Expr, ...]) -> Draft:
        """What happens under a name, as a clause."""
        form, decl = self.phrases.form(sort, name), self.graph.section(sort).get(name)
        if form and decl is not None:
            params = [n for n, _ in decl.params][: len(args)]
            return self.filled(form, dict(zip(params, args, strict=True)), f"{sort}:{name}")
        self.phrases.missed(sort, name)
        given = text(" (", listed([self.noun(arg) for arg in args], "and"), ")") if args else text()
        return text(Span(english.named(name), f"{sort}:{name}", "name"), given)


def _ref(sort: str, name: str) -> str:
    """What the words of a phrase stand for; of fields nothing else is told that could be referred to."""
    return "" if sort == "field" else f"{sort}:{name}"


def _conjuncts(node: e.Expr | None) -> list[e.Expr]:
    if node is None:
        return []
    if isinstance(node, e.All):
        return [inner for part in node.parts for inner in _conjuncts(part)]
    return [node]


def is_var(node: e.Expr | None, var: str) -> bool:
    """Whether an expression is a variable, or the hexside or hex that is met there."""
    if isinstance(node, e.Field) and node.base.type == t.CONTACT and node.name in ("side", "hex"):
        node = node.base
    return isinstance(node, e.Var) and node.name == var


def _one_word(form: str) -> str | None:
    """The adjective of `{it} is painted`, if that is all it says."""
    _, _, said = form.partition("} is ")
    return said if said and " " not in said and form.startswith("{") and said != "not" else None
