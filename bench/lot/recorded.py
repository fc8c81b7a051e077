"""Games of the reference that are played once, to hold any number of targets against them.

What the reference says of a law does not change when a fault is made in what prints the law. So its games are recorded:
what it asks, all legal answers, what the dice show, how it stops, and the game that is there at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from held import Account, side_by_side

from hexlaw.compiler.situations.games import Prepared
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import ByLot, Question
from lot import asking, by_programs
from lot.module import Module, compiled


@dataclass
class Step:
    """A question with all its answers, and that which was given; how the law stopped before it, or behind."""

    question: Question
    known: int  # entries of the journal by then
    answers: list[object] = field(default_factory=list)
    texts: list[Entry] = field(default_factory=list)
    given: object = None
    before: LawStop | None = None
    behind: LawStop | None = None


class Recorded:
    """Is asked as the game was from which it was recorded, and answered in the same way."""

    def __init__(self, game: Game, answer: Callable[[Game], object]) -> None:
        self.seed, self.law, self.last = game.seed, game.law, game
        self.steps = [*_steps(game, answer)]
        self.at = 0

    @property
    def _step(self) -> Step | None:
        return self.steps[self.at] if self.at < len(self.steps) else None

    @property
    def question(self) -> Question | None:
        return self.last.question if self._step is None else self._step.question

    @property
    def entries(self) -> list[Entry]:
        return self.last.entries if self._step is None else self.last.entries[: self._step.known]

    @property
    def over(self) -> bool:
        return self._step is None and self.last.over

    def options(self) -> list[object]:
        step = self._step
        if step is None:
            return self.last.options()
        if step.before is not None:
            raise step.before
        return step.answers

    def drawn(self) -> object:
        return self.options()[0]

    def given(self) -> object:
        """What is answered to the question in hand."""
        return None if self._step is None else self._step.given

    def entry(self, question: Question, one: object) -> Entry:
        step = self._step
        assert step is not None
        return next(text for answer, text in zip(step.answers, step.texts, strict=True) if answer is one)

    def put(self, given: object) -> None:
        step = self._step
        assert step is not None
        assert given is step.given
        self.at += 1
        if step.behind is not None:
            raise step.behind

    def __getattr__(self, name: str) -> Any:
        """What is asked of a game that is over."""
        assert self._step is None
        return getattr(self.last, name)


def _steps(game: Game, answer: Callable[[Game], object]) -> Iterator[Step]:
    while (question := game.question) is not None:
        step = Step(question, len(game.entries))
        try:
            step.answers = [game.drawn()] if isinstance(question, ByLot) else [*game.options()]
            step.texts = [game.entry(question, one) for one in step.answers]
            step.given = answer(game)
        except LawStop as stop:
            step.before = stop
        if step.given is not None:
            step.given = next(one for one in step.answers if one == step.given)
            try:
                game.put(step.given)
            except LawStop as stop:
                step.behind = stop
        yield step
        if step.given is None or step.behind is not None:
            return


@dataclass
class RecordedLaw:
    name: str
    prepared: Prepared
    games: list[Recorded | tuple[str, LawStop]] = field(default_factory=list)
    """One that the law does not let begin is its seed, and why."""
    by_programs: list[by_programs.ByPrograms] = field(default_factory=list)
    aimed: bool = False
    """Whether no game of it may be handed back."""

    def play(self, games: int) -> None:
        """Records games; of a law in which one takes too long no more are played."""
        with suppress(asking.TooLong):
            for number in range(games):
                with asking.at_most(asking.MOST_SECONDS):
                    self._play(f"{self.name}-{number}")
            for name, named in by_programs.programs_by_lot(self.prepared).items():
                with asking.at_most(asking.MOST_SECONDS):
                    played = by_programs.by_the_reference(self.prepared, f"{self.name}-{name}", named)
                self.by_programs.append(played)

    def _play(self, seed: str) -> None:
        try:
            game = self.prepared.game(seed)
        except LawStop as stop:
            self.games.append((seed, stop))
            return
        game.takes_back = False
        self.games.append(Recorded(game, asking.answering(seed)))


def recorded(law: Module, name: str, folder: Path, games: int, aimed: bool = False) -> RecordedLaw | None:
    """Returns a law with games of it; None where it cannot be played."""
    compilation, _ = compiled(law, folder)
    if compilation is None:
        law = asking.mended(law, folder)
        compilation, _ = compiled(law, folder)
    prepared = None if compilation is None else asking.prepared_of(compilation, law.situation, asking.Asked())
    if prepared is None:
        return None
    found = RecordedLaw(name, prepared, aimed=aimed)
    found.play(games)
    return found


def against(law: RecordedLaw, asked: asking.Asked) -> None:
    """Holds the target of today against a law that was recorded, and notes what came of it."""
    target = Target(law.prepared.agenda, law.prepared.setup)
    asked.not_carried = ", ".join(f"{what}: {why}" for what, why in target.refusal.items())
    if target.refusal:
        return
    for game in law.games:
        asked.games += 1
        account: Account | None
        if isinstance(game, tuple):
            account = asking.stops_at_once(target, *game)
        else:
            game.at = 0
            account = side_by_side(target, cast(Game, game), lambda recorded: cast(Recorded, recorded).given(), None, 1)
        if account is not None and asked.add(account):
            return
    for played in law.by_programs:
        asked.games += 1
        if asked.add(by_programs.held(law.prepared, target, played)):
            return
