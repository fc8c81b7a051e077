"""A game at a table that is played in a page: how it stands as data for JSON, and lines that are typed by clicks.

It is the game of a terminal, asked in the same words: a click types what a player would, and what is said is sorted
into the places that a page has for it. The one difference is that nobody waits for a line: a request brings some, and
the game goes on until a person is asked and none is left.

Where the law has secrets and several persons share the page, one side looks at a time: the page shows nothing until the
one who is asked has taken it over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.files import Unwritable
from hexlaw.compiler.desk.table.answering import Answering
from hexlaw.compiler.desk.table.output import CHANGE, FACTOR, REPLY, heard_by, tell
from hexlaw.compiler.desk.table.queries import Queries
from hexlaw.compiler.desk.table.session import Session
from hexlaw.compiler.desk.table.tabletop import Elsewhere, Tabletop
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.explain.event_lines import ended
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.questions import DONE, Choose, Question, Take
from hexlaw.runtime.play.state import apart

WIDTH = 100
"""Characters of a line where something is told in columns."""
MAX_LOG = 200
"""Lines of what has happened that a page is sent."""
Data = dict[str, object]


class _Waiting(Exception):
    """A person is asked, and nothing is typed."""


class _Note(NamedTuple):
    """What was told of an entry, to the side that looked."""

    number: int
    side: str | None
    sort: str
    line: str


class TableInPage(Session):
    def __init__(self, table: Tabletop) -> None:
        super().__init__(table)
        table.ask, table.waits = self._next_line, self._wait
        self.screen.window, self.screen.columns = lambda *_: None, lambda: WIDTH
        self._lines: list[str] = []
        self._heard: list[str] = []
        self._notes: list[_Note] = []
        self._waits: Callable[[str], None] = lambda _: None
        if self.game.entries:
            table.event_log.reported = len(self.game.entries)

    # -- what is typed

    def type(self, lines: Iterable[str], waits: Callable[[str], None]) -> list[str]:
        """Answers with some lines, and goes on until a person is asked; what was said to the lines. `waits` is told
        for whom one waits meanwhile."""
        self._lines, self._heard, self._waits = [*lines], [], waits
        began = self.hands_over_to
        try:
            with suppress(_Waiting, Elsewhere), heard_by(self._hear):
                self.play_on()
                self.table.event_log.tell()
                self.table.draw()
                while self._lines:
                    self.ask_beside(self._lines.pop(0))
        except Unwritable as problem:
            raise Refused(f"{problem}; all answers but the last are kept") from None
        return [] if self.hands_over_to != began else self._heard

    def _next_line(self, prompt: str) -> str:
        if not self._lines:
            raise _Waiting
        return self._lines.pop(0)

    def _wait(self, text: str) -> None:
        if not self.hands_over_to:
            self._waits(text)

    def _hear(self, line: str, sort: str) -> None:
        if sort in (CHANGE, FACTOR):
            self._notes.append(_Note(len(self.game.entries) - 1, self.screen.side, sort, line.strip()))
        elif sort == REPLY:
            self._heard += line.splitlines()

    def _ask(self, question: Take | Choose) -> None:
        if self.hands_over_to:
            raise _Waiting
        super()._ask(question)

    def ask_beside(self, line: str) -> list[str]:
        """Returns what is said to a question beside the game, which changes nothing."""
        word, _, rest = line.strip().partition(" ")
        heard: list[str] = []
        with suppress(_Waiting), heard_by(lambda line, _: heard.extend(line.splitlines())):
            question = self._asked()
            answering = None if question is None else Answering(self.table, question, self._options())
            known = self.table.queries.answers_query if answering is None else answering.inquired
            if not known(word.lower(), rest):
                tell([f"`{word}` is nothing that can be asked now"])
        return heard

    # -- who looks

    @property
    def hands_over_to(self) -> str:
        """Returns the person to whom the page has to be handed over before it may show anything."""
        question, screen = self._asked(), self.screen
        if question is None or question.side == screen.side or len({*self.table.persons()}) < 2:
            return ""
        law_hides = screen.has_secrets() or bool(self.game.agenda.secret_picks)
        return question.who if law_hides or apart(self.game.machine.frames) is not None else ""

    def take_over(self, who: str) -> None:
        if who != self.hands_over_to:
            return
        question, log = self.game.question, self.table.event_log
        assert isinstance(question, Take | Choose)
        self.screen.look_as(question.side)
        looking = log.looking_back(who)
        if self.table.picture is not None:
            self.table.picture.look_back(start.machine.state.view(question.side) for start, _ in looking.steps)
        for at, (start, _) in enumerate(looking.steps, 1):
            for sort, lines in zip((FACTOR, CHANGE), looking.thrown(at), strict=True):
                self._notes += [_Note(start.number, question.side, sort, line) for line in lines]

    # -- how it stands

    def state(self) -> Data:
        """Returns how the game stands, as the side sees it that looks; while the page is handed over, to whom."""
        data: Data = {"title": self.game.title, "answers": len(self.game.entries), "over": self.game.over}
        if to := self.hands_over_to:
            return {**data, "hands-over": to}
        screen, question = self.screen, self._asked()
        who = "" if question is None else question.who
        self._notes = [note for note in self._notes if note.number < len(self.game.entries)]
        data |= {
            "resume": self.table.resume, "turn": screen.whose_turn(who), "figures": screen.figures(),
            "looks": screen.side, "sides": screen.sides,
            "score": [*screen.score()], "log": self._log(), "picture": sha256(self.picture().encode()).hexdigest()[:16],
            "ended": [line.strip() for line in ended(self.game, screen.player)] if self.game.over else [],
        }  # fmt: skip
        return data if question is None else {**data, **self._question(question)}

    def picture(self) -> str:
        picture = self.table.picture
        return "" if picture is None or self.hands_over_to else picture.drawn(self.game.question, legend=False)

    def briefing(self) -> list[str]:
        """Returns what is played, and what wins."""
        return [*self.screen.opening()][:-1]

    def key(self) -> str:
        """Returns the picture with its legend."""
        picture = self.table.picture
        return "" if picture is None or self.hands_over_to else picture.drawn(self.game.question)

    def _asked(self) -> Take | Choose | None:
        """Returns what a person is asked."""
        question = self.game.question
        return question if isinstance(question, Take | Choose) and question.who not in self.table.programs else None

    def _options(self) -> list[Value]:
        return self.table.queries.options

    def _question(self, question: Take | Choose) -> Data:
        options, game = self._options(), self.game
        ends = game.ends_with_done if isinstance(question, Take) else None
        done = {"ends": ends, "throws": game.throws_with(DONE)} if DONE in options else None
        return {
            "who": question.who, "asks": self.screen.title(question), "takes": isinstance(question, Take),
            "steps": game.repeats, "mover": game.mover.name if game.mover is not None else None, "done": done,
            "options": [self._option(question, one) for one in options if one != DONE],
            "undo": game.undoable, "cancel": game.undoable_action,
        }  # fmt: skip

    def _option(self, question: Question, option: Value, queries: Queries | None = None) -> Data:
        """Returns an answer: what is typed for it, what is said of it, where it lies."""
        screen = self.screen if queries is None else queries.screen
        name, place = screen.listed_as(question, option), option
        data: Data = {"name": name, "said": screen.remarks(question, option, screen.map_as_it_is())}
        if isinstance(option, Thing):
            data["piece"], place = option.name, screen.position.hex_of(option)
        if isinstance(place, Hex):
            data["hex"] = screen.shown(place)
        cost = None if isinstance(question, Take) else screen.game.cost_of(option)
        return data if cost is None else {**data, "cost": screen.shown(cost)}

    def _log(self) -> list[Data]:
        log, first = list[Data](), 0
        for line, why, last in self.table.event_log.lines():
            noted = [n for n in self._notes if first <= n.number <= last and n.side == self.screen.side]
            first = last + 1
            if line:
                came, factors = ([n.line for n in noted if n.sort == sort] for sort in (CHANGE, FACTOR))
                log.append({"said": line, "why": why, "came": came, "factors": factors})
        return log[-MAX_LOG:]

    # -- what could be done

    def able(self) -> dict[str, list[str]]:
        """Returns by action the pieces that it can be taken with."""
        if self.hands_over_to or not isinstance(self._asked(), Take):
            return {}
        actions = [action for action in self._options() if action != DONE]
        return {action: [thing.name for thing in self.table.queries.who_can(action)] for action in actions}

    def begun_with(self, name: str) -> Data:
        """Returns what can be done with a piece: the actions that it can begin, with what is picked next in each, and
        how far it gets."""
        queries, thing, question = self.table.queries, self.screen.position.things.get(name), self._asked()
        if self.hands_over_to or thing is None or question is None:
            return {"actions": [], "reach": {}, "later": ""}
        if isinstance(question, Take):
            begun = [(action, next(queries.after(action, name), None)) for action in queries.begun_with(name)]
        else:
            begun = [("", queries.picking_after(thing))] if self.game.allows(thing) else []
        actions = []
        for action, inside in begun:
            ahead = None if inside is None else inside.game.question
            targets = []
            if inside is not None and isinstance(ahead, Choose):
                targets = [self._option(ahead, one, inside) for one in inside.options if one != DONE]
            said = self.screen.remarks(question, action, None) if action else ""
            steps = inside is not None and inside.game.repeats
            actions.append({"name": action, "said": said, "targets": targets, "steps": steps})
        later, ways = queries.ways_of(thing)
        shown = self.screen.shown
        return {"actions": actions, "reach": {shown(h): shown(way.cost) for h, way in ways.items()}, "later": later}
