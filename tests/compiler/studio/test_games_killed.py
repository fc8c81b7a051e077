"""A server of games is killed by a signal that nothing can catch: no answer is lost that somebody was told of."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.play.journal import read_journal

LINKS = Path(__file__).resolve().parents[3] / ".links"
COMMAND = [sys.executable, "-m", "hexlaw.compiler.cli", "table", "tutorial", "--games", "games", "--no-browser"]


def served() -> tuple[subprocess.Popen[str], str]:
    server = subprocess.Popen(
        COMMAND, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(LINKS)}
    )  # fmt: skip
    assert server.stdout is not None
    said = server.stdout.readline()
    return server, urlsplit(said.partition(" at ")[2].split()[0]).netloc


class Clicks:
    """A page that answers by chance, and knows how many answers the server has told it of."""

    def __init__(self, page: ClientConnection) -> None:
        self.page, self.number, self.told = page, 0, 0

    def ask(self, do: str, **more: object) -> dict[str, Any]:
        self.number += 1
        self.page.send(f"{self.number} " + json.dumps({"do": do, **more}))
        while True:
            said = json.loads(self.page.recv())
            if said["number"] == self.number and "told" not in said:
                values: dict[str, Any] = said["value"]["values"]
                self.told = values["answers"]
                return values


@pytest.mark.parametrize("kill", range(3))
def test_no_answer_is_lost_that_was_told_of(kill: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder, random = Workspace().games_in("games", ["tutorial"], None), Random(kill)
    name = folder.begin("tutorial", "last-fine-day", {"shadeside": "random"})
    told, before = 0, list[str]()
    for _ in range(2):  # killed, begun anew, and killed once more
        server, host = served()
        origin: Any = f"http://{host}"
        with (
            server,
            connect(f"ws://{host}/{folder.games[name].persons['sunside']}/ask", origin=origin, proxy=None) as page,
        ):
            sun = Clicks(page)
            state = sun.ask("open")
            assert sun.told >= told, "what was told before is there"
            for click in range(random.randrange(1, 9)):
                options = [one if isinstance(one, str) else one["name"] for one in state["options"]]
                lines = [random.choice(options)] if click % 3 and options else ["end end"]
                state = sun.ask("type", lines=lines, question=state["question"], sure=True)
            told = sun.told
            page.send(f'{sun.number + 1} {{"do": "type", "lines": ["auto"], "question": {state["question"]}}}')
            server.kill()  # amid that, or before
            with suppress(ConnectionClosed):
                list(page)
        journal, damage = read_journal(Path(f"games/{name}.journal").read_text("utf-8").splitlines(keepends=True))
        assert journal is not None
        assert len(journal.entries) >= told
        assert damage is None or damage.line > told + 1
        lines_now = [json.dumps(journal.record(entry)) for entry in journal.entries]
        assert lines_now[: len(before)] == before
        before = lines_now[:told]
