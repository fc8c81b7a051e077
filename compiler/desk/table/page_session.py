"""A game at a table that is played in a page: how it stands as data for JSON, and what is answered by clicks.

It is the game of a terminal, and what is said is sorted into the places that a page has for it. A click answers with
options by their numbers, a line that is typed is read as at a terminal; both are carried out by the table. Nobody waits
for a line: the game runs until a person is asked and nothing is left to be answered with. The page is sent each step of
the others as it happens.

Where the law has secrets and several persons share the page, one side looks at a time: the page shows nothing until the
one who is asked has taken it over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple, cast

from msgspec import to_builtins

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.files import Unwritable
from hexlaw.compiler.desk.table import page_state as s
from hexlaw.compiler.desk.table.answering import GO_THERE, Answering
from hexlaw.compiler.desk.table.output import CHANGE, FACTOR, ODDS, REPLY, TextOfData, heard_by, tell
from hexlaw.compiler.desk.table.queries import Queries
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.desk.table.session import Session
from hexlaw.compiler.desk.table.tabletop import Elsewhere, Tabletop
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.board.geometry import Hex, distance, hexes_of
from hexlaw.runtime.draw.pieces import printable
from hexlaw.runtime.explain.event_lines import IN_SECRET, ended
from hexlaw.runtime.explain.played_moves import place_called
from hexlaw.runtime.explain.sights import sight_of
from hexlaw.runtime.explain.speech import SAME
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Take
from hexlaw.runtime.play.state import apart
from hexlaw.runtime.words.english import counted

WIDTH = 100
"""Characters of a line where something is told in columns."""
LOOKUP = re.compile(r"((.*?)(?: for .*)? is (.*?))  \[.*\]")  # of a table: which, and its result
STEP = re.compile(r"  ((increased|reduced) to .*?)(?: by (.*?))?: (.*?)(?:  \[.*\])?")  # of a number, and why
FIGURE = re.compile(r"-?[\d /]+")
COUNT = re.compile(r"(?<=: )(\d+)( \(it was \d+\))?$")
MAX_LOG = 1_000
"""Lines of what has happened that a page is sent."""
Data = dict[str, object]
Heard = list[str | Data]
Tell = Callable[[Data], None]


class _Waiting(Exception):
    """A person is asked, and nothing is typed."""


class DiceAhead(Exception):
    """An answer throws dice, and nobody has said yet that they may fall."""

    is_taken_back = True  # all that led there

    def __init__(self, title: str, answer: Value, odds: list[s.ToldLine]) -> None:
        self.title, self.answer, self.odds = title, answer, odds


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
        self._briefing = [*self.screen.briefing()]
        self.is_handed_over = False  # whether another goes on, at another machine
        self._lines: list[str] = []
        self._heard: list[str] = []
        self._notes: list[_Note] = []
        self._tell: Tell = lambda _: None
        self._sure = False  # whether the next dice may fall
        self._wanted: s.Deed | None = None  # what is done once the person is asked
        self._turns: list[tuple[int, str]] = []  # whose turn it was from an entry on, as far as that was noted
        self.weighed: DiceAhead | None = None  # what waits of the last answers, since it throws dice
        table.event_log.reported = self._shown = len(self.game.entries)
        table.event_log.tells_reasons = False

    # -- what is answered

    def type(self, lines: Sequence[str], tell: Tell, *, sure: bool = False) -> Heard:
        """Answers with some lines, and goes on until a person is asked; what was said to the lines. Told meanwhile are
        for whom one waits, and what others do. Before dice fall that nobody is `sure` of, all is taken back, and what
        may come of them is kept in `weighed`."""
        if [line.strip().lower() for line in lines] == ["undo"] and self.table.undone_at_once:
            return self.answer(s.TakeBack("click"), tell)
        return self._go_on_with(tell, lines, kept=self.table.typed.kept, sure=sure)

    def answer(self, intent: s.Intent, tell: Tell, *, sure: bool = False, is_over: bool = False) -> Heard:
        """Does what a person wants; upon a deed of nothing, what the throw of dice has interrupted. Of a turn that is
        over something is taken back only where that has not been sent."""
        if isinstance(intent, s.TakeBack) and self._asked() is None and not is_over:
            return []
        self.table.automatic = ()
        is_one = isinstance(intent, s.Deed) and len(intent.path) == 1 and not intent.to  # that a line may have lacked
        return self._go_on_with(tell, intent=intent, kept=self.table.typed.kept if is_one else (), sure=sure)

    def _go_on_with(
        self, tell: Tell, lines: Sequence[str] = (), *, kept: Sequence[str], intent: s.Intent | None = None, sure: bool
    ) -> Heard:  # fmt: skip
        self._lines, self._heard, self._tell, self._sure, self.weighed = [*lines], [], tell, sure, None
        began, answered, table = self.hands_over_to, len(self.game.entries), self.table
        if intent != s.Deed():
            table.planned, table.typed.words, table.typed.kept = [], [], [*kept]
        table.clicks = [*(number for number in table.clicks if number < answered), answered]
        try:
            with suppress(_Waiting), heard_by(self._hear, (REPLY, CHANGE, FACTOR, ODDS)):
                self._wanted = intent if isinstance(intent, s.Deed) and intent != s.Deed() and not began else None
                if isinstance(intent, s.TakeBack | s.PlayPart):
                    table.play(intent)
                self.is_handed_over = False
                try:
                    self.play_on()
                except Elsewhere:
                    self.is_handed_over = True
                table.event_log.tell()
                table.draw()
                for line in self._lines:  # nobody is to answer
                    word, _, rest = line.strip().partition(" ")
                    if not table.queries.tell_of(s.TableQuery.typed(word.lower(), rest)):
                        self._hear(f"`{printable(word)}` is nothing that can be asked now", REPLY)
        except DiceAhead as weighed:
            self._stop_before(weighed)
        except Unwritable as problem:
            raise Refused(f"{problem}; all answers but the last are kept") from None
        return [] if self.hands_over_to != began else _heard_of(self._heard)

    def _weigh(self, answer: Value) -> None:
        """Stops before dice, unless a person is sure, or has declined what others then throw for."""
        question, table, game = self.game.question, self.table, self.game
        declined = bool(game.offered) and table.declined == game.offered
        if not isinstance(question, Take | Choose) or declined or not game.throws_with(answer):
            return
        if self._sure:
            self._sure = False  # of these, not of those that follow
            return
        odds = list[s.ToldLine]()
        with heard_by(lambda line, _: odds.append(_line_of(line))):
            table.queries.tell_odds(answer, self.screen.shown(answer))
        called, said, ending = self.screen.readings.called, self.screen.listed_as(question, answer), game.ends_with_done
        if isinstance(question, Choose):
            action = called("action", question.pick.partition(".")[0])
            said = f"{action}: {', '.join([*self.screen.picked(question), said])}"
        elif answer == DONE and ending is not None:
            said += f" {called('part', ending)}"
        raise DiceAhead(said, answer, odds)

    def _stop_before(self, weighed: DiceAhead) -> None:
        """Takes back what led to dice, where that can be; else the rest is done once somebody is sure."""
        number = self.table.given_since(self.table.clicks[-1])
        self.weighed, weighed.is_taken_back = weighed, number <= self.game.undoable
        if weighed.is_taken_back:
            self.table.planned, self.table.typed.words, self.table.typed.kept = [], [], []
            self.table.take_back(number)
            return
        if self.table.planned[:1] != [weighed.answer]:
            self.table.planned.insert(0, weighed.answer)
        self.table.typed.ending = self.game.running  # that was wanted once already

    def _next_line(self, prompt: str) -> str:
        if not self._lines and prompt == GO_THERE:
            return ""  # the page moves at once, as upon a click
        if not self._lines:
            raise _Waiting
        return self._lines.pop(0)

    def _wait(self, text: str) -> None:
        if not self.hands_over_to:
            self._tell({"waits": text})

    def _go_on(self) -> None:
        who, entries = getattr(self.game.question, "who", ""), self.game.entries
        heading = self.screen.whose_turn(who, in_part=False)
        self._turns = [one for one in self._turns if one[0] <= len(entries)]
        if who and (not self._turns or self._turns[-1][1] != heading):
            self._turns.append((len(entries), heading))
        super()._go_on()
        if self.hands_over_to or self.game.to_read.depth or isinstance(self.game.question, ByLot):
            return
        by = next((entry.who for entry in reversed(entries) if entry.side), "")
        new = [one for one in self._log() if one.at[1] > self._shown]
        if new and (by in self.table.programs or self.table.automatic):
            now = self.screen.position
            at = next((h for thing in self.table.came if (h := now.hex_of(thing)) is not None), None)
            shown = "" if at is None else self.screen.shown(at)
            self._tell({"log": to_builtins(new), "picture": self.picture().splitlines(), "at": shown})
        self._shown = len(entries)

    def _hear(self, line: str, sort: str) -> None:
        if sort in (CHANGE, FACTOR):
            self._notes.append(_Note(len(self.game.entries) - 1, self.screen.side, sort, line.removeprefix("    ")))
        elif sort in (REPLY, ODDS):
            self._heard.append(line)

    def _ask(self, question: Take | Choose) -> None:
        if self.hands_over_to:
            raise _Waiting
        intent, self._wanted = self._wanted, None
        if intent is None:
            super()._ask(question)
        else:
            self.table.play(intent)

    def ask_beside(self, asked: s.TableQuery) -> Heard:
        """Returns what is said to a question beside the game, which changes nothing."""
        heard, question, queries = list[str](), self._asked(), self.table.queries
        answering = queries if question is None else Answering(self.table, question, queries.options)
        with heard_by(lambda line, _: heard.append(line)):
            if not answering.tell_of(asked):
                tell(["nothing can be answered now, so this cannot be asked"])
        return _heard_of(heard)

    def odds_of(self, deed: s.Deed) -> list[Data]:
        """Returns what may come of the last answer, as `odds` tells it at a terminal, as if the others were given."""
        is_asked, ahead, queries = self._asked() is not None and not self.hands_over_to, self.game, self.table.queries
        answers = self.table.answers_of(s.Deed(deed.path, deed.others)) if is_asked else []
        for answer in answers[:-1]:
            is_over = answer in self.game.law.graph.actions and ahead.allows(DONE)
            ahead = (ahead.followed(DONE) or ahead) if is_over and isinstance(ahead.question, Choose) else ahead
            ahead = ahead.followed(answer) or ahead
        said = list[Data]()
        with heard_by(lambda line, _: said.append(to_builtins(_line_of(line)))):
            try:
                for answer in answers[-1:]:
                    queries.of(ahead).tell_odds(answer, self.screen.shown(answer))
            except LawStop as stop:
                queries.tell_stop(stop)
        return said

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
        self.screen.side = question.side
        self.catch_up(tell)

    def catch_up(self, tell: Tell, since: int = 0) -> None:
        """Tells, step by step, what others did since the person who is asked last answered, and notes it."""
        question, side, persons = self._asked(), self.screen.side, self.table.persons()
        if self.hands_over_to:
            return
        who = question.who if question is not None else persons[0] if len(persons) == 1 else side or ""
        looking, picture = self.table.event_log.looking_back(who, since), self.table.picture
        if not looking.steps or picture is None:
            return
        pictures = picture.look_back(map(looking.seen, range(len(looking.steps) + 1)))
        next(pictures)  # of how it was before
        for at, ((start, _), svg) in enumerate(zip(looking.steps, pictures, strict=True), 1):
            thrown = factors, came = looking.thrown(at)
            self._notes = [note for note in self._notes if (note.number, note.side) != (start, side)]
            for sort, lines in zip((FACTOR, CHANGE), thrown, strict=True):
                self._notes += [_Note(start, side, sort, line) for line in lines]
            events = [one for one in looking.lines(at) if one[0]]
            log = [self._logged(*one, [], []) for one in events[:-1]]
            log += [self._logged(*one, came, factors) for one in events[-1:]]
            came_to = next(iter(looking.came_to(at)), None)
            shown = "" if came_to is None else self.screen.shown(came_to)
            tell({"log": to_builtins(log), "picture": svg.splitlines(), "at": shown})

    def as_it_was(self, number: int) -> Data:
        """Returns whose turn it was, and the picture, after so many entries: as the side sees it that looks."""
        then, picture = replace(self.screen, game=self.game.as_it_was(number)), self.table.picture
        if self.hands_over_to or picture is None:
            return {"turn": "", "picture": []}
        drawn = picture.drawn(None, in_page=True, was=then.position)
        return {"turn": then.whose_turn(getattr(then.game.question, "who", "")), "picture": drawn.splitlines()}

    def forget_undone(self) -> None:
        """Forgets what was shown of answers that were taken back elsewhere."""
        self._shown = min(self._shown, len(self.game.entries))
        self._notes = [note for note in self._notes if note.number < len(self.game.entries)]
        self.table.event_log.forget_undone()
        if self.table.picture is not None:
            self.table.picture.begin_anew()

    # -- how it stands

    def state(self) -> Data:
        """Returns how the game stands, as the side sees it that looks; while the page is handed over, to whom."""
        state = s.TableState(self.game.title, len(self.game.entries), self.game.over, self.hands_over_to)
        if state.hands_over:
            return cast(Data, to_builtins(state))
        screen, question = self.screen, self._asked()
        who = "" if question is None else question.who
        self._notes = [note for note in self._notes if note.number < len(self.game.entries)]
        wins = [*self._briefing, *([] if self.game.over else [screen.so_far()])]
        state.resume, state.turn, state.figures = self.table.resume, screen.whose_turn(who), screen.figures()
        state.looks, state.sides, state.score = screen.side, [*screen.sides], [*screen.score()]
        state.log, state.picture, state.wins = self._log(), self.picture().splitlines(), wins
        state.ended = [line.strip() for line in ended(self.game, screen.player)] if self.game.over else []
        if question is not None:
            self._add_question(state, question)
        return cast(Data, to_builtins(state))

    def picture(self, *, in_page: bool = True) -> str:
        """Returns the picture; else than in a page with the key to the map."""
        picture = self.table.picture
        return "" if picture is None or self.hands_over_to else picture.drawn(self.game.question, in_page=in_page)

    def _asked(self) -> Take | Choose | None:
        """Returns what a person is asked."""
        question = self.game.question
        return question if isinstance(question, Take | Choose) and question.who not in self.table.programs else None

    def _add_question(self, state: s.TableState, question: Take | Choose) -> None:
        options, game = self.table.queries.options, self.game
        part = game.ends_with_done if isinstance(question, Take) else None
        ends = None if part is None else self.screen.readings.called("part", part)
        again = part is not None and self.table.typed.ending == game.running
        state.done = s.Done(ends, game.throws_with(DONE), again) if DONE in options else None
        if (led := self.table.guided()) is not None:
            state.guided = (led[0], len(game.setup.guide), *led[1:])
        state.who, state.asks, state.takes = question.who, self.screen.title(question), isinstance(question, Take)
        state.steps, state.options = game.goes_by_steps, [*self._listed(question, self.table.queries, options)]
        state.undo, state.all, state.cancel = self.table.undone_at_once, game.undoable, game.undoable_action
        state.reach = self._reach(game.mover)[1] if game.mover is not None else {}

    def _listed(self, question: Take | Choose, queries: Queries, options: Sequence[Value]) -> Iterator[s.Option | str]:
        """Yields what can be answered, but for being done, with what it costs; of a bare hex the name alone."""
        costs = {} if isinstance(question, Take) else queries.game.prices(options)
        for one in (one for one in options if one != DONE):
            found = self._option(question, one, queries.screen, costs.get(one))
            yield found.name if found == s.Option(found.name, hex=found.name) else found

    def _option(self, question: Take | Choose, option: Value, screen: Screen, cost: Value) -> s.Option:
        label, place, found = screen.listed_as(question, option), option, s.Option(screen.shown(option))
        found.label = label if label != found.name else ""
        found.said = "" if isinstance(option, Hex) else screen.remarks(question, option, cost)
        found.cost = "" if cost is None else screen.shown(cost)
        if isinstance(question, Take):
            found.by = [thing.name for thing in self.table.queries.who_can(str(option))]
        if isinstance(option, Thing):
            found.piece, place = option.name, screen.position.hex_of(option)
        if isinstance(place, Hex):
            found.hex = found.name if place is option else screen.shown(place)
            there = [option] if isinstance(option, Thing) else screen.seen.by_hex.get(place, [])
            found.against = not screen.game.goes_by_steps and not {*map(screen.owner, there)} <= {"", question.side}
        return found

    def _log(self) -> list[s.LogLine]:
        log = list[s.LogLine]()
        notes = grouped((note.number, note) for note in self._notes if note.side == self.screen.side)
        for line, numbers in [*self.table.event_log.lines()][-MAX_LOG:]:
            noted = [note for number in numbers for note in notes.get(number, ())]
            if line:
                came, factors = ([n.line for n in noted if n.sort == sort] for sort in (CHANGE, FACTOR))
                came = [*at_last(came)]
                log.append(self._logged(line, numbers, came, factors))
        return log[-MAX_LOG:]

    def _logged(self, said: str, numbers: range, came: list[str], factors: list[str]) -> s.LogLine:
        meant = any(True for _ in self.table.event_log.known_reasons(numbers))
        heads = [line.partition(": starts with ")[0] for line in factors if not line.startswith(" ")]
        tables = {head: found for head in heads if (found := LOOKUP.fullmatch(head))}
        last = next((one[2] for one in reversed(tables.values()) if one[3] not in ("yes", "no")), "")  # what decides
        about = next((head for head in heads if head not in tables), "")
        read = ", ".join(one[1] for one in tables.values() if one[2] == last)
        says_so = said.endswith(IN_SECRET) or read.rpartition(" is ")[2].startswith("no ")  # such as "no effect"
        came = [] if says_so and came == [self.screen.nothing_changes()] else came
        said = "; ".join(filter(None, [about, said, *modifiers(factors), read]))
        turn = next((heading for first, heading in reversed(self._turns) if first <= numbers.start), "")
        return s.LogLine(said, (numbers.start, numbers.stop), meant, came, factors, self._hexes_of(numbers), turn)

    def _hexes_of(self, numbers: range) -> list[str]:
        """Returns the hexes that entries name, and where the things stand that they name, as far as the side sees."""
        entries = filter(self.screen.may_read, self.game.entries[numbers.start : numbers.stop])
        names = (name for entry in entries for name in entry.answer.split(", "))
        places = (place_called(self.screen.position, name) for name in names)
        return [*dict.fromkeys(self.screen.shown(place) for place in places if place is not None)]

    def reason(self, first: int, until: int) -> str:
        """Returns what that was for which has happened in some entries."""
        numbers = range(max(first, 0), min(until, len(self.game.entries)))
        return "" if self.hands_over_to else self.table.event_log.reason(numbers)

    # -- what could be done

    def begun_with(self, name: str) -> Data:
        """Returns the actions that a piece can begin, with what is picked next in each, and how far it gets."""
        queries, thing, question = self.table.queries, self.screen.position.things.get(name), self._asked()
        if self.hands_over_to or thing is None or question is None:
            return {"actions": [], "reach": {}, "later": ""}
        actions, takes = list[s.CanTake](), isinstance(question, Take)
        for number, action in enumerate(one for one in queries.options if one != DONE) if takes else [(0, "")]:
            begun = queries.picking_after(action) if takes else queries
            options = [] if begun is None else [one for one in begun.options if one != DONE]
            if begun is None or thing not in options:
                continue
            path, inside = [*([number] if takes else []), options.index(thing)], begun.picking_after(thing)
            ahead = None if inside is None else inside.game.question
            targets = [*self._listed(ahead, inside, inside.options)] if inside and isinstance(ahead, Choose) else []
            label = self.screen.readings.called("action", str(action)) if takes else ""
            said = self.screen.remarks(question, action, None) if takes else ""
            steps = inside is not None and inside.game.goes_by_steps
            actions.append(s.CanTake(str(action), path, label, said, targets, steps))
        later, reach = self._reach(thing)
        return cast(Data, to_builtins(s.CanBegin(actions, reach, later)))

    def sight_between(self, here: str, there: str) -> Data:
        """Returns whether one sees from a hex to another, by the fact that the style names, as the side sees it."""
        screen, position = self.screen, self.screen.position
        board = None if self.hands_over_to else position.map
        ends = [] if board is None else [board.find(name) for name in (here, there)]
        if board is None or None in ends:
            raise Refused(f"there is no hex `{here if ends and ends[0] is None else there}` here")
        one, other = cast(list[Hex], ends)
        far = f"{here} to {there}: {counted(distance(one, other), 'hex')}"
        try:
            sight = sight_of(self.game.law, position, screen.style, one, other)
        except LawStop as stop:
            return {"said": f"{far}; {stop.message}", "free": None}
        if sight.free is None or sight.free:
            return {"said": far if sight.free is None else f"{far}, in sight", "free": sight.free}
        met = sight.stopped
        hexes = [] if met is None else [met.hex] if met.side is None else [*hexes_of(met.side)]
        found = [h for h in hexes if h is not None and board.contains(h)]
        rules = screen.style.rules_of_side(board, met.side) if met is not None and met.side is not None else ()
        ground = [*(r.legend for r in rules), *(r.legend for h in found for r in screen.style.rules_of_hex(board, h))]
        where = " and ".join(board.name_of(h) for h in found)
        why = f": {', '.join(dict.fromkeys(filter(None, ground)))} {'between' if len(found) > 1 else 'in'} {where}"
        said = f"{far}, not in sight{why if where else ''}"
        return {"said": said, "free": sight.free, "stopped": [board.name_of(h) for h in found]}

    def _reach(self, thing: Thing) -> tuple[str, dict[str, str]]:
        """Returns how far a thing gets, for which cost; later in the turn, where it is then. Nothing where that has no
        end, or depends on what is not known."""
        with suppress(LawStop):
            (later, ways), shown = self.table.queries.ways_of(thing), self.screen.shown
            return later, {shown(h): shown(way.cost) for h, way in ways.items()}
        return "", {}


def at_last(came: Iterable[str]) -> Iterator[str]:
    """Yields what has changed, of a figure that did so time and again what it has become and what it was at first."""
    was, is_now = dict[str, str](), dict[str, str]()
    for line in came:
        head, figure, before, *_ = [*COUNT.split(line), "", ""]
        was.setdefault(head, before or "")
        is_now[head] = figure
    yield from (f"{head}{figure}{was[head]}" for head, figure in is_now.items())


def modifiers(factors: Iterable[str]) -> list[str]:
    """Returns why something was added to dice or taken off, and why a table was read in another column."""
    reasons, said, number, start = dict[str, list[str]](), list[str](), "", ""
    for line in factors:
        if line.startswith(f"  {SAME}"):
            said[-1:] = [f"{last}, and {line.strip()}" for last in said[-1:]]
        elif not line.startswith(" "):
            said = []
            head, _, start = line.partition(": starts with ")
            number, _, value = head.rpartition(" is ")
        elif start and (step := STEP.fullmatch(line)) and (start == "0" or not FIGURE.fullmatch(value)):
            amount = step[1] if start != "0" else f"{'+' if step[2] == 'increased' else '-'}{step[3]}"
            said = reasons.setdefault(f"{number} is {start}," if start != "0" else f"{number} is", [])
            if start == "0" or not said or not said[-1].startswith(f"{amount} "):  # which is as far as it goes
                said.append(f"{amount} because {step[4]}")
    return [f"{which} {' and '.join(steps)}" for which, steps in reasons.items()]


def _line_of(line: str) -> s.ToldLine:
    depth = max(len(line) - len(line.lstrip()) - 2, 0) // 2  # every line has a margin of two blanks
    return line.data if isinstance(line, TextOfData) else s.ToldLine(line.strip(), depth)


def _heard_of(lines: Iterable[str]) -> Heard:
    """Returns lines as a page is sent them: of one by itself the text."""
    parts = (part for line in lines for part in ([line] if isinstance(line, TextOfData) else line.splitlines()))
    sent = map(_line_of, parts)
    return [one.said if one == s.ToldLine(one.said) else cast(Data, to_builtins(one)) for one in sent]
