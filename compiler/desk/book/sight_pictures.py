"""Lines of sight in pictures, from the cases that ask for one: free or stopped, each with a sentence why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.place_numbers import anchor_of
from hexlaw.compiler.check.question_typing import read_question
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.figure_store import Figures
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.wording import as_sentence
from hexlaw.compiler.situations.case_files import Case, case_files
from hexlaw.compiler.situations.situate import situate
from hexlaw.runtime.explain.sights import sight_asked, sight_of
from hexlaw.runtime.law.stops import LawStop

TITLE = "Lines of sight in pictures"
MAX_SIGHTS = 12
"""Where `book.yaml` does not say which are shown."""


def sights(parts: PartMaker, figures: Figures) -> m.Sights | None:
    """Returns those that `book.yaml` names, in its order; else some that are explained, free and stopped by turns."""
    if not figures.style.sight:
        return None
    cases = {case.id: case for file in case_files(parts.compilation, Diagnostics()) for case in file.cases}
    wanted = [(cases[name.text], why) for name, why in parts.settings.sights if name.text in cases]
    if not wanted:
        explained = [(case, why) for case in cases.values() if (why := case.node.text("doc")) is not None
                     and (case.node.text("ask") or "").startswith(f"{figures.style.sight}(")]  # fmt: skip
        by_verdict = [[one for one in explained if one[0].node.text("expect") == verdict] for verdict in ("yes", "no")]
        wanted = [one for pair in zip(*by_verdict, strict=False) for one in pair][:MAX_SIGHTS]
    found = [sight for case, why in wanted for sight in _sight(parts, case, why, figures)]
    return m.Sights("sight", parts.settings.sights_title or TITLE, tuple(found)) if found else None


def _sight(parts: PartMaker, case: Case, why: str, figures: Figures) -> Iterator[m.Sight]:
    """Yields the picture of a case; none where it asks for anything but a line of sight, or no longer holds."""
    problems = Diagnostics()
    situation = situate(case, parts.compilation, parts.standing.law, problems)
    if situation is None or situation.map is None or case.question is None or problems.has_errors:
        return
    question = read_question(case.question, parts.compilation.names, situation.map, situation.constants, problems)
    asked = None if question is None else sight_asked(question, figures.style)
    if asked is None:
        return
    with suppress(LawStop):
        sight = sight_of(parts.standing.law, situation.position, figures.style, *asked)
        if ("yes" if sight.free else "no") == case.node.text("expect"):  # else the sentence speaks of something else
            here, there = map(situation.map.name_of, asked)
            yield m.Sight(
                anchor=f"sight:{anchor_of(case.id)}",
                case=case.id,
                title=f"{here} to {there}",
                free=sight.free is True,
                why=as_sentence(why),
                figure=figures.sight(case.id, situation.position, sight),
                cites=case.shows,
            )
