"""What of the pages' JavaScript is pure is tested by node, without a browser."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).parent / "in_node"


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here: the pages' JavaScript was not tried")
@pytest.mark.parametrize("name", sorted(path.name for path in TESTS.glob("*.mjs")))
def test_in_node(name: str) -> None:
    ran = subprocess.run(["node", "--test", str(TESTS / name)], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stdout
