"""What stands in the way of an action that cannot be completed: why the picks that would follow are refused.

An answer from which no way leads on is refused without a rule of its own: the rules refuse what would come after it.
In come a game and such an answer, looked at as the side that decides sees it; out come refusals of the picks behind
it, each rule once, those met first.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hexlaw.runtime.play import choices, lookahead, picks
from hexlaw.runtime.play.foresight import as_seen
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, Choose, Take
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.verdict import Refusal

MOST_JUDGED = 200
"""Picks looked at: to say why is worth a moment, no more."""
MOST_TOLD = 5
DEEPEST = 6


def hindrances(machine: Machine, answer: Any) -> list[Refusal]:
    """Why nothing follows upon an answer, as far as rules say so."""
    seen = as_seen(machine)
    told = seen if seen.answering.in_words else seen.by_reference()
    found = _Found()
    ahead = lookahead.after(told, answer)
    if ahead is not None:
        found.look(ahead, DEEPEST)
    return list(found.refusals.values())


class _Found:
    def __init__(self) -> None:
        self.refusals: dict[str, Refusal] = {}
        self.judged = 0

    def look(self, machine: Machine, depth: int) -> None:
        """Judges what could be picked next, and what after that, however dice fall and where offers are let pass."""
        question = machine.state.question
        if depth == 0 or machine.depth == 0 or self.judged > MOST_JUDGED:
            return
        if not isinstance(question, Choose):
            for answer in (DONE,) if isinstance(question, Take) else picks.candidates(machine):
                self.judged += 1
                with suppress(LawStop):
                    if (ahead := lookahead.after(machine, answer)) is not None:
                        self.look(ahead, depth - 1)
            return
        answers = [answer for answer in choices.candidates(machine) if answer != DONE]
        if not answers:
            name = question.pick.partition(".")[2]
            text = f"there is nothing that `{name}` could be picked from"
            self.refusals.setdefault(f"none {question.pick}", Refusal("not offered", name, None, text))
        for answer in answers:
            self.judged += 1
            if self.judged > MOST_JUDGED or len(self.refusals) >= MOST_TOLD:
                return
            try:
                refusals, ahead = lookahead.weighed(machine, answer)
            except LawStop:
                continue  # where the law does not answer, nothing is refused
            for refusal in refusals:
                same = f"{refusal.how} {question.pick}" if refusal.rule is None else refusal.rule.id
                self.refusals.setdefault(same, refusal)
            if ahead is not None:
                self.look(ahead, depth - 1)
