"""A server that shows one picture to browsers of this machine, and nothing else to anybody."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

HOST = "127.0.0.1"
PICTURE = "/picture.svg"
SCRIPT = f"""
const place = document.getElementById("picture");
let shown = null;
async function look() {{
  try {{
    const given = await fetch("{PICTURE}", {{cache: "no-cache"}});
    const text = await given.text();
    if (given.ok && text !== shown) {{ shown = text; place.innerHTML = text; }}
    document.title = given.ok ? place.querySelector("title").textContent : "not shown";
  }} catch (problem) {{ document.title = "the game is not being played"; }}
  setTimeout(look, 1000);
}}
look();
"""
"""Asks for the picture each second; as long as it is the same, nothing but that is sent."""
PAGE = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Hexlaw</title>
<style>body {{ margin: 0; background: #fffdf7 }} main > * {{ width: 100vw; height: 100vh }}</style></head>
<body><main id="picture"><noscript><img src="{PICTURE}" alt="the map, as it is now"></noscript></main>
<script>{SCRIPT}</script></body></html>
"""
POLICY = (
    f"default-src 'none'; script-src 'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}';"
    " style-src 'unsafe-inline'; img-src 'self'; connect-src 'self'"
)


class PictureServer(ThreadingHTTPServer):
    """Gives a page with the picture, which asks for it anew each second."""

    daemon_threads = True
    allow_reuse_address = False

    def __init__(self, port: int) -> None:
        """Raises `OSError` where the port cannot be had; 0 takes one that is free."""
        super().__init__((HOST, port), _Answers)
        self.picture = b""
        self.port = self.server_address[1]
        Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}/"

    def close(self) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away is not worth a message."""


class _Answers(BaseHTTPRequestHandler):
    server: PictureServer
    timeout = 10
    server_version = "Hexlaw"
    sys_version = ""

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        # another page in the browser reaches this machine by a name of its own; only ours are answered
        if self.headers.get("Host") not in (f"{HOST}:{self.server.port}", f"localhost:{self.server.port}"):
            self._send(403, "text/plain; charset=utf-8", b"this is for this machine alone\n", with_body)
        elif self.path == "/":
            self._send(200, "text/html; charset=utf-8", PAGE.encode(), with_body)
        elif self.path == PICTURE:
            picture = self.server.picture
            tag = f'"{sha256(picture).hexdigest()[:24]}"'
            if self.headers.get("If-None-Match") == tag:
                self._send(304, "", b"", False, tag)
            else:
                self._send(200, "image/svg+xml; charset=utf-8", picture, with_body, tag)
        else:
            self._send(404, "text/plain; charset=utf-8", b"there is nothing here\n", with_body)

    def _send(self, code: int, type_: str, body: bytes, with_body: bool, tag: str = "") -> None:
        self.send_response(code)
        if type_:
            self.send_header("Content-Type", type_)
            self.send_header("Content-Length", str(len(body)))
        if tag:
            self.send_header("ETag", tag)
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """The terminal belongs to the game."""
