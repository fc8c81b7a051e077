"""`hexlaw claims`: every claim that modules speak for, with the cases that show it, or that it is open and why."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from hexlaw.compiler.cli.common import MODULES, add_command, bad_use, write_json
from hexlaw.compiler.workspace.workspace import Workspace


def add(commands: Any) -> None:
    add_command(commands, "claims", __doc__, MODULES.format("all modules that are shipped"), json=True)


def run(args: argparse.Namespace) -> int:
    workspace = Workspace()
    modules = workspace.shipped() if args.all else args.modules
    if not modules:
        bad_use("the claims of which module? give its name or folder, or --all")
    claims = workspace.claims(modules)
    if args.json:
        write_json(claims.as_data())
    else:
        sys.stdout.write(claims.page())
    return 0
