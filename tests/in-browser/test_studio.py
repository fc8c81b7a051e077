"""The studio as a person uses it: by mouse, by keyboard alone, at three widths, with law that means harm."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.situations.kept_cards import card_of

from .in_page import cut, faults, hexlaw, middle

LADEN, LIGHT = (
    "limits move.bridge\n  when any unit v in u",
    "limits move.bridge\n  when any beast v in u where v.weight > 1",
)


def take(page: Page, case: str) -> None:
    page.locator(".ask .cases").select_option(case)


def show(page: Page, file: str) -> None:
    page.locator(".files select").select_option(file)
    expect(page.locator(".cm-content")).to_have_attribute("aria-label", file)


def line(page: Page, text: str) -> Locator:
    """Returns the line of the editor with a text, brought into view: lines far from view are not drawn."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+f")
    page.locator(".cm-search input[name=search]").fill(text)
    page.locator(".cm-search button[name=next]").click()
    page.keyboard.press("Escape")
    return page.locator(".cm-line", has_text=text)


def line_number(folder: Path, file: str, text: str) -> int:
    return (folder / file).read_text("utf-8").partition(text)[0].count("\n") + 1


def write(page: Page, before: str, after: str) -> None:
    """Replaces a text in the editor, by its own search panel."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+f")
    page.locator(".cm-search input[name=search]").fill(before.replace("\n", "\\n"))
    page.locator(".cm-search input[name=replace]").fill(after.replace("\n", "\\n"))
    page.locator(".cm-search button[name=replaceAll]").click()
    page.keyboard.press("Escape")


def short(page: Page) -> Locator:
    return page.locator(".verdict .short")


def test_an_edited_rule_turns_the_verdict(page: Page) -> None:
    take(page, "moving.plank")
    expect(short(page)).to_contain_text("refused")
    show(page, "02-moving.law")
    write(page, LADEN, LIGHT)
    expect(short(page)).to_contain_text("legal")
    expect(page.locator(".verdict .was").first).to_contain_text("refused")


def test_edits_of_several_files_at_once_all_count(page: Page) -> None:
    """What is typed in one file is not lost while the machine is still at another, or where a third follows at once."""
    files = ("01-words", "02-moving", "04-herds")
    for file in files:  # they are read
        show(page, f"cases/{file}.cases.yaml")
    for file in files:
        page.locator(".files select").select_option(f"cases/{file}.cases.yaml")
        page.locator(".cm-content").click()
        page.keyboard.press("Control+End")
        case = f"  - id: hurried.{file}\n    situation: last-fine-day\n    ask: 1 + 1\n    expect: 2\n"
        page.keyboard.insert_text(case)
    for file in files:
        expect(page.locator(f".ask .cases option[value='hurried.{file}']")).to_be_attached()


def test_a_counter_is_dragged_over_lit_hexes_and_told_why_not_elsewhere(page: Page) -> None:
    take(page, "moving.plank")
    page.mouse.move(*middle(page.locator("[data-piece=mule]").first))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("[data-hex='0606']")), steps=4)
    expect(page.locator("[data-hex='0606'].lit")).to_be_attached()
    expect(page.locator(".middle p")).to_contain_text("mule to 0606: it gets there, for 1")
    page.mouse.move(*middle(page.locator("[data-hex='0604']")), steps=4)
    page.mouse.up()
    expect(page.locator("header [role=status]")).to_contain_text("mule is in 0604")
    expect(page.locator(".lit")).to_have_count(0)


def reach_by_tab(page: Page, selector: str, key: str = "Tab") -> None:
    """Presses Tab until something has the focus."""
    for _ in range(60):
        if page.evaluate("what => document.activeElement.matches(what)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} cannot be reached by {key}")


def choose(page: Page, selector: str, name: str) -> None:
    """Chooses in a list as its first letters do when they are typed."""
    reach_by_tab(page, selector)
    page.keyboard.type(name)
    expect(page.locator(selector)).to_have_value(name)


def test_a_case_is_opened_tried_and_kept_by_keyboard_alone(page: Page, folder: Path) -> None:
    status = page.locator("header [role=status]")
    choose(page, ".ask .cases", "moving.shunned")
    expect(short(page)).to_contain_text("will not set a foot on scree")
    reach_by_tab(page, "[data-piece=ram]")
    page.keyboard.press("Enter")
    expect(status).to_contain_text("hexes are lit")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".aimed.unlit")).to_have_attribute("data-hex", "0407")
    expect(page.locator(".middle p")).to_contain_text("ram to 0407: ")
    expect(page.locator(".middle p")).to_contain_text("will not set a foot on scree. The nearest that it gets to is")
    for hex in ("0406", "0405"):
        page.keyboard.press("ArrowUp")
        expect(page.locator(".aimed")).to_have_attribute("data-hex", hex)
    page.keyboard.press("Enter")
    expect(status).to_contain_text("ram is in 0405")
    expect(page.locator("[data-piece=ram]").first).to_be_focused()
    reach_by_tab(page, ".keep summary")
    page.keyboard.press("Enter")
    for name, text in (("id", "mine.plank"), ("path", "cases/mine.cases.yaml"), ("expect", "refused")):
        reach_by_tab(page, f".keep input[name={name}]")
        page.keyboard.press("Control+a")
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator(".cm-content")).to_contain_text("mine.plank")
    reach_by_tab(page, ".files button", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(status).to_contain_text("is saved")
    assert "mine.plank" in (folder / "cases" / "mine.cases.yaml").read_text()


def test_a_rule_is_edited_and_what_changes_is_seen_by_keyboard_alone(page: Page, folder: Path) -> None:
    choose(page, ".files select", "02-moving.law")
    reach_by_tab(page, ".cm-content")
    page.keyboard.press("Control+f")
    page.keyboard.type("when any unit v in u")
    page.keyboard.press("Enter")  # the first is of the strides, the second of the plank
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.type("when any beast v in u where v.weight > 1")
    page.keyboard.press("Control+s")
    expect(page.locator("header [role=status]")).to_contain_text("02-moving.law is saved")
    assert "when any beast v in u where v.weight > 1" in (folder / "02-moving.law").read_text()
    reach_by_tab(page, "[role=tab]")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="What changes")).to_be_focused()
    expect(page.locator(".changes li").first).to_contain_text("moving.plank")
    expect(page.get_by_role("button", name="Show the smallest example")).to_be_visible()
    reach_by_tab(page, "[role=tabpanel] p > button")
    page.keyboard.press("Enter")
    reach_by_tab(page, ".long button")
    page.keyboard.press("Enter")
    expect(page.locator(".long")).to_have_count(0)
    expect(page.locator("header [role=status]")).to_contain_text("it was ended")
    reach_by_tab(page, "[role=tabpanel] p > button", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".witness figure")).to_have_count(2, timeout=120_000)


def test_a_piece_is_put_back_by_escape(page: Page) -> None:
    take(page, "moving.plank")
    page.locator("[data-piece=mule]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".lit").first).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".lit")).to_have_count(0)


def test_a_broken_law_says_that_verdicts_are_of_the_last_good_one(page: Page, folder: Path) -> None:
    take(page, "moving.plank")
    show(page, "02-moving.law")
    write(page, "rule move.plank", "rulee move.plank")
    expect(page.locator(".text p")).to_contain_text("verdicts are by the last good one")
    expect(short(page)).to_contain_text("refused")
    page.get_by_role("tab", name="Findings").click()
    expect(page.locator(".found li").first).to_contain_text(
        f"02-moving.law:{line_number(folder, '02-moving.law', 'rule move.plank')}"
    )


def test_what_changes_is_told_and_shown(page: Page) -> None:
    show(page, "02-moving.law")
    write(page, LADEN, LIGHT)
    page.get_by_role("tab", name="What changes").click()
    expect(page.locator(".changes li").first).to_contain_text("moving.plank")
    page.get_by_role("button", name="Show the smallest example").click()
    expect(page.locator(".witness figure")).to_have_count(2, timeout=120_000)


def test_pairs_of_games_are_played_and_ended_at_will(page: Page) -> None:
    show(page, "02-moving.law")
    write(page, "there.terrain is snow", "there.terrain is scree")
    page.get_by_role("tab", name="Balance").click()
    page.locator("select[name=situation]").select_option("last-fine-day")
    page.locator("input[name=pairs]").fill("2000")
    page.get_by_role("button", name="Play under both laws").click()
    page.get_by_role("button", name="End it").click()
    expect(page.get_by_role("button", name="End it")).to_have_count(0, timeout=120_000)


def test_a_card_is_shown_as_it_is_kept_and_played_anew_in_parts(page: Page) -> None:
    """Five ways of each side at 20 games a cell are 500 games, and a card says of how many it speaks."""
    page.get_by_role("tab", name="Balance").click()
    page.locator("select[name=situation]").select_option("market-day")
    card, again = page.locator("section.card"), page.get_by_role("button", name="Who wins, by how it is played")
    kept = card_of((shipped_modules()["tutorial"] / "balance/market-day.csv").read_text("utf-8"), "", "market-day")
    assert kept is not None
    expect(card).to_contain_text(kept.card.sentence())
    expect(card).to_contain_text("Played by programs on 20")
    assert card.locator("td").count() == 26
    assert card.locator("td.best").count() >= 5
    again.click()
    expect(card).to_contain_text("So far, by ", timeout=120_000)
    page.get_by_role("button", name="End it").click()
    expect(page.get_by_role("button", name="End it")).to_have_count(0)
    had = games_of(card)
    again.click()
    expect(page.locator(".long")).to_contain_text("games are played", timeout=120_000)
    page.get_by_role("button", name="End it").click()
    assert games_of(card) >= had > 0
    assert [*cut(page), *faults(page)] == []


def games_of(card: Locator) -> int:
    said = re.search(r"So far, by (\d+) of 500 games", card.inner_text())
    assert said is not None
    return int(said[1])


def reloaded(page: Page) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.wait_for_selector(".files")


def test_a_page_that_is_loaded_again_knows_what_is_not_saved(page: Page, folder: Path) -> None:
    take(page, "moving.plank")
    show(page, "02-moving.law")
    write(page, LADEN, LIGHT)
    expect(short(page)).to_contain_text("legal")
    reloaded(page)
    expect(page.locator(".files select")).to_have_value("02-moving.law")
    expect(page.locator(".files option:checked")).to_have_text("● 02-moving.law")
    page.get_by_role("tab", name="What changes").click()
    expect(page.locator(".changes")).to_contain_text("moving.plank")
    write(page, "# ---- what a step costs", "# ---- mine")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("header [role=status]")).to_contain_text("02-moving.law is saved")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    assert LIGHT in (text := (folder / "02-moving.law").read_text())
    assert "# ---- mine" in text


def test_each_tab_has_its_own_edits_until_they_are_saved(page: Page, opened: Any) -> None:
    with opened(page.url, ".verdict") as other:
        for tab in (page, other):
            take(tab, "moving.plank")
            expect(short(tab)).to_contain_text("refused")
            show(tab, "02-moving.law")
        write(other, LADEN, LIGHT)
        expect(short(other)).to_contain_text("legal")
        take(page, "moving.over-the-wall")
        take(page, "moving.plank")
        expect(page.locator(".middle .old")).to_have_count(0)
        expect(short(page)).to_contain_text("refused")
        expect(page.locator(".files option:checked")).to_have_text("02-moving.law")
        other.get_by_role("button", name="Save").click()
        expect(short(page)).to_contain_text("legal")
        expect(page.get_by_role("alertdialog")).to_have_count(0)


def test_a_page_loaded_on_a_broken_law_shows_what_it_can_and_fills_itself(page: Page, folder: Path) -> None:
    file = folder / "02-moving.law"
    show(page, "02-moving.law")
    write(page, "rule move.plank", "rulee move.plank")
    expect(page.locator(".text p")).to_contain_text("verdicts are by the last good one")
    reloaded(page)
    expect(page.locator(".text p")).to_contain_text("verdicts are by the last good one")
    expect(page.locator(".board svg")).to_be_visible()
    write(page, "rulee move.plank", "rule move.plank")
    expect(page.locator(".text p")).to_have_count(0)
    expect(page.locator(".files option:checked")).to_have_text("02-moving.law")
    assert "rulee" not in file.read_text()


def test_a_law_that_was_broken_from_the_beginning_is_shown_when_it_is_mended(
    folder: Path, serving: Any, opened: Any
) -> None:
    file = folder / "02-moving.law"
    file.write_text(file.read_text().replace("rule move.plank", "rulee move.plank"))
    with serving("studio", str(folder)) as at, opened(at, ".files") as page:
        expect(page.locator(".ask option[value='moving.plank']")).to_be_attached()
        show(page, "02-moving.law")
        write(page, "rulee move.plank", "rule move.plank")
        expect(page.locator(".board svg")).to_be_visible()
        expect(page.locator(".verdict .short")).to_be_visible()
        page.get_by_role("tab", name="Balance").click()
        expect(page.locator("select[name=situation] option").first).to_be_attached()


def test_what_another_editor_writes_is_taken_up_or_told_as_a_conflict(page: Page, folder: Path) -> None:
    file = folder / "02-moving.law"
    take(page, "moving.plank")
    show(page, "02-moving.law")
    expect(short(page)).to_contain_text("refused")
    file.write_text(file.read_text().replace(LADEN, LIGHT))
    more = (
        "hexlaw: 1\ncases:\n  - {id: mine.distance, board: hollow, ask: 'distance(hex(0101), hex(0102))', expect: 1}\n"
    )
    (folder / "cases" / "mine.cases.yaml").write_text(more)
    expect(short(page)).to_contain_text("legal")
    expect(page.locator(".files option:checked")).to_have_text("02-moving.law")
    expect(page.locator(".files option[value='cases/mine.cases.yaml']")).to_be_attached()
    expect(page.locator(".ask optgroup[label='mine.cases.yaml'] option")).to_contain_text("mine.distance")
    write(page, "# ---- what a step costs", "# ---- mine")
    file.write_text(file.read_text() + "# theirs\n")
    expect(page.get_by_role("alertdialog")).to_contain_text("was written by somebody else")
    page.get_by_role("button", name="Take theirs").click()
    expect(page.locator(".files option:checked")).to_have_text("02-moving.law")


def test_the_case_on_the_screen_is_among_those_that_come_out_otherwise_and_the_rest_is_asked(page: Page) -> None:
    take(page, "moving.plank")
    show(page, "02-moving.law")
    write(page, "rule move.plank", 'rule house.waders [house 1]\n  "Low."\n  lifts move.stream\n\nrule move.plank')
    page.get_by_role("tab", name="What changes").click()
    expect(page.locator(".changes")).to_contain_text("moving.plank")
    more, counted = page.get_by_role("button", name="Ask the rest"), page.locator("[role=tabpanel] > p").first
    if more.is_visible():
        before = counted.inner_text()
        more.click()
        expect(counted).not_to_have_text(before)


def test_a_position_is_found_by_words_of_its_question(page: Page) -> None:
    find = page.get_by_role("searchbox", name="Find")
    find.fill("plank mule")
    expect(page.locator(".ask option[value='moving.plank']")).to_be_attached()
    expect(page.locator(".ask option[value='words.home']")).to_have_count(0)
    find.press("Enter")
    expect(page.locator(".ask optgroup option:checked")).not_to_have_text("words.home")
    assert page.locator(".ask optgroup").first.get_attribute("label") == "02-moving.cases.yaml"


def test_what_was_judged_before_is_dim_while_a_position_is_judged(page: Page) -> None:
    take(page, "moving.plank")
    expect(short(page)).to_contain_text("only boots wade")
    expect(page.locator(".old")).to_have_count(0)
    page.get_by_role("textbox", name="Question").fill("distance(mule, anna)")
    page.evaluate("""() => {
        window.dimmed = new Set();
        const note = ({ parentElement: of }) => dimmed.add(of.className || of.id);
        new MutationObserver(() => document.querySelectorAll(".old").forEach(note))
          .observe(document.body, { subtree: true, attributes: true, childList: true });
    }""")
    page.keyboard.press("Enter")
    expect(short(page)).not_to_contain_text("refused")
    expect(page.locator(".old")).to_have_count(0)
    assert page.evaluate("[...dimmed].sort()") == ["middle", "told"]


def test_a_counter_says_what_its_way_cost_and_is_put_back(page: Page) -> None:
    take(page, "moving.plank")
    page.mouse.move(*middle(page.locator("[data-piece=mule]").first))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("[data-hex='0606']")), steps=4)
    page.mouse.up()
    expect(page.locator("header [role=status]")).to_contain_text("mule is in 0606")
    expect(page.locator(".middle p")).to_contain_text("mule to 0606: it gets there, for 1")
    page.get_by_role("button", name="Put it back").click()
    expect(short(page)).to_contain_text("only boots wade the stream")
    expect(page.get_by_role("button", name="Put it back")).to_have_count(0)


def test_an_edit_is_saved_and_two_at_once_lose_nothing(page: Page, folder: Path) -> None:
    file = folder / "02-moving.law"
    show(page, "02-moving.law")
    write(page, "# ---- what a step costs", "# ---- mine")
    file.write_text(file.read_text() + "# theirs\n")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("was written by somebody else")
    page.get_by_role("button", name="Write mine over it").click()
    expect(page.locator("header [role=status]")).to_contain_text("02-moving.law is saved")
    assert "# ---- mine" in file.read_text()


def test_the_text_of_a_day_before_is_laid_over_a_file(page: Page, folder: Path) -> None:
    file = folder / "02-moving.law"
    first, day = file.read_text(), datetime(2026, 3, 4, 21, 30)
    os.utime(file, (day.timestamp(),) * 2)
    show(page, "02-moving.law")
    write(page, "# ---- what a step costs", "# ---- mine")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("header [role=status]")).to_contain_text("02-moving.law is saved")
    page.get_by_role("tab", name="Not saved", exact=True).click()
    page.get_by_role("button", name="2026-03-04").click()
    expect(page.locator(".differs li")).to_have_count(2)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".differs li")).to_have_count(0)
    assert file.read_text() == first


def test_a_position_becomes_a_case(page: Page, folder: Path) -> None:
    take(page, "moving.plank")
    page.locator(".keep summary").click()
    page.locator(".keep input[name=id]").fill("mine.plank")
    page.locator(".keep input[name=path]").fill("cases/mine.cases.yaml")
    page.locator(".keep input[name=expect]").fill("refused")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator(".cm-content")).to_contain_text("mine.plank")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("header [role=status]")).to_contain_text("is saved")
    assert "mine.plank" in (folder / "cases" / "mine.cases.yaml").read_text()


@pytest.mark.parametrize("width", [390, 1024, 1280])
def test_nothing_is_cut_at_any_width_and_everything_is_named(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.locator(".keep summary").click()
    for name in ("Verdict", "What changes", "Balance", "Look up", "Findings"):
        page.get_by_role("tab", name=name).click()
        assert [*cut(page), *faults(page)] == []


def test_markup_in_law_is_text(page: Page) -> None:
    take(page, "moving.plank")
    show(page, "02-moving.law")
    harm = "<img src=x onerror=document.body.remove()><script>document.body.remove()</script>"
    write(page, "{u.cry} only boots wade the stream into {there}", harm)
    expect(short(page)).to_contain_text("<img src=x")
    assert page.locator("main img, main script").count() == 0


def lines(page: Page) -> list[str]:
    return page.locator(".cm-line").all_inner_texts()


def test_keys_come_in_the_order_in_which_they_are_typed(page: Page) -> None:
    show(page, "02-moving.law")
    page.context.new_cdp_session(page).send(
        "Emulation.setCPUThrottlingRate", {"rate": 4}
    )  # the page is behind the keys
    page.locator(".cm-content").click()
    page.keyboard.press("Control+Home")
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.type(', by day and by night, in rain and in snow"', delay=15)
    expect(page.locator(".cm-line").first).to_have_text(
        'chapter [RB 2] "Moving, by day and by night, in rain and in snow"'
    )


def test_what_fits_is_offered_behind_a_dot_and_behind_is(page: Page) -> None:
    show(page, "02-moving.law")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\nrule entry.mud [RB 2.2]\nover entry.path\nentry-cost(u, here, there) is 3\nwhen u.", delay=20)
    offered = page.locator(".cm-tooltip-autocomplete li")
    expect(offered.filter(has_text="spent")).to_contain_text("attribute strides")
    expect(offered.filter(has_text="value")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("there.terrain is ", delay=20)
    expect(offered.first).to_contain_text("value terrain")
    page.keyboard.type("clo", delay=20)
    expect(offered.first).to_contain_text("clover")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert lines(page)[-1] == "  when there.terrain is clover"


def test_a_rule_is_said_where_the_pointer_rests_on_its_name(page: Page) -> None:
    show(page, "02-moving.law")
    page.locator(".cm-line", has_text="over entry.ground, entry.ridge").hover(position={"x": 60, "y": 5})
    expect(page.locator(".hover")).to_contain_text("rule entry.ground")


def test_a_rule_is_written_line_by_line(page: Page) -> None:
    show(page, "02-moving.law")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\nrule entry.mud [RB 2.2]\nover entry.path", delay=20)
    expect(page.locator(".cm-tooltip-autocomplete")).to_be_visible()
    page.keyboard.type("\nentry-cost(u, here, there) is 3\n", delay=20)
    assert lines(page)[-4:] == [
        "rule entry.mud [RB 2.2]",
        "  over entry.path",
        "  entry-cost(u, here, there) is 3",
        "  ",
    ]


def test_a_finding_is_mended_by_its_button(page: Page) -> None:
    show(page, "02-moving.law")
    write(page, "over entry.ground", "over entry.grund")
    page.get_by_role("tab", name="Findings").click()
    page.locator(".found").get_by_role("button", name="write entry.ground").first.click()
    expect(page.locator(".found li")).to_have_count(1)
    assert any("over entry.ground" in line for line in lines(page))


def test_long_lines_are_wrapped(page: Page) -> None:
    show(page, "02-moving.law")
    page.locator(".cm-content").click()
    assert page.locator(".cm-scroller").evaluate("place => place.scrollWidth <= place.clientWidth")


def test_a_rule_of_a_base_is_looked_up_read_and_changed(
    serving: Callable[..., AbstractContextManager[str]], opened: Callable[..., AbstractContextManager[Page]],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    hexlaw("new", "module", "wet-autumn", "--extends", "tutorial")
    with serving("studio", "./wet-autumn") as address, opened(address, ".verdict") as page:
        take(page, "moving.plank")
        page.get_by_role("button", name="RB 2.9").first.click()
        expect(page.locator(".cm-content")).to_have_attribute("aria-label", "../tutorial/02-moving.law")
        expect(page.locator(".cm-activeLine")).to_contain_text("rule move.stream")
        page.keyboard.type("not written")
        expect(page.locator(".cm-content")).not_to_contain_text("not written")
        page.get_by_role("tab", name="Look up").click()
        page.get_by_role("searchbox", name="Words").fill("RB 2.9")
        page.keyboard.press("Enter")
        page.locator("li", has=page.get_by_role("button", name="move.stream", exact=True)).get_by_role(
            "button", name="Change it"
        ).click()
        expect(page.locator(".cm-content")).to_have_attribute("aria-label", "01-changes.law")
        write(page, "is stream and u.gait is not boots", "is stream and u.gait is paws")
        page.get_by_role("tab", name="Verdict").click()
        expect(short(page)).to_contain_text("legal")


def test_a_file_is_begun_and_kept(page: Page, folder: Path) -> None:
    def begin(name: str) -> None:
        page.get_by_role("button", name="New …").click()
        page.locator("form.begin select[name=sort]").select_option("file")
        page.locator("form.begin input[name=name]").fill(name)
        page.get_by_role("button", name="Begin it").click()

    begin("../storms.law")
    expect(page.locator("header [role=status]")).to_contain_text("is not a file of a module")
    begin("02-moving.law")  # one that is there is shown
    expect(page.locator(".cm-content")).to_have_attribute("aria-label", "02-moving.law")
    begin("20-storms.law")
    expect(page.locator(".cm-content")).to_have_attribute("aria-label", "20-storms.law")
    page.locator(".cm-content").click()
    page.keyboard.insert_text(
        'chapter [HR 7] "Storms"\n\nrule storm.startles [HR 7.1]\n  u is startled\n  when u is a dog\n'
    )
    expect(page.locator(".cm-content")).to_contain_text("storm.startles")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("header [role=status]")).to_contain_text("20-storms.law is saved")
    assert "storm.startles" in (folder / "20-storms.law").read_text("utf-8")
    expect(page.locator(".files select")).to_have_value("20-storms.law")


def test_a_name_in_the_law_leads_to_where_it_is_declared_and_used(page: Page, folder: Path) -> None:
    show(page, "02-moving.law")
    declaration = line(page, "quantity strides-today(u: unit)")
    declaration.click(position={"x": 140, "y": 5})
    page.keyboard.press("F12")
    at = line_number(folder, "02-moving.law", "quantity strides-today")
    declared = page.locator("[role=tabpanel] li", has_text=f"02-moving.law:{at}: quantity strides-today(u: unit)")
    expect(declared).to_be_visible()
    page.get_by_role("tab", name="Verdict").click()
    declaration.click(position={"x": 140, "y": 5}, modifiers=["Control"])
    expect(declared).to_be_visible()
    used = page.locator("[role=tabpanel] li button", has_text="04-herds.law").first
    used.click()
    expect(page.locator(".cm-content")).to_have_attribute("aria-label", "04-herds.law")
    expect(page.locator(".cm-activeLine")).to_contain_text("strides-today")


def test_a_name_is_called_otherwise_in_all_files(page: Page, folder: Path) -> None:
    show(page, "02-moving.law")
    line(page, "quantity strides-today(u: unit)").click(position={"x": 140, "y": 5})
    page.keyboard.press("F12")
    said = page.locator("[role=tabpanel]")
    said.locator("input[name=new]").fill("rule")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("header [role=status]")).to_contain_text("the language has this word")
    said.locator("input[name=new]").fill("strides-a-day")
    page.get_by_role("button", name="Rename").click()
    expect(said).to_contain_text("renamed at")
    expect(page.locator(".cm-content")).to_contain_text("quantity strides-a-day(u: unit)")
    show(page, "04-herds.law")
    expect(page.locator(".cm-content")).to_contain_text("strides-a-day")
    assert "strides-today" in (folder / "04-herds.law").read_text("utf-8"), "nothing is saved before one has looked"


SLOW = """
window.WebSocket = class extends WebSocket {
  send(text) {
    setTimeout(() => super.send(text), text.includes('"moving.shunned"') || text.includes('"do":"edit"') ? 1500 : 0);
  }
};
"""
"""Opens one case late, and reads late what is edited."""


def test_a_case_that_is_slow_to_open_does_not_replace_one_chosen_after_it(page: Page) -> None:
    page.add_init_script(SLOW)
    page.reload()
    expect(short(page)).to_be_visible()
    take(page, "moving.shunned")
    take(page, "moving.plank")
    expect(short(page)).to_contain_text("only boots wade")
    page.wait_for_timeout(3000)  # the first one has come meanwhile
    expect(short(page)).to_contain_text("only boots wade")
    expect(page.locator(".ask .cases")).to_have_value("moving.plank")


def test_games_are_played_under_the_law_as_it_is_edited_however_late_it_is_read(page: Page) -> None:
    page.add_init_script(SLOW)
    page.reload()
    expect(short(page)).to_be_visible()
    test_pairs_of_games_are_played_and_ended_at_will(page)


def test_prose_is_read_and_found_to_hold(page: Page, folder: Path) -> None:
    show(page, "02-moving.law")
    write(page, "there) is 1/2", "there) is 1")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("header [role=status]")).to_contain_text("02-moving.law is saved")
    page.get_by_role("tab", name="Findings").click()
    page.get_by_role("button", name="Read the prose").click()
    found = page.locator(".found section")
    expect(found).to_contain_text("A step along a path costs 1/2 stride")
    expect(found).to_contain_text("The prose still gives 1/2")
    page.get_by_role("button", name="It holds").click()
    expect(page.locator(".found")).to_contain_text("All prose was read")
    assert "next hex is 1 if a path crosses" in (folder / "prose.lock").read_text("utf-8")
