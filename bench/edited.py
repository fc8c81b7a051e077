"""How long do findings take after an edit that is not saved? A fact is changed in a living workspace, again and again.

    python bench/edited.py                                       the tutorial and Panzer Leader, ten edits each
    python bench/edited.py panzer-leader --times 30 --thorough

CPU seconds of the median and the slowest edit, in process. Without `--thorough`, of errors alone.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.load import shipped_modules
from hexlaw.compiler.workspace.workspace import Workspace

EDITED = 'chapter [99] "Edited"\n\nfact edited-here(): whole\n  otherwise {number}\n'
NEW = "zz-edited.law"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", default=["tutorial", "panzer-leader"])
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--thorough", action="store_true")
    args = parser.parse_args(argv)
    for module in args.modules:
        workspace = Workspace()
        workspace.quick(module)
        seconds = [_edited(workspace, module, number, args.thorough) for number in range(args.times + 1)][1:]
        print(f"{module}: {median(seconds):.3f} s, at most {max(seconds):.3f}")
    return 0


def _edited(workspace: Workspace, module: str, number: int, thorough: bool) -> float:
    workspace.put(shipped_modules()[module] / NEW, EDITED.format(number=number))
    begun = process_time()
    found = workspace.thorough(module).diagnostics if thorough else workspace.quick(module)
    took = process_time() - begun
    assert not [d for d in found if d.level == "error"], [d.message for d in found]
    return took


if __name__ == "__main__":
    raise SystemExit(main())
