"""Laws as a workspace keeps them: compiled anew when a text changes, and the last good one while a text is broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from threading import RLock
from typing import ParamSpec, TypeVar

from hexlaw.compiler.base.collector import no_garbage_collection
from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics, Refused, did_you_mean
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.data.load import load
from hexlaw.compiler.pipeline import Compilation, compile_chain
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, Law, configure
from hexlaw.runtime.law.stops import LawStop

__all__ = ["ONE_AT_A_TIME", "Compiled", "LawStop", "Laws", "law_in_force", "one_at_a_time", "read_by", "side_of"]
P = ParamSpec("P")
T = TypeVar("T")
ONE_AT_A_TIME = RLock()
"""What reads law shares caches with all workspaces of the process. Whoever asks long questions holds it for none."""


@dataclass(frozen=True)
class Compiled:
    """A law that can be asked."""

    compilation: Compilation
    found: tuple[Diagnostic, ...]  # by its compilation
    broken: tuple[Diagnostic, ...] = ()  # what is wrong with it as it stands now, where this is the last good one
    key: tuple[object, ...] = ()


def one_at_a_time(ask: Callable[P, T]) -> Callable[P, T]:
    """Returns the same, done by one thread at a time."""

    @wraps(ask)
    def alone(*args: P.args, **more: P.kwargs) -> T:
        with ONE_AT_A_TIME:
            return ask(*args, **more)

    return alone


class Laws:
    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self.good: dict[str, Compiled] = {}
        self._unchanging: dict[str, Compiled | None] = {}

    def compiled(self, spec: str) -> Compiled:
        """Returns the law as it stands, or where that is broken the last good one."""
        compiled, found = self.compile(spec)
        if compiled is not None:
            return compiled
        if (good := self.good.get(spec)) is not None:
            return replace(good, broken=found)
        if not any(d.level == "error" for d in found):
            message = f"`{spec}` is abstract: it is asked through the games that extend it"
            found = (*found, Diagnostic("HX307", message))
        raise Refused.by(found)

    def unchanging(self, spec: str) -> Compiled:
        """Returns the law as it was when it was first asked for: for thousands of questions in a row."""
        if spec not in self._unchanging:
            self._unchanging[spec] = None
            self._unchanging[spec] = self.compiled(spec)
        found = self._unchanging[spec]
        if found is None:  # its mistakes have been told
            raise Refused(f"`{spec}` does not compile")
        return found

    def compile(self, spec: str) -> tuple[Compiled | None, tuple[Diagnostic, ...]]:
        """Returns the law as it stands, None where it is broken, and what was found in it."""
        diagnostics = Diagnostics()
        with ONE_AT_A_TIME:
            if (chain := load(spec, diagnostics, self._texts)) is None:
                return None, tuple(diagnostics)
            texts = [part for source in chain.sources for part in (source.name, source.text)]
            key = (*diagnostics, *(*texts, *((layer.cases, layer.unread) for layer in chain.layers)))
            before = self.good.get(spec)
            if before is not None and before.key == key:
                return before, before.found
            with no_garbage_collection():
                compilation = compile_chain(chain, diagnostics)
            if compilation is None:
                return None, tuple(diagnostics)
            self.good[spec] = compiled = Compiled(compilation, tuple(diagnostics), key=key)
            return compiled, compiled.found


def law_in_force(read: Compiled, chosen: Configuration) -> Law:
    try:
        return configure(read.compilation.graph, chosen)
    except ConfigurationRefused as refused:
        raise Refused("; ".join(refused.reasons)) from None


def side_of(law: Law, side: str) -> str:
    """Returns the side of this name."""
    if not (sides := law.sides):
        raise Refused("nobody plays this: the law has no sides")
    if side not in sides:
        raise Refused(f"there is no side `{side}`", did_you_mean(side, sides) or "there are: " + ", ".join(sides))
    return side


def read_by(read: Callable[[Diagnostics], T | None], diagnostics: Diagnostics) -> T:
    """Returns what can be read in spite of what is found amiss."""
    if (found := read(diagnostics)) is None:
        raise Refused.by(diagnostics)
    return found
