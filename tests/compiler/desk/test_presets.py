"""Options that a source recommends together: what `--preset` switches, lists and refuses, and what `check` finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.workspace.workspace import Refused, Workspace, chosen_law

from ..typed_commands import typed

MODULE = """module: mine
title: Clouds over it
version: 1.0.0
extends: tutorial
presets:
  cloudy:
    title: A cloudy day
    suits: days that begin with rain
    options: {OPTION: on}
    cite: [CITED]
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def mine(option: str = "clouds", cited: str = "RB 7") -> None:
    Path("mine").mkdir(exist_ok=True)
    Path("mine/module.yaml").write_text(MODULE.replace("OPTION", option).replace("CITED", cited), "utf-8")


def test_presets_are_listed_with_what_they_suit(capsys: pytest.CaptureFixture[str]) -> None:
    mine()
    assert typed("run", "mine") == 0
    assert "--preset cloudy  A cloudy day: days that begin with rain" in capsys.readouterr().out


def test_a_game_is_played_with_the_options_of_a_preset() -> None:
    mine()
    typed("run", "mine", "last-fine-day", "--preset", "cloudy", "--journals", "kept")
    typed("run", "mine", "last-fine-day", "--journals", "without")
    kept, without = (Path(name, "last-fine-day-1.journal").read_text("utf-8") for name in ("kept", "without"))
    assert '"options": {"clouds": "on"}' in kept
    assert '"options": {}' in without


def test_what_is_said_beside_a_preset_counts_for_more() -> None:
    mine()
    chosen = Workspace().with_preset("mine", "cloudy", chosen_law({"clouds": False}))
    assert chosen.options == {"clouds": False}
    assert Workspace().with_preset("mine", "cloudy", chosen_law()).options == {"clouds": True}


def test_a_module_has_the_presets_of_what_it_builds_on() -> None:
    mine()
    Path("over").mkdir()
    Path("over/module.yaml").write_text("module: over\ntitle: Over it\nversion: 1.0.0\nextends: mine\n", "utf-8")
    assert [*Workspace().presets("over")] == ["cloudy"]
    assert Workspace().presets("tutorial") == {}


def test_a_preset_that_is_not_there_is_refused_with_the_nearest_name() -> None:
    mine()
    with pytest.raises(Refused) as refused:
        Workspace().with_preset("mine", "cloud", chosen_law())
    assert (refused.value.message, refused.value.help) == ("`mine` has no preset `cloud`", "did you mean `cloudy`?")


@pytest.mark.parametrize(
    ("option", "cited", "found"), [("clowds", "RB 7", "there is no option `clowds`"), ("clouds", "ZZ 7", "ZZ")]
)
def test_check_finds_what_a_preset_names_in_vain(
    option: str, cited: str, found: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mine(option, cited)
    assert typed("check", "mine") == 1
    said = capsys.readouterr()
    assert found in said.out + said.err


def test_check_finds_options_that_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    mine()
    Path("mine/module.yaml").write_text(MODULE.replace("OPTION", "fog").replace("CITED", "RB 7"), "utf-8")
    law = 'chapter [RB 7] "Fog"\n\noption fog [RB 7]\n  "Fog lies on the meadow."\n  default off\n  needs clouds\n'
    Path("mine/01.law").write_text(law, "utf-8")
    assert typed("check", "mine") == 1
    said = capsys.readouterr()
    assert "the option `fog` needs `clouds`, which is off" in said.out + said.err
