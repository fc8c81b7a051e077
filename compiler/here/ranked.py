"""What may stand at a place of a law, likeliest first.

Idea: how likely a name is, is read off the law itself: what stands elsewhere between words like those around the place,
what the item says already, how near to it a rule stands. What does not fit by its type is put behind all that does.
INVARIANT: nothing is learnt from the item that is being typed but the words in it; so what is asked about is never its
own answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import isqrt

from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.here.fitting import Constants, Fitting, TypedPlace, candidates
from hexlaw.compiler.here.partial_item import PartialItem, partial_item
from hexlaw.compiler.here.surroundings import MILLION, VARIABLE, Surroundings, item_around
from hexlaw.compiler.parse import syntax as s

_TYPED = re.compile(r"[A-Za-z0-9-]*\Z")
_REST = re.compile(r"[A-Za-z0-9-]*")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*")
MAX_SHOWN, MAX_TRIED, ENOUGH, NEAR = 200, 40, 8, 400
RATHER_NOT, HARDLY, IT_FITS = 300, 20, 10_000
"""What a name that does not fit counts for, in thousandths, where more will be typed and elsewhere; what one gains that
fits, in millionths."""


@dataclass(frozen=True)
class MayStand:
    """What may stand in a stretch of a text, likeliest first; `typed` holds what has been typed of it."""

    typed: Span
    found: tuple[Fitting, ...] = ()


def may_stand(around: Surroundings, source: Source, place: int, asked_of: Constants | None = None) -> MayStand:
    """Returns what may stand at a place of a law, or of a question about a position with these names."""
    text = source.text
    typed, rest = _TYPED.search(text, 0, place), _REST.match(text, place)
    start, end = typed.start() if typed else place, rest.end() if rest else place
    line = re.sub(r'"[^"]*"', "", text[text.rfind("\n", 0, start) + 1 : start])
    if '"' in line or "#" in line:
        return MayStand(source.span(start, end))
    begin, item_end = (0, len(text)) if asked_of is not None else item_around(text, start)
    partial = partial_item(text, begin, start, end, source.name, asked_of is not None)
    ranking = _Ranking(around, source, (begin, start, end, item_end), partial)
    ranked = [(ranking.likely.get(word.split()[0], 0), Fitting(word, "word")) for word in partial.words]
    if partial.item is not None and partial.parents:
        ranked += ranking.names(TypedPlace(around, partial, source.name, asked_of or {}))
    ranked.sort(key=lambda one: (-one[0], one[1].text))
    found = [one for _, one in ranked if one.text.startswith(text[start:place])]
    return MayStand(source.span(start, end), tuple(found[:MAX_SHOWN]))


class _Ranking:
    """How likely words are where in `places` the item begins, what has been typed begins and ends, the item ends."""

    def __init__(
        self, around: Surroundings, source: Source, places: tuple[int, int, int, int], partial: PartialItem
    ) -> None:
        self.around, self.partial, self.file, self.text = around, partial, source.name, (text := source.text)
        self.begin, self.start, self.end, self.item_end = places
        line_end = text.find("\n", self.end)
        behind = text[self.end : line_end if line_end >= 0 else len(text)]
        self.is_open = not partial.is_whole or not behind.strip()  # perhaps more is going to be typed
        head = _WORD.findall(text[self.begin : self.start].split("\n", 1)[0])
        self.own = head[1].split(".") if len(head) > 1 else []
        self.is_text = head[:1] == ["text"]  # it speaks for what stands below, in that order
        self.said: dict[str, int] = {}  # how far from the place a name of the item stands
        for word in _WORD.finditer(text, self.begin, self.item_end):
            if not self.start <= word.start() < max(self.end, self.start + 1):
                distance = self.start - word.end() if word.start() < self.start else word.start() - self.end
                for one in {word[0], *word[0].split("."), word[0].rstrip("abcdefgh")}:
                    self.said[one] = min(self.said.get(one, distance), distance)
        said = self.said if self.is_text else ()
        places_ = (at for name in said for file, at in around.declared_at.get(name, ()) if file == self.file)
        self.reads_from = max((self.begin, *places_))  # others are near to this place

    @cached_property
    def likely(self) -> dict[str, int]:
        text, around = self.text, self.around
        from_line = text.rfind("\n", 0, max(0, self.start - NEAR)) + 1
        before = ["\n", "\n", "\n", *(word for word, _ in around.tokens(text[from_line : self.start]))]
        behind = [word for word, _ in around.tokens(text[self.end : self.end + NEAR])][:2]
        company, known_end = around.company, len(around.texts.get(self.file, "")) - len(text) + self.item_end
        ways = [behind] * self.partial.is_whole + [[]] * self.is_open
        found = [company.likely(before, way, self.file, self.begin, known_end) for way in ways]
        return {word: sum(of.get(word, 0) for of in found) // len(found) for of in found for word in of}

    def names(self, place: TypedPlace) -> Iterator[tuple[int, Fitting]]:
        """Yields the names that may stand there, each with how likely it is."""
        leaf, part = self.partial.parents[-1]
        before, _, behind = str(getattr(leaf, part)).partition(self.partial.mark)
        known: dict[str, Fitting] = {}
        for one in candidates(place, self.is_open):
            if one.text.startswith(before) and one.text.endswith(behind) and len(one.text) > len(before) + len(behind):
                known.setdefault(one.text, one)
        scores, fit = self._scores(known), 0
        for number, one in enumerate(sorted(known.values(), key=lambda one: -scores[one.text])):
            tried = number < MAX_TRIED and fit < ENOUGH and one.fits and not (one.shape and isinstance(leaf, s.Name))
            holds = place.holds(one.text) if tried else one.fits
            fit += holds is True and tried
            doubt = 1000 if holds is not False else RATHER_NOT if self.is_open else HARDLY
            cut = one.text[len(before) : len(one.text) - len(behind)]
            bonus = IT_FITS if tried and holds else 0
            yield (
                scores[one.text] * doubt // 1000 + bonus,
                replace(one, text=cut, fits=self.is_open or holds is not False),
            )

    def _scores(self, known: dict[str, Fitting]) -> dict[str, int]:
        """Returns how likely each name is: a variable the more the nearer it was said, a name with dots by the first of
        its words and by how near it stands, all else by its company."""
        near = {name: self.said.get(name, NEAR) for name, of in known.items() if of.sort == "variable"}
        variables = {name: MILLION // isqrt(10_000 * (1 + distance)) for name, distance in near.items()}
        of_first = Counter(name.split(".")[0] for name in known)
        found: dict[str, int] = {}
        for name, one in known.items():
            first, likely = name.split(".")[0], self.likely.get(name, 0)
            if name in variables:
                found[name] = likely + self.likely.get(VARIABLE, 50_000) * variables[name] // sum(variables.values())
            elif self.is_text or one.sort in ("rule", "ruling", "step", "pick") or "." in name:
                part = (self.likely.get(first, 0) + 50_000 * (first in self.said)) // of_first[first] + 2_000
                again = 10 if name not in self.said else 50 if one.sort == "ruling" else 1
                found[name] = part * again * self._nearness(name) // 10_000
            else:
                found[name] = likely + 200 + 4_000 * (name in self.said) + 50_000 * (name in self.own)
        return found

    def _nearness(self, name: str) -> int:
        """Returns how near what is declared is to the item, by names and places, in thousandths of what is not near."""
        words = name.split(".")
        shared = next((at for at, (a, b) in enumerate(zip(words, self.own, strict=False)) if a != b), len(words))
        distances = [self.reads_from - at for file, at in self.around.declared_at.get(name, ()) if file == self.file]
        distance = min(distances, key=abs, default=None)
        if distance is not None and self.is_text:
            return 2_000_000 // (100 - distance) if distance < 0 else 100
        there = 0 if distance is None else (3_200_000 if distance > 0 else 1_600_000) // (400 + abs(distance))
        in_common = (1 << 2 * shared) + sum(word in self.own for word in words)
        return in_common * (1_000 + there)
