"""Memories and tallies: what begins, lapses and is counted, at a moment or as soon as something holds.

What no moment begins or ends is looked at after every change that could decide on it, not only when a pick is over: who
loses sight of something for one hex of its way has lost it. Where a game is looked at as one side sees it, what that
side cannot tell is left alone: there the memory or tally is not seen either (`veil.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.law import ends_what_is_kept
from hexlaw.runtime.play.execution import Execution
from hexlaw.runtime.play.frames import Names
from hexlaw.runtime.stops import Unseen


def changed(game: Execution, attributes: Set[str], *, moved: bool = False) -> None:
    """Something was written: answers given before may no longer hold, and what no moment begins or ends may do so."""
    game.forget_answers()
    for reading in game.agenda.watched:
        if moved or reading.bears_on(attributes):
            happened(game, reading.rule, {})


def happened(game: Execution, rule: g.Rule, names: Names) -> None:
    """What a rule about a memory or a tally does now, for every case in which it applies."""
    conclusion = rule.conclusion
    assert isinstance(conclusion, g.Remembers | g.Counts)
    ev, position = game.ev, game.position
    found: list[tuple[tuple[Any, ...], Any]] = []
    for case in _kept_cases(game, conclusion, names) if ends_what_is_kept(conclusion) else (names,):
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
        game.forget_answers()


def _kept_cases(game: Execution, conclusion: g.Remembers | g.Counts, names: Names) -> Iterator[dict[str, Any]]:
    """The names that a rule is tried with which ends something: of the moment, and for each of its own what is kept."""
    for args in _kept(game, conclusion):
        case = {arg.name: value for arg, value in zip(conclusion.args, args, strict=True) if isinstance(arg, e.Var)}
        if all(names.get(name, value) == value for name, value in case.items()):
            yield {**names, **case}


def _kept(game: Execution, conclusion: g.Remembers | g.Counts) -> list[tuple[Any, ...]]:
    position = game.position
    if isinstance(conclusion, g.Remembers):
        found = [args for name, args in position.remembered if name == conclusion.memory]
    else:
        found = [args for name, args in position.tallied if name == conclusion.tally]
    return sorted(found, key=str) if len(found) > 1 else found
