"""What programs did in games, and from when on their figures say nothing of the law."""

from __future__ import annotations

import pytest

from hexlaw.compiler.situations.activity import Activity, added
from hexlaw.compiler.situations.tally import NO_WINNER, PlayedGame, summary
from hexlaw.compiler.wasm.program import Weighed
from hexlaw.runtime.play.journal import Entry

WHY = ("no rule says what `depth` is", "help: write one", "in rule shallow")


def entry(side: str, asked: str, answer: str, *, lapsed: bool = False) -> Entry:
    return Entry(side, asked, answer, lapsed=lapsed)


def test_what_a_side_took_and_that_another_took_nothing() -> None:
    entries = [
        entry("reds", "action", "row"), entry("reds", "row.rower", "tub"), entry("", "row.die", "4"),
        entry("blues", "action", "done"), entry("blues", "sailing", "", lapsed=True), entry("reds", "action", "done"),
    ]  # fmt: skip
    activity = Activity.of(entries, {})
    assert activity.taken == {"reds": ("row", "row.rower"), "blues": ()}
    assert [*activity.idle_lines(["row", "buy"])] == ["every answer of blues was `done`", "never taken: `buy`"]


def test_who_was_never_asked_is_not_idle_and_all_games_count() -> None:
    one = Activity.of([entry("reds", "action", "row")], {})
    assert [*one.idle_lines(["row"])] == []
    two = Activity.of([entry("reds", "action", "done")], {})
    assert [*added([two, one]).idle_lines(["row"])] == []
    assert [*added([two, two]).idle_lines(["row"])] == ["every answer of reds was `done`", "never taken: `row`"]
    assert [*Activity().idle_lines(["row"])] == [], "a game in which nobody was asked"


@pytest.mark.parametrize(
    ("weighed", "whole"),
    [
        (Weighed(1000, 0), True),
        (Weighed(1000, 10, 0, 3), True),
        (Weighed(1000, 11, 0, 3), False),
        (Weighed(1000, 1, 1, 3), False),
    ],
)
def test_more_than_one_in_a_hundred_or_no_other_plan_is_too_much(weighed: Weighed, whole: bool) -> None:
    assert Activity({}, {"reds": weighed, "blues": Weighed(9)}).is_whole is whole


def test_the_share_is_that_of_the_batch() -> None:
    poor, good = Activity({}, {"reds": Weighed(10, 1, 0, 0)}), Activity({}, {"reds": Weighed(990, 0)})
    assert not poor.is_whole
    assert added([good, poor]).is_whole
    assert added([good, poor]).weighed["reds"] == Weighed(1000, 1, 0, 0)


def test_no_winner_is_named_and_the_first_is_told() -> None:
    games = [PlayedGame("1", "reds", {}, 3, 1, activity=Activity({}, {"reds": Weighed(50, 5, 2, 7)}))]
    assert games[0].activity.first == ("reds", 7)
    assert [*games[0].activity.unanswered_lines(WHY)] == [
        "the law gives no answer: the program of reds left out 5 of the 50 ways to go on that it weighed, "
        "and had no other plan at 2 decisions",
        "  the first: no rule says what `depth` is",
        "  help: write one",
        "  in rule shallow",
    ]
    assert summary(games, {"reds": "greedy"}, is_whole=False) == [NO_WINNER]
