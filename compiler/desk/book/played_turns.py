"""A part of a kept game, told in pictures: each action with its arrows, each throw with what decided it.

The journal lies with the module. It is played again under the law of the book; where it can no longer be followed,
nothing is told here and `hexlaw check` says why.
"""

from __future__ import annotations

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.texts import DISK
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.figure_store import Figures
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.settings import PlayedPlan
from hexlaw.compiler.desk.book.wording import as_sentence
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.games import game_begun, open_journal
from hexlaw.runtime.explain.played_moves import played_moves, why_not_followed
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Journal

TITLE = "A turn in pictures"


def played(parts: PartMaker, figures: Figures) -> m.Played | None:
    """Returns the part of a game that `book.yaml` names; nothing where it names none or it cannot be followed."""
    plan = parts.settings.played
    begun = None if plan is None else _begun(parts.compilation, plan, Diagnostics())
    if plan is None or begun is None:
        return None
    journal, game = begun
    moves = tuple(
        m.Move(f"played:{number}", as_sentence(move.text), move.lines, figures.move(number, move))
        for number, move in enumerate(played_moves(game, journal.entries[: plan.last], plan.first), 1)
    )
    title = parts.graph.situations[game.setup.situation].title
    return m.Played("played", plan.title or TITLE, title, moves) if moves else None


def check_played(compilation: Compilation, plan: PlayedPlan, diagnostics: Diagnostics) -> None:
    """Reports a journal that is not there, is another law's or can no longer be followed up to where it is shown."""
    begun = _begun(compilation, plan, diagnostics)
    if begun is None:
        return
    journal, game = begun
    if plan.last > len(journal.entries):
        many = f"the journal has {len(journal.entries)} answers, and the last that is shown would be the {plan.last}th"
        diagnostics.report("HX191", plan.journal.span, many, help="say by `from` and `to` which are shown")
        return
    if why := why_not_followed(game, journal.entries[: plan.last]):
        message = f"the game of this journal can no longer be followed: {why}"
        diagnostics.report("HX191", plan.journal.span, message, help="play one anew: `hexlaw run --journals`")


def _begun(compilation: Compilation, plan: PlayedPlan, diagnostics: Diagnostics) -> tuple[Journal, Game] | None:
    """Returns a journal and its game at its beginning."""
    path = plan.folder / "journals" / f"{plan.journal.text}.journal"
    if not path.is_file():
        message = f"there is no journal `journals/{path.name}` beside `book.yaml`"
        diagnostics.report("HX191", plan.journal.span, message, help="`hexlaw run --journals` keeps one of a game")
        return None
    journal = open_journal(path, diagnostics, DISK)
    game = None if journal is None else game_begun(compilation, journal, None, diagnostics)
    return None if journal is None or game is None else (journal, game)
