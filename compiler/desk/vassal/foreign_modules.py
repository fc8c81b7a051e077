"""Modules of others for VASSAL, taken in: boards, counters and set-ups as files of a module of ours.

Input: what a stranger's `.vmod` holds. Output: files by their names in a folder, and a sentence on all that was passed
over. A build file with a document type is refused, so nothing in it stands for anything else; pictures get names of
our own, so no path leads out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import partial
from math import ceil, floor
from pathlib import PurePosixPath
from unicodedata import normalize
from xml.etree.ElementTree import Element, ParseError, fromstring

import yaml

from hexlaw.compiler.base.diagnostic import Refused, listed
from hexlaw.compiler.desk.vassal.archives import ESCAPE, MAX_SAVED, WHOLE, Files, counter_of, saved_text, unpacked
from hexlaw.compiler.desk.vassal.escaped_texts import parted, unnested
from hexlaw.compiler.desk.vassal.game_logs import MAX_COMMAND, read_log
from hexlaw.runtime.board.grid import MAX_HEXES, BadGrid, Grid
from hexlaw.runtime.words.english import counted

MAX_TAGS, MAX_PICTURES, MAX_NAME, MAX_BOARDS, MAX_SET_UPS, MAX_TOLD = 1_000_000, 1_500, 50, 400, 300, 5
"""Limits: elements of a build file, pictures of counters, characters of a name, boards of a module or set-up, set-ups
of a module, and reasons reported for each sort of thing that is left out."""
WIDEST, HALF = 100_000, Fraction(1, 2)
"""Pixels of a board, and half a hex."""
MODULE, SLOT = "VASSAL.build.module.", "VASSAL.build.widget.PieceSlot"
PICKER, OF_BOARD = f"{MODULE}map.boardPicker.", f"{MODULE}map.boardPicker.board."
IMAGES = 16
"""Where the type of a layer has its pictures."""
PICTURES = (".png", ".gif", ".jpg", ".jpeg", ".svg")
_SIZES = {
    "big": re.compile(rb"\x89PNG.{12}(.{4})(.{4})", re.DOTALL),
    "little": re.compile(rb"GIF8..(..)(..)", re.DOTALL),
}
_FRAMES = b"\xc0\xc1\xc2\xc3\xc5\xc6\xc7\xc9\xca\xcb\xcd\xce\xcf"
Cell = tuple[int, int]
"""The line of hexes that a hex is in, and its place there, as VASSAL counts them."""


@dataclass
class ForeignBoard:
    """A board as it lies on VASSAL's table; what is taken has a name, and names of its hexes."""

    size: tuple[int | Fraction, ...] = ()
    origin: tuple[int | Fraction, int | Fraction] = (0, 0)
    step: tuple[int | Fraction, int | Fraction] = (1, 1)
    is_sideways: bool = False
    id: str = ""
    names: Mapping[Cell, str] = field(default_factory=dict)

    def hex_at(self, x: int | Fraction, y: int | Fraction) -> str:
        x, y = (y, x) if self.is_sideways else (x, y)
        line = floor((x - self.origin[0]) / self.step[0] + HALF)
        return self.names.get((line, floor((y - self.origin[1]) / self.step[1] + (0 if line % 2 else HALF))), "")

    def numbered(self, area: Sequence[int | Fraction], numbering: Element | None) -> Grid | None:
        """Calls the hexes whose middles lie in an area as VASSAL does, or by numbers of ours, and returns their grid;
        none where numbers fall or are letters, or names are none for a board of ours."""
        left, top, right, bottom = (area[1], area[0], area[3], area[2]) if self.is_sideways else area
        (x, y), (wide, high) = self.origin, self.step
        lines = range(ceil((left - x) / wide), floor((right - x) / wide) + 1)
        if len(lines) * (bottom - top) / high > MAX_HEXES:
            raise Refused(f"more than {MAX_HEXES:,} hexes")
        reach = [(ceil((top - y) / high - lower), floor((bottom - y) / high - lower)) for lower in (0, HALF)]
        (even, _), (odd, _) = reach  # the first hexes of lines, counted from the origin
        if numbering is None:
            begun = {"hOff": str(1 - lines.start), "vOff": str(1 - even), "stagger": "true" if odd < even else "false"}
            numbering = Element("", begun, hLeading="1", vLeading="1")
        elif "true" in (numbering.get("hDescend"), numbering.get("vDescend")) or numbering.get("vType") == "A":
            return None
        off, staggers = [int(_number(numbering, f"{way}Off", 1)) for way in "hv"], numbering.get("stagger") != "false"
        wide_as, high_as = (int(_number(numbering, f"{way}Leading", 1, most=8)) + 1 for way in "hv")
        lines = range(max(lines.start, min(off[0], 1) - off[0], -off[0]), lines.stop)  # what is printed begins there
        called = [str(line + off[0]).zfill(wide_as) for line in lines]
        if numbering.get("hType") == "A":
            called = [chr(65 + number % 26) * min(number // 26 + 1, MAX_NAME) for number in map(int, called)]
        more = off[1], off[1] + staggers
        both = [line % 2 for line in lines[:2]]
        first = max(0, min(off[1], 1), min((reach[odd][0] + more[odd] for odd in both), default=0))
        lengths = [reach[odd][1] + more[odd] - first + 1 for odd in both]
        place = numbering.get("sep", "").join(("{line}", "{number}")[:: -1 if numbering.get("first") == "V" else 1])
        name = numbering.get("locationFormat", "$gridLocation$").replace("$gridLocation$", place)
        name = name.replace("$column$", "{line}").replace("$row$", "{number}")
        if not re.fullmatch(r"(\{line\}|\{number\}|[\w .-])*", name):
            return None
        try:
            grid = Grid("pointy" if self.is_sideways else "flat", (*called,), (*lengths,),
                        "first" if lines.start % 2 == staggers else "second",
                        first, high_as, name, f"{{board}}-{name}")  # fmt: skip
        except BadGrid:
            return None
        cells = ((line, first - more[line % 2] + n) for i, line in enumerate(lines) for n in range(grid.length(i)))
        self.names = dict(zip(cells, grid.names, strict=True))
        return grid


Lying = tuple[ForeignBoard, int | Fraction, int | Fraction, str | None, str]
"""The board and the point of it where a counter lies, the slot that it comes from, and what it is called."""


class ModuleTaker:
    """Takes a module in: `files` become those of ours, `left` says what could not be taken."""

    def __init__(self, data: bytes, called: str) -> None:
        self.held = unpacked(data, called)
        self.build = _elements(self.held, called)
        self.files: dict[str, bytes] = {}
        self.left: list[str] = []
        self.passed = Counter[str]()  # things that are left out, by sort
        self.read = 0  # characters of saved games
        self.used: dict[str, Counter[str]] = {}
        self.faces: dict[str, str] = {}  # the file of each picture; none where it cannot be taken
        self.boards: dict[tuple[str, str], ForeignBoard] = {}  # by map and name
        self.units: dict[tuple[str, str], str] = {}  # by what a counter is called, and its faces
        self.slots: dict[str, str] = {}  # units by slot, and by name
        self.maps = {map_.get("mapName", ""): map_ for map_ in self.build.iter(f"{MODULE}Map")}

    def take(self) -> dict[str, int]:
        """Takes all that can be; returns how much."""
        boards = [(on_map, board) for on_map, map_ in self.maps.items() for board in map_.iter(f"{PICKER}Board")]
        for number, (on_map, board) in enumerate(boards):
            try:
                if number >= MAX_BOARDS:
                    raise Refused(f"no more than {MAX_BOARDS} are taken")
                self._take_board(on_map, board)
            except Refused as why:
                self._leave("board", f"the board `{_said(board.get('name'))}` is passed over: {why}")
        if chart := [*self._chart()]:
            self.files["units/counters.csv"] = "\n".join(["id,name,source,faces", *chart, ""]).encode()
        situations = [*self._situations()]
        law_of = ['chapter [2] "Situations"', *(f'situation {id_} [2] "{title}"' for id_, title in situations)]
        self.files |= {"02-situations.law": "\n\n".join([*law_of, ""]).encode()} if situations else {}
        if missing := [_said(name) for name, file in self.faces.items() if not file]:
            self.left.append(f"pictures of counters that are missing, or too many: {listed(missing)}")
        self.left += [f"and {counted(n - MAX_TOLD, f'more {sort}')}" for sort, n in self.passed.items() if n > MAX_TOLD]
        taken = sum(bool(board.id) for board in self.boards.values())
        return {"board": taken, "counter": len(self.units), "set-up": len(situations)}

    def _leave(self, sort: str, why: str) -> None:
        """Counts a thing that is left out; reports the reason for the first few of each sort."""
        self.passed[sort] += 1
        if self.passed[sort] <= MAX_TOLD:
            self.left.append(why)

    def _take_board(self, on_map: str, board: Element) -> None:
        suffix, picture = self._picture(board.get("image", ""))
        size = _size(picture) or [_number(board, side, 0) for side in ("width", "height")]
        if not 0 < min(size) <= max(size) <= WIDEST:
            raise Refused("its picture is missing, or has no size that a board has")
        taken = self.boards[on_map, board.get("name", "")] = ForeignBoard((*size,))
        zones, title = board.iter(f"{OF_BOARD}mapgrid.Zone"), _said(board.get("name"))
        areas = {each: _box(zone) for zone in zones for each in zone.iter(f"{OF_BOARD}HexGrid")}
        if (lattice := min(board.iter(f"{OF_BOARD}HexGrid"), key=areas.__contains__, default=None)) is None:
            raise Refused("it has no grid of hexes, or one that is not VASSAL's own")
        area = areas.get(lattice, (0, 0, *size))
        taken.origin = _number(lattice, "x0", 0), _number(lattice, "y0", 32)
        taken.step = _number(lattice, "dx", "55.4256", least=4), _number(lattice, "dy", 64, least=4)
        taken.is_sideways = lattice.get("sideways") == "true"
        numbering = lattice.find(f"{OF_BOARD}mapgrid.HexGridNumbering")
        grid = taken.numbered(area, numbering) if numbering is not None else None
        if grid is None and (grid := taken.numbered(area, None)) is not None:
            self._leave("board", f"`{title}` has no regular numbering: its hexes have numbers of ours")
        if grid is None:
            raise Refused("no line of hexes lies on it")
        taken.id = self._free("board", re.sub("(?i)^board ", "", title))
        said = {key.replace("_", "-"): value for key, value in asdict(grid).items() if value is not False}
        self._write(f"boards/{taken.id}.yaml",
                    {"board": taken.id, "title": title or taken.id, "cite": ["RB map"], "grid": said})  # fmt: skip
        self.files |= {f"boards/{taken.id}{suffix}": picture} if picture else {}

    def _chart(self) -> Iterator[str]:
        """Yields a line for each counter that is in a slot; alike ones are one."""
        for slot in self.build.iter(SLOT):
            said = parted("/", (slot.text or "")[:MAX_COMMAND].strip().removeprefix("+/"))
            try:
                name = counter_of(said[1], said[2], "").name or slot.get("entryName", "")
            except (Refused, IndexError):
                name = _said(slot.get("entryName"))
                self._leave("slot", f"the slot `{name}` is described as VASSAL describes none")
                continue
            types = [parted(";", each) for each in unnested(said[1])]
            layers = (parted(",", each[IMAGES]) for each in types if each[0] == "emb2" and len(each) > IMAGES)
            images = [types[-1][3], *(image for layer in layers if layer[0] for image in layer)]
            key = name, " ".join(filter(None, map(self._face, dict.fromkeys(filter(None, images)))))
            if key not in self.units:
                self.units[key] = self._free("counter", name)
                yield f'{self.units[key]},"{_said(name)}",RB 1,{key[1]}'
            self.slots |= {name: self.slots.get(name, self.units[key]), f"slot {slot.get('gpid')}": self.units[key]}

    def _face(self, image: str) -> str:
        """Returns the file of a counter's picture, which is written once."""
        if image not in self.faces:
            suffix, picture = self._picture(image)
            self.faces[image] = ""
            if picture and len(self.faces) <= MAX_PICTURES:
                self.faces[image] = f"pictures/{self._free('picture', PurePosixPath(image).stem)}{suffix}"
                self.files[self.faces[image]] = picture
        return self.faces[image]

    def _picture(self, image: str) -> tuple[str, bytes]:
        """Returns the ending and the content of a picture; nothing where it is missing, or none that we know."""
        names = [name for name in (f"images/{image}", image, f"images/{image}.gif") if name in self.held]
        suffix = PurePosixPath(names[0]).suffix.lower() if names else ""
        return (suffix, self.held[names[0]]) if suffix in PICTURES else ("", b"")

    # -- set-ups

    def _situations(self) -> Iterator[tuple[str, str]]:
        """Writes the set-ups; yields the name and the title of each."""
        set_ups = [("at the start", self._stacked)]
        files = ((each, each.get("file", "")) for each in self.build.iter(f"{MODULE}PredefinedSetup"))
        set_ups += [(each.get("name", ""), partial(self._saved, file)) for each, file in files
                    if file and each.get("useFile") != "false"]  # fmt: skip
        for number, (title, all_lying) in enumerate(set_ups):
            try:
                if number >= MAX_SET_UPS or self.read > MAX_SAVED:
                    raise Refused("no more set-ups are read")
                lying = [(board.id, board.hex_at(x, y), self.slots.get(f"slot {slot}", self.slots.get(name, "")), name)
                         for board, x, y, slot, name in all_lying()]  # fmt: skip
            except Refused as why:
                self._leave("set-up", f"the set-up `{_said(title)}` is passed over: {why}")
                continue
            on = Counter(board for board, at, unit, _ in lying if at and unit)
            board, pieces = max(on, key=on.__getitem__, default=""), dict[str, object]()
            self.used["piece"] = Counter()
            for there, at, unit, name in lying:
                if there == board and at and unit:
                    pieces[self._free("piece", name)] = {"type": unit, "at": at}
            if beside := len(lying) - len(pieces):
                where = f"on no hex of `{board}`, or from no slot" if board else "on no hex that was taken"
                self._leave("set-up", f"{counted(beside, 'counter')} of the set-up `{_said(title)}` {where}")
            if pieces:
                id_ = self._free("situation", title)
                self._write(f"situations/{id_}.yaml", {"board": board, "pieces": pieces})
                yield id_, _said(title) or id_

    def _stacked(self) -> Iterator[Lying]:
        """Yields what lies on boards when a game begins."""
        for on_map, map_ in self.maps.items():
            for stack in map_.iter(f"{MODULE}map.SetupStack"):
                board = self.boards.get((on_map, stack.get("owningBoard", "")), ForeignBoard())
                for slot in stack.iter(SLOT):
                    x, y = (_number(stack, along, 0) for along in "xy")
                    yield board, x, y, slot.get("gpid"), slot.get("entryName", "")

    def _saved(self, file: str) -> Iterator[Lying]:
        """Yields the same of a saved game."""
        if file not in self.held:
            raise Refused(f"there is no `{_said(file)}` in the module")
        text = saved_text(self.held[file], _said(file))
        self.read += len(text)
        laid = {head[:-11]: [*self._laid(head[:-11], rest)] for command in text.split(ESCAPE)
                for head, *rest in [parted("\t", command)] if head.endswith("BoardPicker")}  # fmt: skip
        for each in read_log(text, _said(file)).begins.values():
            places = ((board, each.x - left, each.y - top) for board, left, top in laid.get(each.on_map, ()))
            under = ((board, x, y) for board, x, y in places if 0 <= x < board.size[0] and 0 <= y < board.size[1])
            yield *next(under, (ForeignBoard(), 0, 0)), each.slot, each.name

    def _laid(self, on_map: str, said: Sequence[str]) -> Iterator[tuple[ForeignBoard, int | Fraction, int | Fraction]]:
        """Yields the boards of a map with their left upper corners; none where one is turned, or not known."""
        rows = [*zip(said[::3], said[1::3], said[2::3], strict=False)][:MAX_BOARDS]
        places = [(self.boards[on_map, name], column, row) for name, column, row in rows
                  if (on_map, name) in self.boards and WHOLE.fullmatch(column) and WHOLE.fullmatch(row)]  # fmt: skip
        if len(places) == len(rows) > 0:
            wide, high = (_number(self.maps[on_map], f"edge{side}", 0) for side in ("Width", "Height"))
            for board, x, y in places:
                left = sum(other.size[0] for other, column, row in places if row == y and int(column) < int(x))
                yield board, wide + left, high + sum(o.size[1] for o, c, r in places if c == x and int(r) < int(y))

    # -- what is written

    def _write(self, file: str, data: object) -> None:
        self.files[file] = yaml.safe_dump(
            data, encoding="utf-8", allow_unicode=True, sort_keys=False, width=120, default_flow_style=None
        )

    def _free(self, sort: str, called: str) -> str:
        """Returns a name in the law for something of a sort, which nothing else of it has."""
        plain = _said(called, is_plain=True).replace(" ", "-")
        free = name = plain if plain[:1].isalpha() else f"{sort}-{plain}".strip("-")
        used = self.used.setdefault(sort, Counter())
        while free in used:
            used[name] += 1
            free = f"{name}-{used[name]}"
        used[free] = 1
        return free


def _elements(held: Files, called: str) -> Element:
    """Returns the build file of a module."""
    text = (held.get("buildFile.xml") or held.get("buildFile") or b"").decode("utf-8-sig", errors="replace")
    if not text:
        raise Refused(f"`{called}` is no module of VASSAL: there is no `buildFile.xml` in it")
    if "<!DOCTYPE" in text or text.count("<") > MAX_TAGS:
        raise Refused(f"the build file of `{called}` has a document type, or more than {MAX_TAGS:,} parts; none has")
    try:
        return fromstring(text)
    except (ParseError, ValueError) as why:
        raise Refused(f"the `buildFile.xml` of `{called}` is damaged: {why}") from None


def _number(element: Element, name: str, usual: int | str, *, least: int = -WIDEST, most: int = WIDEST) -> Fraction:
    said = str(element.get(name, usual))
    if not re.fullmatch(r"-?[0-9]{1,6}(\.[0-9]{1,20})?", said) or not least <= Fraction(said) <= most:
        raise Refused(f"its `{name}` is no number that VASSAL writes")
    return Fraction(said)


def _box(zone: Element) -> tuple[int, ...]:
    """Returns the box around a zone; one of no size where it has none."""
    corners = [(int(x), int(y)) for x, y in re.findall("(-?[0-9]{1,5}),(-?[0-9]{1,5})", zone.get("path", ""))]
    return tuple(which(each) for which in (min, max) for each in zip(*corners, strict=True)) or (0, 0, 0, 0)


def _size(picture: bytes) -> list[int | Fraction]:
    """Returns how wide and high a picture is, by its head; nothing where that does not say it."""
    for order, head in _SIZES.items():
        if found := head.match(picture):
            return [int.from_bytes(side, order) for side in found.groups()]  # type: ignore[arg-type]
    at = 2
    while at < 1_000_000 and picture.startswith(b"\xff\xd8") and picture[at : at + 1] == b"\xff":
        if picture[at + 1 : at + 2] in [bytes([each]) for each in _FRAMES]:
            return [int.from_bytes(picture[i : i + 2]) for i in (at + 7, at + 5)]
        at += 2 + int.from_bytes(picture[at + 2 : at + 4])
    return []


def _said(name: str | None, *, is_plain: bool = False) -> str:
    """Returns a name as texts of ours may have it; a plain one is small letters and digits, with blanks between."""
    said = normalize("NFKD", name or "").encode("ascii", "ignore").decode().lower() if is_plain else name or ""
    kept = re.sub("[^a-z0-9]" if is_plain else r'["`{}\\]|[^\x20-\uD7FF\uE000-\uFFFD]', " ", said)
    return " ".join(kept.split())[:MAX_NAME].strip()
