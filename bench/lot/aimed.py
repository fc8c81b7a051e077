"""Laws with an aim: each shows what laws by lot seldom do, a fault of the target or a difference that there once was.

`aimed/NAME.law` is put behind the law that all share (`aimed/frame`), which has a board and a situation; a folder of
the same name has files that take the place of these. `faults.csv` says which law shows which fault.
"""

from __future__ import annotations

from pathlib import Path

from lot.module import SITUATION, Module, items_of, read_module

FOLDER = Path(__file__).with_name("aimed")
FRAME = "frame"


def aimed_laws() -> dict[str, Module]:
    """Returns all laws with an aim by their names."""
    return {path.stem: _law(path) for path in sorted(FOLDER.glob("*.law"))}


def _law(path: Path) -> Module:
    shared = read_module(FOLDER / FRAME, SITUATION)
    own = read_module(path.with_suffix(""), SITUATION)
    items = items_of(path.name, path.read_text("utf-8"))
    return Module((*shared.items, *items), {**shared.data, **own.data})
