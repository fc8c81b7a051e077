"""What helps somebody who has an idea: recipes, sections of the reference, findings and commands that speak of it.

The reference is read from `docs/`, or, where Hexlaw is installed without it, from what the build has packed of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hexlaw.compiler.code_pages import code_pages
from hexlaw.compiler.recipes import anchor, recipes
from hexlaw.compiler.workspace.finding import NAME, Found, FoundEntry, best_of, texts_of

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
SMALL_WORDS = {
    "a", "an", "and", "at", "can", "do", "does", "for", "from", "how", "i", "in", "into", "is", "it", "my", "of", "on",
    "or", "the", "to", "what", "when", "with",
}  # fmt: skip
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,4} (.+)$", re.MULTILINE)
Section = tuple[str, str, str]  # of a page: where it is, its heading, how it begins


def help_with(words: Sequence[str], commands: Iterable[tuple[str, str]]) -> Found:
    """Returns what speaks of words; of `commands`, by name, it is known what they are for."""
    # a word as it is a part of its plural, too
    looked_for = [
        (word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word)
        for text in words
        for word in text.casefold().strip("?").split()
    ]
    entries: list[FoundEntry] = []
    for one in recipes().values():
        called = f"{one.name}, {one.about.get('words', '')}"
        texts = ((2 * NAME, one.name.replace("-", " ")), *texts_of(called, one.question, one.text, ""))
        entries.append(FoundEntry("recipe", one.name, f"hexlaw help {one.name}", one.question, texts))
    for where, heading, lead in sections():
        texts = texts_of(heading, "", lead, where)
        entries.append(FoundEntry("reference", heading, where, lead.partition(". ")[0], texts))
    for page in code_pages().values():
        texts = texts_of(page.code, page.title, _prose(page.text), page.about)
        entries.append(FoundEntry("finding", page.code, f"hexlaw explain-code {page.code}", page.title, texts))
    for name, said in commands:
        entries.append(FoundEntry("command", name, f"hexlaw {name} --help", said, texts_of(name, said, "", "")))
    return best_of(entries, [word for word in looked_for if word not in SMALL_WORDS] or looked_for, "Hexlaw")


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
