"""What play does, lowered to routines: steps without links and scopes, and the names that they need."""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.lower import form as f
from hexlaw.compiler.lower import step_form as s
from hexlaw.compiler.lower.doing_half import DoingHalf
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.law import configure
from hexlaw.runtime.play.agenda import agenda_of

LAW = """event hails(b: boat)
effect moor(b: boat, to: boat) [1]:
  move b to to.hex
effect tow(b: boat, by: boat) [1]:
  let both be b.crew + by.crew
  if both > 4:
    move b to by.hex
  announce hails(by)
  do moor(by, b)

rule hail.answered [1]
  after hails
  then:
    set b.crew to 1
"""


def routine(bench: Any, law: str, key: str) -> tuple[s.Routine, DoingHalf]:
    configured = configure(bench.compiled(law).graph)
    doing = DoingHalf(agenda_of(configured), None)
    lowered(configured, played=doing)
    return doing.routines[key], doing


def calls(value: f.Expr) -> list[str]:
    """The names that a step gives to the function that answers it."""
    assert isinstance(value, f.Call)
    return [arg.name for arg in value.args if isinstance(arg, f.Local)]


def test_statements_become_steps_that_know_what_they_need(bench: Any) -> None:
    found, _ = routine(bench, LAW, "effect:tow")
    named, asked, hailed, again = found.body
    assert isinstance(named, s.Name)
    assert calls(named.value) == ["b", "by"]
    assert isinstance(asked, s.Branch)
    assert calls(asked.test) == ["both"]
    [moved] = asked.then
    assert isinstance(moved, s.PlainStep)
    assert isinstance(moved.about, e.Move)
    assert moved.of("thing") == f.Local("b", moved.about.thing.type)
    assert calls(moved.of("to")) == ["by"]
    assert isinstance(hailed, s.Invoke)
    assert (hailed.routine, [name for name, _ in hailed.args]) == ("moment:hails", ["b"])
    assert isinstance(again, s.Invoke)
    assert again.routine == "effect:moor"
    given = [(name, value.name) for name, value in again.args if isinstance(value, f.Local)]
    assert given == [("b", "by"), ("to", "b")]


def test_what_follows_is_a_routine_of_the_rules_that_stand(bench: Any) -> None:
    _, doing = routine(bench, LAW, "effect:tow")
    [hook] = doing.routines["moment:hails"].body
    assert isinstance(hook, s.Hook)
    assert hook.rule == "hail.answered"
    assert [way.given for way in hook.ways] == [()]
    [written] = hook.body
    assert isinstance(written, s.PlainStep)
    assert isinstance(written.about, e.SetAttribute)


def test_where_nothing_follows_the_values_are_worked_out_alone(bench: Any) -> None:
    """A stop in one is met all the same."""
    found, _ = routine(bench, LAW.partition("rule hail")[0], "effect:tow")
    hailed = found.body[2]
    assert isinstance(hailed, s.Invoke)
    assert (hailed.routine, [name for name, _ in hailed.args]) == ("", ["b"])
