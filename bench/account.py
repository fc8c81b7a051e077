"""An account of the decisions of games: what their time goes into, by purpose and by what was decided.

`python bench/games.py --account` prints it. Time by purpose comes from samples of the stack, a thousandth of a second
of processor time apart or as often as the system lets: the innermost function that has a purpose counts. So nothing is
slowed down by being measured. Beside it stands how much of it was spent on looking ahead. Time by what was decided runs
from one decision to the next, and so does the number of steps that the look ahead made on copies.
"""

from __future__ import annotations

import signal
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import process_time
from types import FrameType
from typing import Any

from hexlaw.compiler.situations.played_out import play_out
from hexlaw.runtime.play import lookahead
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.questions import DONE

PURPOSES: Mapping[str, tuple[str, ...]] = {
    "what may be answered, in order": ("RandomPlayer.answer", "candidates"),
    "what a side sees of it": ("as_seen",),
    "what is eligible": ("ByReference.forbids", "fits"),
    "positions told apart": ("sameness", "Machine.key", "Sameness.key"),
    "plans, in the target": ("AtTheTable.answer",),
    "the search for a way on": ("look_ahead", "_Search.leads_on"),
    "what is written": ("carry_out", "fall_back"),
    "memories and tallies": ("changed", "happened"),
    "requirements": ("ByReference.newly_broken",),
    "what follows: hooks": ("Machine._run_hooks",),
    "the sequence: edges, expiry, windows": ("run", "Machine._window"),
    "steps of the machine": ("Machine.run", "Machine.copy", "Machine.put"),
    "the journal": ("Game.entry", "purpose_of", "Game._remember"),
    "dead ends": ("going_on",),
}
AHEAD = "look_ahead"
INTERVAL = 0.001
MAX_SHOWN = 12


class Account:
    def __init__(self) -> None:
        self.purpose_of = {name: purpose for purpose, names in PURPOSES.items() for name in names}
        self.samples: Counter[str] = Counter()
        self.ahead: Counter[str] = Counter()
        self.decided: defaultdict[str, list[float]] = defaultdict(lambda: [0, 0.0, 0])  # number, seconds, steps

    def play(self, game: Game, players: Mapping[str, Player]) -> None:
        """Plays a game to its end, and takes account of each decision."""
        with self._sampled(), _counted() as steps:
            begun = [process_time(), 0.0]

            def decided() -> None:
                """Something was answered, and the game has come to the next question."""
                entry = next(entry for entry in reversed(game.entries) if not entry.lapsed)
                picked = f"{entry.asked} {DONE}" if entry.answer == DONE else entry.asked
                name = f"action {entry.answer}" if entry.asked == ACTION else picked if entry.side else "dice"
                row, now = self.decided[name], process_time()
                row[0], row[1], row[2] = row[0] + 1, row[1] + now - begun[0], row[2] + steps[0] - begun[1]
                begun[:] = now, steps[0]

            play_out(game, players, each=decided)

    @contextmanager
    def _sampled(self) -> Iterator[None]:
        before = signal.signal(signal.SIGPROF, self._sample)
        signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)

    def _sample(self, number: int, frame: FrameType | None) -> None:
        found, ahead = None, False
        while frame is not None:
            name = frame.f_code.co_qualname if "/play/" in frame.f_code.co_filename else ""
            found = found or self.purpose_of.get(name)
            ahead = ahead or name == AHEAD
            frame = frame.f_back
        self.samples[found or "the rest"] += 1
        self.ahead[found or "the rest"] += ahead

    def lines(self) -> Iterator[str]:
        whole = self.samples.total() or 1
        ahead = 100 * self.ahead.total() / whole
        yield f"  what the time goes into ({whole} samples); in brackets of that, looking ahead ({ahead:.0f} in all)"
        for purpose, number in self.samples.most_common():
            yield f"    {100 * number / whole:5.1f} % ({100 * self.ahead[purpose] / whole:4.1f}) {purpose}"
        spent = sum(seconds for _, seconds, _ in self.decided.values())
        yield "  what was decided: how often, milliseconds and steps on copies each, part of the time"
        rows: list[tuple[str, Any]] = sorted(self.decided.items(), key=lambda row: -row[1][1])
        for name, (number, seconds, steps) in rows[:MAX_SHOWN]:
            each = f"{1000 * seconds / number:7.2f} ms {steps / number:6.1f} steps {100 * seconds / spent:5.1f} %"
            yield f"    {number:6.0f} {each}  {name}"


@contextmanager
def _counted() -> Iterator[list[int]]:
    """Counts the steps that the look ahead makes."""
    steps, work_out = [0], lookahead._worked_out

    def counting(machine: Any, answer: Any) -> Any:
        steps[0] += 1
        return work_out(machine, answer)

    lookahead._worked_out = counting
    try:
        yield steps
    finally:
        lookahead._worked_out = work_out
