"""What is said where two values are the same: that something is there, has a value, is on a side, is among others."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.words import english, filling, nouns, numbers, quantifiers
from hexlaw.runtime.words.built_in import HEXES_OF, PLACED, WAYS
from hexlaw.runtime.words.clauses import Clause, whole
from hexlaw.runtime.words.composing import determined, without, without_the
from hexlaw.runtime.words.pronouns import arranged
from hexlaw.runtime.words.spans import Draft, Text, listed, plain, text

if TYPE_CHECKING:
    from hexlaw.runtime.words.teller import Teller


def equal(teller: Teller, left: e.Expr, right: e.Expr, same: bool) -> Clause:
    """That two values are the same, or are not: by what the law says of such a value, else by `is`."""
    if isinstance(left, e.Const) and not isinstance(right, e.Const):
        left, right = right, left
    if isinstance(right, e.Const) and right.value is None:
        return is_none(teller, left, same)
    if isinstance(left, e.Count) and not isinstance(right, e.Const):
        number = text("the number of ", quantifiers.many(teller, left.of))
        return Clause(None, text(number, " equals " if same else " does not equal ", teller.noun(right)))
    if isinstance(left, e.Count) and isinstance(right, e.Const) and isinstance(right.value, int):
        return numbers.as_many(teller, left.of, right.value, same)
    if isinstance(right, e.Const) and isinstance(right.value, bool):
        return teller.clause(left, right.value == same)
    if left.type == right.type == t.YES_NO:
        both = teller.clause_text(left), teller.clause_text(right)
        return Clause(None, text(both[0], " exactly if ", both[1]) if same
                      else text("either ", both[0], " or ", both[1], ", but not both"))  # fmt: skip
    not_ = "" if same else "not "
    if isinstance(left, e.Attribute) and quantifiers.says_side(left):
        return _sides(teller, left, right, same)
    if isinstance(right, e.Const) and isinstance(right.value, str):
        found = has_value(teller, left, right.value, same)
        if found is not None:
            return found
    if (own := _own_words(teller, left, right, same)) is not None:
        return own
    if isinstance(left, e.Attribute) and left.name == "hex":
        if isinstance(right, e.Attribute) and right.name == "hex":
            return teller.about(left.base, f"is {not_}in the same hex as ", teller.noun(right.base))
        return teller.about(left.base, f"is {not_}in ", teller.noun(right))
    if isinstance(left, e.Attribute) and left.name == "holder":
        forms = teller.phrases.forms("attribute", f"{filling.ANY}.holder")
        form = forms[3] if len(forms) > 3 else "{it} is in {item}"
        if not same:
            form = forms[4] if len(forms) > 4 else english.opposite(form)
        return filling.phrase(teller, form, {"it": left.base, "item": right})
    if isinstance(left.type, t.SetOf):
        return teller.about(left, f"{_is_or_are(teller, left)} {not_}the same as ", teller.noun(right))
    if isinstance(left.type, t.Number) and not isinstance(right, e.Const):
        return teller.about(left, "equals " if same else "does not equal ", teller.noun(right))
    if isinstance(right, e.Var) and not isinstance(left, e.Var | e.Field) and not _is_had(teller, left):
        left, right = right, left  # `it is the winner`, not `the winner is it`
    noun = teller.noun(right)
    if not same and isinstance(right, e.Const) and plain(teller.words(noun)).startswith("no "):
        not_ = "other than "  # `is not no light`
    return teller.about(left, f"is {not_}", noun)


def _own_words(teller: Teller, left: e.Expr, right: e.Expr, same: bool) -> Clause | None:
    """The fourth and the fifth form of a phrase: that something is what it has, and that it is not; without a phrase,
    that it is held by what its `held-by` is."""
    if not isinstance(left, e.Attribute | e.Field | e.Fact) or isinstance(left.type, t.SetOf):
        return None
    phrase = filling.wanted(teller.graph, left)
    form = teller.phrases.form(phrase.sort, phrase.name, 3) or done_by_something(teller, left)
    if not same and form:
        form = teller.phrases.form(phrase.sort, phrase.name, 4) or english.opposite(form)
    return filling.phrase(teller, form, {**phrase.args, "item": right}, phrase.ref) if form else None


def done_by_something(teller: Teller, asked: e.Expr) -> str:
    """The form of what has a name such as `held-by` and no phrase: that something is held by what it is."""
    if not isinstance(asked, e.Attribute | e.Field | e.Fact):
        return ""
    if (done := filling.done_to(teller, asked)) is None:
        return ""
    phrase = filling.wanted(teller.graph, asked)
    teller.phrases.missed(phrase.sort, phrase.name)
    return done.form


def _is_had(teller: Teller, node: e.Expr) -> bool:
    """Whether an attribute is called by a noun, as `its crew`."""
    if not isinstance(node, e.Attribute) or node.base.type == t.GAME:
        return False
    return "{" not in teller.phrases.form("attribute", f"{node.owner or filling.ANY}.{node.name}")


def _is_or_are(teller: Teller, of: e.Expr) -> str:
    """The verb for a set: that of one thing where the law calls it by a noun in the singular, as `the crew of {it}`."""
    if not isinstance(of, e.Attribute | e.Fact):
        return "are"
    phrase = filling.wanted(teller.graph, of)
    called = teller.phrases.form(phrase.sort, phrase.name) or english.named(phrase.name.rpartition(".")[2])
    return "are" if english.singular(called.removeprefix("the ").partition(" of ")[0]) else "is"


def is_none(teller: Teller, of: e.Expr, is_none: bool) -> Clause:
    """What has no value, or has one: the second and third form of its phrase say so."""
    match of:
        case e.Fact() | e.Table() | e.Attribute():
            phrase = filling.wanted(teller.graph, of)
            usual = PLACED.get(of.name, ("", "")) if phrase.sort == "attribute" else ("", "")
            form = teller.phrases.form(phrase.sort, phrase.name, 1 if is_none else 2) or usual[0 if is_none else 1]
            if form:
                return filling.phrase(teller, form, phrase.args, phrase.ref)
            if (done := filling.done_to(teller, of)) is not None:
                teller.phrases.missed(phrase.sort, phrase.name)
                return teller.about(phrase.args[done.place], _is_done(done, is_none))
            if isinstance(of, e.Attribute) and not teller.phrases.form(phrase.sort, phrase.name):
                teller.phrases.missed(phrase.sort, phrase.name)
                called = english.as_noun(of.name)
                return teller.about(of.base, f"has no {called}" if is_none else f"has {english.with_article(called)}")
        case e.Field(base=base, name=name) if base.type == t.CONTACT:
            return teller.about(base, "meets no " if is_none else "meets a ", "hexside" if name == "side" else name)
    return Clause(None, arranged(_there_is_no if is_none else _there_is, teller.noun(of)))


def _is_done(what: filling.DoneTo, by_none: bool) -> str:
    """`is not held`, `is bound for something`."""
    if what.preposition == "by":
        return f"is {'not ' if by_none else ''}{what.done}"
    return f"is {what.done} {what.preposition} {'nothing' if by_none else 'something'}"


def _there_is(noun: Text) -> Text:
    """That there is something: `there is a side that moves first`, `it has a berth`."""
    bare, called = without_the(noun), plain(noun)
    several = english.is_of_several(called)
    if called.startswith("its "):
        own = without("its ", noun)
        return text("it has ", own if several else determined("a", own))
    if bare == noun or "'s" in bare[0].text:  # of the game's last turn there is one
        return text("there is ", noun)
    return text("there are ", bare) if several else text("there is ", determined("a", bare))


def _there_is_no(noun: Text) -> Text:
    if plain(noun).startswith("its "):
        return text("it has no ", without("its ", noun))
    return text("there are no " if english.is_of_several(plain(noun)) else "there is no ", without_the(noun))


def _sides(teller: Teller, left: e.Attribute, right: e.Expr, same: bool) -> Clause:
    """`is an enemy of the other unit`."""
    not_ = "" if same else "not "
    match right:
        case e.Var(name=g.ACTING):
            return teller.about(left.base, f"is {not_}of the side whose turn it is")
        case e.Attribute(base=base) if quantifiers.says_side(right):
            return teller.about(left.base, "is on the side of " if same else "is an enemy of ", teller.noun(base))
        case e.Const(value=str() as side):
            if form := teller.phrases.form("value", f"side.{side}", 1):
                said = form if same else english.opposite(form)
                return filling.phrase(teller, said, {"it": left.base}, f"value:side.{side}")
            return teller.about(left.base, f"is {not_}of ", nouns.value(teller.phrases, "side", side))
    return teller.about(left.base, f"is {not_}of ", teller.noun(right))


def has_value(teller: Teller, left: e.Expr, value: str, same: bool) -> Clause | None:
    """A choice with a value that has a predicate of its own: `{it} is inside`."""
    choice = left.type.item if isinstance(left.type, t.OrNone) else left.type
    if isinstance(left, e.Field) and left.base.type == t.CONTACT and value in WAYS:
        return filling.phrase(teller, WAYS[value][0 if same else 1], {"it": left.base})
    if not isinstance(choice, t.Choice) or (choice.name == "side" and isinstance(left, e.Fact)):
        return None
    if isinstance(left, e.Attribute) and not _tells_what_it_is(teller, left, choice):
        return None
    form = teller.phrases.predicate("value", f"{choice.name}.{value}", holds=same)
    base = left.base if isinstance(left, e.Attribute | e.Field) else left
    return filling.phrase(teller, form, {"it": base}, f"value:{choice.name}.{value}") if form else None


def _tells_what_it_is(teller: Teller, left: e.Attribute, choice: t.Choice) -> bool:
    """Whether what has an attribute is what its value says: a boat whose `side` is the north is northern, the game in
    which the north is `first` is not; nor is a boat that has two moods, unless one of them is its `mood`."""
    if left.name == choice.name or (choice.name == g.SIDE and left.name in g.OWNED_BY):
        return True
    kind = teller.graph.kinds.get(left.owner)
    others = () if kind is None else kind.attributes.values()
    is_only = not any(other.name != left.name and t.bare(other.type) == choice for other in others)
    return is_only and not (choice.name == g.SIDE and left.owner == t.GAME.name)


def contains(teller: Teller, container: e.Expr, item: e.Expr, holds: bool) -> Clause:
    """`the hex is among the hexes next to it`."""
    if isinstance(container, e.Attribute | e.Fact | e.Field):
        phrase = filling.wanted(teller.graph, container)
        if form := teller.phrases.predicate(phrase.sort, phrase.name, holds=holds):
            return filling.phrase(teller, form, {**phrase.args, "item": item}, phrase.ref)
    is_ = "is " if holds else "is not "
    if isinstance(container, e.Things) and (within := container.within) is not None:
        return teller.about(item, is_, "in ", teller.noun(within))
    if isinstance(container, e.MakeSet) and container.items:
        return teller.about(item, *_one_of([teller.noun(each) for each in container.items], holds))
    if isinstance(container, e.Var) and item.type == t.HEX:
        return teller.about(item, is_, "in ", arranged(partial(without, HEXES_OF), teller.noun(container)))
    return teller.about(item, is_, "among ", teller.noun(container))


def _one_of(items: list[Draft], holds: bool) -> tuple[str | Draft, ...]:
    """`is wild or calm`, `is neither wild nor calm`, `is none of wild, calm and rough`."""
    if holds or len(items) == 1:
        return "is " if holds else "is not ", listed(items, "or")
    return ("is neither ", listed(items, "nor")) if len(items) == 2 else ("is none of ", listed(items, "and"))


def given(teller: Teller, fact: str, value: e.Expr) -> Draft:
    """A fact with a value, about the variables that its parameters are."""
    asked = filling.of_itself(teller.graph, "fact", fact)
    if asked.type == t.YES_NO:
        if isinstance(value, e.Const):
            return teller.clause_text(asked, holds=bool(value.value))
        return text(teller.clause_text(asked), " as far as ", teller.clause_text(value))
    if not isinstance(value, e.Const):
        return whole(teller.about(asked, "is ", teller.noun(value)))
    return whole(is_none(teller, asked, True) if value.value is None else equal(teller, asked, value, True))
