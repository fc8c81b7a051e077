"""Presets: options that a source recommends together, as `module.yaml` gives them under a name.

In: modules; out: the presets that stand in them, the configuration of one, and findings about those that do not stand.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, did_you_mean
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.data.manifest import Preset
from hexlaw.compiler.parse.syntax import Cite
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.resolve.citations import read_citations
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, configure


def presets_of(chain: Chain) -> dict[str, Preset]:
    """Returns the presets of a module and of all that it builds on."""
    return {name: preset for layer in chain.layers for name, preset in layer.manifest.presets.items()}


def with_preset(name: str, known: Mapping[str, Preset], module: str, chosen: Configuration) -> Configuration:
    """Returns what is chosen, laid over a preset."""
    if name not in known:
        there = f"there are: {', '.join(known)}" if known else "the module has none"
        raise Refused(f"`{module}` has no preset `{name}`", did_you_mean(name, known) or there)
    return Configuration(known[name].options).merged(chosen)


def presets_stand(compilation: Compilation, found: Diagnostics) -> None:
    """Reports presets of a module that name an option or a source that is not there, or whose options do not go
    together."""
    graph, sources = compilation.graph, compilation.names.sources
    for preset in (preset for layer in compilation.chain.own for preset in layer.manifest.presets.values()):
        for cited in preset.cite:
            read_citations(Cite(cited.text, span=cited.span), sources, next(iter(sources), None), found)
        unknown = [place for name, place in preset.places.items() if name not in graph.options]
        for place in unknown:
            found.unknown("HX180", place, "there is no option", graph.options)
        try:
            if not unknown:
                configure(graph, Configuration(preset.options))
        except ConfigurationRefused as refused:
            found.report("HX180", next(iter(preset.places.values())).span, "; ".join(refused.reasons))
