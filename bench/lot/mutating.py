"""Mutations of law that somebody wrote: an item or a line of it taken and renamed, dropped, replaced, moved."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from lot.module import Item, Module

SORTS = ("action", "effect", "thing", "rule", "fact", "event", "memory", "order", "task", "quantity")
"""Items that are taken under another name, left out, or get the body of another."""


def mutated(module: Module, seed: str) -> Module:
    """Returns the module with one to three mutations; what refers to what is gone is for `mended` to leave out."""
    random = Random(seed)
    for _ in range(random.randint(1, 3)):
        module = random.choice(MUTATIONS)(module, random)
    return module


def of_sort(module: Module, random: Random, sorts: tuple[str, ...] = SORTS) -> int:
    """Returns the number of an item of one of these sorts; each sort is as likely."""
    sort = random.choice(sorts)
    found = [number for number, item in enumerate(module.items) if item.text.startswith(sort + " ")]
    return random.choice(found) if found else random.randrange(len(module.items))


def _with(module: Module, number: int, *texts: str) -> Module:
    item = module.items[number]
    new = [Item(item.file, text) for text in texts]
    return module.with_items([*module.items[:number], *new, *module.items[number + 1 :]])


def taken(module: Module, random: Random) -> Module:
    """An item stands there once more, under another name; things that were of its kind may now be of the new one."""
    number = of_sort(module, random)
    text = module.items[number].text
    found = re.match(r"(\w+) ([a-z][a-z0-9.-]*)(?=[ (\n]|$)", text)
    if found is None or " also" in text.split("\n")[0] or found[1] == "fact":
        return dropped(module, random)
    name = found[2]
    module = _with(module, number, text, f"{found[1]} {name}-{random.choice(('too', 'anew'))}{text[found.end() :]}")
    if found[1] == "thing" and (set_up := [n for n in module.data if n.startswith("situations/")]):
        data = {n: module.data[n].replace(f"kind: {name}", f"kind: {name}-too", 1) for n in set_up}
        module = module.with_data({**module.data, **data})
    return module


def renamed(module: Module, random: Random) -> Module:
    """A name is another one wherever it stands."""
    number = of_sort(module, random)
    found = re.match(r"\w+ ([a-z][a-z0-9-]{2,})", module.items[number].text)
    if found is None:
        return module
    name, new = found[1], random.choice(("aaa-", "zzz-")) + found[1]

    def other(text: str) -> str:
        return re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", new, text)

    data = {n: other(text) if n.startswith("situations/") else text for n, text in module.data.items()}
    return Module(tuple(Item(item.file, other(item.text)) for item in module.items), data, module.situation)


def dropped(module: Module, random: Random) -> Module:
    """An item is gone, or one of its lines with all that stands in it."""
    number = of_sort(module, random)
    return _with(module, number) if random.random() < 0.5 else _of_lines(module, random, lambda lines: [])


def replaced(module: Module, random: Random) -> Module:
    """A line stands in the place of another, as deep as that."""

    def another(lines: list[str]) -> list[str]:
        number = of_sort(module, random)
        others = [line.strip() for line in module.items[number].text.split("\n")[1:] if not line.endswith(":")]
        deep = len(lines[0]) - len(lines[0].lstrip())
        return [" " * deep + random.choice(others)] if others else lines

    return _of_lines(module, random, another)


def _of_lines(module: Module, random: Random, instead: Callable[[list[str]], list[str]]) -> Module:
    number = of_sort(module, random, (*SORTS, "sequence"))
    lines = module.items[number].text.split("\n")
    if len(lines) < 2:
        return module
    at = random.randrange(1, len(lines))
    end = block_end(lines, at)
    return _with(module, number, "\n".join([*lines[:at], *instead(lines[at:end]), *lines[end:]]))


def block_end(lines: list[str], at: int) -> int:
    """Returns where the line ends, with all that is indented below it."""
    deep = len(lines[at]) - len(lines[at].lstrip())
    end = at + 1
    while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > deep:
        end += 1
    return end


def moved(module: Module, random: Random) -> Module:
    """A line goes, with all that stands in it, to another place as deep; a part of the sequence too."""
    number = of_sort(module, random, ("action", "effect", "rule", "sequence", "sequence"))
    lines = module.items[number].text.split("\n")
    if len(lines) < 3:
        return module
    at = random.randrange(1, len(lines))
    end = block_end(lines, at)
    block, rest = lines[at:end], [*lines[:at], *lines[end:]]
    deep = len(block[0]) - len(block[0].lstrip())
    places = [n for n in range(1, len(rest)) if len(rest[n]) - len(rest[n].lstrip()) == deep] or [len(rest)]
    to = random.choice(places)
    return _with(module, number, "\n".join([*rest[:to], *block, *rest[to:]]))


MUTATIONS = (taken, renamed, dropped, replaced, moved)
