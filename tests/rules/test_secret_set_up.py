"""Set-ups in secret, played by two at a server of games: of both sides, and of those who land."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from hexlaw.runtime.play.state import OBSERVERS

from ..compiler.studio.person_at_page import Player
from ..compiler.studio.test_rooms import begun


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


LAIRS = {
    "axis": {"grenadier-1": "B4", "grenadier-2": "A2", "grenadier-3": "C2", "axis-gun": "D3", "axis-mortar": "E2"},
    "allied": {"rifles-1": "B8", "rifles-2": "C9", "rifles-3": "D9", "allied-gun": "E9", "allied-mortar": "G9"},
}
"""Under cover, and farther off than the three hexes from which anybody is seen there."""


def told_of(player: Player, names: Iterable[str]) -> set[str]:
    """Those of some pieces that are named or drawn in what a page is sent, whatever it asks."""
    said = list[str]()
    for request in (
        {"do": "open"}, {"do": "look"}, {"do": "key"},
        *({"do": "hear", "about": {"of": one}} for one in ("units", "log", "look")),
        *({"do": "sight", "here": here, "there": "D6"} for here in ("B4", "B8")),
    ):  # fmt: skip
        player.version = 0  # so that all is sent
        player.ask(**request)
        said += player.heard
    said += ["\n".join(player.hear(f"look {name}")) for name in names]
    said = [text for text in said if "is not seen from your side, or no longer in the game" not in text]
    return {name for name in names if any(re.search(rf"\b{name}\b", text) for text in said)}


def test_two_set_up_in_secret_and_neither_sees_it_until_it_is_shown() -> None:
    room, players = begun("panzer-grenadier", "in-ambush")
    other = {"axis": "allied", "allied": "axis"}
    for side, lairs in LAIRS.items():
        for piece, lair in lairs.items():
            players[side].ask("open")
            players[side].type(f"lie-in-wait {piece} {lair}")
            assert told_of(players[other[side]], lairs) == told_of(players[OBSERVERS], lairs) == set()
        players[side].type("end end")
    for side, lairs in LAIRS.items():
        assert told_of(players[side], lairs) == {*lairs}
        assert told_of(players[side], LAIRS[other[side]]) == told_of(players[OBSERVERS], lairs) == set()
    question = room.table.game.question
    assert question is not None
    who = question.who
    mover, there = {"axis": ("grenadier-1", "B5"), "allied": ("rifles-1", "B7")}[who]
    players[who].type(f"activate-unit {mover} to {there}", "")
    for seat in (other[who], OBSERVERS):
        players[seat].ask("open")
        assert told_of(players[seat], LAIRS[who]) == {mover}, "who moves is shown, and nobody else"
        assert told_of(players[seat], [mover]) == {mover}


def told_of_landings(rifles: str, engineer: str) -> dict[str, list[str]]:
    """What each is sent of a game in which these are to land from such a hex in such a turn."""
    _, players = begun("panzer-leader", "beach-landing")
    players["german"].ask("open")
    players["german"].type("end end")
    players["allied"].ask("open")
    assert players["allied"].type(f"plan-landing rifle-1 {rifles}", f"plan-landing engineer {engineer}") == []
    for seat, player in players.items():
        heard = [*player.hear("look rifle-1"), *player.hear("look engineer")]
        unseen = sum("is not seen from your side" in text for text in heard)
        assert unseen == (0 if seat == "allied" else 2), "the counters lie face down"
    told = {}
    for seat, player in players.items():
        said = list[str]()
        for request in ({"do": "open"}, *({"do": "hear", "about": {"of": one}} for one in ("units", "log"))):
            player.version = 0  # so that all is sent
            player.ask(**request)
            said += player.heard
        said += ["\n".join(player.hear(f"look {name}")) for name in ("landing-1", "landing-2", "L-1", "N-2")]
        told[seat] = [re.sub(r'"question": \d+', "", text) for text in said]  # a number by chance in each game
    return told


def test_who_lands_where_and_when_its_own_side_alone_is_told() -> None:
    """PL-S-169a: the Allied player writes it down in secret."""
    one, other = told_of_landings("L-1 2", "N-2 3"), told_of_landings("N-2 3", "L-1 2")
    assert one["allied"] != other["allied"]
    for seat in ("german", OBSERVERS):
        assert one[seat] == other[seat]
