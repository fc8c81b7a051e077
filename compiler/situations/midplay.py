"""The keys of a case that put its position in the middle of a game: who acts, what is running, what is remembered.

Input: a case, the names of the law and a position with its pieces in place. Output: the same position with `acting`,
`now`, `remembered`, `tallied` and the values of the game filled in, or diagnostics that say what is wrong.

Memories and tallies are written as the law writes them, so that a case reads like the rule that it shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as Lookup
from dataclasses import dataclass
from fractions import Fraction

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.question_typing import written_expression
from hexlaw.compiler.check.type_words import attempt
from hexlaw.compiler.data.literals import read_value
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar, entries_in, scalars_in
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import spans_of, within
from hexlaw.runtime.law.graph import SIDE
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position.position import Position

Constants = Lookup[str, tuple[object, t.Type]]


@dataclass
class MidPlay:
    """Reads the keys one by one."""

    names: Names
    law: Law
    position: Position
    constants: Constants
    diagnostics: Diagnostics

    def read(self, case: Mapping) -> None:
        self._acting(case.get("acting"))
        self._now(case.get("now"))
        for node in scalars_in(case.get("remembered")):
            self._memoised(node)
        for key, value in entries_in(case.get("tallied")):
            self._tallied(key, value)

    def _error(self, node: Node, message: str, help_: str | None) -> None:
        self.diagnostics.report("HX320", node.span, message, help=help_)

    def _acting(self, node: Node | None) -> None:
        if not isinstance(node, Scalar):
            return
        sides = self.names.choices[SIDE].values if SIDE in self.names.choices else ()
        player = self.position.things.get(node.text)
        graph = self.law.graph
        if (
            player is not None and node.text not in sides
            and graph.has_players and graph.is_a(player.kind, g.PLAYER)
        ):  # fmt: skip
            self.position.acting = str(self.position.value(player, SIDE))
            self.position.set(GAME, g.PLAYER, player)
            return
        if node.text not in sides:
            listed = f"the sides are: {', '.join(sides) or 'none'}"
            self.diagnostics.unknown("HX320", node, "there is no side", sides, rest=" to act", help=listed)
            return
        self.position.acting = node.text

    def _now(self, node: Node | None) -> None:
        """A part of the sequence that is running, and with it all those that it lies in."""
        if not isinstance(node, Scalar):
            return
        around = within(self.law.graph, node.text)
        if not around:
            self.names.no_part(node, [part.name for part in spans_of(self.law.graph)], self.diagnostics)
            return
        self.position.now = frozenset(part.name for part in around)

    def _memoised(self, node: Scalar) -> None:
        found = self._stored(node)
        if found is None:
            return
        made, args = found
        if isinstance(made, e.Memory):
            self.position.remembered.add((made.name, args))
        else:
            self._not_kept(node, "memory", "memories", self.names.memories)

    def _tallied(self, key: Scalar, value: Node) -> None:
        found = self._stored(key)
        if found is None:
            return
        made, args = found
        if not isinstance(made, e.Tally):
            self._not_kept(key, "tally", "tallies", self.names.tallies)
            return
        amount = read_value(value, self.names.signatures[made.name].type, {}, self.diagnostics)
        if isinstance(amount, int | Fraction):
            self.position.tallied[made.name, args] = amount

    def _not_kept(self, node: Scalar, one: str, many: str, declared: Iterable[str]) -> None:
        known = ", ".join(sorted(declared)) or "none"
        self._error(node, f"`{node.text}` is not a {one}", f"write it as the law does; its {many} are: {known}")

    def _stored(self, node: Scalar) -> tuple[e.Expr, tuple[object, ...]] | None:
        """Returns a memory or tally as it is written, typed, and the things that it is about."""
        written = written_expression(node, "HX320", "what is remembered", self.diagnostics)
        checker = Checker(self.names, self.diagnostics, self.position.map, self.constants)
        made = None if written is None else attempt(checker.typed, written, {})
        if not isinstance(made, e.Memory | e.Tally):
            return None if made is None else (made, ())
        try:
            asking = evaluator(self.law, self.position)
            return made, tuple(asking.value(arg, {}) for arg in made.args)
        except LawStop as stop:
            self._error(node, f"what `{node.text}` is about has no value here: {stop.message}", stop.help)
            return None
