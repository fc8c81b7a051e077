"""Games at a table: begun, or gone on with from their journals."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics, Refused, did_you_mean
from hexlaw.compiler.base.files import free_name, why_not
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.desk.table.live import LivePicture
from hexlaw.compiler.desk.table.page_session import Heard as Heard
from hexlaw.compiler.desk.table.page_session import TableInPage as TableInPage
from hexlaw.compiler.desk.table.page_state import CanBegin as CanBegin
from hexlaw.compiler.desk.table.page_state import Deed as Deed
from hexlaw.compiler.desk.table.page_state import LogLine as LogLine
from hexlaw.compiler.desk.table.page_state import PlayPart as PlayPart
from hexlaw.compiler.desk.table.page_state import TableQuery as TableQuery
from hexlaw.compiler.desk.table.page_state import TakeBack as TakeBack
from hexlaw.compiler.desk.table.page_state import ToldLine as ToldLine
from hexlaw.compiler.desk.table.page_state import Undone as Undone
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.desk.table.tabletop import Tabletop
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.programs import PROGRAMS, WORD_ENDS
from hexlaw.compiler.situations import games
from hexlaw.compiler.wasm.following import stand_beside
from hexlaw.compiler.wasm.seated import target_for
from hexlaw.compiler.workspace.compiled_laws import Compiled, read_by, side_of
from hexlaw.compiler.workspace.own_players import OWN
from hexlaw.compiler.workspace.requests import AtTable
from hexlaw.compiler.workspace.seats import in_their_styles, players_of
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry, Journal
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.replay import play_again
from hexlaw.runtime.play.seating import in_the_game, seats


@dataclass(frozen=True)
class KeptGame:
    """A journal, and its game at its beginning."""

    path: Path
    journal: Journal
    compilation: Compilation
    game: Game
    found: tuple[Diagnostic, ...]  # what is amiss with it
    is_damaged: bool


def kept_game(name: str | Path, spec: str | None, chosen: Configuration | None, texts: Texts) -> KeptGame:
    """Returns the game of a journal, under its own modules or others, and what is chosen of them."""
    path, damage, found = texts.at(name), Diagnostics(), Diagnostics()
    journal = read_by(partial(games.open_journal, path, texts=texts), damage)
    modules = spec or games.modules_of(path, journal.header)
    compilation, game = read_by(partial(games.game_of_journal, journal, modules, chosen, texts=texts), found)
    return KeptGame(path, journal, compilation, game, (*damage, *found), damage.has_errors)


@dataclass
class Laid:
    """A table at which a game can be played, unless there is nothing to play now, with what is to be told before."""

    table: Tabletop | None
    found: tuple[Diagnostic, ...]
    notes: tuple[str, ...] = ()
    after: Callable[[], list[str]] = list  # ends the sitting, and returns what is to be told then
    mailed: list[Path] = field(default_factory=list)  # the file that is to be sent then
    is_by_mail: bool = False

    @property
    def module(self) -> str:
        assert self.table is not None
        return games.modules_of(self.table.file.path, self.table.file.journal.header)

    def in_page(self) -> TableInPage:
        assert self.table is not None
        return TableInPage(self.table)

    def going_on(self) -> AbstractContextManager[None]:
        """To be held while it is played: nothing else of the process should take long."""
        return collect_garbage_seldom()


@dataclass
class Opened:
    """A game, and the file that keeps it."""

    compilation: Compilation
    game: Game
    file: games.JournalFile
    keep: Callable[[], None]
    found: Diagnostics
    notes: tuple[str, ...] = ()


def begin(
    read: Compiled, module: str, situation: str, chosen: Configuration, seed: str, journal: str | None, at: AtTable
) -> Laid:  # fmt: skip
    _check(at)
    compilation, texts, found = read.compilation, read.compilation.chain.texts, Diagnostics()
    game = in_their_styles(read_by(partial(games.begin_game, compilation, situation, chosen, seed), found), at.against)
    stand_beside(game, meanwhile=at.meanwhile)
    path = texts.at(journal) if journal else free_name(texts.at(f"{situation}.journal"))
    if journal and os.path.lexists(path):
        help_ = f"go on with it by `--resume {path}`, or name another by `--journal`"
        raise Refused(f"`{path}` is there already", help_)
    file = games.JournalFile(path, games.header_of(compilation, module, game, chosen, path))
    return _laid(Opened(compilation, game, file, file.begin, found), at)


def resume(name: str | Path, at: AtTable, texts: Texts) -> Laid:
    _check(at)
    file = games.JournalFile(texts.at(name), {})  # before it is read: nobody else may write to it from here on
    kept = kept_game(name, None, None, texts)
    game = in_their_styles(kept.game, at.against)
    stand_beside(game, meanwhile=at.meanwhile)  # which plays it again sooner
    notes, found = brought_up(game, kept, file), Diagnostics([*kept.found])
    return _laid(Opened(kept.compilation, game, file, file.write_whole, found, tuple(notes)), at)


def brought_up(game: Game, kept: KeptGame, file: games.JournalFile) -> list[str]:
    """Brings a game to where its journal ends, or as far as it can be followed; the file goes on from there. Returns
    what is to be told of that."""
    path, journal, notes = kept.path, kept.journal, list[str]()
    if (differs := play_again(game, journal.entries)) is not None:
        notes.append(f"the journal can be followed up to answer {differs.number - 1}: {differs.message}")
    if differs is not None or kept.is_damaged:
        before = free_name(path.with_name(f"{path.name}.before"))
        try:
            shutil.copy2(path, before)
        except OSError as problem:
            before.unlink(missing_ok=True)  # what there was room for
            raise Refused(f"`{path}` cannot be kept as `{before}`: {why_not(problem)}") from None
        notes.append(f"the game goes on from there; the journal as it was is kept as `{before}`")
    law = kept.compilation.law_hash
    laws = [(number, law) for number, law in journal.laws if number <= len(game.entries)]
    if law != journal.law:
        notes.append(
            "the law, or Hexlaw, has changed since this game was played; it goes on under the law as it is now"
        )
        laws.append((len(game.entries), law))
    file.journal = Journal(journal.header, list(game.entries), laws)
    return notes


def _check(at: AtTable) -> None:
    if at.against is not None and not OWN(at.against) and WORD_ENDS.split(at.against)[0] not in PROGRAMS:
        known = f"there are: {', '.join(PROGRAMS)}"
        raise Refused(f"there is no player `{at.against}`", did_you_mean(at.against, list(PROGRAMS)) or known)


def seats_of(read: Compiled, situation: str, chosen: Configuration) -> list[str]:
    """Returns who plays a situation: sides, or their players."""
    game = read_by(partial(games.begin_game, read.compilation, situation, chosen, ""), Diagnostics())
    sides = in_the_game(game.setup.position)
    return [seat for seat, side in seats(game.position).items() if side in sides]


def _laid(opened: Opened, at: AtTable) -> Laid:
    game, file = opened.game, opened.file
    sides, seated = in_the_game(game.setup.position), seats(game.position)
    mine = at.side or (sides[0] if sides else "")
    if mine not in seated:
        side_of(game.law, mine)
    programs: dict[str, Player] = {}
    if at.against is not None:
        others = {seat for seat, side in seated.items() if mine not in (seat, side)}
        players = players_of(at.against, game, game.seed, partial(target_for, game))
        programs = {who: player for who, player in players.items() if who in others}
    resume = ["hexlaw play --resume", shlex.quote(str(file.path))]
    if at.against is not None and programs:
        resume += ["--against", at.against, "--side", mine]  # a journal knows the sides, not who plays them
    resume += ["--serve"] * at.in_page
    looks = seated.get(mine, mine) if programs else None
    return laid(opened, at, programs, dict.fromkeys(programs, at.against or ""), looks, " ".join(resume))


def laid(
    opened: Opened, at: AtTable, programs: Mapping[str, Player], names: Mapping[str, str], looks: str | None,
    resume: str,
) -> Laid:  # fmt: skip
    """Returns the table of a game, with those who play beside a person."""
    game, file = opened.game, opened.file
    style = read_by(opened.compilation.style, opened.found)
    if game.beside is None:
        stand_beside(game, meanwhile=at.meanwhile)
    opened.keep()
    screen = Screen(game, style, names, looks)
    table = Tabletop(game, file, screen, dict(programs), resume)
    game.written = file.add
    if at.picture is not None or at.in_page:
        table.picture = drawn = LivePicture(game.title, style, lambda: screen.position, frozenset(programs), at.picture)

        def written(entry: Entry) -> None:
            file.add(entry)
            drawn.note(screen.redacted(entry))

        game.written = written
    return Laid(table, tuple(opened.found), opened.notes)
