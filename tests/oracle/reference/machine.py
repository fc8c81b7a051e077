"""START HERE for play: runs a game from its law, from one question to the next.

Comes in: a law with what it wants done when (`agenda.py`), and a state. `run` goes on until something has to be
decided or thrown, and leaves the question in the state; `put` answers it. What may be answered is judged elsewhere
(`choices.py`): the machine takes what it is given.

The frames of the state say what is under way. The last of them is carried a step further until it has to wait. Nothing
else is kept, so a copy of the state goes on exactly as the state itself would.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from reference import at_once, memory, seating, sequence, tasks, writing
from reference.answers import Reference
from reference.breaches import Broken, broken_since, stop_if_broken, unbroken
from reference.execution import Execution
from reference.kept import Lapse, block_numbers, key, may_break
from reference.state import (
    KEY,
    ActionFrame,
    AtOnce,
    Body,
    Each,
    EffectFrame,
    Frame,
    Given,
    Hooks,
    Names,
    Offered,
    PartFrame,
    PickFrame,
    Picking,
    Running,
    Spans,
    State,
    Store,
    WindowFrame,
    runs_apart,
)

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.evaluate.verdict import Refusal
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.stops import Cause, Conflict, Exhausted, Hole, LawStop, there
from hexlaw.runtime.law.value import Thing, Value, exact_text
from hexlaw.runtime.play.agenda import Agenda, named_anew
from hexlaw.runtime.play.questions import DONE, Choose, Draw, Question, Take, Throw
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words.as_law import statement_as_law

STOPPED_BY = " stopped by"
"""Under what a pick that was stopped knows the part of the law that says so."""
MAX_STEPS = 200_000
"""Steps from one question to the next: more than any law needs, few enough to wait for."""
MAX_FACES = 100
"""Faces of a die whose number an expression gives."""
STEP = 5
"""What such a step counts for in an account of work, without what is asked in it."""


@dataclass(frozen=True, slots=True)
class Unrested:
    """An action that came to an end without a rest: how many it was inside of, with itself, and what was broken."""

    lapse: Lapse
    depth: int
    refusals: tuple[Refusal, ...]


class Machine(Execution):
    def __init__(self, agenda: Agenda, state: State, answering: Reference, seen: ReadSet | None = None) -> None:
        super().__init__(agenda, state, answering, seen)
        self.ahead: dict[Value, Machine] = {}  # answers that are known to be legal, and the game after them
        self.refused: set[Value] = set()  # answers that are known not to be
        self.expanded: dict[Value, tuple[Machine | None, list[Refusal]]] = {}  # what comes of answers, legal or not
        self.offered: tuple[Picking, tuple[Value, ...], frozenset[Value]] | None = None  # what the pick is made from
        self.answered: Question | None = None  # what was answered last, as long as the game runs on from there
        self.lapsed: tuple[Unrested, ...] = ()  # the actions that came to an end without a rest since then
        self.judged = False  # whether the answer that it goes on from has been judged: nothing refuses it any more
        self.imagined = False  # whether it is a game as one side sees or imagines it, not the game itself
        self.as_seen: Machine | None = None  # this game as the side that has to decide sees it, once it was asked for
        self.all_seen = False  # that this side sees all of it, once it was asked

    def copy(self) -> Machine:
        self.charge_scan()
        return self.at(self.state.copy(), self.answering)

    def at(self, state: State, answering: Reference) -> Machine:
        """Returns a machine of the same game at this state."""
        other = Machine(self.agenda, state, answering, self.seen)
        other.imagined, other.unchecked = self.imagined, self.unchecked
        return other

    def begin(self) -> None:
        """The first part of the sequence begins."""
        self.frames.append(Body(self.agenda.sequence, 0, {}))

    def begin_amid(self, span: str | None) -> None:
        """In that part of the sequence, as if it had just begun; without one outside of all, with every action open."""
        if span is None:
            sequence.open_all(self)
        else:
            sequence.enter_amid(self, span)

    def run(self) -> None:
        """Goes on to the next question, or to the end of the game."""
        steps = 0
        state, account = self.state, self.answering.account
        try:
            while state.question is None and state.frames:
                steps += 1
                if steps > MAX_STEPS:
                    endless = "the game goes on and on, and asks nobody anything"
                    raise Exhausted(endless, "something repeats without an end")
                account.work(STEP)
                frame = state.frames[-1]
                try:
                    _STEP[type(frame)](self, frame)
                except (Hole, Conflict):
                    if not self._leaves_advice():
                        raise
        except LawStop as stop:
            self.place(stop)
            raise
        if not self.frames:
            self.state.over = True

    def _leaves_advice(self) -> bool:
        """Returns whether it was advice that did not know what to note of a plan: play goes on without that."""
        frames, rules = self.frames, self.agenda.law.graph.rules
        for at in range(len(frames) - 1, -1, -1):
            if isinstance(hooks := frames[at], Hooks):
                if not hooks.running or not rules[hooks.running].origin.is_advice:
                    return False
                del frames[at + 1 :]
                return True
        return False

    def place(self, stop: LawStop) -> None:
        """Tells a stop what the game was doing, the innermost first."""
        if stop.is_placed:
            return
        stop.is_placed = True
        graph = self.agenda.law.graph
        top = next((frame for frame in reversed(self.frames) if not isinstance(frame, PartFrame)), None)
        if isinstance(top, Body) and top.at > 0 and isinstance(line := top.lines[top.at - 1], e.Statement):
            said, used = statement_as_law(line, graph)
            known = [f"{name} is {self.ev.shown(top.names[name])}" for name in used if name in top.names]
            stop.came_of(Cause("line", f"`{said}`", text=", ".join(known)))
        for frame in reversed(self.frames):
            match frame:
                case Hooks(running=running) if running:
                    stop.came_of(Cause("hook", running, (), graph.rules[running].origin.where))
                case PickFrame(pick=pick) | Picking(pick=e.Pick(path=pick)):
                    action = graph.actions[pick.partition(".")[0]]
                    stop.came_of(Cause("pick", pick, (), action.origin.where))
                case EffectFrame(name=name) if name in graph.effects:
                    stop.came_of(Cause("effect", name, tuple(frame.names.values()), graph.effects[name].origin.where))
                case ActionFrame(name=name):
                    stop.came_of(Cause("action", name, (), graph.actions[name].origin.where))
                case Running(span=span):
                    stop.came_of(Cause("part", span.name, (), span.where))

    def put(self, answer: Value) -> None:
        """Answers the question; the answer is taken as it is."""
        question = self.answered = self._asked_no_longer()
        match question:
            case Throw() | Draw():
                self.name(question.name, answer)
            case Take():
                self._take(answer)
            case Choose():
                try:
                    self._chosen(answer)
                except LawStop as stop:
                    self.place(stop)
                    raise

    def lapse(self) -> None:
        """Goes on where the question has no answer: what it stands in ends, be it allowed to or not."""
        question, self.answered = self._asked_no_longer(), None
        if isinstance(question, Take):
            self._take(DONE)
        else:
            self._end_around()
            self._bar()

    def _asked_no_longer(self) -> Question | None:
        question, self.state.question = self.state.question, None
        self.ahead, self.refused, self.expanded = {}, set(), {}
        self.offered = None
        self.as_seen, self.all_seen = None, False
        self.lapsed = ()
        return question

    def key_of(self, frame: Frame, begun: Position) -> object:
        """Returns what a frame is compared by among games that came of one by looking ahead, in which this was the
        position: not by the position before it. Quicker than `text` for those who compare many."""
        known = vars(frame).get(KEY)
        if known is None or known[0] is not begun:
            held = [getattr(frame, name) for name in frame.__struct_fields__ if name != "before"]
            known = begun, (type(frame), *[self._keyed(part, begun) for part in held])
            vars(frame)[KEY] = known
        return known[1]

    def _keyed(self, part: object, begun: Position) -> object:
        match part:
            case Position():
                return key(part, begun)
            case Store():
                return part.key(begun)
            case Mapping():
                return frozenset(part.items())
            case tuple() if id(part) in block_numbers(self.agenda):
                return id(part)
            case tuple():
                return tuple([self._keyed(inner, begun) for inner in part])
            case g.SpanDecl() | g.Rule() | e.Pick():
                return id(part)
            case _:
                return part

    # -- one step of each sort of frame

    def _body(self, body: Body) -> None:
        if body.at == len(body.lines):
            self.state.frames.pop()
            return
        self.state.frames[-1] = replace(body, at=body.at + 1)
        line = body.lines[body.at]
        if isinstance(line, g.SpanDecl):
            sequence.enter(self, line, body.names)
        elif id(line) in self.agenda.breaking:
            if isinstance(line, e.If | e.ForEach | e.Do):  # it might break a requirement
                self.frames.append(PartFrame(self.snapshot()))
                self._carry_out(line, body.names)
            else:
                with unbroken(self):
                    self._carry_out(line, body.names)
        else:
            self._carry_out(line, body.names)

    def _part_done(self, part: PartFrame) -> None:
        self.frames.pop()
        stop_if_broken(self, part.before)

    def _carry_out(self, line: e.Statement, names: Names) -> None:
        value = self.ev.value
        match line:
            case e.Let():
                self.name(line.name, value(line.value, names))
            case e.If():
                self._push_block(line.then if value(line.condition, names) else line.otherwise, names)
            case e.ForEach():
                self.frames.append(Each(line.binder.var, self.ev.items(line.binder, names), line.body, names))
            case e.Do():
                effect = self.agenda.law.graph.effects[line.effect]
                args = [value(a, names) for a in line.args]
                inner = dict(zip((n for n, _ in effect.params), args, strict=True))
                self.frames.extend([EffectFrame(effect.name, inner), Body(effect.body, 0, inner)])
            case e.Roll():
                self.state.question = Throw(line.name, line.count, _faces(value(line.faces, names)))
            case e.Draw():  # from nothing, nothing is drawn
                members = self.ev.items(line.binder, names)
                if members:
                    self.state.question = Draw(line.binder.var, members)
                else:
                    self.name(line.binder.var, None)
            case e.Pick():
                self.frames.append(Picking(line, names))
            case e.Offer():
                offered = Offered(line.action, tuple(value(a, names) for a in line.args))
                to = there(value(line.to, names), f"`{line.action}` is offered to nobody")
                who, again = seating.meant(self, to), line.repeatedly
                sequence.open_window(self, who, (offered,), again=again, names=names, duty=line.duty)
            case e.Begin():
                given = tuple(value(a, names) for a in line.args)
                made = tasks.begin(self, line.task, given, value(line.crew, names))
                writing.named(self, line.name, made)
                self.follow(line.task, {"task": made})
            case e.ChangeTask():
                tasks.change(self, line.how, there(value(line.task, names), f"nothing is there to {line.how}"))
            case e.Announce():
                event = self.agenda.law.graph.events[line.event]
                args = [value(a, names) for a in line.args]
                self.follow(event.name, dict(zip((n for n, _ in event.params), args, strict=True)))
            case e.Finish():  # the innermost action, effect or hook ends here
                while self.frames and not isinstance(self.frames[-1], ActionFrame | EffectFrame | Hooks):
                    self.frames.pop()
            case e.Stops():
                self._stop(line)
            case e.EndGame():
                self.frames.clear()
            case _:
                writing.carry_out(self, line, names)

    def _push_block(self, lines: tuple[e.Statement, ...], names: Names) -> None:
        if lines:
            self.frames.append(Body(lines, 0, names))

    def _bar(self) -> None:
        """What led to a dead end is not picked again by a pick that goes on: it would lead there again, for ever."""
        for at in range(len(self.frames) - 1, 0, -1):
            picked, picking = self.frames[at], self.frames[at - 1]
            if isinstance(picked, PickFrame):
                if isinstance(picking, Picking):
                    barred = (*picking.barred, picked.names[picking.pick.var])
                    self.frames[at - 1] = replace(picking, barred=barred)
                return

    def _stop(self, line: e.Stops) -> None:
        """Nothing more is picked by the innermost repeated pick of those that are named; it keeps what said so."""
        graph = self.agenda.law.graph
        said = {path for path in self.agenda.picks if path.partition(".")[0] in line.actions}
        said |= {way.pick for event in line.events for way in graph.events[event].by}
        named = {*graph.with_kinds("", sorted(said), ())}
        bodies = self.agenda.footprints.bodies.items()
        by = next(owner for owner, body in bodies if any(part is line for part in parts(body)))
        for at in range(len(self.frames) - 1, -1, -1):
            match self.frames[at]:
                case Picking(pick=pick, names=names) as picking if pick.repeatedly and pick.path in named:
                    self.frames[at] = replace(picking, names={**names, STOPPED_BY: by})
                    return

    def _each(self, each: Each) -> None:
        if not each.items:
            self.frames.pop()
            return
        self.frames[-1] = replace(each, items=each.items[1:])
        self._push_block(each.body, {**each.names, each.var: each.items[0]})

    def _effect(self, effect: EffectFrame) -> None:
        self.frames.pop()
        self.follow(effect.name, effect.names)

    def _end_around(self) -> None:
        """Ends the pick in hand with what it stands in: a round of a `for each`, what a pick does, an effect, a case of
        a hook, the action; what comes after that counts on nothing that was named in it."""
        self.frames.pop()
        while self.frames and isinstance(body := self.frames[-1], Body) and body.at > 0:
            self.frames.pop()  # one that has not begun is another case of the hook

    def _run_hooks(self, hooks: Hooks) -> None:
        if not hooks.rules:
            self.frames.pop()
            if hooks.before is not None:
                stop_if_broken(self, hooks.before)
            return
        rule = hooks.rules[0]
        known = [{**hooks.names, **dict(given)} for given in hooks.given.get(rule.id, ((),))]
        cases = None
        if isinstance(rule.conclusion, g.Then):
            cases = self._cases(rule, known)
        before = hooks.before
        if before is None and cases != [] and may_break(self.agenda, rule):
            before = self.snapshot()
        self.frames[-1] = replace(hooks, rules=hooks.rules[1:], running=rule.id, before=before)
        match rule.conclusion:
            case g.Then(body=body):
                for names in reversed(cases or ()):
                    self._push_block(body, names)
            case g.TaskRule():
                for names in known:
                    tasks.apply(self, rule, rule.conclusion, names)
            case _:
                for names in known:
                    memory.apply(self, rule, names)

    def _cases(self, rule: g.Rule, known: list[dict[str, Value]]) -> list[Names]:
        """Returns what a hook is to be done for; nothing where it is advice that cannot tell."""
        try:
            return [case for names in known for case in self.ev.cases(rule, names)]
        except (Hole, Conflict):
            if not rule.origin.is_advice:
                raise
            return []

    # -- actions and picks

    def _window(self, window: WindowFrame) -> None:
        player = window.player or (window.around_player if window.around == window.side else None)
        self.acts(window.side, player or seating.answering(self, window.side))
        # what is offered lapses with what it is about
        offered = [o.action for o in window.offers if all(map(self.position.has, o.args))]
        open_now = tuple(action for action in offered if tasks.is_open(self, action, window.side))
        if (window.taken and not window.again) or not open_now:
            self.frames.pop()
            self.acts(window.around, window.around_player)
        else:
            self.state.question = Take(window.side, open_now, self.player_name)

    def _take(self, action: str) -> None:
        window = self.frames[-1]
        assert isinstance(window, WindowFrame)
        around = self.frames[-2] if len(self.frames) > 1 else None
        if isinstance(around, Running):
            self.frames[-2] = replace(around, passed=0 if action != DONE or window.taken else around.passed + 1)
        if action == DONE:
            self.frames.pop()
            self.acts(window.around, window.around_player)
            return
        self.acts(window.side, self.player)
        self.frames[-1] = replace(window, taken=True)
        names = self.begun_with(window, action)
        self.frames.append(ActionFrame(action, self.snapshot()))
        self.frames.append(Body(self.agenda.bodies[action], 0, names))

    def begun_with(self, window: WindowFrame, action: str) -> dict[str, Value]:
        """Returns the names that an action begins with when it is taken here."""
        decl = self.agenda.law.graph.actions[action]
        args = next(o.args for o in window.offers if o.action == action)
        return {**dict(zip((n for n, _ in decl.params), args, strict=True)), "acting": window.side}

    def _action(self, action: ActionFrame) -> None:
        """The action is over: now it has to be a rest, and what was done after its picks is looked at as well.

        Whose answer led here at once answers for the rest: it is refused. Where dice, another side or a dead end did,
        or what a side could not see when its answer was judged, no one could have kept to the law, and the action is
        over all the same.
        """
        stop_if_broken(self, action.before)
        refusals = broken_since(self, action.before, "rest", acting=action.picked)
        if refusals:
            side, last = self.position.acting or "", self.answered
            gave_it = isinstance(last, Take | Choose) and last.side == side and last.player in ("", self.player_name)
            if gave_it and not self.judged:
                raise Broken(refusals)
            if last is not None:  # else what ended before it has been told
                lapse = Lapse(side, action.name, runs_apart(self.frames))
                self.lapsed += (Unrested(lapse, self.depth, tuple(refusals)),)
        self.frames.pop()
        tasks.action_taken(self, action.name, action.picked)

    def _picking(self, picking: Picking) -> None:
        needed = self.agenda.needed[id(picking.pick)]
        if not all(self.position.has(picking.names.get(name)) for name in needed):
            # it lapses with what it speaks of: what can be done with is, what has to be picked ends what needs it
            if picking.pick.optionally or picking.pick.repeatedly:
                self._picked_no_more(picking)
            else:
                self._end_around()
            return
        self.frames[-1] = replace(picking, names=self._renewed(picking))
        may_end = picking.pick.optionally or bool(picking.chosen)
        side = self.position.acting or ""
        player = self.player or (seating.answering(self, side) if side else None)
        name = "" if player is None else player.name
        self.state.question = Choose(side, picking.pick.path, picking.pick.var, may_end, name)

    def _renewed(self, picking: Picking) -> Names:
        """Returns the names a repeated pick is made with: what has been picked so far, and what was named just before
        it, which is looked at again each time."""
        body = self.frames[-2]
        if not picking.pick.repeatedly or not isinstance(body, Body):
            return picking.names
        names = dict(picking.names)
        if picking.pick.gathered is not None:
            names[picking.pick.gathered] = picking.chosen
        for line in named_anew(body.lines, body.at - 1):
            names[line.name] = self.ev.value(line.value, names)
        return names

    def _chosen(self, answer: Value) -> None:
        picking = self.frames[-1]
        assert isinstance(picking, Picking)
        pick = picking.pick
        if answer == DONE:
            self._picked_no_more(picking)
            return
        names = {**picking.names, pick.var: answer}
        self.frames[-1] = replace(picking, chosen=(*picking.chosen, answer) if pick.gathered else (None,))
        if not pick.repeatedly:
            self.frames.pop()
            self.name(pick.var, answer)
        place = self.action_under_way()
        if isinstance(answer, Thing) and place is not None:
            action = self.frames[place]
            assert isinstance(action, ActionFrame)
            self.frames[place] = replace(action, picked=(*action.picked, answer))
        if self.agenda.does_nothing(pick):
            return
        self.frames.append(PickFrame(pick.path, names, self.snapshot(), self._given(pick.path, names)))
        self._pay(pick, names)
        self._push_block(pick.does, names)

    def _given(self, path: str, names: Names) -> Given:
        """Returns what hooks know that follow an event which a pick brings about: as it is before what the pick
        does."""
        found = {rule.id: self.agenda.law.graph.ways(rule, path) for rule in self.agenda.after.get(path, ())}
        return {
            rule: tuple(tuple((name, self.ev.value(x, names)) for name, x in way.given) for way in ways)
            for rule, ways in found.items() if len(ways) > 1 or ways[0].given
        }  # fmt: skip

    def _picked_no_more(self, picking: Picking) -> None:
        self.frames.pop()
        if not picking.pick.repeatedly:
            self.name(picking.pick.var, None)
        elif picking.pick.gathered is not None:
            self.name(picking.pick.gathered, picking.chosen)

    def _pay(self, pick: e.Pick, names: Names) -> None:
        if pick.cost is None or pick.account is None:
            return
        cost, spent = self.ev.value(pick.cost, names), self.ev.value(pick.account, names)
        if cost is None or cost < 0:
            found = "nothing that is known" if cost is None else "less than nothing"
            raise Hole(f"`{pick.path}` costs {found}", "a cost is 0 or more")
        payer = there(self.ev.value(pick.account.base, names), f"what `{pick.path}` costs is counted in nothing")
        writing.write(self, payer, pick.account.name, spent + cost)

    def _picked(self, picked: PickFrame) -> None:
        stop_if_broken(self, picked.before)
        self.frames.pop()
        self.follow(picked.pick, picked.names, picked.given)


def _faces(number: Value) -> int:
    if number is None or not 1 <= number <= MAX_FACES:
        found = "nothing that is known" if number is None else f"{exact_text(number)} faces"
        raise Hole(f"a die has {found}", f"a die has 1 to {MAX_FACES} faces")
    return int(number)


_STEP: Mapping[type, Callable[[Machine, Any], None]] = {
    Body: Machine._body,
    Each: Machine._each,
    EffectFrame: Machine._effect,
    ActionFrame: Machine._action,
    Picking: Machine._picking,
    PickFrame: Machine._picked,
    Hooks: Machine._run_hooks,
    PartFrame: Machine._part_done,
    WindowFrame: Machine._window,
    Spans: sequence.next_round,
    AtOnce: at_once.next_side,
    Running: sequence.run,
}
