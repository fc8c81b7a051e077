"""`hexlaw fmt`: brings law into its one canonical form; files with mistakes are not touched.

Exit codes: 0 fine, 1 with --check when a file would change, 2 bad use or mistakes in a file.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from difflib import unified_diff
from typing import TYPE_CHECKING

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.files import Unwritable, write_whole
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.base.streams import write_file_to_stdout
from hexlaw.compiler.cli.common import tell
from hexlaw.compiler.workspace.workspace import Workspace

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.workspace import Formatted

STANDARD_INPUT = "-"


@dataclass
class FormatTally:
    changed: int = 0
    unchanged: int = 0
    failed: int = 0


def run(args: argparse.Namespace) -> int:
    workspace, tally = Workspace(), FormatTally()
    for path in args.paths:
        diagnostics = Diagnostics()
        if path == STANDARD_INPUT:
            _standard_input(workspace, args, tally, diagnostics)
        else:
            for file in workspace.format(path, diagnostics):
                _file(file, args, tally, diagnostics)
        tell(diagnostics)
        tally.failed += diagnostics.has_errors
    if args.paths != [STANDARD_INPUT]:
        print(_summary(tally, only_asked=args.check or args.diff), file=sys.stderr)
    return 2 if tally.failed else 1 if args.check and tally.changed else 0


def _file(file: Formatted, args: argparse.Namespace, tally: FormatTally, diagnostics: Diagnostics) -> None:
    if not file.is_changed:
        tally.unchanged += file.is_law
    elif args.check or args.diff:
        tally.changed += 1
        _show(file, args)
    elif _replace(file, diagnostics):
        tally.changed += 1
        print(f"formatted {file.source.name}")


def _standard_input(
    workspace: Workspace, args: argparse.Namespace, tally: FormatTally, diagnostics: Diagnostics
) -> None:
    """The formatted text goes to standard output; nothing does when there are mistakes."""
    data = sys.stdin.buffer.read(workspace.largest_law + 1)
    try:
        source = Source("standard input", data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        diagnostics.report("HX102", None, "standard input is not text in UTF-8")
        return
    try:
        file = workspace.format_text(source)
    except Refused as refused:
        diagnostics.add_all(refused.found)
        return
    tally.changed += file.is_changed
    if not (args.check or args.diff):
        write_file_to_stdout(file.text)
    elif file.is_changed:
        _show(file, args)


def _show(file: Formatted, args: argparse.Namespace) -> None:
    name = file.source.name
    if args.diff:
        old, new = (text.split("\n") for text in (file.source.text, file.text))
        for row in unified_diff(old, new, name, f"{name} (formatted)", lineterm=""):
            print(row.rstrip("\r"))
    else:
        print(f"would format {name}")


def _replace(file: Formatted, diagnostics: Diagnostics) -> bool:
    """Puts a finished file in the place of the old one, so that nobody ever sees half a file."""
    assert file.path is not None
    try:
        write_whole(file.path, file.text.encode())
    except Unwritable as problem:
        diagnostics.report("HX208", None, problem.message, help="it was left as it was")
        return False
    return True


def _summary(tally: FormatTally, *, only_asked: bool) -> str:
    changed = "would change" if only_asked else "changed"
    files = f"{tally.changed} {'file' if tally.changed == 1 else 'files'} {changed}, {tally.unchanged} fine as written"
    return files + (", mistakes in others" if tally.failed else "")
