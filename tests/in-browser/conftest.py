"""A browser, and a studio for it: `make test-page` brings what they need."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache, partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from shutil import copytree
from threading import Thread

import pytest
from page_start import RATE, Line, OnLine
from playwright.sync_api import Browser, Page, expect, sync_playwright

from hexlaw.compiler.data.load import shipped_modules

from .in_page import NODE_MODULES, PATIENCE, ROOT, hexlaw

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
            served.wait(timeout=60)


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


@pytest.fixture(scope="session")
def line() -> Line:
    """What published pages come by: 50 Mbit a second, and counted."""
    return Line(RATE)


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which modules are published."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def published(sites: Path, line: Line) -> Iterator[Callable[[str], str]]:
    """Where a module lies published, below a path of a host that knows nothing of it. Each is published once."""
    place = sites

    @cache
    def at(module: str) -> str:
        folder = place / "games" / Path(module).name
        hexlaw("publish", module, "--pyodide", str(NODE_MODULES / "pyodide"), "-o", str(folder))
        return f"http://127.0.0.1:{host.server_port}/games/{folder.name}"

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(OnLine, directory=str(place), line=line)) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        yield at
        host.shutdown()


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
