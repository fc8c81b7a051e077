"""Types the questions of cases, as they are typed when the cases are run, but without setting their positions up.

Input: the texts of case files, and a compiled module. Output: diagnostics. What a question may use of its case is what
its pieces are of, its zones, and the names that it gives to values. A case that begins as a situation does is left to
its run. Files in which nothing was wrong are kept, by their text and the words of the law.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from hexlaw.compiler.base.cache import CachedFindings, digest
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Excerpt, Source
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.question_typing import read_question, written_expression
from hexlaw.compiler.check.type_words import attempt
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.desk.cases.case_index import asked_in
from hexlaw.compiler.desk.cases.named import CaseQuery
from hexlaw.compiler.parse.parse import save_questions
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import ACTING, SIDE

UNKNOWN_NAMES = ("HX234", "HX241")
"""Codes of names that stand for nothing; in a case that is played they may be those of things placed on the way."""


def questions_can_be_typed(chain: Chain, names: Names, sources: Sequence[Source], found: Diagnostics) -> None:
    """Reports the questions that have no type in the case files of a module, but for what was told already."""
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
                told = {(d.code, str(d.span)) for d in found.found}
                found.add_all(d for d in inner if (d.code, str(d.span)) not in told)
                if inner.found:
                    continue
            before.keep(key, True)


def _type(asked: CaseQuery, source: Source, names: Names, found: Diagnostics) -> None:
    """Types the values of a case that have names, then its questions; a case that is wrong otherwise is left to its
    run."""
    constants = _constants(asked, names)
    if constants is None:
        return
    for name, line in asked.values:
        text, start, end = line
        node = written_expression(Scalar(text, source.span(start, end)), "HX315", "a value", found)
        typed = None if node is None else attempt(Checker(names, found, ANY_MAP, constants).typed, node, {})
        if typed is None:
            return
        constants[name] = None, typed.type
    for text, start, end in asked.questions:
        inner = Diagnostics()
        question = read_question(Excerpt(text, source.span(start, end)), names, ANY_MAP, constants, inner)
        if question is None and not (asked.is_played and any(d.code in UNKNOWN_NAMES for d in inner)):
            found.add_all(inner)


def _constants(asked: CaseQuery, names: Names) -> dict[str, tuple[object, t.Type]] | None:
    """What the names of a case stand for, without their values; nothing where a piece is of nothing."""
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
    """A name for all that questions are typed against, but for the rules."""
    kinds = {
        name: (kind.parent, kind.holders, {a: type_ for a, (type_, _, _) in kind.attributes.items()})
        for name, kind in names.kinds.items()
    }
    called = [(sig.sort, sig.name, sig.params, sig.type, sig.shape) for sig in names.signatures.values()]
    actions = [item.span.source.text[item.span.start : item.span.end] for item, _ in names.actions.values()]
    units = [(unit.id, unit.kind) for unit in names.units.values()]
    events = {name: params for name, (params, _, _) in names.events.items()}
    others = (names.choices, names.measures, names.records, names.figures, [*names.spans], [*names.quantities])
    return digest(repr((kinds, called, actions, units, events, others)))
