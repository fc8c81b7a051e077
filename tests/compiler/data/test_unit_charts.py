"""Unit charts: rows become unit types, spreadsheets' habits are forgiven, mistakes point at their field."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.unit_charts import UnitWords, read_units
from hexlaw.runtime.law.types import EXACT, WHOLE, Choice, SetOf
from hexlaw.runtime.law.units import UnitType

CHOICES = {"berth": ("pier", "quay")}
KINDS = {"boat": {"berths": WHOLE, "speed": EXACT, "fits": SetOf(Choice("berth"))}, "lamp": {"range": WHOLE}}
CHART = """\
id,name,kind,source,unsure,berths,speed,fits,range
night-boat,"Boat, by ""night"" only",boat,RB 7.1,,12,5 1/2,quay pier,
dinghy,Dinghy,,RB 7.2,speed berths: blurred,2,,,
lamp-1,Lamp,lamp,RB 7.3,the whole counter is worn,,,,4
"""


def read(*layers: str | list[str]) -> tuple[dict[str, UnitType], Diagnostics]:
    diagnostics = Diagnostics()
    sources = [
        [Source(f"l{i}f{j}", text) for j, text in enumerate([layer] if isinstance(layer, str) else layer)]
        for i, layer in enumerate(layers)
    ]
    return read_units(sources, UnitWords(KINDS, "boat", CHOICES), diagnostics), diagnostics


def told(*layers: str | list[str]) -> list[tuple[str, str, str]]:
    return [(d.code, str(d.span), d.message) for d in read(*layers)[1]]


def test_rows_become_units() -> None:
    units, diagnostics = read(CHART)
    assert not len(diagnostics), list(diagnostics)
    boat = units["night-boat"]
    assert (boat.name, boat.kind, boat.source, boat.where) == ('Boat, by "night" only', "boat", "RB 7.1", "l0f0:2:1")
    assert boat.values == {"berths": 12, "speed": Fraction(11, 2), "fits": ("pier", "quay")}
    assert units["dinghy"].kind == "boat"
    assert units["dinghy"].values == {"berths": 2}
    assert units["lamp-1"].values == {"range": 4}


def test_doubts() -> None:
    units, _ = read(CHART)
    assert (units["dinghy"].unsure, units["dinghy"].doubt) == ({"speed", "berths"}, "blurred")
    assert units["lamp-1"].unsure == {"name", "kind", "range"}
    assert units["lamp-1"].doubt == "the whole counter is worn"
    assert units["night-boat"].unsure == frozenset()
    assert units["night-boat"].doubt is None


@pytest.mark.parametrize(
    "chart",
    [
        CHART.replace("\n", "\r\n"),
        "\ufeff" + CHART,
        CHART.replace(",", ";").replace("Boat;", "Boat,"),
        CHART.replace(",", "\t").replace("Boat\t", "Boat,"),
        CHART + "\n\n,,,,,,,,,,,\n",
        CHART.replace("2,,,\n", "2\n"),
    ],
)
def test_spreadsheet_habits_are_forgiven(chart: str) -> None:
    units, diagnostics = read(chart)
    assert not len(diagnostics), list(diagnostics)
    expected = read(CHART)[0]
    assert {id: (u.name, u.values) for id, u in units.items()} == {id: (u.name, u.values) for id, u in expected.items()}


def test_a_value_that_was_taken_for_a_kind_is_told_with_its_column() -> None:
    kinds = {"boat": {"berth": Choice("berth"), "speed": EXACT}, "lamp": {"range": WHOLE}}
    found = Diagnostics()
    chart = Source("chart", "id,name,kind,source,berth\npunt,Punt,quay,RB 1,pier\n")
    read_units([[chart]], UnitWords(kinds, "boat", CHOICES), found)
    assert [(d.code, d.help) for d in found] == [("HX166", "it is a value of the column `berth`")]


def test_a_value_that_no_choice_has_is_told_with_how_to_bring_one() -> None:
    _, found = read(CHART.replace("quay pier", "quay jetty"))
    assert [d.help for d in found] == ["another is brought by `choice berth also` in the law"]


@pytest.mark.parametrize(
    ("old", "new", "code", "place", "words"),
    [
        ("12", "x", "HX107", "2:51", "`x` is not a whole number"),
        ("quay pier", "quy pier", "HX107", "2:60", "`quy` is not one of"),
        (",berths,", ",berth,", "HX162", "1:28", "no attribute `berth`"),
        (",berths,", ",speed,", "HX163", "1:34", "`speed` is given twice"),
        ("id,", "ident,", "HX161", "1:1", "no column `id`"),
        (",source,", ",sauce,", "HX161", "1:1", "no column `source`"),
        ("dinghy,", ",", "HX164", "3:1", "has no id"),
        ("dinghy,", "Ding hy,", "HX164", "3:1", "`Ding hy` is not an id"),
        ("dinghy,", "night-boat,", "HX165", "3:1", "given twice"),
        (",lamp,", ",lump,", "HX166", "4:13", "no kind `lump`"),
        (",,,,4", ",7,,,4", "HX167", "4:51", "a lamp has no attribute `berths`"),
        ("RB 7.2", "", "HX168", "3:1", "`dinghy` has no source"),
        ("speed berths: blurred", "berhts", "HX162", "3:23", "a boat has no attribute `berhts`"),
        (",,,,4", ",,,,4,5", "HX160", "4:56", "fields in this row: 10, columns of the chart: 9"),
        (",speed,", ",Speed,", "HX162", "1:35", "the column `Speed` has capitals"),
        ('"Boat, by', '"Boat" by', "HX160", "2:1", "quotes of this row do not match"),
    ],
)
def test_mistakes_point_at_their_field(old: str, new: str, code: str, place: str, words: str) -> None:
    found = told(CHART.replace(old, new, 1))
    assert any(c == code and at == f"l0f0:{place}" and words in m for c, at, m in found), found


def test_a_missing_column_is_told_once() -> None:
    assert [(c, m) for c, _, m in told("id,berths\nraft,3\nbarge,4\n")] == [
        ("HX161", "the chart has no column `source`")
    ]


def test_capitals_in_a_heading_are_the_only_mistake() -> None:
    assert [c for c, _, _ in told("ID,Source,Berths\nraft,RB 1,3\n")] == ["HX162"] * 3


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("night-boat,Boat,boat,RB 7.1,12,5 1/2,quay", [("HX160", "l0f0:2:32")]),  # no boat has 5 1/2 berths
        ("night-boat,Boat,boat,12,5 1/2,quay", [("HX160", "l0f0:2:31")]),  # two, as a doubt is any text
        ("night-boat,Boat,boat,RB 7.1,,12,5 1/2", []),  # it ends early
        ("night-boat,Boat,boat,RB 7.1,,12,swift", [("HX107", "l0f0:2:33")]),  # it ends early, and has a wrong value
    ],
)
def test_a_row_that_lacks_a_field_in_the_midst_is_one_mistake(row: str, found: list[tuple[str, str]]) -> None:
    chart = "id,name,kind,source,unsure,berths,speed,fits\n" + row + "\n"
    assert [(code, place) for code, place, _ in told(chart)] == found


def test_a_row_with_another_separator() -> None:
    found = told("id;source;berths\nraft,RB 1,3\nbarge;RB 2;4\n")
    assert [(c, at, m) for c, at, m in found] == [
        ("HX160", "l0f0:2:1", "this row is separated by commas, the names of the columns are not")
    ]


def test_other_rows_are_still_read() -> None:
    units, _ = read(CHART.replace("12", "x"))
    assert set(units) == {"dinghy", "lamp-1"}


def test_a_unit_is_given_once_in_all_files_of_a_module() -> None:
    chart = "id,source\nraft,RB 1\n"
    assert [(c, at) for c, at, _ in told([chart, chart])] == [("HX165", "l0f1:2:1")]


def test_a_layer_changes_only_what_it_says() -> None:
    change = "id,source,berths,speed\nnight-boat,FAQ 3,14,\n"
    units, diagnostics = read(CHART, change)
    boat = units["night-boat"]
    assert not len(diagnostics)
    assert boat.values == {"berths": 14, "speed": Fraction(11, 2), "fits": ("pier", "quay")}
    assert (boat.name, boat.source, boat.where) == ('Boat, by "night" only', "FAQ 3", "l1f0:2:1")


def test_a_figure_given_anew_is_no_longer_in_doubt() -> None:
    units, _ = read(CHART.replace("2,,,\n", "2,1,,\n"), "id,source,speed\ndinghy,FAQ 4,2\n")
    assert (units["dinghy"].unsure, units["dinghy"].doubt) == ({"berths"}, "blurred")


def test_a_row_that_changes_nothing_is_a_warning() -> None:
    _, diagnostics = read(CHART, "id,source,berths\nnight-boat,FAQ 3,12\n")
    assert [(d.code, d.level) for d in diagnostics] == [("HX169", "warning")]


def test_a_new_unit_without_a_name_is_perhaps_misspelt() -> None:
    units, diagnostics = read(CHART, "id,source,berths\nnigth-boat,FAQ 3,14\n")
    assert [(d.code, d.level, str(d.span)) for d in diagnostics] == [("HX177", "note", "l1f0:2:1")]
    assert "did you mean `night-boat`?" in (next(iter(diagnostics)).help or "")
    assert set(units) == {"night-boat", "dinghy", "lamp-1", "nigth-boat"}
    assert not len(read(CHART, "id,name,source,berths\nnigth-boat,Nigth Boat,FAQ 3,14\n")[1])
    [unlike_any] = read(CHART, "id,name,source,berths\nwhaler,,FAQ 3,14\n")[1]
    assert unlike_any.help == "no unit below is called so; a new one has a `name`"


def test_a_unit_that_alone_lacks_what_its_like_have_is_noted() -> None:
    """Of three boats or more, in all files of the module; where two lack a figure, boats do without it."""
    boats = [
        f"id,name,source,berths,speed\n{name},X,RB 1,3,{speed}\n" for name, speed in (("a", 1), ("b", 2), ("c", ""))
    ]
    units, diagnostics = read(boats)
    assert [(d.code, d.level, str(d.span)) for d in diagnostics] == [("HX177", "note", "l0f2:2:1")]
    assert [d.message for d in diagnostics] == ["the unit `c` has no `speed`, as every other boat has"]
    assert set(units) == {"a", "b", "c"}
    assert not len(read(boats[1:])[1]), "one other tells nothing"
    assert not len(read([*boats, boats[2].replace("c,", "d,")])[1]), "two lack it"


def test_a_unit_keeps_its_kind() -> None:
    found = told(CHART, "id,kind,source\nnight-boat,lamp,FAQ 3\n")
    assert [(c, at) for c, at, _ in found] == [("HX166", "l1f0:2:12")]


def test_an_empty_chart() -> None:
    assert [c for c, _, _ in told("\n\n")] == ["HX161"]


def test_sizes_are_bounded() -> None:
    many = "id,source\n" + "".join(f"u{i},x\n" for i in range(20_001))
    assert [(c, m) for c, _, m in told(many)] == [("HX103", "a chart has at most 20,000 rows")]
    wide = "id,source" + ",name" * 300 + "\n"
    assert told(wide)[0][0] == "HX103"
    assert told("id,source\na," + "x" * 200_000 + "\n")[0][0] == "HX160"


def test_a_usual_kind_that_is_not_there_is_told_where_the_module_names_it_and_not_for_each_unit() -> None:
    diagnostics, words = Diagnostics(), UnitWords(KINDS, "bote", CHOICES)
    read_units([[Source("chart", "id,source\ndinghy,RB 7.2\nskiff,RB 7.3\n")]], words, diagnostics)
    assert not len(diagnostics), list(diagnostics)
    read_units([[Source("chart", "id,kind,source\ndinghy,bote,RB 7.2\n")]], words, diagnostics)
    assert [d.code for d in diagnostics] == ["HX166"]


def test_a_column_without_a_name_is_told_at_the_row_that_is_too_long_alone() -> None:
    chart = "id,kind,source,berths,fits\ndinghy,boat,RB 7,2,1,\nskiff,boat,RB 7,2,2,pier\n"
    [found] = read(chart)[1]
    assert (found.code, str(found.span)) == ("HX160", "l0f0:3:21")
    assert "or a column has no name" in (found.help or "")
