"""Links between our pages lead to a page, and to a heading of it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from renewed import FENCE, ROOT

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")


@cache
def prose_of(page: Path) -> str:
    return FENCE.sub("", page.read_text("utf-8"))


@cache
def anchors_of(page: Path) -> set[str]:
    """Returns what GitHub makes of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", prose_of(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(page: Path, link: str) -> bool:
    file, _, anchor = link.partition("#")
    target = page.parent / file if file else page
    return not target.exists() or (target.suffix == ".md" and bool(anchor) and anchor not in anchors_of(target))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    assert [link for link in LINK.findall(prose_of(page)) if broken(page, link)] == []


RECORDS = {path.name[:4] for path in (ROOT / "docs" / "decisions").glob("[0-9]*.md")}


def test_records_are_listed_once() -> None:
    listed = re.findall(r"\]\(([0-9]{4}-[^)]+)\)", (ROOT / "docs" / "decisions" / "README.md").read_text("utf-8"))
    assert sorted(listed) == sorted(path.name for path in (ROOT / "docs" / "decisions").glob("[0-9]*.md"))


@pytest.mark.parametrize("folder", ["compiler", "runtime", "bench", "tests", "docs"])
def test_records_that_are_named_are_there(folder: str) -> None:
    named = re.compile(r"decisions?[\s/]+(0[0-9]{3})\b")
    files = [path for end in ("py", "md") for path in (ROOT / folder).rglob(f"*.{end}")]
    assert files
    found = ((path, number) for path in files for number in named.findall(path.read_text("utf-8")))
    assert [f"{path.relative_to(ROOT)}: {number}" for path, number in found if number not in RECORDS] == []


def test_a_broken_link_is_found() -> None:
    page = ROOT / "docs" / "language.md"
    assert not broken(page, "#the-chapters")
    assert broken(page, "#no-chapter")
    assert broken(page, "language/no-chapter.md")
