"""A throw of dice in the words of players: who does what to whom, the numbers it depends on, and what the dice did.

The effect that threw is carried out once more with the dice as they fell, on a copy of the position as the side that
reads this sees it; the trace says what was worked out. Where the side cannot see enough, or the effect does not come to
that throw again, the throw is not explained; its changes are reported in any case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import dropwhile
from typing import Any

from hexlaw.runtime.evaluate.makers import sum_text
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.explain.explain import reasons_in_words
from hexlaw.runtime.explain.question import Question
from hexlaw.runtime.explain.speech import said_once
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Record, Thing, Value
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import ByLot, Throw
from hexlaw.runtime.play.state import Body, EffectFrame, Frame, deed_of
from hexlaw.runtime.play.trials import BegunApart, Trials
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words.phrases import Phrases

MAX_LINES = 16
KEPT_AT_THE_END = 2
"""Groups of lines that are told however many came before: what the dice are changed by, and what they came to."""


def throw_in_words(
    law: Law, position: Position, frames: Sequence[Frame], question: ByLot, shows: Any, begun: Position | None = None,
    *, in_secret: bool = False,
) -> list[str]:  # fmt: skip
    """Lines about a throw that was asked for in these frames and fell like this. Where the effect had already changed
    what it depends on, such as who attacks, they are about the position in which it was `begun`. Of one that fell
    `in_secret` they tell what it is for, if that is about sides alone."""
    stands = [one for one in (position, begun) if one is not None and not in_secret]
    lines = next(filter(None, (_in_words(law, one, frames, question, shows) for one in stands)), list[str]())
    deed, names = deed_of(frames), {} if in_secret else getattr(frames[-1], "names", {})
    if not lines and isinstance(deed, EffectFrame) and law.graph.phrases:
        args = tuple(deed.names.get(name) for name, _ in law.graph.effects[deed.name].params)
        seen = str if in_secret else str | Thing  # and nobody learns a secret by it
        if all(isinstance(one, seen) and position.has(one) for one in args):
            lines = reasons_in_words(Answer(Question("after", "", deed.name), law, position), args)
    known = deed.names if isinstance(deed, EffectFrame) else names
    of_each = [one for name, one in names.items() if name not in known and isinstance(one, Thing) and position.has(one)]
    for one in of_each[-1:]:  # of several that a die is thrown for
        lines = [f"{lines[0]}: {one.name}" if lines else f"thrown for {one.name}", *lines[1:]]
    return _in_short(said_once(lines, position.things))


def behind_a_throw(law: Law, position: Position, frames: Sequence[Frame], question: Throw) -> list[str]:
    """Lines about a throw that is still to come: those that are the same for the lowest and the highest fall, of the
    dice that its effect throws before it as well."""
    each = [_in_words(law, position, frames, question, one(question), before) for one in ENDS for before in ENDS]
    lines = [line for line in each[0] if all(line in others for others in each[1:])]
    return _in_short(said_once(lines, position.things))


def behind_no_throw(law: Law, position: Position, effect: str, names: Mapping[str, Any]) -> list[str]:
    """Lines about an effect that throws no dice where it stands so: whom it is about, and what kept the dice away."""
    if not law.graph.phrases:
        return []
    args = tuple(names[name] for name, _ in law.graph.effects[effect].params)
    with suppress(LawStop):
        given, game = _tried(law, position, effect, args)
        if game.question is None:
            return _in_short(said_once(reasons_in_words(given, args), position.things))
    return []


def about_a_throw(law: Law, position: Position, frames: Sequence[Frame], question: Throw) -> list[str]:
    """What a throw that is still to come is about, as far as the law has a name for all of it, such as an attack, and
    the first number behind it."""
    effect = deed_of(frames)
    names = effect.names if isinstance(effect, EffectFrame) else {}
    return _heads(names, lambda: _in_words(law, position, frames, question, ENDS[0](question), ENDS[0]))


def about_no_throw(law: Law, position: Position, effect: str, names: Mapping[str, Any]) -> list[str]:
    """The same of an effect that throws no dice."""
    return _heads(names, lambda: behind_no_throw(law, position, effect, names))


def _heads(names: Mapping[str, Any], lines: Callable[[], Sequence[str]]) -> list[str]:
    """The first two lines that are not below others, of an effect that is given something that the law has named."""
    if not any(isinstance(value, Record) for value in names.values()):
        return []
    return [line for line in lines() if not line.startswith(" ")][:2]


ENDS: tuple[Callable[[Throw], int], ...] = (lambda throw: throw.count, lambda throw: throw.count * throw.faces)
"""The least and the most that dice can show."""


def _in_words(
    law: Law, position: Position, frames: Sequence[Frame], question: ByLot, shows: Any,
    before: Callable[[Throw], int] | None = None,
) -> list[str]:  # fmt: skip
    """Lines about a throw. The dice that fell before it in its effect show what they have shown, or something else."""
    effect = deed_of(frames)
    if not isinstance(effect, EffectFrame) or not law.graph.phrases:
        return []
    params = [name for name, _ in law.graph.effects[effect.name].params]
    if not all(name in effect.names and position.has(effect.names[name]) for name in params):
        return []
    args, position = tuple(_as_far_as_there(effect.names[name], position) for name in params), position.scratch()
    for (subject, name), value in [*position.values.items()]:
        if (left := _as_far_as_there(value, position)) != value:
            position.set(subject, name, left)
    try:
        given, game = _tried(law, position, effect.name, args)
        inside = (game.to_read.frames[-1:], frames[-1:])
        let, fallen = (one.names if isinstance(one, Body) else {} for end in inside for one in end or (None,))
        if any(_as_far_as_there(fallen.get(name, value), position) != value for name, value in let.items()):
            return []  # it has changed since what that was worked out from
        while (asked := game.question) != question:
            if not isinstance(asked, Throw) or asked.name not in fallen:
                return []
            game = game.taken(fallen[asked.name] if before is None else before(asked))
            if game.position.places != position.places or game.position.values != position.values:
                return []  # what the earlier dice have done would be done twice
        assert game.taken(shows)
        come_to = _come_to(law, position, frames[-1], {question.name: shows}, effect.name)
    except LawStop:
        return []
    return reasons_in_words(given, args, come_to)


def _come_to(law: Law, position: Position, body: Frame, shows: Mapping[str, Value], effect: str) -> str:
    """What is worked out right behind dice, of numbers that the law has a name for: `the total is 3 + 2 = 5`."""
    if not isinstance(body, Body):
        return ""
    roll, names, said = body.lines[body.at - 1], {**body.names, **shows}, list[str]()
    ev, blocks = Trials(law).about(position).ev, agenda_of(law).all_blocks
    for line in next(filter(None, ([*dropwhile(lambda line: line is not roll, block)] for block in blocks)))[1:]:
        if not isinstance(line, e.Let):
            break
        names[line.name] = ev.value(line.value, names)
        if (called := Phrases(law.graph).form("variable", line.name)) and isinstance(line.value.type, t.Number):
            comes_to = filter(None, [sum_text(line.value, ev, names), ev.shown(names[line.name])])
            said.append(f"{called} is {' = '.join(comes_to)}")
    return f"{', '.join(said)}  {law.graph.cited(law.graph.effects[effect].cites)}".rstrip() if said else ""


def _as_far_as_there(value: object, position: Position) -> object:
    """A value without the things of its sets that an earlier deed has removed."""
    if isinstance(value, Record):
        return Record(value.kind, tuple((name, _as_far_as_there(one, position)) for name, one in value.fields))
    return tuple(filter(position.has, value)) if type(value) is tuple else value


def _tried(law: Law, position: Position, effect: str, args: tuple[Any, ...]) -> tuple[Answer, Game]:
    """A game that begins with an effect, and the answer that gathers what is asked on the way."""
    asking = Trials(law, tracing=True)
    given = Answer(Question("after", effect, effect), law, position)
    asking.asked = given.asked
    return given, asking.game(asking.about(position).ev, BegunApart("effect", effect, args))


def _in_short(groups: Sequence[Sequence[str]]) -> list[str]:
    """The lines of the groups; of very many, whole groups from the middle are left out and counted. The first say what
    is thrown for, the last what the dice came to."""
    last = [line for group in groups[-KEPT_AT_THE_END:] for line in group]
    first: list[str] = []
    for number, group in enumerate(groups[:-KEPT_AT_THE_END]):
        if len(first) + len(group) + len(last) > MAX_LINES:
            omitted = len(groups) - KEPT_AT_THE_END - number
            return [*first, f"and {omitted} {'number' if omitted == 1 else 'numbers'} more", *last]
        first += group
    return [*first, *last]
