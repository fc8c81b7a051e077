"""What helps somebody who has an idea: recipes, sections of the reference, findings and commands that speak of it.

The reference is read from `docs/`, or, where Hexlaw is installed without it, from what the build has packed of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Refused, did_you_mean
from hexlaw.compiler.code_pages import code_pages
from hexlaw.compiler.data.hobby_words import hobby
from hexlaw.compiler.recipes import anchor, recipes
from hexlaw.compiler.workspace.finding import Found, FoundEntry
from hexlaw.compiler.workspace.hobby_index import WORD, Findable, best

COMPILER = Path(__file__).parents[1]
DOCS = COMPILER.parent / "docs"
PACKED = COMPILER / "reference.json"
LEFT_OUT = (
    "coverage.md", "how-do-i.md", "architecture.md", "target.md", "changelog/", "decisions/", "contributing.md",
    "history.md", "measuring.md",
)  # fmt: skip
"""Pages that say nothing to whoever writes law, or say it again."""
LEAD = 600  # characters that are kept of a section
ANSWERS, UNASKED = 115, 70  # per cent that an answer counts, and what nobody has said how to ask for
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,4} (.+)$", re.MULTILINE)
Section = tuple[str, str, str]  # of a page: where it is, its heading, how it begins


def help_with(words: Sequence[str], commands: Iterable[tuple[str, str]]) -> Found:
    """Returns what speaks of words; of `commands`, by name, it is known what they are for."""
    query = " ".join(words)
    if not query.strip():
        raise Refused("what is looked for? give a word, or a part of one")
    named = (Findable("command", name, f"hexlaw {name} --help", said, (name, said)) for name, said in commands)
    entries = (*_entries(), *named)
    found = tuple(FoundEntry(one.sort, one.name, one.where, one.said, ()) for one in best(entries, query))
    known = {word for entry in entries for way in entry.ways[:2] for word in WORD.findall(way.casefold())}
    near = next(filter(None, (did_you_mean(word, known) for word in WORD.findall(query.casefold()))), None)
    return Found("Hexlaw", None, found, len(words), None if found else near)


@cache
def _entries() -> tuple[Findable, ...]:
    """Returns all that does not depend on who asks: answers, recipes, sections, findings."""
    found = [
        Findable("how to", one["to"], one["see"], one["do"], (one["to"], *one["ways"].split("; ")), counts=ANSWERS)
        for one in hobby().answers
    ]
    for one in recipes().values():
        ways = (one.name, one.question.removeprefix("How do I "), *one.listed("words"))
        found.append(Findable("recipe", one.name, f"hexlaw help {one.name}", one.question, ways, one.text))
    for where, heading, lead in sections():
        asked = hobby().sections.get(where, ())
        counts = 100 if asked else UNASKED
        found.append(Findable("reference", heading, where, lead.partition(". ")[0], (heading, *asked), lead, counts))
    for page in code_pages().values():
        where = f"hexlaw explain-code {page.code}"
        found.append(Findable("finding", page.code, where, page.title, (page.code, page.title), counts=UNASKED))
    return tuple(found)


def sections() -> list[Section]:
    """Returns the sections of the reference."""
    if not DOCS.is_dir():
        return [(where, heading, lead) for where, heading, lead in json.loads(PACKED.read_text("utf-8"))]
    pages = (path.relative_to(DOCS).as_posix() for path in sorted(DOCS.rglob("*.md")))
    return [section for page in pages if not page.startswith(LEFT_OUT) for section in _sections(page)]


def pack() -> None:
    """Writes the sections to where they are read without `docs/`."""
    PACKED.write_text(json.dumps(sections(), ensure_ascii=False), "utf-8")


def _sections(page: str) -> Iterator[Section]:
    text = _FENCE.sub("", (DOCS / page).read_text("utf-8"))
    headings = list(_HEADING.finditer(text))
    for heading, following in zip(headings, [*headings[1:], None], strict=False):
        body = text[heading.end() : following.start() if following else len(text)]
        words = re.sub(r"^\|.*$|\]\([^)]*\)|[`*\[\]]", "", _FENCE.sub("", body), flags=re.MULTILINE)
        lead = " ".join(words.split())[:LEAD]  # how it begins, without its examples and marks
        yield f"docs/{page}#{anchor(heading[1])}", heading[1].replace("`", ""), lead
