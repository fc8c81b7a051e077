"""Looks the names that cases use up in the law. Input: what `named` read. Output: what is not there, as diagnostics."""

from __future__ import annotations

from collections.abc import Iterable

from hexlaw.compiler.base.diagnostic import Diagnostics, WordAt, listed, quoted
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.desk.cases.case_index import CaseContents
from hexlaw.compiler.desk.cases.named import MODULE, STEP_WORDS
from hexlaw.compiler.resolve.names import NOT_CALLED, Names
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.builtins import BUILTIN_FUNCTIONS
from hexlaw.runtime.law.dependence import parts, spans_of

DICE = frozenset(("dice", "die", "rolls", "throw", "throws", "rolled", "thrown"))
"""What people write where a case says what dice show."""


def names_of_cases_are_there(
    chain: Chain, names: Names, graph: g.Graph, contents: Iterable[CaseContents], found: Diagnostics
) -> None:
    """Looks at the module's own cases: those of a base may speak of what a variant has dropped, and those of an add-on
    are for one base each."""
    own = {path for layer in chain.own for path in layer.cases}
    look = CaseNames(names, graph, found)
    for named in (named for file in contents if file.path in own for named in file.named):
        if all(name == chain.name for sort, name, _ in named if sort == MODULE):
            for sort, name, span in named:
                look.look_up(sort, name, span)


def has_option(names: Names, option: WordAt, found: Diagnostics) -> bool:
    """Whether there is an option that a case chooses; reports the name when there is not."""
    known = f"the options are: {listed(sorted(names.options))}" if names.options else "the law has none"
    return names.has("option", option, found, help=known, code="HX316")


class CaseNames:
    """Looks the names of cases up in a law."""

    def __init__(self, names: Names, graph: g.Graph, found: Diagnostics) -> None:
        self.names, self.graph, self.found = names, graph, found
        happening = tuple(r.conclusion for r in graph.rules.values() if isinstance(r.conclusion, g.Then))
        sections = (graph.actions, graph.effects, graph.sequences)
        made = (*happening, *(item for section in sections for item in section.values()))
        self.picks = {part.path for part in parts(made) if isinstance(part, e.Pick)}
        self.parts = [part.name for part in spans_of(graph)]
        self.called = {*names.signatures, *names.records, *BUILTIN_FUNCTIONS}
        self.asked = {*self.picks, *graph.actions, *names.spans, "action"}

    def look_up(self, sort: str, name: str, span: Span) -> None:
        """Reports a name that stands for nothing."""
        word = WordAt(name, span)
        match sort:
            case "module":
                pass
            case "part":
                if name not in self.parts:
                    self.names.no_part(word, self.parts, self.found)
            case "rule":
                if name not in self.graph.rules:  # the machine's own, of what is dropped, among them
                    self.names.has("rule", word, self.found)
            case "called":
                if name not in self.called:
                    self.found.unknown("HX234", word, NOT_CALLED, self.called)
            case "pick" | "asked":
                known = self.picks if sort == "pick" else self.asked
                if name not in known:
                    self._no_pick(word, known | (STEP_WORDS if sort == "pick" else set()))
            case "option":
                has_option(self.names, word, self.found)
            case _:
                self.names.has(sort, word, self.found)

    def _no_pick(self, word: WordAt, known: set[str]) -> None:
        action, dot, _ = word.text.partition(".")
        own = sorted(pick for pick in self.picks if pick.startswith(f"{action}."))
        if own and not dot:
            help_ = f"it is an action: name one of its picks, {', '.join(own)}, or write `action: {action}`"
            self.found.report("HX263", word.span, f"{quoted(word.text)} is not a step of a case", help=help_)
            return
        said = "the law has no pick" if dot else "a case has no step"
        help_ = f"`{action}` has {', '.join(own)}" if own else "steps are named in docs/cases.md, under Playing"
        if word.text in DICE:
            help_ = "what dice show is said by the name of the throw: `roll: {NAME: 3}`"
        self.found.unknown("HX263", word, said, known, help=help_)
