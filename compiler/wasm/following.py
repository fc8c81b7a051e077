"""Plays a game on printed procedures: it carries answers out, says what is legal, and how the game stands.

Each answer is given to it first (`given`). It says what came of that, and keeps a snapshot, from which the position is
read (`standing.py`) and to which it goes back where the answer is taken back. What was answered without it, because it
came late, it is given by the journal (`catch_up`). From where the game stands it looks ahead by answers on trial
(`Game.tries`): each is put with a mark, and taken back where the next question is about another way. So a table that
asks what could be done with each of twenty pieces evaluates nothing in Python.

There are two kinds. One stands beside a game and evaluates nothing (WebAssembly, or Python until that is printed): what
it cannot tell is None. The other asks the evaluator (`evaluated.py`): it tells all, and raises what the law stops at.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import wraps
from itertools import islice
from threading import Thread
from types import MappingProxyType
from typing import Any

from hexlaw.compiler.wasm.engines import webassembly
from hexlaw.compiler.wasm.evaluated import Evaluated
from hexlaw.compiler.wasm.keeping import asking_lines
from hexlaw.compiler.wasm.layout import CELL, NONE, Unlaid, signed
from hexlaw.compiler.wasm.procedures import CONSTANTS
from hexlaw.compiler.wasm.program import Program
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.standing import CellDecoder, DecodedStand, Snapshot
from hexlaw.compiler.wasm.target import (
    MANY_GAMES,
    NO_ROOM,
    PARTS_HERE,
    WHY_BACK,
    NoRoom,
    Stopped,
    Target,
    TargetRun,
    asked_by,
    is_worth_it,
)
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.evaluate import budget
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.evaluate.verdict import Broken, Refusal
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import MISSING
from hexlaw.runtime.law.stops import Exhausted, Misplaced
from hexlaw.runtime.law.value import Thing, Value
from hexlaw.runtime.play import picks
from hexlaw.runtime.play.agenda import Agenda, agenda_of
from hexlaw.runtime.play.answers import Reference
from hexlaw.runtime.play.belief import as_seen
from hexlaw.runtime.play.breaches import broken_since, misplacing
from hexlaw.runtime.play.chance import word
from hexlaw.runtime.play.dice import Dice, DiceByText, Purpose, What
from hexlaw.runtime.play.game import Effect, Foreseen, Game, Given, Way
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import (
    DONE,
    PAST_DEAD_ENDS,
    PICKED_BEFORE,
    Anyway,
    ByLot,
    Choose,
    Draw,
    Question,
    Take,
    Throw,
)
from hexlaw.runtime.play.state import State
from hexlaw.runtime.play.trials import BegunApart
from hexlaw.runtime.position.position import Position

REFUSED = (4, 5)
"""The stop of the target where an answer breaks a requirement."""
AT_REST, MISPLACED = 2, 3
SAMPLED = {1: "all-times", AT_REST: "rest"}
"""The kinds of requirements, by the number that the library notes where one is broken."""
ON_TRIAL: Mapping[Value, str] = {PICKED_BEFORE: "picked_before", PAST_DEAD_ENDS: "past_dead_ends"}
"""The functions of the library for what is given on trial in place of answers."""
CANNOT_TELL = -1
"""An answer is not tried, as the target does not know it or whether it is allowed."""


Evaluates = tuple[Reference, ReadSet | None]
"""What evaluates for a game, and what is noted that it reads."""


def target_of(game: Game, games: int = MANY_GAMES) -> Target | None:
    """Returns the target for the situation of a game, on which the game then plays; None where it cannot be printed or
    is not worth it for so many games."""
    if isinstance(game.beside, Follower):
        return game.beside.target_to_play()
    key = game.setup.key
    if not is_worth_it(key, games):
        return None
    found = Target(game.agenda, game.setup, key)
    return None if found.refusal else follow(game, found).target_to_play()


def follow(game: Game, target: Target) -> Follower:
    game.beside = follower = Follower(target)
    game.answering.of_map = follower.of_map
    return follower


def stand_beside(game: Game, *, meanwhile: bool) -> None:
    """Lets a game play on the target: at once as WebAssembly where the law was printed before; else in Python until
    that is done `meanwhile`, or not at all."""
    key = game.setup.key
    if is_worth_it(key, 1) or not meanwhile or sys.platform == "emscripten":  # nothing can go on meanwhile
        target_of(game, 1)
    else:
        found = Target(game.agenda, game.setup, key, engine=python())
        if not found.refused_at_once:
            follow(game, found).printing.start()


@dataclass(frozen=True)
class _Look:
    """An answer on trial, and what it is taken back to."""

    answer: Value
    mark: int
    free: int


class Follower:
    """A game on printed procedures. `stopped` says how it stopped, if it did; then it tells nothing until something is
    taken back. It `has_parted` where it cannot answer what the journal has, which is a mistake of ours."""

    def __init__(
        self, target: Target, seeds: Mapping[str, str] = MappingProxyType({}),
        programs: Mapping[str, Program] = MappingProxyType({}), *,
        running: TargetRun | None = None, evaluates: Evaluates | None = None, switches: bytes | None = None,
    ) -> None:  # fmt: skip
        self._switches = switches
        self.seeds, self.programs, self._evaluates = seeds, programs, evaluates
        self._evaluated: Evaluated | None = None
        self._with_others = running  # the instance, if games share it
        self.printing = Thread(target=self._print, daemon=True)
        self.has_parted = False
        self._decisions = set[int]()  # the numbers of entries behind which a program was asked
        self._begin_with(target)

    def _begin_with(self, target: Target) -> None:
        self._run(target)
        self.playable, self.constants = target.playable, target.playable.layout.constants
        self.native: Target | None = None  # as WebAssembly, once that is printed
        self.begun, self.stopped = False, 0
        self._answered: list[Entry] = []
        self._purposes: Sequence[What | None] = ()  # the purposes of these answers, where texts need them
        self._given: Entry | None = None  # an answer that the journal of the game does not have yet
        self._last: DecodedStand | None = None  # the last snapshot
        self._is_now = True  # whether `_last` is the present state
        self._been: tuple[list[Entry], DecodedStand] | None = None  # the state that was restored last
        self._decoder: CellDecoder | None = None
        self._carried: DecodedStand | None = None  # the game amid what was carried out
        self._is_compared = False  # whether both ask the same there
        self._looks: list[_Look] = []
        self._legal: dict[tuple[Value, ...], list[Value]] = {}  # the legal answers, by the answers on trial before them
        self._ahead: dict[object, Foreseen] = {}  # cache of `after`, by the answers on trial and the next one
        self._allowed: Value = None  # an answer that is known to be legal where the game stands
        self._known: dict[Value, int] | None = None  # the cells of the candidates in hand
        self._doubts: list[Value] = []  # candidates of which the law does not say whether they stand by themselves

    def _run(self, target: Target) -> None:
        self.module = target.compiled  # once for all followers of this target
        self._shared, self.target = target, copy(target)
        vars(self.target).pop("running", None)  # the follower has a memory of its own
        if self._with_others is not None:
            self.target.running = self._with_others
        self.running = self.target.running

    def _print(self) -> None:
        target, engine = self.target, webassembly()
        native = None if engine is None else target.in_engine(engine)
        self.native = native if native and not native.refusal and target is self.target else self.native

    def target_to_play(self) -> Target:
        """Returns the target for playing whole games and for programs: as WebAssembly where that is ready."""
        if self.printing.ident is not None:
            self.printing.join()
        return self.native or self._shared

    def _lay_in(self) -> None:
        """Loads the game's position into the shared instance, unless it is there."""
        other = self.running.holder
        if self._with_others is None or other is self:
            return
        if isinstance(other, Follower):
            other._looks.clear()  # no need to take them back: all is overwritten
            other._begin_anew()
            other.begun = False
            if other._last is not None:  # decoded before its cells are overwritten
                assert other._last.state
        self.running.take(self.playable.image)
        self.running.holder = self
        if self._evaluates is not None:
            acting = getattr(self.target.setup.begins, "acting", ())
            doing = self.target.printed.doing
            assert doing is not None
            self._evaluated = Evaluated(doing, self.running, self._amid, acting, self._evaluates[0].account)
            self.running.evaluates = self._evaluated.answer

    def make_room(self, full: NoRoom) -> None:
        """Makes room for what was full. The next question catches up with the game; programs plan anew. An instance
        that games share is not enlarged, unless the evaluator answers: then it is the game's own."""
        if self._evaluates is not None:
            self._make_room_alone(full)
        elif self._with_others is None and self._shared.grow(full, self.target.room):
            self._begin_with(self._shared)
            if self.printing.ident is not None and not self.target.engine.keeps:
                self.printing = Thread(target=self._print, daemon=True)
                self.printing.start()
        else:
            self._looks.clear()
            self.stopped, self.target.wants = 3, self._shared.wants or full.args[2]

    def _make_room_alone(self, full: NoRoom) -> None:
        what, wanted, why = full.args
        setup, room = self.target.setup, {**self.target.room, what: wanted}
        found = Target(self.target.agenda, setup, engine=python(), room=room, is_evaluated=True)
        if found.refused_at_once:
            raise Exhausted(f"{why}: {found.why_refused}")
        found.playable = replace(found.playable, image=found.playable.image_of(setup.position, self._switches))
        self._with_others = TargetRun(found.playable, found.compiled, is_evaluated=True)
        self._begin_with(found)

    def catch_up(self, game: Game) -> bool:
        """Brings the target to the present question by the answers since, without those on trial; returns whether it
        can answer questions about the game."""
        if self.target.wants or game.tries is None or self.has_parted:
            return False
        self._lay_in()
        if self.native is not None and self.target.engine is not self.native.engine and not game.tries:
            self._begin_with(self.native)
        entries, number, known = game.entries, len(game.entries) - len(game.tries), len(self._answered)
        goes_on = self.begun and number >= known and (not known or self._is_last(entries[known - 1]))
        still, is_here = game.stand.still, goes_on and number == known
        if is_here and not game.tries and isinstance(still, DecodedStand) and still.decoder is self._decoder:
            is_here = not self._is_now or still is self._last  # else something was moved by hand since
        if game.tries:
            still = self._been[1] if self._been and self._been[0] == entries[:number] else None
        if not is_here and isinstance(still, DecodedStand) and still.decoder is self._decoder:
            self._begin_anew()
            self._purposes = still.purposes
            still.written.put_back(self.running)
            self._last, self._is_now, self.stopped, self._answered = still, True, 0, entries[:number]
            self._been = entries[:number], still
            return True
        if not goes_on or number > known:
            self._begin_anew()
            if not goes_on:
                self._decisions = set() if self.begun else self._decisions
                self.begun, known = True, 0
                seed = game.seed if game.dice.names_by_lot else None
                self.stopped = self.target.begin(seed, self.seeds, self.programs)
            self._answered, self._is_compared, self._last = entries[:number], False, None
            for place, entry in enumerate(entries[known:number], known):
                if not goes_on and place in self._decisions and not self.stopped:
                    self.target.decided()
                what = None if self.stopped or entry.lapsed else self._text_purpose(game)
                self._purposes = *self._purposes[:place], what
                self.stopped = self.stopped or self.target.answer(entry, is_judged=True)
        if not self._is_compared and not self.stopped and not game.tries and game.question is not None:
            self._is_compared = True
            self.stopped = 0 if self.target.asked() == asked_by(game.question) else PARTS_HERE
        self.has_parted = self.stopped == PARTS_HERE
        self._raise(self.stopped, is_carried_out=True)
        return not self.stopped

    def decided(self, game: Game) -> str | None:
        """Returns the answer of the program whose turn it is; None where it finds none, or the target has stopped."""
        if not self.catch_up(game):
            return None
        self._decisions.add(len(game.entries))
        return self.target.decided()

    def _is_last(self, entry: Entry) -> bool:
        """Returns whether this entry was the last that was answered; the one in the journal may have more fields by
        now."""
        last = self._answered[-1]
        if last is self._given and (last.side, last.asked, last.answer) == (entry.side, entry.asked, entry.answer):
            self._answered[-1] = entry
        return self._answered[-1] is entry

    def given(self, game: Game, answer: Value, entry: Entry) -> Given | None:
        """Gives an answer and returns its result; None where the target cannot tell. The game then adds the entry, and
        those that lapsed, to its journal."""
        if self.has_parted or game.tries != ():
            return None
        self.catch_up(game)
        self._begin_anew()
        cell = None if self.stopped else self._cell_anyway(answer)
        before = self.running.get("written")
        if not self.stopped:
            self._purposes = *self._purposes[: len(game.entries)], self._text_purpose(game)
            self.stopped = PARTS_HERE if cell is None else self.running.call("answer", cell)
        self._given, self._is_compared, self._known = entry, False, None
        self._answered.append(entry)
        self._raise(self.stopped, is_carried_out=True)
        return None if self.stopped else self._came(game, before + 4 * CELL)

    def passes_over(self, game: Game) -> Given | None:
        """Ends the share of the side that runs a part at once; returns the result."""
        if game.tries != () or not self.catch_up(game):
            return None
        self._begin_anew()
        before, self._is_compared = self.running.get("written"), False
        self.stopped = self.running.call("passes_over")
        self._raise(self.stopped, is_carried_out=True)
        return None if self.stopped else self._came(game, before)

    def laid(self, game: Game, thing: Thing, there: Hex | None) -> Given | None:
        """Puts a thing somewhere by hand; returns how the game stands then."""
        number = self._number_of(thing)
        if game.tries != () or number is None or not self.catch_up(game):
            return None
        self._begin_anew()
        self.running.call("laid", number, NONE if there is None else self.running.image.hex(there))
        self._last = still = self._standing(game, question := self._question())
        self._is_now = True
        return Given([], question, still)

    def _number_of(self, thing: Thing) -> int | None:
        return next((n for n in self.running.image.names if self._thing(n) == thing), None)

    def _came(self, game: Game, written: int) -> Given:
        """Returns the result of what was carried out, with the state of the game."""
        lapsed = self.target.entries_of(self.running.cells(written, self.running.get("written")))
        self._answered += lapsed
        self._purposes = *self._purposes, *(None for _ in lapsed)
        question, still, self._is_now = self._question(), None, game.takes_back
        if game.takes_back:
            self._last = still = self._standing(game, question)
        return Given(lapsed, question, still)

    def undiced(self, game: Game) -> tuple[list[Effect], set[int]] | None:
        """Returns the effects that are over upon the last answer on trial and could have thrown dice, and the frames of
        those under way; None where the target cannot tell."""
        self._take_back(max(len(game.tries or ()) - 1, 0))  # a search may have noted others since
        still = self.still(game)
        if still is None:
            return None
        at = self.constants["OVER_UNDICED"]
        rows = self.running.cells(at + CELL, at + CELL + self.running.cell(at) * 2 * CELL)
        return [still.effect(frame, mark) for frame, mark in zip(rows[::2], rows[1::2], strict=True)], {*still.frames}

    def still(self, game: Game) -> DecodedStand | None:
        """Returns how a game stands after answers on trial, as the side that tried them sees it; None where the target
        cannot tell."""
        if game.tries is None or not self._is_at(game):
            return None
        before = self._stood(game)
        if not game.tries:
            return before
        return before.tried(Snapshot.of(self.running, before.written), game.question, as_seen(before.machine))

    def _stood(self, game: Game) -> DecodedStand:
        """Returns how the game stood before its answers on trial."""
        if self._last is None or not self._is_now:
            self._take_back(0)
            self._last, self._is_now = self._standing(game, self._question()), True
            self._is_at(game)
        return self._last

    def broken(self, game: Game, answer: Value) -> list[Refusal] | None:
        """Returns what an answer breaks, or the action that ends upon it, which has not come to a rest then; None where
        the target cannot tell."""
        if not self._is_at(game):
            return None
        before, call = self._stood(game), self.running.get
        self.running.set("breach", 0)
        stopped = self._try(answer, goes_back=False)
        sampled = call("breach")
        if not sampled or stopped not in (0, *REFUSED):
            self._take_back(len(game.tries or ()))
            return None
        whole, seen = before.machine, as_seen(before.machine)
        written, mark = Snapshot.of(self.running, before.written), call("breach_mark")
        is_veiled = call("veiled") and mark < call("veil_mark")
        stood = lambda mark: before.tried(written, None, seen).at(mark).machine  # noqa: E731
        if sampled == MISPLACED:
            stop = self._misplacing(stood)
            self._take_back(len(game.tries or ()))
            return [Refusal("would break", None, f"{stop.message}: {stop.help}")]
        earlier = before.tried(written, None, whole if is_veiled else seen).at(mark).machine.position
        if is_veiled:
            earlier = State(earlier, shown=whole.state.shown).view(self.target.sides[call("veiled") - 1])
        found = self._broken_since(stood, earlier)
        self._take_back(len(game.tries or ()))
        return found

    def stuck(self, game: Game, answer: Value) -> list[Value] | None:
        """Returns the answers that lead from an answer to the first dead end of the search for a way on, that one
        included; none where the search met none. None where the target cannot tell."""
        cell = self._cell_of(answer) if self._is_at(game) else None
        self.running.set("is_walking", 1)
        leads = cell is not None and self.running.call("allows", cell)
        self.running.set("is_walking", 0)
        if cell is None or leads or self._has_stopped():
            return None
        if not (entry := self.running.get("stop_entry")):
            return []
        answers, ahead = [answer], game.followed(answer)
        for step in [*self._steps_to(entry), *[self.running.get("stop_answer")] * (entry > 0)]:
            if ahead is None or not self._is_at(ahead) or (step != CONSTANTS["DONE"] and self._asks_for_list):
                return None
            answers += self._meant([step])
            ahead = ahead.followed(answers[-1])
        return answers

    def _steps_to(self, entry: int) -> list[int]:
        """Returns the answers that lead to an entry of the search for a way on, behind the one that it is for."""
        memory, cells = self.running.cell, list[int]()
        while entry > 0 and (before := memory(entry + CONSTANTS["E_BEFORE"])) >= 0:
            cells.insert(0, memory(entry + CONSTANTS["E_ANSWER"]))
            entry = before
        return cells

    def plans(self, game: Game, question: Take | Choose, answer: Value, most: int) -> list[list[Value]]:
        """Returns what a program plans that has decided on an answer, and at the beginning of an action so many others
        that gain something, those first that gain most: each as far as it can be followed before dice fall. With
        none of them nothing is followed."""
        side, cell, at = self.target.sides.index(question.side), self.running.cell, self.constants
        cells = lambda first, number: [cell(first + n * CELL) for n in range(number)]  # noqa: E731
        plan = at["PLANNED"] + side * (CONSTANTS["MAX_PLAN"] + 3) * CELL
        goes_on = cells(plan + 3 * CELL, cell(plan)) if most else []
        size, rows = CONSTANTS["ROW_SIZE"], CONSTANTS["MAX_ROWS_KEPT"]
        first = at["ROWS_KEPT"] + side * (rows * size + 8 * CELL)
        table = range(first, first + rows * size, size) if most and isinstance(question, Take) else ()
        gains = [row for row in table if cell(row + CONSTANTS["R_STATE"]) == CONSTANTS["GAINS"]]
        gains.sort(key=lambda row: -cell(row + CONSTANTS["R_GAIN"]))
        others = [cells(row + CONSTANTS["R_ANSWERS"], cell(row + CONSTANTS["R_LENGTH"])) for row in gains]
        found = self._followed(game, [answer], goes_on)
        followed = (self._followed(game, [], other) for other in others if other)
        plans = [found, *islice((other for other in followed if other and other != found), most)]
        self._take_back(0)
        self.running.put(plan, 0)  # who asks again here has it planned anew
        self.running.put(first + rows * size, 0)
        return plans

    def _followed(self, game: Game, answers: list[Value], cells: Sequence[int]) -> list[Value]:
        """Returns answers with those that lie in cells behind them, until dice fall or the action is over."""
        ahead = game.followed(*answers) if answers else game
        for cell in cells:
            is_over = ahead is None or not isinstance(ahead.question, Choose if answers else Take)
            if is_over or ahead is None or not self._is_at(ahead):
                break
            if cell != CONSTANTS["DONE"] and self._asks_for_list:
                break
            answers = [*answers, *self._meant([cell])]
            ahead = ahead.followed(answers[-1])
        return answers

    def begins(self, game: Game) -> Given | None:
        """Begins a new game; returns None where the target cannot."""
        if self.target.wants:
            return None
        self._lay_in()
        seed = game.seed if game.dice.names_by_lot else None
        self.begun, self.stopped = True, self.target.begin(seed, self.seeds, self.programs)
        if self.stopped:
            self._raise(self.stopped, is_carried_out=True)
            return None
        self._answered, self._is_compared, self._purposes = [], True, ()
        return self._came(game, self.constants["JOURNAL"])

    def _standing(self, game: Game, question: Question | None) -> DecodedStand:
        """Returns how the game stands, where nothing is on trial."""
        self._decode_for(game.agenda, game.answering)
        before = self._last or State(game.setup.position.scratch())
        return self._since(before, question, purposes=self._purposes)

    def _decode_for(self, agenda: Agenda, answering: Reference) -> None:
        if self._decoder is None:
            lines, is_apart = asking_lines(self.target.agenda), isinstance(self.target.setup.begins, BegunApart)
            seen = None if self._evaluates is None else self._evaluates[1]
            hides = self.target.setup.position.visibility
            self._decoder = CellDecoder(self.playable, agenda, answering, self.running, *lines, is_apart, seen, hides)

    def _since(self, before: DecodedStand | State, question: Question | None, **how: Any) -> DecodedStand:
        """Returns the state of the game, decoded from the one before."""
        assert self._decoder is not None
        was = before.written if isinstance(before, DecodedStand) else Snapshot(self.playable.image)
        return DecodedStand(self._decoder, Snapshot.of(self.running, was), question, before, was, **how)

    def _amid(self) -> DecodedStand:
        """Returns the state of the game in the middle of a procedure."""
        assert self._evaluates is not None
        self._decode_for(agenda_of(self._evaluates[0].law), self._evaluates[0])
        before: DecodedStand | State = State(self.target.setup.position.scratch())
        if self._carried is not None and not self._is_renamed(self._carried.written):
            before = self._carried
        self._carried = self._since(before, None, tried={}, is_amid=True)
        return self._carried

    def _is_renamed(self, written: Snapshot) -> bool:
        """Returns whether what was made and named by lot there was taken back since, and has another name now."""
        first, last = (self.constants[name] for name in ("LOT_NAME", "ORDER"))
        if not self.playable.layout.lots:
            return False
        return any(
            was not in (0, now)
            for was, now in zip(written.cells(first, last), self.running.cells(first, last), strict=True)
        )

    # -- chance

    def purpose(self, game: Game) -> Purpose | None:
        """Returns the purpose of the question, and how often it came up before."""
        if game.tries != () or not self._is_at(game):
            return None
        if (text := self._text_purpose(game)) is not None:
            return text, self._purposes[: len(game.entries)].count(text)
        purpose = self.running.call("purpose")
        return purpose & 2**64 - 1, self.running.call("asked_before", purpose, 0)

    def _text_purpose(self, game: Game) -> What | None:
        """Returns the purpose of the question as a text, in games whose dice fall by texts; else None."""
        question = self._question() if isinstance(game.dice, DiceByText) else None
        if question is None:
            return None
        return game.dice.purpose_of(question, self._standing(game, question).machine.frames)

    def shown(self, game: Game, dice: Dice) -> Value:
        """Returns the result of the throw or draw that is asked; None where the target cannot tell."""
        if game.tries != () or not self._is_at(game):
            return None
        if type(dice) is not Dice and isinstance(game.question, ByLot):
            purpose = self.purpose(game)
            return None if purpose is None else dice.shown(game.question, purpose)
        [found] = self._meant([self.running.call("shown", signed(dice.chance.key))])
        return found

    # -- what is legal where a game stands

    def eligible(self, game: Game) -> list[Value] | None:
        """Returns the answers that are, or may be, allowed by themselves, whatever they lead to."""
        if isinstance(game.question, Throw) or not self._is_at(game):
            return None
        return None if (cells := self._cells()) is None else [*cells]

    def options(self, game: Game) -> list[Value] | None:
        """Returns every legal answer."""
        if isinstance(game.question, ByLot | None) or not self.catch_up(game):
            return None
        assert game.tries is not None
        if game.tries not in self._legal:
            if not self._is_at(game):
                return None
            found = self._meant(self.running.listed(self.running.call("legal")))
            if self._has_stopped():
                return None
            self._legal[game.tries] = found
        return [*self._legal[game.tries]]

    def allows(self, game: Game, answer: Value) -> bool | None:
        """Returns whether an answer is legal; None where the target cannot tell."""
        if isinstance(game.question, ByLot | None) or not self._is_at(game):
            return None
        assert game.tries is not None
        if (known := self._legal.get(game.tries)) is not None:
            return answer in known
        cells = self._cells()
        found = cells is not None and answer in cells and bool(self.running.call("allows", cells[answer]))
        self._allowed = answer if found and not game.tries else None
        return None if cells is None or self._has_stopped() else found

    def prices(self, game: Game, answers: Iterable[Value]) -> dict[Value, Value] | None:
        """Returns what picks would cost, None for what costs nothing."""
        question = game.question
        if not self._is_at(game) or not isinstance(question, Choose):
            return None
        _, pick = self.target.in_hand
        if asking_lines(self.target.agenda)[0][self.playable.picks[pick].line].cost is None:
            return dict.fromkeys(answers)
        cells = {answer: self._cell_of(answer) for answer in answers}
        if None in cells.values():
            return None
        back, memory, call = self.running.image.back, self.running.cell, self.running.call
        found = {a: back(call("price_of", c), t.EXACT, memory) for a, c in cells.items() if c is not None}
        return None if self._has_stopped() else found

    def after(self, game: Game, answer: Value) -> Foreseen | None:
        """Returns what an answer leads to, without looking for a way on from there."""
        key = game.tries, answer
        if not self.catch_up(game):
            return None
        if key not in self._ahead and self._is_at(game):
            is_pick = isinstance(game.question, Choose) and not isinstance(answer, Anyway) and answer not in ON_TRIAL
            cells = self._cells() if is_pick else None
            if is_pick and (cells is None or answer in self._doubts):
                if self._evaluated is not None:  # it has the words
                    picks.stands(as_seen(game.to_read), answer)
                return None
            stopped = self._try(answer) if cells is None or answer in cells else REFUSED[0]
            self._raise(stopped if stopped != CANNOT_TELL else 0)
            if not stopped or stopped in REFUSED:
                self._ahead[key] = Foreseen(is_refused=True) if stopped else Foreseen(self._question())
        return self._ahead.get(key)

    def ways(self, game: Game, mover: Thing, path: str, there: Hex | None = None) -> dict[Hex, Way] | None:
        """Returns by hex in which a thing can come to rest by repeating a pick the cheapest way there. Without a name
        it is the pick that is asked, a way has answers to it, and only one hex may be asked about."""
        if not self._is_at(game) or (number := self._number_of(mover)) is None:
            return None
        to = NONE if there is None else self.running.image.hex(there)
        found = self.running.listed(self.running.call("rests", signed(word(path)) if path else NONE, number, to))
        if self._has_stopped():
            return None
        first = self.constants["SEARCH"]
        entries = self.running.cells(first, first + self.running.get("entries") * CONSTANTS["E_SIZE"])
        ways = (self._way(entries, (entry - first) // CELL, is_asked=not path) for entry in found[1::2])
        return dict(zip(map(self.running.image.hex_at, found[::2]), ways, strict=True))

    def _way(self, entries: Sequence[int], at: int, *, is_asked: bool) -> Way:
        """Returns the way that one of the entries of a search is the end of."""
        before, answer, is_pick = (CONSTANTS[name] // CELL for name in ("E_BEFORE", "E_ANSWER", "E_RANK"))
        answers, spent = list[int](), entries[at]
        while entries[at + before] >= 0:
            if entries[at + is_pick]:
                answers.append(entries[at + answer])
            at = (entries[at + before] - self.constants["SEARCH"]) // CELL
        cost = self.running.image.back(spent, t.EXACT, self.running.cell)
        return Way(tuple(self._meant(answers[::-1]) if is_asked else answers), cost)

    def of_map(self, name: str, args: Sequence[Value]) -> Value:
        """Returns a fact that depends on the map alone, `MISSING` where it is none or the target cannot tell."""
        key = f"fact:{name}"
        return MISSING if self.stopped or not self.playable.of_map.get(key) else self._value(key, args)

    def ending(self, game: Game, number: int) -> Value:
        """Returns the winner if the game ended now (number 0) or one of the final figures (from 1), as the side to
        decide sees them; `MISSING` where the target cannot tell."""
        key = self.playable.ending[number]
        return self._value(key, ()) if key and game.tries == () and self._is_at(game) else MISSING

    def worth(self, game: Game, side: str) -> Fraction | None:
        """Returns the worth of a position to a side; None where the target cannot tell."""
        return self.target.worths().get(side) if self._is_at(game) else None

    def _value(self, key: str, args: Sequence[Value]) -> Value:
        self._take_back(0)  # its lists would be overwritten
        try:
            found: Value = self.running.ask(key, args)
        except (Stopped, Unlaid):
            self.running.set("stopped", 0)
            return MISSING
        return found

    # -- where it stands

    def _is_at(self, game: Game) -> bool:
        """Brings the target to a game, by its answers on trial; returns whether it can answer questions there."""
        if not self.catch_up(game):
            return False
        assert game.tries is not None
        same = 0
        while same < min(len(self._looks), len(game.tries)) and self._looks[same].answer == game.tries[same]:
            same += 1
        self._take_back(same)
        return all(self._try(answer) == 0 for answer in game.tries[same:])

    def _try(self, answer: Value, *, goes_back: bool = True) -> int:
        """Gives an answer on trial; returns its stop, 0 if there was none. An answer that stops is taken back or stays
        so."""
        look = _Look(answer, self.running.get("logged"), self.running.get("free"))
        if (called := ON_TRIAL.get(answer)) is not None:
            self._looks.append(look)
            self._known = None
            return self.running.call(called)
        question, _ = self.target.in_hand
        anyway = answer if isinstance(answer, Anyway) else None
        answer, chooses = answer if anyway is None else anyway.answer, question == CONSTANTS["CHOOSE"]
        cell = self._cell_of(answer) if anyway is None else self._cell_anyway(answer)
        if cell is None:
            return CANNOT_TELL
        if anyway is None and chooses and answer == DONE and not self.running.call("done_stands"):
            return REFUSED[0]
        self._looks.append(look)
        self._known = None
        stopped = self.running.call("tried", cell, int(anyway is not None and anyway.is_judged))
        if stopped and goes_back:
            self._take_back(len(self._looks) - 1)
        return stopped

    @contextmanager
    def _as_one(self) -> Iterator[None]:
        """Makes all work of the evaluator one question, and locks what games share."""
        if self._evaluates is None:
            yield
        else:
            with self._shared.lock, self._evaluates[0].account.shared(budget.MAX_AHEAD, "what follows"):
                yield

    def _take_back(self, number: int) -> None:
        """Takes back the answers on trial behind so many."""
        if len(self._looks) > number:
            first = self._looks[number]
            del self._looks[number:]
            self._known = None
            self.running.call("taken_back", first.mark, first.free)

    def _begin_anew(self) -> None:
        """Forgets the answers on trial from the previous state."""
        self._take_back(0)
        self._known = self._allowed = None
        self._legal, self._ahead = {}, {}

    def _has_stopped(self) -> bool:
        """Returns whether the law stopped at the last question, and clears that. Where the evaluator answers, raises
        the stop."""
        stopped = self.running.get("stopped")
        self.running.set("stopped", 0)
        self._raise(stopped)
        return bool(stopped)

    def _raise(self, stopped: int, *, is_carried_out: bool = False) -> None:
        """Raises the stop of the law, where the evaluator answers; while something is carried out, also a broken
        requirement."""
        if self._evaluated is None or not stopped or (stopped in REFUSED and not is_carried_out):
            return
        if stopped == PARTS_HERE:
            raise Exhausted(WHY_BACK[PARTS_HERE])
        if stopped not in REFUSED:
            raise self._evaluated.stop(stopped)
        stood, get = lambda mark: self._amid().at(mark).machine, self.running.get
        words = self._evaluated.words
        if get("breach") == MISPLACED:
            raise words.place(self._misplacing(stood))
        raise words.place(Broken(self._broken_since(stood, stood(get("breach_mark")).position)))

    def _misplacing(self, stood: Callable[[int], Machine]) -> Misplaced:
        """Returns the stop for a misplaced thing, with the state of the game at a mark."""
        then = stood(self.running.get("breach_at"))
        return misplacing(then.position, self._thing(self.running.get("breach_acting")))

    def _broken_since(self, stood: Callable[[int], Machine], earlier: Position) -> list[Refusal]:
        """Returns the newly broken requirements that the library has noted."""
        sampled, listed = self.running.get("breach"), self.running.get("breach_acting")
        acting = self.running.listed(listed) if sampled == AT_REST and listed != NONE else ()
        if isinstance(begins := self.target.setup.begins, BegunApart):
            earlier = earlier.without(begins.acting)
        then = stood(self.running.get("breach_at"))
        return broken_since(then, earlier, SAMPLED[sampled], acting=[self._thing(number) for number in acting])

    def _thing(self, number: int) -> Thing:
        return self.running.image.thing(number, self.running.cell)

    def _question(self) -> Question | None:
        cell, constants, (question, pick) = self.running.cell, self.constants, self.target.in_hand
        if question == 0:
            return None
        if question == CONSTANTS["DRAW"]:
            members = self._meant(self.running.listed(cell(constants["DICE"])))
            return Draw(self.playable.picks[pick].name, tuple(members))
        if question == CONSTANTS["THROW"]:
            return Throw(self.playable.picks[pick].name, cell(constants["DICE"]), cell(constants["FACES"]))
        number, player = cell(constants["ASKED_SIDE"]), cell(constants["ASKED_PLAYER"])
        side = "" if number < 0 else self.target.sides[number]
        name = "" if player < 0 else self.running.image.names[player].name
        if question == CONSTANTS["TAKE"]:
            listed = cell(cell(constants["FRAME"]) + CONSTANTS["W_OPEN"])
            return Take(side, tuple(self.playable.actions[action] for action in self.running.listed(listed)), name)
        path = self.playable.picks[pick].name
        line = asking_lines(self.target.agenda)[0][self.playable.picks[pick].line]
        return Choose(side, path, line.var, bool(cell(constants["MAY_END"])), name)

    def _meant(self, cells: Sequence[int]) -> list[Value]:
        """Returns the values that answers to the question in hand stand for."""
        question, pick = self.target.in_hand
        if question == CONSTANTS["TAKE"]:
            return [DONE if cell == CONSTANTS["DONE"] else self.playable.actions[cell] for cell in cells]
        back, item, memory = self.running.image.back, self.playable.picks[pick].item, self.running.cell
        return [DONE if cell == CONSTANTS["DONE"] else back(cell, item, memory) for cell in cells]

    def _cell_of(self, answer: Value) -> int | None:
        """Returns the cell of what may be an answer to the question in hand; None where it is not known to be one."""
        if self.target.in_hand[0] == CONSTANTS["THROW"]:
            return answer * self.playable.layout.part if isinstance(answer, int) else None
        cells = self._cells()
        return None if cells is None else cells.get(answer)

    def _cell_anyway(self, answer: Value) -> int | None:
        """Returns the cell of an answer that may be none of those that could be picked."""
        question, pick = self.target.in_hand
        if answer == DONE:
            return CONSTANTS["DONE"]
        cell = self._cell_of(answer)
        if cell is None and question == CONSTANTS["CHOOSE"]:
            cell = self.running.given(answer, self.playable.picks[pick].item)
        return cell

    @property
    def _asks_for_list(self) -> bool:
        question, pick = self.target.in_hand
        return question == CONSTANTS["CHOOSE"] and self.playable.picks[pick].is_list

    def _cells(self) -> dict[Value, int] | None:
        """Returns what may be an answer to the question in hand, each with its cell, also where the law does not say
        whether it stands by itself; None where it does not say among what is picked."""
        if self._known is None:
            question, _ = self.target.in_hand
            is_draw = question == CONSTANTS["DRAW"]
            self.running.is_quiet = True  # the caller asks about one of the candidates
            at = self.running.cell(self.constants["DICE"]) if is_draw else self.running.call("candidates")
            self.running.is_quiet = False
            listed = self.running.listed(at)
            known = dict(zip(self._meant(listed), listed, strict=True))
            at = self.constants["DOUBTS"]
            self._doubts = self._meant(self.running.cells(at, at + (1 + 2 * self.running.cell(at)) * CELL)[1::2])
            if self._has_stopped():
                return None
            if self._asks_for_list:
                return known  # their addresses do not outlast the look
            self._known = known
        return self._known


def _making_room(tell: Callable[..., object]) -> Callable[..., object]:
    """Returns what asks again with more room where something was full."""

    @wraps(tell)
    def again(self: Follower, *args: object) -> object:
        while True:
            try:
                with self._as_one():
                    return tell(self, *args)
            except NoRoom as full:
                self.make_room(full)
            finally:
                if self.running.is_trapped and self.running.get("stopped") not in NO_ROOM:
                    self._looks.clear()  # interrupted: the next look begins anew
                    self._begin_anew()
                    self.begun = False

    return again


for name, tell in [*vars(Follower).items()]:  # all that a game asks
    if callable(tell) and not name.startswith("_") and name not in ("make_room", "target_to_play"):
        setattr(Follower, name, _making_room(tell))
