"""Logs as VASSAL 3.7.26 writes them: each command of a step says that it is logged."""

from __future__ import annotations

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.vassal import game_logs
from hexlaw.compiler.desk.vassal.archives import ESCAPE, packed
from hexlaw.compiler.desk.vassal.escaped_texts import joined
from hexlaw.compiler.desk.vassal.game_logs import read_log

TYPE = "mark;HexlawName,HexlawUnit\tpiece;;;counter-1.svg;rosa"
BEGIN = ("begin_save", "", joined("/", "+", "1003", TYPE, "rosa,ewe\tMap;66;526;4;0"), "end_save")
DRAGGED = (
    "null", "null", "M/1003/Map/156/474/1007/Map/66/526/1002/", "+/1796059937995/stack/Map;156;474;1003;@@1",
    "CHAT* rosa moves 0105 -> 0205",
)  # fmt: skip
TURNED = (
    "CHAT* <newbie> Sunside: set-up   is over: round 1 Sunside: moving phase ",
    "TURNTurnTracker0\t1|0;0;0;true,true|1;0;false;-1;0\\;0\\;0\\;true,true,true,true",
)


def log(*steps: tuple[str, ...]) -> bytes:
    logged = [joined(ESCAPE, *(f"LOG\t{command}" for command in step)) for step in steps]
    return packed({"savedGame": joined(ESCAPE, *BEGIN, *logged).encode()})


def test_each_command_of_a_step_is_read() -> None:
    found = read_log(log(DRAGGED, TURNED), "log")
    drag, turn = found.steps
    [(id_, counter)] = drag.moved.items()
    assert counter is not None
    assert (id_, counter.properties["HexlawName"], counter.x, counter.y) == ("1003", "rosa", 156, 474)
    assert drag.said == ["* rosa moves 0105 -> 0205"]
    assert (turn.moved, turn.said) == ({}, ["* <newbie> Sunside: set-up   is over: round 1 Sunside: moving phase "])


def test_what_was_undone_is_known_as_such_and_moved_nothing() -> None:
    undone = "UNDO\ttrue", "CHAT* UNDO: * rosa moves 0105 -> 0205", "M/1003/Map/66/526/1002/Map/156/474/null/", (
        "UNDO\tfalse")  # fmt: skip
    drag, undoing, again = read_log(log(DRAGGED, undone, DRAGGED), "log").steps
    assert (drag.moved, drag.is_undone, drag.said) == ({}, True, ["* rosa moves 0105 -> 0205"])
    assert (undoing.number, undoing.moved, undoing.said) == (2, {}, [])
    assert ([*again.moved], again.is_undone) == (["1003"], False)


def test_a_saved_game_has_no_more_counters_than_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    counters = [joined("/", "+", str(number), TYPE, "rosa,ewe\tMap;66;526;4;0") for number in range(4)]
    saved = packed({"savedGame": joined(ESCAPE, "begin_save", *counters, "end_save").encode()})
    monkeypatch.setattr(game_logs, "MAX_COUNTERS", 4)
    assert len(read_log(saved, "saved").begins) == 4
    monkeypatch.setattr(game_logs, "MAX_COUNTERS", 3)
    with pytest.raises(Refused, match="`saved` has more than 3 counters"):
        read_log(saved, "saved")


STACK = "M/1007/Map/{}/474/null/Map/{}/{}/null/"


def test_a_stack_is_moved_whole_and_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that moves what lies at a point is short, however much lies there."""
    back = STACK.format(66, 156, 474), STACK.format(156, 66, 474)
    [there, *_] = read_log(log((STACK.format(156, 66, 526),), *[(each,) for each in back * 2]), "log").steps
    assert {id_: counter and (counter.x, counter.y) for id_, counter in there.moved.items()} == {"1003": (156, 474)}
    monkeypatch.setattr(game_logs, "MAX_PUT", 6)
    with pytest.raises(Refused, match="or 6 moves"):
        read_log(log((STACK.format(156, 66, 526),), *[(each,) for each in back * 3]), "log")
