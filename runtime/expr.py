"""Expressions of the compiled law: typed, first-order, every name resolved.

The compiler makes them, `evaluate.py` gives them values. Each has a `type`: kept by the check where it does not follow
from the node itself. It is left out when nodes are compared, since one name may be known more closely in one place than
in another, and it says nothing about `none`: a value that may be none stands wherever its item is wanted. An expression
never says how it was written; a condition keeps the designer's own text beside it (`graph.Condition`).
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from hexlaw.runtime.nodes import dataclass
from hexlaw.runtime.types import MOMENT, WHOLE, YES_NO, Kind, OrNone, SetOf, Type, item_of


class _YesNo:
    """Base of the expressions that are conditions."""

    @property
    def type(self) -> Type:
        return YES_NO


@dataclass(frozen=True, slots=True)
class Const:
    value: object
    type: Type


@dataclass(frozen=True, slots=True)
class Var:
    name: str
    type: Type = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a thing, a hex or a hexside; of nothing at all it is the attribute's default."""

    base: Expr
    name: str
    owner: str  # the kind that declares it
    type: Type = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record or of a contact of a line."""

    base: Expr
    name: str
    type: Type = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Fact:
    name: str
    args: tuple[Expr, ...]
    type: Type = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Quantity:
    name: str
    args: tuple[Expr, ...]
    type: Type = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    args: tuple[Expr, ...]
    type: Type = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Memory(_YesNo):
    """Whether something is remembered of these things."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """What has been counted for these things since the tally last started from nothing."""

    name: str
    args: tuple[Expr, ...]
    type: Type = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NowIn(_YesNo):
    """Play is in this stretch of the sequence."""

    span: str


@dataclass(frozen=True, slots=True)
class MakeMoment:
    """An edge of a span: of the one that runs, or of the next to begin; of some side where `owner` is given."""

    edge: Literal["start", "end"]
    which: Literal["this", "next"]
    span: str
    owner: Expr | None

    @property
    def type(self) -> Type:
        return MOMENT


@dataclass(frozen=True, slots=True)
class Reach:
    name: str
    args: tuple[Expr, ...]
    type: Type = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Builtin:
    """One of the machine's own functions (`builtins.py`)."""

    name: str
    args: tuple[Expr, ...]
    type: Type = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MakeRecord:
    kind: str
    fields: tuple[tuple[str, Expr], ...]

    @property
    def type(self) -> Type:
        return Kind(self.kind)


@dataclass(frozen=True, slots=True)
class MakeSet:
    items: tuple[Expr, ...]
    type: Type = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Things:
    """All things of a kind, or those standing directly (or at any depth) in a hex or another thing."""

    kind: str
    within: Expr | None
    deep: bool

    @property
    def type(self) -> Type:
        return SetOf(Kind(self.kind))


@dataclass(frozen=True, slots=True)
class Binder:
    var: str
    domain: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Those:
    binder: Binder

    @property
    def type(self) -> Type:
        return self.binder.domain.type


@dataclass(frozen=True, slots=True)
class One:
    binder: Binder

    @property
    def type(self) -> Type:
        return item_of(self.binder.domain.type)


@dataclass(frozen=True, slots=True)
class Quantified(_YesNo):
    how: Literal["any", "no", "every"]
    binder: Binder
    holds: Expr | None


@dataclass(frozen=True, slots=True)
class Fold:
    how: Literal["sum", "least", "most"]
    item: Expr
    binder: Binder

    @property
    def type(self) -> Type:
        found = self.item.type
        return found.item if isinstance(found, OrNone) else found


@dataclass(frozen=True, slots=True)
class Count:
    of: Expr

    @property
    def type(self) -> Type:
        return WHOLE


@dataclass(frozen=True, slots=True)
class Whichever:
    var: str
    domain: Expr
    how: Literal["least", "most"]
    measure: Expr

    @property
    def type(self) -> Type:
        return item_of(self.domain.type)


@dataclass(frozen=True, slots=True)
class Arith:
    op: Literal["+", "-", "*", "/"]
    left: Expr
    right: Expr
    type: Type = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Compare(_YesNo):
    op: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr
    order: str | None  # the choice whose printed order decides; None: numbers


@dataclass(frozen=True, slots=True)
class Equal(_YesNo):
    left: Expr
    right: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class Contains(_YesNo):
    container: Expr
    item: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class IsKind(_YesNo):
    base: Expr
    kind: str
    negated: bool


@dataclass(frozen=True, slots=True)
class Not(_YesNo):
    inner: Expr


@dataclass(frozen=True, slots=True)
class All(_YesNo):
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Any(_YesNo):
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class WouldBreak(_YesNo):
    """An effect, tried on a scratch copy, would newly break a `requires` rule."""

    effect: str
    args: tuple[Expr, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Applies(_YesNo):
    """A named rule applies to the case in hand (its variables are taken by name)."""

    rule: str


Expr = (
    Const | Var | Attribute | Field | Fact | Quantity | Table | Memory | Tally | NowIn | MakeMoment
    | Reach | Builtin | MakeRecord | MakeSet | Things
    | Those | One | Quantified | Fold | Count | Whichever | Arith | Compare | Equal | Contains | IsKind | Not | All
    | Any | WouldBreak | Applies
)  # fmt: skip

TYPED = Var | Attribute | Field | Fact | Quantity | Table | Tally | Reach | Builtin | MakeSet | Arith
"""The expressions that keep their type, since it does not follow from what they are made of."""


# ---- statements of effects


@dataclass(frozen=True, slots=True)
class SetAttribute:
    base: Expr
    name: str
    owner: str
    value: Expr
    until: Expr | None = None


@dataclass(frozen=True, slots=True)
class Move:
    thing: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class Place:
    kind: str
    where: Expr
    name: str | None


@dataclass(frozen=True, slots=True)
class Remove:
    thing: Expr


@dataclass(frozen=True, slots=True)
class Roll:
    count: int
    faces: int
    name: str


@dataclass(frozen=True, slots=True)
class Let:
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ForEach:
    binder: Binder
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Do:
    effect: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """Another side may take an action here, once or as often as it likes, before things go on."""

    action: str
    args: tuple[Expr, ...]
    to: Expr
    repeatedly: bool


@dataclass(frozen=True, slots=True)
class Announce:
    event: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Write:
    """An order is written: decided now, carried out when it falls due."""

    order: str
    fields: tuple[tuple[str, Expr], ...]
    name: str | None


@dataclass(frozen=True, slots=True)
class Begin:
    task: str
    args: tuple[Expr, ...]
    crew: Expr
    name: str | None


@dataclass(frozen=True, slots=True)
class ChangeTask:
    how: Literal["pause", "resume", "restart", "cancel"]
    task: Expr


@dataclass(frozen=True, slots=True)
class Point:
    name: str
    keeps: tuple[str, ...]  # attributes, and `place`
    thing: Expr


@dataclass(frozen=True, slots=True)
class Return:
    thing: Expr
    point: str


@dataclass(frozen=True, slots=True)
class Finish:
    """The action or effect ends here."""


@dataclass(frozen=True, slots=True)
class Reveal:
    what: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True)
class EndGame:
    pass


@dataclass(frozen=True, slots=True)
class Pick:
    """A pick: at the head of an action, inside what another pick does, or borrowed from another action."""

    path: str  # `action.pick`: where its prohibitions hang
    var: str
    type: Type
    domain: Expr
    where: Expr | None
    where_text: str  # the condition in the law's own words
    repeatedly: bool
    optionally: bool
    cost: Expr | None
    account: Attribute | None
    does: tuple[Statement, ...]
    gathered: str | None = None  # the name of the set of all that was picked, for what comes after

    @property
    def action(self) -> str:
        return self.path.rpartition(".")[0]

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]


Statement = (
    SetAttribute | Move | Place | Remove | Roll | Let | If | ForEach | Do | Pick | Offer | Announce | Write | Begin
    | ChangeTask | Point | Return | Finish | Reveal | EndGame
)  # fmt: skip
