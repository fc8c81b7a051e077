"""What changes a game as procedures of the target: each sort of statement, and what follows at a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.keeping import kept_at
from hexlaw.compiler.wasm.layout import CELL, NONE, UNSEEN, signed
from hexlaw.compiler.wasm.parts import Parts
from hexlaw.compiler.wasm.pick_code import Picks
from hexlaw.compiler.wasm.procedures import ACTED, ADVICE, DRAW, MARK, SAVED, THROW, Around, Procedure, logged
from hexlaw.compiler.wasm.value_code import Writing
from hexlaw.compiler.wasm.writer import Line
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.play.chance import word

if TYPE_CHECKING:
    from hexlaw.compiler.wasm.doing import Doing


class Building(Picks, Parts):
    """Writes one procedure, whatever stands in it."""

    def line(self, line: Line, around: Around, lines: Sequence[Line] = (), at: int = 0) -> None:
        d, constants = self.d, self.constants
        match line:
            case g.SpanDecl():
                self.enter(line, around)
            case e.Let(name=name, value=value):
                code = self.value(value)
                self.named(name, code, value.type)
                self.checked()
            case e.If(condition=condition, then=then, otherwise=otherwise):
                test: Code = (">", self.worked_out(condition), 0)
                self.branch(test, lambda _: self.block(then, around), lambda: self.block(otherwise, around))
            case e.ForEach(binder=binder, body=body):
                listed = self.call(self.d.asked("items", id(binder)))
                self.each(binder.var, t.item_of(binder.domain.type), listed, binder.domain.type,
                          lambda inner: self.block(body, inner), around)  # fmt: skip
            case e.Do(effect=name, args=args):
                procedure = d.effect(name)
                self.push(procedure, {p: self.worked_out(a) for p, a in zip(procedure.params, args, strict=True)},
                          around)  # fmt: skip
            case e.Announce(event=name, args=args):
                params = [p for p, _ in self.graph.events[name].params]
                self.follow(name, {p: self.worked_out(a) for p, a in zip(params, args, strict=True)}, around,
                            types=dict(self.graph.events[name].params))  # fmt: skip
            case e.Roll(count=number, faces=faces, name=rolled):
                shown = self.worked_out(faces)
                self.ask(THROW, line, "throw", rolled, t.WHOLE)
                self.put_at(constants["DICE"], number)
                self.put_at(constants["FACES"], ("call", "faces_of", shown))
                self.checked()
                self.answered(around, rolled, t.WHOLE)
            case e.Draw():
                self.draw(line, around)
            case e.Pick():
                self.pick(line, around, lines, at)
            case e.Offer():
                self.offer(line, around)
            case e.Finish():
                self.jump(around.finish)
                self.write_at(self.label())
            case e.EndGame():
                self.put_at(constants["FRAME"], 0)
                self.here.append(("return", 0))
                self.write_at(self.label())
            case e.SetAttribute(base=base, name=name, owner=owner, value=value, until=until):
                subject, new = self.worked_out(base), self.worked_out(value)
                edge = None if until is None else self.given(until, f"`{name}` is set until no moment")
                self.set_attribute(subject, base.type, name, owner, new, value.type, edge)
            case e.Move(thing=thing, to=to):
                x, place = self.worked_out(thing), self.worked_out(to)
                self.move(x, self.place(place, to.type))
            case e.Place(kind=kind, where=where, name=name):
                self.place_new(kind, self.place(self.worked_out(where), where.type), name)
            case e.Remove(thing=thing):
                self.moved(("call", "remove", self.worked_out(thing)))
            case e.Write(order=order, fields=fields, name=name):
                self.write_order(order, fields, name, around)
            case e.Begin():
                self.begin_task(line, around)
            case e.ChangeTask(how=how, task=task):
                self.change_task(how, self.worked_out(task), task.type)
            case e.Point():
                self.point(line)
            case e.Return():
                self.go_back(line)
            case e.Reveal(what=what, to=to):
                self.reveal(what, to)
            case _:
                raise AssertionError(line)

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

    def draw(self, line: e.Draw, around: Around) -> None:
        binder = line.binder
        var, type_ = binder.var, binder.domain.type
        asked, item = self.d.asked("items", id(binder)), t.item_of(binder.domain.type)
        found = self.local(self.call(asked))
        self.checked()

        def drawn(_: int) -> None:
            self.ask(DRAW, line, "draw", var, item)
            self.put_at(self.constants["DICE"], self.d.lasting(self.call(asked), type_))
            self.answered(around, var, item)

        nothing = lambda: self.put(self.p.slot(var), NONE)  # noqa: E731
        self.branch((">", ("call", "size", found), 0), drawn, nothing)

    def place_new(self, kind: str, place: Code, name: str | None) -> None:
        layout = self.d.layout
        placed: Code = ("call", "place_new", layout.kinds[kind], layout.pool(kind), place)
        if kind in layout.lots:
            lot = layout.lots.index(kind), signed(word(kind))
            placed = ("call", "place_by_lot", layout.kinds[kind], layout.pool(kind), *lot, place)
        made = self.local(placed)
        if name is not None:
            self.named(name, made, t.Kind(kind))
        self.moved(made)

    def rest(self, name: str) -> None:
        """The action is over: it has to be a rest, unless who answered last could not have known; where a question had
        no answer, that has been told."""
        touched, answered = self.constants["TOUCHED"], self.constants["ANSWERED"]
        acted = ("load", "frame", ACTED)
        self.here += [
            *self.d.check_all_times(("load", "frame", MARK)),
            ("if", ("or", ("load", touched), ("call", "size", acted)), [
                ("set", "outer", ("load", touched)),
                ("if", ("call", self.d.anew("rest"), ("load", "frame", MARK), acted), [
                    ("if", ("!=", ("load", answered), NONE), [
                        ("if", ("and", ("call", "answers_for_it", ("load", answered)), ("==", ("global", "judged"), 0)),
                         [("drop", ("call", "broken"))], [("drop", ("call", "unrested", self.d.actions.index(name)))]),
                    ]),
                ]),
                ("if", ("global", "stopped"), [("return", 0)]),
            ]),
            logged(touched, ("|", ("load", touched), ("load", "frame", SAVED))),
        ]  # fmt: skip

    def point(self, line: e.Point) -> None:
        """Keeps the sort of the point, the thing, where it stands, a number for the attributes, and these."""
        thing, kept = self.worked_out(line.thing), kept_at(line)
        sort = self.d.sorts_of_points.index((line.name, kept))
        self.here += [
            ("set", "point", ("call", "room", 4 + len(kept))), ("set", "key", 0),
            ("if", ("or", ("<", "point", 0), ("==", thing, NONE)), [("drop", ("call", "stop")), ("return", 0)]),
            ("store", "point", sort), ("store", "point", thing, CELL),
            ("store", "point", ("load", ("<<", thing, 3), self.constants["PLACE"]), 2 * CELL),
        ]  # fmt: skip
        for i, name in enumerate(kept):
            value: Code = ("load", ("<<", thing, 3), self.d.layout.column("thing", name))
            digest = self.d.values.digest(self.d.attribute(name, line.thing.type).type, value)
            self.here += [("store", "point", value, (4 + i) * CELL), ("set", "key", ("call", "folded", "key", digest))]
        self.here += [("store", "point", "key", 3 * CELL), ("drop", ("call", "passed", "point"))]
        self.checked()

    def go_back(self, line: e.Return) -> None:
        thing, type_ = self.worked_out(line.thing), line.thing.type
        sorts = [(i, kept) for i, (name, kept) in enumerate(self.d.sorts_of_points) if name == line.point]
        point = self.local(("call", "point_passed", sorts[0][0], sorts[-1][0], thing))
        self.checked()
        self.move(thing, ("load", point, 2 * CELL))
        for sort, names in sorts:
            with self.aside() as lines:
                for i, name in enumerate(names):
                    decl, kept = self.d.attribute(name, type_), self.local(("load", point, (4 + i) * CELL))
                    if decl.secret:
                        hidden = Writing(self.d.values).is_hidden(thing, name)
                        kept = self.local(("?", hidden, UNSEEN, kept))
                    self.set_attribute(thing, type_, name, "thing", kept, decl.type)
            self.here.append(("if", ("==", ("load", point), sort), lines))

    def reveal(self, what: e.Expr, to: e.Expr | None) -> None:
        d = self.d
        one = what if isinstance(what, e.Attribute) else None
        thing = self.worked_out(one.base if one else what)
        side: Code = NONE if to is None else self.given(to, "something is revealed to nobody")
        which = -1
        if one is not None:
            which = d.layout.secret(one.name if one.owner else g.PLACE)
        self.here.append(("drop", ("call", "reveal", thing, which, side)))
        self.checked()

    @contextmanager
    def coming_by(self, moment: str, way: g.ComesBy) -> Iterator[None]:
        """Names mean here what they do in one of the ways in which something comes about at a moment."""
        own, bound, given = {name: self.p.slot(name) // CELL for name, _ in way.given}, dict(self.bound), way.given
        self.p.slots |= {name: self.p.slots[self.given_at(moment)[id(node)][0]] for name, node in given}
        self.bound |= {name: node.type for name, node in given}
        yield
        self.p.slots |= own
        self.bound = bound

    def hook(self, rule: g.Rule, moment: str) -> None:
        """What a rule wants done at a moment, for each way in which that brings about what the rule follows."""
        ways, applies, over = self.graph.ways(rule, moment), list[Code](), self.label()
        if rule.origin.is_advice:
            self.put(ADVICE, over)
        self.comes_to(rule)
        for i, way in enumerate(ways):  # whether it applies is asked of all ways before anything is done
            with self.coming_by(moment, way):
                match rule.conclusion:
                    case g.Then():
                        applies.append(self.local(self.call(self.d.asked("cases", rule.id))))
                        self.checked()
                        if len(ways) > 1:
                            self.put(slot := self.p.slot(f" applies {i}"), applies[i])
                            applies[i] = ("load", "frame", slot)
                    case g.TaskRule(how=how, task=task):
                        self.task_rule(rule, how, task)
                    case _:
                        self.remember(rule)
        body = rule.conclusion.body if isinstance(rule.conclusion, g.Then) else ()
        for way, test in zip(ways, applies, strict=False):
            with self.coming_by(moment, way):
                self.branch((">", test, 0), lambda on: self.block(body, Around(over, on)))
        self.at(over)
        if rule.origin.is_advice:
            self.put(ADVICE, NONE)
        self.forget([f" applies {i}" for i in range(len(applies)) if len(ways) > 1])


class Plain(Building):
    """Writes a function that never waits, whose names are its locals."""

    def __init__(self, doing: Doing, name: str) -> None:
        super().__init__(doing, Procedure(name))

    def name(self, name: str) -> Code:
        return name
