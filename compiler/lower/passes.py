"""The passes over a lowered law, in their order. Each takes a program and gives one that says the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hexlaw.compiler.lower.by_things import by_things
from hexlaw.compiler.lower.by_value import by_value
from hexlaw.compiler.lower.falls import falls
from hexlaw.compiler.lower.floods import floods
from hexlaw.compiler.lower.form import Program
from hexlaw.compiler.lower.fuse import fuse
from hexlaw.compiler.lower.hoist import hoist
from hexlaw.compiler.lower.inline import inline
from hexlaw.compiler.lower.memory import memory
from hexlaw.compiler.lower.met import met
from hexlaw.compiler.lower.outline import outline
from hexlaw.compiler.lower.parts import parts_of_the_map, remembered_parts
from hexlaw.compiler.lower.scale import scale
from hexlaw.compiler.lower.settle import settle
from hexlaw.compiler.lower.share import share
from hexlaw.compiler.lower.unchanged import unchanged

PASSES: dict[str, Callable[[Program], Program]] = {
    "settle": settle, "by-things": by_things, "scale": scale, "memory": memory, "floods": floods, "met": met,
    "by-value": by_value, "inline": inline, "falls": falls, "map": parts_of_the_map, "parts": remembered_parts,
    "hoist": hoist, "fuse": fuse, "outline": outline, "share": share, "unchanged": unchanged,
}  # fmt: skip


def passed(program: Program, last: str | None = None) -> Program:
    """The program after all passes, or after those up to one of them."""
    for name, change in PASSES.items():
        program = change(program)
        if name == last:
            return program
    return replace(program, done=frozenset(program.functions))
