"""Case files: small positions with a question and an expected verdict. Text in, `Case`s out; and a case made into a
position that a question can be put to.

The format is a public contract: `docs/cases.md` and `data/schemas/cases.schema.json`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from pathlib import Path

from hexlaw.compiler.check.expressions import Checker
from hexlaw.compiler.check.rules import ACTING
from hexlaw.compiler.data.boards import board_from_node
from hexlaw.compiler.data.schema import validate
from hexlaw.compiler.data.values import UNREADABLE, read_value
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, read_source, read_yaml
from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.load import LARGEST_CASES
from hexlaw.compiler.midplay import MidPlay
from hexlaw.compiler.parse.parse import parse_question
from hexlaw.compiler.parse.syntax import AskValue
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.resolve.names import SIDE
from hexlaw.compiler.source import Excerpt, Source, Span
from hexlaw.runtime import types as t
from hexlaw.runtime.board import Board, Map
from hexlaw.runtime.evaluate import Evaluator
from hexlaw.runtime.geometry import Hex, Side, side_between
from hexlaw.runtime.joining import CannotJoin
from hexlaw.runtime.law import Configuration, Law
from hexlaw.runtime.position import Position
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import GAME, Record, Thing

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What a question can call a piece or a value by: a word of the law."""
PLACED = ("type", "kind", "at", "in")


@dataclass(frozen=True)
class Case:
    id: str
    node: Mapping
    file: CaseFile
    span: Span

    def text(self, key: str) -> str | None:
        found = self.node.get(key)
        return found.text if isinstance(found, Scalar) else None

    @property
    def shown(self) -> tuple[Scalar, ...]:
        """What of the sources the case shows, as it stands there."""
        listed = self.node.get("shows")
        return tuple(i for i in listed.items if isinstance(i, Scalar)) if isinstance(listed, Listing) else ()

    @property
    def shows(self) -> tuple[str, ...]:
        return tuple(i.text for i in self.shown)

    def place_of_option(self, name: str) -> Span:
        chosen = self.node.get("with")
        options = chosen.get("options") if isinstance(chosen, Mapping) else None
        key = options.key(name) if isinstance(options, Mapping) else None
        return key.span if key else self.span

    def configuration(self, key: str = "with") -> Configuration:
        node = self.node.get(key)
        if not isinstance(node, Mapping):
            return Configuration()
        year = node.get("as-of")
        digits = year.text if isinstance(year, Scalar) and _is_year(year) else None
        situation = node.get("situation")
        return Configuration(
            {k: v == "on" for k, v in _texts(node.get("options")).items()},
            _texts(node.get("readings")),
            int(digits) if digits else None,
            situation=situation.text if isinstance(situation, Scalar) else None,
        )


@dataclass(frozen=True, eq=False)
class CaseFile:
    path: Path
    source: Source
    module: str | None
    maps: Lookup[str, Node]
    cases: list[Case] = field(default_factory=list)


def _is_year(node: Node) -> bool:
    return isinstance(node, Scalar) and node.text.isascii() and node.text.isdigit() and len(node.text) == 4


def _texts(node: Node | None) -> dict[str, str]:
    return {k.text: v.text for k, v in node.entries if isinstance(v, Scalar)} if isinstance(node, Mapping) else {}


def read_cases(path: Path, shown: str, diagnostics: Diagnostics) -> CaseFile | None:
    source = read_source(path, shown, LARGEST_CASES, diagnostics)
    return cases_in(source, path, diagnostics) if source else None


def cases_in(source: Source, path: Path, diagnostics: Diagnostics) -> CaseFile | None:
    """The cases of a file whose text has been read."""
    tree = read_yaml(source, diagnostics)
    if tree is None or not validate(tree, "cases", diagnostics) or not isinstance(tree, Mapping):
        return None
    maps = tree.get("maps")
    module = tree.get("module")
    file = CaseFile(
        path, source, module.text if isinstance(module, Scalar) else None,
        {k.text: v for k, v in maps.entries} if isinstance(maps, Mapping) else {},
    )  # fmt: skip
    seen: dict[str, Span] = {}
    listed = tree.get("cases")
    for node in listed.items if isinstance(listed, Listing) else ():
        id_ = node.get("id") if isinstance(node, Mapping) else None
        if not isinstance(node, Mapping) or not isinstance(id_, Scalar):
            continue
        if id_.text in seen:
            diagnostics.report(
                "HX311",
                id_.span,
                f"two cases are called `{id_.text}`",
                labels=((seen[id_.text], "the first one"),),
            )
            continue
        seen[id_.text] = id_.span
        for part in (node.get("with"), node.get("configure")):
            year = part.get("as-of") if isinstance(part, Mapping) else None
            if year is not None and not _is_year(year):
                diagnostics.report("HX316", year.span, "a year is written with four digits", help="for example `1976`")
        file.cases.append(Case(id_.text, node, file, id_.span))
    return file


def case_files(compilation: Compilation, diagnostics: Diagnostics) -> list[CaseFile]:
    """The case files of all layers, base first."""
    sources = compilation.chain.case_sources(diagnostics)
    read = (cases_in(source, path, diagnostics) for path, source in sources.items())
    return [file for file in read if file is not None]


@dataclass
class Situation:
    """A position with the names that questions about it may use."""

    position: Position
    map: Map | None
    constants: dict[str, tuple[object, t.Type]]

    @property
    def value_names(self) -> dict[object, str]:
        """The names that a case gives to records and sets, for explanations that use them."""
        return {value: name for name, (value, _) in self.constants.items() if isinstance(value, Record | tuple)}


def situate(case: Case, compilation: Compilation, law: Law, diagnostics: Diagnostics) -> Situation | None:
    """The position of a case under a law; `None` after reporting what is wrong with it."""
    return _Situator(case, compilation, law, diagnostics).build()


class _Situator:
    def __init__(self, case: Case, compilation: Compilation, law: Law, diagnostics: Diagnostics) -> None:
        self.case = case
        self.compilation = compilation
        self.names = compilation.names
        self.law = law
        self.diagnostics = diagnostics
        self.choices = {name: decl.values for name, decl in self.names.choices.items()}
        self.failed = False

    def error(self, code: str, span: Span, message: str, help_: str | None = None) -> None:
        self.failed = True
        self.diagnostics.report(code, span, message, help=help_)

    def build(self) -> Situation | None:
        map_ = self._map()
        if self.failed:
            return None
        position = Position(self.law.graph, map_)
        situation = Situation(position, map_, {})
        pieces = self.case.node.get("pieces")
        entries = pieces.entries if isinstance(pieces, Mapping) else ()
        for name, node in entries:
            if isinstance(node, Mapping):
                self._piece(name, node, situation)
        for name, node in entries:
            if isinstance(node, Mapping) and name.text in position.things:
                self._stand(position.things[name.text], node, situation)
        for name, node in entries:
            if isinstance(node, Mapping) and name.text in position.things:
                self._stands_well(position.things[name.text], node, situation)
                self._attributes(position.things[name.text], position.things[name.text].kind, node, PLACED, situation)
        given = self.case.node.get("given")
        for node in given.items if isinstance(given, Listing) else ():
            if isinstance(node, Mapping):
                self._given(node, situation)
        game = self.case.node.get("game")
        if isinstance(game, Mapping):
            self._attributes(GAME, GAME.kind, game, (), situation)
        if not self.failed:
            midst = MidPlay(self.names, self.law, position, situation.constants, self.diagnostics)
            self.failed = not midst.read(self.case.node)
        if position.acting is not None:
            situation.constants.setdefault(ACTING, (position.acting, t.Choice(SIDE)))
        if not self.failed:
            self._lets(situation)
        return None if self.failed else situation

    # -- the map

    def _map(self) -> Map | None:
        node = self.case.node
        one, several, drawn = node.get("board"), node.get("boards"), node.get("map")
        try:
            if isinstance(one, Scalar):
                board = self._board(one)
                return Map.of(board) if board else None
            if isinstance(several, Listing):
                rows = [[self._laid(item) for item in row.items] for row in several.items if isinstance(row, Listing)]
                if self.failed or any(b is None for row in rows for b in row):
                    return None
                return Map.join([[b for b in row if b is not None] for row in rows])
            if drawn is not None:
                board = self._drawn(drawn)
                return Map.of(board) if board else None
        except CannotJoin as problem:
            assert several is not None
            self.error("HX312", several.span, f"these boards cannot be joined: {problem}")
        return None

    def _laid(self, node: Node) -> tuple[Board, bool] | None:
        if not isinstance(node, Scalar):
            return None
        name, _, turned = node.text.removesuffix("~").partition(" ")
        turned = turned or ("inverted" if node.text.endswith("~") else "")
        if turned not in ("", "inverted"):
            help_ = "write its name, or its name and `inverted` (or `~` for short)"
            self.error("HX312", node.span, f"`{node.text}` is no board", help_)
            return None
        board = self._board(Scalar(name, node.span))
        return (board, bool(turned)) if board else None

    def _board(self, name: Scalar) -> Board | None:
        inner = Diagnostics()
        board = self.compilation.board(name.text, inner)
        self.diagnostics.found.extend(inner)
        if board is None:
            known = ", ".join(self.compilation.board_names) or "none"
            self.error("HX312", name.span, f"the module has no board `{name.text}`", f"it has: {known}")
        return board

    def _drawn(self, node: Node) -> Board | None:
        if isinstance(node, Scalar):
            shared = self.case.file.maps.get(node.text)
            if shared is None:
                self.error(
                    "HX312",
                    node.span,
                    f"this file draws no map `{node.text}`",
                    did_you_mean(node.text, set(self.case.file.maps))
                    or "maps are drawn under `maps:`, real boards are named by `board:`",
                )
                return None
            node = shared
        board = board_from_node(
            node,
            "map",
            self.names.attributes_of("hex"),
            self.names.attributes_of("hexside"),
            self.choices,
            self.diagnostics,
        )
        self.failed = self.failed or board is None
        return board

    # -- the pieces

    def _piece(self, name: Scalar, node: Mapping, situation: Situation) -> None:
        type_, kind = node.get("type"), node.get("kind")
        if isinstance(type_, Scalar) == isinstance(kind, Scalar):
            self.error(
                "HX313",
                name.span,
                f"the piece `{name.text}` needs either a `type` of the unit charts or a `kind`",
            )
        elif isinstance(type_, Scalar):
            unit = self.names.units.get(type_.text)
            if unit is None:
                self.error(
                    "HX313",
                    type_.span,
                    f"no unit chart has `{type_.text}`",
                    did_you_mean(type_.text, set(self.names.units)),
                )
                return
            self._add(name, unit.kind, situation)
            if name.text in situation.position.things:
                situation.position.printed[situation.position.things[name.text]] = unit.id
        elif isinstance(kind, Scalar):
            if kind.text not in self.names.kinds or kind.text in ("hex", "hexside"):
                known = [k for k in self.names.kinds if k not in ("hex", "hexside")]
                self.error(
                    "HX313",
                    kind.span,
                    f"there is no kind of thing `{kind.text}`",
                    did_you_mean(kind.text, known),
                )
                return
            self._add(name, kind.text, situation)

    def _add(self, name: Scalar, kind: str, situation: Situation) -> None:
        if not NAME.fullmatch(name.text):
            self.error(
                "HX313", name.span, f"`{name.text}` is no name for a piece", "write it like `a` or `old-ferry-2`"
            )
            return
        thing = situation.position.add(kind, name.text, None)
        situation.constants[name.text] = (thing, t.Kind(kind))

    def _stand(self, thing: Thing, node: Mapping, situation: Situation) -> None:
        at, inside = node.get("at"), node.get("in")
        if at is not None and inside is not None:
            self.error("HX313", inside.span, f"`{thing}` stands `at` a hex or `in` a piece, not both")
        elif isinstance(at, Scalar):
            found = self._hex(at, situation)
            if found is not None:
                situation.position.places[thing] = found
        elif isinstance(inside, Scalar):
            holder = situation.position.things.get(inside.text)
            if holder is None or holder == thing:
                self.error(
                    "HX313",
                    inside.span,
                    f"there is no piece `{inside.text}` to stand in",
                    did_you_mean(inside.text, set(situation.position.things)),
                )
            else:
                situation.position.places[thing] = holder
                outer: object = holder
                while isinstance(outer, Thing) and outer != thing:
                    outer = situation.position.places.get(outer)
                if outer == thing:
                    del situation.position.places[thing]
                    self.error("HX313", inside.span, f"`{thing}` would stand in itself")

    def _stands_well(self, thing: Thing, node: Mapping, situation: Situation) -> None:
        where = node.get("in") or node.get("at")
        wrong = situation.position.misplaced(thing)
        if where is not None and wrong is not None:
            self.error("HX313", where.span, f"`{thing}` cannot stand there: {wrong}")

    def _hex(self, name: Scalar, situation: Situation) -> Hex | None:
        if situation.map is None:
            self.error(
                "HX236",
                name.span,
                f"`{name.text}` names a hex, but the case has no map",
                "add `board:`, `boards:` or `map:`",
            )
            return None
        found = situation.map.find(name.text)
        if found is None:
            near = situation.map.near_names(name.text)
            self.error(
                "HX236",
                name.span,
                f"the map has no hex `{name.text}`",
                f"did you mean {' or '.join(near)}?" if near else None,
            )
        return found

    def _attributes(
        self, subject: object, kind: str, node: Mapping, other_keys: tuple[str, ...], situation: Situation
    ) -> None:
        attributes = self.names.attributes_of(kind)
        for key, value in node.entries:
            if key.text in other_keys:
                continue
            if key.text not in attributes:
                self.error(
                    "HX314",
                    key.span,
                    f"a `{kind}` has no attribute `{key.text}`",
                    did_you_mean(key.text, set(attributes)),
                )
                continue
            read = self._value(value, attributes[key.text], situation)
            if read is not UNREADABLE:
                situation.position.values[subject, key.text] = read

    def _value(self, node: Node, type_: t.Type, situation: Situation) -> object:
        """A value of data, or the name of a piece or hex where a thing is wanted."""
        bare = type_.item if isinstance(type_, t.OrNone) else type_
        if isinstance(bare, t.SetOf) and isinstance(bare.item, t.Kind) and isinstance(node, Listing):
            items = [self._value(i, bare.item, situation) for i in node.items]
            return UNREADABLE if UNREADABLE in items else tuple(items)
        if isinstance(bare, t.Kind) and isinstance(node, Scalar) and node.text != "none":
            if bare == t.HEX:
                found = self._hex(node, situation)
                return UNREADABLE if found is None else found
            thing = situation.position.things.get(node.text)
            if thing is None or not self.names.is_a(thing.kind, bare.name):
                self.error(
                    "HX314",
                    node.span,
                    f"there is no {bare.name} `{node.text}` in this case",
                    did_you_mean(node.text, set(situation.position.things)),
                )
                return UNREADABLE
            return thing
        before = len(self.diagnostics)
        value = read_value(node, type_, self.choices, self.diagnostics) if not isinstance(node, Mapping) else UNREADABLE
        if len(self.diagnostics) > before or value is UNREADABLE:
            self.failed = True
        return value

    def _given(self, node: Mapping, situation: Situation) -> None:
        place, side = node.get("hex"), node.get("side")
        if isinstance(place, Scalar):
            found = self._hex(place, situation)
            if found is not None:
                self._attributes(found, "hex", node, ("hex",), situation)
        elif isinstance(side, Listing):
            hexes = [self._hex(i, situation) for i in side.items if isinstance(i, Scalar)]
            between: Side | None = None
            if len(hexes) == 2 and hexes[0] is not None and hexes[1] is not None:
                between = side_between(hexes[0], hexes[1])
                if between is None:
                    self.error("HX314", side.span, "these two hexes are no neighbours")
            if between is not None:
                self._attributes(between, "hexside", node, ("side",), situation)
        else:
            self.error(
                "HX314",
                node.span,
                "what this is about is not said",
                "write `hex: NAME` or `side: [NAME, NAME]`",
            )

    # -- names for values

    def _lets(self, situation: Situation) -> None:
        lets = self.case.node.get("let")
        for name, node in lets.entries if isinstance(lets, Mapping) else ():
            if not isinstance(node, Scalar):
                continue
            question = parse_question(_line(node), self.diagnostics)
            checker = Checker(self.names, self.diagnostics, situation.map, situation.constants)
            if question is not None and not isinstance(question, AskValue):
                self.error(
                    "HX315", node.span, f"`{name.text}` is to be a value, not a question", "leave out the first word"
                )
                return
            typed = checker.expression(question.value, {}) if question is not None else None
            if typed is None:
                self.failed = True
                return
            try:
                value = Evaluator(self.law, situation.position).value(typed[0], {})
            except LawStop as stop:
                self.error("HX315", node.span, f"`{name.text}` has no value here: {stop.message}", stop.help)
                return
            situation.constants[name.text] = (value, typed[1])


def _line(node: Scalar) -> Source:
    """The text of a scalar as a source of its own, so that places in it are told as places in the case file."""
    return Excerpt(node.text, node.span)


__all__ = ["Case", "CaseFile", "Record", "Situation", "read_cases", "situate"]
