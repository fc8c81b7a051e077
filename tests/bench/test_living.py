"""A slice of the long life (bench/living.py): a process that compiles again and again holds no more than before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LIVING = Path(__file__).resolve().parents[2] / "bench" / "living.py"


def test_a_process_that_compiles_again_and_again_stays_flat() -> None:
    """In a process of its own: so many compilations could leave less behind than a tenth of all that the tests hold.
    The first dozen make it larger: of the parser's tables it reads what it needs when it needs it."""
    told = subprocess.run([sys.executable, str(LIVING), "--times", "120"], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
