"""What may be answered: a pick or an action judged in the midst of play, and all that may be picked.

A pick is legal when it is among what it is picked from, no prohibition that applies stands unlifted, what it does
breaks nothing that must hold, and from there the action can be completed. The last is seen by looking ahead: on copies,
as far as nothing is thrown and nobody else has to decide.

All this is judged on what the side that decides sees (`foresight.as_seen`): what hangs on a secret of the others
refuses nothing, and looking ahead comes only as far as can be seen. So no refusal, price or option tells a secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from hexlaw.runtime import expr as e
from hexlaw.runtime.decide import Permission, Refusal
from hexlaw.runtime.play import sequence
from hexlaw.runtime.play.breaches import Broken
from hexlaw.runtime.play.foresight import as_seen
from hexlaw.runtime.play.frames import Action, Names, Picking
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, Choose, Take, Throw
from hexlaw.runtime.stops import Conflict, Hole, LawStop, Misplaced, Unseen
from hexlaw.runtime.words import in_words

MOST_AHEAD = 20_000_000
"""Steps taken to see whether a pick can be completed, or to go on from one question of a game to the next."""
KEPT, KEPT_OF = 4_000, 8
"""Steps that a position counts for which was looked at, and each thing that it says: it is remembered, in memory."""
MOST_KEPT = 64
"""Of the positions that were looked at, how many are kept to be looked at again when the next answer is judged."""


def candidates(machine: Machine) -> tuple[Any, ...]:
    """What the question could be answered with, legal or not; `DONE` last where it can be."""
    return _candidates(as_seen(machine))


def _candidates(machine: Machine) -> tuple[Any, ...]:
    match machine.state.question:
        case Throw(count=count, faces=faces):
            return tuple(range(count, count * faces + 1))
        case Take(actions=actions):
            return (*actions, DONE)
        case Choose(may_end=may_end):
            found = _offered(machine)
            return (*found, DONE) if may_end else found
        case _:
            return ()


def _offered(machine: Machine) -> tuple[Any, ...]:
    """What the pick in hand is made from."""
    picking = _picking(machine)
    if machine.offered is None or machine.offered[0] is not picking:
        found = tuple(machine.ev.value(picking.pick.domain, picking.names))
        machine.offered = picking, found, frozenset(found)
    return machine.offered[1]


def _is_offered(machine: Machine, answer: Any) -> bool:
    _offered(machine)
    assert machine.offered is not None
    return answer in machine.offered[2]


def meant(machine: Machine, text: str) -> Any | None:
    """The answer that a text stands for: one of the candidates, else a hex or a thing of that name."""
    position = machine.position
    if text == DONE:
        return DONE  # also where it is refused
    found = [candidate for candidate in candidates(machine) if in_words(candidate, position) == text]
    if found or not isinstance(machine.state.question, Choose):
        return found[0] if found else None
    place = position.map.find(text) if position.map is not None else None
    return position.things.get(text) if place is None else place


def options(machine: Machine) -> list[Any]:
    """Every legal answer."""
    return [answer for answer in candidates(machine) if allows(machine, answer)]


def cost_of(machine: Machine, answer: Any) -> Any:
    """What a pick would cost; none where it costs nothing, or nobody can say."""
    return _cost_of(as_seen(machine), answer)


def _cost_of(machine: Machine, answer: Any) -> Any:
    if not isinstance(machine.state.question, Choose) or answer == DONE:
        return None
    picking = _picking(machine)
    if picking.pick.cost is None:
        return None
    try:
        return machine.ev.value(picking.pick.cost, {**picking.names, picking.pick.var: answer})
    except LawStop:
        return None


def spent(machine: Machine) -> tuple[str, Any] | None:
    """In which attribute the cost of a pick is counted, and what it is by now; none where it costs nothing."""
    if not isinstance(machine.state.question, Choose):
        return None
    machine = as_seen(machine)
    picking = _picking(machine)
    if picking.pick.account is None:
        return None
    try:
        return picking.pick.account.name, machine.ev.value(picking.pick.account, picking.names)
    except LawStop:
        return None


def judge(machine: Machine, answer: Any) -> Permission:
    """The verdict on an answer, with its reasons."""
    machine = as_seen(machine)
    return _judged(machine if machine.answering.in_words else machine.by_reference(), answer, told=True)


def allows(machine: Machine, answer: Any) -> bool:
    """Whether an answer is legal, whatever the reasons."""
    machine = as_seen(machine)
    return answer in machine.ahead or _judged(machine, answer, told=False).judged


def answered(machine: Machine, answer: Any) -> Machine:
    """The game after a legal answer; what was judged before has been looked at already."""
    found = machine.ahead.get(answer)
    if found is None:
        found = machine.copy()
        try:
            with machine.answering.account.shared(MOST_AHEAD, "what follows"):
                found.put(answer)
                found.run()
        except Unseen:
            return found  # it has come as far as can be seen
        except LawStop:
            if machine.answering.in_words:
                raise
            told = answered(machine.by_reference(), answer)  # most often it stops there as well, and says why
            found = machine.at(told.state, machine.answering)
    return found


def is_foreseen(machine: Machine, answer: Any) -> bool:
    """Whether the side that gives an answer could see beforehand all that comes of it."""
    seen = as_seen(machine)
    if seen is machine:
        return True
    ahead = _after(seen, answer)[0]
    return ahead is not None and (ahead.state.over or ahead.state.question is not None)


def _judged(machine: Machine, answer: Any, *, told: bool) -> Permission:
    """The verdict on an answer; where nobody wants to be `told` the reasons, only whether there are any."""
    question = machine.state.question
    match question:
        case Throw(name=name, count=count, faces=faces):
            verdict = Permission("", name, (answer,))
            if type(answer) is not int or not count <= answer <= count * faces:
                _refuse(verdict, "not offered", f"`{name}` shows {count} to {count * faces}")
            return verdict
        case Take(actions=actions):
            verdict = Permission(str(answer), "", ())
            if answer == DONE:
                _judge_passing(machine, verdict, told)
            elif answer not in actions:
                _refuse(verdict, "not open", f"`{answer}` cannot be taken here")
        case Choose():
            verdict = Permission("", question.pick, (answer,))
            if told:
                verdict = _judge_alone(machine, answer)
            elif not _stands(machine, answer):
                _refuse(verdict, "forbidden", "")
        case _:
            raise AssertionError(question)
    if verdict.judged and not (isinstance(question, Take) and answer == DONE):
        _look_ahead(machine, answer, verdict, told)
    return verdict


def _judge_passing(machine: Machine, verdict: Permission, told: bool) -> None:
    """Whether a side may be done with its part of the sequence, or has something left to do in it."""
    part = sequence.part_to_end(machine)
    if part is not None:
        span, names = part
        if told:
            machine.ev.judge(None, f"{span}.{DONE}", names, verdict)
        elif machine.ev.forbids(None, f"{span}.{DONE}", names):
            _refuse(verdict, "forbidden", "")


def _judge_alone(machine: Machine, answer: Any) -> Permission:
    """Whether the pick itself is offered and not forbidden, whatever it leads to."""
    picking, ev = _picking(machine), machine.ev
    pick, action = picking.pick, picking.pick.pick.partition(".")[0]
    name = pick.pick.removeprefix(f"{action}.")
    verdict = Permission(action, name, (answer,))
    if answer == DONE:
        question = machine.state.question
        if isinstance(question, Choose) and not question.may_end:
            _refuse(verdict, "not offered", f"`{name}` has to be picked")
        else:
            ev.judge(pick, f"{action}.{DONE}", picking.names, verdict)
        return verdict
    names = {**picking.names, pick.var: answer}
    if not _is_offered(machine, answer):
        _refuse(verdict, "not offered", f"{ev.shown(answer)} is not among what `{name}` is picked from")
    elif pick.gathered is not None and answer in picking.chosen:
        _refuse(verdict, "not offered", f"{ev.shown(answer)} has been picked")
    elif not _fits(machine, pick, names):
        _refuse(verdict, "not offered", f"{ev.shown(answer)} cannot be the `{name}`{_where(machine, pick)}")
    else:
        ev.judge(pick, pick.pick, names, verdict)
    return verdict


def _stands(machine: Machine, answer: Any) -> bool:
    """The same for those who want no reasons."""
    picking, ev = _picking(machine), machine.ev
    pick = picking.pick
    if answer == DONE:
        question = machine.state.question
        may_end = isinstance(question, Choose) and question.may_end
        return may_end and not ev.forbids(pick, f"{pick.pick.partition('.')[0]}.{DONE}", picking.names)
    if not _is_offered(machine, answer) or (pick.gathered is not None and answer in picking.chosen):
        return False
    names = {**picking.names, pick.var: answer}
    return _fits(machine, pick, names) and not ev.forbids(pick, pick.pick, names)


def _fits(machine: Machine, pick: e.Decide, names: Names) -> bool:
    """Whether what is picked can be seen to be, or may be, what it has to be."""
    try:
        return pick.where is None or bool(machine.ev.value(pick.where, names))
    except Unseen:
        return True


def _where(machine: Machine, pick: e.Decide) -> str:
    """The condition in the law's own words, where the pick is declared at the head of an action."""
    action, _, name = pick.pick.partition(".")
    declared = [p for p in machine.agenda.law.graph.actions[action].picks if p.name == name]
    return f": not `{declared[0].where_text}`" if declared and declared[0].where_text else ""


def _refuse(verdict: Permission, how: Any, text: str) -> None:
    verdict.refusals.append(Refusal(how, verdict.pick, None, text))


def _picking(machine: Machine) -> Picking:
    frame = machine.frames[-1]
    assert isinstance(frame, Picking)
    return frame


# ---- looking ahead


def after(machine: Machine, answer: Any) -> Machine | None:
    """A copy of the game after an answer, none where it is refused; whether there is a way on is not looked at."""
    if isinstance(machine.state.question, Choose) and not _stands(machine, answer):
        return None
    return _after(machine, answer)[0]


def weighed(machine: Machine, answer: Any) -> tuple[list[Refusal], Machine | None]:
    """Why a pick itself is refused, or the game after it; whether there is a way on is not looked at."""
    verdict = _judge_alone(machine, answer)
    if not verdict.judged:
        return verdict.refusals, None
    ahead, broken = _after(machine, answer)
    return broken, ahead


def _look_ahead(machine: Machine, answer: Any, verdict: Permission, told: bool) -> None:
    question = machine.state.question
    search = _Search(machine, _depth(machine) + isinstance(question, Take), told)
    name = question.pick if isinstance(question, Choose) else answer
    with machine.answering.account.shared(MOST_AHEAD, f"to see whether `{name}` can be completed"):
        ahead, broken = _after(machine, answer)
        leads_on = ahead is not None and search.leads_on(ahead)
    if ahead is None:
        verdict.refusals += broken
    elif leads_on:
        machine.ahead[answer] = ahead
    elif search.silent is not None:
        raise search.silent
    elif search.stopped:
        why = search.stopped[0]
        text = f"{why.text}, and there is no way on from there"
        verdict.refusals.append(Refusal("no way on", verdict.pick, why.rule, text))
    else:
        following = ahead.state.question
        wanting = f": nothing can be picked as `{following.pick}`" if isinstance(following, Choose) else ""
        _refuse(verdict, "no way on", f"it cannot be completed{wanting}")


def _after(machine: Machine, answer: Any, *, kept: bool = True) -> tuple[Machine | None, list[Refusal]]:
    """A copy of the game after an answer, or what the answer would break; kept for whoever looks at it again."""
    found = machine.looked_at.get(answer)
    if found is None:
        found = _worked_out(machine, answer)
        if kept:
            machine.looked_at[answer] = found
    return found


def _worked_out(machine: Machine, answer: Any) -> tuple[Machine | None, list[Refusal]]:
    ahead = machine.copy()
    try:
        ahead.put(answer)
        ahead.run()
    except Unseen:
        return ahead, []  # it has come as far as can be seen, and waits for no answer there
    except Broken as broken:
        return None, broken.refusals
    except Misplaced as stop:
        return None, [Refusal("would break", "", None, f"{stop.message}: {stop.help}")]
    return ahead, []


def _out_of_sight(machine: Machine) -> Machine:
    """A game that cannot be looked at any further: it waits for no answer."""
    ahead = machine.copy()
    ahead.state.question = None
    return ahead


def _depth(machine: Machine) -> int:
    return sum(isinstance(frame, Action) for frame in machine.frames)


@dataclass(frozen=True, slots=True)
class _Step:
    """A pick on the way to the end of an action."""

    before: Machine
    answer: Any
    after: Machine


class _Search:
    """Looks for one way to complete an action: first by ending it, then by every further pick, the cheapest way first.

    Having spent less is taken never to close a way, as in a reach: what was spent is no part of what tells two
    positions apart.
    """

    def __init__(self, begun: Machine, depth: int, told: bool) -> None:
        self.begun = begun.position  # all that is looked at has come of it
        self.depth = depth
        self.told = told  # whether somebody wants to know why it came to no end
        self.seen: set[object] = set()
        self.ended: set[object] = set()  # where it was tried to pick nothing more
        self.stopped: list[Refusal] = []  # why it could not end where it came to
        self.silent: LawStop | None = None  # where the law does not answer; it counts if there is no other way

    def leads_on(self, machine: Machine) -> bool:
        if self._is_over(machine):
            return True
        number = 0  # of what costs the same, what was found last is looked at first
        ways = self._ways(machine, self._key(machine))
        open_ways: list[tuple[Any, int, Iterator[_Step], tuple[_Step, ...]]] = [(0, 0, ways, ())]
        while open_ways:
            cost, _, ways, way = open_ways[0]
            step = next(ways, None)
            if step is None:
                heappop(open_ways)
            else:
                where = None if self._is_over(step.after) else self._key(step.after)
                if ending := self._ending(step, where):
                    for known in (*way, *ending):
                        known.before.ahead[known.answer] = known.after
                    return True
                number -= 1
                spent = cost + (_cost_of(step.before, step.answer) or 0)
                heappush(open_ways, (spent, number, self._ways(step.after, where), (*way, step)))
        return False

    def _ending(self, step: _Step, where: object) -> tuple[_Step, ...]:
        """The last steps, if the action is over with this one, or would be if nothing more were picked."""
        if where is None:
            return (step,)
        question = step.after.state.question
        assert isinstance(question, Choose)
        if not question.may_end or where in self.ended:
            return ()
        self.ended.add(where)
        after = self._done(step.after)
        over = after is not None and self._is_over(after)
        return (step, _Step(step.after, DONE, after)) if over and after is not None else ()

    def _is_over(self, machine: Machine) -> bool:
        """Whether the action has come to an end, or as far as can be seen."""
        return not isinstance(machine.state.question, Choose) or _depth(machine) != self.depth

    def _ways(self, machine: Machine, where: object) -> Iterator[_Step]:
        """Every further pick, if this position has not been looked at; to be done comes first: most often it may."""
        question = machine.state.question
        assert isinstance(question, Choose)
        if where in self.seen:
            return
        self.seen.add(where)
        machine.answering.account.work(KEPT + KEPT_OF * machine.position.size)
        try:
            answers = _candidates(machine)[::-1]
        except Unseen:
            yield _Step(machine, None, _out_of_sight(machine))
            return
        except (Hole, Conflict) as stop:
            self.silent = self.silent or stop
            return
        for answer in self._standing(machine, answers):
            after = self._done(machine) if answer == DONE else self._answered(machine, answer)
            if after is not None:
                yield _Step(machine, answer, after)

    def _standing(self, machine: Machine, answers: tuple[Any, ...]) -> Iterator[Any]:
        """Of the candidates, those that stand by themselves: most often only few of many do."""
        picking, ev = _picking(machine), machine.ev
        pick = picking.pick
        gathered = () if pick.gathered is None else picking.chosen
        for answer in answers:
            if answer == DONE:
                yield answer
            elif answer not in gathered:
                names = {**picking.names, pick.var: answer}
                try:
                    stands = _fits(machine, pick, names) and not ev.forbids(pick, pick.pick, names)
                except (Hole, Conflict) as stop:
                    self.silent = self.silent or stop
                    continue
                if stands:
                    yield answer

    def _answered(self, machine: Machine, answer: Any) -> Machine | None:
        """The game after what stands by itself, if that breaks nothing."""
        try:
            return _after(machine, answer, kept=len(self.seen) <= MOST_KEPT)[0]
        except (Hole, Conflict) as stop:
            self.silent = self.silent or stop
            return None

    def _done(self, machine: Machine) -> Machine | None:
        """The game after nothing more is picked, if that may be."""
        try:
            verdict = _judge_alone(machine, DONE) if self.told else None
            if not (_stands(machine, DONE) if verdict is None else verdict.judged):
                broken, after = [] if verdict is None else verdict.refusals, None
            else:
                after, broken = _after(machine, DONE, kept=len(self.seen) <= MOST_KEPT)
        except (Hole, Conflict) as stop:
            self.silent = self.silent or stop
            return None
        if after is None:
            self.stopped += broken
        return after

    def _key(self, machine: Machine) -> object:
        """Two positions count as one where the same holds, as far as it can decide how the action goes on, and the
        same was picked, whatever was spent.

        Of a pick whose answers are not gathered counts that it was made, not on which way one came to where one is.
        """
        machine.gone_through()
        picking, account = _picking(machine), _picking(machine).pick.account
        spent = None if account is None else (machine.ev.value(account.base, picking.names), account.name)
        decides = machine.agenda.read_in_actions
        held = frozenset(
            (cell, value)
            for cell, value in machine.position.unlike(self.begun)
            if cell != spent and (cell[1] is None or cell[1] in decides)
        )
        picked = picking.chosen if picking.pick.gathered is not None else bool(picking.chosen)
        return picking.pick.pick, held, spent, frozenset(picking.names.items()), picked
