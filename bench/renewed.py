"""Renews what pages show of commands that take too long for a test.

A fence whose info string is `text renewed` holds a command after `$ `, and below it all that it prints. Each is run in
a folder with the files that the page writes, and what it prints is written into the page. What is in the pages
otherwise is run by the tests of `tests/docs/`.

    python bench/renewed.py                     # what would be run, in all pages
    python bench/renewed.py docs/comparing.md   # runs it, and writes the page anew
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("*.md", "docs/**/*.md", "rules/*/README.md", "tests/*.md")
PAGES = [page for place in PLACES for page in sorted(ROOT.glob(place))]
FENCE = re.compile(r"^```(?P<info>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
RENEWED = "text renewed"


def commands(page: Path) -> list[str]:
    """What has to be run for a page, in its order."""
    fences = FENCE.finditer(page.read_text("utf-8"))
    return [_command(fence["text"]) for fence in fences if fence["info"] == RENEWED]


def renewed(text: str, folder: Path) -> str:
    """The text of a page with what its commands print now; its files are written to a folder."""

    def renew(fence: re.Match[str]) -> str:
        words = fence["info"].split()
        if len(words) == 2 and "/" in words[1]:
            path = folder / words[1]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(fence["text"], "utf-8")
        if fence["info"] != RENEWED:
            return fence[0]
        command = _command(fence["text"])
        return f"```{RENEWED}\n$ {command}\n{_printed(command, folder)}```"

    return FENCE.sub(renew, text)


def _command(text: str) -> str:
    return text.partition("\n")[0].removeprefix("$ ")


def _printed(command: str, folder: Path) -> str:
    words = [sys.executable, "-m", "hexlaw.compiler.cli", *shlex.split(command)[1:]]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".links")}
    ended = subprocess.run(words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if ended.returncode > 1:
        raise SystemExit(f"`{command}` ended with {ended.returncode}")
    return ended.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path, help="pages to write anew")
    args = parser.parse_args()
    for page in () if args.pages else PAGES:
        for command in commands(page):
            print(f"{page.relative_to(ROOT)}: {command}")
    for page in args.pages:
        with TemporaryDirectory() as folder:
            page.write_text(renewed(page.read_text("utf-8"), Path(folder)), "utf-8")


if __name__ == "__main__":
    main()
