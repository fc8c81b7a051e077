"""May this be picked? Prohibitions, what lifts them, requirements that the pick would break, dead ends.

A pick is legal when every pick up to it is among the things it may be picked from, no prohibition that applies
stands unlifted, the position after it breaks no requirement anew, and it leads to a legal rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.declaration import up_to_the_next_pick, way_to
from hexlaw.runtime.effects import broken, broken_anew, run_statements
from hexlaw.runtime.evaluate import Evaluator
from hexlaw.runtime.geometry import Hex, distance
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import Hole, LawStop, Unseen
from hexlaw.runtime.trace import Node, Tried
from hexlaw.runtime.value import Thing

DONE = "done"
MOST_STATES = 5_000  # positions looked at to see whether a pick can be completed


@dataclass
class Refusal:
    """One reason why a pick is not legal; `rule` is None when it is not among the things offered."""

    how: Literal["forbidden", "not open", "not offered", "would break", "no way on"]
    pick: str
    rule: g.Rule | None
    text: str
    tried: Tried | None = None
    lifts: list[Tried] = field(default_factory=list)  # what could have lifted it, and why it did not


@dataclass
class Permission:
    action: str
    pick: str
    args: tuple[Any, ...]
    refusals: list[Refusal] = field(default_factory=list)
    lifted: list[Tried] = field(default_factory=list)  # prohibitions that would apply, but are lifted
    passed: list[Tried] = field(default_factory=list)  # prohibitions whose conditions do not hold
    cost: Any = None
    asked: list[Node] = field(default_factory=list)
    instead: list[Any] = field(default_factory=list)  # what could be picked in its place
    silent: Hole | None = None  # why one of the prohibitions could not be judged

    @property
    def allowed(self) -> bool:
        return not self.refusals

    @property
    def judged(self) -> bool:
        """Whether nothing refuses so far; stops where a prohibition that could not be judged might."""
        if self.silent is not None and self.allowed:
            raise self.silent
        return self.allowed


def may(
    ev: Evaluator,
    action_name: str,
    pick_name: str,
    args: tuple[Any, ...],
    *,
    to_the_end: bool = True,
    begun: bool = False,
) -> Permission:
    """The verdict on one pick with those before it; `to_the_end` also looks for a way to a legal rest.

    Once the action has `begun`, the picks before were judged when they were made and are not judged again.
    """
    action = ev.law.graph.actions[action_name]
    verdict = Permission(action_name, pick_name, args)
    outer, ev.asked = ev.asked, verdict.asked
    try:
        env, waiting = start(ev, action, args)
        if not begun:
            _open(ev, action, pick_name, env, verdict)
        for line in way_to(action, pick_name):
            if isinstance(line, e.Let):
                env[line.name] = ev.value(line.value, env)
                continue
            if pick_name == DONE and (line.repeatedly or line.optionally):
                break
            env[line.var] = waiting.pop(0)
            if line.name == pick_name or not (begun or pick_name == DONE):
                _offered(ev, line, env, verdict)
                prohibited(ev, f"{action_name}.{line.name}", line.name, env, verdict)
            if line.name == pick_name:
                if verdict.judged:
                    _consequences(ev, action, line, env, args, verdict, to_the_end)
                return verdict
        prohibited(ev, f"{action_name}.{DONE}", DONE, env, verdict)
        if verdict.judged:
            _rest(ev, args, verdict)
        return verdict
    finally:
        ev.asked = outer


def start(ev: Evaluator, action: g.ActionDecl, args: tuple[Any, ...]) -> tuple[dict[str, Any], list[Any]]:
    """What is known before the first pick, and the picks still to be made: what the action was given comes first."""
    env: dict[str, Any] = {} if ev.position.acting is None else {"acting": ev.position.acting}
    given = [name for name, _ in action.params]
    env.update(zip(given, args, strict=False))
    return env, list(args[len(given) :])


def _open(ev: Evaluator, action: g.ActionDecl, pick: str, env: dict[str, Any], verdict: Permission) -> None:
    """An action that is open in parts of the sequence only. A position that is in none of them is not in play."""
    if not action.open_in or not ev.position.now:
        return
    running = [o for o in action.open_in if ev.position.now.intersection(o.spans)]
    if not running:
        listed = ", ".join(f"`{span}`" for o in action.open_in for span in o.spans)
        verdict.refusals.append(Refusal("not open", pick, None, f"`{action.name}` is open in {listed} only"))
        return
    if any(o.to is None or ev.value(o.to, env) == ev.position.acting for o in running):
        return
    verdict.refusals.append(Refusal("not open", pick, None, f"`{action.name}` is open to the other side"))


def _offered(ev: Evaluator, pick: g.PickDecl, env: dict[str, Any], verdict: Permission) -> None:
    chosen = env[pick.var]
    if chosen not in ev.value(pick.domain, env):
        verdict.refusals.append(
            Refusal(
                "not offered",
                pick.name,
                None,
                f"{ev.shown(chosen)} is not among what `{pick.name}` is picked from",
            )
        )
    elif pick.where is not None and not ev.value(pick.where, env):
        verdict.refusals.append(
            Refusal(
                "not offered",
                pick.name,
                None,
                f"{ev.shown(chosen)} cannot be the `{pick.name}`: not `{pick.where_text}`",
            )
        )


def prohibited(ev: Evaluator, path: str, pick: str, env: dict[str, Any], verdict: Permission) -> None:
    for rule in ev.law.forbidding.get(path, ()):
        try:
            tried = ev.try_rule(rule, env)
        except Unseen:
            continue  # what cannot be seen refuses nothing
        except Hole as hole:
            # a prohibition that cannot be judged (no price for what is closed anyway) matters only if no other refuses
            verdict.silent = verdict.silent or hole
            continue
        ev.asked.extend(tried.asked)
        if tried.fate == "applies":
            lifts = [ev.try_rule(lift, env) for lift in ev.law.limiters.get(rule.id, ())]
            verdict.refusals.append(Refusal("forbidden", pick, rule, says(ev, rule, env), tried, lifts))
        elif tried.fate == "limited":
            verdict.lifted.append(tried)
        else:
            verdict.passed.append(tried)


def says(ev: Evaluator, rule: g.Rule, env: dict[str, Any]) -> str:
    """The rule's own message with its values filled in, or its doc, or its conclusion in plain words."""
    if rule.says:
        return "".join(part if isinstance(part, str) else _said(ev, part, env) for part in rule.says)
    if rule.doc:
        return rule.doc
    conditions = " and ".join(c.text for c in rule.when)
    return f"forbidden where {conditions}" if conditions else "forbidden"


def _said(ev: Evaluator, part: e.Expr, env: dict[str, Any]) -> str:
    """A value in a message; what the law leaves open does not undo the refusal."""
    try:
        return ev.shown(ev.value(part, env))
    except LawStop:
        return "(not known)"


# ---- what the pick leads to


def after_pick(ev: Evaluator, pick: g.PickDecl, env: dict[str, Any]) -> tuple[Position, Any]:
    """The position when the pick has been made, and what it cost."""
    if pick.cost is None or pick.account is None:
        return run_statements(ev, up_to_the_next_pick(pick.does), env), None
    cost, spent = ev.value(pick.cost, env), ev.value(pick.account, env)
    if cost is None or cost < 0:
        found = "nothing that is known" if cost is None else "less than nothing"
        raise Hole(f"`{pick.name}` costs {found}", "a cost is 0 or more")
    position = run_statements(ev, up_to_the_next_pick(pick.does), env)
    position.set(ev.value(pick.account.base, env), pick.account.name, spent + cost)
    return position, cost


def _consequences(
    ev: Evaluator, action: g.ActionDecl, pick: g.PickDecl, env: dict[str, Any], args: tuple[Any, ...],
    verdict: Permission, to_the_end: bool,
) -> None:  # fmt: skip
    position, verdict.cost = after_pick(ev, pick, env)
    after = ev.at(position, tracing=ev.tracing)
    after.asked = ev.asked
    verdict.refusals += _newly_broken(ev, after, "all-times", pick.name)
    if not (verdict.allowed and to_the_end):
        return
    if pick is action.picks[-1] and not pick.repeatedly:
        verdict.refusals += _newly_broken(without_acting(ev, args), after, "rest", pick.name)
    elif pick.repeatedly:
        at_rest = _newly_broken(without_acting(ev, args[:-1]), after, "rest", pick.name)
        at_rest = at_rest or may(after, action.name, DONE, args[:-1], begun=True).refusals
        if at_rest and not _leads_to_rest(after, without_acting(ev, args[:-1]), action, pick, args[:-1]):
            for refusal in at_rest:
                verdict.refusals.append(
                    Refusal(
                        "no way on",
                        pick.name,
                        refusal.rule,
                        f"{refusal.text}, and there is no way on from there",
                    )
                )


def _rest(ev: Evaluator, args: tuple[Any, ...], verdict: Permission) -> None:
    verdict.refusals += _newly_broken(without_acting(ev, args), ev, "rest", DONE)


def without_acting(ev: Evaluator, args: tuple[Any, ...]) -> Evaluator:
    """The position without the things that act: a breach that is there without them is not theirs."""
    position = ev.copied()
    for thing in args:
        if isinstance(thing, Thing):
            position.stand(thing, None)
    return ev.at(position)


def _newly_broken(before: Evaluator, after: Evaluator, sampled: str, pick: str) -> list[Refusal]:
    required = [(r, r.conclusion) for r in after.law.requirements if isinstance(r.conclusion, g.Requires)]
    return newly_broken(before, after, [r for r, conclusion in required if conclusion.sampled == sampled], pick)


def newly_broken(before: Evaluator, after: Evaluator, rules: Iterable[g.Rule], pick: str) -> list[Refusal]:
    """What of these requirements does not hold any longer, or is broken further."""
    found = []
    for rule in rules:
        assert isinstance(rule.conclusion, g.Requires)
        for case in broken_anew(broken(before, rule), broken(after, rule))[:1]:
            names = [b.var for b in rule.for_each]
            env = dict(zip(names, case, strict=True))
            found.append(
                Refusal(
                    "would break",
                    pick,
                    rule,
                    says(after, rule, env) if rule.says else f"`{rule.conclusion.text}` would no longer hold",
                )
            )
    return found


def _leads_to_rest(
    start: Evaluator, before: Evaluator, action: g.ActionDecl, pick: g.PickDecl, args: tuple[Any, ...]
) -> bool:
    """Whether some further picks reach a position in which resting breaks nothing anew."""
    from hexlaw.runtime.reach import steps_from

    for state, _ in steps_from(start, action, pick, args, MOST_STATES, begun=True):
        if not _newly_broken(before, state, "rest", pick.name) and not _done_forbidden(state, action, args):
            return True
    return False


def _done_forbidden(ev: Evaluator, action: g.ActionDecl, args: tuple[Any, ...]) -> bool:
    return not may(ev, action.name, DONE, args).allowed


# ---- what could be picked instead


def find_instead(ev: Evaluator, verdict: Permission, most: int = 3) -> None:
    """Fills in up to `most` legal choices for the refused pick, nearest first where they are hexes."""
    action = ev.law.graph.actions[verdict.action]
    if verdict.pick == DONE or not verdict.args:
        return
    way = way_to(action, verdict.pick)
    pick = next(line for line in way if isinstance(line, g.PickDecl) and line.name == verdict.pick)
    env, waiting = start(ev, action, verdict.args[:-1])
    for line in way:
        if isinstance(line, e.Let):
            env[line.name] = ev.value(line.value, env)
        elif line is pick:
            break
        else:
            env[line.var] = waiting.pop(0)
    asked_for = verdict.args[-1]
    options = [o for o in ev.value(pick.domain, env) if o != asked_for][:60]
    if isinstance(asked_for, Hex):
        options.sort(key=lambda o: distance(o, asked_for) if isinstance(o, Hex) else 0)
    for option in options:
        try:
            allowed = may(ev, verdict.action, verdict.pick, (*verdict.args[:-1], option)).allowed
        except LawStop:
            continue  # nobody asked about this one
        if allowed:
            verdict.instead.append(option)
            if len(verdict.instead) == most:
                return
