"""`hexlaw claims`: every claim that modules speak for, with the cases that show it, or that it is open and why."""

from __future__ import annotations

import argparse
import sys

from hexlaw.compiler.cli.common import MODULES, bad_use, command, write_json
from hexlaw.compiler.workspace.workspace import Workspace

add = command("claims", __doc__, MODULES.format("all modules that are shipped"), json=True)


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
