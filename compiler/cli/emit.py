"""`hexlaw emit`: prints the form that a law is lowered to under options and readings, or what becomes of a situation
as WebAssembly."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from hexlaw.compiler.cli.common import add_configuration, bad_use, compiled, configuration, configured, found_or_end
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.files import why_not, write_whole
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.passes import PASSES, passed
from hexlaw.compiler.lower.show import shown
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.wasm.text import as_text
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.nesting import room_to_nest

TEXT = ".wat"
"""How the name of a file ends that has a module as text."""


def add(commands: Any) -> None:
    parser = commands.add_parser("emit", help="print a law as a program", description=__doc__)
    parser.add_argument("module", metavar="MODULE")
    parser.add_argument(
        "--pass", dest="last", metavar="NAME", choices=("none", *PASSES),
        help=f"the form as it is after this pass: none, {', '.join(PASSES)} (default: after all)",
    )  # fmt: skip
    parser.add_argument(
        "--wasm", metavar="SITUATION", nargs="?", const="",
        help="print a situation as WebAssembly, or each that there is: how large it is, and what cannot be carried",
    )  # fmt: skip
    parser.add_argument(
        "--output", metavar="FILE", help=f"with --wasm SITUATION: write the module there, as text to a `*{TEXT}`"
    )
    add_configuration(parser)


def run(args: argparse.Namespace) -> int:
    if args.last is not None and args.wasm is not None:
        bad_use("`--pass` says how far the form is taken, and `--wasm` prints no form")
    chosen = configuration(args)
    if args.output is not None and not args.wasm:
        bad_use("`--output` is for the module of one situation: it goes with `--wasm SITUATION`")
    if args.wasm is not None:
        return _as_wasm(args, chosen)
    law = configured(compiled(args.module).graph, chosen)
    with room_to_nest():
        program = lowered(law)
        sys.stdout.write(shown(program if args.last == "none" else passed(program, args.last)))
    return 0


def _as_wasm(args: argparse.Namespace, chosen: Configuration) -> int:
    compilation = compiled(args.module)
    names = [args.wasm] if args.wasm else sorted(situation_files(compilation.chain))
    refused = False
    for name in names:
        diagnostics = Diagnostics()
        prepared = found_or_end(prepare(compilation, name, chosen, diagnostics), diagnostics)
        target = Target(prepared.agenda, prepared.setup)
        refused = refused or bool(target.refusal)
        if target.refusal:
            print(f"{name}: not carried whole")
            print("\n".join(f"  {where}: {why}" for where, why in target.refusal.items()))
            continue
        code = target.printed.code
        print(f"{name}: {len(code):,} bytes, nothing is refused")
        if args.output is not None:
            _write(Path(args.output), code)
    return 1 if refused else 0


def _write(path: Path, code: bytes) -> None:
    written = "".join(f"{line}\n" for line in as_text(code)).encode() if path.suffix == TEXT else code
    try:
        write_whole(path, written)
    except OSError as problem:
        bad_use(f"`{path}` cannot be written: {why_not(problem)}")
