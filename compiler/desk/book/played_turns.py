"""A part of a kept game in pictures: what a side does with its arrows, each throw with what decided it.

The journal lies with the module. It is played again under the law of the book; where it can no longer be followed,
nothing is told here and `hexlaw check` says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.figure_store import Figures
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.players_words import CITED, PlayersWords, piece_names
from hexlaw.compiler.desk.book.settings import PlayedPlan
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.games import game_begun, on_printed_law, open_journal
from hexlaw.runtime.explain.played_moves import PlayedMove, played_moves
from hexlaw.runtime.explain.speech import SAME, in_groups
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Journal
from hexlaw.runtime.play.replay import play_again
from hexlaw.runtime.words.spans import enumerated

_VALUE = " is "
_STARTS = re.compile(r"(.+?) is (?:.+): starts with (.+)")
"""A number that other lines change: what it is in the end, and what it starts with."""


def played(parts: PartMaker, figures: Figures) -> m.Played | None:
    """Returns the part of a game that `book.yaml` names; nothing where it names none or it cannot be followed."""
    plan = parts.settings.played
    begun = None if plan is None else _begun(parts.compilation, plan, Diagnostics())
    if plan is None or begun is None:
        return None
    journal, game = begun
    before = game.position
    done = [*played_moves(game, journal.entries[: plan.last], plan.first)]
    words = PlayersWords(parts, piece_names(parts, (before, game.position)))
    moves = tuple(
        m.Move(f"played:{n}", words.opening(one.part, one.text), tuple(_paragraphs(one, words)), figures.move(n, one))
        for n, one in enumerate(done, 1)
    )
    title = parts.graph.situations[game.setup.situation].title
    return m.Played("played", plan.title or "A turn in pictures", title, moves) if moves else None


def _paragraphs(move: PlayedMove, words: PlayersWords) -> Iterator[m.Text]:
    """Yields each throw with the numbers that it came to, and what has changed in the end."""
    fallen, said = list[str](), set[str]()
    for throw, then in zip_longest(move.throws, move.throws[1:]):
        fallen.append(throw.shows)
        goes_on = then is not None and throw.lines == then.lines[: len(throw.lines)]
        lines = [] if goes_on else [line for line in _sentences(throw.lines) if line not in said]
        *behind, outcome = lines or [""]
        if outcome:
            said |= {*behind}
            sentences = [*behind, f"{enumerated(fallen)}: {outcome}"]
            yield words.spans("; ".join(sentences).replace("; ", ": ", _VALUE not in sentences[0]))
            fallen.clear()
    if fallen:
        yield words.spans(enumerated(fallen))
    if move.changes:
        yield words.spans("; ".join(move.changes))


def _sentences(lines: Iterable[str]) -> Iterator[str]:
    """Yields each number with what it was made of in one sentence: `the push of max is 3, doubled to 6 as max is horned
    [RB 5.4]`. What adds nothing, and what a later line says with its source, is left out."""
    groups = [[line.strip() for line in group] for group in in_groups(lines)]
    values = {head: CITED.sub("", head).rpartition(_VALUE)[2] for head, *_ in groups}
    sourced = {value for head, value in values.items() if head.endswith("]")}
    for head, *steps in groups:
        adds = any(not step.startswith(SAME) for step in steps) or head.endswith("]")
        if not adds and (values[head] == "0" or (values[head] in sourced and not values[head].isdigit())):
            continue
        begun = _STARTS.fullmatch(head)
        said = f"{begun[1]} is {begun[2]}" if begun is not None else head
        for step in steps:
            said += f"; {step}" if step.startswith(SAME) else f", {step.replace(': ', ' as ', 1)}"
        yield said


def check_played(compilation: Compilation, plan: PlayedPlan, diagnostics: Diagnostics) -> None:
    """Reports a journal that is not there, is another law's or can no longer be followed up to where it is shown."""
    if (begun := _begun(compilation, plan, diagnostics)) is None:
        return
    journal, game = begun
    if plan.last > len(journal.entries):
        many = f"the journal has {len(journal.entries)} answers, and the last that is shown would be the {plan.last}th"
        diagnostics.report("HX191", plan.journal.span, many, help="say by `from` and `to` which are shown")
    elif (differs := play_again(on_printed_law(game, plan.last), journal.entries[: plan.last])) is not None:
        message = f"the game of this journal can no longer be followed: at answer {differs.number}, {differs.message}"
        diagnostics.report("HX191", plan.journal.span, message, help="play one anew: `hexlaw run --journals`")


def _begun(compilation: Compilation, plan: PlayedPlan, diagnostics: Diagnostics) -> tuple[Journal, Game] | None:
    """Returns a journal and its game at its beginning."""
    path = plan.folder / "journals" / f"{plan.journal.text}.journal"
    if not path.is_file():
        message = f"there is no journal `journals/{path.name}` beside `book.yaml`"
        diagnostics.report("HX191", plan.journal.span, message, help="`hexlaw run --journals` keeps one of a game")
        return None
    journal = open_journal(path, diagnostics)
    game = None if journal is None else game_begun(compilation, journal, None, diagnostics)
    return None if journal is None or game is None else (journal, game)
