"""`hexlaw compare` as it is typed."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from hexlaw.compiler.cli import compare, main
from hexlaw.compiler.desk.compare import playing_on
from hexlaw.compiler.desk.compare.pairs import Arena
from hexlaw.compiler.desk.compare.watching import Quick
from hexlaw.compiler.workspace import comparing
from hexlaw.compiler.workspace.comparing import WHO_GAINS

CLOUDY = "tutorial with clouds=on"


def test_equal_laws_end_with_0_and_others_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "tutorial", "tutorial", "--no-cases"]) == 0
    assert capsys.readouterr().out == "base: tutorial\nvariant: tutorial\nthe two laws do the same\n"
    assert main(["compare", "tutorial", CLOUDY, "--no-cases"]) == 1


def test_verdicts_that_differ_are_told_with_both_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "tutorial", CLOUDY, "--only", "clouds", "--processes", "1"]) == 1
    told = capsys.readouterr().out
    assert "1 verdict differs" in told
    assert "base:    yes" in told
    assert "variant: no" in told


def test_it_is_told_when_each_part_was_known(capsys: pytest.CaptureFixture[str]) -> None:
    main(["compare", "tutorial", CLOUDY, "last-fine-day", "--only", "clouds.not", "--players", "random",
          "--points", "40", "--timing", "--processes", "1"])  # fmt: skip
    told = [line.split(" s  ")[1] for line in capsys.readouterr().err.splitlines() if " s  " in line]
    assert told == [
        "what differs",
        "first verdict",
        "all verdicts",
        "last-fine-day: first pair",
        "last-fine-day: ± 40 points",
    ]


@pytest.mark.parametrize("processes", ["1", "2"])
def test_when_the_seconds_are_over_nothing_more_is_begun(
    processes: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are over as soon as the comparison has said what differs."""
    monkeypatch.setattr(compare, "NANO", 0)
    words = ["compare", "tutorial", CLOUDY, "last-fine-day", "--witness", "--players", "random", "--seconds", "9"]
    main([*words, "--processes", processes])
    told = capsys.readouterr().out
    assert "1 difference" in told
    assert re.search(r"0 changed of 0 cases asked so far, \d+ still to be asked", told)
    assert told.count("the time was over before an example was found") == 2
    assert "last-fine-day: not played, as the time was over" in told
    main([*words, "--processes", processes, "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["cases"]["run"], found["balance"], found["not-played"]) == (0, [], ["last-fine-day"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no such signals")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_comparison_that_is_stopped_tells_what_it_has(stop: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    words = ["compare", "tutorial", CLOUDY, "last-fine-day", "market-day", "--no-cases", "--players", "random",
             "--pairs", "2000", "--results", str(path)]  # fmt: skip
    started = subprocess.Popen(
        [sys.executable, "-m", "hexlaw.compiler.cli", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    while started.poll() is None and not is_kept(path, "1-1"):  # later ones may be over sooner, and wait for it
        time.sleep(0.1)
    started.send_signal(stop)
    told, errors = started.communicate(timeout=60)
    assert (started.returncode, errors) == (2, "stopped\n")
    assert re.search(r"it was stopped before the last 1,\d\d\d pairs: the same command goes on with them", told)
    assert "  won by sunside " in told
    assert told.endswith("market-day: not played, as it was stopped\n")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot kill a process and its children")
def test_two_parts_give_the_report_of_one_machine_and_one_that_is_killed_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["compare", "tutorial", CLOUDY, "last-fine-day", "--no-cases", "--players", "random,greedy:12",
             "--pairs", "31", "--processes", "2"]  # fmt: skip
    whole, one, other = (str(tmp_path / name) for name in ("whole", "one", "other"))
    assert main([*words, "--results", whole]) == 1
    told = capsys.readouterr().out
    first = [*words, "--part", "1", "2", "--results", one]
    started = subprocess.Popen(
        [sys.executable, "-m", "hexlaw.compiler.cli", *first], stdout=subprocess.DEVNULL, start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    while started.poll() is None and not is_kept(Path(one), "1-1"):
        time.sleep(0.01)
    os.killpg(started.pid, signal.SIGKILL)
    started.wait()
    before = kept_in(one)
    assert main([*words, "--part", "2", "2", "--results", other]) == 0
    assert capsys.readouterr().out.endswith("last-fine-day: kept 16 of the pairs of this part, 0 to go\n")
    assert kept_in(one) == before
    assert main(first) == 0
    assert {row: kept_in(one)[row] for row in before} == before
    assert {*kept_in(one)}.isdisjoint(kept_in(other))
    capsys.readouterr()
    monkeypatch.setattr(Arena, "get_ready", lambda arena: pytest.fail("nothing is left to be played"))
    assert main([*words, "--results", one, "--results", other]) == 1
    assert capsys.readouterr().out == told
    assert kept_in(one) == kept_in(whole)


@pytest.mark.parametrize("part", [["0", "2"], ["3", "2"], ["1", "2", "--points", "9"]])
def test_a_part_that_there_is_not_is_said(part: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "tutorial", CLOUDY, "last-fine-day", "--results", "unwritten", "--part", *part]) == 2
    assert "`--part 2 4` plays the second of four parts" in capsys.readouterr().err
    assert not Path("unwritten").exists()


def kept_in(path: str) -> dict[tuple[str, int], bytes]:
    """The pairs in a file, by seed and seating."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT seed, seating, played FROM pairs").fetchall()
    return {(seed, seating): played for seed, seating, played in rows}


def is_kept(path: Path, seed: str) -> bool:
    """Whether a file has a pair of this seed."""
    try:
        with closing(sqlite3.connect(path)) as file:
            return bool(file.execute("SELECT 1 FROM pairs WHERE seed = ?", (seed,)).fetchone())
    except sqlite3.Error:  # it is not there yet
        return False


def test_programs_get_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    main(["compare", "tutorial", CLOUDY, "--only", "clouds", "--json", "--processes", "1"])
    told = json.loads(capsys.readouterr().out)
    assert told["differs"] is True
    assert told["structure"][0]["name"] == "clouds"
    assert told["cases"]["causes"][0]["cases"][0]["variant"]["short"] == "no"


@pytest.mark.parametrize(
    "words",
    [
        ["tutorail", "tutorial"],
        ["tutorial", "tutorial with cluods=on"],
        ["tutorial", "tutorial", "--processes", "0"],
        ["tutorial", "tutorial", "--pairs", "9", "--points", "9"],
    ],
)
def test_what_is_mistyped_is_said(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *words]) == 2
    assert capsys.readouterr().err.startswith("hexlaw: ")


def test_watch_takes_the_names_of_players_as_compare_does(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    class Unread:
        def __init__(self, *parts: object) -> None:
            given.extend(parts)

        def law(self) -> None:
            return None

    monkeypatch.setattr(comparing, "Watch", Unread)
    assert main(["watch", "tutorial", "last-fine-day", "--players", "random, greedy"]) == 2
    assert given[-1] == Quick("last-fine-day", ["random", "greedy"], 10)


LEAF = """\
chapter [ST 1] "Fog"

option fog [ST 1.1]
  default off
"""
PLAYED = """\
cases:
  - id: fog.played
    with: {options: {fog: on}}
    board: hollow
    acting: sunside
    now: moving
    pieces: {anna: {type: shepherd, side: sunside, at: 0205}}
    play: [{move.mover: anna}, {move.step: 0305}]
    ask: anna.side
    expect: sunside
"""


def test_who_gains_is_told_of_a_situation_that_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing_on, "MAX_SEEDS", 3)
    laws, words = ["compare", "tutorial", CLOUDY], ["--no-cases", "--witness", "--processes", "1"]
    main([*laws, *words])
    assert capsys.readouterr().out.splitlines()[-1] == WHO_GAINS
    words = [*laws, "last-fine-day", *words, "--players", "random", "--pairs", "1"]
    main(words)
    told = capsys.readouterr().out
    assert WHO_GAINS not in told
    assert "who gains in last-fine-day: in 3 pairs of games there are too few places" in told
    main([*words, "--json"])
    (gains,) = json.loads(capsys.readouterr().out)["who-gains"]
    assert gains == {"situation": "last-fine-day", "looked-at": 3, "in-words": "", "differences": []}


def test_a_case_that_the_base_cannot_be_asked_is_told_in_every_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "foggy"
    manifest = "module: foggy\ntitle: F\nversion: 1.0.0\nextends: tutorial\nspeaks-for: [ST]\n"
    manifest += "sources: {ST: {title: S}}\ndefault-source: ST\n"
    for name, text in {"module.yaml": manifest, "01.law": LEAF, "cases/fog.cases.yaml": PLAYED}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    report, only = tmp_path / "report.html", "asked of the variant only: there is no option `fog`"
    words = ["compare", "tutorial", str(folder), "--only", "fog.played", "--processes", "1", "--seconds", "60"]
    assert main([*words, "--witness", "--report", str(report)]) == 1
    told = capsys.readouterr().out
    assert f"  1 case: {only}" in told
    assert "      with fog=on\n" in told
    assert "1 more is asked of one of the two laws only" in report.read_text()
    assert only in report.read_text()
    assert main([*words, "--json"]) == 1
    cases = json.loads(capsys.readouterr().out)["cases"]
    assert (cases["run"], cases["asked-of-one"], cases["causes"][0]["told"]) == (0, 1, only)


def test_a_situation_is_played_in_each_style(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["compare", "tutorial", CLOUDY, "last-fine-day", "--no-cases", "--pairs", "1", "--processes", "1",
             "--results", str(tmp_path / "results"), "--styles"]  # fmt: skip
    assert main([*words, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    ways = [one["seatings"][0]["sunside"] for one in told["balance"]]
    assert ways == ["greedy", *(f"greedy/{style}" for style in ("keeper", "proud", "spiteful", "early"))]
    assert told["by-style"] == ["by style, last-fine-day: no sign of whom it helps, however it is played"]
    for players in ("random", "greedy/keeper", "greedy,random"):
        assert main([*words, "--players", players]) == 2
        assert "one program on all sides" in capsys.readouterr().err


def test_a_sheet_tells_of_two_options_of_one_law_what_was_what_is_and_where_it_shows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sheet = ["compare", "tutorial", CLOUDY, "--sheet", "--only", "clouds.not-in-play", "--processes", "1"]
    assert main(sheet) == 1
    told = capsys.readouterr().out
    assert told.startswith("<!-- hexlaw sheet -->\n# From tutorial to tutorial with clouds=on\n")
    [row] = [line for line in told.splitlines() if line.startswith("| 7.2")]
    assert "A cloud swallows every whistle" in row
    assert "Cases with another verdict: 1 of 1." in row
    assert "ewe (ewe) at 0104" in row
    assert "whether anna can call ewe? Was: yes. Is: no." in row


def test_the_sheet_of_two_variants_has_what_only_one_of_them_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, key in (("left", "ridge"), ("right", "brook")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.yaml").write_text(
            f"module: {name}\ntitle: {name}\nversion: 1.0.0\nextends: tutorial\nspeaks-for: [ST]\n"
            "sources: {ST: {title: The steep side}}\ndefault-source: ST\n"
        )
        (tmp_path / name / "01.law").write_text(
            f'chapter [ST 1] "More"\n\nrule entry.more [ST 1.1]\n  "Each {key} is dear."\n  at step push.charge\n'
            "  when b is s.pusher and b is not horned\n  " + ("doubles it\n" if name == "left" else "halves it\n")
        )
    assert main(["compare", str(tmp_path / "left"), str(tmp_path / "right"), "--sheet", "--no-cases"]) == 1
    told = capsys.readouterr().out
    assert "Each ridge is dear. | Each brook is dear." in told


@pytest.mark.parametrize(("ending", "begins"), [("html", b"<!doctype html>"), ("pdf", b"%PDF-"), ("md", b"<!-- ")])
def test_a_sheet_of_equal_laws_says_so_on_one_page(ending: str, begins: bytes, tmp_path: Path) -> None:
    out = tmp_path / f"sheet.{ending}"
    assert main(["compare", "tutorial", "tutorial", "--no-cases", "--sheet", "-o", str(out)]) == 0
    written = out.read_bytes()
    assert written.startswith(begins)
    assert b"The two laws do the same." in written or ending == "pdf"
    assert ending != "pdf" or len(re.findall(rb"/Type\s*/Page\b", written)) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--sheet", "-o", "sheet.docx"],
            "`sheet.docx` does not say what to write: end its name in .html, .md or .pdf",
        ),
        (["-o", "sheet.md"], "`-o` names the file of a difference sheet: add `--sheet`"),
        (["--sheet", "-o", "taken.md"], "`taken.md` is there already and is no such sheet"),
    ],
)
def test_a_place_for_a_sheet_that_will_not_do_is_said_before_anything_is_compared(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken.md").write_text("# Mine\n")
    assert main(["compare", "tutorial", CLOUDY, *words]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""
