"""Pass 2, resolve (libraries): a library in the words of the module that uses it.

A library leaves names open (`open thing unit`, `open event steps(u: unit, there: hex)`). Kinds, attributes, values of
choices and parts of the sequence are bound by name, under the same name where nothing is said; facts, events and
effects are answered by ordinary law of the user, or of another library. Names are exchanged in the syntax tree before
they are read, as Backpack links packages with holes (Kilpatrick and others, POPL 2014), so the places in messages are
those of the library's own files. `Linking` checks each binding before names are resolved and reports a mistake once,
at the `uses` entry; after such an error the law is not checked further.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, cast

from hexlaw.compiler.base.diagnostic import Diagnostics, did_you_mean, listed
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.data.load import Layer
from hexlaw.compiler.data.manifest import LibraryUse
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import type_text, within, without_open
from hexlaw.compiler.parse.parse import BRACES, parse_expression, parse_law
from hexlaw.runtime.base.nodes import Node, nodes_inside, rebuilt, replace
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.words.english import with_article

SORTS: Mapping[type, str] = {
    s.Thing: "kind", s.Choice: "choice", s.Fact: "fact", s.Event: "event", s.Effect: "effect", s.Quantity: "quantity",
    s.Table: "table", s.Action: "action", s.Order: "order", s.Record: "record", s.Measure: "measure",
    s.Reach: "reach", s.Memory: "memory", s.Tally: "tally", s.Task: "task", s.Sequence: "sequence",
}  # fmt: skip
BOUND = ("kind", "choice", "attribute", "value", "part")
"""The sorts of open names that are bound by name; all others are answered."""
ANSWERS = {
    "fact": "write a rule that concludes `{}`", "event": "write `event {} also` and below it `by` what brings it about",
    "effect": "declare `effect {}` with the parameters that it has in the library",
}  # fmt: skip
OWN_KINDS = ("hex", "hexside", "game")
"""Kinds that the machine has itself."""
CALLED = ("fact", "quantity", "table", "effect", "memory", "tally", "record")
"""Sorts whose names are not told apart: they are called with arguments."""
_OF_IT = r"(?<=\.)[a-z][a-z0-9-]*"
WORD = re.compile(r"(?<![\w-])[a-z][a-z0-9-]*(?![\w-])")
Key = tuple[str, str]


def opened(items: Iterable[s.Item]) -> dict[str, str]:
    """Returns the open names of a library, each with its sort."""
    found: dict[str, str] = {}
    for item in (item.item for item in items if isinstance(item, s.Open)):
        match item:
            case s.Thing(name=name, attributes=attributes):
                found |= {f"{name.text}.{attribute.name.text}": "attribute" for attribute in attributes}
            case s.Choice(values=values):
                found |= {value.text: "value" for value in values}
            case s.Sequence(spans=spans):
                found |= {span.name.text: "part" for span in spans_inside(spans)}
                continue
        found[item.name.text] = SORTS[type(item)]
    return found


def spans_inside(spans: Iterable[object]) -> Iterator[s.SpanNode]:
    for span in spans:
        if isinstance(span, s.SpanNode):
            yield span
            yield from spans_inside(span.body)


def declares(item: s.Item) -> Key | None:
    """Returns what an item declares: its sort, one for all that is called with arguments, and its name."""
    item = without_open(item)
    sort = SORTS.get(type(item))
    if sort is None or not isinstance(item, s.Declared) or getattr(item, "also", False):
        return None
    return "called" if sort in CALLED else sort, item.name.text


@dataclass(frozen=True)
class Renaming:
    """What the names of a library are where it is used."""

    use: LibraryUse
    names: Mapping[str, str]  # those of attributes among them that nothing else has: `u is tired`
    attributes: Mapping[str, str]
    prefix: str  # of rules

    @staticmethod
    def of(items: Iterable[s.Item], use: LibraryUse) -> Renaming:
        items = list(items)
        open_ = opened(items)
        attributes = {n.rpartition(".")[2]: new for n, new in use.names.items() if open_.get(n) == "attribute"}
        names = {name: new for name, new in use.names.items() if open_.get(name) != "attribute"}
        own = (item for item in map(without_open, items) if isinstance(item, s.Declared))
        declared = {item.name.text.partition(".")[0] for item in own if not getattr(item, "also", False)}
        if use.prefix:
            kept = {name for name, sort in open_.items() if sort in BOUND}
            names |= {name: f"{use.prefix}-{name}" for name in declared - kept - names.keys()}
            added = (a.name.text for item in items if isinstance(item, s.Thing) and item.also for a in item.attributes)
            attributes |= {name: f"{use.prefix}-{name}" for name in added}
        flags = {name: new for name, new in attributes.items() if name not in declared}
        return Renaming(use, flags | names, attributes, f"{use.prefix}-" if use.prefix else "")

    def text(self, text: str) -> str:
        """Returns a phrase, whose braces name things."""
        said = BRACES.sub(
            lambda found: re.sub(_OF_IT, lambda word: self.attributes.get(word[0], word[0]), found[0]), text
        )
        return BRACES.sub(lambda found: WORD.sub(lambda word: self.names.get(word[0], word[0]), found[0]), said)

    def __call__(self, node: object) -> object:
        """Returns a node, or several, in the names of the user."""
        match node:
            case s.Ident(text=text) | s.Name(text=text):
                first, dot, rest = text.partition(".")
                return replace(node, text=self.names.get(text) or f"{self.names.get(first, first)}{dot}{rest}")
            case s.TypeRef():
                return replace(rebuilt(node, self), name=self.names.get(node.name, node.name))
            case s.Literal_(form="text", text=text):
                source, at = node.span.source, node.span.start + 1
                places = ((at + found.start() + 1, at + found.end() - 1) for found in BRACES.finditer(text))
                inside = (parse_expression(source, first, last, Diagnostics()) for first, last in places)
                return replace(node, inside=tuple(map(self, inside)))
            case s.Cite() if self.use.under is not None:
                numbers = (part.strip() for part in node.text.split(","))
                under = (self.use.under + f".{number}" * (number != "0") for number in numbers)
                return replace(node, text=", ".join(under))
            case s.Mark():
                named = self.attributes.get(node.attribute.text, node.attribute.text)
                return replace(rebuilt(node, self), attribute=replace(node.attribute, text=named))
            case s.Attr() | s.Attribute() | s.DefaultAnew():
                named = self.attributes.get(node.name.text, node.name.text)
                return replace(rebuilt(node, self), name=replace(node.name, text=named))
            case s.Phrase() if node.sort.text == "attribute":
                kind, _, name = node.name.text.rpartition(".")
                named = f"{self.names.get(kind, kind)}.{self.attributes.get(name, name)}"
                return replace(node, name=replace(node.name, text=named), forms=tuple(map(self.text, node.forms)))
            case s.Rule():  # it keeps its name, whatever it is about is called here
                follows = tuple(replace(rule, text=self.prefix + rule.text) for rule in node.follows)
                name_ = replace(node.name, text=self.prefix + node.name.text)
                return replace(rebuilt(node, self), name=name_, follows=follows)
            case s.Target(step=False):
                return replace(node, path=replace(node.path, text=self.prefix + node.path.text))
            case s.WouldBreak():
                return replace(rebuilt(node, self), rule=replace(node.rule, text=self.prefix + node.rule.text))
            case s.Chapter():
                return replace(rebuilt(node, self), title=self.use.title or node.title)
        return rebuilt(node, self) if isinstance(node, Node | tuple | list) else node


def items_of(layer: Layer, diagnostics: Diagnostics) -> Iterator[list[s.Item]]:
    """Yields the items of each file of a layer; of a library in the words of its user."""
    files = [parse_law(source, diagnostics) for source in layer.laws]
    if layer.use is None:
        yield from files
        return
    renaming = Renaming.of((item for file in files for item in file), layer.use)
    yield from (cast("list[s.Item]", renaming(file)) for file in files)


class _Said(NamedTuple):
    """An item with the layer that it stands in."""

    item: s.Item
    layer: Layer


class Linking:
    """Links the open names of libraries, `written` in the words of their users, with what is declared elsewhere."""

    def __init__(self, written: Mapping[int, list[s.Item]], layers: list[Layer], diagnostics: Diagnostics) -> None:
        self.diagnostics, self.layers = diagnostics, layers
        self.said = [_Said(item, layer) for layer in layers for item in written[id(layer)]]
        self.declared = grouped((key, one) for one in self.said if (key := declares(one.item)) is not None)

    def fits(self, bare: Mapping[int, list[s.Item]]) -> bool:
        """Returns whether every use fits; reports what does not. `bare` are the items of each layer in its words."""
        before, is_broken = len(self.diagnostics.found), self.diagnostics.has_errors
        for layer in self.layers:
            own = [one.item for one in self.said if one.layer is layer and isinstance(one.item, s.Open)]
            for item in () if layer.manifest.is_library else own:
                help_ = "a library says `library: yes` in its module.yaml; here, leave `open` out"
                self.diagnostics.report("HX310", item.span, "only a library leaves something open", help=help_)
            if (use := layer.use) is not None and self._is_bound(layer, use, bare[id(layer)]):
                for item in () if is_broken else own:  # what it asks for may stand in what could not be read
                    self._fits(item.item, use)
        self._says_nothing_twice()
        return len(self.diagnostics.found) == before

    def is_redundant(self, item: s.Open) -> bool:
        """Returns whether something open is declared elsewhere, or was left open before."""
        key = declares(item)
        if isinstance(item.item, s.Sequence) or key is None:
            return any(isinstance(one.item, s.Sequence) for one in self.said)
        those = [one.item for one in self.declared[key]]
        return (
            item.item.name.text in OWN_KINDS
            or any(not isinstance(one, s.Open) for one in those)
            or those[0] is not item
        )

    # -- what a use says

    def _is_bound(self, layer: Layer, use: LibraryUse, items: list[s.Item]) -> bool:
        """Returns whether what a use binds is open there, and names nothing that the library has itself."""
        open_, right = opened(items), True
        used = {word.partition(".")[0] for word in names_in(item for item in items)}
        for name in use.said:
            place, new = use.places.get(name), use.names[name]
            if name not in open_:
                can = [known for known, sort in open_.items() if sort in BOUND]
                message = f"`{layer.name}` leaves no `{name}` open"
                right = self._wrong(place, message, did_you_mean(name, can) or f"open are {listed(sorted(can))}")
            elif open_[name] not in BOUND:
                message = f"`{name}` is {with_article(open_[name])}, which is not bound by name"
                right = self._wrong(place, message, ANSWERS.get(open_[name], "declare `{}` in your law").format(name))
            elif new != name and new in used and new not in use.names:
                message = f"`{layer.name}` calls something else `{new}`"
                right = self._wrong(place, message, f"give your own `{new}` another name, or that of the library")
        if use.prefix and not WORD.fullmatch(use.prefix):
            message = f"no name can begin with `{use.prefix}`"
            right = self._wrong(use.places.get("prefix", use.place), message, "write a word such as `spy`")
        if use.under is None and layer.manifest.default_source is None:
            message = f"it is not said where the chapter of `{layer.name}` stands"
            right = self._wrong(use.place, message, 'write `under: "4"`, with the number of one of your chapters')
        return right

    def _fits(self, item: s.Item, use: LibraryUse) -> None:
        """Reports an open declaration that nothing answers, or that something of another shape does."""
        key = declares(item)
        if isinstance(item, s.Sequence):
            return self._has_parts(item, use)
        if key is None or not isinstance(item, s.Declared):
            return None
        name, sort = item.name.text, SORTS[type(item)]
        first, *_ = those = [one.item for one in self.declared[key]]
        own = next((one for one in those if not isinstance(one, s.Open)), None)
        if own is None and sort in ("kind", "choice") and name not in OWN_KINDS:
            known = [
                n for (of, n), those in self.declared.items()
                if of == sort and any(not isinstance(one.item, s.Open) for one in those)
            ]  # fmt: skip
            help_ = did_you_mean(name, known) or f"write `{_own(use, name)}: NAME`, one of {listed(sorted(known))}"
            help_ = help_ if known else f"declare one in your law: `{type(item).__name__.lower()} {name}`"
            self._wrong(self._at(use, name), f"`{use.name}` is about a {sort} `{name}`, and there is none", help_, item)
        elif own is not None and type(own) is not type(item):
            message = f"`{name}` is {with_article(sort)} in `{use.name}`, and declared as another thing here"
            self._wrong(use.place, message, "call your own otherwise", own)
        elif isinstance(item, s.Thing):
            self._has_attributes(item, use)
        elif isinstance(item, s.Choice) and isinstance(own, s.Choice):
            choices = (one.item for one in self.said if isinstance(one.item, s.Choice) and one.item.name.text == name)
            has = [value.text for choice in choices for value in choice.values]
            of_it = (one.item for one in self.said if one.layer.use is use and declares(one.item) != key)
            asked = {*names_in(of_it), *use.names.values()}
            for value in (value for value in item.values if value.text in asked and value.text not in has):
                message = f"`{value.text}` is a value of `{name}` in `{use.name}`; here that has {listed(has)}"
                self._wrong(self._at(use, value.text), message, f"write `{_own(use, value.text)}: {has[0]}`", own)
        elif own is not None and _shape(own) != _shape(item):
            message = f"`{name}` has other parameters or another type here than `{use.name}` asks for"
            self._wrong(use.place, message, f"it is `{_shape(item)}` there; leave your declaration out", own)
        elif _shape(without_open(first)) != _shape(item):
            message = f"two libraries leave `{name}` open, with other parameters or another type"
            self._wrong(use.place, message, "write `prefix: WORD` in one of the uses", without_open(first))
        elif own is None and sort in ANSWERS and name not in self._answered and not getattr(item, "otherwise", None):
            message = f"`{use.name}` leaves the {sort} `{name}` to its user, and nobody answers it"
            self._wrong(use.place, message, ANSWERS[sort].format(name), item)

    def _has_attributes(self, item: s.Thing, use: LibraryUse) -> None:
        has: dict[str, s.Attribute] = {}
        things = [one.item for one in self.said if isinstance(one.item, s.Thing)]
        waiting, seen = [item.name.text], set[str]()
        while waiting:
            seen.add(kind := waiting.pop(0))
            own = [thing for thing in things if thing.name.text == kind]
            has = {a.name.text: a for thing in own for a in thing.attributes} | has
            waiting += [one.text for thing in own for one in thing.parents if one.text not in seen]
        for wanted in item.attributes:
            there, name = has.get(wanted.name.text), wanted.name.text
            at = self._at(use, f"{item.name.text}.{name}")
            if there is None:
                message = f"`{item.name.text}` has no `{name}`, which `{use.name}` asks of it"
                key = f"{_own(use, item.name.text)}.{_own(use, name, 1)}"
                self._wrong(at, message, f"write `{key}: ATTRIBUTE`; it has {listed(sorted(has)) or 'none'}", wanted)
            elif (here := type_text(there.type)) != (asked := type_text(wanted.type)):
                message = f"`{name}` of `{item.name.text}` is `{here}`, and `{use.name}` asks for `{asked}`"
                self._wrong(at, message, f"bind another attribute, or another {item.name.text}", there)

    def _has_parts(self, item: s.Sequence, use: LibraryUse) -> None:
        spans = [one.item.spans for one in self.said if isinstance(one.item, s.Sequence)]
        spans += [b.spans for one in self.said if isinstance(one.item, s.Sequence) for b in one.item.beside]
        known = [span.name.text for those in spans for span in spans_inside(those)]
        for part in (span.name.text for span in spans_inside(item.spans) if span.name.text not in known):
            message = f"`{use.name}` is about a part `{part}` of the sequence, and there is none"
            help_ = did_you_mean(part, known) or f"write `{_own(use, part)}: PART`, one of {listed(sorted(known))}"
            self._wrong(self._at(use, part), message, help_, item)

    @cached_property
    def _answered(self) -> set[str]:
        """The names that rules conclude, and of the events that something brings about."""
        found = set[str]()
        for item in (one.item for one in self.said):
            if isinstance(item, s.Rule):
                heads = (c.expr for c in item.conclusions if isinstance(c, s.Concludes))
                found |= {*names_in(h.left if isinstance(h, s.Is) and isinstance(h.left, s.Call) else h for h in heads)}
            elif isinstance(item, s.Event) and item.by:
                found.add(item.name.text)
            found |= _announced(item)
        return found

    def _says_nothing_twice(self) -> None:
        """Reports a name that two libraries declare, or a library and the game."""
        for (_, name), those in self.declared.items():
            own = [one for one in those if not isinstance(one.item, s.Open)]
            libraries = [one for one in own if one.layer.use is not None]
            if len(own) > 1 and libraries and len({id(one.layer) for one in own}) > 1:
                use = libraries[-1].layer.use
                assert use is not None
                other = next(one for one in own if one.layer is not libraries[-1].layer)
                message = f"`{use.name}` declares `{name}`, and so does `{other.layer.name}`"
                help_ = "write `prefix: WORD` in the use: its own names then begin so"
                self._wrong(use.place, message, help_, other.item)

    def _wrong(
        self, place: Span | None, message: str, help_: str | None, about: s.Item | s.Attribute | None = None
    ) -> bool:
        span = getattr(getattr(about, "name", None), "span", None) or getattr(about, "span", None)
        labels = ((span, "what it is about"),) if span else ()
        self.diagnostics.report("HX310", place, message, help=help_, labels=labels)
        return False

    def _at(self, use: LibraryUse, name: str) -> Span | None:
        """Returns where a use binds a name, or where it stands."""
        said = (old for old, new in use.names.items() if name in (new, old) and old in use.places)
        return next(map(use.places.__getitem__, said), use.place)


def _own(use: LibraryUse, name: str, dots: int = 0) -> str:
    """Returns what a library itself calls something, or an attribute."""
    found = (old.rpartition(".")[2] for old, new in use.names.items() if new == name and old.count(".") == dots)
    return next(found, name)


def names_in(node: object) -> Iterator[str]:
    for item in node if isinstance(node, Iterator) else nodes_inside(node):
        if isinstance(item, s.Ident | s.Name):
            yield item.text
        elif isinstance(item, s.TypeRef):
            yield item.name
        yield from names_in(item)


def _announced(item: s.Item) -> set[str]:
    blocks = [getattr(item, field, ()) for field in ("body", "lines", "done")]
    blocks += [c.body for c in getattr(item, "conclusions", ()) if isinstance(c, s.Then)]
    return {line.event.name.text for block in blocks for line in within(block) if isinstance(line, s.Announce)}


def _shape(item: s.Item) -> str:
    """Returns what is asked with which arguments, and what that gives."""
    assert isinstance(item, s.Declared)
    given = ", ".join(f"{p.name.text}: {type_text(p.type)}" for p in getattr(item, "params", ()))
    type_ = type_text(getattr(item, "type", None)) if isinstance(item, s.Fact | s.Quantity | s.Table) else ""
    return f"{item.name.text}({given})" + (f": {type_}" if type_ else "")
