"""A hint: what a captain would do for a person, in which style, what else it has weighed, and what each is for.

In: the question that a person is asked. Out: lines of text, in the words of the law. The captain sees what the side
sees, and has dice of its own: nothing here changes the game, or tells how its dice will fall.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from hexlaw.compiler.desk.table.motives_shown import reason
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.programs import at_the_table
from hexlaw.compiler.wasm import seated
from hexlaw.runtime.explain.event_lines import log_lines
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.goals import motive_of
from hexlaw.runtime.play.questions import DONE, Choose, Take

ADVISER, MAX_OTHERS = "captain", 2


class Hints:
    """What advises the persons of one game; a captain keeps the style that it has chosen."""

    def __init__(self, game: Game, screen: Screen) -> None:
        self.game, self.screen = game, screen
        self._captains = dict[str, seated.AtTheTable]()

    def lines(self, question: Take | Choose) -> Iterator[str]:
        if self.game.setup.worth is None:
            yield "no hint: no advice says what a position is worth"
            return
        captain = self._captain(question.who)
        most = 0 if self.screen.has_secrets() else MAX_OTHERS  # how far a plan comes may tell what is hidden
        plan, *others = captain.plans(self.game, most)
        style = captain.follower.target.style_chosen(question.who)
        how = "without a style" if style is None else f"{style} ({self.game.law.graph.styles[style].doc.rstrip('.')})"
        yield f"a captain plays here {how}:"
        yield from self._told(question, plan)
        for number, other in enumerate(others):
            yield from () if number else ("it has also weighed:",)
            yield from self._told(question, other)

    def _captain(self, who: str) -> seated.AtTheTable:
        if who not in self._captains:
            find, seed = partial(seated.target_for, self.game), f"{self.game.seed}/hint"
            found = at_the_table({who: ADVISER}, self.game.position, seed, find)[who]
            assert isinstance(found, seated.AtTheTable)
            self._captains[who] = found
        return self._captains[who]

    def _told(self, question: Take | Choose, plan: Sequence[Value]) -> Iterator[str]:
        """Yields what some answers do, and below it what for."""
        ahead, number = self.game.followed(*plan), len(self.game.entries)
        if plan[0] == DONE or ahead is None:
            yield "  be done: nothing that it sees gains anything"
            return
        entries = [*map(self.screen.redacted, ahead.entries[number:])]
        entries[:1] = [replace(one, known=self.game.known) for one in entries[:1]]
        motive = motive_of(self.game, plan, question.side)
        why = "" if motive is None else reason(motive, self.game.law, self.screen.position)
        yield from (f"  {line}" for line in log_lines(entries, {len(entries) - 1: why}, self.screen.readings))
