"""Statements by lot: what effects, actions, hooks and parts of the sequence carry out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lot.values import Values
from lot.world import Attribute, Done, Named, Scope

Lines = list[str]
INDENT = "  "


def indented(lines: Lines) -> Lines:
    return [INDENT + line for line in lines]


class Statements(Values):
    effects_known = 0
    """How many of the effects may be done here: one does only those before it, so that none goes round in a circle."""
    events_known = 0
    parts_named = False
    """Whether statements may be given a name here, as in effects and actions."""
    offers: tuple[Done, ...] = ()
    """Actions that may be offered or demanded here."""

    def block(self, scope: Scope, depth: int = 2, most: int = 3, dice: bool = True) -> Lines:
        """Returns statements; each sees the names that those before it made."""
        lines: Lines = []
        for _ in range(self.random.randint(1, most)):
            more, scope = self.statement(scope, depth, dice)
            lines += more
        return lines

    def statement(self, scope: Scope, depth: int, dice: bool) -> tuple[Lines, Scope]:
        random, world = self.random, self.world
        ways: list[Callable[[], tuple[Lines, Scope]]] = [lambda: self._set(scope)] * 6 + [lambda: self._mark(scope)] * 4
        ways += [lambda: self._let(scope), lambda: (self._moved(scope), scope), lambda: (self._moved(scope), scope)]
        if depth > 0:
            ways += [lambda: (self._if(scope, depth, dice), scope)] * 2 + [
                lambda: (self._for_each(scope, depth, dice), scope)
            ] * 2
            if self.parts_named:
                ways += [
                    lambda: ([f"part {self.part_name()}:", *indented(self.block(scope, depth - 1, 1, dice))], scope)
                ]
        if dice:
            ways += [lambda: self._roll(scope)] * 2 + [lambda: self._draw(scope)] * 2
        if self.effects_known:
            ways += [
                lambda: ([f"do {self._with(random.choice(world.effects[: self.effects_known]), scope)}"], scope)
            ] * 2
        if self.events_known:
            ways += [
                lambda: ([f"announce {self._with(random.choice(world.events[: self.events_known]), scope)}"], scope)
            ]
        if self.offers:
            ways += [lambda: (self._offer(scope), scope)] * 6
        if world.orders and "acting" in self.paths("side", scope):
            ways += [lambda: self._write(scope)] * 2
        if any(a.secret for a in world.attributes):
            ways += [lambda: (self._reveal(scope), scope)] * 3
        if world.tasks and scope.acting:
            ways += [lambda: self._begin(scope)] * 8
        if world.records and depth > 0:
            ways += [lambda: self._records(scope, depth, dice)] * 2
        return random.choice(ways)()

    def part_name(self) -> str:
        return self.world.new_name(self.random)

    def _with(self, done: Done, scope: Scope) -> str:
        return self.call(done.name, done.params, scope, 1)

    # ---- one statement

    def subjects(self, scope: Scope, wanted: Callable[[Attribute], bool]) -> list[tuple[str, Attribute]]:
        """Returns what may be written here: names with an attribute each."""
        found = []
        for name, of in (*scope.names, Named("game", "game")):
            found += [(name, a) for a in self.world.of_kind(of) if a.writable and wanted(a)]
        return found

    def _set(self, scope: Scope) -> tuple[Lines, Scope]:
        subjects = self.subjects(scope, lambda a: a.type != "yes/no")
        if not subjects:
            return self._let(scope)
        name, attribute = self.random.choice(subjects)
        number = attribute.type.removesuffix(" or none")
        if self.world.is_number(number) and self.chance(85):  # so that numbers do not grow without end
            value = f"smaller(9, {self.value(number, scope, 2)})"
        else:
            value = self.value(attribute.type, scope, 2)
        return [f"set {name}.{attribute.name} to {value}{self._until(scope, attribute)}"], scope

    def _until(self, scope: Scope, attribute: Attribute) -> str:
        if not self.world.parts or not scope.play or self.chance(70):
            return ""
        return f" until {self.value('moment', scope, 1)}"

    def _mark(self, scope: Scope) -> tuple[Lines, Scope]:
        subjects = self.subjects(scope, lambda a: a.type == "yes/no")
        if not subjects:
            return self._set(scope)
        name, attribute = self.random.choice(subjects)
        if self.chance(35):
            return [f"clear {attribute.name} from {name}"], scope
        return [f"mark {name} as {attribute.name}{self._until(scope, attribute)}"], scope

    def _let(self, scope: Scope) -> tuple[Lines, Scope]:
        type_ = self.random.choice(("whole", "hex", *self.world.kinds, *self.world.choices, "set of hex"))
        bound = Named(self.fresh(), type_)
        return [f"let {bound.name} be {self.value(type_, scope, 2)}"], scope.with_(bound)

    def pieces(self, scope: Scope) -> list[Named]:
        return [n for n in scope.names if n.type in self.world.kinds and self.world.holders.get(n.type)]

    def _moved(self, scope: Scope) -> Lines:
        """Moves, places or takes away; mostly onto the board."""
        random, world = self.random, self.world
        pieces, name = self.pieces(scope), self.fresh()
        lot = random.randrange(10)
        if not pieces or lot == 0:
            kind = random.choice([k for k in world.kinds if "hex" in world.holders.get(k, ())])
            return [f"place {kind} in {self._on_board(scope)} as {name}", *self._given(name, kind, scope)]
        piece = random.choice(pieces)
        if lot == 1 and self.chance(50):
            return [f"remove {piece.name}"]
        if lot == 2 and self.chance(50):
            return [f"move {piece.name} to none"]
        holders = [n.name for n in pieces if n != piece and n.type == piece.type in world.holders[piece.type]]
        if holders and lot < 5:
            free = f"{holders[0]}.holder is none and {holders[0]} is not {piece.name}"
            return [f"if {free} and (no {piece.type} {name} in {piece.name}):", f"  move {piece.name} to {holders[0]}"]
        return [f"move {piece.name} to {self._on_board(scope)}"]

    def _on_board(self, scope: Scope) -> str:
        name = self.fresh()
        hexes = scope.of(self.world, "hex")
        if hexes and self.chance(40):
            near = f"those {name}q in neighbours({self.random.choice(hexes)}) where not {name}q is off-board"
            return f"(whichever {name} in ({near}) gives least 1)"
        inner = scope.with_(Named(name, "hex"))
        return (
            f"(whichever {name} in hexes gives {self.random.choice(('most', 'least'))} {self.value('whole', inner, 1)})"
        )

    def _given(self, name: str, kind: str, scope: Scope) -> Lines:
        """What a thing that is placed has to be given, as it has no default."""
        return [
            f"set {name}.{a.name} to {self.value(a.type, scope, 0)}"
            for a in self.world.of_kind(kind)
            if a.type == "side"
        ]

    def _if(self, scope: Scope, depth: int, dice: bool) -> Lines:
        lines = [f"if {self.condition(scope)}:", *indented(self.block(scope, depth - 1, 2, dice))]
        if self.chance(40):
            lines += ["otherwise:", *indented(self.block(scope, depth - 1, 2, dice))]
        return lines

    def _for_each(self, scope: Scope, depth: int, dice: bool) -> Lines:
        binder, bound = self.binder(
            self.some_type("contact", "hexside") if self.chance(85) else "hexside", scope, 2, where=80
        )
        return [f"for each {binder}:", *indented(self.block(scope.with_(bound), depth - 1, 2, dice))]

    def _records(self, scope: Scope, depth: int, dice: bool) -> tuple[Lines, Scope]:
        """Two records that are compared, which often are the same."""
        name, parts = self.random.choice([*self.world.records.items()])
        one, other = Named(self.fresh(), name), Named(self.fresh(), name)
        first = self.record(name, parts, scope, 1)
        second = first if self.chance(40) else self.record(name, parts, scope.with_(one), 1)
        same = f"if ({one.name} is {self.random.choice(('', 'not '))}{other.name}):"
        lines = [f"let {one.name} be {first}", f"let {other.name} be {second}", same]
        return [*lines, *indented(self.block(scope, depth - 1, 1, dice))], scope.with_(one, other)

    def _roll(self, scope: Scope) -> tuple[Lines, Scope]:
        bound = Named(self.world.new_name(self.random), "whole")
        dice = self.random.choice(
            ("1d6", "2d6", "1d3", "d4", f"1d(larger(1, smaller(6, {self.value('whole', scope, 1)})))")
        )
        return [f"roll {dice} as {bound.name}"], scope.with_(bound)

    def _draw(self, scope: Scope) -> tuple[Lines, Scope]:
        binder, bound = self.binder(self.some_type("contact"), scope, 1)
        inner = scope.with_(Named(bound.name, bound.type))
        return [f"draw {binder}", f"if {bound.name} is not none:", *indented(self.block(inner, 0, 2, False))], scope

    def _offer(self, scope: Scope) -> Lines:
        done = self.random.choice(self.offers)
        to = self.value("side", scope, 0)
        often = " repeatedly" * self.chance(30)
        if self.chance(50):
            return [f"demand {self._with(done, scope)} of {to}{often}"]
        return [f"offer {self._with(done, scope)} to {to}{often}"]

    def _write(self, scope: Scope) -> tuple[Lines, Scope]:
        name, parts = self.random.choice([*self.world.orders.items()])
        written = Named(self.fresh(), name)
        text = f"write {self.record(name, parts, scope, 1)} as {written.name}"
        return [text], scope.with_(written)

    def _begin(self, scope: Scope) -> tuple[Lines, Scope]:
        name, params = self.random.choice([*self.world.tasks.items()])
        crew = self.paths(next(iter(self.world.kinds)), scope)
        begun = self.fresh()
        if not crew:
            return self._let(scope)
        text = f"begin {self.call(name, params, scope, 0)} with {{{self.random.choice(crew)}}} as {begun}"
        more = [f"{change} {begun}" for change in self.random.sample(("pause", "resume", "restart", "cancel"), 2)]
        return [text, *self.some(more, 60)], scope

    def _reveal(self, scope: Scope) -> Lines:
        found = [f"{name}.{a.name}" for name, of in scope.names for a in self.world.of_kind(of) if a.secret]
        found += [p.name for p in self.pieces(scope)] * 1
        if not found:
            return self._set(scope)[0]
        to = f" to {self.value('side', scope, 0)}" if self.chance(60) else ""
        return [f"reveal {self.random.choice(found)}{to}"]


def seeing(scope: Scope) -> Scope:
    """The same place, where secrets may be read."""
    return replace(scope, sees=True)
