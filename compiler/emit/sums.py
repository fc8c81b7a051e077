"""What a source says of sums that are kept: `SUMS`, which `runtime/emitted/sums.py` reads."""

from __future__ import annotations

from collections.abc import Iterable

from hexlaw.compiler.emit.functions import Printer
from hexlaw.compiler.emit.names import literal
from hexlaw.compiler.lower import form as f


def listed_sums(p: Printer) -> list[str]:
    """The lines of `SUMS`: by function, in the order of the fields of `Sum` there."""
    lines = ["SUMS = {"]
    for key, kept in p.program.sums.items():
        kinds = tuple(kind for kind in p.graph.kinds if p.graph.is_a(kind, kept.kind))
        guarded = (f"{kind!a}: ({_guards(p, guards)})" for kind, guards in kept.guarded.items())
        inputs = (f"({p.called(whose)}, {p.called(what)}, {_set(reads)}), " for whose, what, reads in kept.inputs)
        lines += [
            f"    {key!a}: (",
            f"        {p.called(kept.term)}, {p.laid_list(kept.kind)!a}, {literal(kinds)}, {kept.is_set},",
            f"        {_set(kept.reads)}, {kept.asks_play},",
            f"        {_by_kind(kept.near)},",
            f"        {_by_kind(kept.amid)},",
            f"        {{{', '.join(guarded)}}}, {_set(kept.guards_read)},",
            f"        ({''.join(inputs)}),",
            "    ),",
        ]
    return [*lines, "}"]


def _guards(p: Printer, guards: Iterable[f.Guard]) -> str:
    return "".join(f"({p.called(guard)}, {_set(reads)}), " for guard, reads in guards)


def _by_kind(said: f.ByKind) -> str:
    return f"{{{', '.join(f'{kind!a}: {_set(reads)}' for kind, reads in said.items())}}}"


def _set(names: Iterable[str]) -> str:
    return literal(tuple(sorted(names)))
