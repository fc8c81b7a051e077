"""Modules as a stranger might send them: each is refused plainly, within a few seconds and a few hundred megabytes.

Every module here is checked by the command itself in a process of its own, which the system ends when it takes more.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from rotation import drawn

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 20  # of processor time; nothing here takes half of it on a slow machine
MEGABYTES = 400
MANIFEST = """module: {name}
title: Wild
version: 1.0.0
sources: {{H: {{title: Book}}}}
speaks-for: [H]
default-source: H
unit-kind: boat
"""
LAW = """thing boat
  stands in hex
  crew: whole = 0
  load: whole = 0
fact worth(u: boat): whole
rule worth.crew [1]
  worth(u) is u.crew
"""
BOARD = 'board: b\ngrid: {orientation: flat, lines: [A, B], lengths: [4], name: "{line}-{number}"}\n'
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
Files = dict[str, str | bytes]


def module(folder: Path, files: Files, *, name: str = "wild", manifest: str | None = None) -> Path:
    whole: Files = {"module.yaml": manifest or MANIFEST.format(name=name), "01.law": LAW, **files}
    for inner, text in whole.items():
        path = folder / name / inner
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return folder / name


def run(*argv: str | Path, cwd: Path | None = None) -> tuple[int, str]:
    """The command with its limits; its exit code and all that it says."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))

    done = subprocess.run(
        [sys.executable, "-m", "hexlaw.compiler.cli", *map(str, argv)],
        env={**os.environ, "PYTHONPATH": str(ROOT / ".links")}, cwd=cwd, preexec_fn=limit,
        capture_output=True, text=True, timeout=30 * SECONDS, check=False,
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert done.returncode in (0, 1, 2), f"it was ended, or fell over:\n{said[-3000:]}"
    assert "Traceback" not in said
    return done.returncode, said


def refused(code: str, *argv: str | Path, cwd: Path | None = None) -> str:
    exit_code, said = run(*argv, cwd=cwd)
    assert exit_code in (1, 2)
    assert code in re.findall(r"error (HX\d+):", said)
    return said


SMALL: dict[str, tuple[str, Files]] = {
    "broken law": ("HX204", {"01.law": "rule worth [1]\n  when when when\n"}),
    "a YAML bomb for a table": ("HX108", {"02.law": "table t(x: whole): whole [1]\n", "tables/t.yaml": BOMB}),
    "a YAML bomb for a board": ("HX108", {"boards/b.yaml": BOMB}),
    "a YAML bomb for a style": ("HX108", {"style.yaml": BOMB}),
    "a YAML bomb for cases": ("HX108", {"cases/a.cases.yaml": BOMB}),
    "a YAML bomb for a manifest": ("HX108", {"module.yaml": BOMB}),
    "a tag that runs": ("HX108", {"style.yaml": "!!python/object/apply:os.system ['exit 9']\n"}),
    "lists in lists in lists": ("HX103", {"style.yaml": "[" * 200_000}),
    "mappings in mappings": ("HX103", {"style.yaml": "{a: " * 200_000}),
    "dashes after dashes": ("HX103", {"boards/b.yaml": "- " * 300_000 + "a\n"}),
    "brackets in brackets": ("HX202", {"01.law": "rule worth [1]\n  when " + "(" * 9_000}),
    "a number of many digits": ("HX202", {"01.law": "rule worth [1]\n  when 1 = " + "9" * 19_000 + "\n"}),
    "law that is no UTF-8": ("HX102", {"01.law": b"rule \xff\xfe\n"}),
    "a style that is no UTF-8": ("HX102", {"style.yaml": b"background: \xe9\n"}),
    "a chart that is no UTF-8": ("HX102", {"units/u.csv": b"id,source\n\xe9,H 1\n"}),
    "cases that are no UTF-8": ("HX102", {"cases/a.cases.yaml": b"cases: [\xc3]\n"}),
    "a manifest in UTF-16": ("HX102", {"module.yaml": "module: x".encode("utf-16")}),
    "a base that is a path": ("HX105", {"module.yaml": MANIFEST.format(name="wild") + "extends: ../elsewhere\n"}),
    "a name that is a path": ("HX105", {"module.yaml": MANIFEST.format(name="../wild")}),
    "an add-on for a path": ("HX105", {"module.yaml": MANIFEST.format(name="wild") + "add-on-for: [/etc]\n"}),
    "a table that is a path": (
        "HX105",
        {"02.law": "table t(x: whole): whole [1]\n", "tables/t.yaml": "table: ../t\nrows: {1: 1}\n"},
    ),
    "a field without an end": ("HX160", {"units/u.csv": 'id,source\n"' + "x" * 2_000_000}),
    "a chart without a side": ("HX103", {"units/u.csv": "id,source" + ",x" * 100_000 + "\n"}),
    "a board of a milliard hexes": ("HX170", {"boards/b.yaml": BOARD.replace("[4]", "[999999999]")}),
}
LARGE: dict[str, tuple[str, Files]] = {
    "more values than anybody needs": ("HX103", {"boards/b.yaml": "[" + "a, " * 600_000 + "a]\n"}),
    "a chart without an end": (
        "HX103",
        {"units/u.csv": "id,source\n" + "".join(f"u{n},H 1\n" for n in range(300_000))},
    ),
    "mistakes without an end": ("HX109", {"01.law": "x\n" * 400_000}),
    "wrong names without an end": (
        "HX109",
        {"02.law": "".join(f"rule r{n} [1]\n  wort{n}(u) is u.crow{n} + {n}\n" for n in range(5_000))},
    ),
    "rules without an end": (
        "HX304",
        {"02.law": "".join(f"rule r{n} [1]\n  worth(u) is {n}\n" for n in range(20_000))},
    ),
    "links without an end": (
        "HX304",
        {
            "02.law": "".join(
                f"rule {name}.r{n} [1]\n  over {below}.*\n  when u.crew = {n}\n  worth(u) is 1\n"
                for name, below in (("b", "worth"), ("c", "b"), ("d", "c"))
                for n in range(900)
            )
        },
    ),
    "pairs of rules without an end": (
        "HX293",
        {
            "02.law": "".join(
                f"rule r{n} [1]\n  over worth.crew\n  when u.crew = {n} or u.load > {n}\n  worth(u) is {n}\n"
                for n in range(2_000)
            )
        },
    ),
    "files and files of law": ("HX304", {f"{n}.law": "# a long story\n" * 60_000 for n in range(10, 15)}),
    "a table of half a milliard cells": (
        "HX153",
        {
            "02.law": "".join(f"choice c{c}\n  {', '.join(f'{c}{n}' for n in range(800))}\n" for c in "xyz")
            + "table t(x: cx, y: cy, z: cz): whole [1]\n",
            "tables/t.yaml": f"table: t\ncite: [1]\nacross: [{', '.join(f'z{n}' for n in range(800))}]\n"
            f"rows: {{x1: {{y1: [{', '.join(['1'] * 800)}]}}}}\n",
        },
    ),
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The codes that are found in each of the small modules; they are checked in one process, and it is small too."""
    folder = tmp_path_factory.mktemp("small")
    module(folder, {}, name="elsewhere")
    made = {str(module(folder / f"of-{n}", files)): name for n, (name, (_, files)) in enumerate(SMALL.items())}
    _, said = run("check", "--json", *made)
    checked = json.loads(said)["modules"]
    return {made[each["module"]]: {d["code"] for d in each["diagnostics"]} for each in checked}


@pytest.mark.parametrize("name", SMALL)
def test_a_small_module(name: str, small: dict[str, set[str]]) -> None:
    assert SMALL[name][0] in small[name]


@pytest.mark.parametrize("name", drawn(LARGE, 3))
def test_a_large_module(name: str, tmp_path: Path) -> None:
    code, files = LARGE[name]
    refused(code, "check", module(tmp_path, files))


@pytest.mark.parametrize(
    "inner", ["01.law", "module.yaml", "style.yaml", "units/u.csv", "boards/b.yaml", "cases/a.cases.yaml"]
)
def test_a_file_of_fifty_megabytes(inner: str, tmp_path: Path) -> None:
    folder = module(tmp_path, {inner: "# on and on\n" * (50_000_000 // 12)})
    assert "larger than" in refused("HX103", "check", folder)


def test_a_case_file_of_fifty_megabytes_that_is_named(tmp_path: Path) -> None:
    folder = module(tmp_path, {})
    (tmp_path / "a.cases.yaml").write_bytes(b"# on and on\n" * (50_000_000 // 12))
    assert "larger than" in refused("HX103", "test", "--module", folder, tmp_path / "a.cases.yaml")


@pytest.mark.parametrize(
    ("inner", "leads_to"),
    [
        ("02.law", "../elsewhere.law"),
        ("02.law", "/dev/zero"),
        ("02.law", "02.law"),
        ("units/u.csv", "../../elsewhere.law"),
        ("cases/a.cases.yaml", "../../elsewhere.law"),
        ("module.yaml", "../elsewhere.law"),
    ],
)
def test_a_link_that_leaves_the_module(inner: str, leads_to: str, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.law").write_text("a secret\n")
    folder = module(tmp_path, {})
    (folder / inner).unlink(missing_ok=True)
    (folder / inner).parent.mkdir(exist_ok=True)
    (folder / inner).symlink_to(leads_to)
    assert "a secret" not in refused("HX305", "check", folder)


@pytest.mark.parametrize("board", ["../../elsewhere", "/etc/passwd", "b/../../b", "module"])
def test_a_board_that_is_a_path(board: str, tmp_path: Path) -> None:
    case = f"cases:\n  - {{id: one, board: {board}, ask: 1 + 1, expect: 2}}\n"
    folder = module(tmp_path, {"boards/b.yaml": BOARD, "cases/a.cases.yaml": case})
    assert f"no board `{board}`" in refused("HX312", "test", folder)


@pytest.mark.parametrize(
    ("code", "extends"),
    [
        ("HX180", {"wild": "wild"}),
        ("HX302", {"wild": "other", "other": "wild"}),
        ("HX302", {"wild": "ghost"}),
        ("HX302", {f"m{n}": f"m{n + 1}" for n in range(40)} | {"wild": "m0"}),
    ],
    ids=["itself", "in a circle", "a missing one", "one after the other without an end"],
)
def test_a_module_that_extends(code: str, extends: dict[str, str], tmp_path: Path) -> None:
    for name, base in extends.items():
        module(tmp_path, {}, name=name, manifest=MANIFEST.format(name=name) + f"extends: {base}\n")
    refused(code, "check", tmp_path / "wild")


@pytest.mark.parametrize("spec", ["ghost", "./ghost", "/dev/null", "a" * 5_000, "wild + wild", "+", "", "."])
def test_a_missing_module(spec: str, tmp_path: Path) -> None:
    exit_code, said = run("check", spec, cwd=tmp_path)
    assert exit_code == 2
    assert "HX301" in said


PIECES = "{" + ", ".join(f"p{n}: {{kind: boat, at: A-1}}" for n in range(1_500)) + "}"
SQUARES = ", ".join(f"n{n + 1}: n{n} * n{n}" for n in range(60))
EVERYWHERE = ", ".join(["[" + ", ".join(["b"] * 300) + "]"] * 300)
CASES = {
    "an expectation within expectations": ("HX103", f"ask: 1 + 1\n    expect: {'[' * 90}1{']' * 90}"),
    "all with all with all": (
        "no answer",
        f"board: b\n    pieces: {PIECES}\n"
        "    ask: count(boat u where (any boat v where (any boat w where v.crew + w.crew > 3)))\n    expect: 0",
    ),
    "a number that squares itself": (
        "grows beyond all measure",
        f"let: {{n0: 9 * 9, {SQUARES}}}\n    ask: n60 > 1\n    expect: yes",
    ),
    "a map of ninety thousand boards": ("HX312", f"boards: [{EVERYWHERE}]\n    ask: 1 + 1\n    expect: 2"),
    "a map of a milliard hexes": (
        "HX170",
        'map: {grid: {orientation: flat, lines: [A], lengths: [999999999], name: "{line}-{number}"}}\n'
        "    ask: 1 + 1\n    expect: 2",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_case_that_asks_too_much(name: str, tmp_path: Path) -> None:
    says, case = CASES[name]
    folder = module(tmp_path, {"boards/b.yaml": BOARD, "cases/a.cases.yaml": f"cases:\n  - id: one\n    {case}\n"})
    exit_code, said = run("test", folder)
    assert exit_code in (1, 2)
    assert says in said
