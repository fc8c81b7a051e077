"""`hexlaw emit`: prints the Python that a law becomes under options and readings."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from hexlaw.compiler.cli.common import add_configuration, bad_use, compile_or_tell, configuration
from hexlaw.compiler.emit.to_python import CannotEmit, emit
from hexlaw.runtime.law import ConfigurationRefused, configure


def add(commands: Any) -> None:
    parser = commands.add_parser("emit", help="print a law as plain Python", description=__doc__)
    parser.add_argument("module", metavar="MODULE")
    parser.add_argument("--record", action="store_true", help="let it note which rules fire, so as to cite them")
    add_configuration(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    chosen = configuration(args)
    compilation = compile_or_tell(args.module, as_json_=False)
    if compilation is None:
        return 2
    try:
        source = emit(configure(compilation.graph, chosen), record=args.record)
    except (ConfigurationRefused, CannotEmit) as refused:
        bad_use(str(refused))
    sys.stdout.write(source)
    return 0
