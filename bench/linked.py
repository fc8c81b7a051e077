"""Supply as a fact on a large map: how long the first answer takes after a move, by the reference and by the target.

    python bench/linked.py

A map of 40 lines of 30 hexes, 40 counters of two sides, zones of control around each. A counter is supplied if its hex
is linked to its side's edge of the map through hexes that no enemy watches. After each of some moves it is asked of
all 20 counters of a side; the first question has to work out the flood. Beside it the same is worked out by Python
written by hand for this one rule. Medians in milliseconds of one core, and ratios to the hand-written.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from judged import Judge

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import render
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.board.board import Board, Grid, Map
from hexlaw.runtime.board.geometry import Hex, neighbours
from hexlaw.runtime.law.law import Configuration, configure
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import Position

LINES, LENGTH, COUNTERS, MOVES = 40, 30, 40, 20
MANIFEST = "module: linked\ntitle: L\nversion: 1.0.0\nsources: {RB: {title: R}}\nspeaks-for: [RB]\ndefault-source: RB\n"
LAW = """chapter [1] "Supply"
choice side
  reds, blues
thing hex also
  source-of: side or none
thing counter
  stands in hex
  side: side = reds
  broken: yes/no
fact s: side is-watching h: hex
rule watching.next [1]
  when any k in {neighbour(h, 1), neighbour(h, 2), neighbour(h, 3), neighbour(h, 4), neighbour(h, 5), neighbour(h, 6),
      h}
      where (any counter c in k where c.side is s and c is not broken)
  s is-watching h
fact enemy(s: side): side
rule enemy.reds [1]
  when s is reds
  enemy(s) is blues
rule enemy.blues [1]
  when s is blues
  enemy(s) is reds
fact supply-of(s: side): set of hex
rule supply.linked [1]
  supply-of(s) is those h linked to (those k in hexes where k.source-of is s) where not enemy(s) is-watching h
fact c: counter is supplied
rule supplied.linked [1]
  when supply-of(c.side) includes c.hex
  c is supplied
"""


def by_hand(
    position: Position, hexes: frozenset[Hex], sources: dict[str, list[Hex]], counters: list[Thing]
) -> list[bool]:
    """Which counters are supplied, by code that knows this one rule."""
    side: dict[Thing, Any] = {c: position.value(c, "side") for c in counters}
    watched: dict[str, set[Hex]] = {"reds": set(), "blues": set()}
    for c in (c for c in position.of_kind("counter") if not position.value(c, "broken")):
        at: Any = position.hex_of(c)
        watched["reds" if position.value(c, "side") == "blues" else "blues"].update((at, *neighbours(at)))
    linked: dict[str, set[Hex]] = {}
    for s in set(side.values()):
        found, ring = set(sources[s]), list(sources[s])
        while ring:
            ring = [h for k in ring for h in neighbours(k) if h in hexes and h not in found and h not in watched[s]
                    and not found.add(h)]  # type: ignore[func-returns-value]  # fmt: skip
        linked[s] = found
    return [position.hex_of(c) in linked[side[c]] for c in counters]


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "module.yaml").write_text(MANIFEST, "utf-8")
        Path(folder, "10-law.law").write_text(LAW, "utf-8")
        diagnostics = Diagnostics()
        compilation = compile_modules(folder, diagnostics)
        if compilation is None:
            print("\n".join(render(d) for d in diagnostics))
            return 1
        law = configure(compilation.graph, Configuration())
    names = tuple(f"{a}{b}" for a in "ABCD" for b in "ABCDEFGHIJ")[:LINES]
    map_ = Map.of(Board("plain", "A plain", Grid("pointy", names, (LENGTH,), "second")))
    hexes = list(map_.hexes)
    position = Position(law.graph, map_)
    random = Random(1)
    sources = {
        "reds": [h for i, h in enumerate(hexes) if i % LENGTH == 0],
        "blues": [h for i, h in enumerate(hexes) if i % LENGTH == LENGTH - 1],
    }
    for side, those in sources.items():
        for h in those:
            position.set(h, "source-of", side)
    counters = []
    for number, at in enumerate(random.sample(hexes, COUNTERS)):
        thing = position.add("counter", f"c{number}", at)
        position.set(thing, "side", "reds" if number % 2 else "blues")
        counters.append(thing)
    both = Judge(law, [map_], COUNTERS)
    times: dict[str, list[float]] = {
        "hand-written": [],
        "target, first": [],
        "target, all": [],
        "reference, first": [],
        "reference, all": [],
    }

    def timed(what: str, work: Callable[..., Any], *args: Any) -> Any:
        before = process_time()
        found = work(*args)
        times[what].append((process_time() - before) * 1000)
        return found

    reds = [c for c in counters if position.value(c, "side") == "reds"]
    for _ in range(MOVES):
        position = position.scratch()
        position.stand(random.choice(counters), random.choice(hexes))
        both.take_up(position)
        ask, ev = both.running.ask, both.ev
        hand = timed("hand-written", by_hand, position, frozenset(hexes), sources, reds)
        timed("target, first", ask, "fact:supplied", (reds[0],))
        target = timed("target, all", lambda ask=ask: [ask("fact:supplied", (c,)) for c in reds])
        timed("reference, first", ev.answer, "fact", "supplied", (reds[0],))
        reference = timed("reference, all", lambda ask=ev.answer: [ask("fact", "supplied", (c,)) for c in reds])
        assert hand == target == reference, "they disagree"
    base = median(times["hand-written"])
    for what, found in times.items():
        print(f"{what:>18}: {median(found):8.2f} ms   {median(found) / base:6.1f} x")
    return 0


if __name__ == "__main__":
    sys.exit(main())
