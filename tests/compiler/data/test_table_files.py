"""Tables: the printed chart becomes cells, layers lie over each other, holes and overlaps are named."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.table_files import TableShape, read_heading, read_table
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.runtime.law.table import TableData
from hexlaw.runtime.law.types import EXACT, TEXT, WHOLE, YES_NO, Choice, Kind, OrNone

CHOICES = {"who": ("child", "adult"), "sea": ("calm", "rough")}
FARE = TableShape("ferry-fare", (("who", Choice("who")), ("sea", Choice("sea"))), OrNone(EXACT))
FARE_TEXT = """\
table: ferry-fare
title: Fares of the ferry
cite: [RB 4.2]
across: [calm, rough]
rows:
  child: [1, 1/2]
  adult: [2, {is: 3, unsure: "a second print has 4", other: [4], cite: [RB 4.3], note: by night}]
"""
TIDE = TableShape("tide", (("pull", EXACT), ("die", WHOLE)), WHOLE)
TIDE_TEXT = """\
table: tide
cite: [RB 5]
across: [1, 2-4, 5-6]
rows:
  at least 1/2: [7, 8, 9]
  below 1/4: [1, 2, 3]
  at least 1/4: [4, 5, 6]
"""


def read(shape: TableShape, *texts: str) -> tuple[TableData | None, Diagnostics]:
    diagnostics = Diagnostics()
    sources = [Source(f"layer{i}", text) for i, text in enumerate(texts)]
    return read_table(shape, sources, CHOICES, diagnostics), diagnostics


def good(shape: TableShape, *texts: str) -> TableData:
    table, diagnostics = read(shape, *texts)
    assert table is not None, list(diagnostics)
    assert not len(diagnostics)
    return table


def told(shape: TableShape, *texts: str) -> list[tuple[str, str]]:
    table, diagnostics = read(shape, *texts)
    assert (table is None) == diagnostics.has_errors
    return [(d.code, f"{d.span} {d.message}") for d in diagnostics]


def test_cells_carry_their_sources_and_doubts() -> None:
    table = good(FARE, FARE_TEXT)
    plain, marked = table.lookup(("child", "rough")), table.lookup(("adult", "rough"))
    assert plain is not None
    assert marked is not None
    assert (plain.value, plain.cite, plain.unsure, plain.where) == (Fraction(1, 2), ("RB 4.2",), None, "layer0:6:14")
    assert (marked.value, marked.other, marked.cite) == (3, (4,), ("RB 4.3",))
    assert (marked.unsure, marked.note) == ("a second print has 4", "by night")
    assert (table.title, table.cite) == ("Fares of the ferry", ("RB 4.2",))
    assert table.lookup(("ghost", "rough")) is None


@pytest.mark.parametrize(
    ("pull", "die", "value"),
    [
        (Fraction(-5), 1, 1),
        (Fraction(249, 1000), 2, 2),
        (Fraction(1, 4), 4, 5),
        (Fraction(1, 2), 5, 9),
        (Fraction(1000), 6, 9),
        (7, 6, 9),
    ],
)
def test_numbers_fall_under_their_bracket(pull: Fraction | int, die: int, value: int) -> None:
    cell = good(TIDE, TIDE_TEXT).lookup((pull, die))
    assert cell is not None
    assert cell.value == value


def test_beyond_the_printed_range_there_is_no_cell() -> None:
    table = good(TIDE, TIDE_TEXT)
    assert table.lookup((1, 0)) is None
    assert table.lookup((1, 7)) is None
    pull, die = table.axes
    assert (pull.first, pull.last, die.first, die.last) == (None, None, 1, 6)
    assert pull.headings == ("below 1/4", "at least 1/4", "at least 1/2")


def test_one_axis() -> None:
    table = good(TableShape("t", (("n", WHOLE),), TEXT), "table: t\ncite: [x]\nrows: {1: a, 2: b, 3+: {is: c}}\n")
    assert [cell.value for n in (1, 2, 3, 99) if (cell := table.lookup((n,)))] == ["a", "b", "c", "c"]
    assert (table.axes[0].first, table.axes[0].last) == (1, None)


def test_three_axes_nest_and_yes_no_is_an_axis() -> None:
    shape = TableShape("t", (("who", Choice("who")), ("night", YES_NO), ("sea", Choice("sea"))), WHOLE)
    text = (
        "table: t\ncite: [x]\nacross: [calm, rough]\nrows:\n"
        "  child: {yes: [1, 2], no: [3, 4]}\n  adult: {yes: [5, 6], no: {rough: 8, calm: 7}}\n"
    )
    table = good(shape, text)
    cell = table.lookup(("adult", False, "calm"))
    assert cell is not None
    assert cell.value == 7


def test_none_can_head_a_row() -> None:
    shape = TableShape("t", (("who", OrNone(Choice("who"))),), WHOLE)
    table = good(shape, "table: t\ncite: [x]\nrows: {child: 1, adult: 2, none: 3}\n")
    cell = table.lookup((None,))
    assert cell is not None
    assert cell.value == 3
    assert told(shape, "table: t\ncite: [x]\nrows: {child: 1, adult: 2}\n")[0][0] == "HX153"


def test_codes_abbreviate_cells() -> None:
    text = FARE_TEXT.replace("[1, 1/2]", "['-', h]") + "codes: {'-': none, h: 1/2}\n"
    table = good(FARE, text)
    cells = [table.lookup(("child", sea)) for sea in ("calm", "rough")]
    assert [cell.value for cell in cells if cell] == [None, Fraction(1, 2)]


@pytest.mark.parametrize("anew", ["", "replaces: yes\n"])
def test_a_layer_knows_the_codes_of_its_base_and_may_change_them(anew: str) -> None:
    base = f"{FARE_TEXT}codes: {{'-': none, h: 1/2, w: 3}}\n"
    rows = "across: [calm, rough]\nrows: {child: ['-', w], adult: [h, 5]}\n"
    own = f"table: ferry-fare\ncite: [FAQ 1]\n{rows}codes: {{w: 4}}\n"
    table = good(FARE, base, own + anew)
    cells = [table.lookup((who, sea)) for who in ("child", "adult") for sea in ("calm", "rough")]
    assert [cell.value for cell in cells if cell] == [None, 4, Fraction(1, 2), 5]


def test_a_layer_that_replaces_one_that_cannot_be_read_has_something_to_replace() -> None:
    anew = f"{FARE_TEXT}replaces: yes\n"
    assert {code for code, _ in told(FARE, anew)} == {"HX176"}
    found = told(FARE, FARE_TEXT.replace("rows:", "row:"), anew)
    assert found
    assert all(where.startswith("layer0:") for _, where in found)


def test_a_layer_replaces_single_cells() -> None:
    table = good(FARE, FARE_TEXT, "table: ferry-fare\ncite: [FAQ 1]\nrows: {child: {rough: 9}}\n")
    new, old = table.lookup(("child", "rough")), table.lookup(("child", "calm"))
    assert new is not None
    assert old is not None
    assert (new.value, new.cite, old.value, old.cite) == (9, ("FAQ 1",), 1, ("RB 4.2",))
    assert table.cite == ("RB 4.2", "FAQ 1")
    assert table.title == "Fares of the ferry"


def test_a_layer_fills_what_its_base_leaves_open() -> None:
    base = FARE_TEXT.replace("  child: [1, 1/2]\n", "")
    good(FARE, base, "table: ferry-fare\ncite: [x]\nacross: [rough, calm]\nrows: {child: [1, 2]}\n")


def test_a_repeated_cell_is_a_warning() -> None:
    table, diagnostics = read(FARE, FARE_TEXT, "table: ferry-fare\ncite: [x]\nrows: {child: {rough: 1/2}}\n")
    (found,) = diagnostics
    assert table is not None
    assert (found.code, found.level, str(found.span)) == ("HX156", "warning", "layer1:3:23")
    assert "who `child`, sea `rough`" in found.message


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("  child: [1, 1/2]\n", "", "HX153", "no cells for who `child`"),
        ("[1, 1/2]", "{calm: 1}", "HX153", "no cell for who `child`, sea `rough`"),
        ("[1, 1/2]", "[1]", "HX152", "cells in this row: 1, columns of the table: 2"),
        ("[1, 1/2]", "7", "HX157", "headings of the axis `sea` are missing"),
        ("[1, 1/2]", "{calm: 1, rough: {a: 2}}", "HX157", "found more headings"),
        ("[1, 1/2]", "{calm: {calm: 2}, rough: 3}", "HX157", "found more headings"),
        ("[1, 1/2]", "[1, 0.5]", "HX107", "`0.5` is not a number"),
        ("child:", "chlid:", "HX107", "`chlid` is not one of `child`, `adult`"),
        ("across: [calm, rough]\n", "", "HX157", "no headings of the axis `sea`"),
        ("[calm, rough]", "[calm, calm]", "HX158", "the heading `calm` is given twice"),
        ("table: ferry-fare", "table: ferry-far", "HX150", "`ferry-far`, expected `ferry-fare`"),
        ("cite: [RB 4.2]\n", "", "HX105", "the key `cite` is missing"),
        ("across:", "acros:", "HX105", "no key `acros`"),
    ],
)
def test_mistakes_are_named(old: str, new: str, code: str, words: str) -> None:
    found = told(FARE, FARE_TEXT.replace(old, new))
    assert any(found_code == code and words in message for found_code, message in found), found


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("5-6", "4-6", "HX154", "the headings `2-4` and `4-6` cover the same numbers"),
        ("5-6", "7-8", "HX155", "nothing covers `5` to `6`"),
        ("1, 2-4", "1+, 2-4", "HX154", "`1+` and `2-4`"),
        ("1, 2-4", "4-2, 1-4", "HX151", "`4-2` is not a heading"),
        ("below 1/4", "below 1/8", "HX155", "nothing covers some numbers"),
        ("below 1/4", "below 1/2", "HX154", "cover the same numbers"),
        ("below 1/4", "1-4", "HX151", "would leave out"),
        ("below 1/4", "at least 0.25", "HX151", "is not a heading for numbers"),
        ("below 1/4", "at least 1/2", "HX106", "given twice"),
        ("below 1/4", "at least 2/4", "HX158", "given twice"),
    ],
)
def test_number_headings_follow_each_other(old: str, new: str, code: str, words: str) -> None:
    found = told(TIDE, TIDE_TEXT.replace(old, new))
    assert any(found_code == code and words in message for found_code, message in found), found


@pytest.mark.parametrize(
    ("odds", "written"), [("1:4", "at least 1/4"), ("3:1", "at least 3"), ("6:4", "at least 1 1/2")]
)
def test_odds_are_said_as_the_heading_that_they_are(odds: str, written: str) -> None:
    found = Diagnostics()
    read_heading(Scalar(odds, Source("t.yaml", odds).span(0, len(odds))), EXACT, {}, found)
    assert [d.help for d in found] == [f"odds of {odds.replace(':', ' to ')}, up to the next heading, are `{written}`"]


def test_declarations_that_no_table_can_fill() -> None:
    assert told(TableShape("t", (("boat", Kind("boat")),), WHOLE), "table: t\n")[0][0] == "HX151"
    assert told(TableShape("t", (), WHOLE), "table: t\ncite: [x]\nacross: [1]\nrows: {a: 1}\n")[0][0] == "HX151"
    assert told(FARE) == [("HX153", "None the table `ferry-fare` has no file `tables/ferry-fare.yaml`")]


def test_a_hostile_size_is_bounded() -> None:
    """A thousand rows by a thousand columns of which none is filled would be a million diagnostics."""
    shape = TableShape("t", (("a", TEXT), ("b", TEXT)), WHOLE)
    rows = "".join(f"  r{i}: {{c{i}: 1}}\n" for i in range(1000))
    assert len(told(shape, f"table: t\ncite: [x]\nrows:\n{rows}")) == 101


def test_rows_without_headings_across_are_one_mistake() -> None:
    bare = FARE_TEXT.replace("across: [calm, rough]\n", "")
    assert [message for _, message in told(FARE, bare)] == [
        "layer0:5:10 the columns of this row have no headings of the axis `sea`"
    ]


GUST = TableShape("gust", (("die", WHOLE), ("lead", WHOLE)), WHOLE)
GUST_TEXT = """\
table: gust
cite: [RB 6]
across: [0, 1-3, 4]
rows: {1: [1, 2, 3], 2: [1, 2, 3], 3-4: [1, 2, 3], 5: [1, 2, 3], 6: [1, 2, 3]}
"""


@pytest.mark.parametrize("rows", ["{0: {1: 9}}", "{1-3: {6: 9}, 4: {6: 9}}"])
def test_a_layer_with_its_axes_exchanged_is_told_so(rows: str) -> None:
    layer = f"table: gust\ncite: [FAQ 1]\nrows: {rows}\n"
    expected = "layer1:3:7 the axes look exchanged: these are headings of `lead` where `die` is expected"
    assert told(GUST, GUST_TEXT, layer) == [("HX151", expected)]


@pytest.mark.parametrize(
    "rows",
    [
        "{1: {0: 9}}",
        "{1: {5: 9}, 2: {5: 9}, 3-4: {5: 9}, 5: {5: 9}, 6: {5: 9}}",  # a new column, of a heading that both axes know
        "{7: {0: 1, 1-3: 1, 4: 1}}",
    ],
)
def test_a_layer_that_gives_an_axis_more_headings_has_not_exchanged_it(rows: str) -> None:
    good(GUST, GUST_TEXT, f"table: gust\ncite: [FAQ 1]\nrows: {rows}\n")


def test_rows_as_many_as_headings_across_look_exchanged() -> None:
    """Two headings of `lead` across, two of it down, and six cells in each row: one for each fall of the die."""
    text = "table: gust\ncite: [x]\nacross: [0, 1]\nrows: {0: [1, 2, 3, 4, 5, 6], 1: [1, 2, 3, 4, 5, 6]}\n"
    (found,) = read(GUST, text)[1]
    expected = "every row has 6 cells, and these are 2 headings, as many as there are rows: the axes look exchanged"
    assert (found.code, found.message) == ("HX152", expected)
    assert found.help is not None
    assert "write each column of these cells as a row" in found.help
    (plain,) = read(GUST, text.replace("[0, 1]\n", "[0, 1, 2]\n"))[1]
    assert plain.message == "every row has 6 cells, and these are 3 headings"


def test_a_row_that_is_too_short_is_told_the_headings() -> None:
    short = FARE_TEXT.replace("[1, 1/2]", "[1]")
    assert [d.help for d in read(FARE, short)[1]] == ["write one cell for each of `calm`, `rough`"]
