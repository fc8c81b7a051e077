"""One studio shows several modules, and begins them: forms as data, and what comes of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.cli import main
from hexlaw.compiler.studio.modules_here import ModulesHere, NoModule
from hexlaw.compiler.studio.page_requests import AnswersPage
from hexlaw.compiler.workspace.workspace import Workspace


@pytest.fixture
def modules(tmp_path: Path) -> Iterator[ModulesHere]:
    """Those of an empty folder."""
    with ExitStack() as held:
        yield ModulesHere(Workspace(), str(tmp_path), None, held)


def ask(page: AnswersPage, what: str, **more: Any) -> Any:
    return page.answer(json.dumps({"do": what, **more}), lambda told: None)


def lorries(modules: ModulesHere) -> AnswersPage:
    for name, base in (("pebbles", ""), ("lorries", "pebbles")):
        assert ask(modules.for_tab(""), "new", sort="module", name=name, base=base) == {"open": name}
    return modules.for_tab("lorries")


def test_an_empty_folder_begins_modules_and_opens_them(modules: ModulesHere, tmp_path: Path) -> None:
    nothing = modules.for_tab("")
    assert ask(nothing, "open") == {
        "begin": True,
        "trouble": "",
        "modules": {"here": [], "shipped": Workspace().shipped()},
    }
    assert [form["sort"] for form in ask(nothing, "forms")["forms"]] == ["module"]
    with pytest.raises(Refused, match="there is no module here yet"):
        ask(nothing, "read", path="../x.law")
    opened = ask(lorries(modules), "open")
    assert (opened["title"], opened["modules"]["here"]) == ("Lorries", ["lorries", "pebbles"])
    assert main(["check", str(tmp_path / "lorries")]) == 0
    assert ask(modules.for_tab("tutorial"), "open")["title"] == "Whistle and Shove"


@pytest.mark.parametrize("name", ["../lorries", "/etc", "nowhere", "a b"])
def test_only_modules_of_the_folder_are_opened(modules: ModulesHere, name: str) -> None:
    answers = modules.for_tab(name)
    assert isinstance(answers, NoModule)
    assert "there is no module" in ask(answers, "open")["trouble"]


def test_what_begins_within_a_module_is_a_text_and_counts_for_the_next(modules: ModulesHere, tmp_path: Path) -> None:
    studio, before = lorries(modules), sorted(tmp_path.rglob("*"))
    sorts = [form["sort"] for form in ask(studio, "forms")["forms"]]
    assert sorts == ["rule", "ruling", "case", "situation", "table", "unit", "board", "recipe", "file", "module"]
    for name, first in (("fuel.burnt", 'chapter [HR 1] "Fuel"'), ("fuel.none", "rule fuel.none [HR 1]")):
        [file] = ask(studio, "new", sort="rule", name=name)["files"]
        assert (file["path"], file["text"].splitlines()[file["line"] - 1]) == ("02-fuel.law", first)
        assert ask(studio, "edit", path=file["path"], text=file["text"])["found"] == []
    case, ruling = ask(studio, "new", sort="ruling", name="HL-001")["files"]
    assert (case["path"], ruling["path"]) == ("cases/hl.cases.yaml", "03-rulings.law")
    assert sorted(tmp_path.rglob("*")) == before, "nothing is written before it is saved"


def test_what_cannot_begin_is_refused_with_a_sentence(modules: ModulesHere) -> None:
    studio = lorries(modules)
    for sort, name, said in (
        ("rule", "Fuel", "is not a name for a rule: write words of small letters"),
        ("case", "start.here", "there is a case `start.here` already"),
        ("module", "pebbles", "there is a `pebbles` here already"),
        ("module", "../out", "is not a name for a module"),
        ("recipe", "nothing", "no recipe"),
        ("fleet", "x", "there is nothing called `fleet` to begin"),
    ):
        with pytest.raises(Refused, match=said):
            ask(studio, "new", sort=sort, name=name)
    with pytest.raises(Refused, match="comes with Hexlaw and is not yours to change"):
        ask(modules.for_tab("tutorial"), "new", sort="rule", name="x.y")


def test_what_a_library_leaves_open_is_asked_back(modules: ModulesHere) -> None:
    studio = lorries(modules)
    asked = ask(studio, "new", sort="recipe", name="activations")
    answers: list[str] = []
    while "asks" in asked:
        assert asked["fitting"], asked
        answers.append(asked["fitting"][0])
        asked = ask(studio, "new", sort="recipe", name="activations", answers=answers)
    assert answers
    assert "module.yaml" in [file["path"] for file in asked["files"]]


def test_a_module_beside_is_opened_from_one_that_was_named(modules: ModulesHere, tmp_path: Path) -> None:
    lorries(modules)
    with ExitStack() as held:
        named = ModulesHere(Workspace(), str(tmp_path / "lorries"), None, held)
        assert ask(named.for_tab(""), "open")["title"] == "Lorries"
        assert ask(named.for_tab("pebbles"), "open")["title"] == "Pebbles"
