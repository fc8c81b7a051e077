"""The studio and the table for browsers of this machine: their pages, and a websocket through which a page asks.

Another page in the browser could reach this machine under a name of its own, or open a websocket from elsewhere, and
another user of the machine can ask any port: only requests for our own host are answered, only those below the token in
the address that is printed, and only websockets of our own page. What is asked is answered in threads, a request each,
and what takes long ends when the page asks so or goes away.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import Callable, Container, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from secrets import compare_digest, token_hex
from threading import Event
from urllib.parse import urlsplit

import anyio
import h11
import uvicorn
from anyio.from_thread import run as run_in_loop
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.files import why_not
from hexlaw.compiler.studio.modules_here import ModulesHere
from hexlaw.compiler.studio.page_requests import AnswersPage, Data
from hexlaw.compiler.studio.table_page import PlayTable
from hexlaw.compiler.workspace.table_games import Laid
from hexlaw.compiler.workspace.workspace import Printing, Workspace, ended_by
from hexlaw.runtime.law.law import Configuration

HOST = "127.0.0.1"
LOCAL = HOST, "localhost"
NOT_OURS = "nothing is served under this name\n"
PAGE = Path(__file__).parent / "page"
MAX_MESSAGE = 4_000_000
MAX_UNDER_WAY = 200
"""Requests of one page."""
MAX_SECONDS_OF_HEADER = 10
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
OF_BOOK = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
    " img-src data:; font-src data:"
)
"""A book is a page of its own in the page, which reaches nothing."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
STOP = "stop"
NO_TOKEN = "this is not the whole address: open the one that was printed where the page was begun, with its token\n"


@dataclass(frozen=True)
class Door:
    """Where pages lie, what their address has to say, and by which names somebody may come there."""

    port: int
    token: str
    once: set[str]  # tokens that let in one request, which is led on to the other
    page: str = ""
    tokens: Container[str] = ()  # others that let in
    host: str = HOST  # on which it listens
    address: str = ""  # by which people come, where a proxy stands before it

    def allows(self, host: str) -> bool:
        """Returns whether somebody may come by a name: our own, that of the proxy, or beyond this machine an address in
        numbers. A page elsewhere that leads here by a name of its own may not."""
        if host in {f"{name}:{self.port}" for name in LOCAL} or host == (urlsplit(self.address).netloc or None):
            return True
        name = urlsplit(f"//{host}").hostname or ""
        if self.host in LOCAL or name == socket.gethostname().lower():
            return self.host not in LOCAL
        with suppress(ValueError):
            return bool(ip_address(name))
        return False

    def is_ours(self, origin: str | None) -> bool:
        """Returns whether a page is ours, by where it came from."""
        scheme, _, host = (origin or "").partition("://")
        if self.address and host == urlsplit(self.address).netloc:
            return origin == self.address
        return scheme == "http" and self.allows(host)


class LawIsGone(AnswersPage):
    """Refuses the requests of a game whose studio tab has been closed."""

    def answer(self, message: str | bytes, tell: Callable[[Data], None]) -> Data:
        raise Refused("the tab of the studio in which this law was edited is closed", "begin the game again from there")


ForTab = Callable[[str], AnswersPage]
"""Returns what answers one tab, which asks for a module by its name."""


def app_of(asked: AnswersPage, door: Door, for_tab: ForTab | None = None) -> ASGIApp:
    tabs: dict[str, AnswersPage] = {}  # that are connected

    async def ask(page: WebSocket) -> None:
        if not door.is_ours(page.headers.get("origin")):
            await page.close(1008)
            return
        await page.accept()
        tab, table = page.query_params.get("tab", ""), page.query_params.get("table", "")
        wanted = partial(for_tab, page.query_params.get("module", "")) if for_tab is not None else lambda: asked
        if table:  # a game plays the law of this tab, with unsaved edits
            wanted = partial(PlayTable, edited.workspace, edited.module) if (edited := tabs.get(table)) else LawIsGone
        answers = await anyio.to_thread.run_sync(wanted)
        if tab:  # a game has no tab name
            tabs[tab] = answers
        await Conversation(answers, page).go_on()
        if tabs.get(tab) is answers:
            del tabs[tab]

    async def book(request: Request) -> Response:
        of, how = tabs.get(request.query_params.get("tab", ""), asked), Printing("html-one")
        try:
            printed = await anyio.to_thread.run_sync(partial(of.workspace.print_book, of.module, how))
        except Refused as refused:
            return PlainTextResponse(f"the book cannot be printed: {refused}\n", 409)
        return Response(printed.files[""], media_type="text/html", headers={"Content-Security-Policy": OF_BOOK})

    routes: list[BaseRoute] = [
        Route("/book", book),
        WebSocketRoute("/ask", ask),
        Mount("/", StaticFiles(directory=PAGE, html=True)),
    ]
    routes[:0] = [Route("/", RedirectResponse(f"/{door.token}/{door.page}"))] if door.page else []
    return Starlette(routes=routes, middleware=[Middleware(OfThisUser, door=door)])


@dataclass(frozen=True)
class Served:
    address: str
    for_browser: str  # leads there, once: others of this machine can read with what a browser is begun
    serve: Callable[[], None]  # until somebody ends it by Ctrl-C


@contextmanager
def served_studio(workspace: Workspace, module: str, against: str | None, port: int) -> Iterator[Served]:
    with ExitStack() as held:
        modules = ModulesHere(workspace, module, against, held)
        with served(modules.first, port, for_tab=modules.for_tab) as studio:
            yield studio


def served_table(
    workspace: Workspace, module: str, laid: Laid | None, chosen: Configuration, port: int
) -> tuple[PlayTable, AbstractContextManager[Served]]:
    table = PlayTable(workspace, module, laid, chosen)
    return table, served(table, port, "table.html")


@contextmanager
def served(
    asked: AnswersPage, port: int, page: str = "", for_tab: ForTab | None = None
) -> Iterator[Served]:  # fmt: skip
    with listening_at(HOST, port) as listening:
        door = Door(listening.getsockname()[1], token_hex(16), {once := token_hex(16)}, page)
        address, for_browser = (f"http://{HOST}:{door.port}/{token}/{page}" for token in (door.token, once))
        config = config_of(app_of(asked, door, for_tab))
        yield Served(address, for_browser, partial(serve_until_ended, config, listening))


@contextmanager
def listening_at(host: str, port: int) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listening:
        if os.name == "posix":  # elsewhere this lets two programs have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
            listening.listen()
        except OSError as problem:
            raise Refused(f"port {port} cannot be had: {why_not(problem)}") from None
        yield listening


def serve_until_ended(config: uvicorn.Config, listening: socket.socket) -> None:
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run([listening])


def config_of(app: ASGIApp, max_message: int = MAX_MESSAGE) -> uvicorn.Config:
    return uvicorn.Config(app, http=_Prompt, log_level="warning", ws_max_size=max_message, lifespan="off")


class _Prompt(H11Protocol):
    """Closes a connection whose header has not come in time: who sends halves of requests would hold them for good."""

    header_due: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.header_due = self.loop.call_later(MAX_SECONDS_OF_HEADER, transport.close)

    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.their_state is not h11.IDLE:  # it has come
            self.header_due.cancel()
        elif self.header_due.cancelled():
            self.header_due = self.loop.call_later(MAX_SECONDS_OF_HEADER, self.transport.close)


class OfThisUser:
    """Answers for our own host alone, and who knows the token; says what pages may do."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self.app, self.door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        token, _, rest = scope["path"].removeprefix("/").partition("/")
        answer: ASGIApp = self.app
        own = self.door.token.encode()
        if not self.door.allows(host):
            answer = PlainTextResponse(NOT_OURS if self.door.address else "this is for this machine alone\n", 403)
        elif token in self.door.once and scope["type"] == "http":
            self.door.once.remove(token)
            answer = RedirectResponse(f"/{self.door.token}/{rest}")
        elif token not in self.door.tokens and not compare_digest(token.encode("utf-8", "replace"), own):
            answer = PlainTextResponse(NO_TOKEN, 403)
        if answer is not self.app and scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = {name for name, _ in message["headers"]}
                own = ((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
                message["headers"] += [(name, value) for name, value in own if name not in said]
            await send(message)

        await answer({**scope, "root_path": f"/{token}"}, receive, with_headers)


class Conversation:
    """What one page asks: many requests at a time, each with a number of its own."""

    max_message, max_under_way = MAX_MESSAGE, MAX_UNDER_WAY

    def __init__(self, asked: AnswersPage, page: WebSocket) -> None:
        self.asked, self.page = asked, page
        self.under_way: dict[int, Event] = {}
        self.sending = anyio.Lock()

    async def go_on(self) -> None:
        async with anyio.create_task_group() as tasks:
            try:
                while True:
                    came = await self.page.receive()
                    if came["type"] == "websocket.disconnect":
                        return
                    if (text := came.get("text")) is None:
                        await self._send(0, {"refused": "a page asks in text, not in bytes", "help": None})
                        continue
                    if len(text) > self.max_message:
                        await self.page.close(1009)
                        return
                    head, _, request = text.partition(" ")
                    if not head.isascii() or not head.isdigit() or len(head) > 9:
                        await self.page.close(1007)
                        return
                    number = int(head)
                    if request == STOP:
                        if number in self.under_way:
                            self.under_way[number].set()
                        continue
                    if number in self.under_way or len(self.under_way) >= self.max_under_way:
                        await self._send(number, {"refused": "this page asks too much at a time", "help": None})
                        continue
                    self.under_way[number] = Event()
                    tasks.start_soon(self._answer, number, request)
            finally:
                for event in self.under_way.values():
                    event.set()

    async def _answer(self, number: int, request: str) -> None:
        stopped = self.under_way[number]

        def tell(data: Data) -> None:
            run_in_loop(self._send, number, {"told": data})

        def answer() -> Data:
            with ended_by(stopped.is_set):
                return self.asked.reply(request, tell)

        try:
            await self._send(number, await anyio.to_thread.run_sync(answer))
        finally:
            self.under_way.pop(number, None)

    async def _send(self, number: int, data: Data) -> None:
        text = json.dumps({"number": number, **data}, ensure_ascii=False, default=str, separators=(",", ":"))
        text = text.encode("utf-8", "replace").decode()  # a name may hold halves of characters
        async with self.sending:
            try:
                await self.page.send_text(text)
            except (WebSocketDisconnect, RuntimeError):  # the page has gone away
                self.under_way.clear()
