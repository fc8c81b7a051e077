"""A position that is laid out by hand: what can be put and drawn on its map, and what that changes in data.

Input: a position, how its data says it, and one thing that is done. Output: changes, each a value at the end of some
keys, None for what goes; of the same data, or of the file of a board. Nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.patience import BoundedFindings
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.csv_rows import read_rows
from hexlaw.compiler.data.yaml_tree import Plain
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.workspace.asking import set_at
from hexlaw.compiler.workspace.compiled_laws import Compiled, one_at_a_time, read_by
from hexlaw.compiler.workspace.drawing import hex_called, piece_asked, thing_called
from hexlaw.compiler.workspace.requests import CaseInFile, HandWork, Where
from hexlaw.runtime.board.geometry import direction_numbered, hexes_of, neighbour, side_of
from hexlaw.runtime.board.grid import DIRECTION_NAMES
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import spans_of
from hexlaw.runtime.law.graph import MISSING, OWNED_BY, PLAYER, SIDE, TYPE, ChoiceDecl
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words

Change: TypeAlias = "tuple[tuple[str, ...], Plain | None]"
Said: TypeAlias = "Mapping[str, Plain]"
Changes: TypeAlias = "tuple[str, Sequence[Change]]"
"""What is changed: in the file of a board if it is named, and what; else in what lays out the position."""
NAME = re.compile(r"[a-z][a-z0-9-]{0,60}")


def choosable(type_: t.Type, choices: Mapping[str, ChoiceDecl]) -> list[str] | None:
    """Returns the values to choose from for a type; None where any may be typed in."""
    match type_:
        case t.YesNo():
            return ["yes", "no"]
        case t.Choice(name=name):
            return [*choices[name].values]
        case t.OrNone(item=item):
            return None if (inner := choosable(item, choices)) is None else [*inner, "none"]
    return None


@one_at_a_time
def columns(read: Compiled, chart: str) -> list[dict[str, object]]:
    """Returns the attributes that a chart of units, given as its text, may have columns for: those of the kinds that it
    lists, and of all charted kinds where it lists none yet."""
    graph, names = read.compilation.graph, read.compilation.names
    rows = [[one.text for one in row.fields] for row in read_rows(Source("", chart), BoundedFindings(Diagnostics()))]
    ids = {dict(zip(rows[0], row, strict=False)).get("id") for row in rows[1:]}
    kinds = {unit.kind for unit in graph.units.values() if unit.id in ids} or {u.kind for u in graph.units.values()}
    found = {one.name: one for kind in sorted(kinds) for one in graph.kinds[kind].attributes.values()}
    found.pop(TYPE, None)  # the `id` of its line says it
    return [{"name": one.name, "doc": one.doc, "values": choosable(one.type, names.choices)} for one in found.values()]


@one_at_a_time
def palette(read: Compiled, where: CaseInFile, piece: str) -> dict[str, object]:
    """Returns what can be put on the map of a position and drawn on it, and what can be marked on a piece of it."""
    at = set_at(read, where, Configuration())
    graph, position, choices = at.law.graph, at.situation.position, read.compilation.names.choices
    charted = {unit.kind for unit in graph.units.values()}
    kinds = [kind.name for kind in graph.kinds.values() if "hex" in kind.holders and kind.name not in charted]
    counters = [("type", unit.id, unit.name) for unit in graph.units.values()]
    counters += [("kind", name, "") for name in kinds]

    def attributes(kind: str, of: object = None) -> list[dict[str, object]]:
        found = graph.kinds[kind].attributes.values()
        now = [MISSING if of is None else position.value(of, one.name) for one in found]
        return [
            {"name": one.name, "of": kind, "doc": one.doc, "values": choosable(one.type, choices),
             "value": "" if value is MISSING else in_words(value, position)}
            for one, value in zip(found, now, strict=True)
        ]  # fmt: skip

    thing, turned = position.things.get(piece), position.map is not None and position.map.orientation == "flat"
    names = DIRECTION_NAMES["flat" if turned else "pointy"]
    return {
        "counters": counters, "sides": choices[SIDE].values if SIDE in choices else (),
        "ground": [*attributes("hex"), *attributes("hexside")],
        "directions": {name: (30 * turned - 60 * number) % 360 for number, name in enumerate(names)},
        "marks": [] if thing is None else attributes(thing.kind, thing),
    }  # fmt: skip


@one_at_a_time
def moment(read: Compiled, where: Where, piece: str) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Returns, by the keys of a case, who can act in a position and which parts the sequence has; and the values that
    fit `piece`, or else the `may` question: the side of the piece, and the part in which the action is open."""
    at = set_at(read, where, Configuration())
    graph, position, choices = at.law.graph, at.situation.position, at.compilation.names.choices
    sides = [*choices[SIDE].values] if SIDE in choices else []
    players = [thing.name for thing in position.things.values() if graph.has_players and graph.is_a(thing.kind, PLAYER)]
    asked = None if piece or at.case.question is None else at.question(at.case.question, Diagnostics())
    fits, opened = dict[str, str](), None
    if asked is not None and (piece := piece_asked(asked, "may")):
        opened = next(iter(graph.actions[asked.name.partition(".")[0]].open_in), None)
        fits |= {} if opened is None else {"now": opened.spans[0]}
    thing = position.things.get(piece)
    keys = [key for key in OWNED_BY if thing is not None and key in graph.kinds[thing.kind].attributes]
    owner = position.value(thing, keys[0]) if keys and position.acting is None else None
    if owner in sides and (opened is None or opened.to is None):  # else the action is open to somebody else
        fits["acting"] = str(owner)
    return {"acting": sides + players, "now": [span.name for span in spans_of(graph)]}, fits


@one_at_a_time
def changes(read: Compiled, where: CaseInFile, said: Said, work: HandWork, own: Callable[[str], Said]) -> Changes:
    """Returns what some work changes: `said` lays out the position last; `own` gives the data of a module's file."""
    position = set_at(read, where, Configuration()).situation.position
    if work.what == "paint":
        return _painted(read.compilation, position, said, work, own)
    hex_ = in_words(hex_called(position, work.hex), position) if work.hex else ""
    if work.what == "put":
        return "", [_put(position, work, hex_)]
    thing = thing_called(position, work.piece)
    path = _path_to(said, work.piece)
    if path is None and not said.get("situation") and not work.has_base:
        raise Refused(f"`{work.piece}` is one of several that one line counts", "write a line for each of them first")
    there = path or ("pieces", work.piece)
    match work.what:
        case "move":
            return "", [((*there, "in"), None), ((*there, "at"), hex_)]
        case "mark":
            return "", [((*there, work.key), work.value or None)]
        case "turn":
            style = read_by(read.compilation.style, Diagnostics())
            return "", [((*there, style.counters.front), _turned(position, thing, style.counters.front))]
        case "off":
            gone: list[Change] = [] if path is None else [(path, None)]
            if not {"type", "kind"} & {*_at(said, there)}:  # what lies below has it
                gone.append((("without",), [*said.get("without", ()), work.piece]))
            return "", gone
    raise Refused(f"`{work.what[:40]}` is nothing that can be done to a position")


def _put(position: Position, work: HandWork, hex_: str) -> Change:
    graph = position.graph
    unit = graph.units.get(work.value) if work.key == "type" else None
    kind = graph.kinds.get(unit.kind if unit else work.value)
    if kind is None or work.key not in ("type", "kind"):
        raise Refused(f"there is no counter `{work.value}`")
    free = (f"{work.value}-{number}" for number in range(1, len(position.things) + 2))
    name = work.piece or next(name for name in free if name not in position.things)
    if name in position.things or not NAME.fullmatch(name):
        why = "there is one already" if name in position.things else "write small letters, digits and hyphens"
        raise Refused(f"no counter can be called `{name}` here: {why}")
    owned = [one for one in OWNED_BY if one in kind.attributes and one not in (unit.values if unit else ())]
    side = dict.fromkeys(owned[:1], work.side) if work.side else {}
    return ("pieces", name), {work.key: work.value, **side, "at": hex_}


def _turned(position: Position, thing: object, front: str) -> str:
    """Returns where a piece faces that is turned by one hexside, clockwise."""
    here, now = hex_called(position, str(thing)), position.value(thing, front) if front else None
    ahead = [neighbour(here, direction_numbered(number)) for number in range(1, 7)]
    if isinstance(now, int):
        return str(now % 6 + 1)
    if not front or not (now is None or now in ahead):
        raise Refused("its style does not say where it faces", "`front` of `counters` in style.yaml names what does")
    return in_words(ahead[(ahead.index(now) + 1) % 6 if now in ahead else 0], position)


def _at(said: Plain, path: Sequence[str]) -> Said:
    for key in path:
        said = said.get(key, {}) if isinstance(said, Mapping) else {}
    return said if isinstance(said, Mapping) else {}


def _path_to(said: Plain, name: str) -> tuple[str, ...] | None:
    """Returns the keys that lead to what is said of a piece."""
    for below in ("pieces", "holds", "sides"):
        if below != "sides" and name in _at(said, (below,)):
            return below, name
        for key, inner in _at(said, (below,)).items():
            found = _path_to({"pieces": inner} if below == "sides" else inner, name)
            if found is not None:
                return (below, key, *(found[1:] if below == "sides" else found))
    return None


def _painted(
    compilation: Compilation, position: Position, said: Said, work: HandWork, own: Callable[[str], Said]
) -> Changes:  # fmt: skip
    """Returns what is drawn on a hex, or on the hexside that lies towards an angle, clockwise from the right."""
    h, board, kinds = hex_called(position, work.hex), position.map, position.graph.kinds
    assert board is not None
    of = "hex" if work.toward is None else "hexside"
    if work.key not in kinds[of].attributes:
        raise Refused(f"a {of} has no `{work.key[:60]}`")
    at = next(one for one in board.boards if h in {one.placement.hex(its) for its in one.board.names.values()})
    sheet, names = at.board, {its: short for short, its in at.board.names.items()}
    file = next((n for n in compilation.board_names if compilation.board(n, Diagnostics()) is sheet), "")
    if not file and not isinstance(said.get("map"), Mapping):
        raise Refused("this map stands in the file of its case, for several cases: change it there")
    board_file = f"boards/{file}.yaml" if file else ""
    start, before = (("hexes",), own(board_file)) if file else (("map", "hexes"), said)
    declared = t.bare(kinds[of].attributes[work.key].type)
    if work.toward is None:
        [short] = [name for its, name in names.items() if at.placement.hex(its) == h]
        value: Plain = work.value.split() if isinstance(declared, t.SetOf) else work.value
        return board_file, [((*start, short, work.key), value or None)]
    direction = -round(work.toward / 60) if board.orientation == "pointy" else -round((work.toward - 30) / 60)
    side = at.placement.side_of_board(side_of(h, direction % 6))
    is_marked, is_usual = isinstance(declared, t.YesNo), kinds[of].attributes[work.key].default is True
    below = [layer for layer in compilation.chain.layers[:-1] if file in layer.boards]
    found, was_own = list[Change](), False
    for one in sorted((each for each in hexes_of(side) if each in names), key=lambda one: at.placement.hex(one) == h):
        path = (*start, names[one], work.key)
        now = _at(before, path[:-1]).get(work.key, ())
        listed = () if isinstance(now, Mapping) else (now,) if isinstance(now, str) else now
        values: dict[str, Plain] = {**now} if isinstance(now, Mapping) else {str(each): "yes" for each in listed}
        name = DIRECTION_NAMES[sheet.grid.orientation][next(d for d in range(6) if side_of(one, d) == side)]
        was_own |= values.pop(name, "no") != "no"
        is_said = work.value != "no" or not is_marked or is_usual or (below and not was_own)
        if at.placement.hex(one) == h and work.value and is_said:
            values[name] = work.value
        plain: Plain = [*values] if is_marked and all(each == "yes" for each in values.values()) else values
        found.append((path, plain or None))
    return board_file, found
