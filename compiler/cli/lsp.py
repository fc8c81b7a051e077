"""`hexlaw lsp`: completion, hover, findings and renames for any editor, by the Language Server Protocol."""

from __future__ import annotations

import argparse

from hexlaw.compiler.cli.common import loading_extra
from hexlaw.compiler.workspace.workspace import Workspace


def run(args: argparse.Namespace) -> int:
    if args.keywords:
        print(*Workspace().keywords(), sep="\n")
        return 0
    with loading_extra("lsp", "a language server needs pygls"):
        from hexlaw.compiler.lsp.language_server import language_server
    with open(0, "rb", closefd=False) as asked, open(1, "wb", closefd=False) as answers:
        language_server(Workspace()).start_io(asked, answers)
    return 0
