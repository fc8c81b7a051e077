"""Modules of others, taken in: our own come back as they were; of strangers' all that fits, and a sentence on the rest.

What VASSAL calls a hex is worked out by hand from `HexGridNumbering` of VASSAL 3.7: the first line is that of the
first middle, odd lines lie half a hex lower, and numbers are what is counted, plus what they begin with.
"""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.desk.vassal import foreign_modules
from hexlaw.compiler.desk.vassal.archives import saved_game
from hexlaw.compiler.desk.vassal.foreign_modules import ModuleTaker
from hexlaw.compiler.desk.vassal.traits import Trait, VassalPiece
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.workspace.workspace import Workspace

GIF = b"GIF89a" + (200).to_bytes(2, "little") + (150).to_bytes(2, "little")
CART = VassalPiece("Cart /1", (), "cart.gif", 7)
NUMBERS = (
    '<M.map.boardPicker.board.mapgrid.HexGridNumbering first="H" hType="{h}" vType="{v}" hOff="1" vOff="{off}" '
    'hLeading="1" vLeading="1" sep="{sep}" stagger="{stagger}" hDescend="{down}"/>'
)
GRID = (
    '<M.map.boardPicker.board.HexGrid x0="0" y0="30" dx="50" dy="60" sideways="{sideways}">{numbers}'
    "</M.map.boardPicker.board.HexGrid>"
)
BOARD = '<M.map.boardPicker.Board name="Board A" image="a.gif">{grid}</M.map.boardPicker.Board>'
SET_UP = '<M.PredefinedSetup name="First &amp; last" file="one.vsav" useFile="true"/>'
STACK = (
    '<M.map.SetupStack name="s" owningBoard="Board A" x="50" y="60"><W.PieceSlot entryName="Cart /1" gpid="7">{piece}'
    "</W.PieceSlot></M.map.SetupStack>"
)


def numbers(
    h: str = "N", v: str = "N", off: int = 1, sep: str = "", stagger: str = "false", down: str = "false"
) -> str:
    return NUMBERS.format(h=h, v=v, off=off, sep=sep, stagger=stagger, down=down)


def grid(inside: str, *, sideways: str = "false") -> str:
    return GRID.format(numbers=inside, sideways=sideways)


def built(*boards: str, stacks: str = "", more: str = "", slot: str = CART.added()) -> bytes:
    slots = f'<W.PieceSlot entryName="Cart /1" gpid="7">{slot}</W.PieceSlot>'
    picker = f"<M.map.BoardPicker>{''.join(boards)}</M.map.BoardPicker>"
    text = f'<M.X><M.Map mapName="Main">{picker}{stacks}</M.Map>{slots}{more}</M.X>'
    return text.replace("<M.", "<VASSAL.build.module.").replace("</M.", "</VASSAL.build.module.") \
        .replace("<W.", "<VASSAL.build.widget.").replace("</W.", "</VASSAL.build.widget.").encode()  # fmt: skip


def archive(**files: bytes) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data in files.items():
            made.writestr(name.replace("__", "/").replace("_", "."), data)
    return out.getvalue()


def module(build_file: bytes, **more: bytes) -> bytes:
    return archive(buildFile_xml=build_file, images__a_gif=GIF, images__cart_gif=GIF, **more)


def taken(data: bytes) -> ModuleTaker:
    taker = ModuleTaker(data, "theirs.vmod")
    taker.take()
    return taker


def board_of(taker: ModuleTaker) -> dict[str, object]:
    found = yaml.safe_load(taker.files["boards/a.yaml"])["grid"]
    assert isinstance(found, dict)
    return found


def test_a_board_is_called_as_vassal_calls_it() -> None:
    # middles of line 0 at y = 30, 90, 150, of line 1 at 60, 120: 200 pixels wide are lines 0 to 4
    found = board_of(taken(module(built(BOARD.format(grid=grid(numbers()))))))
    assert found == {
        "orientation": "flat", "lines": ["01", "02", "03", "04", "05"], "lengths": [3, 2], "shifted": "first",
        "first-number": 1, "number-width": 2, "name": "{line}{number}", "full-name": "{board}-{line}{number}",
    }  # fmt: skip


def test_letters_name_lines_and_what_stands_between_stays() -> None:
    found = board_of(taken(module(built(BOARD.format(grid=grid(numbers(h="A", sep="-")))))))
    assert (found["lines"], found["name"]) == (["B", "C", "D", "E", "F"], "{line}-{number}")


def test_staggered_numbers_begin_half_a_hex_higher() -> None:
    # the upper hex of line 1, at y = 60, is 02 then, so a hex 01 at y = 0 is half on the picture
    found = board_of(taken(module(built(BOARD.format(grid=grid(numbers(stagger="true")))))))
    assert (found["shifted"], found["lengths"], found["first-number"]) == ("second", [3, 3], 1)


def test_numbers_of_ours_begin_with_the_first_hexes_on_the_board() -> None:
    # middles of line 0 at y = 20, 80, 140, of line 1 at 50, 110: each line begins with 1 and none above the picture
    found = board_of(taken(module(built(BOARD.format(grid=grid("").replace('y0="30"', 'y0="20"'))))))
    assert (found["shifted"], found["lengths"], found["first-number"]) == ("first", [3, 2], 1)


def test_a_grid_on_its_side_has_rows() -> None:
    # rows at y = 0, 50, 100, 150; those of even number have middles at x = 30, 90, 150, the others at 60, 120, 180
    found = board_of(taken(module(built(BOARD.format(grid=grid(numbers(), sideways="true"))))))
    assert (found["orientation"], found["lengths"]) == ("pointy", [3, 3])


@pytest.mark.parametrize("odd", [numbers(v="A"), numbers(down="true"), numbers(sep="&lt;{"), ""])
def test_an_irregular_numbering_is_passed_over_and_the_grid_is_not(odd: str) -> None:
    taker = taken(module(built(BOARD.format(grid=grid(odd)))))
    assert board_of(taker)["lines"] == ["01", "02", "03", "04", "05"]
    assert taker.left == ["`Board A` has no regular numbering: its hexes have numbers of ours"]


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (
            BOARD.format(grid='<M.map.boardPicker.board.SquareGrid dx="50" dy="50"/>'),
            "it has no grid of hexes, or one that is not VASSAL's own",
        ),
        (
            BOARD.replace("a.gif", "../a.gif").format(grid=grid("")),
            "its picture is missing, or has no size that a board has",
        ),
        (BOARD.format(grid=grid("").replace('dx="50"', 'dx="nan"')), "its `dx` is no number that VASSAL writes"),
        (BOARD.format(grid=grid("").replace('dx="50"', 'dx="0.001"')), "its `dx` is no number that VASSAL writes"),
    ],
)
def test_a_board_that_cannot_be_taken_is_said_so(board: str, said: str) -> None:
    taker = taken(module(built(board)))
    assert taker.left == [f"the board `Board A` is passed over: {said}"]
    assert not [name for name in taker.files if name.startswith("boards/")]


def test_counters_in_set_ups_lie_on_the_hexes_of_their_board() -> None:
    saved = saved_game("M", "Main", ["Board A"], [(CART, 50, 60), (CART, 102, 31), (VassalPiece("Ghost", ()), 50, 60)])
    build = built(BOARD.format(grid=grid(numbers())), stacks=STACK.format(piece=CART.added()), more=SET_UP)
    taker = taken(module(build, one_vsav=saved))
    first = yaml.safe_load(taker.files["situations/first-last.yaml"])
    assert first == {"board": "a", "pieces": {"cart-1": {"type": "cart-1", "at": "0201"},
                                              "cart-1-2": {"type": "cart-1", "at": "0301"}}}  # fmt: skip
    start = yaml.safe_load(taker.files["situations/at-the-start.yaml"])
    assert start["pieces"] == {"cart-1": {"type": "cart-1", "at": "0201"}}
    assert taker.left == ["1 counter of the set-up `First & last` on no hex of `a`, or from no slot"]
    assert taker.files["units/counters.csv"].decode().splitlines()[1] == 'cart-1,"Cart /1",RB 1,pictures/cart.gif'


def test_set_ups_called_alike_are_several_and_a_damaged_one_is_passed_over() -> None:
    saved = saved_game("M", "Main", ["Board A"], [(CART, 50, 60)])
    stack = STACK.format(piece=CART.added()).replace('x="50"', 'x="far"')
    taker = taken(module(built(BOARD.format(grid=grid(numbers())), stacks=stack, more=SET_UP * 2), one_vsav=saved))
    assert {"situations/first-last.yaml", "situations/first-last-2.yaml"} <= taker.files.keys()
    assert taker.left == ["the set-up `at the start` is passed over: its `x` is no number that VASSAL writes"]


def test_no_more_set_ups_are_read_than_a_module_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies on the boards at the start is the first of them."""
    monkeypatch.setattr(foreign_modules, "MAX_SET_UPS", 3)
    saved = saved_game("M", "Main", ["Board A"], [(CART, 50, 60)])
    taker = taken(module(built(BOARD.format(grid=grid(numbers())), more=SET_UP * 9), one_vsav=saved))
    assert [name for name in taker.files if name.startswith("situations/")] == [
        "situations/first-last.yaml", "situations/first-last-2.yaml",
    ]  # fmt: skip
    assert taker.left == [
        *["the set-up `First & last` is passed over: no more set-ups are read"] * 5, "and 2 more set-ups",
    ]  # fmt: skip


def test_saved_games_are_read_up_to_a_size_of_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign_modules, "MAX_SAVED", 1)
    saved = saved_game("M", "Main", ["Board A"], [(CART, 50, 60)])
    taker = taken(module(built(BOARD.format(grid=grid(numbers())), more=SET_UP * 2), one_vsav=saved))
    assert "situations/first-last-2.yaml" not in taker.files
    assert taker.left == ["the set-up `First & last` is passed over: no more set-ups are read"]


def test_of_many_bad_slots_a_few_are_told_and_all_are_counted() -> None:
    bad = '<W.PieceSlot entryName="{}" gpid="8">+/null/odd/odd</W.PieceSlot>'
    taker = taken(module(built(more="".join(bad.format(f"Odd {number}") for number in range(12)))))
    assert taker.left == [
        *(f"the slot `Odd {number}` is described as VASSAL describes none" for number in range(5)), "and 7 more slots",
    ]  # fmt: skip


def test_no_more_boards_are_taken_than_a_module_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign_modules, "MAX_BOARDS", 1)
    boards = [BOARD.replace("Board A", f"Board {name}").format(grid=grid(numbers())) for name in "AB"]
    taker = taken(module(built(*boards)))
    assert taker.left == ["the board `Board B` is passed over: no more than 1 are taken"]
    assert "boards/b.yaml" not in taker.files


def test_boards_lie_beside_and_below_each_other_as_the_saved_game_has_them() -> None:
    # a second board, 200 wide and 150 high, lies below the first: its hex 0201, at (50, 60), is at (50, 210) of the map
    below = BOARD.replace("Board A", "Board B").format(grid=grid(numbers()))
    saved = saved_game("M", "Main", ["Board A", "Board B"], [(CART, 50, 210)])
    taker = taken(module(built(BOARD.format(grid=grid(numbers())), below, more=SET_UP), one_vsav=saved))
    first = yaml.safe_load(taker.files["situations/first-last.yaml"])
    assert first == {"board": "b", "pieces": {"cart-1": {"type": "cart-1", "at": "0201"}}}


def test_faces_are_those_of_layers_too_and_lead_nowhere() -> None:
    layer = Trait(";".join(["emb2", *[""] * 15, "back.gif,../../out.gif"]))
    taker = taken(module(built(slot=VassalPiece("T", (layer,), "cart.gif").added()), images__back_gif=GIF))
    assert taker.files["units/counters.csv"].decode().splitlines()[1].endswith("pictures/cart.gif pictures/back.gif")
    assert taker.left == ["pictures of counters that are missing, or too many: `../../out.gif`"]
    assert all(".." not in name for name in taker.files)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no zip", "is no file of VASSAL"),
        (archive(hexlaw_json=b"{}"), "there is no `buildFile.xml` in it"),
        (archive(buildFile_xml=b"<a><b></a>"), "is damaged"),
        (archive(buildFile_xml=b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'), "has a document type"),
        (archive(buildFile_xml='<?xml version="1.0"?><a>'.encode("utf-16")), "is damaged"),
        (archive(buildFile_xml=b"<a/>" * 1_000_001), "more than 1,000,000 parts"),
    ],
)
def test_what_is_no_module_is_refused_with_a_sentence(data: bytes, said: str) -> None:
    with pytest.raises(Refused, match=said):
        ModuleTaker(data, "theirs.vmod")


def test_our_own_module_comes_back(tmp_path: Path) -> None:
    (tmp_path / "t.vmod").write_bytes(Workspace().vassal("tutorial", with_book=False).data)
    workspace = Workspace(tmp_path)
    tally, _ = workspace.take_vassal(tmp_path / "t.vmod", "mine")
    assert tally == {"board": 1, "counter": 10, "set-up": 2}  # of three set-ups one has no counter on the map
    found = Diagnostics()
    theirs, ours = compile_modules("tutorial", found), compile_modules(str(tmp_path / "mine"), found)
    assert theirs is not None
    assert ours is not None
    one, other = theirs.board("hollow", found), ours.board("thistle-hollow", found)
    assert one is not None
    assert other is not None
    assert not [*found]
    # hexes are called by zones, not by a numbering; 104 pixels above 0101, at y = 110, a middle lies in the margin
    ours_of = {name: f"{name[:2]}{int(name[2:]) + int(name[:2]) % 2:02}" for name in one.names}
    assert {*ours_of.values()} < {*other.names}
    begun = yaml.safe_load((tmp_path / "mine/situations/the-last-fine-day.yaml").read_text("utf-8"))["pieces"]
    meant = yaml.load(theirs.chain.layers[-1].situations["last-fine-day"].text, yaml.BaseLoader)["pieces"]
    kinds = {"sheepdog": "dog"}  # what is called so, and its name in the law
    assert {name: (kinds.get(p["type"], p["type"]), p["at"]) for name, p in begun.items()} == {
        name: (p["type"], ours_of[p["at"]]) for name, p in meant.items()
    }
    with pytest.raises(Refused, match="there is a `mine` here already"):
        workspace.take_vassal(tmp_path / "t.vmod", "mine")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2_000), st.binary(max_size=4)), max_size=6), st.booleans())
def test_a_damaged_module_is_refused_or_taken_and_nothing_else(harm: list[tuple[int, bytes]], in_build: bool) -> None:
    build = built(BOARD.format(grid=grid(numbers())), stacks=STACK.format(piece=CART.added()), more=SET_UP)
    data = build if in_build else module(build, one_vsav=saved_game("M", "Main", ["Board A"], [(CART, 50, 60)]))
    for at, bytes_ in harm:
        data = data[: at % len(data)] + bytes_ + data[at % len(data) + len(bytes_) :]
    try:
        taker = taken(module(data) if in_build else data)
    except Refused:
        return
    where = ("boards", "pictures", "situations", "units", "02-situations.law")
    assert all(name.partition("/")[0] in where and ".." not in name for name in taker.files)
