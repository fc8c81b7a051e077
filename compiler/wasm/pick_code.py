"""Picks and offers: where a procedure waits for somebody to decide, and how the library judges what may be picked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexlaw.compiler.lower.play_asks import Asked
from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.layout import CELL, NONE
from hexlaw.compiler.wasm.procedures import BARRED, CHOOSE, CHOSEN, CONSTANTS, PC, Around, each_member, is_thing, logged
from hexlaw.compiler.wasm.writer import Line, Writer
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import variables
from hexlaw.runtime.play.agenda import named_anew
from hexlaw.runtime.play.questions import DONE


class Picks(Writer):
    def pick(self, pick: e.Pick, around: Around, lines: Sequence[Line], at: int) -> None:
        d, p, constants = self.d, self.p, self.constants
        record, number = d.pick(), d.picks
        outer = dict(self.bound)
        chosen, barred = (p.slot(f" {what} {number}", t.SetOf(pick.type)) for what in ("chosen", "barred"))
        picked = p.slot(pick.var)
        if pick.gathered is not None:
            p.slot(pick.gathered, t.SetOf(pick.type))
        ask, answered, out, after = self.label(), self.label(), self.label(), self.label()
        self.put(chosen, NONE)
        self.put(barred, NONE)
        renewed: dict[str, int] = {}
        for line in named_anew(tuple(lines), at) if pick.repeatedly and at + 1 < len(lines) else ():
            is_list = d.values.composed(line.value.type)
            renewed[line.name] = p.slot(f" {line.name} {number}", line.value.type if is_list else None)
            self.put(renewed[line.name], self.name(line.name))
        self.at(ask)
        self.comes_to(pick, record)
        self.before_asked(pick, chosen, lines, at, out if pick.optionally or pick.repeatedly else around.dead_end)
        about = self.about()
        names = self.known() | {CHOSEN: (chosen, t.SetOf(pick.type)), BARRED: (barred, t.SetOf(pick.type))}
        may_end: Code = 1 if pick.optionally else ("!=", ("load", "frame", chosen), NONE)
        self.put_at(constants["QUESTION"], CHOOSE)
        self.here.append(("drop", ("call", "asks_who_acts")))
        self.put_at(constants["ASKED_PICK"], record)
        self.put_at(constants["MAY_END"], may_end)
        self.wait(answered, around)
        waits = [answered]
        self.write_at(answered)
        self.here.append(("set", "given", ("load", constants["ANSWER"])))
        self.here.append(("if", ("==", "given", CONSTANTS["DONE"]), [("set", "pc", out), ("continue", "on")]))
        gathers = pick.gathered is not None
        self.put(chosen, ("call", "longer", ("load", "frame", chosen), "given") if gathers else d.image.put_behind([0]))
        self.put(picked, "given")
        if is_thing(d.graph, pick.type):
            self.here.append(("drop", ("call", "acts_in_it", "given")))
        turn = ask if pick.repeatedly else after
        if d.agenda.does_nothing(pick):
            self.jump(turn)
        else:
            first = len(p.segments)
            self.carry_out(pick, record, around, turn)
            waits += range(first, len(p.segments))
        self.bound = outer
        if not pick.repeatedly:
            self.bound[pick.var] = pick.type
        elif pick.gathered is not None:
            self.bound[pick.gathered] = t.SetOf(pick.type)
        self.write_at(out)
        for name, slot in renewed.items():  # behind the pick it means what it meant before
            self.put(p.slot(name), ("load", "frame", slot))
            self.put(slot, NONE)
        if not pick.repeatedly:
            self.put(picked, NONE)
        elif pick.gathered is not None:
            kept: Code = ("load", "frame", chosen)
            self.put(p.slot(pick.gathered), ("?", ("==", kept, NONE), d.image.put_behind([0]), kept))
        self.at(after)
        d.put_down(
            record, ("pick", pick.path), pick.type, pick, names, ABOUT=about, INSIDE_PICK=around.pick,
            AROUND_PICK=around.dead_end, BARRED_AT=barred, PICKED_AT=picked,
            **self.judging(pick, number, chosen, barred),
        )  # fmt: skip
        if (account := self.account(pick, number)) is not None:
            p.accounts |= dict.fromkeys(waits, account)

    def before_asked(self, pick: e.Pick, chosen: int, lines: Sequence[Line], at: int, ends: int) -> None:
        """Goes on where the pick ends if a thing that it needs is gone; names anew what depends on what was picked."""
        scope = self.d.asked("eligible", id(pick)).scope
        for name in self.d.agenda.needed[id(pick)]:
            if name in self.p.slots and is_thing(self.graph, scope.get(name, t.TEXT)):
                gone: Code = ("not", ("call", "has", self.name(name)))
                self.here.append(("if", gone, [("set", "pc", ends), ("continue", "on")]))
        if pick.repeatedly:
            if pick.gathered is not None:
                self.put(self.p.slot(pick.gathered), ("load", "frame", chosen))
            for line in named_anew(tuple(lines), at):
                self.named(line.name, self.value(line.value), line.value.type)
                self.checked()
        if pick.gathered is not None:
            self.bound[pick.gathered] = t.SetOf(pick.type)

    def carry_out(self, pick: e.Pick, record: int, around: Around, turn: int) -> None:
        """Writes what a pick does and what follows upon it, and goes on at a segment."""
        before, over = len(self.named_here), self.label()
        self.bound[pick.var] = pick.type
        self.comes_to(pick, record)
        for name, node in self.given_at(pick.path).values():
            self.named(name, self.value(node), node.type)
            self.checked()
        with self.holding(f"{record}"):
            if pick.cost is not None and pick.account is not None:
                self.pay(pick)
            self.block(pick.does, Around(around.finish, over, record))
            named = [*self.named_here[before:], *([pick.var] if pick.repeatedly else [])]
            self.at(over)
            self.comes_to(pick, record)
        self.follow(pick.path, {n: self.name(n) for n in self.bound if n in self.p.slots}, around, pick.path)
        self.forget(named)
        self.jump(turn)

    def given_at(self, moment: str) -> dict[int, tuple[str, e.Expr]]:
        """What rules know that follow an event which a pick brings about, as it is before what the pick does: by its
        identity each expression, with the name under which the moment is given its value."""
        ways = (way for rule in self.d.agenda.after.get(moment, ()) for way in self.graph.ways(rule, moment))
        nodes = {id(node): node for way in ways for _, node in way.given}
        return {key: (f" given {i}", node) for i, (key, node) in enumerate(nodes.items())}

    def pay(self, pick: e.Pick) -> None:
        assert pick.cost is not None
        assert pick.account is not None
        cost, spent = self.worked_out(pick.cost), self.worked_out(pick.account)
        self.here.append(("if", ("<", cost, 0), [("drop", ("call", "stop")), ("return", 0)]))
        base = self.worked_out(pick.account.base)
        account = pick.account
        self.set_attribute(
            base, account.base.type, account.name, account.owner, ("call", "added", spent, cost), account.type,
            nothing=f"what `{pick.path}` costs is counted in nothing",
        )  # fmt: skip

    def judging(self, pick: e.Pick, number: int, chosen: int, barred: int) -> dict[str, int]:
        """Returns the functions by which the library judges what can be picked here."""
        d = self.d
        asked = self.d.asked("eligible", id(pick))
        bars = self.d.asked("bars", (id(pick), f"{pick.path.partition('.')[0]}.{DONE}"))
        slots = dict(self.p.slots)  # what judges is written later, where names may mean something else
        here = lambda name: ("load", "frame", slots[name] * CELL) if name in slots else self.name(name)  # noqa: E731
        named = lambda name: "answer" if name == pick.var else here(name)  # noqa: E731
        d.values.kept_besides.add(asked.key)

        def eligible() -> list[Code]:
            lines: list[Code] = [("set", "found", d.answer(asked, here))] if asked.key else []
            if not asked.key or d.values.marks.may_stop(d.values.program.functions[asked.key].body):
                each: list[Code] = [("set", "found", ("call", self.one_by_one(pick, number, here), "frame"))]
                if asked.key:  # where some of it cannot be judged
                    stopped: Code = ("global", "stopped")
                    each = [("if", ("and", ("!=", stopped, 0), ("<", stopped, 3)), [("setg", "stopped", 0), *each])]
                lines += each
            for slot in [barred] if pick.gathered is None else [barred, chosen]:
                lines.append(("set", "found", ("call", "without", "found", ("load", "frame", slot))))
            return [*lines, ("return", "found")]

        done_barred = lambda: [("return", ("call", "barred_as_seen", d.answer(bars, here)) if bars.key else 0)]  # noqa: E731
        cost = lambda: [("return", 0 if pick.cost is None else d.value(pick.cost, named))]  # noqa: E731
        far = self.far(pick, asked)
        return {
            "ELIGIBLE": d.number(d.function_of(f"eligible {number}", ("frame",), eligible)),
            "DONE_BARRED": d.number(d.function_of(f"done barred {number}", ("frame",), done_barred)),
            "COST_OF": d.number(d.function_of(f"cost {number}", ("frame", "answer"), cost)),
            "FAR": 0 if far is None else d.number(d.function(f"far from {number}", ("frame",), [("return", far)])),
        }  # fmt: skip

    def account(self, pick: e.Pick, number: int) -> int | None:
        """Returns the function that gives the cell in which the cost of a pick is counted, if one does."""
        account = pick.account
        if account is None or pick.var in variables(account.base):
            return None
        at = ("+", self.d.layout.column(account.owner, account.name), ("<<", self.value(account.base), 3))
        return self.d.number(self.d.function(f"account {number}", ("frame",), [("return", at)]))

    def one_by_one(self, pick: e.Pick, number: int, here: Callable[[str], Code]) -> str:
        """The function that judges all that is offered one by one; what cannot be judged is passed over and noted."""
        barred = self.d.asked("bars", (id(pick), pick.path))
        named = lambda name: "answer" if name == pick.var else here(name)  # noqa: E731
        fits: Code = 1 if pick.where is None else self.d.value(pick.where, named)
        bars: Code = self.d.answer(barred, named) if barred.key else 0
        barred_now: Code = ("call", "barred_as_seen", bars)
        lines: list[Code] = [
            ("set", "domain", self.d.value(pick.domain, here)), ("set", "begun", ("global", "pending")),
            ("if", ("global", "stopped"), [("return", ("call", "listed", "begun"))]),
            ("set", "free", ("global", "free")),
            *each_member("answer", "domain", [
                ("set", "fits", ("call", "as_far_as_seen", fits)),
                ("set", "met", ("global", "stopped")), ("setg", "stopped", 0),
                ("if", ("or", (">", "fits", 0), ("!=", "met", 0)), [
                    ("if", ("not", barred_now), [("drop", ("call", "add_unless", "answer", "met"))]),
                    ("setg", "stopped", 0),
                ]),
                ("setg", "free", "free"),
            ]),
            ("return", ("call", "listed", "begun")),
        ]  # fmt: skip
        return self.d.function(f"offered {number}", ("frame",), lines)

    def far(self, pick: e.Pick, asked: Asked) -> Code | None:
        """How far the first thing named after a hex is from the hexes named before it."""
        aims: list[Code] = []
        for name, type_ in asked.scope.items():
            bare = t.bare(type_)
            if name == pick.var or name not in self.p.slots or not isinstance(bare, t.Kind):
                continue
            if bare.name == "hex":
                aims.append(self.name(name))
            elif is_thing(self.graph, type_) and aims:
                here: Code = ("call", "hex_of", self.name(name))
                found: Code = ("call", "far_between", here, aims[0])
                for aim in aims[1:]:
                    found = ("call", "smaller", found, ("call", "far_between", here, aim))
                return found
        return None

    def offer(self, line: e.Offer, around: Around) -> None:
        first = self.constants["FIRST_THING_ARG"]
        decl = self.graph.actions[line.action]
        args: list[Code] = []
        for (_, type_), node in zip(decl.params, line.args, strict=True):
            value = self.local(self.d.lasting(self.worked_out(node), type_))
            args.append(("?", ("==", value, NONE), NONE, ("+", value, first)) if is_thing(self.graph, type_) else value)
        to = self.who(line.to, f"`{line.action}` is offered to nobody")
        given = self.local(("call", "room", len(args) + 1))
        offers = self.local(("call", "room", 3))
        self.checked()
        self.here += [("store", given, len(args)), *(("store", given, a, (i + 1) * CELL) for i, a in enumerate(args))]
        self.here += [("store", offers, 2), ("store", offers, self.d.actions.index(line.action), 8),
                      ("store", offers, given, 16)]  # fmt: skip
        on = self.label()
        self.here += [logged(("+", "frame", PC), on),
                      ("drop", ("call", "open_window", to, offers, int(line.repeatedly), int(line.duty), self.about())),
                      ("return", 0)]  # fmt: skip
        if around.pick:
            self.p.waits_in[on] = around.pick
        self.write_at(on)
