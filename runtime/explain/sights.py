"""Lines of sight, by the fact that a style names: whether they are free, and what stops them."""

from __future__ import annotations

from hexlaw.runtime.board.geometry import Contact, Hex
from hexlaw.runtime.draw.pointers import Sight
from hexlaw.runtime.draw.style import Style
from hexlaw.runtime.evaluate.trace import walk
from hexlaw.runtime.explain.answer import answer
from hexlaw.runtime.explain.question import Question, about
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words


def sight_of(law: Law, position: Position, style: Style, here: Hex, there: Hex) -> Sight:
    """Returns a line of sight, and whether the law says that it is free. Raises `LawStop` where that cannot be told."""
    if not style.sight:
        return Sight(here, there)
    given = answer(law, position, about(law.graph, style.sight, here, there))
    if given.stop is not None:
        raise given.stop
    free = given.value is True
    met = [
        (c, node.args) for node in walk(given.asked) if node.value is True for c in node.args if isinstance(c, Contact)
    ]
    by_both = [c for c, args in met if here in args and there in args]  # what is true of it and of the whole line
    stopped = None if free or not by_both else by_both[-1]
    names = f"{in_words(here, position)} to {in_words(there, position)}"
    return Sight(here, there, free, f"line of sight from {names}: {'free' if free else 'blocked'}", stopped)


def sight_asked(question: Question, style: Style) -> tuple[Hex, Hex] | None:
    """Returns the two hexes between which a question asks for the line of sight, and for nothing else."""
    if isinstance(question.value, e.Fact) and question.value.name == style.sight:
        match question.value.args:
            case (e.Const(value=Hex() as here), e.Const(value=Hex() as there)):
                return here, there
    return None
