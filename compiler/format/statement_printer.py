"""Prints statements: what effects, actions, tasks, rules and the sequence of play do, one line or block each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexlaw.compiler.format.expression_printer import (
    BEFORE_WHERE,
    EITHER,
    LONG,
    NOTHING,
    POSTFIX,
    SUM,
    behind,
    citation,
    names,
    param,
    print_binder,
    print_call,
    print_moment,
    soft,
)
from hexlaw.compiler.format.wrap import SOFT, WrappedLine
from hexlaw.compiler.parse import syntax as s


def print_statements(statements: Iterable[s.Statement], depth: int) -> Iterator[WrappedLine]:
    for statement in statements:
        match statement:
            case s.If(condition, then, otherwise):
                yield WrappedLine(depth, f"if {soft(condition, EITHER)}:")
                yield from print_statements(then, depth + 1)
                if otherwise:
                    yield WrappedLine(depth, "otherwise:")
                    yield from print_statements(otherwise, depth + 1)
            case s.For(binder, body):
                yield WrappedLine(depth, f"for each {print_binder(binder)}:")
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
    text = f"{span.sort} {span.name.text}{citation(span.cite)}"
    if span.each is not None:
        text += f"{SOFT}for each {print_binder(span.each)}"
    text += behind(f"{SOFT}by", span.by, SUM) + behind(f"{SOFT}if", span.condition, EITHER)
    text += behind(f"{SOFT}while", span.repeats, EITHER) + behind(f"{SOFT}alternating from", span.turns_from, SUM)
    text += f"{SOFT}at once" * span.at_once
    yield WrappedLine(depth, text + (":" if span.body else ""))
    for part in span.body:
        yield from print_span(part, depth + 1) if isinstance(part, s.SpanNode) else print_statements((part,), depth + 1)


def _pick(pick: s.Pick) -> str:
    text = f"pick {pick.name.text}({param(pick.param)}){_how_often(pick)}"
    if pick.domain is not None:
        text += f" from {soft(pick.domain, LONG, BEFORE_WHERE if pick.where is not None else NOTHING)}"
    text += behind(f"{SOFT}where", pick.where, EITHER)
    text += behind(f"{SOFT}costs", pick.cost, SUM) + behind(" counted in", pick.account, POSTFIX)
    return text + (" does:" if pick.does else "")


def _how_often(pick: s.Pick | s.Borrowed) -> str:
    gathered = _as(pick.gathered) if isinstance(pick, s.Pick) else ""
    return f"{' repeatedly' * pick.repeatedly}{gathered}{' optionally' * pick.optionally}"


def _until(until: s.Expr | None) -> str:
    if until is None:
        return ""
    return f"{SOFT}until {print_moment(until) if isinstance(until, s.Moment) else soft(until, SUM)}"


def _as(name: s.Ident | None) -> str:
    return f" as {name.text}" if name else ""


def _simple(statement: s.Statement) -> str:
    match statement:
        case s.Set(target, value):
            return f"set {soft(target, POSTFIX)} to {soft(value)}{_until(statement.until)}"
        case s.Mark(thing, attribute, True):
            return f"mark {soft(thing, SUM)} as {attribute.text}{_until(statement.until)}"
        case s.Mark(thing, attribute):
            return f"clear {attribute.text} from {soft(thing, SUM)}"
        case s.Move(thing, to):
            return f"move {soft(thing, SUM)} to {soft(to, SUM)}"
        case s.Place(kind, where, name):
            return f"place {kind.text} in {soft(where, SUM)}{_as(name)}"
        case s.Remove(thing):
            return f"remove {soft(thing, SUM)}"
        case s.Roll(dice, name):
            faces = "" if statement.faces is None else f"({soft(statement.faces, SUM)})"
            return f"roll {dice}{faces} as {name.text}"
        case s.Draw(binder):
            return f"draw {print_binder(binder)}"
        case s.Let(name, value):
            return f"let {name.text} be {soft(value)}"
        case s.Do(call):
            return f"do {print_call(call)}"
        case s.Borrowed(pick):
            return f"pick {pick.text}{_how_often(statement)}"
        case s.Offer(action, to, repeatedly):
            if statement.duty:
                return f"demand {print_call(action)}{SOFT}of {soft(to, SUM)}{' repeatedly' * repeatedly}"
            return f"offer {print_call(action)}{SOFT}to {soft(to, SUM)}{' repeatedly' * repeatedly}"
        case s.Announce(event):
            return f"announce {print_call(event)}"
        case s.Write(order, name):
            return f"write {print_call(order)}{_as(name)}"
        case s.Begin(task, crew, name):
            return f"begin {print_call(task)}{SOFT}with {soft(crew)}{_as(name)}"
        case s.ChangeTask(how, task):
            return f"{how} {soft(task, SUM)}"
        case s.Point(name, keeps, thing):
            return f"point {name.text} keeps {names(keeps)} of {soft(thing, SUM)}"
        case s.Return(thing, point):
            return f"return {soft(thing, SUM)} to {point.text}"
        case s.Finish():
            return "finish"
        case s.Stops(name):
            return f"stops {name.text}"
        case s.Reveal(what, to):
            return f"reveal {soft(what, SUM)}{behind(' to', to, SUM)}"
        case s.EndGame():
            return "end the game"
        case _:
            raise AssertionError(f"no printer for {type(statement).__name__}")
