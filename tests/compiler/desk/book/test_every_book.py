"""What holds of the book of every shipped game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.book.document import write_book
from hexlaw.compiler.desk.book.html import HtmlWriter
from hexlaw.compiler.desk.book.model import AidLine, Covered, Entry, Example, Line, Ref, Section, Step, nodes
from hexlaw.compiler.desk.book.printed_rules import standing
from hexlaw.compiler.desk.book.settings import read_settings
from hexlaw.compiler.desk.book.wording import named
from hexlaw.compiler.situations.case_files import case_files
from hexlaw.runtime.law.graph import Rule
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import plain

from .reading import read_book
from .references import anchors, unresolved

MAX_SEARCH_SIZE = 300_000


def situations_of(made: Any) -> set[str]:
    """Returns the situations that the author prints: those that the book names, or all."""
    settings = read_settings(made.compilation.chain.layers, Diagnostics())
    assert settings is not None
    return {name.text for name in settings.situations} or set(made.compilation.graph.situations)


def test_nothing_is_unresolved_and_no_place_is_there_twice(made: Any) -> None:
    assert unresolved(made.book) == []
    assert [anchor for anchor, times in Counter(anchors(made.book)).items() if times > 1] == []


def test_a_variant_has_a_front_table_and_what_builds_on_no_game_has_none(made: Any) -> None:
    assert (made.book.changes != ()) == (made.against is not None)
    before = set(standing(made.against.graph, Configuration()).rules) if made.against is not None else set()
    marked = {n.name for n in nodes(made.book) if isinstance(n, Entry) and n.sort == "rule" and n.change == "new"}
    assert marked <= set(made.compilation.graph.rules) - before
    assert {line.rule.to for line in made.book.changes if line.change == "new"} >= {f"rule:{name}" for name in marked}
    assert all(line.was or line.now for line in made.book.changes)


def test_every_rule_that_stands_is_printed_in_full_once(made: Any) -> None:
    printed = Counter(n.name for n in nodes(made.book) if isinstance(n, Entry) and n.sort == "rule")
    told = [n.anchor.removeprefix("rule:") for n in nodes(made.book) if isinstance(n, Covered)]
    printed += Counter(name for name in told if ":" not in name)
    stands = standing(made.compilation.graph.without_advice, Configuration())
    wanted = [name for name, rule in stands.rules.items() if rule.origin.situation in (None, *situations_of(made))]
    assert printed == Counter(wanted)
    assert all(n.lines for n in nodes(made.book) if isinstance(n, Entry) and n.sort == "rule")


def test_no_advice_to_programs_is_printed(made: Any) -> None:
    graph = made.compilation.graph
    advice = {
        d.id if isinstance(d, Rule) else d.name
        for d in (*graph.rules.values(), *graph.facts.values())
        if d.origin.is_advice
    }
    assert advice
    found = [node for part in (*made.book.chapters, *made.book.situations) for node in nodes(part)]
    printed = {n.name for n in found if isinstance(n, Entry)}
    printed |= {n.anchor.partition(":")[2] for n in found if isinstance(n, Covered)}  # told in an author's own words
    assert len(printed) > 30
    assert printed & advice == set()


def test_what_wins_a_situation_is_said_by_rules_that_stand(made: Any) -> None:
    graph, words = made.compilation.graph, Words(made.compilation.graph)
    stands = standing(graph, Configuration()).rules

    def said(rules: Iterable[Rule]) -> set[str]:
        return {plain(line.said) for rule in rules for line in words.rule(rule)}

    not_in_force = said(rule for rule in graph.rules.values() if rule.id not in stands) - said(stands.values())
    wins = {"".join(span.text for span in line.text) for each in made.book.situations for line in each.wins}
    assert not_in_force & wins == set()
    covered = {rule.anchor for each in made.book.situations for end in each.outcomes for rule in end.covers}
    assert covered <= {f"rule:{name}" for name in stands}


def test_no_sentence_has_a_word_twice_in_a_row(made: Any) -> None:
    """`that that` may follow a verb: that that unit is lost."""
    lines = ["".join(span.text for span in node.text) for node in nodes(made.book) if isinstance(node, Line)]
    told = [text for node in nodes(made.book) if isinstance(node, Example) for text in node.position]
    assert lines or told
    assert [text for text in (*lines, *told) if re.search(r"(?<!is )(?<!worth )\b([a-z]+) \1\b", text)] == []


def test_every_example_asks_in_words(made: Any) -> None:
    examples = [node for node in nodes(made.book) if isinstance(node, Example)]
    assert [e.title for e in examples if any(span.style == "law" for span in e.question)] == []


def test_a_number_with_a_text_has_one_example_at_most(made: Any) -> None:
    sections = [node for node in nodes(made.book) if isinstance(node, Section)]
    assert max(len(section.examples) for section in sections) <= 2
    assert [section.number for section in sections if section.prose is not None and len(section.examples) > 1] == []


def test_what_is_refused_stands_where_the_rule_stands_that_refuses_it_unless_the_author_chose(made: Any) -> None:
    chosen = read_settings(made.compilation.chain.layers, Diagnostics())
    assert chosen is not None
    taken = {case.text for case in chosen.examples.values()}
    sections = [node for node in nodes(made.book) if isinstance(node, Section)]
    astray = [
        (section.number, example.title)
        for section in sections
        for example in section.examples
        if example.answer and example.title not in taken and not section.number.endswith(example.answer.strip("[]"))
    ]
    assert astray == []


def test_the_number_of_a_step_is_that_of_a_section(made: Any) -> None:
    sections = {node.number for node in nodes(made.book) if isinstance(node, Section)}
    steps = [node for node in nodes(made.book.sequence) if isinstance(node, Step)]
    assert steps
    chapters = {number.partition(".")[0] for number in sections}  # what has no section at all keeps its number
    astray = [step.number for step in steps if step.number.partition(".")[0] in chapters]
    assert [number for number in astray if number not in sections] == []


def test_no_line_of_an_aid_is_without_its_number(made: Any) -> None:
    lines = [node for node in nodes(made.book.aids) if isinstance(node, AidLine)]
    assert lines
    assert [line for line in lines if not line.number.label] == []


def test_headings_terms_and_synonyms_are_in_the_index_and_names_of_the_law_are_not(made: Any) -> None:
    listed = {line.term.lower() for line in made.book.index}
    graph = made.compilation.graph.without_advice
    sections = [node for node in nodes(made.book) if isinstance(node, Section) and node.number]
    assert {section.title.removeprefix("The ").lower() for section in sections} <= listed
    assert {unit.name.lower() for unit in graph.units.values()} <= listed
    assert {graph.situations[name].title.lower() for name in situations_of(made)} <= listed
    assert {chart.title.lower() for chart in made.book.charts} <= listed
    settings = read_settings(made.compilation.chain.layers, Diagnostics())
    assert settings is not None
    assert {word.lower() for word in settings.synonyms} <= listed
    spoken = {*listed, *(named(name).lower() for name in (*graph.quantities, *graph.actions, *graph.tasks))}
    facts = {named(name).lower() for name in graph.facts if "-" in name} - {
        section.title.lower() for section in sections
    }
    assert len(facts & spoken) < len(facts) / 5
    assert [line.term for line in made.book.index if not line.refs and not line.see] == []


def test_every_task_says_what_it_takes_and_what_comes_of_it(made: Any) -> None:
    tasks = {node.name: node for node in nodes(made.book) if isinstance(node, Entry) and node.sort == "task"}
    told = {n.anchor.removeprefix("task:") for n in nodes(made.book) if isinstance(n, Covered) and "task:" in n.anchor}
    assert sorted([*tasks, *told]) == sorted(made.compilation.graph.tasks)
    assert [
        name for name, entry in tasks.items() if len(entry.lines) < len(made.compilation.graph.tasks[name].stages)
    ] == []


def test_every_reference_has_a_label(made: Any) -> None:
    assert [node for node in nodes(made.book) if isinstance(node, Ref) and not node.label.strip()] == []


def test_every_number_has_a_title(made: Any) -> None:
    sections = [node for node in nodes(made.book) if isinstance(node, Section)]
    assert sections
    assert [section.number for section in sections if section.number and not section.title.strip()] == []


def test_every_drawing_has_words_for_those_who_cannot_see_it(made: Any) -> None:
    assert [figure.name for figure in made.book.figures if not figure.alt.strip()] == []


def test_a_book_is_read_back_from_its_json(made: Any) -> None:
    assert read_book(write_book(made.book)) == made.book


def test_links_of_the_pages_lead_to_places_on_them(made: Any) -> None:
    writer = HtmlWriter(made.book)
    pages = {f"{page.name}.html": page.body for page in writer.all()}
    places = {name: set(re.findall(r' id="([^"]+)"', body)) for name, body in pages.items()}
    for name, body in pages.items():
        for link in re.findall(r'href="([^"]+)"', body):
            page, _, place = link.partition("#")
            assert (page or name) in pages, link
            assert not place or place in places[page or name], link
    assert len(writer.search_index().encode()) < MAX_SEARCH_SIZE


def test_numbers_of_charts_keep_their_sign(made: Any) -> None:
    tables = made.compilation.graph.tables
    for chart in made.book.charts:
        axes = tables[chart.anchor.removeprefix("table:")].data.axes
        wanted = {
            str(h) for axis in axes for h in axis.headings if not str(h)[:1].isalpha() and not isinstance(h, bool)
        }
        shown = {head for row in chart.rows for head in row.heads} | {h.text for line in chart.columns for h in line}
        assert {text.replace("-", "\u2212", 1) if text.startswith("-") else text for text in wanted} <= shown


def test_pictures_of_lines_of_sight_show_what_cases_expect(made: Any) -> None:
    cases = {case.id: case for file in case_files(made.compilation, Diagnostics()) for case in file.cases}
    shown = made.book.sights.sights if made.book.sights is not None else ()
    assert {x.case: "yes" if x.free else "no" for x in shown} == {
        x.case: cases[x.case].node.text("expect") for x in shown
    }
    assert all(x.why for x in shown)
    settings = read_settings(made.compilation.chain.layers, Diagnostics())
    assert settings is not None
    named = [case.text for case, _ in settings.sights]
    assert [x.case for x in shown] == named or not named
