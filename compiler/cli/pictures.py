"""What a picture shows of a game or a case beside the pieces: reach, lines of sight, the way that pieces have gone.

All of it is asked of the law in the position that is drawn, as the side sees it that looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hexlaw.compiler.cli.common import bad_use
from hexlaw.compiler.diagnostic import did_you_mean
from hexlaw.runtime import expr as e
from hexlaw.runtime.answer import answer
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.drawing.style import Style
from hexlaw.runtime.drawing.svg import Arrow, Sight
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.law import Law
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.questions import Choose
from hexlaw.runtime.position import Position
from hexlaw.runtime.question import Question, about
from hexlaw.runtime.question import reach as reach_question
from hexlaw.runtime.types import Kind
from hexlaw.runtime.value import Thing
from hexlaw.runtime.words import in_words

MOST_NAMED = 12


@dataclass
class Trails:
    """What has happened since the action under way was taken: which ways pieces have gone, what was picked."""

    places: dict[str, Hex | None] = field(default_factory=dict)
    ways: dict[str, list[Hex]] = field(default_factory=dict)
    picks: list[Entry] = field(default_factory=list)

    def note(self, position: Position, entry: Entry | None, *, anew: bool) -> None:
        """Looks where everything stands after an answer; `anew` where another action has begun."""
        if anew:
            self.ways.clear()
            self.picks.clear()
        elif entry is not None and entry.side and not entry.lapsed:
            self.picks.append(entry)
        now = {name: position.hex_of(thing) for name, thing in position.things.items()}
        for name, there in now.items():
            before = self.places.get(name)
            if there is not None and before is not None and there != before:
                self.ways.setdefault(name, [before]).append(there)
        self.places = now

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        """One for each way: pieces that went together have one."""
        return tuple(dict.fromkeys(Arrow(tuple(way)) for way in self.ways.values()))

    def picked(self, game: Game, side: str | None = None) -> tuple[Hex, ...]:
        """The hexes that were picked in the action under way, those of pieces included, as far as `side` may know."""
        if not isinstance(game.question, Choose):
            return ()
        position = game.position
        found: dict[Hex, None] = {}
        for entry in self.picks:
            if not game.may_read(entry, side):
                continue
            thing = position.things.get(entry.answer)
            if thing is not None:
                where = position.hex_of(thing)
            else:
                where = None if position.map is None else position.map.find(entry.answer)
            if where is not None:
                found[where] = None
        return tuple(found)


def reach_of(law: Law, position: Position, style: Style, name: str) -> dict[Hex, str]:
    """Where a piece can get to, with what that costs; ends the program where that cannot be told."""
    thing = thing_called(position, name)
    fitting = [
        reach.name
        for reach in law.graph.reaches.values()
        if len(reach.params) == 2
        and isinstance(kind := reach.params[0][1], Kind)
        and law.graph.is_a(thing.kind, kind.name)
    ]
    asked = style.reach if style.reach in fitting else fitting[0] if len(fitting) == 1 else ""
    if not asked:
        help_ = "say by `reach` in `style.yaml` which is meant" if fitting else "the law declares none for it"
        bad_use(f"nothing says by which reach it is told where a {thing.kind} gets to; {help_}")
    given = answer(law, position, reach_question(law.graph, asked, thing))
    if given.stop is not None:
        bad_use(f"where `{name}` gets to cannot be told: {given.stop.message}")
    found = given.reach or {}
    return {h: in_words(cost, position) for h, cost in found.items() if isinstance(h, Hex)}


def sight_of(law: Law, position: Position, style: Style, here: Hex, there: Hex) -> Sight:
    """A line of sight, and whether the law says that it is free."""
    if not style.sight:
        return Sight(here, there)
    given = answer(law, position, about(law.graph, style.sight, here, there))
    if given.stop is not None:
        bad_use(f"whether one sees from there to there cannot be told: {given.stop.message}")
    free = given.value is True
    names = f"{in_words(here, position)} to {in_words(there, position)}"
    return Sight(here, there, free, f"line of sight from {names}: {'free' if free else 'blocked'}")


def hexes_asked(question: Question) -> tuple[Hex, ...]:
    """The hexes that a question names."""
    named = [part.value for part in parts((question.args, question.value)) if isinstance(part, e.Const)]
    return tuple(dict.fromkeys(value for value in named if isinstance(value, Hex)))


def sight_asked(question: Question, style: Style) -> tuple[Hex, Hex] | None:
    """The two hexes between which a question asks for the line of sight, and for nothing else."""
    if isinstance(question.value, e.Fact) and question.value.name == style.sight:
        match question.value.args:
            case (e.Const(value=Hex() as here), e.Const(value=Hex() as there)):
                return here, there
    return None


def piece_asked(question: Question) -> str:
    """The piece whose reach a question asks for."""
    match question.args:
        case (e.Const(value=Thing(name=name)),) if question.sort == "reach":
            return name
    return ""


def thing_called(position: Position, name: str) -> Thing:
    found = position.things.get(name)
    if found is None:
        known = list(position.things)
        listed = f"there are: {', '.join(known[:MOST_NAMED])}" if known else "there are none"
        bad_use(f"there is no piece `{name}`; {did_you_mean(name, known) or listed}")
    return found


def hex_called(position: Position, name: str) -> Hex:
    """A hex by its name, or that in which a piece of this name stands."""
    board = position.map
    if board is None:
        bad_use(f"there is no map on which `{name}` could be looked for")
    found = board.find(name)
    if found is None and name in position.things:
        found = position.hex_of(position.things[name])
        if found is None:
            bad_use(f"`{name}` stands in no hex")
    if found is None:
        near = board.near_names(name)
        several = "there are several of that name: " if board.is_ambiguous(name) else "did you mean "
        bad_use(f"there is no hex or piece `{name}`{f'; {several}' + ', '.join(near) + '?' if near else ''}")
    return found
