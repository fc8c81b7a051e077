"""What people write who know rules from elsewhere, and what the law has for it: `habits.toml`, and how it is read.

A habit is looked for where the parser stumbled, in the line on which it did, so a pattern is never asked of law that
reads well, and none is read as long as all law does.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

WORDS = {
    "DOING": "effect|action|sequence|rule|task",
    "HAPPENING": "effect|action|sequence|task",
    "DECLARED": "fact|quantity|table|effect|action|reach|event|memory|tally|task",
    "NUMBER": r"\d[\d/ ]*",
    "NAME": r"[a-z][a-z0-9-]*",
    "WHAT": r"[^\s(]+(?:\([^()]*\))?",  # a condition is about: a name, an attribute, or what is asked with brackets
    "JOINS": "(?:and|or|then|where|satisfies|worth|counted|by|with|at|does|costs|until|for|gives)",
}
"""What words in capitals stand for in `habits.toml`."""
MAX_LINE_LENGTH = 500
"""Characters of a line in which a habit is looked for: how long that takes grows faster than the line."""


class Habit(NamedTuple):
    items: re.Pattern[str] | None
    line: re.Pattern[str]
    message: str
    help: str
    is_head: bool


class HabitFound(NamedTuple):
    """A habit in a line: where, and what to say of it."""

    start: int
    end: int
    message: str
    help: str


@cache
def habits() -> tuple[Habit, ...]:
    """Returns all habits in the order in which they are looked for."""

    def pattern(text: str) -> re.Pattern[str]:
        return re.compile(re.sub(r"%([A-Z]+)%", lambda word: WORDS[word[1]], text))

    return tuple(
        Habit(
            pattern(row["in"]) if "in" in row else None, pattern(row["line"]), row["message"], row["help"],
            row.get("is_head", False),
        )
        for row in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["habits"]
    )  # fmt: skip


def habit_in(line: str, item: str, is_head: bool) -> HabitFound | None:
    """Returns the habit that a line shows; `item` is the word that the item begins with."""
    written = line.split("#")[0].strip()
    if len(written) > MAX_LINE_LENGTH:
        return None
    for habit in habits():
        if habit.is_head != is_head or (habit.items is not None and not habit.items.fullmatch(item)):
            continue
        if (found := habit.line.match(written)) is not None:
            start = line.index(written) + found.start("at")
            words = found.groupdict()
            return HabitFound(
                start, start + len(found["at"]), habit.message.format(**words), habit.help.format(**words)
            )
    return None
