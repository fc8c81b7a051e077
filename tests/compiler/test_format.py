"""One canonical form of law: printing and reading back give the same tree, and formatting loses nothing."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from .law_strategies import expressions, items


def test_x():
    assert items
