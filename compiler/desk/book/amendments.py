"""What a variant changes of the law that it builds on: the bars in its margin, and its front table.

Two compiled laws in, both configured; out: what is new, changed or dropped, with how it was. A rule is changed when it
says something else under the same name; a rule that bears on one of the base stands beside that one as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.part_maker import IN_SECTIONS, Altered, PartMaker, written
from hexlaw.compiler.desk.book.printed_rules import Standing
from hexlaw.compiler.desk.book.wording import Wording, joined, named, said
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.figures import as_printed, figures_of
from hexlaw.runtime.law.footprint import footprints_of
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.law.units import UnitType


def altered(base: Standing, base_words: Wording, now: Standing) -> dict[str, Altered]:
    """Returns by anchor, everything of the variant that is not as it was."""
    found: dict[str, Altered] = {}
    figures = figures_of(base.graph), figures_of(now.graph)
    for sort in ("rule", *IN_SECTIONS, "table", "ruling", "unit"):
        before, after = (dict[str, Any](x.rules) if sort == "rule" else written(x.graph, sort) for x in (base, now))
        for name, decl in after.items():
            if (old := before.get(name)) is None:
                was = _was(decl, base, base_words) if sort == "rule" else ()
                found[f"{sort}:{name}"] = Altered("new", was)
            elif _bare(old, figures[0]) != _bare(decl, figures[1]):
                was = joined(base_words.rule(old)) if sort == "rule" else ()
                values = {**old.values, **decl.values} if sort == "unit" else ()
                differing = tuple(n for n in values if old.values.get(n) != decl.values.get(n))
                found[f"{sort}:{name}"] = Altered("changed", was, differing)
    return found


def readers(parts: PartMaker) -> dict[str, tuple[m.Ref, ...]]:
    """Returns by anchor, the changed figures that a line of the book reads, though it says what it said: cells of
    tables, what is printed on counters, and what rules now make of that."""
    graph, footprints = parts.graph, footprints_of(parts.graph)
    changed = [(f"table:{name}", name) for name in graph.tables if f"table:{name}" in parts.altered]
    changed += [(f"quantity:{name}", name) for name in figures_of(graph) if _bears_otherwise(parts, name)]
    found: dict[str, dict[m.Ref, None]] = {}
    for key, name in changed:
        sort = key.partition(":")[0]
        ref = m.Ref(key, graph.tables[name].data.title or named(name)) if sort == "table" else parts.number(key)
        for user in footprints.users(sort, name):
            found.setdefault(":".join(user), {})[ref] = None
    for anchor, change in parts.altered.items():
        unit = graph.units.get(anchor.removeprefix("unit:"))
        for figure in change.figures if unit is not None else ():
            assert unit is not None
            ref = m.Ref(anchor, f"{parts.wording.attribute(unit.kind, figure).lower()} of {unit.name}")
            for user in footprints.users("attribute", figure):
                found.setdefault(":".join(user), {})[ref] = None
    return {anchor: tuple(refs) for anchor, refs in found.items() if anchor not in parts.altered}


def _bears_otherwise(parts: PartMaker, quantity: str) -> bool:
    """Returns whether a variant has changed what becomes of a printed figure."""
    ends = ((rule.id, rule.conclusion) for rule in parts.rules())
    rules = (name for name, end in ends if isinstance(end, g.Changes | g.Rounds) and end.quantity == quantity)
    return f"quantity:{quantity}" in parts.altered or any(f"rule:{name}" in parts.altered for name in rules)


Keyed = tuple[m.ChangeLine, tuple[str, ...]]
"""A line, and the keys that a comparison knows its change by."""


def changed_units(parts: PartMaker, base: PartMaker, cards: tuple[m.CardGroup, ...]) -> Iterator[Keyed]:
    """Yields the units that came, chart by chart, and each that is not as it was."""
    for group in cards:
        new = [card for card in group.cards if card.change == "new"]
        if new:
            names = ", ".join(dict.fromkeys(card.name for card in new))
            sources = tuple(f"[{source}]" for source in dict.fromkeys(card.source for card in new))
            now = (m.Span(f"{len(new)} unit{'s' if len(new) > 1 else ''}: {names}."),)
            line = m.ChangeLine(m.Ref(group.anchor, f"Units: {group.title}"), "new", (), now, sources)
            yield line, tuple(card.anchor for card in new)
        for card in group.cards:
            if card.change == "changed":
                name = card.anchor.removeprefix("unit:")
                was, is_ = (_figures(each, name) for each in (base, parts))
                line = m.ChangeLine(
                    m.Ref(card.anchor, card.name), "changed", _told(was, is_), _told(is_, was), (f"[{card.source}]",)
                )
                yield line, (card.anchor,)


def _figures(parts: PartMaker, name: str) -> dict[str, str]:
    unit = parts.graph.units[name]
    figures = {parts.wording.attribute(unit.kind, n).lower(): said(value) for n, value in unit.values.items()}
    return {"name": unit.name, "kind": named(unit.kind), **figures}


def _told(figures: dict[str, str], others: dict[str, str]) -> m.Text:
    """Returns the figures of a unit that are not those of the other law."""
    figures_text = "; ".join(f"{name} {value}" for name, value in figures.items() if others.get(name) != value)
    return (m.Span(figures_text),) if figures_text else ()


def changed_lines(parts: PartMaker, base: PartMaker) -> Iterator[Keyed]:
    for rule in parts.rules():
        if (change := parts.altered.get(f"rule:{rule.id}")) is not None:
            ref = parts.number(f"rule:{rule.id}")
            given = [v for v in parts.graph.variations if (v.sort, v.name) == ("rule", rule.id)]
            now = (*joined(parts.wording.rule(rule)), *(_bears_now(parts, rule, base.graph) if given else ()))
            why = tuple(line for v in given for line in _why(parts, v)) or tuple(_why(parts, rule))
            replaced = (f"rule:{link.target}" for link in rule.links if link.how == "replaces")
            yield m.ChangeLine(ref, change.change, change.was, now, why), (f"rule:{rule.id}", *replaced)
    for name, rule in base.standing.rules.items():
        if name in parts.standing.rules:
            continue
        if any(k.how == "replaces" and k.target == name for r in parts.rules() for k in r.links):
            continue  # it stands beside what replaces it
        drops = [drop for drop in parts.graph.drops if drop.rule == name]
        why = tuple(drop.reason for drop in drops if drop.reason) or parts.cites(
            tuple(cite for drop in drops for cite in drop.cites)
        )
        place = base.home[f"rule:{name}"]
        known = place.anchor in {other.anchor for other in parts.home.values()}
        ref = m.Ref(place.anchor if known else "changes", base.label(place))
        line = m.ChangeLine(ref, "dropped", joined(base.wording.rule(rule)), (), why)
        yield line, (f"rule:{name}",)
    for name, table in parts.graph.tables.items():
        old = base.graph.tables.get(name)
        if f"table:{name}" in parts.altered:
            ref = m.Ref(f"table:{name}", table.data.title or named(name))
            how = parts.altered[f"table:{name}"].change
            line = m.ChangeLine(ref, how, _cells(old, table), _cells(table, old), parts.cites(table.cites))
            yield line, (f"table:{name}",)
    yield from _brought(parts, base)
    yield from _doings(parts, base)
    for dispute, reading in parts.standing.law.readings.items():
        before = base.standing.law.readings.get(dispute)
        if before is not None and before != reading:
            cites = [cite for s in parts.graph.settlements if s.dispute == dispute for cite in s.cites]
            ref = m.Ref(f"dispute:{dispute}", named(dispute))
            line = m.ChangeLine(
                ref, "changed", (m.Span(_reading(base.graph, dispute, before)),),
                (m.Span(_reading(parts.graph, dispute, reading)),), parts.cites(tuple(cites)),
            )  # fmt: skip
            under = (
                f"rule:{r.id}" for r in parts.graph.rules.values() if r.under is not None and r.under[0] == dispute
            )
            yield line, (f"dispute:{dispute}", *under)


def _brought(parts: PartMaker, base: PartMaker) -> Iterator[Keyed]:
    """Yields the actions and options that the base has not, with what their authors say of them."""
    for sort in ("action", "option"):
        for name, decl in parts.graph.section(sort).items():
            if name not in base.graph.section(sort):
                ref = m.Ref(f"{sort}:{name}", parts.wording.called(sort, name))
                why = tuple(f"[{cite}]" for cite in parts.cites(decl.cites))
                yield m.ChangeLine(ref, "new", (), (m.Span(decl.doc or f"A new {sort}."),), why), (f"{sort}:{name}",)


def _doings(parts: PartMaker, base: PartMaker) -> Iterator[Keyed]:
    """Yields a line for each change that is made by name; rules and disputes are compared as a whole."""
    for change in parts.graph.variations:
        if change.origin.module in base.graph.modules or change.sort in ("rule", "settlement"):
            continue
        why = (*([change.doc] if change.doc else []), *(f"[{cite}]" for cite in parts.cites(change.cites)))
        if change.sort == "default":
            yield _default(parts, change, why), (f"attribute:{change.name}",)
            continue
        owner, _, part = change.name.partition(".")
        sort = "part" if change.sort == "span" else change.sort
        known = sort == "option" or f"{sort}:{owner}" in parts.home
        ref = m.Ref(f"{sort}:{owner}" if known else "changes", parts.wording.called(sort, owner))
        done = {
            "replaces": "is another", "also": "does more", "drop": "is left out", "after": "is followed by more",
            "before": "comes after more",
        }[change.how]  # fmt: skip
        what = f"Its part “{part.replace('-', ' ')}” {done}." if part else f"It {done}."
        how: m.Change = "dropped" if change.how == "drop" else "changed"
        yield m.ChangeLine(ref, how, (), (m.Span(what),), why), (f"{sort}:{owner}", f"phase:{owner}")


def _default(parts: PartMaker, change: g.Variation, why: tuple[str, ...]) -> m.ChangeLine:
    """Returns an attribute of a kind that has another default, or none any more."""
    kind, _, attribute = change.name.partition(".")
    ref = m.Ref("changes", parts.wording.called("kind", kind))
    done = "is to be given, and has no default" if change.how == "drop" else "has another default"
    what = f"Its {parts.wording.attribute(kind, attribute).lower()} {done}."
    return m.ChangeLine(ref, "changed", (), (m.Span(what),), why)


def _bears_now(parts: PartMaker, rule: g.Rule, base: g.Graph) -> Iterator[m.Span]:
    """Yields the rules on which a rule of the base bears only now."""
    before = base.rules[rule.id].links if rule.id in base.rules else ()
    for link in rule.links:
        if link not in before and not link.step:
            for target in targets_of(parts.graph, link):
                how = {"over": "stands over", "limits": "limits", "lifts": "lifts"}[link.how]
                to = parts.number(f"rule:{target}")
                yield from (m.Span(f" It now {how} "), m.Span(to.label, to=to.to), m.Span("."))


def _why(parts: PartMaker, change: g.Rule | g.Variation) -> Iterator[str]:
    said = in_authors_words(parts, change) if isinstance(change, g.Rule) else change.doc
    yield from [said] if said else []
    yield f"[{', '.join(parts.cites(change.cites))}]"


def in_authors_words(parts: PartMaker, rule: g.Rule) -> str:
    """Returns what stands in quotes at a rule, or what the ruling that brings it was asked and answers, if anything."""
    ruling = parts.graph.rulings.get(rule.by_ruling or "")
    return parts.graph.said_of(rule) or (
        f"{ruling.asks} {ruling.answers[:1].upper()}{ruling.answers[1:]}" if ruling is not None else ""
    )


def _reading(graph: g.Graph, dispute: str, name: str) -> str:
    return next((r.text for r in graph.disputes[dispute].readings if r.name == name), name)


def _was(rule: g.Rule, base: Standing, words: Wording) -> m.Text:
    """Returns how the law was where a new rule bears on it: the rules of the base that it stands over or limits, but
    for those of other situations; one that does not stand wherever the new one does says when it does."""
    names = (name for link in rule.links if not link.step for name in targets_of(base.graph, link))
    where = rule.origin.situation
    lines: list[m.Line] = []
    for old in (base.rules[name] for name in names if name in base.rules):
        there = old.origin.situation
        if there is None or where in (None, there):
            known = there == where and old.origin.option == rule.origin.option
            lines += words.rule(old) if known else words.rule_where_it_stands(old)
    return joined(lines)


def _cells(table: g.TableDecl | None, other: g.TableDecl | None) -> m.Text:
    """Returns the cells of a table that the other has not, or otherwise."""
    now, old = ({} if each is None else each.data.by_headings for each in (table, other))
    differing = ((heads, value) for heads, value in now.items() if old.get(heads, g.MISSING) != value)
    figures_text = "; ".join(f"{', '.join(map(said, heads))}: {said(value)}" for heads, value in differing)
    return (m.Span(figures_text),) if figures_text else ()


def _bare(node: Any, figures: Mapping[str, e.Attribute]) -> object:
    """Returns all that a book says of a node, as if no rule bore on printed figures: not where it is written."""
    match node:
        case g.TableDecl():
            return node.params, [*node.data.by_headings.items()]
        case UnitType():
            return node.name, node.kind, node.values
        case _:
            return replace(as_printed(node, figures), origin=None)
