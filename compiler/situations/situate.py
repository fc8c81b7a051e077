"""A position as data describes it: that of a case, of a situation, or of a case that begins as a situation does.

Input: trees that say where it happens, what stands where and what is true of it; each changes what those before it
said.
Output: the position, and the names that questions about it may use.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass

from hexlaw.compiler.base.diagnostic import Diagnostics, WordAt, did_you_mean
from hexlaw.compiler.base.patience import BoundedFindings
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.question_typing import typed_value
from hexlaw.compiler.data.literals import UNREADABLE, in_order, read_value
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, entries_in, mappings_in, scalars_in
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.case_files import Case
from hexlaw.compiler.situations.maps import read_map
from hexlaw.compiler.situations.midplay import MidPlay
from hexlaw.compiler.situations.rosters import PLACED, PlacedPiece, Roster, read_roster
from hexlaw.compiler.situations.situation_files import read_situation
from hexlaw.compiler.situations.zones import NAME, SET_OF_HEX, Zones
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex, side_between
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import ACTING, SIDE
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import GAME, Record, Thing
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position.position import Position

MAX_LISTED = 12
"""Names that a help lists."""


@dataclass
class SituatedPosition:
    """A position with the names that questions about it may use."""

    position: Position
    map: Map | None
    constants: dict[str, tuple[object, t.Type]]

    @property
    def value_names(self) -> dict[object, str]:
        """Returns the names that are given to records and sets, for explanations that use them."""
        return {value: name for name, (value, _) in self.constants.items() if isinstance(value, Record | tuple)}


def situate(case: Case, compilation: Compilation, law: Law, diagnostics: Diagnostics) -> SituatedPosition | None:
    """Returns the position of a case under a law; None after reporting what is wrong with it."""
    if (layers := _layers_of(case, compilation, diagnostics)) is None:
        return None
    return position_of(layers, case.file.maps, compilation, law, diagnostics)


def map_of(case: Case, compilation: Compilation) -> Map | None:
    """Returns the map of a case; None where it has none, or something is wrong with it."""
    if (layers := _layers_of(case, compilation, Diagnostics())) is None:
        return None
    return read_map(layers, case.file.maps, compilation, Diagnostics())


def _layers_of(case: Case, compilation: Compilation, diagnostics: Diagnostics) -> list[Mapping] | None:
    """Returns the trees that describe the position of a case: those of the situation that it begins as, and its own."""
    begins = case.node.get("situation")
    layers: list[Mapping] | None = []
    if isinstance(begins, Scalar):
        layers = read_situation(compilation, begins.text, begins.span, diagnostics)
    return None if layers is None else [*layers, case.node]


def position_of(
    parts: list[Mapping], maps: Lookup[str, Node], compilation: Compilation, law: Law, diagnostics: Diagnostics
) -> SituatedPosition | None:
    """Returns the position that trees describe, later ones changing earlier ones; `maps` are drawn in their file."""
    found = BoundedFindings(diagnostics)
    map_ = read_map(parts, maps, compilation, found)
    return None if found.failed else _Situator(compilation, law, map_, found).build(parts)


class _Situator:
    def __init__(self, compilation: Compilation, law: Law, map_: Map | None, found: BoundedFindings) -> None:
        self.names = compilation.names
        self.law = law
        self.found = found
        self.choices = {name: decl.values for name, decl in self.names.choices.items()}
        self.situation = SituatedPosition(Position(law.graph, map_), map_, {})
        self.position = self.situation.position
        self.zones = Zones(self.names, law, map_, found)
        self.several: dict[str, list[str]] = {}  # the pieces that have one name, with numbers

    def error(self, code: str, node: Node, message: str, help_: str | None = None) -> None:
        self.found.report(code, node.span, message, help=help_)

    def build(self, parts: list[Mapping]) -> SituatedPosition | None:
        for part in parts:
            self._part(part)
        if self.position.acting is not None:
            self.situation.constants.setdefault(ACTING, (self.position.acting, t.Choice(SIDE)))
        for part in parts:
            if not self.found.failed:
                self._lets(part)
        return None if self.found.failed else self.situation

    def _part(self, part: Mapping) -> None:
        """What one tree says. The zones come first: all else may speak of them."""
        self.zones.declare(part.get("zones"))
        self.situation.constants.update({name: (zone, SET_OF_HEX) for name, zone in self.zones.known.items()})
        self._without(part.get("without"))
        self._pieces(read_roster(part, self.found))
        self._given(mappings_in(part.get("given")))
        game = part.get("game")
        if isinstance(game, Mapping):
            self._write(GAME, self._attributes(GAME.kind, game, ()))
        if not self.found.failed:
            MidPlay(self.names, self.law, self.position, self.situation.constants, self.found).read(part)

    # -- the pieces

    def _pieces(self, roster: Roster) -> None:
        new = [piece for piece in roster.pieces if self._make(piece)]
        self._name_together(roster)
        things = [(piece, thing) for piece in roster.pieces for thing in self._meant(piece)]
        for piece, thing in things:
            self._stand(piece, thing)
        read: dict[tuple[int, str], dict[str, object]] = {}  # what is written once for several is read once
        for piece, thing in things:
            if (wrong := self.position.misplaced(thing)) is not None:
                where = piece.node.get("in") or piece.node.get("at") or piece.written
                nowhere = not self.names.standing(thing.kind).holders
                help_ = f"say below `thing {thing.kind}` where it can stand: `stands in hex`" if nowhere else None
                self.error("HX313", where, f"`{thing}` cannot stand there: {wrong}", help_)
            key = id(piece.node), thing.kind
            if key not in read:
                read[key] = self._attributes(thing.kind, piece.node, PLACED) | self._side_of(piece, thing, new)
            self._write(thing, read[key])

    def _make(self, piece: PlacedPiece) -> bool:
        """Returns whether a piece is a new thing; one of neither `type` nor `kind` changes a thing that is there."""
        type_, kind = piece.node.get("type"), piece.node.get("kind")
        kinds = [kind for kind in self.names.kinds if kind not in ("hex", "hexside", "game")]
        called = self._called(piece.name)
        if type_ is None and kind is None and called and piece.number is None:
            return False
        if isinstance(type_, Scalar) == isinstance(kind, Scalar):
            said = f"the piece `{piece.written.text}` needs either a `type` of the unit charts or a `kind`"
            self.error("HX313", piece.written, said, self._meant_piece(piece) or _listed(kinds, "kinds"))
        elif piece.name in self.situation.constants:
            change = "leave out `type` and `kind` to change it, or give this one another name" if called else None
            self.error("HX313", piece.written, f"there is already something called `{piece.name}`", change)
        elif not NAME.fullmatch(piece.name):
            said = f"`{piece.name}` is not a name for a piece"
            self.error("HX313", piece.written, said, "write it like `tug` or `old-ferry-2`")
        elif isinstance(type_, Scalar):
            if (unit := self.names.units.get(type_.text)) is not None:
                self.position.printed[self._add(piece.name, unit.kind)] = unit.id
                return True
            help_ = _listed(self.names.units, "types") if self.names.units else NO_CHARTS
            self.found.unknown("HX313", type_, "no unit chart has", self.names.units, help=help_)
        elif isinstance(kind, Scalar):
            if kind.text in kinds:
                self._add(piece.name, kind.text)
                return True
            self.found.unknown("HX313", kind, "there is no kind of thing", kinds, help=_listed(kinds, "kinds"))
        return False

    def _meant_piece(self, piece: PlacedPiece) -> str | None:
        """Returns what is wrong with a piece that says neither `type` nor `kind`."""
        near = did_you_mean(piece.name, self.situation.constants)
        if near is None and _is_typed(piece.written):
            return f"write `{piece.name}=TYPE@HEX`"
        return f"to change one that is there, call it by its name: {near}" if near else None

    def _add(self, name: str, kind: str) -> Thing:
        thing = self.position.add(kind, name, None)
        self.situation.constants[name] = (thing, t.Kind(kind))
        return thing

    def _name_together(self, roster: Roster) -> None:
        """Pieces that were written as one are a set of that name."""
        for name, numbered in roster.several.items():
            things = tuple(self.position.things[n] for n in numbered if n in self.position.things)
            taken = next((p.written for p in roster.pieces if p.written.text == name), None)
            if name in self.situation.constants and taken is not None:
                self.error("HX313", taken, f"there is already something called `{name}`")
            elif things:
                self.several[name] = numbered
                self.situation.constants[name] = (things, t.SetOf(t.Kind(things[0].kind)))

    def _called(self, name: str) -> list[Thing]:
        """Returns the piece of a name, or all those that were written under it."""
        return [self.position.things[n] for n in self.several.get(name, [name]) if n in self.position.things]

    def _meant(self, piece: PlacedPiece) -> list[Thing]:
        if piece.number is None:
            return self._called(piece.name)
        return [self.position.things[piece.name]] if piece.name in self.position.things else []

    def _without(self, node: Node | None) -> None:
        """Takes away pieces that the situation has, and all that stands in them."""
        for name in scalars_in(node):
            if not (things := self._called(name.text)):
                pieces = {*self.position.things, *self.several}
                self.found.unknown("HX313", name, "there is no piece", pieces, rest=" to take away")
            for thing in things:
                self.position.remove(thing)
        constants, left = self.situation.constants, self.position.things
        for known, (value, type_) in list(constants.items()):
            if isinstance(value, Thing) and value.name not in left:
                del constants[known]
            elif known in self.several:
                constants[known] = (tuple(self._called(known)), type_)

    # -- where they stand

    def _stand(self, piece: PlacedPiece, thing: Thing) -> None:
        at, inside = piece.node.get("at"), piece.node.get("in")
        if at is not None and inside is not None:
            self.error("HX313", inside, f"`{thing}` stands `at` a hex or `in` a piece, not both")
        elif (at or inside) is not None and piece.holder is not None:
            said = f"`{thing}` stands in `{piece.holder}`, which holds it"
            self.error("HX313", at or inside or piece.node, said, "leave out `at` and `in`")
        elif piece.holder is not None:
            self._stand_in(piece.written, piece.holder, thing)
        elif isinstance(at, Scalar) and at.text == "none":
            self.position.stand(thing, None)
        elif isinstance(at, Scalar):
            if (found := self._hex(at)) is not None:
                self.position.stand(thing, found)
        elif isinstance(inside, Scalar):
            self._stand_in(inside, self._holder(piece, inside.text), thing)

    def _holder(self, piece: PlacedPiece, name: str) -> str:
        """Returns where as many stand in something that there is as often, each stands in that of its own number."""
        numbered, own = self.several.get(name), self.several.get(piece.written.text)
        if numbered is None or own is None or piece.number is None or len(numbered) != len(own):
            return name
        return numbered[own.index(piece.name)]

    def _stand_in(self, written: Scalar, name: str, thing: Thing) -> None:
        holder = self.position.things.get(name)
        if holder is None or holder == thing:
            several = self.several.get(name)
            help_ = f"there are {len(several)} of them: name one, such as `{several[0]}`" if several else None
            known = [] if several else list(self.position.things)
            word = WordAt(name, written.span)
            self.found.unknown("HX313", word, "there is no piece", known, rest=" to stand in", help=help_)
            return
        self.position.stand(thing, holder)
        outer: object = holder
        while isinstance(outer, Thing) and outer != thing:
            outer = self.position.places.get(outer)
        if outer == thing:
            self.position.stand(thing, None)
            self.error("HX313", written, f"`{thing}` would stand in itself")

    def _hex(self, name: Scalar) -> Hex | None:
        if (map_ := self.situation.map) is None:
            if not any(d.code == "HX236" for d in self.found):  # once is enough
                said = f"`{name.text}` names a hex, but the case has no map"
                where = "add `--board NAME`" if _is_typed(name) else "add `board:`, `boards:` or `map:`"
                self.error("HX236", name, said, where)
            self.found.failed = True
            return None
        if (found := map_.find(name.text)) is None:
            near = map_.near_names(name.text)
            meant = f"did you mean {' or '.join(near)}?" if near else None
            self.error("HX236", name, f"the map has no hex `{name.text}`", meant)
        return found

    # -- what is true of them

    def _write(self, subject: object, values: Lookup[str, object]) -> None:
        for attribute, value in values.items():
            self.position.set(subject, attribute, value)

    def _side_of(self, piece: PlacedPiece, thing: Thing, new: list[PlacedPiece]) -> dict[str, object]:
        """A piece that is written under a side belongs to it, where its kind belongs to sides at all."""
        if piece.side is None or piece not in new or piece.node.get(SIDE) is not None:
            return {}
        type_ = self.names.attributes_of(thing.kind).get(SIDE)
        value = UNREADABLE if type_ is None else self._value(piece.side, type_)
        return {} if value is UNREADABLE else {SIDE: value}

    def _attributes(self, kind: str, node: Mapping, other_keys: tuple[str, ...]) -> dict[str, object]:
        attributes = self.names.attributes_of(kind)
        found: dict[str, object] = {}
        for key, value in node.entries:
            if key.text in other_keys:
                continue
            if key.text not in attributes:
                self.found.unknown("HX314", key, f"a `{kind}` has no attribute", attributes, help=_said_by(key, value))
                continue
            if (read := self._value(value, attributes[key.text])) is not UNREADABLE:
                found[key.text] = read
        return found

    def _value(self, node: Node, type_: t.Type) -> object:
        """Returns a value of data, or the name of a piece, a hex or a zone where one is wanted."""
        bare = t.bare(type_)
        if bare == SET_OF_HEX and not (isinstance(node, Scalar) and node.text == "none"):
            return self.zones.named(node)
        if isinstance(bare, t.SetOf) and isinstance(bare.item, t.Kind) and isinstance(node, Listing):
            items = [self._value(i, bare.item) for i in node.items]
            return UNREADABLE if UNREADABLE in items else tuple(items)
        if isinstance(bare, t.Kind) and isinstance(node, Scalar) and node.text != "none":
            return self._named(node, bare)
        return read_value(node, type_, self.choices, self.found)

    def _named(self, node: Scalar, kind: t.Kind) -> object:
        if kind == t.HEX:
            found = self._hex(node)
            return UNREADABLE if found is None else found
        thing = self.position.things.get(node.text)
        if thing is None or not self.names.is_a(thing.kind, kind.name):
            self.found.unknown("HX314", node, f"there is no {kind.name}", self.position.things, rest=" in this case")
            return UNREADABLE
        return thing

    # -- what is given of hexes and hexsides

    def _given(self, nodes: Sequence[Mapping]) -> None:
        """What is said of zones, then what is said of single hexes and hexsides, which stands over it."""
        said: dict[tuple[Hex, str], object] = {}
        for node in sorted(nodes, key=lambda node: node.get("zone") is None):
            if (zone := node.get("zone")) is not None:
                self._given_of_zone(node, zone, said)
            else:
                self._given_of_one(node)

    def _given_of_zone(self, node: Mapping, zone: Node, said: dict[tuple[Hex, str], object]) -> None:
        types, hexes = self.names.attributes_of("hex"), self.zones.named(zone)
        for attribute, value in self._attributes("hex", node, ("zone",)).items():
            if not self.zones.spend(len(hexes), zone):
                return
            for h in hexes:
                earlier = said.get((h, attribute), value)
                if (together := self._together(earlier, value, types[attribute])) is UNREADABLE:
                    where = self.situation.map.name_of(h) if self.situation.map else ""
                    said_twice = f"another zone says something else of `{attribute}` in {where}"
                    self.error("HX314", zone, said_twice, f"say what holds there with `hex: {where}` or a smaller zone")
                    return
                said[h, attribute] = together
                self.position.set(h, attribute, together)

    def _together(self, first: object, second: object, type_: t.Type) -> object:
        """Returns what two zones say of one hex: sets are put together, all else has to be the same."""
        if first == second:
            return first
        if isinstance(type_, t.SetOf) and isinstance(first, tuple) and isinstance(second, tuple):
            both = tuple(dict.fromkeys((*first, *second)))
            return both if isinstance(type_.item, t.Kind) else in_order(set(both), type_.item, self.choices)
        return UNREADABLE

    def _given_of_one(self, node: Mapping) -> None:
        place, side = node.get("hex"), node.get("side")
        if isinstance(place, Scalar):
            if (found := self._hex(place)) is not None:
                self._write(found, self._attributes("hex", node, ("hex",)))
        elif isinstance(side, Listing):
            match [self._hex(name) for name in scalars_in(side)]:
                case [Hex() as one, Hex() as other]:
                    if (between := side_between(one, other)) is None:
                        self.error("HX314", side, "these two hexes are not neighbours")
                    else:
                        self._write(between, self._attributes("hexside", node, ("side",)))
        else:
            help_ = "write `zone: NAME`, `hex: NAME` or `side: [NAME, NAME]`"
            self.error("HX314", node, "what this is about is not said", help_)

    # -- names for values

    def _lets(self, part: Mapping) -> None:
        for name, node in entries_in(part.get("let")):
            if not isinstance(node, Scalar):
                continue
            checker = Checker(self.names, self.found, self.situation.map, self.situation.constants)
            if (typed := typed_value(node, "HX315", "a value", checker)) is None:
                return
            try:
                value = evaluator(self.law, self.position).value(typed, {})
            except LawStop as stop:
                self.error("HX315", node, f"`{name.text}` has no value here: {stop.message}", stop.help)
                return
            self.situation.constants[name.text] = (value, typed.type)


NO_CHARTS = "the module has no unit charts: they are files `units/NAME.csv`"


def _is_typed(node: Scalar) -> bool:
    """Returns whether it was typed behind an option of a command, such as `--piece`, and stands in no file."""
    return node.span.source.name.startswith("--")


def _listed(known: Collection[str], what: str) -> str:
    shown = ", ".join(sorted(known)[:MAX_LISTED])
    more = f" and {len(known) - MAX_LISTED} more" if len(known) > MAX_LISTED else ""
    return f"the {what} are: {shown or 'none'}{more}"


def _said_by(key: Scalar, value: Node) -> str | None:
    """Returns what to write for a key of a piece that other programs have."""
    written = value.text if isinstance(value, Scalar) else "..."
    if key.text in ("hex", "where", "position", "place"):
        return f"where it stands is said by `at: {written}`"
    if key.text in ("number", "amount", "quantity", "times"):
        return f"how many there are is said by `count: {written}`"
    return None
