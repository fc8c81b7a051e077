"""Expressions by lot: of a type, with the names that are known at their place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

from lot.world import Named, Scope, Type, World, with_article

Way = Callable[[], str]
Some = TypeVar("Some")
DEPTH = 3


class Values:
    def __init__(self, random: Random, world: World) -> None:
        self.random, self.world = random, world
        self.numbered = 0
        self.figure = ""
        """The attribute of the first kind that a unit chart prints."""
        self.asking = True
        """Whether facts and memories may be asked here: not in rules about a fact that others may ask already."""

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def some(self, things: Iterable[Some], percent: int = 50) -> list[Some]:
        return [thing for thing in things if self.chance(percent)]

    def fresh(self, type_: Type = "") -> str:
        """Returns a name for something; by it `constructs.py` recognises contacts."""
        self.numbered += 1
        return f"{'c' if type_ == 'contact' else 'v'}{self.numbered}"

    def value(self, type_: Type, scope: Scope, depth: int = DEPTH) -> str:
        """Returns an expression that can stand everywhere: what binds loosely is in brackets."""
        ways = self._paths(type_, scope) * 3
        if not ways or depth > 0:
            ways += self._written(type_, scope)
        if depth > 0 or not ways:
            ways += self._composed(type_, scope, depth - 1)
        return self.random.choice(ways)()

    # ---- what is there already

    def paths(self, type_: Type, scope: Scope) -> list[str]:
        """Returns names, and attributes of what they name."""
        world = self.world
        found = scope.of(world, type_)
        for name, of in (*scope.names, Named("game", "game")):
            found += [
                f"{name}.{a.name}"
                for a in world.of_kind(of.removesuffix(" or none"))
                if world.fits(a.type, type_) and (scope.sees or not a.secret)
            ]
            if type_.startswith("hex") and type_ != "hexside" and world.holders.get(of):
                found.append(f"{name}.hex")
            if type_ == f"{self.held_in(of)} or none":
                found.append(f"{name}.holder")
            found += [f"{name}.{part}" for part, t in world.records.get(of, ()) if world.fits(t, type_)]
            found += [f"{name}.{part}" for part, t in world.orders.get(of, ()) if world.fits(t, type_)]
            if of == "contact" and type_ in ("exact", "whole"):
                found.append(f"{name}.{'at' if type_ == 'exact' else self.random.choice(('passed', 'left'))}")
            if of == "contact" and type_ in ("hexside or none", "hex or none"):
                found.append(f"{name}.{type_.split()[0].replace('hexside', 'side')}")
        if type_ == "side" and scope.acting:
            found.append("acting")
        return found

    def held_in(self, kind: Type) -> Type | None:
        """Returns the kind of things in which those of a kind can stand."""
        return next((holder for holder in self.world.holders.get(kind, ()) if holder != "hex"), None)

    def _paths(self, type_: Type, scope: Scope) -> list[Way]:
        return [lambda p=p: p for p in self.paths(type_, scope)]  # type: ignore[misc]

    def _written(self, type_: Type, scope: Scope) -> list[Way]:
        """What is written as it is: numbers, values of choices, `none`, empty sets."""
        world, random = self.world, self.random
        if type_.endswith(" or none"):
            return [lambda: "none"]
        if type_ == "side":
            return [lambda: random.choice(world.sides)]
        if type_ in world.choices:
            return [lambda: random.choice(world.choices[type_])]
        if type_ == "whole" or world.measures.get(type_) == "whole":
            return [lambda: str(random.choice((0, 1, 1, 2, 2, 3, 4, -1)))]
        if world.is_number(type_):
            return [lambda: random.choice(("0", "1", "2", "3", "1/2", "1 1/2", "2/3", "-1/2"))]
        if type_ == "text":
            return [lambda: f'"{random.choice(("", "dusk", "dawn"))}"']
        name = self.fresh()
        if type_ == "hex":
            return [lambda: f"(whichever {name} in hexes gives {random.choice(('least', 'most'))} 1)"]
        if type_ in world.kinds:
            return [lambda: f"(whichever {name} in (those {type_} {name}s) gives {random.choice(('least', 'most'))} 1)"]
        return []

    def plain(self, type_: Type) -> str:
        """Returns a value that is written, and not computed, as data and defaults are."""
        return self.random.choice(self._written(type_, Scope()))()

    # ---- what is made of other values

    def _composed(self, type_: Type, scope: Scope, depth: int) -> list[Way]:
        world = self.world
        ways: list[Way] = []
        for asked in world.asked if self.asking else ():
            if world.fits(asked.type, type_) and asked.type != "yes/no" and (scope.sees or not asked.secret):
                ways += [lambda asked=asked: self.call(asked.name, asked.params, scope, depth)] * 3  # type: ignore[misc]
        if type_.endswith(" or none"):
            return [*ways, lambda: self.value(type_.removesuffix(" or none"), scope, depth)]
        if type_.startswith("set of "):
            return [*ways, *self._sets(type_.removeprefix("set of "), scope, depth)]
        if world.is_number(type_):
            return [*ways, *self._numbers(type_, scope, depth)]
        if type_ in world.ordered:
            ways.append(lambda: f"shifted({self.value(type_, scope, depth)}, {self.value('whole', scope, depth)})")
        if type_ in world.choices or type_ in ("hex", "hexside", *world.kinds):
            ways.append(lambda: self._best(type_, scope, depth))
        if type_ in world.kinds and self.chance(2):
            ways.append(lambda: f"(one {self.binder(type_, scope, depth)[0]})")
        if type_ == "hex":
            ways += self._hexes(scope, depth)
        if type_ == "hexside":
            ways += [lambda: "side-between({0}, neighbour({0}, {1}))".format(self.value("hex", scope, 0), self._turn())]
        if type_ in world.records:
            ways.append(lambda: self.record(type_, world.records[type_], scope, depth))
        if type_ == "moment":
            ways += self._moments(scope)
        if type_ == "text":
            ways += self._written(type_, scope)
        return ways or [lambda: self._anything(type_)]

    def _anything(self, type_: Type) -> str:
        raise AssertionError(f"nothing is of the type {type_}")

    def call(self, name: str, params: Sequence[Named], scope: Scope, depth: int) -> str:
        return f"{name}({', '.join(self.value(t, scope, depth) for _, t in params)})"

    def record(self, name: str, parts: Sequence[Named], scope: Scope, depth: int) -> str:
        return f"{name}({', '.join(f'{part} = {self.value(t, scope, depth)}' for part, t in parts)})"

    def _turn(self) -> int:
        return self.random.randint(1, 7)

    def _hexes(self, scope: Scope, depth: int) -> list[Way]:
        def near() -> str:
            return self.value("hex", scope, depth)

        ways: list[Way] = [lambda: f"neighbour({near()}, {self._turn()})"]
        if self.chance(4):
            h, x = Named(self.fresh(), "hex"), Named(self.fresh(), next(iter(self.world.kinds)))
            there = f"{x.name}.hex" if self.chance(60) else self.value("hex", scope.with_(h, x), min(depth, 1))
            ways.append(lambda: f"(one {h.name} in hexes where (any {x.type} {x.name} where {there} is {h.name}))")
        if self.chance(30):
            ways.append(
                lambda: "straight-across({0}, neighbour({0}, {1}))".format(self.value("hex", scope, 0), self._turn())
            )
        return ways

    def _moments(self, scope: Scope) -> list[Way]:
        part = self.random.choice(self.world.parts)
        which = self.random.choice(("", "this ", "next "))
        side = self.value("side", scope, 0)
        return [
            lambda: f"end of {which}{part}",
            lambda: f"start of next {part}",
            lambda: f"end of next {part}{f' of {side}' if '.' in side or side in scope.of(self.world, 'side') else ''}",
        ]

    def _best(self, type_: Type, scope: Scope, depth: int) -> str:
        name = self.fresh()
        inner = scope.with_(Named(name, type_))
        most = self.random.choice(("most", "least"))
        return (
            f"(whichever {name} in {self._some(type_, scope, depth)} gives {most} {self.value('whole', inner, depth)})"
        )

    def _some(self, type_: Type, scope: Scope, depth: int) -> str:
        """Returns a set that mostly has something in it."""
        if type_ == "hex":
            return (
                self.random.choice(["hexes", f"neighbours({self.value('hex', scope, 0)})"])
                if scope.of(self.world, "hex")
                else "hexes"
            )
        if type_ == "hexside":
            return "hexsides" if self.chance(12) else f"sides-of({self.value('hex', scope, 0)})"
        if type_ in self.world.kinds:
            return f"(those {type_} {self.fresh()})"
        return "{" + ", ".join(dict.fromkeys(self.value(type_, scope, 0) for _ in range(2))) + "}"

    def _sets(self, of: Type, scope: Scope, depth: int) -> list[Way]:
        ways: list[Way] = [
            lambda: f"(those {self.binder(of, scope, depth)[0]})",
            lambda: (
                "{"
                + ", ".join(dict.fromkeys(self.value(of, scope, depth) for _ in range(self.random.randint(1, 2))))
                + "}"
            ),
        ]
        if of == "hex":
            ways += [
                lambda: "hexes", lambda: f"neighbours({self.value('hex', scope, depth)})",
                lambda: f"(those {self.linked(scope, depth)[0]})",
                lambda: "hexes-of({})".format(self.value("hexside", scope, depth)),
                lambda: "hexes-before({0}, {0}, {1})".format(self.value("hex", scope, 0), self.value("hex", scope, 0)),
            ]  # fmt: skip
        if of == "hexside":
            ways += [lambda: f"sides-of({self.value('hex', scope, depth)})"]
            if self.chance(30):
                ways.append(lambda: "hexsides")
        if self.world.is_number(of) and of == "whole":
            ways += [lambda: f"numbers({self.random.randint(0, 1)}, {self.random.randint(1, 3)})"]
        return ways

    def linked(self, scope: Scope, depth: int) -> tuple[str, Scope]:
        """Returns a search from hex to hex, and what is known behind it."""
        name, before = self.fresh(), self.fresh()
        text = f"{name} linked to {self.value(self.random.choice(('hex', 'set of hex')), scope, min(depth, 1))}"
        inner = scope.with_(Named(name, "hex"))
        if self.chance(60):
            text += f" within {self.random.randint(0, 3)}"
        if self.chance(40):
            text, inner = f"{text} after {before}", inner.with_(Named(before, "hex"))
        if self.chance(70):
            text += f" where {self.condition(inner, depth)}"
        return text, inner

    def binder(self, type_: Type, scope: Scope, depth: int, where: int = 60) -> tuple[str, Named]:
        """Returns what is gone through, and what its name means."""
        world, random = self.world, self.random
        bound = Named(self.fresh(type_), type_)
        if type_ in world.kinds or type_ in world.orders:
            text = f"{type_} {bound.name}"
            at = self.paths("hex", scope) + self.paths("set of " + type_, scope)
            if at and type_ in world.kinds and self.chance(35):
                text += (
                    f" {random.choice(('in', 'in', 'within'))} {random.choice(at)}" if self.paths("hex", scope) else ""
                )
        elif type_ == "contact":
            line = random.choice(("sides-along", "hexes-along", "sides-on-paths", "hexes-on-paths"))
            text = f"{bound.name} in {line}({self.value('hex', scope, 0)}, {self.value('hex', scope, 0)})"
        elif type_ in ("hex", "hexside"):
            text = f"{bound.name} in {self._some(type_, scope, depth)}"
        else:
            there = self._paths(f"set of {type_}", scope) if depth > 0 else []
            text = f"{bound.name} in {random.choice(there or self._sets(type_, scope, 0)[1:])()}"
        if type_ in world.kinds and where and self.chance(15):
            one = random.choice([bound.name, *scope.of(world, type_)])
            is_it = f"{one} is {self.value(type_, scope, 0)}"
            text += f" where {is_it} and {self.condition(scope.with_(bound), depth - 1)}"
        elif self.chance(where):
            text += f" where {self.condition(scope.with_(bound), depth - 1)}"
        return text, bound

    def some_type(self, *without: Type) -> Type:
        """Returns a type of which something can be gone through."""
        world = self.world
        types = ["hex", "hex", *world.kinds, *world.kinds, *world.choices, "whole", "hexside", "contact", *world.orders]
        return self.random.choice([t for t in types if t not in without])

    def _numbers(self, type_: Type, scope: Scope, depth: int) -> list[Way]:
        def number(of: Type = type_) -> str:
            return self.value(of, scope, depth)

        world, random = self.world, self.random
        ways: list[Way] = [
            lambda: f"({number()} {random.choice('+-')} {number()})",
            lambda: f"{random.choice(('larger', 'smaller'))}({number()}, {number()})",
            lambda: f"({random.choice(self.paths(type_, scope) or ['1'])} * {random.choice(('2', '3'))})",
            lambda: self._folded(type_, scope, depth),
        ]
        if type_ == "whole" or type_ in world.measures:
            ways += [
                lambda: f"count({self.binder(self.some_type(), scope, depth)[0]})",
                lambda: f"count({self.linked(scope, depth)[0]})",
            ]
            ways.append(
                lambda: f"count({self.value('set of ' + self.some_type('contact', *world.orders), scope, depth)})"
            )
            if len(scope.of(world, "hex")) > 1 or depth > 0:
                ways.append(lambda: f"distance({self.value('hex', scope, 0)}, {self.value('hex', scope, 0)})")
        if type_ == "whole":
            ways.append(lambda: f"rounded-{random.choice(('down', 'up'))}({number('exact')})")
        if type_ == "exact" or world.measures.get(type_) == "exact":
            ways.append(lambda: f"({number()} / {random.choice(('2', '3', '4', f'larger(1, {number()})'))})")
        return ways

    def _folded(self, type_: Type, scope: Scope, depth: int) -> str:
        """Returns a sum, or the least or most of what surely is there."""
        if self.chance(70):
            binder, bound = self.binder(self.some_type("contact"), scope, depth)
            return f"sum({self.value(type_, scope.with_(bound), depth)} for {binder})"
        name = self.fresh()
        inner = scope.with_(Named(name, "hex"))
        return f"{self.random.choice(('least', 'most'))}({self.value(type_, inner, depth)} for {name} in hexes)"

    # ---- conditions

    def condition(self, scope: Scope, depth: int = DEPTH) -> str:
        """Returns a condition, in brackets where it is more than one word."""
        world, random = self.world, self.random
        ways: list[Way] = []
        for name, of in scope.names:
            flags = [a.name for a in world.of_kind(of) if a.type == "yes/no" and (scope.sees or not a.secret)]
            ways += [lambda n=name, f=flag: f"({n} is {random.choice(('', 'not '))}{f})" for flag in flags] * 2
        ways += [lambda: self._compared(scope, depth)] * 4
        if depth > 0:
            ways += self._larger_conditions(scope, depth - 1)
        return random.choice(ways)()

    def _compared(self, scope: Scope, depth: int) -> str:
        world, random = self.world, self.random
        types = [*NUMBERS_ASKED, "text", *world.measures, *world.choices, "hex", *world.kinds, *world.records]
        known = [t for t in types if self.paths(t, scope)] or ["whole"]
        type_ = random.choice(known)
        one = random.choice(self.paths(type_, scope) or ["1"])
        if type_ == "exact" and self.chance(20):
            ratio = f"{one} / larger(1, {self.value('whole', scope, 0)})"
            return f"({ratio} {random.choice(('<', '<=', '>', '>=', '='))} {self.value('whole', scope, 0)})"
        if world.is_number(type_):
            return f"({one} {random.choice(('<', '<=', '>', '>=', '=', '/='))} {self.value(type_, scope, depth)})"
        if type_ in world.ordered and self.chance(60):
            return f"({one} {random.choice(('<', '<=', '>', '>='))} {self.value(type_, scope, depth)})"
        return f"({one} is {random.choice(('', 'not '))}{self.value(type_, scope, depth)})"

    def _larger_conditions(self, scope: Scope, depth: int) -> list[Way]:
        world, random = self.world, self.random

        def condition() -> str:
            return self.condition(scope, depth)

        def quantified() -> str:
            binder, bound = self.binder(self.some_type(), scope, depth)
            if self.chance(35):
                binder, bound = self.binder(self.some_type(), scope, depth, where=0)
                return f"(every {binder} satisfies {self.condition(scope.with_(bound), depth)})"
            return f"({random.choice(('any', 'no'))} {binder})"

        ways: list[Way] = [
            lambda: f"({condition()} and {condition()})", lambda: f"({condition()} or {condition()})",
            lambda: f"(not {condition()})", quantified, quantified,
        ]  # fmt: skip
        for asked in (*world.asked, *world.memories) if self.asking else ():
            if asked.type == "yes/no" and (scope.sees or not asked.secret):
                ways += [lambda asked=asked: self._yes_no(asked, scope, depth)] * 2  # type: ignore[misc]
        of = self.some_type("contact", "hexside", "whole", *world.orders)
        is_in = random.choice(("in", "not in"))
        ways += [
            lambda: f"({self.value(of, scope, depth)} {is_in} {self.value('set of ' + of, scope, depth)})",
            lambda: f"({self.value('set of ' + of, scope, depth)} includes {self.value(of, scope, depth)})",
        ]
        optional = [
            t
            for t in ("hex or none", "hexside or none", "whole or none", *(f"{k} or none" for k in world.kinds))
            if self._may_be_none(t, scope)
        ]
        if optional:
            one = random.choice(self._may_be_none(random.choice(optional), scope))
            ways.append(lambda: f"({one} is {random.choice(('', 'not '))}none)")
        narrow = [(n, k) for n, t in scope.names for k, base in world.kinds.items() if base and world.is_kind(base, t)]
        if narrow:
            one, kind = random.choice(narrow)
            ways.append(lambda: f"({one} is {with_article(kind)})")
        if units := [n for n, t in scope.names if t in world.kinds and t == next(iter(world.kinds))]:
            known = bool(world.printed) and scope.sees  # where a figure is secret, so is the type
            ways += [lambda: f"({random.choice(units)} is {random.choice(world.printed)})"] * known
            ways += [lambda: self._as_printed(random.choice(units), scope)] * bool(self.figure)
        if hexes := scope.of(world, "hex"):
            ways += self._of_hexes(hexes, scope)
        if sides := scope.of(world, "hexside"):
            ways.append(lambda: f"({random.choice(sides)} touches {self.value('hexside', scope, 0)})")
        if len(contacts := scope.of(world, "contact")) > 1:
            ways.append(lambda: "({} comes-before {})".format(*random.sample(contacts, 2)))
        if contacts:
            ways.append(
                lambda: f"({random.choice(contacts)}.how is {random.choice(('crosses', 'runs-along', 'corner'))})"
            )
        if world.parts:
            ways.append(lambda: f"(now in {random.choice(world.parts)})")
        return ways

    def _as_printed(self, unit: str, scope: Scope) -> str:
        """A figure is held against what is printed, on the counter or in a unit chart."""
        printed = [f"printed({unit}.{self.figure})"]
        printed += [f'printed("{one}").{self.figure}' for one in self.world.printed]
        number = self.random.choice((f"{unit}.{self.figure}", self.value("whole", scope, 0)))
        return f"({self.random.choice(printed)} {self.random.choice(('<', '>=', '='))} {number})"

    def _may_be_none(self, type_: Type, scope: Scope) -> list[str]:
        return [p for p in self.paths(type_, scope) if "." in p]

    def _of_hexes(self, hexes: Sequence[str], scope: Scope) -> list[Way]:
        one = self.random.choice(hexes)
        return [
            lambda: f"({one} adjacent-to {self.value('hex', scope, 0)})",
            lambda: f"({one} is off-board)",
            lambda: f"({one} is shared)",
            lambda: f"(steps-to({one} for {self.linked(scope, 0)[0]}) is none)",
        ]

    def _yes_no(self, asked: object, scope: Scope, depth: int) -> str:
        arguments = [self.value(t, scope, min(depth, 1)) for _, t in asked.params]  # type: ignore[attr-defined]
        return f"({asked.asks(arguments)})"  # type: ignore[attr-defined]


NUMBERS_ASKED = ("whole", "whole", "exact")
