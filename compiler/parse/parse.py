"""Pass 1, parse: the text of a law file (or a question) in, syntax nodes with their places out.

Never raises for what stands in the text: mistakes go to the diagnostics, the item they are in is left out,
and the rest is read.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from hexlaw.compiler.diagnostic import Diagnostic, Diagnostics
from hexlaw.compiler.parse import syntax
from hexlaw.compiler.parse.items import ItemText, cut
from hexlaw.compiler.parse.layout import Layout
from hexlaw.compiler.parse.mistakes import explain
from hexlaw.compiler.parse.transform import ToSyntax
from hexlaw.compiler.source import Source

FILES_KEPT = 256
LONGEST_QUESTION = 2_000


def parse_law(source: Source, diagnostics: Diagnostics) -> list[syntax.Item]:
    """All items of a law file that could be read, in the order they stand in."""
    items, found = _parsed(source.name, source.text)
    diagnostics.add_all(found)
    return list(items)


@lru_cache(maxsize=FILES_KEPT)
def _parsed(name: str, text: str) -> tuple[tuple[syntax.Item, ...], tuple[Diagnostic, ...]]:
    """A base is read once for all that extends it, and an unchanged file once in a living process."""
    found = Diagnostics()
    items = [parse_item(piece, found) for piece in cut(Source(name, text), found)]
    return tuple(item for item in items if item is not None), tuple(found)


def parse_item(text: ItemText, diagnostics: Diagnostics) -> syntax.Item | None:
    """One item that was cut from its file; `None` when it could not be read."""
    item: syntax.Item | None = _parse(text, "item", diagnostics)
    return item


def item_tokens(text: ItemText) -> list[Token]:
    """The tokens of an item that parses, those of the layout among them; places count from the item's start."""
    parser, _ = _parser()
    return list(parser.parse_interactive(text.text.rstrip() + "\n", start="item").iter_parse())


def parse_question(source: Source, diagnostics: Diagnostics) -> syntax.Question | None:
    """One question, as `hexlaw ask` and cases put it; `None` when it could not be read."""
    text = source.text.strip("\r\n")
    if not text.strip() or len(text) > LONGEST_QUESTION or "\n" in text:
        diagnostics.report(
            "HX205",
            source.span(0, min(len(source.text), 40)),
            "a question is one line of law, not empty and not endless",
            help="for example: `may move.step(a, B-2)` or `entry-cost(a, B-1, B-2)`",
        )
        return None
    started = len(text) - len(text.lstrip())
    question: syntax.Question | None = _parse(ItemText(source, started, text.lstrip()), "question", diagnostics)
    return question


def parse_expression(source: Source, start: int, end: int, diagnostics: Diagnostics) -> syntax.Expr | None:
    """The expression that stands in `source` between two places, such as the braces of a `says` text."""
    question = _parse(ItemText(source, start, source.text[start:end]), "question", diagnostics)
    return question.value if isinstance(question, syntax.AskValue) else None


def _parse(item: ItemText, start: str, diagnostics: Diagnostics) -> Any:
    parser, transformer = _parser()
    transformer.source, transformer.offset, transformer.repeated = item.source, item.start, []
    try:
        made = transformer.transform(parser.parse(item.text.rstrip() + "\n", start=start))
    except UnexpectedInput as error:
        explain(error, item, diagnostics)
        return None
    for line, place in transformer.repeated:
        diagnostics.report("HX206", place, f"`{line}` stands twice in this item", help="it can be said once")
    return made


@lru_cache(maxsize=1)
def _parser() -> tuple[Lark, ToSyntax]:
    grammar = (Path(__file__).parent / "law.lark").read_text(encoding="utf-8")
    parser = Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        start=["item", "question"],
        propagate_positions=True,
        maybe_placeholders=True,
        cache=_cache_file(grammar),
    )
    return parser, ToSyntax()


def _cache_file(grammar: str) -> str | bool:
    """Where the grammar's parse tables are kept between runs; the name changes with grammar and Python."""
    root = os.environ.get("HEXLAW_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "hexlaw"
    )
    key = hashlib.sha256(f"{grammar}{sys.version}".encode()).hexdigest()[:16]
    try:
        os.makedirs(root, mode=0o700, exist_ok=True)
    except OSError:
        return False  # a read-only home costs a fifth of a second, nothing more
    return os.path.join(root, f"grammar-{key}")
