"""How often what stood in the law is among the first that `may stand` there, and how long an answer takes.

    python bench/may_stand.py [MODULE ...] [--places 300] [--seed first]

Of each module's own law, places are drawn by lot. The word there is taken out, with the whole name of a rule or of a
pick, and what may stand there is asked: once with all that stands behind it, once with nothing behind it on its line,
as somebody is typing. Names, values and words of the language are counted apart. What is declared at a place is not
asked about: a new name can be any. Of the data (cases with their questions, charts, boards, situations, unit lists)
places are drawn and asked about in the same way, once, with all that stands behind.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.data.load import load
from hexlaw.compiler.here.in_data import may_stand_in_data
from hexlaw.compiler.here.names_in_data import _meant, _words
from hexlaw.compiler.here.ranked import may_stand
from hexlaw.compiler.here.surroundings import Surroundings
from hexlaw.compiler.parse.grammar import words_of
from hexlaw.compiler.parse.items import cut
from hexlaw.compiler.parse.parse import item_tokens
from hexlaw.compiler.pipeline import Compilation, compile_chain
from hexlaw.compiler.uses import Use, Uses

FIRST = 5


def places(module: str) -> tuple[Surroundings, list[tuple[str, str, int, int]]]:
    """Returns the law, and the places of its words: the sort of each, its file, where it begins and ends."""
    chain = load(module, Diagnostics())
    assert chain is not None
    compilation = compile_chain(chain, Diagnostics())
    assert compilation is not None
    uses, found = Uses(compilation), []
    own = {source.name: source for source in chain.layers[-1].laws}
    for item in uses.items:
        source = item.span.source
        if source.name not in own:
            continue
        for use in uses.of(item):
            inside = source.text[: use.span.start].rpartition("\n")[2].count('"') % 2
            if not use.declares and not inside and use.span.text:
                sort = "values" if use.meaning.sort == "value" else "names"
                found.append((sort, source.name, use.span.start, use.span.end))
    for name, source in own.items():
        for piece in cut(source, Diagnostics()):
            for token in item_tokens(piece):
                if words_of(token.type):
                    at = piece.start + (token.start_pos or 0)
                    sort = "values" if token.type in ("YES", "NONE") else "words"
                    found.append((sort, name, at, at + len(token)))
    return Surroundings(chain), sorted(set(found))


def asked(around: Surroundings, file: str, start: int, end: int, *, typing: bool, letters: int) -> tuple[int, float]:
    """Returns the place in order of what stood there, 0 for none, and how many seconds of CPU it took to answer."""
    text = around.texts[file]
    word = text[start:end]
    line_end = text.find("\n", end)
    behind = text[line_end:] if typing else text[end:]
    before = text[:start] + word[:letters]
    begun = time.process_time()
    found = may_stand(around, Source(file, before + behind), len(before)).found
    took = time.process_time() - begun
    owner = f"{word}." if typing and text[end : end + 1] == "." else word
    right = (
        at for at, one in enumerate(found, 1) if one.text == word or (owner != word and one.text.startswith(owner))
    )
    return next(right, 0), took


@dataclass
class Measured:
    """What came of some places: how many letters had been typed, and what stood behind."""

    sort: str
    typing: bool
    letters: int
    all_places: int
    ranks: list[int]
    times: list[float]  # in ms
    missed: list[str]

    @property
    def share(self) -> float:
        return sum(0 < rank <= FIRST for rank in self.ranks) / len(self.ranks)

    def __str__(self) -> str:
        how = f"{'nothing' if self.typing else 'all'} behind, {self.letters} letters typed"
        there = sum(rank > 0 for rank in self.ranks) / len(self.ranks)
        slow = statistics.quantiles(self.times, n=20)[-1]
        return (
            f"{self.sort:6} {how:32} {len(self.ranks):4} of {self.all_places:6}: first {FIRST} {self.share:5.1%}, "
            f"there {there:5.1%}; median {statistics.median(self.times):5.1f} ms of CPU, 19 of 20 {slow:5.1f} ms"
        )


WAYS = ((False, 0), (True, 0), (True, 1), (True, 2))
"""Whether nothing stands behind, and how many letters have been typed."""


def measured(module: str, number: int, seed: str, ways: Sequence[tuple[bool, int]] = WAYS) -> Iterator[Measured]:
    around, found = places(module)
    may_stand(around, Source(found[0][1], around.texts[found[0][1]]), found[0][2])  # what is read once
    for sort in ("names", "values", "words"):
        all_ = [place for place in found if place[0] == sort]
        drawn = random.Random(seed).sample(all_, min(number, len(all_)))
        for typing, letters in ways:
            made = Measured(sort, typing, letters, len(all_), [], [], [])
            for _, file, start, end in drawn:
                rank, took = asked(around, file, start, end, typing=typing, letters=letters)
                made.ranks.append(rank)
                made.times.append(took * 1000)
                if not 0 < rank <= FIRST:
                    text = around.texts[file]
                    before, behind = text[max(0, start - 50) : start], text[end : end + 30]
                    made.missed.append(f"{rank}: {before}<<{text[start:end]}>>{behind}".replace("\n", "/"))
            yield made


def data_places(compilation: Compilation, seed: str) -> Iterator[Use]:
    """Yields names in a module's own data, by lot."""
    layer, found = compilation.chain.layers[-1], list[tuple[Span, bool, str]]()
    for name in compilation.chain.texts.names_in(layer.folder, lambda _: None):
        if name.endswith((".yaml", ".csv")):
            source = compilation.chain.texts.read(layer.folder / name, f"{layer.shown}/{name}", 10**8, Diagnostics())
            assert source is not None
            found += [word for word in _words(source) if word[0].text[0].isalpha()]
    random.Random(seed).shuffle(found)
    for span, is_key, near in found:
        use = _meant(compilation, span, span.end, near, is_key=is_key)
        if use is not None:
            yield use


def measured_data(module: str, number: int, seed: str) -> list[Measured]:
    chain = load(module, Diagnostics())
    assert chain is not None
    compilation = compile_chain(chain, Diagnostics())
    assert compilation is not None
    around = Surroundings(chain)
    made = {sort: Measured(sort, False, 0, 0, [], [], []) for sort in ("names", "values")}
    for use in islice(data_places(compilation, seed), number):
        source, start, end = use.span.source, use.span.start, use.span.end
        of = made["values" if use.meaning.sort == "value" else "names"]
        without = Source(source.name, source.text[:start] + source.text[end:])
        begun = time.process_time()
        found = [one.text for one in may_stand_in_data(around, without, start).found]
        of.times.append((time.process_time() - begun) * 1000)
        word, text = use.span.text, source.text
        right = (at for at, one in enumerate(found, 1) if one == word or one.startswith(f"{word}."))
        of.ranks.append(next(right, 0))
        if not 0 < of.ranks[-1] <= FIRST:
            near = f"{text[max(0, start - 50) : start]}<<{word}>>{text[end : end + 30]}"
            of.missed.append(f"{of.ranks[-1]}: {near}".replace("\n", "/"))
    return [of for of in made.values() if len(of.ranks) > 1]


def main(arguments: list[str] | None = None) -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("modules", nargs="*", default=["tutorial", "panzer-leader"])
    reader.add_argument("--places", type=int, default=300, help="of each sort")
    reader.add_argument("--seed", default="first")
    reader.add_argument("--missed", action="store_true", help="print what was not among the first")
    given = reader.parse_args(arguments)
    for module in given.modules:
        for made in measured(module, given.places, given.seed):
            print(f"{module:14} {made}", *(made.missed if given.missed else ()), sep="\n    ")
        for made in measured_data(module, 2 * given.places, given.seed):
            print(f"{module:14} data: {made}", *(made.missed if given.missed else ()), sep="\n    ")


if __name__ == "__main__":
    main()
