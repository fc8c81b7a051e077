"""Shows mypy the folders under their import names.

mypy finds `hexlaw.compiler` in a folder `hexlaw` and nowhere else; it follows no `__path__`. So before it looks for
anything, its cache gets links to the folders: symbolic ones, or junctions on Windows, which need no rights there.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mypy.nodes import MypyFile
from mypy.options import Options
from mypy.plugin import Plugin

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("compiler", "runtime")


class View(Plugin):
    def __init__(self, options: Options) -> None:
        super().__init__(options)
        view = ROOT / ".mypy_cache" / "view" / "hexlaw"
        view.mkdir(parents=True, exist_ok=True)
        (view / "__init__.py").touch()  # an installed Hexlaw would go before a folder without this file
        for folder in FOLDERS:
            if (view / folder).resolve() != ROOT / folder:
                link(view / folder, ROOT / folder)

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Returns every module of the folders where `hexlaw` is checked, so that `mypy` alone checks them all."""
        if file.fullname != "hexlaw":
            return []
        return [(10, name, -1) for folder in FOLDERS for name in names_of_modules(folder)]


def names_of_modules(folder: str) -> list[str]:
    paths = (path.relative_to(ROOT).with_suffix("") for path in (ROOT / folder).rglob("*.py"))
    return sorted("hexlaw." + ".".join(path.parts).removesuffix(".__init__") for path in paths)


def link(place: Path, folder: Path) -> None:
    place.unlink(missing_ok=True)
    if sys.platform == "win32":
        from _winapi import CreateJunction

        CreateJunction(str(folder), str(place))
    else:
        place.symlink_to(os.path.relpath(folder, place.parent), target_is_directory=True)


def plugin(version: str) -> type[Plugin]:
    return View
