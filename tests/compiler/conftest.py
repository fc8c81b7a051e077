"""What the tests of the compiler share: a small module about a ferry, with cases that leave some of it in the dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

FERRY = {
    "module.yaml": """\
module: ferry
title: The Ferry
version: 1.0.0
sources: {RB: {title: "The rule book"}, FAQ: {title: "Questions", ids: yes}}
speaks-for: [RB, FAQ]
default-source: RB
""",
    "01.law": """\
chapter [RB 1] "The ferry & its <lanterns>"

choice water
  calm, choppy, wild

measure fee exact "coins"

thing boat
  stands in hex
  lit: yes/no
  crew: whole = 1

thing hex also
  water: water = calm

table tariff(water: water, lit: yes/no): fee [RB 1.1]

fact fare(b: boat, h: hex): fee
  "What a crossing takes."

rule fare.plain [RB 1.1]
  fare(b, h) is tariff(h.water, b is lit)

rule fare.lantern [RB 1.2]
  over fare.plain, fare.crowd, fare.storm
  when b is lit
  fare(b, h) is 1/2

rule fare.crowd [RB 1.3]
  over fare.plain
  when b.crew > 5
  fare(b, h) is 9

rule fare.storm [RB 1.4]
  over fare.plain, fare.crowd
  when h.water is wild
  fare(b, h) is 12

rule fare.child [RB 1.5]
  over fare.plain
  when b.crew = 3
  fare(b, h) is 1

rule fare.no-child [RB 1.6]
  limits fare.child
  when b.crew < 4

fact toll(b: boat): fee

rule toll.gate [RB 1.7]
  toll(b) is 3

action cross [RB 2]
  pick boat(b: boat)
  let here be b.hex
  pick shore(there: hex) from neighbours(here) where not there is off-board does:
    move b to there

rule bar.dark [RB 2.1]
  forbids cross.shore
  when b is not lit
  says "{b} carries no lantern"

rule bar.calm [RB 2.2]
  lifts bar.dark
  when there.water is calm

rule order.two-boats [RB 2.3]
  for each h in hexes
  requires count(boat c in h) < 3

ruling FAQ-001 [FAQ-001]
  asks "May a dark boat cross a calm strait?"
  answers yes, "it may"
  confirms bar.calm
  shown by cross.calm
""",
    "02.law": """\
chapter [RB 3] "Night" if option night

option night [RB 3]
  "Boats at night."

rule fare.night [RB 3.1]
  over fare.plain, fare.lantern, fare.crowd, fare.storm
  fare(b, h) is 20
""",
    "tables/tariff.yaml": """\
table: tariff
title: Fares
cite: [RB 1.1]
across: ["no", "yes"]
rows:
  calm: [2, 5 1/2]
  choppy: [3, 4]
  wild: [6, 7]
""",
    "cases/all.cases.yaml": """\
maps:
  strait:
    grid: {orientation: pointy, lines: [A, B], lengths: [3], shifted: second, name: "{line}-{number}"}
    hexes:
      A-2: {water: choppy}
cases:
  - id: fare.calm
    shows: [RB 1.1]
    map: strait
    pieces: {tub: {kind: boat, at: A-1}}
    ask: fare(tub, A-1)
    expect: 2
  - id: fare.crowd-with-a-lantern
    shows: [RB 1.2]
    map: strait
    pieces: {tub: {kind: boat, at: A-1, lit: yes, crew: 6}}
    ask: fare(tub, A-1)
    expect: 1/2
  - id: fare.three
    shows: [RB 1.6]
    map: strait
    pieces: {tub: {kind: boat, at: A-1, crew: 3}}
    ask: fare(tub, A-2)
    expect: 3
  - id: cross.calm
    shows: [FAQ-001a]
    map: strait
    pieces: {tub: {kind: boat, at: A-2}}
    ask: may cross.shore(tub, A-1)
    expect: legal
""",
}


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    """The folder of the module, the test's own: it may change what is in it."""
    for name, text in FERRY.items():
        path = tmp_path / "ferry" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "ferry"


@pytest.fixture
def room_for() -> Callable[[int], AbstractContextManager[None]]:
    """As long as it lasts, a file may have so many bytes; what is written behind them is refused in the midst of it, as
    where a disk is full."""
    resource = pytest.importorskip("resource")

    @contextmanager
    def full(size: int) -> Iterator[None]:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return full
