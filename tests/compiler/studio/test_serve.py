"""Who may ask the studio, and how a page goes on asking while something takes long."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import connect as connect_to

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.studio import serve
from hexlaw.compiler.studio.module_studio import Studio
from hexlaw.compiler.studio.modules_here import studio_of_tab
from hexlaw.compiler.studio.serve import NO_TOKEN, PAGE, Door, app_of, served_studio
from hexlaw.compiler.studio.table_page import PlayTable
from hexlaw.compiler.workspace.workspace import Workspace

PORT = 8123
OURS = f"http://127.0.0.1:{PORT}"
TOKEN = "5eaf00d"
WITHOUT = "/", "/5eaf00/", "/5eaf00dd/", "/é/", "//", f"/?t={TOKEN}", "/book", "/studio.js", f"/x/../{TOKEN}x/book"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    folder = str(copytree(shipped_modules()["tutorial"], tmp_path / "hollow"))
    workspace = Workspace()
    with workspace.editing(folder) as editing:
        studio, door = Studio(workspace, folder, editing), Door(PORT, TOKEN, {"first"})
        yield TestClient(app_of(studio, door, lambda _: studio_of_tab(studio)), base_url=OURS)


def connect(client: TestClient, origin: str = OURS, at: str = f"/{TOKEN}/ask", **headers: str) -> Any:
    return client.websocket_connect(at, headers={"host": f"127.0.0.1:{PORT}", "origin": origin, **headers})


def answer(socket: Any, number: int) -> dict[str, Any]:
    """What comes of a request; what is told on the way is passed over."""
    while True:
        said: dict[str, Any] = json.loads(socket.receive_text())
        if said["number"] == number and "told" not in said:
            return said


def test_the_bare_address_of_a_table_leads_to_its_page() -> None:
    door = Door(PORT, TOKEN, set(), "table.html")
    client = TestClient(app_of(PlayTable(Workspace(), "tutorial"), door), base_url=OURS)
    given = client.get(f"/{TOKEN}/")
    assert (given.status_code, given.url.path) == (200, f"/{TOKEN}/table.html")
    assert 'src="table.js"' in given.text


def test_the_page_is_sent_with_a_strict_policy(client: TestClient) -> None:
    given = client.get(f"/{TOKEN}/")
    assert given.status_code == 200
    policy = given.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert client.get(f"/{TOKEN}/studio.js").headers["x-content-type-options"] == "nosniff"


def test_the_page_names_nothing_outside_itself() -> None:
    for path in PAGE.glob("*.html"):
        assert "//" not in path.read_text("utf-8").replace("<!doctype", "")


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1:9", f"127.0.0.1.evil.org:{PORT}"])
def test_only_our_own_host_is_answered(client: TestClient, host: str) -> None:
    given = client.get(f"/{TOKEN}/", headers={"host": host})
    assert (given.status_code, given.text) == (403, "this is for this machine alone\n")
    with pytest.raises(WebSocketDisconnect), connect(client, host=host):
        pass


@pytest.mark.parametrize("origin", ["http://evil.org", "null", f"https://127.0.0.1:{PORT}", "http://127.0.0.1:1", ""])
def test_a_socket_of_another_page_is_refused(client: TestClient, origin: str) -> None:
    with pytest.raises(WebSocketDisconnect), connect(client, origin):
        pass


@pytest.mark.parametrize("path", WITHOUT)
def test_nobody_is_answered_who_does_not_know_the_token(client: TestClient, path: str) -> None:
    given = client.get(path)
    assert given.status_code == 403
    assert given.text == NO_TOKEN
    for at in ("/ask", "/first/ask", f"{path.rstrip('/')}/ask"):
        with pytest.raises(WebSocketDisconnect), connect(client, at=at):
            pass
    with connect(client):
        pass


def test_the_address_for_a_browser_leads_there_once(client: TestClient) -> None:
    """Others can read with what programs are begun: what stands there is of no use once the browser has asked."""
    given = client.get("/first/studio.js")
    assert (given.status_code, given.url.path) == (200, f"/{TOKEN}/studio.js")
    assert client.get("/first/studio.js").text == NO_TOKEN


def test_each_page_has_a_token_of_its_own_in_the_address_that_is_printed() -> None:
    workspace, found = Workspace(), set[str]()
    for _ in range(2):
        with served_studio(workspace, "tutorial", None, 0) as one:
            for address in (one.address, one.for_browser):
                _, token, rest = urlsplit(address).path.split("/")
                assert (len(token), rest) == (32, "")
                found.add(token)
    assert len(found) == 4


def test_a_request_is_answered_under_its_number(client: TestClient) -> None:
    with connect(client) as socket:
        socket.send_text('7 {"do": "open"}')
        assert answer(socket, 7)["value"]["title"] == "Whistle and Shove"
        socket.send_text('8 {"do": "read", "path": "../x.law"}')
        refused = answer(socket, 8)
        assert "is not a file of a module" in refused["refused"]
        socket.send_text("9 {")
        assert "this is not JSON" in answer(socket, 9)["refused"]


def test_what_takes_long_can_be_ended_and_others_are_answered_meanwhile(client: TestClient) -> None:
    with connect(client) as socket:
        socket.send_text('1 {"do": "read", "path": "02-moving.law"}')
        text = answer(socket, 1)["value"]["text"].replace("there.terrain is snow", "there.terrain is scree", 1)
        socket.send_text("2 " + json.dumps({"do": "edit", "path": "02-moving.law", "text": text}))
        assert answer(socket, 2)["value"]["found"] == []
        wanted = {"do": "play", "situation": "last-fine-day", "pairs": 2000, "players": ["greedy"]}
        socket.send_text("3 " + json.dumps(wanted))
        socket.send_text("3 stop")
        ended = answer(socket, 3)
        assert ended["refused"] == "it was ended" or ended["value"]["balance"][0]["pairs"] < 2000
        socket.send_text('4 {"do": "words"}')
        assert "forbids" in answer(socket, 4)["value"]["words"]


NESTED = '{"do": "judge", "position": ' + '{"a": ' * 50_000 + "1" + "}" * 50_000 + "}"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ('{"do": "read", "path": "\\u0000"}', "is not a file of a module"),
        ('{"do": "read", "path": "a\\u0000.law"}', "is not a file of a module"),
        ('{"do": "read", "path": "\\ud800.law"}', ""),
        (json.dumps({"do": "read", "path": "a" * 5000 + ".law"}), ""),
        (NESTED, "nested too deep"),
        ('{"do": "judge", "position": {"a": ' + "[" * 50_000, "nested too deep"),
    ],
)
def test_what_cannot_be_asked_ends_its_own_request_with_a_sentence(client: TestClient, asked: str, said: str) -> None:
    with connect(client) as socket:
        socket.send_text(f"1 {asked}")
        refused = answer(socket, 1)["refused"]
        assert said in refused
        assert "Traceback" not in refused
        socket.send_text('2 {"do": "words"}')
        assert answer(socket, 2)["value"]["words"]


def test_bytes_are_refused_and_the_page_goes_on(client: TestClient) -> None:
    with connect(client) as socket:
        socket.send_bytes(b'1 {"do": "words"}')
        assert answer(socket, 0)["refused"] == "a page asks in text, not in bytes"
        socket.send_text('2 {"do": "words"}')
        assert answer(socket, 2)["value"]["words"]


def test_a_mistake_of_ours_ends_one_request_and_no_other(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other is under way when the first one fails, and is answered."""
    begun, failed = Event(), Event()

    def said(*_: object) -> list[object]:
        begun.set()
        assert failed.wait(20)
        return []

    def fails(*_: object) -> None:
        assert begun.wait(20)
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(Workspace, "cases", said)
    monkeypatch.setattr(Workspace, "find", fails)
    with connect(client) as socket:
        socket.send_text('1 {"do": "open"}')
        socket.send_text('2 {"do": "find", "words": "path"}')
        refused = answer(socket, 2)
        assert refused["refused"] == "Hexlaw failed at this: ZeroDivisionError: by zero"
        assert "mistake of Hexlaw" in refused["help"]
        failed.set()
        assert answer(socket, 1)["value"]["cases"] == []


@pytest.mark.parametrize("text", ["x", "-1 {}", "99999999999 {}", "１ {}", ""])
def test_a_message_without_a_number_ends_the_conversation(client: TestClient, text: str) -> None:
    with connect(client) as socket:
        socket.send_text(text)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def test_the_book_is_printed_as_it_stands_and_reaches_nothing(client: TestClient) -> None:
    given = client.get(f"/{TOKEN}/book")
    assert given.status_code == 200
    assert "Whistle and Shove" in given.text
    assert given.headers["content-security-policy"].startswith("sandbox allow-scripts; default-src 'none'")


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Of a server that waits a second for a header."""
    monkeypatch.setattr(serve, "MAX_SECONDS_OF_HEADER", 1)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        at: int = listening.getsockname()[1]
        table = PlayTable(Workspace(), "tutorial")
        server = uvicorn.Server(serve.config_of(app_of(table, Door(at, TOKEN, set()))))
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        yield at
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


WHOLE = f"GET /{TOKEN}/board.css HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"


@pytest.mark.parametrize("before", ["", WHOLE])
def test_a_connection_whose_header_does_not_come_is_closed(port: int, before: str) -> None:
    with socket.create_connection(("127.0.0.1", port), 20) as line:
        if before:
            line.sendall((before % port).encode())
            assert line.recv(12) == b"HTTP/1.1 200"
        line.sendall(b"GET / HTTP/1.1\r\nHost:")
        began = monotonic()
        while line.recv(65_536):
            pass
        assert monotonic() - began < 10, "by the limit, and not by that of a connection without requests"


def test_a_page_that_is_silent_stays_connected(port: int) -> None:
    header = {"Origin": f"http://127.0.0.1:{port}"}
    with connect_to(f"ws://127.0.0.1:{port}/{TOKEN}/ask", additional_headers=header, ping_interval=None) as page:
        sleep(1.5)
        page.send('1 {"do": "open"}')
        assert json.loads(page.recv(20))["value"]["module"] == "Whistle and Shove"


def test_each_socket_has_edits_of_its_own_and_so_has_its_book(client: TestClient) -> None:
    with connect(client, at=f"/{TOKEN}/ask?tab=one") as one, connect(client, at=f"/{TOKEN}/ask?tab=other") as other:
        one.send_text('1 {"do": "read", "path": "module.yaml"}')
        saved = answer(one, 1)["value"]["text"]
        mine = saved.replace("Whistle and Shove", "Pipe and Push")
        one.send_text("2 " + json.dumps({"do": "edit", "path": "module.yaml", "text": mine}))
        assert answer(one, 2)["value"]["found"] == []
        for tab, socket, text in (("one", one, mine), ("other", other, saved)):
            socket.send_text('3 {"do": "read", "path": "module.yaml"}')
            assert answer(socket, 3)["value"]["text"] == text
            assert ("Pipe and Push" in client.get(f"/{TOKEN}/book?tab={tab}").text) == (tab == "one")
    assert "Pipe and Push" not in client.get(f"/{TOKEN}/book?tab=one").text, "it is not connected any more"


def test_the_law_of_a_tab_is_played_as_it_is_edited_there(client: TestClient) -> None:
    with connect(client, at=f"/{TOKEN}/ask?tab=one") as one:
        one.send_text('1 {"do": "read", "path": "module.yaml"}')
        text = answer(one, 1)["value"]["text"].replace("Whistle and Shove", "Pipe and Push")
        one.send_text("2 " + json.dumps({"do": "edit", "path": "module.yaml", "text": text}))
        assert answer(one, 2)["value"]["found"] == []
        with connect(client, at=f"/{TOKEN}/ask?table=one") as page:
            page.send_text('1 {"do": "open"}')
            assert answer(page, 1)["value"]["module"] == "Pipe and Push"
            with connect(client, at=f"/{TOKEN}/ask?tab=two&module=hollow") as two:
                two.send_text('1 {"do": "open"}')
                assert answer(two, 1)["value"]["title"] == "Whistle and Shove", "a game answers no other page"
    with connect(client, at=f"/{TOKEN}/ask?table=one") as page:
        page.send_text('1 {"do": "open", "had": 0}')
        assert "is closed" in answer(page, 1)["refused"]


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    workspace = Workspace()
    with served_studio(workspace, "tutorial", None, 0) as one:
        port = urlsplit(one.address).port
        assert port is not None
        refused = pytest.raises(Refused, match=f"port {port} cannot be had")
        with refused, served_studio(workspace, "tutorial", None, port):
            pass
