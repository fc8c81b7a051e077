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

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.expressions import Lowering, Scope, conjunction, negation, op
from hexlaw.compiler.lower.marks import ALL, MAP, NO, Marks, conjuncts
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.emitted.near import PLACES
from hexlaw.runtime.emitted.state import of_memory, of_tally
from hexlaw.runtime.law import ends_what_is_kept
from hexlaw.runtime.play.agenda import Agenda, named_anew
from hexlaw.runtime.play.questions import DONE

MOVER, OTHER, ELSEWHERE = "mover", "other", "elsewhere"
"""What a name of a thing is known to stand for: the mover, another thing, one that stands in another hex."""
PLACE, AWAY = "place", "away"
"""What a name of a hex is known to stand for: where the mover is, or another hex."""
Roles = Mapping[str, str | None]
Tests = list[tuple[str, f.Expr]]
"""What forbids a step, each by its rule."""


class NotProved(Exception):
    """It cannot be seen that a step changes nothing else: the machine searches."""


@dataclass
class Requirement:
    """A requirement that the mover may break: `case` finds how far it is broken for one thing or hex."""

    rule: str
    sampled: str
    kind: str  # of what it goes through
    case: str  # the key of its function


@dataclass
class Trace:
    """What a step leaves behind: it decides nothing about the move, but who plans looks at it."""

    attribute: str
    test: str  # whether it does, if that depends
    subject: str
    value: str
    late: bool  # whether it does so when all labels are written that follow upon the step; else before the first is


@dataclass
class Walk:
    """The functions that a field of one reach is made from, by their keys."""

    reach: g.ReachDecl
    mover: e.Pick
    step: e.Pick
    lets: list[str] = field(default_factory=list)  # names for where the mover is
    domain: str = ""
    bars_there: str = ""  # the same for a hex from wherever it is entered, and as long as no label changes
    bars_here: str = ""
    bars_edge: str = ""
    bars_done: str = ""
    cost: str = ""
    doing: list[tuple[str, str]] = field(default_factory=list)  # labels that the pick itself writes
    following: list[tuple[str, str]] = field(default_factory=list)  # and those that what follows on it writes
    guards: list[str] = field(default_factory=list)
    requirements: list[Requirement] = field(default_factory=list)
    kinds: tuple[str, ...] = ()  # of movers for which it is proved
    worth: str = ""  # what a position is worth; none, where it cannot be told on the way
    traces: list[Trace] = field(default_factory=list)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name, _ in (*self.doing, *self.following)))

    @property
    def account(self) -> str:
        assert self.step.account is not None
        return self.step.account.name

    def asked(self) -> Iterator[tuple[str, dict[str, str | None]]]:
        """Every function that a search asks, with what its parameters stand for then."""
        mover, step = self.mover.var, self.step.var
        known: dict[str, str | None] = {mover: MOVER, **dict.fromkeys(self.lets, PLACE)}
        for key in (self.domain, self.bars_here, self.bars_done, *self.guards):
            yield key, known
        for key in (self.bars_edge, self.cost, *(key for _, key in (*self.doing, *self.following))):
            yield key, {**known, step: AWAY}
        yield self.bars_there, {mover: MOVER, step: AWAY}
        for key in (self.worth, *(key for trace in self.traces for key in (trace.test, trace.subject, trace.value))):
            yield key, {mover: MOVER}
        for required in self.requirements:
            for role in (MOVER, OTHER, ELSEWHERE, PLACE, AWAY):
                yield required.case, {"case": role}


# ---- what an answer touches of the mover


class Touching:
    """What of a mover answers may depend on: attributes among those that a step writes, and `PLACES` for where it is.

    Nothing is in the mover and it is in nothing else: else no field is made.
    """

    def __init__(self, marks: Marks, kind: str, moving: frozenset[str]) -> None:
        self.marks, self.graph = marks, marks.graph
        self.kind, self.moving = kind, moving
        self.calls: dict[tuple[str, tuple[str | None, ...]], frozenset[str]] = {}

    def by_call(self, key: str, roles: tuple[str | None, ...]) -> frozenset[str]:
        """What a function touches whose arguments are known so far."""
        if self.moving.isdisjoint(reads := self.marks.reads_of(key)) and ALL not in reads:
            return frozenset()
        if (key, roles) not in self.calls:
            self.calls[key, roles] = frozenset({ALL})  # what asks for itself
            function = self.marks.program.functions[key]
            known = dict(zip((name for name, _ in function.params), roles, strict=True))
            self.calls[key, roles] = self.by(function.body, known)
        return self.calls[key, roles]

    def by_function(self, key: str, known: Roles) -> frozenset[str]:
        params = self.marks.program.functions[key].params
        return self.by_call(key, tuple(known.get(name) for name, _ in params))

    def by(self, x: Any, known: Roles) -> frozenset[str]:
        return frozenset(self._by(x, known))

    def _by(self, x: Any, known: Roles) -> Iterator[str]:
        match x:
            case f.Read(owner="", name=name, of=of):
                apart = self._role(of, known) in (OTHER, ELSEWHERE) or name == "holder"
                if not apart and self._may_be_mover(of.type):
                    yield PLACES
            case f.Read(name=name, owner=owner, of=of):
                apart = self._role(of, known) in (OTHER, ELSEWHERE) or not self._is(owner)
                if name in self.moving and not apart:
                    yield name
            case f.Things(kind=kind, within=within):
                apart = within is None or self._role(within, known) in (AWAY, MOVER, OTHER, ELSEWHERE)
                if self._is(kind) and not apart:
                    yield PLACES
            case f.Kept(sort="memory" | "tally" as sort, name=name):
                kept = of_memory(name) if sort == "memory" else of_tally(name)
                if kept in self.moving:
                    yield kept
            case f.Play():
                yield ALL
            case f.Call(function=key, args=args):
                yield from self.by_call(key, tuple(self._role(arg, known) for arg in args))
            case f.Dispatch(cases=cases, otherwise=otherwise, args=args):
                for key in {otherwise, *(key for _, key in cases)}:
                    yield from self.by_call(key, tuple(self._role(arg, known) for arg in args))
            case f.Loop(binders=binders, item=item):
                inner = dict(known)
                for binder in binders:
                    yield from self._by(binder.over, inner)
                    inner[binder.var] = self._role_in(binder.over, inner)
                    if binder.where is not None:
                        yield from self._by(binder.where, inner)
                yield from self._by(item, inner)
                return
            case f.Let(names=names, value=value, body=body):
                yield from self._by(value, known)
                role = self._role(value, known) if len(names) == 1 else None
                yield from self._by(body, {**known, **dict.fromkeys(names, role)})
                return
        for child in f.children(x):
            yield from self._by(child, known)

    def _role(self, x: Any, known: Roles) -> str | None:
        """What an expression is known to stand for."""
        match x:
            case f.Local(name=name):
                return known.get(name)
            case f.Read(name="hex", owner="", of=of):
                return {MOVER: PLACE, ELSEWHERE: AWAY}.get(self._role(of, known) or "")
            case f.Op(op="some", args=(of,)) | f.Fire(body=of):
                return self._role(of, known)
            case _:
                return None

    def _role_in(self, over: Any, known: Roles) -> str | None:
        """What each of a set is known to stand for."""
        match over:
            case f.Things(kind=kind, within=within) if within is not None:
                role = self._role(within, known)
                if role in (AWAY, ELSEWHERE):
                    return ELSEWHERE
                return OTHER if role in (MOVER, OTHER) or not self._is(kind) else None
            case f.Things(kind=kind) if not self._is(kind):
                return OTHER
            case f.Items(items=(only,)):
                return self._role(only, known)
            case f.Op(op="neighbours", args=(of,)) if self._role(of, known) == PLACE:
                return AWAY
            case _:
                return None

    def _is(self, kind: str) -> bool:
        """Whether the mover is of a kind."""
        return kind in self.graph.kinds and self.graph.is_a(self.kind, kind)

    def _may_be_mover(self, type_: t.Type) -> bool:
        match type_:
            case t.OrNone(item=item):
                return self._may_be_mover(item)
            case t.Kind(name=name):
                return self._is(name)
            case _:
                return True


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
            value = self.lowering.x(let.value, scope)
            if value != f.Read("hex", "", scope[mover.var], let.value.type):
                raise NotProved(f"`{let.name}` is more than where the mover is")
            walk.lets.append(let.name)
            scope[let.name] = f.Local(let.name, let.value.type)
        before = dict(scope)
        scope[step.var] = f.Local(step.var, step.type)
        walk.domain = self._function("domain", self.lowering.x(step.domain, before), before)
        assert step.cost is not None
        walk.cost = self._function("cost", self.lowering.x(step.cost, scope), scope)
        walk.bars_done = self._bars(self._forbidding(f"{reach.action}.{DONE}", before), before)
        walk.requirements = list(self._requirements())
        tests = self._forbidding(step.path, scope)
        if step.where is not None:
            tests.insert(0, (step.where_text, negation(self.lowering.x(step.where, scope), True)))
        done = [*self._pick_does(walk, scope), *self._what_follows(step, scope)]
        counts = self._counts(walk, tests, done, scope[mover.var])
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
        """What forbids a pick, by its rule; what asks least of the law comes first."""
        rules = self.law.forbidding.get(path, ())
        least_first = sorted(rules, key=lambda rule: len(self.law.all_asked([f"rule:{rule.id}"])))
        tests = ((self.lowering.cited(rule), self.lowering.test(rule, scope)) for rule in least_first)
        return [(rule, test) for rule, test in tests if test != NO]

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
            kept = {what for what in reads if what.startswith("@") and what != PLACES}
            if required.case in done or required.kind in ("", "hexside") or kept or ALL in reads:
                continue
            done.add(required.case)
            away: Roles = {"case": AWAY if required.kind == "hex" else ELSEWHERE}
            things = [kind for kind in self.graph.kinds if kind not in MAP]
            if not any(Touching(marks, kind, reads).by_function(required.case, away) for kind in things):
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
            binders, inner = self.law.gone_through[rule.id], dict(scope)
            for binder in binders:
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
                subject, new = self.lowering.x(base, scope), self.lowering.x(value, scope)
                yield Done(tests, name, subject, new, follows)
            case e.If(condition=condition, then=then, otherwise=otherwise):
                test = self.lowering.x(condition, scope)
                for inner in then:
                    yield from self._does(inner, (*tests, *conjuncts(test)), dict(scope), follows=follows)
                for inner in otherwise:
                    yield from self._does(inner, (*tests, negation(test, True)), dict(scope), follows=follows)
            case _:
                yield Done(tests)

    # -- the proof

    def _counts(self, walk: Walk, tests: Tests, done: list[Done], mover: f.Expr) -> frozenset[str]:
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
        if not required.kind or touching.by_function(required.case, away):
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
        """What may forbid a step: what depends on where it begins, on where it ends, and on both."""
        marks, mover, step = self._marks(), walk.mover.var, walk.step.var
        moving = frozenset({walk.account, PLACES, *walk.labels})
        known = {mover: MOVER, step: AWAY}
        touchings = [Touching(marks, kind, moving) for kind in walk.kinds]
        here, there, edge = Tests(), Tests(), Tests()
        for rule, test in tests:
            names = marks.free(test).keys()
            if step not in names:
                here.append((rule, test))
            elif names <= {mover, step} and not any({PLACES, walk.account} & x.by(test, known) for x in touchings):
                there.append((rule, test))
            else:
                edge.append((rule, test))
        walk.bars_here, walk.bars_there, walk.bars_edge = (self._bars(x, scope) for x in (here, there, edge))


def cleared(walk: Walk, marks: Marks, kind: str) -> dict[str, list[str]]:
    """For each thing that a step writes of a mover, the functions whose remembered answers may change with it."""
    moving = frozenset({walk.account, PLACES, *walk.labels})
    touching = Touching(marks, kind, moving)
    for key, roles in walk.asked():
        if key:
            touching.by_function(key, roles)
    found: dict[str, list[str]] = {what: [] for what in sorted(moving)}
    for (key, _), touched in touching.calls.items():
        if marks.program.functions[key].memory:
            for what in moving if ALL in touched else touched:
                if key not in found[what]:
                    found[what].append(key)
    return found
