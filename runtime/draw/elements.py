"""SVG written: numbers, elements, and texts of a width that no reader's fonts can change.

The same input gives the same bytes: floating point numbers come of sums, products and square roots alone, which every
machine works out alike, and are rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256

from hexlaw.runtime.draw.pieces import printable

FONT = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', 'Open Sans', sans-serif"
"""The first four have the widths below; any other font is given them by `textLength`. The last is printed in books."""
WIDER = 1.12
"""How much of a text's own width is kept free for it: fonts that are wider still are given theirs by `textLength`."""

_NARROW = dict.fromkeys("ijl'|", 278) | dict.fromkeys("fIt.,:;/ !()[]", 333) | {"r": 389, "-": 333, '"': 474}
_SMALL = dict.fromkeys("abdeghknopqu", 611) | dict.fromkeys("csvxyz", 556) | {"m": 889, "w": 778, "z": 500}
_GREAT = dict.fromkeys("BPSVXYZE", 667) | dict.fromkeys("ACDHKNRU", 722) | dict.fromkeys("GOQ", 778)
_WIDTHS = (
    dict.fromkeys("0123456789$*", 556)
    | _NARROW | _SMALL | _GREAT
    | {"F": 611, "J": 556, "L": 611, "M": 833, "T": 611, "W": 944, "+": 584, "–": 556, "½": 834, "×": 584, "é": 556}
)  # fmt: skip
_OTHER = 722
"""Thousandths of the size of the type; of a bold face, which is wider than a plain one."""
PLAIN: ContextVar[bool] = ContextVar("plain", default=False)
"""Whether what is drawn now is for renderers that know SVG 1.1 alone."""


def number(value: float) -> str:
    """At most two decimals, and no more digits than it takes."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")  # adding zero takes the sign from a negative zero


def escape(text: str) -> str:  # the one of the library brings half of the internet along
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def words(text: str) -> str:
    return escape(printable(text))


def attribute(name: str, text: str) -> str:
    quoted = escape(printable(text)).replace('"', "&quot;")
    return f' {name}="{quoted}"'


def width_of(text: str, size: float) -> float:
    return sum(_WIDTHS.get(char, _OTHER) for char in text) * size / 1000


def room_for(text: str, size: float) -> float:
    """Returns how much room is kept for a text."""
    return width_of(text, size) * WIDER


@contextmanager
def plain_svg() -> Iterator[None]:
    """What is drawn inside is SVG 1.1: for VASSAL, printers and whatever else reads no more than that."""
    before = PLAIN.set(True)
    try:
        yield
    finally:
        PLAIN.reset(before)


def use_of(name: str, more: str = "") -> str:
    """Returns the use of a part that is defined once in a picture."""
    if PLAIN.get():
        return f'<use xlink:href="#{name}"{more}/>'
    return f'<use href="#{name}"{more}/>'


def haloed(tag: str, attributes: str, halo: str, inside: str) -> str:
    """Returns lettering with a halo, the stroke that stands around its letters and below them. SVG 1.1 draws a stroke
    above its letters alone: there the halo is written first, and the lettering upon it."""
    if not halo:
        return f"<{tag}{attributes}>{inside}</{tag}>"
    if PLAIN.get():
        return f"<{tag}{attributes} {halo}>{inside}</{tag}><{tag}{attributes}>{inside}</{tag}>"
    return f'<{tag}{attributes} paint-order="stroke" {halo}>{inside}</{tag}>'


def lettering(
    text: str, x: float, y: float, size: float, room: float, *, anchor: str = "middle", more: str = "",
    least: float = 3, halo: str = "",
) -> str:  # fmt: skip
    """Returns a text that stands on `y` and is at most `room` wide: it is made smaller where it would be wider, and
    where even the `least` letters would be by much, cut short."""
    text = printable(text)
    wide = room_for(text, size)
    if wide > room and wide > 0:
        size = max(size * room / wide, least)
        while width_of(text, size) > 1.1 * room and len(text) > 1:
            text = text[:-2].rstrip() + "…"
    wide = min(width_of(text, size), room)
    if not text:
        return ""
    placed = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
    fitted = f' textLength="{number(wide)}" lengthAdjust="spacingAndGlyphs"'
    anchored = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return haloed("text", f" {placed}{fitted}{anchored}{more}", halo, escape(text))


def corners(points: Iterable[tuple[float, float]]) -> str:
    """Returns the corners of a polygon."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def group(name: str, parts: Iterable[str], attributes: str = "", halo: str = "") -> list[str]:
    """Returns a group of a class; none where it would be empty."""
    inside, said = list(parts), f' class="{name}"{f" {attributes}" if attributes else ""}'
    if not halo:
        return [f"<g{said}>", *inside, "</g>"] if inside else []
    return [haloed("g", said, halo, "\n" + "\n".join(inside) + "\n")] if inside else []


def shared(lines: Iterable[str], kind: str = "g") -> tuple[str, str]:
    """Returns a name for a part that a picture uses several times, and its definition: one line, the same wherever the
    part is, so that a page that holds several pictures can keep it once."""
    inside = "".join(lines)
    name = f"p{sha256(inside.encode()).hexdigest()[:10]}"
    return name, f'<defs><{kind} id="{name}">{inside}</{kind}></defs>'


def document(
    lines: Iterable[str], box: tuple[float, float, float, float], title: str, desc: str, *, unit: str = "",
    size: tuple[float, float] | None = None,
) -> str:  # fmt: skip
    """Returns a whole file that shows what is in the box (left, top, width, height), with words for the blind. In SVG
    1.1 its units are pixels: VASSAL takes them to be, where it draws a board in tiles, as at its true size."""
    left, top, width, height = box
    wide, high = size or (width, height)
    shown, plain = f'viewBox="{number(left)} {number(top)} {number(width)} {number(height)}"', ""
    if PLAIN.get():
        whole, plain = 'preserveAspectRatio="none"', ' xmlns:xlink="http://www.w3.org/1999/xlink"'
        lines = [f'<svg {shown} {whole} width="{number(wide)}" height="{number(high)}">', *lines, "</svg>"]
        shown = f'{whole} viewBox="0 0 {number(wide)} {number(high)}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg"{plain} {shown} width="{number(wide)}{unit}"'
        f' height="{number(high)}{unit}" role="img"{attribute("font-family", FONT)}{attribute("aria-label", title)}>'
    )
    said = [f"<title>{words(title)}</title>", *([f"<desc>{words(desc)}</desc>"] if desc else [])]
    return "\n".join([head, *said, *lines, "</svg>", ""])
