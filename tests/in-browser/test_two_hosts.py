"""Two people at two computers: browsers in network namespaces of their own play a served game to its end."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, Page, expect

from .test_together import alone

Serving = Callable[..., AbstractContextManager[str]]
MAX_SECONDS = 1_200
IDLE = "() => !document.querySelector('.asks[aria-busy=true], .skip')"


def run(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@contextmanager
def computer(number: int) -> Iterator[tuple[str, str]]:
    """A namespace with one line, to us: its name, and our address as it sees us."""
    name, here = f"hexlaw-{os.getpid()}-{number}", f"10.213.{number}.1"
    ours, theirs = f"hx{os.getpid() % 10_000}a{number}", f"hx{os.getpid() % 10_000}b{number}"
    made = (
        run("ip", "netns", "add", name)
        and run("ip", "link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", name)
        and run("ip", "address", "add", f"{here}/24", "dev", ours)
        and run("ip", "link", "set", ours, "up")
        and run("ip", "-n", name, "address", "add", f"10.213.{number}.2/24", "dev", theirs)
        and run("ip", "-n", name, "link", "set", theirs, "up")
    )
    try:
        if not made:
            pytest.skip("network namespaces cannot be made here: that takes `ip` and the rights of the administrator")
        yield name, here
    finally:
        run("ip", "netns", "delete", name)


@pytest.fixture
def computers(browser: Browser, tmp_path: Path) -> Iterator[list[tuple[Browser, str]]]:
    """Two browsers, each at a computer of its own, with the address by which it reaches the server."""
    installed = shutil.which("chromium") or browser.browser_type.executable_path
    with ExitStack() as held:
        found = []
        for number in (1, 2):
            name, here = held.enter_context(computer(number))
            begins = tmp_path / f"browser-{number}"
            begins.write_text(f'#!/bin/sh\nexec ip netns exec {name} {installed} "$@"\n', "utf-8")
            begins.chmod(0o755)
            there = browser.browser_type.launch(executable_path=begins)
            held.callback(there.close)
            found.append((there, here))
        yield found


def type_line(page: Page, line: str) -> None:
    page.get_by_label("What you would type at a terminal").fill(line)
    page.keyboard.press("Enter")
    page.wait_for_function(IDLE)


@pytest.mark.parametrize(("module", "situation", "title"), [("tutorial", "last-fine-day", "The last fine day")])
def test_two_at_two_computers_play_to_the_end(
    computers: list[tuple[Browser, str]], serving: Serving, browser: Browser, tmp_path: Path, module: str,
    situation: str, title: str, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    with serving("table", module, "--games", "games", "--host", "0.0.0.0") as address, ExitStack() as held:
        keeper = held.enter_context(alone(browser, f"{address}new?module={module}&situation={situation}"))
        keeper.get_by_role("button", name="Begin the game").click()
        expect(keeper.get_by_role("heading", name=title)).to_be_visible()
        links = re.findall(r'<dd><a href="http://[^:/]+(:[^"]+)"', keeper.content())[:2]
        pages = [
            held.enter_context(alone(there, f"http://{here}{link}"))
            for (there, here), link in zip(computers, links, strict=True)
        ]
        until = monotonic() + MAX_SECONDS
        while not all(page.locator(".ended").count() for page in pages):
            assert monotonic() < until, "the game goes on and on"
            for page in pages:
                if not page.title().startswith("Your turn"):
                    page.wait_for_timeout(100)
                elif page.locator(".plan .main").count():
                    page.locator(".plan .main").first.click()
                    page.wait_for_function(IDLE)
                else:
                    type_line(page, "auto")
                    type_line(page, "end end")
        said = {page.locator(".ended h2").inner_text() for page in pages}
        assert all(re.match("won by |Won by |nobody", line, re.IGNORECASE) for line in said), said
    assert len([*Path("games").glob("*.journal")]) == 1
