"""Published pages for everybody: what axe finds, and what is cut, at three widths, by day and by night."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .in_page import AWAKE, cut, faults, hexlaw

WIDTHS = (390, 1024, 1280)
LARGE = ("index", "charts", "units", "play", "aid", "sight", "chapter-05")
"""Pages of a large module, each of a sort of its own."""


@pytest.fixture(params=["light", "dark"])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    made = browser.new_page(color_scheme=request.param)
    yield made
    made.close()


def found(page: Page, axe_at: tuple[int, ...] = (WIDTHS[0], WIDTHS[-1])) -> list[str]:
    """What is wrong with a page at the three widths, said to axe at some of them: it takes long over a large page."""
    wrong = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        seen = [*cut(page), *(faults(page) if width in axe_at else [])]
        wrong += [f"{width}: {each}" for each in seen]
    return wrong


def test_all_pages_of_a_book_can_be_read(page: Page, published: Callable[[str], str]) -> None:
    page.goto(published("tutorial") + "/index.html")
    names = page.locator(".side nav > ol > li > a").evaluate_all("all => all.map((each) => each.href)")
    assert len(names) > 20
    wrong = {}
    for name in names:
        page.goto(name)
        wrong[name] = found(page)
    assert {name: each for name, each in wrong.items() if each} == {}


@pytest.mark.parametrize("name", LARGE)
def test_the_pages_of_a_large_book_can_be_read(browser: Browser, published: Callable[[str], str], name: str) -> None:
    page = browser.new_page()
    page.goto(f"{published('panzer-leader')}/{name}.html")
    assert found(page, WIDTHS[:1]) == []
    page.close()


@pytest.mark.parametrize("module", ["tutorial", "panzer-leader-1940"])
def test_a_book_in_one_file_can_be_read(page: Page, tmp_path: Path, module: str) -> None:
    hexlaw("book", module, "--format", "html-one", "-o", str(tmp_path / "book.html"))
    page.goto((tmp_path / "book.html").as_uri())
    assert found(page) == []


def test_a_live_figure_can_be_used(page: Page, published: Callable[[str], str]) -> None:
    page.goto(published("tutorial") + "/chapter-02.html")
    figure = page.locator('figure[id="case:moving.plank"]')
    figure.get_by_role("button", name="Try it").click()
    expect(figure.locator(".verdict .short")).to_contain_text("only boots wade", timeout=AWAKE)
    assert found(page) == []


def test_the_studio_of_a_published_page_can_be_used(page: Page, published: Callable[[str], str]) -> None:
    page.goto(published("tutorial") + "/studio.html?case=moving.plank")
    expect(page.locator(".verdict .short")).to_contain_text("only boots wade", timeout=AWAKE)
    for name in ("What changes", "Balance", "Look up", "Findings", "Verdict"):
        page.get_by_role("tab", name=name).click()
        assert found(page) == [], name
