"""Journals as logs of VASSAL, refereed: no charge where all was legal, and the planted fault where one is planted.

    python bench/vassal_logs.py                          journals of shipped modules, then 50 planted faults
    python bench/vassal_logs.py --journals rules/tutorial/journals/last-fine-day-greedy-2.journal --faults 5
    python bench/vassal_logs.py --keep logs              the logs are kept in a folder

A journal is written as two players would have played it with the module that `hexlaw vassal` makes: a drag for each hex
of a move, words of the counters' menus for what is no move, dice buttons, counters dragged where the law has put them,
taken off where it has taken them, and the turn tracker pressed on. The commands are those that VASSAL itself writes.

A fault changes one thing that was done, by what it is and not by what the referee says of it: another hex far off, a
counter of the other side, a target out of sight. It is found if the first charge stands in its step.
What is planted is a fault by a printed figure, of the rules or of a counter, so that no rule may allow it after all.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from html import unescape
from itertools import takewhile
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.texts import DISK
from hexlaw.compiler.desk.vassal.archives import ESCAPE, NAME_OF_LAYER, OBFUSCATED, about, packed, saved_text, unpacked
from hexlaw.compiler.desk.vassal.escaped_texts import joined, nested, parted, unnested
from hexlaw.compiler.desk.vassal.game_logs import LOGGED, read_log
from hexlaw.compiler.desk.vassal.module_of_law import MAP, NAME, POINTER
from hexlaw.compiler.desk.vassal.refereed_log import FORBIDDEN, LEGAL, LogReferee, LogVerdict
from hexlaw.compiler.desk.vassal.turn_parts import tracked
from hexlaw.compiler.situations.games import modules_of
from hexlaw.compiler.wasm.following import target_of
from hexlaw.compiler.workspace.refereed_logs import log_referee
from hexlaw.compiler.workspace.table_games import KeptGame, kept_game
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.board.geometry import Hex, distance
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.questions import DONE, Choose, Draw, Take, Throw
from hexlaw.runtime.play.replay import Differs, steps_again
from hexlaw.runtime.play.state import Running
from hexlaw.runtime.words import english

ROOT = Path(__file__).resolve().parents[1]
ANNA = "Anna"


@dataclass(frozen=True)
class Deed:
    """What was done at once: a sort, whom and where it is about, and the commands that VASSAL writes of it."""

    sort: str  # begin, drag, word, dice, off, new, turn, typed
    commands: tuple[str, ...]
    thing: str = ""
    there: Hex | None = None
    about: str = ""  # of a word the path of the pick, of a drag the action


@cache
def module_files(spec: str) -> dict[str, bytes]:
    return unpacked(Workspace().vassal(spec, with_book=False).data, spec)


class LogWriter:
    """Writes a journal as a log of VASSAL."""

    def __init__(self, journal: Path) -> None:
        self.kept: KeptGame = kept_game(journal, None, Configuration(), DISK)
        self.game = self.kept.game
        target_of(self.game)
        self.spec = modules_of(journal, self.kept.journal.header)
        self.situation = self.game.setup.situation
        self.files = module_files(self.spec)
        saved = self.files[f"{self.situation}.vsav"]
        self.begin = saved_text(saved, journal.name)
        self.referee: LogReferee = log_referee(self.kept.compilation, self.game, lambda _: True)
        self.ids = {each.properties.get(NAME, ""): id_ for id_, each in read_log(saved, journal.name).begins.items()}
        self.at = {
            each.properties.get(NAME, ""): (each.x, each.y) for each in read_log(saved, journal.name).begins.values()
        }
        self.palette = {
            unescape(name): unescape(piece)
            for name, piece in re.findall(
                r'<VASSAL.build.widget.PieceSlot entryName="([^"]*)"[^>]*>([^<]*)<',
                self.files["buildFile.xml"].decode(),
            )
        }
        self.called = dict[str, str]()  # what counters out of the palette are called, by the names of their things
        self.deeds: list[Deed] = []
        self.held = [self.held_now()]  # before each deed
        self.new = 900_000
        self.tracker, self.turn = 0, 1
        stretches = tracked(self.game.law, self.game.position)
        self.counts = next((each.counted for each in stretches if each.counted), "")
        self.first_counted = sum(len(each.parts) for each in takewhile(lambda each: not each.counted, stretches))
        self.ended = False
        self.action, self.picks = "", list[tuple[str, Value, bool]]()
        self.mover: Thing | None = None
        self.located = self.where()
        self.began = dict(self.located)
        commands = (parted("/", line[2:]) for line in self.begin.split(ESCAPE) if line.startswith("+/"))
        self.raw = {command[0]: (command[1], command[2]) for command in commands}
        self.marks = self.legends()

    # -- the commands of VASSAL

    def moved(self, name: str, point: tuple[int, int]) -> str:
        old, self.at[name] = self.at[name], point
        return "M/" + joined("/", self.ids[name], MAP, *point, "null", MAP, *old, "null", ANNA)

    def added(self, called: str, name: str, point: tuple[int, int]) -> str:
        _, type_, state = parted("/", self.palette[called].removeprefix("+/"))
        self.new += 1
        self.ids[name], self.at[name], self.called[name] = str(self.new), point, called
        head, _, last = state.rpartition("null;0;0;")
        return "+/" + joined("/", self.new, type_, f"{head}{MAP};{point[0]};{point[1]};{last}")

    def legends(self) -> dict[str, frozenset[str]]:
        """The marks that lie on counters by law."""
        position, drawn = self.game.position, self.referee.counters
        full = {*position.places.values()}
        return {
            name: frozenset(mark.legend for mark in drawn.markers_of(position, thing, thing in full))
            for name, thing in position.things.items()
            if name in self.ids
        }

    def marked(self, name: str, legend: str, *, is_on: bool) -> str | None:
        """The command for a mark that is laid on or taken off; None where the counter has no such layer."""
        type_, state = self.raw.get(self.ids[name], ("", ""))
        types, states = unnested(type_), unnested(state)
        for number, each in enumerate(types):
            if each.startswith("emb2;") and parted(";", each)[1 + NAME_OF_LAYER] == legend:
                basic = parted(";", states[-1])
                now = [*states[:-1], joined(";", MAP, *self.at[name], *basic[3:])]
                now[number] = "2" if is_on else "1"
                self.raw[self.ids[name]] = type_, nested(now)
                return "D/" + joined("/", self.ids[name], nested(now), state)
        return None

    def name_of(self, h: Hex | None) -> str:
        return "beside the map" if h is None else self.referee.pixels.board.name_of(h)

    def put(self, sort: str, *commands: str, thing: str = "", there: Hex | None = None, about: str = "") -> None:
        self.deeds.append(Deed(sort, commands, thing, there, about))
        self.held.append(self.held_now())

    def held_now(self) -> frozenset[str]:
        """Those that are carried or in a fort: they lie on no hex of their own."""
        return frozenset(one.name for one, place in self.game.position.places.items() if isinstance(place, Thing))

    def word(self, name: str, at: Hex | None, said: str, about: str) -> None:
        called = self.called.get(name, name)
        self.put("word", f"CHAT* {called} ({self.name_of(at)}): {said}", thing=name, there=at, about=about)

    def point_at(self, h: Hex) -> None:
        self.put("point", self.moved(POINTER, self.referee.pixels.centre(h)), thing=POINTER, there=h)

    # -- the game

    def where(self) -> dict[str, Hex | None]:
        return {name: self.referee.law.hex_of(self.game, thing) for name, thing in self.game.position.things.items()}

    def written(self) -> list[Deed]:
        """Returns all that was done, in order; the first deed is how the table lies at the beginning."""
        steps = steps_again(self.game, self.kept.journal.entries)
        while True:
            question = self.game.question
            self.turn_tracker()
            answering = self.game.to_read.position
            self.mover = self.game.mover or self.mover
            step = next(steps, None)
            if step is None or isinstance(step, Differs):
                assert step is None, step
                break
            if step.entry.lapsed or question is None:
                continue
            self.answered(question, step.entry.answer, answering)
            if not isinstance(self.game.question, Choose):
                self.flush()
        self.flush()
        return self.deeds

    def answered(self, question: Value, answer: str, before: Value) -> None:
        match question:
            case Take() if answer == DONE:
                part = self.part_ended
                self.flush()
                if part and part == self.label() and self.counted() == self.turn_of_part and self.is_part():
                    self.word(POINTER, None, DONE, DONE)
                self.ended = self.ended or bool(part)
            case Take():
                self.flush()
                self.action, self.picks = answer, []
            case Choose(pick=path) if answer != DONE:
                value = self.game.setup.position.things.get(answer) or before.things.get(answer)
                if t.bare(self.referee.picks[path].type) == t.HEX:
                    value = next((h for h in [before.map.find(answer)] if h is not None), None)
                mover = self.mover
                if (
                    mover is not None and isinstance(value, Hex) and self.referee.picks[path].repeatedly
                    and self.referee.law.hex_of(self.game, mover) == value != self.located.get(mover.name)
                ):  # fmt: skip
                    own = path.partition(".")[0]  # the action of which the drag says it
                    self.picks = [p for p in self.picks if p[1] != mover or p[0].partition(".")[0] != own]
                    self.say()
                    self.drag(mover, value)
                else:
                    self.picks.append((path, value if value is not None else answer, False))
            case Throw(name=name):
                called = self.referee.readings.called("throw", name)
                total, dice = int(answer), []
                for left in reversed(range(question.count)):
                    dice.append(min(question.faces, total - left))
                    total -= dice[-1]
                self.put("dice", f"CHAT** {called} = {','.join(map(str, dice))} *** <{ANNA}>", about=called)
                self.flush()
            case Draw():
                self.put("typed", f"CHAT<{ANNA}> - {answer}")
                self.flush()

    def drag(self, thing: Thing, there: Hex) -> None:
        """A counter is dragged, with all that it holds."""
        now = self.where()
        with_it = [
            name for name, h in now.items()
            if h == there and self.located.get(name) != h and name in self.ids and name != thing.name
            and self.game.position.places.get(self.game.position.things[name]) == thing
        ]  # fmt: skip
        commands = [self.moved(name, self.referee.pixels.centre(there)) for name in (thing.name, *with_it)]
        self.put("drag", *commands, thing=thing.name, there=there, about=self.action)
        for name in (thing.name, *with_it):
            self.located[name] = there

    def say(self) -> None:
        """The words for picks that nothing shows."""
        readings = self.referee.readings
        for path, value, _ in self.picks:
            said = f"{readings.called('action', path.partition('.')[0])}: {readings.called('pick', path)}"
            match value:
                case Hex():
                    if self.referee.pixels.board.contains(value):
                        self.point_at(value)
                        self.word(POINTER, value, said, path)
                case Thing(name=name):
                    if name in self.ids:
                        self.word(name, self.located.get(name), said, path)
                    else:
                        self.put("typed", f"CHAT<{ANNA}> - {name}", about=path)
                case _:
                    picked = t.bare(self.referee.picks[path].type)
                    if isinstance(picked, t.Choice) and "." in path:
                        called = readings.called("value", f"{picked.name}.{value}")
                        self.word(POINTER, None, f"{said}: {called}", path)
                    else:
                        self.put("typed", f"CHAT<{ANNA}> - {value}", about=path)
        self.picks = []

    def flush(self) -> None:
        """What an action or dice have come to."""
        if self.action and not self.picks and not self.game.law.graph.actions[self.action].picks:
            self.word(POINTER, None, self.referee.readings.called("action", self.action), self.action)
        now = self.where()
        things = [v for _, v, _ in self.picks if isinstance(v, Thing)]
        hexes = [v for _, v, _ in self.picks if isinstance(v, Hex)]
        if things and hexes and now.get(things[0].name) == hexes[-1] != self.located.get(things[0].name):
            self.picks = [p for p in self.picks if p[1] != things[0] and not isinstance(p[1], Hex)]
            self.drag(things[0], hexes[-1])
        self.say()
        self.action = ""
        position = self.game.position
        for name, there in now.items():
            if name not in self.ids and there is not None:
                thing = position.things[name]
                unit = position.unit_of(thing)
                called = english.named(thing.kind) if unit is None else unit.name
                if called in self.palette:
                    self.put(
                        "new", self.added(called, name, self.referee.pixels.centre(there)), thing=name, there=there
                    )
            elif name in self.ids and there != self.located.get(name):
                if there is None:
                    self.off(name)
                else:
                    self.put("result", self.moved(name, self.referee.pixels.centre(there)), thing=name, there=there)
        for name in [name for name in self.located if name not in now and name in self.ids]:
            if self.located[name] is not None:
                self.off(name)
        self.located = {**{n: None for n in self.located if n not in now}, **now}
        for name, legends in self.legends().items():
            for legend in legends ^ self.marks.get(name, frozenset()):
                command = self.marked(name, legend, is_on=legend in legends)
                if command is not None:
                    self.put("mark", command, thing=name, about=legend)
            self.marks[name] = legends

    def off(self, name: str) -> None:
        wide, high = self.referee.pixels.size
        self.put("off", self.moved(name, (wide - 60, high + 60)), thing=name)

    # -- the turn tracker

    def is_part(self) -> bool:
        return isinstance(self.game.question, Take) and self.game.ends_with_done is not None

    def label(self) -> str:
        return self.referee.law.part_of(self.game)

    def counted(self) -> int:
        running = [f for f in self.game.under_way if isinstance(f, Running)]
        return next((f.number for f in running if f.span.repeats is not None and f.span.each is None), 0)

    def shown(self) -> str:
        """What the tracker shows: the first two of its three levels, or the first."""
        part, counted = self.referee.parts[self.tracker], self.tracker >= self.first_counted
        return f"{self.counts} {self.turn} {part} " if counted else f"{part}  "

    def turn_tracker(self) -> None:
        """Presses the tracker on to the part that is under way."""
        self.part_ended = self.label() if self.is_part() else ""
        self.turn_of_part = self.counted()
        parts = self.referee.parts
        if not self.part_ended or self.part_ended not in parts:
            return
        there = parts.index(self.part_ended)
        if there == self.tracker and not (self.ended and self.counted() != self.turn_was):
            self.turn_was, self.ended = self.counted(), False
            return
        while True:
            old = self.shown()
            self.tracker += 1
            if self.tracker == len(parts):
                self.tracker, self.turn = self.first_counted, self.turn + 1
            self.put("turn", f"CHAT* <{ANNA}> {old} is over: {self.shown()}")
            if self.tracker == there:
                break
            assert self.turn < 1000, (parts, there)
        self.turn_was, self.ended = self.counted(), False

    turn_was = 0


def hidden(text: str, key: int = 0x5A) -> bytes:
    """Returns a text as VASSAL hides it from curious players: the key, then each byte with it, in hexadecimal."""
    return OBFUSCATED + bytes([key, *(byte ^ key for byte in text.encode())]).hex().encode()


def log_of(begin: str, deeds: Sequence[Deed]) -> bytes:
    """Returns deeds as the file that VASSAL writes."""
    logged = [joined(ESCAPE, *(f"{LOGGED}{command}" for command in deed.commands)) for deed in deeds]
    text = joined(ESCAPE, *begin.split(ESCAPE), *logged)
    return packed({"savedGame": hidden(text), "moduledata": about("", ""), "savedata": about("", "")})


def refereed(path: Path, log: bytes, *, to_the_end: bool) -> list[LogVerdict]:
    """Returns what is said of a log of a journal's game: to its end, or up to the first charge."""
    kept = kept_game(path, None, Configuration(), DISK)
    target_of(kept.game)
    referee = log_referee(kept.compilation, kept.game, lambda _: True if to_the_end else None)
    return [*referee.follow(read_log(log, path.name))]


# ---- faults


@dataclass(frozen=True)
class Planted:
    """A game with one fault: the step that the charge has to name, and of what."""

    sort: str
    begin: str
    deeds: Sequence[Deed]
    step: int
    thing: str


LIMITS = {
    "panzer-leader": {"": 4}, "panzer-leader-1940": {"": 4}, "panzerblitz": {"german": 3, "russian": 2},
    "panssari-salama": {"finnish": 3, "russian": 2}, "tutorial": {"": 3}, "panzer-grenadier": {"": 3},
}  # fmt: skip
"""How many units of a side fill a hex: PL VI.C, PB 3.3.D, PS 6, RB 4.1, PG 3.4."""


class Planter:
    """Plants faults into what was done in a game."""

    def __init__(self, writer: LogWriter, rng: Random) -> None:
        self.writer, self.rng, self.deeds = writer, rng, writer.deeds
        self.pixels, self.position = writer.referee.pixels, writer.kept.game.setup.position
        self.hexes = self.pixels.board.hexes
        self.forts = {name for name, thing in self.position.things.items() if thing.kind == "fort"}

    def lying(self, number: int) -> dict[str, Hex]:
        """Returns where counters lie on the map before a deed."""
        at = dict(self.writer.began)
        at.update({deed.thing: deed.there for deed in self.deeds[:number] if deed.sort in ("drag", "result", "off")})
        held = self.writer.held[number]
        return {name: h for name, h in at.items() if h is not None and name not in held}

    def printed(self, name: str, *attributes: str) -> int:
        """Returns a figure of a counter, by the first of these names that it has one by; 0 where it has none."""
        thing = self.position.things.get(name)
        values = (self.position.value(thing, each) for each in attributes if thing is not None)
        return next((int(value) for value in values if isinstance(value, int | Fraction)), 0)

    def side(self, name: str) -> str:
        thing = self.position.things.get(name)
        value = None if thing is None else self.position.value(thing, "side")
        return value if isinstance(value, str) else ""  # of mines and blocks there is none

    def fills(self, name: str) -> bool:
        """Returns whether a piece counts in a stack: no leader, shepherd or transport does (RB 4.1, PG 3.1)."""
        thing = self.position.things.get(name)
        uncounted = thing is None or thing.kind in ("leader", "shepherd", "wagon", "minefield")
        return not uncounted and self.position.value(thing, "arm") != "truck"

    def units(self, at: dict[str, Hex], side: str) -> list[str]:
        return [name for name in at if self.side(name) == side != ""]

    def dragged(self, name: str, here: Hex | None, there: Hex, about: str = "") -> Deed:
        old = (24, self.pixels.size[1] + 60) if here is None else self.pixels.centre(here)
        point = self.pixels.centre(there)
        command = "M/" + joined("/", self.writer.ids[name], MAP, *point, "null", MAP, *old, "null", ANNA)
        return Deed("drag", (command,), name, there, about)

    def changed(self, sort: str, number: int, *deeds: Deed, instead: int = 1, step: int | None = None) -> Planted:
        """Returns the game with other deeds instead of some."""
        after = [*self.deeds[:number], *deeds, *self.deeds[number + instead :]]
        thing = (deeds or self.deeds[number : number + 1])[-1].thing
        return Planted(sort, self.writer.begin, after, number + len(deeds) if step is None else step, thing)

    def some(self, fits: Callable[[int, Deed], bool]) -> Iterator[tuple[int, Deed]]:
        found = [(number, deed) for number, deed in enumerate(self.deeds) if fits(number, deed)]
        self.rng.shuffle(found)
        yield from found[:40]

    # -- one of each sort; None where the game has no place for it

    def too_far(self) -> Iterator[Planted]:
        """Farther than its points reach on the cheapest ground."""
        cheapest = 1 if self.writer.kept.compilation.name == "tutorial" else Fraction(1, 2)  # RB 2.2; elsewhere roads
        first = lambda n, deed: deed.sort == "drag" and (n == 0 or self.deeds[n - 1].thing != deed.thing)  # noqa: E731
        for number, deed in self.some(first):
            here, points = self.lying(number).get(deed.thing), self.printed(deed.thing, "allowance", "stride", "pace")
            far = here and max(self.hexes, key=partial(distance, here))
            if here and far and 0 < points / cheapest < distance(here, far) and "set" not in deed.about:
                yield self.changed("too far", number, self.dragged(deed.thing, here, far))

    def stack_too_high(self) -> Iterator[Planted]:
        limits = LIMITS.get(self.writer.kept.compilation.name, {})
        last = lambda n, deed: deed.sort == "drag" and (  # noqa: E731
            n + 1 == len(self.deeds) or self.deeds[n + 1].thing != deed.thing)  # fmt: skip
        for number, deed in self.some(last):
            at, side = self.lying(number), self.side(deed.thing)
            forts = {
                h for name, h in at.items() if name in self.forts
            }  # a fort counts as one with all inside (PL-S-132)
            at = {name: h for name, h in at.items() if self.fills(name)}
            here, limit = at.get(deed.thing), limits.get(side, limits.get("", 99))
            full = [h for h, many in Counter(at[name] for name in self.units(at, side)).items() if many >= limit]
            full = [
                h for h in full if self.writer.kept.compilation.name != "tutorial" or not self.position.value(h, "fold")
            ]
            near = [h for h in full if h not in (deed.there, *forts) and (
                    distance(h, here) == 1 if here else "set" in deed.about)]  # fmt: skip
            near = near if self.fills(deed.thing) else []
            for h in near[:1]:
                yield self.changed("stack too high", number, self.dragged(deed.thing, here, h))

    def unseen_target(self) -> Iterator[Planted]:
        """The enemy who is farthest, out of the firer's printed reach where it has one; or a hex with nobody in it."""
        for number, deed in self.some(lambda _, deed: deed.sort == "word" and deed.about.endswith(".target")):
            at, before = self.lying(number), self.deeds[number - 1]
            said = deed.commands[0].partition("): ")[2]
            if deed.thing == POINTER:
                firer = at.get(self.deeds[number - 2].thing) or deed.there
                assert firer is not None
                far = max((h for h in self.hexes if h not in at.values()), key=partial(distance, firer))
                word = Deed(
                    "word", (f"CHAT* {POINTER} ({self.writer.name_of(far)}): {said}",), POINTER, far, deed.about
                )
                yield self.changed("unseen target", number, word)
            elif before.sort == "word" and before.thing in at:
                here, reach = at[before.thing], self.printed(before.thing, "reach")
                side = next((s for s in map(self.side, at) if s not in ("", self.side(before.thing))), "")
                others = sorted(self.units(at, side), key=lambda name: -distance(at[name], here))
                for name in others[:1]:
                    if name != deed.thing and distance(at[name], here) > reach:
                        said_of = f"CHAT* {name} ({self.writer.name_of(at[name])}): {said}"
                        yield self.changed(
                            "unseen target", number, Deed("word", (said_of,), name, at[name], deed.about)
                        )

    def other_side(self) -> Iterator[Planted]:
        """Amid a move. Not where sides act by turns, one action each: what was moved may stop there (PG 2.5)."""
        if self.writer.kept.compilation.name == "panzer-grenadier":
            return
        amid = lambda n, deed: n > 0 and deed.sort == "drag" == self.deeds[n - 1].sort and (  # noqa: E731
            deed.thing == self.deeds[n - 1].thing)  # fmt: skip
        for number, deed in self.some(amid):
            at = self.lying(number)
            others = [name for name in at if self.side(name) not in ("", self.side(deed.thing))]
            self.rng.shuffle(others)
            taken = set(at.values())
            for name in others[:1]:
                free = [h for h in self.hexes if distance(h, at[name]) == 1 and h not in taken]
                for h in free[:1]:
                    yield self.changed("other side's turn", number, self.dragged(name, at[name], h), instead=0)

    def wrong_result(self) -> Iterator[Planted]:
        for number, deed in self.some(lambda _, deed: deed.sort in ("result", "off", "dice")):
            at = self.lying(number)
            if deed.sort == "dice":  # a counter is taken off that stands
                behind = {each.thing for each in self.deeds[number : number + 12]}
                standing = [name for name in at if name not in behind and name in self.writer.ids]
                for name in self.rng.sample(standing, min(1, len(standing))):
                    wide, high = self.pixels.size
                    old = self.pixels.centre(at[name])
                    off = "M/" + joined(
                        "/", self.writer.ids[name], MAP, wide - 60, high + 60, "null", MAP, *old, "null", ANNA
                    )
                    yield self.changed("wrong result", number + 1, Deed("off", (off,), name), instead=0)
            elif deed.sort == "off":  # the planted fault: the removed counter stays on the map
                told = ("word", deed.thing)
                causes = (n for n, each in enumerate(self.deeds[:number])
                          if each.sort in ("dice", "turn", "typed") or (each.sort, each.thing) == told)  # fmt: skip
                cause = max(causes, default=0)
                yield self.changed("wrong result", number, step=cause + 1)
            else:  # it is laid into another hex
                assert deed.there is not None
                near = [h for h in self.hexes if distance(h, deed.there) == 2 and h not in at.values()]
                for h in near[:1]:
                    yield self.changed("wrong result", number, self.dragged(deed.thing, at.get(deed.thing), h))

    def wrong_set_up(self) -> Iterator[Planted]:
        is_set_up = lambda _, deed: deed.sort == "drag" and "set" in deed.about and self.side(deed.thing) != ""  # noqa: E731
        for number, deed in self.some(is_set_up):
            foes = [each.there for each in self.deeds if each.sort == "drag" and each.about == deed.about
                    and each.there is not None
                    and self.side(each.thing) not in ("", self.side(deed.thing))]  # fmt: skip
            foes = foes or [h for name, h in self.writer.began.items() if h is not None
                            and self.side(name) not in ("", self.side(deed.thing))]  # fmt: skip
            for h in foes[:1]:
                yield self.changed("wrong set-up", number, self.dragged(deed.thing, None, h, deed.about))
        fixed = [(name, h) for name, h in self.writer.began.items() if h is not None and name in self.writer.ids]
        for name, here in self.rng.sample(fixed, min(8, len(fixed))):
            far = max(self.hexes, key=partial(distance, here))
            old, new = (";".join(map(str, (MAP, *self.pixels.centre(h)))) for h in (here, far))
            lines = self.writer.begin.split(ESCAPE)
            lines = [line.replace(f"{old};", f"{new};") if line.startswith(f"+/{self.writer.ids[name]}/") else line
                     for line in lines]  # fmt: skip
            yield Planted("wrong set-up", ESCAPE.join(lines), self.deeds, 0, name)


def plant(writers: Sequence[LogWriter], wanted: int, seed: str) -> Iterator[tuple[LogWriter, Planted]]:
    """Yields faults, of each sort in turn and of each game in turn."""
    rng = Random(seed)
    sorts = ("too_far", "stack_too_high", "unseen_target", "other_side", "wrong_result", "wrong_set_up")
    sources = [[(writer, getattr(Planter(writer, rng), sort)()) for writer in writers] for sort in sorts]
    while wanted and any(sources):
        for each in sources:
            while each and wanted:
                writer, faults = each.pop(0)
                planted = next(faults, None)
                if planted is not None:
                    each.append((writer, faults))
                    wanted -= 1
                    yield writer, planted
                    break


def judged(writer: LogWriter, planted: Planted) -> tuple[str, LogVerdict | None]:
    """Returns whether the first charge is the planted one, `found`, or `missed` or `another`, and the charge."""
    verdicts = refereed(writer.kept.path, log_of(planted.begin, planted.deeds), to_the_end=False)
    charge = next((each for each in verdicts if each.sort == FORBIDDEN), None)
    if charge is None:
        return "missed", None
    return "found" if charge.step == planted.step else "another", charge


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--journals", nargs="*", type=Path, default=sorted(ROOT.glob("rules/*/journals/*.journal")))
    parser.add_argument("--faults", type=int, default=50)
    parser.add_argument("--seed", default="faults")
    parser.add_argument("--keep", type=Path, help="a folder for the logs")
    args = parser.parse_args(argv)
    collect_garbage_seldom()
    writers, charges, found = [], 0, Counter[str]()
    for path in args.journals:
        began = process_time()
        writer = LogWriter(path)
        log = log_of(writer.begin, writer.written())
        writers.append(writer)
        if args.keep is not None:
            args.keep.mkdir(parents=True, exist_ok=True)
            (args.keep / f"{path.stem}.vlog").write_bytes(log)
        wrote = process_time()
        verdicts = refereed(path, log, to_the_end=True)
        tally = Counter(each.sort for each in verdicts)
        charges += tally[FORBIDDEN]
        took = f"{wrote - began:.1f} s to write, {process_time() - wrote:.1f} s to referee"
        print(f"{path.name}: {len(writer.deeds)} steps, {dict(tally)}, {took}", flush=True)
        for each in verdicts:
            if each.sort != LEGAL:
                print(f"    step {each.step}: {each.sort}: {each.what}: {each.why}", flush=True)
    for writer, planted in plant(writers, args.faults, args.seed):
        outcome, charge = judged(writer, planted)
        found[outcome] += 1
        told = "" if charge is None else f": step {charge.step}: {charge.what}: {charge.why}"
        print(
            f"{writer.kept.path.stem}: {planted.sort} in step {planted.step}, {planted.thing}: {outcome}{told}",
            flush=True,
        )
    print(f"{len(writers)} journals: {charges} false charges; {sum(found.values())} faults: {dict(found)}")
    return 1 if charges or found["another"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
