"""Where the two games of a pair are first unlike, and by which difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from hexlaw.compiler.comparing.noted_games import NotedGame
from hexlaw.runtime.play.state import State

MOST_LINES = 4


@dataclass(frozen=True)
class Parting:
    """Where the two games of a pair are first unlike: which answer, what was done, and what then differs."""

    at: int
    base: str
    variant: str
    state: tuple[str, ...]
    by: tuple[str, ...]


def parting_of(base: NotedGame, variant: NotedGame) -> Parting | None:
    """The first answer at which two games are unlike, `None` where they are one game.

    Up to where a difference is first noted the games are one, and only answers are held against each other; should
    their ends differ all the same, every state is.
    """
    noted = min(_first_noted(base), _first_noted(variant))
    found = _unlike_from(base, variant, noted)
    if found is None and noted and base.states and not _alike(base.states[-1], variant.states[-1]):
        found = _unlike_from(base, variant, 0)
    return None if found is None else _told(base, variant, found)


def _first_noted(game: NotedGame) -> int:
    """The first answer on the way to which a difference was noted; 0 where none was, as it may not have been noted."""
    if game.table.always:
        return 0
    steps = enumerate(game.trail)
    return next((i for i, s in steps if any(n in game.table.keys for n in (*s.planned, *s.done))), 0)


def _unlike_from(base: NotedGame, variant: NotedGame, noted: int) -> int | None:
    """The first answer that is unlike, or after which the state is, where that is looked at from `noted` on."""
    for number, (ours, theirs) in enumerate(zip_longest(base.trail, variant.trail)):
        if ours is None or theirs is None or ours.entry != theirs.entry:
            return number
        if number >= noted and not _alike(base.states[number], variant.states[number]):
            return number
    return None


def _alike(base: State, variant: State) -> bool:
    """Whether the same holds in both states. What each says is quickly held against the other; only where that is
    unlike are they told in words, as one of them may say what goes without saying in the other."""
    return _said(base) == _said(variant) or base.text() == variant.text()


def _said(state: State) -> tuple[object, ...]:
    position = state.position
    stands = position.things, position.places, position.printed, position.values, position.acting, position.now
    return (*stands, position.remembered, position.tallied, state.lasting, state.shown, state.over)


def _told(base: NotedGame, variant: NotedGame, at: int) -> Parting:
    """What was done where two games part, what then differs, and by what."""
    ours, theirs = (game.trail[at] if at < len(game.trail) else None for game in (base, variant))
    same_answer = ours is not None and theirs is not None and ours.entry == theirs.entry
    by: set[str] = set()
    for table, step in ((base.table, ours), (variant.table, theirs)):
        if step is not None:
            noted = step.done if same_answer else step.planned | step.done
            by |= table.differences(noted)
    by = by or _last_noted(base, variant, at) or {*base.table.always, *variant.table.always}
    return Parting(
        at + 1, ours.entry if ours else "the game is over", theirs.entry if theirs else "the game is over",
        tuple(_unlike(base.states, variant.states, at)) if same_answer else (), tuple(sorted(by)),
    )  # fmt: skip


def _last_noted(base: NotedGame, variant: NotedGame, at: int) -> set[str]:
    """The differences that had a say last before an answer."""
    for ours, theirs in zip(reversed(base.trail[:at]), reversed(variant.trail[:at]), strict=False):
        found = base.table.differences(ours.planned | ours.done)
        found |= variant.table.differences(theirs.planned | theirs.done)
        if found:
            return found
    return set()


def _unlike(base: Sequence[State], variant: Sequence[State], at: int) -> list[str]:
    """What holds in one of two games alone."""
    ours, theirs = (set(states[at].text().split("\n")) for states in (base, variant))
    lines = [f"base: {line}" for line in sorted(ours - theirs)] + [f"variant: {line}" for line in sorted(theirs - ours)]
    return lines[:MOST_LINES]
