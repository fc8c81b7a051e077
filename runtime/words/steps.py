"""Statements said as steps, one a line: what an effect or an action does, in its order.

What one step has named the next may call "it", so what was named so far is passed from line to line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.words import english, filling
from hexlaw.runtime.words.clauses import Clause, whole
from hexlaw.runtime.words.composing import cut, mended
from hexlaw.runtime.words.equality import done_by_something, has_value, is_none
from hexlaw.runtime.words.filling import filled, happening
from hexlaw.runtime.words.nouns import with_fields
from hexlaw.runtime.words.pronouns import arranged, calling, depending, spoken
from hexlaw.runtime.words.quantifiers import one, one_called, said_of, that_it_is, that_one
from hexlaw.runtime.words.spans import Draft, SoFar, Text, listed, plain, sentence, text, uncapped
from hexlaw.runtime.words.teller import Teller


@dataclass(frozen=True, slots=True)
class StepLine:
    """A sentence, and how deep it stands below the first."""

    depth: int
    said: Text


def in_a_row(lines: Iterable[StepLine]) -> str:
    """The words of lines as one paragraph."""
    return " ".join(plain(line.said).strip() for line in lines)


Told = tuple[list[StepLine], SoFar]
"""Lines, and what has been named behind them."""

PLACES = (t.HEX, t.HEXSIDE, t.CONTACT, t.GAME)
_OFTEN = {
    (False, False): "",
    (False, True): ", as often as wanted",
    (True, False): ", if it can be done",
    (True, True): ", as often as it can be done",
}
"""How often something offered is done: by whether it is a duty, and whether it is done repeatedly."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_CHANGED = {"pause": "pauses", "resume": "goes on", "restart": "starts again", "cancel": "is given up"}
"""What a task does then."""


def deeper(lines: Iterable[StepLine], by: int = 1) -> list[StepLine]:
    """The same lines, so much further below."""
    return [StepLine(line.depth + by, line.said) for line in lines]


def lines_of(teller: Teller, body: tuple[e.Statement, ...], depth: int, so_far: SoFar) -> Told:
    found: list[StepLine] = []
    for statement in body:
        lines, so_far = _lines(teller, statement, depth, so_far)
        found += lines
    return found, so_far


def _lines(teller: Teller, node: e.Statement, depth: int, so_far: SoFar) -> Told:
    match node:
        case e.If(condition=condition, then=then, otherwise=otherwise):
            found, so_far = _below(teller, text("if ", teller.clause_text(condition)), then, depth, so_far)
            if otherwise:
                more, so_far = _below(teller, text("otherwise"), otherwise, depth, so_far)
                found += more
            return found, so_far
        case e.ForEach(binder=binder, body=body):
            known = that_it_is(binder)
            each = (
                one(teller, binder, "every")
                if known is None or isinstance(known, e.Var)
                else text(teller.noun(known), ", if there is one" if isinstance(known.type, t.OrNone) else "")
            )
            head, so_far = spoken(text("for ", each), so_far)
            inside = so_far.inside(binder.var, that_one(teller, binder, so_far))
            found, inside = _below(teller, head, body, depth, inside)
            if known is None and len(found) == 1:
                found = [StepLine(depth, _of_each(found[0].said, head, f", {inside.named[binder.var]} "))]
            return found, so_far.behind(inside, binder.var)
        case e.Pick(does=does):
            head, so_far = spoken(_picked(teller, node), so_far)
            lines, so_far = lines_of(teller, does, depth + 1, so_far)
            return [StepLine(depth, sentence(head, ":" if lines else "")), *lines], so_far
        case _:
            words, so_far = spoken(_simple(teller, node), so_far)
            return [StepLine(depth, sentence(words))] if words else [], so_far


def _of_each(said: Text, head: Text, called: str) -> Text:
    """`Every unit in it gets off.` of `For every unit in it, that unit gets off.`"""
    words, start = plain(said), len(plain(head))
    if not words.startswith(called, start) or called.strip(", ") in words[start + len(called) :]:
        return said
    return sentence(cut(said, len("for "), start), " ", cut(said, start + len(called), len(words)))


def _below(teller: Teller, head: Draft, body: tuple[e.Statement, ...], depth: int, so_far: SoFar) -> Told:
    words, so_far = spoken(head, so_far)
    below, so_far = lines_of(teller, body, depth + 1, so_far)
    if len(below) == 1:
        return [StepLine(depth, sentence(words, ", ", uncapped(below[0].said)))], so_far
    return [StepLine(depth, sentence(words, ":")), *below], so_far


def _picked(teller: Teller, node: e.Pick) -> Draft:
    """`pick a unit that is lit, as often as wanted, for its toll`.

    A phrase of its own says what it is picked from; where there is none, that is said as well.
    """
    own = teller.phrases.form("pick", node.path)
    noun = own or english.named(node.name)
    bare = noun.removeprefix("a ").removeprefix("an ")
    again = noun if english.has_article(noun) and noun == bare else f"the {bare}"
    first = again if noun == bare else noun
    if own and node.where is not None and first == again and isinstance(node.type, t.Kind) and node.type not in PLACES:
        first = english.with_article(bare.removeprefix("the "))  # one of those of whom that is so
    often = ", as often as wanted" if node.repeatedly else ", if wanted" if node.optionally else ""
    cost = text(", paying ", teller.noun(node.cost)) if node.cost is not None else text()
    which = said_of(teller, node.var, again, first, node.where)
    if not own and not _is_any(node.domain):
        which = text(which, " out of ", teller.noun(node.domain))
    after = calling(node.gathered, _those_picked(teller, node, bare)) if node.gathered is not None else text()
    return text("pick ", which, calling(node.var, again), often, cost, after)


def _is_any(domain: e.Expr) -> bool:
    """Whether it is picked from all that there are of its type."""
    match domain:
        case e.Things(within=within):
            return within is None
        case e.Builtin(name=name):
            return name == "hexes"
        case _:
            return isinstance(domain, e.MakeSet | e.Const)


def _those_picked(teller: Teller, node: e.Pick, bare: str) -> str:
    """What those are called that are picked one after the other, by what one of them is called."""
    one = bare.removeprefix("the ")
    if isinstance(node.type, t.Kind) and one == teller.phrases.noun("kind", node.type.name):
        return f"the {teller.phrases.noun('kind', node.type.name, several=True)} picked"
    return f"the {english.plural(one)} picked" if one.isalpha() else "those picked"


def _simple(teller: Teller, node: e.Simple) -> Draft:
    noun = teller.noun
    match node:
        case e.Do(effect=effect, args=args):
            return happening(teller, "effect", effect, args)
        case e.Let():
            return _let(teller, node)
        case e.SetAttribute():
            return _set(teller, node)
        case e.Move(thing=thing, to=e.Const(value=None)):
            return text(noun(thing), " leaves the map")
        case e.Move(thing=thing, to=e.Attribute(base=base, name="hex") as to) if base == thing:
            return text(noun(thing), " comes out into ", noun(to))
        case e.Move(thing=thing, to=to):
            return text(noun(thing), " goes to ", noun(to))
        case e.Place(kind=kind, where=where, name=name):
            return _made(teller.phrases.noun("kind", kind), name, text(" is put in ", noun(where)))
        case e.Remove(thing=thing):
            return text(noun(thing), " is taken off the map")
        case e.Roll(count=count, faces=faces, name=name):
            thrown = text(" of ", noun(faces), " sides", " is thrown" if count == 1 else " are thrown")
            if count > 1:
                return text(f"{english.number(count)} dice", thrown, calling(name, "the sum of the dice"))
            return depending(lambda so_far: _one_die(thrown, node.name, so_far))
        case e.Draw(binder=binder):
            drawn = text(one(teller, binder, "a"), " is drawn at random")
            kind = one_called(teller, binder.domain)
            return text(drawn, depending(lambda so_far: _one_drawn(kind, binder.var, so_far)))
        case e.Offer(action=action, args=args, to=to, repeatedly=repeatedly, duty=duty):
            asked = dict(zip((param for param, _ in teller.graph.actions[action].params), args, strict=True))
            done = filled(teller, teller.phrases.form("action", action) or english.named(action), asked)
            return text(noun(to), " must now " if duty else " may now ", done, _OFTEN[duty, repeatedly])
        case e.Announce(event=event, args=args):
            return happening(teller, "event", event, args)
        case e.Write(order=order, fields=fields, name=name):
            given = with_fields(teller, "attribute", order, fields)
            return _made(teller.phrases.noun("order", order), name, text(" is written", given))
        case e.Begin(task=task, args=args, crew=crew, name=name):
            after = calling(name, "the task") if name is not None else text()
            return text(happening(teller, "task", task, args), " begins, by ", noun(crew), after)
        case e.ChangeTask(how=how, task=task_):
            return text(noun(task_), " ", _CHANGED[how])
        case e.Point(keeps=keeps, thing=thing):
            kept = listed([text("place" if k == g.PLACE else _kept(teller, thing, k)) for k in keeps], "and")
            return text("of ", noun(thing), " is noted: ", kept)
        case e.Return(thing=thing):
            return text(noun(thing), " gets back what was noted of it")
        case e.Finish():
            return text("that is all")
        case e.Stops(actions=actions, events=events):
            ways = (way.pick for event in events for way in teller.graph.events[event].by)
            over = dict.fromkeys([*actions, *(way.partition(".")[0] for way in ways)])
            names = [teller.phrases.form("action", name) or english.named(name) for name in over or events]
            return text(listed([text("“", name, "”") for name in names], "and"), " ends here")
        case e.Reveal(what=what, to=to):
            return text(noun(what), " is shown", text(" to ", noun(to)) if to is not None else "")
        case e.EndGame():
            return text("the game is over")


def _let(teller: Teller, node: e.Let) -> Draft:
    """What a value is called; nothing where it is called so anyway: `its hex` of `the boat's hex`, or of `its hex`."""
    if node.value.type == t.YES_NO:
        return text(teller.clause_text(e.Var(node.name, t.YES_NO)), " if ", teller.clause_text(node.value))
    called = teller.phrases.form("variable", node.name) or english.value_named(node.name)
    is_ = " are " if isinstance(node.value.type, t.SetOf) else " is "

    def unless_said(words: Text) -> Text:
        owned = called.startswith("its ") and plain(words).endswith(f"'s {called.removeprefix('its ')}")
        goes_without = owned or plain(words) == called
        return text() if goes_without else text(called, is_, words)

    return text(arranged(unless_said, teller.noun(node.value)), calling(node.name, called))


def _made(called: str, name: str | None, done: Draft) -> Draft:
    """That one of those called so is made, and what is done with it."""
    return text(english.with_article(called), done, calling(name, f"the {called}") if name is not None else text())


def _set(teller: Teller, node: e.SetAttribute) -> Draft:
    """What an attribute becomes; of a yes/no attribute, what is so from now on."""
    until = text(" until ", teller.noun(node.until)) if node.until is not None else text()
    attribute = teller.graph.kinds[node.owner].attributes[node.name] if node.owner in teller.graph.kinds else None
    type_ = attribute.type if attribute is not None else node.value.type
    asked = e.Attribute(node.base, node.name, node.owner, type_)
    value = node.value.value if isinstance(node.value, e.Const) else ()
    now: Clause | None = None
    if isinstance(value, bool) and type_ == t.YES_NO:
        now = teller.clause(asked, value)
    elif value is None:
        now = is_none(teller, asked, True)
    elif isinstance(value, str):
        now = has_value(teller, asked, value, True)
    if now is None and (form := done_by_something(teller, asked)) != "":
        now = filling.phrase(teller, form, {"it": node.base, "item": node.value})
    if now is not None:
        so = text("from now on ", now.said) if now.subject is None else arranged(_becomes, now.lead, now.said)
        return text(so, until)
    if isinstance(node.value, e.MakeSet) and not node.value.items:
        return text(teller.noun(asked), " are forgotten", until)
    said, amount = "becomes ", node.value
    match node.value:
        case e.Arith(op="+" | "-" as op, left=left, right=right) if left == asked:
            said, amount = "goes up by " if op == "+" else "goes down by ", right
    changed = whole(teller.about(asked, said, teller.noun(amount)))
    if isinstance(type_, t.SetOf):
        changed = text(teller.noun(asked), " become ", teller.noun(amount))
    return text(changed, until)


def _one_die(thrown: Draft, name: str, so_far: SoFar) -> Draft:
    """A die that is thrown; where others are known, these are the first, the second and so on."""
    before, renamed, called = _in_turn("die", "", name, so_far)
    which = ("one", "another")[before] if before < 2 else f"a {called.split()[1]}"
    return text(f"{which} die", thrown, renamed, calling(name, called))


def _one_drawn(kind: str, name: str, so_far: SoFar) -> Draft:
    """Says nothing: what has been drawn is `the boat drawn`; where others are known, the first, the second, and on."""
    _, renamed, called = _in_turn(kind, " drawn", name, so_far)
    return text(renamed, calling(name, called))


def _in_turn(noun: str, behind: str, name: str, so_far: SoFar) -> tuple[int, Draft, str]:
    """How many there were before; a draft that says nothing, behind which one that was alone is the first; and what
    this one is called."""
    alone, counted = f"the {noun}{behind}", [f"the {which} {noun}{behind}" for which in _ORDINALS]
    before = {v: called for v, called in so_far.named.items() if v != name and called in (alone, *counted)}
    if not before:
        return 0, (), alone
    renamed = text(*(calling(variable, counted[0]) for variable, called in before.items() if called == alone))
    return len(before), renamed, counted[len(before)] if len(before) < len(counted) else f"{alone} {name}"


def _kept(teller: Teller, thing: e.Expr, attribute: str) -> str:
    """What an attribute is called that is noted of a thing."""
    owner = teller.graph.owner(thing.type.name, attribute) if isinstance(thing.type, t.Kind) else ""
    form = teller.phrases.form("attribute", f"{owner}.{attribute}")
    if not form or "{" not in form:
        return form or english.named(attribute)
    return f"whether {form.replace('{it}', 'it')}" if form.startswith("{it}") else form.replace("{it}", "it")


def _becomes(subject: Text, predicate: Text) -> Text:
    """`the unit is now lit` of `is lit`."""
    words = plain(predicate)
    if words.startswith("is not "):
        return text(subject, " is no longer ", words[7:])
    verb, _, rest = words.partition(" ")
    if verb == "is" or (verb == "has" and not english.has_article(rest) and not rest.startswith("no ")):
        return text(subject, f" {verb} now ", rest)
    return text("from now on ", mended(text(subject, " ", predicate)))
