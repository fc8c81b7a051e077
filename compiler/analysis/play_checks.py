"""Checks of the doing half over the finished graph: what hooks come after, who writes over whom, what is never due.

A hook is a rule that something follows: an event, a pick, an edge of a part of the sequence. Hooks of one moment
have no order but the one that `follows` gives them, so two that surely write over each other must be ordered. Only
what is certain is reported: the conditions of one hold whenever those of the other do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from hexlaw.compiler.analysis.graph_checks import circles, in_a_row
from hexlaw.compiler.analysis.repeats import nothing_calls_itself
from hexlaw.compiler.base.diagnostic import Diagnostics, listed
from hexlaw.compiler.check.type_words import fits
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.base.relations import going_on, grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import asked, parts, spans_of
from hexlaw.runtime.law.footprint import footprints_of
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.words import english

MAX_COMPARED = 200  # hooks of one moment
SIDED = t.Choice(g.SIDE), t.Kind(g.PLAYER)
"""Of what a part runs once for each, where it runs for sides or players."""
Written = dict[tuple[e.Expr, str], e.Expr]
READING_OF = {
    "action": 'reads "move a boat" / "{b} moves to {there}"', "pick": 'reads "the next hex"',
    "part": 'reads "the movement phase"', "throw": 'reads "the helmsman\'s die"',
    "attribute": 'reads "{it} is out of sight"', "value": 'reads "on deck"',
}  # fmt: skip


def hooks_follow_hooks(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """What a rule follows is a hook of the same moment, and nothing follows itself."""
    for rule in graph.rules.values():
        for path in names.rules[rule.id][0].follows:
            other = graph.rules[path.text]
            moments, others = _moments(graph, rule), _moments(graph, other)
            if not (moments and others):
                stranger = rule if others else other
                found.report(
                    "HX282", path.span, f"`{rule.id}` follows `{path.text}`, but `{stranger.id}` happens at no moment",
                    help="`follows` orders rules that say `after` or `at the start of`, `at the end of`",
                )  # fmt: skip
            elif moments.isdisjoint(others):
                found.report(
                    "HX282", path.span, f"`{rule.id}` and `{path.text}` never happen at one moment",
                    help="`follows` orders hooks of one event, pick, effect or part of the sequence",
                )  # fmt: skip
    for circle in circles({name: set(rule.follows) for name, rule in sorted(graph.rules.items()) if rule.follows}):
        where = names.rules[circle[0]][0].follows[0].span
        found.report("HX283", where, f"these rules follow each other in a circle: {in_a_row(circle)}")


def colliding_hooks_are_ordered(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Two hooks of one moment that both happen and set one thing to different values say which comes last."""
    written = {name: _written(rule) for name, rule in graph.rules.items()}
    # of what some other rule may limit or replace, or what is dropped, nothing is certain
    kept_away = {target for rule in graph.rules.values() for link in rule.links for target in targets_of(graph, link)}
    kept_away |= {drop.rule for drop in graph.drops}
    writing = (r for r in graph.rules.values() if written[r.id] and r.id not in kept_away and r.against is None)
    moments = grouped((moment, rule) for rule in writing for moment in _moments(graph, rule))
    reported: set[str] = set()
    for hooks in moments.values():
        for one, other in combinations(hooks[:MAX_COMPARED], 2):
            if other.id in reported:
                continue
            first, second = written[one.id], written[other.id]
            differing = (name for base, name in first.keys() & second.keys() if first[base, name] != second[base, name])
            name = min(differing, default=None)
            changed = {name for _, name in (*first, *second)}
            if name is None or not (_asks(one) <= _asks(other) or _asks(other) <= _asks(one)):
                continue  # neither happens whenever the other does
            if not all(_asks_nothing_of(c.expr, changed) for c in (*one.when, *other.when)):
                continue
            if one.id not in _before(graph, other.id) and other.id not in _before(graph, one.id):
                reported.add(other.id)
                found.report(
                    "HX414", names.place(f"rule:{other.id}"),
                    f"`{one.id}` and `{other.id}` happen at one moment and set `{name}` to different values",
                    help="say in one of them that it `follows` the other",
                    labels=((names.rules[one.id][0].name.span, "the other rule"),),
                )  # fmt: skip


def orders_are_carried_out(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """An order falls due by itself, or something looks for it: else it would only ever be written."""
    waiting = {order.name for order in graph.orders.values() if order.due is None}
    if not waiting:
        return
    looked_for = {part.kind for part in parts(tuple(graph.law())) if isinstance(part, e.Things)}
    for name in sorted(waiting - looked_for):
        found.report(
            "HX413", names.place(f"order:{name}"), f"the order `{name}` never falls due, and nothing looks for it",
            help="write `falls due in STEP`: when it is carried out",
        )  # fmt: skip


def somebody_acts_where_actions_are_open(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Where games can be begun, a side acts in each part in which an action is open to whoever acts.

    A case can begin in the middle of a part and say who acts; a game cannot.
    """
    if not graph.situations:
        return
    to_acting = ((a.name, part) for a in graph.actions.values() for o in a.open_in if o.to is None for part in o.spans)
    opened = grouped((part, action) for action, part in to_acting)
    windows = [way for spans in graph.sequences.values() for way in _ways_to_windows(spans)]
    idle: dict[str, list[str]] = {}
    for part in opened:
        ways = [way for way in windows if any(span.name == part for span in way)]
        if ways and all(span.by is None and span.turns_from is None for way in ways for span in way):
            among = ((s.name, s.each[1].type) for s in reversed(ways[0]) if s.each is not None)
            for_sides = (name for name, type_ in among if isinstance(type_, t.SetOf) and type_.item in SIDED)
            idle.setdefault(next(for_sides, part), []).append(part)
    for name, idle_parts in idle.items():
        idle_actions = list(dict.fromkeys(action for part in idle_parts for action in opened[part]))
        each = next(span.each for way in windows for span in way if span.name == name)
        sides = ", ".join(graph.choices[g.SIDE].values)
        who = f"for each {each[0]} in ... by {each[0]}" if each else f"for each s in {{{sides}}} by s"
        found.report(
            "HX422", names.place(f"span:{name}"),
            f"nobody acts in {listed(idle_parts)}, so nobody can ever do what is open there: {listed(idle_actions)}",
            help=f"say who acts: `phase {name} {who}`",
        )  # fmt: skip


def _ways_to_windows(spans: Iterable[g.SpanDecl | e.Statement]) -> Iterator[tuple[g.SpanDecl, ...]]:
    """Each part in which sides act, behind those that it stands in, the outermost first."""
    for span in spans:
        if isinstance(span, g.SpanDecl):
            inner = [()] if span.is_window else _ways_to_windows(span.body)
            yield from ((span, *way) for way in inner)


def _moments(graph: g.Graph, rule: g.Rule) -> frozenset[object]:
    """When a hook happens: after something, with the picks that bring it about, or at an edge of the sequence."""
    return frozenset(graph.moments_of(rule)) or frozenset(filter(None, [rule.at_edge]))


def _before(graph: g.Graph, rule: str) -> set[str]:
    """The rule, and all that it follows, directly or through others."""
    rules = graph.rules
    return set(going_on([rule], lambda name: [other for other in rules[name].follows if other in rules]))


def _written(rule: g.Rule) -> Written:
    """What a hook surely sets, of things that its moment names, and of all of a kind: the last constant it gives each
    attribute.

    Only plain statements count: with one that chooses, repeats, moves or calls on, nothing is certain. A block that is
    done for each thing of a kind is one of them: its things are known by the set that it goes through.
    """
    found: Written = {}
    if isinstance(rule.conclusion, g.Then) and (rule.after or rule.at_edge) is not None:
        lines: list[tuple[tuple[str, e.Expr] | None, e.Statement]] = [(None, line) for line in rule.conclusion.body]
        while lines:
            of, line = lines.pop(0)
            match line:
                case e.SetAttribute(base=e.Var(name=thing) as base, name=name, value=e.Const() as value) if (
                    thing in rule.scope if of is None else thing == of[0]
                ):
                    found[base if of is None else of[1], name] = value
                case e.ForEach(binder=binder, body=body) if of is None and binder.where is None:
                    if not isinstance(binder.domain, e.Things) or binder.domain.within is not None:
                        return {}
                    lines[:0] = [((binder.var, binder.domain), inner) for inner in body]
                case e.Roll() | e.Draw() | e.Let():
                    pass
                case _:
                    return {}
    return found


def _asks_nothing_of(expr: e.Expr, changed: set[str]) -> bool:
    """Whether a condition is the same before and after: it reads none of what changes, and no rule that might."""
    read = (node.partition(":") for node in asked(expr))
    return all(sort in ("table", "span") or (sort == "attribute" and name not in changed) for sort, _, name in read)


def moves_pass_no_event(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Where every move brings an event about, an action that moves does so at a pick, or announces the event beside it;
    what is done without a pick has to announce it where something follows the event."""
    for event, (params, item, _) in names.events.items():
        for line in item.by:
            if not isinstance(line, s.ByMoves) or {line.thing.text, line.to.text} - {name for name, _ in params}:
                continue
            thing, place = dict(params)[line.thing.text], dict(params)[line.to.text]

            def passes(block: object, event: str = event, thing: t.Type = thing, place: t.Type = place) -> bool:
                inside = [*parts(block)]
                moves = [n for n in inside if isinstance(n, e.Move) and n.to != e.Const(None, n.to.type)]
                fit = any(fits(n.thing.type, thing, names) and fits(n.to.type, place, names) for n in moves)
                return fit and not any(isinstance(n, e.Announce) and n.event == event for n in inside)

            passing = {name for name, effect in graph.effects.items() if passes(effect.body)}
            following = [names.place(f"rule:{rule.id}") for rule in graph.rules.values() if rule.after == event]
            asks = [(at, "this follows the event, so what moves has to bring it about") for at in following[-1:] if at]
            for node, blocks in _doing(graph, also_unpicked=bool(following)):
                inside = [*parts(blocks)]
                own = node.removeprefix("action:")  # a pick that is borrowed belongs to another action
                picks = (n.path for n in inside if isinstance(n, e.Pick) and n.action == own)
                done = [n.effect for n in inside if isinstance(n, e.Do) and n.effect in passing]
                if (done or passes(blocks)) and not any(graph.brings_about(pick, event) for pick in picks):
                    sort, _, name = node.replace("span:", "part:").partition(":")
                    what = f"`{done[0]}`, done by the {sort} `{name}`," if done else f"the {sort} `{name}`"
                    found.report(
                        "HX442", names.place(node), f"{what} moves something past the event `{event}`",
                        help=f"write `event {event} also` with the pick it comes about by, or `announce` it there",
                        labels=((line.span, "every move brings it about"), *(asks if sort != "action" else ())),
                    )  # fmt: skip


def _doing(graph: g.Graph, *, also_unpicked: bool) -> Iterator[tuple[str, object]]:
    """Yields what actions do, and what hooks, tasks and parts of the sequence do without a pick."""
    sorts = ("action:", "rule:", "task:") if also_unpicked else ("action:",)
    yield from ((node, body) for node, body in footprints_of(graph).bodies.items() if node.startswith(sorts))
    for span in spans_of(graph) if also_unpicked else ():
        yield f"span:{span.name}", tuple(part for part in span.body if not isinstance(part, g.SpanDecl))


def _asks(rule: g.Rule) -> frozenset[object]:
    stands = {
        "option": rule.origin.option, "situation": rule.origin.situation, "under": rule.under,
        "by ruling": rule.by_ruling, "from": rule.from_year, "until": rule.until_year,
    }  # fmt: skip
    return frozenset([*(c.expr for c in rule.when), *((k, v) for k, v in stands.items() if v is not None)])


def nothing_shared_is_counted_up(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Of what sides run at once, nothing counts up an attribute that belongs to none of them: each side runs it in a
    state of its own, and where both change something, the later change is left."""
    together = [span for span in spans_of(graph) if span.at_once]
    if not together:
        return
    footprints = footprints_of(graph)
    reported: set[tuple[str, str]] = set()
    for span in together:
        inner = {part.name for part in parts(span) if isinstance(part, g.SpanDecl)}
        begun = {f"action:{a.name}" for a in graph.actions.values() if any(inner & {*o.spans} for o in a.open_in)}
        begun |= {f"rule:{r.id}" for r in graph.rules.values() if r.at_edge is not None and r.at_edge[1] in inner}
        for node in ["", *sorted(footprints.brought_about(span.body, *begun))]:
            body = span.body if node == "" else footprints.bodies.get(node, ())
            where = names.place(node or f"span:{span.name}")
            for name in _counted_up(graph, body):
                if where is not None and (node, name) not in reported:
                    reported.add((node, name))
                    found.report(
                        "HX441", where,
                        f"sides run `{span.name}` at once, and each counts up `{name}`, which belongs to none of them: "
                        "of what they add, only one's is left",
                        help="count it in a tally, or in an attribute of something of each side's own, and add up in a "
                        "part behind",
                        level="warning",
                    )  # fmt: skip


def _counted_up(graph: g.Graph, body: object) -> Iterator[str]:
    """Attributes of things without a side that statements set to a value computed from the old one."""
    made = {part.name for part in parts(body) if isinstance(part, e.Place)}
    for part in parts(body):
        match part:
            case e.SetAttribute(base=base, name=name, value=value) if _is_shared(graph, base, made):
                if any(isinstance(x, e.Attribute) and (x.base, x.name) == (base, name) for x in parts(value)):
                    yield name
            case e.Pick(account=e.Attribute(base=base, name=name)) if _is_shared(graph, base, made):
                yield name


def _is_shared(graph: g.Graph, base: e.Expr, made: set[str | None]) -> bool:
    """Whether it is a hex, a hexside, the game or a thing of a kind that no side owns, and was there before."""
    type_, is_new = t.bare(base.type), isinstance(base, e.Var) and base.name in made
    if is_new or not isinstance(type_, t.Kind) or type_.name not in graph.kinds:
        return False
    return graph.kinds[type_.name].attributes.keys().isdisjoint(g.OWNED_BY)


OF_PLAY: tuple[Callable[[g.Graph, Names, Diagnostics], None], ...] = (
    hooks_follow_hooks, nothing_calls_itself, colliding_hooks_are_ordered, orders_are_carried_out,
    somebody_acts_where_actions_are_open, nothing_shared_is_counted_up, moves_pass_no_event,
)  # fmt: skip


def play_has_words(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Notes what is shown in play under its name, in a law that has words for any of its actions."""
    if not any(key.startswith("action ") for key in graph.phrases):
        return
    for sort, name, node in dict.fromkeys(_shown_in_play(graph)):
        phrase = graph.phrases.get(f"{sort} {name}")
        of, _, own = name.rpartition(".")
        place = names.kinds[of].attributes[own][1].name.span if sort == "attribute" else names.place(node)
        said = "" if phrase is None else phrase.forms[0]
        bare = english.without_article(said) if "-" in own else said
        is_name = sort != "value" and english.named(own) in (said, bare)
        if phrase is None or is_name:
            message = f"the words of {sort} `{name}` are its name" if is_name else f"{sort} `{name}` has no words"
            help_ = f"say what players call it: `{sort} {name} {READING_OF[sort]}`"
            found.report("HX454", names.phrase_spans.get(f"{sort} {name}", place), message, help=help_, level="note")


def _shown_in_play(graph: g.Graph) -> Iterator[tuple[str, str, str]]:
    """Yields the sort and the name of what players see, and the node in which it stands."""
    yield from (("part", span.name, f"span:{span.name}") for span in spans_of(graph))
    yield from (("action", action, f"action:{action}") for action in graph.actions)
    for sort in ("action", "effect", "rule", "task"):
        for name, node in graph.section(sort).items():
            for inside in parts(node):
                match inside:
                    case e.Pick(path=path):
                        yield "pick", path, f"{sort}:{name}"
                        if isinstance(choice := t.bare(inside.type), t.Choice):
                            values = [f"{choice.name}.{one}" for one in graph.choices[choice.name].values if "-" in one]
                            unsaid = [value for value in values if f"value {value}" not in graph.phrases]
                            yield from (("value", value, f"{sort}:{name}") for value in unsaid)
                    case e.Roll(name=thrown):
                        yield "throw", thrown, f"{sort}:{name}"
                    case e.Draw(binder=binder):
                        yield "throw", binder.var, f"{sort}:{name}"
    for kind in graph.kinds.values():
        marks = (n for n, of in kind.attributes.items() if of.type == t.YES_NO and "-" in n.removeprefix("has-"))
        own = [name for name in marks if graph.owner(kind.name, name) == kind.name]  # a single word reads well
        if kind.name not in {*graph.orders, "order"}:  # the action that writes an order says what was ordered
            yield from (("attribute", f"{kind.name}.{name}", kind.name) for name in own)
    for span in spans_of(graph):
        rolls = (roll for roll in parts(span.body) if isinstance(roll, e.Roll))
        yield from (("throw", roll.name, f"span:{span.name}") for roll in rolls)
