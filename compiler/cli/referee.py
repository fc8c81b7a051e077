"""`hexlaw referee`: plays journals again and tells what should not have been: answers that the law forbids, and what
holds no longer of what an add-on requires. Nothing is refused by the add-on, only looked at after each answer. Games on
VASSAL are followed by their logs: what was done is legal, forbidden, or asked back."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hexlaw.compiler.base.files import write_whole, writing
from hexlaw.compiler.cli.common import bad_use, check_place, configuration, tell, write_json
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.words.english import counted

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.refereed_logs import LogVerdict

LOGS = (".vlog", ".vsav")
PAGE, WITHIN = b'content="hexlaw referee"', 200
"""What stands near the beginning of a page that this command has written."""


def run(args: argparse.Namespace) -> int:
    logs = [name for name in args.games if name.lower().endswith(LOGS)]
    if logs:
        return _logs(args, logs)
    for name in ("situation", "as_it_lies", "journal", "page", "json", "option", "reading", "as_of"):
        if getattr(args, name):
            bad_use(f"`--{name.replace('_', '-')}` is for logs of VASSAL, whose names end in `.vlog` or `.vsav`")
    found = 0
    for refereed in Workspace().referee(args.games, args.by):
        tell(refereed.found)
        for remark in refereed.remarks:
            print(f"{remark.place}: {remark.sort}: {'; '.join(remark.texts) or remark.rule}")
            sys.stdout.writelines(
                f"{line}\n" for line in ([f"  {remark.rule}"] if remark.texts else []) + [*remark.before]
            )
        wrong = sum(remark.sort != "legal" for remark in refereed.remarks)
        by_whom = f"by {' and '.join(refereed.add_ons)}" if refereed.add_ons else "by the law of the game alone"
        remarks = counted(wrong, "remark") if wrong else "nothing is wrong"
        print(f"{refereed.name}: {counted(refereed.answers, 'answer')} looked at {by_whom}: {remarks}")
        found += wrong + len(refereed.found)
    return 1 if found else 0


def _logs(args: argparse.Namespace, logs: list[str]) -> int:
    module, others = args.games[0], args.games[len(args.games) - len(logs) :]
    if others != logs or len(args.games) > len(logs) + 1 or args.by:
        bad_use("logs of VASSAL stand by themselves, with one module before them at the most, and without `--by`")
    if args.journal and os.path.lexists(args.journal):
        bad_use(f"`{args.journal}` is there already; name another file by `--journal`")
    if args.page:
        with writing(Path(args.page)):
            check_place(Path(args.page), "no report of this command", PAGE, WITHIN, " by `--page`")
    by_itself = True if args.as_it_lies else None
    decide = _ask if sys.stdin.isatty() and sys.stdout.isatty() and not args.as_it_lies else lambda _: by_itself
    spec = None if module in logs else module
    refereed = Workspace().referee_logs(logs, spec, args.situation, configuration(args), decide)
    tell(refereed.found)
    if args.page:
        write_whole(Path(args.page), refereed.report("html").encode())
    if args.journal:
        write_whole(Path(args.journal), refereed.journal)
    if args.json:
        write_json(refereed.as_data())
    else:
        sys.stdout.write(refereed.report("txt"))
    return 0 if sum(refereed.tally.values()) == refereed.tally["legal"] else 1


def _ask(verdict: LogVerdict) -> bool | None:
    """Asks a person what became of something that is forbidden."""
    print(f"step {verdict.step} is forbidden: {verdict.what}: {verdict.why}")
    while True:
        try:
            answer = input("Does it lie as it lies, or was it taken back? [lies/back/stop] ").strip().lower()
        except EOFError:
            return None
        if answer in ("lies", "back", "stop"):
            return {"lies": True, "back": False}.get(answer)
