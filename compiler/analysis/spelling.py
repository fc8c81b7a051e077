"""Names that look misspelt: a word that stands once in all of a module, and is nearly another that stands there.

A misspelt name that something refers to is unknown there and found at once. One that nothing refers to, such as most
names of rules, would only ever be read by people, in every explanation. So this looks at the words: what is told is a
note, as a word may well stand alone. Words that differ only in their ending are left in peace, and so are the words of
the grammar, numbers, and those with two vowels where the other has one: they are words of their own as often as not. A
word of the grammar is taken for what was meant only where names have it as a part: misspelt elsewhere it is not law.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from string import ascii_lowercase

from hexlaw.compiler import parse
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.load import CaseSources, Chain

GRAMMAR = Path(parse.__file__).parent / "law.lark"
WORD = re.compile(r"[a-z]+")
NAME = re.compile(r"[a-z.-]+")
UNREAD = re.compile(r'^(\||section )[^\n]*|"[^"\n]*"|#[^\n]*|\[[^\]]*\]', re.MULTILINE)
"""Prose, texts, comments and citations hold no names."""
NUMBERS = frozenset({"three", "four", "five", "seven", "eight", "nine", "first", "third", "fourth", "fifth"})
LENGTHS = range(5, 40)  # letters: of shorter words too many are nearly another
MAX_TRIED = 5_000  # words that stand once
Words = tuple[list[str], list[str]]
"""The words that stand in a text once, and those that stand there more often."""
LawWords = tuple[list[str], list[str], list[str], list[tuple[int, str]]]
"""The same of a text of law; the words that it joins with others to names; and where a word stands that may be a name
and is found in it once, in their order."""
TEXTS_REMEMBERED = 256  # by a living process: after an edit nearly all are as they were


def names_are_spelt(chain: Chain, cases: CaseSources, found: Diagnostics) -> None:
    law = {source.text: _law_text(source.text) for layer in chain.layers for source in layer.laws}
    words: set[str] = set()
    repeated: set[str] = set()
    laws = (law[source.text][:2] for layer in chain.layers for source in layer.laws)
    for once, more in (*laws, *_words_beside(chain, cases)):
        repeated |= words.intersection(once)
        repeated.update(more)
        words.update(once, more)
    in_names = {word for _, _, joined, _ in law.values() for word in joined}
    meant = words - (_grammar() - in_names)
    spelt = _grammar() | NUMBERS
    for source, at, word in islice(_standing_once(chain, law, repeated), MAX_TRIED):
        near = [] if word in spelt else sorted({other for other in _could_be(word) if other in meant and other != word})
        if near:
            span = source.span(at, at + len(word))
            message = f"`{word}` stands nowhere else"
            found.report("HX290", span, message, help=f"did you mean `{near[0]}`?", level="note")


def _standing_once(chain: Chain, law: dict[str, LawWords], repeated: set[str]) -> Iterator[tuple[Source, int, str]]:
    """The words of a module's own law, with the abstract law under it, that are found once in everything."""
    for source in (source for layer in chain.own for source in layer.laws):
        names = law[source.text][3]
        yield from ((source, at, word) for at, word in names if word not in repeated)


@lru_cache(maxsize=TEXTS_REMEMBERED)
def _words(text: str) -> tuple[list[str], list[str]]:
    """The words that stand in a text once, and those that stand there more often."""
    counted = Counter(WORD.findall(text.lower()))
    return [word for word, count in counted.items() if count == 1], [w for w, count in counted.items() if count > 1]


@lru_cache(maxsize=TEXTS_REMEMBERED)
def _law_text(text: str) -> LawWords:
    once, more = _words(text)
    unread = UNREAD.sub(lambda match: " " * len(match.group()), text)
    found = ((match.start(), match.group()) for match in WORD.finditer(unread))
    alone = set(once)
    names = [(at, word) for at, word in found if word in alone and len(word) in LENGTHS]
    parts = (WORD.findall(name) for name in NAME.findall(UNREAD.sub("", text)))
    return once, more, sorted({word for words in parts if len(words) > 1 for word in words}), names


@cache
def _grammar() -> frozenset[str]:
    """The words of the language itself."""
    return frozenset(re.findall(r'"([a-z]+)"', GRAMMAR.read_text("utf-8")))


def _could_be(word: str) -> Iterator[str]:
    """What a word may have been: a letter less where one is doubled, two letters changed back, one put in again."""
    for at in range(len(word) - 1):
        if word[at] == word[at + 1] and word[at] not in "aeiou":
            yield word[:at] + word[at + 1 :]
        yield word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
    for at in range(len(word)):
        yield from (word[:at] + letter + word[at:] for letter in ascii_lowercase)


def _words_beside(chain: Chain, cases: CaseSources) -> Iterator[Words]:
    """The words of what is not law: of all tables and charts of a module together, and of all its case files."""
    for layer in chain.layers:
        data = [source.text for source in (*layer.tables.values(), *layer.units)]
        for texts in (data, [cases[path].text for path in layer.cases if path in cases]):
            yield _words("\n".join(texts))
