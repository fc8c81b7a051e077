"""Odd arguments and surroundings: each ends in a sentence, with 2; and nothing of the user's is lost on the way."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from hexlaw.compiler.base.files import Unwritable
from hexlaw.compiler.situations.games import JournalFile, journal_name
from hexlaw.runtime.play.journal import Entry, header, read_journal, sealed

from ..typed_commands import SHINES, own, typed

pytestmark = pytest.mark.usefixtures("tutorial_is_printed")

GAME = "game: {lamps: 1}\n"
LONG = "x" * 300


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fmt", LONG], "cannot be read"), (["fmt", "\udcff"], "there is no file"),
        (["test", LONG], "there is no module"),
        (["check", "x" * 199], "there is no module"), (["check", "\udcff\udcfe"], "there is no module"),
        (["replay", LONG], "cannot be read"), (["replay", "."], "holds no journal"),
        (["play", "--resume", LONG], "cannot be read"), (["play", "--resume", os.devnull], "not an ordinary file"),
        (["play", "./own", "night", "--journal", LONG], "cannot be written: file name too long"),
        (["play", "./own", "night", "--journal", os.devnull], "is there already"),
        (["play", "./own", "night", "--journal", "folder"], "is there already"),
        (["play", "./own", "night", "--journal", "own/01.law/x"], "cannot be written"),
        (["run", "./own", "night", "--journals", LONG], "cannot be written: file name too long"),
        (["run", "./own", "night", "--journals", "own/01.law"], "cannot be written"),
        (["board", "tutorial", "hollow", "--svg", ""], "cannot be written: it is a folder"),
        (["board", "tutorial", "hollow", "--svg", "/"], "cannot be written: it is a folder"),
        (["board", "tutorial", "hollow", "--svg", "folder"], "cannot be written: it is a folder"),
        (["board", "tutorial", "hollow", "--svg", LONG], "cannot be written: file name too long"),
        (["board", "tutorial", "hollow", "--svg", "thesis.txt"], "is there already and is not such a picture"),
        (["graph", "tutorial", "push", "--svg", "thesis.txt"], "is there already and is not such a picture"),
    ],
)  # fmt: skip
def test_it_ends_in_a_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    own(GAME)
    Path("thesis.txt").write_text("thesis", "utf-8")
    Path("folder").mkdir()
    assert typed(*words) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert Path("thesis.txt").read_text("utf-8") == "thesis"


def test_a_picture_is_written_over_an_older_one(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert typed("board", "tutorial", "hollow", "--svg", "hollow.svg") == 0
    assert capsys.readouterr().out == "wrote hollow.svg\n" * 2
    assert Path("hollow.svg").read_text("utf-8").startswith("<svg ")


@pytest.mark.parametrize("words", [["run"], ["play"]])
def test_an_error_of_the_system_is_told(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a command did not expect of a disk."""

    def broken(*_: object) -> None:
        raise OSError(5, "Input/output error", "night")

    own(GAME)
    monkeypatch.setattr("hexlaw.compiler.situations.games.set_up", broken)
    assert typed(*words, "./own", "night") == 2
    assert capsys.readouterr().err == "hexlaw: `night`: input/output error\n"


# ---- what is there already


def test_run_writes_over_no_journal(capsys: pytest.CaptureFixture[str]) -> None:
    """Not even after the first of its games."""
    own(GAME)
    Path("kept").mkdir()
    Path("kept/night-1-2.journal").write_text("precious", "utf-8")
    assert typed("run", "./own", "night", "--games", "2", "--journals", "kept") == 2
    assert "`kept/night-1-2.journal` is there already; name another folder" in capsys.readouterr().err
    assert [path.read_text("utf-8") for path in Path("kept").iterdir()] == ["precious"]


def test_a_game_that_stops_writes_over_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    own(GAME)
    Path("night-1.journal").write_text("precious", "utf-8")
    assert typed("run", "./own", "night", "--most-answers", "1") == 1
    assert "its journal: night-1.2.journal" in capsys.readouterr().out
    assert Path("night-1.journal").read_text("utf-8") == "precious"
    assert typed("replay", "night-1.2.journal", "--quiet") == 0


def test_a_journal_as_it_was_is_kept_each_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own(GAME)
    typed("run", "./own", "night", "--journals", ".")
    path = Path("night-1.journal")
    for torn in ("torn", "torn again"):
        path.write_text(path.read_text("utf-8") + torn, "utf-8")
        typed("play", "--resume", str(path), answers="quit\n", monkeypatch=monkeypatch)
    kept = [Path("night-1.journal.before"), Path("night-1.journal.2.before")]
    assert [each.read_text("utf-8").splitlines()[-1] for each in kept] == ["torn", "torn again"]


def test_where_a_journal_cannot_be_kept_as_it_was_it_is_not_changed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    own(GAME)
    typed("run", "./own", "night", "--journals", ".")
    path = Path("night-1.journal")
    torn = path.read_text("utf-8") + "torn"
    path.write_text(torn, "utf-8")
    monkeypatch.setattr("shutil.copy2", full)
    assert typed("play", "--resume", str(path), answers="quit\n", monkeypatch=monkeypatch) == 2
    assert "cannot be kept as `night-1.journal.before`: no space left on device" in capsys.readouterr().err
    assert path.read_text("utf-8") == torn


# ---- a full disk

Room = Callable[[int], AbstractContextManager[None]]


def test_a_journal_that_finds_no_more_room_ends_with_a_whole_line(
    room_for: Room, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of games by the evaluator: their journals grow answer by answer."""
    typed("run", "tutorial", "last-fine-day", "--reference", "--journals", "all")
    whole = Path("all", "last-fine-day-1.journal").read_text("utf-8")
    size = whole.index("\n", len(whole) // 2) - 20  # in the middle of a line
    with room_for(size):
        assert typed("run", "tutorial", "last-fine-day", "--reference", "--journals", "some") == 2
    assert "`some/last-fine-day-1.journal` cannot be written" in capsys.readouterr().err
    some = Path("some", "last-fine-day-1.journal").read_text("utf-8")
    assert whole.startswith(some)
    assert size - 1_000 < len(some) < size
    assert some.endswith("\n")


def test_a_journal_that_cannot_be_kept_as_it_was_leaves_no_part_of_it(
    room_for: Room, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own(GAME)
    typed("run", "./own", "night", "--journals", ".")
    path = Path("night-1.journal")
    torn = path.read_text("utf-8") + "torn"
    path.write_text(torn, "utf-8")
    there = sorted(os.listdir())
    with room_for(100):
        assert typed("play", "--resume", str(path), answers="quit\n", monkeypatch=monkeypatch) == 2
    assert "cannot be kept as `night-1.journal.before`" in capsys.readouterr().err
    assert sorted(os.listdir()) == there
    assert path.read_text("utf-8") == torn


def test_a_journal_that_cannot_be_begun_leaves_no_folder(room_for: Room, capsys: pytest.CaptureFixture[str]) -> None:
    own(GAME)
    os.mkdir("played")
    for folder in ("played", "new", "new/and/deep"):
        with room_for(0):
            assert typed("run", "./own", "night", "--journals", folder) == 2
        assert f"`{folder}/night-1.journal` cannot be written" in capsys.readouterr().err
    assert sorted(os.listdir()) == ["own", "played"]
    assert os.listdir("played") == []


def test_a_book_without_room_leaves_no_part_of_it(room_for: Room, capsys: pytest.CaptureFixture[str]) -> None:
    own(GAME)
    there = sorted(os.listdir())
    with room_for(2_000):
        assert typed("book", "./own", "-o", "book") == 2
    assert re.search("`book/.*` cannot be written", capsys.readouterr().err)
    assert sorted(os.listdir()) == there


# ---- journals


def test_two_cannot_go_on_with_one_journal(tmp_path: Path) -> None:
    """Whoever comes second is refused, also where both have written as much."""
    path = tmp_path / "a.journal"
    JournalFile(path, header("harbour", "law", {})).begin()
    files = [JournalFile(path, {}) for _ in range(2)]
    for file in files:
        file.journal, _ = read_journal(path.read_text("utf-8").splitlines(keepends=True))  # type: ignore[assignment]
    files[0].write_whole()
    files[1].write_whole()
    files[0].add(Entry("reds", "action", "sail"))
    before = path.read_bytes()
    for act in (lambda: files[1].add(Entry("reds", "action", "moor")), lambda: files[1].take_back(1)):
        with pytest.raises(Unwritable, match="was written to by somebody else"):
            act()
    assert path.read_bytes() == before
    files[0].take_back(1)
    files[0].add(Entry("reds", "action", "wait"))
    with pytest.raises(Unwritable, match="was written to by somebody else"):
        files[1].add(Entry("reds", "action", "moor"))
    journal, damage = read_journal(path.read_text("utf-8").splitlines(keepends=True))
    assert journal is not None
    assert ([entry.answer for entry in journal.entries], damage) == (["wait"], None)


def test_an_answer_that_was_changed_for_one_as_long_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    file = JournalFile(path, header("harbour", "law", {}))
    file.begin()
    file.add(Entry("reds", "action", "sail"))
    length, other = path.stat().st_size, JournalFile(path, {})
    file.take_back(1)
    file.add(Entry("reds", "action", "moor"))
    assert path.stat().st_size == length
    with pytest.raises(Unwritable, match="was written to by somebody else"):
        other.add(Entry("reds", "action", "wait"))


def in_file(path: Path) -> tuple[list[str], list[tuple[int, str]]]:
    """The answers of a journal that is whole, and after how many of them its law was another."""
    journal, damage = read_journal(path.read_text("utf-8").splitlines(keepends=True))
    assert journal is not None
    assert damage is None
    return [entry.answer for entry in journal.entries], journal.laws


def test_to_take_nothing_back_leaves_all_answers(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    file = JournalFile(path, header("harbour", "law", {}))
    file.begin()
    for answer in ("sail", "moor"):
        file.add(Entry("reds", "action", answer))
    file.take_back(0)
    assert in_file(path) == (["sail", "moor"], [])


def test_a_changed_law_stays_noted_when_answers_before_it_are_taken_back(tmp_path: Path) -> None:
    """What is answered after that is answered under the law as it is now."""
    path = tmp_path / "a.journal"
    file = JournalFile(path, header("harbour", "law", {}))
    file.begin()
    for answer in ("sail", "moor", "wait"):
        file.add(Entry("reds", "action", answer))
    file.journal.laws.append((3, "changed"))
    file.write_whole()
    file.take_back(2)
    file.add(Entry("reds", "action", "row"))
    assert in_file(path) == (["sail", "row"], [(1, "changed")])


def test_a_journal_that_is_gone_is_not_begun_anew_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    file = JournalFile(path, header("harbour", "law", {}))
    file.begin()
    path.unlink()
    with pytest.raises(Unwritable):
        file.add(Entry("reds", "action", "sail"))
    assert not path.exists()


def test_a_journal_is_begun_only_where_nothing_is(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    path.write_text("precious", "utf-8")
    with pytest.raises(Unwritable, match="it is there already"):
        JournalFile(path, header("harbour", "law", {})).begin()
    assert path.read_text("utf-8") == "precious"


def test_each_answer_is_on_the_disk_before_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_size))
    path = tmp_path / "a.journal"
    file = JournalFile(path, header("harbour", "law", {}))
    file.begin()
    file.add(Entry("reds", "action", "sail"))
    assert synced[-1] == path.stat().st_size
    assert len(synced) == 2


def test_long_seeds_have_names_of_their_own() -> None:
    names = {journal_name("night", seed) for seed in ("x" * 100, "x" * 101, "x" * 300, "x" * 299 + "y", "\udcff")}
    assert len(names) == 5
    assert max(map(len, names)) < 160
    assert journal_name("night", "x" * 100) == f"night-{'x' * 100}.journal"


# ---- dice and law


def forged(path: Path, change: dict[str, str]) -> None:
    """Changes throws in a journal and makes its checks anew."""
    lines, check = [], ""
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        record.pop("check")
        if "throw" in record:
            record["answer"] = change.get(record["answer"], record["answer"])
        line, check = sealed(record, check)
        lines.append(line)
    path.write_text("".join(lines), "utf-8")


def test_dice_that_the_seed_does_not_throw_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    own(GAME)
    typed("run", "./own", "night", "--seed", "windy", "--journals", ".")
    path = Path("night-windy.journal")
    capsys.readouterr()
    assert typed("replay", str(path), "--quiet") == 0
    honest = capsys.readouterr().out
    assert "seed" not in honest
    throws = [r["answer"] for r in map(json.loads, path.read_text("utf-8").splitlines()) if "throw" in r]
    assert throws
    forged(path, {throws[0]: "6" if throws[0] != "6" else "5"})
    assert typed("replay", str(path), "--quiet") == 1
    told = capsys.readouterr().out
    assert f"; the seed throws {throws[0]}\n" in told


def test_a_game_that_goes_on_under_changed_law_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own(GAME)
    play = ["play", "./own", "night"]
    assert typed(*play, answers="light\nquit\n", monkeypatch=monkeypatch) == 0
    resume = ["play", "--resume", "night.journal"]
    capsys.readouterr()
    assert typed(*resume, answers="quit\n", monkeypatch=monkeypatch) == 0
    assert "the law has changed" not in capsys.readouterr().out
    law = Path("own/01.law")
    law.write_text(law.read_text("utf-8") + SHINES, "utf-8")
    for said in (True, False):
        assert typed(*resume, answers="quit\n", monkeypatch=monkeypatch) == 0
        assert ("the law, or Hexlaw, has changed since this game was played" in capsys.readouterr().out) == said
    assert typed("replay", "night.journal") == 0
    told = capsys.readouterr().out
    assert "from answer 2 on, this game was played under changed law" in told
    assert "since this game was played" not in told


# ---- law that stops


def test_law_that_stops_where_a_game_begins_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    own(GAME)
    typed("run", "./own", "night", "--journals", "good")
    law = Path("own/01.law")
    text = law.read_text("utf-8").replace("lamps: whole = 0", "lamps: whole = 0\n  rounds: whole")
    law.write_text(text.replace("phase evening:", "phase evening while game.lamps < game.rounds:"), "utf-8")
    assert typed("check", "./own") == 0
    for words in (
        ["run", "./own", "night"], ["run", "./own", "night", "--reference"], ["play", "./own", "night"],
        ["replay", "--under", "./own", "good/night-1.journal"], ["play", "--resume", "good/night-1.journal"],
    ):  # fmt: skip
        capsys.readouterr()
        assert typed(*words) == 1
        assert "hexlaw: the law stops here: the `rounds` of game is not known\n  help: " in capsys.readouterr().err


def test_law_that_stops_where_a_game_is_over_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own("game: {lamps: 7}\nwinner: shining(game.lamps)\n")
    law = Path("own/01.law")
    law.write_text(law.read_text("utf-8") + SHINES + "rule nobody [1]\n  forbids light.keeper\n", "utf-8")
    assert typed("run", "./own", "night", "--journals", "kept") == 1
    assert "game 1 stopped: no rule says what `shining` is" in capsys.readouterr().out
    assert typed("replay", "kept/night-1.journal") == 1
    assert "the law stops here: no rule says what `shining` is" in capsys.readouterr().err
    assert typed("play", "./own", "night", answers="", monkeypatch=monkeypatch) == 1
    assert "the game stops here: no rule says what `shining` is" in capsys.readouterr().out
