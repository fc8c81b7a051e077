"""What differs between two laws, in the terms of a rule book, and what each difference bears on.

Idea: a declaration differs when its meaning does, its node without its place, its words and its sources, as no verdict
depends on these. The cells of a table have names here, as each differs by itself. A rule that only has another name is
found first: rules of one law alone are paired with rules of the other that say the same, names aside. INVARIANT: such a
pair differs in nothing but names, the names of other paired rules in its links included; where several could be meant,
none is paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.yaml_tree import Listing, Node, Scalar, read_yaml, texts_in
from hexlaw.compiler.data.yaml_tree import Mapping as Tree
from hexlaw.compiler.desk.book.part_maker import written
from hexlaw.compiler.desk.book.printed_rules import Standing
from hexlaw.compiler.desk.compare.differences import Brought, Difference, How, Named, Structure
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.runtime.base.nodes import Node as GraphNode
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import parts, users_of
from hexlaw.runtime.law.figures import as_printed, figures_of
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.law.units import UnitType
from hexlaw.runtime.law.value import plain_text
from hexlaw.runtime.words import law_in_words
from hexlaw.runtime.words.spans import plain

NOWHERE, MADE = g.Origin("", ""), "unit-type"
LOCAL = ""
"""Among what is called somehow: that names of statements are known to those after them alone, as no action's are."""
STRICT = "!"
"""The same: that statements keep their order, as something is checked after each of them."""
COUNT = "#"
"""The same: how many names are known in one expression or block alone."""
MAX_LIFTED = 3
"""Prohibitions shown together with what lifts them."""
COMPARED = (
    "choice", "kind", "record", "fact", "quantity", "table", "effect", "action", "reach", "option", "dispute",
    "ruling", "unit", "event", "memory", "tally", "order", "task", "sequence", "situation",
)  # fmt: skip
"""Sorts of declarations that are compared by their meaning."""


@dataclass(frozen=True)
class Compared:
    """Two laws, and what differs between them."""

    base: ComparedLaw
    variant: ComparedLaw
    structure: Structure


def compare(base: ComparedLaw, variant: ComparedLaw) -> Compared:
    old, new = base.standing, variant.standing
    renamed = renamed_rules(old.graph.rules, new.graph.rules)
    settings = [replace(d, brings=tuple(_brought(d, old, new))) for d in _switched(old, new)]
    old, new = _with_all_that_may_stand(old), _with_all_that_may_stand(new)
    switched = {name for d in settings for _, name in d.bears_on}  # reported with what switches them
    called = _called((old.graph, new.graph), renamed)
    rules = rules_that_differ(old, new, renamed, called)
    found = [*settings, *(d for d in rules if d.how == "changed" or d.name not in switched)]
    keys = {d.key for d in settings}
    graphs = old.graph, new.graph
    for sort in COMPARED:
        found += (d for d in _declared(sort, *graphs, called) if not (d.key in keys and _is_default_alone(d, *graphs)))
    found += _files(base, variant)
    advice = old.graph.advice | new.graph.advice

    def is_advice(d: Difference) -> bool:
        """Looks a cell up by its table, and an attribute without its kind."""
        return f"{d.sort}:{d.names[0].rpartition('.')[2] if d.sort == 'attribute' else d.names[0]}" in advice

    return Compared(base, variant, Structure(tuple(replace(d, is_advice=is_advice(d)) for d in found), renamed))


def _is_default_alone(d: Difference, *graphs: g.Graph) -> bool:
    """Returns True if an option or a dispute differs in nothing but its default."""
    if d.how != "changed":
        return False
    was, now = (meaning(replace(graph.section(d.sort)[d.name], default=None)) for graph in graphs)
    return was == now


def _with_all_that_may_stand(standing: Standing) -> Standing:
    """Returns the rules with those in force under other options, readings, years or rulings alone: they may differ, yet
    a book does not print them."""
    graph = standing.graph
    gone = {drop.rule for drop in graph.drops if drop.origin.always}
    gone |= {k.target for rule in graph.rules.values() if rule.always for k in rule.links if k.how == "replaces"}
    others = {n: r for n, r in graph.rules.items() if not r.always and r.against is None and n not in gone}
    return replace(standing, rules={**others, **standing.rules})


# ---- meaning


def meaning(node: Any, called: Mapping[str, str] = MappingProxyType({})) -> object:
    """Returns a node without its place, its words and its sources, and without what no answer depends on: how that is
    `called` which is known in one expression or block alone, or has another name in the other law, in which order
    conditions stand, or values of a choice without an order, and how a bound of whole numbers is written."""
    match node:
        case tuple():
            return _in_a_row(node, called)
        case g.TableDecl():
            return cells_of(node)
        case e.NAME(name=name) if name in called:
            return called[name]
        case GraphNode() if isinstance(node, e.UNORDERED):
            return (type(node).__name__, *sorted((meaning(part, called) for part in node.parts), key=repr))
        case g.Rule(when=when) if len(conditions := e.conjuncts(*(c.expr for c in when))) > 1:
            return meaning(replace(node, when=()), called), sorted((meaning(c, called) for c in conditions), key=repr)
        case g.ChoiceDecl(ordered=False, values=values) if node.name != g.SIDE:  # the sides come in their order
            return meaning(replace(node, values=tuple(sorted(values)), ordered=None), called)
        case GraphNode():
            node = e.in_usual_form(node, called)
            inner = _knowing(called, *e.names_bound(node))
            if isinstance(node, g.EffectDecl | g.Then):
                inner[LOCAL] = LOCAL
            counts = (n for n in node.__struct_fields__ if n not in node.WORDS | node.SOURCES)
            parts = ((n, _as_called(getattr(node, n), node.NAMES.get(n), inner)) for n in counts)
            said = ((n, inner.get(str(value), value) if n == "var" else meaning(value, inner)) for n, value in parts)
            return (type(node).__name__, *said)
        case Mapping():
            return tuple(sorted((str(name), repr(meaning(value))) for name, value in node.items()))
        case _:
            return node


def _knowing(called: Mapping[str, str], *names: str) -> dict[str, str]:
    """Returns what is called somehow with names known further inside alone, each by its number."""
    count = int(called.get(COUNT, "0"))
    numbers = {name: f"#{at}" for at, name in enumerate(names, count)}
    return {**called, **numbers, COUNT: str(count + len(names))}


def _in_a_row(row: tuple[object, ...], called: Mapping[str, str]) -> tuple[object, ...]:
    """Returns the meaning of each; statements that stand side by side and could change places have one order."""
    found: list[tuple[object, object]] = []
    for item in row:
        said, at = meaning(item, called), len(found)
        if isinstance(item, e.NAMING) and LOCAL in called:
            said = "let", meaning(item.value, called)
            called = _knowing(called, item.name)
        while (
            at and STRICT not in called and repr(found[at - 1][0]) > repr(said) and _independent(found[at - 1][1], item)
        ):
            at -= 1
        found.insert(at, (said, item))
    return tuple(said for said, _ in found)


def _independent(one: object, other: object) -> bool:
    """Returns whether neither of two `if` reads or writes what the other sets, and both do nothing else."""
    found = [e.only_sets(statement, [*parts(statement)]) for statement in (one, other)]
    if found[0] is None or found[1] is None:
        return False
    (sets, reads), (sets_too, reads_too) = found[0], found[1]
    return sets.isdisjoint(sets_too | reads_too) and sets_too.isdisjoint(reads)


def alike(one: Any, other: Any) -> bool:
    """Returns True if two nodes are equal but for their places. Two laws that one process has read share most of them,
    so it shows at once."""
    if one is other:
        return True
    return (
        type(one) is type(other)
        and isinstance(one, GraphNode)
        and all(
            repr(was) == repr(now) if name == "origin" else was == now
            for name in one.__struct_fields__
            for was, now in [(getattr(one, name), getattr(other, name))]
        )
    )


def dress(node: Any) -> object:
    """Returns what a book says of a node beside what it means."""
    beside = node.WORDS | node.SOURCES - {"origin"}
    return tuple(repr(getattr(node, name)) for name in node.__struct_fields__ if name in beside)


def without_units(choice: g.ChoiceDecl, graph: g.Graph) -> g.ChoiceDecl:
    """Returns a choice without the names of unit charts, which are compared as units."""
    return replace(choice, values=tuple(value for value in choice.values if value not in graph.units))


def cells_of(table: g.TableDecl) -> dict[tuple[object, ...], object]:
    heads = [axis.headings for axis in table.data.axes]
    found: dict[tuple[object, ...], object] = {("", "reads"): repr((table.params, table.below, table.above))}
    for place, cell in table.data.cells.items():
        found[tuple(head[i] for head, i in zip(heads, place, strict=True))] = cell.value
    return found


def cell_key(table: g.TableDecl, place: tuple[int, ...]) -> str:
    """Returns the key of a difference in this cell."""
    heads = (axis.headings[i] for axis, i in zip(table.data.axes, place, strict=True))
    return f"table:{cell_name(table.name, tuple(heads))}"


def cell_name(table: str, heads: tuple[object, ...]) -> str:
    return f"{table} ({', '.join(map(plain_text, heads))})"


# ---- rules


def renamed_rules(old: Mapping[str, g.Rule], new: Mapping[str, g.Rule]) -> dict[str, str]:
    """Returns the new names of rules that have only another name."""
    gone = {name: rule for name, rule in old.items() if name not in new}
    came = {name: rule for name, rule in new.items() if name not in old}
    blind = {f"rule {name}": "?" for name in (*gone, *came)}
    by_content: dict[object, tuple[list[str], list[str]]] = {}
    for side, rules in enumerate((gone, came)):
        for name, rule in rules.items():
            by_content.setdefault(repr(_rule(rule, blind)), ([], []))[side].append(name)
    found = {ours[0]: theirs[0] for ours, theirs in by_content.values() if len(ours) == len(theirs) == 1}
    while True:  # a pair whose links turn out to lead elsewhere is none, and takes others with it
        called = {f"rule {name}": other for name, other in found.items()}
        wrong = [name for name, other in found.items() if _rule(gone[name], called) != _rule(came[other], {})]
        if not wrong:
            return found
        for name in wrong:
            del found[name]


def _called(graphs: Sequence[g.Graph], renamed: Mapping[str, str]) -> tuple[Mapping[str, str], ...]:
    """Returns what is called somehow in either law from the beginning: rules as in the new one, and all values of a
    choice as such. A memory or tally that no moment begins or ends is checked after each statement."""
    kept = [r for graph in graphs for r in graph.rules.values() if isinstance(r.conclusion, g.Remembers | g.Counts)]
    strict = {STRICT: STRICT} if any(rule.after is None and rule.at_edge is None for rule in kept) else {}
    rules = [{f"rule {was}": now for was, now in renamed.items()}, {}]
    found = []
    for graph, names in zip(graphs, rules, strict=True):
        found.append({**strict, **names, **{f"all {name}": repr(c.values) for name, c in graph.choices.items()}})
    return tuple(found)


def _as_called(value: object, sort: str | None, called: Mapping[str, str]) -> object:
    """Returns names of rules as the other law has them."""
    if sort != "rule":
        return value
    if isinstance(value, tuple):
        return tuple(_as_called(name, sort, called) for name in value)
    return called.get(f"rule {value}", value)


def _rule(rule: g.Rule, called: Mapping[str, str]) -> object:
    """Returns the meaning of a rule without its name, with other names for the rules that it has links to."""
    links = frozenset((k.how, _as_called(k.target, "rule", called), k.step, k.wild) for k in rule.links)
    stands = (rule.origin.option, rule.origin.situation, rule.against, rule.by_ruling is None)
    return meaning(replace(rule, id="", origin=NOWHERE, links=()), called), links, stands


def rules_that_differ(
    old: Standing, new: Standing, renamed: Mapping[str, str], called: Sequence[Mapping[str, str]]
) -> Iterator[Difference]:
    words = law_in_words.Words(old.graph), law_in_words.Words(new.graph)
    came = frozenset(renamed.values())
    figures = figures_of(old.graph), figures_of(new.graph)
    replaced: set[str] = set()
    for name, rule in new.rules.items():
        before = old.rules.get(name)
        if figures[0] == figures[1] and alike(before, rule) and not any(k.target in renamed for k in rule.links):
            continue
        on, cites = bears_on(rule, new.graph), tuple(map(str, rule.cites))
        if before is None:
            if name in came:
                continue
            targets = dict.fromkeys(link.target for link in rule.links if link.how == "replaces")
            gone = [old.rules[target] for target in targets if target in old.rules and target not in new.rules]
            was = " ".join(standing_said(words[0], other) for other in gone)
            cited = tuple(str(cite) for other in gone for cite in other.cites)
            now, names = standing_said(words[1], rule), tuple(other.id for other in gone)
            yield Difference("new", "rule", name, was, now, on, cites, replaces=names, cited_before=cited)
            replaced.update(names)
        elif _rule(as_printed(_as_written(before, old.graph), figures[0]), called[0]) != _rule(
            as_printed(_as_written(rule, new.graph), figures[1]), called[1]
        ):
            was = said_of(words[0], before) + _over(words[0], before, rule, old.graph)
            now = said_of(words[1], rule) + _over(words[1], rule, before, new.graph)
            yield Difference("changed", "rule", name, was, now, on, cites)
        elif dress(before) != dress(rule):
            yield Difference("worded", "rule", name, said_of(words[0], before), said_of(words[1], rule))
    for name, rule in old.rules.items():
        if name not in new.rules and name not in renamed and name not in replaced:
            drops = [drop for drop in new.graph.drops if drop.rule == name]
            why = [str(cite) for drop in drops for cite in drop.cites]
            why += [f'"{drop.reason}"' for drop in drops if drop.reason]
            undone = words[0].undone(rule)
            now = "" if undone is None else plain(undone)
            cites = tuple(why or map(str, rule.cites))
            yield Difference("dropped", "rule", name, said_of(words[0], rule), now, bears_on(rule, old.graph), cites)


def _as_written(rule: g.Rule, graph: g.Graph) -> g.Rule:
    """Returns a rule without what it forbids with others: picks of kinds of actions, and by which events come about."""
    if not isinstance(forbids := rule.conclusion, g.Forbids):
        return rule
    kinds = {kind for pick in forbids.picks for kind in [*graph.with_kinds("", (pick,), ())][1:]}
    events = {pick for pick in forbids.picks for event in forbids.events if graph.brings_about(pick, event)}
    picks = tuple(pick for pick in forbids.picks if pick not in kinds | events)
    return replace(rule, conclusion=replace(forbids, picks=picks))


def concluded(rule: g.Rule) -> list[Named]:
    """Returns the subjects of a rule's conclusion."""
    match rule.conclusion:
        case g.Gives(fact=fact) | g.Collects(fact=fact):
            return [("fact", fact)]
        case g.Forbids(picks=picks):
            return [("pick", pick) for pick in picks]
        case g.Changes(quantity=quantity) | g.Rounds(quantity=quantity):
            return [("quantity", quantity)]
        case g.Remembers(memory=memory):
            return [("memory", memory)]
        case g.Counts(tally=tally):
            return [("tally", tally)]
        case g.TaskRule(task=task):
            return [("task", task)]
        case g.Then() if rule.after is not None:
            return [("after", rule.after)]
        case g.Then() if rule.at_edge is not None:
            return [("part", rule.at_edge[1])]
        case _:
            return []


def bears_on(rule: g.Rule, graph: g.Graph) -> tuple[Named, ...]:
    """Returns what may be answered otherwise because of a rule: its conclusions, and the rules it has links to."""
    found = concluded(rule)
    for link in rule.links:
        found += [("step", link.target)] if link.step else [("rule", name) for name in targets_of(graph, link)]
    return tuple(dict.fromkeys(found))


def _over(words: law_in_words.Words, rule: g.Rule, other: g.Rule, graph: g.Graph) -> str:
    """Returns the rules that a rule goes before in this law alone: no sentence about it says that."""
    over, there = ({k.target for k in each.links if k.how == "over" and not k.wild} for each in (rule, other))
    said = (said_of(words, graph.rules[name]) for name in sorted(over - there) if name in graph.rules)
    return "".join(f" It goes before the rule: {each}" for each in said)


def said_of(words: law_in_words.Words, rule: g.Rule) -> str:
    """Returns the sentence of a rule; for one that only lifts prohibitions, with those of these."""
    said = " ".join(plain(line.said).strip() for line in words.rule(rule))
    if rule.conclusion is not None or any(link.how != "lifts" for link in rule.links):
        return said
    lifted = (words.graph.rules[name] for link in rule.links for name in targets_of(words.graph, link))
    known = [other for other in dict.fromkeys(lifted) if other.id in words.graph.rules][:MAX_LIFTED]
    anchors = (", ".join(map(str, words.graph.shown_cites(other.cites))) or other.id for other in known)
    whats = (" ".join(plain(line.said).strip() for line in words.rule(other)) for other in known)
    return " ".join([said, *(f"({anchor}: {what})" for anchor, what in zip(anchors, whats, strict=True))])


def standing_said(words: law_in_words.Words, rule: g.Rule) -> str:
    """Returns the sentence of a rule behind the condition, such as an option, under which it is in force."""
    standing = plain(words.standing(rule))
    said = said_of(words, rule)
    return f"{standing[:1].upper()}{standing[1:]}: {said}" if standing else said


# ---- other declarations


def _declared(sort: str, old: g.Graph, new: g.Graph, called: Sequence[Mapping[str, str]]) -> Iterator[Difference]:
    before, now = (
        {name: node for name, node in written(graph, sort).items() if not _comes_along(sort, name, graph)}
        for graph in (old, new)
    )
    figures = figures_of(old), figures_of(new)
    for name, node in now.items():
        if figures[0] == figures[1] and alike(before.get(name), node):
            continue
        if name not in before:
            yield Difference("new", sort, name, "", _sentence(sort, name, new), users_of(sort, name, new))
        elif sort == "unit":
            yield from _unit(before[name], node, new)
        elif sort == "kind":
            yield from _kind(before[name], node, old, new)
        elif sort == "choice" and meaning(without_units(node, new)) == meaning(without_units(before[name], old)):
            pass
        elif sort == "table":
            yield from _table(name, before[name], node, new)
        elif sort == "sequence":
            yield from _sequence(name, old, new)
        elif (sort == "ruling" and before[name].answers != node.answers) or meaning(
            as_printed(before[name], figures[0]), called[0]
        ) != meaning(as_printed(node, figures[1]), called[1]):
            was, is_ = _sentence(sort, name, old), _sentence(sort, name, new)
            yield Difference("changed", sort, name, was, is_, users_of(sort, name, new))
        elif dress(before[name]) != dress(node) and sort != "ruling":
            yield Difference("worded", sort, name)
    for name in before:
        if name not in now:
            yield Difference("dropped", sort, name, _sentence(sort, name, old), "", users_of(sort, name, old))


def _comes_along(sort: str, name: str, graph: g.Graph) -> bool:
    """Returns whether an order or a task brings a declaration along: what the machine keeps of it."""
    if sort == "choice":
        return name.removesuffix("-stage") in graph.tasks
    return sort == "kind" and (name in ("order", "task") or name in graph.orders or name in graph.tasks)


def _sentence(sort: str, name: str, graph: g.Graph) -> str:
    words = law_in_words.Words(graph)
    match sort:
        case "fact" | "memory" | "tally" | "reach":
            return plain(getattr(words, sort)(name))
        case "quantity" | "effect" | "action":
            return " ".join(plain(line.said).strip() for line in getattr(words, sort)(name))
        case "option":
            return f"{graph.options[name].doc} ({'on' if graph.options[name].default else 'off'} by itself)".strip()
        case "ruling":
            ruling = graph.rulings[name]
            return f"{ruling.asks} {ruling.answers}"
        case "choice":
            choice = without_units(graph.choices[name], graph)
            return ", ".join(choice.values) + ", in order" * choice.ordered
        case "dispute":
            return f"read as {graph.disputes[name].default}"
        case "situation":
            return graph.situations[name].title
        case "unit":
            unit = graph.units[name]
            return ", ".join([unit.name, unit.kind, *(f"{n} {plain_text(v)}" for n, v in unit.values.items())])
        case "sequence":
            return " ".join(plain(line.said).strip() for line in words.sequence(name))
        case _:
            return ""


def _unit(old: UnitType, new: UnitType, graph: g.Graph) -> Iterator[Difference]:
    """Yields a unit whose figures differ, with all that reads one of these."""
    before, now = ({"name": u.name, "kind": u.kind, **u.values} for u in (old, new))
    for figures in (before, now):  # a set has no order
        figures.update({n: tuple(sorted(v, key=str)) for n, v in figures.items() if isinstance(v, tuple)})
    names = [n for n in {**before, **now} if before.get(n) != now.get(n)]
    if names:
        was, is_ = (", ".join(f"{n} {plain_text(at.get(n))}" for n in names) for at in (before, now))
        readers = (reader for n in names for reader in users_of("attribute", n, graph))
        yield Difference("changed", "unit", new.id, was, is_, tuple(dict.fromkeys(readers)))


def _kind(old: g.KindDecl, new: g.KindDecl, *graphs: g.Graph) -> Iterator[Difference]:
    """Compares a kind of thing attribute by attribute; an attribute of its parent differs there."""
    parents = [graph.kinds.get(kind.parent or "") for kind, graph in zip((old, new), graphs, strict=True)]
    for name in dict.fromkeys((*old.attributes, *new.attributes)):
        was, now = (kind.attributes.get(name) for kind in (old, new))
        above = [None if parent is None else parent.attributes.get(name) for parent in parents]
        if was is None or now is None or meaning(was) != meaning(now):
            if [*map(meaning, above)] == [meaning(was), meaning(now)] or MADE in str(getattr(was or now, "type", "")):
                continue
            how: How = "new" if was is None else "dropped" if now is None else "changed"
            yield Difference(how, "attribute", f"{new.name}.{name}", _attribute(was), _attribute(now))
    rest = [meaning(replace(kind, attributes={})) for kind in (old, new)]
    if rest[0] != rest[1]:
        secret = [
            ", secret" * kind.secret + (f" while {kind.secret_while}" if kind.secret_while is not None else "")
            for kind in (old, new)
        ]
        stands = [f"stands in {', '.join(k.holders) or 'nothing'}{s}" for k, s in zip((old, new), secret, strict=True)]
        yield Difference("changed", "kind", new.name, stands[0], stands[1])


def _attribute(decl: g.AttributeDecl | None) -> str:
    if decl is None:
        return ""
    given = decl.default in (g.MISSING, None, False, ())
    return f"{decl.type}" if given else f"{decl.type}, {plain_text(decl.default)} by default"


def _table(name: str, old: g.TableDecl, new: g.TableDecl, graph: g.Graph) -> Iterator[Difference]:
    before, now = cells_of(old), cells_of(new)
    users = users_of("table", name, graph)
    for place in dict.fromkeys((*before, *now)):
        was, is_ = (at.get(place, _NO_CELL) for at in (before, now))
        if was != is_:
            texts = ["" if value is _NO_CELL else plain_text(value) for value in (was, is_)]
            yield Difference("changed", "table", cell_name(name, place), texts[0], texts[1], users)


_NO_CELL = object()


_Part = tuple[object, tuple[object, ...]]
"""A part of the sequence: its node without its body, and its body with names in place of parts."""


def _sequence(name: str, old: g.Graph, new: g.Graph) -> Iterator[Difference]:
    """Compares the sequence of play part by part, each by its name, and how they follow each other in itself."""
    outermost = [tuple(part.name for part in graph.sequences[name]) for graph in (old, new)]
    before, now = ({"": ((), names), **dict(_spans(graph.sequences[name]))}
                   for graph, names in zip((old, new), outermost, strict=True))  # fmt: skip
    words = [
        {"": ", ".join(names)}
        | {
            line.said[0].ref.removeprefix("part:"): plain(line.said).strip()
            for line in law_in_words.Words(graph).sequence(name)
            if line.said and line.said[0].ref.startswith("part:")
        }
        for graph, names in zip((old, new), outermost, strict=True)
    ]

    def kept(part: _Part, there: Mapping[str, _Part]) -> _Part:
        """Leaves the parts that the other law lacks out of a part: each of them is a difference."""
        own, inner = part
        return own, tuple(one for one in inner if not isinstance(one, str) or one in there)

    for part in dict.fromkeys((*before, *now)):
        was, is_ = words[0].get(part, ""), words[1].get(part, "")
        how: How = "new" if part not in before else "dropped" if part not in now else "changed"
        if how == "new" and (place := _place_of(part, new.sequences[name])):
            is_ += f" It comes {place}."
        if how != "changed" or kept(before[part], now) != kept(now[part], before):
            yield Difference(how, "phase" if part else "sequence", part or name, was, is_, (("sequence", name),))


def _place_of(name: str, body: Sequence[object], within: str = "") -> str:
    """Returns the place of a part of the sequence: behind which other part, and in which one."""
    parts = [part for part in body if isinstance(part, g.SpanDecl)]
    for at, part in enumerate(parts):
        if part.name == name:
            behind = f"after the part {parts[at - 1].name}" if at else "first"
            return f"{behind} in the part {within}" if within else behind
        if found := _place_of(name, part.body, part.name):
            return found
    return ""


def _spans(parts: Iterable[object]) -> Iterator[tuple[str, _Part]]:
    for part in parts:
        if isinstance(part, g.SpanDecl):
            inner = tuple(p.name if isinstance(p, g.SpanDecl) else meaning(p) for p in part.body)
            yield part.name, (meaning(replace(part, body=())), inner)
            yield from _spans(part.body)


# ---- what is chosen, boards and set-ups


def _switched(old: Standing, new: Standing) -> Iterator[Difference]:
    """Yields the options, readings and year that are chosen otherwise, with the rules that depend on them."""

    def ids(rules: Iterable[str]) -> tuple[Named, ...]:
        return tuple(("rule", rule) for rule in rules)

    graph, one, other = new.graph, old.law, new.law
    for name in (name for name in one.options if name in other.options and one.options[name] != other.options[name]):
        was, now = ("on" if law.options[name] else "off" for law in (one, other))
        rules = ids(r.id for r in graph.rules.values() if r.origin.option == name)
        yield Difference("switched", "option", name, was, now, rules, about=graph.options[name].doc)
    for name in (name for name in one.readings if name in other.readings):
        was, now = (law.readings[name] for law in (one, other))
        if was is not None and now is not None and was != now:
            rules = ids(r.id for r in graph.rules.values() if r.under in ((name, was), (name, now)))
            dispute = graph.disputes[name]
            texts = {reading.name: reading.text for reading in dispute.readings}
            was, now = (f"{reading}: {texts[reading]}" if texts.get(reading) else reading for reading in (was, now))
            yield Difference("switched", "dispute", name, was, now, rules, about=dispute.doc)
    if one.year != other.year:
        coming_or_going = one.rules.keys() ^ other.rules.keys()
        rules = ids(sorted(coming_or_going & old.graph.rules.keys() & graph.rules.keys()))
        was, now = (str(law.year or "today") for law in (one, other))
        yield Difference("switched", "year", "as-of", was, now, rules)


def _brought(switched: Difference, old: Standing, new: Standing) -> Iterator[Brought]:
    """Yields the rules and actions that a changed option, reading or year takes out of force, then those that it puts
    in."""
    ways: tuple[tuple[Literal["added", "dropped"], Standing, Standing], ...]
    ways = ("dropped", old, new), ("added", new, old)
    for how, here, there in ways:
        words = law_in_words.Words(here.graph)
        gone = here.law.rules.keys() - there.law.rules.keys() | here.rules.keys() - there.rules.keys()
        if switched.sort == "option" and here.law.options[switched.name]:
            for action in here.graph.actions.values():
                if action.origin.option == switched.name:
                    yield Brought(how, f"action:{action.name}", _sentence("action", action.name, here.graph))
        for rule in (here.rules[known] for _, known in switched.bears_on if known in gone and known in here.rules):
            undone = words.undone(rule) if how == "dropped" else None
            then = "" if undone is None else plain(undone)
            yield Brought(how, f"rule:{rule.id}", said_of(words, rule), then)


def _files(base: ComparedLaw, variant: ComparedLaw) -> Iterator[Difference]:
    """Compares boards and the set-ups of situations, place by place."""
    for sort, part in (("board", "boards"), ("set-up", "situations")):
        before, now = (_texts(side, part) for side in (base, variant))
        for name in dict.fromkeys((*before, *now)):
            if before.get(name) == now.get(name):
                continue
            if name not in before or name not in now:
                yield Difference("dropped" if name in before else "new", sort, name)
                continue
            trees = [[read_yaml(Source("file", text), Diagnostics()) for text in at[name]] for at in (before, now)]
            was, is_ = (dict(leaf for tree in at if tree is not None for leaf in _inside("", tree)) for at in trees)
            for path in dict.fromkeys((*was, *is_)):
                if was.get(path) != is_.get(path):
                    texts = was.get(path, ""), is_.get(path, "")
                    yield Difference("changed", sort, f"{name} ({path})", *texts)
            orders = [[*_standing(leaves)] for leaves in (was, is_)]
            if sort == "set-up" and {*orders[0]} == {*orders[1]} and orders[0] != orders[1]:
                moved = [at for at, (one, other) in enumerate(zip(*orders, strict=True)) if one != other]
                said = [", ".join(one.rpartition(" ")[2] for one in each[moved[0] : moved[-1] + 1]) for each in orders]
                yield Difference("changed", sort, f"{name} (order of pieces)", said[0], said[1])


def _standing(leaves: Iterable[str]) -> Iterable[str]:
    """Returns what stands there in its order, each by the way to it: the first of several counts where rules tie."""
    found = dict[str, None]()
    for way in (leaf.split() for leaf in leaves if leaf.startswith(("pieces ", "sides "))):
        found.update(dict.fromkeys(" ".join(way[:depth]) for depth in range(2, len(way))))
    return found


def _texts(side: ComparedLaw, part: str) -> dict[str, tuple[str, ...]]:
    """Returns the files of boards or situations by name, base first."""
    found: dict[str, tuple[str, ...]] = {}
    for layer in side.compilation.chain.layers:
        for name, source in getattr(layer, part).items():
            found[name] = (*found.get(name, ()), source.text)
    return found


def _inside(path: str, node: Node) -> Iterator[tuple[str, str]]:
    match node:
        case Tree(entries=entries):
            for key, value in entries:
                yield from _inside(f"{path} {key.text}".strip(), value)
        case Listing(items=items):
            if all(isinstance(item, Scalar) for item in items):
                yield path, ", ".join(texts_in(node))
                return
            for number, item in enumerate(items, 1):
                yield from _inside(f"{path} {number}".strip(), item)
        case Scalar(text=text):
            yield path, text
