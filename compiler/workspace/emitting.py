"""Laws as programs: the form that a law is lowered to, and situations as WebAssembly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, did_you_mean
from hexlaw.compiler.lower.from_law import lowered as lowered_law
from hexlaw.compiler.lower.passes import PASSES, passed
from hexlaw.compiler.lower.show import shown
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.compiled_laws import Compiled, law_in_force, read_by
from hexlaw.runtime.evaluate.recursion import room_to_nest
from hexlaw.runtime.law.law import Configuration

UNCHANGED = "none"
"""In place of a pass: before any."""


@dataclass(frozen=True)
class Carried:
    """A situation as WebAssembly, or what of it cannot be carried: by its place, why."""

    situation: str
    code: bytes
    refused: dict[str, str]


def lowered(read: Compiled, chosen: Configuration, last: str | None) -> str:
    known = (UNCHANGED, *PASSES)
    if last is not None and last not in known:
        raise Refused(f"there is no pass `{last}`", did_you_mean(last, known) or f"there are: {', '.join(known)}")
    law = law_in_force(read, chosen)
    with room_to_nest():
        program = lowered_law(law)
        return shown(program if last == UNCHANGED else passed(program, last))


def carried(read: Compiled, situation: str | None, chosen: Configuration) -> Iterator[Carried]:
    compilation = read.compilation
    for name in [situation] if situation else sorted(situation_files(compilation.chain)):
        prepared = read_by(partial(prepare, compilation, name, chosen), Diagnostics())
        target = Target(prepared.agenda, prepared.setup)
        code = b"" if target.refusal else target.printed.module.encoded()
        yield Carried(name, code, dict(target.refusal))
