"""A game that stops: told with rule, place and what led there; taken up at its last question, it can be asked why."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.cli import main

LAW = """choice side
  reds, blues
thing boat also
  side: side = reds
thing game also
  day: whole = 1
sequence game [1]
  phase day while game.day <= 2:
    phase tide for each s in {reds, blues} by s:
      phase sailing
    set game.day to game.day + 1
situation calm [1] "A calm sea"
action sail [1]
  open in sailing
  pick skipper(b: boat) where b.side is acting
  pick step(there: hex) from neighbours(b.hex) where not there is off-board does:
    move b to there
fact depth(h: hex): whole
rule depth.shoals [1]
  when h is shoal
  depth(h) is 1
fact h: hex is deep
rule deep.here [1]
  when depth(h) > 3
  h is deep
rule deep.look [1]
  after sail.step
  then:
    if there is deep:
      mark b as lit
"""
SITUATION = """map:
  grid: {orientation: pointy, lines: [A, B], lengths: [5], shifted: second, name: "{line}-{number}"}
  hexes: {A-2: {shoal: yes}}
pieces: {ann: {kind: boat, at: A-1}, bob: {kind: boat, at: B-5, side: blues}}
"""
CHAIN = [
    r"no rule says what `depth` is for B-1",
    r"in rule deep.here \(\S*10-law.law:\d+:\d+\): depth\(h\) > 3",
    r"in fact deep\(B-1\)",
    r"in what follows, rule deep.look \(\S*10-law.law:\d+:\d+\)",
    r"in the action sail \(\S*10-law.law:\d+:\d+\)",
    r"in the part sailing",
]
Told = Callable[..., tuple[int, str]]


@pytest.fixture
def module(bench: Any) -> str:
    return str(bench.write(LAW, files={"situations/calm.yaml": SITUATION}))


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Told:
    """What a command ends with and prints, when this is typed line by line."""
    monkeypatch.chdir(tmp_path)

    def run(*words: str, lines: str = "") -> tuple[int, str]:
        answers: Iterator[str] = iter(lines.split("\n"))

        def typed(_: str = "") -> str:
            try:
                return next(answers)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", typed)
        ended = main([*words])
        return ended, capsys.readouterr().out

    return run


def in_order(told: str, patterns: list[str]) -> None:
    at = 0
    for pattern in patterns:
        found = re.compile(pattern).search(told, at)
        assert found is not None, f"{pattern} is not told in\n{told}"
        at = found.end()


def test_run_tells_what_led_to_a_stop(module: str, typed: Told) -> None:
    ended, told = typed("run", module, "calm", "--seed", "b")
    assert ended == 1
    in_order(re.sub(r"\b[AB]-[1-5]\b", "B-1", told), CHAIN)
    _, told = typed("run", module, "calm", "--seed", "b", "--json", "--journals", "kept")
    game = json.loads(told)["games"][0]
    assert game["stopped"].startswith("no rule says what `depth` is for ")
    assert game["chain"][1].startswith("in rule deep.here (")


def test_a_game_at_the_table_that_stops_can_be_asked_why(module: str, typed: Told) -> None:
    lines = "sail ann B-1\nwhy\nlook ann\nB-1\nquit"
    ended, told = typed("play", module, "calm", lines=lines)
    assert ended == 1
    in_order(told, ["the game stops here: ", *CHAIN, *CHAIN, "ann", "cannot be answered: the game has stopped"])


def test_a_stopped_game_is_taken_up_at_its_last_question(module: str, typed: Told) -> None:
    assert typed("play", module, "calm", lines="sail ann B-1\nquit")[0] == 1
    ended, told = typed("play", "--resume", "calm.journal", lines="why A-2\nwhy B-1\nquit")
    in_order(told, ["taken up after 2 answers", "the game stops here", *CHAIN, "legal", "cannot be worked out", *CHAIN])
    assert ended == 1
    assert "B-1" not in Path("calm.journal").read_text("utf-8")


@pytest.mark.parametrize("undo", ["undo", "Undo"])
def test_what_led_to_a_stop_can_be_taken_back(undo: str, module: str, typed: Told) -> None:
    ended, told = typed("play", module, "calm", lines=f"sail ann B-1\n{undo}\nquit")
    in_order(told, ["the game stops here", "taken back: reds: sail", "what next:"])
    assert ended == 0


def test_replay_under_law_that_stops_tells_what_led_there(module: str, typed: Told, bench: Any) -> None:
    deeper = LAW.replace("  when h is shoal\n", "")
    fine = str(bench.write(deeper, files={"situations/calm.yaml": SITUATION}))
    typed("play", fine, "calm", lines="sail ann B-1\nquit")
    ended, told = typed("replay", "calm.journal", "--under", module)
    assert ended == 1
    in_order(told, ["the game stops: ", *CHAIN])


def test_whichever_machine_plays_a_stop_is_told_alike(
    module: str, typed: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an empty cache few games are played by the reference, many by the target, which from then on plays few as
    well. Each hands its stop to the reference, which has the words."""
    monkeypatch.setenv("HEXLAW_CACHE", str(Path("cache").absolute()))
    told: dict[str, list[tuple[int, str]]] = {"1": [], "9": []}
    for number, more in (("1", []), ("9", []), ("1", []), ("1", ["--reference"]), ("9", ["--reference"])):
        told[number].append(typed("run", module, "calm", "--seed", "b", "--games", number, "--processes", "1", *more))
        for journal in Path().glob("*.journal"):
            journal.unlink()
    for few_or_many in told.values():
        assert {ended for ended, _ in few_or_many} == {1}
        assert "no rule says what `depth` is for" in few_or_many[0][1]
        assert len(set(few_or_many)) == 1


def test_why_is_answered_inside_what_another_pick_does(bench: Any, typed: Told) -> None:
    inside = """action convoy [1]
  open in sailing
  pick member(b: boat) repeatedly as fleet where b.side is acting does:
    pick berth(there: hex) from neighbours(b.hex) where not there is off-board does:
      move b to there
rule bar.end [1]
  forbids convoy.berth
  when there is shoal
  says "{there} is a shoal"
"""
    two = SITUATION.replace("{ann:", "{tim: {kind: boat, at: A-3}, ann:")
    folder = str(bench.write(LAW + inside, files={"situations/calm.yaml": two}))
    ended, told = typed("play", folder, "calm", lines="convoy\nwhy tim A-2\ntim\nwhy A-2\nwhy A-4\nquit")
    in_order(told, ["A-2 is a shoal", "A-2 is a shoal", "legal"])
    assert ended == 0


def test_ask_tells_as_much_as_its_depth(module: str, typed: Told) -> None:
    board = f"board: bay\ntitle: The bay\ncite: [H 1]\ngrid: {GRID}\nhexes: {{}}\n"
    (Path(module) / "boards").mkdir()
    (Path(module) / "boards" / "bay.yaml").write_text(board, "utf-8")
    with (Path(module) / "10-law.law").open("a") as law:
        law.write("fact risk(h: hex): whole\nrule risk.of-depth [1]\n  when h is deep\n  risk(h) is 2\n")
    ask = ["ask", module, "risk(B-1)", "--board", "bay"]
    _, talk = typed(*ask)
    in_order(talk, ["no answer: ", *CHAIN[:2]])
    assert "risk.of-depth" not in talk
    _, judge = typed(*ask, "--depth", "judge")
    in_order(judge, ["no answer: ", *CHAIN[:3], r"in rule risk.of-depth \(\S*10-law.law:\d+:\d+\): h is deep"])
    _, told = typed(*ask, "--json")
    assert any(line.startswith("in rule risk.of-depth (") for line in json.loads(told)["stop"]["chain"])


GRID = '{orientation: pointy, lines: [A, B], lengths: [5], shifted: second, name: "{line}-{number}"}'
