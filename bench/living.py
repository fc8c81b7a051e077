"""Does a process that compiles again and again stay as small as it was? One module, edited before each compilation.

    python bench/living.py                                       the tutorial, 1,000 times
    python bench/living.py --module panzerblitz --times 200

A fact is written anew each time, as in an editor. It prints how many objects the process holds and its memory, the most
in ten compilations in a row, since garbage may lie about for so long. The run fails where either is a tenth more in
the last ten than after the first tenth of the compilations.
"""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.pipeline import compile_modules

EDITED = 'chapter [99] "Edited"\n\nfact edited-{number}(): whole\n  otherwise {number}\n'
TOLERATED = 1.1


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", default="tutorial")
    parser.add_argument("--times", type=int, default=1000)
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, args.module)
        shutil.copytree(shipped_modules()[args.module], folder)
        held = [_compiled(folder, number) for number in range(args.times)]
    begin = args.times // 10
    first, last = (tuple(map(max, zip(*some, strict=True))) for some in (held[begin : begin + 10], held[-10:]))
    print(f"{args.times} compilations of {args.module}, {process_time():.0f} s")
    print(f"objects {first[0]:,} -> {last[0]:,}; memory {first[1]:,} -> {last[1]:,} kB")
    return 1 if any(after > before * TOLERATED for before, after in zip(first, last, strict=True)) else 0


def _compiled(folder: Path, number: int) -> tuple[int, int]:
    """The objects, and the kilobytes, that are held after one more compilation."""
    (folder / "99-edited.law").write_text(EDITED.format(number=number), "utf-8")
    diagnostics = Diagnostics()
    assert compile_modules(str(folder), diagnostics) is not None, [d.message for d in diagnostics]
    return len(gc.get_objects()), _kilobytes()


def _kilobytes() -> int:
    """What the process has in memory; nothing where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text("utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
    except OSError:
        return 0


if __name__ == "__main__":
    raise SystemExit(main())
