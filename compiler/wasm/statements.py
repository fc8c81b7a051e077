"""Prints the steps that change a game, and the hooks of a moment, as code of a procedure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hexlaw.compiler.lower import step_form as s
from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.keeping import kept_at
from hexlaw.compiler.wasm.layout import CELL, NONE, UNSEEN, signed
from hexlaw.compiler.wasm.procedures import ACTED, ADVICE, DRAW, MARK, SAVED, THROW, Around, logged
from hexlaw.compiler.wasm.value_code import Writing
from hexlaw.compiler.wasm.writer import Writer
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.play.chance import word


def name(w: Writer, step: s.Name, around: Around) -> None:
    w.named(step.name, w.value(step.value), step.value.type)
    w.checked()


def branch(w: Writer, step: s.Branch, around: Around) -> None:
    test: Code = (">", w.worked_out(step.test), 0)
    w.branch(test, lambda _: w.block(step.then, around), lambda: w.block(step.otherwise, around))


def each(w: Writer, step: s.Each, around: Around) -> None:
    type_ = step.among.type
    w.each(step.var, t.item_of(type_), w.value(step.among), type_, lambda inner: w.block(step.body, inner), around)


def throw(w: Writer, step: s.PlainStep, around: Around) -> None:
    line, shown = step.about, w.worked_out(step.of("faces"))
    assert isinstance(line, e.Roll)
    w.ask(THROW, line, "throw", line.name, t.WHOLE)
    w.put_at(w.constants["DICE"], line.count)
    w.put_at(w.constants["FACES"], ("call", "faces_of", shown))
    w.checked()
    w.answered(around, line.name, t.WHOLE)


def draw(w: Writer, step: s.DrawLot, around: Around) -> None:
    among, type_ = step.among, step.among.type
    item = t.item_of(type_)
    found = w.worked_out(among)

    def drawn(_: int) -> None:
        w.ask(DRAW, step.about, "draw", step.var, item)
        w.put_at(w.constants["DICE"], w.d.lasting(w.value(among), type_))
        w.answered(around, step.var, item)

    nothing = lambda: w.put(w.p.slot(step.var), NONE)  # noqa: E731
    w.branch((">", ("call", "size", found), 0), drawn, nothing)


def leave(w: Writer, step: s.PlainStep, around: Around) -> None:
    if isinstance(step.about, e.EndGame):
        w.put_at(w.constants["FRAME"], 0)
        w.here.append(("return", 0))
    else:
        w.jump(around.finish)
    w.write_at(w.label())


def write(w: Writer, step: s.PlainStep, around: Around) -> None:
    line = step.about
    assert isinstance(line, e.SetAttribute)
    subject, new = w.worked_out(step.of("base")), w.worked_out(step.of("value"))
    until = None if line.until is None else w.given(step.of("until"), f"`{line.name}` is set until no moment")
    w.set_attribute(subject, line.base.type, line.name, line.owner, new, line.value.type, until)


def move(w: Writer, step: s.PlainStep, around: Around) -> None:
    thing, place = w.worked_out(step.of("thing")), w.worked_out(step.of("to"))
    w.move(thing, w.place(place, step.of("to").type))


def place(w: Writer, step: s.PlainStep, around: Around) -> None:
    line, layout = step.about, w.d.layout
    assert isinstance(line, e.Place)
    kind, where = line.kind, w.place(w.worked_out(step.of("where")), line.where.type)
    placed: Code = ("call", "place_new", layout.pool(kind), where)
    if kind in layout.lots:
        lot = layout.lots.index(kind), signed(word(kind))
        placed = ("call", "place_by_lot", layout.pool(kind), *lot, where)
    made = w.local(placed)
    if line.name is not None:
        w.named(line.name, made, t.Kind(kind))
    w.moved(made)


def remove(w: Writer, step: s.PlainStep, around: Around) -> None:
    w.moved(("call", "remove", w.worked_out(step.of("thing"))))


def point(w: Writer, step: s.PlainStep, around: Around) -> None:
    """Stores the sort of the point, the thing, its place, a digest of its attributes, and these."""
    line, thing = step.about, w.worked_out(step.of("thing"))
    assert isinstance(line, e.Point)
    kept = kept_at(line)
    sort = w.d.sorts_of_points.index((line.name, kept))
    w.here += [
        ("set", "point", ("call", "room", 4 + len(kept))), ("set", "key", 0),
        ("if", ("or", ("<", "point", 0), ("==", thing, NONE)), [("drop", ("call", "stop")), ("return", 0)]),
        ("store", "point", sort), ("store", "point", thing, CELL),
        ("store", "point", ("load", ("<<", thing, 3), w.constants["PLACE"]), 2 * CELL),
    ]  # fmt: skip
    for i, name in enumerate(kept):
        value: Code = ("load", ("<<", thing, 3), w.d.layout.column("thing", name))
        digest = w.d.values.digest(w.d.attribute(name, line.thing.type).type, value)
        w.here += [("store", "point", value, (4 + i) * CELL), ("set", "key", ("call", "folded", "key", digest))]
    w.here += [("store", "point", "key", 3 * CELL), ("drop", ("call", "passed", "point"))]
    w.checked()


def go_back(w: Writer, step: s.PlainStep, around: Around) -> None:
    line, thing = step.about, w.worked_out(step.of("thing"))
    assert isinstance(line, e.Return)
    type_ = line.thing.type
    sorts = [(i, kept) for i, (name, kept) in enumerate(w.d.sorts_of_points) if name == line.point]
    point = w.local(("call", "point_passed", sorts[0][0], sorts[-1][0], thing))
    w.checked()
    w.move(thing, ("load", point, 2 * CELL))
    for sort, names in sorts:
        with w.aside() as lines:
            for i, name in enumerate(names):
                decl, kept = w.d.attribute(name, type_), w.local(("load", point, (4 + i) * CELL))
                if decl.secret:
                    hidden = Writing(w.d.values).is_hidden(thing, name)
                    kept = w.local(("?", hidden, UNSEEN, kept))
                w.set_attribute(thing, type_, name, "thing", kept, decl.type)
        w.here.append(("if", ("==", ("load", point), sort), lines))


def reveal(w: Writer, step: s.PlainStep, around: Around) -> None:
    line, thing = step.about, w.worked_out(step.of("what"))
    assert isinstance(line, e.Reveal)
    side: Code = NONE if line.to is None else w.given(step.of("to"), "something is revealed to nobody")
    one = line.what if isinstance(line.what, e.Attribute) else None
    which = -1 if one is None else w.d.layout.secret(one.name if one.owner else g.PLACE)
    w.here.append(("drop", ("call", "reveal", thing, which, side)))
    w.checked()


def hook(w: Writer, step: s.Hook, around: Around) -> None:
    """Tests all ways before the body is carried out for any of them."""
    applies, over = list[Code](), w.label()
    if step.is_advice:
        w.put(ADVICE, over)
    w.comes_to(step.about)
    for i, way in enumerate(step.ways):
        with coming_by(w, way):
            if way.step is not None:
                w.print(way.step, around)
            elif way.applies is not None:
                applies.append(w.worked_out(way.applies))
                if len(step.ways) > 1:
                    w.put(slot := w.p.slot(f" applies {i}"), applies[i])
                    applies[i] = ("load", "frame", slot)
    for way, test in zip(step.ways, applies, strict=False):
        with coming_by(w, way):
            w.branch((">", test, 0), lambda on: w.block(step.body, Around(over, on)))
    w.at(over)
    if step.is_advice:
        w.put(ADVICE, NONE)
    w.forget([f" applies {i}" for i in range(len(applies)) if len(step.ways) > 1])


@contextmanager
def coming_by(w: Writer, way: s.HookWay) -> Iterator[None]:
    """Binds the names of the event to those of one of the ways in which it comes about."""
    own, bound = {name: w.p.slot(name) // CELL for name, _, _ in way.given}, dict(w.bound)
    w.p.slots |= {name: w.p.slots[called] for name, called, _ in way.given}
    w.bound |= {name: type_ for name, _, type_ in way.given}
    yield
    w.p.slots |= own
    w.bound = bound


def rest(w: Writer, action: str) -> None:
    """Checks what must hold at rest when an action is over. A breach is refused if who acts gave the last answer, and
    it is not judged yet; else the action is noted as unrested. Where a dead end was noted, nothing more is."""
    touched, answered = w.constants["TOUCHED"], w.constants["ANSWERED"]
    acted = ("load", "frame", ACTED)
    w.here += [
        *w.d.check_all_times(("load", "frame", MARK)),
        ("if", ("or", ("load", touched), ("call", "size", acted)), [
            ("set", "outer", ("load", touched)),
            ("if", ("call", w.d.anew("rest"), ("load", "frame", MARK), acted), [
                ("if", ("!=", ("load", answered), NONE), [
                    ("if", ("and", ("call", "answers_for_it", ("load", answered)), ("==", ("global", "judged"), 0)),
                     [("drop", ("call", "broken"))], [("drop", ("call", "unrested", w.d.actions.index(action)))]),
                ]),
            ]),
            ("if", ("global", "stopped"), [("return", 0)]),
        ]),
        logged(touched, ("|", ("load", touched), ("load", "frame", SAVED))),
    ]  # fmt: skip
