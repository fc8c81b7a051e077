"""Parses a text that was cut from its file into syntax nodes. Only this file and those it imports need the parser
library, which takes longer to load than most modules of law take to compile when little has changed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.parse.building import Builder, GrammarPart
from hexlaw.compiler.parse.items import ItemText
from hexlaw.compiler.parse.parse_tables import parser
from hexlaw.compiler.parse.reducing import Reducing


def read(item: ItemText, start: str, diagnostics: Diagnostics) -> object:
    """Returns an item or a question (`start` says which), or `None` with the reason among the diagnostics."""
    builder = _builder()
    builder.source, builder.offset, builder.repeated = item.source, item.start, []
    try:
        made = cast(GrammarPart, _parser().parse(item.text.rstrip() + "\n", start=start))
    except UnexpectedInput as error:
        from hexlaw.compiler.parse.mistakes import explain  # needed where something is wrong alone

        explain(error, item, diagnostics)
        return None
    for line, place in builder.repeated:
        diagnostics.report("HX206", place, f"`{line}` stands twice in this item", help="it can be said once")
    return made.value


def prepare() -> None:
    """Makes the parser ready, where it is known that something will be parsed."""
    _parser()


def tokens(item: ItemText) -> list[Token]:
    """Returns the tokens of an item that parses, those of the layout among them; places count from the item's start."""
    return list(_parser().parse_interactive(item.text.rstrip() + "\n", start="item").iter_parse())


@lru_cache(maxsize=1)
def _builder() -> Builder:
    return Builder()


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return parser(Reducing(_builder()))
