"""A game at a table that is played in a page: how it stands as data for JSON, and lines that are typed by clicks.

It is the game of a terminal, asked in the same words: a click types what a player would, and what is said is sorted
into the places that a page has for it. The one difference is that nobody waits for a line: a request brings some, and
the game runs until a person is asked and no line is left. The page is sent each step of the others as it happens.

Where the law has secrets and several persons share the page, one side looks at a time: the page shows nothing until the
one who is asked has taken it over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple, cast

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.files import Unwritable
from hexlaw.compiler.desk.table.answering import Answering
from hexlaw.compiler.desk.table.output import CHANGE, FACTOR, REPLY, heard_by, tell
from hexlaw.compiler.desk.table.queries import Queries
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.desk.table.session import Session
from hexlaw.compiler.desk.table.tabletop import Elsewhere, Tabletop
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.explain.event_lines import ended
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Take
from hexlaw.runtime.play.state import apart

WIDTH = 100
"""Characters of a line where something is told in columns."""
MAX_LOG = 200
"""Lines of what has happened that a page is sent."""
Data = dict[str, object]
Tell = Callable[[Data], None]


class _Waiting(Exception):
    """A person is asked, and nothing is typed."""


class _Weighed(Exception):
    """An answer throws dice, and nobody has said yet that they may fall."""

    def __init__(self, title: str, line: str, odds: list[str]) -> None:
        self.title, self.line, self.odds = title, line, odds


class _Note(NamedTuple):
    """What was told of an entry, to the side that looked."""

    number: int
    side: str | None
    sort: str
    line: str


class TableInPage(Session):
    def __init__(self, table: Tabletop) -> None:
        super().__init__(table)
        table.ask, table.waits, table.weigh = self._next_line, self._wait, self._weigh
        self.screen.page_width = WIDTH
        self.is_handed_over = False  # whether another goes on, at another machine
        self._lines: list[str] = []
        self._heard: list[str] = []
        self._notes: list[_Note] = []
        self._tell: Tell = lambda _: None
        self._sure = False  # whether the next dice may fall
        self._typed: list[int] = []  # after how many entries each request with lines came
        self.weighed: Data | None = None  # the answer to the last lines that waits, since it throws dice
        table.event_log.reported = self._shown = len(self.game.entries)
        table.event_log.tells_reasons = False

    # -- what is typed

    def type(self, lines: Sequence[str], tell: Tell, *, sure: bool = False) -> list[str]:
        """Answers with some lines, and goes on until a person is asked; what was said to the lines. Told meanwhile are
        for whom one waits, and what others do. Before dice fall that nobody is `sure` of, all is taken back, and what
        may come of them is kept in `weighed`."""
        self._lines, self._heard, self._tell, self._sure, self.weighed = [*lines], [], tell, sure, None
        began, answered = self.hands_over_to, len(self.game.entries)
        if [line.strip().lower() for line in lines] == ["undo"] and self.undone_at_once:
            self._undo()
            self._lines.clear()
        elif lines:
            self._typed = [*(number for number in self._typed if number < answered), answered]
        try:
            with suppress(_Waiting), heard_by(self._hear, (REPLY, CHANGE, FACTOR)):
                try:
                    self.play_on()
                except Elsewhere:
                    self.is_handed_over = True
                self.table.event_log.tell()
                self.table.draw()
                while self._lines:
                    self.ask_beside(self._lines.pop(0))
        except _Weighed as weighed:
            self._stop_before(weighed, lines, answered)
        except Unwritable as problem:
            raise Refused(f"{problem}; all answers but the last are kept") from None
        return [] if self.hands_over_to != began else self._heard

    def _weigh(self, answer: Value) -> None:
        """Stops before dice, unless a person is sure, or has declined what others then throw for."""
        question, table, game = self.game.question, self.table, self.game
        asked = isinstance(question, Take | Choose) and (not game.offered or table.declined != game.offered)
        if not asked or not game.throws_with(answer):
            return
        if self._sure:
            self._sure = False  # of these, not of those that follow
            return
        odds, name = list[str](), self.screen.shown(answer)
        with heard_by(lambda line, _: odds.extend(line.splitlines())):
            table.queries.tell_odds(answer, name)
        called, ending = self.screen.readings.called, game.ends_with_done
        if isinstance(question, Choose):
            shown = self.screen.listed_as(question, answer)
            action = called("action", question.pick.partition(".")[0])
            said = f"{action}: {', '.join([*self.screen.picked(question), shown])}"
        elif answer == DONE:
            said = "end" if ending is None else f"end {called('part', ending)}"
        else:
            said = called("action", name)
        ends = isinstance(question, Take) and answer == DONE
        raise _Weighed(said, " ".join(["end end" if ends else name, *table.typed.words]), odds)

    def _stop_before(self, weighed: _Weighed, lines: Sequence[str], answered: int) -> None:
        """Takes back what was answered on the way to dice, where that can be; what lies behind them is typed again."""
        self.table.typed.words.clear()
        self.table.typed.kept.clear()
        number = sum(not entry.lapsed for entry in self.game.entries[answered:])
        if number <= self.game.undoable:
            self.table.take_back(number)
        else:
            lines = [weighed.line]
        self.weighed = {"title": weighed.title, "lines": [*lines], "odds": weighed.odds}

    @property
    def undone_at_once(self) -> int:
        """Returns how many answers are taken back with the last click: all that it gave, as far as that can be."""
        entries, undoable = self.game.entries, self.game.undoable
        began = next((number for number in reversed(self._typed) if number < len(entries)), len(entries) - 1)
        return min(sum(not entry.lapsed for entry in entries[max(began, 0) :]), undoable)

    def _undo(self) -> None:
        number, entries = self.undone_at_once, self.game.entries
        given = [n for n, entry in enumerate(entries) if not entry.lapsed]
        self._heard = [f"taken back: {line}" for line in self.table.event_log.since(given[-number], why=False)]
        self.table.acted = True  # so that the table does not end this part by itself again
        self.table.take_back(number)

    def _next_line(self, prompt: str) -> str:
        if not self._lines:
            raise _Waiting
        return self._lines.pop(0)

    def _wait(self, text: str) -> None:
        if not self.hands_over_to:
            self._tell({"waits": text})

    def _go_on(self) -> None:
        super()._go_on()
        entries = self.game.entries
        if self.hands_over_to or self.game.to_read.depth or isinstance(self.game.question, ByLot):
            return
        by = next((entry.who for entry in reversed(entries) if entry.side), "")
        new = [one for one in self._log() if cast(list[int], one["at"])[1] > self._shown]
        if new and (by in self.table.programs or self.table.automatic):
            now = self.screen.position
            at = next((h for thing in self.table.came if (h := now.hex_of(thing)) is not None), None)
            self._tell(self._step(new, self.picture(), at))
        self._shown = len(entries)

    def _step(self, log: list[Data], svg: str, at: Hex | None) -> Data:
        return {"log": log, "svg": svg, "at": None if at is None else self.screen.shown(at)}

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
            answering = None if question is None else Answering(self.table, question, self.table.queries.options)
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
        return question.who if law_hides or apart(self.game.to_read.frames) is not None else ""

    def take_over(self, who: str, tell: Tell) -> None:
        if who != self.hands_over_to:
            return
        question = self.game.question
        assert isinstance(question, Take | Choose)
        self.screen.look_as(question.side)
        self.catch_up(tell)

    def catch_up(self, tell: Tell) -> None:
        """Tells, step by step, what others have done since the person who is asked last answered, and notes it."""
        question, side, persons = self._asked(), self.screen.side, self.table.persons()
        if self.hands_over_to:
            return
        who = question.who if question is not None else persons[0] if len(persons) == 1 else ""
        looking, picture = self.table.event_log.looking_back(who), self.table.picture
        if not looking.steps or picture is None:
            return
        pictures = picture.look_back(map(looking.seen, range(len(looking.steps) + 1)))
        next(pictures)  # of how it was before
        for at, ((start, _), svg) in enumerate(zip(looking.steps, pictures, strict=True), 1):
            thrown = factors, came = looking.thrown(at)
            self._notes = [note for note in self._notes if (note.number, note.side) != (start.number, side)]
            for sort, lines in zip((FACTOR, CHANGE), thrown, strict=True):
                self._notes += [_Note(start.number, side, sort, line) for line in lines]
            log = [self._logged(line, numbers, [], []) for line, numbers in looking.lines(at) if line]
            if log:
                log[-1] |= {"came": came, "factors": factors}
            tell(self._step(log, svg, next(iter(looking.came_to(at)), None)))

    # -- how it stands

    def state(self) -> Data:
        """Returns how the game stands, as the side sees it that looks; while the page is handed over, to whom."""
        data: Data = {"title": self.game.title, "answers": len(self.game.entries), "over": self.game.over}
        if to := self.hands_over_to:
            return {**data, "hands-over": to}
        screen, question = self.screen, self._asked()
        who = "" if question is None else question.who
        self._notes = [note for note in self._notes if note.number < len(self.game.entries)]
        wins = self._briefing[:]
        with suppress(LawStop):
            if not self.game.over:
                leads = self.game.leads(screen.side)
                wins.append(f"If it ended now: won by {'nobody' if leads is None else screen.player(str(leads))}.")
        data |= {
            "resume": self.table.resume, "turn": screen.whose_turn(who), "figures": screen.figures(),
            "looks": screen.side, "sides": screen.sides,
            "score": [*screen.score()], "log": self._log(), "picture": sha256(self.picture().encode()).hexdigest()[:16],
            "ended": [line.strip() for line in ended(self.game, screen.player)] if self.game.over else [],
            "wins": wins,
        }  # fmt: skip
        return data if question is None else {**data, **self._question(question)}

    def picture(self) -> str:
        picture = self.table.picture
        return "" if picture is None or self.hands_over_to else picture.drawn(self.game.question, legend=False)

    @cached_property
    def _briefing(self) -> list[str]:
        return [*self.screen.briefing()]

    def key(self) -> str:
        """Returns the picture with its legend."""
        picture = self.table.picture
        return "" if picture is None or self.hands_over_to else picture.drawn(self.game.question)

    def _asked(self) -> Take | Choose | None:
        """Returns what a person is asked."""
        question = self.game.question
        return question if isinstance(question, Take | Choose) and question.who not in self.table.programs else None

    def _question(self, question: Take | Choose) -> Data:
        options, game = self.table.queries.options, self.game
        part = game.ends_with_done if isinstance(question, Take) else None
        ends = None if part is None else self.screen.readings.called("part", part)
        done = {"ends": ends, "throws": game.throws_with(DONE)} if DONE in options else None
        return {
            "who": question.who, "asks": self.screen.title(question), "takes": isinstance(question, Take),
            "steps": game.goes_by_steps, "done": done,
            "options": [*self._listed(question, self.table.queries, options)],
            "undo": self.undone_at_once, "all": game.undoable, "cancel": game.undoable_action,
            "reach": self._reach(game.mover)[1] if game.mover is not None else {},
        }  # fmt: skip

    def _listed(self, question: Take | Choose, queries: Queries, options: Sequence[Value]) -> Iterator[Data]:
        """Yields what can be answered, but for being done, with what it costs."""
        costs = {} if isinstance(question, Take) else queries.game.prices(options)
        yield from (self._option(question, one, queries.screen, costs.get(one)) for one in options if one != DONE)

    def _option(self, question: Take | Choose, option: Value, screen: Screen, cost: Value) -> Data:
        """Returns an answer: what is typed for it, what is said of it, where it lies; of an action, by whom it can be
        begun."""
        label, place = screen.listed_as(question, option), option
        data: Data = {"name": screen.shown(option), "label": label, "said": screen.remarks(question, option, cost)}
        if isinstance(question, Take):
            data["by"] = [thing.name for thing in self.table.queries.who_can(str(option))]
        if isinstance(option, Thing):
            data["piece"], place = option.name, screen.position.hex_of(option)
        if isinstance(place, Hex):
            data["hex"] = screen.shown(place)
            there = [option] if isinstance(option, Thing) else screen.seen.by_hex.get(place, [])
            others = any(screen.owner(thing) not in ("", question.side) for thing in there)
            data["against"] = others and not screen.game.goes_by_steps
        return data if cost is None else {**data, "cost": screen.shown(cost)}

    def _log(self) -> list[Data]:
        log, notes = list[Data](), dict[int, list[_Note]]()
        for note in self._notes:
            if note.side == self.screen.side:
                notes.setdefault(note.number, []).append(note)
        for line, numbers in [*self.table.event_log.lines()][-MAX_LOG:]:
            noted = [note for number in numbers for note in notes.get(number, ())]
            if line:
                came, factors = ([n.line for n in noted if n.sort == sort] for sort in (CHANGE, FACTOR))
                log.append(self._logged(line, numbers, came, factors))
        return log[-MAX_LOG:]

    def _logged(self, said: str, numbers: range, came: list[str], factors: list[str]) -> Data:
        meant = self.table.event_log.has_reason(numbers)
        return {"said": said, "at": [numbers.start, numbers.stop], "meant": meant, "came": came, "factors": factors}

    def reason(self, first: int, until: int) -> str:
        """Returns what that was for which has happened in some entries."""
        numbers = range(max(first, 0), min(until, len(self.game.entries)))
        return "" if self.hands_over_to else self.table.event_log.reason(numbers)

    # -- what could be done

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
                targets = [*self._listed(ahead, inside, inside.options)]
            said = self.screen.remarks(question, action, None) if action else ""
            steps = inside is not None and inside.game.goes_by_steps
            label = self.screen.readings.called("action", action)
            actions.append({"name": action, "label": label, "said": said, "targets": targets, "steps": steps})
        later, reach = self._reach(thing)
        return {"actions": actions, "reach": reach, "later": later}

    def _reach(self, thing: Thing) -> tuple[str, dict[str, str]]:
        """Returns how far a thing gets, for which cost; later in the turn, where it is then. Nothing where that has no
        end, or depends on what is not known."""
        with suppress(LawStop):
            (later, ways), shown = self.table.queries.ways_of(thing), self.screen.shown
            return later, {shown(h): shown(way.cost) for h, way in ways.items()}
        return "", {}
