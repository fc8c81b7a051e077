"""Answers the page of a published module, in the browser: as the studio does, by messages of a worker."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

from hexlaw.compiler.studio.module_studio import POSITION, Studio
from hexlaw.compiler.studio.page_requests import AnswersPage, Data
from hexlaw.compiler.workspace.workspace import Workspace

AS_LONG_AS_THE_PAGE = ExitStack()
Post = Callable[[str], None]
TABLE = "hexlaw.compiler.studio.published_table"
"""What a page that judges alone does not load."""
ROOT, LATER = Path("/machine"), "later.json"
"""Where the machine lies in a page, and the names of what comes later."""


def opened(module: str, against: str | None = None, *, rest: str = "") -> Callable[[str, Post], None]:
    """Returns what answers a message by posting others: the studio of a module; or a table at which it is played, where
    the `rest` of Hexlaw lies in an archive at this address."""
    workspace = Workspace()
    asked: AnswersPage
    if rest:
        sys.meta_path.append(FoundLater(rest))
        asked = import_module(TABLE).PublishedTable(workspace, module)
    else:
        asked = Studio(workspace, module, AS_LONG_AS_THE_PAGE.enter_context(workspace.editing(module, against)))

    def answer(message: str, post: Post) -> None:
        number, _, request = message.partition(" ")

        def send(data: Data) -> None:
            post(json.dumps({"number": int(number), **data}, ensure_ascii=False, default=str))

        send(asked.reply(request, lambda data: send({"told": data})))

    return answer


def packed(files: dict[str, bytes]) -> bytes:
    """Returns an archive that a page unpacks at once: a line that says how long each file is, and then all of them."""
    return json.dumps({name: len(data) for name, data in files.items()}).encode() + b"\n" + b"".join(files.values())


class FoundLater:
    """Finds what a table did not begin with, by fetching all that is not there yet, once."""

    def __init__(self, rest: str) -> None:
        self._rest, self._names = rest, {*json.loads((ROOT / LATER).read_text("utf-8"))}

    def find_spec(self, name: str, path: Sequence[str] | None = None, _: object = None) -> ModuleSpec | None:
        place = name.replace(".", "/")
        if self._names.isdisjoint((f"{place}.pyc", f"{place}/__init__.pyc")):
            return None
        sys.path_importer_cache.clear()
        if (found := PathFinder.find_spec(name, path)) is None:  # it has not come by itself yet
            put_beside(ROOT, fetched(self._rest))
            found = PathFinder.find_spec(name, path)
        return found


def put_beside(root: Path, *archives: bytes) -> None:
    """Puts the files of archives where there are none yet."""
    for archive in archives:
        head, _, rest = archive.partition(b"\n")
        at = 0
        for name, size in json.loads(head).items():
            if not (root / name).exists():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_bytes(rest[at : at + size])
            at += size
    sys.path_importer_cache.clear()


def fetched(address: str) -> bytes:
    """Returns an archive, in the browser, as somebody waits for it."""
    lzma, request = import_module("lzma"), import_module("js").XMLHttpRequest.new()
    request.open("GET", address, False)
    request.responseType = "arraybuffer"
    request.send()
    return bytes(lzma.decompress(request.response.to_bytes()))


def rehearse(module: str, against: str | None = None) -> None:
    """Asks what a page asks first, and reads all that the cases ask: a reader begins with any of them."""
    answer, workspace = opened(module, against), Workspace()

    def ask(do: str, **more: object) -> Data:
        said: list[str] = []
        answer(f"1 {json.dumps({'do': do, **more})}", said.append)
        return dict(json.loads(said[-1]).get("value", {}))

    cases = ask("open").get("cases", [])
    for do in ("check", "name", "look", "changed", "witness"):
        ask(do)
    for case in cases[:1]:
        ask("judge", position=ask("take", id=case["id"]))
    workspace.read_questions(str(workspace.files(module).folder / POSITION), [case["asks"] for case in cases])
