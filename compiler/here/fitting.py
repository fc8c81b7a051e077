"""What fits where something is being typed: names, by what the grammar and the types around them allow.

Input: an item with a mark (`partial_item.py`) in its surroundings. Output: what may stand there. The node around the
mark says of what sort a name is, as `uses.named_in` has it; where an expression stands, all that may begin one is a
candidate. Whether it fits is then tried: it is put in the place of the mark, and the checker of the law types the
expression. So nothing is said twice of what fits what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from hexlaw.compiler.check.question_typing import typed_question
from hexlaw.compiler.check.scopes import quantity_steps
from hexlaw.compiler.check.type_words import attempt, fits, related
from hexlaw.compiler.here.partial_item import PartialItem
from hexlaw.compiler.here.surroundings import Surroundings, Unheard
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import picks_in
from hexlaw.compiler.resolve.names import UNIT_TYPE, WITH_ITEM, Names
from hexlaw.compiler.uses import CALLED, DECLARING, SPAN_SORTS, named_in
from hexlaw.runtime.base.nodes import Node, rebuilt, replace
from hexlaw.runtime.law import builtins as b
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import BY_SORT, DONE, UNPLACED_KINDS

Scope = Mapping[str, t.Type]
Constants = Mapping[str, tuple[object, t.Type]]
"""The names of a position that is asked about."""
OWN = "built-in word"
VALUED = ("fact", "quantity", "table", "memory", "tally", "record", "event", OWN)
TYPES = ("kind", "choice", "measure", "record")
ASKED: dict[type, str] = {s.AskAfter: "effect", s.AskReach: "reach", **CALLED}
"""The sort of what is called in a question or a statement."""
_SORTS = {(s.Target, True): "step", (s.Target, False): "rule", (s.Rule, "at_step"): "step", (s.AskMay, "pick"): "pick"}


@dataclass(frozen=True)
class Fitting:
    """What may stand at a place. `shape` says how a name is used that has parameters."""

    text: str
    sort: str
    type: str = ""
    doc: str = ""
    fits: bool = True  # it was tried, or nothing says that it does not
    shape: str = ""


class TypedPlace:
    """A place in an item, with what the checker knows there."""

    def __init__(self, around: Surroundings, typing: PartialItem, file: str, constants: Constants) -> None:
        self.partial = typing
        self.begun: list[tuple[s.Expr, Scope, t.Type | None]] = []  # around the mark, outermost first; what is wanted
        self._types: dict[tuple[int, int], t.Type] = {}  # by where an expression stands
        item = typing.item.item if isinstance(typing.item, s.Open) else typing.item
        question = item if isinstance(item, s.AskMay | s.AskAfter | s.AskReach | s.AskValue) else None
        checker, placed = around.checker(None if item is question else cast(s.Item, item), file)
        self.names = checker.names
        checker.c = self._c = replace(checker.c, constants=constants, in_law=question is None)
        self._c.begun = self._begin
        self._c.record = lambda node, made: self._types.update({(node.span.start, node.span.end): made.type})
        checker.sequences()
        if question is not None:
            attempt(typed_question, question, self._c, "")
        elif placed is not None and isinstance(name := getattr(item, "name", None), s.Ident):
            attempt(checker.typed_again, placed.item, name.text)
        self._c.begun = self._c.record = None

    def _begin(self, node: s.Expr, scope: Scope, want: t.Type | None) -> None:
        if any(each is node for each, _ in self.partial.parents):
            at = next((at for at, (each, *_) in enumerate(self.begun) if each is node), len(self.begun))
            if want is not None or at == len(self.begun):
                self.begun[at : at + 1] = [(node, dict(scope), want)]

    @property
    def scope(self) -> Scope:
        """Returns the variables that are known at the place."""
        known = {name: type_ for name, (_, type_) in self._c.constants.items()}
        return {**known, **self.begun[-1][1]} if self.begun else known

    def type_of(self, node: s.Expr | None) -> t.Type | None:
        """Returns the type of an expression beside the mark, none where it is not known."""
        known = None if node is None else self._types.get((node.span.start, node.span.end))
        if known is None and node is not None and self.begun:
            made = attempt(replace(self._c, diagnostics=Unheard()).typed, node, self.scope)
            known = None if made is None else made.type
        return known

    def _with_name(self, node: object, name: str) -> object:
        """Returns a node with a name in the place of the mark, if that is in it."""
        leaf, part = self.partial.parents[-1]
        if node is leaf:
            return replace(leaf, **{part: getattr(leaf, part).replace(self.partial.mark, name)})
        return rebuilt(node, lambda inner: self._with_name(inner, name))

    def holds(self, name: str) -> bool | None:
        """Returns whether the expression around the mark has a type with this name; None where nothing is typed."""
        if not self.begun:
            return None
        whole, scope, want = self.begun[0]
        tried = cast(s.Expr, self._with_name(whole, name))
        checker = replace(self._c, diagnostics=Unheard())
        made = attempt(checker.typed, tried, scope, want)
        if made is None or checker.diagnostics.has_errors:
            return False
        return want is None or fits(made.type, want, self.names) or related(made.type, want, self.names)


# -- candidates


def candidates(place: TypedPlace, is_open: bool) -> Iterator[Fitting]:
    """Yields what may stand there by its sort. Where the place `is_open`, more is perhaps typed behind it."""
    parents = place.partial.parents
    if len(parents) > 1:
        (node, part), (leaf, _) = parents[-2], parents[-1]
        if isinstance(leaf, s.TypeRef):
            yield from _of_sorts(place.names, *TYPES)
        elif isinstance(leaf, s.Name):
            yield from _beginning(place, node, part, is_open)
        else:
            yield from _named(place, node, part)


def _named(place: TypedPlace, node: Node, part: str) -> Iterator[Fitting]:
    """Yields what a name may be that the grammar knows the sort of."""
    names, (sort, is_new) = place.names, named_in(type(node), part)
    match node:
        case s.Attr(base=thing) | s.Mark(thing=thing) | s.Point(thing=thing) if part != "thing":
            yield from _attributes(names, place.type_of(thing))
        case s.Verb():
            yield from (one for one in _of_sorts(names, "fact", "memory", OWN) if one.shape == "verb")
        case s.Call(args=args) if part == "name":
            above = place.partial.parents[-3][0] if len(place.partial.parents) > 2 else None
            given = [place.type_of(arg) for arg in args]
            for one in _of_sorts(names, *([ASKED[type(above)]] if type(above) in ASKED else VALUED)):
                params = names.signatures[one.text].params if one.text in names.signatures else ()
                pairs = zip(given, params, strict=False)
                takes = all(of is None or fits(of, type_, names) for of, (_, type_) in pairs)
                if one.shape in ("call", ""):
                    yield replace(one, fits=takes and (not params or len(params) == len(given)))
        case s.Call(name=name):
            fields = names.records.get(name.text, {})
            fields = {**fields, **(names.attributes_of(name.text) if name.text in names.kinds else {})}
            yield from (Fitting(field, "field", str(type_)) for field, type_ in fields.items())
        case s.Target() | s.AskMay() | s.Rule() if of := _SORTS.get((type(node), getattr(node, "step", part))):
            yield from _of_sorts(names, of)
        case s.Plan() if part == "name":
            yield from _of_sorts(names, "kind")
        case s.Drop(sort=said) | s.SpokenFor(sort=said) | s.Phrase(sort=s.Ident(text=said)) if part == "name":
            yield from _of_sorts(names, "span" if said in SPAN_SORTS else said or "rule")
        case _ if part == "name" and getattr(node, "also", False):
            yield from _of_sorts(names, DECLARING.get(type(node), ""))
        case _ if not is_new:
            more = {"pick": ("event",), "dispute": ("reading",)}.get(sort, ())
            yield from _of_sorts(names, sort or ("reading" if part == "reading" else ""), *more)


def _of_sorts(names: Names, *sorts: str) -> Iterator[Fitting]:
    for one in every_name(names):
        if one.sort in sorts:
            yield one


def every_name(names: Names) -> Iterator[Fitting]:
    """Yields all that has a name of its own, and what lies in it by both names."""
    for name, of in names.signatures.items():
        params = ", ".join(f"{param}: {type_}" for param, type_ in of.params)
        yield Fitting(name, of.sort, f"({params})", getattr(of.placed.item, "doc", ""), shape=of.shape)
        yield from (Fitting(f"{name}.{param}", sort) for param, _ in of.params for sort in ("parameter", "variable"))
    for sort in WITH_ITEM:
        for name, (item, _) in vars(names)[BY_SORT[sort].field].items():
            yield Fitting(name, sort, doc=getattr(item, "doc", ""))
    yield from (Fitting(name, "event", doc=event.doc) for name, (_, event, _) in names.events.items())
    for sort, known in (("measure", names.measures), ("choice", names.choices), ("span", names.spans)):
        yield from (Fitting(name, sort) for name in known)
    for name, kind in names.kinds.items():
        yield Fitting(name, "kind", doc=kind.doc)
        for attribute, (type_, declared, _) in kind.attributes.items():
            yield Fitting(f"{name}.{attribute}", "attribute", str(type_), declared.doc)
    for name, fields in names.records.items():
        yield Fitting(name, "record")
        yield from (Fitting(f"{name}.{field}", "field", str(type_)) for field, type_ in fields.items())
    for name, items in names.quantities.items():
        yield from (Fitting(f"{name}.{step}", "step") for step in quantity_steps(items))
    for name, (action, _) in names.actions.items():
        yield from (Fitting(f"{name}.{pick.name.text}", "pick") for pick in picks_in(action.lines))
    yield from (Fitting(f"{one}.{DONE}", "pick") for one in (*names.actions, *names.spans))
    yield Fitting(DONE, "pick", doc="what nobody may leave behind when something is done")
    for dispute, _ in names.disputes.values():
        yield from (Fitting(each.name.text, "reading", doc=each.text) for each in dispute.readings)
    yield from (Fitting(f"{name}.{value}", "value") for name, of in names.choices.items() for value in of.values)
    words = {"call": b.BUILTIN_FUNCTIONS, "verb": b.BUILTIN_VERBS, "adjective": b.BUILTIN_ADJECTIVES}
    for shape, own in words.items():
        yield from (Fitting(name, OWN, doc=word.doc, shape=shape) for name, word in own.items())


def _attributes(names: Names, of: t.Type | None) -> Iterator[Fitting]:
    """Yields what may stand behind the dot of a thing; of one whose kind is not known, all."""
    kind = None if of is None else t.bare(of)
    if of is None:
        yield from (replace(one, text=one.text.split(".")[1]) for one in _of_sorts(names, "attribute"))
    elif isinstance(kind, t.Kind) and (kind == t.CONTACT or kind.name in names.records):
        fields = b.CONTACT_FIELDS if kind == t.CONTACT else names.records[kind.name]
        yield from (Fitting(name, "field", str(type_)) for name, type_ in fields.items())
    elif isinstance(kind, t.Kind):
        for each in names.lineage(kind.name):
            for name, (type_, item, _) in names.kinds[each].attributes.items():
                yield Fitting(name, "attribute", str(type_), item.doc)
        if kind.name not in UNPLACED_KINDS:
            yield Fitting("hex", "attribute", "hex", "the hex that it stands in")
            yield Fitting("holder", "attribute", doc="the thing that it stands in")


def _beginning(place: TypedPlace, node: Node, part: str, is_open: bool) -> Iterator[Fitting]:
    """Yields what an expression may begin with, or what may be said behind `is`."""
    names, parents, left = place.names, place.partial.parents, None
    is_head = any(isinstance(each, s.Concludes) for each, _ in parents[-3:]) and part != "args"
    if is_head and not (isinstance(node, s.Is) and isinstance(node.left, s.Call)):
        yield from _concluded(place, isinstance(node, s.Is) and part == "right")
        return
    yield from (Fitting(name, "variable", str(type_)) for name, type_ in {**place.scope, **_parameters(place)}.items())
    if isinstance(node, s.Is) and part == "right":
        left = place.type_of(node.left)
        yield from _described(names, left)
    wanted = _wanted(place, node, part)
    choice = None if wanted is None else t.bare(wanted)
    for name in [choice.name] if isinstance(choice, t.Choice) else [] if wanted is not None else names.choices:
        if name != UNIT_TYPE or isinstance(choice, t.Choice):
            yield from (Fitting(value, "value", name) for value in names.choice(name).values)
    if left is None or not isinstance(t.bare(left), t.Kind):
        yield from (Fitting(name, OWN, str(type_)) for name, type_ in (*b.BUILTIN_SETS.items(), ("game", t.GAME)))
    for one in _of_sorts(names, *VALUED) if is_open else ():
        of = names.signatures.get(one.text)
        if one.shape in ("call", ""):
            yield replace(one, fits=wanted is None or of is None or related(of.type, wanted, names))


def _concluded(place: TypedPlace, is_adjective: bool) -> Iterator[Fitting]:
    """Yields what a conclusion begins with, a fact or what one is about, or the adjective that it ends with."""
    facts = [place.names.signatures[name] for name in place.names.declared("fact")]
    about = _parameters(place) or {of.params[0][0]: of.params[0][1] for of in facts if of.params and of.shape != "call"}
    shape = "adjective" if is_adjective else "call"
    yield from (one for one in _of_sorts(place.names, "fact") if one.shape == shape)
    yield from (Fitting(name, "variable", str(type_)) for name, type_ in about.items() if not is_adjective)


def _parameters(place: TypedPlace) -> dict[str, t.Type]:
    """Returns the parameter of its fact for which the mark stands in a conclusion, under the name that it has there."""
    head = next((node.expr for node, _ in place.partial.parents if isinstance(node, s.Concludes)), None)
    match head.inner if isinstance(head, s.Not) else head:
        case s.Is(left=s.Call() as call) | s.Includes(container=s.Call() as call) | (s.Call() as call):
            name, args = call.name.text, call.args
        case s.Is(left=left, right=s.Name(text=name)):
            args = (left,)
        case s.Verb(left=left, verb=s.Ident(text=name), right=right):
            args = (left,) if right is None else (left, right)
        case _:
            return {}
    signature, leaf = place.names.signatures.get(name), place.partial.parents[-1][0]
    pairs = zip(args, () if signature is None else signature.params, strict=False)
    return {param: type_ for arg, (param, type_) in pairs if arg is leaf}


def _described(names: Names, left: t.Type | None) -> Iterator[Fitting]:
    """Yields what may be said of a thing: adjectives, flags, kinds."""
    kind = None if left is None else t.bare(left)
    for one in _of_sorts(names, "fact", "memory", OWN):
        of = names.signatures.get(one.text)
        if one.shape == "adjective" and (kind is None or of is None or fits(kind, of.params[0][1], names)):
            yield one
    if isinstance(kind, t.Kind) and kind.name in names.kinds:
        yield from (each for each in _attributes(names, kind) if each.type == str(t.YES_NO))
        below = (other for other in names.kinds if other != kind.name and names.is_a(other, kind.name))
        yield from (Fitting(name, "kind", doc=names.kinds[name].doc) for name in below)
        yield from (Fitting(unit, "unit") for unit in names.units)


def _wanted(place: TypedPlace, node: Node, part: str) -> t.Type | None:
    """Returns the type that is wanted at the place, where one is known."""
    node_, _, want = place.begun[-1] if place.begun else (None, {}, None)
    match node:
        case _ if want is not None and node_ is place.partial.parents[-1][0]:
            return want
        case s.Is(left=other) | s.Compare(left=other) if part == "right":
            return place.type_of(other)
        case s.Is(right=other) | s.Compare(right=other) if not isinstance(other, s.Name):
            return place.type_of(other)
    return None
