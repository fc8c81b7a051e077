"""A random game by hand: PanzerBlitz's situation 6 from the set-up to the last turn, as tight Python and as C.

Written for that situation alone, under the default options: what is set up and where, moves with roads, gullies, swamps
and stacking, loads, roads declined. That is all that its random players come to do: the two sides begin far apart, and
ten turns do not bring them together. Fire, overruns and close assaults are not in the peer. It looks for enemies near
enough and in sight for any of them, and where there are some it says so and gives the game up; so it never plays on by
other rules than the law's.

Positions are lists of whole numbers, points are counted in halves. A game asks `pick` for each answer, with what could
be answered and a test of what is legal: a random player draws until the test passes, a check asks it of all. How many
units stand in each hex is kept, and a unit is lifted off before its steps are looked at: so most steps are judged by
the count of one hex, and a search for a way on is made only from a full one.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hexlaw.runtime.board.geometry import DIRECTIONS, Hex, distance, neighbours, side_between, sides_of
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play.game import Setup

SIDES = ("german", "russian")
CLASSES = ("foot", "vehicle", "truck")
FOOT = 0
DONE, SET_UP, GIVE_UP, MOVE, KEEP_OFF, LOAD, UNLOAD = range(-7, 0)
ACTIONS = ("done", "set-up", "give-up", "move", "keep-off-road", "load", "unload")
ACTION, PLACED, PLACE, MOVER, STEP, KEPT_OFF, CARRIER, LOADED, UNLOADER, UNLOADED = range(10)
QUESTIONS = (
    "action", "set-up.placed", "set-up.place", "move.mover", "move.step", "keep-off-road.mover", "load.carrier",
    "load.load", "unload.carrier", "unload.load",
)  # fmt: skip
GIVES_UP, NO_ANSWER = "give-up", "a question without an answer"
UNLIKE = -3
"""What the C ends a game with that it was to play by a journal, and cannot."""
FIRE, OVERRUN, MAKE_FOR_ASSAULT, CLOSE_ASSAULT = range(4)
NEEDS_ENEMIES = ("fire", "overrun", "make-for-assault", "close-assault")
"""What is not in the peer, besides giving up; within how many hexes of a unit it needs an enemy says `Tables.within`.
It is enough to look for one before the movement: a tank comes nearer for less than a point a hex by road alone or
through a town, and a unit that has done so does not overrun; and a unit sets out for an assault before it moves."""
ANY_COST, MAX_ANSWERS, MAX_SHOWN = 1000, 10_000, 1_000_000
GREEN, BROWN, ORANGE, TOWN, HIGH = (1 << bit for bit in range(5))
GROUND, SLOPE, HILLTOP = range(3)
LEVELS = ("ground", "slope", "hilltop")
ODD = ("cavalry", "amphibious", "bicycle", "motorcycle", "ski", "limber", "engineer")
"""Units that the peer does not know; the situation has none."""

Edge = tuple[int, int, bool, bool, bool]
"""Where a step leads, what the ground there asks (0: closed), whether along a road, whether closed to those who do not
go by that road or pass others here, and whether a vehicle comes into a swamp by it."""
Pick = Callable[[int, int, Sequence[int], Callable[[int], bool]], int]
"""Who answers: the side, the question, what could be answered, which of it is legal."""

Told = tuple[int, int, frozenset[int]]
"""The side that was asked, the question, and what was legal."""


class NotInThePeer(Exception):
    """The game has come to something that the peer does not have."""


class Tables:
    """The map, the units and the order of play, made once."""

    def __init__(self, law: Law, setup: Setup) -> None:
        position = setup.position
        assert position.map is not None
        value: Any = position.value
        self.value, self.law, self.hexes = value, law, position.map.hexes
        self.number = {h: i for i, h in enumerate(self.hexes)}
        self.terrain = [frozenset(value(h, "terrain")) for h in self.hexes]
        self.with_road = [any(value(s, "road") for s in sides_of(h)) for h in self.hexes]
        shared = [len(position.map.names_of(h)) > 1 for h in self.hexes]
        self.swamp_road = ["swamp" in t and road for t, road in zip(self.terrain, self.with_road, strict=True)]
        self.goal = ["russian" in value(h, "goal-of") and not part for h, part in zip(self.hexes, shared, strict=True)]
        self.turns, self.limit = int(value(GAME, "turns")), (3, 2)
        self.sets_up_first, self.moves_first, self.attacker = (
            SIDES.index(value(GAME, name)) for name in ("sets-up-first", "moves-first", "attacker")
        )
        self.things = [thing for thing in position.things.values() if thing.kind == "unit"]
        self._units()
        self.areas: list[list[int]] = [[], []]
        for group in dict.fromkeys(value(t, "formation") for t in self.things):
            assert value(group, "comes") is None
            area = {self.number[h] for h in value(group, "area")}
            free = [h for h in sorted(area) if "pond" not in self.terrain[h] and not shared[h]]
            self.areas[SIDES.index(value(group, "side"))] = free
        self.edges = [[list(self._edges(h, mode)) for h in self.hexes] for mode in CLASSES]
        self.plain = [[[(to, cost) for to, cost, road, _, _ in of_hex if not road] for of_hex in of_mode]
                      for of_mode in self.edges]  # fmt: skip
        self.roads = [[[(to, cost, strict, joins) for to, cost, road, strict, joins in of_hex if road]
                       for of_hex in of_mode] for of_mode in self.edges]  # fmt: skip
        self.line_of = [h.r for h in self.hexes]
        self._heights()
        self.seen: dict[int, bool] = {}

    def _units(self) -> None:
        value, things = self.value, self.things
        assert not any(value(t, odd) for t in things for odd in ODD)
        self.side = [SIDES.index(value(t, "side")) for t in things]
        self.mode = [CLASSES.index(value(t, "moves-as")) for t in things]
        assert all(bool(value(t, "vehicular")) == (mode != FOOT) for t, mode in zip(things, self.mode, strict=True))
        self.allowance = [int(2 * value(t, "allowance")) for t in things]
        self.takes = [bool(value(t, "carrier") or value(t, "armored")) for t in things]
        assert all(self.mode[u] != FOOT for u, takes in enumerate(self.takes) if takes)
        units = range(len(things))
        self.of_side = [[u for u in units if self.side[u] == side] for side in (0, 1)]
        self.on_foot = [[u for u in of_side if self.mode[u] == FOOT] for of_side in self.of_side]
        self.driving = [[u for u in of_side if self.mode[u] != FOOT] for of_side in self.of_side]
        infantry, armored = ([bool(value(t, name)) for t in things] for name in ("infantry", "armored"))
        points = [allowance // 2 for allowance in self.allowance]
        within = (
            [int(value(t, "reach")) if value(t, "attack") else 0 for t in things],
            [points[u] - 1 if armored[u] else 0 for u in units],
            [2 * points[u] + 1 if infantry[u] else 0 for u in units],
            [int(infantry[u]) for u in units],
        )
        self.within = [[[(u, hexes[u]) for u in of_side if hexes[u]] for of_side in self.of_side] for hexes in within]

    def printed(self, table: str, *where: str) -> Any:
        """What stands in a cell of a table of the law."""
        cell = self.law.graph.tables[table].data.lookup(where)
        assert cell is not None
        return cell.value

    # -- what a step costs, as far as the map alone decides

    def _edges(self, here: Hex, mode: str) -> Iterator[Edge]:
        """The steps that are ever open to those who move so."""
        value, left = self.value, self.terrain[self.number[here]]
        for there in neighbours(here):
            to = self.number.get(there)
            if to is None:
                continue
            side = side_between(here, there)
            road, cost = bool(value(side, "road")), self._ground(to, mode)
            climbs = "gully" in left and not self._is_crossing(self.number[here])
            if climbs and not value(side, "gully") and not road and cost:
                cost += int(2 * self.printed("climbing-points", mode))
            strict = mode != "foot" and (bool(value(side, "green")) or "swamp" in left)
            if road or (cost and not strict):
                yield to, cost, road, strict, mode != "foot" and "swamp" in self.terrain[to]

    def _is_crossing(self, h: int) -> bool:
        return "ford" in self.terrain[h] or ("gully" in self.terrain[h] and self.with_road[h])

    def _ground(self, h: int, mode: str) -> int:
        """Half points that the ground asks for; 0 where it is closed."""
        shown = self.terrain[h]
        lines = {"clear"} if not shown or self._is_crossing(h) else set()
        lines |= {t for t in shown if not (t == "woods" and "town" in shown) and not (t == "hilltop" and len(shown) > 1)
                  and not (t == "gully" and self._is_crossing(h))}  # fmt: skip
        costs = [self.printed("entry-points", line, mode) for line in lines]
        return 0 if None in costs else int(2 * max(costs))

    # -- sight, by shortest ways from hex to hex

    def _heights(self) -> None:
        value = self.value
        self.low = Hex(min(h.q for h in self.hexes), min(h.r for h in self.hexes))
        self.wide = max(h.r for h in self.hexes) - self.low.r + 1
        self.cell = [(h.q - self.low.q) * self.wide + h.r - self.low.r for h in self.hexes]
        self.level = [
            SLOPE if "slope" in shown else HILLTOP if "hilltop" in shown else GROUND for shown in self.terrain
        ]
        self.sunken = ["gully" in shown and not self._is_crossing(h) for h, shown in enumerate(self.terrain)]
        self.bits = [0] * (6 * (max(h.q for h in self.hexes) - self.low.q + 1) * self.wide)
        for here, cell in zip(self.hexes, self.cell, strict=True):
            for direction, there in enumerate(neighbours(here)):
                side = side_between(here, there)
                ends = [self.level[self.number[h]] if h in self.number else GROUND for h in (here, there)]
                bits = GREEN * bool(value(side, "green")) | BROWN * bool(value(side, "brown"))
                bits |= TOWN * bool(value(side, "gray")) | ORANGE * ((HILLTOP in ends) and min(ends) != HILLTOP)
                self.bits[6 * cell + direction] = bits | HIGH * (min(ends) == HILLTOP)
        self.steps = [step.q * self.wide + step.r for step in DIRECTIONS]
        self.stops = [[self._stopping(here, there) for there in LEVELS] for here in LEVELS]

    def _stopping(self, here: str, there: str) -> int:
        """What stops the line between these heights wherever it is met; an orange side needs more."""
        named = ((GREEN, "green-side"), (BROWN, "brown-side"), (TOWN, "built-up"))
        return sum(bit for bit, name in named if self.printed("stops-sight", name, here, there))

    def sees(self, here: int, there: int) -> bool:
        """Whether units in two different hexes see each other; kept with the map."""
        key = here * len(self.hexes) + there
        found = self.seen.get(key)
        if found is None:
            found = self.seen[key] = self._sees(here, there)
        return found

    def _sees(self, here: int, there: int) -> bool:
        """Goes over the hexsides that shortest ways cross: so many steps `ahead` and so many `aside`, in any order."""
        start, end = self.level[here], self.level[there]
        q, r = (b - a for a, b in zip(self.hexes[here], self.hexes[there], strict=True))
        away = max(abs(q), abs(r), abs(q + r))
        if away < 2:
            return True
        if start == end == GROUND and (self.sunken[here] or self.sunken[there]):
            return False
        direction, ahead, aside = self._ways(q, r)
        stops, rims = self.stops[start][end], list[tuple[int, int, int]]()
        for i in range(ahead + 1):
            for j in range(aside + 1):
                cell = 6 * (self.cell[here] + i * self.steps[direction] + j * self.steps[(direction + 1) % 6])
                passed, left = i + j + 1, away - i - j
                for turn, goes_on in ((0, i < ahead), (1, j < aside)):
                    bits = self.bits[cell + (direction + turn) % 6] if goes_on else 0
                    near = (start == GROUND and passed == 1) or (end == GROUND and left == 1)
                    low = (start == GROUND and passed <= left) or (end == GROUND and left <= passed)
                    if bits & stops or (bits & (GREEN | TOWN) and (bits & HIGH or near)):
                        return False
                    if bits & BROWN and low and {start, end} == {GROUND, HILLTOP}:
                        return False
                    if bits & ORANGE:
                        if start == end == GROUND:
                            return False
                        rims.append((i, j, turn))
        if start == end == HILLTOP:
            return True
        return not any(i + 1 - turn <= k and j + turn <= m for i, j, turn in rims for k, m, _ in rims)

    @staticmethod
    def _ways(q: int, r: int) -> tuple[int, int, int]:
        for direction in range(6):
            step, turned = DIRECTIONS[direction], DIRECTIONS[(direction + 1) % 6]
            ahead, aside = r * turned.q - q * turned.r, q * step.r - r * step.q
            if ahead > 0 and aside >= 0:
                return direction, ahead, aside
        raise AssertionError((q, r))

    # -- how a game ends

    def figures(self, places: list[int]) -> dict[str, Any]:
        """What the situation tells of a game that ended so: nobody is ever lost in the peer, so the Germans reach no
        level, and that of the Russians stays whole."""
        arrived = sum(self.goal[h] for u, h in enumerate(places) if SIDES[self.side[u]] == "russian")
        level = sum(arrived >= needed for needed in (10, 20, 30))
        return {
            "level of the Russians": ("draw", "marginal", "tactical", "decisive")[level],
            "level of the Germans": "draw", "Russian units lost": 0, "German units lost": 0,
            "Russian units on board 3": arrived,
        }  # fmt: skip


class Game:
    """One game. A unit that is carried stands nowhere and is known by its carrier."""

    def __init__(self, tables: Tables, pick: Pick) -> None:
        units, hexes = len(tables.things), len(tables.hexes)
        self.tables, self.pick = tables, pick
        self.at, self.load, self.holder = [-1] * units, [-1] * units, [-1] * units
        self.crowd = [[0] * hexes, [0] * hexes]
        self.vehicles = [0] * hexes
        self.moved, self.stopped = [False] * units, [False] * units
        self.emptied, self.rode = [False] * units, [False] * units
        self.spent, self.off_road = [0] * units, [-1] * units
        self.last_moved = -1
        self.begun = False
        self.turn = 1

    # -- the sequence

    def play(self) -> Game:
        tables = self.tables
        for side in (tables.sets_up_first, 1 - tables.sets_up_first):
            self._set_up(side)
        while self.turn <= tables.turns:
            for side in (tables.moves_first, 1 - tables.moves_first):
                self._half(side)
            self.turn += 1
        return self

    def _half(self, side: int) -> None:
        pick, tables = self.pick, self.tables
        if pick(side, ACTION, (DONE, GIVE_UP), always) == GIVE_UP:
            raise NotInThePeer(GIVES_UP)
        standing = [h for u in tables.of_side[1 - side] if (h := self.at[u]) >= 0]
        enemies = sorted(standing, key=tables.line_of.__getitem__)
        self._look_for_enemies(side, FIRE, enemies)
        pick(side, ACTION, (DONE,), always)
        self._look_for_enemies(side, OVERRUN, enemies)
        self._look_for_enemies(side, MAKE_FOR_ASSAULT, enemies)
        self._movement(side, tables.driving[side], (DONE, MOVE, KEEP_OFF, LOAD, UNLOAD))
        self._movement(side, tables.on_foot[side], (DONE, MOVE, KEEP_OFF))
        self._forget_the_move()
        self._look_for_enemies(side, CLOSE_ASSAULT, enemies)
        pick(side, ACTION, (DONE,), always)
        self.rode = [False] * len(tables.things)

    def _forget_the_move(self) -> None:
        """What lasts until the end of the movement: of the other side none of it holds now."""
        units = len(self.tables.things)
        self.moved, self.stopped, self.emptied = [False] * units, [False] * units, [False] * units
        self.spent, self.off_road, self.last_moved = [0] * units, [-1] * units, -1

    def _look_for_enemies(self, side: int, action: int, enemies: list[int]) -> None:
        """Sees that no enemy is as near as an action needs him. Most often whole lines of the map lie between."""
        at, tables = self.at, self.tables
        line_of, hexes = tables.line_of, tables.hexes
        low, high = line_of[enemies[0]], line_of[enemies[-1]]
        for u, reach in tables.within[action][side]:
            here = at[u]
            if here < 0 or (line := line_of[here]) + reach < low or line - reach > high:
                continue
            for there in enemies:
                if (
                    -reach <= line_of[there] - line <= reach and distance(hexes[here], hexes[there]) <= reach
                    and (action != FIRE or tables.sees(here, there))
                ):  # fmt: skip
                    raise NotInThePeer(NEEDS_ENEMIES[action])

    # -- set-up

    def _set_up(self, side: int) -> None:
        pick, tables, crowd = self.pick, self.tables, self.crowd[side]
        area, limit = tables.areas[side], tables.limit[side]
        left = tables.of_side[side].copy()
        while left:
            pick(side, ACTION, (SET_UP,), always)
            u = pick(side, PLACED, left, always)
            drives = tables.mode[u] != FOOT

            def has_room(h: int, drives: bool = drives) -> bool:
                alone = drives and tables.swamp_road[h] and self.vehicles[h]
                return crowd[h] < limit and not alone

            self._stand(u, pick(side, PLACE, area, has_room))
            left.remove(u)
        pick(side, ACTION, (DONE,), always)

    def _stand(self, u: int, h: int) -> None:
        self.at[u] = h
        self.crowd[self.tables.side[u]][h] += 1
        self.vehicles[h] += self.tables.mode[u] != FOOT

    def _lift(self, u: int) -> int:
        h = self.at[u]
        self.crowd[self.tables.side[u]][h] -= 1
        self.vehicles[h] -= self.tables.mode[u] != FOOT
        return h

    # -- movement

    def _movement(self, side: int, units: list[int], actions: tuple[int, ...]) -> None:
        pick, tables = self.pick, self.tables
        tests = {MOVE: self._can_move, KEEP_OFF: self._can_keep_off, LOAD: self._can_load, UNLOAD: self._can_unload}

        def is_open(action: int) -> bool:
            return action == DONE or any(map(tests[action], units))

        while True:
            action = pick(side, ACTION, actions, is_open)
            if action == DONE:
                return
            if action == MOVE:
                u = pick(side, MOVER, units, self._can_move)
                self._is_moving(u)
                self._step_on(u, side)
            elif action == KEEP_OFF:
                u = pick(side, KEPT_OFF, units, self._can_keep_off)
                self.off_road[u] = self.at[u]
            elif action == LOAD:
                u = pick(side, CARRIER, units, self._can_load)
                here, at, rode = self.at[u], self.at, self.rode
                beside = [p for p in tables.on_foot[side] if at[p] == here and not rode[p]]
                p = pick(side, LOADED, beside, always)
                self._lift(p)
                self.at[p], self.holder[p], self.load[u] = -1, u, p
                self.rode[p] = self.stopped[u] = True
            else:
                u = pick(side, UNLOADER, units, self._can_unload)
                p = self.load[u]
                pick(side, UNLOADED, (p,), always)
                self.load[u] = self.holder[p] = -1
                self._stand(p, self.at[u])
                self.rode[p] = self.emptied[u] = True
                if self.crowd[side][self.at[u]] > tables.limit[side]:
                    self._is_moving(u)
                    self._step_on(u, side)

    def _is_moving(self, u: int) -> None:
        """A unit that moved before has ended its move."""
        if self.last_moved not in (-1, u):
            self.stopped[self.last_moved] = True
        self.last_moved = u

    def _step_on(self, u: int, side: int) -> None:
        """Steps until the player is done; the unit stands nowhere meanwhile."""
        pick, tables, spent, mine = self.pick, self.tables, self.spent, self.crowd[side]
        limit, allowance, here, taken = tables.limit[side], tables.allowance[u], self._lift(u), False

        def leads_on(there: int) -> bool:
            return there < 0 or mine[there] < limit or self._goes_on(u, there, allowance - spent[u] - steps[there])

        while True:
            steps = dict(self._steps(u, here, self.moved[u], allowance - spent[u] if self.moved[u] else ANY_COST))
            answers = [*steps, DONE] if taken and mine[here] < limit else [*steps]
            there = pick(side, STEP, answers, leads_on)
            if there == DONE:
                break
            spent[u] += steps[there]
            self.moved[u] = taken = True
            if not self.begun and side == tables.attacker:
                self.begun = self._comes_nearer(side, here, there)
            here = there
        self._stand(u, here)

    def _comes_nearer(self, side: int, here: int, there: int) -> bool:
        hexes, at = self.tables.hexes, self.at
        enemies = [hexes[at[u]] for u in self.tables.of_side[1 - side] if at[u] >= 0]
        return any(distance(hexes[there], h) < distance(hexes[here], h) for h in enemies)

    def _steps(self, u: int, here: int, moved: bool, left: int) -> list[tuple[int, int]]:
        """Where a unit that has been lifted can step to for so many half points, and for how many."""
        tables = self.tables
        side, mode = tables.side[u], tables.mode[u]
        theirs = self.crowd[1 - side]
        found = [step for step in tables.plain[mode][here] if step[1] <= left and not theirs[step[0]]]
        roads = tables.roads[mode][here]
        if roads:
            mine = self.crowd[side]
            by_road, passing = self.off_road[u] != here, moved and mine[here]
            for there, cost, strict, joins in roads:
                if theirs[there]:
                    continue
                if passing or not by_road:
                    if strict:
                        continue
                elif not mine[there]:
                    cost = 1
                elif joins:
                    cost = 0 if self.vehicles[there] else 2
                if cost and cost <= left:
                    found.append((there, cost))
        return found

    def _goes_on(self, u: int, here: int, left: int) -> bool:
        """Whether a lifted unit gets from a full hex to one with room."""
        side = self.tables.side[u]
        mine, limit = self.crowd[side], self.tables.limit[side]
        best, ahead = {here: left}, [here]
        while ahead:
            here = ahead.pop()
            left = best[here]
            for there, cost in self._steps(u, here, True, left):
                if mine[there] < limit:
                    return True
                if left - cost > best.get(there, -1):
                    best[there] = left - cost
                    ahead.append(there)
        return False

    def _can_move(self, u: int) -> bool:
        if self.stopped[u] or self.rode[u] or self.holder[u] >= 0 or not self.tables.allowance[u]:
            return False
        return self._finds_a_way(u)

    def _finds_a_way(self, u: int) -> bool:
        """Whether it can take a step and come to rest."""
        tables = self.tables
        side, left = tables.side[u], tables.allowance[u] - self.spent[u]
        moved, mine, limit = self.moved[u], self.crowd[side], tables.limit[side]
        here = self._lift(u)
        steps = self._steps(u, here, moved, left if moved else ANY_COST)
        found = any(mine[there] < limit for there, _ in steps)
        found = found or any(self._goes_on(u, there, left - cost) for there, cost in steps)
        self._stand(u, here)
        return found

    def _can_keep_off(self, u: int) -> bool:
        h = self.at[u]
        return (
            h >= 0 and self.tables.with_road[h] and self.off_road[u] != h and not self.stopped[u] and not self.rode[u]
            and self.tables.allowance[u] != self.spent[u]
        )  # fmt: skip

    def _can_load(self, u: int) -> bool:
        here, side = self.at[u], self.tables.side[u]
        if self.crowd[side][here] < 2 or self.load[u] >= 0 or self.emptied[u] or self.moved[u] or self.stopped[u]:
            return False
        at, rode = self.at, self.rode
        return self.tables.takes[u] and any(at[p] == here and not rode[p] for p in self.tables.on_foot[side])

    def _can_unload(self, u: int) -> bool:
        p = self.load[u]
        if p < 0 or self.rode[p]:
            return False
        here, side = self.at[u], self.tables.side[u]
        if self.crowd[side][here] < self.tables.limit[side]:
            return True
        if self.stopped[u]:
            return False
        self._stand(p, here)
        found = self._finds_a_way(u)
        self._lift(p)
        self.at[p] = -1
        return found

    # -- how it ends

    def places(self) -> list[int]:
        """The hex of each unit, of those who are carried that of their carrier."""
        return [self.at[u if holder < 0 else holder] for u, holder in enumerate(self.holder)]


def always(_: int) -> bool:
    return True


class RandomPlayer:
    """Draws any legal answer, each as likely as the others; gives nothing up. The numbers are those of the C."""

    def __init__(self, seed: int) -> None:
        self.state = seed * 2654435761 % 2**32 or 1
        self.answers = 0

    def pick(self, side: int, question: int, answers: Sequence[int], legal: Callable[[int], bool]) -> int:
        self.answers += 1
        left, among = len(answers), answers
        if left == 1 or answers[1] == GIVE_UP:
            return answers[0]
        while left:
            self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
            at = self.state * left >> 32
            if legal(among[at]):
                return among[at]
            left -= 1
            if among is answers:
                among = [*answers]
            among[at] = among[left]  # type: ignore[index]
        raise NotInThePeer(NO_ANSWER)


def _numbers(names: str) -> list[tuple[str, Any]]:
    return [(name, ctypes.c_int) for name in names.split()]


class Laid(ctypes.Structure):
    """The tables as the C has them; each list is one of whole numbers."""

    _fields_ = (
        *_numbers("hexes units turns sets_up_first moves_first attacker"), ("limit", ctypes.c_int * 2),
        ("steps", ctypes.c_int * 6), ("stops", ctypes.c_int * 9), ("places", ctypes.c_int * 2),
        *((name, ctypes.POINTER(ctypes.c_int)) for name in (
            "q", "r", "cell", "bits", "level", "sunken", "with_road", "swamp_road", "to", "cost", "flags", "area_0",
            "area_1", "side", "mode", "allowance", "takes", "within",
        )),
    )  # fmt: skip


class InC:
    """The same in C. Of tables in use the library has only addresses: it plays by those that were made last."""

    def __init__(self, tables: Tables, library: ctypes.CDLL) -> None:
        self.tables, self.library, units = tables, library, range(len(tables.things))
        edges = [edge for mode in range(3) for h in range(len(tables.hexes)) for edge in self._six(mode, h)]
        within = [dict(pair for of_side in of_kind for pair in of_side) for of_kind in tables.within]
        lists: list[Sequence[int]] = [
            [h.q for h in tables.hexes], [h.r for h in tables.hexes], tables.cell, tables.bits, tables.level,
            tables.sunken, tables.with_road, tables.swamp_road, *([edge[i] for edge in edges] for i in range(3)),
            *tables.areas, tables.side, tables.mode, tables.allowance, tables.takes,
            [hexes.get(u, 0) for hexes in within for u in units],
        ]  # fmt: skip
        self.kept = [(ctypes.c_int * len(numbers))(*numbers) for numbers in lists]
        laid = Laid(
            len(tables.hexes), len(units), tables.turns, tables.sets_up_first, tables.moves_first, tables.attacker,
            tables.limit, tuple(tables.steps), tuple(bits for row in tables.stops for bits in row),
            tuple(map(len, tables.areas)), *(ctypes.cast(one, ctypes.POINTER(ctypes.c_int)) for one in self.kept),
        )  # fmt: skip
        library.use(ctypes.byref(laid))
        library.random_games.restype = ctypes.c_long
        self.answers, self.told = (ctypes.c_int * MAX_ANSWERS)(), (ctypes.c_int * MAX_SHOWN)()
        self.ends, self.begun, self.given_up = (ctypes.c_int * len(units))(), ctypes.c_int(), ctypes.c_int()

    def _six(self, mode: int, h: int) -> list[tuple[int, int, int]]:
        plain = [(there, cost, 0) for there, cost in self.tables.plain[mode][h]]
        roads = [(there, cost, 1 + 2 * strict + 4 * joins) for there, cost, strict, joins in self.tables.roads[mode][h]]
        return [*plain, *roads, *[(-1, 0, 0)] * (6 - len(plain) - len(roads))]

    def _ended(self, code: int) -> list[int]:
        if code < 0 and code != UNLIKE:
            raise NotInThePeer((GIVES_UP, NO_ANSWER, "", *NEEDS_ENEMIES)[-1 - code])
        return list(self.ends)

    def random_game(self, seed: int) -> tuple[list[int], list[int]]:
        """What was answered in one game, and where the units were in the end."""
        number = self.library.random_game(seed, self.answers, self.ends, ctypes.byref(self.begun))
        places = self._ended(number)
        return self.answers[:number], places

    def replay(self, answers: list[int]) -> tuple[list[Told], list[int]]:
        """What was asked in a game with these answers, up to the first that is not legal; where the units were then."""
        ctypes.memmove(self.answers, (ctypes.c_int * len(answers))(*answers), 4 * len(answers))
        asked, ends = ctypes.c_int(), (self.ends, ctypes.byref(self.begun))
        code = self.library.replayed_game(self.answers, len(answers), self.told, ctypes.byref(asked), *ends)
        told, i = list[Told](), 0
        for _ in range(asked.value):
            side, question, legal = self.told[i : i + 3]
            told.append((side, question, frozenset(self.told[i + 3 : i + 3 + legal])))
            i += 3 + legal
        return told, self._ended(code)

    def random_games(self, first: int, games: int) -> int:
        """How many answers were given in so many games."""
        found: int = self.library.random_games(first, games, ctypes.byref(self.given_up))
        return found
