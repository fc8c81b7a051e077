"""Hexes, hexsides and lines of the target are those of `board/geometry.py`, on boards of both orientations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

from hexlaw.compiler.wasm.layout import BESIDES
from hexlaw.runtime.board import geometry as geo
from hexlaw.runtime.board.board import Board, Grid, Map
from hexlaw.runtime.board.geometry import Contact, Hex, Side
from hexlaw.runtime.law.law import Law, configure
from hexlaw.runtime.position.position import Position

pytest.importorskip("wasmtime")
MARGIN = BESIDES["MARGIN"]

LAW = """chapter [1] "Lines"
fact steps(x: hex, y: hex): whole
fact around(x: hex): set of hex
fact numbered(x: hex, n: whole): hex
fact opposite(x: hex, y: hex): hex
fact between(x: hex, y: hex): hexside or none
fact edges(x: hex): set of hexside
fact both(s: hexside): set of hex
fact beside(x: hex, y: hex): yes/no
fact meets(s: hexside, r: hexside): yes/no
fact outside(x: hex): yes/no
fact edge-of(s: hexside, x: hex): yes/no
fact sides-met(x: hex, y: hex): set of contact
fact hexes-met(x: hex, y: hex): set of contact
fact sides-crossed(x: hex, y: hex): set of contact
fact hexes-passed(x: hex, y: hex): set of contact
fact out-of(x: hex, y: hex, z: hex): set of hex
fact in-order(x: hex, y: hex): whole
fact in-order-on-paths(x: hex, y: hex): whole
fact near(x: hex, n: whole): set of hex
fact by-land(x: hex): set of hex
fact by-land-to(slot: hex, key: hex): whole or none
fact place-of(c: contact): exact
fact alike(c: contact, e: contact): yes/no
fact open(x: hex, y: hex): yes/no
fact all-hexes(): set of hex
fact all-sides(): set of hexside
rule line.steps [1]
  steps(x, y) is distance(x, y)
rule line.around [1]
  around(x) is neighbours(x)
rule line.numbered [1]
  numbered(x, n) is neighbour(x, n)
rule line.opposite [1]
  opposite(x, y) is straight-across(x, y)
rule line.between [1]
  between(x, y) is side-between(x, y)
rule line.edges [1]
  edges(x) is sides-of(x)
rule line.both [1]
  both(s) is hexes-of(s)
rule line.beside [1]
  when x adjacent-to y
  beside(x, y)
rule line.meets [1]
  when s touches r
  meets(s, r)
rule line.outside [1]
  when x is off-board
  outside(x)
rule line.edge-of [1]
  when s in sides-of(x)
  edge-of(s, x)
rule line.sides-met [1]
  sides-met(x, y) is sides-along(x, y)
rule line.hexes-met [1]
  hexes-met(x, y) is hexes-along(x, y)
rule line.sides-crossed [1]
  sides-crossed(x, y) is sides-on-paths(x, y)
rule line.hexes-passed [1]
  hexes-passed(x, y) is hexes-on-paths(x, y)
rule line.out-of [1]
  out-of(x, y, z) is hexes-before(x, y, z)
rule line.in-order [1]
  in-order(x, y) is sum(count(e in hexes-along(x, y) where c comes-before e) for c in sides-along(x, y))
rule line.in-order-on-paths [1]
  in-order-on-paths(x, y) is sum(count(e in hexes-on-paths(x, y) where c comes-before e) for c in sides-on-paths(x, y))
rule line.near [1]
  near(x, n) is those y linked to x within n
rule line.by-land [1]
  by-land(x) is those y linked to x where y is not shoal
rule line.by-land-to [1]
  by-land-to(slot, key) is steps-to(key for z linked to slot where z is not shoal)
rule line.place-of [1]
  place-of(c) is c.at
rule line.alike [1]
  when c is e
  alike(c, e)
rule line.open [1]
  when every c in hexes-along(x, y) satisfies c.hex is not shoal
  open(x, y)
rule line.all-hexes [1]
  all-hexes() is hexes
rule line.all-sides [1]
  all-sides() is hexsides
"""


def board(orientation: str, lines: int, lengths: tuple[int, ...], shifted: str) -> Map:
    names = tuple(f"{chr(65 + i // 26)}{chr(97 + i % 26)}" for i in range(lines))
    return Map.of(Board("sea", "The sea", Grid(orientation, names, lengths, shifted)))  # type: ignore[arg-type]


def some_board(random: Random) -> Map:
    lengths = tuple(random.randint(1, 9) for _ in range(random.randint(1, 2)))
    orientation, shifted = random.choice(("pointy", "flat")), random.choice(("first", "second"))
    return board(orientation, random.randint(1, 9), lengths, shifted)


class Sea:
    """A board, and the law of lines on it."""

    def __init__(self, law: Law, map_: Map, judge: Any, shoals: tuple[Hex, ...] = ()) -> None:
        self.map, self.judge = map_, judge(law, [map_])
        self.take_up(law, shoals)

    def take_up(self, law: Law, shoals: tuple[Hex, ...]) -> None:
        position = Position(law.graph, self.map)
        for h in shoals:
            position.values[h, "shoal"] = True
        self.judge.take_up(position)

    def has_room_for(self, contacts: Sequence[Contact]) -> bool:
        """Whether all hexes lie so near the board that the plane of the target has them."""
        columns, rows = ([h[i] for h in self.map.hexes] for i in (0, 1))
        hexes = [h for c in contacts for h in (c.hex, c.out_of, c.into) if h is not None]
        return all(
            min(columns) - MARGIN <= h.q < min(columns) - MARGIN + self.judge.printed.layout.constants["COLUMNS"]
            and min(rows) - MARGIN <= h.r <= max(rows) + MARGIN
            for h in hexes
        )

    def ask(self, name: str, *args: Any) -> Any:
        return self.judge.running.ask(f"fact:{name}", args)


@pytest.fixture
def law(bench: Any) -> Law:
    return configure(bench.compiled(LAW).graph)


@pytest.mark.parametrize("seed", range(6))
def test_hexes_and_hexsides_of_made_up_boards(seed: int, law: Law, judge: Any) -> None:
    random = Random(seed)
    map_ = some_board(random)
    sea = Sea(law, map_, judge)
    assert set(sea.ask("all-hexes")) == set(map_.hexes)
    assert set(sea.ask("all-sides")) == set(map_.hexsides)
    for _ in range(40):
        a, b = random.choice(map_.hexes), random.choice(map_.hexes)
        b = random.choice((b, *geo.neighbours(a)))
        side, other = random.choice(geo.sides_of(a)), random.choice(geo.sides_of(b))
        assert sea.ask("steps", a, b) == geo.distance(a, b)
        assert sea.ask("around", a) == geo.neighbours(a)
        for number in (1, 2, 3, 4, 5, 6, 7, 0, -1, 20):
            assert sea.ask("numbered", a, number) == geo.numbered_neighbour(a, number)
        assert sea.ask("between", a, b) == geo.side_between(a, b)
        assert sea.ask("edges", a) == geo.sides_of(a)
        assert sea.ask("both", side) == geo.hexes_of(side)
        assert sea.ask("beside", a, b) == (geo.distance(a, b) == 1)
        assert sea.ask("meets", side, other) == (other in geo.sides_touching(side))
        assert sea.ask("edge-of", side, b) == (side in geo.sides_of(b))
        assert sea.ask("outside", b) == (b not in map_.hexes)
        beyond = geo.straight_across(a, b)
        if beyond in map_.hexes:
            assert sea.ask("opposite", a, b) == beyond


def test_each_pair_of_hexsides_at_one_hex(law: Law, judge: Any) -> None:
    sea = Sea(law, board("pointy", 5, (5,), "second"), judge)
    middle = sea.map.hexes[12]
    sides = {s for h in (middle, *geo.neighbours(middle)) for s in geo.sides_of(h)}
    for side in geo.sides_of(middle):
        for other in sides:
            assert sea.ask("meets", side, other) == (other in geo.sides_touching(side)), (side, other)


def lines_are_the_same(sea: Sea, a: Hex, b: Hex) -> None:
    """All that the line and the paths between two hexes meet; paths that lead far off the board are handed back."""
    met = {
        "sides-met": geo.sides_along(a, b), "hexes-met": geo.hexes_along(a, b),
        "sides-crossed": geo.sides_on_paths(a, b), "hexes-passed": geo.hexes_on_paths(a, b),
    }  # fmt: skip
    for name, expected in met.items():
        if sea.has_room_for(expected):
            assert sea.ask(name, a, b) == expected, (name, a, b)
        else:
            assert sea.judge.target("fact", name, (a, b)) == ("stopped", 3)
    for name, one, other in (
        ("in-order", "sides-met", "hexes-met"),
        ("in-order-on-paths", "sides-crossed", "hexes-passed"),
    ):
        if sea.has_room_for(met[one]) and len(met[one]) < 200:
            assert sea.ask(name, a, b) == sum(geo.comes_before(c, e) for c in met[one] for e in met[other]), (
                name,
                a,
                b,
            )


@pytest.mark.parametrize("seed", range(6))
def test_lines_and_paths_on_made_up_boards(seed: int, law: Law, judge: Any) -> None:
    random = Random(seed + 100)
    sea = Sea(law, some_board(random), judge)
    for _ in range(30):
        a, b = random.choice(sea.map.hexes), random.choice(sea.map.hexes)
        lines_are_the_same(sea, a, b)
        met = [c.hex for c in geo.hexes_along(a, b) if c.hex is not None]
        for h in (a, b, random.choice(sea.map.hexes), *met):
            assert set(sea.ask("out-of", h, a, b)) == set(geo.hexes_before(h, a, b)), (h, a, b)


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_lines_over_a_board_of_a_thousand_hexes(orientation: str, law: Law, judge: Any) -> None:
    sea = Sea(law, board(orientation, 25, (40,), "first"), judge)
    assert len(sea.map.hexes) == 1000
    random = Random(orientation)
    corners = [sea.map.hexes[i] for i in (0, 39, -40, -1)]
    pairs = [(a, b) for a in corners for b in corners]
    for a, b in pairs:
        assert sea.ask("sides-met", a, b) == geo.sides_along(a, b)
        assert sea.ask("hexes-met", a, b) == geo.hexes_along(a, b)
    for _ in range(6):
        lines_are_the_same(sea, random.choice(sea.map.hexes), random.choice(sea.map.hexes))
    everything = sea.ask("near", corners[0], 100)
    assert len(everything) == 1000
    assert len(sea.ask("all-sides")) == len(sea.map.hexsides)


def test_lines_are_dropped_where_there_is_no_room_for_one_more(law: Law, judge: Any) -> None:
    sea = Sea(law, board("pointy", 6, (9,), "first"), judge)
    running, constants, hexes = sea.judge.running, sea.judge.printed.layout.constants, sea.map.hexes
    for b in (hexes[-1], hexes[7], hexes[20], hexes[-1]):
        for a in (hexes[0], hexes[3]):
            assert sea.ask("sides-met", a, b) == geo.sides_along(a, b)
            assert sea.ask("hexes-met", a, b) == geo.hexes_along(a, b)
        running.set("rows", constants["LINE_ROWS_END"] - constants["LINE_ROOM"] + 8)
    sea.ask("sides-met", hexes[1], hexes[30])
    assert running.get("rows") < constants["LINE_ROWS"] + constants["LINE_ROOM"]


def test_where_on_a_line_something_lies_is_exact_or_handed_back(law: Law, judge: Any) -> None:
    """The parts of a whole do not know 17ths: what lies there can be compared, and passed on, but not counted with."""
    sea = Sea(law, board("pointy", 20, (20,), "second"), judge)
    part = sea.judge.printed.layout.part
    handed_back = 0
    for a, b in [(a, b) for a in sea.map.hexes[:20:4] for b in sea.map.hexes[-20:]]:
        contacts = [*sea.ask("sides-met", a, b), *sea.ask("hexes-met", a, b)]
        for contact in contacts[:3]:
            found = sea.judge.target("fact", "place-of", (contact,))
            if (contact.at * part).denominator == 1:
                assert found == ("value", contact.at)
            else:
                assert found == ("stopped", 3)
                handed_back += 1
            assert sea.ask("alike", contact, contact)
            moved = [contact.at + Fraction(1, 10**7), Fraction(contact.at.numerator, contact.at.denominator + 17)]
            assert not any(sea.ask("alike", contact, nudged(contact, at)) for at in moved)
    assert handed_back > 100


def nudged(c: Contact, at: Fraction) -> Contact:
    return Contact(c.how, c.side, c.hex, at, c.passed, c.left, c.out_of, c.into, c.on)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_linked(seed: int, law: Law, judge: Any) -> None:
    random = Random(seed + 200)
    map_ = some_board(random)
    shoals = tuple(random.sample(map_.hexes, len(map_.hexes) // 3))
    sea = Sea(law, map_, judge, shoals)
    everywhere = set(map_.hexes)

    @cache
    def steps(start: Hex, shoals: tuple[Hex, ...] = shoals) -> dict[Hex, int]:
        """The steps over land from a hex, which counts whatever it is."""
        found, ring = {start: 0}, [start]
        for n in range(1, len(everywhere)):
            ring = [h for h in dict.fromkeys(h for one in ring for h in geo.neighbours(one))
                    if h in everywhere and h not in found and h not in shoals]  # fmt: skip
            found |= dict.fromkeys(ring, n)
        return found

    for _ in range(12):
        a, b, n = random.choice(map_.hexes), random.choice(map_.hexes), random.randint(0, 4)
        assert set(sea.ask("by-land", a)) == set(steps(a))
        assert sea.ask("by-land-to", a, b) == steps(a).get(b)
    for there in ((), shoals, shoals[1:]):  # from hexes in turn, as far as one came for others and farther
        sea = Sea(law, map_, judge, there)
        for b in random.sample(map_.hexes, min(12, len(map_.hexes))):
            for a in map_.hexes[:2]:
                assert sea.ask("by-land-to", a, b) == steps(a, there).get(b)
    for a in map_.hexes[:3]:
        for n in range(4):
            linked = {h for h in everywhere if geo.distance(a, h) <= n}
            assert set(sea.ask("near", a, n)) <= linked
    whole = Sea(law, board("flat", 6, (6,), "first"), judge)
    for n in range(4):
        found = set(whole.ask("near", whole.map.hexes[14], n))
        assert found == {h for h in whole.map.hexes if geo.distance(whole.map.hexes[14], h) <= n}


@pytest.mark.parametrize("seed", range(3))
def test_what_the_map_decides_of_two_hexes_is_kept_for_that_map(seed: int, law: Law, judge: Any) -> None:
    random = Random(seed + 300)
    sea = Sea(law, some_board(random), judge)
    hexes = sea.map.hexes
    assert sea.judge.printed.layout.pairs == ["fact:open"]
    pairs = [(random.choice(hexes), random.choice((*hexes, *geo.neighbours(hexes[0])))) for _ in range(30)]
    for shoals in ((), tuple(random.sample(hexes, len(hexes) // 3)), hexes[1:]):
        sea.take_up(law, shoals)
        for a, b in pairs * 2:
            assert sea.ask("open", a, b) == all(c.hex not in shoals for c in geo.hexes_along(a, b))


def test_a_hex_far_off_the_board_is_handed_back(law: Law, judge: Any) -> None:
    sea = Sea(law, board("pointy", 3, (4,), "second"), judge)
    a, b = sea.map.hexes[0], sea.map.hexes[-1]
    assert sea.judge.target("fact", "opposite", (b, a)) == ("value", geo.straight_across(b, a))
    far = geo.straight_across(a, b)
    for _ in range(3):
        a, b = b, far
        far = geo.straight_across(a, b)
    with pytest.raises(Exception, match="far off"):
        sea.ask("around", far)


def test_the_sides_of_hexes_have_one_name_in_cells(law: Law, judge: Any) -> None:
    sea = Sea(law, board("flat", 4, (5,), "first"), judge)
    image = sea.judge.running.image
    for side in sea.map.hexsides:
        cell = image.hex(side.hex) * 4 + side.direction
        assert image.back(cell, sea.judge.printed.program.functions["fact:between"].body.type, None) == side
        assert isinstance(side, Side)
