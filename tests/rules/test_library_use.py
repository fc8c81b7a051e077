"""A library is put to use in a module: what alone fits is bound, the rest is asked, and the module stands."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.cli import main
from hexlaw.compiler.data.load import LIBRARIES, shipped_modules
from hexlaw.compiler.scaffold import new_module, new_recipe

NAMES = [name for name, folder in shipped_modules().items() if folder.parent.name == LIBRARIES]


@pytest.fixture(autouse=True)
def bay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    new_module("bay", None)
    return tmp_path / "bay"


def typed(*words: str) -> tuple[int, str]:
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        return main([*words]), said.getvalue()


def everything(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in sorted(folder.rglob("*")) if path.is_file()}


def test_names_that_alone_fit_are_bound_and_answers_are_those_of_the_toy(bay: Path) -> None:
    assert [path.as_posix() for path in new_recipe("zones", "./bay")] == ["bay/04-zones.law", "bay/module.yaml"]
    assert bay.joinpath("module.yaml").read_text("utf-8").endswith('\nuses:\n  zones: {unit: piece, under: "4"}\n')
    law = bay.joinpath("04-zones.law").read_text("utf-8")
    assert law.startswith('chapter [5] "Zones of control in this game"\n')
    assert "event steps also\n  by move.step with u = p\n" in law
    assert "  when z.hex is not none and z.hex adjacent-to h\n  z exerts-into h\n" in law
    assert "rule has-stepped.marked [5]\n  # when u is stepped\n  u has-stepped\n" in law  # `bay` has no such mark
    assert typed("check", "./bay") == (0, "bay: fine (12 rules, 0 rulings, 0 tables, 0 units, 1 board)\n")
    assert typed("fmt", "--check", "./bay")[0] == 0


def test_a_second_library_stands_below_the_first(bay: Path) -> None:
    new_recipe("zones", "./bay")
    new_recipe("ammunition", "./bay")
    manifest = bay.joinpath("module.yaml").read_text("utf-8")
    assert 'uses:\n  ammunition: {shooter: piece, under: "6"}\n  zones: {unit: piece, under: "4"}\n' in manifest
    assert typed("check", "./bay")[0] == 0
    with pytest.raises(Refused, match=r"`\./bay` uses `zones` already"):
        new_recipe("zones", "./bay")


@pytest.mark.parametrize(
    ("bound", "message"),
    [
        ({}, r"it is not said what the part `turn` is; here it could be .*`game-round`.*; add `--bind turn=NAME`"),
        ({"turn": "game-rond"}, "`turn` cannot be `game-rond`: there is no such part here; did you mean `game-round`?"),
        ({"trun": "game-round"}, "`activations` binds no `trun` by name; did you mean `turn`?"),
        ({"activations-of": "x"}, "`activations` binds no `activations-of` by name"),
    ],
)
def test_what_is_not_said_is_asked_for_and_nothing_is_written(bay: Path, bound: dict[str, str], message: str) -> None:
    before = everything(bay)
    with pytest.raises(Refused, match=message):
        new_recipe("activations", "./bay", bound)
    assert everything(bay) == before


def test_what_several_fit_is_asked(bay: Path) -> None:
    asked = []

    def ask(what: str, fitting: tuple[str, ...]) -> str:
        asked.append((what, fitting))
        return "game-round"

    new_recipe("activations", "./bay", ask=ask)
    assert asked == [("the part `turn`", ("moving", "game-round", "half"))]
    assert "{us: reds, them: blues, turn: game-round, under:" in bay.joinpath("module.yaml").read_text("utf-8")
    assert typed("check", "./bay")[0] == 0


def test_names_are_given_on_the_command_line(bay: Path) -> None:
    assert typed("new", "recipe", "activations", "--in", "./bay", "--bind", "turn=game-round")[0] == 0
    assert typed("check", "./bay")[0] == 0
    code, said = typed("new", "recipe", "zones")
    assert code
    assert "hexlaw new module MINE; hexlaw new recipe zones --in ./MINE" in said


def test_a_game_on_libraries_is_no_library(bay: Path) -> None:
    with pytest.raises(Refused, match="there is no recipe `ravna`"):
        new_recipe("ravna", "./bay")


def test_uses_in_one_line_are_left_to_their_author(bay: Path) -> None:
    manifest = bay / "module.yaml"
    manifest.write_text(manifest.read_text("utf-8") + "uses: {}\n", "utf-8")
    with pytest.raises(Refused, match=r'in one line.*add there: zones: \{unit: piece, under: "4"\}'):
        new_recipe("zones", "./bay")


@pytest.mark.parametrize("name", NAMES)
def test_each_shipped_library_stands_in_a_new_module_or_says_what_it_needs(bay: Path, name: str) -> None:
    before = everything(bay)
    code, said = typed("new", "recipe", name, "--in", "./bay")
    if code:
        assert "--bind" in said
        assert everything(bay) == before
        if "nothing here is like it" in said:  # what a piece has, or what odds there are, is to be declared first
            return
        new_recipe(name, "./bay", ask=lambda what, fitting: fitting[0])
    code, said = typed("check", "./bay")
    # what the toy has no answer for that fits is for the author to answer, and what is left without conditions to mend
    assert code == 0 or "HX310" in said or "HX291" in said
