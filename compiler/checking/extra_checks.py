"""What `hexlaw check` looks for once a module compiles: its boards, its rulings' cases, its rules in pairs.

Input: a compiled module. Output: findings, and how many pairs of rules were decided. These checks concern the law as a
whole and how it plays, so a question about a position can be asked without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from hexlaw.compiler.analysis.clashes import ClashTally, find_clashes
from hexlaw.compiler.analysis.dead_picks import picks_can_be_made
from hexlaw.compiler.analysis.options import choices_of_the_law_stand, options_can_be_chosen
from hexlaw.compiler.analysis.play_checks import play_has_words
from hexlaw.compiler.analysis.prose_lock import ProseLock, prose_is_true, texts_speak_for_their_law
from hexlaw.compiler.analysis.repeats import repeats_end
from hexlaw.compiler.analysis.secret_reads import options_read_what_is_seen
from hexlaw.compiler.analysis.spelling import names_are_spelt
from hexlaw.compiler.analysis.unanswered import find_unanswered
from hexlaw.compiler.analysis.unnamed_subjects import phrases_name_what_is_spoken_of, words_of_picks_fit
from hexlaw.compiler.analysis.unprinted_rolls import dice_are_printed
from hexlaw.compiler.analysis.unreachable import crews_fit, ends_are_asked, law_is_reached
from hexlaw.compiler.analysis.unused import cells_are_read, names_are_used
from hexlaw.compiler.base.cache import digest, once_clean
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.patience import MAX_FINDINGS_OF_A_MODULE, patience
from hexlaw.compiler.base.processes import look_whether_over
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.checking.set_ups import situations_can_be_set_up
from hexlaw.compiler.data.load import CaseSources
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.desk.book.played_turns import check_played
from hexlaw.compiler.desk.book.settings import check_links, check_settings, read_settings
from hexlaw.compiler.desk.cases.case_checks import names_of_cases_are_there, questions_can_be_typed
from hexlaw.compiler.desk.cases.case_index import asked_in, cases_are_named_once, contents_of
from hexlaw.compiler.desk.cases.claims import check_claims, check_rulings
from hexlaw.compiler.desk.cases.unplayed import reasons_hold
from hexlaw.compiler.desk.presets import presets_stand
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.resolve.names import Names
from hexlaw.compiler.situations.cases_of_uses import cases_of_libraries
from hexlaw.compiler.situations.maps import boards_can_be_laid
from hexlaw.runtime.law.graph import Graph

CHECKS: tuple[Callable[[Graph, Names, Diagnostics], None], ...] = (
    options_can_be_chosen, choices_of_the_law_stand, repeats_end, options_read_what_is_seen, cells_are_read,
    dice_are_printed, names_are_used, picks_can_be_made, crews_fit, ends_are_asked, texts_speak_for_their_law,
    phrases_name_what_is_spoken_of, words_of_picks_fit, play_has_words,
)  # fmt: skip


def run_extra_checks(compilation: Compilation, found: Diagnostics, cases: CaseSources | None = None) -> ClashTally:
    """Reports to `found`, counts pairs of rules and sorts facts; `cases` are the case files, if they have been read."""
    tally = ClashTally()
    with patience(found, MAX_FINDINGS_OF_A_MODULE) as patient:
        of_law = compilation.chain.case_sources(patient) if cases is None else cases
        _beside_the_law(compilation, of_law | cases_of_libraries(compilation, patient), patient)
        for check in CHECKS:
            look_whether_over()
            check(compilation.graph, compilation.names, patient)
        tally = find_clashes(compilation.graph, compilation.names, patient)
        tally.facts = find_unanswered(compilation.graph, compilation.names, patient)
    return tally


def _beside_the_law(compilation: Compilation, cases: CaseSources, found: Diagnostics) -> None:
    for name in compilation.board_names:
        compilation.drawn_board(name, found)
    compilation.check_style(found)
    contents = contents_of(cases, found)
    check_settings(compilation, {case for file in contents for case in file.shown}, found)
    check_links(compilation, found)
    prose_is_true(ProseLock(compilation.graph, compilation.names, compilation.chain.layers[-1], found), found)
    settings = read_settings(compilation.chain.layers[-1:], Diagnostics())
    if settings is not None and settings.played is not None:
        check_played(compilation, settings.played, found)
    cases_are_named_once(compilation.chain, cases, found)
    names_of_cases_are_there(compilation.chain, compilation.names, compilation.graph, contents, found)
    own = [cases[path] for layer in compilation.chain.own for path in layer.cases if path in cases]
    questions_can_be_typed(compilation.chain, compilation.names, own, found)
    boards_of_cases_fit(compilation, own, found)
    check_rulings(compilation.names, contents, found)
    check_claims(compilation.chain, compilation.names, contents, found)
    reasons_hold(compilation, found)
    presets_stand(compilation, found)
    names_are_spelt(compilation.chain, cases, found)
    law_is_reached(compilation.chain, cases, compilation.graph, compilation.names, found)
    situations_can_be_set_up(compilation, found)


def boards_of_cases_fit(compilation: Compilation, sources: Iterable[Source], found: Diagnostics) -> None:
    """Reports boards that cannot be laid together, though a case is played on them. Each arrangement is tried once, and
    one that was clean not again while no board has changed."""
    tried: set[str] = set()
    for source in sources:
        for asked in asked_in(source):
            names = repr([[name for name, _, _ in row] for row in asked.boards])
            if names not in tried and all(asked.boards) and asked.module in (None, compilation.name):
                tried.add(names)
                rows = [[Scalar(name, source.span(start, end)) for name, start, end in row] for row in asked.boards]
                laid = partial(boards_can_be_laid, rows, compilation)
                once_clean("laid", digest(names, compilation.key_of_boards), laid, found)
