"""`hexlaw help`: recipes come first, and what is packed for a wheel says the same as the pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.workspace import helping
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
