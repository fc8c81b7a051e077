"""What was asked, in words."""

from __future__ import annotations

from hexlaw.runtime.evaluate.verdict import Permission
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.explain.speech import Speech
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.words.spans import enumerated, is_phrased, plain


def asked_in_words(given: Answer) -> str:
    """What was asked, such as `whether otto may enter 0504`; empty where it can only be said as law."""
    speech, verdict, asked = Speech(given), given.permission, given.question.value
    if verdict is not None:
        is_done, path = verdict.args[-1:] == (g.DONE,), f"{verdict.action}.{verdict.pick}"
        said = None if is_done else speech.in_words.picked(path, speech.picked(verdict), may=True)
        return f"whether {plain(said)}{_after(speech, verdict, plain(said))}" if said is not None else ""
    if asked is None or given.question.sort != "value":
        return ""
    name = asked.name if isinstance(asked, e.Fact | e.Quantity) else ""
    node = next((n for n in given.asked if n.name == name and n.sort in ("fact", "quantity")), None)
    if node is None:
        return _said_of_all(speech, asked)
    args = [*map(speech.spoken, node.args)]
    if isinstance(node.value, bool):
        said = speech.in_words.holds(node.sort, node.name, args, value=True)
        return f"whether {plain(said)}" if said is not None else ""
    said = speech.in_words.asked(node.sort, node.name, args)
    return plain(said) if said is not None and is_phrased(said) else ""


def answered_in_words(speech: Speech) -> str:
    """What was asked with its answer, such as `otto is in 0504`; empty where it can only be said as law, and of rules,
    which are asked about by name."""
    asked = speech.given.question.value
    places = (x for x in parts(asked) if isinstance(x, e.Const | e.MakeSet) and isinstance(x.type, t.SetOf))
    if asked is None or any(_is_place(x.type) for x in places) or any(isinstance(x, e.Applies) for x in parts(asked)):
        return ""
    said = speech.in_words.answered(asked, speech.given.value, speech.spoken)
    return plain(said) if said is not None else ""


def _said_of_all(speech: Speech, asked: e.Expr) -> str:
    """An expression in words; nothing where it names places, which only facts are asked about by their names."""
    if any(isinstance(part, e.Applies) for part in map(_itself, e.conjuncts(asked))):
        said_of = [_said_of_one(speech, part) for part in e.conjuncts(asked)]
        return f"whether {' and '.join(said_of)}" if all(said_of) else ""
    if any(isinstance(part, e.Const) and _is_place(part.type) for part in parts(asked)):
        return ""
    is_clause = asked.type == t.YES_NO
    said = speech.in_words.condition(asked) if is_clause else speech.in_words.expression(asked)
    return f"{'whether ' if is_clause else ''}{plain(said)}" if is_phrased(said) else ""


def _said_of_one(speech: Speech, part: e.Expr) -> str:
    """One of several conditions that are asked about together; of a rule it is said that it holds, by its name: its
    conditions alone may hold where it is cut back, or is not there."""
    inner = _itself(part)
    if isinstance(inner, e.Applies):
        return f"the rule {inner.rule} {'does not hold' if isinstance(part, e.Not) else 'holds'} here"
    return _said_of_all(speech, part).removeprefix("whether ")


def _after(speech: Speech, verdict: Permission, said: str) -> str:
    """What was picked before and is not named in a sentence: ` after a hauls over A-2`; nothing without words."""
    action = speech.given.law.graph.actions.get(verdict.action)
    earlier = zip(action.picks if action is not None else (), verdict.args, strict=False)
    values = speech.picked(verdict)
    clauses: list[str] = []
    for pick, arg in earlier:
        named = speech.spoken(arg) if arg is not None else ""
        made = speech.in_words.picked(pick.path, values) if pick.name != verdict.pick and named else None
        if made is not None and f" {named} " not in f" {said.replace(',', ' ').replace(chr(8217), ' ')} ":
            clauses.append(plain(made))
    subject = clauses[0].partition(" ")[0] + " " if clauses else ""
    rest = clauses[:1] + [clause.removeprefix(subject) for clause in clauses[1:]]
    return f" after {enumerated(rest)}" if rest else ""


def _itself(node: e.Expr) -> e.Expr:
    """A condition without a "not" before it, and without the names under which it has what a question names."""
    if isinstance(node, e.Not):
        return _itself(node.inner)
    match node:
        case e.Quantified("any", e.Binder(_, e.MakeSet((_,)), where), None) if where is not None:
            return _itself(where)
    return node


def _is_place(type_: t.Type) -> bool:
    """Whether values of a type are places, or sets of places."""
    return (type_.item if isinstance(type_, t.SetOf) else type_) in (t.HEX, t.HEXSIDE)
