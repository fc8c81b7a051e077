"""VASSAL itself opens every module that stands alone, with every set-up: hexes and counters are where we say.

It needs Java, Xvfb and VASSAL (`vassal_engine.py` says how it is found), and some minutes: a module is made and opened
in half a minute.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.desk.vassal.archives import unpacked
from hexlaw.compiler.desk.vassal.game_logs import read_log
from hexlaw.compiler.situations.maps import read_map
from hexlaw.compiler.situations.situation_files import read_situation
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.board.geometry import distance

from . import vassal_engine
from .saved_boards import boards_of

OF_BOARD = "VASSAL.build.module.map.boardPicker."
GAMES = [name for name in Workspace().shipped() if " + " not in name]
pytestmark = pytest.mark.skipif(bool(vassal_engine.what_is_missing()), reason=vassal_engine.what_is_missing())


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    with vassal_engine.display() as name:
        yield name


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> str:
    return vassal_engine.class_path(tmp_path_factory.mktemp("driver"))


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_opens_each_set_up(name: str, classes: str, screen: str, tmp_path: Path) -> None:
    workspace = Workspace()  # in which the law is compiled once for all set-ups
    try:
        data = workspace.vassal(name, with_book=False).data
    except Refused as refused:
        pytest.skip(f"it does not stand alone: {refused}")
    (tmp_path / "game.vmod").write_bytes(data)
    files = unpacked(data, name)
    boards = {
        board.attrib["name"]: hexes_of(board)
        for board in ElementTree.fromstring(files["buildFile.xml"]).iter(f"{OF_BOARD}Board")
    }
    with vassal_engine.opened(tmp_path / "game.vmod", classes, screen, tmp_path / "home") as vassal:
        for set_up in json.loads(files["hexlaw.json"])["set-ups"].values():
            (tmp_path / "set-up.vsav").write_bytes(files[f"{set_up}.vsav"])
            vassal.ask("load", tmp_path / "set-up.vsav")
            saved = files[f"{set_up}.vsav"]
            counters, hexes = read_log(saved, set_up).begins.values(), boards[boards_of(saved)[0]]
            asked = [f"{x},{y}" for x, y in hexes.values()]
            assert vassal.ask("names", *asked) == [f"{called}\t{at}" for called, at in zip(hexes, asked, strict=True)]
            lying = {tuple(line.split("\t")[:2]) for line in vassal.ask("pieces")}
            assert lying == {(each.properties["HexlawName"], f"{each.x},{each.y}") for each in counters}
            measured(vassal, hexes, workspace, name, set_up)


def hexes_of(board: ElementTree.Element) -> dict[str, tuple[int, int]]:
    """The middle of each hex of a board, by its name."""
    found = {}
    for zone in board.iter(f"{OF_BOARD}board.mapgrid.Zone"):
        corners = [tuple(map(int, at.split(","))) for at in zone.attrib["path"].split(";")]
        count = len(corners)
        found[zone.attrib["name"]] = (sum(x for x, _ in corners) // count, sum(y for _, y in corners) // count)
    return found


def measured(
    vassal: vassal_engine.OpenVassal, hexes: dict[str, tuple[int, int]], workspace: Workspace, name: str, set_up: str
) -> None:
    """Pairs of hexes by lot are as far from each other for VASSAL as for us."""
    compilation = workspace.compiled(name).compilation
    layers = read_situation(compilation, set_up, None, Diagnostics())
    assert layers
    board = read_map(layers, {}, compilation, Diagnostics())
    assert board is not None
    some = Random(set_up).choices(list(hexes), k=20)
    first = board.find(some[0])
    assert first is not None
    told = vassal.ask("ranges", *(",".join(map(str, hexes[each])) for each in some))
    ours = [distance(first, there) for each in some[1:] if (there := board.find(each)) is not None]
    assert [int(each) for each in told] == ours
