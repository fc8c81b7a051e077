"""The tables of the parser as plain data: out of a parser, back into one, and as a file.

Making them takes half a second. So a build (`hatch_build.py`) writes them to `law.tables.json`, for one grammar and one
version of the parser library. Where that file is missing or was made for another grammar or version, they are made
again and kept in the cache.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import lark
from lark import Lark, Token
from lark.grammar import Rule
from lark.lexer import AbstractBasicLexer, BasicLexer, ContextualLexer, TerminalDef
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser

from hexlaw.compiler.base.cache import digest, the_cache

GRAMMAR = Path(__file__).parent / "law.lark"
BUILT = Path(__file__).parent / "law.tables.json"
SHELF = "grammar"  # of the cache


def parser(reducing: Mapping[Any, Callable[[list[Any]], Any]]) -> Lark:
    """Returns a parser that makes of each rule of the grammar what `reducing` says."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    kept = the_cache().read(SHELF, grammar)
    made = _from_tables(_built(grammar)) or _from_tables(json.loads(kept) if isinstance(kept, str) else None)
    if made is None:
        made = from_grammar(grammar)
        the_cache().write(SHELF, grammar, json.dumps(tables(made)))
    cast(Any, made.parser.parser).parser.callbacks = reducing
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
        postlex=Indentation(),
        start=["item", "question"],
        propagate_positions=True,
        maybe_placeholders=True,
    )


# Lark keeps tables by pickling them, which runs what it reads. What it pickles is plain data, the same that it writes
# into stand-alone parsers. Here the large parts of that are texts, read when an item first needs them: one for the
# moves of each state, one for each rule. An item needs one in twenty of them.


def tables(parser: Lark) -> Any:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["parser"]["parser"] = _in_order(**data["parser"]["parser"])
    made = [memo[number] for number in range(len(memo))]
    data["rules"] = data["parser"]["parser_conf"]["rules"] = []
    data["options"] = {**data["options"], "postlex": None}
    return [data, [json.dumps(one) if one["__type__"] == "Rule" else one for one in made]]


def _in_order(tokens: Any, states: Any, start_states: Any, end_states: Any) -> Any:
    """Returns the table with tokens by name and states as they are reached: their own numbers change from run to run.

    What a token leads to: a state by its number, a rule by the bitwise complement of its own.
    """
    number = {name: at for at, name in enumerate(sorted(tokens.values()))}
    moves = {at: sorted((number[tokens[token]], *to) for token, to in state.items()) for at, state in states.items()}
    waiting = [start_states[word] for word in sorted(start_states)]
    order: dict[int, int] = {}
    for state in waiting:  # which grows
        if state not in order:
            order[state] = len(order)
            waiting += [to for _, reduces, to in moves[state] if not reduces]

    def stored(token: int, reduces: int, to: Any) -> str:
        return f"{token} {~to['@'] if reduces else order[to]}"

    return {
        "tokens": list(number),
        "states": [" ".join(stored(*move) for move in moves[state]) for state in order],
        "start_states": {word: order[start_states[word]] for word in sorted(start_states)},
        "end_states": {word: order[end_states[word]] for word in sorted(end_states)},
    }


def _from_tables(tables: Any) -> Lark | None:
    try:
        data, stored = tables
        made = _Made(stored)
        table = data["parser"]["parser"]
        moves = _Moves(table["tokens"], table["states"], made)

        def read(data: Any, memo: Any, callbacks: Any, debug: bool) -> Any:
            parser, table = LALR_Parser.__new__(LALR_Parser), cast(Any, IntParseTable)
            parser._parse_table = table(moves, data["start_states"], data["end_states"])
            parser.parser = _Parser(parser._parse_table, cast(Any, {}), debug)
            return parser

        load_from: Callable[..., Lark] = Lark._load_from_dict
        plugins = {"LALR_Parser": SimpleNamespace(deserialize=read), "ContextualLexer": partial(_Lexer, moves)}
        return load_from(data, made, postlex=Indentation(), _plugins=plugins)
    except (AttributeError, AssertionError, IndexError, KeyError, TypeError, ValueError):
        return None  # no tables, or not those of this version of the library


class _Made:
    """Terminals and rules by their numbers, each made when it is first asked for."""

    def __init__(self, stored: list[Any]) -> None:
        self._stored = stored
        self._made: dict[int, Any] = {}

    def __getitem__(self, number: int) -> Any:
        if number not in self._made:
            one = self._stored[number]
            kind = Rule if isinstance(one, str) else TerminalDef
            self._made[number] = kind.deserialize(json.loads(one) if isinstance(one, str) else one, {})
        return self._made[number]


class _Moves(dict[int, dict[str, tuple[Any, Any]]]):
    """By state, what each token leads to."""

    def __init__(self, tokens: list[str], stored: list[str], made: _Made) -> None:
        self._tokens, self._stored, self._rules = tokens, stored, made

    def __missing__(self, state: int) -> dict[str, tuple[Any, Any]]:
        words = [int(word) for word in self._stored[state].split()]
        self[state] = {
            self._tokens[token]: (Shift, to) if to >= 0 else (Reduce, self._rules[~to])
            for token, to in zip(words[::2], words[1::2], strict=True)
        }
        return self[state]


class _Lexer(ContextualLexer):
    """The library's, but for that it makes what reads the tokens of a state when it first comes to that state."""

    def __init__(self, moves: _Moves, conf: Any, states: Any, always_accept: Any = ()) -> None:
        self.lexers = _ByState(moves, conf, {*conf.ignore, *always_accept})
        self.root_lexer = BasicLexer(copy(conf))


class _ByState(dict[int, AbstractBasicLexer]):
    def __init__(self, moves: _Moves, conf: Any, always: set[str]) -> None:
        self._moves, self._conf, self._always = moves, conf, always
        self._reading: dict[frozenset[str], BasicLexer] = {}  # by the tokens that it reads

    def __missing__(self, state: int) -> AbstractBasicLexer:
        tokens = frozenset(self._moves[state])
        if tokens not in self._reading:
            conf, named = copy(self._conf), self._conf.terminals_by_name
            conf.terminals = [named[name] for name in tokens | self._always if name in named]
            self._reading[tokens] = BasicLexer(conf)
        self[state] = self._reading[tokens]
        return self[state]


def _built(grammar: str) -> object:
    """Returns the tables in the file, `None` where they are not for this grammar and this library."""
    try:
        found = json.loads(BUILT.read_text(encoding="utf-8"))
        return found["tables"] if found["made for"] == _made_for(grammar) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _made_for(grammar: str) -> str:
    return f"lark {lark.__version__}, grammar {digest(grammar)}"


OPENING = {"LPAR", "LBRACE"}
CLOSING = {"RPAR", "RBRACE"}


class Indentation:
    """Turns line ends into the tokens that open and close bodies and blocks.

    A line that ends in ":" opens a block; the first deeper line after an item's head opens its body; any other deeper
    line, and any line after a comma, continues the line above. Inside brackets line ends mean nothing. Lark hands over
    each line end as one `_NL` token holding the next line's indentation, so that token decides alone.
    """

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        indents = [0]
        brackets = 0
        last: Token | None = None
        for token in stream:
            if token.type == "_NL":
                if brackets or last is None or last.type == "COMMA":
                    continue
                indent = len(token.value.rsplit("\n", 1)[1])
                if indent > indents[-1]:
                    if last.type == "COLON":
                        indents.append(indent)
                        yield Token.new_borrow_pos("_INDENT", "", token)
                    elif len(indents) == 1:
                        indents.append(indent)
                        yield Token.new_borrow_pos("_BODY", "", token)
                    continue
                yield token
                while indent < indents[-1]:
                    indents.pop()
                    yield Token.new_borrow_pos("_DEDENT", "", token)
                continue
            brackets += (token.type in OPENING) - (token.type in CLOSING)
            last = token
            yield token
