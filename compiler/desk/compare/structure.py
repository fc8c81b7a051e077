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
from typing import Literal

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.yaml_tree import Listing, Node, Scalar, read_yaml, texts_in
from hexlaw.compiler.data.yaml_tree import Mapping as Tree
from hexlaw.compiler.desk.book.part_maker import written
from hexlaw.compiler.desk.book.printed_rules import Standing
from hexlaw.compiler.desk.compare.differences import Brought, Difference, How, Named, Structure
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.runtime.base.nodes import Node as GraphNode
from hexlaw.runtime.base.nodes import canonical, dress, replace
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import asked, concludes, parts, within
from hexlaw.runtime.law.figures import as_printed, figures_of
from hexlaw.runtime.law.footprint import footprint, footprints_of
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.law.units import UnitType
from hexlaw.runtime.law.value import plain_text
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import plain
from hexlaw.runtime.words.steps import in_a_row

MADE = "unit-type"
NOTHING: Mapping[str, str] = MappingProxyType({})
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


class _Side:
    """One of the two laws: its rules, what its nodes mean in the terms of both laws, and how they are said."""

    def __init__(self, standing: Standing, called: Mapping[str, str]) -> None:
        self.standing, self.graph, self.called = standing, standing.graph, called
        self.words, self.figures = Words(self.graph), figures_of(self.graph)
        gone = self.graph.gone
        others = (r for r in self.graph.rules.values() if not r.always and r.against is None and r.id not in gone)
        self.rules = {**{rule.id: rule for rule in others}, **standing.rules}
        """Also those in force under other options, readings, years or rulings alone: they may differ, yet a book does
        not print them."""

    def meaning(self, node: GraphNode) -> object:
        """A choice counts without the names of units; a ruling is the words of its answer besides."""
        plain_node = without_units(node, self.graph) if isinstance(node, g.ChoiceDecl) else node
        answer = node.answers if isinstance(node, g.Ruling) else ""
        return meaning(as_printed(plain_node, self.figures), self.called), answer

    def of_rule(self, rule: g.Rule) -> object:
        """Returns the meaning of a rule; picks of kinds of actions, and those by which an event comes about, are
        forbidden with others."""
        if isinstance(forbids := rule.conclusion, g.Forbids):
            kinds = {kind for pick in forbids.picks for kind in [*self.graph.with_kinds("", (pick,), ())][1:]}
            brings = self.graph.brings_about
            others = (
                p for p in forbids.picks if p not in kinds and not any(brings(p, event) for event in forbids.events)
            )
            rule = replace(rule, conclusion=replace(forbids, picks=tuple(others)))
        return _rule(as_printed(rule, self.figures), self.called)

    def said(self, rule: g.Rule) -> str:
        """Returns the sentence of a rule; for one that only lifts prohibitions, with those of these."""
        said = in_a_row(self.words.rule(rule))
        if rule.conclusion is not None or any(link.how != "lifts" for link in rule.links):
            return said
        lifted = (self.graph.rules[name] for link in rule.links for name in targets_of(self.graph, link))
        known = [other for other in dict.fromkeys(lifted) if other.id in self.graph.rules][:MAX_LIFTED]
        anchors = (", ".join(map(str, self.graph.shown_cites(other.cites))) or other.id for other in known)
        whats = (in_a_row(self.words.rule(other)) for other in known)
        return " ".join([said, *(f"({anchor}: {what})" for anchor, what in zip(anchors, whats, strict=True))])

    def said_where_it_stands(self, rule: g.Rule) -> str:
        """Returns the sentence of a rule behind the condition, such as an option, under which it is in force."""
        standing, said = plain(self.words.standing(rule)), self.said(rule)
        return f"{standing[:1].upper()}{standing[1:]}: {said}" if standing else said

    def said_beside(self, rule: g.Rule, other: g.Rule) -> str:
        """Returns the sentence of a rule with the rules that it goes before in this law alone and does not name."""
        over, there = ({k.target for k in each.links if k.how == "over" and not k.wild} for each in (rule, other))
        before = (self.graph.rules[name] for name in sorted(over - there) if name in self.graph.rules)
        return self.said(rule) + "".join(f" It goes before the rule: {self.said(each)}" for each in before)

    def without(self, rule: g.Rule) -> str:
        """Returns what holds without a rule that only limits others; `""` of any other."""
        undone = self.words.undone(rule)
        return "" if undone is None else plain(undone)

    def sentence(self, sort: str, name: str) -> str:
        match self.graph.section(sort)[name]:
            case g.FactDecl() | g.MemoryDecl() | g.TallyDecl() | g.ReachDecl():
                return plain(getattr(self.words, sort)(name))
            case g.QuantityDecl() | g.EffectDecl() | g.ActionDecl() | tuple():
                return in_a_row(getattr(self.words, sort)(name))
            case g.OptionDecl(doc=doc, default=default):
                return f"{doc} ({'on' if default else 'off'} by itself)".strip()
            case g.Ruling(asks=asks, answers=answers):
                return f"{asks} {answers}"
            case g.ChoiceDecl() as choice:
                return ", ".join(without_units(choice, self.graph).values) + ", in order" * choice.ordered
            case g.DisputeDecl(default=default):
                return f"read as {default}"
            case g.SituationDecl(title=title):
                return title
            case UnitType(name=called, kind=kind, values=values):
                return ", ".join([called, kind, *(f"{figure} {plain_text(v)}" for figure, v in values.items())])
            case _:
                return ""


def compare(base: ComparedLaw, variant: ComparedLaw) -> Compared:
    graphs = base.standing.graph, variant.standing.graph
    renamed = renamed_rules(graphs[0].rules, graphs[1].rules)
    old, new = map(_Side, (base.standing, variant.standing), _called(graphs, renamed))
    settings = [replace(d, brings=tuple(_brought(d, old, new))) for d in _switched(old.standing, new.standing)]
    switched = {name for d in settings for _, name in d.bears_on}  # reported with what switches them
    rules = _rules_that_differ(old, new, renamed)
    found = [*settings, *(d for d in rules if d.how == "changed" or d.name not in switched)]
    keys = {d.key for d in settings}
    for sort in COMPARED:
        found += (d for d in _declared(sort, old, new) if not (d.key in keys and _is_default_alone(d, *graphs)))
    found += _files(base, variant)
    marked = (replace(d, is_advice=any(graph.guides(d.sort, d.names[0]) for graph in graphs)) for d in found)
    return Compared(base, variant, Structure(tuple(marked), renamed))


def _is_default_alone(d: Difference, *graphs: g.Graph) -> bool:
    """Returns True if an option or a dispute differs in nothing but its default."""
    if d.how != "changed":
        return False
    was, now = (meaning(replace(graph.section(d.sort)[d.name], default=None)) for graph in graphs)
    return was == now


def _how(was: object, now: object) -> How:
    """Returns how something differs of which a law may have nothing."""
    return "new" if was is None else "dropped" if now is None else "changed"


# ---- meaning


def meaning(node: object, called: Mapping[str, str] = NOTHING) -> object:
    """Returns a node in its canonical form, and without what no answer depends on: how that is `called` which is known
    in one expression or block alone, or has another name in the other law, in which order conditions stand, or values
    of a choice without an order, and how a bound of whole numbers is written."""
    match node:
        case e.NAME(name=name) if name in called:
            return called[name]
        case g.ChoiceDecl(ordered=False, values=values) if node.name != g.SIDE:  # the sides come in their order
            return replace(node, values=tuple(sorted(values)))
        case g.Rule(when=when):
            node = replace(node, when=e.All(tuple(e.conjuncts(*(c.expr for c in when)))))
        case tuple():
            return _in_a_row(node, called)
    if not isinstance(node, GraphNode):
        return canonical(node, lambda part: meaning(part, called))
    node = e.in_usual_form(node, called)
    names = {name: _as_called(getattr(node, name), called) for name, sort in node.NAMES.items() if sort == "rule"}
    called = _knowing(called, *e.names_bound(node))
    if isinstance(node, g.EffectDecl | g.Then):
        called[LOCAL] = LOCAL
    if isinstance(var := getattr(node, "var", None), str):
        names["var"] = called.get(var, var)
    made = canonical(replace(node, **names), lambda part: meaning(part, called))
    return replace(made, parts=tuple(sorted(made.parts, key=repr))) if isinstance(made, e.UNORDERED) else made


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
    sets, sets_too = (footprint(statement).writes for statement in (one, other))
    reads, reads_too = (asked(statement) for statement in (one, other))
    names = (*sets, *sets_too, *reads, *reads_too, *footprint((one, other)).brings_about)
    are_sets = isinstance(one, e.If) and isinstance(other, e.If) and bool(sets) and bool(sets_too)
    only_sets = are_sets and all(name.startswith("attribute:") for name in names)
    return only_sets and sets.isdisjoint(sets_too | reads_too) and sets_too.isdisjoint(reads)


def without_units(choice: g.ChoiceDecl, graph: g.Graph) -> g.ChoiceDecl:
    """Returns a choice without the names of unit charts, which are compared as units."""
    return replace(choice, values=tuple(value for value in choice.values if value not in graph.units))


def cell_key(table: g.TableDecl, place: tuple[int, ...]) -> str:
    return f"table:{_cell_name(table.name, table.data.headings(place))}"


def _cell_name(table: str, heads: tuple[object, ...]) -> str:
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
            by_content.setdefault(_rule(rule, blind), ([], []))[side].append(name)
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
    wholes = ({f"all {name}": repr(choice.values) for name, choice in graph.choices.items()} for graph in graphs)
    return tuple({**strict, **names, **whole} for names, whole in zip(rules, wholes, strict=True))


def _as_called(value: object, called: Mapping[str, str]) -> object:
    """Returns names of rules as the other law has them."""
    if isinstance(value, tuple):
        return tuple(_as_called(name, called) for name in value)
    return called.get(f"rule {value}", value)


def _rule(rule: g.Rule, called: Mapping[str, str]) -> object:
    """Returns the meaning of a rule without its name, with other names for the rules that it has links to."""
    links = frozenset((k.how, _as_called(k.target, called), k.step, k.wild) for k in rule.links)
    stands = (rule.origin.option, rule.origin.situation, rule.against, rule.by_ruling is None)
    return meaning(replace(rule, id="", links=()), called), links, stands


def _rules_that_differ(old: _Side, new: _Side, renamed: Mapping[str, str]) -> Iterator[Difference]:
    came, replaced = frozenset(renamed.values()), set[str]()
    for name, rule in new.rules.items():
        before = old.rules.get(name)
        if old.figures == new.figures and before == rule and not any(k.target in renamed for k in rule.links):
            continue  # most rules are the same, and it shows at once
        on, cites = bears_on(rule, new.graph), tuple(map(str, rule.cites))
        if before is None:
            if name in came:
                continue
            targets = dict.fromkeys(link.target for link in rule.links if link.how == "replaces")
            gone = [old.rules[target] for target in targets if target in old.rules and target not in new.rules]
            was = " ".join(map(old.said_where_it_stands, gone))
            cited = tuple(str(cite) for other in gone for cite in other.cites)
            now, names = new.said_where_it_stands(rule), tuple(other.id for other in gone)
            yield Difference("new", "rule", name, was, now, on, cites, replaces=names, cited_before=cited)
            replaced.update(names)
        elif old.of_rule(before) != new.of_rule(rule):
            was, now = old.said_beside(before, rule), new.said_beside(rule, before)
            yield Difference("changed", "rule", name, was, now, on, cites)
        elif dress(before) != dress(rule):
            yield Difference("worded", "rule", name, old.said(before), new.said(rule))
    for name, rule in old.rules.items():
        if name not in new.rules and name not in renamed and name not in replaced:
            drops = [drop for drop in new.graph.drops if drop.rule == name]
            why = [str(cite) for drop in drops for cite in drop.cites]
            why += [f'"{drop.reason}"' for drop in drops if drop.reason]
            cites, on = tuple(why or map(str, rule.cites)), bears_on(rule, old.graph)
            yield Difference("dropped", "rule", name, old.said(rule), old.without(rule), on, cites)


def concluded(rule: g.Rule) -> list[Named]:
    """Returns the subjects of a rule's conclusion."""
    match rule.conclusion:
        case g.TaskRule(task=task):
            return [("task", task)]
        case g.Then() if rule.after is not None:
            return [("after", rule.after)]
        case g.Then() if rule.at_edge is not None:
            return [("part", rule.at_edge[1])]
        case _:
            return concludes(rule)


def bears_on(rule: g.Rule, graph: g.Graph) -> tuple[Named, ...]:
    """Returns what may be answered otherwise because of a rule: its conclusions, and the rules it has links to."""
    found = concluded(rule)
    for link in rule.links:
        found += [("step", link.target)] if link.step else [("rule", name) for name in targets_of(graph, link)]
    return tuple(dict.fromkeys(found))


# ---- other declarations


def _declared(sort: str, old: _Side, new: _Side) -> Iterator[Difference]:
    before, now = (
        {n: node for n, node in written(side.graph, sort).items() if not _comes_along(sort, n, side.graph)}
        for side in (old, new)
    )
    users, former_users = (footprints_of(side.graph).users for side in (new, old))
    for name, node in now.items():
        if name not in before:
            yield Difference("new", sort, name, "", new.sentence(sort, name), users(sort, name))
        elif old.figures == new.figures and before[name] == node:
            continue
        elif sort == "unit":
            yield from _unit(before[name], node, new.graph)
        elif sort == "kind":
            yield from _kind(before[name], node, old.graph, new.graph)
        elif sort == "table":
            yield from _table(before[name], node, users(sort, name))
        elif sort == "sequence":
            yield from _sequence(name, old, new)
        elif old.meaning(before[name]) != new.meaning(node):
            was, is_ = old.sentence(sort, name), new.sentence(sort, name)
            yield Difference("changed", sort, name, was, is_, users(sort, name))
        elif dress(before[name]) != dress(node) and sort != "ruling":
            yield Difference("worded", sort, name)
    for name in (name for name in before if name not in now):
        yield Difference("dropped", sort, name, old.sentence(sort, name), "", former_users(sort, name))


def _comes_along(sort: str, name: str, graph: g.Graph) -> bool:
    """Returns whether an order, a task or styles of play bring a declaration along: what the machine keeps of them."""
    if sort == "fact":
        return name == g.PLAYS and g.STYLE in graph.choices
    if sort == "choice":
        return name.removesuffix("-stage") in graph.tasks
    return sort == "kind" and (name in ("order", "task") or name in graph.orders or name in graph.tasks)


def _unit(old: UnitType, new: UnitType, graph: g.Graph) -> Iterator[Difference]:
    """Yields a unit whose figures differ, with all that reads one of these."""
    before, now = ({"name": u.name, "kind": u.kind, **u.values} for u in (old, new))
    for figures in (before, now):  # a set has no order
        figures.update({n: tuple(sorted(v, key=str)) for n, v in figures.items() if isinstance(v, tuple)})
    names = [n for n in {**before, **now} if before.get(n) != now.get(n)]
    if names:
        was, is_ = (", ".join(f"{n} {plain_text(at.get(n))}" for n in names) for at in (before, now))
        readers = (reader for n in names for reader in footprints_of(graph).users("attribute", n))
        yield Difference("changed", "unit", new.id, was, is_, tuple(dict.fromkeys(readers)))


def _kind(old: g.KindDecl, new: g.KindDecl, *graphs: g.Graph) -> Iterator[Difference]:
    """Compares a kind of thing attribute by attribute; an attribute of its parent differs there, and the styles of
    sides come along with the sides."""
    parents = [graph.inherited(kind) for kind, graph in zip((old, new), graphs, strict=True)]
    styled = [graph.choices[g.SIDE].values for graph in graphs if g.STYLE in graph.choices]
    styles = {g.STYLE_OF.format(side) for sides in styled for side in sides}
    for name in dict.fromkeys(name for name in (*old.attributes, *new.attributes) if name not in styles):
        was, now = (kind.attributes.get(name) for kind in (old, new))
        differ = [meaning(was), meaning(now)]
        above = [meaning(attributes.get(name)) for attributes in parents]
        if differ[0] != differ[1] and differ != above and MADE not in str(getattr(was or now, "type", "")):
            name = f"{new.name}.{name}"
            yield Difference(_how(was, now), "attribute", name, _attribute(was), _attribute(now))
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


def _table(old: g.TableDecl, new: g.TableDecl, users: tuple[Named, ...]) -> Iterator[Difference]:
    before, now = (
        {("", "reads"): repr((table.params, table.below, table.above)), **table.data.by_headings}
        for table in (old, new)
    )
    for heads in dict.fromkeys((*before, *now)):
        values = [at.get(heads, g.MISSING) for at in (before, now)]
        if values[0] != values[1]:
            was, is_ = ("" if value is g.MISSING else plain_text(value) for value in values)
            yield Difference("changed", "table", _cell_name(new.name, heads), was, is_, users)


_Part = tuple[object, tuple[object, ...], str]
"""A part of the sequence: its node without its body, its body with names in place of parts, and its sentence."""


def _sequence(name: str, old: _Side, new: _Side) -> Iterator[Difference]:
    """Compares the sequence of play part by part, each by its name, and how they follow each other in itself."""
    before, now = (_parts_of(side, name) for side in (old, new))

    def kept(part: _Part, there: Mapping[str, _Part]) -> object:
        """Leaves the parts that the other law lacks out of a part: each of them is a difference."""
        return part[0], [one for one in part[1] if not isinstance(one, str) or one in there]

    for part in dict.fromkeys((*before, *now)):
        one, other = before.get(part), now.get(part)
        if one is None or other is None or kept(one, now) != kept(other, before):
            was, is_ = ("" if each is None else each[2] for each in (one, other))
            if one is None:
                is_ += f" It comes {_place_of(part, name, new.graph)}."
            sort = "phase" if part else "sequence"
            yield Difference(_how(one, other), sort, part or name, was, is_, (("sequence", name),))


def _parts_of(side: _Side, name: str) -> dict[str, _Part]:
    whole = side.graph.sequences[name]
    said = {line.said[0].ref: plain(line.said).strip() for line in side.words.sequence(name) if line.said}
    outermost = tuple(part.name for part in whole)
    found: dict[str, _Part] = {"": ((), outermost, ", ".join(outermost))}
    for part in (part for part in parts(whole) if isinstance(part, g.SpanDecl)):
        inner = tuple(p.name if isinstance(p, g.SpanDecl) else meaning(p) for p in part.body)
        found[part.name] = meaning(replace(part, body=())), inner, said.get(f"part:{part.name}", "")
    return found


def _place_of(part: str, sequence: str, graph: g.Graph) -> str:
    """Returns the place of a part of the sequence: behind which other part, and in which one."""
    outer = within(graph, part)[1:2]
    beside = [p.name for p in (outer[0].body if outer else graph.sequences[sequence]) if isinstance(p, g.SpanDecl)]
    at = beside.index(part)
    behind = f"after the part {beside[at - 1]}" if at else "first"
    return f"{behind} in the part {outer[0].name}" if outer else behind


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


def _brought(switched: Difference, old: _Side, new: _Side) -> Iterator[Brought]:
    """Yields the rules and actions that a changed option, reading or year takes out of force, then those it puts in."""
    ways: tuple[tuple[Literal["added", "dropped"], _Side, _Side], ...]
    ways = ("dropped", old, new), ("added", new, old)
    for how, side, other in ways:
        here, there = side.standing, other.standing
        gone = here.law.rules.keys() - there.law.rules.keys() | here.rules.keys() - there.rules.keys()
        if switched.sort == "option" and here.law.options[switched.name]:
            for action in here.graph.actions.values():
                if action.origin.option == switched.name:
                    yield Brought(how, f"action:{action.name}", side.sentence("action", action.name))
        for rule in (here.rules[known] for _, known in switched.bears_on if known in gone and known in here.rules):
            yield Brought(how, f"rule:{rule.id}", side.said(rule), side.without(rule) if how == "dropped" else "")


def _files(base: ComparedLaw, variant: ComparedLaw) -> Iterator[Difference]:
    """Compares boards and the set-ups of situations, place by place."""
    for sort, part in (("board", "boards"), ("set-up", "situations")):
        before, now = (
            grouped((name, source.text) for layer in law.chain.layers for name, source in getattr(layer, part).items())
            for law in (base.compilation, variant.compilation)
        )
        for name in dict.fromkeys((*before, *now)):
            if before.get(name) == now.get(name):
                continue
            if name not in before or name not in now:
                yield Difference(_how(before.get(name), now.get(name)), sort, name)
                continue
            trees = ([read_yaml(Source("file", text), Diagnostics()) for text in at[name]] for at in (before, now))
            was, is_ = (dict(leaf for tree in at if tree is not None for leaf in _inside("", tree)) for at in trees)
            for path in dict.fromkeys((*was, *is_)):
                if was.get(path) != is_.get(path):
                    yield Difference("changed", sort, f"{name} ({path})", was.get(path, ""), is_.get(path, ""))
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
