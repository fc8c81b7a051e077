"""What differs between two laws, as data: a `Difference` for each thing that does, a `Structure` for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

How = Literal["new", "changed", "dropped", "switched", "worded"]
SORTS = {"dispute": "reading", "year": "year", "phase": "part of play", "set-up": "situation"}
"""What people call a sort of declaration, where that is not its name."""
Named = tuple[str, str]
"""A sort of declaration, and a name of that sort: `("fact", "cost")`."""


@dataclass(frozen=True)
class Brought:
    """A rule or an action that is in force under one law alone because something is switched. `then` is what holds
    without a rule that only limits others."""

    how: Literal["added", "dropped"]
    key: str
    said: str
    then: str = ""


@dataclass(frozen=True)
class Difference:
    """One thing that differs. `worded` means that it says the same in other words or by another source."""

    how: How
    sort: str
    name: str
    was: str = ""
    now: str = ""
    bears_on: tuple[Named, ...] = ()
    cites: tuple[str, ...] = ()
    about: str = ""  # of what is switched: what it is about, in its own words
    brings: tuple[Brought, ...] = ()  # of what is switched: what comes or goes with it
    replaces: tuple[str, ...] = ()  # of a new rule: those that are gone because it stands in their place
    cited_before: tuple[str, ...] = ()  # the sources of these
    is_advice: bool = False  # it guides programs and does not belong to the law

    @property
    def names(self) -> tuple[str, ...]:
        """The name without the place in it, and the names that it replaces."""
        return (self.name.partition(" (")[0], *self.replaces)

    @property
    def sources(self) -> frozenset[str]:
        return frozenset((*self.cites, *self.cited_before))

    @property
    def key(self) -> str:
        return f"{self.sort}:{self.name}"

    @property
    def title(self) -> str:
        """What is done to it, its name, and the rules that it replaces."""
        instead = f", in the place of {', '.join(self.replaces)}" if self.replaces else ""
        return f"{self.how} {called(self.key)}{instead}"


@dataclass(frozen=True)
class Structure:
    """All that differs, in the order of the book; and which rule of the base is called how in the variant."""

    differences: tuple[Difference, ...]
    renamed: Mapping[str, str]

    @property
    def that_count(self) -> tuple[Difference, ...]:
        """The differences of law, without those of wording."""
        return tuple(d for d in self.differences if d.how != "worded" and not d.is_advice)

    @property
    def in_advice(self) -> tuple[Difference, ...]:
        return tuple(d for d in self.differences if d.how != "worded" and d.is_advice)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all that counts, and of the rules that come or go with an option, a reading or a year."""
        switched = (named for d in self.differences if d.how == "switched" for named in d.bears_on)
        named = (f"{sort}:{name}" for sort, name in switched)
        return frozenset((*(d.key for d in (*self.that_count, *self.in_advice)), *named, *self.in_place))

    @property
    def in_place(self) -> dict[str, str]:
        """The keys of rules that replace others, by the keys of these."""
        return {f"rule:{old}": d.key for d in self.differences for old in d.replaces}

    @cached_property
    def said(self) -> dict[str, str]:
        """By key the sentence of a difference; for what is switched, those of its rules."""
        found = {
            brought.key: gone(brought.said, brought.then) if brought.how == "dropped" else brought.said
            for d in self.differences
            for brought in d.brings
        }
        for d in self.differences:
            if d.how == "dropped":
                found[d.key] = gone(d.was, d.now)
            elif d.how != "switched":
                found[d.key] = (
                    f"it was {d.was} and is {d.now}" if d.sort != "rule" and d.was and d.now else d.now or d.was
                )
        return found


def called(key: str) -> str:
    """`rule wet` of `rule:wet`."""
    sort, _, name = key.partition(":")
    return f"{SORTS.get(sort, sort)} {name}"


def gone(said: str, then: str) -> str:
    """Returns the removed sentence and, if known, what holds without it."""
    return (f"dropped; it said: {said}" if said else "dropped") + (f" Now: {then}" if then else "")
