"""Runs the Python that pages show, line by line, in an empty folder."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from renewed import FENCE, ROOT


@pytest.mark.parametrize("name", ["architecture.md", "workspace.md"])
def test_a_page_answers_as_it_shows(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / name).read_text("utf-8")
    fences = [fence["text"] for fence in FENCE.finditer(text) if fence["info"] == "python"]
    page = doctest.DocTestParser().get_doctest("\n".join(fences), {}, name, None, None)
    assert len(page.examples) > len(fences)
    told: list[str] = []
    failed, _ = doctest.DocTestRunner(verbose=False).run(page, out=told.append)
    assert failed == 0, "".join(told)
