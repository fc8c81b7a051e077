"""What lies on the table where a game is played: the game, its file, who plays, and what was typed and told.

What a person answers is in `answering.py`, how a game goes on in `session.py`. What a screen shows is made in
`screen.py`, what has happened is put in words by `event_lines.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.table import shorthand
from hexlaw.compiler.desk.table.event_log import EventLog
from hexlaw.compiler.desk.table.hints import Hints
from hexlaw.compiler.desk.table.input_queue import InputQueue
from hexlaw.compiler.desk.table.live import LivePicture
from hexlaw.compiler.desk.table.odds import Odds
from hexlaw.compiler.desk.table.output import ASKED, CHANGE, tell
from hexlaw.compiler.desk.table.page_state import DONE as IS_DONE
from hexlaw.compiler.desk.table.page_state import Deed, Intent, PlayPart, TakeBack
from hexlaw.compiler.desk.table.queries import Queries
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.situations.games import JournalFile
from hexlaw.runtime.draw.pieces import printable
from hexlaw.runtime.explain.event_lines import changes, entry_in_words
from hexlaw.runtime.law.value import GAME, Thing, Value
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Question, Take
from hexlaw.runtime.play.seating import seats
from hexlaw.runtime.play.state import apart

HELP = (Path(__file__).parent / "help.txt").read_text("utf-8")
COMMANDS = tuple(line.split()[0] for line in HELP.splitlines() if line.startswith("  ") and line[2].islower())


class Elsewhere(Exception):
    """Who decides next does so at another machine."""


@dataclass(frozen=True)
class Absent:
    """Somebody who plays by mail, and what they have declined for as long as a part goes on."""

    declined: tuple[str, ...] = ()

    def declines(self, game: Game) -> bool:
        return self.declined == game.offered != ()

    def answer(self, game: Game) -> Value:
        if not self.declines(game) or DONE not in game.options():
            raise Elsewhere
        return DONE


@dataclass
class Tabletop:
    game: Game
    file: JournalFile
    screen: Screen
    programs: dict[str, Player]
    resume: str  # the command that goes on with this game
    picture: LivePicture | None = None  # of the game, kept as it goes on
    ask: Callable[[str], str] = lambda prompt: input(prompt)
    waits: Callable[[str], None] = lambda text: None  # says for whom one waits, where there is a place for it
    is_shared: bool = False  # by people at other pages: nothing but answers is kept here
    weigh: Callable[[Value], None] = lambda answer: None  # looks at what a person answers before it counts
    typed: InputQueue = field(default_factory=InputQueue)
    automatic: tuple[str, ...] = ()  # the parts of the sequence in which a program goes on for the person
    declined: tuple[str, ...] = ()  # what a person was offered, and declines until the part is over
    answers: list[str] = field(default_factory=list)  # what can be answered to the question that is asked
    explained: frozenset[str] = frozenset()  # the actions of which the list has said what they are
    turn: str = ""  # what was last said of whose turn it is
    figures: dict[str, str] = field(default_factory=dict)  # the same of the game as a whole
    acted: bool = False  # whether a person has done something since a part of the turn was last ended by one
    moved: bool = False  # whether a program has moved something since the map was drawn
    came: set[Thing] = field(default_factory=set)  # what programs have moved since a person did something
    planned: list[Value | Deed] = field(default_factory=list)  # what is still to be answered, and the hex to go to
    planner: str = ""  # who gives them
    led: tuple[int, str, str] | None = None  # the guided move that was last shown
    is_left: bool = False  # whether the person has gone before a turn by mail was sealed
    clicks: list[int] = field(default_factory=list)  # after how many entries each click came

    def __post_init__(self) -> None:
        self.queries = Queries(self.game, self.screen)
        self.event_log = EventLog(self.game, self.screen)
        self.hints = Hints(self.game, self.screen)

    def persons(self) -> list[str]:
        """Returns the players that are people."""
        return [seat for seat in seats(self.screen.position) if seat not in self.programs]

    def guided(self) -> tuple[int, str, str] | None:
        """Returns the move that a new player is led to next: its number, what is said of it, and its answers; the first
        whose answers people have not given, in order, since the one before it."""
        own = (one for one in self.game.entries if one.who and one.who not in self.programs and not one.lapsed)
        ended = (ACTION, DONE)
        each = ([shorthand.END] if (one.asked, one.answer) == ended else one.answer.split(", ") for one in own)
        given, moves = iter([word for words in each for word in words]), enumerate(self.game.setup.guide, 1)
        return next(((n, *move) for n, move in moves if not all(word in given for word in move[1].split())), None)

    def tell_guide(self) -> None:
        """Says once to which move a new player is led."""
        shown, self.led = self.led, self.guided()
        if self.led is not None and self.led != shown:
            number, said, does = self.led
            said = f"First game, {number} of {len(self.game.setup.guide)}: {said} In words: `{does}`."
            tell(wrap(said, self.screen.width), ASKED)

    def words(self) -> list[str]:
        """Returns what can be typed now, for completion."""
        return [*COMMANDS, *self.answers, *self.screen.position.things]

    def answer(self, answer: Value) -> None:
        """Answers, and tells what came of it that the answer itself does not say."""
        before, number = self.screen.position, len(self.game.entries)
        self.typed.unasked.discard(number)
        began = apart(self.game.to_read.frames)
        self.game.put_with_notes(answer)
        self.event_log.note_reason()
        now = apart(self.game.to_read.frames)
        if began is not None and now is not None and began.number == now.number and began.side != now.side:
            return  # the next side begins where all did: it does not know of this, and nothing has come of it yet
        entry, began_with = self.game.entries[number], self.game.entries[: number + 1]
        picked = [*shorthand.last_action(began_with, entry.who), *entry.known.values()] if entry.who else []
        known = answer if self.screen.may_read(entry) else None
        picks = [pick for action in self.game.law.graph.actions.values() for pick in action.picks]
        accounts = {pick.account.name for pick in picks if pick.account is not None}
        said_anyway = self.screen.books() | {GAME, *accounts}  # with the question that follows
        others = [*changes(before, self.screen.position, known, said_anyway, picked)]
        if others:
            self.event_log.tell_news()
        tell((f"    {line}" for line in others), CHANGE)

    # -- what a person does

    def play(self, intent: Intent) -> bool:
        """Does what a person wants, by a click or in words; returns whether the game has changed."""
        question, self.planned = self.game.question, []
        match intent:
            case Deed() if isinstance(question, Take | Choose):
                self.planned, self.planner = self.answers_of(intent), question.who
                return self.answer_next(question)
            case PlayPart():
                self.automatic, self.acted = self.game.running, False
            case TakeBack(what="answers", answers=number):
                return self.undo(number)
            case TakeBack(what="line"):
                self.take_back(self.given_since(self.typed.line_began))
                tell([f"  taken back: {printable(self.typed.line)}"])
            case TakeBack(what="action", silently=silently) if isinstance(question, Take | Choose):
                return self._cancel(question, report=not silently)
            case TakeBack(what="click") if number := self.undone_at_once:
                given = [n for n, one in enumerate(self.game.entries) if not one.lapsed]
                tell(f"taken back: {line}" for line in self.event_log.since(given[-number], why=False))
                self.acted = True  # so that the table does not end this part by itself again
                self.take_back(number)
            case _:
                return self.undo(self.game.undoable)
        return True

    def answers_of(self, deed: Deed) -> list[Value | Deed]:
        """Returns what the numbers of options stand for, each in the list of the question that follows upon those
        before; and the same for each of the others, or where one pick is made several times, those behind the first."""
        answers, ahead, things = list[Value](), [self.game], self.screen.position.things
        for number in deed.path:
            following = ahead[-1].followed(answers[-1]) if answers else None
            ahead += [] if following is None else [following]
            options = [one for one in self.queries.of(ahead[-1]).options if one != DONE]
            if number >= len(options) or DONE in answers:
                raise Refused("that is no answer here any more")
            answers.append(DONE if number == IS_DONE else options[number])
        at = next((n for n, answer in enumerate(answers) if isinstance(answer, Thing)), len(answers))
        first, rest = answers[at : at + 1], [*answers[at + 1 :], *([Deed(to=deed.to)] if deed.to else [])]
        others = [things[name] for name in deed.others if name in things]
        if first and ahead[at].repeats:
            return [*answers[:at], *first, *others, *rest]
        return [one for piece in (first, *([other] for other in others)) for one in (*answers[:at], *piece, *rest)]

    def answer_next(self, question: Take | Choose) -> bool:
        """Gives the next answer that is planned; upon one that cannot be given, the next action is begun. Returns
        whether the person need not be asked once more."""
        answer, options, changed = self.planned[0], self.queries.options, True
        if isinstance(answer, Deed):
            self._go_to(question, answer.to)
        elif answer == DONE in options and isinstance(question, Take) and self.game.ends_with_done is not None:
            changed = self._end_part(self.game.ends_with_done)
        elif answer in options:
            self._give(answer)
        elif answer in self.game.law.graph.actions and isinstance(question, Choose) and DONE in options:
            self.put(DONE)  # another action: this one is over
            return True
        else:
            self.queries.tell_why(answer, self.screen.shown(answer))
            self._pass_over(question)
        del self.planned[0]
        if changed and not self.planned:
            self.typed.go_on_with_kept()
        return changed

    def _pass_over(self, question: Take | Choose) -> None:
        """Forgets what is planned of an action that has failed, and takes back what has begun it."""
        while self.planned[1:] and self.planned[1] not in self.game.law.graph.actions:
            del self.planned[1]
        given = self.given_since(max(self.clicks, default=0))
        if isinstance(question, Choose) and self.game.undoable_action <= given:
            self._cancel(question, report=False)

    def _end_part(self, part: str) -> bool:
        """Ends the part of the turn; where something can still act, only once that was said."""
        able = [] if self.typed.ending == self.game.running else [*self.queries.still_able()]
        if not able:
            self.put(DONE)
            self.acted = False
            return True
        self.typed.ending = self.game.running
        dice = ", and the dice fall" if self.game.throws_with(DONE) else ""
        again = f"`{shorthand.END}` once more ends {self.screen.readings.called('part', part)}{dice}"
        tell(f"  {line}" for line in (*able, again))
        return False

    def _give(self, answer: Value) -> None:
        """Answers with what a person has named."""
        self.typed.picks = self.typed.picks + 1 if isinstance(self.game.question, Choose) else 0
        self.put(answer)

    def _go_to(self, question: Take | Choose, to: str) -> None:
        """Goes to a hex by the cheapest way, which is said unless it was shown before: one step after the other, as
        long as the next is what is asked for and nothing stands against it."""
        going, was_shown = self.queries.way_to(to), self.typed.shown_way == to
        self.typed.shown_way, way = "", None if going is None else going[2]
        if going is not None and not was_shown:
            self.queries.tell_way(*going, to)
        if way is None or not isinstance(question, Choose):
            self._pass_over(question)
            return
        for answer in (*way.answers, DONE) if way.answers else ():
            following = self.game.question
            if not isinstance(following, Choose) or following.pick != question.pick:
                break  # the action is over, or something has come between
            if not self.game.allows(answer):
                self.queries.tell_verdict(answer, self.screen.shown(answer))
                break
            self._give(answer)
        if way.answers:
            self.typed.gone_to = len(self.game.entries), self.screen.shown(way.answers[-1])

    def put(self, answer: Value) -> None:
        self.weigh(answer)
        self.typed.ending, self.typed.led = (), ""
        if not isinstance(self.game.question, Take) or answer != DONE:
            self.acted = True
            self.came.clear()
        self.event_log.tell_news()
        self.event_log.reported += 1  # who has typed it knows it
        standing = Odds(self.screen).as_it_stands(answer)
        self.answer(answer)
        tell((f"    {line}" for line in standing), CHANGE)

    def draw(self) -> None:
        if self.picture is not None:
            self.picture.show(self.game.question)

    def tell_turn(self, question: Question) -> None:
        """Says whose turn it is, and the figures of the game that are new, where anything of that is."""
        line, figures = self.screen.whose_turn(who_answers(question)), self.screen.figures()
        new = [f"{name} {figure}" for name, figure in figures.items() if self.figures.get(name) != figure]
        if line == self.turn and not new:
            return
        if self.moved:
            came_to = [h for thing in self.came if (h := self.screen.position.hex_of(thing)) is not None]
            tell(self.screen.map(came_to, legend=False).splitlines(), ASKED)
            self.moved = False
        self.turn, self.figures = line, figures
        tell([f"-- {line}" + (f" ({', '.join(new)})" if new else "")], ASKED)

    def is_no_question(self, question: Question, options: list[Value]) -> bool:
        """Returns whether no one need be asked: the one answer throws no dice and ends nothing unnoticed."""
        if len(options) != 1 or isinstance(question, ByLot):
            return False
        [answer] = options
        if answer == DONE:
            return not self.game.throws_with(DONE) and not (self.acted and self._gives_way(question))
        following = self.game.foreseen(answer).question
        if isinstance(following, ByLot | None) or following.who != question.who:
            return False
        action = question.pick.partition(".")[0] if isinstance(question, Choose) else str(answer)
        same = isinstance(following, Choose) and following.pick.partition(".")[0] == action
        return same or (isinstance(question, Choose) and self.typed.picks > 0)

    def seals(self, question: Question) -> bool:
        """Returns whether what was done in this part can no longer be taken back once it is over."""
        return self.acted and (self._gives_way(question) or (self.game.undoable > 0 and self.game.throws_with(DONE)))

    def _gives_way(self, question: Question) -> bool:
        """Returns whether others decide once this part is over, and what was done can still be taken back."""
        if not isinstance(question, Take) or not self.game.undoable:
            return False
        following = self.game.foreseen(DONE).question
        return following is None or (not isinstance(following, ByLot) and following.who != question.who)

    def undo(self, number: int) -> bool:
        if not self.game.undoable:
            why = "nothing was answered yet, dice have fallen, or somebody else has decided"
            tell([f"  nothing can be taken back: {why}"])
            return False
        self.acted = True  # so that the table does not end this part by itself again
        while number and self.game.undoable:
            number -= 1
            while True:
                taken = next(entry for entry in reversed(self.game.entries) if not entry.lapsed)
                self.take_back(1)
                question = self.game.question
                if not self.game.undoable or question is None or not self.is_no_question(question, self.game.options()):
                    break  # what no one was asked is taken back along with what led there
            tell([f"  taken back: {entry_in_words(taken, self.screen.readings)}"])
        return True

    def _cancel(self, question: Question, *, report: bool = True) -> bool:
        """Back to where the action under way was taken; where none is, the last one."""
        if not (begun := self.game.undoable_action):
            tell(["  no whole action can be taken back; `undo` takes back an answer"])
            return False
        over = not isinstance(question, Choose)
        action = shorthand.last_action(self.game.entries, who_answers(question))
        self.acted = self.acted or over  # the part of the turn is not ended unasked
        self.take_back(begun)
        if report:
            called = self.screen.readings.called("action", action[0])
            tell([f"  taken back: {printable(' '.join([called, *action[1:]]) if over else called)}"])
        return True

    def given_since(self, number: int) -> int:
        """Returns how many answers were given since there were so many entries."""
        return sum(not entry.lapsed for entry in self.game.entries[number:])

    @property
    def undone_at_once(self) -> int:
        """Returns how many answers are taken back with the last click: all that it gave, as far as that can be."""
        entries = self.game.entries
        began = next((number for number in reversed(self.clicks) if number < len(entries)), len(entries) - 1)
        return min(self.given_since(max(began, 0)), self.game.undoable)

    def take_back(self, answers: int) -> None:
        """Takes so many answers out of the game and its file, and forgets what was told and drawn of them."""
        self.file.take_back(sum(self.game.undo() for _ in range(answers)))
        self.event_log.forget_undone()
        if self.picture is not None:
            self.picture.begin_anew()


def who_answers(question: Question) -> str:
    return "" if isinstance(question, ByLot) else question.who
