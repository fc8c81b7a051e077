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
    section: syntax.Section | None = None
    prose: syntax.Prose | None = None  # which tells of it


OF_NO_SECTION = (
    syntax.Chapter, syntax.Option, syntax.Dispute, syntax.Settle, syntax.Situation, syntax.Words, syntax.Ruling,
    syntax.Section, syntax.Prose, syntax.ToldOf,
)  # fmt: skip
"""What has a place of its own, or none."""


def cites_its_section(item: syntax.Item) -> bool:
    """Returns whether an item that stands in a section cites its number first: all that says something of its own
    there, not what adds to something else or states the contrary of a ruling."""
    denies = isinstance(item, syntax.Rule) and item.against is not None
    return not isinstance(item, OF_NO_SECTION) and not denies and not getattr(item, "also", False)


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
            section: syntax.Section | None = None
            prose: syntax.Prose | None = None
            for item in items:
                if isinstance(item, syntax.Open):
                    if linking.is_redundant(item):
                        continue
                    item = item.item
                if isinstance(item, syntax.Chapter):
                    _in_its_place(item, chapter, begun, diagnostics)
                    chapter, section, prose = item, None, None
                    at = Origin(layer.name, str(chapter.span), chapter.title, is_advice=chapter.is_advice)
                    placed.append(Placed(chapter, layer, at))
                else:
                    if isinstance(item, syntax.Section):
                        section, prose = item if item.cite is not None else None, None
                    elif isinstance(item, syntax.Prose):
                        prose = item
                    at = _origin(item, layer, chapter)
                    placed.append(Placed(_cited(item, chapter, section), layer, at, section, prose))
                begun = True
    return placed


def _cited(item: syntax.Item, chapter: syntax.Chapter | None, section: syntax.Section | None) -> syntax.Item:
    """Adds what stands above an item to what it cites: the number of its section; in advice, to a rule or style that
    cites nothing, the source."""
    if section is not None and section.cite is not None and cites_its_section(item) and hasattr(item, "cite"):
        own: syntax.Cite | None = item.cite
        cite = syntax.Cite("", section.cite, span=section.cite.span)
        return replace(item, cite=cite if own is None else replace(own, section=section.cite))
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
