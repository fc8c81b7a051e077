"""How often do the bounds of a sweep leave out the truth at some look, when both laws are one in effect?

    python bench/false_alarms.py --sweeps 2000 --pairs 300

Made-up games, so that there are enough of them: each throws three dice, is won by 11 and more, and has dice of its own,
as if the two games of every pair went apart at once. Luck is taken out as in a real sweep, and it is looked after every
pair. Printed: sweeps in which 0 was left out at any look, against what is allowed, and by how much less the values
vary without luck. A look is worked out by adding to that of the pair before; at the end of each sweep it is held
against the bounds themselves.
"""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.comparing.certainty import ALARM, LARGEST_BET, SHARES, Values
from hexlaw.compiler.comparing.luck import Fall, Level, variance

FACES = range(1, 7)
FALLS = {face: Fall(face - Fraction(7, 2), Fraction(-5, 2), Fraction(5, 2)) for face in FACES}


class Look:
    """The stakes against a mean of 0, on more and on less, as they grow."""

    def __init__(self) -> None:
        self.worth = [[1.0] * len(SHARES), [1.0] * len(SHARES)]

    def add(self, value: float) -> float:
        """The larger of the two stakes after one more value."""
        best = 0.0
        for sign, worth in zip((1, -1), self.worth, strict=True):
            for number in range(len(SHARES)):
                worth[number] *= 1 + float(LARGEST_BET) / 2**number * sign * value
            best = max(best, sum(s * w for s, w in zip(SHARES, worth, strict=True)) / sum(SHARES))
        return best


class Noted(Values):
    """Values that remember the last of them."""

    last = Fraction(0)

    def add(self, value: Fraction) -> None:
        super().add(value)
        self.last = value


def sweep(name: str, pairs: int) -> tuple[bool, float]:
    """Whether a sweep raised an alarm at any look, and the variance as it fell in parts of that without luck."""
    values = Noted()
    random, level, look, limit = Random(name), Level(values=values), Look(), float(2 / ALARM)
    alarmed, stake, squares = False, 0.0, Fraction(0)
    for seed in range(pairs):
        ours, theirs = ([random.choice(FACES) for _ in range(3)] for _ in range(2))
        gain = Fraction(int(sum(theirs) >= 11) - int(sum(ours) >= 11))
        level.add([gain], [([FALLS[f] for f in ours], [FALLS[f] for f in theirs])], f"{name} {seed}")
        stake = look.add(float(values.last))
        alarmed = alarmed or stake >= limit
        squares += gain * gain
    assert (stake >= limit) == level.values.rules_out_0(), "a look differs from the bounds"
    return alarmed, float(squares / pairs / (variance(level.values.counts) * level.reach**2))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sweeps", type=int, default=2000)
    parser.add_argument("--pairs", type=int, default=300)
    args = parser.parse_args()
    found = [sweep(f"equal {number}", args.pairs) for number in range(args.sweeps)]
    alarms = sum(alarmed for alarmed, _ in found)
    allowed = int(args.sweeps * ALARM)
    print(f"{alarms} of {args.sweeps} sweeps of {args.pairs} pairs raised a false alarm; {allowed} are allowed")
    print(f"variance as it fell against without luck: median {median(ratio for _, ratio in found):.1f}x")
    return int(alarms > allowed)


if __name__ == "__main__":
    raise SystemExit(main())
