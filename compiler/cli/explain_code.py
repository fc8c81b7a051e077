"""`hexlaw explain-code`: what a code such as HX231 means, with an example that gets it and one that does not."""

from __future__ import annotations

import argparse
import re
import sys
from itertools import groupby
from typing import Any

from hexlaw.compiler.cli.common import add_json, bad_use, write_json
from hexlaw.compiler.code_pages import CodePage, code_pages
from hexlaw.compiler.diagnostic import did_you_mean


def add(commands: Any) -> None:
    parser = commands.add_parser("explain-code", help="tell what the code of a finding means", description=__doc__)
    parser.add_argument("code", nargs="?", metavar="CODE", help="such as HX231; without it, all codes are listed")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    pages = code_pages()
    if args.code is None:
        chosen = list(pages.values())
    else:
        chosen = [_asked(args.code, pages)]
    if args.json:
        write_json([{"code": p.code, "title": p.title, "about": p.about, "text": p.text} for p in chosen])
    elif args.code is None:
        sys.stdout.write(_listed(chosen))
    else:
        sys.stdout.write(chosen[0].plain())
    return 0


def _asked(word: str, pages: dict[str, CodePage]) -> CodePage:
    """The page of a code, however somebody wrote it: `HX231`, `hx231` or `231`."""
    code = re.sub(r"^(HX)?(?=[0-9])", "HX", word.upper())
    if code not in pages:
        near = did_you_mean(code, set(pages)) if len(code) < 20 else None
        shown = word if len(word) < 20 else f"{word[:20]}..."
        bad_use(f"there is no code `{shown}`; {near or '`hexlaw explain-code` lists them all'}")
    return pages[code]


def _listed(pages: list[CodePage]) -> str:
    parts = []
    for about, group in groupby(pages, key=lambda page: page.about):
        parts.append("\n".join([about, *(f"  {page.code}  {page.title}" for page in group)]))
    return "\n\n".join(parts) + "\n"
