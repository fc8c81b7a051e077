"""Renews the cards of all situations, those first that have none or are out of date, and writes `docs/balance.md`.

    python bench/cards.py --seconds 1800                    as far as it comes; the same command goes on from there
    python bench/cards.py --situation tutorial/early-snow   this one alone
    python bench/cards.py --seconds 0                       only writes the page, of what is kept

A card is what `hexlaw balance MODULE SITUATION --keep` makes: `balance/SITUATION.csv` beside the module, with the day,
a digest of the law and one of what plays. First come situations without a card, then cards of another law, then those
by other programs, then the oldest; among equals those with the fewest things, as their games are shortest. Each gets
`--each` seconds at the most: what was played is kept in the cache, so the next run goes on there. A card that is not
whole says of how many games it speaks, and never takes the place of a whole one of the same law. If only the code
of the programs was edited, the first game of each cell is replayed; if all have the same winner after the same number
of decisions, the card stays as it is, with its day.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from operator import attrgetter
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.data.load import load, shipped_games, shipped_modules
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.balance_card import PLAIN, BalanceCard
from hexlaw.compiler.situations.kept_cards import PLACE, KeptCard, card_of
from hexlaw.compiler.workspace.balancing import CardGames, programs_digest
from hexlaw.compiler.workspace.compiled_laws import Compiled
from hexlaw.compiler.workspace.requests import CardWanted
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.law.law import Configuration

PAGE = Path(__file__).resolve().parents[1] / "docs" / "balance.md"
HEAD = """# Who wins

What programs make of each situation, by [cards](playing.md#the-card-of-a-situation-hexlaw-balance): the program
`greedy` plays both sides, by itself and in every style of the law, each way against each on the same seeds. What a card
says holds for these ways of playing, and no more. The whole card stands in the book of the module, and
`hexlaw balance MODULE SITUATION` prints it. Of the first side stands here how often it has the better of it where both
play without a style, and where each plays what is safest for it.

`python bench/cards.py` renews the cards that are kept beside the modules, in turns, and writes this page. A card that
was played before says whether the law or the programs have changed since. Where the code of the programs was edited and
the first game of each way against each comes out as before, they have not.

"""


@dataclass
class Place:
    """A situation in the module that it comes from, and its card, if one is kept."""

    module: str
    situation: str
    law: str
    things: int
    kept: KeptCard | None

    def is_stale(self, programs: str) -> tuple[bool, bool, bool]:
        """Whether it has no card, one of another law, or one by other programs."""
        kept = self.kept
        return kept is None, kept is not None and kept.law != self.law, kept is not None and kept.programs != programs

    def urgency(self, programs: str) -> tuple[int, date, int]:
        marks = self.is_stale(programs)
        first = next((at for at, mark in enumerate(marks) if mark), len(marks))
        return first, self.kept.day if self.kept is not None else date.min, self.things


def places(wanted: Sequence[str] | None = None) -> Iterator[Place]:
    """Yields the situations, each once: in the module whose folder has its file."""
    for module in sorted(shipped_games()):
        chain = load(module, Diagnostics())
        names = [] if chain is None else sorted(chain.layers[-1].situations)
        names = [name for name in names if wanted is None or f"{module}/{name}" in wanted]
        compilation = compile_modules(module, Diagnostics()) if names else None
        for name in names:
            assert chain is not None
            assert compilation is not None
            path = chain.layers[-1].folder / PLACE.format(name)
            kept = card_of(path.read_text("utf-8"), module, name) if path.is_file() else None
            text = chain.layers[-1].situations[name].text
            yield Place(module, name, compilation.digest(Configuration()), len(text), kept)


def renew(place: Place, games: int, seconds: int, processes: int | None, programs: str) -> None:
    """Plays what is missing of a card, as long as it may take."""
    read: Compiled = Workspace().compiled(place.module)

    def made_of(number: int) -> CardGames:
        wanted = CardWanted(number, seconds=seconds, processes=processes)
        return CardGames(read, place.module, place.situation, wanted, Configuration(), lambda *_: None)

    kept = place.kept
    has_whole = kept is not None and kept.law == place.law and kept.card.is_whole
    if kept is not None and has_whole and kept.programs != programs:
        again = made_of(1).card_played()
        if again.is_whole and comes_out_alike(kept.card, again):
            place.kept = replace(kept, programs=programs)
            path = shipped_modules()[place.module] / PLACE.format(place.situation)
            path.write_text(place.kept.written(), "utf-8")
            return
    made = made_of(games)
    card = made.card_played()
    if card.games and (card.is_whole or not has_whole):
        path = made.keep(date.today())
        place.kept = card_of(path.read_text("utf-8"), place.module, place.situation)


def comes_out_alike(kept: BalanceCard, again: BalanceCard) -> bool:
    """Returns whether the first game of each cell has the same winner and length as the kept one."""
    cells = [(one.name, other.name) for one in again.ways for other in again.ways]
    found = [(kept.of(*cell).games[:1], again.of(*cell).games) for cell in cells]
    outcome = attrgetter("winner", "decisions")
    return all([*map(outcome, one)] == [*map(outcome, other)] for one, other in found)


def page_of(there: Sequence[Place], programs: str) -> str:
    lines = ["| module | situation | what its card says | both plain | each its safest | played |"]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    for place in there:
        if place.kept is not None:
            cells = _told(place.kept.card), *_shares(place.kept.card), _played(place, programs)
            lines.append(f"| `{place.module}` | `{place.situation}` | {' | '.join(cells)} |")
    without = [f"`{place.module}` `{place.situation}`" for place in there if place.kept is None]
    below = f"\nNo card yet: {', '.join(without)}.\n" if without else ""
    return HEAD + "\n".join(lines) + "\n" + below


def _told(card: BalanceCard) -> str:
    return card.sentence().replace("|", "\\|")


def _shares(card: BalanceCard) -> Iterator[str]:
    """Yields how often the first side has the better of it where both are plain, and where each plays its safest."""
    safest = (card.safest,) if card.is_whole else ()
    for one, other in (card.ways[0], card.ways[0]), *safest:
        cell = card.of(one, other)
        bounds = f"[{round(cell.low * 100)} to {round(cell.high * 100)} %]"
        ways = "" if (one.name, other.name) == (PLAIN, PLAIN) else f", {one.called} against {other.called}"
        yield f"{card.sides[0]} {cell.won} {bounds}{ways}"
    if not safest:
        yield ""


def _played(place: Place, programs: str) -> str:
    kept = place.kept
    assert kept is not None
    _, law, by = place.is_stale(programs)
    since = "; *the law has changed*" if law else "; *the programs have changed*" if by else ""
    return kept.day.isoformat() + since


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="of each cell (default: 20)")
    parser.add_argument("--situation", action="append", help="MODULE/SITUATION; without it, every one")
    parser.add_argument("--seconds", type=int, default=1800, help="how long it plays (default: 1800)")
    parser.add_argument("--each", type=int, default=600, help="seconds of a situation at the most (default: 600)")
    parser.add_argument("--processes", type=int, help="as in `hexlaw balance`")
    parser.add_argument("--page", type=Path, default=PAGE)
    args = parser.parse_args(argv)
    there, programs, until = list(places()), programs_digest(), monotonic() + args.seconds
    for place in sorted(there, key=lambda place: place.urgency(programs)):
        left = min(args.each, int(until - monotonic()))
        if left <= 0 or (args.situation and f"{place.module}/{place.situation}" not in args.situation):
            continue
        try:
            renew(place, args.games, left, args.processes, programs)
        except Refused as refused:
            print(f"{place.module}/{place.situation}: {refused}", file=sys.stderr)
        told = "no card" if place.kept is None else f"{place.kept.day}: {place.kept.card.sentence()}"
        print(f"{place.module}/{place.situation}: {told}", flush=True)
        args.page.write_text(page_of(there, programs), "utf-8")
    args.page.write_text(page_of(there, programs), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
