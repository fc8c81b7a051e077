"""A question about one pick: a game is played to it from the beginning of the action, and judges it there.

The question names picks in order and asks about the last; `done` asks whether nothing more need be picked. Each pick on
the way is judged and made; any answer to the last can be judged then. A pick on the way that is repeated or may be left
out, and that the question does not name, ends at once: its results are part of the position.
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
from hexlaw.runtime.play import picks, sequence
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.blockers import explain_no_way_on, legal_instead, refused_for_what_comes
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE, Choose, Draw, Take, Throw
from hexlaw.runtime.play.seating import Who, answering
from hexlaw.runtime.play.state import State
from hexlaw.runtime.play.trials import BegunApart, Trials

PLAY_IT = "state what it led to, or play it in a case"


def may(trials: Trials, ev: Evaluator, action: str, pick: str, args: tuple[Value, ...]) -> Permission:
    """Returns the verdict on one pick with those before it: `args` holds what the action is given, then picks."""
    last = args[-1:] if pick != DONE else ()
    return PickQuery(trials, ev, action, pick, args[: len(args) - len(last)]).verdict_on(*last)


class PickQuery:
    """Leads a game that begins with an action to one of its picks by what is picked `before` it; each answer to that
    pick can be judged. The `trials` judge each pick and may keep a trace of it; the game looks ahead without."""

    def __init__(self, trials: Trials, ev: Evaluator, action: str, pick: str, args: tuple[Value, ...]) -> None:
        self.trials, self.decl = trials, trials.law.graph.actions[action]
        given = len(self.decl.params)
        self.pick, self.before = pick, args[given:]
        self.waiting = list(self.before)
        self.expected = [asked.path for asked in way_to(self.decl, pick)]
        self.led = Permission(action, pick, self.before)  # the verdict on the way there
        self.is_there = False
        self._judge_open(ev)
        begins = BegunApart("action", action, args[:given], self.before if pick == DONE else ())
        with self._unless_refused(self.led):
            self.game = trials.untraced().game(ev, begins)
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
        """Drops a stop behind a pick that is refused: what follows it needs no answer."""
        try:
            yield
        except LawStop:
            if verdict.allowed:
                raise

    def _judge_open(self, ev: Evaluator) -> None:
        """Refuses an action whose chapter is not in force, or that is not open now. A position outside of all parts of
        the sequence is not in play: there, any action is open."""
        position, decl = ev.position, self.decl
        why_not = self.trials.law.why_not_in_force(decl.origin)
        if why_not is not None:
            self.led.refuse("not open", f"`{decl.name}` is not an action of this game: {why_not}")
            return
        if not decl.open_in or not position.now:
            return
        if not any(position.now.intersection(line.spans) for line in decl.open_in):
            listed = ", ".join(f"`{span}`" for line in decl.open_in for span in line.spans)
            self.led.refuse("not open", f"`{decl.name}` is open in {listed} only")
            return
        machine = Machine(agenda_of(self.trials.law), State(position), self.trials.untraced(), ev.seen)
        player = machine.player or (None if position.acting is None else answering(machine, position.acting))
        acting = Who(position.acting or "", player)
        offered = {*sequence.offered_to(machine, decl, acting, {"acting": position.acting})}
        if not any(who.side == acting.side for who in offered):
            self.led.refuse("not open", f"`{decl.name}` is open to the other side")
        elif not any(who.player in (None, acting.player) for who in offered if who.side == acting.side):
            self.led.refuse("not open", f"`{decl.name}` is open to another player")

    def _goes_on(self) -> bool:
        """Answers the question; false where it is the one that is asked about."""
        match self.game.question:
            case Choose(pick=path, may_end=may_end):
                return self._met(path, may_end=may_end)
            case Take():
                if (duty := self.game.owed) is not None:
                    raise Hole(f"`{duty}` would have to be taken here", PLAY_IT)
                return self._follows(DONE)  # offers on the way are declined
            case Draw(name=name):
                raise Hole(f"`{name}` would have to be drawn here", PLAY_IT)
            case Throw(name=name):
                raise Hole(f"the die `{name}` would have to be rolled here", PLAY_IT)
            case _:
                self.led.refuse("no way on", f"`{self.decl.name}` is over before `{self.pick}` is asked")
                return False

    def _follows(self, answer: Value) -> bool:
        """Gives an answer, also a refused one, unless it breaks what must hold at all times."""
        ahead = self.game.followed_anyway(answer)
        if ahead is None:
            self.led.refusals += self.game.breaks(answer)
            return False
        self.game = ahead
        return True

    def _met(self, path: str, *, may_end: bool) -> bool:
        pick = picks.picking_of(self.game.to_read).pick
        may_be_over = pick.repeatedly or pick.optionally
        if self.pick == DONE and may_be_over and not self.waiting:
            self.game = self.game.as_if_begun()  # the question assumes that something was picked
            self.is_there = True
        elif path == f"{self.decl.name}.{self.pick}" and not self.waiting:
            self.is_there = True
        elif self.waiting and self.expected[:1] == [path]:
            self.expected.pop(0)
            self._judge_alone(self.waiting[0], self.led)
            return self._follows(self.waiting.pop(0))
        elif may_be_over:
            return self._follows(DONE)
        else:
            self.led.refuse("no way on", f"`{path}` has to be picked before `{self.pick}`")
        return False

    def _judge_alone(self, answer: Value, verdict: Permission) -> None:
        """Adds to the verdict what refuses an answer by itself, and what it costs."""
        machine = self.game.to_read
        judged = machine.at(machine.state, self.trials) if self.trials.tracing else machine
        found = picks.judge_alone(judged, answer)
        verdict.cost = picks.cost_of(judged, answer)
        verdict.refusals += found.refusals
        verdict.lifted += found.lifted
        verdict.passed += found.passed
        verdict.silent = verdict.silent or found.silent

    def _judge_last(self, answer: Value, verdict: Permission) -> None:
        self._judge_alone(answer, verdict)
        if verdict.judged:
            verdict.refusals += refused_for_what_comes(self.game, answer)
        if verdict.refusals and self.trials.tracing and self.led.allowed:  # else nothing is legal in its place
            explain_no_way_on(self.game, answer, verdict)
            verdict.instead = legal_instead(self.game, answer) if answer != DONE else []
