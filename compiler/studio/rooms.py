"""Rooms in which people play together: one game in each, and a page for every seat, which sees what its side sees.

A request of a page is answered as at a table of one's own (`table_page.py`), one at a time in a room. What is said
beside the game, who is there and what one asks of the others goes to all pages, as data made for each by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbelow
from threading import Lock
from time import monotonic

import msgspec

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.studio import table_requests as r
from hexlaw.compiler.studio.page_requests import Data, Tell
from hexlaw.compiler.studio.table_page import PlayTable
from hexlaw.compiler.studio.versions import Versions
from hexlaw.compiler.workspace.shared_games import MAX_LINE, GamesFolder, SharedTable
from hexlaw.compiler.workspace.table_games import Laid
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.draw.pieces import printable
from hexlaw.runtime.play.state import OBSERVERS

SHOWN_LINES = 40
"""Lines of talk that a page is sent."""
SECONDS_A_LINE = 1


class Room:
    """A game, the pages of its seats, and what stands between those who play."""

    def __init__(self, workspace: Workspace, folder: GamesFolder, name: str) -> None:
        self.workspace, self.folder, self.name, self.links = workspace, folder, name, folder.games[name]
        self.chat = folder.chat(name)
        self.number = randbelow(2**30)  # of the question; not one of before the server was begun anew
        self.changes = 0  # how often something has come about that all pages are told
        self.lock = Lock()
        self.seats = {seat: SeatPage(self, seat) for seat in (*self.links.persons, OBSERVERS)}
        self.connected: dict[str, int] = {}  # how many pages of a seat are open
        self.wish = ""  # who wants to take something back
        self.agreed: set[str] = set()
        self._wanted = 0  # the entry from which on
        self._table: SharedTable | None = None

    @property
    def table(self) -> SharedTable:
        if self._table is None:
            self._table = self.folder.opened(self.name)
        return self._table

    def close(self) -> None:
        """Forgets the game, which is in its journal."""
        self._table = None
        for page in self.seats.values():
            page.game = page.laid = None
            page.versions = Versions(page.versions.number)

    def beside(self, seat: str) -> Data:
        """Returns for a page what is beside the game: who is there, what is said and wanted, and where it goes on."""
        persons, token = self.links.persons, self.links.persons.get(seat, self.links.observers)
        here = {who: bool(self.connected.get(who)) for who in persons}
        looking = self.connected.get(OBSERVERS, 0)
        wish = {"who": self.wish, "agreed": sorted(self.agreed)} if self.wish else None
        return {
            "number": self.number, "seat": seat if seat in persons else "", "here": here, "look": looking,
            "chat": self.chat[-SHOWN_LINES:], "wish": wish, "next": self.links.again.get(token, ""),
        }  # fmt: skip

    def want_back(self, who: str) -> None:
        """Somebody wants to take their last action back, and all that came after it."""
        if (number := self.table.last_action(who)) is None:
            raise Refused("you have done nothing yet that could be taken back")
        self.wish, self._wanted, self.agreed = who, number, set()
        self._take_back_if_all_agree()

    def agree(self, who: str, *, yes: bool) -> None:
        if self.wish in ("", who):
            raise Refused("nobody else wants to take anything back")
        if not yes:
            self.wish = ""
            return
        self.agreed.add(who)
        self._take_back_if_all_agree()

    def _take_back_if_all_agree(self) -> None:
        if {*self.links.persons} <= {self.wish, *self.agreed}:
            self.table.rewind(self._wanted)
            self.wish, self.number = "", self.number + 1
            self.close()

    def note_answers(self, seat: str, number: int) -> None:
        """Notes the number of the question after a request. Where it has changed, what was wanted before is past."""
        table = self.table
        table.heard[seat] = len(table.game.entries)
        if number != self.number:
            self.wish, self.number, self.changes = "", number, self.changes + 1
        if len(table.file.journal.entries) != len(table.game.entries):  # an answer could not be kept
            self.close()


class SeatPage(PlayTable):
    """The page of a seat, or of those who look on."""

    decoder = msgspec.json.Decoder(r.TableRequest | r.RoomRequest)

    def __init__(self, room: Room, seat: str) -> None:
        super().__init__(room.workspace, room.links.module)
        self.room, self.seat, self._asking = room, seat, room.lock
        self._said = monotonic() - SECONDS_A_LINE

    def _answer(self, request: r.TableRequest | r.RoomRequest, tell: Tell) -> Mapping[str, object]:
        if isinstance(request, r.SayLine | r.BackWanted | r.AgreeTo | r.NextGame):
            return self._answer_beside(request)
        if isinstance(request, r.BeginGame | r.LeaveGame | r.WhoPlays | r.TakeOver):
            raise Refused("a game is played here already")
        self.game = view = self.room.table.view(self.seat)
        self.laid, self._number = Laid(view.table, ()), self.room.number
        try:
            return super()._answer(request, tell)
        finally:
            self.room.note_answers(self.seat, self._number)

    def _answer_beside(self, request: r.SayLine | r.BackWanted | r.AgreeTo | r.NextGame) -> Data:
        room = self.room
        if self.seat == OBSERVERS:
            raise Refused("who looks on says and decides nothing here")
        match request:
            case r.SayLine(line=line):
                said = printable(" ".join(line.split()))
                if not said or len(said) > MAX_LINE:
                    raise Refused(f"a line has up to {MAX_LINE} characters, and some")
                if monotonic() - self._said < SECONDS_A_LINE:
                    raise Refused("that was too soon after your last line", "wait a second")
                self._said = monotonic()
                room.chat = room.folder.chat(room.name, (self.seat, said))
            case r.BackWanted():
                room.want_back(self.seat)
            case r.AgreeTo(yes=yes):
                room.agree(self.seat, yes=yes)
            case r.NextGame(exchanged=exchanged):
                if not room.table.game.over:
                    raise Refused("this game is not over", "end it first, or begin another where the games are listed")
                room.folder.again(room.name, exchanged=exchanged)
        room.changes += 1
        return {}
