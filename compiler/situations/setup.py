"""Makes the set-up of a game from the file of a situation.

The law declares a situation with its options, readings and special rules; `situations/NAME.yaml` says what stands where
when it begins, in the words in which a case says it, and how a game is judged when it is over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from random import Random

from hexlaw.compiler.analysis.unreachable import figures_asked_for
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.patience import BoundedFindings
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.question_typing import typed_value
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar, entries_in, items_in
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.parse import parse_question
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.resolve.advice import WORTH
from hexlaw.compiler.situations.rosters import read_roster
from hexlaw.compiler.situations.situate import position_of
from hexlaw.compiler.situations.situation_files import read_situation, situation_files
from hexlaw.runtime.evaluate.prohibitions import broken, says
from hexlaw.runtime.explain.explain import chain_lines
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph import SIDE
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, Law, configure
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.game import Setup
from hexlaw.runtime.play.goals import has_goals
from hexlaw.runtime.play.questions import DONE
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words.english import counted
from hexlaw.runtime.words.values import in_words

FAR = 20
"""So many hexes from a goal, half of what it is worth is off; to go farther away changes nothing."""
SAID_IN_ADVICE = "take the line out, as `hexlaw fmt` does: programs go by `worth(s)` of the advice"
SAY_IN_ADVICE = "say it of every side `s` in advice: `fact worth(s: side): exact` and a rule with `worth(s) is {}`"
OF_A_SIDE = {"side": t.Choice(SIDE)}
"""The name by which what a position is worth speaks of the side that it is worth that to."""
LACKING = "say it here or in the unit chart, or give the attribute a default; for who has none: `{} or none = none`"
BROKEN = "set it up otherwise, or say in the rule where it does not hold; a game refuses only what breaks it anew"
TRIES, MAX_OTHERS = 16, 11  # positions for each kind of piece that may stand nowhere, and pieces that do stand there


def check_situation(compilation: Compilation, name: str, diagnostics: Diagnostics) -> None:
    """Reports what keeps a situation that has a file from being played."""
    declared = name if name in compilation.graph.situations else None
    try:
        law = configure(compilation.graph, Configuration(situation=declared))
    except ConfigurationRefused as refused:
        place = Span(situation_files(compilation.chain)[name][-1], 0, 0)
        diagnostics.report("HX322", place, f"`{name}` is played as no game can be: {'; '.join(refused.reasons)}")
    else:
        if (setup := set_up(compilation, law, name, diagnostics)) is not None:
            _holds_what_is_required(compilation, law, setup, diagnostics)
            _has_its_figures(compilation, setup, diagnostics)
            if isinstance(setup.winner, e.Const) and setup.winner.value is not None:
                said = _said(read_situation(compilation, setup.situation, None, Diagnostics()) or [])
                message = f"`{setup.winner.value}` wins whatever happens"
                help_ = "ask a fact that the rules of the game decide, such as `winner-of(game)`"
                diagnostics.report("HX476", said["winner"].span, message, help=help_, level="note")


def _guide(said: Node | None, position: Position, found: Diagnostics) -> tuple[tuple[str, str], ...]:
    """Returns the moves that a new player is led through: what is said of each, and its answers; after reporting words
    that nothing in the game is called by."""
    guide, drawn = list[tuple[str, str]](), position.map
    for item in items_in(said):
        move = {key.text: value for key, value in entries_in(item) if isinstance(value, Scalar)}
        for word in move["does"].text.split():
            known = {*position.graph.actions, *position.things, DONE, "end"}
            if word not in known and (drawn is None or drawn.find(word) is None):
                found.report("HX332", move["does"].span, f"`{word}` is no action, piece or hex for a guided move")
        guide.append((move["say"].text, move["does"].text))
    return tuple(guide)


def _said(layers: Sequence[Mapping]) -> dict[str, Node]:
    """Returns the entries of a situation by name: what a later layer says counts."""
    return {key.text: value for layer in layers for key, value in layer.entries}


def _has_its_figures(compilation: Compilation, setup: Setup, diagnostics: Diagnostics) -> None:
    """Reports what pieces lack that the law asks for: a game stops there. Once an attribute, at the first piece."""
    position, graph = setup.position, compilation.graph
    for name in figures_asked_for(graph):
        lacking = [
            thing for thing in position.things.values()
            if name in graph.kinds[thing.kind].attributes and position.value(thing, name) is g.MISSING
        ]  # fmt: skip
        if lacking:
            first, others = in_words(lacking[0], position), len(lacking) - 1
            who = f"{first} and {counted(others, 'other piece')} have" if others else f"{first} has"
            message = f"{who} no `{name}`, and a game stops where the law asks for it"
            help_ = LACKING.format(f"{name}: {graph.kinds[lacking[0].kind].attributes[name].type}")
            diagnostics.report("HX331", _piece_of(compilation, setup, lacking[:1]), message, help=help_, level="note")


def _holds_what_is_required(compilation: Compilation, law: Law, setup: Setup, diagnostics: Diagnostics) -> None:
    """Reports what is required and does not hold as the situation begins: once a rule, at a piece it is about. What
    cannot be judged before the game begins is left to the game."""
    ev = evaluator(law, setup.position)
    for rule in law.requirements:
        with suppress(LawStop):
            for case in broken(ev, rule):
                env = dict(zip([b.var for b in rule.for_each], case, strict=True))
                assert isinstance(rule.conclusion, g.Requires)
                about = ", ".join(in_words(value, setup.position) for value in case)
                text = says(ev, rule, env) if rule.says else f"`{rule.conclusion.text}` does not hold"
                message = f"the situation begins with `{rule.id}` broken{f' for {about}' if about else ''}: {text}"
                diagnostics.report("HX330", _piece_of(compilation, setup, case), message, help=BROKEN, level="warning")
                break


def check_off_the_map(compilation: Compilation, law: Law, setup: Setup, tried: set[str], found: Diagnostics) -> None:
    """Reports what has no answer while a piece stands nowhere, as it is set up: once for each kind, with a position.
    INVARIANT: the evaluator stops there, and no longer once that piece stands somewhere."""
    graph, begun = law.graph, setup.position
    pieces = [p for p in begun.things.values() if begun.holder_of(p) is None and "hex" in graph.kinds[p.kind].holders]
    for kind in sorted({p.kind for p in pieces if p not in begun.places and begun.map is not None} - tried):
        tried.add(kind)
        for number in range(TRIES):
            random, position = Random(f"{setup.situation} {kind} {number}"), begun.scratch()
            random.shuffle(pieces)
            one, *others = sorted(pieces, key=lambda p: p.kind != kind or p in begun.places)
            for other in others[MAX_OTHERS:]:
                position.remove(other)
            for piece in (one, *others[:MAX_OTHERS]):
                position.stand(piece, random.choice(begun.values_of(t.HEX)))
            if (stop := _stop_without(one, law, setup, position)) is not None:
                about = (p for cause in stop.chain for p in cause.args if isinstance(p, Thing) and p in position.places)
                stands = (f"{p.name} at {in_words(position.places[p], position)}" for p in about if p != one)
                shown = ", ".join(
                    dict.fromkeys(("on a made-up position", *stands, *chain_lines(stop, position, "talk")))
                )
                message = f"{stop.message} while {in_words(one, position)} stands nowhere"
                help_ = f"{shown}; ask whether the hex `is not none`, as in `for {kind} v where v.hex is not none`"
                found.report("HX481", _piece_of(compilation, setup, [one]), message, help=help_, level="note")
                break


def _stop_without(one: Thing, law: Law, setup: Setup, position: Position) -> LawStop | None:
    """Returns the stop that a piece without a place causes in the winner, a figure or the worth, or None."""
    stop: LawStop | None = None
    for ev in (evaluator(law, position.without((one,))), evaluator(law, position)):
        try:
            for side in position.values_of(t.Choice(SIDE)):
                for node in (setup.winner, setup.worth, *(node for _, node in setup.tells)):
                    ev.value(node or e.Const(None, t.TEXT), {SIDE: side})
        except LawStop as met:
            if stop is not None or "asked of nothing" not in met.message:
                return None  # with fewer pieces than there are, much else has no answer
            stop = met
        else:
            return stop
    return None


def _piece_of(compilation: Compilation, setup: Setup, about: Sequence[object]) -> Span:
    """Returns where the file has a piece that is one of these, or stands in one of them; else where the file begins."""
    position = setup.position
    layers = read_situation(compilation, setup.situation, None, Diagnostics()) or []
    for piece in (piece for layer in reversed(layers) for piece in read_roster(layer, Diagnostics()).pieces):
        thing = position.things.get(piece.name)
        if thing is not None and (thing in about or position.hex_of(thing) in about):
            return piece.written.span
    return Span(situation_files(compilation.chain)[setup.situation][-1], 0, 0)


def set_up(compilation: Compilation, law: Law, name: str, diagnostics: Diagnostics) -> Setup | None:
    """Returns the set-up of a situation; None after reporting what is wrong with it."""
    layers = read_situation(compilation, name, None, diagnostics)
    situation = None if layers is None else position_of(layers, {}, compilation, law, diagnostics)
    if layers is None or situation is None:
        return None
    found = BoundedFindings(diagnostics)
    checker = Checker(compilation.names, found, situation.map, situation.constants)
    said = _said(layers)
    _worth_is_advice(said.get(WORTH), found)
    typed = partial(typed_value, code="HX321", what="a value", c=checker)  # in this position; asked of those of a game
    asked, wanted = said.get("winner"), (t.OrNone(t.Choice(SIDE)), "the winner")
    winner = typed(asked, wanted=wanted) if isinstance(asked, Scalar) else None
    labels = {key.text: value for layer in layers for key, value in entries_in(layer.get("tells"))}
    reported = [(label, typed(node)) for label, node in labels.items() if isinstance(node, Scalar)]
    guide = _guide(said.get("guide"), situation.position, found)
    if found.failed:
        return None
    tells = tuple((k, v) for k, v in reported if v is not None)
    return Setup(name, situation.position, worth_in(compilation, law), winner, tells, guide=guide)


def _worth_by_goals(checker: Checker) -> e.Expr:
    """Returns what a position is worth to `side` where nothing but goals says so: what those are worth that it has met,
    less what those of the others are (of several others the average), and a little off for every hex that is still to
    go to a goal by a thing that is to meet it."""
    sides = checker.names.choices[SIDE].values
    met = "sum(g.worth for g in goals({}) where g is met)"
    others = [f"(0 - {met.format(side)})" for side in sides]
    margin = f"{met.format('side')} * {len(sides)} + {' + '.join(others)}"
    if len(sides) > 1:
        margin = f"({margin}) / {len(sides) - 1}"
    way = "least(least(distance(v.hex, h) for h in g.places) for v in g.things where v.hex is not none)"
    open_ = "g is not met and count(g.places) > 0 and (any v in g.things where v.hex is not none)"
    law = f"{margin} - sum(g.worth * smaller({FAR}, {way}) / {2 * FAR} for g in goals(side) where {open_})"
    question = parse_question(Source("the machine", law), checker.diagnostics)
    assert isinstance(question, s.AskValue)
    return checker.typed(question.value, OF_A_SIDE)


def _worth_is_advice(said: Node | None, found: Diagnostics) -> None:
    """Reports what a situation says of what a position is worth, as it did before that stood in advice."""
    if said is not None:
        text = said.text if isinstance(said, Scalar) else "..."
        own = re.sub(r"(?<![.\w-])side\b", "s", text)
        help_ = SAID_IN_ADVICE if text == f"{WORTH}({SIDE})" else SAY_IN_ADVICE.format(own)
        found.report("HX426", said.span, "what a position is worth is said outside of advice", help=help_)


def worth_in(compilation: Compilation, law: Law) -> e.Expr | None:
    """Returns what a position is worth to `side`, as advice in force says or else the goals of the law; None where
    neither does."""
    graph = compilation.graph
    declared = graph.facts.get(WORTH) or graph.quantities.get(WORTH)
    if (
        declared is not None and declared.origin.is_advice and law.why_not_in_force(declared.origin) is None
        and isinstance(declared.type, t.Number) and [type_ for _, type_ in declared.params] == [t.Choice(SIDE)]
    ):  # fmt: skip
        return e.ASKED["fact" if WORTH in graph.facts else "quantity"](
            WORTH, (e.Var(SIDE, t.Choice(SIDE)),), declared.type
        )
    return _worth_by_goals(Checker(compilation.names, Diagnostics())) if has_goals(graph) else None
