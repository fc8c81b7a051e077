"""A question with every name resolved: what `hexlaw ask` and cases put to a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hexlaw.runtime import expr as e
from hexlaw.runtime import types as t


@dataclass(frozen=True)
class Question:
    """`name` is the pick, effect or reach it is about; `value` what is asked for."""

    sort: Literal["value", "may", "after", "reach"]
    text: str
    name: str = ""
    args: tuple[e.Expr, ...] = ()
    value: e.Expr | None = None
    type: t.Type | None = None
