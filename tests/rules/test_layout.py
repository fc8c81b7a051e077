"""Shipped law is laid out as `hexlaw fmt` lays it out, in files in the order of its books."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.cli import main
from hexlaw.compiler.data.manifest import read_manifest

RULES = Path(__file__).resolve().parents[2] / "rules"


MODULES = sorted(
    path.parent.relative_to(RULES).as_posix()
    for depth in ("*", "libraries/*", "libraries/*/toy")
    for path in RULES.glob(f"{depth}/module.yaml")
)


@pytest.mark.parametrize("module", MODULES)
def test_shipped_law_is_formatted(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--check", str(RULES / module)]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("module", MODULES)
def test_no_number_of_a_chapter_stands_twice(module: str) -> None:
    numbers = [path.name.partition("-")[0] for path in (RULES / module).glob("*.law")]
    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize("module", MODULES)
def test_the_law_of_a_situation_lies_beside_its_set_up(module: str) -> None:
    for path in (RULES / module).rglob("*.law"):
        found = re.findall(r"^(?:chapter|advice) .* if situation ([a-z0-9-]+)$", path.read_text("utf-8"), re.MULTILINE)
        assert {(path.parent.name, path.stem)} == {("situations", name) for name in found} or not found, path


@pytest.mark.parametrize("module", MODULES)
def test_what_is_said_to_be_renamed_is_declared_by_its_new_name(module: str) -> None:
    file = RULES / module / "module.yaml"
    manifest = read_manifest(Source(file.name, file.read_text("utf-8")), Diagnostics())
    assert manifest is not None
    law = "\n".join(path.read_text("utf-8") for path in (RULES / module).rglob("*.law"))
    for old, new in manifest.renamed.items():
        declared = r"^(?:\w+ (?:\w+: [\w-]+ )?| +){}(?![\w.-])"
        assert re.search(declared.format(re.escape(new)), law, re.MULTILINE), new
        assert not re.search(declared.format(re.escape(old)), law, re.MULTILINE), old
