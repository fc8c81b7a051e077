"""Statements and what stands inside them: gone through, and changed at whatever depth they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hexlaw.compiler.parse import syntax as s
from hexlaw.runtime.base.nodes import replace

Block = tuple[s.Statement, ...]


def within(lines: Iterable[s.Statement]) -> Iterator[s.Statement]:
    """Yields statements and all that stand inside them, in their order."""
    for line in lines:
        yield line
        match line:
            case s.Pick():
                yield from within(line.does)
            case s.If():
                yield from within((*line.then, *line.otherwise))
            case s.For() | s.Part():
                yield from within(line.body)


def picks_in(lines: Iterable[s.Statement]) -> list[s.Pick]:
    """Returns the picks among statements and inside them."""
    return [line for line in within(lines) if isinstance(line, s.Pick)]


def own_picks(action: s.Action) -> list[s.Pick]:
    """Returns the picks of an action itself, without those inside what they do."""
    return [line for line in action.lines if isinstance(line, s.Pick)]


def mapped(lines: Block, change: Callable[[s.Statement], Block | None]) -> Block:
    """Returns the statements with others in the place of each that `change` gives some for, at whatever depth it
    stands."""
    found: list[s.Statement] = []
    for line in lines:
        changed = change(line)
        match line:
            case _ if changed is not None:
                found.extend(changed)
            case s.Pick():
                found.append(replace(line, does=mapped(line.does, change)))
            case s.If():
                then, otherwise = mapped(line.then, change), mapped(line.otherwise, change)
                found.append(replace(line, then=then, otherwise=otherwise))
            case s.For() | s.Part():
                found.append(replace(line, body=mapped(line.body, change)))
            case _:
                found.append(line)
    return tuple(found)
