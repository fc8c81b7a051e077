"""Advice to programs that play stands apart from law: which items and rules belong there, and what they cite.

What stands in a section of advice declares facts, quantities, tables and choices, decides them, and says what a side
plays for. It moves nothing: whatever play carries out, forbids or keeps is law. What law may read of it, nothing, only
the finished graph tells (`analysis/graph_checks.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.citations import DECLARE_ONE, read_citations
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.runtime.law.graph import SourceDecl

DECLARES = (s.Chapter, s.Plan, s.Style, s.Fact, s.Quantity, s.Table, s.Choice, s.Rule, s.Drop, s.Words)
CONCLUDES = (s.Concludes, s.Goal, s.Changes, s.Rounds)
NOTES = (s.Set, s.For, s.If, s.Let)
"""Statements of a rule by which a plan is noted."""
WORTH = "worth"
"""The fact or quantity of advice by which programs tell what a position is worth to a side."""
INTO_A_CHAPTER = "write it in a chapter: advice only reads how things stand"
INTO_ADVICE = 'move it below a line `advice [SOURCE 1] "..."` at the end of its file; `hexlaw fmt` does so'


def advice_stands_apart(placed: list[Placed], sources: Mapping[str, SourceDecl], diagnostics: Diagnostics) -> None:
    """Reports what does not belong in advice, goals that stand elsewhere, and sources of the other sort."""
    for p in placed:
        if p.origin.is_advice:
            _belongs_to_advice(p.item, diagnostics)
        elif isinstance(p.item, s.Rule):
            for goal in (c for c in p.item.conclusions if isinstance(c, s.Goal)):
                message = f"`{p.item.name.text}` says what a side plays for, and stands outside of advice"
                diagnostics.report("HX426", goal.span, message, help=INTO_ADVICE)
        elif isinstance(p.item, s.Style):
            message = f"`{p.item.name.text}` is a style of play, and stands outside of advice"
            diagnostics.report("HX426", p.item.span, message, help=INTO_ADVICE)
        _cites_its_sort(p, sources, diagnostics)


def _belongs_to_advice(item: s.Item, diagnostics: Diagnostics) -> None:
    if not isinstance(item, DECLARES):
        message = f"advice to programs declares no {type(item).__name__.lower()}"
        diagnostics.report("HX425", item.span, message, help=INTO_A_CHAPTER)
    elif isinstance(item, s.Rule):
        for does in _does(item):
            message = f"`{item.name.text}` stands in advice, which decides nothing that is played"
            diagnostics.report("HX425", does.span, message, help=INTO_A_CHAPTER)
            break


def _does(item: s.Rule) -> Iterator[s.Written]:
    """What a rule does in play, but for noting a plan at the edge of a part."""
    if item.after is not None:
        yield item.after
    for said in item.conclusions:
        if isinstance(said, s.Then):
            for each in _statements(said.body):
                if not isinstance(each, NOTES) or (isinstance(each, s.Set) and each.until is not None):
                    yield each  # a plan holds until it is noted anew: what runs out, play has to keep in mind
        elif not isinstance(said, CONCLUDES):
            yield said


def _statements(body: Iterable[s.Statement]) -> Iterator[s.Statement]:
    for each in body:
        yield each
        if isinstance(each, s.For | s.If):
            yield from _statements(each.body if isinstance(each, s.For) else (*each.then, *each.otherwise))


def _cites_its_sort(p: Placed, sources: Mapping[str, SourceDecl], diagnostics: Diagnostics) -> None:
    cite = getattr(p.item, "cite", None)
    cited = read_citations(cite, sources, p.layer.manifest.default_source, Diagnostics())
    for key in sorted({c.source for c in cited if sources[c.source].is_advice is not p.origin.is_advice}):
        if p.origin.is_advice:
            message = f"`{key}` is a source of law, and advice to programs has a source of its own"
            own = next((name for name, source in sources.items() if source.is_advice), None)
            help_ = f"write `[{own} 1]`" if own else DECLARE_ONE
        else:
            message, help_ = f"`{key}` is a source of advice to programs, and this is law", "cite where the rule stands"
        diagnostics.report("HX428", cite.span if cite is not None else p.item.span, message, help=help_)
