"""The rule graph as a file: a `Graph` in, stable JSON out, and back. With it a law is asked without the compiler.

The JSON has the shape of the nodes in `graph.py`, `expr.py` and `types.py`: a field `for_each` is the key `for-each`; a
node that could be one of several says which by `node`. `docs/graph.md` is the contract, `schemas/graph.schema.json` its
schema. The same graph gives the same bytes: what has an order keeps it, everything else is sorted by name.

What is read may come from strangers: it is bounded in size and depth, every part is checked for its shape and every
name for what it stands for, and whatever is wrong raises `GraphUnreadable`, with a sentence and its place.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT

from hexlaw.runtime.base.nodes import Node, fields
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.graph_file_names import wrong_names
from hexlaw.runtime.law.value import exact_text

FORMAT = "hexlaw-graph"
VERSION = 9
"""1 had no types, 2 two sorts of picks, 3 no phrases, 4 dice of printed faces alone, 5 sorts of parts, 6 no advice, 7
prose of single rules, 8 texts without their passages."""
MAX_SIZE = 64_000_000  # characters
MAX_DEPTH = 240  # values inside each other; the deepest expression that the compiler accepts stays under it

IN_ORDER = frozenset(section.field for section in g.SECTIONS if section.in_order)
"""The parts of a graph that are lists in the file, in the order in which they were written."""


class GraphUnreadable(ValueError):
    """A text is not a rule graph; `message` is a sentence that says why and where."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.path: list[str] = []

    def __str__(self) -> str:
        place = "".join(self.path).lstrip(".")
        return f"{place}: {self.message}" if place else self.message


def write_graph(graph: g.Graph) -> str:
    """The graph as the text of a file; places that begin at the root of this machine begin at their modules there."""
    document = {"format": FORMAT, "version": VERSION, "hash": graph_hash(graph)}
    document |= _GraphWriter(_shared_folder(graph)).node(graph)
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _of_another(version: object) -> str:
    """The message about a rule graph of a version that is not read here."""
    if type(version) is not int or not 0 < version < 1_000:
        return "this rule graph is of no version that there is: write it anew from its law"
    versions = f"version {version}, read here is {VERSION}"
    if version > VERSION:
        return f"a later Hexlaw wrote this rule graph ({versions}): install a newer Hexlaw"
    return f"an earlier Hexlaw wrote this rule graph ({versions}): write it anew from its law"


def graph_hash(graph: g.Graph) -> str:
    """What the law means, as a hash: equal as long as the law decides and cites the same, wherever it stands."""
    meaning = _GraphWriter("", meaning_alone=True).node(graph)
    for part in IN_ORDER:
        meaning[part].sort(key=lambda node: str(node.get("id") or node.get("name")))
    text = json.dumps(meaning, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()


def read_graph(text: str) -> g.Graph:
    """The graph that a text holds; raises `GraphUnreadable` when it holds none that can be asked."""
    document = _json(text)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise GraphUnreadable(f"this is not a rule graph: it does not begin with `format: {FORMAT}`")
    if document.get("version") != VERSION:
        raise GraphUnreadable(_of_another(document.get("version")))
    body = {key: value for key, value in document.items() if key not in ("format", "version", "hash")}
    try:
        graph: g.Graph = _read(body, g.Graph)
    except RecursionError:
        raise GraphUnreadable(f"values are nested more than {MAX_DEPTH} deep") from None
    for problem in wrong_names(graph):
        raise GraphUnreadable(problem)
    if document.get("hash") != graph_hash(graph):
        raise GraphUnreadable("the rule graph is not the one its hash speaks of: it is damaged or was changed by hand")
    return graph


# ---- the shape of nodes


def _key(field: str) -> str:
    return field.replace("_", "-")


@cache
def tag(node: Any) -> str:
    """What `node` says of a node that could be one of several: `MakeRecord` is `make-record`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", node.__name__.removesuffix("Decl")).lower()


@cache
def shape(node: Any) -> Mapping[str, Any]:
    """The fields of a node with their types."""
    hints = get_type_hints(node)
    return {name: hints[name] for name in node.__struct_fields__}


@cache
def _needed(node: Any) -> frozenset[str]:
    defaulted = {field.name for field in fields(node) if field.default is not NODEFAULT}
    return frozenset(shape(node)) - defaulted - ({"default"} if node is g.AttributeDecl else set())


@cache
def _tagged(hint: Any) -> Mapping[str, type]:
    """The nodes that a hint allows, by their tags."""
    return {tag(a): a for a in get_args(hint) if _is_node(a)}


def _is_node(one: Any) -> bool:
    """Whether this is a node of the graph, or a class of them."""
    return isinstance(one, Node) or (isinstance(one, type) and issubclass(one, Node))


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)


def _is_value(hint: Any) -> bool:
    """Whether a hint stands for a value of the law, as opposed to a part of the graph."""
    return hint is object or (_is_union(hint) and object in get_args(hint))


# ---- writing


class _GraphWriter:
    def __init__(self, folder: str, *, meaning_alone: bool = False) -> None:
        self.folder = folder
        self.meaning_alone = meaning_alone

    def node(self, node: Any) -> dict[str, Any]:
        omitted = node.WORDS if self.meaning_alone else ()
        return {
            _key(name): self._part(name, getattr(node, name), hint)
            for name, hint in shape(node.__class__).items()
            if name not in omitted and getattr(node, name) is not g.MISSING
        }

    def _part(self, name: str, value: Any, hint: Any) -> Any:
        if name == "where" and isinstance(value, str):
            return value.removeprefix(self.folder)
        if name in IN_ORDER and isinstance(value, Mapping):
            return [self.node(inner) for inner in value.values()]
        return self.write(value, hint)

    def write(self, value: Any, hint: Any) -> Any:
        if _is_value(hint):
            return written_value(value)
        if isinstance(value, Mapping):
            key, item = get_args(hint)
            if key is not str:
                return [{"at": list(at), **self.node(value[at])} for at in sorted(value)]
            return {name: self.write(value[name], item) for name in sorted(value)}
        if isinstance(value, frozenset):
            return sorted(value)
        if isinstance(value, tuple):
            items = get_args(next(a for a in get_args(hint) if get_origin(a) is tuple) if _is_union(hint) else hint)
            hints = [items[0]] * len(value) if items[-1] is Ellipsis else items
            return [self.write(v, h) for v, h in zip(value, hints, strict=True)]
        if _is_node(value):
            several = _is_union(hint) and (len(_tagged(hint)) > 1 or str in get_args(hint))
            return {"node": tag(value.__class__), **self.node(value)} if several else self.node(value)
        return value


_NUMBER = re.compile(r"(-?)(?:(\d{1,400}) )?(\d{1,400})(?:/(\d{1,400}))?", re.ASCII)


def written_value(value: object) -> Any:
    """A value: `true`, `null`, a list for a set, `"5 1/2"` for a number.

    A text that could be taken for a number is an object, `{"text": "12"}`.
    """
    match value:
        case None | bool():
            return value
        case int() | Fraction():
            return exact_text(value)
        case str():
            return {"text": value} if _NUMBER.fullmatch(value) else value
        case tuple():
            return [written_value(item) for item in value]
        case _:
            raise TypeError(f"{value!r} is not a value that a law can hold")


def _shared_folder(graph: g.Graph) -> str:
    """The folder that all places share which begin at the root of this machine: it means nothing elsewhere."""
    written = [node for s in g.SECTIONS if s.has("origin") for node in graph.section(s.sort).values()]
    places = [node.origin.where for node in (*written, *graph.settlements, *graph.drops, *graph.variations)]
    places += [cell.where for table in graph.tables.values() for cell in table.data.cells.values()]
    places += [unit.where for unit in graph.units.values()]
    folders = {os.path.dirname(place) for place in places if os.path.isabs(place)}
    return os.path.join(os.path.commonpath(folders), "") if folders else ""


# ---- reading


def _json(text: str) -> Any:
    if len(text) > MAX_SIZE:
        raise GraphUnreadable(f"the text is longer than {MAX_SIZE:,} characters")
    try:
        document = json.loads(text, object_pairs_hook=_object, parse_float=_inexact, parse_constant=_inexact)
    except json.JSONDecodeError as problem:
        raise GraphUnreadable(f"this is not JSON: line {problem.lineno}, column {problem.colno}") from None
    except RecursionError:
        raise GraphUnreadable(f"values are nested more than {MAX_DEPTH} deep") from None
    except GraphUnreadable:
        raise
    except ValueError:  # whole numbers of thousands of digits
        raise GraphUnreadable("a number has more digits than can be read") from None
    level: list[Any] = [document]
    for _ in range(MAX_DEPTH):
        level = [v for x in level if isinstance(x, dict | list) for v in (x.values() if isinstance(x, dict) else x)]
        if not level:
            return document
    raise GraphUnreadable(f"values are nested more than {MAX_DEPTH} deep")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for i, (key, _) in enumerate(pairs) if key in dict(pairs[:i]))
        raise GraphUnreadable(f"the key `{twice[:80]}` stands twice in one object")
    return found


def _inexact(text: str) -> Any:
    raise GraphUnreadable(f"`{text[:40]}` is not an exact number: write a text such as `5 1/2`")


def _read(data: Any, hint: Any, at: str = "") -> Any:
    """A part of the graph read by its type; a mistake is reported with the place that `at` adds to."""
    try:
        return _read_by(data, hint)
    except GraphUnreadable as problem:
        problem.path.insert(0, at)
        raise


def _read_by(data: Any, hint: Any) -> Any:
    if _is_value(hint):
        return read_value(data)
    if _is_union(hint):
        return _read_one_of(data, hint)
    origin = get_origin(hint)
    if origin is Literal:
        if data not in get_args(hint) or not isinstance(data, str):
            raise GraphUnreadable(f"expected one of {', '.join(f'`{a}`' for a in get_args(hint))}")
        return data
    if origin is tuple:
        return _read_tuple(_a(data, list, "a list"), get_args(hint))
    if hint == frozenset[str]:
        return frozenset(_read(item, str, f"[{i}]") for i, item in enumerate(_a(data, list, "a list")))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _read_mapping(data, hint)
    if _is_node(hint):
        return _read_node(_a(data, dict, "an object"), hint)
    if hint is int:
        return _a(data, int, "a whole number")
    return _a(data, hint, "a text" if hint is str else "`true` or `false`")


def _a(data: Any, type_: Any, words: str) -> Any:
    if not isinstance(data, type_) or (type_ is int and isinstance(data, bool)):
        raise GraphUnreadable(f"expected {words}")
    return data


def _read_one_of(data: Any, hint: Any) -> Any:
    allowed = get_args(hint)
    if data is None and NoneType in allowed:
        return None
    if isinstance(data, dict) and _tagged(hint):
        nodes = _tagged(hint)
        if len(nodes) == 1 and str not in allowed:
            return _read_node(data, *nodes.values())
        node = nodes.get(data["node"]) if isinstance(data.get("node"), str) else None
        if node is None:
            raise GraphUnreadable(f"expected `node` to be one of {', '.join(f'`{n}`' for n in nodes)}")
        return _read_node({key: value for key, value in data.items() if key != "node"}, node)
    plain = [a for a in allowed if a is not NoneType and not _is_node(a)]
    if len(plain) > 1:  # one name, or a list of several
        plain = [a for a in plain if (get_origin(a) is tuple) is isinstance(data, list)]
    if len(plain) != 1:
        raise GraphUnreadable("expected an object")
    return _read_by(data, plain[0])


def _read_tuple(data: list[Any], items: tuple[Any, ...]) -> tuple[Any, ...]:
    if items[-1] is not Ellipsis and len(data) != len(items):
        raise GraphUnreadable(f"expected {len(items)} values")
    hints = [items[0]] * len(data) if items[-1] is Ellipsis else items
    return tuple(_read(d, h, f"[{i}]") for i, (d, h) in enumerate(zip(data, hints, strict=True)))


def _read_mapping(data: Any, hint: Any) -> dict[Any, Any]:
    key, item = get_args(hint)
    if key is not str:
        found = {}
        for i, cell in enumerate(_a(data, list, "a list")):
            rest = {name: value for name, value in _a(cell, dict, "an object").items() if name != "at"}
            found[_read(cell.get("at"), key, f"[{i}].at")] = _read(rest, item, f"[{i}]")
        return found
    named = {name: _read(value, item, f".{name}") for name, value in _a(data, dict, "an object").items()}
    for name, node in named.items():
        if (getattr(node, "id", None) or getattr(node, "name", name)) != name:
            raise GraphUnreadable(f"what stands under `{name}` calls itself otherwise")
    return named


def _read_node(data: dict[str, Any], node: Any) -> Any:
    known = {_key(name): name for name in shape(node)}
    for key in data:
        if key not in known:
            raise GraphUnreadable(f"there is no key `{key[:80]}` here")
    for name in _needed(node):
        if _key(name) not in data:
            raise GraphUnreadable(f"the key `{_key(name)}` is missing here")
    values = {known[key]: _read_part(node, known[key], value) for key, value in data.items()}
    if node is g.AttributeDecl:
        values.setdefault("default", g.MISSING)
    return node(**values)


def _read_part(node: Any, name: str, data: Any) -> Any:
    hint = shape(node)[name]
    if node is not g.Graph or name not in IN_ORDER:
        return _read(data, hint, f".{_key(name)}")
    listed = _read(data, tuple[get_args(hint)[1], ...], f".{name}")  # type: ignore[misc]
    named = {getattr(part, "id", None) or part.name: part for part in listed}
    if len(named) < len(listed):
        raise GraphUnreadable(f"two of the {name} have one name")
    return named


def read_value(data: Any) -> object:
    """A value as `written_value` writes it."""
    match data:
        case None | bool():
            return data
        case str():
            return _read_number(data) if _NUMBER.fullmatch(data) else data
        case list():
            return tuple(_read(item, object, f"[{i}]") for i, item in enumerate(data))
        case {"text": str() as text} if len(data) == 1:
            return text
        case _:
            raise GraphUnreadable(
                "expected a value: a text, a number written as a text, `true`, `false`, `null`, a list"
            )


def _read_number(text: str) -> int | Fraction:
    match = _NUMBER.fullmatch(text)
    assert match is not None
    sign, whole, above, below = match.groups()
    if (below is not None and int(below) == 0) or (whole is not None and below is None):
        raise GraphUnreadable(f"`{text[:40]}` is not a number")
    size = Fraction(int(whole or 0)) + Fraction(int(above), int(below or 1))
    number = -size if sign else size
    return int(number) if number.denominator == 1 else number
