"""Law that play cannot reach: a rule graph in, notes out.

A state that rules ask about and nothing brings about, a work that cannot be begun as the law begins it, an action that
nothing opens, an end that nobody asks for. Cases can show such law all the same, as they start from any position: so
nothing else reports that it never happens. What is reported is certain as far as the law goes; it is a note, as the
rest may be written still, or stand in another module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexlaw.compiler.base.diagnostic import Diagnostics, listed
from hexlaw.compiler.base.processes import look_whether_over
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.data.load import CaseSources, Chain
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.base.relations import grouped, reached
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import asked, attributes_in, parts
from hexlaw.runtime.law.footprint import footprint, footprints_of

KEPT = ("order", "task")  # kinds whose attributes the machine fills by itself
NO = e.Const(False, t.YES_NO)
_NAME = re.compile(r"[a-z][a-z0-9-]*")


def law_is_reached(chain: Chain, cases: CaseSources, graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Looks at law of which games can be begun: law alone may still be waiting for what is played."""
    if not graph.sequences or not any(layer.situations for layer in chain.layers):
        return
    states_are_brought_about(chain, cases, graph, names, found)
    for check in (
        facts_can_hold, actions_are_opened, effects_are_done, actions_stay_open, placed_things_have_their_figures,
    ):  # fmt: skip
        look_whether_over()
        check(graph, names, found)
    parts_are_played_that_law_waits_for(chain, graph, names, found)


# ---- states


def states_are_brought_about(
    chain: Chain, cases: CaseSources, graph: g.Graph, names: Names, found: Diagnostics
) -> None:
    """What lasts for a time, points at a thing or a hex, or is yes or no of things, is written by some statement.

    Or data gives it: a chart has a column of it, a board or a situation says it. An attribute of another sort is left
    in peace, as it may be the same for all; so is what is said of hexes and of the game, as every situation says that
    anew, what a case gives a counter where no chart prints any, and what belongs to a situation that has no file yet.
    """
    asked, written = memoised(graph, "_attributes", _attributes)
    data = (source for x in chain.layers for source in (*x.units, *x.boards.values(), *x.situations.values()))
    given = frozenset(word for source in data for word in _NAME.findall(source.text))
    shown = frozenset(word for source in cases.values() for word in _NAME.findall(source.text))
    own = {layer.name for layer in chain.own}
    situations = {None, *(name for layer in chain.layers for name in layer.situations)}
    for kind in names.kinds.values():
        if kind.name in KEPT or graph.is_a(kind.name, "task"):
            continue
        printed = any(graph.is_a(unit.kind, kind.name) for unit in graph.units.values())
        set_up = frozenset() if printed else shown  # where no chart prints counters, a case shows what one may be
        for name, (type_, item, placed) in kind.attributes.items():
            here = placed.origin.module in own and placed.origin.situation in situations
            is_flag = type_ == t.YES_NO and graph.is_a(kind.name, g.THING)
            idle = name in asked and name not in written and name not in given and not names.is_kept(kind.name, name)
            points = isinstance(type_, t.OrNone) and (type_.item == t.HEX or isinstance(type_.item, t.Kind))
            if here and idle and (item.lasting is not None or points or (is_flag and name not in set_up)):
                found.report(
                    "HX418", item.name.span, f"rules ask for `{name}`, and nothing in play ever writes it",
                    help="let a statement write it (`mark`, `set`), or a chart have a column of it", level="note",
                )  # fmt: skip


def _attributes(graph: g.Graph) -> tuple[set[str], set[str]]:
    """The names of the attributes that the law asks for, and of those that it writes."""
    read, written = set[str](), set[str]()
    for node in graph.law():
        if isinstance(node, g.Rule) and node.against is not None:
            continue  # never stands
        read |= attributes_in(asked(node))
        written |= attributes_in(footprint(node).writes)
    return read, written


def figures_asked_for(graph: g.Graph) -> list[str]:
    """The attributes that the law asks for, and that something has only where data says so."""
    asked, written = memoised(graph, "_attributes", _attributes)
    figures = {
        name for kind in graph.kinds.values() for name, d in kind.attributes.items() if d.default is g.MISSING
    }  # fmt: skip
    return sorted(figures & asked - written)


def placed_things_have_their_figures(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """What a statement places has what the law asks of its kind: no data gives it that, as it does to pieces."""
    figures = figures_asked_for(graph)
    asks = {(part.owner, part.name) for node in graph.law() for part in parts(node) if isinstance(part, e.Attribute)}
    for node, body in footprints_of(graph).bodies.items():
        for kind in dict.fromkeys(part.kind for part in parts(body) if isinstance(part, e.Place)):
            declared = graph.kinds[kind].attributes
            lacking = [
                name for name in figures
                if name in declared and declared[name].default is g.MISSING and (graph.owner(kind, name), name) in asks
            ]  # fmt: skip
            if lacking:
                found.report(
                    "HX331", names.place(node),
                    f"a `{kind}` is placed without its {listed(lacking)}, and a game stops where the law asks for it",
                    help=f"write `place {kind} in ... as x` and below it `set x.{lacking[0]} to ...`, or give the "
                    "attribute a default", level="note",
                )  # fmt: skip


def facts_can_hold(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """What the law asks to be so, some rule says to be so: without one, a fact that is yes or no is never yes."""
    decided = {rule.decides for rule in graph.rules.values()}
    asks = frozenset(node for part in graph.law() for node in asked(part))
    for fact in graph.facts.values():
        usually_no = fact.type == t.YES_NO and fact.shape != "forbidden" and fact.otherwise in (None, NO)
        if usually_no and fact.name not in decided and fact.origin.module == graph.name and f"fact:{fact.name}" in asks:
            found.report(
                "HX424", names.place(f"fact:{fact.name}"), f"no rule says when `{fact.name}` holds, so it never does",
                help="write a rule that concludes it", level="note",
            )  # fmt: skip


# ---- works


def crews_fit(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Whoever begins a task brings a crew that it takes, and that its own rules can speak of.

    A limit above one may be kept by rules, where a pick gathers the crew: then nothing is reported.
    """
    begun_by_several: set[str] = set()
    for node, body in footprints_of(graph).bodies.items():
        gathered = {part.gathered for part in parts(body) if isinstance(part, e.Pick)} - {None}
        for part in parts(body):
            if not isinstance(part, e.Begin) or (size := _sure_size(part.crew, gathered)) < 2:
                continue
            begun_by_several.add(part.task)
            crew = graph.tasks[part.task].crew
            if crew is not None and crew[1] is not None and size > crew[1]:
                beginner = node.partition(":")[2]
                message = f"`{part.task}` takes a crew of {crew[1]} at most, and `{beginner}` begins it with more"
                help_ = "say how many it takes: `crew KIND at most N`, or no number for any"
                found.report("HX419", names.place(f"task:{part.task}"), message, help=help_, level="note")
    for name in sorted(begun_by_several):
        if (place := _speaks_of_one(graph, name)) is not None:
            found.report(
                "HX419", names.place(place),
                f"`{name}` is begun by several, and this speaks of the only one of its crew",
                help="say what holds for `any x in task.crew` or `every x in task.crew`", level="note",
            )  # fmt: skip


def _sure_size(crew: e.Expr, gathered: set[str | None]) -> int:
    """How many there can be in any case: two of what a pick gathers, as it can be made again."""
    match crew:
        case e.MakeSet(items=items):
            return len(items)
        case e.Var(name=name) if name in gathered:
            return 2
        case _:
            return 0


def _speaks_of_one(graph: g.Graph, task: str) -> str | None:
    """The node that asks for `one x in task.crew` of a task and would have no answer: a rule, or the task."""
    decl = graph.tasks[task]
    if _asks_for_one((decl.gains, tuple((s.lasts, s.when) for s in decl.stages), decl.done)):
        return f"task:{task}"
    said = ((rule, rule.conclusion) for rule in graph.rules.values() if rule.against is None)
    rules = (rule for rule, end in said if isinstance(end, g.TaskRule) and end.task == task)
    return next((f"rule:{r.id}" for r in rules if _asks_for_one(tuple(c.expr for c in r.when))), None)


def _asks_for_one(body: object) -> bool:
    return any(
        isinstance(part, e.One)
        and part.binder.where is None
        and isinstance(part.binder.domain, e.Attribute)
        and part.binder.domain.name == "crew"
        for part in parts(body)
    )


# ---- actions


def actions_are_opened(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Every action can come: a part of the sequence or a task opens it, or it is offered where something happens.

    What only serves a `reach`, or lends a pick to another action, is there for that.
    """
    happens = _happening(graph)
    bodies = footprints_of(graph).bodies
    picked = {(node, part.action) for node, body in bodies.items() for part in parts(body) if isinstance(part, e.Pick)}
    lent = {action for node, action in picked if node != f"action:{action}"}
    offered = {part.action for body in bodies.values() for part in parts(body) if isinstance(part, e.Offer)}
    idle = set(graph.actions) - {reach.action for reach in graph.reaches.values()} - lent
    for action in graph.actions.values():
        if action.name in idle and action.origin.module == graph.name and f"action:{action.name}" not in happens:
            where = (
                "it is offered where nothing ever happens" if action.name in offered else "nothing opens or offers it"
            )
            found.report(
                "HX420", names.place(f"action:{action.name}"), f"`{action.name}` can never be taken: {where}",
                help="say where it may be: `open in PART`, a task's stage that `opens` it, or an `offer`", level="note",
            )  # fmt: skip


def effects_are_done(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Every effect is done somewhere: by an action, a rule, a part of the sequence or another effect."""
    done = footprint(tuple(footprints_of(graph).bodies.values())).brings_about
    for effect in graph.effects.values():
        if effect.origin.module == graph.name and f"effect:{effect.name}" not in done:
            given = ", ".join(name for name, _ in effect.params)
            found.report(
                "HX423", names.place(f"effect:{effect.name}"), f"nothing ever does `{effect.name}`",
                help=f"write `do {effect.name}({given})` in an action, a rule or another effect", level="note",
            )  # fmt: skip


def actions_stay_open(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """What a module does with parts of the sequence leaves every action of its base open somewhere."""
    if not (taken := _taken_away(graph, names)):
        return
    happens, is_played = _happening(graph), _played_parts(graph)
    closed = []
    for action in graph.actions.values():
        where = [part for opened in action.open_in for part in opened.spans]
        if where and is_played.isdisjoint(where) and f"action:{action.name}" not in happens:
            closed.append(action.name)
    if closed:
        message = f"can never be taken any more, as no part is played in which it is open: {listed(closed)}"
        help_ = "call a new part as the old one, open the action in one by `action NAME also`, or drop it"
        found.report("HX420", next(iter(taken.values())), message, help=help_, level="note")


def parts_are_played_that_law_waits_for(chain: Chain, graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """What lasts until a part begins or ends, or comes in one, does so in a part that is played."""
    is_played, taken = _played_parts(graph), _taken_away(graph, names)
    if is_played.issuperset(names.spans):
        return
    own = {layer.name for layer in chain.own}
    for part, waiting in grouped(_waiting_for_parts(graph, names)).items():
        mine = [span for _, span, module in waiting if module in own]
        if part not in is_played and (taken or mine):
            place = taken.get(part) or next(iter(taken.values()), None) or mine[0]
            said = ", ".join(dict.fromkeys(said for said, _, _ in waiting))
            found.report(
                "HX444", place, f"no part `{part}` is played any more, and law waits for it: {said}",
                help=f"call a part that is played in its place `phase {part}`, or change what waits for it",
                level="warning",
            )  # fmt: skip


def _waiting_for_parts(graph: g.Graph, names: Names) -> Iterator[tuple[str, tuple[str, Span | None, str]]]:
    """What comes about in a game and waits for a part of the sequence: the part, what waits, where, in which module."""
    happens, bodies = _happening(graph), footprints_of(graph).bodies.items()
    done = {node: body for node, body in bodies if node in happens or node.startswith("sequence:")}
    written = attributes_in(footprint(tuple(done.values())).writes)
    for kind in names.kinds.values():
        for name, (_, item, placed) in kind.attributes.items():
            if item.lasting is not None and name in written:
                said = f"`{name}` lasts until it {item.lasting.edge}s"
                yield item.lasting.name.text, (said, item.name.span, placed.origin.module)
    for node, body in done.items():
        sort, _, name = node.partition(":")
        module = graph.section(sort)[name].origin.module if sort != "sequence" else ""
        for part in parts(body):
            if isinstance(part, e.MakeMoment):
                yield part.span, (f"`{name}` waits for its {part.edge}", names.place(node), module)
    coming = [(f"order:{x.name}", x.due, "falls due in it", x.origin) for x in graph.orders.values() if x.due]
    coming += [(f"task:{x.name}", x.works[1], "is worked at then", x.origin) for x in graph.tasks.values() if x.works]
    for node, span, how, origin in coming:
        if node in happens:
            yield span, (f"the {node.replace(':', ' `')}` {how}", names.place(node), origin.module)


def _taken_away(graph: g.Graph, names: Names) -> dict[str, Span]:
    """The parts of the sequence that the module itself drops or replaces, each with the place where it does."""
    items = (each for items in names.sequences.values() for each in items)
    own = (item for item, placed in items if placed.origin.module == graph.name)
    found = {
        beside.anchor.text: beside.anchor.span for item in own for beside in item.beside if beside.how == "replaces"
    }
    for change in graph.variations:
        if (change.sort, change.how, change.origin.module) == ("span", "drop", graph.name):
            found[change.name] = names.changes[change.origin.where]
    return found


def _played_parts(graph: g.Graph) -> frozenset[str]:
    """The parts of the sequence that are not dropped, nor inside one that is."""
    waiting, found = [span for spans in graph.sequences.values() for span in spans], set[str]()
    while waiting:
        span = waiting.pop()
        if span.condition != NO:
            found.add(span.name)
            waiting += [part for part in span.body if isinstance(part, g.SpanDecl)]
    return frozenset(found)


def _happening(graph: g.Graph) -> set[str]:
    """All that can come about in a game, under some options and readings."""
    edges = {node: set(others) for node, others in footprints_of(graph).leads_to.items()}
    for task in graph.tasks.values():
        opened = {f"action:{stage.opens}" for stage in task.stages if stage.opens is not None}
        edges.setdefault(f"task:{task.name}", set()).update(footprint(task.done).brings_about, opened)
    begins = set(footprint(tuple(graph.sequences.values())).brings_about)
    begins |= {f"rule:{rule.id}" for rule in graph.rules.values() if rule.at_edge is not None and rule.against is None}
    is_played = _played_parts(graph)
    for action in graph.actions.values():
        if any(not is_played.isdisjoint(where.spans) for where in action.open_in):
            begins.add(f"action:{action.name}")
    return reached(edges, begins)


# ---- ends


def ends_are_asked(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """What forbids to be done with an action bars somebody: one of its picks is repeated or may be left out."""
    ending = _ending(graph)
    for rule in graph.rules.values():
        if not isinstance(rule.conclusion, g.Forbids) or rule.origin.module != graph.name:
            continue
        for pick in rule.conclusion.picks:
            action, _, end = pick.partition(".")
            if end == g.DONE and action in graph.actions and action not in ending:
                message = f"`{rule.id}` bars nobody: no pick of `{action}` is made repeatedly or may be left out"
                help_ = _instead(graph, action)
                found.report("HX421", names.place(f"rule:{rule.id}"), message, help=help_, level="note")


def _ending(graph: g.Graph) -> set[str]:
    """The actions with a pick that somebody may end or leave out, wherever that pick is made."""
    made = (part for part in parts(tuple(footprints_of(graph).bodies.values())) if isinstance(part, e.Pick))
    return {pick.path.partition(".")[0] for pick in made if pick.repeatedly or pick.optionally}


def _instead(graph: g.Graph, action: str) -> str:
    if graph.actions[action].open_in:
        return f"forbid the pick that ends `{action}`, or be done with a part of the sequence: `forbids PART.done`"
    return "an offer may always be declined: what has to be done, has a part of the sequence and `forbids PART.done`"
