"""What may stand at a place of a file that is not law: in a question of a case by what is asked, elsewhere by name."""

from __future__ import annotations

import re
from dataclasses import replace

from hexlaw.compiler.base.source import Source
from hexlaw.compiler.here.fitting import Constants, Fitting, every_name
from hexlaw.compiler.here.ranked import MayStand, may_stand
from hexlaw.compiler.here.surroundings import Surroundings
from hexlaw.runtime.law import types as t

_ASKS = re.compile(r"""^ *(?:- )?ask: *["']?""", re.MULTILINE)
_CASE = re.compile(r"^ *- id:", re.MULTILINE)
_PIECE = re.compile(r"([a-z][\w-]*): *\{[^{}]*?\b(type|kind): *([a-z0-9][\w-]*)")
_TYPED = re.compile(r"[a-z0-9][\w-]*\Z")
_KEY = re.compile(r"([a-z][\w-]*): *(?:\[[^\]]*)?[\w-]*\Z")
IN_DATA = ("kind", "attribute", "value", "option", "dispute", "reading", "situation", "field", "unit", "span")


def may_stand_in_data(around: Surroundings, source: Source, place: int) -> MayStand:
    """Returns what may stand in a case, a table, a board: values of the attribute or the choice whose key stands before
    it first."""
    text = source.text
    line_begins = text.rfind("\n", 0, place) + 1
    line_ends = text.find("\n", place)
    if (asks := _ASKS.match(text, line_begins)) and asks.end() <= place:
        question = text[asks.end() : line_ends if line_ends >= 0 else len(text)].rstrip("'\"")
        here = may_stand(around, Source("", question), place - asks.end(), _pieces(around, text, place))
        return MayStand(source.span(asks.end() + here.typed.start, asks.end() + here.typed.end), here.found)
    typed, key = _TYPED.search(text, line_begins, place), _KEY.search(text, line_begins, place)
    begun, of = typed[0] if typed else "", key[1] if key else ""
    named = [one for one in every_name(around.names) if one.sort in IN_DATA]
    named += [Fitting(unit, "unit", "type") for unit in around.names.units]
    wanted = {of, *(one.type for one in named if one.text.split(".")[-1] == of)} - {""}
    found = {one.text.split(".")[-1]: one for one in named}
    owned = [(one, {one.text.split(".")[0], one.type, one.sort}) for one in named]
    likely = {one.text.split(".")[-1] for one, of in owned if not wanted.isdisjoint(of)} - wanted
    names = sorted((name for name in found if name.startswith(begun)), key=lambda name: (name not in likely, name))
    fitting = [replace(found[name], text=name) for name in names]
    return MayStand(source.span(place - len(begun), place), tuple(fitting))


def _pieces(around: Surroundings, text: str, place: int) -> Constants:
    """Returns the names of the pieces of the case at a place, each with the kind of what it is."""
    begins = [found.start() for found in _CASE.finditer(text)]
    start = max((at for at in begins if at <= place), default=0)
    end = min((at for at in begins if at > place), default=len(text))
    units, kinds = around.names.units, around.names.kinds
    found = {name: units[of].kind if of in units else of for name, _, of in _PIECE.findall(text, start, end)}
    return {name: (name, t.Kind(kind)) for name, kind in found.items() if kind in kinds}
