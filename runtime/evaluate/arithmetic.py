"""Exact numbers, of bounded length, and places along an ordered choice."""

from __future__ import annotations

from fractions import Fraction

from hexlaw.runtime.evaluate.budget import MAX_NUMBER_LENGTH, WorkBudget
from hexlaw.runtime.law.stops import Exhausted
from hexlaw.runtime.law.value import Value, Values


def exact(value: Fraction, account: WorkBudget) -> int | Fraction:
    """The number itself, whole where it can be."""
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if bits > MAX_NUMBER_LENGTH:
        raise Exhausted("a number grows beyond all measure", "some rule multiplies it over and over")
    account.spend(bits >> 6)  # long numbers take long to reckon with
    return int(value) if value.denominator == 1 else value


def moved(scale: Values, value: Value, by: int) -> Value:
    """The value that stands so many places further on, or at the end."""
    return scale[min(max(scale.index(value) + by, 0), len(scale) - 1)]
