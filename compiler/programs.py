"""Programs by their names: who plays a seat, and who decides in a trial.

`random` takes any legal answer (`runtime/play/players.py`). Those that look ahead are printed with the law
(`wasm/prelude/`), and play in the target where a whole game is played (`wasm/seated.py`); here they are interpreted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType

from hexlaw.compiler.wasm.interpreted import Interpreted
from hexlaw.compiler.wasm.seated import AtTheTable
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime import expr as e
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.deciding import EACH, Deciding, Shares, at_random, each
from hexlaw.runtime.play.game import Game, Setup
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.players import Player, RandomPlayer
from hexlaw.runtime.play.seating import by_seat_and_side
from hexlaw.runtime.position import Position

PROGRAMS: Mapping[str, int | None] = {"random": None, "greedy": 400}
"""How many positions a program looks at for one plan if nothing else is said; None where it does not look ahead."""
MAX_POSITIONS = 9_999_999
SEED = "a trial"
"""Programs that break ties by chance break them in every trial alike."""


def positions_of(name: str) -> int | None:
    """Returns how many positions a name such as `greedy` or `greedy:200` stands for, None for chance; `ValueError` says
    what is wrong with it."""
    word, colon, number = name.partition(":")
    if word not in PROGRAMS:
        raise ValueError(f"there is no player `{word}`")
    usual = PROGRAMS[word]
    if not colon:
        return usual
    if usual is None:
        raise ValueError(f"`{word}` does not look ahead: write it without a number")
    if not (number.isascii() and number.isdigit() and 1 <= len(number) <= 7 and int(number) > 0):
        example = f"as in `{word}:{usual}`"
        raise ValueError(f"`{number}` is not a number of positions: from 1 to {MAX_POSITIONS:,}, {example}")
    return int(number)


def player(name: str, seed: str) -> Player:
    """Returns the player that a name stands for; `ValueError` says what is wrong with it."""
    positions = positions_of(name)
    return RandomPlayer(Chance(seed)) if positions is None else Interpreted(seed, positions)


def budgets_of(named: Mapping[str, str]) -> dict[str, int] | None:
    """Returns how many positions the programs look at by seat, 0 for chance; None where one is no program."""
    try:
        return {seat: positions_of(name) or 0 for seat, name in named.items()}
    except ValueError:
        return None


def at_the_table(
    named: Mapping[str, str], position: Position, seed: str, find: Callable[[], Target | None],
    besides: Mapping[str, Player] = MappingProxyType({}),
) -> dict[str, Player]:  # fmt: skip
    """Returns the players by seat and by side, with those who sit there `besides`. Programs that look ahead are asked
    in the target that is found."""
    seeds = by_seat_and_side({seat: f"{seed}/{seat}" for seat in named}, position)
    players = {**besides, **{seat: player(name, seeds[seat]) for seat, name in named.items()}}
    budgets = {seat: positions for seat, name in named.items() if (positions := positions_of(name)) is not None}
    if budgets:
        alone = by_seat_and_side(dict(players), position)
        together = AtTheTable(find, seeds, by_seat_and_side(budgets, position), alone)
        players |= dict.fromkeys(budgets, together)
    return by_seat_and_side(players, position)


def deciding_by(name: str, worth: e.Expr | None) -> Deciding:
    """Returns who decides in a trial by a name such as `each` or `greedy`; `ValueError` says what is wrong with it."""
    if name == EACH:
        return each
    positions = positions_of(name)
    if positions is None:
        return at_random
    if worth is None:
        raise ValueError(f"`{name}` cannot decide: no advice says what a position is worth")

    def decided(machine: Machine) -> Shares:
        game = Game(machine.agenda, Setup("", machine.position, worth), SEED, amid=machine)
        return [(player(name, SEED).answer(game), Fraction(1))]

    return decided
