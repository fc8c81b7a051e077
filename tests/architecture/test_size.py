"""A ratchet: what is added to the house is taken away elsewhere.

`python bench/house.py` counts. The first commit of an issue writes down what is there (`BEGAN`) and what that issue may
add (`MAY_ADD`); nothing else here is raised, and a bound that has become smaller is written down.
"""

from __future__ import annotations

from pathlib import Path
from statistics import mean

import house
import pytest

BEGAN = 86_229  # lines of the machine when the issue "One machine of play, two engines" began
MAY_ADD = -981  # one machine of play: what it needs besides is less than what the other took
OTHERS_MAY_ADD = {
    "The table in people's words, at one glance, as data": 600,
    "Libraries with binding": 1_200,
    "Where the players are: VASSAL out, a referee for what was played there, and 0.3.0": 1_800,
    "Fair for whom? Styles, a captain, the card of a situation, a door for players": 1_818,
    "The desk where one never has to type YAML: what may stand here, in the studio and in any editor": 2_000,
    "A card is a page, a turn told, and prose that stands above its law": 1_495,
    "All of it played, by machine": 282,
    "Together: a link opens a game, nothing installed; two at two computers": 1_200,
}
"""What later issues have used of the 600, 1,200, 1,800, 2,500, 2,000, 1,500, 400 and 1,200 lines that they may add."""
SHORT_FUNCTIONS = 1_839  # of three lines or less
LONG_FUNCTIONS = 0  # of more than eighty
ANY_TYPES = 323
FILES_A_NODE = 12.0
SLACK = 0.01  # how far a bound may lie above what is there, before it has to be written down


def close_to(found: float, bound: float) -> bool:
    return found <= bound <= found * (1 + SLACK) + 1


@pytest.fixture(scope="module")
def size() -> house.Size:
    return sum(house.by_room().values(), house.Size())


def test_the_machine_grows_no_further(size: house.Size) -> None:
    assert size.lines <= BEGAN + MAY_ADD + sum(OTHERS_MAY_ADD.values()), size.lines


def test_thoughts_are_not_shredded(size: house.Size) -> None:
    assert close_to(size.short, SHORT_FUNCTIONS), size.short
    assert size.long == LONG_FUNCTIONS


def test_types_are_said(size: house.Size) -> None:
    assert close_to(size.any_types, ANY_TYPES), size.any_types


def test_a_sort_of_expression_is_known_to_few_files() -> None:
    found = round(mean(house.files_by_node().values()), 1)
    assert found <= FILES_A_NODE <= found + 0.3, found


def test_names_of_classes_and_files_stand_once() -> None:
    assert house.classes_named_twice() == {}
    assert house.files_named_twice() == {}


def test_what_is_counted(tmp_path: Path) -> None:
    text = '"""A lamp."""\n\ndef lit(x: Any) -> Any:\n    """Whether it burns.\n\n    At night."""\n    return x\n'
    found = house.size_of(text)
    assert (found.lines, found.functions, found.short, found.long, found.any_types) == (7, [2], 1, 0, 2)
    long = "def dark():\n" + "    pass\n" * 80
    assert (found + house.size_of(long)).long == 1
    (tmp_path / "runtime" / "reef").mkdir(parents=True)
    for name in ("reef/oil.py", "oil.py"):
        (tmp_path / "runtime" / name).write_text("class Oil: pass\n", "utf-8")
    assert house.classes_named_twice(tmp_path) == {"Oil": ["runtime/oil.py", "runtime/reef/oil.py"]}
    assert house.files_named_twice(tmp_path) == {"oil.py": ["runtime/oil.py", "runtime/reef/oil.py"]}
    assert {room: found.files for room, found in house.by_room(tmp_path).items()} == {"runtime": 1, "runtime/reef": 1}
