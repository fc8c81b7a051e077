"""Says in a designer's words what the parser stumbled over.

The parser knows which token it met and which it could have used; this file knows what people usually mean.
"""

from __future__ import annotations

import re

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.parse.items import ItemText

ITEM_WORDS = {
    "chapter", "option", "dispute", "settle", "choice", "measure", "record", "thing", "fact", "quantity",
    "table", "effect", "action", "reach", "event", "memory", "tally", "order", "task", "sequence", "situation",
    "rule", "drop", "ruling",
}  # fmt: skip
RULE_WORDS = {
    "when", "over", "limits", "lifts", "replaces", "forbids", "requires", "says", "under", "by", "against", "in", "at",
    "for", "adds", "halves", "doubles", "multiplies", "divides", "subtracts", "makes", "holds", "rounds", "keeps",
    "leaves", "after", "follows", "begins", "lapses", "counts", "resets", "then", "pauses", "restarts", "cancels",
}  # fmt: skip

# what a terminal of the grammar is called when it was expected; the rest are shown as the word itself
CALLED = {
    "NAME": "a name", "STRING": "a text in quotes", "CITE": "a citation in square brackets", "INT": "a number",
    "RID": "the number of a ruling (such as `FAQ-012`)", "ODDS": "odds", "COMPARE": "a comparison",
    "PLACE": "a hex", "_NL": "the end of the line", "_BODY": "indented lines", "_INDENT": "indented lines",
    "_DEDENT": "the end of the item", "LPAR": "`(`", "RPAR": "`)`", "COLON": "`:`", "COMMA": "`,`", "DOT": "`.`",
    "$END": "the end of the item", "LBRACE": "`{`", "RBRACE": "`}`",
}  # fmt: skip
UNINTERESTING = {
    "MIXED", "FRACTION", "NEGATIVE", "PLUS", "MINUS", "TIMES", "SLASH", "DOT", "YES", "NO", "NONE", "LEAST", "MOST",
    "LBRACE", "ODDS", "PLACE", "ANY", "EVERY", "NOT", "COUNT", "SUM", "WILD",
}  # fmt: skip


def explain(error: UnexpectedInput, item: ItemText, diagnostics: Diagnostics) -> None:
    offset = min(max(error.pos_in_stream or 0, 0), max(len(item.text.rstrip()) - 1, 0))
    met = ""
    if isinstance(error, UnexpectedToken):
        token: Token = error.token
        met = str(token).strip("\r\n ")
        if token.type in ("$END", "_NL", "_DEDENT", "_BODY", "_INDENT") or not met:
            met = ""
    elif isinstance(error, UnexpectedCharacters):
        met = item.text[offset : offset + 1]
    width = max(len(met.split("\n")[0]), 1)
    span = item.source.span(item.start + offset, item.start + offset + width)
    message, help_ = _words(error, item.text, offset, met)
    diagnostics.report("HX204", span, message, help=help_)


def _words(error: UnexpectedInput, text: str, offset: int, met: str) -> tuple[str, str | None]:
    line = text[text.rfind("\n", 0, offset) + 1 :].split("\n")[0]
    if offset == 0 or not text[:offset].strip():
        word = re.match(r"[A-Za-z-]*", text)
        return _bad_item(word.group() if word else met)
    if met == '"' or line.count('"') % 2:
        return (
            "a text in quotes is not closed on its line",
            'end it with `"`; a long doc may be several texts below each other',
        )
    if met.startswith("["):
        return (
            "a square bracket stands where no citation can stand",
            "square brackets are citations, nothing else: use `( )` or `{ }`",
        )
    if re.search(r"[0-9]\.[0-9]", text[max(offset - 2, 0) : offset + 2]):
        return "numbers are written as fractions here", "write `1/2` or `5 1/2`, not a decimal point"
    twice = re.search(r"==|!=", text[max(offset - 1, 0) : offset + 2])
    if twice:
        return (
            f"`{twice.group()}` is not a comparison of the law",
            "write `is` or `=`, and `is not` or `/=`",
        )
    if met.startswith("_"):
        return "an underscore cannot stand in a name", "join words by hyphens, such as `entry-cost`"
    if re.match(r"[A-Z]", met):
        return f"`{met}` is not a name", "names are lower case words joined by hyphens, such as `entry-cost`"
    if isinstance(error, UnexpectedEOF) or not met:
        return f"the line or item ends too early: {_expected(error)}", None
    first = re.match(r"[a-z-]+", line.strip())
    hint = None
    if first and text.startswith("rule") and first.group() not in RULE_WORDS:
        hint = did_you_mean(first.group(), RULE_WORDS)
    return f"`{met}` is not expected here: {_expected(error)}", hint


def _bad_item(word: str) -> tuple[str, str | None]:
    known = ", ".join(sorted(ITEM_WORDS))
    return f"no item starts with `{word}`", did_you_mean(word, ITEM_WORDS) or f"items start with: {known}"


def _expected(error: UnexpectedInput) -> str:
    names: set[str] = set(
        getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
    )
    interesting = sorted(names - UNINTERESTING) or sorted(names)
    words = [CALLED.get(n) or f"`{n.lower().strip('_').replace('_', ' ')}`" for n in interesting]
    if not words:
        return "nothing more was expected"
    shown = words[:8]
    more = ", ..." if len(words) > len(shown) else ""
    return f"expected {' or '.join(shown) if len(shown) < 3 else ', '.join(shown)}{more}"
