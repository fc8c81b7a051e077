"""Cuts a law file into items: every line that starts in column 0 begins one; lines of prose below each other are one.

An error then stays inside its item, one run can report many, and an unchanged item need not be parsed again.
Also refuses here what would be costly or puzzling later: tabs, over-long items, brackets nested too deeply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source, Span

MAX_ITEMS = 6_000
"""In all files that are read together; the largest shipped chain has a tenth of it."""
MAX_ITEM_LENGTH = 20_000  # characters; the longest item of the shipped law has a tenth of it
MAX_BRACKETS_DEPTH = 25
MAX_NUMBER_LENGTH = 40  # digits
MAX_WORD_LENGTH = 200  # letters; a file of words without end would keep every search for what is meant busy
_START = re.compile(r"^(?:[^ \t\r\n#|]|\|(?:[^\n]*\n\|)*)", re.MULTILINE)
OLD_TEXT = re.compile(r"^text +\[([^\]\n]*)\]", re.MULTILINE)
"""How a text of the book began before it was prose, with its place."""
_ITEM = re.compile(r"^[a-z]+ +[^ \n]", re.MULTILINE)
_BRACKET = re.compile(r"[(){}]")
_LONG_NUMBER = re.compile(rf"[0-9]{{{MAX_NUMBER_LENGTH + 1}}}")
_LONG_WORD = re.compile(rf"[\w.-]{{{MAX_WORD_LENGTH + 1}}}")
_NO_WORDS = re.compile(r'"[^"\n]*"|#[^\n]*')
"""Texts and remarks, in which a word may be as long as it likes."""


@dataclass(frozen=True)
class ItemText:
    source: Source
    start: int
    text: str


def first_too_many(sources: Iterable[Source]) -> Span | None:
    """Returns where the first item begins that is one too many; it takes no parser to know."""
    left = MAX_ITEMS
    for source in sources:
        for found in _ITEM.finditer(source.text):
            left -= 1
            if left < 0:
                return source.span(found.start(), _line_end(source.text, found.start()))
    return None


def cut(source: Source, diagnostics: Diagnostics) -> Iterator[ItemText]:
    text = source.text
    pieces = list(pieces_of(source))
    first = next((offset for offset, line in _lines(text) if line.strip() and not line.lstrip().startswith("#")), None)
    if first is not None and (not pieces or first < pieces[0].start):
        diagnostics.report(
            "HX201", source.span(first, _line_end(text, first)), "this line is indented but belongs to no item",
            help="an item (rule, fact, ruling ...) starts at the left margin",
        )  # fmt: skip
    if (old := OLD_TEXT.search(text)) is not None:
        said = "what the book says stands as prose above its law now, and no longer in a `text`"
        run = f"run `hexlaw fmt {source.name.rpartition('/')[0] or 'MODULE'}`: it writes that for you"
        diagnostics.report("HX248", source.span(old.start(), _line_end(text, old.start())), said, help=run)
    for item in pieces:
        if OLD_TEXT.match(item.text):
            continue
        if (refusal := _refusal(item)) is None:
            yield item
        else:
            code, place, message, help_ = refusal
            diagnostics.report(code, place, message, help=help_)


def pieces_of(source: Source) -> Iterator[ItemText]:
    """Yields the items as they are written, whatever is wrong with them."""
    starts = [found.start() for found in _START.finditer(source.text)]
    for start, end in pairwise([*starts, len(source.text)]):
        yield ItemText(source, start, source.text[start:end])


def _without_remarks_behind(text: str) -> str:
    """Returns an item without the empty lines and the remarks at the left margin behind it, which are not its own."""
    end = len(text)
    while end > 0:
        begin = text.rfind("\n", 0, end - 1) + 1
        if text[begin] != "#" and text[begin:end].strip():
            break
        end = begin
    return text[:end]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    offset = 0
    for line in text.split("\n"):
        yield offset, line
        offset += len(line) + 1


def _line_end(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end


def _refusal(item: ItemText) -> tuple[str, Span, str, str | None] | None:
    """Returns why an item is not parsed: a code, a place, and what to say there; None where it is."""
    text, source = item.text, item.source
    is_law = not text.startswith("|")
    head = source.span(item.start, _line_end(source.text, item.start))
    if len(text) > MAX_ITEM_LENGTH and len(_without_remarks_behind(text)) > MAX_ITEM_LENGTH:
        return (
            "HX202",
            head,
            f"this item is longer than {MAX_ITEM_LENGTH} characters",
            "split it: a rule says one thing",
        )
    if is_law and text.count("(") + text.count("{") > MAX_BRACKETS_DEPTH and _depth(text) > MAX_BRACKETS_DEPTH:
        message = f"brackets are nested deeper than {MAX_BRACKETS_DEPTH} here"
        return "HX202", head, message, "give the inner part a name of its own, as a fact"
    number = _LONG_NUMBER.search(text)
    if is_law and number is not None:
        place = item.start + number.start()
        return "HX202", source.span(place, place + 1), f"a number has more than {MAX_NUMBER_LENGTH} digits here", None
    word = _LONG_WORD.search(text) and _LONG_WORD.search(_NO_WORDS.sub(lambda found: " " * len(found[0]), text))
    if word and is_law:
        place = item.start + word.start()
        message = f"a word has more than {MAX_WORD_LENGTH} letters here"
        return "HX202", source.span(place, place + 1), message, "give it a shorter name"
    if "\t" in text:
        place = item.start + text.index("\t")
        help_ = "indent with blanks: editors disagree about how wide a tab is"
        return "HX203", source.span(place, place + 1), "a tab stands here", help_
    return None


def _depth(text: str) -> int:
    """Returns how many brackets are open at once, at most."""
    deepest = depth = 0
    for bracket in _BRACKET.findall(text):
        depth += 1 if bracket in "({" else -1
        deepest = max(deepest, depth)
    return deepest
