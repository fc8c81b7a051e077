"""Laws by their numbers: made up, or a mutation of law that is shipped."""

from __future__ import annotations

from contextlib import chdir
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hexlaw.compiler.recipes import recipes
from hexlaw.compiler.scaffold import new_recipe
from lot.module import Module, read_module
from lot.mutating import mutated
from lot.rarer import WholeWriter

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = (
    (ROOT / "rules" / "tutorial", "last-fine-day"), (ROOT / "rules" / "tutorial", "early-snow"),
    (ROOT / "rules" / "tutorial", "market-day"), (ROOT / "bench" / "harbour", "s1"),
)  # fmt: skip
RECIPES = tuple(name for name, recipe in recipes().items() if recipe.base is None and not recipe.open_items)
"""Recipes that are a small module of their own."""
EACH_MUTATED = 5
"""Of so many numbers one is a mutation."""


def law_of(seed: str, number: int) -> Module:
    """Returns the law of a number of a seed."""
    name = f"{seed}/{number}"
    if number % EACH_MUTATED == EACH_MUTATED - 1:
        return mutated(shipped(Random(name).randrange(len(SHIPPED) + len(RECIPES))), name)
    return a_law(name)


def a_law(seed: str) -> Module:
    """Returns the law that a seed makes up."""
    return WholeWriter(Random(seed)).law()


@cache
def shipped(number: int) -> Module:
    """Returns a module that is shipped, or what a recipe makes, without journals and the book."""
    if number < len(SHIPPED):
        module = read_module(*SHIPPED[number])
    else:
        name = RECIPES[number - len(SHIPPED)]
        with TemporaryDirectory() as folder, chdir(folder):
            new_recipe(name, None)
            situation = min(path.stem for path in Path(name, "situations").glob("*.yaml"))
            module = read_module(Path(name), situation)
    played = ("module.yaml", "boards/", "situations/", "tables/", "units/", "cases/")
    return module.with_data({name: text for name, text in module.data.items() if name.startswith(played)})
