"""Situations as WebAssembly: to be looked at, or as a published page brings them along."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.wasm.engines import for_others
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.compiled_laws import Compiled, read_by
from hexlaw.runtime.law.law import Configuration


@dataclass(frozen=True)
class Carried:
    """A situation as WebAssembly, or what of it cannot be carried: by its place, why."""

    situation: str
    code: bytes
    refused: dict[str, str]


def carried(read: Compiled, situation: str | None, chosen: Configuration) -> Iterator[Carried]:
    compilation = read.compilation
    for name in [situation] if situation else sorted(situation_files(compilation.chain)):
        prepared = read_by(partial(prepare, compilation, name, chosen), Diagnostics())
        target = Target(prepared.agenda, prepared.setup)
        yield Carried(name, b"" if target.refusal else target.printed.module.encoded(), dict(target.refusal))


def printed_laws(read: Compiled) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Yields each situation with what a page keeps of its law, so that it need not print it."""
    for name in situation_files(read.compilation.chain):
        prepared = read_by(partial(prepare, read.compilation, name, Configuration()), Diagnostics())
        yield name, Target(prepared.agenda, prepared.setup, prepared.key, engine=for_others()).to_ship()
