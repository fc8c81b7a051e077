"""`hexlaw help`: recipes come first, and what is packed for a wheel says the same as the pages."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from hexlaw.compiler.cli import COMMANDS as ALL_COMMANDS
from hexlaw.compiler.cli import main
from hexlaw.compiler.cli.common import add
from hexlaw.compiler.data.hobby_words import hobby
from hexlaw.compiler.workspace import helping
from hexlaw.compiler.workspace.hobby_index import Findable, best, stems
from hexlaw.compiler.workspace.workspace import Workspace

COMMANDS = [("weave", "let programs weave a net")]


def found(*words: str) -> list[tuple[str, str]]:
    return [(entry.sort, entry.where) for entry in Workspace().help(words, COMMANDS).entries]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("zones", "of", "control"), ("recipe", "hexlaw help zones")),
        (("How do I shuffle a deck?",), ("recipe", "hexlaw help decks")),
        (("HX231",), ("finding", "hexlaw explain-code HX231")),
        (("weave",), ("command", "hexlaw weave --help")),
        (("change an attack factor",), ("how to", "docs/language/variants.md#printed-figures")),
        (("why can't my lorry get there",), ("how to", "docs/designing-a-variant.md#8-ask-why-at-three-depths")),
        (("ZOC",), ("recipe", "hexlaw help zones")),
        (("how to print the counters?",), ("how to", "docs/drawing.md#counters")),
        (("is the scenario balanced",), ("how to", "docs/playing.md#several-games")),
        (("limited intelligence",), ("reference", "docs/language/secrets.md#hide-things")),
    ],
)
def test_what_is_meant_comes_first(words: tuple[str, ...], first: tuple[str, str]) -> None:
    assert found(*words)[0] == first


def test_a_section_of_the_reference_is_found_with_its_place() -> None:
    sections = [where for sort, where in found("memories") if sort == "reference"]
    assert any(where.startswith("docs/") and where.endswith("#memories") for where in sections)


def test_what_nobody_speaks_of_is_not_found() -> None:
    nothing = Workspace().help(["suplpy"], COMMANDS)
    assert nothing.entries == ()
    assert "`supply`" in (nothing.near or "")


def test_without_the_pages_what_is_packed_of_them_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helping, "PACKED", tmp_path / "reference.json")
    helping.pack()
    before = helping.sections()
    monkeypatch.setattr(helping, "DOCS", tmp_path / "docs")
    assert helping.sections() == before
    assert len(before) > 50
    assert (tmp_path / "reference.json").stat().st_size < 200_000


def test_a_lead_is_prose(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "bay.md").write_text(
        "# Bay\n\nOf [boats](boats.md) and `nets`.\n\n```law\nthing x\n```\n"
        "\n## Tides\n\n| when | what |\n| --- | --- |\n\nThey turn.\n",
        "utf-8",
    )
    monkeypatch.setattr(helping, "DOCS", tmp_path)
    assert helping.sections() == [
        ("docs/bay.md#bay", "Bay", "Of boats and nets."),
        ("docs/bay.md#tides", "Tides", "They turn."),
    ]


def test_the_forms_of_a_word_are_one() -> None:
    assert len({stems(word) for word in ("stack", "stacks", "stacking", "stacked")}) == 1
    assert stems("lines of sight") == stems("LOS") != stems("line")
    assert stems("how do I?") == ("how", "do", "i"), "idle words are looked for where there are no others"


def test_a_way_that_is_asked_for_whole_comes_before_a_part_of_one() -> None:
    short, long = (Findable("recipe", way, "", "", (way,)) for way in ("tide", "tide tables of the northern bay"))
    assert best([long, short], "tide") == [short]
    assert best([short, long], "tide tables of the bay")[0] == long
    assert best([short, long], "gulls") == []


def test_places_that_the_index_names_are_there() -> None:
    known = {where for where, _, _ in helping.sections()}
    assert {*hobby().sections, *(one["see"] for one in hobby().answers)} <= known


def test_what_a_word_counts_as_counts_as_itself() -> None:
    assert not hobby().synonyms.keys() & {*hobby().synonyms.values()}


def test_what_an_answer_says_to_type_can_be_typed() -> None:
    commands = argparse.ArgumentParser().add_subparsers()
    for name in ALL_COMMANDS:
        add(commands, name)
    recipes = Workspace().page_of_recipes()
    for answer in hobby().answers:
        for words in (one.split() for one in re.findall("`hexlaw ([^`]+)`", answer["do"])):
            known = _options(commands.choices[words[0]])
            assert {word for word in words if word.startswith("--")} <= known, words
            if words[:2] == ["new", "recipe"] and len(words) > 2:
                assert f"`hexlaw new recipe {words[2]}" in recipes


def _options(parser: argparse.ArgumentParser) -> set[str]:
    found = {option for action in parser._actions for option in action.option_strings}
    below = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return found.union(*(_options(one) for action in below for one in action.choices.values()))


def test_how_do_i_asks_for_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["how-do-i", "print", "counters"]) == 0
    assert "hexlaw draw MODULE --counters" in capsys.readouterr().out


def test_under_print_stand_the_book_a_booklet_and_counters(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "print"]) == 0
    first = [line for line in capsys.readouterr().out.splitlines() if line.startswith("how to ")]
    assert {line.partition("  ")[0] for line in first} == {
        "how to print the rule book", "how to print a booklet in A5", "how to print counters",
    }  # fmt: skip
