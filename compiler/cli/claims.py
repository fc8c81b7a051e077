"""`hexlaw claims`: every claim that modules speak for, with the cases that show it, or that it is open and why; or what
games exercise of the law."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from hexlaw.compiler.cli.common import bad_use, check_numbers, printed_at_once, write_json
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.words.english import counted


def run(args: argparse.Namespace) -> int:
    workspace = Workspace()
    modules = workspace.shipped() if args.all else args.modules
    if not modules:
        bad_use("the claims of which module? give its name or folder, or --all")
    check_numbers(args, "played", "seconds", "processes")
    if args.played is None:
        claims = workspace.claims(modules)  # refuses where no claims are listed
        if args.weak:
            return _weak(workspace, workspace.shipped_with_cases() if args.all else modules, as_json_=args.json)
    else:
        say = partial(print, file=sys.stderr)
        claims = workspace.played_claims(modules, args.played, args.seconds, args.processes, say)
    if args.json:
        write_json(claims.data)
    else:
        sys.stdout.write(claims.page)
    return 0


def _weak(workspace: Workspace, modules: list[str], *, as_json_: bool) -> int:
    """Tells the claims that their own cases show badly; returns 1 if there is one."""
    found = printed_at_once(workspace.test(modules).weak_claims(), as_json_=as_json_)
    if as_json_:
        write_json({"weak": [{"id": w.claim.id, "where": str(w.claim.span), "passes": list(w.passes)} for w in found]})
    else:
        ruleless = sum(not weak.passes for weak in found)
        print(f"{counted(len(found), 'weak claim')}, {ruleless} of them without a rule")
    return 1 if found else 0
