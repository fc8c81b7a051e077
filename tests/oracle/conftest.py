"""Games of the small harbour law of `tests/runtime/play`, for the old machine."""

from __future__ import annotations

from tests.runtime.play.conftest import begun, sail

__all__ = ["begun", "sail"]
