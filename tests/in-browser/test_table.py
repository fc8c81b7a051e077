"""The table as a person uses it: by mouse, by keyboard alone, at two widths, and what its page is sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Locator, Page, expect

from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.workspace.workspace import AtTable, Workspace

from ..compiler.studio.person_at_page import write_rams
from .in_page import middle

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "compiler" / "studio" / "app" / "node_modules" / "axe-core" / "axe.min.js"
REEDS = str(ROOT / "tests" / "rules" / "games" / "reeds")


Serving = Callable[..., AbstractContextManager[str]]
Opening = Callable[..., AbstractContextManager[Page]]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def day(serving: Serving) -> Iterator[str]:
    with serving("play", "tutorial", "last-fine-day", "--against", "greedy", "--seed", "s1", "--serve") as address:
        yield address


@pytest.fixture
def table(opened: Opening, day: str) -> Iterator[Page]:
    with opened(day, ".able") as page:
        yield page


def middle_of(page: Page, hex: str) -> tuple[float, float]:
    return middle(page.locator(f"[data-hex='{hex}']"))


def aim(page: Page, hex: str) -> None:
    """Points at a hex by arrow keys, each pressed once the one before has been followed."""
    aimed = page.locator(".aimed")
    page.keyboard.press("ArrowRight") if not aimed.count() else None
    for _ in range(60):
        if (at := aimed.get_attribute("data-hex")) == hex:
            return
        (x, y), (here_x, here_y) = middle_of(page, hex), middle_of(page, at or "")
        sideways, down = abs(x - here_x) > abs(y - here_y), y > here_y
        way = ("ArrowRight" if x > here_x else "ArrowLeft") if sideways else "ArrowDown" if down else "ArrowUp"
        page.keyboard.press(way)
        expect(aimed).not_to_have_attribute("data-hex", at or "")
    raise AssertionError("no arrow leads there")


def click(page: Page, hex: str) -> None:
    page.locator(f"[data-hex='{hex}']").scroll_into_view_if_needed()
    page.mouse.click(*middle_of(page, hex))


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def lit(page: Page, hex: str, how: str = "lit") -> None:
    expect(page.locator(f"[data-hex='{hex}'].{how}")).to_be_attached()


def test_first_turns_are_played_by_clicks_and_taken_back(table: Page) -> None:
    log = table.locator(".log li:not(.turn)")
    lit(table, "0204", "able")
    click(table, "0204")
    lit(table, "0404")
    expect(table.locator(".begun")).to_contain_text("gets to")
    click(table, "0404")
    expect(log.first).to_contain_text("jack moves to 0404 via 0304")
    button(table, "Undo")
    expect(log).to_have_count(0)
    lit(table, "0205", "able")
    click(table, "0205")  # of two there, the one on top
    click(table, "0406")
    expect(log.first).to_contain_text("rex moves to")
    button(table, "End the moving phase")
    expect(table.locator(".heard")).to_contain_text("can still move a piece: anna")
    button(table, "End the moving phase all the same")
    expect(table.locator("header")).to_contain_text("round 2 of 8")
    expect(table.locator(".log")).to_contain_text("Shadeside: ")
    expect(table.locator(".arrows").first).to_be_attached()


def answered_late(page: Page, milliseconds: int = 400) -> None:
    """Lets whatever is asked from now on be answered so much later."""
    page.evaluate(
        """(late) => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (data) { setTimeout(() => send.call(this, data), late); };
        }""",
        milliseconds,
    )


def test_a_click_that_takes_longer_says_that_it_was_heard(table: Page) -> None:
    answered_late(table, 1500)
    heard = table.locator("header [role=status]")
    expect(heard).to_have_text("")
    button(table, "End the moving phase")
    expect(heard).to_contain_text("heard")
    expect(table.locator(".heard")).to_contain_text("can still move")
    expect(heard).to_have_text("")


def quick(page: Page, *places: tuple[float, float]) -> None:
    """Clicks there, fifty milliseconds apart, whatever comes of it; waits until it has been done."""
    for x, y in places:
        page.mouse.click(x, y)
        page.wait_for_timeout(50)
    idle(page)


def test_whoever_clicks_fast_moves_the_counters_that_were_there(table: Page) -> None:
    """Rex stands on anna; the next click is made while rex is still seen there, and means anna once rex has gone."""
    stack, far, near, mule, south = (middle_of(table, hex) for hex in ("0205", "0505", "0304", "0204", "0404"))
    for _ in range(3):
        quick(table, stack, far, stack, near)
        said = table.locator(".log li:not(.turn)").all_text_contents()
        assert [line.partition(": ")[2].split()[0] for line in said] == ["anna", "rex"], said
        assert "0304" in said[0]
        assert "0505" in said[1]
        button(table, "Undo all")
        expect(table.locator(".log li:not(.turn)")).to_have_count(0)
        idle(table)
    answered_late(table)
    quick(
        table, mule, south, stack, far, mule, near
    )  # the mule has gone: that click is lost, and so is the one after it
    expect(table.locator(".heard")).to_contain_text("the game has gone on meanwhile: click again")
    said = table.locator(".log li:not(.turn)").all_text_contents()
    assert [line.partition(": ")[2].split()[0] for line in said] == ["rex", "jack"], said


def test_a_button_answers_the_question_that_it_was_pressed_upon(table: Page) -> None:
    """Both are pressed before the first is answered: the second would end what comes after it."""
    table.evaluate("""() => {
      const buttons = [...document.querySelectorAll(".asks button")];
      const named = (name) => buttons.find((each) => each.textContent.startsWith(name));
      named("Play this part").click();
      named("End the moving phase").click();
    }""")
    idle(table)
    expect(table.locator(".heard")).to_contain_text("the game has gone on meanwhile")
    expect(table.locator("header")).to_contain_text("round 1 of 8")


def test_what_a_program_meant_is_said_where_one_asks(table: Page) -> None:
    button(table, "End the moving phase")
    button(table, "End the moving phase all the same")
    expect(table.locator("header")).to_contain_text("round 2 of 8")
    asked = table.locator(".log details", has_text="What for")
    expect(asked.first).to_be_visible()
    for number in range(asked.count()):
        asked.nth(number).locator("summary").click()
        expect(asked.nth(number).locator("pre")).to_contain_text(re.compile("aim: |worth|nothing that can be named"))
    expect(table.locator(".log pre", has_text="aim: ").first).to_be_visible()


def test_a_refused_hex_says_why(table: Page) -> None:
    click(table, "0204")
    lit(table, "0404")
    click(table, "0801")
    expect(table.locator(".heard")).to_contain_text("jack cannot come to rest in 0801")
    click(table, "0804")  # where others stand
    expect(table.locator(".heard")).to_contain_text("0804")
    table.locator(".board").press("Escape")
    expect(table.locator(".unlit")).to_have_count(0)


def test_the_odds_come_before_the_dice(serving: Serving, opened: Opening) -> None:
    """A ram beside the enemy: red hex, odds, nothing thrown; then it is done."""
    write_rams()
    with serving("play", "./own", "night", "--serve") as address, opened(address, ".able") as page:
        click(page, "A-1")
        page.locator("[aria-label='The hex'] .counter", has_text="dory").click()
        lit(page, "A-2", "aim")
        click(page, "A-2")
        expect(page.locator(".plan").first).to_contain_text("33 %")
        button(page, "Not")
        expect(page.locator(".plan")).to_have_count(0)
        button(page, "light")
        button(page, "gulls")
        expect(page.locator(".plan")).to_contain_text("50 %")
        expect(page.locator(".log li:not(.turn)")).to_have_count(1)  # the action, and no throw
        button(page, "Do it")
        expect(page.locator(".log")).to_contain_text("wind shows")


def test_one_of_a_stack_is_taken_at_the_right(table: Page) -> None:
    click(table, "0105")
    table.locator("[aria-label='The hex'] .counter", has_text="otto").click()
    expect(table.locator(".begun .counter")).to_contain_text("otto")
    click(table, "0305")
    expect(table.locator(".log li:not(.turn)").first).to_contain_text("otto moves to 0305 via 0205")


def test_the_same_by_keyboard_alone(table: Page) -> None:
    table.locator(".board").focus()
    aim(table, "0204")  # the hex of the mule
    expect(table.locator(".under")).to_contain_text("jack")
    table.keyboard.press("Enter")
    lit(table, "0304")
    table.keyboard.press("ArrowDown")
    table.keyboard.press("ArrowDown")
    table.keyboard.press("Escape")
    table.keyboard.press("ArrowUp")
    table.keyboard.press("ArrowUp")
    table.keyboard.press("Enter")
    lit(table, "0304")
    table.keyboard.press("ArrowUp")
    expect(table.locator("[data-hex='0204'].aimed")).to_have_count(0)
    hex = table.locator(".aimed").get_attribute("data-hex")
    table.keyboard.press("Enter")
    expect(table.locator(".log li:not(.turn)").first).to_contain_text(f"jack moves to {hex}")
    table.get_by_role("button", name="Undo").focus()
    table.keyboard.press("Enter")
    expect(table.locator(".log li:not(.turn)")).to_have_count(0)


@pytest.mark.parametrize("width", [1024, 1280])
def test_everything_has_a_name_and_can_be_read(opened: Opening, day: str, width: int) -> None:
    with opened(day, ".able", width) as page:
        click(page, "0205")
        lit(page, "0406")
        page.evaluate(AXE.read_text("utf-8"))
        found = page.evaluate("axe.run()")["violations"]
        assert [(one["id"], [node["html"][:80] for node in one["nodes"]][:3]) for one in found] == []
        counter = page.locator(".pieces [data-piece=rex]").bounding_box()
        assert counter is not None
        assert counter["width"] > 40
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".cost").first.evaluate("text => getComputedStyle(text).textAnchor") == "middle"


LISTENS = """
window.heard = [];
const Plain = WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) { super(...given); this.addEventListener("message", ({ data }) => heard.push(data)); }
};
"""
"""Keeps all that the page is sent."""


def test_a_secret_of_the_other_side_is_in_no_message(serving: Serving, opened: Opening) -> None:
    with serving("play", REEDS, "two-days", "--seed", "1", "--serve") as address, opened(address, ".alone") as page:
        page.add_init_script(LISTENS)
        page.reload()
        button(page, "I am otters")
        page.wait_for_selector(".able")
        for line in ("slip ann B-1 done", "end end", "end end"):
            page.locator(".line input").fill(line)
            page.keyboard.press("Enter")
            expect(page.locator("[aria-busy=true]")).to_have_count(0)
        expect(page.locator(".alone")).to_contain_text("It is the turn of herons")
        assert any("slip ann, by B-1" in text for text in page.evaluate("heard"))
        page.evaluate("heard.length = 0")
        button(page, "I am herons")
        page.wait_for_selector(".able")
        expect(page.locator(".log")).to_contain_text("slips, in secret")
        heard = page.evaluate("heard")
        assert heard
        assert not any("by B-1" in text or 'data-piece=\\"ann' in text for text in heard)


def test_a_situation_is_chosen_in_the_page_and_begun(serving: Serving, opened: Opening) -> None:
    with serving("play", "tutorial", "--serve") as address, opened(address, "form") as page:
        page.locator("select[name=situation]").select_option("last-fine-day")
        page.locator("select[name=against]").select_option("random")
        button(page, "Play")
        lit(page, "0204", "able")
        assert Path("last-fine-day.journal").exists()


def test_units_are_set_up_in_bulk(serving: Serving, opened: Opening) -> None:
    with (
        serving("play", "panzer-leader", "remagen", "--against", "random", "--serve") as address,
        opened(address, ".counter") as page,
    ):
        page.locator(".asks .counter", has_text="rifle-1").click()
        lit(page, "A-3")
        page.locator(".asks .counter", has_text="rifle-2").last.click(modifiers=["Shift"])
        click(page, "A-3")
        expect(page.locator(".begun .counter")).to_have_count(1)
        lit(page, "A-4")
        click(page, "A-4")
        expect(page.locator(".log")).to_contain_text("rifle-2 is set up in A-4")
        expect(page.locator(".log")).to_contain_text("rifle-1 is set up in A-3")


def idle(page: Page) -> None:
    """Waits until the page is ready for the next."""
    expect(page.locator(".skip, [aria-busy=true]")).to_have_count(0)


def test_a_turn_by_mail_is_played_in_the_page(
    serving: Serving, opened: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def at(who: str) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / who))

    at("anna")
    Workspace().by_mail(("tutorial", "last-fine-day"), None, AtTable())
    at("bert")
    Workspace().by_mail("last-fine-day-1.turn", None, AtTable())
    for who, came, sends in (("anna", 2, 3), ("bert", 3, 4)):
        at(who)
        with (
            serving("play", "--mail", f"last-fine-day-{came}.turn", "--serve") as address,
            opened(address, ".able, .skip") as page,
        ):
            page.keyboard.press("Escape")
            page.wait_for_selector(".able")
            if who == "anna":
                click(page, "0204")
                lit(page, "0404")
                click(page, "0404")
            else:
                expect(page.locator(".log")).to_contain_text("Sunside: jack moves to 0404 via 0304")
            for _ in range(4):
                idle(page)
                if page.locator(".ended").count():
                    break
                button(page, "End ")
            expect(page.locator(".ended")).to_contain_text("nothing is sent yet")
            assert not Path(f"last-fine-day-{sends}.turn").exists()
            if who == "anna":  # it is looked at, taken back and ended once more
                button(page, "Undo")
                expect(page.locator(".ended")).to_have_count(0)
                for _ in range(2):
                    idle(page)
                    if not page.locator(".ended").count():
                        button(page, "End ")
            button(page, "Seal it")
            expect(page.locator(".ended")).to_contain_text(f"last-fine-day-{sends}.turn")
            with page.expect_download() as given:
                button(page, "Download ")
            sent = Path(f"last-fine-day-{sends}.turn").read_bytes()
            assert Path(given.value.path()).read_bytes() == sent, "the page hands out the file itself"
            mail = page.get_by_role("link", name="Write the mail").get_attribute("href")
            assert f"last-fine-day-{sends}.turn" in (mail or "")


HOSTILE = "<img src=x onerror='window.ran=1'><script>window.ran=1</script>"


def test_markup_in_names_and_texts_does_not_run(serving: Serving, opened: Opening, tmp_path: Path) -> None:
    folder = copytree(shipped_modules()["tutorial"], tmp_path / "hollow")
    for file in folder.rglob("*.law"):
        text = file.read_text("utf-8").replace('"The last fine day"', f'"The last {HOSTILE}"')
        text = text.replace('"Both farms set out', f'"{HOSTILE} Both farms set out')
        file.write_text(text.replace('says "', f'says "{HOSTILE} '), "utf-8")
    for file in folder.rglob("*.yaml"):
        file.write_text(file.read_text("utf-8").replace("fleece of sunside", f'"{HOSTILE}"'), "utf-8")
    with (
        serving("play", "./hollow", "last-fine-day", "--against", "greedy", "--serve") as address,
        opened(address, ".able") as page,
    ):
        expect(page.locator("h1")).to_contain_text("<script>")
        expect(page.locator(".wins")).to_contain_text("<img src=x")
        click(page, "0204")
        lit(page, "0404")
        click(page, "0904")
        expect(page.locator(".heard")).to_contain_text("0904")
        assert page.evaluate("window.ran") is None
        assert page.locator("img[src=x], aside script").count() == 0


def accessible(page: Page) -> None:
    """Nothing is wrong by axe, and nothing is wider than the window, at three widths, in the light and in the dark."""
    for width in (390, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.evaluate(AXE.read_text("utf-8"))
            found = page.evaluate("axe.run()")["violations"]
            assert [(one["id"], [node["html"][:80] for node in one["nodes"]][:3]) for one in found] == [], (
                width,
                scheme,
            )
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


class Mouse:
    """Plays by the mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def take(self, hex: str, *, more: bool = False) -> None:
        idle(self.page)
        self.page.keyboard.down("Shift") if more else None
        self.page.mouse.click(*middle_of(self.page, hex))
        self.page.keyboard.up("Shift") if more else None

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name).first.click()


class Keys(Mouse):
    """Plays by the keyboard alone."""

    def to(self, found: Locator) -> None:
        """Tab after tab, until it has the focus."""
        expect(found).to_be_visible()
        for _ in range(150):
            if found.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("no tab leads there")

    def take(self, hex: str, *, more: bool = False) -> None:
        idle(self.page)
        self.to(self.page.locator(".board"))
        aim(self.page, hex)
        self.page.keyboard.press("Shift+Enter" if more else "Enter")

    def press(self, name: str) -> None:
        self.to(self.page.get_by_role("button", name=name).first)
        self.page.keyboard.press("Enter")


hands = pytest.mark.parametrize("hand", [Mouse, Keys])


def kept(module: str, situation: str, parts: int) -> str:
    """The journal of a game in which a program has played so many parts of the person's turns."""
    laid = Workspace().begin(module, situation, None, "s1", None, AtTable("greedy", in_page=True))
    page = laid.in_page()
    page.type((), lambda _: None)
    for _ in range(parts):
        page.type(("auto",), lambda _: None)
        page.type(("end", "end"), lambda _: None)
    assert laid.table is not None
    return str(laid.table.file.path)


@hands
def test_a_game_ends_with_who_has_won(serving: Serving, opened: Opening, hand: type[Mouse]) -> None:
    journal = kept("tutorial", "last-fine-day", 7)
    with (
        serving("play", "--resume", journal, "--against", "greedy", "--serve") as address,
        opened(address, ".able") as page,
    ):
        by = hand(page)
        expect(page.locator("header")).to_contain_text("round 8 of 8")
        by.press("Play this part for me")
        for _ in range(4):
            idle(page)
            if page.locator(".ended").count():
                break
            by.press("End ")
        expect(page.locator(".ended")).to_contain_text("won by ")
        accessible(page)


@hands
def test_the_page_is_handed_over_between_two(serving: Serving, opened: Opening, hand: type[Mouse]) -> None:
    with serving("play", REEDS, "two-days", "--seed", "1", "--serve") as address, opened(address, ".alone") as page:
        by = hand(page)
        accessible(page)
        by.press("I am otters")
        page.wait_for_selector(".able")
        for _ in range(6):
            idle(page)
            if page.locator(".alone").count():
                break
            by.press("End ")
        expect(page.locator(".alone")).to_contain_text("It is the turn of herons")
        by.press("I am herons")
        page.wait_for_selector(".asks")


def test_a_shot_is_two_clicks(serving: Serving, opened: Opening) -> None:
    """Pointing at a red hex shows the odds, clicking it does it."""
    write_rams()
    law = Path("own/01.law")
    text = law.read_text("utf-8")
    law.write_text(text[: text.index("action shell")] + text[text.index("action light") :], "utf-8")
    with serving("play", "./own", "night", "--serve") as address, opened(address, ".able") as page:
        click(page, "A-1")
        page.locator("[aria-label='The hex'] .counter", has_text="dory").click()
        lit(page, "A-2", "aim")
        page.mouse.move(*middle_of(page, "A-2"))
        expect(page.locator(".plan")).to_contain_text("67 %nothing changes")
        assert page.locator(".plan .bar span").first.evaluate("bar => bar.style.width") == "67%"
        expect(page.locator(".log")).not_to_contain_text("wind")
        click(page, "A-2")
        expect(page.locator(".log")).to_contain_text("wind shows")


def test_a_line_of_sight_is_drawn_between_two_hexes(serving: Serving, opened: Opening) -> None:
    with (
        serving("play", "panzer-leader", "remagen", "--against", "random", "--serve") as address,
        opened(address, ".counter") as page,
    ):
        button(page, "Line of sight")
        click(page, "D-7")
        click(page, "A-9")
        expect(page.locator(".sight")).to_have_text("D-7 to A-9: 4 hexes, not in sight: town in C-7")
        expect(page.locator("line.sighted.stopped")).to_have_count(1)
        click(page, "A-1")
        click(page, "A-5")
        expect(page.locator(".sight")).to_have_text("A-1 to A-5: 4 hexes, in sight")
        page.keyboard.press("Escape")
        expect(page.locator(".sighted")).to_have_count(0)


def test_the_map_is_sent_once(opened: Opening, day: str) -> None:
    with opened(day, ".able") as page:
        page.add_init_script(LISTENS)
        page.reload()
        page.wait_for_selector(".able")
        assert max(len(text) for text in page.evaluate("heard")) > 30_000
        page.evaluate("heard.length = 0")
        click(page, "0204")
        lit(page, "0404")
        click(page, "0404")
        expect(page.locator(".log")).to_contain_text("jack moves to 0404 via 0304")
        expect(page.locator("[data-piece=jack]").first).to_have_attribute("data-at", "0404")
        assert sum(len(text) for text in page.evaluate("heard")) < 5_000


def test_a_line_of_the_log_shows_its_hexes(table: Page) -> None:
    click(table, "0204")
    lit(table, "0404")
    click(table, "0404")
    expect(table.locator(".log .turn")).to_have_text("Sunside, round 1 of 8")
    table.locator(".log .said").first.hover()
    lit(table, "0304", "here")
    table.locator("h1").hover()
    expect(table.locator(".here")).to_have_count(0)


def test_one_goes_back_and_forth_and_a_link_leads_to_a_moment(opened: Opening, day: str) -> None:
    with opened(day, ".able") as page:
        jack, stood = page.locator("[data-piece=jack]").first, "0204"
        expect(jack).to_have_attribute("data-at", stood)
        click(page, "0204")
        lit(page, "0404")
        click(page, "0404")
        expect(jack).to_have_attribute("data-at", "0404")
        through = page.get_by_label("Back and forth through the game")
        through.focus()
        page.keyboard.press("Home")
        expect(page.locator(".asks h2")).to_have_text("As it was: Sunside, round 1 of 8: moving phase")
        expect(jack).to_have_attribute("data-at", stood)
        expect(page.locator(".log .later")).to_have_count(1)
        click(page, "0404")  # nothing is done in what has been
        button(page, "Back to the game")
        expect(jack).to_have_attribute("data-at", "0404")
        assert "#" not in page.url
        page.goto(f"{day}#at=0")
        page.reload()
        expect(page.locator(".asks h2")).to_contain_text("As it was")
        expect(jack).to_have_attribute("data-at", stood)


def test_another_game_is_begun_in_the_page(opened: Opening, day: str) -> None:
    with opened(day, ".able") as page:
        button(page, "New game")
        expect(page.locator("select[name=situation]")).to_have_value("last-fine-day")
        expect(page.locator("select[name=against]")).to_have_value("greedy")
        expect(page.locator("select[name=side]")).to_have_value("sunside")
        page.locator("select[name=situation]").select_option("market-day")
        button(page, "Play")
        expect(page.locator("h1")).to_have_text("Market day")
        expect(page.locator(".asks h2")).to_contain_text("sunside")


def test_a_turn_is_played_on_the_width_of_a_phone(opened: Opening, day: str) -> None:
    """Map, what is asked and what was said lie in one window of 390 by 780: nobody scrolls to play."""
    with opened(day, ".able", 390) as page:
        page.set_viewport_size({"width": 390, "height": 780})
        expect(page.locator(".asks h2")).to_be_in_viewport()
        click(page, "0204")
        lit(page, "0404")
        click(page, "0404")
        expect(page.locator(".log li:not(.turn)").first).to_contain_text("jack moves to 0404 via 0304")
        end = page.get_by_role("button", name="End the moving phase")
        expect(end).to_be_in_viewport()
        expect(page.locator(".board")).to_be_in_viewport(ratio=0.9)
        assert page.evaluate("scrollY") == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_new_player_is_led_from_move_to_move(table: Page) -> None:
    guided = table.locator(".guided")
    expect(guided).to_contain_text("First game, 1 of 5.")
    button(table, "Make it for me")
    expect(guided).to_contain_text("First game, 2 of 5.")
    expect(table.locator(".log")).to_contain_text("Sunside: anna moves to 0305")
    button(table, "Undo")
    expect(guided).to_contain_text("First game, 1 of 5.")
