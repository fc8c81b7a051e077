"""`hexlaw claims`: every claim that modules speak for, with the cases that show it, or that it is open and why."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from hexlaw.compiler.cases.claims import Account, accounts, told
from hexlaw.compiler.cli.common import add_json, add_modules, bad_use, end, write_json
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import load, shipped_games


def add(commands: Any) -> None:
    parser = commands.add_parser("claims", help="tell which claims the cases show", description=__doc__)
    add_modules(parser, "all modules that are shipped")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    modules = shipped_games() if args.all else args.modules
    if not modules:
        bad_use("the claims of which module? give its name or folder, or --all")
    diagnostics = Diagnostics()
    chains = [chain for spec in modules if (chain := load(spec, diagnostics)) is not None]
    found = accounts(chains, diagnostics)
    if not found and not diagnostics.has_errors:
        bad_use("no claims are listed there: no module has a file `claims.csv`")
    if diagnostics.has_errors:
        end(diagnostics, as_json_=args.json)
    if args.json:
        write_json({"modules": [_as_json(account) for account in found]})
    else:
        sys.stdout.write(told(found))
    return 0


def _as_json(account: Account) -> dict[str, Any]:
    claims = [
        {
            "id": claim.id, "topic": claim.topic, "needs": claim.needs, "claim": claim.text, "open": claim.open,
            "state": account.state(claim), "cases": list(account.shown.get(claim.id, ())),
        }
        for claim in account.claims
    ]  # fmt: skip
    return {"module": account.module, "title": account.title, "claims": claims}
