"""Counters of VASSAL: a basic piece with traits around it, each of which has a type, which stays, and a state.

The forms of the traits are VASSAL's own, version 3.5 and later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexlaw.compiler.desk.vassal.escaped_texts import joined, nested
from hexlaw.runtime.base.relations import grouped

NO_MAP = "null"
NEW_LAYERS = 1
"""The version of layers whose keys have names."""
CONTROL, FIRST_PRIVATE = 130, 57348
"""The control key, and the first sign that is on no keyboard."""


@dataclass(frozen=True)
class Trait:
    type: str
    state: str = ""


@dataclass(frozen=True)
class VassalPiece:
    """A counter: its traits from the outermost in, then what it is called, its picture and the slot it comes from."""

    name: str
    traits: tuple[Trait, ...]
    image: str = ""
    slot: int = 0

    def added(self, id_: str = NO_MAP, on_map: str = NO_MAP, x: int = 0, y: int = 0) -> str:
        """Returns the command that adds the counter at a point, as slots, prototypes and saved games have it."""
        basic = joined(";", "piece", "", "", self.image, self.name), joined(";", on_map, x, y, self.slot or "", 0)
        type_ = nested([*(trait.type for trait in self.traits), basic[0]])
        state = nested([*(trait.state for trait in self.traits), basic[1]])
        return f"+/{joined('/', id_, type_, state)}"


def key(name: str) -> str:
    """Returns a letter with the control key; of a longer name a key that nobody types: one trait has it, others hear
    it."""
    if len(name) == 1:
        return f"{ord(name)},{CONTROL}"
    return f"{FIRST_PRIVATE},0,{name}"


def levels(
    name: str, images: Sequence[str], said: Sequence[str], *, up: tuple[str, str], down: tuple[str, str] = ("", ""),
    first: str = "", at: int = 1,
) -> Trait:  # fmt: skip
    """Returns pictures laid upon a counter, one at a time, from the level `at`; `up` and `down` are commands with their
    keys, and the key `first` leads back to the first. What is `said` of a level stands behind the counter's name."""
    behind = joined(",", *(f"+ ({each})" if each else "" for each in said))
    type_ = joined(
        ";", "emb2", "", 128, "", up[0], 128, "", down[0], 128, "", "", first, 1, "false", 0, 0, joined(",", *images),
        behind, "true", name, "", "", "false", "", 1, NEW_LAYERS, "true", "", up[1], down[1], "", "1.0",
    )  # fmt: skip
    return Trait(type_, str(at))


def speaking(said: Sequence[tuple[str, str]], words: str) -> list[Trait]:
    """Returns commands that do nothing but write `words` into the chat, and so into the log: each the menu that it is
    in and what it is called."""
    keys = {label: key(f"say {number}") for number, (_, label) in enumerate(said, 1)}
    menus = grouped(said)
    commands = (("macro", each, each, k, "", "", "", "false", "", "", "counted", "", "", "", "false")
                for each, k in keys.items())  # fmt: skip
    return [
        reporting([*keys.values()], words),
        *(Trait(joined(";", "submenu", menu, joined(",", *labels), "")) for menu, labels in menus.items() if menu),
        *(Trait(joined(";", *fields)) for fields in commands),
    ]


def reporting(keys: Sequence[str], words: str) -> Trait:
    """Returns what writes words into the chat after commands with these keys."""
    heard, cycle, first = joined(",", *keys), ("", "", ""), "-1"
    type_ = joined(";", "report", heard, words, *cycle, "false")
    return Trait(type_, first)


MOVED = Trait(joined(";", "markmoved", "/images/moved.gif", 30, -34, "moved or not", key("M"), "", "false"), "false")
DELETED = Trait(joined(";", "delete", "take off the table", key("D"), ""))
HIDDEN = Trait(joined(";", "hide", key("H"), "hide from the other side", "200,200,200", "side:", "0.3", ""), NO_MAP)
