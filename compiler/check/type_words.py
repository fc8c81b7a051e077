"""Which type fits which: the few rules of typing that everything else leans on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ParamSpec, Protocol, TypeVar

from hexlaw.runtime.law import types as t

Given = ParamSpec("Given")
Item = TypeVar("Item")
Made = TypeVar("Made")


class Untyped(Exception):
    """Something has no type, and that was reported. It ends all that depends on it; what stands beside goes on."""


def attempt(make: Callable[Given, Made], *args: Given.args, **more: Given.kwargs) -> Made | None:
    """What is made, or none where it has no type: what stands beside it is looked at as well."""
    try:
        return make(*args, **more)
    except Untyped:
        return None


def all_of(make: Callable[[Item], Made], items: Iterable[Item]) -> list[Made]:
    """What is made of each of some things; where one of them has no type, only after all were tried."""
    made = [attempt(make, item) for item in items]
    good = [one for one in made if one is not None]
    if len(good) < len(made):
        raise Untyped
    return good


class KnowsKinds(Protocol):
    def is_a(self, kind: str, ancestor: str) -> bool: ...
    def may_be_both(self, kind: str, other: str) -> bool: ...


def is_number(type_: t.Type) -> bool:
    return isinstance(type_, t.Number)


def fits(found: t.Type, wanted: t.Type, kinds: KnowsKinds) -> bool:
    """Whether a value of one type may stand where another is wanted.

    A value that may be none fits where its item is wanted: should it be none when it is used, play stops there
    with a plain report (a hole), which is the same outcome as any other unanswered question of the law.
    """
    if isinstance(wanted, t.OrNone):
        return fits(t.bare(found), wanted.item, kinds)
    if isinstance(found, t.OrNone):
        return not isinstance(wanted, t.SetOf) and fits(found.item, wanted, kinds)
    if isinstance(found, t.SetOf) and isinstance(wanted, t.SetOf):
        return fits(found.item, wanted.item, kinds)
    if isinstance(found, t.Kind) and isinstance(wanted, t.Kind):
        return found == wanted or kinds.is_a(found.name, wanted.name)
    if isinstance(found, t.Number) and isinstance(wanted, t.Number):
        same = found.measure == wanted.measure or t.ANY_NUMBER in (found.measure, wanted.measure)
        return same and (wanted.exact or not found.exact)
    return found == wanted


def related(a: t.Type, b: t.Type, kinds: KnowsKinds) -> bool:
    """Whether two values can be compared at all."""
    a = t.bare(a)
    b = t.bare(b)
    if isinstance(a, t.Number) and isinstance(b, t.Number):
        return a.measure == b.measure or t.ANY_NUMBER in (a.measure, b.measure)
    if isinstance(a, t.Kind) and isinstance(b, t.Kind):
        return a == b or kinds.may_be_both(a.name, b.name)
    return a == b


def to_measure(type_: t.Type, want: t.Type) -> str | None:
    """How a number of one measure is said in another; nothing of what is not two measures."""
    is_, other = t.bare(type_), t.bare(want)
    if not isinstance(is_, t.Number) or not isinstance(other, t.Number) or is_.measure == other.measure:
        return None
    into = f"multiply it by a fact that gives `{other.measure}`"
    if is_.measure is None:
        return f"it is a plain number: declare it as `{other.measure}`, or {into}"
    if other.measure is None:
        return f"divide it by a number of `{is_.measure}`: what comes out is plain"
    return f"divide it by a number of `{is_.measure}`, and {into}"


def in_words(type_: t.Type) -> str:
    """A type in a sentence: `a set of unit`, `a number`, `yes/no`."""
    if isinstance(type_, t.Number) and type_.measure == t.ANY_NUMBER:
        return "a number"
    if isinstance(type_, t.YesNo | t.Text):
        return str(type_)
    word = str(type_)
    vowel = word[0] in "aeiou" and not word.startswith(("uni", "use", "eu"))
    return f"{'an' if vowel else 'a'} `{word}`"
