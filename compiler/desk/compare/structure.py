"""What differs between two laws, in the terms of a rule book, and what each difference bears on.

Idea: a declaration differs when its meaning does (`meaning.py`); where it stands, its words and its citations are told
apart from that, as no verdict depends on them. Rules are compared in `rule_differences.py`; here is all else that a law
declares, what is chosen for it, its boards and its set-ups.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.yaml_tree import Listing, Node, Scalar, read_yaml, texts_in
from hexlaw.compiler.data.yaml_tree import Mapping as Tree
from hexlaw.compiler.desk.book.part_maker import written
from hexlaw.compiler.desk.book.printed_rules import Standing
from hexlaw.compiler.desk.compare.differences import Brought, Difference, How, Structure
from hexlaw.compiler.desk.compare.meaning import alike, cell_name, cells_of, dress, meaning, without_units
from hexlaw.compiler.desk.compare.rule_differences import renamed_rules, rules_that_differ, said_of
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import users_of
from hexlaw.runtime.law.figures import as_printed, figures_of
from hexlaw.runtime.law.units import UnitType
from hexlaw.runtime.law.value import plain_text
from hexlaw.runtime.words import law_in_words
from hexlaw.runtime.words.spans import plain

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
    """Two laws with what differs between them."""
    old, new = base.standing, variant.standing
    renamed = renamed_rules(old.graph.rules, new.graph.rules)
    settings = [replace(d, brings=tuple(_brought(d, old, new))) for d in _switched(old, new)]
    old, new = _with_other_readings(old), _with_other_readings(new)
    switched = {name for d in settings for _, name in d.bears_on}  # told with what switches them
    rules = rules_that_differ(old, new, renamed)
    found = [*settings, *(d for d in rules if d.how == "changed" or d.name not in switched)]
    told = {d.key for d in settings}
    for sort in COMPARED:
        found += (d for d in _declared(sort, old.graph, new.graph) if not _is_told(d, told, old.graph, new.graph))
    found += _files(base, variant)
    advice = old.graph.advice | new.graph.advice
    told_whole = (replace(d, is_advice=d.is_advice or _speaks_of(d) in advice) for d in found)
    structure = Structure(tuple(told_whole), renamed)
    return Compared(base, variant, structure)


def _speaks_of(d: Difference) -> str:
    """What a difference is one of: a cell one of its table, an attribute of any kind."""
    return f"{d.sort}:{d.names[0].rpartition('.')[2] if d.sort == 'attribute' else d.names[0]}"


def _is_told(d: Difference, switched: set[str], *graphs: g.Graph) -> bool:
    """Whether an option or a dispute differs in nothing but its default, and is told as switched."""
    if d.how != "changed" or d.key not in switched:
        return False
    was, now = (meaning(replace(graph.section(d.sort)[d.name], default=None)) for graph in graphs)
    return was == now


def _with_other_readings(standing: Standing) -> Standing:
    """With the rules of readings that are not taken: a book does not print them, and yet they may differ."""
    graph, readings = standing.graph, standing.law.readings
    dropped = {drop.rule for drop in graph.drops if drop.origin.always}
    others = {
        rule.id: rule
        for rule in graph.rules.values()
        if rule.under is not None and readings[rule.under[0]] != rule.under[1] and rule.id not in dropped
    }
    return replace(standing, rules={**others, **standing.rules})


# ---- what is declared


def _declared(sort: str, old: g.Graph, new: g.Graph) -> Iterator[Difference]:
    before, now = written(old, sort), written(new, sort)
    figures = figures_of(old), figures_of(new)
    for name, node in now.items():
        if figures[0] == figures[1] and alike(before.get(name), node):
            continue
        if name not in before:
            yield Difference("new", sort, name, "", _told(sort, name, new), users_of(sort, name, new))
        elif sort == "unit":
            yield from _unit(before[name], node, new)
        elif sort == "kind":
            yield from _kind(before[name], node, old, new)
        elif sort == "choice" and without_units(node, new) == without_units(before[name], old):
            pass
        elif sort == "table":
            yield from _table(name, before[name], node, new)
        elif sort == "sequence":
            yield from _sequence(name, old, new)
        elif (sort == "ruling" and before[name].answers != node.answers) or meaning(
            as_printed(before[name], figures[0])
        ) != meaning(as_printed(node, figures[1])):
            was, is_ = _told(sort, name, old), _told(sort, name, new)
            yield Difference("changed", sort, name, was, is_, users_of(sort, name, new))
        elif dress(before[name]) != dress(node) and sort != "ruling":
            yield Difference("worded", sort, name)
    for name in before:
        if name not in now:
            yield Difference("dropped", sort, name, _told(sort, name, old), "", users_of(sort, name, old))


def _told(sort: str, name: str, graph: g.Graph) -> str:
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
            yield Difference(how, "attribute", f"{new.name}.{name}", _attribute(was), _attribute(now))
    rest = [meaning(replace(kind, attributes={})) for kind in (old, new)]
    if rest[0] != rest[1]:
        stands = [f"stands in {', '.join(kind.holders) or 'nothing'}{_secret(kind)}" for kind in (old, new)]
        yield Difference("changed", "kind", new.name, stands[0], stands[1])


def _secret(kind: g.KindDecl) -> str:
    return ", secret" * kind.secret + (f" while {kind.secret_while}" if kind.secret_while is not None else "")


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
            told = ["" if value is _NO_CELL else plain_text(value) for value in (was, is_)]
            yield Difference("changed", "table", cell_name(name, place), told[0], told[1], users)


_NO_CELL = object()


_Part = tuple[object, tuple[object, ...]]
"""A part of the sequence: itself without what it holds, and that: statements, and the names of parts."""


def _sequence(name: str, old: g.Graph, new: g.Graph) -> Iterator[Difference]:
    """The parts of the sequence of play, each by its name."""
    before, now = (dict(_spans(graph.sequences[name])) for graph in (old, new))
    words = [
        {
            line.said[0].ref.removeprefix("part:"): plain(line.said).strip()
            for line in law_in_words.Words(graph).sequence(name)
            if line.said and line.said[0].ref.startswith("part:")
        }
        for graph in (old, new)
    ]
    for part in dict.fromkeys((*before, *now)):
        was, is_ = words[0].get(part, ""), words[1].get(part, "")
        if part not in before:
            place = _place_of(part, new.sequences[name])
            yield Difference(
                "new", "phase", part, "", f"{is_} It comes {place}." if place else is_, (("sequence", name),)
            )
        elif part not in now:
            yield Difference("dropped", "phase", part, was, "", (("sequence", name),))
        elif _kept(before[part], now) != _kept(now[part], before):
            yield Difference("changed", "phase", part, was, is_, (("sequence", name),))


def _place_of(name: str, body: Sequence[object], within: str = "") -> str:
    """Where a part of the sequence comes: behind which other part, and in which one."""
    parts = [part for part in body if isinstance(part, g.SpanDecl)]
    for at, part in enumerate(parts):
        if part.name == name:
            behind = f"after the part {parts[at - 1].name}" if at else "first"
            return f"{behind} in the part {within}" if within else behind
        if found := _place_of(name, part.body, part.name):
            return found
    return ""


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


def _switched(old: Standing, new: Standing) -> Iterator[Difference]:
    """What is chosen otherwise, with the rules that depend on it."""
    for name in dict.fromkeys((*old.law.options, *new.law.options)):
        was, now = (law.options.get(name) for law in (old.law, new.law))
        if was is not None and now is not None and was != now:
            rules = _these(r.id for r in new.graph.rules.values() if r.origin.option == name)
            yield Difference("switched", "option", name, _on(was), _on(now), rules, about=new.graph.options[name].doc)
    for name in dict.fromkeys((*old.law.readings, *new.law.readings)):
        one, other = (law.readings.get(name) for law in (old.law, new.law))
        if one is not None and other is not None and one != other:
            rules = _these(r.id for r in new.graph.rules.values() if r.under in ((name, one), (name, other)))
            dispute = new.graph.disputes[name]
            texts = {reading.name: reading.text for reading in dispute.readings}
            was_, now_ = (f"{reading}: {texts[reading]}" if texts.get(reading) else reading for reading in (one, other))
            yield Difference("switched", "dispute", name, was_, now_, rules, about=dispute.doc)
    if old.law.year != new.law.year:
        coming_or_going = old.law.rules.keys() ^ new.law.rules.keys()
        rules = _these(sorted(coming_or_going & old.graph.rules.keys() & new.graph.rules.keys()))
        was_, now_ = (str(law.year or "today") for law in (old.law, new.law))
        yield Difference("switched", "year", "as-of", was_, now_, rules)


def _these(rules: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple(("rule", rule) for rule in rules)


def _brought(switched: Difference, old: Standing, new: Standing) -> Iterator[Brought]:
    """The rules and actions that a changed option, reading or year takes out of force, then those that it puts in."""
    ways: tuple[tuple[Literal["added", "dropped"], Standing, Standing], ...]
    ways = ("dropped", old, new), ("added", new, old)
    for how, here, there in ways:
        words = law_in_words.Words(here.graph)
        gone = here.law.rules.keys() - there.law.rules.keys() | here.rules.keys() - there.rules.keys()
        if switched.sort == "option" and here.law.options[switched.name]:
            for action in here.graph.actions.values():
                if action.origin.option == switched.name:
                    yield Brought(how, f"action:{action.name}", _told("action", action.name, here.graph))
        for rule in (here.rules[known] for _, known in switched.bears_on if known in gone and known in here.rules):
            undone = words.undone(rule) if how == "dropped" else None
            then = "" if undone is None else plain(undone)
            yield Brought(how, f"rule:{rule.id}", said_of(words, rule), then)


def _on(value: bool) -> str:
    return "on" if value else "off"


def _files(base: ComparedLaw, variant: ComparedLaw) -> Iterator[Difference]:
    """Boards and the set-ups of situations: each place in them that says something else."""
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


def _texts(side: ComparedLaw, part: str) -> dict[str, tuple[str, ...]]:
    """The files of a board or a situation, base first."""
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
