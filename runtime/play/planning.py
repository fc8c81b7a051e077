"""Plans: a game and a budget of positions in, what could be done and what that would be worth out.

A planner knows nothing of any game. It tries answers on copies, as far as the law allows them, and asks the fact that
the situation names what the position then is `worth`. It goes on first where that looked best so far, and among
equals where chance has it. Every position that is looked at counts against the budget, so that a plan takes a bounded
time; answers that are refused do not count, however many there are. Where a side has more ways to begin than
positions to look at, each of them has its turn all the same before nothing is done. The plan that is chosen may be
followed further than the budget goes, as long as that gains and up to a bound. Where the bounds leave nothing
that was found, there is no plan, and the player answers something else. A budget of time is one of positions that is
reckoned anew with each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from heapq import heappop, heappush
from time import monotonic_ns
from typing import Any, TypeVar

from hexlaw.runtime import expr as e
from hexlaw.runtime.play import choices, lookahead, picks
from hexlaw.runtime.play.afoot import Afoot, Named, Place, Reached, Sameness, afoot, over_in
from hexlaw.runtime.play.answers import Untold
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.frames import Action
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Take
from hexlaw.runtime.stops import Exhausted, LawStop

MOST_FALLS = 36
"""Falls of the dice that are looked at one by one; of throws beyond that, the one in the middle."""
MOST_THROWS = 40
"""Throws in a row that are looked at: dice that are thrown again until something shows may be thrown for ever."""
MOST_WITHOUT_END = 5_000
"""Positions looked at for a first way to carry out an action, or to gain by it: nobody should have to wait for more."""
AT_ONCE = 12
"""Answers to one question that are tried before other beginnings have their turn: a map offers hundreds of hexes."""
A_SECOND = 300
"""Positions that a second is taken for until it has shown how many it is."""
SHOWN_BY = 8
"""Positions after which it has."""
MOST_DONE = 20
"""How often in a row nothing more is picked to come to the end of an action."""
MOST_LOOKS = 3
"""Places of a move that a turn goes on from, where no step gains yet."""
MOST_IN_VAIN = 4
"""Places in a row from which nothing better was found, where a plan is followed further."""
ALIKE = 2
"""Ways to act that have so many answers in common begin alike; all beginnings get their share of looking."""


Found = TypeVar("Found")
Beginning = tuple[Any, ...]
"""The first answers of a plan, as many as `ALIKE`."""


@dataclass(frozen=True)
class Plan:
    """Something that could be done: the answers, how the game stands after them, and what that is worth."""

    worth: Fraction
    answers: tuple[Any, ...]
    place: Reached | None  # none where it was not looked at itself, but what a twin can do
    begun: frozenset[tuple[Any, ...]]  # how its actions begin

    @property
    def after(self) -> Machine:
        assert self.place is not None
        return self.place if isinstance(self.place, Machine) else self.place.machine()


@dataclass
class _Place:
    """A position to go on from, and the answers that were not tried there yet; none before they are listed."""

    promise: Fraction
    answers: tuple[Any, ...]
    at: Place
    moving: tuple[Any, ...] | None = None  # the answers before the first step, where a move is under way
    untried: list[Any] | None = None

    def lists(self, planner: Planner, known: Known) -> None:
        """Lists what can be tried. Of many answers, chance says in which order; of beginnings, those come first that
        were not looked at before."""
        self.at = planner.opened(self.at)
        candidates = planner.candidates(self.at)
        many = len(candidates) > AT_ONCE
        self.untried = planner.chance.in_order(candidates) if many else list(candidates)
        if self._lists_beginnings and known.looked_at:
            self.untried.sort(key=lambda answer: known.turn((*self.answers, answer)))

    @property
    def _lists_beginnings(self) -> bool:
        return len(self.answers) == ALIKE - 1

    def turn(self, known: Known) -> int:
        """When its beginning has its turn, as that is `known`."""
        if self._lists_beginnings and self.untried:
            return known.turn((*self.answers, self.untried[0]))
        return known.turn(self.answers[:ALIKE])

    def next_answers(self, planner: Planner, known: Known) -> list[Any]:
        """Some that are to be tried now: all where there are few, but not others than are due. What does not stand by
        itself takes nobody's place: of a whole map one hex may be left, and a turn is there to try it."""
        assert self.untried is not None
        due = self.turn(known) if self._lists_beginnings else None
        stands = planner.standing(self.at)
        now: list[Any] = []
        passed = 0
        for answer in self.untried:
            if len(now) == AT_ONCE or (due is not None and known.turn((*self.answers, answer)) != due):
                break
            passed += 1
            if stands(answer):
                now.append(answer)
        del self.untried[:passed]
        return now


@dataclass
class Known:
    """What is known of beginnings in one place of the sequence: which were looked at, and which of them are `vain`."""

    looked_at: set[Beginning] = field(default_factory=set)
    vain: set[Beginning] = field(default_factory=set)

    def turn(self, beginning: Beginning) -> int:
        """What was not looked at comes first, what is vain last."""
        if beginning in self.vain:
            return 2
        return 1 if beginning in self.looked_at and len(beginning) == ALIKE else 0


class _Waiting:
    """Positions to go on from. All beginnings have their turn, one after the other, those of which less is `known`
    before the others; of each, what promises most."""

    def __init__(self, chance: Chance, known: Known, to_begin: int) -> None:
        self.chance = chance
        self.known = known
        self.to_begin = to_begin  # how many answers make a beginning that is to have its turn
        self.turns: tuple[dict[Beginning, list[tuple[Fraction, int, int, _Place]]], ...] = ({}, {}, {})
        self.begun: set[Beginning] = set()
        self.fresh: set[Beginning] = set()  # beginnings that had no turn yet, and are not vain
        self.number = 0
        self.lasts: Beginning | None = None  # whose turn is not over yet
        self.looks = 0  # how often something was looked at in this turn

    def __bool__(self) -> bool:
        return any(self.turns)

    @property
    def has_due(self) -> bool:
        """Whether some beginning had no turn yet, or is in the middle of it."""
        return bool(self.fresh) or any(self.lasts in heaps for heaps in self.turns)

    def add(self, place: _Place) -> None:
        self.number += 1  # so that nothing but promise and chance is compared
        beginning, turn = place.answers[:ALIKE], place.turn(self.known)
        entry = (-place.promise, self.chance.number(*place.answers), self.number, place)
        heappush(self.turns[turn].setdefault(beginning, []), entry)
        begun = beginning[: self.to_begin]
        if begun not in self.begun or len(begun) < self.to_begin:  # from there further ones can come
            self.begun.add(begun)
            if turn < 2:
                self.fresh.add(beginning)

    def next(self, *, fresh: bool) -> _Place:
        """Where to go on; where a turn for each is all that is wanted, only what is `fresh` has one."""
        beginning, self.lasts = self.lasts, None
        heaps = next((heaps for heaps in self.turns if beginning in heaps), None)
        if heaps is None or beginning is None:
            heaps = next(heaps for heaps in self.turns if heaps and not (fresh and self.fresh.isdisjoint(heaps)))
            beginning = next(beginning for beginning in heaps if not fresh or beginning in self.fresh)
            self.looks = 0
        self.looks += 1
        self.fresh.discard(beginning)
        heap = heaps.pop(beginning)
        *_, place = heappop(heap)
        if heap:
            heaps[beginning] = heap  # behind all others
        return place


@dataclass
class _Looking:
    """A look for what can be done from a position: for whom, what it is worth as it stands, what was found so far."""

    side: str
    depth: int
    to_act: bool  # whether an action is to be taken, not a pick answered
    worth: Fraction
    known: Known
    waiting: _Waiting
    found: list[Plan] = field(default_factory=list)
    gained: bool = False
    seen: set[object] = field(default_factory=set)


def best_first(plans: list[Plan]) -> list[Plan]:
    """Of plans that are worth the same, the one with the least to do comes first: so what gains nothing is not done."""
    return sorted(plans, key=lambda plan: (-plan.worth, len(plan.answers)))


class Clock:
    """How many positions may still be looked at until a time is over, by how long those took that were. With a clock,
    what is planned hangs on the machine, and on what else it does."""

    def __init__(self, milliseconds: int) -> None:
        self.begun = monotonic_ns()
        self.end = self.begun + milliseconds * 1_000_000
        self.looked = 0

    def left(self) -> int:
        """Counts one position, and says how many more there will be time for."""
        self.looked += 1
        now = monotonic_ns()
        if self.looked > SHOWN_BY:
            return (self.end - now) * self.looked // max(now - self.begun, 1)
        return (self.end - now) * A_SECOND // 1_000_000_000


class Planner:
    """Looks ahead for one side, at a number of positions that it is given, or for as long as it is given."""

    clock: Clock | None = None
    falls = MOST_FALLS
    """Falls of the dice that are looked at one by one."""

    def __init__(self, worth: e.Expr, side: str, chance: Chance, budget: int, begun: Machine) -> None:
        self.begun = begun.position  # all that is looked at has come of it
        self.account = begun.answering.account
        self.out_of_steps = False  # whether nothing more can be looked at
        self.worth = worth
        self.side = side
        self.chance = chance
        self.left = budget
        self.looked = 0  # positions that were looked at
        self.sameness = Sameness(begun, worth)
        self._worths: dict[tuple[object, ...], Fraction] = {}
        self.turned: set[Beginning] = set()  # beginnings that had their turn

    # -- one action

    def plans(
        self,
        machine: Machine,
        budget: int,
        *,
        thorough: bool = True,
        most: int = MOST_WITHOUT_END,
        known: Known | None = None,
    ) -> list[Plan]:
        """Ways to carry out one action, or the rest of it, as far as they are looked at, best first.

        Who is `thorough` gives up on gaining something only when every beginning has had its turn, but for those that
        are `known` to be vain. To be done is not a gain here: what it is worth comes after any action as well. A turn
        goes on until there was something to choose: it is not over where an answer only gave a name, or was the only
        one. Of a move it goes on until a step gained, up to a bound: who goes round somebody gains only behind him.
        """
        question = machine.state.question
        assert isinstance(question, Take | Choose)
        side, depth = question.side, depth_of(machine) + isinstance(question, Take)
        enough, too_many = self.looked + budget, self.looked + most
        if (worth := self._known(lambda: self.worth_of(machine, side))) is None:
            return []
        known = known or Known()
        to_act, beginning = isinstance(question, Take), ALIKE - isinstance(question, Choose)
        looking = _Looking(side, depth, to_act, worth, known, _Waiting(self.chance, known, beginning))
        waiting, found = looking.waiting, looking.found
        waiting.add(self._first(machine, worth))
        while waiting and (self.looked < enough or not found or (thorough and not looking.gained and waiting.has_due)):
            if self.looked >= too_many or self.out_of_steps:
                break
            self._go_on(looking, waiting.next(fresh=bool(found) and self.looked >= enough))
        return best_first(found)

    def further(self, machine: Machine, plan: Plan) -> Plan:
        """The best that comes of going on from a plan in place of ending it; the plan itself where nothing is better.

        A plan shares its budget out among all beginnings, so of a long move it has seen the first steps. Where these
        gain, the rest of the way is worth a look: always from where it looked best, until some looks in a row have
        found nothing better.
        """
        steps = list(plan.answers)
        while steps and steps[-1] == DONE:
            steps.pop()
        looking = self._from(machine, plan, steps)
        best, in_vain, most = plan, 0, self.looked + MOST_WITHOUT_END
        while looking.waiting and in_vain < MOST_IN_VAIN and self.looked < most and not self.out_of_steps:
            self._go_on(looking, looking.waiting.next(fresh=False))
            better = best_first([best, *looking.found])[0]
            best, in_vain = better, in_vain + 1 if better is best else 0
            looking.found.clear()
        return best

    def closer(self, machine: Machine, plan: Plan, budget: int) -> Plan:
        """The best that begins like a plan, as far as a budget of its own goes. A plan for all gives each beginning no
        more than a turn, in which a place to come to may be one of a hundred."""
        looking = self._from(machine, plan, plan.answers[: ALIKE - isinstance(machine.state.question, Choose)])
        enough = self.looked + budget
        while looking.waiting and self.looked < enough and not self.out_of_steps:
            self._go_on(looking, looking.waiting.next(fresh=False))
        return best_first([plan, *looking.found])[0]

    def going_on(self, machine: Machine, begun: Beginning, budget: int) -> Plan | None:
        """The best that a thing can begin which has just acted, as far as a budget goes for each action; none where
        that gains nothing. What it has just done is not looked at: that was followed as far as it gained."""
        worth = self.worth_now(machine)
        if worth is None:
            return None
        found: list[Plan] = []
        before, thing = begun
        for action in self.candidates(machine):
            if action in (before, DONE) or not self._may_begin(machine, action, thing):
                continue
            best = self.closer(machine, Plan(worth, (action, thing), None, frozenset()), budget)
            if best.worth > worth:
                found.append(best)
        return next(iter(best_first(found)), None)

    def _may_begin(self, machine: Machine, action: str, thing: Any) -> bool:
        """Whether nothing is known against beginning an action with a thing. Where it is plain that the thing could not
        be picked, or nothing after it, no position is made to see that; where the action begins with something of
        another sort, nothing is asked at all."""
        onward = machine.agenda.onward_from(action)
        if onward is not None and not picks.is_of(machine, thing, onward.pick.type):
            return False
        following = self._known(lambda: lookahead.pick_after(machine, action))
        if following is not None and following.eligible is not None and thing not in following.eligible:
            return False
        named = self._ahead(machine, action)
        if not isinstance(named, Machine) or thing not in self.candidates(named):
            return False
        next_pick = self._known(lambda: lookahead.pick_after(named, thing))
        return next_pick is None or not next_pick.leaves_nothing

    def _from(self, machine: Machine, plan: Plan, steps: Sequence[Any]) -> _Looking:
        """A look that goes on from the first answers of a plan; with nowhere to go on where its action is over then."""
        question = machine.state.question
        assert isinstance(question, Take | Choose)
        side, depth = question.side, depth_of(machine) + isinstance(question, Take)
        to_act = isinstance(question, Take)
        looking = _Looking(side, depth, to_act, plan.worth, Known(), _Waiting(self.chance, Known(), ALIKE))
        place = self._first(machine, plan.worth)
        for answer in steps:
            after = self._ahead(self.opened(place.at), answer)
            if after is None or over_in(after, side, depth):
                return looking
            answers = (*place.answers, answer)
            place = _Place(plan.worth, answers, after, self._moving(place, after, answers))
        looking.waiting.add(place)
        return looking

    def _first(self, machine: Machine, worth: Fraction) -> _Place:
        return _Place(worth, (), machine, () if self.sameness.moves(machine.state.question) else None)

    def _go_on(self, looking: _Looking, place: _Place) -> None:
        """Tries some of the answers of a place, and takes note of what ends there and of where it goes on."""
        waiting, known = looking.waiting, looking.known
        if place.untried is None:
            place.lists(self, known)
            if place.turn(known) > known.turn(place.answers[:ALIKE]):
                waiting.add(place)
                return
        self.turned.add(place.answers[:ALIKE])
        tried = [
            (answer, after)
            for answer in place.next_answers(self, known)
            if (after := self._come_to(place.at, answer)) is not None
        ]
        best = looking.worth
        for answer, after in tried:
            answers = (*place.answers, answer)
            over = over_in(after, looking.side, looking.depth)
            if not isinstance(after, Named):  # which is what nothing else comes to
                if (key := self._key(after, place.moving, over)) in looking.seen:
                    continue
                looking.seen.add(key)
            ends = self._ends(looking, after, answers)
            if ends is not None:
                looking.found.append(ends)
                best = max(best, ends.worth)
                looking.gained = looking.gained or (answers != (DONE,) and ends.worth > looking.worth)
            if not over:
                promise, moving = place.promise if ends is None else ends.worth, self._moving(place, after, answers)
                waiting.add(_Place(promise, answers, after, moving))
        if place.untried:
            waiting.add(place)
        no_choice = len(tried) == 1 and not place.untried and not over_in(tried[0][1], looking.side, looking.depth)
        nothing_yet = no_choice or all(isinstance(at, Named) for _, at in tried)
        on_the_way = place.moving is not None and best <= looking.worth and waiting.looks < MOST_LOOKS
        if len(place.answers) >= ALIKE and (nothing_yet or on_the_way):
            waiting.lasts = place.answers[:ALIKE]

    def _key(self, after: Reached, moving: tuple[Any, ...] | None, over: bool) -> object:
        """Equal for positions that need not be looked at twice; `moving`: what came before the first step of the move
        that has led there."""
        if moving is None:
            assert isinstance(after, Machine)
            return after.key(self.begun)
        return moving, self.sameness.key(after, over)

    def _moving(self, place: _Place, after: Place, answers: tuple[Any, ...]) -> tuple[Any, ...] | None:
        if isinstance(after, Named) and after.pick.path not in self.sameness.picks:
            return None
        if isinstance(after, Machine) and not self.sameness.moves(after.state.question):
            return None
        return answers if place.moving is None else place.moving

    def _ends(self, looking: _Looking, at: Place, answers: tuple[Any, ...]) -> Plan | None:
        """The plan that ends here, if one does. Of being done with actions nothing is looked at: what comes then comes
        after any action as well, and it may be the dice and hooks of a whole phase."""
        if looking.to_act and answers == (DONE,):
            return Plan(looking.worth, answers, None, frozenset([answers]))
        return self._end(at, answers, looking.side, looking.depth)

    def _end(self, at: Place, answers: tuple[Any, ...], side: str, depth: int) -> Plan | None:
        """The plan that ends here: the action is over, or would be if nothing more were picked, neither here nor in
        what this pick stands in."""
        if isinstance(at, Named):
            return None
        for _ in range(MOST_DONE):
            if over_in(at, side, depth):
                return self._plan(at, answers, side)
            ended = self._ahead(at, DONE) if _may_end(at) else None
            if ended is None:
                return None
            at, answers = ended, (*answers, DONE)
        return None

    def _plan(self, at: Reached, answers: tuple[Any, ...], side: str) -> Plan | None:
        """What could be done so; none where the law does not say what comes of it."""
        worth = self._known(lambda: self.expected(at, side))
        return None if worth is None else Plan(worth, answers, at, frozenset([answers[:ALIKE]]))

    def again(self, machine: Machine, answers: tuple[Any, ...]) -> Plan | None:
        """A plan that was found elsewhere, carried out here; none where it does not fit."""
        question = machine.state.question
        assert isinstance(question, Take | Choose)
        side, depth = question.side, depth_of(machine) + isinstance(question, Take)
        at: Reached = machine
        for number, answer in enumerate(answers, 1):
            at = self.as_stop(at)
            following = self._ahead(at, answer) if answer in self.candidates(at) else None
            if following is None or over_in(following, side, depth) != (number == len(answers)):
                return None
            at = following
        return self._plan(at, answers, side)

    # -- one position

    def worth_of(self, machine: Machine, side: str) -> Fraction:
        key = (side, machine.state.key(self.begun))
        if key not in self._worths:
            self._worths[key] = Fraction(machine.ev.value(self.worth, {"side": side}))
        return self._worths[key]

    def worth_now(self, machine: Machine) -> Fraction | None:
        """What it is worth to the side as it stands; none where the law does not say."""
        return self._known(lambda: self.worth_of(machine, self.side))

    def opened(self, at: Place) -> Place:
        """The same position to go on from, where something can be picked."""
        if isinstance(at, Named) and not at.leaves_nothing:
            at = self._known(at.machine) or at
        return at if isinstance(at, Named) else self.as_stop(at)

    def as_stop(self, at: Reached) -> Reached:
        """The same position as a stop of a course, where it can be."""
        if isinstance(at, Afoot) or not self.sameness.moves(at.state.question):
            return at
        return afoot(at) or at

    def candidates(self, at: Place) -> tuple[Any, ...]:
        if isinstance(at, Afoot):
            with suppress(Untold):
                return at.answers()
            at = at.machine()
        if isinstance(at, Named):
            return ()
        machine = at
        found = self._known(lambda: choices.candidates(machine)) or ()
        if not isinstance(machine.state.question, Take):
            return found
        actions = machine.agenda.law.graph.actions  # nobody has any good of one that gives something up
        return tuple([answer for answer in found if answer == DONE or not actions[answer].gives_up])

    def eligible(self, at: Place) -> frozenset[Any] | None:
        """What stands by itself, where that can be told of all answers at once."""
        if not isinstance(at, Machine) or not isinstance(at.state.question, Choose):
            return None
        return self._known(lambda: picks.eligible(at))

    def standing(self, at: Place) -> Callable[[Any], bool]:
        """Tells of answers whether nothing is known against them before they are tried: what is the same for all of
        them is asked once."""
        if not isinstance(at, Machine) or not isinstance(at.state.question, Choose):
            return lambda answer: True
        known = self.eligible(at)
        if known is not None:
            return lambda answer: answer in known or answer == DONE
        stands = self._known(lambda: picks.judging(at)) or partial(picks.stands, at)
        return lambda answer: bool(self._known(partial(stands, answer)))

    def may_be_done(self, machine: Machine) -> bool:
        """Whether the law lets the side end it here."""
        return bool(self._known(lambda: choices.allows(machine, DONE)))

    def _named(self, at: Place, answer: Any) -> Named | None:
        """The position after an answer that is only given a name; none where more is done, or it is refused."""
        if not isinstance(at, Machine):
            return None
        machine = at
        if isinstance(machine.state.question, Choose) and not self._known(lambda: picks.stands(machine, answer)):
            return None
        following = self._known(lambda: lookahead.pick_after(machine, answer))
        if following is None:
            return None
        self._looked_at(1)
        return Named(machine, answer, following)

    def _come_to(self, at: Place, answer: Any) -> Place | None:
        """Where an answer leads; none where the law refuses it or does not say what happens."""
        return self._named(at, answer) or self._ahead(at, answer)

    def _ahead(self, at: Place, answer: Any) -> Reached | None:
        """The position after an answer; none where the law refuses it or does not say what happens."""
        after = self._after(at, answer)
        self._looked_at(after is not None)
        return after

    def _looked_at(self, positions: int) -> None:
        self.spend(positions)
        if self.clock is not None:
            self.left = self.clock.left()

    def spend(self, positions: int) -> None:
        """Takes so many positions from what is left to look at."""
        self.looked += positions
        self.left -= positions

    def _after(self, at: Place, answer: Any) -> Reached | None:
        if isinstance(at, Afoot):
            with suppress(Untold):
                return at.after(answer)
            at = at.machine()
        if isinstance(at, Named):
            return None
        machine = at
        return self._known(lambda: lookahead.after(machine, answer))

    def _known(self, found: Callable[[], Found | None]) -> Found | None:
        """What is found out; none where the law stops: planning keeps away from there."""
        try:
            return found()
        except LawStop as stop:
            self.out_of_steps = self.out_of_steps or (isinstance(stop, Exhausted) and self.account.left < 0)
            return None

    def expected(self, at: Reached, side: str) -> Fraction:
        """What a position is worth; where dice have to fall first, on the average over how they fall."""
        if isinstance(at, Afoot):
            key = side, *self.sameness.weight(at)  # who follows a plan further passes places that were looked at for it
            with suppress(Untold):
                if key not in self._worths:
                    self._worths[key] = Fraction(at.course.worth(at.stop, side))
                return self._worths[key]
            at = at.machine()
        return self._average(at, side, self.falls)

    def _average(self, machine: Machine, side: str, room: int, thrown: int = 0) -> Fraction:
        question = machine.state.question
        if not isinstance(question, ByLot) or thrown == MOST_THROWS:
            return self.worth_of(machine, side)
        ways = question.ways if question.number <= room else [(question.typical, Fraction(1))]
        total = Fraction(0)
        for shows, share in ways:
            self.spend(1)
            total += share * self._average(choices.answered(machine, shows), side, room // len(ways), thrown + 1)
        return total


def _may_end(at: Reached) -> bool:
    if isinstance(at, Afoot):
        return at.may_end
    question = at.state.question
    return isinstance(question, Choose) and question.may_end


def depth_of(machine: Machine) -> int:
    return sum(isinstance(frame, Action) for frame in machine.frames)
