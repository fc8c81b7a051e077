"""Unit types: the lines of the unit charts, from which the units of a position are made."""

from __future__ import annotations

from collections.abc import Mapping

from hexlaw.runtime.base.nodes import Node


class UnitType(Node):
    """One counter as printed: the attributes that differ from the defaults of its kind.

    `unsure` names the attributes in doubt (also `name` and `kind`); `doubt` says why, where that is known.
    """

    NAMES = {"kind": "kind", "values": "attribute"}
    WORDS = frozenset({"name", "source", "doubt", "where"})
    SOURCES = frozenset({"unsure"})
    id: str
    name: str
    kind: str
    values: Mapping[str, object]
    source: str
    unsure: frozenset[str]
    doubt: str | None
    where: str

    @property
    def chart(self) -> str:
        """The chart it is printed in: the file's name without its ending."""
        return self.where.rsplit(":", 2)[0].replace("\\", "/").rpartition("/")[2].partition(".")[0]
