"""Emitted law that is loaded: what a process keeps of it."""

from __future__ import annotations

import gc
import linecache

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.emit.to_python import emit
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.emitted.load import load
from hexlaw.runtime.law import Configuration, configure


def lines_kept() -> set[str]:
    return {name for name in linecache.cache if name.startswith("<emitted law")}


def test_lines_are_kept_for_tracebacks_as_long_as_the_law_is() -> None:
    """A process that prepares one situation after another loads any number of laws."""
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    before = lines_kept()
    law = load(emit(configure(compilation.graph, Configuration())) + "\n# as no other test loads it\n")
    (name,) = lines_kept() - before
    assert linecache.getline(name, 1).startswith('"""The law of tutorial')
    del law
    gc.collect()
    assert name not in lines_kept()
