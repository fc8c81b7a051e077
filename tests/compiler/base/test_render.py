"""Findings as text: place, code, sentence, the line with the spot marked, and what would help."""

from __future__ import annotations

from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics, did_you_mean
from hexlaw.compiler.base.render import MAX_LINE_LENGTH, as_json, in_order, render
from hexlaw.compiler.base.source import Source

SOURCE = Source("x.law", "rule a\n  whn u is lit\n")


def test_the_spot_is_marked() -> None:
    found = Diagnostic("HX204", "`whn` is not expected", SOURCE.span(9, 12), "did you mean `when`?")
    assert render(found).split("\n") == [
        "x.law:2:3: error HX204: `whn` is not expected",
        "  2 |   whn u is lit",
        "    |   ^^^",
        "  help: did you mean `when`?",
    ]


def test_without_a_place_there_is_no_excerpt() -> None:
    assert render(Diagnostic("HX301", "there is no module `x`")) == "error HX301: there is no module `x`"


def test_a_second_place_has_its_caption() -> None:
    found = Diagnostic("HX212", "twice", SOURCE.span(9, 12), labels=((SOURCE.span(0, 4), "the first one"),))
    assert "  x.law:1:1: the first one\n  1 | rule a\n    | ^^^^" in render(found)


def test_long_lines_are_cut_around_the_spot() -> None:
    source = Source("x", "a" * 5000 + "B" + "c" * 5000)
    lines = render(Diagnostic("HX204", "m", source.span(5000, 5001))).split("\n")
    assert all(len(line) < MAX_LINE_LENGTH + 20 for line in lines)
    assert lines[1][lines[2].index("^")] == "B"


def test_what_cannot_be_printed_is_not_printed() -> None:
    source = Source("x", "a\x1b[31mb\u202ec")
    shown = render(Diagnostic("HX204", "m", source.span(0, 1)))
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_places_at_the_end_of_a_text() -> None:
    for text in ("", "\n", "a", "a\n"):
        source = Source("x", text)
        assert render(Diagnostic("HX204", "m", source.span(len(text), len(text))))


def test_findings_stand_in_the_order_of_the_text_and_once() -> None:
    found = Diagnostics()
    for start in (9, 0, 9):
        found.report("HX204", SOURCE.span(start, start + 1), "m")
    found.report("HX301", None, "first")
    assert [d.span.start if d.span else None for d in in_order(found)] == [None, 0, 9]


def test_json_has_every_part() -> None:
    (data,) = as_json([Diagnostic("HX204", "m", SOURCE.span(9, 12), "h", "warning")])
    assert data == {
        "code": "HX204",
        "level": "warning",
        "message": "m",
        "help": "h",
        "file": "x.law",
        "line": 2,
        "column": 3,
    }


def test_a_near_name_is_guessed_and_a_far_one_not() -> None:
    assert did_you_mean("lanturn", ["lantern", "reef"]) == "did you mean `lantern`?"
    assert did_you_mean("zzz", ["lantern", "reef"]) is None
