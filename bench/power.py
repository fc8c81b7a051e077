"""How often does `compare` say whom a change helps, of changes whose sign any player knows?

    python bench/power.py                                    all changes, a minute of two processes each
    python bench/power.py --only ewe --only slow --seconds 30
    python bench/power.py --kept results.sqlite              keeps the pairs: the same command goes on from there
    python bench/power.py --places                           plays on from where the laws part, as `--witness` does

The changes are in `bench/known_signs`. Each is played by `greedy` for `--seconds`, or until `--pairs` are played: as
that number is hardly ever reached, what is said comes from the test that may be looked at at any time. A direction is
said by a word that is wrong in 1 of 20 at most (`likely` or `clearly`): of who wins, or, where that is silent, of a
count that the list names. Printed: for each change what the first line says, whether that is right, and the sums. Of
the changes without a sign anything that is said, of whatever count, is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic_ns
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.desk.compare.balance import Balance, Sweep, play
from hexlaw.compiler.desk.compare.balance_report import headline
from hexlaw.compiler.desk.compare.findings import WORDS, Findings, findings
from hexlaw.compiler.desk.compare.pairs import arena
from hexlaw.compiler.desk.compare.playing_on import who_gains
from hexlaw.compiler.desk.compare.sides import read_sides
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.runtime.law.law import Configuration

LIST = Path(__file__).resolve().parent / "known_signs" / "changes.yaml"
MANIFEST = """\
module: {id}
title: {id}
version: 0.1.0
extends: {base}
sources: {{HR: {{title: House rules}}}}
speaks-for: [HR]
default-source: HR
"""


@dataclass(frozen=True)
class Change:
    id: str
    base: str
    situation: str
    because: str
    files: Mapping[str, str]
    helps: str = ""
    counts: Mapping[str, str] = field(default_factory=dict)
    size: str = "none"

    def write(self, into: Path) -> Path:
        """The variant as a folder."""
        for name, text in {"module.yaml": MANIFEST.format(id=self.id, base=self.base), **self.files}.items():
            path = into / self.id / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return into / self.id


def changes(only: Sequence[str] = ()) -> list[Change]:
    data: list[dict[str, Any]] = yaml.safe_load(LIST.read_text("utf-8"))
    return [change for change in (Change(**each) for each in data) if not only or change.id in only]


def played(
    change: Change, pairs: int, seconds: int, processes: int, kept: Path | None, *, places: bool
) -> list[Balance]:
    """The sweep of a change, or one from the places of each difference that parts the laws."""
    with TemporaryDirectory() as place:
        folder = change.write(Path(place))
        with read_sides(change.base, str(folder), Configuration()) as sides, collect_garbage_seldom():
            until = monotonic_ns() + seconds * 1_000_000_000
            two = arena(compare(*sides), change.situation, ["greedy"], MAX_ANSWERS)
            if places:
                gains = who_gains(two, "power", processes, until)
                return [] if gains is None else [each.balance for each in gains.differences]
            return [play(two, Sweep("power", pairs, Fraction(0), processes, until), kept)]


def judged(change: Change, found: Findings, sides: Sequence[str]) -> str:
    """Whether what is said is right; `silent` where nothing is."""
    sure = [finding for finding in (*found.wins, *found.counts) if finding.wrong <= WORDS["likely"]]
    if not change.helps:
        return "wrong" if sure else "silent"
    wins = [finding.helped(sides) == change.helps for finding in found.wins if finding in sure]
    counts = [(finding.way > 0) == (change.counts[finding.of] == "more")
              for finding in found.counts if finding in sure and finding.of in change.counts]  # fmt: skip
    told = wins or counts
    return "silent" if not told else "right" if all(told) else "wrong"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], metavar="ID")
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--kept", type=Path, metavar="FILE")
    parser.add_argument("--places", action="store_true")
    args = parser.parse_args()
    sums: Counter[tuple[str, str]] = Counter()
    for change in changes(args.only):
        balances = played(change, args.pairs, args.seconds, args.processes, args.kept, places=args.places)
        verdicts = {judged(change, findings(each), each.sides) for each in balances if each.finished}
        verdict = next((word for word in ("wrong", "right") if word in verdicts), "silent")
        sums[change.size, verdict] += 1
        wanted = f"helps {change.helps}" if change.helps else "no sign"
        pairs = sum(len(each.pairs) for each in balances)
        print(f"{change.id} ({change.size}, {wanted}): {verdict}, {pairs} pairs", flush=True)
        for balance in balances:
            print(f"    {headline(balance)}", flush=True)
    for size in dict.fromkeys(size for size, _ in sums):
        told = ", ".join(f"{sums[size, verdict]} {verdict}" for verdict in ("right", "wrong", "silent"))
        print(f"{size}: {told}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
