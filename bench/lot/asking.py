"""Asks reference and target the same, over whole games of a law by lot."""

from __future__ import annotations

import re
import signal
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from held import Account, Stepping, StopOutcome, side_by_side, stops_alike

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.questions import ByLot
from lot.by_programs import by_the_reference, held, programs_by_lot
from lot.module import Item, Module, compiled

MOST_ANSWERS = 60
"""Answers of a game: it is cut off there."""
MOST_SAME = 12
"""Answers in a row with which somebody could go on without end; then the last of those that are listed is given."""
MOST_SECONDS = 8.0
"""Processor time of a game, in both machines: it is left where a search of the reference takes longer."""
ANSWERED = ("fact", "quantity", "table")
"""What is asked by its name, as games note it."""
LEFT = "left, as it takes too long"


@dataclass
class Asked:
    """What came of a law."""

    refused: tuple[str, ...] = ()  # codes of what `check` finds
    not_carried: str = ""
    games: int = 0
    questions: int = 0
    answers: int = 0
    throws: int = 0
    values: int = 0
    longest: int = 0  # the decisions of the longest game
    outcomes: Counter[str] = field(default_factory=Counter)
    stops: Counter[str] = field(default_factory=Counter)
    read: set[str] = field(default_factory=set)  # rules and facts that games read, and actions taken
    wrong: str = ""  # in what they part, or a traceback: how a difference is reported and recognized
    seed: str = ""  # of the game that shows it
    told: str = ""

    @property
    def handed_back(self) -> str:
        """In what a game was handed back to the reference, which no law with an aim is; empty where none was."""
        return next((what for what in (StopOutcome.NO_ROOM, StopOutcome.TARGET) if self.outcomes[what]), "")

    def add(self, account: Account) -> bool:
        """Counts what was compared of a game; returns whether the two parted."""
        self.questions += account.questions
        self.answers += account.answers
        self.throws += account.throws
        self.values += account.values
        self.outcomes[account.outcome] += 1
        if account.stop is not None:
            self.stops[type(account.stop).__name__] += 1
        if account.parting is None:
            return False
        what = account.parting.what
        self.wrong = "they part in " + ("values at the end" if re.match("where|.* of ", what) else what)
        self.told = str(account.parting)
        return True


class TooLong(BaseException):
    """A game took more processor time than it may. Nothing that handles mistakes of a law handles this."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raises `TooLong` once so much processor time is over."""

    def too_long(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)  # again: what is raised as memory is freed is lost
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def ask(module: Module, folder: Path, seed: str, games: int = 2, every: int = 1) -> Asked:
    """Compiles a law and plays games of it side by side; raises nothing, whatever goes wrong."""
    asked = Asked()
    try:
        compilation, found = compiled(module, folder)
        if compilation is None:
            asked.refused = tuple(sorted({d.code for d in found if d.level == "error"}))
            return asked
        play(compilation, module.situation, asked, seed, games, every)
    except Exception as error:
        asked.wrong, asked.told = place_of(error), traceback.format_exc()
    return asked


def play(compilation: Compilation, situation: str, asked: Asked, seed: str, games: int, every: int = 1) -> None:
    """Plays games of a law, until two part or one takes too long."""
    prepared = prepared_of(compilation, situation, asked)
    if prepared is None:
        return
    target = Target(prepared.agenda, prepared.setup)
    asked.not_carried = ", ".join(f"{what}: {why}" for what, why in target.refusal.items())
    for account in _accounts(prepared, target, asked, seed, games, every):
        if account is not None and asked.add(account):
            return


def _accounts(
    prepared: Prepared, target: Target, asked: Asked, seed: str, games: int, every: int
) -> Iterator[Account | None]:
    """Plays a game for each account; who plays is answered at random first, and then by programs."""
    by_chance = {f"{seed}-{number}": None for number in range(games)}
    by_programs = {f"{seed}-{name}": named for name, named in programs_by_lot(prepared).items()}
    for asked.seed, named in (by_chance | ({} if target.refusal else by_programs)).items():
        asked.games += 1
        seen = ReadSet()
        try:
            with at_most(MOST_SECONDS):
                if named is None:
                    account = hold(prepared, target, asked.seed, every, asked)
                else:
                    account = held(prepared, target, by_the_reference(prepared, asked.seed, named, seen))
        except TooLong:
            asked.outcomes[LEFT] += 1
            return
        asked.read |= names_of(seen)
        yield account


def prepared_of(compilation: Compilation, situation: str, asked: Asked) -> Prepared | None:
    found = Diagnostics()
    prepared = prepare(compilation, situation, Configuration(), found)
    if prepared is None:
        asked.refused = tuple(sorted({d.code for d in found}))
    return prepared


def hold(prepared: Prepared, target: Target, seed: str, every: int, asked: Asked) -> Account | None:
    """Plays one game, in both machines where the target carries the law."""
    seen = ReadSet()
    try:
        game = Game(prepared.agenda, prepared.setup, seed, takes_back=False, seen=seen)
        assert game.stand  # begins it
    except LawStop as stop:
        return stops_at_once(target, seed, stop)
    answer, account = answering(seed), None
    if target.refusal:
        alone(game, answer)
    else:
        account = side_by_side(target, game, answer, None, every)
    asked.longest = max(asked.longest, len(game.entries))
    asked.read |= names_of(seen) | {str(entry.answer) for entry in game.entries if entry.asked == ACTION}
    return account


def names_of(seen: ReadSet) -> set[str]:
    """Returns the rules that applied or limited others, and what was asked by its name."""
    asked = (one.partition(":") for one in seen.asked)
    names = {name for sort, _, name in asked if sort in ANSWERED}
    return names | seen.applied | {limiter for _, limiter in seen.limited}


def answering(seed: str) -> Callable[[Game], object]:
    """Returns what answers the questions of a game at random; at last it gives no answer any more."""
    random = Random(seed)

    def answer(game: Game) -> object:
        if len(game.entries) >= MOST_ANSWERS:
            return None
        if isinstance(game.question, ByLot):
            return game.drawn()
        options = game.options()
        return random.choice(options) if len(game.entries) % MOST_SAME else options[-1]

    return answer


def stops_at_once(target: Target, seed: str, stop: LawStop) -> Account | None:
    """A game that the law does not let begin: the target must stop alike."""
    if target.refusal:
        return None
    account = Account(stop=stop, stopped=Stepping(target).begin(seed))
    account.parting = stops_alike(account, 0)
    return account


def alone(game: Game, answer: Callable[[Game], object]) -> None:
    """Plays by the reference what the target does not carry; a stop of the law is its end."""
    try:
        while game.question is not None and (given := answer(game)) is not None:
            game.put(given)
    except LawStop:
        pass


def place_of(error: BaseException) -> str:
    """Returns where something was raised: the innermost place that is ours."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        f
        for f in frames
        if "/lot/" not in f.filename and "site-packages" not in f.filename and "/lib/python" not in f.filename
    ]
    last = (own or frames)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name} {last.name}"


def mended(module: Module, folder: Path, rounds: int = 8) -> Module:
    """Returns the law without the items, tables and cases that `check` finds mistakes in, if it is fine then; else as
    far as it came."""
    for _ in range(rounds):
        compilation, found = compiled(module, folder)
        places = {(d.span.source.name, d.span.start) for d in found if d.level == "error" and d.span is not None}
        if compilation is not None or not places:
            return module
        left: list[Item] = []
        at: dict[str, int] = {}
        for item in module.items:
            start = at.get(item.file, 0)
            at[item.file] = end = start + len(item.text) + 1
            if not any(Path(name).name == Path(item.file).name and start <= offset < end for name, offset in places):
                left.append(item)
        wrong = {Path(name).name for name, _ in places}
        data = {
            name: text for name, text in module.data.items()
            if not name.startswith(("cases/", "tables/")) or Path(name).name not in wrong
        }  # fmt: skip
        if len(left) == len(module.items) and len(data) == len(module.data):
            return module
        module = module.with_items(left).with_data(data)
    return module
