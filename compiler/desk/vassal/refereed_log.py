"""START HERE for logs that are refereed: what was done on VASSAL's table is followed on the law's game, step by step.

Input: a game at its beginning, where its hexes lie on the table, and logs. Output: a `LogVerdict` for all that was
done: it is legal; or forbidden, with the reason of the rule; or asked back, where it cannot be known. The answers that
it stood for are in the journal of the game.

Counters that are dragged are moves where an action takes them there, or follow what has come of one. All else is said
by the menus of counters (`spoken_actions.py`). Dice answer what was said before. The turn tracker ends parts of the
sequence; where nobody uses it they are passed over by a guess. After a guess, or where something was forbidden, nothing
is called forbidden until the tracker goes on to the next part: it is asked back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from hexlaw.compiler.desk.vassal.archives import SavedCounter
from hexlaw.compiler.desk.vassal.game_logs import GameLog, LoggedStep
from hexlaw.compiler.desk.vassal.log_answers import MAX_PASSED, LogAnswers
from hexlaw.compiler.desk.vassal.module_of_law import MAP, NAME
from hexlaw.compiler.desk.vassal.spoken_actions import SaidPick, meanings
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.counters import Counters
from hexlaw.runtime.draw.pixels import CORNER, PixelMap
from hexlaw.runtime.explain.event_lines import changes
from hexlaw.runtime.explain.throws import behind_a_throw
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import picks_by_path
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Draw, Take, Throw
from hexlaw.runtime.words import english, in_words
from hexlaw.runtime.words.readings import Readings

LEGAL, FORBIDDEN, ASKED_BACK = "legal", "forbidden", "asked back"
MAX_AHEAD = 2
"""Questions that may still be open where players move already what the law moves behind them."""
_WORDS = re.compile(r"\* (.+?) \(([^()]*)\): (.+)")
_DICE = re.compile(r"\*\* (.+) = ([0-9, ]{1,40}) \*\*\* <.*>")
_TURN = re.compile(r"\* <.*> (.+) is over: (.+)")
_TYPED = re.compile(r"<.*?> - (.+)")


@dataclass(frozen=True)
class LogVerdict:
    """What is to be said of something that was done: in which step of the log, what, and why that is so. `instead` is
    what would be legal, `taken` what is taken to have been done though nobody has said so, and `odds` what the dice
    depended on."""

    step: int
    sort: str
    what: str
    why: str = ""
    instead: str = ""
    taken: tuple[str, ...] = ()
    odds: tuple[str, ...] = ()


Decide = Callable[[LogVerdict], bool | None]
"""Decides what becomes of a forbidden step: True lets it stand, False takes it back, None ends the report."""


@dataclass
class Fault(Exception):
    """Something that the law refuses, or that cannot be known; `carry_out` lets it be so all the same."""

    why: str
    instead: str = ""
    carry_out: Callable[[], object] | None = None
    is_unclear: bool = False


@dataclass
class LogReferee:
    """Follows logs of one game. `parts` are the parts of the sequence in their order, as the turn tracker has them."""

    game: Game
    pixels: PixelMap
    counters: Counters
    parts: Sequence[str]
    decide: Decide
    doubt: str = ""  # why nothing can be called forbidden at present
    unsure: str = ""  # the same, unless the next step shows that all went as it was taken
    is_over: bool = False  # whether the report ends here
    uses_tracker: bool = False
    now: int = 0  # the current step
    taken: list[str] = field(default_factory=list)  # to have been done, though nobody has said so
    lost: list[int] = field(default_factory=list)  # after how many entries something was done that is in none
    bound: dict[str, Thing] = field(default_factory=dict)  # the things of the law, by ids of counters
    lying: dict[Thing, Hex | None] = field(default_factory=dict)  # where their counters lie
    removed: dict[Thing, int] = field(default_factory=dict)  # taken off and not yet accounted for, with the step
    affected: dict[Thing, int] = field(default_factory=dict)  # in which step the law has moved it
    marked: dict[tuple[Thing, str], tuple[int, bool]] = field(default_factory=dict)  # marks laid on or taken off
    last: tuple[Thing | None, int] = None, 0  # what was dragged last, and in which step
    left: set[str] = field(default_factory=set)  # parts that dice have ended since the tracker was turned

    def __post_init__(self) -> None:
        graph = self.game.law.graph
        self.readings, self.picks = Readings(graph), picks_by_path(graph)
        self.heard, self.law = meanings(graph, self.readings), LogAnswers(self.pixels.board, graph, self.readings)
        self.hexes = {self.pixels.centre(h): h for h in self.pixels.board.hexes}

    def follow(self, log: GameLog) -> Iterator[LogVerdict]:
        """Yields the verdicts on a log, in its order, until the report ends."""
        for verdict in self._all_of(log):
            yield verdict
            if self.is_over:
                return

    def _all_of(self, log: GameLog) -> Iterator[LogVerdict]:
        self.uses_tracker = any(_TURN.fullmatch(said) for step in log.steps for said in step.said)
        self.now = 0
        yield from self._beginning(log)
        for step in log.steps:
            self.now = step.number
            if not step.is_undone:
                yield from self._dragged(step)
            for said in step.said:
                yield from self._undone(said) if step.is_undone else self._said(said)
        if self.game.over:  # a log may break off before all is done that follows
            yield from self._settled()
            yield from self._carried_out()

    # -- verdicts

    def _verdict(self, what: str, do: Callable[[], Sequence[str] | None]) -> LogVerdict:
        """Does what was done, which returns what its dice depended on, and returns what is to be said of it."""
        self.taken, unsure, self.unsure = [], self.unsure, ""
        try:
            odds = do() or ()
        except LawStop as stop:
            return self._fault(what, Fault(f"the law cannot tell: {stop.message}", is_unclear=True))
        except Fault as fault:
            self.doubt = self.doubt or unsure
            return self._fault(what, fault)
        return LogVerdict(self.now, LEGAL, what, "", "", tuple(self.taken), tuple(odds))

    def _fault(self, what: str, fault: Fault, step: int | None = None) -> LogVerdict:
        """Returns what is to be said of a fault, and goes on as is decided."""
        is_sure, step = not (fault.is_unclear or self.doubt), self.now if step is None else step
        why = f"{fault.why} (perhaps, as {self.doubt})" if self.doubt and not fault.is_unclear else fault.why
        found = LogVerdict(step, FORBIDDEN if is_sure else ASKED_BACK, what, why, fault.instead, tuple(self.taken))
        lies = self.decide(found) if is_sure else True
        self.is_over = lies is None
        if lies and fault.carry_out is not None:
            try:
                fault.carry_out()
            except LawStop:
                self.lost.append(len(self.game.entries))
        became = "lies as it lies" if lies else "was taken back"
        said = f"what was forbidden in step {step} {became}" if is_sure else f"step {step} is not known for certain"
        self.doubt = self.doubt or said
        return found

    # -- where counters lie

    def _beginning(self, log: GameLog) -> Iterator[LogVerdict]:
        """Yields what is to be said of how the table lies as a log begins: as the situation or the log before left it,
        else something was done of which the order is not known."""
        is_first, things = not self.bound and bool(log.steps), self.game.position.things
        named = ((id_, things.get(counter.properties.get(NAME, ""))) for id_, counter in log.begins.items())
        self.bound |= {id_: thing for id_, thing in named if thing is not None}
        now = {thing: self._hex_at(log.begins.get(id_)) for id_, thing in self.bound.items()}
        before, self.lying = {thing: self.law.hex_of(self.game, thing) for thing in now} | self.lying, now
        for thing, there in [(thing, there) for thing, there in now.items() if there != before[thing]]:
            if is_first:
                fault = Fault(f"the situation has it {self._in(before[thing])}", "", partial(self._lay, thing, there))
                yield self._fault(f"{thing.name} lies {self._in(there)} as the game begins", fault)
            else:
                self.doubt = self.doubt or "the order of moves is not known"
                yield self._verdict(self._moved_to(thing, there), partial(self._drag, thing, there))

    def _hex_at(self, counter: SavedCounter | None) -> Hex | None:
        if counter is None or counter.on_map != MAP:
            return None
        near = min(self.hexes, key=lambda at: (at[0] - counter.x) ** 2 + (at[1] - counter.y) ** 2)
        return self.hexes[near] if max(abs(near[0] - counter.x), abs(near[1] - counter.y)) < CORNER else None

    def _in(self, h: Hex | None) -> str:
        return "beside the map" if h is None else f"in {self.pixels.board.name_of(h)}"

    def _moved_to(self, thing: Thing, there: Hex | None) -> str:
        here, name = self.law.hex_of(self.game, thing), self.pixels.board.name_of
        if there is None:
            return f"{thing.name} is taken off the map"
        from_ = f"goes from {name(here)}" if here not in (None, there) else "comes"
        return f"{thing.name} {from_} to {name(there)}"

    def _dragged(self, step: LoggedStep) -> Iterator[LogVerdict]:
        """Yields what is to be said of counters that were dragged at once, what carries others first, and notes marks
        that were laid on or taken off. What is dragged on, with all that it carries, does not stop, nor does it where
        another side drags something."""
        drags = [(self.bound[id_], self._hex_at(counter)) for id_, counter in step.moved.items() if id_ in self.bound]
        if self.last[0] not in dict(drags) and any(not self.law.is_of_others(self.game, one) for one, _ in drags):
            yield from self._rested()
        places = self.game.position.places
        for thing, there in sorted(drags, key=lambda drag: isinstance(places.get(drag[0]), Thing)):
            was, self.lying[thing] = self.lying[thing], there
            self.removed.pop(thing, None)
            if there is None and was is not None and self.law.hex_of(self.game, thing) is not None:
                self.removed[thing] = step.number
            elif thing in self.affected or (
                there != self.law.hex_of(self.game, thing) and (places.get(thing), there) not in drags
            ):  # what holds it may still be on its way
                yield self._verdict(self._moved_to(thing, there), partial(self._drag, thing, there))
        legends = [marker.legend for marker in self.counters.style.counters.markers]
        for id_, counter in step.turned.items():
            for legend in [each for each in legends if id_ in self.bound and each in counter.states]:
                self.marked[self.bound[id_], legend] = step.number, counter.states[legend] == "2"

    def _rested(self) -> Iterator[LogVerdict]:
        """Yields that what was dragged may not stop where it is, once something else is done."""
        game, (mover, step) = self.game, self.last
        with suppress(LawStop):
            if mover is not None and game.goes_by_steps and game.mover == mover and not game.allows(DONE):
                what = f"{mover.name} stops {self._in(self.law.hex_of(game, mover))}"
                yield self._fault(what, Fault(*self.law.refusal(game, DONE), partial(self._force, DONE)), step)

    def _settled(self) -> Iterator[LogVerdict]:
        """Yields what is to be said of counters that were taken off, as soon as something else is done."""
        yield from self._rested()
        removed, self.removed = self.removed, {}
        for thing, step in removed.items():
            at, what = self.law.hex_of(self.game, thing), f"{thing.name} is taken off the map"
            if at is not None:
                yield self._fault(what, Fault(f"by law it stands {self._in(at)}", "", partial(self._lay, thing)), step)
        yield from self._marks(is_over=False)

    def _carried_out(self) -> Iterator[LogVerdict]:
        """Yields what the law has moved and nobody has, at the end of a part."""
        affected, self.affected = self.affected, {}
        for thing, step in affected.items():
            at, there = self.law.hex_of(self.game, thing), self.lying.get(thing)
            if thing in self.lying and at != there:
                fault = Fault(f"by law it is {self._in(at)} since then", "", partial(self._lay, thing, there))
                yield self._fault(f"{thing.name} still lies {self._in(there)}", fault, step)

    def _marks(self, *, is_over: bool) -> Iterator[LogVerdict]:
        """Yields the marks that by law are not so. It may be so a little later: that is seen when the part is over."""
        position = self.game.position
        full = {*position.places.values()}
        for (thing, legend), (step, is_on) in [*self.marked.items()]:
            those = self.counters.markers_of(position, thing, thing in full) if thing.name in position.things else ()
            is_so = any(marker.legend == legend for marker in those) == is_on
            if is_so or is_over:
                del self.marked[thing, legend]
            if is_over and not is_so and thing.name in position.things:
                what = f"the mark `{legend}` is {'laid on' if is_on else 'taken off'} {thing.name}"
                yield self._fault(what, Fault(f"by law it is {'not ' if is_on else ''}so marked"), step)

    def _drag(self, thing: Thing, there: Hex | None) -> None:
        """Moves a thing into a hex, by whatever action of the law takes it there."""
        lay = partial(self._lay, thing, there)
        if there == self.law.hex_of(self.game, thing):
            self.affected.pop(thing, None)
            self.taken.append("as the law has it")
            return
        if there is None:
            raise Fault("nothing takes it off the map", "", lay)
        passed, game, found = self.law.lead(self.game, thing, there, past_parts=not self.uses_tracker)
        if not found:
            ended, after = self.law.passed(self.game, lambda game: self.law.hex_of(game, thing) == there)
            if ended <= MAX_AHEAD and self.law.hex_of(after, thing) == there:
                self._give_all(ended, past_parts=True)  # the law moves it there as the part ends
                return
            game = self.game if self.game.goes_by_steps and self.game.mover == thing else game
            self.doubt = self.doubt or ("nobody turns the tracker" if passed and not self.uses_tracker else "")
            is_unclear = not isinstance(game.question, Take) and not game.goes_by_steps
            why, instead = self.law.why_not(game, thing, there)
            if thing in self.affected:
                why = f"by law it is {self._in(self.law.hex_of(self.game, thing))} since step {self.affected[thing]}"
            raise Fault(why, instead, lay, is_unclear)
        until = max((n for n, answer in enumerate(found[0], 1) if answer in (thing, there)), default=len(found[0]))
        self._give_all(passed, *found[0][:until])  # what else is picked may be said behind it
        for one in found[0][:until]:
            if isinstance(one, Thing) and one != thing:
                self.taken.append(f"{one.name} was picked for it")
                self.doubt = self.doubt or f"nobody said in step {self.now} that {one.name} was picked"
        self.last = thing, self.now
        self.affected.pop(thing, None)
        if len(found) > 1:
            each = ", ".join(str(way[0]) for way in found)
            raise Fault(f"several actions do so: {each}; taken to be the first of them", is_unclear=True)
        spent = self.game.spent()
        self.taken += [f"{in_words(spent[1], self.game.position)} spent"] if spent is not None else []

    def _lay(self, thing: Thing, there: Hex | None = None) -> None:
        """Puts a thing where its counter lies and plays on: the journal does not tell all any more."""
        self.lost.append(len(self.game.entries))
        self.game = self.game.laid(thing, there)

    # -- what is said

    def _undone(self, said: str) -> Iterator[LogVerdict]:
        """Yields that dice were undone: what they showed is known all the same."""
        if found := _DICE.fullmatch(said):
            fault = Fault("this throw was undone, and all have seen what it shows", is_unclear=True)
            yield self._fault(f"{found[1]} shows {found[2]}", fault)

    def _said(self, said: str) -> Iterator[LogVerdict]:
        if found := _TURN.fullmatch(said):
            yield from self._turned(found[1], found[2])
        elif found := _DICE.fullmatch(said):
            yield from self._settled()
            yield self._verdict(f"{found[1]} shows {found[2]}", partial(self._thrown, found[1], found[2]))
        elif (found := _WORDS.fullmatch(said)) and (found[3] == DONE or found[3] in self.heard):
            yield from self._settled()
            do = self._done if found[3] == DONE else partial(self._told, self.heard[found[3]], found[1], found[2])
            yield self._verdict(said.removeprefix("* "), do)
        elif found := _TYPED.fullmatch(said):
            with suppress(LawStop):
                passed, game = self.law.passed(self.game, lambda game: isinstance(game.question, Choose | Draw))
                answer = None if game.question is None else game.meant(found[1].strip())
                if answer is not None and game.allows(answer):
                    do = partial(self._give_all, passed, answer, past_parts=True)
                    yield self._verdict(found[1].strip(), do)

    def _done(self) -> None:
        """Ends what is asked. A pick ends by itself, so that who is asked next is meant where that is another side."""
        question = self.game.question
        if not isinstance(question, Take):
            self._let_end()
            following = self.game.question
            if not isinstance(question, Choose) or not isinstance(following, Take) or following.who == question.who:
                return
            self.unsure = f"it was not said in step {self.now} who was done"
        self._put(DONE)

    def _told(self, meant: Sequence[SaidPick], name: str, place: str) -> None:
        """Answers what was said by the counter of a name, in a place."""
        asked, actions = getattr(self.game.question, "pick", ""), getattr(self.game.question, "actions", ())
        likely = min(meant, key=lambda each: (each.pick != asked, each.action not in actions))
        said = self.game.position.things.get(name) or self.pixels.board.find(place)
        self._come_to(likely, *([said] if likely.pick and not likely.value and said is not None else []))
        if likely.pick:
            self._put(self._answer(likely, name, place))

    def _answer(self, meant: SaidPick, name: str, place: str) -> Value:
        """Returns the answer that was said: a value, a hex, or a thing; that may have come up in the game, and is meant
        by its kind then."""
        position, at, answer = self.game.position, self.pixels.board.find(place), None
        if meant.value:
            answer = self.game.meant(meant.value)
        elif t.bare(self.picks[meant.pick].type) == t.HEX:
            answer = at
        else:
            unbound = (thing for thing in position.things.values() if thing not in self.lying and at is not None)
            called = ((thing, position.unit_of(thing)) for thing in unbound if self.law.hex_of(self.game, thing) == at)
            alike = (one for one, unit in called if name == (english.named(one.kind) if unit is None else unit.name))
            answer = position.things.get(name) or next(alike, None)
        if answer is None:
            raise Fault(f"nothing in the game is called `{name}` {place}", is_unclear=True)
        return answer

    def _come_to(self, meant: SaidPick, *answers: Value) -> None:
        """Ends questions until the game asks for the pick, or offers the action to a side that may give the answers."""
        for _ in range(MAX_PASSED):
            match self.game.question:
                case Choose(pick=pick) if pick == meant.pick:
                    return
                case Take(actions=actions) if meant.action in actions:
                    is_taken: Callable[[Game], bool] = lambda game: game.followed(meant.action, *answers) is not None  # noqa: E731
                    passed, game = self.law.passed(self.game, is_taken, past_parts=False)
                    self._give_all(passed if passed and is_taken(game) else 0)
                    self._put(meant.action)
                    if not meant.pick:
                        return
                case _:
                    self._let_end()
        raise Fault("nothing asks for it", is_unclear=True)

    # -- answers

    def _put(self, answer: Value) -> None:
        """Gives an answer, which the law may refuse."""
        if not self.game.allows(answer):
            raise Fault(*self.law.refusal(self.game, answer), partial(self._force, answer))
        self._give(answer)

    def _give_all(self, passed: int, *answers: Value, past_parts: bool = False) -> None:
        """Ends so many questions, then gives answers."""
        for _ in range(passed):
            self._let_end(past_parts=past_parts)
        for answer in answers:
            self._put(answer)

    def _force(self, answer: Value) -> None:
        """Gives an answer that the law may refuse, if it answers what is asked."""
        question = self.game.question
        if isinstance(question, Choose) or (isinstance(question, Take) and answer in (*question.actions, DONE)):
            self._give(answer)

    def _give(self, answer: Value) -> None:
        """Gives a legal answer, and notes what the law has moved by it."""
        before = {thing: self.law.hex_of(self.game, thing) for thing in self.lying}
        self.game.put(answer)
        self.affected |= {one: self.now for one, at in before.items() if self.law.hex_of(self.game, one) != at}

    def _let_end(self, *, past_parts: bool = False) -> None:
        """Ends what is asked, so that something else can be done: parts of the sequence where something says that one
        is past them, and where nobody uses the tracker by a guess."""
        game, question, part = self.game, self.game.question, self.law.part_of(self.game)
        if question is None or isinstance(question, ByLot):
            raise Fault("the game is over" if question is None else f"first falls {question.short}", is_unclear=True)
        ends = self.law.ending(game, past_parts=past_parts or not self.uses_tracker)
        if isinstance(question, Take):
            if ends is None:
                raise Fault(self.law.not_now(game) if game.ends_with_done else self.law.refusal(game, DONE)[0])
            if game.ends_with_done and past_parts:
                self.left.add(part)
            elif game.ends_with_done:
                self.taken.append(f"{part} was over")
                self.doubt = self.doubt or f"nobody said in step {self.now} that {part} was over"
        elif ends is None:
            mover = game.mover
            if game.undoable_action and (mover is None or self.lying.get(mover) == self.law.hex_of(game, mover)):
                self.taken.append(f"{self.readings.called('action', question.pick.partition('.')[0])} was given up")
                for _ in range(game.undoable_action):
                    game.undo()
                return
            ends = game.options()[0]
            self.doubt = self.doubt or f"nobody said in step {self.now} {self.readings.called('pick', question.pick)}"
        if isinstance(question, Choose) and ends != DONE:
            self.taken.append(f"{self.readings.called('pick', question.pick)}: {in_words(ends, game.position)}")
        self._give(ends)

    # -- dice, and the turn tracker

    def _thrown(self, name: str, shown: str) -> list[str]:
        """Answers dice with what they show; returns what they depended on."""
        total = sum(int(each) for each in shown.split(",") if each.strip())
        passed, game = self.law.passed(self.game, lambda game: isinstance(game.question, ByLot))
        throw = game.question
        if not isinstance(throw, Throw) or self.readings.called("throw", throw.name) != name or not throw.can_be(total):
            raise Fault("nothing that was said throws these dice now", is_unclear=True)
        self._give_all(passed, past_parts=True)
        odds = self._odds(throw, total)
        self._give(total)
        return odds

    def _odds(self, question: Throw, total: int) -> list[str]:
        """Returns what a throw depended on, and what each fall would have done."""
        game, falls = self.game, dict[str, list[int]]()
        found = [line.strip() for line in behind_a_throw(game.law, game.position, game.to_read.frames, question)]
        for number, position in enumerate(game.whatever_falls(), question.count):
            falls.setdefault("; ".join(changes(game.position, position)) or "nothing changes", []).append(number)
        for what, numbers in falls.items():
            is_row = len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
            which = f"{numbers[0]} to {numbers[-1]}" if is_row else ", ".join(map(str, numbers))
            found.append(f"{which}: {what}{f' ({total} fell)' if total in numbers else ''}")
        return found

    def _turned(self, old: str, new: str) -> Iterator[LogVerdict]:
        """Ends the parts of the sequence up to the one that the turn tracker shows."""
        begins, ends = self._place(old), self._place(new)
        if begins is None or ends is None:
            return
        was, now = (next(map(int, re.findall(r" ([0-9]{1,6}) ", each)), 0) for each in (old, new))  # turns, if counted
        if (now, ends) < (was, begins):
            yield self._fault(f"{new} again", Fault("the turn tracker was turned back", is_unclear=True))
            return
        yield from self._rested()
        yield from self._marks(is_over=False)
        yield from self._carried_out()
        before = self.doubt
        verdict = self._verdict(f"{old} is over", partial(self._end_parts, begins, ends))
        self.left.clear()
        yield from self._settled()
        yield from self._marks(is_over=True)
        yield verdict
        if self.doubt == before:
            self.doubt = ""

    def _end_parts(self, begins: int, ends: int) -> None:
        """Ends parts, from the one shown until another is under way; the game may have come that far already."""
        passed, count = 0, len(self.parts)
        for _ in range(MAX_PASSED * count):
            game, question = self.game, self.game.question
            if question is None:
                return
            if not isinstance(question, Take) or game.ends_with_done is None:
                self._let_end()
                continue
            at = self._place(self.law.part_of(game))
            if at is None or (at == begins and (passed or self.law.part_of(game) in self.left)):
                return  # it has come round already
            if (at - begins) % count >= ((ends - begins) % count or count):
                return
            self._put(DONE)
            passed += 1

    def _place(self, said: str) -> int | None:
        """Returns the number of a part in the sequence, as the tracker says it behind counted turns."""
        said = said.strip()  # it has levels of which nothing is said
        fitting = [part for part in self.parts if said == part or said.endswith(f" {part}")]
        return self.parts.index(max(fitting, key=len)) if fitting else None
