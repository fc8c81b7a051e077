"""Instruments printed code to record which watched parts of its law a game reads.

Each part has signs that show that it was read (`desk/compare/in_force.py`): a rule that fires, a declaration that is
carried out. `Reading` gives the lines that record a sign where it occurs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hexlaw.compiler.lower.doing_half import Asked
from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.layout import CELL
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.dependence import parts

BITS = 62
"""Parts in one cell of a mask."""
Lines = list[Code]


@dataclass(frozen=True)
class Watched:
    """The signs of what is watched, each with its part, and the declarations of signs that are no rules."""

    signs: Mapping[str, str]
    declared: Mapping[str, object]
    worth: e.Expr | None = None
    """Asked for each side at the end of a turn: what the position is worth to it."""

    @cached_property
    def parts(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.signs.values()))

    @property
    def words(self) -> int:
        """The number of cells of a mask."""
        return max(1, -(-len(self.parts) // BITS))

    @property
    def rules(self) -> frozenset[str]:
        return frozenset(sign for sign in self.signs if sign not in self.declared)

    def read(self, cells: Sequence[int]) -> frozenset[str]:
        """Returns the parts whose bits are set in a mask."""
        return frozenset(part for number, part in enumerate(self.parts) if cells[number // BITS] >> number % BITS & 1)


class Reading:
    """Prints the instrumentation of one program."""

    def __init__(self, watched: Watched, asked: Mapping[str, Asked] | None = None) -> None:
        self.watched, self.words, self.worth = watched, watched.words, watched.worth
        self._numbers = {part: number for number, part in enumerate(watched.parts)}
        self.nodes: dict[int, list[str]] = {}  # signs by the node that is declared
        for sign, declared in watched.declared.items():
            for node in parts(declared):
                self.nodes.setdefault(id(node), []).append(sign)
        self._asked: Mapping[str, Asked] = {} if asked is None else asked

    def of(self, signs: Iterable[str]) -> Lines:
        """Returns the lines that record some signs."""
        masks: dict[int, int] = {}
        for sign in signs:
            if sign in self.watched.signs:
                word, bit = divmod(self._numbers[self.watched.signs[sign]], BITS)
                masks[word] = masks.get(word, 0) | 1 << bit
        return [("drop", ("call", "reads", word * CELL, mask)) for word, mask in masks.items()]

    def of_function(self, key: str) -> Lines:
        """Returns the lines of a function that answers what play asks of a declaration."""
        asked = self._asked.get(key)
        return [] if asked is None else self.of(sign for node in asked.nodes for sign in self.nodes.get(id(node), ()))

    def kept(self, lines: Lines, slot: Code) -> tuple[Lines, Lines, Lines]:
        """Returns the lines that evaluate an answer with its reads recorded apart, those that cache these reads with
        it, and those that merge them with the reads of before."""
        cells = range(0, self.words * CELL, CELL)
        here, kept = "read here", "read for it"  # no name of a law has a space in it
        apart: Lines = [("set", here, ("call", "read_here"))]
        for at in cells:
            apart += [("set", f"before {at}", ("load", here, at)), ("store", here, 0, at)]
        keep: Lines = [("set", kept, ("call", "kept_reads", slot))]
        keep += [("store", kept, ("load", here, at), at) for at in cells]
        both: Lines = [("store", here, ("|", ("load", here, at), f"before {at}"), at) for at in cells]
        return [*apart, *lines], [*keep], both
