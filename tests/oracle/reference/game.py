"""A game as its players hold it: the question that is open, what may be answered and why not, undo, the journal.

A person, a program, a test and a search all drive the same few methods. Every answer is judged before it counts; what
is refused leaves the game as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import InitVar, dataclass, field, replace

from reference import choices, lookahead, picks
from reference.answers import Reference
from reference.belief import as_seen, as_seen_by
from reference.blockers import explained
from reference.breaches import Broken
from reference.dice import BY_NUMBER, DICE, Dice, Purpose, What
from reference.machine import Machine
from reference.picks import picked_before, picking_of
from reference.reaching import Way, all_ways, cheapest_way, rests
from reference.sequence import part_to_end
from reference.stand import Carried, Carrying, Stand
from reference.state import OBSERVERS, AtOnce, Body, Frame, Running, State, Store, WindowFrame, apart, runs_apart
from reference.trials import BegunApart, Trials

from hexlaw.runtime.base.nodes import replace as replaced
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.evaluate.evaluator import Evaluator
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.evaluate.verdict import Permission, Refusal
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.types import HEX
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.agenda import Agenda, agenda_of
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Draw, Question, Take, Throw
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.position.visibility import is_hiding, secrets_of_kinds
from hexlaw.runtime.words import in_words

MAX_TRIED = 36  # ways in which dice can fall, at the most, for all of them to be looked at
MAX_PARTS = 30  # parts of a turn that are gone through for an action of a later one
ACTION = "action"
"""What a journal calls the choice of an action."""


@dataclass(frozen=True)
class Setup:
    """A situation, ready to be played: the position it begins with, and what it says of how a game goes."""

    situation: str
    position: Position
    worth: e.Expr | None = None  # of `side`: what a side wants; what players look at who look ahead
    winner: e.Expr | None = None
    tells: tuple[tuple[str, e.Expr], ...] = ()  # figures for the end of a game, by what they are called
    asked: tuple[e.Expr, ...] = ()  # of `side`: what other programs ask of a position
    begins: str | BegunApart | None = ""  # or amid this part of the sequence; with None outside of all, all is open
    key: str | None = None  # names all that it was made of, with the law in force


class AnswerRefused(Exception):
    """An answer that is not legal; the verdict says why."""

    def __init__(self, verdict: Permission) -> None:
        super().__init__("; ".join(r.text for r in verdict.refusals))
        self.verdict = verdict


@dataclass(frozen=True)
class Foreseen:
    """What an answer leads to: a question, none at the end or where nothing further is seen. Or it is refused."""

    question: Question | None = None
    is_refused: bool = False


@dataclass(frozen=True)
class Effect:
    """An effect that was carried out: what it was given, and the position when it was over. The same frame is the same
    running of it."""

    name: str
    names: Mapping[str, Value]
    position: Position
    frame: int = 0


@dataclass
class Game:
    agenda: Agenda
    setup: Setup
    seed: str
    dice: Dice = field(init=False)
    entries: list[Entry] = field(default_factory=list)
    written: Callable[[Entry], None] | None = None  # told of every answer once it counts
    takes_back: bool = True  # whether answers can be taken back
    has_viewers: bool = True  # whether sides read of it what they may
    chance: str | None = BY_NUMBER  # how dice fall, as journals say it
    seeds: Mapping[int, str] = field(default_factory=dict)  # after so many entries, dice fall by another seed
    apart_since: int = 0  # after how many entries the part began that all run at once, where one is under way
    seen: InitVar[ReadSet | None] = None  # notes what the reference reads
    amid: InitVar[Machine | None] = None  # where it stands in the middle of a trial, and nothing has been noted of it
    asking: InitVar[Trials | None] = None  # what answers questions about any position of it
    is_tried: bool = False  # whether its last answers were given on trial
    stand: Stand = field(init=False)
    answering: Reference = field(init=False)  # of questions about any position of it
    _earlier: list[Stand] = field(default_factory=list, init=False)  # what to go back to

    def __post_init__(self, seen: ReadSet | None, amid: Machine | None, asking: Trials | None) -> None:
        self.dice = DICE[self.chance](self.seed)
        if amid is not None:
            self.stand, self.answering = Stand.of(amid), amid.answering
            return
        self.answering = asking or Trials(self.law)
        machine, lapsed = self._begun(seen)
        self.stand = Stand.of(machine)
        self.entries = [*self.entries, *lapsed]

    def _begun(self, seen: ReadSet | None) -> tuple[Machine, list[Entry]]:
        """Begins the game by the reference."""
        state, begins = State(self.setup.position.scratch(), lots=self.dice.lots), self.setup.begins
        if isinstance(begins, BegunApart):
            assert isinstance(self.answering, Trials)
            machine = self.answering.begun(self.setup.position, begins, seen)
            machine.run()
            return machine, []
        machine = Machine(self.agenda, state, self.answering, seen)
        if begins == "":
            machine.begin()
            machine.run()
            return _come_to(machine)
        machine.begin_amid(begins)
        machine.run()
        return machine, []

    @property
    def machine(self) -> Machine:
        """Returns the game as the reference carries it on."""
        return self.stand.machine

    @property
    def to_read(self) -> Machine:
        """Returns how the game stands: to be read alone, never to be carried on."""
        return self.stand.machine

    @property
    def law(self) -> Law:
        return self.agenda.law

    @property
    def title(self) -> str:
        """Returns what the situation is called."""
        declared = self.law.graph.situations.get(self.setup.situation)
        return self.setup.situation if declared is None else declared.title

    @property
    def seed_of_names(self) -> str | None:
        """Returns the seed, where something that was made is called by a number that was drawn; or None."""
        lots = self.to_read.state.lots
        return self.seed if lots is not None and lots.drawn else None

    @property
    def question(self) -> Question | None:
        return self.stand.question

    @property
    def over(self) -> bool:
        return self.question is None and self.to_read.state.over

    @property
    def position(self) -> Position:
        return self.to_read.state.position

    def seen_by(self, side: str | None) -> Position:
        """Returns the position as a side sees it, secrets left out; as it is where no side looks."""
        return self.position if side is None else self.to_read.state.view(side)

    def text(self, side: str | None = None) -> str:
        """Returns all that holds and can still matter, in a fixed order; where a side looks, as that side sees it."""
        return self.to_read.state.text() if side is None else Store(self.seen_by(side)).text()

    @property
    def under_way(self) -> Sequence[Frame]:
        """Returns what is under way, the outermost first. Two games with the same text differ in this alone."""
        return self.to_read.frames

    @property
    def running(self) -> tuple[str, ...]:
        """Returns the parts of the sequence that are running, the outermost first."""
        return tuple(frame.span.name for frame in self.under_way if isinstance(frame, Running))

    @property
    def offered(self) -> tuple[str, ...]:
        """Returns what is offered to a side that it may decline, and in which running of which parts; else nothing."""
        if not isinstance(self.question, Take) or self.ends_with_done is not None:
            return ()
        running = (frame for frame in self.under_way if isinstance(frame, Running))
        return *(f"{f.span.name} {f.number} {f.side}" for f in running), self.question.who, *self.question.actions

    @property
    def ends_with_done(self) -> str | None:
        """Returns the part of the sequence that is over for a side that is done now; none inside something else."""
        part = part_to_end(self.to_read)
        return None if part is None else part[0]

    @property
    def owed(self) -> str | None:
        """Returns the action that a side has to take before it can be done here: a duty that it can do."""
        window, question = self.to_read.frames[-1], self.question
        if not isinstance(window, WindowFrame) or not window.duty or not isinstance(question, Take):
            return None
        return next((action for action in question.actions if self.allows(action)), None)

    # -- answering

    def options(self) -> list[Value]:
        return choices.options(self.machine)

    def eligible(self) -> Sequence[Value]:
        """Returns answers among which are all that are legal."""
        return choices.candidates(self.to_read)

    def offers(self, answer: Value) -> bool:
        """Returns whether an answer is one to this question, legal or not."""
        return answer in choices.candidates(self.to_read)

    def prices(self, answers: Iterable[Value]) -> dict[Value, Value]:
        """Returns what picks would cost, with None for what costs nothing; without those of which nobody can say."""
        answers = [answer for answer in answers if answer != DONE]
        if not isinstance(self.question, Choose):
            return dict.fromkeys(answers)
        return {one: picks.cost_of(as_seen(self.machine), one) for one in answers}

    def spent(self) -> tuple[str, Value] | None:
        return choices.spent(self.to_read)

    def allows(self, answer: Value) -> bool:
        if isinstance(self.question, ByLot):
            return self.question.can_be(answer)
        return choices.allows(self.machine, answer)

    def judge(self, answer: Value) -> Permission:
        """Returns the verdict with all its reasons."""
        return explained(self, answer)

    def breaks(self, answer: Value) -> list[Refusal]:
        """Returns what an answer that stands by itself would break."""
        if not self.foreseen(answer).is_refused:
            return []
        return lookahead.expanded(as_seen(self.machine), answer)[1]

    def at(self, stand: Stand, number: int | None = None) -> Game:
        """Returns a game of its own that stands so, for looking at; with the first so many entries of this one."""
        other = self._copied()
        other.stand, other.entries, other.is_tried = stand, self.entries[:number], False
        return other

    def _copied(self) -> Game:
        other = copy(self)
        other.entries, other.written, other._earlier = [*self.entries], None, []
        other.dice = copy(self.dice)  # what it throws is thrown there alone
        return other

    def open_later(self, action: str) -> Iterator[Game]:
        """Yields games of their own later in this side's turn, where an action can be taken: as it is if the side does
        nothing until then. None where others decide or dice fall before."""
        ahead: Game | None = self
        who = getattr(self.question, "who", None)
        for _ in range(MAX_PARTS):
            question = None if ahead is None else ahead.question
            if ahead is None or not isinstance(question, Take) or question.who != who:
                return
            if action in question.actions:
                yield ahead
            ahead = ahead.followed(DONE)

    def whatever_falls(self) -> list[Position]:
        """Returns the positions after each fall of the dice that are asked for; none of these if they are too many."""
        question = self.question
        if not isinstance(question, ByLot) or question.number > MAX_TRIED:
            return []
        with suppress(LawStop):
            return [ahead.position for way, _ in question.ways if (ahead := self.followed(way)) is not None]
        return []

    def followed(self, *answers: Value) -> Game | None:
        """Returns a game of its own in which an answer has been given, or several one after another, as far as the side
        that decides sees; None where the answer itself is refused. A way on from there is not looked for."""
        if not answers:
            return self
        answer, *more = answers
        question = self.question
        if question is None or (isinstance(question, Take) and answer not in (*question.actions, DONE)):
            return None
        found = self.foreseen(answer)
        if found.is_refused:
            return None
        carry = lambda machine: lookahead.after(as_seen(machine), answer)  # noqa: E731
        return self._on_trial(answer, carry, found.question).followed(*more)

    def _on_trial(self, answer: Value, carry: Callable[[Machine], Machine | None], then: Question | None) -> Game:
        def carried(before: Machine, asked: Counter[What]) -> Carried:
            machine = carry(before)
            assert machine is not None, f"{answer} is refused here"
            return machine, asked

        question, ahead = self.question, self._copied()
        asked = question.pick if isinstance(question, Choose) else ACTION
        alone = self.entries[-1].apart if self.is_tried else runs_apart(self.to_read.frames)
        shown = in_words(answer, self.setup.position)
        ahead.entries.append(Entry(getattr(question, "side", ""), asked, shown, apart=alone))
        ahead.stand = Stand(Carrying(before=self.stand.link, carry=carried), then)
        ahead.is_tried = True
        return ahead

    def followed_anyway(self, answer: Value) -> Game | None:
        """Returns a game of its own in which an answer was given that may be none of the legal ones; None where it
        breaks what must hold at all times."""
        ahead, _ = lookahead.expanded(self.machine, answer)
        if ahead is None:
            return None
        return self._on_trial(answer, lambda machine: lookahead.expanded(machine, answer)[0], ahead.state.question)

    def taken(self, answer: Value) -> Game:
        """Returns a game of its own in which a legal answer was given, or dice have fallen: nothing refuses it any
        more."""
        then = choices.answered(self.machine, answer).state.question
        return self._on_trial(answer, lambda machine: choices.answered(machine, answer), then)

    def past_dead_ends(self) -> Game:
        """Returns a game of its own that has gone on to a question that has an answer, where this one has none."""
        if not isinstance(self.question, Take | Choose):
            return self
        then = choices.going_on(self.machine)[0].state.question
        return self._on_trial(DONE, lambda machine: choices.going_on(machine)[0], then)

    def least_costs(self, path: str, mover: Thing | None, *, is_refused: bool) -> dict[Value, Value]:
        """Returns for each hex in which a thing may rest the least that getting there costs by repeating a pick; only
        where it stands, if it was refused to come so far."""
        found = dict(rests(self.machine, mover, path=path))
        return {where: way.cost for where, way in found.items() if not (is_refused and way.answers)}

    def as_if_begun(self) -> Game:
        """Returns a game of its own in which the pick that is asked was made before, so that it may be over now."""
        question = self.question
        assert isinstance(question, Choose)
        carry = lambda machine: picks.take_for_begun(machine.copy())  # noqa: E731
        return self._on_trial(DONE, carry, replace(question, may_end=True))

    def foreseen(self, answer: Value) -> Foreseen:
        """Returns what an answer leads to, as far as the side that decides sees; whether there is a way on from there
        is not looked at."""
        ahead = lookahead.after(as_seen(self.machine), answer)
        return Foreseen(is_refused=True) if ahead is None else Foreseen(ahead.state.question)

    @property
    def repeats(self) -> bool:
        """Returns whether the pick that is asked is made as often as its side likes."""
        return isinstance(self.question, Choose) and picking_of(self.to_read).pick.repeatedly

    @property
    def goes_by_steps(self) -> bool:
        """Returns whether one hex after the other is picked, as often as its side likes."""
        return self.repeats and picking_of(self.to_read).pick.type == HEX

    @property
    def mover(self) -> Thing | None:
        """Returns the thing that was picked first in the action whose pick is asked, also where another action borrows
        it."""
        if not isinstance(self.question, Choose):
            return None
        return next((one for one in picked_before(self.to_read) if isinstance(one, Thing)), None)

    def throws_with(self, answer: Value) -> bool:
        """Returns whether dice fall as soon as a legal answer is given, as far as the side that decides sees."""
        return isinstance(self.foreseen(answer).question, ByLot)

    def cheapest_way(self, mover: Thing, there: Hex) -> Way | None:
        """Returns how a thing comes to rest in a hex for the least cost by repeating the pick that is asked, as far as
        the side that decides sees; None where it cannot."""
        return cheapest_way(as_seen(self.machine), mover, there)

    def ways(self, mover: Thing) -> dict[Hex, Way]:
        """Returns by hex in which a thing may come to rest by repeating the pick that is asked, the cheapest way there,
        as far as the side that decides sees; nothing where no such pick is asked."""
        if not self.goes_by_steps:
            return {}
        return all_ways(as_seen(self.machine), mover)

    def answer(self, answer: Value) -> None:
        """Answers the open question, or raises `AnswerRefused`; the game goes on to the next question."""
        if not self.allows(answer):
            raise AnswerRefused(self.judge(answer))
        self.put(answer)

    def put(self, answer: Value) -> None:
        """Answers with what has been judged already. A game that cannot go on stays as it was."""
        question, before = self.question, self.stand
        assert question is not None
        given, about = self.entry(question, answer), self._things_of(question, answer)
        hidden = self._unseen_by("", about) if isinstance(question, Draw) else frozenset()
        ahead = self._seen_ahead(question, answer) if self.takes_back else None
        left = apart(self.to_read.frames) if self.agenda.has_shares else None
        machine, asked, lapsed = self._carried_on(question, answer, *before.carried)
        self.stand = Stand.of(machine, asked)
        if isinstance(question, ByLot):
            self.dice.go_on(question)  # whatever was thrown
        number = len(self.entries)
        self.entries += [given, *lapsed]
        if about and any(map(self.position.has, about)):
            hidden = self._unseen_by(given.side, about)  # what hides by it, too; of what is drawn that alone
        self.entries[number] = replace(given, unseen_by=given.unseen_by | hidden)
        self._remember(question, before, ahead)
        if self.written is not None:
            for entry in self.entries[number:]:
                self.written(entry)
        if self.agenda.has_shares:
            self._note_part(left)

    def _carried_on(
        self, question: Question, answer: Value, before: Machine, asked: Counter[What]
    ) -> tuple[Machine, Counter[What], list[Entry]]:
        """Carries an answer out."""
        purpose = self.dice.purpose_of(question, before.frames)
        machine, lapsed = _come_to(choices.answered(before, answer))
        return machine, asked + Counter([purpose]), lapsed

    def _note_part(self, left: AtOnce | None) -> None:
        """Notes where a part begins that all run at once. Once it is over, all know of it: nothing is taken back."""
        now = apart(self.to_read.frames)
        if left is not None and (now is None or now.number != left.number):
            self._earlier.clear()
        if now is not None and (left is None or now.number != left.number):
            self.apart_since = len(self.entries)

    def pass_over(self, part: AtOnce) -> None:
        """Lets the side that runs a part at once be done, whatever it did, and goes on with the next; not beyond the
        part, as nobody here knows what comes of it."""
        machine = self.machine.copy()
        machine.state.frames = [*machine.frames[: machine.frames.index(part)], replaced(part, is_veiled=True)]
        machine.state.question = None
        machine.run()
        machine, lapsed = _come_to(machine)
        self.stand, self.entries = Stand.of(machine, self.stand.carried[1]), [*self.entries, *lapsed]

    def throw(self) -> Value:
        """Returns the dice that are asked for fall, and what is to be drawn is drawn, as the seed has it."""
        shows = self.drawn()
        self.put(shows)
        return shows

    def drawn(self) -> Value:
        """Returns what the seed throws or draws where chance is asked."""
        question = self.question
        assert isinstance(question, ByLot)
        since = max((number for number in self.seeds if number <= len(self.entries)), default=None)
        dice = self.dice if since is None else DICE[self.chance](self.seeds[since])
        return dice.shown(question, self.purpose())

    def purpose(self) -> Purpose:
        """Returns what the question is for, and how often that came up before."""
        assert self.question is not None
        purpose = self.dice.purpose_of(self.question, self.machine.frames)
        return purpose, self.stand.carried[1][purpose]

    # -- going back

    def _seen_ahead(self, question: Question, answer: Value) -> State | None:
        """Returns what comes of an answer as the side sees it that gives it, as far as it does; None where it sees all
        of the game, so that nothing can come otherwise."""
        if not isinstance(question, Take | Choose) or as_seen(self.to_read) is self.to_read:
            return None
        ahead = self.followed(answer)
        return self.to_read.state if ahead is None else ahead.to_read.state

    def _remember(self, question: Question, before: Stand, ahead: State | None) -> None:
        """Picks can be taken back until dice have fallen, another player has decided, or a secret was told: by what was
        shown, or as it has not come as who decided could see it `ahead`."""
        match question, self.question:
            case (Take() | Choose(), Take() | Choose() as then) if self.takes_back and then.who == question.who:
                if not self._discloses(question, before, ahead):
                    self._earlier.append(before)
                    return
        self._earlier.clear()

    def _discloses(self, question: Take | Choose, before: Stand, ahead: State | None) -> bool:
        if not secrets_of_kinds(self.law.graph) and not is_hiding(self.law.graph):
            return False
        was, now = before.machine.state, self.to_read.state
        if now.shown - was.shown or (ahead is not None and ahead.is_cut_short):
            return True
        visibility = None if ahead is None else was.view(question.side).visibility
        if ahead is None or visibility is None or not visibility.unplaced:
            return False
        return Store(ahead.position).text() != Store(now.view(question.side)).text()

    @property
    def undoable(self) -> int:
        """Returns how many of the last answers can be taken back."""
        return len(self._earlier)

    def undo(self) -> int:
        """Takes the last answer back, and what came to an end by itself upon it; the journal then never had them. How
        many lines of it that were."""
        self.stand, number = self._earlier.pop(), 1
        while self.entries.pop().lapsed:
            number += 1
        return number

    @property
    def undoable_action(self) -> int:
        """Returns how many answers the action under way has so far, or else the last one of who is asked, its name
        among them; 0 where it cannot be taken back."""
        who, taken = getattr(self.question, "who", None), 0
        for entry in reversed(self.entries):
            taken += not entry.lapsed
            if entry.asked == ACTION and entry.who == who:
                return taken if taken <= self.undoable and entry.answer != DONE else 0
        return 0

    def before_the_action(self) -> Game | None:
        """Returns a game of its own as it was when the action under way was taken; None where that cannot be taken
        back."""
        taken = self.undoable_action
        if not taken or not isinstance(self.question, Choose):
            return None
        answered = [number for number, entry in enumerate(self.entries) if not entry.lapsed]
        return self.at(self._earlier[-taken], answered[-taken])

    # -- words

    def entry(self, question: Question, answer: Value) -> Entry:
        """Returns what the journal says of an answer."""
        shown = in_words(answer, self.setup.position)
        alone = runs_apart(self.to_read.frames) if self.agenda.has_shares else ""
        match question:
            case Throw(name=name) | Draw(name=name):
                drawn, unseen_by = isinstance(question, Draw), self._told_no_lot()
                return Entry("", name, shown, unseen_by=unseen_by, apart=alone, drawn=drawn)
            case Take(side=side, player=player):
                return Entry(side, ACTION, shown, apart=alone, player=player)
            case Choose(side=side, pick=pick, player=player):
                unseen_by = self._unseen_by(side, self._things_of(question, answer))
                return Entry(side, pick, shown, unseen_by=unseen_by, apart=alone, player=player)

    def _things_of(self, question: Question, answer: Value) -> list[Thing]:
        """Returns the things that a pick or a draw is about, where the place of any can be secret."""
        if not self.has_viewers or not isinstance(question, Choose | Draw) or not is_hiding(self.law.graph):
            return []
        named = [answer] if isinstance(question, Draw) else [*picking_of(self.to_read).names.values(), answer]
        return [v for value in named for v in (value if type(value) is tuple else (value,)) if isinstance(v, Thing)]

    def _unseen_by(self, side: str, about: list[Thing]) -> frozenset[str]:
        """Returns the sides that do not see one of these things."""
        if not about:
            return frozenset()
        there = [thing for thing in about if self.position.has(thing)]
        others = [other for other in self.law.graph.choices["side"].values if other != side]
        return frozenset(s for s in others if not all(map(self.seen_by(s).has, there)))

    def _told_no_lot(self) -> frozenset[str]:
        """Returns the sides that are not told what is thrown or drawn here: all but the one that acts, where it becomes
        a secret."""
        if not self.has_viewers or not self.agenda.secret_lots:
            return frozenset()
        block = self.to_read.frames[-1]
        if not isinstance(block, Body) or id(block.lines[block.at - 1]) not in self.agenda.secret_lots:
            return frozenset()
        return frozenset(self.law.graph.choices["side"].values) - {str(self.position.acting)}

    def may_read(self, entry: Entry, side: str | None) -> bool:
        """Returns whether an answer is not a secret to a side: not what another writes down in secret, nor what it does
        with a thing whose place is secret, nor what is drawn and hidden from it, nor what another does in a part that
        all run at once, before all are done. Nothing is secret where no side looks."""
        is_apart = side is not None and entry.apart not in ("", side) and apart(self.to_read.frames) is not None
        if is_apart and any(later is entry for later in self.entries[self.apart_since :]):  # the part is under way
            return False
        if side in (None, entry.side):
            return True
        unseen = bool(entry.unseen_by) if side == OBSERVERS else side in entry.unseen_by
        return entry.asked not in self.agenda.secret_picks and not unseen

    def meant(self, text: str) -> Value | None:
        """Returns the answer that a text stands for, `None` where nothing is called so."""
        return choices.meant(self.to_read, text)

    # -- what a situation says of a game

    def winner(self) -> Value:
        return None if self.setup.winner is None else self.to_read.ev.value(self.setup.winner, {})

    def _as_looked_at(self, node: e.Expr, side: str | None) -> Value:
        """Returns what a side sees of who wins, or of a figure; where none looks, the one that decides."""
        looks = side is None or self.over or side == getattr(self.question, "side", None)
        return (as_seen(self.to_read) if looks or side is None else as_seen_by(self.to_read, side)).ev.value(node, {})

    def leads(self, side: str | None) -> Value:
        """Returns who would win if it ended now, as far as a side sees; where none looks, the one that decides."""
        return None if self.setup.winner is None else self._as_looked_at(self.setup.winner, side)

    def standing(self, side: str | None) -> Iterator[tuple[str, Value]]:
        """Yields the figures for the end of a game as they are now, those that a side can see; where none looks, the
        one that decides."""
        for label, node in self.setup.tells:
            with suppress(LawStop):
                yield label, self._as_looked_at(node, side)

    def figures(self) -> dict[str, Value]:
        """Returns the figures for the end of a game, by what they are called."""
        return {label: self.to_read.ev.value(node, {}) for label, node in self.setup.tells}


def begun_apart(trials: Trials, ev: Evaluator, begins: BegunApart) -> Game:
    """Returns a game that begins with an action or an effect, in the position of who asks."""
    setup = Setup("", ev.position, begins=begins)
    return Game(
        agenda_of(trials.law), setup, "", takes_back=False, has_viewers=False, chance=None, seen=ev.seen,
        asking=trials,
    )  # fmt: skip


def _come_to(machine: Machine) -> tuple[Machine, list[Entry]]:
    """Goes on to the next question that has an answer; what came to an end without one on the way."""
    machine, lapses = choices.going_on(machine)
    return machine, [Entry(lapse.side, lapse.what, "", lapsed=True, apart=lapse.apart) for lapse in lapses]


__all__ = ["ACTION", "DONE", "AnswerRefused", "Broken", "Game", "Setup"]
