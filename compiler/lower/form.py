"""START HERE for lowering: the form that a law in force is lowered to, and from which every target is printed.

A `Program` is a set of functions. A function has parameters and one expression; there are no assignments, no functions
as values and no loops but over sets that are there, so every call ends. An expression has a value, or it stops. A stop
has no words here: it ends the whole question, and the reference evaluator is asked it instead. What is worked out first
therefore makes no difference to a value, but it does to the time, and to whether a stop is met: the passes see to that.
A function is lowered, and goes through the passes, when it is asked for first: one question needs a tenth of them.

`Let`, `If`, `Choose` and `Fire` stand at the head of a function, or of what a `Let` names: there a printer
writes statements. Everything else is an expression inside these. Each expression has a `type` of the law; the marks
(what it costs, whether it may stop or be none, what it depends on) are worked out by `marks.py`.

What play does is in `step_form.py`: steps, which work out expressions of this form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from hexlaw.runtime.base.nodes import Node, PartlyCompared, memoised, nodes_inside
from hexlaw.runtime.base.nodes import rebuilt as rebuilt_by
from hexlaw.runtime.base.on_demand import OnDemand
from hexlaw.runtime.base.relations import going_on
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.types import Type


class Part(PartlyCompared):
    """A part of an expression: hashed once, as programs share many."""

    def __hash__(self) -> int:
        return memoised(self, "_hash", PartlyCompared.__hash__)


class _Typed(Part):
    UNCOMPARED = frozenset({"type", "note", "notes"})


class Const(Part):
    value: object
    type: Type


class Local(_Typed):
    """A parameter, what a `Let` names, or what a loop is at."""

    name: str
    type: Type


class Read(_Typed):
    """An attribute. Without an owner: the `hex` that a thing stands in, or its `holder`."""

    name: str
    owner: str
    of: Expr
    type: Type


class Field(_Typed):
    """A field of a record, or of a contact of a line."""

    kind: str
    name: str
    of: Expr
    type: Type


class Cell(_Typed):
    """What a printed table has for its headings. Two keys for one heading: the one divided by the other."""

    table: str
    keys: tuple[Expr, ...]
    type: Type


class Row(_Typed):
    """Several values."""

    values: tuple[Expr, ...]
    type: Type


class Kept(_Typed):
    """The state of play: a `memory` or a `tally` of some things, a `span` that runs, who is `acting`; and whether
    something `stands` in the law that is played."""

    sort: Literal["memory", "tally", "span", "acting", "stands"]
    name: str
    args: tuple[Expr, ...]
    type: Type


class Op(_Typed):
    """One of the operations of `ops.py`."""

    op: str
    args: tuple[Expr, ...]
    type: Type


class Call(_Typed):
    function: str
    args: tuple[Expr, ...]
    type: Type


class Things(_Typed):
    """All things of a kind, or those in a hex or in another thing."""

    kind: str
    within: Expr | None
    deep: bool
    type: Type


class Items(_Typed):
    """A set of what is written out."""

    items: tuple[Expr, ...]
    type: Type


class Made(_Typed):
    """A record."""

    kind: str
    values: tuple[Expr, ...]
    type: Type


class Binder(Part):
    var: str
    over: Expr
    where: Expr | None


Turns = Literal[
    "any", "every", "list", "perhaps", "count", "sum", "total", "least", "most", "one", "lowest", "highest", "map"
]
"""How a loop makes its value; `perhaps` lists the items whose condition holds or stops."""


class Loop(_Typed):
    """Goes through sets, the innermost fastest, and makes something of `item` for each turn that `where` lets through.

    `any`: whether there is a turn; `every`: whether `item` holds for each; `list` of the items; their `count`, their
    `sum`, the `total` of those that are something, their `least`, `most`; the `one` there is; `lowest`, `highest`: what
    the first turn is at whose `item` is least or most; `map` from the first of a pair to the second.
    """

    how: Turns
    binders: tuple[Binder, ...]
    item: Expr
    type: Type


class Joined(_Typed):
    """The set of all that stands in some sets. `apart`: nothing stands in two."""

    sets: tuple[Expr, ...]
    apart: bool
    type: Type


class Linked(_Typed):
    """The hexes that are linked to those of `start`, as far as a function lets each through, given it, the hex
    before and `args`; `by_step` where it matters which hex came before."""

    function: str
    args: tuple[Expr, ...]
    start: Expr
    within: Expr | None
    by_step: bool
    type: Type


class Flood(Linked):
    """The same hexes, each with its distance, found on demand (`Steps`)."""


class Steps(_Typed):
    """The distance of a hex in a flood; none where it does not reach it."""

    flood: Expr
    goal: Expr
    type: Type


class And(_Typed):
    parts: tuple[Expr, ...]
    type: Type


class Or(_Typed):
    """`whole`: all parts are looked at, so that a stop in one is met. `aside`: a stop in one is set aside while another
    holds, and is met if none does."""

    parts: tuple[Expr, ...]
    type: Type
    how: Literal["", "whole", "aside"] = ""
    notes: tuple[str, ...] = ()


class Not(_Typed):
    inner: Expr
    type: Type


class If(_Typed):
    test: Expr
    then: Expr
    otherwise: Expr
    type: Type
    note: str = ""


class Let(_Typed):
    """A name for a value."""

    name: str
    value: Expr
    body: Expr
    type: Type
    note: str = ""


class Case(Part):
    """A rule: what it says where its test holds and none that stands `over` it applies."""

    rule: str
    test: Expr
    value: Expr
    beats: frozenset[str]


class Choose(_Typed):
    """The value of the rules that apply and that no other beats. They have to agree, or it stops."""

    cases: tuple[Case, ...]
    otherwise: Expr
    type: Type


class Fire(_Typed):
    """The value of the body; notes that rules fired."""

    rules: tuple[str, ...]
    body: Expr
    type: Type


class Play(_Typed):
    """What only play can answer: `reach`, or whether an effect would break a rule."""

    sort: Literal["reach", "breaks"]
    names: tuple[str, ...]
    args: tuple[Expr, ...]
    type: Type


class Stop(_Typed):
    """No value: `why` is for readers of the form."""

    why: str
    type: Type


Expr = (
    Const | Local | Read | Field | Cell | Row | Kept | Op | Call | Things | Items | Made | Loop | Joined | Linked
    | Steps | And | Or | Not | If | Let | Choose | Fire | Play | Stop
)  # fmt: skip
Params = tuple[tuple[str, Type], ...]


class Function(Node):
    key: str  # `fact:NAME`, `quantity:NAME`, `rule:NAME(...)` ...: one function for each
    title: str  # its name for people
    params: Params
    body: Expr
    docs: tuple[str, ...] = ()  # what is said of it, and the rules that always have a say
    memory: Literal["", "position", "map"] = ""  # the table in which it is memoised, by all its arguments


@dataclass(frozen=True)
class Program:
    law: Law
    functions: OnDemand[Function]
    is_evaluated: bool = False
    """Whether the evaluator answers what play asks: then these functions are not called."""

    def come_to(self, keys: Iterable[str]) -> Iterator[str]:
        """These functions and all that they call, directly or not."""
        return going_on(keys, lambda key: called_in(self.functions[key].body))

    def changed(self, change: Callable[[Function], Function]) -> Program:
        """Returns the program with each function changed on demand."""
        return Program(self.law, OnDemand(self.functions, lambda key: change(self.functions[key])))


# ---- going through and changing expressions


P = TypeVar("P", bound=Part)


def children(node: Part) -> tuple[Part, ...]:
    """Returns the nodes right inside a node."""
    return memoised(node, "_children", lambda whole: tuple(x for x in nodes_inside(whole) if isinstance(x, Part)))


def everything(node: Part) -> tuple[Part, ...]:
    """Returns a node and all inside it."""
    return memoised(node, "_everything", lambda whole: (
        whole, *(inner for child in children(whole) for inner in everything(child))
    ))  # fmt: skip


def called_in(node: Part) -> list[str]:
    """Returns the functions that an expression calls."""
    return [part.function for part in everything(node) if isinstance(part, Call | Linked)]


def rebuilt(node: P, change: Callable[[Part], Part]) -> P:
    """Returns the node with each node right inside it changed; itself where nothing is."""

    def inside(held: object) -> object:
        return change(held) if isinstance(held, Part) else rebuilt_by(held, inside) if type(held) is tuple else held

    return rebuilt_by(node, inside) if children(node) else node
