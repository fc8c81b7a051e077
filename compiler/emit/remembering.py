"""Functions that remember their answers: each looks into its own dictionary first, and puts into it what it works out.

In go the lines of a function's body; out come lines that answer each question once, until something is written that
the answer may rest on. What only the map fixes, for one hex or hexside, is looked up without a call.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexlaw.compiler.emit.notes import Notes

CHARGED = 1_000  # an answer that costs more is counted, so that whatever asks for many of them ends


def kept(w: Notes, sort: str, name: str, args: Sequence[str], body: list[str], *, never_none: bool) -> list[str]:
    """The body of the function of a fact or quantity, which keeps its answers where that pays."""
    cost = w.reading.cost_of(sort, name)
    if not w.reading.remembered(sort, name):
        return ["s.account.spend(s.size)", *body] if cost > CHARGED else body
    if w.by_subscript(sort, name):
        return body
    return remembering(w, w.function(sort, name), args, body, cost, never_none=never_none)


def remembering(
    w: Notes, function: str, args: Sequence[str], body: list[str], cost: int, *, never_none: bool = False
) -> list[str]:
    """The body of a function that keeps its answers; where none is no answer, they are looked up once."""
    key = args[0] if len(args) == 1 else "key"
    lines = [] if len(args) == 1 else [f"key = {', '.join(args) or '()'}"]
    lines.append(f"known = s.{function}")
    room = ["s.account.spend(s.size)"] if cost > CHARGED else []
    if not w.record:
        again = [f"if {key} in known:", f"    return known[{key}]"]
        if never_none and len(args) > 1:
            again = [f"answer = known.get({key})", "if answer is not None:", "    return answer"]
        return [*lines, *again, *room, *_keeping(body, [], key, "answer")]
    again = ["    answer, fired = kept", "    s.fired |= fired", "    return answer"]
    inner = _keeping(body, ["s.fired |= outer"], key, "answer, s.fired")
    return [
        *lines, f"kept = known.get({key})", "if kept is not None:", *again, *room,
        "outer, s.fired = s.fired, 0",
        "try:", *("    " + line for line in inner),
        "except:", "    s.fired = outer", "    raise",
    ]  # fmt: skip


def _keeping(body: list[str], before: list[str], key: str, kept: str) -> list[str]:
    """The body with each `return` keeping what it returns."""
    lines: list[str] = []
    closing: str | None = None  # the indentation at which an answer ends that is written over several lines
    for line in body:
        indent = line[: len(line) - len(line.lstrip())]
        begins = line.startswith("return ", len(indent))
        if begins:
            first = "known[" + key + "] = answer = " if kept == "answer" else "answer = "
            lines.append(indent + first + line[len(indent) + len("return ") :])
        else:
            lines.append(line)
        if begins and line.endswith(("(", "[")):
            closing = indent
        elif begins or (closing == indent and line.startswith((")", "]"), len(indent))):
            closing = None
            store = [] if kept == "answer" else [f"known[{key}] = {kept}"]
            lines += [indent + x for x in (*store, *before, "return answer")]
    return lines
