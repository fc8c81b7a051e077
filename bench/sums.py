"""Kept sums against their terms: does a sum that programs ask of a position come to what all its terms come to there?

    python bench/sums.py                                        a greedy game of every situation, on demand: an hour
    python bench/sums.py --situation panzer-leader/utah-beach --every 1
    python bench/sums.py --players search --most-answers 200 --seed TEXT

What a position is worth is made of sums that are kept from one position to the next (`runtime/emitted/sums.py`); that
only terms are worked out again which a write may change is proved, and here it is tried. In games of programs every
`--every`th sum that is asked is worked out anew, with all its terms. It prints how many were asked and compared, and
those that differ, with the things whose terms were taken to be what they were before.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from shares import arenas

from hexlaw.compiler.cli.run import players_of
from hexlaw.compiler.garbage import collect_garbage_seldom
from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.situations.played_out import MOST_ANSWERS, NotFinished, play_out
from hexlaw.runtime.emitted.help import exact

MOST_TOLD = 3


@dataclass
class Found:
    """What came of a game."""

    every: int
    asked: int = 0
    compared: int = 0
    differ: list[str] = field(default_factory=list)

    def watched(self, summed: Callable[..., Any]) -> Callable[..., Any]:
        """What gives kept sums, and compares them."""

        def watching(s: Any, name: str, *args: Any) -> Any:
            got = summed(s, name, *args)
            if got is None:  # it has not been asked among these things
                return got
            self.asked += 1
            if self.asked % self.every == 0:
                self.compare(s, name, args, got)
            return got

        return watching

    def compare(self, s: Any, name: str, args: tuple[Any, ...], got: Any) -> None:
        self.compared += 1
        about = s.spec.sums[name]
        terms = {thing: about.term(s, thing, *args) for thing in getattr(s, about.all_of)}
        adds = {thing: one for thing, one in terms.items() if one is not None}
        wanted = tuple(adds) if about.is_set else exact(sum(adds.values()))
        if got != wanted:
            kept = s.sums[name, args].terms
            stale = ", ".join(f"{x} {kept[x]}, now {one}" for x, one in terms.items() if kept[x] != one)
            self.differ.append(f"{name} of {args}: {got}, and anew {wanted}: {stale}")


def play(prepared: Prepared, players: str, seed: str, found: Found, most: int) -> None:
    """Plays a game, and looks on."""
    answering = prepared.answering
    assert answering is not None
    sums = getattr(answering, "emitted").spec.sums  # noqa: B009 (what answers in general keeps none)
    for law in {id(about.term.__globals__): about.term.__globals__ for about in sums.values()}.values():
        law["summed"] = found.watched(law["summed"])
    game = prepared.game(seed)
    with suppress(NotFinished):
        play_out(game, players_of(players, game, seed), most)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--situation", action="append", help="MODULE/SITUATION; without it, every one")
    parser.add_argument("--players", default="greedy", help="as in `hexlaw run`")
    parser.add_argument("--every", type=int, default=7, help="which sums are compared (default: every 7th)")
    parser.add_argument("--most-answers", type=int, default=MOST_ANSWERS, help="games are cut off there")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args(argv)
    bad = 0
    with collect_garbage_seldom():
        for arena in arenas(args.situation):
            found = Found(args.every)
            play(arena.prepared, args.players, args.seed, found, args.most_answers)
            told = f"{arena.name}: {found.asked} asked, {found.compared} compared, {len(found.differ)} differ"
            print("\n  ".join([told, *found.differ[:MOST_TOLD]]), flush=True)
            bad += len(found.differ)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
