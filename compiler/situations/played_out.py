"""A game played to its end by programs, or given up."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.processes import look_whether_over
from hexlaw.compiler.programs import PROGRAMS, WORD_ENDS, at_the_table, program_of, programs_of
from hexlaw.compiler.situations.activity import Activity
from hexlaw.compiler.situations.tally import PlayedGame, in_report
from hexlaw.compiler.wasm.program import styles_of
from hexlaw.runtime.explain.explain import chain_lines
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.graph import SIDE, STYLE_OF
from hexlaw.runtime.law.stops import SILENT, LawStop, Misplaced, Unseen
from hexlaw.runtime.law.value import GAME, Value
from hexlaw.runtime.play.choices import candidates
from hexlaw.runtime.play.game import Game, Setup
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Take
from hexlaw.runtime.play.seating import seated, seats

if TYPE_CHECKING:
    from hexlaw.compiler.wasm.target import Target

MAX_ANSWERS = 50_000
"""Answers and throws of one game, several times what the longest takes: a side that never stops would go on and on."""


class NotFinished(LawStop):
    """A game was given up: it goes on and on."""


def play_out(
    game: Game, players: Mapping[str, Player], most: int = MAX_ANSWERS, each: Callable[[], None] | None = None
) -> None:
    """Plays a game to its end, or gives it up after so many answers; `each` is called after every one."""
    game.takes_back = False
    while not game.over:
        look_whether_over()
        if len(game.entries) >= most:
            raise NotFinished(f"it is not over after {most:,} answers", "perhaps a side may act as often as it likes")
        question = game.question
        if isinstance(question, ByLot):
            game.throw()
        elif question is not None:
            game.put(seated(players, question).answer(game))
        if each is not None:
            each()


def why_unanswered(
    game: Game, named: Mapping[str, str], find: Callable[[], Target], first: int, seat: str
) -> tuple[str, ...]:
    """Returns why the law gives no answer to something that the program of a seat may weigh after so many entries of a
    game: a sentence, what to write, and the chain that led there; nothing where none of the nearest ways come to it."""
    with suppress(NotFinished):
        play_out(game, at_the_table(named, game.position, game.seed, find), first)
    worth, positions = game.setup.worth, program_of(named[seat]).positions
    if worth is None or (stop := _silence(game, worth, positions)) is None:
        return ()
    return stop.message, *([f"help: {stop.help}"] * bool(stop.help)), *chain_lines(stop, game.position)


def _silence(begun: Game, worth: e.Expr, positions: int) -> LawStop | None:
    """Returns where the law gives no answer to what can be done next, or to what that is worth: the nearest of the ways
    on, as far as so many positions, others declining; None where it answers all."""
    asked, waiting = begun.question, deque([begun])
    assert isinstance(asked, Take | Choose)
    while waiting and (positions := positions - 1) >= 0:
        game = waiting.popleft()
        question = game.question
        try:
            if game is not begun and not isinstance(question, Choose):
                game.to_read.ev.value(worth, {SIDE: asked.side})
            answers: Iterable[Value] = [DONE] * (game.to_read.depth > begun.to_read.depth)
            if game is begun or isinstance(question, Choose | ByLot):
                answers = candidates(game.to_read)
            for answer in answers:
                with suppress(Misplaced, Unseen):
                    waiting += [ahead] if (ahead := game.followed(answer)) is not None else []
        except SILENT as stop:
            return stop
    return None


def came_of(
    game: Game, players: Mapping[str, Player], most: int = MAX_ANSWERS, each: Callable[[], None] | None = None
) -> PlayedGame:
    """Plays a game to its end, and tells what came of it, also where it stops."""
    played = PlayedGame(game.seed)
    try:
        play_out(game, players, most, each)
        winner = game.winner()
        played.winner = None if winner is None else str(winner)
        played.report = in_report(game.figures())
    except LawStop as stop:
        played.stopped, played.helps = stop.message, stop.help
        played.chain = [*chain_lines(stop, game.position)]
    played.activity = Activity.of_players(game.entries, players, seats(game.position))
    played.throws = sum(1 for entry in game.entries if not entry.side)
    played.decisions = len(game.entries) - played.throws
    return played


def styled(setup: Setup, named: Mapping[str, str]) -> Setup:
    """Returns a situation in which each side plays in the style of the program that has its seat, or of those of its
    players; the same where nobody has one."""
    graph, position = setup.position.graph, setup.position
    programs = programs_of({seat: name for seat, name in named.items() if WORD_ENDS.split(name)[0] in PROGRAMS}) or {}
    for side, styles in styles_of(programs, position).items():
        if len(styles) > 1:
            listed = " and ".join(f"`{style}`" if style else "none" for style in styles)
            raise Refused(f"the players of {side} are to play in two styles, {listed}", "a side plays in one style")
        if graph.styles and setup.position.value(GAME, STYLE_OF.format(side)) != styles[0]:
            position = position.scratch()
            position.set(GAME, STYLE_OF.format(side), styles[0])
    return setup if position is setup.position else replace(setup, position=position)
