"""Effects, requirements and the picks of actions as functions.

An effect gets a `run`: a state to write in and the dice it is told. A pick has up to four functions: whether it is
offered, what bars it, what follows from it, and what it may be picked from. They take the state and the picks and
lets that come before, in order.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexlaw.compiler.emit.expressions import Writer
from hexlaw.compiler.emit.names import literal
from hexlaw.compiler.emit.notes import CannotEmit
from hexlaw.compiler.emit.remembering import CHARGED, remembering
from hexlaw.compiler.emit.rule_tests import Lines, indented
from hexlaw.compiler.emit.sharing import ATOM, NOT
from hexlaw.compiler.emit.typed import Scope
from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.decide import DONE
from hexlaw.runtime.declaration import as_pick, up_to_the_next_pick, ways_inside
from hexlaw.runtime.evaluate import Evaluator
from hexlaw.runtime.position import Position
from hexlaw.runtime.reach import _what_matters as what_matters

# ---- effects


def effect(w: Writer, decl: g.EffectDecl) -> Lines:
    args = "".join(f", {w.local(p)}" for p, _ in decl.params)
    body = statements(w, decl.body, dict(decl.params))
    return [f"def {w.function('effect', decl.name)}(run{args}):", "    s = run.begins()", *indented(body)]


def statements(w: Writer, body: Iterable[e.Statement], scope: Scope) -> Lines:
    lines: Lines = []
    inner = dict(scope)
    for node in body:
        lines += _statement(w, node, inner)
    return lines or ["pass"]


def _statement(w: Writer, node: e.Statement, scope: dict[str, t.Type]) -> Lines:
    match node:
        case e.SetAttribute(base=base, name=name, value=value):
            return [f"s.set_value(there({w.x(base, scope)}), {name!a}, {w.x(value, scope)})"]
        case e.Move(thing=thing, to=to):
            return [f"move(s, there({w.x(thing, scope)}), {w.x(to, scope)})"]
        case e.Place(kind=kind, where=where, name=name):
            made = f"place(s, {kind!a}, there({w.x(where, scope)}))"
            if name is None:
                return [made]
            scope[name] = t.Kind(kind)
            return [f"{w.local(name)} = {made}"]
        case e.Remove(thing=thing):
            return [f"s.remove(there({w.x(thing, scope)}))"]
        case e.Roll(count=count, faces=faces, name=name):
            scope[name] = t.WHOLE
            return [f"{w.local(name)} = run.roll({literal(count)}, {literal(faces)}, {name!a})"]
        case e.Let(name=name, value=value):
            written = w.x(value, scope)
            scope[name] = w.reading.type_of(value, scope) or t.TEXT
            return [f"{w.local(name)} = {written}"]
        case e.If(condition=condition, then=then, otherwise=otherwise):
            lines = [f"if {w.x(condition, scope)}:", *indented(statements(w, then, scope))]
            return lines + (["else:", *indented(statements(w, otherwise, scope))] if otherwise else [])
        case e.ForEach(binder=binder, body=body):
            var = w.local(binder.var)
            loop = f"for {var} in [{var} {w.loop(binder, scope)}]:"  # settled before the first turn writes anything
            return [loop, *indented(statements(w, body, w.reading.inside(binder, scope)))]
        case e.Do(effect=name, args=args):
            return [f"{w.function('effect', name)}(run{''.join(f', {w.x(a, scope)}' for a in args)})"]
        case e.Announce() | e.Finish():
            return []  # what follows an event is not part of a trial
        case (
            e.Decide() | e.Offer() | e.Write() | e.Begin() | e.ChangeTask() | e.Point() | e.Return() | e.Reveal()
            | e.EndGame()
        ):  # fmt: skip
            return [f"raise played({type(node).__name__.lower()!a})"]
        case _:
            raise CannotEmit("a statement of the law is of a sort that has no Python to stand for it")


# ---- requirements


def requirement(w: Writer, rule: g.Rule) -> Lines:
    """The cases of its `for each` in which a requirement does not hold, each with how far it is broken."""
    assert isinstance(rule.conclusion, g.Requires)
    lines: Lines = []
    scope: Scope = {}
    for level, binder in enumerate(rule.for_each):
        lines.append("    " * level + f"for {w.local(binder.var)} in {w.domain(binder.domain, scope)}:")
        scope = w.reading.inside(binder, scope)
        if binder.where is not None:
            lines += indented([f"if not {w.x(binder.where, scope, NOT)}:", "    continue"], level + 1)
    applies, level_of = w.applies(rule, scope)
    broken = f"not {w.x(rule.conclusion.condition, scope, NOT)}"
    test = broken if applies == "True" else f"{broken} and {applies if level_of > 1 else f'({applies})'}"
    case = "".join(f"{w.local(b.var)}, " for b in rule.for_each)
    lines += indented(
        [f"if {test}:", f"    found[({case})] = {_excess(w, rule.conclusion.condition, scope)}"], len(rule.for_each)
    )
    name = w.names.of("broken", rule.id, f"{rule.id}_broken")
    return [f"def {name}(s):", f"    {w.cited(rule)}", "    found = {}", *indented(lines), "    return found"]


def _excess(w: Writer, condition: e.Expr, scope: Scope) -> str:
    """By how much a requirement that compares two numbers is broken."""
    if not isinstance(condition, e.Compare) or condition.order is not None:
        return "None"
    more, less = (condition.left, condition.right) if condition.op in ("<", "<=") else (condition.right, condition.left)
    return f"{w.x(more, scope, ATOM)} - {w.x(less, scope, ATOM)}"


# ---- actions


def actions(w: Writer) -> list[Lines]:
    """The functions of all picks, and the tables by which they are found."""
    made: list[Lines] = []
    listed: Lines = ["ACTIONS = {"]
    tracked: set[str] = set()
    ev = Evaluator(w.law, Position(w.graph, None))
    for decl in w.graph.actions.values():
        lines, inside, scope = [], [], dict[str, t.Type](decl.params)
        opened = _opened(w, decl, made)
        done: Scope | None = None
        for line in decl.lines:
            if isinstance(line, e.Let):
                lines.append(f"Let({_let(w, decl, line.name, line, scope, made)}),")
                continue
            if (line.repeatedly or line.optionally) and done is None:
                done = dict(scope)
            matters = frozenset(what_matters(ev, decl, line)) if line.repeatedly else frozenset()
            tracked |= matters
            lines.append(_pick(w, decl, line, scope, made, matters))
            for name, way in ways_inside(decl.name, line.does).items():
                if all(name != pick.name for pick in decl.picks):
                    inside += _inside(w, decl, name, way, scope, made, len(lines))
        bars = _bars(w, f"{decl.name}.{DONE}", dict(scope) if done is None else done, made)
        more = f", {{{' '.join(inside)}}}" if inside else ""
        end = f"    ), {bars}, {len(decl.params)}, {opened}{more}),"
        listed += [f"    {decl.name!a}: Action((", *indented(lines, 2), end]
    for reach in w.graph.reaches.values():
        args = "".join(f", {w.local(p)}" for p, _ in reach.params[:-1])
        function = f"def {w.function('reach', reach.name)}(s{args}):"
        given = "".join(f"{w.local(p)}, " for p, _ in reach.params[:-1])
        body = [f"return reached(s, ACTIONS[{reach.action!a}], {reach.pick!a}, ({given}))"]
        params = [w.local(p) for p, _ in reach.params[:-1]]
        body = remembering(w, w.function("reach", reach.name), params, body, CHARGED + 1)
        made.append([function, *indented(body)])
    required = [(r, r.conclusion) for r in w.law.requirements]
    broken = [
        f"    {r.id!a}: ({c.sampled!a}, {w.names.of('broken', r.id, f'{r.id}_broken')}),"
        for r, c in required if isinstance(c, g.Requires)
    ]  # fmt: skip
    return [*made, [*listed, "}"], ["REQUIREMENTS = {", *broken, "}"], [f"TRACKED = {literal(tuple(sorted(tracked)))}"]]


def _inside(
    w: Writer, decl: g.ActionDecl, name: str, way: tuple[e.Decide | e.Let, ...], scope: Scope, made: list[Lines],
    number: int,
) -> Lines:  # fmt: skip
    """A pick in what another does, whose names are those of the scope: the lines that lead to it from there."""
    inner = dict(scope)
    lines: Lines = []
    for line in way:
        if isinstance(line, e.Let):
            lines.append(f"Let({_let(w, decl, f'{name}.{line.name}', line, inner, made)})")
            continue
        of = w.reading.type_of(line.domain, inner)
        pick = as_pick(line, of.item if isinstance(of, t.SetOf) else t.TEXT)
        lines.append(_pick(w, decl, pick, inner, made, frozenset(), within=f"{name}.").removesuffix(","))
    return [f"{name!a}: ({number}, ({', '.join(lines)},)),"]


def _let(w: Writer, decl: g.ActionDecl, name: str, line: e.Let, scope: dict[str, t.Type], made: list[Lines]) -> str:
    """The function of a value that has a name in the lines after it."""
    function = w.names.of("let", (decl.name, name), f"{decl.name}_{line.name}")
    args = "".join(f", {w.local(n)}" for n in scope)
    made.append([f"def {function}(s{args}):", f"    return {w.x(line.value, scope)}"])
    scope[line.name] = w.reading.type_of(line.value, scope) or t.TEXT
    return function


def _opened(w: Writer, decl: g.ActionDecl, made: list[Lines]) -> str:
    """The function that says whether an action is open in what is running, to the side that acts."""
    if not decl.open_in:
        return "None"
    scope = dict(decl.params)
    parts = [
        f"    ({literal(part.spans)}, {'None' if part.to is None else f'lambda: {w.x(part.to, scope)}'}),"
        for part in decl.open_in
    ]
    name = w.names.of("open", decl.name, f"{decl.name}_open")
    args = "".join(f", {w.local(n)}" for n in scope)
    made.append([f"def {name}(s{args}):", "    return is_open(s, (", *indented(parts), "    ))"])
    return name


def _pick(
    w: Writer, decl: g.ActionDecl, pick: g.PickDecl, scope: dict[str, t.Type], made: list[Lines],
    matters: frozenset[str], within: str = "",
) -> str:  # fmt: skip
    path = f"{decl.name}.{within}{pick.name}"
    before = "".join(f", {w.local(n)}" for n in scope)
    options = w.names.of("options", path, f"{path}_options")
    made.append([f"def {options}(s{before}):", f"    return {w.x(pick.domain, scope)}"])
    scope[pick.var] = pick.type
    args = "".join(f", {w.local(n)}" for n in scope)
    offered = w.names.of("offered", path, f"{path}_offered")
    where = f" and {w.x(pick.where, scope, NOT)}" if pick.where is not None else ""
    test = f"{w.local(pick.var)} in {options}(s{before}){where}"
    made.append([f"def {offered}(s{args}):", f"    return {test}"])
    bars = _bars(w, f"{decl.name}.{pick.name}", scope, made, path)
    after = w.names.of("after", path, f"{path}_after")
    made.append([f"def {after}(s{args}):", *indented(_after(w, pick, scope))])
    said = (pick.repeatedly, pick.optionally, literal(tuple(sorted(matters))))
    return f"Pick({pick.name!a}, {options}, {offered}, {bars}, {after}, {', '.join(map(str, said))}),"


def _bars(w: Writer, path: str, scope: Scope, made: list[Lines], named: str | None = None) -> str:
    """The rules that forbid a pick, in their order, and the first that could not be judged."""
    if not w.law.forbidding.get(path):
        return "None"
    name = w.names.of("bars", named or path, f"{path}_bars")
    made.append(bars(w, path, scope, name))
    return name


def bars(w: Writer, path: str, scope: Scope, name: str) -> Lines:
    """The function that says which rules forbid a pick, given the names of a scope."""
    lines: Lines = ["refused, unheard = [], None"]
    for rule in w.law.forbidding[path]:
        text = "True" if rule.for_each else w.applies(rule, scope)[0]
        kept = [f"refused.append({rule.id!a})"] + ([w.fire(rule)] if w.record else [])
        test = [f"if {text}:", *indented(kept)]
        if w.reading.rule_can_stop(rule):
            test = ["try:", *indented(test), "except STOPS as stop:", "    unheard = hushed(unheard, stop)"]
        lines += [w.cited(rule), *test]
    args = "".join(f", {w.local(n)}" for n in scope)
    return [f"def {name}(s{args}):", *indented(lines), "    return refused, unheard"]


def barred(w: Writer, path: str, scope: Scope, name: str) -> Lines:
    """The function that says whether any rule forbids a pick, that which asks least first; None where a rule that
    decides on it could not be judged."""
    lines: Lines = []
    silent = False
    for rule in sorted(w.law.forbidding[path], key=lambda rule: len(w.law.all_asked([f"rule:{rule.id}"]))):
        text = "True" if rule.for_each else w.applies(rule, scope)[0]
        test = [f"if {text}:", "    return True"]
        if w.reading.rule_can_stop(rule):
            test = ["try:", *indented(test), "except STOPS:", "    refused = None"]
            silent = True
        lines += [w.cited(rule), *test]
    args = "".join(f", {w.local(n)}" for n in scope)
    begins, ends = (["refused = False"], ["return refused"]) if silent else ([], ["return False"])
    return [f"def {name}(s{args}):", *indented([*begins, *lines, *ends])]


def _after(w: Writer, pick: g.PickDecl, scope: Scope) -> Lines:
    """The state when the pick has been made, and what it cost."""
    does = up_to_the_next_pick(pick.does)
    body = statements(w, does, scope) if does else []
    changed = ["run = Run(s)", "s = run.s", *body]
    if pick.cost is None or pick.account is None:
        return [*changed, "return s, None"]
    account = pick.account
    return [
        f"cost, spent = priced({pick.name!a}, {w.x(pick.cost, scope)}), {w.x(account, scope)}",
        f"subject = {w.x(account.base, scope)}",
        *changed,
        f"s.set_value(subject, {account.name!a}, plus(spent, cost))",
        "return s, cost",
    ]
