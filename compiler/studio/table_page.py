"""What the page of a table asks, as data: how the game stands, what can be done, and lines that answer.

A request is a message of JSON (`table_requests.py`); what comes back is data for JSON, and nothing in it that the side
does not see that looks. What cannot be had raises `Refused`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from secrets import token_hex
from threading import Lock
from typing import cast

import msgspec

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.studio import table_answers as a
from hexlaw.compiler.studio import table_requests as r
from hexlaw.compiler.studio.page_requests import AnswersPage, Data, Tell, decoded
from hexlaw.compiler.studio.versions import StateUpdate, Versions
from hexlaw.compiler.workspace.table_games import Heard, Laid, PlayPart, TableInPage, TakeBack, ToldLine
from hexlaw.compiler.workspace.workspace import AtTable, Workspace
from hexlaw.runtime.law.law import Configuration

LEAVES = ("quit", "exit", "back")
"""What a terminal knows and a page has other ways for."""
NUMBER, MAX_NUMBER = re.compile(r"\d+"), 10_000
LEVELS = {
    "beginner": "makes nearly all of its moves by chance", "casual": "makes two moves of three by chance",
    "experienced": "takes the best move that it sees, at once",
}  # fmt: skip
EXPERT = {"expert": "also chooses how to play, and thinks some seconds for that"}


class PlayTable(AnswersPage):
    """A table in a page: one game, laid out already or chosen there of a module's situations."""

    decoder: msgspec.json.Decoder[r.TableRequest] = msgspec.json.Decoder(r.TableRequest)
    at = AtTable(in_page=True)  # who sat down at it in the page
    has_cards = True  # reads the cards that are kept, which a published page has in its text

    def __init__(
        self, workspace: Workspace, module: str, laid: Laid | None = None, chosen: Configuration | None = None
    ) -> None:  # fmt: skip
        self.workspace, self.module, self.chosen = workspace, module, chosen
        self.laid, self.game = laid, None if laid is None else laid.in_page()
        self.wanted: dict[str, str | None] = {}  # what was played here before
        self.sent: list[str] = []  # what is to be done once another decides by mail
        self._number = 0  # of the question: another one each time that something was answered or taken back
        self._asking = Lock()  # two pages may look at one game
        self.versions, self._had = Versions(), 0  # of how it stands; and the one that the page has that asks

    def answer(self, message: str | bytes, tell: Tell) -> Mapping[str, object]:
        """Returns the answer to a message. On the way the page hears whom it waits for, and each step of others."""
        request = decoded(self.decoder, message)
        with self._asking:
            self._had = request.had if isinstance(request, r.StandsAnew) else 0
            return self._answer(request, partial(self._tell_step, tell))

    def _tell_step(self, tell: Tell, data: Data) -> None:
        picture = data.pop("picture", None)
        tell(data if picture is None else {**data, **self._sent({"picture": picture}, partly=True)})

    def _sent(self, state: Data, *, partly: bool = False) -> StateUpdate:
        """Returns what the page that asks is sent of a state, which it has then."""
        sent = self.versions.sent(state, self._had, partly=partly)
        self._had = sent["version"]
        return sent

    def _answer(self, request: r.TableRequest, tell: Tell) -> Mapping[str, object]:
        if isinstance(request, r.BeginGame):
            return self._begin(request, tell)
        if (game := self.game) is None:
            if isinstance(request, r.OpenTable | r.LeaveGame):
                return self._choices()
            if isinstance(request, r.WhoPlays):
                return {"seats": self.workspace.seats(self.module, request.situation, self.chosen)}
            raise Refused("no game is played here yet")
        match request:
            case r.OpenTable():
                notes = self.laid.notes if self.laid is not None else ()
                given = self._went_on(None, tell)
                return {**given, "heard": [*notes, *given["heard"]]}
            case r.UponQuestion(question=question):
                if question != self._number or game.hands_over_to:
                    given = self._went_on(None, tell)
                    return {**given, "heard": ["the game has gone on meanwhile: this is how it stands"]}
                return self._went_on(request, tell)
            case r.HearOf(about):
                return {"heard": [] if game.hands_over_to else game.ask_beside(about)}
            case r.OddsOf(deed):
                return {"odds": game.odds_of(deed)}
            case r.MeantBy((first, until)):
                return {"heard": [game.reason(first, until) or "for nothing that can be named"]}
            case r.SelectPiece(piece):
                return game.begun_with(piece)
            case r.SightBetween(here, there):
                return game.sight_between(here, there)
            case r.KeyToMap():
                return {"svg": game.picture(in_page=False)}
            case r.TakeOver(who=who):
                game.take_over(who, tell)
                return self._went_on(None, tell)
            case r.AsItWas(at=at):
                was = game.as_it_was(at)
                return {"turn": was.pop("turn"), **self._sent(was, partly=True)}
            case r.LeaveGame():
                if self.laid is not None and self.laid.is_by_mail:  # its answers are to be sent
                    raise Refused("this game goes on by mail")
                seated = {"against": game.screen.programs.values(), "side": game.table.persons()}
                self.wanted = {name: next(iter(of), None) for name, of in seated.items()}
                self.wanted["situation"] = game.game.setup.situation
                self.laid, self.game, self.sent = None, None, []
                return self._choices()
            case r.LookBack():
                game.catch_up(tell)
                return self._went_on(None, tell)
        raise AssertionError("no other request is decoded")

    def _went_on(self, request: r.UponQuestion | None, tell: Tell) -> a.TableUpdate:
        """Returns how the game stands once that was answered, and sends a turn that is over by mail."""
        game, laid = self.game, self.laid
        assert game is not None
        assert laid is not None
        before = [*game.game.entries]
        heard = self._answered(game, request, tell)
        if (since := game.table.event_log.news_since) is not None:
            game.table.event_log.news_since = None
            game.catch_up(tell, since)
        self._number += before != game.game.entries
        is_over = not self.sent and laid.is_by_mail and (game.is_handed_over or game.game.over)
        if is_over and isinstance(request, r.SealTurn):
            self.sent, is_over = laid.after(), False
        state = {**game.state(), "question": self._number, "sent": self.sent, "seals": is_over}
        state |= {"undo": game.table.undone_at_once, "all": game.game.undoable} if is_over else {}
        state["mailed"] = {path.name: path.read_text("utf-8") for path in laid.mailed if self.sent}
        weighed = None
        if (at := game.weighed) is not None:
            again = request if at.is_taken_back else r.AnswerBy(question=self._number)
            weighed = msgspec.to_builtins({"title": at.title, "odds": at.odds, "again": again})
        return {"heard": cast("list[ToldLine | str]", heard), "weighed": weighed, **self._sent(state)}

    def _answered(self, game: TableInPage, request: r.UponQuestion | None, tell: Tell) -> Heard:
        match request:
            case r.TypeLines(lines=lines, sure=sure):
                if left := next((line for line in lines if line.strip().lower() in LEAVES), None):
                    raise Refused(f"`{left.strip()}` is for the terminal; here one closes the page")
                return game.type(lines, tell, sure=sure)
            case r.AnswerBy(deed=deed, sure=sure):
                return game.answer(deed, tell, sure=sure)
            case r.UndoSome(what=what) if not self.sent:
                return game.answer(TakeBack(what), tell, is_over=self.laid is not None and self.laid.is_by_mail)
            case r.AutoPlay():
                return game.answer(PlayPart(), tell)
        return game.type((), tell)

    def last_words(self) -> list[str]:
        """Returns what the terminal prints when the server stops: where the game is kept, and how to resume it."""
        table = None if self.game is None else self.game.table
        if table is None or self.sent:
            return self.sent
        if table.game.over:
            return [f"the game is over; its journal: {table.file.shown}"]
        return [f"the game is kept; go on with: {table.resume}"]

    def _choices(self) -> a.TableChoices:
        _, title, situations = self.workspace.situations(self.module)
        named: list[a.NameAndTitle] = [{"name": name, "title": said or name} for name, said in situations.items()]
        named.sort(key=lambda one: (int(n[0]) if (n := NUMBER.findall(one["title"])) else MAX_NUMBER, one["title"]))
        styles = self.workspace.styles(self.module)
        programs = LEVELS | (EXPERT if styles else {}) | {f"greedy/{style}": said for style, said in styles.items()}
        programs |= {"random": "plays by chance"}
        if before := self.wanted.get("against"):
            programs.setdefault(before, "as before")
        presets = {name: preset.title for name, preset in self.workspace.presets(self.module).items()}
        cards = self.workspace.kept_cards(self.module, situations, self.chosen) if self.has_cards else {}
        said = {name: f"{card['sentence']} {card['played']}" for name, card in cards.items()}
        return {
            "module": title, "situations": named, "programs": programs, "presets": presets, "cards": said,
            "wanted": self.wanted,
        }  # fmt: skip

    def _begin(self, wanted: r.BeginGame, tell: Tell) -> a.TableUpdate:
        if self.game is not None:
            raise Refused("a game is played here already")
        self.at = AtTable(wanted.against, wanted.side, in_page=True)
        chosen = self.chosen or Configuration()
        if wanted.preset:
            chosen = self.workspace.with_preset(self.module, wanted.preset, chosen)
        self.laid = self.workspace.begin(self.module, wanted.situation, chosen, token_hex(4), None, self.at)
        self.game = self.laid.in_page()
        return self._went_on(None, tell)
