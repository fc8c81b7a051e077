"""Who may come to the games that are served, what they hear of each other, and what a hostile client can send."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hexlaw.compiler.studio import rooms, serve_games
from hexlaw.compiler.studio.serve import Door
from hexlaw.compiler.studio.serve_games import app_of_games
from hexlaw.compiler.workspace import shared_games
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.play.state import OBSERVERS

pytestmark = pytest.mark.usefixtures("tutorial_is_printed")

PORT = 8123
OURS = f"http://127.0.0.1:{PORT}"
HERE = f"{socket.gethostname().lower()}:{PORT}"
KEEPER = "5eaf00d"
PROXY = "https://games.example.org"
Serves = Callable[..., TestClient]


@pytest.fixture
def serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serves]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(rooms, "SECONDS_A_LINE", 0)
    workspace, clients = Workspace(), list[TestClient]()

    def client(
        host: str = "127.0.0.1", address: str = "", base: str = OURS, modules: Sequence[str] = ("tutorial",)
    ) -> TestClient:
        folder = workspace.games_in("games", [*modules], None)
        door = Door(PORT, KEEPER, {"first"}, "", folder.tokens, host, address)
        clients.append(made := TestClient(app_of_games(workspace, folder, door), base_url=base))
        made.__enter__()
        return made

    yield client
    for made in clients:
        made.__exit__()


@pytest.fixture
def client(serves: Serves) -> TestClient:
    return serves()


def begun(client: TestClient, **seats: str) -> dict[str, str]:
    """A game that is begun by the form; the token of each seat, as the page for the keeper shows them."""
    form = {"module": "tutorial", "situation": "last-fine-day", **seats}
    given = client.post(f"/{KEEPER}/new", data=form, headers={"origin": str(client.base_url)})
    assert given.status_code == 200, given.text
    links = re.findall(r'<dt>([^<]+)</dt><dd><a href="[^"]*?/([0-9a-f]{32})/table.html"', given.text)
    return {seat if seat != "To look on" else OBSERVERS: token for seat, token in links}


def connect(client: TestClient, token: str, origin: str = OURS, **headers: str) -> Any:
    return client.websocket_connect(f"/{token}/ask", headers={"host": f"127.0.0.1:{PORT}", "origin": origin, **headers})


def heard(page: Any, *, pushed: str = "", number: int = 0) -> dict[str, Any]:
    """What comes to a page, up to an answer with this number, or to what is pushed with this in it."""
    while True:
        said: dict[str, Any] = json.loads(page.receive_text())
        if (number and said["number"] == number and "told" not in said) or (pushed and pushed in json.dumps(said)):
            return said


def asked(page: Any, number: int, do: str, **more: object) -> dict[str, Any]:
    page.send_text(f"{number} " + json.dumps({"do": do, **more}))
    return heard(page, number=number)


# -- who may come


def test_the_keeper_begins_a_game_and_hands_out_its_links(client: TestClient) -> None:
    page = client.get(f"/{KEEPER}/")
    assert "The last fine day" in page.text
    assert "form-action 'self'" in page.headers["content-security-policy"]
    assert "script" not in page.headers["content-security-policy"]
    form = client.get(f"/{KEEPER}/new?module=tutorial&situation=last-fine-day").text
    for field in ('name="sunside"', 'name="shadeside"', "<option>greedy</option>"):
        assert field in form
    tokens = begun(client, shadeside="greedy")
    assert [*tokens] == ["sunside", OBSERVERS]
    given = client.get(f"/{tokens['sunside']}/")
    assert (given.status_code, given.url.path) == (200, f"/{tokens['sunside']}/table.html")
    assert "The last fine day" in client.get(f"/{KEEPER}/").text


def test_the_keeper_is_told_where_links_open(client: TestClient, serves: Serves) -> None:
    for at, is_here in ((client, True), (serves(address="https://games.example.org"), False)):
        form = {"module": "tutorial", "situation": "last-fine-day"}
        given = at.post(f"/{KEEPER}/new", data=form, headers={"origin": str(at.base_url)}).text
        assert "To look on" in given
        assert ("open on this computer only" in given) == is_here


def test_a_game_is_begun_with_the_options_that_a_source_recommends(tmp_path: Path, serves: Serves) -> None:
    manifest = (
        "module: mine\ntitle: Mine\nversion: 1.0.0\nextends: tutorial\npresets:\n  cloudy:\n    title: A cloudy day\n"
        "    suits: days that begin with rain\n    options: {clouds: on}\n    cite: [RB 7]\n"
    )
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/module.yaml").write_text(manifest, "utf-8")
    client = serves(modules=["mine"])
    offered = client.get(f"/{KEEPER}/new?module=mine&situation=last-fine-day").text
    assert "preset=cloudy" in offered
    assert "days that begin with rain" in offered
    form = client.get(f"/{KEEPER}/new?module=mine&situation=last-fine-day&preset=cloudy").text
    assert '<input type="hidden" name="preset" value="cloudy">' in form
    begun(client, module="mine", preset="cloudy", shadeside="greedy")
    assert "clouds" in (tmp_path / "games/last-fine-day.journal").read_text("utf-8")
    refused = {"module": "mine", "situation": "last-fine-day", "preset": "sunny"}
    given = client.post(f"/{KEEPER}/new", data=refused, headers={"origin": OURS})
    assert (given.status_code, "has no preset `sunny`" in given.text) == (409, True)


def test_what_a_form_asks_for_in_vain_is_said_on_the_page(client: TestClient) -> None:
    for form, why in (
        ({"module": "tutorial", "situation": "dawn"}, "there is no situation `dawn`"),
        ({"module": "tutorial", "situation": "<b>"}, "there is no situation `&lt;b&gt;`"),
        ({}, "is not played here"),
    ):
        given = client.post(f"/{KEEPER}/new", data=form, headers={"origin": OURS})
        assert given.status_code == 409
        assert why in given.text


def test_a_seat_begins_no_game_and_sees_no_list(client: TestClient) -> None:
    tokens = begun(client)
    for token in tokens.values():
        form = {"module": "tutorial", "situation": "last-fine-day"}
        assert client.post(f"/{token}/new", data=form, headers={"origin": OURS}).status_code == 403
        assert client.get(f"/{token}/new?module=tutorial&situation=last-fine-day").status_code == 403
        for path in ("game?name=last-fine-day", "", "table.html", "table.js"):
            text = client.get(f"/{token}/{path}").text
            assert not [other for other in (KEEPER, *tokens.values()) if other in text]


@pytest.mark.parametrize("origin", ["http://evil.org", "null", None, PROXY])
def test_a_form_of_another_page_is_refused(client: TestClient, origin: str | None) -> None:
    headers = {} if origin is None else {"origin": origin}
    form = {"module": "tutorial", "situation": "last-fine-day"}
    assert client.post(f"/{KEEPER}/new", data=form, headers=headers).status_code == 403


@pytest.mark.parametrize("token", ["", "x", KEEPER, "first", "0" * 32, "é"])
def test_without_the_token_of_a_seat_nobody_plays(client: TestClient, token: str) -> None:
    begun(client)
    with pytest.raises(WebSocketDisconnect), connect(client, token):
        pass


@pytest.mark.parametrize(
    ("host", "address", "name", "origin", "comes"),
    [
        ("127.0.0.1", "", f"127.0.0.1:{PORT}", OURS, True),
        ("127.0.0.1", "", f"localhost:{PORT}", f"http://localhost:{PORT}", True),
        ("127.0.0.1", "", f"192.168.1.7:{PORT}", f"http://192.168.1.7:{PORT}", False),
        ("127.0.0.1", "", "evil.example", "http://evil.example", False),
        ("0.0.0.0", "", f"192.168.1.7:{PORT}", f"http://192.168.1.7:{PORT}", True),
        ("0.0.0.0", "", f"[fe80::1]:{PORT}", f"http://[fe80::1]:{PORT}", True),
        (
            "0.0.0.0",
            "",
            f"{socket.gethostname()}:{PORT}".lower(),
            f"http://{socket.gethostname()}:{PORT}".lower(),
            True,
        ),
        ("0.0.0.0", "", f"evil.example:{PORT}", f"http://evil.example:{PORT}", False),
        ("0.0.0.0", "", f"192.168.1.7:{PORT}", "http://evil.example", False),
        ("127.0.0.1", PROXY, "games.example.org", PROXY, True),
        ("127.0.0.1", PROXY, f"127.0.0.1:{PORT}", PROXY, True),
        ("127.0.0.1", PROXY, "games.example.org", "http://games.example.org", False),
        ("127.0.0.1", PROXY, "games.example.org", "https://evil.example.org", False),
        ("127.0.0.1", PROXY, "evil.example.org", "https://evil.example.org", False),
    ],
)
def test_only_who_comes_by_a_name_of_ours_is_answered(
    serves: Serves, host: str, address: str, name: str, origin: str, comes: bool
) -> None:
    client = serves(host, address)
    tokens = begun(serves())
    client = serves(host, address)
    if comes:
        with connect(client, tokens["sunside"], origin, host=name) as page:
            assert asked(page, 1, "open")["value"]["values"]["title"] == "The last fine day"
    else:
        with pytest.raises(WebSocketDisconnect), connect(client, tokens["sunside"], origin, host=name):
            pass


def test_behind_a_proxy_links_begin_with_its_address(serves: Serves) -> None:
    client = serves("127.0.0.1", PROXY, PROXY)
    tokens = begun(client)
    assert f'href="{PROXY}/{tokens["sunside"]}/table.html"' in client.get(f"/{KEEPER}/game?name=last-fine-day").text


# -- what they hear of each other


def test_who_has_answered_is_heard_of_by_all_others(client: TestClient) -> None:
    tokens = begun(client)
    with (
        connect(client, tokens["sunside"]) as sun,
        connect(client, tokens["shadeside"]) as shade,
        connect(client, tokens[OBSERVERS]) as looking,
    ):
        number = asked(sun, 1, "open")["value"]["values"]["question"]
        for other in (shade, looking):
            assert asked(other, 1, "open")["value"]["values"]["question"] == number
        asked(sun, 2, "type", lines=["move otto to 0405"], question=number)
        for other in (shade, looking):
            told = heard(other, pushed=f'"number": {number + 1}')["pushed"]
            assert told["here"] == {"sunside": True, "shadeside": True}
            assert asked(other, 2, "open")["value"]["values"]["question"] == number + 1
        assert told["seat"] == "", "who looks on has none"
        asked(shade, 3, "say", line="well rowed")
        for other in (sun, looking):
            assert heard(other, pushed="well rowed")["pushed"]["chat"] == [["shadeside", "well rowed"]]
    with connect(client, tokens["sunside"]) as sun:
        assert heard(sun, pushed='"here"')["pushed"]["here"] == {"sunside": True, "shadeside": False}


def test_no_token_is_sent_to_another_seat(client: TestClient) -> None:
    """Neither with the state, nor by what is pushed, before or after a rematch; nor is the path of any file."""
    tokens = begun(client)
    said: dict[str, list[str]] = {}
    for seat, token in tokens.items():
        with connect(client, token) as page:
            said[seat] = [json.dumps(asked(page, 1, do, **more)) for do, more in (
                ("open", {}), *(("hear", {"about": {"of": of}}) for of in ("log", "look")), ("say", {"line": "x"}),
                ("back", {}), ("next", {}), ("begin", {"situation": "last-fine-day"}), ("save", {}),
            )]  # fmt: skip
    for texts in said.values():
        for text in texts:
            assert not [token for token in (*tokens.values(), KEEPER) if token in text]
            assert "games/" not in text
            assert ".journal" not in text


# -- bounds


def test_a_message_or_form_that_is_too_long_is_not_read(client: TestClient) -> None:
    tokens = begun(client)
    with connect(client, tokens["sunside"]) as page:
        page.send_text("1 " + "x" * serve_games.MAX_MESSAGE)
        with pytest.raises(WebSocketDisconnect):
            heard(page, number=1)
    form = {"module": "tutorial", "situation": "x" * serve_games.MAX_MESSAGE}
    assert client.post(f"/{KEEPER}/new", data=form, headers={"origin": OURS}).status_code == 413
    form = {f"seat-{n}": "greedy" for n in range(200)}
    assert client.post(f"/{KEEPER}/new", data=form, headers={"origin": OURS}).status_code == 413


def test_a_seat_has_so_many_pages_and_the_server_too(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve_games, "MAX_SOCKETS_OF_SEAT", 2)
    monkeypatch.setattr(serve_games, "MAX_SOCKETS", 3)
    tokens = begun(client)
    with connect(client, tokens["sunside"]), connect(client, tokens["sunside"]):
        with pytest.raises(WebSocketDisconnect), connect(client, tokens["sunside"]):
            pass
        with (
            connect(client, tokens["shadeside"]),
            pytest.raises(WebSocketDisconnect),
            connect(client, tokens[OBSERVERS]),
        ):
            pass
        with connect(client, tokens[OBSERVERS]):
            pass


def test_who_asks_without_waiting_is_told_so(client: TestClient) -> None:
    tokens = begun(client)
    with connect(client, tokens["sunside"]) as page:
        page.send_text('1 {"do": "hear", "about": {"of": "finish", "name": "40"}}')
        for number in range(2, serve_games.MAX_UNDER_WAY + 2):
            page.send_text(f'{number} {{"do": "open"}}')
        assert "asks too much at a time" in heard(page, number=serve_games.MAX_UNDER_WAY + 1)["refused"]


def test_a_folder_has_so_many_games(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_games, "MAX_GAMES", 1)
    begun(client)
    form = {"module": "tutorial", "situation": "last-fine-day"}
    given = client.post(f"/{KEEPER}/new", data=form, headers={"origin": OURS})
    assert (given.status_code, "there are 1 games here already" in given.text) == (409, True)


@pytest.mark.parametrize(
    "message",
    ["", "x", "1", "1 {", "1 []", '1 {"do": "fly"}', '1 {"do": "say"}', '1 {"do": "take", "who": "shadeside"}',
     '1 {"do": "begin", "situation": "x"}', '1 {"do": "who", "situation": "x"}', "99999999999 {}",
     '1 {"do": "type", "lines": ["undo"], "question": -1}', '1 {"do": "look", "had": -5}'],
)  # fmt: skip
def test_whatever_is_sent_the_others_play_on(client: TestClient, message: str) -> None:
    tokens = begun(client)
    with connect(client, tokens["sunside"]) as good:
        number = asked(good, 1, "open")["value"]["values"]["question"]
        for token in (tokens["shadeside"], tokens[OBSERVERS]):
            with connect(client, token) as bad:
                bad.send_text(message)
                bad.send_bytes(b"\xff")
        given = asked(good, 2, "type", lines=["move otto to 0405"], question=number)
        assert "value" in given
        assert given["value"]["values"]["question"] == number + 1


def test_a_game_at_which_nobody_looks_any_more_is_read_anew(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve_games, "MAX_IDLE_ROOMS", 0)
    tokens = begun(client)
    with connect(client, tokens["sunside"]) as page:
        number = asked(page, 1, "open")["value"]["values"]["question"]
        version = asked(page, 2, "type", lines=["move otto to 0405"], question=number)["value"]["version"]
    with connect(client, tokens["sunside"]) as page:
        given = asked(page, 1, "open", had=version)["value"]
        assert given["had"] == 0, "what it had is known no more: all is sent"
        assert given["version"] > version
        assert "otto" in given["values"]["log"][0]["said"]
