"""One attack's verdict by ZEN, a rule engine with a core in Rust: rules as compiled expressions, called from Python.

What a rule engine does not know stays with the program around it, as one would write it: the distance between hexes,
what a unit brings at that distance, and the row of results of a column. Which targets count, what halves a strength,
the odds, their shifts and what is added to the die are rules. One expression makes the whole verdict, since each call
costs more than what it works out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import zen
from attack import CLOSE, INDIRECT, Attacks
from emitted import ByHand

from hexlaw.runtime.geometry import side_between

LEVELS = ("ground", "slope", "hilltop")
VERDICT = """
counted = filter(targets, alone ? #.counted_alone : #.counted);
hard = count(counted, #.hard);
soft = len(counted) - hard;
level_counts = level > 0 and not indirect;
whole = map(firers,
  close ? (#.far ? #.printed / 2 : #.printed)
        : (hard == soft ? min([#.hard, #.soft]) : hard > soft ? #.hard : #.soft)
          / (level_counts and not #.steady and #.distance > 0
             and not (level == 2 and #.level == 2) and not (level == 1 and #.distance == 1 and #.open) ? 2 : 1));
bridges = count(targets, #.is_bridge);
strengths = map(firers as f,
  f.strafing and bridges == len(targets) ? 0 : whole[f.i] / (indirect and bridges > 0 ? 2 : 1));
force = sum(strengths);
defense = sum(map(counted, #.resists)) * (indirect and shares > 0 ? shares : 1);
odds = floor(force * 12 / defense);
helped = overrun or (close and some(firers as e, e.engineer and some(firers, #.i != e.i and #.at == e.at and #.helps)));
place = count([3, 4, 6, 12, 24, 36, 48], odds >= #);
{
  column: close and helped and 5 * force >= defense ? min([place + 1, 7]) : place,
  strengths: strengths,
  counted: map(counted, #.i),
  dice: map(counted, close ? #.die - 2 : #.die)
}
"""


class InZen:
    """The attacks of a position; units are handed over as they were laid out, which is what takes least."""

    def __init__(self, attacks: Attacks) -> None:
        self.attacks = attacks
        self.rules = zen.compile_expression(VERDICT)

    def verdict(self, form: str, at: Any, firers: Any, targets: Any) -> Any:
        hand = self.attacks.hand
        close, indirect, level = form in CLOSE, form == INDIRECT, self.attacks.levels[at]
        asked, names = [], []
        for i, u in enumerate(firers):
            q, r = at[0] - u.at[0], at[1] - u.at[1]
            distance = max(abs(q), abs(r), abs(q + r))
            rows = u.indirect if indirect else u.plain
            is_open = level == "slope" and distance == 1 and side_between(u.at, at) not in hand.brown
            asked.append({
                "i": i, "at": u.at[0] * 1000 + u.at[1], "distance": distance, "level": LEVELS.index(u.level),
                "hard": float(rows[0][distance]), "soft": float(rows[1][distance]), "printed": u.unit.attack * 4,
                "far": u.unit.starred and distance > u.reach, "open": is_open, "steady": u.steady,
                "strafing": u.strafing, "engineer": u.engineer, "helps": u.helps,
            })  # fmt: skip
            names.append(u.name)
        aims = [
            {"i": i, "counted": v.counted, "counted_alone": v.counted_alone, "hard": v.hard, "die": v.die,
             "resists": float(v.resists), "is_bridge": v.is_bridge}
            for i, v in enumerate(targets)
        ]  # fmt: skip
        said = self.rules.evaluate({
            "firers": asked, "targets": aims, "alone": len(targets) == 1, "close": close, "overrun": form == "overrun",
            "indirect": indirect, "level": LEVELS.index(level), "shares": hand.shares[at],
        })  # fmt: skip
        column = ByHand.COLUMNS[int(said["column"])]
        shown = {name: Fraction(found) / 4 for name, found in zip(names, said["strengths"], strict=True)}
        modifiers, outcomes = {}, {}
        for i, added in zip(said["counted"], said["dice"], strict=True):
            v, die = targets[int(i)], int(added)
            row = self.attacks.rows[column, die]
            modifiers[v.name] = die
            outcomes[v.name] = [o if o == "eliminated" else "no-effect" for o in row] if v.is_bridge else row
        return column, shown, modifiers, outcomes
