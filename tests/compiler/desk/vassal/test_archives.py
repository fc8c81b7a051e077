"""Files of VASSAL: what is written is read again, and what is none is refused with a sentence."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.vassal import archives
from hexlaw.compiler.desk.vassal.archives import packed, saved_game, saved_text, unpacked
from hexlaw.compiler.desk.vassal.game_logs import read_log
from hexlaw.compiler.desk.vassal.traits import MOVED, Trait, VassalPiece, levels

from .saved_boards import boards_of

LAMP = VassalPiece(
    "lamp; or light",
    (Trait("prototype;lamps"), levels("oil", ("", "oil.svg"), ("", "lit"), up=("light", "76,130"), at=2), MOVED,
     Trait("mark;What,Whose", "a lamp\\, a light,anna/bert")),
    "lamp.svg", 7,
)  # fmt: skip


def archive(**files: bytes) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w") as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


def test_a_saved_game_is_read_as_it_was_written() -> None:
    data = saved_game("Reef", "Map", ["The reef", "The reef: beside"], [
        (LAMP, 120, 64), (VassalPiece("buoy", ()), 120, 64),
    ])  # fmt: skip
    log = read_log(data, "reef.vsav")
    assert boards_of(data) == ["The reef", "The reef: beside"]
    lamp, buoy = log.begins.values()
    assert (lamp.name, lamp.on_map, lamp.x, lamp.y) == ("lamp; or light", "Map", 120, 64)
    assert lamp.properties == {"What": "a lamp, a light", "Whose": "anna/bert"}
    assert lamp.states == {"prototype": "", "oil": "2", "markmoved": "false"}
    assert (buoy.name, buoy.states) == ("buoy", {})


def test_counters_at_one_point_are_a_stack_the_first_at_the_bottom() -> None:
    buoys = [(VassalPiece("buoy", ()), x, y) for x, y in ((1, 2), (9, 9), (1, 2))]
    data = saved_game("Reef", "Map", ["R"], buoys)
    lines = saved_text(data, "reef").split("\x1b")
    stacks = [line.removeprefix("+/") for line in lines if "/stack/" in line]
    assert stacks == ["1004/stack/Map;1;2;1001;1003;@@0", "1005/stack/Map;9;9;1002;@@0"]


def test_the_same_game_has_the_same_bytes() -> None:
    first, second = (saved_game("Reef", "Map", ["R"], [(LAMP, 1, 1)]) for _ in range(2))
    assert first == second


def test_how_vassal_hides_a_text() -> None:
    # b, e, g, i and n are 62, 65, 67, 69 and 6e; with the key 3c they are 5e, 59, 5b, 55 and 52
    assert saved_text(archive(savedGame=b"!VCSK3c5e595b5552"), "x") == "begin"
    assert saved_text(archive(savedGame=b"!VCSK3c5E595B5552\n"), "x") == "begin"
    assert saved_text(archive(savedGame=b"begin_save"), "x") == "begin_save"


@given(st.text(), st.integers(0, 255))
def test_what_is_hidden_is_read(text: str, key: int) -> None:
    hidden = bytes(byte ^ key for byte in text.encode()).hex()
    assert saved_text(archive(savedGame=f"!VCSK{key:02x}{hidden}".encode()), "x") == text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no archive", "no file of VASSAL, or a damaged one"),
        (archive(moduledata=b""), "no saved game of VASSAL: there is no `savedGame` in it"),
        (archive(savedGame=b"!VCSK3cxyz"), "is damaged"),
        (archive(savedGame=b"!VCSK3"), "is damaged"),
        (archive(savedGame=b"+/1/piece;;/null"), "is damaged"),
        (archive(savedGame=b"+/1/piece;;;a.svg;lamp/Map;x;1;2;0"), "is damaged"),
    ],
)
def test_what_is_none_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(Refused, match=said):
        read_log(data, "game.vsav")


def test_an_archive_that_would_fill_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_READ", 1000)
    with pytest.raises(Refused, match="holds more than"):
        unpacked(archive(savedGame=b"0" * 1001), "bomb.vsav")
    monkeypatch.setattr(archives, "MAX_FILES", 2)
    with pytest.raises(Refused, match="holds more than"):
        unpacked(archive(a=b"", b=b"", c=b""), "many.vsav")


def test_a_broken_archive_is_refused() -> None:
    data = bytearray(packed({"savedGame": b"begin_save" * 100}))
    data[45] ^= 0xFF
    with pytest.raises(Refused, match="damaged"):
        unpacked(bytes(data), "broken.vsav")
