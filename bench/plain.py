"""How plainly do the books say the law? Run by hand: `python bench/plain.py [--show CAUSE] [MODULE ...]`.

Counts, over the sentences that are made of the law of each module and printed in its book (with `--formal`, so that an
author's text hides none), those that make a reader stop, by what makes them. With `--show` the sentences of one cause
are printed, each behind the anchor of what it is said of.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.book import WantedBook, gather
from hexlaw.compiler.desk.book.wording import plain
from hexlaw.compiler.pipeline import compile_modules

MODULES = ("panzer-leader", "panzerblitz")
NEGATION = re.compile(r"\b(?:not|no|none|never|neither|nobody|nothing|cannot)\b|n't\b", re.IGNORECASE)


def _has(pattern: str) -> Callable[[str], object]:
    return re.compile(pattern).search


CAUSES: dict[str, Callable[[str], object]] = {
    "A whether": _has(r"^Whether "),
    "B the rule that ... does not hold": _has(r"\brules? that\b|\bthe exception\b"),
    "C becomes, from now on": _has(r"\bbecomes?\b|\bfrom (?:now|then) on\b|\bgoes (?:up|down) by\b|\bis noted\b"),
    "F two negations": lambda said: len(NEGATION.findall(said)) == 2,
    "F three and more": lambda said: len(NEGATION.findall(said)) > 2,
    "G for which twice": lambda said: len(re.findall(r"\b(?:for|in) which\b", said)) > 1,
    "G that other one": _has(r"\bthat (?:other|third) [a-z]+"),
    "H more than ... less": _has(r"\b(?:more than|at least|at most|less than|equals?)\b.* (?:less|plus) "),
    "I values": _has(r"\bis not (?:no|not|draw)\b|\bthe printed [a-z]+'s\b|\bIn [a-z]|\bof (?:german|russian)\b"),
    "L passive of nobody": _has(r"\bit (?:no longer )?counts that\b|, that (?:unit|hex|counter)\b"),
    "over 40 words": lambda said: len(said.split()) > 40,
}  # fmt: skip


def sentences(module: str) -> Iterator[tuple[str, str]]:
    """Yields every sentence that a book makes of its law, behind what it is said of."""
    diagnostics = Diagnostics()
    compilation = compile_modules(module, diagnostics)
    assert compilation is not None, f"`{module}` cannot be compiled"
    book = gather(WantedBook(compilation, formal=True), diagnostics)
    assert book is not None
    for chapter in book.chapters:
        for section in chapter.sections:
            for entry in section.entries:
                yield from _of_entry(entry)
    for situation in book.situations:
        for entry in situation.entries:
            yield from _of_entry(entry)


def _of_entry(entry: m.Entry) -> Iterator[tuple[str, str]]:
    for line in entry.lines:
        yield entry.anchor, plain(line.text)
    for modifier in entry.exceptions:
        for line in modifier.lines:
            yield f"{entry.anchor} < {modifier.ref.to}", plain(line.text)
        if modifier.entry is not None:
            yield from _of_entry(modifier.entry)


def main() -> None:
    parser = argparse.ArgumentParser(description="Counts what makes the sentences of the books hard to read.")
    parser.add_argument("modules", nargs="*", default=MODULES)
    parser.add_argument("--show", help="the beginning of a cause: its sentences are printed")
    args = parser.parse_args()
    for module in args.modules:
        said = list(sentences(module))
        print(f"{module}: {len(said)} sentences, {sum(len(each.split()) for _, each in said)} words")
        for cause, how in CAUSES.items():
            found = [(of, each) for of, each in said if how(each)]
            print(f"  {cause:36}{len(found):6}")
            if args.show and cause.startswith(args.show):
                print(*(f"    {of}: {each}" for of, each in found), sep="\n")
        if args.show == "all":
            print(*(f"{of}: {each}" for of, each in said), sep="\n")


if __name__ == "__main__":
    main()
