"""The journal of a game: every choice and every throw, as lines of text that can be played again.

The first line says which game it is: module, law, options, situation, seed. Each further line is one answer. Every line
carries a check that covers it and all before it: what was torn off or changed afterwards is noticed, and what stands
before it is still good.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

FORMAT = "hexlaw-journal"
VERSION = 1
CHECK = 12  # characters of the check
MOST_LINES = 1_000_000
LARGEST = 64_000_000  # characters


@dataclass(frozen=True)
class Entry:
    """One answer: what was asked, and what was answered, as text. `side` is empty where dice were thrown."""

    side: str
    asked: str
    answer: str


@dataclass
class Journal:
    header: Mapping[str, Any]
    entries: list[Entry] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        check = ""
        for record in (dict(self.header), *map(self.record, self.entries)):
            line, check = sealed(record, check)
            yield line

    @staticmethod
    def record(entry: Entry) -> dict[str, str]:
        asked = {"throw": entry.asked} if not entry.side else {"side": entry.side, "pick": entry.asked}
        return {**asked, "answer": entry.answer}


@dataclass
class Damage:
    """What is wrong with a journal: the line, and why. All before that line is good."""

    line: int
    message: str


def header(module: str, graph: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "module": module, "graph": graph, **settings}


def sealed(record: Mapping[str, Any], before: str) -> tuple[str, str]:
    """A line with its check, and the check that the next line goes on from."""
    body = json.dumps(record, ensure_ascii=False, separators=(", ", ": "))
    check = sha256(f"{before}\n{body}".encode()).hexdigest()[:CHECK]
    return f'{body[:-1]}, "check": "{check}"}}\n', check


def read_journal(lines: Iterable[str]) -> tuple[Journal | None, Damage | None]:
    """The part of a journal that is whole, and what is wrong with the rest; no journal where even the first line is."""
    journal: Journal | None = None
    check = ""
    for number, line in enumerate(lines, 1):
        if number > MOST_LINES:
            return journal, Damage(number, f"a journal has at most {MOST_LINES:,} lines")
        record, check, wrong = _opened(line, check)
        if record is None:
            return journal, Damage(number, wrong)
        if journal is None:
            if record.get("format") != FORMAT:
                return None, Damage(number, "this is no journal of a game")
            if record.get("version") != VERSION:
                return None, Damage(number, f"the journal is of version {record.get('version')}, not {VERSION}")
            journal = Journal(record)
            continue
        entry = _entry(record)
        if entry is None:
            return journal, Damage(number, "the line answers nothing that a game asks")
        journal.entries.append(entry)
    if journal is None:
        return None, Damage(1, "the file is empty")
    return journal, None


def _opened(line: str, before: str) -> tuple[dict[str, Any] | None, str, str]:
    if not line.endswith("\n"):
        return None, "", "the line is torn off"
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None, "", "the line cannot be read"
    if not isinstance(record, dict):
        return None, "", "the line cannot be read"
    check = record.pop("check", None)
    expected = sealed(record, before)[1]
    if check != expected:
        return None, "", "the line, or one before it, was changed after it was written"
    return record, expected, ""


def _entry(record: Mapping[str, Any]) -> Entry | None:
    answer, thrown, side, pick = (record.get(key) for key in ("answer", "throw", "side", "pick"))
    if isinstance(answer, str) and isinstance(thrown, str):
        return Entry("", thrown, answer)
    if isinstance(answer, str) and isinstance(side, str) and isinstance(pick, str):
        return Entry(side, pick, answer)
    return None
