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
    assert typed("check", "./bay") == (0, "bay: fine (11 rules, 0 rulings, 0 tables, 0 units, 1 board)\n")
    assert typed("fmt", "--check", "./bay")[0] == 0


def test_a_second_library_stands_below_the_first(bay: Path) -> None:
    new_recipe("stacking", "./bay")
    new_recipe("ammunition", "./bay")
    manifest = bay.joinpath("module.yaml").read_text("utf-8")
    assert 'uses:\n  ammunition: {shooter: piece, under: "6"}\n  stacking: {unit: piece, under: "4"}\n' in manifest
    assert typed("check", "./bay")[0] == 0
    with pytest.raises(Refused, match=r"`\./bay` uses `stacking` already"):
        new_recipe("stacking", "./bay")


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


LIBRARY = """chapter [0] "Loads"

open choice side
  us, them

open thing unit
  side: side

open fact load(u: unit): whole

open fact strength(u: unit): whole

fact can-bear(u: unit): yes/no
  "It can bear what it carries for us."

rule can-bear.light [1]
  when load(u) <= strength(u)
  can-bear(u)
"""
TOY = """chapter [1] "Answers"

rule load.weight [1]
  load(u) is u.weight

rule strength.one [1]
  strength(u) is 1
"""


@pytest.fixture
def loads(tmp_path: Path) -> Path:
    head = "title: Loads\nversion: 1.0.0\nhexlaw: 1\n"
    files = {
        "module.yaml": f"module: loads\n{head}library: yes\n",
        "01-loads.law": LIBRARY,
        "toy/module.yaml": f"module: loads-toy\n{head}sources: {{T: {{title: Toy}}}}\nspeaks-for: [T]\n"
        'default-source: T\nuses:\n  loads: {under: "2"}\n',
        "toy/01-toy.law": TOY,
    }
    for name, text in files.items():
        path = tmp_path / "loads" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "loads"


def test_an_answer_that_does_not_fit_is_left_out_whole_and_the_others_stay(bay: Path, loads: Path) -> None:
    new_recipe("./loads", "./bay")
    law = bay.joinpath("04-loads.law").read_text("utf-8")
    assert "# rule load.weight [5]\n#   load(u) is u.weight\n" in law  # a piece has no `weight`
    assert "\nrule strength.one [5]\n  strength(u) is 1\n" in law


def test_a_value_that_only_a_sentence_speaks_of_is_not_bound(bay: Path, loads: Path) -> None:
    new_recipe("./loads", "./bay")
    assert 'uses:\n  loads: {unit: piece, under: "4"}\n' in bay.joinpath("module.yaml").read_text("utf-8")


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
    # what the toy has no answer for that fits is for the author to answer
    assert code == 0 or "HX310" in said
