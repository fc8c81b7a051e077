"""A journal played again: under the law it was written under, or under another, up to the first answer that differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexlaw.runtime.evaluate.verdict import Permission
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import ByLot, Choose, Draw, Question, Take, Throw


@dataclass(frozen=True)
class Differs:
    """Where a game can no longer follow its journal, and why."""

    number: int  # of the entry, from 1
    entry: Entry
    message: str
    verdict: Permission | None = None  # the refusal, where the answer is not legal here
    answer: Value = None  # what was refused
    stop: LawStop | None = None  # where the law stops


@dataclass(frozen=True)
class JournalStep:
    """An answer that was given again. `thrown` is what the seed throws there, where the journal has another throw."""

    number: int  # from 1
    entry: Entry
    thrown: str | None = None


def steps_again(game: Game, entries: Sequence[Entry], since: int = 0) -> Iterator[JournalStep | Differs]:
    """Answers a game as its journal does, from its beginning or `since` so many entries, one at a time; the last item
    may be why it cannot continue. What lapsed in the journal has to lapse here as well."""
    for number, entry in enumerate(entries[since:], since + 1):
        by_itself = game.entries[number - 1] if number <= len(game.entries) else None
        step: JournalStep | Differs
        if by_itself == entry:
            step = JournalStep(number, by_itself)
        elif by_itself is not None:
            step = Differs(number, entry, f"here `{by_itself.asked}` comes to an end, as nothing can be answered")
        elif entry.lapsed:
            asked = "" if game.question is None else f": the game asks {in_short(game.question)}"
            step = Differs(number, entry, f"here it is not a dead end{asked}")
        else:
            step = _again(game, number, entry)
        yield step
        if isinstance(step, Differs):
            return


def play_again(game: Game, entries: Sequence[Entry]) -> Differs | None:
    """Brings a game to where its journal ends."""
    return next((step for step in steps_again(game, entries) if isinstance(step, Differs)), None)


def _again(game: Game, number: int, entry: Entry) -> JournalStep | Differs:
    question = game.question
    if question is None:
        return Differs(number, entry, "the game is over before")
    if _asked(question) != (entry.side, entry.asked) or (entry.player and entry.who != getattr(question, "who", "")):
        return Differs(number, entry, f"the game asks something else here: {in_short(question)}")
    answer = game.meant(entry.answer)
    if answer is None:
        return Differs(number, entry, f"`{entry.answer}` is not an answer here")
    thrown = None
    try:
        if not game.allows(answer):
            return Differs(number, entry, "it is not legal here", game.judge(answer), answer)
        if isinstance(question, ByLot):
            thrown = game.entry(question, game.drawn()).answer
        game.put_with_notes(answer)
    except LawStop as stop:
        return Differs(number, entry, f"the game stops: {stop.message}", stop=stop)
    given = game.entries[number - 1]
    return JournalStep(number, given, None if thrown == given.answer else thrown)


def _asked(question: Question) -> tuple[str, str]:
    match question:
        case Throw(name=name) | Draw(name=name):
            return "", name
        case Take(side=side):
            return side, ACTION
        case Choose(side=side, pick=pick):
            return side, pick


def in_short(question: Question) -> str:
    """Returns a question in a few words."""
    match question:
        case Throw() | Draw():
            return question.short
        case Take(who=who, actions=actions):
            return f"{who}: {', '.join(actions)} or done"
        case Choose(who=who, pick=pick, may_end=may_end):
            return f"{who}: {pick}{' or done' if may_end else ''}"
