"""A browser, and a studio for it: `make test-page` brings what they need."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from hexlaw.compiler.data.load import shipped_modules

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30_000
"""Milliseconds that a page has for anything: a busy machine is slow, and times are measured elsewhere."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    installed = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=installed)
        yield made
        made.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copytree(shipped_modules()["tutorial"], tmp_path / "hollow")


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    """Where `hexlaw studio` shows the module in `folder`."""
    with serving("studio", str(folder)) as at:
        yield at


@contextmanager
def serving(*command: str) -> Iterator[str]:
    """Where a command serves its page."""
    begin = [sys.executable, "-m", "hexlaw.compiler.cli", *command, "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".links")}
    with subprocess.Popen(begin, stdout=subprocess.PIPE, text=True, env=environment) as served:
        assert served.stdout is not None
        said = next(line for line in served.stdout if " at http" in line)
        try:
            yield said.partition(" at ")[2].partition(" ")[0]
        finally:
            served.send_signal(signal.SIGINT)
            served.wait(timeout=20)


@contextmanager
def opened(browser: Browser, address: str, has: str, width: int = 1400) -> Iterator[Page]:
    """A page once there is something in it; nothing may go wrong in it that only its console tells."""
    made = browser.new_page(viewport={"width": width, "height": 900})
    made.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    made.on("pageerror", lambda problem: wrong.append(str(problem)))
    made.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    made.goto(address)
    made.wait_for_selector(has)
    yield made
    made.close()
    assert wrong == []


Serving = Callable[..., AbstractContextManager[str]]
Opening = Callable[..., AbstractContextManager[Page]]


@pytest.fixture(name="serving")
def _serving() -> Serving:
    return serving


@pytest.fixture(name="opened")
def _opened(browser: Browser) -> Opening:
    return partial(opened, browser)


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, address, ".verdict") as made:
        yield made
