"""Measures how a published page starts in chromium: on the first visit, on later ones, and what a verdict takes then.

    hexlaw publish tutorial --pyodide FOLDER -o /tmp/site
    python bench/page_start.py /tmp/site chapter-02.html moving.plank last-fine-day 5 10e6

It asks for the extra `browser`, chromium and Linux. The folder is served on a line of 50 Mbit/s, or of as many bits as
are said last; each visit is another start of the browser, and what it keeps is kept between them. Said are milliseconds
since the figure was touched, and where a situation is named, since a link was opened until its game is seen and until
a first move is answered at once; the seconds of CPU that all of the browser took until then, and the load: under load
only the CPU counts. Without a case ("") the game alone is measured.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Lock, Thread
from typing import Any

from playwright.sync_api import Page, Playwright, sync_playwright

RATE = 50e6
LATER = 5
KEPT_AFTER = 30_000
LISTEN = """
window.marks = [];
const Plain = window.Worker;
window.Worker = class extends Plain {
  constructor(...of) {
    super(...of);
    window.machine = this;
    this.addEventListener("message", ({ data }) => {
      if (typeof data !== "string") marks.push([data.at ?? data.failed, performance.now()]);
    });
  }
};
"""
WAKE = """async (id) => {
  const figure = document.getElementById("case:" + id);
  const began = performance.now();
  figure.querySelector("button.wake").click();
  while (!figure.querySelector(".verdict .short")) await new Promise((done) => setTimeout(done, 10));
  return [...marks, ["verdict", performance.now()]].map(([at, when]) => [at, when - began]);
}"""
PLAY = """async () => {
  const shown = async (what) => {
    while (!document.querySelector(what)) await new Promise((done) => setTimeout(done, 10));
    return performance.now();
  };
  const seen = ["seen", await shown(".asks")];
  const answers = ["first move", await shown(".asks[aria-busy=false]")];
  return [seen, ...marks, answers];
}"""
MOVE = """async (id) => {
  const ask = (request) => new Promise((resolve) => {
    const number = 1e6 + Math.floor(Math.random() * 1e6);
    const hear = ({ data }) => {
      const said = JSON.parse(data);
      if (said.number !== number) return;
      machine.removeEventListener("message", hear);
      resolve(said.value);
    };
    machine.addEventListener("message", hear);
    machine.postMessage(`${number} ${JSON.stringify(request)}`);
  });
  const piece = document.getElementById("case:" + id).querySelector("[data-piece]").dataset.piece;
  const position = await ask({ do: "take", id });
  const reached = await ask({ do: "reach", position, piece });
  const taken = [];
  for (const hex of Object.keys(reached?.costs ?? {}).slice(0, 9)) {
    const began = performance.now();
    position.pieces[piece] = { ...position.pieces[piece], at: hex };
    await ask({ do: "judge", position });
    taken.push(performance.now() - began);
  }
  return taken;
}"""


class Line:
    """A line of so many bits a second, on which what is sent goes one after the other."""

    def __init__(self, rate: float) -> None:
        self._rate, self._lock, self._free, self.sent = rate, Lock(), 0.0, 0

    def send(self, size: int) -> None:
        with self._lock:
            self.sent += size
            self._free = max(self._free, time.monotonic()) + size * 8 / self._rate
            wait = self._free - time.monotonic()
        if wait > 0.002:
            time.sleep(wait)


class OnLine(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *of: Any, line: Line, **more: Any) -> None:
        self.line = line
        super().__init__(*of, **more)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while data := source.read(16_384):
            self.line.send(len(data))
            outputfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


def cpu() -> float:
    """Returns the seconds that all processes below this one have taken so far."""
    parents, took = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        pid = int(path.parent.name)
        parents[pid], took[pid] = int(words[1]), (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def is_ours(pid: int) -> bool:
        while pid in parents and pid != os.getpid():
            pid = parents[pid]
        return pid == os.getpid()

    return sum(seconds for pid, seconds in took.items() if pid != os.getpid() and is_ours(pid))


def main(
    folder: str, page: str, case: str, situation: str = "", later: str = str(LATER), rate: str = str(RATE)
) -> None:
    line = Line(float(rate))
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), partial(OnLine, directory=folder, line=line)) as host,
        sync_playwright() as playwright,
    ):
        Thread(target=host.serve_forever, daemon=True).start()
        at = f"http://127.0.0.1:{host.server_port}"
        if case:
            print("a verdict in a figure")
            visits(playwright, f"{at}/{page}", partial(tried, line, case), int(later))
        if situation:
            print("a game that a link begins")
            visits(
                playwright, f"{at}/table.html?situation={situation}&against=greedy", partial(begun, line), int(later)
            )
        host.shutdown()
    print(f"load {os.getloadavg()[0]:.1f}")


Visit = Callable[[Page, str], dict[str, float]]


def visits(playwright: Playwright, address: str, visit: Visit, later: int) -> None:
    """Says how a page starts on the first visit, and on later ones by the same browser."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    found: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as profile:
        for number in range(later + 1):
            with playwright.chromium.launch_persistent_context(profile, executable_path=chromium) as browser:
                shown = browser.new_page()
                shown.add_init_script(LISTEN)
                marks = visit(shown, address)
                if number == 0:
                    print("first visit:", told(marks), flush=True)
                    if later:
                        shown.wait_for_timeout(KEPT_AFTER)
            for at, figure in marks.items() if number else ():
                found[at].append(figure)
    if later:
        print(f"median of {later} later:", told({at: median(figures) for at, figures in found.items()}))


def tried(line: Line, case: str, shown: Page, address: str) -> dict[str, float]:
    shown.goto(address, wait_until="networkidle")
    sent, took = line.sent, cpu()
    marks = {at: when for at, when in shown.evaluate(WAKE, case)}
    marks |= {"CPU s": cpu() - took, "bytes": line.sent - sent}
    moved = shown.evaluate(MOVE, case)
    return marks | {"another verdict": median(moved) if moved else float("nan")}


def begun(line: Line, shown: Page, address: str) -> dict[str, float]:
    sent, took = line.sent, cpu()
    shown.goto(address, wait_until="commit")
    marks = {at: when for at, when in shown.evaluate(PLAY)}
    return marks | {"CPU s": cpu() - took, "bytes": line.sent - sent}


def told(marks: dict[str, float]) -> str:
    return ", ".join(f"{at} {figure:.2f}" if at == "CPU s" else f"{at} {figure:.0f}" for at, figure in marks.items())


if __name__ == "__main__":
    main(*sys.argv[1:])
