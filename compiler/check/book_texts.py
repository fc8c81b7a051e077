"""Texts of the book: what an author says of a place in place of the sentences that are made of its law.

A text names what it speaks for, each with a digest of what was read then. So it can be told which of these has changed
since (`analysis/stale_texts.py`), and the text is read again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import graph as g

FIGURES = 8
_NO_LAW = re.compile(r'(\bsays\s+)?"[^"\n]*"|#[^\n]*|\[[^\]]*\]')
"""Texts, remarks and citations."""


def texts_of(
    placed: list[Placed], names: Names, cites: Callable[[s.Cite, Placed], tuple[g.Citation, ...]], found: Diagnostics
) -> dict[str, g.TextDecl]:
    """Returns the texts of a law by the place that they are printed at; a later layer's takes the place of a base's."""
    texts: dict[str, g.TextDecl] = {}
    spoken_for: dict[tuple[str, str, str], g.Citation] = {}
    for p in placed:
        if not isinstance(p.item, s.Prose):
            continue
        place = cites(p.item.cite, p)
        if len(place) != 1 or names.sources[place[0].source].ids or not p.item.paragraphs:
            said = "a text of the book says nothing" if len(place) == 1 else "a text of the book stands at one place"
            if place and names.sources[place[0].source].ids:
                said = f"`{place[0].text}` is an entry of a list, and no place of a book"
            help_ = "write `text [SOURCE PLACE]` and the text in quotes below it"
            found.report("HX299", p.item.cite.span, said, help=help_)
            continue
        key = f"{place[0].source} {place[0].text}"
        earlier = texts.get(key)
        if earlier is not None and earlier.origin.module == p.origin.module:
            message, help_ = f"[{place[0]}] has its text already", "join the two, or take one out"
            found.report("HX299", p.item.cite.span, message, help=help_)
            continue
        for each in p.item.covers:
            names.has(each.sort, each.name, found)
            first = spoken_for.setdefault((p.origin.module, each.sort, each.name.text), place[0])
            if first != place[0]:
                said = f"the text of [{first}] speaks for `{each.name.text}` already"
                found.report("HX299", each.name.span, said, help="take it out of one of the two")
        covers = tuple(f"{each.sort}:{each.name.text}" for each in p.item.covers)
        texts[key] = g.TextDecl(key, p.origin, place[0], p.item.paragraphs, covers)
    return texts


def digest_of(names: Names, sort: str, name: str) -> str:
    """Returns a digest of the law in an item, without its name, quoted texts, citations and layout.

    The canonical layout of a file is not made for this: it would take as long as all other checks of a module.
    """
    item = names.signatures[name].placed.item if sort == "effect" else vars(names)[f"{sort}s"][name][0]
    text = item.span.source.text[item.span.start : item.span.end]
    law = _NO_LAW.sub(" ", text.replace(f" {name}", " ", 1))
    return hashlib.sha256(" ".join(law.split()).encode()).hexdigest()[:FIGURES]
