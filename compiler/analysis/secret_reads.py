"""What options may read: nothing that decides which picks a side has looks at what that side cannot see.

A secret attribute is seen by the side that owns the thing. So whatever a prohibition or the choice of a pick reads of a
secret, it says whose thing it is: `m.owner is acting`, or that its side is the side of something the acting side has
picked as its own. This is a rule of the language and not a guess: where the ownership does not follow from what is
asked together with the secret, the secret is not read. The same holds for what opens an action in a stage of a task.
What a pick does may read everything. A memory or tally is read like the secrets it depends on
(`position/visibility.py`); a name that was given between picks, like what it stands for.

Idea: walk the law from each pick, breadth first, through every fact, quantity and limiting rule that decides it. A
place of the walk is a fact together with what is known there (`KnownOwners`): which expressions name the side that
decides, and which things are its own. Going into a fact translates that knowledge to its parameters; conditions that
hold together add to it. A secret read of a thing that is not known to be the side's own is a leak, and the way there is
reported. INVARIANT: what is known only grows along a conjunction, so visiting a place once for each `KnownOwners` is
enough; the number of places is bounded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.base.nodes import directly_inside, replace
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import asked, ends_of_parts, forbidding, parts, substitute
from hexlaw.runtime.law.footprint import footprints_of
from hexlaw.runtime.law.graph import ACTING, SIDE
from hexlaw.runtime.law.links import Bearing
from hexlaw.runtime.position.visibility import resting

MAX_PLACES = 20_000  # facts, each with what is known of its parameters, looked at for one pick
MAX_SHOWN = 3  # facts on the way


@dataclass(frozen=True)
class KnownOwners:
    """What is known of a place in the law: which expressions name the side that decides, which things are its own."""

    sides: frozenset[e.Expr]
    own: frozenset[e.Expr]
    named: frozenset[tuple[str, e.Expr]] = frozenset()  # names that stand for what reads a secret

    def owns(self, thing: e.Expr) -> bool:
        return thing in self.own or any(_owner_of(side) == thing for side in self.sides)

    def decides(self, side: e.Expr) -> bool:
        owner = _owner_of(side)
        return side in self.sides or (owner is not None and owner in self.own)

    def given(self, conditions: tuple[e.Expr, ...]) -> KnownOwners:
        """This, and what follows when these hold together."""
        equals = [(c.left, c.right) for c in e.conjuncts(*conditions) if isinstance(c, e.Equal) and not c.negated]
        now = self
        for _ in equals:
            for one, other in (*equals, *((b, a) for a, b in equals)):
                if now.decides(one) and not now.decides(other):
                    now = replace(now, sides=now.sides | {other})
                if now.owns(one) and not now.owns(other):
                    now = replace(now, own=now.own | {other})
        return now


ONLY_ACTING = KnownOwners(frozenset([e.Var(ACTING, t.Choice(SIDE))]), frozenset())


@dataclass(frozen=True)
class Leak:
    """A secret read where it must not be, and the facts that lead there."""

    attribute: str
    through: tuple[str, ...]


@dataclass(frozen=True)
class Called:
    """A fact, quantity or limiting rule that is asked, with what is known of the sides there."""

    sort: str
    name: str
    seen: KnownOwners


@dataclass
class SecretRead:
    """What stands in one place of the law: the first secret it reads without saying whose, and what it asks."""

    secret: str | None = None
    kept: str | None = None  # the memory or tally through which it reads it
    calls: list[Called] = field(default_factory=list)


class _Walk:
    """Follows what decides a pick through every fact that it reaches, without recursion, however long the way."""

    def __init__(self, graph: g.Graph) -> None:
        self.graph = graph
        self.secret = {
            (kind.name, name) for kind in graph.kinds.values() for name, a in kind.attributes.items() if a.secret
        }
        self.decides = grouped((rule.decides, rule) for rule in graph.rules.values())
        self.limits = Bearing(graph).limiters()
        self._known: dict[Called, SecretRead] = {}

    @cached_property
    def _reading_secrets(self) -> set[str]:
        """What may read a secret at all: most of a law never asks for one."""
        secrets = (f"attribute:{name}" for _, name in self.secret)
        return footprints_of(self.graph).readers(*secrets, *resting(self.graph))

    def reads_secrets(self, node: object) -> bool:
        return not asked(node).isdisjoint(self._reading_secrets)

    def leak(self, *places: tuple[object, KnownOwners]) -> Leak | None:
        """The first secret that is read from here on, nearest first."""
        if not any(seen.named or self.reads_secrets(node) for node, seen in places):
            return None
        start = SecretRead()
        for node, seen in places:
            self._read(node, seen, start)
        return self._found(start)

    def leak_in_rule(self, rule: g.Rule, seen: KnownOwners) -> Leak | None:
        if f"rule:{rule.id}" not in self._reading_secrets and not seen.named:
            return None
        return self._found(self._place(Called("rule", rule.id, seen)))

    def _found(self, start: SecretRead) -> Leak | None:
        waiting: deque[tuple[SecretRead, tuple[str, ...]]] = deque([(start, ())])
        met: set[Called] = set()
        while waiting:
            read, way = waiting.popleft()
            if read.secret is not None:
                return Leak(read.secret, way if read.kept is None else (*way, read.kept))
            for call in read.calls:
                if call not in met and len(met) < MAX_PLACES:
                    met.add(call)
                    waiting.append((self._place(call), (*way, call.name) if len(way) < MAX_SHOWN else way))
        return None

    def _place(self, call: Called) -> SecretRead:
        if call not in self._known:
            read = self._known[call] = SecretRead()
            if call.sort == "rule":
                self._read_rule(self.graph.rules[call.name], call.seen, read)
                return read
            facts, quantities = self.graph.facts, self.graph.quantities
            start = facts[call.name].otherwise if call.sort == "fact" else quantities[call.name].start
            self._read(start, call.seen, read)
            for rule in self.decides.get(call.name, ()):
                self._read_rule(rule, call.seen, read)
        return self._known[call]

    def _read_rule(self, rule: g.Rule, seen: KnownOwners, read: SecretRead) -> None:
        conditions = tuple(c.expr for c in rule.when)
        wheres = tuple(b.where for b in rule.for_each if b.where is not None)
        inner = seen.given((*conditions, *wheres))
        concluded = rule.conclusion if isinstance(rule.conclusion, g.Gives | g.Collects | g.Changes) else None
        self._read((conditions, wheres, tuple(b.domain for b in rule.for_each), concluded, rule.says), inner, read)
        read.calls += [Called("rule", limiter.id, inner) for limiter in self.limits.get(rule.id, ())]

    def _read(self, node: object, seen: KnownOwners, read: SecretRead) -> None:
        """Looks through one expression, with what is known to hold together with each part of it."""
        match node:
            case e.Attribute(base=base, name=name, owner=owner) if (owner, name) in self.secret and not seen.owns(base):
                read.secret = read.secret or name
            case e.Memory(name=name, args=args):
                self._read_kept(f"memory:{name}", args, seen, read)
            case e.Tally(name=name, args=args):
                self._read_kept(f"tally:{name}", args, seen, read)
            case e.Var(name=name):
                rest = frozenset(pair for pair in seen.named if pair[0] != name)
                for _, value in seen.named - rest:
                    self._read(value, replace(seen, named=rest), read)
            case e.Applies(rule=rule):
                read.calls.append(Called("rule", rule, seen))
            case e.All(parts=inner):
                seen = seen.given(inner)
            case e.Binder(where=where) | e.Fold(binder=e.Binder(where=where)) if where is not None:
                seen = seen.given((where,))
            case e.Quantified(binder=binder, holds=holds):
                seen = seen.given(tuple(x for x in (binder.where, holds) if x is not None))
            case e.Fact(name=name, args=args):
                read.calls.append(Called("fact", name, _within(seen, self.graph.facts[name].params, args)))
            case e.Quantity(name=name, args=args):
                read.calls.append(Called("quantity", name, _within(seen, self.graph.quantities[name].params, args)))
        for part in directly_inside(node):
            self._read(part, seen, read)

    def _read_kept(self, kept: str, args: tuple[e.Expr, ...], seen: KnownOwners, read: SecretRead) -> None:
        for place, attribute in sorted(resting(self.graph).get(kept, ()), key=str):
            if read.secret is None and (place is None or not seen.owns(args[place])):
                read.secret, read.kept = attribute, kept.partition(":")[2]


def _within(seen: KnownOwners, params: tuple[tuple[str, t.Type], ...], args: tuple[e.Expr, ...]) -> KnownOwners:
    """What is known inside a fact of its parameters."""
    pairs = [(e.Var(param, type_), arg) for (param, type_), arg in zip(params, args, strict=False)]
    return KnownOwners(
        frozenset(var for var, arg in pairs if seen.decides(arg)),
        frozenset(var for var, arg in pairs if seen.owns(arg)),
    )


def options_read_what_is_seen(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    walk = _Walk(graph)
    if not walk.secret:
        return
    for action in graph.actions.values():
        seen = ONLY_ACTING
        for line in action.lines:
            if isinstance(line, e.Let):
                if seen.named or walk.reads_secrets(line.value):
                    seen = replace(seen, named=seen.named | {(line.name, line.value)})
            else:
                seen = _pick(walk, names, found, f"{action.name}.{line.name}", line, seen)
        inner = seen  # of the picks that are made while it goes on, in their order: what all before them said is known
        for part in parts((tuple(p.does for p in action.picks), action.body)):
            if isinstance(part, e.Pick):
                inner = _pick(walk, names, found, part.path, part, inner)
        _forbidden(walk, names, found, f"{action.name}.{g.DONE}", seen)
    for end in sorted(ends_of_parts(graph)):
        _forbidden(walk, names, found, end, ONLY_ACTING)
    for task in graph.tasks.values():
        _opened(walk, names, found, task)


def _opened(walk: _Walk, names: Names, found: Diagnostics, task: g.TaskDecl) -> None:
    """Looks at what decides whether a task opens actions to its owner, who is the side that acts then."""
    seen = KnownOwners(ONLY_ACTING.sides, frozenset([e.Var("task", t.Kind(task.name))]))
    rules = (rule for rule in walk.graph.rules.values() if rule.after is None and rule.at_edge is None)
    pauses = g.TaskRule("pauses", task.name), g.TaskRule("pauses", "task")
    pausing = [rule for rule in rules if rule.conclusion in pauses]
    for stage in task.stages:
        if stage.opens is not None:
            leaks = [walk.leak((stage.when, seen)), *(walk.leak_in_rule(rule, seen) for rule in pausing)]
            for leak in filter(None, leaks):
                _report(found, names.place(f"action:{stage.opens}"), f"whether `{stage.opens}` is open", leak)


def _pick(walk: _Walk, names: Names, found: Diagnostics, name: str, made: e.Pick, seen: KnownOwners) -> KnownOwners:
    """Looks at one pick and all that forbids it; what is known once it was made."""
    inner = seen.given(tuple(_holding(made)))
    inner = _not_forbidden(walk, name, inner)
    # where the first pick does not say whose things it is from, a side is taken to pick its own
    if replace(seen, named=frozenset()) == ONLY_ACTING and not any(
        isinstance(part, e.Attribute) and part.name in g.OWNED_BY for part in parts((made.domain, made.where))
    ):
        inner = replace(inner, own=inner.own | {e.Var(made.var, t.item_of(made.domain.type))})
    if leak := walk.leak((made.domain, seen), (made.where, inner)):
        _report(found, names.actions[name.partition(".")[0]][0].name.span, f"what `{name}` is picked from", leak)
    _forbidden(walk, names, found, name, inner)
    return inner


def _holding(made: e.Pick) -> Iterator[e.Expr]:
    """What holds of all that can be picked: the condition of the pick, and those of the sets that it is picked from."""
    if made.where is not None:
        yield made.where
    chosen = made.domain
    while isinstance(chosen, e.Those):
        if chosen.binder.where is not None:
            yield substitute(chosen.binder.where, {chosen.binder.var: e.Var(made.var, made.type)})
        chosen = chosen.binder.domain


def _forbidden(walk: _Walk, names: Names, found: Diagnostics, pick: str, seen: KnownOwners) -> None:
    for rule in forbidding(walk.graph).get(pick, ()):
        leaks = (walk.leak_in_rule(rule, known) for known in _as_known(walk.graph, rule, pick, seen))
        if leak := next(filter(None, leaks), None):
            _report(found, names.place(f"rule:{rule.id}"), f"whether `{rule.id}` forbids `{pick}`", leak)


def _as_known(graph: g.Graph, rule: g.Rule, pick: str, seen: KnownOwners) -> Iterator[KnownOwners]:
    """What is known at a pick, in the names of a rule about it or about an event that it brings about."""
    ways = graph.ways(rule, pick)
    events = rule.conclusion.events if isinstance(rule.conclusion, g.Forbids) else ()
    params = dict(param for event in events for param in graph.events[event].params)
    owned = {thing.name for thing in seen.own if isinstance(thing, e.Var)}
    for way in ways:
        given = dict(way.given)
        own = {n for n in params if (seen.owns(given[n]) if n in given else n in owned)}
        yield replace(
            seen,
            sides=seen.sides | {e.Var(n, x.type) for n, x in given.items() if seen.decides(x)},
            own=seen.own | {e.Var(n, params[n]) for n in own},
        )
    if not ways:
        yield seen


def _not_forbidden(walk: _Walk, pick: str, seen: KnownOwners) -> KnownOwners:
    """A rule that forbids a pick to all but the own side says as much as a `where`, if nothing takes it away."""
    for rule in forbidding(walk.graph).get(pick, ()):
        asked = [isinstance(c.expr, e.Equal) and c.expr.negated for c in rule.when]
        if rule.always and rule.id not in walk.limits and asked == [True]:  # all it asks is that two differ
            difference = rule.when[0].expr
            assert isinstance(difference, e.Equal)
            seen = seen.given((replace(difference, negated=False),))
    return seen


def _report(found: Diagnostics, span: Span | None, what: str, leak: Leak) -> None:
    way = "".join(f" through `{name}`" for name in leak.through)
    message = f"{what} hangs{way} on the secret `{leak.attribute}` of things that need not be the acting side's"
    help_ = "say whose it is, as in `x.side is acting`; what a pick does may read every secret"
    found.report("HX416", span, message, help=help_)


def _owner_of(side: e.Expr) -> e.Expr | None:
    return side.base if isinstance(side, e.Attribute) and side.name in g.OWNED_BY else None
