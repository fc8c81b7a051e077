"""A question of the table, saved as a case: the game so far as steps, and what ought to come of an answer.

The player says what ought to come of it, not the program: a case that repeats what the law says now shows
nothing. The last step is the question; a step that does not fit fails the case.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hexlaw.compiler.base.files import Unwritable, write_whole
from hexlaw.runtime.play.game import ACTION, DONE
from hexlaw.runtime.play.journal import Entry

LEGAL, REFUSED = "legal", "refused"
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*")


class Unsaved(Exception):
    """The case cannot be kept, and why."""


def place_of_cases(header: Mapping[str, Any]) -> Path:
    """Where cases of a game go: to those of its module, if that is a folder of one's own, else here."""
    module = Path(str(header["module"]))
    name = f"{header['situation']}.cases.yaml"
    return module / "cases" / f"table-{name}" if module.is_dir() else Path(name)


def save(
    path: Path, header: Mapping[str, Any], name: str, entries: Sequence[Entry], asked: Entry, expected: str,
    seed: str | None,
) -> None:  # fmt: skip
    """Adds the case to the file, which then holds it with all that it held; with the `seed`, if names hang on it."""
    if not ID.fullmatch(name):
        raise Unsaved(f"`{name}` is not a name for a case: small letters, digits, `-` and `.`, as in `moving.too-far`")
    try:
        before = path.read_text("utf-8") if path.exists() else ""
        if re.search(rf"^- id: {re.escape(name)}$", before, re.MULTILINE):
            raise Unsaved(f"`{path}` has a case `{name}` already")
        if before and not re.search(r"^cases:$", before, re.MULTILINE):
            raise Unsaved(f"`{path}` is not a file that the table has written; move it away")
        path.parent.mkdir(exist_ok=True)
        head = [] if path.parent.name == "cases" else [f"module: {json.dumps(header['module'])}"]
        begun = before or "\n".join([*head, "cases:", ""])
        write_whole(path, (begun + "\n".join(_lines(header, name, entries, asked, expected, seed)) + "\n").encode())
    except Unwritable as problem:
        raise Unsaved(str(problem)) from None
    except (OSError, UnicodeDecodeError) as problem:
        raise Unsaved(f"`{path}` cannot be written: {problem}") from None


def _lines(
    header: Mapping[str, Any], name: str, entries: Iterable[Entry], asked: Entry, expected: str,
    seed: str | None,
) -> Iterator[str]:  # fmt: skip
    yield f"- id: {name}"
    yield f"  situation: {header['situation']}"
    yield from [] if seed is None else [f"  seed: {json.dumps(seed)}"]
    chosen = {key: header[key] for key in ("options", "readings", "as-of") if header.get(key)}
    if chosen:
        yield f"  with: {json.dumps(chosen)}"
    yield "  play:"
    yield from (f"    - {step(entry)}" for entry in entries)
    answered = step(asked)
    if expected != LEGAL:
        answered = f"refused: {{{f'done: {asked.asked}' if asked.answer == DONE else answered}}}"
    yield f"    - {answered}"
    yield f"  ask: 1  # the last step is what is asked: it is {expected}"
    yield "  expect: 1"


def step(entry: Entry) -> str:
    """Returns an answer as a step of a case."""
    said = json.dumps(entry.answer, ensure_ascii=False)
    if entry.lapsed:
        return f"lapses: {entry.asked}"
    if not entry.side:
        return f"draw: {{{entry.asked}: {said}}}" if entry.drawn else f"roll: {{{entry.asked}: {entry.answer}}}"
    if entry.answer == DONE:
        return DONE if entry.asked == ACTION else f"done: {entry.asked}"
    return f"action: {said}" if entry.asked == ACTION else f"{entry.asked}: {said}"
