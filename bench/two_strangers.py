"""Two strangers at two computers: each in a browser and a network of their own, they play a game that is served.

    python bench/two_strangers.py                                         Remagen of Panzer Leader, as root
    python bench/two_strangers.py --module tutorial --situation last-fine-day --auto 0 --minutes 5
    python bench/two_strangers.py --here                                  without networks of their own

`hexlaw table --games` listens in one network namespace, with a virtual cable to each of two others, in which a Chromium
runs that reaches nothing else; with `--here` all run on this machine's own address. Each player knows what their own
page was sent, and answers by seed: with what the page lists, typed into its line, or by clicks on *End*, *Do it* and,
as often as `--auto` says, *Play this part for me*. Told are the answers, what was pushed, how long a click takes until
the page hears what came of it, and how far the game came. It fails where the pages and the journal do not agree at the
end, where the referee finds something, or where a page has heard the name of a piece that its side never saw.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from page_store import brought
from playwright.sync_api import Page, WebSocket, sync_playwright

from hexlaw.compiler.workspace.shared_games import GamesFolder
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.play.seating import seats

LINKS = sys.path[0]
ROOM, PLACES = "hexlaw-room", ("hexlaw-one", "hexlaw-two")
"""The network namespaces: of the server, and of those who play."""
PATIENCE = 60_000
"""Milliseconds that a page has for anything."""
CLICK = """([auto, ends]) => {
  const asks = document.querySelector("section.asks");
  if (!asks || asks.getAttribute("aria-busy") === "true") return "";
  const said = (button) => button.textContent.trim();
  const buttons = [...asks.querySelectorAll("button")].filter((each) => each.checkVisibility() && !each.disabled);
  const sure = asks.querySelector("button.skip, .plan button.main")
    ?? buttons.find((each) => said(each).includes("all the same"));
  const over = buttons.find((each) => /^(End|Done|Decline)/.test(said(each)));
  const plays = buttons.find((each) => said(each).startsWith("Play this part"));
  const one = sure ?? (auto ? plays : undefined) ?? (ends ? over : undefined);
  one?.click();
  return one ? said(one) : over ? "could end" : "has to answer";
}"""


@dataclass
class Heard:
    """What a page was sent, and what it knows by that."""

    state: dict[str, Any] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    pushed: int = 0
    answered: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    _asked: dict[int, float] = field(default_factory=dict)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda sent: self._note_sent(str(sent)))
        socket.on("framereceived", lambda came: self._note(str(came)))

    @property
    def waits(self) -> bool:
        return bool(self._asked)

    def _note_sent(self, sent: str) -> None:
        number, _, request = sent.partition(" ")
        if request.startswith("{") and json.loads(request)["do"] in ("type", "answer", "undo", "auto"):
            self._asked[int(number)] = time.perf_counter()

    def _note(self, text: str) -> None:
        self.texts.append(text)
        said = json.loads(text)
        self.pushed += "pushed" in said
        value = said.get("told") or said.get("value") or {}
        if "version" in value:
            self.state = brought(self.state, value)
        if "told" not in said and said["number"] in self._asked:
            self.times.append(1000 * (time.perf_counter() - self._asked.pop(said["number"])))


def play(address: str, seed: str, auto: float, minutes: float) -> dict[str, Any]:
    """Plays a seat in a browser, until the game is over or the time; returns what has come of it."""
    random, heard, until = Random(seed), Heard(), time.monotonic() + 60 * minutes
    installed = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=installed).new_page()
        page.set_default_timeout(PATIENCE)
        problems: list[str] = []
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        page.on("websocket", heard.listen)
        page.goto(address)
        while time.monotonic() < until and not heard.state.get("over"):
            if heard.waits or not heard.state.get("who"):
                page.wait_for_timeout(50)
            else:
                _answer(page, heard, random, auto)
        page.wait_for_timeout(2_000)
    known = {name: heard.state.get(name) for name in ("answers", "over", "ended", "turn")}
    return {**known, "pushed": heard.pushed, "answered": heard.answered, "times": heard.times,
            "problems": problems, "texts": heard.texts}  # fmt: skip


def _answer(page: Page, heard: Heard, random: Random, auto: float) -> None:
    """Answers with what the page lists, or by a button; what it is to be asks `random`."""
    said = page.evaluate(CLICK, [random.random() < auto, random.random() < 0.3])
    options = [one if isinstance(one, str) else one["name"] for one in heard.state.get("options", [])]
    if said in ("could end", "has to answer") and options:
        line = page.get_by_label("What you would type at a terminal")
        line.fill(random.choice(options))
        line.press("Enter")
        said = "an answer of the list"
    elif said == "could end":
        page.evaluate(CLICK, [False, True])
        said = "End"
    heard.answered[said.split()[0] if said else "nothing yet"] += 1
    page.wait_for_timeout(50)


# -- the machines


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


@contextmanager
def networks() -> Iterator[list[str]]:
    """Three network namespaces with two cables; yields the addresses of the server, as each player has it."""
    try:
        for place in (ROOM, *PLACES):
            _ip("netns", "add", place)
            _ip("-n", place, "link", "set", "lo", "up")
        for number, place in enumerate(PLACES, 1):
            _ip("link", "add", "eth0", "netns", place, "type", "veth", "peer", "name", f"eth{number}", "netns", ROOM)
            for of, name, last in ((ROOM, f"eth{number}", 1), (place, "eth0", 2)):
                _ip("-n", of, "address", "add", f"10.77.{number}.{last}/24", "dev", name)
                _ip("-n", of, "link", "set", name, "up")
        yield [f"10.77.{number}.1" for number in (1, 2)]
    finally:
        for place in (ROOM, *PLACES):
            subprocess.run(["ip", "netns", "delete", place], check=False, capture_output=True)


@contextmanager
def served(folder: Path, module: str, where: list[str], host: str) -> Iterator[int]:
    """A server of games; yields its port."""
    command = [*where, sys.executable, "-m", "hexlaw.compiler.cli", "table", module, "--games", str(folder)]
    command += ["--no-browser", "--host", host]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_environment()) as server:
        assert server.stdout is not None
        port = urlsplit(server.stdout.readline().partition(" at ")[2].split()[0]).port
        assert port is not None
        yield port
        server.terminate()


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": LINKS}


def _in(place: str, *, here: bool) -> list[str]:
    return [] if here else ["ip", "netns", "exec", place]


def both_play(args: argparse.Namespace, games: GamesFolder, name: str, addresses: list[str]) -> list[dict[str, Any]]:
    """Has both play, each in a process of its own; returns what came to each."""
    host = "127.0.0.1" if args.here else "0.0.0.0"
    with served(games.folder, args.module, _in(ROOM, here=args.here), host) as port:
        running = []
        for place, address, (seat, token) in zip(PLACES, addresses, games.games[name].persons.items(), strict=True):
            told = ["--play", f"http://{address}:{port}/{token}/table.html", "--seed", f"{args.seed}-{seat}"]
            told += ["--auto", str(args.auto), "--minutes", str(args.minutes)]
            command = [*_in(place, here=args.here), sys.executable, __file__, *told]
            running.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_environment()))
        return [json.loads(one.communicate()[0] or "{}") for one in running]


def problems_of(came: list[dict[str, Any]], games: GamesFolder, name: str) -> Iterator[str]:
    """What is wrong with a game that was played: between the pages, with its journal, or with what a page has heard."""
    table = games.opened(name)
    game = table.game
    ends = [[page["answers"], page["over"], *(page["ended"] or [])[1:]] for page in came]  # but for who is called `you`
    if ends[0] != ends[1] and game.over:
        yield f"{ends[0]} at one page, {ends[1]} at the other"
    if game.over and came[0]["answers"] != len(game.entries):
        yield f"{len(game.entries)} answers in the journal, {came[0]['answers']} at the pages"
    [refereed] = Workspace().referee([str(games.folder / f"{name}.journal")])
    yield from (f"the referee: {remark.place} {remark.texts[0]}" for remark in refereed.remarks)
    for seat, one in zip(games.games[name].persons, came, strict=True):
        yield from one["problems"]
        seen = {*game.seen_by(seats(game.position)[seat]).things}
        hidden = {*game.position.things} - seen - {*game.setup.position.things}
        heard = "\n".join(one["texts"])
        yield from (f"{seat} has heard of {thing}" for thing in sorted(hidden) if f'"{thing}"' in heard)


def share(times: list[float], part: float) -> float:
    return sorted(times)[int(part * (len(times) - 1))] if times else 0.0


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", default="panzer-leader")
    parser.add_argument("--situation", default="remagen")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--auto", type=float, default=0.5, help="how often a player has a program play a part")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--here", action="store_true", help="without network namespaces, which only root makes")
    parser.add_argument("--play", help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.play:
        print(json.dumps(play(args.play, args.seed, args.auto, args.minutes)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        games, began = Workspace().games_in(folder, [args.module], None), time.monotonic()
        name = games.begin(args.module, args.situation, {})
        if args.here:
            came = both_play(args, games, name, ["127.0.0.1"] * 2)
        else:
            with networks() as addresses:
                came = both_play(args, games, name, addresses)
        seconds, wrong = time.monotonic() - began, [*problems_of(came, games, name)]
    for seat, one in zip(games.games[name].persons, came, strict=True):
        clicks = ", ".join(f"{what} {number}" for what, number in sorted(one["answered"].items()))
        parts = ", ".join(f"p{part} {share(one['times'], part / 100):.0f}" for part in (50, 95, 99))
        print(f"{seat}: {clicks}; {one['pushed']} pushes; {len(one['times'])} clicks: {parts} ms")
    end = came[0]["ended"] if came[0]["over"] else f"not over: {came[0]['turn']}"
    print(f"{came[0]['answers']} answers in {seconds:.0f} s; {end}")
    print(*wrong or ["pages, journal and referee agree, and neither has heard of what it never saw"], sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
