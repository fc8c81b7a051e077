"""Runs a case: asks its question and compares the answer with what is expected.

An expectation is read with the type of the answer: a value as the law writes it, `legal`, `refused`, the rules that
refuse, exact chances, hexes reached, a conflict or a hole.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from hexlaw.compiler.cases.script import Begins, Script, Unlike, WrongStep, waits_for
from hexlaw.compiler.check.expressions import Checker
from hexlaw.compiler.data.values import read_number
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar
from hexlaw.compiler.diagnostic import Diagnostics, WordAt, listed
from hexlaw.compiler.parse.parse import parse_question
from hexlaw.compiler.parse.syntax import AskValue
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.question import read_question
from hexlaw.compiler.situations.case_files import Case
from hexlaw.compiler.situations.setup import worth_in
from hexlaw.compiler.situations.situate import Situation, situate
from hexlaw.compiler.source import Excerpt
from hexlaw.runtime import types as t
from hexlaw.runtime.answer import Answer, answer
from hexlaw.runtime.law import Configuration, ConfigurationRefused, Law, configure
from hexlaw.runtime.links import Bearing
from hexlaw.runtime.play.deciding import EACH, Deciding, deciding_by
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position import Position
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.stops import Conflict, Hole, LawStop


@dataclass
class Outcome:
    """What came of a case: passed, or expected and got in words; `diagnostics` when the case itself is wrong."""

    case: Case
    passed: bool
    expected: str = ""
    got: str = ""
    answer: Answer | None = None
    diagnostics: Diagnostics = field(default_factory=Diagnostics)


def run_case(
    case: Case,
    compilation: Compilation,
    command: Configuration | None = None,
    *,
    tracing: bool = True,
    seen: Seen | None = None,
) -> Outcome:
    """What comes of a case; `seen` notes everything that its answer looked at."""
    outcome = Outcome(case, False)
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
    for name in case.configuration().options:
        if name not in compilation.graph.options:
            word = WordAt(name, case.place_of_option(name))
            known = compilation.graph.options
            has = f"the options are: {listed(sorted(known))}" if known else "the law has none"
            outcome.diagnostics.unknown("HX316", word, "there is no option", known, help=has)
            return outcome
    if not _readings_are_known(case, compilation, outcome.diagnostics):
        return outcome
    try:
        law = configure(compilation.graph, case.configuration().merged(command or Configuration()))
    except ConfigurationRefused as refused:
        outcome.expected, outcome.got = _written(expect), f"refused: {'; '.join(refused.reasons)}"
        return outcome
    situation = situate(case, compilation, law, outcome.diagnostics)
    if situation is None:
        return outcome
    asking = _Asking(case, compilation, law, situation, tracing, seen)
    waits: str | None = None
    try:
        steps = case.node.get("play")
        if isinstance(steps, Listing):
            asking.situation, waits = _played(steps, asking, outcome)
    except Unlike as unlike:
        outcome.expected, outcome.got = unlike.expected, unlike.got
        return outcome
    except LawStop as stop:
        outcome.expected, outcome.got = "the game goes on", f"it stops: {stop.message}"
        return outcome
    except WrongStep:
        return outcome
    asking.judge(asked, expect, outcome)
    if waits is not None and not outcome.passed:
        outcome.got += f" (after its last step {waits})"
    return outcome


@dataclass
class _Asking:
    """A case with its law and position, of which questions are asked: its own, and those of its steps."""

    case: Case
    compilation: Compilation
    law: Law
    situation: Situation
    tracing: bool
    seen: Seen | None

    def _deciding(self, outcome: Outcome) -> Deciding | None:
        name = self.case.node.get("decided-by")
        if not isinstance(name, Scalar):
            return None
        if name.text == EACH:
            message = "a case has one answer: say which program decides"
            outcome.diagnostics.report("HX321", name.span, message)
            return None
        try:
            return deciding_by(name.text, worth_in(self.compilation, self.law, self.case.configuration().situation))
        except ValueError as problem:
            outcome.diagnostics.report("HX321", name.span, str(problem))
            return None

    def judge(self, asked: Scalar, expect: Node, outcome: Outcome) -> None:
        line, at = Excerpt(asked.text, asked.span), self.situation
        question = read_question(line, self.compilation.names, at.map, at.constants, outcome.diagnostics)
        if question is None:
            return
        given = answer(
            self.law, at.position, question, tracing=self.tracing, seen=self.seen, deciding=self._deciding(outcome)
        )  # fmt: skip
        given.names = at.value_names
        outcome.answer = given
        _Judge(self.case, self.compilation, self.law, at, given, outcome).compare(expect)


def _played(steps: Listing, asking: _Asking, outcome: Outcome) -> tuple[Situation, str | None]:
    """The position of a case after its steps of play, and which dice it waits for."""
    at = asking.situation

    def asks(position: Position, asked: Scalar, expect: Node) -> tuple[bool, str]:
        inner = Outcome(asking.case, False)
        now = _Asking(asking.case, asking.compilation, asking.law, _later(at, position), False, asking.seen)
        now.judge(asked, expect, inner)
        outcome.diagnostics.add_all(inner.diagnostics)
        return inner.passed, inner.got

    case = asking.case
    amid = case.text("now")
    begins = Begins(case.text("situation") is not None and amid is None and case.text("acting") is None, amid)
    script = Script(asking.law, at.position, begins, outcome.diagnostics, asking.seen, asks)
    script.play(steps)
    return _later(at, script.position), waits_for(script.machine)


def _later(at: Situation, position: Position) -> Situation:
    """What can be asked of a later position: the names of the case, and what has been placed since."""
    new = {name: (thing, t.Kind(thing.kind)) for name, thing in position.things.items() if name not in at.constants}
    return Situation(position, at.map, {**at.constants, **new})


def _run_configuration(case: Case, compilation: Compilation, expect: Node, outcome: Outcome) -> None:
    node = case.node.get("configure")
    assert isinstance(node, Mapping)
    module = node.get("module")
    found: Compilation | None = compilation
    reasons: list[str] = []
    if isinstance(module, Scalar):
        inner = Diagnostics()
        found = compile_modules(module.text, inner)
        reasons = [d.message for d in inner if d.level == "error"]
    if found is not None:
        try:
            configure(found.graph, case.configuration("configure"))
        except ConfigurationRefused as refused:
            reasons = refused.reasons
    outcome.got = f"refused: {'; '.join(reasons)}" if reasons else "it stands"
    outcome.expected = _written(expect)
    wanted = expect.get("refused") if isinstance(expect, Mapping) else None
    if isinstance(wanted, Scalar):
        outcome.passed = any(wanted.text in reason for reason in reasons)
    elif isinstance(expect, Scalar) and expect.text == "refused":
        outcome.passed = bool(reasons)
    elif isinstance(expect, Mapping) and expect.get("stands") is not None:
        stands = expect.get("stands")
        outcome.passed = isinstance(stands, Scalar) and (stands.text == "yes") == (not reasons)
    else:
        outcome.diagnostics.report(
            "HX316", expect.span, "a configuration is expected to be refused or to stand",
            help="write `{refused: part of the sentence}` or `{stands: yes}`",
        )  # fmt: skip


def _readings_are_known(case: Case, compilation: Compilation, diagnostics: Diagnostics) -> bool:
    chosen = case.node.get("with")
    readings = chosen.get("readings") if isinstance(chosen, Mapping) else None
    for dispute, reading in readings.entries if isinstance(readings, Mapping) else ():
        if isinstance(reading, Scalar) and not compilation.names.has_reading(dispute, reading, diagnostics):
            return False
    return True


def _written(node: Node) -> str:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Listing):
        return "{" + ", ".join(_written(i) for i in node.items) + "}"
    return ", ".join(f"{k.text} {_written(v)}" for k, v in node.entries)


class _Judge:
    def __init__(
        self, case: Case, compilation: Compilation, law: Law, situation: Situation, given: Answer, outcome: Outcome
    ) -> None:
        self.case, self.compilation, self.law, self.situation, self.given, self.outcome = (
            case,
            compilation,
            law,
            situation,
            given,
            outcome,
        )

    def error(self, node: Node, message: str, help_: str | None = None) -> None:
        self.outcome.diagnostics.report("HX317", node.span, message, help=help_)

    def compare(self, expect: Node) -> None:
        self.outcome.expected, self.outcome.got = _written(expect), self._got()
        if isinstance(expect, Mapping):
            checks = [self._keyed(key.text, value) for key, value in expect.entries]
            self.outcome.passed = bool(checks) and all(checks)
        else:
            self.outcome.passed = self._plain(expect)

    def _got(self) -> str:
        permission = self.given.permission
        if permission is not None and not permission.allowed:
            by = ", ".join(dict.fromkeys(r.rule.id if r.rule else r.how for r in permission.refusals))
            return f"refused by {by}: {'; '.join(dict.fromkeys(r.text for r in permission.refusals))}"
        return self.given.in_short

    def _plain(self, expect: Scalar | Listing) -> bool:
        given = self.given
        if given.permission is not None:
            if not isinstance(expect, Scalar) or expect.text not in ("legal", "refused"):
                self.error(
                    expect,
                    "a question that begins with `may` is answered by `legal`, `refused` or `{refused-by: rule}`",
                )
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
                rules = (
                    [node.text]
                    if isinstance(node, Scalar)
                    else [i.text for i in getattr(node, "items", ()) if isinstance(i, Scalar)]
                )
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
                hexes = [self._hex(i) for i in getattr(node, "items", ())]
                return given.reach is not None and all(h is not None and h not in given.reach for h in hexes)
            case "conflict":
                wanted = {i.text for i in getattr(node, "items", ()) if isinstance(i, Scalar)}
                return isinstance(given.stop, Conflict) and wanted <= {r.id for r in given.stop.rules}
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
            outcome = self._outcome(key)
            chance = read_number(value.text) if isinstance(value, Scalar) else None
            if chance is None:
                self.error(value, "a chance is a fraction such as `1/3`")
                return False
            wanted[outcome] = chance
        return wanted == {_frozen(c.outcome): c.chance for c in self.given.chances}

    def _outcome(self, key: Scalar) -> Any:
        type_ = self.given.question.type
        if type_ is None:
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
        """The expected value, written as law: a number, a choice value, a piece or hex by name, a list for a set."""
        if isinstance(node, Listing):
            item = type_.item if isinstance(type_, t.SetOf) else type_
            read = [self._value(i, item) for i in node.items if isinstance(i, Scalar)]
            return all(known for known, _ in read), tuple(value for _, value in read)
        wanted = t.OrNone(type_) if not isinstance(type_, t.OrNone) else type_
        if type_ == t.TEXT:
            return True, node.text
        bare = t.bare(type_)
        if bare == t.HEX and self.situation.map is not None and self.situation.map.find(node.text) is not None:
            return True, self.situation.map.find(node.text)  # names such as 0905 would read as numbers
        line = Excerpt(node.text, node.span)
        question = parse_question(line, self.outcome.diagnostics)
        if not isinstance(question, AskValue):
            return False, None
        checker = Checker(
            self.compilation.names, self.outcome.diagnostics, self.situation.map, self.situation.constants
        )
        typed = checker.of_type(question.value, {}, wanted, "what is expected")
        if typed is None:
            return False, None
        try:
            return True, evaluator(self.law, self.situation.position).value(typed, {})
        except LawStop as stop:
            self.error(node, f"what is expected has no value: {stop.message}")
            return False, None


def _same(one: Any, other: Any) -> bool:
    if type(one) is tuple and type(other) is tuple:
        return len(one) == len(other) and set(one) == set(other)
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _frozen(value: Any) -> Any:
    return frozenset(value) if type(value) is tuple else value
