"""What a fact, a quantity and a table come to: the heart of what the law means."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from hexlaw.runtime.law.stops import Conflict, Exhausted, Hole

PIECE = "{a: {kind: boat, at: A-1}}"

# ---- facts


def facts(*rules: str, head: str = "fact toll(u: boat): fathoms\n") -> str:
    return head + "".join(rules)


def rule(name: str, value: str | None, *links: str, when: str | None = None) -> str:
    lines = [f"rule {name} [1]", *(f"  {link}" for link in links)]
    lines += [f"  when {when}"] if when else []
    lines += [f"  toll(u) is {value}"] if value is not None else []
    return "\n".join(lines) + "\n"


def toll(bench: Any, law: str, piece: str = PIECE) -> Any:
    return bench.ask(bench.compiled(law), "toll(a)", pieces=piece)


def test_one_rule_gives_the_value(bench: Any) -> None:
    assert toll(bench, facts(rule("toll.usual", "1 1/2"))).value == Fraction(3, 2)


def test_two_rules_that_agree_are_no_conflict(bench: Any) -> None:
    assert toll(bench, facts(rule("toll.one", "2"), rule("toll.two", "4 / 2"))).value == 2


def test_two_rules_that_disagree_are_a_conflict_naming_both(bench: Any) -> None:
    stop = toll(bench, facts(rule("toll.one", "2"), rule("toll.two", "3"))).stop
    assert isinstance(stop, Conflict)
    assert {r.id for r in stop.rules} == {"toll.one", "toll.two"}


def test_no_rule_that_applies_is_a_hole(bench: Any) -> None:
    stop = toll(bench, facts(rule("toll.lit", "2", when="u is lit"))).stop
    assert isinstance(stop, Hole)
    assert stop.message == "no rule says what `toll` is for a"


def test_a_hole_about_nothing_names_nothing(bench: Any) -> None:
    law = "fact ebb(): whole\nrule ebb.lit [1]\n  when any boat u where u is lit\n  ebb() is 1\n"
    stop = bench.ask(bench.compiled(law), "ebb()").stop
    assert isinstance(stop, Hole)
    assert stop.message == "no rule says what `ebb` is"


def test_otherwise_answers_where_no_rule_applies(bench: Any) -> None:
    law = facts(rule("toll.lit", "2", when="u is lit"), head="fact toll(u: boat): fathoms\n  otherwise 7\n")
    assert toll(bench, law).value == 7
    assert toll(bench, law, "{a: {kind: boat, at: A-1, lit: yes}}").value == 2


def test_over_takes_the_place_where_it_applies(bench: Any) -> None:
    law = facts(rule("toll.usual", "2"), rule("toll.lit", "3", "over toll.usual", when="u is lit"))
    assert toll(bench, law).value == 2
    assert toll(bench, law, "{a: {kind: boat, at: A-1, lit: yes}}").value == 3


def test_over_reaches_through_others(bench: Any) -> None:
    law = facts(rule("t.a", "1"), rule("t.b", "2", "over t.a", when="u is moored"), rule("t.c", "3", "over t.b"))
    assert toll(bench, law).value == 3


def test_an_overridden_rule_still_keeps_others_down(bench: Any) -> None:
    """c over b over a, all applying: b gives way, and a does not come up again."""
    law = facts(rule("t.a", "1"), rule("t.b", "2", "over t.a"), rule("t.c", "3", "over t.b"))
    assert toll(bench, law).value == 3


def test_limiting_an_exception_falls_back_to_what_it_stood_over(bench: Any) -> None:
    law = facts(rule("t.a", "1"), rule("t.b", "2", "over t.a"), rule("t.c", None, "limits t.b", when="u is lit"))
    assert toll(bench, law).value == 2
    assert toll(bench, law, "{a: {kind: boat, at: A-1, lit: yes}}").value == 1


@pytest.mark.parametrize(("depth", "value"), [(0, 9), (1, 0), (2, 9), (3, 0), (4, 9)])
def test_limits_of_limits(bench: Any, depth: int, value: int) -> None:
    """Each limit takes away the one before it: an even number of them leaves the rule in reach."""
    chain = [rule("l.r0", "9")]
    chain += [rule(f"l.r{n}", None, f"limits l.r{n - 1}", when="u.crew = 0") for n in range(1, depth + 1)]
    assert toll(bench, facts(*chain, head="fact toll(u: boat): fathoms\n  otherwise 0\n")).value == value


def test_a_limit_that_has_a_value_of_its_own_does_both(bench: Any) -> None:
    law = facts(rule("t.a", "1"), rule("t.b", "2", "limits t.a", when="u is lit"))
    assert toll(bench, law, "{a: {kind: boat, at: A-1, lit: yes}}").value == 2


def test_the_order_of_rules_means_nothing(bench: Any) -> None:
    rules = [
        rule("t.a", "1"),
        rule("t.b", "2", "over t.a", when="u.crew < 5"),
        rule("t.c", "3", "over t.b"),
        rule("t.d", None, "limits t.c", when="u.crew = 0"),
    ]
    assert {toll(bench, facts(*order)).value for order in permutations(rules)} == {2}


def test_conditions_that_hold_for_one_and_not_another(bench: Any) -> None:
    law = facts(rule("t.a", "1", when="u.mood < awake"), rule("t.b", "2", when="not u.mood < awake"))
    assert toll(bench, law, "{a: {kind: boat, at: A-1, mood: asleep}}").value == 1
    assert toll(bench, law, "{a: {kind: boat, at: A-1, mood: wild}}").value == 2


YES_NO = """fact u: boat is seaworthy
rule sea.lit [1]
  when u is lit
  u is seaworthy
rule sea.moored [1]
  {link}
  when u is moored
  not u is seaworthy
"""


def test_a_yes_no_fact_that_nobody_speaks_of_is_no(bench: Any) -> None:
    assert bench.value(bench.compiled(YES_NO.format(link="over sea.lit")), "a is seaworthy", pieces=PIECE) is False


def test_a_negative_rule_over_a_positive_one(bench: Any) -> None:
    law = bench.compiled(YES_NO.format(link="over sea.lit"))
    lit, both = "{a: {kind: boat, lit: yes}}", "{a: {kind: boat, lit: yes, moored: yes}}"
    assert bench.value(law, "a is seaworthy", pieces=lit) is True
    assert bench.value(law, "a is seaworthy", pieces=both) is False


def test_a_negative_rule_beside_a_positive_one_is_a_conflict(bench: Any) -> None:
    law = bench.compiled(YES_NO.format(link="# no link"))
    stop = bench.ask(law, "a is seaworthy", pieces="{a: {kind: boat, lit: yes, moored: yes}}").stop
    assert isinstance(stop, Conflict)


@pytest.mark.parametrize(
    ("conclusion", "value"),
    [("u is tidy", True), ("u is not tidy", False), ("not u is tidy", False), ("not u is not tidy", True)],
)
def test_what_a_conclusion_with_not_says(bench: Any, conclusion: str, value: bool) -> None:
    other = "not u is tidy" if value else "u is tidy"
    law = f"fact u: boat is tidy\nrule t.first [1]\n  {other}\nrule t.second [1]\n  over t.first\n  {conclusion}\n"
    assert bench.value(bench.compiled(law), "a is tidy", pieces=PIECE) is value


def test_not_of_a_call_turns_its_value_round(bench: Any) -> None:
    law = "fact open-to(u: boat): yes/no\nrule o.a [1]\n  not open-to(u) is no\n"
    assert bench.value(bench.compiled(law), "open-to(a)", pieces=PIECE) is True


# ---- facts that collect

COLLECTS = """fact crowd(u: boat) collects boat
rule crowd.near [1]
  for each v in neighbours-of(u)
  when v is not u
  crowd(u) includes v
rule crowd.itself [1]
  crowd(u) includes u
rule crowd.not-moored [1]
  limits crowd.near
  when v is moored
fact neighbours-of(u: boat) collects boat
rule n.same-hex [1]
  for each boat v in u.hex
  neighbours-of(u) includes v
"""


def test_what_is_collected_is_everything_that_fits(bench: Any) -> None:
    law = bench.compiled(COLLECTS)
    pieces = "{a: {kind: boat, at: A-1}, b: {kind: boat, at: A-1}, c: {kind: boat, at: A-1, moored: yes}, d: {kind: boat, at: A-2}}"
    found = bench.value(law, "crowd(a)", pieces=pieces)
    assert {str(t) for t in found} == {"a", "b"}  # c is kept out by the limit, case by case; d is elsewhere


def test_nothing_collected_is_the_empty_set(bench: Any) -> None:
    law = bench.compiled("fact crowd(u: boat) collects boat\nrule c.lit [1]\n  when u is lit\n  crowd(u) includes u\n")
    assert bench.value(law, "crowd(a)", pieces=PIECE) == ()
    assert bench.value(law, "count(crowd(a))", pieces=PIECE) == 0


def test_two_for_each_try_every_pair(bench: Any) -> None:
    law = bench.compiled(
        "fact pairs(u: boat) collects whole\nrule p.all [1]\n  for each x in {1, 2}\n  for each y in {10, 20}\n"
        "  when x + y /= 21\n  pairs(u) includes x + y\n"
    )
    assert set(bench.value(law, "pairs(a)", pieces=PIECE)) == {11, 12, 22}


# ---- quantities

QUANTITY = "quantity pull(u: boat): fathoms\n  starts with u.range\n  steps crew, weather, end\n"


def step(name: str, at: str, change: str, *links: str, when: str | None = None) -> str:
    lines = [f"rule {name} [1]", *(f"  {x}" for x in links), f"  at step pull.{at}"]
    return "\n".join([*lines, *([f"  when {when}"] if when else []), f"  {change}"]) + "\n"


KEEP = "rule pull.fractions [1]\n  keeps fractions of pull\n"


def pull(bench: Any, *rules: str, range_: str = "5") -> Any:
    law = bench.compiled(QUANTITY + "".join(rules))
    return bench.ask(law, "pull(a)", pieces=f"{{a: {{kind: boat, at: A-1, range: {range_}}}}}")


def test_steps_follow_each_other_in_their_order(bench: Any) -> None:
    """(5 + 3) / 2 and not 5 / 2 + 3, however the rules stand in the file."""
    late, early = step("p.half", "weather", "halves it"), step("p.three", "crew", "adds 3")
    assert pull(bench, late, early, KEEP).value == 4
    assert pull(bench, early, late, KEEP).value == 4


def test_one_step_takes_one_sort_of_change(bench: Any) -> None:
    mixed = pull(bench, step("p.half", "crew", "halves it"), step("p.three", "crew", "adds 3"), KEEP)
    assert isinstance(mixed.stop, Conflict)
    assert {r.id for r in mixed.stop.rules} == {"p.half", "p.three"}


def test_changes_of_one_sort_add_up(bench: Any) -> None:
    assert pull(bench, step("p.a", "crew", "adds 3"), step("p.b", "crew", "subtracts 1")).value == 7
    assert pull(
        bench, step("p.a", "crew", "doubles it"), step("p.b", "crew", "divides it by 3"), KEEP
    ).value == Fraction(10, 3)


def test_over_and_limits_among_the_rules_of_a_step(bench: Any) -> None:
    assert pull(bench, step("p.a", "crew", "adds 3"), step("p.b", "crew", "adds 1", "over p.a")).value == 6
    limit = "rule p.off [1]\n  limits p.a\n  when u.crew = 0\n"
    assert pull(bench, step("p.a", "crew", "adds 3"), limit).value == 5


def test_a_whole_step_is_limited(bench: Any) -> None:
    limit = "rule p.off [1]\n  limits step pull.crew\n  when u.crew = 0\n"
    assert pull(bench, step("p.a", "crew", "adds 3"), step("p.b", "weather", "adds 1"), limit).value == 6


def test_a_wildcard_limits_all_rules_below_a_name(bench: Any) -> None:
    limit = "rule calm.day [1]\n  limits p.*\n  when u.crew = 0\n"
    assert pull(bench, step("p.a", "crew", "adds 3"), step("p.b", "weather", "adds 1"), limit).value == 5


@pytest.mark.parametrize(
    ("rounding", "value"),
    [
        ("rounds pull down after each step", 1),  # 5 -> 2 -> 1 (1, not 1 1/4)
        ("rounds pull up after each step", 2),  # 5 -> 3 -> 2
        ("rounds pull down at the end", 1),
        ("rounds pull up at the end", 2),
        ("keeps fractions of pull", Fraction(5, 4)),
    ],
)
def test_fractions_are_treated_as_a_rule_says(bench: Any, rounding: str, value: object) -> None:
    rules = step("p.a", "crew", "halves it"), step("p.b", "weather", "halves it")
    assert pull(bench, *rules, f"rule p.round [1]\n  {rounding}\n").value == value


def test_rounding_after_each_step_differs_from_rounding_at_the_end(bench: Any) -> None:
    """7: halved and dropped 3, doubled 6; kept to the end 7."""
    rules = step("p.a", "crew", "halves it"), step("p.b", "weather", "doubles it")
    assert pull(bench, *rules, "rule r.a [1]\n  rounds pull down after each step\n", range_="7").value == 6
    assert pull(bench, *rules, "rule r.a [1]\n  rounds pull down at the end\n", range_="7").value == 7


def test_a_rounding_rule_gives_way_to_one_that_stands_over_it(bench: Any) -> None:
    down, keep = (
        "rule r.a [1]\n  rounds pull down at the end\n",
        "rule r.b [1]\n  over r.a\n  keeps fractions of pull\n",
    )
    assert pull(bench, step("p.a", "crew", "halves it"), down, keep).value == Fraction(5, 2)


def test_two_roundings_that_disagree_are_a_conflict(bench: Any) -> None:
    down, keep = "rule r.a [1]\n  rounds pull down at the end\n", "rule r.b [1]\n  keeps fractions of pull\n"
    stop = pull(bench, step("p.a", "crew", "halves it"), down, keep).stop
    assert isinstance(stop, Conflict)
    assert {r.id for r in stop.rules} == {"r.a", "r.b"}


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("holds it to at most 3", 3), ("holds it to at most 9", 5), ("holds it to at least 9", 9),
        ("makes it 2", 2), ("multiplies it by 1/2", Fraction(5, 2)), ("divides it by 2", Fraction(5, 2)),
        ("adds u.spent", 5),
    ],
)  # fmt: skip
def test_the_changes(bench: Any, change: str, value: object) -> None:
    assert pull(bench, step("p.a", "crew", change), KEEP).value == value


def test_bounds_that_cross_are_a_conflict_and_not_a_matter_of_order(bench: Any) -> None:
    most, least = step("p.a", "crew", "holds it to at most 3"), step("p.b", "crew", "holds it to at least 4")
    assert isinstance(pull(bench, most, least).stop, Conflict)
    assert isinstance(pull(bench, least, most).stop, Conflict)


def test_two_that_make_it_something_must_agree(bench: Any) -> None:
    assert pull(bench, step("p.a", "crew", "makes it 3"), step("p.b", "crew", "makes it 3")).value == 3
    assert isinstance(pull(bench, step("p.a", "crew", "makes it 3"), step("p.b", "crew", "makes it 4")).stop, Conflict)


def test_dividing_by_nothing_is_a_hole(bench: Any) -> None:
    assert isinstance(pull(bench, step("p.a", "crew", "divides it by u.crew"), KEEP).stop, Hole)


def test_adding_what_is_none_is_a_hole(bench: Any) -> None:
    table = "fact bonus(u: boat): fathoms or none\n  otherwise none\n"
    assert isinstance(pull(bench, table, step("p.a", "crew", "adds bonus(u)")).stop, Hole)
    assert isinstance(pull(bench, table, step("p.a", "crew", "makes it bonus(u)"), KEEP).stop, Hole)


MOODS = "quantity temper(u: boat): mood\n  starts with u.mood\n  steps one, two\n"


def temper(bench: Any, mood: str, *changes: str) -> Any:
    rules = "".join(f"rule m.r{i} [1]\n  at step temper.one\n  {c}\n" for i, c in enumerate(changes))
    return bench.ask(bench.compiled(MOODS + rules), "temper(a)", pieces=f"{{a: {{kind: boat, mood: {mood}}}}}").value


def test_an_ordered_choice_is_moved_and_stops_at_its_ends(bench: Any) -> None:
    assert temper(bench, "drowsy", "adds 1") == "awake"
    assert temper(bench, "drowsy", "adds 9") == "wild"
    assert temper(bench, "drowsy", "subtracts 5") == "asleep"
    assert temper(bench, "wild", "holds it to at most drowsy") == "drowsy"
    assert temper(bench, "asleep", "holds it to at least awake") == "awake"


def test_moves_along_an_ordered_choice_add_up_before_the_ends_stop_them(bench: Any) -> None:
    """wild + 2 - 1 is wild in every order: 3 + 1 = 4, stopped at 3."""
    assert temper(bench, "wild", "adds 2", "subtracts 1") == "wild"
    assert temper(bench, "wild", "subtracts 1", "adds 2") == "wild"


@pytest.mark.parametrize("order", list(permutations(["adds 2", "subtracts 1", "subtracts 3"])))
def test_moves_in_one_step_commute(bench: Any, order: tuple[str, ...]) -> None:
    """From awake, the third of four: 2 + 2 - 1 - 3 = 0, the first."""
    assert temper(bench, "awake", *order) == "asleep"


# ---- tables

TABLE = "table toll-of(crew: whole, water: water): fathoms or none [1]\n{edges}"
ROWS = "table: toll-of\ncite: [H 1]\nacross: [calm, rough, reef]\nrows:\n  2-3: [1, 1 1/2, none]\n  4-6: [2, 3, 5]\n"


def table(bench: Any, edges: str, crew: int, water: str = "calm") -> Any:
    law = bench.compiled(TABLE.format(edges=edges), files={"tables/toll-of.yaml": ROWS})
    return bench.ask(law, f"toll-of({crew}, {water})")


def test_cells_are_read_by_their_headings(bench: Any) -> None:
    assert table(bench, "", 2).value == 1
    assert table(bench, "", 3, "rough").value == Fraction(3, 2)
    assert table(bench, "", 6, "reef").value == 5


def test_a_cell_may_say_none(bench: Any) -> None:
    given = table(bench, "", 3, "reef")
    assert given.stop is None
    assert given.value is None


@pytest.mark.parametrize(
    ("edge", "crew", "value"),
    [
        ("  below crew reads first\n", 1, 1), ("  below crew reads last\n", 1, 2), ("  below crew reads none\n", 1, None),
        ("  above crew reads last\n", 7, 2), ("  above crew reads first\n", 7, 1), ("  above crew reads none\n", 99, None),
    ],
)  # fmt: skip
def test_a_reading_outside_the_printed_lines_follows_its_rule(bench: Any, edge: str, crew: int, value: object) -> None:
    given = table(bench, edge, crew)
    assert given.stop is None
    assert given.value == value


@pytest.mark.parametrize(
    ("edge", "rows", "crew", "value"),
    [("  below crew reads last\n", ("2-4", "5+"), 1, 2), ("  above crew reads first\n", ("below 3", "3-4"), 5, 1)],
)
def test_a_printed_line_without_an_end_is_read_as_the_others_are(
    bench: Any, edge: str, rows: tuple[str, str], crew: int, value: int
) -> None:
    """The first line of `ROWS` has a 1 where the water is calm, the last has a 2."""
    lines = ROWS.splitlines()
    lines[-2:] = [f"  {row}:{line.partition(':')[2]}" for row, line in zip(rows, lines[-2:], strict=True)]
    law = bench.compiled(TABLE.format(edges=edge), files={"tables/toll-of.yaml": "\n".join(lines) + "\n"})
    assert bench.ask(law, f"toll-of({crew}, calm)").value == value


@pytest.mark.parametrize("crew", [1, 7])
def test_without_such_a_rule_it_is_a_hole(bench: Any, crew: int) -> None:
    edge = "  below crew reads first\n" if crew == 7 else "  above crew reads last\n"
    assert isinstance(table(bench, edge, crew).stop, Hole)


@pytest.mark.parametrize(
    ("edge", "crew", "says", "helps"),
    [
        ("", 1, "`crew` begins with 2", "`below crew reads first`"),
        ("  below crew reads first\n", 9, "`crew` ends with 6", "`above crew reads last`"),
    ],
)
def test_a_reading_outside_says_on_which_side_and_what_to_write(
    bench: Any, edge: str, crew: int, says: str, helps: str
) -> None:
    stop = table(bench, edge, crew).stop
    assert says in stop.message
    assert helps in stop.help


@pytest.mark.parametrize(("question", "which"), [("bonus(a) < 1", "the first is"), ("1 < bonus(a)", "the second is")])
def test_what_is_compared_with_none_is_told(bench: Any, question: str, which: str) -> None:
    law = bench.compiled("fact bonus(u: boat): fathoms or none\n  otherwise none\n")
    stop = bench.ask(law, question, pieces="{a: {kind: boat}}").stop
    assert f"and {which} none" in stop.message
    assert "is not none" in stop.help


def test_a_later_layer_changes_single_cells(bench: Any) -> None:
    base = bench.write(TABLE.format(edges=""), name="old-port", files={"tables/toll-of.yaml": ROWS})
    new = bench.variant(base, "", name="new-port")
    (new / "tables").mkdir()
    (new / "tables" / "toll-of.yaml").write_text("table: toll-of\ncite: [H 9]\nacross: [rough]\nrows:\n  4-6: [7]\n")
    law = bench.compiled(new)
    assert bench.value(law, "toll-of(5, rough)") == 7
    assert bench.value(law, "toll-of(5, calm)") == 2
    assert bench.value(law, "toll-of(2, rough)") == Fraction(3, 2)


# ---- expressions


@pytest.mark.parametrize(
    ("ask", "value"),
    [
        ("1/2 + 1/3", Fraction(5, 6)), ("2 * 3 - 1", 5), ("7 / 2", Fraction(7, 2)), ("6 / 2", 3), ("1 - 1/2 - 1/2", 0),
        ("rounded-down(7/2)", 3), ("rounded-up(7/2)", 4), ("rounded-down(-1/2)", -1), ("larger(2, 3)", 3), ("smaller(1/2, 1/3)", Fraction(1, 3)),
        ("count({1, 1, 2})", 2), ("sum(x for x in {1, 2, 3} where x > 1)", 5), ("least(x * x for x in {-2, 1, 3})", 1),
        ("most(x for x in {1/2, 1/3})", Fraction(1, 2)), ("any x in {1, 2} where x > 1", True), ("no x in {1, 2} where x > 1", False),
        ("every x in {1, 2} satisfies x > 0", True), ("every x in {1, 2} satisfies x > 1", False),
        ("{1, 2} includes 2", True), ("3 in {1, 2}", False), ("3 not in {1, 2}", True), ("{1, 2} = {2, 1}", True),
        ("one x in {1, 2} where x > 1", 2), ("whichever x in {3, 1, 2} gives least x", 1), ("whichever x in {3, 1, 2} gives most x", 3),
        ("whichever m in {awake, wild, asleep} gives most m", "wild"), ("whichever m in {awake, asleep} gives least m", "asleep"),
        ("a.mood < awake", True), ("a.mood >= awake", False), ("shifted(a.mood, 1)", "awake"), ("shifted(a.mood, 99)", "wild"),
        ("a.friend is none", True), ("a.friend.crew", 0), ("a.friend is lit", False), ("a is a ferry", False), ("f is a ferry", True),
        ("count(boat v in A-1)", 2), ("count(boat v within A-1)", 3), ("count(ferry v in A-1)", 1), ("count(boat v in f)", 1),
        ("i.holder is f", True), ("i.hex is A-1", True), ("a.hex adjacent-to A-2", True), ("a.hex adjacent-to A-3", False),
        ("distance(A-1, A-4)", 3), ("count(h in neighbours(A-1) where h is off-board)", 3), ("count(hexes)", 24),
        ("count(boat v)", 3), ("a is lit or a.crew = 0", True), ("not a is lit and not a is moored", True),
    ],
)  # fmt: skip
def test_expressions(bench: Any, ask: str, value: object, harbour: Any) -> None:
    pieces = "{a: {kind: boat, at: A-1}, f: {kind: ferry, at: A-1}, i: {kind: boat, in: f}}"
    found = bench.value(harbour, ask, pieces=pieces)
    assert found == value
    assert isinstance(found, bool) == isinstance(value, bool)


@pytest.fixture
def harbour(bench: Any) -> Any:
    return bench.compiled("")


@pytest.mark.parametrize(
    "ask",
    [
        "a.weight",  # nobody said what it is
        "a.friend.weight",  # the default of nothing, which there is not
        "1 / a.crew", "least(x for x in {1} where x > 1)", "one x in {1, 2} where x > 5", "one x in {1, 2}",
        "whichever x in {1} gives least a.friend.weight", "distance(b.hex, A-1)", "shifted(a.mood, a.friend.weight)",
    ],
)  # fmt: skip
def test_holes(bench: Any, ask: str, harbour: Any) -> None:
    assert isinstance(bench.ask(harbour, ask, pieces="{a: {kind: boat, at: A-1}, b: {kind: boat}}").stop, Hole)


def test_whether_a_named_rule_applies_can_be_asked(bench: Any) -> None:
    law = bench.compiled(
        facts(rule("t.lit", "1", when="u is lit"), head="fact toll(u: boat): fathoms\n  otherwise 0\n")
        + "fact u: boat is marked\nrule m.a [1]\n  when t.lit applies\n  u is marked\n"
    )
    assert bench.value(law, "a is marked", pieces="{a: {kind: boat, lit: yes}}") is True
    assert bench.value(law, "a is marked", pieces="{a: {kind: boat}}") is False


# ---- bounded work


def test_a_number_that_grows_and_grows_is_stopped(bench: Any) -> None:
    law = "fact f0(u: boat): whole\nrule r0 [1]\n  f0(u) is 99999999999\n"
    for n in range(1, 40):
        law += f"fact f{n}(u: boat): whole\nrule r{n} [1]\n  f{n}(u) is f{n - 1}(u) * f{n - 1}(u)\n"
    assert isinstance(bench.ask(bench.compiled(law), "f39(a)", pieces=PIECE).stop, Exhausted)


def test_records_in_records_are_stopped_before_they_explode(bench: Any) -> None:
    law, inner = "", "boat"
    for n in range(40):
        law += f"record pair{n}\n  left: {inner}\n  right: {inner}\nfact f{n}(u: boat): pair{n}\n"
        value = f"f{n - 1}(u)" if n else "u"
        law += f"rule r{n} [1]\n  f{n}(u) is pair{n}(left = {value}, right = {value})\n"
        inner = f"pair{n}"
    assert isinstance(bench.ask(bench.compiled(law), "f39(a) = f39(a)", pieces=PIECE).stop, Exhausted)


def test_loops_in_loops_are_stopped(bench: Any) -> None:
    ask = "count(h0 in hexes where "
    ask += " ".join(f"any h{n} in hexes where" for n in range(1, 12)) + " 1 > 2)"
    assert isinstance(bench.ask(bench.compiled(""), ask, pieces=PIECE, tracing=False).stop, Exhausted)


def test_a_long_chain_of_facts_is_answered(bench: Any) -> None:
    law = "fact f0(u: boat): whole\nrule r0 [1]\n  f0(u) is 1\n"
    for n in range(1, 400):
        law += f"fact f{n}(u: boat): whole\nrule r{n} [1]\n  f{n}(u) is f{n - 1}(u) + 1\n"
    compiled = bench.compiled(law)
    assert bench.value(compiled, "f20(a)", pieces=PIECE) == 21
    for tracing in (True, False):
        assert bench.ask(compiled, "f399(a)", pieces=PIECE, tracing=tracing).value == 400


def test_what_is_asked_of_nothing_is_told_what_helps(bench: Any) -> None:
    given = bench.ask(bench.compiled(""), "count(neighbours(a.hex))", pieces="{a: {kind: boat}}")
    assert given.stop is not None
    assert given.stop.message == "`neighbours` is asked of nothing"
    assert given.stop.help is not None
    assert "ask before whether it `is not none`" in given.stop.help
