"""YAML that is changed as a person would change it: a value here and there, and every other character stays.

Values are what `Node.plain` gives: texts, lists and mappings. What is new is written in braces on a line of its own
where that is short, and below its key otherwise; comments, alignment and the order of keys are those of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data import yaml_tree as y
from hexlaw.compiler.data.yaml_tree import Plain, flow

WIDTH = 110
_STEP = "  "


def entry(key: str, value: Plain, indent: str) -> str:
    """Returns a key with its value, without the indentation of its first line: on one line, or on those below it."""
    line = f"{flow(key)}: {flow(value)}"
    inside = value.values() if isinstance(value, Mapping) else ()
    of_mappings = any(isinstance(inner, Mapping) and len(inner) > bool(indent) for inner in inside)
    if isinstance(value, str) or not value or (len(indent) + len(line) <= WIDTH and not of_mappings):
        return line
    return "\n".join([f"{flow(key)}:", *(f"{indent}{_STEP}{each}" for each in _lines(value, indent + _STEP))])


def _lines(value: Sequence[Plain] | Mapping[str, Plain], indent: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from (entry(key, inner, indent) for key, inner in value.items())
    else:
        yield from (f"- {item(inner, indent)}" for inner in value)


def item(value: Plain, indent: str) -> str:
    """Returns an item of a list, without its dash: a mapping with a key on each line."""
    is_mapping = isinstance(value, Mapping) and value
    return f"\n{indent}{_STEP}".join(_lines(value, indent + _STEP)) if is_mapping else flow(value)


def plain_of(text: str) -> dict[str, Plain]:
    """Returns what a text says as data."""
    tree = _tree(Source("the file", text))
    return cast("dict[str, Plain]", tree.plain()) if isinstance(tree, y.Mapping) else {}


def _tree(source: Source) -> y.Node | None:
    """Returns the tree of a text; None where it says nothing."""
    found = Diagnostics()
    tree = y.read_yaml(source, found)
    if tree is None and re.search(r"^\s*[^\s#]", source.text, re.MULTILINE):
        raise Refused(f"this cannot be written into it before it is mended: {found.found[0].message}")
    return tree


def with_value(text: str, path: Sequence[str | int], value: Plain | None) -> str:
    """Returns a text with another value at the end of some keys, or numbers of items; with None, without that key, and
    without what holds nothing else."""
    source = Source("the file", text)
    root = _tree(source)
    nodes: list[y.Node] = [] if root is None else [root]
    for key in path:
        inner = _inside(nodes[-1], key) if nodes else None
        if inner is None:
            break
        nodes.append(inner)
    if len(nodes) == len(path) + 1:
        return _without(source, nodes, path) if value is None else _replaced(source, nodes[-1], path, value)
    if value is None:
        return source.text
    *rest, key = reversed(path[max(len(nodes) - 1, 0) :])
    for outer in rest:
        value = {str(outer): value}
    return _added(source, nodes[-1] if nodes else None, key, value)


def _inside(node: y.Node, key: str | int) -> y.Node | None:
    if isinstance(node, y.Mapping) and isinstance(key, str):
        return node.get(key)
    if isinstance(node, y.Listing) and isinstance(key, int) and key < len(node.items):
        return node.items[key]
    return None


def _is_flow(source: Source, node: y.Node) -> bool:
    return source.text[node.span.start : node.span.start + 1] in ("{", "[")


def _column(source: Source, place: int) -> str:
    return " " * (place - source.text.rfind("\n", 0, place) - 1)


def _replaced(source: Source, node: y.Node, path: Sequence[str | int], value: Plain) -> str:
    text, start, end = source.text, node.span.start, node.span.end
    if isinstance(node, y.Scalar) or _is_flow(source, node):
        gap = " " if start and text[start - 1] == ":" else ""
        return f"{text[:start]}{gap}{flow(value)}{text[end:]}"
    below = _column(source, start)
    lines = [flow(value)] if isinstance(value, str) or not value else [*_lines(value, below)]
    return f"{text[:start]}{f'{chr(10)}{below}'.join(lines)}{text[end:]}"


def _added(source: Source, node: y.Node | None, asked: str | int, value: Plain) -> str:
    """Returns the text with one key more in a mapping, or one item in a list: behind its others, as they are."""
    text, key = source.text, str(asked)
    if node is None:
        return f"{text.rstrip()}\n{entry(key, value, '')}\n".lstrip("\n")
    if (isinstance(node, y.Scalar) and node.text == "") or (isinstance(node, y.Mapping) and not node.entries):
        start = text.rfind("\n", 0, node.span.start) + 1
        found = re.match(r" *(- )?", text[start:])
        below = " " * len(found[0] if found else "") + (_STEP if node.span.start > start else "")
        new = f"- {item(value, below)}" if isinstance(asked, int) else entry(key, value, below)
        return f"{text[: node.span.start].rstrip(' ')}\n{below}{new}{text[node.span.end :]}"
    if isinstance(node, y.Listing) and node.items and not _is_flow(source, node):
        indent, end = _column(source, text.rindex("-", 0, node.items[0].span.start)), _line_end(text, node.span.end)
        return f"{text[:end].rstrip(chr(10))}\n{indent}- {item(value, indent)}{text[end:] or chr(10)}"
    if not isinstance(node, y.Mapping):
        raise Refused(f"`{key}` cannot be written where something else stands")
    if _is_flow(source, node):
        last = node.entries[-1][1].span.end
        first = _column(source, node.entries[0][0].span.start)
        line = text[text.rfind("\n", 0, last) + 1 : last]
        gap = " " if len(line) + len(key) + len(flow(value)) + 5 <= WIDTH else f"\n{first}"
        return f"{text[:last]},{gap}{flow(key)}: {flow(value)}{text[last:]}"
    indent, end = _column(source, node.entries[0][0].span.start), _line_end(text, node.span.end)
    return f"{text[:end].rstrip(chr(10))}\n{indent}{entry(key, value, indent)}{text[end:] or chr(10)}"


def _line_end(text: str, place: int) -> int:
    """Returns where the line ends in which a value ends, behind a remark beside it."""
    place = place - 1 if text[place - 1 : place] == "\n" else place
    found = text.find("\n", place)
    return found if found >= 0 else len(text)


def _without(source: Source, nodes: list[y.Node], path: Sequence[str | int]) -> str:
    text, holder, key = source.text, nodes[-2], path[-1]
    if len(holder.entries if isinstance(holder, y.Mapping) else getattr(holder, "items", ())) == 1 and len(path) > 1:
        return _without(source, nodes[:-1], path[:-1])
    inner = nodes[-1].span
    start = inner.start
    if isinstance(holder, y.Mapping) and (named := holder.key(str(key))) is not None:
        start = named.span.start
    if _is_flow(source, holder):
        if behind := re.compile(r"\s*,\s*").match(text, inner.end):
            return text[:start] + text[behind.end() :]
        return re.sub(r"\s*,\s*\Z", "", text[:start]) + text[inner.end :]
    line = text.rfind("\n", 0, start) + 1
    return text[:line] + text[_line_end(text, inner.end) :].removeprefix("\n")
