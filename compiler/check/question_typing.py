"""Questions: a line of law asked of a position, typed like any other expression of the law.

may move.step(a, B-2)            is this pick legal, and why (not)?
strength(a, b)                   what is the value of this?
after fire(shot): b is down      what are the chances, over all dice?
reach ways(a)                    where can it get to, and for how much?
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexlaw.compiler.base.diagnostic import Diagnostics, WordAt, listed
from hexlaw.compiler.base.source import Excerpt, Source
from hexlaw.compiler.check.expression_typing import Checker, Scope
from hexlaw.compiler.check.statement_typing import lent
from hexlaw.compiler.check.type_words import attempt
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import own_picks, picks_in
from hexlaw.compiler.parse.parse import parse_question
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.explain.question import Question
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import DONE
from hexlaw.runtime.words.english import counted


def read_question(
    source: Source,
    names: Names,
    map_: Map | None,
    constants: Mapping[str, tuple[object, t.Type]],
    diagnostics: Diagnostics,
) -> Question | None:
    """The question that a line asks, or `None` after reporting what is wrong with it."""
    if (node := parse_question(source, diagnostics)) is None:
        return None
    return attempt(typed_question, node, Checker(names, diagnostics, map_, constants), " ".join(source.text.split()))


def typed_question(node: s.Question, c: Checker, text: str) -> Question:
    match node:
        case s.AskValue():
            typed = c.typed(node.value, {})
            return Question("value", text, value=typed, type=typed.type)
        case s.AskMay():
            return _may(node, c, text)
        case s.AskAfter():
            return _after(node, c, text)
        case s.AskReach():
            signature = c.callee("reach", node.reach.name)
            args = c.given(signature.name, signature.params[:-1], node.reach.args, {}, node.reach.name.span)
            return Question("reach", text, signature.name, args, type=signature.type)


def written_expression(node: Scalar, code: str, what: str, diagnostics: Diagnostics) -> s.Expr | None:
    """The expression that data holds as a line of law; `None` after reporting what is wrong with it."""
    question = parse_question(Excerpt(node.text, node.span), diagnostics)
    if isinstance(question, s.AskValue):
        return question.value
    if question is not None:
        diagnostics.report(code, node.span, f"this is a question, not {what}", help="leave out its first word")
    return None


def typed_value(
    node: Scalar, code: str, what: str, c: Checker, wanted: tuple[t.Type, str] | None = None, scope: Scope | None = None
) -> e.Expr | None:
    """The same, typed. `wanted` is the type that the value must fit, and what messages call it."""
    written = written_expression(node, code, what, c.diagnostics)
    if written is None or wanted is None:
        return None if written is None else attempt(c.typed, written, scope or {})
    return attempt(c.fitting, written, scope or {}, *wanted)


def _may(node: s.AskMay, c: Checker, text: str) -> Question:
    action, _, pick = node.pick.text.partition(".")
    if not pick and action not in c.names.actions:
        for owner, (item, _) in c.names.actions.items():
            if action in {x.name.text for x in picks_in(item.lines)}:
                help_ = f"it is a pick of `{owner}`: write `may {owner}.{action}(...)`"
                raise c.wrong("HX263", node.pick.span, f"there is no action `{action}`", help_)
    c.require("action", WordAt(action, node.pick.span))
    found = c.names.actions[action]
    picks = own_picks(found[0])
    if not pick and picks:
        message = f"`{action}` is an action: what may be done or not is one of its picks"
        asked = [f"may {action}.{line.name.text}(...)" for line in picks]
        raise c.wrong("HX263", node.pick.span, message, f"write {listed(asked)}")
    wanted: list[s.Pick] = []
    for line in picks:
        if pick == DONE and (line.repeatedly or line.optionally):
            break
        wanted.append(line)
        if line.name.text == pick:
            break
    else:
        if pick != DONE:
            if (way := _inside(c, picks, pick)) is None:
                known = [line.name.text for line in picks_in(picks)]
                raise c.unknown("HX263", WordAt(pick, node.pick.span), f"the action `{action}` has no pick", known)
            wanted = way
    # what the action was given comes first, then what is picked
    places = [(p.name.text, p.type, p.name.text) for p in found[0].params]
    places += [(line.param.name.text, line.param.type, line.name.text) for line in wanted]
    if len(node.args) != len(places):
        message = f"`{node.pick.text}` is asked with {counted(len(places), 'pick')}, not {len(node.args)}"
        help_ = f"write may {node.pick.text}({', '.join(name for name, _, _ in places)})"
        raise c.wrong("HX238", node.pick.span, message, help_)
    args = [
        c.fitting(arg, {}, c.type(written), f"the `{what}`")
        for arg, (_, written, what) in zip(node.args, places, strict=True)
    ]
    return Question("may", text, node.pick.text, tuple(args), places=tuple(name for name, _, _ in places))


def _inside(c: Checker, picks: Sequence[s.Pick], name: str) -> list[s.Pick] | None:
    """The picks that lead to one that stands in what another does, that one last."""
    ways = ((number, _way_in(c, line.does, name)) for number, line in enumerate(picks, 1))
    return next(([*picks[:number], *way] for number, way in ways if way is not None), None)


def _way_in(c: Checker, does: Sequence[s.Statement], name: str) -> list[s.Pick] | None:
    way: list[s.Pick] = []
    for statement in does:
        for branch in (statement.then, statement.otherwise) if isinstance(statement, s.If) else ():
            if (deeper := _way_in(c, branch, name)) is not None:
                return [*way, *deeper]
        found = lent(c.names, statement)[1] if isinstance(statement, s.Borrowed) else statement
        if not isinstance(found, s.Pick):
            continue
        if found is statement:
            if found.name.text == name:
                return [*way, found]
            if (deeper := _way_in(c, found.does, name)) is not None:
                return [*way, found, *deeper]
        if isinstance(statement, s.Pick | s.Borrowed) and not (statement.optionally or statement.repeatedly):
            way.append(found)
    return None


def _after(node: s.AskAfter, c: Checker, text: str) -> Question:
    signature = c.callee("effect", node.effect.name)
    args = c.given(signature.name, signature.params, node.effect.args, {}, node.effect.name.span)
    if node.value is None:
        return Question("after", text, signature.name, args)
    typed = c.typed(node.value, {})
    return Question("after", text, signature.name, args, typed, typed.type)
