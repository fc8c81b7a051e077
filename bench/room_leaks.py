"""Do people who play together learn secrets? Games that are served are stopped, and all that a link receives compared.

    python bench/room_leaks.py                                        all that is shipped and has secrets
    python bench/room_leaks.py --module bench/harbour --games 2 --every 5
    python bench/room_leaks.py --module panzer-leader --situation remagen --every 40 --questions 200

A random game is kept in a folder, as `hexlaw table` keeps it. At a question it is served twice, with what differs only
in what a seat cannot see, and the same is done at both servers, over real doors: pages and sockets. What comes back has
to be the same, letter by letter:

- **laid**: other secrets are laid in (`other_secrets.py`), where the game stands and in all that is looked back upon;
- **answered**: another side answers at its own page, and at the other server gives another answer, where nothing of
  that is to be seen; then the answer is taken back by consent.

Asked for are the pages by link, the state and every question that a page can ask, lines of talk and what is pushed,
what is wanted back, a page that is closed and opened again, a seat of another game in the same folder, and strangers
with a wrong link. Each seat and those who look on are asked for. The time that an answer takes is not compared.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from other_secrets import otherwise
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from under_way import text_of

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.studio import rooms
from hexlaw.compiler.studio.serve import Door
from hexlaw.compiler.studio.serve_games import app_of_games
from hexlaw.compiler.workspace import shared_games
from hexlaw.compiler.workspace.shared_games import GamesFolder, SharedSituation, SharedTable
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import ByLot, Choose, Take
from hexlaw.runtime.play.seating import seats
from hexlaw.runtime.play.state import OBSERVERS
from hexlaw.runtime.position.visibility import is_hiding, secrets_of_kinds

PORT, KEEPER = 8123, "5eaf00d"
OURS = {"host": f"127.0.0.1:{PORT}", "origin": f"http://127.0.0.1:{PORT}"}
MAX_SHOWN, MAX_NAMED = 5, 6
LONG = ("finish", "reach")
"""What takes long to work out, and is asked with `--far` alone; so is a piece that is selected, and could move."""
BY_ITSELF = ("list", "more", "map", "units", "score", "wins", "log", "look", "finish")
OF_NAMES = ("list", "why", "odds", "reach", "map", "look", "units")
TYPED = ("log", "save x look legal", "quit", "undo", "nothing-of-this-name")
"""Lines that answer nothing, where another is asked."""

Change = Callable[[SharedTable], None]
Doors = list[tuple[str, str]]
"""What came, by the door that it came by."""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", help="without it, every shipped one that has secrets and situations")
    parser.add_argument("--situation", action="append", help="without it, every one of the module")
    parser.add_argument("--games", type=int, default=1, help="games of each situation")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--every", type=int, default=10, help="compare at one in so many questions with secrets")
    parser.add_argument("--questions", type=int, default=400, help="of each game, before it is left")
    parser.add_argument("--far", action="store_true", help=f"ask also what takes long: {', '.join(LONG)}")
    args = parser.parse_args(argv)
    rooms.SECONDS_A_LINE = 0
    vars(rooms)["randbelow"] = lambda _: 0  # alike at both
    vars(shared_games)["token_hex"] = lambda _: "0" * 32
    SharedSituation.target = lambda _: None  # type: ignore[method-assign,assignment,return-value]  # nor does it know
    bad = False
    for compilation, module in _compiled(args.module):
        for situation in args.situation or sorted(situation_files(compilation.chain)):
            found = _searched(module, situation, args)
            bad = bad or bool(found.leaks) or not found.compared["laid"]
    return int(bad)


def _compiled(module: str | None) -> Iterator[tuple[Compilation, str]]:
    for name in [module] if module else shipped_modules():
        compilation = compile_modules(name, Diagnostics())
        assert compilation is not None or module is None, f"`{name}` cannot be compiled"
        if compilation is not None and (module or _has_secrets(compilation)):
            yield compilation, name


def _has_secrets(compilation: Compilation) -> bool:
    return bool(secrets_of_kinds(compilation.graph)) or is_hiding(compilation.graph)


@dataclass
class Found:
    """What was compared, and what differed that should not."""

    questions: int = 0
    compared: Counter[str] = field(default_factory=Counter)  # pairs of servers, by how they differ
    doors: Counter[str] = field(default_factory=Counter)
    leaks: list[str] = field(default_factory=list)

    def compare(self, what: str, pair: tuple[Doors, Doors]) -> None:
        self.compared[what.partition(",")[0]] += 1
        for (door, one), (_, two) in zip(*pair, strict=False):
            self.doors[door] += 1
            if one != two:
                self.leaks.append(f"{what}, {door}: {_around(one, two)} or {_around(two, one)}")
        if len(pair[0]) != len(pair[1]):
            self.leaks.append(f"{what}, {[*map(len, pair)]} messages have come")


def _around(text: str, other: str) -> str:
    """Returns what a text says where another begins to differ."""
    first = next((n for n, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), min(len(text), len(other)))
    return repr(text[max(first - 60, 0) : first + 100])


class Folder(GamesFolder):
    """The games of a folder, of which the one that is opened is changed in what somebody cannot see."""

    def __init__(self, workspace: Workspace, module: str, path: Path, change: Change | None = None) -> None:
        super().__init__(workspace.compiled, [module], path, Configuration())
        self.change, self.module, self.workspace = change, module, workspace
        self.table: SharedTable | None = None

    def opened(self, name: str) -> SharedTable:
        table = super().opened(name)
        if name == GAME:
            self.table = table
            if self.change is not None:
                self.change(table)
        return table

    def copied(self, to: Path, change: Change | None = None) -> Folder:
        shutil.copytree(self.folder, to, dirs_exist_ok=True)
        return Folder(self.workspace, self.module, to, change)


GAME = ""
"""The name of the game under test."""


def _searched(module: str, situation: str, args: argparse.Namespace) -> Found:
    """Plays games of a situation, and prints what was found."""
    found, began = Found(), process_time()
    for number in range(1, args.games + 1):
        with TemporaryDirectory() as place:
            _looked_through(Path(place), module, situation, Random(f"{args.seed}-{number}"), args, found)
    compared = ", ".join(f"{number} {what}" for what, number in sorted(found.compared.items()))
    print(f"{module} {situation}: {found.questions} questions; compared: {compared or 'nothing'};", end=" ")
    print(f"{sum(found.doors.values())} messages, {len(found.leaks)} differ; {process_time() - began:.0f} s")
    print(f"  {', '.join(f'{door} {number}' for door, number in sorted(found.doors.items()))}")
    for leak in found.leaks[:MAX_SHOWN]:
        print(f"  {leak}")
    return found


def _looked_through(
    place: Path, module: str, situation: str, random: Random, args: argparse.Namespace, found: Found
) -> None:
    """Plays a game at random in a folder, and compares on the way."""
    folder, secrets = _begun(place, module, situation, random), 0
    game = folder.opened(GAME).game
    for _ in range(args.questions):
        question = game.question
        if question is None:
            return
        if isinstance(question, ByLot):
            game.throw()
            continue
        found.questions += 1
        hidden = any(game.seen_by(side).visibility is not None for side in game.law.sides)
        if hidden or len(game.agenda.secret_picks):
            if secrets % args.every == 0:
                for seat in folder.games[GAME].persons.keys() | {OBSERVERS}:
                    AtStop(folder, game, seat, random, place, far=args.far).compare(found)
            secrets += 1
        if (options := _safe(game, random, 1)) == []:
            return
        game.put(options[0])


def _begun(place: Path, module: str, situation: str, random: Random) -> Folder:
    """A folder with two games of a situation: the one under test, and one of other people."""
    global GAME
    folder = Folder(Workspace(), module, place / "games")
    tokens = iter(f"{random.getrandbits(128):032x}" for _ in range(1000))
    made, vars(shared_games)["token_hex"] = shared_games.token_hex, lambda _: next(tokens)  # type: ignore[attr-defined]
    GAME = folder.begin(module, situation, {})
    folder.begin(module, situation, {})
    vars(shared_games)["token_hex"] = made
    return folder


def _safe(game: Game, random: Random, number: int) -> list[Any]:
    """So many answers by chance that do not stop the game, if there are any."""
    found, options = list[Any](), game.options()
    for option in random.sample(options, len(options)):
        ahead = game.at(game.stand)
        try:
            ahead.put(option)
        except LawStop:
            continue
        found.append(option)
        if len(found) == number:
            break
    return found


# -- two servers


@dataclass
class AtStop:
    """A question of a game, and a seat for which two servers are compared."""

    folder: Folder
    game: Game
    seat: str
    random: Random
    place: Path
    far: bool

    @property
    def side(self) -> str:
        return OBSERVERS if self.seat == OBSERVERS else seats(self.game.position)[self.seat]

    def compare(self, found: Found) -> None:
        what, ways = f"{self.seat}, {self.game.question}", self._ways()
        lays = partial(_laid, side=self.side, seed=self.random.random())
        if text_of(otherwise(self.game, self.side, Random(1))) != text_of(self.game):
            pair = self._received(None, ways), self._received(lays, ways)
            found.compare(f"laid, {what}", pair)
        if (answers := self._unseen_answers()) is not None:
            who, *names = answers
            one, two = (self._received(None, ways, who, name) for name in names)
            if self._alike():
                found.compare(f"answered, {what}, {' or '.join(names)}", (one, two))

    def _unseen_answers(self) -> tuple[str, str, str] | None:
        """Returns who is asked, and two answers that this seat cannot tell apart, where another is asked."""
        question, seen = self.game.question, dict[str, tuple[Any, str]]()
        assert isinstance(question, Take | Choose)
        if question.side == self.side:
            return None
        for option in _safe(self.game, self.random, MAX_NAMED):
            ahead = self.game.at(self.game.stand)
            name = ahead.entry(question, option).answer
            ahead.put(option)
            entries = [entry for entry in ahead.entries if ahead.may_read(entry, self.side)]
            told = f"{entries} {len(ahead.entries)} {ahead.running} {ahead.text(self.side)}"
            if told in seen and seen[told][0] != option:
                return question.who, seen[told][1], name
            seen[told] = option, name
        return None

    def _alike(self) -> bool:
        """Whether two games that were answered otherwise are alike to the side, answers that followed included."""
        told = []
        for table in self._tables:
            game = table.game
            entries = [
                entry if game.may_read(entry, self.side) else replace(entry, answer="") for entry in game.entries
            ]
            told.append((entries, game.running, game.text(self.side)))
        return told[0] == told[1]

    def _received(self, change: Change | None, ways: list[dict[str, Any]], who: str = "", answer: str = "") -> Doors:
        """Returns all that comes to a seat of a server, and to strangers, while the same is done."""
        with TemporaryDirectory(dir=self.place) as place, _serving(self.folder.copied(Path(place), change)) as served:
            everyone = Everyone(served, self.seat)
            try:
                received = everyone.go_through(ways, who, answer)
            finally:
                for page in served.pages:
                    page.close()
            assert served.folder.table is not None
            self._tables = [*getattr(self, "_tables", [])[-1:], served.folder.table]
            return received

    def _ways(self) -> list[dict[str, Any]]:
        """Returns what a page of the seat asks, beside what it answers: of each sort all, or some by chance."""
        game, random = self.game, self.random
        question, position = game.question, game.position
        assert isinstance(question, Take | Choose)
        things, named = [*position.things], list[str]()
        if position.map is not None:
            hexes = position.map.hexes
            named = [*map(position.map.name_of, random.sample(hexes, min(len(hexes), MAX_NAMED)))]
        answers = [game.entry(question, one).answer for one in game.options()] if question.side == self.side else []
        some = random.sample([*things, *answers, *named], min(len(things) + len(answers), 2 * MAX_NAMED))
        last = max(len(game.entries) - 1, 0)
        seen = game.seen_by(self.side)
        selected = [t for t in things if self.far or not answers or not seen.has(position.things[t])]
        lines = [*BY_ITSELF, *(f"{door} {name}" for door in OF_NAMES for name in random.sample(some, len(some) // 2))]
        lines += [f"look {thing}" for thing in things]
        return [
            *(
                {"do": "hear", "about": {"of": of, "name": name}}
                for of, _, name in (line.partition(" ") for line in lines) if self.far or of not in LONG
            ),
            *({"do": "select", "piece": thing} for thing in [*selected, "nothing-of-this-name"]),
            *({"do": "odds", "deed": {"path": [number]}} for number in range(MAX_NAMED)),
            *({"do": "sight", "here": here, "there": there} for here, there in pairwise(named)),
            *({"do": "as", "at": n} for n in range(max(last - MAX_NAMED, 0), last)),
            *({"do": "meant", "at": (n, last + 1)} for n in range(max(last - MAX_NAMED, 0), last)),
            *({"do": "type", "lines": [line], "question": 0} for line in (() if answers else TYPED)),
            *({"do": do} for do in ("key", "look", "leave", "next", "no-such-question")),
            {"do": "take", "who": question.who},
        ]  # fmt: skip


def _laid(table: SharedTable, *, side: str, seed: float) -> None:
    """Lays other secrets into a game that is served, and into all that may be looked back upon."""
    game = table.game
    answered = [n for n, entry in enumerate(game.entries) if not entry.lapsed and game.moments]
    game.moments = {n: _otherwise(game.as_it_was(n), side, seed).stand for n in answered}
    entries = [e if game.may_read(e, side) else replace(e, answer=f"{e.answer}?") for e in game.entries]
    game.stand, game.entries = _otherwise(game, side, seed).stand, entries


def _otherwise(game: Game, side: str, seed: float) -> Game:
    return otherwise(game, side, Random(seed))


@dataclass
class Serving:
    client: TestClient
    folder: Folder
    pages: list[Page] = field(default_factory=list)


@contextmanager
def _serving(folder: Folder) -> Iterator[Serving]:
    app = app_of_games(folder.workspace, folder, Door(PORT, KEEPER, set(), "", folder.tokens))
    with TestClient(app, base_url=OURS["origin"]) as client:
        yield Serving(client, folder)


class Page:
    """A page that is connected: it asks, and notes all that comes."""

    def __init__(self, served: Serving, token: str, doors: Doors | None = None) -> None:
        self.socket = served.client.websocket_connect(f"/{token}/ask", headers=OURS)
        self.doors, self.number, self.version = [] if doors is None else doors, 0, 0
        self.pushed: dict[str, Any] = {}
        self.socket.__enter__()
        served.pages.append(self)
        self.is_open = True

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.socket.__exit__(None, None, None)

    def _heard(self, door: str) -> dict[str, Any]:
        text = self.socket.receive_text()
        said: dict[str, Any] = json.loads(text)
        self.pushed = said.get("pushed", self.pushed)
        self.doors.append(("pushed" if "pushed" in said else door, text))
        value = said.get("told") or said.get("value") or {}
        self.version = value.get("version", self.version)
        return said

    def ask(self, door: str = "", **request: Any) -> dict[str, Any]:
        self.number += 1
        had = {"had": self.version} if request["do"] in ("open", "type", "look", "take") else {}
        self.socket.send_text(f"{self.number} " + json.dumps({**had, **request}))
        while True:
            said = self._heard(door or request["do"])
            if said["number"] == self.number and "told" not in said:
                return said

    def hear(self, has: Callable[[Mapping[str, Any]], object]) -> None:
        """Waits for what is pushed."""
        while not self.pushed or not has(self.pushed):
            self._heard("pushed")


def _ends_with(line: str, said: Mapping[str, Any]) -> bool:
    """Whether that is the last line of the talk that is pushed."""
    return bool(said["chat"]) and said["chat"][-1][1] == line


class Everyone:
    """Who is at a server: the seat under test, the others, somebody of another game, and strangers."""

    def __init__(self, served: Serving, seat: str) -> None:
        self.served, self.seat, self.doors = served, seat, Doors()
        folder = served.folder
        self.links = folder.games[GAME]
        self.elsewhere = next(links for name, links in folder.games.items() if name != GAME)

    def token(self, seat: str) -> str:
        return self.links.persons.get(seat, self.links.observers)

    def go_through(self, ways: list[dict[str, Any]], who: str, answer: str) -> Doors:
        """Does what there is to be done; returns what has come."""
        page = Page(self.served, self.token(self.seat), self.doors)
        page.hear(lambda said: True)
        page.ask(do="open")
        others = {seat: Page(self.served, self.token(seat)) for seat in self.links.persons if seat != self.seat}
        page.hear(lambda said: all(said["here"].values()))
        if who:
            self._answer(page, others[who], answer)
        for way in ways:
            page.ask(**way)
        for number, (_, other) in enumerate(others.items()):
            other.ask(do="say", line=f"well rowed {number}")
            page.hear(partial(_ends_with, f"well rowed {number}"))
            page.ask(do="say", line="so they say")
            page.ask(do="agree", yes=True)
            page.ask(do="open")
            if "refused" not in other.ask(do="back"):
                self._take_back(page, other, others)
        self._by_link(self.token(self.seat), "by link")
        self._come_again(page)
        self._elsewhere()
        for other in others.values():
            other.close()
        return self.doors

    def _answer(self, page: Page, other: Page, answer: str) -> None:
        """Another answers, and all that the page is pushed and told upon it is noted."""
        given = other.ask(do="open")
        question = given["value"]["values"]["question"]
        given = other.ask(do="type", lines=[answer], question=question, sure=True)
        page.hear(lambda said: said["number"] > question)
        page.ask("answered", do="open")
        page.ask("answered", do="look")

    def _take_back(self, page: Page, other: Page, others: Mapping[str, Page]) -> None:
        """What another wants back all agree to; the page sees how it stands then."""
        if len(others) + (self.seat != OBSERVERS) > 1:
            page.hear(lambda said: said["wish"])
        before = page.pushed["number"]
        for one in ([page] if self.seat != OBSERVERS else []) + [one for one in others.values() if one is not other]:
            one.ask(do="agree", yes=True)
        page.hear(lambda said: said["number"] > before)
        page.ask("taken back", do="open")

    def _come_again(self, page: Page) -> None:
        """The page is closed, and opened again with what it had; and by somebody who has nothing yet."""
        page.close()
        for version in (page.version, 0):
            again = Page(self.served, self.token(self.seat), self.doors)
            again.version = version
            again.hear(lambda said: True)
            again.ask("again", do="open")
            again.close()

    def _elsewhere(self) -> None:
        """Somebody of another game, and strangers, ask what they can."""
        there = Page(self.served, next(iter(self.elsewhere.persons.values())), self.doors)
        for request in (
            {"do": "open"},
            {"do": "hear", "about": {"of": "log"}},
            {"do": "hear", "about": {"of": "look"}},
        ):
            there.ask("another game", **request)
        there.close()
        token = self.token(self.seat)
        for wrong in ("0" * 32, token[:-1], token.upper() + "0", GAME, "first"):
            self._by_link(wrong, "stranger")
            try:
                with self.served.client.websocket_connect(f"/{wrong}/ask", headers=OURS):
                    self.doors.append(("stranger", "is let in"))
            except WebSocketDisconnect as closed:
                self.doors.append(("stranger", f"{closed.code} {closed.reason}"))

    def _by_link(self, token: str, door: str) -> None:
        for path in ("", "table.html", f"game?name={GAME}", "new", f"{GAME}.journal", f"../games/{GAME}.links"):
            given = self.served.client.get(f"/{token}/{path}")
            self.doors.append((door, f"{given.status_code} {given.text}"))


if __name__ == "__main__":
    raise SystemExit(main())
