"""Pass 1, parse: the text of a law file (or a question) in, syntax nodes with their places out.

Never raises for what stands in the text: mistakes go to the diagnostics, the item they are in is left out,
and the rest is read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from hexlaw.compiler.base.cache import COMPILER
from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics
from hexlaw.compiler.base.patience import patience
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.parse import syntax
from hexlaw.compiler.parse.item_cache import FILES_KEPT, ItemCache, Parsed, item_cache
from hexlaw.compiler.parse.items import ItemText, cut

if TYPE_CHECKING:
    from lark import Token

MAX_QUESTION_LENGTH = 2_000
INSTALLED = os.path.dirname(COMPILER)
"""What lies in here is known by the same name wherever that is."""


def parse_law(source: Source, diagnostics: Diagnostics) -> list[syntax.Item]:
    """Returns all items of a law file that could be read, in the order they stand in."""
    items, found = _parsed(source.name, source.text)
    diagnostics.add_all(found)
    return list(items)


@lru_cache(maxsize=FILES_KEPT)
def _parsed(name: str, text: str) -> tuple[tuple[syntax.Item, ...], tuple[Diagnostic, ...]]:
    """A base is read once for all that extends it, and an unchanged file once in a living process."""
    found = Diagnostics()
    file = item_cache(name)
    file.begin()
    items: list[syntax.Item] = []
    with patience(found) as patient:
        for piece in cut(Source(name, text), patient):
            item = file.parse(piece, "item", _read, patient)
            if isinstance(item, syntax.Item):
                items.append(item)
    return tuple(items), tuple(found)


def parse_item(text: ItemText, diagnostics: Diagnostics) -> syntax.Item | None:
    """Returns one item that was cut from its file; None when it could not be read."""
    item = _read(text, "item", diagnostics)
    return item if isinstance(item, syntax.Item) else None


def item_tokens(text: ItemText) -> list[Token]:
    """Returns the tokens of an item that parses, those of the layout among them; places count from the item's start."""
    from hexlaw.compiler.parse.grammar import tokens

    return tokens(text)


def parse_question(source: Source, diagnostics: Diagnostics) -> syntax.Question | None:
    """Returns one question, as `hexlaw ask` and cases put it; None when it could not be read."""
    text = source.text.strip("\r\n")
    if not text.strip() or len(text) > MAX_QUESTION_LENGTH or "\n" in text:
        message = "a question is one line of law, not empty and not endless"
        help_ = "for example: `may move.step(a, B-2)` or `entry-cost(a, B-1, B-2)`"
        diagnostics.report("HX205", source.span(0, min(len(source.text), 40)), message, help=help_)
        return None
    asked = ItemText(source, len(text) - len(text.lstrip()), text.lstrip())
    question = _questions(source.name).parse(asked, "question", _read, diagnostics)
    return question if isinstance(question, syntax.Question) else None


_WITH_QUESTIONS: dict[str, ItemCache] = {}


def _questions(name: str) -> ItemCache:
    """Returns what was read of the questions in a file that is not law, or of those that are typed."""
    if name not in _WITH_QUESTIONS:
        if len(_WITH_QUESTIONS) >= FILES_KEPT:
            _WITH_QUESTIONS.clear()
        _WITH_QUESTIONS[name] = ItemCache(f"questions in {name.removeprefix(INSTALLED)}")
        _WITH_QUESTIONS[name].begin()
    return _WITH_QUESTIONS[name]


def save_questions(of_file: str | None = None) -> None:
    """Keeps what was read of them, in all files or in one, for the next process: it may then do without the parser."""
    for name, cache in _WITH_QUESTIONS.items():
        if of_file in (None, name):
            cache.save()


BRACES = re.compile(r"\{[^{}]*\}")
"""What a message works out."""


def parse_expression(source: Source, start: int, end: int, diagnostics: Diagnostics) -> syntax.Expr | None:
    """Returns the expression that stands in a law file between two places, such as the braces of a `says` text."""
    file = item_cache(source.name)
    question = file.parse(ItemText(source, start, source.text[start:end]), "question", _read, diagnostics)
    return question.value if isinstance(question, syntax.AskValue) else None


def save_parsed(sources: Iterable[Source]) -> None:
    """Keeps what was read of these files for the next process."""
    for source in sources:
        item_cache(source.name).save(source.text)


def _read(text: ItemText, start: str, diagnostics: Diagnostics) -> Parsed | None:
    from hexlaw.compiler.parse.grammar import read

    return cast("Parsed | None", read(text, start, diagnostics))
