"""VASSAL itself plays a journal by what the module gives players, and logs it: the log is as the bench writes it, and
all of it is legal. It needs Java, Xvfb and VASSAL (`vassal_engine.py` says how it is found)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.desk.vassal.escaped_texts import parted
from hexlaw.compiler.desk.vassal.game_logs import LoggedStep, read_log
from hexlaw.compiler.workspace.workspace import Workspace

from ..compiler.desk.vassal import vassal_engine
from ..compiler.typed_commands import ROOT

KEPT = ROOT / "rules" / "tutorial" / "journals" / "last-fine-day-greedy-2.journal"
HEARD = (" is over: ", " = ", "): ")
"""What is in lines of chat that a referee hears; others say what moved."""
pytestmark = pytest.mark.skipif(bool(vassal_engine.what_is_missing()), reason=vassal_engine.what_is_missing())


class Player:
    """Does with VASSAL what a log of the bench says was done."""

    def __init__(self, vassal: vassal_engine.OpenVassal, writer: Any) -> None:
        self.vassal, self.names = vassal, {id_: name for name, id_ in writer.ids.items()}

    def play(self, deed: Any) -> None:
        first = deed.commands[0]
        match deed.sort:
            case "word":
                self.vassal.ask("menu", deed.thing, first.partition("): ")[2])
            case "mark":
                self.vassal.ask("menu", deed.thing, deed.about)
            case "dice":
                self.vassal.ask("roll", deed.about, first.partition(" = ")[2].partition(" ")[0])
            case "turn":
                self.vassal.ask("turn")
            case _:
                moves = [parted("/", command[2:]) for command in deed.commands]
                self.vassal.ask("drag", ",".join(moves[0][2:4]), *(self.names[move[0]] for move in moves))


@pytest.fixture
def vassal(writer: Any, tmp_path: Path) -> Iterator[vassal_engine.OpenVassal]:
    """The module, with its set-up loaded and a log begun."""
    (tmp_path / "game.vmod").write_bytes(Workspace().vassal("tutorial", with_book=False).data)
    (tmp_path / "begin.vsav").write_bytes(writer.files[f"{writer.situation}.vsav"])
    (tmp_path / "driver").mkdir()
    classes = vassal_engine.class_path(tmp_path / "driver")
    with (
        vassal_engine.display() as screen,
        vassal_engine.opened(tmp_path / "game.vmod", classes, screen, tmp_path / "home") as opened,
    ):
        opened.ask("load", tmp_path / "begin.vsav")
        opened.ask("log", tmp_path / "game.vlog")
        yield opened


def log_of(vassal: vassal_engine.OpenVassal, folder: Path) -> bytes:
    vassal.ask("end")
    return (folder / "game.vlog").read_bytes()


def told(step: LoggedStep, names: dict[str, str]) -> tuple[object, ...]:
    """Returns where a step puts pieces, and its lines of chat without the name of the player."""
    moved = {names[id_]: counter and (counter.x, counter.y) for id_, counter in step.moved.items()}
    heard = [line for line in step.said if any(sign in line for sign in HEARD)]
    return moved, [line.replace("<newbie>", "<Anna>") for line in heard]


def names_in(data: bytes) -> dict[str, str]:
    return {id_: each.properties.get("HexlawName", "") for id_, each in read_log(data, "log").begins.items()}


def test_vassal_writes_what_the_bench_writes_and_all_of_it_is_legal(
    vassal: vassal_engine.OpenVassal, logs: Any, writer: Any, tmp_path: Path
) -> None:
    player = Player(vassal, writer)
    for deed in writer.deeds:
        player.play(deed)
    theirs, ours = log_of(vassal, tmp_path), logs.log_of(writer.begin, writer.deeds)
    for one, other in zip(read_log(theirs, "theirs").steps, read_log(ours, "ours").steps, strict=True):
        assert told(one, names_in(theirs)) == told(other, names_in(ours)), one.number
    verdicts, before = (logs.refereed(KEPT, log, to_the_end=True) for log in (theirs, ours))
    assert [each.sort for each in verdicts] == ["legal"] * len(before)


def test_what_vassal_undoes_was_not_done(
    vassal: vassal_engine.OpenVassal, logs: Any, writer: Any, tmp_path: Path
) -> None:
    """The first move goes too far and is undone; so are two steps in a row; and one undoing is undone."""
    player = Player(vassal, writer)
    number = next(n for n, deed in enumerate(writer.deeds) if deed.sort == "drag")
    first, *others = writer.deeds[number:]
    there = max(writer.referee.pixels.board.hexes)
    far = logs.Planter(writer, logs.Random()).dragged(first.thing, writer.began[first.thing], there)
    for deed in (*writer.deeds[:number], far):
        player.play(deed)
    vassal.ask("undo")
    for deed in (first, others[0], others[1]):
        player.play(deed)
    vassal.ask("undo")
    vassal.ask("undo")
    for deed in others:
        player.play(deed)
    theirs = log_of(vassal, tmp_path)
    verdicts = logs.refereed(KEPT, theirs, to_the_end=True)
    assert {each.sort for each in verdicts} == {"legal"}
    assert len(verdicts) == len(logs.refereed(KEPT, logs.log_of(writer.begin, writer.deeds), to_the_end=True))
