"""Renames names of a module by lot, and asks all cases again: `python bench/renames.py MODULE NUMBER [SEED]`.

Each rename is laid over the files in memory, the module is compiled anew, and every case has to answer as before.
Printed are how many hold, how many were refused and with which sentence, and each that broke.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from time import process_time

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.uses import VARIABLE, _Uses
from hexlaw.compiler.workspace.workspace import Workspace


def standing(workspace: Workspace, module: str) -> Counter[str]:
    """Returns what is found in a module and which of its cases fail; without names."""
    found = Counter(one.code for one in workspace.quick(module))
    return found + Counter(one.case.id for one in workspace.test([module]).outcomes if not one.passed)


def main(name: str, most: str, seed: str = "1") -> None:
    with TemporaryDirectory() as folder:
        copytree(shipped_modules()[name], Path(folder, "again"))
        workspace, module = Workspace(folder), "./again"
        compilation = workspace.compiled(module).compilation
        uses, own = _Uses(compilation), {law.name for law in compilation.chain.layers[-1].laws}
        declared = [u for item in uses.items if item.span.source.name in own for u in uses.of(item) if u.declares]
        declared = [u for u in declared if u.meaning.sort not in (VARIABLE, "ruling")]
        drawn = random.Random(seed).sample(declared, min(int(most), len(declared)))
        before, begun = standing(workspace, module), process_time()
        held, refused, broken = 0, Counter[str](), list[str]()
        for use in drawn:
            path = workspace.texts.path_of(use.span.source.name)
            assert path is not None
            line, column = use.span.source.utf16_place(use.span.start)
            try:
                found = workspace.rename(module, path, line, column, f"{use.meaning.name}-anew")
            except Refused as why:
                refused[re.sub("`[^`]*`", "`...`", str(why)).partition("\n")[0][:100]] += 1
                continue
            for file in found.files:
                assert file.path is not None
                workspace.put(file.path, file.text)
            if (now := standing(workspace, module)) == before:
                held += 1
            else:
                broken.append(f"{use.meaning.sort} {use.meaning.owner} {use.meaning.name}: {dict(now - before)}")
                print("broken", broken[-1], flush=True)
            for file in found.files:
                assert file.path is not None
                workspace.take_back(file.path)
        each = (process_time() - begun) / max(len(drawn), 1)
        print(
            f"{name}: {len(drawn)} of {len(declared)} names, {each:.2f} CPU s each: {held} hold, {len(broken)} broken"
        )
        for sentence, number in refused.most_common():
            print(f"  refused {number}: {sentence}")


if __name__ == "__main__":
    main(*sys.argv[1:])
