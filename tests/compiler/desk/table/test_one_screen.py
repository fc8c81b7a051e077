"""The table on one screen: what is drawn where, what keys and clicks do, and that the table is the same."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Point, Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import DummyOutput

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.table.one_screen import ABOVE, BELOW, OneScreen, ShownText, _rows
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.desk.table.session import Session
from hexlaw.compiler.desk.table.tabletop import Tabletop
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import JournalFile, begin_game, header_of
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.scales import LARGE, SMALL
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.players import RandomPlayer

WIDTH, HEIGHT = 83, 34


@pytest.fixture(scope="module")
def compilation() -> Compilation:
    found = compile_modules("tutorial", Diagnostics())
    assert found is not None
    return found


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


@pytest.fixture
def seat(compilation: Compilation, keys: PipeInput, tmp_path: Path) -> tuple[Tabletop, OneScreen]:
    """A table of the tutorial that is played on one screen."""
    diagnostics = Diagnostics()
    game = begin_game(compilation, "last-fine-day", Configuration(), "1", diagnostics)
    style = compilation.style(diagnostics)
    assert game is not None
    assert style is not None
    path = tmp_path / "j.journal"
    file = JournalFile(path, header_of(compilation, "tutorial", game, Configuration(), path))
    file.begin()
    table = Tabletop(game, file, Screen(game, style, {}, None), {}, "hexlaw play --resume j.journal")
    game.written = file.add
    screen = OneScreen(table.words)
    table.screen.window, table.ask = screen.window, screen.ask
    return table, screen


def answers(table: Tabletop) -> list[str]:
    return [json.loads(line)["answer"] for line in table.file.path.read_text("utf-8").splitlines()[1:]]


def drawn(seat: tuple[Tabletop, OneScreen]) -> tuple[OneScreen, list[str], Callable[[str], tuple[int, int]]]:
    """The screen, its rows, and where on it a hex is named."""
    table, screen = seat
    table.draw()
    screen.map.create_content(WIDTH, HEIGHT)
    rows = ["".join(char for _, char, *_ in row) for row in screen.map.lines(WIDTH, HEIGHT)]
    return screen, rows, lambda name: next((row.index(name), y) for y, row in enumerate(rows) if name in row)


def named(screen: OneScreen, name: str) -> Hex:
    assert screen.sight is not None
    found = screen.sight.board.find(name)
    assert found is not None
    return found


def click(screen: OneScreen, x: int, y: int) -> None:
    screen.map.mouse_handler(MouseEvent(Point(x, y), MouseEventType.MOUSE_UP, MouseButton.LEFT, frozenset()))


def test_what_is_typed_reaches_the_table_and_what_it_tells_stands_beside_the_map(
    seat: tuple[Tabletop, OneScreen], keys: PipeInput
) -> None:
    table, screen = seat
    keys.send_text("move ann\t to 0405\r\rwhy rex\rquit\r")
    assert screen.run(Session(table).play) == 0
    assert answers(table) == ["move", "anna", "0305", "0405", "done"]
    log = "\n".join(screen.log.lines)
    assert "anna goes by 0305 0405, for 1" in log
    assert "sunside> why rex" in log, "what was typed is seen"
    assert "       02      04" not in log, "the map stands in its own pane"


def test_a_game_that_is_over_can_still_be_asked(seat: tuple[Tabletop, OneScreen], keys: PipeInput) -> None:
    """A slip does not leave it; an empty line does."""
    table, screen = seat
    keys.send_text("score\rlook anna\rback\rend end\r\rlook rex\r")

    def stayed() -> int:
        Session(table).stay()
        return 0

    assert screen.run(stayed) == 0
    log = "\n".join(screen.log.lines)
    for part in ("fleece of sunside: 0", "anna: Shepherd", "nobody else has done anything", "the game is over; ask"):
        assert part in log, part
    assert "rex" not in log.partition("the game is over; ask")[2]


def test_what_does_not_fit_is_said_to_stand_above_and_page_up_goes_there(seat: tuple[Tabletop, OneScreen]) -> None:
    _, screen = seat
    for number in range(100):
        screen.log.write(f"line {number}\n")
    assert screen._log_lines(46, 40) == [ABOVE, *(f"line {number}" for number in range(61, 100))]
    screen._scroll(1)
    assert screen._log_lines(46, 40)[-1] == "line 61", "a page up, but for two lines"
    screen._scroll(-1)
    screen.typed.put("units")
    assert screen.ask("> ") == "units"
    assert screen._log_lines(46, 40)[0] == "line 61", (
        "below it stands what was typed; what was seen before is not missed"
    )


def test_page_up_ends_at_the_first_line_and_page_down_goes_on_from_there(seat: tuple[Tabletop, OneScreen]) -> None:
    _, screen = seat
    for number in range(60):
        screen.log.write(f"line {number}\n")
    for _ in range(4):
        screen._log_lines(46, 40)
        screen._scroll(1)
    assert screen._log_lines(46, 40) == [f"line {number}" for number in range(40)]
    screen._scroll(-1)
    assert screen._log_lines(46, 40)[-1] == "line 59"


def test_while_a_program_thinks_it_is_said_who(
    seat: tuple[Tabletop, OneScreen], keys: PipeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question of a person takes its place."""
    table, screen = seat
    seen: list[str] = []

    def prompt() -> str:
        return "".join(text for _, text, *_ in screen._prompt())

    table.waits = screen.waits
    table.programs["sunside"] = program = RandomPlayer(Chance("1"))
    table.screen.programs = {"sunside": "random"}
    answered = program.answer

    def watched(game: Game) -> Any:
        seen.append(prompt())
        return answered(game)

    monkeypatch.setattr(program, "answer", watched)
    keys.send_text("quit\r")
    assert screen.run(Session(table).play) == 0
    assert {*seen} == {"sunside (random) thinks ..."}


@pytest.mark.parametrize(("worth", "name"), [(True, "greedy"), (False, "random")])
def test_while_a_program_goes_on_for_somebody_it_is_said_which(
    worth: bool, name: str, seat: tuple[Tabletop, OneScreen], keys: PipeInput
) -> None:
    """Where nothing says what a position is worth, greedy has nothing to go by."""
    table, screen = seat
    said: list[str] = []
    table.waits = said.append
    if not worth:
        table.game.setup = replace(table.game.setup, worth=None)
    keys.send_text("auto\rquit\r")
    assert screen.run(Session(table).play) == 0
    assert {*said} == {f"{name} goes on for sunside ..."}


def test_the_map_goes_where_a_program_has_gone_on_for_somebody(
    seat: tuple[Tabletop, OneScreen], keys: PipeInput
) -> None:  # fmt: skip
    """What it has moved is marked, and the window goes to the nearest hex that is marked."""
    table, screen = seat
    keys.send_text("auto\rquit\r")
    assert screen.run(Session(table).play) == 0
    moved = {entry.answer for entry in table.game.entries if entry.asked == "move.mover"} - {"done"}
    assert moved
    assert {thing.name for thing in table.came} == moved


def test_whoever_leaves_by_the_keyboard_keeps_the_game(seat: tuple[Tabletop, OneScreen], keys: PipeInput) -> None:
    table, screen = seat
    keys.send_text("move anna\r\x04")
    assert screen.run(Session(table).play) == 0
    assert answers(table) == ["move", "anna"]
    assert "the game is kept" in "\n".join(screen.log.lines)


def test_what_breaks_the_table_is_raised_where_it_was_called(seat: tuple[Tabletop, OneScreen]) -> None:
    _, screen = seat

    def broken() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        screen.run(broken)


def test_every_hex_in_sight_is_named_and_found_where_it_is_clicked(seat: tuple[Tabletop, OneScreen]) -> None:
    screen, rows, place = drawn(seat)
    seen = [name for name in ("0205", "0302", "0505", "0805", "0608") if any(name in row for row in rows)]
    assert len(seen) >= 4
    for name in seen:
        x, y = place(name)
        assert {screen.map.hex_at(x + 1, y), screen.map.hex_at(x + 2, y + 1)} == {named(screen, name)}
    assert screen.map.hex_at(0, 0) is None or rows[0].strip()


def test_pieces_have_the_colour_of_their_side_and_answers_are_marked(seat: tuple[Tabletop, OneScreen]) -> None:
    table, _ = seat
    table.game.put("move")
    screen, _, place = drawn(seat)
    rows = screen.map.lines(WIDTH, HEIGHT)

    def looks(name: str, below: int) -> set[str]:
        x, y = place(name)
        return {style for style, char, *_ in rows[y + below][x - 1 : x + 5] if char.isalpha() or char.isdigit()}

    assert looks("0205", 1) == {"class:first"}
    assert looks("0804", 1) == {"class:other"}
    assert looks("0205", 0) == {"class:pointed-out"}, "Anna and Rex can be picked"
    assert looks("0804", 0) == {"class:name"}


def test_where_others_have_moved_is_marked_until_one_acts(seat: tuple[Tabletop, OneScreen]) -> None:
    table, _ = seat
    table.came = {table.screen.position.things["jill"]}  # in 0804

    def marked() -> bool:
        return any("[0804]" in row for row in drawn(seat)[1])

    assert marked()
    table.put("move")
    table.undo(1)
    assert not marked()


def test_who_is_asked_while_somebody_else_acts_sees_who_acts(
    seat: tuple[Tabletop, OneScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Jill moves in 0804, as far as the other farm is asked in the middle of it; jack in 0204 was looked at before."""
    table, screen = seat
    table.draw()
    screen.look_at(named(screen, "0204"))
    table.draw()
    assert screen.focus == named(screen, "0204"), "nobody is asked while others act"
    monkeypatch.setattr(Machine, "depth", 1)
    table.game.entries += [Entry("shadeside", "action", "move"), Entry("shadeside", "move.mover", "jill")]
    table.draw()
    assert screen.focus == named(screen, "0804")


def test_a_click_types_the_piece_that_can_be_picked_there_or_else_the_hex(seat: tuple[Tabletop, OneScreen]) -> None:
    table, _ = seat
    table.game.put("move")
    screen, _, place = drawn(seat)
    for name in ("0204", "0505", "0205"):
        click(screen, *place(name))
    assert screen.buffer.text == "jack 0505 0205 ", "of two pieces neither is meant"
    assert screen._below(WIDTH, BELOW)[1:3] == ["anna (sunside)", "rex (sunside)"]


def test_the_window_moves_over_the_map_and_follows_what_is_asked(seat: tuple[Tabletop, OneScreen]) -> None:
    screen, _, _ = drawn(seat)
    screen.map.size = (20, 8)
    screen.look_at(named(screen, "0101"))
    rows = ["".join(char for _, char, *_ in row) for row in screen.map.lines(20, 8)]
    assert "0101" in rows[2], "nothing is left empty beyond the first row of hexes"
    screen.shift(4, 0)
    moved = ["".join(char for _, char, *_ in row) for row in screen.map.lines(20, 8)]
    assert moved[:4] == rows[4:], "one hex further down, though 0101 was not in the middle"
    table, _ = seat
    screen.look_at(named(screen, "0908"))
    there = screen.around
    table.game.put("move")
    table.draw()
    assert screen.around != there, "nothing that can be answered was in sight"


def test_what_was_told_is_wrapped_and_steers_no_terminal(seat: tuple[Tabletop, OneScreen]) -> None:
    _, screen = seat
    screen.log.write("one two three\n\x1b[2Jfour\n")
    assert screen.log.last(9, 80) == ["one two three", "\\x1b[2Jfour"]
    assert screen.log.last(3, 8)[0].startswith(" "), "a line that goes on stands further in"
    screen.log.write("  can move: pz-iii-1, pz-iii-2\n")
    assert screen.log.last(2, 24) == ["  can move: pz-iii-1,", "    pz-iii-2"], (
        "names stay whole, and begin below each other"
    )
    screen.log.write("  one two three\n")
    assert screen.log.last(2, 9) == ["  one two", "    three"], "the blank goes where the line is broken"


def test_what_is_told_is_drawn_as_soon_as_it_is_there() -> None:
    drawn: list[list[str]] = []
    log = ShownText(lambda: drawn.append(log.last(2, 40)))
    log.write("a boat\nsinks")
    log.write("\n")
    assert drawn == [["a boat", "sinks"], ["a boat", "sinks"]]


def test_a_number_stands_on_one_line_with_what_it_counts() -> None:
    assert _rows("next: 1 move, 2 lift, 3 put-down, 4 end", 24) == ["next: 1 move, 2 lift,", "  3 put-down, 4 end"]
    assert _rows("she is gone with about 17 %", 25) == ["she is gone with about", "  17 %"]
    assert _rows("by 0305 0405 and rifle-1 go", 25) == ["by 0305 0405 and rifle-1", "  go"], "a name is not a number"


def test_below_the_map_stands_what_its_signs_mean(seat: tuple[Tabletop, OneScreen]) -> None:
    """The signs of the tutorial's map, as its style gives them."""
    screen, rows, _ = drawn(seat)
    key = "\n".join(screen._below(WIDTH, BELOW))
    for sign, meaning in {"c": "clover", "f": "firs", "#": "ridge", "%": "stream", "/ \\ |": "path"}.items():
        assert f"{sign} {meaning}" in key, meaning
    assert "ABC sunside" in key
    assert any("OTT×3" in row for row in rows), "three in one hex are told from a name with a digit"


def test_of_the_hex_that_is_looked_at_it_is_said_to_which_others_its_sides_lead(
    seat: tuple[Tabletop, OneScreen],
) -> None:
    """The board lays the path through 0405 from 0305, and on to 0505; a ridge runs on two of its sides, to 0505 too."""
    screen, _, _ = drawn(seat)
    screen.focus = named(screen, "0405")
    first, *_ = screen._who_stands_there(WIDTH, 4)
    lead = {legend: {*hexes.split()} for legend, hexes in (each.split(" to ") for each in first[6:].split(", "))}
    assert lead["path"] == {"0305", "0505"}
    assert "0505" in lead["ridge"]


def test_a_map_that_fits_is_seen_whole_wherever_one_looks(seat: tuple[Tabletop, OneScreen]) -> None:
    screen, rows, _ = drawn(seat)
    screen.look_at(named(screen, "0104"))
    assert ["".join(char for _, char, *_ in row) for row in screen.map.lines(WIDTH, HEIGHT)] == rows


@pytest.mark.parametrize(("terminal", "log"), [(60, 30), (90, 45), (130, 46), (180, 60)])
def test_what_is_told_leaves_room_for_the_map(
    terminal: int, log: int, seat: tuple[Tabletop, OneScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, screen = seat
    monkeypatch.setattr(screen.app.output, "get_size", lambda: Size(rows=40, columns=terminal))
    assert screen.columns() == log


def test_the_map_is_drawn_in_small_and_in_large_again(seat: tuple[Tabletop, OneScreen]) -> None:
    """In small all of the hill is seen, each hex where it is clicked; in large again what was in the middle."""
    table, screen = seat
    table.draw()
    screen.map.create_content(60, 16)
    table.queries.map("")
    rows = ["".join(char for _, char, *_ in row) for row in screen.map.lines(60, 16)]
    assert sum("[" in row for row in rows) == 0
    assert "clover" in "\n".join(screen._below(90, BELOW))
    for name in ("0101", "0905", "0603"):
        h = named(screen, name)
        row, column = screen.scale.place_of(screen.sight.board, h)  # type: ignore[union-attr]
        assert screen.map.hex_at(column - screen.map.left, row - screen.map.top) == h
    table.queries.map("0505")
    assert any("0505" in "".join(char for _, char, *_ in row) for row in screen.map.lines(60, 16))


def test_what_can_be_reached_is_drawn_in_the_scale_that_shows_it_all(seat: tuple[Tabletop, OneScreen]) -> None:
    table, screen = seat
    table.draw()
    screen.map.create_content(40, 12)
    table.queries.reach("otto")
    assert screen.scale is SMALL
    screen.draw_in(LARGE)
    screen.map.create_content(WIDTH, 40)
    table.queries.reach("otto")
    assert screen.scale is LARGE


def test_the_text_has_what_the_map_leaves(seat: tuple[Tabletop, OneScreen], monkeypatch: pytest.MonkeyPatch) -> None:
    """The hill is 81 columns wide; on 120 columns it is seen whole, on 100 the text would be too narrow."""
    table, screen = seat
    table.draw()
    widths = {}
    for columns in (100, 120, 200):
        monkeypatch.setattr(screen.app.output, "get_size", lambda columns=columns: Size(rows=40, columns=columns))
        widths[columns] = screen.columns()
    assert widths == {100: 46, 120: 120 - 1 - LARGE.columns_of(screen.sight.board), 200: 100}  # type: ignore[union-attr]


def test_the_page_shows_what_the_screen_shows(seat: tuple[Tabletop, OneScreen]) -> None:
    """The map, beside it what was told, below both the question."""
    page = (Path(__file__).resolve().parents[4] / "docs" / "playing.md").read_text("utf-8")
    (shown,) = re.findall(r"^```text screen\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    *rows, _, question = shown.splitlines()
    left, right = zip(*(row.split("│") for row in rows), strict=True)
    table, screen = seat
    seen: list[list[str]] = []

    def ask(prompt: str) -> str:
        if not screen.typed.empty():
            return screen.ask(prompt)
        screen.shift(0, -16)  # two steps to the left, to where her farm is
        seen.append(
            ["".join(char for _, char, *_ in row).rstrip() for row in screen.map.lines(len(left[0]), len(rows))]
        )
        seen.append([line.rstrip() for line in screen._log_lines(41, len(rows))])
        seen.append([prompt.rstrip()])
        raise EOFError

    screen.typed.put("move anna")
    table.ask = ask
    screen.map.create_content(len(left[0]), len(rows))
    with redirect_stdout(screen.log):
        Session(table).play()
    assert [line.rstrip() for line in left] == seen[0]
    assert [line.rstrip() for line in right] == seen[1]
    assert [question] == seen[2]
