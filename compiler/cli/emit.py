"""`hexlaw emit`: compiles the situations of a law to WebAssembly under options and readings, and prints how large each
is or what cannot be carried."""

from __future__ import annotations

import argparse
from pathlib import Path

from hexlaw.compiler.base.files import write_whole
from hexlaw.compiler.cli.common import bad_use, configuration
from hexlaw.compiler.workspace.workspace import Workspace


def run(args: argparse.Namespace) -> int:
    if args.output is not None and args.situation is None:
        bad_use("`--output` is for the module of one situation: it goes with `--wasm SITUATION`")
    refused = False
    for carried in Workspace().carried(args.module, args.situation, configuration(args)):
        refused = refused or bool(carried.refused)
        if carried.refused:
            print(f"{carried.situation}: not carried whole")
            print("\n".join(f"  {where}: {why}" for where, why in carried.refused.items()))
            continue
        print(f"{carried.situation}: {len(carried.code):,} bytes, nothing is refused")
        if args.output is not None:
            write_whole(Path(args.output), carried.code)
    return 1 if refused else 0
