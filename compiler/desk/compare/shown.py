"""A position before a question, in words and drawn."""

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

MAX_VALUES = 8
MAX_EMPTY = 100
"""Hexes of the largest map that is drawn though it has no pieces: a larger one shows nothing that matters."""
WORD = re.compile(r"[\w-]+")


def chosen_there(own: Configuration, *sides: ComparedLaw) -> Iterator[str]:
    """Yields the choices of a position, but for those that one of the laws has made for all positions."""
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
    """Returns the pieces with their places, then the ground, first as far as the question and the steps of a case name
    them; then the values that the case names and the question uses, and the steps."""
    steps = played(case) if case is not None else ""
    words = WORD.findall(f"{question} {steps}")
    lets = [] if case is None else texts_by_key(case.node.get("let")).items()
    called = (f"{name} is {said}" for name, said in lets if name in words)
    then = (f"then it is played: {steps}",) if steps else ()
    return (*_pieces(position, words), *_grounds(position, words), *called, *then)


def begun(case: Case, side: ComparedLaw) -> Position | None:
    """Returns the position that a case begins with under a law; None where it cannot begin."""
    try:
        law = configure(side.compilation.graph, case.configuration().merged(side.chosen))
    except ConfigurationRefused:
        return None
    situation = situate(case, side.compilation, law, Diagnostics())
    return None if situation is None else situation.position


def before_question(case: Case, side: ComparedLaw, answers: Sequence[Answer]) -> Position | None:
    """Returns the position before the question; of a case that is played, before its first step."""
    return begun(case, side) if played(case) or not answers else answers[0].position


def played(case: Case) -> str:
    """Returns the steps of a case, the picks of one action together; without questions on the way."""
    steps: list[tuple[str, list[str]]] = []
    for step in items_in(case.node.get("play")):
        action, said = _step(step)
        if action and steps and steps[-1][0] == action:
            steps[-1][1].append(said)
        elif said:
            steps.append((action, [said]))
    each = [f"{action} ({', '.join(said)})" if action else said[0] for action, said in steps]
    counts = [(step, len([*alike])) for step, alike in groupby(each)]
    return ", ".join(step if times == 1 else f"{step} {times} times" for step, times in counts)


def _step(step: Node) -> tuple[str, str]:
    """Returns the action and the pick of a step; for any other step only its words."""
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


def _pieces(position: Position, words: Sequence[str]) -> Iterator[str]:
    """Yields each piece with its place and its values other than those of its unit chart."""
    for thing in sorted(position.things.values(), key=lambda thing: thing.name not in words):
        said = [
            f"{attribute} {_brief(value, position)}"
            for (subject, attribute), value in position.values.items()
            if subject == thing and value not in (False, None, ()) and value != position.given(thing, attribute)
        ]
        type_ = position.printed.get(thing, thing.kind)
        place = position.places.get(thing)
        at = "off the map" if place is None else f"at {in_words(place, position)}"
        yield f"{thing.name} ({type_}) {at}" + (f": {', '.join(sorted(said)[:MAX_VALUES])}" if said else "")


def _grounds(position: Position, words: Sequence[str]) -> Iterator[str]:
    """Yields the values of the hexes that a question names or that have pieces, and of the hexsides between them, where
    they are not the usual ones."""
    if (map_ := position.map) is None:
        return
    occupied = (place for place in position.places.values() if isinstance(place, Hex))
    hexes = [*dict.fromkeys(h for h in (*map(map_.find, words), *occupied) if h is not None)][:MAX_VALUES]
    places: list[tuple[str, Hex | Hexside | None, str]] = [(map_.name_of(h), h, "hex") for h in hexes]
    for one, other in combinations(hexes, 2):
        between = f"between {map_.name_of(one)} and {map_.name_of(other)}"
        places.append((between, side_between(one, other), "hexside"))
    for name, place, kind in places:
        declared = position.graph.kinds[kind].attributes
        values = ((each, position.value(place, each)) for each in declared if place is not None)
        said = [
            each if value is True else f"{each} {_brief(value, position).strip('{}')}"
            for each, value in values if value not in (False, None, (), MISSING, declared[each].default)
        ]  # fmt: skip
        if said:
            yield f"{name}: {', '.join(said)}"


def _brief(value: object, position: Position) -> str:
    """Returns a value in words; for a large set how many it has."""
    many = isinstance(value, tuple) and len(value) > MAX_VALUES
    return f"{len(value)} of them" if many else in_words(value, position)  # type: ignore[arg-type]


def drawn(side: ComparedLaw, position: Position, title: str) -> str:
    style = side.compilation.style(Diagnostics())
    around = tuple(used_hexes(position))
    if style is None or position.map is None or (not around and len(position.map.hexes) > MAX_EMPTY):
        return ""
    return draw_scene(Scene(position, title, around=around or None), style)
