"""Moves as fields: what a repeated pick does to one thing, taken apart, where that can be proved to be all it does.

The machine finds where a move can lead by making every step on a copy of the game. Where the law lets it be proved
that a step changes nothing that counts but where one thing stands, some of its attributes (`labels`) and what it has
spent, a search only needs to know, of two hexes: may it step there, at what cost, which labels has it then, and what
is broken when it stands there. `Walk` makes these questions functions of the program, and says what they depend on.

*What counts* is whatever one of these functions may read, by the name of the attribute (`Marks.reads`). A step may
write other things as well; as nothing reads them, they make no difference to where the move can go. What a step does
besides and that does count, or that is more than a write, it may only do under a condition that the moving thing
itself decides, once for all of its move: these conditions are `guards`, and where one holds the machine is asked.

*What can be kept* while the thing moves on is found by `Touching`, which knows of each name whether it stands for the
mover, for the hex in which it is, or for others, and follows calls with that knowledge: an answer that touches neither
the mover's place nor what a step writes of it is the same wherever it stands. So is a requirement about things in one
hex, as long as the mover is in another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import Lowering, Scope, conjunction, negation, op
from hexlaw.compiler.lower.kept_steps import kept_steps
from hexlaw.compiler.lower.marks import ALL, MAP, NO, Marks, conjuncts
from hexlaw.compiler.lower.touching import AWAY, ELSEWHERE, MOVER, PLACE, Roles, Touching, alike
from hexlaw.compiler.lower.walk import Requirement, Trace, Walk
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.emitted.near import PLACES, THINGS
from hexlaw.runtime.emitted.state import of_memory, of_tally
from hexlaw.runtime.law import ends_what_is_kept
from hexlaw.runtime.play.agenda import Agenda, named_anew
from hexlaw.runtime.play.questions import DONE

Tests = list[tuple[str, f.Expr]]
"""What forbids a step, each by its rule."""


class NotProved(Exception):
    """It cannot be seen that a step changes nothing else: the machine searches."""


# ---- taking a reach apart


@dataclass
class Done:
    """Something that a step does, under conditions; `written` is the attribute of `subject` or what play keeps."""

    tests: tuple[f.Expr, ...]
    written: str = ""  # nothing, where it is more than a write
    subject: f.Expr | None = None
    value: f.Expr | None = None
    follows: bool = False  # whether it follows on the pick


class Walking:
    """Takes the reaches of a law apart; `program` is the law as it is lowered, before any pass."""

    def __init__(self, lowering: Lowering, agenda: Agenda, answer: Any, worth: tuple[e.Expr, str] | None) -> None:
        self.lowering, self.agenda, self.answer = lowering, agenda, answer
        self.law, self.graph = agenda.law, agenda.law.graph
        self.worth = worth  # what a position is worth to a side, and the function that tells it

    def walks(self) -> Iterator[Walk]:
        for reach in self.graph.reaches.values():
            try:
                walk = self._walk(reach)
            except NotProved:
                continue
            if walk.kinds:
                yield walk

    def _walk(self, reach: g.ReachDecl) -> Walk:
        walk = self._as_declared(reach)
        mover, step = walk.mover, walk.step
        scope: dict[str, f.Expr] = {mover.var: f.Local(mover.var, mover.type)}
        lines = self.agenda.bodies[reach.action]
        for let in named_anew(lines, len(lines) - 1):
            value = self.lowering.lower(let.value, scope)
            if value != f.Read("hex", "", scope[mover.var], let.value.type):
                raise NotProved(f"`{let.name}` is more than where the mover is")
            walk.lets.append(let.name)
            scope[let.name] = f.Local(let.name, let.value.type)
        before = dict(scope)
        scope[step.var] = f.Local(step.var, step.type)
        walk.domain = self._function("domain", self.lowering.lower(step.domain, before), before)
        assert step.cost is not None
        walk.cost = self._function("cost", self.lowering.lower(step.cost, scope), scope)
        walk.bars_done = self._bars(self._forbidding(f"{reach.action}.{DONE}", before), before)
        walk.requirements = list(self._requirements())
        tests = self._forbidding(step.path, scope)
        if step.where is not None:
            tests.insert(0, (step.where_text, negation(self.lowering.lower(step.where, scope), True)))
        done = [*self._pick_does(walk, scope), *self._what_follows(step, scope)]
        counts = self._counts(walk, tests, done)
        assert isinstance(mover.type, t.Kind)
        kinds = [kind for kind in self.graph.kinds if self.graph.is_a(kind, mover.type.name)]
        proofs = {kind: self._is_proved(walk, kind, counts, done, scope[mover.var]) for kind in kinds}
        walk.kinds = tuple(kind for kind, is_proved in proofs.items() if is_proved)
        if walk.kinds:
            self._write_labels(walk, [d for d in done if d.written in counts], scope)
            self._take_tests_apart(walk, tests, scope)
            if self.worth is not None:
                self._trace(walk, *self.worth, done, counts, scope)
        return walk

    def _as_declared(self, reach: g.ReachDecl) -> Walk:
        """The picks of an action in which a thing is picked first and then, last of all, one hex after another."""
        action, lines = self.graph.actions[reach.action], self.agenda.bodies[reach.action]
        picks = [line for line in lines if isinstance(line, e.Pick)]
        if action.params or len(picks) != 2 or lines[0] is not picks[0] or lines[-1] is not picks[1]:
            raise NotProved("the action does more than to pick a thing and then hexes")
        mover, step = picks
        lets = named_anew(lines, len(lines) - 1)
        if len(lets) != len(lines) - 2 or mover.does or mover.repeatedly or mover.optionally:
            raise NotProved("something is done before the first step")
        if step.path != f"{reach.action}.{reach.pick}" or not step.repeatedly or step.gathered is not None:
            raise NotProved("the steps are gathered")
        paid = step.account is not None and step.cost is not None and step.account.base == e.Var(mover.var, mover.type)
        if not isinstance(mover.type, t.Kind) or step.type != t.Kind("hex") or not paid:
            raise NotProved("the mover does not pay for its steps")
        if reach.action in self.agenda.opened_by_tasks:
            raise NotProved("a task is over with the action")
        return Walk(reach, mover, step)

    def _function(self, title: str, body: f.Expr, scope: Scope) -> str:
        used = {part.name for part in f.everything(body) if isinstance(part, f.Local)}
        params = tuple((name, x.type) for name, x in scope.items() if name in used)
        key: str = self.answer(f"field {title}", body, params)
        return key

    def _forbidding(self, path: str, scope: Scope) -> Tests:
        return [(rule, test) for rule, test in self.lowering.forbidding(path, scope) if test != NO]

    def _bars(self, tests: Tests, scope: Scope) -> str:
        """The function that says whether one of some tests holds; none for no tests."""
        if not tests:
            return ""
        notes, parts = zip(*tests, strict=True)
        return self._function("barred", f.Or(parts, t.YES_NO, "aside", notes), scope)

    # -- requirements

    def _requirements(self) -> Iterator[Requirement]:
        """The requirements, each as what is broken of it for one thing or hex."""
        for sampled, readings in self.agenda.requirements.items():
            for rule in (reading.rule for reading in readings):
                whole = self.lowering.functions[f"broken:{rule.id}"].body
                assert isinstance(whole, f.Loop)
                binder, type_ = whole.binders[0], t.item_of(rule.for_each[0].domain.type) if rule.for_each else None
                over = binder.over
                all_of = (isinstance(over, f.Things) and over.within is None) or over == op("hexes", over.type)
                kind = type_.name if isinstance(type_, t.Kind) and len(whole.binders) == 1 and all_of else ""
                case = f.Local("case", type_ or t.TEXT)
                one = f.Binder(binder.var, f.Items((case,), t.SetOf(case.type)), binder.where)
                body = f.with_(whole, binders=(one,)) if kind else whole
                yield Requirement(rule.id, sampled, kind, self._function(rule.id, body, {"case": case} if kind else {}))

    def near(self) -> Iterator[Requirement]:
        """The requirements whose cases depend on things in one place only: where the case itself is.

        So a write changes nothing but the cases in the hexes that it is about, whatever else there is.
        """
        marks, done = self._marks(), set[str]()
        for required in self._requirements():
            reads = marks.reads_of(required.case)
            kept = {what for what in reads if what.startswith("@") and what not in (PLACES, THINGS)}
            if required.case in done or required.kind in ("", "hexside") or kept or ALL in reads:
                continue
            done.add(required.case)
            away: Roles = {"case": AWAY if required.kind == "hex" else ELSEWHERE}
            things = alike(marks, [required.case], [kind for kind in self.graph.kinds if kind not in MAP])
            if not any(Touching(marks, kind, reads).by_function(required.case, away) for kind, *_ in things):
                yield required

    # -- what a step does

    def _pick_does(self, walk: Walk, scope: Scope) -> Iterator[Done]:
        """What the pick itself does; that it moves the mover to what is picked, once and in any case, is left out."""
        moved = 0
        for line in walk.step.does:
            match line:
                case e.Move(thing=e.Var(name=thing), to=e.Var(name=to)) if thing == walk.mover.var and (
                    to == walk.step.var
                ):
                    moved += 1
                case _:
                    yield from self._does(line, (), dict(scope), follows=False)
        if moved != 1:
            raise NotProved("a step does not move the mover to what is picked")

    def _what_follows(self, step: e.Pick, scope: Scope) -> Iterator[Done]:
        for reading in self.agenda.watched:
            yield self._kept(reading.rule, ())
        for rule in self.agenda.after.get(step.path, ()):
            for known in self.lowering.known(rule, step.path, scope):
                yield from self._followed_by(rule, known)

    def _followed_by(self, rule: g.Rule, scope: Scope) -> Iterator[Done]:
        """What one rule does that follows a step."""
        inner = dict(scope)
        for binder in self.law.gone_through[rule.id]:
            inner[binder.var] = f.Local(binder.var, t.item_of(binder.domain.type))
        if isinstance(rule.conclusion, g.TaskRule):
            inner["task"] = f.Local("task", t.Kind(rule.conclusion.task))
        tests = conjuncts(self.lowering.test(rule, inner))
        match rule.conclusion:
            case g.Then(body=body):
                for line in body:
                    yield from self._does(line, tests, dict(inner), follows=True)
            case g.TaskRule(task=task):
                kinds = self.graph.tasks if task == "task" else (task,)
                for kind in kinds:
                    all_of = f.Things(kind, None, False, t.SetOf(t.Kind(kind)))
                    none = f.Items((), all_of.type)
                    yield Done((*tests, negation(op("same", t.YES_NO, all_of, none), True)))
            case _:
                yield self._kept(rule, tests)

    def _kept(self, rule: g.Rule, tests: tuple[f.Expr, ...]) -> Done:
        match rule.conclusion:
            case g.Remembers(memory=memory):
                return Done(() if ends_what_is_kept(rule.conclusion) else tests, of_memory(memory))
            case g.Counts(tally=tally):
                return Done(() if ends_what_is_kept(rule.conclusion) else tests, of_tally(tally))
            case _:
                raise AssertionError(rule)

    def _does(self, line: e.Statement, tests: tuple[f.Expr, ...], scope: dict[str, f.Expr], *, follows: bool) -> Any:
        match line:
            case e.SetAttribute(base=base, name=name, value=value):
                subject, new = self.lowering.lower(base, scope), self.lowering.lower(value, scope)
                yield Done(tests, name, subject, new, follows)
            case e.If(condition=condition, then=then, otherwise=otherwise):
                test = self.lowering.lower(condition, scope)
                for inner in then:
                    yield from self._does(inner, (*tests, *conjuncts(test)), dict(scope), follows=follows)
                for inner in otherwise:
                    yield from self._does(inner, (*tests, negation(test, True)), dict(scope), follows=follows)
            case _:
                yield Done(tests)

    # -- the proof

    def _counts(self, walk: Walk, tests: Tests, done: list[Done]) -> frozenset[str]:
        """All that may decide where a move can go, by name."""
        marks = self._marks()
        keys = [walk.domain, walk.cost, walk.bars_done, *(r.case for r in walk.requirements)]
        counts = {what for key in keys if key for what in marks.reads_of(key)}
        counts |= {what for _, test in tests for what in marks.reads(test)}
        more = True
        while more:  # what decides on that counts as well
            before = len(counts)
            for one in done:
                if not one.written or one.written in counts:
                    parts = (*one.tests, *(x for x in (one.subject, one.value) if x is not None))
                    counts |= {what for x in parts for what in marks.reads(x)}
            more = len(counts) > before
        return frozenset(counts)

    def _is_proved(self, walk: Walk, kind: str, counts: frozenset[str], done: list[Done], mover: f.Expr) -> bool:
        try:
            self._prove(walk, kind, counts, done, mover)
        except NotProved:
            return False
        return True

    def _prove(self, walk: Walk, kind: str, counts: frozenset[str], done: list[Done], mover: f.Expr) -> None:
        """Sees that a step of a mover of this kind does nothing that counts but to move it and to write its labels."""
        if ALL in counts:
            raise NotProved("what a step may do depends on everything")
        marks = self._marks()
        labels = [one for one in done if one.subject == mover and one.written in counts]
        written = [d.written for d in labels]
        moving = frozenset({walk.account, PLACES, *written})
        touching = Touching(marks, kind, moving)
        at_large: Roles = {walk.mover.var: MOVER}  # while a step is made, it is in the one hex and then in the other
        for name in set(written):
            of_name = [d for d in labels if d.written == name and d.follows]
            if name == walk.account or any(self._may_both(a, b) for a in of_name for b in of_name if a is not b):
                raise NotProved(f"`{name}` is written twice")
        for one in labels:
            assert one.value is not None
            if any(touching.by(x, at_large) for x in (*one.tests, one.value)):
                raise NotProved(f"what `{one.written}` becomes depends on the mover on its way")
        walk.guards += [
            guard for one in done if one not in labels and (not one.written or one.written in counts)
            if (guard := self._guard(walk, one, touching)) not in walk.guards
        ]  # fmt: skip
        for required in walk.requirements:
            self._see_that_it_is_about_one_place(required, touching, walk)

    def _may_both(self, one: Done, other: Done) -> bool:
        return not any(negation(test, True) in other.tests for test in one.tests)

    def _guard(self, walk: Walk, one: Done, touching: Touching) -> str:
        """The function that says whether a mover may come to do this: of what has to hold, what is settled for its
        whole move."""
        own = {walk.mover.var}
        settled = [
            x for x in one.tests if touching.marks.free(x).keys() <= own and not touching.by(x, {walk.mover.var: MOVER})
        ]
        if not settled:
            raise NotProved("a step does what counts, whoever makes it")
        mover = f.Local(walk.mover.var, walk.mover.type)
        return self._function("guard", conjunction(tuple(settled)), {walk.mover.var: mover})

    def _see_that_it_is_about_one_place(self, required: Requirement, touching: Touching, walk: Walk) -> None:
        """Sees that a case of a requirement depends on the mover only where it is about the hex in which that is."""
        own: tuple[Roles, ...] = ({}, {"case": MOVER}, {"case": PLACE})
        if any(walk.account in touching.by_function(required.case, roles) for roles in own):
            raise NotProved("a requirement depends on what was spent")
        if not touching.by_function(required.case, {}):
            return
        away: Roles = {"case": AWAY if required.kind == "hex" else ELSEWHERE}
        if required.kind in ("", "hexside") or touching.by_function(required.case, away):
            raise NotProved("a requirement is about more than one hex")

    def _marks(self) -> Marks:
        return Marks(f.Program(self.law, self.lowering.functions, self.lowering.record))

    def _write_labels(self, walk: Walk, done: list[Done], scope: dict[str, f.Expr]) -> None:
        """What becomes of each label with a step: by the pick itself, and by what follows on it."""
        mover, owner = scope[walk.mover.var], walk.mover.type
        assert isinstance(owner, t.Kind)
        for listed, follows in ((walk.doing, False), (walk.following, True)):
            ones = [one for one in done if one.subject == mover and one.follows is follows]
            for name in dict.fromkeys(one.written for one in ones):
                new: f.Expr | None = None
                for one in ones:
                    if one.written == name and one.value is not None:
                        old = new or f.Read(name, owner.name, mover, one.value.type)
                        new = f.If(conjunction(one.tests), one.value, old, old.type) if one.tests else one.value
                assert new is not None
                listed.append((name, self._function(f"then {name}", new, scope)))

    def _trace(
        self, walk: Walk, worth: e.Expr, key: str, done: list[Done], counts: frozenset[str], scope: dict[str, f.Expr]
    ) -> None:
        """What a plan has to know of a step besides: what becomes of all that decides what a position is worth, or how
        an action goes on. Where that cannot be seen, the machine makes the steps of a plan."""
        marks, read = self._marks(), self.agenda.read_in_plans(worth)
        of_worth = marks.reads_of(key)
        following = frozenset(name for name, _ in walk.following)
        labelled = [at for at, one in enumerate(done) if one.follows and one.written in following]
        found: list[Trace] = []
        for at, one in enumerate(done):
            if not one.written or one.written in counts:
                continue
            if one.written in of_worth and one.subject is None:
                return  # what play keeps
            if one.subject is None or one.value is None or not (one.written in of_worth or one.written in read):
                continue
            parts = (*one.tests, one.subject, one.value)
            late = all(at > other for other in labelled)
            amid = not late and any(at > other for other in labelled)
            if any(marks.free(x).keys() - scope.keys() for x in parts):
                return
            if amid and any(not following.isdisjoint(marks.reads(x)) for x in parts):
                return
            test = self._function("traces", conjunction(one.tests), scope) if one.tests else ""
            subject, value = (self._function(f"traces {one.written}", x, scope) for x in (one.subject, one.value))
            found.append(Trace(one.written, test, subject, value, late))
        if ALL not in of_worth:
            walk.worth, walk.traces = key, found

    def _take_tests_apart(self, walk: Walk, tests: Tests, scope: dict[str, f.Expr]) -> None:
        """What may forbid a step: what depends on where it begins, on where it ends, on both, on what was spent."""
        marks, mover, step = self._marks(), walk.mover.var, walk.step.var
        moving = frozenset({walk.account, PLACES, *walk.labels})
        known = {mover: MOVER, step: AWAY, **dict.fromkeys(walk.lets, PLACE)}
        touchings = [Touching(marks, kind, moving) for kind in walk.kinds]
        here, there, edge, tied = Tests(), Tests(), Tests(), Tests()
        for rule, test in tests:
            names = marks.free(test).keys()
            touched = {what for touching in touchings for what in touching.by(test, known)}
            if walk.account in touched:
                tied.append((rule, test))
            elif step not in names:
                here.append((rule, test))
            elif names <= {mover, step} and PLACES not in touched:
                there.append((rule, test))
            else:
                edge.append((rule, test))
        walk.bars_here, walk.bars_there, walk.bars_edge, walk.bars_tied = (
            self._bars(x, scope) for x in (here, there, edge, tied)
        )
        walk.kept = kept_steps(
            walk, self._marks(), [test for _, test in tied], lambda x: self._function("feature", x, scope)
        )


def cleared(walk: Walk, marks: Marks, kind: str) -> dict[str, list[str]]:
    """For each thing that a step writes of a mover, the functions whose remembered answers may change with it."""
    moving = frozenset({walk.account, PLACES, *walk.labels})
    touching = Touching(marks, kind, moving)
    for key, roles in walk.asked():
        touching.by_function(key, roles)
    found: dict[str, list[str]] = {what: [] for what in sorted(moving)}
    for (key, _), touched in touching.calls.items():
        if marks.program.functions[key].memory:
            for what in moving if ALL in touched else touched:
                if key not in found[what]:
                    found[what].append(key)
    return found
