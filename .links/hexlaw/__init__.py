"""Gives the folders at the top their import names: `hexlaw.compiler`, `hexlaw.runtime` and, as data, `hexlaw.rules`."""

from pathlib import Path

__path__ = [str(Path(__file__).resolve().parents[2])]
