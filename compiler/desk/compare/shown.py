"""What stands where before a question, in words and drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar, items_in, texts_by_key
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.situations.case_files import Case
from hexlaw.compiler.situations.situate import situate
from hexlaw.runtime.board.geometry import Hex, side_between
from hexlaw.runtime.board.geometry import Side as Hexside
from hexlaw.runtime.draw.svg import Scene, draw_scene, used_hexes
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.law.graph import MISSING
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, configure
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words

MAX_TOLD = 8
MAX_EMPTY = 100
"""Hexes of a map that is drawn though nothing stands on it: a larger one shows nothing of what matters."""
WORD = re.compile(r"[\w-]+")


def chosen_there(own: Configuration, *sides: ComparedLaw) -> Iterator[str]:
    """What is chosen for a position under the laws that are asked; what one of them has chosen for all goes before
    that."""
    both = " under both" if len(sides) > 1 else ""
    laid_over = {name for side in sides for name in (*side.chosen.options, *side.chosen.readings)}
    graph = sides[-1].compilation.graph
    for name, value in own.options.items():
        if name not in laid_over:
            doc = graph.options[name].doc if name in graph.options else ""
            yield f"with {name}={'on' if value else 'off'}{both}" + (f": {doc}" if doc and value else "")
    for name, reading in own.readings.items():
        if name not in laid_over:
            readings = graph.disputes[name].readings if name in graph.disputes else ()
            said = next((each.text for each in readings if each.name == reading), "")
            yield f"with {name}={reading}{both}" + (f": {said}" if said else "")
    if own.year is not None and all(side.chosen.year is None for side in sides):
        yield f"with as-of={own.year}{both}"


def standing(position: Position, question: str, case: Case | None = None) -> tuple[str, ...]:
    """What stands where and on what ground, first what the question and the steps of a case name; then what the case
    calls by a name that is asked about, and what is played."""
    steps = played(case) if case is not None else ""
    named = f"{question} {steps}"
    words = WORD.findall(named)
    lets = [] if case is None else texts_by_key(case.node.get("let")).items()
    called = (f"{name} is {said}" for name, said in lets if name in words)
    then = (f"then it is played: {steps}",) if steps else ()
    return (*shown(position, named), *grounds(position, named), *called, *then)


def begun(case: Case, side: ComparedLaw) -> Position | None:
    """What a case begins with under a law; `None` where it cannot begin."""
    try:
        law = configure(side.compilation.graph, case.configuration().merged(side.chosen))
    except ConfigurationRefused:
        return None
    situation = situate(case, side.compilation, law, Diagnostics())
    return None if situation is None else situation.position


def before_question(case: Case, side: ComparedLaw, answers: Sequence[Answer]) -> Position | None:
    """What stands there before anybody asks: of a case that is played, before its first step."""
    return begun(case, side) if played(case) or not answers else answers[0].position


def played(case: Case) -> str:
    """The steps of a case, the picks of one action together; without questions on the way."""
    told: list[tuple[str, list[str]]] = []
    for step in items_in(case.node.get("play")):
        action, said = _step(step)
        if action and told and told[-1][0] == action:
            told[-1][1].append(said)
        elif said:
            told.append((action, [said]))
    each = [f"{action} ({', '.join(said)})" if action else said[0] for action, said in told]
    return ", ".join(_once(step, sum(1 for _ in alike)) for step, alike in groupby(each))


def _once(step: str, times: int) -> str:
    return step if times == 1 else f"{step} {times} times"


def _step(step: Node) -> tuple[str, str]:
    """The action and the pick of a step; of any other step only what it says."""
    if isinstance(step, Scalar):
        return "", "" if step.text == "over" else step.text
    if not isinstance(step, Mapping):
        return "", ""
    key, value = step.entries[0]
    said = _text(value)
    action, _, pick = key.text.partition(".")
    match key.text:
        case "ask" | "options" | "turn" | "lapses":
            return "", ""
        case "done" | "action" | "roll" | "draw" | "refused":
            return "", f"{key.text} {said}".replace("refused ", "refused: ", 1)
        case _:
            return (action, f"{pick} {said}") if pick else ("", f"{action} {said}")


def _text(node: Node) -> str:
    match node:
        case Scalar(text=text):
            return text
        case Mapping(entries=entries):
            return ", ".join(f"{key.text} {_text(value)}" for key, value in entries)
        case _:
            return ", ".join(map(_text, node.items))


def shown(position: Position, question: str = "") -> Iterator[str]:
    """What stands where, with what is said of it beyond its unit chart; first what a question names."""
    named = {*WORD.findall(question)}
    for thing in sorted(position.things.values(), key=lambda thing: thing.name not in named):
        said = [
            f"{attribute} {_brief(value, position)}"
            for (subject, attribute), value in position.values.items()
            if subject == thing and value not in (False, None, ()) and value != position.given(thing, attribute)
        ]
        type_ = position.printed.get(thing, thing.kind)
        place = position.places.get(thing)
        at = "off the map" if place is None else f"at {in_words(place, position)}"
        yield f"{thing.name} ({type_}) {at}" + (f": {', '.join(sorted(said)[:MAX_TOLD])}" if said else "")


def grounds(position: Position, question: str) -> Iterator[str]:
    """What is true of the hexes in which things stand and which a question names, and of the hexsides between them,
    where it is not what is usual."""
    if position.map is None:
        return
    named = (position.map.find(word) for word in WORD.findall(question))
    standing = (place for place in position.places.values() if isinstance(place, Hex))
    hexes = [*dict.fromkeys(h for h in (*named, *standing) if h is not None)][:MAX_TOLD]
    for h in hexes:
        if said := _unusual(position, h, "hex"):
            yield f"{position.map.name_of(h)}: {said}"
    for one, other in combinations(hexes, 2):
        side = side_between(one, other)
        if side is not None and (said := _unusual(position, side, "hexside")):
            yield f"between {position.map.name_of(one)} and {position.map.name_of(other)}: {said}"


def _unusual(position: Position, place: Hex | Hexside, kind: str) -> str:
    """What is true of a place, where it is not what is usual."""
    declared = position.graph.kinds[kind].attributes
    values = ((name, position.value(place, name)) for name in declared)
    said = [
        name if value is True else f"{name} {_brief(value, position).strip('{}')}"
        for name, value in values if value not in (False, None, (), MISSING, declared[name].default)
    ]  # fmt: skip
    return ", ".join(said)


def _brief(value: object, position: Position) -> str:
    """A value in words; of a large set how many it has."""
    many = isinstance(value, tuple) and len(value) > MAX_TOLD
    return f"{len(value)} of them" if many else in_words(value, position)  # type: ignore[arg-type]


def drawn(side: ComparedLaw, position: Position, title: str) -> str:
    style = side.compilation.style(Diagnostics())
    around = tuple(used_hexes(position))
    if style is None or position.map is None or (not around and len(position.map.hexes) > MAX_EMPTY):
        return ""
    return draw_scene(Scene(position, title, around=around or None), style)
