"""People play together: each at a page of their own, in one room, of which the journal is the game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.studio import rooms
from hexlaw.compiler.studio.rooms import Room
from hexlaw.compiler.workspace.shared_games import GamesFolder
from hexlaw.compiler.workspace.workspace import AtTable, Workspace
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.state import OBSERVERS

from ..typed_commands import typed
from .person_at_page import Player

pytestmark = pytest.mark.usefixtures("tutorial_is_printed")

REEDS = str(Path(__file__).resolve().parents[2] / "rules" / "games" / "reeds")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(rooms, "SECONDS_A_LINE", 0.0)


def folder_of(*modules: str) -> GamesFolder:
    return Workspace().games_in("games", [*modules], None)


def begun(module: str, situation: str, **programs: str) -> tuple[Room, dict[str, Player]]:
    folder = folder_of(module)
    room = Room(Workspace(), folder, folder.begin(module, situation, programs))
    return room, {seat: Player(page) for seat, page in room.seats.items()}


def played(module: str, situation: str, ends: int = 3, **programs: str) -> tuple[Room, dict[str, Player]]:
    """A game to its end, by chance; the others look now and then."""
    room, players = begun(module, situation, **programs)
    random = Random(1)
    while not room.table.game.over:
        question = room.table.game.question
        assert question is not None
        players[question.who].ask("open")
        players[question.who].go_on(random, ends)
        if random.random() < 0.2:
            random.choice([*players.values()]).ask("open")
    for player in players.values():
        player.ask("open")
    return room, players


@pytest.mark.parametrize(("module", "situation"), [("tutorial", "last-fine-day"), (REEDS, "two-days")])
def test_two_play_to_the_end_and_the_journal_is_the_game(module: str, situation: str) -> None:
    room, players = played(module, situation)
    assert {player.state["over"] for player in players.values()} == {True}
    assert len({tuple(player.state["ended"][:1]) for player in players.values()}) >= 1
    journal = f"games/{room.name}.journal"
    assert typed("replay", journal) == 0
    assert typed("referee", journal) == 0
    assert len(Path(journal).read_text("utf-8").splitlines()) == 1 + len(room.table.game.entries)


def test_each_is_told_step_by_step_what_the_other_did_and_once() -> None:
    _, players = begun("tutorial", "last-fine-day")
    sun, shade = players["sunside"], players["shadeside"]
    sun.type("move otto to 0405", "")
    shade.ask("open")
    assert [line["said"] for step in shade.steps for line in step["log"]] == [
        "Sunside: otto moves to 0405 via 0205 and 0305"
    ]
    assert shade.steps[-1]["at"] == "0405"
    shade.ask("open")
    assert shade.steps == []
    shade.ask("look")
    assert len(shade.steps) == 1, "asked for, it is told once more"


def test_nobody_answers_for_another_nor_takes_back_what_another_did() -> None:
    room, players = begun("tutorial", "last-fine-day")
    sun, shade, looking = players["sunside"], players["shadeside"], players[OBSERVERS]
    sun.type("move otto to 0405", "")
    before = [*room.table.game.entries]
    for other in (shade, looking):
        other.ask("open")
        assert "who" not in other.state or not other.state["who"]
        for line in ("undo", "cancel", "undo 999", "end end", "move anna to 0305", "auto", "save x move legal"):
            other.type(line)
    assert room.table.game.entries == before
    assert not [*Path().rglob("*.yaml")], "nothing but answers is kept"
    sun.type("undo")
    assert len(room.table.game.entries) < len(before)
    shade.ask("open")
    assert shade.state["log"] == []


def test_a_case_is_kept_by_nobody_at_a_page_of_a_server() -> None:
    room, players = begun("tutorial", "last-fine-day", shadeside="greedy")
    said = players["sunside"].type("save x move otto 0205 legal")
    assert "secrets of those who play elsewhere" in said[0]
    assert room.table.game.entries == []


def test_a_program_plays_its_seat_for_all_who_look() -> None:
    room, players = begun("tutorial", "last-fine-day", shadeside="greedy")
    sun, looking = players["sunside"], players[OBSERVERS]
    assert [*room.links.persons] == ["sunside"]
    while room.table.game.question.who == "sunside" and len(room.table.game.entries) < 40:  # type: ignore[union-attr]
        sun.type("end end")
        if any(entry.who == "shadeside" for entry in room.table.game.entries):
            break
    assert any(entry.who == "shadeside" for entry in room.table.game.entries)
    looking.ask("open")
    assert any(line["said"].startswith("Shadeside") for line in looking.state["log"])


def test_an_answer_to_an_older_question_is_none() -> None:
    room, players = begun("tutorial", "last-fine-day")
    sun = players["sunside"]
    number = sun.state["question"]
    sun.type("move otto 0205")
    given = sun.ask("type", lines=["move anna 0305"], question=number)
    assert given["heard"] == ["the game has gone on meanwhile: this is how it stands"]
    assert all("anna" not in entry.answer for entry in room.table.game.entries)


def test_a_game_is_as_it_was_after_the_server_was_begun_anew() -> None:
    room, players = begun("tutorial", "last-fine-day")
    players["sunside"].type("move otto to 0405", "")
    players["sunside"].ask("say", line="your move")
    again = Room(Workspace(), folder_of("tutorial"), room.name)
    assert [*again.links.persons.values()] == [*room.links.persons.values()]
    assert again.table.game.text() == room.table.game.text()
    assert again.chat == [("sunside", "your move")]
    shade = Player(again.seats["shadeside"])
    assert [line["said"] for step in shade.steps for line in step["log"]] == [
        "Sunside: otto moves to 0405 via 0205 and 0305"
    ]


def test_a_game_of_the_server_is_followed_by_a_referee_and_taken_up_at_home() -> None:
    room, players = begun("tutorial", "last-fine-day")
    players["sunside"].type("move otto to 0405", "")
    served, home = Path(f"games/{room.name}.journal"), Path("home.journal")
    [refereed] = Workspace().referee([str(served)])
    assert (refereed.answers, [*refereed.remarks]) == (len(room.table.game.entries), [])
    home.write_bytes(served.read_bytes())
    at_home = Workspace().resume(str(home), AtTable()).table
    assert at_home.game.text() == room.table.game.text()
    before = served.read_bytes()
    at_home.game.put(at_home.game.options()[0])
    assert home.read_bytes().startswith(before)
    assert len(home.read_bytes()) > len(before)
    assert served.read_bytes() == before, "the game on the server is another"


def test_a_game_that_is_written_to_elsewhere_is_left_as_it_is() -> None:
    room, players = begun("tutorial", "last-fine-day")
    path = Path(f"games/{room.name}.journal")
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    with pytest.raises(Refused, match="was written to by somebody else"):
        players["sunside"].type("move otto 0205")


def test_who_looks_on_sees_what_every_side_sees() -> None:
    folder, random = folder_of(REEDS), Random(3)
    table, compared = folder.opened(folder.begin(REEDS, "two-days", {})), 0
    sides = table.game.law.sides
    while (question := table.game.question) is not None:
        table.game.throw() if isinstance(question, ByLot) else table.game.put(random.choice(table.game.options()))
        state = table.game.to_read.state
        by_side = [{*state.hidden_from(side)} for side in sides]
        assert {*state.hidden_from(OBSERVERS)} == set.union(*by_side)
        compared += by_side[0] != by_side[1]
        for entry in table.game.entries[-3:]:
            may = [table.game.may_read(entry, side) for side in sides]
            assert table.game.may_read(entry, OBSERVERS) == all(may)
    assert compared > 10, "the sides see different things"


def test_of_what_is_hidden_nothing_is_sent_to_another_seat() -> None:
    """What is drawn and told for a seat, after reeds have grown over a punt of the other side."""
    _, players = begun(REEDS, "two-days")
    otters = players["otters"]
    mine = next(name for one in otters.state["options"] for name in one.get("by", []))
    hex_before = otters.hear(f"look {mine}")
    otters.type(f"slip {mine}")
    assert otters.hear(f"look {mine}") != hex_before
    for seat in ("herons", OBSERVERS):
        players[seat].ask("open")
        said = [*players[seat].heard, json.dumps(players[seat].hear(f"look {mine}"))]
        said += [json.dumps(players[seat].ask(do, **more)) for do, more in (
            ("key", {}), ("look", {}), ("select", {"piece": mine}), ("hear", {"about": {"of": "log"}}),
        )]  # fmt: skip
        drawn = "\n".join(players[seat].state["picture"])
        assert f'data-piece="{mine}"' not in drawn
        assert not [line for line in said[1:] if "data-piece" in line and mine in line]


# -- what is taken back, and played again


def test_what_all_agree_to_is_taken_back_and_dice_fall_anew() -> None:
    room, players = begun("tutorial", "last-fine-day")
    sun, shade = players["sunside"], players["shadeside"]
    sun.type("move otto to 0405", "")
    sun.type("move anna to 0305", "")
    sun.ask("back")
    assert room.beside("shadeside")["wish"] == {"who": "sunside", "agreed": []}
    assert any("anna" in entry.answer for entry in room.table.game.entries)
    with pytest.raises(Refused, match="nobody else wants"):
        sun.ask("agree", yes=True)
    shade.ask("agree", yes=True)
    assert room.beside("shadeside")["wish"] is None
    for player in (sun, shade):
        player.ask("open")
        assert [line["said"] for line in player.state["log"]] == ["Sunside: otto moves to 0405 via 0205 and 0305"]
    assert typed("referee", f"games/{room.name}.journal") == 0


def test_what_one_does_not_agree_to_stands_and_so_does_what_was_wanted_before_an_answer() -> None:
    room, players = begun("tutorial", "last-fine-day")
    sun, shade = players["sunside"], players["shadeside"]
    sun.type("move otto to 0405", "")
    before = [*room.table.game.entries]
    sun.ask("back")
    shade.ask("agree", yes=False)
    assert (room.wish, room.table.game.entries) == ("", before)
    sun.ask("back")
    sun.type("move anna to 0305", "")
    assert room.wish == ""
    with pytest.raises(Refused, match="nobody else wants"):
        shade.ask("agree", yes=True)


def test_against_a_program_one_agrees_with_oneself() -> None:
    room, players = begun("tutorial", "last-fine-day", shadeside="greedy")
    with pytest.raises(Refused, match="nothing yet"):
        players["sunside"].ask("back")
    players["sunside"].type("move otto to 0405", "")
    players["sunside"].ask("back")
    assert room.table.game.entries == []


@pytest.mark.parametrize("exchanged", [False, True])
def test_the_next_game_has_links_of_its_own_which_each_is_told_alone(exchanged: bool) -> None:
    room, players = begun("tutorial", "last-fine-day")
    with pytest.raises(Refused, match="is not over"):
        players["sunside"].ask("next")
    _, players = played("tutorial", "last-fine-day", 40)
    room = players["sunside"].room
    players["sunside"].ask("next", exchanged=exchanged)
    players["shadeside"].ask("next")  # of two who ask, there is one game
    following = room.folder.games[room.folder.tokens[room.beside("sunside")["next"]][0]]
    mine = following.persons["shadeside" if exchanged else "sunside"]
    assert room.beside("sunside")["next"] == mine
    assert room.beside(OBSERVERS)["next"] == following.observers
    tokens = [*room.folder.tokens]
    assert len(tokens) == 3 * len(room.seats), "of the game above, this one and the next"
    for seat in room.seats:
        told = json.dumps(room.beside(seat))
        assert [token for token in tokens if token in told] == [room.beside(seat)["next"]]


# -- what is said


def test_a_line_is_heard_by_all_and_kept() -> None:
    room, players = begun("tutorial", "last-fine-day")
    players["shadeside"].ask("say", line="  good\tday ")
    for seat in room.seats:
        assert room.beside(seat)["chat"] == [("shadeside", "good day")]
    for line in ("", " ", "x" * 301):
        with pytest.raises(Refused, match="a line has up to 300"):
            players["shadeside"].ask("say", line=line)
    with pytest.raises(Refused, match="who looks on says and decides nothing"):
        players[OBSERVERS].ask("say", line="psst")


def test_who_talks_without_pause_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "SECONDS_A_LINE", 60.0)
    _, players = begun("tutorial", "last-fine-day")
    players["sunside"].ask("say", line="one")
    with pytest.raises(Refused, match="too soon"):
        players["sunside"].ask("say", line="two")


# -- the folder


@pytest.mark.parametrize(
    ("module", "situation", "players", "why"),
    [
        ("remagen", "last-fine-day", {}, "`remagen` is not played here"),
        ("tutorial", "../x", {}, "there is no situation"),
        ("tutorial", "last-fine-day", {"sunside": "scripted:/etc/passwd"}, "there is no player"),
        ("tutorial", "last-fine-day", {"sunside": "greedy:9999999"}, "there is no player"),
        ("tutorial", "last-fine-day", {"moon": "greedy"}, "there is no side `moon`"),
        ("tutorial", "last-fine-day", {"sunside": "greedy", "shadeside": "random"}, "nobody is to play but programs"),
    ],
)
def test_what_cannot_be_played_is_not_begun(module: str, situation: str, players: dict[str, str], why: str) -> None:
    folder = folder_of("tutorial")
    with pytest.raises(Refused, match=why):
        folder.begin(module, situation, players)
    assert [*Path("games").iterdir()] == []


def test_links_lie_beside_the_journal_for_nobody_else_to_read() -> None:
    room, _ = begun("tutorial", "last-fine-day", shadeside="greedy")
    path = Path(f"games/{room.name}.links")
    assert path.stat().st_mode & 0o77 == 0
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    assert kept["programs"] == {"shadeside": "greedy"}
    assert len(kept["persons"]["sunside"]) == 32
    path.write_text("{", "utf-8")
    with pytest.raises(Refused, match="does not hold the links of a game"):
        folder_of("tutorial")
