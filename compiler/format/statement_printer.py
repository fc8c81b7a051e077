"""Prints statements: what effects, actions, tasks, rules and the sequence of play do, one line or block each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexlaw.compiler.format import expression_printer as xp
from hexlaw.compiler.format.wrap import SOFT, WrappedLine
from hexlaw.compiler.parse import syntax as s


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
    text = f"pick {pick.name.text}({xp.param(pick.param)}){_how_often(pick)}"
    if pick.domain is not None:
        text += f" from {xp.soft(pick.domain, xp.LONG, xp.BEFORE_WHERE if pick.where is not None else xp.NOTHING)}"
    text += xp.behind(f"{SOFT}where", pick.where, xp.EITHER)
    text += xp.behind(f"{SOFT}costs", pick.cost, xp.SUM) + xp.behind(" counted in", pick.account, xp.POSTFIX)
    return text + (" does:" if pick.does else "")


def _how_often(pick: s.Pick | s.Borrowed) -> str:
    gathered = _as(pick.gathered) if isinstance(pick, s.Pick) else ""
    return f"{' repeatedly' * pick.repeatedly}{gathered}{' optionally' * pick.optionally}"


def _until(until: s.Expr | None) -> str:
    if until is None:
        return ""
    return f"{SOFT}until {xp.print_moment(until) if isinstance(until, s.Moment) else xp.soft(until, xp.SUM)}"


def _as(name: s.Ident | None) -> str:
    return f" as {name.text}" if name else ""


def _simple(statement: s.Statement) -> str:
    match statement:
        case s.Set(target, value):
            return f"set {xp.soft(target, xp.POSTFIX)} to {xp.soft(value)}{_until(statement.until)}"
        case s.Mark(thing, attribute, True):
            return f"mark {xp.soft(thing, xp.SUM)} as {attribute.text}{_until(statement.until)}"
        case s.Mark(thing, attribute):
            return f"clear {attribute.text} from {xp.soft(thing, xp.SUM)}"
        case s.Move(thing, to):
            return f"move {xp.soft(thing, xp.SUM)} to {xp.soft(to, xp.SUM)}"
        case s.Place(kind, where, name):
            return f"place {kind.text} in {xp.soft(where, xp.SUM)}{_as(name)}"
        case s.Remove(thing):
            return f"remove {xp.soft(thing, xp.SUM)}"
        case s.Roll(dice, name):
            faces = "" if statement.faces is None else f"({xp.soft(statement.faces, xp.SUM)})"
            return f"roll {dice}{faces} as {name.text}"
        case s.Draw(binder):
            return f"draw {xp.print_binder(binder)}"
        case s.Let(name, value):
            return f"let {name.text} be {xp.soft(value)}"
        case s.Do(call):
            return f"do {xp.print_call(call)}"
        case s.Borrowed(pick):
            return f"pick {pick.text}{_how_often(statement)}"
        case s.Offer(action, to, repeatedly):
            if statement.duty:
                return f"demand {xp.print_call(action)}{SOFT}of {xp.soft(to, xp.SUM)}{' repeatedly' * repeatedly}"
            return f"offer {xp.print_call(action)}{SOFT}to {xp.soft(to, xp.SUM)}{' repeatedly' * repeatedly}"
        case s.Announce(event):
            return f"announce {xp.print_call(event)}"
        case s.Write(order, name):
            return f"write {xp.print_call(order)}{_as(name)}"
        case s.Begin(task, crew, name):
            return f"begin {xp.print_call(task)}{SOFT}with {xp.soft(crew)}{_as(name)}"
        case s.ChangeTask(how, task):
            return f"{how} {xp.soft(task, xp.SUM)}"
        case s.Point(name, keeps, thing):
            return f"point {name.text} keeps {xp.names(keeps)} of {xp.soft(thing, xp.SUM)}"
        case s.Return(thing, point):
            return f"return {xp.soft(thing, xp.SUM)} to {point.text}"
        case s.Finish():
            return "finish"
        case s.Stops(name):
            return f"stops {name.text}"
        case s.Reveal(what, to):
            return f"reveal {xp.soft(what, xp.SUM)}{xp.behind(' to', to, xp.SUM)}"
        case s.EndGame():
            return "end the game"
        case _:
            raise AssertionError(f"no printer for {type(statement).__name__}")
