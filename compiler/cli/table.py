"""`hexlaw table`: a small server on which people play together, each with a link of their own."""

from __future__ import annotations

import argparse
import webbrowser
from urllib.parse import urlsplit

from hexlaw.compiler.cli.common import bad_use, configuration, loading_extra, port_of
from hexlaw.compiler.workspace.workspace import Workspace


def run(args: argparse.Namespace) -> int:
    if args.games is None:
        bad_use("where are the games to be kept? `--games FOLDER` names a folder, which is made if it is not there")
    port = port_of("port", args.port or "")
    address = (args.address or "").rstrip("/")
    given = urlsplit(address)
    if address and (given.scheme not in ("http", "https") or not given.netloc or given.path or given.query):
        bad_use(f"`--address {args.address}` is not the beginning of an address, as `https://games.example.org`")
    with loading_extra():
        from hexlaw.compiler.studio.serve_games import served_games
    workspace = Workspace()
    folder = workspace.games_in(args.games, args.module, configuration(args))
    with served_games(workspace, folder, args.host, port, address) as games:
        print(f"games are begun at {games.address} by who knows it; Ctrl-C ends this, and keeps all games", flush=True)
        if not args.no_browser:
            webbrowser.open(games.for_browser)
        games.serve()
    return 0
