"""The passes over a lowered law, in their order. Each takes a program and gives one that says the same."""

from __future__ import annotations

from collections.abc import Callable

from hexlaw.compiler.lower.form import Program
from hexlaw.compiler.lower.gather import gather
from hexlaw.compiler.lower.kept_answers import memory
from hexlaw.compiler.lower.point_lookup import point_lookup
from hexlaw.compiler.lower.settle import settle

PASSES: dict[str, Callable[[Program], Program]] = {
    "settle": settle, "point-lookup": point_lookup, "memory": memory, "gather": gather
}  # fmt: skip


def passed(program: Program, last: str | None = None) -> Program:
    """The program after all passes, or after those up to one of them."""
    for name, change in PASSES.items():
        program = change(program)
        if name == last:
            break
    return program
