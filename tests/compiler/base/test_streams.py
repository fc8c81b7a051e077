"""Where text goes out: nothing of the input steers a terminal, and no stream makes a command fall over."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from unicodedata import category

import pytest

from hexlaw.compiler.base.streams import Outlet, Undeliverable, encodable, write_file_to_stdout
from hexlaw.runtime.play.journal import sealed

from ..typed_commands import own, typed

HOSTILE = "\x1b]0;pwned\x07\x9b2J\u202e\u2028\x7f\r"
COMMANDS = (
    "check tutorial", "graph tutorial", "emit tutorial --wasm last-fine-day", "ask tutorial --case shoving.ram-and-ewe",
    "board tutorial hollow", "explain-code HX101", "claims --all",
    "run tutorial last-fine-day --games 2 --json",
)  # fmt: skip


def started(command: str, out: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command as a process of its own, with its output led somewhere by the shell."""
    words = f"exec {sys.executable} -m hexlaw.compiler.cli {command} {out}"
    surroundings = {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "", **environment}
    return subprocess.run(
        words, shell=True, capture_output=True, env={**os.environ, **surroundings}, timeout=60,
        encoding=environment.get("PYTHONIOENCODING", "utf-8"), check=False,
    )  # fmt: skip


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def steers(text: str) -> bool:
    return any(category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in text if char not in "\n\t")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no such device")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_told(command: str) -> None:
    ended = started(command, "> /dev/full")
    assert ended.stderr.splitlines()[-1] == "hexlaw: standard output cannot be written: no space left on device"
    assert ended.returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize("command", COMMANDS[:4])
@pytest.mark.parametrize("out", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_streams_that_are_closed_change_nothing(command: str, out: str) -> None:
    ended = started(command, out)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize(
    ("command", "code"), [("--version", 0), ("check", 2), ("check nowhere", 2), ("check tutorial", 0)]
)
def test_a_command_as_a_process_ends_with_its_code_and_all_that_it_says(command: str, code: int) -> None:
    ended = started(command, "")
    assert ended.returncode == code
    assert ended.stdout.endswith("\n") if code == 0 else ended.stderr.endswith("\n")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_who_reads_no_further_is_not_troubled() -> None:
    ended = started("graph tutorial --json", "| head -1")
    assert (ended.stdout, ended.stderr) == ("{\n", "")


@pytest.mark.parametrize("encoding", ["ascii", "iso-8859-1", "utf-8"])
def test_any_encoding_will_do(encoding: str) -> None:
    Path("answers").write_text("map\nlist\nquit\n", "utf-8")
    surroundings = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    for command in ("board tutorial hollow", "play tutorial last-fine-day < answers"):
        ended = started(command, "", **surroundings)
        assert ended.stderr == ""
        assert ended.returncode == 0
    assert "the game is kept" in ended.stdout


def test_words_that_are_no_text_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("check", "\udcff\udcfe") == 2
    assert "there is no module `\\udcff\\udcfe`" in capsys.readouterr().err


def test_a_stranger_s_module_does_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    own("map: {}\n", **{"style.yaml": ""})
    key = json.dumps(HOSTILE)
    Path("own/style.yaml").write_text(f"{key}: 1\n", "utf-8")
    Path(f"own/cases/{HOSTILE[:-1].replace('/', '')}.cases.yaml").write_text(f"{key}: 1\ncases: []\n", "utf-8")
    Path("own/02.law").write_text(f"rule {HOSTILE} [1]\n", "utf-8")
    for words in (["check", "./own"], ["test", "./own"], ["claims", "./own"], ["fmt", "--diff", "./own"]):
        assert typed(*words) != 0
        told = capsys.readouterr()
        assert not steers(told.out + told.err)
    assert typed("check", "./own", "--json") != 0
    json.loads(capsys.readouterr().out)


def test_a_stranger_s_journal_does_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    typed("run", "tutorial", "last-fine-day", "--journals", ".")
    lines = Path("last-fine-day-1.journal").read_text("utf-8").split("\n")
    header = json.loads(lines[0])
    check = header.pop("check")
    forged, _ = sealed({"side": "sunside", "pick": "action", "answer": HOSTILE}, check)
    Path("forged.journal").write_text(f"{lines[0]}\n{forged}", "utf-8")
    capsys.readouterr()
    assert typed("replay", "forged.journal") == 1
    told = capsys.readouterr().out
    assert "\\u001b]0;pwned" in told
    assert not steers(told)


def test_formatting_shows_what_is_there_without_obeying_it(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.law").write_text('fact f(): whole\n  "\x9b \u202e \u2028 doc"\n  otherwise   1\n', "utf-8")
    assert typed("fmt", "--diff", "a.law") in (0, 2)
    told = capsys.readouterr()
    assert not steers(told.out + told.err)


def test_a_formatted_file_is_written_as_it_is(tmp_path: Path) -> None:
    law = 'fact f(): whole\n  "a \u00ad hyphen"\n  otherwise   1\n'
    Path("a.law").write_text(law, "utf-8")
    assert started("fmt - < a.law", "").stdout == law.replace("   1", " 1")


def test_a_terminal_shows_a_formatted_file_without_obeying_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdout", Outlet(terminal))
    write_file_to_stdout("fact a \x9b2J:\n")
    terminal.flush()
    assert terminal.buffer.getvalue() == b"fact a \\u009b2J:\n"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "encoding", "seen"),
    [
        ("a · b…", "ascii", "a . b..."), ("ü", "latin-1", "ü"), ("ü", "ascii", "\\u00fc"),
        ("\U0001f5fa", "ascii", "\\ud83d\\uddfa"),
    ],
)  # fmt: skip
def test_what_an_encoding_does_not_have_is_told_otherwise(text: str, encoding: str, seen: str) -> None:
    assert encodable(text, encoding) == seen


def test_errors_that_cannot_be_told_are_lost(tmp_path: Path) -> None:
    closed = (tmp_path / "closed").open("w", encoding="utf-8")
    closed.close()
    Outlet(closed, quiet=True).write("anything")
    with pytest.raises(Undeliverable, match="it is closed"):
        Outlet(closed).write("anything")
