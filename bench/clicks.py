"""Processor time of clicks at the table page, by situation: the set-up, and the middle of a game.

    python bench/clicks.py                                       four situations
    python bench/clicks.py panzer-leader/st-lo --clicks 60
    python bench/clicks.py tutorial/early-snow --reference       without the target
    python bench/clicks.py tutorial/early-snow --python          with the target in Python

A click is what a page sends and waits for: an answer that was clicked, until the state comes back that it shows then,
with all that can be done and how far a piece gets; or a piece that was selected. Drawing is timed separately.
The law is printed before the first click. Clicks after which others play are left out: their programs take that time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from page_store import brought

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.desk.table.page_session import TableInPage
from hexlaw.compiler.desk.table.page_state import DONE
from hexlaw.compiler.studio.table_page import PlayTable
from hexlaw.compiler.wasm import following, target
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import ByLot

SITUATIONS = ("tutorial/last-fine-day", "panzerblitz/field-works", "panzer-leader/remagen", "panzer-leader/st-lo")
MIDDLE, SHORT = 300, 60
"""Answers after which a game is in its middle; those of the tutorial are short."""


class Clicks:
    """A game at a page, clicked at random; of each click how long it took, and the picture in it."""

    def __init__(self, module: str, situation: str, *, by_reference: bool) -> None:
        self.page, self.state, self.version, self.bytes = (
            PlayTable(Workspace(), module),
            dict[str, Any](),
            0,
            list[int](),
        )
        self._sent("begin", situation=situation, against="random", side=None)
        assert self.page.game is not None
        self.table: TableInPage = self.page.game
        self.game, self.chance = self.table.game, random.Random(situation)
        self.drawing, self.drawn = 0.0, self.table.picture
        self.table.picture = self._timed  # type: ignore[method-assign]
        self.game.beside = None
        if not by_reference:
            begun = thread_time()
            following.target_of(self.game)
            self.game.options()  # catches up before the first click, as a table with a printed law does
            print(f"  {module}/{situation}: printed and made ready in {thread_time() - begun:.1f} s")

    def _sent(self, what: str, **more: Any) -> None:
        """Asks, and takes in what differs, as the page does; notes how much that is."""
        stands = {} if what == "select" else {"had": self.version}
        sent = self.page.answer(json.dumps({"do": what, **stands, **more}), self._take_in)
        self.bytes.append(len(json.dumps(sent, ensure_ascii=False, separators=(",", ":")).encode()))
        self._take_in(sent)

    def _take_in(self, sent: Mapping[str, Any]) -> None:
        if "version" not in sent:
            return
        self.version, self.state = sent["version"], brought(self.state, dict(sent))

    def _timed(self, *, in_page: bool = True) -> str:
        begun = thread_time()
        try:
            return self.drawn(in_page=in_page)
        finally:
            self.drawing += thread_time() - begun

    def move_on(self, answers: int) -> None:
        """Plays by chance to the middle of the game."""
        player = RandomPlayer(Chance("middle"))
        while self.game.question is not None and len(self.game.entries) < answers:
            if isinstance(self.game.question, ByLot):
                self.game.throw()
            else:
                self.game.put(player.answer(self.game))
        self._sent("open")

    def clicked(self, number: int) -> list[tuple[float, float]]:
        found = list[tuple[float, float]]()
        while len(found) < number and self.game.question is not None and "options" in self.state:
            answered = len(self.game.entries)
            time = self._answer(self._number())
            if all(entry.who in ("", self.state.get("who")) for entry in self.game.entries[answered:]):
                found.append(time)
            if len(self.game.entries) == answered:  # what was ended says first what could still be done
                self._answer(DONE)
            if able := [
                name
                for option in self.state.get("options", ())
                if not isinstance(option, str)
                for name in option.get("by", ())
            ]:
                found.append(self._click("select", piece=self.chance.choice(able)))
        return found

    def _number(self) -> int:
        number = len(self.state["options"])
        ends = self.state["done"] is not None and (not number or self.chance.random() < 0.2)
        return DONE if ends else self.chance.randrange(number)

    def _answer(self, number: int) -> tuple[float, float]:
        return self._click("answer", deed={"path": [number]}, question=self.state["question"], sure=True)

    def _click(self, what: str, **more: Any) -> tuple[float, float]:
        self.drawing, begun = 0.0, thread_time()
        self._sent(what, **more)
        time = thread_time() - begun
        return time - self.drawing, self.drawing


def told(times: Sequence[float]) -> str:
    """The median, the 95th percentile and the longest, in milliseconds."""
    ordered = sorted(times)
    shares = (ordered[len(ordered) // 2], ordered[len(ordered) * 19 // 20], ordered[-1])
    return " / ".join(f"{time * 1000:.0f}" for time in shares)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("situations", nargs="*", default=SITUATIONS, metavar="MODULE/SITUATION")
    parser.add_argument("--clicks", type=int, default=40)
    parser.add_argument("--reference", action="store_true", help="without the target")
    parser.add_argument("--python", action="store_true", help="with the target in Python")
    args = parser.parse_args()
    if args.python:
        setattr(target, "engine", python)  # noqa: B010
    print("ms of processor time, median / 95th percentile / longest; drawing is timed separately")
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        for number, name in enumerate(args.situations):
            module, _, situation = name.rpartition("/")
            Path(str(number)).mkdir()
            os.chdir(str(number))
            clicks = Clicks(module, situation, by_reference=args.reference)
            for part in ("set-up", "middle"):
                clicks.bytes.clear()
                with collect_garbage_seldom():  # as it is while a game is played
                    found = clicks.clicked(args.clicks)
                if found:
                    times, pictures = zip(*found, strict=True)
                    sizes = told([size / 1000 for size in clicks.bytes])
                    print(
                        f"  {name}, {part}: {told(times)}; picture {told(pictures)}; bytes {sizes}; {len(found)}",
                        flush=True,
                    )
                clicks.move_on(SHORT if module == "tutorial" else MIDDLE)
            os.chdir(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
