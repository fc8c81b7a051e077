"""Do target and reference play laws that nobody wrote alike? `python bench/laws.py --laws 40 --seed 1`.

Each number of a seed is a law (`lot/writing.py`): a module of its own with a board and a situation, made of whatever
the language has. It is checked; then games of it are played at random in both machines side by side, and both are asked
at every question for all legal answers and for what the dice show, at the end for all values, and whether they stop. No
law may raise anything anywhere. Programs play as well: one game of the reference, and one in which the target is asked
nothing until it is over (`lot/by_programs.py`).

    python bench/laws.py --seconds 110 --seed 2026-11-27    as many as there is time for, as the rotation does
    python bench/laws.py --laws 40 --seed 1 --constructs    with the table of what was met in play
    python bench/laws.py --only 17 --seed 1 --reduce out    one law, cut down to what shows a difference

Before all others come the laws with an aim (`lot/aimed.py`), which are not counted. Every fifth is a mutation of
shipped law or of a recipe (`lot/mutating.py`). Some of the others are asked besides for what holds of every law and
needs no second machine (`lot/properties.py`), of so many one as `--properties` says. Three of four are printed in less
time (`lot/quick.py`).

With `--reduce FOLDER` the first law of each sort of mistake is cut down and written there, with `why.txt`. With `--kept
FILE` a line with what came of the run is added to a table; `bench/lot/over-time.csv` has those that were worth keeping.
`--met FILE` adds up in how many laws each word of the language was met in play: `bench/lot/met.csv`. With `--choose 6`,
of six laws that one is played which has most of the words that were met too seldom; its number is the same as ever.
The exit code is 1 if anything was wrong.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import sys
import tempfile
import traceback
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))
os.environ["HEXLAW_CACHE"] = "off"  # a law by lot is played once and never again

from held import StopOutcome
from lot.aimed import aimed_laws
from lot.asking import MOST_SECONDS, Asked, TooLong, ask, at_most, mended
from lot.by_lot import law_of
from lot.constructs import IN_PLAY, add_to_kept, met, read_in_play, read_kept, table, told_at_the_end
from lot.module import Module
from lot.properties import PROPERTIES
from lot.quick import made_ready_quickly
from lot.reducing import reduced

LONG = 20
"""Decisions of a game that goes on for long."""
LOT = re.compile(r"module: lot\n(?!.*^extends)", re.DOTALL | re.MULTILINE)
"""How the manifest of a law begins that was made up and is no variant."""
EACH_WHOLE = 4
"""Of so many laws one is made ready as laws always are."""
MOST_WITHOUT_ROOM = 5
"""Of so many games one may be handed back for want of room or time; where more are, something is wrong."""
ENOUGH = 20
"""Laws in which each construct is to be met in play."""
COLUMNS = ("date", "seed", "laws", "refused", "long", "games", "questions", "answers", "throws", "not enough", "wrong")


@dataclass
class Found:
    laws: int = 0
    refused: Counter[str] = field(default_factory=Counter)  # by the first code, of laws as they were made up
    unplayed: int = 0  # also once items that `check` refuses were left out
    not_carried: Counter[str] = field(default_factory=Counter)
    long: int = 0
    properties: int = 0  # laws that were asked for what holds of every law
    totals: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    stops: Counter[str] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)
    in_play: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, list[str]] = field(default_factory=dict)  # numbers of laws by what is wrong with them

    def add(self, name: str, law: Module, asked: Asked) -> None:
        self.laws += 1
        self.unplayed += bool(asked.refused)
        self.long += asked.longest >= LONG
        for what in ("games", "questions", "answers", "throws", "values"):
            self.totals[what] += getattr(asked, what)
        self.outcomes += asked.outcomes
        self.stops += asked.stops
        self.not_carried.update([asked.not_carried] if asked.not_carried else [])
        self.met += met([*(item.text for item in law.items), told_at_the_end(law)])
        if asked.longest:
            self.in_play += met([*read_in_play(law, asked.read), told_at_the_end(law)])
        if asked.wrong:
            self.wrong.setdefault(asked.wrong, []).append(name)

    def told(self) -> Iterator[str]:
        refused = sum(self.refused.values())
        yield (
            f"{self.laws} laws, of which {refused} did not pass `check` as they were made up and {self.unplayed} could "
            f"not be played; {self.long} were played for {LONG} decisions or more; "
            f"{self.properties} were asked for what holds of every law"
        )
        yield ", ".join(f"{self.totals[what]} {what}" for what in ("games", "questions", "answers", "throws", "values"))
        for title, counted in (("games", self.outcomes), ("stops", self.stops), ("not carried", self.not_carried)):
            if counted:
                yield f"{title}: " + ", ".join(f"{what} {number}" for what, number in counted.most_common())
        for what, names in sorted(self.wrong.items()):
            yield f"WRONG: {what}: {len(names)} laws, such as {', '.join(names[:8])}"

    def row(self, seed: str) -> dict[str, object]:
        from rotation import DAY

        few = [word for word in IN_PLAY if self.in_play[word] < ENOUGH]
        return dict(zip(COLUMNS, (
            DAY, seed, self.laws, sum(self.refused.values()), self.long, self.totals["games"], self.totals["questions"],
            self.totals["answers"], self.totals["throws"], len(few), sum(map(len, self.wrong.values())),
        ), strict=True))  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--laws", type=int, help="so many laws (default: 20, or what there is time for)")
    parser.add_argument("--seconds", type=float, help="until so long is over")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="NUMBER", help="the first law")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="this law alone")
    parser.add_argument("--games", type=int, default=2, help="games of each law (default: 2)")
    parser.add_argument(
        "--properties",
        type=int,
        default=5,
        metavar="N",
        help="ask one of N laws for what holds of every law (default: 5; 0: none)",
    )
    parser.add_argument(
        "--choose",
        type=int,
        default=1,
        metavar="N",
        help="of N numbers in a row play the law with most of what was met in play too seldom (see --met)",
    )
    parser.add_argument("--first", action="store_true", help="end with the first law that shows a mistake")
    parser.add_argument("--constructs", action="store_true", help="print the table of constructs")
    parser.add_argument("--reduce", type=Path, metavar="FOLDER", help="write there what shows each sort of mistake")
    parser.add_argument("--reducing", type=float, default=300, help="seconds for each of these (default: 300)")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="add a line to this table")
    parser.add_argument("--met", type=Path, metavar="FILE", help="add to this table in how many laws each word was met")
    args = parser.parse_args(argv)
    found = Found()
    until = monotonic() + args.seconds if args.seconds else None
    numbers = [args.only] if args.only is not None else count(args.first, args.choose)
    before = read_kept(args.met)[1] if args.met else Counter[str]()
    most = args.laws or (20 if until is None else None)
    with tempfile.TemporaryDirectory() as outer:
        folder = Path(outer, "lot")
        if args.only is None:
            found.wrong |= wrong_with_aim(folder)
        for number in numbers:
            if found.laws == most or (until is not None and monotonic() > until) or (args.first and found.wrong):
                break
            if args.only is None and args.choose > 1:
                number = chosen(args.seed, range(number, number + args.choose), before + found.in_play)
            with nullcontext() if number % EACH_WHOLE == 0 else made_ready_quickly():
                try_one(args.seed, number, args, found, folder)
    if found.outcomes[StopOutcome.NO_ROOM] > max(3, found.totals["games"] // MOST_WITHOUT_ROOM):
        found.wrong["the target often has no room or time"] = [args.seed]
    print("\n".join(found.told()))
    if args.constructs:
        print("\n".join(table(found.met, found.in_play, ENOUGH)))
    if args.kept:
        keep(args.kept, found.row(args.seed))
    if args.met:
        add_to_kept(args.met, found.met, found.in_play)
    return 1 if found.wrong else 0


def chosen(seed: str, numbers: Iterable[int], met_so_far: Counter[str]) -> int:
    """Returns the number of the law with most of what was met in play too seldom, the rarest first."""

    def wanted(number: int) -> float:
        words = met(item.text for item in law_of(seed, number).items)
        return sum(1 / (1 + met_so_far[word]) for word in IN_PLAY if word in words and met_so_far[word] < ENOUGH)

    return max(numbers, key=wanted)


def try_one(seed: str, number: int, args: argparse.Namespace, found: Found, folder: Path) -> None:
    """Makes up a law and asks both machines; one of a new sort of mistake is cut down."""
    name, law = f"{seed}/{number}", law_of(seed, number)
    asked = ask(law, folder, name, args.games)
    if asked.refused:
        found.refused.update(asked.refused[:1])
        law = mended(law, folder)
        asked = ask(law, folder, name, args.games)
    if (
        not asked.wrong
        and not asked.refused
        and LOT.match(law.data["module.yaml"])
        and args.properties
        and zlib.crc32(name.encode()) % args.properties == 0
    ):
        found.properties += 1
        asked.wrong, asked.told = broken_property(law, name, folder)
    is_new = bool(asked.wrong) and asked.wrong not in found.wrong
    found.add(name, law, asked)
    if asked.wrong:
        print(f"law {name}, game {asked.seed}: {asked.wrong}\n  {asked.told.strip().splitlines()[-1]}", flush=True)
    if is_new and args.reduce and not asked.wrong.startswith("property"):
        small = reduced(
            law, lambda law: ask(law, folder, name, args.games).wrong == asked.wrong,
            lambda law: mended(law, folder), args.reducing,
        )  # fmt: skip
        again = ask(small, folder, name, args.games)
        to = args.reduce / name.replace("/", "-")
        small.write(to)
        (to / "why.txt").write_text(f"{asked.wrong}\ngame {again.seed}\n\n{again.told}\n", "utf-8")
        print(f"  cut down to {small.lines} lines of law in {to}", flush=True)


def wrong_with_aim(folder: Path) -> dict[str, list[str]]:
    """Returns laws with an aim by what is wrong with them. Each plays alike to its end, in the target as well."""
    wrong: dict[str, list[str]] = {}
    with made_ready_quickly():
        for name, law in aimed_laws().items():
            asked = ask(law, folder, name)
            if what := asked.wrong or ", ".join(asked.refused) or asked.not_carried or asked.handed_back:
                wrong.setdefault(what, []).append(f"aimed {name}")
    return wrong


def broken_property(law: Module, name: str, folder: Path) -> tuple[str, str]:
    """Returns the first property that does not hold of a law, and how."""
    for title, holds in PROPERTIES.items():
        try:
            with at_most(MOST_SECONDS):
                told = holds(law, name, folder)
            if told:
                return f"property {title}", told
        except TooLong:
            continue
        except Exception:
            return f"property {title}", traceback.format_exc()
    return "", ""


def keep(file: Path, row: dict[str, object]) -> None:
    is_new = not file.exists()
    with file.open("a", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerow(row)


if __name__ == "__main__":
    raise SystemExit(main())
