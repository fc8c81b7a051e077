"""Holds recorded laws against a target in which a fault was made, in a process of its own.

The process is forked: it has the laws and the games of the reference, and reads lowering and printing anew, from a
folder in which one line is other than it was.
"""

from __future__ import annotations

import resource
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time

from lot.recorded import RecordedLaw

READ_ANEW = ("hexlaw.compiler.wasm", "hexlaw.compiler.lower", "lot")
KEPT = ("hexlaw.compiler.wasm.program", "lot.faulty")
"""What recorded games are made of, and what goes from one process to the other."""
EACH_WHOLE = 4
"""Of so many laws one is made ready as laws always are."""


@dataclass
class Came:
    """What came of a fault: in what the two part, if in anything, and what else was counted until then."""

    wrong: str = ""
    law: str = ""
    told: str = ""
    laws: int = 0
    games: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    not_carried: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0


def came_of(folder: Path, laws: Sequence[RecordedLaw], seconds: int) -> Came:
    """Returns what came of holding laws against what lies in `wasm` and `lower` of a folder."""
    context = get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_held, args=(folder, laws, seconds, there))
    process.start()
    there.close()
    found: Came
    try:
        found = here.recv()
    except EOFError:
        found = Came("does not end")
    process.join()
    return found


def _held(folder: Path, laws: Sequence[RecordedLaw], seconds: int, to: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds,) * 2)
    for name in [*sys.modules]:
        if name not in KEPT and any(name == anew or name.startswith(f"{anew}.") for anew in READ_ANEW):
            del sys.modules[name]
    import_module("hexlaw.compiler").__path__.insert(0, str(folder))
    came = Came()
    try:
        _hold(laws, came)
    except Exception as error:  # before any law
        came.wrong = f"{type(error).__name__} when it is read"
    came.seconds = process_time()
    to.send(came)


def _hold(laws: Sequence[RecordedLaw], came: Came) -> None:
    """Holds one law after the other, until one shows the fault."""
    asking, recorded, quick = (import_module(f"lot.{name}") for name in ("asking", "recorded", "quick"))
    for number, law in enumerate(laws):
        asked = asking.Asked()
        with quick.made_ready_quickly(number % EACH_WHOLE > 0):
            try:
                recorded.against(law, asked)
                if law.aimed and not asked.wrong:
                    asked.wrong = asked.handed_back or asked.not_carried
            except Exception as error:
                asked.wrong, asked.told = asking.place_of(error), str(error)
        came.laws += 1
        came.games += asked.games
        came.outcomes.update({str(outcome): count for outcome, count in asked.outcomes.items()})
        if asked.not_carried:
            came.not_carried[law.name] = asked.not_carried
        if asked.wrong:
            came.wrong, came.law, came.told = asked.wrong, law.name, asked.told
            return
