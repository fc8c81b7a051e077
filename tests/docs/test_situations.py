"""The page of published situations names every one that a module plays, and ours apart from them."""

from __future__ import annotations

from pathlib import Path
from re import findall

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import load, shipped_games

ROOT = Path(__file__).parents[2]
EXERCISES = {
    ("panzer-leader", "beach-landing"),
    ("panzer-leader", "mined-line"),
    ("panzer-leader", "smoke-and-haste"),
    ("panzer-leader", "over-the-brook"),
    ("panzerblitz", "special-arms"),
    ("panzer-grenadier", "crossroads"),
    ("panzer-grenadier", "mud-and-night"),
    ("panzer-grenadier", "two-sectors"),
    ("panzer-grenadier", "in-ambush"),
    ("panzer-grenadier", "two-columns"),
    ("panzerblitz + panzerbitz", "unseen-guns"),
    ("panzer-leader + panzerbitz", "called-fire"),
    ("panzerblitz", "field-works"),
    ("panzer-leader-1940", "stalked-tanks"),
    ("ravna", "towards-ravna"),
    ("thaw", "spring"),
}

NUMBERS = {2: "two", 3: "three", 5: "five", 6: "six", 10: "ten", 12: "twelve", 18: "eighteen", 56: "fifty-six"}
SETS = {
    "panzer-leader": "Panzer Leader",
    "panzerblitz": "PanzerBlitz",
    "panssari-salama": "Panssari Salama",
    "paths-of-rommel": "Rommel's march in 1940",
    "russia-1941": "1941",
    "game-storm": "Game Storm",
    "battle-for-berlin": "the battle for Berlin",
}


def own_situations(spec: str) -> set[str]:
    """Returns those that no module below has; of an add-on, those for what it is put on."""
    chain = load(spec, Diagnostics())
    assert chain is not None
    return set(chain.layers[-1].situations)


def test_the_page_lists_the_situations_that_are_there() -> None:
    page = (ROOT / "docs" / "situations.md").read_text(encoding="utf-8")
    listed = findall(r"\| `([a-z0-9+ -]+)` \| `([a-z0-9-]+)` \|", page)
    there = {(spec, name) for spec in shipped_games() if spec != "tutorial" for name in own_situations(spec)}
    assert len(listed) == len(set(listed))
    assert set(listed) == there


def test_exercises_are_apart_from_what_was_published() -> None:
    """Nobody is to take an exercise of ours for a card that somebody printed."""
    published, ours = (ROOT / "docs" / "situations.md").read_text(encoding="utf-8").split("## Exercises of our own")
    row = r"\| `([a-z0-9+ -]+)` \| `([a-z0-9-]+)` \|"
    assert set(findall(row, ours)) == EXERCISES
    assert not set(findall(row, published)) & EXERCISES


def test_the_page_counts_its_situations() -> None:
    page = (ROOT / "docs" / "situations.md").read_text(encoding="utf-8")
    rows = findall(r"(?m)^\| .+ \| \d+ \| .*\|$", page)
    played = [row for row in rows if "`" in row]
    assert f"{len(rows)} situations" in page
    assert f"{len(played)} of them can be played" in page


def ours(module: str) -> set[str]:
    return {situation for of, situation in EXERCISES if of == module}


def test_the_front_page_counts_them_by_set() -> None:
    told = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    numbers = {
        module: len({file.stem for file in (ROOT / "rules" / module / "situations").glob("*.yaml")} - ours(module))
        for module in SETS
    }
    assert f"all {NUMBERS[sum(numbers.values())]} published situations whose boards are known" in told
    for module, name in SETS.items():
        assert f"{NUMBERS[numbers[module]]} of {name}" in told


def test_every_option_is_played_in_some_situation_other_than_by_default() -> None:
    page = (ROOT / "docs" / "situations.md").read_text(encoding="utf-8")
    assert "Each option of a module is played in some situation" in page
    declared, played = set(), set()
    for spec in shipped_games():
        chain = load(spec, Diagnostics())
        assert chain is not None
        on = {
            name
            for layer in chain.layers
            for law in layer.laws
            for name in findall(r"with option (\S+) o(?:n|ff)", law.text)
        }
        for layer in chain.layers:
            options = {(layer.name, name) for law in layer.laws for name in findall(r"(?m)^option (\S+)", law.text)}
            declared |= options
            played |= {each for each in options if each[1] in on}
    assert {each for each in declared - played if each[0] != "tutorial"} == set()
