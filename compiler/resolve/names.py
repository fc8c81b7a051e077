"""What every name of a law stands for: choices, measures, kinds, facts, rules ... with their types, and what is said
where a name stands for nothing. `declarations.py` reads them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hexlaw.compiler.base.diagnostic import Diagnostics, Word, WordAt, listed
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.builtins import BUILTIN_CHOICES
from hexlaw.runtime.law.graph import BY_SORT, PLAYER, PLAYER_OF, UNPLACED_KINDS, ChoiceDecl, KindTree, SourceDecl
from hexlaw.runtime.law.units import UnitType

MACHINE_KINDS = ("hex", "hexside", "game")
OWN_TYPES: dict[str, t.Type] = {
    "yes/no": t.YES_NO, "whole": t.WHOLE, "exact": t.EXACT, "text": t.TEXT, "moment": t.MOMENT,
}  # fmt: skip
"""The types that the language itself has a word for, by that word."""
PLAIN_TYPES = ("yes/no", "whole", "exact", "text", "hex", "hexside", "contact")
MACHINE_TYPES = (*UNPLACED_KINDS, "contact", "moment", *BUILTIN_CHOICES)
GAME = "game"
MAX_TYPE_DEPTH = 6  # sets of sets of sets ...
UNKNOWN = {
    "action": "HX263", "choice": "HX211", "dispute": "HX272", "effect": "HX234", "event": "HX405", "fact": "HX261",
    "kind": "HX211", "memory": "HX409", "option": "HX271", "order": "HX406", "quantity": "HX264", "reach": "HX234",
    "rule": "HX262", "ruling": "HX273", "sequence": "HX211", "situation": "HX211", "tally": "HX409", "task": "HX407",
}  # fmt: skip
"""By sort, the code of a name under which nothing of this sort is declared."""
NOT_CALLED = "there is no fact, quantity, table or record"
"""What is said of a name that law calls and that is not declared."""
SELDOM = ("dispute", "event", "memory", "option", "order", "situation", "tally", "task")
"""The sorts of which a law has few."""


WITH_ITEM = (
    "action", "dispute", "memory", "option", "order", "rule", "ruling", "situation", "style", "tally", "task",
)  # fmt: skip
"""The sorts of which each name is kept with the one item that declares it."""
_NUMBERS = "write `whole`, `exact` where it may be a fraction, or a `measure`"
FOREIGN_TYPES = {
    **dict.fromkeys(("bool", "boolean", "flag"), "write `yes/no`"), **dict.fromkeys(("string", "str"), "write `text`"),
    **dict.fromkeys(("int", "integer", "number", "float", "decimal"), _NUMBERS),
}  # fmt: skip
"""What to write for a type of another language."""

UNIT_TYPE = "unit-type"
"""The choice whose values are the ids of all charts (`unit_types.py`)."""


@dataclass
class KindNames:
    name: str
    parents: tuple[str, ...] = ()
    attributes: dict[str, tuple[t.Type, s.Attribute, Placed]] = field(default_factory=dict)
    stands: s.Stands | None = None
    holders: tuple[str, ...] = ()
    depth: int = 0
    doc: str = ""
    span: Span | None = None  # of its name; the machine's own have none


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
class Names(KindTree):
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
    styles: dict[str, tuple[s.Style, Placed]] = field(default_factory=dict)
    memories: dict[str, tuple[s.Memory, Placed]] = field(default_factory=dict)
    tallies: dict[str, tuple[s.Tally, Placed]] = field(default_factory=dict)
    orders: dict[str, tuple[s.Order, Placed]] = field(default_factory=dict)
    tasks: dict[str, tuple[s.Task, Placed]] = field(default_factory=dict)
    sequences: dict[str, list[tuple[s.Sequence, Placed]]] = field(default_factory=dict)
    spans: dict[str, s.SpanNode] = field(default_factory=dict)
    situations: dict[str, tuple[s.Situation, Placed]] = field(default_factory=dict)
    phrase_spans: dict[str, Span] = field(default_factory=dict)
    """By sort and name, where something has its words; filled in by the checker of phrases."""
    sections: list[Placed] = field(default_factory=list)
    """The sections of all layers and the prose in them, as they are written."""
    changes: dict[str, Span] = field(default_factory=dict)
    """Where a layer drops something or varies it, by where that item is written."""
    rule_scopes: dict[str, Mapping[str, t.Type] | None] = field(default_factory=dict)
    """By rule, the names that its conditions may use; filled in by the checker of rules."""

    def declared(self, sort: str) -> Collection[str]:
        """The names under which something of a sort (`rule`, `fact`, `action`) is declared."""
        found: Collection[str] | None = vars(self).get(BY_SORT[sort].field) if sort in BY_SORT else ()
        return [n for n, sig in self.signatures.items() if sig.sort == sort] if found is None else found

    def no_part(self, word: Word, played: Collection[str], diagnostics: Diagnostics) -> None:
        """Reports a part of the sequence that is not among those that are played."""
        if word.text in self.spans:
            help_ = f"a layer has put others in its place; the sequence has: {', '.join(played)}"
            diagnostics.report("HX320", word.span, f"the part `{word.text}` is not played any more", help=help_)
        else:
            diagnostics.unknown("HX320", word, "the sequence has no part", played)

    def declare(self, sort: str, name: str, item: s.Item, placed: Placed) -> None:
        """Puts an item among those of its sort."""
        vars(self)[BY_SORT[sort].field][name] = (item, placed)

    def where(self, sort: str, name: str) -> Placed:
        """Returns what declares something that prose can tell of."""
        declared = vars(self).get(BY_SORT[sort].field)
        placed: Placed = self.signatures[name].placed if declared is None else declared[name][-1]
        return placed

    def has(
        self, sort: str, word: Word, diagnostics: Diagnostics, rest: str = "", help: str | None = None, code: str = ""
    ) -> bool:
        """Whether something of a sort is declared under a name; reports the name when it is not."""
        known = self.declared(sort)
        if word.text not in known:
            if sort == "rule" and (about := self._of_no_rule(word.text)) is not None:
                diagnostics.report(
                    code or UNKNOWN[sort], word.span, f"there is no rule `{word.text}`{rest}", help=about
                )
                return False
            if help is None:
                help = _rules_with_part(word.text, known) if sort == "rule" else _those_there_are(sort, known)
            said = "there is no kind of thing" if sort == "kind" else f"there is no {sort}"
            diagnostics.unknown(code or UNKNOWN[sort], word, said, known, rest=rest, help=help)
        return word.text in known

    def _of_no_rule(self, word: str) -> str | None:
        """What to write where a link names what rules are about, and not a rule."""
        about = self.signatures.get(word)
        if about is None or about.sort not in ("fact", "quantity"):
            return None
        rules = [f"`{name}`" for name in self.rules if name.startswith(f"{word}.")][:3]
        such = f", such as {' or '.join(rules)}" if rules else ""
        return f"`{word}` is a {about.sort}; name the rule that is meant{such}"

    def has_reading(self, dispute: Word, reading: Word, diagnostics: Diagnostics) -> bool:
        """Whether a dispute is declared and has a reading; reports the name that is not known."""
        if not self.has("dispute", dispute, diagnostics):
            return False
        known = [r.name.text for r in self.disputes[dispute.text][0].readings]
        if reading.text not in known:
            listed = "its readings are " + ", ".join(f"`{each}`" for each in known)
            diagnostics.unknown("HX272", reading, f"the dispute `{dispute.text}` has no reading", known, help=listed)
        return reading.text in known

    def place(self, node: str) -> Span | None:
        """Where a node of the graph is declared, such as `rule:move.stream`; a pick has the place of its action."""
        sort, _, name = node.partition(":")
        match sort:
            case "span":
                return self.spans[name].name.span if name in self.spans else None
            case "event":
                return self.events[name][1].name.span if name in self.events else None
            case "pick":
                return self.place(f"action:{name.partition('.')[0]}")
            case "says":
                return self.place(f"rule:{name}")
            case _ if sort in WITH_ITEM:
                found = vars(self)[BY_SORT[sort].field].get(name)
                return None if found is None else found[0].name.span
            case _:
                return self.signatures[name].placed.item.span if name in self.signatures else None

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
        declares = (each for each in self.lineage(kind) if name in self.kinds[each].attributes)
        return next(((each, self.kinds[each].attributes[name][0]) for each in declares), None)

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

    def standing(self, kind: str) -> KindNames:
        """The kind that says where things of a kind stand: itself, or the nearest that it is a sort of."""
        return self.kinds[next((each for each in self.lineage(kind) if self.kinds[each].holders), kind)]

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
        if depth > MAX_TYPE_DEPTH:
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


def _those_there_are(sort: str, known: Collection[str]) -> str | None:
    """All that are declared of a sort of which a law has few."""
    if sort not in SELDOM:
        return None
    return (
        f"there are: {listed(sorted(known))}; declare another with `{sort}`" if known else f"declare it with `{sort}`"
    )


def _rules_with_part(word: str, known: Iterable[str]) -> str | None:
    """The rules in whose name a word is one of the parts, else those that begin as it does."""
    found = [f"`{name}`" for name in known if word in name.split(".")][:3]
    if not found:
        begun = [name for name in known if "." in word and name.partition(".")[0] == word.partition(".")[0]]
        return f"the rules that begin so are {listed(begun)}" if begun else None
    return f"did you mean {' or '.join(found)}?"
