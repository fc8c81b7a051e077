"""What a picture shows beside the pieces, as it is asked for: reach, lines of sight, hexes and pieces by name.

All of it is asked of the law in the position that is drawn, as the side sees it that looks.
"""

from __future__ import annotations

from hexlaw.compiler.base.diagnostic import Refused, did_you_mean
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.draw.svg import Sight
from hexlaw.runtime.explain.answer import answer
from hexlaw.runtime.explain.question import Question, about
from hexlaw.runtime.explain.question import reach as reach_question
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.types import Kind
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words

MAX_NAMED = 12


def reach_of(law: Law, position: Position, style: Style, name: str) -> dict[Hex, str]:
    """Returns where a piece can get to, with what that costs."""
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
        raise Refused(f"nothing says by which reach it is told where a {thing.kind} gets to; {help_}")
    given = answer(law, position, reach_question(law.graph, asked, thing))
    if given.stop is not None:
        raise Refused(f"where `{name}` gets to cannot be told: {given.stop.message}")
    found = given.reach or {}
    return {h: in_words(cost, position) for h, cost in found.items() if isinstance(h, Hex)}


def sight_of(law: Law, position: Position, style: Style, here: Hex, there: Hex) -> Sight:
    """Returns a line of sight, and whether the law says that it is free."""
    if not style.sight:
        return Sight(here, there)
    given = answer(law, position, about(law.graph, style.sight, here, there))
    if given.stop is not None:
        raise Refused(f"whether one sees from there to there cannot be told: {given.stop.message}")
    free = given.value is True
    names = f"{in_words(here, position)} to {in_words(there, position)}"
    return Sight(here, there, free, f"line of sight from {names}: {'free' if free else 'blocked'}")


def hexes_asked(question: Question) -> tuple[Hex, ...]:
    """Returns the hexes that a question names."""
    named = [part.value for part in parts((question.args, question.value)) if isinstance(part, e.Const)]
    return tuple(dict.fromkeys(value for value in named if isinstance(value, Hex)))


def sight_asked(question: Question, style: Style) -> tuple[Hex, Hex] | None:
    """Returns the two hexes between which a question asks for the line of sight, and for nothing else."""
    if isinstance(question.value, e.Fact) and question.value.name == style.sight:
        match question.value.args:
            case (e.Const(value=Hex() as here), e.Const(value=Hex() as there)):
                return here, there
    return None


def piece_asked(question: Question) -> str:
    """Returns the piece whose reach a question asks for."""
    match question.args:
        case (e.Const(value=Thing(name=name)),) if question.sort == "reach":
            return name
    return ""


def thing_called(position: Position, name: str) -> Thing:
    found = position.things.get(name)
    if found is None:
        known = list(position.things)
        listed = f"there are: {', '.join(known[:MAX_NAMED])}" if known else "there are none"
        raise Refused(f"there is no piece `{name}`; {did_you_mean(name, known) or listed}")
    return found


def hex_called(position: Position, name: str) -> Hex:
    """Returns a hex by its name, or that in which a piece of this name stands."""
    board = position.map
    if board is None:
        raise Refused(f"there is no map on which `{name}` could be looked for")
    found = board.find(name)
    if found is None and name in position.things:
        found = position.hex_of(position.things[name])
        if found is None:
            raise Refused(f"`{name}` stands in no hex")
    if found is None:
        near = board.near_names(name)
        several = "there are several of that name: " if board.is_ambiguous(name) else "did you mean "
        raise Refused(f"there is no hex or piece `{name}`{f'; {several}' + ', '.join(near) + '?' if near else ''}")
    return found
