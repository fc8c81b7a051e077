"""Lines of play and of explanations in the words of players: pieces by what they are called, cited places as links.

Comes in: lines in which pieces stand by their names, as at the table. Out: text of the book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hexlaw.compiler.base.place_numbers import BookPlace
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.wording import as_sentence
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law.graph import SIDE, TYPE
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import english
from hexlaw.runtime.words.composing import agreeing
from hexlaw.runtime.words.readings import Readings
from hexlaw.runtime.words.spans import enumerated, plain, text

CITED = re.compile(r" +\[([^\]]+)\]")
"""What a line cites, at its end."""
_ARTICLE = r"(?<=\ba) (?!(?:\w+s|and|at|by|can|cannot|from|in|into|may|on|or|to|with)\b)\w"
"""What follows an `a` that is an article, also where a piece has that name."""
_BEGINS = re.compile(r"(?<=[.!?] )[a-z]")


class PlayersWords:
    def __init__(self, parts: PartMaker, called: Mapping[str, str]) -> None:
        self.parts, sides = parts, parts.graph.choices.get(SIDE)
        self.called = {**called, **{side: Readings(parts.graph).side(side) for side in (sides.values if sides else ())}}
        self._introduced = set[str]()
        self._places = {parts.label(each): each for place in parts.home.values() for each in place.around}
        longest_first = "|".join(map(re.escape, sorted(self.called, key=len, reverse=True)))
        self._names = re.compile(rf"(?:\b(?:the|a) )?(?<![\w'-])({longest_first})(?![\w-])(?!{_ARTICLE})")

    def _called(self, name: str) -> str:
        """Returns what a piece is called; what it is, in brackets behind its own name, the first time alone."""
        said, bracket, what = self.called[name].partition(" (")
        is_new = bool(bracket) and name not in self._introduced
        self._introduced.add(name)
        return f"{said}{bracket}{what}" if is_new else said

    def opening(self, part: str, said: tuple[str, ...]) -> m.Text:
        """Returns what a side did by one action in a part of the turn; those that did the same are said together."""
        when = Readings(self.parts.graph).called("part", part) if part else ""
        if not said:
            return self.spans(when)
        side, _, _ = said[0].partition(": ")
        split = (line.removeprefix(f"{side}: ").partition(" ") for line in said)
        who = grouped((rest if name in self.called else f"{name}{gap}{rest}", name) for name, gap, rest in split)
        deeds = [
            f"{names[0]} {did}" if len(names) == 1 and names[0] in self.called
            else did if names[0] not in self.called
            else f"{enumerated(names)} {plain(agreeing(text(did)))}"
            for did, names in who.items()
        ]  # fmt: skip
        return self.spans(f"{when + ', ' if when else ''}{side}: {'; '.join(deeds)}")

    def spans(self, line: str, said_before: str = "") -> m.Text:
        """Returns a text with pieces and sides by what they are called, and the numbers of the book that it cites as
        links; without what it says again, and nothing where that is all."""
        named = _BEGINS.sub(lambda found: found[0].upper(), self._names.sub(lambda found: self._called(found[1]), line))
        if said_before and named.lower().startswith(said_before.lower()):
            named = named[len(said_before) :].removeprefix(":").lstrip()
        return () if not CITED.sub("", f" {named}").strip() else tuple(self._linked(as_sentence(named)))

    def _linked(self, named: str) -> Iterator[m.Span]:
        end = 0
        for cited in CITED.finditer(named):
            labels = [self.parts.label(BookPlace(*cite.split(" ", 1))) for cite in cited[1].split(", ") if " " in cite]
            links = [m.Span(label, to=self._places[label].anchor) for label in labels if label in self._places]
            yield m.Span(named[end : cited.start()].rstrip())
            if links:
                yield from (m.Span(" ["), *[part for link in links for part in (m.Span(", "), link)][1:], m.Span("]"))
            end = cited.end()
        yield m.Span(named[end:])


def piece_names(parts: PartMaker, positions: tuple[Position, ...]) -> dict[str, str]:
    """Returns what the pieces of a game are called: as their counters are, with a side where several have such counters
    and a number where there are several; a piece with a name of its own by that, and what it is."""
    readings, things = Readings(parts.graph), dict[str, tuple[Thing, str, str]]()
    for position in positions:
        for name, thing in position.things.items():
            unit = parts.graph.units.get(str(position.value(thing, TYPE)))
            label = parts.wording.called("kind", thing.kind) if unit is None else unit.name
            side = position.value(thing, SIDE)
            things[name] = thing, label, readings.side(side) if isinstance(side, str) else ""
    found = dict[str, str]()
    for name, (_, label, side) in things.items():
        alike = [other for other, (_, its, whose) in things.items() if (its, whose) == (label, side)]
        shared = len({whose for _, its, whose in things.values() if its == label}) > 1
        number = re.search(r"-(\d+)$", name)
        said = f"{side} {label}".strip() if shared else label
        if number is None and "-" not in name and name not in re.findall(r"\w+", f"{label} {said}".lower()):
            found[name] = f"{name.capitalize()} ({english.with_article(label.lower())})"
        else:
            found[name] = f"the {said}" if len(alike) == 1 else f"{said} {alike.index(name) + 1}"
    return found
