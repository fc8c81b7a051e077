"""What something that was done on VASSAL's table answers in a game of the law: the answers that move a thing into a
hex, the questions that end for something else to be done, and why what was done may not be.

Nothing here changes a game; what is tried is tried beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hexlaw.compiler.desk.cases.script import refusals
from hexlaw.compiler.desk.vassal.turn_parts import part_called
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex, distance, neighbours
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.blockers import legal_instead
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import DONE, Choose, Take
from hexlaw.runtime.play.replay import in_short
from hexlaw.runtime.play.state import Running
from hexlaw.runtime.words import in_words
from hexlaw.runtime.words.readings import Readings

MAX_PASSED, MAX_PICKS, MAX_TRIED = 12, 4, 8
"""Questions that end for something to be done, picks that one drag answers, and answers tried for one that it leaves
open."""


@dataclass(frozen=True)
class LogAnswers:
    board: Map
    graph: g.Graph
    readings: Readings

    def hex_of(self, game: Game, thing: Thing) -> Hex | None:
        """Returns the hex of the map in which a thing stands; None where it is beside it, or gone."""
        position = game.position
        h = position.hex_of(thing) if position.things.get(thing.name) == thing else None
        return h if h is not None and self.board.contains(h) else None

    def part_of(self, game: Game) -> str:
        """Returns the part of the sequence under way, as the turn tracker calls it."""
        running = [frame for frame in reversed(game.under_way) if isinstance(frame, Running)]
        part = next((frame.span for frame in running if frame.span.is_window), None)
        if part is None:
            return ""
        values = (frame.names.get(frame.span.each[0]) for frame in running if frame.span.each is not None)
        return part_called(self.readings, part.name, next((each for each in values if isinstance(each, str)), ""))

    # -- what ends

    def ending(self, game: Game, *, past_parts: bool) -> Value | None:
        """Returns the answer by which a question ends so that something else can be done; None where it does not. Parts
        of the sequence end only where one goes past them."""
        question = game.question
        is_part = isinstance(question, Take) and game.ends_with_done is not None
        if not isinstance(question, Take | Choose) or (is_part and not past_parts):
            return None
        if game.allows(DONE):
            return DONE
        options = game.options() if isinstance(question, Choose) else []
        return options[0] if len(options) == 1 else None

    def passed(self, game: Game, is_asked: Callable[[Game], bool], *, past_parts: bool = True) -> tuple[int, Game]:
        """Returns how many questions end before something is asked, and the game then."""
        passed = 0
        while not is_asked(game) and passed < MAX_PASSED:
            if (ends := self.ending(game, past_parts=past_parts)) is None:
                break
            game, passed = game if passed else game.at(game.stand, len(game.entries)), passed + 1
            game.put(ends)
        return passed, game

    # -- what moves a thing

    def lead(
        self, game: Game, thing: Thing, there: Hex, *, past_parts: bool
    ) -> tuple[int, Game, list[tuple[Value, ...]]]:  # fmt: skip
        """Returns how many questions end before a thing can be moved into a hex, the game then, and by which answers it
        is, of each action that does so; none where it cannot be."""
        found: list[tuple[Value, ...]] = []

        def is_moved(game: Game) -> bool:
            found[:] = self._ways(game, thing, there)
            return bool(found)

        return *self.passed(game, is_moved, past_parts=past_parts), found

    def _ways(self, game: Game, thing: Thing, there: Hex, depth: int = 0) -> list[tuple[Value, ...]]:
        question = game.question
        if isinstance(question, Take):
            each = ((action, game.followed(action)) for action in question.actions if self._picks_hexes(action))
            begun = [(action, ahead) for action, ahead in each if ahead is not None]
            return [(action, *way) for action, ahead in begun for way in self._ways(ahead, thing, there, 1)[:1]]
        if not isinstance(question, Choose) or depth > MAX_PICKS or (game.goes_by_steps and game.mover != thing):
            return []
        if game.goes_by_steps:
            if game.offers(there) and game.allows(there):
                return [(there,)]
            cheapest = game.cheapest_way(thing, there)
            return [cheapest.answers] if cheapest is not None and cheapest.answers else []
        fitting = (there,) if game.mover == thing else (thing, there)
        for answer in [one for one in fitting if game.offers(one)] or game.options()[:MAX_TRIED]:
            ahead = game.followed(answer) if game.allows(answer) else None
            if ahead is not None and self.hex_of(ahead, thing) == there:
                return [(answer,)]
            for way in () if ahead is None else self._ways(ahead, thing, there, depth + 1)[:1]:
                return [(answer, *way)]
        return []

    def _picks_hexes(self, action: str) -> bool:
        return any(t.bare(pick.type) == t.HEX for pick in self.graph.actions[action].picks)

    # -- why not

    def why_not(self, game: Game, thing: Thing, there: Hex) -> tuple[str, str]:
        """Returns why a thing may not come to a hex, and where it may."""
        question, is_others = game.question, self.is_of_others(game, thing)
        if isinstance(question, Take) or (is_others and game.goes_by_steps):
            for action in filter(self._picks_hexes, () if is_others else getattr(question, "actions", ())):
                ahead = game.followed(action)
                if ahead is not None and isinstance(ahead.question, Choose) and ahead.offers(thing):
                    after = ahead.followed(thing) if ahead.allows(thing) else None
                    return self.refusal(ahead, thing) if after is None else self.why_not(after, thing, there)
            return self.not_now(game), ""
        if game.goes_by_steps and game.mover == thing:
            ways, start, name = game.ways(thing), game.position.hex_of(thing), self.board.name_of
            near = min((h for h in (start, *ways) if h is not None), key=lambda h: distance(h, there), default=there)
            at = game.followed(*ways[near].answers) if near in ways else game
            for step in sorted(filter(self.board.contains, neighbours(near)), key=lambda h: distance(h, there)):
                if at is not None and not at.allows(step):
                    return f"comes as far as {name(near)}; into {name(step)}: {self.refusal(at, step)[0]}", name(near)
        if isinstance(question, Choose) and game.offers(there):
            return self.refusal(game, there)
        asked = "the game is over" if question is None else f"the game asks {in_short(question)}"
        return f"nothing moves it there: {asked}", ""

    def is_of_others(self, game: Game, thing: Thing) -> bool:
        """Returns whether another side than its own is asked."""
        own = game.position.value(thing, g.SIDE)
        return isinstance(own, str) and own != getattr(game.question, "side", own)

    def not_now(self, game: Game) -> str:
        """Returns whose part of the sequence it is."""
        side = self.readings.side(getattr(game.question, "side", ""))
        return f"no action of {side} does this now, in {self.part_of(game)}"

    def refusal(self, game: Game, answer: Value) -> tuple[str, str]:
        """Returns why an answer is refused, and what would be legal in its place."""
        instead = legal_instead(game, answer) if isinstance(game.question, Choose) else []
        why = refusals(game.judge(answer), self.graph).removeprefix("refused: ")
        return why, ", ".join(in_words(each, game.position) for each in instead)
