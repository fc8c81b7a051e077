"""Statements said as steps, one a line: what an effect or an action does, in its order."""

from __future__ import annotations

from dataclasses import dataclass

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.words import english
from hexlaw.runtime.words.clauses import Teller
from hexlaw.runtime.words.spans import Text, plain, sentence, text, uncapped


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, and how deep it stands below the first."""

    depth: int
    said: Text


def lines_of(teller: Teller, body: tuple[e.Statement, ...], depth: int) -> list[Line]:
    found: list[Line] = []
    for statement in body:
        found += _lines(teller, statement, depth)
    return found


def _lines(teller: Teller, node: e.Statement, depth: int) -> list[Line]:
    def one(*pieces: str | Text) -> list[Line]:
        return [Line(depth, sentence(*pieces))]

    match node:
        case e.If(condition=condition, then=then, otherwise=otherwise):
            return _if(teller, condition, then, otherwise, depth)
        case e.ForEach(binder=binder, body=body):
            each = teller.one(binder, "every")
            with teller._binding(binder.var, teller.that_one(binder.domain)):
                return _below(text("for ", each), lines_of(teller, body, depth + 1), depth)
        case e.Do(effect=effect, args=args):
            return one(teller.effect(effect, args))
        case e.Pick():
            return _pick(teller, node, depth)
        case e.Let(name=name, value=value):
            said = teller.noun(value)
            called = teller.phrases.form("variable", name) or f"the {english.named(name)}"
            teller.named[name] = called
            return one(called, " is ", said)
        case _:
            return one(_simple(teller, node))


def _below(head: Text, below: list[Line], depth: int) -> list[Line]:
    if len(below) == 1:
        return [Line(depth, sentence(head, ", ", uncapped(below[0].said)))]
    return [Line(depth, sentence(head, ":")), *below]


def _if(
    teller: Teller, condition: e.Expr, then: tuple[e.Statement, ...], otherwise: tuple[e.Statement, ...], depth: int
) -> list[Line]:
    found = _below(text("if ", teller.clause_text(condition)), lines_of(teller, then, depth + 1), depth)
    if otherwise:
        found += _below(text("otherwise"), lines_of(teller, otherwise, depth + 1), depth)
    return found


def _pick(teller: Teller, node: e.Pick, depth: int) -> list[Line]:
    noun = teller.phrases.form("pick", node.path) or english.named(node.name)
    teller.named[node.var] = noun if noun.startswith(("the ", "its ")) else f"the {noun}"
    often = ", as often as wanted" if node.repeatedly else ""
    may = " may be" if node.optionally or node.repeatedly else " is"
    cost = text(", for ", teller.noun(node.cost)) if node.cost is not None else text()
    among = text(", ", teller.clause_text(node.where)) if node.where is not None else text()
    if among:
        among = text(" if", among[0].text[1:], *among[1:])
    head = text(teller.named[node.var], f"{may} picked", often, cost, among)
    if node.gathered is not None:
        teller.named[node.gathered] = "those picked"
    below = lines_of(teller, node.does, depth + 1)
    return [Line(depth, sentence(head, ":" if below else "")), *below]


def _simple(teller: Teller, node: e.Statement) -> Text:
    noun = teller.noun
    match node:
        case e.SetAttribute():
            return _set(teller, node)
        case e.Move(thing=thing, to=to):
            return text(noun(thing), " goes to ", noun(to))
        case e.Place(kind=kind, where=where, name=name):
            called = teller.phrases.noun("kind", kind)
            said = text(english.with_article(called), " is put in ", noun(where))
            if name is not None:
                teller.named[name] = f"the {called}"
            return said
        case e.Remove(thing=thing):
            return text(noun(thing), " is taken off the map")
        case e.Roll(count=count, faces=faces, name=name):
            teller.named[name] = "the die" if count == 1 else "the dice"
            dice = "one die" if count == 1 else f"{english.number(count)} dice"
            sides = text(noun(faces), " sides")
            return text(f"{dice} of ", sides, " is thrown" if count == 1 else " are thrown")
        case e.Draw(binder=binder):
            said = text(teller.one(binder, "a"), " is drawn at random")
            teller.named[binder.var] = f"the {teller.one_called(binder.domain)} drawn"
            return said
        case e.Offer(action=action, to=to, repeatedly=repeatedly, duty=duty):
            form = teller.phrases.form("action", action) or english.named(action)
            if duty:
                often = ", as often as it can be done" if repeatedly else ", if it can be done"
                return text(noun(to), " must now ", form, often)
            return text(noun(to), " may now ", form, ", as often as wanted" if repeatedly else "")
        case e.Announce(event=event, args=args):
            return teller._sentence_of("event", event, args)
        case e.Write(order=order, fields=fields, name=name):
            called = teller.phrases.noun("order", order)
            given = [text(teller.phrases.noun("attribute", f"{order}.{n}"), ": ", noun(v)) for n, v in fields]
            if name is not None:
                teller.named[name] = f"the {called}"
            inside = text(" (", *[piece for part in given for piece in ("; ", part)][1:], ")") if given else ""
            return text(english.with_article(called), " is written", inside)
        case e.Begin(task=task, args=args, crew=crew, name=name):
            if name is not None:
                teller.named[name] = "the task"
            return text(teller._sentence_of("task", task, args), " begins, by ", noun(crew))
        case e.ChangeTask(how=how, task=task_):
            done = {"pause": "pauses", "resume": "goes on", "restart": "starts again", "cancel": "is given up"}[how]
            return text(noun(task_), " ", done)
        case e.Point(keeps=keeps, thing=thing):
            kept = " and ".join("place" if k == g.PLACE else english.named(k) for k in keeps)
            return text(f"the {kept} of ", noun(thing), " is noted")
        case e.Return(thing=thing):
            return text(noun(thing), " gets back what was noted of it")
        case e.Finish():
            return text("that is all")
        case e.Reveal(what=what, to=to):
            return text(noun(what), " is shown", text(" to ", noun(to)) if to is not None else "")
        case e.EndGame():
            return text("the game is over")
        case _:
            return text("something is done")


def _set(teller: Teller, node: e.SetAttribute) -> Text:
    """What an attribute becomes; of a yes/no attribute, what is so from now on."""
    until = text(" until ", teller.noun(node.until)) if node.until is not None else text()
    attribute = teller.graph.kinds[node.owner].attributes[node.name] if node.owner in teller.graph.kinds else None
    type_ = attribute.type if attribute is not None else node.value.type
    asked = e.Attribute(node.base, node.name, node.owner, type_)
    if type_ == t.YES_NO and isinstance(node.value, e.Const):
        clause = teller.clause(asked, bool(node.value.value))
        said = teller.whole(clause)
        if plain(clause.said).startswith("is ") and clause.subject is not None:
            rest = plain(clause.said)[3:]
            if rest.startswith("not "):
                return text(teller.noun(clause.subject), " is no longer ", rest[4:], until)
            return text(teller.noun(clause.subject), " is now ", rest, until)
        return text("from now on ", said, until)
    if isinstance(node.value, e.Const) and node.value.value is None:
        return text(teller.whole(teller._none(asked, True)), " from now on", until)
    if isinstance(node.value, e.Const) and isinstance(node.value.value, str):
        found = teller._value(asked, node.value.value, True)
        if found is not None:
            return text("from now on ", teller.whole(found), until)
    if isinstance(node.value, e.MakeSet) and not node.value.items:
        return text(teller.noun(asked), " are forgotten", until)
    return text(teller.noun(asked), " becomes ", teller.noun(node.value), until)
