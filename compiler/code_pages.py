"""The pages about codes: `explained/*.md` in; for each code its title and its text with examples out.

A page is a section `## HX231: title` of one of the files, which are sorted by what they are about. The fences in it
are examples that the tests run (tests/compiler/test_code_pages.py says how); to whoever reads the page in a terminal
they are indented text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Refused, did_you_mean
from hexlaw.compiler.recipes import recipes

FOLDER = Path(__file__).parent / "explained"
HEADING = re.compile(r"^## (?P<code>HX[0-9]{3}): (?P<title>.+)$", re.MULTILINE)
_FENCE = re.compile(r"^```[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class CodePage:
    code: str
    title: str
    text: str
    about: str
    """The heading of the file that the page is in, such as `Rules`."""

    def plain(self) -> str:
        """Returns the page as it is read in a terminal."""

        def indented(fence: re.Match[str]) -> str:
            return "\n".join(f"    {line}".rstrip() for line in fence["text"].splitlines())

        return f"{self.code}: {self.title}\n\n{_FENCE.sub(indented, self.text)}\n"


def code_page(word: str) -> CodePage:
    """Returns the page of a code, however somebody wrote it: `HX231`, `hx231` or `231`, with the recipes about it."""
    pages = code_pages()
    code = re.sub(r"^(HX)?(?=[0-9])", "HX", word.upper())
    if code not in pages:
        near = did_you_mean(code, set(pages)) if len(code) < 20 else None
        shown = word if len(word) < 20 else f"{word[:20]}..."
        raise Refused(f"there is no code `{shown}`", near or "`hexlaw explain-code` lists them all")
    about = [f"{one.question} `hexlaw help {one.name}`" for one in recipes().values() if code in one.listed("findings")]
    return replace(pages[code], text="\n\n".join([pages[code].text, *about]))


def code_pages() -> dict[str, CodePage]:
    """Returns all pages by code, in the order of the codes."""
    found: dict[str, CodePage] = {}
    for path in sorted(FOLDER.glob("*.md")):
        text = path.read_text("utf-8")
        about = text.partition("\n")[0].removeprefix("# ")
        headings = list(HEADING.finditer(text))
        for heading, following in zip(headings, [*headings[1:], None], strict=False):
            body = text[heading.end() : following.start() if following else len(text)].strip()
            found[heading["code"]] = CodePage(heading["code"], heading["title"], body, about)
    return dict(sorted(found.items()))
