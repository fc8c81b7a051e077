"""Carries over what programs go by from when it stood among the law: to the end of its file, below `advice`.

What is advice shows in the text alone: goals, and what bears on what a position is `worth`. What those ask for may be
law, so it stays where it is. The places of the rule book that they cited are taken out: the section cites for them.
A situation no longer says that programs go by `worth(side)`: that is what they go by.
"""

from __future__ import annotations

import re
from itertools import pairwise

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.items import cut
from hexlaw.compiler.parse.parse import parse_item
from hexlaw.compiler.resolve.advice import WORTH

GOES_BY_WORTH = re.compile(r"^worth:[ \t]+worth\(side\)[ \t]*(#.*)?\r?(\n|\Z)", re.MULTILINE)


def with_advice_apart(source: Source, key: str) -> Source:
    """Returns the same law with its goals and its worth as advice citing the source `key`; with mistakes, unchanged."""
    found = Diagnostics()
    texts = list(cut(source, found))
    items = [parse_item(text, found) for text in texts]
    begun = next((place for place, item in enumerate(items) if isinstance(item, s.Chapter) and item.is_advice), None)
    law = [item for item in items[:begun] if item is not None]
    if found.has_errors or not any(map(_is_advice, law)):
        return source
    starts = [with_remarks_above(source.text, text.start) for text in texts]
    parts = [source.text[start:end] for start, end in pairwise([*starts, len(source.text)])]
    kept = [part for part, item in zip(parts, law, strict=False) if not _is_advice(item)]
    moved = [
        _uncited(part, start, item) for part, start, item in zip(parts, starts, law, strict=False) if _is_advice(item)
    ]
    if all(isinstance(item, s.Chapter) or _is_advice(item) for item in law):
        kept = []
    line = "\r\n" if "\r\n" in source.text else "\n"
    head = line + _head(law, key) + line * 2 if begun is None else parts[begun]
    below = "".join(moved if begun is None else [*moved, *parts[begun + 1 :]])
    return Source(source.name, "".join([source.text[: starts[0]], *kept]) + head + below.lstrip("\r\n"))


def without_worth(source: Source) -> Source:
    """Returns the same situation without the line that names the advice by which programs go."""
    return Source(source.name, GOES_BY_WORTH.sub("", source.text))


def _is_advice(item: s.Item) -> bool:
    match item:
        case s.Fact() | s.Quantity():
            return item.name.text == WORTH
        case s.Rule():
            return any(isinstance(c, s.Goal) for c in item.conclusions) or WORTH in {
                name.text.partition(".")[0] for name in _bears_on(item)
            }
        case _:
            return False


def _bears_on(rule: s.Rule) -> list[s.Ident]:
    """Returns the rules, steps, facts and quantities that a rule is said to decide, to change or to have links to."""
    found = [target.path for link in rule.links for target in link.targets]
    found += [rule.at_step] if rule.at_step is not None else []
    for said in rule.conclusions:
        match said:
            case s.Concludes(expr=s.Is(left=s.Call(name=name)) | s.Call(name=name)) | s.Rounds(quantity=name):
                found.append(name)
    return found


def with_remarks_above(text: str, start: int) -> int:
    """Returns where an item begins, with the comments above it."""
    begins = start
    while start > 0:
        start = text.rfind("\n", 0, start - 1) + 1
        if text[start] == "#":
            begins = start
        elif text[start] not in "\r\n":
            break
    return begins


def _uncited(part: str, start: int, item: s.Item) -> str:
    cite: s.Cite | None = getattr(item, "cite", None)
    if cite is None:
        return part
    return part[: cite.span.start - start].rstrip(" ") + part[cite.span.end - start :]


def _head(law: list[s.Item], key: str) -> str:
    chapter = next((item for item in law if isinstance(item, s.Chapter)), None)
    if chapter is None:
        return f'advice [{key} 1] "Advice"'
    hangs = f" if option {chapter.option.text}" if chapter.option else ""
    hangs += f" if situation {chapter.situation.text}" if chapter.situation else ""
    return f'advice [{key} 1] "{chapter.title}"{hangs}'
