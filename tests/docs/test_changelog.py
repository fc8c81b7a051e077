"""The changelog: a page for each version, and law in it that can be read."""

from __future__ import annotations

import re

from renewed import FENCE, ROOT

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import render
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.parse import parse

PAGES = sorted((ROOT / "docs" / "changelog").glob("*.md"))


def test_the_index_links_every_version() -> None:
    links = re.findall(r"\]\((docs/changelog/[^)]+)\)", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert sorted(links) == [page.relative_to(ROOT).as_posix() for page in PAGES]
    assert PAGES


def test_law_of_the_changelog_can_be_parsed() -> None:
    law = [f["text"] for page in PAGES for f in FENCE.finditer(page.read_text("utf-8")) if f["info"] == "law"]
    assert law
    for text in law:
        diagnostics = Diagnostics()
        parse.parse_law(Source("changelog", f'chapter [1] "Changes"\n\n{text}'), diagnostics)
        assert [render(d) for d in diagnostics] == []
