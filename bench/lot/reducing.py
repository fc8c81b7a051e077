"""Cuts a law down to what still shows a difference: delta debugging (Zeller and Hildebrandt 2002), from items to words.

What shows it is asked anew each time: the law is played with the same seeds. A cut counts if the same sort of mistake
is seen, wherever it is. With an item goes what refers to it: what `check` refuses then is left out as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from time import monotonic

from lot.module import Item, Module

Shows = Callable[[Module], bool]
Mended = Callable[[Module], Module]


def reduced(module: Module, shows: Shows, mended: Mended, seconds: float = 120) -> Module:
    """Returns a law in which nothing more can be left out that is tried here; it still shows the same."""
    until = monotonic() + seconds

    def tried(smaller: Module) -> bool:
        return monotonic() < until and shows(smaller)

    before = None
    while before != (module.items, module.data) and monotonic() < until:
        before = (module.items, module.data)
        lines = module.lines + 1
        while module.lines < lines:  # without a line of one item another is not needed any more
            lines = module.lines
            module = _fewer_items(module, tried, mended)
            for number in range(len(module.items)):
                module = _shorter_item(module, number, tried)
        for name in [*module.data]:
            module = _shorter_data(module, name, tried)
        module = _plainer(module, tried)
    return module


def _fewer_items(module: Module, shows: Shows, mended: Mended) -> Module:
    """Leaves out items, with what refers to them: long stretches first, then each by itself."""
    size = max(len(module.items) // 4, 1)
    while size:
        at = max(len(module.items) - size, 0)
        while True:
            smaller = mended(module.with_items(module.items[:at] + module.items[at + size :]))
            if len(smaller.items) < len(module.items) and shows(smaller):
                module = smaller
            if at == 0:
                break
            at = max(min(at, len(module.items)) - size, 0)
        size //= 2
    return module


def _shorter_item(module: Module, number: int, shows: Shows) -> Module:
    """Leaves out lines of an item, each with all that is indented below it."""
    at = 1
    while at < len(lines := module.items[number].text.split("\n")):
        end = at + 1
        while end < len(lines) and _depth(lines[end]) > _depth(lines[at]):
            end += 1
        body = [line[2:] for line in lines[at + 1 : end]]  # what stands in a block stands for the block
        for instead in ([], body) if body else ([],):
            smaller = _with_text(module, number, "\n".join([*lines[:at], *instead, *lines[end:]]))
            if shows(smaller):
                module = smaller
                break
        else:
            at += 1
    return module


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _with_text(module: Module, number: int, text: str) -> Module:
    items = [*module.items]
    items[number] = Item(items[number].file, text)
    return module.with_items(items)


def _shorter_data(module: Module, name: str, shows: Shows) -> Module:
    """Leaves out a file, or lines of it, each with all that is indented below it."""
    without = {other: text for other, text in module.data.items() if other != name}
    if shows(smaller := module.with_data(without)):
        return smaller
    at = 0
    while at < len(lines := module.data[name].split("\n")):
        end = at + 1
        while end < len(lines) and lines[end] and _depth(lines[end]) > _depth(lines[at]):
            end += 1
        text = "\n".join([*lines[:at], *lines[end:]])
        if lines[at] and shows(smaller := module.with_data({**module.data, name: text})):
            module = smaller
        else:
            at += 1
    return module


def _plainer(module: Module, shows: Shows) -> Module:
    """Puts shorter words into expressions: a part in place of the whole, a number, or nothing."""
    for number in range(len(module.items)):
        again = True
        while again:
            again = False
            for text in _plainer_texts(module.items[number].text):
                if shows(smaller := _with_text(module, number, text)):
                    module, again = smaller, True
                    break
    return module


TAILS = re.compile(r" where | optionally| repeatedly| lasting until [^\n]*| until [^\n]*| secret\b| if | and | or ")


def _plainer_texts(text: str) -> Iterator[str]:
    """Returns the texts that come of one replacement, the shortest first."""
    found = []
    for start, end in brackets(text):
        inner, is_head = text[start + 1 : end - 1], "\n" not in text[:start]
        if is_head or inner.startswith(("those", "whichever", "one ")) or not inner:
            continue
        parts = [inner, *re.split(r" (?:and|or|[-+*/]|[<>]=?|=) |, ", inner)]
        call = re.search(r"[a-z0-9-]+$", text[:start])
        begin = call.start() if call else start
        wholes = ["1", "0", "hexes"] if call else ["1 = 1", "1 = 2", "1", "0"]
        found += [text[:begin] + part + text[end:] for part in (*wholes, *parts[1:], *([inner] if not call else []))]
    for tail in TAILS.finditer(text):
        line_end = text.find("\n", tail.end())
        line_end = len(text) if line_end < 0 else line_end
        rest = text[tail.end() : line_end]
        stop = (
            re.search(r" (?:costs|does:|from|counted|=|lasting)|:$", rest)
            if tail.group().startswith((" where", " if"))
            else None
        )
        found.append(text[: tail.start()] + (rest[stop.start() :] if stop else "") + text[line_end:])
        if tail.group().strip() in ("optionally", "repeatedly", "secret"):
            found.append(text[: tail.start()] + text[tail.end() :])
    yield from sorted({t for t in found if len(t) < len(text)}, key=lambda t: (len(t), t))


def brackets(text: str) -> list[tuple[int, int]]:
    """Returns where round brackets begin and end, the widest first."""
    opened, found = [], []
    for at, sign in enumerate(text):
        if sign == "(":
            opened.append(at)
        elif sign == ")" and opened:
            found.append((opened.pop(), at + 1))
    return sorted(found, key=lambda span: span[0] - span[1])
