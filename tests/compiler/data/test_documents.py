"""The examples of docs/data-formats.md are read without a finding; the list of codes is complete."""

from __future__ import annotations

import re
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.code_pages import code_pages
from hexlaw.compiler.data.boards import BoardWords, read_board
from hexlaw.compiler.data.claim_list import entry_of, read_claims, source_of
from hexlaw.compiler.data.manifest import read_manifest
from hexlaw.compiler.data.schema import read_layers
from hexlaw.compiler.data.style_file import StyleWords, read_style
from hexlaw.compiler.data.table_files import TableShape, read_table
from hexlaw.compiler.data.unit_charts import UnitWords, read_units
from hexlaw.runtime.law.types import EXACT, WHOLE, YES_NO, Choice, OrNone, SetOf

ROOT = Path(__file__).parents[3]
CHOICES = {
    "who": ("child", "adult", "crew"),
    "sea": ("calm", "rough"),
    "berth": ("pier", "quay"),
    "growth": ("grove", "reeds"),
    "edge": ("high", "low"),
}
FARE = TableShape("ferry-fare", (("who", Choice("who")), ("sea", Choice("sea"))), OrNone(EXACT))
KINDS = {"boat": {"berths": WHOLE, "speed": EXACT, "fits": SetOf(Choice("berth"))}}
HEX = {"terrain": SetOf(Choice("growth"))}
SIDE = {"hedge": YES_NO, "way": YES_NO, "cliff": Choice("edge")}
THINGS = {"bow": WHOLE, "berths": WHOLE, "speed": EXACT, "full": YES_NO, "owner": Choice("who")}
STYLED = StyleWords(HEX, SIDE, CHOICES, THINGS, ("boat",), ("night-boat",), ("boats",), ("voyage",), ("in-view",))


def test_the_examples_are_read() -> None:
    page = (ROOT / "docs" / "data-formats.md").read_text("utf-8")
    examples = dict(re.findall(r"```\w+ (\w+)\n(.*?)```", page, re.DOTALL))
    assert set(examples) == {"module", "table", "units", "claims", "board", "changed", "style"}
    sources = {name: Source(name, text) for name, text in examples.items()}
    found = Diagnostics()
    assert read_manifest(sources["module"], found)
    table = read_table(FARE, [sources["table"]], CHOICES, found)
    assert table
    assert len(table.cells) == 6
    assert set(read_units([[sources["units"]]], UnitWords(KINDS, "boat", CHOICES), found)) == {"night-boat", "dinghy"}
    claims = read_claims(sources["claims"], found)
    assert [(claim.id, entry_of(claim.id), source_of(claim.id), claim.needs) for claim in claims] == [
        ("FAQ-001", "FAQ-001", "FAQ", "none"),
        ("FAQ-002a", "FAQ-002", "FAQ", "position"),
        ("FAQ-002b", "FAQ-002", "FAQ", "position"),
        ("FAQ-003", "FAQ-003", "FAQ", "play"),
    ]
    board = read_board([sources["board"]], BoardWords(HEX, SIDE, CHOICES), found)
    assert board
    assert len(board.sides) == 4
    changed = read_board([sources["board"], sources["changed"]], BoardWords(HEX, SIDE, CHOICES), found)
    assert changed
    assert changed.hexes[changed.names["A-6"]] == {"terrain": ()}
    assert [side["way"] for side in changed.sides.values() if "way" in side].count(True) == 2
    assert read_style([sources["style"]], STYLED, found)
    assert not len(found), list(found)


def test_the_situation_has_the_shape_of_one() -> None:
    page = (ROOT / "docs" / "data-formats.md").read_text("utf-8")
    written = re.findall(r"```yaml situations/[a-z-]+\.yaml(?: in winter)?\n(.*?)```", page, re.DOTALL)
    assert len(written) == 2
    found = Diagnostics()
    assert read_layers([Source(f"situation {n}", text) for n, text in enumerate(written)], "situation", found)
    assert not len(found), list(found)


def test_the_readers_report_the_codes_they_list() -> None:
    beside = [ROOT / "compiler" / name for name in ("base/texts.py", "base/patience.py", "desk/book/settings.py")]
    files = [*(ROOT / "compiler" / "data").glob("*.py"), *beside]
    texts = [path.read_text("utf-8") for path in files if path.stem != "__init__"]
    used = {code for text in texts for code in re.findall(r'"(HX\d{3})"', text)}
    assert {code for code in code_pages() if code < "HX2"} <= used <= set(code_pages())
