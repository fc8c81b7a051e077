"""How fast is emitted law? Run by hand: `python bench/emitted.py [--attack]`. Ratios, by round, as medians.

One attack's verdict (its column, each firer's strength, each target's die modifier and what each of the six equally
likely falls of the die does) is asked of emitted law, plain and with a record, and of the same rules written by hand
below, all in one process and in shuffled order. Both read units that have been laid out before; both work the verdict
out anew: emitted law forgets all its answers before each, those excepted that rest on nothing but the printed map.
That both say the same is seen first, on some hundred attacks of all forms. Sight between all hexes of a board and a
reach are asked of emitted law and of the reference.
"""

from __future__ import annotations

import sys
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.emit.to_python import emit, played_law
from hexlaw.compiler.lower import form as f
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.runtime import types as t
from hexlaw.runtime.board import Map
from hexlaw.runtime.emitted.help import STOPS
from hexlaw.runtime.emitted.load import EmittedLaw, load
from hexlaw.runtime.emitted.values import plain
from hexlaw.runtime.geometry import Hex, side_between
from hexlaw.runtime.graph import Graph
from hexlaw.runtime.law import Law, configure
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.trials import evaluator, reference, trials_of
from hexlaw.runtime.position import Position
from hexlaw.runtime.units import UnitType
from hexlaw.runtime.value import Record, Thing

ROUNDS = 15
PIPS = range(1, 7)


# ---- the same rules, by hand


class Unit:
    """A unit as a program that knows its game keeps it: every figure a field, who carries it a link."""

    __slots__ = ("afloat", "aircraft", "armored", "attack", "bridge", "carrier", "defense", "dispersed", "dual",
                 "engineer", "fort", "guns", "hex", "holder", "inside", "name", "reach", "starred", "strafing",
                 "weapon")  # fmt: skip
    afloat: bool
    aircraft: bool
    armored: bool
    attack: Any
    bridge: bool
    carrier: bool
    defense: Any
    dispersed: bool
    dual: bool
    engineer: bool
    fort: bool
    guns: Any
    hex: Any
    holder: Unit | None
    inside: bool
    name: str
    reach: Any
    starred: bool
    strafing: bool
    weapon: str


class ByHand:
    """Strength, odds and die of the game of the benchmark, as a careful programmer would write them for it alone.

    Every rule of the law in force that bears on an attack is here; tables are dictionaries and strengths whole numbers
    of quarters. Units, terrain and tables are made once, as emitted law lays a position out once; a verdict is worked
    out from them anew each time it is asked.
    """

    ODDS = (3, 4, 6, 12, 24, 36, 48)
    COLUMNS = ("hopeless", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1")

    def __init__(self, law: Law, position: Position) -> None:
        self.map = position.map
        self.effect = {  # in quarters, like every strength below
            (w, t, near): int(4 * law.graph.tables["weapon-effect"].data.lookup((w, t, near)).value)  # type: ignore[union-attr, operator]
            for w in law.graph.choices["weapon"].values for t in ("armored", "soft") for near in (True, False)
        }  # fmt: skip
        results = law.graph.tables["combat-results"].data
        self.result: dict[tuple[int, str], Any] = {
            (die, column): cell.value
            for die in range(-1, 9)
            for column in self.COLUMNS
            if (cell := results.lookup((die, column))) is not None
        }
        self.lowest, self.highest = min(d for d, _ in self.result), max(d for d, _ in self.result)
        self.units = {thing: self._unit(position, thing) for thing in position.things.values()}
        for thing, unit in self.units.items():
            holder = position.holder_of(thing)
            unit.holder = None if holder is None else self.units[holder]
        self.terrain: dict[Hex, Any] = {h: position.value(h, "terrain") for h in self.map.hexes}  # type: ignore[union-attr]
        self.shares: dict[Hex, Any] = {h: position.value(h, "shares") for h in self.map.hexes}  # type: ignore[union-attr]
        self.brown = {s for s in self.map.hexsides if position.value(s, "brown")}  # type: ignore[union-attr]

    def _unit(self, position: Position, thing: Thing) -> Unit:
        unit = Unit()
        value: Any = lambda name: plain(position.value(thing, name))  # noqa: E731
        unit.name, unit.hex = thing.name, position.hex_of(thing)
        unit.attack, unit.defense, unit.reach = value("attack"), value("defense"), value("reach")
        unit.weapon, unit.starred, unit.armored = value("weapon"), value("starred"), value("armored")
        unit.engineer, unit.dispersed, unit.carrier = value("engineer"), value("dispersed"), value("carrier")
        unit.afloat, unit.aircraft = value("afloat"), thing.kind == "aircraft"
        unit.bridge, unit.dual = thing.kind == "temporary-bridge", value("dual-role")
        unit.strafing = unit.aircraft and value("strafing")
        unit.guns = value("gun-attack") if unit.strafing else 0
        unit.inside, unit.fort = value("layer") == "inside", thing.kind == "fort"
        return unit

    def level(self, h: Hex) -> str:
        terrain: Any = self.terrain[h]
        return "slope" if "slope" in terrain else "hilltop" if "hilltop" in terrain else "ground"

    def rides(self, v: Unit) -> bool:
        c = v.holder
        return c is not None and c.armored and not c.carrier and not c.fort and not v.bridge

    def verdict(self, form: str, at: Hex, firers: tuple[Unit, ...], targets: tuple[Unit, ...]) -> Any:
        alone = len(targets) == 1
        counted = [
            v
            for v in targets
            if v.holder is None and not (v.inside or v.aircraft or v.afloat) and (alone or not v.bridge)
        ]
        if alone and self.rides(targets[0]):
            counted.append(targets[0])
        armored = sum(1 for v in counted if v.armored or v.fort or "town" in self.terrain[v.hex])
        soft = len(counted) - armored
        shelled = form == "indirect-fire" and any(v.bridge for v in targets)
        strengths = {}
        for u in firers:
            if armored == soft:
                found = min(self.strength(form, at, u, "armored"), self.strength(form, at, u, "soft"))
            else:
                found = self.strength(form, at, u, "armored" if armored > soft else "soft")
            if u.strafing and all(v.bridge for v in targets):
                found = 0
            strengths[u.name] = half(found) if shelled else found
        force = sum(strengths.values())
        defense = 4 * sum(self.resistance(v) for v in counted)
        if form == "indirect-fire" and self.shares[at] > 0:
            defense *= self.shares[at]  # a share of the force against all of the defense
        place = bisect_right(self.ODDS, int(force * 12 // defense))
        helped = form == "overrun" or (form == "close-assault" and self.engineers_help(firers))
        if helped and 5 * force >= defense:
            place = min(place + 1, 7)
        column = self.COLUMNS[place]
        modifiers, outcomes = {}, {}
        for v in counted:
            terrain: Any = self.terrain[v.hex]
            modifier = -2 if form == "overrun" or form == "close-assault" else 0
            if "woods" in terrain or "town" in terrain or "swamp" in terrain:
                modifier += 1
            if v.dispersed:
                modifier -= 1
            modifiers[v.name] = modifier
            outcomes[v.name] = [
                self.result[min(max(pip + modifier, self.lowest), self.highest), column] for pip in PIPS
            ]
            if v.bridge:
                outcomes[v.name] = [o if o == "eliminated" else "no-effect" for o in outcomes[v.name]]
        shown = {n: f // 4 if not f % 4 else Fraction(f) / 4 for n, f in strengths.items()}
        return column, shown, modifiers, outcomes

    def resistance(self, v: Unit) -> Any:
        return 1 if self.rides(v) else v.defense

    def engineers_help(self, firers: tuple[Unit, ...]) -> bool:
        return any(
            e.engineer and any(x is not e and x.hex == e.hex and (x.dual or not x.engineer) for x in firers)
            for e in firers
        )

    def strength(self, form: str, at: Hex, u: Unit, type_: str) -> Any:
        q, r = at[0] - u.hex[0], at[1] - u.hex[1]
        distance = max(abs(q), abs(r), abs(q + r))
        found = u.attack * 4
        if form != "overrun" and form != "close-assault":
            if u.aircraft:
                near = False
            elif u.weapon in ("high-explosive", "howitzer"):
                near = distance <= 6 and form != "indirect-fire"
            else:
                near = distance <= u.reach // 2
            found = u.attack * self.effect[u.weapon, type_, near]
            if u.strafing:
                found = u.guns * self.effect["small-arms", type_, False]
        if u.starred and distance > u.reach:
            found = half(found)
        if form not in ("overrun", "indirect-fire", "close-assault") and not u.aircraft:
            height = self.level(at)
            if height != "ground" and u.hex != at:
                exempt = height == "hilltop" and self.level(u.hex) == "hilltop"
                if height == "slope" and distance == 1 and side_between(u.hex, at) not in self.brown:
                    exempt = True
                if not exempt:
                    found = half(found)
        return found


def half(number: Any) -> Any:
    return number // 2 if not number % 2 else Fraction(number) / 2


# ---- the position of the benchmark


def position_of(compilation: Compilation, law: Law) -> tuple[Position, Record]:
    board = compilation.board("board-d", Diagnostics())
    assert board is not None
    map_ = Map.of(board)
    position = Position(law.graph, map_)
    units = law.graph.units
    wooded = next(h for h in map_.hexes if "woods" in (map_.hex_value(h, "terrain") or ()) and h.r > 10)  # type: ignore[operator]
    near = sorted(map_.hexes, key=lambda h: (max(abs(h.q - wooded.q), abs(h.r - wooded.r)), h))

    def having(weapon: str, armored: bool) -> UnitType:
        return next(
            u for u in units.values()
            if u.values.get("weapon") == weapon and bool(u.values.get("armored")) == armored and u.values.get("attack")
        )  # fmt: skip

    pieces = [("gun", having("anti-armor", True), near[30]), ("howitzer", having("howitzer", False), near[40]),
              ("rifles", having("small-arms", False), near[5]), ("carrier", having("anti-armor", True), wooded),
              ("infantry", having("small-arms", False), wooded)]  # fmt: skip
    for name, unit, where in pieces:
        thing = position.add(unit.kind, name, where)
        position.printed[thing] = unit.id
        position.values[thing, "side"] = law.graph.choices["side"].values[int(where == wooded)]
    position.values[position.things["infantry"], "dispersed"] = True
    t = position.things
    fields = (("form", "direct-fire"), ("at", wooded), ("firers", (t["gun"], t["howitzer"], t["rifles"])),
              ("targets", (t["carrier"], t["infantry"])))  # fmt: skip
    return position, Record("attack", fields)


def asked_of(functions: Any, s: Any, shot: Any) -> Any:
    """The verdict, asked of the functions of emitted law."""
    facts, quantities = functions["FACTS"], functions["QUANTITIES"]
    strength, taken_as, modifier = quantities["strength"], facts["taken-as"], quantities["die-modifier"]
    outcomes_of = functions["EACH"]["outcome"]
    column = quantities["column"](s, shot)
    strengths = {u.name: strength(s, u, shot, taken_as(s, u, shot)) for u in shot.firers}
    modifiers, outcomes = {}, {}
    for v in facts["counted"](s, shot):
        modifiers[v.name] = modifier(s, shot, v)
        outcomes[v.name] = outcomes_of(s, shot, v, PIPS)
    return column, strengths, modifiers, outcomes


def verdict_of(graph: Graph) -> f.Function:
    """The same verdict as one function of a shot and the falls of the die: what it answers is asked together."""
    attack, unit, numbers = t.Kind("attack"), t.Kind("unit"), t.SetOf(t.WHOLE)
    shot, falls = f.Local("shot", attack), f.Local("falls", numbers)
    u, v, pip = f.Local("u", unit), f.Local("v", unit), f.Local("pip", t.WHOLE)

    def fact(name: str, *args: f.Expr) -> f.Call:
        return f.Call(f"fact:{name}", args, graph.facts[name].type)

    def quantity(name: str, *args: f.Expr) -> f.Call:
        return f.Call(f"quantity:{name}", args, graph.quantities[name].type)

    def listed(of: f.Local, over: f.Expr, item: f.Expr) -> f.Loop:
        return f.Loop("list", (f.Binder(of.name, over, None),), item, t.SetOf(item.type))

    firers = f.Field("attack", "firers", shot, t.SetOf(unit))
    strengths = listed(u, firers, quantity("strength", u, shot, fact("taken-as", u, shot)))
    target = f.Row(
        (v, quantity("die-modifier", shot, v), listed(pip, falls, fact("outcome", shot, v, pip))), (), t.TEXT
    )
    body = f.Row((quantity("column", shot), strengths, listed(v, fact("counted", shot), target)), (), t.TEXT)
    return f.Function("together:verdict", "verdict", (("shot", attack), ("falls", numbers)), body)


def told_together(functions: Any, s: Any, shot: Any) -> Any:
    """The verdict of that function, as it is said where it is asked fact by fact."""
    column, strengths, targets = functions["TOGETHER"]["verdict"](s, shot, PIPS)
    shown = {u.name: strength for u, strength in zip(shot.firers, strengths, strict=True)}
    return column, shown, {v.name: die for v, die, _ in targets}, {v.name: outcomes for v, _, outcomes in targets}


def fields_of(record: Record) -> dict[str, Any]:
    return dict(record.fields)


def given_by_hand(hand: ByHand, shot: Record) -> tuple[Any, ...]:
    fields = fields_of(shot)
    return (fields["form"], fields["at"], *(tuple(hand.units[t] for t in fields[n]) for n in ("firers", "targets")))


def made_up_attacks(law: Law, position: Position, shot: Record) -> Iterator[tuple[Position, Record]]:
    """Attacks of every form, from everywhere, on units in any state, each in a position with the same things."""
    random, fields = Random(1), fields_of(shot)
    assert position.map is not None
    near = sorted(position.map.hexes, key=lambda h: (abs(h.q - fields["at"].q) + abs(h.r - fields["at"].r), h))
    names = ("armored", "dispersed", "afloat", "swimming", "starred", "engineer", "dual-role", "carrier")
    plane = next(u for u in law.graph.units.values() if u.kind == "aircraft")
    for _ in range(300):
        there = position.scratch()
        flying, bridge = there.add("aircraft", "plane", fields["at"]), there.add("temporary-bridge", "bridge", None)
        there.printed[flying] = plane.id
        at = fields["at"] if random.random() < 0.3 else random.choice(near[:60])
        for thing in there.things.values():
            target = thing in fields["targets"]
            there.places[thing] = at if target else random.choice(near[:60])
            there.values |= {(thing, name): random.random() < 0.3 for name in names}
        if random.random() < 0.3:
            there.places[there.things["infantry"]] = there.things["carrier"]
        there.values[bridge, "defense"] = 10
        there.values[flying, "strafing"], there.places[bridge] = random.random() < 0.5, at
        form = random.choice(law.graph.choices["attack-form"].values)
        targets: Any = random.choice((fields["targets"], fields["targets"], (there.things["infantry"],), (bridge,)))
        targets += (bridge,) if random.random() < 0.1 and bridge not in targets else ()
        firers: Any = fields["firers"] if random.random() < 0.7 else (*fields["firers"], flying)
        yield there, Record("attack", (("form", form), ("at", at), ("firers", firers), ("targets", targets)))


def check_by_hand(law: Law, emitted: EmittedLaw, position: Position, shot: Record) -> int:
    """The rules by hand say what the law says, wherever that says anything; so does what is asked together."""
    checked, together = 0, "TOGETHER" in emitted.names
    for there, asked in made_up_attacks(law, position, shot):
        hand = ByHand(law, there)
        state = emitted.on(there).state
        emitted.account.begin()
        inward = state.inward(asked)
        try:
            expected = asked_of(emitted.names, state, inward)
        except STOPS:  # nobody counts: nothing to divide by
            with suppress(*STOPS):
                assert not (together and told_together(emitted.names, state, inward)), asked
            continue
        emitted.account.begin()
        assert not together or told_together(emitted.names, state, inward) == expected, (asked, expected)
        assert hand.verdict(*given_by_hand(hand, asked)) == expected, (asked, expected)
        checked += 1
    return checked


def attack() -> None:
    compilation = compile_modules("panzer-leader", Diagnostics())
    assert compilation is not None
    law = configure(compilation.graph)
    position, shot = position_of(compilation, law)
    hand = ByHand(law, position)
    given = given_by_hand(hand, shot)
    plain, recording = load(emit(law)), load(emit(law, record=True))
    print(f"by hand and emitted agree on {check_by_hand(law, plain, position, shot)} attacks")
    contenders: dict[str, Callable[[], Any]] = {"by hand": lambda: hand.verdict(*given)}
    for name, emitted in (("emitted", plain), ("emitted, with record", recording)):
        s = emitted.on(position).state
        inward = s.inward(shot)

        asked_of(emitted.names, s, inward)
        kept = [answers for answers in s.kept_answers() if answers]

        def ask(emitted: Any = emitted, s: Any = s, inward: Any = inward, kept: Any = kept) -> Any:
            for answers in kept:
                answers.clear()
            s.fired = 0
            s.account.begin()
            return asked_of(emitted.names, s, inward)

        contenders[name] = ask

    def fresh() -> Any:
        plain.account.begin()
        s = plain.on(position).state
        return asked_of(plain.names, s, s.inward(shot))

    contenders["emitted, position laid out anew"] = fresh
    answers = {name: ask() for name, ask in contenders.items()}
    assert all(a == answers["by hand"] for a in answers.values()), answers
    print(f"one attack: {answers['by hand'][0]}, strengths {answers['by hand'][1]}, die {answers['by hand'][2]}")
    times = rounds(contenders, 400)
    tell(times, "by hand")
    ev_time = timed(lambda: _by_reference(law, position, shot), 20)
    print(f"  {'reference evaluator':34}{ev_time * 1e6:9.1f} us   {ev_time / median(times['emitted']):6.1f} x emitted")


def _by_reference(law: Law, position: Position, shot: Record) -> Any:
    ev = evaluator(law, position)
    firers: Any = dict(shot.fields)["firers"]
    column = ev.quantity("column", (shot,))
    strengths = [ev.quantity("strength", (u, shot, ev.fact("taken-as", (u, shot)))) for u in firers]
    counted = ev.fact("counted", (shot,))
    return column, strengths, [
        (ev.quantity("die-modifier", (shot, v)), [ev.fact("outcome", (shot, v, pip)) for pip in PIPS]) for v in counted
    ]  # fmt: skip


def sight_and_reach() -> None:
    compilation = compile_modules("panzer-leader", Diagnostics())
    assert compilation is not None
    law = configure(compilation.graph)
    position, _ = position_of(compilation, law)
    assert position.map is not None
    hexes = position.map.hexes
    emitted = load(emit(law))
    s = emitted.on(position).state
    sees = emitted.names["FACTS"]["line-of-sight"]
    started = time.process_time()
    seen = 0
    for a in hexes:
        emitted.account.left = 10**9
        seen += sum(sees(s, a, b) for b in hexes)
    took = time.process_time() - started
    pairs = Random(1).sample([(a, b) for a in hexes for b in hexes], 3_000)
    slowly = timed(lambda: [evaluator(law, position).fact("line-of-sight", p) for p in pairs], 1) / len(pairs)
    each = took / len(hexes) ** 2
    print(f"sight between all {len(hexes) ** 2:,} pairs ({seen:,} see): {took:.2f} s, {each * 1e6:.1f} us each;")
    print(f"  the reference takes {slowly * 1e6:.0f} us each, {slowly / each:.0f} x as long")
    mover = position.things["gun"]
    played, trials = played_law(agenda_of(law)), trials_of(law)
    kept = played.kept(position)
    fast = timed(lambda: trials.reach(played, kept, None, "ways", (mover,)), 5)
    slow = timed(lambda: trials.reach(reference(law), position, None, "ways", (mover,)), 1)
    count = len(trials.reach(played, kept, None, "ways", (mover,)))
    print(f"a reach of {count} hexes: {fast * 1e3:.1f} ms; the reference takes {slow * 1e3:.0f} ms")


def timed(ask: Callable[[], Any], times: int) -> float:
    started = time.process_time()
    for _ in range(times):
        ask()
    return (time.process_time() - started) / times


def rounds(contenders: dict[str, Callable[[], Any]], times: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {name: [] for name in contenders}
    shuffled, order = Random(0), list(contenders)
    for _ in range(ROUNDS):
        shuffled.shuffle(order)
        for name in order:
            found[name].append(timed(contenders[name], times))
    return found


def tell(times: dict[str, list[float]], base: str) -> None:
    for name, found in times.items():
        ratio = median(a / b for a, b in zip(found, times[base], strict=True))
        print(f"  {name:34}{median(found) * 1e6:9.1f} us   {ratio:6.2f} x {base}")


if __name__ == "__main__":
    attack()
    if "--attack" not in sys.argv:
        sight_and_reach()
