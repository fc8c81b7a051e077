"""The extension for VS Code, made by its one command and driven in VS Code, as code-server shows it in a browser.

code-server takes 700 MB and a compiler, so few machines have it. `HEXLAW_CODE_SERVER` says where its `entry.js` is:
`npm install code-server@4.100`, then `npm rebuild` in its folder and `npm install` in its `lib/vscode`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket

import pytest
from playwright.sync_api import Browser, Page, expect

from .in_page import AWAKE, ROOT

EXTENSION = ROOT / "compiler" / "lsp" / "vscode"
CODE_SERVER = os.environ.get("HEXLAW_CODE_SERVER", "")
COMMAND = str(Path(sys.executable).with_name("hexlaw"))

pytestmark = pytest.mark.skipif(
    not CODE_SERVER, reason="HEXLAW_CODE_SERVER does not say where code-server is, which shows VS Code in a browser"
)


@pytest.fixture(scope="module")
def vsix() -> Path:
    environment = {**os.environ, "HEXLAW": COMMAND}
    for command in (["npm", "ci", "--silent", "--no-audit", "--no-fund"], ["npm", "run", "vsix"]):
        subprocess.run(command, cwd=EXTENSION, env=environment, check=True, capture_output=True)
    return EXTENSION / "built" / "hexlaw.vsix"


@contextmanager
def vscode(vsix: Path, home: Path, folder: Path) -> Iterator[str]:
    """Where VS Code shows a folder, with the extension as its only one."""
    settings = {"hexlaw.command": COMMAND, "security.workspace.trust.enabled": False, "workbench.startupEditor": "none"}
    (home / "User").mkdir(parents=True)
    (home / "User" / "settings.json").write_text(json.dumps(settings), "utf-8")
    begin = ["node", CODE_SERVER, "--user-data-dir", str(home), "--extensions-dir", str(home / "extensions")]
    subprocess.run([*begin, "--install-extension", str(vsix)], check=True, capture_output=True)
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serve = ["--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry", "--disable-update-check"]
    with subprocess.Popen([*begin, *serve, str(folder)], stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        next(line for line in served.stdout if "HTTP server listening" in line)
        try:
            yield f"http://127.0.0.1:{port}/"
        finally:
            served.terminate()


@pytest.fixture
def law(browser: Browser, vsix: Path, tmp_path: Path) -> Iterator[Page]:
    """A file of law of a new module, open."""
    subprocess.run([COMMAND, "new", "module", "race"], cwd=tmp_path, check=True, capture_output=True)
    with vscode(vsix, tmp_path / "home", tmp_path / "race") as address:
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(AWAKE)
        page.goto(address)
        page.get_by_role("treeitem", name="02-moving.law").dblclick()
        page.wait_for_selector(".monaco-editor .view-line")
        yield page
        page.close()
    shutil.rmtree(tmp_path / "home")


def test_law_is_coloured_explained_completed_and_checked(law: Page) -> None:
    expect(law.locator(".codelens-decoration").first).to_contain_text("shown by", timeout=AWAKE)
    spans = law.locator(".view-line span[class^=mtk]")
    colours = spans.evaluate_all("all => new Set(all.map((x) => x.className)).size")
    assert colours >= 4
    law.locator(".view-line").last.click()
    law.keyboard.press("Control+End")
    law.keyboard.type("\nrule rest.tired [RB 9]\nforbids mo")
    expect(law.locator(".suggest-widget .monaco-list-row").filter(has_text="move").first).to_be_visible(timeout=AWAKE)
    law.keyboard.press("Escape")
    law.keyboard.type("nt\n")
    expect(law.locator(".squiggly-error").first).to_be_attached(timeout=AWAKE)
