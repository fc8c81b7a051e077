"""Adds what a wheel holds and the repository does not: the tables of the parser, made from the grammar.

An editable installation runs this too, so a fresh clone has them as soon as it is set up.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ParserTables(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        package = ModuleType("hexlaw")  # under its name from this tree, whatever is installed
        package.__path__ = [self.root]
        sys.modules["hexlaw"] = package
        from hexlaw.compiler.parse.tables import build

        build()
