"""Answers the page of a published module, in the browser: as the studio does, by messages of a worker."""

from __future__ import annotations

import json
import py_compile
import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

from hexlaw.compiler.studio.module_studio import POSITION, Studio
from hexlaw.compiler.studio.page_requests import AnswersPage, Data
from hexlaw.compiler.workspace.workspace import Workspace

AS_LONG_AS_THE_PAGE = ExitStack()
Post = Callable[[str], None]
TABLE = "hexlaw.compiler.studio.published_table"
"""What a page that judges alone does not load."""
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""What stands in compiled Python after the number of its version: what it is, and a digest that is not looked at."""


def opened(module: str, against: str | None = None, *, at_table: bool = False) -> Callable[[str, Post], None]:
    """Returns what answers a message by posting others: the studio of a module, or a table at which it is played."""
    workspace = Workspace()
    asked: AnswersPage
    if at_table:
        asked = import_module(TABLE).PublishedTable(workspace, module)
    else:
        editing = AS_LONG_AS_THE_PAGE.enter_context(workspace.editing(module, against))
        asked = Studio(workspace, module, editing)

    def answer(message: str, post: Post) -> None:
        number, _, request = message.partition(" ")

        def send(data: Data) -> None:
            post(json.dumps({"number": int(number), **data}, ensure_ascii=False, default=str))

        send(asked.reply(request, lambda data: send({"told": data})))

    return answer


def packed(files: dict[str, bytes]) -> bytes:
    """Returns an archive that a page unpacks at once: a line that says how long each file is, and then all of them."""
    return json.dumps({name: len(data) for name, data in files.items()}).encode() + b"\n" + b"".join(files.values())


def compiled(folder: str) -> Generator[None, None, bytes]:
    """Returns an archive of what Python has compiled in a folder, for the next visit; it does not ask then whether that
    is of the texts that lie there. What was imported before anything could be kept is compiled on the way, a module at
    a time."""
    found = {}
    for module in [*sys.modules.values()]:
        spec = getattr(module, "__spec__", None)
        if spec is None or not spec.has_location or not spec.cached or not spec.origin.startswith(f"{folder}/"):
            continue
        made = Path(spec.cached)
        if not made.exists():
            py_compile.compile(spec.origin, spec.cached)
            yield
        data = made.read_bytes()
        found[made.relative_to(folder).as_posix()] = data[:4] + UNCHECKED + data[16:]
    return packed(found)


def rehearse(module: str, against: str | None = None) -> None:
    """Asks what a page asks first, and reads all that the cases ask: a reader begins with any of them."""
    answer, workspace = opened(module, against), Workspace()

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
    workspace.read_questions(str(workspace.files(module).folder / POSITION), [case["asks"] for case in cases])
