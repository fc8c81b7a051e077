"""What may come of an answer at the table, with the chances: of all outcomes, throw by throw, or in a line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property

from hexlaw.compiler.desk.table.output import TextOfData
from hexlaw.compiler.desk.table.page_state import ToldLine
from hexlaw.compiler.desk.table.screen import MAX_LISTED, Screen
from hexlaw.runtime.explain.event_lines import changes
from hexlaw.runtime.explain.throws import about_a_throw, about_no_throw, behind_a_throw, behind_no_throw
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Value, exact_text
from hexlaw.runtime.play import outcomes
from hexlaw.runtime.play.dice import is_about, subjects
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Take, Throw
from hexlaw.runtime.position.position import Position

MAX_ENDED = 2
"""What is ended to see what becomes of an action that is over: the action, and the part of the turn."""

UNSEEN = "what comes of it depends on what you do not see"


class Odds:
    """The odds of what can be answered in the game of a screen, as its side sees it; `before` is the game without the
    action that is asked about."""

    def __init__(self, screen: Screen, before: Game | None = None) -> None:
        self.screen, self.game, self.before = screen, screen.game, before

    def lines(self, answer: Value) -> Iterator[str]:
        """Yields what may come of a legal answer, with the chances of each, the likeliest first; throw by throw where
        several follow. Where dice fall only once the part of the turn is over, those that are about what was picked. Of
        an end also what is carried out upon it without dice, as far as the law has a name for it, such as an attack."""
        yield from self._upon(answer)
        if answer == DONE and isinstance(self.game.question, Take):
            done = outcomes.all_undiced(self.game, answer)
            each = (tuple(about_no_throw(self.game.law, one.position, one.name, one.names)) for one in done)
            for lines in dict.fromkeys(filter(None, each)):
                yield from (*lines, "no dice fall for it")

    def _upon(self, answer: Value) -> Iterator[str]:
        following = self.game.foreseen(answer).question
        if isinstance(following, ByLot):
            rolls = outcomes.rolls(self.game, answer)
            if len(rolls.each) > 1:
                yield from self._throw_by_throw(rolls)
                return
        elif (later := outcomes.awaited(self.game, answer)) is not None:
            yield from self._odds_later(*later, answer)
            return
        before, found = outcomes.outcomes(self.game, answer)
        falls = [(one.chance, self._changes(before, one.position, answer, cut_short=one.cut_short)) for one in found]
        always = _always(falls) if len(found) > 1 else set()
        if always:
            yield f"always: {'; '.join(sorted(always))}"
        if found and not found[0].thrown:
            following = found[0].question
            is_next, done = "", ""
            if isinstance(following, Choose):
                is_next = f"; next is {self.screen.called(following)}"
                done = ", nor once that is done" if following.may_end else ""
            yield f"no dice fall upon it{done}{is_next}"
            yield from self._why_no_dice(answer)
            if len(found) == 1 and not falls[0][1]:
                return
        yield from _with_chances(falls, always, self._nothing(more=bool(always)))
        with suppress(LawStop):
            ahead = self.game.followed(answer) if found and found[0].thrown else None
            if ahead is not None and isinstance(ahead.question, Throw):
                yield from behind_a_throw(ahead.law, ahead.position, ahead.to_read.frames, ahead.question)

    def as_it_stands(self, answer: Value) -> list[str]:
        """Returns what an action that is over upon an answer has declared, in short: what dice will be thrown for once
        the part of the turn is over, or what was too little for any."""
        question, following = self.game.question, self.game.foreseen(answer).question
        if not isinstance(question, Choose) or not isinstance(following, Take) or following.who != question.who:
            return []
        about, law = self._about(answer), self.game.law
        actor = self._actor(about)
        with suppress(LawStop):
            later = outcomes.awaited(self.game, answer)
            if later is not None and len(later[1]) == 1:
                for roll in outcomes.rolls(later[0], DONE, quickly=True).each:
                    asked, frames = roll.asked.question, roll.asked.to_read.frames
                    if isinstance(asked, Throw) and is_about(frames, actor):
                        return about_a_throw(law, roll.asked.position, frames, asked)
            found = outcomes.undiced(self.game, answer, about, MAX_ENDED)
            if found is not None and not {*actor}.isdisjoint(subjects(tuple(found.names.values()))):
                lines = about_no_throw(law, found.position, found.name, found.names)
                return [*lines, "no dice fall for it"] if lines else []
        return []

    def in_a_line(self, answer: Value) -> str:
        """Returns what may come of the dice that are about a legal answer, now or once the part of the turn is over,
        with the chances; nothing where none fall."""
        if (at := self._at_the_dice(self.game, answer)) is None:
            return ""
        each = self._due_to_it(outcomes.rolls(*at), self._about(answer) if at[0] is not self.game else [])
        if not each:
            return "no dice fall for it"
        said: list[str] = []
        for roll in each:
            falls = self._falls_of(roll)
            chances = _chances_of(falls, _always(falls) if len(falls) > 1 else set(), self._nothing())
            if any(lines for _, lines in falls):
                said.append(", ".join(f"{round(chance * 100)} % {what}" for what, chance in chances))
        return "; then ".join(said) or self._nothing()

    def _at_the_dice(self, game: Game, answer: Value) -> tuple[Game, Value] | None:
        """Returns the game and the answer upon which dice fall: this one, or later the end of a part."""
        if game.throws_with(answer):
            return game, answer
        later = outcomes.awaited(game, answer)
        return None if later is None else (later[0], DONE)

    def _due_to_it(self, rolls: outcomes.Rolls, about: Sequence[str]) -> list[outcomes.Roll]:
        """Returns the throws that are about what was picked, and would not be made without it; where there are none,
        all that would not be made without it, or else those about whom the action was begun with."""
        new = [roll for roll in rolls.each if not about or roll.purpose not in self._made_anyway]
        of_it = [roll for roll in new if is_about(roll.asked.to_read.frames, about)]
        return of_it or new or [roll for roll in rolls.each if is_about(roll.asked.to_read.frames, self._actor(about))]

    @cached_property
    def _made_anyway(self) -> set[int]:
        """Returns what the throws are for that would be made without the action that is asked about."""
        at = self._at_the_dice(self.before, DONE) if self.before is not None and self.before.allows(DONE) else None
        return set() if at is None else {roll.purpose for roll in outcomes.rolls(*at).each}

    def _falls_of(self, roll: outcomes.Roll) -> Falls:
        """Returns what each fall of a throw changes, with its chance once it comes to that throw."""
        whole = sum((one.chance for one in roll.falls), Fraction(0))
        return [
            (one.chance / whole, self._changes(one.before, one.after, cut_short=one.cut_short)) for one in roll.falls
        ]

    def _changes(self, before: Position, after: Position, answer: Value = None, *, cut_short: bool) -> list[str]:
        """Returns what is seen to change, and whether that is all."""
        lines = [*changes(before, after, answer, self.screen.books())]
        return [*lines, UNSEEN] if cut_short else lines

    def _nothing(self, *, more: bool = False) -> str:
        return self.screen.nothing_changes(more=more, is_foreseen=True)

    def _actor(self, about: Sequence[str]) -> Sequence[str]:
        """Of what was picked the first thing of the side that acts, or else the first of all."""
        side, things = getattr(self.game.question, "side", ""), self.screen.position.things
        own = [name for name in about if name in things and self.screen.owner(things[name]) == side]
        return (own or about)[:1]

    def _about(self, answer: Value) -> list[str]:
        """Returns what is picked, and this."""
        question = self.game.question
        return [*(self.screen.picked(question) if isinstance(question, Choose) else []), self.screen.shown(answer)]

    def _throw_by_throw(self, rolls: outcomes.Rolls, about: Sequence[str] = ()) -> Iterator[str]:
        """Yields each throw with what it depends on and what it does, each by itself."""
        each = self._due_to_it(rolls, about)
        if not rolls.exact and len(rolls.each) > 1:
            yield "each as it is if the dice before it fall in the middle; all of them have too many ways to fall"
        waiting: list[str] = []  # what was said behind a throw whose effect a later one says
        for roll in each:
            question, asked = roll.asked.question, roll.asked
            assert isinstance(question, ByLot)
            whole = sum((one.chance for one in roll.falls), Fraction(0))
            behind = []
            if isinstance(question, Throw):
                behind = behind_a_throw(self.game.law, asked.position, asked.to_read.frames, question)
            falls = self._falls_of(roll)
            always, changes_anything = _always(falls), any(lines for _, lines in falls)
            behind = [*(line for line in waiting if line not in behind), *(behind or [question.short])]
            if not changes_anything and roll is not each[-1]:
                waiting = behind  # what it does, a throw that follows says
                continue
            yield from behind
            waiting = []
            if not changes_anything:
                nothing = self._nothing()
                yield TextOfData.of(f"however the dice fall, {nothing}", ToldLine(nothing, chance="1", percent=100))
                continue
            if whole < 1:
                yield f"        it comes to that with {exact_text(whole)} ({round(whole * 100)} %); then"
            if always:
                yield f"always: {'; '.join(sorted(always))}"
            yield from _with_chances(falls, always, self._nothing(more=bool(always)))

    def _odds_later(self, game: Game, parts: list[str], answer: Value) -> Iterator[str]:
        """Yields the throws that come once something is over, those about what is picked."""
        over = [self.screen.readings.called("part", part) for part in parts] or ["the action"]
        ends = f"once {' and '.join(over)} {'are' if len(over) > 1 else 'is'} over"
        rolls, about = outcomes.rolls(game, DONE), self._about(answer)
        if not self._due_to_it(rolls, about):
            yield f"no dice fall upon it, nor for it {ends}"
            yield from self._why_no_dice(answer)
            return
        yield f"no dice fall upon it; {ends}:"
        yield from self._throw_by_throw(rolls, about)

    def _why_no_dice(self, answer: Value) -> list[str]:
        """Returns by which numbers an effect that could throw dice about what was picked does not."""
        with suppress(LawStop):
            if (found := outcomes.undiced(self.game, answer, self._about(answer))) is not None:
                return behind_no_throw(self.game.law, found.position, found.name, found.names)
        return []


Falls = list[tuple[Fraction, list[str]]]
"""What each fall of the dice changes, with its chance."""


def _always(falls: Falls) -> set[str]:
    return set.intersection(*(set(lines) for _, lines in falls))


def _with_chances(falls: Falls, always: Collection[str], nothing: str) -> Iterator[str]:
    """Yields what differs between outcomes, with the chance of each, the likeliest first."""
    chances = _chances_of(falls, always, nothing)
    if always and len(chances) == 1:
        return  # what is always so was told
    for what, chance in chances[:MAX_LISTED]:
        said, percent = exact_text(chance), round(chance * 100)
        yield TextOfData.of(f"{said:>7} ({percent} %)  {what}", ToldLine(what, chance=said, percent=percent))
    if len(chances) > MAX_LISTED:
        yield f"        and {len(chances) - MAX_LISTED} that are less likely"


def _chances_of(falls: Falls, always: Collection[str], nothing: str) -> list[tuple[str, Fraction]]:
    """Returns what outcomes come to, but for what they always do, with the chance of each, the likeliest first."""
    chances: dict[str, Fraction] = {}
    for chance, lines in falls:
        what = "; ".join(line for line in lines if line not in always) or nothing
        chances[what] = chances.get(what, Fraction(0)) + chance
    return sorted(chances.items(), key=lambda item: -item[1])
