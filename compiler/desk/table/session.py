"""A game played at the table to its end: what is asked is shown, what is typed is answered, programs play their sides.

In come a game, the file that keeps it and who plays; what happens goes to the terminal and into the file.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

from hexlaw.compiler.base.files import Unwritable
from hexlaw.compiler.desk.table import page_state as s
from hexlaw.compiler.desk.table.answering import Answering
from hexlaw.compiler.desk.table.input_queue import help_typing
from hexlaw.compiler.desk.table.motives_shown import reason
from hexlaw.compiler.desk.table.output import ASKED, CHANGE, FACTOR, tell
from hexlaw.compiler.desk.table.tabletop import Absent, Elsewhere, Tabletop
from hexlaw.compiler.programs import at_the_table
from hexlaw.compiler.wasm import seated
from hexlaw.runtime.draw.pieces import printable
from hexlaw.runtime.explain.event_lines import changes, ended, log_lines
from hexlaw.runtime.explain.explain import stop_lines
from hexlaw.runtime.explain.throws import throw_in_words
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.goals import motive_of
from hexlaw.runtime.play.players import Player, RandomPlayer
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Take
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words.english import counted

LATEST_NEWS = 6


class Session:
    """A game at the table."""

    def __init__(self, table: Tabletop) -> None:
        self.table, self.game, self.screen = table, table.game, table.screen
        self.stand_ins: dict[str, Player] = {}  # programs that go on for a side, once asked to
        self.has_parted = False  # the target from the game, as was told
        self.undecided = set[str]()  # why programs could not decide, as was told
        self._given: list[Value] = []  # what a program has answered in the action that it has begun

    def play(self) -> int:
        tell(self.screen.opening())
        if self.game.entries:
            self._taken_up()
        help_typing(self.table.words)
        try:
            self._draw_map()
            is_over, by_mail = False, any(isinstance(one, Absent) for one in self.table.programs.values())
            while not is_over:
                with suppress(Elsewhere):
                    if not self.play_on():
                        return 1
                self.table.event_log.tell()
                self.table.draw()
                is_over = not by_mail or not self.game.undoable or not self._asked_beside()
            if not self.game.over:
                return 0
            self._draw_map()
            sys.stdout.writelines(ended(self.game, self.screen.player))
        except (EOFError, KeyboardInterrupt):
            tell([f"\nthe game is kept; go on with: {self.table.resume}"])
            return 0
        except LawStop as stop:  # what the situation tells at the end
            self._tell_stop(stop)
            return 1
        except Unwritable as problem:
            print(f"hexlaw: {problem}; all answers but the last are kept", file=sys.stderr)
            return 2
        tell([f"the game is over; its journal: {self.table.file.shown}"])
        return 0

    def _draw_map(self) -> None:
        tell(self.screen.map(self.screen.answers_on_the_map()).splitlines(), ASKED)

    def play_on(self) -> bool:
        """Goes on to the end of the game; where it stops, from what is taken back. Returns whether it has ended."""
        while not self.game.over:
            try:
                self._go_on()
            except LawStop as stop:
                self._tell_stop(stop)
                if not self._asked_beside(stop):
                    return False
        return True

    def _tell_stop(self, stop: LawStop) -> None:
        first, *more = stop_lines(stop, self.screen.position)
        tell([f"the game stops here: {first}", *more, f"  its journal: {self.table.file.path}"])

    def _asked_beside(self, stop: LawStop | None = None) -> bool:
        """Answers what is asked of a game that has stopped, or once a turn by mail is over and not sealed yet. Returns
        whether an answer was taken back, so that it goes on from there."""
        table, question = self.table, self.game.question
        table.typed.words.clear()
        table.event_log.tell_news()
        tell(["your turn is over, and nothing is sent yet: an empty line seals it"] if stop is None else [])
        why = "" if stop is None else "`why`, `why NAME`, "
        tell([f"  ask {why}`look`, `map`, `units`, `score`, `log`; `undo`, `cancel` or `quit`"])
        while True:
            try:
                typed = table.ask("over> " if stop is None else "stopped> ")
            except (EOFError, KeyboardInterrupt) as gone:
                typed = "" if stop is None and isinstance(gone, EOFError) else "quit"
            word, _, rest = typed.strip().partition(" ")
            word = word.lower()
            if word in ("quit", "exit") and stop is None:
                table.is_left = True
                raise EOFError
            if word in ("quit", "exit") or (stop is None and not word):
                return False
            if word == "why" and not rest and stop is not None:
                tell(f"  {line}" for line in stop_lines(stop, self.screen.position, "developer"))
            elif word in ("undo", "cancel") and (question is not None or stop is None):
                number = int(rest[:4]) if rest.isdecimal() else 1
                if table.play(s.TakeBack("answers", number) if word == "undo" else s.TakeBack("action")):
                    return True
            elif stop is None:
                if not table.queries.tell_of(s.TableQuery.typed(word, rest)):
                    tell([f"  `{printable(word)}` cannot be asked: your turn is over"])
            elif word in ("", "undo", "cancel", "list", "more") or question is None:
                tell(["  nothing can be answered here"])
            elif not Answering(table, question, []).inquired(word, rest):
                tell([f"  `{printable(word)}` cannot be answered: the game has stopped"])

    def _taken_up(self) -> None:
        """A game goes on: only what is new is printed, or the last of what has happened."""
        tell([f"taken up after {counted(len(self.game.entries), 'answer')}; `log` tells them all"])
        if self.table.event_log.news_since is not None:
            self.table.event_log.tell_news()
            return
        lines = [*log_lines([*map(self.screen.redacted, self.game.entries)], readings=self.screen.readings)]
        tell(f"  {line}" for line in [*(["..."] if len(lines) > LATEST_NEWS else []), *lines[-LATEST_NEWS:]])
        self.table.event_log.reported = len(self.game.entries)

    def _go_on(self) -> None:
        question = self.game.question
        if isinstance(question, ByLot):
            self.table.event_log.tell()
            self._throw()
        elif question is not None and question.who in self.table.programs:
            self.table.event_log.tell_passed()
            places = dict(self.screen.position.places)
            if self.game.entries and self.game.entries[-1].who in self.table.persons():
                self.table.came.clear()
            if not isinstance(self.table.programs[question.who], Absent):
                self.table.waits(f"{question.who} ({self.screen.programs[question.who]}) thinks ...")
            self.table.answer(self._answer_of(self.table.programs[question.who]))
            self._note_who_came(places)
            self.table.moved = self.table.moved or places != self.screen.position.places
        elif question and self.table.declined == self.game.offered != () and DONE in self.game.options():
            self.table.event_log.tell()
            self.table.put(DONE)
        elif question is not None and self.table.automatic == self.game.running != ():
            self._go_on_for(question)
        elif question is not None:
            self._ask(question)
        else:
            raise Elsewhere  # what comes of a part that all run at once shows where all is known

    def _note_who_came(self, places: Mapping[Thing, object]) -> None:
        """Notes what a program has moved, with where things stood before."""
        now = self.screen.position.places
        self.table.came |= {thing for thing, place in now.items() if places.get(thing) != place}

    def _go_on_for(self, question: Take | Choose) -> None:
        """A program answers for a person. What it has done can be taken back until the person ends the part."""
        name, who = "random" if self.game.setup.worth is None else "greedy", question.who
        self.table.waits(f"{name} goes on for {who} ...")
        if who not in self.stand_ins:
            find = partial(seated.target_for, self.game)
            self.stand_ins |= at_the_table({who: name}, self.game.position, f"{self.game.seed}/auto", find)
        answer = self._given_by(self.stand_ins[who])
        if answer != DONE or not isinstance(question, Take) or not self.table.seals(question):
            self.table.acted, places = True, dict(self.screen.position.places)
            self.table.answer(answer)
            self._note_who_came(places)
            return
        self.table.event_log.tell()
        ends = self.game.ends_with_done
        tell([f"  {name} would end {self.screen.readings.called('part', ends) if ends else 'it'} here"])
        self._ask(question)

    def _ask(self, question: Take | Choose) -> None:
        self.table.automatic, options = (), self.game.options()
        self._note_parting()
        if self.table.planned and question.who == self.table.planner:
            self.table.answer_next(question)
        else:
            Answering(self.table, question, options).ask()

    def _answer_of(self, program: Player) -> Value:
        """Returns what a program answers; the table says what an action was for when the action is over."""
        answer = self._given_by(program)
        if isinstance(self.game.question, Take) and not isinstance(program, Absent | RandomPlayer):
            self._given = []
            before, given = self.game.at(self.game.stand), self._given

            def meant(side: str | None, after: Position) -> str:
                motive = motive_of(before, given, side)
                return "" if motive is None else reason(motive, self.game.law, after)

            self.table.event_log.meant = meant
        self._given.append(answer)
        return answer

    def _given_by(self, program: Player) -> Value:
        try:
            return program.answer(self.game)
        except seated.Undecided as why:
            if why.message not in self.undecided:
                self.undecided.add(why.message)
                tell([f"  {why.message}; a legal answer is taken by chance"])
            return RandomPlayer(Chance(self.game.seed)).answer(self.game)
        finally:
            self._note_parting()

    def _note_parting(self) -> None:
        """Notifies the players once if the game goes on without the target."""
        programs = (*self.table.programs.values(), *self.stand_ins.values())
        beside = [self.game.beside, *(program for program in programs if isinstance(program, seated.AtTheTable))]
        if not self.has_parted and any(one is not None and one.has_parted for one in beside):
            self.has_parted = True
            report = f"please report it, with the journal `{self.table.file.shown}`"
            tell([f"  WebAssembly parted from the evaluator, which now plays alone: {report}"])

    def _throw(self) -> None:
        """All dice that fall one after the other, and what has become of each; not what the law keeps its books with,
        unless it depends on how they fell."""
        by_dice, before_that, last = False, list[str](), max(len(self.game.entries) - 1, 0)
        begun = replace(self.screen, game=self.game.as_it_was(last)).position  # where the answer before has led here
        while isinstance(self.game.question, ByLot):
            before, question = self.screen.position, self.game.question
            frames = tuple(self.game.to_read.frames)
            falls = self.game.whatever_falls() if self.screen.side is None or not self.screen.has_secrets() else []
            others = [{*changes(before, position)} for position in falls]
            always = set.intersection(*others) if others else set()
            number, shows = len(self.game.entries), self.game.drawn()
            self.game.put_with_notes(shows)
            self.table.event_log.tell_news()
            may_tell = self.screen.may_read(self.game.entries[number])
            reasons = throw_in_words(self.game.law, before, frames, question, shows, begun, in_secret=not may_tell)
            untold = frozenset() if may_tell else frozenset[object]({shows})
            goes_on = self.game.entries[number].goes_on  # a second die of one deed is not told with it once more
            again = len(before_that) if goes_on and before_that == reasons[: len(before_that)] != reasons else 0
            tell((f"    {line}" for line in reasons[again:]), FACTOR)
            before_that = reasons
            changed = partial(changes, before, self.screen.position, shows)  # of who is drawn, not that it is seen now
            seen, came = {*changed(self.screen.books() | untold)}, changed(untold)
            if not falls:  # without the other results, report the temporary values of the game too
                seen |= {*changed(untold | {*self.screen.position.things.values()})}
            lines = [line for line in came if line in seen or (falls and line not in always)]
            lines.sort(key=always.__contains__)  # what begins thereafter is not told between what the dice did
            by_dice = by_dice or bool(lines)
            tell((f"    {line}" for line in lines), CHANGE)
            if not self.game.goes_on:
                tell([] if by_dice else [f"    {self.screen.nothing_changes()}"], CHANGE)
                by_dice = False
