"""The tables of the parser as plain data: out of a parser, back into one, and as the file that is shipped.

Working them out takes half a second. So `law.tables.json` holds them for one grammar and one version of the parser
library; for any other they are worked out, and kept in the cache. After a change to `law.lark`, write it anew:

    make tables
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
SHIPPED = Path(__file__).parent / "law.tables.json"
SHELF = "grammar"  # of the cache
SHIFT = 0  # what lark calls going on to another state; the other move completes a rule


def parser() -> Lark:
    grammar = GRAMMAR.read_text(encoding="utf-8")
    made = _from_tables(_shipped(grammar)) or _from_tables(the_cache().read(SHELF, grammar))
    if made is None:
        made = from_grammar(grammar)
        the_cache().write(SHELF, grammar, tables(made))
    return made


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


def _shipped(grammar: str) -> Any:
    """The tables in the file, `None` where they are not for this grammar and this library."""
    try:
        found = json.loads(SHIPPED.read_text(encoding="utf-8"))
        if found["made for"] != _made_for(grammar):
            return None
        found["data"]["parser"]["parser"]["states"] = found["states"]
        return [found["data"], found["memo"]]
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _made_for(grammar: str) -> str:
    return f"lark {lark.__version__}, grammar {digest(grammar)}"


def as_file(grammar: str) -> str:
    """What the file is to hold, a line for each state of the parser and each rule of the grammar."""
    data, memo = tables(from_grammar(grammar))
    data["parser"]["parser"] = _in_order(data["parser"]["parser"])
    states = data["parser"]["parser"].pop("states")
    parts = {"made for": _made_for(grammar), "data": data, "states": states, "memo": memo}
    return "{" + ",\n".join(f"{_line(name)}: {_lines(part)}" for name, part in parts.items()) + "}\n"


def _in_order(table: Any) -> Any:
    """The same table, its states numbered in the order in which they are come upon: how they were made is chance."""
    tokens = sorted(table["tokens"], key=table["tokens"].__getitem__)
    numbers = {state: number for number, state in enumerate(table["start_states"].values())}
    rows: dict[int, dict[int, Any]] = {}
    for state in (waiting := [*numbers]):
        moves = table["states"][state]
        for shifts, then in (moves[token] for token in tokens if token in moves):
            if shifts == SHIFT and then not in numbers:
                numbers[then] = len(numbers)
                waiting.append(then)
        rows[numbers[state]] = {
            number: (moves[token][0], numbers[moves[token][1]] if moves[token][0] == SHIFT else moves[token][1])
            for number, token in enumerate(tokens)
            if token in moves
        }
    return {
        "tokens": {number: table["tokens"][token] for number, token in enumerate(tokens)},
        "states": rows,
        **{
            ends: {name: numbers[state] for name, state in table[ends].items()}
            for ends in ("start_states", "end_states")
        },
    }


def _lines(part: Any) -> str:
    if not isinstance(part, dict):
        return _line(part)
    return "{\n" + ",\n".join(f"{_line(str(key))}: {_line(value)}" for key, value in part.items()) + "\n}"


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


if __name__ == "__main__":
    SHIPPED.write_text(as_file(GRAMMAR.read_text(encoding="utf-8")), encoding="utf-8")
