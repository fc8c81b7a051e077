"""Expressions said in English: what has a value as a noun, what holds or does not as a clause.

A `Teller` tells one thing, a rule or an effect. It knows which variables it has named so far, so that one is named once
and is then "it", if it is the topic, or "the unit" again. What the law has no phrase for is said by its name where that
reads as English, else in the law's own words, marked as such.

A clause is kept in two parts, its subject and what is said of it: so two clauses of one subject share it, and in "an
enemy unit in the hex is painted" what is bound takes the place of the subject.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.links import targets_of
from hexlaw.runtime.value import exact_text
from hexlaw.runtime.words import english
from hexlaw.runtime.words.as_law import as_law
from hexlaw.runtime.words.phrases import Phrases, pieces
from hexlaw.runtime.words.spans import Piece, Span, Text, listed, plain, text, with_head

ANY = "thing"
"""The owner, in names of phrases, of the two attributes that every thing has: `thing.hex`, `thing.holder`."""
SIDES = ("side", "owner")
"""The attributes that say which side a thing is of."""
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
MORE = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
COMES = {"<": "comes before", "<=": "does not come after", ">": "comes after", ">=": "does not come before"}
MORE_THINGS = {"<": "fewer than", "<=": "at most", ">": "more than", ">=": "at least"}
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
    said: Text
    lead: Text = ()
    alternatives: bool = False  # it says that one of several things holds


class Teller:
    def __init__(self, phrases: Phrases, roles: Mapping[str, str] | None = None) -> None:
        self.phrases = phrases
        self.graph = phrases.graph
        self.roles = dict(roles or {})  # by variable, what it is called with its article
        self.named: dict[str, str] = {}  # by variable that has been named, what it is called from then on
        self.topic: str | None = None
        self.bound: set[str] = set()
        self.leads: frozenset[str] | None = None  # the variables that may be the topic, where not all may
        self.inside: list[str] = []  # rules whose conditions are being said
        self.depth = 0
        self.said = 0

    def _too_much(self) -> bool:
        self.said += 1
        return self.depth > DEEPEST or self.said > MOST_SAID

    # -- nouns

    def noun(self, node: e.Expr) -> Text:
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

    def _noun(self, node: e.Expr) -> Text:
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
            case e.Fold(how="least" | "most" as how, item=e.Attribute(base=base) as item, binder=binder) if _is_var(
                base, binder.var
            ) and (figure := self._figure_of(item, binder.var)):
                return text(f"the {'least' if how == 'least' else 'greatest'} {figure} of ", self.several(binder))
            case e.Fold(how=how, item=item, binder=binder):
                each = self.one(binder, "every")
                with self._binding(binder.var, self.that_one(binder.domain)):
                    called = {"sum": "sum", "least": "least", "most": "greatest"}[how]
                    return text(f"the {called}, over ", each, ", of ", self.noun(item))
            case e.Whichever(var=var, domain=domain, how=how, measure=measure):
                among = self.noun(domain)
                with self._binding(var, self.that_one(domain)):
                    best = "least" if how == "least" else "greatest"
                    return text("whichever of ", among, " makes ", self.noun(measure), f" {best}")
            case e.Arith():
                return self._arith(node)
            case e.MakeRecord(kind=kind, fields=fields):
                said = [self.filled_field(kind, name, value) for name, value in fields]
                return text(english.with_article(self.phrases.noun("kind", kind)), " (", listed(said, "and"), ")")
            case e.MakeMoment():
                return self.moment(node)
            case _ if node.type == t.YES_NO:
                return text("whether ", self.clause_text(node))
            case _:
                return self.law(node)

    def _figure_of(self, item: e.Attribute, var: str) -> str:
        """`range` of an attribute that would be said as `that unit's range`; nothing where it is said otherwise."""
        with self._binding(var, "that one"):
            said = plain(self.noun(item))
        return said.removeprefix("that one's ") if said.startswith("that one's ") else ""

    def filled_field(self, kind: str, name: str, value: e.Expr) -> Text:
        return text(self.phrases.noun("field", f"{kind}.{name}"), ": ", self.noun(value))

    def variable(self, node: e.Var) -> Text:
        """A variable by its role or its kind; `it` where it is the topic and has been named."""
        name = node.name
        if name == self.topic and name in self.named:
            return text("it")
        if name in self.named:
            return text(self.named[name])
        if name == g.ACTING:
            return text("the side that acts")
        called = self.roles.get(name) or self.phrases.form("variable", name) or self._unnamed(node)
        self.name(name, called)
        if self.topic == name and isinstance(node.type, t.SetOf):
            self.topic = None  # several are not "it"
        return text(english.with_article(called))

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Within, things may be named; afterwards nothing has been."""
        named, topic = dict(self.named), self.topic
        try:
            yield
        finally:
            self.named, self.topic = named, topic

    def name(self, variable: str, called: str) -> None:
        """From now on the variable is known under this name."""
        bare = called.partition(" ")[2] if called.partition(" ")[0] in ("a", "an") else called
        if bare.startswith("another "):
            bare = bare.replace("another ", "other ", 1)
        again = bare if bare.partition(" ")[0] in ("the", "its", "this", "that", "what") else f"the {bare}"
        self.named[variable] = again
        leads = self.leads is None or variable in self.leads
        if self.topic is None and variable not in self.bound and leads:
            self.topic = variable

    def _unnamed(self, node: e.Var) -> str:
        """A name for a variable by what it holds; the second of a kind is `the other unit`."""
        match node.type:
            case t.Kind(name=kind):
                noun = "game" if kind == "game" else self.phrases.noun("kind", kind)
            case t.Choice(name=choice):
                noun = self.phrases.form("kind", choice) or english.named(choice)
            case t.SetOf(item=t.Kind(name=kind)):
                return f"the {self.phrases.noun('kind', kind, several=True)}"
            case t.OrNone(item=item):
                return self._unnamed(e.Var(node.name, item))
            case _:
                return f"the {english.named(node.name)}"
        if noun == "game":
            return "the game"
        if f"the {noun}" in self.named.values():
            return f"the other {noun}" if f"the other {noun}" not in self.named.values() else f"the {noun} {node.name}"
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
        said = self.phrases.form("value", f"{choice}.{value}")
        if said:
            return text(said)
        return text(value if value[:1].isdigit() else english.named(value))

    def kind(self, kind: str, *, several: bool = False) -> Text:
        return text(self.phrases.noun("kind", kind, several=several))

    def of(self, base: e.Expr, noun: str) -> Text:
        """`its range`, `the unit's range`, `the range of the units that fire`."""
        owner = self.noun(base)
        said = plain(owner)
        if len(said.split()) <= 4 and not any(word in said for word in (" of ", " that ", ",")):
            return text(*owner[:-1], *with_head(owner[-1:], english.possessive(owner[-1].text)), " ", noun)
        return text("the ", noun, " of ", owner)

    def _attribute(self, node: e.Attribute, borne_on: bool = False) -> Text:
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

    def _field(self, node: e.Field) -> Text:
        kind = node.base.type
        if kind == t.CONTACT and node.name in ("side", "hex") and _is_bound(node.base, self.bound):
            return self.noun(node.base)
        if kind == t.CONTACT:
            return self.filled(CONTACT[node.name], {"it": node.base})
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

    def _called(self, node: e.Fact | e.Quantity | e.Table | e.Tally | e.Reach) -> Text:
        sort, name, args = self._phrased(node)
        form = self.phrases.form(sort, name)
        return self.filled(form, args, f"{sort}:{name}") if form else self._missed(sort, name, node)

    def _missed(self, sort: str, name: str, node: e.Expr) -> Text:
        """The law itself, where a phrase is wanted that is not there."""
        self.phrases.missed(sort, name)
        return (Span(as_law(node, self.graph), f"{sort}:{name}", "law"),)

    def filled(self, form: str, args: Mapping[str, e.Expr], ref: str = "") -> Text:
        """A phrase with what stands in its places."""
        made: list[Piece] = []
        for is_place, words in pieces(form):
            if is_place and words in args:
                said = self.noun(args[words])
                before = form[: form.index("{")] if len(made) == 1 else ""
                if plain(said) == "it" and before.startswith("the ") and before.endswith(" of "):
                    made = [Span(f"its {before.removeprefix('the ').removesuffix(' of ')}", ref)]
                else:
                    made.append(said)
            else:
                made.append(Span(words, ref))
        return mended(text(*made))

    def _arith(self, node: e.Arith) -> Text:
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

    def _whole(self, node: e.Expr) -> Text:
        """A number that is taken as a whole: a sum stands in brackets."""
        said = self.noun(node)
        return text("(", said, ")") if isinstance(node, e.Arith) and node.op in "+-" else said

    def part(self, span: str) -> Text:
        """A part of the sequence, with its article."""
        form = self.phrases.form("part", span)
        return (Span(form or f"the {english.named(span)}", f"part:{span}"),)

    def moment(self, node: e.MakeMoment) -> Text:
        part = self.part(node.span)
        owner = text(" of ", self.noun(node.owner)) if node.owner is not None else text()
        if node.which == "next":
            part = text("the next ", plain(part).removeprefix("the "))
        return text(f"the {node.edge} of ", part, owner)

    # -- what is bound

    @contextmanager
    def _binding(self, var: str, called: str) -> Iterator[None]:
        kept = self.named.get(var)
        self.bound.add(var)
        self.named[var] = called
        try:
            yield
        finally:
            self.bound.discard(var)
            if kept is None:
                self.named.pop(var, None)
            else:
                self.named[var] = kept

    def one(self, binder: e.Binder, which: str) -> Text:
        """`each enemy unit in the hex that is painted`."""
        noun, those = self._bound(binder, several=False)
        return text(_determined(which, noun), _that(those))

    def _linked(self, node: e.Linked) -> Text:
        """`the hexes that link up with the depot through hexes that are free`, or the number of steps there."""
        start, within = self.noun(node.start.domain), text()
        if node.within is not None:
            within = text(", in at most ", self.noun(node.within), " steps")
        with self._binding(node.start.var, "the hex before it"):
            through = self.many(e.Those(node.binder)) if node.binder.where is not None else text()
        way = text(" through ", through) if through else text()
        if node.to is None:
            return text("the hexes that link up with ", start, way, within)
        return text("the number of steps from ", start, " to ", self.noun(node.to), way, within)

    def several(self, binder: e.Binder) -> Text:
        noun, those = self._bound(binder, several=True)
        return text("the ", noun, _that(those, several=True))

    def many(self, of: e.Expr) -> Text:
        """The things of a set without an article: `enemy units in the hex`."""
        if isinstance(of, e.Those):
            noun, those = self._bound(of.binder, several=True)
            return text(noun, _that(those, several=True))
        if isinstance(of, e.Things):
            return text(self.kind(of.kind, several=True), self._place(of.within))
        if isinstance(of, e.Attribute):
            form = self.phrases.form("attribute", f"{of.owner or ANY}.{of.name}")
            if "{" not in form:
                return text(form or english.named(of.name), " of ", self.noun(of.base))
        return self._without_the(self.noun(of))

    def _single(self, of: e.Expr) -> Text:
        """One of the things of a set without an article: `enemy boat in the hex`."""
        if isinstance(of, e.Those):
            noun, those = self._bound(of.binder, several=False)
            if not plain(noun).startswith(("the ", "its ", "that ")):
                return text(noun, _that(those))
        if isinstance(of, e.Things):
            return text(self.kind(of.kind), self._place(of.within))
        return text("of the ", self.many(of))

    def _place(self, within: e.Expr | None) -> Text:
        return text(" in ", self.noun(within)) if within is not None else text()

    def _bound(self, binder: e.Binder, *, several: bool) -> tuple[Text, list[Text]]:
        """What is bound as a noun with its adjectives and place, and what else is said of it, as predicates."""
        conditions = _conjuncts(binder.where)
        domain = binder.domain
        while isinstance(domain, e.Those) and domain.binder.var == binder.var:
            conditions = [*_conjuncts(domain.binder.where), *conditions]
            domain = domain.binder.domain
        noun, place = self._domain(domain, binder, conditions, several=several)
        called = self.that_one(domain)
        bare = not plain(noun).startswith(DETERMINED)
        adjectives: list[str] = []
        rest: list[e.Expr] = []
        for condition in conditions:
            adjective = self._adjective(binder.var, condition) if bare else None
            if adjective is not None:
                adjectives.append(adjective)
            else:
                rest.append(condition)
        with self._binding(binder.var, called):
            said = [
                clause.said if _is_var(clause.subject, binder.var) else _related(self.whole(clause), called)
                for condition in rest for clause in self.clauses(condition, True)
            ]  # fmt: skip
        if (
            said
            and isinstance(domain, e.Things)
            and domain.within is not None
            and domain.within.type == t.Kind(domain.kind)
        ):
            said.append(text("is", place))  # else what is said of the one would seem to be said of what holds it
            place = text()
        adjectives.sort(key=lambda word: word != "other")
        return text("".join(f"{word} " for word in adjectives), noun, place), said

    def that_one(self, domain: e.Expr) -> str:
        """What one of a set is called behind `every`: `that unit`, inside another such `that other unit`."""
        noun = self.one_called(domain)
        taken = {self.named[var] for var in self.bound if var in self.named}
        return next(
            (name for name in (f"that {noun}", f"that other {noun}") if name not in taken), f"that third {noun}"
        )

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
    ) -> tuple[Text, Text]:
        """The noun of what is gone through, and where that is."""
        match domain:
            case e.Things(kind=kind, within=within):
                for condition in conditions:
                    match condition:
                        case e.IsKind(base, narrower, False) if _is_var(base, binder.var):
                            if self.graph.is_a(narrower, kind):
                                conditions.remove(condition)
                                kind = narrower
                                break
                return self.kind(kind, several=several), self._place(within)
            case e.Builtin(name="hexes"):
                return self.kind("hex", several=several), text()
            case e.Builtin(name=name, args=args) if name in ONE_OF:
                noun, _, place = ONE_OF[name].partition(" ")
                plural = english.plural(noun) if several else noun
                return text(plural), text(" ", self.filled(place, {str(i): arg for i, arg in enumerate(args)}))
            case _:
                among = self.noun(domain)
                if several:
                    return self._without_the(among), text()
                if not plain(among).startswith(DETERMINED):
                    among = text("the ", among)
                return among, text()

    @staticmethod
    def _without_the(said: Text) -> Text:
        return with_head(said, said[0].text.removeprefix("the ")) if said else said

    def _adjective(self, var: str, node: e.Expr) -> str | None:
        """A condition that one word before the noun can say."""
        match node:
            case e.Equal(left=left, right=right, negated=True) if _is_var(left, var) and isinstance(right, e.Var):
                return "other"
            case e.Equal(left=e.Attribute(base=b, name=name), right=right, negated=negated) if (
                name in SIDES and _is_var(b, var)
            ):
                match right:
                    case e.Attribute(base=e.Var(name=owner), name=side) if side in SIDES and self.topic in (
                        None,
                        owner,
                    ):
                        return "enemy" if negated else "friendly"
                    case e.Const(value=str() as side) if not negated:
                        return _one_word(self.phrases.form("value", f"side.{side}", 1))
            case e.Attribute(base=only) | e.Fact(args=(only,)) if node.type == t.YES_NO and _is_var(only, var):
                return _one_word(self._yes_no(node, holds=True))
        return None

    # -- clauses

    def whole(self, clause: Clause) -> Text:
        if clause.subject is None:
            return clause.said
        return mended(text(clause.lead, " ", clause.said))

    def about(self, subject: e.Expr, say: Callable[[], Text]) -> Clause:
        """A clause about something, which is named before the rest is said: so there it may be `it`."""
        lead = self.noun(subject)
        return Clause(subject, say(), lead)

    def clause_text(self, node: e.Expr, *, holds: bool = True) -> Text:
        """A condition as a sentence without a capital and a stop."""
        return self.joined(self.clauses(node, holds), "and")

    def joined(self, clauses: Iterable[Clause], word: str) -> Text:
        """Clauses in a row; neighbours of one subject name it once."""
        made: list[Text] = []
        last: e.Expr | None = None
        found = [*clauses]
        for clause in found:
            if clause.alternatives and word == "and" and len(found) > 1:
                clause = replace(clause, said=text("either ", clause.said))
            if clause.subject is not None and clause.subject == last:
                made.append(clause.said)
            else:
                made.append(self.whole(clause))
            last = clause.subject
        if len(made) > 2 or any(f" {'or' if word == 'and' else 'and'} " in plain(part) for part in made):
            return text(*[piece for i, part in enumerate(made) for piece in
                          ((", " + word + " ") if i and i == len(made) - 1 else ", " if i else "", part)])  # fmt: skip
        return listed(made, word)

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

    def _law_clause(self, node: e.Expr, holds: bool) -> Text:
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
                return self._contains(container, item, holds != negated)
            case e.IsKind(base=base, kind=kind, negated=negated):
                is_ = "is " if holds != negated else "is not "
                return self.about(base, lambda: text(is_, english.with_article(self.phrases.noun("kind", kind))))
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
                return self.about(node, lambda: text("holds" if holds else "does not hold"))
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
                return self.about(subject, lambda: self.filled(called[1:], args, ref))
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
            return self._none(left, same)
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
            found = self._value(left, right.value, same)
            if found is not None:
                return found
        if isinstance(left, e.Attribute) and left.name == "hex":
            if isinstance(right, e.Attribute) and right.name == "hex":
                other = right.base
                return self.about(left.base, lambda: text(f"is {not_}in the same hex as ", self.noun(other)))
            return self.about(left.base, lambda: text(f"is {not_}in ", self.noun(right)))
        if isinstance(left, e.Attribute) and left.name == "holder":
            forms = self.phrases.forms("attribute", f"{ANY}.holder")
            form = forms[3] if len(forms) > 3 else "{it} is in {item}"
            if not same:
                form = forms[4] if len(forms) > 4 else english.opposite(form)
            return self.phrase(form, {"it": left.base, "item": right})
        if isinstance(left.type, t.Number) and not isinstance(right, e.Const):
            return self.about(left, lambda: text("equals " if same else "does not equal ", self.noun(right)))
        return self.about(left, lambda: text(f"is {not_}", self.noun(right)))

    def _as_many(self, of: e.Expr, number: int, same: bool) -> Text:
        """`there are exactly three boats in the hex`."""
        not_ = "" if same else "not "
        if number == 1:
            return text(f"there is {not_}exactly one ", self._single(of))
        if number != 0:
            return text(f"there are {not_}exactly {english.number(number)} ", self.many(of))
        known = plain(self.many(of)).startswith(("its ", "their "))  # what it speaks of has its name from here on
        some = ("none of " if same else "some of ") if known else "no " if same else ""
        return text("there are ", some, self.many(of))

    def _none(self, of: e.Expr, is_none: bool) -> Clause:
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
                return self.about(base, lambda: text("meets no " if is_none else "meets a ", met))
        said = self.noun(of)
        return Clause(None, text("there is no ", self._without_the(said)) if is_none else text("there is ", said))

    def _sides(self, left: e.Attribute, right: e.Expr, same: bool) -> Clause | None:
        not_ = "" if same else "not "
        match right:
            case e.Var(name=g.ACTING):
                return self.about(left.base, lambda: text(f"is {not_}of the side whose turn it is"))
            case e.Attribute(base=base, name=name) if name in SIDES:
                how = "is on the side of " if same else "is an enemy of "
                return self.about(left.base, lambda: text(how, self.noun(base)))
            case e.Const(value=str() as side):
                form = self.phrases.form("value", f"side.{side}", 1)
                if form:
                    said = form if same else english.opposite(form)
                    return self.phrase(said, {"it": left.base}, f"value:side.{side}")
                return self.about(left.base, lambda: text(f"is {not_}of ", self.value("side", side)))
        return self.about(left.base, lambda: text(f"is {not_}of ", self.noun(right)))

    def _value(self, left: e.Expr, value: str, same: bool) -> Clause | None:
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
            return self.about(left, lambda: text(f"{COMES[op]} ", self.noun(right)))
        return self.about(left, lambda: text(f"is {MORE[op]} ", self.noun(right)))

    def _counted(self, op: str, of: e.Expr, right: e.Expr) -> Clause:
        """`there are more than two boats in the hex`."""
        things = self.many(of)
        known = plain(things).startswith(("its ", "their "))
        if known:
            things = text("of ", things)
        match op, right:
            case (">", e.Const(value=0)) | (">=", e.Const(value=1)):
                return Clause(None, text("there are some " if known else "there are ", things))
            case ("<=", e.Const(value=0)) | ("<", e.Const(value=1)):
                return Clause(None, text("there are none " if known else "there are no ", things))
            case ("<", e.Const(value=2)) | ("<=", e.Const(value=1)):
                return Clause(None, text("there is at most one ", self._single(of)))
            case _, e.Const(value=int(number)):
                lead = "at least two" if (op, number) == (">", 1) else f"{MORE_THINGS[op]} {english.number(number)}"
                return Clause(None, text(f"there are {lead} ", things))
        return Clause(None, text("the number of ", things, f" is {MORE[op]} ", self.noun(right)))

    def _contains(self, container: e.Expr, item: e.Expr, holds: bool) -> Clause:
        if isinstance(container, e.Attribute | e.Fact | e.Field):
            sort, name, args = self._phrased(container)
            form = self.phrases.predicate(sort, name, holds=holds)
            if form:
                return self.phrase(form, {**args, "item": item}, _ref(sort, name))
        is_ = "is " if holds else "is not "
        if isinstance(container, e.Things) and (within := container.within) is not None:
            return self.about(item, lambda: text(is_, "in ", self.noun(within)))
        among = "one of " if isinstance(container, e.MakeSet) else "among "
        return self.about(item, lambda: text(is_, among, self.noun(container)))

    def _quantified(self, node: e.Quantified, holds: bool) -> Clause:
        """`an enemy unit in the hex is painted`; `no unit in the hex is`."""
        how, binder = node.how, node.binder
        if how == "every":
            return self._every(node, holds)
        there = (how == "any") == holds
        match binder.domain:
            case e.MakeSet(items=(only,)) if (
                binder.where is not None and node.holds is None
            ):  # it has another name here
                with self._binding(binder.var, plain(self.noun(only))):
                    return Clause(None, self.whole(self._one_clause(binder.where, there)))
        if isinstance(binder.domain, e.Fact) and binder.where is None:
            return Clause(None, text("there are " if there else "there are no ", self.many(binder.domain)))
        noun, those = self._bound(binder, several=False)
        found = _determined("a" if there else "no", noun)
        if not those:
            return Clause(None, text("there is ", found))
        if any(plain(part).startswith((FOR_WHICH, WHOSE)) for part in those):
            return Clause(None, text("there is ", found, _that(those)))
        return Clause(None, text(found, " ", listed(those, "and")))

    def _every(self, node: e.Quantified, holds: bool) -> Clause:
        """`every unit in the hex is painted`, or `for every hex next to it, its side is open`."""
        binder = node.binder
        noun, those = self._bound(binder, several=False)
        with self._binding(binder.var, self.that_one(binder.domain)):
            clauses = self.clauses(node.holds, True) if node.holds is not None else []
            about = all(_is_var(clause.subject, binder.var) for clause in clauses)
            said = listed([clause.said if about else self.whole(clause) for clause in clauses], "and")
        if about:
            return Clause(None, text(_determined("every" if holds else "not every", noun), _that(those), " ", said))
        lead = "for " if holds else "it is not so that for "
        return Clause(None, text(lead, _determined("every", noun), _that(those), ", ", said))

    def _applies(self, rule: str, holds: bool) -> Clause:
        """A rule that applies: its conditions, said here. One with exceptions may not apply though these hold."""
        found = self.graph.rules.get(rule)
        if found is None or rule in self.inside or len(self.inside) > 3:
            not_ = "applies" if holds else "does not apply"
            return Clause(None, text("the rule ", Span(rule, f"rule:{rule}"), f" {not_}"))
        if not holds and isinstance(found.conclusion, g.Gives) and self._has_exceptions(rule):
            given = self.given(found.conclusion.fact, found.conclusion.value)
            return Clause(None, text("the rule that ", given, " does not hold"))
        self.inside.append(rule)
        try:
            conditions = tuple(c.expr for c in found.when)
            if not conditions:
                return Clause(None, text("always" if holds else "never"))
            return self._one_clause(conditions[0] if len(conditions) == 1 else e.All(conditions), holds)
        finally:
            self.inside.pop()

    def _has_exceptions(self, rule: str) -> bool:
        return any(
            link.how in ("limits", "lifts") and not link.step and rule in targets_of(self.graph, link)
            for other in self.graph.rules.values()
            for link in other.links
        )

    def given(self, fact: str, value: e.Expr) -> Text:
        """A fact with a value, about the variables that its parameters are."""
        asked = of_itself(self.graph, "fact", fact)
        if asked.type == t.YES_NO:
            if isinstance(value, e.Const):
                return self.clause_text(asked, holds=bool(value.value))
            return text(self.clause_text(asked), " as far as ", self.clause_text(value))
        if not isinstance(value, e.Const):
            return self.whole(self.about(asked, lambda: text("is ", self.noun(value))))
        return self.whole(self._none(asked, True) if value.value is None else self._equal(asked, value, True))

    def anchor(self, rule: str) -> str:
        """A rule by its place in the printed book, else by its name."""
        found = self.graph.rules.get(rule)
        shown = (self.graph.shown_cites(found.cites) or found.cites) if found is not None else ()
        return str(shown[0]) if shown else rule

    def effect(self, name: str, args: tuple[e.Expr, ...]) -> Text:
        """What an effect does, as a clause."""
        return self._sentence_of("effect", name, args)

    def _sentence_of(self, sort: str, name: str, args: tuple[e.Expr, ...]) -> Text:
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


DETERMINED = ("the ", "its ", "their ", "all ", "that ", "a ", "an ")
"""How a noun begins that needs no article."""
FOR_WHICH = "\0for which "
WHOSE = "\0whose "
"""Mark what is said of something bound in a sentence that does not begin with it; `_that` takes the marks away."""


def _related(said: Text, called: str) -> Text:
    """A sentence in which something bound occurs, as a part of a relative clause: `whose hex is next to it`."""
    owner = f"{called}'s "
    if said and said[0].text.startswith(owner):
        return text(WHOSE, with_head(said, said[0].text.removeprefix(owner)))
    return text(FOR_WHICH, said)


def _that(those: list[Text], *, several: bool = False) -> Text:
    """Predicates as a relative clause: ` that are lit, whose crew is 3 and for which a line crosses it`."""
    by_mark: dict[str, list[Text]] = {"that ": [], WHOSE: [], FOR_WHICH: []}
    for part in those:
        mark = next((m for m in (WHOSE, FOR_WHICH) if plain(part).startswith(m)), "that ")
        rest = part if mark == "that " else text(part[0].text.removeprefix(mark), *part[1:])
        by_mark[mark].append(agreeing(rest) if several and mark == "that " else rest)
    clauses = [text("that ", listed(by_mark["that "], "and"))] if by_mark["that "] else []
    clauses += [text("whose ", part) for part in by_mark[WHOSE]]
    clauses += [text("for which ", listed(by_mark[FOR_WHICH], "and"))] if by_mark[FOR_WHICH] else []
    return text(" ", listed(clauses, "and")) if clauses else text()


def agreeing(said: Text) -> Text:
    """A predicate of one thing said of several: `is` becomes `are`."""
    if not said:
        return said
    word, blank, rest = said[0].text.partition(" ")
    return with_head(said, english.of_several(word) + blank + rest)


def _determined(which: str, noun: Text) -> Text:
    """A noun with `each`, `no`, `every`, or `a` before it; `one of` before what is several already."""
    said = plain(noun)
    if said.startswith(DETERMINED):
        word = {"a": "one of ", "no": "none of ", "each": "each of ", "every": "every one of ", "any": "any of ",
                "the": "the one among ", "some": "one of ", "not every": "not every one of "}[which]  # fmt: skip
        return text(word, noun)
    if which in ("a", "some"):
        return with_head(noun, english.with_article(noun[0].text)) if noun else noun
    return text(f"{which} ", noun)


def _conjuncts(node: e.Expr | None) -> list[e.Expr]:
    if node is None:
        return []
    if isinstance(node, e.All):
        return [inner for part in node.parts for inner in _conjuncts(part)]
    return [node]


def _is_var(node: e.Expr | None, var: str) -> bool:
    """Whether an expression is a variable, or the hexside or hex that is met there."""
    if isinstance(node, e.Field) and node.base.type == t.CONTACT and node.name in ("side", "hex"):
        node = node.base
    return isinstance(node, e.Var) and node.name == var


def _is_bound(node: e.Expr, bound: set[str]) -> bool:
    return isinstance(node, e.Var) and node.name in bound


def _one_word(form: str) -> str | None:
    """The adjective of `{it} is painted`, if that is all it says."""
    _, _, said = form.partition("} is ")
    return said if said and " " not in said and form.startswith("{") and said != "not" else None


def mended(said: Text) -> Text:
    """The words with what putting them together spoiled put right: `it's` of `it` becomes `its`."""
    made = []
    before = ""
    for span in said:
        words = span.text
        if words.startswith("'s") and before.endswith(("it", "It")) and (len(before) == 2 or not before[-3].isalpha()):
            words = "s" + words[2:]
        elif words.startswith("'s") and before.endswith("s"):
            words = "'" + words[2:]
        made.append(replace(span, text=words))
        before = words
    return tuple(made)
