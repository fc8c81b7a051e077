"""The language reference: its examples hold, and it leaves no word of the language out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler import pipeline
from hexlaw.compiler.base import patience
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import render
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.check import expression_typing, rule_scopes, statement_typing
from hexlaw.compiler.data import load, yaml_tree
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.parse import items, mistakes, parse, syntax
from hexlaw.compiler.resolve import names
from hexlaw.compiler.situations import case_files as cases
from hexlaw.compiler.wasm import stop_words
from hexlaw.compiler.wasm.procedures import CONSTANTS
from hexlaw.runtime.base.nodes import Node
from hexlaw.runtime.board import grid, joining
from hexlaw.runtime.evaluate import budget
from hexlaw.runtime.law import builtins
from hexlaw.runtime.play import trials

PAGE = "language.md"
GRAMMAR = Path(parse.__file__).parent / "law.lark"
DOCS = Path(__file__).resolve().parents[2] / "docs"


# --- The examples run ------------------------------------------------------------------------------


def test_every_chapter_is_linked_and_so_tried(chapters: list[str], section_called: dict[str, Any]) -> None:
    written = {path.relative_to(DOCS).as_posix() for path in (DOCS / "language").rglob("*.md")}
    assert written == set(chapters)
    tried = {section.page for section in section_called.values() if section.runs}
    assert {each for each in written if "```law" in (DOCS / each).read_text("utf-8")} <= tried


def test_the_law_of_a_section_is_fine(module: Any) -> None:
    compilation, diagnostics = module.compiled()
    assert [render(d) for d in diagnostics] == []
    assert compilation is not None


def test_the_cases_of_a_section_hold(module: Any, section: Any) -> None:
    for fence in section.of("yaml", "cases"):
        compilation, _ = module.compiled(*fence.info[3:])
        for case in module.cases(fence).cases:
            outcome = run_case(case, compilation)
            told = [render(d) for d in outcome.diagnostics] or f"expected {outcome.expected}, got {outcome.got}"
            assert outcome.passed, f"{case.span} {case.id}: {told}"


def test_what_a_section_says_is_refused_is_refused(module: Any, section: Any) -> None:
    for fence in section.of("law", "error"):
        module.add(fence.text)
        _, diagnostics = module.compiled()
        codes = {d.code for d in diagnostics if d.level == "error"}
        assert codes == set(fence.info[2:]), f"line {fence.line}: {[render(d) for d in diagnostics]}"


def test_a_reader_sees_which_examples_are_refused(page: str) -> None:
    """The info string of a fence does not show on a rendered page."""
    lines = [line for line in page.splitlines() if line.strip()]
    hidden = [
        lines[i] for i, line in enumerate(lines) if line.startswith("```law error")
        if not any("efused" in above for above in lines[max(0, i - 2) : i])
    ]  # fmt: skip
    assert hidden == []


# --- Nothing is left out ---------------------------------------------------------------------------


ONLY_OLD = frozenset({"turn", "segment", "round", "all", "times", "rest"})
"""Words that the grammar reads for the sake of old law alone."""


def words_of_the_grammar() -> set[str]:
    """The words that the grammar takes for itself, those of several words taken apart, but for what law once said."""
    grammar = re.sub(r"^\s*//.*$", "", GRAMMAR.read_text("utf-8"), flags=re.MULTILINE)
    quoted = re.findall(r'"([a-z][a-z/ -]*)"', grammar)
    phrases = re.findall(r"/([a-z]+(?: [a-z]+)+)\(", grammar)
    return {word for text in (*quoted, *phrases) for word in text.split()} - ONLY_OLD


def first_column(section: Any) -> list[str]:
    """What stands in backticks in the first column of the section's tables."""
    rows = re.findall(r"^\| (`[^|]*) \|", section.text, re.MULTILINE)
    return [code for row in rows for code in re.findall(r"`([^`]+)`", row)]


def test_the_table_of_keywords_is_the_grammar(section_called: dict[str, Any]) -> None:
    assert set(first_column(section_called["Every keyword"])) == words_of_the_grammar()


def examples_of(sections: dict[str, Any]) -> str:
    """All law of the page without its texts and comments, and the questions of its cases."""
    fences = [f for section in sections.values() for f in (*section.preamble, *section.fences)]
    law = " ".join(re.sub(r'"[^"\n]*"|#.*', "", f.text) for f in fences if f.info[0] == "law")
    return law + " ".join(f.text for f in fences if f.info[:2] == ("yaml", "cases"))


def test_every_keyword_stands_in_an_example(section_called: dict[str, Any]) -> None:
    examples = examples_of(section_called)
    unused = {w for w in words_of_the_grammar() if not re.search(rf"(?<![a-z-]){re.escape(w)}(?![a-z-])", examples)}
    assert unused == set()


def test_the_table_of_built_in_words_is_the_machine(section_called: dict[str, Any]) -> None:
    listed = first_column(section_called["Every built-in word"])
    functions = {text.split("(")[0]: text.count(",") + 1 for text in listed if "(" in text}
    plain = {text.split(" ")[1] if " " in text else text for text in listed if "(" not in text}
    assert set(functions) == set(builtins.BUILTIN_FUNCTIONS)
    for name, function in builtins.BUILTIN_FUNCTIONS.items():
        assert function.params is None or len(function.params) == functions[name], name
    assert plain == (
        {*builtins.BUILTIN_VERBS, *builtins.BUILTIN_ADJECTIVES, *builtins.BUILTIN_SETS, *builtins.CONTACT_FIELDS}
        | {"hex", "holder", "hexside", "contact"}
    )


def test_every_built_in_word_stands_in_an_example(section_called: dict[str, Any]) -> None:
    examples = examples_of(section_called)
    words = {
        *builtins.BUILTIN_FUNCTIONS, *builtins.BUILTIN_VERBS, *builtins.BUILTIN_ADJECTIVES,
        *builtins.BUILTIN_SETS, *builtins.CONTACT_FIELDS,
        *(value for values in builtins.BUILTIN_CHOICES.values() for value in values),
    }  # fmt: skip
    assert {w for w in words if not re.search(rf"(?<![a-z-]){w}(?![a-z-])", examples)} == set()


def test_every_construct_of_the_grammar_stands_in_an_example(page: str) -> None:
    """A construct is a sort of syntax node: whatever the parser can make is made of some example of the page."""
    seen = set[str]()
    law = re.findall(r"^```law(?! error)[^\n]*\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    asked = re.findall(r"^ *ask: [\"']?(.+?)[\"']?$", page, re.MULTILINE)
    todo: list[object] = [parse.parse_law(Source("page", example), Diagnostics()) for example in law]
    todo += [parse.parse_question(Source("page", question), Diagnostics()) for question in asked]
    while todo:
        node = todo.pop()
        if isinstance(node, list | tuple):
            todo.extend(node)
        elif isinstance(node, Node):
            seen.add(type(node).__name__)
            todo.extend(getattr(node, name) for name in node.__struct_fields__)
    sorts = [
        each
        for each in vars(syntax).values()
        if isinstance(each, type) and issubclass(each, Node) and each.__module__ == syntax.__name__
    ]
    made = {each.__name__ for each in sorts if not each.__subclasses__()}
    assert made - seen == set()


def test_every_item_of_the_doing_half_is_listed_where_it_begins(section_called: dict[str, Any]) -> None:
    listed = {word.split(" ")[0] for word in first_column(section_called["What moves a game on"])}
    assert {word for word in listed if word in mistakes.ITEM_WORDS} == {
        "sequence", "event", "memory", "tally", "order", "task", "action", "situation", "thing",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("what", "limit"),
    [
        ("characters in one item", items.MAX_ITEM_LENGTH),
        ("brackets inside each other", items.MAX_BRACKETS_DEPTH),
        ("parts of an expression inside each other", expression_typing.MAX_DEPTH),
        ("blocks of statements inside each other", statement_typing.MAX_BLOCKS_DEPTH),
        ("characters in a question", parse.MAX_QUESTION_LENGTH),
        ("characters of law in a module and all that it extends", load.MAX_LAW_SIZE),
        ("rules, facts and other items of such a chain", items.MAX_ITEMS),
        ("rules that its links bear on, `NAME.*` on each that begins so", pipeline.MAX_LINKS),
        ("mistakes told of one file", patience.MAX_FINDINGS),
        ("mistakes told of a module", patience.MAX_FINDINGS_OF_A_MODULE),
        ("characters in one data file", load.MAX_DATA_SIZE),
        ("characters in one case file", cases.MAX_CASES_SIZE),
        ("characters in a module", load.MAX_MODULE_SIZE),
        ("files in a module", load.MAX_FILES),
        ("modules that extend each other", load.MAX_CHAIN_LENGTH),
        ("dice in one `roll`", statement_typing.MAX_DICE),
        ("faces of a die", statement_typing.MAX_FACES),
        ("faces of a die, where an expression says how many", stop_words.MAX_FACES),
        ("numbers in one `numbers(m, n)`", builtins.MAX_NUMBERS),
        ("courses of the dice of one effect", trials.MAX_PATHS),
        ("decisions in one course of an effect", trials.MAX_DECISIONS),
        ("positions looked at for a reach", CONSTANTS["MAX_REACHED"]),
        ("steps taken for one answer", budget.MAX_STEPS),
        ("positions of a game looked at to see whether a pick can be completed", CONSTANTS["MAX_POSITIONS"]),
        ("steps taken until a game asks again", budget.MAX_AHEAD),
        ("statements and the like that a game carries out until it asks again", CONSTANTS["MAX_STEPS"]),
        ("bits of a number, above or below its line", budget.MAX_NUMBER_LENGTH),
        ("parts of one record", budget.MAX_RECORD_SIZE),
        ("rules that limit each other, one after the other", rule_scopes.MAX_LINKS_DEPTH),
        ("sets inside sets, in a type", names.MAX_TYPE_DEPTH),
        ("characters in the name of a module", load.MAX_NAME_LENGTH),
        ("boards in one map", joining.MAX_BOARDS),
        ("hexes on one board", grid.MAX_HEXES),
        ("levels of a data file", yaml_tree.MAX_DEPTH),
    ],
)
def test_the_limits_are_as_the_page_says(section_called: dict[str, Any], what: str, limit: int) -> None:
    assert f"| {what} | {limit:,} |" in section_called["Limits"].text
