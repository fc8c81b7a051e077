"""What a source says of reaches that can be searched as fields: `FIELDS`, which `runtime/emitted/reach.py` reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexlaw.compiler.emit.functions import Printer
from hexlaw.compiler.emit.names import literal
from hexlaw.compiler.lower.fields import cleared
from hexlaw.compiler.lower.marks import Marks
from hexlaw.compiler.lower.walk import Requirement, Walk


def listed_fields(p: Printer, walks: Iterable[Walk]) -> list[str]:
    """The lines of `FIELDS`: by the pick that is repeated, each function that a search asks, with what it takes."""
    lines = ["FIELDS = {"]
    for walk in walks:
        said = _said(p, walk)
        lines += [
            f"    {walk.step.path!a}: {{",
            *(f"        {word!a}: {text}," for word, text in said.items()),
            "    },",
        ]
    return [*lines, "}"]


def listed_near(p: Printer, near: Sequence[Requirement]) -> list[str]:
    """The lines of `NEAR`: the requirements that are about one place, with the function of one case."""
    kinds = {
        r.kind: () if r.kind == "hex" else tuple(k for k in p.graph.kinds if p.graph.is_a(k, r.kind)) for r in near
    }
    return [
        "NEAR = {",
        *(
            f"    {r.rule!a}: ({p.called(r.case)}, {literal(kinds[r.kind])}, "
            f"{literal(tuple(sorted(p.marks.reads_of(r.case))))}),"
            for r in near
        ),
        "}",
    ]


def _said(p: Printer, walk: Walk) -> dict[str, str]:
    marks = p.marks
    whole = {rule.id: f"broken:{rule.id}" for rule in p.program.law.requirements}
    reads = {what for required in walk.requirements for what in marks.reads_of(required.case)}
    clears = {kind: cleared(walk, marks, kind) for kind in walk.kinds}
    return {
        "names": literal((walk.mover.var, walk.step.var)),
        "account": literal(walk.account),
        "domain": _door(p, walk.domain),
        "cost": _door(p, walk.cost),
        "here": _door(p, walk.bars_here),
        "there": _door(p, walk.bars_there),
        "edge": _door(p, walk.bars_edge),
        "tied": _door(p, walk.bars_tied),
        "done": _door(p, walk.bars_done),
        "doing": _row(f"({name!a}, {_door(p, key)})" for name, key in walk.doing),
        "following": _row(f"({name!a}, {_door(p, key)})" for name, key in walk.following),
        "guards": _row(_door(p, key) for key in walk.guards),
        "requirements": _row(f"({r.sampled!a}, {r.kind!a}, {p.called(r.case)})" for r in walk.requirements),
        "whole": _row(f"({rule!a}, {p.called(key)})" for rule, key in whole.items() if marks.can_stop(key)),
        "reads": literal(tuple(sorted(reads))),
        "worth": _door(p, walk.worth),
        "traces": _row(
            f"({x.attribute!a}, {_door(p, x.test)}, {_door(p, x.subject)}, {_door(p, x.value)}, {x.late})"
            for x in walk.traces
        ),
        "traces read": literal(tuple(sorted(_read_on_the_way(marks, walk)))),
        "kept": _kept(p, walk),
        "kinds": _lines(
            (kind, _lines((what, literal(tuple(map(p.called, keys)))) for what, keys in found.items()))
            for kind, found in clears.items()
        ),
    }


def _read_on_the_way(marks: Marks, walk: Walk) -> set[str]:
    """The traces that anything reads which is asked on the way."""
    read = {what for key in walk.asked_by_plans() for what in marks.reads_of(key)}
    return read.intersection(trace.attribute for trace in walk.traces)


def _kept(p: Printer, walk: Walk) -> str:
    """What the steps depend on and by which functions they are told apart; none where they cannot be kept."""
    kept = walk.kept
    if kept is None:
        return "None"
    return _lines((
        ("reads", literal(tuple(sorted(kept.reads)))),
        ("own", _lines((kind, literal(names)) for kind, names in kept.own.items())),
        ("others", _lines((kind, literal(names)) for kind, names in kept.others.items())),
        ("game", literal(kept.game)),
        ("features", _row(_door(p, key) for key in kept.features)),
        ("by mover", str(kept.by_mover)),
        ("rests", str(kept.rests)),
    ))  # fmt: skip


def _door(p: Printer, key: str) -> str:
    """A function with the names that it takes; none where there is nothing to ask."""
    if not key:
        return "None"
    function = p.program.functions[key]
    return f"({p.named(function)}, {literal(tuple(name for name, _ in function.params))})"


def _row(items: Iterable[str]) -> str:
    return f"({''.join(f'{item}, ' for item in items)})"


def _lines(entries: Iterable[tuple[str, str]]) -> str:
    return f"{{{', '.join(f'{name!a}: {text}' for name, text in entries)}}}"
