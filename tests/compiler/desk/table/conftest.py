"""What the tests of tables share: the tutorial plays as WebAssembly, other law by the evaluator."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _tutorial_is_printed(tutorial_is_printed: None) -> None:
    """Of all tests of tables."""
