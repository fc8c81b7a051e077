"""The journal of a game: every choice and every throw, as lines of text that can be played again.

The first line says which game it is: module, law, options, situation, seed. Each further line is one answer, or a note
that from there on the law was another. Every line carries a check that covers it and all before it: what was torn off
or changed by accident is noticed, and what stands before it is still good. Forgers can make the checks anew.

It also says how dice fall: `chance` is `by-number`; `by-mail` in games whose `seeds` say after how many answers another
seed counts; `by-purpose` in journals that were begun in version 3; missing in older ones (`dice.py`). A game is
replayed and continued in the way of its journal.

Lines are ASCII, so whatever a seed or a path holds, a line is one line everywhere. In journals of version 1 they are
UTF-8 and there are no notes; they are read like others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from hexlaw.runtime.play.dice import BY_NUMBER, DICE

FORMAT = "hexlaw-journal"
VERSION = 4
READ = (1, 2, 3, VERSION)
SETTINGS = {
    "module": "a text", "graph": "a text", "situation": "a text", "seed": "a text",
    "chance": "a text", "as-of": "a year", "options": "texts by their names", "readings": "texts by their names",
    "seeds": "texts by their numbers",
}  # fmt: skip
"""What a first line says of its game, and in which form."""
FORMS: Mapping[str, Callable[[Any], bool]] = {
    "a text": lambda value: isinstance(value, str),
    "a year": lambda value: value is None or type(value) is int,
    "texts by their names": lambda value: isinstance(value, dict) and all(isinstance(x, str) for x in value.values()),
    "texts by their numbers": lambda value: (
        isinstance(value, dict) and all(isinstance(x, str) and re.fullmatch("[0-9]{1,9}", k) for k, x in value.items())
    ),
}
CHECK = 12  # characters of the check
SEAL = re.compile(r', "check": "([0-9a-f]{12})"\}\n')
MAX_LINES = 1_000_000
MAX_SIZE = 64_000_000  # characters


@dataclass(frozen=True)
class Entry:
    """One answer: what was asked, and what was answered, as text. `side` is empty where dice were thrown. What `lapsed`
    had no answer and ended by itself. `unseen_by` are the sides that do not see what it is about, `apart` is the side
    that gave it while the others do not know yet, `drawn` tells a draw from a throw. `ends` is the part of the sequence
    that is over with it, empty of an offer that was declined; `known` by their paths what the action was given before
    this pick; what it names was `at` a hex; in a hex that it names `others` stood; a throw `goes_on` with what the
    one before was for. The journal has none of the eight: a replay has."""

    side: str
    asked: str
    answer: str
    lapsed: bool = False
    unseen_by: frozenset[str] = field(default=frozenset(), compare=False)
    apart: str = field(default="", compare=False)  # the side that gave it in a part which all run at once
    player: str = ""  # who of the side gave it, where it has players
    drawn: bool = field(default=False, compare=False)
    ends: str | None = field(default=None, compare=False)
    goes_on: bool = field(default=False, compare=False)
    known: Mapping[str, str] = field(default_factory=dict, compare=False)
    at: str = field(default="", compare=False)
    others: str = field(default="", compare=False)

    @property
    def who(self) -> str:
        """Returns who gave it: a player, or a side without players; empty where dice were thrown."""
        return self.player or self.side


@dataclass
class Journal:
    header: Mapping[str, Any]
    entries: list[Entry] = field(default_factory=list)
    laws: list[tuple[int, str]] = field(default_factory=list)  # after so many entries the law was another: its hash

    @property
    def chance(self) -> str | None:
        return self.header.get("chance")

    @property
    def law(self) -> object:
        """Returns the hash of the law that it was last played under."""
        return self.laws[-1][1] if self.laws else self.header.get("graph")

    def lines(self) -> Iterator[str]:
        check = ""
        for record in self.records():
            line, check = sealed(record, check)
            yield line

    def records(self) -> Iterator[dict[str, Any]]:
        yield {**self.header, "version": VERSION}
        for number in range(len(self.entries) + 1):
            yield from ({"graph": law} for after, law in self.laws if after == number)
            yield from map(self.record, self.entries[number : number + 1])

    @staticmethod
    def record(entry: Entry) -> dict[str, str]:
        if entry.lapsed:
            return {"side": entry.side, "lapses": entry.asked}
        asked = {"throw": entry.asked} if not entry.side else {"side": entry.side, "pick": entry.asked}
        player = {"player": entry.player} if entry.player else {}
        return {**asked, **player, "answer": entry.answer}


@dataclass
class Damage:
    """What is wrong with a journal: the line, and why. All before that line is good."""

    line: int
    message: str


def header(module: str, graph: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "module": module, "graph": graph, **settings}


def sealed(record: Mapping[str, Any], before: str) -> tuple[str, str]:
    """Returns a line with its check, and the check, on which that of the next line depends."""
    body = json.dumps(record, separators=(", ", ": "))
    check = _check(body, before)
    return f'{body[:-1]}, "check": "{check}"}}\n', check


def check_of(line: str) -> str:
    """Returns the check that a line ends with."""
    return line[-CHECK - 3 : -3]


def _check(body: str, before: str) -> str:
    return sha256(f"{before}\n{body}".encode()).hexdigest()[:CHECK]


def read_journal(lines: Iterable[str]) -> tuple[Journal | None, Damage | None]:
    """Returns the part of a journal that is whole, and what is wrong with the rest; no journal where even the first
    line is."""
    journal: Journal | None = None
    check = ""
    for number, line in enumerate(lines, 1):
        if number > MAX_LINES:
            return journal, Damage(number, f"a journal has at most {MAX_LINES:,} lines")
        record, wrong = _read(line)
        if journal is None and not wrong:
            wrong = wrong_header(record)  # before its check: who knows how a later Hexlaw makes that
        if not wrong:
            check, wrong = _checked(line, check)
        if wrong:
            return journal, Damage(number, wrong)
        if journal is None:
            journal = Journal(record)
            continue
        entry = entry_of(record)
        if entry is not None:
            journal.entries.append(entry)
        elif isinstance(law := record.get("graph"), str):
            journal.laws.append((len(journal.entries), law))
        else:
            return journal, Damage(number, "the line answers nothing that a game asks")
    return journal, Damage(1, "the file is empty") if journal is None else None


def _read(line: str) -> tuple[dict[str, Any], str]:
    """Returns what a line says without its check, and what is wrong with it."""
    if not line.endswith("\n"):
        return {}, "the line is torn off"
    if line.endswith("\r\n"):
        return {}, "the line ends with CR LF, as an editor or a mail program may leave it: a journal has LF alone"
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return {}, "the line cannot be read"
    if not isinstance(record, dict):
        return {}, "the line cannot be read"
    record.pop("check", None)
    return record, ""


def _checked(line: str, before: str) -> tuple[str, str]:
    """Returns the check of a line, and what is wrong with it."""
    seal = SEAL.fullmatch(line, max(line.rfind(', "check"'), 0))
    if seal is None or seal[1] != _check(f"{line[: seal.start()]}}}", before):
        return "", "the line, or one before it, was changed after it was written"
    return seal[1], ""


def wrong_header(record: Mapping[str, Any]) -> str:
    """Returns what is wrong with the first line of a journal; nothing where all is well."""
    version = record.get("version")
    if record.get("format") != FORMAT:
        is_mail = record.get("format") == "hexlaw-turn"
        return "this is a game by mail, for `hexlaw play --mail`" if is_mail else "this is not a journal of a game"
    if type(version) is int and version > VERSION:
        return f"a later Hexlaw wrote this journal (version {version}, read up to {VERSION}): install a newer Hexlaw"
    if type(version) is not int or version not in READ:
        return f"journals of version `{version}` are not known, those of {' and '.join(map(str, READ))} are"
    wrong = [name for name, form in SETTINGS.items() if name in record and not FORMS[form](record[name])]
    if wrong:
        return f"`{wrong[0]}` is {SETTINGS[wrong[0]]} in a journal"
    if record.get("chance") not in DICE:
        return f"chance is drawn `{record['chance']}` in it, which is not known: `{BY_NUMBER}` is"
    return ""


def entry_of(record: Mapping[str, Any]) -> Entry | None:
    """Returns the answer that a line of a journal stands for; None where it is none."""
    answer, thrown, side, pick = (record.get(key) for key in ("answer", "throw", "side", "pick"))
    player = record.get("player", "")
    if isinstance(side, str) and isinstance(lapsed := record.get("lapses"), str):
        return Entry(side, lapsed, "", lapsed=True)
    if isinstance(answer, str) and isinstance(thrown, str):
        return Entry("", thrown, answer)
    if isinstance(answer, str) and isinstance(side, str) and isinstance(pick, str) and isinstance(player, str):
        return Entry(side, pick, answer, player=player)
    return None
