"""What the tests of comparisons share: a variant of the tutorial, and writing modules."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.desk.compare.sides import ComparedLaw, read_sides
from hexlaw.runtime.law.law import Configuration

MANIFEST = """\
module: steep
title: Steep
version: 1.0.0
extends: tutorial
speaks-for: [ST]
sources: {ST: {title: The steep side}}
default-source: ST
"""
STEEP = """\
chapter [ST 1] "Steep"

rule entry.ridge-steep [ST 1.1]
  "Ridges are steeper here."
  replaces entry.ridge
  when side-between(here, there) is ridge
  entry-cost(u, here, there) is entry-strides(there.terrain, u.gait) + 2

drop move.plank [ST 1.2] "the bridge was rebuilt in stone"
"""

FOGGY = """\
chapter [ST 1] "Fog"

option fog [ST 1.1]
  default off

dispute grass [ST 1.2]
  reading wet "it is autumn" [ST 1.2]
  reading dry "it is warm still" [ST 1.2]
  default dry because "nobody speaks of boots"

situation morning [ST 1.3] "In the morning"

rule bar.wet-grass [ST 1.2]
  under grass: wet
  forbids move.step
  when there.terrain is meadow
"""
PLAYED = """\
    acting: sunside
    now: moving
    pieces: {anna: {type: shepherd, side: sunside, at: 0205}}
    play: [{move.mover: anna}, {move.step: 0305}]
    ask: anna.side
    expect: sunside
"""
PLAYED_IN_FOG = f"""\
cases:
  - id: foggy.option
    with: {{options: {{fog: on}}}}
    board: hollow
{PLAYED}  - id: foggy.reading
    with: {{readings: {{grass: dry}}}}
    board: hollow
{PLAYED}  - id: foggy.situation
    situation: morning
{PLAYED}"""


@pytest.fixture
def foggy(module: Callable[..., str]) -> str:
    """A variant that adds an option, a dispute and a situation, each with a played case that chooses it."""
    begins = "board: hollow\npieces: {bert: {type: shepherd, side: shadeside, at: 0805}}\n"
    return module(FOGGY, "foggy", **{"cases/fog.cases.yaml": PLAYED_IN_FOG, "situations/morning.yaml": begins})


@pytest.fixture
def module(tmp_path: Path) -> Callable[..., str]:
    """Writes a variant of the tutorial and says where."""

    def write(law: str = STEEP, name: str = "steep", **files: str) -> str:
        folder = tmp_path / name
        written = {"module.yaml": MANIFEST.replace("steep", name), "01.law": law, **files}
        for path, text in written.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        return str(folder)

    return write


@pytest.fixture
def edited(tmp_path: Path) -> Callable[[str, str, str], str]:
    """Copies the tutorial, writes something else at one place of a file and says where the copy is."""

    def edit(file: str, was: str, now: str) -> str:
        folder = tmp_path / "edited"
        shutil.copytree(shipped_modules()["tutorial"], folder)
        text = (folder / file).read_text("utf-8")
        assert text.count(was) == 1, text.count(was)
        (folder / file).write_text(text.replace(was, now), "utf-8")
        return str(folder)

    return edit


@pytest.fixture
def sides() -> Iterator[Callable[[str, str], tuple[ComparedLaw, ComparedLaw]]]:
    """Reads two sides that live as long as the test."""
    opened = []

    def read(base: str, variant: str) -> tuple[ComparedLaw, ComparedLaw]:
        context = read_sides(base, variant, Configuration())
        opened.append(context)
        return context.__enter__()

    yield read
    for context in opened:
        context.__exit__(None, None, None)
