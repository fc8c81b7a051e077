"""Runs what `docs/workspace.md` shows of workspaces, line by line, in an empty folder."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from renewed import FENCE, ROOT

PAGE = ROOT / "docs" / "workspace.md"


def test_the_page_answers_as_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fences = [fence["text"] for fence in FENCE.finditer(PAGE.read_text("utf-8")) if fence["info"] == "python"]
    page = doctest.DocTestParser().get_doctest("\n".join(fences), {}, PAGE.name, None, None)
    assert len(page.examples) > len(fences)
    told: list[str] = []
    failed, _ = doctest.DocTestRunner(verbose=False).run(page, out=told.append)
    assert failed == 0, "".join(told)
