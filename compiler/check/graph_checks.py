"""Checks over the finished graph: what only shows when everything is known.

Each check is a small function of the graph that reports; none depends on another, and their order does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.resolve.names import Names
from hexlaw.compiler.source import Span
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import uses
from hexlaw.runtime.types import YES_NO


def rules_cite_their_source(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    for rule in graph.rules.values():
        if not rule.cites:
            found.report(
                "HX281",
                _rule(names, rule.id),
                f"the rule `{rule.id}` cites no source",
                help="write `[source and place]` after its name",
            )


def rulings_name_their_source(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    for name, (item, _) in names.rulings.items():
        if not graph.rulings[name].cites:
            found.report("HX281", item.cite.span, f"the ruling `{name}` cites no source")


def links_fit_their_targets(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """`over` joins rules of one fact or step; `lifts` takes away a prohibition or a requirement, `limits` anything."""
    for rule in graph.rules.values():
        for link in rule.links:
            span = _rule(names, rule.id)
            targets = [graph.rules[t] for t in targets_of(graph, link) if t in graph.rules]
            if link.how == "over":
                for target in targets:
                    if _speaks_of(rule) != _speaks_of(target):
                        found.report(
                            "HX282",
                            span,
                            f"`{rule.id}` cannot stand over `{target.id}`: they do not decide the same thing",
                            help="`over` joins rules of one fact; to keep a rule from a case, write `limits`",
                        )
            if link.how == "lifts":
                for target in targets:
                    if not isinstance(target.conclusion, g.Forbids | g.Requires):
                        found.report(
                            "HX282",
                            span,
                            f"`{rule.id}` lifts `{target.id}`, which neither forbids nor requires anything",
                            help="write `limits` to keep a rule from a case",
                        )
            if rule.id in {t.id for t in targets}:
                found.report("HX282", span, f"`{rule.id}` has a link to itself")


def facts_do_not_go_round_in_circles(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """Evaluation ends because nothing is asked, however indirectly, in answering itself."""
    edges = uses(graph)
    done: set[str] = set()
    for start in edges:
        path: list[str] = []
        for circle in _circles(start, edges, done, path):
            words = " -> ".join(f"`{_readable(node)}`" for node in circle)
            rule = next((node[5:] for node in circle if node.startswith("rule:")), None)
            span = _rule(names, rule) if rule else None
            found.report(
                "HX283",
                span,
                f"answering this goes round in a circle: {words}",
                help="one of these must be decided without asking the others",
            )


def quantities_round_somehow(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """In a game that is played, what becomes of fractions is a cited rule, never a habit."""
    rounded = {r.conclusion.quantity for r in graph.rules.values() if isinstance(r.conclusion, g.Rounds)}
    for quantity in graph.quantities.values():
        scaled = any(
            isinstance(r.conclusion, g.Changes)
            and r.conclusion.quantity == quantity.name
            and r.conclusion.how in ("halves", "multiplies", "divides")
            for r in graph.rules.values()
        )
        if scaled and quantity.name not in rounded:
            span = names.quantities[quantity.name][0][0].name.span
            found.report(
                "HX284",
                span,
                f"what becomes of fractions of `{quantity.name}` is not said",
                help=f"write a rule that `keeps fractions of {quantity.name}` or `rounds {quantity.name} down ...`",
            )


def facts_can_be_answered(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """A fact that no rule speaks of and that has no `otherwise` is a hole wherever it is asked."""
    spoken = {r.conclusion.fact for r in graph.rules.values() if isinstance(r.conclusion, g.Gives | g.Collects)}
    for fact in graph.facts.values():
        if fact.name not in spoken and fact.otherwise is None and not fact.collects and fact.type != YES_NO:
            span = names.signatures[fact.name].placed.item.span
            found.report(
                "HX285",
                span,
                f"no rule says what `{fact.name}` is",
                help="write a rule for it, or `otherwise` with its usual value",
            )


def rules_speak_for_the_game(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """A shared base's rule stands in a game only with a source of that game."""
    for rule in graph.rules.values():
        if rule.cites and not graph.shown_cites(rule.cites):
            keys = ", ".join(graph.speaks_for) or "none"
            found.report(
                "HX286",
                _rule(names, rule.id),
                f"`{rule.id}` stands in `{graph.name}`, but cites none of its sources ({keys})",
                help="cite the place in this game's books as well, or drop the rule in this game",
            )


def rules_name_standing_things(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    for name, (item, _) in names.rules.items():
        if item.under and item.under[0].text not in graph.disputes:
            found.report(
                "HX272",
                item.under[0].span,
                f"there is no dispute `{item.under[0].text}`",
                help=did_you_mean(item.under[0].text, set(graph.disputes)),
            )
        elif item.under and item.under[1].text not in {r.name for r in graph.disputes[item.under[0].text].readings}:
            found.report(
                "HX272",
                item.under[1].span,
                f"the dispute `{item.under[0].text}` has no reading `{item.under[1].text}`",
            )
        for ruling in (item.by_ruling, item.against):
            if ruling and ruling.text not in graph.rulings:
                found.report(
                    "HX273",
                    ruling.span,
                    f"there is no ruling `{ruling.text}`",
                    help=did_you_mean(ruling.text, set(graph.rulings)),
                )
        del name


ALWAYS: tuple[Callable[[g.Graph, Names, Diagnostics], None], ...] = (
    rules_cite_their_source,
    rulings_name_their_source,
    links_fit_their_targets,
    facts_do_not_go_round_in_circles,
    rules_name_standing_things,
)
IN_A_FINISHED_GAME: tuple[Callable[[g.Graph, Names, Diagnostics], None], ...] = (
    quantities_round_somehow,
    facts_can_be_answered,
    rules_speak_for_the_game,
)


def targets_of(graph: g.Graph, link: g.Link) -> list[str]:
    if link.step:
        return []
    if link.wild:
        return [name for name in graph.rules if name.startswith(link.target + ".")]
    return [link.target]


def _speaks_of(rule: g.Rule) -> str:
    match rule.conclusion:
        case g.Gives(fact=fact) | g.Collects(fact=fact):
            return fact
        case g.Changes(quantity=quantity, step=step):
            return f"{quantity}.{step}"
        case g.Rounds(quantity=quantity):
            return f"fractions of {quantity}"
        case _:
            return ""


def _rule(names: Names, rule: str) -> Span | None:
    return names.rules[rule][0].name.span if rule in names.rules else None


def _readable(node: str) -> str:
    return node.split(":", 1)[1]


def _circles(start: str, edges: dict[str, set[str]], done: set[str], path: list[str]) -> Iterator[list[str]]:
    """The first circle found from each node not yet seen; walks without recursion, however long the chain."""
    if start in done:
        return
    stack = [(start, iter(sorted(edges.get(start, ()))))]
    path.append(start)
    while stack:
        node, rest = stack[-1]
        following = next(rest, None)
        if following is None:
            done.add(node)
            path.pop()
            stack.pop()
        elif following in path:
            yield [*path[path.index(following) :], following]
        elif following not in done:
            path.append(following)
            stack.append((following, iter(sorted(edges.get(following, ())))))
