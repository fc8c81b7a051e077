"""One canonical form of law: printing and reading back give the same tree, and formatting loses nothing."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from rotation import WHOLE

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import render
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.format.advice_sections import with_advice_apart
from hexlaw.compiler.format.expression_printer import print_expr
from hexlaw.compiler.format.item_printer import item_lines
from hexlaw.compiler.format.law_text import format_law, meaning
from hexlaw.compiler.format.old_words import Old, _with_words_of_today, in_words_of_today
from hexlaw.compiler.format.wrap import wrap
from hexlaw.compiler.parse import grammar
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.parse import parse_expression, parse_law

from .expression_strategies import around, expressions, plain_expressions
from .law_strategies import holding, items

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted(ROOT.glob("rules/**/*.law"))
SLOW = settings(
    max_examples=150 if WHOLE else 50, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def print_item(item: s.Item) -> str:
    """Returns the item as law, without a line end after its last line."""
    return "\n".join(row for line in item_lines(item) for row in wrap(line))


def read(text: str) -> list[s.Item]:
    found = Diagnostics()
    items = parse_law(Source("test.law", text), found)
    assert not found.found, "\n".join(map(render, found))
    return items


def formatted(text: str) -> str:
    found = Diagnostics()
    result = format_law(Source("test.law", text), found)
    assert result is not None, "\n".join(map(render, found))
    return result


def refused(text: str) -> list[str]:
    found = Diagnostics()
    assert format_law(Source("test.law", text), found) is None
    return [f"{d.code} {d.span.line if d.span else 0}" for d in found]


def expression(text: str) -> s.Expr:
    found = Diagnostics()
    tree = parse_expression(Source("test", text), 0, len(text), found)
    assert tree is not None, "\n".join(map(render, found))
    return tree


# ---- trees


@given(expressions())
@SLOW
def test_a_printed_expression_reads_back_as_itself(tree: Any) -> None:
    text = print_expr(tree)
    again = expression(text)
    assert meaning(again) == meaning(tree), text
    assert print_expr(again) == text


@given(items())
@SLOW
def test_a_printed_item_reads_back_as_itself(tree: Any) -> None:
    text = print_item(tree)
    (again,) = read(text)
    assert meaning(again) == meaning(tree), text
    assert print_item(again) == text


def reads_back(tree: Any) -> bool:
    text = print_expr(tree)
    found = Diagnostics()
    again = parse_expression(Source("test", text), 0, len(text), found)
    return again is not None and meaning(again) == meaning(tree)


def test_every_expression_can_stand_within_every_other() -> None:
    unlike = [print_expr(o) for inner in plain_expressions() for o in around(inner) if not reads_back(o)]
    assert unlike == []


def test_every_expression_can_stand_in_any_clause(lot: Random) -> None:
    """In a quarter of the clauses, each day in others."""
    for expr in plain_expressions():
        clauses = [*holding(expr)]
        for item in lot.sample(clauses, len(clauses) // 4):
            (again,) = read(print_item(item))
            assert meaning(again) == meaning(item), print_item(item)


@given(st.lists(items(), max_size=3))
@SLOW
def test_what_the_printer_wrote_is_canonical(trees: list[Any]) -> None:
    text = "".join(print_item(tree) + "\n" for tree in trees)
    assert formatted(text) == text


@given(items(), st.data())
@SLOW
def test_comments_anywhere_are_kept_and_formatting_is_idempotent(tree: Any, data: st.DataObject) -> None:
    rows = print_item(tree).split("\n")
    comments = []
    for place in data.draw(st.lists(st.integers(0, 2 * len(rows) - 1), max_size=4, unique=True)):
        comments.append(f"# note {place}")
        at = place // 2
        indent = data.draw(st.sampled_from(["", "  ", "      "]))
        rows[at] = f"{rows[at]} {comments[-1]}" if place % 2 else f"{indent}{comments[-1]}\n{rows[at]}"
    text = "\n".join(rows)
    found = Diagnostics()
    read_back = parse_law(Source("test.law", text), found)
    assume(not found.found and meaning(tuple(read_back)) == meaning((tree,)))  # not inside a citation
    once = formatted(text)
    assert sorted(re.findall(r"# note [0-9]+", once)) == sorted(comments)
    assert meaning(tuple(read(once))) == meaning((tree,))
    assert formatted(once) == once


def test_the_strategies_know_every_node() -> None:
    """A node that is new in the tree has to be generated, or the properties above say nothing about it."""
    files = ("expression_strategies.py", "law_strategies.py")
    written = "".join((Path(__file__).parent / file).read_text(encoding="utf-8") for file in files)
    unions: list[Any] = [s.Expr, s.Statement, s.Item, s.Conclusion]
    missing = [node.__name__ for union in unions for node in get_args(union) if f"s.{node.__name__}," not in written
               and f"s.{node.__name__}(" not in written]  # fmt: skip
    assert missing == []


# ---- brackets


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("((a)) + (b * c)", "a + b * c"),
        ("(a + b) * c", "(a + b) * c"),
        ("a - (b - c)", "a - (b - c)"),
        ("(a - b) - c", "a - b - c"),
        ("(a and b) or (c and (d or e))", "a and b or c and (d or e)"),
        ("(a or b) or c", "(a or b) or c"),
        ("not (u is lit)", "not u is lit"),
        ("not (a and b)", "not (a and b)"),
        ("(any v in s where a) and b", "(any v in s where a) and b"),
        ("b and (any v in s where a and c)", "b and any v in s where a and c"),
        ("(any v in s) and b", "any v in s and b"),
        ("(not any v in s where a) or b", "not (any v in s where a) or b"),
        ("(x is those v in s where a) and b", "x is (those v in s where a) and b"),
        ("f((x = 1), (y))", "f((x = 1), y)"),
        ("f(x = (those v in s where a), y = (b))", "f(x = those v in s where a, y = b)"),
        ("x is (a)", "x is (a)"),
        ("x is not (those v in s)", "x is not (those v in s)"),
        ("(no) sees x", "(no) sees x"),
        ("(5 1/2) + (1/2)", "5 1/2 + 1/2"),
        ("(u.hex).terrain", "u.hex.terrain"),
        ("count((x in y))", "count((x in y))"),
    ],
)
def test_brackets_stand_only_where_they_are_needed(written: str, printed: str) -> None:
    tree = expression(written)
    assert print_expr(tree) == printed
    assert meaning(expression(printed)) == meaning(tree)


def test_a_pick_keeps_its_own_where() -> None:
    """Without the brackets `where` would belong to the range."""
    law = "action tend [RB 1]\n  pick one-lamp(u: unit) from (those unit v) where u is lit\n"
    assert formatted(law) == law


# ---- shipped law


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_shipped_law_keeps_its_meaning(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    once = formatted(text)
    assert formatted(once) == once
    assert [meaning(item) for item in read(once)] == [meaning(item) for item in read(text)]
    comments = sorted(re.findall(r"(?m)(?:^|(?<=\s))#[^\"\n]*$", text))
    assert sorted(re.findall(r"(?m)(?:^|(?<=\s))#[^\"\n]*$", once)) == comments


def test_a_law_with_every_word_of_the_doing_half_is_in_its_form() -> None:
    law = (ROOT / "tests" / "night.law").read_text("utf-8")
    assert formatted(law) == law


# ---- layout


def test_clauses_stand_in_one_order() -> None:
    written = """\
rule lamp.out [RB 3]
  says "dark"
  forbids move.step
  when u is lit
  lifts lamp.b
  for each v in s
  "Doc."
  over lamp.a
  when u is far
  under oil: cheap
"""
    neat = """\
rule lamp.out [RB 3]
  "Doc."
  under oil: cheap
  over lamp.a
  lifts lamp.b
  forbids move.step
  for each v in s
  when u is lit
  when u is far
  says "dark"
"""
    assert formatted(written) == neat


def test_hooks_stand_above_conditions_and_what_ends_something_too() -> None:
    written = """\
rule lamp.burnt [RB 3]
  when not u is lit
  lapses w saw u
  follows lamp.lit, lamp.dim
  after tend.lamp
  over lamp.a
rule lamp.shone [RB 3]
  then:
    offer wave(u) to (opponent(u.side)) repeatedly
    for each v in s:
        mark v as lit until end of next watch of (v.side)
  when u is lit
  at the end of watch
  follows lamp.lit  # first
  follows lamp.dim
rule lamp.counted [RB 3]
  counts oil(u) towards burnt(u)
  resets smoke(u)
  pauses tending
  when u is lit
"""
    neat = """\
rule lamp.burnt [RB 3]
  over lamp.a
  after tend.lamp
  follows lamp.lit, lamp.dim
  lapses w saw u
  when not u is lit
rule lamp.shone [RB 3]
  at the end of watch
  follows lamp.lit, lamp.dim  # first
  when u is lit
  then:
    offer wave(u) to opponent(u.side) repeatedly
    for each v in s:
      mark v as lit until end of next watch of v.side
rule lamp.counted [RB 3]
  resets smoke(u)
  pauses tending
  when u is lit
  counts oil(u) towards burnt(u)
"""
    assert formatted(written) == neat


def test_the_sequence_of_play_keeps_its_order_and_blank_lines() -> None:
    written = """\
sequence night [RB 2]
  "How a night goes."

  phase watch for each k in (keepers) by k.side while oil > 0:
    # the lamp first
    phase tend [RB 2.1]


    phase look if any ship v
        where v is near   # from the gallery
    do sweep(k)
sequence night also
  before look:
      phase wave alternating from (first-side)
"""
    neat = """\
sequence night [RB 2]
  "How a night goes."

  phase watch for each k in keepers by k.side while oil > 0:
    # the lamp first
    phase tend [RB 2.1]

    phase look if any ship v where v is near  # from the gallery
    do sweep(k)
sequence night also
  before look:
    phase wave alternating from first-side
"""
    assert formatted(written) == neat


def test_the_clauses_of_tasks_orders_and_actions_stand_in_one_order() -> None:
    written = """\
task mend(l: lamp) [RB 4]
  done:
      mark l as lit
  stage open lasts 2 opens look
  stage shut when no ship v in bay
  gains 1+1
  works at the end of watch
  crew keeper at most 1
  "Two watches."
order signal [RB 5]
  at: hex
  falls due in wave
action look(l: lamp) [RB 6]
  pick out(v: ship) does:
    pick tend.lamp repeatedly optionally
    finish
  open in watch, wave to opponent(l.side)
"""
    neat = """\
task mend(l: lamp) [RB 4]
  "Two watches."
  crew keeper at most 1
  works at the end of watch
  gains 1 + 1
  stage open lasts 2 opens look
  stage shut when no ship v in bay
  done:
    mark l as lit
order signal [RB 5]
  falls due in wave
  at: hex
action look(l: lamp) [RB 6]
  open in watch, wave to opponent(l.side)
  pick out(v: ship) does:
    pick tend.lamp repeatedly optionally
    finish
"""
    assert formatted(written) == neat


def test_a_ruling_gathers_what_it_confirms() -> None:
    written = """\
ruling RB-1 [RB  Box
    2]
  confirms a.b # first
  shown by case-one
  answers no , "never"
  confirms c.d # second
  asks "May it?"
  shown by case-two
"""
    neat = """\
ruling RB-1 [RB Box 2]
  asks "May it?"
  answers no, "never"
  # first
  # second
  confirms a.b, c.d
  shown by case-one, case-two
"""
    assert formatted(written) == neat


def test_comments_go_with_their_clause() -> None:
    written = """\
# top


# of the rule
rule lamp.out [RB 3] # head
    # why
    when u is lit   # lit
# when there is oil
    when oil and   # here
        more-oil
    over lamp.a #over
    lamp is dark
    # last

  # after a blank line
# ---- next



rule lamp.in [RB 4]
  # only this
  lamp is bright
#end"""
    neat = """\
# top

# of the rule
rule lamp.out [RB 3]  # head
  over lamp.a  #over
  # why
  when u is lit  # lit
  # when there is oil
  when oil and more-oil  # here
  lamp is dark
  # last
  # after a blank line
# ---- next

rule lamp.in [RB 4]
  # only this
  lamp is bright
#end
"""
    assert formatted(written) == neat


def test_two_comments_on_two_lines_of_a_clause_move_above_it() -> None:
    written = "rule a.b [RB 3]\n  when oil and # one\n      # two\n      wick # three\n  lamp is dark\n"
    assert formatted(written) == ("rule a.b [RB 3]\n  # one\n  # two\n  # three\n  when oil and wick\n  lamp is dark\n")


def test_comments_among_values_keep_their_place() -> None:
    written = """\
choice lamp
  # dim ones
  tallow, candle,  # smoky
  oil,
  # bright ones
  gas, arc  # loud
"""
    assert formatted(written) == written


def test_values_fill_their_lines() -> None:
    names = [f"value-{n:04}" for n in range(25)]
    law = formatted("choice lamp in order\n  " + ",\n  ".join(names) + "\n")
    lengths = [len(line) for line in law.splitlines()[1:]]
    assert law.split()[4:] == [f"{name}," for name in names[:-1]] + names[-1:]
    # eleven characters and a comma and a blank each: nine fit in 108, with no blank after the last
    assert lengths == [2 + 8 * 12 + 11, 2 + 8 * 12 + 11, 2 + 6 * 12 + 10]


def test_blocks_keep_order_comments_and_single_blank_lines() -> None:
    written = """\
effect tend(u: unit) [RB 2]:
    "Doc."


    # first
    if  u is lit:   # lit?
          remove u
    otherwise:  # not lit
          # then
          for each v in s: # all
             mark v as lit

          set u.oil  to (u.oil)  -  1
"""
    neat = """\
effect tend(u: unit) [RB 2]:
  "Doc."

  # first
  if u is lit:  # lit?
    remove u
  otherwise:  # not lit
    # then
    for each v in s:  # all
      mark v as lit

    set u.oil to u.oil - 1
"""
    assert formatted(written) == neat


def test_docs_stay_as_their_author_broke_them() -> None:
    law = 'fact u: unit is lit\n  "One."\n  "Two."  # really\n'
    assert formatted(law) == law


def test_no_blank_line_is_forced_between_items() -> None:
    law = "measure oil exact\nmeasure wick whole\n\nsettle a: b\n"
    assert formatted(law) == law
    assert formatted(law.replace("\n\n", "\n \n\n\n")) == law


def test_the_line_ends_of_windows_stay_where_all_are() -> None:
    """A checkout of git may give a file with them: it is as fine as it was."""
    assert formatted("rule a.b\r\n  when x # y\r\n\r\n  z\r\n") == "rule a.b\r\n  when x  # y\r\n  z\r\n"
    assert formatted("rule a.b\r\n  when x # y\n  z\r\n") == "rule a.b\n  when x  # y\n  z\n"
    assert formatted("rule a.b\n  when x # y\n  z") == "rule a.b\n  when x  # y\n  z\n"


def test_no_text_is_its_own_form() -> None:
    assert formatted("") == ""
    assert formatted("\n\n") == ""
    assert formatted("\n# only this") == "# only this\n"


def test_long_lines_are_broken_at_the_outermost_place() -> None:
    bright = "keeper-is-awake and lamp-is-lit and wick-is-long"
    dark = "keeper-is-asleep and lamp-is-dark and wick-is-short-today"
    cases = ", ".join(f"lamp.case-{n}" for n in range(10, 20))
    said = "nothing that stands in quotes is ever broken, however long it is, and it may be very long indeed, as here"
    written = f"""\
rule a.b [RB 1.1, RB 1.2, RB 1.3, RB 1.4, RB 1.5, RB 1.6, RB 1.7, RB 1.8, RB 1.9, RB 1.10, RB 1.11, RB 1.12, RB 2]
  when {bright} or {dark}
  when any keeper v in the-tower-on-the-reef where {bright} and ({bright} or v is near)
  when count(keeper v in here where v is awake and v is near) > count(keeper v in there where v is awake and v is near)
  lamp-is-dark
  says "{said}"

ruling RB-1 [RB 1]
  asks "?"
  shown by {cases}
"""
    neat = f"""\
rule a.b [RB 1.1, RB 1.2, RB 1.3, RB 1.4, RB 1.5, RB 1.6, RB 1.7, RB 1.8, RB 1.9, RB 1.10, RB 1.11, RB 1.12,
    RB 2]
  when {bright}
      or {dark}
  when any keeper v in the-tower-on-the-reef
      where {bright}
          and ({bright} or v is near)
  when count(keeper v in here where v is awake and v is near)
      > count(keeper v in there where v is awake and v is near)
  lamp-is-dark
  says "{said}"

ruling RB-1 [RB 1]
  asks "?"
  shown by lamp.case-10, lamp.case-11, lamp.case-12, lamp.case-13, lamp.case-14, lamp.case-15, lamp.case-16,
      lamp.case-17, lamp.case-18, lamp.case-19
"""
    assert formatted(written) == neat


def test_what_is_broken_inside_something_broken_stands_deeper() -> None:
    """An `and` of the inner condition and one of the outer stand at depths of their own; a name is not parted from its
    arguments where a place further on will do."""
    awake, lit = "v.lamps-carried-up-the-tower >= 12", f"where w sees v and w is {'lit-' * 12}up and w is near"
    written = f"""\
rule a.b [RB 1]
  when any keeper v in the-tower where {awake} and (any ferry w in the-bay {lit}) and {awake}
  when u is somewhere and (no keeper v in here where {awake} and {awake} and {awake}) or u is elsewhere
  the-reach-of-the-light-over-the-water(u, v) is those ferry w in the-bay-below-the-tower where w sees u and w is lit
"""
    neat = f"""\
rule a.b [RB 1]
  when any keeper v in the-tower
      where {awake}
          and (any ferry w in the-bay
              {lit})
          and {awake}
  when u is somewhere
          and (no keeper v in here
              where {awake} and {awake}
                  and {awake})
      or u is elsewhere
  the-reach-of-the-light-over-the-water(u, v) is those ferry w in the-bay-below-the-tower
      where w sees u and w is lit
"""
    assert formatted(written) == neat


# ---- mistakes


def test_after_a_hundred_mistakes_the_rest_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    of_item = grammar.read
    monkeypatch.setattr(grammar, "read", lambda text, *more: [read.append(text), of_item(text, *more)][1])
    source, found = Source("many.law", "".join(f"fact worth-{n}: whole\n" for n in range(1_000))), Diagnostics()
    assert format_law(in_words_of_today(source, ()), found) is None
    assert [d.code for d in found][-2:] == ["HX204", "HX109"]
    assert len(read) < 400


def test_words_of_old_are_exchanged_in_time_that_grows_with_the_file() -> None:
    """Quadratic, as it was, this takes minutes."""
    source = Source("old.law", "turn day\n" * 100_000)
    found = [Old(source.span(at, at + 4), "phase", "") for at in range(0, len(source.text), 9)]
    begun = process_time()
    assert _with_words_of_today(source, found).text == "phase day\n" * 100_000
    assert process_time() - begun < 3


def test_empty_lines_are_read_in_time_that_grows_with_their_number() -> None:
    begun = process_time()
    assert formatted("rule a.b\n  x\n" + "\n" * 100_000) == "rule a.b\n  x\n"
    assert process_time() - begun < 3


def test_law_with_mistakes_is_not_formatted() -> None:
    assert refused("rule a.b\n  x\n\nrule c.d\n  when\n\nmeasure oil\n") == ["HX204 5", "HX204 7"]


@pytest.mark.parametrize(
    ("law", "finding"),
    [
        ('effect tend(u: unit):\n  if u is lit:\n    "Nobody reads this."\n    remove u\n', "HX207 3"),
        ("task mend(l: lamp)\n  crew keeper\n  crew ship\n  stage open\n", "HX206 1"),
        ('sequence night\n  phase watch:\n    "Nobody reads this."\n    phase look\n', "HX207 3"),
        ('dispute a.b\n  reading x\n  reading y ""\n  default x because ""\n', "HX207 4"),
    ],
)
def test_what_the_tree_does_not_hold_is_never_lost(law: str, finding: str) -> None:
    assert refused(law) == [finding]


@pytest.mark.parametrize(
    ("deep", "line"), [("not " * 3000 + "x", 1), ("x" + ".y" * 5000, 2), (" + ".join(["x"] * 3000), 1)]
)
def test_hostile_depth_is_refused_in_a_sentence(deep: str, line: int) -> None:
    assert refused(f"rule a.b\n  when {deep}\n  y\n") == [f"HX202 {line}"]


# ---- the page that tells about it

PAGE = (ROOT / "docs" / "formatting.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```law written\n(.*?)```\n\n```law formatted\n(.*?)```", PAGE, flags=re.DOTALL)


def test_the_page_pairs_all_its_examples() -> None:
    assert PAGE.count("```law") == 2 * len(EXAMPLES) > 0


@pytest.mark.parametrize(("written", "neat"), EXAMPLES)
def test_the_page_shows_what_formatting_does(written: str, neat: str) -> None:
    today = in_words_of_today(Source("test.law", written), frozenset())
    assert formatted(with_advice_apart(today, "HA").text) == neat
    assert formatted(neat) == neat
