"""A text of YAML is changed in one place, and all else in it stays as somebody has written it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.yaml_edit import with_value
from hexlaw.compiler.data.yaml_tree import Plain, flow, read_yaml

BOARD = """\
# The reef, as the pilot drew it.
board: reef
hexes:
  A1: {depth: deep,   buoy: yes}   # by the lamp
  B2: {depth: shoal}
# no more is known
places:
  Bar: [A1, B2]
"""
BERTHS = "ships:\n  gig: {kind: boat,\n        at: A1}\n  hulk:\n    kind: raft  # since the storm\n    at: B2\n"


@pytest.mark.parametrize(
    ("path", "value", "before", "after"),
    [
        (["hexes", "A1", "depth"], "shoal", "depth: deep,  ", "depth: shoal,  "),
        (["hexes", "B2", "buoy"], "yes", "{depth: shoal}", "{depth: shoal, buoy: yes}"),
        (["hexes", "C3"], {"depth": "deep"}, "shoal}\n", "shoal}\n  C3: {depth: deep}\n"),
        (["hexes", "C3", "depth"], "deep", "shoal}\n", "shoal}\n  C3: {depth: deep}\n"),
        (["hexes", "A1", "buoy"], None, ",   buoy: yes", ""),
        (["hexes", "A1", "depth"], None, "depth: deep,   ", ""),
        (["hexes", "B2", "depth"], None, "  B2: {depth: shoal}\n", ""),
        (["places", "Bar"], None, "places:\n  Bar: [A1, B2]\n", ""),
        (["title"], 'The "old" reef: a bar', "B2]\n", 'B2]\ntitle: "The \\"old\\" reef: a bar"\n'),
    ],
)
def test_one_place_is_changed(path: list[str | int], value: Plain | None, before: str, after: str) -> None:
    assert BOARD.count(before) == 1
    assert with_value(BOARD, path, value) == BOARD.replace(before, after)


def test_what_is_long_is_written_on_lines_of_its_own() -> None:
    ships: Plain = {"gig": {"kind": "boat", "at": "0105"}, "hulk": {"kind": "raft", "at": "B2"}}
    lines = "ships:\n  gig: {kind: boat, at: 0105}\n  hulk: {kind: raft, at: B2}\n"
    assert with_value("", ["ships"], ships) == lines
    assert (
        with_value("ships: {}  # none yet\n", ["ships", "gig", "at"], "A1") == "ships:\n  gig: {at: A1}  # none yet\n"
    )
    assert with_value("# nothing\nships:\n", ["ships", "gig"], {"at": "A1"}) == "# nothing\nships:\n  gig: {at: A1}\n"


def test_a_block_and_braces_over_lines_get_a_key_as_the_others_are_written() -> None:
    assert with_value(BERTHS, ["ships", "hulk", "lit"], "no") == BERTHS + "    lit: no\n"
    assert with_value(BERTHS, ["ships", "hulk", "kind"], "gig") == BERTHS.replace("raft ", "gig ")
    assert with_value(BERTHS, ["ships", "gig"], None) == BERTHS.replace("  gig: {kind: boat,\n        at: A1}\n", "")
    assert with_value(BERTHS, ["ships", "hulk", "kind"], None) == BERTHS.replace(
        "    kind: raft  # since the storm\n", ""
    )


def test_items_are_reached_by_their_numbers() -> None:
    text = "cases:\n  - id: a\n    at: A1\n  - id: b\n    at: B2  # here\n"
    assert with_value(text, ["cases", 1, "at"], "B3") == text.replace("B2", "B3")
    assert with_value(text, ["cases", 0, "lit"], "yes") == text.replace("A1\n", "A1\n    lit: yes\n")
    step: Plain = {"id": "c", "ships": {"gig": {"kind": "boat", "at": "A1"}}, "play": [{"sail": "gig"}, "done"]}
    more = "  - id: c\n    ships:\n      gig: {kind: boat, at: A1}\n    play: [{sail: gig}, done]\n"
    assert with_value(text, ["cases", 2], step) == text + more
    assert with_value("cases:\n", ["cases", 0], step) == "cases:\n" + more
    assert with_value(text, ["cases", 1], None) == "cases:\n  - id: a\n    at: A1\n"


def test_what_cannot_be_read_is_left_alone() -> None:
    with pytest.raises(Refused, match="before it is mended"):
        with_value("hexes: {A1", ["hexes", "B2"], "x")
    with pytest.raises(Refused, match="something else stands"):
        with_value("hexes: all\n", ["hexes", "B2"], "x")


TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp"), exclude_characters="\ufeff"), max_size=12
)
VALUES = st.recursive(
    TEXTS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=8
)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4), TEXTS, VALUES)
def test_what_is_written_is_read_again(known: dict[str, Plain], key: str, value: Plain) -> None:
    text = ""
    for name, inner in known.items():
        text = with_value(text, [name], inner)
    text = with_value(text, [key], value)
    tree = read_yaml(Source("x", text), found := Diagnostics())
    assert tree is not None, (text, found.found)
    assert tree.plain() == {**known, key: value}
    line = read_yaml(Source("x", f"x: {flow(value)}"), Diagnostics())
    assert line is not None
    assert line.plain() == {"x": value}
