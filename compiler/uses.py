"""What the names in a law stand for: from each use to its declaration, and back.

Where only one sort of thing can stand, the type of the field says of which (`named_in`). What a word in an expression
stands for depends on types, so its item is typed again, and the checker hands over each expression with what it made
of it. The uses of a name are found as editors find them (rust-analyzer, "find usages"): the items whose text holds the
word are candidates, and only these are typed. So nothing is kept between two questions that an edit could make stale.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.laws import LawChecker
from hexlaw.compiler.check.question_typing import typed_question
from hexlaw.compiler.check.rules import in_braces
from hexlaw.compiler.check.type_words import attempt
from hexlaw.compiler.check.typing_cache import TypingCache
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.parse import parse_question
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.resolve.layers import place_items
from hexlaw.runtime.base.nodes import Node, fields
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import ACTING, DONE, PLAYS, STYLE
from hexlaw.runtime.words.phrases import PLACE

VARIABLE = "variable"
GIVEN = (ACTING, "task", "it")
"""The variables that the language brings along."""
_DECLARED = list[type]([*s.Declared.__subclasses__(), s.Measure, s.Situation, s.Ruling])
DECLARING = {kind: kind.__name__.lower() for kind in _DECLARED} | {s.Thing: "kind", s.SpanNode: "span"}
"""The sort of what a node with a name declares."""
PARTS: dict[tuple[type, str], str] = {
    (s.Thing, "attributes"): "attribute", (s.Plan, "attributes"): "attribute", (s.Record, "fields"): "field",
    (s.Order, "fields"): "attribute", (s.Task, "params"): "attribute",
}  # fmt: skip
"""The sort of the parts that an item declares, where that depends on the item."""
OWNERS = {
    "attribute": "kind", "field": "record", "part": "action", "pick": "action", "reading": "dispute", "stage": "task",
    "step": "quantity", "value": "choice",
}  # fmt: skip
"""By the sorts of which each name is one of an owner, the sort of that."""
CALLED: dict[type, str] = {
    s.Do: "effect", s.WouldBreak: "effect", s.Offer: "action", s.Announce: "event", s.Write: "order", s.Begin: "task",
}  # fmt: skip
"""The sort of what is called in a node; elsewhere it is what has a signature."""
SPAN_SORTS = ("turn", "segment", "phase", "step", "round", "part")


@dataclass(frozen=True)
class Meaning:
    """What a name stands for. `owner` is what it belongs to: the kind of an attribute, the choice of a value, the
    action of a pick, the item in which a variable is known."""

    sort: str
    name: str
    owner: str = ""


@dataclass(frozen=True)
class Use:
    """A name as it stands in a text."""

    span: Span
    meaning: Meaning
    declares: bool = False
    type: str = ""  # of a variable, where it is known


def name_at(compilation: Compilation, file: str, offset: int) -> Use | None:
    """Returns the name at a place of a file, with what it stands for."""
    uses = Uses(compilation)
    for item in uses.items:
        if item.span.source.name == file and item.span.start <= offset <= item.span.end:
            for use in uses.of(item):
                if use.span.start <= offset <= use.span.end:
                    return use
    return None


def uses_of(compilation: Compilation, meaning: Meaning) -> list[Use]:
    """Returns where a name with this meaning stands, file by file: where it is declared first."""
    uses = Uses(compilation)
    found: dict[tuple[str, int], Use] = {}
    for placed in uses.placed:
        item, library = placed.item, placed.layer.use
        written = {meaning.name}  # a library may call it otherwise in its own text
        if library is not None:
            written |= {old.rpartition(".")[2] for old, new in library.names.items() if new == meaning.name}
            written |= {meaning.name.removeprefix(f"{library.prefix}-")}
        word = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(written)))})(?![\w-])")
        if word.search(item.span.source.text, item.span.start, item.span.end):
            for use in uses.of(item):
                if use.meaning == meaning:
                    found.setdefault((use.span.source.name, use.span.start), use)
    return [found[place] for place in sorted(found, key=lambda place: (not found[place].declares, place))]


def named_so(compilation: Compilation, name: str) -> set[Meaning]:
    """Returns all that a law calls by a name."""
    uses, word = Uses(compilation), re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    items = (item for item in uses.items if word.search(item.span.source.text, item.span.start, item.span.end))
    return {use.meaning for item in items for use in uses.of(item) if use.meaning.name == name}


class Uses:
    """Finds the names in items of one law, and in questions about it."""

    def __init__(self, compilation: Compilation) -> None:
        self.placed = placed = place_items(compilation.chain, Diagnostics())
        self.items = [each.item for each in placed]
        self.names = compilation.names
        self._typed: dict[tuple[str, int, int], e.Expr] = {}
        self._checker = LawChecker(compilation.chain, placed, self.names, Diagnostics(), TypingCache("", {}))
        self._checker.c.record = self._record
        self._checker.sequences()

    def _record(self, node: s.Expr, made: e.Expr) -> None:
        self._typed[_place(node.span)] = made

    def of(self, item: s.Item) -> Iterator[Use]:
        """Returns the names in an item."""
        name = getattr(item, "name", None)
        if isinstance(name, s.Ident):
            attempt(self._checker.typed_again, item, name.text)
        self._item = str(item.span)
        yield from self._inside(item, "")

    def asked(self, question: Source, c: Checker) -> tuple[t.Type | None, list[Use]]:
        """Returns the type of a question and the names in it, or None and no names if it cannot be typed; `c` knows
        the names of its position."""
        c.record, self._item = self._record, ""
        node = parse_question(question, c.diagnostics)
        typed = None if node is None else attempt(typed_question, node, c, "")
        return (None, []) if node is None or typed is None else (typed.type, [*self._inside(node, "")])

    def _inside(self, node: Node, owner: str) -> Iterator[Use]:
        """Returns the names in a node; `owner` is the item that it lies in, or the node itself."""
        kind = type(node)
        declared: s.Ident | None = None
        if kind in DECLARING and not isinstance(node, s.Plan | s.Style):
            declared = node.name  # type: ignore[attr-defined]
            owner = declared.text
            yield Use(declared.span, Meaning(DECLARING[kind], owner), declares=not getattr(node, "also", False))
        match node:
            case s.Plan():
                owner = node.name.text
                yield Use(node.name.span, Meaning("kind", owner))
            case s.Style():
                yield Use(node.name.span, Meaning("value", node.name.text, STYLE), declares=True)
            case s.TypeRef(form="name"):
                yield from self._type(node)
            case s.Phrase():
                yield from self._phrase(node)
            case s.Drop():
                sort = "span" if node.sort in SPAN_SORTS else node.sort or "rule"
                yield Use(node.name.span, Meaning(sort, node.name.text))
            case s.SpokenFor():
                yield Use(node.name.span, Meaning(node.sort, node.name.text))
                return
            case s.Rule(says=s.Literal_() as says):
                for _, _, inside in in_braces(says, Diagnostics()):
                    yield from self._part(says, "text", inside, "")
            case s.Target(path=path):
                if node.step:
                    yield from self._owned(path, "step")
                elif not node.wild:
                    yield Use(path.span, Meaning("rule", path.text))
                return
            case s.Applies():
                yield Use(node.rule.span, Meaning("rule", node.rule.span.text))
                return
            case s.Name():
                yield from self._word(node, node.span, node.text)
            case s.Attr() | s.Verb():
                name = node.name if isinstance(node, s.Attr) else node.verb
                yield from self._word(node, name.span, name.text)
            case s.Is(right=s.Name() as right) if self._says_of_left(node, right):
                yield from self._word(node, right.span, right.text)
                yield from self._inside(node.left, owner)
                return
            case s.Mark() | s.Point():
                yield from self._of_thing(node)
            case s.Rule(at_step=s.Ident() as step):
                yield from self._owned(step, "step")
        for part in node.__struct_fields__:
            value = getattr(node, part)
            if (declared is not None and value is declared) or isinstance(node, s.Phrase | s.Drop):
                continue
            yield from self._part(node, part, value, owner)

    def _part(self, node: Node, part: str, value: Any, owner: str) -> Iterator[Use]:
        where = type(node), part
        match value:
            case tuple():
                for each in value:
                    yield from self._part(node, part, each, owner)
            case s.Call() if type(node) in CALLED and part not in ("to", "crew"):  # who is asked is an expression
                yield from self._call(value, CALLED[type(node)], owner)
            case s.Call():
                signature = self.names.signatures.get(value.name.text)
                sort = "record" if value.name.text in self.names.records else signature.sort if signature else ""
                yield from self._call(value, sort or "built-in word", owner)
            case s.Ident():
                sort, is_new = named_in(*where)
                if sort:
                    yield from self._named(value, sort, owner, declares=is_new)
            case Node():
                if where in PARTS:
                    name: s.Ident = value.name  # type: ignore[attr-defined]
                    yield Use(name.span, Meaning(PARTS[where], name.text, owner), declares=True)
                    for inner in value.__struct_fields__:
                        if inner != "name":
                            yield from self._part(value, inner, getattr(value, inner), owner)
                else:
                    yield from self._inside(value, owner)

    def _named(self, name: s.Ident, sort: str, owner: str, *, declares: bool) -> Iterator[Use]:
        text = name.text
        if sort == "event" and text not in self.names.events:
            sort = next((each for each in ("effect", "order", "task") if text in self.names.declared(each)), "pick")
        sort = "event" if sort == "action" and text in self.names.events.keys() - self.names.actions.keys() else sort
        if sort == "kind":  # an order and a task are things too
            sort = next((of for of in ("order", "task") if text in self.names.declared(of)), sort)
        if sort == "pick" and not declares:
            whole = "event" if text in self.names.events else "action" if text in self.names.actions else "pick"
            yield from self._owned(name, whole)
        elif sort == "dispute" and text not in self.names.disputes:
            readings = ((d, each.name.text) for d, (item, _) in self.names.disputes.items() for each in item.readings)
            owner = next((d for d, reading in readings if reading == text), "")
            yield Use(name.span, Meaning("reading", text, owner))
        else:
            is_owned = sort in OWNERS and (sort != "pick" or owner in self.names.actions)
            of = self._item if sort == VARIABLE else owner if is_owned else ""
            yield Use(name.span, Meaning(sort, text, of), declares)

    def _owned(self, name: s.Ident, sort: str) -> Iterator[Use]:
        """Returns what is named with what it belongs to, `boat.draught`, and its owner."""
        owner, _, word = name.text.rpartition(".")
        source, start, end = name.span.source, name.span.start, name.span.end
        owner_there, _, word_there = source.text[start:end].rpartition(".")  # in a library perhaps other words
        if owner and sort in OWNERS:
            owning = s.Ident(owner, span=Span(source, start, start + len(owner_there)))
            yield from self._named(owning, "span" if owner in self.names.spans else OWNERS[sort], "", declares=False)
        if word != DONE or sort != "pick":
            yield Use(Span(source, end - len(word_there), end), Meaning(sort, word, owner))

    def _call(self, node: s.Call, sort: str, owner: str) -> Iterator[Use]:
        yield Use(node.name.span, Meaning(sort, node.name.text))
        for name, value in node.named:
            yield Use(name.span, Meaning("field" if sort == "record" else "attribute", name.text, node.name.text))
            yield from self._part(node, "args", value, owner)
        yield from self._part(node, "args", node.args, owner)

    def _type(self, node: s.TypeRef) -> Iterator[Use]:
        names = self.names
        known: dict[str, Collection[str]]
        known = {"measure": names.measures, "choice": names.choices, "record": names.records, "kind": names.kinds}
        sort = next((sort for sort, declared in known.items() if node.name in declared), None)
        if sort is not None:
            yield from self._named(s.Ident(node.name, span=node.span), sort, "", declares=False)

    def _phrase(self, node: s.Phrase) -> Iterator[Use]:
        sort, name = node.sort.text, node.name
        if sort == "kind":
            yield from self._type(s.TypeRef("name", name.text, span=name.span))
        elif sort in ("parameter", VARIABLE):
            owner = name.text.rpartition(".")[0]
            if owner in self.names.signatures:
                span = Span(name.span.source, name.span.start, name.span.start + len(owner))
                yield Use(span, Meaning(self.names.signatures[owner].sort, owner))
        else:
            yield from self._owned(name, {"part": "span", "rest": "attribute"}.get(sort, sort))
        if sort == "record":
            for place in PLACE.finditer(node.span.source.text, node.span.start, node.span.end):
                yield Use(node.span.source.span(*place.span(1)), Meaning("field", place[1], name.text))

    def _of_thing(self, node: s.Mark | s.Point) -> Iterator[Use]:
        thing = self._typed.get(_place(node.thing.span))
        kind = None if thing is None else t.bare(thing.type)
        for name in (node.attribute,) if isinstance(node, s.Mark) else node.keeps:
            found = self.names.attribute(kind.name, name.text) if isinstance(kind, t.Kind) else None
            if found is not None:
                yield Use(name.span, Meaning("attribute", name.text, found[0]))

    def _says_of_left(self, node: s.Is, right: s.Name) -> bool:
        """Returns whether the word behind `is` is a flag or an adjective, and no value."""
        made = _bare(self._typed.get(_place(node.span)))
        signature = self.names.signatures.get(right.text)
        if made is None:  # the head of a rule
            return signature is not None and signature.shape == "adjective"
        return not isinstance(made, e.Compare) and getattr(made, "name", "") == right.text

    def _word(self, node: s.Expr, span: Span, text: str) -> Iterator[Use]:
        """Returns the meaning of a word in an expression: what the checker made of it, or what is declared so."""
        made = _bare(self._typed.get(_place(node.span)))
        signature = self.names.signatures.get(text)
        match made:
            case e.Attribute(owner=owner):
                meaning = Meaning("attribute", text, owner) if owner else Meaning("built-in word", text)
            case e.Field(base=base):
                meaning = Meaning("field", text, str(t.bare(base.type)))
            case e.Const(value=None):  # what a case calls so
                meaning = Meaning(VARIABLE, text, self._item)
            case e.Const(type=type_) if isinstance(inner := t.bare(type_), t.Choice):
                meaning = Meaning("value", text, inner.name)
            case e.Builtin():
                meaning = Meaning("built-in word", text)
            case e.Var() | None if isinstance(node, s.Name):
                meaning = Meaning("built-in word" if text in GIVEN else VARIABLE, text, self._item)
            case _ if signature is not None:
                is_brought = text == PLAYS and STYLE in self.names.choices  # with the styles of a law
                meaning = Meaning("built-in word" if is_brought else signature.sort, text)
            case _:
                return
        yield Use(span, meaning, type=str(made.type) if isinstance(made, e.Var) else "")


@cache
def named_in(kind: type, part: str) -> tuple[str, bool]:
    """Returns of what sort the names in a field are, where its type says it, and whether they are new."""
    sort = next((field.named for field in fields(kind) if field.name == part), "")
    return sort.removeprefix("new "), sort.startswith("new ")


def _bare(made: e.Expr | None) -> e.Expr | None:
    return made.inner if isinstance(made, e.Not) else made


def _place(span: Span) -> tuple[str, int, int]:
    return span.source.name, span.start, span.end
