"""What the page of a table asks, as data: how the game stands, what can be done, and lines that answer.

A request is a message of JSON (`table_requests.py`); what comes back is data for JSON, and nothing in it that the side
does not see that looks. What cannot be had raises `Refused`.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from threading import Lock

import msgspec

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.studio import table_requests as r
from hexlaw.compiler.studio.page_requests import AnswersPage, Data, decoded
from hexlaw.compiler.workspace.table_games import Laid
from hexlaw.compiler.workspace.workspace import AtTable, Workspace
from hexlaw.runtime.law.law import Configuration

_DECODER = msgspec.json.Decoder(r.TableRequest)
LEAVES = ("quit", "exit", "back")
"""What a terminal knows and a page has other ways for."""
PROGRAMS = ("greedy", "search", "random")


class PlayTable(AnswersPage):
    """A table in a page: one game, laid out already or chosen there of a module's situations."""

    def __init__(
        self, workspace: Workspace, module: str, laid: Laid | None = None, chosen: Configuration | None = None
    ) -> None:  # fmt: skip
        self.workspace, self.module, self.chosen = workspace, module, chosen
        self.game = None if laid is None else laid.in_page()
        self.notes = [] if laid is None else [*laid.notes]
        self._asking = Lock()  # two pages may look at one game

    def answer(self, message: str | bytes, tell: Callable[[Data], None]) -> Data:
        """Returns the answer to a message. For whom one waits is told meanwhile."""
        request = decoded(_DECODER, message)
        with self._asking:
            if isinstance(request, r.BeginGame):
                return self._begin(request, tell)
            game = self.game
            if game is None:
                if isinstance(request, r.OpenTable):
                    return self._choices()
                raise Refused("no game is played here yet")
            match request:
                case r.OpenTable():
                    heard = game.type((), _waiting(tell))
                    return {"state": game.state(), "heard": [*self.notes, *heard], "briefing": game.briefing()}
                case r.TypeLines(lines, answers):
                    state = game.state()
                    if answers != state["answers"] or "hands-over" in state:
                        return {"state": state, "heard": ["the game has gone on meanwhile: this is how it stands"]}
                    if left := next((line for line in lines if line.strip().lower() in LEAVES), None):
                        raise Refused(f"`{left.strip()}` is for the terminal; here one closes the page")
                    return {"heard": game.type(lines, _waiting(tell)), "state": game.state()}
                case r.HearOf(line):
                    return {"heard": [] if game.hands_over_to else game.ask_beside(line)}
                case r.AbleNow():
                    return {"able": game.able()}
                case r.SelectPiece(piece):
                    return game.begun_with(piece)
                case r.DrawPicture(key):
                    return {"svg": game.key() if key else game.picture()}
                case r.TakeOver(who):
                    game.take_over(who)
                    return {"heard": game.type((), _waiting(tell)), "state": game.state()}
        raise AssertionError("no other request is decoded")

    def _choices(self) -> Data:
        title, situations = self.workspace.situations(self.module)
        named = [{"name": name, "title": said or name} for name, said in situations.items()]
        return {"module": title, "situations": named, "programs": PROGRAMS}

    def _begin(self, wanted: r.BeginGame, tell: Callable[[Data], None]) -> Data:
        if self.game is not None:
            raise Refused("a game is played here already")
        at = AtTable(wanted.against, wanted.side, in_page=True)
        laid = self.workspace.begin(self.module, wanted.situation, self.chosen, token_hex(4), None, at)
        self.game = game = laid.in_page()
        return {"heard": game.type((), _waiting(tell)), "state": game.state(), "briefing": game.briefing()}


def _waiting(tell: Callable[[Data], None]) -> Callable[[str], None]:
    return lambda text: tell({"waits": text})
