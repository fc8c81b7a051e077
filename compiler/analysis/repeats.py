"""Does everything end? What goes round in a circle, and what is done again and again without using anything up.

A repeat ends because it uses something up: what it changes is looked at by what allows it. Only what is certain is
reported: nothing that a repeat changes has any bearing on whether it goes on.
"""

from __future__ import annotations

from hexlaw.compiler.analysis.graph_checks import circles, in_a_row
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import forbidding, parts, picks_in, spans_of
from hexlaw.runtime.law.footprint import Footprints, footprints_of, is_known


def nothing_calls_itself(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """An offer that leads to the same offer, an event that announces itself: each procedure is under way once."""
    for circle in circles(dict(sorted(footprints_of(graph).leads_to.items()))):
        if all(node.startswith("effect:") for node in circle):
            continue  # found where effects are asked
        where = next((span for node in circle if (span := names.place(node)) is not None), None)
        message = f"what happens here goes round in a circle: {in_a_row(circle)}"
        found.report("HX283", where, message, help="one of these must happen without bringing about the others")


def repeats_end(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    footprints = footprints_of(graph)
    for action in graph.actions.values():
        for made in picks_in((action.lines, action.body)):
            repeated = made.repeatedly and made.action == action.name
            if repeated and (why := _goes_on(footprints, made, action)):
                message = f"`{made.path}` is made repeatedly and need not end: {why[0]}"
                found.report("HX415", names.place(f"pick:{made.path}"), message, help=why[1])
    for rule, offer in ((node, part) for node, body in footprints.bodies.items() for part in parts(body)):
        if not isinstance(offer, e.Offer) or not offer.repeatedly:
            continue
        action = graph.actions[offer.action]
        read = set().union(*(_judged_by(footprints, p, action) for p in action.picks))
        changed = footprints.writes((), f"action:{action.name}")
        if is_known(read) and not changed & {e.ANYTHING, e.DECIDING} and not read & changed:
            found.report(
                "HX415", names.place(rule) or names.place(f"action:{action.name}"),
                f"`{action.name}` is offered repeatedly and need not end: nothing it changes decides its own picks",
                help="let whoever takes it use something up, and forbid it to whoever has none left",
            )  # fmt: skip
    _loops_end(graph, names, found, footprints)


def _goes_on(footprints: Footprints, made: e.Pick, action: g.ActionDecl) -> tuple[str, str] | None:
    """Why a pick need not end that is made repeatedly, and what to write; nothing where it may end."""
    if made.gathered is not None:
        return None  # what was picked is no longer there to be picked
    read = _judged_by(footprints, made, action)
    changed = footprints.writes(made.does, f"pick:{made.path}")
    if not is_known(read) or changed & {e.ANYTHING, e.DECIDING}:
        return None
    if made.cost is None or made.account is None:
        if read & changed:
            return None
        return (
            "making it changes nothing that decides whether it may be made again",
            "say what it `costs` and forbid it when that is spent, or gather what was picked: `repeatedly as NAME`",
        )
    account = f"attribute:{made.account.name}"
    if account in read or (changed & read) - {e.WHERE} or not _to_and_fro(footprints, made, action):
        return None
    return (
        f"its cost is counted in `{made.account.name}`, which nothing that forbids it looks at",
        f"write a rule that `forbids {made.path}` when enough of it is spent",
    )


def _judged_by(footprints: Footprints, made: e.Pick, action: g.ActionDecl) -> set[str]:
    """All that decides whether a pick may be made."""
    lets = [part.value for part in parts((action.lines, action.body)) if isinstance(part, e.Let)]
    required = (rule for rule in footprints.graph.rules.values() if isinstance(rule.conclusion, g.Requires))
    rules = (*forbidding(footprints.graph).get(made.path, ()), *required)
    return footprints.reads((made.domain, made.where, *lets), *(f"rule:{rule.id}" for rule in rules))


def _to_and_fro(footprints: Footprints, made: e.Pick, action: g.ActionDecl) -> bool:
    """Whether it goes from neighbour to neighbour, and what forbids it asks only what the next hex is.

    Then there is a map with two hexes that are both allowed, and it can go to and fro between them for ever.
    """
    if not (isinstance(made.domain, e.Builtin) and made.domain.name == "neighbours"):
        return False
    rules = list(footprints.graph.rules.values())
    if any(isinstance(r.conclusion, g.Requires) for r in rules):
        return False
    bars = [r for r in rules if isinstance(r.conclusion, g.Forbids) and made.path in r.conclusion.picks]
    allowed = {made.var} | {p.var for p in action.picks if p.type != t.HEX}
    return all(
        _asks_plainly(part, allowed) for part in parts((made.where, tuple(c.expr for r in bars for c in r.when)))
    )


def _asks_plainly(part: object, known: set[str]) -> bool:
    match part:
        case e.Attribute(base=e.Var(name=name), name=attribute):
            return name in known and attribute not in e.STANDING
        case e.Builtin(name=name):
            return name == "off-board"
        case e.Compare(left=left, right=right) | e.Equal(left=left, right=right):
            return isinstance(left, e.Const) or isinstance(right, e.Const)
        case e.Contains(container=container, item=item):
            return isinstance(container, e.Const) or isinstance(item, e.Const)
        case _:
            return isinstance(part, e.Var | e.Const | e.Not | e.All | e.Any)


def _loops_end(graph: g.Graph, names: Names, found: Diagnostics, footprints: Footprints) -> None:
    """A part of the sequence that is repeated while something holds that nothing in the law could change."""
    everything = footprints.writes(tuple(footprints.bodies.values()))
    if e.ANYTHING in everything:
        return
    for span in spans_of(graph):
        if span.repeats is None:
            continue
        read = footprints.reads(span.repeats)
        passing = {f"attribute:{a.name}" for k in graph.kinds.values() for a in k.attributes.values() if a.lasting}
        if is_known(read) and not read & (everything | passing):
            message = f"`{span.name}` goes on as long as something holds that nothing in the law can change"
            help_ = "let a statement in it change what its `while` looks at"
            found.report("HX415", names.place(f"span:{span.name}"), message, help=help_)
