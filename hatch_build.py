"""Adds what a wheel holds and the repository does not: the tables of the parser, made from the grammar, the beginnings
of the sections of the reference, and what comes of checking the shipped law, so that nobody waits for it.

An editable installation has the tables alone: its sources change, and what is kept of others is worth nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

UNDER_ITS_NAME = """
import sys
from types import ModuleType
package = ModuleType("hexlaw")  # from this tree, whatever is installed
package.__path__ = [sys.argv[1]]
sys.modules["hexlaw"] = package
"""
TABLES = "from hexlaw.compiler.parse.parse_tables import build; build()"
REFERENCE = "from hexlaw.compiler.workspace.helping import pack; pack()"
PACK = """
from hexlaw.compiler.base.cache import SHIPPED
from hexlaw.compiler.checking.check_modules import check_all
from hexlaw.compiler.data.load import shipped_games
from hexlaw.compiler.base.pack import pack_folder
wrong = [str(found) for checked in check_all(shipped_games()) for found in checked.diagnostics]
assert not wrong, wrong
pack_folder(sys.argv[2], SHIPPED, without=("grammar",))
"""


class MadeByTheBuild(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for made in ("shipped.pack", "reference.json"):
            Path(self.root, "compiler", made).unlink(missing_ok=True)
        with TemporaryDirectory() as cache:
            self._run(TABLES, cache)
            if version != "editable":
                self._run(REFERENCE, cache)
                self._run(PACK, cache)

    def _run(self, code: str, cache: str) -> None:
        """Runs some code with an empty cache, and so that it makes the same bytes each time."""
        variables = {**os.environ, "HEXLAW_CACHE": cache, "PYTHONHASHSEED": "0"}
        subprocess.run([sys.executable, "-c", UNDER_ITS_NAME + code, self.root, cache], env=variables, check=True)
