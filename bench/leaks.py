"""Does a game give secrets away? Random games are stopped, what a side cannot see is made otherwise, and compared.

    python bench/leaks.py                                        all that is shipped and has secrets
    python bench/leaks.py --situation remagen --games 5 --every 1
    python bench/leaks.py --module bench/harbour
    python bench/leaks.py --module minefields

At a question, what a side cannot see is exchanged for other values; then its view, the question, the options, the
words of every verdict, costs and what was spent are compared, letter by letter (`other_secrets.py`). Whatever
differs is a leak, and is printed. A comparison counts where something really was hidden and became another; a module
without one such proves nothing, and fails. Also counted are answers that stop the game: where it takes a secret to
know that, only trying tells.

Where a thing is drawn, another is drawn in its place, and the dice of the rest of the throw fall as they did: a side
that does not see afterwards what was drawn is told the same of both draws, and by the whole table after them.

It asks for every side and for observers. Observers may see only what every side sees.

Secret are, in Panzer Leader and what extends it, the fire orders that every situation has, and the landing orders of
those who land; in `bench/harbour`, what a boat hides; in `tests/rules/games`, where armies of `crowns` and punts of
`reeds` hide; and what the toys of libraries hide. Pictures are drawn with all that marks can show: what was picked,
which ways pieces went. The tutorial, PanzerBlitz and the others have no secrets: there is nothing in them to be told.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from other_secrets import otherwise, told
from under_way import text_of

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.desk.table.answering import Answering
from hexlaw.compiler.desk.table.live import LivePicture
from hexlaw.compiler.desk.table.page_session import TableInPage
from hexlaw.compiler.desk.table.page_state import Deed, TableQuery
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.desk.table.session import Session
from hexlaw.compiler.desk.table.tabletop import COMMANDS, Tabletop
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.draw.svg import Drawer, Scene
from hexlaw.runtime.explain.played_moves import Trails
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Draw, Take
from hexlaw.runtime.play.seating import seats
from hexlaw.runtime.play.state import OBSERVERS
from hexlaw.runtime.position.visibility import is_hiding, secrets_of_kinds

MAX_SHOWN = 5
"""Leaks that are printed."""
MAX_NAMED = 6
"""Answers, things and hexes by whose names each door is asked at one question."""
CHANGE_THE_GAME = {"done", "undo", "cancel", "quit"}
LOOK_BACK = {"back"}
"""Doors to what has been: nobody has played the game in which other secrets were laid in."""
OF_WHO_ANSWERS = {"list", "more", "why", "odds", "score"}
"""Doors that are open only to the side that is asked."""
LOOK_FAR = {"reach"}
"""Doors that work out all that a thing could do, which takes long: they are asked with `--far` alone."""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", help="without it, every shipped one that has secrets and situations")
    parser.add_argument("--far", action="store_true", help="ask also what takes long: how far a thing can go")
    parser.add_argument("--situation", action="append", help="without it, every one of the module")
    parser.add_argument("--games", type=int, default=2, help="games of each situation")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--every", type=int, default=10, help="compare at one in so many questions with secrets")
    parser.add_argument("--questions", type=int, default=1000, help="of each game, before it is left")
    args = parser.parse_args(argv)
    bad = False
    for compilation in _compiled(args.module):
        situations = args.situation or sorted(situation_files(compilation.chain))
        found = [_searched(compilation, situation, args) for situation in situations]
        bad = bad or any(one.leaks for one in found) or not any(one.compared for one in found)
    return 1 if bad else 0


def _compiled(module: str | None) -> Iterator[Compilation]:
    """The module that is asked for, or all that have secrets; of a library, its toy."""
    for name in [module] if module else shipped_modules():
        compilation = compile_modules(name, Diagnostics())
        assert compilation is not None or module is None, f"`{name}` cannot be compiled"
        if compilation is None:  # an abstract one
            continue
        if module or (_has_secrets(compilation) and situation_files(compilation.chain)):
            yield compilation


def _has_secrets(compilation: Compilation) -> bool:
    return bool(secrets_of_kinds(compilation.graph)) or is_hiding(compilation.graph)


def _searched(compilation: Compilation, situation: str, args: argparse.Namespace) -> Found:
    """Plays games of a situation, and prints what was found."""
    found, began, style = Found(), process_time(), compilation.style(Diagnostics())
    assert style is not None
    for number in range(1, args.games + 1):
        game = _begun(compilation, situation, f"{args.seed}-{number}")
        _looked_through(game, style, args, found)
    print(f"{compilation.name} {situation}: {args.games} games, {found}; {process_time() - began:.0f} s")
    print(f"  {', '.join(f'{door} {number}' for door, number in sorted(found.doors.items()))}")
    for leak in found.leaks[:MAX_SHOWN]:
        print(f"  {leak}")
    return found


@dataclass
class Found:
    """What was compared, and what differed that should not."""

    questions: int = 0
    secrets: int = 0  # questions at which something is hidden from somebody
    compared: int = 0
    asked: int = 0  # of those compared, by the side that has to answer
    stopped: int = 0
    doors: Counter[str] = field(default_factory=Counter)  # what was compared at each
    leaks: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.questions} questions, {self.secrets} with secrets; {self.compared} comparisons, {self.asked} "
            f"of them for the side that is asked; {len(self.leaks)} differ; {self.stopped} answers stopped the game"
        )


def _looked_through(game: Game, style: Style, args: argparse.Namespace, found: Found) -> None:
    """Plays a game at random, and compares on the way."""
    random = Random(game.seed)
    sides = game.law.graph.choices["side"].values
    watched = {
        side: Watched(Screen(game, style, {other: "random" for other in sides if other != side}, side))
        for side in (*sides, OBSERVERS)
    }
    for _ in range(args.questions):
        question = game.question
        for side in watched.values():
            side.catch_up()
        if question is None:
            return
        if isinstance(question, ByLot):
            if isinstance(question, Draw):
                _compare_draw(game, question, watched, random, found, far=args.far)
            game.throw()
            continue
        found.questions += 1
        if any(map(partial(_is_hidden, game), sides)) or game.entry(question, DONE).apart:
            if found.secrets % args.every == 0:
                _compare(game, question, watched, random, found, far=args.far)
            found.secrets += 1
        if not _goes_on(game, random, found):
            return


def _is_hidden(game: Game, side: str) -> bool:
    """Whether there is anything that a side does not see."""
    return game.seen_by(side).visibility is not None


@dataclass
class Watched:
    """A game as one side has seen it so far, with what is marked for it in a picture."""

    screen: Screen
    trails: Trails = field(default_factory=Trails)
    noted: int = 0  # entries of the journal

    def catch_up(self) -> None:
        entries = self.screen.game.entries[self.noted :]
        for entry in map(self.screen.redacted, entries):
            self.trails.note(self.screen.position, entry, anew=entry.asked == ACTION)
        self.noted += len(entries)

    def under(self, game: Game) -> tuple[Screen, Trails]:
        """The same as if that were the game, and had been all the time."""
        screen, trails = replace(self.screen, game=game), deepcopy(self.trails)
        trails.note(screen.position, None, anew=False)
        return screen, trails


def _compare(
    game: Game, question: Take | Choose, watched: Mapping[str, Watched], random: Random, found: Found, *, far: bool
) -> None:
    for side, seen in watched.items():
        other = otherwise(game, side, random)
        if text_of(other) == text_of(game):
            continue
        found.compared += 1
        found.asked += question.side == side
        ways = _ways_to_ask(game, side, question, random, far=far)
        both = game, _with_other_answers(game, other, side)
        ones, twos = (_heard(one, side, *seen.under(one), ways) for one in both)
        games = ((("machine", one) for one in told(game, side)), (("machine", two) for two in told(other, side)))
        for pairs in (zip(*games, strict=False), zip(ones, twos, strict=True)):
            for (door, one), (_, two) in pairs:
                found.doors[door] += 1
                if one != two:
                    found.leaks.append(f"{side}, {question}, {door}: {one} or {two}")


def _compare_draw(
    game: Game, question: Draw, watched: Mapping[str, Watched], random: Random, found: Found, *, far: bool
) -> None:
    """Draws another thing in place of the one that the seed draws."""
    drawn = game.drawn()
    others = [one for one in question.members if one != drawn and isinstance(one, Thing)]
    if not others:
        return
    another = random.choice(others)
    instead = {drawn: another, another: drawn}
    for side, seen in watched.items():
        one, two = (game.at(game.stand) for _ in range(2))
        fallen: list[Any] = []
        ones = _thrown(one, seen.under(one)[0], partial(_noted, fallen, one))
        again = iter([instead.get(fell, fell) for fell in fallen])
        twos = _thrown(two, seen.under(two)[0], again.__next__)
        views = [of.text(side) for of in (one, two)]
        if one.seen_by(side).has(drawn) or two.seen_by(side).has(another):
            continue  # it may see what was drawn
        found.compared += 1
        pairs = [("draw", (ones, twos)), ("view", (views[0], views[1]))]
        if isinstance(one.question, Take | Choose) and one.question == two.question:
            ways = _ways_to_ask(one, side, one.question, random, far=far)
            heard = (_heard(of, side, *seen.under(of), ways) for of in (one, two))
            pairs += [(door, (a, b)) for (door, a), (_, b) in zip(*heard, strict=True)]
        for door, (a, b) in pairs:
            found.doors[door] += 1
            if a != b:
                found.leaks.append(f"{side}, {question.short}, {door}: {a} or {b}")


def _noted(fallen: list[Any], game: Game) -> Any:
    """What the seed has fall, noted."""
    fallen.append(Game.drawn(game))
    return fallen[-1]


def _thrown(game: Game, screen: Screen, drawn: Callable[[], Any]) -> str:
    """Lets all dice fall that are asked for, as is said here; what the table tells a side of it."""
    game.drawn = drawn  # type: ignore[method-assign]
    table = Tabletop(game, None, screen, {}, "")  # type: ignore[arg-type]  # nothing is answered, so nothing is kept
    table.event_log.reported = len(game.entries)
    return _said(Session(table)._throw)


def _with_other_answers(game: Game, other: Game, side: str) -> Game:
    """The game with other secrets, as if others had written down other answers in secret."""
    other.entries = [e if game.may_read(e, side) else replace(e, answer=f"{e.answer}?") for e in game.entries]
    return other


def _ways_to_ask(game: Game, side: str, question: Take | Choose, random: Random, *, far: bool) -> list[str]:
    """What can be typed at the table by a side: every door, by itself and with names."""
    position = game.position
    names = [*position.things]
    if position.map is not None:
        hexes = position.map.hexes
        names += map(position.map.name_of, random.sample(hexes, min(len(hexes), MAX_NAMED)))
    ways = [f"look {thing}" for thing in position.things]  # whatever is hidden is hidden of a thing
    answers = [] if question.side != side else [_name(game, option) for option in game.options()]
    for door in COMMANDS:
        if (
            door in CHANGE_THE_GAME
            or (door in LOOK_FAR and not far)
            or (door in OF_WHO_ANSWERS and question.side != side)
        ):
            continue
        some = [*names, *answers, "nothing-of-this-name"]
        asked = [door, *(f"{door} {name}" for name in random.sample(some, min(len(some), MAX_NAMED)))]
        ways += [] if door in LOOK_BACK else asked
    return ways


def _name(game: Game, option: Any) -> str:
    return game.entry(game.question, option).answer if game.question is not None else ""


TAKEN_BACK = {"undo", "all", "cancel"}
"""What can be taken back is not compared: nobody has played the game in which other secrets were laid in."""


def _heard(game: Game, side: str, screen: Screen, trails: Trails, ways: list[str]) -> Iterator[tuple[str, str]]:
    """What the table tells a side, door by door."""
    table = Tabletop(game, None, screen, {}, "")  # type: ignore[arg-type]  # nothing is answered, so nothing is kept
    question = game.question
    assert isinstance(question, Take | Choose)
    options = game.options() if question.side == side else []
    seen = screen.position
    scene = Scene(seen, marked=trails.picked(seen), arrows=trails.arrows, legend=True)
    yield "picture", _drawer(screen.style).draw(scene)
    yield "turn", _turn_told(table, question)
    yield "news", _said(table.event_log.tell_news)
    asked = Answering(table, question, options)
    for way in ways:
        door, _, name = way.partition(" ")
        yield door, _said(lambda door=door, name=name: asked.inquired(door, name))
    others = {seat: RandomPlayer(Chance("1")) for seat, of in seats(seen).items() if of != side}
    looking = replace(screen)
    table = Tabletop(game, None, looking, others, "")  # type: ignore[arg-type]
    table.picture = LivePicture(game.title, screen.style, lambda: looking.position, frozenset(others))
    table.picture._trails = trails
    page = TableInPage(table)
    yield "page", str({name: value for name, value in page.state().items() if name not in TAKEN_BACK})
    yield "page", "\n".join([page.picture(), page.picture(in_page=False)])
    for number in range(min(len([one for one in options if one != DONE]), MAX_NAMED)):
        yield "page", str(page.odds_of(Deed((number,))))
    for way in ways:
        door, _, name = way.partition(" ")
        query = TableQuery.typed(door, name) if door in ("odds", "why", "look", "log") else None
        if query is not None:
            yield "page", str(page.ask_beside(query))
        elif door == "reach":
            yield "page", str(page.begun_with(name))


def _turn_told(table: Tabletop, question: Take | Choose) -> str:
    """Returns the text at the start of a side's turn, and the map that marks the moves of others; no mark left out."""
    table.came, table.moved = {*table.game.position.things.values()}, True
    return _said(lambda: table.tell_turn(question))


@cache
def _drawer(style: Style) -> Drawer:
    """One for all games: it draws the map once."""
    return Drawer(style)


def _said(ask: Any) -> str:
    with redirect_stdout(io.StringIO()) as out:
        ask()
    return out.getvalue()


def _goes_on(game: Game, random: Random, found: Found) -> bool:
    """Answers at random with what does not stop the game, if there is anything."""
    options = game.options()
    for option in random.sample(options, len(options)):
        try:
            game.put(option)
        except LawStop:
            found.stopped += 1
        else:
            return True
    return False


def _begun(compilation: Compilation, situation: str, seed: str) -> Game:
    diagnostics = Diagnostics()
    prepared = prepare(compilation, situation, Configuration(), diagnostics)
    assert prepared is not None, [d.message for d in diagnostics]
    return prepared.game(seed)


if __name__ == "__main__":
    raise SystemExit(main())
