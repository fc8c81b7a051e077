"""Reasons why games come upon no rule, as `module.yaml` gives them under `unplayed`: sentences that are tested.

    no situation has EXPRESSION                asked of each situation as it begins
    no situation under OPTION has EXPRESSION   of those alone that are played with the option
    no situation under OPTION                  it is on in none
    no game has NAMES                          effects, tasks, actions or rules that no game uses either

A reason speaks of the situations of its own module. What is played of modules above is held against it where coverage
by play is counted (`play_coverage.py`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from hexlaw.compiler.base.cache import digest, once_clean
from hexlaw.compiler.base.diagnostic import Diagnostics, WordAt, did_you_mean, quoted
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.question_typing import typed_value
from hexlaw.compiler.data.load import Layer
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Configuration, Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.position.position import Position

CARRIED_OUT = ("action", "effect", "task")
"""Sorts of declarations of which a game notes that they are carried out."""
FORM = re.compile(
    r"no situation(?: under (?P<option>[a-z][\w-]*))?(?: has (?P<has>.+))?|no game has (?P<names>[a-z].*)", re.DOTALL
)


def stands_for(names: str, rule: str) -> bool:
    """Returns True if `names` is a rule, or the beginning of several: `air.*`."""
    return rule.startswith(names[:-1]) if names.endswith(".*") else rule == names


@dataclass(frozen=True)
class Reason:
    """Why games come upon no rule that `rules` stands for."""

    rules: str
    said: Scalar
    option: str | None
    has: str | None
    names: tuple[str, ...]

    def signs(self, graph: g.Graph) -> Iterator[str]:
        """Yields the signs by which games show that they come upon what it names."""
        for name in self.names:
            sorts = [sort for sort in CARRIED_OUT if name in graph.section(sort)]
            yield from (f"{sort}:{name}" for sort in sorts)
            yield from (rule for rule in graph.rules if not sorts and stands_for(name, rule))

    def typed(self, compilation: Compilation, found: Diagnostics) -> e.Expr | None:
        """Returns what no situation has, a truth; None where it says nothing of that, or reports a mistake."""
        if self.has is None:
            return None
        said, wanted = Scalar(self.has, self.said.span), (t.YES_NO, "what no situation has")
        return typed_value(said, "HX180", "what a situation has", Checker(compilation.names, found), wanted)

    def is_had(self, asked: e.Expr | None, law: Law, position: Position) -> bool:
        """Whether a situation has what none is said to have. What cannot be told there, it has."""
        from hexlaw.runtime.play.trials import evaluator  # brings all that plays games along

        if self.names or (self.option is not None and not law.options.get(self.option)):
            return False
        try:
            return asked is None or bool(evaluator(law, position).value(asked, {}))
        except LawStop:
            return True


def reasons_of(layer: Layer) -> list[Reason]:
    """Returns the reasons of a module; the schema of manifests lets no others through."""
    found = []
    for rules, said in layer.manifest.unplayed.items():
        parts = FORM.fullmatch(said.text)
        assert parts is not None
        names = tuple(re.split(r",\s*", parts["names"])) if parts["names"] else ()
        found.append(Reason(rules, said, parts["option"], parts["has"], names))
    return found


def reasons_hold(compilation: Compilation, found: Diagnostics) -> None:
    """Reports reasons that name what is not there, and those that a situation of the module refutes. An add-on may
    speak of rules that it has over another of its bases."""
    graph = compilation.graph
    for layer in compilation.chain.own:
        reasons = reasons_of(layer)
        if len(layer.manifest.add_on_for) < 2:
            _names_are_there(reasons, graph, found)
        excused = {reason.rules for reason in reasons if reason.names}
        for reason in reasons:
            for name in (name for name in reason.names if name in excused):
                message = f"{quoted(name)} is itself said not to be played for what no game has"
                found.report("HX180", reason.said.span, message, help="name what comes before both of them")
        if reasons:
            texts = [f"{reason.rules}: {reason.said.text}" for reason in reasons]
            key = digest(compilation.digest(Configuration()), *texts)
            once_clean("unplayed", key, partial(_tested, reasons, compilation), found)


def _names_are_there(reasons: Iterable[Reason], graph: g.Graph, found: Diagnostics) -> None:
    for reason in reasons:
        if not any(stands_for(reason.rules, rule) for rule in graph.rules):
            message = f"there is no rule {quoted(reason.rules)}, of which it says why it is not played"
            found.report("HX180", reason.said.span, message, help=did_you_mean(reason.rules, graph.rules))
        known = {name for sort in (*CARRIED_OUT, "rule") for name in graph.section(sort)}
        for name in reason.names:
            if not any(stands_for(name, one) for one in known):
                message = f"there is no action, effect, task or rule {quoted(name)}"
                found.report("HX180", reason.said.span, message, help=did_you_mean(name, known))
        if reason.option is not None and reason.option not in graph.options:
            found.unknown("HX180", WordAt(reason.option, reason.said.span), "there is no option", graph.options)


def _tested(reasons: Collection[Reason], compilation: Compilation, found: Diagnostics) -> bool:
    """Asks each situation of the module."""
    from hexlaw.compiler.situations.games import prepare

    asked = [(reason, reason.typed(compilation, found)) for reason in reasons if not reason.names]
    for situation in sorted(compilation.chain.layers[-1].situations) if asked and not found.has_errors else ():
        if (prepared := prepare(compilation, situation, Configuration(), Diagnostics())) is None:
            continue
        for reason, has in asked:
            if reason.is_had(has, prepared.law, prepared.position):
                said = f"{quoted(reason.rules)} is not played as {quoted(reason.said.text)}"
                message = f"{said}, but {quoted(situation)} has it"
                help_ = "leave the reason out, or say what no situation has"
                found.report("HX180", reason.said.span, message, help=help_)
    return True
