"""Emitted law answers what play asks: the functions that stand for the expressions, conditions and rules of play.

Comes in: a law, the source that `compiler/emit` wrote for it, and the nodes that its functions stand for, in the order
in which the source lists them (`PLAYED`). `PlayedLaw` is an `Answering` (`play/answers.py`): a game that is given one
goes as it goes with the reference. Whatever emitted law does not answer, or stops at, is asked of the reference: so the
stop, its words and all that is not emitted are the reference's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from weakref import ref

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime.emitted.fields import Field
from hexlaw.runtime.emitted.help import STOPS
from hexlaw.runtime.emitted.load import EmittedLaw
from hexlaw.runtime.emitted.position import Laid
from hexlaw.runtime.emitted.state import State
from hexlaw.runtime.evaluate import Breach
from hexlaw.runtime.forbidding import broken_anew
from hexlaw.runtime.law import Law
from hexlaw.runtime.play.answers import Answers, ByReference, Names, Row
from hexlaw.runtime.play.trials import reference
from hexlaw.runtime.position import Position
from hexlaw.runtime.seen import Seen
from hexlaw.runtime.verdict import Permission, Refusal

Door = Callable[[State, Names], Any]
"""Asks a function of the emitted source, with the values of the names that it needs."""
Played = tuple[str, object]
"""What a function stands for: a sort of question, and the node or the id that it is found by."""
OFTEN = 4_096  # questions after which it is seen to that not too much is remembered


class PlayedLaw:
    in_words = False
    tracing = False
    seen: Seen | None = None
    """Notes what the reference looks at, where somebody wants to know."""

    def __init__(self, law: Law, source: str, played: Sequence[tuple[str, Any]]) -> None:
        self.law = law
        self.emitted = EmittedLaw(source)
        self.emitted.spec.state.machine = self
        self.account = self.emitted.account
        self.reference = reference(law, account=self.account)
        self.nodes = tuple(node for _, node in played)  # as long as they are kept, their ids are theirs
        self.doors: dict[tuple[str, object], Door] = {}
        self.values: dict[int, Door] = {}
        self.eligible: dict[int, tuple[Door, tuple[str, ...]]] = {}  # with the names that it needs
        self.again = 0  # how often the reference was asked
        self.asked = 0
        functions = iter(self.emitted.names["PLAYED"])
        for sort, node in played:
            door = _plain_door(law, sort, node)
            if door is None:
                found = next(functions)
                if found is None:
                    continue  # it is better asked in another way
                door = _door(*found)
            if sort == "eligible":
                self.eligible[id(node)] = door, found[1]
            elif sort == "value":
                self.values[id(node)] = door
            else:
                self.doors[sort, node if isinstance(node, str | tuple) else id(node)] = door
        self.fields = {path: self._field(says) for path, says in self.emitted.names["FIELDS"].items()}
        self.requirements: dict[str, Callable[[State], Breach]] = self.emitted.names["REQUIREMENTS"]

    def untraced(self) -> PlayedLaw:
        return self

    def kept(self, position: Position) -> Laid:
        return Laid.of(self.emitted.laid_out(position), position)

    def about(self, position: Position, seen: Seen | None) -> EmittedAnswers:
        assert isinstance(position, Laid)
        return EmittedAnswers(self, position)

    def _field(self, says: Mapping[str, Any]) -> Field:
        return Field(says, self.emitted.spec, self.law.graph)

    def field(self, path: str) -> Field | None:
        return self.fields.get(path)

    # -- what emitted functions ask of the machine

    def reach(self, position: Position, name: str, args: tuple[Any, ...]) -> dict[Any, Any]:
        return self.reference.trials.reach(self, position, None, name, args)

    def would_break(self, position: Position, effect: str, args: tuple[Any, ...], requirement: str) -> bool:
        return self.reference.trials.would_break(self, position, None, effect, args, requirement)


class EmittedAnswers:
    """Emitted law's answers about one position."""

    __slots__ = ("_reference", "played", "position")

    def __init__(self, played: PlayedLaw, position: Laid) -> None:
        self.played, self.position = played, position
        self._reference: ByReference | None = None
        played.asked += 1
        if not played.asked % OFTEN:
            position.state.make_room()

    @property
    def state(self) -> State:
        """The columns to be asked, which know the position that they stand for."""
        state = self.position.state
        state.asked_of = ref(self.position)  # a link both ways would leave each position to the garbage collector
        return state

    @property
    def reference(self) -> ByReference:
        found, seen = self._reference, self.played.seen
        if found is None or found.ev.seen is not seen:
            self.played.again += 1
            found = self._reference = self.played.reference.about(self.position, seen)
        return found

    def value(self, node: e.Expr, names: Names) -> Any:
        door = self.played.values.get(id(node))
        if door is not None:
            s = self.state
            s.account.begin()
            try:
                return door(s, names)
            except STOPS:
                pass
        return self.reference.value(node, names)

    def items(self, binder: e.Binder, names: Names) -> tuple[Any, ...]:
        door = self.played.doors.get(("items", id(binder)))
        if door is not None:
            s = self.state
            s.account.begin()
            try:
                found: tuple[Any, ...] = door(s, names)
                return found
            except STOPS:
                pass
        return self.reference.items(binder, names)

    def cases(self, rule: g.Rule, names: Names) -> list[Names]:
        door = self.played.doors.get(("cases", rule.id))
        if door is not None:
            s = self.state
            s.account.begin()
            try:
                found = door(s, names)
            except STOPS:
                return self.reference.cases(rule, names)
            binders = self.played.law.gone_through[rule.id]
            if not binders:
                return [names] if found else []
            return [{**names, **dict(zip((b.var for b in binders), case, strict=True))} for case in found]
        return self.reference.cases(rule, names)

    def applying(self, rule: g.Rule, names: Names, own: Sequence[str], rows: Sequence[Row]) -> Sequence[Row]:
        door = self.played.doors.get(("cases", rule.id))
        if door is None:
            return self.reference.applying(rule, names, own, rows)
        s, found = self.state, list[Row]()
        for row in rows:
            case = {**names, **dict(zip(own, row, strict=True))}
            s.account.begin()
            try:
                applies = door(s, case)
            except STOPS:
                applies = self.reference.cases(rule, case)
            if applies:
                found.append(row)
        return found

    def broken(self, rule: g.Rule) -> Breach:
        s = self.state
        breach = self.played.requirements.get(rule.id)
        if breach is not None:
            s.account.begin()
            try:
                found = s.broken(rule.id, breach)
                return {s.outward(case): excess for case, excess in found.items()} if found else found
            except STOPS:
                pass
        return self.reference.broken(rule)

    def newly_broken(self, before: Answers, rules: Sequence[g.Rule], what: str) -> list[Refusal]:
        found = [r for r in rules if broken_anew(before.broken(r), self.broken(r))]
        return [Refusal("would break", what, rule, "") for rule in found]

    def judge(self, pick: e.Pick | None, path: str, names: Names, verdict: Permission) -> None:
        self.reference.judge(pick, path, names, verdict)

    def forbids(self, pick: e.Pick | None, path: str, names: Names) -> bool:
        door = self.played.doors.get(("bars", (id(pick), path)))
        if door is not None:
            s = self.state
            s.account.begin()
            try:
                refused: bool | None = door(s, names)
            except STOPS:
                refused = None
            if refused is not None:
                return refused
        return path in self.played.law.forbidding and self.reference.forbids(pick, path, names)

    def eligible(self, pick: e.Pick, names: Names) -> Sequence[Any] | None:
        known = self.played.eligible.get(id(pick))
        if known is None:
            return None
        door, params = known
        try:
            key = id(pick), *[names[name] for name in params]
        except KeyError:
            return None  # where nobody acts, what asks who does is judged by itself
        s = self.state
        found: Sequence[Any] | None
        if key not in s.eligible:
            s.account.begin()
            before, s.fired = s.fired, 0
            try:
                found = door(s, names)
            except STOPS:
                found = None
            s.eligible[key] = found, s.fired
            s.fired |= before
            return found
        found, fired = s.eligible[key]
        s.fired |= fired
        return found

    def shown(self, value: object) -> str:
        return self.reference.shown(value)


# ---- doors


def _plain_door(law: Law, sort: str, about: Any) -> Door | None:
    """A constant and a name need no function, nor does a pick that no rule forbids."""
    match sort, about:
        case "value", e.Const(value=value):
            return lambda s, names: value
        case "value", e.Var(name=name):
            return lambda s, names: names[name]
        case "bars", (_, path) if not law.forbidding.get(path):
            return lambda s, names: False
        case _:
            return None


def _door(function: Callable[..., Any], params: tuple[str, ...], inward: bool, outward: bool) -> Door:
    """`inward` and `outward` say whether what goes in and what comes out may hold records or the like."""
    asked = _translating(function, params) if inward else _passing_on(function, params)
    return (lambda s, names: s.outward(asked(s, names))) if outward else asked


def _passing_on(function: Callable[..., Any], params: tuple[str, ...]) -> Door:
    match params:
        case ():
            return lambda s, names: function(s)
        case (one,):
            return lambda s, names: function(s, names[one])
        case (one, other):
            return lambda s, names: function(s, names[one], names[other])
        case (one, other, third):
            return lambda s, names: function(s, names[one], names[other], names[third])
        case _:
            return lambda s, names: function(s, *[names[name] for name in params])


def _translating(function: Callable[..., Any], params: Iterable[str]) -> Door:
    return lambda s, names: function(s, *[s.inward(names[name]) for name in params])
