"""The rule graph: the one artefact that the compiler makes and everything else reads.

It holds the law of a chain of modules before any option, reading or year is chosen; `law.py` makes that choice.
Nodes are frozen, so a graph can be shared; it names where each thing was written, never how to parse it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal, NamedTuple

from msgspec import field

from hexlaw.runtime.base.nodes import Node, PartlyCompared, memoised, replace
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.table import TableData
from hexlaw.runtime.law.types import Choice, Type, bare
from hexlaw.runtime.law.units import UnitType

ACTING = "acting"
"""The side that acts, by name, wherever an action or the sequence says who does."""
SIDE = "side"
"""The choice whose values are the sides: a law with actions, orders or a sequence declares it. It is also what the
attribute is called that names one of them."""
TYPE = "type"
"""What a thing of a unit chart is."""
OWNED_BY = (SIDE, "owner")
"""The attributes that say which side a thing belongs to."""
UNPLACED_KINDS = ("hex", "hexside", "game", "order", "task")
"""The machine's own kinds: nothing stands on the map as one of these."""
DONE = "done"
"""The pick that ends an action before picks that may be left out or repeated, or a side's stay in a part of play."""
PLAYER, PLAYER_OF = "player", "player-of"
"""Who plays for a side, where a law declares a thing `player` with a `side`: the kind, which is also what the attribute
of the game is called that names who acts, and the fact that says who answers for a side."""
GOAL, GOALS = "goal", "goals"
"""What a side plays for: a record that the rules of goals make, and the fact that collects those of a side."""
STYLE, PLAYS, STYLE_OF = "style", "plays", "style-of-{}"
"""What a law with styles of play has: the choice of them, the fact that says in which a side plays, and the attributes
of the game that note it, one a side."""
THING = "thing"
"""Whatever stands somewhere: every kind of the law's own is one."""
PLACE = "place"
"""What a point keeps of where a thing stands."""


SPOKEN_FOR = ("rule", "action", "effect", "task")
"""The sorts that a text of the book speaks for."""


class Citation(Node):
    source: str  # the key of a source, such as `RB`
    text: str  # the place in it, or the whole number of an entry

    def __str__(self) -> str:
        return self.text if self.text.startswith(self.source + "-") else f"{self.source} {self.text}"


class Origin(PartlyCompared):
    """Where a node was written: module, place, chapter, and what its chapter depends on. Advice guides programs that
    play; it is no law."""

    NAMES = {"option": "option", "situation": "situation"}
    UNCOMPARED = frozenset({"where"})  # what is said is the same, wherever it stands
    WORDS = frozenset({"where", "chapter"})

    module: str
    where: str
    chapter: str = ""
    option: str | None = None
    situation: str | None = None
    is_advice: bool = False

    @property
    def always(self) -> bool:
        """Whether its chapter is in force under all options, in every situation."""
        return self.option is None and self.situation is None


class Condition(Node):
    WORDS = frozenset({"text"})
    expr: e.Expr
    text: str


class Link(Node):
    how: Literal["over", "limits", "lifts", "replaces"]
    target: str  # the id of a rule, or `quantity.step`
    step: bool = False
    wild: bool = False


# ---- what rules conclude


class Gives(Node):
    NAMES = {"fact": "fact"}
    fact: str
    value: e.Expr


class Collects(Node):
    NAMES = {"fact": "fact"}
    fact: str
    item: e.Expr


class Forbids(Node):
    NAMES = {"picks": "pick", "events": "event"}
    picks: tuple[str, ...]  # all of them, those by which the events come about among them
    events: tuple[str, ...] = ()


class Requires(Node):
    WORDS = frozenset({"text"})
    sampled: Literal["all-times", "rest"]
    condition: e.Expr
    text: str


class Changes(Node):
    NAMES = {"quantity": "quantity"}
    quantity: str
    step: str
    how: Literal["halves", "doubles", "multiplies", "divides", "adds", "subtracts", "makes", "at-most", "at-least"]
    amount: e.Expr | None


SORT_OF_CHANGE: Mapping[str, str] = {
    "makes": "makes it",
    **dict.fromkeys(("halves", "doubles", "multiplies", "divides"), "scales it"),
    **dict.fromkeys(("adds", "subtracts"), "adds to it"),
    **dict.fromkeys(("at-most", "at-least"), "bounds it"),
}
"""By how a rule changes a number: changes of one sort commute, or are the same."""


class Rounds(Node):
    NAMES = {"quantity": "quantity"}
    quantity: str
    how: Literal["down", "up", "keep"]
    each_step: bool


class Leaves(Node):
    text: str


class Remembers(Node):
    """A memory begins, or lapses; an argument that is a variable of the memory alone ranges over its type."""

    NAMES = {"memory": "memory"}
    memory: str
    args: tuple[e.Expr, ...]
    ranging: tuple[tuple[str, Type], ...]
    lapses: bool


class Counts(Node):
    """A number is added to a tally; without one, the tally starts again from nothing."""

    NAMES = {"tally": "tally"}
    tally: str
    args: tuple[e.Expr, ...]
    ranging: tuple[tuple[str, Type], ...]
    amount: e.Expr | None


class Then(Node):
    body: tuple[e.Statement, ...]


class TaskRule(Node):
    how: Literal["pauses", "restarts", "cancels"]
    task: str  # a kind of task, or `task` for all


Conclusion = Gives | Collects | Forbids | Requires | Changes | Rounds | Leaves | Remembers | Counts | Then | TaskRule


class Rule(Node):
    NAMES = {"follows": "rule", "by_ruling": "ruling", "against": "ruling"}
    SOURCES = frozenset({"cites", "origin", "says"})
    CHOSEN_BY = ("under", "by_ruling", "against", "from_year", "until_year")
    """Fields that only decide if it is in force."""
    id: str
    origin: Origin
    cites: tuple[Citation, ...]
    doc: str
    scope: tuple[str, ...]
    when: tuple[Condition, ...]
    for_each: tuple[e.Binder, ...]
    links: tuple[Link, ...]
    conclusion: Conclusion | None  # None: the rule only limits or lifts others
    says: tuple[str | e.Expr, ...]
    under: tuple[str, str] | None = None
    by_ruling: str | None = None
    against: str | None = None
    from_year: int | None = None
    until_year: int | None = None
    after: str | None = None  # an event, `action.pick`, effect, order or task that it follows
    at_edge: tuple[Literal["start", "end"], str] | None = None
    follows: tuple[str, ...] = ()

    @property
    def always(self) -> bool:
        """Whether it stands whatever is chosen, if nothing takes it away."""
        return self.origin.always and all(getattr(self, name) is None for name in self.CHOSEN_BY)

    @property
    def can_be_missed(self) -> bool:
        """Returns False for a rule that a ruling denies or that leaves something to the players: it never acts."""
        return self.against is None and not isinstance(self.conclusion, Leaves)

    @property
    def decides(self) -> str:
        """The fact that it gives a value, or the quantity that it changes; nothing of any other."""
        match self.conclusion:
            case Gives(fact=name) | Collects(fact=name) | Changes(quantity=name):
                return name
            case _:
                return ""


class Ruling(Node):
    NAMES = {"confirms": "rule", "amends": "rule", "supersedes": "ruling"}
    WORDS = frozenset({"asks", "answers", "notes", "shown"})
    SOURCES = frozenset({"cites", "origin", "authority"})
    id: str
    origin: Origin
    cites: tuple[Citation, ...]
    asks: str
    answers: str
    dated: int | None
    authority: str | None
    confirms: tuple[str, ...]
    amends: tuple[str, ...]
    supersedes: tuple[str, ...]
    shown: tuple[str, ...]
    notes: tuple[str, ...]


# ---- declarations


class _Declared(Node):
    """What the law calls by a name, and where it was written."""

    name: str
    origin: Origin


class _Asked:
    """What is asked about values."""

    params: tuple[tuple[str, Type], ...]

    @cached_property
    def named(self) -> tuple[str, ...]:
        """What its rules call the values that it is asked about."""
        return tuple(param for param, _ in self.params)


class AttributeDecl(Node):
    name: str
    type: Type
    default: object  # the value where nothing was said, or MISSING
    doc: str = ""
    lasting: Lifetime | None = None
    secret: bool = False  # seen by the side that owns the thing alone
    is_advice: bool = False  # a plan notes it: it is beside the position


class Lifetime(Node):
    """When an attribute falls back to its default: an edge of a span, of the side that the thing names."""

    NAMES = {"span": "span"}
    edge: Literal["start", "end"]
    which: Literal["this", "next"]
    span: str
    owner: str | None


class _Missing:
    """The value of an attribute without one: reading it is a hole in the law or the position."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()


class KindDecl(Node):
    NAMES = {"holders": "kind", "parent": "kind", "secret_while": "attribute"}
    name: str
    parent: str | tuple[str, ...] | None  # several where it has the roles of each
    attributes: Mapping[str, AttributeDecl]  # its own and those of its parents
    holders: tuple[str, ...]  # the kinds a thing of this kind may stand in
    depth: int
    doc: str = ""
    secret: bool = False  # where a thing of this kind stands is seen by its side alone ...
    secret_while: str | None = None  # ... as long as this attribute of it holds, where one is named

    @property
    def parents(self) -> tuple[str, ...]:
        return self.parent if isinstance(self.parent, tuple) else () if self.parent is None else (self.parent,)

    @property
    def holder(self) -> str | None:
        """The kind of thing that `.holder` gives: the first that it can stand in."""
        return next((kind for kind in self.holders if kind != "hex"), None)


class RecordDecl(Node):
    name: str
    fields: Mapping[str, AttributeDecl]


class FactDecl(_Asked, _Declared):
    shape: Literal["call", "adjective", "verb", "forbidden"]  # the last asks whether an event is forbidden
    params: tuple[tuple[str, Type], ...]
    type: Type
    collects: bool
    otherwise: e.Expr | None
    doc: str
    cites: tuple[Citation, ...] = ()


class QuantityDecl(_Asked, _Declared):
    params: tuple[tuple[str, Type], ...]
    type: Type
    start: e.Expr
    steps: tuple[str, ...]
    doc: str

    @property
    def printed(self) -> e.Attribute | None:
        """The attribute in whose place this is read, where it is one that rules bear on."""
        match self.start, self.params:
            case e.Attribute(base=e.Var(name=base), name=self.name), ((param, _),) if base == param:
                return self.start
        return None


class TableDecl(_Declared):
    params: tuple[tuple[str, Type], ...]
    type: Type
    data: TableData
    below: Mapping[str, str]  # axis -> "first" | "last" | "none": what a reading before the first line gives
    above: Mapping[str, str]
    cites: tuple[Citation, ...]
    doc: str


class EffectDecl(_Declared):
    params: tuple[tuple[str, Type], ...]
    body: tuple[e.Statement, ...]
    cites: tuple[Citation, ...]


class ActionDecl(_Declared):
    NAMES = {"parent": "action", "excepts": "rule"}
    lines: tuple[e.Pick | e.Let, ...]  # the declaration: picks and what is computed, in order
    cites: tuple[Citation, ...]
    doc: str
    params: tuple[tuple[str, Type], ...] = ()
    open_in: tuple[OpenIn, ...] = ()
    body: tuple[e.Statement, ...] = ()  # what follows the declaration
    parent: str | None = None  # the action that it is a kind of
    excepts: tuple[str, ...] = ()  # the rules about that one that do not hold for it
    gives_up: bool = False  # it gives something up: a random player takes it only if there is nothing else

    def pick(self, name: str) -> e.Pick:
        return next(p for p in self.picks if p.name == name)

    @property
    def picks(self) -> tuple[e.Pick, ...]:
        return tuple(line for line in self.lines if isinstance(line, e.Pick))


class OpenIn(Node):
    NAMES = {"spans": "span"}
    spans: tuple[str, ...]
    to: e.Expr | None


FORBIDDEN = ".forbidden"
"""What the fact that asks whether an event is forbidden is called after the name of the event."""


class EventDecl(_Declared):
    params: tuple[tuple[str, Type], ...]
    doc: str
    by: tuple[ComesBy, ...] = ()


class ComesBy(Node):
    """A pick that brings about an event, with the values of those parameters that have no namesake there."""

    NAMES = {"pick": "pick"}
    pick: str
    given: tuple[tuple[str, e.Expr], ...] = ()


class StyleDecl(_Declared):
    """A way of playing by advice, which a seat may have."""

    WORDS = frozenset({"doc"})
    doc: str
    cites: tuple[Citation, ...]


class MemoryDecl(_Declared):
    shape: Literal["call", "adjective", "verb"]
    params: tuple[tuple[str, Type], ...]
    doc: str


class TallyDecl(_Declared):
    params: tuple[tuple[str, Type], ...]
    type: Type
    doc: str


class OrderDecl(_Declared):
    NAMES = {"name": "kind", "due": "span"}
    due: str | None  # the span in which it falls due, the next time that one runs
    doc: str


class StageDecl(Node):
    NAMES = {"opens": "action"}
    name: str
    lasts: e.Expr | None
    opens: str | None  # an action that is open while the task is in this stage
    when: e.Expr | None


class TaskDecl(_Declared):
    NAMES = {"name": "kind"}
    params: tuple[tuple[str, Type], ...]
    crew: tuple[str, int | None] | None  # of which kind, and how many at most; without a number any
    works: tuple[str, str] | None  # the edge and the span at which work is counted
    gains: e.Expr | None
    stages: tuple[StageDecl, ...]
    done: tuple[e.Statement, ...]
    doc: str


class SpanDecl(PartlyCompared):
    """A stretch of play. `each` names a variable and the set it runs through; `by` is the side that acts, or a player
    of it. Where it runs `at_once`, no side knows what the others do in it."""

    UNCOMPARED = WORDS = frozenset({"where"})
    name: str
    each: tuple[str, e.Expr] | None
    by: e.Expr | None
    condition: e.Expr | None
    repeats: e.Expr | None
    turns_from: e.Expr | None
    body: tuple[SpanDecl | e.Statement, ...]
    cites: tuple[Citation, ...]
    at_once: bool = False
    where: str = ""

    @property
    def is_window(self) -> bool:
        """Whether sides act in it: it has no parts in it."""
        return not any(isinstance(part, SpanDecl) for part in self.body)


class SituationDecl(_Declared):
    title: str
    doc: str
    options: tuple[tuple[str, bool], ...]
    readings: tuple[tuple[str, str], ...]
    cites: tuple[Citation, ...]


class ReachDecl(_Declared):
    params: tuple[tuple[str, Type], ...]
    type: Type
    action: str
    pick: str
    doc: str


class OptionDecl(_Declared):
    NAMES = {"needs": "option", "excludes": "option"}
    default: bool
    needs: tuple[str, ...]
    excludes: tuple[str, ...]
    cites: tuple[Citation, ...]
    doc: str


class ReadingDecl(Node):
    WORDS = frozenset({"text"})
    name: str
    text: str
    cites: tuple[Citation, ...]


class DisputeDecl(_Declared):
    WORDS = frozenset({"doc", "because"})
    doc: str
    readings: tuple[ReadingDecl, ...]
    default: str
    because: str
    cites: tuple[Citation, ...]


class Settlement(Node):
    dispute: str
    reading: str
    origin: Origin
    cites: tuple[Citation, ...]


class Drop(Node):
    NAMES = {"rule": "rule"}
    WORDS = frozenset({"reason"})
    rule: str
    origin: Origin
    cites: tuple[Citation, ...]
    reason: str


VariedSort = Literal["effect", "action", "span", "rule", "default", "settlement", "option"]
VariedHow = Literal["replaces", "after", "before", "also", "drop"]


class Variation(Node):
    """What a layer changes by name of a layer below: of an effect, an action or a part of the sequence, of the links of
    a rule, the default of an attribute, a settled dispute or an option. The graph holds these as they stand in the end;
    this says what was done to them."""

    sort: VariedSort
    name: str  # `resolve`, or of a part of it `resolve.pip`; a rule, `boat.draught`, a dispute, an option
    how: VariedHow
    origin: Origin
    cites: tuple[Citation, ...]
    doc: str


class PhraseDecl(Node):
    """How something is said in words; which form says what depends on its sort (docs/words.md)."""

    name: str  # the sort and the name, as `fact cost`
    origin: Origin
    forms: tuple[str, ...]


class Passage(Node):
    """A piece of prose and what it stands above, each by its sort and name: `rule:standing.four`."""

    lines: tuple[str, ...]
    covers: tuple[str, ...]

    @property
    def said(self) -> str:
        return " ".join(paragraphs_of(self.lines)).replace("**", "")


class TextDecl(Node):
    """What the book prints at a place of a source, in its author's own words."""

    name: str  # the place, as it is cited: `RB VI.A`
    origin: Origin
    cite: Citation
    passages: tuple[Passage, ...]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Its lines joined; a passage goes on where the one above ends."""
        return paragraphs_of(line for passage in self.passages for line in passage.lines)

    @property
    def covers(self) -> tuple[str, ...]:
        return tuple(key for passage in self.passages for key in passage.covers)


_LIST_ITEM = re.compile(r"- |\d+\. ")


def paragraphs_of(lines: Iterable[str]) -> tuple[str, ...]:
    """Returns lines of prose joined: an empty one begins a paragraph, a dash or a number an item of a list."""
    found: list[str] = []
    begins = True
    for line in lines:
        if line and (begins or _LIST_ITEM.match(line)):
            found.append(line)
        elif line:
            found[-1] += f" {line}"
        begins = not line
    return tuple(found)


class SourceDecl(Node):
    """A book or list that citations name."""

    key: str
    title: str
    ids: bool  # its entries are cited as `KEY-012`
    is_advice: bool = False  # only advice cites it


class ChoiceDecl(Node):
    name: str
    values: tuple[str, ...]
    ordered: bool
    is_advice: bool = False


class KindTree:
    """Kinds of things, each of which may be a sort of others."""

    kinds: Mapping[str, Any]

    def lineage(self, kind: str) -> list[str]:
        """Returns a kind and those that it is a sort of, each before all that it is a sort of itself."""
        widest_first, visited = list[str](), set[str]()

        def climb(name: str) -> None:
            if name in self.kinds and name not in visited:
                visited.add(name)
                for parent in reversed(self.kinds[name].parents):
                    climb(parent)
                widest_first.append(name)

        climb(kind)
        return widest_first[::-1]

    def is_a(self, kind: str, ancestor: str) -> bool:
        if ancestor == THING:
            return kind in self.kinds and not any(self.is_a(kind, other) for other in UNPLACED_KINDS)
        return kind == ancestor or ancestor in self.lineage(kind)

    def may_be_both(self, kind: str, other: str) -> bool:
        """Whether there may be things that are of two kinds."""
        if self.is_a(kind, other) or self.is_a(other, kind):
            return True
        return any(self.is_a(each, kind) and self.is_a(each, other) for each in self.kinds)


class Graph(KindTree, Node):
    """The law of a chain of modules, base first."""

    WORDS = frozenset({"titles", "phrases", "texts"})

    modules: tuple[str, ...]
    titles: Mapping[str, str]
    sources: Mapping[str, SourceDecl]
    speaks_for: tuple[str, ...]
    choices: Mapping[str, ChoiceDecl]
    measures: Mapping[str, str]
    kinds: Mapping[str, KindDecl]
    records: Mapping[str, RecordDecl]
    facts: Mapping[str, FactDecl]
    quantities: Mapping[str, QuantityDecl]
    tables: Mapping[str, TableDecl]
    effects: Mapping[str, EffectDecl]
    actions: Mapping[str, ActionDecl]
    reaches: Mapping[str, ReachDecl]
    options: Mapping[str, OptionDecl]
    disputes: Mapping[str, DisputeDecl]
    settlements: tuple[Settlement, ...]
    drops: tuple[Drop, ...]
    rules: Mapping[str, Rule]  # in the order of layers, files and lines
    rulings: Mapping[str, Ruling]
    units: Mapping[str, UnitType] = field(default_factory=dict)
    events: Mapping[str, EventDecl] = field(default_factory=dict)
    styles: Mapping[str, StyleDecl] = field(default_factory=dict)
    memories: Mapping[str, MemoryDecl] = field(default_factory=dict)
    tallies: Mapping[str, TallyDecl] = field(default_factory=dict)
    orders: Mapping[str, OrderDecl] = field(default_factory=dict)
    tasks: Mapping[str, TaskDecl] = field(default_factory=dict)
    sequences: Mapping[str, tuple[SpanDecl, ...]] = field(default_factory=dict)
    situations: Mapping[str, SituationDecl] = field(default_factory=dict)
    phrases: Mapping[str, PhraseDecl] = field(default_factory=dict)
    variations: tuple[Variation, ...] = ()
    texts: Mapping[str, TextDecl] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.modules[-1]

    def owner(self, kind: str, attribute: str) -> str:
        """The kind that has an attribute by itself, not from its parent."""
        return next((k for k in reversed(self.lineage(kind)) if attribute in self.kinds[k].attributes), kind)

    def owned_by(self, kind: str) -> str:
        """The attribute that says which side owns a thing of that kind; an `owner` may be of another type."""
        owner = self.kinds[kind].attributes.get("owner")
        return "owner" if owner is not None and bare(owner.type) == Choice(SIDE) else SIDE

    def inherited(self, kind: KindDecl) -> Mapping[str, AttributeDecl]:
        """The attributes of its parents."""
        return {name: held for parent in kind.parents for name, held in self.kinds[parent].attributes.items()}

    def kinds_below(self, ancestor: str) -> frozenset[str]:
        """The kinds that are of one, itself among them; worked out once."""
        found: dict[str, frozenset[str]] = memoised(self, "_kinds_below", lambda graph: {})
        if ancestor not in found:
            found[ancestor] = frozenset(kind for kind in (*self.kinds, ancestor) if KindTree.is_a(self, kind, ancestor))
        return found[ancestor]

    def is_a(self, kind: str, ancestor: str) -> bool:
        return kind in self.kinds_below(ancestor)

    def kinds_of_action(
        self, name: str, excepted: frozenset[str] = frozenset()
    ) -> Iterator[tuple[str, frozenset[str]]]:
        """The actions that are kinds of one, at any depth, each with the rules about it that do not hold for them."""
        for other in self.actions.values():
            if other.parent == name:
                without = excepted.union(other.excepts)
                yield other.name, without
                yield from self.kinds_of_action(other.name, without)

    def moments_of(self, rule: Rule) -> Iterator[str]:
        """What a rule that happens `after` something follows: also the same pick of each kind of its action, but for
        those that except the rule or one that it replaces."""
        if rule.after is None:
            return
        event = self.events.get(rule.after)
        said = [rule.after, *(way.pick for way in event.by)] if event is not None else [rule.after]
        yield from self.with_kinds(rule.id, said, [link.target for link in rule.links if link.how == "replaces"])

    def with_kinds(self, rule: str, picks: Iterable[str], replaced: Iterable[str]) -> Iterator[str]:
        """Picks, each with the same pick of each kind of its action, but for those that except the rule or one that it
        replaces."""
        names = {rule, *replaced}
        for path in dict.fromkeys(picks):
            yield path
            action, _, pick = path.rpartition(".")
            yield from (f"{kind}.{pick}" for kind, without in self.kinds_of_action(action) if names.isdisjoint(without))

    def ways(self, rule: Rule, path: str) -> tuple[ComesBy, ...]:
        """The ways in which a pick brings about what a rule is about: more than one where it brings an event about more
        than once, and one that gives nothing where the rule is about the pick itself."""
        found: dict[tuple[str, str], tuple[ComesBy, ...]] = memoised(self, "_ways_of_rules", lambda graph: {})
        if (rule.id, path) not in found:
            events = rule.conclusion.events if isinstance(rule.conclusion, Forbids) else (rule.after or "",)
            ways = (way for event in events for way in self._ways(path, event))
            found[rule.id, path] = tuple(ways) or (ComesBy(path),)
        return found[rule.id, path]

    def _ways(self, path: str, event: str) -> Iterator[ComesBy]:
        """The ways in which a pick brings an event about: its own, or those of the action that its own is a kind of."""
        action, _, pick = path.rpartition(".")
        for way in self.events[event].by if event in self.events else ():
            begun, _, picked = way.pick.rpartition(".")
            if picked == pick and action in (begun, *(kind for kind, _ in self.kinds_of_action(begun))):
                yield way

    def brings_about(self, path: str, event: str) -> bool:
        """Whether an event comes about by a pick."""
        return any(self._ways(path, event))

    def shown_cites(self, cites: tuple[Citation, ...]) -> tuple[Citation, ...]:
        """The citations that this game speaks for: another game's books are not quoted here."""
        return tuple(c for c in cites if c.source in self.speaks_for)

    def cited(self, cites: tuple[Citation, ...]) -> str:
        """Citations in brackets; nothing where there are none."""
        shown = self.shown_cites(cites) or cites
        return f"[{', '.join(map(str, shown))}]" if shown else ""

    @cached_property
    def advice(self) -> frozenset[str]:
        """What guides programs that play and is no law, each by its sort and name, as `fact:worth`; with what rules of
        goals bring along."""
        found = {
            f"{section.sort}:{name}"
            for section in SECTIONS
            for name, node in self.section(section.sort).items()
            if getattr(node, "is_advice", False) or getattr(getattr(node, "origin", None), "is_advice", False)
        }
        found |= {f"attribute:{name}" for name in self.planned}
        return frozenset(found | {f"record:{GOAL}", f"kind:{THING}"} if f"fact:{GOALS}" in found else found)

    @cached_property
    def planned(self) -> frozenset[str]:
        """The attributes that plans note: no other attribute is called like one of them."""
        kinds = self.kinds.values()
        return frozenset(name for kind in kinds for name, attribute in kind.attributes.items() if attribute.is_advice)

    @property
    def without_advice(self) -> Graph:
        """The law alone."""
        if not self.advice:
            return self
        left: dict[str, Any] = {
            section.field: {
                name: node for name, node in self.section(section.sort).items()
                if f"{section.sort}:{name}" not in self.advice
            }
            for section in SECTIONS
        }  # fmt: skip
        left |= {
            name: tuple(node for node in getattr(self, name) if not node.origin.is_advice)
            for name in ("drops", "variations")
        }
        for name, kind in left["kinds"].items():
            own = {called: attribute for called, attribute in kind.attributes.items() if not attribute.is_advice}
            left["kinds"][name] = replace(kind, attributes=own)
        return replace(self, **left)

    @property
    def gone(self) -> set[str]:
        """Rules that never stand, whatever is chosen: dropped or replaced without an option."""
        replaced = {x.target for r in self.rules.values() if r.always for x in r.links if x.how == "replaces"}
        return {drop.rule for drop in self.drops if drop.origin.always} | replaced

    @property
    def options_left_out(self) -> dict[str, str]:
        """Options that a layer drops and that cannot be switched on: where, and why."""
        dropped = [change for change in self.variations if change.sort == "option"]
        return {c.name: f"left out of {self.titles[c.origin.module]}{c.doc and f': {c.doc}'}" for c in dropped}

    @property
    def has_players(self) -> bool:
        """Whether a side can have several players."""
        return PLAYER_OF in self.facts

    def prose_about(self, sort: str, name: str) -> Iterator[tuple[Citation, Passage]]:
        """Yields what prose tells of a rule, an action, an effect or a task, each with its place; the last layer's
        last."""
        found = memoised(
            self, "_prose",
            lambda graph: grouped((k, (x.cite, p)) for x in graph.texts.values() for p in x.passages for k in p.covers),
        )  # fmt: skip
        yield from found.get(f"{sort}:{name}", ())

    def said_of(self, rule: Rule) -> str:
        """Returns what its author says of a rule: in quotes in it, else in the prose above it."""
        return rule.doc or next((passage.said for _, passage in self.prose_about("rule", rule.id)), "")

    def guides(self, sort: str, name: str) -> bool:
        """Whether something is advice to programs: an attribute may be named with its kind."""
        return f"{sort}:{name.rpartition('.')[2] if sort == 'attribute' else name}" in self.advice

    def section(self, sort: str) -> Mapping[str, Any]:
        """The declarations of one sort, by name."""
        found: Mapping[str, Any] = getattr(self, BY_SORT[sort].field)
        return found

    def law(self) -> Iterator[Any]:
        """Every node that holds expressions or statements."""
        for section in SECTIONS:
            if section.holds_law:
                for node in getattr(self, section.field).values():
                    yield from node if isinstance(node, tuple) else (node,)


class Section(NamedTuple):
    """A part of the graph: declarations of one sort under their names."""

    sort: str  # what a node of it is called: `fact` in `fact:cover`
    field: str  # of `Graph`
    node: object  # what declares one of them
    holds_law: bool = False  # expressions or statements stand in it
    in_order: bool = False  # the order in which they are written is kept

    def has(self, part: str) -> bool:
        """Whether its declarations have this field, such as `origin` or `params`."""
        return part in getattr(self.node, "__struct_fields__", ())


SECTIONS = (
    Section("source", "sources", SourceDecl),
    Section("choice", "choices", ChoiceDecl),
    Section("measure", "measures", str),
    Section("kind", "kinds", KindDecl),
    Section("record", "records", RecordDecl),
    Section("fact", "facts", FactDecl, holds_law=True),
    Section("quantity", "quantities", QuantityDecl, holds_law=True),
    Section("table", "tables", TableDecl),
    Section("effect", "effects", EffectDecl, holds_law=True),
    Section("action", "actions", ActionDecl, holds_law=True),
    Section("reach", "reaches", ReachDecl),
    Section("option", "options", OptionDecl, in_order=True),
    Section("dispute", "disputes", DisputeDecl, in_order=True),
    Section("rule", "rules", Rule, holds_law=True, in_order=True),
    Section("ruling", "rulings", Ruling, in_order=True),
    Section("unit", "units", UnitType),
    Section("event", "events", EventDecl, holds_law=True),
    Section("style", "styles", StyleDecl, in_order=True),
    Section("memory", "memories", MemoryDecl),
    Section("tally", "tallies", TallyDecl),
    Section("order", "orders", OrderDecl),
    Section("task", "tasks", TaskDecl, holds_law=True),
    Section("sequence", "sequences", tuple[SpanDecl, ...], holds_law=True),
    Section("situation", "situations", SituationDecl),
    Section("phrase", "phrases", PhraseDecl),
    Section("text", "texts", TextDecl),
)
"""Every part of a graph that holds declarations by name. What is true of a sort of declaration is said here alone;
`settlements`, `drops` and `variations` have no names and stand beside."""


BY_SORT: Mapping[str, Section] = {section.sort: section for section in SECTIONS}
