"""Logs and saved games of VASSAL, refereed: followed on a game of the law that they say they are of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics, Refused
from hexlaw.compiler.base.files import read_bounded
from hexlaw.compiler.base.templates import template
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.desk.vassal import refereed_log
from hexlaw.compiler.desk.vassal.game_logs import GameLog, read_log
from hexlaw.compiler.desk.vassal.module_of_law import LAW, SITUATION
from hexlaw.compiler.desk.vassal.refereed_log import Decide, LogReferee
from hexlaw.compiler.desk.vassal.refereed_log import LogVerdict as LogVerdict
from hexlaw.compiler.desk.vassal.turn_parts import tracked
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.games import begin_game, header_of, on_printed_law
from hexlaw.compiler.workspace.compiled_laws import Laws, read_by
from hexlaw.runtime.draw.pixels import PixelMap
from hexlaw.runtime.draw.svg import Drawer
from hexlaw.runtime.explain.event_lines import ended
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Journal

MAX_FILE, ANSWERS_A_STEP = 64_000_000, 8
"""Bytes of a log as it lies on the disk, and of how many answers a step of one is about."""


@dataclass(frozen=True)
class RefereedLogs:
    title: str
    verdicts: dict[str, tuple[LogVerdict, ...]]  # by the name of the file
    is_stopped: bool  # at a fault of which nobody said whether it lies as it lies
    result: tuple[str, ...]  # how the game came out, where it is over
    journal: bytes
    is_whole: bool  # whether the journal has all of the game, and not only what stands before some fault
    found: tuple[Diagnostic, ...]

    @property
    def tally(self) -> dict[str, int]:
        """Returns how much was legal, forbidden and asked back."""
        counted = Counter(each.sort for those in self.verdicts.values() for each in those)
        return {sort: counted[sort] for sort in (refereed_log.LEGAL, refereed_log.FORBIDDEN, refereed_log.ASKED_BACK)}

    def report(self, form: str) -> str:
        """Returns the report as `txt` or `html`."""
        return template(refereed_log.__file__, f"log_report.{form}.jinja").render(logs=self)

    def as_data(self) -> dict[str, object]:
        """Returns the report for programs."""
        verdicts = {name: [asdict(each) for each in those] for name, those in self.verdicts.items()}
        return {"title": self.title, "verdicts": verdicts, "tally": self.tally, "stopped": self.is_stopped,
                "result": [*self.result], "journal-is-whole": self.is_whole}  # fmt: skip


def referee_logs(
    paths: Sequence[Path], spec: str | None, situation: str | None, chosen: Configuration, decide: Decide, laws: Laws
) -> RefereedLogs:  # fmt: skip
    """Returns what is to be said of logs of one game, in their order."""
    logs = {str(path): read_log(read_bounded(path, str(path), MAX_FILE), str(path)) for path in paths}
    spec, situation = spec or _law_of(logs), situation or _said(logs, SITUATION)
    if not situation:
        raise Refused("no log says which situation it is of", "name it by `--situation`")
    found, compilation = Diagnostics(), laws.compiled(spec).compilation
    game = read_by(partial(begin_game, compilation, situation, chosen, "vassal"), found)
    on_printed_law(game, ANSWERS_A_STEP * sum(len(log.steps) for log in logs.values()))
    referee = log_referee(compilation, game, decide)
    verdicts = {name: tuple(referee.follow(log)) for name, log in logs.items() if not referee.is_over}
    game, entries = referee.game, referee.game.entries[: min(referee.lost, default=None)]
    journal = Journal(header_of(compilation, spec, game, chosen, Path("played.journal")), entries)
    result = [*map(str.strip, ended(game))] if game.over else []
    return RefereedLogs(game.title, verdicts, referee.is_over, tuple(result), "".join(journal.lines()).encode(),
                        not referee.lost, tuple(found))  # fmt: skip


def log_referee(compilation: Compilation, game: Game, decide: Decide) -> LogReferee:
    """Returns who follows logs on a game that is at its beginning."""
    drawer = Drawer(read_by(compilation.style, Diagnostics()))
    board = drawer.map_of(game.position)
    if board is None:
        raise Refused(f"{game.setup.situation} has no map, and so no set-up for VASSAL")
    parts = [part.replace(",", " ") for stretch in tracked(game.law, game.position) for part in stretch.parts]
    return LogReferee(game, PixelMap(board), drawer.counters, parts, decide)


def _said(logs: dict[str, GameLog], what: str) -> str:
    """Returns what the counters of the first log that says it say of their game."""
    each = (counter.properties.get(what) for log in logs.values() for counter in log.begins.values())
    return next(filter(None, each), "")


def _law_of(logs: dict[str, GameLog]) -> str:
    """Returns the law that logs say they are of: only a shipped one, as a stranger's log names no folder of ours."""
    spec, shipped = _said(logs, LAW), shipped_modules()
    if not spec or any(name.strip() not in shipped for name in spec.split("+")):
        said = f"the log is of `{spec}`, which is not shipped" if spec else "no log says of which law it is"
        raise Refused(said, "name the module before the logs: `hexlaw referee MODULE GAME.vlog`")
    return spec
