"""The syntax tree: what the parser read, before any name has been looked up.

Every node keeps the span it was read from. Expressions come first, then statements, then items.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from hexlaw.compiler.source import Span
from hexlaw.runtime.nodes import Node

# ---- small parts


class Ident(Node):
    """A name as written, with its place; dotted paths keep their dots."""

    text: str
    span: Span


class Cite(Node):
    """What stands in square brackets, still as text."""

    text: str
    span: Span


class TypeRef(Node):
    """A written type: `set of unit`, `hex or none`, `yes/no`."""

    form: Literal["name", "yes/no", "whole", "exact", "text", "moment", "set", "or-none"]
    name: str
    span: Span
    item: TypeRef | None = None


class Param(Node):
    name: Ident
    type: TypeRef


# ---- expressions


class Name(Node):
    text: str
    span: Span


class Literal_(Node):
    """A number (`5 1/2`), odds (`1-4`), a text or a place on the map (`C-R-7`), as written."""

    form: Literal["number", "odds", "text", "place"]
    text: str
    span: Span


class Constant(Node):
    value: Literal["yes", "no", "none"]
    span: Span


class Attr(Node):
    base: Expr
    name: Ident
    span: Span


class Call(Node):
    name: Ident
    args: tuple[Expr, ...]
    named: tuple[tuple[Ident, Expr], ...]
    span: Span


class SetOf(Node):
    items: tuple[Expr, ...]
    span: Span


class Binder(Node):
    """`v in stack where ...` (a set), or `unit v in here where ...` (things of a kind, in a place)."""

    var: Ident
    kind: Ident | None
    within: Expr | None
    deep: bool
    where: Expr | None
    span: Span


class Quantified(Node):
    how: Literal["any", "no", "every"]
    binder: Binder
    holds: Expr | None
    span: Span


class Selected(Node):
    how: Literal["those", "one"]
    binder: Binder
    span: Span


class Whichever(Node):
    var: Ident
    domain: Expr
    how: Literal["least", "most"]
    measure: Expr
    span: Span


class Folded(Node):
    how: Literal["sum", "least", "most", "count"]
    item: Expr | None
    binder: Binder | None
    whole: Expr | None
    span: Span


class Arith(Node):
    op: Literal["+", "-", "*", "/"]
    left: Expr
    right: Expr
    span: Span


class Compare(Node):
    op: Literal["<", "<=", ">", ">=", "=", "/="]
    left: Expr
    right: Expr
    span: Span


class Is(Node):
    left: Expr
    right: Expr
    negated: bool
    span: Span


class IsKind(Node):
    left: Expr
    kind: Ident
    negated: bool
    span: Span
    article: str = "a"


class In(Node):
    item: Expr
    container: Expr
    negated: bool
    span: Span


class Includes(Node):
    container: Expr
    item: Expr
    span: Span


class Verb(Node):
    left: Expr
    verb: Ident
    right: Expr | None
    span: Span


class WouldBreak(Node):
    effect: Expr
    rule: Ident
    span: Span


class Applies(Node):
    rule: Expr
    span: Span


class Moment(Node):
    """`end of next segment of its side`: an edge of a span, of this or the next running of it, of some side."""

    edge: Literal["start", "end"]
    which: Literal["this", "next"] | None
    name: Ident
    owner: Expr | None
    its: Ident | None  # the attribute of the thing itself that names the owner
    span: Span


class NowIn(Node):
    name: Ident
    span: Span


class Not(Node):
    inner: Expr
    span: Span


class AllOf(Node):
    parts: tuple[Expr, ...]
    span: Span


class AnyOf(Node):
    parts: tuple[Expr, ...]
    span: Span


Expr = (
    Name | Literal_ | Constant | Attr | Call | SetOf | Quantified | Selected | Whichever | Folded | Arith
    | Compare | Is | IsKind | In | Includes | Verb | WouldBreak | Applies | Moment | NowIn | Not | AllOf | AnyOf
)  # fmt: skip


# ---- statements


class Set(Node):
    target: Expr
    value: Expr
    span: Span
    until: Expr | None = None


class Mark(Node):
    thing: Expr
    attribute: Ident
    value: bool
    span: Span
    until: Expr | None = None


class Move(Node):
    thing: Expr
    to: Expr
    span: Span


class Place(Node):
    kind: Ident
    where: Expr
    name: Ident | None
    span: Span


class Remove(Node):
    thing: Expr
    span: Span


class Roll(Node):
    dice: str
    name: Ident
    span: Span


class Let(Node):
    name: Ident
    value: Expr
    span: Span


class If(Node):
    condition: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    span: Span


class For(Node):
    binder: Binder
    body: tuple[Statement, ...]
    span: Span


class Do(Node):
    call: Call
    span: Span


class Borrowed(Node):
    """`pick move.step repeatedly`: another action's pick, with its prohibitions."""

    pick: Ident
    repeatedly: bool
    optionally: bool
    span: Span


class Offer(Node):
    action: Call
    to: Expr
    repeatedly: bool
    span: Span


class Announce(Node):
    event: Call
    span: Span


class Write(Node):
    order: Call
    name: Ident | None
    span: Span


class Begin(Node):
    task: Call
    crew: Expr
    name: Ident | None
    span: Span


class ChangeTask(Node):
    how: Literal["pause", "resume", "restart", "cancel"]
    task: Expr
    span: Span


class Point(Node):
    """`point entry keeps place, spent of u`: remembers attributes of a thing, to be given back by `return`."""

    name: Ident
    keeps: tuple[Ident, ...]
    thing: Expr
    span: Span


class Return(Node):
    thing: Expr
    point: Ident
    span: Span


class Finish(Node):
    span: Span


class Reveal(Node):
    what: Expr
    to: Expr | None
    span: Span


class EndGame(Node):
    span: Span


class Pick(Node):
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


class Chapter(Node):
    title: str
    cite: Cite
    option: Ident | None
    span: Span
    situation: Ident | None = None


class Option(Node):
    name: Ident
    cite: Cite | None
    doc: str
    default: bool
    needs: tuple[Ident, ...]
    excludes: tuple[Ident, ...]
    span: Span


class Reading(Node):
    name: Ident
    text: str
    cite: Cite | None
    span: Span


class Dispute(Node):
    name: Ident
    cite: Cite | None
    doc: str
    readings: tuple[Reading, ...]
    default: Ident | None
    because: str
    span: Span


class Settle(Node):
    dispute: Ident
    reading: Ident
    cite: Cite | None
    span: Span


class Drop(Node):
    rule: Ident
    cite: Cite | None
    reason: str
    span: Span


class Choice(Node):
    name: Ident
    also: bool
    ordered: bool
    cite: Cite | None
    doc: str
    values: tuple[Ident, ...]
    span: Span


class Measure(Node):
    name: Ident
    exact: bool
    text: str
    span: Span


class Attribute(Node):
    name: Ident
    type: TypeRef
    default: Expr | None
    cite: Cite | None
    doc: str
    span: Span
    lasting: Moment | None = None
    secret: bool = False


class Stands(Node):
    kinds: tuple[Ident, ...]
    depth: int
    span: Span


class Thing(Node):
    name: Ident
    also: bool
    parent: Ident | None
    cite: Cite | None
    doc: str
    stands: Stands | None
    attributes: tuple[Attribute, ...]
    span: Span
    article: str = "a"  # of the parent, as written


class Record(Node):
    name: Ident
    cite: Cite | None
    doc: str
    fields: tuple[Attribute, ...]
    span: Span


class Fact(Node):
    name: Ident
    shape: Literal["call", "adjective", "verb"]
    params: tuple[Param, ...]
    type: TypeRef | None  # None: yes/no
    collects: bool
    cite: Cite | None
    doc: str
    otherwise: Expr | None
    span: Span


class ExtraStep(Node):
    name: Ident
    after: bool
    anchor: Ident


class Quantity(Node):
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


class TableEdge(Node):
    below: bool
    axis: Ident
    reads: Literal["first", "last", "none"]


class Table(Node):
    name: Ident
    params: tuple[Param, ...]
    type: TypeRef
    cite: Cite | None
    doc: str
    edges: tuple[TableEdge, ...]
    span: Span


class Effect(Node):
    name: Ident
    params: tuple[Param, ...]
    cite: Cite | None
    doc: str
    body: tuple[Statement, ...]
    span: Span


class OpenIn(Node):
    """Where in the sequence an action is open, and to whom if not to the side that acts there."""

    spans: tuple[Ident, ...]
    to: Expr | None
    span: Span


class Action(Node):
    name: Ident
    cite: Cite | None
    doc: str
    lines: tuple[Statement, ...]
    span: Span
    params: tuple[Param, ...] = ()
    open_in: tuple[OpenIn, ...] = ()


class Event(Node):
    name: Ident
    params: tuple[Param, ...]
    cite: Cite | None
    doc: str
    span: Span


class Memory(Node):
    name: Ident
    shape: Literal["call", "adjective", "verb"]
    params: tuple[Param, ...]
    cite: Cite | None
    doc: str
    span: Span


class Tally(Node):
    name: Ident
    params: tuple[Param, ...]
    type: TypeRef
    cite: Cite | None
    doc: str
    span: Span


class Order(Node):
    name: Ident
    cite: Cite | None
    doc: str
    due: Ident | None
    fields: tuple[Attribute, ...]
    span: Span


class Stage(Node):
    name: Ident
    lasts: Expr | None
    opens: Ident | None
    when: Expr | None
    span: Span


class Task(Node):
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


class SpanNode(Node):
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


class Beside(Node):
    """Spans that a variant puts before or after one of its base's."""

    after: bool
    anchor: Ident
    spans: tuple[SpanNode, ...]


class Sequence(Node):
    name: Ident
    also: bool
    cite: Cite | None
    doc: str
    spans: tuple[SpanNode, ...]
    beside: tuple[Beside, ...]
    span: Span


class Situation(Node):
    name: Ident
    cite: Cite
    title: str
    doc: str
    options: tuple[tuple[Ident, bool], ...]
    readings: tuple[tuple[Ident, Ident], ...]
    span: Span


class Reach(Node):
    name: Ident
    params: tuple[Param, ...]
    type: TypeRef
    cite: Cite | None
    doc: str
    by: Ident
    span: Span


# ---- rules: links and conclusions


class Target(Node):
    path: Ident
    step: bool  # `limits step strength.weapon`
    wild: bool  # `limits printed.*`


class Link(Node):
    how: Literal["over", "limits", "lifts", "replaces"]
    targets: tuple[Target, ...]
    span: Span


class Concludes(Node):
    """`entry-cost(u, here, there) is 1/2`, `u is passing`, `not u sees h`, `company(u, h) includes w`."""

    expr: Expr
    span: Span


class Forbids(Node):
    picks: tuple[Ident, ...]
    span: Span


class Requires(Node):
    condition: Expr
    span: Span


class Changes(Node):
    how: Literal["halves", "doubles", "multiplies", "divides", "adds", "subtracts", "makes", "at-most", "at-least"]
    amount: Expr | None
    span: Span


class Rounds(Node):
    quantity: Ident
    how: Literal["down", "up", "keep"]
    each_step: bool
    span: Span


class Leaves(Node):
    text: str
    span: Span


class Begins(Node):
    """A memory begins (or lapses) for some of its things."""

    memory: Expr
    lapses: bool
    span: Span


class Counts(Node):
    """A number is added to a tally, or (without a number) the tally starts again from nothing."""

    amount: Expr | None
    tally: Call
    span: Span


class Then(Node):
    body: tuple[Statement, ...]
    span: Span


class TaskRule(Node):
    how: Literal["pauses", "restarts", "cancels"]
    task: Ident
    span: Span


Conclusion = Concludes | Forbids | Requires | Changes | Rounds | Leaves | Begins | Counts | Then | TaskRule


class Prose(Node):
    """A rule in its author's own words; `digest` names the content that they were written for."""

    texts: tuple[str, ...]
    digest: str
    span: Span


class Rule(Node):
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
    prose: Prose | None = None


class Phrase(Node):
    """How something is said: `sort` and `name` tell what, each form is for another use."""

    sort: Ident
    name: Ident
    forms: tuple[str, ...]
    span: Span


class Words(Node):
    phrases: tuple[Phrase, ...]
    span: Span


class Ruling(Node):
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
    | Effect | Action | Reach | Event | Memory | Tally | Order | Task | Sequence | Situation | Words | Rule | Ruling
)  # fmt: skip


# ---- questions


class AskMay(Node):
    pick: Ident
    args: tuple[Expr, ...]
    span: Span


class AskAfter(Node):
    effect: Call
    value: Expr | None
    span: Span


class AskReach(Node):
    reach: Call
    span: Span


class AskValue(Node):
    value: Expr
    span: Span


Question = AskMay | AskAfter | AskReach | AskValue
