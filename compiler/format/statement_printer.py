"""Prints statements: what effects, actions, tasks, rules and the sequence of play do, one line or block each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter

from hexlaw.compiler.format import expression_printer as xp
from hexlaw.compiler.format.wrap import SOFT, WrappedLine
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.grammar_text import definition


def print_statements(statements: Iterable[s.Statement], depth: int) -> Iterator[WrappedLine]:
    for statement in statements:
        match statement:
            case s.If(condition, then, otherwise):
                yield WrappedLine(depth, f"if {xp.soft(condition, xp.EITHER)}:")
                yield from print_statements(then, depth + 1)
                if otherwise:
                    yield WrappedLine(depth, "otherwise:")
                    yield from print_statements(otherwise, depth + 1)
            case s.For(binder, body):
                yield WrappedLine(depth, f"for each {xp.print_binder(binder)}:")
                yield from print_statements(body, depth + 1)
            case s.Part(name, body):
                yield WrappedLine(depth, f"part {name.text}:")
                yield from print_statements(body, depth + 1)
            case s.Pick():
                yield WrappedLine(depth, _pick(statement))
                yield from print_statements(statement.does, depth + 1)
            case _:
                yield WrappedLine(depth, _simple(statement))


def print_span(span: s.SpanNode, depth: int) -> Iterator[WrappedLine]:
    """Yields a stretch of play: its name, for whom, by whom and when it is played, and what happens in it."""
    text = f"{span.sort} {span.name.text}{xp.citation(span.cite)}"
    if span.each is not None:
        text += f"{SOFT}for each {xp.print_binder(span.each)}"
    text += xp.behind(f"{SOFT}by", span.by, xp.SUM) + xp.behind(f"{SOFT}if", span.condition, xp.EITHER)
    text += xp.behind(f"{SOFT}while", span.repeats, xp.EITHER) + xp.behind(
        f"{SOFT}alternating from", span.turns_from, xp.SUM
    )
    text += f"{SOFT}at once" * span.at_once
    yield WrappedLine(depth, text + (":" if span.body else ""))
    for part in span.body:
        yield from print_span(part, depth + 1) if isinstance(part, s.SpanNode) else print_statements((part,), depth + 1)


def _pick(pick: s.Pick) -> str:
    gathered = f" as {pick.gathered.text}" if pick.gathered else ""
    often = f"{' repeatedly' * pick.repeatedly}{gathered}{' optionally' * pick.optionally}"
    text = f"pick {pick.name.text}({xp.param(pick.param)}){often}"
    if pick.domain is not None:
        text += f" from {xp.soft(pick.domain, xp.LONG, xp.BEFORE_WHERE if pick.where is not None else xp.NOTHING)}"
    text += xp.behind(f"{SOFT}where", pick.where, xp.EITHER)
    text += xp.behind(f"{SOFT}costs", pick.cost, xp.SUM) + xp.behind(" counted in", pick.account, xp.POSTFIX)
    return text + (" does:" if pick.does else "")


def _simple(statement: s.Statement) -> str:
    match statement:
        case s.Mark(thing, attribute, value=False):
            return f"clear {attribute.text} from {xp.soft(thing, xp.SUM)}"
        case s.Roll(dice, name, faces) if faces is not None:
            return f"roll {dice}({xp.soft(faces, xp.SUM)}) as {name.text}"
        case s.Offer(duty=True):
            return _as_ruled(statement, "demand")
        case s.ChangeTask(how, task):
            return f"{how} {xp.soft(task, xp.SUM)}"
        case _:
            return _as_ruled(statement, re.sub("(?<=[a-z])(?=[A-Z])", "_", type(statement).__name__).lower())


def _as_ruled(statement: s.Statement, rule: str) -> str:
    """Prints a statement as its rule in the grammar has it: words, and its fields in turn."""
    values, text, above = iter(getattr(statement, field) for field in statement.__struct_fields__), "", ""
    for chunk in re.findall(r"\[.*?\]|\S+", definition(rule).partition(" _NL")[0]):
        is_word, is_optional = chunk[0] == '"', chunk[0] == "["
        value = None if is_word else next(values)
        if is_optional and not value:
            continue
        *words, part = re.findall(r"\w+", chunk)
        is_soft = part == "until" or (is_word and above == "call")
        shown = part.lower() if is_word or value is True else _SHOWN.get(part, str)(value)
        text += (SOFT if is_soft else " ") + " ".join([*words, shown])
        above = part
    return text[1:]


_SHOWN: dict[str, Callable[..., str]] = {
    "NAME": attrgetter("text"), "path": attrgetter("text"), "names": xp.names, "call": xp.print_call, "value": xp.soft,
    "sum": partial(xp.soft, level=xp.SUM), "postfix": partial(xp.soft, level=xp.POSTFIX), "binder": xp.print_binder,
    "until": lambda when: f"until {xp.soft(when, xp.LONG if isinstance(when, s.Moment) else xp.SUM)}",
}  # fmt: skip
"""By part of a rule how it is printed; others are as they were written."""
