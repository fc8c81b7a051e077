"""The table of a published page: begun by a link, kept by the page, and brought back from its journal.

Nothing is written but in memory: the page asks for the journal of its game, which a browser, a file or a link can hold,
and gives it back another day. Journals come from strangers: one is read like any other, under the module of the page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import msgspec

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.studio import table_requests as r
from hexlaw.compiler.studio.in_page import packed
from hexlaw.compiler.studio.page_requests import Data, Request, Tell
from hexlaw.compiler.studio.table_answers import SavedFile, SavedGame, TableUpdate
from hexlaw.compiler.studio.table_page import PlayTable
from hexlaw.compiler.workspace.emitting import printed_laws
from hexlaw.compiler.workspace.workspace import AtTable, Workspace
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.journal import MAX_SIZE, Journal, read_journal


class KeepGame(Request):
    """The game as a page keeps it: what `restore` brings back, its name, and why no other may be shown it, if so."""


class RestoreGame(r.StandsAnew, kw_only=True):
    """A game that was kept, with a program for the other sides or with a person."""

    journal: str
    against: str | None = None
    side: str | None = None


class PublishedTable(PlayTable):
    has_cards = False
    decoder = msgspec.json.Decoder(r.TableRequest | KeepGame | RestoreGame)

    def _answer(self, request: r.TableRequest | KeepGame | RestoreGame, tell: Tell) -> Mapping[str, object]:
        if isinstance(request, KeepGame):
            return self._kept()
        return self._restore(request, tell) if isinstance(request, RestoreGame) else super()._answer(request, tell)

    def _kept(self) -> SavedFile:
        if (game := self.game) is None:
            raise Refused("no game is played here yet")
        screen, agenda = game.table.screen, game.game.agenda
        has_secrets = screen.has_secrets() or bool(agenda.secret_picks) or agenda.has_shares
        secret = "this game has secrets, and who opens the link would see them all" if has_secrets else ""
        journal = "".join(game.table.file.journal.lines())
        kept: SavedGame = {"journal": journal, "against": self.at.against, "side": self.at.side}
        return {"game": kept, "name": f"{game.game.setup.situation}.journal", "secret": secret}

    def _restore(self, wanted: RestoreGame, tell: Tell) -> TableUpdate:
        if self.game is not None:
            raise Refused("a game is played here already")
        if len(wanted.journal) > MAX_SIZE:
            raise Refused("this game is too large to be read")
        journal, damage = read_journal(wanted.journal.splitlines(keepends=True))
        if journal is None:
            raise Refused(f"this is no game that can be gone on with: {damage.message if damage else 'it is empty'}")
        path = Path("game.journal")
        own = Journal({**journal.header, "module": self.module}, journal.entries, journal.laws)
        path.write_text("".join(own.lines()), "ascii")
        self.at = AtTable(wanted.against, wanted.side, in_page=True)
        self.laid = self.workspace.resume(path, self.at)
        self.game = self.laid.in_page()
        lost = () if damage is None else (f"the game can be read up to line {damage.line - 1}: {damage.message}",)
        given = self._went_on(None, tell)
        return {**given, "heard": [*lost, *self.laid.notes, *given["heard"]]}


def print_situations(module: str, folder: str) -> None:
    """Writes an archive for each situation, with what is printed of its law."""
    for situation, shipped in printed_laws(Workspace().compiled(module)):
        printed = {f"hexlaw/compiler/printed/{name}": data for name, data in shipped.items()}
        Path(folder, f"{situation}.bin").write_bytes(packed(printed))


def begin_tables(module: str, folder: str = "") -> None:
    """Begins each situation as a page does, so that all is kept that this asks. Into a folder goes how it stands for
    the seat that decides first, against `greedy`, unless chance has decided before; without one the first is begun."""
    workspace = Workspace()

    def begun(situation: str, **more: str) -> tuple[Data, PublishedTable]:
        table = PublishedTable(workspace, module)
        stands = table.reply(json.dumps({"do": "begin", "situation": situation, **more}), lambda _: None)["value"]
        for journal in Path().glob("*.journal"):
            journal.unlink()  # the next one bears the name that it bears in a page
        return stands, table

    for situation in [*workspace.situations(module)[2]][: None if folder else 1]:
        now = begun(situation)[0]["values"]  # with secrets it shows nothing before the side that begins is there
        first, seats = now["who"] or now["hands-over"], workspace.seats(module, situation, Configuration())
        if first not in seats:
            continue
        stands, table = begun(situation, against="greedy", side=first)
        if folder and table.game is not None and all(entry.side == first for entry in table.game.game.entries):
            for name in (first, "")[: 2 if first == seats[0] else 1]:
                Path(folder, f"{situation}.{name}").write_text(json.dumps(stands, separators=(",", ":")), "utf-8")
