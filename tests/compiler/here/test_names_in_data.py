"""What the name at a place of a case, a chart or a question stands for, where it is declared and who uses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.workspace.workspace import Refused, Workspace

from ..conftest import FERRY

CASES, TARIFF, LAW = "cases/all.cases.yaml", "tables/tariff.yaml", "01.law"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "ferry"
    for name, text in FERRY.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, "utf-8")
    return place


def place_behind(name: str, said: str) -> tuple[int, int]:
    before = FERRY[name][: FERRY[name].index(said) + len(said)]
    return before.count("\n"), len(before.rpartition("\n")[2])


@pytest.mark.parametrize(
    ("file", "behind", "means", "declared"),
    [
        (CASES, "ask: fa", ("fact", "fare", ""), "fact fare(b: boat, h: hex): fee"),
        (CASES, "kind: bo", ("kind", "boat", ""), "thing boat"),
        (CASES, "A-1, li", ("attribute", "lit", "boat"), "  lit: yes/no"),
        (CASES, "water: cho", ("value", "choppy", "water"), "  calm, choppy, wild"),
        (CASES, "may cro", ("action", "cross", ""), "action cross [RB 2]"),
        (CASES, "cross.sho", ("pick", "shore", "cross"), "  pick shore(there: hex)"),
        (TARIFF, "  cal", ("value", "calm", "water"), "  calm, choppy, wild"),
    ],
)
def test_a_name_in_data_means_what_the_law_declares(
    folder: Path, file: str, behind: str, means: tuple[str, str, str], declared: str
) -> None:
    here = Workspace().stands_at(str(folder), folder / file, *place_behind(file, behind))
    assert here is not None
    meant = here.use.meaning
    assert (meant.sort, meant.name, meant.owner) == means
    assert here.use.span.text == meant.name
    assert here.uses[0].declares
    assert here.uses[0].span.source.line_text(here.uses[0].span.line).startswith(declared)


@pytest.mark.parametrize(
    ("file", "behind"), [(TARIFF, "title: Far"), (CASES, "id: fare.ca"), (CASES, "orientation: poi")]
)
def test_prose_ids_and_words_of_other_things_are_no_names(folder: Path, file: str, behind: str) -> None:
    assert Workspace().stands_at(str(folder), folder / file, *place_behind(file, behind)) is None


def test_who_uses_a_name_is_said_of_data_too(folder: Path) -> None:
    workspace, at = Workspace(), place_behind(LAW, "  calm, cho")
    here = workspace.stands_at(str(folder), folder / LAW, *at, also_data=True)
    assert here is not None
    used = [(use.span.source.name.rpartition("ferry/")[2], use.span.line) for use in here.uses[1:]]
    expected = [
        (name, number)
        for name in (CASES, TARIFF)
        for number, line in enumerate(FERRY[name].split("\n"), 1)
        if "choppy" in line
    ]
    assert used == expected


def test_a_rename_may_begin_in_data(folder: Path) -> None:
    workspace = Workspace()
    renamed = workspace.rename(str(folder), folder / TARIFF, *place_behind(TARIFF, "  chop"), "rough")
    assert {file.source.name.rpartition("ferry/")[2] for file in renamed.files} == {LAW, CASES, TARIFF}
    with pytest.raises(Refused, match="no name of the law"):
        workspace.rename(str(folder), folder / TARIFF, *place_behind(TARIFF, "title: Far"), "tolls")


@pytest.mark.parametrize(
    ("file", "cut", "first"),
    [
        (CASES, "at: A-1, lit: yes, <crew>: 6", {"crew"}),
        (CASES, "A-2: {water: <choppy>}", {"calm", "choppy", "wild"}),
        (CASES, "{tub: {kind: <boat>, at: A-1, crew: 3}}", {"boat"}),
        (CASES, "    <ask>: fare(tub, A-2)", {"ask"}),
        (TARIFF, "rows:\n  <calm>: [2", {"calm", "choppy", "wild"}),
        (CASES, "may cross.<shore>(tub", {"boat", "shore"}),
    ],
)
def test_what_fits_in_data_is_among_the_first(folder: Path, file: str, cut: str, first: set[str]) -> None:
    before, rest = cut.split("<")
    word, behind = rest.split(">")
    at = FERRY[file].index(before + word + behind) + len(before)
    text, workspace = FERRY[file][:at] + FERRY[file][at + len(word) :], Workspace()
    workspace.put(folder / file, text)
    line, column = text[:at].count("\n"), len(text[:at].rpartition("\n")[2])
    found = [one.text for one in workspace.may_stand(str(folder), folder / file, line, column).found]
    assert first <= set(found[:5]), found[:12]
