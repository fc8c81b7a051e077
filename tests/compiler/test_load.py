"""Finding and reading modules: chains, add-ons, and folders that should not be trusted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import LONGEST_CHAIN, load, shipped_modules

LAW = "fact f(u: boat): fathoms\n  otherwise 0\n"


def found(spec: str) -> list[str]:
    diagnostics = Diagnostics()
    load(spec, diagnostics)
    return [d.code for d in diagnostics]


def manifest(name: str, more: str = "") -> str:
    return f"module: {name}\ntitle: T\nversion: 0.1.0\n{more}"


def test_a_chain_is_read_base_first(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    middle = bench.variant(base, "", name="middle")
    top = bench.variant(middle, "", name="top")
    chain = load(str(top), Diagnostics())
    assert chain is not None
    assert [layer.name for layer in chain.layers] == ["base", "middle", "top"]
    assert chain.name == "top"


def test_an_add_on_is_put_on_top(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    bench.write("", name="extra", words=False, manifest=manifest("extra", "add-on-for: [base]\n"))
    chain = load(f"{base} + extra", Diagnostics())
    assert chain is not None
    assert [layer.name for layer in chain.layers] == ["base", "extra"]
    assert chain.name == "base + extra"


@pytest.mark.parametrize("spec", ["", " + x", "no-such-module", "/no/such/folder", "x" * 5000, "a\0b", "..", "."])
def test_what_is_no_module_is_said_so(spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert found(spec) == ["HX301"]


def test_a_misspelt_module_is_guessed() -> None:
    diagnostics = Diagnostics()
    load("tutorail", diagnostics)
    assert "did you mean `tutorial`?" in (next(iter(diagnostics)).help or "")


def test_a_file_of_a_module_is_no_module(tmp_path: Path) -> None:
    (tmp_path / "module.yaml").write_text("module: x\n", "utf-8")
    (tmp_path / "01.law").write_text("", "utf-8")
    diagnostics = Diagnostics()
    load(str(tmp_path / "01.law"), diagnostics)
    assert [(d.code, d.help) for d in diagnostics] == [("HX301", f"give its folder: `{tmp_path}`")]


def test_shipped_modules_are_known_by_name() -> None:
    assert "tutorial" in shipped_modules()


def test_a_missing_base_is_told_where_it_is_named(bench: Any) -> None:
    folder = bench.write("", name="top", words=False, manifest=manifest("top", "extends: nowhere\n"))
    diagnostics = Diagnostics()
    assert load(str(folder), diagnostics) is None
    (finding,) = diagnostics
    assert finding.code == "HX302"
    assert finding.span is not None
    assert finding.span.line == 4


def test_modules_that_extend_each_other_in_a_circle(bench: Any) -> None:
    one = bench.write("", name="one", words=False, manifest=manifest("one", "extends: two\n"))
    bench.write("", name="two", words=False, manifest=manifest("two", "extends: one\n"))
    assert found(str(one)) == ["HX302"]


def test_a_chain_without_end_is_cut(bench: Any) -> None:
    for n in range(LONGEST_CHAIN + 3):
        bench.write("", name=f"m-{n}", words=False, manifest=manifest(f"m-{n}", f"extends: m-{n + 1}\n"))
    assert found(str(bench.folder / "m-0")) == ["HX302"]


def test_an_add_on_alone_or_in_the_wrong_place(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    extra = bench.write("", name="extra", words=False, manifest=manifest("extra", "add-on-for: [other]\n"))
    assert found(str(extra)) == ["HX303"]
    assert found(f"{base} + extra") == ["HX303"]


def test_an_add_on_that_needs_what_is_not_there(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    needs = 'add-on-for: [base]\nneeds: ["fact f", "rule nothing"]\n'
    bench.write("", name="extra", words=False, manifest=manifest("extra", needs))
    diagnostics = [d for d in bench.findings(Path(f"{base} + extra"))]
    assert [d.code for d in diagnostics] == ["HX306"]
    assert "rule `nothing`" in diagnostics[0].message


def test_an_abstract_module_is_read_but_not_asked(bench: Any) -> None:
    folder = bench.write(
        LAW, name="base", manifest=manifest("base", "abstract: yes\nsources: {H: {title: H}}\ndefault-source: H\n")
    )
    assert bench.findings(folder) == []


def test_too_many_files(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexlaw.compiler.load.MOST_FILES", 5)
    folder = bench.write(LAW, files={f"notes/{n}.md": "x" for n in range(9)})
    assert "HX304" in found(str(folder))


def test_too_much_text(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexlaw.compiler.load.LARGEST_MODULE", 500)
    assert found(str(bench.write(LAW))) == ["HX304"]


# ---- nothing outside the folder is read

SECRET = "rule secret-of-the-neighbour [1]\n"


def test_a_link_to_a_file_outside_is_not_followed(bench: Any, tmp_path: Path) -> None:
    outside = tmp_path / "outside.law"
    outside.write_text(SECRET)
    folder = bench.write(LAW)
    (folder / "20.law").symlink_to(outside)
    findings = bench.findings(folder)
    assert {d.code for d in findings} == {"HX305"}
    assert not any("neighbour" in d.message for d in findings)


def test_a_manifest_that_is_a_link_outside_is_not_read(bench: Any, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text(manifest("outside"))
    folder = bench.write(LAW)
    (folder / "module.yaml").unlink()
    (folder / "module.yaml").symlink_to(outside)
    assert found(str(folder)) == ["HX305"]


def test_a_folder_that_is_a_link_is_not_entered(bench: Any, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "20.law").write_text(SECRET)
    folder = bench.write(LAW)
    (folder / "more").symlink_to(tmp_path / "elsewhere")
    assert bench.findings(folder) == []


def test_links_that_lead_round_and_round(bench: Any) -> None:
    folder = bench.write(LAW)
    (folder / "20.law").symlink_to(folder / "30.law")
    (folder / "30.law").symlink_to(folder / "20.law")
    assert set(found(str(folder))) == {"HX305"}


def test_a_link_inside_the_folder_is_fine(bench: Any) -> None:
    folder = bench.write(LAW)
    (folder / "notes.md").write_text("x")
    (folder / "again.md").symlink_to(folder / "notes.md")
    assert bench.findings(folder) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_not_waited_for(bench: Any) -> None:
    folder = bench.write(LAW)
    os.mkfifo(folder / "20.law")
    assert bench.codes(folder) == {"HX101"}


def test_a_file_that_may_not_be_read(bench: Any) -> None:
    folder = bench.write(LAW, files={"20.law": b"\xff\xfe\x00rule"})
    assert bench.codes(folder) == {"HX102"}
