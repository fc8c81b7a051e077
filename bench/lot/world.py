"""What a law by lot speaks of: its kinds, attributes, facts and so on, and the names that are known at a place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple

from lot.constructs import keywords

NUMBERS = ("whole", "exact")
KEYWORDS = keywords()
Type = str
"""A type as law writes it, such as `set of barge` or `hex or none`."""


class Named(NamedTuple):
    """A name that is known at a place."""

    name: str
    type: Type


def with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


@dataclass(frozen=True)
class Attribute:
    kind: str
    name: str
    type: Type
    secret: bool = False
    lasts: bool = False
    writable: bool = True
    """Whether statements may set it: not what a pick counts its costs in, nor what rules modify."""


@dataclass(frozen=True)
class Asked:
    """A fact, quantity, table, memory or tally: what is asked with arguments."""

    name: str
    shape: str
    params: tuple[Named, ...]
    type: Type
    secret: bool = False

    def asks(self, arguments: Iterable[str]) -> str:
        first, *others = arguments = list(arguments) or [""]
        match self.shape:
            case "adjective":
                return f"{first} is {self.name}"
            case "verb":
                return " ".join([first, self.name, *others])
        return f"{self.name}({', '.join(arguments)})"

    @property
    def head(self) -> str:
        return self.asks(param.name for param in self.params)

    @property
    def declared(self) -> str:
        return self.asks(f"{name}: {type_}" for name, type_ in self.params)


@dataclass(frozen=True)
class Done:
    """An effect, event or action with parameters: what statements do, announce, offer."""

    name: str
    params: tuple[Named, ...]


@dataclass
class World:
    sides: list[str] = field(default_factory=list)
    choices: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ordered: set[str] = field(default_factory=set)
    measures: dict[str, str] = field(default_factory=dict)  # to whole or exact
    kinds: dict[str, str | None] = field(default_factory=dict)  # to the kind that it is one of
    holders: dict[str, tuple[str, ...]] = field(default_factory=dict)  # where things of a kind stand
    attributes: list[Attribute] = field(default_factory=list)
    records: dict[str, tuple[Named, ...]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    memories: list[Asked] = field(default_factory=list)
    effects: list[Done] = field(default_factory=list)
    events: list[Done] = field(default_factory=list)
    orders: dict[str, tuple[Named, ...]] = field(default_factory=dict)
    tasks: dict[str, tuple[Named, ...]] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)  # of the sequence
    printed: list[str] = field(default_factory=list)  # units of the chart, all of the first kind
    requirements: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def new_name(self, random: Random) -> str:
        while True:
            letters = ("bdfgklmnprstvz", "aiou", "bdgklmnprstvz", "aiou")
            first = 1 if random.randrange(6) == 0 else 0  # it begins with a vowel
            name = "".join(random.choice(some) for some in letters[first:])
            if name not in KEYWORDS and name not in self.names:
                self.names.add(name)
                return name

    def is_kind(self, kind: Type, wanted: Type) -> bool:
        while kind != wanted and self.kinds.get(kind):
            kind = str(self.kinds[kind])
        return kind == wanted

    def fits(self, type_: Type, wanted: Type) -> bool:
        wanted_ = wanted.removesuffix(" or none")
        return type_ in (wanted, wanted_) or (wanted, type_) == ("exact", "whole") or self.is_kind(type_, wanted_)

    def of_kind(self, kind: Type) -> list[Attribute]:
        return [a for a in self.attributes if self.is_kind(kind, a.kind)]

    def is_number(self, type_: Type) -> bool:
        return type_ in NUMBERS or type_ in self.measures


@dataclass(frozen=True)
class Scope:
    """The names that are known at a place, and what may be spoken of there."""

    names: tuple[Named, ...] = ()
    acting: bool = False
    sees: bool = False
    """Whether it may read secrets."""
    play: bool = False
    """Whether it is carried out in play: what runs now can be asked."""

    def with_(self, *names: Named) -> Scope:
        return replace(self, names=(*self.names, *names))

    def of(self, world: World, type_: Type) -> list[str]:
        return [n for n, t in self.names if world.fits(t, type_)]
