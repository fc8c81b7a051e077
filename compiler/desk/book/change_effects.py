"""What each change of a variant does, for the front table of its book: cases, odds and balance that change.

In: what `hexlaw compare BASE VARIANT ... --json` wrote. It counts for one book alone: both laws have to be those that
were compared, by their digests, or it is refused. Nothing is worked out here but which line each finding belongs to: a
case and a parting of games carry the keys of the differences that made them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

MAX_CASES, MAX_ODDS = 6, 3
ODDS = "after "
"""How a question begins whose answer is chances."""


class EffectsUnfit(Exception):
    """A file does not compare the two laws of a book; the message says why."""


@dataclass(frozen=True)
class Effects:
    """What is known of what a variant does; of nothing where no comparison was given."""

    cases: tuple[tuple[frozenset[str], str, str, str, str], ...] = ()  # keys, id, question, answer of base and variant
    run: int = 0
    partings: tuple[tuple[frozenset[str], int, int], ...] = ()  # keys, pairs, of them decided otherwise
    pairs: int = 0
    balance: tuple[str, ...] = ()  # a sentence for each situation that was played

    def of(self, *keys: str) -> Iterator[str]:
        """Yields what the changes of these keys do, in lines: cases, odds, balance."""
        if self.run:
            found = [case for case in self.cases if _meets(case[0], keys)]
            names = ", ".join(case[1] for case in found[:MAX_CASES]) + (", …" if len(found) > MAX_CASES else "")
            yield f"Cases: {len(found)} of {self.run} differ" + (f": {names}" if found else "")
            odds = [case for case in found if case[2].startswith(ODDS)]
            yield from (f"Odds: {asked}: {base} → {variant}" for _, _, asked, base, variant in odds[:MAX_ODDS])
        if self.pairs:
            parted = [p for p in self.partings if _meets(p[0], keys)]
            number, decided = sum(p[1] for p in parted), sum(p[2] for p in parted)
            said = f", {decided} of them won by somebody else" if number else ""
            yield f"Balance: first made {number} of {self.pairs} pairs of games go apart{said}"


def _meets(found: frozenset[str], keys: Sequence[str]) -> bool:
    """Returns whether a change is among the keys; cells of a table and figures of a unit belong to it."""
    return any(key in keys or key.partition(" (")[0] in keys for key in found)


def read_effects(text: str, base: str, variant: str) -> Effects:
    """Returns what a comparison of the laws of these digests has found; raises `EffectsUnfit`."""
    try:
        data = json.loads(text)
        if data["laws"] != {"base": base, "variant": variant}:
            raise EffectsUnfit("it compares other laws than those of this book, or as they were; compare them anew")
        return Effects(
            tuple(_cases(data)), int(data.get("cases", {}).get("run", 0)),
            tuple((frozenset(map(str, parting["by"])), int(parting["pairs"]), int(parting["decided"]))
                  for balance in data["balance"] for parting in balance["partings"]),
            sum(int(balance["pairs"]) for balance in data["balance"]),
            tuple(f"{said[:1].upper()}{said[1:]}." for said in (str(one["in-words"]) for one in data["balance"])),
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise EffectsUnfit("it is not what `hexlaw compare BASE VARIANT ... --json` writes") from None


def _cases(data: dict[str, Any]) -> Iterator[tuple[frozenset[str], str, str, str, str]]:
    for cause in data.get("cases", {}).get("causes", ()):
        keys = frozenset(map(str, cause["keys"]))
        for case in cause["cases"]:
            answers = str(case["base"]["short"]), str(case["variant"]["short"])
            yield keys, str(case["id"]), str(case["asked"]), *answers
