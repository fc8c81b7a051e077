"""A situation is set up again by a check only where something has changed that setting it up reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.checking import set_ups
from hexlaw.compiler.checking.check_modules import check

LAW = """chapter [1] "Tides"
choice side
  reds, blues
thing game also
  day: whole = 1
sequence game [1]
  phase day:
    phase sailing by reds
situation calm [1] "A calm sea"
fact shallow(h: hex): yes/no
rule shallow.by-depth [1]
  when deep(h) < 2
  shallow(h)
fact deep(h: hex): whole
  otherwise 3
rule deep.shoal [1]
  when h is shoal
  deep(h) is 1
fact toll(u: boat): fathoms
  otherwise 0
rule toll.crewed [1]
  when u.crew > 1
  toll(u) is 1
rule deep.dredged [1]
  limits deep.shoal
  when tax(h) > 5
fact tax(h: hex): whole
  otherwise 0
fact fee(u: boat): whole
  otherwise 0
"""
GRID = 'grid: {orientation: pointy, lines: [A, B], lengths: [5], shifted: second, name: "{line}-{number}"}'
BOARD = f"board: W\n{GRID}\nhexes: {{A-2: {{shoal: yes}}}}\n"
CALM = """board: W
zones: {bar: those h in hexes where shallow(h)}
pieces:
  ann: {kind: boat, at: A-2, crew: 2}
tells:
  manned: count(boat u where u.crew > fee(u) and toll(u) > 0)
"""


def test_what_is_required_is_looked_at_as_the_situation_begins(bench: Any) -> None:
    files = {"situations/calm.yaml": CALM, "boards/w.yaml": BOARD}
    limit = (
        "rule crew [1]\n  for each boat u\n  requires u.crew <= room(u)\nfact room(u: boat): whole\n  otherwise {}\n"
    )
    folder = bench.write(LAW + limit.format(2), name="port", files=files)
    assert [*check(str(folder)).diagnostics] == []
    (folder / "10-law.law").write_text((folder / "10-law.law").read_text("utf-8").replace("otherwise 2", "otherwise 1"))
    [found] = check(str(folder)).diagnostics
    where = found.span
    assert (found.code, found.level, where.source.text[where.start : where.end]) == ("HX330", "warning", "ann")
    assert found.message == "the situation begins with `crew` broken for ann: `u.crew <= room(u)` does not hold"


@pytest.fixture
def port(bench: Any) -> Path:
    files = {"situations/calm.yaml": CALM, "boards/w.yaml": BOARD}
    folder: Path = bench.write(LAW, name="port", files=files)
    return folder


def errors(module: Path) -> list[str]:
    return [f"{d.code} {d.message}" for d in check(str(module)).diagnostics if d.level == "error"]


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_an_edit_of_what_is_asked_of_games_alone_leaves_the_situation_alone(
    port: Path, own_cache: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert errors(port) == []
    monkeypatch.setattr(set_ups, "_set_up", lambda *_: pytest.fail("it was set up again"))
    edit(port / "10-law.law", "toll(u) is 1", "toll(u) is 2")
    assert errors(port) == []
    own_cache.new_process()
    assert errors(port) == []


FAR_OFF = "rule toll.far [1]\n  over toll.crewed\n  when u is lit\n  toll(u) is 3\n"
SHUT = "rule shut [1]\n  limits shallow.by-depth\n  when deep(h) < 2\n"


def test_a_rule_that_comes_leaves_alone_what_does_not_ask_it(
    port: Path, own_cache: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert errors(port) == []
    monkeypatch.setattr(set_ups, "_set_up", lambda *_: pytest.fail("it was set up again"))
    edit(port / "10-law.law", "fact tax", FAR_OFF + "fact tax")
    assert errors(port) == []
    own_cache.new_process()
    assert errors(port) == []


DEEPER = "rule deep.deeper [1]\n  over deep.shoal\n  when h is shoal\n  deep(h) is 5\n"
DROPPED = "rule deep.anew [1]\n  replaces deep.shoal\n  when h is shoal\n  deep(h) is 5\n"


@pytest.mark.parametrize("rule", [SHUT, DEEPER, DROPPED], ids=["limits", "over", "replaces"])
def test_a_rule_that_comes_and_is_asked_is_noticed_and_so_is_its_going(port: Path, own_cache: Any, rule: str) -> None:
    assert errors(port) == []
    law = port / "10-law.law"
    before = law.read_text("utf-8")
    edit(law, "fact tax", rule + "fact tax")
    assert any("HX327" in error for error in errors(port))
    own_cache.new_process()
    assert any("HX327" in error for error in errors(port))
    law.write_text(before, "utf-8")
    assert errors(port) == []


def test_a_situation_that_asks_whether_a_rule_applies_reads_that_rule(port: Path, own_cache: Any) -> None:
    edit(port / "situations" / "calm.yaml", "where shallow(h)", "where shallow.by-depth applies")
    assert errors(port) == []
    edit(port / "10-law.law", "when deep(h) < 2", "when deep(h) < 1")
    assert any("HX327" in error for error in errors(port))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("10-law.law", "when h is shoal", "when h is shoal and h is not shoal-like"),
        ("10-law.law", "  deep(h) is 1", "  deep(h) is 2"),
        ("10-law.law", "tax(h: hex): whole\n  otherwise 0", "tax(h: hex): whole\n  otherwise 9"),
        ("10-law.law", "fact shallow(h: hex)", "fact shallow(h: boat)"),
        ("10-law.law", "fee(u: boat): whole\n  otherwise 0", "fee(u: boat): yes/no"),
        ("10-law.law", "situation calm", "situation stormy"),
        ("00-words.law", "  crew: whole = 0\n", ""),
        ("boards/w.yaml", "A-2: {shoal: yes}", "A-2: {shoal: no}"),
        ("boards/w.yaml", "lengths: [5]", "lengths: [1]"),
        ("situations/calm.yaml", "at: A-2", "at: A-9"),
        ("situations/calm.yaml", "manned: count", "manned: cuont"),
    ],
)
def test_an_edit_that_it_reads_is_noticed_and_so_is_its_undoing(
    port: Path, own_cache: Any, file: str, old: str, new: str
) -> None:
    assert errors(port) == []
    before = (port / file).read_text("utf-8")
    edit(port / file, old, new)
    assert errors(port) != []
    own_cache.new_process()
    assert errors(port) != []
    (port / file).write_text(before, "utf-8")
    assert errors(port) == []


@pytest.mark.parametrize(
    ("was", "now", "code", "level", "line"),
    [
        ("toll(u) > 0)\n", "toll(u) > 0)\nwinner: reds\n", "HX476", "note", 7),
        ("tells:\n", "worth: worth(side)\ntells:\n", "HX426", "error", 5),
    ],
)
def test_a_game_is_judged_by_what_happens_in_it(
    bench: Any, was: str, now: str, code: str, level: str, line: int
) -> None:
    files = {"situations/calm.yaml": CALM.replace(was, now), "boards/w.yaml": BOARD}
    [found] = check(str(bench.write(LAW, name="port", files=files))).diagnostics
    assert (found.code, found.level) == (code, level)
    assert found.span is not None
    assert found.span.line == line


def test_a_situation_that_nobody_can_win_is_told_once_another_says_who_wins(bench: Any) -> None:
    """Also where it was looked at, and found right, before there was another one."""
    law = LAW + 'situation storm [1] "A storm"\nfact leader(g: game): side or none\n  otherwise none\n'
    files = {"situations/calm.yaml": CALM, "situations/storm.yaml": CALM, "boards/w.yaml": BOARD}
    port = bench.write(law, name="port", files=files)
    assert [*check(str(port)).diagnostics] == [], "who wins is not asked in this game"
    (port / "situations/storm.yaml").write_text(f"{CALM}winner: leader(game)\n")
    [found] = check(str(port)).diagnostics
    assert (found.code, found.level) == ("HX476", "note")
    assert (found.message, found.help) == (
        "nobody can win `calm`: it names no `winner`",
        "say who wins, as `storm` does",
    )
    assert found.span is not None
    assert found.span.source.name.endswith("calm.yaml")
    (port / "situations/calm.yaml").write_text(f'{CALM}"winner": leader(game)\n')
    assert [*check(str(port)).diagnostics] == [], "a key may stand in quotes"


def test_a_winner_that_is_asked_for_and_a_worth_of_a_side_are_no_findings(bench: Any) -> None:
    law = LAW + "fact leader(g: game): side or none\n  otherwise none\n"
    files = {"situations/calm.yaml": CALM + "winner: leader(game)\n", "boards/w.yaml": BOARD}
    assert [*check(str(bench.write(law, name="port", files=files))).diagnostics] == []
