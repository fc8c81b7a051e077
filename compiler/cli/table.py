"""Where a game is played: what is asked is shown, what is typed is answered, programs play their sides.

In come a game, the file that keeps it and who plays; what happens goes to the terminal and into the file. What a
screen shows is made in `screen.py`, what has happened is put in words by `news.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hexlaw.compiler.cli import shorthand
from hexlaw.compiler.cli.happened import Happened
from hexlaw.compiler.cli.inquiries import Inquiries, tell
from hexlaw.compiler.cli.live import LivePicture
from hexlaw.compiler.cli.news import changes, told_shortly
from hexlaw.compiler.cli.reasons import clear_of, reason
from hexlaw.compiler.cli.replay import in_words as entry_in_words
from hexlaw.compiler.cli.replay import told
from hexlaw.compiler.cli.saved_case import LEGAL, REFUSED, Unsaved, place_of_cases, save
from hexlaw.compiler.cli.screen import MOST_LISTED, Screen
from hexlaw.compiler.cli.typed import Typed
from hexlaw.compiler.cli.typing_aid import help_typing
from hexlaw.compiler.situations.games import JournalFile, Unwritable
from hexlaw.runtime.drawing.pieces import printable
from hexlaw.runtime.explain import stop_lines
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.motives import motive_of
from hexlaw.runtime.play.players import ForesightedPlayer, Player, player
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Question, Take
from hexlaw.runtime.play.reaching import Way
from hexlaw.runtime.play.thrown import throw_in_words
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import GAME

HELP = """\
Answer with a number of the list, or with the name itself; several answers fit on one line, with blanks between them.
An empty line shows the list again; the tab key completes names. The next action may be typed where this one can be
over. Also:
  done             no more of this pick, or of this action
  end              ends your part of the turn; first it lists what can still act
  to HEX           the cheapest way there, for a pick that is made step by step: `move anna to 0405`
  A,B  A*          one after the other: `move anna,rex to 0405`, `move rifle-* 0405`
  HEX..HEX         the emptiest hex of a row that may be picked: `rifle-* 0401..0409`
  again NAME       the last action once more, with another piece
  auto             a program goes on for you until this part of the turn is over
  drop             forgets what is left of a line in which something could not be answered
  more             goes on with a long list
  list WORD        what can be answered and has this word in its line
  why NAME         may that be answered, and if not, why not? A number of the list will do, and several answers in turn
  odds NAME        what may come of an answer, over all falls of the dice that it throws; or of several in turn
  save ID NAME legal  keeps a question as a case for tests: that this ought to be legal, or `refused`
  look NAME        all about a piece or a hex; `look` alone: what holds of the game as a whole
  back             goes through what others have done since you last answered, step by step, with the map
  undo             take the last answer back (until dice have fallen or somebody else has decided); `undo 3`: three
  cancel           take back all of the action that is under way
  map              draw the map; what can be answered stands in brackets; `map NAME`: around a hex or a piece
  reach NAME       marks on the map where a piece can come to rest
  units            who stands where; `units WORD`: those that have this word in their line
  score            how it stands
  wins             what wins, in the words of the law
  log              what has happened; `log 10`: the last ten
  quit             leave; the journal keeps the game, `--resume` goes on with it
"""
COMMANDS = tuple(line.split()[0] for line in HELP.splitlines() if line.startswith("  "))
LATEST_NEWS = 6

TO, AGAIN, END = shorthand.TO, "again", shorthand.END


class Left(Exception):
    """The game has stopped, and whoever sat at the table has left."""


@dataclass
class Table:
    """A game at the table."""

    game: Game
    file: JournalFile
    screen: Screen
    programs: dict[str, Player]
    resume: str  # the command that goes on with this game
    picture: LivePicture | None = None  # of the game, kept as it goes on
    ask: Callable[[str], str] = lambda prompt: input(prompt)
    turn: str = ""  # what was last said of whose turn it is
    typed: Typed = field(default_factory=Typed)
    ending: tuple[str, ...] = ()  # the parts of the sequence that `end` was typed in, though something could still act
    automatic: tuple[str, ...] = ()  # the parts of the sequence in which a program goes on for the person
    line_began: int = 0  # how many answers there were when the last line was typed
    picks_typed: int = 0  # in the action that is under way
    answers: list[str] = field(default_factory=list)  # what can be answered to the question that is asked
    listed: int = 0  # how far the list of answers was shown
    stand_ins: dict[str, Player] = field(default_factory=dict)  # programs that go on for a side, once asked to
    moved: bool = False  # whether a program has moved something since the map was drawn

    def __post_init__(self) -> None:
        self.inquiries = Inquiries(self.game, self.screen)
        self.happened = Happened(self.game, self.screen)

    def words(self) -> list[str]:
        """What can be typed now, for whoever completes it."""
        return [*COMMANDS, *self.answers, *self.screen.position.things]

    def play(self) -> int:
        tell(self.screen.opening())
        if self.game.entries:
            self._taken_up()
        help_typing(self.words)
        try:
            self.inquiries.map("")
            self._play_on()
            self.happened.tell()
            self._draw()
            self.inquiries.map("")
            sys.stdout.writelines(told(self.game, self.screen.player))
        except (EOFError, KeyboardInterrupt):
            return self._leave()
        except Left:
            return 1
        except LawStop as stop:  # what the situation tells at the end
            self._tell_stop(stop)
            return 1
        except Unwritable as problem:
            print(f"hexlaw: {problem}; all answers but the last are kept", file=sys.stderr)
            return 2
        print(f"the game is over; its journal: {self.file.path}")
        return 0

    def _play_on(self) -> None:
        """To the end of the game; where it stops, as far as it can be asked about, and on from what is taken back."""
        while not self.game.over:
            try:
                self._go_on()
            except LawStop as stop:
                self._tell_stop(stop)
                if not self._asked_why(stop):
                    raise Left from None

    def _tell_stop(self, stop: LawStop) -> None:
        first, *more = stop_lines(stop, self.screen.position)
        tell([f"the game stops here: {first}", *more, f"  its journal: {self.file.path}"])

    def _asked_why(self, stop: LawStop) -> bool:
        """What is asked of a game that has stopped; whether an answer was taken back, so that it goes on from there."""
        self.typed.words.clear()
        self.happened.tell_news()
        print("  ask `why`, `why NAME`, `look`, `map`, `units`, `score`, `log`; `undo`, `cancel` or `quit`")
        while True:
            try:
                word, _, rest = self.ask("stopped> ").strip().partition(" ")
            except (EOFError, KeyboardInterrupt):
                return False
            question = self.game.question
            if word in ("quit", "exit"):
                return False
            if word == "why" and not rest:
                tell(f"  {line}" for line in stop_lines(stop, self.screen.position, "developer"))
            elif word in ("undo", "cancel") and question is not None:
                if self._undo(int(rest[:4]) if rest.isdecimal() else 1) if word == "undo" else self._cancel(question):
                    return True
            elif word in ("", "undo", "cancel", "list", "more") or question is None:
                print("  nothing can be answered here")
            elif not self.inquired(word, rest, question, []):
                print(f"  `{printable(word)}` cannot be answered: the game has stopped")

    def _taken_up(self) -> None:
        """A game goes on: only the last of what has happened is printed."""
        print(f"taken up after {_counted(len(self.game.entries), 'answer')}; `log` tells them all")
        lines = [*told_shortly([*map(self.screen.as_told, self.game.entries)])]
        tell(f"  {line}" for line in [*(["..."] if len(lines) > LATEST_NEWS else []), *lines[-LATEST_NEWS:]])
        self.happened.told = len(self.game.entries)

    def _leave(self) -> int:
        print(f"\nthe game is kept; go on with: {self.resume}")
        return 0

    def _go_on(self) -> None:
        question = self.game.question
        if isinstance(question, ByLot):
            self.happened.tell()
            self._throw()
        elif question is not None and question.who in self.programs:
            self.happened.tell_passed()
            places = dict(self.screen.position.places)
            self._answer(self._answer_of(self.programs[question.who]))
            self.moved = self.moved or places != self.screen.position.places
        elif question is not None and self._goes_on_by_itself(question):
            self._answer(self._stand_in(question.who).answer(self.game))
        elif question is not None:
            self._ask(question)

    def _answer_of(self, program: Player) -> Any:
        """What a program answers; what an action of it is for is told once the action is over, no sooner."""
        answer = program.answer(self.game)
        if isinstance(self.game.question, Take) and isinstance(program, ForesightedPlayer):
            seen, acting = self.screen.position, program.left[:1]
            motive = motive_of(self.game, [answer, *program.left], self.screen.side)
            told = "" if motive is None else reason(motive, self.game.law, seen)
            keeps = [clear_of(program.kept_from.get(thing, ())) for thing in acting if seen.hex_of(thing) is not None]
            self.happened.meant = "; ".join(filter(None, (told, *keeps)))
        return answer

    def _goes_on_by_itself(self, question: Question) -> bool:
        if self.automatic != self.game.running:
            self.automatic = ()
        return bool(self.automatic)

    def _stand_in(self, who: str) -> Player:
        """The program that answers for a person who has typed `auto`."""
        name = "random" if self.game.setup.worth is None else "greedy"
        return self.stand_ins.setdefault(who, player(name, f"{self.game.seed}/{who}/auto"))

    def _throw(self) -> None:
        """All dice that fall one after the other, and what has become of each; not what the law keeps its books with,
        unless it hangs on how they fell."""
        by_dice = more = False
        while isinstance(self.game.question, ByLot):
            before, question = self.screen.position, self.game.question
            frames = tuple(self.game.machine.state.frames)
            self.happened.note_stop("")
            others = [{*changes(before, position)} for position in self.screen.whatever_falls()]
            always = set.intersection(*others) if others else set()
            shows = self.game.throw()
            self.happened.tell_news()
            reasons = throw_in_words(self.game.law, before, frames, question, shows)
            tell(f"    {line}" for line in reasons)
            told = {*changes(before, self.screen.position, None, self._books())}
            lines = [line for line in changes(before, self.screen.position) if line in told or line not in always]
            by_dice, more = by_dice or not always.issuperset(lines), more or bool(lines)
            tell(f"    {line}" for line in lines)
        if not by_dice:
            print(f"    nothing {'more ' if more else ''}changes")

    def _answer(self, answer: Any) -> None:
        """Answers, and tells what came of it that the answer itself does not say."""
        before, number = self.screen.position, len(self.game.entries)
        who = _who(self.game.question) if self.game.question is not None else ""
        self.happened.note_stop(who, by_program=who in self.programs)
        if isinstance(self.game.question, Take) and answer == DONE:
            self.happened.end_part()
        self.game.put(answer)
        self.happened.note_reason()
        who = self.game.entries[number].who
        picked = shorthand.last_action(self.game.entries[: number + 1], who) if who else []
        others = [*changes(before, self.screen.position, answer, self._told_anyway(), picked)]
        if others:
            self.happened.tell_news()
        tell(f"    {line}" for line in others)

    def _told_anyway(self) -> frozenset[object]:
        """What stands with the question that follows, such as what is true of the game as a whole; and what runs out by
        itself, with which the law keeps its books."""
        picks = [pick for action in self.game.law.graph.actions.values() for pick in action.picks]
        return self._books() | {GAME, *(pick.account.name for pick in picks if pick.account is not None)}

    def _books(self) -> frozenset[object]:
        """The attributes that run out by themselves."""
        kinds = self.game.law.graph.kinds.values()
        return frozenset(name for kind in kinds for name, of in kind.attributes.items() if of.lasting is not None)

    # -- one question

    def _ask(self, question: Question) -> None:
        options = self.game.options()
        self.typed.forget_unless(_who(question))
        if self._is_no_question(question, options) and self._nothing_else_typed(options):
            self._answer_alone(question, options[0])
            return
        self.happened.tell()
        self._draw()
        self.answers = [self.screen.shown(option) for option in options]
        if not self.typed.words:
            self._tell_turn(question)
            self._list(question, options)
        while True:
            typed = self.typed.next(_who(question), self.ask)
            if self.typed.begins_line:
                self.line_began = len(self.game.entries)
            if self._understood(typed, question, options) or self._passes_over(question):
                return
            self.typed.keep_rest()

    def _passes_over(self, question: Question) -> bool:
        """Goes on with the next of several actions that were typed as one, where this one cannot be carried out and can
        be taken back."""
        if shorthand.another(self.typed.words) is None or not self._cancel(question):
            return False
        self.typed.skip_to_another()
        return True

    def _draw(self) -> None:
        if self.picture is not None:
            self.picture.show()
        if self.screen.window is not None:
            self.screen.window(self.screen, self.screen.answers_on_the_map(), None)

    def _is_no_question(self, question: Question, options: list[Any]) -> bool:
        """Whether nobody need be asked: there is one answer, and it throws no dice and ends no action in which nothing
        was typed."""
        if len(options) != 1 or isinstance(question, ByLot):
            return False
        [answer] = options
        if answer == DONE:
            return not self.game.throws_with(DONE)
        following = self.game.leads_to(answer)
        if isinstance(following, ByLot | None) or following.who != question.who:
            return False
        action = question.pick.partition(".")[0] if isinstance(question, Choose) else str(answer)
        same = isinstance(following, Choose) and following.pick.partition(".")[0] == action
        return same or (isinstance(question, Choose) and self.picks_typed > 0)

    def _nothing_else_typed(self, options: list[Any]) -> bool:
        """Whether what was typed for this, if anything, is the one answer: of another it is told why it is none."""
        if not self.typed.words or options == [DONE]:
            return True
        word = self.typed.words[0]
        meant = self.inquiries.meant(word, options)
        if meant in (None, options[0]) or not self.game.offers(meant):
            return True
        return self.inquiries.where_named(word, options) is not None

    def _answer_alone(self, question: Question, answer: Any) -> None:
        words = self.typed.words
        typed = words[0].lower() if words else ""
        named = typed == self.screen.shown(answer).lower() or (typed == "1" and answer != DONE)
        if named:
            words.pop(0)  # it was typed for this
        part = self.game.ends_with_done if isinstance(question, Take) and answer == DONE else None
        if part is not None:
            self.happened.pass_by(_who(question), part)
            del words[: shorthand.ends(words)]  # it was typed for this
        if isinstance(question, Choose) and answer != DONE and not named:
            self.happened.tell_news()
            self._tell_turn(question)
            print(f"  {self.screen.asked(question)}: {self.screen.shown(answer)}, there is nothing else")
        self._put(answer)

    def _put(self, answer: Any) -> None:
        self.ending = ()
        self.happened.tell_news()
        self.happened.told += 1  # who has typed it knows it
        self._answer(answer)

    def _tell_turn(self, question: Question) -> None:
        line = self.screen.whose_turn(_who(question))
        if line == self.turn:
            return
        if self.moved:
            sys.stdout.write(self.screen.map(legend=False))
            self.moved = False
        self.turn = line
        print(line)

    def _list(self, question: Question, options: list[Any], first: int = 0, word: str = "") -> None:
        print(self.screen.title(question))
        tell(self.screen.listed(question, options, first, word))
        if not word:
            self.listed = first + MOST_LISTED if first + MOST_LISTED < len(options) else 0

    # -- what was typed

    def _understood(self, typed: str, question: Question, options: list[Any]) -> bool:
        """Whether what was typed has changed the game; everything else is answered at once."""
        typed = " ".join(typed.split())
        word, _, rest = typed.partition(" ")
        word = word.lower()
        if word in ("quit", "exit") and not rest:
            raise EOFError
        if word == "undo" and (not rest or rest.isdecimal()):
            self.typed.kept.clear()
            return self._undo(int(rest[:4] or "1"))
        if word in ("cancel", "drop", "auto") and not rest and self.game.meant(word) is None:
            self.typed.kept.clear()
            if word == "auto":
                self.automatic = self.game.running
            return self._cancel(question) if word == "cancel" else word == "auto"
        if self.inquired(word, rest, question, options):
            return False
        if rest and self.game.meant(typed) is not None:
            return self._answered(typed, question, options)  # a name with blanks, as off the board
        words = typed.split()
        if self._begins_it(words[0], question):
            words.pop(0)  # the action is under way, nothing was picked: it was named once more
        if not words:
            self._list(question, options)
            return False
        if self.typed.begins_line and (len(words) > 1 + (words[0].lower() == TO) or words[0].lower() == END):
            self.typed.kept.clear()  # a line of its own, not the one answer that was wanting
        self.typed.words[:0] = words[1:]  # several answers, one after the other
        return self._answered(words[0], question, options)

    def inquired(self, word: str, rest: str, question: Question, options: list[Any]) -> bool:
        """Whether something was asked beside the game, which is answered at once."""
        ask = self.inquiries
        commands: dict[str, Callable[[], None]] = {
            "": lambda: self._list(question, options), "help": lambda: print(HELP), "?": lambda: print(HELP),
            "more": lambda: self._list(question, options, self.listed),
            "score": lambda: tell(f"  {line}" for line in self.screen.score()),
            "wins": lambda: tell(f"  {line}" for line in self.screen.wins()),
            "back": self._look_back,
        }  # fmt: skip
        about: dict[str, Callable[[str], None]] = {
            "list": lambda word: self._list(question, options, 0, word),
            "why": lambda name: ask.why(name, options), "odds": lambda name: ask.odds(name, options),
            "look": ask.look, "map": ask.map, "reach": ask.reach, "units": ask.units, "log": ask.log,
            "save": self._save,
        }  # fmt: skip
        if word and self.game.meant(word) is not None:
            return False  # it is called so
        try:
            if word in about:
                about[word](rest)
            elif word in commands and not rest:
                commands[word]()
            else:
                return False
        except LawStop as stop:
            first, *more = stop_lines(stop, self.screen.position)
            tell([f"  that cannot be worked out: {first}", *(f"  {line}" for line in more)])
        return True

    def _save(self, rest: str) -> None:
        """Keeps the question whether something may be answered as a case, with the verdict that somebody expects."""
        name, _, words = rest.partition(" ")
        answers, _, expected = words.rpartition(" ")
        if not answers or expected not in (LEGAL, REFUSED):
            print("  save what? type `save`, a name for the case, an answer or several, and `legal` or `refused`")
            return
        game, text = self.game, answers
        *first, last = [text] if game.meant(text) is not None else text.split()
        for each in first:
            answer = Inquiries(game, self.screen).meant(each, game.options())
            followed = None if answer is None else game.followed(answer)
            if followed is None:
                print(f"  `{printable(each)}` cannot be answered on the way there")
                return
            game = followed
        answer, question = Inquiries(game, self.screen).meant(last, game.options()), game.question
        if answer is None or question is None:
            print(f"  `{printable(last)}` is no answer there")
            return
        path = place_of_cases(self.file.journal.header)
        try:
            save(path, self.file.journal.header, name, game.entries, game.entry(question, answer), expected)
        except Unsaved as problem:
            print(f"  {problem}")
            return
        print(f"  kept in {path}; `hexlaw test {path}` says whether the law agrees")

    def _look_back(self) -> None:
        mine = _who(self.game.question) if self.game.question is not None else ""
        self.happened.looking_back(mine).go_through(self.ask)
        self._draw()

    def _begins_it(self, word: str, question: Question) -> bool:
        named = isinstance(question, Choose) and question.pick.partition(".")[0] == word.lower()
        return named and isinstance(question, Choose) and not self.screen.picked(question) and not self.game.meant(word)

    def _answered(self, typed: str, question: Question, options: list[Any]) -> bool:
        answer = self.inquiries.meant(typed, options)
        if answer is None and (short := self._short_form(typed, question, options)) is not None:
            return short()
        if answer == DONE and isinstance(question, Take) and self.game.ends_with_done is not None:
            return self._end(question, options, by_done=typed.lower() == DONE)
        if (
            answer is None
            and DONE in options
            and isinstance(question, Choose)
            and self.inquiries.is_open(typed.lower())
        ):
            self.typed.words.insert(0, typed)  # another action: this one is over
            answer = DONE
        if answer is None and self._is_for_another_action(typed, question, options) and self._cancel(question):
            self.typed.answer_anew([typed])
            return True
        if answer is None:
            self.inquiries.tell_unknown(typed, question, options)
            return False
        if answer not in options:
            self.inquiries.tell_why(answer, typed, options)
            self.inquiries.tell_way_out(question)
            return False
        self.picks_typed = self.picks_typed + 1 if isinstance(question, Choose) else 0
        self._put(answer)
        self.typed.go_on_with_kept()
        return True

    def _is_for_another_action(self, typed: str, question: Question, options: list[Any]) -> bool:
        """Whether an action was begun and no more, it cannot be over, and a line begins with another: then it was a
        slip."""
        if (
            not self.typed.begins_line
            or not isinstance(question, Choose)
            or DONE in options
            or len(self.screen.picked(question)) > 1
        ):
            return False
        return typed.lower() == END or self.inquiries.is_open(typed.lower())

    # -- short forms

    def _short_form(self, typed: str, question: Question, options: list[Any]) -> Callable[[], bool] | None:
        """What to do where a word is none of the answers but stands for some; it says whether the game has changed."""
        word = typed.lower()
        names = self.inquiries.several(typed, options) if isinstance(question, Choose) else []
        row = shorthand.ends_of_row(typed)
        if word == END:
            return lambda: self._end(question, options)
        if word == TO and isinstance(question, Choose) and self.typed.words:
            return lambda: self._go_to(question, self.typed.words.pop(0), options)
        if word == AGAIN and isinstance(question, Take) and self.typed.words:
            return lambda: self._again(question, options)
        if names and isinstance(question, Choose):
            return lambda: self._each(names, question, options)
        if row is not None and isinstance(question, Choose):
            return lambda: self._in_row(*row, question, options)
        return None

    def _end(self, question: Question, options: list[Any], *, by_done: bool = False) -> bool:
        """Ends the part of the turn; where something can still act, only once that was told."""
        if isinstance(question, Choose):
            if DONE not in options:
                if self._is_for_another_action(END, question, options) and self._cancel(question):
                    self.typed.answer_anew([END])
                    return True
                print("  the action under way cannot be over yet")
                self.inquiries.tell_way_out(question)
                return False
            self.typed.words.insert(0, END)
            self._put(DONE)
            return True
        part = self.game.ends_with_done
        if part is None or DONE not in options:
            self.inquiries.tell_why(DONE, END, options)
            return False
        twice = self.typed.words[:1] == [END]
        if twice:
            self.typed.words.pop(0)
        if (twice or self.ending == self.game.running) and not by_done:
            self._put(DONE)
            return True
        able = [*self.inquiries.still_able(options)]
        if not able:
            self._put(DONE)
            return True
        tell(f"  {line}" for line in able)
        if by_done:
            print(f"  no action is under way that could be done; `{END}` ends {part}")
        else:
            self.ending = self.game.running
            print(f"  `{END}` once more ends {part}")
        return False

    def _go_to(self, question: Choose, name: str, options: list[Any]) -> bool:
        """Takes the thing that was picked first to a hex by the cheapest way, once that was shown."""
        there = self.screen.hex_named(name)
        mover = self.inquiries.first_picked(question)
        if there is None or mover is None or not self.game.repeats:
            wrong = (
                f"there is no hex `{printable(name)}`" if there is None else f"`{question.pick}` is not picked by steps"
            )
            print(f"  {wrong}")
            self.inquiries.tell_way_out(question)
            return False
        way = self.game.cheapest_way(mover, there)
        if way is None:
            self.inquiries.tell_why_not_there(mover, there, name)
            self.inquiries.tell_way_out(question)
            return False
        if not way.answers:
            self.inquiries.tell_already_there(mover, there)
            self.inquiries.tell_way_out(question)
            return False
        self.inquiries.tell_way(mover, way)
        if self.typed.words:
            self.typed.gone_unasked = True
            return self._gone(question, way)
        instead = self._typed_instead(question, options)
        if not instead:
            return self._gone(question, way)
        self.typed.begins_line = True
        if self.typed.gone_unasked and self._take_back_line():
            self.typed.answer_line_with(instead)
            return True
        return self._understood(instead, question, options)

    def _typed_instead(self, question: Question, options: list[Any]) -> str:
        """What is typed in place of going a way that was shown; what is only asked is answered, and the way stands."""
        while True:
            typed = " ".join(self.ask("Enter goes there, anything else is answered instead> ").split())
            word, _, rest = typed.partition(" ")
            if not typed or not self.inquired(word.lower(), rest, question, options):
                return typed

    def _take_back_line(self) -> bool:
        """Takes back all that was answered with the last line; not where dice have fallen since, or others decided."""
        answered = [entry for entry in self.game.entries[self.line_began :] if not entry.lapsed]
        if len(answered) > self.game.undoable:
            return False
        self.file.take_back(sum(self.game.undo() for _ in answered))
        self.happened.taken_back()
        print(f"  taken back: {printable(self.typed.line)}")
        return True

    def _gone(self, question: Choose, way: Way) -> bool:
        """Answers one step after the other, as long as the next is what is asked for and nothing stands against it."""
        for answer in (*way.answers, DONE):
            following = self.game.question
            if not isinstance(following, Choose) or following.pick != question.pick:
                break  # the action is over, or something has come between
            if not self.game.allows(answer):
                self.inquiries.tell_why(answer, self.screen.shown(answer), [])
                break
            self.picks_typed += 1
            self._put(answer)
        self.typed.go_on_with_kept()
        return True

    def _again(self, question: Take, options: list[Any]) -> bool:
        action, *picks = shorthand.last_action(self.game.entries, question.who) or [""]
        if not picks:
            print("  no action was taken yet")
            return False
        self.typed.words[1:1] = picks[1:]
        return self._answered(action, question, options)

    def _each(self, names: list[str], question: Choose, options: list[Any]) -> bool:
        """Several answers to one pick; where it is made once, as many actions, each with all that was typed behind."""
        first, *others = names
        words = self.typed.words
        if self.game.repeats:
            words[:0] = others
        else:
            action = question.pick.partition(".")[0]
            begun = [action] if action in self.game.law.graph.actions else []
            of_it = next((n for n, word in enumerate(words) if self._begins_anew(word)), len(words))
            each = shorthand.each_in_turn([*begun, *self.screen.picked(question)], others, words[:of_it])
            words[of_it:of_it] = each
        return self._answered(first, question, options)

    def _begins_anew(self, word: str) -> bool:
        """Whether a word that was typed does not belong to the action under way."""
        return word.lower() == END or self.inquiries.is_open(word.lower())

    def _in_row(self, first: str, last: str, question: Choose, options: list[Any]) -> bool:
        """Picks the emptiest hex of a row that may be picked, the first of those."""
        ends = [self.screen.hex_named(name) for name in (first, last)]
        row = shorthand.row(ends[0], ends[1]) if ends[0] is not None and ends[1] is not None else []
        free = [h for h in row if h in options]
        if not free:
            print(f"  no hex from {printable(first)} to {printable(last)} may be picked")
            self.inquiries.tell_way_out(question)
            return False
        self.picks_typed += 1
        self._put(min(free, key=self.screen.number_in))
        self.typed.go_on_with_kept()
        return True

    def _undo(self, number: int) -> bool:
        if not self.game.can_undo:
            told = "nothing was answered yet, dice have fallen, or somebody else has decided"
            print(f"  nothing can be taken back: {told}")
            return False
        while number and self.game.can_undo:
            number -= 1
            while True:
                taken = next(entry for entry in reversed(self.game.entries) if not entry.lapsed)
                self.file.take_back(self.game.undo())
                question = self.game.question
                if not self.game.can_undo or question is None:
                    break
                if not self._is_no_question(question, self.game.options()):
                    break  # what nobody was asked is taken back along with what led there
            print(f"  taken back: {entry_in_words(taken)}")
        self.happened.taken_back()
        return True

    def _cancel(self, question: Question) -> bool:
        """Back to where the action under way was taken."""
        begun = self.game.undoable_action
        if not isinstance(question, Choose) or not begun:
            print("  no action is under way that could be taken back whole; `undo` takes back an answer")
            return False
        self.file.take_back(sum(self.game.undo() for _ in range(begun)))
        self.happened.taken_back()
        print(f"  taken back: {question.pick.partition('.')[0]}")
        return True


def _who(question: Question) -> str:
    return "" if isinstance(question, ByLot) else question.who


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
