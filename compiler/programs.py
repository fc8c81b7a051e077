"""Programs by their names: who plays a seat, and who decides in a trial.

`random` takes any legal answer (`play/players.py`). Those that look ahead are printed with the law
(`prelude/`) and play in the target: a whole game there, or a game that it follows (`wasm/seated.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from hexlaw.compiler.base.diagnostic import Refused, did_you_mean
from hexlaw.compiler.wasm.program import CANNOT_PLAY, CHANCE, MAX_PLAYOUTS, Program
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.players import Player, RandomPlayer
from hexlaw.runtime.play.seating import by_seat_and_side
from hexlaw.runtime.play.trials import EACH, Deciding, at_random, each, for_most_worth
from hexlaw.runtime.position.position import Position

if TYPE_CHECKING:
    from hexlaw.compiler.wasm.target import Target

GREEDY, CAPTAIN = Program(400), Program(400, playouts=8)
LEVELS: Mapping[str, Program] = {
    "beginner": replace(GREEDY, slips=120), "casual": replace(GREEDY, slips=90), "experienced": GREEDY,
    "expert": CAPTAIN,
}  # fmt: skip
"""How strong an opponent is, in people's words, the weakest first."""
PROGRAMS: Mapping[str, Program] = {"random": CHANCE, "greedy": GREEDY, "captain": CAPTAIN, **LEVELS}
"""With the positions that they look at for one plan, or the games that they play out of each style, if nothing else is
said."""
MAX_POSITIONS = 9_999_999
WORD_ENDS = re.compile("[:/]")
"""What may follow the word of a program: how many positions, and a style."""


def program_of(name: str) -> Program:
    """Returns the program that a name such as `greedy`, `greedy:200` or `greedy/careful` stands for; `ValueError` says
    what is wrong with it."""
    played, slash, style = name.partition("/")
    word, colon, number = played.partition(":")
    if word not in PROGRAMS:
        raise ValueError(f"there is no player `{word}`")
    usual = PROGRAMS[word]
    if slash and usual == CHANCE:
        raise ValueError(f"`{word}` goes by no advice: write it without a style")
    if slash and usual.playouts:
        raise ValueError(f"`{word}` chooses the style by itself: write it without one, or `greedy/{style}`")
    if slash:
        usual = replace(usual, style=style)
    if not colon:
        return usual
    if usual == CHANCE:
        raise ValueError(f"`{word}` does not look ahead: write it without a number")
    is_captain = usual.playouts > 0
    what, most = ("games to play out", MAX_PLAYOUTS) if is_captain else ("positions", MAX_POSITIONS)
    if not (number.isascii() and number.isdigit() and 1 <= len(number) <= 7 and 0 < int(number) <= most):
        example = f"as in `{word}:{usual.playouts or usual.positions}`"
        raise ValueError(f"`{number}` is not a number of {what}: from 1 to {most:,}, {example}")
    return replace(usual, playouts=int(number)) if is_captain else replace(usual, positions=int(number))


def playing_program(
    name: str, worths: Iterable[e.Expr | None], laws: Sequence[Law], others: Sequence[str] = ()
) -> None:  # fmt: skip
    """Refuses where there is no such program, though `others` may be meant, or it cannot play under these laws for want
    of a worth, or of its style."""
    try:
        program = program_of(name)
    except ValueError as problem:
        known, word = [*PROGRAMS, *others], WORD_ENDS.split(name)[0]
        near = did_you_mean(name, known) or f"there are: {', '.join(known)}"
        if any(word in law.sides for law in laws):
            near = f"did you mean `{word}=greedy{name.removeprefix(word)}`?"
        wanting = "" if word in PROGRAMS else f"; {near}"
        raise Refused(f"{problem}{wanting}") from None
    if program != CHANCE and None in worths:
        wanting = "no advice says what a position is worth, by goals or by `worth(s: side)`"
        raise Refused(f"`{name}` cannot play this: {wanting}; `random` can")
    for law in laws if program.style is not None else ():
        _has_style(law, str(program.style))


def _has_style(law: Law, style: str) -> None:
    """Refuses a style that the law does not declare, or that is not in force."""
    if (declared := law.graph.styles.get(style)) is None:
        known = [name for name, decl in law.graph.styles.items() if law.why_not_in_force(decl.origin) is None]
        usual = f"the styles are: {', '.join(known)}" if known else "it has none: leave out what follows `/`"
        raise Refused(f"there is no style `{style}` in {law.graph.name}", did_you_mean(style, known) or usual)
    if (why := law.why_not_in_force(declared.origin)) is not None:
        raise Refused(f"nobody plays in the style `{style}` here", str(why))


def not_carried(why: str, names: Iterable[str]) -> str:
    """Returns what comes of it for random games that a law is not carried; refuses programs that look ahead."""
    if any(program_of(name) != CHANCE for name in names):
        raise Refused(f"{CANNOT_PLAY}: {why}", "`random` can")
    return f"played by the evaluator, some hundred times slower: {why}"


def programs_of(named: Mapping[str, str]) -> dict[str, Program] | None:
    """Returns the programs by seat; None where one is no program."""
    try:
        return {seat: program_of(name) for seat, name in named.items()}
    except ValueError:
        return None


def at_the_table(
    named: Mapping[str, str], position: Position, seed: str, find: Callable[[], Target],
    besides: Mapping[str, Player] = MappingProxyType({}),
) -> dict[str, Player]:  # fmt: skip
    """Returns the players by seat and by side, with those who sit there `besides`. Programs that look ahead are asked
    in the target that is found."""
    seeds = by_seat_and_side({seat: f"{seed}/{seat}" for seat in named}, position)
    programs = {seat: program_of(name) for seat, name in named.items()}
    players = {**besides, **{seat: RandomPlayer(Chance(seeds[seat])) for seat in named}}
    if ahead := [seat for seat, program in programs.items() if program != CHANCE]:
        from hexlaw.compiler.wasm.seated import AtTheTable  # brings along all that is printed

        players |= dict.fromkeys(ahead, AtTheTable(find, seeds, by_seat_and_side(programs, position)))
    return by_seat_and_side(players, position)


def deciding_by(name: str, worth: e.Expr | None) -> Deciding:
    """Returns who decides in a trial by a name such as `each` or `greedy`; `ValueError` says what is wrong with it."""
    if name == EACH:
        return each
    program = program_of(name)
    if program.style is not None:
        raise ValueError("a style belongs to who plays a side: give it to the game, as in `game: {style-of-SIDE: ...}`")
    if program.playouts or program.slips:
        raise ValueError(f"`{name}` plays a side, and decides in no trial: `greedy` does")
    if program == CHANCE:
        return at_random
    if worth is None:
        raise ValueError(f"`{name}` cannot decide: no advice says what a position is worth")
    return for_most_worth(worth, program.positions)
