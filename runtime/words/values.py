"""Values as people say them: a hex by its printed name, a number as a fraction, a set as a list."""

from __future__ import annotations

from fractions import Fraction

from hexlaw.runtime.geometry import Contact, Hex, Side, hexes_of
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Moment, Record, Thing, plain_text


def in_words(value: object, position: Position) -> str:
    match value:
        case None | bool() | int() | Fraction():
            return plain_text(value)
        case Hex():
            return position.map.name_of(value) if position.map else f"({value.q}, {value.r})"
        case Side():
            one, other = (in_words(h, position) for h in hexes_of(value))
            return f"the side between {one} and {other}"
        case Contact():
            met = value.side if value.side is not None else value.hex
            return f"{in_words(met, position)} ({value.how.replace('-', ' ')})"
        case Thing() if value.name.startswith("@"):
            return f"the printed {value.name[1:]}"
        case Thing():
            return value.name
        case Moment():
            whose = f" of {value.owner}" if value.owner else ""
            return f"the {value.edge} of {value.which} {value.span}{whose}"
        case Record():
            return f"{value.kind}({', '.join(f'{n} = {in_words(v, position)}' for n, v in value.fields)})"
        case tuple():
            return "{" + ", ".join(in_words(v, position) for v in value) + "}"
        case _:
            return str(value)
