"""`hexlaw emit`: prints the Python that a law becomes under options and readings, the form that it is lowered to, or
what becomes of a situation as WebAssembly."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from hexlaw.compiler.cli.common import add_configuration, bad_use, compiled, configuration, configured, found_or_end
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.emit.to_python import emit
from hexlaw.compiler.files import why_not, write_whole
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.passes import PASSES, passed
from hexlaw.compiler.lower.show import shown
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.wasm.target import Target
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.nesting import room_to_nest


def add(commands: Any) -> None:
    parser = commands.add_parser("emit", help="print a law as plain Python", description=__doc__)
    parser.add_argument("module", metavar="MODULE")
    parser.add_argument("--record", action="store_true", help="let it note which rules fire, so as to cite them")
    parser.add_argument("--form", action="store_true", help="print the form that the law is lowered to")
    parser.add_argument(
        "--pass", dest="last", metavar="NAME", choices=("none", *PASSES),
        help=f"with --form: as it is after this pass: none, {', '.join(PASSES)} (default: after all)",
    )  # fmt: skip
    parser.add_argument(
        "--wasm", metavar="SITUATION", nargs="?", const="",
        help="print a situation as WebAssembly, or each that there is: how large it is, and what cannot be carried",
    )  # fmt: skip
    parser.add_argument("--output", metavar="FILE", help="with --wasm SITUATION: write the module there")
    add_configuration(parser)


def run(args: argparse.Namespace) -> int:
    if args.last is not None and not args.form:
        bad_use("`--pass` says how far the form is taken: it goes with `--form`")
    chosen = configuration(args)
    if args.output is not None and not args.wasm:
        bad_use("`--output` is for the module of one situation: it goes with `--wasm SITUATION`")
    if args.wasm is not None:
        return _as_wasm(args, chosen)
    law = configured(compiled(args.module).graph, chosen)
    with room_to_nest():
        if args.form:
            program = lowered(law, record=args.record)
            sys.stdout.write(shown(program if args.last == "none" else passed(program, args.last)))
        else:
            sys.stdout.write(emit(law, record=args.record))
    return 0


def _as_wasm(args: argparse.Namespace, chosen: Configuration) -> int:
    compilation = compiled(args.module)
    names = [args.wasm] if args.wasm else sorted(situation_files(compilation.chain))
    refused = False
    for name in names:
        diagnostics = Diagnostics()
        prepared = found_or_end(prepare(compilation, name, chosen, diagnostics, emitted=False), diagnostics)
        target = Target(prepared.agenda, prepared.setup)
        refused = refused or bool(target.refusal)
        if target.refusal:
            print(f"{name}: not carried whole")
            print("\n".join(f"  {where}: {why}" for where, why in target.refusal.items()))
            continue
        code = target.printed.code
        print(f"{name}: {len(code):,} bytes, nothing is refused")
        if args.output is not None:
            try:
                write_whole(Path(args.output), code)
            except OSError as problem:
                bad_use(f"`{args.output}` cannot be written: {why_not(problem)}")
    return 1 if refused else 0
