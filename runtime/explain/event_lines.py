"""What has happened at the table: a line for an action and its picks, lines for dice and for what they did."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from hexlaw.runtime.board.geometry import Hex, Side
from hexlaw.runtime.law.graph import MISSING, SIDE, AttributeDecl
from hexlaw.runtime.law.value import GAME, Thing, Value
from hexlaw.runtime.play.game import ACTION, DONE, Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.position.position import Position, kind_of
from hexlaw.runtime.words import english, in_words
from hexlaw.runtime.words.composing import agreeing
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import plain, text

MAX_CHANGES = 12
NO_REASONS: Mapping[int, str] = MappingProxyType({})
FIGURES = re.compile(r" \(\+[^)]*\)")
"""How much more something is worth by a rule."""
STAGE = "stage"
"""The attribute that says how far a task has come."""
NOT = "is not "
"""How laws say that something is not so; where it was, it no longer is."""
NOT_YET = "has not "
"""How laws say that something was not done: where it was, a time has only begun anew, such as the next turn."""
IN_SECRET = "(in secret)"
"""What stands for answers that are not for all."""


def log_lines(
    entries: Sequence[Entry], ended: Sequence[str | None] = (), reasons: Mapping[int, str] = NO_REASONS,
    begun_before: Sequence[str] = (),
) -> Iterator[str]:  # fmt: skip
    """`reds: move ann, step A-2 A-3`; being done with a pick is left out, being done with a turn is not.

    `ended` says of each entry which part of the sequence it ended, as far as that is known; `reasons`, by the number of
    an entry, what its action was for: that stands below its line, a goal that goes on only with who comes nearer.
    Actions that follow each other and differ in their last pick alone are one line: `reds: move ann, step A-2 A-3 /
    A-4`. `begun_before` is the action that the first entries go on with, and what was picked first in it.
    """
    below = _ReasonLines()
    for line, numbers in log_groups(entries, ended, begun_before):
        why = next((reasons[n] for n in reversed(numbers) if n in reasons), "")
        yield from filter(None, (line, below.indented(why)))


def log_groups(
    entries: Sequence[Entry], ended: Sequence[str | None] = (), begun_before: Sequence[str] = ()
) -> Iterator[tuple[str, range]]:
    """Yields the same lines, each with the numbers of its entries."""
    before, begun, first, until = "", "", 0, 0  # the line that comes next unless another goes on with it
    for line, begins, last in _lines(entries, ended, begun_before):
        if begins and begun == begins:
            before, until = f"{before} / {line.removeprefix(begins).lstrip()}", last + 1
            continue
        yield before, range(first, until)
        before, begun, first, until = line, begins, until, last + 1
    yield before, range(first, until)


class _ReasonLines:
    """What was told last of what an action was for."""

    def __init__(self) -> None:
        self.goal, self.rules = "", ""

    def indented(self, why: str) -> str:
        """Returns a reason below its line; where the goal was told last, who comes nearer to it, and the rules by which
        it is worth more only where they are others."""
        goal, bracket, rest = why.partition(" (")
        who, close, gains = rest.partition(")")
        rules = FIGURES.sub("", gains)
        is_same = bool(bracket) and goal == self.goal
        anew = gains if rules != self.rules else ""
        self.goal, self.rules = (goal, rules) if why else (self.goal, self.rules)
        return f"  the same ({who}{close}{anew}" if is_same else why and f"  {why}"


def _lines(
    entries: Sequence[Entry], ended: Sequence[str | None], begun_before: Sequence[str]
) -> Iterator[tuple[str, str, int]]:
    """Yields a line for each action, throw and `done`, with what comes before its last pick and the number of its last
    entry. What is picked first in an action needs no name: `move ann`, as it is typed."""
    parts = iter(ended)
    line = begins = pick = ""
    done = False  # the line tells what a side is done with
    for number, entry in enumerate(entries):
        part = next(parts, None)
        passes = entry.asked == ACTION and entry.answer == DONE
        if entry.answer == IN_SECRET and line.startswith(f"{entry.who}: ") and line.endswith(IN_SECRET):
            continue  # how many there were is a secret too
        goes_on = line.startswith(f"{entry.who}: ") and entry.side != "" and (passes == done)
        if line and (
            not goes_on or entry.lapsed or (entry.asked == ACTION and not passes) or (passes and part is None)
        ):
            yield line, begins, number - 1
            line = begins = pick = ""
        if not entry.side:
            yield _fallen(entry), "", number
        elif entry.lapsed:
            yield f"{entry.side}: {entry.asked} comes to an end, as nothing can be answered", "", number
        elif passes:
            line = f"{line}, {part}" if line else f"{entry.who}: done{f' with {part}' if part else ''}"
        elif entry.asked == ACTION:
            line, pick = f"{entry.who}: {entry.answer}", entry.answer
        elif entry.answer == DONE:
            if not line:
                yield "", "", number  # it ends an action that was told before
        else:
            action, _, name = entry.asked.partition(".")
            if not line:
                # it goes on with an action that was told before
                known = begun_before[:1] == [action]
                line, pick = f"{entry.who}: {' '.join(begun_before) if known else action}", "" if known else action
            if pick != entry.asked:
                begins = line if pick == action else f"{line}, {name}"
            line, pick = f"{begins if pick != entry.asked else line} {entry.answer}", entry.asked
        done = passes
    if line:
        yield line, begins, len(entries) - 1


def changes(
    before: Position,
    after: Position,
    answer: Value = None,
    excluded: frozenset[object] = frozenset(),
    picked: Collection[str] = (),
) -> Iterator[str]:
    """Yields what has changed in a game, as far as the positions show it (what is secret to who looks has no value
    there), without the pieces that went where the `answer` says or were `picked` together with the hex, and without the
    attributes and things that are `excluded`. Pieces of which the same is true now share a line."""
    lines = [*_moves(before, after, answer, picked, excluded)]
    together: dict[str, list[str]] = {}
    states: dict[str, list[str]] = {}
    was_set, is_set = before.values, after.values
    altered = [key for key in was_set.keys() | is_set.keys() if was_set.get(key, MISSING) != is_set.get(key, MISSING)]
    for subject, attribute in sorted(altered, key=str):
        if isinstance(subject, Thing) and subject != GAME and after.things.get(subject.name) != subject:
            continue
        if not isinstance(subject, Thing | Hex | Side):
            continue
        declared = after.graph.kinds[kind_of(subject)].attributes.get(attribute)
        if declared is None or not excluded.isdisjoint((subject, attribute)):
            continue
        was, is_now = before.value(subject, attribute), after.value(subject, attribute)
        if is_now is MISSING:
            continue
        if was not in (None, is_now) and isinstance(subject, Thing) and (task := _task(after, subject)):
            stage = Words(after.graph).phrases.form("stage", f"{subject.kind}.{is_now}") or english.named(str(is_now))
            lines += [f"{task}: {stage}"] if attribute == STAGE else []
        if _goes_without_saying(before, subject, declared, is_now, answer):
            continue
        if was != is_now and subject == GAME and (said := _of_the_game(after, attribute, is_now)) is not None:
            lines.append(said)
        elif was != is_now:
            state = _state(after, subject, attribute, is_now)
            if state is not None and (was, is_now) == (True, False):
                if state.startswith(NOT_YET):
                    continue
                if state.startswith(NOT):
                    state = f"is no longer {state.removeprefix(NOT)}"
            line = f"{attribute} {in_words(is_now, after) if is_now != () else 'none'}"
            (together if state is None else states).setdefault(state or line, []).append(in_words(subject, after))
    lines += [_are(names, state) for state, names in states.items()]
    lines += [f"{', '.join(names)}: {line}" for line, names in together.items()]
    yield from lines[:MAX_CHANGES]
    if len(lines) > MAX_CHANGES:
        yield f"and {len(lines) - MAX_CHANGES} changes more"


def _goes_without_saying(
    before: Position, subject: object, declared: AttributeDecl, is_now: object, answer: Value
) -> bool:  # fmt: skip
    """Returns whether a change is the law's own note, or what all expects: what an order or a task is about,
    which hex or thing is noted with something, whose the hex is that was answered with, or whose a thing is that is
    new."""
    if subject == GAME:
        return False
    graph = before.graph
    if isinstance(subject, Thing) and (subject.kind in graph.orders or subject.kind in graph.tasks):
        return True
    if isinstance(is_now, str) and str(declared.type).removesuffix(" or none") == SIDE:
        return subject == answer or (isinstance(subject, Thing) and subject.name not in before.things)
    noted = (is_now,) if isinstance(is_now, Hex | Side) or not isinstance(is_now, tuple) else is_now
    return noted != () and all(isinstance(one, Hex | Side | Thing) for one in noted)


def _task(position: Position, thing: Thing) -> str:
    """Returns a task in the words of its law: `the salvage of bob`; nothing where it has none, or what it is about is
    not seen."""
    graph = position.graph
    if thing.kind not in graph.tasks:
        return ""
    said = Words(graph).phrases.form("task", thing.kind)
    for param, _ in graph.tasks[thing.kind].params:
        value = position.value(thing, param)
        if value is None and f"{{{param}}}" in said:
            return ""
        said = said.replace(f"{{{param}}}", in_words(value, position))
    return said


def _state(position: Position, subject: object, attribute: str, value: object) -> str | None:
    """Returns what has become of something, in the words of its law: `is lit`; None where the law has none for it."""
    graph = position.graph
    if not graph.phrases:
        return None
    said = Words(graph).state(graph.owner(kind_of(subject), attribute), attribute, value)
    return None if said is None else plain(said)


def _of_the_game(position: Position, attribute: str, value: object) -> str | None:
    """Returns what is now true of the game as a whole, which no sentence need name: `the weather: fog`, or as a
    sentence what is so; None where the law has no words for it."""
    called = Words(position.graph).phrases.form("attribute", f"{GAME.kind}.{attribute}", 0)
    if not called or "{" in called or value is False:
        return None
    return called if value is True else f"{called}: {in_words(value, position)}"


def _are(names: list[str], state: str) -> str:
    """`anna is lit`; `anna and karl are lit`."""
    if len(names) == 1:
        return f"{names[0]} {state}"
    of_several = re.sub(r"\bits\b", "their", plain(agreeing(text(state))))
    return f"{', '.join(names[:-1])} and {names[-1]} {of_several}"


def _moves(
    before: Position, after: Position, answer: Value, picked: Collection[str], excluded: frozenset[object]
) -> Iterator[str]:
    unnamed = {*after.graph.orders, *after.graph.tasks}  # no one picks them
    for name, thing in after.things.items():
        here, there = before.places.get(thing), after.places.get(thing)
        if name not in before.things:
            if thing.kind not in unnamed:
                yield f"{name} is there{'' if there is None else f', in {in_words(there, after)}'}"
        elif there is None:
            if here is not None:
                yield f"{name} is no longer in {in_words(here, before)}"
        elif here != there and there != answer:
            if name in picked and isinstance(there, Hex) and in_words(there, after) in picked:
                continue
            came = "" if here is None else f" from {in_words(here, before)}"
            yield f"{name} goes{came} to {in_words(there, after)}"
    unseen = () if after.visibility is None else after.visibility.unplaced
    for name, thing in before.things.items():
        if name not in after.things and thing.kind in after.graph.tasks and (task := _task(before, thing)):
            yield f"{task} is over"
        elif name not in after.things and thing.kind not in unnamed and thing not in excluded:
            yield f"{name} is {'no longer seen' if thing in unseen else 'gone'}"


def _fallen(entry: Entry) -> str:
    """Returns a throw or a draw in words; where what it shows is not for all, that there was one."""
    if entry.answer == IN_SECRET:
        return f"{entry.asked} is {'drawn' if entry.drawn else 'thrown'} {IN_SECRET}"
    return f"{entry.asked} shows {entry.answer}"


def ended(game: Game, named: Callable[[str], str] = str) -> Iterator[str]:
    """Yields how a game that is over has ended; `named` says who plays a side."""
    winner = game.winner()
    yield f"won by {'nobody' if winner is None else named(str(winner))}\n"
    for label, value in game.figures().items():
        yield f"{label}: {game.to_read.ev.shown(value)}\n"


def entry_in_words(entry: Entry) -> str:
    """Returns an answer, a throw or a lapse as one line."""
    if entry.lapsed:
        return f"{entry.side}: {entry.asked} ends without an answer"
    if not entry.side:
        return _fallen(entry)
    if entry.asked == ACTION:
        return f"{entry.who}: {entry.answer}"
    return f"{entry.who}: {entry.asked} {entry.answer}"
