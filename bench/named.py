"""Does `compare` name exactly what was changed? Run by hand: `python bench/named.py --edits 1000 --seed 1`.

Laws by lot, the tutorial and the module of `bench/harbour/` are edited in one place each (`lot/naming.py`), each sort
of edit as often as it can be made. What differs between the law and its edit, as `compare` finds it, has to be what was
edited: `compare` lists that and nothing else, and lists nothing for an edit that keeps the meaning. If an edit does not
compile, another place is edited. It prints each edit that is named otherwise, with what was expected, and for each sort
how many there were; it ends with 1 where one was named otherwise. `--keep FOLDER` writes both laws of each of these.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))
os.environ["HEXLAW_CACHE"] = "off"  # an edit by lot is compiled once and never again

from lot.asking import mended
from lot.by_lot import SHIPPED, a_law, shipped
from lot.module import Module
from lot.naming import EDITS, Edit

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused

EDITS_OF_A_LAW = 10
MOST_TRIES = 12
"""For an edit of one sort in one law."""
EACH_SHIPPED = 3
"""Of so many laws one is shipped."""


@dataclass
class Found:
    right: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)

    @property
    def edits(self) -> int:
        return self.right.total() + self.wrong.total()

    def told(self) -> Iterator[str]:
        for sort in EDITS:
            yield f"  {sort:<28} {self.right[sort] + self.wrong[sort]:>5}, named otherwise {self.wrong[sort]}"
        yield f"{self.edits} edits; compare named exactly the edit of {self.right.total()}"


def law_to_edit(seed: str, number: int, folder: Path) -> Module:
    if number % EACH_SHIPPED == 0:
        return shipped(number // EACH_SHIPPED % len(SHIPPED))
    while "extends" in (law := a_law(f"{seed}/{number}")).data["module.yaml"]:
        number += 1_000_000  # what stands in a base may be replaced
    return mended(law, folder)


def read(law: Module, folder: Path) -> ComparedLaw | None:
    compilation = compile_modules(str(law.write(folder)), Diagnostics())
    if compilation is None:
        return None
    side = ComparedLaw(str(folder), compilation, Configuration())
    try:
        assert side.standing
    except ConfigurationRefused:  # an option needs another, which is off now
        return None
    return side


def named(base: ComparedLaw, variant: ComparedLaw) -> tuple[frozenset[str], tuple[tuple[str, str], ...]]:
    """Returns what `compare` finds, without differences of wording, and which rule only has another name."""
    structure = compare(base, variant).structure
    told = (*structure.that_count, *structure.in_advice)
    return frozenset(f"{d.how} {d.key}" for d in told), tuple(structure.renamed.items())


def edits_of(
    law: Module, random: Random, count: int, outer: Path, done: Counter[str]
) -> Iterator[tuple[str, Edit, ComparedLaw, ComparedLaw]]:
    """Makes edits of a law; those first of which there are fewest yet."""
    base = read(law, outer / "lot")
    assert base is not None
    made = 0
    for sort in sorted(EDITS, key=lambda sort: (done[sort], random.random())):
        for _ in range(MOST_TRIES):
            edit = EDITS[sort](law, random)
            if edit is None or edit.law.files() == law.files():
                continue
            if (variant := read(edit.law, outer / "lot")) is not None:
                yield sort, edit, base, variant
                made += 1
                break
        if made == count:
            return


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="write there the laws of which another edit was named"
    )
    args = parser.parse_args(argv)
    found, number = Found(), 0
    with tempfile.TemporaryDirectory() as outer:
        while found.edits < args.edits:
            law = law_to_edit(args.seed, number, Path(outer, "lot"))
            random = Random(f"{args.seed}/{number}")
            most = min(EDITS_OF_A_LAW, args.edits - found.edits)
            for sort, edit, base, variant in edits_of(law, random, most, Path(outer), found.right + found.wrong):
                said, called = named(base, variant)
                if (said, called) == (edit.named, edit.called):
                    found.right[sort] += 1
                    continue
                found.wrong[sort] += 1
                print(
                    f"law {number}, {sort}: expected {shown(edit.named, edit.called)}; said {shown(said, called)}",
                    flush=True,
                )
                if args.keep:
                    name = f"{number}-{sort.replace(' ', '-').replace('`', '')}"
                    law.write(args.keep / name / "lot")
                    edit.law.write(args.keep / name / "edited" / "lot")
            number += 1
    print("\n".join(found.told()))
    return 1 if found.wrong else 0


def shown(named: frozenset[str], called: tuple[tuple[str, str], ...]) -> str:
    return ", ".join([*sorted(named), *(f"{one} called {other}" for one, other in called)]) or "nothing"


if __name__ == "__main__":
    raise SystemExit(main())
