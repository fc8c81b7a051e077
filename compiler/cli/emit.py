"""`hexlaw emit`: prints the form that a law is lowered to under options and readings, or what becomes of a situation
as WebAssembly."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hexlaw.compiler.base.files import write_whole
from hexlaw.compiler.cli.common import bad_use, command, configuration
from hexlaw.compiler.workspace.workspace import Workspace

ARGUMENTS = """
module MODULE
--pass:last NAME  the form as it is after this pass, or before any: none, settle, point-lookup, memory, gather
--wasm SITUATION?  print a situation as WebAssembly, or each that there is: how large it is, and what cannot be carried
--output FILE  with --wasm SITUATION: write the module there
"""
add = command("emit", __doc__, ARGUMENTS, law=True)


def run(args: argparse.Namespace) -> int:
    if args.last is not None and args.wasm is not None:
        bad_use("`--pass` says how far the form is taken, and `--wasm` prints no form")
    chosen = configuration(args)
    if args.output is not None and not args.wasm:
        bad_use("`--output` is for the module of one situation: it goes with `--wasm SITUATION`")
    if args.wasm is not None:
        refused = False
        for carried in Workspace().carried(args.module, args.wasm or None, chosen):
            name = carried.situation
            refused = refused or bool(carried.refused)
            if carried.refused:
                print(f"{name}: not carried whole")
                print("\n".join(f"  {where}: {why}" for where, why in carried.refused.items()))
                continue
            print(f"{name}: {len(carried.code):,} bytes, nothing is refused")
            if args.output is not None:
                write_whole(Path(args.output), carried.code)
        return 1 if refused else 0
    sys.stdout.write(Workspace().lowered(args.module, chosen, args.last))
    return 0
