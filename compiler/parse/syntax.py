"""The syntax tree: what the parser read, before any name has been looked up.

Every node keeps the span it was read from. Expressions come first, then statements, then items.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from hexlaw.compiler.base.source import Span
from hexlaw.runtime.base.nodes import Node

# ---- small parts


class Written(Node, kw_only=True):
    """A part of a text, with its place."""

    WORDS = frozenset({"span"})
    span: Span


class Ident(Written):
    """A name as written, with its place; dotted paths keep their dots. Where one sort of thing alone can be named, the
    type of a field says of which: `Annotated[Ident, "kind"]`; a name is `new` where it is declared or bound."""

    text: str


class Cite(Written):
    """What stands in square brackets, still as text; before it, the number of the section that this stands in."""

    text: str
    section: Cite | None = None


class TypeRef(Written):
    """A written type: `set of unit`, `hex or none`, `yes/no`."""

    form: Literal["name", "yes/no", "whole", "exact", "text", "moment", "set", "or-none"]
    name: str
    item: TypeRef | None = None


class Param(Node):
    name: Annotated[Ident, "new variable"]
    type: TypeRef


# ---- expressions


class Name(Written):
    text: str


class Literal_(Written):
    """A number (`5 1/2`), odds (`1-4`), a text or a place on the map (`C-R-7`), as written."""

    form: Literal["number", "odds", "text", "place"]
    text: str
    inside: tuple[Expr | None, ...] = ()
    """What stands in the braces of a message of a library, in the names of its user."""


class Constant(Written):
    value: Literal["yes", "no", "none"]


class Attr(Written):
    base: Expr
    name: Ident


class Call(Written):
    name: Ident
    args: tuple[Expr, ...]
    named: tuple[tuple[Ident, Expr], ...]


class SetOf(Written):
    items: tuple[Expr, ...]


class Binder(Written):
    """`v in stack where ...` (a set), or `unit v in here where ...` (things of a kind, in a place)."""

    var: Annotated[Ident, "new variable"]
    kind: Annotated[Ident, "kind"] | None
    within: Expr | None
    deep: bool
    where: Expr | None


class Quantified(Written):
    how: Literal["any", "no", "every"]
    binder: Binder
    holds: Expr | None


class Selected(Written):
    how: Literal["those", "one"]
    binder: Binder


class Linked(Written):
    """`those h linked to S within 7 after k where C`; with `to` it is `steps-to(H for h linked to S ...)`."""

    var: Annotated[Ident, "new variable"]
    start: Expr
    within: Expr | None
    before: Ident | None
    where: Expr | None
    to: Expr | None = None


class Whichever(Written):
    var: Annotated[Ident, "new variable"]
    domain: Expr
    how: Literal["least", "most"]
    measure: Expr


class Folded(Written):
    how: Literal["sum", "least", "most", "count"]
    item: Expr | None
    binder: Binder | None
    whole: Expr | None


class Arith(Written):
    op: Literal["+", "-", "*", "/"]
    left: Expr
    right: Expr


class Compare(Written):
    op: Literal["<", "<=", ">", ">=", "=", "/="]
    left: Expr
    right: Expr


class Is(Written):
    left: Expr
    right: Expr
    negated: bool


class IsKind(Written):
    left: Expr
    kind: Annotated[Ident, "kind"]
    negated: bool
    article: str = "a"


class In(Written):
    item: Expr
    container: Expr
    negated: bool


class Includes(Written):
    container: Expr
    item: Expr


class Verb(Written):
    left: Expr
    verb: Ident
    right: Expr | None


class WouldBreak(Written):
    effect: Expr
    rule: Annotated[Ident, "rule"]


class Applies(Written):
    rule: Expr


class Moment(Written):
    """`end of next segment of its side`: an edge of a span, of this or the next running of it, of some side."""

    edge: Literal["start", "end"]
    which: Literal["this", "next"] | None
    name: Annotated[Ident, "span"]
    owner: Expr | None
    its: Ident | None  # the attribute of the thing itself that names the owner


class NowIn(Written):
    name: Annotated[Ident, "span"]


class Not(Written):
    inner: Expr


class AllOf(Written):
    parts: tuple[Expr, ...]


class AnyOf(Written):
    parts: tuple[Expr, ...]


Expr = (
    Name | Literal_ | Constant | Attr | Call | SetOf | Quantified | Selected | Linked | Whichever | Folded | Arith
    | Compare | Is | IsKind | In | Includes | Verb | WouldBreak | Applies | Moment | NowIn | Not | AllOf | AnyOf
)  # fmt: skip


# ---- statements


class Set(Written):
    target: Expr
    value: Expr
    until: Expr | None = None


class Mark(Written):
    thing: Expr
    attribute: Ident
    until: Expr | None = None
    value: bool = True  # or it is cleared


class Move(Written):
    thing: Expr
    to: Expr


class Place(Written):
    kind: Annotated[Ident, "kind"]
    where: Expr
    name: Annotated[Ident, "new variable"] | None


class Remove(Written):
    thing: Expr


class Roll(Written):
    dice: str  # without a number of faces where an expression says it
    name: Annotated[Ident, "new variable"]
    faces: Expr | None = None


class Draw(Written):
    """`draw chit c in cup`: one of those that the binder finds, each as likely as the others."""

    binder: Binder


class Let(Written):
    name: Annotated[Ident, "new variable"]
    value: Expr


class If(Written):
    condition: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


class For(Written):
    binder: Binder
    body: tuple[Statement, ...]


class Do(Written):
    call: Call


class Borrowed(Written):
    """`pick move.step repeatedly`: another action's pick, with its prohibitions."""

    pick: Annotated[Ident, "pick"]
    repeatedly: bool
    optionally: bool


class Offer(Written):
    """`offer hail(b) to s`; as a duty it is `demand hail(b) of s`."""

    action: Call
    to: Expr
    repeatedly: bool
    duty: bool = False


class Announce(Written):
    event: Call


class Write(Written):
    order: Call
    name: Annotated[Ident, "new variable"] | None


class Begin(Written):
    task: Call
    crew: Expr
    name: Annotated[Ident, "new variable"] | None


class ChangeTask(Written):
    how: Literal["pause", "resume", "restart", "cancel"]
    task: Expr


class Point(Written):
    """`point entry keeps place, spent of u`: remembers attributes of a thing, to be given back by `return`."""

    name: Annotated[Ident, "new variable"]
    keeps: tuple[Ident, ...]
    thing: Expr


class Return(Written):
    thing: Expr
    point: Annotated[Ident, "variable"]


class Finish(Written):
    """`finish`: the innermost action, effect or hook ends here."""


class Stops(Written):
    """`stops march`: nothing more is picked by the repeated pick of an action, or of those that an event is about."""

    name: Annotated[Ident, "action"]


class Reveal(Written):
    what: Expr
    to: Expr | None


class EndGame(Written):
    """`end the game`."""


class Pick(Written):
    """A decision of the side that acts; what it does may hold further picks."""

    name: Annotated[Ident, "new pick"]
    param: Param
    repeatedly: bool
    optionally: bool
    domain: Expr | None
    where: Expr | None
    cost: Expr | None
    account: Expr | None
    does: tuple[Statement, ...]
    gathered: Annotated[Ident, "new variable"] | None = None
    """`repeatedly as crew`: the name of all that was picked, for what comes after."""


class Part(Written):
    """Statements that have a name, so that a variant can put others beside them or in their place."""

    name: Annotated[Ident, "new part"]
    body: tuple[Statement, ...]


Statement = (
    Set | Mark | Move | Place | Remove | Roll | Draw | Let | If | For | Do | Pick | Borrowed | Offer | Announce | Write
    | Begin | ChangeTask | Point | Return | Finish | Stops | Reveal | EndGame | Part
)  # fmt: skip


# ---- items


class Declared(Written):
    """An item that declares something, with what is said about it."""

    name: Ident
    cite: Cite | None
    doc: str


class Chapter(Written):
    """What the items below it belong to: a chapter of the law, or advice to programs that play."""

    title: str
    cite: Cite
    option: Annotated[Ident, "option"] | None
    situation: Annotated[Ident, "situation"] | None = None
    is_advice: bool = False


class Option(Declared):
    default: bool
    needs: tuple[Annotated[Ident, "option"], ...]
    excludes: tuple[Annotated[Ident, "option"], ...]


class Reading(Written):
    name: Annotated[Ident, "new reading"]
    text: str
    cite: Cite | None


class Dispute(Declared):
    readings: tuple[Reading, ...]
    default: Annotated[Ident, "reading"] | None
    because: str


class Settle(Written):
    dispute: Annotated[Ident, "dispute"]
    reading: Ident
    cite: Cite | None
    anew: Annotated[Ident, "dispute"] | None = None  # the dispute again, where a layer below has settled it otherwise


class Drop(Written):
    """`drop phase air`: what is left out, a rule where no sort is named."""

    sort: (
        Literal[
            "action", "effect", "part", "default", "settlement", "option", "turn", "segment", "phase", "step", "round"
        ]
        | None
    )
    name: Ident
    cite: Cite | None
    reason: str


class Choice(Declared):
    also: bool
    ordered: bool
    values: tuple[Annotated[Ident, "new value"], ...]


class Measure(Written):
    name: Ident
    exact: bool
    text: str


class Attribute(Declared):
    type: TypeRef
    default: Expr | None
    lasting: Moment | None = None
    secret: bool = False


class Stands(Written):
    """`stands in hex or boat, at most 2 deep, secret while hidden`."""

    kinds: tuple[Annotated[Ident, "kind"], ...]
    depth: int = 1
    secret: bool = False
    hidden: Ident | None = None


class DefaultAnew(Written):
    """`replaces draught = 3`: another default for an attribute of a layer below."""

    name: Annotated[Ident, "attribute"]
    value: Expr
    cite: Cite | None
    doc: str


class Thing(Declared):
    also: bool
    parents: tuple[Annotated[Ident, "kind"], ...]  # the kinds that it is a sort of, as each of which it has a role
    stands: Stands | None
    attributes: tuple[Attribute, ...]
    article: str = "a"  # of the first parent, as written
    defaults: tuple[DefaultAnew, ...] = ()


class Plan(Declared):
    """`plan unit`: what advice notes of each thing of a kind, beside the position."""

    attributes: tuple[Attribute, ...]


class Style(Declared):
    """`style careful`: a way of playing by advice, which a seat may have."""


class Record(Declared):
    fields: tuple[Attribute, ...]


class Fact(Declared):
    shape: Literal["call", "adjective", "verb"]
    params: tuple[Param, ...]
    type: TypeRef | None  # None: yes/no
    collects: bool
    otherwise: Expr | None


class ExtraStep(Node):
    name: Annotated[Ident, "new step"]
    after: bool
    anchor: Annotated[Ident, "step"]


class Quantity(Declared):
    also: bool
    params: tuple[Param, ...]
    type: TypeRef | None
    start: Expr | None
    steps: tuple[Annotated[Ident, "new step"], ...]
    extra: tuple[ExtraStep, ...]
    figure: bool = False
    """`quantity range of b: boat`: what is read wherever the law says `.range`; it starts with what is printed."""


class TableEdge(Node):
    below: bool
    axis: Annotated[Ident, "variable"]
    reads: Literal["first", "last", "none"]


class Table(Declared):
    params: tuple[Param, ...]
    type: TypeRef
    edges: tuple[TableEdge, ...]


class BesidePart(Written):
    """Statements that a variant puts after, before or in the place of a part of its base's effect or action, or in
    front of all of it."""

    how: Literal["after", "before", "replaces", "start"]
    anchor: Annotated[Ident, "part"]  # nothing at the start
    body: tuple[Statement, ...]


class Effect(Declared):
    params: tuple[Param, ...]  # with `also`, they can be left out
    body: tuple[Statement, ...]
    also: bool = False
    beside: tuple[BesidePart, ...] = ()
    anew: Annotated[Ident, "effect"] | None = None  # what it replaces


class OpenIn(Written):
    """Where in the sequence an action is open, and to whom if not to the side that acts there."""

    spans: tuple[Annotated[Ident, "span"], ...]
    to: Expr | None


class Action(Declared):
    lines: tuple[Statement, ...]
    params: tuple[Param, ...] = ()
    open_in: tuple[OpenIn, ...] = ()
    gives_up: bool = False
    article: str = "a"  # of the parent, as written
    parent: Annotated[Ident, "action"] | None = None  # the action that it is a kind of
    excepts: tuple[Annotated[Ident, "rule"], ...] = ()  # the rules of the parent that do not hold for it
    also: bool = False
    beside: tuple[BesidePart, ...] = ()
    anew: Annotated[Ident, "action"] | None = None  # what it replaces


class Given(Written):
    """What a parameter of an event stands for at the picks by which it comes about."""

    name: Annotated[Ident, "variable"]
    value: Expr


class ComesBy(Written):
    """Picks by which an event comes about; what a parameter stands for that nothing is said of has its name there."""

    picks: tuple[Annotated[Ident, "pick"], ...]
    given: tuple[Given, ...] = ()


class ByMoves(Written):
    """`by every move of b to there`: the parameters that stand for what is moved, and to where."""

    thing: Ident
    to: Ident


class Event(Declared):
    params: tuple[Param, ...]  # with `also`, they are left out
    also: bool = False
    by: tuple[ComesBy | ByMoves, ...] = ()


class Memory(Declared):
    shape: Literal["call", "adjective", "verb"]
    params: tuple[Param, ...]


class Tally(Declared):
    params: tuple[Param, ...]
    type: TypeRef


class Order(Declared):
    due: Annotated[Ident, "span"] | None
    fields: tuple[Attribute, ...]


class Stage(Written):
    name: Annotated[Ident, "new stage"]
    lasts: Expr | None
    opens: Annotated[Ident, "action"] | None
    when: Expr | None


class Task(Declared):
    params: tuple[Param, ...]
    crew: tuple[Annotated[Ident, "kind"], int | None] | None  # how many at most; without a number any
    works: tuple[str, Annotated[Ident, "span"]] | None  # edge, span
    gains: Expr | None
    stages: tuple[Stage, ...]
    done: tuple[Statement, ...]


class SpanNode(Written):
    """A stretch of the sequence of play, with what happens in it."""

    sort: Literal["turn", "segment", "phase", "step", "round"]
    name: Ident
    cite: Cite | None
    each: Binder | None
    by: Expr | None
    condition: Expr | None
    repeats: Expr | None
    turns_from: Expr | None
    body: tuple[SpanNode | Statement, ...]
    at_once: bool = False


class Beside(Node):
    """Spans that a variant puts before, after, around or in the place of one of its base's."""

    how: Literal["after", "before", "replaces", "around"]
    anchor: Annotated[Ident, "span"]
    spans: tuple[SpanNode, ...]


class Sequence(Declared):
    also: bool
    spans: tuple[SpanNode, ...]
    beside: tuple[Beside, ...]


class Situation(Written):
    name: Ident
    cite: Cite
    title: str
    doc: str
    options: tuple[tuple[Annotated[Ident, "option"], bool], ...]
    readings: tuple[tuple[Annotated[Ident, "dispute"], Annotated[Ident, "dispute"]], ...]


class Reach(Declared):
    params: tuple[Param, ...]
    type: TypeRef
    by: Annotated[Ident, "pick"]


# ---- rules: links and conclusions


class Target(Node):
    path: Ident
    step: bool  # `limits step strength.weapon`
    wild: bool  # `limits printed.*`


class Link(Written):
    how: Literal["over", "limits", "lifts", "replaces"]
    targets: tuple[Target, ...]


class Concludes(Written):
    """`entry-cost(u, here, there) is 1/2`, `u is passing`, `not u sees h`, `company(u, h) includes w`."""

    expr: Expr


class Goal(Written):
    """`goal of s that s controls h at h worth 10`: what a side plays for."""

    side: Ident
    that: Expr | None
    keeps: Expr | None
    places: Expr | None
    things: Expr | None
    worth: Expr | None
    by: Expr | None
    clock: Expr | None


class Forbids(Written):
    picks: tuple[Annotated[Ident, "pick"], ...]


class Requires(Written):
    condition: Expr


class Changes(Written):
    how: Literal["halves", "doubles", "multiplies", "divides", "adds", "subtracts", "makes", "at-most", "at-least"]
    amount: Expr | None


class Rounds(Written):
    quantity: Annotated[Ident, "quantity"]
    how: Literal["down", "up", "keep"]
    each_step: bool


class Leaves(Written):
    text: str


class Begins(Written):
    """A memory begins (or lapses) for some of its things."""

    memory: Expr
    lapses: bool


class Counts(Written):
    """A number is added to a tally, or (without a number) the tally starts again from nothing."""

    amount: Expr | None
    tally: Call


class Then(Written):
    body: tuple[Statement, ...]


class TaskRule(Written):
    how: Literal["pauses", "restarts", "cancels"]
    task: Annotated[Ident, "task"]


Conclusion = Concludes | Goal | Forbids | Requires | Changes | Rounds | Leaves | Begins | Counts | Then | TaskRule


class Rule(Declared):
    also: bool = False
    links: tuple[Link, ...] = ()
    under: tuple[Annotated[Ident, "dispute"], Annotated[Ident, "dispute"]] | None = None
    by_ruling: Annotated[Ident, "ruling"] | None = None
    against: Annotated[Ident, "ruling"] | None = None
    from_year: int | None = None
    until_year: int | None = None
    when: tuple[Expr, ...] = ()
    for_each: tuple[Binder, ...] = ()
    sampled: Literal["all-times", "rest"] | None = None
    at_step: Ident | None = None
    says: Literal_ | None = None
    conclusions: tuple[Conclusion, ...] = ()
    after: Annotated[Ident, "event"] | None = None
    at_edge: tuple[Literal["start", "end"], Annotated[Ident, "span"]] | None = None
    follows: tuple[Annotated[Ident, "rule"], ...] = ()


class Phrase(Written):
    """How something is said: `sort` and `name` tell what, each form is for another use."""

    sort: Ident
    name: Ident
    forms: tuple[str, ...]


class Words(Written):
    phrases: tuple[Phrase, ...]


class SpokenFor(Written):
    """What prose tells of by its name: a rule if no sort is said."""

    sort: str
    name: Ident


SECTION_LINE = re.compile(
    r"""\s*(?P<place>\[[^\]]*\] | ((?![IVXLCDM]+[ ])[A-Z][A-Z0-9-]+[ ])? ([IVXLCDM]+|[A-Z](?=\.)|[0-9]+[a-z]?)
    (\.[A-Za-z0-9]+)* (?=\s|$))?(?P<heading>.*)""",
    re.VERBOSE,
)
"""The number of a place in a printed book, perhaps with the key of the book (`V.D.3`, `RB 2.4`), any other in brackets;
then what it is called there."""


def section_place(place: str) -> str:
    """Returns a place as a section gives it: in brackets where it does not read as the number of one."""
    number = SECTION_LINE.match(place)
    return place if number is not None and number["place"] == place else f"[{place}]"


class Section(Written):
    """The place of a printed book whose law stands below it; without one, what stands below it is no section's."""

    cite: Cite | None
    heading: str


class Prose(Written):
    """What the law below it amounts to, in its author's own words, line by line."""

    lines: tuple[str, ...]


class ToldOf(Written):
    """What the prose above tells of besides, of one module: `from base: hold.three`."""

    module: Ident
    covers: tuple[SpokenFor, ...]


class Ruling(Written):
    name: Ident
    cite: Cite
    asks: str = ""
    answers: str = ""
    dated: int | None = None
    authority: Ident | None = None
    confirms: tuple[Annotated[Ident, "rule"], ...] = ()
    amends: tuple[Annotated[Ident, "rule"], ...] = ()
    supersedes: tuple[Annotated[Ident, "ruling"], ...] = ()
    shown: tuple[Ident, ...] = ()
    notes: tuple[str, ...] = ()
    doc: str = ""


class Open(Written):
    """`open fact u: unit has-stepped`: what a library asks of who uses it."""

    item: Choice | Thing | Fact | Quantity | Table | Effect | Event | Sequence


Item = (
    Chapter | Option | Dispute | Settle | Drop | Choice | Measure | Thing | Plan | Style | Record | Fact | Quantity
    | Table | Effect | Action | Reach | Event | Memory | Tally | Order | Task | Sequence | Situation | Words | Rule
    | Ruling | Open | Section | Prose | ToldOf
)  # fmt: skip


# ---- questions


class AskMay(Written):
    pick: Annotated[Ident, "pick"]
    args: tuple[Expr, ...]


class AskAfter(Written):
    effect: Call
    value: Expr | None


class AskReach(Written):
    reach: Call


class AskValue(Written):
    value: Expr


Question = AskMay | AskAfter | AskReach | AskValue
