"""Set-ups as maps: the boards as they lie, whose the parts of them are that a situation names, and who stands where.

A part of which the file says something of sides is tinted as theirs, one of which it says anything else is ringed; so
are parts that pieces are bound to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from collections.abc import Mapping as Lookup

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Scalar, items_in, mappings_in
from hexlaw.compiler.desk.book.figure_store import Figures
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.wording import named
from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.situations.zones import SET_OF_HEX, Zones
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.svg import Area
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import SIDE, SituationDecl


def setup_map(
    parts: PartMaker, figures: Figures, decl: SituationDecl, trees: Sequence[Mapping], prepared: Prepared,
    called: Lookup[str, str], read: Collection[str], caption: str,
) -> str:  # fmt: skip
    """Returns the figure of the position in which a situation begins; nothing where there is no map. `called` says what
    parts of it are called, `read` what the law asks of hexes, `caption` what the map shows; names printed on it are
    not written again."""
    position = prepared.position
    if position.map is None:
        return ""
    capital = {name: text[:1].upper() + text[1:] for name, text in called.items()}
    zones = Zones(parts.compilation.names, prepared.law, position.map, Diagnostics())
    for tree in trees:
        zones.declare(tree.get("zones"))
    printed = {*map(named, position.map.places), *(f"Board {placed.board.id}" for placed in position.map.boards)}
    found: dict[tuple[str, int | None], Area] = {}
    for tree in trees:
        for item in mappings_in(tree.get("given")):
            for side in _sides_of(parts, item, read):
                where = item.get("zone") or item.get("hex")
                if where is not None:
                    words = [x.text for x in (where, *items_in(where)) if isinstance(x, Scalar)]
                    names = (capital.get(word, named(word)) for word in words)
                    name = ", ".join(name for name in names if not printed.intersection((name, named(name))))
                    found.setdefault((" ".join(words), side), Area(name, zones.named(where), side))
    for name, hexes, side in _bound(parts, zones, prepared):
        if all(hexes != area.hexes for area in found.values()):
            label = capital.get(name, named(name))
            is_new = all(label != area.name for area in found.values())
            found.setdefault((name, side), Area(label if is_new else "", hexes, side))
    areas = tuple(area for area in found.values() if area.hexes)
    north = next((said for tree in reversed(trees) if (said := tree.text("north")) is not None), "")
    return figures.overview(decl, position, areas, north, caption)


def _sides_of(parts: PartMaker, item: Mapping, read: Collection[str]) -> Iterator[int | None]:
    """Yields the numbers of the sides of which a line of `given` speaks, and once `None` where it speaks of others."""
    sides, attributes = parts.graph.choices[SIDE].values, parts.graph.kinds["hex"].attributes
    others = False
    for key, value in item.entries:
        type_ = attributes[key.text].type if key.text in attributes and key.text in read else None
        if type_ is None:
            continue
        inner = type_.item if isinstance(type_, t.OrNone | t.SetOf) else type_
        if inner == t.Choice(SIDE):
            said = [x.text for x in (value, *items_in(value)) if isinstance(x, Scalar)]
            yield from (sides.index(side) for side in said if side in sides)
        elif not isinstance(value, Listing):
            others = others or not (isinstance(value, Scalar) and value.text == "no")
    if others:
        yield None


def _bound(parts: PartMaker, zones: Zones, prepared: Prepared) -> Iterator[tuple[str, tuple[Hex, ...], int | None]]:
    """Yields the parts of the map that pieces are bound to, with their sides."""
    position, sides = prepared.position, parts.graph.choices[SIDE].values
    names = {hexes: name for name, hexes in reversed(zones.known.items())}
    for thing in position.things.values():
        attributes = parts.graph.kinds[thing.kind].attributes
        side = position.value(thing, SIDE) if SIDE in attributes else None
        for name, decl in attributes.items():
            hexes = position.value(thing, name) if decl.type == SET_OF_HEX else ()
            if isinstance(hexes, tuple) and hexes in names and side in sides:
                yield names[hexes], hexes, sides.index(side)
