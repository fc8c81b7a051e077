"""Runs a case: asks its question and compares the answer with what is expected.

An expectation is read with the type of the answer: a value as the law writes it, `legal`, `refused`, the rules that
refuse, exact chances, hexes reached, a conflict or a hole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics, WordAt
from hexlaw.compiler.base.processes import look_whether_over
from hexlaw.compiler.base.source import Excerpt
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.question_typing import read_question, typed_value
from hexlaw.compiler.data.literals import read_number
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, entries_in, items_in, texts_by_key, texts_in
from hexlaw.compiler.desk.cases.case_checks import has_option
from hexlaw.compiler.desk.cases.script import Begins, Script, Unlike, WrongStep, refusals, waits_for
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.programs import deciding_by
from hexlaw.compiler.situations.case_files import Case
from hexlaw.compiler.situations.setup import worth_in
from hexlaw.compiler.situations.situate import SituatedPosition, situate
from hexlaw.runtime.base.nodes import memoised, rebuilt
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.explain.answer import Answer, answer
from hexlaw.runtime.explain.question import Question
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import ACTING, SIDE, Graph
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, Law, configure
from hexlaw.runtime.law.links import Bearing
from hexlaw.runtime.law.stops import Conflict, Hole, LawStop
from hexlaw.runtime.law.value import exact_text
from hexlaw.runtime.play.trials import EACH, Deciding, evaluator
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words.as_law import as_law

MAX_LAWS = 16
"""Laws cached for the cases that choose them: most cases choose nothing, and those of a file often the same."""


@dataclass
class CaseOutcome:
    """The result of a case: passed, or expected and got in words; `diagnostics` if the case itself is wrong. It may be
    refused at a step, so that its question is never asked."""

    case: Case
    passed: bool
    expected: str = ""
    got: str = ""
    answer: Answer | None = None
    on_the_way: tuple[str, ...] = ()  # its steps that were refused, with the reasons
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    refused: bool = False


def run_case(
    case: Case, compilation: Compilation, command: Configuration | None = None, *, tracing: bool = True,
    seen: ReadSet | None = None, by_any: bool = False,
) -> CaseOutcome:  # fmt: skip
    """Returns the result of a case; `seen` notes everything that its answer read. A step that it expects to be refused
    has to be refused by the rules that it names, or `by_any`, for a law that has other names for them."""
    look_whether_over()
    outcome = CaseOutcome(case, False)
    expect = case.node.get("expect")
    assert expect is not None
    if case.node.get("configure") is not None:
        _run_configuration(case, compilation, expect, outcome)
        return outcome
    asked = case.node.get("ask")
    if not isinstance(asked, Scalar):
        outcome.diagnostics.report(
            "HX316", case.span, f"the case `{case.id}` asks nothing", help="add `ask:` or `configure:`"
        )
        return outcome
    if not _all_is_known(case, compilation, outcome.diagnostics):
        return outcome
    try:
        law = _law(compilation.graph, case.configuration().merged(command or Configuration()))
    except ConfigurationRefused as refused:
        outcome.expected, outcome.got = _written(expect), f"refused: {'; '.join(refused.reasons)}"
        return outcome
    if (situation := situate(case, compilation, law, outcome.diagnostics)) is None:
        return outcome
    _play_and_judge(_Judge(case, compilation, law, situation, outcome, tracing, seen, by_any), asked, expect)
    return outcome


def _play_and_judge(judge: _Judge, asked: Scalar, expect: Node) -> None:
    """Fills the outcome of a case: its steps of play first, then its question."""
    outcome, steps = judge.outcome, judge.case.node.get("play")
    waits: str | None = None
    try:
        if isinstance(steps, Listing):
            judge.situation, waits = _played(steps, judge)
    except Unlike as unlike:
        outcome.expected, outcome.got, outcome.refused = unlike.expected, unlike.got, unlike.refused
        return
    except LawStop as stop:
        outcome.expected, outcome.got = "the game goes on", f"it stops: {stop.message}"
        return
    except WrongStep:
        return
    judge.judge(asked, expect)
    if waits is not None and not outcome.passed:
        outcome.got += f" (after its last step {waits})"


def _law(graph: Graph, chosen: Configuration) -> Law:
    """Returns the law under a configuration, with its caches from other cases."""
    kept: dict[object, Law] = memoised(graph, "_laws_of_cases", lambda _: {})
    options, readings = frozenset(chosen.options.items()), frozenset(chosen.readings.items())
    key = (options, readings, chosen.year, chosen.without, chosen.situation)
    if key not in kept:
        if len(kept) == MAX_LAWS:
            del kept[next(iter(kept))]
        kept[key] = configure(graph, chosen)
    return kept[key]


def _played(steps: Listing, judge: _Judge) -> tuple[SituatedPosition, str | None]:
    """Returns the position of a case after its steps of play, and the dice that it waits for."""
    at, case, diagnostics = judge.situation, judge.case, judge.outcome.diagnostics

    def asks(position: Position, asked: Scalar, expect: Node) -> tuple[bool, str]:
        inner = CaseOutcome(case, False)
        replace(judge, situation=_later(at, position), outcome=inner, tracing=False).judge(asked, expect)
        diagnostics.add_all(inner.diagnostics)
        permission = inner.answer.permission if inner.answer is not None else None
        by_rules = judge.by_any and isinstance(expect, Mapping) and expect.get("refused-by") is not None
        return inner.passed or (by_rules and permission is not None and not permission.allowed), inner.got

    script = Script(judge.law, at.position, Begins.of(case), diagnostics, judge.seen, asks, by_any=judge.by_any)
    script.play(steps)
    judge.outcome.on_the_way = tuple(script.refused)
    return _later(at, script.position), waits_for(script.game)


def _later(at: SituatedPosition, position: Position) -> SituatedPosition:
    """Returns a later position with the names of the case, of what has been placed since, and of the side that acts."""
    new = {name: (thing, t.Kind(thing.kind)) for name, thing in position.things.items() if name not in at.constants}
    acting = {} if position.acting is None else {ACTING: (position.acting, t.Choice(SIDE))}
    earlier = {name: constant for name, constant in at.constants.items() if name != ACTING}
    return SituatedPosition(position, at.map, {**earlier, **new, **acting})


def _run_configuration(case: Case, compilation: Compilation, expect: Node, outcome: CaseOutcome) -> None:
    node = case.node.get("configure")
    assert isinstance(node, Mapping)
    module = node.text("module")
    found: Compilation | None = compilation
    reasons: list[str] = []
    if module is not None:
        inner = Diagnostics()
        found = compile_modules(module, inner)
        reasons = [d.message for d in inner if d.level == "error"]
    if found is not None:
        try:
            configure(found.graph, case.configuration("configure"))
        except ConfigurationRefused as refused:
            reasons = refused.reasons
    outcome.got = f"refused: {'; '.join(reasons)}" if reasons else "it stands"
    outcome.expected = _written(expect)
    wanted = texts_by_key(expect)
    if "refused" in wanted:
        outcome.passed = any(wanted["refused"] in reason for reason in reasons)
    elif isinstance(expect, Scalar) and expect.text == "refused":
        outcome.passed = bool(reasons)
    elif "stands" in wanted:
        outcome.passed = (wanted["stands"] == "yes") == (not reasons)
    else:
        outcome.diagnostics.report(
            "HX316", expect.span, "a configuration is expected to be refused or to stand",
            help="write `{refused: part of the sentence}` or `{stands: yes}`",
        )  # fmt: skip


def _all_is_known(case: Case, compilation: Compilation, diagnostics: Diagnostics) -> bool:
    """Returns True if the law has the situation, the options and the readings of a case; reports those it lacks."""
    names, chosen = compilation.names, case.node.get("with")
    with_ = chosen if isinstance(chosen, Mapping) else Mapping((), case.span)
    situations = (node for node in (case.node.get("situation"), with_.get("situation")) if isinstance(node, Scalar))
    options = (WordAt(name, case.place_of_option(name)) for name in case.configuration().options)
    return (
        all(names.has("situation", name, diagnostics) for name in situations)
        and all(has_option(names, option, diagnostics) for option in options)
        and all(
            names.has_reading(dispute, reading, diagnostics)
            for dispute, reading in entries_in(with_.get("readings")) if isinstance(reading, Scalar)
        )
    )  # fmt: skip


def _written(node: Node, entry: str = "{} {}") -> str:
    """Writes an expectation. Below a key the number of an outcome or a hex comes in brackets."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Listing):
        return "{" + ", ".join(_written(i) for i in node.items) + "}"
    return ", ".join(entry.format(key.text, _written(value, "{} ({})")) for key, value in node.entries)


@dataclass
class _Judge:
    """A case with its law and position, of which questions are asked: its own, and those of its steps."""

    case: Case
    compilation: Compilation
    law: Law
    situation: SituatedPosition
    outcome: CaseOutcome
    tracing: bool
    seen: ReadSet | None
    by_any: bool
    given: Answer = field(init=False)

    def judge(self, asked: Scalar, expect: Node) -> None:
        at, found = self.situation, self.outcome.diagnostics
        question = read_question(Excerpt(asked.text, asked.span), self.compilation.names, at.map, at.constants, found)
        if question is None:
            return
        deciding = self._deciding()
        self.given = answer(self.law, at.position, question, tracing=self.tracing, seen=self.seen, deciding=deciding)
        self.given.names = at.value_names
        self.outcome.answer = self.given
        self.compare(expect)

    def _deciding(self) -> Deciding | None:
        name = self.case.node.get("decided-by")
        if not isinstance(name, Scalar):
            return None
        message = "a case has one answer: say which program decides"
        if name.text != EACH:
            try:
                return deciding_by(name.text, worth_in(self.compilation, self.law))
            except ValueError as problem:
                message = str(problem)
        self.outcome.diagnostics.report("HX321", name.span, message)
        return None

    def error(self, node: Node, message: str, help_: str | None = None) -> None:
        self.outcome.diagnostics.report("HX317", node.span, message, help=help_)

    def compare(self, expect: Node) -> None:
        permission = self.given.permission
        self.outcome.expected = _written(expect)
        self.outcome.got = self.given.in_short if permission is None or permission.allowed else refusals(permission)
        if isinstance(expect, Mapping):
            checks = [self._keyed(key.text, value) for key, value in expect.entries]
            self.outcome.passed = bool(checks) and all(checks)
        else:
            self.outcome.passed = self._plain(expect)
        if not self.outcome.passed and self.given.value is False and self.given.stop is None:
            self.outcome.got += "".join(f"\n            {line}" for line in self._not_so())

    def _not_so(self) -> Iterator[str]:
        """Yields the parts of a condition that do not hold, with the value: `dory.hex is B-6: it is B-5`."""
        asked = self.given.question.value
        for part in e.conjuncts(asked):
            if part is not asked and self._given(part, t.YES_NO).value is not False:
                continue
            left = part.left if isinstance(part, e.Equal | e.Compare) else None
            there = self._given(left, left.type) if left is not None and left.type != t.YES_NO else None
            if part is not asked or there is not None:
                found = f": it is {there.in_short}" if there is not None and there.stop is None else " does not hold"
                yield f"{as_law(self._as_printed(part), self.law.graph)}{found}"

    def _as_printed(self, node: Any) -> Any:
        """Returns a part of the question with the names of hexes that the map prints."""
        if isinstance(node, e.Const) and isinstance(node.value, Hex) and self.situation.map is not None:
            return e.Var(self.situation.map.name_of(node.value), node.type)
        return rebuilt(node, self._as_printed)

    def _given(self, node: e.Expr, type_: t.Type) -> Answer:
        found = answer(self.law, self.situation.position, Question("value", "", value=node, type=type_), tracing=False)
        found.names = self.situation.value_names
        return found

    def _plain(self, expect: Scalar | Listing) -> bool:
        given = self.given
        if given.permission is not None:
            if not isinstance(expect, Scalar) or expect.text not in ("legal", "refused"):
                answers = "`legal`, `refused` or `{refused-by: rule}`"
                self.error(expect, f"a question that begins with `may` is answered by {answers}")
                return False
            return given.stop is None and given.permission.allowed == (expect.text == "legal")
        if given.question.sort in ("after", "reach"):
            wanted = "{chances: {...}}" if given.question.sort == "after" else "{reaches: {HEX: cost}}"
            self.error(expect, f"this question is answered by `{wanted}`")
            return False
        if given.question.sort == "may" or given.stop is not None:
            return False
        type_ = given.question.type
        assert type_ is not None
        if isinstance(expect, Scalar) and expect.text in ("legal", "refused") and isinstance(type_, t.YesNo | t.Number):
            message = f"`{expect.text}` is not an answer to this question, which asks for a value"
            self.error(expect, message, "begin it with `may` to ask for a permission, or expect the value")
            return False
        known, value = self._value(expect, type_)
        return known and _same(value, given.value)

    def _keyed(self, key: str, node: Node) -> bool:
        given = self.given
        match key:
            case "refused-by":
                if given.question.sort != "may":
                    message = "only a question that begins with `may` can be refused by a rule"
                    self.error(node, message, "ask `may ACTION.PICK(...)`, or expect the value")
                    return False
                rules = (node.text,) if isinstance(node, Scalar) else texts_in(node)
                for rule in rules:
                    if rule not in self.law.graph.rules:
                        self.error(node, f"there is no rule `{rule}`")
                refusing = {r.rule.id for r in given.permission.refusals if r.rule} if given.permission else set()
                takes_over = Bearing(self.law.graph).in_place_of
                return given.stop is None and all(refusing.intersection(takes_over(rule)) for rule in rules)
            case "chances":
                return self._chances(node)
            case "reaches":
                return self._reaches(node)
            case "not-reached":
                hexes = [self._hex(i) for i in items_in(node)]
                return given.reach is not None and all(h is not None and h not in given.reach for h in hexes)
            case "conflict":
                return isinstance(given.stop, Conflict) and {r.id for r in given.stop.rules}.issuperset(texts_in(node))
            case "hole":
                return isinstance(given.stop, Hole) == (isinstance(node, Scalar) and node.text == "yes")
            case _:
                help_ = "of a rule that refuses what is asked, write `{refused-by: RULE}`" if key == "refused" else None
                self.error(node, f"`{key}` is expected of a configuration, not of a question", help_)
                return False

    def _chances(self, node: Node) -> bool:
        if self.given.chances is None or not isinstance(node, Mapping):
            if self.given.question.sort != "after":
                self.error(node, "chances are the answer to a question that begins with `after`")
            return False
        wanted: dict[Any, Fraction] = {}
        for key, value in node.entries:
            chance = read_number(value.text) if isinstance(value, Scalar) else None
            if chance is None:
                self.error(value, "a chance is a fraction such as `1/3`")
                return False
            wanted[self._outcome(key)] = chance
        if (total := sum(wanted.values())) > 1:
            self.error(node, f"these chances come to {exact_text(total)}, and all together come to 1")
            return False
        return wanted == {_frozen(c.outcome): c.chance for c in self.given.chances}

    def _outcome(self, key: Scalar) -> Any:
        if (type_ := self.given.question.type) is None:
            return key.text
        known, value = self._value(key, type_)
        return _frozen(value) if known else key.text

    def _reaches(self, node: Node) -> bool:
        if self.given.reach is None or not isinstance(node, Mapping):
            return False
        for key, value in node.entries:
            place = self._hex(key)
            cost = read_number(value.text) if isinstance(value, Scalar) else None
            if place is None or cost is None or self.given.reach.get(place) != cost:
                return False
        return True

    def _hex(self, node: Node) -> object:
        found = self.situation.map.find(node.text) if self.situation.map and isinstance(node, Scalar) else None
        if found is None:
            self.error(node, "the map has no such hex")
        return found

    def _value(self, node: Scalar | Listing, type_: t.Type) -> tuple[bool, Any]:
        """Returns the expected value, written as law: a number, a choice value, a piece or hex by name, or a list."""
        if isinstance(node, Listing):
            item = type_.item if isinstance(type_, t.SetOf) else type_
            read = [self._value(i, item) for i in node.items if isinstance(i, Scalar)]
            return all(known for known, _ in read), tuple(value for _, value in read)
        wanted = t.OrNone(type_) if not isinstance(type_, t.OrNone) else type_
        if type_ == t.TEXT:
            return True, node.text
        at, found = self.situation, self.outcome.diagnostics
        if t.bare(type_) == t.HEX and at.map is not None and at.map.find(node.text) is not None:
            return True, at.map.find(node.text)  # names such as 0905 would read as numbers
        checker = Checker(self.compilation.names, found, at.map, at.constants)
        typed = typed_value(node, "HX317", "what is expected", checker, (wanted, "what is expected"))
        if typed is None:
            return False, None
        try:
            return True, evaluator(self.law, at.position).value(typed, {})
        except LawStop as stop:
            self.error(node, f"what is expected has no value: {stop.message}")
            return False, None


def _same(one: Any, other: Any) -> bool:
    if type(one) is tuple and type(other) is tuple:
        return len(one) == len(other) and set(one) == set(other)
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _frozen(value: Any) -> Any:
    return frozenset(value) if type(value) is tuple else value
