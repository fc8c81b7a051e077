"""Pass 2, resolve (first part): the items of all layers in one list, each knowing the chapter it stands in."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain as joined

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import Chain, Layer
from hexlaw.compiler.parse import syntax
from hexlaw.compiler.parse.parse import parse_law
from hexlaw.compiler.resolve.libraries import Linking, items_of
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law.graph import Origin


@dataclass(frozen=True)
class Placed:
    """An item with the layer and chapter it was written in."""

    item: syntax.Item
    layer: Layer
    origin: Origin


def place_items(chain: Chain, diagnostics: Diagnostics) -> list[Placed]:
    """Returns the items of all layers; none where a library does not fit to what uses it."""
    written = {id(layer): [*items_of(layer, diagnostics)] for layer in chain.layers}
    used = [layer for layer in chain.layers if layer.use is not None]
    bare = {id(layer): [item for law in layer.laws for item in parse_law(law, Diagnostics())] for layer in used}
    here = {layer: [*joined.from_iterable(files)] for layer, files in written.items()}
    linking = Linking(here, chain.layers, diagnostics)
    if not linking.fits(bare):
        return []
    placed: list[Placed] = []
    for layer in chain.layers:
        for items in written[id(layer)]:
            begun = False
            chapter: syntax.Chapter | None = None
            for item in items:
                if isinstance(item, syntax.Open):
                    if linking.is_redundant(item):
                        continue
                    item = item.item
                if isinstance(item, syntax.Chapter):
                    _in_its_place(item, chapter, begun, diagnostics)
                    chapter = item
                    at = Origin(layer.name, str(chapter.span), chapter.title, is_advice=chapter.is_advice)
                    placed.append(Placed(chapter, layer, at))
                else:
                    placed.append(Placed(_cited(item, chapter), layer, _origin(item, layer, chapter)))
                begun = True
    return placed


def _cited(item: syntax.Item, chapter: syntax.Chapter | None) -> syntax.Item:
    """In advice, a rule or style that cites nothing has the source of its section."""
    if chapter is None or not chapter.is_advice or not isinstance(item, syntax.Rule | syntax.Drop | syntax.Style):
        return item
    return item if item.cite is not None else replace(item, cite=chapter.cite)


def _origin(item: syntax.Item, layer: Layer, chapter: syntax.Chapter | None) -> Origin:
    if chapter is None:
        return Origin(layer.name, str(item.span))
    option = chapter.option.text if chapter.option else None
    situation = chapter.situation.text if chapter.situation else None
    return Origin(layer.name, str(item.span), chapter.title, option, situation, chapter.is_advice)


def _in_its_place(item: syntax.Chapter, above: syntax.Chapter | None, begun: bool, diagnostics: Diagnostics) -> None:
    """Reports a second chapter of a file, or a second section of advice."""
    if item.is_advice:
        if above is not None and above.is_advice:
            message = "a file holds one section of advice"
            diagnostics.report("HX212", item.span, message, help="give each section of advice a file of its own")
    elif begun:
        message = "a file holds one chapter, and says so before anything else"
        diagnostics.report("HX212", item.span, message, help="give each chapter a file of its own")
