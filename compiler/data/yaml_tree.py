"""YAML with places: reads a text into a tree of nodes with spans.

Only the plain part of YAML is read: mappings, lists and text. Every scalar stays the text that was written
(`no` is not a yes/no yet, `1-4` not a sum), since only the reader of a value knows its type. Anchors, aliases,
tags and several documents in one file are refused; size, count and depth are bounded.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections import abc
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

import yaml

from hexlaw.compiler.base.diagnostic import Diagnostics, quoted
from hexlaw.compiler.base.patience import BoundedFindings, patience
from hexlaw.compiler.base.source import Source, Span
from hexlaw.runtime.base import nodes

Plain: TypeAlias = "str | abc.Sequence[Plain] | abc.Mapping[str, Plain]"
_BARE = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`]([^\n,\[\]{}#:]|(?<! )#|:(?! |$))*(?<!\s)|-?[0-9][0-9 /]*|-", re.ASCII)
MAX_BYTES = 8_000_000
MAX_NODES = 200_000
MAX_DEPTH = 30
TOO_DEEP = f"values are nested more than {MAX_DEPTH} deep"
MAX_REMEMBERED = 32


class Scalar(nodes.Node):
    text: str
    span: Span

    def plain(self) -> str:
        return self.text


class Mapping(nodes.Node):
    entries: tuple[tuple[Scalar, Node], ...]
    span: Span

    @cached_property
    def _values(self) -> dict[str, Node]:
        return {key.text: value for key, value in self.entries}

    def get(self, key: str) -> Node | None:
        return self._values.get(key)

    def text(self, key: str) -> str | None:
        """Returns the text under a key; None where there is nothing, or a list or mapping."""
        found = self.get(key)
        return found.text if isinstance(found, Scalar) else None

    def key(self, name: str) -> Scalar | None:
        """Returns the key itself, for its place."""
        return next((key for key, _ in self.entries if key.text == name), None)

    def changed(self, *path: str, to: Node | None) -> Mapping:
        """With another value at the end of some keys, each inside the one before it; with none, without that key."""
        first, *inner = path
        found: list[tuple[Scalar, Node]] = []
        for key, value in self.entries:
            new = value if key.text != first else to
            if inner and key.text == first:
                new = value.changed(*inner, to=to) if isinstance(value, Mapping) else value
            found += [] if new is None else [(key, new)]
        return Mapping(tuple(found), self.span)

    def plain(self) -> dict[str, object]:
        return {key.text: value.plain() for key, value in self.entries}


class Listing(nodes.Node):
    items: tuple[Node, ...]
    span: Span

    def plain(self) -> list[object]:
        return [item.plain() for item in self.items]


Node = Scalar | Mapping | Listing


def entries_in(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    """Returns the keys and values of a mapping; none of any other node."""
    return node.entries if isinstance(node, Mapping) else ()


def items_in(node: Node | None) -> tuple[Node, ...]:
    """Returns the items of a list; none of any other node."""
    return node.items if isinstance(node, Listing) else ()


def scalars_in(node: Node | None) -> tuple[Scalar, ...]:
    """Returns the items of a list that are single values."""
    return tuple(item for item in items_in(node) if isinstance(item, Scalar))


def mappings_in(node: Node | None) -> tuple[Mapping, ...]:
    return tuple(item for item in items_in(node) if isinstance(item, Mapping))


def texts_in(node: Node | None) -> tuple[str, ...]:
    """Returns the texts of a list."""
    return tuple(item.text for item in scalars_in(node))


def texts_by_key(node: Node | None) -> dict[str, str]:
    return {key.text: value.text for key, value in entries_in(node) if isinstance(value, Scalar)}


def read_yaml(source: Source, diagnostics: Diagnostics) -> Node | None:
    """Returns the tree of a text, or None after reporting anything in it. Those read last are kept."""
    return _well_formed(source.name, source.text) or _read(source, diagnostics)


@lru_cache(MAX_REMEMBERED)
def _well_formed(name: str, text: str) -> Node | None:
    found = Diagnostics()
    tree = _read(Source(name, text), found)
    return None if found.found else tree


def _read(source: Source, diagnostics: Diagnostics) -> Node | None:
    with patience(diagnostics) as found:
        if _is_bounded_text(source, found):
            builder = _Builder(source, found)
            builder.build()
            return None if found.failed else builder.root
    return None


_NOT_TEXT = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_DIRECTIVE = re.compile("(?:^|(?<=[\n\r\x85\u2028\u2029]))%")


def _is_bounded_text(source: Source, found: BoundedFindings) -> bool:
    if len(source.text) > MAX_BYTES:
        found.report("HX103", source.span(0, 0), f"the text is longer than {MAX_BYTES:,} characters")
    elif bad := _NOT_TEXT.search(source.text):
        message = f"a character that no text holds (number {ord(bad.group())})"
        found.report("HX102", source.span(bad.start(), bad.end()), message)
    elif directive := _DIRECTIVE.search(source.text):
        # Besides being of no use, many of them keep the YAML library busy for hours.
        place = source.span(directive.start(), directive.end())
        help = "indent or quote a text that begins with `%`"
        found.report("HX108", place, "a line with `%` in front is not used in data files", help=help)
    return not found.failed


@dataclasses.dataclass
class _Open:
    """A mapping or list whose end has not been read."""

    start: int
    is_mapping: bool
    items: list[Node] = dataclasses.field(default_factory=list)
    entries: list[tuple[Scalar, Node]] = dataclasses.field(default_factory=list)
    key: Scalar | None = None
    keys: dict[str, Span] = dataclasses.field(default_factory=dict)


class _Builder:
    """Builds nodes from the parser's events, without recursion."""

    def __init__(self, source: Source, found: BoundedFindings) -> None:
        self.source = source
        self.found = found
        self.root: Node | None = None
        self._open: list[_Open] = []
        self._length = len(source.text)
        self._documents = 0
        self._nodes = 0

    def build(self) -> None:
        try:
            for event in yaml.parse(self.source.text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
                if not self._take(event):
                    return
        except yaml.YAMLError as error:
            self._explain(error)
            return
        except UnicodeError:
            self.found.report("HX102", self._span(0, 0), "this is not text in UTF-8")
            return
        if self.root is None and not self.found.failed:
            self.found.report("HX104", self._span(0, 0), "the file is empty")

    def _span(self, start: int, end: int) -> Span:
        length = self._length
        return Span(self.source, start if start < length else length, end if end < length else length)

    def _take(self, event: Any) -> bool:
        """Handles one event; False when nothing more should be read."""
        start, end = event.start_mark.index, event.end_mark.index
        if isinstance(event, yaml.NodeEvent) and not isinstance(event, yaml.AliasEvent):
            return self._begin_node(event, start, end)
        if isinstance(event, yaml.CollectionEndEvent):
            self._close(end)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                help = "begin a new file instead of a line `---`"
                self.found.report("HX108", self._span(start, start + 3), "a second document begins here", help=help)
                return False
        elif isinstance(event, yaml.AliasEvent):
            message = f"an alias {quoted(f'*{event.anchor}')} is not used in data files"
            self.found.report("HX108", self._span(start, end), message, help="write the value out")
            self._add(Scalar("", self._span(start, end)))
        return True

    def _begin_node(self, event: Any, start: int, end: int) -> bool:
        if event.anchor is not None:
            message = f"an anchor {quoted(f'&{event.anchor}')} is not used in data files"
            self.found.report("HX108", self._span(start, end), message, help="write the value out where it is needed")
        if event.tag is not None:
            message = f"a tag {quoted(event.tag)} is not used in data files"
            self.found.report("HX108", self._span(start, end), message, help="leave the word with `!` out")
        self._nodes += 1
        if self._nodes > MAX_NODES:
            self.found.report("HX103", self._span(start, end), f"the file holds more than {MAX_NODES:,} values")
            return False
        if isinstance(event, yaml.ScalarEvent):
            self._add(Scalar(event.value, self._span(start, end)))
            return True
        if len(self._open) == MAX_DEPTH:
            self.found.report("HX103", self._span(start, end), TOO_DEEP)
            return False
        self._open.append(_Open(start, isinstance(event, yaml.MappingStartEvent)))
        return True

    def _close(self, end: int) -> None:
        closed = self._open.pop()
        # A block collection is ended by what follows it; its own text ends with its last value.
        last = closed.entries[-1][1] if closed.entries else closed.items[-1] if closed.items else None
        in_brackets = end > 0 and self.source.text[end - 1 : end] in ("]", "}")
        end = end if in_brackets or last is None else last.span.end
        span = self._span(closed.start, end)
        node = Mapping(tuple(closed.entries), span) if closed.is_mapping else Listing(tuple(closed.items), span)
        self._add(node)

    def _add(self, node: Node) -> None:
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        if not parent.is_mapping:
            parent.items.append(node)
        elif parent.key is None:
            parent.key = self._as_key(node, parent)
        else:
            self._is_apart(parent.key, node)
            parent.entries.append((parent.key, node))
            parent.key = None

    def _is_apart(self, key: Scalar, value: Node) -> None:
        """Reports a key with its value glued to it, as in `{day:3}`: to YAML that is one word, and no value."""
        if ":" not in key.text:
            return
        name, _, rest = key.text.partition(":")
        plain = self.source.text[key.span.start : key.span.end] == key.text
        if name and rest and plain and isinstance(value, Scalar) and value.span.start == value.span.end:
            if rest[0].isspace():
                self._not_a_blank(key.span.start + len(name) + 1)
                return
            help = f"write `{name}: {rest}`"
            self.found.report(
                "HX104", key.span, f"a blank is missing behind the colon of {quoted(key.text)}", help=help
            )

    def _as_key(self, node: Node, parent: _Open) -> Scalar:
        if not isinstance(node, Scalar):
            help = "write the key before `:` as plain text, in quotes if it holds brackets"
            self.found.report("HX104", node.span, "a key is a word or a text, not a list or a mapping", help=help)
            return Scalar("", node.span)
        bracket = _KEY_AND_BRACKET.match(node.text)
        whole = "" if bracket is None else self.source.line_text(node.span.line).strip()
        if bracket is not None and whole.startswith(node.text):
            place = self._span(node.span.start, node.span.start + bracket.end("key"))
            self._no_colon(place, bracket["key"], whole.removeprefix(bracket["key"]).strip())
            return node
        if (first := parent.keys.setdefault(node.text, node.span)) is not node.span:
            labels = ((first, "it is given here first"),)
            self.found.report("HX106", node.span, f"the key {quoted(node.text)} is given twice", labels=labels)
        return node

    def _explain(self, error: yaml.YAMLError) -> None:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        if re.search("flow|simple key", str(getattr(error, "context", ""))):  # where the bracket or the key begins
            mark = getattr(error, "context_mark", None) or mark
        at = mark.index if mark is not None else 0
        place = self._span(at, at + 1)
        line = self.source.line_text(place.line)
        if "\t" in line[: len(line) - len(line.lstrip())]:
            self.found.report("HX104", place, "a tab cannot stand in the indentation", help="indent with spaces")
            return
        if self._is_told_nearer(error, place.line):
            return
        problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "")
        if "nesting depth" in problem:  # the library reads ahead, and may give up before the first value is met
            self.found.report("HX103", place, TOO_DEEP)
            return
        message, hint = next((words for part, words in _PLAIN_WORDS if part in problem), _UNCLEAR)
        self.found.report("HX104", place, message, help=hint)

    def _is_told_nearer(self, error: yaml.YAMLError, line: int) -> bool:
        """Returns whether the cause is seen in the line at which the reader stopped or in the last above it that says
        something, and is reported there: the reader itself often goes on a little before it stumbles."""
        if (met := getattr(error, "problem_mark", None)) is not None:
            number = self._span(met.index, met.index).line
            if (braces := _BRACES.search(self.source.line_text(number))) is not None:
                start = self.source.line_start(number)
                place = self._span(start + braces.start("text"), start + braces.end())
                message = "a text that begins with a brace is not in quotes"
                self.found.report("HX104", place, message, help=f'write `"{braces["text"]}"`')
                return True
        if self._lacks_its_colon(error, line):
            return True
        above = next((n for n in range(line - 1, 0, -1) if self.source.line_text(n).strip()), line)
        for number in (line, above):
            if (hidden := _HIDDEN.search(self.source.line_text(number))) is not None:
                start = self.source.line_start(number)
                place = self._span(start + hidden.start("text"), start + hidden.end())
                self.found.report("HX104", place, "from `#` on this is a comment", help=f'write `"{hidden["text"]}"`')
                return True
            if (glued := _GLUED.match(self.source.line_text(number))) is None:
                continue
            at = self.source.line_start(number) + glued.start("rest")
            if glued["rest"].isspace():
                self._not_a_blank(at)
            else:
                message = f"a blank is missing behind the colon of {quoted(glued['key'] + ':')}"
                self.found.report("HX104", self._span(at - 1, at), message, help="put a blank behind it")
            return True
        return False

    def _lacks_its_colon(self, error: yaml.YAMLError, line: int) -> bool:
        """Returns whether the line begins with a key that has its value behind it and no colon, after reporting it."""
        key = _KEY_AND_BRACKET.match(self.source.line_text(line))
        problem = str(getattr(error, "problem", ""))
        if key is None and not self._open and "mapping values" in problem:  # all above is one text to the reader
            lines = range(1, line)
            line = next((n for n in lines if self.source.line_text(n).split("#")[0].strip()), line)
            key = _KEY_AND_VALUE.match(self.source.line_text(line))
        elif key is None and "expected ':'" in problem:
            key = _KEY_AND_VALUE.match(self.source.line_text(line))
        if key is None:
            return False
        start = self.source.line_start(line)
        self._no_colon(self._span(start + key.start("key"), start + key.end("key")), key["key"], key["rest"])
        return True

    def _no_colon(self, place: Span, key: str, rest: str | None) -> None:
        more = "" if rest is None else f" {rest}"
        help = f"write `{key}:{more}`" if len(more) <= MAX_SHOWN_LENGTH else f"write `{key}:` and a blank"
        self.found.report("HX104", place, f"a colon is missing behind {quoted(key)}", help=help)

    def _not_a_blank(self, at: int) -> None:
        """Reports a sign that looks like a blank and is none, such as the one that keeps two words on one line."""
        message = "what stands behind the colon looks like a blank and is another sign"
        self.found.report("HX104", self._span(at, at + 1), message, help="type the blank anew")


_GLUED = re.compile(r"\s*(?:- )?(?P<key>[\w.+/-]+):(?P<rest>[^\s:/]|[^\S \t\r\n])")
"""A key with something behind its colon that is not a blank."""
_KEY_AND_BRACKET = re.compile(r"\s*(?:- )?(?P<key>(?!- )[\w.+/-]+) +(?P<rest>[{\[].*\S)")
"""A word and its value in brackets, with no colon between them."""
_KEY_AND_VALUE = re.compile(r"\s*(?:- )?(?P<key>(?!- )[\w.+/-]+)(?: +(?P<rest>[^\s#:](?:[^:#]*[^\s:#])?))?\s*(?:#.*)?$")
"""A word, and what stands behind it, where the reader looks for a colon."""
MAX_SHOWN_LENGTH = 40
_HIDDEN = re.compile(r"(?:[\w.+/-]:|[\[,]) +(?P<text>#[0-9a-zA-Z]+)(?=[\s,}\]]|$)")
"""A word that begins with `#` where a value should stand, as a colour does."""
_BRACES = re.compile(r"(?:^|[ ,{\[])(?P<text>(?:\{[^{}:,\[\]\"]*\}[^\s,{}\[\]\":]*){2,})")
"""Several words in braces without anything between them, as in the pattern of a name."""


_UNCLEAR = ("the YAML cannot be understood here", "look at the indentation, colons and quotes of this line")

# What the YAML library says, by a part of its sentence, and what we say: the sentence and the hint.
_PLAIN_WORDS: tuple[tuple[str, tuple[str, str]], ...] = (
    (
        "mapping values are not allowed",
        ("a colon makes a key here where none can stand", "quote the text, or indent the line like those above"),
    ),
    (
        "could not find expected ':'",
        ("a key without a colon", "end the key with `: `, or put a text of several lines in quotes"),
    ),
    ("expected ',' or ']'", ("a list in square brackets is not closed", "separate by commas, end with `]`")),
    ("expected ',' or '}'", ("a mapping in braces is not closed", "separate by commas, end with `}`")),
    ("expected key", ("this line does not continue the keys above", "keys of one mapping begin in the same column")),
    (
        "expected <block end>",
        ("this line does not continue what stands above", "keys of one mapping begin in the same column"),
    ),
    ("expected '-' indicator", ("this line does not continue the list", "begin items by `- `, keys 2 blanks after it")),
    (
        "sequence entries are not allowed",
        ("a list cannot begin here", "begin the list on a line of its own, below its key"),
    ),
    ("unexpected end of stream", ("a quote is not closed", "end the text with the quote it began with")),
    ("unexpected document indicator", ("a quote is not closed", "end the text with the quote it began with")),
    ("unknown escape character", ("an unknown sign after a backslash", "use single quotes, or write `\\\\`")),
    ("escape", ("a malformed sign after a backslash", "use single quotes, or write `\\\\`")),
    ("cannot start any token", ("a text cannot begin with this sign", "put the text in quotes")),
    ("undefined alias", ("an alias is not used in data files", "put a text that begins with `*` in quotes")),
    ("alphabetic or numeric", ("a text cannot begin with this sign", "put the text in quotes")),
    ("tag", ("a tag is not used in data files", "put a text that begins with `!` in quotes")),
    ("<document start>", ("nothing can follow the end of the data", "look at the brackets and indents above")),
    ("node content", ("a value is missing here", "look for a comma or bracket too many")),
)


def flow(value: Plain) -> str:
    """Returns a value on one line."""
    if isinstance(value, str):
        return value if _BARE.fullmatch(value) else json.dumps(value, ensure_ascii=False)
    if isinstance(value, abc.Mapping):
        return f"{{{', '.join(f'{flow(key)}: {flow(inner)}' for key, inner in value.items())}}}"
    return f"[{', '.join(map(flow, value))}]"
