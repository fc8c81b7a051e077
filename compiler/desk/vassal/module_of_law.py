"""START HERE: a module of VASSAL, from a law and the set-ups of its situations.

Input: a `VassalGame`, all that is shown of a law. Output: the bytes of a `.vmod`, in which is drawn what our table
shows: maps, counters with both faces, what lies on them. Maps that look the same in several situations are drawn once,
and so is each counter. VASSAL enforces nothing; what the law adds to it is data: names of hexes, set-ups, the words of
its actions as commands of the counters, its dice, its sequence, its charts and its book.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase

from hexlaw.compiler.base.templates import template
from hexlaw.compiler.desk.vassal import traits
from hexlaw.compiler.desk.vassal.archives import SAYS_OURS, VERSION, Files, PlacedCounter, about, packed, saved_game
from hexlaw.compiler.desk.vassal.escaped_texts import joined
from hexlaw.compiler.desk.vassal.spoken_actions import said_by_counters, said_by_pointer
from hexlaw.compiler.desk.vassal.traits import Trait, VassalPiece, key, levels
from hexlaw.compiler.desk.vassal.turn_parts import TrackedParts
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.board.board import DIRECTION_NAMES, Map
from hexlaw.runtime.board.geometry import Hex, neighbours
from hexlaw.runtime.draw.counters import drawn_pointer, kinds_drawn, printed_thing
from hexlaw.runtime.draw.elements import plain_svg
from hexlaw.runtime.draw.hex_layout import HexLayout, one_long
from hexlaw.runtime.draw.pixels import HIGH, PIXELS_OF_COUNTER, STEP, PixelMap, in_pixels
from hexlaw.runtime.draw.style import Marker, Style
from hexlaw.runtime.draw.svg import Drawer, Scene, standing_in, waiting
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import english
from hexlaw.runtime.words.readings import Readings

NAME, UNIT = "HexlawName", "HexlawUnit"
"""The properties of a counter that say what the law calls it, and what it is."""
LAW, SITUATION = "HexlawLaw", "HexlawSituation"
"""Those of the pointer that say of which law a game is: so every log and saved game says it."""
MAP, POINTER, BESIDE, OUT_OF_PLAY, BOOK = "Map", "pointer", "beside the map", "out of play", "Rule book"
HERE = Hex(0, 0)
SAYS = f"${NAME}$ ($LocationName$): $menuCommand$"
IS_NOW = "$newPieceName$ ($LocationName$)"
MOVES = "$pieceName$ moves $previousLocation$ -> $location$"
MARK = f"mark;{NAME},{UNIT}"
APART = PIXELS_OF_COUNTER + 6
FIRST_IN_TRAY, LEAST_ROWS = APART // 2 + 24, 2
"""Where the first counter beside a map lies, and for how many rows there is room at the least."""
FACE_KEY, TURN_KEYS = key("F"), (key("R"), key("L"))
TAKEN_KEYS = "CDFHLMRV"
"""Letters that commands of every counter have, and VASSAL itself."""
_POINTER = '<path d="M50 98L22 52L38 52L38 4L62 4L62 52L78 52Z" fill="#c62828" stroke="#fff" stroke-width="4"/>'


@dataclass(frozen=True)
class VassalSetUp:
    """A situation as it begins."""

    name: str
    title: str
    position: Position


@dataclass(frozen=True)
class VassalGame:
    """What a module is made of."""

    spec: str
    """How the law is called for by a command."""
    title: str
    graph: g.Graph
    style: Style
    standing: Collection[str]
    """The actions that stand in any of the situations."""
    set_ups: Sequence[VassalSetUp]
    sequence: Sequence[TrackedParts]
    charts: Sequence[tuple[str, str]] = ()
    """Titles, and pages of HTML."""
    book: Files = field(default_factory=dict)


@dataclass(frozen=True)
class LaidMap:
    """A map with the tray below it, as boards of VASSAL."""

    pixels: PixelMap
    called: str
    image: str
    tray: str
    rows: dict[str, int] = field(default_factory=dict)  # of counters beside the map, by situation

    def tray_size(self) -> tuple[int, int]:
        """Returns how much of the tray is for what may still come, the last quarter being for what is out of play, and
        how high it is: so that all rows of each situation have room."""
        wide = self.pixels.size[0]
        rows = max([LEAST_ROWS, *self.rows.values()])
        return wide - wide // 4, FIRST_IN_TRAY + APART * rows


def vassal_module(game: VassalGame) -> bytes:
    """Returns the module; all that is drawn of it is for the renderer of VASSAL."""
    with plain_svg():
        return packed(_ModuleMaker(game).written())


class _ModuleMaker:
    def __init__(self, game: VassalGame) -> None:
        self.game, self.graph = game, game.graph
        self.readings, self.drawer = Readings(game.graph), Drawer(game.style)
        self.files: dict[str, bytes] = {}
        self.images: dict[str, str] = {}
        self.slots: dict[str, int] = {}
        self.maps: dict[object, LaidMap] = {}
        self.layers: dict[str, list[tuple[Marker, str, Trait]]] = {}
        self.prototypes: dict[str, str] = {}
        sides = self.graph.choices.get(g.SIDE)
        self.sides = [] if sides is None else [self.readings.side(side) for side in sides.values]
        self.orientation = next(each.position.map.orientation for each in game.set_ups if each.position.map is not None)
        self.throws, self.palette = list(self._throws()), dict(self._palette())

    def written(self) -> dict[str, bytes]:
        game = self.game
        set_ups = {f"{each.name}.vsav": self._set_up(each) for each in game.set_ups}
        known = {"version": VERSION, "moves": MOVES, "on_map": MAP, "beside": BESIDE, "out_of_play": OUT_OF_PLAY,
                 "book": BOOK, "counter_size": PIXELS_OF_COUNTER, "first": HERE, "step": STEP,
                 "high": HIGH}  # fmt: skip
        for laid in self.maps.values():
            (out, high), wide = laid.tray_size(), laid.pixels.size[0]
            tray = template(__file__, "tray.svg.jinja").render(known, wide=wide, out=out, high=high)
            self.files[f"images/tray-{laid.image}"] = tray.encode()
        build_file = template(__file__, "build_file.xml.jinja").make_module(known).module(game, self)  # type: ignore[attr-defined]
        ours = {"module": game.spec, "set-ups": {each.title: each.name for each in game.set_ups}}
        help_ = {f"help/{BOOK.replace(' ', '_')}": packed(game.book)} if game.book else {}
        return {
            SAYS_OURS: json.dumps(ours, indent=1, ensure_ascii=False).encode(),
            "buildFile.xml": build_file.strip().encode(),
            "moduledata": about(game.title, "made from its law by Hexlaw"),
            "how-to.html": self._how_to().encode(),
            **{f"chart-{number}.html": page.encode() for number, (_, page) in enumerate(game.charts, 1)},
            **set_ups, **self.files, **help_,
        }  # fmt: skip

    def _how_to(self) -> str:
        """Returns the page that says what can be done with the module."""
        legends = dict.fromkeys(marker.legend for kind in self.layers for marker in self._markers(kind))
        units = {unit.kind for unit in self.graph.units.values()}
        said = (said_by_counters(self.graph, self.readings, kind, self.game.standing) for kind in sorted(units))
        example = next((": ".join(each) for menu in said for each in menu), "")
        return template(__file__, "how_to.html.jinja").render(
            title=self.game.title, marks=list(legends), secret=any(map(self._is_secret, self.layers)),
            example=example, dice=[called for called, *_ in self.throws],
        )  # fmt: skip

    # -- set-ups

    def _set_up(self, situation: VassalSetUp) -> bytes:
        """Returns a saved game: what stands on the map, and beside it, side by side, all else that may come onto it."""
        position, placed = situation.position, list[PlacedCounter]()
        board = self.drawer.map_of(position)
        assert board is not None
        laid, beside = self._laid(board), list[Thing]()
        for h, stack in standing_in(position).items():
            if board.contains(h):
                placed += [(self._piece(position, thing), *laid.pixels.centre(h)) for thing in stack]
            else:
                beside += stack
        rows = grouped(
            (str(position.value(thing, g.SIDE)) if g.SIDE in self.graph.kinds[thing.kind].attributes else "", thing)
            for thing in (*beside, *(thing for things in waiting(position).values() for thing in things))
        )
        tray: list[VassalPiece | None] = [self._pointer(situation.name)]
        per_row = max((laid.tray_size()[0] - FIRST_IN_TRAY) // APART, 1)
        for things in rows.values():  # those of each side begin a row of their own
            tray += [self._piece(position, thing) for thing in things]
            tray += [None] * (-len(tray) % per_row)
        for number, piece in enumerate(tray):
            row, column = divmod(number, per_row)
            if piece is not None:
                x, y = FIRST_IN_TRAY + column * APART, FIRST_IN_TRAY + row * APART
                placed.append((piece, x, laid.pixels.size[1] + y))
        laid.rows[situation.name] = -(-len(tray) // per_row)
        return saved_game(self.game.title, MAP, [laid.called, laid.tray], placed)

    def _laid(self, board: Map) -> LaidMap:
        """Returns a map as boards; one that looks like an earlier one is that."""
        pixels = PixelMap(board)
        svg = self.drawer.draw(Scene(None, board=board, size=pixels.size))
        looks = svg, tuple(map(board.name_of, board.hexes))
        if looks not in self.maps:
            called = ", ".join(f"{p.board.title}{' (turned)' * p.placement.inverted}" for p in board.boards)
            same = sum(laid.called.partition(" #")[0] == called for laid in self.maps.values())
            image = f"map-{len(self.maps) + 1}.svg"
            called += f" #{same + 1}" if same else ""
            self.maps[looks] = LaidMap(pixels, called, image, f"{called}: {BESIDE}")
            self.files[f"images/{image}"] = svg.encode()
        return self.maps[looks]

    # -- counters

    def _palette(self) -> Iterator[tuple[str, list[VassalPiece]]]:
        """Yields the counters of each chart, then what is in none, with what points at hexes."""
        graph = self.graph
        charts = grouped((unit.chart, name) for name, unit in graph.units.items())
        for chart, names in {**charts, "other counters": kinds_drawn(graph, self.game.style)}.items():
            found: list[VassalPiece] = []
            for name in names:
                unit = graph.units.get(name)
                called = english.named(name) if unit is None else unit.name
                found.append(self._piece(*printed_thing(graph, name), called))
            yield english.named(chart), found if chart in charts else [*found, self._pointer()]

    def _piece(self, position: Position, thing: Thing, called: str = "") -> VassalPiece:
        """Returns the counter of a thing: its faces, what can lie on it and does, where it faces, what it can say."""
        drawn, unit = self.drawer.counters, position.unit_of(thing)
        what = thing.kind if unit is None else unit.id
        front, back = (self._image(drawn.drawn(position, thing, back=side, bare=True)) for side in (False, True))
        faces = [front] if front == back else [front, back]
        its = [
            # it has no parameters, not even none of them: VASSAL would fill them into the words of reports
            Trait(joined(";", "prototype", self._prototype(thing.kind))),
            *([traits.HIDDEN] if self._is_secret(thing.kind) else []),
            *self._laid_on(position, thing),
            *self._facing(position, thing),
            *([levels("face", faces, ("", "back"), up=("turn over", FACE_KEY))] if len(faces) > 1 else []),
            traits.MOVED,
            Trait(MARK, joined(",", called or thing.name, what)),
        ]
        slot = self.slots.setdefault(what, len(self.slots) + 1)
        return VassalPiece(called or thing.name, tuple(its), "" if len(faces) > 1 else front, slot)

    def _laid_on(self, position: Position, thing: Thing) -> Iterator[Trait]:
        """Yields a layer for each marker of the style that can come to lie on a thing."""
        on_it = self.drawer.counters.markers_of(position, thing, any(at == thing for at in position.places.values()))
        for marker, _, layer in self._layers(thing.kind):
            yield Trait(layer.type, str(1 + (marker in on_it)))

    def _layers(self, kind: str) -> list[tuple[Marker, str, Trait]]:
        """Returns each marker that can lie on things of a kind, with the key that lays it on or takes it off, and its
        layer. The key is a letter of what it is called, as far as there is one that nothing else has."""
        if kind not in self.layers:
            found, free = self.layers.setdefault(kind, []), [c for c in ascii_uppercase if c not in TAKEN_KEYS]
            for place, marker in enumerate(self._markers(kind)):
                said, letters = marker.legend, (text[:1] for text in reversed(marker.legend.upper().split()))
                letter = next((each for each in letters if each in free), "".join(free[:1]))
                free = [each for each in free if each != letter]
                image = self._image(self.drawer.counters.laid_marker(marker, place))
                lays, (off, _) = key(letter or f"mark {said}"), self._lapse(kind, marker)
                found.append((marker, lays, levels(said, ("", image), ("", said), up=(said, lays), first=off)))
        return self.layers[kind]

    def _markers(self, kind: str) -> list[Marker]:
        """Returns the markers that can lie on things of a kind."""
        graph = self.graph
        attributes = graph.kinds[kind].attributes
        return [
            marker for marker in self.game.style.counters.markers
            if (not marker.when.kind or graph.is_a(kind, marker.when.kind))
            and all(name in attributes for name, _ in marker.when.attributes)
        ]  # fmt: skip

    @property
    def lapsing(self) -> dict[str, tuple[str, str]]:
        """Returns the keys that take off marks which by law fall off at one moment: what is taken off, and when."""
        legends = grouped(
            (self._lapse(kind, marker), marker.legend) for kind in self.graph.kinds for marker in self._markers(kind)
        )
        return {off: (f"off: {', '.join(dict.fromkeys(those))}", when) for (off, when), those in legends.items() if off}

    def _lapse(self, kind: str, marker: Marker) -> tuple[str, str]:
        """Returns the key that takes a marker off, and when, where by law it falls off by itself; else nothing."""
        declared = (self.graph.kinds[kind].attributes.get(name) for name, _ in marker.when.attributes)
        for lasting in (each.lasting for each in declared if each is not None and each.lasting is not None):
            when = f"at the {lasting.edge} of {self.readings.called('part', lasting.span)}"
            return key(f"lapse {lasting.edge} {lasting.span}"), when
        return "", ""

    def _facing(self, position: Position, thing: Thing) -> Iterator[Trait]:
        """Yields the wedge that shows where a thing faces, where the law lets things of its kind face anywhere."""
        counters, attributes = self.drawer.counters, self.graph.kinds[thing.kind].attributes
        if self.game.style.counters.front not in attributes:
            return
        around = [*reversed(neighbours(HERE))]  # one after the other to the right
        ways = [one_long(*HexLayout(self.orientation).centre(h)) for h in around]
        face, faced = counters.face_of(position, thing), counters.front_of(position, thing)
        near = (sum(abs(a - b) for a, b in zip(way, faced[1], strict=True)) for way in ways) if faced else ()
        at = 2 + next((number for number, apart in enumerate(near) if 2 * apart < 1), -1)
        images = [self._image(drawn_pointer(face, way), is_wide=True) for way in ways]
        turned = [f"facing {name}" for name in reversed(DIRECTION_NAMES[self.orientation])]
        right, left = ("turn right", TURN_KEYS[0]), ("turn left", TURN_KEYS[1])
        yield levels("facing", ("", *images), ("", *turned), up=right, down=left, at=at)

    def _is_secret(self, kind: str) -> bool:
        """Returns whether the law lets a side keep things of a kind, or what they are, from the other."""
        declared = self.graph.kinds[kind]
        attributes = declared.attributes.values()
        return declared.secret or any(each.secret for each in attributes)

    def _prototype(self, kind: str) -> str:
        """Returns the name of what all counters of a kind have: what they can say, and that they can be taken off."""
        called = english.named(kind)
        if called not in self.prototypes:
            said = said_by_counters(self.graph, self.readings, kind, self.game.standing)
            heard = [*(lays for _, lays, _ in self._layers(kind)), FACE_KEY, *TURN_KEYS]
            its = (traits.reporting(heard, IS_NOW), *traits.speaking(said, SAYS), traits.DELETED)
            self.prototypes[called] = VassalPiece("", its).added()
        return called

    def _pointer(self, situation: str = "") -> VassalPiece:
        """Returns the counter that points at hexes, and says which value of a choice is meant."""
        said = [*said_by_pointer(self.graph, self.readings, self.game.standing), ("", g.DONE)]
        of_law = Trait(f"{MARK},{LAW},{SITUATION}", joined(",", POINTER, POINTER, self.game.spec, situation))
        its = (*traits.speaking(said, SAYS), traits.DELETED, of_law)
        slot = self.slots.setdefault(POINTER, len(self.slots) + 1)
        return VassalPiece(POINTER, its, self._image(_POINTER), slot)

    def _image(self, drawn: str, *, is_wide: bool = False) -> str:
        """Returns the file of a picture of 100 by 100, or of one around it, which is written once."""
        if drawn not in self.images:
            self.images[drawn] = f"counter-{len(self.images) + 1}.svg"
            self.files[f"images/{self.images[drawn]}"] = in_pixels(drawn, quarters_around=is_wide).encode()
        return self.images[drawn]

    # -- dice

    def _throws(self) -> Iterator[tuple[str, str, int, object]]:
        """Yields the throws of the law, those that are called alike and thrown alike once: what they are called, what
        for, how many dice and of how many faces."""
        rolls = dict.fromkeys(roll for node in self.graph.law() for roll in parts(node) if isinstance(roll, e.Roll))
        same = grouped(((self.readings.called("throw", roll.name), roll.count, roll.faces), roll) for roll in rolls)
        for (called, count, faces), alike in same.items():
            if isinstance(faces, e.Const):
                yield called, f"for: {', '.join(english.named(roll.name) for roll in alike)}", count, faces.value
