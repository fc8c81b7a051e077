"""Every value of a law in made-up positions is that of the reference, or the target stops where that does."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from held import StopOutcome
from judged import judged_alike
from made_up import MakeBelieve

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.runtime.law.law import Configuration, configure
from hexlaw.runtime.position.position import Position

pytest.importorskip("wasmtime")

LAW = """chapter [1] "What boats are worth"
choice side
  keepers, smugglers
thing boat also
  side: side = keepers
  cargo: whole = 0
  rank: mood or none = none
record catch [1]
  by: boat
  there: hex
  paying: set of boat
  weight: exact
memory u: boat watched v: boat [1]
  "u has watched v."
memory lit-hex(x: hex) [1]
  "A lamp stood here."
tally exposure(u: boat): whole [1]
  "How long a boat was seen."
table fare(seats: whole, mood: mood): whole or none [1]
  below seats reads none
  above seats reads last
table hire(hours: whole): whole [1]
  above hours reads first
table dues(hours: exact): exact [1]
  below hours reads first
table tolls(paint: paint, water: water): whole or none [1]
sequence night [1]
  phase evening [1]:
    phase watch for each s in {keepers, smugglers} by s

fact b: boat is heavy [1]
rule heavy.by-weight [1]
  when b.weight > 3
  b is heavy
rule heavy.by-crew [1]
  when b.crew >= 2 and b is not ferry
  b is heavy
fact b: boat is laden [1]
rule laden.by-crew [1]
  when b.crew >= 2
  b is laden
rule laden.by-weight [1]
  when b.weight > 3
  b is laden
fact b: boat is odd [1]
rule odd.one [1]
  when b.friend is none or b.friend.weight = 2
  b is odd
fact b: boat sees o: boat [1]
rule sees.near [1]
  when distance(b.hex, o.hex) <= b.range
  b sees o
rule sees.not-behind [1]
  limits sees.near
  when o is moored and b.weight < 5
rule sees.lit [1]
  when o is lit
  b sees o
fact sister(b: boat): boat or none [1]
  otherwise none
rule sister.friend [1]
  when b.friend is a boat
  sister(b) is b.friend
rule sister.paint [1]
  over sister.friend
  when b.weight > 1
  sister(b) is whichever o in (those boat o where o is not b and o.paint is b.paint) gives least o.crew + o.weight
fact heaviest(x: hex): boat [1]
rule heaviest.here [1]
  heaviest(x) is whichever o in (those boat o in x) gives most o.weight
fact by-mood(x: hex): boat [1]
rule by-mood.here [1]
  by-mood(x) is whichever o in (those boat o) gives most o.mood
fact alone-in(x: hex): boat [1]
rule alone-in.one [1]
  alone-in(x) is one boat o in x where o is not moored
fact load(b: boat): whole [1]
rule load.all [1]
  load(b) is count(boat o within b) * 10 + count(boat o in b)
fact weight-of(b: boat): exact [1]
rule weight-of.all [1]
  weight-of(b) is sum(o.weight / 2 for boat o within b.hex)
fact lightest(b: boat): whole [1]
rule lightest.all [1]
  lightest(b) is least(o.weight for boat o where o is not b) + most(o.crew for ferry o)
fact friends(b: boat): set of boat [1]
rule friends.all [1]
  friends(b) is those boat o where o.friend is b or b in o.shadows
fact shadowed(b: boat): set of boat [1]
rule shadowed.set [1]
  shadowed(b) is b.shadows
fact shadows-alike(b: boat, o: boat): yes/no [1]
rule shadows-alike.set [1]
  when b.shadows is o.shadows
  shadows-alike(b, o)
fact crowd(b: boat) collects boat [1]
rule crowd.shadow [1]
  for each o in b.shadows where o is not b
  crowd(b) includes o
rule crowd.friend [1]
  when b.friend is not none
  crowd(b) includes b.friend
rule crowd.none [1]
  limits crowd.shadow
  when b is moored
fact all-heavy(b: boat): yes/no [1]
rule all-heavy.each [1]
  when every o in crowd(b) satisfies o is heavy
  all-heavy(b)
fact tubs(x: hex) collects boat [1]
rule tubs.heavy [1]
  for each boat o where o.weight > 2
  tubs(x) includes o
fact none-moored(x: hex): yes/no [1]
rule none-moored.tubs [1]
  when every o in tubs(x) satisfies o is not moored
  none-moored(x)
fact some-lit(x: hex): yes/no [1]
rule some-lit.tubs [1]
  when any o in (those boat o where o.weight > 2) where (o is lit or o.crew > 1)
  some-lit(x)
fact any-heavy(b: boat): yes/no [1]
rule any-heavy.each [1]
  when any o in crowd(b) where o is heavy
  any-heavy(b)
fact none-heavy(b: boat): yes/no [1]
rule none-heavy.each [1]
  when no o in crowd(b) where o.weight > o.friend.weight
  none-heavy(b)
fact haul(b: boat): catch [1]
rule haul.made [1]
  haul(b) is catch(by = b, there = b.hex, paying = crowd(b), weight = b.weight / 3)
fact worth(c: catch): exact [1]
rule worth.sum [1]
  worth(c) is c.weight * 2 + count(c.paying) + distance(c.there, c.by.hex)
fact same-haul(b: boat, o: boat): yes/no [1]
rule same-haul.same [1]
  when haul(b) is haul(o)
  same-haul(b, o)
fact in-hauls(b: boat, o: boat): yes/no [1]
rule in-hauls.same [1]
  when haul(b) in {haul(o), catch(by = b, there = b.hex, paying = {}, weight = 0)}
  in-hauls(b, o)
fact price(b: boat, n: whole): whole or none [1]
rule price.table [1]
  price(b, n) is fare(n, b.mood)
fact rent(n: whole): whole [1]
rule rent.table [1]
  rent(n) is hire(n)
fact due(n: exact): exact [1]
rule due.table [1]
  due(n) is dues(n)
fact toll-of(b: boat, w: water): whole or none [1]
rule toll-of.table [1]
  toll-of(b, w) is tolls(b.paint, w)
fact braver(b: boat, n: whole): mood [1]
rule braver.by [1]
  braver(b, n) is shifted(b.mood, n)
fact b: boat is-braver-than o: boat [1]
rule is-braver.by-mood [1]
  when b.mood > o.mood
  b is-braver-than o
fact b: boat outranks o: boat [1]
rule outranks.by-rank [1]
  when b.rank >= o.rank
  b outranks o
fact up-to(n: whole, m: whole): set of whole [1]
rule up-to.numbers [1]
  up-to(n, m) is numbers(n, m)
fact b: boat has-watched o: boat [1]
rule has-watched.memory [1]
  when b watched o and exposure(b) > exposure(o)
  b has-watched o
fact seen-for(b: boat): whole [1]
rule seen-for.tally [1]
  seen-for(b) is exposure(b) + 1
fact x: hex was-lit [1]
rule was-lit.memory [1]
  when lit-hex(x)
  x was-lit
fact bright(x: hex): yes/no [1]
rule bright.now [1]
  when now in watch and x is not shoal
  bright(x)
fact until-when(b: boat): moment [1]
rule until-when.side [1]
  until-when(b) is end of next watch of b.side
fact waters(x: hex): set of water [1]
rule waters.here [1]
  waters(x) is x.water
fact x: hex is reefy [1]
rule reefy.here [1]
  when reef in x.water or (any n in neighbours(x) where n is shoal)
  x is reefy
fact r: hexside blocks x: hex [1]
rule blocks.wall [1]
  when r is wall and x in hexes-of(r)
  r blocks x
fact behind-walls(x: hex): set of hex [1]
rule behind-walls.here [1]
  behind-walls(x) is those n in neighbours(x) where side-between(x, n) is wall
fact holder-of(b: boat): boat or none [1]
rule holder-of.holder [1]
  holder-of(b) is b.holder
fact outside(b: boat): yes/no [1]
rule outside.off [1]
  when b.hex is off-board
  outside(b)
fact decks-of(b: boat): whole [1]
  otherwise 0
rule decks-of.ferry [1]
  when b is a ferry
  decks-of(b) is b.decks
rule decks-of.heavy [1]
  when b is heavy
  decks-of(b) is 9
fact both-ways(b: boat, o: boat): yes/no [1]
rule both-ways.weight [1]
  when b.weight > 2 and o.weight > 2
  both-ways(b, o)
rule both-ways.crew [1]
  when b.crew > 1 or o.weight < 1
  both-ways(b, o)
quantity pull(b: boat, n: whole): exact [1]
  starts with n + b.weight
  steps tide, load, wind, cap
rule pull.tide [1]
  at step pull.tide
  when b.hex is shoal
  halves it
rule pull.load [1]
  at step pull.load
  when b.crew > 2
  subtracts b.crew - 2
rule pull.lit [1]
  at step pull.load
  when b is lit
  adds 1/2
rule pull.wind [1]
  at step pull.wind
  when b.mood is wild
  multiplies it by 3
rule pull.none [1]
  limits step pull.wind
  when b is moored
rule pull.cap [1]
  at step pull.cap
  holds it to at most 10
rule pull.floor [1]
  at step pull.cap
  when b.weight < 9
  holds it to at least 0
rule pull.fractions [1]
  rounds pull down after each step
quantity hope(b: boat): mood [1]
  starts with b.mood
  steps shelter, end-of-it
rule hope.shelter [1]
  at step hope.shelter
  when b.hex is shoal
  adds 2
rule hope.crowd [1]
  at step hope.shelter
  when b.crew > 1
  subtracts 1
rule hope.made [1]
  at step hope.end-of-it
  when b is lit
  makes it drowsy
"""
FILES = {
    "tables/fare.yaml": "table: fare\ncite: [H 1]\nacross: [asleep, drowsy, awake, wild]\n"
    "rows:\n  1: [2, 3, none, 4]\n  2-4: [4, 5, 9, 7]\n  5-6: [1, none, 2, 3]\n",
    "tables/hire.yaml": "table: hire\ncite: [H 1]\nrows: {1: 6, 2-3: 10}\n",
    "tables/dues.yaml": "table: dues\ncite: [H 1]\nrows:\n  below 1: 1/2\n  at least 1: 2/3\n  at least 5/2: 7\n",
    "tables/tolls.yaml": "table: tolls\ncite: [H 1]\nacross: [calm, rough, reef]\n"
    "rows:\n  red: [1, 2, none]\n  blue: [4, 5, 6]\n",
}
NOTHING_CHOSEN = Configuration()
HARBOUR = Path(__file__).resolve().parents[3] / "bench" / "harbour"


def compiled_module(module: str) -> Compilation:
    found = compile_modules(module, Diagnostics())
    assert found is not None
    return found


def alike(compilation: Compilation, seed: str, positions: int, chosen: Configuration = NOTHING_CHOSEN) -> Counter[str]:
    return judged_alike(compilation, configure(compilation.graph, chosen), Random(seed), positions)


@pytest.mark.parametrize("options", [{}, {"clouds": True}], ids=["plain", "clouds"])
def test_the_law_of_the_tutorial(options: dict[str, bool]) -> None:
    told = alike(compiled_module("tutorial"), f"hay {options}", 30, Configuration(options))
    assert told["value"] > 300
    assert told[StopOutcome.BOTH] > 30
    assert told["handed back"] == 0
    assert told[StopOutcome.TARGET] * 20 <= told["value"]


def test_laws_with_every_word_that_plays_and_every_sort_of_file(night: Path) -> None:
    for module in (night, HARBOUR):
        told = alike(compiled_module(str(module)), "night", 30)
        assert told["value"] > 100
        assert told["handed back"] == 0
        assert told[StopOutcome.TARGET] * 20 <= told["value"]


@pytest.mark.parametrize("seed", range(3))
def test_a_law_with_every_sort_of_value(seed: int, bench: Any) -> None:
    told = alike(bench.compiled(LAW, files=FILES), f"boats {seed}", 40)
    assert told["value"] > 1000
    assert told[StopOutcome.BOTH] > 200
    assert told["handed back"] == 0
    assert told[StopOutcome.TARGET] * 20 <= told["value"]


def test_more_than_64_things(bench: Any, judge: Any) -> None:
    """A set of things in a place is more than one word of bits; what stands where is found in every word."""
    compilation = bench.compiled(LAW, files=FILES)
    law = configure(compilation.graph)
    made_up = MakeBelieve(compilation, law, Random(64))
    both = judge(law, made_up.maps, 200)
    position = Position(law.graph, made_up.maps[0])
    hexes = made_up.maps[0].hexes[:3]
    boats = [position.add("boat" if n % 3 else "ferry", f"b{n}", hexes[n % 3]) for n in range(170)]
    for n, boat in enumerate(boats):
        position.values[boat, "weight"] = n % 7
        if n > 3 and n % 5 == 0:
            position.places[boat] = boats[n - 4]
        if n % 4 == 0:
            position.values[boat, "shadows"] = tuple(boats[n // 2 : n // 2 + 3])
    both.take_up(position)
    asked = {
        "heaviest": hexes, "alone-in": hexes, "load": boats[::9], "weight-of": boats[::9], "friends": boats[::20],
        "crowd": boats[::20], "sister": boats[::20], "holder-of": boats[::5], "lightest": boats[::50],
    }  # fmt: skip
    for name, subjects in asked.items():
        for subject in subjects:
            assert both.target("fact", name, (subject,)) == both.expected("fact", name, (subject,)), (name, subject)
    assert both.target("fact", "load", (boats[1],)) == ("value", 11)  # the sixth stands in it
