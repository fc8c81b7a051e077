"""`hexlaw check`: is the law well formed, and what is wrong with it?

Findings are the result of the command and go to standard output; that a module is not there goes to standard error.
"""

from __future__ import annotations

import argparse
import os
import sys

from hexlaw.compiler.base.processes import processors
from hexlaw.compiler.base.render import as_json, in_order, render
from hexlaw.compiler.cli.common import bad_use, tell, write_json
from hexlaw.compiler.workspace.workspace import Workspace


def run(args: argparse.Namespace) -> int:
    workspace = Workspace()
    modules = workspace.shipped() if args.all else args.modules
    if not modules:
        here = "; `hexlaw check .` checks the one in this folder" if os.path.isfile("module.yaml") else ""
        bad_use(f"which module is to be checked? give its name or folder, or --all{here}")
    results = []
    bad_input = failed = False
    for spec, checked in zip(modules, workspace.thorough_all(modules, processors()), strict=True):
        if args.undecided and not args.json:
            for one, other in checked.undecided:
                print(f"undecided: `{one}` and `{other}` may disagree; no position was found in which they do")
            for fact in checked.facts.get("undecided", ()):
                print(f"undecided: `{fact}` may have no answer; no position was found in which play asks and has none")
            counts = ", ".join(f"{len(facts)} {verdict}" for verdict, facts in sorted(checked.facts.items()))
            print(f"facts of {spec}: {counts or 'none'}")
        missing = any(d.code in ("HX301", "HX302", "HX303") for d in checked.diagnostics)
        bad_input, failed = bad_input or missing, failed or checked.diagnostics.has_errors
        found = in_order(checked.diagnostics)
        undecided = [list(pair) for pair in checked.undecided]
        results.append(
            {
                "module": spec, "summary": checked.summary, "undecided": undecided, "facts": checked.facts,
                "diagnostics": as_json(found),
            }
        )  # fmt: skip
        if not args.json:
            if missing:
                tell(checked.diagnostics)
            else:
                sys.stdout.writelines(f"{render(diagnostic)}\n\n" for diagnostic in found)
            print(checked.summary)
    if args.json:
        write_json({"modules": results})
    return 2 if bad_input else 1 if failed else 0
