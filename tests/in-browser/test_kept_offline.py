"""A published folder that a browser has kept is there without a line, and always of one version."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from page_start import RATE, Line, OnLine
from playwright.sync_api import Browser, BrowserContext, Page, expect

from hexlaw.compiler.studio.serve import PAGE

from .in_page import AWAKE, PATIENCE

KEPT = """async () => {
  const registration = await navigator.serviceWorker.register("sw.js");
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  const over = ["activated", "installed", "redundant"];
  while (!over.includes(worker.state)) await new Promise((done) => setTimeout(done, 20));
  return worker.state;
}"""
SHOWN = 'async () => [document.title, await (await fetch("part.txt?x=1")).text()]'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def publish(folder: Path, version: str, when: int = 1_000_000_000) -> None:
    """Publishes a version; a host tells files apart by the second in which they were written."""
    files = {"index.html": f"<!doctype html><title>{version}</title>", "part.txt": version}
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    digests = {name: sha256(text.encode()).hexdigest() for name, text in files.items()}
    head = f"var VERSION={json.dumps(version)},FILES={json.dumps(digests)};\n"
    (folder / "sw.js").write_text(head + (PAGE / "sw.js").read_text("utf-8"), "utf-8")
    for path in folder.iterdir():
        os.utime(path, (when, when))


@pytest.fixture
def place(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(OnLine, directory=str(folder), line=Line(RATE))) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}/"
        host.shutdown()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context()
    yield made
    made.close()


def opened(context: BrowserContext, place: str) -> Page:
    page = context.new_page()
    page.goto(place)
    return page


def names_kept(page: Page) -> list[str]:
    """The versions that a browser has for the place."""
    return sorted(name.rpartition(" ")[2] for name in page.evaluate("caches.keys()"))


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.2)


def test_a_later_visit_needs_no_line(context: BrowserContext, folder: Path, place: str) -> None:
    publish(folder, "one")
    first = opened(context, place)
    first.evaluate(KEPT)
    assert names_kept(first) == ["one"]
    first.close()
    context.set_offline(True)
    assert opened(context, place).evaluate(SHOWN) == ["one", "one"]
    assert opened(context, f"{place}index.html?case=a").evaluate(SHOWN) == ["one", "one"]


def test_the_next_version_comes_whole_when_no_page_of_this_one_is_open(
    context: BrowserContext, folder: Path, place: str
) -> None:
    publish(folder, "one")
    first = opened(context, place)
    first.evaluate(KEPT)
    first.close()
    publish(folder, "two", when=1_000_000_060)
    second = opened(context, place)
    eventually(lambda: names_kept(second) == ["one", "two"])
    assert second.evaluate(SHOWN) == ["one", "one"]
    second.reload()
    assert second.evaluate(SHOWN) == ["one", "one"]
    second.close()

    def shown_anew() -> list[str]:
        page = opened(context, place)
        found: list[str] = page.evaluate(SHOWN)
        page.close()
        return found

    eventually(lambda: shown_anew() == ["two", "two"])
    assert names_kept(opened(context, place)) == ["two"]


def test_files_of_two_versions_are_not_kept(context: BrowserContext, folder: Path, place: str) -> None:
    publish(folder, "one")
    (folder / "part.txt").write_text("two", "utf-8")
    page = opened(context, place)
    assert page.evaluate(KEPT) == "redundant"
    context.set_offline(True)
    assert page.evaluate("fetch('part.txt', { cache: 'no-store' }).then(() => 'kept', () => 'not kept')") == "not kept"


def test_who_has_played_plays_without_a_line(context: BrowserContext, published: Callable[[str], str]) -> None:
    link = f"{published('tutorial')}/table.html?situation=market-day"
    page = opened(context, link)
    expect(page.locator(".asks")).to_be_visible(timeout=AWAKE)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.close()
    context.set_offline(True)
    again = opened(context, link)
    expect(again.locator(".asks")).to_be_visible(timeout=AWAKE)
