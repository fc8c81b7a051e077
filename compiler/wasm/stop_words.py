"""Puts into words where the law stops in a game that the evaluator answers.

A stop of the evaluator has its words. The library only says that something is missing: the statement that is carried
out (`playable.Recorded`) is evaluated part by part to find what. Both are then placed: the causes are what is under
way, the innermost frame first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from hexlaw.compiler.wasm.doing import Doing
from hexlaw.compiler.wasm.layout import CELL
from hexlaw.compiler.wasm.procedures import CHOOSE, CONSTANTS, HOOK, PC, Procedure
from hexlaw.compiler.wasm.standing import DecodedStand
from hexlaw.compiler.wasm.target import TargetRun
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.stops import Cause, Conflict, Exhausted, Hole, LawStop, there
from hexlaw.runtime.law.value import Value, exact_text
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.seating import answering
from hexlaw.runtime.position.position import kind_of, not_known
from hexlaw.runtime.words.as_law import statement_as_law

MAX_FACES = 100
"""The most faces that an expression may give a die."""


class StopWords:
    """The words for the stop of one game."""

    def __init__(self, doing: Doing, running: TargetRun, machine: Machine, now: DecodedStand) -> None:
        self.running, self.doing, self.machine, self.now = running, doing, machine, now
        self.graph, self.ev, self.cell = self.machine.agenda.law.graph, self.machine.ev, self.running.cell
        self.at, self.frames = self.running.layout.constants, self.now.frames
        number = self.running.get("carried_out")
        recorded = self.doing.recorded[number - 1] if number else None
        is_on_top = recorded is not None and self.frames and recorded.procedure == self._procedure(self.frames[0]).name
        self.recorded = recorded if is_on_top else None

    def _procedure(self, frame: int) -> Procedure:
        return self.doing.begun[self.cell(frame)]

    # -- what is missing

    def of_library(self) -> LawStop:
        """Returns the stop that the library has come to."""
        if (said := self._said()) is not None:
            return Hole(*said)
        try:
            line = None if self.recorded is None else self.recorded.line
            if (entry := self.running.get("rival")) > 0:
                self.running.set("rival", 0)
                return self._conflict(entry, line)
            self._missing(line, self._names())
            if (side := self.machine.position.acting) is not None:
                answering(self.machine, side)
        except LawStop as stop:
            return stop
        return Hole("the law does not say how it goes on here")

    def exhausted(self) -> LawStop:
        """Returns the stop at a bound."""
        if (said := self._said()) is not None:
            return Exhausted(*said)
        return Exhausted("the game goes on and on, and asks nobody anything", "something repeats without an end")

    def _said(self) -> tuple[str, str] | None:
        number = self.running.get("says")
        self.running.set("says", 0)
        return self.doing.says[number - 1] if number else None

    def _names(self) -> dict[str, Value]:
        """Returns the names that are known to the statement that is carried out."""
        if self.recorded is None:
            return {}
        acting = self.machine.position.acting
        return {g.ACTING: acting, **self.now.names_of(self.frames[0], self.recorded.names)}

    def _missing(self, line: object, names: dict[str, Value]) -> None:
        """Raises what is missing in a statement."""
        value = lambda node: self.ev.value(node, names)  # noqa: E731
        match line:
            case e.SetAttribute():
                self._lives(there(value(line.base), f"the `{line.name}` of nothing is set"), line.name)
            case e.Move():
                there(value(line.thing), "nothing is moved")
            case e.Place():
                there(value(line.where), f"a {line.kind} is placed nowhere")
            case e.Remove():
                there(value(line.thing), "nothing is removed")
            case e.Point():
                there(value(line.thing), "a point keeps nothing")
                raise Hole(f"the point `{line.name}` stands in no action", "only an action can go back")
            case e.Return():
                shown = self.ev.shown(there(value(line.thing), "nothing returns"))
                passed = f"{shown} has not passed the point `{line.point}`"
                raise Hole(passed, "a point is passed before it is returned to")
            case e.Reveal(what=what):
                there(value(what.base if isinstance(what, e.Attribute) else what), "nothing is revealed")
            case e.Begin():
                crew, (_, most) = value(line.crew), self.graph.tasks[line.task].crew or (0, None)
                if most is not None and len(crew) > most:
                    raise Hole(f"`{line.task}` has a crew of {len(crew)}", f"it takes {most} at most")
            case e.Roll():
                number = value(line.faces)
                if number is None or not 1 <= number <= MAX_FACES:
                    found = "nothing that is known" if number is None else f"{exact_text(number)} faces"
                    raise Hole(f"a die has {found}", f"a die has 1 to {MAX_FACES} faces")
            case e.Pick():
                self._picked(line, names)

    def _lives(self, subject: object, name: str) -> None:
        """Raises if the side is not known at whose edge an attribute expires."""
        life = self.graph.kinds[kind_of(subject)].attributes[name].lasting
        if life is not None and life.owner is not None:
            position = self.machine.position
            if position.value(subject, life.owner) is g.MISSING:
                raise not_known(position, subject, life.owner, self.ev.shown(subject))

    def _picked(self, pick: e.Pick, names: dict[str, Value]) -> None:
        if self.machine.position.acting is None:
            raise Hole(f"`{pick.path}` has to be picked where no side acts", "say who acts there: `phase NAME by SIDE`")
        if pick.cost is None or pick.account is None or pick.var not in names:
            return
        cost = self.ev.value(pick.cost, names)
        if cost is None or cost < 0:
            found = "nothing that is known" if cost is None else "less than nothing"
            raise Hole(f"`{pick.path}` costs {found}", "a cost is 0 or more")
        there(self.ev.value(pick.account.base, names), f"what `{pick.path}` costs is counted in nothing")

    def _conflict(self, entry: int, line: object) -> Conflict:
        """Returns the stop where two hooks of a moment have written different values."""
        at, row, position = self.cell(entry), self.cell(entry + CELL), self.machine.position
        rules, frame = self.graph.rules, next(f for f in self.frames if HOOK in self._procedure(f).slots)
        one, other = rules[self.doing.rivals_by_row[row]], rules[self._hook(frame) or ""]
        found = self.now.decoder.subject(at, self.now)
        if found is None:  # where a thing stands
            thing = self.now.thing((at - self.at["PLACE"]) // CELL)
            found, before = (thing, g.PLACE), cast(Value, position.places.get(thing))
        else:
            before = position.value(*found)
        subject, name = found
        node = line.to if isinstance(line, e.Move) else line.value if isinstance(line, e.SetAttribute) else None
        shown, says = self.ev.shown, "what it was before"
        if node is not None:
            says = shown(self.ev.value(node, self._names()))
        return Conflict(name, (shown(subject),), ((one, shown(before)), (other, says)))

    # -- what was under way

    def place(self, stop: LawStop) -> LawStop:
        """Adds to a stop what was under way, the innermost first."""
        if stop.is_placed:
            return stop
        stop.is_placed = True
        line = None if self.recorded is None else self.recorded.line
        if isinstance(line, e.Statement) and not isinstance(line, e.Pick):
            names = self._names()
            said, used = statement_as_law(line, self.graph)
            known = [f"{name} is {self.ev.shown(names[name])}" for name in used if name in names]
            stop.came_of(Cause("line", f"`{said}`", text=", ".join(known)))
        for frame in self.frames:
            for cause in self._causes(frame):
                stop.came_of(cause)
        return stop

    def _causes(self, frame: int) -> Iterator[Cause]:
        """Yields the causes in a frame: its picks, then its action, effect, part or hook."""
        graph, procedure = self.graph, self._procedure(frame)
        pick = self._pick(frame)
        while pick:
            path = self.doing.answered[pick].name
            action = graph.actions.get(path.partition(".")[0])
            yield Cause("pick", path, (), "" if action is None else action.origin.where)
            pick = self.cell(pick + CONSTANTS["INSIDE_PICK"])
        sort, _, name = procedure.name.partition(":")
        match sort:
            case "moment":
                if (rule := self._hook(frame)) is not None:
                    yield Cause("hook", rule, (), graph.rules[rule].origin.where)
            case "effect":
                args = self.now.names_of(frame, self.doing.frames[self.cell(frame)].params)
                yield Cause("effect", name, tuple(args.values()), graph.effects[name].origin.where)
            case "action":
                yield Cause("action", name, (), graph.actions[name].origin.where)
            case "part":
                yield Cause("part", name, (), self.doing.spans[name].where)

    def _pick(self, frame: int) -> int:
        """Returns the record of the innermost pick under way in a frame, or 0."""
        if frame == self.frames[0]:
            at, asks = self.recorded, self.cell(self.at["QUESTION"]) == CHOOSE
            if at is not None and (at.pick or at.line is not None or not asks):
                return at.pick
            if asks:
                return self.cell(self.at["ASKED_PICK"])
        found = self.cell(self.cell(self.cell(frame) + CONSTANTS["WAITS"]) + self.cell(frame + PC) * CELL)
        return self.cell(found - 1 + CONSTANTS["INSIDE_PICK"]) if found % 2 else found

    def _hook(self, frame: int) -> str | None:
        """Returns the rule whose hook a frame of a moment is carrying out."""
        number = self.cell(frame + self._procedure(frame).slots[HOOK] * CELL)
        rule = self.doing.recorded[number - 1].line if number > 0 else None
        return rule.id if isinstance(rule, g.Rule) else None
