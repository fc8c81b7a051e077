"""What may stand at a place of a file that is not law: in a question of a case by what is asked, elsewhere by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.here.fitting import Constants, Fitting, every_name
from hexlaw.compiler.here.ranked import MAX_SHOWN, NEAR, MayStand, may_stand
from hexlaw.compiler.here.surroundings import VARIABLE, DataCompany, Surroundings
from hexlaw.runtime.law import types as t

_ASKS = re.compile(r"""^ *(?:- )?ask: *["']?""", re.MULTILINE)
_CASE = re.compile(r"^ *- id:", re.MULTILINE)
_PIECE = re.compile(r"([a-z][\w-]*): *\{[^{}]*?\b(type|kind): *([a-z0-9][\w-]*)")
_WORD = re.compile(r"[a-z][\w-]*")
_BEGUN = re.compile(r"[a-z0-9][\w.-]*\Z")
_KEY = re.compile(r"([a-z][\w-]*): *(?:\[[^\]]*)?[\w-]*\Z")
DOTTED = ("rule", "pick", "step")
IN_DATA = (
    "kind", "attribute", "value", "option", "dispute", "reading", "situation", "field", "unit", "span", "action",
    "fact", "table", *DOTTED,
)  # fmt: skip
BY_TYPE, IS_NEAR, MAX_READ, MUCH = 100_000, 20_000, 400_000, 2_000
"""What it counts that a value fits the key before it, or that something of the same owner stands near, in millionths;
how much is read of files that are alike, and by how much one has to grow to be read anew."""


def may_stand_in_data(around: Surroundings, source: Source, place: int) -> MayStand:
    """Returns what may stand in a case, a table, a board: values of the attribute or choice of the key before it."""
    text = source.text
    line_begins = text.rfind("\n", 0, place) + 1
    line_ends = text.find("\n", place)
    if (asks := _ASKS.match(text, line_begins)) and asks.end() <= place:
        question = text[asks.end() : line_ends if line_ends >= 0 else len(text)].rstrip("'\"")
        here = may_stand(around, Source("", question), place - asks.end(), _pieces(around, text, place))
        return MayStand(source.span(asks.end() + here.typed.start, asks.end() + here.typed.end), here.found)
    begun = _BEGUN.search(text, line_begins, place)
    typed = begun[0] if begun else ""
    owner = typed[: typed.rfind(".") + 1]
    start = place - len(typed)
    likely, keys = _likely(around, source, start, place)
    key = _KEY.search(text, line_begins, place)
    wanted, pieces = key[1] if key else "", _pieces(around, text, place)
    near = {*_WORD.findall(text, max(0, start - NEAR), place + NEAR)}
    near |= {name for name, of in around.names.choices.items() if not near.isdisjoint(of.values)}
    ranked: dict[str, tuple[int, Fitting]] = {}
    for one in (*every_name(around.names), *(Fitting(unit, "unit", "type") for unit in around.names.units)):
        if one.sort in IN_DATA:
            name = one.text if one.sort in DOTTED else one.text.split(".")[-1]
            fits = wanted in (one.type, one.sort, one.text.split(".")[0], *_types(around, wanted, one))
            is_near = "." in one.text and one.text.split(".")[0] in near
            score = likely.get(name, 0) + BY_TYPE * fits + IS_NEAR * is_near
            if score >= ranked.get(name, (0, one))[0]:
                ranked[name] = score, one
    of_pieces = likely.get(VARIABLE, 0) // max(len(pieces), 1)
    ranked |= {name: (likely.get(name, of_pieces), Fitting(name, "piece", str(of[1]))) for name, of in pieces.items()}
    ranked |= {name: (likely.get(name, 0), Fitting(name, "word")) for name in keys - {*ranked}}
    names = sorted((n for n in ranked if n.startswith(typed)), key=lambda name: (-ranked[name][0], name))
    found = tuple(replace(ranked[name][1], text=name[len(owner) :]) for name in names[:MAX_SHOWN])
    return MayStand(source.span(start + len(owner), place), found)


def _types(around: Surroundings, key: str, one: Fitting) -> Iterator[str]:
    """Yields the key where a value is one of the type of an attribute that is called so."""
    if one.sort in ("value", "unit"):
        owner = one.text.split(".")[0]
        kinds = around.names.kinds.values()
        yield from (key for kind in kinds if key in kind.attributes and str(kind.attributes[key][0]) == owner)


def _likely(around: Surroundings, source: Source, start: int, end: int) -> tuple[dict[str, int], set[str]]:
    """Returns how likely words are at a place, by what stands in files like this one, and the keys of these files; what
    stands in the line itself does not count."""
    text, name = source.text, source.name
    layer = around.chain.layers[-1]
    sort = name.removeprefix(f"{layer.shown}/").rpartition("/")[0] or name
    company = around.data.get(sort)
    if company is None or abs(company.sizes.get(name, -MUCH) - len(text)) > MUCH:
        texts, size = {name: text}, len(text)
        for other in around.chain.texts.names_in(layer.folder, lambda _: None):
            shown = f"{layer.shown}/{other}"
            if shown != name and other.startswith(f"{sort}/") and size < MAX_READ:
                read = around.chain.texts.read(layer.folder / other, shown, MAX_READ, Diagnostics())
                texts |= {} if read is None else {shown: read.text}
                size += 0 if read is None else len(read.text)
        company = around.data[sort] = DataCompany(texts, around.own_words | {*around.names.units})
    before = ["\n", "\n", "\n", *(word for word, _ in company.tokens(text[max(0, start - NEAR) : start]))]
    behind = [word for word, _ in company.tokens(text[end : end + NEAR])][:2]
    begins, ends = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    found = [company.company.likely(before, way, name, begins, max(ends, end) + 1) for way in (behind, [])]
    return {word: sum(of.get(word, 0) for of in found) for of in found for word in of}, company.keys


def _pieces(around: Surroundings, text: str, place: int) -> Constants:
    """Returns the names of the pieces of the case at a place, each with the kind of what it is."""
    begins = [found.start() for found in _CASE.finditer(text)]
    start = max((at for at in begins if at <= place), default=0)
    end = min((at for at in begins if at > place), default=len(text))
    units, kinds = around.names.units, around.names.kinds
    found = {name: units[of].kind if of in units else of for name, _, of in _PIECE.findall(text, start, end)}
    return {name: (name, t.Kind(kind)) for name, kind in found.items() if kind in kinds}
