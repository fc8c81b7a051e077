"""Pass 2, resolve (first part): the items of all layers in one list, each knowing the chapter it stands in."""

from __future__ import annotations

from dataclasses import dataclass

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import Chain, Layer
from hexlaw.compiler.parse import syntax
from hexlaw.compiler.parse.parse import parse_law
from hexlaw.runtime.graph import Origin


@dataclass(frozen=True)
class Placed:
    """An item with the layer and chapter it was written in."""

    item: syntax.Item
    layer: Layer
    origin: Origin


def place_items(chain: Chain, diagnostics: Diagnostics) -> list[Placed]:
    placed: list[Placed] = []
    for layer in chain.layers:
        for source in layer.laws:
            begun = False
            chapter: syntax.Chapter | None = None
            for item in parse_law(source, diagnostics):
                if isinstance(item, syntax.Chapter):
                    if begun:
                        message = "a file holds one chapter, and says so before anything else"
                        diagnostics.report("HX212", item.span, message, help="give each chapter a file of its own")
                    begun, chapter = True, item
                    continue
                begun = True
                option = chapter.option.text if chapter and chapter.option else None
                situation = chapter.situation.text if chapter and chapter.situation else None
                title = chapter.title if chapter else ""
                placed.append(Placed(item, layer, Origin(layer.name, str(item.span), title, option, situation)))
            if chapter is not None and (chapter.option is not None or chapter.situation is not None):
                placed.append(Placed(chapter, layer, Origin(layer.name, str(chapter.span), chapter.title, None)))
    return placed
