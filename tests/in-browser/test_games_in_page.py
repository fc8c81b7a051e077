"""Games under an edited law in a published page: by the browser's own WebAssembly, as the command line plays them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hexlaw.compiler.studio.module_studio import Studio
from hexlaw.compiler.workspace.workspace import Workspace

from .in_page import AWAKE, faults

FILE, WAS, IS = "09-day.law", "when score(sunside) > score(shadeside)", "when score(sunside) >= score(shadeside)"
ASK = """(requests) => new Promise((resolve) => {
  const worker = new Worker("worker.js", { type: "module" });
  const told = [];
  worker.onmessage = ({ data }) => {
    const said = typeof data === "string" ? JSON.parse(data) : {};
    if (said.told) told.push(said.told);
    else if (said.number === requests.length) resolve([said, told]);
  };
  requests.forEach((request, i) => worker.postMessage(`${i + 1} ${JSON.stringify(request)}`));
})"""


def asked_here(requests: list[dict[str, Any]]) -> tuple[Any, list[Any]]:
    """What comes of the last of some requests on the command line's side, and what is told on the way."""
    workspace = Workspace()
    with workspace.editing("tutorial") as editing:
        studio, told = Studio(workspace, "tutorial", editing), []
        for request in requests:
            said = studio.reply(json.dumps(request), told.append)
        return json.loads(json.dumps(said)), told


def edit() -> dict[str, Any]:
    text = asked_here([{"do": "read", "path": FILE}])[0]["value"]["text"]
    assert text.count(WAS) == 1
    return {"do": "edit", "path": FILE, "text": text.replace(WAS, IS)}


@pytest.fixture
def studio(opened: Callable[..., Any], published: Callable[[str], str]) -> Any:
    with opened(f"{published('tutorial')}/studio.html", "main") as page:
        page.set_default_timeout(AWAKE)
        yield page


@pytest.mark.parametrize(("situation", "players"), [("early-snow", ("greedy",)), ("market-day", ("random", "greedy"))])
def test_pairs_are_those_of_the_command_line(studio: Page, situation: str, players: tuple[str, ...]) -> None:
    """Winners, shares, bounds, where they part and what caused it."""
    play = {"do": "play", "situation": situation, "players": players, "pairs": 12}
    ours, _ = asked_here([edit(), play])
    theirs, told = studio.evaluate(ASK, [edit(), play])
    (balance,) = theirs["value"]["balance"]
    assert balance["pairs"] == 12
    assert balance["touched"] > 0
    assert theirs == {"number": 2, **ours}
    assert told[0]["pairs"] == 0, "it is told when they are ready"
    assert told[-1] == {"pairs": 12, "won": balance["won"]}


def test_it_is_seen_when_they_are_ready_and_they_are_ended_at_will(studio: Page) -> None:
    expect(studio.locator(".verdict .short")).to_be_visible(timeout=AWAKE)
    studio.locator(".files select").select_option(FILE)
    expect(studio.locator(".cm-content")).to_have_attribute("aria-label", FILE)
    studio.locator(".cm-content").click()
    studio.keyboard.press("Control+f")
    studio.locator(".cm-search input[name=search]").fill(WAS)
    studio.locator(".cm-search input[name=replace]").fill(IS)
    studio.locator(".cm-search button[name=replaceAll]").click()
    studio.keyboard.press("Escape")
    studio.get_by_role("tab", name="Balance").click()
    assert faults(studio) == []
    studio.locator("select[name=situation]").select_option("early-snow")
    studio.locator("input[name=pairs]").fill("2000")
    studio.get_by_role("button", name="Play under both laws").click()
    long = studio.locator(".long")
    expect(long).to_contain_text("the games are being made ready …")
    studio.get_by_role("tab", name="Verdict").click()  # which is asked of another machine
    studio.locator(".ask .cases").select_option("moving.plank")
    expect(studio.locator(".verdict .short")).to_contain_text("only boots wade")
    expect(long).to_contain_text("the games are being made ready …")
    studio.get_by_role("tab", name="Balance").click()
    expect(long).to_contain_text("pairs of games are played …", timeout=AWAKE)
    expect(long).to_contain_text("ready after")
    expect(studio.get_by_text("pairs of games so far")).not_to_contain_text("0 pairs", timeout=AWAKE)
    studio.get_by_role("button", name="End it").click()
    expect(long).to_have_count(0)
    expect(studio.get_by_role("status")).to_contain_text("it was ended")
    expect(studio.get_by_role("rowheader").first).to_be_visible()
    studio.locator("input[name=pairs]").fill("4")  # in a machine that is begun anew, and is told of the edit
    studio.get_by_role("button", name="Play under both laws").click()
    expect(studio.get_by_text("as greedy plays early-snow")).to_be_visible(timeout=AWAKE)
