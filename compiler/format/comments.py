"""Finds the clauses of an item as its author wrote them: words, comments and blank lines of each.

The printer knows no comments. Here they are read from the stretches between tokens, so that the formatter can
put them back beside the clause they belong to: a comment on a line of its own goes with the clause below it,
one behind a clause stays behind it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lark import Token

from hexlaw.compiler.parse.items import ItemText
from hexlaw.compiler.parse.parse import item_tokens

LAYOUT = {"_NL", "_BODY", "_INDENT", "_DEDENT"}
MERGED = {  # lines that the tree keeps as one, by the item they stand in
    "ruling": {"confirms", "amends", "supersedes", "shown"},
    "rule": {"follows"},
}
REPHRASED = {"answers", "stands"}  # clauses that can be written in two ways

_WORD = re.compile(r'"[^"\n]*"|\[[^\]]*\]|[A-Za-z0-9/-]+|[^\s(),{}]')

Key = tuple[str, ...]


@dataclass(frozen=True)
class Comment:
    text: str
    after: int  # so many tokens of its clause stand before it
    behind: bool  # on the line of the last of them, not on one of its own


@dataclass
class CommentedClause:
    """A head or clause with what stands around it."""

    tokens: list[Token] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    blank_before: bool = False

    @property
    def trailing(self) -> list[str]:
        """Returns the comment behind the clause. Several belonged to several lines: they cannot be told apart."""
        behind = [comment.text for comment in self.comments if comment.behind]
        return behind if len(behind) == 1 else []

    @property
    def leading(self) -> list[str]:
        stays = bool(self.trailing)
        return [comment.text for comment in self.comments if not (comment.behind and stays)]

    @property
    def key(self) -> Key:
        return key_of(" ".join(self.tokens))

    @property
    def is_doc(self) -> bool:
        return [token.type for token in self.tokens] == ["STRING"]


@dataclass
class CommentedText:
    """An item as written: its clauses (the head first), the comments at its end, the lines after it."""

    clauses: list[CommentedClause]
    closing: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    @property
    def comments(self) -> list[str]:
        own = [comment.text for clause in self.clauses for comment in clause.comments]
        return [*own, *self.closing, *(line for line in self.after if line)]


def key_of(text: str) -> Key:
    """Returns what a clause says, whatever its layout: by it a printed clause finds the one that was written.

    Sorted, without brackets and commas, articles and empty texts, because the canonical form may change these.
    """
    words = [" ".join(word.split()) for word in _WORD.findall(text)]
    if words and words[0] in REPHRASED:
        return (words[0],)
    plain = (str(int(word)) if word.isdecimal() and len(word) < 20 else word for word in words)
    return tuple(sorted(word for word in plain if word not in ("a", "an", '""')))


def read_clauses(item: ItemText) -> CommentedText:
    clauses = [CommentedClause()]
    end = 0
    for token in item_tokens(item):
        if token.type in LAYOUT:
            if clauses[-1].tokens:
                clauses.append(CommentedClause())
            continue
        assert token.start_pos is not None and token.end_pos is not None
        _take(clauses, item.text[end : token.start_pos])
        clauses[-1].tokens.append(token)
        end = token.end_pos
    if not clauses[-1].tokens:
        clauses.pop()
    written = CommentedText(_merged(clauses))
    _finish(written, item.text[end:])
    return written


def _take(clauses: list[CommentedClause], between: str) -> None:
    """The stretch between two tokens: blanks, line ends, comments."""
    clause = clauses[-1]
    before = clause if clause.tokens else clauses[-2] if len(clauses) > 1 else clause
    behind, *own_lines = (row.strip() for row in between.split("\n"))
    if behind:
        before.comments.append(Comment(behind, len(before.tokens), behind=True))
    clause.comments += [Comment(row, len(clause.tokens), behind=False) for row in own_lines if row]
    if not clause.tokens:
        clause.blank_before = "" in own_lines[:-1]  # the last row is the indentation of the clause


def _finish(written: CommentedText, rest: str) -> None:
    """What follows the last word: indented comments belong to the item, from the margin on to nobody."""
    behind, *rows = rest.split("\n")
    if behind.strip():
        last = written.clauses[-1]
        last.comments.append(Comment(behind.strip(), len(last.tokens), behind=True))
    if rows and not rows[-1].strip():
        rows.pop()  # only the end of the last line, no blank line
    of_nobody = False
    for row in rows:
        of_nobody = of_nobody or row.startswith("#")
        if of_nobody:
            written.after.append(row.strip())
        elif row.strip():
            written.closing.append(row.strip())
            written.after.clear()
        else:
            written.after.append("")


def _merged(clauses: list[CommentedClause]) -> list[CommentedClause]:
    merged = MERGED.get(str(clauses[0].tokens[0]), set())
    found: dict[str, CommentedClause] = {}
    kept: list[CommentedClause] = []
    for clause in clauses:
        word = str(clause.tokens[0])
        if word in merged and word in found:
            skipped = 2 if word == "shown" else 1  # `shown by`
            found[word].tokens += clause.tokens[skipped:]
            found[word].comments += clause.comments
        else:
            found[word] = clause
            kept.append(clause)
    return kept
