"""The tables of the parser as plain data: out of a parser, back into one, and as a file.

Making them takes half a second. So a build (`hatch_build.py`) writes them to `law.tables.json`, for one grammar and one
version of the parser library. Where that file is missing or was made for another grammar or version, they are made
again and kept in the cache.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from hexlaw.compiler.cache import digest, the_cache
from hexlaw.compiler.parse.layout import Layout

GRAMMAR = Path(__file__).parent / "law.lark"
BUILT = Path(__file__).parent / "law.tables.json"
SHELF = "grammar"  # of the cache


def parser() -> Lark:
    grammar = GRAMMAR.read_text(encoding="utf-8")
    made = _from_tables(_built(grammar)) or _from_tables(the_cache().read(SHELF, grammar))
    if made is None:
        made = from_grammar(grammar)
        the_cache().write(SHELF, grammar, tables(made))
    return made


def build() -> None:
    """Writes the file."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    contents = {"made for": _made_for(grammar), "tables": tables(from_grammar(grammar))}
    BUILT.write_text(json.dumps(contents, separators=(",", ":")), encoding="utf-8")


def from_grammar(grammar: str) -> Lark:
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        start=["item", "question"],
        propagate_positions=True,
        maybe_placeholders=True,
    )


# Lark keeps tables by pickling them, which runs what it reads. What it pickles is plain data, the same that it writes
# into stand-alone parsers; only JSON makes texts of the numbers that some of its keys are.


def tables(parser: Lark) -> Any:
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


def _built(grammar: str) -> Any:
    """The tables in the file, `None` where they are not for this grammar and this library."""
    try:
        found = json.loads(BUILT.read_text(encoding="utf-8"))
        return found["tables"] if found["made for"] == _made_for(grammar) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _made_for(grammar: str) -> str:
    return f"lark {lark.__version__}, grammar {digest(grammar)}"
