"""Memories and tallies: what begins, lapses and is counted, at a moment or as soon as something holds.

What no moment begins or ends is looked at after every change that could decide on it, not only when a pick is over: who
loses sight of something for one hex of its way has lost it. Where a game is looked at as one side sees it, what that
side cannot tell is left alone: there the memory or tally is not seen either (`veil.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.law import ends_what_is_kept
from hexlaw.runtime.play.frames import Names
from hexlaw.runtime.stops import Unseen

if TYPE_CHECKING:
    from hexlaw.runtime.play.machine import Machine


def watch(machine: Machine, attributes: frozenset[str], *, moved: bool) -> None:
    """After a change: the memories and tallies that no moment governs."""
    for reading in machine.agenda.watched:
        if moved or reading.bears_on(attributes):
            happened(machine, reading.rule, {})


def happened(machine: Machine, rule: g.Rule, names: Names) -> None:
    """What a rule about a memory or a tally does now, for every case in which it applies."""
    conclusion = rule.conclusion
    assert isinstance(conclusion, g.Remembers | g.Counts)
    ev, position = machine.ev, machine.position
    found: list[tuple[tuple[Any, ...], Any]] = []
    for case in _kept_cases(machine, conclusion, names) if ends_what_is_kept(conclusion) else (names,):
        for inner in ev.cases(rule, case):
            try:
                args = tuple(ev.value(arg, inner) for arg in conclusion.args)
                amount = conclusion.amount if isinstance(conclusion, g.Counts) else None
                found.append((args, None if amount is None else ev.value(amount, inner)))
            except Unseen:
                continue  # then it is not seen of what, or how much
    for args, number in found:
        if isinstance(conclusion, g.Remembers):
            (position.forget if conclusion.lapses else position.remember)(conclusion.memory, args)
        elif conclusion.amount is None:
            position.count(conclusion.tally, args, None)
        else:
            position.count(conclusion.tally, args, position.tallied.get((conclusion.tally, args), 0) + (number or 0))
    if found:
        machine.forget_answers()


def _kept_cases(machine: Machine, conclusion: g.Remembers | g.Counts, names: Names) -> Iterator[dict[str, Any]]:
    """The names that a rule is tried with which ends something: of the moment, and for each of its own what is kept."""
    for args in _kept(machine, conclusion):
        case = {arg.name: value for arg, value in zip(conclusion.args, args, strict=True) if isinstance(arg, e.Var)}
        if all(names.get(name, value) == value for name, value in case.items()):
            yield {**names, **case}


def _kept(machine: Machine, conclusion: g.Remembers | g.Counts) -> list[tuple[Any, ...]]:
    position = machine.position
    if isinstance(conclusion, g.Remembers):
        return sorted((args for name, args in position.remembered if name == conclusion.memory), key=str)
    return sorted((args for name, args in position.tallied if name == conclusion.tally), key=str)
