"""Why an action cannot be completed: the refusals of the picks that would follow an answer.

An answer from which no way leads on is refused without a rule of its own: the rules refuse what would come after it.
In: a game, as the side that decides sees it, and such an answer. Out: refusals of the picks behind it, each rule once,
those met first. Prohibitions come before candidates that are not offered, and a refusal that held before the answer is
no reason against it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from hexlaw.runtime.board.geometry import Hex, distance
from hexlaw.runtime.evaluate.verdict import Permission, Refusal
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play import choices, picks
from hexlaw.runtime.play.belief import as_seen
from hexlaw.runtime.play.questions import DONE, Choose, Draw, Take, Throw

if TYPE_CHECKING:
    from hexlaw.runtime.play.game import Game

MAX_JUDGED = 200
"""Picks that are judged for an explanation."""
MAX_SHOWN = 5
MAX_INSTEAD, MAX_TRIED = 3, 60
"""Legal answers that are named in place of one that is refused, and how many are tried to find them."""
MAX_DEPTH = 6


def explained(game: Game, answer: Value) -> Permission:
    """Returns the verdict on an answer with all its reasons, also those of the picks that follow."""
    verdict = _judged(game, answer)
    explain_no_way_on(game, answer, verdict)
    return verdict


def _judged(game: Game, answer: Value) -> Permission:
    question = game.question
    match question:
        case Choose():
            verdict = picks.judge_alone(as_seen(game.to_read), answer)
        case Take():
            verdict = Permission(str(answer), "", ())
            if answer == DONE:
                choices.judge_passing(as_seen(game.to_read), verdict, game.owed)
                return verdict
            if answer not in question.actions:
                is_action = isinstance(answer, str)
                verdict.refuse(
                    "not open", f"`{answer}` cannot be taken here" if is_action else "it answers nothing here"
                )
        case Throw(name=name) | Draw(name=name):
            verdict, why_not = Permission("", name, (answer,)), "is none of those that can be drawn"
            if isinstance(question, Throw):
                why_not = f"shows {question.count} to {question.count * question.faces}"
            if not question.can_be(answer):
                verdict.refuse("not offered", f"`{name}` {why_not}")
            return verdict
        case _:
            raise AssertionError(question)
    if verdict.judged:
        verdict.refusals += refused_for_what_comes(game, answer)
    return verdict


def refused_for_what_comes(game: Game, answer: Value) -> list[Refusal]:
    """Returns what refuses an answer that stands by itself: what it would break, or that no way leads on from it."""
    if game.allows(answer):
        return []
    return game.breaks(answer) or [_no_way_on(game, answer, game.stuck(answer))]


def _no_way_on(game: Game, answer: Value, way: list[Value]) -> Refusal:
    """Returns why nothing leads on from an answer: the first dead end of the search, if there is a way to it; else that
    the next question has no answer."""
    *before, last = way or [None]
    ahead = game.followed(*before) if way else None
    why = [] if ahead is None else weighed(ahead, last) or ahead.breaks_at_rest(last)
    if why:
        return Refusal("no way on", why[0].rule, f"{why[0].text}, and there is no way on from there")
    following = game.foreseen(answer).question
    wanting = f": nothing can be picked as `{following.pick}`" if isinstance(following, Choose) else ""
    return Refusal("no way on", None, f"it cannot be completed{wanting}")


def weighed(game: Game, answer: Value) -> list[Refusal]:
    """Returns why an answer is refused by itself, or what it would break, without looking for a way on."""
    if isinstance(game.question, Choose):
        verdict = picks.judge_alone(as_seen(game.to_read), answer)
        if not verdict.judged:
            return verdict.refusals
    return game.breaks(answer)


def explain_no_way_on(game: Game, answer: Value, verdict: Permission) -> None:
    """Adds to a verdict why what would follow is refused, where no way leads on."""
    if any(refusal.how == "no way on" for refusal in verdict.refusals):
        known = [refusal.rule for refusal in verdict.refusals if refusal.rule is not None]
        verdict.further = [refusal for refusal in blockers(game, answer) if refusal.rule not in known]


def legal_instead(game: Game, answer: Value) -> list[Value]:
    """Up to three legal picks in place of one that is refused, the nearest first where they are hexes."""
    try:
        others = [other for other in choices.candidates(game.to_read) if other not in (answer, DONE)]
    except LawStop:
        return []
    if isinstance(answer, Hex):
        others.sort(key=lambda other: distance(other, answer) if isinstance(other, Hex) else 0)
    found: list[Value] = []
    for other in others[:MAX_TRIED]:
        with suppress(LawStop):
            if game.allows(other):
                found.append(other)
        if len(found) == MAX_INSTEAD:
            break
    return found


def blockers(game: Game, answer: Value) -> list[Refusal]:
    """Returns why nothing follows upon an answer, as far as rules say so."""
    found = _Found(game)
    ahead = game.followed(answer)
    if ahead is not None:
        found.look(ahead, MAX_DEPTH, (answer,))
    kept = {} if found.may_not_end else found.held_before or found.not_offered
    return list((found.refusals or kept).values())[:MAX_SHOWN]


class _Found:
    def __init__(self, asked: Game) -> None:
        self.asked = asked
        self.refusals: dict[str, Refusal] = {}
        self.held_before: dict[str, Refusal] = {}  # those that the answer has nothing to do with
        self.not_offered: dict[str, Refusal] = {}  # by pick, that of the candidate that meets most of its conditions
        self.may_not_end = False  # whether a rule says that it cannot be over, which says enough
        self.judged = 0

    def look(self, game: Game, depth: int, given: tuple[Value, ...]) -> None:
        """Judges the next picks and those after them, whatever the dice show, with all offers declined. Refusals of
        what was `given` on the way do not count; being done is judged first, as its refusal says most."""
        question = game.question
        if depth == 0 or game.to_read.depth == 0 or self.judged > MAX_JUDGED:
            return
        if not isinstance(question, Choose):
            for answer in (DONE,) if isinstance(question, Take) else picks.candidates(game.to_read):
                self.judged += 1
                with suppress(LawStop):
                    if (ahead := game.followed(answer)) is not None:
                        self.look(ahead, depth - 1, given)
            return
        answers = sorted(choices.candidates(game.to_read), key=lambda answer: answer != DONE)
        if answers in ([], [DONE]):
            name = question.pick.partition(".")[2]
            text = f"there is nothing that `{name}` could be picked from"
            self.refusals.setdefault(f"none {question.pick}", Refusal("not offered", None, text))
        for answer in answers:
            self.judged += 1
            if self.judged > MAX_JUDGED or len(self.refusals) >= MAX_SHOWN:
                return
            try:
                refusals = weighed(game, answer)
                ahead = None if refusals else game.followed(answer)
            except LawStop:
                continue  # where the law does not answer, nothing is refused
            is_offered = all(refusal.how != "not offered" for refusal in refusals)
            self.may_not_end = self.may_not_end or (answer == DONE and any(refusal.rule for refusal in refusals))
            before = self._before(question, answer) if refusals and is_offered else set()
            for refusal in refusals:
                same = _said_by(refusal, question)
                held = self.held_before if same in before or answer in given else self.refusals
                if is_offered:
                    held.setdefault(same, refusal)
                elif same not in self.not_offered or refusal.met > self.not_offered[same].met:
                    self.not_offered[same] = refusal
            if ahead is not None:
                self.look(ahead, depth - 1, (*given, answer))

    def _before(self, question: Choose, answer: Value) -> set[str]:
        """Returns the refusals of an answer to the question that is explained, if it asks the same pick."""
        asked = self.asked.question
        if not isinstance(asked, Choose) or asked.pick != question.pick:
            return set()
        with suppress(LawStop):
            return {_said_by(refusal, question) for refusal in weighed(self.asked, answer)}
        return set()


def _said_by(refusal: Refusal, question: Choose) -> str:
    """Returns what tells refusals apart: the rule, or how the pick is refused."""
    return f"{refusal.how} {question.pick}" if refusal.rule is None else refusal.rule.id
