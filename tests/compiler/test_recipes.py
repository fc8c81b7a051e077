"""Recipes are written into modules: whole, over nothing, and not where names are missing that they need."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.cli import main
from hexlaw.compiler.recipes import anchor, recipe, recipes
from hexlaw.compiler.scaffold import new_module, new_recipe


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def everything(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_a_recipe_lies_behind_the_law_of_the_module(capsys: pytest.CaptureFixture[str]) -> None:
    new_module("bay", None)
    before = everything(Path("bay"))
    written = new_recipe("movement-by-a-fraction", "./bay")
    assert [path.as_posix() for path in written] == ["bay/cases/pace.cases.yaml", "bay/04-pace.law"]
    after = everything(Path("bay"))
    assert before.items() <= after.items()
    assert len(after) == len(before) + 2
    assert main(["check", "./bay"]) == 0
    assert main(["test", "./bay"]) == 0, capsys.readouterr().out


def test_a_variant_takes_a_recipe() -> None:
    new_module("bay", None)
    new_module("dusk", "bay")
    new_recipe("movement-by-a-fraction", "./dusk")
    assert main(["test", "./dusk"]) == 0


def test_a_recipe_is_not_written_twice() -> None:
    new_module("bay", None)
    new_recipe("movement-by-a-fraction", "./bay")
    before = everything(Path("bay"))
    with pytest.raises(Refused, match=r"there is a file `bay/.*` already"):
        new_recipe("movement-by-a-fraction", "./bay")
    with pytest.raises(Refused, match="there is a `bay` here already"):
        new_module("bay", None)
    assert everything(Path("bay")) == before


def test_where_names_are_missing_they_are_named_and_nothing_is_written() -> None:
    new_module("hill", "tutorial")
    before = everything(Path("hill"))
    with pytest.raises(Refused, match=r"does not fit into `\./hill`: .*`piece`.*without `--in`"):
        new_recipe("movement-by-a-fraction", "./hill")
    assert everything(Path("hill")) == before


def test_a_module_with_mistakes_of_its_own_is_told_so() -> None:
    new_module("bay", None)
    Path("bay/04-lamps.law").write_text("rule lamp.lit [4]\n  when p is lit\n", "utf-8")
    with pytest.raises(Refused, match=r"`\./bay` has mistakes of its own: `hexlaw check \./bay`"):
        new_recipe("movement-by-a-fraction", "./bay")


def test_a_module_without_a_default_source_has_it_cited() -> None:
    new_module("bay", None)
    manifest = Path("bay/module.yaml")
    lines = manifest.read_text("utf-8").splitlines(keepends=True)
    manifest.write_text("".join(line for line in lines if not line.startswith("default-source")), "utf-8")
    for law in Path("bay").rglob("*.law"):
        cited = law.read_text("utf-8").replace("[", "[RB ").replace("[RB HA", "[HA")
        law.write_text(re.sub("^section (?=[0-9])", "section RB ", cited, flags=re.MULTILINE), "utf-8")
    new_recipe("movement-by-a-fraction", "./bay")
    assert 'chapter [RB pace] "Deep sand"' in Path("bay/04-pace.law").read_text("utf-8")
    assert main(["check", "./bay"]) == 0


def test_a_recipe_that_is_not_there_is_answered_with_one_that_is() -> None:
    with pytest.raises(Refused, match="did you mean `weather`"):
        recipe("wether")


def test_items_are_shown_as_they_stand() -> None:
    for one in recipes().values():
        laws = [path.read_text("utf-8") for path in one.folder.glob("*.law")] if one.open_items else []
        files = "\n".join([*one.files.values(), *laws])
        for _, text in one.shown():
            assert all(line in files for line in text.splitlines())


def test_an_anchor_is_what_a_heading_is_linked_by() -> None:
    assert anchor("How do I write it, at 2 to 1?") == "how-do-i-write-it-at-2-to-1"
