"""The pytest plug-in, run inside pytest: one item for each case, and failures told in the law's words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest_plugins = ["pytester"]
PLUGIN = ("-p", "hexlaw.compiler.pytest_plugin", "-p", "no:cacheprovider")
LAW = "fact toll(u: boat): fathoms\n  otherwise 1\nrule toll.lit [1]\n  when u is lit\n  toll(u) is 2\n"
CASES = """cases:
  - {id: toll.dark, pieces: {a: {kind: boat}}, ask: toll(a), expect: 1}
  - {id: toll.lit, pieces: {a: {kind: boat, lit: yes}}, ask: toll(a), expect: 2}
"""


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """The inner pytest finds the package where the outer one does, and takes the plug-in once, installed or not."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[2] / ".links"))


def ran(pytester: pytest.Pytester, path: Path) -> Any:
    return pytester.runpytest_subprocess(*PLUGIN, "--rootdir", str(path if path.is_dir() else path.parent), str(path))


def test_each_case_is_an_item(bench: Any, pytester: pytest.Pytester) -> None:
    folder = bench.write(LAW, files={"cases/all.cases.yaml": CASES})
    ran(pytester, folder).assert_outcomes(passed=2)


def test_failures_and_faults_are_told(bench: Any, pytester: pytest.Pytester) -> None:
    broken = CASES.replace("expect: 2", "expect: 3") + "  - {id: toll.odd, ask: toll(nobody), expect: 1}\n"
    folder = bench.write(LAW, files={"cases/all.cases.yaml": broken, "cases/bad.cases.yaml": "cases: {}\n"})
    bad = folder / "cases" / "bad.cases.yaml"
    result = ran(pytester, folder / "cases" / "all.cases.yaml")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["*case toll.lit fails*", "*expected: 3*", "*got: * 2*"])
    result.stdout.fnmatch_lines(["*HX234*nobody*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    faulty = ran(pytester, bad)
    faulty.assert_outcomes(errors=1)
    faulty.stdout.fnmatch_lines(["*HX105*"])


def test_a_file_beside_no_module_says_what_is_missing(pytester: pytest.Pytester) -> None:
    path = pytester.path / "lonely.cases.yaml"
    path.write_text(CASES)
    result = ran(pytester, path)
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["*does not say which module it asks*"])
