"""Rules and the text that says whether they apply, in the order that the law's links give them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexlaw.compiler.emit.expressions import Writer
from hexlaw.compiler.emit.typed import Scope
from hexlaw.runtime import graph as g

Lines = list[str]


@dataclass
class Test:
    """A rule and the text that says whether it applies; `flag` is that text or the name it was given."""

    rule: g.Rule
    flag: str


def indented(lines: Lines, by: int = 1) -> Lines:
    return ["    " * by + line for line in lines]


def tests(w: Writer, rules: Sequence[g.Rule], scope: Scope, lines: Lines) -> list[Test]:
    """The tests of some rules in order, each given a name where it is more than a constant."""
    found = []
    for rule in rules:
        text = "True" if rule.for_each else w.applies(rule, scope)[0]
        if text == "False":
            continue
        lines.append(w.cited(rule))
        if text != "True":
            flag = w.names.of("flag", rule.id, f"{rule.id}_holds")
            lines.append(f"{flag} = {text}")
            text = flag
        found.append(Test(rule, text))
    return found


def highest_first(w: Writer, found: Sequence[Test]) -> list[Test] | None:
    """The tests so that what stands over another comes before it; None where they stand over each other in a circle."""
    waiting, ordered = list(found), []
    while waiting:
        free = [x for x in waiting if not any(w.law.beats(y.rule, x.rule) for y in waiting)]
        if not free:
            return None
        ordered += free
        waiting = [x for x in waiting if x not in free]
    return ordered


def winning(w: Writer, test: Test, found: Sequence[Test]) -> str:
    """The text that says whether a rule applies and none that applies stands over it."""
    above = [y.flag for y in found if w.law.beats(y.rule, test.rule)]
    if "True" in above:
        return "False"
    if not above:
        return test.flag
    held = "" if test.flag == "True" else f"{test.flag} and "
    return f"{held}not ({' or '.join(above)})" if len(above) > 1 else f"{held}not {above[0]}"
