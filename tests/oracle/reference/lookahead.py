"""Looking ahead: what comes of an answer, and whether an action can be completed from there.

It works on copies, as far as what happens can be seen. A way on goes through dice, as they may fall, and through what
is offered to others, who are taken to decline, unless it is their duty: no one can count on the enemy to help. What
was found is kept with the machine that was looked from, for the next look there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush

from reference import picks
from reference.breaches import Broken
from reference.kept import is_as_before, unlike
from reference.machine import Machine
from reference.state import ActionFrame, Frame, Picking, WindowFrame

from hexlaw.runtime.board.geometry import Hex, distance
from hexlaw.runtime.evaluate.verdict import Permission, Refusal
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.dependence import variables
from hexlaw.runtime.law.graph import SIDE
from hexlaw.runtime.law.stops import SILENT, LawStop, Misplaced, Unseen
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Question, Take
from hexlaw.runtime.position.position import Position

MAX_AHEAD = 20_000_000
"""Steps taken to go on from one question of a game to the next."""
MAX_POSITIONS = 2_000
"""Positions looked at for a way to complete a pick. Where there are more, it passes as far as was looked: a search
that gives up is no reason to refuse anything, nor to stop a game. They are the same whoever answers what is asked of
the law."""
MAX_CACHED = 64
"""Of the positions that were looked at, how many are kept to be looked at again when the next answer is judged."""


def after(machine: Machine, answer: Value) -> Machine | None:
    """Returns a copy of the game after an answer, None where it is refused; whether there is a way on is not looked
    at."""
    if isinstance(machine.state.question, Choose) and not picks.stands(machine, answer):
        return None
    return expanded(machine, answer)[0]


def silence(begun: Machine, worth: e.Expr, positions: int) -> LawStop | None:
    """Returns where the law gives no answer to what can be done next, or to what that is worth: the nearest of the ways
    on, as far as so many positions, others declining; None where it answers all."""
    asked, waiting = begun.state.question, deque([begun])
    assert isinstance(asked, Take | Choose)
    while waiting and (positions := positions - 1) >= 0:
        machine = waiting.popleft()
        question = machine.state.question
        try:
            if machine is not begun and not isinstance(question, Choose):
                machine.ev.value(worth, {SIDE: asked.side})
            answers: Iterable[Value] = [DONE] * (isinstance(question, Take) and machine.depth > begun.depth)
            if machine is begun or isinstance(question, Choose):
                answers = picks.candidates(machine)
            elif isinstance(question, ByLot):
                answers = [shows for shows, _ in question.ways]
            for answer in answers:
                with suppress(Misplaced, Unseen):
                    waiting += [ahead] if (ahead := after(machine, answer)) is not None else []
        except SILENT as stop:
            return stop
    return None


def look_ahead(machine: Machine, answer: Value, verdict: Permission, with_reasons: bool) -> None:
    """Adds to a verdict what refuses an answer for what comes of it."""
    ahead, broken = expanded(machine, answer)
    if ahead is None:
        verdict.refusals += broken
        return
    search = _Search(machine, with_reasons)
    if search.leads_on(ahead):
        machine.ahead[answer] = ahead
    elif search.silent is not None:
        raise search.silent
    else:
        verdict.refusals.append(no_way_on(next(iter(search.stopped), None), ahead.state.question))


def no_way_on(why: Refusal | None, following: Question | None = None) -> Refusal:
    """Returns how an answer is refused behind which a search was stopped so first, or by nothing: what follows it
    cannot be answered then."""
    if why is not None:
        return Refusal("no way on", why.rule, f"{why.text}, and there is no way on from there")
    wanting = f": nothing can be picked as `{following.pick}`" if isinstance(following, Choose) else ""
    return Refusal("no way on", None, f"it cannot be completed{wanting}")


def expanded(machine: Machine, answer: Value, *, cached: bool = True) -> tuple[Machine | None, list[Refusal]]:
    """Returns a copy of the game after an answer, or what the answer would break; kept for the next look at it."""
    found = machine.expanded.get(answer)
    if found is None:
        found = _worked_out(machine, answer)
        if cached:
            machine.expanded[answer] = found
    return found


def _worked_out(machine: Machine, answer: Value) -> tuple[Machine | None, list[Refusal]]:
    ahead = machine.copy()
    try:
        with machine.answering.account.shared(MAX_AHEAD, "what follows"):
            ahead.put(answer)
            ahead.run()
    except Unseen:
        return ahead, []  # it has come as far as can be seen, and waits for no answer there
    except Broken as broken:
        return None, broken.refusals
    except Misplaced as stop:
        return None, [Refusal("would break", None, f"{stop.message}: {stop.help}")]
    return ahead, []


def owed(machine: Machine) -> str | None:
    """Returns the action that a side has to take before it can be done here: a duty that it can do."""
    window, question = machine.frames[-1], machine.state.question
    if not isinstance(window, WindowFrame) or not window.duty or not isinstance(question, Take):
        return None
    return next((action for action in question.actions if _may_take(machine, action)), None)


def _may_take(machine: Machine, action: str) -> bool:
    if action not in machine.ahead and action not in machine.refused:
        verdict = Permission(action, "", ())
        look_ahead(machine, action, verdict, with_reasons=False)
        if not verdict.judged:
            machine.refused.add(action)
    return action not in machine.refused


@dataclass(frozen=True, slots=True)
class _Step:
    """An answer on the way to the end of an action."""

    before: Machine
    answer: Value
    after: Machine


class _Search:
    """Looks for one way to complete an action: first by ending it, then by every further pick, the likeliest first.

    In goes the game after an answer; a way is any row of answers that the law lets stand and that ends the action:
    picks of the side whose action it is, dice however they fall, what this side is offered taken or declined, what
    others are offered declined. Positions that go on alike are looked at once (`_sameness`), so the search is as
    large as what can be reached, not as the number of ways to get there. Having spent less is taken never to close a
    way, as in a reach: what was spent is not a part of what tells two positions apart, and where one is come to more
    cheaply than before it is looked at again. Where a hex was picked before the thing that is to do something, what is
    near it comes first (`_far`), else the cheapest. Offers are declined first, as to take one multiplies all that comes
    after. Where dice are to fall, they fall at once, whatever was spent: nothing is chosen there, and most often the
    action ends with them.

    The target has the same search with undo (`wasm/prelude/search.py`): both look at the same positions in the
    same order, so both give up at the same answers.
    """

    def __init__(self, begun: Machine, with_reasons: bool) -> None:
        question = begun.state.question
        assert isinstance(question, Take | Choose)
        self.begun = begun.position  # all that is looked at has come of it
        self.who = question.who
        self.depth = begun.depth + isinstance(question, Take)
        self.with_reasons = with_reasons  # whether it is to say why it came to no end
        self.seen: dict[object, Value] = {}  # by position, what was spent on the cheapest way there
        self.ended: dict[object, Value] = {}  # the same where it was tried to pick nothing more
        self.looked = 0  # positions that were looked at
        self.stopped: list[Refusal] = []  # why it could not end where it came to
        self.silent: LawStop | None = None  # where the law does not answer; it counts if there is no other way

    def leads_on(self, machine: Machine) -> bool:
        if self._is_over(machine):
            return self._is_completed(machine)
        number = 0  # of what costs the same, what was found last is looked at first
        ways = self._ways(machine, self._sameness(machine), 0)
        open_ways: list[_OpenWay] = [(True, 0, 0, 0, 0, ways, ())]
        while open_ways:
            _, taken, _, _, cost, ways, way = open_ways[0]
            step = next(ways, None)
            if self.looked >= MAX_POSITIONS:
                return True
            if step is None:
                heappop(open_ways)
                continue
            over = self._is_over(step.after)
            if over and not self._is_completed(step.after):
                continue
            where = None if over else self._sameness(step.after)
            spent = cost + (picks.cost_of(step.before, step.answer) or 0)
            ending = self._ending(step, where, spent)
            if ending and self._is_over(ending[-1].after):
                return self._found((*way, *ending))
            took = taken + (isinstance(step.before.state.question, Take) and step.answer != DONE)
            number -= 1
            chosen, far = not isinstance(step.after.state.question, ByLot), _far(step.after)
            ways = self._ways(step.after, where, spent)
            heappush(open_ways, (chosen, took, spent + far, number, spent, ways, (*way, step)))
            if ending:
                fall = ending[-1].after
                ways = self._ways(fall, self._sameness(fall), spent)
                heappush(open_ways, (False, took, spent, number, spent, ways, (*way, *ending)))
        return False

    def _found(self, way: Sequence[_Step]) -> bool:
        """Keeps what follows each answer of a way, for when it is asked for: it is as legal there, unless an action
        inside of this one came to no rest, which counts for its own answers alone."""
        for at, step in enumerate(way):
            depth = step.before.depth + isinstance(step.before.state.question, Take)
            end = next((later.after for later in way[at:] if later.after.depth < depth), way[-1].after)
            if all(action.depth != depth for action in end.lapsed):
                step.before.ahead[step.answer] = step.after
        return True

    def _ending(self, step: _Step, where: object, spent: Value) -> tuple[_Step, ...]:
        """Returns the last steps, if the action is over with this one, or would be if nothing more were picked: at
        once, or when dice have fallen."""
        if where is None:
            return (step,)
        question = step.after.state.question
        if not isinstance(question, Choose) or not question.may_end or not _is_cheaper(self.ended, where, spent):
            return ()
        after = self._done(step.after)
        if after is None:
            return ()
        ends = self._is_completed(after) if self._is_over(after) else isinstance(after.state.question, ByLot)
        return (step, _Step(step.after, DONE, after)) if ends else ()

    def _is_over(self, machine: Machine) -> bool:
        """Returns whether the action has come to an end, or as far as can be seen. Picks outside of all actions are
        looked at in a row."""
        question = machine.state.question
        if question is None or self.depth > 0:
            return question is None or machine.depth < self.depth
        return not isinstance(question, Choose) or machine.depth > 0

    def _is_completed(self, machine: Machine) -> bool:
        """Returns whether what is over came to a lawful end: as dice or others may have had it, it came to one without
        rest."""
        unrested = [action for action in machine.lapsed if action.depth == self.depth]
        self.stopped += (refusal for action in unrested for refusal in action.refusals)
        return not unrested

    def _ways(self, machine: Machine, where: object, spent: Value) -> Iterator[_Step]:
        """Yields every further answer, unless this position was visited; to be done comes first: most often it may."""
        if not _is_cheaper(self.seen, where, spent):
            return
        question = machine.state.question
        if isinstance(question, Take):
            answers: Iterable[Value] = (DONE, *question.actions) if question.who == self.who else (DONE,)
            try:
                if owed(machine) is not None:
                    answers = question.actions
            except SILENT as stop:
                self.silent = self.silent or stop
                return
        elif isinstance(question, ByLot):
            answers = picks.candidates(machine)
        else:
            try:
                answers = self._standing(machine, self._in_order(machine))
            except Unseen:
                unseen = machine.copy()
                unseen.state.question = None  # it cannot be looked at any further, and waits for no answer
                yield _Step(machine, None, unseen)
                return
            except SILENT as stop:
                self.silent = self.silent or stop
                return
        for answer in answers:
            if self.looked >= MAX_POSITIONS:
                return
            done = answer == DONE and isinstance(question, Choose)
            after = self._done(machine) if done else self._answered(machine, answer)
            if after is not None:
                yield _Step(machine, answer, after)

    def _in_order(self, machine: Machine) -> list[Value]:
        """Returns what could be picked. To be done comes first, and what this action has picked before last: where
        everything wants to be picked once, that soon comes to an end."""
        at = machine.action_under_way()
        action = None if at is None else machine.frames[at]
        picked = set(action.picked) if isinstance(action, ActionFrame) else set()
        return sorted(picks.candidates(machine)[::-1], key=picked.__contains__)

    def _standing(self, machine: Machine, answers: Iterable[Value]) -> Iterator[Value]:
        """Of the candidates, those that stand by themselves: most often only few of many do."""
        for answer in answers:
            try:
                stands = answer == DONE or picks.stands(machine, answer)
            except SILENT as stop:
                self.silent = self.silent or stop
                continue
            if stands:
                yield answer

    def _answered(self, machine: Machine, answer: Value) -> Machine | None:
        """Returns the game after what stands by itself, if that breaks nothing."""
        self.looked += 1
        try:
            after, broken = expanded(machine, answer, cached=len(self.seen) <= MAX_CACHED)
        except SILENT as stop:
            self.silent = self.silent or stop
            return None
        if isinstance(machine.state.question, ByLot):
            self.stopped += broken
        return after

    def _done(self, machine: Machine) -> Machine | None:
        """Returns the game after nothing more is picked, if that may be."""
        self.looked += 1
        try:
            verdict = picks.judge_alone(machine, DONE) if self.with_reasons else None
            if not (picks.stands(machine, DONE) if verdict is None else verdict.judged):
                broken, after = [] if verdict is None else verdict.refusals, None
            else:
                after, broken = expanded(machine, DONE, cached=len(self.seen) <= MAX_CACHED)
        except SILENT as stop:
            self.silent = self.silent or stop
            return None
        if after is None:
            self.stopped += broken
        return after

    def _sameness(self, machine: Machine) -> object:
        """Returns what it is compared by, of all above the frame from which the action goes on."""
        actions = [at for at, frame in enumerate(machine.frames, 1) if isinstance(frame, ActionFrame)]
        return sameness(machine, self.begun, actions[self.depth - 1] if self.depth else len(machine.frames) - 1)


_OpenWay = tuple[bool, int, Value, int, Value, Iterator[_Step], tuple[_Step, ...]]
"""What is looked at first, in this order: where dice fall, the fewest offers taken, the cheapest and nearest, the last
that was found; then what was spent, the further answers, and the way there."""


def _is_cheaper(known: dict[object, Value], where: object, spent: Value) -> bool:
    """Returns whether a position is come to for the first time, or more cheaply than before; that is noted."""
    if where in known and known[where] <= spent:
        return False
    known[where] = spent
    return True


def _far(machine: Machine) -> int:
    """Returns how far the thing that does something is from the hexes that were picked before it; 0 where that is not
    asked."""
    frame = machine.frames[-1]
    if not isinstance(frame, Picking):
        return 0
    aims: list[Hex] = []
    for named in frame.names.values():
        if isinstance(named, Hex):
            aims.append(named)
        elif isinstance(named, Thing) and aims:
            at = machine.position.hex_of(named)
            return 0 if at is None else min(distance(at, aim) for aim in aims)
    return 0


def _account(machine: Machine, frame: Frame) -> tuple[Value, str] | None:
    """Where the cost of a pick under way is counted; none where it has none, or each choice has its own account."""
    if not isinstance(frame, Picking) or frame.pick.account is None:
        return None
    account = frame.pick.account
    if frame.pick.var in variables(account.base):
        return None
    return machine.ev.value(account.base, frame.names), account.name


def sameness(machine: Machine, begun: Position, base: int) -> object:
    """Equal for games that came of one with the position `begun` and can only go on alike above the frame `base`,
    whatever was spent.

    Only what can decide how the action goes on counts. Of a pick whose answers are not gathered counts that it was
    made, not on which way one came to where one is.
    """
    machine.charge_scan()
    frames = machine.frames[base:]
    spent = next((cell for frame in reversed(frames) if (cell := _account(machine, frame)) is not None), None)
    decides = machine.agenda.read_in_actions
    position = machine.position
    held = frozenset(
        (cell, value)
        for cell, value in unlike(position, begun)
        if cell != spent and (cell[1] is None or (cell[1] in decides and not is_as_before(position, begun, cell)))
    )
    under_way = tuple([machine.key_of(frame, begun) for frame in frames])
    points = tuple([frame.points for frame in machine.frames[:base] if isinstance(frame, ActionFrame)])
    return machine.state.question, held, spent, points, under_way
