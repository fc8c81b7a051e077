"""Two people, each in a browser of their own, play one game that is served."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .test_table import button, click, lit

Serving = Callable[..., AbstractContextManager[str]]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def served(serving: Serving) -> Iterator[str]:
    with serving("table", "tutorial", "--games", "games") as address:
        yield address


@contextmanager
def alone(browser: Browser, address: str) -> Iterator[Page]:
    """A page in a browser that shares nothing with another."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(60_000)
    problems: list[str] = []
    page.on("pageerror", lambda problem: problems.append(str(problem)))
    page.goto(address)
    yield page
    assert problems == []
    context.close()


def links(browser: Browser, address: str) -> dict[str, str]:
    """The links of a game that its keeper begins by the form."""
    with alone(browser, address) as keeper:
        keeper.get_by_role("link", name="The last fine day").click()
        keeper.get_by_role("button", name="Begin the game").click()
        expect(keeper.get_by_role("heading", name="The last fine day")).to_be_visible()
        text = keeper.content()
    return dict(re.findall(r'<dt>([^<]+)</dt><dd><a href="([^"]+)"', text))


def test_two_play_and_talk_each_in_a_browser_of_their_own(browser: Browser, served: str) -> None:
    at = links(browser, served)
    with (
        alone(browser, at["sunside"]) as sun,
        alone(browser, at["shadeside"]) as shade,
        alone(browser, at["To look on"]) as looking,
    ):
        expect(sun).to_have_title(re.compile("^Your turn: The last fine day"))
        expect(shade).to_have_title(re.compile("^The last fine day"))
        expect(shade.get_by_text("sunside, shadeside (you); 1 looking on")).to_be_visible()
        lit(sun, "0204", "able")
        click(sun, "0204")
        lit(sun, "0405")
        click(sun, "0405")
        for page in (sun, shade, looking):
            expect(page.locator(".log li:not(.turn)")).to_contain_text(["jack moves"])
        expect(shade.locator(".asks")).to_have_count(0)
        shade.get_by_label("Say something to all").fill("well rowed")
        shade.keyboard.press("Enter")
        for page in (sun, looking):
            expect(page.locator(".chat")).to_contain_text("shadeside: well rowed")
        expect(looking.get_by_label("Say something to all")).to_have_count(0)
        button(sun, "Ask to take back")
        button(shade, "Agree")
        for page in (sun, shade, looking):
            expect(page.locator(".log li:not(.turn)")).to_have_count(0)
    with alone(browser, at["sunside"]) as sun:
        expect(sun.get_by_text("sunside (you), shadeside (not here)")).to_be_visible()
