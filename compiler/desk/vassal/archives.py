"""Files of VASSAL: archives that hold a module, or a saved game, and what they say of themselves.

The same content gives the same bytes. Archives from strangers are read within bounds and never unpacked to a disk.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo
from zlib import error

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.vassal.escaped_texts import joined, parted, unnested
from hexlaw.compiler.desk.vassal.traits import VassalPiece

Files = Mapping[str, bytes]
"""What an archive holds, by name."""
PlacedCounter = tuple[VassalPiece, int, int]
"""A counter, and the point where it lies."""
SAYS_OURS = "hexlaw.json"
"""The first file of a module that Hexlaw has written: of which law it is, and the situation of each set-up."""
VERSION = "3.6.0"
"""The first VASSAL that reads what is written here: one that is older says so, a newer one opens it."""
ESCAPE, SAVED = "\x1b", "savedGame"
"""What stands between commands, and the file of an archive that has them."""
STACK = "stack"
WHOLE = re.compile("-?[0-9]{1,6}")
OBFUSCATED = b"!VCSK"
MAX_FILES, MAX_READ, MAX_SAVED = 20_000, 400_000_000, 100_000_000
"""Files that an archive may hold, and bytes that are read of it, and of a saved game or a log."""
NAME_OF_LAYER = 18
"""Where the type of a layer has its name."""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def packed(files: Files) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = ZipInfo(name, _LONG_AGO)
            entry.compress_type, entry.external_attr = ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
    return out.getvalue()


def unpacked(data: bytes, called: str, only: str = "") -> dict[str, bytes]:
    """Returns what an archive holds, or `only` one file. Raises `Refused` for other files, and too large ones."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            most = MAX_SAVED if only else MAX_READ
            if len(entries) > MAX_FILES or sum(entry.file_size for entry in entries) > most:
                raise Refused(f"`{called}` holds more than {MAX_FILES:,} files or {most:,} bytes; no more is read")
            if any(entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for entry in entries):
                raise BadZipFile
            # `archive.read` would unpack all of an entry, also of one that holds more than it says
            return {it.filename: archive.open(it).read(it.file_size) for it in entries if only in ("", it.filename)}
    except (BadZipFile, RuntimeError, OSError, EOFError, ValueError, error):
        raise Refused(f"`{called}` is no file of VASSAL, or a damaged one: it is no archive that can be read") from None


def about(name: str, description: str) -> bytes:
    """Returns what a module or a saved game says of itself."""
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">\n  <version>1.0</version>\n'
        f"  <extra1/>\n  <extra2/>\n  <VassalVersion>{VERSION}</VassalVersion>\n  <dateSaved>0</dateSaved>\n"
        f"  <description>{escape(description)}</description>\n  <name>{escape(name)}</name>\n</data>\n"
    ).encode()


@dataclass(frozen=True)
class SavedCounter:
    """A counter as a saved game has it: its name, its properties, where it lies, and the state of each of its traits,
    by the name of the layer or the sort of trait."""

    name: str
    on_map: str
    x: int
    y: int
    properties: Mapping[str, str] = field(default_factory=dict)
    states: Mapping[str, str] = field(default_factory=dict)
    slot: str = ""


def saved_game(module: str, on_map: str, boards: Sequence[str], placed: Sequence[PlacedCounter]) -> bytes:
    """Returns a saved game: counters that lie at the same point are a stack there, the first at the bottom. The boards
    lie below each other."""
    lines, stacks = ["begin_save", ""], dict[tuple[int, int], list[str]]()
    for number, (piece, x, y) in enumerate(placed, 1001):
        lines.append(piece.added(str(number), on_map, x, y))
        stacks.setdefault((x, y), []).append(str(number))
    for number, ((x, y), stacked) in enumerate(stacks.items(), 1001 + len(placed)):
        state = ";".join([on_map, str(x), str(y), *stacked, "@@0"])
        lines.append(f"+/{joined('/', number, STACK, state)}")
    laid = [part for row, board in enumerate(boards) for part in (board, 0, row)]
    lines += [f"{on_map}BoardPicker\t{joined(chr(9), *laid)}", "SETUP_STACK\t", "end_save"]
    game = ESCAPE.join(lines).encode()  # VASSAL reads it whether it is hidden or not
    return packed({SAVED: game, "moduledata": about(module, ""), "savedata": about(module, "")})


def saved_text(data: bytes, called: str) -> str:
    """Returns the commands of a saved game or a log. VASSAL may have hidden them from curious players: the key, then
    each byte with it, in hexadecimal. Raises `Refused` where the file is none."""
    if (said := unpacked(data, called, SAVED).get(SAVED)) is None:
        raise Refused(f"`{called}` is no saved game of VASSAL: there is no `{SAVED}` in it")
    if said.startswith(OBFUSCATED):
        try:
            key, *rest = bytes.fromhex(said.removeprefix(OBFUSCATED).decode("ascii"))
        except ValueError:
            hint = "it is hidden as VASSAL does it, and breaks off or has strange signs"
            raise Refused(f"`{called}` is damaged: {hint}") from None
        said = bytes(byte ^ key for byte in rest)
    return said.decode("utf-8", errors="replace")


def counter_of(type_: str, state: str, called: str) -> SavedCounter:
    """Returns a counter from the type and the state of its command: the traits of both in the same order."""
    types, states = unnested(type_), unnested(state)
    basic, placed = parted(";", types[-1]), parted(";", states[-1])
    if basic[0] != "piece" or len(basic) < 5 or len(placed) < 3 or not all(map(WHOLE.fullmatch, placed[1:3])):
        raise Refused(f"`{called}` is damaged: a counter in it is described as VASSAL describes none")
    properties, found = dict[str, str](), dict[str, str]()
    for each, its in zip(types, states, strict=False):
        sort, _, rest = each.partition(";")
        if sort == "mark":
            properties |= dict(zip(parted(",", rest), parted(",", its), strict=False))
        elif sort != "piece":
            said = parted(";", rest)
            found[said[NAME_OF_LAYER] if sort == "emb2" and len(said) > NAME_OF_LAYER else sort] = its
    return SavedCounter(basic[4], placed[0], int(placed[1]), int(placed[2]), properties, found, "".join(placed[3:4]))
