"""No input makes a reader raise: a good file, cut, doubled or overwritten, is read or refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.code_pages import code_pages
from hexlaw.compiler.data.boards import BoardWords, read_board
from hexlaw.compiler.data.manifest import read_manifest
from hexlaw.compiler.data.style_file import StyleWords, read_style
from hexlaw.compiler.data.table_files import TableShape, read_table
from hexlaw.compiler.data.unit_charts import UnitWords, read_units
from hexlaw.runtime.law.types import EXACT, WHOLE, YES_NO, Choice, OrNone, SetOf

CHOICES = {"sea": ("calm", "rough")}
SHAPE = TableShape("tide", (("pull", EXACT), ("sea", Choice("sea")), ("die", WHOLE)), OrNone(EXACT))
ATTRIBUTES = {"depth": WHOLE, "kinds": SetOf(Choice("sea")), "hedge": YES_NO}

WORDS = StyleWords(ATTRIBUTES, ATTRIBUTES, CHOICES, ATTRIBUTES, ("boat",))

GOOD: dict[str, tuple[str, Callable[[Source, Diagnostics], object]]] = {
    "table": (
        "table: tide\ncite: [x]\nacross: [1, 2-4, 5+]\ncodes: {'-': none}\nrows:\n"
        "  below 1/4: {calm: [1, 2, '-'], rough: {1: 3, 2-4: 5, 5+: {is: 1/2, other: [1], unsure: y}}}\n"
        "  at least 1/4: {calm: [1, 2, 3], rough: [4, 5, 6]}\n",
        lambda source, found: read_table(SHAPE, [source, source], CHOICES, found),
    ),
    "units": (
        'id,name,kind,source,unsure,depth,kinds\nraft,"A ""raft""",boat,RB 1,depth: x,3,calm rough\nbarge,,,RB 2,,,\n',
        lambda source, found: read_units([[source], [source]], UnitWords({"boat": ATTRIBUTES}, "boat", CHOICES), found),
    ),
    "board": (
        "board: C\n"
        'grid: {orientation: flat, lines: [A, B], lengths: [3, 2], first-number: 0, name: "{line}{number}"}\n'
        "hexes:\n  A1: {depth: 3, kinds: [calm], hedge: [N, SE], note: x}\nplaces: {P: [A1, B0]}\n",
        lambda source, found: read_board([source], BoardWords(ATTRIBUTES, {"hedge": YES_NO}, CHOICES), found),
    ),
    "module": (
        "module: a\ntitle: A\nversion: 1.0.0\nadd-on-for: [b]\nneeds: [fact c]\nsources: {R: {title: x, ids: yes}}\n",
        lambda source, found: read_manifest(source, found),
    ),
    "style": (
        'background: "#fff"\nhexes:\n- {attribute: depth, value: 3, fill: red, letter: d, art: {shape: s, count: 3}}\n'
        "sides:\n- {attribute: hedge, stroke: '#123', width: 1/2, kind: path, dash: 3, layer: -1}\n"
        'shapes: {s: [{d: "M0,0 l1-.5 A3 3 0 1 0 4 4z", fill: ink}]}\n'
        "counters:\n  faces: [{when: {hedge: yes, kind: boat}, fill: red}]\n"
        "  figures: [{show: depth, at: top, words: {3: three}, size: 9}]\n  symbols: [{shapes: [s]}]\n"
        "  markers: [{when: {holds: no}, fill: blue, legend: x, shape: s}]\n",
        lambda source, found: read_style([source, source], WORDS, found),
    ),
}

_PIECES = st.sampled_from(
    [*"{}[]:,-'\"#&*!|>+/0\n\t ;é\0\ud800\u2028", "- ", ": ", "{}", "[]", "none", "9" * 30, "1/0", "is"]
)


@pytest.mark.parametrize("name", GOOD)
def test_the_good_files_are_good(name: str) -> None:
    text, read = GOOD[name]
    diagnostics = Diagnostics()
    assert read(Source("f", text), diagnostics) is not None
    assert not diagnostics.has_errors, list(diagnostics)


@pytest.mark.parametrize("name", GOOD)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_file_is_read_or_refused(name: str, data: st.DataObject) -> None:
    text, read = GOOD[name]
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(_PIECES) * data.draw(st.integers(0, 2)) + text[end:]
    diagnostics = Diagnostics()
    read(Source("f", text), diagnostics)
    assert {d.code for d in diagnostics} <= code_pages().keys()
    for finding in diagnostics:
        assert finding.message[0] not in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        assert not finding.message.endswith(".")
        assert str(finding.span)


@pytest.mark.parametrize("name", GOOD)
@settings(max_examples=40, deadline=None)
@given(text=st.text(max_size=80))
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    GOOD[name][1](Source("f", text), Diagnostics())
