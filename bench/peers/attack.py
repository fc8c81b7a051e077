"""One attack's verdict by hand, as tight as Python gets: whole numbers, and what a unit brings along worked out before.

It says what `ByHand` of `bench/emitted.py` says, which the bench holds to the law. What depends on one unit where it
stands is kept with the unit, as a program would that renews it when the unit moves; each attack is then a few sums.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_right
from fractions import Fraction
from typing import Any

from emitted import PIPS, ByHand, half

from hexlaw.runtime.geometry import DIRECTIONS, Hex, side_between

MOST, INSIDE, FINER = 64, 32, 16
"""Of the C: how far tables of strengths go, units on one side of an attack, parts of a quarter."""
CLOSE, INDIRECT = ("overrun", "close-assault"), "indirect-fire"


class Target:
    """A unit that is fired at."""

    __slots__ = ("counted", "counted_alone", "die", "hard", "is_bridge", "name", "resists")

    def __init__(self, hand: ByHand, v: Any) -> None:
        terrain: Any = hand.terrain.get(v.hex, ())
        self.name, self.is_bridge = v.name, v.bridge
        seen = v.holder is None and not (v.inside or v.aircraft or v.afloat)
        self.counted, self.counted_alone = seen and not v.bridge, seen or hand.rides(v)
        self.hard = bool(v.armored or v.fort or "town" in terrain)
        self.resists = 4 * hand.resistance(v)
        cover = "woods" in terrain or "town" in terrain or "swamp" in terrain
        self.die = int(cover) - int(v.dispersed)


class Firer:
    """A unit that fires: its strength in quarters at each distance, against hard and soft targets."""

    __slots__ = ("at", "engineer", "helps", "indirect", "level", "name", "plain", "reach", "steady", "strafing", "unit")

    def __init__(self, hand: ByHand, u: Any) -> None:
        effect = hand.effect
        self.unit, self.name, self.at, self.reach = u, u.name, u.hex, u.reach
        self.level, self.steady, self.strafing = hand.level(u.hex), u.aircraft, u.strafing
        self.engineer, self.helps = u.engineer, u.dual or not u.engineer
        self.plain: tuple[list[Any], list[Any]] = ([], [])
        self.indirect: tuple[list[Any], list[Any]] = ([], [])
        for soft, type_ in enumerate(("armored", "soft")):
            for distance in range(MOST):
                for form, row in ((None, self.plain[soft]), (INDIRECT, self.indirect[soft])):
                    if u.aircraft:
                        near = False
                    elif u.weapon in ("high-explosive", "howitzer"):
                        near = distance <= 6 and form is None
                    else:
                        near = distance <= u.reach // 2
                    found = u.attack * effect[u.weapon, type_, near]
                    if u.strafing:
                        found = u.guns * effect["small-arms", type_, False]
                    row.append(half(found) if u.starred and distance > u.reach else found)


class Attacks:
    """The attacks in one position."""

    def __init__(self, hand: ByHand) -> None:
        self.hand = hand
        self.targets = {unit: Target(hand, unit) for unit in hand.units.values()}
        able = {weapon for weapon, _, _ in hand.effect}
        units = [u for u in hand.units.values() if u.hex is not None and u.weapon in able]
        self.firers = {unit: Firer(hand, unit) for unit in units}
        low, high = hand.lowest, hand.highest
        self.rows = {
            (column, die): [hand.result[min(max(pip + die, low), high), column] for pip in PIPS]
            for column in hand.COLUMNS for die in range(-5, 6)
        }  # fmt: skip
        self.levels = {h: hand.level(h) for h in hand.terrain}

    def verdict(self, form: str, at: Any, firers: Any, targets: Any) -> Any:
        if len(targets) == 1:
            counted = [v for v in targets if v.counted_alone]
        else:
            counted = [v for v in targets if v.counted]
        hard = defense = 0
        for v in counted:
            hard += v.hard
            defense += v.resists
        soft = len(counted) - hard
        close = form in CLOSE
        shelled = form == INDIRECT and any([v.is_bridge for v in targets])
        force, shown = 0, {}
        level = self.levels[at]
        for u in firers:
            here = u.at
            q, r = at[0] - here[0], at[1] - here[1]
            distance = max(abs(q), abs(r), abs(q + r))
            if close:
                found = u.unit.attack * 4
                if u.unit.starred and distance > u.reach:
                    found = half(found)
            else:
                table = u.indirect if form == INDIRECT else u.plain
                if hard == soft:
                    found = min(table[0][distance], table[1][distance])
                else:
                    found = table[hard <= soft][distance]
                if level != "ground" and form != INDIRECT and not u.steady and here != at:
                    exempt = (level == "hilltop" and u.level == "hilltop") or (
                        level == "slope" and distance == 1 and side_between(here, at) not in self.hand.brown
                    )
                    if not exempt:
                        found = half(found)
            if u.strafing and all([v.is_bridge for v in targets]):
                found = 0
            if shelled:
                found = half(found)
            force += found
            shown[u.name] = found >> 2 if type(found) is int and not found & 3 else Fraction(found) / 4
        if form == INDIRECT and self.hand.shares[at] > 0:
            defense *= self.hand.shares[at]
        place = bisect_right(ByHand.ODDS, int(force * 12 // defense))
        if close and 5 * force >= defense and (form == "overrun" or self._helped(firers)):
            place = min(place + 1, 7)
        column = ByHand.COLUMNS[place]
        modifiers, outcomes = {}, {}
        for v in counted:
            die = v.die - 2 if close else v.die
            modifiers[v.name] = die
            row = self.rows[column, die]
            if v.is_bridge:
                row = [o if o == "eliminated" else "no-effect" for o in row]
            outcomes[v.name] = row
        return column, shown, modifiers, outcomes

    def _helped(self, firers: Any) -> bool:
        return any(e.engineer and any(x is not e and x.at == e.at and x.helps for x in firers) for e in firers)


class CTarget(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("flags", "die", "resists")]


class CFirer(ctypes.Structure):
    _fields_ = [
        *[(name, ctypes.c_int) for name in ("flags", "q", "r", "level", "reach", "attack")],
        ("plain", ctypes.c_int * MOST * 2), ("indirect", ctypes.c_int * MOST * 2),
    ]  # fmt: skip


class CShot(ctypes.Structure):
    _fields_ = [
        *[(name, ctypes.c_int) for name in ("form", "q", "r", "level", "shares", "firers", "targets")],
        ("firer", ctypes.c_int * INSIDE), ("target", ctypes.c_int * INSIDE), ("green", ctypes.c_char * 6),
    ]  # fmt: skip


class CVerdict(ctypes.Structure):
    _fields_ = [
        ("column", ctypes.c_int), ("strength", ctypes.c_int * INSIDE), ("counted", ctypes.c_int),
        ("target", ctypes.c_int * INSIDE), ("die", ctypes.c_int * INSIDE), ("result", ctypes.c_int * 6 * INSIDE),
    ]  # fmt: skip


class InC:
    """The same attacks in C."""

    FORMS = (("overrun", 1 | 4), ("close-assault", 1), (INDIRECT, 2))
    LEVELS = ("ground", "slope", "hilltop")

    def __init__(self, attacks: Attacks, library: ctypes.CDLL) -> None:
        self.attacks, self.library, hand = attacks, library, attacks.hand
        self.firer_numbers = {unit: number for number, unit in enumerate(attacks.firers)}
        self.target_numbers = {unit: number for number, unit in enumerate(attacks.targets)}
        self.names = [unit.name for unit in attacks.targets]
        self.firers = (CFirer * len(attacks.firers))(*map(self._firer, attacks.firers.values()))
        self.targets = (CTarget * len(attacks.targets))(*map(self._target, attacks.targets.values()))
        self.results = sorted({*hand.result.values()})
        rows = [hand.result[die, column] for column in hand.COLUMNS for die in range(hand.lowest, hand.highest + 1)]
        assert (hand.lowest, len(rows)) == (-1, 72), "what the C has been written for"
        cells = [self.results.index(result) for result in (*rows, "eliminated", "no-effect")]
        self.cells = (ctypes.c_int * len(cells))(*cells)
        self.found = CVerdict()

    def _firer(self, u: Firer) -> CFirer:
        flags = u.steady | u.strafing << 1 | u.unit.starred << 2 | u.engineer << 3 | u.helps << 4
        plain, indirect = (
            (ctypes.c_int * MOST * 2)(*[(ctypes.c_int * MOST)(*[int(n * FINER) for n in row]) for row in table])
            for table in (u.plain, u.indirect)
        )
        full = u.unit.attack * 4 * FINER
        return CFirer(flags, u.at.q, u.at.r, self.LEVELS.index(u.level), u.reach, full, plain, indirect)

    def _target(self, v: Target) -> CTarget:
        flags = v.counted | v.counted_alone << 1 | v.hard << 2 | v.is_bridge << 3
        return CTarget(flags, v.die, v.resists * FINER)

    def shot(self, form: str, at: Hex, firers: Any, targets: Any) -> CShot:
        hand = self.attacks.hand
        around = [side_between(Hex(at.q - way.q, at.r - way.r), at) for way in DIRECTIONS]
        level, shares = self.LEVELS.index(self.attacks.levels[at]), hand.shares[at]
        found = CShot(dict(self.FORMS).get(form, 0), at.q, at.r, level, shares, len(firers), len(targets))
        found.firer[: len(firers)] = [self.firer_numbers[u] for u in firers]
        found.target[: len(targets)] = [self.target_numbers[v] for v in targets]
        found.green = bytes(side not in hand.brown for side in around)
        return found

    def args(self, shot: CShot) -> tuple[Any, ...]:
        return ctypes.byref(shot), self.firers, self.targets, self.cells, ctypes.byref(self.found)

    def verdict(self, form: str, at: Any, firers: Any, targets: Any) -> Any:
        self.library.attack(*self.args(self.shot(form, at, firers, targets)))
        found, strengths = self.found, [Fraction(n, 4 * FINER) for n in self.found.strength]
        shown = {u.name: n.numerator if n.denominator == 1 else n for u, n in zip(firers, strengths, strict=False)}
        counted = [(i, self.names[found.target[i]]) for i in range(found.counted)]
        outcomes = {name: [self.results[n] for n in found.result[i]] for i, name in counted}
        return ByHand.COLUMNS[found.column], shown, {name: found.die[i] for i, name in counted}, outcomes
