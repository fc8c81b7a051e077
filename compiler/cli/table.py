"""Where a game is played: what is asked is shown, what is typed is answered, programs play their sides.

In come a game, the file that keeps it and who plays; what happens goes to the terminal and into the file. What a
screen shows is made in `screen.py`, what has happened is put in words by `news.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from hexlaw.compiler.cli.news import changes, told_shortly
from hexlaw.compiler.cli.replay import in_words as entry_in_words
from hexlaw.compiler.cli.replay import told
from hexlaw.compiler.cli.screen import MOST_LISTED, Screen
from hexlaw.compiler.diagnostic import did_you_mean
from hexlaw.compiler.situations.games import JournalFile, Unwritable
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.questions import DONE, Choose, Question, Take, Throw
from hexlaw.runtime.position import Placeable
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import GAME, Thing

HELP = """\
Answer with a number of the list, or with the name itself; several answers fit on one line, with blanks between them.
An empty line shows the list again. The next action may be typed where this one can be over. Also:
  done             no more of this
  more             goes on with a long list
  list WORD        what can be answered and has this word in its line
  why NAME         may that be answered, and if not, why not? A number of the list will do, too
  look NAME        all about a piece or a hex
  undo             take the last answer back (until dice have fallen or somebody else has decided); `undo 3`: three
  map              draw the map; what can be answered stands in brackets; `map NAME`: around a hex or a piece
  units            who stands where; `units WORD`: those that have this word in their line
  log              what has happened; `log 10`: the last ten
  quit             leave; the journal keeps the game, `--resume` goes on with it
"""
LATEST_NEWS = 6


@dataclass
class Table:
    """A game at the table."""

    game: Game
    file: JournalFile
    screen: Screen
    programs: dict[str, Player]
    resume: str  # the command that goes on with this game
    seen: int = 0  # entries of the journal that were told
    turn: str = ""  # what was last said of whose turn it is
    typed: list[str] = field(default_factory=list)  # answers to the questions that follow
    picks_typed: int = 0  # in the action that is under way
    listed: int = 0  # how far the list of answers was shown
    ended: dict[int, str | None] = field(default_factory=dict)  # by entry: the part that a `done` has ended
    drawn: dict[Thing, Placeable] = field(default_factory=dict)  # who stood where when somebody here was last asked

    def play(self) -> int:
        _print(self.screen.opening())
        if self.game.entries:
            self._taken_up()
        self._map("")
        try:
            while not self.game.over:
                self._go_on()
        except (EOFError, KeyboardInterrupt):
            return self._leave()
        except LawStop as stop:
            print(f"the game stops here: {stop.message}\n  {stop.help}\n  its journal: {self.file.path}")
            return 1
        except Unwritable as problem:
            print(f"hexlaw: {problem}; all answers but the last are kept", file=sys.stderr)
            return 2
        self._tell_news()
        self._map("")
        sys.stdout.writelines(told(self.game, self.screen.player))
        print(f"the game is over; its journal: {self.file.path}")
        return 0

    def _taken_up(self) -> None:
        """A game goes on: only the last of what has happened is told."""
        print(f"taken up after {_counted(len(self.game.entries), 'answer')}; `log` tells them all")
        lines = [*told_shortly(map(self._as_told, self.game.entries))]
        _print(f"  {line}" for line in [*(["..."] if len(lines) > LATEST_NEWS else []), *lines[-LATEST_NEWS:]])
        self.seen = len(self.game.entries)
        self.drawn = dict(self.game.position.places)

    def _leave(self) -> int:
        print(f"\nthe game is kept; go on with: {self.resume}")
        return 0

    def _go_on(self) -> None:
        question = self.game.question
        if isinstance(question, Throw):
            self._tell_news()
            self._throw()
        elif question is not None and question.side in self.programs:
            self._answer(self.programs[question.side].answer(self.game))
        elif question is not None:
            self._ask(question)

    def _throw(self) -> None:
        """All dice that fall one after the other, and what has become of each."""
        while isinstance(self.game.question, Throw):
            before = self.game.position
            self.game.throw()
            self._tell_news()
            _print(f"    {line}" for line in changes(before, self.game.position))

    def _answer(self, answer: Any) -> None:
        """Answers, and tells what came of it that the answer itself does not say."""
        before, number = self.game.position, len(self.game.entries)
        if isinstance(self.game.question, Take) and answer == DONE:
            self.ended[number] = self.game.ends_with_done
        self.game.put(answer)
        others = [*changes(before, self.game.position, answer, self._told_anyway())]
        if others:
            self._tell_news()
        _print(f"    {line}" for line in others)

    def _told_anyway(self) -> frozenset[object]:
        """What stands with the question that follows: in what picks count their cost, and the game as a whole."""
        picks = [pick for action in self.game.law.graph.actions.values() for pick in action.picks]
        return frozenset([GAME, *(pick.account.name for pick in picks if pick.account is not None)])

    def _tell_news(self) -> None:
        """What has happened that nobody here has typed."""
        entries = self.game.entries[self.seen :]
        ended = [self.ended.get(number) for number in range(self.seen, len(self.game.entries))]
        _print(f"  {line}" for line in told_shortly(map(self._as_told, entries), ended))
        self.seen = len(self.game.entries)

    # -- one question

    def _ask(self, question: Question) -> None:
        options = self.game.options()
        if not options:
            raise LawStop(f"nothing can be answered to {self.screen.asked(question)}", "the law leaves nobody a choice")
        if self._is_no_question(question, options):
            self._answer_alone(question, options[0])
            return
        self._tell_news()
        if not self.typed:
            self._tell_turn(question)
            self._list(question, options)
        while True:
            typed = self.typed.pop(0) if self.typed else input(f"{_side(question)}> ").strip()
            if self._understood(typed, question, options):
                return
            self.typed.clear()  # what was typed behind it was meant for another question

    def _is_no_question(self, question: Question, options: list[Any]) -> bool:
        """Whether nobody need be asked: there is one answer, and it throws no dice and ends no action in which nothing
        was typed."""
        if len(options) != 1 or isinstance(question, Throw):
            return False
        [answer] = options
        if answer == DONE:
            return True
        following = self.game.leads_to(answer)
        if isinstance(following, Throw | None) or following.side != question.side:
            return False
        action = question.pick.partition(".")[0] if isinstance(question, Choose) else str(answer)
        same = isinstance(following, Choose) and following.pick.partition(".")[0] == action
        return same or (isinstance(question, Choose) and self.picks_typed > 0)

    def _answer_alone(self, question: Question, answer: Any) -> None:
        typed = self.typed[0].lower() if self.typed else ""
        if typed in (self.screen.shown(answer).lower(), "1") and (typed != "1" or answer != DONE):
            self.typed.pop(0)  # it was typed for this
        if isinstance(question, Choose) and answer != DONE:
            self._tell_news()
            print(f"  {self.screen.asked(question)}: {self.screen.shown(answer)}, there is nothing else")
        self._put(answer)

    def _put(self, answer: Any) -> None:
        self._tell_news()
        self.seen += 1  # who has typed it knows it
        self._answer(answer)

    def _tell_turn(self, question: Question) -> None:
        line = self.screen.whose_turn(_side(question))
        if line == self.turn:
            return
        if self.programs and self.turn and self.drawn != self.game.position.places:
            self._map("")  # others have moved meanwhile
        self.turn = line
        print(line)
        self.drawn = dict(self.game.position.places)

    def _list(self, question: Question, options: list[Any], first: int = 0, word: str = "") -> None:
        print(self.screen.title(question))
        _print(self.screen.listed(question, options, first, word))
        if not word:
            self.listed = first + MOST_LISTED if first + MOST_LISTED < len(options) else 0

    # -- what was typed

    def _understood(self, typed: str, question: Question, options: list[Any]) -> bool:
        """Whether what was typed has changed the game; everything else is answered at once."""
        word, _, rest = typed.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in ("quit", "exit") and not rest:
            raise EOFError
        if word == "undo" and (not rest or rest.isdecimal()):
            return self._undo(int(rest[:4] or "1"))
        commands: dict[str, Callable[[], None]] = {
            "": lambda: self._list(question, options), "help": lambda: print(HELP), "?": lambda: print(HELP),
            "more": lambda: self._list(question, options, self.listed),
        }  # fmt: skip
        about: dict[str, Callable[[str], None]] = {
            "list": lambda word: self._list(question, options, 0, word), "why": lambda name: self._why(name, options),
            "look": self._look, "map": self._map, "units": self._units, "log": self._log,
        }  # fmt: skip
        if word in about and self.game.meant(word) is None:
            about[word](rest)
            return False
        if word in commands and not rest:
            commands[word]()
            return False
        words = typed.split()
        if self._begins_it(words[0], question):
            words.pop(0)  # the action is under way, nothing was picked: it was named once more
        if not words:
            self._list(question, options)
            return False
        self.typed = words[1:] + self.typed  # several answers, one after the other
        return self._answered(words[0], question, options)

    def _begins_it(self, word: str, question: Question) -> bool:
        named = isinstance(question, Choose) and question.pick.partition(".")[0] == word.lower()
        return named and isinstance(question, Choose) and not self.screen.picked(question) and not self.game.meant(word)

    def _answered(self, typed: str, question: Question, options: list[Any]) -> bool:
        answer = self._meant(typed, options)
        if answer is None and DONE in options and isinstance(question, Choose) and self._is_open(typed.lower()):
            self.typed.insert(0, typed)  # another action: this one is over
            answer = DONE
        if answer is None:
            self._tell_unknown(typed, question, options)
            return False
        if answer not in options:
            self._tell_why(answer, typed, options)
            self._tell_way_out(question)
            return False
        self.picks_typed = self.picks_typed + 1 if isinstance(question, Choose) else 0
        self._put(answer)
        return True

    def _is_open(self, action: str) -> bool:
        """Whether an action may be named in this part of the sequence."""
        declared = self.game.law.graph.actions.get(action)
        return declared is not None and any({*where.spans} & {*self.game.running} for where in declared.open_in)

    def _meant(self, typed: str, options: list[Any]) -> Any | None:
        """The answer that a text stands for: one called so, in small letters or great, else one of the list."""
        for text in (typed, typed.lower(), typed.upper()):
            answer = self.game.meant(text)
            if answer is not None:
                return answer
        if typed.isascii() and typed.isdigit() and len(typed) < 5 and 1 <= int(typed) <= len(options):
            return options[int(typed) - 1]
        return None

    def _tell_unknown(self, typed: str, question: Question, options: list[Any]) -> None:
        asked = self.screen.asked(question)
        declared = self.game.law.graph.actions.get(typed.lower())
        if declared is not None and not self._is_open(declared.name):
            spans = ", ".join(span for where in declared.open_in for span in where.spans)
            print(f"  `{typed}` cannot be taken now{f': it is open in {spans}' if spans else ''}")
            return
        if declared is not None and isinstance(question, Choose):
            print(f"  `{typed}` is an action, and `{asked}` is not answered yet")
            self._tell_way_out(question)
            return
        near = did_you_mean(typed, [self.screen.shown(option) for option in options])
        print(f"  `{typed}` is no answer here{f'; {near}' if near else ''}")
        print(f"  asked: {asked}; `help` says what can be typed")

    def _tell_way_out(self, question: Question) -> None:
        """Where one is in the midst of something: what is asked, and how to get out of it."""
        if isinstance(question, Choose):
            undo = "; `undo` takes back what led here" if self.game.can_undo else ""
            print(f"  asked: {self.screen.asked(question)}{undo}")

    def _why(self, name: str, options: list[Any]) -> None:
        if not name:
            print("  why what? type `why` and a name, or a number of the list")
            return
        answer = self._meant(name, options)
        if answer is not None:
            self._tell_why(answer, name, options)
        elif self.game.question is not None:
            self._tell_unknown(name, self.game.question, options)

    def _tell_why(self, answer: Any, name: str, options: list[Any]) -> None:
        _print(f"  {line}" for line in self.screen.why(answer, name, options))

    def _undo(self, number: int) -> bool:
        if not self.game.can_undo:
            told = "nothing was answered yet, dice have fallen, or somebody else has decided"
            print(f"  nothing can be taken back: {told}")
            return False
        while number and self.game.can_undo:
            number -= 1
            while True:
                taken = self.game.entries[-1]
                self.game.undo()
                self.file.take_back()
                question = self.game.question
                if not self.game.can_undo or question is None:
                    break
                if not self._is_no_question(question, self.game.options()):
                    break  # what nobody was asked is taken back along with what led there
            print(f"  taken back: {entry_in_words(taken)}")
        self.seen = min(self.seen, len(self.game.entries))
        return True

    # -- what was asked about

    def _named(self, name: str) -> Hex | Thing | None:
        """A hex or a piece, in small letters or great."""
        position = self.game.position
        for text in (name, name.lower(), name.upper()):
            found = position.things.get(text) or (position.map.find(text) if position.map is not None else None)
            if found is not None:
                return found
        print(f"  there is no hex and no piece `{name}`")
        return None

    def _look(self, name: str) -> None:
        if not name:
            print("  look at what? type `look` and the name of a piece or a hex")
            return
        subject = self._named(name)
        if subject is not None:
            _print(self.screen.look(subject))

    def _map(self, name: str) -> None:
        subject = self._named(name) if name else None
        around = self.game.position.hex_of(subject) if isinstance(subject, Thing) else subject
        if name and around is None:
            if subject is not None:
                print(f"  {name} stands in no hex")
            return
        sys.stdout.write(self.screen.map(self._answers_on_the_map(), around))

    def _answers_on_the_map(self) -> list[Hex]:
        """The hexes that can be answered, and those of the pieces that can be."""
        if not isinstance(self.game.question, Choose) or self.game.question.side in self.programs:
            return []
        places = [self.game.position.hex_of(o) if isinstance(o, Thing) else o for o in self.game.options()]
        return [place for place in places if isinstance(place, Hex)]

    def _units(self, word: str) -> None:
        lines = [*self.screen.units(word)]
        _print(lines if lines else [f"  nothing has `{word}` in its line"])

    def _log(self, number: str) -> None:
        lines = [f"  {n:>4}  {entry_in_words(self._as_told(entry))}" for n, entry in enumerate(self.game.entries, 1)]
        last = int(number[:6]) if number.isdecimal() else len(lines)
        _print(lines[max(len(lines) - last, 0) :] if lines else ["  nothing has happened yet"])

    def _as_told(self, entry: Entry) -> Entry:
        """An answer as it may be told: what a program writes down in secret is for its eyes alone, until the end."""
        secret = entry.side in self.programs and entry.asked in self.game.agenda.secret_picks
        return replace(entry, answer="(in secret)") if secret and not self.game.over else entry


def _side(question: Question) -> str:
    return "" if isinstance(question, Throw) else question.side


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _print(lines: Iterable[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
