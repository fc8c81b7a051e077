"""`hexlaw studio`: a module's law, cases and book in a browser of this machine, edited and judged at once."""

from __future__ import annotations

import argparse
import webbrowser

from hexlaw.compiler.cli.common import bad_use, command, loading_extra
from hexlaw.compiler.workspace.workspace import Workspace

add = command("studio", __doc__)


def run(args: argparse.Namespace) -> int:
    if not 0 <= args.port < 65536:
        bad_use(f"`--port {args.port}` is not the number of a port, 1 to 65535")
    with loading_extra():
        from hexlaw.compiler.studio.serve import served_studio
    with served_studio(Workspace(), args.module, args.against, args.port) as studio:
        opened = "the current folder" if args.module == "." else args.module
        print(f"{opened} is open at {studio.address} to browsers of this machine; Ctrl-C ends it", flush=True)
        if not args.no_browser:
            webbrowser.open(studio.for_browser)
        studio.serve()
    return 0
