"""Memories and tallies: what begins, lapses and is counted, at a moment or as soon as something holds.

What no moment begins or ends is looked at after every change that could decide on it, not only when a pick is over: who
loses sight of something for one hex of its way has lost it. Where a game is looked at as one side sees it, what that
side cannot tell is left alone: there the memory or tally is not seen either (`visibility.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from reference.execution import Execution
from reference.kept import Cell
from reference.state import Names

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.law import ends_what_is_kept
from hexlaw.runtime.law.stops import Unseen, there
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.agenda import RuleReads

Row = tuple[Value, ...]


def changed(game: Execution, of: object, attributes: Set[str], *, moved: bool = False) -> None:
    """Something was written: answers given before may no longer hold, and memories and tallies begin or end."""
    game.forget_answers()
    bearing = _bearing(game, attributes, moved)
    if not bearing:
        return
    touched = {of, *game.position.inside(of)} if moved and isinstance(of, Thing) else {of}  # what is in it moves too
    kinds = {thing.kind for thing in touched if isinstance(thing, Thing)}
    for reading in bearing:
        # things of these kinds decide on it only where it names them
        is_about_named = reading.others is not None and reading.others.isdisjoint(kinds)
        apply(game, reading.rule, {}, touched if kinds and is_about_named else None)


def changed_together(game: Execution, cells: Iterable[Cell]) -> None:
    """The same of many cells that were written together: it is looked at when all of them are written."""
    game.forget_answers()
    written = {attribute for _, attribute in cells}
    attributes = {attribute for attribute in written if attribute is not None}
    for reading in _bearing(game, attributes, moved=None in written):
        apply(game, reading.rule, {})


def _bearing(game: Execution, attributes: Set[str], moved: bool) -> list[RuleReads]:
    """Returns what no moment begins or ends and such a change may."""
    return [r for r in game.agenda.watched if (moved and r.asks_where_things_are()) or r.bears_on(attributes)]


def apply(game: Execution, rule: g.Rule, names: Names, touched: Set[object] | None = None) -> None:
    """What a rule about a memory or a tally does now, for every case in which it applies; where only things that were
    `touched` can have changed that, what ends is looked for among what is remembered of these."""
    conclusion = rule.conclusion
    assert isinstance(conclusion, g.Remembers | g.Counts)
    ev, position = game.ev, game.position
    found: list[tuple[tuple[Value, ...], Value]] = []
    if ends_what_is_kept(conclusion):
        found = [(args, None) for args in _ended(game, rule, conclusion, names, touched)]
    else:
        for inner in ev.cases(rule, names):
            try:
                args = tuple(ev.value(arg, inner) for arg in conclusion.args)
                amount = conclusion.amount if isinstance(conclusion, g.Counts) else None
                number = None if amount is None else there(ev.value(amount, inner), f"`{rule.id}` counts nothing")
                found.append((args, number))
            except Unseen:
                continue  # then it is not seen of what, or how much
    for args, number in found:
        if isinstance(conclusion, g.Remembers):
            (position.forget if conclusion.lapses else position.remember)(conclusion.memory, args)
        elif conclusion.amount is None:
            position.count(conclusion.tally, args, None)
        else:
            position.count(conclusion.tally, args, position.tallied.get((conclusion.tally, args), 0) + number)
    if found:
        game.forget_answers()
        if isinstance(conclusion, g.Remembers) and not conclusion.lapses:
            _end_at_once(game, conclusion.memory, [args for args, _ in found])


def _end_at_once(game: Execution, memory: str, begun: Sequence[Row]) -> None:
    """Of what has begun to be remembered, takes out what ends as soon as something holds, if that holds already."""
    for reading in game.agenda.watched:
        conclusion = reading.rule.conclusion
        if isinstance(conclusion, g.Remembers) and conclusion.memory == memory and ends_what_is_kept(conclusion):
            own = tuple(arg.name for arg in conclusion.args if isinstance(arg, e.Var))
            for args in game.ev.applying(reading.rule, {}, own, begun):
                game.position.forget(memory, args)
                game.forget_answers()


def _ended(
    game: Execution, rule: g.Rule, conclusion: g.Remembers | g.Counts, names: Names, touched: Set[object] | None
) -> Sequence[Row]:
    """Returns what a rule ends of all that is kept, or of what is kept of things that were `touched`: tried with the
    names of the moment, and for its own ones with what is kept.

    Most moves end nothing, and what is kept is asked after each: so it is asked at once, and sorted only where nothing
    else gives an order.
    """
    position = game.position
    if isinstance(conclusion, g.Remembers):
        kept = [args for name, args in position.remembered if name == conclusion.memory]
        if touched is not None:
            kept = [args for args in kept if not touched.isdisjoint(args)]
        kept.sort(key=str)
    else:
        kept = [args for name, args in position.tallied if name == conclusion.tally]
    own = tuple(arg.name for arg in conclusion.args if isinstance(arg, e.Var))  # they all are (`ends_what_is_kept`)
    for at, name in enumerate(own):
        if name in names:
            kept = [args for args in kept if args[at] == names[name]]
    return game.ev.applying(rule, names, own, kept) if kept else ()
