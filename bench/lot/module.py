"""A made-up module: its items of law, each in a file, and its other files. It is written to a folder to be compiled."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.checking.extra_checks import run_extra_checks
from hexlaw.compiler.pipeline import Compilation, compile_modules

SITUATION = "opening"
"""What is played of a law by lot."""


class Item(NamedTuple):
    file: str
    text: str


@dataclass(frozen=True)
class Module:
    items: tuple[Item, ...]
    data: Mapping[str, str]
    """All files that are no law, by their names."""
    situation: str = SITUATION

    def files(self) -> dict[str, str]:
        laws: dict[str, list[str]] = {}
        for item in self.items:
            laws.setdefault(item.file, []).append(item.text)
        return {**self.data, **{name: "\n".join(texts) + "\n" for name, texts in laws.items()}}

    def write(self, folder: Path) -> Path:
        """Writes the module, and nothing but it, to a folder; the base that it extends lies beside it, in `base`."""
        for old in (folder, folder.parent / "base"):
            shutil.rmtree(old, ignore_errors=True)
        for name, text in self.files().items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return folder

    def with_items(self, items: Iterable[Item]) -> Module:
        return Module(tuple(items), self.data, self.situation)

    def with_data(self, data: Mapping[str, str]) -> Module:
        return Module(self.items, data, self.situation)

    @property
    def lines(self) -> int:
        return sum(item.text.count("\n") + 1 for item in self.items)


def items_of(file: str, text: str) -> list[Item]:
    """Returns the items of a file of law: each begins at the left margin."""
    return [Item(file, part.rstrip()) for part in re.split(r"^(?=[a-z])", text, flags=re.M) if part.strip()]


def read_module(folder: Path, situation: str) -> Module:
    """Returns the module of a folder."""
    items: list[Item] = []
    data = {}
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        name, text = path.relative_to(folder).as_posix(), path.read_text("utf-8")
        if path.suffix == ".law":
            items += items_of(name, text)
        else:
            data[name] = text
    return Module(tuple(items), data, situation)


def compiled(module: Module, folder: Path) -> tuple[Compilation | None, Diagnostics]:
    """Compiles a module as `check --all` does, which writes it to the folder."""
    found = Diagnostics()
    compilation = compile_modules(str(module.write(folder)), found)
    if compilation is not None:
        run_extra_checks(compilation, found)
    return (None if found.has_errors else compilation), found
