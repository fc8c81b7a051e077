"""Phrases of the law, and of the machine, with what fills their places."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.words import english
from hexlaw.runtime.words.as_law import as_law
from hexlaw.runtime.words.clauses import Clause
from hexlaw.runtime.words.composing import is_determined, mended
from hexlaw.runtime.words.phrases import is_done_to, pieces
from hexlaw.runtime.words.pronouns import arranged
from hexlaw.runtime.words.spans import Draft, How, Text, TextSpan, listed, plain, text

if TYPE_CHECKING:
    from hexlaw.runtime.words.teller import Teller

ANY = "thing"
"""The owner, in names of phrases, of the two attributes that every thing has: `thing.hex`, `thing.holder`."""
ARTICLE = re.compile(r"(^|.*[ (])(?:an?|[Tt]he) $", re.DOTALL)
"""The end of what stands before a place in a phrase, where that is an article."""
Phrased = e.Attribute | e.Field | e.Fact | e.Memory | e.Quantity | e.Table | e.Tally | e.Reach
"""What the law may have a phrase for."""


class Wanted(NamedTuple):
    """The phrase that the law may have for something: its sort and name, and what fills its places."""

    sort: str
    name: str
    args: Mapping[str, e.Expr]

    @property
    def ref(self) -> str:
        """What its words stand for; of fields nothing else is told that could be referred to."""
        return "" if self.sort == "field" else f"{self.sort}:{self.name}"


def wanted(graph: g.Graph, node: Phrased) -> Wanted:
    """The phrase for an expression."""
    match node:
        case e.Attribute(base=base, name=name, owner=owner):
            return Wanted("attribute", f"{owner or ANY}.{name}", {"it": base})
        case e.Field(base=base, name=name):
            owner = base.type.name if isinstance(base.type, t.Kind) else ANY
            return Wanted("field", f"{owner}.{name}", {"it": base})
    sort = type(node).__name__.lower()
    params = graph.section(sort)[node.name].params
    return Wanted(sort, node.name, dict(zip([name for name, _ in params], node.args, strict=True)))


def by_place(args: Iterable[e.Expr]) -> dict[str, e.Expr]:
    """What fills the places `{0}`, `{1}` and so on."""
    return {str(place): arg for place, arg in enumerate(args)}


def filled(
    teller: Teller, form: str, args: Mapping[str, e.Expr], ref: str = "", how: How = "plain",
    itself: Collection[str] = (),
) -> Draft:  # fmt: skip
    """A phrase with what stands in its places; in those that `itself` names stands what the clause is about."""
    found = list(pieces(form))
    opening = found[0][1] if len(found) > 1 and found[1][0] and found[1][1] in args and not found[0][0] else ""
    inner = _THE_OF.search(opening)
    nested = inner is not None and opening[: inner.start()].endswith(" of ")  # `the end of the turn of it`: of its turn
    owned = not nested and opening.endswith(" of ") and _is_owned(opening.removesuffix(" of "))

    def put_together(*parts: Text) -> Text:
        if owned and plain(parts[1]) == "it":
            its = TextSpan(f"its {opening.removeprefix('the ').removesuffix(' of ')}", ref, how)
            return mended(text(its, *parts[2:]))
        parts = _its_own(found, parts, ref, how)
        fills = [place and is_determined(part) for (place, _), part in zip(found, parts, strict=True)]
        room = [
            tuple(replace(x, text=ARTICLE.sub(r"\1", x.text)) for x in part) if brings and not place else part
            for (place, _), part, brings in zip(found, parts, [*fills[1:], False], strict=True)
        ]
        return mended(text(*room))

    def fill(place: bool, words: str) -> Draft:
        if place and words in itself:
            return text("itself")
        return teller.noun(args[words]) if place and words in args else (TextSpan(words, ref, how),)

    return arranged(put_together, *(fill(*each) for each in found))


_THE_OF = re.compile(r"(?<=[a-z] )the (?P<what>[a-z]+(?: [a-z]+)?) of $")
"""The end of what stands before a place, where that is what belongs to whatever fills it: `where the units of`."""


def _its_own(found: list[tuple[bool, str]], parts: tuple[Text, ...], ref: str, how: How) -> tuple[Text, ...]:
    """The parts of a phrase in which `the units of it` are `its units`."""
    made = [*parts]
    for at, (place, _) in enumerate(found[1:], 1):
        words = "" if found[at - 1][0] else found[at - 1][1]
        what = _THE_OF.search(words)
        if place and what is not None and plain(parts[at]) == "it":
            before, its = TextSpan(words[: what.start()], ref, how), TextSpan(f"its {what['what']}", ref, how)
            made[at - 1 : at + 1] = (before, its), ()  # apart, as it is not of what the sentence is about
    return tuple(made)


def _is_owned(words: str) -> bool:
    """Whether words before `of` are a noun alone: `the crew`, or several, as `helpers`."""
    first, _, rest = words.partition(" ")
    return first == "the" or (not english.has_article(words) and not rest and english.is_of_several(f"the {words}"))


def phrase(teller: Teller, form: str, args: Mapping[str, e.Expr], ref: str = "") -> Clause:
    """A phrase as a clause; where it begins with a place to fill, that is its subject."""
    all_pieces = list(pieces(form))
    if all_pieces and all_pieces[0][0] and all_pieces[0][1] in args:
        subject = args[all_pieces[0][1]]
        called = form[form.index("}") + 1 :]
        if called.startswith(" ") and not called.startswith((" and ", " or ")):  # else it is one subject of two
            others = [place for place in args if args[place] == subject and place != all_pieces[0][1]]
            itself = others if isinstance(subject, e.Var) else ()
            return teller.about(subject, filled(teller, called[1:], args, ref, itself=itself))
    return Clause(None, filled(teller, form, args, ref))


def yes_no(teller: Teller, node: Phrased, holds: bool) -> str:
    """The form that says of something that it is so, or that it is not; nothing where the law has none."""
    sort, name, args = wanted(teller.graph, node)
    if name.endswith(g.FORBIDDEN):
        may = teller.phrases.form("event", name.removesuffix(g.FORBIDDEN), 1)
        return english.opposite(may) if holds and may else may
    adjective = sort in ("attribute", "field") or getattr(teller.graph.section(sort)[name], "shape", "") == "adjective"
    so, not_so = english.so_by_name(node.name) if adjective else _of_a_verb(node.name, len(args))
    subject, *others = (f"{{{place}}}" for place in args)
    behind = "" if adjective else "".join(f" {other}" for other in others)
    default = f"{subject} {so if holds else not_so}{behind}" if so else ""
    return teller.phrases.yes_no(sort, name, default, holds=holds)


def _of_a_verb(name: str, params: int) -> tuple[str, str]:
    """`watches` of a name that begins as English verbs do, `is in reach` or `is grounded` of one that stands behind
    `is`, and that it is not so; nothing of any other."""
    first = name.partition("-")[0]
    if params == 1 and (first in english.PREPOSITIONS or english.PARTICIPLE.fullmatch(first)):
        words = english.named(name)
        return f"is {words}", f"is not {words}"
    return english.does_by_name(name) if 1 <= params <= 2 else ("", "")


def whether_so(teller: Teller, node: e.Var, holds: bool) -> Draft:
    """That a variable of yes or no is so: in its words, `the shore is crowded`, or `it is crowded` by its name."""
    forms = teller.phrases.forms("variable", node.name)
    words, first = english.named(node.name), node.name.partition("-")[0]
    said = teller.roles.get(node.name) or (forms[0] if forms else "")
    said = said or f"it {'' if english.is_helping(first) else 'is '}{words}"
    if not holds:
        said = forms[1] if len(forms) > 1 and forms[0] == said else english.opposite(said)
    return text(said)


def called(teller: Teller, node: Phrased) -> Draft:
    """What the law calls something; the law itself, where it has no phrase for it."""
    phrase = wanted(teller.graph, node)
    if form := teller.phrases.form(phrase.sort, phrase.name):
        return filled(teller, form, phrase.args, phrase.ref)
    made = teller.phrases.made(phrase.sort, phrase.name)
    return filled(teller, made, phrase.args, phrase.ref, "name") if made else missed(teller, node)


class DoneTo(NamedTuple):
    """What is done to something, as its name says, and the word before by whom: `held` and `by`."""

    place: str  # of what it is done to
    done: str
    preposition: str

    @property
    def form(self) -> str:
        """That it is done by something."""
        return f"{{{self.place}}} is {self.done} {self.preposition} {{item}}"


def done_to(teller: Teller, node: Phrased) -> DoneTo | None:
    """What a name such as `held-by` says of what it belongs to or is asked of; nothing of what has a phrase, and of
    names by which nobody can tell who does it."""
    done, preposition = english.done_by(node.name)
    sort, name, args = wanted(teller.graph, node)
    if not done or teller.phrases.forms(sort, name):
        return None
    if isinstance(node, e.Attribute | e.Field):
        is_clear = isinstance(t.bare(node.type), t.Kind | t.Choice)
    else:
        is_clear = is_done_to(teller.graph.section(sort)[name])
    return DoneTo(next(iter(args)), done, preposition) if is_clear else None


def by_whom(teller: Teller, node: e.Attribute | e.Field) -> Draft | None:
    """`the side by which it is held`, of what has no phrase and a name such as `held-by`."""
    found, type_ = done_to(teller, node), t.bare(node.type)
    if found is None or not isinstance(type_, t.Kind | t.Choice):
        return None
    whom = f"the {teller.phrases.noun('kind', type_.name)} {found.preposition} which {{it}} is {found.done}"
    return filled(teller, whom, {"it": node.base})


def holding(teller: Teller, node: Phrased, holds: bool) -> Draft:
    """That something holds which the law has no phrase for: `“reef safe” holds for a boat`."""
    sort, name, args = wanted(teller.graph, node)
    nouns, verb, negative = list(args.values()), "holds", "does not hold"
    if name.endswith(g.FORBIDDEN):
        sort, name = "event", name.removesuffix(g.FORBIDDEN)
        nouns = nouns[len(nouns) - len(teller.graph.events[name].params) :]  # who acts goes without saying
        verb, negative = "is forbidden", "is not forbidden"
    teller.phrases.missed(sort, name)
    about = text(" for ", listed([teller.noun(arg) for arg in nouns], "and")) if nouns else text()
    called = TextSpan(f"“{english.named(name.rpartition('.')[2])}”", f"{sort}:{name}", "name")
    return text(called, f" {verb if holds else negative}", about)


def missed(teller: Teller, node: Phrased) -> Text:
    """The law itself, where a phrase is wanted that is not there."""
    sort, name, _ = wanted(teller.graph, node)
    teller.phrases.missed(sort, name)
    return (TextSpan(as_law(node, teller.graph), f"{sort}:{name}", "law"),)


def happening(teller: Teller, sort: str, name: str, args: tuple[e.Expr, ...]) -> Draft:
    """What happens under a name, as a clause."""
    form, decl = teller.phrases.form(sort, name), teller.graph.section(sort).get(name)
    if form and decl is not None:
        params = [n for n, _ in decl.params][: len(args)]
        return filled(teller, form, dict(zip(params, args, strict=True)), f"{sort}:{name}")
    teller.phrases.missed(sort, name)
    given = text(" (", listed([teller.noun(arg) for arg in args], "and"), ")") if args else text()
    return text(TextSpan(english.named(name), f"{sort}:{name}", "name"), given)


def of_itself(graph: g.Graph, sort: str, name: str) -> e.Expr:
    """What is asked under a name, of variables that are called as its parameters."""
    decl = graph.section(sort)[name]
    args = variables(decl.params)
    return e.Memory(name, args) if sort == "memory" else e.ASKED[sort](name, args, decl.type)


def variables(params: tuple[tuple[str, t.Type], ...]) -> tuple[e.Expr, ...]:
    return tuple(e.Var(name, type_) for name, type_ in params)
