"""Pass 2, resolve (second part): what every name of the law stands for.

Input: the placed items of all layers. Output: a `Names`: choices, measures, kinds, facts, rules ... with their types.
A later layer adds to a base's words with `also`; declaring the same name twice is a mistake.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from hexlaw.compiler.diagnostic import Diagnostics, Word, WordAt, listed
from hexlaw.compiler.load import Chain
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.compiler.resolve.varying import varies
from hexlaw.runtime import types as t
from hexlaw.runtime.builtins import (
    BUILTIN_ADJECTIVES,
    BUILTIN_CHOICES,
    BUILTIN_FUNCTIONS,
    BUILTIN_VERBS,
    CONTACT_FIELDS,
)
from hexlaw.runtime.graph import (
    ACTING,
    BY_SORT,
    FORBIDDEN,
    GOAL,
    GOALS,
    PLAYER,
    PLAYER_OF,
    SIDE,
    THING,
    UNPLACED_KINDS,
    ChoiceDecl,
    SourceDecl,
)
from hexlaw.runtime.units import UnitType

MACHINE_KINDS = ("hex", "hexside", "game")
OWN_TYPES: dict[str, t.Type] = {
    "yes/no": t.YES_NO, "whole": t.WHOLE, "exact": t.EXACT, "text": t.TEXT, "moment": t.MOMENT,
}  # fmt: skip
"""The types that the language itself has a word for, by that word."""
PLAIN_TYPES = ("yes/no", "whole", "exact", "text", "hex", "hexside", "contact")
MACHINE_TYPES = (*UNPLACED_KINDS, "contact", "moment", *BUILTIN_CHOICES)
GAME = "game"
DEEPEST_TYPE = 6  # sets of sets of sets ...
UNKNOWN = {
    "action": "HX263", "choice": "HX211", "dispute": "HX272", "effect": "HX234", "event": "HX405", "fact": "HX261",
    "kind": "HX211", "memory": "HX409", "option": "HX271", "order": "HX406", "quantity": "HX264", "reach": "HX234",
    "rule": "HX262", "ruling": "HX273", "sequence": "HX211", "situation": "HX211", "tally": "HX409", "task": "HX407",
}  # fmt: skip
"""By sort, the code of a name under which nothing of this sort is declared."""
SELDOM = ("dispute", "event", "memory", "option", "order", "situation", "tally", "task")
"""The sorts of which a law has few."""


_NUMBERS = "write `whole`, `exact` where it may be a fraction, or a `measure`"
FOREIGN_TYPES = {
    **dict.fromkeys(("bool", "boolean", "flag"), "write `yes/no`"), **dict.fromkeys(("string", "str"), "write `text`"),
    **dict.fromkeys(("int", "integer", "number", "float", "decimal"), _NUMBERS),
}  # fmt: skip
"""What to write for a type of another language."""

TYPE = "type"
UNIT_TYPE = "unit-type"
"""What a thing of a unit chart is, and the choice whose values are the ids of all charts (`unit_types.py`)."""


Called = s.Fact | s.Table | s.Reach | s.Effect | s.Quantity | s.Memory | s.Tally
Sort = TypeVar("Sort", bound=s.Item)


@dataclass
class KindNames:
    name: str
    parent: str | None
    attributes: dict[str, tuple[t.Type, s.Attribute, Placed]] = field(default_factory=dict)
    stands: s.Stands | None = None
    holders: tuple[str, ...] = ()
    depth: int = 0
    doc: str = ""


@dataclass(frozen=True)
class Signature:
    """A fact, quantity, table, effect or reach: its parameters and what it gives."""

    sort: str
    name: str
    params: tuple[tuple[str, t.Type], ...]
    type: t.Type
    placed: Placed
    shape: str = "call"


@dataclass
class Names:
    """Everything that can be named in the law of a chain."""

    sources: dict[str, SourceDecl] = field(default_factory=dict)
    choices: dict[str, ChoiceDecl] = field(default_factory=dict)
    measures: dict[str, tuple[bool, str]] = field(default_factory=dict)
    kinds: dict[str, KindNames] = field(default_factory=dict)
    records: dict[str, dict[str, t.Type]] = field(default_factory=dict)
    record_items: dict[str, s.Record] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)  # whatever is called by `name(...)`
    quantities: dict[str, list[tuple[s.Quantity, Placed]]] = field(default_factory=dict)
    figures: dict[tuple[str, str], str] = field(default_factory=dict)
    """By kind and attribute, the quantity that is read in its place."""
    actions: dict[str, tuple[s.Action, Placed]] = field(default_factory=dict)
    options: dict[str, tuple[s.Option, Placed]] = field(default_factory=dict)
    disputes: dict[str, tuple[s.Dispute, Placed]] = field(default_factory=dict)
    rules: dict[str, tuple[s.Rule, Placed]] = field(default_factory=dict)
    rulings: dict[str, tuple[s.Ruling, Placed]] = field(default_factory=dict)
    units: dict[str, UnitType] = field(default_factory=dict)
    events: dict[str, tuple[tuple[tuple[str, t.Type], ...], s.Event, Placed]] = field(default_factory=dict)
    memories: dict[str, tuple[s.Memory, Placed]] = field(default_factory=dict)
    tallies: dict[str, tuple[s.Tally, Placed]] = field(default_factory=dict)
    orders: dict[str, tuple[s.Order, Placed]] = field(default_factory=dict)
    tasks: dict[str, tuple[s.Task, Placed]] = field(default_factory=dict)
    sequences: dict[str, list[tuple[s.Sequence, Placed]]] = field(default_factory=dict)
    spans: dict[str, s.SpanNode] = field(default_factory=dict)
    situations: dict[str, tuple[s.Situation, Placed]] = field(default_factory=dict)
    rule_scopes: dict[str, dict[str, t.Type] | None] = field(default_factory=dict)
    """By rule, the names that its conditions may use; filled in by the checker of rules."""

    def declared(self, sort: str) -> Collection[str]:
        """The names under which something of a sort (`rule`, `fact`, `action`) is declared."""
        found: Collection[str] | None = vars(self).get(BY_SORT[sort].field) if sort in BY_SORT else ()
        return [n for n, sig in self.signatures.items() if sig.sort == sort] if found is None else found

    def declare(self, sort: str, name: str, item: s.Item, placed: Placed) -> None:
        """Puts an item among those of its sort."""
        vars(self)[BY_SORT[sort].field][name] = (item, placed)

    def has(
        self, sort: str, word: Word, diagnostics: Diagnostics, rest: str = "", help: str | None = None, code: str = ""
    ) -> bool:
        """Whether something of a sort is declared under a name; reports the name when it is not."""
        known = self.declared(sort)
        if word.text not in known:
            if help is None:
                help = _rules_with_part(word.text, known) if sort == "rule" else _those_there_are(sort, known)
            said = "there is no kind of thing" if sort == "kind" else f"there is no {sort}"
            diagnostics.unknown(code or UNKNOWN[sort], word, said, known, rest=rest, help=help)
        return word.text in known

    def has_reading(self, dispute: Word, reading: Word, diagnostics: Diagnostics) -> bool:
        """Whether a dispute is declared and has a reading; reports the name that is not known."""
        if not self.has("dispute", dispute, diagnostics):
            return False
        known = [r.name.text for r in self.disputes[dispute.text][0].readings]
        if reading.text not in known:
            listed = "its readings are " + ", ".join(f"`{each}`" for each in known)
            diagnostics.unknown("HX272", reading, f"the dispute `{dispute.text}` has no reading", known, help=listed)
        return reading.text in known

    def is_a(self, kind: str, ancestor: str) -> bool:
        if ancestor == THING:
            return kind in self.kinds and not any(self.is_a(kind, other) for other in UNPLACED_KINDS)
        return kind == ancestor or ancestor in self.lineage(kind)

    def lineage(self, kind: str) -> list[str]:
        """A kind and those that it is a sort of, the narrowest first."""
        found: list[str] = []
        while kind in self.kinds and kind not in found:
            found.append(kind)
            kind = self.kinds[kind].parent or ""
        return found

    def kinds_of_action(
        self, name: str, excepted: frozenset[str] = frozenset()
    ) -> Iterator[tuple[str, frozenset[str]]]:
        """The actions that are kinds of one, at any depth, each with the rules of it that do not hold for them."""
        for other, (item, _) in self.actions.items():
            if item.parent is not None and item.parent.text == name and other != name:
                without = excepted | {path.text for path in item.excepts}
                yield other, without
                yield from self.kinds_of_action(other, without)

    def attribute(self, kind: str, name: str) -> tuple[str, t.Type] | None:
        """The kind that declares an attribute of a thing, and its type."""
        for each in self.lineage(kind):
            if name in self.kinds[each].attributes:
                return each, self.kinds[each].attributes[name][0]
        return None

    def attribute_below(self, kind: str, name: str) -> str | None:
        """A narrower kind that has the attribute: the likely cause of `has no attribute`."""
        return next((k for k in self.kinds if name in self.kinds[k].attributes and self.is_a(k, kind)), None)

    def attributes_of(self, kind: str) -> dict[str, t.Type]:
        own = (self.kinds[each].attributes for each in reversed(self.lineage(kind)))
        return {name: type_ for attributes in own for name, (type_, _, _) in attributes.items()}

    def with_usual_value(self, kind: str) -> Iterator[str]:
        """The attributes of a kind that have a value where none is given: a default, `no`, `none` or an empty set."""
        for each in self.lineage(kind):
            for name, (type_, item, _) in self.kinds[each].attributes.items():
                if item.default is not None or type_ == t.YES_NO or isinstance(type_, t.OrNone | t.SetOf):
                    yield name

    def holders(self, kind: str) -> tuple[str, ...]:
        """What things of a kind may stand in, as it says itself or the nearest that it is a sort of."""
        return next((found for each in self.lineage(kind) if (found := self.kinds[each].holders)), ())

    def choices_with(self, value: str) -> list[str]:
        """The choices that have a value; the types of units are asked for by name alone, as they are many."""
        return [c.name for c in self.choices.values() if value in c.values and c.name != UNIT_TYPE]

    def choice(self, name: str) -> ChoiceDecl:
        """A choice by its name; one without values for the sides of a law that declares none."""
        return self.choices.get(name) or ChoiceDecl(name, (), False)

    def parts(self, name: str, parts: Sequence[s.Param | s.Attribute]) -> tuple[tuple[str, t.Type], ...] | None:
        """The types of what an order or a task is made of; `None` when one of them is not known."""
        known = self.kinds[name].attributes
        if any(part.name.text not in known for part in parts):
            return None
        return tuple((part.name.text, known[part.name.text][0]) for part in parts)

    def type(self, ref: s.TypeRef, diagnostics: Diagnostics, depth: int = 0) -> t.Type | None:
        if depth > DEEPEST_TYPE:
            diagnostics.report("HX211", ref.span, "sets are nested too deeply in this type")
            return None
        if ref.form in OWN_TYPES:
            return OWN_TYPES[ref.form]
        if ref.item is not None:
            item = self.type(ref.item, diagnostics, depth + 1)
            return None if item is None else t.SetOf(item) if ref.form == "set" else t.OrNone(item)
        if ref.name in self.measures:
            return t.Number(self.measures[ref.name][0], ref.name)
        if ref.name in self.choices:
            return t.Choice(ref.name)
        if ref.name in self.kinds or ref.name in self.records or ref.name == "contact":
            return t.Kind(ref.name)
        known = {*PLAIN_TYPES, *self.measures, *self.choices, *self.kinds, *self.records}
        foreign = FOREIGN_TYPES.get(ref.name)
        help_ = foreign or "declare it as a `choice`, `measure`, `thing` or `record`"
        word = WordAt(ref.name, ref.span)
        diagnostics.unknown("HX211", word, "there is no type", [] if foreign else known, help=help_)
        return None

    def is_kept(self, kind: str, attribute: str) -> bool:
        """Whether the machine itself writes an attribute: the player who acts."""
        return (kind, attribute) == (GAME, PLAYER) and PLAYER_OF in self.signatures


def read_names(chain: Chain, placed: list[Placed], diagnostics: Diagnostics) -> Names:
    names = Names()
    for layer in chain.layers:
        for key, book in layer.manifest.sources.items():
            names.sources[key] = SourceDecl(key, book.title, book.ids)
    for name, values in BUILTIN_CHOICES.items():
        names.choices[name] = ChoiceDecl(name, values, False)
    for kind in MACHINE_KINDS:
        names.kinds[kind] = KindNames(kind, None)
    names.kinds["order"] = KindNames("order", None, doc="what is decided now and carried out later")
    names.kinds["task"] = KindNames("task", None, doc="work of several turns")
    reader = _Reader(names, diagnostics)
    reader.words(placed)
    reader.goals(placed)
    reader.attributes(placed)
    reader.players(placed)
    reader.signatures(placed)
    reader.laws(placed)
    return names


class _Reader:
    def __init__(self, names: Names, diagnostics: Diagnostics) -> None:
        self.names = names
        self.diagnostics = diagnostics
        self.seen: dict[tuple[str, str], s.Ident] = {}

    def _new(self, sort: str, name: s.Ident, what: str = "") -> bool:
        """Whether a name is declared for the first time; a second time is a mistake."""
        if sort == "type" and name.text in MACHINE_TYPES:
            self.diagnostics.report(
                "HX212", name.span, f"`{name.text}` is one of the machine's own words", help="choose another name"
            )
            return False
        earlier = self.seen.get((sort, name.text))
        if earlier is not None:
            in_one_folder = _folder(earlier) == _folder(name)
            help_ = "give one of the two another name" if in_one_folder else _how_to_change(what or sort, name.text)
            self.diagnostics.report(
                "HX212", name.span, f"`{name.text}` is declared twice",
                help=help_, labels=((earlier.span, "declared here first"),),
            )  # fmt: skip
            return False
        self.seen[sort, name.text] = name
        return True

    # -- choices, measures, kinds and records by name, so that types can be looked up

    def words(self, placed: list[Placed]) -> None:
        for p in placed:
            match p.item:
                case s.Choice():
                    self._choice(p.item)
                case s.Measure():
                    if self._new("type", p.item.name):
                        self.names.measures[p.item.name.text] = (p.item.exact, p.item.text)
                case s.Thing():
                    self._thing(p.item)
                case s.Record():
                    # a record is a type, and is called to make one
                    if self._new("type", p.item.name) and self._new_call(p.item.name):
                        self.names.records[p.item.name.text] = {}
                        self.names.record_items[p.item.name.text] = p.item
                case s.Order() | s.Task() as doing:
                    if self._new("type", doing.name):
                        sort = "order" if isinstance(doing, s.Order) else "task"
                        self.names.kinds[doing.name.text] = KindNames(doing.name.text, sort, doc=doing.doc)
                        self.names.declare(sort, doing.name.text, doing, p)
                case _:
                    pass
        for item, _ in _of(placed, s.Thing):
            kind = self.names.kinds.get(item.name.text)
            if item.parent is None or kind is None:
                continue
            if item.also:
                message = f"what a `{item.name.text}` is was said where it was declared"
                help_ = "`also` adds attributes; leave out `is a`"
                self.diagnostics.report("HX211", item.parent.span, message, help=help_)
            elif not self._has("kind", item.parent):
                kind.parent = None
            elif item.parent.text in MACHINE_KINDS:
                message = f"nothing else is a `{item.parent.text}`"
                help_ = f"write `thing {item.parent.text} also` to give it attributes"
                self.diagnostics.report("HX211", item.parent.span, message, help=help_)
                kind.parent = None
            elif self._is_own_ancestor(item.name.text):
                message = f"`{item.name.text}` is a `{item.parent.text}`, which is a `{item.name.text}` again"
                self.diagnostics.report("HX211", item.parent.span, message)
                kind.parent = None

    def _is_own_ancestor(self, name: str) -> bool:
        return name in self.names.lineage(self.names.kinds[name].parent or "")

    def _choice(self, item: s.Choice) -> None:
        name = item.name.text
        if item.also:
            if name in BUILTIN_CHOICES:
                message = f"`{name}` is one of the machine's own words"
                self.diagnostics.report("HX212", item.name.span, message, help="choose another name")
                return
            if not self._has("choice", item.name):
                return
            base = self.names.choices[name]
        elif self._new("type", item.name):
            base = ChoiceDecl(name, (), item.ordered)
        else:
            return
        values = list(base.values)
        for value in item.values:
            if value.text in values:
                self.diagnostics.report("HX212", value.span, f"`{value.text}` is already a value of `{name}`")
            else:
                values.append(value.text)
        self.names.choices[name] = ChoiceDecl(name, tuple(values), base.ordered)

    def _thing(self, item: s.Thing) -> None:
        name = item.name.text
        if item.also:
            self._has("kind", item.name)
            return
        if name in MACHINE_KINDS:
            message = f"`{name}` is one of the machine's own kinds"
            help_ = f"write `thing {name} also` to give it attributes"
            self.diagnostics.report("HX212", item.name.span, message, help=help_)
        elif self._new("type", item.name):
            self.names.kinds[name] = KindNames(name, item.parent.text if item.parent else None, doc=item.doc)

    # -- what sides play for

    def goals(self, placed: list[Placed]) -> None:
        """The record of a goal and the fact that collects them, in a law in which some rule says what a side plays
        for."""
        rules = [p for item, p in _of(placed, s.Rule) if any(isinstance(c, s.Goal) for c in item.conclusions)]
        if not rules or SIDE not in self.names.choices:
            return
        first = rules[0]
        span = first.item.span
        goal, goals = s.Ident(GOAL, span=span), s.Ident(GOALS, span=span)
        if not (self._new("type", goal) and self._new_call(goal) and self._new_call(goals, "fact")):
            return
        side, number = t.Choice(SIDE), t.OrNone(t.EXACT)
        self.names.kinds[THING] = KindNames(THING, None, doc="whatever stands somewhere")
        self.names.records[GOAL] = {
            "name": t.TEXT, "of": side, "met": t.YES_NO, "kept": t.YES_NO, "worth": t.EXACT,
            "things": t.SetOf(t.Kind(THING)), "places": t.SetOf(t.HEX), "by": number, "clock": number,
        }  # fmt: skip
        param = s.Param(s.Ident("s", span=span), s.TypeRef("name", SIDE, span=span))
        type_ = s.TypeRef("name", GOAL, span=span)
        item = s.Fact(goals, None, "What a side plays for.", "call", (param,), type_, True, None, span=span)
        self.names.signatures[GOALS] = Signature(
            "fact", GOALS, (("s", side),), t.SetOf(t.Kind(GOAL)), Placed(item, first.layer, first.origin)
        )

    # -- attributes and fields, now that every type has a name

    def attributes(self, placed: list[Placed]) -> None:
        for item, p in _of(placed, s.Thing):
            kind = self.names.kinds.get(item.name.text)
            if kind is None:
                continue
            if item.stands:
                kind.stands = item.stands
                kind.holders = tuple(self._known_kind(i) for i in item.stands.kinds)
                kind.depth = item.stands.depth
            for attribute in item.attributes:
                type_ = self.names.type(attribute.type, self.diagnostics)
                if attribute.name.text in kind.attributes or attribute.name.text in ("hex", "holder"):
                    message = f"`{item.name.text}` has an attribute `{attribute.name.text}` already"
                    self.diagnostics.report("HX212", attribute.name.span, message)
                elif type_ is not None:
                    kind.attributes[attribute.name.text] = (type_, attribute, p)
        self._doing_attributes(placed)
        for name in self.names.kinds:
            self._not_told_again(name)
        for name, record in self.names.record_items.items():
            for attribute in record.fields:
                type_ = self.names.type(attribute.type, self.diagnostics)
                if attribute.name.text in self.names.records[name]:
                    self.diagnostics.report(
                        "HX212", attribute.name.span, f"`{name}` has a field `{attribute.name.text}` already"
                    )
                elif attribute.default is not None:
                    message = "a field of a record has no default"
                    help_ = "whoever makes a record names all its fields"
                    self.diagnostics.report("HX254", attribute.default.span, message, help=help_)
                elif type_ is not None:
                    self.names.records[name][attribute.name.text] = type_

    def players(self, placed: list[Placed]) -> None:
        """The attribute of the game that says which player acts, and the fact that says who answers for a side, in a
        law with players: it declares a thing `player` that has a side."""
        found = next((p for item, p in _of(placed, s.Thing) if item.name.text == PLAYER), None)
        side = self.names.attribute(PLAYER, SIDE) if found is not None and PLAYER in self.names.kinds else None
        if found is None or side is None or side[1] != t.Choice(SIDE):
            return
        span = found.item.span
        kept = self.names.kinds[GAME].attributes.get(PLAYER)
        if kept is not None:
            message = "`player` of the game is the machine's own here: the player who acts"
            help_ = "leave it out, or choose another name"
            self.diagnostics.report("HX440", kept[1].name.span, message, help=help_)
            return
        type_ = t.OrNone(t.Kind(PLAYER))
        self._given(GAME, {PLAYER: type_}, found)
        name = s.Ident(PLAYER_OF, span=span)
        if self._new_call(name, "fact"):
            param = s.Param(s.Ident("s", span=span), s.TypeRef("name", SIDE, span=span))
            returns = s.TypeRef("or-none", "", s.TypeRef("name", PLAYER, span=span), span=span)
            none = s.Constant("none", span=span)
            doc = "Who answers for a side."
            item = s.Fact(name, None, doc, "call", (param,), returns, False, none, span=span)
            self.names.signatures[PLAYER_OF] = Signature(
                "fact", PLAYER_OF, (("s", t.Choice(SIDE)),), type_, Placed(item, found.layer, found.origin)
            )

    def _doing_attributes(self, placed: list[Placed]) -> None:
        """What orders and tasks have: their own fields, and what every order or task has."""
        for p in placed:
            match p.item:
                case s.Order():
                    kind = self.names.kinds.get(p.item.name.text)
                    for attribute in p.item.fields if kind else ():
                        type_ = self.names.type(attribute.type, self.diagnostics)
                        if type_ is not None and kind is not None:
                            kind.attributes[attribute.name.text] = (type_, attribute, p)
                    self._given("order", {"owner": self._side()}, p)
                    self._given("order", {"at-hand": t.YES_NO}, p)
                case s.Task():
                    self._task_attributes(p.item, p)
                case _:
                    pass

    def _task_attributes(self, item: s.Task, p: Placed) -> None:
        name = item.name.text
        params = {param.name.text: self.names.type(param.type, self.diagnostics) for param in item.params}
        self._given(name, params, p)
        stages = tuple(stage.name.text for stage in item.stages)
        if self._new("type", s.Ident(f"{name}-stage", span=item.name.span)):
            self.names.choices[f"{name}-stage"] = ChoiceDecl(f"{name}-stage", stages, True)
        first = {"stage": s.Name(item.stages[0].name.text, span=item.stages[0].name.span)} if item.stages else {}
        self._given(name, {"stage": t.Choice(f"{name}-stage")}, p, first)
        nothing = {"work": s.Literal_("number", "0", span=item.name.span)}
        self._given("task", {"owner": self._side(), "work": t.EXACT, "paused": t.YES_NO}, p, nothing)
        if item.crew is not None:
            crew = t.Kind(self._known_kind(item.crew[0]))
            shared = self.names.kinds["task"].attributes.get("crew")
            if shared is None:
                self._given("task", {"crew": t.SetOf(crew)}, p)
            elif shared[0] != t.SetOf(crew):
                self.diagnostics.report(
                    "HX411", item.crew[0].span, f"other tasks have a crew of {shared[0]}, this one of `{crew}`",
                    help="give the crews of all tasks one kind, and say in `when` who may join",
                )  # fmt: skip

    def _given(
        self, kind: str, types: dict[str, t.Type | None], p: Placed, defaults: Mapping[str, s.Expr] | None = None
    ) -> None:
        """Attributes that the machine keeps by itself."""
        for name, type_ in types.items():
            if type_ is not None and name not in self.names.kinds[kind].attributes:
                span = p.item.span
                ident, ref = s.Ident(name, span=span), s.TypeRef("name", "", span=span)
                default = None if defaults is None else defaults.get(name)
                item = s.Attribute(ident, None, "", ref, default, span=span)
                self.names.kinds[kind].attributes[name] = (type_, item, p)

    def _side(self) -> t.Type | None:
        return t.Choice(SIDE) if SIDE in self.names.choices else None

    def _not_told_again(self, name: str) -> None:
        """A narrower kind has the attributes of the wider one, and none of them anew."""
        kind = self.names.kinds[name]
        for attribute, (_, item, _) in kind.attributes.items():
            found = self.names.attribute(kind.parent, attribute) if kind.parent else None
            if found is not None:
                message = f"`{name}` has an attribute `{attribute}` already, as every `{found[0]}` has"
                self.diagnostics.report("HX212", item.name.span, message)

    def _known_kind(self, ident: s.Ident) -> str:
        self._has("kind", ident)
        return ident.text

    # -- everything that is called with arguments

    def signatures(self, placed: list[Placed]) -> None:
        for p in placed:
            match p.item:
                case s.Fact() as item:
                    type_ = self.names.type(item.type, self.diagnostics) if item.type else t.YES_NO
                    self._signature("fact", item, t.SetOf(type_) if type_ and item.collects else type_, p)
                case s.Table() | s.Reach() as item:
                    sort = "table" if isinstance(item, s.Table) else "reach"
                    self._signature(sort, item, self.names.type(item.type, self.diagnostics), p)
                case s.Effect() as item if not varies(item):
                    self._signature("effect", item, t.YES_NO, p)
                case s.Quantity():
                    self._quantity(p.item, p)
                case s.Memory() as item:
                    if self._signature("memory", item, t.YES_NO, p):
                        self.names.declare("memory", item.name.text, item, p)
                case s.Tally() as item:
                    if self._signature("tally", item, self.names.type(item.type, self.diagnostics), p):
                        self.names.declare("tally", item.name.text, item, p)
                case s.Event() if not p.item.also:
                    params = [(x.name.text, self.names.type(x.type, self.diagnostics)) for x in p.item.params]
                    known = tuple((n, type_) for n, type_ in params if type_ is not None)
                    if len(known) == len(params) and self._new("event", p.item.name):
                        self.names.events[p.item.name.text] = (known, p.item, p)
                        self._forbidden(p.item, known, p)
                case s.Sequence():
                    self._sequence(p.item, p)
                case _:
                    pass

    def _forbidden(self, event: s.Event, params: tuple[tuple[str, t.Type], ...], p: Placed) -> None:
        """The fact that asks whether an event is forbidden which picks bring about; who acts is one of its
        parameters, as the rules that forbid it may speak of that."""
        if event.by:
            name = event.name.text + FORBIDDEN
            acting = ((ACTING, t.Choice(SIDE)),) if SIDE in self.names.choices else ()
            item = s.Fact(event.name, None, event.doc, "call", event.params, None, False, None, span=event.span)
            placed = Placed(item, p.layer, p.origin)
            self.names.signatures[name] = Signature("fact", name, (*acting, *params), t.YES_NO, placed, "forbidden")

    def _sequence(self, item: s.Sequence, p: Placed) -> None:
        name = item.name.text
        if item.also:
            if not self._has("sequence", item.name):
                return
        elif not self._new("sequence", item.name):
            return
        self.names.sequences.setdefault(name, []).append((item, p))
        stack: list[s.SpanNode] = [*item.spans, *(span for beside in item.beside for span in beside.spans)]
        anew = {beside.anchor.text for beside in item.beside if beside.how == "replaces"}
        while stack:
            span = stack.pop(0)
            if (span.name.text in anew and span.name.text in self.names.spans) or self._new("span", span.name):
                self.names.spans[span.name.text] = span
            stack.extend(inner for inner in span.body if isinstance(inner, s.SpanNode))

    def _quantity(self, item: s.Quantity, p: Placed) -> None:
        if item.also:
            if self._has("quantity", item.name):
                self.names.quantities[item.name.text].append((item, p))
            return
        if item.figure:
            self._figure(item, p)
            return
        if item.type is None or item.start is None:
            message = f"the quantity `{item.name.text}` needs a type and a line `starts with`"
            self.diagnostics.report("HX213", item.name.span, message)
            return
        if self._signature("quantity", item, self.names.type(item.type, self.diagnostics), p):
            self.names.quantities[item.name.text] = [(item, p)]

    def _figure(self, item: s.Quantity, p: Placed) -> None:
        """A quantity that is read in place of an attribute."""
        param, name = item.params[0], item.name
        type_ = self.names.type(param.type, self.diagnostics)
        if type_ is None:
            return
        kind = type_.name if isinstance(type_, t.Kind) else ""
        found = self.names.attribute(kind, name.text)
        if found is None:
            known = self.names.attributes_of(kind)
            self.diagnostics.unknown("HX245", name, f"a `{type_}` has no attribute", known)
            return
        owner, figure = found
        ordered = isinstance(figure, t.Choice) and self.names.choice(figure.name).ordered
        if not isinstance(figure, t.Number) and not ordered:
            message = (
                f"`{name.text}` is `{figure}`, and what rules change step by step is a number or a choice in order"
            )
            self.diagnostics.report("HX245", name.span, message, help="declare a fact of it, and ask that")
        elif owner != kind:
            message = f"`{name.text}` belongs to every `{owner}`, and is read of each of them"
            help_ = f"write `of {param.name.text}: {owner}`, and in a rule `when {param.name.text} is a {kind}`"
            self.diagnostics.report("HX245", param.type.span, message, help=help_)
        elif item.start is not None:
            message = f"`{name.text}` starts with what is printed, and with nothing else"
            self.diagnostics.report("HX245", item.start.span, message, help="leave the line `starts with` out")
        elif self._signature("quantity", item, figure, p):
            self.names.quantities[name.text] = [(item, p)]
            self.names.figures[owner, name.text] = name.text

    def _signature(self, sort: str, item: Called, type_: t.Type | None, p: Placed) -> bool:
        if type_ is None or not self._new_call(item.name, sort):
            return False
        typed: list[tuple[str, t.Type]] = []
        for param in item.params:
            param_type = self.names.type(param.type, self.diagnostics)
            if param_type is None:
                return False
            if any(param.name.text == n for n, _ in typed):
                self.diagnostics.report("HX212", param.name.span, f"two parameters are called `{param.name.text}`")
                return False
            typed.append((param.name.text, param_type))
        shape = item.shape if isinstance(item, s.Fact | s.Memory) else "call"
        self.names.signatures[item.name.text] = Signature(sort, item.name.text, tuple(typed), type_, p, shape)
        return True

    def _new_call(self, name: s.Ident, sort: str = "") -> bool:
        """Whether a name is free for something that is called with arguments."""
        if name.text in BUILTIN_FUNCTIONS or name.text in BUILTIN_VERBS or name.text in BUILTIN_ADJECTIVES:
            message = f"`{name.text}` is one of the machine's own words"
            self.diagnostics.report("HX212", name.span, message, help="choose another name")
            return False
        return self._new("called", name, what=sort)

    # -- options, disputes, rules, rulings

    def laws(self, placed: list[Placed]) -> None:
        for p in placed:
            match p.item:
                case s.Option() | s.Dispute() | s.Action() | s.Rule() | s.Ruling() | s.Situation() as item:
                    sort = type(item).__name__.lower()
                    if not varies(item) and self._new(sort, item.name):
                        self.names.declare(sort, item.name.text, item, p)
        for chapter, _ in _of(placed, s.Chapter):
            if chapter.option:
                self.names.has("option", chapter.option, self.diagnostics)
            if chapter.situation:
                self._has("situation", chapter.situation)

    def _has(self, sort: str, name: s.Ident) -> bool:
        """Whether a word can be used while words are still declared; every unknown one has the same code here."""
        return self.names.has(sort, name, self.diagnostics, code="HX211")


def _of(placed: list[Placed], sort: type[Sort]) -> Iterator[tuple[Sort, Placed]]:
    """The items of a sort."""
    return ((p.item, p) for p in placed if isinstance(p.item, sort))


def _those_there_are(sort: str, known: Collection[str]) -> str | None:
    """All that are declared of a sort of which a law has few."""
    if sort not in SELDOM:
        return None
    return (
        f"there are: {listed(sorted(known))}; declare another with `{sort}`" if known else f"declare it with `{sort}`"
    )


def _rules_with_part(word: str, known: Iterable[str]) -> str | None:
    """The rules in whose name a word is one of the parts."""
    found = [f"`{name}`" for name in known if word in name.split(".")][:3]
    return f"did you mean {' or '.join(found)}?" if found else None


def _folder(name: s.Ident) -> str:
    return name.span.source.name.rpartition("/")[0]


def _how_to_change(sort: str, name: str) -> str:
    """What a variant writes that wants to change what it declares a second time."""
    match sort:
        case "effect" | "action":
            return f"to say it anew, write the line `replaces {name}` in it; to change a part, `{sort} {name} also`"
        case "rule":
            return f"a variant gives its rule a name of its own, and `replaces {name}`"
        case "span":
            return f"to play another part in its place, write `replaces {name}:` in `sequence ... also`"
        case "sequence" | "type" | "quantity":
            return "a variant that adds to it says `also` behind the name"
        case "fact":
            return (
                "a variant writes rules for the fact that is there, which `replaces`, `limits` or stand `over` others"
            )
        case _:
            return "choose another name"


__all__ = ["CONTACT_FIELDS", "KindNames", "Names", "Signature", "read_names"]
