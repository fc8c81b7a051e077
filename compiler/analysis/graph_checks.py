"""Checks over the finished graph: what only shows when everything is known.

Each check is a small function of the graph that reports; none depends on another, and their order does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.check.rule_scopes import MAX_LINKS_DEPTH
from hexlaw.compiler.resolve.advice import WORTH
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import all_asked, asked, going_in_circles, named_in, parts, variables
from hexlaw.runtime.law.footprint import footprints_of
from hexlaw.runtime.law.links import Bearing, targets_of
from hexlaw.runtime.law.types import YES_NO

BESIDE_LAW = ("source", "unit", "phrase", "text")
"""Sections of the graph that decide nothing."""
MAX_CIRCLE_LENGTH = 12  # nodes of a circle that are named


def law_cites_its_source(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    for rule in graph.rules.values():
        if not rule.cites:
            message, help_ = f"the rule `{rule.id}` cites no source", "write `[source and place]` after its name"
            found.report("HX281", names.place(f"rule:{rule.id}"), message, help=help_)
    for name, (item, _) in names.rulings.items():
        if not graph.rulings[name].cites:
            found.report("HX281", item.cite.span, f"the ruling `{name}` cites no source")


def law_stands_apart_from_advice(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Law reads nothing of advice to programs, and neither decides or changes what the other says."""
    if not graph.advice:
        return
    law = graph.without_advice
    for section in (section for section in g.SECTIONS if section.sort not in BESIDE_LAW):
        for name, node in graph.section(section.sort).items():
            is_advice = f"{section.sort}:{name}" in graph.advice
            node = node if is_advice else law.section(section.sort).get(name)
            named = [*sorted(_written_to(graph, node)), *(() if is_advice else _named(node))]
            other = next((one for one in named if (one in graph.advice) is not is_advice), None)
            if other is None:
                continue
            sort, _, called = other.partition(":")
            message = f"`{name}` is law, and the {sort} `{called}` is advice to programs"
            help_ = f"where only programs go by `{name}` it is advice as well; else `{called}` is law"
            if is_advice:
                message = f"`{name}` is advice to programs, and the {sort} `{called}` is law"
                help_ = "advice only reads law: declare something of its own, or write this in a chapter"
            found.report("HX427", names.place(f"{section.sort}:{name}"), message, help=help_)
    for drop in graph.drops:
        if drop.origin.is_advice is not (f"rule:{drop.rule}" in graph.advice):
            said = "law" if drop.origin.is_advice else "advice to programs"
            message = f"`{drop.rule}` is {said}, and is not dropped here"
            help_ = "drop law in a chapter, and advice below `advice`"
            found.report("HX427", names.place(f"rule:{drop.rule}"), message, help=help_)


def _named(node: object) -> tuple[str, ...]:
    """Whatever a node names, by its sort and in order; a kind or a record in the types of what it has."""
    return memoised(node, "_named", _all_named) if isinstance(node, g.Rule) else _all_named(node)


def _all_named(node: object) -> tuple[str, ...]:
    match node:
        case g.KindDecl(attributes=held) | g.RecordDecl(fields=held):
            node = (node, *held.values())
    return tuple(sorted({f"{sort}:{name}" for part in parts(node) for sort, name in named_in(part)}))


def _written_to(graph: g.Graph, node: object) -> set[str]:
    """What a rule decides, and the rules that its links bear on."""
    if not isinstance(node, g.Rule):
        return set()
    linked = {f"rule:{target}" for link in node.links for target in targets_of(graph, link) if target in graph.rules}
    steps = {f"quantity:{link.target.rpartition('.')[0]}" for link in node.links if link.step}
    written = (part for part in parts(node.conclusion) if part is node.conclusion or isinstance(part, e.SetAttribute))
    return linked | steps | {f"{sort}:{name}" for part in written for sort, name in named_in(part)}


def links_fit_their_targets(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """`over` joins rules of one fact or step; `lifts` takes away a prohibition or a requirement, `limits` anything."""
    for rule in graph.rules.values():
        span = names.place(f"rule:{rule.id}")
        for link in rule.links:
            targets = [graph.rules[t] for t in targets_of(graph, link) if t in graph.rules]
            for target in targets:
                if (misfit := _misfit(rule, link.how, target)) is not None:
                    found.report("HX282", span, misfit[0], help=misfit[1])
                elif link.how == "replaces" and _speaks_of(rule) != _speaks_of(target):
                    message = f"`{rule.id}` replaces `{target.id}`, which says something of another sort"
                    help_ = f"to take that out and leave nothing in its place, write `drop {target.id}` as an item"
                    found.report("HX282", span, message, help=help_, level="warning")
            if rule.id in {t.id for t in targets}:
                found.report("HX282", span, f"`{rule.id}` has a link to itself", help="name the other rule")
        replaced = {link.target for link in rule.links if link.how == "replaces"}
        for link in rule.links:
            if link.how != "replaces" and replaced & set(targets_of(graph, link)):
                message = f"`{rule.id}` has a link to a rule that it replaces"
                help_ = "it stands in that rule's place: leave the other link out"
                found.report("HX282", span, message, help=help_)


def _misfit(rule: g.Rule, how: str, target: g.Rule) -> tuple[str, str] | None:
    """Why a link of this sort cannot lead to a rule, and what to write."""
    if how == "over" and (not decides(rule) or decides(rule) != decides(target)):
        message = f"`{rule.id}` cannot stand over `{target.id}`: they do not decide the same thing"
        if isinstance(rule.conclusion, g.Forbids) or isinstance(target.conclusion, g.Forbids):
            return message, "prohibitions stand beside each other; to allow a case, write `lifts`"
        return message, "`over` joins rules of one fact; to keep a rule from a case, write `limits`"
    if how == "lifts" and not isinstance(target.conclusion, g.Forbids | g.Requires):
        message = f"`{rule.id}` lifts `{target.id}`, which neither forbids nor requires anything"
        return message, "write `limits` to keep a rule from a case"
    return None


def _speaks_of(rule: g.Rule) -> str:
    """What a rule says something of: one that speaks of another thing cannot stand in its place."""
    match rule.conclusion:
        case g.Gives(fact=fact) | g.Collects(fact=fact):
            return f"fact:{fact}"
        case g.Changes(quantity=quantity) | g.Rounds(quantity=quantity):
            return f"quantity:{quantity}"
        case g.Forbids() | g.Requires():
            return "bar"
        case other:
            return type(other).__name__


def no_rule_stands_over_itself(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Two rules over each other would both give way, and nothing would hold."""
    edges = {
        rule.id: {t for link in rule.links if link.how == "over" for t in targets_of(graph, link) if t != rule.id}
        for rule in graph.rules.values()
    }
    for circle in circles(edges):
        message = f"these rules stand over each other in a circle: {in_a_row(circle)}"
        help_ = "take out one `over`: that of the rule that is to give way"
        found.report("HX282", names.place(f"rule:{circle[0]}"), message, help=help_)


def limits_know_their_names(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """What limits or lifts a rule is judged in that rule's case: it can only speak of what is named there.

    A rule that replaces another takes over what limits it, and so must know the same names.
    """
    bearing = Bearing(graph)
    for rule in graph.rules.values():
        bearing_so = [link for link in rule.links if link.how in ("limits", "lifts")]
        if not bearing_so:
            continue
        scope = names.rule_scopes.get(rule.id) or {}
        used = scope.keys() & variables(tuple(c.expr for c in rule.when))
        for link in bearing_so:
            cases: dict[str, Mapping[str, t.Type]]
            if link.step:
                cases = {link.target: dict(graph.quantities[link.target.rpartition(".")[0]].params)}
            else:
                cases = {target: names.rule_scopes.get(target) or {} for target in bearing.on(link)}
            for case, known in cases.items():
                for name in sorted(used):
                    if known.get(name) != scope[name]:
                        message = f"`{rule.id}` speaks of `{name}: {scope[name]}`, unknown where `{case}` is judged"
                        there = ", ".join(f"`{n}: {type_}`" for n, type_ in known.items()) or "nothing"
                        found.report("HX287", names.place(f"rule:{rule.id}"), message, help=f"known there: {there}")


def limits_end_soon(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Limits of limits of limits: nobody follows a long chain of them, the evaluator only so far."""
    bearing_on = {
        rule.id: {t for link in rule.links if link.how in ("limits", "lifts") for t in targets_of(graph, link)}
        for rule in graph.rules.values()
    }
    chained = {rule for rule, targets in bearing_on.items() if targets}
    for _ in range(MAX_LINKS_DEPTH):
        chained = {target for rule in chained for target in bearing_on[rule] if bearing_on.get(target)}
    for rule_id in sorted(chained)[:1]:
        message = f"more than {MAX_LINKS_DEPTH} rules limit each other one after the other"
        found.report("HX262", names.place(f"rule:{rule_id}"), message)


def superseding_ends(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    for circle in circles({ruling.id: set(ruling.supersedes) for ruling in graph.rulings.values()}):
        span, words = names.place(f"ruling:{circle[0]}"), " -> ".join(_shortened(circle))
        found.report("HX273", span, f"these rulings supersede each other in a circle: {words}")


def facts_do_not_go_round_in_circles(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Evaluation ends because nothing is asked, however indirectly, in answering itself."""
    for circle in circles(going_in_circles(graph)):
        span = next((s for node in circle if (s := names.place(node)) is not None), None)
        message = f"answering this goes round in a circle: {in_a_row(circle)}"
        found.report("HX283", span, message, help="one of these must be decided without asking the others")


def quantities_round_somehow(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """In a game that is played, what becomes of fractions is a cited rule, never a habit."""
    rounded = {r.conclusion.quantity for r in graph.rules.values() if isinstance(r.conclusion, g.Rounds)}
    changes = (rule.conclusion for rule in graph.rules.values() if isinstance(rule.conclusion, g.Changes))
    scaled = {change.quantity for change in changes if change.how in ("halves", "multiplies", "divides")}
    for quantity in graph.quantities.values():
        if quantity.name in scaled - rounded:
            span = names.quantities[quantity.name][0][0].name.span
            message = f"what becomes of fractions of `{quantity.name}` is not said"
            help_ = f"write a rule that `keeps fractions of {quantity.name}` or `rounds {quantity.name} down ...`"
            found.report("HX284", span, message, help=help_)


def facts_can_be_answered(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """A fact that no rule speaks of and that has no `otherwise` is a hole wherever it is asked."""
    spoken = {rule.decides for rule in graph.rules.values()}
    for fact in graph.facts.values():
        if fact.name not in spoken and fact.otherwise is None and not fact.collects and fact.type != YES_NO:
            span = names.place(f"fact:{fact.name}")
            message = f"no rule says what `{fact.name}` is"
            found.report("HX285", span, message, help="write a rule for it, or `otherwise` with its usual value")


def rules_speak_for_the_game(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """A shared base's rule stands in a game only with a source of that game."""
    gone = graph.gone
    for rule in graph.rules.values():
        if rule.id not in gone and rule.cites and not rule.origin.is_advice and not graph.shown_cites(rule.cites):
            keys = ", ".join(graph.speaks_for) or "none"
            message = f"`{rule.id}` stands in `{graph.name}`, but cites none of its sources ({keys})"
            help_ = "cite the place in this game's books as well, or drop the rule in this game"
            if rule.origin.module == graph.name:
                own = dict.fromkeys(cite.source for cite in rule.cites)
                help_ = f"if these are its books, write `speaks-for: [{', '.join(own)}]` in module.yaml"
            found.report("HX286", names.place(f"rule:{rule.id}"), message, help=help_)


def rules_name_standing_things(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    for item, _ in names.rules.values():
        if item.under:
            names.has_reading(*item.under, found)
        for ruling in (item.by_ruling, item.against):
            if ruling:
                names.has("ruling", ruling, found)


def reaches_measure_what_steps_cost(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    for reach in graph.reaches.values():
        account = graph.actions[reach.action].pick(reach.pick).account
        if account is None or account.owner not in graph.kinds:
            continue
        counted = graph.kinds[account.owner].attributes[account.name].type
        given = t.bare(reach.type)  # none: where nobody gets to
        if given != counted:
            message = f"`{reach.name}` gives `{reach.type}`, but what its steps cost is counted in `{counted}`"
            found.report("HX231", names.place(f"reach:{reach.name}"), message, help=f"write `: {counted}`")


def figures_are_not_written_back(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """What is read of a figure is what rules have made of it: written back, their change would be made again."""
    if not names.figures:
        return
    for node, body in footprints_of(graph).bodies.items():
        where = "the {0} `{2}`".format(*node.partition(":"))
        for part in parts(body):
            match part:
                case e.SetAttribute(owner=owner, name=name, value=value):
                    back = f"quantity:{names.figures.get((owner, name))}" in all_asked(graph, asked(value))
                case e.Pick(account=e.Attribute(owner=owner, name=name)):
                    back = True
                case _:
                    continue
            if back and (owner, name) in names.figures:
                figure = names.quantities[names.figures[owner, name]][0][0]
                message = f"{where} counts on what `{name}` was, so no rule can bear on it as on a printed figure"
                help_ = "declare a quantity of another name that starts with it, and read that where it matters"
                found.report("HX246", figure.name.span, message, help=help_)


def worth_is_of_a_side(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Programs ask for each side what a position is worth to it: what says so speaks of that side."""
    sort = "fact" if WORTH in graph.facts else "quantity"
    declared = graph.facts.get(WORTH) or graph.quantities.get(WORTH)
    if declared is None or f"{sort}:{WORTH}" not in graph.advice or not declared.named:
        return
    side, saying = declared.named[0], [rule for rule in graph.rules.values() if rule.decides == WORTH]
    if (saying or sort == "quantity") and side not in variables((declared, *saying)):
        message = f"`{WORTH}` does not speak of `{side}`: a position is worth the same to every side"
        help_ = f"count what is of `{side}`, as in `where u.side is {side}`"
        place = names.place(f"rule:{saying[0].id}" if saying else f"{sort}:{WORTH}")
        found.report("HX475", place, message, help=help_, level="warning")


ALWAYS: tuple[Callable[[g.Graph, Names, Diagnostics], None], ...] = (
    law_cites_its_source, law_stands_apart_from_advice, links_fit_their_targets, limits_know_their_names,
    limits_end_soon, no_rule_stands_over_itself, superseding_ends, facts_do_not_go_round_in_circles,
    rules_name_standing_things, reaches_measure_what_steps_cost, figures_are_not_written_back,
)  # fmt: skip
IN_A_FINISHED_GAME: tuple[Callable[[g.Graph, Names, Diagnostics], None], ...] = (
    quantities_round_somehow,
    facts_can_be_answered,
    rules_speak_for_the_game,
    worth_is_of_a_side,
)


def decides(rule: g.Rule) -> str:
    """What a rule gives a value, of which there is one: the values of a collecting fact never compete."""
    match rule.conclusion:
        case g.Gives(fact=fact):
            return fact
        case g.Changes(quantity=quantity, step=step):
            return f"{quantity}.{step}"
        case g.Rounds(quantity=quantity):
            return f"fractions of {quantity}"
        case _:
            return ""


def in_a_row(circle: list[str]) -> str:
    """The names of the nodes of a circle, as a report writes them."""
    return " -> ".join(f"`{node.partition(':')[2] or node}`" for node in _shortened(circle))


def _shortened(circle: list[str]) -> list[str]:
    return circle if len(circle) <= MAX_CIRCLE_LENGTH else [*circle[: MAX_CIRCLE_LENGTH - 2], "...", circle[-1]]


def circles(edges: Mapping[str, set[str]]) -> Iterator[list[str]]:
    """The first circle found from each node not yet seen; walks without recursion, however long the chain."""
    done: set[str] = set()
    for start in edges:
        path, following = ([], []) if start in done else ([start], [iter(sorted(edges[start]))])
        while path:
            if (node := next(following[-1], None)) is None:
                done.add(path.pop())
                following.pop()
            elif node in path:
                yield [*path[path.index(node) :], node]
            elif node not in done:
                path.append(node)
                following.append(iter(sorted(edges.get(node, ()))))
