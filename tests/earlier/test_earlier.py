"""Files of earlier versions are read, carried over by `fmt`, or refused with what to do; so are those of later ones."""

from __future__ import annotations

import io
import json
import re
import shutil
import sqlite3
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.results import Results
from hexlaw.compiler.cli import main
from hexlaw.compiler.desk.compare.pairs import Pair, Played
from hexlaw.runtime.law.graph_file import VERSION, GraphUnreadable, read_graph
from hexlaw.runtime.play.journal import sealed

HERE = Path(__file__).parent
GRAPHS = HERE / "graphs"
RESULTS = sorted((HERE / "results").glob("*.sqlite"))
DRAWN = Played("", {}, 3)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def hexlaw(*words: str) -> int:
    try:
        return main(list(words))
    except SystemExit as ended:
        return int(ended.code or 0)


# --- law, situations, cases


def replaced(path: str, old: str, new: str) -> None:
    text = Path(path).read_text("utf-8")
    assert old in text
    Path(path).write_text(text.replace(old, new), "utf-8")


def test_a_module_of_before_is_carried_over(capsys: pytest.CaptureFixture[str]) -> None:
    """By `fmt`; for what it leaves over, the findings say what to write."""
    shutil.copytree(HERE / "ferry", "ferry")
    assert hexlaw("check", "./ferry") == 1
    findings = re.findall(r"^\S+: error HX\d+: .*(?:\n .*)*", capsys.readouterr().out, re.MULTILINE)
    assert len(findings) == 5
    assert all("`hexlaw fmt` does" in finding for finding in findings)
    assert hexlaw("fmt", "./ferry") == 0

    assert hexlaw("check", "./ferry") == 1
    assert 'declare one in module.yaml: `sources: {HA: {title: "House advice"' in capsys.readouterr().out
    replaced("ferry/module.yaml", "sources:\n", 'sources:\n  HA: {title: "House advice", advice: yes}\n')
    assert hexlaw("check", "./ferry") == 1
    told_of_the_book = capsys.readouterr().out
    assert "there is no key `last` here any more" in told_of_the_book
    assert "take it out" in told_of_the_book
    replaced("ferry/book.yaml", "last: [The day]\n", "")

    assert hexlaw("check", "./ferry") == 0
    assert hexlaw("fmt", "--check", "./ferry") == 0
    capsys.readouterr()
    assert hexlaw("test", "./ferry") == 0
    assert capsys.readouterr().out == "3 passed, 0 failed\n"


# --- what the release 0.2.0 wrote: a module with prose in `text` items, games on it, results of a comparison


@pytest.fixture
def released() -> None:
    shutil.copytree(HERE / "released", ".", dirs_exist_ok=True)


def carried_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert hexlaw("fmt", "./skiff") == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    "command", [["check", "./skiff"], ["replay", "half.journal"], ["play", "--resume", "half.journal"]]
)
def test_of_a_module_of_the_release_it_is_said_what_carries_it_over(
    command: list[str], released: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hexlaw(*command) in (1, 2)
    told = "".join(capsys.readouterr())
    assert told.count("error HX248: what the book says stands as prose above its law now") == 1
    assert re.search(r"help: run `hexlaw fmt (\./)?skiff`: it writes that for you", told)


def test_a_module_of_the_release_is_carried_over_by_one_command(
    released: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its prose keeps its words, and stands above the law that it spoke for."""
    carried_over(capsys)
    assert hexlaw("check", "./skiff") == 0
    assert hexlaw("fmt", "--check", "./skiff") == 0
    capsys.readouterr()
    assert hexlaw("test", "./skiff") == 0
    assert capsys.readouterr().out == "3 passed, 0 failed\n"
    prose = "section 3.1\n\n| A boat goes to a hex beside it, and is **tired** then:\n| - a tired boat goes nowhere"
    assert prose in Path("skiff/03-sailing.law").read_text("utf-8")


def test_a_game_of_the_release_is_replayed_as_it_was_played(released: None, capsys: pytest.CaptureFixture[str]) -> None:
    carried_over(capsys)
    assert hexlaw("replay", "games/calm.journal") == 0
    assert "16 answers, all as written; the game is over" in capsys.readouterr().out
    assert hexlaw("replay", "half.journal") == 0
    assert "\n    4  wind shows 6\n4 answers, all as written; next: reds: row, sail or done" in capsys.readouterr().out


def test_a_game_that_was_begun_under_the_release_goes_on(
    released: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    carried_over(capsys)
    monkeypatch.setattr("sys.stdin", io.StringIO("end\n"))
    assert hexlaw("play", "--resume", "half.journal") == 0
    assert capsys.readouterr().out.rstrip().endswith("hexlaw play --resume half.journal")
    before = (HERE / "released" / "half.journal").read_text("utf-8")
    after = Path("half.journal").read_text("utf-8")
    assert after.startswith(before)
    assert '"side": "reds", "pick": "action", "answer": "done"' in after.removeprefix(before)


def test_a_game_of_the_release_by_shipped_law_is_replayed(released: None, capsys: pytest.CaptureFixture[str]) -> None:
    """The law of the tutorial has been written anew since; it has the same game."""
    assert hexlaw("replay", "games/last-fine-day-oats.journal") == 0
    assert "answers, all as written; the game is over\nwon by sunside\n" in capsys.readouterr().out


def test_results_of_the_release_stay_and_do_not_count(released: None, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "tutorial", "tutorial with clouds=on", "last-fine-day", "--no-cases", "--players", "random"]
    hexlaw(*words, "--pairs", "2", "--processes", "1", "--results", "kept.sqlite")
    told = "`kept.sqlite` holds 2 pairs that another Hexlaw played: kept, and not counted"
    assert told in capsys.readouterr().out.splitlines()


# --- rule graphs


def test_of_each_version_of_the_rule_graph_there_is_one() -> None:
    assert {path.name for path in GRAPHS.iterdir()} == {f"version-{n}.json" for n in range(1, VERSION + 1)}


@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_rule_graph_of_before_is_refused_with_what_to_do(version: int) -> None:
    with pytest.raises(GraphUnreadable) as caught:
        read_graph((GRAPHS / f"version-{version}.json").read_text("utf-8"))
    told = f"an earlier Hexlaw wrote this rule graph (version {version}, read here is {VERSION})"
    assert str(caught.value) == f"{told}: write it anew from its law"


def test_a_rule_graph_of_today_is_as_the_version_says(capsys: pytest.CaptureFixture[str]) -> None:
    """Where another is written than before, readers of the one misunderstand the other: the version is raised."""
    shutil.copytree(HERE / "quay", "quay")
    kept = (GRAPHS / f"version-{VERSION}.json").read_text("utf-8")
    assert hexlaw("graph", "./quay", "--json") == 0
    assert capsys.readouterr().out == kept
    assert [rule.id for rule in read_graph(kept).rules.values()] == ["fare.crew", "fare.lit"]


def test_a_rule_graph_of_later_is_refused_with_what_to_do() -> None:
    document = json.loads((GRAPHS / f"version-{VERSION}.json").read_text("utf-8"))
    with pytest.raises(GraphUnreadable, match=r"a later Hexlaw wrote this rule graph .*: install a newer Hexlaw"):
        read_graph(json.dumps({**document, "version": VERSION + 1, "lanterns": []}))


# --- journals; those of before are read in tests/runtime/play/test_kept_journals.py


@pytest.mark.parametrize("command", [["replay"], ["play", "--resume"]])
@pytest.mark.parametrize("end", ["", ', "lock": "x"}\n'])
def test_a_journal_of_later_is_refused_with_what_to_do(
    command: list[str], end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where lines have another end by then."""
    line, _ = sealed({"format": "hexlaw-journal", "version": 99, "module": "ferry"}, "")
    Path("day.journal").write_text(line.replace("}\n", end) if end else line, "utf-8")
    assert hexlaw(*command, "day.journal") == 2
    told = "a later Hexlaw wrote this journal (version 99, read up to 4): install a newer Hexlaw"
    assert told in capsys.readouterr().err


def test_what_is_no_journal_is_not_called_a_changed_one(capsys: pytest.CaptureFixture[str]) -> None:
    Path("day.journal").write_text('{"lantern": 1}\n', "utf-8")
    assert hexlaw("replay", "day.journal") == 2
    assert "this is not a journal of a game" in capsys.readouterr().err


# --- results of comparisons


@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.stem)
def test_results_of_before_stay_and_do_not_count(path: Path) -> None:
    shutil.copy(path, "kept.sqlite")
    pair = Pair("t-1", 0, DRAWN, DRAWN, (), None)
    with Results(Path("kept.sqlite"), "a sweep of now", Pair) as results:
        assert results.read([("t-1", 0)]) == {}
        results.fixed("t", 100)
        results.add(("t-1", 0), pair)
        assert results.read([("t-1", 0)]) == {("t-1", 0): pair}
    with sqlite3.connect("kept.sqlite") as file, sqlite3.connect(path) as before:
        wanted = "SELECT * FROM pairs WHERE sweep = 'a sweep of then'"
        assert file.execute(wanted).fetchall() == before.execute(wanted).fetchall() != []


def test_compare_tells_of_results_of_before(capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(RESULTS[0], "kept.sqlite")
    words = ["compare", "tutorial", "tutorial with clouds=on", "last-fine-day", "--no-cases", "--players", "random"]
    told = "`kept.sqlite` holds 1 pair that another Hexlaw played: kept, and not counted"
    for pairs in ("2", "3"):  # those that were played just now are not among them
        assert hexlaw(*words, "--pairs", pairs, "--processes", "1", "--results", "kept.sqlite") == 1
        assert capsys.readouterr().out.splitlines().count(told) == 1


def test_results_of_later_are_refused_with_what_to_do() -> None:
    shutil.copy(RESULTS[-1], "kept.sqlite")
    with sqlite3.connect("kept.sqlite") as file:
        file.execute("PRAGMA user_version = 1")
    with pytest.raises(Refused, match="a later Hexlaw wrote it, install a newer Hexlaw to go on with it"):
        Results(Path("kept.sqlite"), "a sweep of now", Pair)
