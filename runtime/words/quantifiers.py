"""What is bound, in words: one of a set, several, every, how many, and what is said of those.

What is bound is called by its kind. A condition on it becomes a word before the noun where it can (`enemy`), else part
of a relative clause behind it (`that is painted`), and inside such a clause it is called `that unit`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import variables
from hexlaw.runtime.words import english, filling
from hexlaw.runtime.words.built_in import ONE_OF
from hexlaw.runtime.words.clauses import Clause, bracketed, joined, whole
from hexlaw.runtime.words.composing import (
    RELATIVE,
    Predicate,
    about_one,
    determined,
    is_determined,
    that,
    together_denied,
    with_the,
    without_the,
)
from hexlaw.runtime.words.pronouns import arranged, depending, scoped, spoken
from hexlaw.runtime.words.spans import Draft, SoFar, Text, listed, plain, strung, text

if TYPE_CHECKING:
    from hexlaw.runtime.words.teller import Teller


_NOT = re.compile(r"(?:is|has|does) not\b")
OF_A_SIDE = ("enemy", "friendly")
AMID = 45
"""Letters of a noun with all that is said of it that may have more words behind it."""


def one(teller: Teller, binder: e.Binder, which: str) -> Draft:
    """`each enemy unit in the hex that is painted`."""
    return bound(teller, binder, lambda noun, those: text(determined(which, noun), that(those)))


def several(teller: Teller, binder: e.Binder) -> Draft:
    """`the enemy units in the hex that are painted`."""
    return bound(teller, binder, lambda noun, those: text(with_the(noun), that(those, several=True)), several=True)


def many(teller: Teller, of: e.Expr) -> Draft:
    """The things of a set without an article: `enemy units in the hex`."""
    if isinstance(of, e.Those):
        return bound(teller, of.binder, lambda noun, those: text(noun, that(those, several=True)), several=True)
    if isinstance(of, e.Things):
        return text(teller.phrases.noun("kind", of.kind, several=True), placed(teller, of.within))
    if isinstance(of, e.Attribute):
        form = teller.phrases.form("attribute", f"{of.owner or filling.ANY}.{of.name}")
        if "{" not in form:
            return text(form or english.named(of.name), " of ", teller.noun(of.base))
    return arranged(without_the, teller.noun(of))


def counted(teller: Teller, of: e.Expr) -> Draft:
    """The things of a set, of which the number is told: `boats in the hex`, `its crew`."""
    if isinstance(of, e.Attribute) and "{" not in teller.phrases.form(
        "attribute", f"{of.owner or filling.ANY}.{of.name}"
    ):
        return teller.noun(of)
    return many(teller, of)


def single(teller: Teller, of: e.Expr) -> Draft:
    """One of the things of a set without an article: `enemy boat in the hex`."""
    if isinstance(of, e.Things):
        return text(teller.phrases.noun("kind", of.kind), placed(teller, of.within))
    of_several = text("of ", arranged(with_the, many(teller, of)))
    if not isinstance(of, e.Those):
        return of_several

    def one_of(noun: Text, those: list[Predicate]) -> Draft:
        return of_several if plain(noun).startswith(("the ", "its ", "that ")) else text(noun, that(those))

    return bound(teller, of.binder, one_of)


def placed(teller: Teller, inside: e.Expr | None) -> Draft:
    """` in the hex`; nothing where things are meant wherever they are."""
    return text(" in ", teller.noun(inside)) if inside is not None else text()


def bound(
    teller: Teller, binder: e.Binder, how: Callable[[Text, list[Predicate]], Draft], *, several: bool = False
) -> Draft:
    """What `how` makes of the noun of what is bound, its adjectives and place, and what else is said of it."""
    conditions = [(binder.var, condition) for condition in e.conjuncts(binder.where)]
    domain = binder.domain
    while isinstance(domain, e.Those):  # what is said there of one of those is said of this one, whatever it is called
        conditions = [*((domain.binder.var, each) for each in e.conjuncts(domain.binder.where)), *conditions]
        domain = domain.binder.domain
    narrower = next((found for found in (_narrower(teller.graph, domain, *each) for each in conditions) if found), None)
    noun, place = _noun_and_place(teller, domain, narrower, several=several)
    conditions = [(var, condition) for var, condition in conditions if condition is not narrower]
    claimed = [_claims(teller, var, condition) for var, condition in conditions]
    inside_alike = (
        isinstance(domain, e.Things) and domain.within is not None and domain.within.type == t.Kind(domain.kind)
    )

    def close(so_far: SoFar) -> tuple[Text, SoFar]:
        words, so_far = spoken(noun, so_far)
        there, so_far = spoken(place, so_far)
        bare = not is_determined(words)
        adjectives = [_adjective(teller, var, each, so_far) if bare else None for var, each in conditions]
        called = that_one(teller, binder, so_far)
        those: list[Predicate] = []
        for adjective, (var, _), claims in zip(adjectives, conditions, claimed, strict=True):
            for about, draft in claims if adjective is None else ():
                claim, so_far = spoken(scoped(var, called, draft), so_far)
                those.append(Predicate("that", claim) if about else about_one(claim, called))
        if those and inside_alike:  # else what is said of the one would seem to be said of what holds it
            those.append(Predicate("that", text("is", there)))
            there = text()
        before = sorted((word for word in adjectives if word is not None), key=lambda word: word != "other")
        return spoken(how(text("".join(f"{word} " for word in before), words, there), those), so_far)

    return (close,)


def _claims(teller: Teller, var: str, condition: e.Expr) -> list[tuple[bool, Draft]]:
    """What a condition says: of what is bound, as a predicate, or a whole sentence in which that occurs."""
    return [
        (True, clause.said) if is_var(clause.subject, var) else (False, whole(clause))
        for clause in teller.clauses(condition, True)
    ]


def that_one(teller: Teller, binder: e.Binder, so_far: SoFar) -> str:
    """What is bound is called behind its noun; inside another of its kind by a word that stood before the noun."""
    words = (_adjective(teller, binder.var, each, so_far) for each in e.conjuncts(binder.where))
    apart = sorted((word for word in words if word not in (None, "other")), key=lambda word: word not in OF_A_SIDE)
    return so_far.that_one(one_called(teller, binder.domain), apart)


def said_of(teller: Teller, var: str, called: str, noun: str, condition: e.Expr | None) -> Draft:
    """A noun with what is said of it behind it, in which it is called by its name."""
    claims = [claim for each in e.conjuncts(condition) for claim in _claims(teller, var, each)]

    def close(so_far: SoFar) -> tuple[Text, SoFar]:
        those: list[Predicate] = []
        for about, draft in claims:
            claim, so_far = spoken(scoped(var, called, draft), so_far)
            those.append(Predicate("that", claim) if about else about_one(claim, called))
        return text(noun, that(those)), so_far

    return (close,)


def of_one(teller: Teller, binder: e.Binder, draft: Draft) -> Draft:
    """A draft in which one of a set is called `that unit`."""
    return depending(lambda so_far: scoped(binder.var, that_one(teller, binder, so_far), draft))


def mentioned(teller: Teller, binder: e.Binder, which: str, draft: Draft, otherwise: Draft) -> Draft:
    """A draft in which what is bound is called in full where it is first named: `the crew of every lit boat`; the other
    one where that would be too long to have more words behind it, or is not named at all."""

    def close(so_far: SoFar) -> tuple[Text, SoFar]:
        full = list[str]()

        def first(so_far: SoFar) -> tuple[Text, SoFar]:
            words, after = spoken(one(teller, binder, which), so_far)
            full.append(plain(words))
            return words, after.calling(binder.var, that_one(teller, binder, so_far))

        words, behind = spoken(scoped(binder.var, (first,), draft), so_far)
        amid = full and len(full[0]) <= AMID and (which == "every" or not RELATIVE.search(full[0]))
        fits = full and (amid or plain(words).endswith(full[0]))
        return (words, behind) if fits else spoken(otherwise, so_far)

    return (close,)


def one_called(teller: Teller, domain: e.Expr) -> str:
    """What one of a set is called: `unit`, `hexside`."""
    while isinstance(domain, e.Those):
        domain = domain.binder.domain
    match domain, domain.type:
        case e.Builtin(name=name), _ if name in ONE_OF:
            return ONE_OF[name].partition(" ")[0]
        case _, t.SetOf(item=t.Kind(name=kind)):
            return teller.phrases.noun("kind", kind)
        case _, t.SetOf(item=t.Choice(name=choice)):
            return teller.phrases.noun("kind", choice)
    return "one"


def _narrower(graph: g.Graph, domain: e.Expr, var: str, condition: e.Expr) -> e.IsKind | None:
    """A condition that things are of a narrower kind than the domain names: the noun says that."""
    match domain, condition:
        case e.Things(kind=wider), e.IsKind(base, kind, False) if is_var(base, var) and graph.is_a(kind, wider):
            return condition
    return None


def _noun_and_place(teller: Teller, domain: e.Expr, narrower: e.IsKind | None, *, several: bool) -> tuple[Draft, Draft]:
    """The noun of what is gone through, and where that is."""

    def kind(name: str) -> Text:
        return text(teller.phrases.noun("kind", name, several=several))

    match domain:
        case e.Things(within=within):
            return kind(narrower.kind if narrower is not None else domain.kind), placed(teller, within)
        case e.Builtin(name="hexes"):
            return kind("hex"), text()
        case e.Builtin(name="hexsides"):
            return kind("hexside"), text()
        case e.Builtin(name=name, args=args) if name in ONE_OF:
            noun, _, place = ONE_OF[name].partition(" ")
            plural = english.plural(noun) if several else noun
            return text(plural), text(" ", filling.filled(teller, place, filling.by_place(args)))
        case e.MakeSet(type=t.SetOf(item=t.Choice(name=choice)), items=items) if {
            one.value for one in items if isinstance(one, e.Const)
        } == {*teller.graph.choices[choice].values}:
            return kind(choice), text()
        case e.MakeSet() if not several:
            return text("of ", teller.noun(domain)), text()
        case _:
            return arranged(without_the if several else with_the, teller.noun(domain)), text()


def _adjective(teller: Teller, var: str, node: e.Expr, so_far: SoFar) -> str | None:
    """A condition that one word before the noun can say."""
    match node:
        case e.Equal(left=left, right=right, negated=True) if is_var(left, var) and isinstance(right, e.Var):
            return "other"
        case e.Equal(left=e.Attribute(base=base) as whose) if says_side(whose) and is_var(base, var):
            match node.right:
                case e.Attribute(base=e.Var(name=owner)) as of_another if says_side(of_another):
                    if so_far.topic in (None, owner):
                        return "enemy" if node.negated else "friendly"
                case e.Const(value=str() as side) if not node.negated:
                    return _one_word(teller.phrases.form("value", f"side.{side}", 1))
        case e.Attribute(base=only) | e.Fact(args=(only,)) if node.type == t.YES_NO and is_var(only, var):
            return _one_word(filling.yes_no(teller, node, holds=True))
    return None


def linked(teller: Teller, node: e.Linked) -> Draft:
    """`the hexes that link up with the depot (through hexes that are free)`, or the number of steps there."""
    start = teller.noun(node.start.domain)
    said: list[Draft] = []
    if node.within is not None:
        said.append(text("in at most ", teller.noun(node.within), " steps"))
    if node.binder.where is not None:
        said.append(text("through ", scoped(node.start.var, "the hex before it", many(teller, e.Those(node.binder)))))
    how = text(" (", strung(said, ", "), ")") if said else text()
    if node.to is None:
        return text("the hexes that link up with ", start, how)
    return text("the number of steps from ", start, " to ", teller.noun(node.to), how)


def quantified(teller: Teller, node: e.Quantified, holds: bool) -> Clause:
    """`an enemy unit in the hex is painted`; `no unit in the hex is`."""
    how, binder = node.how, node.binder
    if how == "every":
        return _every(teller, node, holds)
    there = (how == "any") == holds
    match binder.domain:
        case e.MakeSet(items=(only,)) if binder.where is not None and node.holds is None:
            claim = whole(bracketed(teller.clauses(binder.where, there)))
            return Clause(None, scoped(binder.var, teller.noun(only), claim))  # it has another name there
    if there and node.holds is None and (known := _that_is_known(binder)) is not None:
        return _is_one(teller, binder.var, *known)
    if isinstance(binder.domain, e.Fact) and binder.where is None:
        return Clause(None, text("there are " if there else "there are no ", many(teller, binder.domain)))

    def found(noun: Text, those: list[Predicate]) -> Text:
        which = determined("a" if there else "no", noun)
        if not those:
            return text("there is ", which)
        twice = not there and any(_NOT.match(plain(each.said)) for each in those)
        if twice or any(each.how != "that" for each in those):
            return text("there is ", which, that(those))
        return text(which, " ", listed(together_denied([each.said for each in those]), "and"))

    apart = bound(teller, binder, found)
    if there and node.holds is None and (inside := _sentence_about_another(teller, binder)) is not None:
        narrowed, sentence = inside
        return Clause(None, mentioned(teller, narrowed, "a", sentence, apart))
    return Clause(None, apart)


def one_after_the_other(teller: Teller, node: e.Quantified) -> list[Clause]:
    """That there is one of which something is said, and then what else is so of it: `a boat is lit at night`, `a line
    crosses that boat's hex`; nothing where all of it stands behind its noun."""
    binder = node.binder
    conditions = e.conjuncts(binder.where)
    if node.how != "any" or node.holds is not None or isinstance(binder.domain, e.MakeSet) or len(conditions) < 2:
        return []
    how = {
        each: {
            "that" if about else about_one(spoken(scoped(binder.var, "that one", draft), SoFar())[0], "that one").how
            for about, draft in _claims(teller, binder.var, each)
        }
        for each in conditions
    }
    apart = [each for each in conditions if "for which" in how[each]]
    near = tuple(each for each in conditions if each not in apart)
    is_clause = any(
        how[each] & {"that", "whose"} and _adjective(teller, binder.var, each, SoFar()) is None for each in near
    )
    if not apart or not is_clause or "for which" not in plain(teller.words(teller.clause(node, True).said)):
        return []
    first = teller.clause(replace(node, binder=replace(binder, where=e.All(near))), True)
    *others, last = (clause for each in apart for clause in teller.clauses(each, True))

    def name(so_far: SoFar) -> tuple[Text, SoFar]:
        return (), so_far.inside(binder.var, that_one(teller, binder, so_far))

    def leave(so_far: SoFar) -> tuple[Text, SoFar]:
        return (), SoFar().behind(replace(so_far, bound=so_far.bound - {binder.var}), binder.var)

    first = replace(first, said=text(first.said, (name,)), goes_on=True)
    return [first, *others, replace(last, said=text(last.said, (leave,)))]


def _sentence_about_another(teller: Teller, binder: e.Binder) -> tuple[e.Binder, Draft] | None:
    """Of `any task k where k.crew includes u`: the one condition that is a sentence about something else, in which what
    is bound can be named as it is first met, `it is in the crew of a task`, and the binder without it."""
    conditions = e.conjuncts(binder.where)
    said = {condition: teller.clauses(condition, True) for condition in conditions}
    match [c for c in conditions if not all(is_var(clause.subject, binder.var) for clause in said[c])]:
        case [e.Fact() | e.Memory() | e.Attribute() | e.Contains(negated=False) as one_] if len(said[one_]) == 1:
            rest = tuple(condition for condition in conditions if condition is not one_)
            return replace(binder, where=e.All(rest) if rest else None), whole(*said[one_])
    return None


def that_it_is(binder: e.Binder) -> e.Expr | None:
    """What one of a set is to be, where nothing else is asked of it: `s where s is leader`."""
    match binder.where:
        case e.Equal(left=left, right=right, negated=False):
            for one_, other in ((left, right), (right, left)):
                if is_var(one_, binder.var) and binder.var not in variables(other):
                    return other
    return None


def _that_is_known(binder: e.Binder) -> tuple[t.Kind, e.Expr, tuple[e.Expr, ...]] | None:
    """Of `any aircraft p where p is w and p is low`: the kind, what it is to be, and what else holds of it."""
    match binder:
        case e.Binder(domain=e.Things(kind=kind, within=None), where=e.All(parts=(first, *rest))):
            match first:
                case e.Equal(left=left, right=e.Var() as known, negated=False) if is_var(left, binder.var):
                    return t.Kind(kind), known, tuple(rest)
    return None


def _is_one(teller: Teller, var: str, kind: t.Kind, known: e.Expr, rest: tuple[e.Expr, ...]) -> Clause:
    """`the target is an aircraft and it is low`; of one of that kind in any case, that it is still there."""
    called = english.with_article(teller.phrases.noun("kind", kind.name))
    is_one = teller.about(known, "is still there" if known.type == kind else f"is {called}")
    clauses = teller.clauses(e.All(rest), True)
    if all(is_var(clause.subject, var) or clause.subject == known for clause in clauses):
        return Clause(is_one.subject, listed([is_one.said, *(clause.said for clause in clauses)], "and"), is_one.lead)
    return Clause(None, text(whole(is_one), " and ", scoped(var, teller.noun(known), joined(clauses, "and"))))


def _every(teller: Teller, node: e.Quantified, holds: bool) -> Clause:
    """`every unit in the hex is painted`, or `for every hex next to it, its side is open`."""
    node = _where_it_has_to(node)
    binder = node.binder
    clauses = teller.clauses(node.holds, True) if node.holds is not None else []
    about = all(is_var(clause.subject, binder.var) for clause in clauses)
    none = about and holds and isinstance(node.holds, e.Not) and len(clauses) == 1
    if none and isinstance(node.holds, e.Not):  # `no unit is lit`: that every one is not could mean some are
        clauses = teller.clauses(node.holds.inner, True)
    claimed = listed([clause.said if about else whole(clause) for clause in clauses], "and")
    claim = of_one(teller, binder, claimed)
    if about:
        which = "no" if none else "every" if holds else "not every"
        return Clause(None, text(one(teller, binder, which), " ", claim))
    apart = text("for " if holds else "it is not so that, for ", one(teller, binder, "every"), ", ", claim)
    if not isinstance(node.holds, e.Fact | e.Memory | e.Attribute | e.Contains):
        return Clause(None, apart)
    within = text("" if holds else "it is not so that ", claimed)
    return Clause(None, mentioned(teller, binder, "every", within, apart))  # `it holds every hex that is a reef`


def _where_it_has_to(node: e.Quantified) -> e.Quantified:
    """Of `every hex is no reef or is free`: `every hex that is a reef is free`."""
    if not isinstance(node.holds, e.Any):
        return node
    where: list[e.Expr] = []
    left: list[e.Expr] = []
    for part in node.holds.parts:
        match part:
            case e.Not(inner=inner) if not isinstance(inner, e.Any | e.All):
                where.append(inner)
            case e.Contains(negated=True) | e.IsKind(negated=True):
                where.append(replace(part, negated=False))
            case e.Equal(right=e.Const(value=None), negated=False):
                where.append(replace(part, negated=True))
            case _:
                left.append(part)
    if not where or not left:
        return node
    binder = replace(node.binder, where=e.All((*e.conjuncts(node.binder.where), *where)))
    return replace(node, binder=binder, holds=left[0] if len(left) == 1 else e.Any(tuple(left)))


def says_side(node: e.Expr) -> bool:
    """Whether an expression is the side of a thing; an `owner` that is a player is not."""
    return isinstance(node, e.Attribute) and node.name in g.OWNED_BY and t.bare(node.type) == t.Choice(g.SIDE)


def is_var(node: e.Expr | None, var: str) -> bool:
    """Whether an expression is a variable, or the hexside or hex that is met there."""
    if isinstance(node, e.Field) and node.base.type == t.CONTACT and node.name in ("side", "hex"):
        node = node.base
    return isinstance(node, e.Var) and node.name == var


def _one_word(form: str) -> str | None:
    """The adjective of `{it} is painted`, if that is all it says."""
    _, _, said = form.partition("} is ")
    return said if said and " " not in said and form.startswith("{") and said != "not" else None
