"""What differs between two laws, in the terms of a rule book, and what each difference bears on.

Idea: a declaration differs when what it says differs; where it stands, its words and its citations are told apart from
that, as no verdict hangs on them. A rule that only has another name is found first: rules of one law alone are paired
with rules of the other that say the same, names aside. INVARIANT: what is paired so differs in nothing but names, the
names of other paired rules in its links included; where several could be meant, none is paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from hexlaw.compiler.book.standing import Standing
from hexlaw.compiler.comparing.read_off import read_off
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.data.yaml_tree import Listing, Node, Scalar, read_yaml
from hexlaw.compiler.data.yaml_tree import Mapping as Tree
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.source import Source
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import users_of
from hexlaw.runtime.figures import as_printed, figures_of
from hexlaw.runtime.links import targets_of
from hexlaw.runtime.nodes import Node as GraphNode
from hexlaw.runtime.units import UnitType
from hexlaw.runtime.value import plain_text
from hexlaw.runtime.words import telling
from hexlaw.runtime.words.spans import plain

How = Literal["new", "changed", "dropped", "switched", "worded"]
Named = tuple[str, str]
"""A sort of declaration, and a name of that sort: `("fact", "cost")`."""

NOWHERE = g.Origin("", "")
MOST_LIFTED = 3
"""Prohibitions shown together with what lifts them."""
COMPARED = (
    "choice", "kind", "record", "fact", "quantity", "table", "effect", "action", "reach", "option", "dispute", "rule",
    "ruling", "unit", "event", "memory", "tally", "order", "task", "sequence", "situation",
)  # fmt: skip
DRESS = ("doc", "cites", "prose", "text", "title", "notes", "says", "answers", "asks", "authority", "where")
"""Parts of a node on which no verdict hangs: what is said of it, and by whom."""


@dataclass(frozen=True)
class Brought:
    """A rule or an action that is in force under the variant alone, or under the base alone, since something is
    switched. `then` is what holds instead once a rule is gone that only limits others."""

    how: Literal["added", "dropped"]
    key: str
    said: str
    cites: tuple[str, ...] = ()
    then: str = ""


@dataclass(frozen=True)
class Difference:
    """One thing that differs. `worded` means that it says the same in other words or by another source."""

    how: How
    sort: str
    name: str
    was: str = ""
    now: str = ""
    bears_on: tuple[Named, ...] = ()
    cites: tuple[str, ...] = ()
    about: str = ""  # of what is switched: what it is about, in its own words
    brings: tuple[Brought, ...] = ()  # of what is switched: what comes or goes with it
    read_off: tuple[str, ...] = ()  # of numbers that it bears on: what tables say that are read by them
    replaces: tuple[str, ...] = ()  # of a new rule: those that are gone because it stands in their place
    cited_before: tuple[str, ...] = ()  # the sources of these

    @property
    def names(self) -> tuple[str, ...]:
        """What is meant, without the place in it, and what it stands in the place of."""
        return (self.name.partition(" (")[0], *self.replaces)

    @property
    def sources(self) -> frozenset[str]:
        return frozenset((*self.cites, *self.cited_before))

    @property
    def key(self) -> str:
        return f"{self.sort}:{self.name}"


@dataclass(frozen=True)
class Structure:
    """All that differs, in the order of the book; and which rule of the base is called how in the variant."""

    differences: tuple[Difference, ...]
    renamed: Mapping[str, str]

    @property
    def that_count(self) -> tuple[Difference, ...]:
        """Without what only is worded otherwise."""
        return tuple(d for d in self.differences if d.how != "worded")

    @property
    def keys(self) -> frozenset[str]:
        """What counts by its key, and the rules that come or go with an option, a reading or a year."""
        switched = (named for d in self.differences if d.how == "switched" for named in d.bears_on)
        named = (f"{sort}:{name}" for sort, name in switched)
        return frozenset((*(d.key for d in self.that_count), *named, *self.in_place))

    @property
    def in_place(self) -> dict[str, str]:
        """By the key of a rule that another one replaces: the key of that one."""
        return {f"rule:{old}": d.key for d in self.differences for old in d.replaces}

    @cached_property
    def said(self) -> dict[str, str]:
        """By key: what is new, or was, in a sentence; of what is switched, each of its rules."""
        found = {
            brought.key: gone(brought.said, brought.then) if brought.how == "dropped" else brought.said
            for d in self.differences
            for brought in d.brings
        }
        for d in self.differences:
            if d.how == "dropped":
                found[d.key] = gone(d.was, d.now)
            elif d.how != "switched":
                found[d.key] = (
                    f"it was {d.was} and is {d.now}" if d.sort != "rule" and d.was and d.now else d.now or d.was
                )
        return found


def gone(said: str, then: str) -> str:
    """What was said that is gone, and what holds instead where that is known."""
    return (f"dropped; it said: {said}" if said else "dropped") + (f" Now: {then}" if then else "")


def compare_structure(base: Side, variant: Side) -> Structure:
    """What differs between two laws."""
    old, new = base.standing, variant.standing
    renamed = renamed_rules(old.graph.rules, new.graph.rules)
    settings = list(_settings(old, new))
    old, new = _with_other_readings(old), _with_other_readings(new)
    switched = {name for d in settings for _, name in d.bears_on}  # told with what switches them
    found = [*settings, *(d for d in _rules(old, new, renamed) if d.how == "changed" or d.name not in switched)]
    told = {d.key for d in settings}
    for sort in COMPARED:
        if sort != "rule":
            found += (d for d in _declared(sort, old.graph, new.graph) if not _is_told(d, told, old.graph, new.graph))
    found += _files(base, variant)
    return Structure(tuple(replace(d, read_off=_read_off(d, new.graph)) for d in found), renamed)


def _is_told(d: Difference, switched: set[str], *graphs: g.Graph) -> bool:
    """Whether an option or a dispute differs in nothing but its default, and is told as switched."""
    if d.how != "changed" or d.key not in switched:
        return False
    was, now = (meaning(replace(graph.section(d.sort)[d.name], default=None)) for graph in graphs)
    return was == now


def _read_off(d: Difference, graph: g.Graph) -> tuple[str, ...]:
    """What the numbers that a difference bears on are for; of what is switched, those that its rules bear on."""
    named = [(d.sort, d.name), *d.bears_on]
    if d.how == "switched":
        rules = (graph.rules[name] for sort, name in d.bears_on if sort == "rule" and name in graph.rules)
        named += [one for rule in rules for one in bears_on(rule, graph)]
    return read_off(named, graph)


# ---- rules


def _with_other_readings(standing: Standing) -> Standing:
    """With the rules of readings that are not taken: a book does not print them, and yet they may differ."""
    graph, readings = standing.graph, standing.law.readings
    dropped = {drop.rule for drop in graph.drops if drop.origin.option is None and drop.origin.situation is None}
    others = {
        rule.id: rule
        for rule in graph.rules.values()
        if rule.under is not None and readings[rule.under[0]] != rule.under[1] and rule.id not in dropped
    }
    return replace(standing, rules={**others, **standing.rules})


def renamed_rules(old: Mapping[str, g.Rule], new: Mapping[str, g.Rule]) -> dict[str, str]:
    """Rules of the one law that the other has under another name."""
    gone = {name: rule for name, rule in old.items() if name not in new}
    came = {name: rule for name, rule in new.items() if name not in old}
    blind = frozenset((*gone, *came))
    by_content: dict[object, tuple[list[str], list[str]]] = {}
    for side, rules in enumerate((gone, came)):
        for name, rule in rules.items():
            by_content.setdefault(repr(_rule(rule, dict.fromkeys(blind, "?"))), ([], []))[side].append(name)
    found = {ours[0]: theirs[0] for ours, theirs in by_content.values() if len(ours) == len(theirs) == 1}
    while True:  # a pair whose links turn out to lead elsewhere is none, and takes others with it
        wrong = [name for name, other in found.items() if _rule(gone[name], found) != _rule(came[other], {})]
        if not wrong:
            return found
        for name in wrong:
            del found[name]


def _rule(rule: g.Rule, called: Mapping[str, str]) -> object:
    """What a rule says, without its name and its place, with other names for the rules that it has links to."""
    links = frozenset((k.how, called.get(k.target, k.target), k.step, k.wild) for k in rule.links)
    stands = (rule.origin.option, rule.origin.situation, rule.against, rule.by_ruling is None)
    return meaning(replace(rule, id="", origin=NOWHERE, links=())), links, stands


def _rules(old: Standing, new: Standing, renamed: Mapping[str, str]) -> Iterator[Difference]:
    words = telling.Words(old.graph), telling.Words(new.graph)
    came = frozenset(renamed.values())
    figures = figures_of(old.graph), figures_of(new.graph)
    for name, rule in new.rules.items():
        before = old.rules.get(name)
        if figures[0] == figures[1] and _alike(before, rule) and not any(k.target in renamed for k in rule.links):
            continue
        if before is None and name not in came:
            displaced = _displaced(rule, old, new)
            was = " ".join(_said(words[0], old.rules[target]) for target in displaced)
            now, on = _said(words[1], rule), bears_on(rule, new.graph)
            before_ = tuple(cite for target in displaced for cite in _cites(old.rules[target]))
            yield Difference("new", "rule", name, was, now, on, _cites(rule), replaces=displaced, cited_before=before_)
        elif before is not None and _rule(as_printed(before, figures[0]), renamed) != _rule(
            as_printed(rule, figures[1]), {}
        ):
            was = _said(words[0], before) + _over(words[0], before, rule, old.graph)
            now = _said(words[1], rule) + _over(words[1], rule, before, new.graph)
            yield Difference("changed", "rule", name, was, now, bears_on(rule, new.graph), _cites(rule))
        elif before is not None and _dress(before) != _dress(rule):
            yield Difference("worded", "rule", name, _said(words[0], before), _said(words[1], rule))
    replaced = {target for rule in new.rules.values() if rule.id not in came for target in _displaced(rule, old, new)}
    for name, rule in old.rules.items():
        if name not in new.rules and name not in renamed and name not in replaced:
            reasons = tuple(drop.reason for drop in new.graph.drops if drop.rule == name and drop.reason)
            undone = words[0].undone(rule)
            now = "" if undone is None else plain(undone)
            cites = reasons or _cites(rule)
            yield Difference("dropped", "rule", name, _said(words[0], rule), now, bears_on(rule, old.graph), cites)


def _displaced(rule: g.Rule, old: Standing, new: Standing) -> tuple[str, ...]:
    """The rules that a new rule stands in the place of, and that are gone for it."""
    if rule.id in old.rules:
        return ()
    targets = (link.target for link in rule.links if link.how == "replaces")
    return tuple(target for target in targets if target in old.rules and target not in new.rules)


def bears_on(rule: g.Rule, graph: g.Graph) -> tuple[Named, ...]:
    """What the answer to which may be another because of a rule: what it concludes, and the rules it has links to."""
    found: list[Named] = []
    match rule.conclusion:
        case g.Gives(fact=fact) | g.Collects(fact=fact):
            found.append(("fact", fact))
        case g.Forbids(picks=picks):
            found += [("pick", pick) for pick in picks]
        case g.Changes(quantity=quantity) | g.Rounds(quantity=quantity):
            found.append(("quantity", quantity))
        case g.Remembers(memory=memory):
            found.append(("memory", memory))
        case g.Counts(tally=tally):
            found.append(("tally", tally))
        case g.TaskRule(task=task):
            found.append(("task", task))
        case g.Then() if rule.after is not None:
            found.append(("after", rule.after))
        case g.Then() if rule.at_edge is not None:
            found.append(("part", rule.at_edge[1]))
        case _:
            pass
    for link in rule.links:
        found += [("step", link.target)] if link.step else [("rule", name) for name in targets_of(graph, link)]
    return tuple(dict.fromkeys(found))


def _over(words: telling.Words, rule: g.Rule, other: g.Rule, graph: g.Graph) -> str:
    """Before which rules one goes that goes before no such rule in the other law: no sentence about it says that."""
    over, there = ({k.target for k in each.links if k.how == "over" and not k.wild} for each in (rule, other))
    said = (_said(words, graph.rules[name]) for name in sorted(over - there) if name in graph.rules)
    return "".join(f" It goes before the rule: {each}" for each in said)


def _said(words: telling.Words, rule: g.Rule) -> str:
    """What a rule says; of one that only lifts prohibitions, also what these say."""
    said = " ".join(plain(line.said).strip() for line in words.rule(rule))
    if rule.conclusion is not None or any(link.how != "lifts" for link in rule.links):
        return said
    lifted = (words.graph.rules[name] for link in rule.links for name in targets_of(words.graph, link))
    known = [other for other in dict.fromkeys(lifted) if other.id in words.graph.rules][:MOST_LIFTED]
    anchors = (", ".join(map(str, words.graph.shown_cites(other.cites))) or other.id for other in known)
    whats = (" ".join(plain(line.said).strip() for line in words.rule(other)) for other in known)
    return " ".join([said, *(f"({anchor}: {what})" for anchor, what in zip(anchors, whats, strict=True))])


def _cites(rule: g.Rule) -> tuple[str, ...]:
    return tuple(map(str, rule.cites))


# ---- what a node means


def meaning(node: Any) -> object:
    """A node without its place, its words and its sources: what the law does by it."""
    match node:
        case tuple():
            return tuple(meaning(item) for item in node)
        case g.TableDecl():
            return _cells(node)
        case g.Forbids() | g.Leaves():
            return repr(node)
        case GraphNode():
            parts = ((n, getattr(node, n)) for n in _parts_of(type(node)) if n not in DRESS and n != "origin")
            return (type(node).__name__, *((name, meaning(value)) for name, value in parts))
        case Mapping():
            return tuple(sorted((str(name), repr(meaning(value))) for name, value in node.items()))
        case _:
            return node


def _alike(one: Any, other: Any) -> bool:
    """Whether two nodes are the same but for their places. Most are, and two laws that one process has read share them
    or their parts, so it shows at once."""
    if one is other:
        return True
    return (
        type(one) is type(other)
        and isinstance(one, GraphNode)
        and all(
            repr(was) == repr(now) if name == "origin" else was == now
            for name in _parts_of(type(one))
            for was, now in [(getattr(one, name), getattr(other, name))]
        )
    )


def _parts_of(kind: type) -> tuple[str, ...]:
    return tuple(kind.__dataclass_fields__)  # type: ignore[attr-defined]


def _dress(node: Any) -> object:
    return tuple(repr(getattr(node, name)) for name in ("doc", "cites", "says") if hasattr(node, name))


def _cells(table: g.TableDecl) -> dict[tuple[object, ...], object]:
    heads = [axis.headings for axis in table.data.axes]
    found: dict[tuple[object, ...], object] = {("", "reads"): repr((table.params, table.below, table.above))}
    for place, cell in table.data.cells.items():
        found[tuple(head[i] for head, i in zip(heads, place, strict=True))] = cell.value
    return found


# ---- everything else that is declared


def _declared(sort: str, old: g.Graph, new: g.Graph) -> Iterator[Difference]:
    before, now = old.section(sort), new.section(sort)
    figures = figures_of(old), figures_of(new)
    for name, node in now.items():
        if figures[0] == figures[1] and _alike(before.get(name), node):
            continue
        if name not in before:
            yield Difference("new", sort, name, "", _told(sort, name, new), users_of(sort, name, new))
        elif sort == "unit":
            yield from _unit(before[name], node, new)
        elif sort == "kind":
            yield from _kind(before[name], node, old, new)
        elif sort == "choice" and set(node.values) - new.units.keys() == set(before[name].values) - old.units.keys():
            pass  # the names of the unit charts, which are compared as units
        elif sort == "table":
            yield from _table(name, before[name], node, new)
        elif sort == "sequence":
            yield from _sequence(name, old, new)
        elif (sort == "ruling" and before[name].answers != node.answers) or meaning(
            as_printed(before[name], figures[0])
        ) != meaning(as_printed(node, figures[1])):
            was, is_ = _told(sort, name, old), _told(sort, name, new)
            yield Difference("changed", sort, name, was, is_, users_of(sort, name, new))
        elif _dress(before[name]) != _dress(node) and sort != "ruling":
            yield Difference("worded", sort, name)
    for name in before:
        if name not in now:
            yield Difference("dropped", sort, name, _told(sort, name, old), "", users_of(sort, name, old))


def _told(sort: str, name: str, graph: g.Graph) -> str:
    words = telling.Words(graph)
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
            return ", ".join(graph.choices[name].values)
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
    """A unit whose figures differ, with all that reads one of these."""
    before, now = ({"name": u.name, "kind": u.kind, **u.values} for u in (old, new))
    names = [n for n in {**before, **now} if before.get(n) != now.get(n)]
    if names:
        was, is_ = (", ".join(f"{n} {plain_text(at.get(n))}" for n in names) for at in (before, now))
        readers = (reader for n in names for reader in users_of("attribute", n, graph))
        yield Difference("changed", "unit", new.id, was, is_, tuple(dict.fromkeys(readers)))


def _kind(old: g.KindDecl, new: g.KindDecl, *graphs: g.Graph) -> Iterator[Difference]:
    """A kind of thing, attribute by attribute; what is another attribute of its parent is told of the parent."""
    parents = [graph.kinds.get(kind.parent or "") for kind, graph in zip((old, new), graphs, strict=True)]
    for name in dict.fromkeys((*old.attributes, *new.attributes)):
        was, now = (kind.attributes.get(name) for kind in (old, new))
        above = [None if parent is None else parent.attributes.get(name) for parent in parents]
        if was is None or now is None or meaning(was) != meaning(now):
            if [*map(meaning, above)] == [meaning(was), meaning(now)]:
                continue
            how: How = "new" if was is None else "dropped" if now is None else "changed"
            types = ["" if decl is None else _attribute(decl) for decl in (was, now)]
            yield Difference(how, "attribute", f"{new.name}.{name}", types[0], types[1])
    rest = [meaning(replace(kind, attributes={})) for kind in (old, new)]
    if rest[0] != rest[1]:
        stands = [f"stands in {', '.join(kind.holders) or 'nothing'}{_secret(kind)}" for kind in (old, new)]
        yield Difference("changed", "kind", new.name, stands[0], stands[1])


def _secret(kind: g.KindDecl) -> str:
    return ", secret" * kind.secret + (f" while {kind.secret_while}" if kind.secret_while is not None else "")


def _attribute(decl: g.AttributeDecl) -> str:
    given = decl.default in (g.MISSING, None, False, ())
    return f"{decl.type}" if given else f"{decl.type}, {plain_text(decl.default)} by default"


def _table(name: str, old: g.TableDecl, new: g.TableDecl, graph: g.Graph) -> Iterator[Difference]:
    before, now = _cells(old), _cells(new)
    users = users_of("table", name, graph)
    for place in dict.fromkeys((*before, *now)):
        was, is_ = (at.get(place, _NO_CELL) for at in (before, now))
        if was != is_:
            told = ["" if value is _NO_CELL else plain_text(value) for value in (was, is_)]
            yield Difference("changed", "table", _of_cell(name, place), told[0], told[1], users)


def cell_key(table: g.TableDecl, place: tuple[int, ...]) -> str:
    """The key of a difference in this cell."""
    heads = (axis.headings[i] for axis, i in zip(table.data.axes, place, strict=True))
    return f"table:{_of_cell(table.name, tuple(heads))}"


def _of_cell(table: str, heads: tuple[object, ...]) -> str:
    return f"{table} ({', '.join(map(plain_text, heads))})"


_NO_CELL = object()


_Part = tuple[object, tuple[object, ...]]
"""A part of the sequence: itself without what it holds, and that: statements, and the names of parts."""


def _sequence(name: str, old: g.Graph, new: g.Graph) -> Iterator[Difference]:
    """The parts of the sequence of play, each by its name."""
    before, now = (dict(_spans(graph.sequences[name])) for graph in (old, new))
    words = [{line.said[0].ref.removeprefix("part:"): plain(line.said).strip()
              for line in telling.Words(graph).sequence(name) if line.said and line.said[0].ref.startswith("part:")}
             for graph in (old, new)]  # fmt: skip
    for part in dict.fromkeys((*before, *now)):
        was, is_ = words[0].get(part, ""), words[1].get(part, "")
        if part not in before:
            yield Difference("new", "phase", part, "", is_, (("sequence", name),))
        elif part not in now:
            yield Difference("dropped", "phase", part, was, "", (("sequence", name),))
        elif _kept(before[part], now) != _kept(now[part], before):
            yield Difference("changed", "phase", part, was, is_, (("sequence", name),))


def _kept(part: _Part, there: Mapping[str, _Part]) -> _Part:
    """A part of the sequence with those of its parts that the other law has too; each other part is a difference."""
    own, inner = part
    return own, tuple(one for one in inner if not isinstance(one, str) or one in there)


def _spans(parts: Iterable[object]) -> Iterator[tuple[str, _Part]]:
    for part in parts:
        if isinstance(part, g.SpanDecl):
            inner = tuple(p.name if isinstance(p, g.SpanDecl) else p for p in part.body)
            yield part.name, (meaning(replace(part, body=())), inner)
            yield from _spans(part.body)


# ---- what is chosen, boards and set-ups


def _settings(old: Standing, new: Standing) -> Iterator[Difference]:
    """Options, readings and years that are chosen otherwise, with the rules that come and go by it."""
    for name in dict.fromkeys((*old.law.options, *new.law.options)):
        was, now = (law.options.get(name) for law in (old.law, new.law))
        if was is not None and now is not None and was != now:
            rules = [r.id for r in new.graph.rules.values() if r.origin.option == name]
            about = new.graph.options[name].doc
            yield _switched("option", name, _on(was), _on(now), about, rules, old, new)
    for name in dict.fromkeys((*old.law.readings, *new.law.readings)):
        one, other = (law.readings.get(name) for law in (old.law, new.law))
        if one is not None and other is not None and one != other:
            rules = [r.id for r in new.graph.rules.values() if r.under in ((name, one), (name, other))]
            about = new.graph.disputes[name].doc
            texts = {reading.name: reading.text for reading in new.graph.disputes[name].readings}
            was_, now_ = (f"{reading}: {texts[reading]}" if texts.get(reading) else reading for reading in (one, other))
            yield _switched("dispute", name, was_, now_, about, rules, old, new)
    if old.law.year != new.law.year:
        standing_in = [frozenset(s.law.rules) for s in (old, new)]
        rules = sorted(n for n in standing_in[0] ^ standing_in[1] if n in old.graph.rules and n in new.graph.rules)
        was_, now_ = (str(law.year or "today") for law in (old.law, new.law))
        yield _switched("year", "as-of", was_, now_, "", rules, old, new)


def _switched(
    sort: str, name: str, was: str, now: str, about: str, rules: Sequence[str], old: Standing, new: Standing
) -> Difference:
    """What is chosen otherwise, with the rules that are in force by it and those that are no longer."""
    brings: list[Brought] = []
    ways: tuple[tuple[Literal["added", "dropped"], Standing, Standing], ...]
    ways = ("dropped", old, new), ("added", new, old)
    for how, here, there in ways:
        words = telling.Words(here.graph)
        gone = here.law.rules.keys() - there.law.rules.keys() | here.rules.keys() - there.rules.keys()
        if sort == "option" and here.law.options[name]:
            new_actions = (a.name for a in here.graph.actions.values() if a.origin.option == name)
            brings += [Brought(how, f"action:{action}", _told("action", action, here.graph)) for action in new_actions]
        for rule in (here.rules[known] for known in rules if known in gone and known in here.rules):
            undone = words.undone(rule) if how == "dropped" else None
            then = "" if undone is None else plain(undone)
            brings.append(Brought(how, f"rule:{rule.id}", _said(words, rule), _cites(rule), then))
    on = tuple(("rule", rule) for rule in rules)
    return Difference("switched", sort, name, was, now, on, about=about, brings=tuple(brings))


def _on(value: bool) -> str:
    return "on" if value else "off"


def _files(base: Side, variant: Side) -> Iterator[Difference]:
    """Boards and the set-ups of situations: each place in them that says something else."""
    for sort, part in (("board", "boards"), ("set-up", "situations")):
        before, now = (_texts(side, part) for side in (base, variant))
        for name in dict.fromkeys((*before, *now)):
            if before.get(name) == now.get(name):
                continue
            if name not in before or name not in now:
                yield Difference("dropped" if name in before else "new", sort, name)
                continue
            was, is_ = (dict(_leaves(text)) for text in (before[name], now[name]))
            for path in dict.fromkeys((*was, *is_)):
                if was.get(path) != is_.get(path):
                    yield Difference("changed", sort, f"{name} ({path})", was.get(path, ""), is_.get(path, ""))


def _texts(side: Side, part: str) -> dict[str, tuple[str, ...]]:
    """The files of a board or a situation, base first."""
    found: dict[str, tuple[str, ...]] = {}
    for layer in side.compilation.chain.layers:
        for name, source in getattr(layer, part).items():
            found[name] = (*found.get(name, ()), source.text)
    return found


def _leaves(texts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for text in texts:
        tree = read_yaml(Source("file", text), Diagnostics())
        if tree is not None:
            yield from _inside("", tree)


def _inside(path: str, node: Node) -> Iterator[tuple[str, str]]:
    match node:
        case Tree(entries=entries):
            for key, value in entries:
                yield from _inside(f"{path} {key.text}".strip(), value)
        case Listing(items=items):
            if all(isinstance(item, Scalar) for item in items):
                yield path, ", ".join(item.text for item in items if isinstance(item, Scalar))
                return
            for number, item in enumerate(items, 1):
                yield from _inside(f"{path} {number}".strip(), item)
        case Scalar(text=text):
            yield path, text
