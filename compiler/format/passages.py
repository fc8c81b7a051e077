"""Parts a text of the book among the rules that it tells of: each stands below the sentence that has most of its words.

Sentences keep their order, and one to which no rule belongs goes on with those above it. So the book prints the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt
from textwrap import wrap

from hexlaw.runtime.law.graph import paragraphs_of

WIDTH = 110
UNIT = 10**6  # of what a word counts
STEM = 5  # letters by which two words are the same
FEW = 8  # words; a shorter sentence is not for that the better one
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORD = re.compile(r"[a-z]{3,}|[0-9/]+")
_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z*\[])")
_ITEM = re.compile(r"- |\d+\. ")
Named = tuple[str, str]
"""The sort and the name of what a text tells of."""


@dataclass
class NewPassage:
    paragraphs: list[str]
    begins: bool  # a paragraph
    covers: list[Named] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        found: list[str] = []
        for at, paragraph in enumerate(self.paragraphs):
            found += [""] if (at or self.begins) and not _ITEM.match(paragraph) else []
            found += wrap(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False)
        return found

    def add(self, other: NewPassage) -> None:
        first, *rest = other.paragraphs
        if other.begins:
            self.paragraphs += other.paragraphs
        else:
            self.paragraphs[-1] += f" {first}"
            self.paragraphs += rest
        self.covers += other.covers


def passages_of(lines: Sequence[str], laws: Mapping[Named, str]) -> list[NewPassage]:
    """Returns the passages of a text, each with what it tells of; `laws` has the law of each of these."""
    sentences = _sentences(lines)
    said = [_stems(" ".join(sentence.paragraphs)) for sentence in sentences]
    known = Counter(stem for stems in said for stem in stems)
    for named, law in laws.items():
        stems = _stems(law)
        rare = [sum(UNIT // known[stem] ** 2 for stem in stems & has) for has in said]
        fits = [points * UNIT // isqrt(UNIT**2 * max(len(has), FEW)) for points, has in zip(rare, said, strict=True)]
        sentences[fits.index(max(fits))].covers.append(named)
    found = sentences[:1]
    for sentence in sentences[1:]:
        if sentence.covers and found[-1].covers:
            found.append(sentence)
        else:
            found[-1].add(sentence)
    return found


def _sentences(lines: Sequence[str]) -> list[NewPassage]:
    """Returns the sentences of a text; a list is one with what leads to it."""
    found: list[NewPassage] = []
    for paragraph in paragraphs_of(lines):
        if found and _ITEM.match(paragraph):
            found[-1].paragraphs.append(paragraph)
        else:
            parts = _SENTENCE.split(paragraph)
            found += [NewPassage([part], begins=bool(found) and not at) for at, part in enumerate(parts)]
    return found


def _stems(text: str) -> set[str]:
    words = _WORD.findall(text.lower().replace("-", " "))
    return {str(NUMBERS.index(word)) if word in NUMBERS else word[:STEM] for word in words}
