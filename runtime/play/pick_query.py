"""A question about one pick: the machine is led to it, and judges it as in a game.

The question names picks in order, the last of which is asked about; `done` asks whether nothing more need be picked.
The machine runs to each of them, judges it and takes it; any answer to the last can be judged there. A pick on the way
that is repeated or may be left out, and that the question does not name, is over at once: what it has led to is what
the position says.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.evaluate.evaluator import Evaluator
from hexlaw.runtime.evaluate.verdict import Permission
from hexlaw.runtime.law.declaration import way_to
from hexlaw.runtime.law.stops import Hole, LawStop
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play import lookahead, picks, sequence
from hexlaw.runtime.play.answers import Reference
from hexlaw.runtime.play.blockers import explain_no_way_on, legal_instead
from hexlaw.runtime.play.game import Game, Setup
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, Choose, Draw, Take, Throw
from hexlaw.runtime.play.seating import Who
from hexlaw.runtime.play.trials import Trials, amid_the_action


def may(trials: Trials, ev: Evaluator, action: str, pick: str, args: tuple[Value, ...]) -> Permission:
    """Returns the verdict on one pick with those before it: `args` holds what the action is given, then picks."""
    last = args[-1:] if pick != DONE else ()
    return led_to(trials, ev, action, pick, args[: len(args) - len(last)]).verdict_on(*last)


def led_to(trials: Trials, ev: Evaluator, action: str, pick: str, args: tuple[Value, ...]) -> PickQuery:
    """Returns an action led to one of its picks by `args`, where each answer to that pick can be judged."""
    given = len(trials.law.graph.actions[action].params)
    return PickQuery(trials.untraced().at_action(ev, action, args[:given]), trials, action, pick, args[given:])


class PickQuery:
    """Leads a machine that has just taken an action to one of its picks by what is picked `before` it.

    The `answering` judges each pick and may keep a trace of it; the machine looks ahead by an answering of its own.
    """

    def __init__(
        self, machine: Machine, answering: Reference, action: str, pick: str, before: tuple[Value, ...]
    ) -> None:
        self.machine, self.answering = machine, answering
        self.decl = machine.agenda.law.graph.actions[action]
        self.pick, self.before = pick, before
        self.waiting = list(before)
        self.expected = [asked.path for asked in way_to(self.decl, pick)]
        self.led = Permission(action, pick, before)  # the verdict on the way there
        self.is_there = False
        self._judge_open()
        if pick == DONE:
            amid_the_action(machine, before)
        with self._unless_refused(self.led):
            while self._goes_on():
                pass

    def verdict_on(self, *answer: Value) -> Permission:
        """Returns the verdict on an answer to the pick, with those before it; without one, on being done."""
        led = self.led
        verdict = replace(
            led, args=(*self.before, *answer), refusals=[*led.refusals], lifted=[*led.lifted], passed=[*led.passed]
        )
        if self.is_there:
            with self._unless_refused(verdict):
                self._judge_last(answer[0] if answer else DONE, verdict)
        return verdict

    @contextmanager
    def _unless_refused(self, verdict: Permission) -> Iterator[None]:
        """Yields what follows upon a pick that is refused needs no answer."""
        try:
            yield
        except LawStop:
            if verdict.allowed:
                raise

    def _judge_open(self) -> None:
        """An action is there where its chapter is in force, and is open in parts of the sequence only. A position that
        is in none of them is not in play."""
        position, decl = self.machine.position, self.decl
        why_not = self.machine.agenda.law.why_not_in_force(decl.origin)
        if why_not is not None:
            self.led.refuse("not open", f"`{decl.name}` is not an action of this game: {why_not}")
            return
        if not decl.open_in or not position.now:
            return
        if not any(position.now.intersection(line.spans) for line in decl.open_in):
            listed = ", ".join(f"`{span}`" for line in decl.open_in for span in line.spans)
            self.led.refuse("not open", f"`{decl.name}` is open in {listed} only")
            return
        acting = Who(position.acting or "", self.machine.player)  # no one said to act: it is the side asked about
        offered = {*sequence.offered_to(self.machine, decl, acting, {"acting": position.acting})}
        if not any(who.side == acting.side for who in offered):
            self.led.refuse("not open", f"`{decl.name}` is open to the other side")
        elif not any(who.player in (None, acting.player) for who in offered if who.side == acting.side):
            self.led.refuse("not open", f"`{decl.name}` is open to another player")

    def _goes_on(self) -> bool:
        """Runs to the next question and answers it; false where that was the one that is asked about."""
        self.machine.run()
        match self.machine.state.question:
            case Choose(pick=path):
                return self._met(path)
            case Take():
                if (duty := lookahead.owed(self.machine)) is not None:
                    raise Hole(f"`{duty}` would have to be taken here", "state what it led to, or play it in a case")
                self.machine.put(DONE)  # no one takes what is offered on the way
                return True
            case Draw(name=name):
                raise Hole(f"`{name}` would have to be drawn here", "state what it led to, or play it in a case")
            case Throw(name=name):
                raise Hole(
                    f"the die `{name}` would have to be rolled here", "state what it led to, or play it in a case"
                )
            case _:
                self.led.refuse("no way on", f"`{self.decl.name}` is over before `{self.pick}` is asked")
                return False

    def _met(self, path: str) -> bool:
        pick = picks.picking_of(self.machine).pick
        may_end = pick.repeatedly or pick.optionally
        if self.pick == DONE and may_end and not self.waiting:
            picks.take_for_begun(self.machine)  # that something was picked is what the question takes for granted
            self.is_there = True
        elif path == f"{self.decl.name}.{self.pick}" and not self.waiting:
            self.is_there = True
        elif self.waiting and self.expected[:1] == [path]:
            self.expected.pop(0)
            self._judge_alone(self.waiting[0], self.led)
            self.machine.put(self.waiting.pop(0))
            return True
        elif may_end:
            self.machine.put(DONE)
            return True
        else:
            self.led.refuse("no way on", f"`{path}` has to be picked before `{self.pick}`")
        return False

    def _judge_alone(self, answer: Value, verdict: Permission) -> None:
        """Adds to the verdict what refuses an answer by itself, and what it costs."""
        tracing = self.answering.tracing
        judged = self.machine.at(self.machine.state, self.answering) if tracing else self.machine
        found = picks.judge_alone(judged, answer)
        verdict.cost = picks.cost_of(judged, answer)
        verdict.refusals += found.refusals
        verdict.lifted += found.lifted
        verdict.passed += found.passed
        verdict.silent = verdict.silent or found.silent

    def _judge_last(self, answer: Value, verdict: Permission) -> None:
        self._judge_alone(answer, verdict)
        if verdict.judged:
            lookahead.look_ahead(self.machine, answer, verdict, with_reasons=True)
        if verdict.refusals and self.answering.tracing and self.led.allowed:  # else nothing is legal in its place
            game = Game(self.machine.agenda, Setup("", self.machine.position), "", amid=self.machine)
            explain_no_way_on(game, answer, verdict)
            verdict.instead = legal_instead(game, answer) if answer != DONE else []
