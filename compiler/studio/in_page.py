"""Answers the page of a published module, in the browser: as the studio does, by messages of a worker."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from hexlaw.compiler.studio.module_studio import Studio
from hexlaw.compiler.studio.page_requests import Data
from hexlaw.compiler.workspace.workspace import Workspace

AS_LONG_AS_THE_PAGE = ExitStack()
Post = Callable[[str], None]


def opened(module: str, against: str | None = None) -> Callable[[str, Post], None]:
    """Returns what answers a message by posting others."""
    workspace = Workspace()
    studio = Studio(workspace, module, AS_LONG_AS_THE_PAGE.enter_context(workspace.editing(module, against)))

    def answer(message: str, post: Post) -> None:
        number, _, request = message.partition(" ")

        def send(data: Data) -> None:
            post(json.dumps({"number": int(number), **data}, ensure_ascii=False, default=str))

        send(studio.reply(request, lambda data: send({"told": data})))

    return answer


def compiled(folder: str) -> bytes:
    """Returns an archive of what Python has compiled of a folder, for the next visit."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path in sorted(Path(folder).rglob("__pycache__/*.pyc")):
            archive.write(path, path.relative_to(folder))
    return made.getvalue()


def rehearse(module: str, against: str | None = None) -> None:
    """Asks what a page asks first."""
    answer = opened(module, against)

    def ask(do: str, **more: object) -> Data:
        said: list[str] = []
        answer(f"1 {json.dumps({'do': do, **more})}", said.append)
        reply: Data = json.loads(said[-1]).get("value", {})
        return reply

    cases = ask("open").get("cases", [])
    for do in ("check", "name", "look", "changed", "witness"):
        ask(do)
    for case in cases[:1]:
        ask("judge", position=ask("take", id=case["id"]))
