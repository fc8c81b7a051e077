"""Changes figures and modal words of law by lot, and looks whether `check` tells of each what was said and is said now.

    python bench/prose_changes.py [--count 100] [--seed 68] MODULE ...

Each change is made in a text laid over the module, in a rule, action, effect or task that its prose tells of; nothing
is written. A change that the law refuses is drawn anew. Told is a change whose finding shows two different sentences.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator

from hexlaw.compiler.analysis.prose_lock import FILE, ProseLock, prose_is_true
from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.workspace.workspace import Workspace

FIGURE = re.compile(r"(?<![\w./-])[0-9]+(?:/[0-9]+)?(?![\w/-])")
MODAL = {
    "at most": "at least", "at least": "at most", " > ": " >= ", " >= ": " > ", " < ": " <= ", " <= ": " < ",
    " is not ": " is ", "when any ": "when no ", "when no ": "when any ", " and ": " or ", "halves it": "doubles it",
    "doubles it": "halves it", "subtracts ": "adds ", "adds ": "subtracts ", "when not ": "when ",
}  # fmt: skip
APART = re.compile(r'"[^"\n]*"|#[^\n]*|\[[^\]]*\]')
MAX_TRIES = 20  # for each change


def changes(law: str, lot: random.Random) -> Iterator[tuple[str, int, int, str]]:
    """Yields changes of an item in a random order: what is changed, from where to where, and into what."""
    plain = APART.sub(lambda found: "~" * len(found[0]), law)
    found = [("figure", m.start(), m.end(), other(m[0])) for m in FIGURE.finditer(plain)]
    found += [("modal", m.start(), m.end(), now) for was, now in MODAL.items() for m in re.finditer(was, plain)]
    lot.shuffle(found)
    first = lot.choice(("figure", "modal"))
    found.sort(key=lambda change: change[0] != first)
    yield from found


def other(figure: str) -> str:
    """Returns another figure: one more of it."""
    whole, slash, below = figure.partition("/")
    return f"{whole}/{int(below) + 1}" if slash else str(int(whole) + 1)


def lock_of(compilation: Compilation) -> ProseLock:
    return ProseLock(compilation.graph, compilation.names, compilation.chain.layers[-1], Diagnostics())


def told(module: str, count: int, seed: int) -> Counter[str]:
    """Returns how many changes of each sort were told, how many were not, and how many were refused."""
    lot, workspace, counted = random.Random(f"{seed} {module}"), Workspace(), Counter[str]()
    compilation = workspace.compiled(module).compilation
    lock = lock_of(compilation)
    own = compilation.chain.layers[-1]
    keys = [key for key in lock.known if not key.startswith("table:")]
    for _ in range(count * MAX_TRIES):
        if counted["figure"] + counted["modal"] + counted["untold"] >= count:
            break
        sort, _, name = lot.choice(keys).partition(":")
        placed = lock.names.where(sort, name)
        drawn = next(changes(placed.item.span.text, lot), None)
        if placed.layer is not own or drawn is None:
            continue
        how, start, end, now = drawn
        span, law = placed.item.span, placed.item.span.text
        path = own.folder / span.source.name.removeprefix(f"{own.shown}/")
        changed = f"{law[:start]}{now}{law[end:]}"
        workspace.put(path, span.source.text[: span.start] + changed + span.source.text[span.end :])
        try:
            compiled = workspace.compiled(module)
            found = Diagnostics()
            if compiled.broken:
                counted["refused"] += 1
                continue
            prose_is_true(lock_of(compiled.compilation), found)
        except Refused:
            counted["refused"] += 1
            continue
        finally:
            workspace.take_back(path)
        parts = [re.findall(r"\*([^*]+)\*", d.message) for d in found if d.span is not None and d.span.text == name]
        if any(len(pair) == 2 and pair[0] != pair[1] for pair in parts):
            counted[how] += 1
        else:
            counted["untold"] += 1
            print(f"not told: {sort} {name}: {law[start:end]!r} -> {now!r}", [d.message for d in found])
    return counted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("modules", nargs="+", help=f"modules with a {FILE}")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=68)
    args = parser.parse_args()
    for module in args.modules:
        counted = told(module, args.count, args.seed)
        changed = counted["figure"] + counted["modal"]
        print(
            f"{module}: {changed + counted['untold']} changes, {changed} told with old and new "
            f"({counted['figure']} figures, {counted['modal']} modal words), {counted['refused']} refused by the law"
        )


if __name__ == "__main__":
    main()
