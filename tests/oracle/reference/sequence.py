"""The sequence of a game: its parts begin, let sides act, end and run again.

At one edge come, in this order: what the law hooks onto it, the work of tasks, what runs out then; after that the edge
of the part around it. A part without parts in it is where actions are taken: as many as a side likes, until it is done.
Where such a part repeats, each running is for one action, and it is over when all have passed in a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reference import at_once, seating, tasks, writing
from reference.breaches import unbroken
from reference.execution import Execution
from reference.memory import changed_together
from reference.seating import Who
from reference.state import Body, Names, Offered, Pending, Running, Spans, Stage, WindowFrame, apart

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.stops import Exhausted, Hole, there
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.words.as_law import as_law


def enter(game: Execution, span: g.SpanDecl, names: Names) -> None:
    """A part is come to: all its rounds are still to come."""
    rounds = _rounds(game, span, names)
    game.frames.append(at_once.began(game, span, rounds) if span.at_once else Spans(span, rounds))


def _rounds(game: Execution, span: g.SpanDecl, names: Names) -> tuple[Names, ...]:
    """Returns the names that each running of a part begins with."""
    if span.each is None:
        return (names,)
    var, among = span.each
    return tuple({**names, var: value} for value in game.ev.value(among, names))


def next_round(game: Execution, spans: Spans) -> None:
    if not spans.rounds:
        game.frames.pop()
        return
    game.frames[-1] = replace(spans, rounds=spans.rounds[1:])
    game.frames.append(Running(spans.span, spans.rounds[0], game.position.acting, around_player=game.player))


def part_to_end(game: Execution) -> tuple[str, Names] | None:
    """Returns the part of the sequence that would be over for a side that is done now, with the names known in it.

    None where nothing would end but what was offered inside something else.
    """
    window = game.frames[-1]
    below = next((frame for frame in reversed(game.frames) if not isinstance(frame, WindowFrame)), None)
    if not isinstance(window, WindowFrame) or not isinstance(below, Running):
        return None
    return below.span.name, {**window.names, "acting": window.side}


# ---- begun in the middle of it


def enter_amid(game: Execution, name: str) -> None:
    """The frames of a game in which a part has just begun; what comes after it in the parts around is still to come."""
    names: Names = {}
    lines: tuple[g.SpanDecl | e.Statement, ...] = game.agenda.sequence
    acting = game.position.acting
    for span in _way_to(game.agenda.sequence, name):
        game.frames.append(Body(lines, lines.index(span) + 1, names))
        rounds = _rounds_left(game, span, names, acting)
        names = rounds[0]
        if span.at_once:
            game.frames.append(at_once.begin_round(game, at_once.began(game, span, rounds), names))
        else:
            game.frames.append(Spans(span, rounds[1:]))
        who = Who(acting, game.player)
        if span.by is not None:
            named = seating.meant(game, game.ev.value(span.by, {**names, "acting": acting}))
            who = who if named == Who(acting) else named
        stage: Stage = "opens" if span.name == name else "ends"
        game.frames.append(Running(span, names, acting, stage, who.side, who.player, game.player))
        game.position.enter(span.name)
        game.forget_answers()
        _wait_for(game, span.name, who.side)
        lines = span.body


def _way_to(lines: tuple[g.SpanDecl | e.Statement, ...], name: str) -> list[g.SpanDecl]:
    """Returns the parts from the outermost to the one of that name."""
    for span in lines:
        if isinstance(span, g.SpanDecl):
            inner = [] if span.name == name else _way_to(span.body, name)
            if inner or span.name == name:
                return [span, *inner]
    return []


def _rounds_left(game: Execution, span: g.SpanDecl, names: Names, acting: str | None) -> tuple[Names, ...]:
    """Returns what a part runs for, from the round in which the side acts that acts now."""
    rounds = _rounds(game, span, names)
    if span.each is not None and not rounds:
        raise Hole(
            f"`{span.name}` cannot be under way here", f"there is not one `{span.each[0]}` that it would run for"
        )
    if span.each is None or span.by is None:
        return rounds
    for at, inner in enumerate(rounds):
        who = seating.meant(game, game.ev.value(span.by, {**inner, "acting": acting}))
        if who.side == acting and (who.player is None or game.player in (None, who.player)):
            return rounds[at:]
    return rounds


def open_all(game: Execution) -> None:
    """Every action that is not only offered may be taken by the side that acts, as often as it likes."""
    side = game.position.acting
    actions = [Offered(a.name) for a in game.agenda.law.graph.actions.values() if not a.params]
    if side is not None:
        open_window(game, Who(side, game.player), tuple(actions), again=True, names={})


# ---- one running, stage by stage


def run(game: Execution, running: Running) -> None:
    span = running.span
    match running.stage:
        case "begins":
            _begin(game, running)
        case "works-first":
            game.frames[-1] = replace(running, stage="opens")
            tasks.work(game, ("start", span.name))
        case "opens":
            _run_out(game, "start", running)
            game.frames[-1] = replace(running, stage="acts" if span.is_window else "ends")
            game.frames.append(Body(span.body, 0, _names(running)))
        case "acts":
            game.frames[-1] = replace(running, stage="ends")
            _open_windows(game, running)
        case "ends":
            game.frames[-1] = replace(running, stage="works-last")
            game.follow(("end", span.name), _names(running))
        case "works-last":
            game.frames[-1] = replace(running, stage="closes")
            tasks.work(game, ("end", span.name))
        case "closes":
            _run_out(game, "end", running)
            _end(game, running)


def _begin(game: Execution, running: Running) -> None:
    span, value = running.span, game.ev.value
    names = _names(running)
    for condition in (span.condition, span.repeats):
        if condition is not None and not value(condition, {**names, "acting": running.around}):
            game.frames.pop()
            return
    side, player = running.around, running.around_player
    if span.by is not None:
        side, player = seating.meant(game, value(span.by, {**names, "acting": running.around}))
    if span.turns_from is not None:
        sides = _taking_turns(game, running, span.turns_from)
        side, player = sides[running.number % len(sides)], None
    found = game.state.held() if span.repeats is not None and not span.is_window else None
    game.frames[-1] = replace(running, stage="works-first", side=side, player=player, found=found)
    game.position.enter(span.name)
    game.acts(side, player)
    _wait_for(game, span.name, side)
    due = [thing for order in game.agenda.due.get(span.name, ()) for thing in game.position.of_kind(order)]
    if due:
        with unbroken(game):
            for thing in due:
                writing.write(game, thing, "at-hand", True)
    game.follow(("start", span.name), {**names, "acting": side})


def _end(game: Execution, running: Running) -> None:
    span = running.span
    game.position.leave(span.name)
    game.acts(running.around, running.around_player)
    have_passed = span.is_window and running.passed > 0  # whether all who take turns in it have, in a row
    if have_passed and span.turns_from is not None:
        have_passed = running.passed >= len(_taking_turns(game, running, span.turns_from))
    if span.repeats is None or have_passed:
        game.frames.pop()
        return
    if running.passed == 0 and running.found is not None and running.found.is_like(game.state):
        message = f"`{span.name}` runs again and again, and nothing changes"
        asked = as_law(span.repeats, game.agenda.law.graph)
        raise Exhausted(message, f"`while {asked}` still holds, and nothing that is done in it can end that")
    game.frames[-1] = replace(running, stage="begins", number=running.number + 1)


def counting(spans: Iterable[g.SpanDecl]) -> tuple[g.SpanDecl, str, e.Expr] | None:
    """Returns what the game counts its turns by: of some parts the outermost one that repeats while a figure of the
    game as a whole is at most something, that figure, and what it is at most; None where no part does."""
    for span in spans:
        for condition in e.conjuncts(span.repeats):
            match condition:
                case e.Compare(op="<=", left=e.Attribute(owner=GAME.kind, name=name), right=most, order=None):
                    return span, name, most
    return None


def _names(running: Running) -> Names:
    return {**running.names, "acting": running.side}


def _taking_turns(game: Execution, running: Running, begins: e.Expr) -> tuple[str, ...]:
    """Returns the sides that take turns in a part: the one that begins, whatever it has, then those that are in the
    game, in the order in which the law names them."""
    first = game.ev.value(begins, {**running.names, "acting": running.around})
    there(first, f"nobody begins `{running.span.name}`")
    taking = {first, *seating.in_the_game(game.position)}
    sides = [side for side in game.position.graph.choices["side"].values if side in taking]
    start = sides.index(first)
    return tuple(sides[start:] + sides[:start])


# ---- what happens at an edge


def _wait_for(game: Execution, span: str, side: str | None) -> None:
    """What runs out at the end of the next such part now waits for the end of this one."""

    def begun(edge: Pending) -> Pending:
        concerned = edge.span == span and edge.side in (None, side)
        return replace(edge, begun=True) if concerned else edge

    lasting = game.state.lasting
    game.state.lasting = {cell: frozenset(map(begun, edges)) for cell, edges in lasting.items()}


def _run_out(game: Execution, edge: str, running: Running) -> None:
    """What was set until this edge falls back, once the last edge it waits for is past."""

    def past(pending: Pending) -> bool:
        here = (pending.edge, pending.span) == (edge, running.span.name)
        return here and pending.begun and pending.side in (None, running.side)

    over = []
    for cell, edges in game.state.lasting.items():
        left = frozenset(pending for pending in edges if not past(pending))
        if not left:
            over.append(cell)
        elif left != edges:
            game.state.lasting[cell] = left
    if over:
        with unbroken(game):
            for cell in over:
                del game.state.lasting[cell]
                game.position.unset(*cell)
            changed_together(game, over)  # memories see all attributes reset, or none


# ---- who may act


def _open_windows(game: Execution, running: Running) -> None:
    """The side that acts comes first, then the others to whom something is open."""
    names = _names(running)
    acting = Who(running.side, running.player)
    offered: dict[Who, list[Offered]] = {} if running.side is None else {acting: []}
    found = {a.name for span in (*game.position.now, "") for a in game.agenda.actions.get(span, ())}
    for action in (a for a in game.agenda.law.graph.actions.values() if a.name in found):
        for who in offered_to(game, action, acting, names):
            offered.setdefault(who, []).append(Offered(action.name))
    together = apart(game.frames)
    for who, offers in reversed(offered.items()):
        if together is not None and who.side != together.side:
            continue  # its answer would be to what it may not know yet
        open_window(game, who, tuple(dict.fromkeys(offers)), again=running.span.repeats is None, names=names)


def offered_to(game: Execution, action: g.ActionDecl, acting: Who, names: Names) -> Iterator[Who]:
    """Yields the sides, or players of them, to which an action is open in the parts of the sequence that run now."""
    for line in action.open_in:
        if not game.position.now.isdisjoint(line.spans):
            who = acting if line.to is None else seating.meant(game, game.ev.value(line.to, names))
            if who.side is not None:
                yield who
    if not action.open_in and acting.side is not None:
        yield acting


def open_window(
    game: Execution, who: Who, offers: tuple[Offered, ...], *, again: bool, names: Names, duty: bool = False
) -> None:
    if offers:
        around = game.position.acting
        window = WindowFrame(who.side, offers, again, around, names, False, duty, who.player, game.player)  # type: ignore[arg-type]
        game.frames.append(window)
