"""Names that look misspelt: a word that stands once in all of a module's law, and is nearly another that stands often.

A misspelt name that something refers to is unknown there and found at once. One that nothing refers to, such as most
names of rules, would only ever be read by people, in every explanation. So this looks at the words: what is told is a
note, as a word may well stand alone. Words that differ only in their ending are left in peace.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import CaseSources, Chain
from hexlaw.compiler.source import Source

WORD = re.compile(r"[a-z]+")
UNREAD = re.compile(r'"[^"\n]*"|#[^\n]*|\[[^\]]*\]')  # texts, comments and citations hold no names
SHORTEST = 4  # letters of the word that was meant
OFTEN = 2


def names_are_spelt(chain: Chain, cases: CaseSources, found: Diagnostics) -> None:
    words: Counter[str] = Counter()
    for text in _texts(chain, cases):
        words.update(WORD.findall(text.lower()))
    usual = {word for word, number in words.items() if number >= OFTEN and len(word) >= SHORTEST}
    slips: dict[str, str] = {}
    for word in sorted(usual):
        slips.update((slip, word) for slip in _slips(word))
    layers = chain.layers
    own = [layer for i, layer in enumerate(layers) if all(x.manifest.abstract for x in layers[i:-1])]
    for source in (source for layer in own for source in layer.laws):
        blank = UNREAD.sub(lambda match: " " * len(match.group()), source.text)
        for match in WORD.finditer(blank):
            word = match.group()
            if words[word] == 1 and word in slips:
                span = source.span(match.start(), match.end())
                message = f"`{word}` stands nowhere else"
                found.report("HX290", span, message, help=f"did you mean `{slips[word]}`?", level="note")


def _slips(word: str) -> Iterator[str]:
    """The word with a letter doubled, left out, or changed with the next, but for its last letters."""
    for at in range(len(word) - 1):
        yield word[:at] + word[at] + word[at:]
        yield word[:at] + word[at + 1 :]
        yield word[:at] + word[at : at + 2][::-1] + word[at + 2 :]


def _texts(chain: Chain, cases: CaseSources) -> Iterator[str]:
    for layer in chain.layers:
        sources: list[Source] = [*layer.laws, *layer.tables.values(), *layer.units]
        yield from (source.text for source in sources)
    yield from (source.text for source in cases.values())
