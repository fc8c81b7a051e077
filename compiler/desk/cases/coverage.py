"""Coverage: what of a law its cases show, and why not the rest. Runs of cases in, gaps with their reasons out.

A rule is covered when it decides something in a case: its conditions hold, nothing limits it and nothing stands over
it. A cell is covered when it is read, a link when the rules it joins meet, a change of what stands below when a case
comes out otherwise without it. Counted is the law that the module says itself, with the abstract layers below it, which
have no cases of their own; `whole_chain` counts everything. Advice to programs is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from hexlaw.compiler.base.templates import template
from hexlaw.compiler.desk.cases.changes import Change
from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import played
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.links import Bearing
from hexlaw.runtime.law.value import plain_text
from hexlaw.runtime.words.english import counted

DROPPED = "it is dropped or replaced"
NEVER_HAPPENS = "never happens"
PLAYED = "it is played, not asked, and no case that is played comes upon it"


@dataclass(frozen=True)
class Run:
    """A case that was answered: under which law, with all that was read."""

    law: Law
    seen: ReadSet
    case: str = ""


@dataclass(frozen=True)
class Share:
    shown: int
    of: int


@dataclass(frozen=True)
class RuleGap:
    rule: str
    where: str
    how: str  # the reason in a word or two: `never asked`, `never true`, `limited` ... (the table in docs/graph.md)
    reason: str


@dataclass(frozen=True)
class TableGap:
    table: str
    where: str
    cells: Share
    unread: tuple[str, ...]  # headings of cells that were never read, a line for each row or rows


@dataclass(frozen=True)
class LinkGap:
    rule: str
    where: str
    how: str
    target: str
    reason: str


@dataclass(frozen=True)
class ChangeGap:
    what: str
    where: str


class Coverage(msgspec.Struct, frozen=True, rename="kebab"):
    module: str
    cases: int
    rules: Share
    cells: Share
    links: Share
    rules_not_shown: tuple[RuleGap, ...]
    cells_not_read: tuple[TableGap, ...]
    links_that_never_bore: tuple[LinkGap, ...]  # of the rules that are shown themselves
    changes: Share  # of what it changes below: those without which a case comes out otherwise
    changes_not_missed: tuple[ChangeGap, ...]

    def as_text(self) -> str:
        """Returns the gaps as text, each with its place and its reason."""
        return template(__file__, "coverage.txt.jinja").render(it=self, counted=counted)


def measure(
    compilation: Compilation, runs: list[Run], *, whole_chain: bool = False, changes: Iterable[tuple[Change, bool]] = ()
) -> Coverage:
    """Returns the coverage by cases that were run; each change of the module comes with whether one misses it."""
    changed = [(change, missed) for change, missed in changes if not change.is_advice]
    graph = compilation.graph
    own = compilation.chain.layers if whole_chain else compilation.chain.shown_here
    names = {layer.name for layer in own}
    rules = [r for r in graph.rules.values() if r.origin.module in names and _counts(r, runs)]
    hooks = played(graph)
    gaps = {rule.id: gap for rule in rules if (gap := _rule_gap(rule, runs, hooks)) is not None}
    folders = [f"{layer.shown}/" for layer in own]
    printed = [table for table in graph.tables.values() if not table.origin.is_advice]
    tables = [t for table in printed if (t := _table_gap(table, folders, runs)) is not None]
    links = [(rule, link) for rule in rules for link in rule.links if link.how != "replaces"]
    silent = [
        (rule, link)
        for rule, link in links
        if not any(
            {(target, rule.id) for target in _targets(graph, link)}
            & (run.seen.overridden if link.how == "over" else run.seen.limited)
            for run in runs
        )
    ]
    return Coverage(
        module=compilation.name,
        cases=len(runs),
        rules=Share(len(rules) - len(gaps), len(rules)),
        cells=Share(sum(t.cells.shown for t in tables), sum(t.cells.of for t in tables)),
        links=Share(len(links) - len(silent), len(links)),
        rules_not_shown=tuple(gaps.values()),
        cells_not_read=tuple(t for t in tables if t.unread),
        links_that_never_bore=tuple(_link_gap(graph, r, link, runs) for r, link in silent if r.id not in gaps),
        changes=Share(sum(missed for _, missed in changed), len(changed)),
        changes_not_missed=tuple(ChangeGap(change.what, change.where) for change, missed in changed if not missed),
    )


# ---- rules


def _counts(rule: g.Rule, runs: list[Run]) -> bool:
    """Leaves out advice, and rules that are never in force or were taken out for good."""
    if rule.origin.is_advice or not rule.can_be_missed:
        return False
    return not runs or any(run.law.why_not_standing(rule.id) != DROPPED for run in runs)


def shows(rule: g.Rule, run: Run) -> bool:
    """Returns whether a rule decides something in a case."""
    if isinstance(rule.conclusion, g.Gives | g.Changes | g.Rounds):
        return rule.id in run.seen.won
    return rule.id in run.seen.applied


def _rule_gap(rule: g.Rule, runs: list[Run], hooks: frozenset[str]) -> RuleGap | None:
    if any(shows(rule, run) for run in runs):
        return None
    if rule.id in hooks and not any(rule.id in run.seen.reached for run in runs):
        return RuleGap(rule.id, rule.origin.where, NEVER_HAPPENS, PLAYED)
    how, reason = _why_not_shown(rule, runs)
    return RuleGap(rule.id, rule.origin.where, how, reason)


def _why_not_shown(rule: g.Rule, runs: list[Run]) -> tuple[str, str]:
    """Returns how far a rule came in the cases that took it furthest, and what stopped it there."""
    name = rule.id
    if not runs:
        return "never asked", "there are no cases"
    over = Counter(by for run in runs for what, by in run.seen.overridden if what == name)
    limits = Counter(by for run in runs for what, by in run.seen.limited if what == name)
    if over:
        return "overridden", f"always overridden {_by(over)}" + (f"; limited {_by(limits)}" if limits else "")
    if any(name in run.seen.applied for run in runs):
        return "never asked", f"its conditions held, but {_never_asked(rule)}"
    if limits:
        word = "lifted" if isinstance(rule.conclusion, g.Forbids | g.Requires) else "limited"
        return "limited", f"always {word} {_by(limits)}"
    stops = Counter(text for run in runs for what, text in run.seen.stopped if what == name)
    if stops:
        each = [f"`{text}` stopped it in {counted(n, 'case')}" for text, n in stops.most_common()]
        return "never true", f"its conditions never held together: {'; '.join(each)}"
    if any(name in run.seen.reached for run in runs):
        if isinstance(rule.conclusion, g.Requires):
            return "always held", "what it requires was never broken"
        if rule.for_each:
            return "never true", "there was never anything for its `for each`"
        return "never judged", "it was looked at, but what its conditions ask was never known"
    if isinstance(rule.conclusion, g.Changes):
        step = f"{rule.conclusion.quantity}.{rule.conclusion.step}"
        off = Counter(by for run in runs for what, by in run.seen.limited if what == f"step:{step}")
        if off:
            return "limited", f"the step `{step}` was always switched off {_by(off)}"
    standing = sum(name in run.law.rules for run in runs)
    if standing:
        where = f" in the {counted(standing, 'case')} where it is in force" if standing < len(runs) else ""
        return "never asked", _never_asked(rule) + where
    why = Counter(run.law.why_not_standing(name) or "it was taken away" for run in runs)
    causes = "; ".join(f"{text} ({counted(n, 'case')})" for text, n in why.most_common())
    return "not in force", f"in force in no case: {causes}"


def _never_asked(rule: g.Rule) -> str:
    match rule.conclusion:
        case g.Gives(fact=fact) | g.Collects(fact=fact):
            return f"`{fact}` was never asked"
        case g.Changes(quantity=quantity, step=step):
            return f"the step `{quantity}.{step}` was never worked out"
        case g.Rounds(quantity=quantity):
            return f"`{quantity}` was never worked out"
        case g.Forbids(picks=picks):
            return f"{' and '.join(f'`{p}`' for p in picks)} was never tried"
        case g.Requires():
            return "nothing was done that could break it"
        case _:
            targets = " or ".join(f"`{link.target}{'.*' if link.wild else ''}`" for link in rule.links)
            return f"the conditions of {targets} never held"


def _by(rules: Counter[str]) -> str:
    return ", ".join(f"by `{rule}` in {counted(n, 'case')}" for rule, n in rules.most_common())


# ---- links


def _targets(graph: g.Graph, link: g.Link) -> set[str]:
    """Returns the targets of a link: the step it names, or its rules and those that replace them."""
    return {f"step:{link.target}"} if link.step else set(Bearing(graph).on(link))


def _link_gap(graph: g.Graph, rule: g.Rule, link: g.Link, runs: list[Run]) -> LinkGap:
    targets = _targets(graph, link)
    named = f"{link.target}.*" if link.wild else link.target
    if link.step:
        reason = f"`{rule.id}` never applied when the step `{named}` was worked out"
    elif not any(targets & (run.seen.applied | {what for what, _ in run.seen.limited}) for run in runs):
        reason = f"the conditions of `{named}` never held"
    elif any(rule.id in run.seen.applied for run in runs):
        reason = f"`{rule.id}` and `{named}` applied, but never together"
    else:
        reason = f"`{rule.id}` never applied"
    return LinkGap(rule.id, rule.origin.where, link.how, named, reason)


# ---- cells


def _table_gap(table: g.TableDecl, folders: list[str], runs: list[Run]) -> TableGap | None:
    """Returns the cells that these layers print, and those that no case reads; None if they print none."""
    printed = {at for at, cell in table.data.cells.items() if cell.where.startswith(tuple(folders))}
    if not printed:
        return None
    read = {at for run in runs for name, at in run.seen.cells if name == table.name}
    unread = tuple(_rows(table, printed - read, printed))
    return TableGap(table.name, table.origin.where, Share(len(printed & read), len(printed)), unread)


def _rows(table: g.TableDecl, unread: set[tuple[int, ...]], printed: set[tuple[int, ...]]) -> Iterator[str]:
    """Yields cells named by their headings: rows that lack the same cells share a line."""
    *before, last = table.data.axes
    in_order = sorted({at[:-1] for at in unread})
    lines = grouped((tuple(sorted(at[-1] for at in unread if at[:-1] == row)), row) for row in in_order)
    for missing, rows in lines.items():
        whole = all(len(missing) == sum(at[:-1] == row for at in printed) for row in rows)
        names = "all" if whole and before else ", ".join(plain_text(last.headings[i]) for i in missing)
        if not before:
            yield names
            continue
        heads = [" / ".join(plain_text(axis.headings[i]) for axis, i in zip(before, row, strict=True)) for row in rows]
        yield f"{', '.join(heads)}: {names}"
