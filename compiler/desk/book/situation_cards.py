"""The situations of a game as cards: what has to be known to set one up and play it.

The law of a situation stands on its card in full, as elsewhere in the book. The rest comes from its file: boards and
parts of them, the forces of each side by the pieces that they belong to, and what the file says of hexes and of the
game. What rules say of the game as a whole (how many turns, who is first) is asked of the position in which it begins.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from math import inf

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.place_numbers import OF_SITUATION, BookPlace
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.question_typing import typed_value
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, entries_in, items_in, texts_in
from hexlaw.compiler.desk.book import model as m
from hexlaw.compiler.desk.book.figure_store import Figures
from hexlaw.compiler.desk.book.part_maker import PartMaker
from hexlaw.compiler.desk.book.sections import Sections
from hexlaw.compiler.desk.book.settings import CardLine, card_line
from hexlaw.compiler.desk.book.setup_maps import setup_map
from hexlaw.compiler.desk.book.victory import outcomes
from hexlaw.compiler.desk.book.wording import as_sentence, named, plain, worded
from hexlaw.compiler.situations.balance_card import table_of
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.kept_cards import kept_in
from hexlaw.compiler.situations.maps import read_map
from hexlaw.compiler.situations.rosters import PLACED, PlacedPiece, read_roster
from hexlaw.compiler.situations.situation_files import read_situation, situation_files
from hexlaw.compiler.situations.zones import SET_OF_HEX
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.draw.forces import ForceRow
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import asked as asked_in
from hexlaw.runtime.law.dependence import attributes_in
from hexlaw.runtime.law.dependence import parts as parts_of
from hexlaw.runtime.law.footprint import footprint
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import GAME
from hexlaw.runtime.play.trials import evaluator
from hexlaw.runtime.position.position import Position
from hexlaw.runtime.words import english


def situations(parts: PartMaker, made: Sections, figures: Figures) -> tuple[m.Situation, ...]:
    """Returns the cards of all situations, by their numbers; those of no number last, in the order of the law."""
    played, fixed = situation_files(parts.compilation.chain), _Fixed(parts)
    return tuple(
        _situation(parts, made, decl, figures, fixed, is_played=decl.name in played)
        for decl in sorted(parts.graph.situations.values(), key=_number)
    )


def _number(decl: g.SituationDecl) -> float:
    found = re.search(r"\d+", decl.title)
    return int(found[0]) if found else inf


def _wins(parts: PartMaker, situation: str) -> tuple[m.Line, ...]:
    """Returns who wins, where that is not as in every situation: that stands in its section. What rules of the
    situation say besides is printed below it."""
    own = {plain(parts.wording.rule(r)[0].text) for r in parts.rules() if r.origin.situation == situation}
    wins: list[m.Line] = []
    below: float = inf  # how deep a line stands that is printed below, with all that belongs to it
    for line in parts.wording.wins(situation):
        if line.depth <= below:
            below = line.depth if line.depth and plain(line.text) in own else inf
            wins += [line] if below == inf else []
    return () if tuple(wins) == parts.wording.wins("") else tuple(wins)


def _situation(
    parts: PartMaker, made: Sections, decl: g.SituationDecl, figures: Figures, fixed: _Fixed, *, is_played: bool
) -> m.Situation:
    """Returns the card of a situation; one that has no file cannot be played."""
    trees = (read_situation(parts.compilation, decl.name, None, Diagnostics()) if is_played else None) or []
    place, zones = BookPlace(OF_SITUATION, decl.name), _Zones(parts, trees, fixed.read)
    prepared = prepare(parts.compilation, decl.name, parts.standing.chosen, Diagnostics()) if is_played else None
    forces, names = _forces(parts, trees, zones)
    drawn, beside, card = "", "", tuple[str, ...]()
    shown = tuple(_shown(parts, trees, zones))
    labels = {} if prepared is None else {figure: label for label, figure in prepared.setup.tells}
    ends = outcomes(parts, decl.name, fixed, labels, tuple(dict.fromkeys(side for side, *_ in names if side)))
    covered = {covered.anchor for end in ends for covered in end.covers}
    prose = made.prose(place)
    if prose is not None:  # a reference to a rule leads to its line of the table
        prose = replace(prose, covers=tuple(each for each in prose.covers if each.anchor not in covered))
    if prepared is not None:
        card = tuple(_card(parts, fixed.card, prepared))
        drawn = setup_map(parts, figures, decl, trees, prepared, zones.called, fixed.read, " ".join(shown))
        beside = figures.forces(decl, prepared.position, tuple(_waiting(forces, names, prepared.position)))
    return m.Situation(
        anchor=f"situation:{decl.name}",
        name=decl.name,
        title=decl.title,
        doc=decl.doc,
        cites=parts.cites(decl.cites),
        prose=prose,
        options=tuple(m.Ref(f"option:{name}", named(name)) for name, on in decl.options if on),
        facts=(
            *(() if drawn else shown),
            *(f'Without the optional rule "{named(name)}".' for name, on in decl.options if not on and prose is None),
            *(f"In dispute, {named(name).lower()}: {named(reading).lower()}." for name, reading in decl.readings),
            *(_of_the_game(parts, prepared, trees, fixed) if prepared is not None and prose is None else ()),
        ),
        map=drawn,
        beside=beside,
        balance=_balance(parts, decl.name) if is_played else None,
        forces=forces,
        card=card,
        outcomes=ends,
        wins=() if ends or prose is not None else _wins(parts, decl.name),
        entries=tuple(entry for entry in made.entries(place) if entry.anchor not in covered),
        rulings=made.rulings.get(place, ()),
        disputes=made.disputes.get(place, ()),
    )


def _balance(parts: PartMaker, situation: str) -> m.PlayedCard | None:
    """Returns who wins where programs play it, as that is kept beside the module."""
    if (kept := kept_in(parts.compilation.chain, situation)) is None:
        return None
    heading, *rows = map(tuple, table_of(kept.card))
    played = kept.said(parts.compilation.digest(parts.standing.chosen))
    return m.PlayedCard(kept.card.sentence(), heading, tuple(rows), (*kept.card.notes(), played))


# ---- what is said of the map and of the game


def _shown(parts: PartMaker, trees: list[Mapping], zones: _Zones) -> Iterator[str]:
    """Yields what a map shows where there is one: how boards lie, and what is said of parts of them."""
    saying = [tree for tree in trees if tree.get("board") is not None or tree.get("boards") is not None]
    yield from _boards(saying[-1]) if saying else ()
    for tree in trees:
        for item in items_in(tree.get("given")):
            if isinstance(item, Mapping):
                yield from _given(parts, item, zones)
    yield from zones.explained()


def _boards(tree: Mapping) -> Iterator[str]:
    if (board := tree.text("board")) is not None:
        yield f"Board {board}."
    rows = [[str(x.plain()).replace("~", " (turned)") for x in items_in(row)] for row in items_in(tree.get("boards"))]
    if len(rows) == 1:
        yield f"Boards side by side, from left to right: {', '.join(rows[0])}."
    elif rows and all(len(row) == 1 for row in rows):
        yield f"Boards one below the other, from the top: {', '.join(row[0] for row in rows)}."
    elif rows:
        yield f"Boards from the top, each row from the left: {'; '.join(map(', '.join, rows))}."


def _given(parts: PartMaker, item: Mapping, zones: _Zones) -> Iterator[str]:
    """Yields what a line of `given` says of hexes: `West edge: the north may leave the board from each hex`."""
    where, zone = "", None
    states: list[str] = []
    for key, node in item.entries:
        match key.text:
            case "zone":
                zone = node
            case "hex" | "hexes" | "hexside" | "hexsides" | "map":
                where = worded(node)
            case attribute if attribute in zones.read:
                kind = "hexside" if item.get("hexside") or item.get("hexsides") else "hex"
                values = tuple(item.text for item in (node, *items_in(node)) if isinstance(item, Scalar))
                states.append(parts.wording.of_each(kind, attribute, values))
    if states and (zone or where):
        yield as_sentence(f"{zones.render(zone) if zone else where}: {'; '.join(states)}")


SHORT = 40
"""Letters of a part of the map that stand in brackets behind its name."""


class _Zones:
    """The parts of the map to which the files of a situation give a name, in words."""

    def __init__(self, parts: PartMaker, trees: list[Mapping], read: Collection[str]) -> None:
        self.parts, self.read = parts, read
        self.known = {key.text: node for tree in trees for key, node in entries_in(tree.get("zones"))}
        self.map = read_map(trees, {}, parts.compilation, Diagnostics())
        self.boards = {placed.board.id for placed in self.map.boards} if self.map is not None else set[str]()
        self.called: dict[str, str] = {}
        self.hexes: dict[str, str] = {}
        for name, node in self.known.items():
            self.called[name], self.hexes[name] = self._called(name), (hexes := self._hexes(node))
            if english.named(name) == hexes.lower().replace(".", "") or name[:5] == hexes[:5] == "board":
                self.called[name] = hexes  # as the board prints it
        inside = {part for node in self.known.values() for part in _words_of(node)}
        self.apart = {name for name, hexes in self.hexes.items() if len(hexes) > SHORT or name in inside}
        self.said = {*inside}  # a part of which nothing is said needs no line

    def explained(self) -> Iterator[str]:
        """Yields the parts that have a line of their own: the long ones, and those that others are made of."""
        for name in self.known:
            if name in self.apart & self.said and self.hexes[name] != self.called[name]:
                yield as_sentence(f"{self.called[name]}: {self.hexes[name]}")

    def render(self, node: Node) -> str:
        """Returns a value, behind the name of a part of the map what that is, where that is short."""
        if isinstance(node, Listing):
            return ", ".join(self.render(item) for item in items_in(node))
        if not isinstance(node, Scalar) or node.text not in self.known:
            return worded(node)
        called, hexes = self.called[node.text], self.hexes[node.text]
        self.said.add(node.text)
        return called if node.text in self.apart or hexes == called else f"{called} ({hexes})"

    def _called(self, name: str) -> str:
        """Returns the name of a part as people write it: `around Wiln`, `west of row Q`."""
        places = {english.named(name): called for name, called in self.called.items() if called[:1].isupper()}
        words = self.parts.wording.with_capitals(english.named(name), places)
        return re.sub(r"(?<= )([a-z])\1?\b|\b[a-z](?= )", lambda letter: letter[0].upper(), words)

    def _hexes(self, node: Node) -> str:
        """Returns the hexes of a part of the map: `board D: A to Y all, Z 4-9`."""
        match node:
            case Mapping():
                return "; ".join(f"board {key.text}: {_of_rows(rows)}" for key, rows in node.entries)
            case Listing(items=items) if self.boards.issuperset(texts := texts_in(node)):
                return " and ".join(filter(None, (f"boards {', '.join(texts[:-1])}", texts[-1])))
            case Listing(items=items):
                return ", ".join(self._hexes(item) for item in items)
            case Scalar(text=text) if text in self.known:
                return self.called.get(text, text)
            case Scalar(text=text) if text in self.boards:
                return f"board {text}"
            case Scalar(text=text) if " " not in text:
                return text
            case Scalar() as written:
                return self._in_words(written)

    def _in_words(self, written: Scalar) -> str:
        """Returns the hexes that an expression of the law finds."""
        quiet = Diagnostics()
        types = {name: SET_OF_HEX for name in self.known}
        checker = Checker(self.parts.compilation.names, quiet, self.map)
        typed = typed_value(written, "HX327", "a set of hexes", checker, (SET_OF_HEX, "a zone"), types)
        said = "" if typed is None else self.parts.wording.of_the_map(typed, self.called, self.map)
        return said or written.text


def _words_of(node: Node) -> set[str]:
    """Returns the words that stand in what a part of the map is made of."""
    match node:
        case Listing(items=items):
            return {word for item in items for word in _words_of(item)}
        case Scalar(text=text):
            return {*re.findall(r"[\w-]+", text)}
        case _:
            return set()


def _of_rows(node: Node) -> str:
    if not isinstance(node, Mapping):
        return worded(node)
    return ", ".join(f"{key.text.replace('..', ' to ')} {worded(value)}" for key, value in node.entries)


def _of_the_game(parts: PartMaker, prepared: Prepared, trees: list[Mapping], fixed: _Fixed) -> Iterator[str]:
    """Yields what holds of the whole game: turns, sides that are first; from rules, or the file alone."""
    at_first = evaluator(prepared.agenda.law, prepared.setup.position)  # what is fixed is known before anything runs
    for key, value in (entry for tree in trees for entry in entries_in(tree.get("game"))):
        if key.text not in fixed.passed_on:
            said = worded(value)
            if said in ("yes", "no"):
                yield as_sentence(parts.wording.state(t.GAME.name, key.text, said))
            else:
                yield f"{parts.wording.attribute(t.GAME.name, key.text)}: {named(said)}."
    for fact in parts.graph.facts.values() if not fixed.card else ():
        if (
            [kind for _, kind in fact.params] == [t.GAME]
            and isinstance(fact.type, t.Number | t.Choice)
            and fixed(fact.name)
        ):
            asked = e.Fact(fact.name, (e.Const(GAME, t.GAME),), fact.type)
            with suppress(LawStop):
                if (value := at_first.value(asked, {})) is not None:
                    yield parts.wording.answered(asked, value)


def _card(parts: PartMaker, lines: Iterable[CardLine], prepared: Prepared) -> Iterator[str]:
    """Yields the lines of the card that `book.yaml` writes, as far as what they ask has an answer."""
    at_first = evaluator(prepared.agenda.law, prepared.position)
    for line in lines:
        with suppress(LawStop):
            asked = [(part, None if isinstance(part, str) else at_first.value(part, {})) for part in line]
            if all(isinstance(part, str) or value is not None for part, value in asked):
                said = (x if isinstance(x, str) else parts.wording.answer(e.Const(v, x.type)) for x, v in asked)
                yield re.sub(r"(^|[.:] )(\w)", lambda first: first[1] + first[2].upper(), "".join(said))


class _Fixed:
    """Tells which facts have one answer all game long: they ask nothing but what a situation says of the game."""

    def __init__(self, parts: PartMaker) -> None:
        self.rules: dict[str, list[g.Rule]] = defaultdict(list)
        self.passed_on: set[str] = set()  # attributes of the game that a rule, or a line of the card, gives as they are
        for rule in parts.rules():
            if isinstance(rule.conclusion, g.Gives):
                self.rules[rule.conclusion.fact].append(rule)
                value = rule.conclusion.value
                if isinstance(value, e.Attribute) and value.base.type == t.GAME:
                    self.passed_on.add(value.name)
        in_force = [node for node in parts.graph.law() if not isinstance(node, g.Rule)]
        law = (*in_force, *parts.rules())  # by the law in force, and not by advice alone
        self.written, self.read = attributes_in(footprint(law).writes), attributes_in(asked_in(law))
        self.asked: dict[str, bool] = {}
        read = (card_line(line, parts.compilation, Diagnostics()) for line in parts.settings.card)
        self.card = [line for line in read if line is not None]
        asked = (x for line in self.card for part in line if not isinstance(part, str) for x in parts_of(part))
        self.passed_on |= {x.name for x in asked if isinstance(x, e.Attribute) and x.base.type == t.GAME}

    def __call__(self, fact: str) -> bool:
        if fact not in self.asked:
            self.asked[fact] = False  # what asks itself is not
            inside = ((rule.when, rule.conclusion) for rule in self.rules[fact])
            self.asked[fact] = all(self._is_fixed(node) for row in inside for node in parts_of(row))
        return self.asked[fact]

    def _is_fixed(self, node: object) -> bool:
        match node:
            case e.Attribute(base=base, name=name):
                return base.type == t.GAME and name not in self.written
            case e.Fact(name=name):
                return self(name)
        return not isinstance(node, _OF_A_POSITION)


_OF_A_POSITION = (e.Things, e.Quantified, e.Those, e.Count, e.Memory, e.Tally, e.Quantity, e.Reach, e.NowIn)
"""What is asked of how a game stands."""


# ---- forces


_Forces = dict[tuple[str, str, tuple[str, ...]], dict[tuple[str, str], list[str]]]
"""By side, by the piece that they belong to and by what is said of those beside the map, the names of the pieces of
each sort, which is printed with its anchor."""


def _forces(parts: PartMaker, trees: list[Mapping], zones: _Zones) -> tuple[tuple[m.Force, ...], _Forces]:
    """Returns the pieces that the layers of a situation name, by side and by the piece that they say they belong to,
    whose side is theirs where they have none: a later layer says a piece anew."""
    pieces = {piece.name: piece for tree in trees for piece in read_roster(tree, Diagnostics()).pieces}
    heads = {name: _belongs_to(parts, piece, pieces) for name, piece in pieces.items()}
    for name, piece in pieces.items():
        heads[name] = heads[name] or heads.get(piece.holder or "", "")  # what stands in another belongs where that does
    found: _Forces = {}
    for name, piece in pieces.items():
        if name not in heads.values():
            head = heads[name]
            side = _side_of(parts, piece) or (_side_of(parts, pieces[head]) if head else "")
            called, to, said = _counted(parts, piece, head, zones)
            found.setdefault((side, head, said), {}).setdefault((called, to), []).append(name)
    forces = tuple(
        m.Force(
            side=named(side) if side else "Nobody's",
            title=named(head),
            about=(*(_states(parts, pieces[head], "", zones) if head else ()), *said),
            pieces=tuple((len(names), called, to) for (called, to), names in counted.items()),
        )
        for (side, head, said), counted in found.items()
    )
    return forces, found


def _waiting(forces: tuple[m.Force, ...], found: _Forces, position: Position) -> Iterator[ForceRow]:
    """Yields the pieces that stand beside the map, those together of which the same is said."""
    for force, counted in zip(forces, found.values(), strict=True):
        there = [[position.things[name] for name in names if name in position.things] for names in counted.values()]
        beside = [[thing for thing in things if position.hex_of(thing) is None] for things in there]
        if any(beside):
            head = ", ".join(filter(None, (force.side, force.title, *force.about)))
            yield ForceRow(head, tuple((things[0], len(things)) for things in beside if things))


def _belongs_to(parts: PartMaker, piece: PlacedPiece, pieces: dict[str, PlacedPiece]) -> str:
    """Returns the piece of no type, as a formation, that one belongs to by an attribute or stands in."""
    if piece.holder in pieces and pieces[piece.holder].node.text("type") is None:
        return piece.holder
    unit = parts.graph.units.get(piece.node.text("type") or "")
    kind = parts.graph.kinds.get(unit.kind if unit is not None else piece.node.text("kind") or "")
    of_things = {
        name for name, each in (kind.attributes.items() if kind else ()) if isinstance(t.bare(each.type), t.Kind)
    }
    values = [value.text for key, value in piece.node.entries if isinstance(value, Scalar) and key.text in of_things]
    return next((v for v in values if v in pieces and v != piece.name and pieces[v].node.text("type") is None), "")


def _side_of(parts: PartMaker, piece: PlacedPiece) -> str:
    unit = parts.graph.units.get(piece.node.text("type") or "")
    side = piece.side.text if piece.side is not None else piece.node.text("side")
    return side or (str(unit.values.get("side", "")) if unit is not None else "")


def _counted(parts: PartMaker, piece: PlacedPiece, head: str, zones: _Zones) -> tuple[str, str, tuple[str, ...]]:
    """Returns how a piece is printed, with its anchor, and what is said of all of its sort: of one that has a place on
    the map that stands behind its name."""
    unit, kind = parts.graph.units.get(piece.node.text("type") or ""), piece.node.text("kind")
    called, to, states = piece.written.text, "", _states(parts, piece, head, zones)
    if unit is not None:
        called, to = unit.name, f"unit:{unit.id}"
    elif kind is not None and kind in parts.graph.kinds:
        called, to = named(kind), f"kind:{kind}"
    at = piece.node.text("at")
    return (called, to, states) if at is None else (f"{called} ({', '.join((f'in {at}', *states))})", to, ())


def _states(parts: PartMaker, piece: PlacedPiece, head: str, zones: _Zones) -> tuple[str, ...]:
    """Returns what the file says of a piece, but where it stands and to whom it belongs."""
    unit = parts.graph.units.get(piece.node.text("type") or "")
    kind = unit.kind if unit is not None else piece.node.text("kind") or ""
    return tuple(
        parts.wording.state(kind, key.text, zones.render(value))
        for key, value in piece.node.entries
        if key.text not in (*PLACED, "side")
        and key.text in zones.read
        and kind in parts.graph.kinds
        and not (isinstance(value, Scalar) and bool(head) and value.text == head)
    )
