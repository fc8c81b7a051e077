"""The machine's own instructions, for those who read and check the prelude; nothing here is run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

cell: dict[int, int]
"""Eight bytes of memory by their address."""


def exported(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function can be called from outside."""
    return function


def shifted_right(a: int, by: int) -> int:
    """Shifts zeros in from above."""
    raise NotImplementedError


def divided_unsigned(a: int, b: int) -> int:
    raise NotImplementedError


def remainder_unsigned(a: int, b: int) -> int:
    raise NotImplementedError


def below_unsigned(a: int, b: int) -> bool:
    raise NotImplementedError


def ctz(a: int) -> int:
    """How many zeros there are below the lowest bit."""
    raise NotImplementedError


def popcnt(a: int) -> int:
    """How many bits there are."""
    raise NotImplementedError


def by_number(number: int, *args: int) -> int:
    """Calls the function that has a number in the table."""
    raise NotImplementedError


def copy_bytes(to: int, source: int, count: int) -> None:
    raise NotImplementedError


def trap() -> None:
    """The engine gives up; whoever called finds what was noted before."""
    raise NotImplementedError
