"""Names of the law that cases use: of situations, parts of the sequence, picks and rules. None may stand for nothing.

A case that names what is not there fails when it is run. `hexlaw check` runs no cases, but it can read their names.
Of questions only the grammar and what they call is read here; `case_checks.py` gives them types.
Input: a case as it was read. Output: what it names, and diagnostics where a question is not law.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Excerpt
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar, entries_in, items_in, mappings_in, scalars_in
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.parse import parse_question
from hexlaw.compiler.situations.case_files import Case
from hexlaw.compiler.situations.rosters import read_roster
from hexlaw.runtime.law.dependence import parts

Said = tuple[str, int, int]
"""A text, and where it stands in the file."""
Named = tuple[str, Scalar]
"""A sort, and a name of that sort where it stands in a case."""
STEP_WORDS = frozenset({"action", "ask", "done", "draw", "lapses", "options", "over", "refused", "roll", "turn"})
"""With what a step of a case begins that does not name its pick."""
MODULE = "module"
REFUSED = "refused"
ENDS = ("done", "lapses")  # steps that name a pick, an action or a part


@dataclass
class CaseQuery:
    """The questions of a case, and the names that it gives; in the cache as plain data."""

    module: str | None
    situation: str | None
    is_played: bool  # and so may speak of what was placed on the way
    boards: list[list[Said]] = field(default_factory=list)
    """The boards that it is played on, in rows."""
    pieces: dict[str, tuple[str, str, bool]] = field(default_factory=dict)
    """By name, `type` or `kind`, which, and whether they are several."""
    zones: list[str] = field(default_factory=list)
    values: list[tuple[str, Said]] = field(default_factory=list)
    questions: list[Said] = field(default_factory=list)


def names_in(case: Mapping, module: str | None) -> Iterator[Named]:
    """Yields the names in a case, but for its pieces and hexes: first the module of its file, where that has one."""
    if module is not None:
        yield MODULE, Scalar(module, case.span)
    chosen = case.get("with")
    for holder in (case, chosen):
        situation = holder.get("situation") if isinstance(holder, Mapping) else None
        if isinstance(situation, Scalar):
            yield "situation", situation
    if isinstance(chosen, Mapping):
        yield from (("option", key) for key, _ in entries_in(chosen.get("options")))
        yield from (("dispute", key) for key, _ in entries_in(chosen.get("readings")))
    if isinstance(now := case.get("now"), Scalar):
        yield "part", now
    expected = case.get("expect")
    if isinstance(expected, Mapping):
        yield from _rules(expected.get("refused-by"))
    for step in mappings_in(case.get("play")):
        yield from _in_step(step)


def called_in(case: Mapping, found: Diagnostics) -> Iterator[Named]:
    """Yields the functions that the questions of a case call, each once; reports questions that are not law."""
    calls: dict[str, Scalar] = {}
    for asked in (holder.get("ask") for holder in (case, *mappings_in(case.get("play")))):
        if isinstance(asked, Scalar):
            text = Excerpt(asked.text, asked.span)
            for call in (part for part in parts(parse_question(text, found)) if isinstance(part, s.Call)):
                calls.setdefault(call.name.text, Scalar(call.name.text, text.in_file(call.name.span)))
    yield from (("called", name) for name in calls.values())


def _in_step(step: Mapping) -> Iterator[Named]:
    (key, value), *more = step.entries
    if key.text == REFUSED:
        for what, answer in entries_in(value):
            yield from _answered(what, answer)
    else:
        yield from _answered(key, value)
    for also, said in more:
        if also.text == "by":
            yield from _rules(said)


def _answered(key: Scalar, value: Node) -> Iterator[Named]:
    if key.text == "action" and isinstance(value, Scalar):
        yield "action", value
    elif key.text in ENDS and isinstance(value, Scalar):
        yield "asked", value
    elif key.text not in STEP_WORDS:
        yield "pick", key


def _rules(node: Node | None) -> Iterator[Named]:
    yield from (("rule", name) for name in ((node,) if isinstance(node, Scalar) else scalars_in(node)))


def asked_of(case: Case) -> CaseQuery:
    """Returns the questions of a case, and the names that it gives."""
    is_played = case.node.get("play") is not None
    rows = [[_line(board) for board in scalars_in(row)] for row in items_in(case.node.get("boards"))]
    asked = CaseQuery(case.file.module, case.node.text("situation"), is_played, rows)
    roster = read_roster(case.node, Diagnostics())
    for piece in roster.pieces:
        sort = "type" if piece.node.get("type") is not None else "kind"
        if (said := piece.node.text(sort)) is not None:
            asked.pieces[piece.name] = sort, said, False
    for name, numbered in roster.several.items():
        if numbered[0] in asked.pieces:
            asked.pieces[name] = (*asked.pieces[numbered[0]][:2], True)
    asked.zones = [name.text for name, _ in entries_in(case.node.get("zones"))]
    lets = entries_in(case.node.get("let"))
    asked.values = [(name.text, _line(node)) for name, node in lets if isinstance(node, Scalar)]
    for holder in (case.node, *mappings_in(case.node.get("play"))):
        if isinstance(question := holder.get("ask"), Scalar):
            asked.questions.append(_line(question))
    return asked


def _line(node: Scalar) -> Said:
    return node.text, node.span.start, node.span.end
