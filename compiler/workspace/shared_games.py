"""Games that people play together, each at a page of their own: a folder of journals, and who may sit where.

A game is its journal, as any other is: it can be judged, played again and gone on with anywhere. Beside it lies a small
file with its links: for each seat the program that plays it or the token of a person, and a token of those who look
on. Who has a token has the seat, so it is never told to another. All is on the disk before anybody hears of it.

While it is played, a game has a table for each seat that looks, and each shows what its side sees. What others did
since somebody answered is known to all tables; what a program meant, to the one at which it played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from secrets import token_hex
from threading import Lock, RLock, Thread

import msgspec

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, did_you_mean
from hexlaw.compiler.base.files import free_name, make_folder, write_whole, writing
from hexlaw.compiler.data.manifest import Preset
from hexlaw.compiler.desk.presets import presets_of, with_preset
from hexlaw.compiler.desk.table.event_log import behind_last
from hexlaw.compiler.desk.table.live import LivePicture
from hexlaw.compiler.desk.table.page_session import TableInPage
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.desk.table.tabletop import Absent, Tabletop
from hexlaw.compiler.programs import PROGRAMS
from hexlaw.compiler.situations import games as g
from hexlaw.compiler.situations.played_out import styled
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.wasm.following import follow
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.compiled_laws import ONE_AT_A_TIME, Compiled, read_by
from hexlaw.compiler.workspace.seats import names_of, players_of
from hexlaw.compiler.workspace.table_games import KeptGame, brought_up, seats_of
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import ACTION, Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.play.seating import seats
from hexlaw.runtime.play.state import OBSERVERS

MAX_GAMES = 1_000
MAX_CHAT, MAX_LINE = 200, 300
"""Lines of talk that are kept of a game, and characters of one."""
LINKS, CHAT, JOURNAL = ".links", ".chat", ".journal"
ANOTHER = "another person"
Chat = list[tuple[str, str]]
"""Who said what."""


class Links(msgspec.Struct):
    """Who plays a game: persons by their tokens and programs by their names, each for a seat."""

    module: str
    situation: str
    title: str
    persons: dict[str, str]
    programs: dict[str, str]
    observers: str
    again: dict[str, str] = {}  # by token, the one of the next game
    preset: str = ""


@dataclass
class SharedSituation:
    """A situation of which many games are played at a time: what they have in common is made once."""

    read: Compiled
    prepared: g.Prepared
    style: Style
    named: Mapping[str, str]  # the programs that play, by seat
    made: Target | None = None  # which takes many seconds of a large law
    _making: Lock = field(default_factory=Lock)

    def target(self) -> Target:
        with self._making:
            if self.made is None:
                self.made = Target(self.prepared.agenda, self.prepared.setup, self.prepared.key)
        return self.made


class SharedTable:
    """A game that is played by several, and the table of each who looks at it."""

    def __init__(self, game: Game, file: g.JournalFile, links: Links, shared: SharedSituation) -> None:
        self.game, self.file, self.links, self.shared = game, file, links, shared
        text = ",".join(f"{seat}={name}" for seat, name in shared.named.items())
        players = players_of(text, game, game.seed, shared.target) if text else {}
        self.programs = {seat: players[seat] for seat in shared.named}
        self.views: dict[str, TableInPage] = {}  # by seat
        self.heard: dict[str, int] = {}  # how many entries each view knows of
        file.undone = self._forget_undone

    def written(self, entry: Entry) -> None:
        self.file.add(entry)
        for view in self.views.values():
            if view.table.picture is not None:
                view.table.picture.note(view.screen.redacted(entry))

    def _forget_undone(self) -> None:
        self.heard = {seat: min(number, len(self.game.entries)) for seat, number in self.heard.items()}
        for view in self.views.values():
            view.forget_undone()

    def view(self, seat: str) -> TableInPage:
        """Returns the table of a seat, which has heard of all that others have done."""
        if self.game.beside is None and self.shared.made is not None and not self.shared.made.refusal:
            follow(self.game, self.shared.made)  # which says sooner what is legal
        view = self.views.get(seat) or self._laid_for(seat)
        if self.heard[seat] < len(self.game.entries):
            log = view.table.event_log
            log.reported = log.news_since = self.heard[seat]
        for other, one in self.views.items():  # what is declined elsewhere is not asked again
            if other != seat and other in self.links.persons:
                view.table.programs[other] = Absent(one.table.declined)
        return view

    def _laid_for(self, seat: str) -> TableInPage:
        game, links, style = self.game, self.links, self.shared.style
        at = seats(game.position)
        others = {who: self.programs.get(who) or Absent() for who in at if who != seat}
        names = {who: links.programs.get(who, ANOTHER) for who in others}
        screen = Screen(game, style, names, OBSERVERS if seat == OBSERVERS else at.get(seat, seat))
        table = Tabletop(game, self.file, screen, others, "", is_shared=True)
        table.picture = LivePicture(game.title, style, lambda: screen.position, frozenset(others))
        self.views[seat] = view = TableInPage(table)
        self.heard[seat] = len(game.entries) if seat == OBSERVERS else behind_last(game.entries, seat)
        return view

    def last_action(self, who: str) -> int | None:
        """Returns the entry with which somebody has begun their last action, or ended parts one after the other."""
        entries, found = self.game.entries, None
        for number, entry in reversed([*enumerate(entries)]):
            begins = entry.who == who and entry.asked == ACTION
            if found is not None and not (begins and entry.answer == entries[found].answer == DONE):
                return found
            found = number if begins and not entry.lapsed else found
        return found

    def rewind(self, number: int) -> None:
        """Takes all answers from a number on out of the journal; dice fall anew, the game is to be opened again."""
        entries, journal = self.game.entries, self.file.journal
        seeds = {str(n): seed for n, seed in self.game.seeds.items() if n <= number}
        if any(not entry.side and not entry.lapsed for entry in entries[number:]):
            seeds[str(number)] = token_hex(16)
        journal.header = {**journal.header, **({"seeds": seeds} if seeds else {})}
        self.file.undone = None
        self.file.take_back(len(journal.entries) - number)


class GamesFolder:
    """The games of a folder, of some modules. Links of all are known, and a game is opened when somebody looks."""

    def __init__(
        self, compiled: Callable[[str], Compiled], modules: list[str], folder: Path, chosen: Configuration
    ) -> None:  # fmt: skip
        self.compiled, self.modules, self.folder, self.chosen = compiled, modules, folder, chosen
        self.games: dict[str, Links] = {}
        self.tokens: dict[str, tuple[str, str]] = {}  # the name of the game, and the seat
        self._situations: dict[tuple[object, ...], SharedSituation] = {}
        self._changing = RLock()
        with writing(folder):
            if make_folder(folder):
                folder.chmod(0o700)
        for path in sorted(folder.glob(f"*{LINKS}")):
            try:
                self._know(path.stem, msgspec.json.decode(path.read_bytes(), type=Links))
            except (OSError, msgspec.DecodeError) as problem:
                raise Refused(f"`{path}` does not hold the links of a game: {problem}", "take it elsewhere") from None

    def _know(self, name: str, links: Links) -> None:
        self.games[name] = links
        self.tokens |= {token: (name, seat) for seat, token in links.persons.items()}
        self.tokens[links.observers] = name, OBSERVERS

    def _keep(self, name: str, links: Links) -> None:
        path = self.folder / f"{name}{LINKS}"
        write_whole(path, msgspec.json.format(msgspec.json.encode(links)) + b"\n")
        path.chmod(0o600)
        self._know(name, links)

    def programs(self, module: str) -> list[str]:
        """Returns what can play a seat of a module, beside a person."""
        return [*PROGRAMS, *(f"greedy/{style}" for style in self.compiled(module).compilation.graph.styles)]

    def situations(self, module: str) -> dict[str, str]:
        """Returns the situations of a module, with what each is called."""
        compilation = self.compiled(module).compilation
        titles = {name: declared.title for name, declared in compilation.graph.situations.items()}
        return {name: titles.get(name, name) for name in sorted(situation_files(compilation.chain))}

    def presets(self, module: str) -> dict[str, Preset]:
        """Returns the options that sources recommend together, by name."""
        return presets_of(self.compiled(module).compilation.chain)

    def _chosen(self, module: str, preset: str) -> Configuration:
        return with_preset(preset, self.presets(module), module, self.chosen) if preset else self.chosen

    def seats(self, module: str, situation: str, preset: str = "") -> list[str]:
        """Returns who can be played in a situation."""
        if module not in self.modules:
            raise Refused(f"`{module}` is not played here", did_you_mean(module, self.modules))
        if situation not in (known := [*self.situations(module)]):
            raise Refused(f"there is no situation `{situation}` in `{module}`", did_you_mean(situation, known))
        return seats_of(self.compiled(module), situation, self._chosen(module, preset))

    def begin(self, module: str, situation: str, players: Mapping[str, str], preset: str = "") -> str:
        """Begins a game with a program for each seat that has one in `players`, and with persons. Returns its name."""
        with self._changing:
            if len(self.games) >= MAX_GAMES:
                raise Refused(f"there are {MAX_GAMES:,} games here already", "take the files of some out of the folder")
            there, offered = self.seats(module, situation, preset), self.programs(module)
            chosen = self._chosen(module, preset)
            named = {seat: name for seat, name in players.items() if name}
            if wrong := next((name for name in named.values() if name not in offered), None):
                raise Refused(f"there is no player `{wrong}`", f"there are: {', '.join(offered)}")
            shared = self._situation(module, situation, chosen, named)
            game = shared.prepared.game(token_hex(16))
            if wrong := next((seat for seat in named if seat not in there), None):
                raise Refused(f"nobody plays `{wrong}` in `{situation}`", f"there are: {', '.join(there)}")
            links = Links(
                module, situation, game.title, {seat: token_hex(16) for seat in there if seat not in named},
                {seat: named[seat] for seat in there if seat in named}, token_hex(16), preset=preset,
            )  # fmt: skip
            if not links.persons:
                raise Refused("nobody is to play but programs", "`hexlaw run` has them play")
            path = free_name(self.folder / f"{situation}{JOURNAL}")
            file = g.JournalFile(path, g.header_of(shared.read.compilation, module, game, chosen, path))
            file.journal.entries = [*game.entries]
            file.begin()
            self._keep(path.stem, links)
            return path.stem

    def again(self, name: str, *, exchanged: bool) -> str:
        """Begins the next game after one, if none is there, with the same players, or each in the seat after theirs.
        Returns its name."""
        with self._changing:
            links = self.games[name]
            if links.again:
                return self.tokens[links.again[links.observers]][0]
            playing = links.persons.keys() | links.programs.keys()
            order = [seat for seat in self.seats(links.module, links.situation, links.preset) if seat in playing]
            then = dict(zip(order, [*order[1:], order[0]] if exchanged else order, strict=True))
            programs = {then[seat]: program for seat, program in links.programs.items()}
            following = self.begin(links.module, links.situation, programs, links.preset)
            new = self.games[following]
            next_token = {token: new.persons[then[seat]] for seat, token in links.persons.items()}
            links.again = {**next_token, links.observers: new.observers}
            self._keep(name, links)
            return following

    def opened(self, name: str) -> SharedTable:
        """Returns the table of a game as its journal has kept it."""
        links, path, found = self.games[name], self.folder / f"{name}{JOURNAL}", Diagnostics()
        file = g.JournalFile(path, {})  # before it is read: nobody else may write to it from here on
        journal = read_by(partial(g.open_journal, path), found)
        module = links.module if links.module in self.modules else g.modules_of(path, journal.header)
        with self._changing:
            shared = self._situation(module, links.situation, g.chosen_in(journal.header), links.programs)
        game = shared.prepared.game_again(journal)
        table = SharedTable(game, file, links, shared)
        kept = KeptGame(path, journal, shared.read.compilation, game, tuple(found), found.has_errors)
        brought_up(game, kept, file)
        file.write_whole()
        game.written = table.written  # from here on what is answered is kept
        return table

    def _situation(
        self, module: str, situation: str, chosen: Configuration, named: Mapping[str, str]
    ) -> SharedSituation:  # fmt: skip
        key = module, situation, repr(chosen), *sorted(named.items())
        if key not in self._situations:
            with ONE_AT_A_TIME:
                read, found = self.compiled(module), Diagnostics()
                prepared = read_by(partial(g.prepare, read.compilation, situation, chosen), found)
                style = read_by(read.compilation.style, found)
                if named:
                    text = ",".join(f"{seat}={name}" for seat, name in named.items())
                    prepared = replace(prepared, setup=styled(prepared.setup, names_of(text, prepared)))
                self._situations[key] = shared = SharedSituation(read, prepared, style, named)
            Thread(target=shared.target, daemon=True).start()
        return self._situations[key]

    def chat(self, name: str, *said: tuple[str, str]) -> Chat:
        """Returns what was said beside a game, with what is said now, which is kept."""
        path, chat = self.folder / f"{name}{CHAT}", Chat()
        with suppress(OSError, msgspec.DecodeError):
            chat = msgspec.json.decode(path.read_bytes(), type=Chat)
        if said:
            write_whole(path, msgspec.json.encode(chat := [*chat, *said][-MAX_CHAT:]))
        return chat
