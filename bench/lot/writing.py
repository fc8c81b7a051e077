"""A law by lot: `a_law(seed)` makes up a whole module, with a board, a situation and whatever the language has.

Most such laws pass `hexlaw check`: what refers to something refers to what stands before it, so nothing goes round in
a circle; hooks of one moment follow each other; what decides which picks a side has reads no secrets of others. What a
law has of each construct is drawn by lot, so no two laws have the same parts.
"""

from __future__ import annotations

from random import Random

from lot.module import SITUATION, Item, Module
from lot.statements import Lines, Statements, indented
from lot.world import Asked, Attribute, Done, Named, Scope, World, with_article

MODULE = """module: lot
title: A law by lot
version: 1.0.0
sources:
  R: {title: "The rules"}
  Q: {title: "The letters", ids: yes}
  H: {title: "House advice", advice: yes}
speaks-for: [R, Q]
default-source: R
"""
COLUMNS, DAYS = 4, 3


class Writer(Statements):
    def __init__(self, random: Random) -> None:
        super().__init__(random, World())
        self.items: list[Item] = []
        self.data: dict[str, str] = {}
        self.file = "01.law"
        self.options: list[str] = []
        self.on: Lines = []
        self.readings: list[str] = []
        self.picks: list[tuple[str, Scope]] = []
        """Picks that rules can bear on, with what is known there."""
        self.reach = ""
        """The name of the last reach, if there is one."""
        self.leaves: list[str] = []
        """Parts of the sequence in which actions are taken."""
        self.made: list[tuple[str, Named, bool]] = []
        """Actions, with what each picks first, and whether it moves by steps."""
        self.hooks: dict[str, str] = {}
        """The last hook of each moment: the next one follows it."""

    def law(self) -> Module:
        self.item(f'chapter [1] "By lot, {self.random.randrange(1000)}"')
        self.sequence_names()
        self.vocabulary()
        self.kept_words()
        for _ in range(self.random.randint(3, 6)):
            self.random.choice((self.fact, self.fact, self.fact, self.quantity, self.quantity, self.table))()
        self.memories()
        for _ in range(self.random.randint(1, 2)):
            self.fact()
        self.events()
        for _ in range(self.random.randint(1, 3)):
            self.effect()
        self.task()
        self.actions()
        self.rules_of_memories()
        self.hooks_by_lot()
        self.other_rules()
        self.sequence()
        self.in_options()
        self.advice()
        self.situation()
        return Module(tuple(self.items), {"module.yaml": self.manifest(), **self.data})

    # ---- small parts

    def name(self) -> str:
        return self.world.new_name(self.random)

    def item(self, head: str, *lines: str) -> None:
        self.items.append(Item(self.file, "\n".join((head, *indented([*lines])))))

    def rule(self, name: str, *lines: str) -> str:
        self.item(f"rule {name} [1]", *lines)
        return name

    def manifest(self) -> str:
        return MODULE + (f"unit-kind: {next(iter(self.world.kinds))}\n" if self.world.printed else "")

    def whens(self, scope: Scope, percent: int = 70) -> Lines:
        return [f"when {self.condition(scope)}"] * self.chance(percent)

    # ---- words

    def vocabulary(self) -> None:
        world, random = self.world, self.random
        world.sides = [self.name() for _ in range(3 if self.chance(20) else 2)]
        world.choices["side"] = tuple(world.sides)
        self.item("choice side", ", ".join(world.sides))
        for _ in range(random.randint(1, 2)):
            name, values = self.name(), tuple(self.name() for _ in range(random.randint(2, 4)))
            if self.chance(20) and not any("1-1" in known for known in world.choices.values()):
                values = ("1-2", "1-1", "2-1")
            if self.chance(60) or "-" in values[0]:
                world.ordered.add(name)
            world.choices[name] = values
            self.item(f"choice {name}{' in order' if name in world.ordered else ''}", ", ".join(values))
        if self.chance(40):
            name, sort = self.name(), random.choice(("whole", "exact"))
            world.measures[name] = sort
            self.item(f'measure {name} {sort} "{name}"')
        self.kinds()
        if self.chance(60):
            name = self.name()
            types = ["whole", "hex", f"set of {self.piece}", f"{self.piece} or none", *world.choices]
            world.records[name] = tuple(Named(self.name(), random.choice(types)) for _ in range(random.randint(1, 3)))
            self.item(f"record {name}", *(f"{part}: {type_}" for part, type_ in world.records[name]))
        if self.chance(50):
            self.options = [self.name() for _ in range(random.randint(1, 3))]
            on = self.some(self.options, 60)
            self.on = [f"with option {option} {'on' if option in on else 'off'}" for option in self.options]
            for option, before in zip(self.options, (None, *self.options), strict=False):
                needs = [f"needs {before}"] if before and before in on and self.chance(70) else []
                needs += [f"excludes {before}"] if before and before not in on and self.chance(70) else []
                default = f"default {random.choice(('on', 'off'))}"
                self.item(f"option {option} [1]", *self.some([default], 40 * (not needs)), *needs)
        if self.chance(50):
            name, readings = self.name(), [self.name(), self.name()]
            self.readings = [f"{name}: {reading}" for reading in readings]
            because = ' because "it came first"' * self.chance(30)
            self.item(f"dispute {name} [1]", *(f"reading {r}" for r in readings), f"default {readings[0]}{because}")
            if self.chance(50):
                self.item(f"settle {name}: {readings[1]} [1]")

    def kinds(self) -> None:
        world, random = self.world, self.random
        self.attributes("hex", "thing hex also", [], 3)
        self.attributes("hexside", "thing hexside also", [], 1)
        world.kinds["hex"], world.kinds["hexside"] = None, None
        del world.kinds["hex"], world.kinds["hexside"]
        self.piece = piece = self.name()
        world.kinds[piece] = None
        holders: tuple[str, ...] = ("hex",)
        covered = ""
        stands = "stands in hex"
        if self.chance(45):
            holders, stands = ("hex", piece), f"stands in hex or {piece}, at most {random.randint(1, 2)} deep"
        world.holders[piece] = holders
        if self.chance(20):
            covered = self.name()
            stands += f", secret while {covered}"
        self.tired, self.spent = self.name(), self.name()
        end = random.choice(("lasting until end of half of its side", "lasting until end of half"))
        own = [
            stands, f"side: side = {random.choice(world.sides)}", f"{self.tired}: yes/no {end}",
            f"{self.spent}: {random.choice((*world.measures, 'whole'))} = 0 {end}",
        ]  # fmt: skip
        self.spent_type = own[-1].split()[1]
        world.attributes += [
            Attribute(piece, "side", "side", writable=False), Attribute(piece, self.tired, "yes/no", lasts=True),
            Attribute(piece, self.spent, self.spent_type, lasts=True, writable=False),
        ]  # fmt: skip
        if covered:
            own.append(f"{covered}: yes/no")
            world.attributes.append(Attribute(piece, covered, "yes/no"))
        self.attributes(piece, f"thing {piece}", own, 5, secrets=45)
        if self.chance(50):
            narrow = self.name()
            world.kinds[narrow], world.holders[narrow] = piece, holders
            self.attributes(narrow, f"thing {narrow} is {with_article(piece)}", [], 2)
        if self.chance(60):
            other = self.name()
            world.kinds[other], world.holders[other] = None, ("hex", piece) if self.chance(40) else ("hex",)
            self.attributes(other, f"thing {other}", ["stands in " + " or ".join(world.holders[other])], 3)
        world.attributes += [Attribute("game", "day", "whole", writable=False)]
        self.attributes("game", "thing game also", ["day: whole = 1"], 3)

    def attributes(self, kind: str, head: str, lines: Lines, most: int, secrets: int = 0) -> None:
        """Declares a kind with some attributes by lot."""
        world, random = self.world, self.random
        lines = [*lines]
        for _ in range(random.randint(1, most)):
            name = self.name()
            types = ["yes/no", "whole", "whole", "exact", *world.choices, *world.measures]
            types += [f"set of {random.choice([*world.choices])}", "hex or none", "whole or none"]
            types += [f"{k} or none" for k in world.kinds] + ["set of hex", "text"]
            types += [f"set of {k}" for k in world.kinds]
            if kind == "hex":
                types = ["yes/no", "whole", *world.choices, f"set of {random.choice([*world.choices])}"]
            if kind == "hexside":
                types = ["yes/no", "yes/no", *world.choices]
            type_ = random.choice(types)
            secret = kind not in ("hex", "hexside", "game") and self.chance(secrets) and self.chance(50)
            lasts = kind not in ("hexside",) and self.chance(12)
            line = f"{name}: {type_}"
            if type_ != "yes/no" and not type_.startswith("set of") and not type_.endswith("none"):
                line += f" = {self.plain(type_)}"
            line += " lasting until end of half" * lasts + " secret" * secret
            lines.append(line)
            world.attributes.append(Attribute(kind, name, type_, secret, lasts))
        self.item(head, *lines)

    # ---- the course of a game

    def sequence_names(self) -> None:
        """Names the parts of the sequence, which moments and conditions speak of."""
        self.leaves = [self.name() for _ in range(self.random.randint(1, 3))]
        self.turns = self.name() if self.chance(30) else None
        self.sealed = self.name() if self.chance(30) else None
        self.first = self.name() if self.chance(20) else None
        more = [name for name in (self.turns, self.first) if name]
        self.world.parts = ["day", "half", *self.leaves, *more]

    def sequence(self) -> None:
        world, random = self.world, self.random
        sides = "{" + ", ".join(random.sample(world.sides, len(world.sides))) + "}"
        s = Scope((Named("s", "side"),), acting=True, sees=True, play=True)
        part: Lines = []
        for leaf in self.leaves:
            how = ""
            if self.chance(15) and " " not in leaf:
                how = f" by opponent({'s'})"
            if self.chance(20):
                how += f" if {self.condition(Scope((Named('s', 'side'),)), 2)}"
            part.append(f"phase {leaf}{how}")
        self.effects_known = len(world.effects)
        if self.chance(40):
            part.append(f"phase {self.name()}:")
            part += indented(self.block(s, 1, 2))
        day: Lines = [f"phase half for each s in {sides} by s:", *indented(part)]
        if self.first:
            day.insert(0, f"phase {self.first} for each s in {sides} by s if game.day = 1")
        if self.turns:
            day.append(f"phase {self.turns} while game.day < {DAYS + 1} alternating from {random.choice(world.sides)}")
        if self.sealed:
            day += [f"phase seals for each s in {sides} by s at once:", f"  phase {self.sealed}"]
        if self.chance(30):
            day += self.block(Scope(sees=True, play=True), 1, 1)
        day.append("set game.day to game.day + 1")
        self.item("sequence game [1]", f"phase day while game.day <= {DAYS}:", *indented(day))
        if self.chance(35):
            self.item(
                "sequence game also [1]",
                f"{random.choice(('before', 'after'))} {self.leaves[0]}:",
                f"  phase {self.name()} if {self.condition(Scope(), 2)}",
            )

    # ---- facts and numbers

    def kept_words(self) -> None:
        """The fact that every law has: whose turn it is not."""
        sides = self.world.sides
        self.item("fact opponent(s: side): side")
        for side, other in zip(sides, (*sides[1:], sides[0]), strict=True):
            self.rule(f"opponent.{side}", f"when s is {side}", f"opponent(s) is {other}")
        self.world.asked.append(Asked("opponent", "call", (Named("s", "side"),), "side"))

    def params(self, low: int, high: int) -> tuple[Named, ...]:
        types = ["hex", self.piece, *self.world.kinds, *self.world.choices, "whole", *self.world.records]
        return tuple(Named(self.fresh(), self.random.choice(types)) for _ in range(self.random.randint(low, high)))

    def scope_of(self, params: tuple[Named, ...]) -> tuple[Scope, bool]:
        """Returns what rules about it know, and whether they may read secrets."""
        secret = any(a.secret for a in self.world.attributes) and self.chance(30)
        return Scope(params, sees=secret), secret

    def fact(self) -> None:
        random, world = self.random, self.world
        shape = random.choice(("call", "call", "call", "adjective", "verb", "collects"))
        name = self.name()
        if shape == "collects":
            return self.collected(name)
        if shape == "call":
            params = self.params(0, 2)
            type_ = random.choice(
                (
                    "whole",
                    "whole",
                    "exact",
                    "hex",
                    *world.choices,
                    *world.measures,
                    f"{self.piece} or none",
                    "set of hex",
                )
            )
        else:
            lone = [Named(self.fresh(), random.choice((*world.kinds, "hex")))]
            params = (*lone, *self.params(1, 1)) if shape == "verb" and self.chance(70) else tuple(lone)
            type_ = "yes/no"
        scope, secret = self.scope_of(params)
        fact = Asked(name, shape, params, type_, secret)
        otherwise = shape == "call" and self.chance(60)
        head = f"fact {fact.declared}{f': {type_}' if shape == 'call' else ''} [1]"
        self.item(head, *([f"otherwise {self.value(type_, Scope(), 1)}"] if otherwise else []))
        self.rules_of(fact, scope, whole=not otherwise and self.chance(95))
        world.asked.append(fact)

    def rules_of(self, fact: Asked, scope: Scope, whole: bool) -> None:
        """Writes rules that mostly are over each other; the first always applies where the fact is to be whole."""
        before: list[str] = []
        for number in range(self.random.randint(1, 3)):
            name = f"{fact.name}.{self.name()}"
            if fact.type == "yes/no":
                says = f"{'not ' * (number > 0 and self.chance(40))}{fact.head}"
            else:
                says = f"{fact.head} is {self.value(fact.type, scope)}"
            over = [f"over {', '.join(before)}"] if before and self.chance(97) else []
            when = [] if number == 0 and whole and fact.type != "yes/no" else self.whens(scope, 100)
            self.rule(name, *over, *self.under(), *self.in_force(), *when, *self.whens(scope, 15), says)
            before.append(name)
        if self.chance(25):
            limited = (
                self.rule(f"{fact.name}.{self.name()}", f"limits {before[-1]}", *self.whens(scope, 100))
                if len(before) > 1
                else ""
            )
            if limited and self.chance(30):
                self.rule(f"{fact.name}.{self.name()}", f"limits {limited}", *self.whens(scope, 100))

    def under(self) -> Lines:
        return [f"under {self.random.choice(self.readings)}"] if self.readings and self.chance(20) else []

    def in_force(self) -> Lines:
        """A game is played by the law of today, in which nothing stands any more that ended in some year."""
        return ["in force until 2100" if self.chance(10) else "in force from 1900"] * self.chance(6)

    def collected(self, name: str) -> None:
        params = self.params(0, 1)
        scope, secret = self.scope_of(params)
        of = self.random.choice(("hex", *self.world.kinds, *self.world.choices))
        fact = Asked(name, "call", params, f"set of {of}", secret)
        self.item(f"fact {name}({', '.join(f'{n}: {t}' for n, t in params)}) collects {of} [1]")
        rules = []
        for _ in range(self.random.randint(1, 2)):
            if self.chance(70):
                binder, bound = self.binder(of, scope, 2)
                lines = [
                    f"for each {binder}",
                    *self.whens(scope.with_(bound), 40),
                    f"{fact.head} includes {bound.name}",
                ]
            else:
                lines = [*self.whens(scope), f"{fact.head} includes {self.value(of, scope)}"]
            rules.append(self.rule(f"{name}.{self.name()}", *lines))
        if self.chance(40):
            self.rule(f"{name}.{self.name()}", f"limits {rules[0]}", *self.whens(scope, 100))
        self.world.asked.append(fact)

    def quantity(self) -> None:
        random, world = self.random, self.world
        name, params = self.name(), self.params(1, 2)
        scope, secret = self.scope_of(params)
        ordered = sorted(world.ordered)
        type_ = random.choice(("whole", "exact", *world.measures, *ordered))
        steps = [self.name() for _ in range(random.randint(1, 3))]
        self.item(
            f"quantity {name}({', '.join(f'{n}: {t}' for n, t in params)}): {type_} [1]",
            f"starts with {self.value(type_, scope, 1)}", f"steps {', '.join(steps)}",
        )  # fmt: skip
        scaled = False
        for step in steps:
            sorts = ["add", "make", "bound", *["scale"] * (3 * (type_ not in world.ordered))]
            sort = random.choice(sorts)
            scaled |= sort == "scale"
            rules: list[str] = []
            for _ in range(random.randint(1, 2)):
                over = [f"over {rules[0]}"] if rules and sort == "make" and self.chance(60) else []
                lines = [
                    f"at step {name}.{step}",
                    *over,
                    *self.under(),
                    *self.whens(scope, 100 if sort == "make" else 70),
                    self.step(sort, type_, scope, bool(rules)),
                ]
                rules.append(self.rule(f"{name}.{self.name()}", *lines))
            if self.chance(15):
                self.rule(f"{name}.{self.name()}", f"limits step {name}.{step}", *self.whens(scope, 100))
        if scaled:
            ways = [f"rounds {name} {random.choice(('down', 'up'))} {random.choice(('after each step', 'at the end'))}"]
            ways += [f"keeps fractions of {name}"] * (2 * (type_ == "exact" or world.measures.get(type_) == "exact"))
            self.rule(f"{name}.{self.name()}", random.choice(ways))
        world.asked.append(Asked(name, "call", params, type_, secret))

    def step(self, sort: str, type_: str, scope: Scope, again: bool) -> str:
        random = self.random
        number = "whole" if type_ in self.world.ordered else type_
        match sort:
            case "add":
                return f"{random.choice(('adds', 'subtracts'))} {self.value(number, scope, 1)}"
            case "make":
                return f"makes it {self.value(type_, scope, 1)}"
            case "bound":
                least = f"holds it to at least {random.choice(('0', '1'))}" if number == type_ else ""
                most = f"holds it to at most {random.choice(('4', '7'))}" if number == type_ else ""
                value = random.choice(self.world.choices.get(type_, ("",)))
                return (most if again else least) or f"holds it to at {'most' if again else 'least'} {value}"
        by = random.choice(("2", "3"))
        return random.choice(("halves it", "doubles it", f"multiplies it by {by}", f"divides it by {by}"))

    def table(self) -> None:
        random, world = self.random, self.world
        name, across = self.name(), random.choice([*world.choices])
        type_ = random.choice(("whole", "whole or none", "exact", *world.choices))
        axis = Named(self.fresh(), "whole")
        edges = [
            f"below {axis.name} reads {random.choice(('first', 'last'))}",
            f"above {axis.name} reads {random.choice(('first', 'last'))}",
        ]
        if type_.endswith("none"):
            edges[0] = f"below {axis.name} reads none"
        params = (axis, Named(self.fresh(), across))
        self.item(f"table {name}({', '.join(f'{n}: {t}' for n, t in params)}): {type_} [1]", *edges)
        values = world.choices[across]
        rows = [f"  {row}: [{', '.join(self.plain(type_) for _ in values)}]" for row in ("0", "1-2", "3+")]
        cells = "\n".join(rows)
        self.data[f"tables/{name}.yaml"] = (
            f"table: {name}\ncite: [R 1]\nacross: [{', '.join(values)}]\nrows:\n{cells}\n"
        )
        world.asked.append(Asked(name, "call", params, type_))

    # ---- memories and tallies

    def memories(self) -> None:
        world, random = self.world, self.random
        self.remembered: list[Asked] = []
        for _ in range(random.choice((0, 1, 1, 2))):
            shape = random.choice(("verb", "adjective", "call"))
            types = [self.piece, random.choice((self.piece, "hex", *world.choices))]
            params = tuple(Named(self.fresh(), t) for t in types[: 1 if shape == "adjective" else 2])
            memory = Asked(self.name(), shape, params, "yes/no")
            self.item(f"memory {memory.declared} [1]")
            self.remembered.append(memory)
            world.memories.append(memory)
        self.tally: Asked | None = None
        if self.chance(40):
            type_ = random.choice(("whole", "exact", *world.measures))
            params = (Named(self.fresh(), random.choice((self.piece, "side"))),)
            self.tally = Asked(self.name(), "call", params, type_)
            self.item(f"tally {self.tally.declared}: {type_} [1]")
            world.asked.append(self.tally)

    def rules_of_memories(self) -> None:
        plain = Scope()
        for memory in self.remembered:
            moments = self.moments()
            for _ in range(self.random.randint(1, 2)):
                at, scope = self.random.choice(moments)
                own = self.renamed(memory, scope)
                inner = scope.with_(*own)
                self.rule(self.name(), at, *self.whens(inner), f"begins {memory.asks(p.name for p in own)}")
            known = plain.with_(*memory.params)
            then = [self.random.choice(moments)[0]] if self.chance(30) else []
            self.rule(self.name(), *then, *self.whens(known, 100 - 40 * bool(then)), f"lapses {memory.head}")
        if self.tally:
            at, scope = self.random.choice([m for m in self.moments() if "." in m[0]] or self.moments())
            own = self.renamed(self.tally, scope)
            worth = self.value(self.tally.type, scope.with_(*own), 1)
            self.rule(
                self.name(),
                at,
                *self.whens(scope.with_(*own), 25),
                f"counts {worth} towards {self.tally.asks(p.name for p in own)}",
            )
            often = [at for at, _ in self.moments() if "." in at or at.endswith("of half")]
            then = [self.random.choice(often)] if self.chance(60) else []
            when = self.whens(Scope(self.tally.params), 100) if self.chance(50) else ["when game.day = 2"]
            self.rule(self.name(), *then, f"resets {self.tally.head}", *self.some(when, 100 - 60 * bool(then)))

    def renamed(self, asked: Asked, scope: Scope) -> tuple[Named, ...]:
        """Returns parameters, some of them called as the moment calls what it is about."""
        own: list[Named] = []
        for name, type_ in asked.params:
            same = [n for n in scope.of(self.world, type_) if n not in [o.name for o in own] and "." not in n]
            own.append(Named(self.random.choice(same) if same and self.chance(70) else name, type_))
        return tuple(own)

    # ---- events, effects, tasks

    def events(self) -> None:
        for _ in range(self.random.choice((0, 1, 2))):
            event = Done(self.name(), self.params(0, 2))
            self.world.events.append(event)
        self.events_known = len(self.world.events)

    def effect(self) -> None:
        effect = Done(self.name(), self.params(1, 2))
        self.effects_known = len(self.world.effects)
        self.parts_named = True
        lines = self.block(Scope(effect.params, sees=True, play=True), 2, 3)
        self.parts_named = False
        self.item(f"effect {effect.name}({', '.join(f'{n}: {t}' for n, t in effect.params)}) [1]:", *lines)
        self.world.effects.append(effect)

    def task(self) -> None:
        world, random = self.world, self.random
        if self.chance(45):
            order = self.name()
            types = [self.piece, "hex", "whole", *world.choices, f"set of {self.piece}"]
            world.orders[order] = tuple(Named(self.name(), random.choice(types)) for _ in range(random.randint(1, 3)))
            due = random.choice(self.leaves)
            self.item(f"order {order} [1]", f"falls due in {due}", *(f"{n}: {t}" for n, t in world.orders[order]))
            bound = Named(self.fresh(), order)
            self.effects_known = len(world.effects)
            body = [line for line in self.block(Scope((bound,), sees=True, play=True), 1, 2) if True]
            self.hook(
                f"at the start of {due}",
                [],
                [
                    f"for each {order} {bound.name} where {bound.name} is at-hand:",
                    *indented([*body, f"remove {bound.name}"]),
                ],
            )
        if self.chance(65):
            name, param = self.name(), Named(self.name(), random.choice(("hex", self.piece)))
            self.effects_known, self.events_known = 0, 0
            scope = Scope((param,), sees=True, play=True)
            stages = [self.name(), self.name()]
            needs = f" when {self.condition(Scope((param,)), 1)}" if self.chance(30) else ""
            self.item(
                f"task {name}({param.name}: {param.type}) [1]", f"crew {self.piece}{' at most 2' * self.chance(50)}",
                f"works at the {random.choice(('start', 'end'))} of {random.choice(('half', *self.leaves))}",
                *self.some([f"gains {random.choice(('2', 'count(task.crew)'))}"]),
                f"stage {stages[0]} lasts {random.randint(1, 2)}{needs}", f"stage {stages[1]} lasts 1",
                "done:", *indented(self.block(scope, 1, 2, dice=False)),
            )  # fmt: skip
            world.tasks[name] = (param,)
            on_crew = f"any {self.piece} w in task.crew where {self.condition(Scope((Named('w', self.piece),)), 1)}"
            for sort in self.some(("pauses", "restarts", "cancels"), 50):
                when = random.choice((on_crew, f"any {self.piece} w in task.crew", "game.day = 2"))
                self.rule(self.name(), f"{sort} {name}", f"when {when}")
        self.events_known = len(world.events)

    # ---- actions

    def actions(self) -> None:
        """Actions that are offered come first: what they bring about offers nothing."""
        self.offered: list[Done] = []
        self.brings: dict[str, list[str]] = {event.name: [] for event in self.world.events}
        for _ in range(self.random.choice((1, 1, 2))):
            self.answer_action()
        for number in range(self.random.randint(2, 4)):
            self.own_action(number == 0)
        if self.chance(35):
            self.exchange()
        for event in self.world.events:
            lines = self.brings[event.name]
            self.item(f"event {event.name}({', '.join(f'{n}: {t}' for n, t in event.params)}) [1]", *lines)
        self.kind_of_action()

    def answer_action(self) -> None:
        """An action that is offered or demanded: it has parameters, and something to pick from near them."""
        random = self.random
        action = Done(self.name(), (Named(self.fresh(), self.piece),))
        x, mine = action.params[0], Named(self.fresh(), random.choice((self.piece, "hex")))
        self.effects_known, self.events_known, self.offers = 0, 0, ()
        where = f"{mine.name}.side is acting" if mine.type == self.piece else f"not {mine.name} is off-board"
        source = f" from neighbours({x.name}.hex)" if mine.type == "hex" else ""
        if self.chance(40):
            where += f" and {self.condition(Scope((x, mine), acting=True), 1)}"
        scope = Scope((x, mine), acting=True, sees=True, play=True)
        self.item(
            f"action {action.name}({x.name}: {x.type}) [1]",
            f"pick {mine.name}p({mine.name}: {mine.type}){source} where {where}",
            *(self.block(scope, 1, 2, dice=False)),
            *([f"move {x.name} to {mine.name}"] if mine.type == "hex" else [f"mark {mine.name} as {self.tired}"]),
        )
        self.picks.append((f"{action.name}.{mine.name}p", Scope((x, mine), acting=True)))
        if mine.type == self.piece or self.chance(60):
            self.rule(
                self.name(),
                f"forbids {action.name}.{mine.name}p",
                f"when {(mine if mine.type == self.piece else x).name} is {self.tired}",
            )
        else:
            self.rule(
                self.name(),
                f"forbids {action.name}.{mine.name}p",
                f"when {self.condition(Scope((x, mine), acting=True), 2)}",
            )
        self.offered.append(action)
        self.events_known = len(self.world.events)

    def own_action(self, moves: bool) -> None:
        random = self.random
        name, u = self.name(), Named(self.fresh(), self.piece)
        where = f"{u.name}.side is acting"
        if self.chance(20):
            where += f" and {self.condition(Scope((u,), acting=True), 1)}"
        places = self.leaves if moves else random.sample(self.leaves, random.randint(1, len(self.leaves)))
        if self.turns and self.chance(50):
            places = [*places, self.turns]
        if self.first and self.chance(50):
            places = [*places, self.first]
        if self.sealed and not moves and self.chance(70):
            places = [self.sealed]
        to = " to opponent(s)" if self.chance(10) and set(places) <= set(self.leaves) else ""
        lines = [
            f"open in {', '.join(places)}{to}",
            *self.some(["gives up"], 12),
            f"pick {u.name}p({u.name}: {u.type}) where {where}",
        ]
        scope = Scope((u,), acting=True)
        self.picks.append((f"{name}.{u.name}p", scope))
        self.effects_known, self.offers = len(self.world.effects), tuple(self.offered) if self.sealed is None else ()
        ways = [self.choosing, self.choosing, self.fleet] if not moves else [self.moving]
        more = random.choice(ways)(name, u, scope)
        lines += more
        self.item(f"action {name} [1]", *lines)
        if not moves or self.chance(30):
            is_lifted = self.chance(30)
            bar = self.rule(
                self.name(),
                f"forbids {name}.{u.name}p",
                *self.under(),
                f"when {'game.day >= 1' if is_lifted else f'{u.name} is {self.tired}'}",
                f'says "{{{u.name}}} is tired"',
            )
            if is_lifted:
                self.rule(self.name(), f"lifts {bar}", f"when {u.name} is not {self.tired}")
        self.made.append((name, u, moves))

    def doing(self, scope: Scope, dice: bool = True) -> Lines:
        self.parts_named = True
        lines = self.block(Scope(scope.names, acting=True, sees=True, play=True), 2, 2, dice)
        self.parts_named = False
        return lines

    def moving(self, name: str, u: Named, scope: Scope) -> Lines:
        """Steps from hex to hex, each of which costs something."""
        random, world = self.random, self.world
        here, there = Named(self.fresh(), "hex"), Named(self.fresh(), "hex")
        inner = scope.with_(here, there)
        cost = random.choice(("1", "1", f"larger(0, {self.value(self.spent_type, inner, 1)})"))
        self.picks.append((f"{name}.step", inner))
        bound = random.choice(("2", "3", f"smaller(3, {self.value(self.spent_type, Scope((u,), acting=True), 1)})"))
        self.rule(self.name(), f"forbids {name}.step", f"when {u.name}.{self.spent} >= {bound}")
        if self.chance(40):
            forbids = self.rule(self.name(), f"forbids {name}.step", f"when {self.condition(inner, 2)}")
            if self.chance(50):
                lifts = self.condition(Scope(inner.names), 2) if self.chance(50) else "game.day > 1"
                self.rule(self.name(), f"lifts {forbids}", f"when {lifts}")
        point, back = self.name(), []
        lines = []
        if self.chance(35):
            lines = [f"point {point} keeps place, {self.spent} of {u.name}"]
            back = [
                f"if {self.condition(Scope((u,), acting=True, sees=True, play=True), 1)}:",
                f"  return {u.name} to {point}",
                *self.some(["  finish"], 50),
            ]
        does = [f"move {u.name} to {there.name}", *(self.doing(inner, dice=False) if self.chance(40) else [])]
        if self.chance(40) and not lines:
            self.reach = self.name()
            self.item(
                f"reach {self.reach}({u.name}: {u.type}, {there.name}: hex): {self.spent_type} [1]", f"by {name}.step"
            )
        for event in world.events:
            if [t for _, t in event.params] == [self.piece, "hex"] and self.chance(60):
                (x, _), (h, _) = event.params
                self.brings[event.name].append(f"by {name}.step with {x} = {u.name}, {h} = {there.name}")
        optionally = " optionally" * self.chance(20)
        return [
            f"let {here.name} be {u.name}.hex", *lines,
            f"pick step({there.name}: hex) repeatedly{optionally} from neighbours({here.name})"
            f" where not {there.name} is off-board costs {cost} counted in {u.name}.{self.spent} does:",
            *indented(does), *back, *([] if back or self.chance(60) else self.doing(scope)),
        ]  # fmt: skip

    def choosing(self, name: str, u: Named, scope: Scope) -> Lines:
        """One or two more picks of whatever there is, and then something happens."""
        random, world = self.random, self.world
        lines: Lines = []
        for _ in range(random.randint(0, 2)):
            large = [record for record, parts in world.records.items() if len(parts) > 1]
            types = (self.piece, *world.kinds, "hex", "whole", *world.choices, *world.records, *large * 3)
            type_ = random.choice(types)
            bound = Named(self.fresh(), type_)
            inner = scope.with_(bound)
            text = f"pick {bound.name}p({bound.name}: {type_})"
            optional = self.chance(25)
            text += " optionally" * optional
            if type_ == "whole":
                text += f" from numbers(0, smaller(3, {self.value('whole', scope, 1)}))"
            elif type_ in world.records:
                some = dict.fromkeys(self.record(type_, world.records[type_], scope, 1) for _ in range(3))
                text += f" from {{{', '.join(some)}}}"
            elif self.chance(35) and type_ not in world.ordered:
                text += f" from {self.value(f'set of {type_}', scope, 1)}"
            elif type_ == "hex":
                text += f" from neighbours({u.name}.hex)"
            if self.chance(50) or type_ == "hex":
                text += (
                    f" where {self.condition(inner, 1)}" if type_ != "hex" else f" where not {bound.name} is off-board"
                )
            if optional or self.chance(30):
                lines += [text + " does:", *indented(self.doing(inner, dice=False))]
            else:
                lines.append(text)
            self.picks.append((f"{name}.{bound.name}p", inner))
            scope = scope if optional else inner
        if self.chance(30):
            more, scope = self.by_dice(name, scope)
            lines += more
        begun = []
        if world.tasks and self.chance(60):
            task, params = random.choice([*world.tasks.items()])
            begun = [f"begin {self.call(task, params, scope, 0)} with {{{u.name}}} as {self.fresh()}"]
        return [*lines, *self.doing(scope), *begun, f"mark {u.name} as {self.tired}"]

    def by_dice(self, name: str, scope: Scope) -> tuple[Lines, Scope]:
        """A pick that there is nothing for if dice fall otherwise: then the action ends there."""
        die, bound = Named(self.name(), "whole"), Named(self.fresh(), self.piece)
        known = Scope((*scope.names, die, bound), acting=True)
        self.picks.append((f"{name}.{bound.name}p", known))
        where = f"{die.name} >= {self.random.randint(2, 5)}"
        if self.chance(50):
            where += f" and {bound.name}.side is not acting"
        pick = f"pick {bound.name}p({bound.name}: {bound.type}) where {where}"
        return [f"roll 1d6 as {die.name}", pick], scope.with_(die, bound)

    def fleet(self, name: str, u: Named, scope: Scope) -> Lines:
        """Several are picked, and then something happens with each."""
        fleet, v = self.name(), Named(self.fresh(), self.piece)
        inner = scope.with_(v)
        lines = [
            f"pick {v.name}p({v.name}: {v.type}) repeatedly as {fleet} where {v.name}.side is acting does:",
            f"  mark {v.name} as {self.tired}",
        ]  # fmt: skip
        if self.chance(40):
            h, optional = Named(self.fresh(), "hex"), " optionally" * self.chance(50)
            source = f"from neighbours({v.name}.hex) where not {h.name} is off-board"
            lines += [f"  pick {h.name}p({h.name}: hex){optional} {source} does:", f"    move {v.name} to {h.name}"]
            self.picks.append((f"{name}.{h.name}p", inner.with_(h)))
        each = Named(self.fresh(), self.piece)
        known = scope.with_(Named(fleet, f"set of {self.piece}"))
        lines += [f"for each {each.name} in {fleet}:", *indented(self.doing(known.with_(each), dice=self.chance(50)))]
        self.rule(self.name(), f"forbids {name}.{v.name}p", f"when {v.name} is {self.tired} or count({fleet}) >= 2")
        if self.chance(40):
            self.rule(self.name(), f"forbids {name}.done", f"when count({fleet}) < {self.random.randint(1, 2)}")
        return [*lines, f"mark {u.name} as {self.tired}"]

    def exchange(self) -> None:
        """One goes, and another comes in its place, of whom what lasts for a while is known; both come back to what it
        was if that is over."""
        random, world = self.random, self.world
        name, u, n = self.name(), Named(self.fresh(), self.piece), Named(self.fresh(), self.piece)
        own = [a for a in world.of_kind(self.piece) if a.writable]
        flags, sets = ([a.name for a in own if a.type == type_] for type_ in ("yes/no", f"set of {self.piece}"))
        of_one, of_both = (Scope(names, acting=True, sees=True, play=True) for names in ((u,), (u, n)))
        marked = [f"mark {{}} as {random.choice(flags)} until {self.value('moment', scope, 1)}"
                  for scope in (of_one, of_both, of_both)]  # fmt: skip
        known = [f"{{{u.name}}}", f"{{{n.name}}}", f"{{{u.name}, {n.name}}}"]
        self.item(
            f"action {name} [1]", f"open in {self.sealed or random.choice(self.leaves)}",
            f"pick {u.name}p({u.name}: {u.type}) where {u.name}.side is acting and {u.name}.hex is not none",
            *self.some([marked[0].format(u.name)], 60), f"place {n.type} in {u.name}.hex as {n.name}",
            f"set {n.name}.side to {u.name}.side", *self.some([one.format(n.name) for one in marked[1:]], 60),
            *(f"set {self.random.choice((u.name, n.name))}.{a} to {random.choice(known)}" for a in sets),
            random.choice((f"remove {u.name}", f"remove {u.name}", f"mark {u.name} as {self.tired}")),
            *self.some([f"mark {n.name} as {self.tired}"], 70),
        )  # fmt: skip
        self.rule(self.name(), f"forbids {name}.{u.name}p", f"when {u.name} is {self.tired}")

    def kind_of_action(self) -> None:
        """An action that is another one but for a line, or that borrows a pick of it."""
        if not self.chance(30):
            return
        name, u, moves = self.random.choice(self.made)
        if self.chance(60) or not moves:
            self.item(f"action {self.name()} is {with_article(name)} [1]", f"mark {u.name} as {self.tired}")
        else:
            here = next(scope.names[1].name for pick, scope in self.picks if pick == f"{name}.step")
            new = self.name()
            self.item(
                f"action {new} [1]", f"open in {self.leaves[0]}",
                f"pick {u.name}p({u.name}: {u.type}) where {u.name}.side is acting", f"let {here} be {u.name}.hex",
                f"pick {name}.step repeatedly", f"mark {u.name} as {self.tired}",
            )  # fmt: skip
            self.rule(self.name(), f"forbids {new}.{u.name}p", f"when {u.name} is {self.tired}")

    # ---- what follows, and what is forbidden

    def moments(self) -> list[tuple[str, Scope]]:
        """Returns when something can happen, with what is known then."""
        world = self.world
        found = [(f"after {pick}", Scope(scope.names, acting=True, play=True)) for pick, scope in self.picks]
        found += [(f"after {event.name}", Scope(event.params, play=True)) for event in world.events]
        found += [(f"after {effect.name}", Scope(effect.params, play=True)) for effect in world.effects]
        edges = [*self.leaves, "half"]
        found += [
            (f"at the {edge} of {part}", Scope((Named("s", "side"),), acting=self.chance(30), play=True))
            for part in edges
            for edge in ("start", "end")
        ]
        found += [(f"at the {edge} of day", Scope(acting=self.chance(15), play=True)) for edge in ("start", "end")]
        return found

    def hook(self, at: str, when: Lines, lines: Lines) -> None:
        name = self.name()
        follows = [f"follows {self.hooks[at]}"] if at in self.hooks and self.chance(97) else []
        self.rule(name, at, *follows, *when, "then:", *indented(lines))
        self.hooks[at] = name

    def hooks_by_lot(self) -> None:
        """What a hook brings about is of the later sort: after picks come events, after these effects, then nothing."""
        self.offers = ()
        moments = self.random.sample(self.moments(), self.random.randint(1, 3))
        for at, scope in (*moments, *self.some(moments[:1], 40)):
            what = at.split()[-1]
            self.effects_known, self.events_known = len(self.world.effects), 0
            if what in [effect.name for effect in self.world.effects]:
                self.effects_known = 0
            if "." in what and what.split(".")[0] not in [o.name for o in self.offered] and self.sealed is None:
                self.offers = tuple(self.offered)
            inner = Scope(scope.names, scope.acting, sees=True, play=True)
            self.hook(at, self.whens(inner, 40), self.block(inner, 1, 2, dice=True))
            self.offers = ()

    def other_rules(self) -> None:
        """What is required, what may not be left so, and what is left to the players."""
        h, piece = Named(self.fresh(), "hex"), self.piece
        if self.chance(40):
            name, v = self.name(), self.fresh()
            self.rule(
                name,
                f"for each {h.name} in hexes",
                *self.whens(Scope((h,)), 20),
                f"requires count({piece} {v} in {h.name}) <= {self.random.randint(2, 3)}",
                f'says "{{{h.name}}} is full"',
            )
            if self.chance(12):
                near = f"{v} where {v}.hex adjacent-to {h.name}.hex"
                most, about = self.random.randint(2, 3), f"for each {piece} {h.name} where {h.name}.hex is not none"
                self.rule(self.name(), about, f"requires count({piece} {near} and {v}.hex is not none) <= {most}")
            self.world.requirements.append(name)
            if self.chance(30):
                self.rule(self.name(), f"lifts {name}", *self.whens(Scope((h,)), 100))
        if self.chance(40):
            v = self.fresh()
            self.rule(
                self.name(),
                "forbids done",
                f"for each {h.name} in hexes",
                f"when count({piece} {v} in {h.name}) > {self.random.randint(1, 2)}",
            )
        if self.reach and self.chance(80):
            x, near, name = self.fresh(), self.fresh(), self.name()
            own = f"any {piece} {x} where {x}.side is acting and {x}.hex is not none and {name}({x}) > 4"
            self.item(f"fact {name}({x}: {piece}): whole [1]")
            there = f"{near} in neighbours({x}.hex) where {self.reach}({x}, {near}) is not none"
            self.rule(f"{name}.{self.name()}", f"{name}({x}) is count({there})")
            self.rule(self.name(), f"forbids {self.random.choice(self.leaves)}.done", f"when {own}")
        if self.chance(12):
            left = self.condition(Scope((Named("v", piece),), acting=True), 1)
            when = f"when any {piece} v where v.side is acting and {left}"
            self.rule(self.name(), f"forbids {self.random.choice(self.leaves)}.done", when)
        if self.chance(10):
            self.rule(self.name(), 'leaves "who sits where" to the players')
        if self.chance(20):
            self.rule(
                self.name(),
                "at the end of half",
                f"when count({piece} v where v.side is s) = 0",
                "then:",
                "  end the game",
            )
        if self.chance(25) and self.picks:
            pick, scope = self.random.choice(self.picks)
            self.rule(self.name(), f"forbids {pick}", *self.under(), f"when {self.condition(scope, 2)}")
        if self.chance(10):
            self.item("ruling Q-001 [Q Letters 1]", 'asks "May it be?"', "answers yes", "shown by sums")
            self.data["cases/sums.cases.yaml"] = "cases:\n  - {id: sums, ask: 1 + 1, expect: 2}\n"

    def in_options(self) -> None:
        """Chapters of options, each in its file: rules about what there is."""
        facts = [f for f in self.world.asked if f.shape in ("adjective", "verb")]
        for number, option in enumerate(self.options):
            self.file = f"1{number}.law"
            self.item(f'chapter [2] "When {option}" if option {option}')
            for _ in range(self.random.randint(1, 2)):
                pick, scope = self.random.choice(self.picks)
                if facts and self.chance(30):
                    fact = self.random.choice(facts)
                    self.asking = False
                    self.rule(f"{fact.name}.{self.name()}", *self.whens(Scope(fact.params), 100), fact.head)
                    self.asking = True
                else:
                    self.rule(self.name(), f"forbids {pick}", f"when {self.condition(scope, 2)}")
        self.file = "01.law"

    def advice(self) -> None:
        if not self.chance(70):
            return
        self.file = "20.law"
        self.item('advice [H 1] "What they are after"')
        if self.chance(60):
            self.item("fact worth(s: side): exact")
            side, v = Scope((Named("s", "side"),)), Named(self.fresh(), self.piece)
            own = self.value("exact", side.with_(v), 2)
            each = f"sum({own} for {v.type} {v.name} where {v.name}.side is {self.random.choice('s' * 3 + 'x')})"
            each = each.replace("side is x", f"side is not s and {self.condition(Scope((v,)), 1)}")
            worth = each if self.chance(70) else self.value("exact", side)
            self.item(f"rule worth.{self.name()} [H 1]", f"worth(s) is {worth}")
        else:
            v = Named(self.fresh(), self.piece)
            self.item(
                f"rule {self.name()} [H 1]",
                f"for each {v.type} {v.name} where {v.name}.side is s",
                f"goal of s to keep {v.name} worth 2",
            )
        self.file = "01.law"

    # ---- who stands where

    def situation(self) -> None:
        random, world = self.random, self.world
        self.item(
            f'situation {SITUATION} [1] "How it begins"',
            *self.on,
            *(f"with reading {r}" for r in self.some(self.readings[1:], 30)),
        )
        shift = random.choice(("first", "second"))
        lines = random.choice(("[A, B]", "[A, B, C]", "[A, B, C, D]"))
        grid = (
            f"orientation: {random.choice(('pointy', 'flat'))}, lines: {lines}, lengths: [{COLUMNS}], shifted: {shift}"
        )
        if self.chance(15):
            grid += ", shares-edges: yes"
        names = 'name: "{line}-{number}", full-name: "{board}-{line}-{number}"'
        hexes = [
            f"  {line}-{n}: {{{', '.join(filter(None, (self.given('hex'), self.on_sides())))}}}"
            for line in "AB" for n in range(1, COLUMNS + 1) if self.chance(50)
        ]  # fmt: skip
        drawn = "\n".join(["hexes:", *hexes]) if hexes else "hexes: {}"
        self.data["boards/field.yaml"] = f"board: field\ncite: [R map]\ngrid: {{{grid}, {names}}}\n{drawn}\n"
        pieces = ["board: field", "sides:"]
        away = self.chance(10)  # some stand nowhere
        kinds = [k for k in world.kinds if world.is_kind(k, self.piece)]
        for side in world.sides:
            pieces.append(f"  {side}:")
            for number in range(random.randint(2, 3)):
                given = self.given(self.piece)
                at = f"at: {random.choice('AB')}-{random.randint(1, COLUMNS)}"
                stands = number == 0 or not away or self.chance(60)
                what = [f"kind: {random.choice(kinds)}", *([at] if stands else []), given]
                pieces.append(f"    {side}-{number}: {{{', '.join(filter(None, what))}}}")
        others = [k for k in world.kinds if world.holders.get(k) and not world.is_kind(k, self.piece)]
        if others and self.chance(8):  # more than one word has bits
            pieces += ["pieces:", f"  many: {{kind: {others[0]}, count: 66, at: A-{random.randint(1, COLUMNS)}}}"]
            others = []
        if others:
            pieces += [
                "pieces:",
                *(
                    f"  {kind}-{n}: {{kind: {kind}, at: A-{random.randint(1, COLUMNS)}}}"
                    for kind in others
                    for n in range(2)
                ),
            ]
        if self.chance(60):
            side = (
                "whichever s in {"
                + ", ".join(world.sides)
                + "} gives most count("
                + self.piece
                + " v where v.side is s)"
            )
            pieces.append(f'winner: "{side}"')
        if self.chance(60):
            pieces += ["tells:", f"  how many there are: count({self.piece} v)"]
        self.data[f"situations/{SITUATION}.yaml"] = "\n".join(pieces) + "\n"

    def on_sides(self) -> str:
        """Returns values of attributes of hexsides, by directions; no hexside is listed twice."""
        found = []
        for a in self.some([a for a in self.world.attributes if a.kind == "hexside"], 60):
            where = self.random.sample(("NE", "SE"), self.random.randint(1, 2))
            if a.type == "yes/no":
                found.append(f"{a.name}: [{', '.join(where)}]")
            elif a.type in self.world.choices:
                found.append(f"{a.name}: {{{where[0]}: {self.plain(a.type)}}}")
        return ", ".join(found)

    def given(self, kind: str) -> str:
        """Returns values of some attributes, as data files have them."""
        own = [a for a in self.world.of_kind(kind) if a.writable and not a.lasts]
        found = []
        for a in own:
            if self.chance(50) and a.type in ("yes/no", "whole", "exact", *self.world.choices):
                found.append(
                    f"{a.name}: {self.random.choice(('yes', 'no')) if a.type == 'yes/no' else self.plain(a.type)}"
                )
        return ", ".join(found)
