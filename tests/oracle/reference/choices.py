"""What may be answered: a pick or an action judged mid-game, all that may be picked, and where nothing may be.

A pick is legal when it is among what it is picked from, no prohibition that applies stands unlifted, what it does
breaks nothing that must hold, and from there the action can be completed. The last is seen by looking ahead: on copies,
as far as nothing is thrown and no other side has to decide.

All this is judged on what the side that decides sees (`belief.as_seen`): what depends on a secret of the others
refuses nothing, and looking ahead comes only as far as can be seen. So no refusal, price or option tells a secret.

A way that leads nowhere cannot be picked. Dice, what others take, secrets, and a search that was cut short lead to dead
ends all the same. Then what the question stands in ends there, though the law does not let it end: the pick with what
it is made in, or the part of the sequence. What stands behind it in the law says what applies then. Each is reported as
a `Lapse`, and stands in the journal. Games, cases and trials all go on by `going_on`, so that all see the same.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from reference import lookahead, picks, sequence
from reference.belief import as_seen
from reference.kept import Lapse
from reference.machine import Machine
from reference.state import runs_apart

from hexlaw.runtime.evaluate.verdict import Permission
from hexlaw.runtime.law.stops import Exhausted, LawStop, Unseen
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.questions import DONE, Choose, Draw, Take, Throw
from hexlaw.runtime.words import in_words


def candidates(machine: Machine) -> tuple[Value, ...]:
    """Returns what the question could be answered with, legal or not; `DONE` last where it can be."""
    return picks.candidates(as_seen(machine))


def meant(machine: Machine, text: str) -> Value | None:
    """Returns the answer that a text stands for: one of the candidates, else a hex or a thing of that name."""
    position = machine.position
    if text == DONE:
        return DONE  # also where it is refused
    found = [candidate for candidate in candidates(machine) if in_words(candidate, position) == text]
    if found or not isinstance(machine.state.question, Choose):
        return found[0] if found else None
    place = position.map.find(text) if position.map is not None else None
    return position.things.get(text) if place is None else place


def options(machine: Machine) -> list[Value]:
    """Returns every legal answer."""
    return [answer for answer in candidates(machine) if allows(machine, answer)]


def spent(machine: Machine) -> tuple[str, Value] | None:
    """In which attribute the cost of a pick is counted, and what it is by now; none where it costs nothing."""
    if not isinstance(machine.state.question, Choose):
        return None
    machine = as_seen(machine)
    picking = picks.picking_of(machine)
    if picking.pick.account is None:
        return None
    try:
        return picking.pick.account.name, machine.ev.value(picking.pick.account, picking.names)
    except LawStop:
        return None


def judge(machine: Machine, answer: Value) -> Permission:
    """Returns the verdict on an answer, with its reasons."""
    return _judged(as_seen(machine), answer, with_reasons=True)


def allows(machine: Machine, answer: Value) -> bool:
    """Returns whether an answer is legal, whatever the reasons."""
    machine = as_seen(machine)
    if answer in machine.ahead:
        return True
    if answer not in machine.refused and not _judged(machine, answer, with_reasons=False).judged:
        machine.refused.add(answer)
    return answer not in machine.refused


def answered(machine: Machine, answer: Value) -> Machine:
    """Returns the game after a legal answer; what was judged before has been looked at already."""
    found = machine.ahead.get(answer)
    return carried_on(machine, lambda after: after.put(answer)) if found is None else found


def carried_on(machine: Machine, begin: Callable[[Machine], None]) -> Machine:
    """Returns a copy of the game from which it has gone on to the next question, begun so."""
    found = machine.copy()
    try:
        with machine.answering.account.shared(lookahead.MAX_AHEAD, "what follows"):
            found.judged = True
            begin(found)
            found.run()
    except Unseen:
        pass  # it has come as far as can be seen
    return found


def _judged(machine: Machine, answer: Value, *, with_reasons: bool) -> Permission:
    """Returns the verdict on an answer; without reasons it says only whether there are any."""
    try:
        return _judge(machine, answer, with_reasons)
    except LawStop as stop:
        machine.place(stop)
        raise


def _judge(machine: Machine, answer: Value, with_reasons: bool) -> Permission:
    question = machine.state.question
    match question:
        case Throw(name=name, count=count, faces=faces):
            verdict = Permission("", name, (answer,))
            if type(answer) is not int or not count <= answer <= count * faces:
                verdict.refuse("not offered", f"`{name}` shows {count} to {count * faces}")
            return verdict
        case Draw(name=name, members=members):
            verdict = Permission("", name, (answer,))
            if answer not in members:
                verdict.refuse("not offered", f"`{name}` is none of those that can be drawn")
            return verdict
        case Take(actions=actions):
            verdict = Permission(str(answer), "", ())
            if answer == DONE:
                judge_passing(machine, verdict, lookahead.owed(machine), with_reasons=with_reasons)
            elif answer not in actions:
                verdict.refuse("not open", f"`{answer}` cannot be taken here")
        case Choose():
            verdict = Permission("", question.pick, (answer,))
            if with_reasons:
                verdict = picks.judge_alone(machine, answer)
            elif not picks.stands(machine, answer):
                verdict.refuse("forbidden", "")
        case _:
            raise AssertionError(question)
    if verdict.judged and not (isinstance(question, Take) and answer == DONE):
        lookahead.look_ahead(machine, answer, verdict, with_reasons)
    return verdict


def judge_passing(machine: Machine, verdict: Permission, duty: str | None, *, with_reasons: bool = True) -> None:
    """Whether a side may be done with its part of the sequence, or has something left to do in it; and whether it may
    decline what it is offered, or has a duty."""
    if duty is not None:
        verdict.refuse("owed", f"`{duty}` has to be taken, as long as it can be")
    part = sequence.part_to_end(machine)
    if part is not None:
        span, names = part
        if with_reasons:
            machine.ev.judge(f"{span}.{DONE}", names, verdict)
        elif machine.ev.forbids(f"{span}.{DONE}", names):
            verdict.refuse("forbidden", "")


MAX_LAPSES = 1_000
"""Dead ends one after the other, with no answer in between: what goes on so goes on for ever."""


def going_on(machine: Machine) -> tuple[Machine, tuple[Lapse, ...]]:
    """Returns the game at the next question that has an answer, and what came to an end without one on the way."""
    found = [action.lapse for action in machine.lapsed]
    while (lapse := _dead_end(machine)) is not None:
        found.append(lapse)
        if len(found) > MAX_LAPSES:
            stop = Exhausted("the game goes on and on, and nobody has an answer", "something repeats without an end")
            machine.place(stop)
            raise stop
        machine = carried_on(machine, Machine.lapse)
        found += [action.lapse for action in machine.lapsed]
    return machine, tuple(found)


def _dead_end(machine: Machine) -> Lapse | None:
    """Returns what ends here because its question has no answer; None where it has one, or where the law does not say
    so."""
    question = machine.state.question
    part = sequence.part_to_end(machine) if isinstance(question, Take) else None
    if isinstance(question, Choose):
        ended = question.pick
    elif isinstance(question, Take) and part is not None:
        ended = part[0]
    else:
        return None
    return None if _has_answer(machine) else Lapse(question.side, ended, runs_apart(machine.frames))


def _has_answer(machine: Machine) -> bool:
    """Returns whether anything is legal; one is enough, and often it is known from looking ahead."""
    if as_seen(machine).ahead:
        return True
    silent = False
    with suppress(LawStop):
        answers = candidates(machine)
        for answer in (*answers[-1:], *answers[:-1]):  # to be done comes last, and is legal most often
            try:
                if allows(machine, answer):
                    return True
            except LawStop:
                silent = True  # it stops the side that gives this answer
        return silent
    return True
