"""What the modules' own styles draw: positions and counters of every module, lines of sight as their law has them."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rotation import drawn

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.cli import main
from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.draw.counters import LEAST, UNKNOWN, Counters, printed_thing

RULES = Path(__file__).resolve().parents[2] / "rules"
SITUATIONS = sorted((path.parent.parent.name, path.stem) for path in RULES.glob("*/situations/*.yaml"))
SITUATIONS += [("panzerblitz + panzerbitz", path.stem) for path in RULES.glob("*/on-panzerblitz/situations/*.yaml")]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("module", "situation"), drawn(SITUATIONS, 8))
def test_a_situation_is_drawn(module: str, situation: str, tmp_path: Path) -> None:
    """Some of them, each day others."""
    out = tmp_path / "out.svg"
    assert main(["draw", module, situation, "-o", str(out)]) == 0
    picture = out.read_text("utf-8")
    root = ElementTree.fromstring(picture)
    assert root.find(f"{SVG}title") is not None
    hexes = re.findall(r'data-hex="([^"]*)"', picture)
    assert len(hexes) == len(set(hexes)) > 0
    pieces = re.findall(r'data-piece="([^"]*)"', picture)
    assert len(pieces) == len(set(pieces))


def test_every_counter_has_a_face_a_symbol_and_figures_that_fit(shipped: Compilation) -> None:
    """On each text at most as much room as there is; no two texts of a line over each other; nothing unknown."""
    diagnostics = Diagnostics()
    style = shipped.style(diagnostics)
    assert style is not None, [d.message for d in diagnostics]
    counters = Counters(style)
    for unit in shipped.graph.units:
        position, thing = printed_thing(shipped.graph, unit)
        assert counters.symbol_of(position, thing, back=False) is not None, unit
        for back in (False, True):
            drawn = ElementTree.fromstring(f'<g xmlns="{SVG[1:-1]}">{counters.drawn(position, thing, back=back)}</g>')
            rows: dict[str, list[tuple[float, float, str]]] = {}
            for text in drawn.iter(f"{SVG}text"):
                said, x = text.text or "", float(text.get("x", ""))
                wide = float(text.get("textLength", ""))
                left = {"end": x - wide, "middle": x - wide / 2}.get(text.get("text-anchor", ""), x)
                rows.setdefault(text.get("y", ""), []).append((left, left + wide, said))
                assert said != UNKNOWN, unit
                assert float(text.get("font-size", "")) >= LEAST, f"{unit}: {said}"
                assert not said.endswith("…"), f"{unit}: {said}"
            for spans in rows.values():
                spans.sort()
                assert spans[0][0] >= 3, (unit, spans)
                assert spans[-1][1] <= 97, (unit, spans)
                assert all(a[1] < b[0] for a, b in pairwise(spans)), (unit, spans)


def test_a_line_of_sight_is_judged_by_the_law(tmp_path: Path) -> None:
    """PL VII.J.8: neighbours see each other, whatever is between them."""
    out = tmp_path / "out.svg"
    words = ["--case", "roads.green-three-units", "--sight", "B-1", "B-2", "-o", str(out)]
    assert main(["draw", "panzer-leader", *words]) == 0
    assert "line of sight from B-1 to B-2: free" in out.read_text("utf-8")


def test_a_case_about_a_line_of_sight_shows_it(tmp_path: Path) -> None:
    """PL-Q-077a: from R-7 of board C one sees I-6."""
    out = tmp_path / "out.svg"
    assert main(["draw", "panzer-leader", "--case", "sight.woods-slope-on-board-c", "-o", str(out)]) == 0
    assert "line of sight from R-7 to I-6: free" in out.read_text("utf-8")
