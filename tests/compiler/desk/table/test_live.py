"""The picture of a game that is being played: when it is drawn, who gets it, and that it never costs a game."""

from __future__ import annotations

import http.client
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexlaw.compiler.cli import main
from hexlaw.compiler.desk.table.serving import HOST, PAGE, PICTURE, POLICY, PictureServer

from ...typed_commands import typed

DAY = ["play", "tutorial", "last-fine-day"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def server() -> Iterator[PictureServer]:
    started = PictureServer(0)
    started.picture = b"<svg>one</svg>"
    yield started
    started.close()


def get(server: PictureServer, path: str, **headers: str) -> tuple[int, bytes, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection(HOST, server.port, timeout=10)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    given = connection.getresponse()
    found = given.status, given.read(), given.headers
    connection.close()
    return found


def arrows(picture: str) -> int:
    [found] = re.findall(r'<g class="arrows".*?\n</g>', picture, re.DOTALL) or [""]
    return found.count("<polygon")


# -- the server


def test_a_page_and_the_picture_are_served_to_this_machine(server: PictureServer) -> None:
    code, page, headers = get(server, "/")
    assert (code, page) == (200, PAGE.encode())
    assert headers["Content-Security-Policy"] == POLICY
    code, picture, headers = get(server, PICTURE)
    assert (code, picture) == (200, b"<svg>one</svg>")
    assert headers["Content-Type"].startswith("image/svg+xml")
    assert server.server_address[0] == "127.0.0.1"


def test_the_picture_is_sent_again_only_when_it_is_another(server: PictureServer) -> None:
    tag = get(server, PICTURE)[2]["ETag"]
    assert get(server, PICTURE, If_None_Match=tag)[:2] == (304, b"")
    server.picture = b"<svg>two</svg>"
    assert get(server, PICTURE, If_None_Match=tag)[:2] == (200, b"<svg>two</svg>")


@pytest.mark.parametrize("path", ["/etc/passwd", "/../picture.svg", "/picture.svg?x", "/index.html"])
def test_nothing_else_is_served(server: PictureServer, path: str) -> None:
    assert get(server, path)[0] == 404


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "127.0.0.1:1", "localhost.example.org", ""])
def test_a_page_of_somebody_else_gets_nothing(server: PictureServer, host: str) -> None:
    """A page that makes its own name lead to this machine still sends that name."""
    code, body, _ = get(server, PICTURE, Host=host)
    assert code == 403
    assert b"svg" not in body


def test_other_methods_do_nothing(server: PictureServer) -> None:
    connection = http.client.HTTPConnection(HOST, server.port, timeout=10)
    connection.request("POST", "/", body=b"x")
    assert connection.getresponse().status == 501
    connection.close()


# -- at the table


def play(monkeypatch: pytest.MonkeyPatch, answers: str, *words: str) -> str:
    """The picture at the end of what was typed."""
    assert typed(*words, "--draw", "now.svg", monkeypatch=monkeypatch, answers=answers) == 0
    return Path("now.svg").read_text("utf-8")


def test_the_picture_goes_on_with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = play(monkeypatch, "quit\n", *DAY)
    assert 'data-piece="anna"' in begin
    assert arrows(begin) == 0
    moved = play(monkeypatch, "move anna 1\nquit\n", "play", "--resume", "last-fine-day.journal")
    assert arrows(moved) == 1


def test_what_was_taken_back_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = play(monkeypatch, "quit\n", *DAY, "--journal", "a.journal")
    assert play(monkeypatch, "move anna 1\ncancel\nquit\n", *DAY, "--journal", "b.journal") == begin


def test_the_moves_of_a_program_stay_in_sight_until_somebody_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shepherd and what hears him walk, one after the other, before the person is asked."""
    words = [*DAY, "--against", "greedy", "--side", "shadeside"]
    assert arrows(play(monkeypatch, "quit\n", *words)) > 1


def test_the_game_is_shown_while_it_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given: list[bytes] = []

    def look(prompt: str = "") -> str:
        [address] = re.findall(r"http://127\.0\.0\.1:(\d+)/", capsys.readouterr().out)
        connection = http.client.HTTPConnection(HOST, int(address), timeout=10)
        connection.request("GET", PICTURE)
        given.append(connection.getresponse().read())
        connection.close()
        return "quit"

    monkeypatch.setattr("builtins.input", look)
    assert main([*DAY, "--serve"]) == 0
    assert given[0].startswith(b"<svg ")
    assert b'data-piece="anna"' in given[0]


def test_a_picture_that_cannot_be_written_costs_no_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*DAY, "--draw", "nowhere/now.svg"]
    assert typed(*words, monkeypatch=monkeypatch, answers="move anna 1\nquit\n") == 0
    assert capsys.readouterr().err.count("`nowhere/now.svg` cannot be written") == 1
    assert Path("last-fine-day.journal").exists()


@pytest.mark.parametrize("port", ["http", "-1", "65536", "99999999", "٣"])
def test_what_is_no_port_is_refused_before_anything_is_begun(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed(*DAY, f"--serve={port}") == 2
    assert "is not the number of a port" in capsys.readouterr().err
    assert not list(Path().iterdir())


def test_a_port_that_is_taken_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        assert typed(*DAY, "--serve", str(taken.getsockname()[1])) == 2
    assert "nothing can be shown at port" in capsys.readouterr().err


def test_no_other_file_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    Path("notes.txt").write_text("mine", "utf-8")
    assert typed(*DAY, "--draw", "notes.txt") == 2
    assert "not such a picture" in capsys.readouterr().err
    assert Path("notes.txt").read_text("utf-8") == "mine"
