"""Questions that a program makes, of a graph that was read from a file, with no compiler at hand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.check.question_typing import read_question
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.explain.answer import answer
from hexlaw.runtime.explain.question import Question, about, after, may, reach
from hexlaw.runtime.law.graph_file import read_graph, write_graph
from hexlaw.runtime.law.law import configure
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import Position

PAGE = Path(__file__).resolve().parents[3] / "docs" / "graph.md"
FENCES = re.compile(
    r"^```python\n(?P<program>.*?)^```\n\n```text printed\n(?P<printed>.*?)^```$", re.MULTILINE | re.DOTALL
)
WITHOUT_COMPILER = "import sys\nsys.modules['hexlaw.compiler'] = None\n"


@cache
def tutorial() -> Compilation:
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    return compilation


def run_program(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a program beside the graph of the tutorial."""
    (folder / "tutorial.json").write_text(write_graph(tutorial().graph), "utf-8")
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip


def test_a_graph_is_read_and_asked_what_is_so_without_the_compiler(tmp_path: Path) -> None:
    """The program of the page prints what the page shows, where importing anything of the compiler fails."""
    so, _ = FENCES.finditer(PAGE.read_text("utf-8"))
    ended = run_program(WITHOUT_COMPILER + so["program"], tmp_path)
    assert ended.stderr == ""
    assert ended.stdout.strip() == so["printed"].strip()


def test_a_graph_that_is_read_is_asked_about_play_with_the_compiler(tmp_path: Path) -> None:
    so, played = FENCES.finditer(PAGE.read_text("utf-8"))
    ended = run_program(so["program"] + played["program"], tmp_path)
    assert ended.stderr == ""
    assert ended.stdout.split() == f"{so['printed']} {played['printed']}".split()


def test_what_is_asked_about_play_without_the_compiler_is_refused_by_name(tmp_path: Path) -> None:
    so, played = FENCES.finditer(PAGE.read_text("utf-8"))
    asked = played["program"].replace("import hexlaw.compiler.pipeline", "")
    ended = run_program(WITHOUT_COMPILER + so["program"] + asked, tmp_path)
    assert "nothing plays `tutorial` here: import `hexlaw.compiler.pipeline`" in ended.stderr


def test_the_compiler_cannot_be_imported_there() -> None:
    """Or the test before would prove nothing."""
    program = WITHOUT_COMPILER + "import hexlaw.compiler.pipeline"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert "Error" in ended.stderr


@cache
def hollow() -> tuple[Position, dict[str, Thing]]:
    graph = read_graph(write_graph(tutorial().graph))
    board = tutorial().board("hollow", Diagnostics())
    assert board is not None
    position = Position(graph, Map.of(board), acting="sunside")
    pieces = {}
    for name, kind, at in (("anna", "shepherd", "0105"), ("ewe", "beast", "0204")):
        pieces[name] = position.add(kind, name, board.names[at])
        position.printed[pieces[name]] = name if name == "ewe" else kind
        position.set(pieces[name], "side", "sunside")
    return position, pieces


def made(sort: str, name: str, *words: str) -> Question:
    position, pieces = hollow()
    assert position.map is not None
    values = [pieces.get(word) or position.map.find(word) for word in words]
    makers = {"about": about, "may": may, "after": after, "reach": reach}
    return makers[sort](position.graph, name, *values)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        (("about", "entry-cost", "ewe", "0204", "0203"), 'entry-cost(ewe, hex("0204"), hex("0203"))'),
        (("about", "strides-today", "ewe"), "strides-today(ewe)"),
        (("about", "content", "ewe"), "ewe is content"),
        (("may", "move.mover", "ewe"), "may move.mover(ewe)"),
        (("may", "move.step", "ewe", "0203"), 'may move.step(ewe, hex("0203"))'),
        (("may", "move.done", "ewe"), "may move.done(ewe)"),
        (("after", "bolt", "ewe"), "after bolt(ewe)"),
        (("reach", "walk", "ewe"), "reach walk(ewe)"),
    ],
)
def test_it_is_answered_as_the_same_line_of_law(question: tuple[str, ...], line: str) -> None:
    position, pieces = hollow()
    compilation, law = tutorial(), configure(position.graph)
    kinds = {name: (piece, typed(piece)) for name, piece in pieces.items()}
    found = Diagnostics()
    compiled = read_question(Source("question", line), compilation.names, position.map, kinds, found)
    assert compiled is not None, [d.message for d in found]
    given = answer(law, position, made(*question))
    assert given.key == answer(law, position, compiled).key
    assert given.in_short


def typed(piece: Thing) -> object:
    from hexlaw.runtime.law import types as t

    return t.Kind(piece.kind)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (("about", "entry-price", "ewe"), "the graph declares no fact, quantity or table `entry-price`"),
        (("about", "entry-cost", "ewe"), "`entry-cost` takes u, here, there, and is asked with 1 of these"),
        (("may", "fly.step", "ewe"), "the graph declares no action `fly`"),
        (("may", "move.hop", "ewe"), "the action `move` declares no pick `hop`"),
        (("after", "vanish", "ewe"), "the graph declares no effect `vanish`"),
        (("reach", "flight", "ewe"), "the graph declares no reach `flight`"),
    ],
)
def test_what_the_graph_does_not_declare_is_refused(question: tuple[str, ...], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        made(*question)
