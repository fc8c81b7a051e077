"""A witness in words: what stands where, what is asked, the two answers with their reasons, and a drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from hexlaw.compiler.cases.judge import Outcome
from hexlaw.compiler.comparing.looked_at import answer_of, verdict_key
from hexlaw.compiler.comparing.sides import Side
from hexlaw.compiler.comparing.thrown import Parted, where_they_part
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar, items_in, texts_by_key
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.situations.case_files import Case
from hexlaw.compiler.situations.situate import situate
from hexlaw.runtime.answer import Answer
from hexlaw.runtime.drawing.svg import Scene, draw_scene, used_hexes
from hexlaw.runtime.explain import asked_in_words, explain
from hexlaw.runtime.geometry import Hex, side_between
from hexlaw.runtime.geometry import Side as Hexside
from hexlaw.runtime.graph import MISSING
from hexlaw.runtime.law import Configuration, ConfigurationRefused, configure
from hexlaw.runtime.position import Position
from hexlaw.runtime.words import in_words

MOST_TOLD = 8
WHAT_COMES = "what comes of this, and how probably"
MOST_EMPTY = 100
"""Hexes of a map that is drawn though nothing stands on it: a larger one shows nothing of what matters."""
WORD = re.compile(r"[\w-]+")


@dataclass(frozen=True)
class Without:
    """The law that has a rule, without it."""

    of_variant: bool
    side: Side
    rule: str


@dataclass(frozen=True)
class Found:
    """What came of a position under both laws, and under the one that has the rule without it."""

    base: Outcome | Answer
    variant: Outcome | Answer
    without: Outcome | Answer | None = None
    heard: bool = True  # the rule had a say, or nothing else differs
    of_variant: bool = True  # which of the two laws it is that has the rule
    said: frozenset[str] = frozenset()  # the keys of the rules that had a say under one of the two laws

    @property
    def all(self) -> tuple[Outcome | Answer, ...]:
        return tuple(each for each in (self.base, self.variant, self.without) if each is not None)

    @property
    def differs(self) -> bool:
        return verdict_key(self.base) != verdict_key(self.variant)

    @property
    def is_its_own(self) -> bool:
        """Whether the law that has the rule answers otherwise without it."""
        has_it = self.variant if self.of_variant else self.base
        return self.without is None or verdict_key(self.without) != verdict_key(has_it)


@dataclass(frozen=True)
class Told:
    """One of the answers to a witness."""

    short: str
    reasons: tuple[str, ...]

    @staticmethod
    def of(given: Answer) -> Told:
        return Told(given.in_short, tuple(explain(given, "talk", []).rstrip().split("\n")))


NOT_THERE = Told("there is nothing like it", ("there is nothing like it",))
"""What the one of two laws says of what the other alone has."""


@dataclass(frozen=True)
class Witness:
    """A position in which a difference makes another verdict; `shown` is what stands there and on what ground.

    `svg` may be empty. `without` is what the law that has the rule answers without it, where both laws answer alike or
    would differ without the rule as well.
    """

    question: str
    shown: tuple[str, ...]
    counters: int
    base: Told
    variant: Told
    svg: str = ""
    case: str = ""  # the case that it was made from
    asked: str = ""  # the question in words, where the law has words for it
    without: Told | None = None
    of_variant: bool = True
    thrown: Parted | None = None  # of a throw: a fall of the dice with which the two laws part

    @property
    def answers(self) -> tuple[tuple[str, Told], ...]:
        """Whose answer each is, and what it says."""
        found = ("base", self.base), ("variant", self.variant)
        if self.without is None:
            return found
        return (*found, (f"{self._has_it} without this rule", self.without))

    @property
    def note(self) -> str:
        """What has to be known to read the three answers, where there are three."""
        if self.without is None or NOT_THERE in (self.base, self.variant):
            return ""
        if self.without.short == (self.variant if self.of_variant else self.base).short:
            return f"Without this rule the {self._has_it} answers the same here: other parts of the change do so too."
        return (
            f"Both laws answer the same here, but not for the same reason: without this rule the {self._has_it} would"
            " not, as it has more that differs."
        )

    @property
    def _has_it(self) -> str:
        return "variant" if self.of_variant else "base"


def told_of(question: str, told: Sequence[Told], found: Found) -> Witness:
    """What was asked and answered, without what stands there."""
    shows_without = found.without is not None and not (found.differs and found.is_its_own)
    before, after = found.base, found.variant
    if found.without is not None and not found.differs:
        before, after = (found.without, found.variant) if found.of_variant else (found.base, found.without)
    given = [each for each in map(answer_of, (before, after)) if each is not None]
    both = given if len(given) == 2 else None
    said = next(filter(None, map(asked_in_words, given)), "")
    if not said and given and all(each.chances is not None for each in given):
        said = WHAT_COMES
    return Witness(
        question, (), 0, told[0], told[1], asked=said, without=told[2] if shows_without else None,
        of_variant=found.of_variant, thrown=where_they_part(*both) if both and found.differs else None,
    )  # fmt: skip


def chosen_there(own: Configuration, *sides: Side) -> Iterator[str]:
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


def begun(case: Case, side: Side) -> Position | None:
    """What a case begins with under a law; `None` where it cannot begin."""
    try:
        law = configure(side.compilation.graph, case.configuration().merged(side.chosen))
    except ConfigurationRefused:
        return None
    situation = situate(case, side.compilation, law, Diagnostics())
    return None if situation is None else situation.position


def before_question(case: Case, side: Side, answers: Sequence[Answer]) -> Position | None:
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
        yield f"{thing.name} ({type_}) {at}" + (f": {', '.join(sorted(said)[:MOST_TOLD])}" if said else "")


def grounds(position: Position, question: str) -> Iterator[str]:
    """What is true of the hexes in which things stand and which a question names, and of the hexsides between them,
    where it is not what is usual."""
    if position.map is None:
        return
    named = (position.map.find(word) for word in WORD.findall(question))
    standing = (place for place in position.places.values() if isinstance(place, Hex))
    hexes = [*dict.fromkeys(h for h in (*named, *standing) if h is not None)][:MOST_TOLD]
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
    many = isinstance(value, tuple) and len(value) > MOST_TOLD
    return f"{len(value)} of them" if many else in_words(value, position)  # type: ignore[arg-type]


def drawn(side: Side, position: Position, title: str) -> str:
    style = side.compilation.style(Diagnostics())
    around = tuple(used_hexes(position))
    if style is None or position.map is None or (not around and len(position.map.hexes) > MOST_EMPTY):
        return ""
    return draw_scene(Scene(position, title, around=around or None), style)
