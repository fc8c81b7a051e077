"""The grammar at work: a text cut from its file in, syntax nodes out. All that needs the parser library stands here and
behind it, for the library takes longer to load than most modules of law take to compile when little has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedInput
from lark.grammar import Rule
from lark.lexer import TerminalDef

from hexlaw.compiler.cache import the_cache
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.parse.items import ItemText
from hexlaw.compiler.parse.layout import Layout
from hexlaw.compiler.parse.mistakes import explain
from hexlaw.compiler.parse.transform import ToSyntax


def read(item: ItemText, start: str, diagnostics: Diagnostics) -> Any:
    """An item or a question (`start` says which), or `None` with the reason among the diagnostics."""
    transformer = _transformer()
    transformer.source, transformer.offset, transformer.repeated = item.source, item.start, []
    try:
        made = transformer.transform(_parser().parse(item.text.rstrip() + "\n", start=start))
    except UnexpectedInput as error:
        explain(error, item, diagnostics)
        return None
    for line, place in transformer.repeated:
        diagnostics.report("HX206", place, f"`{line}` stands twice in this item", help="it can be said once")
    return made


def tokens(item: ItemText) -> list[Token]:
    """The tokens of an item that parses, those of the layout among them; places count from the item's start."""
    return list(_parser().parse_interactive(item.text.rstrip() + "\n", start="item").iter_parse())


@lru_cache(maxsize=1)
def _transformer() -> ToSyntax:
    return ToSyntax()


@lru_cache(maxsize=1)
def _parser() -> Lark:
    """The parser; its tables take a third of a second to work out, so they are kept."""
    grammar = (Path(__file__).parent / "law.lark").read_text(encoding="utf-8")
    parser = _from_tables(the_cache().read("grammar", grammar))
    if parser is None:
        parser = Lark(
            grammar,
            parser="lalr",
            lexer="contextual",
            postlex=Layout(),
            start=["item", "question"],
            propagate_positions=True,
            maybe_placeholders=True,
        )
        the_cache().write("grammar", grammar, _tables(parser))
    return parser


# Lark keeps tables by pickling them, which runs what it reads. What it pickles is plain data, the same that it writes
# into stand-alone parsers; only JSON makes texts of the numbers that some of its keys are.


def _tables(parser: Lark) -> Any:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {**data["options"], "postlex": None}
    return [data, memo]


def _from_tables(tables: Any) -> Lark | None:
    try:
        data, memo = tables
        table = data["parser"]["parser"]
        table["tokens"] = _numbered(table["tokens"])
        table["states"] = {int(state): _numbered(moves) for state, moves in table["states"].items()}
        load_from: Callable[..., Lark] = Lark._load_from_dict
        return load_from(data, _numbered(memo), postlex=Layout())
    except (AttributeError, AssertionError, IndexError, KeyError, TypeError, ValueError):
        return None  # no tables, or not those of this version of the library


def _numbered(entries: dict[str, Any]) -> dict[int, Any]:
    return {int(key): value for key, value in entries.items()}
