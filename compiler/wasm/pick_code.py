"""Picks and offers: where a procedure waits for somebody to decide, and how the library judges what may be picked."""

from __future__ import annotations

from collections.abc import Callable

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower import step_form as s
from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.layout import CELL, NONE, signed
from hexlaw.compiler.wasm.procedures import BARRED, CHOOSE, CHOSEN, CONSTANTS, PC, Around, either, is_thing, logged
from hexlaw.compiler.wasm.writer import Writer
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.footprint import footprints_of
from hexlaw.runtime.play.chance import word
from hexlaw.runtime.play.picks import STOPPED_BY


def pick(w: Writer, step: s.Pick, around: Around) -> None:
    d, p, constants = w.d, w.p, w.constants
    record, number = d.pick(), d.picks
    outer = dict(w.bound)
    chosen, barred = (p.slot(f" {what} {number}", t.SetOf(step.type)) for what in ("chosen", "barred"))
    may_stop = any(step.path in picks for _, picks in memoised(d.graph, "_stops", stops_of).values())
    ended = p.slot(f" ended {number}") if may_stop else 0  # right behind what is barred
    picked = p.slot(step.var)
    if step.gathered is not None:
        p.slot(step.gathered, t.SetOf(step.type))
    ask, answered, out, after = w.label(), w.label(), w.label(), w.label()
    for slot in filter(None, (chosen, barred, ended)):
        w.put(slot, NONE)
    renewed: dict[str, int] = {}
    for line in step.anew if step.is_followed else ():
        type_ = line.value.type
        renewed[line.name] = p.slot(f" {line.name} {number}", type_ if d.values.composed(type_) else None)
        w.put(renewed[line.name], w.name(line.name))
    w.at(ask)
    w.comes_to(step.about, record)
    before_asked(w, step, chosen, out if step.optionally or step.repeatedly else around.dead_end)
    about = w.about()
    names = w.known() | {CHOSEN: (chosen, t.SetOf(step.type)), BARRED: (barred, t.SetOf(step.type))}
    names |= {STOPPED_BY: (ended, t.TEXT)} if ended else {}
    may_end: Code = 1 if step.optionally else ("!=", ("load", "frame", chosen), NONE)
    w.put_at(constants["QUESTION"], CHOOSE)
    w.here.append(("drop", ("call", "asks_who_acts")))
    w.put_at(constants["ASKED_PICK"], record)
    w.put_at(constants["MAY_END"], may_end)
    w.wait(answered, around)
    waits = [answered]
    w.write_at(answered)
    w.here.append(("set", "given", ("load", constants["ANSWER"])))
    w.here.append(("if", ("==", "given", CONSTANTS["DONE"]), [("set", "pc", out), ("continue", "on")]))
    gathers = step.gathered is not None
    w.put(chosen, ("call", "longer", ("load", "frame", chosen), "given") if gathers else d.image.put_behind([0]))
    w.put(picked, "given")
    if is_thing(d.graph, step.type):
        w.here.append(("drop", ("call", "acts_in_it", "given")))
    turn = ask if step.repeatedly else after
    if step.does_nothing:
        w.jump(turn)
    else:
        first = len(p.segments)
        carry_out(w, step, record, around, turn)
        waits += range(first, len(p.segments))
    w.bound = outer
    if not step.repeatedly:
        w.bound[step.var] = step.type
    elif step.gathered is not None:
        w.bound[step.gathered] = t.SetOf(step.type)
    w.write_at(out)
    for name, slot in renewed.items():  # behind the pick it means what it meant before
        w.put(p.slot(name), ("load", "frame", slot))
        w.put(slot, NONE)
    if not step.repeatedly:
        w.put(picked, NONE)
    elif step.gathered is not None:
        kept: Code = ("load", "frame", chosen)
        w.put(p.slot(step.gathered), ("?", ("==", kept, NONE), d.image.put_behind([0]), kept))
    w.at(after)
    d.put_down(
        record, ("pick", step.path), step.type, step.about, names, ABOUT=about, INSIDE_PICK=around.pick,
        AROUND_PICK=around.dead_end, BARRED_AT=barred, PICKED_AT=picked,
        **judging(w, step, number, chosen, barred, ended),
    )  # fmt: skip
    if (account := account_of(w, step, number)) is not None:
        p.accounts |= dict.fromkeys(waits, account)


def before_asked(w: Writer, step: s.Pick, chosen: int, ends: int) -> None:
    """Goes on where the pick ends if a thing that it needs is gone; names anew what depends on what was picked."""
    types = dict(step.known)
    for name in step.needs:
        if name in w.p.slots and is_thing(w.graph, types.get(name, t.TEXT)):
            gone: Code = ("not", ("call", "has", w.name(name)))
            w.here.append(("if", gone, [("set", "pc", ends), ("continue", "on")]))
    if step.repeatedly:
        if step.gathered is not None:
            w.put(w.p.slot(step.gathered), ("load", "frame", chosen))
        for line in step.anew:
            w.named(line.name, w.value(line.value), line.value.type)
            w.checked()
    if step.gathered is not None:
        w.bound[step.gathered] = t.SetOf(step.type)


def carry_out(w: Writer, step: s.Pick, record: int, around: Around, turn: int) -> None:
    """Writes what a pick does and what follows upon it, and goes on at a segment."""
    before, over = len(w.named_here), w.label()
    w.bound[step.var] = step.type
    w.comes_to(step.about, record)
    for name, value in step.given:
        w.named(name, w.value(value), value.type)
        w.checked()
    with w.holding(f"{record}"):
        pay(w, step)
        w.block(step.does, Around(around.finish, over, record))
        named = [*w.named_here[before:], *([step.var] if step.repeatedly else [])]
        w.at(over)
        w.comes_to(step.about, record)
    w.invoke(step.then, Around(around.finish, around.dead_end, record + 1))
    w.forget(named)
    w.jump(turn)


def pay(w: Writer, step: s.Pick) -> None:
    account = step.account
    if step.cost is None or account is None:
        return
    cost, spent = w.worked_out(step.cost), w.worked_out(account.spent)
    w.here.append(("if", ("<", cost, 0), [("drop", ("call", "stop")), ("return", 0)]))
    of = w.worked_out(account.of)
    w.set_attribute(
        of, account.of.type, account.name, account.owner, ("call", "added", spent, cost), account.spent.type,
        nothing=f"what `{step.path}` costs is counted in nothing",
    )  # fmt: skip


def stops_of(graph: g.Graph) -> dict[int, tuple[str, frozenset[str]]]:
    """By the identity of each statement that stops picks: the part of the law in which it stands, and these picks."""
    bodies, found = footprints_of(graph).bodies, dict[int, tuple[str, frozenset[str]]]()
    lines = [(owner, line) for owner, body in bodies.items() for line in parts(body)]
    again = frozenset(line.path for _, line in lines if isinstance(line, e.Pick) and line.repeatedly)
    for owner, line in lines:
        if isinstance(line, e.Stops):
            said = [way.pick for event in line.events for way in graph.events[event].by]
            said += [path for path in again if path.partition(".")[0] in line.actions]
            found[id(line)] = owner, again.intersection(graph.with_kinds("", said, ()))
    return found


def stop(w: Writer, step: s.PlainStep, around: Around) -> None:
    """The frame of the innermost such pick under way keeps what says so, behind what is barred: nothing is picked."""
    by, picks = memoised(w.graph, "_stops", stops_of)[id(step.about)]
    paths = w.d.image.put_behind([len(picks), *(signed(word(path)) for path in sorted(picks))])
    asked, row = ("load", "pick", CONSTANTS["ASKED_NAME"]), ("load", ("load", "frame"), CONSTANTS["WAITS"])
    at = ("+", ("+", "frame", ("load", "pick", CONSTANTS["BARRED_AT"])), CELL)
    stops = w.d.function(f"stops by {by}: {sorted(picks)}", ("frame", "pick"), [
        ("loop", "out", [
            ("if", ("!=", "pick", 0), [
                ("if", ("call", "among", asked, paths, 0), [
                    logged(at, w.d.value(f.Const(by, t.TEXT))), ("return", 0),
                ]),
                ("set", "pick", ("load", "pick", CONSTANTS["INSIDE_PICK"])), ("continue", "out"),
            ]),
            ("set", "frame", ("load", "frame", 2 * CELL)),
            ("if", ("not", "frame"), [("return", 0)]),
            ("set", "pick", ("&", ("load", ("+", row, ("<<", ("load", "frame", PC), 3))), -2)), ("continue", "out"),
        ]),
    ])  # fmt: skip
    w.here.append(("drop", ("call", stops, "frame", around.pick)))


def judging(w: Writer, step: s.Pick, number: int, chosen: int, barred: int, ended: int) -> dict[str, int]:
    """Returns the functions by which the library judges what can be picked here."""
    d, whole, without = w.d, step.eligible, [barred] if step.gathered is None else [barred, chosen]
    over: Code = ("!=", ("load", "frame", ended), NONE) if ended else 0
    slots = dict(w.p.slots)  # what judges is written later, where names may mean something else
    here = lambda name: ("load", "frame", slots[name] * CELL) if name in slots else w.name(name)  # noqa: E731
    named = lambda name: "answer" if name == step.var else here(name)  # noqa: E731
    if whole is not None:
        d.values.kept_besides.add(whole.function)

    def eligible() -> list[Code]:
        found: Code = d.value(whole, here) if whole is not None else 0
        for slot in without:
            found = ("call", "members_of", found, ("load", "frame", slot), 0)
        none: list[Code] = [("if", over, [("return", d.image.put_behind([0]))])]
        return [*(none if ended else []), ("return", found)]

    gone: list[Code] = [over, *(("call", "among", "answer", ("load", "frame", slot), 0) for slot in without)]
    done_barred = lambda: [("return", barred_as_seen(w, step.done_barred, here))]  # noqa: E731
    cost = lambda: [("return", 0 if step.cost is None else d.value(step.cost, named))]  # noqa: E731
    far = far_from(w, step)
    return {
        "ELIGIBLE": 0 if whole is None else d.number(d.function_of(f"eligible {number}", ("frame",), eligible)),
        "DONE_BARRED": d.number(d.function_of(f"done barred {number}", ("frame",), done_barred)),
        "COST_OF": d.number(d.function_of(f"cost {number}", ("frame", "answer"), cost)),
        **standing(w, step, number, here, named, gone),
        "REPEATS": int(step.repeatedly),
        "FAR": 0 if far is None else d.number(d.function(f"far from {number}", ("frame",), [("return", far)])),
    }  # fmt: skip


def standing(
    w: Writer, step: s.Pick, number: int, here: Callable[[str], Code], named: Callable[[str], Code], gone: list[Code]
) -> dict[str, int]:
    """Returns the functions that list the candidates of a pick, and that judge one of them; none can be picked where it
    is `gone`. A look-ahead tries candidates directly unless values are lists, or what is read of the law is noted."""
    d, whole = w.d, step.eligible
    is_direct = not (d.values.composed(step.type) or d.values.reading is not None or d.layout.is_evaluated)

    def domain() -> list[Code]:
        if whole is None or not is_direct:
            return [("return", d.value(step.among, here))]
        function = d.values.program.functions[whole.function]
        assert isinstance(function.body, f.Loop)
        [binder] = function.body.binders
        return [("return", d.writing.x(binder.over, {name: here(name) for name, _ in function.params}))]

    def stands() -> list[Code]:
        fits: Code = 1 if step.where is None else d.value(step.where, named)
        return [
            ("if", either(gone), [("return", 0)]),
            ("set", "fits", ("call", "as_far_as_seen", fits, 1)),
            ("set", "met", ("global", "stopped")), ("setg", "stopped", 0),
            ("if", ("not", ("or", (">", "fits", 0), ("!=", "met", 0))), [("return", 0)]),
            ("if", barred_as_seen(w, step.barred, named), [("setg", "stopped", 0), ("return", 0)]),
            ("if", "met", [("setg", "stopped", "met")]),
            ("return", 1),
        ]  # fmt: skip

    return {
        "DOMAIN": d.number(d.function_of(f"domain {number}", ("frame",), domain)),
        "STANDS": d.number(d.function_of(f"stands {number}", ("frame", "answer"), stands)),
        "IS_DIRECT": int(is_direct),
    }


def barred_as_seen(w: Writer, barred: f.Expr | None, named: Callable[[str], Code]) -> Code:
    return 0 if barred is None else (">", ("call", "as_far_as_seen", w.d.value(barred, named), 0), 0)


def account_of(w: Writer, step: s.Pick, number: int) -> int | None:
    """Returns the function that gives the cell in which the cost of a pick is counted, if one does."""
    account = step.account
    if account is None or account.depends_on_pick:
        return None
    at = ("+", w.d.layout.column(account.owner, account.name), ("<<", w.value(account.of), 3))
    return w.d.number(w.d.function(f"account {number}", ("frame",), [("return", at)]))


def far_from(w: Writer, step: s.Pick) -> Code | None:
    """How far the first thing named after a hex is from the hexes named before it."""
    aims: list[Code] = []
    for name, type_ in step.known:
        bare = t.bare(type_)
        if name == step.var or name not in w.p.slots or not isinstance(bare, t.Kind):
            continue
        if bare.name == "hex":
            aims.append(w.name(name))
        elif is_thing(w.graph, type_) and aims:
            here: Code = ("call", "hex_of", w.name(name))
            found: Code = ("call", "far_between", here, aims[0])
            for aim in aims[1:]:
                found = ("call", "smaller", found, ("call", "far_between", here, aim))
            return found
    return None


def offer(w: Writer, step: s.Offer, around: Around) -> None:
    first = w.constants["FIRST_THING_ARG"]
    decl = w.graph.actions[step.action]
    args: list[Code] = []
    for (_, type_), node in zip(decl.params, step.args, strict=True):
        value = w.local(w.d.lasting(w.worked_out(node), type_))
        args.append(("?", ("==", value, NONE), NONE, ("+", value, first)) if is_thing(w.graph, type_) else value)
    to = w.who(step.to, f"`{step.action}` is offered to nobody")
    given = w.local(("call", "room", len(args) + 1))
    offers = w.local(("call", "room", 3))
    w.checked()
    w.here += [("store", given, len(args)), *(("store", given, a, (i + 1) * CELL) for i, a in enumerate(args))]
    w.here += [("store", offers, 2), ("store", offers, w.d.actions.index(step.action), 8), ("store", offers, given, 16)]
    on = w.label()
    repeatedly, duty = int(step.repeatedly), int(step.duty)
    w.here += [logged(("+", "frame", PC), on),
               ("drop", ("call", "open_window", to, offers, repeatedly, duty, w.about())), ("return", 0)]  # fmt: skip
    if around.pick:
        w.p.waits_in[on] = around.pick
    w.write_at(on)
