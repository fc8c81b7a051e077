"""Makes the examples of a page run: fenced blocks in, temporary modules and the cases asked of them out.

The page is a Markdown file; a test module names it as `PAGE`. A page has chapters where a folder bears its name: they
follow in the order in which the page links them. What the info string of a fence means:

    law preamble            words that stand under the law of its own section and of all sections below it
    yaml module.yaml        the module's manifest: before the first section, the one all sections and chapters share
    yaml maps               maps that every case of the sections below may name
    law                     law of the section; several blocks are one module, a `chapter` begins a new file
    law in NAME             law of a module that extends the section's; `yaml FILE in NAME` likewise
    yaml tables/NAME.yaml   a file of the section's module (also `csv units/NAME.csv`)
    law error HX231         an item that must be refused, with this code and no other, when it is added
    yaml cases              cases that must pass; asked of the section's last module, or with `in NAME` of that one

A section is a `##` heading with what stands below it, down to the next one. Fences with any other info string are
only read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import render
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import CaseFile, read_cases

DOCS = Path(__file__).resolve().parents[2] / "docs"
FENCE = re.compile(r"^```(?P<info>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
BASE = "example"


@dataclass(frozen=True)
class Fence:
    info: tuple[str, ...]
    text: str
    line: int


@dataclass
class Section:
    """The running blocks of one heading; `preamble` is what the page puts under it, here or further up."""

    page: str
    title: str
    text: str
    line: int
    fences: list[Fence] = field(default_factory=list)
    preamble: list[Fence] = field(default_factory=list)

    def of(self, *info: str) -> list[Fence]:
        return [f for f in self.fences if f.info[: len(info)] == info]

    @property
    def runs(self) -> bool:
        return any(f.info[:1] == ("law",) or f.info[:2] == ("yaml", "cases") for f in self.fences)


def chapters_of(page: str) -> list[str]:
    """Returns the chapters of a page, in the order in which it links them."""
    folder = page.removesuffix(".md")
    links = re.findall(rf"\]\(({folder}/[^)#]+\.md)[)#]", (DOCS / page).read_text("utf-8"))
    return list(dict.fromkeys(links))


def sections_of(page: str) -> list[Section]:
    """Returns the sections of a page and of its chapters; what is shared among chapters is not shared with the page."""
    found, _ = _sections(page, [])
    shared: list[Fence] = []
    for chapter in chapters_of(page):
        more, shared = _sections(chapter, shared)
        found += more
    return found


def _sections(page: str, shared: list[Fence]) -> tuple[list[Section], list[Fence]]:
    text = (DOCS / page).read_text("utf-8")
    starts = [m.start() for m in re.finditer(r"^## ", text, re.MULTILINE)]
    head = _section(page, text, 0, starts[0])
    assert all(f.info in (*SHARED, MANIFEST) or not f.info for f in head.fences), (
        f"{page} runs nothing above its sections"
    )
    found = [_section(page, text, a, b) for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    shared = shared + head.fences
    for section in found:
        shared += [f for f in section.fences if f.info in SHARED]
        section.fences = [f for f in section.fences if f.info not in SHARED]
        section.preamble = [f for f in shared if f.info in (*SHARED, MANIFEST)]
    return found, shared


SHARED = (("law", "preamble"), ("yaml", "maps"))
MANIFEST = ("yaml", "module.yaml")


def _section(page: str, text: str, start: int, end: int) -> Section:
    part = text[start:end]
    line = text.count("\n", 0, start) + 1
    fences = [
        Fence(tuple(m["info"].split()), m["text"], line + part.count("\n", 0, m.start())) for m in FENCE.finditer(part)
    ]
    return Section(page, part.split("\n", 1)[0].removeprefix("## "), part, line, fences)


class Module:
    """A section written out as the folders of its modules."""

    def __init__(self, section: Section, folder: Path) -> None:
        self.section = section
        self.folder = folder
        self.names = [BASE]
        self.laws: dict[str, list[str]] = {}
        for fence in (*section.preamble, *section.fences):
            match fence.info:
                case ("law",) | ("law", "preamble"):
                    self._law(BASE, fence.text)
                case ("law", "in", name):
                    self._law(name, fence.text)
                case (_, file, "in", name) if "." in file:
                    self._write(name, file, fence.text)
                case (_, file) if "." in file:
                    self._write(BASE, file, fence.text)
        for name, files in self.laws.items():
            for number, text in enumerate(files):
                self._write(name, f"{number:02}.law", text)

    def _law(self, name: str, text: str) -> None:
        files = self.laws.setdefault(name, [])
        if text.startswith("chapter") or not files:
            files.append(text if text.startswith("chapter") else f'chapter [1] "{self.section.title}"\n\n{text}')
        else:
            files[-1] += "\n" + text

    def _write(self, name: str, file: str, text: str) -> None:
        if name not in self.names:
            self.names.append(name)
        path = self.folder / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def spec(self, name: str) -> str:
        """How a module of the section is asked for: an add-on stands on the section's own."""
        manifest = self.folder / name / "module.yaml"
        on_top = "add-on-for" in manifest.read_text("utf-8")
        return f"{self.folder / BASE} + {name}" if on_top else str(self.folder / name)

    def add(self, text: str) -> None:
        """One more item, in a file of its own, in the topmost module."""
        self._write(self.names[-1], "99-more.law", text)

    def compiled(self, name: str | None = None) -> tuple[Compilation | None, Diagnostics]:
        """The section's topmost module, or the one of that name, and what was found wrong with it."""
        diagnostics = Diagnostics()
        return compile_modules(self.spec(name or self.names[-1]), diagnostics), diagnostics

    def cases(self, fence: Fence) -> CaseFile:
        maps = "".join(f.text for f in self.section.preamble if f.info == ("yaml", "maps"))
        own = fence.text if re.search(r"^cases:", fence.text, re.MULTILINE) else f"cases:\n{fence.text}"
        path = self.folder / f"line-{fence.line}.cases.yaml"
        path.write_text(own if re.search(r"^maps:", own, re.MULTILINE) else maps + own, "utf-8")
        diagnostics = Diagnostics()
        file = read_cases(path, f"docs/{self.section.page}:{fence.line}", diagnostics)
        assert file is not None, shown(diagnostics)
        return file


def shown(diagnostics: Diagnostics) -> str:
    return "\n".join(render(d) for d in diagnostics)


@pytest.fixture
def module(section: Section, tmp_path: Path) -> Module:
    """The section's module; what it writes stays inside the test's folder."""
    return Module(section, tmp_path)


@pytest.fixture
def chapters(request: pytest.FixtureRequest) -> list[str]:
    """The chapters of the page that the test module is about."""
    return chapters_of(request.module.PAGE)


@pytest.fixture
def page(request: pytest.FixtureRequest, chapters: list[str]) -> str:
    """The text of the page that the test module is about, with its chapters."""
    return "\n".join((DOCS / each).read_text("utf-8") for each in (request.module.PAGE, *chapters))


@pytest.fixture
def section_called(request: pytest.FixtureRequest) -> dict[str, Section]:
    found = sections_of(request.module.PAGE)
    assert len({section.title for section in found}) == len(found)
    return {section.title: section for section in found}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes a `section` is tried on every section of its page that runs."""
    if "section" in metafunc.fixturenames:
        sections = [s for s in sections_of(metafunc.module.PAGE) if s.runs]
        metafunc.parametrize("section", sections, ids=[re.sub(r"[^a-z0-9]+", "-", s.title.lower()) for s in sections])
