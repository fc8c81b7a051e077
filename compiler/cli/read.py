"""`hexlaw read`: reads prose beside its law, one thing after the other, and asks whether it still holds.

What is said to hold is kept in `prose.lock` beside the module; nothing else accepts prose. Exit codes: 0 nothing is in
doubt any more, 1 something is.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.files import Unwritable
from hexlaw.compiler.workspace.workspace import Workspace

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.reading_prose import Doubt


def run(args: argparse.Namespace) -> int:
    reader = Workspace().prose(args.module)
    if args.begin and reader.has_lock:
        raise Refused(
            "the module has its prose.lock already", f"`hexlaw read {args.module}` asks about what is in doubt"
        )
    left = 0
    doubts = iter([*reader.doubts(args.place)])
    for doubt in doubts:
        if args.begin:
            reader.accept(doubt)
            continue
        _show(doubt)
        if (answer := _asked(doubt)) is None:
            left += 1 + sum(1 for _ in doubts)
        elif answer:
            reader.accept(doubt)
        else:
            left += 1
            print("left as it is: mend the prose, or the law\n")
    try:
        reader.save(begins=args.begin)
    except Unwritable as problem:
        raise Refused(problem.message) from None
    bare, rules = reader.without_prose
    print(f"{left or 'nothing'} in doubt; {bare} of {rules} rules have no prose and are printed in the machine's words")
    return 1 if left else 0


def _show(doubt: Doubt) -> None:
    print(f"[{doubt.text.cite}] {doubt.passage.said}\n  {doubt.key.replace(':', ' ', 1)}")
    if doubt.before is not None and doubt.differs:
        print(f"  it said:  {doubt.before.said}")
    print(f"  it says:  {doubt.now.said}")
    if doubt.unlike:
        print(f"  not in the prose: {', '.join(doubt.unlike)}")


def _asked(doubt: Doubt) -> bool | None:
    """Returns whether the prose holds, None where nobody answers any more."""
    question = "does the prose hold as it stands? [y/n] "
    if doubt.outdated:
        question = f"the prose still says {' and '.join(doubt.outdated)}: is that another one, and right? [y/n] "
    while True:
        print(question, end="", flush=True)
        try:
            answer = sys.stdin.readline()
        except KeyboardInterrupt:  # what was answered before is kept
            answer = ""
        if not answer:
            print()
            return None
        if answer.strip().lower() in ("y", "yes", "n", "no"):
            return answer.strip().lower().startswith("y")
