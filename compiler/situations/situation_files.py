"""Reads the files of situations that can be played, `situations/NAME.yaml` of the modules, into trees."""

from __future__ import annotations

from hexlaw.compiler.base.diagnostic import Diagnostics, WordAt
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.data.schema import read_layers
from hexlaw.compiler.data.yaml_tree import Mapping
from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.base.relations import grouped


def situation_files(chain: Chain) -> dict[str, tuple[Source, ...]]:
    """Returns the files by name of the situation, base first: a later one changes what is set up, or replaces it."""
    return grouped(each for layer in chain.layers for each in layer.situations.items())


def read_situation(
    compilation: Compilation, name: str, asked_at: Span | None, diagnostics: Diagnostics
) -> list[Mapping] | None:
    """Returns what the files of a situation say, base first; None after reporting what is wrong with them."""
    files = situation_files(compilation.chain)
    if name not in files:
        listed = f"it has: {', '.join(sorted(files))}" if files else "a situation has a file in the folder `situations`"
        said, declared = "the law has no situation", compilation.graph.situations
        if name in declared:
            listed = f"`{name}` is declared, and no file sets it up: write `situations/{name}.yaml`"
            diagnostics.report("HX321", asked_at, f"{said} `{name}` that can be played", help=listed)
            return None
        diagnostics.unknown("HX321", WordAt(name, asked_at), said, files, rest=" that can be played", help=listed)
        return None
    trees = read_layers(files[name], "situation", diagnostics)
    if trees is not None and name not in (declared := compilation.graph.situations):
        word, help_ = WordAt(name, Span(files[name][-1], 0, 0)), f"write `situation {name} ...` in the law"
        diagnostics.unknown("HX321", word, "the law declares no situation", declared, help=help_)
        return None
    return trees
