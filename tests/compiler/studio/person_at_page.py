"""Somebody who plays by the requests of a page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from page_store import brought

from hexlaw.compiler.studio.rooms import SeatPage
from hexlaw.compiler.studio.table_page import PlayTable
from hexlaw.compiler.workspace.workspace import AtTable, Workspace
from hexlaw.runtime.law.law import Configuration

from ..typed_commands import OWN, own

STANDS_ANEW = {"open", "begin", "type", "answer", "undo", "auto", "take", "look", "as"}


def about(line: str) -> dict[str, str]:
    """What a line asks beside the game, as a page asks it."""
    word, _, name = line.partition(" ")
    return {"of": word, "name": name}


def said_in(heard: list[Any]) -> list[str]:
    """The texts of lines; one by itself is sent as a text."""
    return [one if isinstance(one, str) else one["said"] for one in heard]


class Person:
    """Somebody at the page: asks, and hears all that is sent to it."""

    def __init__(
        self, module: str, situation: str, against: str | None = None, side: str | None = None, *, seed: str = "1",
        chosen: Configuration | None = None,
    ) -> None:  # fmt: skip
        workspace = Workspace()
        laid = workspace.begin(module, situation, chosen, seed, None, AtTable(against, side, in_page=True))
        self.table: PlayTable = PlayTable(workspace, module, laid)
        self.game, self.heard = laid.table.game, list[str]()
        self._sit_down()

    def _sit_down(self) -> None:
        self.version, self.state, self.pictures = 0, dict[str, Any](), list[list[str]]()
        self.steps = list[dict[str, Any]]()  # of what others did, as told upon the last request
        self.ask("open")

    def ask(self, do: str, **more: object) -> dict[str, Any]:
        heard, stands = list[Any](), {"had": self.version} if do in STANDS_ANEW else {}
        given = self.table.answer(json.dumps({"do": do, **more, **stands}), heard.append)
        self.heard = [json.dumps(one) for one in (*heard, given)]
        self.steps = [one for one in heard if "log" in one]
        self.pictures.clear()
        for one in (*heard, given):
            self._take_in(one) if "version" in one else None
        return given

    def _take_in(self, given: dict[str, Any]) -> None:
        """Brings what is known of the game to another version, as the page does."""
        assert given["had"] in (0, self.version)
        self.version, self.state = given["version"], brought(self.state, given)
        self.pictures += [self.state["picture"]] if "log" in given else []

    def type(self, *lines: str, sure: bool = True) -> list[str]:
        return said_in(self.ask("type", lines=lines, question=self.state["question"], sure=sure)["heard"])

    def hear(self, line: str) -> list[str]:
        """What is said to a question beside the game."""
        return said_in(self.ask("hear", about=about(line))["heard"])

    def click(self, *path: int, others: Sequence[str] = (), to: str = "", sure: bool = True) -> dict[str, Any]:
        """Answers by the numbers of options."""
        deed = {"path": path, "others": others, "to": to}
        return self.ask("answer", deed=deed, question=self.state["question"], sure=sure)

    def way_to(self, action: str, piece: str, target: str = "") -> list[int]:
        """By which numbers an action is begun with a piece, and aimed at a target."""
        begun = next(one for one in self.ask("select", piece=piece)["actions"] if one["name"] == action)
        names = [one if isinstance(one, str) else one["name"] for one in begun["targets"]]
        return [*begun["path"], *([names.index(target)] if target else [])]

    def names(self) -> list[str]:
        return [one if isinstance(one, str) else one["name"] for one in self.state["options"]]

    def go_on(self, random: Random, ends: int) -> None:
        """Answers by chance; what may be over is so, at so many odds to each other answer."""
        if self.state["hands-over"]:
            self.ask("take", who=self.state["hands-over"])
            return
        done = self.state["done"]
        over = [] if not done else ["end end" if self.state["takes"] and done["ends"] else "done"]
        before = self.state["answers"]
        heard = self.type(random.choice([*self.names(), *over * ends]))
        assert self.state["hands-over"] or self.state["answers"] > before, heard


PIECES = """map:
  grid: {orientation: pointy, lines: [A], lengths: [4], shifted: second, name: "{line}-{number}"}
  hexes: {}
pieces:
  dory: {kind: ship, side: gulls, at: A-1}
  gig: {kind: ship, side: gulls, at: A-1}
  smack: {kind: ship, side: terns, at: A-2}
  hulk: {kind: ship, side: terns, at: A-2}
  raft: {kind: ship, side: terns, at: A-4}
"""
RAMMING = """thing ship
  stands in hex
  side: side

action ram [2]
  open in watch
  pick rammer(s: ship) where s.side is acting
  pick rammed(h: hex) where distance(s.hex, h) = 1 and any ship p in h where p.side is not acting
  roll 1d6 as wind
  if wind > 4:
    for each ship p in h where p.side is not acting:
      remove p

action shell [3]
  open in watch
  pick gunner(s: ship) where s.side is acting
  pick shelled(p: ship) repeatedly where p.side is not acting

rule shell.far [3.1]
  forbids shell.shelled
  when distance(s.hex, p.hex) > 2
  says "{p} is too far off for {s}"

"""


def write_rams(gig: str = "gig") -> None:
    """The game of lamps as `./own`, with ships that ram for a throw of dice, or are shelled; one is called so."""
    own(
        PIECES.replace("gig", gig),
        **{"01.law": OWN["01.law"].replace("action light", f"{RAMMING}action light"), "cases": ""},
    )


class Player(Person):
    """Somebody who plays with others in a room."""

    def __init__(self, page: SeatPage) -> None:
        self.table, self.room, self.heard = page, page.room, []
        self._sit_down()
