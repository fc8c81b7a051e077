"""The book of the small module, in which everything can be looked up by hand; and what was chosen for it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.book.book import WantedBook, gather
from hexlaw.compiler.desk.book.charts import chart_alone
from hexlaw.compiler.desk.book.html import html_one_file
from hexlaw.compiler.desk.book.markdown import markdown
from hexlaw.compiler.desk.book.model import Book, Entry, Section, Situation, Span, Step, nodes
from hexlaw.compiler.desk.book.pdf import pdf
from hexlaw.compiler.desk.book.settings import check_settings
from hexlaw.compiler.desk.book.wording import Wording, plain
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused

from .references import anchors, unresolved

MANIFEST = (
    "module: odd\ntitle: Odd\nversion: 1.0.0\nsources: {Q: {title: Letters, ids: yes}}\n"
    "speaks-for: [Q]\ndefault-source: Q\n"
)
OF_A_BOOK = MANIFEST.replace("odd", "{}").replace("{Q: {title: Letters, ids: yes}}", "{{Q: {{title: B}}}}")
MAKE = """
import sys
from hexlaw.compiler.desk.book.document import write_book
from hexlaw.compiler.desk.book.book import WantedBook, gather
from hexlaw.compiler.desk.book.wording import Wording, plain
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
sys.stdout.write(write_book(gather(WantedBook(compile_modules("tutorial", Diagnostics()), formal=True), Diagnostics())))
"""


def book(chosen: Configuration, *, with_law: bool = False) -> Book:
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    found = gather(WantedBook(compilation, chosen, with_law=with_law, formal=True), Diagnostics())
    assert found is not None
    return found


def sections(book: Book) -> list[Section]:
    return [section for chapter in book.chapters for section in chapter.sections]


def text_of(spans: Iterable[Span]) -> str:
    return "".join(span.text for span in spans)


def section(book: Book, number: str) -> Section:
    return next(section for section in sections(book) if section.number == number)


def entries(node: object) -> dict[str, Entry]:
    return {entry.name: entry for entry in nodes(node) if isinstance(entry, Entry)}


def test_numbers_of_the_printed_book_are_the_anchors_in_their_order(small: Book) -> None:
    numbers = [section.number for section in sections(small) if section.number]
    assert numbers.index("2.2") < numbers.index("2.9") < numbers.index("10.1")
    assert section(small, "2.9").anchor == "RB-2.9"
    assert [chapter.title for chapter in small.chapters if chapter.number == "2"] == ["Moving"]


def test_an_exception_with_the_same_number_is_printed_beneath_its_rule(small: Book) -> None:
    # RB 2.9: no stream; lifted by the bridge; and the bridge is limited by its single plank
    (stream,) = [entry for entry in section(small, "2.9").entries if entry.sort == "rule"]
    assert stream.name == "move.stream"
    (bridge,) = stream.exceptions
    assert (bridge.how, bridge.entry and bridge.entry.name) == ("nevertheless", "move.bridge")
    assert bridge.entry is not None
    assert [(x.how, x.entry and x.entry.name) for x in bridge.entry.exceptions] == [("not", "move.plank")]


def test_an_exception_with_another_number_is_told_in_short(small: Book) -> None:
    ground = entries(section(small, "2.2"))["entry.ground"]
    assert [(x.how, x.ref.to, x.ref.label, x.entry) for x in ground.exceptions] == [
        ("instead", "rule:entry.ridge", "2.3", None),
        ("instead", "rule:entry.path", "2.4", None),
    ]


def test_what_limits_several_rules_stands_beneath_each(small: Book) -> None:
    for name in ("today.startled", "today.laden"):
        assert [x.ref.to for x in entries(small)[name].exceptions] == ["rule:mule.never-minds"]


def test_a_ruling_stands_with_the_rule_that_it_amends(small: Book) -> None:
    # LB-002 amends whistle.ridge, which is RB 3.2 or another number of its chapter
    home = next(s for s in sections(small) if "ruling:LB-002" in s.rulings)
    assert "whistle.ridge" in entries(home)
    ruling = next(r for r in small.rulings if r.number == "LB-002")
    assert (ruling.dated, ruling.authority) == ("1931", "answer")
    assert "rule:whistle.bend" in [ref.to for ref in ruling.bears_on]


def test_a_dispute_bears_on_what_any_of_its_readings_changes(small: Book) -> None:
    # read as "lost" the whistle does not carry along a ridge (RB 3.3); read by default nothing is changed
    ridge = next(dispute for dispute in small.disputes if dispute.name == "along-the-ridge")
    assert [ref.to for ref in ridge.bears_on] == ["rule:whistle.carries"]


def test_a_superseded_ruling_stands_with_the_answers_alone(small: Book) -> None:
    old = next(r for r in small.rulings if r.number == "LB-003")
    assert [ref.to for ref in old.superseded_by] == ["ruling:LB-004"]
    assert all("ruling:LB-003" not in s.rulings for s in sections(small))
    assert "whistle.hands-full" not in entries(small)


def test_the_law_of_an_earlier_year_has_its_rulings_alone() -> None:
    then = book(Configuration(year=1933))
    assert [r.number for r in then.rulings if r.dated] == ["LB-001", "LB-002", "LB-003"]
    assert "whistle.hands-full" in entries(then)
    assert then.standing == ("The law as of 1933",)


def test_an_option_that_is_left_open_is_printed_as_an_optional_rule(small: Book) -> None:
    clouds = [entry for entry in entries(small).values() if "option clouds" in entry.tags]
    assert {entry.cites for entry in clouds} == {("RB 7.2",), ("RB 7.3",)}


def test_an_option_that_was_chosen_is_law_or_left_out() -> None:
    with_it = book(Configuration({"clouds": True}))
    assert all("option clouds" not in entry.tags for entry in entries(with_it).values())
    assert any(s.number == "7.2" for s in sections(with_it))
    without = book(Configuration({"clouds": False}))
    assert not [e for e in entries(without).values() if e.sort == "rule" and e.cites in (("RB 7.2",), ("RB 7.3",))]


def test_a_choice_that_the_law_does_not_have_is_refused() -> None:
    with pytest.raises(ConfigurationRefused):
        book(Configuration({"thunder": True}))


def test_special_rules_stand_with_their_situation(small: Book) -> None:
    snow = next(situation for situation in small.situations if situation.name == "early-snow")
    assert len([entry for entry in snow.entries if entry.sort == "rule"]) == 2


def test_a_situation_says_what_belongs_together_and_where_it_begins(small: Book) -> None:
    # market-day: one drove of Sunside on its slope, two of Shadeside, of which one comes home in column
    market = next(situation for situation in small.situations if situation.name == "market-day")
    droves = [(force.side, force.title, force.about) for force in market.forces]
    assert droves == [
        ("Sunside", "Early risers", ("begins in sunny slope (board hollow: 01 to 03 all)",)),
        ("Shadeside", "Stay at homes", ("begins in near the fold",)),
        (
            "Shadeside",
            "Market goers",
            ("begins in far edge (board hollow: 09 all)", "comes in round 2", "comes in column"),
        ),
    ]
    assert market.facts == ()  # the map shows the others
    said = "Map. Board hollow. Near the fold: the hexes for which the distance from that hex to 0905 is at most 2."
    assert next(figure.alt for figure in small.figures if figure.name == market.map) == said
    assert (2, "Ewe", "unit:ewe") in market.forces[0].pieces
    snow = next(situation for situation in small.situations if situation.name == "early-snow")
    assert (1, "Ram (in 0905, asleep until 3)", "unit:ram") in snow.forces[1].pieces
    assert [option.to for option in snow.options] == ["option:clouds"]
    assert snow.card == ("7 rounds. Sunside moves first.",)


@pytest.mark.parametrize(
    ("doc", "read"),
    [
        ("How far h is from u.", "How far the hex is from the beast."),
        ("The beast u is at home in the hex h.", "The beast is at home in the hex."),
        (
            "What u and v have, and whose it is: u's.",
            "What the beast and the other beast have, and whose it is: the beast's.",
        ),
        ("A farm's share, by `u`.", "A farm's share, by the beast."),
        ("What v does to the beast u.", "What the beast does to the other beast."),
    ],
)
def test_a_parameter_that_is_a_letter_is_said_in_words(doc: str, read: str) -> None:
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    wording = Wording(compilation.chain, compilation.graph, frozenset())
    beast = t.Kind("beast")
    assert wording.prose(doc, (("u", beast), ("v", beast), ("h", t.HEX), ("s", t.Choice("side")))) == read


def test_the_law_stands_beside_its_prose_on_demand() -> None:
    law = entries(book(Configuration(), with_law=True))["move.plank"].law
    assert law.startswith("rule move.plank\n")
    assert law.endswith("when any unit v in u")
    assert not entries(book(Configuration()))["move.plank"].law


def test_a_chart_has_a_cell_for_each_of_its_headings(small: Book) -> None:
    strides = next(chart for chart in small.charts if chart.anchor == "table:entry-strides")
    assert strides.rows_by == ("Ground",)
    assert [[heading.text for heading in line] for line in strides.columns] == [["boots", "hooves", "paws"]]
    assert [row.heads[0] for row in strides.rows] == ["meadow", "clover", "fir", "scree", "snow"]
    assert all(len(row.cells) == 3 for row in strides.rows)


def test_values_of_a_wide_chart_are_shortened_with_a_key_and_ranked_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "module.yaml").write_text(OF_A_BOOK.format("surf"))
    (tmp_path / "01-law.law").write_text(
        "choice swell [1]\n  dead-calm, calm, dead-heavy, heavy, mountainous\n"
        "table sea(a: whole, b: whole): swell [1]\n"
    )
    (tmp_path / "tables").mkdir()
    cells = "{1: calm, 2: dead-calm, 3: dead-heavy, 4: heavy, 5: mountainous, 6: calm}"
    (tmp_path / "tables" / "sea.yaml").write_text(f"table: sea\ncite: [Q 1]\nrows: {{1: {cells}}}\n")
    compilation = compile_modules(str(tmp_path), diagnostics := Diagnostics())
    assert compilation is not None, list(diagnostics)
    chart = chart_alone(compilation.graph, compilation.graph.tables["sea"], lambda _, value: value)
    assert plain(chart.notes[0]) == "DC dead calm; C calm; DH dead heavy; H heavy; M mountainous."
    cells_ = {cell.text: cell.rank for cell in chart.rows[0].cells}
    assert cells_ == {"C": 1, "DC": 0, "DH": 2, "H": 3, "M": 4}


def test_the_notes_below_a_chart_stand_in_one_line(small: Book) -> None:
    notes = ((Span("NE no effect."),), (Span("* Unsure: card not seen."),))
    book = replace(small, charts=(replace(small.charts[0], notes=notes),))
    assert "NE no effect. \\* Unsure: card not seen.\n" in markdown(book)[""].decode()
    assert "NE no effect. * Unsure: card not seen." in html_one_file(book).decode()


def test_a_book_has_the_situations_that_its_book_yaml_names(tmp_path: Path) -> None:
    """Neither the cards of others nor what holds in them; their law is as it was."""
    (tmp_path / "module.yaml").write_text(OF_A_BOOK.format("snowless") + "extends: tutorial\n")
    (tmp_path / "book.yaml").write_text("situations: [last-fine-day]\n")
    compilation = compile_modules(str(tmp_path), diagnostics := Diagnostics())
    assert compilation is not None, list(diagnostics)
    book = gather(WantedBook(compilation), Diagnostics())
    assert book is not None
    assert [situation.name for situation in book.situations] == ["last-fine-day"]
    entries = {node.name for node in nodes(book) if isinstance(node, Entry)}
    assert "snow.falls" in compilation.graph.rules
    assert not entries & {"snow.falls", "sleep.late", "snowfall"}


def test_a_situation_that_is_not_there_is_reported(tmp_path: Path) -> None:
    (tmp_path / "module.yaml").write_text(OF_A_BOOK.format("snowless") + "extends: tutorial\n")
    (tmp_path / "book.yaml").write_text("situations: [last-fine-dai]\n")
    compilation = compile_modules(str(tmp_path), Diagnostics())
    assert compilation is not None
    check_settings(compilation, (), found := Diagnostics())
    assert [(each.code, each.message) for each in found] == [("HX191", "the law has no situation `last-fine-dai`")]


def test_a_part_of_the_sequence_says_what_can_be_done_there_as_the_law_puts_it(small: Book) -> None:
    moving = next(node for node in nodes(small.sequence) if isinstance(node, Step) and node.anchor == "span:moving")
    assert [ref.label for ref in moving.open] == [
        "move a piece (2.1)", "take up a beast (4.3)", "put down a beast (4.3)", "lay a lump of salt (4.5)",
        "bring in one of a drove (10.3)",
    ]  # fmt: skip


def test_an_introduction_explains_each_figure_of_a_counter(small: Book) -> None:
    found = small.introduction
    assert found is not None
    assert plain(found.paragraphs[0].text).startswith("Whistle and Shove is a game for two")
    ram = small.figures[[figure.name for figure in small.figures].index(found.figure)]
    assert [(each.at, each.written, each.name) for each in found.legend] == [
        ("below", "Ram", "Name"), ("top left", "3", "Weight"), ("bottom", "stubborn", "Nerve"),
        ("bottom left", "2", "Fleece"), ("bottom right", "4", "Strides"),
    ]  # fmt: skip
    assert all(f">{each.written}</text>" in ram.svg for each in found.legend)


def test_markdown_shows_the_pictures_that_stand_beside_it(small: Book) -> None:
    files = markdown(small)
    text = files.pop("").decode()
    assert set(re.findall(r"\]\((tutorial-pictures/[^)]*)\)", text)) == set(files)
    market = next(situation for situation in small.situations if situation.name == "market-day")
    card = text.partition("### Market day")[2].partition("### ")[0]
    shown = {figure.name: figure.svg.encode() for figure in small.figures}
    path = "tutorial-pictures/map-market-day.svg"
    assert "![Map. Board hollow. " in card
    assert f"]({path})" in card
    assert files[path] == shown[market.map]


def test_charts_stand_in_the_order_in_which_the_rules_use_them(small: Book) -> None:
    # 2.2 before 5.5
    assert [chart.anchor for chart in small.charts] == ["table:entry-strides", "table:shove-results"]
    text = markdown(small)[""].decode()
    assert (
        text.index("## Introduction")
        < text.index("## Sequence of play")
        < text.index("## Charts")
        < text.index("## 1 ")
    )


SUMMED_UP = """title: Lamps
about: A game of lamps.
introduction: ["Light them, see [2.1].", "1. Put it up."]
steps: {evening: "Light **one** lamp. [2.1]"}
aids: [{title: All, about: ["sequence:game", "text:Q 2", "table:oil"]}]
"""


def test_a_summary_has_the_first_sentence_of_each_text_and_the_charts_that_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "module.yaml").write_text(OF_A_BOOK.format("lamps"), "utf-8")
    (tmp_path / "book.yaml").write_text(SUMMED_UP, "utf-8")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "oil.yaml").write_text("table: oil\ncite: [Q 2]\nrows: {1: 3, 2: 4}\n", "utf-8")
    (tmp_path / "1.law").write_text(
        'chapter [2] "Lamps"\n\nchoice side\n  red, green\n\ntable oil(n: whole): whole [2]\n\n'
        'sequence game [2]\n  phase evening [2.2]\n\n'
        "section 2.1\n\n| A lamp burns oil. It is put out at dawn.\n\n"
        "section 2.1.1\n\n| A lamp is:\n| - red,\n| - green.\n\n"
        "section 3\n\n| Nothing of this.\n", "utf-8",
    )  # fmt: skip
    compilation = compile_modules(str(tmp_path), (problems := Diagnostics()))
    assert compilation is not None, [*problems]
    made = gather(WantedBook(compilation), problems)
    assert made is not None
    assert unresolved(made) == []
    [aid] = made.aids  # 2.2 has no section
    assert [(plain(line.text), line.number.label) for line in aid.lines] == [
        ("Evening: Light one lamp. [2.1]", "2"), ("A lamp burns oil.", "2.1"), ("A lamp is: red; green.", "2.1.1"),
    ]  # fmt: skip
    assert aid.charts == ("table:oil",)
    assert made.introduction is not None
    assert [(x.mark, plain(x.text)) for x in made.introduction.paragraphs] == [
        ("", "A game of lamps."), ("", "Light them, see [2.1]."), ("1.", "Put it up."),
    ]  # fmt: skip


def test_an_example_says_what_the_sources_demand(small: Book) -> None:
    # RB 2.9: only boots wade the stream
    examples = {example.title: example for s in sections(small) for example in s.examples}
    assert examples
    assert all(example.question and example.position for example in examples.values())
    refused = [e for e in examples.values() if "may not" in "".join(span.text for span in e.question)]
    assert refused
    mule = examples["moving.mule"]
    assert mule.position == ("Mule in 0204 (of Sunside, startled)", "Lamb in the Mule (of Sunside)")
    leader = "".join(span.text for span in examples["shoving.leader"].question)
    assert leader == "The beast that stands up for Shadeside in 0306 is the Mule."
    assert all(e.figure in {figure.name for figure in small.figures} for e in examples.values() if e.figure)


def test_a_word_of_players_leads_to_the_words_of_the_law(small: Book) -> None:
    line = next(line for line in small.index if line.term == "Wool")
    assert [ref.label for ref in line.see] == ["Fleece"]
    assert not line.refs


def test_a_line_of_an_aid_leads_to_the_rule_itself(small: Book) -> None:
    costs = next(aid for aid in small.aids if aid.title == "What a step costs")
    assert [(line.number.to, line.number.label) for line in costs.lines] == [
        ("rule:entry.ground", "2.2"),
        ("rule:entry.ridge", "2.3"),
        ("rule:entry.path", "2.4"),
    ]


def test_charts_that_ask_what_a_unit_is_of_are_named_with_the_cards(small: Book) -> None:
    # boots, hooves and paws have a column of the strides each, nerves one of the shoves; a letter is no part of a unit
    assert [ref.to for ref in small.unit_charts] == ["table:entry-strides", "table:shove-results"]


def test_a_question_stands_once_with_its_rule_and_an_answer_of_old_behind_all(small: Book) -> None:
    text = markdown(small)[""].decode()
    assert [text.count(ruling.question) for ruling in small.rulings] == [1] * len(small.rulings)
    behind = text.index("## Questions and answers")
    old, new = (next(r.question for r in small.rulings if r.number == number) for number in ("LB-003", "LB-004"))
    assert text.index(new) < behind < text.index(old)


def test_what_most_others_bear_on_comes_first_and_words_about_facts_last(small: Book) -> None:
    assert any(entry.sort == "fact" for section_ in sections(small) for entry in section_.entries)
    for section_ in sections(small):
        words = [entry.sort in ("fact", "event", "memory", "tally", "reach", "order") for entry in section_.entries]
        assert words == sorted(words)
    steps = [entry.name for entry in section(small, "2.2").entries if entry.sort == "rule"]
    assert steps[0] == "entry.ground"


def test_units_are_lines_of_a_table_and_what_they_simply_are_stands_in_one_column(small: Book) -> None:
    text = markdown(small)[""].decode().replace("|", " | ")
    lines = [line for line in text.split("\n") if 'id="unit:' in line]
    ewe = next(line for line in lines if "Ewe" in line)
    goat = next(line for line in lines if "Goat" in line)
    assert len(lines) == 7
    assert ewe.count("|") == goat.count("|")
    assert "sure footed" in goat.split("|")[-2]
    assert "sure footed" not in ewe
    assert "Goat: unsure: nerve (the picture of it looks wary)." in text


def test_words_of_the_game_are_told_where_there_is_anything_to_tell(small: Book) -> None:
    # what a beast is printed with, and what the law says something of; the terrain of a hex has a line of its own
    parts = {term.anchor: [name for name, _ in term.parts] for term in small.terms}
    assert parts["kind:beast"] == ["Weight", "Nerve", "Fleece", "Horned", "Sure footed"]
    assert parts["kind:hexside"] == ["Path", "Ridge", "Stream"]
    assert parts["kind:hex"] == ["Fold"]


def test_sheets_have_as_many_counters_as_a_situation_needs(small: Book) -> None:
    # early snow: Anna for one farm, Bert and Greta for the other; a goat each
    (front,) = [figure.svg for figure in small.figures if figure.name in small.sheets and "front" in figure.name]
    assert front.count('data-unit="shepherd"') == 3
    assert front.count('data-unit="goat"') == 2


def test_two_processes_make_the_same_book() -> None:
    made = [
        subprocess.run(
            [sys.executable, "-c", MAKE], capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    ]
    assert made[0] == made[1]
    assert made[0].startswith(b"{")


def test_titles_of_strangers_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "module.yaml").write_text(MANIFEST, "utf-8")
    for i, title in enumerate(("Ä", "Ö", "#set page(width: 1cm)", "</h1><script>")):
        (tmp_path / f"{i}.law").write_text(f'chapter [Q-00{i}] "{title}"\n\nchoice mood{i} [Q-00{i}]\n  good, bad\n\n'
                                           f"fact glad-{i}(m: mood{i}): yes/no\n  otherwise no\n", "utf-8")  # fmt: skip
    compilation = compile_modules(str(tmp_path), Diagnostics())
    assert compilation is not None
    made = gather(WantedBook(compilation), Diagnostics())
    assert made is not None
    assert [chapter.title for chapter in made.chapters] == ["Ä", "Ö", "#set page(width: 1cm)", "</h1><script>"]
    assert len(set(anchors(made))) == len(anchors(made))
    assert unresolved(made) == []
    assert pdf(made).startswith(b"%PDF")


ZONES = """board: hollow
zones:
  a: {hollow: {01..03: all}}
  slope: a
  whole: hollow
  meadows: those h in a where h.terrain is meadow and h not in slope
  rim: those h in slope where neighbour(h, 1) is off-board and neighbour(h, 5) is off-board
given:
  - {zone: [slope, whole, meadows, rim], terrain: snow}
  - {zone: slope, gate-of: [sunside, shadeside], watched: yes, sought: yes}
"""
ZONES_LAW = """thing hex also [RB 1]
  gate-of: set of side
  watched: yes/no
  sought: yes/no "which no rule of the game asks"
fact shut(h: hex): yes/no
rule shut.watched [RB 1]
  when h is watched and h.gate-of includes sunside
  shut(h)
words
  attribute hex.gate-of reads "the farms whose gate {it} is" / "{item} drives through {it}"
  attribute hex.watched reads "{it} is watched"
situation zoned [RB 1] "Zoned"
"""


def test_a_part_of_the_map_is_said_in_words_and_is_no_board_for_having_one_letter(tmp_path: Path) -> None:
    (tmp_path / "module.yaml").write_text(
        "module: zones\ntitle: Zones\nversion: 0.1.0\nhexlaw: 1\nextends: tutorial\n", "utf-8"
    )
    (tmp_path / "1.law").write_text(ZONES_LAW, "utf-8")
    (tmp_path / "situations").mkdir()
    (tmp_path / "situations" / "zoned.yaml").write_text(ZONES, "utf-8")
    compilation = compile_modules(str(tmp_path), (problems := Diagnostics()))
    assert compilation is not None, [*problems]
    made = gather(WantedBook(compilation), Diagnostics())
    assert made is not None
    zoned = next(situation for situation in made.situations if situation.name == "zoned")
    assert zoned.facts[1:] == (
        "Slope, whole (board hollow), meadows, rim: terrain snow.",
        "Slope: Sunside drives through each hex and Shadeside drives through each hex; each hex is watched.",
        "A: board hollow: 01 to 03 all.",
        "Slope: a.",
        "Meadows: the hexes of a that are meadow hexes and are not in slope.",
        "Rim: the hexes of slope whose neighbour to the south-east is off the board and whose "
        "neighbour to the north is off the board.",
    )


TOLL_LAW = """option drifts [RB 7]
  "Snow lies in drifts."
fact u: beast is brisk
fact toll(u: beast): whole [RB 9]
rule toll.usual [RB 9]
  toll(u) is 1
rule toll.late [RB 9]
  "Who comes late pays more. It is to keep them from loitering."
  over toll.usual
  when u is startled and u is shoved
  when u.hex.terrain is meadow
  when u.spent > 2
  toll(u) is 2
rule toll.brisk [RB 9]
  over toll.usual, toll.late
  when u is brisk
  toll(u) is 3
"""
DRIFT_LAW = """chapter [RB 9] "Drifts" if option drifts
rule toll.drift [RB 9]
  "Nobody comes through. They turn back."
  over toll.usual, toll.late
  when u is startled and u is shoved
  when u.hex.terrain is snow
  when u.spent > 2 and u.weight > 0 and u.weight < 5
  when not any beast v in u.hex where v is not u and v is brisk
  toll(u) is 4
"""


PALS_LAW = """thing beast also [RB 9]
  friend: beast or none = none
  pals: set of beast
thing salt-lick also [RB 9]
  licker: beast or none = none
words
  attribute beast.friend reads "friend"
  attribute beast.pals reads "pals"
  attribute salt-lick.licker reads "is licked by"
  kind salt-lick reads "lump of salt" / "lumps of salt"
fact u: beast is glad
rule glad.friend [RB 9.77]
  when u.friend is not none
  u is glad
"""
PALS = """cases:
  - id: glad.with-friends
    shows: [RB 9.77]
    board: hollow
    pieces:
      a: {type: ewe, side: sunside, at: 0104, friend: b, pals: [b, c]}
      b: {type: ewe, side: sunside, at: 0105}
      c: {type: ram, side: sunside, at: 0105}
      s: {kind: salt-lick, at: 0104, licker: c}
    ask: a is glad
    expect: yes
"""


def test_pieces_of_an_example_are_called_alike_wherever_they_stand(tmp_path: Path) -> None:
    """A piece that is a value of another, and a kind that is called otherwise than in the law."""
    (tmp_path / "module.yaml").write_text(
        "module: pals\ntitle: Pals\nversion: 0.1.0\nhexlaw: 1\nextends: tutorial\n", "utf-8"
    )
    (tmp_path / "1.law").write_text(PALS_LAW, "utf-8")
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "1.cases.yaml").write_text(PALS, "utf-8")
    compilation = compile_modules(str(tmp_path), (problems := Diagnostics()))
    assert compilation is not None, [*problems]
    made = gather(WantedBook(compilation), Diagnostics())
    assert made is not None
    [example] = section(made, "9.77").examples
    assert example.position[0] == "Ewe a in 0104 (of Sunside, friend the Ewe b, pals the Ewe b and the Ram)"
    assert example.position[3] == "Lump of salt in 0104 (is licked by the Ram)"


def test_an_example_that_names_the_number_stands_before_one_of_another_cite_of_its_rule(tmp_path: Path) -> None:
    """The other has fewer pieces, and would come first."""
    (tmp_path / "module.yaml").write_text(OF_A_BOOK.format("pals") + "extends: tutorial\n", "utf-8")
    (tmp_path / "1.law").write_text(PALS_LAW.replace("[RB 9.77]", "[RB 9.77, RB 9.78]"), "utf-8")
    (tmp_path / "cases").mkdir()
    plainer = (
        "  - {id: glad.plainer, shows: [RB 9.78], board: hollow, ask: a is glad, expect: yes,\n"
        "     pieces: {a: {type: ewe, side: sunside, at: 0104, friend: b}, b: {type: ewe, side: sunside, at: 0105}}}\n"
    )
    (tmp_path / "cases" / "1.cases.yaml").write_text(PALS + plainer, "utf-8")
    compilation = compile_modules(str(tmp_path), (problems := Diagnostics()))
    assert compilation is not None, [*problems]
    made = gather(WantedBook(compilation), Diagnostics())
    assert made is not None
    assert [e.title for e in section(made, "9.77").examples] == ["glad.with-friends", "glad.plainer"]


def test_book_yaml_chooses_the_example_of_a_number(tmp_path: Path) -> None:
    (tmp_path / "module.yaml").write_text(OF_A_BOOK.format("lamps") + "extends: tutorial\n", "utf-8")
    chosen = "examples: {RB 2.3: moving.mule, RB 2.9: none, RB 1.1: moving.plank, RB: moving.plank}\n"
    (tmp_path / "book.yaml").write_text(chosen, "utf-8")
    compilation = compile_modules(str(tmp_path), (problems := Diagnostics()))
    assert compilation is not None, [*problems]
    made = gather(WantedBook(compilation), Diagnostics())
    assert made is not None
    shown = {s.number.removeprefix("RB "): [e.title for e in s.examples] for s in sections(made)}
    assert (shown["2.3"], shown["2.9"], shown["1.1"]) == (["moving.mule"], [], ["moving.plank"])
    assert "moving.mule" not in shown["2.6"]


def test_a_long_exception_that_is_printed_close_by_is_named_where_it_bears_on_another_rule(tmp_path: Path) -> None:
    """Beneath the usual toll both stand in full; beneath the late one the short is said again, the long one named."""
    (tmp_path / "module.yaml").write_text(
        "module: tolls\ntitle: Tolls\nversion: 0.1.0\nhexlaw: 1\nextends: tutorial\n", "utf-8"
    )
    (tmp_path / "1.law").write_text(TOLL_LAW, "utf-8")
    (tmp_path / "2.law").write_text(DRIFT_LAW, "utf-8")
    compilation = compile_modules(str(tmp_path), (problems := Diagnostics()))
    assert compilation is not None, [*problems]
    made = gather(WantedBook(compilation), Diagnostics())
    assert made is not None
    found = entries(made)
    assert [x.entry.name for x in found["toll.usual"].exceptions if x.entry is not None] == [
        "toll.late", "toll.brisk", "toll.drift",
    ]  # fmt: skip
    brisk, drift = [plain(x.lines[0].text) for x in found["toll.late"].exceptions]
    assert brisk.startswith("Instead, ")
    assert brisk.endswith(" is 3 if it is brisk.")
    assert drift == "With the option drifts: Nobody comes through."


def test_the_book_says_what_one_side_alone_sees_what_is_run_at_once_and_who_acts() -> None:
    crowns = Path(__file__).parents[3] / "rules" / "games" / "crowns"
    compilation = compile_modules(str(crowns), Diagnostics())
    assert compilation is not None
    book = gather(WantedBook(compilation), Diagnostics())
    assert book is not None
    army = next(term for term in book.terms if term.anchor == "kind:army")
    meaning = "".join(span.text for span in army.meaning)
    assert meaning.endswith("Where an army stands is seen by its side alone, as long as it is hidden.")
    assert ("Strength", "a whole number (seen by its side alone)") in army.parts
    said = {step.anchor: "".join(span.text for span in step.text) for step in nodes(book) if isinstance(step, Step)}
    assert "all at once, none knowing what the others do" in said["span:bids"]
    assert "who then acts" in said["span:together"]


def test_situations_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    (tmp_path / "module.yaml").write_text(
        "module: numbered\ntitle: Numbered\nversion: 0.1.0\nhexlaw: 1\nextends: tutorial\n", "utf-8"
    )
    titles = ("Scenario 10: Late", "The orchard", "Scenario 2: Early", "A ford")
    law = "".join(f'situation s{i} [RB 1] "{title}"\n' for i, title in enumerate(titles))
    (tmp_path / "1.law").write_text(law, "utf-8")
    compilation = compile_modules(str(tmp_path), Diagnostics())
    assert compilation is not None
    made = gather(WantedBook(compilation), Diagnostics())
    assert made is not None
    own = [situation.title for situation in made.situations if situation.title in titles]
    assert own == ["Scenario 2: Early", "Scenario 10: Late", "The orchard", "A ford"]


def test_of_counters_beside_the_map_what_is_said_of_several_stands_once_and_a_choice_is_no_piece(
    tmp_path: Path,
) -> None:
    """`dusty` is a coat of the ewes and of the shepherd, and also the name of a dog to which none of them belongs."""
    (tmp_path / "module.yaml").write_text(
        "module: coats\ntitle: Coats\nversion: 0.1.0\nhexlaw: 1\nextends: tutorial\n", "utf-8"
    )
    law = (
        "choice coat\n  clean, dusty\nthing unit also\n  coat: coat = clean\n"
        "rule dust [RB 1]\n  forbids move.step\n  when u.coat is dusty and game.round < 2\n"
        '  says "{u} is brushed first"\nwords\n  value coat.dusty reads "dust-brown"\n'
        '  attribute unit.coat reads "coat of {it}" / "{it} has a {item} coat"\n'
        'situation coats [RB 1] "Coats"\n'
    )
    (tmp_path / "1.law").write_text(law, "utf-8")
    (tmp_path / "situations").mkdir()
    pieces = (
        "  dusty: {kind: dog, side: sunside}\n  ewes: {type: ewe, side: sunside, coat: dusty, count: 2}\n"
        "  ram: {type: ram, side: sunside, coat: dusty}\n  here: {type: ram, side: sunside, coat: dusty, at: 0105}\n"
    )
    (tmp_path / "situations" / "coats.yaml").write_text(f"board: hollow\npieces:\n{pieces}", "utf-8")
    compilation = compile_modules(str(tmp_path), (problems := Diagnostics()))
    assert compilation is not None, [*problems]
    made = gather(WantedBook(compilation), problems)
    assert made is not None, [*problems]
    coats = next(situation for situation in made.situations if situation.name == "coats")
    assert [(force.title, force.about, [(n, name) for n, name, _ in force.pieces]) for force in coats.forces] == [
        ("", (), [(1, "Dog"), (1, "Ram (in 0105, has a dust-brown coat)")]),
        ("", ("has a dust-brown coat",), [(2, "Ewe"), (1, "Ram")]),
    ]
    card = markdown(made)[""].decode()
    assert "- **Sunside**, has a dust-brown coat: 2 " in card


def test_what_has_no_side_stands_with_the_side_of_those_it_belongs_to(tmp_path: Path) -> None:
    (tmp_path / "module.yaml").write_text(
        "module: licks\ntitle: Licks\nversion: 0.1.0\nhexlaw: 1\nextends: tutorial\n", "utf-8"
    )
    (tmp_path / "1.law").write_text('situation licks [RB 1] "Licks"\n', "utf-8")
    (tmp_path / "situations").mkdir()
    (tmp_path / "situations" / "licks.yaml").write_text(
        "board: hollow\npieces:\n  herd: {kind: drove, side: shadeside, holds: {lick: {kind: salt-lick}}}\n", "utf-8"
    )
    compilation = compile_modules(str(tmp_path), (problems := Diagnostics()))
    assert compilation is not None, [*problems]
    made = gather(WantedBook(compilation), problems)
    assert made is not None, [*problems]
    licks = next(situation for situation in made.situations if situation.name == "licks")
    assert [(force.side, force.title, [n for n, _, _ in force.pieces]) for force in licks.forces] == [
        ("Shadeside", "Herd", [1])
    ]


def test_what_is_declared_stands_where_most_rules_about_it_do_and_before_the_first_of_them(tmp_path: Path) -> None:
    """The names of the rules are in another order than their numbers, and one rule about the fact stands elsewhere."""
    (tmp_path / "module.yaml").write_text(
        "module: oarsmen\ntitle: Oarsmen\nversion: 1.0.0\nsources: {RB: {title: Rules}}\nspeaks-for: [RB]\n"
        "default-source: RB\n"
    )
    (tmp_path / "01-law.law").write_text(
        'chapter [1] "Rowing"\nmeasure feet whole "hundred feet"\nthing plane\n  stands in hex\n  lit: yes/no\n'
        "  high: feet = 0\n  oars: whole = 1\n  wing: plane or none\nevent lost(p: plane)\n"
        "fact aim(p: plane): whole\nrule z.first [4.10]\n  aim(p) is 1\n"
        "rule b.lit [4.14]\n  over z.first\n  when p is lit\n  aim(p) is p.oars\n"
        "rule a.elsewhere [2.1]\n  over b.lit\n  when p.high > 3\n  aim(p) is 3\n"
        "table harm(roll: whole): whole [4.17]\n"
    )
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "harm.yaml").write_text("table: harm\ncite: [RB 4.17]\nrows: {1-2: 0, 3: 1}\n")
    compilation = compile_modules(str(tmp_path), diagnostics := Diagnostics())
    assert compilation is not None, list(diagnostics)
    made = gather(WantedBook(compilation), Diagnostics())
    assert made is not None
    assert "aim" in entries(section(made, "4.10"))
    lost = next(entry for name, entry in entries(made).items() if name == "lost")
    assert ["".join(span.text for span in line.text) for line in lost.lines] == ["Lost (a plane)."]
    plane = next(term for term in made.terms if term.name == "Plane")
    assert {name: said for name, said in plane.parts if name != "Type"} == {
        "Lit": "yes or no", "High": "counted in hundred feet", "Oars": "a whole number", "Wing": "plane, or none",
    }  # fmt: skip
    assert "| Roll | 1-2 | 3 |" in markdown(made)[""].decode()


def test_an_authors_text_stands_in_place_of_what_is_made_of_its_rules(tmp_path: Path) -> None:
    law = (
        "thing boat\n  lit: yes/no\nfact b: boat is seen\n"
        "section 1.1\nrule seen.day\n  limits seen.lit\n  when not b is lit\n"
        "| A **lit** boat is seen, see [1.2]:\n| - by all.\nrule seen.lit\n  when b is lit\n  b is seen\n"
        "section 1.2\nrule seen.dark\n  when b is lit\n  b is seen\n"
    )
    folder = tmp_path / "lamps"
    folder.mkdir()
    (folder / "module.yaml").write_text(OF_A_BOOK.format("lamps"))
    (folder / "01.law").write_text(law)
    made = compile_modules(str(folder), Diagnostics())
    assert made is not None
    for formal in (False, True):
        found = gather(WantedBook(made, formal=formal), Diagnostics())
        assert found is not None
        assert unresolved(found) == []
        section = next(s for c in found.chapters for s in c.sections if s.anchor == "Q-1.1")
        assert section.prose is not None
        said, item = section.prose.paragraphs
        assert plain(said.text) == "A lit boat is seen, see [1.2]:"
        assert [s.to for s in said.text if s.to] == ["Q-1.2"]
        assert [s.text for s in said.text if s.style == "strong"] == ["lit"]
        assert (item.mark, plain(item.text)) == ("-", "by all.")
        printed = [entry.name for entry in section.entries]
        assert printed == (["seen.lit"] if formal else ["seen.day"])
        told = [covered.anchor for entry in section.entries for covered in entry.covers]
        assert told == (["fact:seen"] if formal else [])  # of the fact no more is to be said than when it holds
        assert {c.anchor for c in section.prose.covers} == (set() if formal else {"rule:seen.lit", "fact:seen"})
        assert r"A **lit** boat is seen, see \[[1.2](#Q-1.2)\]:" in markdown(found)[""].decode()


def test_what_a_text_tells_of_another_place_is_found_at_the_text(tmp_path: Path) -> None:
    law = (
        "thing boat\n  lit: yes/no\nfact b: boat is seen\n"
        "section 1.1\n| A lit boat is seen, and any in a fog.\nfrom lamps: seen.fog\n"
        "rule seen.lit\n  when b is lit\n  b is seen\n"
        "section 1.2\nrule seen.not-now\n  limits seen.fog\n  when b is lit\n"
    )
    fog = 'chapter [QA-1] "Fog"\nrule seen.fog [QA-1]\n  when not b is lit\n  b is seen\n'
    manifest = OF_A_BOOK.format("lamps").replace("{title: B}}", "{title: B}, QA: {title: Answers, ids: yes}}")
    (tmp_path / "module.yaml").write_text(manifest.replace("[Q]", "[Q, QA]"))
    (tmp_path / "01.law").write_text(law)
    (tmp_path / "02.law").write_text(fog)
    made = compile_modules(str(tmp_path), Diagnostics())
    assert made is not None
    for formal, places in ((False, ["Q-1.1", "Q-1.2"]), (True, ["Q-1.1", "Q-1.2", "chapter:Fog"])):
        found = gather(WantedBook(made, formal=formal), Diagnostics())
        assert found is not None
        assert unresolved(found) == []
        assert [s.anchor for c in found.chapters for s in c.sections if s.anchor != "Q-1"] == places


def test_a_variants_text_is_marked_with_what_it_was(tmp_path: Path) -> None:
    base, own = tmp_path / "lamps", tmp_path / "night"
    for folder, text, more in ((base, "By day.", ""), (own, "By night.", "extends: lamps\n")):
        folder.mkdir()
        manifest = OF_A_BOOK.format(folder.name)
        (folder / "module.yaml").write_text(manifest + more)
        (folder / "01.law").write_text(f"section 1.1\n\n| {text}\n")
    made, against = (compile_modules(str(folder), Diagnostics()) for folder in (own, base))
    assert made is not None
    found = gather(WantedBook(made, against=against), Diagnostics())
    assert found is not None
    [section] = [s for c in found.chapters for s in c.sections if s.prose is not None]
    assert section.prose is not None
    assert section.prose.change == "changed"
    assert [plain(x.text) for x in section.prose.was] == ["By day."]


@pytest.mark.parametrize(
    ("law", "amended"),
    [
        ("rule mine [9]\n  limits seen.lit\n  when b.hex is b.hex\n", [("rule:mine", "HR 9")]),
        ("rule mine [9]\n  over seen.lit\n  when b is lit\n  b is seen\n", [("rule:mine", "HR 9")]),
        ("rule mine [9]\n  replaces seen.lit\n  b is seen\n", [("rule:mine", "HR 9")]),
        ('drop seen.lit [9] "dark"\n', [("Q-1.1", "HR 9, which leaves out a part of it")]),
        ('section 9\n| None is.\ndrop seen.lit "dark"\n', [("HR-9", "HR 9, which leaves out a part of it")]),
        ("section 8\n| Mine.\nfrom night: mine\nsection 9\nrule mine\n  limits seen.lit\n", [("rule:mine", "HR 8")]),
        ("rule mine [9]\n  limits seen.day\n", []),
    ],
)
def test_a_text_of_a_base_leads_to_what_later_layers_change_of_what_it_speaks_for(
    tmp_path: Path, law: str, amended: list[tuple[str, str]]
) -> None:
    rules = (
        "thing boat\n  lit: yes/no\nfact b: boat is seen\nsection 1.1\n"
        "rule seen.day\n  limits seen.lit\n  when not b is lit\n"
        "| A lit boat is seen.\nrule seen.lit\n  when b is lit\n  b is seen\n"
    )
    own = OF_A_BOOK.format("night").replace("Q", "HR") + "extends: lamps\n"
    for name, text, manifest in (("lamps", rules, OF_A_BOOK.format("lamps")), ("night", law, own)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "module.yaml").write_text(manifest)
        (folder / "01.law").write_text(text)
    made = compile_modules(str(tmp_path / "night"), Diagnostics())
    assert made is not None
    found = gather(WantedBook(made), Diagnostics())
    assert found is not None
    assert unresolved(found) == []
    section = next(s for c in found.chapters for s in c.sections if s.anchor == "Q-1.1")
    assert section.prose is not None
    assert [(ref.to, ref.label) for ref in section.prose.amended] == amended


def test_the_set_up_of_a_situation_is_a_map_with_its_parts_and_the_counters_beside_it(small: Book) -> None:
    figures = {figure.name: figure for figure in small.figures}
    market, snow = (
        next(situation for situation in small.situations if situation.name == name)
        for name in ("market-day", "early-snow")
    )
    on_map = figures[market.map].svg
    assert set(re.findall('data-area="([^"]+)"', on_map)) == {"Sunny slope", "Near the fold", "Far edge"}
    assert {"clover", "firs", "scree", "stream"} <= set(re.findall(">([a-z]+)<", on_map))  # what a colour means
    beside = figures[market.beside].alt
    assert "Shadeside, Market goers, begins in far edge (board hollow: 09 all), comes in round 2" in beside
    assert 'data-piece="first-cloud"' in figures[snow.map].svg
    assert snow.beside == ""  # all of it stands on the map


RACE = """choice rank
  small, great
fact ends(g: game): side or none [RB 1]
  otherwise none
fact rank-of(g: game): rank [RB 1]
  otherwise small
choice prize
  nothing, medal, cup
fact prize-of(s: side): prize [RB 1]
  otherwise nothing
fact crowd(g: game): whole [RB 1]
rule crowd.all [RB 1]
  crowd(g) is count(beast b)
situation race [RB 1] "The race"
  with option clouds off
words
  fact ends reads "who wins"
  fact crowd reads "the crowd"
"""
OF_THE_RACE = """
rule ends.sun [RB 1]
  "They like it."
  when crowd(g) > 2 or game.round < 2
  ends(g) is sunside
rule ends.shade [RB 1]
  when not (crowd(g) > 2 or game.round < 2)
  ends(g) is shadeside
rule rank.sun [RB 1]
  when (crowd(g) > 2 or game.round < 2) and crowded(g)
  rank-of(g) is great
fact crowded(g: game): yes/no
rule crowded.much [RB 1]
  when crowd(g) > 8
  crowded(g)
rule rank.shade [RB 1]
  when ends(g) is shadeside
  rank-of(g) is great
rule rank.any [RB 1]
  when crowd(g) is 5 or crowd(g) is 7
  rank-of(g) is small
"""


def card_of_the_race(own: str, tells: str, tmp_path: Path) -> tuple[Book, Situation]:
    """The book of a race with rules of its own, and its card."""
    manifest = "module: race\ntitle: Race\nversion: 0.1.0\nhexlaw: 1\nextends: tutorial\n"
    (tmp_path / "module.yaml").write_text(manifest, "utf-8")
    (tmp_path / "1.law").write_text(RACE, "utf-8")
    (tmp_path / "2.law").write_text(f'chapter [RB 1] "The race" if situation race\n{own}', "utf-8")
    (tmp_path / "situations").mkdir()
    begins = "board: hollow\npieces:\n  otto: {type: ram, side: sunside, at: 0105}\nwinner: ends(game)\n"
    (tmp_path / "situations" / "race.yaml").write_text(f"{begins}tells: {{{tells}}}\n", "utf-8")
    card = 'card: ["{crowd(game)} beasts, {game.last-round} rounds. {ends(game)} is ahead."]\n'
    (tmp_path / "book.yaml").write_text(card, "utf-8")
    compilation = compile_modules(str(tmp_path), (problems := Diagnostics()))
    assert compilation is not None, [*problems]
    made = gather(WantedBook(compilation), Diagnostics())
    assert made is not None
    return made, next(situation for situation in made.situations if situation.name == "race")


def test_who_wins_a_situation_is_a_table_and_said_nowhere_else(tmp_path: Path) -> None:
    tells = "beasts: crowd(game), many or early: crowd(game) > 2 or game.round < 2"
    made, race = card_of_the_race(OF_THE_RACE, tells, tmp_path)
    assert race.card == ("1 beasts, 8 rounds. Sunside is ahead.",)
    assert [(end.who, end.level, plain(end.when)) for end in race.outcomes] == [
        ("Sunside", "no level", "many or early"),
        ("", "small", "beasts: 5"),
        ("", "small", "beasts: 7"),
        ("", "great", "beasts: 9 or more"),
        ("Shadeside", "great", "otherwise"),
    ]
    assert race.outcomes[0].doc == "They like it."
    assert [entry.name for entry in race.entries if entry.name.startswith(("ends", "rank"))] == []
    assert race.wins == ()
    assert unresolved(made) == []


BY_TWO_FIGURES = """
rule prize.crowd [RB 1]
  when s is sunside and crowd(game) > 8
  prize-of(s) is cup
rule prize.late [RB 1]
  when s is sunside and crowd(game) <= 8 and game.round > 5
  prize-of(s) is cup
rule prize.early [RB 1]
  when s is sunside and crowd(game) <= 8 and game.round <= 5 and game.round > 1
  prize-of(s) is medal
"""


def test_what_a_line_asks_for_together_is_joined_by_and(tmp_path: Path) -> None:
    both = "rule prize.both [RB 1]\n  when s is sunside and crowd(game) > 8 and game.round <= 5\n  prize-of(s) is cup\n"
    _, race = card_of_the_race(both, "beasts: crowd(game), round: game.round", tmp_path)
    assert [plain(end.when) for end in race.outcomes] == ["beasts: 9 or more; and round: at most 5"]


def test_what_is_off_is_said_by_the_machine_where_no_prose_does(tmp_path: Path) -> None:
    for name, prose in (("bare", ""), ("told", "section RB 1\n| No clouds today.\n")):
        (tmp_path / name).mkdir()
        _, race = card_of_the_race(f"{prose}{BY_TWO_FIGURES}", "beasts: crowd(game)", tmp_path / name)
        assert ('Without the optional rule "Clouds".' in race.facts) == (name == "bare")


def test_a_line_leaves_out_what_holds_where_no_higher_one_does(tmp_path: Path) -> None:
    _, race = card_of_the_race(BY_TWO_FIGURES, "beasts: crowd(game), round: game.round", tmp_path)
    assert [(end.level, plain(end.when)) for end in race.outcomes] == [
        ("medal", "round: 2 to 5"),  # a range keeps both its ends
        ("cup", "beasts: 9 or more"),
        ("cup", "round: 6 or more"),
    ]


def test_a_turn_is_told_in_pictures_from_the_journal_beside_the_law(small: Book) -> None:
    """`rules/tutorial/journals/last-fine-day-greedy-2.journal`: in the first round four of a farm move, two shove."""
    assert small.played is not None
    moves = small.played.moves
    assert [text_of(move.text) for move in moves[1:]] == [
        "The moving phase, Shadeside: Emma (a ewe) and Mimi (a lamb) move to 0606 via 0805 and 0705; "
        "Heidi (a goat) moves to 0503 via 0804, 0703 and 0603; Max (a ram) moves to 0606 via 0806 and 0705.",
        "The shoving phase, Shadeside: Max tries to shove into 0505.",
        "The shoving phase, Shadeside: Emma tries to shove into 0505.",
    ]
    thrown, changed = map(text_of, moves[2].paragraphs)
    assert thrown.startswith(
        "Max shoves Otto: the push of Max is 3, doubled to 6 as Max is horned and is the pusher [5.4]; "
    )
    assert thrown.endswith(
        "; the pusher's die shows 5 and the rival's die shows 4: the shove result for a lead of 5 + 5 - 4 = 6 "
        "against stubborn is budges [5.5]."
    )
    assert {span.to for span in moves[2].paragraphs[0] if span.text == "5.4"} == {"RB-5.4"}
    assert changed == "Otto goes from 0505 to 0405."
    figures = {figure.name: figure for figure in small.figures}
    assert all(figures[move.figure].alt and 'class="arrows"' in figures[move.figure].svg for move in moves)


def test_an_example_gives_the_reason_of_a_rule_at_its_place(small: Book) -> None:
    """2.3: a ridge costs 1 more; 2.8: a ram shuns scree. Neither says again what was asked."""
    (ridge, *_), (scree, *_) = section(small, "2.3").examples, section(small, "2.8").examples
    assert text_of(ridge.reason) == "The hexside between 0404 and 0504 is a ridge [2.3]."
    assert text_of(scree.reason) == "Baaa. The Ram will not set a foot on scree [2.8]."
    assert scree.answer == "", "its number stands behind the reason"


def test_a_case_that_a_rule_of_another_place_decides_is_no_example(tmp_path: Path) -> None:
    """It says that it shows 9.77, whose rule does not apply to a ewe without friends."""
    (tmp_path / "module.yaml").write_text(OF_A_BOOK.format("pals") + "extends: tutorial\n", "utf-8")
    (tmp_path / "1.law").write_text(PALS_LAW, "utf-8")
    (tmp_path / "cases").mkdir()
    alone = PALS.replace(", friend: b, pals: [b, c]", "").replace("with-friends", "alone")
    (tmp_path / "cases" / "1.cases.yaml").write_text(alone.replace("expect: yes", "expect: no"), "utf-8")
    compilation = compile_modules(str(tmp_path), (problems := Diagnostics()))
    assert compilation is not None, [*problems]
    made = gather(WantedBook(compilation), Diagnostics())
    assert made is not None
    assert section(made, "9.77").examples == ()
