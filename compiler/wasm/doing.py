"""The procedures of a law, and the tables by which the library finds them.

`Doing` makes a procedure of every action, every effect, all that follows at one moment and each part of the sequence,
on demand; what cannot be printed is refused by name. At the end it prints what the library looks up by number: of
picks, what can be picked and what it costs; of procedures, how large their frames are. Behind that follow the
functions that do the work of tasks, and those that hide secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from math import prod

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower import step_form as s
from hexlaw.compiler.lower.doing_half import DoingHalf
from hexlaw.compiler.lower.near import Requirement
from hexlaw.compiler.wasm import parts, pick_code, statements
from hexlaw.compiler.wasm import procedures as pr
from hexlaw.compiler.wasm.code import Code
from hexlaw.compiler.wasm.keeping import Keeping, chain
from hexlaw.compiler.wasm.layout import CELL, FAMILIES, NONE, SEED, signed
from hexlaw.compiler.wasm.noting import Noting
from hexlaw.compiler.wasm.playable import Framed
from hexlaw.compiler.wasm.value_code import Values
from hexlaw.compiler.wasm.writer import Writer
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import spans_of
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play import sequence
from hexlaw.runtime.play.chance import word
from hexlaw.runtime.play.seating import PLAYER_ASKED
from hexlaw.runtime.position.visibility import hiding_kinds, resting, secrets_of_kinds

READ_FRAMES = ("action", "effect", "part", "window")
"""The sorts of frames that are decoded for reading."""

STEPS: Mapping[type, Callable[..., None]] = {
    s.Name: statements.name, s.Branch: statements.branch, s.Each: statements.each, s.Invoke: Writer.invoke,
    s.DrawLot: statements.draw, s.Log: Writer.log, s.Hook: statements.hook, s.Pick: pick_code.pick,
    s.Offer: pick_code.offer, s.Make: parts.make, s.TaskRule: parts.task_rule, s.RunSpan: parts.enter,
    e.Roll: statements.throw, e.Finish: statements.leave, e.EndGame: statements.leave,
    e.SetAttribute: statements.write, e.Move: statements.move, e.Place: statements.place,
    e.Remove: statements.remove, e.Point: statements.point, e.Return: statements.go_back,
    e.Reveal: statements.reveal, e.Stops: pick_code.stop, e.ChangeTask: parts.change,
}  # fmt: skip
"""By sort of step, or of statement where it is plain, the function that writes it, given a writer, the step and what
stands around it."""


class Doing(Keeping):
    steps = STEPS

    def __init__(self, values: Values, lowered: DoingHalf) -> None:
        super().__init__(values, lowered)
        self.worth = lowered.of_situation("worth")
        values.has_terms = self.worth is not None and values.reading is None and not values.layout.is_evaluated
        values.begun = lambda sort, name: (self.action if sort == "action" else self.effect)(name).record

    def called(self, name: str, build: Callable[[Writer], None], params: Mapping[str, t.Type | None]) -> pr.Procedure:
        """Returns a procedure, whose statements are written when a frame of it is begun first."""
        found = self.procedures.get(name)
        if found is None:
            found = self.procedures[name] = pr.Procedure(name, params=params)
            for param, type_ in params.items():
                found.slot(param, type_ if type_ is not None and self.values.composed(type_) else None)
            self.function_of(name, ("frame",), partial(self._written, found, build))
            recorded = lambda: [("return", self._record(found))]  # noqa: E731
            found.record = ("call", self.function_of(f"record of {name}", (), recorded))
        return found

    def _written(self, p: pr.Procedure, build: Callable[[Writer], None]) -> list[Code]:
        writer = Writer(self, p)
        writer.bound |= {param: type_ for param, type_ in p.params.items() if type_ is not None}
        build(writer)
        on: Code = ("loop", "on", [("switch", "pc", p.segments)])
        return [*self.values.noted(p.name), ("set", "pc", ("load", "frame", pr.PC)), on, ("return", 0)]

    def _record(self, p: pr.Procedure, more: int = 0) -> int:
        """Writes a procedure, unless the library has it, with `more` cells in its frame; returns its record."""
        assert p.name == "window" or self.values.functions[p.name]
        sort, _, name = p.name.partition(":")
        segments = range(len(p.segments) or 1)
        waits, accounts = (self.image.put_behind([of.get(i, 0) for i in segments]) for of in (p.waits_in, p.accounts))
        barred = self._passing_barred(p, name) if sort == "part" else 0
        cells = {
            "RUN": self.number(p.name), "FRAME_SIZE": p.size + more,
            "ACTION_OF": self.actions.index(name) if sort == "action" else -1,
            "SPAN_OF": self.layout.spans[name] if sort == "part" else -1, "IS_MOMENT": int(sort == "moment"),
            "FRAME_DIGEST": self.number(self.function_of(f"digest of {p.name}", ("frame",), partial(self._digest, p))),
            "PASSING_BARRED": barred, "WAITS": waits, "ACCOUNTS": accounts, "OVER_AT": p.over_at,
        }  # fmt: skip
        found = self.image.put_behind([cells[what] for what in pr.OF_PROCEDURE])
        self.begun[found] = p
        if sort in READ_FRAMES:
            each = self.spans[name].each if sort == "part" else None
            rounds = {each[0]: t.item_of(each[1].type)} if each is not None and each[0] in p.slots else {}
            known = p.params if sort in ("action", "effect") else rounds
            named = {n: (p.slot(n), type_ or t.Choice(g.SIDE)) for n, type_ in known.items()}  # that is who acts
            self.frames[found] = Framed(p.name, self.windows.get(p.name, named))
        return found

    def effect(self, name: str) -> pr.Procedure:
        def build(w: Writer) -> None:
            routine, last = self.lowered.routines[f"effect:{name}"], w.label()
            w.block(routine.body, pr.Around(last, last))
            w.at(last)
            w.comes_to(None)
            if name in self.agenda.dicing:
                w.here.append(("drop", ("call", "over_undiced", "frame")))
            w.invoke(routine.then)
            w.end()

        return self.called(f"effect:{name}", build, dict(self.graph.effects[name].params))

    def routine(self, key: str) -> pr.Procedure:
        sort, _, name = key.partition(":")
        return self.effect(name) if sort == "effect" else self.moment(key)

    def moment(self, key: str) -> pr.Procedure:
        """The procedure of a moment: the hooks after something, or at an edge."""
        routine = self.lowered.routines[key]
        hooks = [step for step in routine.body if isinstance(step, s.Hook)]
        rules = [self.law.rules[hook.rule] for hook in hooks]

        def build(w: Writer) -> None:
            with w.holding():
                contested = not self.agenda.rivals[0].isdisjoint(hook.rule for hook in hooks)
                for hook, rule in zip(hooks, rules, strict=True):
                    if contested:
                        w.put(pr.RUNS, self._row_of_hook(rule, rules))
                    w.print(hook, pr.Around(0, 0))
                w.comes_to(None)
                if self.layout.is_evaluated:
                    w.put(w.p.slot(pr.HOOK), NONE)
            w.end()

        return self.called(key, build, {"acting": None, **dict(routine.params)})

    def _row_of_hook(self, rule: g.Rule, rules: Sequence[g.Rule]) -> int:
        """Returns the row of the hooks that a hook follows, by which the library orders a moment; `NONE` where none of
        the others may write what it writes."""
        if rule.id not in self.agenda.rivals[0]:
            return NONE
        before = [self._row_of_hook(other, rules) for other in rules if self.agenda.follows(rule, other)]
        row = self.image.put_behind([len(before), *before, pr.hash_of(f"hook {rule.id}")])
        self.rivals_by_row[row] = rule.id
        return row

    def action(self, name: str) -> pr.Procedure:
        def build(w: Writer) -> None:
            last = w.label()
            w.block(self.lowered.routines[f"action:{name}"].body, pr.Around(last, last))
            w.at(last)
            w.comes_to(None)
            statements.rest(w, name)
            if name in self.agenda.opened_by_tasks:
                w.here += [
                    ("set", "acted", ("load", "frame", pr.ACTED)), ("drop", ("call", "end_frame", "frame")),
                    ("drop", ("call", self.action_taken(name), "acted")),
                ]  # fmt: skip
            w.end()

        return self.called(f"action:{name}", build, {**dict(self.graph.actions[name].params), "acting": None})

    def sequence(self) -> pr.Procedure:
        def build(w: Writer) -> None:
            last = w.label()
            for step in self.lowered.routines["sequence"].body:
                w.print(step, pr.Around(last, last))
            w.at(last)
            w.end()
            w.p.segments[0][:0] = parts.into(w)

        return self.called("sequence", build, {})

    def done(self, decl: g.TaskDecl) -> pr.Procedure:
        """The procedure at the end of a task, after which it is gone."""

        def build(w: Writer) -> None:
            w.put(w.p.slot("acting"), ("load", self.layout.constants["ACTING"]))
            for param, type_ in decl.params:
                column = self.layout.column(decl.name, param)
                w.named(param, ("load", ("<<", w.name("task"), 3), column), type_)
            with w.holding():
                last = w.label()
                w.block(self.lowered.block(decl.done, self.lowered.known_of(decl.name)), pr.Around(last, last))
                w.moved(("call", "remove", w.name("task")))
                w.at(last)
            w.end()

        return self.called(f"done:{decl.name}", build, {"task": None, "acting": None})

    def anew(self, sampled: str) -> str:
        """The function that tells whether a requirement is newly broken since a mark; things that are acting do not
        count before."""
        return self.function_of(f"broken anew {sampled}", ("mark", "acting"), partial(self._broken_anew, sampled))

    def _broken_anew(self, sampled: str) -> list[Code]:
        body: list[Code] = [("if", ("global", "unchecked"), [("return", 0)]), ("set", "free", ("global", "free"))]
        noted: list[Code] = [
            ("setg", "breach", 1 + (sampled == "rest")), ("setg", "breach_mark", "mark"),
            ("setg", "breach_at", ("global", "logged")), ("setg", "breach_acting", "acting"),
        ]  # fmt: skip
        # only what is written of things can change where a requirement about one place is broken
        others = {f"attribute:{name}" for family, name in self.written() if family != "thing"}
        near = {r.rule: r for r in self.lowered.near() if self.values.marks.reads_of(r.case).isdisjoint(others)}
        if any(reading.rule.id in near for reading in self.agenda.requirements[sampled]):
            body.append(("set", "hexes", ("call", "touched_hexes", "mark", "acting")))
        for reading in self.agenda.requirements[sampled]:
            key = self.values.called(f"broken:{reading.rule.id}")
            ask: Code = ("call", key)
            before: Code = ask
            if (required := near.get(reading.rule.id)) is not None:
                ask = ("?", ("==", "hexes", NONE), ask, ("call", self._near(required), "hexes", "mark"))
                # the past is asked only where the requirement is broken now: nothing else is compared
                past: Code = ("load", ("load", "case"), CELL)
                before = ("call", self._of_cases(required, "before", ("now",), "now", past), "now")
            worse: Code = ("call", "is_worse", "now", "before")
            touched: Code = ("!=", ("&", ("load", self.layout.constants["TOUCHED"]), self.bits[reading.rule.id]), 0)
            if reading.attributes is None:
                touched = 1
            elif max(self.alike.values()) >= pr.REQUIREMENT_BITS:  # others may have the same bit
                touched = ("and", touched, self.in_question(reading))
            # who acts is left out of what was before, so it can be worse though nothing has changed
            if sampled == "rest":
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
        """Returns lines guarded by the switch of an action or task, if it has one."""
        number = self.law.switches.get(name)
        if number is None:
            return lines
        return [("if", ("load", self.layout.constants["SWITCHES"] + number * CELL), lines)]

    def check_all_times(self, mark: Code) -> list[Code]:
        """Lines that stop where an `all-times` requirement is newly broken."""
        return [("if", ("&", ("load", self.layout.constants["TOUCHED"]), pr.HELD - 1), [
            ("if", ("call", self.anew("all-times"), mark, NONE), [("drop", ("call", "broken"))]),
            ("if", ("global", "stopped"), [("return", 0)]),
        ])]  # fmt: skip

    def _near(self, required: Requirement) -> str:
        """The function that judges a requirement for what stands in some hexes."""
        cases: Code = "hexes"
        if required.kind != "hex":
            cases = ("call", "things_near", "hexes", "mark", self.layout.kinds[required.kind])
        return self._of_cases(required, "near", ("hexes", "mark"), cases, "case")

    def _of_cases(self, required: Requirement, when: str, params: tuple[str, ...], cases: Code, case: Code) -> str:
        ask: Code = ("drop", ("call", "add_all", ("call", self.values.called(required.case), case)))
        if required.kind != "hex":
            ask = ("if", ("call", "has", case), [ask])  # what is made now was not there before
        return self.function(f"{when} {required.rule}", params, [
            ("set", "begun", ("global", "pending")), *pr.each_member("case", cases, [ask]),
            ("return", ("call", "listed", "begun")),
        ])  # fmt: skip

    def finish(self) -> dict[str, int]:
        """Returns the constants of the library; the functions that they name are printed when they are called first."""
        said = ("throw", "draw", "action", "set", "whole", "fraction", "hex", "hexside", "done", "made", "record")
        constants = pr.CONSTANTS | {f"WORD_{text.upper()}": signed(word(text)) for text in said}
        player = self.lowered.value(PLAYER_ASKED, self.lowered.of_side) if self.graph.has_players else None
        functions: dict[str, tuple[str, tuple[str, ...], Callable[[], list[Code]]]] = {
            "OPENED": ("opened", ("action", "side"), self._opened), "FELL_BACK": ("fell back", ("at",), self.fell_back),
            "OPEN_TO_ALL": ("open to all", (), self._open_to_all), "FORGETS": ("forgets", ("thing",), self.forgets),
            "ABOUT_NOTHING": ("about nothing", ("frame", "key"), lambda: [("return", "key")]),
            "PLAYER_OF": ("player of", ("side",), partial(self._answer, player)),
            "WORTH": ("worth to", ("side",), partial(self._answer, self.worth)),
            "WINNER": ("winner of all", (), partial(self._answer, self.lowered.of_situation("winner"))),
            "VEIL": ("veil", ("side",), self.visibility), "GUESS": ("guess", ("at", "key"), self._guesses),
        }  # fmt: skip
        constants |= {name: self.number(self.function_of(*of)) for name, of in functions.items()}
        for procedure, names in (self.effect, self.graph.effects), (self.action, self.actions):
            for name in names:  # with which a trial may begin
                procedure(name)
        for name in self.agenda.opened_by_tasks:
            self.function_of(f"opening {name}", ("side",), partial(self._opening, name))
        constants |= {
            "WORD_NONE": signed(word("none of these")), "SEQUENCE": self.number(self.sequence().record[1]),
            "WINDOW": self._record(pr.Procedure("window"), 3), "PLAIN_LIST": self.values.shape(t.SetOf(t.TEXT)),
            **self._weighing(), **self._incremental(functions["WORTH"][0]), **self.sharing(),
        }  # fmt: skip
        is_in_force = lambda origin: self.law.why_not_in_force(origin) is None  # noqa: E731
        sides, columns = self.layout.law.sides, self.layout.columns
        rows = {
            "BEGINS": [
                self.number(self.function_of(f"begin {name}", ("window",), partial(self._begins, name)))
                for name in self.actions
            ],
            "ACTION_WORD": [signed(word(name)) for name in self.actions],
            "GIVES_UP": [int(self.graph.actions[name].gives_up) for name in self.actions],
            "SPAN_WORD": [signed(word(name)) for name in self.layout.spans],
            "SIDE_WORD": [signed(word(side)) for side in ("", *self.law.sides)],
            "STYLES": [i for i, style in enumerate(self.graph.styles.values()) if is_in_force(style.origin)],
            "STYLE_CELLS": [cell for side in sides if (cell := columns.get((GAME.kind, g.STYLE_OF.format(side))))],
            "POOL_OF": [self.layout.pool(kind) if kind in self.layout.made else -1 for kind in self.layout.kinds],
        }  # fmt: skip
        for name, row in rows.items():
            constants[name] = self.image.put_behind([len(row), *row, pr.hash_of(name)]) + CELL
        return constants

    def _digest(self, p: pr.Procedure) -> list[Code]:
        """A number for a frame: where it goes on, and its names."""
        cells: list[Code] = [("load", "frame"), ("load", "frame", pr.PC)]
        if p.name == "window":
            cells += [("load", "frame", pr.HEADER + i * CELL) for i in (0, 2, 3, 4, 5, 8)]
        for name, at in p.slots.items():
            if not name.startswith((" mark", " saved")):
                value: Code = ("load", "frame", at * CELL)
                type_ = p.types.get(at)
                cells.append(value if type_ is None else self.values.digest(type_, value))
        if p.name.startswith("moment:"):
            cells.append(("call", "digest_of_writes", ("load", "frame", pr.WROTE)))
        body: list[Code] = [("set", "found", SEED)]
        body += [("set", "found", ("+", ("call", "mixed", ("^", "found", cell)), 1)) for cell in cells]
        return [*body, ("return", "found")]

    def _begins(self, action: str) -> list[Code]:
        """Begins an action in a window."""
        procedure = self.action(action)
        lines: list[Code] = [
            ("set", "args", ("call", "args_of", "window", self.actions.index(action))),
            ("set", "frame", ("call", "begin_frame", procedure.record)),
            ("drop", ("call", "begin_action", "frame")),
            pr.logged(("+", "frame", procedure.slot("acting")), ("load", "window", pr.HEADER)),
        ]  # fmt: skip
        for i, (param, type_) in enumerate(self.graph.actions[action].params, 1):
            value: Code = ("load", "args", i * CELL)
            if pr.is_thing(self.graph, type_):
                value = ("?", ("==", value, NONE), NONE, ("-", value, self.layout.constants["FIRST_THING_ARG"]))
            lines.append(pr.logged(("+", "frame", procedure.slot(param)), value))
        return [*lines, ("return", 0)]

    def _opened(self) -> list[Code]:
        return chain((
            (("==", "action", i), ("call", "size", ("call", f"opening {name}", "side")))
            for i, name in enumerate(self.actions) if name in self.agenda.opened_by_tasks
        ), 1)  # fmt: skip

    def _open_to_all(self) -> list[Code]:
        """Lists all actions that need no offer, as a window lists them."""
        lines: list[Code] = [("set", "begun", ("global", "pending"))]
        for i, name in enumerate(self.actions):
            if not self.graph.actions[name].params:
                lines += [("drop", ("call", "add", i)), ("drop", ("call", "add", NONE))]
        kept: Code = ("call", "keep", ("call", "listed", "begun"), self.values.shape(t.SetOf(t.TEXT)))
        return [*lines, ("return", kept)]

    def _passing_barred(self, p: pr.Procedure, part: str) -> int:
        """Returns the function that says whether a side may not end its window in a part of the sequence; 0 where no
        rule forbids it."""
        asked = self.parts[part].passing_barred
        if asked is None:
            return 0
        below = lambda name: ("load", ("call", "part_below"), p.slot(name))  # noqa: E731
        named = lambda name: ("load", "window", pr.HEADER) if name == "acting" else below(name)  # noqa: E731
        barred: Code = (">", ("call", "as_far_as_seen", self.value(asked, named), 0), 0)
        return self.number(self.function(f"passing {part} barred", ("window",), [("return", barred)]))

    def _answer(self, node: f.Expr | None) -> list[Code]:
        """Returns what the law says of a side, `NONE` where it says nothing."""
        return [("return", NONE if node is None else self.value(node))]

    def _incremental(self, worth: str) -> dict[str, int]:
        """Returns the constants by which the library asks for a worth and notes reads (`prelude/incremental.py`)."""
        if not self.values.has_terms:
            return {"NOTES_READS": 0, "WORTH_NOTING": 0}
        return {"NOTES_READS": 1, "WORTH_NOTING": self.number(Noting(self.values).copy(worth, is_loading=True))}

    def _weighing(self) -> dict[str, int]:
        """The functions by which the library notes the worth of positions at the end of a turn; none where it is not
        wanted."""
        worth = None if self.values.reading is None else self.values.reading.worth
        if worth is None:
            return {"WEIGHED": 0, "TURN_OVER": 0, "CLOCK": 0}
        clock = sequence.counting(spans_of(self.graph))
        assert clock is not None
        at = self.layout.column(GAME.kind, clock[1])
        return {"WEIGHED": 1, "TURN_OVER": self.number("turn_over"), "CLOCK": at}

    # -- tasks

    def work(self, edge: str, span: str) -> list[Code]:
        """The function that does the work of one edge and lists the tasks that it completes."""
        w = Writer(self, pr.Procedure(f"work {edge} {span}"), is_plain=True)
        w.here += [("set", "begun", ("global", "pending"))]
        touched = self.layout.constants["TOUCHED"]
        for decl in self.agenda.working[edge, span]:
            with w.aside() as work:
                self._work_on(w, decl)
            tasks = self.lasting(("call", "of_kind", self.layout.kinds[decl.name]), t.SetOf(t.TEXT))
            w.here += self.where_it_stands(f"task:{decl.name}", pr.each_member("task", tasks, [
                ("set", "mark", ("global", "logged")), ("set", "saved", ("load", touched)), pr.logged(touched, 0),
                *work, *self.check_all_times("mark"), pr.logged(touched, ("|", ("load", touched), "saved")),
            ]))  # fmt: skip
        return [*w.here, ("return", ("call", "listed", "begun"))]

    def _task_names(self, w: Writer, decl: g.TaskDecl) -> None:
        w.here.append(("set", "acting", ("load", self.layout.constants["ACTING"])))
        for param, _ in decl.params:
            w.here.append(("set", param, ("load", ("<<", "task", 3), self.layout.column(decl.name, param))))

    def _ruled(self, decl: g.TaskDecl, how: str) -> Code:
        """Whether a rule pauses, restarts or cancels a task as long as something holds."""
        tests = [(">", self.value(applies), 0) for applies in self.lowered.ruling(decl.name, how)]
        return pr.either(reversed(tests))

    def _work_on(self, w: Writer, decl: g.TaskDecl) -> None:
        self._task_names(w, decl)
        w.here += self.values.noted(f"task:{decl.name}")
        paused: Code = ("load", ("<<", "task", 3), self.layout.column(decl.name, "paused"))
        branches: list[tuple[Code, Callable[[], None]]] = [
            (self._ruled(decl, "cancels"), lambda: w.moved(("call", "remove", "task"))),
            (self._ruled(decl, "restarts"), lambda: parts.to_stage(w, "task", decl, 0)),
            (("and", (">=", 0, paused), ("not", self._ruled(decl, "pauses"))), lambda: self._worked(w, decl)),
        ]
        out = f"worked {decl.name}"
        with w.aside() as block:
            for test, does in branches:
                if test != 0:
                    with w.aside() as lines:
                        does()
                    w.here.append(("if", test, [*lines, ("break", out)]))
        w.here.append(("block", out, block))

    def _worked(self, w: Writer, decl: g.TaskDecl) -> None:
        """Adds one turn's work; a stage that takes no turns is over when its condition holds."""
        type_ = self.graph.kinds[decl.name].attributes["stage"].type
        stage_at: Code = ("load", ("<<", "task", 3), self.layout.column(decl.name, "stage"))
        w.here.append(("set", "stage", stage_at))
        says = partial(self.lowered.value, scope=self.lowered.known_of(decl.name))
        for i, stage in enumerate(decl.stages):
            with w.aside() as lines:
                if stage.lasts is None:
                    if stage.opens is None:
                        self._advance(w, decl, i)
                else:
                    nothing = f"the work at `{decl.name}` is nothing"
                    gained: Code = self.layout.part if decl.gains is None else w.given(says(decl.gains), nothing)
                    worked: Code = ("load", ("<<", "task", 3), self.layout.column(decl.name, "work"))
                    now = w.local(("call", "plus", worked, gained))
                    w.set_attribute("task", t.Kind(decl.name), "work", decl.name, now, t.WHOLE)
                    lasts = w.given(says(stage.lasts), f"the stage `{stage.name}` lasts for nothing")
                    with w.aside() as advanced:
                        self._advance(w, decl, i)
                    w.here.append(("if", (">=", now, lasts), advanced))
            if stage.when is not None:
                lines = self._when(w, says(stage.when), lines)
            w.here.append(("if", ("==", "stage", self.image.value(stage.name, type_)), lines))

    def _when(self, w: Writer, condition: f.Expr, lines: list[Code]) -> list[Code]:
        """Lines that are carried out if a condition holds."""
        with w.aside() as asking:
            test = w.worked_out(condition)
        return [*asking, ("if", (">", test, 0), lines)]

    def _advance(self, w: Writer, decl: g.TaskDecl, stage: int) -> None:
        if stage + 1 < len(decl.stages):
            parts.to_stage(w, "task", decl, stage + 1)
        else:
            w.here.append(("drop", ("call", "add", "task")))

    def _opening(self, action: str) -> list[Code]:
        """Lists the tasks of a side that open an action."""
        w = Writer(self, pr.Procedure(f"opening {action}"), is_plain=True)
        w.here.append(("set", "begun", ("global", "pending")))
        for kind, stage_name in self.agenda.opened_by_tasks[action]:
            decl = self.graph.tasks[kind]
            stage = next(one for one in decl.stages if one.name == stage_name)
            type_ = self.graph.kinds[kind].attributes["stage"].type
            cell = lambda name, kind=kind: ("load", ("<<", "task", 3), self.layout.column(kind, name))  # noqa: E731
            with w.aside() as each:
                w.here += self.values.noted(f"task:{kind}")
                self._task_names(w, decl)
                inner: list[Code] = [("drop", ("call", "add", "task"))]
                if stage.when is not None:
                    inner = self._when(w, self.lowered.value(stage.when, self.lowered.known_of(kind)), inner)
                here = ("==", cell("stage"), self.image.value(stage_name, type_))
                goes_on = ("and", ("<=", cell("paused"), 0), ("not", self._ruled(decl, "pauses")))
                w.here.append(("if", ("and", ("and", here, ("==", cell("owner"), "side")), goes_on), inner))
            w.here += pr.each_member("task", ("call", "of_kind", self.layout.kinds[kind]), each)
        return [*w.here, ("return", ("call", "listed", "begun"))]

    def action_taken(self, action: str) -> str:
        """The stage that opened an action is over; where tasks were picked, that of one of these."""
        w = Writer(self, pr.Procedure(f"taken {action}"), is_plain=True)
        kinds = {t.Kind(kind) for kind, _ in self.agenda.opened_by_tasks[action]}
        found: Code = ("call", f"opening {action}", ("load", self.layout.constants["ACTING"]))
        if any(pick.type in kinds for pick in self.graph.actions[action].picks):  # even if what was picked is gone
            found = ("call", "members_of", found, "acted", 1)
        w.here += [
            ("set", "found", found),
            ("if", ("==", ("call", "size", "found"), 0), [("return", 0)]),
            ("set", "task", ("load", "found", CELL)), ("set", "begun", ("global", "pending")),
        ]  # fmt: skip
        for kind, stage_name in self.agenda.opened_by_tasks[action]:
            decl = self.graph.tasks[kind]
            stage = next(i for i, one in enumerate(decl.stages) if one.name == stage_name)
            with w.aside() as lines:
                if stage + 1 < len(decl.stages):
                    parts.to_stage(w, "task", decl, stage + 1)
                else:
                    done = self.done(decl)
                    w.here += [
                        ("set", "called", ("call", "begin_frame", done.record)),
                        pr.logged(("+", "called", done.slot("task")), "task"),
                    ]
            w.here.append(("if", ("call", "is_a", self.layout.kinds[kind], "task"), [*lines, ("return", 0)]))
        return self.function(f"taken {action}", ("acted",), w.here)

    # -- what is hidden from a side; the library makes a view of it (`prelude/views.py`)

    def visibility(self) -> list[Code]:
        """Hides from a side the secrets of others' things that were not shown to it, and things whose place is secret;
        returns how many."""
        layout, graph = self.layout, self.graph
        secrets, hiding = secrets_of_kinds(graph), hiding_kinds(graph)
        asked = {name for rests in resting(graph).values() for _, name in rests}
        asked.update(name for line in self.points for name in line.keeps)
        at = lambda kind, name: ("+", ("<<", "thing", 3), layout.column(kind, name))  # noqa: E731
        lines: list[Code] = []
        for kind in dict.fromkeys((*secrets, *hiding)):
            owner = graph.owned_by(kind)
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
            lines += pr.each_member("thing", ("call", "of_kind", layout.kinds[kind]), [("if", foreign, hidden)])
        if not lines:
            return [("return", 0)]
        return [
            ("set", "begun", ("global", "pending")), *lines,
            ("return", ("call", "cover", ("call", "listed", "begun"))),
        ]  # fmt: skip

    def _guesses(self) -> list[Code]:
        """The function that guesses a hidden value: one that the type allows or, where these cannot be listed, one
        seen on others of the kind. It is drawn by thing and attribute."""
        layout, graph = self.layout, self.graph
        cases: list[tuple[Code, Code | list[Code]]] = []
        for kind, names in secrets_of_kinds(graph).items():
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
        return chain(cases, NONE)

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
        """The functions that carry over the changes of each side of a part that sides run at once, by number; none
        where there is no such part."""
        names = ("TAKEN_OUT", "ALIKE", "RENAMED", "KEPT_TOGETHER", "TOGETHER")
        if not self.layout.constants["HAS_SHARES"]:
            return dict.fromkeys(names, 0)
        lists, things = [], []
        for (family, name), (kind, decl) in product(self.written(), self.graph.kinds.items()):
            if name not in decl.attributes or (kind if kind in FAMILIES else "thing") != family:
                continue
            type_, test = decl.attributes[name].type, self.is_in(family, name)
            if family == "thing":
                row: Code = ("-", "at", self.layout.columns[family, name])
                its_kind: Code = ("load", ("+", row, self.layout.constants["KIND"]))
                test = ("and", test, ("==", its_kind, self.layout.kinds[kind]))
            shape = self.values.shape(type_)
            lists += [(test, ("call", "is_alike", shape, "now", "before"))] if self.values.composed(type_) else []
            things += [(test, ("call", "renamed", shape, "x"))] if pr.names_things(type_) else []
        taken = [self.watched_log(r.rule.id) for r in self.watched(None)]
        found = (
            self.function("taken out in a share", ("of",), [*taken, ("return", 0)]),
            self.function("alike", ("at", "now", "before"), chain(lists, 0)),
            self.function("renamed value", ("at", "x"), chain(things, "x")), self._kept_together(), self._together(),
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
                if pr.is_thing(self.graph, type_):
                    here = ("call", "place_now", here, prod(sizes[i + 1 :]), sizes[i])
            carried = ("call", "carry_kept", "one", "beginning", base, cells, int(sort == "tally"), "place", here)
            places: Code = ("call", "changed_places", "one", "beginning", base, cells)
            lines += pr.each_member("place", places, [("drop", carried)])
        return self.function("kept together", ("one", "beginning"), [*lines, ("return", 0)])

    def _together(self) -> str:
        """The updates of memories and tallies after the changes of all sides have been merged."""
        at, lines = self.layout.constants, list[Code]()
        for reading in self.agenda.watched:
            areas = [(at["OF_KIND"], at["SHOWN"]), (at["PLACE"], at["FIRST_COLUMN"])]
            areas = areas if reading.asks_where_things_are() else []
            for family, name in self.written():
                if reading.bears_on({name}):
                    column = self.layout.columns[family, name]
                    areas.append((column, column + self.layout.size_of(family) * CELL))
            tests = (("call", "differs", "beginning", first, last) for first, last in areas)
            lines.append(("if", pr.either(tests), [self.watched_log(reading.rule.id)]))
        return self.function("together", ("beginning",), [*lines, ("return", 0)])
