"""A small server on which people play together: each game has a link for every seat, and one for those who look on.

Whoever keeps it has one more link, to the page on which games are begun and links handed out. Nothing listens beyond
this machine unless that is asked for; behind a proxy with TLS the address is said by which people come. Everything that
a client sends or opens has a bound, and what one room takes long for holds no other up.
"""

from __future__ import annotations

from asyncio import get_running_loop
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from secrets import token_hex
from urllib.parse import parse_qsl

import anyio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.templates import template
from hexlaw.compiler.studio import serve
from hexlaw.compiler.studio.rooms import Room
from hexlaw.compiler.workspace.shared_games import GamesFolder
from hexlaw.compiler.workspace.workspace import Workspace

MAX_MESSAGE = 64_000
"""Bytes that a client sends at a time."""
MAX_FIELDS, MAX_UNDER_WAY = 100, 16
MAX_SOCKETS_OF_SEAT, MAX_SOCKETS = 8, 1_000
MAX_SECONDS = 300
"""Of one request: what a program has not found by then, it is asked for anew."""
MAX_IDLE_ROOMS = 50
"""Games at which nobody looks that are kept as they stand; others are read anew from their journals."""
WIDE = "0.0.0.0", "::"
POLICY = (
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
OF_PAGES = {"Content-Security-Policy": POLICY, "Referrer-Policy": "same-origin"}
"""These pages have forms and no script; without a referrer their forms would come from nowhere."""


class Hall:
    """The rooms that are open, and who is in them."""

    def __init__(self, workspace: Workspace, folder: GamesFolder) -> None:
        self.workspace, self.folder = workspace, folder
        self.rooms: dict[str, Room] = {}
        self.pages: dict[str, list[AtSeat]] = {}  # by room
        self.turns: dict[str, anyio.Lock] = {}  # who waits for a room keeps no thread from another
        self._idle: list[str] = []

    def page(self, token: str, socket: WebSocket) -> AtSeat | None:
        """Returns what answers a socket; None where it is let in nowhere."""
        name, seat = self.folder.tokens.get(token, ("", ""))
        if name and name not in self.rooms:
            self.rooms[name], self.pages[name] = Room(self.workspace, self.folder, name), []
            self.turns[name] = anyio.Lock()
        if not name or sum(map(len, self.pages.values())) >= MAX_SOCKETS:
            return None
        is_full = self.rooms[name].connected.get(seat, 0) >= MAX_SOCKETS_OF_SEAT
        return None if is_full else AtSeat(self, self.rooms[name], seat, socket)

    def goes(self, page: AtSeat, change: int) -> None:
        """A page comes, or goes. The games at which nobody has looked for longest are closed."""
        room, pages = page.room, self.pages[page.room.name]
        room.connected[page.seat] = room.connected.get(page.seat, 0) + change
        (pages.append if change > 0 else pages.remove)(page)
        self._idle = [*(one for one in self._idle if one != room.name), *([] if pages else [room.name])]
        while len(self._idle) > MAX_IDLE_ROOMS:
            self.rooms[self._idle.pop(0)].close()
        for one in pages:
            one.changed.set()


class AtSeat(serve.Conversation):
    """A page of a seat: what it asks is answered when the room has time for it, and it hears what is new."""

    max_message, max_under_way = MAX_MESSAGE, MAX_UNDER_WAY

    def __init__(self, hall: Hall, room: Room, seat: str, socket: WebSocket) -> None:
        self.hall, self.room, self.seat = hall, room, seat
        self.changed = anyio.Event()
        super().__init__(room.seats[seat], socket)

    async def go_on(self) -> None:
        self.hall.goes(self, 1)
        try:
            async with anyio.create_task_group() as beside:
                beside.start_soon(self._tell_what_is_new)
                await super().go_on()
                beside.cancel_scope.cancel()
        finally:
            self.hall.goes(self, -1)

    async def _tell_what_is_new(self) -> None:
        """However much comes while the page is slow, it is told once how it stands then."""
        while True:
            await self.changed.wait()
            self.changed = anyio.Event()
            await self._send(0, {"pushed": self.room.beside(self.seat)})

    async def _answer(self, number: int, request: str) -> None:
        async with self.hall.turns[self.room.name]:
            before, ending = self.room.changes, get_running_loop().call_later(MAX_SECONDS, self.under_way[number].set)
            try:
                await super()._answer(number, request)
            finally:
                ending.cancel()
        for page in self.hall.pages[self.room.name] if self.room.changes != before else ():
            page.changed.set()


def app_of_games(workspace: Workspace, folder: GamesFolder, door: serve.Door) -> ASGIApp:
    hall = Hall(workspace, folder)

    def shown(request: Request, status: int = 200, **said: object) -> Response:
        address = door.address or f"http://{request.headers['host']}"
        known = {"refused": None, "game": None, "chosen": None, "address": address, **said}
        return HTMLResponse(template(__file__, "games.html.jinja").render(known), status, OF_PAGES)

    def listed(request: Request, status: int = 200, refused: Refused | None = None) -> Response:
        offered = {module: folder.situations(module) for module in folder.modules}
        games = {name: links.title for name, links in folder.games.items()}
        return shown(request, status, games=games, offered=offered, refused=refused)

    async def first(request: Request) -> Response:
        token = request.scope["root_path"][1:]
        if token in folder.tokens:
            return RedirectResponse(f"/{token}/table.html")
        return await anyio.to_thread.run_sync(listed, request)

    async def new(request: Request) -> Response:
        """The seats of a situation, each for a person or a program; posted, the game."""
        if request.scope["root_path"][1:] in folder.tokens or (
            request.method == "POST" and not door.is_ours(request.headers.get("origin"))
        ):
            return PlainTextResponse("only who keeps the games begins one, by the form here\n", 403)
        filled, body = dict(request.query_params), b""
        async for part in request.stream():
            body += part
            if len(body) > MAX_MESSAGE:
                return PlainTextResponse("that is too much for a form\n", 413)
        try:
            filled |= dict(parse_qsl(body.decode("utf-8", "replace"), max_num_fields=MAX_FIELDS))
            module, situation, preset = (filled.pop(name, "") for name in ("module", "situation", "preset"))
            if request.method == "POST":
                name = await anyio.to_thread.run_sync(folder.begin, module, situation, filled, preset)
                return RedirectResponse(f"game?name={name}", 303)
            seats = await anyio.to_thread.run_sync(folder.seats, module, situation, preset)
        except ValueError:
            return PlainTextResponse("that is too much for a form\n", 413)
        except Refused as refused:
            return await anyio.to_thread.run_sync(listed, request, 409, refused)
        named = {"module": module, "situation": situation, "preset": preset, "presets": folder.presets(module)}
        return shown(request, chosen={**named, "seats": seats, "programs": folder.programs(module)})

    async def game(request: Request) -> Response:
        links = folder.games.get(request.query_params.get("name", ""))
        if links is None or request.scope["root_path"][1:] in folder.tokens:
            return PlainTextResponse("there is no such game\n", 404)
        return shown(request, game=links)

    async def ask(socket: WebSocket) -> None:
        page = hall.page(socket.scope["root_path"][1:], socket)
        if page is None or not door.is_ours(socket.headers.get("origin")):
            await socket.close(1008)
            return
        await socket.accept()
        await page.go_on()

    routes = [
        Route("/", first), Route("/new", new, methods=["GET", "POST"]), Route("/game", game),
        WebSocketRoute("/ask", ask), Mount("/", StaticFiles(directory=serve.PAGE)),
    ]  # fmt: skip
    return Starlette(routes=routes, middleware=[Middleware(serve.OfThisUser, door=door)])


@contextmanager
def served_games(
    workspace: Workspace, folder: GamesFolder, host: str, port: int, address: str
) -> Iterator[serve.Served]:
    with serve.listening_at(host, port) as listening:
        once, port = token_hex(16), listening.getsockname()[1]
        door = serve.Door(port, token_hex(16), {once}, "", folder.tokens, host, address)
        config = serve.config_of(app_of_games(workspace, folder, door), MAX_MESSAGE)
        config.limit_concurrency = 2 * MAX_SOCKETS
        name = serve.HOST if host in WIDE else f"[{host}]" if ":" in host else host
        here, run = address or f"http://{name}:{port}", partial(serve.serve_until_ended, config, listening)
        yield serve.Served(f"{here}/{door.token}/", f"{here}/{once}/", run)
