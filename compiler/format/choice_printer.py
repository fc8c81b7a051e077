"""Lays out the values of a choice: as many on a line as fit, but a comment keeps its place among them."""

from __future__ import annotations

from collections import defaultdict

from lark import Token

from hexlaw.compiler.format.comments import Comment, CommentedClause
from hexlaw.compiler.format.wrap import WrappedLine, comma


def choice_values(clause: CommentedClause) -> list[tuple[WrappedLine, CommentedClause]]:
    """Returns one line (before wrapping) for each run of values that no comment interrupts."""
    above: dict[int, list[Comment]] = defaultdict(list)  # by the number of the value that stands below them
    behind: dict[int, Comment] = {}  # by the number of values that stand before it
    for comment in clause.comments:
        passed = len(_values(clause.tokens[: comment.after]))
        if comment.behind and passed not in behind:
            behind[passed] = comment
        else:
            above[passed].append(comment)
    values = _values(clause.tokens)
    lines: list[tuple[WrappedLine, CommentedClause]] = []
    start = 0
    for place in range(1, len(values) + 1):
        if place == len(values) or place in behind or above[place]:
            text = comma(values[start:place]) + ("," if place < len(values) else "")
            comments = above[start] + ([behind[place]] if place in behind else [])
            lines.append((WrappedLine(1, text, continued=0), CommentedClause(comments=comments)))
            start = place
    return lines


def _values(tokens: list[Token]) -> list[str]:
    return [str(token) for token in tokens if token.type != "COMMA"]
