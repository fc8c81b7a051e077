"""Checks the names and the questions of cases against the law, without running them or setting their positions up.

Input: the contents of case files (`named.py`, `case_index.py`) and a compiled module. Output: diagnostics. A question
is typed as when its case is run: it may use the types of its pieces, its zones, and the names that it gives to values.
A case that begins as a situation does is left to its run. Files in which nothing was wrong are cached, by their text
and the words of the law.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from hexlaw.compiler.base.cache import CachedFindings, digest
from hexlaw.compiler.base.diagnostic import Diagnostics, WordAt, listed, quoted
from hexlaw.compiler.base.source import Excerpt, Source, Span
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.question_typing import read_question, typed_value
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.desk.cases.case_index import CaseContents, asked_in
from hexlaw.compiler.desk.cases.named import MODULE, STEP_WORDS, CaseQuery
from hexlaw.compiler.parse.parse import save_questions
from hexlaw.compiler.resolve.names import NOT_CALLED, Names
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.builtins import BUILTIN_FUNCTIONS
from hexlaw.runtime.law.dependence import parts, spans_of
from hexlaw.runtime.law.graph import ACTING, SIDE

UNKNOWN_NAMES = ("HX234", "HX241")
"""Codes of names that stand for nothing; in a case that is played they may be those of things placed on the way."""
DICE = frozenset(("dice", "die", "rolls", "throw", "throws", "rolled", "thrown"))
"""Words that people write for a throw in a case."""


def names_of_cases_are_there(
    chain: Chain, names: Names, graph: g.Graph, contents: Iterable[CaseContents], found: Diagnostics
) -> None:
    """Checks the module's own cases: a base's may name what a variant has dropped, an add-on's are for one base."""
    own = {path for layer in chain.own for path in layer.cases}
    look = CaseNames(names, graph, found)
    for named in (named for file in contents if file.path in own for named in file.named):
        if all(name == chain.name for sort, name, _ in named if sort == MODULE):
            for sort, name, span in named:
                look.look_up(sort, name, span)


def has_option(names: Names, option: WordAt, found: Diagnostics) -> bool:
    """Returns True if there is the option that a case chooses; reports the name if there is not."""
    known = f"the options are: {listed(sorted(names.options))}" if names.options else "the law has none"
    return names.has("option", option, found, help=known, code="HX316")


class CaseNames:
    def __init__(self, names: Names, graph: g.Graph, found: Diagnostics) -> None:
        self.names, self.graph, self.found = names, graph, found
        triggered = tuple(r.conclusion for r in graph.rules.values() if isinstance(r.conclusion, g.Then))
        sections = (graph.actions, graph.effects, graph.sequences)
        made = (*triggered, *(item for section in sections for item in section.values()))
        self.picks = {part.path for part in parts(made) if isinstance(part, e.Pick)}
        self.parts = [part.name for part in spans_of(graph)]
        self.called = {*names.signatures, *names.events, *names.records, *BUILTIN_FUNCTIONS}
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


# ---- questions


def questions_can_be_typed(chain: Chain, names: Names, sources: Sequence[Source], found: Diagnostics) -> None:
    """Reports the questions that have no type in the case files of a module, but for places reported already."""
    words = _words(names)
    rules = digest(*names.rules)
    with CachedFindings("questions", chain.name) as before:
        for source in sources:
            speaks_of_rules = "applies" in source.text or "break" in source.text
            key = digest(source.text, words, rules if speaks_of_rules else "")
            if before.before(key) is None:
                inner = Diagnostics()
                for asked in asked_in(source):
                    if asked.module in (None, chain.name) and asked.situation is None:
                        _type(asked, source, names, inner)
                save_questions(source.name)
                known = {(d.code, str(d.span)) for d in found.found}
                found.add_all(d for d in inner if (d.code, str(d.span)) not in known)
                if inner.found:
                    continue
            before.keep(key, True)


def _type(asked: CaseQuery, source: Source, names: Names, found: Diagnostics) -> None:
    """Types the values of a case that have names, then its questions; other mistakes are left to its run."""
    if (constants := names_of(asked, names)) is None:
        return
    for name, line in asked.values:
        text, start, end = line
        checker = Checker(names, found, ANY_MAP, constants)
        typed = typed_value(Scalar(text, source.span(start, end)), "HX315", "a value", checker)
        if typed is None:
            return
        constants[name] = None, typed.type
    for text, start, end in asked.questions:
        inner = Diagnostics()
        question = read_question(Excerpt(text, source.span(start, end)), names, ANY_MAP, constants, inner)
        if question is None and not (asked.is_played and any(d.code in UNKNOWN_NAMES for d in inner)):
            found.add_all(inner)


def names_of(asked: CaseQuery, names: Names) -> dict[str, tuple[object, t.Type]] | None:
    """Returns the types of the names that a case gives; None where a piece has no known kind."""
    constants: dict[str, tuple[object, t.Type]] = dict.fromkeys(asked.zones, (None, t.SetOf(t.HEX)))
    for name, (sort, said, are_several) in asked.pieces.items():
        if said not in (names.units if sort == "type" else names.kinds):
            return None
        kind = t.Kind(names.units[said].kind if sort == "type" else said)
        constants[name] = None, t.SetOf(kind) if are_several else kind
    if SIDE in names.choices:
        constants.setdefault(ACTING, (None, t.Choice(SIDE)))
    return constants


class _AnyMap:
    """A map that finds a hex by every name: questions are typed without the map of their case."""

    def find(self, name: str) -> Hex:
        return Hex(0, 0)


ANY_MAP = cast(Map, _AnyMap())


def _words(names: Names) -> str:
    """Returns a digest of all that questions are typed against, but for the rules."""
    kinds = {
        name: (kind.parents, kind.holders, {a: type_ for a, (type_, _, _) in kind.attributes.items()})
        for name, kind in names.kinds.items()
    }
    called = [(sig.sort, sig.name, sig.params, sig.type, sig.shape) for sig in names.signatures.values()]
    actions = [item.span.source.text[item.span.start : item.span.end] for item, _ in names.actions.values()]
    units = [(unit.id, unit.kind) for unit in names.units.values()]
    events = {name: params for name, (params, _, _) in names.events.items()}
    others = (names.choices, names.measures, names.records, names.figures, [*names.spans], [*names.quantities])
    return digest(repr((kinds, called, actions, units, events, others)))
