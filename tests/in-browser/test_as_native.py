"""A thousand verdicts, each with its deepest explanation and its picture: in a published page as in a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Browser

from hexlaw.compiler.studio.module_studio import Studio
from hexlaw.compiler.workspace.workspace import Workspace

NUMBER = 1_000
WORKERS = 2
BEGIN = """(cases) => {
  const hash = async (text) => {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const asked = async (cases) => {
    const worker = new Worker("worker.js", { type: "module" });
    const heard = new Map();
    worker.onmessage = ({ data }) => {
      const said = typeof data === "string" ? JSON.parse(data) : {};
      heard.get(said.number)?.(said);
    };
    let last = 0;
    const ask = (request) => new Promise((resolve) => {
      heard.set(++last, resolve);
      worker.postMessage(`${last} ${JSON.stringify(request)}`);
    });
    const found = [];
    for (const id of cases) {
      const { value: position } = await ask({ do: "take", id });
      const { value } = await ask({ do: "judge", position });
      found.push([id, [await hash(value.now?.told ?? ""), await hash(value.svg)]]);
    }
    worker.terminate();
    return found;
  };
  window.found = Promise.all(cases.map(asked)).then((all) => Object.fromEntries(all.flat()));
}"""
"""Begins to ask, each worker its share; what is found stands in `window.found`."""


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@pytest.fixture
def studios() -> Any:
    """Modules as the studio shows them, without a browser."""
    workspace = Workspace()
    with workspace.editing("tutorial") as small, workspace.editing("panzer-leader") as large:
        yield {
            "tutorial": Studio(workspace, "tutorial", small),
            "panzer-leader": Studio(workspace, "panzer-leader", large),
        }


def test_a_thousand_verdicts_and_pictures_are_the_native_ones(
    browser: Browser, published: Callable[[str], str], studios: dict[str, Studio]
) -> None:
    total = 0
    for module, studio in studios.items():

        def ask(studio: Studio = studio, **request: Any) -> Any:
            return studio.answer(json.dumps(request), lambda data: None)

        cases = [case["id"] for case in ask(do="open")["cases"]]
        room = NUMBER - total
        cases = [cases[at * len(cases) // room] for at in range(room)] if len(cases) > room else cases
        assert len({*cases}) == len(cases)
        page = browser.new_page()
        page.goto(published(module) + "/index.html")
        page.evaluate(BEGIN, [cases[at::WORKERS] for at in range(WORKERS)])
        ours = {}
        for id_ in cases:  # while the page is at its own
            judged = ask(do="judge", position=ask(do="take", id=id_))
            ours[id_] = [hashed(judged.get("now", {}).get("told", "")), hashed(judged["svg"])]
        theirs = page.evaluate("window.found")
        page.close()
        assert [id_ for id_ in cases if theirs[id_] != ours[id_]] == []
        assert len({told for told, _ in ours.values()}) > len(cases) / 2, "most are of different texts"
        total += len(cases)
    print(f"\n{total:,} verdicts and pictures in a page are the native ones")
    assert total >= NUMBER
