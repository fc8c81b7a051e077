"""From text to syntax: layout, places, and mistakes that stay inside their item."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.cascading import without_cascading
from hexlaw.compiler.parse.grammar import keywords
from hexlaw.compiler.parse.grammar_text import first_words
from hexlaw.compiler.parse.parse import parse_law, parse_question


def read(text: str) -> tuple[list[Any], Diagnostics]:
    found = Diagnostics()
    return parse_law(Source("x.law", text), found), found


def one(text: str) -> Any:
    items, found = read(text)
    assert not found.found, [d.message for d in found]
    (item,) = items
    return item


RULE = "rule a.b [1]\n  over c.d,\n    e.f\n  when u is lit\n    and u is moored\n  f(u) is 1\n"


def test_a_deeper_line_and_a_line_after_a_comma_continue_the_one_above() -> None:
    item = one(RULE)
    assert [t.path.text for t in item.links[0].targets] == ["c.d", "e.f"]
    assert isinstance(item.when[0], s.AllOf)


@pytest.mark.parametrize(
    "text",
    [
        RULE.replace("\n", "\r\n"),
        RULE + "\n\n# a remark\n   # another\n",
        RULE.replace("[1]\n", "[1]   # a remark: here\n\n\n"),
        RULE.replace("  when", "  # between, and deeper below\n      # still\n  when"),
        RULE.rstrip("\n"),
        RULE.replace("\n  ", "\n    "),
        RULE.replace("u is lit\n    and", "(\nu is lit\n) and"),
    ],
)
def test_remarks_blank_lines_and_line_ends_mean_nothing(text: str) -> None:
    def bare(item: Any) -> Any:
        return (item.name.text, [t.path.text for t in item.links[0].targets], len(item.when), len(item.conclusions))

    if text.count("(\n"):
        text = text.replace("(\nu is lit\n)", "(\n      u is lit\n    )")
    assert bare(one(text)) == bare(one(RULE))


@pytest.mark.parametrize(
    ("line", "is_step"), [("limits step.short", False), ("limits step pull.load", True), ("lifts step.*", False)]
)
def test_a_rule_whose_name_begins_with_step_is_no_step(line: str, is_step: bool) -> None:
    found = Diagnostics()
    (rule,) = parse_law(Source("x.law", f"rule bar.lit [1]\n  {line}\n  when b is lit\n"), found)
    assert list(found) == []
    assert isinstance(rule, s.Rule)
    ((target,),) = (link.targets for link in rule.links)
    assert target.step == is_step


def test_places_are_told_in_lines_and_columns() -> None:
    item = one(RULE)
    assert str(item.name.span) == "x.law:1:6"
    assert str(item.conclusions[0].span) == "x.law:6:3"
    assert str(item.links[0].targets[1].path.span) == "x.law:3:5"


def test_a_mistake_stays_inside_its_item() -> None:
    items, found = read(
        "rule a [1]\n  whn x is y is z\n\nrule b [1]\n  forbids c.d\n\nrool c\n\nrule d [1]\n  forbids c.d\n"
    )
    assert [i.name.text for i in items] == ["b", "d"]
    assert [(d.code, d.span.line) for d in found if d.span] == [("HX204", 2), ("HX204", 7)]


@pytest.mark.parametrize(
    ("text", "help_or_message"),
    [
        ("rul a [1]\n", "did you mean `rule`"),
        ("rule a [1]\n  whn x is y\n", "did you mean `when`"),
        ("memry u: boat saw v: boat\n", "did you mean `memory`"),
        ("sequense night\n  phase x\n", "did you mean `sequence`"),
        ("rule a [1]\n  lapsed u saw v\n", "did you mean `lapses`"),
        ("rule a [1]\n  folows b.c\n  begins u saw v\n", "did you mean `follows`"),
        ('rule a [1]\n  says "open\n', "not closed on its line"),
        ("rule a [1]\n  f(u) is 1.5\n", "write `1 1/2`"),
        ("rule a [1]\n  when u.crew == 1\n  f(u) is 1\n", "write `is` or `=`"),
        ("rule a [1]\n  when u[1] is x\n  f(u) is 1\n", "square brackets are citations"),
        ("rule A [1]\n", "names are lower case words"),
        ("fact a_b(u: boat): whole\n", "join words by hyphens"),
        ("rule a [1]\n", "nothing stands below this line"),
    ],
)
def test_what_people_usually_mean(text: str, help_or_message: str) -> None:
    _, found = read(text)
    (finding,) = found
    assert help_or_message in f"{finding.message} {finding.help}"


def test_a_line_that_would_be_lost_is_found() -> None:
    items, found = read('rule a [1]\n  says "x"\n  says "y"\n  forbids c.d\n')
    assert len(items) == 1
    assert [d.code for d in found] == ["HX206"]


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("may sail.step(a, B-2)", s.AskMay), ("after sink(a): a is lit", s.AskAfter), ("after sink(a)", s.AskAfter),
        ("reach ways(a)", s.AskReach), ("1 + 1", s.AskValue), ("  toll(a)  ", s.AskValue), ("those b in x where b is lit", s.AskValue),
    ],
)  # fmt: skip
def test_questions(text: str, sort: type) -> None:
    found = Diagnostics()
    assert isinstance(parse_question(Source("q", text), found), sort)
    assert not found.found


@pytest.mark.parametrize("text", ["", "   ", "a\nb", "1 + " * 1000 + "1"])
def test_what_is_no_question(text: str) -> None:
    found = Diagnostics()
    assert parse_question(Source("q", text), found) is None
    assert [d.code for d in found] == ["HX205"]


@pytest.mark.parametrize("text", ["1-4", "5 1/2", "-1/2", "A-1", "12B-7", '"x y"'])
def test_literals_keep_their_spelling(text: str) -> None:
    question = parse_question(Source("q", text), Diagnostics())
    assert isinstance(question, s.AskValue)
    assert isinstance(question.value, s.Literal_)
    assert question.value.text == text.strip('"')


# ---- the words that mistakes are compared with


@pytest.mark.parametrize(("rule", "words"), [
    ("link", {"over", "limits", "lifts", "replaces"}),  # several words in one place
    ("changes", {"halves", "doubles", "multiplies", "divides", "adds", "subtracts", "makes", "holds"}),  # in many lines
    ("beside_part", {"after", "before", "replaces", "at"}),
    ("goal", {"goal"}),  # of a terminal with two words
    ("target", {"step"}),  # or a name
    ("concludes", set()), ("doc", set()), ("prose", set()),  # a name, a text, a bar: no word
])  # fmt: skip
def test_first_words_of_a_rule_of_the_grammar(rule: str, words: set[str]) -> None:
    assert first_words(rule) == words


@pytest.mark.parametrize("rule", ["item", "statement", "rule_line"])
def test_first_words_of_all_rules_that_stand_in_one_place(rule: str) -> None:
    words = {
        "item": {"chapter", "thing", "from"},
        "statement": {"set", "finish", "pause"},
        "rule_line": {"says", "then"},
    }
    others = set().union(*(words[other] for other in words.keys() - {rule}))
    assert words[rule] <= first_words(f"_{rule}") <= {*keywords(), "goal"} - others


@pytest.mark.parametrize("remarks", ["# the licence\n" * 3_000, "\n" * 30_000, "#\n\n \n" * 5_000])
def test_remarks_behind_an_item_do_not_make_it_longer(remarks: str) -> None:
    """They may be a licence: of the item alone it is asked how long it is."""
    fact = "fact glow(b: boat): whole\n  otherwise 0\n"
    for text in (fact + remarks, remarks + fact, fact + remarks + fact.replace("glow", "gleam")):
        found = Diagnostics()
        assert len(parse_law(Source("x.law", text), found)) == text.count("fact")
        assert list(found) == []
    found = Diagnostics()
    parse_law(Source("x.law", fact + "  # inside\n" * 3_000 + "# behind\n"), found)
    assert [d.code for d in found] == ["HX202"]


def seconds_to_refuse(law: str) -> float:
    read("rule y [1]\n  when\n")  # which makes the parser
    begun, found = process_time(), Diagnostics()
    parse_law(Source("x.law", law), found)
    assert without_cascading(list(found))
    return process_time() - begun


A = "a" * 900_000


@pytest.mark.parametrize(
    "law", [f"rule {A} [1]\n", f"fact {A}(u: boat): whole\n", f"choice c\n  {A} b\n", A, f"rule x\n  {A}: y\n"]
)
def test_a_word_without_end_is_refused_at_once(law: str) -> None:
    """Quadratic, as it was, this takes hours."""
    assert seconds_to_refuse(law) < 5


@pytest.mark.parametrize("word", ["a", "A", "a-", "a.", "_", "é"])
@pytest.mark.parametrize("law", ["rule {} [1]\n", "rule y [1]\n  worth(u) is {}\n", "rule y [1]\n  when {} is b\n"])
def test_a_long_word_is_refused_before_anything_is_guessed(word: str, law: str) -> None:
    long = word * 9_000
    assert seconds_to_refuse(law.format(long)) < 5
    found = Diagnostics()
    parse_law(Source("x.law", law.format(long)), found)
    assert [d.code for d in found] == ["HX202"]


def test_a_long_word_may_stand_in_a_text_and_in_a_remark() -> None:
    found = Diagnostics()
    law = f'fact glow(b: boat): whole  # {"a" * 900}\n  "See {"b" * 900}."\n  otherwise 0\n'
    assert len(parse_law(Source("x.law", law), found)) == 1
    assert not list(found)


@pytest.mark.parametrize("words", ["a ", "is ", "a < ", "{a} ", "every a in b "])
def test_a_long_line_with_a_mistake_is_not_searched_for_habits(words: str) -> None:
    assert seconds_to_refuse("rule y [1]\n  when " + words * (15_000 // len(words)) + "\n") < 5
