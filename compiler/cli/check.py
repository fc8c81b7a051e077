"""`hexlaw check`: is the law well formed, and what is wrong with it?"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

from hexlaw.compiler.check.thorough import check_thoroughly
from hexlaw.compiler.cli.common import add_json, bad_use, tell, write_json
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import load, shipped_modules
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.render import as_json, in_order


def add(commands: Any) -> None:
    parser = commands.add_parser("check", help="check the law of modules", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="a name, a folder, or `base + add-on`")
    parser.add_argument("--all", action="store_true", help="check every module that is shipped")
    parser.add_argument(
        "--undecided", action="store_true", help="list pairs of rules that may disagree, though no position shows it"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    modules = list(shipped_modules()) if args.all else args.modules
    if not modules:
        bad_use("which module is to be checked? give its name or folder, or --all")
    results = []
    bad_input = failed = False
    for spec in modules:
        diagnostics = Diagnostics()
        undecided: list[tuple[str, str]] = []
        compilation = compile_modules(spec, diagnostics)
        if compilation is not None:
            undecided = check_thoroughly(compilation, diagnostics).undecided
            if args.undecided and not args.json:
                for one, other in undecided:
                    print(f"undecided: `{one}` and `{other}` may disagree; no position was found in which they do")
        missing = any(d.code in ("HX301", "HX302", "HX303") for d in diagnostics)
        bad_input, failed = bad_input or missing, failed or diagnostics.has_errors
        results.append(
            {
                "module": spec,
                "summary": _summary(spec, compilation, diagnostics, len(undecided)),
                "undecided": [list(pair) for pair in undecided],
                "diagnostics": as_json(in_order(diagnostics)),
            }
        )
        if not args.json:
            tell(diagnostics)
            print(results[-1]["summary"])
    if args.json:
        write_json({"modules": results})
    return 2 if bad_input else 1 if failed else 0


def _summary(spec: str, compilation: Compilation | None, diagnostics: Diagnostics, undecided: int) -> str:
    levels = Counter(d.level for d in diagnostics)
    wrong = ", ".join(f"{n} {level}{'s' if n > 1 else ''}" for level, n in levels.items())
    if compilation is None:
        chain = None if diagnostics.has_errors else load(spec, Diagnostics())
        if chain is not None:
            return f"{spec}: abstract, reads well; it is checked through the games that extend it"
        return f"{spec}: {wrong or 'not read'}"
    graph = compilation.graph
    parts = {
        "rules": graph.rules, "rulings": graph.rulings, "tables": graph.tables, "units": graph.units,
        "boards": compilation.board_names,
    }  # fmt: skip
    counts = ", ".join(f"{len(things)} {name if len(things) != 1 else name[:-1]}" for name, things in parts.items())
    doubtful = f"; {undecided} pair{'s' if undecided > 1 else ''} of rules undecided" if undecided else ""
    return f"{compilation.name}: {wrong or 'fine'} ({counts}{doubtful})"
