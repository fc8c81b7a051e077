"""Expressions of the compiled law: typed, first-order, every name resolved.

The compiler makes them, `evaluator.py` gives them values. Each has a `type`: kept by the check where it does not follow
from the node itself. It is left out when nodes are compared, since one name may be known more closely in one place than
in another, and it says nothing about `none`: a value that may be none stands wherever its item is wanted. An expression
never says how it was written; a condition keeps the designer's own text beside it (`graph.Condition`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hexlaw.runtime.base.nodes import Node, PartlyCompared, replace
from hexlaw.runtime.law.types import (
    ANY_NUMBER,
    GAME,
    HEX,
    MOMENT,
    WHOLE,
    YES_NO,
    Choice,
    Kind,
    Number,
    OrNone,
    SetOf,
    Type,
    bare,
    item_of,
)

WHERE = "@place"  # where something stands
THINGS = "@things"  # which things there are
OTHERS = "@others"  # things to which an attribute leads
ACTS = "@acting"  # the side that acts
ANYTHING = "@anything"  # what cannot be said beforehand
DECIDING = "@deciding"  # what a side may pick, though nothing that stands changes: what it sees, and that it is over
STANDING = ("hex", "holder")  # attributes that no statement sets, but every move changes


class _Typed(PartlyCompared):
    """Base of the expressions whose type does not follow from what they are made of."""

    UNCOMPARED = frozenset({"type"})


class _YesNo(Node):
    """Base of the expressions that are conditions."""

    @property
    def type(self) -> Type:
        return YES_NO


class _Called(_Typed):
    """Base of the expressions that are asked by a name, with arguments, and give a value of some type."""

    name: str
    args: tuple[Expr, ...]
    type: Type


class Const(Node):
    IS_LEAF = True
    value: object
    type: Type


class Var(_Typed):
    name: str
    type: Type


class Attribute(_Typed):
    """An attribute of a thing, a hex or a hexside; of nothing at all it is the attribute's default."""

    NAMES = {"name": "attribute"}
    ASKS = True
    base: Expr
    name: str
    owner: str  # the kind that declares it
    type: Type


class Field(_Typed):
    """A field of a record or of a contact of a line."""

    base: Expr
    name: str
    type: Type


class Fact(_Called):
    """What the rules of a fact give."""

    NAMES = {"name": "fact"}
    ASKS = True


class Quantity(_Called):
    """A number that the rules change step by step."""

    NAMES = {"name": "quantity"}
    ASKS = True


class Table(_Called):
    """A cell of a table."""

    NAMES = {"name": "table"}
    ASKS = True


class Memory(_YesNo):
    """Whether something is remembered of these things."""

    NAMES = {"name": "memory"}
    ASKS = True
    name: str
    args: tuple[Expr, ...]


class Tally(_Called):
    """What has been counted for these things since the tally last started from nothing."""

    NAMES = {"name": "tally"}
    ASKS = True


class NowIn(_YesNo):
    """Play is in this stretch of the sequence."""

    NAMES = {"span": "span"}
    ASKS = True
    span: str


class MakeMoment(Node):
    """An edge of a span: of the one that runs, or of the next to begin; of some side where `owner` is given."""

    NAMES = {"span": "span"}
    ASKS = True
    edge: Literal["start", "end"]
    which: Literal["this", "next"]
    span: str
    owner: Expr | None

    @property
    def type(self) -> Type:
        return MOMENT


class Reach(_Called):
    """All that a repeated pick can lead to."""

    NAMES = {"name": "reach"}
    ASKS = True
    READS = frozenset({ANYTHING})


class Builtin(_Called):
    """One of the machine's own functions (`builtins.py`)."""

    NAMES = {"name": "built-in word"}


THE_GAME = Builtin("game", (), GAME)


class MakeRecord(Node):
    NAMES = {"kind": "record"}
    kind: str
    fields: tuple[tuple[str, Expr], ...]

    @property
    def type(self) -> Type:
        return Kind(self.kind)


class MakeSet(_Typed):
    items: tuple[Expr, ...]
    type: Type


class Things(Node):
    """All things of a kind, or those standing directly (or at any depth) in a hex or another thing."""

    NAMES = {"kind": "kind"}
    READS = frozenset({THINGS})
    kind: str
    within: Expr | None
    deep: bool

    @property
    def type(self) -> Type:
        return SetOf(Kind(self.kind))


class Binder(Node):
    var: str
    domain: Expr
    where: Expr | None


class Those(Node):
    """All that the binder finds; where it asks for a kind alone, they are known to be of it."""

    binder: Binder

    @property
    def type(self) -> Type:
        match self.binder:
            case Binder(var=var, where=IsKind(base=Var(name=name), kind=kind, negated=False)) if name == var:
                return SetOf(Kind(kind))
        return self.binder.domain.type


class One(Node):
    binder: Binder

    @property
    def type(self) -> Type:
        return item_of(self.binder.domain.type)


class Quantified(_YesNo):
    how: Literal["any", "no", "every"]
    binder: Binder
    holds: Expr | None


class Fold(Node):
    how: Literal["sum", "least", "most"]
    item: Expr
    binder: Binder

    @property
    def type(self) -> Type:
        return bare(self.item.type)


class Count(Node):
    """How many there are: of the measure that is wanted, as a written number is."""

    of: Expr

    @property
    def type(self) -> Type:
        return Number(exact=False, measure=ANY_NUMBER)


class Linked(Node):
    """The hexes that are linked to those of `start`, one neighbour after the other through hexes that the binder finds,
    within so many steps; with `to`, the least steps that it takes from there to that hex, or none.

    The binder's variable is a hex that is come to, that of `start` the hex before it, if that matters.
    """

    binder: Binder
    start: Binder
    within: Expr | None
    to: Expr | None

    @property
    def type(self) -> Type:
        return SetOf(HEX) if self.to is None else OrNone(Number(exact=False, measure=ANY_NUMBER))


class Whichever(Node):
    var: str
    domain: Expr
    how: Literal["least", "most"]
    measure: Expr

    @property
    def type(self) -> Type:
        return item_of(self.domain.type)

    @property
    def order(self) -> str | None:
        """The choice in whose order they are compared; none where numbers are."""
        return self.measure.type.name if isinstance(self.measure.type, Choice) else None


class Arith(_Typed):
    op: Literal["+", "-", "*", "/"]
    left: Expr
    right: Expr
    type: Type


class Compare(_YesNo):
    NAMES = {"order": "choice"}
    op: Literal["<", "<=", ">", ">="]
    left: Expr
    right: Expr
    order: str | None  # the choice whose printed order decides; None: numbers


class Equal(_YesNo):
    left: Expr
    right: Expr
    negated: bool


class Contains(_YesNo):
    container: Expr
    item: Expr
    negated: bool


class IsKind(_YesNo):
    NAMES = {"kind": "kind"}
    base: Expr
    kind: str
    negated: bool


class Not(_YesNo):
    inner: Expr


class All(_YesNo):
    parts: tuple[Expr, ...]


class Any(_YesNo):
    parts: tuple[Expr, ...]


class WouldBreak(_YesNo):
    """An effect, tried on a scratch copy, would newly break a `requires` rule."""

    NAMES = {"effect": "effect", "rule": "rule"}
    ASKS = True
    READS = frozenset({ANYTHING})
    effect: str
    args: tuple[Expr, ...]
    rule: str


class Applies(_YesNo):
    """A named rule applies to the case in hand (its variables are taken by name)."""

    NAMES = {"rule": "rule"}
    ASKS = True
    rule: str
    itself: bool = False  # not what stands in its place where it was replaced


ASKED: dict[str, type[Fact | Quantity | Table | Reach | Tally]] = {
    "fact": Fact, "quantity": Quantity, "table": Table, "reach": Reach, "tally": Tally,
}  # fmt: skip
"""By sort, what asks something that is declared."""

Expr = (
    Const | Var | Attribute | Field | Fact | Quantity | Table | Memory | Tally | NowIn | MakeMoment
    | Reach | Builtin | MakeRecord | MakeSet | Things
    | Those | One | Linked | Quantified | Fold | Count | Whichever | Arith | Compare | Equal | Contains | IsKind | Not
    | All | Any | WouldBreak | Applies
)  # fmt: skip

TYPED = Var | Attribute | Field | Fact | Quantity | Table | Tally | Reach | Builtin | MakeSet | Arith
"""The expressions that keep their type, since it does not follow from what they are made of."""


# ---- statements of effects


class SetAttribute(Node):
    NAMES = {"name": "attribute"}
    WRITTEN = "set {base}.{name} to {value}"
    base: Expr
    name: str
    owner: str
    value: Expr
    until: Expr | None = None


class Move(Node):
    CHANGES = frozenset({WHERE})
    WRITTEN = "move {thing} to {to}"
    thing: Expr
    to: Expr


class Place(Node):
    NAMES = {"kind": "kind"}
    CHANGES = frozenset({WHERE, THINGS})
    WRITTEN = "place {kind} in {where}"
    kind: str
    where: Expr
    name: str | None


class Remove(Node):
    CHANGES = frozenset({WHERE, THINGS})
    WRITTEN = "remove {thing}"
    thing: Expr


class Roll(Node):
    WRITTEN = "roll {count}d({faces})"
    count: int
    faces: Expr
    name: str


class Draw(Node):
    """One of those that the binder finds, each as likely as the others; none where it finds none."""

    WRITTEN = "draw {binder}"
    binder: Binder


class Let(Node):
    WRITTEN = "let {name} be {value}"
    name: str
    value: Expr


class If(Node):
    WRITTEN = "if {condition}"
    condition: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


class ForEach(Node):
    WRITTEN = "for each {binder}"
    binder: Binder
    body: tuple[Statement, ...]


class Do(Node):
    NAMES = {"effect": "effect"}
    ASKS = True
    BRINGS_ABOUT = "does"
    WRITTEN = "do {effect}({args})"
    effect: str
    args: tuple[Expr, ...]


class Offer(Node):
    """A side may take an action here, once or as often as it likes, before things go on; as a duty, it has to, once or
    as often as it can."""

    NAMES = {"action": "action"}
    BRINGS_ABOUT = "offers"
    WRITTEN = "offer {action}({args}) to {to}"
    action: str
    args: tuple[Expr, ...]
    to: Expr
    repeatedly: bool
    duty: bool = False


class Announce(Node):
    NAMES = {"event": "event"}
    BRINGS_ABOUT = "announces"
    WRITTEN = "announce {event}({args})"
    event: str
    args: tuple[Expr, ...]


class Write(Node):
    """An order is written: decided now, carried out when it falls due."""

    NAMES = {"order": "order", "fields": "attribute"}
    BRINGS_ABOUT = "writes"
    CHANGES = frozenset({WHERE, THINGS})
    WRITTEN = "write {order}({fields})"
    order: str
    fields: tuple[tuple[str, Expr], ...]
    name: str | None


class Begin(Node):
    NAMES = {"task": "task"}
    BRINGS_ABOUT = "begins"
    CHANGES = frozenset({WHERE, THINGS})
    WRITTEN = "begin {task}({args}) with {crew}"
    task: str
    args: tuple[Expr, ...]
    crew: Expr
    name: str | None


class ChangeTask(Node):
    CHANGES = frozenset({ANYTHING})
    WRITTEN = "{how} {task}"
    how: Literal["pause", "resume", "restart", "cancel"]
    task: Expr


class Point(Node):
    NAMES = {"keeps": "attribute"}
    WRITTEN = "point {name} of {thing}"
    name: str
    keeps: tuple[str, ...]  # attributes, and `place`
    thing: Expr


class Return(Node):
    CHANGES = frozenset({ANYTHING})
    WRITTEN = "return {thing} to {point}"
    thing: Expr
    point: str


class Finish(Node):
    """The action or effect ends here."""

    CHANGES = frozenset({DECIDING})


class Stops(Node):
    """Nothing more is picked by the innermost repeated pick under way of an action, or of those of an event."""

    NAMES = {"actions": "action", "events": "event"}
    CHANGES = frozenset({DECIDING})
    WRITTEN = "stops {actions}{events}"
    actions: tuple[str, ...]
    events: tuple[str, ...]  # one of both


class Reveal(Node):
    CHANGES = frozenset({DECIDING})
    WRITTEN = "reveal {what}"
    what: Expr
    to: Expr | None


class EndGame(Node):
    CHANGES = frozenset({ANYTHING})


class Pick(Node):
    """A pick: at the head of an action, inside what another pick does, or borrowed from another action."""

    NAMES = {"path": "pick"}
    BRINGS_ABOUT = "picks"
    WORDS = frozenset({"where_text"})
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


Simple = (
    SetAttribute | Move | Place | Remove | Roll | Draw | Let | Do | Offer | Announce | Write | Begin | ChangeTask
    | Point | Return | Finish | Stops | Reveal | EndGame
)  # fmt: skip
"""The statements that no others stand in."""
Statement = Simple | If | ForEach | Pick


BLOCKS = ("then", "otherwise", "body", "does")
"""The fields of statements, and of parts of the sequence, in which others stand."""
UNORDERED = All | Any
"""What is the same in any order."""
NAME, NAMING = Var, Let
"""What stands for a value that has a name, and what gives it one in its block."""


def names_bound(node: Node) -> list[str]:
    """Returns the names that an expression or a statement has for what it looks through."""
    binders = (getattr(node, "binder", None), node.start if isinstance(node, Linked) else None)
    found = [binder.var for binder in binders if isinstance(binder, Binder) and binder.var]
    return [*found, node.var] if isinstance(node, Whichever) else found


def in_usual_form(node: Node, called: Mapping[str, str]) -> Node:
    """Returns a bound of whole numbers by `<=` or `>=`, what is picked from the members of a set in one order, without
    them where they are `called` all values of a choice, `shifted` without its scale, and a goal without its name."""
    match node:
        case Compare(op="<" | ">" as op, left=left, right=Const(value=int(most)) as right) if left.type == WHOLE:
            return replace(node, op=f"{op}=", right=replace(right, value=most + (-1 if op == "<" else 1)))
        case Pick(domain=MakeSet(items=items) as whole, type=type_):
            values = repr(tuple(getattr(item, "value", None) for item in items))
            members = () if values == called.get(f"all {type_}") else tuple(sorted(items, key=repr))
            return replace(node, domain=replace(whole, items=members))
        case Builtin(name="shifted", args=args):
            return replace(node, args=args[:2])
        case MakeRecord(kind="goal", fields=fields):
            return replace(node, fields=fields[1:])
    return node


def conjuncts(*conditions: Expr | None) -> list[Expr]:
    """The conditions that conditions are made of, which all have to hold."""
    parts = (conjuncts(*c.parts) if isinstance(c, All) else [c] for c in conditions if c is not None)
    return [part for inner in parts for part in inner]


# ---- what holds where something is asked


def known_after(part: object) -> tuple[Expr | Statement, ...]:
    """What is known once a part of a row has been gone through: the conditions that hold of what it binds, and the
    statements that may have changed what held before."""
    match part:
        case Binder(var=var, domain=domain, where=where):
            within = Contains(domain, Var(var, item_of(domain.type)), False)
            return (within,) if where is None else (within, where)
        case Pick(var=var, type=type_, domain=domain, where=where, does=does):
            within = Contains(domain, Var(var, type_), False)
            return (within, *conjuncts(where), *does, part)
        case Let(name=name, value=value):
            return (Equal(Var(name, value.type), value, False),)
        case Roll() | Draw() | Reveal() | Finish() | Stops():
            return ()
        case _:
            return (part,) if isinstance(part, Statement) else ()


def asked_inside(node: object) -> list[tuple[object, tuple[Expr | Statement, ...]]] | None:
    """What a node is directly made of, each part with what is known where it is asked; None of a node that asks all of
    its parts wherever it is asked itself. A pick among what is known may have been made before; any other statement
    has been carried out. Of conditions that are joined, one that decides is enough: the others need no answer then."""
    match node:
        case tuple():
            known: list[tuple[Expr | Statement, ...]] = [()]
            for part in node:
                known.append(known[-1] + known_after(part))
            return [*zip(node, known, strict=False)]
        case All(parts=parts):
            return [(part, tuple(other for other in parts if other is not part)) for part in parts]
        case Any(parts=parts):
            return [(part, tuple(Not(other) for other in parts if other is not part)) for part in parts]
        case Binder(domain=domain, where=where):
            return [(domain, ()), (where, known_after(node)[:1])]
        case Quantified(binder=binder, holds=item) | Fold(binder=binder, item=item):
            return [(binder, ()), (item, known_after(binder))]
        case Whichever(var=var, domain=domain, measure=measure):
            return [(domain, ()), (measure, known_after(Binder(var, domain, None)))]
        case ForEach(binder=binder, body=body):
            return [(binder, ()), (body, (*known_after(binder), node))]
        case If(condition=condition, then=then, otherwise=otherwise):
            return [(condition, ()), (then, (condition,)), (otherwise, (Not(condition),))]
        case Pick(domain=domain, where=where, cost=cost, account=account, does=does):
            again = (node,) if node.repeatedly else ()
            within = known_after(node)[:1]
            chosen = (*again, *within, *conjuncts(where))
            return [(domain, again), (where, again + within), ((cost, account), chosen), (does, chosen)]
        case _:
            return None
