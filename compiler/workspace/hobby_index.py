"""What somebody looks for in the words of the hobby: entries with ways of asking for them in, the best for a query out.

A query and a way of asking are compared by their stems, without words that all have. An entry counts for each stem of
the query by how rare that is (inverse document frequency, Spärck Jones 1972), more where a way has it than where only
the text does; and once more for its best way by the share of that way which the query says, squared: `draw` finds
drawing, and who looks for `draw a chit` does not get all that draws.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from hexlaw.compiler.data.hobby_words import hobby

IN_WAY, IN_TEXT, WHOLE, NAME = 10, 4, 20, 26
"""What a stem counts for in a way of asking, or in the text alone; what a way does all of which is asked for, or a
name."""
ENOUGH = 40  # per cent of what the best counts for, what another has to
WORD = re.compile(r"[a-z0-9]+")


@cache
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
    plain, known = re.sub(r"[^a-z0-9.]", " ", text.casefold()), hobby()
    words = WORD.findall(known.synonym.sub(lambda found: known.synonyms[found[0]], plain))
    return tuple(dict.fromkeys(map(stem, [word for word in words if word not in known.idle] or words)))


@dataclass(frozen=True)
class Findable:
    sort: str
    name: str
    where: str
    said: str
    ways: tuple[str, ...]  # the name first
    text: str = ""
    counts: int = 100  # per cent, against others that fit as well

    @cached_property
    def stems(self) -> tuple[list[frozenset[str]], frozenset[str], frozenset[str]]:
        """Returns the stems of each way, of all ways, and of all."""
        ways = [frozenset(found) for way in self.ways if (found := stems(way))]
        of_ways = frozenset[str]().union(*ways)
        return ways, of_ways, of_ways.union(stems(self.text))


def best(entries: Iterable[Findable], query: str) -> Sequence[Findable]:
    """Returns what fits a query, the best first."""
    entries, wanted = [*entries], stems(query)
    frequency = Counter(stem for entry in entries for stem in entry.stems[2])
    # four times the binary logarithm of how many entries there are to one that has it
    rare = {stem: (len(entries) ** 4 // number**4).bit_length() for stem, number in frequency.items()}

    def fits(entry: Findable) -> int:
        ways, of_ways, of_all = entry.stems
        single = sum(rare[s] * (IN_WAY if s in of_ways else IN_TEXT) for s in wanted if s in of_all)
        whole = 0
        for way in ways:
            if found := sum(rare[s] for s in way.intersection(wanted)):
                counts = NAME if way is ways[0] else WHOLE
                whole = max(whole, counts * found**3 // sum(rare[s] for s in way) ** 2)
        return entry.counts * (single + whole)

    ranked = sorted(((fits(entry), entry) for entry in entries), key=lambda one: -one[0])
    return [entry for points, entry in ranked if points > 0 and 100 * points >= ENOUGH * ranked[0][0]]
