"""Prints what steps of a procedure have in common: segments, names, values, writes, calls of other procedures.

Each sort of step is printed by a function of its own (`STEPS` in `doing.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower import step_form as s
from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.layout import CELL, MISSING, NONE
from hexlaw.compiler.wasm.playable import Recorded
from hexlaw.compiler.wasm.procedures import DRAW, HELD, HOOK, PC, Around, Procedure, logged, names_things
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.value import GAME

if TYPE_CHECKING:
    from hexlaw.compiler.wasm.doing import Doing


class Writer:
    """Prints one procedure; a plain one never waits, and its names are locals."""

    def __init__(self, doing: Doing, procedure: Procedure, *, is_plain: bool = False) -> None:
        self.d, self.p, self.graph, self.is_plain = doing, procedure, doing.graph, is_plain
        self.constants = doing.layout.constants
        self.here: list[Code] = []
        self.p.segments.append(self.here)
        self.free_names = 0
        self.bound: dict[str, t.Type] = {}  # the names that are known here
        self.named_here: list[str] = []  # all that was named, in order

    def label(self) -> int:
        self.p.segments.append([])
        return len(self.p.segments) - 1

    def at(self, label: int) -> None:
        """Goes on writing in a segment, to which the one before leads."""
        self.jump(label)
        self.here = self.p.segments[label]

    def jump(self, label: int) -> None:
        self.here += [("set", "pc", label), ("continue", "on")]

    def write_at(self, label: int) -> None:
        """Goes on writing in a segment to which nothing leads from here."""
        self.here = self.p.segments[label]

    def wait(self, label: int, around: Around | None = None) -> None:
        """Returns to the library; the procedure goes on in a segment."""
        self.here += [logged(("+", "frame", PC), label), ("return", 0)]
        if around is not None and around.pick:
            self.p.waits_in[label] = around.pick

    def end(self) -> None:
        ended: Code = ("!=", ("load", self.constants["FRAME"]), "frame")
        self.here += [("if", ("not", ended), [("drop", ("call", "end_frame", "frame"))]), ("return", 0)]

    def put(self, slot: int, code: Code) -> None:
        self.here.append(logged(("+", "frame", slot), code))

    def put_at(self, address: int, code: Code) -> None:
        self.here.append(logged(address, code))

    @contextmanager
    def aside(self) -> Iterator[list[Code]]:
        """Collects lines that are placed elsewhere."""
        outer, self.here = self.here, []
        yield self.here
        self.here = outer

    @contextmanager
    def holding(self, name: str = "") -> Iterator[None]:
        """Checks behind some lines that they break nothing that must hold at all times."""
        touched = self.constants["TOUCHED"]
        mark, saved = self.p.slot(f" mark {name}"), self.p.slot(f" saved {name}")
        self.put(mark, ("global", "logged"))
        self.put(saved, ("load", touched))
        self.put_at(touched, HELD)
        yield
        self.here += [
            *self.d.check_all_times(("load", "frame", mark)),
            logged(touched, ("|", ("&", ("load", touched), HELD - 1), ("load", "frame", saved))),
        ]

    def checked(self) -> None:
        """Returns to the library where the law has stopped."""
        self.here.append(("if", ("global", "stopped"), [("return", 0)]))

    def name(self, name: str) -> Code:
        if self.is_plain:
            return name
        if name == "acting" and name not in self.p.slots:
            return ("call", "some", ("load", self.constants["ACTING"]))
        return ("load", "frame", self.p.slots[name] * CELL)

    def named(self, name: str, code: Code, type_: t.Type) -> None:
        slot = self.p.slot(name, type_ if self.d.values.composed(type_) else None)
        self.put(slot, self.d.lasting(code, type_))
        self.bound[name] = type_
        self.named_here.append(name)

    def forget(self, names: Sequence[str]) -> None:
        """Clears names, so that positions that differ only in them count as the same."""
        for name in dict.fromkeys(names):
            self.put(self.p.slot(name), NONE)

    def value(self, node: f.Expr) -> Code:
        """Returns the code of an expression; a stop in it is noted in `stopped`."""
        return self.d.value(node, self.name)

    def branch(self, test: Code, then: Callable[[int], None], otherwise: Callable[[], None] = lambda: None) -> None:
        """Writes both branches, and continues behind them; `then` gets the label there."""
        yes, no, on = self.label(), self.label(), self.label()
        self.here += [("set", "pc", ("?", test, yes, no)), ("continue", "on")]
        self.write_at(yes)
        then(on)
        self.jump(on)
        self.write_at(no)
        otherwise()
        self.at(on)

    def local(self, code: Code) -> str:
        self.free_names += 1
        name = f"v{self.free_names}"
        self.here += [("set", name, code)]
        return name

    def worked_out(self, node: f.Expr) -> str:
        """Returns a local with the value of an expression; a stop in it ends the call."""
        found = self.local(self.value(node))
        self.checked()
        return found

    def argument(self, node: f.Expr) -> Code:
        return self.worked_out(node) if isinstance(node, f.Call) else self.value(node)

    def given(self, node: f.Expr, what: str) -> str:
        """The same of a value that must not be none: else the law stops, and `what` says why."""
        found = self.worked_out(node)
        self.here.append(("if", ("==", found, NONE), [*self.d.stops(what), ("return", 0)]))
        return found

    def comes_to(self, line: object, pick: int = 0) -> None:
        """Records what is carried out next in an evaluated game: by that a stop is put into words."""
        if self.d.layout.is_evaluated:
            self.d.recorded.append(Recorded(line, self.p.name, self.known(), pick))
            self.here.append(("setg", "carried_out", len(self.d.recorded)))
            if isinstance(line, g.Rule):
                self.put(self.p.slot(HOOK), len(self.d.recorded))

    def block(self, steps: s.Block, around: Around) -> None:
        outer, reading = dict(self.bound), self.d.values.reading
        for step in steps:
            self.here += [] if reading is None else reading.of(reading.nodes.get(id(step.about), ()))
            self.step(step, around)
        self.bound = outer

    def step(self, step: s.Step, around: Around) -> None:
        self.comes_to(step.about, around.pick)
        self.print(step, around)

    def print(self, step: s.Step, around: Around) -> None:
        sort = type(step.about) if isinstance(step, s.PlainStep) else type(step)
        self.d.steps[sort](self, step, around)

    def place(self, code: Code, type_: t.Type) -> Code:
        """Returns the cell of a place: a hex, or a thing that others stand in."""
        bare = t.bare(type_)
        if isinstance(bare, t.Kind) and bare.name == "hex":
            return code
        return ("?", ("==", code, NONE), NONE, ("+", code, self.d.layout.plane))

    def moved(self, code: Code) -> None:
        self.here.append(("drop", code))
        self.checked()
        self.changed(None)

    def move(self, thing: str, place: Code) -> None:
        """Puts a thing somewhere else."""
        if g.PLACE in self.d.agenda.rivals[1]:
            at: Code = ("+", self.constants["PLACE"], ("<<", thing, 3))
            there: Code = ("and", (">=", thing, 0), ("call", "has", thing))
            self.here.append(("if", there, [("drop", ("call", "hook_writes", at, place))]))
        self.moved(("call", "move", thing, place))

    def set_attribute(
        self, subject: str, of: t.Type, name: str, owner: str, new: Code, type_: t.Type, until: str | None = None,
        nothing: str = "",
    ) -> None:  # fmt: skip
        """Sets an attribute, for as long as its declaration or a moment says."""
        column = self.d.layout.column(owner, name)
        here: list[Code] = [("set", "at", ("+", column, ("<<", subject, 3)))]
        bare, shape = t.bare(type_), self.d.values.composed(type_)
        given: Code = ("load", "at", self.constants["GIVEN"] - self.constants["COLUMN_START"])
        if shape:
            plain = isinstance(bare, t.SetOf) and not self.d.values.composed(bare.item)
            stays: Code = ("call", "same_list", ("load", "at"), new) if plain else 0  # the stamp stays
            here.append(("set", "set to", ("?", stays, ("load", "at"), self.d.lasting(new, type_))))
            new = "set to"
            is_given: Code = ("call", "same_list", new, given) if plain else ("call", "is_alike", shape, new, given)
        else:
            is_given = ("==", new, given)
        if name in self.d.agenda.rivals[1]:
            value: Code = ("call", "digest_of", shape, new) if shape else new
            here.append(("drop", ("call", "hook_writes", "at", value)))
        here.append(logged("at", new))
        here += self.lasting(subject, name, owner, is_given, self.d.attribute(name, of).lasting, until)
        here.append(("drop", ("call", "touched", self.d.mask(name))))
        is_thing = isinstance(t.bare(of), t.Kind) and owner not in ("hex", "hexside", GAME.kind)
        test: Code = ("call", "has", subject) if is_thing else 1
        stops = self.d.stops(nothing or f"the `{name}` of nothing is set")
        self.here.append(("if", ("==", subject, NONE), [*stops, ("return", 0)]))
        self.here.append(("if", test, here))
        self.checked()
        self.changed(name)

    def lasting(
        self, subject: Code, name: str, owner: str, is_given: Code, life: g.Lifetime | None, until: str | None
    ) -> list[Code]:
        """Returns the lines that note when an attribute expires, unless it has its given value."""
        layout = self.d.layout
        no_more: Code = ("drop", ("call", "lasts_no_more", 0, "at"))
        if until is None and life is None:
            return [no_more] if name in self.d.until_moments else []
        if owner in ("hex", "hexside", GAME.kind):
            subject = NONE
        if until is not None:
            lines: list[Code] = [("drop", ("call", "lasts_until", "at", until, subject))]
        else:
            assert life is not None
            side: Code = NONE
            if life.owner is not None and subject != NONE:
                side = ("load", ("<<", subject, 3), layout.column(owner, life.owner))
            edge, following = int(life.edge == "end"), int(life.which == "next")
            unsaid: Code = ("if", ("==", side, MISSING), [("drop", ("call", "stop"))])
            until_edge: Code = ("call", "lasts_to", "at", edge, following, layout.spans[life.span], side, subject)
            lines = [unsaid, ("drop", until_edge)]
        return [("if", is_given, [no_more], lines)]

    def changed(self, attribute: str | None) -> None:
        """Memories that begin or end with no event may do so now."""
        for reading in self.d.watched(attribute):
            self.log(self.d.lowered.watching[reading.rule.id])

    def log(self, step: s.Log, _: Around | None = None) -> None:
        """Carries out a rule about a memory or a tally."""
        self.here.append(("drop", ("call", self.d.event_log(step), *map(self.name, step.params))))
        self.checked()

    def who(self, node: f.Expr, needed: str = "") -> str:
        """Returns the side or player that an expression names; where one is `needed`, none is a stop."""
        found = self.given(node, needed) if needed else self.worked_out(node)
        bare = t.bare(node.type)
        return self.local(("call", "meant", found)) if isinstance(bare, t.Kind) else self.local(found)

    def push(self, procedure: Procedure, args: dict[str, Code], around: Around | None) -> None:
        """Calls another procedure; this one goes on when it has ended."""
        on = self.label()
        self.here += [logged(("+", "frame", PC), on), ("set", "called", ("call", "begin_frame", procedure.record))]
        for param, code in args.items():
            slot = procedure.slot(param)
            type_ = procedure.types.get(slot // CELL)
            self.here.append(logged(("+", "called", slot), code if type_ is None else self.d.lasting(code, type_)))
        self.here += [
            ("drop", ("call", procedure.name, "called")),
            ("if", ("or", ("!=", ("load", self.constants["FRAME"]), "frame"), ("!=", ("global", "stopped"), 0)),
             [("return", 0)]),
        ]  # fmt: skip
        if around is not None and around.pick:
            self.p.waits_in[on] = around.pick
        self.at(on)

    def invoke(self, step: s.Invoke | None, around: Around | None = None, **given: Code) -> None:
        """Calls another routine; `given` overrides its arguments."""
        if step is None:
            return
        args = {name: given[name] if name in given else self.argument(value) for name, value in step.args}
        if step.routine.startswith("moment:"):
            args["acting"] = given.get("acting", ("load", self.constants["ACTING"]))
        if step.routine:
            self.push(self.d.routine(step.routine), args, around)

    def known(self) -> dict[str, tuple[int, t.Type]]:
        """Returns the names of the law that are known here, each with its slot and type."""
        known = ((name, type_) for name, type_ in self.bound.items() if name in self.p.slots and " " not in name)
        return {name: (self.p.slots[name] * CELL, type_) for name, type_ in known}

    def ask(self, question: int, line: object, how: str, name: str, item: t.Type) -> None:
        """Prepares a question of chance."""
        asked = self.d.pick()
        drawn = self.d.values.shape(item) if question == DRAW else 0
        self.d.put_down(asked, (how, name), item, line, self.known(), ABOUT=self.about(), DRAWN_SHAPE=drawn)
        self.put_at(self.constants["QUESTION"], question)
        self.here.append(("drop", ("call", "asks", NONE, NONE)))
        self.put_at(self.constants["ASKED_PICK"], asked)

    def about(self) -> int:
        """Returns the number of the function that folds the things that are known by name here into a purpose."""
        names = [(n, type_) for n, (_, type_) in sorted(self.known().items()) if names_things(type_)]
        lines: list[Code] = []
        for name, type_ in names:
            lines += [
                ("set", "one", ("call", "subject_of", self.d.values.shape(type_), self.name(name))),
                ("if", ("!=", "one", NONE), [("set", "key", ("call", "folded", "key", "one"))]),
            ]
        title = f"about {self.p.name}: {', '.join(f'{name} {self.p.slots[name]}' for name, _ in names)}"
        return self.d.number(self.d.function(title, ("frame", "key"), [*lines, ("return", "key")]))

    def answered(self, around: Around, name: str, type_: t.Type) -> None:
        """Waits for the result of chance, and names it."""
        on = self.label()
        self.wait(on, around)
        self.write_at(on)
        self.named(name, ("load", self.constants["ANSWER"]), type_)

    def each(
        self, var: str, item: t.Type, listed: Code, type_: t.Type, body: Callable[[Around], None], around: Around
    ) -> None:
        """Carries out a block for each member that a set has at the beginning."""
        self.free_names += 1
        items, at = self.p.slot(f" items {self.free_names}", type_), self.p.slot(f" at {self.free_names}")
        found = self.local(listed)
        self.checked()
        self.put(items, self.d.lasting(found, type_))
        self.put(at, 0)
        turn, inside, over, after = self.label(), self.label(), self.label(), self.label()
        self.at(turn)
        more = ("<", ("load", "frame", at), ("call", "size", ("load", "frame", items)))
        self.here += [("set", "pc", ("?", more, inside, after)), ("continue", "on")]
        self.write_at(inside)
        member = self.local(("load", ("+", ("load", "frame", items), ("<<", ("load", "frame", at), 3)), CELL))
        self.put(at, ("+", ("load", "frame", at), 1))
        outer, before = dict(self.bound), len(self.named_here)
        self.named(var, member, item)
        body(Around(around.finish, over, around.pick))
        self.bound = outer
        self.at(over)
        self.forget(self.named_here[before:])
        self.jump(turn)
        self.write_at(after)
        self.put(items, NONE)
