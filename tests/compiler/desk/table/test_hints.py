"""`hint` at the table: what a captain would do, and what for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ...typed_commands import advised, own, typed

AIM = "aim: that its beasts lie content in clover when the sun is down"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def played(answers: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    words = ("play", "tutorial", "last-fine-day", "--against", "beginner", "--seed", "straw")
    assert typed(*words, answers=answers, monkeypatch=monkeypatch) == 0
    return capsys.readouterr().out


def test_a_hint_can_be_played_and_says_what_it_is_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first goal of either farm is beasts in clover when the sun is down (RB 8)."""
    told = played("hint\nhint\nquit\n", capsys, monkeypatch)
    first, again = re.findall(r"  a captain plays here .*?(?=sunside>)", told, re.DOTALL)
    assert first == again
    assert AIM in first
    move = re.search(r"Sunside: (\w+) moves to (\d+)(?: via ([\d, and]+))?\n", first)
    assert move is not None
    steps = [*re.findall(r"\d+", move[3] or ""), move[2]]
    after = played(f"move {move[1]} {' '.join(steps)} done\nlook {move[1]}\nquit\n", capsys, monkeypatch)
    assert "refused" not in after
    assert f"{steps[-1]}" in after.rpartition("sunside> ")[0].rpartition("sunside> ")[2]


def test_in_the_middle_of_an_action_it_goes_on_with_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played("move anna\nhint\nquit\n", capsys, monkeypatch)
    assert re.search(r"a captain plays here .*:\n +Sunside: anna moves to \d{4}", told)
    assert "it has also weighed" not in told, "other actions cannot be begun now"


PLAN = """
order plan [4]
  falls due in watch
  lamp: whole secret
"""


@pytest.mark.parametrize(("more", "names_keeper"), [("", True), (PLAN, False)])
def test_where_the_law_has_secrets_it_names_the_next_answer_alone(
    more: str, names_keeper: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """How far a plan can be followed might tell what others hide."""
    advised("(s: side): exact\nrule worth.lamps\n  worth(s) is game.lamps")
    law = Path("own/01.law")
    law.write_text(law.read_text("utf-8").replace("situation night", f"{more}\nsituation night"), "utf-8")
    words = ("play", "own", "night", "--against", "random", "--seed", "oil")
    assert typed(*words, answers="hint\nquit\n", monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out.partition("a captain plays here without a style:\n")[2]
    assert "light" in told
    assert ("light gulls" in told) == names_keeper


def test_without_advice_there_is_none(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    own("game: {lamps: 1}\n")
    assert typed("play", "own", "night", "--against", "random", answers="hint\nquit\n", monkeypatch=monkeypatch) == 0
    assert "no hint: no advice says what a position is worth" in capsys.readouterr().out
