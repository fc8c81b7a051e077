"""Games begun and journals kept, for the commands: a situation becomes a game, its answers become lines of a file.

A journal grows line by line and each line is on the disk before the game goes on: a program that is killed loses
nothing that was answered. Taking an answer back writes the file anew, whole or not at all. A journal that anybody else
has written to meanwhile is left as it is: two who go on with one game would spoil it for both.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.files import Unwritable, add_to, is_ordinary, make_folder, write_whole, writing
from hexlaw.compiler.base.texts import DISK, Texts
from hexlaw.compiler.data.load import is_module
from hexlaw.compiler.parse.parse import save_questions
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.setup import set_up
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, Law, configure
from hexlaw.runtime.play.agenda import Agenda, agenda_of
from hexlaw.runtime.play.dice import BY_NUMBER
from hexlaw.runtime.play.game import Game, Setup
from hexlaw.runtime.play.journal import MAX_SIZE, Entry, Journal, check_of, header, read_journal, sealed
from hexlaw.runtime.position.position import Position

MAX_SEED_LENGTH, ANSWERS_A_GAME = 100, 250
"""Characters of a seed in the name of a journal, and about how many answers Python gives in the time of a game."""
END = 64
"""Characters of a journal that hold the check of its last line."""


@dataclass(frozen=True)
class Prepared:
    """A situation under the options and readings chosen, of which any number of games can be begun."""

    agenda: Agenda
    setup: Setup

    @property
    def law(self) -> Law:
        return self.agenda.law

    @property
    def key(self) -> str:
        """Names all that it was made of: the files of the law, the situation, what was chosen."""
        return str(self.setup.key)

    @property
    def position(self) -> Position:
        """Returns the position in which all games begin."""
        return self.setup.position

    def game(self, seed: str, chance: str | None = BY_NUMBER) -> Game:
        """Returns a game; `chance` says how its dice fall, as journals do."""
        return Game(self.agenda, self.setup, seed, chance=chance)

    def game_again(self, journal: Journal) -> Game:
        """Returns the game that a journal is of, at its beginning."""
        game = self.game(str(journal.header.get("seed", "")), journal.chance)
        game.seeds = {int(number): text for number, text in _texts(journal.header.get("seeds")).items()}
        return game


def prepare(
    compilation: Compilation, situation: str, chosen: Configuration, diagnostics: Diagnostics
) -> Prepared | None:
    """Returns a situation to be played; None after reporting what is wrong."""
    declared = situation in compilation.graph.situations
    try:
        law = configure(compilation.graph, Configuration(situation=situation if declared else None).merged(chosen))
    except ConfigurationRefused as refused:
        for reason in refused.reasons:
            diagnostics.report("HX322", None, reason)
        return None
    if (setup := set_up(compilation, law, situation, diagnostics)) is None:
        return None
    save_questions()
    under = repr((sorted(chosen.options.items()), sorted(chosen.readings.items()), chosen.year, sorted(chosen.without)))
    return Prepared(agenda_of(law), replace(setup, key=compilation.chain.key(situation, under)))


def begin_game(
    compilation: Compilation, situation: str, chosen: Configuration, seed: str, diagnostics: Diagnostics,
    chance: str | None = BY_NUMBER,
) -> Game | None:  # fmt: skip
    prepared = prepare(compilation, situation, chosen, diagnostics)
    return None if prepared is None else prepared.game(seed, chance)


def header_of(compilation: Compilation, spec: str, game: Game, chosen: Configuration, path: Path) -> dict[str, Any]:
    """Returns what the journal `path` says of its game, so that it can be begun again."""
    settings = {
        "situation": game.setup.situation,
        "options": {name: "on" if on else "off" for name, on in sorted(chosen.options.items())},
        "readings": dict(sorted(chosen.readings.items())),
        "as-of": chosen.year,
        "seed": game.seed,
        **({} if game.chance is None else {"chance": game.chance}),
    }
    modules = " + ".join(_way_from(path.parent, name.strip()) for name in spec.split("+"))
    return header(modules, compilation.law_hash, settings)


def _way_from(folder: Path, module: str) -> str:
    """Returns the way from a folder to a module that is a folder, so that the journal there finds it wherever it is
    played again; of any other module its name."""
    if os.path.isabs(module) or not is_module(module):
        return module
    try:
        way = Path(os.path.relpath(module, folder)).as_posix()
    except ValueError:  # they lie on two drives
        return module
    return way if way.startswith(".") else f"./{way}"


def modules_of(path: Path, head: Mapping[str, Any]) -> str:
    """Returns the modules that a journal is played under, as they are found from here: those that are folders lie
    beside it, wherever a link to it lies, or for journals of before, where the game was played."""
    folder = Path(os.path.realpath(path) if os.path.islink(path) else path).parent
    names = [name.strip() for name in str(head.get("module", "")).split("+")]
    found = [(name, folder / name) for name in names]
    return " + ".join(str(way) if "." in name[:1] and is_module(way) else name for name, way in found)


def journal_name(situation: str, seed: str) -> str:
    """Returns what the journal of a game is called: seeds are any text, names of files are neither that nor endless."""
    name = quote(seed.encode("utf-8", "surrogatepass"), safe="")
    if len(name) > MAX_SEED_LENGTH:
        name = f"{name[:MAX_SEED_LENGTH]}-{sha256(name.encode()).hexdigest()[:12]}"
    return f"{situation}-{name}.journal"


class JournalFile:
    """A journal on the disk, which one process at a time goes on with."""

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        self.path = self.shown = path  # where people find the game
        self.journal = Journal(head)
        self._check = ""
        self._left = _end_of(path)  # how the file was left, or found
        self.undone: Callable[[], None] | None = None  # is told that answers were taken back

    def begin(self) -> None:
        """Begins a journal where there is nothing yet; one that cannot be written leaves no empty folder behind."""
        with self._writing():
            if os.path.lexists(self.path):
                raise FileExistsError(errno.EEXIST, "it is there already")
            made = make_folder(self.path.parent)
        try:
            self.write_whole()
        except Unwritable:
            with suppress(OSError):
                for folder in reversed(made):
                    folder.rmdir()
            raise

    def write_whole(self) -> None:
        """The file as the journal now is."""
        lines = list(self.journal.lines())
        self.put("".join(lines).encode())
        self._check = check_of(lines[-1])

    def put(self, data: bytes) -> None:
        """Lets the file hold this and nothing else."""
        with self._writing():
            write_whole(self.path, data)
            self._left = _end_of(self.path)

    def add(self, entry: Entry) -> None:
        line, check = sealed(Journal.record(entry), self._check)
        with self._writing():
            add_to(self.path, line.encode())
        self.journal.entries.append(entry)
        self._check, self._left = check, _end_of(self.path)

    def take_back(self, number: int) -> None:
        """Takes the last so many lines back; the law that was noted behind them holds from there on."""
        journal = self.journal
        left = len(journal.entries) - number
        del journal.entries[left:]
        journal.laws = [(min(after, left), law) for after, law in journal.laws]
        self.write_whole()
        if self.undone is not None:
            self.undone()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        if _end_of(self.path) != self._left:
            raise Unwritable(f"`{self.path}` was written to by somebody else, and is left as it is")
        with writing(self.path):
            yield


def _end_of(path: Path) -> tuple[int, bytes]:
    """Returns the length of a file and its end, whose checks stand for the whole journal; nothing if unreadable."""
    if not is_ordinary(path):
        return 0, b""
    try:
        with path.open("rb") as stream:
            length = stream.seek(0, os.SEEK_END)
            stream.seek(max(length - END, 0))
            return length, stream.read()
    except (OSError, ValueError):
        return 0, b""


def open_journal(path: Path, diagnostics: Diagnostics, texts: Texts = DISK) -> Journal | None:
    """Returns the intact part of a journal; damage after it is a warning, a file that is not a journal is an error."""
    if (source := texts.read(path, str(path), MAX_SIZE, diagnostics)) is None:
        return None
    journal, damage = read_journal(re.findall(r"[^\n]*\n|[^\n]+", source.text))
    if damage is not None:
        good = 0 if journal is None else len(journal.entries)
        where = f"line {damage.line} of `{path}`"
        if journal is None:
            written = "a journal is what `hexlaw play` keeps, and `hexlaw run --journals FOLDER`"
            diagnostics.report("HX323", None, f"{where}: {damage.message}", help=written)
        else:
            before = "answer before it is whole and is" if good == 1 else f"{good} answers before it are whole and are"
            whole = f"the {before} used" if good else "no answer stands before it"
            diagnostics.report("HX323", None, f"{where}: {damage.message}", help=whole)
    return journal


def game_of_journal(
    journal: Journal, spec: str | None, chosen: Configuration | None, diagnostics: Diagnostics, texts: Texts = DISK
) -> tuple[Compilation, Game] | None:
    """Returns the game of a journal, at its beginning; under another module or other options where they are given."""
    compilation = compile_modules(spec or str(journal.header.get("module", "")), diagnostics, texts)
    game = None if compilation is None else game_begun(compilation, journal, chosen, diagnostics)
    return None if compilation is None or game is None else (compilation, game)


def game_begun(
    compilation: Compilation, journal: Journal, chosen: Configuration | None, diagnostics: Diagnostics
) -> Game | None:
    """Returns the game that a journal is of, at its beginning, under a law that is compiled already."""
    own, situation = chosen_in(journal.header), str(journal.header.get("situation", ""))
    prepared = prepare(compilation, situation, own if chosen is None else own.merged(chosen), diagnostics)
    return None if prepared is None else prepared.game_again(journal)


def on_printed_law(game: Game, answers: int) -> Game:
    """Returns a game that is to follow a journal of so many answers: on printed law it does so in a third of the time,
    and comes as far as `run` has, whatever a search of the evaluator would take."""
    from hexlaw.compiler.wasm import following, python_engine, target

    if game.beside is None and following.target_of(game, 1 + answers // ANSWERS_A_GAME) is None:
        printed = target.Target(game.agenda, game.setup, engine=python_engine.python())
        if not printed.refused_at_once:
            following.follow(game, printed)
    return game


def chosen_in(head: Mapping[str, object]) -> Configuration:
    """Returns the options and readings that the first line of a journal names."""
    year = head.get("as-of")
    return Configuration(
        {name: said == "on" for name, said in _texts(head.get("options")).items()}, _texts(head.get("readings")),
        year if isinstance(year, int) else None,
    )  # fmt: skip


def _texts(value: object) -> dict[str, str]:
    return {str(k): str(v) for k, v in value.items()} if isinstance(value, dict) else {}
