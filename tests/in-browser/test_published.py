"""A published module as a reader meets it: on a plain host, below a path, by mouse and by keys."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from page_start import LISTEN, WAKE, Line
from playwright.sync_api import Browser, Locator, Page, expect

from hexlaw.compiler.studio.publish import pyodide_files

from .in_page import AWAKE, NODE_MODULES, PATIENCE, ROOT, middle

PYODIDE = NODE_MODULES / "pyodide"
PLANK = 'figure[id="case:moving.plank"]'


@pytest.fixture
def site(published: Callable[[str], str]) -> str:
    """Where the tutorial lies published."""
    return published("tutorial")


@pytest.fixture
def reader(browser: Browser, site: str) -> Iterator[Page]:
    """A page in which nothing goes wrong unseen, and nothing is asked of other places."""
    made = browser.new_page(viewport={"width": 1400, "height": 900})
    made.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    made.on("pageerror", lambda problem: wrong.append(str(problem)))
    made.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    made.on(
        "request", lambda asked: None if asked.url.startswith((site, "blob:", "data:")) else wrong.append(asked.url)
    )
    yield made
    made.close()
    assert wrong == []


def dragged(page: Page, board: Locator, piece: str, hex_: str) -> None:
    page.mouse.move(*middle(board.locator(f'[data-piece="{piece}"]').first))
    page.mouse.down()
    expect(board.locator(".lit").first).to_be_visible()
    page.mouse.move(*middle(board.locator(f'[data-hex="{hex_}"]').first), steps=4)


def test_reading_needs_no_javascript(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}/chapter-02.html")
    expect(page.locator(f"{PLANK} svg")).to_be_visible()
    expect(page.locator(PLANK)).to_contain_text("The Mule may not enter 0705")
    assert not [url for url in asked if "/machine/" in url]
    context.close()


def test_a_figure_wakes_and_its_counters_move(reader: Page, site: str) -> None:
    reader.goto(f"{site}/chapter-02.html")
    figure = reader.locator(PLANK)
    figure.get_by_role("button", name="Try it").focus()
    reader.keyboard.press("Enter")
    expect(figure.locator(".verdict .short")).to_contain_text("only boots wade the stream", timeout=AWAKE)
    board = figure.locator(".board")
    dragged(reader, board, "mule", "0604")
    expect(figure.locator("p", has_text="mule to 0604:")).to_contain_text("it gets there, for 1")
    reader.mouse.up()
    expect(figure.locator(".verdict .short")).not_to_contain_text("only boots wade the stream")
    to_studio = figure.get_by_role("link", name="Open in the studio")
    expect(to_studio).to_have_attribute("href", re.compile(r"^studio\.html\?case=moving\.plank#v1\."))
    to_studio.click()
    expect(reader.locator(".verdict .short")).to_contain_text("0705 is not among the hexes next to 0604", timeout=AWAKE)


def test_a_refused_hex_says_why(reader: Page, site: str) -> None:
    reader.goto(f"{site}/chapter-02.html")
    figure = reader.locator('figure[id="case:moving.shunned"]')
    figure.get_by_role("button", name="Try it").click()
    expect(figure.locator(".verdict .short")).to_be_visible(timeout=AWAKE)
    dragged(reader, figure.locator(".board"), "ram", "0407")
    expect(figure.locator("p.no", has_text="ram to 0407:")).to_contain_text("ram will not set a foot on scree")
    reader.mouse.up()


def test_a_later_visit_fetches_nothing(browser: Browser, site: str, line: Line) -> None:
    """How long it takes is measured by `bench/page_start.py`, which puts the same marks."""
    context = browser.new_context()

    def visit() -> tuple[Page, int]:
        page, before = context.new_page(), line.sent
        page.set_default_timeout(AWAKE)
        page.add_init_script(LISTEN)
        page.goto(f"{site}/chapter-02.html", wait_until="networkidle")
        marks = page.evaluate(WAKE, "moving.plank")
        print(marks)
        assert [at for at, _ in marks] == ["here", "core", "imported", "ready", "verdict"]
        return page, line.sent - before

    first, size = visit()
    assert 5_000_000 < size < 9_000_000  # with the rest of the folder, which is kept for a visit without a line
    first.evaluate("navigator.serviceWorker.ready.then(() => null)")
    first.close()
    assert visit()[1] == 0
    context.close()


def test_an_edit_turns_a_verdict_and_is_kept_as_a_link(reader: Page, site: str) -> None:
    reader.goto(f"{site}/studio.html?case=moving.plank")
    expect(reader.locator(".verdict .short")).to_contain_text("only boots wade", timeout=AWAKE)
    expect(reader.get_by_role("status")).to_have_text("")
    expect(reader.get_by_text("nothing is written here")).to_be_visible()
    expect(reader.locator(".cm-content")).to_have_attribute("aria-label", "02-moving.law")  # with the rule that refuses
    reader.locator(".files select").select_option("02-moving.law")
    expect(reader.locator(".cm-content")).to_have_attribute("aria-label", "02-moving.law")
    reader.locator(".cm-content").click()
    reader.keyboard.press("Control+f")
    reader.locator(".cm-search input[name=search]").fill("limits move.bridge\\n  when any unit v in u")
    reader.locator(".cm-search input[name=replace]").fill(
        "limits move.bridge\\n  when any beast v in u where v.weight > 1"
    )
    reader.locator(".cm-search button[name=replaceAll]").click()
    reader.keyboard.press("Escape")
    expect(reader.locator(".verdict .was del")).to_contain_text("only boots wade")
    expect(reader.locator(".verdict .short")).to_contain_text("legal")
    reader.get_by_role("tab", name="What changes").click()
    expect(reader.get_by_text("cases come out otherwise")).to_be_visible(timeout=AWAKE)
    reader.get_by_role("button", name="Show the smallest example").click()
    reader.get_by_role("button", name="End it").click()
    expect(reader.get_by_role("button", name="End it")).to_have_count(0)
    reader.get_by_role("button", name="Show the smallest example").click()
    expect(reader.locator(".witness").first).to_be_visible(timeout=AWAKE)
    reader.get_by_role("tab", name="Verdict").click()
    with reader.expect_download() as archive:
        reader.get_by_role("button", name="Take it as .zip").click()
    assert archive.value.suggested_filename == "tutorial.zip"
    reader.get_by_role("button", name="Make a link of it").click()
    expect(reader.get_by_role("status")).to_contain_text("the address of this page is the link")
    link = reader.evaluate("location.href")
    assert len(link) < 2_000
    reader.goto("about:blank")
    reader.goto(link)
    expect(reader.locator(".verdict .was del")).to_contain_text("only boots wade", timeout=AWAKE)
    expect(reader.locator(".verdict .short")).to_contain_text("legal")
    expect(reader.locator(".cm-activeLine")).to_contain_text("when any beast v in u where v.weight > 1")
    reader.get_by_role("tab", name="What changes").click()
    expect(reader.locator(".changes")).to_contain_text("moving.plank", timeout=AWAKE)


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("#v1.!!!", "this link cannot be read"),
        ("#v1.AAAA", "this link cannot be read"),
        ("#v1." + "A" * 200_000, "this link is too large"),
        ("#v1.q1YqSyzKTMzJqVSyUlBKSlWqBQA", "this link cannot be read"),
    ],
    ids=["no-base64", "cut", "huge", "of-another-shape"],
)
def test_a_link_that_is_none_is_said_to_be_so(reader: Page, site: str, fragment: str, said: str) -> None:
    reader.goto(f"{site}/studio.html{fragment}")
    expect(reader.get_by_role("alert")).to_contain_text(said)


def test_a_hostile_link_is_text_and_nothing_else(reader: Page, site: str) -> None:
    evil = "<img src=x onerror=document.title='owned'><script>document.title='owned'</script>"
    reader.goto(f"{site}/index.html")
    fragment = reader.evaluate(
        """async (linked) => {
          const packed = new Blob([JSON.stringify(linked)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
          const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
          return "#v1." + btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
        }""",
        [
            [["evil.law", "", 0, 0, f'chapter [RB 99] "{evil}"'], ["../../out.law", "", 0, 0, evil]],
            {"ask": f"may {evil}", "board": evil, "pieces": {evil: {"at": evil}}, "id": evil},
        ],
    )
    reader.goto(f"{site}/studio.html{fragment}")
    expect(reader.get_by_role("alert")).to_contain_text("is not a file of a module", timeout=AWAKE)
    expect(reader.get_by_role("textbox", name="Question")).to_have_value(f"may {evil}")
    assert reader.title() == "Whistle and Shove: Hexlaw"
    assert reader.locator("img[src], body script").count() == 0, "the script in the head is the page's own"


def test_a_wheel_brings_the_files_of_pyodide_to_those_who_have_pip_alone(tmp_path: Path) -> None:
    made = [sys.executable, str(ROOT / ".ci" / "page_wheel.py"), str(PYODIDE), str(tmp_path)]
    subprocess.run(made, check=True, timeout=300, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / ".links")})
    (wheel,) = tmp_path.glob("hexlaw_page-*.whl")
    with ZipFile(wheel) as found:
        found.extractall(tmp_path / "installed")
    asked = "import sys; from hexlaw.compiler.studio.publish import pyodide_files; print(*pyodide_files(None))"
    env = {**os.environ, "PYTHONPATH": f"{ROOT / '.links'}{os.pathsep}{tmp_path / 'installed'}"}
    said = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True, env=env)
    assert {*said.stdout.split()} == {*pyodide_files(str(PYODIDE))}
