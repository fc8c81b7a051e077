"""Pictures of positions, of counters and of boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics, Refused, did_you_mean, listed
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.situations.games import on_printed_law
from hexlaw.compiler.situations.maps import tell_of_disagreement
from hexlaw.compiler.situations.setup import set_up
from hexlaw.compiler.workspace.asking import set_at
from hexlaw.compiler.workspace.compiled_laws import Compiled, law_in_force, one_at_a_time, read_by, side_of
from hexlaw.compiler.workspace.requests import Beginning, Look, Where
from hexlaw.runtime.board.board import BoardsDisagree, Map
from hexlaw.runtime.board.geometry import Hex, neighbours
from hexlaw.runtime.board.joining import CannotJoin
from hexlaw.runtime.draw.counters import kinds_drawn
from hexlaw.runtime.draw.sheets import counter_svg, sheets, sheets_of
from hexlaw.runtime.draw.sketch import Sketch
from hexlaw.runtime.draw.style import HexRule, SideRule, Style
from hexlaw.runtime.draw.svg import Arrow, Scene, draw_map, draw_scene, used_hexes
from hexlaw.runtime.draw.text_map import draw_text
from hexlaw.runtime.explain.answer import answer
from hexlaw.runtime.explain.played_moves import Trails
from hexlaw.runtime.explain.question import Question
from hexlaw.runtime.explain.question import reach as reach_question
from hexlaw.runtime.explain.sights import sight_asked, sight_of
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.law import Configuration, Law
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.types import Kind
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.game import ACTION
from hexlaw.runtime.play.questions import Choose
from hexlaw.runtime.play.replay import Differs, steps_again
from hexlaw.runtime.play.state import State
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import in_words

if TYPE_CHECKING:
    from hexlaw.compiler.workspace.table_games import KeptGame

MAX_NAMED = 12
FARTHEST = 30
UNSTYLED = "#8c1f6e"  # the colour of ground that the style has no rule for


@dataclass(frozen=True)
class Picture:
    svg: str
    found: tuple[Diagnostic, ...] = ()
    """What is amiss with what it was drawn by, and did not keep it from being drawn."""
    broken: tuple[Diagnostic, ...] = ()
    """What is wrong with the law as it stands now: then it is drawn by the last law with which nothing was."""


@dataclass
class _Drawn:
    """A position to be drawn, with its law and what is pointed out in it."""

    law: Law
    position: Position
    title: str
    style: Style
    marked: tuple[Hex, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    is_cut: bool = False
    """Whether only the part of the map is shown where something is."""
    seen: tuple[Hex, Hex] | None = None
    """A line of sight that is asked about."""
    reaches: str = ""
    """A piece whose reach is asked about."""


@one_at_a_time
def draw(read: Compiled, where: Where | Beginning, look: Look, chosen: Configuration) -> Picture:
    diagnostics = Diagnostics()
    style = read_by(read.compilation.style, diagnostics)
    if isinstance(where, Beginning):
        drawn = _situation(read, where.situation, chosen, style, diagnostics)
    else:
        drawn = _case(read, where, chosen, style)
    if look.side is not None:
        drawn.position = State(drawn.position).view(side_of(drawn.law, look.side))
    return Picture(_picture(look, drawn), tuple(diagnostics), read.broken)


@one_at_a_time
def draw_game(kept: KeptGame, answers: Source | None, look: Look) -> Picture:
    """Returns how a game stands after some of its answers, or at its end."""
    journal, diagnostics = kept.journal, Diagnostics()
    wanted = len(journal.entries) if answers is None else _counted(answers, len(journal.entries))
    game = on_printed_law(kept.game, wanted)
    side = None if look.side is None else side_of(game.law, look.side)
    style = read_by(kept.compilation.style, diagnostics)
    screen, trails = Screen(game, style, {}, side), Trails()
    trails.note(screen.position, None, anew=True)
    for step in steps_again(game, journal.entries[:wanted]):
        if isinstance(step, Differs):
            raise Refused(f"the game cannot be followed up to there: at answer {step.number}, {step.message}")
        trails.note(screen.position, screen.redacted(step.entry), anew=step.entry.asked == ACTION)
    marked = trails.picked(screen.position) if isinstance(game.question, Choose) else ()
    drawn = _Drawn(game.law, screen.position, f"{game.title}, after {wanted} answers", style, marked, trails.arrows)
    return Picture(_picture(look, drawn), (*kept.found, *diagnostics))


def _situation(
    read: Compiled, name: str, chosen: Configuration, style: Style, diagnostics: Diagnostics
) -> _Drawn:  # fmt: skip
    compilation = read.compilation
    declared = compilation.graph.situations.get(name)
    law = law_in_force(read, Configuration(situation=name if declared is not None else None).merged(chosen))
    setup = read_by(partial(set_up, compilation, law, name), diagnostics)
    return _Drawn(law, setup.position, name if declared is None else declared.title, style)


def _case(read: Compiled, where: Where, chosen: Configuration, style: Style) -> _Drawn:
    at = set_at(read, where, chosen)
    case = at.case
    is_cut = case.node.get("situation") is None
    drawn = _Drawn(at.law, at.situation.position, f"case {case.id}", style, is_cut=is_cut)
    # what cannot be read of its question is told by those who ask it
    question = None if case.question is None else at.question(case.question, Diagnostics())
    if question is not None:
        named = [part.value for part in parts((question.args, question.value)) if isinstance(part, e.Const)]
        drawn.marked = tuple(dict.fromkeys(value for value in named if isinstance(value, Hex)))
        drawn.seen = sight_asked(question, style)
        drawn.reaches = piece_asked(question, "reach")
    return drawn


def _counted(number: Source, most: int) -> int:
    text = number.text
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= most):
        raise Refused(f"`{number.name} {text}` is not a number from 0 to {most}")
    return int(text)


def _picture(look: Look, drawn: _Drawn) -> str:
    position = drawn.position
    pairs = [(hex_called(position, here), hex_called(position, there)) for here, there in look.sights]
    if not pairs and drawn.seen is not None:
        pairs.append(drawn.seen)
    try:
        sights = tuple(sight_of(drawn.law, position, drawn.style, *pair) for pair in pairs)
    except LawStop as stop:
        raise Refused(f"whether one sees from there to there cannot be told: {stop.message}") from None
    ways = [tuple(hex_called(position, name) for name in names) for names in look.arrows]
    if any(len(way) < 2 for way in ways):
        raise Refused("an arrow goes through two hexes at least")
    arrows = drawn.arrows + tuple(Arrow(way) for way in ways)
    piece = look.reach or drawn.reaches
    reach = reach_of(drawn.law, position, drawn.style, piece) if piece else {}
    around: tuple[Hex, ...] | None = None
    margin = 1
    if look.around is not None:
        name, far = look.around
        around, margin = (hex_called(position, name),), _counted(far, FARTHEST)
    elif drawn.is_cut and not look.whole:
        on_arrows = [h for arrow in arrows for h in arrow.way]
        on_sights = [h for sight in sights for h in (sight.here, sight.there)]
        around = (*used_hexes(position), *drawn.marked, *reach, *on_arrows, *on_sights)
    scene = Scene(
        position, drawn.title, around=around, margin=margin, reach=reach, sights=sights, arrows=arrows,
        marked=drawn.marked, legend=look.legend, stacks=look.stacks,
    )  # fmt: skip
    return draw_scene(scene, _with_everything(drawn.style, position) if look.everything else drawn.style)


def _with_everything(style: Style, position: Position) -> Style:
    """Returns a style that also draws attributes of the ground that it has no rule for: as words in the hexes, as
    dashes along the hexsides. This is for laying out boards; in a game the module alone decides what is drawn."""
    if (board := position.map) is None:
        return style
    known = {rule.attribute for rule in style.rules}
    hexes, sides = dict[tuple[str, object], str](), dict[tuple[str, object], str]()
    for kind, places, found in (("hex", board.hexes, hexes), ("hexside", board.hexsides, sides)):
        for name, declared in position.graph.kinds[kind].attributes.items():
            said = set() if name in known else {board.value_at(place, name) for place in places}
            for value in said - {None, declared.default}:
                for item in value if type(value) is tuple else (value,):
                    found[name, item] = name if item is True else f"{name} {in_words(item, position)}"
    plain = [HexRule(*said, UNSTYLED, words[0], words, layer=9, in_words=True) for said, words in hexes.items()]
    dashes = [SideRule(*said, UNSTYLED, words, 4, dash=6, layer=9) for said, words in sides.items()]
    return replace(style, hexes=(*plain, *style.hexes), sides=(*dashes, *style.sides))


# -- counters


@one_at_a_time
def counter(read: Compiled, name: str, *, back: bool) -> Picture:
    """Returns one counter of the unit charts in true size."""
    compilation, diagnostics = read.compilation, Diagnostics()
    style = read_by(compilation.style, diagnostics)
    names = [*compilation.graph.units, *kinds_drawn(compilation.graph, style)]
    if name not in names:
        known = listed(names, MAX_NAMED) or "none"
        raise Refused(f"{compilation.name} has no counter `{name}`", did_you_mean(name, names) or f"there are: {known}")
    return Picture(counter_svg(compilation.graph, style, name, back=back), tuple(diagnostics), read.broken)


@one_at_a_time
def counters(read: Compiled, situation: str | None, chosen: Configuration, *, back: bool) -> list[Picture]:
    """Returns sheets of counters in true size: of all charts, or those that a situation begins with."""
    compilation, diagnostics = read.compilation, Diagnostics()
    graph = compilation.graph
    style = read_by(compilation.style, diagnostics)
    if situation is not None:
        drawn = _situation(read, situation, chosen, style, diagnostics)
        standing = [thing for thing in drawn.position.things.values() if graph.kinds[thing.kind].holders]
        pages = sheets_of([(drawn.position, thing) for thing in standing], style, title=f"counters of {drawn.title}")
    else:
        names = [*graph.units, *kinds_drawn(graph, style)]
        pages = sheets(graph, style, [(name, 1) for name in names], title=f"counters of {compilation.name}")
    if not pages:
        raise Refused(f"{compilation.name} has no counters: it has no unit charts, and its style draws no kinds")
    return [Picture(page.back if back else page.front, tuple(diagnostics), read.broken) for page in pages]


# -- boards


@dataclass(frozen=True)
class DrawnMap:
    """A board, or several laid together."""

    map: Map
    style: Style
    has_style: bool  # whether the modules say how the ground looks
    found: tuple[Diagnostic, ...]

    def svg(self) -> str:
        return draw_map(self.map, self.style)

    def text(self) -> str:
        return draw_text(Sketch(self.map, self.style))


@one_at_a_time
def board(read: Compiled, names: Sequence[str]) -> DrawnMap:
    """Returns boards side by side; `/` begins a row below, and a name with `~` is turned round."""
    compilation, diagnostics = read.compilation, Diagnostics()
    rows: list[list[Any]] = [[]]
    for word in names:
        if word == "/":
            rows.append([])
            continue
        if (board := compilation.board(word.rstrip("~"), diagnostics)) is None:
            if diagnostics.has_errors:
                raise Refused.by(diagnostics)
            called = ", ".join(compilation.boards_called) or "none"
            raise Refused(f"{compilation.name} has no board `{word}`", f"it has: {called}")
        rows[-1].append((board, word.endswith("~")))
    style = read_by(compilation.style, diagnostics)
    try:
        map_ = Map.join([row for row in rows if row])
    except BoardsDisagree as problem:
        tell_of_disagreement(problem, compilation, diagnostics)
        raise Refused.by(diagnostics) from None
    except CannotJoin as problem:
        raise Refused(f"these boards cannot be joined: {problem}") from None
    return DrawnMap(map_, style, any(layer.style for layer in compilation.chain.layers), tuple(diagnostics))


@dataclass(frozen=True)
class ReachOfPiece:
    """Where a piece can get to, with what that costs, by the names of hexes; the pick by which it goes there; and which
    of these hexes lie beside the one that was asked about."""

    costs: dict[str, str]
    pick: str
    beside: tuple[str, ...]


@one_at_a_time
def reach(read: Compiled, where: Where, piece: str, hex_: str | None, chosen: Configuration) -> ReachOfPiece:
    at, style = set_at(read, where, chosen), read_by(read.compilation.style, Diagnostics())
    position = at.situation.position
    costs = reach_of(at.law, position, style, piece)
    by = at.law.graph.reaches[reach_asked(at.law, style, thing_called(position, piece))]
    around = () if hex_ is None else neighbours(hex_called(position, hex_))
    beside = tuple(in_words(h, position) for h in around if h in costs)
    return ReachOfPiece({in_words(h, position): cost for h, cost in costs.items()}, f"{by.action}.{by.pick}", beside)


def reach_asked(law: Law, style: Style, thing: Thing) -> str:
    """Returns the reach by which it is told where a thing gets to."""
    movers = ((reach.name, reach.params[0][1]) for reach in law.graph.reaches.values() if len(reach.params) == 2)
    fitting = [name for name, kind in movers if isinstance(kind, Kind) and law.graph.is_a(thing.kind, kind.name)]
    asked = style.reach if style.reach in fitting else fitting[0] if len(fitting) == 1 else ""
    if not asked:
        help_ = "say by `reach` in `style.yaml` which is meant" if fitting else "the law declares none for it"
        raise Refused(f"nothing says by which reach it is told where a {thing.kind} gets to; {help_}")
    return asked


def reach_of(law: Law, position: Position, style: Style, name: str) -> dict[Hex, str]:
    """Returns where a piece can get to, with what that costs."""
    thing = thing_called(position, name)
    given = answer(law, position, reach_question(law.graph, reach_asked(law, style, thing), thing))
    if given.stop is not None:
        raise Refused(f"where `{name}` gets to cannot be told: {given.stop.message}")
    return {h: in_words(cost, position) for h, cost in (given.reach or {}).items() if isinstance(h, Hex)}


def piece_asked(question: Question, sort: str) -> str:
    """Returns the piece that a question of a sort asks about, its first argument; an empty text where it is none."""
    match question.args:
        case (e.Const(value=Thing(name=name)), *_) if question.sort == sort:
            return name
    return ""


def thing_called(position: Position, name: str) -> Thing:
    if (found := position.things.get(name)) is None:
        known = list(position.things)
        listed = f"there are: {', '.join(known[:MAX_NAMED])}" if known else "there are none"
        raise Refused(f"there is no piece `{name}`; {did_you_mean(name, known) or listed}")
    return found


def hex_called(position: Position, name: str) -> Hex:
    """Returns a hex by its name, or that in which a piece of this name stands."""
    if (board := position.map) is None:
        raise Refused(f"there is no map on which `{name}` could be looked for")
    found = board.find(name)
    if found is None and name in position.things and (found := position.hex_of(position.things[name])) is None:
        raise Refused(f"`{name}` stands in no hex")
    if found is None:
        near = board.near_names(name)
        several = "there are several of that name: " if board.is_ambiguous(name) else "did you mean "
        raise Refused(f"there is no hex or piece `{name}`{f'; {several}' + ', '.join(near) + '?' if near else ''}")
    return found
