"""Examples drawn from the cases: under each number the one or two that show it in the plainest position.

A case belongs to the numbers that it says it shows: a number of the printed book, or an entry that a rule of the
section cites. What it expects is what the sources demand, so nothing is worked out here.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.place_numbers import BookPlace, anchor_of
from hexlaw.compiler.check.question_typing import read_question
from hexlaw.compiler.data.yaml_tree import Mapping, Node, Scalar, scalars_in, texts_by_key
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.figure_store import Figures
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.players_words import PlayersWords
from hexlaw.compiler.desk.book.wording import as_sentence, named, worded
from hexlaw.compiler.situations.case_files import Case, case_files
from hexlaw.compiler.situations.rosters import PlacedPiece, read_roster
from hexlaw.compiler.situations.situate import SituatedPosition, situate
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.explain.answer import Answer, answer
from hexlaw.runtime.explain.explain import explain
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import asked
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.words.spans import enumerated

MAX_EXAMPLES = 2
"""Under one number; one where an author's text says what it shows."""
MAX_PIECES = 6
NOT_HERE = " does not forbid it here: "
"""What stands between a prohibition and why it is lifted."""
_BESIDE = ("map", "board", "pieces", "sides", "ask", "expect", "shows", "id", "doc", "acting", "now", "given", "let")
"""What an example can tell; a case that says more is not one."""


def examples(parts: PartMaker, figures: Figures) -> dict[BookPlace, tuple[m.Example, ...]]:
    """Returns by number of the printed book; each case at most once in a book."""
    found: dict[BookPlace, list[m.Example]] = defaultdict(list)
    files = case_files(parts.compilation, Diagnostics())
    heard = (file for file in files if file.module is None or file.module in parts.graph.modules)
    cases = {case.id: case for file in heard for case in file.cases if _is_plain(case)}
    said = {place: case.text for place, case in parts.settings.examples.items()}
    taken = set(said.values())
    candidates = _candidates(parts, cases.values())
    texts = {} if parts.formal else parts.graph.texts
    places = {*candidates, *(BookPlace(*where.split(" ", 1)) for where in said if " " in where)}
    for place in sorted(places, key=lambda p: (p.source, p.order, p.number)):
        where = f"{place.source} {place.number}"
        own = list[Case]()
        for case in candidates[place]:  # one that is refused stands where the rule stands that refuses it
            refusing = parts.standing.rules.get(texts_by_key(case.node.get("expect")).get("refused-by", ""))
            if case.id not in taken and (refusing is None or parts.anchors.of_rule(refusing) == place):
                own.append(case)
        if where in said:
            own = [cases[said[where]]] if said[where] in cases else []
        for case in sorted(own, key=lambda case: (where not in case.shows, _plainness(case))):
            if len(found[place]) == (1 if where in texts else MAX_EXAMPLES):
                break
            if (example := _example(parts, case, figures, place, is_chosen=where in said)) is not None:
                taken.add(case.id)
                found[place].append(example)
    return {place: tuple(each) for place, each in found.items() if each}


def _candidates(parts: PartMaker, cases: Iterable[Case]) -> dict[BookPlace, list[Case]]:
    citing: dict[str, set[BookPlace]] = defaultdict(set)
    for rule in parts.rules():
        place = parts.anchors.of_rule(rule)
        if place.is_printed:
            for cite in parts.graph.shown_cites(rule.cites):
                citing[str(cite)].add(place)
            citing[f"{place.source} {place.number}"].add(place)
    found: dict[BookPlace, list[Case]] = defaultdict(list)
    for case in cases:
        for shown in case.shows:
            for place in citing.get(shown, ()) or citing.get(re.sub(r"(?<=[0-9])[a-z]$", "", shown), ()):
                found[place].append(case)
    return found


def _is_plain(case: Case) -> bool:
    asked, expected = case.node.text("ask"), case.node.get("expect")
    return (
        asked is not None
        and not asked.endswith(" applies")  # conditions of a rule, which the rule itself says better
        and (isinstance(expected, Scalar) or (isinstance(expected, Mapping) and expected.get("refused-by") is not None))
        and all(key.text in _BESIDE for key, _ in case.node.entries)
        and 0 < len(_pieces(case)) <= MAX_PIECES
    )


def _pieces(case: Case) -> list[PlacedPiece]:
    return read_roster(case.node, Diagnostics()).pieces


def _plainness(case: Case) -> tuple[bool, bool, int, str]:
    """First those in which something stands apart, then those that are explained, then those with few pieces."""
    pieces = _pieces(case)
    places = {piece.node.text("at") for piece in pieces} - {None}
    asked = case.node.text("ask") or ""
    apart = len(places) > 1 or any(word not in places and word[:1].isupper() for word in re.findall(r"[\w-]+", asked))
    return (not apart, not case.node.text("doc"), len(pieces) + len(case.node.entries), case.id)


def _example(parts: PartMaker, case: Case, figures: Figures, place: BookPlace, *, is_chosen: bool) -> m.Example | None:
    """Returns a case as an example of a place, with the reason that a rule printed there gives; None where none of them
    decides or nothing says why, unless the author chose it."""
    problems = Diagnostics()
    situation = situate(case, parts.compilation, parts.standing.law, problems)  # a plain case chooses nothing itself
    if situation is None or problems.has_errors:
        return None
    called = _called(parts, case, situation)
    words = PlayersWords(
        parts, {thing.name: called[thing] for thing in situation.position.things.values() if thing in called}
    )
    described = tuple(_described(parts, case, situation, called))
    assert case.question is not None  # it is plain
    question = read_question(case.question, parts.compilation.names, situation.map, situation.constants, problems)
    if question is None or not parts.compilation.graph.advice.isdisjoint(asked((question.value, question.args))):
        return None  # what only programs ask is in no book
    reason = _reason(parts, answer(parts.standing.law, situation.position, question), place)
    if reason is None and not is_chosen:
        return None
    expected = case.node.get("expect")
    shown = expected.text if isinstance(expected, Scalar) else "refused"
    said_ = parts.wording.verdict(question, shown, called)
    why = words.spans(reason or "", said_before="".join(span.text for span in said_).rstrip("."))
    if not why and not case.node.text("doc") and not is_chosen:
        return None
    # the number of the rule that refuses
    refused = texts_by_key(expected).get("refused-by")
    number = f"[{parts.number(f'rule:{refused}').label}]" if refused in parts.standing.rules and not why else ""
    named_hexes = [a.value for a in question.args if isinstance(a, e.Const) and isinstance(a.value, Hex)]
    return m.Example(
        anchor=f"case:{anchor_of(case.id)}",
        title=case.id,
        position=described,
        question=said_ or (m.Span(case.question.text, "law"),),
        answer=number if said_ else f"{shown} {number}".rstrip(),
        doc=as_sentence(case.node.text("doc") or ""),
        reason=why,
        figure=figures.position(case.id, situation, named_hexes, "; ".join(described)),
    )


def _reason(parts: PartMaker, given: Answer, place: BookPlace) -> str | None:
    """Returns the line of the explanation that a rule printed at a place gives, an empty text where that rule decides
    without one; None where none of its rules decides."""
    own = [rule for rule in given.deciding_rules() if parts.anchors.of_rule(rule) == place]
    if not own:
        return None
    cites = {str(cite) for rule in own for cite in parts.graph.shown_cites(rule.cites)}
    lines = [line.strip() for line in explain(given, "talk", []).splitlines()]
    cited = [line for line in lines if cites.intersection(line.rpartition("[")[2].removesuffix("]").split(", "))]
    why = next((line for line in cited if given.permission is not None or ": " in line), "")
    return why.partition(NOT_HERE)[2] or why


def _called(parts: PartMaker, case: Case, situation: SituatedPosition) -> dict[object, str]:
    """Returns what pieces and hexes are called: a piece by its type, and where there are several by its own name."""
    things = situation.position.things
    types: dict[str, str] = {}
    for piece in _pieces(case):
        unit = parts.graph.units.get(piece.node.text("type") or "")
        types[piece.name] = unit.name if unit is not None else piece.node.text("kind") or "piece"
    counted = Counter(types.values())
    found: dict[object, str] = {}
    for name, what in types.items():
        if name in things:
            spoken = parts.wording.called("kind", what) if what in parts.graph.kinds else what
            found[things[name]] = f"the {spoken}" if counted[what] == 1 else f"the {spoken} {name}"
    if situation.map is not None:
        found |= {h: situation.map.name_of(h) for h in situation.map.hexes}
    return found


def _described(parts: PartMaker, case: Case, situation: SituatedPosition, called: Lookup[object, str]) -> Iterator[str]:
    """Yields the position in words: what stands where, and what else is said of it."""
    things = situation.position.things
    for piece in _pieces(case):
        if piece.name not in things:
            continue
        holder = called.get(things[piece.holder], piece.holder) if piece.holder in things else None
        at = piece.node.text("at") or holder or called.get(things.get(piece.node.text("in") or ""), "")
        where = f" in {at}" if at else ""
        rest = [
            parts.wording.state(things[piece.name].kind, key.text, said_of_it)
            for key, value in piece.node.entries
            for said_of_it in [_value(parts, things[piece.name].kind, key.text, value, things, called)]
            if key.text not in ("type", "kind", "at", "count", "holds", "in")
        ]
        name = called[things[piece.name]].removeprefix("the ")
        yield f"{name[:1].upper()}{name[1:]}{where}{' (' + ', '.join(rest) + ')' if rest else ''}"
    acting, now = case.node.text("acting"), case.node.text("now")
    turn = [f"{named(acting)} to act"] if acting else []
    turn += [f"in {parts.wording.called('part', now)}"] if now else []
    if turn:
        yield ", ".join(turn)


def _value(
    parts: PartMaker, kind: str, attribute: str, value: Node, things: Lookup[str, Thing], called: Lookup[object, str]
) -> str:
    """Returns a value in words; a piece, or several, by what they are called in the example."""
    found = parts.graph.kinds[kind].attributes.get(attribute)
    type_ = None if found is None else found.type
    inner = type_.item if isinstance(type_, t.OrNone | t.SetOf) else type_
    pieces = [value] if isinstance(value, Scalar) else scalars_in(value)
    if not isinstance(inner, t.Kind) or not all(piece.text in things for piece in pieces):
        return worded(value)
    return enumerated(called.get(things[piece.text], piece.text) for piece in pieces)
