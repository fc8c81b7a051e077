"""Logs as VASSAL 3.7.26 writes them: each command of a step says that it is logged."""

from __future__ import annotations

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
