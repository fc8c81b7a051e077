"""Where the two games of a pair are first unlike, and by which difference."""

from __future__ import annotations

from dataclasses import dataclass

from hexlaw.compiler.comparing.noted_games import NotedGame


@dataclass(frozen=True)
class Parting:
    """Where the two games of a pair are first unlike: which answer, what was done, and by what."""

    at: int
    base: str
    variant: str
    by: tuple[str, ...]


def parting_of(base: NotedGame, variant: NotedGame) -> Parting | None:
    """The first answer at which two games are unlike, or their end if somebody else wins; `None` where they are one
    game. By what was read on the way to it, or else by what was read last."""
    at = _unlike(base, variant)
    if at is None:
        return None
    by = next((by for i in range(at, -1, -1) if (by := _read_at(base, i) | _read_at(variant, i))), frozenset[str]())
    return Parting(at + 1, _said(base, at), _said(variant, at), tuple(sorted(by)))


def _unlike(base: NotedGame, variant: NotedGame) -> int | None:
    answers = zip(base.entries, variant.entries, strict=False)
    found = next((i for i, (ours, theirs) in enumerate(answers) if ours != theirs), None)
    if found is None and (len(base.entries) != len(variant.entries) or base.played.winner != variant.played.winner):
        found = min(len(base.entries), len(variant.entries))
    return found


def _read_at(game: NotedGame, at: int) -> frozenset[str]:
    return game.reads[at] if at < len(game.reads) else frozenset()


def _said(game: NotedGame, at: int) -> str:
    if at == len(game.entries):
        return "the game is over" if game.played.stopped else f"the game is over: {game.played.winner} wins"
    entry = game.entries[at]
    return f"{entry.who}: {entry.asked} {entry.answer}".removeprefix(": ")
