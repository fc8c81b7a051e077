"""The steps of an evaluation, told one below the other: what was asked, which rules were tried, what became of each.

A judge is told what rules made so and what was cut short, a developer everything with its place in the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from hexlaw.runtime.evaluate.trace import TraceNode, Tried
from hexlaw.runtime.explain.speech import Once, Speech, changed
from hexlaw.runtime.law import graph as g

Depth = Literal["talk", "judge", "developer"]
MAX_ALIKE = 20
"""Questions of one name that a judge is told of in one place."""
MAX_DEPTH = 40


class Traced:
    """What was asked on the way to an answer, told at a depth."""

    def __init__(self, speech: Speech, depth: Depth, itself: Sequence[TraceNode] = ()) -> None:
        self.speech = speech
        self.depth = depth
        self._itself = {id(node) for node in itself}  # what the question is about, told whatever it is
        self._once = Once()

    def nodes(self, nodes: Sequence[TraceNode], indent: int) -> list[str]:
        """What was asked in one place."""
        lines: list[str] = []
        self._nodes(nodes, indent, lines)
        return lines

    def step(self, step: TraceNode, indent: int) -> list[str]:
        """A step of a number, with the rules that changed it there."""
        lines: list[str] = []
        self._step(step, indent, lines)
        return lines

    # Traces are deep, and a line that was handed up through each level would cost more than to write it: all of them
    # are put at the end of one list.

    def _nodes(self, nodes: Sequence[TraceNode], indent: int, lines: list[str]) -> None:
        """A judge sees the first few of one name and how many more: a line across three boards asks some 500 hexes."""
        shown, more = dict[str, int](), dict[str, int]()
        deeper = "  " * (indent + 1)
        for node in nodes:
            if self.depth == "judge" and node.sort != "step" and shown.get(node.name, 0) >= MAX_ALIKE:
                more[node.name] = more.get(node.name, 0) + (self._worth_telling(node) and node not in self._once)
                continue
            before = len(lines)
            self._node(node, indent, lines)
            if len(lines) > before:
                new = sum(not line.startswith(deeper) for line in lines[before:])
                shown[node.name] = shown.get(node.name, 0) + new
        lines += (f"{'  ' * indent}and {number} more of {name}" for name, number in more.items() if number)

    def _node(self, node: TraceNode, indent: int, lines: list[str]) -> None:
        lead = "  " * indent
        if node.sort == "step":
            self._step(node, indent, lines)
            return
        if not self._once.first_time(node):
            if self.depth == "developer":
                lines.append(f"{lead}{self.speech.stated(node, node.value)} (as above)")
            return
        if self.depth == "judge" and id(node) not in self._itself and not self._worth_telling(node):
            return
        otherwise = ", as no rule says otherwise" if node.note == "otherwise" else ""
        start = f", starting with {node.note}" if node.sort == "quantity" else otherwise
        lines.append(f"{lead}{self.speech.stated(node, node.value)}{start}{self._cell(node)}")
        if indent >= MAX_DEPTH:
            return
        for tried in node.rules:
            lines.append(f"{lead}  {self.speech.fate(tried)}{self._where(tried.rule)}")
            lines += self._limits_cut_short(tried, tried.rule, indent + 2)
            if tried.fate == "applies" and (said := self.speech.given.law.graph.said_of(tried.rule)):
                lines.append(f"{lead}    {said}")
            if tried.fate == "applies" or self.depth == "developer":
                self._nodes(tried.asked, indent + 2, lines)
        self._nodes(node.asked, indent + 1, lines)

    def _step(self, step: TraceNode, indent: int, lines: list[str]) -> None:
        lead = "  " * indent
        if step.limited_by:
            limits = ", ".join(self.speech.named(rule) for rule in step.limited_by)
            lines.append(f"{lead}{step.name} does not count: {limits}")
        for tried in step.rules:
            if tried.fate == "applies":
                gives = self.speech.words(tried.gives)
                lines.append(f"{lead}{changed(tried)} {gives}: {self.speech.named(tried.rule)}")
                if self.depth != "talk":
                    lines += self._limits_cut_short(tried, tried.rule, indent + 1)
                    self._nodes(tried.asked, indent + 1, lines)
            elif self.depth != "talk":
                lines.append(f"{lead}{self.speech.fate(tried)}")

    def _limits_cut_short(self, tried: Tried, rule: g.Rule, indent: int) -> Iterator[str]:
        """The limits of a rule that other rules keep from it, and what in turn does not keep those."""
        for limiter, by in tried.cut_short:
            if limiter in self.speech.given.law.limiters.get(rule.id, ()):
                kept = ", ".join(self.speech.named(above) for above in by)
                lead = "  " * indent
                yield f"{lead}{self.speech.named(limiter)} would limit it, were it not for {kept}{self._where(limiter)}"
                for above in by:
                    yield from self._limits_cut_short(tried, above, indent + 1)

    def _worth_telling(self, node: TraceNode) -> bool:
        """Judges are spared facts that are simply no, as no rule made them so, but for what was asked itself."""
        return bool(
            node.cell
            or node.applied()
            or any(t.fate in ("limited", "overridden") for t in node.rules)
            or node.sort == "quantity"
            or node.value
        )

    def _cell(self, node: TraceNode) -> str:
        if node.cell is None:
            return f" ({node.note})" if node.sort == "table" and node.note else ""
        parts = f" {self.speech.cell_cites(node.cell)}"
        if node.note:
            parts += f" ({node.note})"
        if node.cell.unsure is not None:
            parts += f" (unsure: {node.cell.unsure})"
        if self.depth == "developer":
            parts += f" {node.cell.where}"
        return parts

    def _where(self, rule: g.Rule) -> str:
        return f"  {rule.origin.where}" if self.depth == "developer" else ""
