"""A variant is made from nothing in the browser alone: by forms, by clicks on the map, and with law that is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from hexlaw.compiler.cli import main

from .conftest import Opening, Serving
from .in_page import AWAKE, faults, middle


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


def status(page: Page) -> Locator:
    return page.locator("header [role=status]")


def lorries(page: Page) -> None:
    """Begins a game and a variant of it, where no module is."""
    begin(page, "module", "pebbles")
    expect(page.locator("header h1")).to_have_text("Pebbles")
    expect(page.locator(".verdict")).to_be_visible()
    begin(page, "module", "lorries", "pebbles")
    expect(page.locator("header h1")).to_have_text("Lorries")
    expect(page.locator(".verdict")).to_be_visible()


def test_a_game_and_its_variant_are_begun_in_an_empty_folder(tmp_path: Path, serving: Serving, opened: Opening) -> None:
    with serving("studio", str(tmp_path)) as address, opened(address, "form.begin") as page:
        expect(page.locator("h1")).to_have_text("No module is here yet")
        begin(page, "module", "Pebbles!")
        expect(page.get_by_role("alert")).to_contain_text("is not a name for a module: write small letters")
        assert faults(page) == []
        lorries(page)
        assert (tmp_path / "lorries" / "module.yaml").is_file()
        begin(page, "rule", "cost.open")
        expect(page.locator(".cm-content")).to_contain_text("replaces cost.open")
        expect(status(page)).to_contain_text("rule cost.open stands in 02-cost.law")
        assert not (tmp_path / "lorries" / "02-cost.law").exists(), "nothing is written before the user saves"
        page.get_by_role("button", name="New …").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert faults(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("button", name="New …")).to_be_focused()
        begin(page, "recipe", "zones")
        expect(page.locator(".cm-content")).to_contain_text("in this game")
        expect(page.get_by_role("tab", name="Not saved (3)")).to_be_visible()  # with the rule that was begun before
        page.get_by_role("button", name="Take it back").click()
        expect(status(page)).to_have_text("it is taken back")
        expect(page.get_by_role("tab", name="Not saved (1)")).to_be_visible()
        expect(page.get_by_role("button", name="Take it back")).to_have_count(0)
        expect(page.locator(".files option", has_text="zones.law")).to_have_count(0)
        with opened(address, "form.begin") as other:
            expect(other.locator("h1")).to_have_text("The modules in this folder")
        begin(page, "recipe", "zones")
        write(page, "# mine")
        expect(page.get_by_role("button", name="Take it back")).to_have_count(0)


WORDS = """
thing hex also
  depot: side or none "whose stores lie here"

thing hexside also
  road: yes/no

thing piece also
  fuel: whole = 2

fact watched(s: side) collects hex
  "Hexes beside an enemy of a side in which it has nobody."

rule watched.beside [HR 1.1]
  for each h in hexes
  when any piece e where e.side is not s and e.hex is not none and distance(e.hex, h) <= 1
  when no piece own in h where own.side is s
  watched(s) includes h

fact line(s: side): set of hex

rule line.by-road [HR 1.2]
  "From the stores along roads, through what no enemy watches."
  line(s) is those h linked to (those k in hexes where k.depot is s) after m
      where side-between(m, h) is road and h not in watched(s)

fact p: piece is supplied

rule supplied.near [HR 1.3]
  when any h in (those k linked to p.hex within 2 where k not in watched(p.side)) where h in line(p.side)
  p is supplied
"""
FUEL = """chapter [HR 1] "Fuel"

rule fuel.none [HR 1.4]
  forbids move.mover
  when p.fuel = 0
  says "{p} has no fuel"

rule fuel.burnt [HR 1.4]
  after move.mover
  then:
    set p.fuel to p.fuel - 1

rule fuel.brought [HR 1.5]
  at the start of half
  then:
    for each piece p where p.side is s and p is supplied:
      set p.fuel to 2
"""


def write(page: Page, text: str) -> None:
    """Types at the end of the file that is shown."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(text)


def tool(page: Page, what: str) -> None:
    page.locator("form.palette select").first.select_option(what)
    expect(page.locator("form.palette").get_by_role("button", name="Do it")).to_be_visible()


def field(page: Page, name: str) -> Locator:
    return page.locator(f"form.palette [name={name}]")


def click_beside(page: Page, hex: str, x: float, y: float) -> None:
    """Clicks in a hex, towards one of its sides: so far from the middle, in parts of half its width."""
    drawn = page.locator(f"[data-hex='{hex}']")
    expect(page.locator(".middle .old")).to_have_count(0)  # a map that is drawn anew takes the hex away
    box = drawn.bounding_box() or drawn.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2 * (1 + x), box["y"] + box["height"] / 2 + y * box["width"] / 2)


def ask(page: Page, question: str) -> None:
    page.get_by_label("Question", exact=True).fill(question)
    page.keyboard.press("Enter")


def keep(page: Page, name: str, expected: str) -> None:
    if not page.locator(".keep form").is_visible():
        page.locator(".keep summary").click()
    page.locator(".keep input[name=id]").fill(name)
    page.locator(".keep input[name=path]").fill("cases/lorries.cases.yaml")
    expect(page.locator(".keep input[name=expect]")).to_have_value(expected)
    page.get_by_role("button", name="Write it down").click()
    expect(status(page)).to_contain_text(f"{name} stands in cases/lorries.cases.yaml, line")


def put(page: Page, name: str, side: str, hex: str) -> None:
    tool(page, "put")
    field(page, "side").select_option(side)
    field(page, "piece").fill(name)
    page.mouse.click(*middle(page.locator(f"[data-hex={hex}]")))
    expect(page.locator(f"[data-piece={name}]").first).to_be_visible()


def test_a_variant_with_fuel_and_supply_by_road_is_made(
    tmp_path: Path, serving: Serving, opened: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No YAML is typed, and nothing at a terminal."""
    monkeypatch.chdir(tmp_path)
    with serving("studio", str(tmp_path)) as address, opened(address, "form.begin") as page:
        lorries(page)
        write(page, WORDS)
        begin(page, "rule", "fuel.none")
        expect(page.locator(".cm-content")).to_contain_text("rule fuel.none [HR 1]")
        page.locator(".cm-content").click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(FUEL)
        page.locator(".ask .cases").select_option("first-race")
        page.locator(".lays summary").click()
        tool(page, "hex")
        for hex, side in (("B1", "reds"), ("A6", "blues")):
            field(page, "key").select_option("depot")
            field(page, "value").select_option(side)
            page.mouse.click(*middle(page.locator(f"[data-hex={hex}]")))
            expect(status(page)).to_contain_text(f"{hex} depot {side}: it is done, in boards/field.yaml")
        tool(page, "hexside")
        for hex in ("B1", "B2", "B3", "B4"):
            click_beside(page, hex, 0.8, 0)
            expect(status(page)).to_contain_text(f"{hex} E road yes: it is done, in boards/field.yaml")

        page.locator(".ask .cases").select_option("step.tired")
        expect(page.locator(".verdict .short")).to_contain_text("rose can spend 2")
        put(page, "ruby", "reds", "B5")
        put(page, "bess", "blues", "A3")
        tool(page, "off")
        page.mouse.click(*middle(page.locator("[data-piece=rose]").first))
        expect(page.locator("[data-piece=rose]")).to_have_count(0)
        ask(page, "ruby is supplied")
        expect(page.locator(".verdict .short")).to_have_text("is no")
        keep(page, "lorries.cut", "no")
        put(page, "rose", "reds", "B4")
        page.locator("form.palette select").first.select_option("move")
        page.mouse.move(*middle(page.locator("[data-piece=bess]").first))
        page.mouse.down()
        page.mouse.move(*middle(page.locator("[data-hex=A4]")), steps=4)
        page.mouse.up()
        expect(status(page)).to_contain_text("bess is in A4")
        keep(page, "lorries.escorted", "yes")
        tool(page, "mark")
        page.mouse.click(*middle(page.locator("[data-piece=ruby]").first))
        field(page, "key").select_option("fuel")
        field(page, "value").fill("0")
        page.get_by_role("button", name="Do it").click()
        expect(status(page)).to_contain_text("ruby fuel 0: it is done")
        ask(page, "may move.mover(ruby)")
        expect(page.locator(".verdict .short")).to_contain_text("ruby has no fuel")
        keep(page, "lorries.dry", "{refused-by: fuel.none}")
        page.get_by_role("button", name="Save all").click()
        expect(page.locator(".files option", has_text="●")).to_have_count(0)
        assert faults(page) == []
    assert main(["check", "./lorries"]) == 0
    assert main(["test", "./lorries"]) == 0
    board = (tmp_path / "lorries/boards/field.yaml").read_text()
    assert board == (
        "hexes:\n  B1: {depot: reds, road: [E]}\n  A6: {depot: blues}\n"
        "  B2: {road: [E]}\n  B3: {road: [E]}\n  B4: {road: [E]}\n"
    )


def answer(page: Page, **answers: str) -> None:
    """Answers what a form asks back, by the first word of each question."""
    for question, given in answers.items():
        page.locator("form.begin label").filter(has_text=question).locator("input").fill(given)
    page.get_by_role("button", name="Begin it").click()
    expect(page.locator("form.begin")).to_have_count(0)


def test_a_game_of_its_own_is_made_where_a_wargamer_stopped(
    tmp_path: Path, serving: Serving, opened: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board of another size, units with what has a default, and a question that comes out legal: no YAML is typed."""
    monkeypatch.chdir(tmp_path)
    with serving("studio") as address, opened(address, "form.begin") as page:
        begin(page, "module", "lorries")
        expect(page.locator("header h1")).to_have_text("Lorries")
        expect(page.locator(".verdict")).to_be_visible()
        write(page, WORDS.replace("[HR", "[RB"))
        begin(page, "rule", "fuel.none")
        expect(page.locator(".cm-content")).to_contain_text("rule fuel.none [RB 1]")
        page.locator(".cm-content").click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(FUEL.replace("[HR", "[RB"))

        begin(page, "board", "desert")
        answer(page, Rows="3", Hexes="5")
        expect(page.locator(".board [data-hex]")).to_have_count(15)
        page.locator(".lays summary").click()
        tool(page, "hex")
        field(page, "key").select_option("depot")
        field(page, "value").select_option("reds")
        page.mouse.move(*middle(page.locator("[data-hex=A1]")))
        page.mouse.down()
        page.mouse.move(*middle(page.locator("[data-hex=A3]")), steps=8)
        page.mouse.up()
        expect(page.locator(".board text", has_text="depot reds")).to_have_count(3)
        tool(page, "hexside")
        click_beside(page, "B2", 0.8, 0)
        expect(status(page)).to_contain_text("B2 E road yes: it is done, in boards/desert.yaml")
        expect(page.locator(".board [data-rule=road]")).to_be_attached()

        begin(page, "unit", "tank")
        answer(page, side="reds")
        page.get_by_label("as a grid").check()
        page.get_by_label("Add a column").select_option("fuel")
        page.get_by_label("tank fuel", exact=True).fill("1")
        page.keyboard.press("Tab")

        begin(page, "situation", "raid")
        answer(page, board="desert")
        expect(page.locator(".ask .cases")).to_have_value("raid")
        put(page, "ruby", "reds", "B2")
        page.locator("form.palette select").first.select_option("move")
        page.mouse.move(*middle(page.locator("[data-piece=ruby]").first))
        page.mouse.down()
        page.mouse.move(*middle(page.locator("[data-hex=B4]")), steps=4)
        expect(page.locator(".board .lit")).not_to_have_count(0)
        page.mouse.up()
        expect(status(page)).to_contain_text("ruby is in B4")
        ask(page, "may move.mover(ruby)")
        expect(page.locator(".verdict .short")).to_have_text("is legal")
        expect(page.get_by_label("Acts")).to_have_value("reds")
        expect(page.get_by_label("Phase")).to_have_value("moving")
        keep(page, "lorries.runs", "legal")
        assert faults(page) == []
        page.get_by_role("button", name="Save all").click()
        expect(page.locator(".files option", has_text="●")).to_have_count(0)
    assert main(["check", "./lorries"]) == 0
    assert main(["test", "./lorries"]) == 0
    assert "tank,Tank,piece,RB 1,reds,1" in (tmp_path / "lorries/units/units.csv").read_text()
    assert "road: [E]" in (tmp_path / "lorries/boards/desert.yaml").read_text()


def test_a_board_is_drawn_as_the_form_says(page: Page, folder: Path) -> None:
    """A stroke draws in each hex that it crosses; of a hexside the form shows which it was; and what was chosen at the
    click counts, whatever is chosen right after it."""
    page.locator(".ask .cases").select_option("last-fine-day")
    page.locator(".lays summary").click()
    tool(page, "hex")
    field(page, "key").select_option("terrain")
    field(page, "value").select_option("scree")
    expect(page.locator("form.palette")).to_contain_text("What is drawn on a board is written into its file.")
    page.mouse.move(*middle(page.locator("[data-hex='0702']")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("[data-hex='0705']")), steps=12)
    page.mouse.up()
    page.mouse.move(*middle(page.locator("[data-hex='0303']")), steps=4)  # nothing more is drawn
    expect(status(page)).to_contain_text("0705 terrain scree: it is done, in boards/hollow.yaml")
    tool(page, "hexside")
    field(page, "key").select_option("ridge")
    field(page, "value").select_option("")
    click_beside(page, "0404", 0.6, -0.35)
    field(page, "value").select_option("yes")
    expect(field(page, "toward").locator("option:checked")).to_have_text("NE")
    expect(field(page, "hex")).to_have_value("0404")
    expect(status(page)).to_contain_text("0404 NE ridge: it is done, in boards/hollow.yaml")
    click_beside(page, "0602", 0, -0.75)
    expect(field(page, "toward").locator("option:checked")).to_have_text("N")
    expect(status(page)).to_contain_text("0602 N ridge yes: it is done, in boards/hollow.yaml")
    before = (folder / "boards" / "hollow.yaml").read_text("utf-8")
    page.locator(".files select").select_option("boards/hollow.yaml")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(status(page)).to_contain_text("boards/hollow.yaml is saved")
    now = (folder / "boards" / "hollow.yaml").read_text("utf-8")
    assert sorted({*now.splitlines()} - {*before.splitlines()}) == [
        "  0404: {ridge: [SE]}", "  0602: {ridge: [S, N]}", "  0702: {terrain: scree}", "  0703: {terrain: scree}",
        "  0704: {terrain: scree}", "  0705: {path: [NE], terrain: scree}",
    ]  # fmt: skip


def test_charts_are_changed_as_grids_and_steps_are_undone_per_file(page: Page, folder: Path) -> None:
    page.locator(".files select").select_option("units/units.csv")
    page.get_by_label("as a grid").check()
    weight = page.get_by_label("ram weight", exact=True)
    before = weight.input_value()
    weight.fill("9")
    page.keyboard.press("Tab")
    page.get_by_role("tab", name="Not saved (1)").click()
    expect(page.locator(".differs li")).to_have_count(2)
    assert faults(page) == []
    page.get_by_label("as a grid").uncheck()
    page.locator(".files select").select_option("02-moving.law")
    page.locator(".outline select").select_option(label="rule move.plank")
    expect(page.locator(".cm-activeLine").first).to_contain_text("rule move.plank")
    page.locator(".files select").select_option("units/units.csv")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+z")
    expect(page.get_by_role("tab", name="Not saved", exact=True)).to_be_visible()
    page.get_by_label("as a grid").check()
    expect(weight).to_have_value(before)


def test_positions_are_listed_by_file_and_played_at_a_table(page: Page) -> None:
    of_file = page.locator(".filters select").last
    of_file.select_option("situations, as they begin")
    expect(page.locator(".ask .cases option", has_text="The last fine day")).to_have_count(1)
    page.locator(".ask .cases").select_option("last-fine-day")
    expect(page.locator("[data-piece]").first).to_be_visible()
    with page.expect_popup() as popup:
        page.get_by_role("link", name="Play this").click()
    expect(popup.value.get_by_role("button", name="Play", exact=True)).to_be_visible()
    popup.value.close()


def test_what_a_library_does_is_lit_on_the_map_and_goes_with_it(page: Page) -> None:
    page.locator(".ask .cases").select_option("moving.plank")
    expect(page.locator(".verdict .short")).to_contain_text("refused")
    page.get_by_role("button", name="New …").click()
    page.locator("form.begin select").first.select_option("recipe")
    page.locator("form.begin select[name=name]").select_option("zones")
    page.get_by_role("button", name="Begin it").click()
    on_map = page.get_by_role("region", name="On the map")
    expect(on_map).to_contain_text("recipe zones", timeout=AWAKE)
    on_map.get_by_role("button", name="fact lies-in-a-zone-against").click()
    # around the shepherd in 0604, and around the mule and the lamb in 0605
    lit = page.locator(".board .lit")
    expect(lit).to_have_count(10)
    around = {"0503", "0504", "0505", "0603", "0604", "0605", "0606", "0703", "0704", "0705"}
    assert {hex_.get_attribute("data-hex") for hex_ in lit.all()} == around
    expect(page.locator(".board .cost").first).to_have_text("shadeside")
    assert faults(page) == []
    page.locator(".ask .cases").select_option("moving.shunned")  # what is lit is of the position that is shown
    expect(on_map).to_contain_text("fact exerts-into", timeout=AWAKE)
    expect(page.locator(".board .lit[data-hex='0605']")).to_have_count(0)
    page.get_by_role("button", name="Take it back").click()
    expect(on_map).to_have_count(0, timeout=AWAKE)
    expect(lit).to_have_count(0)


SINGS = """
rule mine.late [RB 2.9]
  forbids move.step
  when any unit v in u
  says "{u} sings on the way"
"""


def test_a_reader_gets_the_book_as_it_stands_in_one_file(page: Page, folder: Path) -> None:
    page.locator(".ask .cases").select_option("moving.plank")
    page.locator(".files select").select_option("02-moving.law")
    expect(page.locator(".cm-content")).to_have_attribute("aria-label", "02-moving.law")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(SINGS)
    expect(page.get_by_role("tab", name="Not saved (1)")).to_be_visible()
    expect(page.locator(".verdict .short")).to_contain_text("sings", timeout=AWAKE)
    with page.expect_download() as saved:
        page.get_by_role("link", name="File for a reader").click()
    assert saved.value.suggested_filename == "hollow.html"
    book = saved.value.path().read_text("utf-8")
    assert "mine.late" in book
    assert "studio.html" not in book
    assert "mine.late" not in (folder / "02-moving.law").read_text()
    expect(page.locator("header [role=status]")).to_contain_text("hollow.html holds the rule book of the law")
