"""Renames names of a module by lot, and asks all cases again: `python bench/renames.py MODULE NUMBER [SEED]`.

Renames are laid over the files in memory one upon the other, and the module is compiled anew after each; after each
twenty every case has to answer as before. Twenty that do not hold are done once more, with all cases after each.
Printed are how many hold, how many were refused and with which sentence, and each that broke.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from time import process_time

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.uses import VARIABLE, Use, Uses
from hexlaw.compiler.workspace.workspace import Workspace

ANEW, AT_ONCE = "-anew", 20


def standing(workspace: Workspace, module: str) -> Counter[str]:
    """Returns what is found in a module and which of its cases fail; without names."""
    found = Counter(one.code for one in workspace.quick(module))
    return found + Counter(one.case.id for one in workspace.test([module]).outcomes if not one.passed)


@dataclass
class Renaming:
    """A module with what has been renamed in it so far."""

    workspace: Workspace
    module: str
    lot: random.Random
    before: Counter[str]
    texts: dict[Path, str] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)

    def names(self) -> list[Use]:
        """Returns where each name of the module is declared that has not been tried yet."""
        compilation = self.workspace.compiled(self.module).compilation
        uses, own = Uses(compilation), {law.name for law in compilation.chain.layers[-1].laws}
        declared = [u for item in uses.items if item.span.source.name in own for u in uses.of(item) if u.declares]
        named = (u for u in declared if u.meaning.sort not in (VARIABLE, "ruling"))
        return [u for u in named if not u.meaning.name.endswith(ANEW) and told(u) not in self.refused]

    def rename(self, use: Use) -> bool:
        """Renames a name, unless that is refused."""
        path = self.workspace.texts.path_of(use.span.source.name)
        assert path is not None
        try:
            found = self.workspace.rename(
                self.module, path, *use.span.source.utf16_place(use.span.start), f"{use.meaning.name}{ANEW}"
            )
        except Refused as why:
            self.refused[told(use)] += 1
            print(f"refused {told(use)}: {str(why).partition(chr(10))[0]}", flush=True)
            return False
        self.put({file.path: file.text for file in found.files if file.path is not None})
        return True

    def put(self, texts: dict[Path, str]) -> None:
        self.texts |= texts
        for path, text in texts.items():
            self.workspace.put(path, text)

    def holds(self) -> bool:
        return standing(self.workspace, self.module) == self.before

    def back_to(self, texts: dict[Path, str]) -> None:
        for path in self.texts.keys() - texts.keys():
            self.workspace.take_back(path)
        self.texts.clear()
        self.put(texts)

    def some(self, number: int) -> list[str]:
        """Renames so many names; returns which."""
        done = list[str]()
        while len(done) < number and (names := self.names()):
            use = self.lot.choice(names)
            done += [told(use)] * self.rename(use)
        return done

    def broken(self, names: list[str]) -> list[str]:
        """Returns which of these break something: each is renamed by itself, and those that do are taken back."""
        found = list[str]()
        for name in names:
            for use in [use for use in self.names() if told(use) == name]:
                kept = {**self.texts}
                if self.rename(use) and not self.holds():
                    found.append(name)
                    print("broken", name, flush=True)
                    self.back_to(kept)
                    self.refused[name] += 1
        return found


def told(use: Use) -> str:
    return f"{use.meaning.sort} {use.meaning.owner or ''} {use.meaning.name}"


def main(name: str, most: str, seed: str = "1") -> None:
    with TemporaryDirectory() as folder:
        copytree(shipped_modules()[name], Path(folder, "again"))
        workspace, module = Workspace(folder), "./again"
        renaming = Renaming(workspace, module, random.Random(seed), standing(workspace, module))
        declared, begun, held, broken = len(renaming.names()), process_time(), 0, list[str]()
        while held < int(most):
            kept, names = {**renaming.texts}, renaming.some(min(AT_ONCE, int(most) - held))
            if not names:
                break
            if not renaming.holds():
                renaming.back_to(kept)
                wrong = renaming.broken(names)
                broken += wrong or [f"together: {', '.join(names)}"]
                names = [each for each in names if each not in wrong]
            held += len(names)
            print(f"{held} hold, {len(broken)} broken, {len(renaming.refused)} refused", flush=True)
        each = (process_time() - begun) / max(held, 1)
        print(f"{name}: {held} of {declared} names hold, {len(broken)} broken, {each:.2f} CPU s each without children")
        for one in broken:
            print("broken", one)


if __name__ == "__main__":
    main(*sys.argv[1:])
