"""The peers of the bench say what the law says; a bench that measures something else would be worth nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PEERS = Path(__file__).resolve().parents[2] / "bench" / "peers"


def test_the_peers_agree_with_the_law_and_are_shown_beside_it() -> None:
    told = subprocess.run(
        [sys.executable, str(PEERS), "--rounds", "1", "--games", "1"], capture_output=True, text=True, check=True
    ).stdout
    assert "random game: 2 games agree with the law" in told
    assert "pairs near each other agree with the law" in told
    assert "it is said that `fire` is not in the peer" in told
    assert "C, in a loop" in told or "there is no gcc on this machine" in told
    assert "  the target " in told or "there is no wasmtime on this machine" in told
    assert told.count("hand Python ") == 1
