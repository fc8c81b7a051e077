"""What emission writes, and that no law can write anything else."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import pytest
from made_up import Pair, outcome

from hexlaw.compiler.emit.names import Names, comment, literal
from hexlaw.compiler.emit.to_python import emit
from hexlaw.runtime.emitted.load import NotEmitted, load
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.law import Configuration, Law, configure
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position import Position
from hexlaw.runtime.question import Question
from hexlaw.runtime.value import GAME, Moment, Thing

TOLLS = """chapter [1] "Tolls"
option winter
fact toll(u: boat): whole
  "What the gate takes."
rule toll.usual [1.1]
  toll(u) is 2
rule toll.lantern [1.2]
  over toll.usual
  when u is lit
  toll(u) is 1
rule toll.moored [1.3]
  over toll.usual
  when u is moored
  toll(u) is 5
"""
ICE = """chapter [2] "Ice" if option winter
rule toll.ice [2.1]
  limits toll.lantern
  when u is moored
"""


def law_of(bench: Any, text: str, **options: bool) -> Law:
    return configure(bench.compiled(text).graph, Configuration(options))


def harbour(law: Law, **values: Any) -> tuple[Position, Thing]:
    position = Position(law.graph, None)
    boat = position.add("boat", "a", None)
    position.values |= {(boat, name): value for name, value in {"weight": 1, **values}.items()}
    return position, boat


def both(law: Law, position: Position, fact: str, *args: Any) -> Any:
    """The outcome of a fact, which has to be the same both ways, with and without a record; where the reference stops,
    emitted law has no answer."""
    told = outcome(lambda: evaluator(law, position).fact(fact, args))
    for record in (False, True):
        asked = Pair(law, record=record).on(position)
        emitted = outcome(lambda asked=asked: asked.fact(fact, args))  # type: ignore[misc]
        assert emitted == (told if told[0] == "value" else ("Unanswered",))
    return told


def test_each_fact_is_a_function_that_names_its_rules(bench: Any) -> None:
    source = emit(law_of(bench, TOLLS))
    assert "def toll(s, u):\n    # What the gate takes.\n    # toll.usual [H 1.1]" in source
    ast.parse(source)


def test_the_same_law_gives_the_same_text(bench: Any) -> None:
    law = law_of(bench, TOLLS)
    assert emit(law) == emit(law)
    assert emit(law, record=True) == emit(law, record=True) != emit(law)


def test_what_stands_over_another_decides(bench: Any) -> None:
    law = law_of(bench, TOLLS)
    assert both(law, *harbour_asking(law)) == ("value", 2)
    assert both(law, *harbour_asking(law, lit=True)) == ("value", 1)


def harbour_asking(law: Law, **values: Any) -> tuple[Any, ...]:
    position, boat = harbour(law, **values)
    return position, "toll", boat


def test_rules_that_disagree_are_the_same_conflict(bench: Any) -> None:
    law = law_of(bench, TOLLS)
    assert both(law, *harbour_asking(law, lit=True, moored=True)) == ("Conflict", ("toll.lantern", "toll.moored"))


def test_a_rule_of_an_option_that_is_off_is_left_out(bench: Any) -> None:
    module = bench.write(TOLLS, files={"20-ice.law": ICE})
    graph = bench.compiled(module).graph
    assert "toll.ice" not in emit(configure(graph))
    law = configure(graph, Configuration({"winter": True}))
    assert "toll.ice" in emit(law)
    assert both(law, *harbour_asking(law, lit=True, moored=True)) == ("value", 5)


def test_what_is_not_known_is_a_hole_both_ways(bench: Any) -> None:
    law = law_of(bench, 'chapter [1] "W"\nfact load(u: boat): whole\nrule load.all [1]\n  load(u) is u.weight + 1\n')
    position, boat = harbour(law)
    assert both(law, position, "load", boat) == ("value", 2)
    del position.values[boat, "weight"]
    assert both(law, position, "load", boat) == ("Hole",)


def test_many_rules_that_test_the_same_answer_as_the_reference(bench: Any) -> None:
    names = [f"m{i}" for i in range(40)]
    law = law_of(
        bench,
        f'chapter [1] "W"\nchoice mark\n  {", ".join(names)}\nthing float\n  mark: mark\nfact due(f: float): whole\n'
        + "".join(f"rule due.{n} [1]\n  when f.mark is {n}\n  due(f) is {i}\n" for i, n in enumerate(names)),
    )
    position = Position(law.graph, None)
    floats = [position.add("float", f"f{n}", None) for n in names]
    position.values = {(f, "mark"): n for f, n in zip(floats, names, strict=True)}
    assert [both(law, position, "due", f) for f in floats] == [("value", i) for i in range(40)]
    assert both(law, position, "due", position.add("float", "blank", None)) == ("Hole",)


def test_a_record_tells_which_rules_fired(bench: Any) -> None:
    law = law_of(bench, TOLLS)
    position, boat = harbour(law, lit=True)
    asked = load(emit(law, record=True)).on(position)
    assert asked.fact("toll", (boat,)) == 1
    assert asked.fired == ("toll.lantern",)
    with pytest.raises(NotEmitted):
        _ = load(emit(law)).on(position).fired


def test_a_long_chain_of_facts_is_answered_both_ways(bench: Any) -> None:
    law = 'chapter [1] "W"\nfact f0(u: boat): whole\nrule r0 [1]\n  f0(u) is 1\n'
    for n in range(1, 400):
        law += f"fact f{n}(u: boat): whole\n  otherwise 0\nrule r{n} [1]\n"
        law += f"  when any x in {{u}} where f{n - 1}(x) > 0\n  f{n}(u) is f{n - 1}(u) + 1\n"
    made = law_of(bench, law)
    position, boat = harbour(made)
    assert both(made, position, "f399", boat) == ("value", 400)


def test_a_fact_asked_twice_on_every_step_of_a_chain_is_worked_out_once_a_step(bench: Any) -> None:
    law = 'chapter [1] "W"\nfact f0(u: boat): whole\nrule r0 [1]\n  f0(u) is 1\n'
    for n in range(1, 100):
        law += f"fact f{n}(u: boat): whole\n  otherwise 0\nrule r{n} [1]\n  when u is lit or f{n - 1}(u) > 0\n"
        law += f"  f{n}(u) is f{n - 1}(u) + 1\n"
    made = law_of(bench, law)
    position, boat = harbour(made, lit=True)
    assert both(made, position, "f99", boat) == ("value", 100)


DICE = """chapter [1] "Dice"
choice catch
  nothing, herring, eel
table haul(pip: whole, m: mood): catch [1.1]
  below pip reads first
  above pip reads last
quantity luck(u: boat): whole
  starts with 0
  steps light
rule luck.lit [1.2]
  at step luck.light
  when u is lit
  adds 2
fact haul-of(u: boat, pip: whole): catch
rule haul.usual [1.3]
  haul-of(u, pip) is haul(pip + luck(u), u.mood)
fact odd(u: boat, pip: whole): whole
  otherwise 0
rule odd.lit [1.4]
  when u is lit and pip > 3
  odd(u, pip) is pip
"""
HAUL = """table: haul
title: What a throw of the net brings
cite: [1.1]
across: [asleep, drowsy, awake, wild]
rows:
  1: [nothing, nothing, nothing, herring]
  2: [nothing, nothing, herring, eel]
  3: [nothing, herring, eel, eel]
"""


def fished(bench: Any) -> Law:
    return configure(bench.compiled(bench.write(DICE, files={"tables/haul.yaml": HAUL})).graph)


def test_all_falls_of_a_die_are_asked_at_once(bench: Any) -> None:
    law = fished(bench)
    for lit, drowsy in ((False, ["nothing", "nothing", *["herring"] * 4]), (True, ["herring"] * 6)):
        position, boat = harbour(law, lit=lit)
        for record in (False, True):
            asked = Pair(law, record=record).on(position)
            assert asked.each("haul-of", (boat,), range(1, 7)) == drowsy
            assert asked.each("haul-of", (boat,), [6, -5]) == [drowsy[5], "nothing"]
            assert asked.each("odd", (boat,), [3, 4, 5]) == ([0, 4, 5] if lit else [0, 0, 0])
            assert asked.each("odd", (boat,), []) == []


FEES = """chapter [1] "Fees"
table rate(p: paint, near: yes/no): exact [1.1]
fact near(u: boat): yes/no
rule near.usual [1.2]
  when any boat v where v is lit and v.paint is u.paint
  near(u)
quantity fee(u: boat, p: paint): fathoms
  starts with 10
  steps call, rest
rule fee.lit [1.3]
  at step fee.call
  when u is lit
  multiplies it by (u.crew + count(boat v where v.paint is u.paint)) * rate(p, near(u))
rule fee.moored [1.4]
  at step fee.call
  over fee.lit
  when u is moored
  multiplies it by (u.crew + count(boat v where v.paint is u.paint)) * rate(p, near(u))
rule fee.awake [1.5]
  at step fee.rest
  when u.mood >= awake
  halves it
fact owed(u: boat, p: paint): fathoms
rule fee.fractions [1.6]
  keeps fractions of fee
rule owed.usual [1.7]
  owed(u, p) is fee(u, p) + fee(u, red)
"""
RATES = """table: rate
title: What a mooring costs
cite: [1.1]
across: [yes, no]
rows:
  red: [2, 3]
  blue: [5, 7]
"""


def test_a_quantity_is_worked_out_for_all_paints_at_once_whichever_rule_applies(bench: Any) -> None:
    law = configure(bench.compiled(bench.write(FEES, files={"tables/rate.yaml": RATES})).graph)
    source = emit(law)
    assert "fee_by_p" in source
    assert "rate_by_p" in source
    for values, red, blue in (
        ({"lit": True, "crew": 2}, 60, 150),  # 10 * (2 + 1) * 2, and * 5: its own light is near
        ({"moored": True, "crew": 2}, 90, 210),  # 10 * 3 * 3, and * 7
        ({"moored": True, "crew": 2, "mood": "awake"}, 45, 105),
        ({"crew": 2}, 10, 10),
    ):
        position, boat = harbour(law, **values)
        assert both(law, position, "owed", boat, "red") == ("value", red + red)
        assert both(law, position, "owed", boat, "blue") == ("value", blue + red)


def test_a_question_that_is_more_than_one_is_refused_plainly(bench: Any) -> None:
    law = law_of(bench, TOLLS)
    position, _ = harbour(law)
    with pytest.raises(NotEmitted):
        load(emit(law)).on(position).value(Question("value", "1 + 1"))


PLAYED = """chapter [1] "Watch"
choice side
  keepers, smugglers
thing game also
  night: whole = 1
thing boat also
  side: side = keepers
memory u: boat watched v: boat
tally seen-for(u: boat): whole
fact dues(u: boat, v: boat): whole
  otherwise 0
rule dues.watched [1.1]
  over dues.seen
  when u watched v
  dues(u, v) is game.night
rule dues.seen [1.2]
  when not now in rowing
  dues(u, v) is seen-for(u)
fact dark-at(u: boat): moment
rule dark.usual [1.3]
  dark-at(u) is end of next watch of u.side
fact ahead(h: hex, n: whole): hex
rule ahead.usual [1.4]
  ahead(h, n) is neighbour(h, n)
event struck(u: boat)
effect strike(u: boat):
  announce struck(u)
  mark u as lit until end of watch
effect show(u: boat):
  reveal u to keepers
action row
  open in rowing to acting
  pick rower(u: boat) where u.side is acting
action answer(v: boat)
  open in rowing to smugglers
  pick caller(u: boat) where u is not v
action convoy
  pick first(u: boat) does:
    mark u as lit
    let here be u.hex
    pick signal(n: whole) repeatedly optionally from {1, 2}
    pick second(v: boat) where v is not u does:
      mark v as lit
rule convoy.apart [1.5]
  forbids convoy.second
  when v.hex is here
sequence night
  phase watch:
    phase rowing
    phase resting
"""


def two_boats(law: Law) -> tuple[Position, Thing, Thing]:
    position, boat = harbour(law)
    other = position.add("boat", "b", None)
    position.values[other, "weight"] = 1
    return position, boat, other


def test_what_play_keeps_is_looked_up(bench: Any) -> None:
    law = law_of(bench, PLAYED)
    position, a, b = two_boats(law)
    position.remembered, position.tallied = {("watched", (a, b))}, {("seen-for", (b,)): 4}
    position.values[GAME, "night"] = 3
    assert both(law, position, "dues", a, b) == ("value", 3)
    assert both(law, position, "dues", b, a) == ("value", 4)
    position.now = frozenset({"watch", "rowing"})
    assert both(law, position, "dues", b, a) == ("value", 0)


def test_a_moment_is_an_edge_of_a_stretch_of_play_of_some_side(bench: Any) -> None:
    law = law_of(bench, PLAYED)
    position, a, _ = two_boats(law)
    assert both(law, position, "dark-at", a) == ("value", Moment("end", "next", "watch", "keepers"))


def test_the_seventh_neighbour_is_the_first_again(bench: Any) -> None:
    law = law_of(bench, PLAYED)
    position = harbour(law)[0]
    assert both(law, position, "ahead", Hex(2, 2), 1) == ("value", Hex(3, 2))
    assert both(law, position, "ahead", Hex(2, 2), 7) == ("value", Hex(3, 2))


def test_a_position_of_another_law_is_refused(bench: Any) -> None:
    one, other = law_of(bench, TOLLS), law_of(bench, TOLLS)
    with pytest.raises(ValueError, match="another law"):
        load(emit(one)).on(Position(other.graph, None))


# ---- nothing of a law gets into the source but what the emitter made of it

HOSTILE = 'x"""\n\r\x0c\u2028\x00\ud800\\"); raise SystemExit  #{}'


def only_what_is_expected(source: str) -> None:
    """The source parses, holds nothing but assignments and functions, and reaches for nothing outside."""
    tree = ast.parse(source)
    assert all(isinstance(n, ast.Assign | ast.FunctionDef | ast.Expr) for n in tree.body)
    assert not [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom | ast.Global | ast.ClassDef)]
    words = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    words |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    assert not [w for w in words if w.startswith("_") or w in ("SystemExit", "eval", "exec", "open", "getattr")]


def test_hostile_texts_and_names_stay_texts_and_names(bench: Any) -> None:
    graph = bench.compiled(TOLLS).graph
    facts = {n: replace(d, doc=HOSTILE) for n, d in graph.facts.items()}
    rules = {HOSTILE + r.id: replace(r, id=HOSTILE + r.id, doc=HOSTILE, links=()) for r in graph.rules.values()}
    choices = {n: replace(c, values=(*c.values, HOSTILE)) for n, c in graph.choices.items()}
    modules = (*graph.modules[:-1], HOSTILE)
    hostile = replace(graph, facts=facts, rules=rules, choices=choices, modules=modules)
    rules = {n: replace(r, origin=replace(r.origin, module=HOSTILE)) for n, r in rules.items()}
    law = configure(replace(hostile, rules=rules))
    for record in (False, True):
        source = emit(law, record=record)
        only_what_is_expected(source)
        asked = load(source).on(harbour(law)[0])
        assert asked.fact("toll", (Thing("boat", "a"),)) == 2


@pytest.mark.parametrize("name", [HOSTILE, "class", "none", "s", "len", "print", "a b", "9", "", "é", "A\nB", "spend"])
def test_every_name_becomes_an_identifier_of_its_own(name: str) -> None:
    names = Names()
    found = [names.of("fact", name, name), names.of("local", name, name), names.of("fact", name + "-", name + "-")]
    assert len(set(found)) == 3
    for word in found:
        assert word.isidentifier()
        assert word.isascii()
        ast.parse(f"{word} = 1")


@pytest.mark.parametrize("text", [HOSTILE, "plain", "'", "\\", "\n"])
def test_a_text_is_read_back_as_it_was(text: str) -> None:
    assert ast.literal_eval(literal(text)) == text
    assert ast.literal_eval(literal((text, (1, None), True))) == (text, (1, None), True)


def test_a_comment_is_one_line() -> None:
    assert ast.parse(comment(HOSTILE) + "\n1").body[0].lineno == 2
    assert len(comment("x" * 5000)) < 200


def test_emitted_source_reaches_no_more_of_python_than_it_needs(bench: Any) -> None:
    source = emit(law_of(bench, TOLLS))
    for words in ("open('x')", "__import__('os')", "getattr(1, 'real')"):
        with pytest.raises(NameError):
            load(f"{source}\n{words}\n")


PAINTED = """chapter [1] "Paint"
quantity worth(u: boat, p: paint): exact
  starts with u.crew
  steps coat, varnish
rule coat.lit [1.1]
  at step worth.coat
  when sum(v.weight for boat v where v is lit and v is u) > 0
  makes it u.weight * charge(p)
rule varnish.dark [1.2]
  at step worth.varnish
  when sum(v.weight for boat v where v is lit and v is u) = 0
  adds u.weight * charge(p)
rule worth.whole [1.3]
  keeps fractions of worth
table charge(p: paint): whole [1.1]
fact both-coats(u: boat): exact
rule both-coats.sum [1.4]
  both-coats(u) is worth(u, red) + worth(u, blue)
"""
CHARGE = "table: charge\ncite: [H 1.1]\nrows: {red: 2, blue: 3}\n"


def test_what_several_rules_need_is_known_whichever_of_them_applies(bench: Any) -> None:
    """The weight is needed by a rule for lit boats and by one for dark ones, for all paints at once."""
    law = configure(bench.compiled(PAINTED, files={"tables/charge.yaml": CHARGE}).graph)
    assert "worth_by_p" in emit(law)
    for lit, worth in ((True, 4 * 2 + 4 * 3), (False, (1 + 4 * 2) + (1 + 4 * 3))):
        position, boat = harbour(law, weight=4, crew=1, lit=lit)
        assert both(law, position, "both-coats", boat) == ("value", worth)
