"""What a player is shown: the map, who stands where, what is asked and what can be answered, whose turn it is.

In comes a game; out come lines of text, as wide as the terminal where that can be helped. Nothing here changes a game.
All that is shown of a position is read from `Screen.position`, which is the position as the side sees it that looks:
whatever is asked, what is secret to that side is not there.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from textwrap import wrap

from hexlaw.compiler.desk.table.motives_shown import aim
from hexlaw.compiler.desk.table.output import TextOfData
from hexlaw.compiler.desk.table.page_state import ToldLine
from hexlaw.compiler.desk.table.shorthand import are_numbers
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import Hex, Side
from hexlaw.runtime.draw.close import draw_close
from hexlaw.runtime.draw.counters import Counters
from hexlaw.runtime.draw.pieces import Piece, listed_by_owner, printable
from hexlaw.runtime.draw.sketch import Sketch
from hexlaw.runtime.draw.style import CORNERS, Marker, Style
from hexlaw.runtime.draw.text_map import draw_text
from hexlaw.runtime.explain.event_lines import IN_SECRET
from hexlaw.runtime.explain.explain import explain_verdict
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.dependence import spans_of
from hexlaw.runtime.law.graph import MISSING, SpanDecl
from hexlaw.runtime.law.stops import LawStop, Unseen
from hexlaw.runtime.law.value import GAME, Thing, Value
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.goals import GOAL_ASKED, Goal, has_goals
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Question, Take
from hexlaw.runtime.play.seating import in_the_game, seats
from hexlaw.runtime.play.sequence import counting
from hexlaw.runtime.play.state import Running, State
from hexlaw.runtime.play.trials import Trials
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.position.visibility import is_hiding, secrets_of_kinds
from hexlaw.runtime.words import english, in_words
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.readings import Readings
from hexlaw.runtime.words.spans import plain

MAX_LISTED = 24
MAX_STACKS = 12
"""Hexes with pieces in them that are listed below a map; more would push the map off the screen."""
MAX_NAMED = 12
"""Legal answers that are named where another is refused: what is more is in the list."""
NARROWEST = 40
MAX_NAME_LENGTH = 24
MAX_FIGURE_LENGTH = 3
"""Characters of a figure on a counter at most: what is longer is a word, and a list leaves it out."""
MAX_WINNERS = 3
"""Ways to win that a briefing tells."""
NO_WINNER = "the law does not say who wins"
LATEST = 8
"""Picks of one action that are shown with the question; who walks farther remembers where it began."""


@dataclass
class _Seen:
    """A position as it was when somebody looked, and what is listed of it again and again."""

    state: State
    side: str | None  # who looked
    position: Position

    @cached_property
    def board(self) -> Map | None:
        """The map with what has become of its hexes."""
        position = self.position
        altered = {(at, name): value for (at, name), value in position.values.items() if isinstance(at, Hex | Side)}
        return None if position.map is None else position.map.with_values(altered) if altered else position.map

    @cached_property
    def by_hex(self) -> dict[Hex | None, list[Thing]]:
        things = self.position.things.values()
        return {h: [*those] for h, those in grouped((self.position.hex_of(thing), thing) for thing in things).items()}


@dataclass
class Screen:
    game: Game
    style: Style
    programs: Mapping[str, str]  # who plays a side, or answers for a player, where no person does
    side: str | None = None  # who looks; where all looks at once, nothing is secret
    page_width: int | None = None  # of a page, which draws the map and breaks lines itself
    _last: _Seen | None = field(default=None, init=False)
    _counters: Counters = field(init=False)
    sides: tuple[str, ...] = field(init=False)
    """The sides that have anything as the game begins: those that no one plays are not spoken of."""

    def __post_init__(self) -> None:
        self._counters = Counters(self.style)
        self.sides = tuple(in_the_game(self.game.setup.position))

    @property
    def position(self) -> Position:
        """Returns the game's position as the side sees it that looks."""
        return self.seen.position

    @property
    def seen(self) -> _Seen:
        state = self.game.to_read.state
        if self._last is None or self._last.state is not state or self._last.side != self.side:
            self._last = _Seen(state, self.side, self.game.seen_by(self.side))
        return self._last

    def opening(self) -> Iterator[str]:
        """Yields what is played, by whom, who wins and how that stands."""
        yield printable(self.game.title)
        yield from self.briefing()
        yield from self._broken(self.so_far(), "", "  ")
        yield "`wins` tells all of what wins, `help` what can be typed."

    def briefing(self) -> Iterator[str]:
        """Yields in a few lines what is played, by whom, and who wins."""
        name = self.game.setup.situation
        declared = self.game.law.graph.situations.get(name)
        won = [*map(plain, Words(self.game.law.graph, self.game.law).winners(name)[:MAX_WINNERS])]
        doc = "" if declared is None else printable(declared.doc)
        for line in (doc, " ".join(self._who_plays()), *(won or [NO_WINNER])):
            yield from self._broken(line, "", "  ")

    def so_far(self) -> str:
        """Returns how it stands, and who would have won if it ended now, as far as that can be told."""
        stands = [f"{label}: {self.shown(value)}" for label, value in self.game.standing(self.side)]
        said = f"So far: {'; '.join(stands)}. " if stands else ""
        with suppress(LawStop):
            leads = self.game.leads(self.side)
            said += f"If it ended now: won by {'nobody' if leads is None else self.player(str(leads))}."
        return said.strip()

    def _who_plays(self) -> Iterator[str]:
        if self.programs:
            at = {seat: side for seat, side in seats(self.game.position).items() if side in self.sides}
            mine = [seat for seat in at if seat not in self.programs]
            theirs = ", ".join(f"{name} plays {seat}" for seat, name in self.programs.items() if seat in at)
            yield f"You play {', '.join(mine)}; {theirs}." if mine else f"You look on: {theirs}."
        if until := self._until(counting(spans_of(self.game.law.graph))):
            yield f"It goes on until {until} at most."

    def player(self, side: str) -> str:
        """Returns a side with who plays it, where that is worth a word."""
        if not self.programs or side not in self.game.law.sides:
            return side
        at = [seat for seat, of in seats(self.game.position).items() if of == side]
        played = [(f"{seat} " if seat != side else "") + self.programs.get(seat, "you") for seat in at]
        return f"{side} ({', '.join(played)})"

    @property
    def readings(self) -> Readings:
        """Returns what actions, picks, parts of the sequence and throws are called."""
        return memoised(self.game.law.graph, "_readings", Readings)

    # -- the map and who stands on it

    def map(
        self, pointed_out: Sequence[Hex] = (), around: Hex | None = None, *, legend: bool = True, whole: bool = False
    ) -> str:  # fmt: skip
        if (drawn := self.seen.board) is None:
            return "this situation has no map\n"
        if self.page_width is not None:
            return ""
        sketch = Sketch(drawn, self.style, tuple(self.pieces()), self.sides, tuple(pointed_out))
        if around is None:
            listed = len(sketch.stacks) <= MAX_STACKS
            more = "" if listed else "\n  `units` lists who stands where, `map NAME` draws a part in large\n"
            return draw_text(sketch, width=self.width, legend=legend, listed=listed) + more
        height = shutil.get_terminal_size().lines
        return draw_close(sketch, around, width=self.width, height=height, legend=legend, whole=whole)

    def answers_on_the_map(self) -> list[Hex]:
        """Returns the hexes of what a person can pick now, as far as the law says what that is."""
        question, answers = self.game.question, list[Value]()
        if isinstance(question, Choose) and question.who not in self.programs:
            with suppress(LawStop):
                answers = self.game.options()
        places = (self.position.hex_of(answer) if isinstance(answer, Thing) else answer for answer in answers)
        return [place for place in places if isinstance(place, Hex)]

    def pieces(self) -> list[Piece]:
        """Returns everything that stands on the map or beside it."""
        return [
            Piece(self.named(t), h, self.owner(t), tuple(m.text for m in self._markers_of(t)))
            for t in self.position.things.values() if (h := self.position.hex_of(t)) is not None
        ]  # fmt: skip

    def named(self, thing: Thing) -> str:
        """Returns the name of a thing with what holds of it, as the markers on its counter say: `anna (startled)`."""
        markers = self._markers_of(thing)
        return f"{thing.name} ({', '.join(marker.legend for marker in markers)})" if markers else thing.name

    def _markers_of(self, thing: Thing) -> list[Marker]:
        return self._counters.markers_of(self.position, thing, full=False)

    def _in_force(self, thing: Thing) -> dict[str, str]:
        """Returns the figures that count in place of attributes of a thing, as its law has quantities for them, where
        they differ; a question mark for one that depends on what is not seen."""
        graph, answers = self.game.law.graph, self.game.answering.about(self.position)
        found: dict[str, str] = {}
        for name in graph.kinds[thing.kind].attributes:
            quantity = graph.quantities.get(name)
            if quantity is None or (printed := quantity.printed) is None or not graph.is_a(thing.kind, printed.owner):
                continue
            [(param, type_)] = quantity.params
            try:
                value = answers.value(e.Quantity(name, (e.Var(param, type_),), quantity.type), {param: thing})
            except LawStop as stop:
                value = "?" if isinstance(stop, Unseen) else None
            if value not in (None, self.position.value(thing, name)):
                found[name] = value if isinstance(value, str) else self.shown(value)
        return found

    def printed(self, thing: Thing) -> str:
        """Returns what a counter is called and the figures that are printed on it, as one reads them: `Ewe 2-3-3`."""
        written = {figure.at: text for figure, text in self._counters.figures_of(self.position, thing)}
        figures = [written[at] for at in CORNERS if len(written.get(at, "long")) <= MAX_FIGURE_LENGTH]
        return f"{self.sort_of(thing)} {'-'.join(figures)}" if len(figures) > 1 else self.sort_of(thing)

    def hex_named(self, name: str) -> Hex | None:
        """Returns a hex by its name, in small or capital letters."""
        drawn = self.game.setup.position.map  # for a name nothing need be looked ahead
        return None if drawn is None else drawn.find(name) or drawn.find(name.lower()) or drawn.find(name.upper())

    def is_gone(self, name: str) -> bool:
        """Returns whether a thing of that name, with which the situation began, was taken out of the game."""
        began = self.game.setup.position.things
        return any(text in began and text not in self.position.things for text in (name, name.lower()))

    def owner(self, thing: Thing) -> str:
        position = self.position
        known = "side" in position.graph.kinds[thing.kind].attributes
        owner = position.value(thing, "side") if known else None
        return owner if isinstance(owner, str) else ""

    def units(self, word: str) -> Iterator[str]:
        """Yields every thing, its sort, side and place; with a word, those in whose line it stands."""
        rows: list[tuple[str, ...]] = []
        for thing in self.position.things.values():
            in_force = self._in_force(thing).items()
            now = ", ".join(f"{self.attribute(thing.kind, name)} now {figure}" for name, figure in in_force)
            figures = self.printed(thing) + (f" ({now})" if now else "")
            at = self.position.places.get(thing)
            row = self.named(thing), figures, self.owner(thing), "" if at is None else self.shown(at)
            rows += [row] if word.casefold() in "  ".join(row).casefold() else []
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        in_columns = 2 * len(widths) + sum(widths) <= self.width
        for texts in rows:
            padded = (f"{text:<{width if in_columns else 0}}" for text, width in zip(texts, widths, strict=True))
            yield f"  {'  '.join(padded)}".rstrip()

    def look(self, subject: Hex | Thing) -> Iterator[str]:
        """Yields all that is known of a piece or a hex."""
        position, now = self.position, dict[str, str]()
        if isinstance(subject, Hex):
            there = self._lies_in(subject)
            yield f"  {self.shown(subject)}{': ' if there else ''}{', '.join(there)}"
            kind, declared = "hex", self._declared_of("hex")
        else:
            place = position.places.get(subject)
            whose = [owner] if (owner := self.owner(subject)) else []
            where = [] if place is None else [f"in {self.shown(place)}"]
            yield f"  {subject.name}: {', '.join([self.printed(subject), *whose, *where])}"
            kind, declared, now = subject.kind, self._declared_of(subject.kind), self._in_force(subject)
        values = {name: position.value(subject, name) for name in declared if name != "side"}
        begun = {name: position.given(subject, name) for name in values}  # a zero is shown if it began as more
        said = {n: v for n, v in values.items() if n in now or ((v or begun[n]) and not _is_nothing(v))}
        of_it = {name: "" if _is_nothing(value) else self._of_many(value) for name, value in said.items()}
        parts = {name: [value, f"(now {now[name]})" if name in now else ""] for name, value in of_it.items()}
        figures = {self.attribute(kind, name): " ".join(filter(None, part)) for name, part in parts.items()}
        text = ", ".join(" ".join(filter(None, figure)) for figure in figures.items())
        yield from (TextOfData.of(line, ToldLine(text, 1, figures)) for line in self._broken(text, "    ", "    "))
        if isinstance(subject, Thing):
            held = [t.name for t, place in position.places.items() if place == subject]
            unseen = 0 if self.side is None else self.game.to_read.state.unseen_in(subject, self.side)
            held += [f"{unseen} that you do not see"] if unseen else []
            if held:
                yield f"    holds {', '.join(held)}"

    def _declared_of(self, kind: str) -> list[str]:
        """Returns the attributes of a kind but for what programs note of their plans."""
        return [name for name, of in self.position.graph.kinds[kind].attributes.items() if not of.is_advice]

    def known_hexes(self, thing: Thing) -> dict[str, tuple[Hex, ...]]:
        """Returns by attribute the hexes of something that is off the map: where it may come on, or was."""
        position = self.position
        if position.hex_of(thing) is not None:
            return {}
        values = {name: position.value(thing, name) for name in self._declared_of(thing.kind)}
        sets = {name: value if isinstance(value, tuple) else (value,) for name, value in values.items()}
        return {name: found for name, of in sets.items() if (found := tuple(h for h in of if isinstance(h, Hex)))}

    def _of_many(self, value: object) -> str:
        """Returns a value in words, of a long set the first members, of a set of one that member."""
        members = value if isinstance(value, tuple) else ()
        if len(members) <= MAX_NAMED:
            return self.shown(members[0] if len(members) == 1 else value)
        return f"{{{', '.join(map(self.shown, members[:MAX_NAMED]))} and {len(members) - MAX_NAMED} more}}"

    # -- what is asked

    def asked(self, question: Question) -> str:
        """Returns a question with what was picked before in the same action."""
        if not isinstance(question, Choose):
            return "what next"
        action, pick = self.readings.called("action", question.pick.partition(".")[0]), self.called(question)
        picked, mover = self.picked(question), self.game.mover
        if mover is not None and mover.name not in picked:
            picked = [mover.name, *picked]  # it was picked in another action, which borrows this pick
        dots = ["..."] if len(picked) > LATEST else []
        shown = [*picked[: 1 if dots else None], *dots, *(picked[-LATEST:] if dots else [])]
        said = f"{action}, {', '.join(shown)}" if " " in action and shown else " ".join([action, *shown])
        return f"{said}: {pick if pick.startswith('the ') else f'which {english.without_article(pick)}'}"

    def called(self, question: Choose) -> str:
        """Returns what is picked, as `the next hex`."""
        return self.readings.called("pick", question.pick)

    def picked(self, question: Choose) -> list[str]:
        """Returns what was picked before in the action that asks."""
        action = question.pick.partition(".")[0]
        picked: list[str] = []
        for entry in reversed(self.game.entries):
            if entry.who != question.who or not entry.asked.startswith(f"{action}."):
                break
            if entry.answer != DONE and not entry.lapsed:
                picked.insert(0, entry.answer)
        return picked

    def title(self, question: Question) -> str:
        """Returns what is asked, what a pick that costs something is counted in, and how much it is."""
        spent = self.game.spent()
        kind = GAME.kind if self.game.mover is None else self.game.mover.kind
        counted = "" if spent is None else f" ({self.attribute(kind, spent[0])} {self.shown(spent[1])})"
        return f"{self.asked(question)}{counted}:"

    def attribute(self, kind: str, name: str) -> str:
        """Returns what an attribute is called that things of a kind have."""
        return self.readings.called("attribute", f"{self.game.law.graph.owner(kind, name)}.{name}")

    def listed(self, question: Question, options: list[Value], first: int, word: str) -> Iterator[str]:
        """Yields what can be answered, from the `first` on; with a word, those in whose line it stands."""
        last = None if word else first + MAX_LISTED
        names, prices = [self.listed_as(question, option) for option in options[first:last]], self.game.prices(options)
        longest = min(max(map(len, names), default=0), MAX_NAME_LENGTH)
        remarks = [self.remarks(question, option, prices.get(option)) for option in options[first:last]]
        found: list[str] = []
        for number, (name, remark) in enumerate(zip(names, remarks, strict=True), first + 1):
            line = f"{name:<{longest}}  {remark}".rstrip()
            if word.casefold() in line.casefold():
                place = "" if are_numbers(options) else f"{number:>2}  "
                found.append("\n".join(self._broken(line, f"  {place}", " " * (longest + 8))))
        yield from found[:MAX_LISTED]
        rest = (len(found) if word else len(options) - first) - MAX_LISTED
        if word and not found:
            yield f"  nothing that can be answered has `{word}` in its line"
        elif rest > 0 and word:
            yield f"      and {rest} more with `{word}`"
        elif rest > 0:
            marked = "; `map` marks them" if any(isinstance(option, Hex) for option in options) else ""
            yield f"      and {rest} more: `more` goes on, `list WORD` looks for some{marked}"

    def listed_as(self, question: Question, option: Value) -> str:
        """Returns what to type for an answer: to be done with a part of the turn is to `end` it."""
        ends = option == DONE and not isinstance(question, Choose) and self.game.ends_with_done is not None
        if ends or option == DONE:
            return "end" if ends else DONE
        named = self.shown(option)
        if isinstance(question, Take):
            return self.readings.called("action", named)
        return self.readings.answer(question.pick, named) if isinstance(question, Choose) else named

    def remarks(self, question: Question, option: Value, cost: Value) -> str:
        """Returns what a player looks up of an answer: what it is, where, what lies there, what it costs."""
        remarks: list[str] = []
        if option == DONE:
            part = None if isinstance(question, Choose) else self.game.ends_with_done
            remarks += [] if part is None else [f"ends {self.readings.called('part', part)}"]
            remarks += ["throws the dice"] if self.game.throws_with(DONE) else []
        elif isinstance(option, Hex):
            remarks += self._lies_in(option)
        elif isinstance(option, Thing):
            place, owner = self.position.hex_of(option), self.owner(option)
            whose = [owner] if owner and not isinstance(question, ByLot) and owner != question.side else []
            remarks += [self.printed(option), *whose, *([] if place is None else [f"in {self.shown(place)}"])]
            remarks += [marker.legend for marker in self._markers_of(option) if marker.legend]
        elif not isinstance(question, Choose):
            declared = self.game.law.graph.actions.get(str(option))
            remarks += [] if declared is None or not declared.doc else [declared.doc]
        remarks += [] if cost is None else [f"for {self.shown(cost)}"]
        return ", ".join(remarks)

    def _lies_in(self, h: Hex) -> list[str]:
        drawn = self.seen.board
        on_map = [] if drawn is None else [rule.legend for rule in self.style.rules_of_hex(drawn, h) if rule.legend]
        there = [Piece(t.name, h, owner=self.owner(t)) for t in self.seen.by_hex.get(h, [])]
        return [*on_map, *([listed_by_owner(there)] if there else [])]

    def whose_turn(self, who: str, *, in_part: bool = True) -> str:
        """Whose turn it is, which turn of how many, and in which part of it: `sunside, round 1 of 8: moving`."""
        spans = self._running()
        clock, count = counting(spans), list[str]()
        if clock is not None:
            most = self._most(clock[2])
            turn = f"{english.named(clock[1])} {self.shown(self.position.value(GAME, clock[1]))}"
            count = [f"{turn} of {most}" if most else turn]
        side = getattr(self.game.question, "side", who)
        whose = self.readings.side(who) if who in ("", side) else f"{who} of {self.readings.side(side)}"
        said = [] if clock is None else [clock[0]]  # and whose half of it that is
        said += [span for span in spans[:-1] if span.each is not None and span.by is not None]
        called = (self.readings.called("part", span.name) for span in spans if span not in said)
        parts = ", ".join(map(english.without_article, called)) if in_part else ""
        return ": ".join(filter(None, [", ".join(filter(None, [whose, *count])), parts]))

    def _most(self, limit: e.Expr) -> str:
        """Returns how far turns are counted; nothing where that cannot be worked out."""
        with suppress(LawStop):
            return self.shown(Trials(self.game.law).about(self.position).value(limit, {}))
        return ""

    def _until(self, clock: tuple[SpanDecl, str, e.Expr] | None) -> str:
        """Returns the last turn: `turn 8`; nothing where none are counted."""
        most = "" if clock is None else self._most(clock[2])
        return "" if clock is None or not most else f"{english.named(clock[1])} {most}"

    def _running(self) -> list[SpanDecl]:
        """Returns the parts of the sequence that run, the outermost first."""
        return [frame.span for frame in self.game.to_read.frames if isinstance(frame, Running)]

    def figures(self) -> dict[str, str]:
        """Returns the numbers that are true of the game as a whole, but for those that `whose_turn` says."""
        numbers = ((name, value) for name, value in self._of_the_game() if isinstance(value, int | Fraction))
        return {self.attribute(GAME.kind, name): self.shown(value) for name, value in numbers if value is not True}

    def _of_the_game(self) -> Iterator[tuple[str, Value]]:
        """Yields what the situation or play has said of the game as a whole, but for what `whose_turn` says. What is as
        the law declares it is left out: the book says it."""
        clock = counting(self._running())
        known = set() if clock is None else {clock[1], *([clock[2].name] if isinstance(clock[2], e.Attribute) else [])}
        said = self.position.values
        for name in self.game.law.graph.kinds[GAME.kind].attributes:
            value = said.get((GAME, name))
            if name not in known and value is not None and not _is_nothing(value):
                yield name, value

    def about_the_game(self) -> Iterator[str]:
        figures = [f"{self.attribute(GAME.kind, name)} {self.shown(value)}" for name, value in self._of_the_game()]
        turn = self.whose_turn(getattr(self.game.question, "who", ""))
        if counting(self._running()) is None and (until := self._until(counting(spans_of(self.game.law.graph)))):
            figures.insert(0, f"until {until}")
        yield from self._broken(f"the game: {', '.join([turn, *figures])}", "  ", "    ")
        kinds = self.position.graph.kinds
        off = [  # what never stands anywhere and has hexes, such as what others come on with
            f"{thing.name} ({owner})" for thing in self.position.things.values()
            if not kinds[thing.kind].holders and (owner := self.owner(thing)) and self.known_hexes(thing)
        ]  # fmt: skip
        if off:
            more = f" and {len(off) - MAX_NAMED} more" if len(off) > MAX_NAMED else ""
            said = f"not on the map: {', '.join(off[:MAX_NAMED])}{more}"
            yield from self._broken(f"{said}; `map NAME` marks their hexes", "  ", "    ")

    # -- why

    def why(self, answer: Value, name: str, options: Sequence[Value]) -> Iterator[str]:
        """Yields why something may be answered, or why not, and what may; or what stops it further on."""
        game = self.game
        verdict = game.judge(answer)
        if verdict.judged:
            verdict.cost = game.prices((answer,)).get(answer)
        yield from explain_verdict(verdict, game.law, self.position, name).splitlines()
        picked = isinstance(game.question, Choose) and answer != DONE
        if picked and not verdict.allowed and (instead := [self.shown(one) for one in options if one != DONE]):
            yield from [f"  legal instead: {', '.join(instead)}"] if len(options) <= MAX_NAMED else []
        mover = game.mover if picked and not verdict.allowed and game.repeats else None
        way = game.cheapest_way(mover, answer) if mover is not None and isinstance(answer, Hex) else None
        if way is not None and way.answers:  # what is on its way could come to rest in a hex that is not the next one
            yield f"  `to {self.shown(answer)}` goes there step by step"

    # -- what may come, and how it stands

    def books(self) -> frozenset[object]:
        """Returns the attributes that run out by themselves."""
        kinds = self.game.law.graph.kinds.values()
        return frozenset(name for kind in kinds for name, of in kind.attributes.items() if of.lasting is not None)

    def nothing_changes(self, *, more: bool = False, is_foreseen: bool = False) -> str:
        """Returns how to say that nothing has changed: something may have that is not seen by the side that looks, or,
        where it `is_foreseen`, by the one that decides."""
        seen = ", as far as you see" if self.has_secrets() and (is_foreseen or self.side is not None) else ""
        return f"nothing {'more ' if more else ''}changes{seen}"

    def has_secrets(self) -> bool:
        """Returns whether the law has any. Whether something is hidden now is a secret as well."""
        graph = self.game.law.graph
        return bool(secrets_of_kinds(graph)) or is_hiding(graph)

    def score(self) -> Iterator[str]:
        """Yields what the situation tells at the end, as it is now."""
        lines = [f"{label}: {self.shown(value)}" for label, value in self.game.standing(self.side)]
        yield from lines or ["the situation says nothing of how it stands before the end"]

    def wins(self) -> Iterator[str]:
        """Yields what wins the situation, as its law says it."""
        lines = Words(self.game.law.graph, self.game.law).wins(self.game.setup.situation)
        for line in lines:
            first, rest = "  " * line.depth, "  " * (line.depth + 2)
            yield from self._broken(plain(line.said), first, rest)
        if not lines:
            yield NO_WINNER
        yield from self._aims()

    def _aims(self) -> Iterator[str]:
        """Yields what the side that looks plays for, each goal once; where all look, every side."""
        asked = self.game.answering.about(self.position)
        for side in self.sides:
            if not has_goals(self.game.law.graph) or self.side not in (None, side):
                continue
            with suppress(LawStop):
                goals = [Goal.of(record) for record in asked.value(GOAL_ASKED, {"side": side})]
                for said in dict.fromkeys(aim(goal, self.game.law) for goal in goals):
                    yield from self._broken(f"Aim of {side}: {said}.", "", "    ")

    def redacted(self, entry: Entry) -> Entry:
        """Returns an answer as it may be told: what another side writes down in secret is for its eyes alone."""
        return entry if self.may_read(entry) else replace(entry, answer=IN_SECRET, known={}, at="", others="")

    def may_read(self, entry: Entry) -> bool:
        """Returns whether an answer is not a secret to the side that looks."""
        return self.game.may_read(entry, self.side)

    # -- words

    @property
    def width(self) -> int:
        """Returns how wide the page or the terminal is; one that is next to nothing counts as narrow."""
        return self.page_width or max(shutil.get_terminal_size().columns, NARROWEST)

    def _broken(self, text: str, first: str, rest: str) -> list[str]:
        """Text as lines with these indents; for a page as one line."""
        if self.page_width is not None:
            return [first + text] if text else []
        return wrap(text, self.width - 2, initial_indent=first, subsequent_indent=rest)

    def shown(self, value: object) -> str:
        return in_words(value, self.game.setup.position)

    def sort_of(self, thing: Thing) -> str:
        unit = self.position.unit_of(thing)
        return self.readings.called("kind", thing.kind) if unit is None else unit.name


def _is_nothing(value: object) -> bool:
    return any(value is nothing for nothing in (None, False, (), MISSING))
