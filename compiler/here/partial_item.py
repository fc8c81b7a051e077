"""An item of law, or a question, that is being typed: which words the grammar lets stand at a place of it, and its
syntax tree with a name in that place.

Idea: a mark that no law uses stands in for what will be typed. With the text behind the place the item often parses,
and then the mark has its parents in the tree. Where it does not, as somebody is typing at the end of a line, the parser
is asked after the mark what it would take, and given the shortest end: line ends and closing brackets first, a name
where nothing else will do. INVARIANT: up to the mark the tree is what the text says, without lines that cannot be read.
Why not a parser that mends errors: it guesses what stands before the mark too. The trick is that of IntelliJ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from lark import Token
from lark.exceptions import UnexpectedInput
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.grammar import behind, keywords, words_of
from hexlaw.compiler.parse.items import ItemText, cut
from hexlaw.compiler.parse.parse import parse_item, parse_question
from hexlaw.runtime.base.nodes import Node

MARK, RULING_MARK = "zz-here", "ZZ-HERE-0"
"""The names that stand where something is to be typed: of whatever it is, and of a ruling."""
ENDS = (
    "$END", "_DEDENT", "_NL", "RPAR", "RBRACE", "COLON", "_INDENT", "_BODY", "NAME", "FINISH", "STRING", "INT", "CITE",
    "IN", "IS", "TO", "FROM", "OF", "AS", "BE", "WITH", "EQUAL", "COMMA", "LPAR", "SATISFIES", "FOR", "GIVES", "LEAST",
    "YESNO", "DICE", "RID",
)  # fmt: skip
"""What an unfinished item is ended with, what says least first."""
SAYS = {"STRING": '""', "INT": "1", "CITE": "[]", "NAME": "yy-more", "RID": "A-1", "DICE": "1d6"}
MAX_ENDS, MAX_LINES_LEFT_OUT = 24, 12
_WORD_BEGINS = re.compile(r"(?<![\w.-])(?=[\w({])")


@dataclass(frozen=True)
class PartialItem:
    """`parents` are the nodes around the mark, the whole item first, each with the field that it lies in."""

    words: list[str]  # of the language, that may stand here
    mark: str = ""
    item: s.Item | s.Question | None = None
    parents: tuple[tuple[Node, str], ...] = ()
    is_whole: bool = False  # the text behind the place belongs to it


def partial_item(text: str, start: int, place: int, end: int, name: str, question: bool = False) -> PartialItem:
    """Returns what may stand in the item that begins at `start`; `place` to `end` is what has been typed of it."""
    rule = "question" if question else "item"
    state = _state(text[start:place], rule)
    taken = {"NAME"} if state is None else set(_taken(state))
    words = sorted({word for terminal in taken for word in words_of(terminal)}) if state else keywords()
    if not {"NAME", "RID"} & taken:
        return PartialItem(words)
    mark = MARK if "NAME" in taken else RULING_MARK
    source, unheard = Source(name, f"{text[:place]}{mark}{text[end:]}"), Diagnostics()
    whole: s.Item | s.Question | None = None
    if question:
        whole = parse_question(source, unheard)
    elif (found := [each for each in cut(source, unheard) if each.start <= place][-1:]) and found[0].start == start:
        whole = parse_item(found[0], unheard)
    item = whole or _ended(source, start, place + len(mark), rule)
    return PartialItem(words, mark, item, tuple(_parents(item, mark)), whole is not None)


def _state(before: str, rule: str) -> InteractiveParser | None:
    """Returns the parser behind a text that is read as far as it can be, if need be the end of its last line alone;
    None behind nothing that it can read."""
    last = before[before.rfind("\n") + 1 :]
    ends = ((last[found.start() :], "question") for found in _WORD_BEGINS.finditer(last))
    for text, start in (*((text, rule) for text in _readable(before)), *ends):
        with suppress(UnexpectedInput):
            return behind(ItemText(Source("", text), 0, text), start)
    return None


def _readable(text: str) -> Iterator[str]:
    """Yields the text of an item, then the text without each line that may be amiss; its head and last line stay."""
    head, *lines = text.split("\n")
    yield text
    if len(lines) <= MAX_LINES_LEFT_OUT:
        yield from ("\n".join([head, *lines[:at], *lines[at + 1 :]]) for at in range(len(lines) - 1))
    if len(lines) > 1:
        yield f"{head}\n{lines[-1]}"


def _taken(state: InteractiveParser) -> Iterator[str]:
    """Yields the terminals that may come next: a table of LALR knows what to do with more of them, and finds out after
    it has put together what stands before."""
    conf = state.parser_state.parse_conf
    moves = conf.parse_table.states
    for terminal in moves[state.parser_state.position]:
        stack = list(state.parser_state.state_stack)
        while (move := moves[stack[-1]].get(terminal)) is not None and move[0] is not Shift:
            rule = move[1]
            del stack[len(stack) - len(rule.expansion) :]
            stack.append(moves[stack[-1]][rule.origin.name][1])
            if terminal == "$END" and stack[-1] == conf.end_state:
                break
        if move is not None and terminal.isupper():
            yield terminal


def _ended(source: Source, start: int, end: int, rule: str) -> s.Item | s.Question | None:
    """Returns the item as it would be if nothing stood behind the mark but its shortest end."""
    before = source.text[:start]
    for text in _readable(source.text[start:end]):
        with suppress(UnexpectedInput):
            state = behind(ItemText(Source(source.name, before + text), start, text), rule)
            for _ in range(MAX_ENDS):
                taken = set(_taken(state))
                ending = next((one for one in (*ENDS, *filter(words_of, sorted(taken))) if one in taken), "$END")
                token = Token(ending, SAYS.get(ending, ""), len(text), None, None, None, None, len(text))
                made = state.feed_token(token)
                if ending == "$END":
                    return cast("s.Item | s.Question | None", made.value)
    return None


def _parents(node: object, mark: str) -> list[tuple[Node, str]]:
    """Returns the nodes around the mark, outermost first; none where it is not in this one."""
    for field in node.__struct_fields__ if isinstance(node, Node) else ():
        parts = [getattr(node, field)]
        while parts:
            part = parts.pop()
            if isinstance(part, tuple):
                parts += reversed(part)
            elif isinstance(part, str) and mark in part and field in ("text", "name"):
                return [(cast(Node, node), field)]
            elif below := _parents(part, mark):
                return [(cast(Node, node), field), *below]
    return []
