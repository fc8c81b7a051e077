"""A variant is made from nothing in the browser alone: by forms, by clicks on the map, and with law that is typed."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from .conftest import Opening, Serving
from .in_page import faults


def begin(page: Page, sort: str, name: str, base: str = "") -> None:
    """Fills in the form of what is new."""
    if not page.locator("form.begin").is_visible():
        page.get_by_role("button", name="New …").click()
    form = page.locator("form.begin")
    form.locator("select[name=sort]").select_option(sort)
    if sort == "recipe":
        form.locator("select[name=name]").select_option(name)
    else:
        form.locator("input[name=name]").fill(name)
    if sort == "module":
        form.locator("select[name=base]").select_option(base)
    form.get_by_role("button", name="Begin it").click()


def test_a_game_and_its_variant_are_begun_in_an_empty_folder(tmp_path: Path, serving: Serving, opened: Opening) -> None:
    with serving("studio", str(tmp_path)) as address, opened(address, "form.begin") as page:
        expect(page.locator("h1")).to_have_text("No module is here yet")
        begin(page, "module", "Pebbles!")
        expect(page.get_by_role("alert")).to_contain_text("is not a name for a module: write small letters")
        assert faults(page) == []
        begin(page, "module", "pebbles")
        expect(page.locator("header h1")).to_have_text("Pebbles")
        expect(page.locator(".verdict")).to_be_visible()
        begin(page, "module", "lorries", "pebbles")
        expect(page.locator("header h1")).to_have_text("Lorries")
        assert (tmp_path / "lorries" / "module.yaml").is_file()
        begin(page, "rule", "cost.open")
        expect(page.locator(".cm-content")).to_contain_text("replaces cost.open")
        expect(page.locator("header [role=status]")).to_contain_text("rule cost.open stands in 02-cost.law")
        assert not (tmp_path / "lorries" / "02-cost.law").exists(), "it is looked at before it is saved"
        page.get_by_role("button", name="New …").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert faults(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("button", name="New …")).to_be_focused()
        begin(page, "recipe", "zones")
        page.screenshot(path="/tmp/studio-shots/zones.png")
        expect(page.locator(".cm-content")).to_contain_text("uses:")
        page.screenshot(path="/tmp/studio-shots/begun.png")
