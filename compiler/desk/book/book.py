"""START HERE: the book of a law. A compilation and what was chosen in; the book model out.

Each part of the book is made by a file of its own from the same `PartMaker`. Nothing is worked out twice: where a thing
stands is settled first (`anchors.py`), and every reference is made from that.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from hexlaw.compiler.base.collector import no_garbage_collection
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.amendments import altered, changed_lines, changed_units, readers
from hexlaw.compiler.desk.book.anchors import Anchors, law_chapters
from hexlaw.compiler.desk.book.back_matter import aids, card_groups, disputes, options, rulings, sheets
from hexlaw.compiler.desk.book.charts import charts, of_units
from hexlaw.compiler.desk.book.difference_sheet import difference_sheet
from hexlaw.compiler.desk.book.examples import examples
from hexlaw.compiler.desk.book.figure_store import Figures
from hexlaw.compiler.desk.book.front_matter import introduction, sequence
from hexlaw.compiler.desk.book.glossary import index, terms
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.played_turns import played
from hexlaw.compiler.desk.book.printed_rules import standing
from hexlaw.compiler.desk.book.sections import Sections, chapters
from hexlaw.compiler.desk.book.settings import Settings, read_settings
from hexlaw.compiler.desk.book.sight_pictures import sights
from hexlaw.compiler.desk.book.situation_cards import situations
from hexlaw.compiler.desk.book.wording import Wording, named
from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.graph_file import graph_hash
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.words import english


@dataclass(frozen=True)
class WantedBook:
    """What a book is made of."""

    compilation: Compilation
    chosen: Configuration = Configuration()  # noqa: RUF009 - nothing changes it
    against: Compilation | None = None
    with_law: bool = False
    formal: bool = False


@no_garbage_collection()  # nearly all that is made stays in the book
def gather(wanted: WantedBook, diagnostics: Diagnostics) -> m.Book | None:
    """Returns the book; None after reporting what is wrong with what the modules say of it.

    Raises `ConfigurationRefused` where what was chosen does not go together.
    """
    layers = wanted.compilation.chain.layers
    if (settings := read_settings(layers, diagnostics)) is None:
        return None
    parts = parts_of(wanted.compilation, wanted.chosen, settings, with_law=wanted.with_law, formal=wanted.formal)
    base = None
    if wanted.against is not None:
        base = parts_of(wanted.against, _known(wanted.chosen, wanted.against), settings, formal=True)
        hold_against(parts, base)
    figures = Figures(wanted.compilation)
    cards = card_groups(parts, figures)
    changes = [] if base is None else [*changed_lines(parts, base), *changed_units(parts, base, cards)]
    drawn = examples(parts, figures)
    made = Sections(parts)
    steps = sequence(parts, made.texts, made.places(()))
    in_order = tuple(chapters(parts, made, drawn))  # before the situations: what is printed there is not printed again
    cards_of_play = situations(parts, made, figures)
    return m.Book(
        module=wanted.compilation.name,
        title=settings.title or _titles(wanted.compilation),
        subtitle=settings.subtitle,
        credits=layers[-1].manifest.credits or "",
        law=graph_hash(parts.graph),
        standing=tuple(_chosen(wanted.chosen)),
        against=_titles(wanted.against) if wanted.against is not None else "",
        sources=tuple(
            m.Source(key, source.title, key in parts.graph.speaks_for)
            for key, source in parts.graph.sources.items() if key in parts.graph.speaks_for
        ),
        introduction=introduction(parts, made.texts, figures),
        sequence=steps,
        charts=charts(parts),
        chapters=in_order,
        aids=aids(parts, made.texts, steps),
        played=played(parts, figures),
        sights=sights(parts, figures),
        terms=terms(parts),
        options=options(parts),
        situations=cards_of_play,
        signs=figures.signs(),
        cards=cards,
        unit_charts=of_units(parts) if cards else (),
        sheets=sheets(parts, figures, cards_of_play),
        rulings=rulings(parts),
        disputes=disputes(parts),
        differences=difference_sheet(parts, base, changes, lambda _: ()) if base is not None else None,
        changes=tuple(line for line, _ in changes),
        index=index(parts, made.texts, cards, in_order),
        figures=figures.all(),
    )  # fmt: skip


def parts_of(
    compilation: Compilation, chosen: Configuration, settings: Settings, *, with_law: bool = False, formal: bool = False
) -> PartMaker:
    """Returns what all parts of the book of a law are made of."""
    kept = [name.text for name in settings.situations]
    stands = standing(_played_here(compilation.graph.without_advice, kept), chosen)  # advice is in no book
    anchors = Anchors(stands, law_chapters(compilation.chain, stands.graph))
    wording = Wording(compilation.chain, stands.graph, frozenset(stands.rules))
    return PartMaker(compilation, stands, anchors, wording, settings, with_law, formal)


def hold_against(parts: PartMaker, base: PartMaker) -> None:
    """Marks in a variant all that is not as it was in its base."""
    parts.base = base.graph
    parts.altered = altered(base.standing, base.wording, parts.standing)
    parts.reads = readers(parts)


def _played_here(graph: g.Graph, kept: Collection[str]) -> g.Graph:
    """Returns a law with some of its situations, all of them if none is named, and with what holds in these."""
    if not kept:
        return graph
    left: dict[str, Any] = {
        section.field: {
            name: each for name, each in graph.section(section.sort).items()
            if getattr(getattr(each, "origin", None), "situation", None) in (None, *kept)
        }
        for section in g.SECTIONS
    }  # fmt: skip
    situations = {name: each for name, each in graph.situations.items() if name in kept}
    return replace(graph, **{**left, "situations": situations})


def _known(chosen: Configuration, base: Compilation) -> Configuration:
    """Returns what was chosen, as far as the base knows of it."""
    readings = {
        name: reading for name, reading in chosen.readings.items()
        if name in base.graph.disputes and reading in {r.name for r in base.graph.disputes[name].readings}
    }  # fmt: skip
    options = {name: on for name, on in chosen.options.items() if name in base.graph.options}
    return Configuration(options, readings, chosen.year)


def _titles(compilation: Compilation) -> str:
    layers = compilation.chain.layers
    base = max((i for i, layer in enumerate(layers) if not layer.manifest.is_add_on), default=0)
    return " + ".join([layers[base].manifest.title, *(layer.manifest.title for layer in layers[base + 1 :])])


def _chosen(chosen: Configuration) -> list[str]:
    choices = [f"Option {english.named(name)}: {'on' if on else 'off'}" for name, on in chosen.options.items()]
    choices += [f"{named(name)}: {english.named(reading)}" for name, reading in chosen.readings.items()]
    return choices + ([f"The law as of {chosen.year}"] if chosen.year is not None else [])
