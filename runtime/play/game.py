"""A game as its players use it: the open question, legal answers and reasons, undo, the journal.

A person, a program, a test and a search all call the same few methods. Every answer is judged before it counts; a
refusal leaves the game as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import InitVar, dataclass, field, replace
from typing import Protocol, TypeVar

from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.evaluate.verdict import Broken, Permission, Refusal
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.graph import MISSING, SIDE
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.types import HEX
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play import choices, picks
from hexlaw.runtime.play.agenda import Agenda
from hexlaw.runtime.play.belief import as_seen, as_seen_by
from hexlaw.runtime.play.blockers import explained
from hexlaw.runtime.play.dice import BY_NUMBER, DICE, Dice, Purpose
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.picks import picked_before, picking_of
from hexlaw.runtime.play.played_on import played_on
from hexlaw.runtime.play.questions import (
    DONE,
    PAST_DEAD_ENDS,
    PICKED_BEFORE,
    Anyway,
    ByLot,
    Choose,
    Draw,
    Question,
    Take,
    Throw,
)
from hexlaw.runtime.play.sequence import part_to_end
from hexlaw.runtime.play.state import (
    OBSERVERS,
    AtOnce,
    Body,
    Frame,
    Running,
    State,
    Store,
    WindowFrame,
    apart,
    deed_of,
    runs_apart,
)
from hexlaw.runtime.play.trials import BegunApart, Trials
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.position.visibility import is_hiding, secrets_of_kinds
from hexlaw.runtime.words import in_words
from hexlaw.runtime.words.spans import enumerated

MAX_TRIED = 36  # ways in which dice can fall, at the most, for all of them to be looked at
KEPT_LAST, KEPT_EACH = 4, 32  # stands that are stored, of tens of kilobytes each: the last, and one in so many
MAX_PARTS = 30  # parts of a turn that are gone through for an action of a later one
Told = TypeVar("Told")
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
    begins: str | BegunApart | None = ""  # or in this part of the sequence; with None outside of all, all is open
    key: str | None = None  # names all that it was made of, with the law in force
    guide: tuple[tuple[str, str], ...] = ()  # the moves that a new player is led through: what is said, and the answers


class AnswerRefused(Exception):
    """An answer that is not legal; the verdict says why."""

    def __init__(self, verdict: Permission) -> None:
        super().__init__("; ".join(r.text for r in verdict.refusals))
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Way:
    """The answers that lead somewhere, and what they cost together."""

    answers: tuple[Value, ...]
    cost: Value


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


class Still(Protocol):
    """The state of a game, from its engine."""

    @property
    def machine(self) -> Machine: ...


@dataclass
class Stand:
    """Where a game stands: the open question, and its state for reading."""

    question: Question | None
    still: Still | None = None  # None until it is read, where no answer is taken back


@dataclass(frozen=True)
class Given:
    """The result of an answer: the entries that lapsed, the next question, and how the game stands then."""

    lapsed: list[Entry]
    question: Question | None
    still: Still | None  # None where no answer is taken back: then it is read when it is needed


class Beside(Protocol):
    """An engine that plays a game: it carries answers out and says what is legal; None where it cannot tell."""

    has_parted: bool  # whether it cannot answer what the journal has

    def begins(self, game: Game) -> Given | None: ...
    def options(self, game: Game) -> list[Value] | None: ...
    def allows(self, game: Game, answer: Value) -> bool | None: ...
    def eligible(self, game: Game) -> list[Value] | None: ...
    def prices(self, game: Game, answers: Iterable[Value]) -> dict[Value, Value] | None: ...
    def after(self, game: Game, answer: Value) -> Foreseen | None: ...
    def ways(self, game: Game, mover: Thing, path: str, there: Hex | None = None) -> dict[Hex, Way] | None: ...
    def passes_over(self, game: Game) -> Given | None: ...
    def laid(self, game: Game, thing: Thing, there: Hex | None) -> Given | None: ...
    def purpose(self, game: Game) -> Purpose | None: ...
    def shown(self, game: Game, dice: Dice) -> Value: ...
    def given(self, game: Game, answer: Value, entry: Entry) -> Given | None: ...
    def still(self, game: Game) -> Still | None: ...
    def ending(self, game: Game, number: int) -> Value: ...
    def broken(self, game: Game, answer: Value) -> list[Refusal] | None: ...
    def stuck(self, game: Game, answer: Value) -> list[Value] | None: ...
    def undiced(self, game: Game) -> tuple[list[Effect], set[int]] | None: ...


@dataclass
class Game:
    agenda: Agenda
    setup: Setup
    seed: str
    dice: Dice = field(init=False)
    written: Callable[[Entry], None] | None = None  # called with every answer once it counts
    takes_back: bool = True  # whether answers can be taken back
    holds_turns: bool = False  # whether also those of a turn that is over, as it is still to be sent
    has_viewers: bool = True  # whether sides read what they may see of it
    chance: str | None = BY_NUMBER  # how dice fall, as journals say it
    seeds: Mapping[int, str] = field(default_factory=dict)  # after so many entries, dice fall by another seed
    goes_on: bool = False  # whether the dice that are asked for fall for the same as those before
    apart_since: int = 0  # after how many entries the part began that all run at once, where one is under way
    seen: InitVar[ReadSet | None] = None  # notes what the evaluator reads
    beside: Beside | None = None  # a faster engine than the evaluated one
    asking: InitVar[Trials | None] = None  # what answers questions about any position of it
    tries: tuple[Value, ...] | None = ()  # the last answers, given on trial; None where its entries do not lead here
    answering: Trials = field(init=False)
    _entries: list[Entry] = field(default_factory=list, init=False)
    _stand: Stand | None = field(default=None, init=False)
    undoable: int = field(default=0, init=False)  # how many of the last answers can be taken back
    moments: dict[int, Stand] = field(default_factory=dict, init=False)  # where it stood after some of its entries
    _remade: dict[int, Stand] = field(default_factory=dict, init=False)  # and after others, computed on request
    _by_itself: list[Beside] = field(default_factory=list, init=False)  # the evaluated engine, for all its copies

    def __post_init__(self, seen: ReadSet | None, asking: Trials | None) -> None:
        self.dice, self._seen = DICE[self.chance](self.seed), seen
        self.answering = asking or Trials(self.law)

    @property
    def evaluated(self) -> Beside:
        """The engine that asks the evaluator: it has the words where the law stops."""
        if not self._by_itself:
            self._by_itself.append(played_on(self.law.graph).evaluated(self.answering, self._seen, self.setup))
        return self._by_itself[0]

    @property
    def is_evaluated(self) -> bool:
        """Whether the evaluator was needed to play it."""
        return bool(self._by_itself)

    def _told(self, tell: Callable[[Beside], Told | None]) -> Told | None:
        """Returns what the engine beside the game answers, else what the evaluated one does; None where neither can."""
        found = None if self.beside is None else tell(self.beside)
        return tell(self.evaluated) if found is None else found

    @property
    def stand(self) -> Stand:
        """Where the game stands. The first access begins the game, on the engine that it has then."""
        if self._stand is None:
            begun = self._told(lambda beside: beside.begins(self))
            assert begun is not None
            self._stand = Stand(begun.question, begun.still)
            self._entries = [*begun.lapsed, *self._entries]
        return self._stand

    @stand.setter
    def stand(self, stand: Stand) -> None:
        self._stand = stand

    @property
    def entries(self) -> list[Entry]:
        """The answers so far, and what lapsed without one."""
        assert self.stand
        return self._entries

    @entries.setter
    def entries(self, entries: list[Entry]) -> None:
        self._entries = entries

    @property
    def to_read(self) -> Machine:
        """Returns how the game stands, to be read."""
        stand = self.stand
        if stand.still is None:
            stand.still = self._told(lambda beside: beside.still(self))
        assert stand.still is not None
        return stand.still.machine

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
        return self.seed if self.to_read.state.named_by_lot else None

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
        """Returns every legal answer."""
        question = self.question
        if isinstance(question, ByLot):
            return [shows for shows, _ in question.ways]
        return [] if question is None else self._told(lambda beside: beside.options(self)) or []

    def eligible(self) -> Sequence[Value]:
        """Returns answers among which are all that are legal."""
        found = None if isinstance(self.question, Throw) else self._told(lambda beside: beside.eligible(self))
        return choices.candidates(self.to_read) if found is None else found

    def offers(self, answer: Value) -> bool:
        """Returns whether an answer is one to this question, legal or not."""
        return answer in choices.candidates(self.to_read)

    def prices(self, answers: Iterable[Value]) -> dict[Value, Value]:
        """Returns the costs of picks, None for what costs nothing; without those whose cost is not known."""
        answers = [answer for answer in answers if answer != DONE]
        if not isinstance(self.question, Choose):
            return dict.fromkeys(answers)
        found = self._told(lambda beside: beside.prices(self, answers))
        return {one: picks.cost_of(as_seen(self.to_read), one) for one in answers} if found is None else found

    def spent(self) -> tuple[str, Value] | None:
        return choices.spent(self.to_read)

    def allows(self, answer: Value) -> bool:
        if isinstance(self.question, ByLot):
            return self.question.can_be(answer)
        return bool(self._told(lambda beside: beside.allows(self, answer)))

    def judge(self, answer: Value) -> Permission:
        """Returns the verdict with all its reasons."""
        return explained(self, answer)

    def breaks(self, answer: Value) -> list[Refusal]:
        """Returns what an answer that stands by itself would break."""
        return self.breaks_at_rest(answer) if self.foreseen(answer).is_refused else []

    def breaks_at_rest(self, answer: Value) -> list[Refusal]:
        """Returns what an answer would break, or the action that comes to an end upon it without a rest."""
        return self._told(lambda beside: beside.broken(self, answer)) or []

    def stuck(self, answer: Value) -> list[Value]:
        """Returns the answers that lead from an answer to the first dead end of the search for a way on, that one
        included; none where the search met none."""
        return self._told(lambda beside: beside.stuck(self, answer)) or []

    def undiced(self) -> tuple[list[Effect], set[int]]:
        """Returns the effects that ended with the last answer on trial and could have thrown dice, and the frames of
        those under way."""
        return self._told(lambda beside: beside.undiced(self)) or ([], set())

    def at(self, stand: Stand, number: int | None = None) -> Game:
        """Returns a copy of the game at a stand, with the first `number` entries, for reading."""
        if stand is self.stand and self.tries == ():
            assert self.to_read  # decodes the stand while the engine is still at it
        other = self._copied()
        is_known = self.tries == () and (stand is self.stand or (number is not None and stand.still is not None))
        other.stand, other.entries, other.tries = stand, self.entries[:number], () if is_known else None
        return other

    def _copied(self) -> Game:
        other = copy(self)
        other.entries, other.written, other.undoable, other.moments, other._remade = [*self.entries], None, 0, {}, {}
        other.dice = copy(self.dice)
        return other

    def laid(self, thing: Thing, there: Hex | None) -> Game:
        """Returns a copy in which a thing was put somewhere by hand, whatever the law says; its entries do not lead
        there."""
        other = self._copied()
        stood = other._told(lambda beside: beside.laid(other, thing, there))
        assert stood is not None
        other.stand = Stand(stood.question, stood.still)
        return other

    def open_later(self, action: str) -> Iterator[Game]:
        """Yields copies at later points of this side's turn where an action can be taken, if the side does nothing
        until then and neither others decide nor dice fall before."""
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
        """Returns a copy in which answers have been given one after another, as far as the side that decides sees; None
        where one is refused by itself. A way on from there is not looked for."""
        if not answers:
            return self
        answer, *more = answers
        question = self.question
        if question is None or (isinstance(question, Take) and answer not in (*question.actions, DONE)):
            return None
        found = self.foreseen(answer)
        return None if found.is_refused else self._on_trial(answer, answer, found.question).followed(*more)

    def _on_trial(self, answer: Value, tried: Value, then: Question | None) -> Game:
        question, ahead = self.question, self._copied()
        asked = question.pick if isinstance(question, Choose) else ACTION
        alone = self.entries[-1].apart if self.tries else runs_apart(self.to_read.frames)
        shown = in_words(answer, self.setup.position)
        ahead.entries.append(Entry(getattr(question, "side", ""), asked, shown, apart=alone))
        ahead.stand = Stand(then)
        ahead.tries = None if self.tries is None else (*self.tries, tried)
        return ahead

    def followed_anyway(self, answer: Value) -> Game | None:
        """Returns a copy in which an answer was given that may be illegal; None where it breaks what must hold at all
        times."""
        given = Anyway(answer)
        found = self.foreseen(given)
        return None if found.is_refused else self._on_trial(answer, given, found.question)

    def taken(self, answer: Value) -> Game:
        """Returns a copy in which a legal answer was given, or dice have fallen, without judging it; raises `Broken`
        where it breaks what must hold at all times."""
        given = Anyway(answer, is_judged=True)
        found = self.foreseen(given)
        if found.is_refused:
            raise Broken(self.breaks_at_rest(given))
        return self._on_trial(answer, given, found.question)

    def past_dead_ends(self) -> Game:
        """Returns a copy at the next question that has an answer, where this one has none."""
        if not isinstance(self.question, Take | Choose):
            return self
        return self._on_trial(DONE, PAST_DEAD_ENDS, self.foreseen(PAST_DEAD_ENDS).question)

    def least_costs(self, path: str, mover: Thing | None, *, is_refused: bool) -> dict[Value, Value]:
        """Returns for each hex in which a thing may rest the least that getting there costs by repeating a pick; only
        where it stands, if it was refused to come so far."""
        found = {} if mover is None else self._told(lambda beside: beside.ways(self, mover, path)) or {}
        return {where: way.cost for where, way in found.items() if not (is_refused and way.answers)}

    def as_if_begun(self) -> Game:
        """Returns a copy in which the pick that is asked was made before, so that it may be over now."""
        question = self.question
        assert isinstance(question, Choose)
        return self._on_trial(DONE, PICKED_BEFORE, replace(question, may_end=True))

    def foreseen(self, answer: Value) -> Foreseen:
        """Returns what an answer leads to, as far as the side that decides sees; whether there is a way on from there
        is not looked at."""
        found = self._told(lambda beside: beside.after(self, answer))
        return Foreseen(is_refused=True) if found is None else found

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
        """Returns whether dice fall as soon as a legal answer is given, as far as the side that decides sees; not where
        the law stops before."""
        with suppress(LawStop):
            return isinstance(self.foreseen(answer).question, ByLot)
        return False

    def cheapest_way(self, mover: Thing, there: Hex) -> Way | None:
        """Returns how a thing comes to rest in a hex for the least cost by repeating the pick that is asked, as far as
        the side that decides sees; None where it cannot."""
        ways = self._told(lambda beside: beside.ways(self, mover, "", there)) if self.goes_by_steps else None
        return (ways or {}).get(there)

    def ways(self, mover: Thing) -> dict[Hex, Way]:
        """Returns by hex in which a thing may come to rest by repeating the pick that is asked, the cheapest way there,
        as far as the side that decides sees; nothing where no such pick is asked."""
        if not self.goes_by_steps:
            return {}
        found = self._told(lambda beside: beside.ways(self, mover, "")) or {}
        return {where: way for where, way in found.items() if way.answers}

    def answer(self, answer: Value) -> None:
        """Answers the open question, or raises `AnswerRefused`; then the next question is open."""
        if not self.allows(answer):
            raise AnswerRefused(self.judge(answer))
        self.put(answer)

    @property
    def known(self) -> dict[str, str]:
        """Returns by their paths what the action was asked of whose pick is asked, and what was picked first in it;
        also where another action borrows the pick. What is picked in secret is left out."""
        if not isinstance(self.question, Choose):
            return {}
        picking, action = picking_of(self.to_read), self.question.pick.partition(".")[0]
        declared = self.law.graph.actions.get(action)
        if declared is None or {pick.path for pick in declared.picks[:1]} & self.agenda.secret_picks:
            return {}
        paths = {f"{action}.{param}": param for param, _ in declared.params}
        paths |= {pick.path: pick.var for pick in declared.picks[:1] if pick.path != self.question.pick}
        named = {path: picking.names.get(name) for path, name in paths.items()}
        return {path: in_words(value, self.position) for path, value in named.items() if value is not None}

    def put_with_notes(self, answer: Value) -> None:
        """Gives an answer that has been judged, and keeps with its entry what else a log says of it."""
        number, known, goes_on = len(self.entries), self.known, self.goes_on
        ends = (self.ends_with_done or "") if isinstance(self.question, Take) and answer == DONE else None
        picked = isinstance(self.question, Choose) and isinstance(answer, Thing)
        at = in_words(self.position.hex_of(answer) or "", self.position) if picked else ""
        others = self._others_in(answer) if isinstance(answer, Hex) else ""
        deed = deed_of(self.to_read.frames) if isinstance(self.question, ByLot) else None
        self.put(answer)
        given = replace(self.entries[number], ends=ends, known=known, at=at, others=others, goes_on=goes_on)
        self.entries[number] = given
        first = next(n for n in range(number, -1, -1) if not self.entries[n].goes_on)
        thrown = {entry.asked for entry in self.entries[first:]}
        of_another = getattr(self.question, "name", given.asked) in thrown  # a die thrown anew is for another
        self.goes_on = not of_another and deed_of(self.to_read.frames) == deed is not None

    def _others_in(self, where: Hex) -> str:
        """Returns who of other sides than the one that is asked stands in a hex, as far as all sides see it."""
        own = (None, MISSING, getattr(self.question, "side", None))
        there = [thing for thing, place in self.position.places.items() if place == where]
        others = [thing for thing in there if self.position.value(thing, SIDE) not in own]
        views = [*map(self.seen_by, self.law.graph.choices["side"].values)] if others else []
        return enumerated(x.name for x in others if all(view.places.get(x) == where for view in views))

    def put(self, answer: Value) -> None:
        """Gives an answer that has been judged already. A game that cannot go on stays as it was."""
        question, before = self.question, self.stand
        assert question is not None
        given, about = self.entry(question, answer), self._things_of(question, answer)
        hidden = self._unseen_by("", about) if isinstance(question, Draw) else frozenset()
        ahead = self._seen_ahead(question, answer) if self.takes_back else None
        left = apart(self.to_read.frames) if self.agenda.has_shares else None
        found = self._told(lambda beside: beside.given(self, answer, given))
        assert found is not None
        self.stand, lapsed = Stand(found.question, found.still), found.lapsed
        if isinstance(question, ByLot):
            self.dice.go_on(question)
        number = len(self.entries)
        self._keep_moment(number, before)
        self.entries += [given, *lapsed]
        if about and any(map(self.position.has, about)):
            hidden = self._unseen_by(given.side, about)  # what hides by it, too; of what is drawn that alone
            if isinstance(question, Choose):
                given = replace(given, unseen_by=frozenset())  # nor is what lies open by it a secret any more
        self.entries[number] = replace(given, unseen_by=given.unseen_by | hidden)
        self._remember(question, before, ahead)
        if self.written is not None:
            for entry in self.entries[number:]:
                self.written(entry)
        if self.agenda.has_shares:
            self._note_part(left)

    def _note_part(self, left: AtOnce | None) -> None:
        """Notes where a part begins that all run at once. Once it is over, all see it and it cannot be taken back."""
        now = apart(self.to_read.frames)
        if left is not None and (now is None or now.number != left.number):
            self.undoable = 0
        if now is not None and (left is None or now.number != left.number):
            self.apart_since = len(self.entries)

    def pass_over(self, part: AtOnce) -> None:
        """Ends the share of the side that runs a part at once, and begins that of the next; not beyond the part, whose
        result is not known here."""
        found = self._told(lambda beside: beside.passes_over(self))
        assert found is not None, part
        self.stand, self.entries = Stand(found.question, found.still), [*self.entries, *found.lapsed]

    def throw(self) -> Value:
        """Throws or draws as the seed has it, and returns the result."""
        shows = self.drawn()
        self.put(shows)
        return shows

    def drawn(self) -> Value:
        """Returns what the seed throws or draws here."""
        question = self.question
        assert isinstance(question, ByLot)
        since = max((number for number in self.seeds if number <= len(self.entries)), default=None)
        dice = self.dice if since is None else DICE[self.chance](self.seeds[since])
        found = self._told(lambda beside: beside.shown(self, dice))
        return dice.shown(question, self.purpose()) if found is None else found

    def purpose(self) -> Purpose:
        assert self.question is not None
        found = self._told(lambda beside: beside.purpose(self))
        assert found is not None
        return found

    # -- going back

    def _seen_ahead(self, question: Question, answer: Value) -> State | None:
        """Returns the state after an answer as its side can foresee it; None where that side sees the whole game."""
        if not isinstance(question, Take | Choose) or as_seen(self.to_read) is self.to_read:
            return None
        ahead = self.followed(answer)
        return self.to_read.state if ahead is None else ahead.to_read.state

    def _remember(self, question: Question, before: Stand, ahead: State | None) -> None:
        """Counts the answers that can be taken back: none once dice have fallen, another player has decided, or a
        secret was disclosed, shown or because the result is not the one foreseen (`ahead`)."""
        match question, self.question:
            case (Take() | Choose(), Take() | Choose() as then) if self.takes_back:
                is_ones_own = then.who == question.who or self.holds_turns
                if is_ones_own and not self._discloses(question, before, ahead):
                    self.undoable += 1
                    return
        self.undoable = 0

    def _discloses(self, question: Take | Choose, before: Stand, ahead: State | None) -> bool:
        if not secrets_of_kinds(self.law.graph) and not is_hiding(self.law.graph):
            return False
        assert before.still is not None
        was, now = before.still.machine.state, self.to_read.state
        if now.shown - was.shown or (ahead is not None and ahead.is_cut_short):
            return True
        visibility = None if ahead is None else was.view(question.side).visibility
        if ahead is None or visibility is None or not visibility.unplaced:
            return False
        return Store(ahead.position).text() != Store(now.view(question.side)).text()

    def undo(self) -> int:
        """Takes the last answer back, with what lapsed after it, also in the journal; returns the number of its lines
        that are gone."""
        last = next(number for number in reversed(range(len(self.entries))) if not self.entries[number].lapsed)
        then, number = self.moments.pop(last, None), len(self.entries) - last
        self.stand, self.undoable = then or self.as_it_was(last).stand, self.undoable - 1
        del self.entries[last:]
        self._remade = {before: stand for before, stand in self._remade.items() if before < last}
        return number

    def _keep_moment(self, number: int, stand: Stand) -> None:
        """Stores the stand before an answer: of each of the last ones, and of one in many before these."""
        self.moments[number] = stand
        *_, before, old = (-1, -1, *[*self.moments][:-KEPT_LAST])
        if old // KEPT_EACH == before // KEPT_EACH:
            self.moments.pop(old, None)

    @property
    def undoable_action(self) -> int:
        """Returns the number of answers of the action under way, or of the last action of the player who is asked, its
        choice included; 0 where it cannot be taken back."""
        who, taken = getattr(self.question, "who", None), 0
        for entry in reversed(self.entries):
            taken += not entry.lapsed
            if entry.asked == ACTION and entry.who == who:
                return taken if taken <= self.undoable and entry.answer != DONE else 0
        return 0

    def before_the_action(self) -> Game | None:
        """Returns a copy as it was before the action under way; None where that cannot be taken back."""
        taken = self.undoable_action
        if not taken or not isinstance(self.question, Choose):
            return None
        return self.as_it_was([number for number, entry in enumerate(self.entries) if not entry.lapsed][-taken])

    def as_it_was(self, number: int) -> Game:
        """Returns a copy as it was after so many entries, replayed from the last stored stand before; this game, where
        there is none or that is now."""
        known = {n: stand for n, stand in (self._remade | self.moments).items() if n <= number and stand.still}
        if not known or number >= len(self.entries):
            return self
        last = max(known)
        then = self.at(known[last], last)
        for entry in self.entries[last:number]:
            if not entry.lapsed:
                then.put(then.meant(entry.answer))
        if then.moments:
            self._remade = {**then.moments, len(then.entries): then.stand}
        return self.at(then.stand, max(number, len(then.entries)))

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
        found, begun = None if isinstance(self.question, ByLot) else self._eligible(), self.setup.position
        likely = begun.things.get(text) or (begun.map and begun.map.find(text))
        if found and likely in found and in_words(likely, begun) == text:
            return likely
        named = next((one for one in found or () if in_words(one, begun) == text), None)
        return choices.meant(self.to_read, text) if named is None else named

    def _eligible(self) -> Sequence[Value] | None:
        """Returns answers among which are all that are legal; None where the law does not say."""
        with suppress(LawStop):
            return self.eligible()
        return None

    # -- what a situation says of a game

    def winner(self) -> Value:
        return None if self.setup.winner is None else self.to_read.ev.value(self.setup.winner, {})

    def _as_looked_at(self, number: int, node: e.Expr, side: str | None) -> Value:
        """Returns who wins, or a figure by its number, as far as a side sees; where none looks, the one that decides.
        The faster engine finds connected hexes and the like many times sooner."""
        looks = side is None or self.over or side == getattr(self.question, "side", None)
        found = self.beside.ending(self, number) if looks and self.beside is not None else MISSING
        if found is not MISSING:
            return found
        return (as_seen(self.to_read) if looks or side is None else as_seen_by(self.to_read, side)).ev.value(node, {})

    def leads(self, side: str | None) -> Value:
        """Returns who would win if it ended now, as far as a side sees; where none looks, the one that decides."""
        return None if self.setup.winner is None else self._as_looked_at(0, self.setup.winner, side)

    def standing(self, side: str | None) -> Iterator[tuple[str, Value]]:
        """Yields the figures for the end of a game as they are now, those that a side can see; where none looks, the
        one that decides."""
        for number, (label, node) in enumerate(self.setup.tells, 1):
            with suppress(LawStop):
                yield label, self._as_looked_at(number, node, side)

    def figures(self) -> dict[str, Value]:
        """Returns the figures for the end of a game, by what they are called."""
        return {label: self.to_read.ev.value(node, {}) for label, node in self.setup.tells}


__all__ = ["ACTION", "DONE", "AnswerRefused", "Broken", "Game", "Setup", "played_on"]
