"""Somebody who plays by the requests of a page."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hexlaw.compiler.studio.table_page import PlayTable
from hexlaw.compiler.workspace.workspace import AtTable, Workspace

from ..typed_commands import OWN, own


class Person:
    """Somebody at the page: asks, and hears all that is sent to it."""

    def __init__(self, module: str, situation: str, against: str | None = None, side: str | None = None) -> None:
        workspace = Workspace()
        laid = workspace.begin(module, situation, None, "1", None, AtTable(against, side, in_page=True))
        self.table, self.game, self.heard = PlayTable(workspace, module, laid), laid.table.game, list[str]()
        self.state: dict[str, Any] = self.ask("open")["state"]

    def ask(self, do: str, **more: object) -> dict[str, Any]:
        heard = list[Any]()
        given = self.table.answer(json.dumps({"do": do, **more}), heard.append)
        self.heard = [json.dumps(one) for one in (*heard, given)]
        self.state = given.get("state") or self.state
        return given

    def type(self, *lines: str, sure: bool = True) -> list[str]:
        heard: list[str] = self.ask("type", lines=lines, question=self.state["question"], sure=sure)["heard"]
        return heard

    def names(self) -> list[str]:
        return [option["name"] for option in self.state["options"]]

    def go_on(self, random: Random, ends: int) -> None:
        """Answers by chance; what may be over is so, at so many odds to each other answer."""
        if "hands-over" in self.state:
            self.ask("take", who=self.state["hands-over"])
            return
        done = self.state["done"]
        over = [] if not done else ["end end" if self.state["takes"] and done["ends"] else "done"]
        before = self.state["answers"]
        heard = self.type(random.choice([*self.names(), *over * ends]))
        assert "hands-over" in self.state or self.state["answers"] > before, heard


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


def write_rams() -> None:
    """The game of lamps as `./own`, with ships that ram for a throw of dice, or are shelled."""
    own(PIECES, **{"01.law": OWN["01.law"].replace("action light", f"{RAMMING}action light"), "cases": ""})
