"""`back` at the table: what others have done, gone through again; and odds of dice that fall later, throw by throw."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ...typed_commands import OWN, own, typed

WISHES = """thing lantern
  side: side = gulls
  wanted: yes/no
  lit: yes/no
action wish [5]
  open in watch
  pick one(l: lantern) where l.side is acting and l is not wanted
  mark l as wanted
effect kindle(l: lantern) [5]:
  roll 1d6 as spark
  if spark > 4:
    mark l as lit
rule wishes.kept [5]
  at the end of watch
  then:
    for each lantern l where l is wanted and l.side is acting:
      do kindle(l)
"""
LANTERNS = (
    "pieces: {ann: {kind: lantern}, bob: {kind: lantern}, cyd: {kind: lantern, side: terns}, "
    "dot: {kind: lantern, side: terns}}\n"
)


@pytest.fixture
def table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> pytest.CaptureFixture[str]:
    """A game in which each side wishes for lanterns, which are kindled once it is done."""
    monkeypatch.chdir(tmp_path)
    own(LANTERNS, **{"01.law": OWN["01.law"] + WISHES})
    return capsys


def played(answers: str, table: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    assert typed("play", "own", "night", answers=answers, monkeypatch=monkeypatch) == 0
    return table.readouterr().out


def test_odds_of_an_end_are_told_throw_by_throw(
    table: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played("wish ann wish bob\nodds end\nquit\n", table, monkeypatch)
    for lantern in ("ann", "bob"):
        assert f"    1/3 (33 %)  {lantern}: lit yes" in told
    assert told.count("    2/3 (67 %)  nothing changes") == 2, "and nothing about both at once"


def test_odds_of_what_is_being_put_together_are_those_of_its_own_throw(
    table: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = played("wish ann\nodds wish bob\nquit\n", table, monkeypatch)
    assert "no dice fall upon it; once watch is over:" in told
    assert "1/3 (33 %)  bob: lit yes" in told
    assert "ann: lit yes" not in told


def test_what_others_did_is_gone_through_step_by_step(
    table: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sits at the keyboard next looks back at the terns' turn: a wish, the end, a throw."""
    answers = "end end\nwish cyd\nend end\nlook cyd\nback\n\nlook cyd\nBack\nThrow\nwhy cyd\nEnd\nlog 1\nquit\n"
    law = OWN["01.law"].replace("phase evening:", "phase evening while game.lamps < 9:")
    Path("own/01.law").write_text(law + WISHES, "utf-8")
    told = played(answers, table, monkeypatch)
    after = told.partition("`step` (or an empty line) goes on")[2]
    assert re.findall(r"(\d of \d)> ", after) == ["0 of 2", "1 of 2", "1 of 2", "0 of 2", "2 of 2", "2 of 2"]
    first, _, second = after.partition("1 of 2> ")
    assert "terns: wish cyd\n  terns: done with watch" in first
    assert second.startswith("  cyd: lantern, terns\n    wanted yes"), "as it was after the first step"
    assert "spark shows" not in first
    assert "spark shows" in second.partition("2 of 2> ")[0]
    assert "`why` cannot be asked of what has been" in second


def test_of_a_throw_of_others_it_is_told_what_came_of_it(
    table: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    glow = "quantity glow(l: lantern, pip: whole): whole [5]\n  starts with pip\n"
    words = 'words\n  quantity glow reads "the glow of {l}"\n'
    law = OWN["01.law"].replace("phase evening:", "phase evening while game.lamps < 9:")
    Path("own/01.law").write_text(law + WISHES.replace("if spark", "if glow(l, spark)") + glow + words, "utf-8")
    told = played("end end\nwish cyd\nend end\nback\nthrow\nend\nquit\n", table, monkeypatch)
    [shows] = re.findall(r"spark shows (\d)", told.partition("goes on")[2])
    assert f"spark shows {shows}\n    the glow of cyd is {shows}" in told.partition("goes on")[2]


def test_there_is_nothing_to_look_back_at_in_the_beginning(
    table: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "nobody else has done anything" in played("back\nwish ann\nback\nquit\n", table, monkeypatch)


def test_what_others_did_last_is_gone_through_again_after_an_answer(
    table: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The terns have wished for their lanterns; then the gulls have wished, and ask what the terns had done."""
    own(LANTERNS, **{"01.law": OWN["01.law"].replace("phase evening:", "phase evening while game.lamps < 1:") + WISHES})
    words = "wish ann\nend end\nwish cyd\nend end\nwish bob\nback\n\nend\nquit\n"
    told = played(words, table, monkeypatch)
    back = told.partition("0 of ")[2]
    assert "terns: wish cyd" in back
    assert "gulls: wish bob" not in back


def test_of_each_deed_on_which_nothing_follows_it_is_said(
    table: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two lanterns are kindled one after the other, each by a throw of its own; of each that stays dark it is said."""
    for seed in range(8):
        words = ("play", "own", "night", "--seed", str(seed), "--journal", f"{seed}.journal")
        assert typed(*words, answers="wish ann wish bob\nend end\nquit\n", monkeypatch=monkeypatch) == 0
        told = table.readouterr().out
        found = re.findall(r"spark shows (\d)\n    (.*)\n", told)
        assert len(found) == 2
        for lantern, (shows, came) in zip(("ann", "bob"), found, strict=True):
            assert came == (f"{lantern}: lit yes" if int(shows) > 4 else "nothing changes")


def test_looking_back_says_it_as_well(table: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    law = OWN["01.law"].replace("phase evening:", "phase evening while game.lamps < 9:")
    Path("own/01.law").write_text(law + WISHES.replace("if spark > 4", "if spark > 6"), "utf-8")
    told = played("end end\nwish cyd\nend end\nback\nthrow\nend\nquit\n", table, monkeypatch)
    assert re.search(r"spark shows \d\n    nothing changes\n", told.partition("0 of ")[2])
