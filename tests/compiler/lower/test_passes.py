"""Each pass on a form that is just large enough for it."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower.by_value import by_value
from hexlaw.compiler.lower.falls import falls
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.hoist import hoist
from hexlaw.compiler.lower.inline import inline
from hexlaw.compiler.lower.memory import memory
from hexlaw.compiler.lower.met import met
from hexlaw.compiler.lower.outline import outline
from hexlaw.compiler.lower.parts import parts_of_the_map, remembered_parts
from hexlaw.compiler.lower.passes import PASSES, passed
from hexlaw.compiler.lower.share import share
from hexlaw.runtime import types as t

from .forms import BOAT, CREW, LIT, MOORED, ONE, TWO, WEIGHT, N, U, V, after, all_of, call, law, op, program, shown

PAINT = f.Read("paint", "boat", U, t.Choice("paint"))
BOATS = f.Things("boat", None, False, t.SetOf(BOAT))


def loop(how: Any, where: f.Expr | None, item: f.Expr = ONE, over: f.Expr = BOATS) -> f.Loop:
    return f.Loop(how, (f.Binder("v", over, where),), item, t.SetOf(t.WHOLE) if how == "list" else t.YES_NO)


# ---- share


def test_what_is_worked_out_twice_for_sure_gets_a_name(bench: Any) -> None:
    body = op("+", op("*", CREW, TWO, type_=t.WHOLE), op("*", CREW, TWO, type_=t.WHOLE), type_=t.WHOLE)
    assert shown(after(share, program(law(bench), it=body))) == "(let the *#1 = (u.crew * 2) (the *#1 + the *#1))"


def test_what_is_only_worked_out_perhaps_gets_none(bench: Any) -> None:
    body = f.If(LIT, op("+", CREW, CREW, type_=t.WHOLE), CREW, t.WHOLE)
    found = shown(after(share, program(law(bench), it=body)))
    assert found.startswith("(if u.lit: let u crew#1 = u.crew (u crew#1 + u crew#1)")  # but inside the branch it does
    second = all_of(LIT, op("<", CREW, TWO))
    body = f.Or((second, op("<", TWO, CREW)), t.YES_NO)
    assert "let" not in shown(after(share, program(law(bench), it=body)))


def test_a_name_that_nobody_uses_goes_unless_its_value_may_stop(bench: Any) -> None:
    for value, kept in ((CREW, False), (WEIGHT, True)):
        found = shown(after(share, program(law(bench), it=f.Let(("looked",), value, ONE, t.WHOLE))))
        assert ("looked" in found) is kept


# ---- hoist


def test_a_condition_that_does_not_name_what_a_loop_is_at_stands_before_it(bench: Any) -> None:
    lit = f.Read("lit", "boat", V, t.YES_NO)
    body = loop("list", all_of(lit, MOORED), V)
    found = shown(after(hoist, program(law(bench), it=body)))
    assert found.startswith("(if u.moored: list(v for v in every boat where v.lit)")


def test_it_stands_before_the_loop_also_where_a_condition_beside_it_may_stop(bench: Any) -> None:
    """Of conditions one that says no decides, whatever the others stop at."""
    weight = f.Read("weight", "boat", V, t.WHOLE)
    body = loop("list", all_of(op("<", ONE, weight), MOORED), V)
    found = shown(after(hoist, program(law(bench), it=body)))
    assert found.startswith("(if u.moored: list(v for v in every boat where (1 < v.weight))")


def test_it_stays_where_finding_what_is_gone_through_may_stop(bench: Any) -> None:
    boats = f.Field("fleet", "boats", f.Local("fleet", BOAT), t.SetOf(BOAT))
    lit = f.Read("lit", "boat", V, t.YES_NO)
    body = loop("list", all_of(lit, MOORED), V, boats)
    assert after(hoist, program(law(bench), it=body)) == body
    many = op("<", ONE, op("size", boats, type_=t.WHOLE))
    found = shown(after(hoist, program(law(bench), it=loop("list", all_of(lit, MOORED, many), V, boats))))
    assert found.startswith("(if ((1 < size(fleet.boats)) and u.moored): "), "what it goes through is found first"


def test_what_each_turn_would_work_out_alike_is_worked_out_before_the_loop(bench: Any) -> None:
    body = loop("list", None, op("+", call("other", U), f.Read("crew", "boat", V, t.WHOLE), type_=t.WHOLE))
    found = shown(after(hoist, program(law(bench), it=body, other=op("*", CREW, TWO, type_=t.WHOLE))))
    assert found == "(let same 0 = fact:other(u) list((same 0 + v.crew) for v in every boat))"


def test_inside_a_condition_what_is_the_same_for_all_turns_gets_a_name(bench: Any) -> None:
    lit, fleet = f.Read("lit", "boat", V, t.YES_NO), f.Read("fleet", "boat", U, t.SetOf(BOAT))
    astray = f.Not(all_of(MOORED, f.Not(op("in", V, fleet), t.YES_NO)), t.YES_NO)
    for over, found in (
        (BOATS, "(let same 0 = u.moored let same 1 = if u.moored: members(u.fleet) else: {} "
         "list(v for v in every boat where (v.lit and not (same 0 and not (v in same 1)))))"),
        (f.Things("boat", U, False, BOATS.type),
         "list(v for v in every boat in u where (v.lit and not (u.moored and not (v in u.fleet))))"),
    ):  # fmt: skip
        body = loop("list", all_of(lit, astray), V, over)
        assert shown(after(hoist, program(law(bench), it=body))) == found, "of few turns nothing is taken out"


def test_what_may_stop_stays_where_it_need_not_have_a_turn(bench: Any) -> None:
    lit, heavy = f.Read("lit", "boat", V, t.YES_NO), op("<", ONE, WEIGHT)
    body = loop("list", f.Or((lit, heavy), t.YES_NO), V)
    assert after(hoist, program(law(bench), it=body)) == body
    body = loop("list", f.Or((heavy, lit), t.YES_NO), V)
    assert shown(after(hoist, program(law(bench), it=body))).startswith("(let same 0 = (1 < u.weight) list(")


# ---- inline


def test_a_short_fact_is_written_where_it_is_asked(bench: Any) -> None:
    found = after(inline, program(law(bench), it=all_of(MOORED, call("lit", U, type_=t.YES_NO)), lit=LIT))
    assert shown(found) == "(u.moored and u.lit)"


def test_what_may_stop_is_not_lost_with_a_parameter_that_is_not_used(bench: Any) -> None:
    never = f.Function("fact:never", "never", (("u", BOAT), ("n", t.WHOLE)), f.Read("lit", "boat", U, t.YES_NO))
    for given, gone in ((CREW, True), (WEIGHT, False)):
        before = program(law(bench), it=f.Call("fact:never", (U, given), t.YES_NO)).and_([never])
        assert (after(inline, before) == LIT) is gone


def test_no_name_is_caught_by_a_loop_it_comes_into(bench: Any) -> None:
    near = f.Function("fact:near", "near", (("u", BOAT),), loop("any", op("==", V, U)))
    before = program(law(bench)).and_([near])
    before = before.and_([f.Function("fact:it", "it", (("v", BOAT),), f.Call("fact:near", (V,), t.YES_NO))])
    assert shown(after(inline, before)) == "any(for v 1 in every boat where (v 1 == v))"


# ---- outline


def test_a_loop_that_ends_early_gets_a_function_unless_it_is_all_there_is(bench: Any) -> None:
    lit = loop("any", f.Read("lit", "boat", V, t.YES_NO))
    found = outline(program(law(bench), it=all_of(MOORED, lit), alone=lit))
    assert shown(found.functions["fact:it"].body) == "(u.moored and look:any v 1())"
    assert isinstance(found.functions["fact:alone"].body, f.Loop)


def test_what_is_the_same_for_all_turns_of_such_a_loop_stands_before_it(bench: Any) -> None:
    """Unless it may stop where its turn does not come: a weight that is not there stops only if a boat is lit."""
    lit, crew = f.Read("lit", "boat", V, t.YES_NO), f.Read("crew", "boat", V, t.WHOLE)
    more = loop("any", all_of(lit, op("<", crew, op("*", CREW, TWO, type_=t.WHOLE))))
    found = shown(after(outline, program(law(bench), it=more)))
    assert found.startswith("(let alike 0 = (u.crew * 2) any(")
    assert "(v.lit and (v.crew < alike 0))" in found
    heavier = loop("any", all_of(lit, op("<", crew, op("some", WEIGHT, type_=t.WHOLE))))
    assert "let" not in shown(after(outline, program(law(bench), it=heavier)))


def test_some_one_thing_is_looked_up_in_place_of_being_looked_for(bench: Any) -> None:
    body = loop("any", all_of(op("==", V, U), f.Read("lit", "boat", V, t.YES_NO)))
    assert shown(after(outline, program(law(bench), it=body))) == "(let v = u ((v in every boat) and v.lit))"


def test_a_thing_at_hand_is_looked_up_without_a_function(bench: Any) -> None:
    body = all_of(MOORED, loop("any", all_of(op("==", V, U), f.Read("lit", "boat", V, t.YES_NO))))
    found = outline(program(law(bench), it=body))
    assert shown(found.functions["fact:it"].body) == "(u.moored and ((u in every boat) and u.lit))"
    inside = loop(
        "any", all_of(op("==", V, f.Local("w", BOAT)), f.Loop("any", (f.Binder("w", BOATS, LIT),), ONE, t.YES_NO))
    )
    caught = outline(program(law(bench), it=all_of(MOORED, inside)))
    assert len(caught.functions) > 2, "the loop inside would catch the name: it gets a function"


def test_one_loop_inside_another_needs_no_function_between(bench: Any) -> None:
    inner = f.Loop("any", (f.Binder("w", BOATS, op("==", V, f.Local("w", BOAT))),), ONE, t.YES_NO)
    found = outline(
        program(law(bench), it=loop("any", f.Not(f.Not(inner, t.YES_NO), t.YES_NO)), one=loop("any", inner))
    )
    assert [b.var for b in found.functions["fact:one"].body.binders] == ["v", "w"]  # type: ignore[union-attr]
    assert [b.var for b in found.functions["fact:it"].body.binders] == ["v"]  # type: ignore[union-attr]
    same = f.Loop("any", (f.Binder("v", BOATS, LIT),), ONE, t.YES_NO)
    assert len(outline(program(law(bench), it=loop("any", same))).functions["fact:it"].body.binders) == 1  # type: ignore[union-attr]


def test_turns_through_the_few_values_of_a_choice_are_not_counted(bench: Any) -> None:
    hue = f.Local("p", t.Choice("hue"))

    def counted(decl: str, where: f.Expr) -> bool:
        words = f'chapter [1] "W"\nchoice hue [1]\n  {decl}\nfact calm(u: boat): yes/no\n  otherwise no\n'
        of_boat = f.Field("boat", "hues", U, t.SetOf(t.Choice("hue")))
        body = f.Loop("any", (f.Binder("p", of_boat, where),), ONE, t.YES_NO)
        made = f.Function("fact:it", "it", (("u", BOAT),), body)
        found = outline(f.Program(law(bench, words), {"fact:it": made})).functions["fact:it"].body
        return bool(found.binders[0].counted)  # type: ignore[union-attr]

    near = op("<", f.Loop("count", (f.Binder("v", BOATS, op("==", hue, CREW)),), ONE, t.WHOLE), CREW)
    assert not counted("red, blue", near)
    assert counted(", ".join(f"hue-{n}" for n in range(20)), near)
    deep: f.Expr = near
    for name in "abcdef":
        deep = f.Loop("any", (f.Binder(name, f.Things("boat", V, False, t.SetOf(BOAT)), deep),), ONE, t.YES_NO)
    assert counted("red, blue", deep)


def test_what_is_nested_too_deeply_is_cut_into_parts(bench: Any) -> None:
    body: f.Expr = CREW
    for _ in range(100):
        body = op("+", body, N, type_=t.WHOLE)
    found = outline(program(law(bench), it=body))
    assert sum(key.startswith("look:part") for key in found.functions) >= 5


# ---- memory


def test_expensive_answers_are_remembered_and_cheap_ones_are_not(bench: Any) -> None:
    words = 'chapter [1] "W"\nfact calm(u: boat): yes/no\n  otherwise no\nrule calm.all [1]\n'
    words += "  when any boat v where v.crew > count(boat w where w.crew < v.crew)\n  u is calm\n"
    words = words.replace("calm(u: boat)", "u: boat is calm")
    words += "fact dull(u: boat): yes/no\n  otherwise no\nrule dull.dark [2]\n  when not u is lit\n  dull(u)\n"
    found = memory(lowered(law(bench, words))).functions
    assert found["fact:calm"].memory == "position"
    assert found["fact:dull"].memory == ""


def test_an_expensive_part_that_uses_some_parameters_is_remembered_for_these(bench: Any) -> None:
    inside = loop("count", op("<", CREW, f.Read("crew", "boat", V, t.WHOLE)))
    both = f.Function("fact:both", "both", (("u", BOAT), ("n", t.WHOLE)), op("+", inside, N, type_=t.WHOLE))
    found = remembered_parts(program(law(bench)).and_([both])).functions
    part = next(function for key, function in found.items() if key.startswith("part:"))
    assert part.params == (("u", BOAT),)
    assert part.memory == "position"


def test_a_part_that_asks_what_the_map_decides_is_remembered_too(bench: Any) -> None:
    """What the second pass asks the cost of calls what the first has made: on a law of its own that ended in a
    `KeyError`, whoever played it."""
    some = loop("any", op("<", CREW, op("size", hexes_where(SHARED, SHOAL), type_=t.WHOLE)))
    both = f.Function("fact:both", "both", (("u", BOAT), ("n", t.WHOLE)), all_of(some, op("<", N, TWO)))
    found = remembered_parts(parts_of_the_map(program(law(bench)).and_([both]))).functions
    (part,) = (function for function in found.values() if function.memory == "position")
    assert "part:of the map 0()" in shown(part.body)


# ---- met


CONTACT = f.Local("c", t.CONTACT)
SIDE_MET, LEFT = (f.Field("contact", name, CONTACT, type_) for name, type_ in (("side", t.HEXSIDE), ("left", t.WHOLE)))
STEEP = f.Loop("any", (f.Binder("h", op("hexes-of", SIDE_MET, type_=t.SetOf(t.Kind("hex"))), f.Read(
    "shoal", "hex", f.Local("h", t.Kind("hex")), t.YES_NO)),), ONE, t.YES_NO)  # fmt: skip


def of_contact(bench: Any, **bodies: f.Expr) -> dict[str, f.Function]:
    made = [f.Function(f"fact:{n}", n, (("c", t.CONTACT),), body) for n, body in bodies.items()]
    return met(f.Program(law(bench), {function.key: function for function in made})).functions


def test_what_is_met_decides_for_all_lines(bench: Any) -> None:
    found = of_contact(bench, steep=STEEP, both=all_of(call("steep", CONTACT), STEEP))
    assert shown(found["fact:steep"].body) == "met:steep(c.side, c.hex)"
    part = found["met:steep"]
    assert (part.memory, [name for name, _ in part.params]) == ("map", ["c side", "c hex"])
    assert shown(part.body) == "any(for h in hexes-of(c side) where h.shoal)"
    assert shown(found["met:both"].body).startswith("(met:steep(c side, c hex) and")


def test_what_depends_on_the_line_or_on_things_or_is_cheap_stays(bench: Any) -> None:
    of_line = all_of(STEEP, op("<", LEFT, TWO))
    on_it = all_of(STEEP, loop("any", LIT))
    found = of_contact(bench, of_line=of_line, on_it=on_it, cheap=op("==", SIDE_MET, SIDE_MET))
    assert not any(key.startswith("met:") for key in found)


# ---- parts of the map


HEX = t.Kind("hex")
H = f.Local("h", HEX)
HEXES = op("hexes", type_=t.SetOf(HEX))
SHARED, SHOAL = op("shared", H), f.Read("shoal", "hex", H, t.YES_NO)
BOAT_THERE = f.Loop("any", (f.Binder("v", f.Things("boat", H, False, t.SetOf(BOAT)), LIT),), ONE, t.YES_NO)
LIGHTER = """chapter [1] "W"
action dredge [1]
  pick place(h: hex) does:
    mark h as shoal
"""


def hexes_where(*tests: f.Expr) -> f.Loop:
    return f.Loop("list", (f.Binder("h", HEXES, all_of(*tests)),), H, t.SetOf(HEX))


def test_what_the_map_decides_of_all_hexes_is_worked_out_once(bench: Any) -> None:
    found = parts_of_the_map(program(law(bench), it=hexes_where(MOORED, SHARED, SHOAL))).functions
    assert shown(found["fact:it"].body) == "list(h for h in part:of the map 0() where u.moored)"
    (kept,) = (function for key, function in found.items() if key.startswith("part:"))
    assert (kept.memory, kept.params) == ("map", ())
    assert shown(kept.body) == "list(h for h in hexes() where (shared(h) and h.shoal))"


def test_what_the_map_decides_by_what_else_it_decides_is_worked_out_once(bench: Any) -> None:
    """One of them inside another: on a law of its own that ended in a `KeyError`, as a whole and as a condition."""
    few = op("<", op("size", hexes_where(SHARED, SHOAL), type_=t.WHOLE), TWO)
    outer = f.Binder("g", HEXES, few)
    item = f.Local("g", HEX)
    whole = f.Loop("list", (outer,), item, t.SetOf(HEX))
    condition = f.Loop("list", (f.with_(outer, where=all_of(few, MOORED)),), item, t.SetOf(HEX))
    for body, left in (
        (whole, "part:of the map 1()"),
        (condition, "list(g for g in part:of the map 1() where u.moored)"),
    ):
        found = parts_of_the_map(program(law(bench), it=body)).functions
        assert shown(found["fact:it"].body) == left
        assert (
            shown(found["part:of the map 1"].body) == "list(g for g in hexes() where (size(part:of the map 0()) < 2))"
        )
        assert shown(found["part:of the map 0"].body) == "list(h for h in hexes() where (shared(h) and h.shoal))"


def test_what_play_writes_of_a_hex_is_not_kept_with_the_map(bench: Any) -> None:
    found = parts_of_the_map(program(law(bench, LIGHTER), it=hexes_where(SHARED, SHOAL))).functions
    assert shown(found["fact:it"].body) == "list(h for h in part:of the map 0() where h.shoal)"


def test_hexes_in_which_nothing_is_are_passed_over_before_anything_is_looked_for(bench: Any) -> None:
    found = shown(after(parts_of_the_map, program(law(bench), it=hexes_where(BOAT_THERE, MOORED))))
    assert found.index("not") < found.index("any")


# ---- floods


def test_who_asks_for_steps_to_other_hexes_goes_on_with_the_same_flood(bench: Any) -> None:
    """What is kept is what lets hexes through and where it begins, not whereto; law that notes rules keeps none."""
    words = """chapter [1] "W"
fact steps(u: boat, there: hex): whole or none
rule steps.all [1]
  steps(u, there) is steps-to(there for h linked to u.hex after k where not (reef in k.water) and u is lit)
"""
    before = lowered(law(bench, words))
    found = PASSES["floods"](before).functions
    [flood] = [function for key, function in found.items() if key.startswith("flood:")]
    assert [name for name, _ in flood.params] == ["where it begins", "u"]
    assert flood.memory == "position"
    assert f"steps to some(there) in {flood.key}({{u.hex}}, u)" in shown(found["fact:steps"].body)
    recorded = PASSES["floods"](f.with_(before, record=True)).functions
    assert not any(key.startswith("flood:") for key in recorded)


# ---- quantities and falls


def test_a_quantity_is_worked_out_for_all_values_that_no_rule_tests(bench: Any) -> None:
    words = """chapter [1] "W"
table rate(p: paint): whole [1]
quantity fee(u: boat, p: paint): fathoms
  starts with u.range
  steps all
rule fee.lit [2]
  at step fee.all
  when any boat v where v is not u and v is lit and v.crew < count(boat w where w is lit)
  multiplies it by rate(p)
rule fee.whole [3]
  keeps fractions of fee
"""
    given = law(bench, words, files={"tables/rate.yaml": "table: rate\ncite: [H 1]\nrows: {red: 2, blue: 3}\n"})
    before = lowered(given)
    for name in ("settle", "memory"):
        before = PASSES[name](before)
    found = by_value(before).functions
    assert shown(found["quantity:fee"].body) == "quantity:fee by p(u)[p]"
    body = shown(found["quantity:fee by p"].body)
    assert 'rate["red"]' in body
    assert 'rate["blue"]' in body
    assert body.count("any(") == 1


def test_falls_are_told_apart_only_behind_what_is_the_same_for_all(bench: Any) -> None:
    words = """chapter [1] "W"
fact odd(u: boat, pip: whole): whole
  otherwise 0
rule odd.lit [1]
  when u is lit and pip > 3
  odd(u, pip) is pip
"""
    found = falls(PASSES["settle"](lowered(law(bench, words)))).functions["each:odd"].body
    assert shown(found).startswith("(-- odd.lit [H 1] if u.lit: list(fact:odd(u, pip) for pip in falls) else: list(0")


def test_what_falls_come_to_by_printed_tables_alone_is_kept_with_the_map(bench: Any) -> None:
    words = """chapter [1] "W"
table fee(p: paint, pip: whole): whole [1]
fact price(u: boat, pip: whole): whole
  otherwise fee(u.paint, pip + u.crew)
"""
    table = "table: fee\ncite: [H 1]\nacross: [1, 2, 3+]\nrows: {red: [2, 3, 4], blue: [3, 4, 5]}\n"
    before = PASSES["settle"](lowered(law(bench, words, files={"tables/fee.yaml": table})))
    found = falls(before).functions
    assert shown(found["each:price"].body) == "part:price falls 0(u.paint, u.crew, falls)"
    assert found["part:price falls 0"].memory == "map"


def test_the_lesser_of_two_that_have_scores_is_chosen_without_a_call(bench: Any) -> None:
    settle = PASSES["settle"]
    for score, wanted in ((CREW, "(if (2 < u.crew): 2 else: 1)"), (f.Const(None, t.WHOLE), "lesser(")):
        found = shown(after(settle, program(law(bench), it=op("lesser", score, ONE, TWO, TWO, type_=t.WHOLE))))
        assert found.startswith(wanted)


# ---- all of them


@pytest.mark.parametrize("record", [False, True])
def test_passes_leave_what_has_been_through_them(bench: Any, record: bool) -> None:
    words = 'chapter [1] "W"\nfact n(u: boat): whole\n  otherwise 0\nrule n.lit [1]\n  when u is lit\n  n(u) is 1\n'
    found = passed(lowered(law(bench, words), record=record))
    assert passed(found).functions == found.functions
