"""One word for one thing, and the word of the trade: what names are retired. No code bears one."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import house
import pytest

RETIRED = {
    "MAX_*": r"(MOST|LONGEST|LARGEST|DEEPEST)(_\w+)?",
    "visited": "gone_through",
    "query": "inquir(y|ies)|[Ii]nquiries",
    "dependencies, read_set": "looked_at|rests_on",
    "render, report": r"told|\w+_told|told_\w+|telling",
    "belief, visibility": "afoot|foresight|veil|Veil",
    "outcomes, rolls": "prospects|unthrown|toss|tosses|Toss|Tosses",
    "blockers, dead_ends": "hindrances|deadends",
    "openings, variations": "beginnings|twins",
    "footprint, statements": "happenings|Happenings|doings",
    "snapshot": "Lie",
    "one_sided": "read_off",
    "anchors, placement": "homes|Homes",
    "mutants, orphan_files, unnamed_subjects": "spoilt|Spoilt|left_out",
    "session, input_queue, event_log": "sitting|Sitting|happened|Happened|news",
    "overrides, merges, declarations": "varying|amending|declaring",
    "control_variate, confidence_sequence": "luck|certainty",
    "paths": "courses",
    "point_lookup, specialise": "by_things|by_value",
}
"""By the word that is used, those that it takes the place of."""
PATTERN = re.compile("|".join(RETIRED.values()))


def retired_in(text: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token.string for token in tokens if token.type == tokenize.NAME and PATTERN.fullmatch(token.string)]


def by_room(root: Path) -> dict[str, int]:
    found: dict[str, int] = {}
    for path in house.sources(root):
        parts = path.relative_to(root).with_suffix("").parts
        room = house.room_of(path, root)
        count = len(retired_in(path.read_text("utf-8"))) + bool(PATTERN.fullmatch(parts[-1]))
        if count:
            found[room] = found.get(room, 0) + count
    return found


def test_no_name_is_a_retired_one() -> None:
    assert by_room(house.ROOT) == {}


@pytest.mark.parametrize("line", ["MOST_TRIED = 3", "def balance_told(): pass", "x.veil", "class Sitting: pass"])
def test_a_retired_name_is_seen(line: str) -> None:
    assert len(retired_in(line)) == 1


@pytest.mark.parametrize("line", ["# what is told", '"foresight"', "ALMOST = 1", "untold = 1"])
def test_other_words_are_not(line: str) -> None:
    assert retired_in(line) == []


def test_a_file_counts_by_its_name_too(tmp_path: Path) -> None:
    (tmp_path / "runtime" / "reef").mkdir(parents=True)
    (tmp_path / "runtime" / "reef" / "foresight.py").write_text("told = 1\n", "utf-8")
    assert by_room(tmp_path) == {"runtime/reef": 2}
