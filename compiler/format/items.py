"""Prints items: a node in, its lines of law out, in the order that the canonical form gives to clauses.

`print_item` is for whoever shows law (it knows no comments); the formatter takes `item_lines`, one line a clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from hexlaw.compiler.format.expressions import (
    BEFORE_WHERE,
    EITHER,
    LONG,
    NOTHING,
    POSTFIX,
    SUM,
    print_binder,
    print_call,
    soft,
)
from hexlaw.compiler.format.wrap import SOFT, WIDTH, Line, comma, fill, wrap
from hexlaw.compiler.parse import syntax as s

LINKS = ("over", "limits", "lifts", "replaces")


def print_item(item: s.Item) -> str:
    """The item as law, without a line end after its last line."""
    return "\n".join(row for line in item_lines(item) for row in wrap(line))


def item_lines(item: s.Item) -> list[Line]:
    head, body = _HEADS[type(item)](item), list(_body(item))
    return [Line(0, head), *_doc(getattr(item, "doc", "")), *body]


def _doc(doc: str) -> Iterator[Line]:
    if doc:
        for piece in fill(doc, WIDTH - 4):
            yield Line(1, f'"{piece}"', is_doc=True)


# ---- small parts


def _cite(cite: s.Cite | None) -> str:
    return f" [{comma(cite.text.split(', '))}]" if cite else ""


def _text(text: str) -> str:
    return f' "{text}"' if text else ""


def _after_break(text: str) -> str:
    """The part may begin a continued line; in a head it must not, because that would open the body."""
    return SOFT + text.removeprefix(" ") if text else ""


def _names(names: Iterable[s.Ident]) -> str:
    return comma(name.text for name in names)


def print_type(type_: s.TypeRef) -> str:
    if type_.item is None:
        return type_.name if type_.form == "name" else type_.form
    inner = print_type(type_.item)
    return f"set of {inner}" if type_.form == "set" else f"{inner} or none"


def _param(param: s.Param) -> str:
    return f"{param.name.text}: {print_type(param.type)}"


def _params(params: Iterable[s.Param]) -> str:
    return f"({comma(map(_param, params))})"


def _returns(type_: s.TypeRef | None) -> str:
    return f": {print_type(type_)}" if type_ else ""


# ---- heads


def _chapter(item: s.Chapter) -> str:
    return f'chapter{_cite(item.cite)} "{item.title}"' + (f" if option {item.option.text}" if item.option else "")


def _choice(item: s.Choice) -> str:
    return f"choice {item.name.text}{' also' * item.also}{' in order' * item.ordered}{_cite(item.cite)}"


def _measure(item: s.Measure) -> str:
    return f"measure {item.name.text} {'exact' if item.exact else 'whole'}{_text(item.text)}"


def _thing(item: s.Thing) -> str:
    parent = f" is {item.article} {item.parent.text}" if item.parent else ""
    return f"thing {item.name.text}{' also' * item.also}{parent}{_cite(item.cite)}"


def _fact(item: s.Fact) -> str:
    match item.shape:
        case "call":
            shape = item.name.text + _params(item.params)
        case "adjective":
            shape = f"{_param(item.params[0])} is {item.name.text}"
        case "verb":
            shape = " ".join([_param(item.params[0]), item.name.text, *map(_param, item.params[1:])])
    value = f" collects {print_type(item.type)}" if item.type and item.collects else _returns(item.type)
    return f"fact {shape}{value}{_cite(item.cite)}"


def _quantity(item: s.Quantity) -> str:
    also = " also" * item.also
    return f"quantity {item.name.text}{also}{_params(item.params)}{_returns(item.type)}{_cite(item.cite)}"


_HEADS: dict[type[Any], Callable[[Any], str]] = {
    s.Chapter: _chapter,
    s.Option: lambda item: f"option {item.name.text}{_cite(item.cite)}",
    s.Dispute: lambda item: f"dispute {item.name.text}{_cite(item.cite)}",
    s.Settle: lambda item: f"settle {item.dispute.text}: {item.reading.text}{_cite(item.cite)}",
    s.Drop: lambda item: f"drop {item.rule.text}{_cite(item.cite)}{_text(item.reason)}",
    s.Choice: _choice,
    s.Measure: _measure,
    s.Thing: _thing,
    s.Record: lambda item: f"record {item.name.text}{_cite(item.cite)}",
    s.Fact: _fact,
    s.Quantity: _quantity,
    s.Table: lambda item: f"table {item.name.text}{_params(item.params)}{_returns(item.type)}{_cite(item.cite)}",
    s.Effect: lambda item: f"effect {item.name.text}{_params(item.params)}{_cite(item.cite)}:",
    s.Action: lambda item: f"action {item.name.text}{_cite(item.cite)}",
    s.Reach: lambda item: f"reach {item.name.text}{_params(item.params)}{_returns(item.type)}{_cite(item.cite)}",
    s.Rule: lambda item: f"rule {item.name.text}{_cite(item.cite)}",
    s.Ruling: lambda item: f"ruling {item.name.text}{_cite(item.cite)}",
}


# ---- bodies


def _body(item: s.Item) -> Iterator[Line]:
    match item:
        case s.Choice():
            yield Line(1, _names(item.values), continued=0)
        case s.Effect():
            yield from _statements(item.body, 1)
        case s.Action():
            for line in item.lines:
                yield from _pick(line) if isinstance(line, s.Pick) else _statements((line,), 1)
        case _:
            for clause in _clauses(item):
                yield Line(1, clause)


def _clauses(item: s.Item) -> Iterator[str]:
    match item:
        case s.Option():
            yield f"default {'on' if item.default else 'off'}"
            if item.needs:
                yield f"needs {_names(item.needs)}"
            if item.excludes:
                yield f"excludes {_names(item.excludes)}"
        case s.Dispute():
            for reading in item.readings:
                yield f"reading {reading.name.text}{_text(reading.text)}{_after_break(_cite(reading.cite))}"
            if item.default:
                because = f'{SOFT}because "{item.because}"' if item.because else ""
                yield f"default {item.default.text}{because}"
        case s.Thing():
            if item.stands:
                yield _stands(item.stands)
            yield from map(_attribute, item.attributes)
        case s.Record():
            yield from map(_attribute, item.fields)
        case s.Fact():
            if item.otherwise is not None:
                yield f"otherwise {soft(item.otherwise)}"
        case s.Quantity():
            if item.start is not None:
                yield f"starts with {soft(item.start)}"
            if item.steps:
                yield f"steps {_names(item.steps)}"
            for step in item.extra:
                yield f"step {step.name.text} {'after' if step.after else 'before'} {step.anchor.text}"
        case s.Table():
            for edge in item.edges:
                yield f"{'below' if edge.below else 'above'} {edge.axis.text} reads {edge.reads}"
        case s.Reach():
            if item.by.text:
                yield f"by {item.by.text}"
        case s.Rule():
            yield from _rule(item)
        case s.Ruling():
            yield from _ruling(item)


def _stands(stands: s.Stands) -> str:
    """The depth is said where it can matter: nothing that stands in a hex alone lies deeper than one."""
    kinds = " or ".join(kind.text for kind in stands.kinds)
    plain = stands.depth == 1 and kinds == "hex"
    return f"stands in {kinds}" + ("" if plain else f", at most {stands.depth} deep")


def _attribute(attribute: s.Attribute) -> str:
    default = f" = {soft(attribute.default, SUM)}" if attribute.default is not None else ""
    remarks = _after_break(_cite(attribute.cite)) + _after_break(_text(attribute.doc))
    return f"{attribute.name.text}: {print_type(attribute.type)}{default}{remarks}"


# ---- rules and rulings


def _rule(rule: s.Rule) -> Iterator[str]:
    if rule.by_ruling:
        yield f"by ruling {rule.by_ruling.text}"
    if rule.under:
        yield f"under {rule.under[0].text}: {rule.under[1].text}"
    if rule.against:
        yield f"against ruling {rule.against.text}"
    if rule.from_year is not None:
        yield f"in force from {rule.from_year}"
    if rule.until_year is not None:
        yield f"in force until {rule.until_year}"
    for link in sorted(rule.links, key=lambda link: LINKS.index(link.how)):
        yield f"{link.how} {comma(map(_target, link.targets))}"
    # a prohibition is read before its conditions, like a link; every other conclusion after them
    yield from (_conclusion(c) for c in rule.conclusions if isinstance(c, s.Forbids))
    if rule.sampled:
        yield "at rest" if rule.sampled == "rest" else "at all times"
    if rule.at_step:
        yield f"at step {rule.at_step.text}"
    for binder in rule.for_each:
        yield f"for each {print_binder(binder)}"
    for condition in rule.when:
        yield f"when {soft(condition, EITHER)}"
    yield from (_conclusion(c) for c in rule.conclusions if not isinstance(c, s.Forbids))
    if rule.says:
        yield f'says "{rule.says.text}"'


def _target(target: s.Target) -> str:
    return f"{'step ' * target.step}{target.path.text}{'.*' * target.wild}"


def _conclusion(conclusion: s.Conclusion) -> str:
    match conclusion:
        case s.Concludes(s.Literal_("text", text)):
            return f'("{text}")'  # bare it would be a doc
        case s.Concludes(expr):
            return soft(expr, EITHER)
        case s.Forbids(picks):
            return f"forbids {_names(picks)}"
        case s.Requires(condition):
            return f"requires {soft(condition, EITHER)}"
        case s.Changes():
            return _changes(conclusion)
        case s.Rounds(quantity, "keep"):
            return f"keeps fractions of {quantity.text}"
        case s.Rounds(quantity, how, each_step):
            return f"rounds {quantity.text} {how} {'after each step' if each_step else 'at the end'}"
        case s.Leaves(text):
            return f'leaves "{text}" to the players'


def _changes(changes: s.Changes) -> str:
    amount = soft(changes.amount, SUM) if changes.amount is not None else ""
    match changes.how:
        case "halves" | "doubles":
            return f"{changes.how} it"
        case "multiplies" | "divides":
            return f"{changes.how} it by {amount}"
        case "makes":
            return f"makes it {amount}"
        case "at-most" | "at-least":
            return f"holds it to at {changes.how[3:]} {amount}"
        case _:
            return f"{changes.how} {amount}"


def _ruling(ruling: s.Ruling) -> Iterator[str]:
    if ruling.asks:
        yield f'asks "{ruling.asks}"'
    if ruling.answers:
        yield f"answers {_answer(ruling.answers)}"
    if ruling.dated is not None:
        yield f"dated {ruling.dated}"
    if ruling.authority:
        yield f"authority {ruling.authority.text}"
    for word, names in (
        ("confirms", ruling.confirms), ("amends", ruling.amends), ("supersedes", ruling.supersedes),
        ("shown by", ruling.shown),
    ):  # fmt: skip
        if names:
            yield f"{word} {_names(names)}"
    for note in ruling.notes:
        yield f'notes "{note}"'


def _answer(answer: str) -> str:
    word, colon, rest = answer.partition(": ")
    if word not in ("yes", "no"):
        return f'"{answer}"'
    return f'{word}, "{rest}"' if colon else word


# ---- doing


def _pick(pick: s.Pick) -> Iterator[Line]:
    text = (
        f"pick {pick.name.text}({_param(pick.param)}){' repeatedly' * pick.repeatedly}{' optionally' * pick.optionally}"
    )
    if pick.domain is not None:
        text += f" from {soft(pick.domain, LONG, BEFORE_WHERE if pick.where is not None else NOTHING)}"
    if pick.where is not None:
        text += f"{SOFT}where {soft(pick.where, EITHER)}"
    if pick.cost is not None and pick.account is not None:
        text += f"{SOFT}costs {soft(pick.cost, SUM)} counted in {soft(pick.account, POSTFIX)}"
    yield Line(1, text + (" does:" if pick.does else ""))
    yield from _statements(pick.does, 2)


def _statements(statements: tuple[s.Statement, ...], depth: int) -> Iterator[Line]:
    for statement in statements:
        match statement:
            case s.If(condition, then, otherwise):
                yield Line(depth, f"if {soft(condition, EITHER)}:")
                yield from _statements(then, depth + 1)
                if otherwise:
                    yield Line(depth, "otherwise:")
                    yield from _statements(otherwise, depth + 1)
            case s.For(binder, body):
                yield Line(depth, f"for each {print_binder(binder)}:")
                yield from _statements(body, depth + 1)
            case _:
                yield Line(depth, _simple(statement))


def _simple(statement: s.Statement) -> str:
    match statement:
        case s.Set(target, value):
            return f"set {soft(target, POSTFIX)} to {soft(value)}"
        case s.Mark(thing, attribute, True):
            return f"mark {soft(thing, SUM)} as {attribute.text}"
        case s.Mark(thing, attribute):
            return f"clear {attribute.text} from {soft(thing, SUM)}"
        case s.Move(thing, to):
            return f"move {soft(thing, SUM)} to {soft(to, SUM)}"
        case s.Place(kind, where, name):
            return f"place {kind.text} in {soft(where, SUM)}" + (f" as {name.text}" if name else "")
        case s.Remove(thing):
            return f"remove {soft(thing, SUM)}"
        case s.Roll(dice, name):
            return f"roll {dice} as {name.text}"
        case s.Let(name, value):
            return f"let {name.text} be {soft(value)}"
        case s.Do(call):
            return f"do {print_call(call)}"
        case _:
            raise AssertionError(f"no printer for {type(statement).__name__}")
