"""Shipped law is laid out as `hexlaw fmt` lays it out."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.cli import main

RULES = Path(__file__).resolve().parents[2] / "rules"


@pytest.mark.parametrize("module", sorted(p.parent.name for p in RULES.glob("*/module.yaml")))
def test_shipped_law_is_formatted(module: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--check", str(RULES / module)]) == 0, capsys.readouterr().out
