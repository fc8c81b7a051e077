"""`hexlaw referee`: plays journals again and tells what should not have been: answers that the law forbids, and what
holds no longer of what an add-on requires. Nothing is refused by the add-on, only looked at after each answer."""

from __future__ import annotations

import argparse
import sys

from hexlaw.compiler.cli.common import command, tell
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.words.english import counted

ARGUMENTS = """
journals JOURNAL+  journals of games, folders of them, or files of cases that are played
--by ADD-ON&  an add-on whose requirements to evaluate, in place of those shipped for the module
"""
add = command("referee", __doc__, ARGUMENTS)


def run(args: argparse.Namespace) -> int:
    found = 0
    for refereed in Workspace().referee(args.journals, args.by):
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
