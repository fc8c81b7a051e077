"""What is rarer in law: rulings, words, printed figures, players, actions that tasks open, advice, variants."""

from __future__ import annotations

import re

from lot.module import Item, Module
from lot.statements import indented
from lot.values import Way
from lot.world import Asked, Attribute, Done, Named, Scope, with_article
from lot.writing import COLUMNS, Writer

VARIANT = """module: lot
title: A variant by lot
version: 1.0.0
extends: base
sources: {V: {title: "The notes"}, W: {title: "House notes", advice: yes}}
speaks-for: [V]
default-source: V
"""
BASE = "../base/"
"""Where the files of the law lie that a variant changes."""


class WholeWriter(Writer):
    def vocabulary(self) -> None:
        self.players = False
        super().vocabulary()
        if self.chance(40):
            self.units()
        if self.chance(20) and not self.sealed:
            self.several_players()
        self.world.requirements = [self.name()] if self.chance(60) else []

    def units(self) -> None:
        """A unit chart; often rules change a figure of it."""
        world, random = self.world, self.random
        if self.chance(60):
            self.figure = self.name()
            self.given_to_pieces(self.figure, "whole", "2")
        world.printed = [self.name() for _ in range(2)]
        heads = "id,name,kind,source" + f",{self.figure}" * bool(self.figure)
        rows = [
            f"{unit},A unit,{self.piece},R 2" + f",{random.randint(0, 4)}" * bool(self.figure) for unit in world.printed
        ]
        self.data["units/pieces.csv"] = "\n".join((heads, *rows)) + "\n"
        if self.figure:
            steps = [self.name(), self.name()]
            self.item(f"quantity {self.figure} of w: {self.piece} [1]", f"steps {', '.join(steps)}")
            w = Scope((Named("w", self.piece),))
            printed = f"printed(w.{self.figure})"
            for step, does in zip(steps, ("halves it", random.choice(("adds 1", "makes it 3"))), strict=True):
                when = f"when {printed} >= {random.randint(0, 3)}"
                self.rule(f"{self.figure}.{self.name()}", f"at step {self.figure}.{step}", when, *self._flags(w), does)
            self.rule(f"{self.figure}.{self.name()}", f"rounds {self.figure} down after each step")

    def _flags(self, scope: Scope) -> list[str]:
        flags = [a.name for a in self.world.of_kind(self.piece) if a.type == "yes/no" and not a.secret]
        return [f"when {scope.names[0].name} is not {self.random.choice(flags)}"] if flags and self.chance(50) else []

    def several_players(self) -> None:
        """Each side has players, who act one after the other in a part of their own."""
        self.players = True
        self.item("thing player", "side: side", "rank: whole = 0")
        self.crew = self.name()
        self.world.kinds["player"] = None
        self.world.attributes += [
            Attribute("player", "side", "side", writable=False),
            Attribute("player", "rank", "whole"),
        ]
        if self.chance(50):
            best = "whichever q in (those player p where p.side is s) gives most q.rank"
            self.rule(
                f"player-of.{self.name()}",
                "when any player p where p.side is s and p.rank > 0",
                f"player-of(s) is {best}",
            )

    def kept_words(self) -> None:
        super().kept_words()
        if self.chance(30):
            self.paired_facts()
        if self.chance(30):
            self.moments_asked()
        if self.chance(45):
            self.sights()
        if self.chance(20):
            self.disagreement()
        if self.chance(30):
            self.searched()
        if self.chance(50):
            self.rare_counts()
        if self.chance(40):
            self.figured()

    def paired_facts(self) -> None:
        """A fact that asks whether a rule of another applies."""
        b = Named(self.fresh(), self.piece)
        facts = [Asked(self.name(), "adjective", (b,), "yes/no") for _ in range(2)]
        rule = f"{facts[0].name}.{self.name()}"
        for fact, when in zip(facts, (self.condition(Scope((b,)), 2), f"{rule} applies"), strict=True):
            self.item(f"fact {fact.declared} [1]")
            self.rule(rule if fact is facts[0] else f"{fact.name}.{self.name()}", f"when {when}", fact.head)
            self.world.asked.append(fact)

    def disagreement(self) -> None:
        """A number that two rules of one step make another one, neither over the other."""
        u = Named(self.fresh(), self.piece)
        name, step = self.name(), self.name()
        self.item(f"quantity {name}({u.name}: {u.type}): whole [1]", "starts with 1", f"steps {step}")
        x = self.fresh()  # `check` does not know that the two can be so at once
        often = f"count({self.piece} {x} where {x} is {self.tired} and {x}.side is {u.name}.side) > 1"
        for number, when in enumerate((f"{u.name} is {self.tired}", often)):
            self.rule(f"{name}.{'ab'[number]}", f"at step {name}.{step}", f"when {when}", f"makes it {number + 2}")
        self.world.asked.append(Asked(name, "call", (u,), "whole"))

    def searched(self) -> None:
        """A search among things that begins with one thing being another, and a condition that may not be known of a
        thing that stands nowhere."""
        u, w, x = (Named(self.fresh(), self.piece) for _ in range(3))
        fact = Asked(self.name(), "verb", (u, w), "yes/no")
        self.item(f"fact {fact.declared} [1]")
        same = self.random.choice((f"{u.name} is {w.name}", f"{x.name} is {w.name}", f"{w.name} is {x.name}"))
        other = self.random.choice((f"{x.name}.side is not {u.name}.side", self._plain_condition_of(x)))
        self.rule(f"{fact.name}.a", f"when any {self.piece} {x.name} where {same} and {other}", fact.head)
        far = f"distance({u.name}.hex, {w.name}.hex) > {self.random.randint(0, 2)}"
        said = (far, self._plain_condition_of(w))
        self.rule(
            f"{fact.name}.b", *self.some([f"over {fact.name}.a"], 50),
            f"when {self.random.choice((' and ', ' or ')).join(self.random.sample(said, 2))}", fact.head,
        )  # fmt: skip
        self.world.asked += [fact, fact]

    def rare_counts(self) -> None:
        """A number that is made of what law seldom asks for."""
        u, x, h, k, t = self.fresh(), self.fresh(), self.fresh(), self.fresh(), self.fresh()
        there = f"(whichever {k} in hexes gives {self.random.choice(('least', 'most'))} distance({k}, {u}.hex))"
        side = f"side-between({u}.hex, neighbour({u}.hex, {self.random.randint(1, 6)}))"
        line, how = self.random.choice(("sides-along", "hexes-on-paths", "sides-on-paths")), ("corner", "crosses")
        counts = [
            f"count({h} in hexes where {h} is shared)",
            f"count({t} in hexsides where {t} touches {side})",
            f"count({t} in sides-of({u}.hex) where {t} touches {side})",
            f"count({h} in hexes where steps-to({h} for {k} linked to {u}.hex within 2) is not none)",
            f"count(c1 in {line}({u}.hex, {there}) where c1.how is {self.random.choice(how)})",
            f"count(c1 in sides-along({u}.hex, {there}) where c1.side is not none and c1.passed < c1.left)",
            f"count(hexes-of({side}))",
            f"count(hexes-before({there}, {u}.hex, {there}))",
            f"count({{(one {self.piece} {x} where {x} is {u})}})",
            f"rounded-{self.random.choice(('down', 'up'))}({self.value('exact', Scope((Named(u, self.piece),)), 1)})",
            *[f"count({self.piece} {x} where {x}.holder is not none)"] * (3 * bool(self.held_in(self.piece))),
            *[f"printed({u}.{self.figure})"] * (2 * bool(self.figure)),
            *[f'printed("{one}").{self.figure}' for one in self.world.printed * 2 if self.figure],
        ]
        fact = Asked(self.name(), "call", (Named(u, self.piece),), "exact")
        self.item(f"fact {fact.declared}: exact [1]")
        said = " + ".join(self.random.sample(counts, 3))
        self.rule(f"{fact.name}.{self.name()}", f"{fact.head} is {said}")
        self.world.asked += [fact] * 3
        self.put_down_in_each_half(f"{fact.name}({u})", u)

    def figured(self) -> None:
        """A number that is scaled and shifted by steps, under conditions that are simple."""
        random, u = self.random, Named(self.fresh(), self.piece)
        name, type_ = self.name(), random.choice(("whole", "exact", "exact"))
        steps = [self.name() for _ in range(random.randint(2, 3))]
        start = self.value(type_, Scope((u,)), 1)
        if self.figure and self.chance(60):
            start = f'printed("{random.choice(self.world.printed)}").{self.figure}'
        self.item(
            f"quantity {name}({u.name}: {u.type}): {type_} [1]", f"starts with {start}", f"steps {', '.join(steps)}"
        )
        scaled = ("doubles it", "multiplies it by 3", "divides it by 2", "divides it by 3", "halves it")
        shifted = ("adds 1", "adds 3", "subtracts 1", "subtracts 2")
        for step in steps:
            sort = random.choice((scaled, scaled, shifted))  # the two in one step contradict each other
            for changed in random.sample(sort, random.randint(1, 2)):
                when = random.choice((f"{u.name} is not {self.tired}", "game.day <= 2", self._plain_condition_of(u)))
                self.rule(f"{name}.{self.name()}", f"at step {name}.{step}", *self.some([f"when {when}"], 70), changed)
        rounds = f"rounds {name} {random.choice(('down', 'up'))} {random.choice(('after each step', 'at the end'))}"
        kept = f"keeps fractions of {name}"
        self.rule(f"{name}.{self.name()}", kept if type_ == "exact" and self.chance(60) else rounds)
        self.world.asked.append(Asked(name, "call", (u,), type_))
        self.put_down_in_each_half(f"{name}({u.name})", u.name)

    def put_down_in_each_half(self, said: str, u: str) -> None:
        """Puts down at the start of each half what is said of each piece of a side that stands somewhere."""
        put_down = self.name()
        self.given_to_pieces(put_down, "exact", "0")
        own = f"for each {self.piece} {u} where {u}.side is s and {u}.hex is not none:"
        self.hook("at the start of half", [], [own, f"  set {u}.{put_down} to smaller(99, {said})"])

    def _plain_condition_of(self, one: Named) -> str:
        self.asking = False
        said = self.condition(Scope((one,)), 1)
        self.asking = True
        return said

    def sights(self) -> None:
        """What straight lines and shortest ways meet, as a number that depends on all of it, put down in each half."""
        random, world = self.random, self.world
        h, k, c = (Named(self.fresh(type_), type_) for type_ in ("hex", "hex", "contact"))
        name, u, to = self.name(), self.fresh(), self.fresh()
        known, lines = Scope((h, k, c)), ("sides-along", "hexes-along", "sides-on-paths", "hexes-on-paths")
        line = random.choice(lines)
        d = Named(self.fresh("contact"), "contact")
        order = random.choice((f"{d.name} comes-before {c.name}", f"{c.name} comes-before {d.name}"))
        before = f"{d.name} in {random.choice((line, *lines))}({h.name}, {k.name}) where {order}"
        side = f"side-between({h.name}, {k.name})"
        of_contacts = self.fact_of_contacts() if self.chance(60) else None
        worth = random.choice(("{c}.at", "{c}.passed", "({c}.at + {c}.left)", "(1 + {c}.passed)", "count({before})"))
        where = random.choice(
            (
                "",
                f" where {c.name}.how is {random.choice(('crosses', 'runs-along', 'corner'))}",
                f" where {c.name}.passed < {c.name}.left",
                f" where (no {before})",
                f" where {c.name}.side is not none and {c.name}.side touches {self.value('hexside', known, 1)}",
                *[f" where {c.name} is {of_contacts}"] * (9 * bool(of_contacts)),
                f" where {self.condition(known, 1)}",
            )
        )
        self.item(f"fact {name}({h.name}: hex, {k.name}: hex): exact [1]")
        met = f"{c.name} in {line}({h.name}, {k.name}){where}"
        self.rule(
            f"{name}.{self.name()}",
            f"{name}({h.name}, {k.name}) is sum({worth.format(c=c.name, before=before)} for {met})"
            + f" + count({c.name} in sides-of({h.name}) where {c.name} is {side})" * self.chance(50),
        )
        world.asked.append(Asked(name, "call", (h, k), "exact"))
        pair = f"{name}({u}.hex, {to})" if self.chance(50) else f"{name}({to}, {u}.hex)"
        self.put_down_in_each_half(f"sum({pair} for {to} in hexes)", u)

    def fact_of_contacts(self) -> str:
        """A fact about what a line meets, and the hexside or hex that it is."""
        c = Named(self.fresh("contact"), "contact")
        fact = Asked(self.name(), "adjective", (c,), "yes/no")
        self.item(f"fact {fact.declared} [1]")
        side, among = f"{c.name}.side", self.random.choice(("hexsides", f"sides-of({self.value('hex', Scope(), 0)})"))
        when = (
            f"{side} is not none and {side} touches {self.value('hexside', Scope(), 1)}",
            f"{side} is not none and {side} in {among}",
            f"{c.name}.hex is not none",
            self.condition(Scope((c,)), 2),
        )
        for number, said in enumerate(self.random.sample(when, 2)):
            self.rule(f"{fact.name}.{'ab'[number]}", f"when {said}", fact.head)
        return fact.name

    def asked_of_all(self) -> None:
        """Puts down in each half what some facts, quantities and tables say of each piece."""
        self.put_down: list[Asked] = []
        asked = [*self.world.asked, *self.world.memories]
        if not asked or self.chance(25):
            return
        put_down, u = self.name(), Named(self.fresh(), self.piece)
        self.given_to_pieces(put_down, "exact", "0")
        scope, lines = Scope((Named("s", "side"), u), sees=True, play=True), []
        sum_ = f"set {u.name}.{put_down} to smaller(99, {u.name}.{put_down} + {{}})"
        self.put_down = [*dict.fromkeys(self.random.sample(asked, min(6, len(asked))))]
        for one in self.put_down:
            said = one.asks(self.value(type_, scope, 1) for _, type_ in one.params)
            if one.type == "yes/no":
                lines += [f"if {said}:", "  " + sum_.format(1)]
            elif one.type.startswith("set of "):
                lines.append(sum_.format(f"count({said})"))
            elif one.type in ("whole", "exact"):
                lines.append(sum_.format(said))
            else:
                lines += [f"if {said} is {self.value(one.type, scope, 0)}:", "  " + sum_.format(1)]
        stands = f" and {u.name}.hex is not none" * self.chance(92)
        own = f"for each {self.piece} {u.name} where {u.name}.side is s{stands}:"
        self.hook("at the start of half", [], [own, *indented(lines)])

    def given_to_pieces(self, name: str, type_: str, usual: str) -> None:
        """Gives the first kind one more attribute."""
        at = next(at for at, item in enumerate(self.items) if item.text.startswith(f"thing {self.piece}\n"))
        item = self.items[at]
        self.items[at] = Item(item.file, f"{item.text}\n  {name}: {type_} = {usual}")
        self.world.attributes.append(Attribute(self.piece, name, type_, writable=False))

    def moments_asked(self) -> None:
        """A fact that says when something ends."""
        u = Named(self.fresh(), self.piece)
        name, scope = self.name(), Scope((u,))
        self.item(f"fact {name}({u.name}: {u.type}): moment [1]")
        rules = [f"{name}.{self.name()}" for _ in range(2)]
        self.rule(rules[0], f"{name}({u.name}) is end of {self.random.choice(self.world.parts)}")
        later = f"{name}({u.name}) is {self.random.choice(self._moments(scope))()}"
        self.rule(rules[1], f"over {rules[0]}", f"when {self.condition(scope, 2)}", later)
        self.world.asked.append(Asked(name, "call", (u,), "moment"))

    # ---- what is done

    def _larger_conditions(self, scope: Scope, depth: int) -> list[Way]:
        ways = super()._larger_conditions(scope, depth)
        if scope.play and self.world.requirements and self.effects_known:
            effect = self.random.choice(self.world.effects[: self.effects_known])
            broken = self.random.choice(self.world.requirements)
            ways += [lambda: f"({self.call(effect.name, effect.params, scope, 0)} would break {broken})"] * 5
        if scope.acting and not scope.sees and (forbidden := [e for e in self.world.events if self.is_brought(e)]):
            event = self.random.choice(forbidden)
            not_ = self.random.choice(("", "not "))
            ways.append(lambda: f"({self.call(event.name, event.params, scope, 0)} is {not_}forbidden)")
        return ways

    def is_brought(self, event: Done) -> bool:
        return bool(getattr(self, "brings", {}).get(event.name))

    def task(self) -> None:
        super().task()
        self.opened = ""
        if self.world.tasks and self.chance(40):
            self.opened = self.name()
            at = next(at for at, item in enumerate(self.items) if item.text.startswith("task "))
            stage, before = (
                f"\n  stage {self.name()} opens {self.opened}",
                self.random.choice(("\n  done:", "\n  stage")),
            )
            head, found, rest = self.items[at].text.rpartition(before)
            self.items[at] = Item(self.items[at].file, f"{head}{stage}{found}{rest}")

    def actions(self) -> None:
        super().actions()
        piece = self.piece
        if self.opened:
            w = self.fresh()
            pick = f"pick {w}p({w}: {piece}) where {w}.side is acting does:"
            self.item(f"action {self.opened} [1]", pick, f"  mark {w} as {self.tired}")
        if self.players:
            name, u = self.name(), Named(self.fresh(), piece)
            picked = f"pick {u.name}p({u.name}: {piece}) where {u.name}.side is game.player.side"
            self.item(
                f"action {name} [1]", f"open in {self.crew}", picked, *self.doing(Scope((u,), acting=True)),
                f"mark {u.name} as {self.tired}",
            )  # fmt: skip
            self.rule(self.name(), f"forbids {name}.{u.name}p", f"when {u.name} is {self.tired}")
        for event in self.world.events:
            if self.is_brought(event) and self.chance(60):
                self.rule(self.name(), f"forbids {event.name}", *self.whens(Scope(event.params, acting=True), 100))
        if self.chance(40):
            self.excepted()

    def excepted(self) -> None:
        """A kind of an action for which a rule about that does not hold."""
        name, u, moves = self.random.choice(self.made)
        bars = [
            i.text.split()[1] for i in self.items if i.text.startswith("rule") and f"forbids {name}.{u.name}p" in i.text
        ]
        if bars and not moves:
            new = self.name()
            self.item(
                f"action {new} is {with_article(name)} [1]", f"except {bars[0]}", f"set {u.name}.{self.spent} to 0"
            )
            self.rule(self.name(), f"forbids {new}.{u.name}p", f"when {u.name} is {self.tired} and game.day > 1")

    def other_rules(self) -> None:
        wanted, self.world.requirements = self.world.requirements, []
        super().other_rules()
        h, v = self.fresh(), self.fresh()
        for name in wanted:
            self.rule(
                name,
                f"for each {h} in hexes",
                f"requires count({self.piece} {v} in {h}) <= {self.random.randint(2, 4)}",
            )
        self.world.requirements += wanted
        if self.chance(30):
            self.rulings()
        if self.chance(30):
            self.words()

    def hooks_by_lot(self) -> None:
        super().hooks_by_lot()
        self.asked_of_all()

    def rulings(self) -> None:
        rules = [i.text.split()[1] for i in self.items if i.text.startswith("rule ")]
        pick, scope = self.random.choice(self.picks)
        bar = self.rule(self.name(), "by ruling Q-011", f"forbids {pick}", f"when {self.condition(scope, 2)}")
        self.rule(self.name(), "against ruling Q-013", f"lifts {bar}", f"when {self.condition(Scope(scope.names), 2)}")
        self.item(
            "ruling Q-011 [Q Letters 2]", 'asks "May it go?"', 'answers no, "it may not"', "dated 1971",
            "authority answer", f"confirms {self.random.choice(rules)}", "supersedes Q-012", "shown by sums",
            'notes "so there"',
        )  # fmt: skip
        self.item(
            "ruling Q-012 [Q Letters 1]", 'asks "May it go?"', "answers yes", f"amends {rules[-1]}", "shown by sums"
        )
        self.item("ruling Q-013 [Q Letters 3]", 'asks "And then?"', "answers yes", "shown by sums")
        fact = next((f for f in (*self.put_down, *self.world.asked) if f.shape == "adjective"), None)
        if fact:
            said = [f"when {self._plain_condition(fact) if self.chance(40) else 'game.day >= 1'}", fact.head]
            self.rule(
                f"{fact.name}.{self.name()}", "in force from 1900", *self.some(["in force until 2100"], 20), *said
            )
        self.data["cases/sums.cases.yaml"] = "cases:\n  - {id: sums, ask: 1 + 1, expect: 2}\n"

    def _plain_condition(self, fact: Asked) -> str:
        self.asking = False
        said = self.condition(Scope(fact.params), 2)
        self.asking = True
        return said

    def words(self) -> None:
        self.item(
            "words",
            f'kind {self.piece} reads "piece" / "pieces"',
            f'attribute {self.piece}.{self.tired} reads "{{it}} rests" / "{{it}} does not rest"',
        )
        self.items.append(Item(self.file, "section 1\n\n| Who rests does nothing."))

    def sequence(self) -> None:
        if self.players:
            self.leaves.append(f"{self.crew} for each player p where p.side is s by p")
        super().sequence()
        if self.players:
            self.leaves.pop()

    # ---- advice

    def advice(self) -> None:
        super().advice()
        if not any(item.file == "20.law" for item in self.items) or self.chance(25):
            return
        self.file = "20.law"
        home, v = self.name(), self.fresh()
        self.item(f"plan {self.piece}", f"{home}: hex or none")
        noted = f"for each {self.piece} {v} where {v}.{home} is none:"
        self.item(
            f"rule {self.name()} [H 1]", "at the start of half", "then:", f"  {noted}", f"    set {v}.{home} to {v}.hex"
        )
        reached = f"goal of s that {v}.hex is {v}.{home} with {v} worth 2 by {2} counted in game.day"
        self.item(f"rule {self.name()} [H 1]", f"for each {self.piece} {v} where {v}.side is s", reached)
        self.file = "01.law"

    # ---- who stands where

    def situation(self) -> None:
        super().situation()
        name = next(name for name in self.data if name.startswith("situations/"))
        text = self.data[name]
        for number, unit in enumerate(self.world.printed):
            side = self.random.choice(self.world.sides)
            text = text.replace(f"  {side}:\n", f"  {side}:\n    {unit}: {{type: {unit}, at: A-{number + 1}}}\n", 1)
        if self.players:
            for side in self.world.sides:
                people = "".join(
                    f"    {side}-p{n}: {{kind: player, rank: {n}}}\n" for n in range(self.random.randint(0, 2))
                )
                text = text.replace(f"  {side}:\n", f"  {side}:\n{people}", 1)
        if self.chance(30):
            text = text.replace("board: field\n", f"board: field\nzones:\n  corner: {{field: {{A: 1-{COLUMNS}}}}}\n", 1)
            flags = [a.name for a in self.world.of_kind("hex") if a.type == "yes/no"]
            if flags:
                text = text.replace("sides:\n", f"given:\n  - {{zone: corner, {flags[0]}: yes}}\nsides:\n", 1)
        if "tells:\n" in text:
            text += '  how far it is: distance(hex("A-1"), hex("A-3"))\n' * self.chance(90)  # law knows no hex by name
            asked = [a for a in dict.fromkeys(self.world.asked) if a.shape == "call" and not a.secret]
            for one in self.random.sample(asked, min(4, len(asked))):
                text += f"  what {one.name} is: {self.call(one.name, one.params, Scope(), 1)}\n"
        self.data[name] = text

    def law(self) -> Module:
        law = super().law()
        return self.varied(law) if self.chance(30) else law

    # ---- a variant

    def varied(self, law: Module) -> Module:
        """The law as a base, with a variant that changes some of it by name."""
        items = [Item(f"{BASE}b{item.file}", item.text) for item in law.items]
        data = {f"{BASE}{name}": text for name, text in law.data.items()}
        data[f"{BASE}module.yaml"] = (
            data[f"{BASE}module.yaml"].replace("module: lot", "module: base") + "abstract: yes\n"
        )
        data["module.yaml"] = VARIANT
        changes = [change for change in self.changes(law.items) if self.chance(50)]
        items.append(Item("50.law", 'chapter [V 1] "What is other"'))
        items += [Item("50.law", change) for change in changes]
        return Module(tuple(items), data, law.situation)

    def changes(self, items: tuple[Item, ...]) -> list[str]:
        random, world = self.random, self.world
        plain = [item for item in items if item.file == "01.law"]
        rules = [item.text for item in plain if item.text.startswith("rule ")]
        found: list[str] = []
        for text in random.sample(rules, min(4, len(rules))):
            name, lines = text.split()[1], text.split("\n")
            conditions = [at for at, line in enumerate(lines) if line.startswith("  when")]
            if "forbids" in text and self.chance(50):
                found.append(f'drop {name} [1] "nobody kept it"')
            elif conditions and "\n  is " not in text and not re.search(r"\n  (?:at|after|over|limits|begins)", text):
                left_out = 0 if "forbids" in text else conditions[0]
                kept = [line for at, line in enumerate(lines) if at not in (0, left_out)]
                found.append("\n".join([f"rule {name}-anew [1]", f"  replaces {name}", *kept]))
        overs = [t.split() for t in rules if "\n  over " in t]
        if overs:
            found.append(f"rule {overs[0][1]} also [1]\n  over {overs[0][overs[0].index('over') + 1].rstrip(',')}")
        for effect in world.effects:
            lines = self.block(Scope(effect.params, sees=True, play=True), 0, 1)
            found.append("\n".join([f"effect {effect.name} also [1]:", "  at the start:", *indented(indented(lines))]))
            text = next(i.text for i in items if i.text.startswith(f"effect {effect.name}("))
            for part in re.findall(r"\bpart (\w+):", text)[:1]:
                found.append(f'drop part {effect.name}.{part} [1] "it is left out"')
            for die in re.findall(r"\broll \S+ as (\w+)", text)[:1]:
                found.append(f"effect {effect.name} also [1]:\n  replaces {die}:\n    roll 1d4 as {die}")
        name, u, _ = random.choice(self.made)
        found.append(f"action {name} also [1]\n  mark {u.name} as {self.tired}")
        if len(self.made) > 2:
            found.append(f'drop action {self.made[-1][0]} [1] "it is not done"')
        if len(self.leaves) > 1:
            found.append(f"drop phase {self.leaves[-1]} [1]")
        else:
            found.append(f"sequence game also [1]\n  after {self.leaves[0]}:\n    phase {self.name()}")
        kind, numbers = (
            self.piece,
            [a for a in world.attributes if a.kind == self.piece and a.type in ("whole", "exact")],
        )
        numbers = [a for a in numbers if a.name not in (self.spent, self.figure) and a.writable]
        if numbers:
            found.append(
                f'thing {kind} also\n  replaces {numbers[0].name} = {self.plain(numbers[0].type)} [1] "it is other"'
            )
        if self.options and f"with option {self.options[-1]} off" in self.on:
            found.append(f'drop option {self.options[-1]} [1] "it is left out"')
        for item in plain:
            if settled := re.match(r"settle (\w+): (\w+)", item.text):
                found.append(f'drop settlement {settled[1]} [1] "it is open again"')
            if quantity := re.match(r"quantity (\w+)(\(.*?\)): .*\n  starts.*\n  steps (\w+)", item.text):
                step = self.name()
                found.append(f"quantity {quantity[1]} also {quantity[2]}\n  step {step} after {quantity[3]}")
        return found
