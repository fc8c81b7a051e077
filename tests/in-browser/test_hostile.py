"""Law and links that mean harm, in the studio and in a published page: nothing runs, nothing hangs, all is told."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from hexlaw.compiler.data.load import shipped_modules

from .in_page import AWAKE, PATIENCE

Serving = Callable[[str, str], AbstractContextManager[str]]

HARM = "<img src=x onerror=owned=1><script>owned=1</script>"
OWNED = """() => {
  const all = [...document.querySelectorAll("img, script, iframe, object")].map((each) => each.outerHTML);
  return [...all.filter((each) => /src="?x|owned/.test(each)), ...(window.owned ? ["it ran"] : [])];
}"""
TEXTS = {
    "module.yaml": [("title: Whistle and Shove", f"title: 'Whistle {HARM}'"), ("credits: The", f"credits: '{HARM}' #")],
    "02-moving.law": [
        ("{u.cry} only boots wade", f"{HARM} only boots wade"),
        ("A unit may spend as many", f"{HARM} a unit may spend as many"),
        ("What it takes to walk", f"{HARM} what it takes to walk"),
    ],
    "units/units.csv": [(",Mule,", f",Mule {HARM},"), ("(It says nothing.)", HARM)],
    "boards/hollow.yaml": [("title: Thistle Hollow", f"title: 'Hollow {HARM}'"), ("The Gap:", f"'Gap {HARM}':")],
    "situations/last-fine-day.law": [('"The last fine day"\n  "Both', f'"The last {HARM}"\n  "{HARM} both')],
    "tables/entry-strides.yaml": [
        ("title: Strides", f"title: '{HARM}'#"),
        ("they nibble on the way", HARM),
        ("the first printing is smudged", HARM),
    ],
    "style.yaml": [("legend: clover", f"legend: '{HARM}'")],
    "cases/02-moving.cases.yaml": [("a mule goes over the plank, but not with a lamb on its back", HARM)],
}
"""Texts of the tutorial, by file, and what stands in their place."""
NAMES = {
    "notes <img src=x onerror=owned=1>.law": "# nothing\n",
    "cases/<img src=x onerror=owned=1>.cases.yaml": "cases: []\n",
}
ENDLESS = """
fact wide(u: unit): whole

rule wide.all [RB 2.9]
  wide(u) is sum(sum(sum(sum(distance(a, d) for d in hexes) for c in hexes) for b in hexes) for a in hexes)
"""
CIRCLE = "\nfact deep(n: whole): whole\n\nrule deep.more [RB 2.9]\n  deep(n) is deep(n + 1)\n"
CROWD = {"m1": {"type": "mule", "side": "sunside", "at": "0605"}}
STUCK = """
for (const [kind, way] of [["Worker", "postMessage"], ["WebSocket", "send"]]) {
  const Plain = window[kind];
  window[kind] = class extends Plain {
    [way](text) {
      this.isStuck ||= /"do":"judge".*"m1"/s.test(text);
      if (!this.isStuck) super[way](text);
    }
  };
}
"""
"""A machine that is asked of the crowd, and answers nothing any more."""
LAW = (shipped_modules()["tutorial"] / "02-moving.law").read_text("utf-8")


@pytest.fixture(scope="module")
def harmful(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A module with markup in every sort of text."""
    folder = copytree(shipped_modules()["tutorial"], tmp_path_factory.mktemp("harm") / "hollow")
    for name, pairs in TEXTS.items():
        text = (folder / name).read_text("utf-8")
        for before, after in pairs:
            assert before in text, (name, before)
            text = text.replace(before, after)
        (folder / name).write_text(text, "utf-8")
    for name, text in NAMES.items():
        (folder / name).write_text(text)
    return str(folder)


@contextmanager
def at(browser: Browser, address: str, script: str = "") -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.add_init_script(f"window.owned = 0;{script}")
    page.goto(address)
    yield page
    assert page.evaluate(OWNED) == []
    page.close()


@pytest.fixture(params=["studio", "published"])
def begun(request: pytest.FixtureRequest, browser: Browser, published: Callable[[str], str], serving: Serving) -> Any:
    """Opens a module in the studio, on a case, or in the studio of a published page."""

    @contextmanager
    def opened(module: str) -> Iterator[Page]:
        if request.param == "published":
            with at(browser, f"{published(module)}/studio.html?case=moving.plank") as page:
                expect(page.locator(".verdict .short")).to_be_visible(timeout=AWAKE)
                yield page
        else:
            with serving("studio", module) as address, at(browser, f"{address}?case=moving.plank") as page:
                expect(page.locator(".verdict .short")).to_be_visible()
                yield page

    return opened


def edit(page: Page, file: str, text: str) -> None:
    """Puts a text in the place of what stands in the editor, as if it were pasted."""
    page.locator(".files select").select_option(file)
    content = page.locator(".cm-content")
    expect(content).to_have_attribute("aria-label", file)
    content.press("Control+a")
    page.keyboard.insert_text(text)


def link(changes: list[list[Any]], position: dict[str, Any] | None = None) -> str:
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packed.compress(json.dumps([changes, position]).encode()) + packed.flush()
    return "#v1." + base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_markup_in_every_text_is_text(begun: Any, harmful: str) -> None:
    with begun(harmful) as page:
        expect(page.locator("h1")).to_contain_text("<img src=x")
        expect(page.locator(".verdict .short")).to_contain_text("<script>")
        for tab in ("What changes", "Balance", "Look up", "Findings", "Verdict"):
            page.get_by_role("tab", name=tab).click()
            assert page.evaluate(OWNED) == []
        for name in NAMES:
            page.locator(".files select").select_option(name)
            expect(page.locator(".cm-content")).to_have_attribute("aria-label", name)
        edit(page, "02-moving.law", f'{LAW}\nfact {HARM}\n\nfact u: unit is "{HARM}"\n')
        page.get_by_role("tab", name="Findings").click()
        expect(page.locator(".found li").first).to_contain_text("<")


def test_markup_in_every_text_of_a_book_is_text(
    browser: Browser, published: Callable[[str], str], harmful: str
) -> None:
    with at(browser, published(harmful) + "/index.html") as page:
        names = page.locator(".side nav > ol > li > a").evaluate_all("all => all.map((each) => each.href)")
        shown = 0
        for name in names:
            page.goto(name)
            assert page.evaluate(OWNED) == []
            shown += page.locator("main").inner_text().count("<img src=x")
        assert shown > 8
        page.locator("#search").fill("img")
        expect(page.locator("#found li").first).to_be_visible()


def test_rules_without_an_end_are_told_and_the_page_goes_on(begun: Any) -> None:
    with begun("tutorial") as page:
        edit(page, "02-moving.law", LAW + ENDLESS)
        page.get_by_role("textbox", name="Question").fill("wide(mule)")
        page.keyboard.press("Tab")
        expect(page.locator(".verdict .short")).to_contain_text("takes more than 2,000,000 steps", timeout=AWAKE)
        edit(page, "02-moving.law", LAW + CIRCLE)
        page.get_by_role("tab", name="Findings").click()
        expect(page.locator(".found")).to_contain_text("goes round in a circle", timeout=AWAKE)
        for text, said in (
            ("# " + "x" * 1_500_000, "larger than 1,000,000 bytes"),
            ("x" * 20_001, "longer than 20000"),
        ):
            edit(page, "02-moving.law", text)
            expect(page.locator(".found")).to_contain_text(said, timeout=AWAKE)
        edit(page, "02-moving.law", LAW)
        page.get_by_role("tab", name="Verdict").click()
        page.locator(".ask .cases").select_option("moving.into-firs")
        page.locator(".ask .cases").select_option("moving.plank")
        expect(page.locator(".verdict .short")).to_contain_text("only boots wade", timeout=AWAKE)


def test_a_machine_that_is_stuck_is_begun_anew_with_the_edits(
    browser: Browser, published: Callable[[str], str]
) -> None:
    before = "only boots wade the stream"
    where = LAW.index(before)
    digest = sha256(LAW.encode()).hexdigest()[:12]
    change = ["02-moving.law", digest, where, where + len(before), "nobody wades the stream"]
    question = 'may move.step(mule, hex("0705"))'
    mule = {"type": "mule", "side": "sunside", "at": "0605"}
    position = {"id": "x", "board": "hollow", "ask": question, "pieces": {"mule": mule, **CROWD}}
    address = published("tutorial") + "/studio.html" + link([change], position)
    with at(browser, address, STUCK) as page:
        late = page.locator(".late")
        expect(late).to_contain_text("This takes long: the verdict", timeout=AWAKE)
        late.get_by_role("button", name="Begin anew").click()
        expect(late).to_have_count(0)
        page.locator(".ask .cases").select_option("moving.plank")
        expect(page.locator(".verdict .short")).to_contain_text("nobody wades the stream", timeout=AWAKE)


def test_a_studio_that_is_stuck_is_begun_anew(browser: Browser, serving: Serving, folder: Path) -> None:
    case = {
        "id": "crowd.crowd",
        "board": "hollow",
        "pieces": CROWD,
        "ask": 'may move.step(m1, hex("0705"))',
        "expect": "legal",
    }
    (folder / "cases" / "crowd.cases.yaml").write_text(json.dumps({"hexlaw": 1, "cases": [case]}))
    with serving("studio", str(folder)) as address, at(browser, address, STUCK) as page:
        expect(page.locator(".verdict .short")).to_be_visible()
        edit(page, "02-moving.law", LAW.replace("only boots wade", "nobody wades"))
        page.locator(".ask .cases").select_option("crowd.crowd")
        late = page.locator(".late")
        expect(late).to_contain_text("This takes long: the verdict")
        late.get_by_role("button", name="Begin anew").click()
        expect(late).to_have_count(0)
        page.locator(".ask .cases").select_option("moving.plank")
        expect(page.locator(".verdict .short")).to_contain_text("nobody wades", timeout=AWAKE)


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        (link([["../../../etc/passwd.law", "", 0, 0, "x"]]), "is not a file of a module"),
        (link([["/etc/hostname.md", "", 0, 0, "x"]]), "is not a file of a module"),
        (link([["..\\x.law", "", 0, 0, "x"]]), "is not a file of a module"),
        (link([[".position.cases.yaml", "", 0, 0, "x"]]), "is not a file of a module"),
        (link([["02-moving.law", "0" * 12, 0, 9, "x"]]), "made for another version of 02-moving.law"),
        (link([["02-moving.law", "", -5, 1e300, "x"]]), "made for another version of 02-moving.law"),
        (link([["a.law", "", 0, 0, "x" * 30_000_000]]), "cannot be read"),
        (link([], {"pieces": "none", "board": 7, "ask": ["x"]}), ""),
        (link([], {"pieces": {"a": {"at": {"at": []}}}, "board": HARM, "ask": HARM}), ""),
    ],
    ids=["above", "elsewhere", "backwards", "hidden", "other-text", "numbers", "bomb", "no-position", "no-pieces"],
)
def test_a_link_that_means_harm_is_told_in_a_sentence(
    browser: Browser, published: Callable[[str], str], fragment: str, said: str
) -> None:
    assert len(fragment) < 100_000
    with at(browser, published("tutorial") + "/studio.html" + fragment) as page:
        if said:
            expect(page.get_by_role("alert")).to_contain_text(said, timeout=AWAKE)
        else:
            expect(page.locator("header [role=status], .verdict pre")).to_contain_text(["x"], timeout=AWAKE)
