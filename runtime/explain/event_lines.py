"""What has happened at the table: a line for an action and its picks, lines for dice and for what they did."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from types import MappingProxyType

from hexlaw.runtime.board.geometry import Hex, Side
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.footprint import changed_by
from hexlaw.runtime.law.graph import MISSING, SIDE, AttributeDecl
from hexlaw.runtime.law.value import GAME, Thing, Value
from hexlaw.runtime.play.game import ACTION, DONE, Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.position.position import Position, kind_of
from hexlaw.runtime.words import english, in_words
from hexlaw.runtime.words.composing import agreeing
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.phrases import Phrases, places
from hexlaw.runtime.words.readings import BY_NAME, Readings
from hexlaw.runtime.words.spans import TextSpan, enumerated, plain, text

MAX_CHANGES = 12
NO_REASONS: Mapping[int, str] = MappingProxyType({})
FIGURES = re.compile(r" \(\+[^)]*\)")
"""How much more something is worth by a rule."""
STAGE = "stage"
"""The attribute that says how far a task has come."""
NOT = "is not "
"""How laws say that something is not so; where it was, it no longer is."""
NOT_YET = "has not "
"""How laws say that something was not done: such a mark notes a deed, which was told by itself."""
MAX_NAMES = 8
"""Names that a line gives before it counts the others."""
IN_SECRET = "(in secret)"
"""What stands for answers that are not for all."""


def log_lines(
    entries: Sequence[Entry], reasons: Mapping[int, str] = NO_REASONS, readings: Readings = BY_NAME
) -> Iterator[str]:
    """`Reds: ann moves to A-3 via A-2`, or without words for that, `reds: move ann, step A-2 A-3`; being done with a
    pick and declining an offer are left out, being done with a turn is not.

    `reasons` says, by the number of an entry, what its action was for: that stands below its line, a goal that goes on
    only with who comes nearer. Actions that follow each other and differ in their last pick alone are one line: `reds:
    move ann, step A-2 A-3 / A-4`. What another action or an effect has picked is a line of its own.
    """
    below = _ReasonLines()
    for line, numbers in log_groups(entries, readings):
        why = next((reasons[n] for n in reversed(numbers) if n in reasons), "")
        yield from filter(None, (line, below.indented(why)))


def log_groups(entries: Sequence[Entry], readings: Readings = BY_NAME) -> Iterator[tuple[str, range]]:
    """Yields the same lines, each with the numbers of its entries."""
    before, first, until = _Event(), 0, 0  # what comes next unless another action goes on with it
    for event, last in _events(entries, readings):
        if not before.takes_up(event):
            yield before.line(readings), range(first, until)
            before, first = event, until
        until = last + 1
    yield before.line(readings), range(first, until)


@dataclass
class _ReasonLines:
    """What was told last of what an action was for."""

    goal: str = ""
    rules: str = ""

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


@dataclass
class _Event:
    """What a line tells: an action with its picks, or a text."""

    who: str = ""
    text: str = ""  # of all that is no action: a throw, what a side is done with, what has lapsed
    ended: list[str] = field(default_factory=list)  # the parts that a side is done with
    action: str = ""
    picks: dict[str, list[str]] = field(default_factory=dict)  # the answers, by the paths of the picks
    others: list[list[str]] = field(default_factory=list)  # to the last pick, in the actions behind that differ there
    at: dict[str, str] = field(default_factory=dict)  # where what was picked stood, by its name
    held_by: dict[str, str] = field(default_factory=dict)  # who of others stood in a hex that was picked, by its name

    @property
    def is_secret(self) -> bool:
        return [self.action, *chain.from_iterable(self.picks.values())][-1] == IN_SECRET

    def takes_up(self, event: _Event) -> bool:
        """Returns whether the next event is the same action with another last pick, which joins this line."""
        *first, last = event.picks or ("",)
        same = (self.who, self.action, [*self.picks]) == (event.who, event.action, [*event.picks])
        if not last or not same or any(self.picks[path] != event.picks[path] for path in first):
            return False
        if not event.is_secret or event.picks[last] not in (self.picks[last], *self.others):  # how many is a secret too
            self.others.append(event.picks[last])
            self.at |= event.at
            self.held_by |= event.held_by
        return True

    def line(self, readings: Readings) -> str:
        who = f"{readings.side(self.who)}: " if self.who else ""
        if not self.action:
            return f"{who}{self.text}"
        last = [*self.picks][-1:]
        each = {path: [given, *(self.others if [path] == last else ())] for path, given in self.picks.items()}
        said = {p: [[readings.answer(p, one) for one in given] for given in answers] for p, answers in each.items()}
        rows = {p: readings.listed(p, [*map(partial(self._placed, p), each[p], said[p])]) for p in said}
        rows |= {path: f"{readings.called('pick', path)} {IN_SECRET}" for path in last if self.is_secret}
        is_hidden = self.is_secret and next(chain(*self.picks.values()), IN_SECRET) == IN_SECRET
        if not is_hidden and (deed := readings.deed(self.action, rows)):
            return f"{who}{deed}"
        of_an_effect = self.action in self.picks
        names = [f"{readings.called('pick' if of_an_effect else 'action', self.action)}{':' if of_an_effect else ''}"]
        names += [english.without_article(readings.called("pick", path)) for path in [*said][1:]]
        answers = [" / ".join(map(" ".join, given)) for given in said.values()] or [""]
        if answers[0] == IN_SECRET and not of_an_effect:
            verb, *rest = names[0].split(" ")
            names[0], answers[0] = f"{' '.join([english.third_person(verb), *rest])},", "in secret"
        return who + ", ".join(" ".join(filter(None, pair)) for pair in zip(names, answers, strict=True))

    def _placed(self, path: str, given: Sequence[str], said: Sequence[str]) -> list[str]:
        """Returns hexes with who of others stood there, and other answers with where they stood, unless it is their own
        pick that says who acts, or another says it."""
        if not self.held_by.keys().isdisjoint(given):
            held = [self.held_by.get(name, "") for name in given]
            return [f"{one} ({who})" if who else one for one, who in zip(said, held, strict=True)]
        first, *others = chain(*self.picks.values(), *self.others)
        hexes = [self.at.get(name, "") for name in given]
        if path in [*self.picks][:1] or not {"", self.at.get(first, hexes[0]), *others}.isdisjoint(hexes):
            return [*said]
        shown = hexes if len({*hexes}) > 1 else [*[""] * (len(hexes) - 1), hexes[-1]]
        return [f"{one} in {where}" if where else one for one, where in zip(said, shown, strict=True)]


def _events(entries: Sequence[Entry], readings: Readings) -> Iterator[tuple[_Event, int]]:
    """Yields each action, throw and `done` with the number of its last entry. What is picked first in an action needs
    no name: `move ann`, as it is typed."""
    event = None
    for number, entry in enumerate(entries):
        passes, action = entry.asked == ACTION and entry.answer == DONE, entry.asked.partition(".")[0]
        if entry.ends == "":  # an offer was declined, and what was under way goes on
            yield from () if event is not None else ((_Event(), number),)
            continue
        if event is not None and entry.answer == IN_SECRET and event.who == entry.who and event.is_secret:
            continue  # how many there were is a secret too
        if event is not None:
            goes_on = event.who == entry.who and (passes == bool(event.text) if entry.side else entry.goes_on)
            begins = (entry.asked == ACTION and not passes) or (passes and entry.ends is None)
            is_other = event.action not in ("", action) and not readings.names(event.action, entry.asked)
            is_other |= any(given not in event.picks.get(path, [given]) for path, given in entry.known.items())
            if not goes_on or entry.lapsed or begins or (is_other and entry.asked != ACTION and entry.answer != DONE):
                yield event, number - 1
                event = None
        if not entry.side:
            text = _fallen(entry, readings) if event is None else f"{event.text}, {_fallen(entry, readings)}"
            event = _Event(text=text)
        elif entry.lapsed:
            called = readings.called("pick", entry.asked)
            yield _Event(entry.side, f"{called} comes to an end, as nothing can be answered"), number
        elif passes:
            event = event or _Event(entry.who)
            event.ended += [entry.ends] if entry.ends else []
            by_turns = all(map(readings.takes_turns, event.ended))
            first, *others = [readings.called("part", part) for part in event.ended] or [""]
            said = [f"{'passes in' if by_turns else 'done with'} {first}" if first else "done", enumerated(others)]
            event.text = (" and " if by_turns else " and does nothing in ").join(filter(None, said))
        elif entry.asked == ACTION:
            event = _Event(entry.who, action=entry.answer)
        elif entry.answer != DONE:
            event = event or _Event(entry.who, action=action)  # which was told before, or is another's
            for path, given in entry.known.items():
                event.picks.setdefault(path, [given])
            event.picks.setdefault(entry.asked, []).append(entry.answer)
            event.at |= {entry.answer: entry.at} if entry.at else {}
            event.held_by |= {entry.answer: entry.others} if entry.others else {}
        elif event is None:
            yield _Event(), number  # it ends an action that was told before
    if event is not None:
        yield event, len(entries) - 1


def changes(
    before: Position, after: Position, answer: Value = None, excluded: frozenset[object] = frozenset(),
    picked: Collection[str] = (),
) -> Iterator[str]:  # fmt: skip
    """Yields what has changed in a game, as far as the positions show it (what is secret to who looks has no value
    there), without the pieces that went where the `answer` says or were `picked` together with the hex or to go from
    one place off the map to another, and without the attributes and things that are `excluded`. Pieces of which the
    same is true now share a line."""
    went = (thing for thing, place in after.places.items() if before.places.get(thing, place) != place)
    off_map = (one for one in went if one.name in picked and before.hex_of(one) is None is after.hex_of(one))
    excluded = excluded.union(off_map)
    lines = list[str]()
    together: dict[str, list[str]] = {}
    states: dict[str, list[str]] = {}
    was_set, is_set, seen = before.values, after.values, before.visibility
    altered = [key for key in was_set.keys() | is_set.keys() if was_set.get(key, MISSING) != is_set.get(key, MISSING)]
    for subject, attribute in sorted(altered, key=str):
        is_there = subject == GAME or not isinstance(subject, Thing) or after.things.get(subject.name) == subject
        if not is_there or not isinstance(subject, Thing | Hex | Side):
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
        noted = was if is_now == () or isinstance(was, Hex) else is_now
        used_up = in_words(subject, after) in picked and _falls_back(declared, was, is_now)
        if used_up or _goes_without_saying(before, after, subject, declared, noted, answer):
            continue
        if was != is_now and subject == GAME and (said := _of_the_game(after, attribute, is_now)) is not None:
            settled = _as_before(before, after, attribute) if is_now is True else ()
            lines += filter(None, [said, *settled])
        elif was != is_now:
            state, unset = (_state(after, subject, attribute, value) for value in (is_now, False))
            if unset is not None and unset.startswith(NOT_YET):
                continue  # the law's own note of a deed, which was told by itself
            if state is not None and (was, is_now) == (True, False) and state.startswith(NOT):
                state = f"is no longer {state.removeprefix(NOT)}"
            owner = after.graph.owner(kind_of(subject), attribute)
            called = Phrases(after.graph).form("attribute", f"{owner}.{attribute}")
            value = Readings(after.graph).value(declared.type, in_words(is_now, after)) if is_now != () else "none"
            if state is None and places(called) == ["it"]:
                value += f" (it was {in_words(was, before)})" if type(was) is int and was != declared.default else ""
                lines.append(f"{called.replace('{it}', in_words(subject, after))}: {value}")
                continue
            if seen is not None and subject in seen.unplaced:
                continue  # what is printed on it can be seen now
            line = f"{english.named(attribute) if not called or '{' in called else called} {value}"
            (together if state is None else states).setdefault(state or line, []).append(in_words(subject, after))
    changed = {name for names in states.values() for name in names}
    lines = [*_moves(before, after, answer, picked, excluded, changed), *lines]
    lines += [_are(names, state) for state, names in states.items()]
    lines += [f"{', '.join(names)}: {line}" for line, names in together.items()]
    yield from lines[:MAX_CHANGES]
    if len(lines) > MAX_CHANGES:
        yield f"and {len(lines) - MAX_CHANGES} more changes"


def _goes_without_saying(
    before: Position, after: Position, subject: object, declared: AttributeDecl, is_now: object, answer: Value
) -> bool:  # fmt: skip
    """Returns whether a change is the law's own note, or what all expects: what an order or a task is about, a figure
    of a hex that does not last, which hex or thing is noted with something, whose the hex is that was answered with,
    whose a thing is that is new, or the figures of one that comes onto the map or leaves it and what it has no more."""
    if subject == GAME:
        return False
    graph = before.graph
    if isinstance(subject, Thing) and (subject.kind in graph.orders or subject.kind in graph.tasks):
        return True
    if isinstance(subject, Hex) and declared.lasting is not None and type(is_now) is int:
        return True
    if isinstance(subject, Thing) and (type(is_now) is int or is_now is None) and subject.name in before.things:
        return (before.hex_of(subject) is None) != (after.hex_of(subject) is None)
    if isinstance(is_now, str) and str(declared.type).removesuffix(" or none") == SIDE:
        return subject == answer or (isinstance(subject, Thing) and subject.name not in before.things)
    noted = (is_now,) if isinstance(is_now, Hex | Side) or not isinstance(is_now, tuple) else is_now
    return noted != () and all(isinstance(one, Hex | Side | Thing) for one in noted)


def _falls_back(declared: AttributeDecl, was: object, is_now: object) -> bool:
    """Returns whether a figure comes nearer to what it is from the beginning."""
    begins = declared.default
    if type(begins) is not int or type(was) is not int or type(is_now) is not int:
        return False
    return abs(is_now - begins) < abs(was - begins)


def _task(position: Position, thing: Thing) -> str:
    """Returns a task in the words of its law: `the salvage of bob`; nothing without words or if it is unseen."""
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
    sentence what is so; None where the law has no words for it. What is no longer anything is not told, nor what is no
    longer so and has no words of its own."""
    name, phrases = f"{GAME.kind}.{attribute}", Phrases(position.graph)
    called, otherwise, says = (phrases.form("attribute", name, place) for place in (0, 1, 3))
    if not called or "{" in called:
        return None
    if isinstance(value, bool):
        return otherwise if not value else "" if f" {NOT_YET}" in otherwise else called
    type_ = position.graph.kinds[GAME.kind].attributes[attribute].type
    shown = "" if value is None else Readings(position.graph).value(type_, in_words(value, position))
    return (says.replace("{item}", shown) if places(says) == ["item"] else f"{called}: {shown}") if shown else ""


def _as_before(before: Position, after: Position, mark: str) -> Iterator[str]:
    """Yields which side is noted of the game as before, of those that an effect notes where it sets the mark."""
    bodies = [effect.body for effect in after.graph.effects.values()]
    branches = [getattr(one, name, ()) for one in parts(tuple(bodies)) for name in ("then", "otherwise")]
    blocks = [block for block in (*bodies, *branches) if type(block) is tuple]
    set_in = [frozenset[str]().union(*map(changed_by, block)) for block in blocks]
    noted = frozenset[str]().union(*(names for names in set_in if f"attribute:{mark}" in names))
    for name, declared in after.graph.kinds[GAME.kind].attributes.items():
        value = after.value(GAME, name)
        if f"attribute:{name}" in noted and str(declared.type) == SIDE and value == before.value(GAME, name):
            yield f"{_of_the_game(after, name, value)}, as before"


def _are(names: list[str], state: str) -> str:
    """`anna is lit`; `anna and karl are lit`; of very many, how many more."""
    if len(names) == 1:
        return f"{names[0]} {state}"
    if len(names) > MAX_NAMES:
        names = [*names[: MAX_NAMES - 1], f"{len(names) - MAX_NAMES + 1} more"]
    return f"{enumerated(names)} {plain(agreeing(text(TextSpan(state, 'attribute'))))}"


def _moves(
    before: Position, after: Position, answer: Value, picked: Collection[str], excluded: frozenset[object],
    changed: Collection[str],
) -> Iterator[str]:  # fmt: skip
    """Yields who has come, gone and gone where; that one has left is not said of those that are said to have `changed`:
    what they have become tells it."""
    unnamed = {*after.graph.orders, *after.graph.tasks}  # no one picks them
    hidden, unseen = (() if one.visibility is None else one.visibility.unplaced for one in (before, after))
    alike: dict[str, list[str]] = {}
    for name, thing in after.things.items():
        here, there = before.places.get(thing), after.places.get(thing)
        if name not in before.things:
            if thing.kind not in unnamed and thing != answer:
                came = "comes into view" if thing in hidden else "appears"
                came += f" in {in_words(there, after)}" if isinstance(there, Hex) else ""
                alike.setdefault(came, []).append(name)
        elif there is None:
            if here is not None and name not in changed:
                alike.setdefault(f"is no longer in {in_words(here, before)}", []).append(name)
        elif here != there and there != answer and thing not in excluded:
            if name in picked and isinstance(there, Hex) and in_words(there, after) in picked:
                continue
            came = "" if here is None else f" from {in_words(here, before)}"
            alike.setdefault(f"goes{came} to {in_words(there, after)}", []).append(name)
    for name, thing in before.things.items():
        if name not in after.things and thing.kind in after.graph.tasks and (task := _task(before, thing)):
            alike.setdefault("is over", []).append(task)
        elif name not in after.things and thing.kind not in unnamed and thing not in excluded:
            gone = "is gone" if before.places.get(thing) is not None else "is out of play"
            alike.setdefault("is no longer seen" if thing in unseen else gone, []).append(name)
    yield from (_are(names, state) for state, names in alike.items())


def _fallen(entry: Entry, readings: Readings) -> str:
    """Returns a throw or a draw in words; where what it shows is not for all, that there was one."""
    called = readings.called("throw", entry.asked)
    if entry.answer == IN_SECRET:
        return f"{called} is {'drawn' if entry.drawn else 'thrown'} {IN_SECRET}"
    return f"{called} {'is' if entry.drawn else 'shows'} {entry.answer}"


def ended(game: Game, named: Callable[[str], str] = str) -> Iterator[str]:
    """Yields how a game that is over has ended; `named` says who plays a side."""
    winner = game.winner()
    yield f"won by {'nobody' if winner is None else named(str(winner))}\n"
    yield from (f"{label}: {game.to_read.ev.shown(value)}\n" for label, value in game.figures().items())


def entry_in_words(entry: Entry, readings: Readings = BY_NAME) -> str:
    """Returns an answer, a throw or a lapse as one line; without words for them, by the names of what was asked."""
    asked = entry.asked if readings.graph is None else readings.called("pick", entry.asked)
    if entry.lapsed:
        return f"{readings.side(entry.side)}: {asked} ends without an answer"
    if not entry.side:
        return _fallen(entry, readings)
    if entry.asked == ACTION:
        action = entry.answer if readings.graph is None else readings.called("action", entry.answer)
        return f"{readings.side(entry.who)}: {action}"
    return f"{readings.side(entry.who)}: {asked} {readings.answer(entry.asked, entry.answer)}"
