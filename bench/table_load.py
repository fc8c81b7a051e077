"""Many games on one server: how long a click takes, and how much memory a game.

    python bench/table_load.py                                   100 games of the tutorial, two people in each
    python bench/table_load.py --module panzer-leader --situation remagen --games 20 --seconds 120

`hexlaw table` serves the games in a process of its own, and every seat is a socket. In each game the one who is asked
clicks every so many seconds: takes up a piece, or answers by chance; the other hears of it and asks how it stands then,
as the page does. Told are the milliseconds of a click, and of what the others ask, with what the server weighs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, cast
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from page_store import brought
from websockets.asyncio.client import ClientConnection, connect

from hexlaw.compiler.desk.table.page_state import DONE
from hexlaw.compiler.workspace.workspace import Workspace

LINKS = sys.path[0]


@dataclass
class Clock:
    clicks: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)


@dataclass
class Seat:
    """A page: it asks, and hears what is pushed between."""

    socket: ClientConnection
    clock: Clock
    number: int = 0
    question: int = -1
    heard_of: int = -1
    asked: str = ""
    options: list[Any] = field(default_factory=list)
    over: bool = False
    version: int = 0
    state: dict[str, Any] = field(default_factory=dict)
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def ask(self, times: list[float], do: str, **more: object) -> dict[str, Any]:
        self.number += 1
        began, had = time.perf_counter(), {"had": self.version} if do in ("open", "answer") else {}
        await self.socket.send(f"{self.number} " + json.dumps({"do": do, **had, **more}))
        while True:
            said = json.loads(await self.socket.recv())
            if pushed := said.get("pushed"):
                self.heard_of = pushed["number"]
            if said["number"] == self.number and "version" in said.get("told", {}):
                self._taken_in(said["told"])
            elif said["number"] == self.number and "told" not in said:
                times.append(1000 * (time.perf_counter() - began))
                return self._taken_in(said.get("value") or {})

    def _taken_in(self, value: dict[str, Any]) -> dict[str, Any]:
        if "version" in value:
            self.version, self.state = value["version"], (state := brought(self.state, value))
            self.question, self.over = state.get("question", -1), state.get("over", False)
            self.asked, self.options = state.get("who", ""), state.get("options", [])
            self.heard_of = self.question
        return value

    async def listen(self) -> None:
        """Asks how it stands whenever others have done something."""
        while True:
            async with self.busy:
                try:
                    said = json.loads(await asyncio.wait_for(self.socket.recv(), 0.05))
                    self.heard_of = said.get("pushed", {}).get("number", self.heard_of)
                except TimeoutError:
                    pass
                if self.heard_of != self.question:
                    await self.ask(self.clock.looks, "open")
            await asyncio.sleep(0.05)

    async def click(self, random: Random) -> None:
        async with self.busy:
            if not self.asked or not self.options:
                if self.asked:
                    await self._answer(DONE)
                return
            number = random.randrange(len(self.options))
            one = self.options[number]
            if by := [] if isinstance(one, str) else one.get("by", []):
                await self.ask(self.clock.clicks, "select", piece=random.choice(by))
            await self._answer(number)

    async def _answer(self, number: int) -> None:
        await self.ask(self.clock.clicks, "answer", deed={"path": [number]}, question=self.question, sure=True)


async def play(host: str, tokens: list[list[str]], pace: float, seconds: float, begins: Callable[[], None]) -> Clock:
    clock, origin = Clock(), cast(Any, f"http://{host}")
    listening: list[asyncio.Task[None]] = []

    async def seated(token: str) -> Seat:
        seat = Seat(await connect(f"ws://{host}/{token}/ask", origin=origin, proxy=None, max_size=None), clock)
        await seat.ask([], "open")
        return seat

    rooms = [[await seated(token) for token in links] for links in tokens]
    begins()
    until = time.monotonic() + seconds

    async def game(number: int, seats: list[Seat]) -> None:
        random = Random(number)
        listening.extend(asyncio.create_task(seat.listen()) for seat in seats)
        await asyncio.sleep(random.random() * pace)
        while time.monotonic() < until and not any(seat.over for seat in seats):
            for seat in seats:
                await seat.click(random)
            await asyncio.sleep(pace * (0.5 + random.random()))

    await asyncio.gather(*(game(number, seats) for number, seats in enumerate(rooms)))
    for task in listening:
        task.cancel()
    return clock


def share(times: list[float], part: float) -> float:
    return sorted(times)[int(part * (len(times) - 1))] if times else 0.0


def weight(pid: int) -> float:
    """Megabytes that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def worked(pid: int) -> float:
    """Seconds of processor time of a process."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", default="tutorial")
    parser.add_argument("--situation", default="last-fine-day")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--pace", type=float, default=20, help="seconds between two clicks of a player")
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--must", type=float, default=200, help="milliseconds of 95 in 100 clicks")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        games = Workspace().games_in(folder, [args.module], None)
        names = [games.begin(args.module, args.situation, {}) for _ in range(args.games)]
        tokens = [[*games.games[name].persons.values()] for name in names]
        command = [sys.executable, "-m", "hexlaw.compiler.cli", "table", args.module, "--games", folder, "--no-browser"]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": LINKS}
        ) as server:  # fmt: skip
            assert server.stdout is not None
            host = urlsplit(server.stdout.readline().partition(" at ")[2].split()[0]).netloc
            before, began = weight(server.pid), list[float]()
            clock = asyncio.run(play(host, tokens, args.pace, args.seconds, lambda: began.append(worked(server.pid))))
            after, used = weight(server.pid), worked(server.pid) - began[0]
            server.terminate()
    print(f"{args.games} games, {sum(map(len, tokens))} sockets, a click every {args.pace:g} s a player")
    for what, times in (("clicks", clock.clicks), ("looks of others", clock.looks)):
        parts = ", ".join(f"p{part} {share(times, part / 100):.0f}" for part in (50, 95, 99))
        print(f"{len(times)} {what}: {parts} ms")
    print(f"memory: {before:.0f} MB before, {(after - before) / args.games:.1f} MB a game")
    asked = len(clock.clicks) + len(clock.looks)
    print(f"processor time of the server: {1000 * used / max(asked, 1):.0f} ms a request; {began[0]:.0f} s to open all")
    return int(share(clock.clicks, 0.95) > args.must)


if __name__ == "__main__":
    raise SystemExit(main())
