"""What is passed over where laws are compared is presentation: it holds no law, and no game goes otherwise for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.situations.played_out import play_out
from hexlaw.runtime.base.nodes import Node, replace
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.players import RandomPlayer

WORDS = (str, type(None), g.Citation, g.Origin)
"""What presentation is made of."""


def dressed(node: Any) -> Iterator[tuple[str, str, object]]:
    """All that is passed over in a node: of what node, its field, and each thing in it."""
    match node:
        case Mapping():
            for item in node.values():
                yield from dressed(item)
        case tuple():
            for item in node:
                yield from dressed(item)
        case Node():
            for name in node.__struct_fields__:
                value = getattr(node, name)
                if name in node.WORDS | node.SOURCES:
                    items = value if isinstance(value, tuple) else (value,)
                    yield from ((type(node).__name__, name, item) for item in items)
                else:
                    yield from dressed(value)


def in_other_words(node: Any) -> Any:
    """A node in which all that is passed over says something else."""
    match node:
        case Mapping():
            return {name: in_other_words(item) for name, item in node.items()}
        case tuple():
            return tuple(map(in_other_words, node))
        case Node():
            changed = {name: getattr(node, name) for name in node.__struct_fields__}
            beside = node.WORDS | node.SOURCES
            return replace(node, **{n: other(v) if n in beside else in_other_words(v) for n, v in changed.items()})
    return node


def other(value: Any) -> Any:
    match value:
        case str():
            return f"{value} otherwise"
        case tuple():
            return tuple(map(other, value))
        case g.Citation(source=source, text=text):
            return g.Citation(source, f"{text}9")
    return value


def compiled(module: str) -> Compilation:
    found = compile_modules(module, Diagnostics())
    assert found is not None
    return found


def dressed_in(law: Compilation) -> list[tuple[str, str, Any]]:
    return list(dressed({section.field: getattr(law.graph, section.field) for section in g.SECTIONS}))


def test_what_is_passed_over_is_found() -> None:
    found = {(kind, field) for kind, field, _ in dressed_in(compiled("tutorial"))}
    assert {("Rule", "cites"), ("Condition", "text"), ("Pick", "where_text")} <= found


def test_what_is_passed_over_holds_no_law(shipped: Compilation) -> None:
    """But what a message asks, which may have no answer: that is compared besides; and doubts, which no law reads."""
    law = {(kind, field) for kind, field, item in dressed_in(shipped) if not isinstance(item, WORDS)}
    assert law <= {("Rule", "says"), ("Cell", "other"), ("UnitType", "unsure")}


@pytest.mark.parametrize("situation", ["last-fine-day", "early-snow", "market-day"])
def test_no_game_goes_otherwise_in_other_words(situation: str) -> None:
    law = compiled("tutorial")
    one, two = (played(each, situation) for each in (law, replace(law, graph=in_other_words(law.graph))))
    assert len(one) > 20
    assert one == two


def played(law: Compilation, situation: str) -> list[Entry]:
    prepared = prepare(law, situation, Configuration(), Diagnostics())
    assert prepared is not None
    game = prepared.game("words")
    play_out(game, {side: RandomPlayer(Chance(side)) for side in game.law.sides})
    return list(game.entries)
