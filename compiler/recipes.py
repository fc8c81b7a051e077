"""The recipes: how an idea is written as law. `rules/recipes/NAME/` in; each recipe, and the page of all of them, out.

A recipe is a folder that holds what is added to a module: law, cases, and data where there is some. Its `recipe.md` has
the question as its heading, below it lines `KEY: VALUE`, and behind an empty line the text:

    part        the part of the page that it stands in
    words       other words by which somebody would look for it
    on          the shipped module that it changes; without it, the game that `hexlaw new module` begins
    after       recipes that it builds on
    show        what the page shows: items of its law, or files; without it, all of its law
    findings    codes of findings that it is about

A library with a `recipe.md` is a recipe, too: of it the page shows what is open, and it is put to use in a module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Refused, did_you_mean
from hexlaw.compiler.data.load import LIBRARIES, shipped_folders

ABOUT = "recipe.md"
_ITEM = re.compile(r"^(?=\S)(?!#)", re.MULTILINE)
_HEAD = (Path(__file__).parent / "recipes.md").read_text("utf-8")


@dataclass(frozen=True)
class Recipe:
    name: str
    folder: Path
    question: str
    about: dict[str, str]  # by key
    text: str

    def listed(self, key: str) -> list[str]:
        return [word.strip() for word in self.about.get(key, "").split(",") if word.strip()]

    @property
    def base(self) -> str | None:
        """Returns the shipped module that it changes."""
        return self.about.get("on")

    @property
    def open_items(self) -> list[str]:
        """Returns what a library leaves open; nothing of another recipe."""
        laws = sorted(self.folder.glob("*.law")) if (self.folder / "module.yaml").is_file() else []
        items = (item for law in laws for item in _ITEM.split(law.read_text("utf-8")))
        return [item.rstrip() + "\n" for item in items if item.startswith("open ")]

    @property
    def rules(self) -> list[str]:
        """Returns the rules of a library; nothing of another recipe."""
        laws = sorted(self.folder.glob("*.law")) if self.open_items else []
        return [name for law in laws for name in re.findall(r"^rule (\S+)", law.read_text("utf-8"), re.MULTILINE)]

    @property
    def files(self) -> dict[str, str]:
        """Returns what is added to a module: texts by their paths in it."""
        if self.open_items:
            return {}
        paths = sorted(path for path in self.folder.rglob("*") if path.is_file() and path.name != ABOUT)
        return {path.relative_to(self.folder).as_posix(): path.read_text("utf-8") for path in paths}

    def shown(self) -> Iterator[tuple[str, str]]:
        """Parts of its files, each with the sort of text that it is."""
        if self.open_items:
            yield "text", "\n".join(self.open_items)
            return
        files = self.files
        parts = (part for name in files if name.endswith(".law") for part in _ITEM.split(files[name]) if part.strip())
        items = [re.sub(r"\n(?:#[^\n]*|\s*)*\Z", "", part) + "\n" for part in parts]  # without what stands between them
        for wanted in self.listed("show") or [""]:
            if wanted in files:
                yield wanted.rpartition(".")[2], files[wanted]
            else:
                found = [item for item in items if f"{item} ".startswith(wanted) and not item.startswith("chapter ")]
                assert found, f"{self.name} shows `{wanted}`, and has no such item"
                yield "law", "\n".join(found)

    def markdown(self) -> str:
        """Returns the recipe as a section of the page."""
        joined = [(sort, [text for _, text in group]) for sort, group in groupby(self.shown(), key=lambda one: one[0])]
        fences = "\n".join(f"```{sort}\n{chr(10).join(texts)}```\n" for sort, texts in joined)
        where = f"`{self.base}`" if self.base is not None else ""
        first = " and ".join(f"`{name}`" for name in self.listed("after"))
        notes = [f"It changes {where}." if where else "", f"It builds on {first}." if first else ""]
        if self.open_items:
            notes = [f"A [library](language/libraries.md), put to use by `hexlaw new recipe {self.name} --in ./MINE`."]
        else:
            notes.insert(0, f"Written by `hexlaw new recipe {self.name}`.")
        written = " ".join(filter(None, notes))
        first_part, _, rest = self.text.partition("\n\n")
        return f"### {self.question}\n\n{first_part}\n\n{fences}\n{rest}\n\n{written}\n"

    def plain(self) -> str:
        """Returns the recipe as it is read in a terminal."""
        return re.sub(
            r"^```[^\n]*\n(.*?)^```\n", lambda fence: re.sub(r"^(?=.)", "    ", fence[1], flags=re.MULTILINE),
            self.markdown().removeprefix("### "), flags=re.MULTILINE | re.DOTALL,
        )  # fmt: skip


@cache
def recipes() -> dict[str, Recipe]:
    """Returns all recipes by name."""
    paths = [path for folder in shipped_folders("recipes", LIBRARIES) for path in folder.glob(f"*/{ABOUT}")]
    paths.sort(key=lambda path: path.parent.name)
    return {path.parent.name: _read(path) for path in paths}


def _read(path: Path) -> Recipe:
    head, _, text = path.read_text("utf-8").partition("\n\n")[2].partition("\n\n")
    question = path.read_text("utf-8").partition("\n")[0].removeprefix("# ")
    about = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in head.splitlines())}
    return Recipe(path.parent.name, path.parent, question, about, text.strip())


def recipe(name: str) -> Recipe:
    known = recipes()
    if name not in known:
        near = did_you_mean(name, known) or "`hexlaw new recipe` lists them"
        raise Refused(f"there is no recipe `{name if len(name) < 60 else name[:57] + '...'}`", near)
    return known[name]


def parts() -> Iterator[tuple[str, list[Recipe]]]:
    """Yields the recipes by the part of the page that they stand in."""
    in_order = sorted(recipes().values(), key=lambda one: one.about["part"])
    for part, group in groupby(in_order, key=lambda one: one.about["part"]):
        yield part, list(group)


def page() -> str:
    """Returns all recipes as a page of Markdown."""
    contents = [
        f"- **{part}**: " + " · ".join(f"[{one.name}](#{anchor(one.question)})" for one in group)
        for part, group in parts()
    ]
    sections = [f"## {part}\n\n" + "\n".join(one.markdown() for one in group) for part, group in parts()]
    return "\n".join([_HEAD, *contents, "", *sections])


def anchor(heading: str) -> str:
    """Returns what a heading of a page is linked by."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
