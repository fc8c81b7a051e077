"""Which picks surely move something to a place that has a name at the pick.

A pick does what stands below it, and, where it has to be made and is the last so far, what the action says after it.
Only what is done whatever happens counts: nothing below an `if` or a `for each`, unless the pick stands there too. An
effect that is done there is gone through with what it is given. What is moved and where to have to be names that are
known when the pick is judged, as a prohibition is asked then: what a `let` after the pick works out is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.resolve.names import Names

MAX_EFFECTS_DEPTH = 8
PickThatMoves = tuple[str, str, str]
"""The pick, and the names of what it moves and of where to."""


def picks_that_move(names: Names) -> Iterator[PickThatMoves]:
    for action, (item, _) in names.actions.items():
        if item.parent is None:  # a pick of a kind of an action brings about what that pick of the other does
            yield from _of_lines(names, action, item.lines, None, {})


def _of_lines(
    names: Names, action: str, lines: Iterable[s.Statement], pick: str | None, given: Mapping[str, str], depth: int = 0
) -> Iterator[PickThatMoves]:
    """Yields the moves of lines that follow a pick; `given` are the names behind the parameters of an effect."""
    for line in lines:
        match line:
            case s.Pick():
                made = f"{action}.{line.name.text}"
                yield from _of_lines(names, action, line.does, made, given)
                pick = None if line.repeatedly or line.optionally else made
            case s.If():
                yield from _of_lines(names, action, (*line.then, *line.otherwise), None, given)
            case s.For():
                yield from _of_lines(names, action, line.body, None, given)
            case s.Part():
                yield from _of_lines(names, action, line.body, pick, given, depth)
            case s.Move(thing=s.Name(text=thing), to=s.Name(text=to)) if pick is not None:
                if depth == 0 or (thing in given and to in given):
                    yield pick, given.get(thing, thing), given.get(to, to)
            case s.Do(call=call) if depth < MAX_EFFECTS_DEPTH and call.name.text in names.signatures:
                effect = names.signatures[call.name.text]
                if isinstance(item := effect.placed.item, s.Effect):
                    pairs = zip((name for name, _ in effect.params), call.args, strict=False)
                    known = [(name, arg.text) for name, arg in pairs if isinstance(arg, s.Name)]
                    named = {name: given.get(arg, arg) for name, arg in known if depth == 0 or arg in given}
                    yield from _of_lines(names, action, item.body, pick, named, depth + 1)
