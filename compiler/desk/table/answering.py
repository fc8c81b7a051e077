"""The parser of what a person types at the table: a name, a number of the list, or a short form for several answers.

Words become deeds such as a click sends (`page_state.py`), and the table plays them. What is asked beside the game is
answered at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from hexlaw.compiler.desk.table import shorthand
from hexlaw.compiler.desk.table.hints import ADVISER
from hexlaw.compiler.desk.table.output import ASKED, NEWS, REPLY, tell
from hexlaw.compiler.desk.table.page_state import DONE as IS_DONE
from hexlaw.compiler.desk.table.page_state import Deed, Intent, PlayPart, TableQuery, TakeBack
from hexlaw.compiler.desk.table.saved_case import LEGAL, REFUSED, Unsaved, place_of_cases, save
from hexlaw.compiler.desk.table.screen import MAX_LISTED
from hexlaw.compiler.desk.table.tabletop import HELP, Absent, Tabletop, who_answers
from hexlaw.compiler.situations.games import modules_of
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.pieces import printable
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.game import ACTION
from hexlaw.runtime.play.questions import DONE, Choose, Question, Take

TO, AGAIN, END = shorthand.TO, "again", shorthand.END
GO_THERE = "Press Enter to go there, or type something else> "


class Answering:
    """One question, and what can be answered to it."""

    def __init__(self, table: Tabletop, question: Question, options: list[Value]) -> None:
        self.table, self.question, self.options = table, question, options
        self.game, self.screen, self.queries, self.typed = table.game, table.screen, table.queries, table.typed
        self.listed = 0  # how far the list of answers was shown

    def ask(self) -> None:
        """Until the game has changed."""
        self.typed.forget_unless(who_answers(self.question))
        if self.typed.words:
            self.typed.words.insert(0, self._next_in_order())
        if self.table.is_no_question(self.question, self.options) and self._nothing_else_typed():
            self._answer_alone(self.options[0])
            return
        self.table.event_log.tell()
        drawn = False
        if not self.typed.words:
            self.table.tell_turn(self.question)
            self.table.tell_guide()
            self._list(shortly=True)
        while True:
            if not self.typed.words and not drawn:  # before a player is asked: not for each answer of a line
                self.table.draw()
                self.table.answers = [self.screen.listed_as(self.question, option) for option in self.options]
                drawn = True
            typed = self.typed.next(who_answers(self.question), self.table.ask, self.screen.readings.as_names)
            if self.typed.begins_line:
                self.typed.line_began = len(self.game.entries)
            for wanted in (partial(self._understood, typed), self._passes_over):
                if (intent := wanted()) is not None and self.table.play(intent):
                    return
            self.typed.keep_rest()

    def _next_in_order(self) -> str:
        """Returns the next word that was typed, or the one behind it where only that is asked for here."""
        word, *others = words = self.typed.words
        return words.pop(1 if others and self.queries.is_asked_after(word, others[0]) else 0)

    def _passes_over(self) -> TakeBack | None:
        """Goes on with the next of several actions typed as one, where this one fails and can be taken back."""
        begun = self.game.undoable_action if isinstance(self.question, Choose) else 0
        if shorthand.another(self.typed.words) is None or not begun:
            return None
        self.typed.skip_to_another()
        return TakeBack("action", silently=True)

    def _deed(self, answer: Value) -> Deed:
        options = [option for option in self.options if option != DONE]
        return Deed((IS_DONE if answer == DONE else options.index(answer),))

    def _tell_way_out(self) -> None:
        """What is asked in the middle of an action, and how to get out of it; not where the table goes on by itself."""
        if shorthand.another(self.typed.words) is None:
            self.queries.tell_way_out(self.question)

    def _nothing_else_typed(self) -> bool:
        """Returns whether what was typed for this, if anything, is the one answer; says why another is none."""
        if not self.typed.words or self.options == [DONE]:
            return True
        word = self.typed.words[0]
        if self.queries.several(word):
            return False  # such as the hex in which it stands
        meant = self.queries.meant(word)
        if meant in (None, self.options[0]):
            return True
        if not self.game.offers(meant) and self.queries.standing_in(meant) is None:
            return True
        return self.queries.where_named(word) is not None

    def _answer_alone(self, answer: Value) -> None:
        words = self.typed.words
        typed = words[0].lower() if words else ""
        named = typed == self.screen.shown(answer).lower() or (typed == "1" and answer != DONE)
        if named:
            words.pop(0)  # it was typed for this
            self.typed.picks += isinstance(self.question, Choose)
        part = self.game.ends_with_done if isinstance(self.question, Take) and answer == DONE else None
        if part is not None:
            self.table.event_log.passed.append((who_answers(self.question), self.screen.readings.called("part", part)))
            del words[: shorthand.ends(words)]  # it was typed for this
        if isinstance(self.question, Choose) and answer != DONE and not named:
            self.table.event_log.tell_news()
            self.table.tell_turn(self.question)
            only = self.screen.listed_as(self.question, answer)
            tell([f"  {self.screen.asked(self.question)}: {only}, there is nothing else"], NEWS)
        number = len(self.game.entries)
        self.table.put(answer)
        if not named:
            self.typed.unasked.add(number)

    def _list(self, first: int = 0, word: str = "", *, shortly: bool = False) -> None:
        """What can be answered; shortly, without what actions are if that was said before."""
        if isinstance(self.question, Take):
            known, self.table.explained = self.table.explained, self.table.explained | {*map(str, self.options)}
            if shortly and known.issuperset(map(str, self.options)):
                listed = (self.screen.listed_as(self.question, option) for option in self.options)
                names = ", ".join(f"{number} {name}" for number, name in enumerate(listed, 1))
                tell([f"{self.screen.title(self.question)} {names}"], ASKED)
                return
        sort = ASKED if shortly else REPLY
        tell([self.screen.title(self.question)], sort)
        tell(self.screen.listed(self.question, self.options, first, word), sort)
        if not word:
            self.listed = first + MAX_LISTED if first + MAX_LISTED < len(self.options) else 0

    # -- what was typed

    def _understood(self, typed: str) -> Intent | None:
        """Returns what a person wants to be done; everything else is answered at once."""
        typed = " ".join(typed.split())
        word, _, rest = typed.partition(" ")
        word = word.lower()
        if word in ("quit", "exit") and not rest:
            raise EOFError
        if word == "undo" and (not rest or rest.isdecimal()):
            self.typed.kept.clear()
            return TakeBack("answers", int(rest[:4] or "1"))
        if word in ("cancel", "drop", "auto") and not rest and self.game.meant(word) is None:
            self.typed.kept.clear()
            return None if word == "drop" else PlayPart() if word == "auto" else TakeBack("action")
        if self.inquired(word, rest):
            return None
        if rest and self.game.meant(typed) is not None:
            return self._answered(typed)  # a name with blanks, as off the board
        words = typed.split()
        del words[: self._said_again(words)]
        if not words:
            self._list()
            return None
        if self.typed.begins_line and (len(words) > 1 + (words[0].lower() == TO) or words[0].lower() == END):
            self.typed.kept.clear()  # a line of its own, not the one answer that was wanting
        self.typed.words[:0] = words[1:]  # several answers, one after the other
        return self._answered(words[0])

    def inquired(self, word: str, rest: str) -> bool:
        """Returns whether something was asked beside the game, which is answered at once."""
        if word and self.game.meant(word) is not None:
            return False  # it is called so
        if word == "back" and not rest:
            self.table.event_log.looking_back(who_answers(self.question)).go_through(self.table.ask)
            return True
        return self.tell_of(TableQuery.typed(word, rest))

    def tell_of(self, asked: TableQuery | None) -> bool:
        """Tells what was asked beside the game, if anything was."""
        about: dict[str, Callable[[str], None]] = {
            "list": partial(self._list, 0), "more": partial(self._list, self.listed), "help": lambda _: tell([HELP]),
            "save": self._save, "hint": lambda _: tell(f"  {line}" for line in self._hint()),
        }  # fmt: skip
        return self.queries.tell_of(asked, about)

    def _hint(self) -> Iterable[str]:
        """Returns what a captain would do, where nobody plays against others at their pages."""
        question = self.question
        if self.table.is_shared or not isinstance(question, Take | Choose):
            return ["no hints are given where people play together at several pages"]
        if self.screen.side not in (None, question.side):
            return ["no hint: another side decides here, and its plans are its own"]
        self.table.waits(f"{ADVISER} thinks ...")
        return self.table.hints.lines(question)

    def _save(self, rest: str) -> None:
        """Keeps the question whether something may be answered as a case, with the verdict that a player expects."""
        try:
            if self.table.is_shared or any(isinstance(player, Absent) for player in self.table.programs.values()):
                instead = "save it from the journal, after the game"
                raise Unsaved(f"a case would hold the secrets of those who play elsewhere: {instead}")
            name, _, words = rest.partition(" ")
            answers, _, expected = words.rpartition(" ")
            if not answers or expected not in (LEGAL, REFUSED):
                wanted = "a name for the case, an answer or several, and `legal` or `refused`"
                raise Unsaved(f"save what? type `save`, {wanted}")
            game = self.game
            *first, last = [answers] if game.meant(answers) is not None else answers.split()
            for each in first:
                if (followed := self.queries.of(game).answered(each)) is None:
                    raise Unsaved(f"`{printable(each)}` cannot be answered on the way there")
                game = followed
            answer, question = self.queries.of(game).meant(last), game.question
            if answer is None or question is None:
                raise Unsaved(f"`{printable(last)}` is not an answer there")
            file = self.table.file
            head = {**file.journal.header, "module": modules_of(file.path, file.journal.header)}
            path = place_of_cases(head)
            save(path, head, name, game.entries, game.entry(question, answer), expected, game.seed_of_names)
            tell([f"  kept in {path}; `hexlaw test {path}` says whether the law agrees"])
        except Unsaved as problem:
            tell([f"  {problem}"])

    def _said_again(self, words: list[str]) -> int:
        """Returns how many of the first words only say again how the action under way began: its name, with all that
        was picked since, or what alone was. The name by itself does where no one was asked for what was picked."""
        question = self.question
        if not isinstance(question, Choose) or self.game.meant(words[0]) in self.options:
            return 0
        action, picked = question.pick.partition(".")[0], [each.lower() for each in self.screen.picked(question)]
        said = [word.lower() for word in words]
        if DONE not in self.options and said[: 1 + len(picked)] == [action, *picked]:
            return 1 + len(picked)
        if [said[0]] == picked:
            return 1
        number = len(self.game.entries)
        is_alone = len(words) == 1 or self.queries.meant(words[1]) in self.options
        by_itself = self.typed.unasked.issuperset(range(number - len(picked), number))
        return 1 if said[0] == action and by_itself and is_alone else 0

    def _answered(self, typed: str) -> Intent | None:
        self.typed.words.insert(0, typed)
        typed = self._next_in_order()
        answer = self.queries.meant(typed)
        if answer is None and (short := self._short_form(typed)) is not None:
            return short()
        if answer == DONE and isinstance(self.question, Take) and self.game.ends_with_done is not None:
            return self._end(by_done=typed.lower() == DONE)
        is_over = answer is None and DONE in self.options and isinstance(self.question, Choose)
        if is_over and self.queries.is_open(typed.lower()):
            self.typed.words.insert(0, typed)  # another action: this one is over
            answer = DONE
        if answer is None:
            if self._is_for_another_action(typed) and self.game.undoable_action:
                self.typed.answer_anew([typed])
                return TakeBack("action")
            if self._nothing_lost_before(typed):
                self.typed.words.insert(0, typed)
                return self._deed(DONE)
            actions = self.queries.begun_with(typed, " ".join(self.typed.words[:1]))
            if len(actions) > 1:
                self.queries.tell_several_begin(typed, actions)
                return None
            if actions:
                self.typed.words.insert(0, typed)
                return self._answered(actions[0])
        begun = None if answer in self.options else self._begun_with(typed)
        if begun is not None and self.game.undoable_action:
            self.typed.answer_anew([begun, typed])
            return TakeBack("action", silently=True)
        if answer is None or answer not in self.options:
            self._tell_why_not(answer, typed)
            return None
        return self._deed(answer)

    def _tell_why_not(self, answer: Value, typed: str) -> None:
        """Why what was typed answers nothing here, as closely as can be said, and what it might be for."""
        if answer is None and self.queries.explains_no_beginning(typed, " ".join(self.typed.words[:1])):
            return
        self.table.tell_turn(self.question)  # an earlier word of the line may have ended a part
        if (behind := self.queries.pick_behind(typed)) is not None:
            self.queries.tell_order(behind)
            self._tell_way_out()
            self.typed.words.insert(0, typed)  # it is answered there
        elif answer is None:
            self.queries.tell_unknown(typed, self.question)
            if self.queries.is_for_later(typed.lower()):
                self.typed.words.clear()  # there is nothing to be answered in its place
            elif self.typed.begins_another:
                # each of several picks for itself: none is passed over
                self.typed.words = [str(word) for word in (typed, *self.typed.words)]
            elif self.queries.lists_others(typed):
                self.typed.words.insert(0, typed)  # all of them or none: the list waits with what is to be done
        elif isinstance(self.question, Take) and self.typed.words:
            self.queries.ask("why", f"{typed} {self.typed.words.pop(0)}")  # whom it cannot be done with
            self.typed.words.clear()
        else:
            self.queries.tell_why(*self.queries.of_one_there(answer, typed))
            if not self.queries.is_of_another_sort(answer):  # which says what is asked
                self._tell_way_out()

    def _nothing_lost_before(self, typed: str) -> bool:
        """Returns whether an action of a later part of this turn was named, and all that can be done before gives
        something up: a player who names it has nothing to do here."""
        actions = self.game.law.graph.actions
        here = isinstance(self.question, Take) and DONE in self.options and self.game.ends_with_done is not None
        if not here or not all(one == DONE or actions[one].gives_up for one in self.options):
            return False
        return self.queries.comes_later(typed.lower()) and not self.game.throws_with(DONE)

    def _may_give_way(self) -> bool:
        """Returns whether an action was only begun and cannot be over, and a line begins: it may be a slip."""
        return (
            self.typed.begins_line
            and isinstance(self.question, Choose)
            and DONE not in self.options
            and len(self.screen.picked(self.question)) <= 1
        )

    def _is_for_another_action(self, typed: str) -> bool:
        word, who = typed.lower(), who_answers(self.question)
        if not self._may_give_way():
            return False
        if word == END or self.queries.is_open(word):
            return True
        return word == AGAIN and sum(shorthand.begins(entry, who) for entry in self.game.entries) > 1

    def _begun_with(self, typed: str) -> str | None:
        """Returns the action under way, if a line names another player to begin it with."""
        if not self._may_give_way() or not isinstance(self.question, Choose):
            return None
        action, before = self.question.pick.partition(".")[0], self.game.before_the_action()
        return action if before is not None and self.queries.of(before).may_begin(action, typed) else None

    # -- short forms

    def _short_form(self, typed: str) -> Callable[[], Intent | None] | None:
        """Returns what to do where a word is none of the answers but stands for some."""
        word, question = typed.lower(), self.question
        if word == END:
            return self._end
        if isinstance(question, Take):
            return (lambda: self._again(question.who)) if word == AGAIN and self.typed.words else None
        if not isinstance(question, Choose):
            return None
        if word == TO and self.typed.words:
            return lambda: self._go_to(question, self.typed.words.pop(0))
        if (names := self.queries.several(typed)) and not self.queries.lists_others(typed):
            return lambda: self._each(names, question)
        first, _, last = typed.partition(shorthand.BETWEEN)
        return (lambda: self._in_row(first, last)) if first and last else None

    def _end(self, *, by_done: bool = False) -> Intent | None:
        """Ends the action under way, and then the part of the turn."""
        if isinstance(self.question, Choose):
            if DONE in self.options:
                self.typed.words.insert(0, END)
                return self._deed(DONE)
            if self._is_for_another_action(END) and self.game.undoable_action:
                self.typed.answer_anew([END])
                return TakeBack("action")
            tell(["  the action under way cannot be over yet"])
            self._tell_way_out()
            return None
        ends = self.game.ends_with_done
        if DONE not in self.options:
            self.queries.tell_why(DONE, END)
            return None
        if ends is None:
            self._decline()
            return self._deed(DONE)
        twice = self.typed.words[:1] == [END]
        del self.typed.words[: int(twice)]
        if by_done and (able := [*self.queries.still_able(again=True)]):
            part = self.screen.readings.called("part", ends)
            tell([f"  no action is under way that could be done; `{END}` ends {part}", *(f"  {line}" for line in able)])
            return None
        self.typed.ending = self.game.running if twice else self.typed.ending
        return self._deed(DONE)

    def _decline(self) -> None:
        """Takes up nothing more of what is offered, for as long as the part of the turn goes on."""
        assert isinstance(self.question, Take)
        self.table.declined, self.table.acted = self.game.offered, False
        called, part = self.screen.readings.called, self.game.running[-1]
        declined = " or ".join(called("action", action) for action in self.question.actions)
        tell([f"  until {called('part', part)} is over, nobody is asked again to {declined}"])

    def _go_to(self, question: Choose, name: str) -> Intent | None:
        """Shows the cheapest way to a hex for what was picked first, and goes; where a hex is asked for, picks it."""
        there, going = self.screen.hex_named(name), self.queries.way_to(name)
        if there is not None and not self.game.repeats and any(isinstance(option, Hex) for option in self.options):
            return self._answered(name)
        if going is None:
            if there is None:
                tell([f"  there is no hex `{printable(name)}`"])
            elif any(isinstance(option, Thing) for option in self.options):
                tell([f"  first name {self.screen.called(question)}, then `{TO} {printable(name)}`"])
            else:
                tell([f"  {self.screen.called(question)} is not picked by steps"])
            self._tell_way_out()
            return None
        if self.typed.begins_line and self.typed.led and self.game.undoable_action:
            self.typed.line, self.typed.led = self.typed.led, ""
            self.typed.answer_line_with(" ".join((TO, name, *self.typed.words)))
            return TakeBack("action", silently=True)
        way = going[2]
        self.queries.tell_way(*going, name, gone=bool(self.typed.words))
        if way is None or not way.answers:
            self._tell_way_out()
            if way is None:
                self._note_that_nobody_goes()
            return None
        self.typed.gone_unasked |= bool(self.typed.words)
        instead = "" if self.typed.words else self._typed_instead()
        if not instead or instead.split()[0].lower() == END:  # no one ends the turn to have what was planned forgotten
            self.typed.words[:0] = instead.split()
            self.typed.shown_way = name
            return Deed(to=name)
        self.typed.begins_line = True
        if self.typed.gone_unasked and self.table.given_since(self.typed.line_began) <= self.game.undoable:
            self.typed.answer_line_with(instead)
            return TakeBack("line")
        return self._understood(instead)

    def _note_that_nobody_goes(self) -> None:
        """Of several that were to go somewhere the last cannot either: another hex that is typed now leads them all."""
        answered = sum(not entry.lapsed for entry in self.game.entries[self.typed.line_began :])
        is_last = self.typed.are_several and shorthand.another(self.typed.words) is None
        if is_last and answered == self.game.undoable_action:
            self.typed.led = self.typed.line
            tell([f"  none of them has gone; `{TO} HEX` leads them all"])

    def _typed_instead(self) -> str:
        """Returns what is typed instead of going the way that was shown; questions are answered meanwhile."""
        while True:
            typed = " ".join(self.table.ask(GO_THERE).split())
            word, _, rest = typed.partition(" ")
            if not typed or not self.inquired(word.lower(), rest):
                return typed

    def _again(self, who: str) -> Intent | None:
        entries = self.game.entries
        asked = [  # besides who began it, in whose place another comes
            entry for number, entry in enumerate(entries)
            if number not in self.typed.unasked or entries[number - 1].asked == ACTION
        ]  # fmt: skip
        action, *picks = shorthand.last_action(asked, who) or [""]
        if not picks:
            tell(["  no action was taken yet"])
            return None
        alone = len(self.typed.words) == 1
        gone, there = self.typed.gone_to
        if alone and gone == len(self.game.entries):
            self.typed.words += [TO, there]  # where it went, not how
            return self._answered(action)
        self.typed.words[1:1] = [*picks[1:], *([DONE] if alone and self.game.entries[-1].answer == DONE else [])]
        return self._answered(action)

    def _each(self, names: list[str], question: Choose) -> Intent | None:
        """Several answers to one pick; where it is made once, as many actions, each with all that was typed behind."""
        first, *others = names
        words = self.typed.words
        if self.game.repeats:
            words[:0] = others
        else:
            action = question.pick.partition(".")[0]
            begun = [action] if action in self.game.law.graph.actions else []
            most = self.queries.words_of_it(words)
            of_it = shorthand.most_words(self.game.law.graph.actions.get(action), question.pick, most)
            picked = [*begun, *self.screen.picked(question)]  # `move` with `ann` and `bob`, and then `A-2`
            each = [[*picked, name, *words[:of_it]] for name in others]
            words[of_it:of_it] = [word for one in each for word in (shorthand.Another(one[0]), *one[1:])]
            self.typed.are_several = bool(others)
        return self._answered(first)

    def _in_row(self, first: str, last: str) -> Deed | None:
        """Picks the emptiest hex of a row that may be picked, the first of those."""
        ends = [self.screen.hex_named(name) for name in (first, last)]
        row = shorthand.row(ends[0], ends[1]) if ends[0] is not None and ends[1] is not None else []
        free = [h for h in row if h in self.options]
        if not free:
            tell([f"  no hex from {printable(first)} to {printable(last)} may be picked"])
            self._tell_way_out()
            return None
        position = self.screen.position
        return self._deed(min(free, key=Counter(map(position.hex_of, position.things.values())).__getitem__))
