"""Answers what the printed law asks by the evaluator, at the position where it asks.

The printed procedures say what happens, the evaluator what holds: so a trace is kept, and what is read is noted. A
single question is also answered sooner, as few functions are printed. An engine for Python looks here for a function
before it prints one. A position is decoded from the one before, once between two writes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hexlaw.compiler.lower.doing_half import Asked
from hexlaw.compiler.wasm.doing import Doing
from hexlaw.compiler.wasm.layout import CELL, NONE, FarOff, Finer, Immense, Unlaid
from hexlaw.compiler.wasm.standing import DecodedStand
from hexlaw.compiler.wasm.stop_words import StopWords
from hexlaw.compiler.wasm.target import STOP, NoRoom, TargetRun
from hexlaw.runtime.evaluate.budget import WorkBudget
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import ACTING
from hexlaw.runtime.law.stops import UNDECIDED, Exhausted, LawStop, Unseen
from hexlaw.runtime.law.value import Value
from hexlaw.runtime.play.breaches import broken_since
from hexlaw.runtime.play.machine import Machine
from hexlaw.runtime.play.questions import DONE

BROKEN_ANEW = "broken anew "
STEP = 50
"""The steps of a question besides those inside it."""


@dataclass
class Evaluated:
    """The answers for one game, as it stands `now`. Things that are `acting` are left out when earlier breaches are
    looked for."""

    doing: Doing
    running: TargetRun
    now: Callable[[], DecodedStand]
    acting: tuple[Value, ...]
    account: WorkBudget
    met: LawStop | None = None  # the stop of the law
    _known: tuple[int, DecodedStand] | None = None

    @property
    def machine(self) -> Machine:
        """The game as it stands; equal stamps, equal positions."""
        stamp = self.running.get("stamp")
        if self._known is None or stamp != self._known[0]:
            self._known = stamp, self.now()
            self._known[1].machine.charge_scan()
        return self._known[1].machine

    @property
    def words(self) -> StopWords:
        return StopWords(self.doing, self.running, self.machine, self.now())

    def stop(self, stopped: int) -> LawStop:
        """Returns the stop of the law for a code of the library, with what was under way."""
        words, met = self.words, self.met
        self.met = None
        if stopped not in (1, 2):
            met = met if isinstance(met, Exhausted) else words.exhausted()
        elif met is None:
            met = words.of_library() if stopped == 1 else Unseen("what comes of it depends on what is not seen")
        return words.place(met)

    def answer(self, name: str, cells: Sequence[int]) -> int:
        """Returns the value of a function; where the evaluator has none, the law stops."""
        if name == STOP:
            if not self.running.get("stopped"):
                self.met = self.words.place(self.words.of_library())
                self.running.set("stopped", 1)
            return NONE
        self.machine.ev.ev.seen = None if self.running.is_quiet else self.machine.seen
        try:
            self.account.work(STEP)
            if name.startswith(BROKEN_ANEW):
                return int(self._is_broken(name.removeprefix(BROKEN_ANEW), *cells))
            asked, back = self.doing.lowered.asked[name], self.running.image.back
            typed = ((n, type_, cell) for (n, type_), cell in zip(asked.params, cells, strict=True))
            names = {
                n: () if cell == NONE and isinstance(type_, t.SetOf) else back(cell, type_, self.running.cell)
                for n, type_, cell in typed if n != ACTING or cell != NONE
            }  # fmt: skip
            return self._answer(asked, names)
        except FarOff as why:
            room = self.running.layout.capacity.room["MARGIN"]
            raise NoRoom("MARGIN", 2 * room, f"a hex lies more than {room} hexes off the map") from why
        except Finer as why:
            parts = why.times * self.running.layout.capacity.room["PART"]
            raise NoRoom("PART", parts, f"{why} is whole in {parts:,} parts alone") from why
        except Unlaid as why:
            grows = "a number grows beyond all measure" if isinstance(why, Immense) else f"there is no room for {why}"
            self.met = self.words.place(Exhausted(grows))
            return self.running.inside("exhausted", ())
        except UNDECIDED as stop:
            if not self.running.get("stopped"):
                self.met = stop if isinstance(stop, Unseen) else self.words.place(stop)
                self.running.set("stopped", 2 if isinstance(stop, Unseen) else 1)
            return NONE
        except LawStop as stop:
            raise self.words.place(stop) from None

    def _answer(self, asked: Asked, names: dict[str, Value]) -> int:
        answers, law = self.machine.ev, self.machine.agenda.law
        match asked.sort, asked.about:
            case "bars", path:
                return int(answers.forbids(path, names))
            case "eligible", pick:
                if (seen := answers.ev.seen) is not None:
                    seen.asked |= {f"pick:{pick.path}", f"pick:{pick.path.partition('.')[0]}.{DONE}"}
                among = answers.items(e.Binder(pick.var, pick.domain, pick.where), names)
                found = [one for one in among if not answers.forbids(pick.path, {**names, pick.var: one})]
                return self._cell(found, t.SetOf(t.item_of(pick.domain.type)))
            case "cases", id_:
                cases = answers.cases(law.rules[id_], names) if id_ in law.rules else []
                binders = self.doing.law.ranging_binders[id_]
                if not binders:
                    return len(cases)
                of = [(binder.var, t.item_of(binder.domain.type)) for binder in binders]
                rows = [self._list([self._cell(case[var], type_) for var, type_ in of]) for case in cases]
                return self._list([row + CELL for row in rows])
            case "items", binder:
                return self._cell(answers.items(binder, names), t.SetOf(t.item_of(binder.domain.type)))
            case _, node:
                return self._cell(answers.value(node, names), node.type)

    def _cell(self, value: Value, type_: t.Type) -> int:
        bare = t.bare(type_)
        if value is None or not isinstance(bare, t.SetOf):
            return self.running.given(value, type_)
        return self._list([self._cell(one, bare.item) for one in value])

    def _list(self, cells: Sequence[int]) -> int:
        """Returns where a list lies, behind the others that play makes."""
        begun = self.running.get("pending")
        for number, cell in enumerate(cells):
            self.running.put(begun + number * CELL, cell)
        self.running.set("pending", begun + len(cells) * CELL)
        return self.running.inside("listed", (begun,))

    def _is_broken(self, sampled: str, mark: int, acting: int) -> bool:
        """Returns whether something is broken anew since a mark; those acting do not count before."""
        if self.running.get("unchecked"):
            return False
        number = self.running.image.names
        things = [] if acting == NONE else [number[one] for one in self.running.listed(acting)]
        earlier = self.now().at(mark).state.position.without(self.acting)
        if not broken_since(self.machine, earlier, sampled, acting=things):
            return False
        at, how = self.running.get("logged"), 1 + (sampled == "rest")
        for name, value in ("", how), ("_mark", mark), ("_acting", acting), ("_at", at):
            self.running.set(f"breach{name}", value)
        return True
