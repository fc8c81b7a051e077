"""The procedures of a law, and the tables by which the library finds them.

`Doing` makes a procedure of every action, every effect, all that follows at one moment and each part of the sequence,
as they are asked for; what cannot be carried is refused by name. At the end it prints what the library has to know by
number: of picks, what can be picked and what it costs; of procedures, how large their frames are. Behind that follow
the functions that do the work of tasks, and those that hide secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod

from hexlaw.compiler.lower.expressions import Spoken
from hexlaw.compiler.lower.near import Requirement
from hexlaw.compiler.lower.play_asks import PlayAsks
from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.keeping import Keeping
from hexlaw.compiler.wasm.layout import CELL, FAMILIES, NONE, Unlaid
from hexlaw.compiler.wasm.playable import Framed
from hexlaw.compiler.wasm.procedures import (
    ACTED,
    CONSTANTS,
    HEADER,
    HELD,
    MARK,
    PC,
    REQUIREMENT_BITS,
    RUNS,
    SAVED,
    WROTE,
    Around,
    Procedure,
    each_member,
    either,
    hash_of,
    is_thing,
    logged,
    names_things,
)
from hexlaw.compiler.wasm.statements import Building, Plain
from hexlaw.compiler.wasm.value_code import Values, signed
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import spans_of
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play import sequence
from hexlaw.runtime.play.agenda import Agenda
from hexlaw.runtime.play.chance import word
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.play.seating import PLAYER_ASKED
from hexlaw.runtime.position.visibility import hiding_kinds, resting, secrets_of_kinds

READ_FRAMES = ("action", "effect", "part", "window")
"""The sorts of frames that are read by those who do not carry them on."""


class Doing(Keeping):
    def __init__(self, values: Values, asks: PlayAsks, agenda: Agenda) -> None:
        super().__init__(values, asks, agenda)
        values.effect = lambda name: self.effect(name).number

    def called(self, name: str, build: Callable[[Building], None]) -> Procedure:
        found = self.procedures.get(name)
        if found is None:
            found = self.procedures[name] = Procedure(name, self.number(name))
            building = Building(self, found)
            try:
                build(building)
            except Unlaid as why:
                self.refused[name] = str(why)
                found.segments = [[("drop", ("call", "exhausted")), ("return", 0)]]
        return found

    def effect(self, name: str) -> Procedure:
        decl = self.graph.effects[name]

        def build(b: Building) -> None:
            for param, type_ in decl.params:
                b.param(param, type_)
            b.p.params = tuple(param for param, _ in decl.params)
            last = b.label()
            b.block(decl.body, Around(last, last))
            b.at(last)
            if name in self.agenda.dicing:
                b.here.append(("drop", ("call", "over_undiced", "frame")))
            b.follow(name, {param: b.name(param) for param, _ in decl.params}, types=dict(decl.params))
            b.end()

        return self.called(f"effect:{name}", build)

    def moment(self, name: str, rules: Sequence[g.Rule], given: Mapping[str, t.Type]) -> Procedure:
        """What the law wants done after something, or at an edge."""

        def build(b: Building) -> None:
            b.p.slot("acting")
            for param, type_ in given.items():
                b.param(param, type_)
            b.p.params = ("acting", *given)
            with b.holding():
                contested = not self.agenda.rivals[0].isdisjoint(rule.id for rule in rules)
                for rule in rules:
                    if contested:
                        b.put(RUNS, self._row_of_hook(rule, rules))
                    b.hook(rule, name)
            b.end()

        return self.called(f"moment:{name}", build)

    def _row_of_hook(self, rule: g.Rule, rules: Sequence[g.Rule]) -> int:
        """Returns by what the library tells a hook from the others of its moment: the row of those that it follows;
        `NONE` where none of the others may write what it writes."""
        if rule.id not in self.agenda.rivals[0]:
            return NONE
        before = [self._row_of_hook(other, rules) for other in rules if self.agenda.follows(rule, other)]
        return self.image.put_behind([len(before), *before, hash_of(f"hook {rule.id}")])

    def action(self, name: str) -> Procedure:
        decl = self.graph.actions[name]

        def build(b: Building) -> None:
            for param, type_ in decl.params:
                b.param(param, type_)
            b.p.slot("acting")
            b.p.params = (*(param for param, _ in decl.params), "acting")
            last = b.label()
            b.block(self.agenda.bodies[name], Around(last, last))
            b.at(last)
            b.rest(name)
            if name in self.agenda.opened_by_tasks:
                b.here += [
                    ("set", "acted", ("load", "frame", ACTED)), ("drop", ("call", "end_frame", "frame")),
                    ("drop", ("call", self.action_taken(name), "acted")),
                ]  # fmt: skip
            b.end()

        return self.called(f"action:{name}", build)

    def span(self, span: g.SpanDecl, outer: Mapping[str, t.Type]) -> Procedure:
        return self.called(f"part:{span.name}", lambda b: b.part(span, outer))

    def sequence(self) -> Procedure:
        def build(b: Building) -> None:
            last = b.label()
            for line in self.agenda.sequence:
                b.line(line, Around(last, last))
            b.at(last)
            b.end()
            b.p.segments[0][:0] = b.into()

        return self.called("sequence", build)

    def done(self, decl: g.TaskDecl) -> Procedure:
        """What a task wants done at its end, after which it is gone."""

        def build(b: Building) -> None:
            b.p.slot("task")
            b.p.slot("acting")
            b.p.params = ("task",)
            b.put(b.p.slot("acting"), ("load", self.layout.constants["ACTING"]))
            for param, type_ in decl.params:
                column = self.layout.column(decl.name, param)
                b.named(param, ("load", ("<<", b.name("task"), 3), column), type_)
            with b.holding():
                last = b.label()
                b.block(decl.done, Around(last, last))
                b.moved(("call", "remove", b.name("task")))
                b.at(last)
            b.end()

        return self.called(f"done:{decl.name}", build)

    def anew(self, sampled: str) -> str:
        """The function that tells whether something is broken anew since a mark; those acting do not count before."""
        return self.function_of(f"broken anew {sampled}", ("mark", "acting"), partial(self._broken_anew, sampled))

    def _broken_anew(self, sampled: str) -> list[Code]:
        body: list[Code] = [("if", ("global", "unchecked"), [("return", 0)]), ("set", "free", ("global", "free"))]
        noted: list[Code] = [
            ("setg", "breach", 1 + (sampled == "rest")), ("setg", "breach_mark", "mark"),
            ("setg", "breach_at", ("global", "logged")), ("setg", "breach_acting", "acting"),
        ]  # fmt: skip
        near = {r.rule: r for r in self.asks.near if self._is_near(r)}
        if any(reading.rule.id in near for reading in self.agenda.requirements[sampled]):
            body.append(("set", "hexes", ("call", "touched_hexes", "mark", "acting")))
        for reading in self.agenda.requirements[sampled]:
            key = self.values.called(f"broken:{reading.rule.id}")
            ask: Code = ("call", key)
            before: Code = ask
            if (required := near.get(reading.rule.id)) is not None:
                ask = ("?", ("==", "hexes", NONE), ask, ("call", self._near(required), "hexes", "mark"))
                before = ("call", self._before(required), "now")
            worse: Code = ("call", "is_worse", "now", "before")
            touched: Code = ("!=", ("&", ("load", self.layout.constants["TOUCHED"]), self.bit(reading)), 0)
            if reading.attributes is None:
                touched = 1
            elif max(self.alike.values()) >= REQUIREMENT_BITS:  # others may have the same bit
                touched = ("and", touched, self.in_question(reading))
            if (
                sampled == "rest"
            ):  # who acts is left out of what was before, so it can be worse though nothing has changed
                worse = ("and", worse, self.in_question(reading))
            body.append(("if", touched, [
                ("set", "now", ask),
                ("if", ("global", "stopped"), [("return", 0)]),
                ("if", (">", ("call", "size", "now"), 0), [
                    ("drop", ("call", "turn_back", "mark")), ("drop", ("call", "put_away", "acting")),
                    ("set", "before", before),
                    ("drop", ("call", "bring_back")), ("drop", ("call", "turn_forward")),
                    ("if", worse, [*noted, ("setg", "free", "free"), ("return", 1)]),
                ]),
            ]))  # fmt: skip
        return [*body, ("setg", "free", "free"), ("return", 0)]

    def where_it_stands(self, name: str, lines: list[Code]) -> list[Code]:
        """Returns lines behind the switch of an action or task, if it has one."""
        number = self.law.switches.get(name)
        if number is None:
            return lines
        return [("if", ("load", self.layout.constants["SWITCHES"] + number * CELL), lines)]

    def check_all_times(self, mark: Code) -> list[Code]:
        """Lines that stop where something is broken anew that must hold at all times."""
        return [("if", ("&", ("load", self.layout.constants["TOUCHED"]), HELD - 1), [
            ("if", ("call", self.anew("all-times"), mark, NONE), [("drop", ("call", "broken"))]),
            ("if", ("global", "stopped"), [("return", 0)]),
        ])]  # fmt: skip

    def _is_near(self, required: Requirement) -> bool:
        """Whether only what is written of things can change where a requirement about one place is broken."""
        others = {name for family, name in self.written() if family != "thing"}
        return self.values.marks.reads_of(required.case).isdisjoint(others)

    def _near(self, required: Requirement) -> str:
        """The function that looks for where a requirement is broken among what stands in some hexes."""
        cases: Code = "hexes"
        if required.kind != "hex":
            cases = ("call", "things_near", "hexes", "mark", self.layout.kinds[required.kind])
        return self._of_cases(required, "near", ("hexes", "mark"), cases, "case")

    def _before(self, required: Requirement) -> str:
        """Returns the function that asks the past only where a requirement is broken now: nothing else is compared."""
        return self._of_cases(required, "before", ("now",), "now", ("load", ("load", "case"), CELL))

    def _of_cases(self, required: Requirement, when: str, params: tuple[str, ...], cases: Code, case: Code) -> str:
        ask: Code = ("drop", ("call", "add_all", ("call", self.values.called(required.case), case)))
        if required.kind != "hex":
            ask = ("if", ("call", "has", case), [ask])  # what is made now was not there before
        return self.function(f"{when} {required.rule}", params, [
            ("set", "begun", ("global", "pending")), *each_member("case", cases, [ask]),
            ("return", ("call", "listed", "begun")),
        ])  # fmt: skip

    def finish(self) -> dict[str, int]:
        """Prints what is still to be printed; gives the constants of the library."""
        sequence = self.sequence()
        for name in self.actions:
            self.action(name)
        for name in sorted(Spoken(self.law).tried):
            self.effect(name)
        window = self.procedures["window"] = Procedure("window", self.number("window"))
        said = ("throw", "draw", "action", "set", "whole", "fraction", "hex", "hexside", "done", "made", "record")
        constants = CONSTANTS | {f"WORD_{text.upper()}": signed(word(text)) for text in said}
        constants |= {
            "WORD_NONE": signed(word("none of these")), "SEQUENCE": sequence.number, "WINDOW": window.number,
            "BEGINS": self.number(self._begins()), "OPENED": self.number(self._opened()),
            "PASSING_BARRED": self.number(self._passing_barred()), "ACCOUNT_OF": self.number(self._account_of()),
            "WAITS": self.number(self._waits()), "FELL_BACK": self.number(self._fell_back()),
            "FORGETS": self.number(self._forgets()), "FAR": self.number(self._far()),
            "OPEN_TO_ALL": self.number(self._open_to_all()),
            "ABOUT_NOTHING": self.number(self.function("about nothing", ("frame", "key"), [("return", "key")])),
        }  # fmt: skip
        worth = None if self.asks.worth is None else self.asks.worth[0]
        constants |= self._weighing() | {
            "PLAYER_OF": self.number(self._answer("player of", PLAYER_ASKED)),
            "WORTH": self.number(self._answer("worth to", worth)), "VEIL": self.number(self.visibility()),
            **self.sharing(), "GUESS": self.number("guess"), "PLAIN_LIST": self.values.shape(t.SetOf(t.TEXT)),
        }  # fmt: skip
        for procedure in self.procedures.values():
            if procedure is not window:
                on: Code = ("loop", "on", [("switch", "pc", procedure.segments)])
                body = [*self.noted(procedure.name), ("set", "pc", ("load", "frame", PC)), on, ("return", 0)]
                self.function(procedure.name, ("frame",), body)
        digests = {p.number: self.number(self._digest(p)) for p in self.procedures.values()}
        by_number = {p.number: p for p in self.procedures.values()}
        procedures = [by_number.get(number, Procedure("", 0)) for number in range(len(self.values.table))]
        spans = {f"part:{name}": i for name, i in self.layout.spans.items()}
        actions = {f"action:{name}": i for i, name in enumerate(self.actions)}
        rows = {
            "SIZES": [0 if not p.name else p.size + (3 if p is window else 0) for p in procedures],
            "ACTION_OF": [actions.get(p.name, -1) for p in procedures],
            "SPAN_OF": [spans.get(p.name, -1) for p in procedures],
            "IS_MOMENT": [int(p.name.startswith("moment:")) for p in procedures],
            "FRAME_DIGEST": [digests.get(number, 0) for number in range(len(procedures))],
        }  # fmt: skip
        picks = self.picks
        rows |= {
            "ELIGIBLE": [p.eligible for p in picks], "COST_OF": [p.cost for p in picks],
            "DONE_BARRED": [p.done_barred for p in picks], "AROUND_PICK": [p.around for p in picks],
            "INSIDE_PICK": [p.inside for p in picks], "BARRED_AT": [p.barred_at for p in picks],
            "PICKED_AT": [p.picked_at for p in picks], "ABOUT": [p.about for p in picks],
            "DRAWN_SHAPE": [p.drawn for p in picks],
            "IS_THING_PICK": [int(p.asked[0] == "pick" and is_thing(self.graph, p.item)) for p in picks],
            "IS_LIST_PICK": [int(bool(self.values.composed(p.item))) for p in picks],
            "ASKED_HOW": [signed(word(p.asked[0])) for p in picks],
            "ASKED_NAME": [signed(word(p.asked[1])) for p in picks],
            "SHAPE_OF": [self.values.drawn(p.item) if p.asked[0] == "pick" else 0 for p in picks],
            "ACTION_WORD": [signed(word(name)) for name in self.actions],
            "GIVES_UP": [int(self.graph.actions[name].gives_up) for name in self.actions],
            "SPAN_WORD": [signed(word(name)) for name in self.layout.spans],
            "SIDE_WORD": [signed(word(side)) for side in ("", *self.law.sides)],
            "POOL_OF": [self.layout.pool(kind) if kind in self.layout.made else -1 for kind in self.layout.kinds],
        }  # fmt: skip
        self.function("address SPAN_OF", (), [("return", self.image.put_behind([0, *rows["SPAN_OF"]]) + CELL)])
        for name, row in rows.items():
            constants[name] = self.image.put_behind([len(row), *row, hash_of(name)]) + CELL
        return constants

    def framed(self) -> dict[int, Framed]:
        """Returns what frames stand for, by the numbers of their procedures."""
        params = {f"action:{name}": decl.params for name, decl in self.graph.actions.items()}
        params |= {f"effect:{name}": decl.params for name, decl in self.graph.effects.items()}
        read = (p for p in self.procedures.values() if p.name.partition(":")[0] in READ_FRAMES)
        given = {p.name: {n: (p.slot(n), of) for n, of in params.get(p.name, ())} for p in read}
        return {self.procedures[name].number: Framed(name, self.windows.get(name, of)) for name, of in given.items()}

    def _digest(self, p: Procedure) -> str:
        """A number for a frame: where it goes on, and its names."""
        cells: list[Code] = [("load", "frame"), ("load", "frame", PC)]
        if p.name == "window":
            cells += [("load", "frame", HEADER + i * CELL) for i in (0, 2, 3, 4, 5, 8)]
        for name, at in p.slots.items():
            if not name.startswith((" mark", " saved")):
                value: Code = ("load", "frame", at * CELL)
                type_ = p.types.get(at)
                cells.append(value if type_ is None else self.values.digest(type_, value))
        if p.name.startswith("moment:"):
            cells.append(("call", "digest_of_writes", ("load", "frame", WROTE)))
        body: list[Code] = [("set", "found", p.number)]
        body += [("set", "found", ("+", ("call", "mixed", ("^", "found", cell)), 1)) for cell in cells]
        return self.function(f"digest of {p.name}", ("frame",), [*body, ("return", "found")])

    def _begins(self) -> str:
        """Begins an action in a window."""
        cases = []
        for i, name in enumerate(self.actions):
            procedure = self.action(name)
            lines: list[Code] = [
                ("set", "args", ("call", "args_of", "window", "action")),
                ("set", "frame", ("call", "begin_frame", procedure.number)),
                logged(("+", "frame", MARK), ("global", "logged")),
                logged(("+", "frame", SAVED), ("load", self.layout.constants["TOUCHED"])),
                logged(self.layout.constants["TOUCHED"], 0),
                logged(("+", "frame", procedure.slot("acting")), ("load", "window", HEADER)),
            ]
            for k, (param, type_) in enumerate(self.graph.actions[name].params):
                value: Code = ("load", "args", (k + 1) * CELL)
                if is_thing(self.graph, type_):
                    value = ("?", ("==", value, NONE), NONE, ("-", value, self.layout.constants["FIRST_THING_ARG"]))
                lines.append(logged(("+", "frame", procedure.slot(param)), value))
            cases.append((("==", "action", i), [*lines, ("return", 0)]))
        return self.chain("begins", ("action", "window"), cases, 0)

    def _opened(self) -> str:
        return self.chain("opened", ("action", "side"), [
            (("==", "action", i), ("call", "size", ("call", self.opening(name), "side")))
            for i, name in enumerate(self.actions) if name in self.agenda.opened_by_tasks
        ], 1)  # fmt: skip

    def _open_to_all(self) -> str:
        """Lists all actions that need no offer, as a window lists them."""
        lines: list[Code] = [("set", "begun", ("global", "pending"))]
        for i, name in enumerate(self.actions):
            if not self.graph.actions[name].params:
                lines += [("drop", ("call", "add", i)), ("drop", ("call", "add", NONE))]
        kept: Code = ("call", "keep", ("call", "listed", "begun"), self.values.shape(t.SetOf(t.TEXT)))
        return self.function("open to all", (), [*lines, ("return", kept)])

    def _passing_barred(self) -> str:
        """Whether a side may not be done with the part of the sequence over which a window stands."""
        cases: list[tuple[Code, Code]] = []
        for name, i in self.layout.spans.items():
            procedure = self.procedures.get(f"part:{name}")
            asked = self.asks.asked("bars", (id(None), f"{name}.{DONE}"))
            if procedure is None or asked is None or not asked.key:
                continue
            below: Code = ("call", "part_below")
            args: dict[str, Code] = {
                n: ("load", "window", HEADER) if n == "acting" else ("load", below, procedure.slot(n))
                for n in asked.names
            }
            test = ("==", ("load", ("+", ("call", "address SPAN_OF"), ("<<", ("load", below), 3))), i)
            cases.append((test, ("call", "barred_as_seen", self.answer(asked, args.__getitem__))))
        return self.chain("passing barred", ("window",), cases, 0)

    def _answer(self, name: str, node: object) -> str:
        """The function that gives what the law says of a side, `NONE` where it says nothing."""
        asked = self.asks.asked("value", id(node))
        found: Code = NONE if asked is None else self.answer(asked)
        return self.function(name, ("side",), [("return", found)])

    def _weighing(self) -> dict[str, int]:
        """By what the library puts down what a position is worth when a turn is over; nothing where nobody asks."""
        worth = None if self.values.reading is None else self.values.reading.worth
        if worth is None:
            return {"WEIGHED": 0, "TURN_OVER": 0, "CLOCK": 0}
        clock = sequence.counting(spans_of(self.graph))
        assert clock is not None
        at = self.layout.column(GAME.kind, clock[1])
        return {"WEIGHED": 1, "TURN_OVER": self.number("turn_over"), "CLOCK": at}

    def _account_of(self) -> str:
        cases: list[tuple[Code, Code]] = []
        for pick in self.picks:
            if pick.account is not None:
                waits = either(("==", ("load", "frame", PC), segment) for segment in pick.waits)
                cases.append((("and", ("==", ("load", "frame"), pick.procedure.number), waits), pick.account))
        return self.chain("account of", ("frame",), cases, 0)

    def _waits(self) -> str:
        """The pick in whose doing a procedure waits, or -1."""
        return self.chain("waits", ("frame",), [
            (("and", ("==", ("load", "frame"), procedure.number), ("==", ("load", "frame", PC), segment)), pick)
            for procedure in self.procedures.values() for segment, pick in procedure.waits_in.items()
        ], -1)  # fmt: skip

    def _far(self) -> str:
        frame: Code = ("set", "frame", ("load", self.layout.constants["FRAME"]))
        return self.chain("far from", ("pick",), [
            (("==", "pick", i), [frame, ("return", pick.far)])
            for i, pick in enumerate(self.picks) if pick.far is not None
        ], 0)  # fmt: skip

    # -- tasks

    def work(self, edge: str, span: str) -> str:
        """The function that does the work of one edge and lists the tasks that are done by it."""
        name = f"work {edge} {span}"
        b = Plain(self, name)
        b.here += [("set", "begun", ("global", "pending"))]
        touched = self.layout.constants["TOUCHED"]
        for decl in self.agenda.working[edge, span]:
            with b.aside() as work:
                self._work_on(b, decl)
            tasks = self.lasting(("call", "of_kind", self.layout.kinds[decl.name]), t.SetOf(t.TEXT))
            b.here += self.where_it_stands(f"task:{decl.name}", each_member("task", tasks, [
                ("set", "mark", ("global", "logged")), ("set", "saved", ("load", touched)), logged(touched, 0),
                *work, *self.check_all_times("mark"), logged(touched, ("|", ("load", touched), "saved")),
            ]))  # fmt: skip
        return self.function(name, (), [*b.here, ("return", ("call", "listed", "begun"))])

    def _task_names(self, b: Plain, decl: g.TaskDecl) -> None:
        b.here.append(("set", "acting", ("load", self.layout.constants["ACTING"])))
        for param, _ in decl.params:
            b.here.append(("set", param, ("load", ("<<", "task", 3), self.layout.column(decl.name, param))))

    def _ruled(self, decl: g.TaskDecl, how: str) -> Code:
        """Whether a rule pauses, restarts or cancels a task as long as something holds."""
        tests: list[Code] = []
        for rule in (*self.agenda.task_rules.get(decl.name, ()), *self.agenda.task_rules.get("task", ())):
            if isinstance(rule.conclusion, g.TaskRule) and rule.conclusion.how == how:
                tests.append((">", self.answer(self.asked("cases", rule.id)), 0))
        return either(reversed(tests))

    def _work_on(self, b: Plain, decl: g.TaskDecl) -> None:
        self._task_names(b, decl)
        b.here += self.noted(f"task:{decl.name}")
        paused: Code = ("load", ("<<", "task", 3), self.layout.column(decl.name, "paused"))
        branches: list[tuple[Code, Callable[[], None]]] = [
            (self._ruled(decl, "cancels"), lambda: b.moved(("call", "remove", "task"))),
            (self._ruled(decl, "restarts"), lambda: b.to_stage("task", decl, 0)),
            (("and", (">=", 0, paused), ("not", self._ruled(decl, "pauses"))), lambda: self._worked(b, decl)),
        ]
        out = f"worked {decl.name}"
        with b.aside() as block:
            for test, does in branches:
                if test != 0:
                    with b.aside() as lines:
                        does()
                    b.here.append(("if", test, [*lines, ("break", out)]))
        b.here.append(("block", out, block))

    def _worked(self, b: Plain, decl: g.TaskDecl) -> None:
        """One turn's work is added; a stage that takes none is over when its condition holds."""
        type_ = self.graph.kinds[decl.name].attributes["stage"].type
        stage_at: Code = ("load", ("<<", "task", 3), self.layout.column(decl.name, "stage"))
        b.here.append(("set", "stage", stage_at))
        for i, stage in enumerate(decl.stages):
            with b.aside() as lines:
                if stage.lasts is None:
                    if stage.opens is None:
                        self._advance(b, decl, i)
                else:
                    gained: Code = self.layout.part if decl.gains is None else b.given(decl.gains)
                    worked: Code = ("load", ("<<", "task", 3), self.layout.column(decl.name, "work"))
                    now = b.local(("call", "plus", worked, gained))
                    b.set_attribute("task", t.Kind(decl.name), "work", decl.name, now, t.WHOLE)
                    lasts = b.given(stage.lasts)
                    with b.aside() as advanced:
                        self._advance(b, decl, i)
                    b.here.append(("if", (">=", now, lasts), advanced))
            if stage.when is not None:
                lines = self._when(b, stage.when, lines)
            b.here.append(("if", ("==", "stage", self.image.value(stage.name, type_)), lines))

    def _when(self, b: Plain, condition: e.Expr, lines: list[Code]) -> list[Code]:
        """Lines that are carried out if a condition holds."""
        with b.aside() as asking:
            test = b.worked_out(condition)
        return [*asking, ("if", (">", test, 0), lines)]

    def _advance(self, b: Plain, decl: g.TaskDecl, stage: int) -> None:
        if stage + 1 < len(decl.stages):
            b.to_stage("task", decl, stage + 1)
        else:
            b.here.append(("drop", ("call", "add", "task")))

    def opening(self, action: str) -> str:
        """The function that lists the tasks of a side that open an action."""
        b = Plain(self, f"opening {action}")
        b.here.append(("set", "begun", ("global", "pending")))
        for kind, stage_name in self.agenda.opened_by_tasks[action]:
            decl = self.graph.tasks[kind]
            stage = next(s for s in decl.stages if s.name == stage_name)
            type_ = self.graph.kinds[kind].attributes["stage"].type
            cell = lambda name, kind=kind: ("load", ("<<", "task", 3), self.layout.column(kind, name))  # noqa: E731
            with b.aside() as each:
                b.here += self.noted(f"task:{kind}")
                self._task_names(b, decl)
                inner: list[Code] = [("drop", ("call", "add", "task"))]
                if stage.when is not None:
                    inner = self._when(b, stage.when, inner)
                here = (
                    "and",
                    ("==", cell("stage"), self.image.value(stage_name, type_)),
                    ("==", cell("owner"), "side"),
                )
                goes_on = ("and", ("<=", cell("paused"), 0), ("not", self._ruled(decl, "pauses")))
                b.here.append(("if", ("and", here, goes_on), inner))
            b.here += each_member("task", ("call", "of_kind", self.layout.kinds[kind]), each)
        return self.function(f"opening {action}", ("side",), [*b.here, ("return", ("call", "listed", "begun"))])

    def action_taken(self, action: str) -> str:
        """The stage that opened an action is over; where tasks were picked, that of one of these."""
        b = Plain(self, f"taken {action}")
        b.here += [
            ("set", "found", ("call", self.opening(action), ("load", self.layout.constants["ACTING"]))),
            ("set", "picked", ("call", "members_of", "acted", "found")),
            ("if", (">", ("call", "size", "picked"), 0), [("set", "found", "picked")]),
            ("if", ("==", ("call", "size", "found"), 0), [("return", 0)]),
            ("set", "task", ("load", "found", CELL)), ("set", "begun", ("global", "pending")),
        ]  # fmt: skip
        for kind, stage_name in self.agenda.opened_by_tasks[action]:
            decl = self.graph.tasks[kind]
            stage = next(i for i, s in enumerate(decl.stages) if s.name == stage_name)
            with b.aside() as lines:
                if stage + 1 < len(decl.stages):
                    b.to_stage("task", decl, stage + 1)
                else:
                    done = self.done(decl)
                    b.here += [
                        ("set", "called", ("call", "begin_frame", done.number)),
                        logged(("+", "called", done.slot("task")), "task"),
                    ]
            b.here.append(("if", ("call", "is_a", self.layout.kinds[kind], "task"), [*lines, ("return", 0)]))
        return self.function(f"taken {action}", ("acted",), b.here)

    # -- what is hidden from a side; the library makes a view of it (`prelude/views.py`)

    def visibility(self) -> str:
        """Hides from a side the secrets of things that are not its own, as far as they were not shown to it, and things
        of which it is secret where they stand; gives how many."""
        layout, graph = self.layout, self.graph
        secrets, hiding = secrets_of_kinds(graph), hiding_kinds(graph)
        asked = {name for rests in resting(graph).values() for _, name in rests}
        asked.update(name for line in self.points for name in line.keeps)
        at = lambda kind, name: ("+", ("<<", "thing", 3), layout.column(kind, name))  # noqa: E731
        lines: list[Code] = []
        for kind in dict.fromkeys((*secrets, *hiding)):
            owner = "owner" if "owner" in graph.kinds[kind].attributes else g.SIDE
            hidden: list[Code] = []
            for name in secrets.get(kind, ()):
                covered: list[Code] = [("drop", ("call", "add", at(kind, name)))]
                if name in asked:
                    covered.append(("drop", ("call", "hide", "thing", layout.secret(name))))
                hidden.append(("if", ("not", ("call", "is_shown", "thing", layout.secret(name), "side")), covered))
            if kind in hiding:
                unseen: Code = ("not", ("call", "is_shown", "thing", layout.secret(g.PLACE), "side"))
                flag = hiding[kind][0]
                if flag is not None:
                    unseen = ("and", ("==", ("load", at(kind, flag)), 1), unseen)
                hidden.append(("if", unseen, [("drop", ("call", "add", ("-", -1, "thing")))]))
            foreign: Code = ("!=", ("load", at(kind, owner)), "side") if ("thing", owner) in layout.columns else 1
            if len(graph.kinds_below(kind)) > 1:  # those below have secrets of their own
                its_kind = ("load", ("+", ("<<", "thing", 3), layout.constants["KIND"]))
                foreign = ("and", ("==", its_kind, layout.kinds[kind]), foreign)
            lines += each_member("thing", ("call", "of_kind", layout.kinds[kind]), [("if", foreign, hidden)])
        self._guesses(secrets)
        if not lines:
            return self.function("veil", ("side",), [("return", 0)])
        return self.function("veil", ("side",), [
            ("set", "begun", ("global", "pending")), *lines,
            ("return", ("call", "cover", ("call", "listed", "begun"))),
        ])  # fmt: skip

    def _guesses(self, secrets: Mapping[str, tuple[str, ...]]) -> None:
        """Prints what guesses a value for a cell that is hidden: one that its type allows; where these cannot be listed
        one that is seen of others of the kind. It is drawn by the thing and the attribute, as the reference does."""
        layout, graph = self.layout, self.graph
        cases: list[tuple[Code, Code]] = []
        for kind, names in secrets.items():
            for name in names:
                attribute, column = graph.kinds[kind].attributes[name], layout.column(kind, name)
                nothing = self.image.value(attribute.default, attribute.type)
                row: Code = ("-", "at", column)
                its_kind: Code = ("load", ("+", row, layout.constants["KIND"]))
                number: Code = ("load", ("+", row, layout.constants["THING_NUMBER"]))
                of_thing: Code = ("call", "folded", ("call", "folded", "key", number), signed(word(name)))
                guess = self._guess(attribute.type)
                if guess is None:
                    guess = ("call", "guess_as_seen", layout.kinds[kind], column, nothing, "key")
                is_it: Code = ("and", self.is_in("thing", name), ("==", its_kind, layout.kinds[kind]))
                cases.append((is_it, [("set", "key", of_thing), ("return", guess)]))
        self.chain("guess", ("at", "key"), cases, NONE)

    def _guess(self, type_: t.Type, or_none: int = 0) -> Code | None:
        """A value that a type allows, with none as the first of them if that is one; None where they are not listed."""
        match type_:
            case t.YesNo():
                return ("call", "guess_among", 2, or_none, "key")
            case t.Choice(name=name):
                return ("call", "guess_among", len(self.layout.values_of(name)), or_none, "key")
            case t.Kind(name="hex"):
                return ("call", "guess_member", ("load", self.layout.constants["ALL_HEXES"]), or_none, "key")
            case t.Kind(name=name) if name in self.layout.kinds:
                return ("call", "guess_member", ("call", "of_kind", self.layout.kinds[name]), or_none, "key")
            case t.OrNone(item=item):
                return self._guess(item, 1) or NONE
        return NONE if or_none else None

    # -- parts that sides run at once (`prelude/shares.py`)

    def sharing(self) -> dict[str, int]:
        """The functions by which what each side has done is carried over, by number; none where nothing is."""
        names = ("TAKEN_OUT", "ALIKE", "RENAMED", "KEPT_TOGETHER", "TOGETHER")
        if not self.layout.constants["HAS_SHARES"]:
            return dict.fromkeys(names, 0)
        lists, things = [], []
        for family, name in self.written():
            kinds = [k for n, k in self.graph.kinds.items() if (n if n in FAMILIES else "thing") == family]
            types = {k.attributes[name].type for k in kinds if name in k.attributes}
            if len({*map(self.values.shape, types)}) > 1 and any(map(names_things, types)):
                raise Unlaid(f"the attribute {name} of several types, in a part that sides run at once")
            type_, test = types.pop(), self.is_in(family, name)
            shape = self.values.shape(type_)
            lists += [(test, ("call", "is_alike", shape, "now", "before"))] if self.values.composed(type_) else []
            things += [(test, ("call", "renamed", shape, "x"))] if names_things(type_) else []
        taken: list[Code] = [("drop", ("call", self.event_log(r.rule)[0])) for r in self.watched(None)]
        found = (
            self.function("taken out in a share", ("of",), [*taken, ("return", 0)]),
            self.chain("alike", ("at", "now", "before"), lists, 0),
            self.chain("renamed value", ("at", "x"), things, "x"), self._kept_together(), self._together(),
        )  # fmt: skip
        return dict(zip(names, map(self.number, found), strict=True))

    def _kept_together(self) -> str:
        """Carries over what is remembered and counted."""
        lines: list[Code] = []
        for (sort, name), (base, sizes) in self.layout.kept.items():
            decl = (self.graph.memories if sort == "memory" else self.graph.tallies)[name]
            cells = 0 if self.layout.is_sparse(sort, name) else prod(sizes)
            here: Code = "place"
            for i, (_, type_) in enumerate(decl.params):
                if is_thing(self.graph, type_):
                    here = ("call", "place_now", here, prod(sizes[i + 1 :]), sizes[i])
            carried = ("call", "carry_kept", "one", "beginning", base, cells, int(sort == "tally"), "place", here)
            places: Code = ("call", "changed_places", "one", "beginning", base, cells)
            lines += each_member("place", places, [("drop", carried)])
        return self.function("kept together", ("one", "beginning"), [*lines, ("return", 0)])

    def _together(self) -> str:
        """What is watched after all that sides have done at once is there together."""
        at, lines = self.layout.constants, list[Code]()
        for reading in self.agenda.watched:
            areas = [(at["OF_KIND"], at["SHOWN"]), (at["PLACE"], at["FIRST_COLUMN"])]
            areas = areas if reading.asks_where_things_are() else []
            for family, name in self.written():
                if reading.bears_on({name}):
                    column = self.layout.columns[family, name]
                    areas.append((column, column + self.layout.size_of(family) * CELL))
            tests = (("call", "differs", "beginning", first, last) for first, last in areas)
            lines.append(("if", either(tests), [("drop", ("call", self.event_log(reading.rule)[0]))]))
        return self.function("together", ("beginning",), [*lines, ("return", 0)])
