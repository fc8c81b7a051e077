"""The command: what it prints, in words and as JSON, and its exit codes: 0 fine, 1 the law fails, 2 bad use or input."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler import pipeline
from hexlaw.compiler.cli import ALSO_CALLED, COMMANDS, main
from hexlaw.compiler.data import boards

LAW = """action sail [1]
  pick skipper(u: boat)
  let here be u.hex
  pick step(there: hex) repeatedly from neighbours(here) where not there is off-board
      costs toll(there) counted in u.spent does:
    move u to there
reach ways(u: boat, there: hex): fathoms
  by sail.step
fact toll(there: hex): fathoms
  otherwise 1
rule toll.shoal [1]
  when there is shoal
  toll(there) is 1 1/2
rule bar.far [1]
  forbids sail.step
  when u.spent + toll(there) > u.range
  says "{u} has only {u.range - u.spent} left"
fact heavy(u: boat): whole
rule heavy.lit [1]
  when u is lit
  heavy(u) is 1
effect flip(u: boat):
  roll 1d6 as pip
  if pip > 4:
    mark u as lit
dispute near-or-far [1]
  reading near "near"
  reading far "far"
  default near because "nearer"
rule toll.far [1]
  under near-or-far: far
  over toll.shoal
  when there is shoal
  toll(there) is 3
option fog [1]
  "Fog."
ruling Q-001 [Q Letters 1]
  asks "A shoal?"
  answers "one and a half"
  confirms toll.shoal
  shown by toll.shoal
"""
CASES = """maps:
  bay: {grid: {orientation: pointy, lines: [A, B], lengths: [4], shifted: second, name: "{line}-{number}"}, hexes: {A-2: {shoal: yes}}}
cases:
  - {id: toll.shoal, map: bay, pieces: {a: {kind: boat, at: A-1}}, ask: toll(A-2), expect: 1 1/2}
  - {id: bar.far, map: bay, pieces: {a: {kind: boat, at: A-1, range: 1}}, ask: "may sail.step(a, A-2)", expect: {refused-by: bar.far}}
  - {id: heavy, map: bay, pieces: {a: {kind: boat, at: A-1, lit: yes}}, ask: heavy(a), expect: 1}
"""
FOG = 'chapter [1] "Fog" if option fog\nsettle near-or-far: near [1]\n'
FAR = "  - {id: toll.far, map: bay, ask: toll(A-2), with: {readings: {near-or-far: far}}, expect: 3}\n"


@pytest.fixture
def port(bench: Any) -> Path:
    folder: Path = bench.write(LAW, name="port", files={"20-fog.law": FOG, "cases/all.cases.yaml": CASES + FAR})
    return folder


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    code = main([str(a) for a in argv])
    out, err = capsys.readouterr()
    return code, out, err


def as_json(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, Any]:
    code, out, _ = run(capsys, *argv, "--json")
    return code, json.loads(out)


# ---- check


def test_check_says_that_all_is_fine(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", port)
    assert (code, err) == (0, "")
    assert "port: fine (4 rules, 1 ruling" in out


def test_check_tells_mistakes_with_their_place(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (port / "20.law").write_text("rule x [1]\n  forbids fly.step\n")
    code, out, err = run(capsys, "check", port)
    assert code == 1
    assert "20.law:2:11: error HX263: there is no action `fly`" in out
    assert "1 error" in out
    assert not err, "findings are the result of the command"


def test_check_as_json(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (port / "20.law").write_text("rule x [1]\n  forbids fly.step\n")
    code, data = as_json(capsys, "check", port)
    assert code == 1
    (module,) = data["modules"]
    assert set(module) >= {"module", "summary", "diagnostics"}
    (finding,) = module["diagnostics"]
    assert {"code", "level", "message", "help", "file", "line", "column"} <= set(finding)
    assert (finding["code"], finding["line"], finding["column"]) == ("HX263", 2, 11)


@pytest.mark.parametrize("argv", [["check", "no-such-module"], ["check"], ["check", "x" * 5000], ["no-such-command"]])
def test_bad_use_ends_with_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, *argv)
    assert code == 2
    assert err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["run", "tutorial", "early-snow", "--games", "two"],
            "`--games two`: expected a whole number, as in `--games 3`",
        ),
        (["run", "tutorial", "--games"], "a value is missing behind `--games`"),
        (["compare", "tutorial"], "hexlaw compare: error: missing: `VARIANT`\n"),
        (["ask", "tutorial", "1", "--depth", "deep"], "`--depth deep`: expected one of talk, judge, developer"),
    ],
)
def test_words_that_a_command_cannot_read_are_told_plainly(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, *words)
    assert (code, said in err) == (2, True)


# ---- ask

BOARD = 'board: A\ntitle: Bay\ncite: [H 1]\ngrid: {orientation: pointy, lines: [A, B], lengths: [4], shifted: second, name: "{line}-{number}"}\nhexes:\n  A-2: {shoal: yes}\n'


@pytest.fixture
def asked(port: Path) -> list[object]:
    (port / "boards").mkdir()
    (port / "boards" / "board-a.yaml").write_text(BOARD)
    return ["ask", port, "--board", "A", "--piece", "a=boat@A-1,range=2"]


def ask(asked: list[object], question: str) -> list[object]:
    return [*asked[:2], question, *asked[2:]]


def test_ask_answers_with_its_reason(asked: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *ask(asked, "toll(A-2)"))
    assert code == 0
    assert out.startswith("1 1/2\n")
    assert "toll.shoal [H 1]" in out
    assert "under the reading `far`" in out  # it would be 3
    assert "3" in out


def test_boards_are_listed_as_one_names_them_and_not_by_their_files(
    port: Path, asked: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    (port / "boards" / "board-02.yaml").write_text(BOARD.replace("board: A", 'board: "2"'))
    (port / "boards" / "lagoon.yaml").write_text(BOARD.replace("board: A", "board: lagoon"))
    _, _, told = run(capsys, "ask", port, "count(hexes)", "--board", "Z")
    assert "help: it has: 2, A, lagoon" in told
    _, _, told = run(capsys, "board", port, "Z")
    assert "it has: 2, A, lagoon" in told
    for name in ("2", "A", "lagoon"):
        assert run(capsys, "ask", port, "count(hexes)", "--board", name)[0] == 0


def test_a_board_without_a_style_says_why_it_is_bare(
    port: Path, asked: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no `style.yaml` says how the ground looks" in run(capsys, "board", port, "A")[2]
    (port / "style.yaml").write_text("hexes: []\n")
    assert run(capsys, "board", port, "A")[2] == ""


@pytest.mark.parametrize("depth", ["talk", "judge", "developer"])
def test_ask_at_every_depth(asked: list[object], depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    for question in ("may sail.step(a, A-2)", "reach ways(a)", "after flip(a): a is lit", "heavy(a)", "toll(A-2)"):
        code, out, _ = run(capsys, *ask(asked, question), "--depth", depth)
        assert code == (1 if question == "heavy(a)" else 0)
        assert out


def test_ask_as_json(asked: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    code, data = as_json(capsys, *ask(asked, "toll(A-2)"))
    assert code == 0
    assert {"question", "module", "answer", "value", "rules", "otherwise"} <= set(data)
    assert (data["answer"], data["value"]) == ("1 1/2", "1 1/2")
    assert [r["rule"] for r in data["rules"]] == ["toll.shoal"]
    assert data["otherwise"][0]["answer"] == "3"


def test_ask_as_json_tells_refusals_chances_reach_and_stops(
    asked: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    poor = [*asked[:-1], "a=boat@A-1,range=1"]
    code, data = as_json(capsys, *ask(poor, "may sail.step(a, A-2)"))
    assert (code, data["legal"]) == (0, False)
    assert [r["rule"] for r in data["refusals"]] == ["bar.far"]
    assert data["refusals"][0]["says"] == "a has only 1 left"
    code, data = as_json(capsys, *ask(asked, "after flip(a): a is lit"))
    assert data["chances"] == {"no": "2/3", "yes": "1/3"}
    code, data = as_json(capsys, *ask(asked, "reach ways(a)"))
    assert data["reach"]["A-2"] == "1 1/2"
    code, data = as_json(capsys, *ask(asked, "heavy(a)"))
    assert code == 1
    assert set(data["stop"]) >= {"message", "help"}


def test_ask_shows_a_mistake_in_the_argument_it_stands_in(
    asked: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, *ask(asked, "1"), "--piece", "b=baot@A-1")
    assert (code, "--piece:1:3: error HX313" in err) == (2, True)
    code, _, err = run(capsys, *ask(asked, "1"), "--piece", "b=boat@A-99,range=1")
    assert (code, "--piece:1:8: error HX236" in err) == (2, True)


def test_ask_with_a_name_for_a_value(asked: list[object], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *ask(asked, "toll(there)"), "--let", "there=A-2")
    assert (code, out.splitlines()[0]) == (0, "1 1/2")
    for nameless in ("there", "=A-2"):
        assert run(capsys, *ask(asked, "1"), "--let", nameless)[::2] == (
            2,
            f"hexlaw: `--let {nameless}` is not NAME=VALUE\n",
        )


def test_ask_speaks_of_its_own_options(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "add `--board NAME`" in run(capsys, "ask", port, "1", "--piece", "a=boat@A-1")[2]
    assert "`hexlaw ask` takes `--piece NAME=TYPE@HEX`" in run(capsys, "ask", port, "toll(a)")[2]
    assert "write `x=TYPE@HEX`" in run(capsys, "ask", port, "1", "--piece", "x@A-1")[2]


def test_ask_in_a_situation_in_the_middle_of_a_turn(capsys: pytest.CaptureFixture[str]) -> None:
    """Anna stands in 0205 when the game begins; from 0104 she does not get to 0305 in one step."""
    where = ["tutorial", 'may move.step(anna, hex("0305"))', "--situation", "last-fine-day", "--now", "moving"]
    assert run(capsys, "ask", *where, "--acting", "sunside")[1].startswith("legal")
    assert run(capsys, "ask", *where, "--acting", "shadeside")[1].startswith("refused")
    assert run(capsys, "ask", *where, "--acting", "sunside", "--piece", "anna@0104")[1].startswith("refused")
    assert run(capsys, "ask", "tutorial", "game.round", "--game", "round=3")[1].startswith("3: ")


@pytest.mark.parametrize(
    "more", [["--acting", "nobody"], ["--now", "never"], ["--game", "round"], ["--game", "round=x"], ["--situation", "x"],
             ["--piece", "@0104"], ["--piece", "anna=@0104"]],
)  # fmt: skip
def test_ask_says_what_is_wrong_with_the_middle_of_a_turn(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "ask", "tutorial", "1", *more)
    assert code == 2
    assert more[0] in err or more[1] in err


def test_ask_a_case_that_is_played_is_answered_after_its_steps(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "ask", "tutorial", "--case", "droves.set-out")[1].splitlines()
    assert out[0] == "yes: play is in the moving phase, bert is in 0804, and anna is in 0205"
    assert out[1] == "on the way: done action is refused: somebody has not been set out [RB 10.2]"


def test_ask_in_the_position_of_a_case(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "ask", port, "--case", "toll.shoal")[1].startswith("1 1/2\n")
    assert run(capsys, "ask", port, "toll(A-1)", "--case", "toll.shoal")[1].startswith("1\n")
    file = f"{port / 'cases' / 'all.cases.yaml'}#heavy"
    assert run(capsys, "ask", port, "--position", file)[1].startswith("1\n")
    assert run(capsys, "ask", port, "--case", "toll.shoal", "--reading", "near-or-far=far")[1].startswith("3\n")


@pytest.mark.parametrize(
    "more",
    [
        ["tol(A-2)"], ["toll(Z-9)"], ["--case", "nothing"], ["1", "--piece", "a"], ["1", "--piece", "a=raft@A-1"], ["1", "--option", "fog"],
        ["1", "--option", "mist=on"], ["1", "--reading", "near-or-far=nowhere"], ["1", "--position", "/no/such/file"], ["1", "--board", "Z"], [],
        ["1", "--piece", "a=boat@A-1,range={[}"], ["1", "--piece", "a: b=boat"],
    ],
)  # fmt: skip
def test_ask_wrongly_ends_with_2(port: Path, more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "ask", port, *more)
    assert code == 2
    assert err


# ---- test


def test_test_runs_the_cases_of_a_module(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "test", port)
    assert (code, out) == (0, "4 passed, 0 failed\n")
    assert run(capsys, "test", port, "--only", "toll")[1] == "2 passed, 0 failed\n"


def test_what_the_studio_keeps_of_days_before_is_not_tested(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = port / ".before" / "2026-01-01"
    shutil.copytree(port, kept, ignore=shutil.ignore_patterns(".before"))
    for path in kept.rglob("*.law"):
        path.write_text("rule of another day\n", "utf-8")
    assert run(capsys, "test", port)[:2] == (0, "4 passed, 0 failed\n")


def test_a_linked_case_file_does_not_lead_out_of_the_folder(
    port: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = tmp_path / "outside.cases.yaml"
    outside.write_text("cases:\n  - {id: far.off, ask: 1, expect: 1}\n")
    (port / "cases" / "link.cases.yaml").symlink_to(outside)
    code, _, err = run(capsys, "test", port)
    assert (code, "HX305" in err) == (2, True)


def test_a_mistake_in_a_board_is_read_and_told_once(
    port: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (port / "boards").mkdir()
    (port / "boards" / "bay.yaml").write_text(BOARD.replace("shoal", "shaol"))
    path = port / "cases" / "all.cases.yaml"
    path.write_text(path.read_text().replace("map: bay, ", "board: bay, ") + FAR.replace("toll.far, map: bay,", "own,"))
    read: list[object] = []
    monkeypatch.setattr(pipeline, "read_board", lambda *asked: [read.append(asked), boards.read_board(*asked)][1])
    code, out, _ = run(capsys, "test", port)
    assert code == 2
    assert out.count("`shaol`") == 1
    assert "3 other cases cannot be asked either: `bar.far`, `heavy`, `toll.far`" in out
    assert "case own fails" in out, "it has a mistake of its own"
    assert out.endswith("0 passed, 5 failed\n")
    assert len(read) == 1
    assert [case["problems"] != [] for case in as_json(capsys, "test", port)[1]["cases"]] == [True] * 5


def test_all_shipped_cases_can_be_run_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "test", "--all", "--only", "whistling")
    assert (code, err) == (0, "")
    assert out.endswith(" passed, 0 failed\n")
    assert not out.startswith("0 ")


def test_modules_put_together_are_tested_as_one(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    base = bench.write("fact f(u: boat): whole\n  otherwise 0\n", name="one")
    cases = (
        "maps: {m: {grid: {orientation: pointy, lines: [A], lengths: [2], name: '{line}-{number}'}}}\n"
        "cases:\n  - {id: own, map: m, pieces: {a: {kind: boat, at: A-1}}, ask: f(a), expect: 1}\n"
    )
    more = bench.folder / "more.cases.yaml"
    more.write_text(cases.replace("own", "more"), "utf-8")
    manifest = (
        "module: top\ntitle: T\nversion: 0.1.0\nadd-on-for: [one]\n"
        "sources: {T: {title: T}}\nspeaks-for: [T]\ndefault-source: T\n"
    )
    rule = "rule f.one [2]\n  f(u) is 1\n"
    top = bench.write(rule, name="top", words=False, files={"cases/t.cases.yaml": cases}, manifest=manifest)
    together = f"{base} + {top}"
    assert main(["test", together]) == 0, capsys.readouterr()
    assert main(["test", together, str(more), str(more)]) == 0
    assert main(["test", together, together]) == 2
    assert capsys.readouterr().out == "1 passed, 0 failed\n1 passed, 0 failed\n"


def test_a_failing_case_is_told_with_its_reason(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = port / "cases" / "all.cases.yaml"
    path.write_text(path.read_text().replace("expect: 1 1/2", "expect: 2"))
    code, out, _ = run(capsys, "test", port)
    assert code == 1
    for part in ("case toll.shoal fails", "expected: 2", "got:      1 1/2", "3 passed, 1 failed"):
        assert part in out
    _, deeper, _ = run(capsys, "test", port, "--depth", "judge")
    assert "toll.shoal [H 1] gives 1 1/2" in deeper
    assert "toll.shoal [H 1] gives 1 1/2" not in out


def test_test_as_json(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, data = as_json(capsys, "test", port)
    assert code == 0
    assert (data["passed"], data["failed"]) == (4, 0)
    assert {"id", "file", "line", "shows", "passed", "expected", "got", "problems"} <= set(data["cases"][0])


def test_a_case_that_is_wrong_itself_ends_with_2(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = port / "cases" / "all.cases.yaml"
    path.write_text(path.read_text().replace("ask: heavy(a)", "ask: hevy(a)"))
    code, out, _ = run(capsys, "test", port)
    assert code == 2
    assert "did you mean `heavy`" in out


def test_files_outside_a_module_name_it_or_are_told_it(
    port: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.cases.yaml"
    path.write_text(CASES)
    assert run(capsys, "test", path)[0] == 2
    assert run(capsys, "test", path, "--module", port)[:2] == (0, "3 passed, 0 failed\n")
    path.write_text(f"module: {port}\n{CASES}")
    assert run(capsys, "test", path)[0] == 0


@pytest.mark.parametrize(
    ("argv", "help"),
    [
        (["test", "tutorail"], "did you mean `tutorial`?"),
        (["test", "nothere"], "or give a path"),
        (["ask", "{port}", "--case", "tol.shoal"], "did you mean `toll.shoal`?"),
        (["ask", "{port}", "--case", "zzz"], "its cases stand in"),
    ],
)
def test_what_is_misnamed_is_guessed(
    argv: list[str], help: str, port: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, *(a.replace("{port}", str(port)) for a in argv))
    assert code == 2
    assert help in err


@pytest.mark.parametrize("argv", [["test"], ["test", "/no/such/path"], ["test", "x" * 5000], ["test", "{empty}"]])
def test_test_wrongly_ends_with_2(argv: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    code, _, err = run(capsys, *(a.replace("{empty}", str(tmp_path / "empty")) for a in argv))
    assert code == 2
    assert err


# ---- knock-out


def test_every_rule_is_missed(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (port / "20-fog.law").write_text(FOG.replace("near [1]", "far [1]"))
    in_fog = "  - {id: toll.in-fog, map: bay, ask: toll(A-2), with: {options: {fog: on}}, expect: 3}\n"
    (port / "cases" / "all.cases.yaml").write_text(CASES + FAR + in_fog)
    code, out, _ = run(capsys, "test", port, "--knock-out")
    assert code == 0, out


def test_a_rule_that_no_case_misses_is_told(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (port / "cases" / "all.cases.yaml").write_text(CASES)  # without the case of the other reading
    code, out, _ = run(capsys, "test", port, "--knock-out")
    assert code == 1
    assert "no case misses the rule toll.far" in out
    assert "heavy.lit" not in out


def test_a_case_that_fails_anyway_is_told_first(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = "  - {id: toll.wrong, map: bay, ask: toll(A-2), expect: 77}\n"
    (port / "cases" / "all.cases.yaml").write_text(CASES + wrong)
    code, out, _ = run(capsys, "test", port, "--knock-out")
    assert code != 0
    assert "case toll.wrong fails" in out
    assert "no case misses" not in out


def test_a_rule_of_an_add_on_is_to_be_missed_on_one_of_its_modules(
    port: Path, bench: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(port, port.parent / "quay")
    manifest = (port.parent / "quay" / "module.yaml").read_text().replace("module: port", "module: quay")
    (port.parent / "quay" / "module.yaml").write_text(manifest)
    add_on = port.parent / "winter"
    (add_on / "cases").mkdir(parents=True)
    (add_on / "module.yaml").write_text(
        "module: winter\ntitle: T\nversion: 0.1.0\nadd-on-for: [port, quay]\n"
        "sources: {W: {title: W}}\nspeaks-for: [W]\ndefault-source: W\n"
    )
    rule = "rule {name} [1]\n  over heavy.lit\n  when u is lit and u.range = {n}\n  heavy(u) is {n}\n"
    law = 'chapter [1] "Winter"\n' + rule.format(name="heavy.ice", n=7) + rule.format(name="heavy.snow", n=8)
    (add_on / "10.law").write_text(law)
    case = "  - {{id: {id}, pieces: {{a: {{kind: boat, lit: yes, range: {n}}}}}, ask: heavy(a), expect: {n}}}\n"
    for base, id_, n in (("port", "ice", 7), ("quay", "other", 9)):
        text = f"module: '{port.parent / base} + {add_on}'\ncases:\n" + case.format(id=id_, n=n if n < 9 else 7)
        (add_on / "cases" / f"{base}.cases.yaml").write_text(text)
    code, out, _ = run(capsys, "test", add_on, "--knock-out")
    assert code == 1
    assert "no case misses the rule heavy.snow" in out
    assert "heavy.ice" not in out
    (add_on / "cases" / "quay.cases.yaml").write_text(
        f"module: '{port.parent / 'quay'} + {add_on}'\ncases:\n" + case.format(id="snow", n=8)
    )
    code, out, _ = run(capsys, "test", add_on, "--knock-out")
    assert code == 0, out


def test_knock_out_as_json(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (port / "cases" / "all.cases.yaml").write_text(CASES)
    (port / "20-fog.law").unlink()
    code, data = as_json(capsys, "test", port, "--knock-out")
    assert code == 1
    assert len(data["gaps"]) == 1
    assert "toll.far" in data["gaps"][0]


def test_small_changes_that_no_case_notices_are_told(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One case asks about a lit boat, none about an unlit one."""
    code, out, _ = run(capsys, "test", port, "--spoil", "--rule", "heavy")
    assert code == 1
    gap, last = out.splitlines()
    assert gap.endswith("heavy.lit: no case fails without `u is lit`")
    assert last == "of 2 small changes a case notices 1"
    code, data = as_json(capsys, "test", port, "--spoil", "--rule", "heavy")
    assert (code, data["changes"]) == (1, 2)
    assert [f"{told['where']}: {told['name']}: no case fails {told['what']}" for told in data["gaps"]] == [gap]
    unlit = "  - {id: heavy.unlit, map: bay, pieces: {a: {kind: boat, at: A-1}}, ask: heavy(a), expect: {hole: yes}}\n"
    (port / "cases" / "all.cases.yaml").write_text(CASES + FAR + unlit)
    code, out, _ = run(capsys, "test", port, "--spoil", "--rule", "heavy")
    assert code == 0, out


def test_a_rule_to_spoil_that_is_not_there_is_told(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "test", port, "--spoil", "--rule", "bar.deap")
    assert code == 2
    assert "begins with `bar.deap`" in err


def test_a_process_writes_all_of_its_output_and_ends_with_the_code(tmp_path: Path) -> None:
    """It ends at once, without taking itself apart; what was said must be out by then, through a pipe too."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-m", "hexlaw.compiler.cli", *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True)

    fine = run("check", "tutorial", "--json")
    assert fine.returncode == 0
    assert [module["module"] for module in json.loads(fine.stdout)["modules"]] == ["tutorial"]
    wrong = run("check", str(tmp_path))
    assert (wrong.returncode, "HX301" in wrong.stderr) == (2, True)


def test_of_the_files_of_cases_only_that_of_the_case_is_read(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A fault in another file does not keep anybody from asking; a case that is in none is looked for in all."""
    (port / "cases" / "spoilt.cases.yaml").write_text("cases: [\n", "utf-8")
    assert run(capsys, "ask", port, "--case", "toll.shoal")[1].startswith("1 1/2\n")
    code, _, err = run(capsys, "ask", port, "--case", "zzz")
    assert code == 2
    assert "spoilt.cases.yaml" in err


def test_in_the_folder_of_a_module_it_is_told_how_that_is_checked(
    port: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, is_told in ((port, True), (port.parent, False)):
        monkeypatch.chdir(folder)
        code, _, error = run(capsys, "check")
        assert code == 2
        assert ("`hexlaw check .` checks the one in this folder" in error) == is_told


def test_an_option_that_is_not_known_is_answered_by_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Where the command itself was shown, nobody saw which options there are."""
    assert main(["run", "tutorial", "last-fine-day", "--gams=6"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("usage: hexlaw run")
    assert told.endswith("hexlaw run: error: not understood: --gams=6; did you mean `--games`?\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["odds", "tutorial"], "there is no command `odds`; write `hexlaw ask MODULE 'after EFFECT(...)'`"),
        (["chek", "tutorial"], "there is no command `chek`; did you mean `check`?"),
        (["frobnicate"], "there is no command `frobnicate`; `hexlaw --help` lists what there is"),
        (["compare", "tutorial", "tutorial", "--games", "3"], "not understood: --games 3; write `--pairs`"),
        (
            ["play", "tutorial", "last-fine-day", "--plain"],
            "not understood: --plain; leave it out: in the terminal, all games are played line by line",
        ),
        (["test", "tutorial", "--knockout"], "not understood: --knockout; did you mean `--knock-out`?"),
        (
            ["ask", "tutorial", "ewe", "is", "called"],
            "not understood: is called; put a text with blanks into quotes: 'ewe is called'",
        ),
        (
            ["--depth", "judge", "ask", "tutorial", "1"],
            "the command comes first, `hexlaw ask ...`, and `--depth` behind it",
        ),
        (["-q", "check"], "the command comes first, `hexlaw check ...`, and `-q` behind it"),
        (
            ["say", "tutorial", "hailstorm"],
            "the law of `tutorial` has nothing called `hailstorm`: see `hexlaw find tutorial hailstorm`",
        ),
    ],
)
def test_a_word_from_elsewhere_is_answered_with_what_to_write(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.endswith(f"{told}\n")


def test_words_from_elsewhere_lead_to_commands_and_are_not_commands() -> None:
    assert ALSO_CALLED.keys().isdisjoint(COMMANDS)
    assert {meant.split()[1] for meant in ALSO_CALLED.values()} <= {*COMMANDS}


def test_a_piece_of_a_kind_that_stands_nowhere_is_told_what_its_kind_lacks(
    asked: list[object], port: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (port / "30.law").write_text("thing idea\n  bright: yes/no\n")
    err = run(capsys, *ask(asked, "1"), "--piece", "mine=idea@A-1")[2]
    assert "help: say below `thing idea` where it can stand: `stands in hex`" in err
