"""What has happened at the table: a line for an action and its picks, lines for dice and for what they did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexlaw.runtime.play.game import ACTION, DONE
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import GAME, Thing
from hexlaw.runtime.words import in_words


def told_shortly(entries: Iterable[Entry]) -> Iterator[str]:
    """`reds: move, mover ann, step A-2 A-3`; being done with a pick is left out, being done with a turn is not."""
    line = pick = ""
    for entry in entries:
        if line and (entry.asked == ACTION or not entry.side or not line.startswith(f"{entry.side}: ")):
            yield line
            line = pick = ""
        if not entry.side:
            yield f"{entry.asked} shows {entry.answer}"
        elif entry.asked == ACTION:
            line, pick = f"{entry.side}: {entry.answer}", entry.answer
        elif entry.answer != DONE:
            action, _, name = entry.asked.partition(".")
            if not line:
                line, pick = f"{entry.side}: {action}", action
            line += f" {entry.answer}" if pick == entry.asked else f", {name} {entry.answer}"
            pick = entry.asked
    if line:
        yield line


def changes(before: Position, after: Position) -> Iterator[str]:
    """What is otherwise with the things of a game, as far as everybody sees it."""
    for name, thing in after.things.items():
        here, there = before.places.get(thing), after.places.get(thing)
        if name not in before.things:
            yield f"{name} is there, in {in_words(there, after)}"
        elif here != there:
            yield f"{name} goes from {in_words(here, before)} to {in_words(there, after)}"
    yield from (f"{name} is gone" for name in before.things if name not in after.things)
    for subject, attribute in sorted(before.values.keys() | after.values.keys(), key=str):
        if not isinstance(subject, Thing) or (subject != GAME and after.things.get(subject.name) != subject):
            continue
        declared = after.graph.kinds[subject.kind].attributes.get(attribute)
        was, is_now = before.value(subject, attribute), after.value(subject, attribute)
        if was != is_now and declared is not None and not declared.secret:
            yield f"{subject.name}: {attribute} {in_words(is_now, after)}"
