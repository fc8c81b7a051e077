"""Formats a file of law: the same law and comments, in canonical form.

Idempotent, and cautious: every item is read back before its new form counts. What would change meaning, or lose a
clause or a comment, is reported and nothing is returned. A file that has the line ends of Windows throughout, as a
checkout of git may give it, keeps them.
"""

from __future__ import annotations

from collections import defaultdict, deque

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.patience import patience
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.format.comments import Comment, CommentedClause, CommentedText, Key, key_of, read_clauses
from hexlaw.compiler.format.item_printer import LINKS, item_lines, stands_before_conditions
from hexlaw.compiler.format.wrap import WrappedLine, comma, plain, wrap
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import without_open
from hexlaw.compiler.parse.items import ItemText, cut
from hexlaw.compiler.parse.parse import parse_item
from hexlaw.runtime.base.nodes import canonical, replace

# items whose clauses keep their order, so that blank lines between them can say what belongs together
KEEPS_BLANK_LINES = (s.Thing, s.Plan, s.Record, s.Effect, s.Action, s.Order, s.Sequence, s.Words)


def format_law(source: Source, diagnostics: Diagnostics) -> str | None:
    """Returns the canonical form of a file; None when it holds mistakes, which the diagnostics tell."""
    before = len(diagnostics)
    items: list[tuple[ItemText, s.Item | None]] = []
    with patience(diagnostics) as found:
        items = [(text, parse_item(text, found)) for text in cut(source, found)]
    if len(diagnostics) > before:
        return None
    start = items[0][0].start if items else len(source.text)
    rows = [row.strip() for row in source.text[:start].removesuffix("\n").split("\n")]
    for text, item in items:
        assert item is not None  # or it would have been reported
        if (formatted := _format_item(text, item, diagnostics)) is None:
            return None
        rows += formatted
    law = "\n".join((row for row, above in zip(rows, ["", *rows], strict=False) if row or above)).strip("\n")
    law += "\n" if law else ""
    of_windows = 0 < source.text.count("\n") == source.text.count("\r\n")
    return law.replace("\n", "\r\n") if of_windows else law


def _format_item(text: ItemText, item: s.Item, diagnostics: Diagnostics) -> list[str] | None:
    head = text.source.span(text.start, text.start + len(text.text.split("\n", 1)[0]))
    if isinstance(item, s.Prose):
        below = text.text.removesuffix("\n").split("\n")[len(item.lines) :]
        return [*item_lines(item)[0].text.split("\n"), *(row.strip() for row in below)]
    try:
        written = read_clauses(text)
        comments = sorted(written.comments)
        if (lost := _lost(written, item)) is not None:
            start = text.start + (lost.tokens[0].start_pos or 0)
            diagnostics.report(
                "HX207", text.source.span(start, text.start + (lost.tokens[-1].end_pos or 0)),
                "this line would be lost by formatting, because nothing reads it",
                help="what is said twice, or is empty, has no effect: take it out or make it a comment",
            )  # fmt: skip
            return None
        rows = _rows(item, written)
        if _is_faithful(rows, item, comments):
            return rows
        diagnostics.report("HX207", head, "this item cannot be formatted without changing what it means")
    except RecursionError:
        diagnostics.report(
            "HX202", head, "what is said here is nested too deeply to be formatted",
            help="give the inner part a name of its own, as a fact",
        )  # fmt: skip
    return None


def _lost(written: CommentedText, item: s.Item) -> CommentedClause | None:
    """Returns a clause that the tree does not hold: the second of a kind that counts once, or a text inside a block."""
    printed: dict[Key, int] = defaultdict(int)
    for line in item_lines(item):
        printed[key_of(plain(line.text))] += not line.is_doc
    docs = [clause for clause in written.clauses if clause.is_doc]
    for clause in written.clauses:
        if not clause.is_doc:
            printed[clause.key] -= 1
            if printed[clause.key] < 0:
                return clause
    kept = getattr(without_open(item), "doc", "")
    return None if kept == " ".join(str(clause.tokens[0])[1:-1] for clause in docs) else docs[-1]


def _rows(item: s.Item, written: CommentedText) -> list[str]:
    """Returns the item's lines with its comments; docs are those of the author, line by line."""
    waiting: dict[Key, deque[CommentedClause]] = defaultdict(deque)
    for clause in written.clauses:
        if not clause.is_doc:
            waiting[clause.key].append(clause)
    head, *body = [line for line in item_lines(item) if not line.is_doc]
    pairs = [(head, waiting[key_of(plain(head.text))].popleft())]
    pairs += [(WrappedLine(1, str(c.tokens[0]), is_doc=True), c) for c in written.clauses if c.is_doc]
    for line in body:
        same = waiting[key_of(plain(line.text))]
        pairs.append((line, same.popleft() if same else CommentedClause()))
    if isinstance(without_open(item), s.Choice):
        pairs[-1:] = choice_values(pairs[-1][1])
    rows: list[str] = []
    for place, (line, clause) in enumerate(pairs):
        if place > 1 and clause.blank_before and isinstance(without_open(item), KEEPS_BLANK_LINES):
            rows.append("")
        rows += ["  " * line.depth + comment for comment in clause.leading]
        rows += wrap(line)
        rows[-1] += "".join(f"  {comment}" for comment in clause.trailing)
    return [*rows, *(f"  {comment}" for comment in written.closing), *written.after]


def _is_faithful(rows: list[str], item: s.Item, comments: list[str]) -> bool:
    found = Diagnostics()
    margin = next(place for place, row in enumerate(rows) if row and not row.startswith("#"))
    texts = list(cut(Source("", "\n".join(rows[margin:])), found))
    again = [parse_item(text, found) for text in texts]
    if len(again) != 1 or again[0] is None or len(found) > 0:
        return False
    kept = [*rows[:margin], *read_clauses(texts[0]).comments]
    return meaning(again[0]) == meaning(item) and sorted(kept) == comments


def meaning(node: object) -> object:
    """Returns a node without its places and without the order in which clauses of different kinds were written."""
    if isinstance(node, s.Rule):
        links = tuple(sorted(node.links, key=lambda link: LINKS.index(link.how)))
        conclusions = tuple(sorted(node.conclusions, key=lambda c: not stands_before_conditions(c)))
        node = replace(node, links=links, conclusions=conclusions)
    return canonical(node, meaning)


def choice_values(clause: CommentedClause) -> list[tuple[WrappedLine, CommentedClause]]:
    """Returns one line (before wrapping) for each run of values that no comment interrupts."""
    above: dict[int, list[Comment]] = defaultdict(list)  # by the number of the value that stands below them
    behind: dict[int, Comment] = {}  # by the number of values that stand before it
    for comment in clause.comments:
        passed = sum(token.type != "COMMA" for token in clause.tokens[: comment.after])
        if comment.behind and passed not in behind:
            behind[passed] = comment
        else:
            above[passed].append(comment)
    values = [str(token) for token in clause.tokens if token.type != "COMMA"]
    lines: list[tuple[WrappedLine, CommentedClause]] = []
    start = 0
    for place in range(1, len(values) + 1):
        if place == len(values) or place in behind or above[place]:
            text = comma(values[start:place]) + ("," if place < len(values) else "")
            comments = above[start] + ([behind[place]] if place in behind else [])
            lines.append((WrappedLine(1, text, continued=0), CommentedClause(comments=comments)))
            start = place
    return lines
