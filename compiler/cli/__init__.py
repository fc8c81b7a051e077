"""The `hexlaw` command. One file per subcommand; each adds its arguments and runs.

Exit codes: 0 fine, 1 the rules or cases fail, 2 bad use or bad input.
"""

from __future__ import annotations

import argparse
import sys
from importlib.metadata import PackageNotFoundError, version

from hexlaw.compiler.cli import ask, board, check, emit, explain_code, fmt, graph, new, test

COMMANDS = (check, ask, test, fmt, graph, emit, board, new, explain_code)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="hexlaw",
        description="A rules compiler for hex-and-counter wargames: checks law, answers questions, runs cases.",
    )
    parser.add_argument("--version", action="version", version=f"hexlaw {_version()}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in COMMANDS:
        module.add(commands)
    args, left_over = parser.parse_known_args(argv)
    # argparse gives an optional word up when options stand before it: the question may come last all the same
    if len(left_over) == 1 and not left_over[0].startswith("-") and getattr(args, "question", "") is None:
        args.question = left_over.pop()
    if left_over:
        parser.error(f"not understood: {' '.join(left_over)}")
    try:
        code: int = args.run(args)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone; nothing more is wanted
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 2
    return code


def _version() -> str:
    try:
        return version("hexlaw")
    except PackageNotFoundError:
        return "(not installed)"
