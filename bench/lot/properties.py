"""What holds of every law, and needs no second machine: each is a function of a law and a seed.

Each returns what differs, an empty text where nothing does. A law is played by the reference alone, at random, and the
same game once more under a law that has to mean the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from unittest.mock import patch

from under_way import text_of

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.dice import Dice
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.replay import Differs, steps_again
from hexlaw.runtime.words import in_words
from lot.asking import MOST_ANSWERS
from lot.module import Item, Module, compiled

MADE_UP = re.compile(r"(?<![a-z0-9])(?:[bdfgklmnprstvz][aiou][bdgklmnprstvz][aiou]|v[0-9]+[a-z]*)(?![a-z0-9])")
"""Names as the writer makes them up, also as parts of the names of pieces."""

Step = tuple[str, str, frozenset[str], str]
"""Who is asked what, all legal answers, and the one that was given."""


@dataclass
class Course:
    """A game as it went: at each question who is asked what, all legal answers and the one that was given."""

    steps: list[Step] = field(default_factory=list)
    stop: str = ""
    ending: frozenset[tuple[str, str, str]] = frozenset()

    def differs(self, other: Course) -> str:
        for number, (one, two) in enumerate(zip(self.steps, other.steps, strict=False)):
            if one != two:
                return f"at answer {number}: {_both(one, two)}"
        ends = [f"after {len(course.steps)} with {course.stop or 'no stop'}" for course in (self, other)]
        if ends[0] != ends[1]:
            return "they end " + ", and ".join(ends)
        values = sorted(self.ending ^ other.ending)
        return f"at the end they have {values[:4]}" if values else ""


def _both(one: Step, two: Step) -> str:
    return f"{one[:2]} {sorted(one[2])} {one[3]}, and {two[:2]} {sorted(two[2])} {two[3]}"


def played(
    prepared: Prepared, seed: str, given: Sequence[str] | None = None, said: Callable[[str], str] = str
) -> Course:
    """Plays a game at random, or by given answers; what is said of it is put into other words."""
    course = Course()
    try:
        game = prepared.game(seed)
        random = Random(seed)
        while game.question is not None and len(course.steps) < MOST_ANSWERS:
            question = game.question
            answers: list[Value] = [way for way, _ in question.ways] if isinstance(question, ByLot) else game.options()
            options = {said(game.entry(question, answer).answer): answer for answer in answers}
            if given is not None:
                text = given[len(course.steps)] if len(course.steps) < len(given) else ""
            elif isinstance(question, ByLot):
                text = said(game.entry(question, game.drawn()).answer)
            else:
                text = random.choice(sorted(options))
            entry = game.entry(question, options.get(text))
            course.steps.append((said(entry.who), said(entry.asked), frozenset(options), text))
            if text not in options:
                return course
            game.put(options[text])
        course.ending = _values(game, said)
    except LawStop as stop:
        course.stop = type(stop).__name__
    return course


def _values(game: Game, said: Callable[[str], str]) -> frozenset[tuple[str, str, str]]:
    position = game.position
    found = set()
    for (subject, name), value in position.values.items():
        texts = [in_words(part, position) for part in (value if type(value) is tuple else (value,))]
        found.add((said(in_words(subject, position)), said(name), ", ".join(sorted(map(said, texts)))))
    for thing, place in position.places.items():
        found.add((said(thing.name), "place", said(in_words(place, position))))
    return frozenset(found)


def prepared_of(module: Module, folder: Path) -> Prepared:
    compilation, found = compiled(module, folder)
    assert compilation is not None, [(d.code, d.message) for d in found if d.level == "error"]
    prepared = prepare(compilation, module.situation, Configuration(), found)
    assert prepared is not None, [d.message for d in found]
    return prepared


# ---- the properties


@patch.object(Dice, "names_by_lot", False)  # what a number is drawn by is the name of the kind
def renaming(module: Module, seed: str, folder: Path) -> str:
    """Other names change nothing but names: who is asked, what is legal, what holds at the end."""
    one = played(prepared_of(module, folder), seed)
    names = sorted({name for text in module.files().values() for name in MADE_UP.findall(text)})
    others = Random(seed).sample(names, len(names))
    new, old = dict(zip(names, others, strict=True)), dict(zip(others, names, strict=True))

    def renamed(text: str) -> str:
        return MADE_UP.sub(lambda found: new[found[0]], text)

    def named_back(text: str) -> str:
        return MADE_UP.sub(lambda found: old.get(found[0], found[0]), text)

    data = {
        re.sub(r"(?<=/)\w+(?=\.)", lambda f: new.get(f[0], f[0]), name): renamed(text)
        for name, text in module.data.items()
    }
    other = Module(tuple(Item(item.file, renamed(item.text)) for item in module.items), data, module.situation)
    return one.differs(played(prepared_of(other, folder), seed, [step[3] for step in one.steps], named_back))


def reordering(module: Module, seed: str, folder: Path) -> str:
    """The order of items and files means nothing. A chapter stays first in its file."""
    one = played(prepared_of(module, folder), seed)
    random = Random(seed)
    items = [item for item in module.items if not item.text.startswith(("chapter", "advice"))]
    heads = [item for item in module.items if item.text.startswith(("chapter", "advice"))]
    random.shuffle(items)
    files = sorted({item.file for item in module.items})
    others = dict(zip(files, random.sample([f"{number}.law" for number in range(50, 99)], len(files)), strict=True))
    mixed = [Item(others[item.file], item.text) for item in (*heads, *items)]
    return one.differs(played(prepared_of(module.with_items(mixed), folder), seed))


def replaying(module: Module, seed: str, folder: Path) -> str:
    """A game that is played again from its journal stands at each answer as it stood, and so it does with what can be
    taken back taken back."""
    prepared = prepared_of(module, folder)
    try:
        game, random = prepared.game(seed), Random(seed)
    except LawStop:
        return ""  # there is no game to be played again
    texts = {len(game.entries): text_of(game)}
    try:
        while game.question is not None and len(game.entries) < MOST_ANSWERS:
            game.put(game.drawn() if isinstance(game.question, ByLot) else random.choice(game.options()))
            texts[len(game.entries)] = text_of(game)
    except LawStop:
        pass
    again = prepared.game(seed)
    for step in steps_again(again, game.entries):
        number = len(again.entries)
        if isinstance(step, Differs):
            return f"played again it differs at {step.number}: {step.message}"
        if texts.get(number, text_of(again)) != text_of(again):
            return f"played again it stands otherwise after {number} answers"
        if differs := _taken_back(game_at(prepared, seed, again), texts):
            return differs
    return ""


def game_at(prepared: Prepared, seed: str, game: Game) -> Game:
    """Returns a game of its own that stands where another does, of which all can be taken back that can be there."""
    other = prepared.game(seed)
    for _ in steps_again(other, game.entries):
        pass
    return other


def _taken_back(game: Game, texts: dict[int, str]) -> str:
    while game.undoable:
        game.undo()
        number = len(game.entries)
        if number in texts and texts[number] != text_of(game):
            return f"taken back to {number} answers it stands otherwise"
    return ""


def secrecy(module: Module, seed: str, folder: Path) -> str:
    """An attribute that nothing reads changes nothing if it is made secret."""
    kinds = [
        at
        for at, item in enumerate(module.items)
        if re.match(r"thing \w+\n  stands in", item.text) and "side: side" in item.text
    ]
    courses = []
    for secret in ("", " secret"):
        items = [*module.items]
        for at in kinds:
            items[at] = Item(items[at].file, items[at].text + f"\n  unread: whole = 3{secret}")
        courses.append(played(prepared_of(module.with_items(items), folder), seed))
    return courses[0].differs(courses[1])


VARIANT = """module: top
title: A variant by lot
version: 1.0.0
extends: lot
sources: {V: {title: "The notes"}}
speaks-for: [V]
default-source: V
"""


def splitting(module: Module, seed: str, folder: Path) -> str:
    """A law plays the same if some of its rules stand in a variant of it."""
    one = played(prepared_of(module, folder), seed)
    random = Random(seed)
    main = [item for item in module.items if item.file == "01.law"]
    moved = {item for item in main if item.text.startswith("rule") and random.random() < 0.5}
    if not moved:
        return ""
    base = module.with_items(item for item in module.items if item not in moved)
    base = base.with_data({**base.data, "module.yaml": base.data["module.yaml"] + "abstract: yes\n"})
    base.write(folder)
    top = Module(tuple(moved_item for moved_item in main if moved_item in moved), {"module.yaml": VARIANT})
    top.write(folder.parent / "top")
    found = Diagnostics()
    compilation = compile_modules(str(folder.parent / "top"), found)
    assert compilation is not None, [(d.code, d.message) for d in found if d.level == "error"]
    prepared = prepare(compilation, module.situation, Configuration(), found)
    assert prepared is not None, [d.message for d in found]
    return one.differs(played(prepared, seed))


PROPERTIES = {
    "renaming": renaming,
    "reordering": reordering,
    "replaying": replaying,
    "secrecy": secrecy,
    "splitting": splitting,
}
