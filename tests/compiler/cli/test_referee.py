"""`hexlaw referee` as it is typed: what an add-on requires is looked at, what the law forbids is told with its place.

The kept game of the tutorial is looked at. rosa, otto and gretel walk into 0505, which is clover, in lines 7, 14, 21.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.situations.games import open_journal
from hexlaw.runtime.play.journal import Entry, Journal

from ..typed_commands import ROOT, typed

KEPT = ROOT / "rules" / "tutorial" / "journals" / "last-fine-day-greedy-2.journal"
NO_CLOVER = """chapter [HR 1] "Clover"

rule clover.kept [HR 1]
  for each unit u where u.hex is not none
  requires u.hex.terrain is not clover
  says "{u} stands in the clover of {u.hex}"
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def add_on(law: str, name: str = "keeper") -> str:
    folder = Path(name)
    folder.mkdir()
    (folder / "module.yaml").write_text(
        f"module: {name}\ntitle: What must hold\nversion: 1.0.0\nreferee: yes\nadd-on-for: [tutorial]\n"
        "sources: {HR: {title: House rules}}\nspeaks-for: [HR]\ndefault-source: HR\n", "utf-8",
    )  # fmt: skip
    (folder / "01.law").write_text(law, "utf-8")
    return f"./{name}"


def changed(edit: Callable[[list[Entry]], list[Entry]]) -> str:
    """The kept game with other answers, whole as far as checks can tell."""
    journal = open_journal(KEPT, Diagnostics())
    assert journal is not None
    path = Path("changed.journal")
    path.write_text("".join(Journal(journal.header, edit(journal.entries), journal.laws).lines()), "ascii")
    return str(path)


def test_each_breach_is_told_when_it_begins_and_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("referee", str(KEPT), "--by", add_on(NO_CLOVER)) == 1
    told = capsys.readouterr().out.splitlines()
    name = KEPT.name
    assert [line for line in told if line.startswith(name)][:3] == [
        f"{name}:{line}: broken: {who} stands in the clover of 0505"
        for line, who in ((7, "rosa"), (14, "otto"), (21, "gretel"))
    ]
    assert told[1:7] == [
        "  clover.kept [HR 1]",
        "    2  sunside: move.mover rosa", "    3  sunside: move.step 0205", "    4  sunside: move.step 0305",
        "    5  sunside: move.step 0405", "    6  sunside: move.step 0505",
    ]  # fmt: skip


def test_what_begins_again_is_told_again(capsys: pytest.CaptureFixture[str]) -> None:
    """A farm's half ends twice in a round, so its own turn comes and goes."""
    law = NO_CLOVER.replace("u.hex.terrain is not clover", "not now in shoving").replace(
        "for each unit u where u.hex is not none", "for each unit u where u is a shepherd and u.side is sunside"
    )
    typed("referee", str(KEPT), "--by", add_on(law.replace(" of {u.hex}", "")))
    whole = capsys.readouterr().out
    assert whole.count("anna stands in the clover") == 2


def test_an_add_on_refuses_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """`tutorial + keeper` would refuse the step into the clover; looked at, the game goes on to its end."""
    typed("referee", str(KEPT), "--by", add_on(NO_CLOVER))
    assert "66 answers looked at by ./keeper" in capsys.readouterr().out


def test_nothing_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("referee", str(KEPT)) == 0
    assert capsys.readouterr().out == (
        f"{KEPT.name}: 66 answers looked at by the law of the game alone: nothing is wrong\n"
    )


def test_an_illegal_answer_is_told_and_the_game_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    """heidi, who has walked four hexes, takes a fifth, to 0504 in place of being done: she has no strides left."""

    def one_more(entries: list[Entry]) -> list[Entry]:
        at = next(n for n, e in enumerate(entries) if e.answer == "0503") + 1
        return [*entries[:at], replace(entries[at], answer="0504"), *entries[at:]]

    assert typed("referee", changed(one_more)) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("changed.journal:43: illegal: ")
    assert told[1].startswith("  move.tired [RB 2.5]")
    assert told[-1] == "changed.journal: 67 answers looked at by the law of the game alone: 1 remark"


def test_what_cannot_be_followed_is_told_and_ends_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("referee", changed(lambda entries: [entries[0], *entries[2:]])) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "changed.journal:3: cannot tell: the game asks something else here: sunside: move.mover"


def test_a_requirement_that_the_law_cannot_answer_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    law = f"{NO_CLOVER}\nfact omen(g: game): whole\nrule omen.ill [HR 1]\n  when g.turns < 0\n  omen(g) is 1\n"
    law = law.replace("requires u.hex.terrain is not clover", "requires omen(game) > 0").replace(
        "g.turns", "count(unit u)"
    )
    assert typed("referee", str(KEPT), "--by", add_on(law)) == 1
    told = capsys.readouterr().out.splitlines()
    assert [line for line in told if "cannot tell" in line] == [
        f"{KEPT.name}:1: cannot tell: clover.kept: no rule says what `omen` is for game"
    ]


def test_a_journal_that_was_torn_off_is_looked_at_as_far_as_it_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    lines = KEPT.read_text("ascii").splitlines(keepends=True)
    Path("torn.journal").write_text("".join(lines[:20]) + lines[20][:15], "ascii")
    assert typed("referee", "torn.journal") == 1
    printed = capsys.readouterr()
    assert "line 21 of" in printed.err
    assert printed.out == "torn.journal: 19 answers looked at by the law of the game alone: nothing is wrong\n"


def test_journals_of_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    Path("kept").mkdir()
    for name in ("one", "two"):
        Path("kept", f"{name}.journal").write_bytes(KEPT.read_bytes())
    assert typed("referee", "kept") == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == ["one.journal", "two.journal"]


ACCOUNT = """module: tutorial
cases:
  - id: account
    situation: last-fine-day
    play:
      - move.mover: rosa
      - move.step: "0205"
      - move.mover: otto
      - move.step: "0206"
      - move.step: "0202"
      - shove.pusher: otto
      - shove.target: nowhere
      - move.mover: emma
    ask: otto.hex
    expect: "0202"
"""


def test_each_step_of_an_account_is_judged_and_play_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    """That rosa's move is over need not be said, nor that sunside's moving is. otto jumps from 0206 to 0202, which is
    not next to it; to shove, nobody has called him. emma is of the other farm, which moves next."""
    Path("account.cases.yaml").write_text(ACCOUNT, "utf-8")
    assert typed("referee", "account.cases.yaml") == 1
    told = capsys.readouterr().out.splitlines()
    of_steps = [
        line.split(": ", 2) for line in told if line.startswith("account.cases.yaml:") and "account:" not in line
    ]
    assert [(place.rpartition(":")[2], sort) for place, sort, _ in of_steps] == [
        ("6", "legal"), ("7", "legal"), ("8", "legal"), ("9", "legal"), ("10", "illegal"), ("11", "illegal"),
        ("12", "cannot tell"), ("13", "legal"),
    ]  # fmt: skip
    assert of_steps[0][2] == "move.mover: rosa"
    assert of_steps[4][2].startswith("refused: 0202 is not among the hexes next to 0206")
    assert of_steps[5][2].startswith("refused by shove.unheard [RB 5.1]: ")
    assert told[-1] == "account.cases.yaml: account: 8 answers looked at by the law of the game alone: 3 remarks"


def test_what_an_add_on_requires_is_looked_at_after_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    """From 0206 by 0305 and 0405 into the clover of 0505."""
    steps = "".join(f'      - move.step: "{there}"\n' for there in ("0206", "0305", "0405", "0505"))
    begun, asked = ACCOUNT.split("      - move.mover: rosa\n")[0], ACCOUNT[ACCOUNT.index("    ask:") :]
    Path("account.cases.yaml").write_text(f"{begun}      - move.mover: otto\n{steps}{asked}", "utf-8")
    assert typed("referee", "account.cases.yaml", "--by", add_on(NO_CLOVER)) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[4:7] == [
        'account.cases.yaml:10: legal: move.step: "0505"',
        "account.cases.yaml:10: broken: otto stands in the clover of 0505", "  clover.kept [HR 1]",
    ]  # fmt: skip


def test_a_case_file_says_of_which_law_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    Path("account.cases.yaml").write_text(ACCOUNT.removeprefix("module: tutorial\n"), "utf-8")
    assert typed("referee", "account.cases.yaml") == 2
    assert "does not say which module it asks" in capsys.readouterr().err
