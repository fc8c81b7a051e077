"""Each shipped library is fine in its toy, its rules are missed by cases, and one page lists them all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.cli import main
from hexlaw.compiler.data.load import LIBRARIES, shipped_modules
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.uses import Meaning, uses_of

ROOT = Path(__file__).resolve().parents[2]
NAMES = [name for name, folder in shipped_modules().items() if folder.parent.name == LIBRARIES]


@pytest.mark.parametrize("name", NAMES)
def test_a_library_is_fine_in_its_toy(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", name]) == 0
    assert capsys.readouterr().out.startswith(f"{name}-toy: fine (")


@pytest.mark.parametrize("name", NAMES)
def test_its_cases_hold_and_miss_each_of_its_rules(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", name, "--knock-out"]) == 0, capsys.readouterr().out


def test_all_libraries_are_listed() -> None:
    page = (ROOT / "docs" / "language" / "libraries.md").read_text("utf-8")
    assert [name for name in NAMES if f"| `{name}` |" not in page] == []


@pytest.mark.parametrize(
    ("name", "entry", "event", "left"),
    [
        ("command", 'command: {under: "25"}', "event acts also\n  by acts-from-its-hex\n", ["needs-orders"]),
        ("zones", 'zones: {under: "25"}', "event steps also\n  by takes-a-step\n", []),
        ("night", 'night: {turn: game-turn, under: "25"}', "event aims-at also\n  by fires-at\n", []),
    ],
)
def test_a_variant_of_panzer_leader_puts_one_to_use_without_being_asked(
    name: str, entry: str, event: str, left: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["new", "module", "mine", "--extends", "panzer-leader"]) == 0
    assert main(["new", "recipe", name, "--in", "./mine"]) == 0
    assert f"uses:\n  {entry}\n" in (tmp_path / "mine" / "module.yaml").read_text("utf-8")
    law = next((tmp_path / "mine").glob(f"*-{name}.law")).read_text("utf-8")
    assert event in law
    assert [fact for fact in left if f"# rule {fact}." not in law] == [], "what does not fit stands there as a comment"
    capsys.readouterr()
    assert main(["check", "./mine"]) == bool(left)  # what the game cannot answer as the toy does is for its author
    assert re.findall("error .* leaves the fact `(.*)` to its user", capsys.readouterr().out) == left


def test_uses_of_a_name_are_found_in_a_library_that_calls_it_otherwise() -> None:
    compilation = compile_modules(str(ROOT / "tests" / "variants" / "counted-rounds"), Diagnostics())
    assert compilation is not None
    found = [use.span for use in uses_of(compilation, Meaning("kind", "unit"))]
    places = {str(span) for span in found if "ammunition" in span.source.name}
    law = "rules/libraries/ammunition/01-ammunition.law"
    assert {f"{law}:9:7", f"{law}:12:22", f"{law}:15:22", f"{law}:32:19"} <= places
    assert {span.source.text[span.start : span.end] for span in found} == {"unit", "shooter"}


def test_who_enters_a_zone_is_said_to_stop(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", str(ROOT / "rules" / "libraries" / "zones" / "toy"), "zone.stops"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("When a unit steps into a hex, if the hex lies in an enemy zone of control")
    assert "“move a unit” ends here" in said
