"""The keys of a case that put its position in the middle of a game: who acts, what is running, what is remembered.

Input: a case, the names of the law and a position with its pieces in place. Output: the same position with `acting`,
`now`, `remembered`, `tallied` and the values of the game filled in, or diagnostics that say what is wrong.

Memories and tallies are written as the law writes them, so that a case reads like the rule that it shows.
"""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from dataclasses import dataclass
from fractions import Fraction

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.question_typing import typed_value, written_expression
from hexlaw.compiler.check.type_words import attempt
from hexlaw.compiler.data.literals import read_value
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar, entries_in, scalars_in
from hexlaw.compiler.parse import syntax as s
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
        supposed, played = case.get("suppose"), case.get("play")
        if supposed is not None and played is not None:
            self._error(supposed, "a case that supposes facts is asked, not played", "leave out `play`, or `suppose`")
        for node in scalars_in(supposed):
            self._supposed(node)

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
        if not (around := within(self.law.graph, node.text)):
            self.names.no_part(node, [part.name for part in spans_of(self.law.graph)], self.diagnostics)
            return
        self.position.now = frozenset(part.name for part in around)

    def _memoised(self, node: Scalar) -> None:
        if (found := self._stored(node)) is None:
            return
        made, args = found
        if isinstance(made, e.Memory):
            self.position.remembered.add((made.name, args))
            return
        known = ", ".join(sorted(self.names.memories)) or "none"
        self._error(node, f"`{node.text}` is not a memory", f"write it as the law does; its memories are: {known}")

    def _tallied(self, key: Scalar, value: Node) -> None:
        if (found := self._stored(key)) is None:
            return
        made, args = found
        if not isinstance(made, e.Tally):
            known = ", ".join(sorted(self.names.tallies)) or "none"
            self._error(key, f"`{key.text}` is not a tally", f"write it as the law does; its tallies are: {known}")
            return
        amount = read_value(value, self.names.signatures[made.name].type, {}, self.diagnostics)
        if isinstance(amount, int | Fraction):
            self.position.tallied[made.name, args] = amount

    def _supposed(self, node: Scalar) -> None:
        """What a fact is in this position, whatever the rules say: `a has-stepped`, `carries(a) is 3`."""
        written = written_expression(node, "HX320", "what is supposed", self.diagnostics)
        checker = Checker(self.names, self.diagnostics, self.position.map, self.constants)
        of_value = written if isinstance(written, s.Is) and not written.negated else None
        subject = of_value.left if of_value is not None else written
        fact = None if subject is None else attempt(checker.typed, subject, {})
        value: e.Expr | None = None
        if of_value is not None and fact is not None:
            value = attempt(checker.fitting, of_value.right, {}, fact.type, "what is supposed")
        if fact is None or (value is None and of_value is not None):
            return
        if not isinstance(fact, e.Fact) or (of_value is None and fact.type != t.YES_NO):
            help_ = "write it as a rule concludes it: `a has-stepped`, or `carries(a) is 3`"
            self._error(node, f"`{node.text}` does not say what a fact is", help_)
            return
        try:
            asking = evaluator(self.law, self.position)
            of = tuple(asking.value(arg, {}) for arg in fact.args)
            self.position.supposed.setdefault(fact.name, {})[of] = value is None or asking.value(value, {})
        except LawStop as stop:
            self._error(node, f"what `{node.text}` is about has no value here: {stop.message}", stop.help)

    def _stored(self, node: Scalar) -> tuple[e.Expr, tuple[object, ...]] | None:
        """Returns a memory or tally as it is written, typed, and the things that it is about."""
        checker = Checker(self.names, self.diagnostics, self.position.map, self.constants)
        made = typed_value(node, "HX320", "what is remembered", checker)
        if not isinstance(made, e.Memory | e.Tally):
            return None if made is None else (made, ())
        try:
            asking = evaluator(self.law, self.position)
            return made, tuple(asking.value(arg, {}) for arg in made.args)
        except LawStop as stop:
            self._error(node, f"what `{node.text}` is about has no value here: {stop.message}", stop.help)
            return None
