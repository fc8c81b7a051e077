"""What players read in a page as they play is in people's words: no name of the law stands there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import picks_by_path, spans_of

from ..compiler.studio.person_at_page import Person

pytestmark = pytest.mark.usefixtures("tutorial_is_printed")

NAME = re.compile(r"(?<![\w-])[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+(?![\w-])")
"""What looks like a name of the law: small letters, with hyphens or dots in it."""
UNREAD = ("name", "piece", "by", "hex", "picture", "svg", "resume", "options", "question")
"""What a page is sent for itself, or as what is typed."""
WHOLE_GAMES = 100
"""How many times as many answers are given where games are to be played to their ends."""
SORTS = ("action", "effect", "fact", "quantity", "rule", "record", "table", "event", "task", "order", "kind", "tally")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def names_of_the_law(module: str) -> set[str]:
    """The names that are no English: those that people's words hold as well, such as `set-up`, are none of them."""
    compiled = compile_modules(module, Diagnostics())
    assert compiled is not None
    graph = compiled.graph
    found = {name for sort in SORTS for name in graph.section(sort)} | {span.name for span in spans_of(graph)}
    for path in picks_by_path(graph):
        found |= {path, path.rpartition(".")[2]}
    found |= {attribute for kind in graph.kinds.values() for attribute in kind.attributes}
    found |= {value for choice in graph.choices.values() for value in choice.values if not value[0].isdigit()}
    return found - {*NAME.findall(" ".join(english(graph)))}


def english(graph: g.Graph) -> Iterator[str]:
    for phrase in graph.phrases.values():
        yield from phrase.forms
    yield from (unit.name for unit in graph.units.values())


def shown(part: object) -> Iterator[str]:
    """All that a page shows of what it is sent."""
    match part:
        case str():
            yield part
        case list() | tuple():
            for one in part:
                yield from shown(one)
        case dict():
            for key, one in part.items():
                if key == "options":
                    for option in (each if isinstance(each, dict) else {"name": each} for each in one):
                        yield from (option.get("label") or option["name"], option.get("said", ""))
                elif key not in UNREAD:
                    yield from shown(one)


@pytest.mark.parametrize(
    ("module", "situation", "answers", "odds"),
    [
        ("tutorial", "last-fine-day", 40, 3),
        ("tutorial", "market-day", 40, 3),
        ("panzer-leader", "remagen", 4, 10),
        ("panzerblitz", "field-works", 8, 10),
        ("panssari-salama", "saija", 8, 10),
        ("panzer-grenadier", "crossroads", 20, 3),
        ("thaw", "spring", 20, 3),
    ],
)
def test_a_page_shows_no_name_of_the_law(module: str, situation: str, answers: int, odds: int) -> None:
    person, random, seen = Person(module, situation), Random(2), set[str]()
    for _ in range(answers * (WHOLE_GAMES if os.environ.get("HEXLAW_WHOLE") else 1)):
        if person.state.get("over"):
            break
        person.go_on(random, odds)
        seen.update(shown(person.state))
    things = {*person.game.setup.position.things, *person.game.position.things}
    assert {name for line in seen for name in NAME.findall(line)} & names_of_the_law(module) - things == set()
