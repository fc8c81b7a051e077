"""A game in a published page: a link begins it, a reload goes on with it, and a link or a file hands it on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from .in_page import AWAKE, PATIENCE, faults, middle

Opening = Callable[..., AbstractContextManager[Page]]
LINK = "table.html?situation=last-fine-day&against=greedy&side=sunside"
MOVED = "jack moves to 0404 via 0304"


@pytest.fixture
def site(published: Callable[[str], str]) -> str:
    return published("tutorial")


@pytest.fixture
def table(opened: Opening, site: str) -> Iterator[Page]:
    with opened(f"{site}/{LINK}", "#page") as page:
        awake(page)
        yield page


def awake(page: Page) -> None:
    """The game is seen before the machine has begun it; then a first move is answered at once."""
    expect(page.locator(".asks[aria-busy=false]")).to_be_visible(timeout=AWAKE)


def move(page: Page, here: str, there: str) -> None:
    for hex in (here, there):
        page.mouse.click(*middle(page.locator(f"[data-hex='{hex}']")))
        expect(page.locator("[aria-busy=true]")).to_have_count(0)


def test_a_link_begins_a_game_and_a_reload_goes_on_with_it(table: Page) -> None:
    expect(table.locator(".wins")).to_contain_text("You play sunside; greedy plays shadeside")
    assert faults(table) == []
    move(table, "0204", "0404")
    log = table.locator(".log li:not(.turn)")
    expect(log.first).to_contain_text(MOVED)
    table.reload()
    awake(table)
    expect(log.first).to_contain_text(MOVED)
    table.get_by_role("button", name="New game").click()
    expect(table.locator("select[name=situation]")).to_have_value("last-fine-day", timeout=AWAKE)
    table.get_by_role("button", name="Play").click()
    awake(table)
    expect(log).to_have_count(0)


def test_a_game_is_seen_at_once_and_clicks_on_it_are_kept_until_the_machine_runs(browser: Browser, site: str) -> None:
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    waits, goes_on = list[Route](), list[bool]()
    page.route(
        "**/machine/table.bin", lambda route: route.continue_() if goes_on else waits.append(route)
    )  # which does not come yet
    page.goto(f"{site}/{LINK}")
    expect(page.locator(".asks[aria-busy=true]")).to_be_visible()
    expect(page.locator(".wins")).to_contain_text("You play sunside; greedy plays shadeside")
    for hex in ("0204", "0404"):
        page.mouse.click(*middle(page.locator(f"[data-hex='{hex}']")))
    expect(page.get_by_role("status").filter(has_text="Python is being read")).to_be_visible()
    expect(page.locator(".log li:not(.turn)")).to_have_count(0)
    goes_on.append(True)
    for one in waits:
        one.continue_()
    expect(page.locator(".log li:not(.turn)").first).to_contain_text(MOVED, timeout=AWAKE)
    page.close()


def test_the_program_answers_in_the_page(table: Page) -> None:
    for _ in range(40):
        if table.locator(".log .turn", has_text="Shadeside").count():
            break
        (table.locator(".skip").or_(table.locator(".plan .main"))
         .or_(table.locator(".asks button", has_text="all the same"))
         .or_(table.locator(".asks button", has_text="End"))).first.click()  # fmt: skip
        expect(table.locator("[aria-busy=true]")).to_have_count(0, timeout=AWAKE)
    expect(table.locator(".log .turn", has_text="Shadeside")).to_be_attached(timeout=PATIENCE)
    expect(table.locator(".log")).to_contain_text("What for")


def test_a_game_is_handed_on_as_a_link_and_as_a_file(browser: Browser, table: Page, site: str, tmp_path: Path) -> None:
    move(table, "0204", "0404")
    table.get_by_role("button", name="Make a link").click()
    expect(table.locator(".heard")).to_contain_text("It hides nothing")
    link = table.evaluate("location.href")
    with table.expect_download() as kept:
        table.get_by_role("button", name="Take as file").click()
    assert kept.value.suggested_filename == "last-fine-day.journal"
    kept.value.save_as(tmp_path / "mine.journal")
    other = browser.new_context()  # who has never been here
    page = other.new_page()
    page.goto(link)
    awake(page)
    expect(page.locator(".log li:not(.turn)").first).to_contain_text(MOVED)
    assert "#" not in page.evaluate("location.href"), "a reload goes on with the game as it is then"
    page.goto(f"{site}/table.html")
    expect(page.locator("select[name=against]")).to_be_visible(timeout=AWAKE)
    levels = page.locator("select[name=against] option").evaluate_all("(all) => all.map((one) => one.value)")
    assert {"beginner", "experienced", "random", "greedy/keeper", ""} <= {*levels}
    page.locator("select[name=against]").select_option("")
    page.locator("input[type=file]").set_input_files(tmp_path / "mine.journal")
    awake(page)
    expect(page.locator(".log li:not(.turn)").first).to_contain_text(MOVED)
    other.close()


@pytest.mark.parametrize("fragment", ["#g1.!!!", "#g1.AAAA"], ids=["no-base64", "cut"])
def test_a_link_that_is_none_is_said_to_be_so(opened: Opening, site: str, fragment: str) -> None:
    with opened(f"{site}/table.html{fragment}", "#page") as page:
        expect(page.get_by_role("status")).to_contain_text("this link cannot be read", timeout=AWAKE)
        page.get_by_role("button", name="Begin another game").click()
        expect(page.locator("select[name=situation]")).to_be_visible(timeout=AWAKE)


def test_page_one_says_what_one_can_do(opened: Opening, site: str) -> None:
    with opened(f"{site}/index.html", ".door") as page:
        door = page.locator(".door")
        expect(door).to_contain_text("Nothing is installed")
        to = {link.inner_text(): link.get_attribute("href") for link in door.get_by_role("link").all()}
        assert to["Change a rule"] == "studio.html"
        assert to["The last fine day"] == "table.html?situation=last-fine-day&against=greedy"
        door.get_by_role("link", name="Try a picture").click()
        expect(page.locator("figure:target")).to_be_visible()
        page.goto(f"{site}/whole.html")
        expect(page.locator("#main h1").nth(5)).to_be_attached()


@pytest.mark.parametrize("name", ["index.html", "chapter-02.html", "studio.html", "table.html"])
def test_a_page_that_is_opened_as_a_file_says_why(browser: Browser, site: str, sites: Path, name: str) -> None:
    page = browser.new_page()
    page.goto((sites / "games" / site.rpartition("/")[2] / name).as_uri())
    expect(page.get_by_role("note")).to_contain_text("has to come from a host")
    page.close()
