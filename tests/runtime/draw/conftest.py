"""The harbour as law and as a position."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.style_file import read_style
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.law.graph import ChoiceDecl, Graph, KindDecl
from hexlaw.runtime.position.position import Position

from .harbour import AT, BOAT, CHOICES, HARBOUR, STYLE, UNITS, WORDS


@pytest.fixture
def graph() -> Graph:
    kinds = {
        "hex": KindDecl("hex", None, {}, (), 0),
        "boat": KindDecl("boat", None, BOAT, ("hex", "boat"), 1),
        "float": KindDecl("float", None, {}, ("hex",), 0),
    }
    sections = (
        "titles", "sources", "measures", "records", "facts", "quantities", "tables", "effects", "actions",
        "reaches", "options", "disputes", "rules", "rulings",
    )  # fmt: skip
    empty: dict[str, Any] = {section: {} for section in sections}
    empty["choices"] = {"side": ChoiceDecl("side", CHOICES["side"], False)}
    return Graph(modules=("harbour",), speaks_for=(), settlements=(), drops=(), kinds=kinds, units=UNITS, **empty)


@pytest.fixture
def style() -> Style:
    diagnostics = Diagnostics()
    found = read_style([Source("style.yaml", STYLE)], WORDS, diagnostics)
    assert found is not None, [d.message for d in diagnostics]
    return found


@pytest.fixture
def position(graph: Graph) -> Position:
    """A cutter with a gig in it and a float in one hex, a lighter in another."""
    made = Position(graph, HARBOUR)
    cutter = made.add("boat", "cutter-1", AT["B2"])
    gig = made.add("boat", "gig", cutter)
    lighter = made.add("boat", "lighter", AT["B4"])
    made.add("float", "cork", AT["B2"])
    made.printed.update({cutter: "cutter", gig: "gig", lighter: "lighter"})
    return made
