"""Settings for all tests: the same examples on every machine, and no failure for being a slow one."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("hexlaw", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("hexlaw")
