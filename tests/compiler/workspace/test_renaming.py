"""A name under another: in law, cases, charts, tables, boards and the book, and every case answers as before."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest
from rotation import drawn

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.uses import VARIABLE, Use, Uses
from hexlaw.compiler.workspace.renaming import Renamed
from hexlaw.compiler.workspace.workspace import Workspace

TRIED = 4
BOATS = """\
chapter [HR 1] "Boats"

choice colour
  red, blue

thing boat
  stands in hex
  colour: colour

fact toll(b: boat): whole

section HR 1.1

| A boat pays 3. One that is red pays 5.

from harbour: toll.red

rule toll.plain
  toll(b) is 3

section HR 1.2

rule toll.red
  over toll.plain
  when b.colour is red
  toll(b) is 5
"""
CASES = """\
hexlaw: 1
cases:
  - id: toll.red
    doc: A boat that is red
    shows: [HR 1.2]
    pieces: {toll: {kind: boat, colour: red}, skiff: {kind: boat, colour: blue}}
    ask: toll(toll) + toll(skiff) = 8 and toll.colour is red
    expect: yes
"""
UNITS = "id,name,kind,source,colour\nyawl,Yawl boat,boat,HR 1,blue\n"
MANIFEST = "module: harbour\ntitle: Harbour\nversion: 1.0.0\nsources: {HR: {title: House rules}}\nspeaks-for: [HR]\n"


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    for name, text in (("01.law", BOATS), ("cases/01.cases.yaml", CASES), ("units/units.csv", UNITS)):
        (tmp_path / "harbour" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "harbour" / name).write_text(text, "utf-8")
    (tmp_path / "harbour" / "module.yaml").write_text(MANIFEST, "utf-8")
    return tmp_path


def renamed(folder: Path, word: str, new: str, *, module: str = "harbour") -> Renamed:
    """What comes of renaming the first place of a word in the law."""
    workspace, path = Workspace(folder), folder / module / "01.law"
    before = path.read_text("utf-8").partition(word)[0]
    line, column = before.count("\n"), len(before.rpartition("\n")[2])
    return workspace.rename(f"./{module}", path, line, column, new)


def written(found: Renamed) -> None:
    for file in found.files:
        assert file.path is not None
        file.path.write_text(file.text, "utf-8")


def holds(folder: Path, module: str) -> list[str]:
    """What is wrong with a module and its cases."""
    workspace = Workspace(folder)
    wrong = [one.message for one in workspace.quick(f"./{module}")]
    return wrong + [one.case.id for one in workspace.test([f"./{module}"]).outcomes if not one.passed]


def test_a_kind_is_renamed_in_law_cases_and_charts_and_in_no_prose(harbour: Path) -> None:
    found = renamed(harbour, "boat", "vessel")
    assert {file.source.name.rpartition("/")[2] for file in found.files} == {"01.law", "01.cases.yaml", "units.csv"}
    written(found)
    assert holds(harbour, "harbour") == []
    cases = (harbour / "harbour/cases/01.cases.yaml").read_text("utf-8")
    assert "doc: A boat that is red" in cases
    assert "toll: {kind: vessel" in cases
    assert (harbour / "harbour/units/units.csv").read_text("utf-8").endswith("yawl,Yawl boat,vessel,HR 1,blue\n")
    assert "| A boat pays 3." in (harbour / "harbour/01.law").read_text("utf-8")


def test_an_attribute_is_renamed_behind_a_dot_and_as_a_key(harbour: Path) -> None:
    law = harbour / "harbour/01.law"
    law.write_text(law.read_text("utf-8").replace("  colour: colour\n", "  hue: colour\n").replace("b.colour", "b.hue"))
    for name in ("cases/01.cases.yaml", "units/units.csv"):
        file = harbour / "harbour" / name
        file.write_text(file.read_text("utf-8").replace("colour", "hue"), "utf-8")
    written(renamed(harbour, "hue", "paint"))
    assert "toll.paint is red" in (harbour / "harbour/cases/01.cases.yaml").read_text("utf-8")
    assert holds(harbour, "harbour") == []


def test_where_a_name_means_two_things_data_is_left_unless_the_law_would_not_hold(harbour: Path) -> None:
    """`colour` is a choice and an attribute: the choice stands in no data, the attribute has to be renamed there."""
    found = renamed(harbour, "colour", "shade")
    assert found.meaning.sort == "choice"
    assert [file.source.name.rpartition("/")[2] for file in found.files] == ["01.law"]
    assert found.left
    written(found)
    assert holds(harbour, "harbour") == []
    written(renamed(harbour, "colour", "tint"))
    assert "colour" not in (harbour / "harbour/units/units.csv").read_text("utf-8")
    assert holds(harbour, "harbour") == []


def test_what_a_case_names_itself_is_no_name_of_the_law(harbour: Path) -> None:
    """A piece and a value are called as the fact is: the fact is asked of them, and they stay."""
    cases = harbour / "harbour/cases/01.cases.yaml"
    said = cases.read_text("utf-8").replace(
        "ask: toll(toll) + toll(skiff) = 8", "let: {red: skiff}\n    ask: toll(toll) + toll(red) = 8"
    )
    cases.write_text(said, "utf-8")
    written(renamed(harbour, "toll", "dues"))
    assert cases.read_text("utf-8") == said.replace("toll(", "dues(")
    assert holds(harbour, "harbour") == []
    written(renamed(harbour, "red", "scarlet"))
    assert "let: {red: skiff}\n    ask: dues(toll) + dues(red) = 8 and toll.colour is scarlet" in cases.read_text(
        "utf-8"
    )
    assert holds(harbour, "harbour") == []


MORE = """
choice side
  us, them

choice odds in order
  1-2, red

thing raft
  colour: colour
  state: odds
  side: side
"""
MORE_CASES = """\
  - id: toll.beside-rafts
    doc: one raft is called red, and what is red of it is its state
    pieces:
      skiff: {kind: boat, colour: red}
      raft: {kind: raft, colour: red, state: 1-2, side: us}
      red: {kind: raft, colour: blue, state: red, side: them}
    ask: >-
      toll(skiff) = 5 and raft.state is 1-2 and red.state is red
      and raft.colour is red and skiff.colour is red
    expect: yes
"""


@pytest.mark.parametrize(
    ("word", "new", "changes"),
    [
        ("1-2", "1-3", {"1-2": "1-3"}),
        ("red\n\nthing raft", "even", {"state: red": "state: even", "red.state is red": "red.state is even"}),
        ("colour: colour\n  state", "hue", {"raft, colour": "raft, hue", "raft.colour": "raft.hue"}),
        ("red, blue", "scarlet", {"colour: red": "colour: scarlet", "colour is red": "colour is scarlet"}),
    ],
)
def test_of_things_called_alike_the_one_that_is_meant_is_renamed(
    harbour: Path, word: str, new: str, changes: dict[str, str]
) -> None:
    law, cases = harbour / "harbour/01.law", harbour / "harbour/cases/01.cases.yaml"
    law.write_text(law.read_text("utf-8") + MORE, "utf-8")
    expected = CASES + MORE_CASES
    cases.write_text(expected, "utf-8")
    assert holds(harbour, "harbour") == []
    written(renamed(harbour, word, new))
    for old, changed in changes.items():
        expected = expected.replace(old, changed)
    assert cases.read_text("utf-8") == expected
    assert holds(harbour, "harbour") == []


@pytest.mark.parametrize("word", ["side\n  us", "side: side"])
def test_a_name_by_which_the_language_knows_whose_a_thing_is_stays(harbour: Path, word: str) -> None:
    law = harbour / "harbour/01.law"
    law.write_text(law.read_text("utf-8") + MORE, "utf-8")
    with pytest.raises(Refused, match="`side` keeps its name: the language knows by it"):
        renamed(harbour, word, "party")


@pytest.mark.parametrize(
    ("word", "new", "said"),
    [
        ("boat", "toll boat", "`toll boat` cannot be a name"),
        ("boat", "Boat", "cannot be a name"),
        ("boat", "rule", "the language has this word"),
        ("boat", "colour", "no longer be read"),
        ("toll.plain", "toll.red", "there is a rule `toll.red` already"),
        ("hex", "field", "none of this module's own names"),
        ("[HR 1]", "other", "no name of the law stands there"),
        ("b: boat", "c", "no longer be read"),
    ],
)
def test_what_cannot_be_called_so_is_refused(harbour: Path, word: str, new: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        renamed(harbour, word, new)


def test_names_of_a_base_and_of_files_stay(harbour: Path) -> None:
    workspace = Workspace(harbour)
    copytree(shipped_modules()["tutorial"], harbour / "hollow")
    uses = Uses(workspace.compiled("./hollow").compilation)
    situation = next(u for i in uses.items for u in uses.of(i) if u.declares and u.meaning.sort == "situation")
    with pytest.raises(Refused, match="is called so: rename it"):
        _rename(workspace, "./hollow", situation)
    (harbour / "higher").mkdir()
    (harbour / "higher/module.yaml").write_text(f"{MANIFEST.replace('harbour', 'higher')}extends: harbour\n")
    (harbour / "higher/01.law").write_text('chapter [HR 2] "More"\n\nrule toll.blue [HR 2.1]\n  over toll.plain\n'
                                           "  when b.colour is blue\n  toll(b) is 4\n", "utf-8")  # fmt: skip
    with pytest.raises(Refused, match="none of this module's own names: it is declared in"):
        renamed(harbour, "toll.plain", "toll.usual", module="higher")


def _rename(workspace: Workspace, module: str, use: Use) -> Renamed:
    path, (line, column) = workspace.texts.path_of(use.span.source.name), use.span.source.utf16_place(use.span.start)
    assert path is not None
    return workspace.rename(module, path, line, column, f"{use.meaning.name}-anew")


def test_names_by_lot_are_renamed_and_every_case_answers_as_before(tmp_path: Path) -> None:
    copytree(shipped_modules()["tutorial"], tmp_path / "hollow")
    workspace = Workspace(tmp_path)
    compilation = workspace.compiled("./hollow").compilation
    uses = Uses(compilation)
    items = [item for item in uses.items if item.span.source in compilation.chain.layers[-1].laws]
    declared = [u for i in items for u in uses.of(i) if u.declares and u.meaning.sort not in (VARIABLE, "ruling")]
    stale = [one.message for one in workspace.quick("./hollow")]
    for number, use in enumerate(drawn([u for u in declared if u.meaning.sort not in ("situation", "table")], TRIED)):
        found, other = _rename(workspace, "./hollow", use), tmp_path / str(number)
        copytree(tmp_path / "hollow", other / "hollow")
        for file in found.files:
            assert file.path is not None
            (other / file.path.resolve().relative_to(tmp_path.resolve())).write_text(file.text, "utf-8")
        assert holds(other, "hollow") == stale, use.meaning


def test_the_libraries_of_a_game_are_told_what_they_called_as_it_did(tmp_path: Path) -> None:
    folder = copytree(shipped_modules()["ravna"], tmp_path / "ravna")
    workspace, path = Workspace(), folder / "01-armies.law"
    for word, new in (("attack", "strength"), ("unit", "corps")):
        lines = path.read_text("utf-8").split("\n")
        begins = next(
            number for number, said in enumerate(lines) if said.startswith(f"thing {word}") or f"  {word}:" in said
        )
        written(workspace.rename(str(folder), path, begins, lines[begins].index(word), new))
    manifest = (folder / "module.yaml").read_text("utf-8")
    assert 'battles: {under: "7", unit: corps}' in manifest
    assert 'stacking: {under: "4"' in manifest
    assert holds(tmp_path, "ravna") == []


def test_a_game_on_libraries_renames_its_own_names_and_writes_into_no_library(tmp_path: Path) -> None:
    folder = copytree(shipped_modules()["thaw"], tmp_path / "thaw")
    [kind] = re.findall("(?m)^unit-kind: (.*)$", (folder / "module.yaml").read_text("utf-8"))
    text = (folder / "01-country.law").read_text("utf-8").split("\n")
    line = next(number for number, said in enumerate(text) if said.startswith(f"thing {kind}"))
    workspace = Workspace()
    renamed = workspace.rename(str(folder), folder / "01-country.law", line, len("thing "), "corps")
    assert all(file.path is not None and file.path.is_relative_to(folder.resolve()) for file in renamed.files)
    [manifest] = [file.text for file in renamed.files if file.path is not None and file.path.name == "module.yaml"]
    assert "zones: {unit: corps," in manifest
    zones = (folder / "03-zones.law").read_text("utf-8").split("\n")
    line = next(number for number, said in enumerate(zones) if "zone.stops" in said)
    with pytest.raises(Refused, match=r"none of this module's own names: it is declared in .*zones"):
        workspace.rename(str(folder), folder / "03-zones.law", line, zones[line].index("zone.stops"), "zone.halts")
