"""The module that is made of a law: what stands in it, read from its files."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.vassal.archives import SavedCounter, saved_text, unpacked
from hexlaw.compiler.desk.vassal.escaped_texts import parted, unnested
from hexlaw.compiler.desk.vassal.game_logs import read_log
from hexlaw.compiler.workspace.workspace import Beginning, Workspace

from .saved_boards import boards_of

BUILD = "VASSAL.build."
ROOT = Path(__file__).resolve().parents[4]


class Module:
    def __init__(self, data: bytes) -> None:
        self.files: Mapping[str, bytes] = unpacked(data, "tutorial.vmod")
        self.root = ElementTree.fromstring(self.files["buildFile.xml"])

    def all(self, name: str) -> list[Element]:
        return list(self.root.iter(BUILD + name))

    def set_up(self, name: str) -> list[SavedCounter]:
        """The counters of a set-up."""
        return [*read_log(self.files[f"{name}.vsav"], name).begins.values()]

    def menu_of(self, prototype: str) -> list[str]:
        """The commands of the counters of a kind."""
        [found] = [each for each in self.all("module.PrototypeDefinition") if each.get("name") == prototype]
        type_ = parted("/", found.text or "")[2]
        return [parted(";", trait)[2] for trait in unnested(type_) if trait.startswith("macro;")]


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    return Workspace()


@pytest.fixture(scope="module")
def module(workspace: Workspace) -> Module:
    return Module(workspace.vassal("tutorial").data)


def test_each_situation_is_a_set_up(module: Module) -> None:
    files = {each.attrib["name"]: each.attrib["file"] for each in module.all("module.PredefinedSetup")}
    assert files["The last fine day"] == "last-fine-day.vsav"
    assert set(files.values()) == {"last-fine-day.vsav", "market-day.vsav", "early-snow.vsav"}
    assert set(files.values()) <= set(module.files)


def test_counters_lie_in_the_hexes_where_the_situation_has_them(module: Module, workspace: Workspace) -> None:
    picture = workspace.draw("tutorial", Beginning("last-fine-day")).svg
    counters, [board] = module.set_up("last-fine-day"), module.all("module.map.boardPicker.Board")[:1]
    middles = {}
    for zone in board.iter(f"{BUILD}module.map.boardPicker.board.mapgrid.Zone"):
        corners = [tuple(map(int, at.split(","))) for at in zone.attrib["path"].split(";")]
        middles[sum(x for x, _ in corners) // 6, sum(y for _, y in corners) // 6] = zone.attrib["name"]
    where = {each.properties["HexlawName"]: middles.get((each.x, each.y)) for each in counters}
    assert (where["anna"], where["heidi"], where["pointer"]) == ("0205", "0904", None)
    for name, at in where.items():
        if at is not None:
            piece = ElementTree.fromstring(picture).find(f".//*[@data-piece='{name}']")
            assert piece is not None, name


def test_a_counter_shows_by_layers_what_lies_on_it_and_its_back(module: Module) -> None:
    rex = next(each for each in module.set_up("last-fine-day") if each.name == "rex")
    assert rex.properties == {"HexlawName": "rex", "HexlawUnit": "dog"}
    assert {name: rex.states[name] for name in ("startled", "was shoved", "face")} == {
        "startled": "1", "was shoved": "1", "face": "1",
    }  # fmt: skip


def test_a_counter_says_the_actions_that_it_can_be_picked_for(module: Module) -> None:
    assert "shove into a hex: a beast" in module.menu_of("dog")
    assert "move a piece: an animal or shepherd" in module.menu_of("shepherd")
    assert "lay a lump of salt: a shepherd" in module.menu_of("shepherd")
    assert "lay a lump of salt: a shepherd" not in module.menu_of("dog")


def test_the_page_shows_what_a_counter_writes(module: Module) -> None:
    page = (ROOT / "docs" / "vassal.md").read_text("utf-8")
    [(name, at, said)] = re.findall(r"^```text said\n\* (\w+) \((\w+)\): (.*)\n```$", page, re.MULTILINE)
    there = {each.properties["HexlawName"]: each for each in module.set_up("last-fine-day")}
    assert name in there
    assert (there[name].x, there[name].y) == (there["anna"].x, there["anna"].y), "who begins in 0205, as anna does"
    assert at == "0205"
    assert said in module.menu_of("dog")


def test_the_pointer_says_hexes_and_that_one_is_done(module: Module) -> None:
    [pointer] = [each for each in module.all("widget.PieceSlot") if each.get("entryName") == "pointer"]
    said = [
        parted(";", trait)[2] for trait in unnested(parted("/", pointer.text or "")[2]) if trait.startswith("macro;")
    ]
    assert said == [
        "move a piece: the next hex", "shove into a hex: the next hex", "place one of a drove: the hex",
        "bring in one of a drove: the hex", "done",
    ]  # fmt: skip


def test_the_sequence_dice_and_sides_are_those_of_the_law(module: Module) -> None:
    once, again = module.all("module.turn.ListTurnLevel")
    assert sorted(once.attrib["list"].split(",")) == ["Shadeside: set-up", "Sunside: set-up"]
    assert again.attrib["list"] == (
        "Sunside: moving phase,Sunside: shoving phase,Shadeside: moving phase,Shadeside: shoving phase"
    )
    [counted] = module.all("module.turn.CounterTurnLevel")
    assert counted.attrib["turnFormat"] == "round $value$"
    dice = {
        each.attrib["name"]: (each.attrib["nDice"], each.attrib["nSides"]) for each in module.all("module.DiceButton")
    }
    assert dice["the pusher's die"] == dice["the rival's die"] == ("1", "6")
    assert [side.text for side in module.all("module.PlayerRoster")[0]] == ["Sunside", "Shadeside"]


def test_what_buttons_write_begins_as_a_referee_expects_it(module: Module) -> None:
    """VASSAL puts a star and a blank before what is reported, and a bare star before what has one (`TurnTracker.save`,
    `DiceButton.formatResult`, `MovementReporter`)."""
    [tracker], [on_map] = module.all("module.turn.TurnTracker"), module.all("module.Map")
    assert tracker.attrib["reportFormat"] == "<$PlayerName$> $oldTurn$ is over: $newTurn$"
    assert {dice.attrib["reportFormat"] for dice in module.all("module.DiceButton")} == {
        "* $name$ = $result$ *** <$PlayerName$>"
    }
    moves = [on_map.attrib[name] for name in ("moveWithinFormat", "moveToFormat", "createFormat")]
    marks = [each.attrib["reportFormat"] for each in module.all("module.map.MassKeyCommand")]
    assert not [text for text in (*moves, *marks) if text.startswith("*")]


def test_charts_and_the_book_come_along(module: Module) -> None:
    charts = [each.attrib for each in module.all("widget.HtmlChart")]
    for chart in charts:
        page = module.files[chart["fileName"]].decode()
        assert f"<h2>{chart['chartName']}</h2>" in page
        assert page.count("<tr>") > 1
    [book] = module.all("module.documentation.BrowserHelpFile")
    inside = unpacked(module.files["help/" + book.attrib["title"].replace(" ", "_")], "book")
    assert b"Thistle Hollow" in inside[book.attrib["startingPage"]] or "chapter-01.html" in inside


def test_every_file_that_is_named_is_there(module: Module) -> None:
    named = {each.attrib["image"] for each in module.all("module.map.boardPicker.Board")}
    pieces = [each.text or "" for each in module.all("widget.PieceSlot")]
    saved = [saved_text(data, name) for name, data in module.files.items() if name.endswith("vsav")]
    for text in (*pieces, *saved):
        named |= {word for word in text.replace(";", ",").replace("\\", "").split(",") if word.endswith(".svg")}
    assert {f"images/{name}" for name in named} == {name for name in module.files if name.startswith("images/")}


def test_pictures_are_read_by_renderers_of_svg_1_1(module: Module) -> None:
    for name, data in module.files.items():
        if name.endswith(".svg"):
            picture = ElementTree.fromstring(data).attrib
            whole = f"0 0 {picture['width']} {picture['height']}"
            assert picture.get("viewBox", whole) == whole, f"the units of {name} are no pixels"
            assert not [word for word in (b"paint-order", b' href="', b"@media", b"<style") if word in data], name


def test_a_map_that_looks_the_same_is_drawn_once(module: Module) -> None:
    boards = [boards_of(module.files[f"{name}.vsav"]) for name in ("last-fine-day", "market-day", "early-snow")]
    assert len(set(map(tuple, boards))) == 1
    assert sum(name.startswith("images/map-") for name in module.files) == 1


def test_what_the_module_says_of_itself(module: Module) -> None:
    said = json.loads(module.files["hexlaw.json"])
    assert (said["module"], said["set-ups"]["The last fine day"]) == ("tutorial", "last-fine-day")
    assert b"<name>Whistle and Shove</name>" in module.files["moduledata"]


def test_the_same_law_makes_the_same_bytes(workspace: Workspace) -> None:
    first, second = (workspace.vassal("tutorial", with_book=False).data for _ in range(2))
    assert first == second


def test_a_game_without_a_situation_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lamp").mkdir()
    (tmp_path / "lamp" / "module.yaml").write_text("module: lamp\ntitle: Lamp\nversion: 1.0.0\nhexlaw: 1\n", "utf-8")
    (tmp_path / "lamp" / "01-lamp.law").write_text("thing lamp\n  stands in hex\n", "utf-8")
    with pytest.raises(Refused, match="has no situation with a map"):
        Workspace(tmp_path).vassal("./lamp", with_book=False)
