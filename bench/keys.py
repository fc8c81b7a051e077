"""Keys at the table: how many does it take to say what one wants?

    python bench/keys.py

Each script below is typed at `hexlaw play` in the terminal, by a typist who uses the tab key: it completes what is
typed as far as that is plain. A letter, a blank, a tab and Enter count one key each. A script counts only if the game
then stands as it says: what it asks for is looked up in the position, so a script that the table does not understand
fails. The tasks are those of the playtest that found ten road hexes to cost 65 keys.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from os.path import commonprefix
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.table.input_queue import beginning_with
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.desk.table.session import Session
from hexlaw.compiler.desk.table.tabletop import Tabletop
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import JournalFile, begin_game, header_of
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import ByLot

TAB = "\t"
HEXES = 10


@dataclass(frozen=True)
class Script:
    """Lines that are typed, and what is true of the game after them. `until` is the part of the sequence up to which
    programs that play by chance have brought the game; `side` plays it on."""

    name: str
    module: str
    situation: str
    until: tuple[str, str]  # a part of the sequence, and who acts in it
    lines: Callable[[Game], tuple[str, ...]]
    holds: Callable[[Game, Game], bool]  # of the game as it was, and as it is
    most: int


def place(game: Game, name: str) -> str:
    here = game.position.hex_of(Thing("unit", name))
    return "" if here is None or game.position.map is None else game.position.map.name_of(here)


def is_set_up(before: Game, after: Game) -> bool:
    """All 24 Germans stand where the law lets them, which they did not before."""
    mine = [u for u in after.position.of_kind("unit") if after.position.value(u, "side") == "german"]
    return len(mine) == 24 and all(after.position.hex_of(u) is not None for u in mine) and not place(before, "stug")


def to_set_up(game: Game) -> tuple[str, ...]:
    """All of them, by sorts, along the road hexes that the situation gives."""
    return "rifles-? EE-6..GG-8", "rifles-1? CC-4..EE-3", "a* FF-4..GG-3", "p*,m* EE-7", "h*,l*,s* GG-3..FF-4"


def to_march(game: Game) -> tuple[str, ...]:
    """A vehicle that can drive ten hexes from where chance has put it, to the hex that is furthest by name."""
    for unit in game.position.of_kind("unit"):
        ahead = game.followed("move", unit)
        ways = {} if ahead is None else ahead.ways(unit)
        roads = [h for h, way in ways.items() if len(way.answers) == HEXES and way.cost < HEXES]
        there = [game.position.map.name_of(h) for h in roads]  # type: ignore[union-attr]
        if there:
            return f"{unit.name} to {max(there)}", ""
    raise AssertionError("nobody can drive so far")


def has_marched(before: Game, after: Game) -> bool:
    """One piece has gone ten hexes, and has spent less than a point for each: by road."""
    new = after.entries[len(before.entries) :]
    steps = [entry.answer for entry in new if entry.asked == "move.step" and entry.answer != "done"]
    movers = [entry.answer for entry in new if entry.asked == "move.mover"]
    if len(steps) != HEXES or len(movers) != 1:
        return False
    spent: Any = after.position.value(Thing("unit", movers[0]), "spent")
    return place(after, movers[0]) == steps[-1] and spent < HEXES


SITUATION = "panzer-leader", "bastogne-prelude"
SCRIPTS = (
    Script("a side of 24 units set up", *SITUATION, ("placement", "german"), to_set_up, is_set_up, 86),
    Script("ten road hexes", *SITUATION, ("vehicles", "allied"), to_march, has_marched, 17),
)


class Typist:
    """Types the lines of a script, with tabs, and counts keys."""

    def __init__(self, lines: Iterable[str], words: Callable[[], Iterable[str]]) -> None:
        self.lines, self.words = iter(lines), words
        self.keys = 0

    def __call__(self, prompt: object = "") -> str:
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        self.keys += len(line) + 1
        typed = ""
        for letter in line:
            typed = self._completed(typed) if letter == TAB else typed + letter
        return typed

    def _completed(self, typed: str) -> str:
        head, _, word = typed.rpartition(" ")
        found = beginning_with(word, self.words())
        assert found, f"nothing begins with `{word}`"
        whole = f"{found[0]} " if len(found) == 1 else commonprefix(found)  # noqa: RUF071 (of words, not of paths)
        return f"{head} {whole}" if head else whole


def typed_out(script: Script, folder: Path) -> tuple[tuple[str, ...], int, bool, str]:
    """What is typed, how many keys that is, whether it does what it is for, and what the table showed."""
    diagnostics = Diagnostics()
    compilation = compile_modules(script.module, diagnostics)
    assert compilation is not None
    game = begin_game(compilation, script.situation, Configuration(), "keys", diagnostics)
    style = compilation.style(diagnostics)
    assert game is not None
    assert style is not None
    _bring(game, script.until)
    before = _copy(game)
    path = folder / "keys.journal"
    file = JournalFile(path, header_of(compilation, script.module, game, Configuration(), path))
    file.begin()
    table = Tabletop(game, file, Screen(game, style, {}, None), {}, "")
    lines = script.lines(game)
    typist = Typist(lines, table.words)
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), _typing(typist):
        Session(table).play()
    return lines, typist.keys, script.holds(before, game), shown.getvalue()


def _bring(game: Game, until: tuple[str, str]) -> None:
    """Lets programs play by chance up to there."""
    part, side = until
    programs = {s: RandomPlayer(Chance(f"keys/{s}")) for s in ("allied", "german")}
    while not (part in game.running and getattr(game.question, "side", "") == side):
        question = game.question
        assert question is not None
        if isinstance(question, ByLot):
            game.throw()
        else:
            game.put("done" if "placement" not in game.running else programs[question.side].answer(game))


def _copy(game: Game) -> Game:
    return game.at(game.stand)


@contextlib.contextmanager
def _typing(typist: Typist) -> Iterator[None]:
    real = builtins.input
    builtins.input = typist
    try:
        yield
    finally:
        builtins.input = real


def main() -> int:
    bad = 0
    for script in SCRIPTS:
        with tempfile.TemporaryDirectory() as folder:
            lines, keys, holds, shown = typed_out(script, Path(folder))
        typed = " / ".join(line.replace(TAB, "<tab>") for line in lines)
        wrong = "" if holds else "; it does not do what it should"
        print(f"{script.name} ({typed}): {keys} keys (at most {script.most}){wrong}")
        if not holds:
            print(shown[-3000:])
        bad += not holds or keys > script.most
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
