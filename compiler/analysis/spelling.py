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
from hexlaw.compiler.cache import digest, once_clean
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import CaseSources, Chain
from hexlaw.compiler.source import Source

GRAMMAR = Path(parse.__file__).parent / "law.lark"
WORD = re.compile(r"[a-z]+")
NAME = re.compile(r"[a-z.-]+")
UNREAD = re.compile(r'"[^"\n]*"|#[^\n]*|\[[^\]]*\]')  # texts, comments and citations hold no names
NUMBERS = frozenset({"three", "four", "five", "seven", "eight", "nine", "first", "third", "fourth", "fifth"})
LENGTHS = range(5, 40)  # letters: of shorter words too many are nearly another
MOST_LOOKED_AT = 5_000  # words that stand once
Words = tuple[frozenset[str], frozenset[str]]
TEXTS_REMEMBERED = 256  # by a living process: after an edit nearly all are as they were


def names_are_spelt(chain: Chain, cases: CaseSources, found: Diagnostics) -> None:
    words: set[str] = set()
    repeated: set[str] = set()
    for once, more in _words_of(chain, cases, found):
        repeated |= more | (once & words)
        words |= once | more
    in_names = {word for layer in chain.layers for source in layer.laws for word in _joined(source.text)}
    meant = words - (_grammar() - in_names)
    spelt = _grammar() | NUMBERS
    for source, at, word in islice(_standing_once(chain, repeated), MOST_LOOKED_AT):
        near = [] if word in spelt else sorted({other for other in _could_be(word) if other in meant and other != word})
        if near:
            span = source.span(at, at + len(word))
            message = f"`{word}` stands nowhere else"
            found.report("HX290", span, message, help=f"did you mean `{near[0]}`?", level="note")


def _standing_once(chain: Chain, repeated: set[str]) -> Iterator[tuple[Source, int, str]]:
    """The words of a module's own law, with the abstract law under it, that are found once in everything."""
    for source in (source for layer in chain.own for source in layer.laws):
        yield from ((source, at, word) for at, word in _names(source.text) if word not in repeated)


@lru_cache(maxsize=TEXTS_REMEMBERED)
def _words(text: str) -> Words:
    """The words that stand in a text once, and those that stand there more often."""
    counted = Counter(WORD.findall(text.lower()))
    more = frozenset(word for word, count in counted.items() if count > 1)
    return frozenset(counted) - more, more


@lru_cache(maxsize=TEXTS_REMEMBERED)
def _names(text: str) -> tuple[tuple[int, str], ...]:
    """Where in a text of law a word stands that may be a name and is found in it once, in their order."""
    once, _ = _words(text)
    names = UNREAD.sub(lambda match: " " * len(match.group()), text)
    found = ((match.start(), match.group()) for match in WORD.finditer(names))
    return tuple((at, word) for at, word in found if word in once and len(word) in LENGTHS)


@lru_cache(maxsize=TEXTS_REMEMBERED)
def _joined(text: str) -> frozenset[str]:
    """The words that a text of law joins with others to names."""
    parts = (WORD.findall(name) for name in NAME.findall(UNREAD.sub("", text)))
    return frozenset(word for words in parts if len(words) > 1 for word in words)


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


def _words_of(chain: Chain, cases: CaseSources, found: Diagnostics) -> Iterator[Words]:
    """The words of each file, and of all case files of a module together: these seldom change, and are kept."""
    for layer in chain.layers:
        sources: list[Source] = [*layer.laws, *layer.tables.values(), *layer.units]
        yield from (_words(source.text) for source in sources)
        once, more = _kept([cases[path].text for path in layer.cases if path in cases], found)
        yield frozenset(once), frozenset(more)


def _kept(texts: list[str], found: Diagnostics) -> list[list[str]]:
    return once_clean("words", digest(*texts), lambda _: [sorted(words) for words in _words("\n".join(texts))], found)
