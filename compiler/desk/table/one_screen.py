"""The table on one screen: a large map in colours, the dialogue beside it, the list of units below it.

`prompt_toolkit` draws, reads keys and the mouse, and minds the size of the terminal. The table itself runs in a thread
of its own and knows nothing of it: what it prints goes into the pane beside the map, and where it asks, it waits for a
line. Each time it asks, it leaves a `ScreenSight` of the game here; only that is drawn, so nothing is drawn of a game
that is being worked on. Decision 0064 says why this library, and why the plain table stays as it is.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from os.path import commonprefix
from queue import SimpleQueue
from textwrap import wrap
from threading import Thread

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, UIContent, UIControl
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import create_output
from prompt_toolkit.styles import Style as Colours

from hexlaw.compiler.base.streams import STEERS, Outlet
from hexlaw.compiler.desk.table.input_queue import beginning_with
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.board.geometry import Hex, neighbour, side_of
from hexlaw.runtime.draw.close import MARKED, Used, first_marker, legend_of
from hexlaw.runtime.draw.pieces import printable, shortened
from hexlaw.runtime.draw.scales import LARGE, SMALL, Scale
from hexlaw.runtime.draw.sketch import Sketch
from hexlaw.runtime.draw.window import Place
from hexlaw.runtime.law.value import Thing

COLOURS = Colours.from_dict({
    "name": "ansibrightblack", "ground": "ansigreen", "path": "ansiyellow bold", "side": "ansicyan",
    "first": "bold ansiwhite bg:ansiblue", "other": "bold ansiwhite bg:ansired",
    "both": "bold ansiwhite bg:ansimagenta", "pointed-out": "bold reverse", "looked-at": "underline bold",
    "rule": "ansibrightblack", "asks": "bold",
})  # fmt: skip
BESIDE = 46
"""The least columns for text; a wide terminal gives it a third, a narrow one half."""
LEAST = 36
"""The same where all of the map has room then."""
BELOW = 6
"""Lines below the map for who stands in the hex that is looked at, and for what the signs of the map mean."""
MAX_OF_KEY = 3
"""Lines of these for the signs."""
ABOVE = "... page up shows what stands above"
HINT = (
    "click a hex or type `map NAME` to look at it; F2 or `map` shows more of it; shift and the arrow keys move it, "
    "page up and down this text"
)
MAX_SHOWN = 24
"""Words that are told where a text may become any of them."""
KEPT = 2_000
"""Lines of what was told that can be gone back to."""
NO_MAP = "this situation has no map"


@dataclass(frozen=True)
class ScreenSight(Sketch):
    """What of a game is drawn: made by the table when it asks, and not changed after. Marked is what can be answered,
    or was asked to be marked."""

    typed_for: dict[Hex, str] = field(default_factory=dict)
    """What a click on a hex types."""


def sight_of(screen: Screen, marked: Sequence[Hex]) -> ScreenSight | None:
    """Returns what there is to be drawn; nothing where there is no map. A click on a hex types the one answer that
    stands there, if there is one, and else the name of the hex."""
    board = screen.seen.board
    if board is None:
        return None
    typed_for = grouped((screen.position.hex_of(one), one.name) for one in screen.answers() if isinstance(one, Thing))
    alone = {h: names[0] for h, names in typed_for.items() if h is not None and len(names) == 1}
    return ScreenSight(board, screen.style, tuple(screen.pieces()), screen.sides, tuple(marked), alone)


class ShownText(io.TextIOBase):
    """What is printed, kept as lines; characters that would steer the terminal are shown, as anywhere else."""

    def __init__(self, changed: Callable[[], None]) -> None:
        super().__init__()
        self.lines = [""]
        self.new = 0  # of these, how many have come since a player last typed a line
        self.changed = changed

    def write(self, text: str) -> int:
        first, *others = STEERS.sub(lambda found: repr(found[0])[1:-1], text).split("\n")
        self.lines[-1] += first
        self.lines = [*self.lines, *others][-KEPT:]
        self.new += len(others)
        self.changed()
        return len(text)

    def last(self, number: int, width: int) -> list[str]:
        """Returns the last so many lines, as wide as that."""
        found: list[str] = []
        for line in reversed(self.lines[:-1] if self.lines[-1] == "" else self.lines):
            found[:0] = _rows(line, width)
            if len(found) >= number:
                break
        return found[max(len(found) - number, 0) :]

    def rows_since_asked(self, width: int) -> int:
        """Returns how many rows, as wide as that, have been told since a player last typed a line."""
        return sum(len(_rows(line, width)) for line in self.lines[:-1][max(len(self.lines) - 1 - self.new, 0) :])


COUNTED = re.compile(r"(?<!\S)(\d+) (?=[^\W\d]|%)")
"""A number before what it numbers or counts: a line is not broken there."""
TOGETHER = "\N{NO-BREAK SPACE}"


def _rows(line: str, width: int) -> list[str]:
    """Returns a line broken between words, what goes on below further in."""
    before = " " * min(len(line) - len(line.lstrip()), width // 2)
    kept = COUNTED.sub(rf"\1{TOGETHER}", line.lstrip())
    rows = wrap(kept, width, initial_indent=before, subsequent_indent=f"{before}  ", break_on_hyphens=False)
    return [row.replace(TOGETHER, " ") for row in rows] or [""]


class MapPane(UIControl):
    """The part of the map around a place, as large as the window."""

    def __init__(self, screen: OneScreen) -> None:
        self.screen = screen
        self.size = (80, 30)  # until it is drawn
        self.top = self.left = 0
        self.used: Used = {}  # the signs that are in sight, with what they mean
        self.markers: list[tuple[str, str]] = []  # the same of the markers on pieces

    def create_content(self, width: int, height: int) -> UIContent:
        self.size = (width, height)
        lines = self.lines(width, height)
        return UIContent(lambda number: lines[number], line_count=len(lines), show_cursor=False)

    def lines(self, width: int, height: int) -> list[StyleAndTextTuples]:
        """Returns the rows of the window, with what each character is."""
        sight, around = self.screen.sight, self.screen.around
        if sight is None or around is None:
            return [[("", NO_MAP)]]
        scale = self.screen.scale
        window = scale.window_around(sight.board, around, width, height)
        self.top, self.left = window.top, window.left
        canvas, part, self.used = scale.canvas_of(sight, window)
        stacks = sight.stacks if scale.rows > 1 else {}  # there is no room for markers in small
        self.markers = [marker for h in part for marker in first_marker(stacks.get(h, ()))]
        focus = around if self.screen.focus is None else scale.place_of(sight.board, self.screen.focus)
        rows: list[StyleAndTextTuples] = []
        for y in range(self.top, self.top + height):
            cells = [canvas.get((y, x), (" ", "")) for x in range(self.left, self.left + width)]
            row: StyleAndTextTuples = []
            for x, (char, role) in enumerate(cells, self.left):
                style = f"class:{role.replace(' ', '-')}" if role else ""
                looks_at_it = role == "name" and y == focus[0] and abs(x - focus[1]) < 4
                row.append((f"{style} class:looked-at" if looks_at_it else style, char))
            rows.append(row)
        return rows

    def hex_at(self, x: int, y: int) -> Hex | None:
        """Returns the hex that is drawn at a place of the window."""
        sight = self.screen.sight
        if sight is None:
            return None
        row, column, scale = self.top + y, self.left + x, self.screen.scale
        near = [h for h in sight.board.hexes if 0 <= row - (at := scale.place_of(sight.board, h))[0] < scale.rows
                and abs(at[1] - column) <= scale.across // 2]  # fmt: skip
        return min(near, key=lambda h: abs(scale.place_of(sight.board, h)[1] - column), default=None)

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        if mouse_event.event_type == MouseEventType.SCROLL_UP:
            self.screen.shift(-3, 0)
        elif mouse_event.event_type == MouseEventType.SCROLL_DOWN:
            self.screen.shift(3, 0)
        elif mouse_event.event_type == MouseEventType.MOUSE_UP:
            found = self.hex_at(mouse_event.position.x, mouse_event.position.y)
            if found is not None:
                self.screen.clicked(found)
        else:
            return NotImplemented
        return None


class OneScreen:
    """The screen, and the two ends at which the table holds it: what it prints, and what it asks."""

    def __init__(self, words: Callable[[], Iterable[str]]) -> None:
        self.sight: ScreenSight | None = None
        self.scale = LARGE
        self.around: Place | None = None  # the middle of the window, as far as the map goes
        self.focus: Hex | None = None
        self.log = ShownText(self._redraw)
        self.skipped = 0  # lines of what was told that are below the window
        self.height = BELOW  # of the text, until it is drawn
        self.prompt = ""  # where no one is asked
        self.waiting = "... "
        self.typed: SimpleQueue[str | None] = SimpleQueue()
        self.words = words
        self.buffer = Buffer(history=InMemoryHistory(), multiline=False, accept_handler=self._entered)
        self.map = MapPane(self)
        self.app = self._application()

    # -- what the table does with it

    def ask(self, prompt: str) -> str:
        """Returns a line that the player types; raises `EOFError` where the player leaves."""
        self.prompt = prompt
        self._redraw()
        line = self.typed.get()
        self.prompt = ""
        if line is None:
            raise EOFError
        self.log.new = 0
        self.log.write(f"{prompt}{line}\n")
        return line

    def waits(self, text: str) -> None:
        """Says in place of a question for whom one waits."""
        self.waiting = text
        self._redraw()

    def window(self, screen: Screen, marked: Sequence[Hex], around: Hex | None, whole: bool | None = None) -> None:
        """Shows what a screen of the table would draw: as a `whole`, in large, or as it is shown already."""
        self.show(sight_of(screen, marked))
        if whole is not None:
            self.draw_in(SMALL if whole and not self._are_around(around, marked) else LARGE)
        self.look_at(around)

    def _are_around(self, around: Hex | None, hexes: Sequence[Hex]) -> bool:
        """Returns whether a window in large with a hex in its middle shows all of these."""
        if around is None or self.sight is None:
            return False
        board, size = self.sight.board, self.map.size
        window = LARGE.window_around(board, LARGE.place_of(board, around), *size)
        return all(LARGE.is_in_sight(board, LARGE.place_of(board, h), window) for h in hexes)

    def draw_in(self, scale: Scale) -> None:
        """Draws the map in this scale from now on, what stands in the middle of the window again in its middle."""
        if self.sight is not None and self.around is not None and self.sight.board.hexes:
            board, middle = self.sight.board, self.around
            there = min(board.hexes, key=lambda h: _far(self.scale.place_of(board, h), middle))
            self.around = scale.place_of(board, there)
        self.scale = scale
        self._redraw()

    def look_at(self, h: Hex | None) -> None:
        """Brings a hex into the window; nothing: where it is."""
        if h is not None and self.sight is not None:
            self.around, self.focus = self.scale.place_of(self.sight.board, h), h
            self._redraw()

    def show(self, sight: ScreenSight | None) -> None:
        """Draws this from now on."""
        self.sight = sight
        hexes = () if sight is None else sight.board.hexes
        if sight is not None and self.around is None and hexes:
            (top, left), (bottom, right) = self.scale.extent_of(sight.board)
            self.around = (top + bottom) // 2, (left + right) // 2
        if sight is not None and sight.marked and self.around is not None:
            middle = self.around
            places = [self.scale.place_of(sight.board, h) for h in sight.marked]
            nearest = min(places, key=lambda place: _far(place, middle))
            if not self._is_in_sight(nearest):
                self.around = nearest
        self._redraw()

    def run(self, play: Callable[[], int]) -> int:
        """Returns what the table ends with, once it has: it runs beside, until the game is over or a player leaves."""
        ended: list[int | BaseException] = []

        def played() -> None:
            try:
                ended.append(play())
            except BaseException as problem:  # it is raised again where the screen is no longer there
                ended.append(problem)
            finally:
                if self.app.loop is not None:
                    self.app.loop.call_soon_threadsafe(self.app.exit)

        thread = Thread(target=played, daemon=True)
        with self._printed_here():
            self.app.run(pre_run=thread.start)
            self.typed.put(None)
            thread.join()
        for line in self.log.last(12, 100):
            print(line)  # what stands on the screen goes with it; the last of it stays in the terminal
        if isinstance(ended[0], BaseException):
            raise ended[0]
        return ended[0]

    @contextmanager
    def _printed_here(self) -> Iterator[None]:
        before = sys.stdout
        sys.stdout = self.log
        try:
            yield
        finally:
            sys.stdout = before

    # -- keys and clicks

    def _application(self) -> Application[None]:
        keys = KeyBindings()
        for key, step in {"up": (-3, 0), "down": (3, 0), "left": (0, -8), "right": (0, 8)}.items():
            keys.add(f"s-{key}")(lambda event, step=step: self.shift(*step))
        keys.add("pageup")(lambda event: self._scroll(1))
        keys.add("pagedown")(lambda event: self._scroll(-1))
        keys.add("tab")(self._completed)
        keys.add("f2")(lambda event: self.draw_in(SMALL if self.scale is LARGE else LARGE))
        for key in ("c-c", "c-d"):
            keys.add(key)(lambda event: self.typed.put(None))
        beside = VSplit([
            HSplit([Window(self.map), Window(height=1, char="─", style="class:rule"),
                    Window(_Lines(self._below), height=BELOW)]),
            Window(width=1, char="│", style="class:rule"),
            Window(_Lines(self._log_lines), width=self.columns),
        ])  # fmt: skip
        line = Window(BufferControl(self.buffer, input_processors=[BeforeInput(self._prompt)]), height=1)
        layout = Layout(HSplit([beside, Window(height=1, char="─", style="class:rule"), line]), line)
        stream = sys.stdout.stream if isinstance(sys.stdout, Outlet) else None  # what it writes steers the terminal
        return Application(
            layout=layout, key_bindings=keys, style=COLOURS, full_screen=True, mouse_support=True,
            output=None if stream is None else create_output(stdout=stream),
        )  # fmt: skip

    def _prompt(self) -> StyleAndTextTuples:
        return [("class:asks", self.prompt or self.waiting)]

    def columns(self) -> int:
        """Returns how many columns there are for text: what the map leaves, if all of it has room so; else a part of
        them."""
        columns: int = self.app.output.get_size().columns
        usual = max(min(BESIDE, columns // 2), columns // 3)
        left = columns - 1 - (columns if self.sight is None else self.scale.columns_of(self.sight.board))
        return min(left, max(usual, columns // 2)) if left >= LEAST else usual

    def _scroll(self, pages: int) -> None:
        self.skipped = max(0, self.skipped + pages * max(self.height - 2, 1))

    def _completed(self, event: KeyPressEvent) -> None:
        """Completes the word as far as that is plain; where it is plain no further, tells what it may become."""
        word = self.buffer.document.text_before_cursor.rpartition(" ")[2]
        found = beginning_with(word, self.words())
        more = f"{found[0]} " if len(found) == 1 else commonprefix(found)  # noqa: RUF071 (of words, not of paths)
        if len(more) > len(word):
            self.buffer.delete_before_cursor(len(word))
            self.buffer.insert_text(more)
        elif found:
            self.log.write(f"  {' '.join(found[:MAX_SHOWN])}{' ...' if len(found) > MAX_SHOWN else ''}\n")

    def _entered(self, buffer: Buffer) -> bool:
        self.skipped = 0
        self.typed.put(buffer.text)
        return False  # the line is empty again

    def shift(self, rows: int, columns: int) -> None:
        """Moves the window over the map."""
        if self.sight is None or self.around is None:
            return
        window = self.scale.window_around(self.sight.board, self.around, *self.map.size)
        self.around = (window.top + window.height // 2 + rows, window.left + window.width // 2 + columns)
        self._redraw()

    def clicked(self, h: Hex) -> None:
        """Looks at a hex, and types what a click on it stands for."""
        assert self.sight is not None
        self.focus = h
        self.buffer.insert_text(f"{self.sight.typed_for.get(h, self.sight.board.name_of(h))} ")
        self._redraw()

    # -- what is drawn

    def _log_lines(self, width: int, height: int) -> list[str]:
        self.height = height
        rows = self.log.last(height + self.skipped, width)
        self.skipped = max(len(rows) - height, 0)  # above the first line there is nothing
        lines = rows[:height]
        unseen = not self.skipped and self.log.rows_since_asked(width) > height
        return [ABOVE, *lines[1:]] if unseen else lines

    def _below(self, width: int, height: int) -> list[str]:
        """Returns who stands in the hex that is looked at, or how to look at one; and what the signs in sight mean."""
        if self.sight is None:
            return []
        key = self._key(width)
        return [*(self._who_stands_there(width, height - len(key)) or wrap(HINT, width)), *key]

    def _key(self, width: int) -> list[str]:
        """Returns what the signs in sight mean; capital letters are the first side's."""
        assert self.sight is not None
        first, *others = map(printable, self.sight.owners or [""])
        sides = [f"ABC {first}", f"abc {', '.join(others)}"] if others else []
        markers = {f"{MARKED}{sign}": legend for sign, legend in self.map.markers if legend}
        states = [f"{sign} {legend}" for sign, legend in markers.items()]
        lines = legend_of(self.map.used, width, [*sides, self.scale.stack, *states])
        return [line for line in lines if line][:MAX_OF_KEY]

    def _who_stands_there(self, width: int, most: int) -> list[str]:
        """Returns the hex that is looked at, with its ground, what lies on its sides and who is in it, on so many
        lines."""
        sight, h = self.sight, self.focus
        if sight is None or h is None:
            return []
        ground = [rule.legend for rule in sight.style.rules_of_hex(sight.board, h) if rule.legend]
        sides = grouped(
            (rule.legend, sight.board.name_of(neighbour(h, direction)))
            for direction in range(6)
            if sight.board.contains(neighbour(h, direction))
            for rule in sight.style.rules_of_side(sight.board, side_of(h, direction))
        )
        beside = [f"{legend} to {' '.join(names)}" for legend, names in sides.items() if legend]
        there = [f"{p.label} ({p.owner})" if p.owner else p.label for p in sight.pieces if p.at == h]
        lines = [f"{sight.board.name_of(h)}: {', '.join([*ground, *beside]) or 'open'}", *there]
        if len(lines) > most:
            lines = [*lines[: most - 1], ", ".join(lines[most - 1 :])]
        return [shortened(printable(line), width) for line in lines]

    def _is_in_sight(self, place: Place) -> bool:
        if self.sight is None or self.around is None:
            return False
        window = self.scale.window_around(self.sight.board, self.around, *self.map.size)
        return self.scale.is_in_sight(self.sight.board, place, window)

    def _redraw(self) -> None:
        self.app.invalidate()


class _Lines(UIControl):
    """Lines of text, made for the size of the window when it is drawn."""

    def __init__(self, made: Callable[[int, int], list[str]]) -> None:
        self.made = made

    def create_content(self, width: int, height: int) -> UIContent:
        lines = self.made(width, height)
        return UIContent(lambda number: [("", lines[number])], line_count=len(lines), show_cursor=False)


def _far(place: Place, there: Place) -> int:
    """Returns how far apart two places of the map are, a row counting for more than a column."""
    return 3 * abs(place[0] - there[0]) + abs(place[1] - there[1])
