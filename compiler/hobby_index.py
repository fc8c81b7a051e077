"""What somebody looks for in the words of the hobby: entries with ways of asking for them in, the best for a query out.

Designers do not know the words of the language yet. `hobby.toml` has what they say in place of them: words for the same
thing (`synonyms`), words that say nothing (`idle`), ways of asking for a section of the reference (`sections`), and
answers to what they want to do (`answer`). Recipes bring such ways along.

A query and a way of asking are compared by their stems, without words that all have. An entry counts for each stem of
the query by how rare that is (inverse document frequency, Spärck Jones 1972), more where a way has it than where only
the text does; and once more for its best way by the share of that way which the query says, squared: `draw` finds
drawing, and who looks for `draw a chit` does not get all that draws.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import log
from pathlib import Path
from typing import Any

HOBBY = Path(__file__).parent / "hobby.toml"
IN_TEXT = 0.4  # what a stem counts for that only the text has
WAY, NAME = 2.0, 1.3  # what a way counts for all of which is asked, and how much more where it is the name
ENOUGH = 0.4  # of what the best counts for, what another has to
WORD = re.compile(r"[a-z0-9]+")


@cache
def hobby() -> dict[str, Any]:
    return tomllib.loads(HOBBY.read_text("utf-8"))


@cache
def synonyms() -> dict[str, str]:
    """Returns words of the hobby with what they count as."""
    return {other: first for first, *others in hobby()["synonyms"] for other in others}


@cache
def _synonym() -> re.Pattern[str]:
    """Returns what finds one, the longest that begins there."""
    return re.compile(rf"\b(?:{'|'.join(sorted(synonyms(), key=len, reverse=True))})\b")


def stem(word: str) -> str:
    """Returns what the forms of an English word have in common: `stacks`, `stacking` and `stacked` are one."""
    if len(word) < 4:
        return word
    bare = re.sub(r"(?:(?<=[sxz])|(?<=[cs]h))es$|(?<=[^su])s$", "", re.sub(r"ie[sd]$", "y", word))
    if len(bare) > 5:
        bare = re.sub(r"(?:ing|ed|ment|ly)$", "", bare)
        bare = re.sub(r"([bdgmnprt])\1$", r"\1", bare)
    return re.sub(r"(?<=...)e$", "", bare)


@cache
def stems(text: str) -> tuple[str, ...]:
    """Returns the stems of a text in their order, each once; those of idle words alone where there are no others."""
    plain = re.sub(r"[^a-z0-9.]", " ", text.casefold())
    words = WORD.findall(_synonym().sub(lambda found: synonyms()[found[0]], plain))
    return tuple(
        dict.fromkeys(stem(word) for word in words if word not in hobby()["idle"]) or dict.fromkeys(map(stem, words))
    )


@dataclass(frozen=True)
class Findable:
    sort: str
    name: str
    where: str
    said: str
    ways: tuple[str, ...]
    text: str = ""
    counts: float = 1.0  # against others that fit as well

    @cached_property
    def of_ways(self) -> list[frozenset[str]]:
        return [frozenset(found) for way in self.ways if (found := stems(way))]

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(stems(self.text)).union(*self.of_ways)


def best(entries: Iterable[Findable], query: str) -> Sequence[Findable]:
    """Returns what fits a query, the best first."""
    entries, wanted = [*entries], stems(query)
    frequency = Counter(stem for entry in entries for stem in entry.stems)
    rare = {stem: log(1 + len(entries) / number) for stem, number in frequency.items()}

    def fits(entry: Findable) -> float:
        by_way = {stem for way in entry.of_ways for stem in way}
        single = sum(rare[s] * (1 if s in by_way else IN_TEXT) for s in wanted if s in entry.stems)
        ways = (said(way) * (NAME if not n else 1) for n, way in enumerate(entry.of_ways))
        return entry.counts * (single + WAY * max(ways, default=0))

    def said(way: frozenset[str]) -> float:
        found = sum(rare[s] for s in way.intersection(wanted))
        return found and found**3 / sum(rare[s] for s in way) ** 2

    ranked = sorted(((fits(entry), entry) for entry in entries), key=lambda one: -one[0])
    return [entry for points, entry in ranked if points > 0 and points >= ENOUGH * ranked[0][0]]
