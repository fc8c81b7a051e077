"""Reads the files of situations that can be played, `situations/NAME.yaml` of the modules, into trees."""

from __future__ import annotations

from hexlaw.compiler.data.schema import validate
from hexlaw.compiler.data.yaml_tree import Mapping, read_yaml
from hexlaw.compiler.diagnostic import Diagnostics, WordAt
from hexlaw.compiler.load import Chain
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.source import Source, Span


def situation_files(chain: Chain) -> dict[str, Source]:
    """The files by the name of the situation; a later layer's stands for an earlier one's."""
    return {name: source for layer in chain.layers for name, source in layer.situations.items()}


def read_situation(
    compilation: Compilation, name: str, asked_at: Span | None, diagnostics: Diagnostics
) -> Mapping | None:
    """What the file of a situation says; `None` after reporting what is wrong with it."""
    files = situation_files(compilation.chain)
    source = files.get(name)
    if source is None:
        listed = f"it has: {', '.join(sorted(files))}" if files else "a situation has a file in the folder `situations`"
        said = f"`{compilation.name}` has no situation"
        diagnostics.unknown("HX321", WordAt(name, asked_at), said, files, rest=" that can be played", help=listed)
        return None
    tree = read_yaml(source, diagnostics)
    if tree is None or not validate(tree, "situation", diagnostics) or not isinstance(tree, Mapping):
        return None
    declared = compilation.graph.situations
    if name not in declared:
        help_ = f"write `situation {name} ...` in the law"
        diagnostics.unknown(
            "HX321", WordAt(name, Span(source, 0, 0)), "the law declares no situation", declared, help=help_
        )
        return None
    return tree
