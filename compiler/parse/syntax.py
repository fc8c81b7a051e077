"""The syntax tree: what the parser read, before any name has been looked up.

Every node keeps the span it was read from. Expressions come first, then statements, then items.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from hexlaw.compiler.source import Span
from hexlaw.runtime.nodes import dataclass

# ---- small parts


@dataclass(frozen=True)
class Ident:
    """A name as written, with its place; dotted paths keep their dots."""

    text: str
    span: Span


@dataclass(frozen=True)
class Cite:
    """What stands in square brackets, still as text."""

    text: str
    span: Span


@dataclass(frozen=True)
class TypeRef:
    """A written type: `set of unit`, `hex or none`, `yes/no`."""

    form: Literal["name", "yes/no", "whole", "exact", "text", "moment", "set", "or-none"]
    name: str
    span: Span
    item: TypeRef | None = None


@dataclass(frozen=True)
class Param:
    name: Ident
    type: TypeRef


# ---- expressions


@dataclass(frozen=True)
class Name:
    text: str
    span: Span


@dataclass(frozen=True)
class Literal_:
    """A number (`5 1/2`), odds (`1-4`), a text or a place on the map (`C-R-7`), as written."""

    form: Literal["number", "odds", "text", "place"]
    text: str
    span: Span


@dataclass(frozen=True)
class Constant:
    value: Literal["yes", "no", "none"]
    span: Span


@dataclass(frozen=True)
class Attr:
    base: Expr
    name: Ident
    span: Span


@dataclass(frozen=True)
class Call:
    name: Ident
    args: tuple[Expr, ...]
    named: tuple[tuple[Ident, Expr], ...]
    span: Span


@dataclass(frozen=True)
class SetOf:
    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class Binder:
    """`v in stack where ...` (a set), or `unit v in here where ...` (things of a kind, in a place)."""

    var: Ident
    kind: Ident | None
    within: Expr | None
    deep: bool
    where: Expr | None
    span: Span


@dataclass(frozen=True)
class Quantified:
    how: Literal["any", "no", "every"]
    binder: Binder
    holds: Expr | None
    span: Span


@dataclass(frozen=True)
class Selected:
    how: Literal["those", "one"]
    binder: Binder
    span: Span


@dataclass(frozen=True)
class Whichever:
    var: Ident
    domain: Expr
    how: Literal["least", "most"]
    measure: Expr
    span: Span


@dataclass(frozen=True)
class Folded:
    how: Literal["sum", "least", "most", "count"]
    item: Expr | None
    binder: Binder | None
    whole: Expr | None
    span: Span


@dataclass(frozen=True)
class Arith:
    op: Literal["+", "-", "*", "/"]
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True)
class Compare:
    op: Literal["<", "<=", ">", ">=", "=", "/="]
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True)
class Is:
    left: Expr
    right: Expr
    negated: bool
    span: Span


@dataclass(frozen=True)
class IsKind:
    left: Expr
    kind: Ident
    negated: bool
    span: Span
    article: str = "a"


@dataclass(frozen=True)
class In:
    item: Expr
    container: Expr
    negated: bool
    span: Span


@dataclass(frozen=True)
class Includes:
    container: Expr
    item: Expr
    span: Span


@dataclass(frozen=True)
class Verb:
    left: Expr
    verb: Ident
    right: Expr | None
    span: Span


@dataclass(frozen=True)
class WouldBreak:
    effect: Expr
    rule: Ident
    span: Span


@dataclass(frozen=True)
class Applies:
    rule: Expr
    span: Span


@dataclass(frozen=True)
class Moment:
    """`end of next segment of its side`: an edge of a span, of this or the next running of it, of some side."""

    edge: Literal["start", "end"]
    which: Literal["this", "next"] | None
    name: Ident
    owner: Expr | None
    its: Ident | None  # the attribute of the thing itself that names the owner
    span: Span


@dataclass(frozen=True)
class NowIn:
    name: Ident
    span: Span


@dataclass(frozen=True)
class Not:
    inner: Expr
    span: Span


@dataclass(frozen=True)
class AllOf:
    parts: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class AnyOf:
    parts: tuple[Expr, ...]
    span: Span


Expr = (
    Name | Literal_ | Constant | Attr | Call | SetOf | Quantified | Selected | Whichever | Folded | Arith
    | Compare | Is | IsKind | In | Includes | Verb | WouldBreak | Applies | Moment | NowIn | Not | AllOf | AnyOf
)  # fmt: skip


# ---- statements


@dataclass(frozen=True)
class Set:
    target: Expr
    value: Expr
    span: Span
    until: Expr | None = None


@dataclass(frozen=True)
class Mark:
    thing: Expr
    attribute: Ident
    value: bool
    span: Span
    until: Expr | None = None


@dataclass(frozen=True)
class Move:
    thing: Expr
    to: Expr
    span: Span


@dataclass(frozen=True)
class Place:
    kind: Ident
    where: Expr
    name: Ident | None
    span: Span


@dataclass(frozen=True)
class Remove:
    thing: Expr
    span: Span


@dataclass(frozen=True)
class Roll:
    dice: str
    name: Ident
    span: Span


@dataclass(frozen=True)
class Let:
    name: Ident
    value: Expr
    span: Span


@dataclass(frozen=True)
class If:
    condition: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True)
class For:
    binder: Binder
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True)
class Do:
    call: Call
    span: Span


@dataclass(frozen=True)
class Borrowed:
    """`pick move.step repeatedly`: another action's pick, with its prohibitions."""

    pick: Ident
    repeatedly: bool
    optionally: bool
    span: Span


@dataclass(frozen=True)
class Offer:
    action: Call
    to: Expr
    repeatedly: bool
    span: Span


@dataclass(frozen=True)
class Announce:
    event: Call
    span: Span


@dataclass(frozen=True)
class Write:
    order: Call
    name: Ident | None
    span: Span


@dataclass(frozen=True)
class Begin:
    task: Call
    crew: Expr
    name: Ident | None
    span: Span


@dataclass(frozen=True)
class ChangeTask:
    how: Literal["pause", "resume", "restart", "cancel"]
    task: Expr
    span: Span


@dataclass(frozen=True)
class Point:
    """`point entry keeps place, spent of u`: remembers attributes of a thing, to be given back by `return`."""

    name: Ident
    keeps: tuple[Ident, ...]
    thing: Expr
    span: Span


@dataclass(frozen=True)
class Return:
    thing: Expr
    point: Ident
    span: Span


@dataclass(frozen=True)
class Finish:
    span: Span


@dataclass(frozen=True)
class Reveal:
    what: Expr
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class EndGame:
    span: Span


@dataclass(frozen=True)
class Pick:
    """A decision of the side that acts; what it does may hold further picks."""

    name: Ident
    param: Param
    repeatedly: bool
    optionally: bool
    domain: Expr | None
    where: Expr | None
    cost: Expr | None
    account: Expr | None
    does: tuple[Statement, ...]
    span: Span
    gathered: Ident | None = None
    """`repeatedly as crew`: the name of all that was picked, for what comes after."""


Statement = (
    Set | Mark | Move | Place | Remove | Roll | Let | If | For | Do | Pick | Borrowed | Offer | Announce | Write | Begin
    | ChangeTask | Point | Return | Finish | Reveal | EndGame
)  # fmt: skip


# ---- items


@dataclass(frozen=True)
class Chapter:
    title: str
    cite: Cite
    option: Ident | None
    span: Span
    situation: Ident | None = None


@dataclass(frozen=True)
class Option:
    name: Ident
    cite: Cite | None
    doc: str
    default: bool
    needs: tuple[Ident, ...]
    excludes: tuple[Ident, ...]
    span: Span


@dataclass(frozen=True)
class Reading:
    name: Ident
    text: str
    cite: Cite | None
    span: Span


@dataclass(frozen=True)
class Dispute:
    name: Ident
    cite: Cite | None
    doc: str
    readings: tuple[Reading, ...]
    default: Ident | None
    because: str
    span: Span


@dataclass(frozen=True)
class Settle:
    dispute: Ident
    reading: Ident
    cite: Cite | None
    span: Span


@dataclass(frozen=True)
class Drop:
    rule: Ident
    cite: Cite | None
    reason: str
    span: Span


@dataclass(frozen=True)
class Choice:
    name: Ident
    also: bool
    ordered: bool
    cite: Cite | None
    doc: str
    values: tuple[Ident, ...]
    span: Span


@dataclass(frozen=True)
class Measure:
    name: Ident
    exact: bool
    text: str
    span: Span


@dataclass(frozen=True)
class Attribute:
    name: Ident
    type: TypeRef
    default: Expr | None
    cite: Cite | None
    doc: str
    span: Span
    lasting: Moment | None = None
    secret: bool = False


@dataclass(frozen=True)
class Stands:
    kinds: tuple[Ident, ...]
    depth: int
    span: Span


@dataclass(frozen=True)
class Thing:
    name: Ident
    also: bool
    parent: Ident | None
    cite: Cite | None
    doc: str
    stands: Stands | None
    attributes: tuple[Attribute, ...]
    span: Span
    article: str = "a"  # of the parent, as written


@dataclass(frozen=True)
class Record:
    name: Ident
    cite: Cite | None
    doc: str
    fields: tuple[Attribute, ...]
    span: Span


@dataclass(frozen=True)
class Fact:
    name: Ident
    shape: Literal["call", "adjective", "verb"]
    params: tuple[Param, ...]
    type: TypeRef | None  # None: yes/no
    collects: bool
    cite: Cite | None
    doc: str
    otherwise: Expr | None
    span: Span


@dataclass(frozen=True)
class ExtraStep:
    name: Ident
    after: bool
    anchor: Ident


@dataclass(frozen=True)
class Quantity:
    name: Ident
    also: bool
    params: tuple[Param, ...]
    type: TypeRef | None
    cite: Cite | None
    doc: str
    start: Expr | None
    steps: tuple[Ident, ...]
    extra: tuple[ExtraStep, ...]
    span: Span


@dataclass(frozen=True)
class TableEdge:
    below: bool
    axis: Ident
    reads: Literal["first", "last", "none"]


@dataclass(frozen=True)
class Table:
    name: Ident
    params: tuple[Param, ...]
    type: TypeRef
    cite: Cite | None
    doc: str
    edges: tuple[TableEdge, ...]
    span: Span


@dataclass(frozen=True)
class Effect:
    name: Ident
    params: tuple[Param, ...]
    cite: Cite | None
    doc: str
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True)
class OpenIn:
    """Where in the sequence an action is open, and to whom if not to the side that acts there."""

    spans: tuple[Ident, ...]
    to: Expr | None
    span: Span


@dataclass(frozen=True)
class Action:
    name: Ident
    cite: Cite | None
    doc: str
    lines: tuple[Statement, ...]
    span: Span
    params: tuple[Param, ...] = ()
    open_in: tuple[OpenIn, ...] = ()


@dataclass(frozen=True)
class Event:
    name: Ident
    params: tuple[Param, ...]
    cite: Cite | None
    doc: str
    span: Span


@dataclass(frozen=True)
class Memory:
    name: Ident
    shape: Literal["call", "adjective", "verb"]
    params: tuple[Param, ...]
    cite: Cite | None
    doc: str
    span: Span


@dataclass(frozen=True)
class Tally:
    name: Ident
    params: tuple[Param, ...]
    type: TypeRef
    cite: Cite | None
    doc: str
    span: Span


@dataclass(frozen=True)
class Order:
    name: Ident
    cite: Cite | None
    doc: str
    due: Ident | None
    fields: tuple[Attribute, ...]
    span: Span


@dataclass(frozen=True)
class Stage:
    name: Ident
    lasts: Expr | None
    opens: Ident | None
    when: Expr | None
    span: Span


@dataclass(frozen=True)
class Task:
    name: Ident
    params: tuple[Param, ...]
    cite: Cite | None
    doc: str
    crew: tuple[Ident, int | None] | None  # of which kind, and how many at most; without a number any
    works: tuple[str, Ident] | None  # edge, span
    gains: Expr | None
    stages: tuple[Stage, ...]
    done: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True)
class SpanNode:
    """A stretch of the sequence of play, with what happens in it."""

    sort: Literal["turn", "segment", "phase", "step", "round"]
    name: Ident
    cite: Cite | None
    each: tuple[Ident, Expr] | None
    by: Expr | None
    condition: Expr | None
    repeats: Expr | None
    turns_from: Expr | None
    body: tuple[SpanNode | Statement, ...]
    span: Span


@dataclass(frozen=True)
class Beside:
    """Spans that a variant puts before or after one of its base's."""

    after: bool
    anchor: Ident
    spans: tuple[SpanNode, ...]


@dataclass(frozen=True)
class Sequence:
    name: Ident
    also: bool
    cite: Cite | None
    doc: str
    spans: tuple[SpanNode, ...]
    beside: tuple[Beside, ...]
    span: Span


@dataclass(frozen=True)
class Situation:
    name: Ident
    cite: Cite
    title: str
    doc: str
    options: tuple[tuple[Ident, bool], ...]
    readings: tuple[tuple[Ident, Ident], ...]
    span: Span


@dataclass(frozen=True)
class Reach:
    name: Ident
    params: tuple[Param, ...]
    type: TypeRef
    cite: Cite | None
    doc: str
    by: Ident
    span: Span


# ---- rules: links and conclusions


@dataclass(frozen=True)
class Target:
    path: Ident
    step: bool  # `limits step strength.weapon`
    wild: bool  # `limits printed.*`


@dataclass(frozen=True)
class Link:
    how: Literal["over", "limits", "lifts", "replaces"]
    targets: tuple[Target, ...]
    span: Span


@dataclass(frozen=True)
class Concludes:
    """`entry-cost(u, here, there) is 1/2`, `u is passing`, `not u sees h`, `company(u, h) includes w`."""

    expr: Expr
    span: Span


@dataclass(frozen=True)
class Forbids:
    picks: tuple[Ident, ...]
    span: Span


@dataclass(frozen=True)
class Requires:
    condition: Expr
    span: Span


@dataclass(frozen=True)
class Changes:
    how: Literal["halves", "doubles", "multiplies", "divides", "adds", "subtracts", "makes", "at-most", "at-least"]
    amount: Expr | None
    span: Span


@dataclass(frozen=True)
class Rounds:
    quantity: Ident
    how: Literal["down", "up", "keep"]
    each_step: bool
    span: Span


@dataclass(frozen=True)
class Leaves:
    text: str
    span: Span


@dataclass(frozen=True)
class Begins:
    """A memory begins (or lapses) for some of its things."""

    memory: Expr
    lapses: bool
    span: Span


@dataclass(frozen=True)
class Counts:
    """A number is added to a tally, or (without a number) the tally starts again from nothing."""

    amount: Expr | None
    tally: Call
    span: Span


@dataclass(frozen=True)
class Then:
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True)
class TaskRule:
    how: Literal["pauses", "restarts", "cancels"]
    task: Ident
    span: Span


Conclusion = Concludes | Forbids | Requires | Changes | Rounds | Leaves | Begins | Counts | Then | TaskRule


@dataclass(frozen=True)
class Rule:
    name: Ident
    cite: Cite | None
    span: Span
    doc: str = ""
    links: tuple[Link, ...] = ()
    under: tuple[Ident, Ident] | None = None
    by_ruling: Ident | None = None
    against: Ident | None = None
    from_year: int | None = None
    until_year: int | None = None
    when: tuple[Expr, ...] = ()
    for_each: tuple[Binder, ...] = ()
    sampled: Literal["all-times", "rest"] | None = None
    at_step: Ident | None = None
    says: Literal_ | None = None
    conclusions: tuple[Conclusion, ...] = ()
    after: Ident | None = None
    at_edge: tuple[Literal["start", "end"], Ident] | None = None
    follows: tuple[Ident, ...] = ()


@dataclass(frozen=True)
class Ruling:
    name: Ident
    cite: Cite
    span: Span
    asks: str = ""
    answers: str = ""
    dated: int | None = None
    authority: Ident | None = None
    confirms: tuple[Ident, ...] = ()
    amends: tuple[Ident, ...] = ()
    supersedes: tuple[Ident, ...] = ()
    shown: tuple[Ident, ...] = ()
    notes: tuple[str, ...] = field(default=())
    doc: str = ""


Item = (
    Chapter | Option | Dispute | Settle | Drop | Choice | Measure | Thing | Record | Fact | Quantity | Table
    | Effect | Action | Reach | Event | Memory | Tally | Order | Task | Sequence | Situation | Rule | Ruling
)  # fmt: skip


# ---- questions


@dataclass(frozen=True)
class AskMay:
    pick: Ident
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True)
class AskAfter:
    effect: Call
    value: Expr | None
    span: Span


@dataclass(frozen=True)
class AskReach:
    reach: Call
    span: Span


@dataclass(frozen=True)
class AskValue:
    value: Expr
    span: Span


Question = AskMay | AskAfter | AskReach | AskValue
