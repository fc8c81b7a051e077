"""A referee for a game: reports illegal answers and broken requirements, and refuses nothing.

The law comes with the requirements of an add-on. Games are played without these (`Configuration.without`); here they
are judged after each answer, and a breach is reported once, when it begins. An answer that the law forbids is reported
with the rules that forbid it, and counts all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from hexlaw.runtime.evaluate.prohibitions import says
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Values
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.replay import Differs, steps_again
from hexlaw.runtime.play.trials import Trials
from hexlaw.runtime.position.position import Position


@dataclass(frozen=True)
class Ruled:
    """What a rule says of a position or of an answer. The rule is named with its sources; where what may be picked at
    all refuses, it is the pick."""

    rule: str
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Refereed:
    """The report on an answer: `illegal` what forbids it, `broken` the requirements that it breaks, `unclear` why it
    cannot be judged or followed. Number 0 is the position in which the game begins."""

    number: int
    illegal: tuple[Ruled, ...] = ()
    broken: tuple[Ruled, ...] = ()
    unclear: tuple[str, ...] = ()


@dataclass
class Referee:
    """Judges one position after another by some requirements, `rules`."""

    law: Law
    rules: Sequence[g.Rule]
    _broken: dict[str, set[Values]] = field(default_factory=dict, init=False)
    _unclear: set[str] = field(default_factory=set, init=False)

    def look(self, position: Position) -> tuple[tuple[Ruled, ...], tuple[str, ...]]:
        """Returns what is newly broken, and what cannot be judged for the first time."""
        answers, found, unclear = Trials(self.law).about(position), list[Ruled](), list[str]()
        for rule in self.rules:
            try:
                cases = answers.broken(rule)
            except LawStop as stop:
                if rule.id not in self._unclear:
                    unclear.append(f"{rule.id}: {stop.message}")
                self._unclear.add(rule.id)
                continue
            new = [case for case in cases if case not in self._broken.get(rule.id, ())]
            self._broken[rule.id] = set(cases)
            if new:
                names = [binder.var for binder in rule.for_each]
                texts = (says(answers.ev, rule, dict(zip(names, case, strict=True))) for case in new)
                found.append(Ruled(f"{rule.id} {self.law.graph.cited(rule.cites)}", tuple(dict.fromkeys(texts))))
        return tuple(found), tuple(unclear)


def refereed(game: Game, entries: Sequence[Entry], referee: Referee) -> Iterator[Refereed]:
    """Yields a referee's reports on a journal, answer by answer as far as it can be followed, after one on its
    beginning."""
    broken, unclear = referee.look(game.position)
    yield Refereed(0, (), broken, unclear)
    done = 0
    while done < len(entries):
        for step in steps_again(game, entries, done):
            done, illegal = step.number, tuple[Ruled, ...]()
            if isinstance(step, Differs):
                illegal = tuple(_forbidden(step, referee.law.graph))
                if not illegal or not _given_all_the_same(game, step):
                    yield Refereed(done, illegal, (), (step.message,) if not illegal else (NOT_FOLLOWED,))
                    return
            yield Refereed(done, illegal, *referee.look(game.position))


def _forbidden(step: Differs, graph: g.Graph) -> Iterator[Ruled]:
    """Yields what forbids an answer."""
    asked = step.entry.answer if step.entry.asked == ACTION else step.entry.asked
    action = graph.actions.get(asked.partition(".")[0])
    for refusal in () if step.verdict is None else step.verdict.reasons:
        declared, name = refusal.rule or action, asked if refusal.rule is None else refusal.rule.id
        cites = () if declared is None else declared.cites
        yield Ruled(f"{name} {graph.cited(cites)}".rstrip(), (refusal.text,))


NOT_FOLLOWED = "the law does not say what comes of it, so the game is not followed any further"


def _given_all_the_same(game: Game, step: Differs) -> bool:
    """Gives an answer that is refused, and returns whether the law says what comes of it."""
    with suppress(LawStop):
        game.put(step.answer)
        return True
    return False
