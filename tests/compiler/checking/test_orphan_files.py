"""Files that look as if they counted, and do not, are told; what else lies in a folder is nobody's affair."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.checking.check_modules import check
from hexlaw.compiler.checking.orphan_files import files_are_read
from hexlaw.compiler.data.load import load, shipped_games


@pytest.mark.parametrize(
    ("name", "help_"),
    [
        ("tables/fares.yml", "call it `tables/fares.yaml`"), ("table/fares.yaml", "call it `tables/fares.yaml`"),
        ("unit/boats.csv", "call it `units/boats.csv`"), ("02-more.law.txt", "call it `02-more.law`"),
        ("cases/b.cases.yml", "call it `cases/b.cases.yaml`"), ("cases/b.yaml", "call it `cases/b.cases.yaml`"),
        ("05-fire.txt", "call it `05-fire.law`"),
        ("units/boats.txt", "call it `units/boats.csv`"), ("tables/fares.txt", "call it `tables/fares.yaml`"),
        ("units/boats.xlsx", "save the sheet as a text with commas"), ("module.yml", "call it `module.yaml`"),
        ("tables/fares.csv", "law is read from `*.law`"), ("other/fares.yaml", "law is read from `*.law`"),
    ],
)  # fmt: skip
def test_a_file_that_nobody_reads_is_told(bench: Any, name: str, help_: str) -> None:
    (found,) = check(str(bench.write("", files={name: "never read"}))).diagnostics
    assert (found.code, found.level) == ("HX309", "warning")
    assert name in found.message
    assert help_ in (found.help or "")


@pytest.mark.parametrize("name", ["README.md", "notes.txt", "boards/scan.png", "boards/quay.md", ".hidden.yaml"])
def test_notes_and_pictures_may_lie_in_a_module(bench: Any, name: str) -> None:
    assert not check(str(bench.write("", files={name: "never read"}))).diagnostics.found


def test_all_files_of_the_shipped_modules_are_read() -> None:
    for name in shipped_games():
        chain, found = load(name, Diagnostics()), Diagnostics()
        assert chain is not None
        files_are_read(chain, found)
        assert not [d.message for d in found], name


def test_a_manifest_of_another_name_is_told(bench: Any) -> None:
    folder = bench.write("")
    (folder / "module.yaml").rename(folder / "module.yml")
    (found,) = check(str(folder)).diagnostics
    assert found.help == "rename `module.yml` to `module.yaml`"
