"""Situations with secrets and many pieces, played by the requests of a page."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from hexlaw.compiler.wasm.following import target_of
from hexlaw.compiler.workspace import table_games

from ..compiler.studio.person_at_page import Person
from ..compiler.typed_commands import typed


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _law_is_printed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game plays as WebAssembly from its first answer on, as it does for everybody once the law is printed."""
    monkeypatch.setattr(table_games, "stand_beside", lambda game, meanwhile: target_of(game))


def test_a_situation_with_secrets_is_played_to_its_end_by_two_at_one_page() -> None:
    person, random = Person("panzer-leader", "remagen"), Random(1)
    looked = set()
    while not person.state["over"]:
        person.go_on(random, 10_000)
        looked.add(person.state.get("looks"))
    assert looked == {None, "german", "allied"}
    assert person.state["ended"][0].startswith("won by ")
    assert typed("replay", "remagen.journal") == 0


def test_a_program_sets_up_and_a_row_is_set_up_by_clicks() -> None:
    person = Person("panzer-leader", "remagen", "random")
    waiting = (unit.name for unit in person.game.position.of_kind("unit") if person.game.position.hex_of(unit) is None)
    by_clicks = ((name, person.ask("select", piece=name)["actions"]) for name in waiting)
    (first, [begun, *_]), (second, _) = islice(((name, actions) for name, actions in by_clicks if actions), 2)
    here, there = begun["targets"][:2]  # hexes, of which nothing more is said than their names
    person.type(f"{first} {here}")
    person.type(f"{second} {there}")
    position = person.game.position
    assert [position.map.name_of(position.hex_of(position.things[name])) for name in (first, second)] == [here, there]
    person.type("auto")
    assert person.state["turn"] == "German: time before play, set-up"
    assert not any(isinstance(option, dict) and option.get("piece") for option in person.state["options"])
    person.type("undo")
    assert person.state["options"]
