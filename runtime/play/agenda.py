"""What a law does at which moment of a game: hooks in their order, memories, tallies, tasks, actions by part.

Computed once for a law; a game only looks it up. Hooks of one moment run as `follows` says, otherwise by name: where
the law gives no order the position does not depend on one, but the journal needs one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeVar

from hexlaw.runtime.base.nodes import Node, memoised
from hexlaw.runtime.base.relations import closure, going_on, grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import attributes_in, parts, spans_of, uses, variables
from hexlaw.runtime.law.footprint import KEPT_BY_PLAY, Block, Footprints, changed_by, footprints_of
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.play.secrecy import kept_in_secret, named_by_lot

Key = TypeVar("Key")
Edge = tuple[str, str]
"""`start` or `end`, and the part of the sequence."""

_OF_TASKS = frozenset({"stage", "work", "paused"})


@dataclass(frozen=True, slots=True)
class RuleReads:
    """A rule, the attributes that it reads, `None` where it also reads memories, tallies or spans, and the kinds of
    things that it reads beside those it names, `None` where these may be all."""

    rule: g.Rule
    attributes: frozenset[str] | None
    others: frozenset[str] | None

    def bears_on(self, changed: Iterable[str]) -> bool:
        return self.attributes is None or not self.attributes.isdisjoint(changed)

    def asks_where_things_are(self) -> bool:
        return self.others is None or bool(self.others) or self.bears_on(e.STANDING)


@dataclass(frozen=True)
class Agenda:
    law: Law

    @cached_property
    def footprints(self) -> Footprints:
        return footprints_of(self.law.graph)

    @cached_property
    def after(self) -> dict[str, tuple[g.Rule, ...]]:
        """Returns what follows an event, a pick, an effect, an order or a task."""
        moments = self.law.graph.moments_of
        return self._by_moment((moment, r) for r in self._hooks for moment in moments(r))

    @cached_property
    def at_edge(self) -> dict[Edge, tuple[g.Rule, ...]]:
        return self._by_moment((r.at_edge, r) for r in self._hooks if r.at_edge is not None)

    @cached_property
    def watched(self) -> tuple[RuleReads, ...]:
        """Memories and tallies that no moment begins or ends, with what decides on them."""
        found = [r for r in self.law.rules.values() if isinstance(r.conclusion, g.Remembers | g.Counts)]
        return tuple(self._with_reads(r) for r in found if r.after is None and r.at_edge is None)

    @cached_property
    def requirements(self) -> dict[str, tuple[RuleReads, ...]]:
        """Returns what is required `all-times` or at `rest`, each with what decides on it."""
        rules = [(r.conclusion.sampled, r) for r in self.law.requirements if isinstance(r.conclusion, g.Requires)]
        return {"all-times": (), "rest": (), **grouped((sampled, self._with_reads(r)) for sampled, r in rules)}

    @cached_property
    def read_in_actions(self) -> frozenset[str]:
        """Returns the attributes that can matter to the rest of an action: all that its picks, prohibitions, effects,
        requirements and hooks may read, but not what only the sequence or the end of a game reads."""
        graph, set_off = self.law.graph, g.Then | g.Remembers | g.Counts | g.TaskRule | g.Requires
        rules = [r for r in self.law.rules.values() if isinstance(r.conclusion, set_off) and r.at_edge is None]
        done = (*graph.actions.values(), *graph.effects.values(), *graph.tasks.values(), *(r.conclusion for r in rules))
        picks = (node for node in uses(graph) if node.startswith("pick:"))
        lasting = (decl.lasting for kind in graph.kinds.values() for decl in kind.attributes.values())
        owners = {one.owner for one in lasting if one is not None and one.owner is not None}
        return attributes_in(self.footprints.reads(done, *picks, *(f"rule:{rule.id}" for rule in rules))) | owners

    @cached_property
    def dicing(self) -> frozenset[str]:
        """Returns the effects that can throw dice, by themselves or by another effect."""
        effects = self.law.graph.effects.items()
        return frozenset(n for n, x in effects if any(isinstance(part, e.Roll | e.Draw) for part in self._done(x.body)))

    def _done(self, body: Block, closed: tuple[type, ...] = ()) -> Iterator[Node]:
        """Yields the parts of a body and of the effects that it does."""
        blocks = {"": body, **{name: effect.body for name, effect in self.law.graph.effects.items()}}
        called = lambda name: (x.effect for x in parts(blocks[name], closed) if isinstance(x, e.Do))  # noqa: E731
        return (part for name in going_on([""], called) for part in parts(blocks[name], closed))

    # -- what might break a requirement

    @cached_property
    def breaking(self) -> frozenset[int]:
        """Returns by identity the statements of the sequence itself that bear on what must hold at all times."""
        spans = (part for part in parts(self.sequence) if isinstance(part, g.SpanDecl))
        lines = (line for span in spans for line in span.body if not isinstance(line, g.SpanDecl))
        return frozenset(id(line) for line in lines if self._bears((line,)))

    def _bears(self, body: tuple[e.Statement, ...]) -> bool:
        """Whether statements may break a requirement; picks, offers and hooks of events are judged separately."""
        done = [part for part in self._done(body, (e.Pick,)) if not isinstance(part, e.Pick)]
        written = frozenset().union(*(changed_by(part) for part in done)) - {e.DECIDING}
        moved, named = any(name.startswith("@") for name in written), attributes_in(written)
        return any(moved or reading.bears_on(named) for reading in self.requirements["all-times"])

    @cached_property
    def actions(self) -> dict[str, tuple[g.ActionDecl, ...]]:
        """Returns the actions that are open in a part of the sequence; under "" those that only a task opens. One that
        is asked of something is only offered."""
        whole = (a for a in self.law.graph.actions.values() if not a.params)
        in_force = (a for a in whole if self.law.why_not_in_force(a.origin) is None)
        found = []
        for action in in_force:
            spans = [span for line in action.open_in for span in line.spans]
            found += [(span, action) for span in spans or ([""] if action.name in self.opened_by_tasks else [])]
        return grouped(found)

    @cached_property
    def opened_by_tasks(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """By action, the tasks and stages that open it."""
        stages = ((task.name, stage) for task in self.law.graph.tasks.values() for stage in task.stages)
        return grouped((stage.opens, (task, stage.name)) for task, stage in stages if stage.opens is not None)

    @cached_property
    def working(self) -> dict[Edge, tuple[g.TaskDecl, ...]]:
        """Returns the tasks for which work is counted at an edge."""
        in_force = (t for t in self.law.graph.tasks.values() if self.law.why_not_in_force(t.origin) is None)
        return grouped((t.works, t) for t in in_force if t.works)

    @cached_property
    def task_rules(self) -> dict[str, tuple[g.Rule, ...]]:
        """Returns what pauses, restarts or cancels a sort of task as long as it holds; under `task` what does all."""
        found = [r for r in self.law.rules.values() if r.after is None and r.at_edge is None]
        return grouped((r.conclusion.task, r) for r in found if isinstance(r.conclusion, g.TaskRule))

    @cached_property
    def due(self) -> dict[str, tuple[str, ...]]:
        """Returns the orders that fall due when a part of the sequence begins."""
        return grouped((o.due, o.name) for o in self.law.graph.orders.values() if o.due is not None)

    @cached_property
    def bodies(self) -> dict[str, tuple[e.Statement, ...]]:
        """Returns each action as statements: its first picks are picks like all others."""
        return {name: (*action.lines, *action.body) for name, action in self.law.graph.actions.items()}

    @cached_property
    def needed(self) -> dict[int, tuple[str, ...]]:
        """Returns the names that a pick uses, itself and in all that it does, by the identity of the pick; where it is
        repeated, also those of the `let`s before it. A pick goes on although something picked earlier is gone."""
        found: dict[int, tuple[str, ...]] = {}
        for block in self.all_blocks:
            for at, line in enumerate(block):
                if isinstance(line, e.Pick):
                    again = named_anew(block, at) if line.repeatedly else ()
                    found[id(line)] = tuple(sorted(variables((line, again)) - {line.gathered}))
        return found

    def does_nothing(self, pick: e.Pick) -> bool:
        """Returns whether a pick only names what is picked, and no hook follows it."""
        return not pick.does and pick.account is None and pick.path not in self.after

    @cached_property
    def secret_picks(self) -> frozenset[str]:
        """Returns the picks whose answers become a secret: what one side alone sees in an order, or in an attribute."""
        found = kept_in_secret(self.law.graph, self.bodies.values(), self.after)
        return frozenset(part.path for part in found if isinstance(part, e.Pick))

    @cached_property
    def secret_lots(self) -> frozenset[int]:
        """Returns the throws and draws whose results become a secret, by the identity of the statement."""
        found = kept_in_secret(self.law.graph, self.footprints.bodies.values(), self.after)
        return frozenset(id(part) for part in found if not isinstance(part, e.Pick))

    @cached_property
    def named_by_lot(self) -> frozenset[str]:
        """Returns the kinds whose new things are called by lot: numbers in order would tell how many are hidden."""
        return named_by_lot(self.law.graph, self.footprints.bodies.values())

    @cached_property
    def sequence(self) -> tuple[g.SpanDecl, ...]:
        return next(iter(self.law.graph.sequences.values()), ())

    @cached_property
    def picks(self) -> dict[str, e.Pick]:
        """Every pick of an action, an effect or a hook by its path."""
        return {part.path: part for part in parts(tuple(self.bodies.values())) if isinstance(part, e.Pick)}

    @cached_property
    def by_steps(self) -> frozenset[str]:
        """The actions in which one hex after the other is picked."""
        steps = (pick.path for pick in self.picks.values() if pick.repeatedly and pick.type == t.HEX)
        return frozenset(path.partition(".")[0] for path in steps)

    @cached_property
    def has_shares(self) -> bool:
        """Whether there is a part of the sequence that sides run at once."""
        return any(span.at_once for span in spans_of(self.law.graph))

    @cached_property
    def statements(self) -> tuple[Node, ...]:
        """Returns all statements that the law in force can carry out, with the expressions in them."""
        elsewhere = {f"rule:{rule}" for rule in self.law.graph.rules.keys() - self.law.rules.keys()}
        bodies = self.footprints.bodies.items()
        done = (body for node, body in bodies if node not in elsewhere and not node.startswith("sequence:"))
        return tuple(parts((*done, self.sequence)))

    @cached_property
    def all_blocks(self) -> tuple[Block, ...]:
        """Returns all statements block by block, each before those inside it."""
        found = [*self.footprints.bodies.values()]
        for part in parts(tuple(found)):
            found += [getattr(part, name) for name in e.BLOCKS if hasattr(part, name)]
        return tuple(filter(None, found))

    @cached_property
    def rivals(self) -> tuple[frozenset[str], frozenset[str]]:
        """Returns the hooks that may write what another hook of one moment may write as well, where neither follows the
        other; and the names of what both may write, `PLACE` for where things stand."""
        rules, names = set[str](), set[str]()
        for hooks in (*self.after.values(), *self.at_edge.values()):
            written = [
                (rule, self._may_write(rule)) for rule in hooks if isinstance(rule.conclusion, g.Then | g.TaskRule)
            ]
            for (one, its), (other, others) in combinations(written, 2):
                if (both := its & others) and not self.follows(one, other) and not self.follows(other, one):
                    rules |= {one.id, other.id}
                    names |= both
        return frozenset(rules), frozenset(names)

    def _may_write(self, rule: g.Rule) -> frozenset[str]:
        """Returns what a hook may write, or more, without the hooks of other moments that it sets off."""
        footprints, found = self.footprints, set[str]()
        works = isinstance(rule.conclusion, g.TaskRule)
        if isinstance(rule.conclusion, g.Then):
            done, tasks = rule.conclusion.body, self.law.graph.tasks.values()
            happening = footprints.brought_about(done, hooks=False)
            works = any(f"action:{name}" in happening for name in self.opened_by_tasks)
            found = footprints.writes((done, *(task.done for task in tasks if works)), hooks=False)
        named = attributes_in(found).union(_OF_TASKS if works or e.ANYTHING in found else ())
        if e.ANYTHING in found:  # what going back writes
            points = (line for line in parts(tuple(footprints.bodies.values())) if isinstance(line, e.Point))
            named = named.union(*(line.keeps for line in points))
        return named | ({g.PLACE} if found & {e.WHERE, e.ANYTHING} else set())

    def follows(self, one: g.Rule, other: g.Rule) -> bool:
        """Returns whether the law says that one hook comes after the other."""
        return other.id in self._later.get(one.id, frozenset())

    # -- how it is found

    def _with_reads(self, rule: g.Rule) -> RuleReads:
        read = self.footprints.reads(self.law.ranging_binders.get(rule.id, ()), f"rule:{rule.id}")
        if any(name.startswith(KEPT_BY_PLAY) for name in read):
            return RuleReads(rule, None, None)
        kinds = (name.removeprefix("kind:") for name in read if name.startswith("kind:"))
        others = None if not read.isdisjoint({e.OTHERS, e.ANYTHING}) else map(self.law.graph.kinds_below, kinds)
        return RuleReads(rule, attributes_in(read), None if others is None else frozenset().union(*others))

    @cached_property
    def _hooks(self) -> list[g.Rule]:
        happening = g.Then | g.Remembers | g.Counts | g.TaskRule
        return [r for r in self.law.rules.values() if isinstance(r.conclusion, happening)]

    @cached_property
    def _later(self) -> dict[str, frozenset[str]]:
        said = [(rule.id, target) for rule in self._hooks for target in rule.follows]
        later = ((one, rule.id) for one, target in said for rule in self.law.may_be_asked(target))
        return closure(later)

    def _by_moment(self, pairs: Iterable[tuple[Key, g.Rule]]) -> dict[Key, tuple[g.Rule, ...]]:
        return {moment: tuple(self._in_order(rules)) for moment, rules in grouped(pairs).items()}

    def _in_order(self, rules: tuple[g.Rule, ...]) -> Iterator[g.Rule]:
        waiting = sorted(rules, key=lambda rule: (rule.origin.is_advice, rule.id))  # law does not wait for advice
        while waiting:
            ready = [r for r in waiting if not any(self.follows(r, other) for other in waiting if other is not r)]
            first = (ready or waiting)[0]  # a circle of `follows` is refused when the law is checked
            waiting.remove(first)
            yield first


def agenda_of(law: Law) -> Agenda:
    """Returns the agenda of a law, worked out once."""
    return memoised(law, "_agenda", Agenda)


def named_anew(block: Block, at: int) -> tuple[e.Let, ...]:
    """Returns the `let` lines right before a line of a block: a repeated pick evaluates them again."""
    first = at
    while first > 0 and _only_names(block[first - 1]):
        first -= 1
    return tuple(line for line in block[first:at] if isinstance(line, e.Let))


def _only_names(line: g.SpanDecl | e.Statement) -> bool:
    """Returns whether the names before a line still belong to the line behind it."""
    if isinstance(line, e.Pick):
        return not line.does and not line.repeatedly
    return isinstance(line, e.Let | e.Point)
