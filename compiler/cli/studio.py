"""`hexlaw studio`: a module's law, cases and book in a browser of this machine, edited and judged at once."""

from __future__ import annotations

import argparse
import webbrowser

from hexlaw.compiler.cli.common import loading_extra, port_of
from hexlaw.compiler.workspace.workspace import Workspace


def run(args: argparse.Namespace) -> int:
    port = port_of("port", args.port)
    with loading_extra():
        from hexlaw.compiler.studio.serve import served_studio
    with served_studio(Workspace(), args.module, args.against, port) as studio:
        opened = "the current folder" if args.module == "." else args.module
        print(f"{opened} is open at {studio.address} to browsers of this machine; Ctrl-C ends it", flush=True)
        if not args.no_browser:
            webbrowser.open(studio.for_browser)
        studio.serve()
    return 0
