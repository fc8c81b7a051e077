"""Which answers are remembered."""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.kept_answers import memory

from .forms import law


def test_expensive_answers_are_remembered_and_cheap_ones_are_not(bench: Any) -> None:
    words = 'chapter [1] "W"\nfact calm(u: boat): yes/no\n  otherwise no\nrule calm.all [1]\n'
    words += "  when any boat v where v.crew > count(boat w where w.crew < v.crew)\n  u is calm\n"
    words = words.replace("calm(u: boat)", "u: boat is calm")
    words += "fact dull(u: boat): yes/no\n  otherwise no\nrule dull.dark [2]\n  when not u is lit\n  dull(u)\n"
    found = memory(lowered(law(bench, words))).functions
    assert found["fact:calm"].memory == "position"
    assert found["fact:dull"].memory == ""
