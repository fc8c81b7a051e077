"""Prose above its law: where it stands, what it tells of, and what stands in a section."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.checking.extra_checks import run_extra_checks

FACT = "fact f(u: boat): whole\n  otherwise 0\n"
RULE = "rule r\n  when u is lit\n  f(u) is 1\n"
OTHER = "rule other\n  over r\n  when u is lit and u.crew > 1\n  f(u) is 2\n"
ROW = (
    "action row [2]\n  pick rower(u: boat)\n"
    "  pick pull(there: hex) repeatedly costs 1 counted in u.spent does:\n    move u to there\n"
)
TURN = "choice side\n  north, south\nsequence night\n  phase wave by north\n"
LAW = f"{FACT}section 1 Lamps\n| Lit is one.\n{RULE}| A crew is two.\n{OTHER}"


def notes(law: Any, bench: Any) -> list[str]:
    found = Diagnostics()
    run_extra_checks(bench.compiled(law), found)
    return [d.message for d in found if d.code == "HX297"]


def test_lines_are_joined_to_paragraphs_and_items(bench: Any) -> None:
    law = "section 1\n| One\n| goes on:\n| - a boat,\n| lit,\n| 2. a lamp.\n|\n| Two.\n"
    [text] = bench.compiled(law).graph.texts.values()
    assert text.paragraphs == ("One goes on:", "- a boat, lit,", "2. a lamp.", "Two.")
    assert str(text.cite) == "H 1"


def test_a_sentence_goes_on_below_the_rules_that_part_it(bench: Any) -> None:
    law = f"{FACT}section 1\n| Lit is one,\n{RULE}\n| and a crew is two.\n{OTHER}|\n| No more.\n"
    [text] = bench.compiled(law).graph.texts.values()
    assert text.paragraphs == ("Lit is one, and a crew is two.", "No more.")


def test_prose_tells_of_what_stands_below_it_up_to_the_next(bench: Any) -> None:
    graph = bench.compiled(LAW + "section 2\nrule late\n  over r\n  when u.crew > 8\n  f(u) is 8\n").graph
    [text] = graph.texts.values()
    assert [(each.said, each.covers) for each in text.passages] == [
        ("Lit is one.", ("rule:r",)),
        ("A crew is two.", ("rule:other",)),
    ]


def test_what_stands_in_a_section_cites_its_number_first(bench: Any) -> None:
    graph = bench.compiled(
        f"section 1\n{FACT}{RULE}rule second [2, Q-001a]\n  over r\n  when u.crew > 1\n  f(u) is 2\n"
        "section\nrule free [3]\n  over second\n  when u.crew > 5\n  f(u) is 3\n"
    ).graph
    assert [*map(str, graph.rules["r"].cites)] == ["H 1"]
    assert [*map(str, graph.rules["second"].cites)] == ["H 1", "H 2", "Q-001a"]
    assert [*map(str, graph.rules["free"].cites)] == ["H 3"]
    assert [*map(str, graph.facts["f"].cites)] == ["H 1"]


def test_a_place_that_is_no_plain_number_stands_in_brackets(bench: Any) -> None:
    graph = bench.compiled(f"{FACT}section [Chart A] Lamps, A to B\n{RULE}").graph
    assert [*map(str, graph.rules["r"].cites)] == ["H Chart A"]


def test_prose_tells_of_rules_elsewhere_by_a_line(bench: Any) -> None:
    base = bench.write(f"{FACT}section 1\n{RULE}", name="base")
    own = bench.variant(base, f"section 2\n| Lit is one, or two.\n\nfrom base: r\n\n{OTHER}", name="own")
    [text] = bench.compiled(own).graph.texts.values()
    assert text.covers == ("rule:r", "rule:other")
    graph = bench.compiled(own).graph
    assert graph.said_of(graph.rules["r"]) == "Lit is one, or two."


def test_two_pieces_of_prose_do_not_tell_of_one_thing(bench: Any) -> None:
    twice = f"{LAW}section 2\n| Of the other.\nfrom harbour-1: other\n"
    [found] = [d for d in bench.findings(twice) if d.code == "HX299"]
    assert found.message == "the prose of [H 1] tells of `other` already"
    assert found.span.start > twice.index("section 2")


def test_a_variant_that_changes_what_prose_tells_of_says_it_anew(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    changing = "rule mine [9]\n  replaces r\n  when u is lit\n  f(u) is 5\n"
    own = bench.variant(base, changing, name="own")
    assert notes(own, bench) == ["the prose of [H 1] tells of `r`, which this module changes"]
    told = bench.variant(base, f"section 1\n| Lit is five.\n{changing}", name="told")
    assert notes(told, bench) == []
    [text] = bench.compiled(told).graph.texts.values()
    assert text.paragraphs == ("Lit is five.",)


@pytest.mark.parametrize("place", ["1", "[Chart A]"])
def test_the_section_that_a_note_asks_for_is_one_that_takes_the_place_of_the_bases(bench: Any, place: str) -> None:
    base = bench.write(LAW.replace("section 1", f"section {place}"), name="base")
    changing = "rule mine [9]\n  replaces r\n  when u is lit\n  f(u) is 5\n"
    found = Diagnostics()
    run_extra_checks(bench.compiled(bench.variant(base, changing, name="own")), found)
    [note] = [d for d in found if d.code == "HX297"]
    _, asked, _ = note.help.split("`")
    told = bench.variant(base, f"{asked}\n| Lit is five.\n{changing}", name="told")
    assert notes(told, bench) == []
    assert [text.paragraphs for text in bench.compiled(told).graph.texts.values()] == [("Lit is five.",)]


@pytest.mark.parametrize(
    ("law", "message"),
    [
        ("| One.\n", "stands in no section"),
        ("section\n| One.\n", "stands in no section"),
        ("section 1\n|\n", "says nothing"),
        ("section [1, 2]\n| One.\n", "stands at one place"),
        ("section [Q-001a]\n| One.\n", "is an entry of a list"),
        (f"{FACT}{RULE.replace('rule r', 'rule r [1]')}from base: r\n", "no prose stands above this line"),
        (f"{FACT}section 1\n{RULE}section 2\n| One.\nfrom elsewhere: r\n", "is not of `elsewhere`"),
    ],
)
def test_prose_stands_in_a_section_of_one_place(bench: Any, law: str, message: str) -> None:
    assert [message in d.message for d in bench.findings(law) if d.code == "HX299"] == [True]


def test_the_prose_of_a_place_stands_in_one_file(bench: Any) -> None:
    law = bench.write("section 1\n| One.\n", files={"05.law": 'chapter [2] "More"\nsection 1\n| Two.\n'})
    [found] = [d for d in bench.findings(law) if d.code == "HX299"]
    assert "the prose of [H 1] stands in" in found.message


@pytest.mark.parametrize(
    ("sort", "named", "declared"),
    [
        ("fact", "f", FACT),
        ("reach", "ways", f"{ROW}reach ways(u: boat, there: hex): fathoms\n  by row.pull\n"),
        ("event", "sinks", "event sinks(u: boat)\n"),
        ("order", "mission", f"{TURN}order mission\n  falls due in wave\n  who: boat\n"),
    ],
)
def test_prose_tells_of_words_that_have_a_head_of_their_own(bench: Any, sort: str, named: str, declared: str) -> None:
    base = bench.write(declared, name="base")
    own = bench.variant(base, f"section 1\n| So it is.\nfrom base: {sort} {named}\n", name="own")
    [text] = bench.compiled(own).graph.texts.values()
    assert text.covers == (f"{sort}:{named}",)
    run_extra_checks(bench.compiled(own), Diagnostics())
    assert bench.findings(bench.variant(base, f"section 1\n| So.\nfrom own: {sort} {named}\n", name="late")) != []


def test_what_is_not_there_cannot_be_told_of(bench: Any) -> None:
    assert bench.codes("section 1\n| One.\nfrom base: nothing\n") == {"HX262"}


def test_a_link_that_is_added_to_a_rule_makes_no_prose_untrue(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    assert notes(bench.variant(base, "rule r also [9]\n  limits other\n", name="own"), bench) == []


@pytest.mark.parametrize(
    ("change", "at"),
    [('drop r [9] "no more"\n', "r"), ("effect sink also [9]:\n  at the start:\n    mark u as lit\n", "sink")],
)
def test_a_change_of_what_prose_tells_of_is_pointed_at(bench: Any, change: str, at: str) -> None:
    base = bench.write(f"{LAW}effect sink(u: boat):\n  remove u\n", name="base")
    found = Diagnostics()
    run_extra_checks(bench.compiled(bench.variant(base, change, name="own")), found)
    [note] = [d for d in found if d.code == "HX297"]
    assert note.span is not None
    assert note.span.text == at


def test_a_text_of_old_is_told_once_a_file_with_what_to_run(bench: Any) -> None:
    [found] = bench.findings('text [1]\n  "One."\n\ntext [2]\n  "Two."\n')
    assert (found.code, found.span.line) == ("HX248", 1)
    assert "hexlaw fmt" in found.help
