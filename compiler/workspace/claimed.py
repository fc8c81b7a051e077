"""Every claim that modules speak for, with the cases that show it, or that it is open and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.data.load import load
from hexlaw.compiler.desk.cases.claims import ClaimAccount, accounts, as_data, as_markdown


@dataclass(frozen=True)
class Claims:
    accounts: tuple[ClaimAccount, ...]

    def page(self) -> str:
        """Returns a page of Markdown."""
        return as_markdown([*self.accounts])

    def as_data(self) -> dict[str, Any]:
        return as_data([*self.accounts])


def claims(modules: Sequence[str], texts: Texts) -> Claims:
    diagnostics = Diagnostics()
    chains = [chain for spec in modules if (chain := load(spec, diagnostics, texts)) is not None]
    found = accounts(chains, diagnostics)
    if diagnostics.has_errors:
        raise Refused.by(diagnostics)
    if not found:
        raise Refused("no claims are listed there: no module has a file `claims.csv`")
    return Claims(tuple(found))
