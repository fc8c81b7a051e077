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
from hexlaw.compiler.hobby_index import WORD, Findable, best, hobby
from hexlaw.compiler.recipes import anchor, recipes
from hexlaw.compiler.workspace.finding import Found, FoundEntry

COMPILER = Path(__file__).parents[1]
DOCS = COMPILER.parent / "docs"
PACKED = COMPILER / "reference.json"
LEFT_OUT = (
    "coverage.md",
    "how-do-i.md",
    "architecture.md",
    "target.md",
    "changelog/",
    "decisions/",
    "contributing.md",
    "history.md",
    "measuring.md",
)
"""Pages that say nothing to whoever writes law, or say it again."""
LEAD = 600  # characters that are kept of a section
ANSWERS, UNASKED = 1.15, 0.7  # what an answer counts for, and what nobody has said how to ask for
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,4} (.+)$", re.MULTILINE)
Section = tuple[str, str, str]  # of a page: where it is, its heading, how it begins


def help_with(words: Sequence[str], commands: Iterable[tuple[str, str]]) -> Found:
    """Returns what speaks of words; of `commands`, by name, it is known what they are for."""
    query = " ".join(words)
    if not query.strip():
        raise Refused("what is looked for? give a word, or a part of one")
    entries = (*_entries(), *(_findable("command", name, f"hexlaw {name} --help", said) for name, said in commands))
    found = tuple(FoundEntry(one.sort, one.name, one.where, one.said, ()) for one in best(entries, query))
    known = {word for entry in entries for way in (*entry.ways, entry.name) for word in WORD.findall(way.casefold())}
    near = next(filter(None, (did_you_mean(word, known) for word in WORD.findall(query.casefold()))), None)
    return Found("Hexlaw", None, found, len(words), None if found else near)


@cache
def _entries() -> tuple[Findable, ...]:
    """Returns all that does not depend on who asks: answers, recipes, sections, findings."""
    asked = hobby()["sections"]
    return (
        *(
            Findable("how to", one["to"], one["see"], one["do"], (one["to"], *one["ways"]), counts=ANSWERS)
            for one in hobby()["answer"]
        ),
        *(
            Findable(
                "recipe", one.name, f"hexlaw help {one.name}", one.question,
                (one.name, one.question.removeprefix("How do I "), *one.listed("words")), one.text,
            )
            for one in recipes().values()
        ),
        *(
            Findable("reference", heading, where, lead.partition(". ")[0], (heading, *asked.get(where, ())), lead,
                     1.0 if where in asked else UNASKED)
            for where, heading, lead in sections()
        ),
        *(
            _findable("finding", page.code, f"hexlaw explain-code {page.code}", page.title, UNASKED)
            for page in code_pages().values()
        ),
    )  # fmt: skip


def _findable(sort: str, name: str, where: str, said: str, counts: float = 1.0) -> Findable:
    return Findable(sort, name, where, said, (name, said), counts=counts)


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
        yield f"docs/{page}#{anchor(heading[1])}", heading[1].replace("`", ""), _prose(body)


def _prose(text: str) -> str:
    """Returns how a text begins, without its examples and marks."""
    words = re.sub(r"^\|.*$|\]\([^)]*\)|[`*\[\]]", "", _FENCE.sub("", text), flags=re.MULTILINE)
    return " ".join(words.split())[:LEAD]
