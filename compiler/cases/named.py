"""Names of the law that cases use: of situations, parts of the sequence, picks and rules. None may stand for nothing.

A case that names what is not there fails when it is run. `hexlaw check` runs no cases, but it can read their names.
Of questions only the grammar and what they call is read here; `questions_typed.py` gives them types.
Input: a case as it was read. Output: what it names, and diagnostics where a question is not law.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar, entries_in, mappings_in, scalars_in
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.parse import parse_question
from hexlaw.compiler.source import Excerpt
from hexlaw.runtime.nodes import values_of

Named = tuple[str, Scalar]
"""A sort, and a name of that sort where it stands in a case."""
STEP_WORDS = frozenset({"action", "ask", "done", "draw", "lapses", "options", "over", "refused", "roll", "turn"})
"""With what a step of a case begins that does not name its pick."""
MODULE = "module"
REFUSED = "refused"
ENDS = ("done", "lapses")  # steps that name a pick, an action or a part


def names_in(case: Mapping, module: str | None) -> Iterator[Named]:
    """What a case names, but for its pieces and hexes: first the module that it is for, where its file says so."""
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
    """What the questions of a case call, each once; reports what no grammar reads."""
    calls: dict[str, Scalar] = {}
    for asked in (holder.get("ask") for holder in (case, *mappings_in(case.get("play")))):
        if isinstance(asked, Scalar):
            text = Excerpt(asked.text, asked.span)
            for call in _calls(parse_question(text, found)):
                name = call.name
                calls.setdefault(name.text, Scalar(name.text, text.in_file(name.span)))
    yield from (("called", name) for name in calls.values())


def _calls(part: object) -> Iterator[s.Call]:
    if isinstance(part, tuple):
        for each in part:
            yield from _calls(each)
    elif isinstance(part, s.Written):
        if isinstance(part, s.Call):
            yield part
        yield from _calls(tuple(values_of(part)))


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
