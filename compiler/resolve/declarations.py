"""Pass 2, resolve (second part): reads what every name of the law stands for.

Input: the placed items of all layers. Output: the `Names` of the law. A later layer adds to a base's words with `also`;
declaring the same name twice is a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from hexlaw.compiler.base.diagnostic import Diagnostics, listed
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.parse import parse_expression, save_parsed
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.compiler.resolve.names import GAME, MACHINE_KINDS, MACHINE_TYPES, KindNames, Names, Signature
from hexlaw.compiler.resolve.overrides import varies
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.builtins import BUILTIN_ADJECTIVES, BUILTIN_CHOICES, BUILTIN_FUNCTIONS, BUILTIN_VERBS

Called = s.Fact | s.Table | s.Reach | s.Effect | s.Quantity | s.Memory | s.Tally
Sort = TypeVar("Sort", bound=s.Item)


def read_names(chain: Chain, placed: list[Placed], diagnostics: Diagnostics) -> Names:
    names = Names()
    for layer in chain.layers:
        names.sources.update(layer.manifest.sources)
    for name, values in BUILTIN_CHOICES.items():
        names.choices[name] = g.ChoiceDecl(name, values, False)
    for kind in MACHINE_KINDS:
        names.kinds[kind] = KindNames(kind)
    names.kinds["order"] = KindNames("order", doc="what is decided now and carried out later")
    names.kinds["task"] = KindNames("task", doc="work of several turns")
    reader = _DeclarationReader(names, diagnostics)
    reader.words(placed)
    reader.goals(placed)
    reader.styles(placed)
    reader.attributes(placed)
    reader.players(placed)
    reader.signatures(placed)
    reader.laws(placed)
    return names


def declared_anew(names: Names, placed: Placed, diagnostics: Diagnostics) -> Names:
    """Returns the names with one item as it stands now, in the place of what stood there."""
    anew, item = replace(names), placed.item
    for field, value in vars(names).items():
        if isinstance(value, dict):
            setattr(anew, field, {key: [*kept] if isinstance(kept, list) else kept for key, kept in value.items()})
    at = item.span.source.name, item.span.start
    if isinstance(item, s.Quantity | s.Sequence):
        kept: dict[str, list[tuple[s.Item, Placed]]] = vars(anew)[g.BY_SORT[type(item).__name__.lower()].field]
        of_name = kept.get(item.name.text, [])
        others = [each for each in of_name if (each[0].span.source.name, each[0].span.start) != at]
        kept[item.name.text] = [*others, (item, placed)] if item.also else [(item, placed), *others]
    reader = _DeclarationReader(anew, diagnostics)
    if not isinstance(item, s.Sequence):
        reader.signatures([placed])
    reader.laws([placed])
    return anew


class _DeclarationReader:
    def __init__(self, names: Names, diagnostics: Diagnostics) -> None:
        self.names = names
        self.diagnostics = diagnostics
        self.seen: dict[tuple[str, str], s.Ident] = {}
        self.around: dict[str, str | None] = {}  # by part of the sequence, the part in which it lies

    def _new(self, sort: str, name: s.Ident, what: str = "") -> bool:
        """Whether a name is declared for the first time; a second time is a mistake."""
        if sort == "type" and name.text in MACHINE_TYPES:
            self._refuse_own_word(name)
            return False
        if (earlier := self.seen.get((sort, name.text))) is not None:
            in_one_folder = len({one.span.source.name.rpartition("/")[0] for one in (earlier, name)}) == 1
            help_ = "give one of the two another name" if in_one_folder else _how_to_change(what or sort, name.text)
            if in_one_folder and (what or sort) in ("type", "sequence", "quantity", "effect", "action"):
                help_ = "to add to the first, write `also` behind the name; else give one of the two another name"
            self.diagnostics.report(
                "HX212", name.span, f"`{name.text}` is declared twice",
                help=help_, labels=((earlier.span, "declared here first"),),
            )  # fmt: skip
            return False
        self.seen[sort, name.text] = name
        return True

    def _refuse_own_word(self, name: s.Ident) -> None:
        """Reports a name that is declared and that the machine has a meaning for."""
        message = f"`{name.text}` is one of the machine's own words"
        self.diagnostics.report("HX212", name.span, message, help="choose another name")

    # -- choices, measures, kinds and records by name, so that types can be looked up

    def words(self, placed: list[Placed]) -> None:
        # a library adds to kinds and choices that the module above it declares
        for p in sorted(placed, key=lambda p: isinstance(p.item, s.Thing | s.Choice) and p.item.also):
            match p.item:
                case s.Choice():
                    self._choice(p.item, p.origin.is_advice)
                case s.Measure():
                    if self._new("type", p.item.name):
                        self.names.measures[p.item.name.text] = (p.item.exact, p.item.text)
                case s.Thing():
                    self._thing(p.item)
                case s.Record():
                    # a record is a type, and is called to make one
                    if self._new("type", p.item.name) and self._new_call(p.item.name):
                        self.names.records[p.item.name.text] = {}
                        self.names.record_items[p.item.name.text] = p.item
                case s.Order() | s.Task() as doing:
                    if self._new("type", doing.name):
                        sort = "order" if isinstance(doing, s.Order) else "task"
                        self.names.kinds[doing.name.text] = KindNames(doing.name.text, (sort,), doc=doing.doc)
                        self.names.declare(sort, doing.name.text, doing, p)
        for item, _ in _of(placed, s.Thing):
            kind = self.names.kinds.get(item.name.text)
            if kind is None or not item.parents:
                continue
            if item.also:
                message = f"what a `{item.name.text}` is was said where it was declared"
                help_ = "`also` adds attributes; leave out `is a`"
                self.diagnostics.report("HX211", item.parents[0].span, message, help=help_)
            else:
                kind.parents = tuple(one.text for one in item.parents if self._is_parent(item.name.text, one))

    def _is_parent(self, kind: str, parent: s.Ident) -> bool:
        """Returns whether a kind can be a sort of another; reports why not."""
        help_ = None
        if not self._has("kind", parent):
            return False
        if parent.text in MACHINE_KINDS:
            message = f"nothing else is a `{parent.text}`"
            help_ = f"write `thing {parent.text} also` to give it attributes"
        elif kind in self.names.lineage(parent.text):
            message = f"`{kind}` is a `{parent.text}`, which is a `{kind}` again"
        else:
            return True
        self.diagnostics.report("HX211", parent.span, message, help=help_)
        return False

    def _choice(self, item: s.Choice, is_advice: bool) -> None:
        name = item.name.text
        if item.also:
            if name in BUILTIN_CHOICES:
                self._refuse_own_word(item.name)
                return
            if not self._has("choice", item.name):
                return
            base = self.names.choices[name]
        elif self._new("type", item.name):
            base = g.ChoiceDecl(name, (), item.ordered, is_advice)
        else:
            return
        values = list(base.values)
        for value in item.values:
            if value.text in values:
                self.diagnostics.report("HX212", value.span, f"`{value.text}` is already a value of `{name}`")
            else:
                values.append(value.text)
        self.names.choices[name] = g.ChoiceDecl(name, tuple(values), base.ordered, base.is_advice)

    def _thing(self, item: s.Thing) -> None:
        name = item.name.text
        if item.also:
            self._has("kind", item.name)
            return
        if name in MACHINE_KINDS:
            message = f"`{name}` is one of the machine's own kinds"
            help_ = f"write `thing {name} also` to give it attributes"
            self.diagnostics.report("HX212", item.name.span, message, help=help_)
        elif self._new("type", item.name):
            parents = tuple(dict.fromkeys(parent.text for parent in item.parents))
            self.names.kinds[name] = KindNames(name, parents, doc=item.doc, span=item.name.span)

    # -- what sides play for

    def goals(self, placed: list[Placed]) -> None:
        """The record of a goal and the fact that collects them, in a law in which some rule gives a side a goal."""
        rules = [p for item, p in _of(placed, s.Rule) if any(isinstance(c, s.Goal) for c in item.conclusions)]
        if not rules or g.SIDE not in self.names.choices:
            return
        first = rules[0]
        span = first.item.span
        goal, goals = s.Ident(g.GOAL, span=span), s.Ident(g.GOALS, span=span)
        if not (self._new("type", goal) and self._new_call(goal) and self._new_call(goals, "fact")):
            return
        number = t.OrNone(t.EXACT)
        self.names.kinds[g.THING] = KindNames(g.THING, doc="whatever stands somewhere")
        self.names.records[g.GOAL] = {
            "name": t.TEXT, "of": t.Choice(g.SIDE), "met": t.YES_NO, "kept": t.YES_NO, "worth": t.EXACT,
            "things": t.SetOf(t.Kind(g.THING)), "places": t.SetOf(t.HEX), "by": number, "clock": number,
        }  # fmt: skip
        type_ = s.TypeRef("name", g.GOAL, span=span)
        self._fact_of_a_side(goals, "What a side plays for.", type_, t.SetOf(t.Kind(g.GOAL)), None, first)

    # -- styles of play

    def styles(self, placed: list[Placed]) -> None:
        """The choice of styles, what the game notes of the style of each side, and the fact that advice asks, `s plays
        careful`, in a law with styles of play."""
        found = [(item, p) for item, p in _of(placed, s.Style) if p.origin.is_advice and self._new("style", item.name)]
        if not found or g.SIDE not in self.names.choices:
            return
        first = found[0][1]
        span, style = first.item.span, t.Choice(g.STYLE)
        if not (self._new("type", s.Ident(g.STYLE, span=span)) and self._new_call(s.Ident(g.PLAYS, span=span), "fact")):
            return
        for item, p in found:
            self.names.declare("style", item.name.text, item, p)
        self.names.choices[g.STYLE] = g.ChoiceDecl(g.STYLE, tuple(item.name.text for item, _ in found), False, True)
        sides = self.names.choices[g.SIDE].values
        none = s.Constant("none", span=span)
        for side in sides:
            self._given(GAME, {g.STYLE_OF.format(side): t.OrNone(style)}, first, {g.STYLE_OF.format(side): none})
        text = " or ".join(f"s is {side} and game.{g.STYLE_OF.format(side)} is how" for side in sides)
        source = Source("styles", text)  # one name wherever the law lies
        plays = parse_expression(source, 0, len(text), self.diagnostics)
        save_parsed([source])  # so that a page need not bring the parser along
        params = tuple(
            s.Param(s.Ident(name, span=span), s.TypeRef("name", of, span=span))
            for name, of in (("s", g.SIDE), ("how", g.STYLE))
        )
        doc = "A side plays in a style."
        fact = s.Fact(s.Ident(g.PLAYS, span=span), None, doc, "verb", params, None, False, plays, span=span)
        said, placed_ = (("s", t.Choice(g.SIDE)), ("how", style)), Placed(fact, first.layer, first.origin)
        self.names.signatures[g.PLAYS] = Signature("fact", g.PLAYS, said, t.YES_NO, placed_, "verb")

    # -- attributes and fields, now that every type has a name

    def attributes(self, placed: list[Placed]) -> None:
        for item, p in _of(placed, s.Thing):
            if (kind := self.names.kinds.get(item.name.text)) is None:
                continue
            if item.stands:
                kind.stands = item.stands
                kind.holders = tuple(holder.text for holder in item.stands.kinds)
                for holder in item.stands.kinds:
                    self._has("kind", holder)
                kind.depth = item.stands.depth
            self._attributes(kind, item, p)
        for plan, p in _of(placed, s.Plan):
            if self._has("kind", plan.name):
                self._attributes(self.names.kinds[plan.name.text], plan, p)
        self._plans_have_names_of_their_own(placed)
        self._doing_attributes(placed)
        for name in self.names.kinds:
            self._not_told_again(name)
        for name, record in self.names.record_items.items():
            for attribute in record.fields:
                type_ = self.names.type(attribute.type, self.diagnostics)
                if attribute.name.text in self.names.records[name]:
                    self.diagnostics.report(
                        "HX212", attribute.name.span, f"`{name}` has a field `{attribute.name.text}` already"
                    )
                elif attribute.default is not None:
                    message = "a field of a record has no default"
                    help_ = "a record is always made with all its fields"
                    self.diagnostics.report("HX254", attribute.default.span, message, help=help_)
                elif type_ is not None:
                    self.names.records[name][attribute.name.text] = type_

    def _attributes(self, kind: KindNames, item: s.Thing | s.Plan, p: Placed) -> None:
        for attribute in item.attributes:
            type_ = self.names.type(attribute.type, self.diagnostics)
            earlier = kind.attributes.get(attribute.name.text)
            if earlier is not None or attribute.name.text in ("hex", "holder"):
                message, help_ = f"`{item.name.text}` has an attribute `{attribute.name.text}` already", None
                for use in (one.layer.use for one in (p, *(earlier or ())[2:]) if one.layer.use is not None):
                    help_ = f"leave yours out, or write `prefix: WORD` in the use of `{use.name}`"
                labels = ((earlier[1].name.span, "declared here first"),) if earlier is not None else ()
                self.diagnostics.report("HX212", attribute.name.span, message, help=help_, labels=labels)
            elif type_ is not None:
                kind.attributes[attribute.name.text] = (type_, attribute, p)

    def _plans_have_names_of_their_own(self, placed: list[Placed]) -> None:
        """Only its name tells an attribute of a plan from one of the law, so no two may share a name."""
        of_law = {a.name.text for item, _ in _of(placed, s.Thing) for a in item.attributes}
        of_law |= {a.name.text for item, _ in _of(placed, s.Record) for a in item.fields}
        of_law |= {a.name.text for item, _ in _of(placed, s.Order) for a in item.fields}
        for plan, _ in _of(placed, s.Plan):
            own = self.names.kinds[plan.name.text].attributes if plan.name.text in self.names.kinds else {}
            for attribute in plan.attributes:
                if attribute.name.text in of_law and own[attribute.name.text][1] is attribute:
                    message = f"`{attribute.name.text}` is an attribute of law, and a plan notes it under the same name"
                    self.diagnostics.report("HX212", attribute.name.span, message, help="call it otherwise in the plan")

    def players(self, placed: list[Placed]) -> None:
        """The attribute of the game that says which player acts, and the fact that says who answers for a side, in a
        law with players: it declares a thing `player` that has a side."""
        found = next((p for item, p in _of(placed, s.Thing) if item.name.text == g.PLAYER), None)
        side = self.names.attribute(g.PLAYER, g.SIDE) if found is not None and g.PLAYER in self.names.kinds else None
        if found is None or side is None or side[1] != t.Choice(g.SIDE):
            return
        span = found.item.span
        if (kept := self.names.kinds[GAME].attributes.get(g.PLAYER)) is not None:
            message = "`player` of the game is the machine's own here: the player who acts"
            self.diagnostics.report("HX440", kept[1].name.span, message, help="leave it out, or choose another name")
            return
        type_ = t.OrNone(t.Kind(g.PLAYER))
        self._given(GAME, {g.PLAYER: type_}, found)
        name = s.Ident(g.PLAYER_OF, span=span)
        if self._new_call(name, "fact"):
            returns = s.TypeRef("or-none", "", s.TypeRef("name", g.PLAYER, span=span), span=span)
            none = s.Constant("none", span=span)
            self._fact_of_a_side(name, "Who answers for a side.", returns, type_, none, found)

    def _fact_of_a_side(
        self, name: s.Ident, doc: str, said: s.TypeRef, type_: t.Type, otherwise: s.Expr | None, p: Placed
    ) -> None:
        """A fact that the machine asks of a side; `said` is its type as written in law. A set is collected."""
        span, collects = name.span, isinstance(type_, t.SetOf)
        param = s.Param(s.Ident("s", span=span), s.TypeRef("name", g.SIDE, span=span))
        item = s.Fact(name, None, doc, "call", (param,), said, collects, otherwise, span=span)
        placed = Placed(item, p.layer, p.origin)
        self.names.signatures[name.text] = Signature("fact", name.text, (("s", t.Choice(g.SIDE)),), type_, placed)

    def _doing_attributes(self, placed: list[Placed]) -> None:
        """What orders and tasks have: their own fields, and what every order or task has."""
        for p in placed:
            match p.item:
                case s.Order():
                    kind = self.names.kinds.get(p.item.name.text)
                    for attribute in p.item.fields if kind else ():
                        type_ = self.names.type(attribute.type, self.diagnostics)
                        if type_ is not None and kind is not None:
                            kind.attributes[attribute.name.text] = (type_, attribute, p)
                    self._given("order", {"owner": self._side(), "at-hand": t.YES_NO}, p)
                case s.Task():
                    self._task_attributes(p.item, p)

    def _task_attributes(self, item: s.Task, p: Placed) -> None:
        name = item.name.text
        params = {param.name.text: self.names.type(param.type, self.diagnostics) for param in item.params}
        self._given(name, params, p)
        stages = tuple(stage.name.text for stage in item.stages)
        if self._new("type", s.Ident(f"{name}-stage", span=item.name.span)):
            self.names.choices[f"{name}-stage"] = g.ChoiceDecl(f"{name}-stage", stages, True)
        first = {"stage": s.Name(item.stages[0].name.text, span=item.stages[0].name.span)} if item.stages else {}
        self._given(name, {"stage": t.Choice(f"{name}-stage")}, p, first)
        nothing = {"work": s.Literal_("number", "0", span=item.name.span)}
        self._given("task", {"owner": self._side(), "work": t.EXACT, "paused": t.YES_NO}, p, nothing)
        if item.crew is not None:
            self._has("kind", item.crew[0])
            crew = t.Kind(item.crew[0].text)
            if (shared := self.names.kinds["task"].attributes.get("crew")) is None:
                self._given("task", {"crew": t.SetOf(crew)}, p)
            elif shared[0] != t.SetOf(crew):
                self.diagnostics.report(
                    "HX411", item.crew[0].span, f"other tasks have a crew of {shared[0]}, this one of `{crew}`",
                    help="give the crews of all tasks one kind, and say in `when` who may join",
                )  # fmt: skip

    def _given(
        self, kind: str, types: dict[str, t.Type | None], p: Placed, defaults: Mapping[str, s.Expr] | None = None
    ) -> None:
        """Attributes that the machine keeps by itself."""
        for name, type_ in types.items():
            if type_ is not None and name not in self.names.kinds[kind].attributes:
                span = p.item.span
                ident, ref = s.Ident(name, span=span), s.TypeRef("name", "", span=span)
                item = s.Attribute(ident, None, "", ref, None if defaults is None else defaults.get(name), span=span)
                self.names.kinds[kind].attributes[name] = (type_, item, p)

    def _side(self) -> t.Type | None:
        return t.Choice(g.SIDE) if g.SIDE in self.names.choices else None

    def _not_told_again(self, name: str) -> None:
        """A narrower kind has the attributes of the wider ones, and none of them anew."""
        kind, owners = self.names.kinds[name], dict[str, str]()
        for above in self.names.lineage(name)[1:]:
            for attribute in self.names.kinds[above].attributes:
                if (other := owners.setdefault(attribute, above)) != above and kind.span is not None:
                    message = f"`{name}` would have two attributes `{attribute}`, of `{other}` and of `{above}`"
                    help_ = "declare it once, in a kind that both are a sort of, or call one of them otherwise"
                    self.diagnostics.report("HX212", kind.span, message, help=help_)
        where = {self.names.standing(above).stands for above in kind.parents} - {None}
        if len(where) > 1 and not kind.holders and kind.span is not None:
            message = f"`{name}` could stand where each of {listed(kind.parents)} stands, which are different places"
            self.diagnostics.report("HX212", kind.span, message, help=f"write `stands in` for `{name}` itself")
        for attribute in owners.keys() & kind.attributes.keys():
            message = f"`{name}` has an attribute `{attribute}` already, as every `{owners[attribute]}` has"
            self.diagnostics.report("HX212", kind.attributes[attribute][1].name.span, message)

    # -- everything that is called with arguments

    def signatures(self, placed: list[Placed]) -> None:
        layers = [*dict.fromkeys(id(p.layer) for p in placed)]
        users: dict[int, int] = {}  # by layer, the place in order of the module that uses it; its own, if no library
        for layer in {id(p.layer): p.layer for p in reversed(placed)}.values():
            after = [*users.values()][-1:] if layer.use is not None else []
            users[id(layer)] = after[0] if after else layers.index(id(layer))

        def in_order(p: Placed) -> tuple[int, bool]:
            """Returns the place of an item: what adds to a sequence or a quantity comes behind that, and what a library
            adds to one of its user behind the user's own."""
            adds: bool = getattr(p.item, "also", False)
            return users[id(p.layer)] if adds else layers.index(id(p.layer)), adds

        for p in sorted(placed, key=in_order):
            match p.item:
                case s.Fact() as item:
                    type_ = self.names.type(item.type, self.diagnostics) if item.type else t.YES_NO
                    self._signature("fact", item, t.SetOf(type_) if type_ and item.collects else type_, p)
                case s.Table() | s.Reach() as item:
                    sort = "table" if isinstance(item, s.Table) else "reach"
                    self._signature(sort, item, self.names.type(item.type, self.diagnostics), p)
                case s.Effect() as item if not varies(item):
                    self._signature("effect", item, t.YES_NO, p)
                case s.Quantity():
                    self._quantity(p.item, p)
                case s.Memory() | s.Tally() as item:
                    sort = "memory" if isinstance(item, s.Memory) else "tally"
                    type_ = self.names.type(item.type, self.diagnostics) if isinstance(item, s.Tally) else t.YES_NO
                    if self._signature(sort, item, type_, p):
                        self.names.declare(sort, item.name.text, item, p)
                case s.Event() if not p.item.also:
                    params = [(x.name.text, self.names.type(x.type, self.diagnostics)) for x in p.item.params]
                    known = tuple((n, type_) for n, type_ in params if type_ is not None)
                    if len(known) == len(params) and self._new("event", p.item.name):
                        self.names.events[p.item.name.text] = (known, p.item, p)
                        self._forbidden(p.item, known, p)
                case s.Sequence():
                    self._sequence(p.item, p)

    def _forbidden(self, event: s.Event, params: tuple[tuple[str, t.Type], ...], p: Placed) -> None:
        """The fact that asks whether an event is forbidden which picks bring about; who acts is one of its
        parameters, as the rules that forbid it may speak of that."""
        if event.by:
            name = event.name.text + g.FORBIDDEN
            acting = ((g.ACTING, t.Choice(g.SIDE)),) if g.SIDE in self.names.choices else ()
            item = s.Fact(event.name, None, event.doc, "call", event.params, None, False, None, span=event.span)
            placed = Placed(item, p.layer, p.origin)
            self.names.signatures[name] = Signature("fact", name, (*acting, *params), t.YES_NO, placed, "forbidden")

    def _sequence(self, item: s.Sequence, p: Placed) -> None:
        name = item.name.text
        if item.also:
            if not self._has("sequence", item.name):
                return
        elif not self._new("sequence", item.name):
            return
        self.names.sequences.setdefault(name, []).append((item, p))
        for span in item.spans:
            self._span(span, None)
        for beside in item.beside:
            around = self.around.get(beside.anchor.text)
            if beside.how == "replaces":
                self._free(beside.anchor.text)
            for span in beside.spans:
                self._span(span, around, beside.anchor.text if beside.how == "around" else None)

    def _span(self, span: s.SpanNode, around: str | None, wrapped: str | None = None) -> None:
        """A part of the sequence; what is put around another one names it where that is played."""
        if span.name.text == wrapped or self._new("span", span.name):
            self.names.spans.setdefault(span.name.text, span)
            self.around[span.name.text] = around
        for inner in span.body:
            if isinstance(inner, s.SpanNode):
                self._span(inner, span.name.text, wrapped)

    def _free(self, part: str) -> None:
        """Others may have the names of a part of the sequence that is replaced, and of all that lies in it. The old
        parts stay known until then: what speaks of them never comes about."""
        self.seen.pop(("span", part), None)
        for inner in [name for name, around in self.around.items() if around == part]:
            self._free(inner)

    def _quantity(self, item: s.Quantity, p: Placed) -> None:
        if item.also:
            if self._has("quantity", item.name):
                self.names.quantities[item.name.text].append((item, p))
            return
        if item.figure:
            self._figure(item, p)
            return
        if item.type is None or item.start is None:
            message = f"the quantity `{item.name.text}` needs a type and a line `starts with`"
            self.diagnostics.report("HX213", item.name.span, message)
            return
        if self._signature("quantity", item, self.names.type(item.type, self.diagnostics), p):
            self.names.quantities[item.name.text] = [(item, p)]

    def _figure(self, item: s.Quantity, p: Placed) -> None:
        """A quantity that is read in place of an attribute."""
        param, name = item.params[0], item.name
        if (type_ := self.names.type(param.type, self.diagnostics)) is None:
            return
        kind = type_.name if isinstance(type_, t.Kind) else ""
        if (found := self.names.attribute(kind, name.text)) is None:
            self.diagnostics.unknown("HX245", name, f"a `{type_}` has no attribute", self.names.attributes_of(kind))
            return
        owner, figure = found
        ordered = isinstance(figure, t.Choice) and self.names.choice(figure.name).ordered
        if not isinstance(figure, t.Number) and not ordered:
            message = (
                f"`{name.text}` is `{figure}`, and what rules change step by step is a number or a choice in order"
            )
            self.diagnostics.report("HX245", name.span, message, help="declare a fact of it, and ask that")
        elif owner != kind:
            message = f"`{name.text}` belongs to every `{owner}`, and is read of each of them"
            help_ = f"write `of {param.name.text}: {owner}`, and in a rule `when {param.name.text} is a {kind}`"
            self.diagnostics.report("HX245", param.type.span, message, help=help_)
        elif item.start is not None:
            message = f"`{name.text}` starts with what is printed, and with nothing else"
            self.diagnostics.report("HX245", item.start.span, message, help="leave the line `starts with` out")
        elif self._signature("quantity", item, figure, p):
            self.names.quantities[name.text] = [(item, p)]
            self.names.figures[owner, name.text] = name.text

    def _signature(self, sort: str, item: Called, type_: t.Type | None, p: Placed) -> bool:
        # what is read in place of an attribute stands beside a record of its name, which is called to make one
        is_read = isinstance(item, s.Quantity) and item.figure and item.name.text in self.names.records
        is_free = self._new("figure", item.name, sort) if is_read else type_ is None or self._new_call(item.name, sort)
        if type_ is None or not is_free:
            return False
        typed: list[tuple[str, t.Type]] = []
        for param in item.params:
            if (param_type := self.names.type(param.type, self.diagnostics)) is None:
                return False
            if any(param.name.text == n for n, _ in typed):
                self.diagnostics.report("HX212", param.name.span, f"two parameters are called `{param.name.text}`")
                return False
            typed.append((param.name.text, param_type))
        shape = item.shape if isinstance(item, s.Fact | s.Memory) else "call"
        self.names.signatures[item.name.text] = Signature(sort, item.name.text, tuple(typed), type_, p, shape)
        return True

    def _new_call(self, name: s.Ident, sort: str = "") -> bool:
        """Whether a name is free for something that is called with arguments."""
        if name.text in BUILTIN_FUNCTIONS or name.text in BUILTIN_VERBS or name.text in BUILTIN_ADJECTIVES:
            self._refuse_own_word(name)
            return False
        return self._new("called", name, what=sort)

    # -- options, disputes, rules, rulings

    def laws(self, placed: list[Placed]) -> None:
        for p in placed:
            match p.item:
                case s.Option() | s.Dispute() | s.Action() | s.Rule() | s.Ruling() | s.Situation() as item:
                    sort = type(item).__name__.lower()
                    if not varies(item) and self._new(sort, item.name):
                        self.names.declare(sort, item.name.text, item, p)
                case s.Section() | s.Prose():
                    self.names.sections.append(p)
                case s.Drop() as item:
                    self.names.changes[p.origin.where] = item.name.span
            if varies(p.item) and isinstance(p.item, s.Declared):
                self.names.changes[p.origin.where] = p.item.name.span
        for chapter, _ in _of(placed, s.Chapter):
            if chapter.option:
                self.names.has("option", chapter.option, self.diagnostics)
            if chapter.situation:
                self._has("situation", chapter.situation)

    def _has(self, sort: str, name: s.Ident) -> bool:
        """Whether a word can be used while words are still declared; every unknown one has the same code here."""
        return self.names.has(sort, name, self.diagnostics, code="HX211")


def _of(placed: list[Placed], sort: type[Sort]) -> Iterator[tuple[Sort, Placed]]:
    return ((p.item, p) for p in placed if isinstance(p.item, sort))


def _how_to_change(sort: str, name: str) -> str:
    """What a variant writes that wants to change what it declares a second time."""
    match sort:
        case "effect" | "action":
            return f"to say it anew, write the line `replaces {name}` in it; to change a part, `{sort} {name} also`"
        case "rule":
            return f"a variant gives its rule a name of its own, and `replaces {name}`"
        case "span":
            return f"to play another part in its place, write `replaces {name}:` in `sequence ... also`"
        case "sequence" | "type" | "quantity":
            return "a variant that adds to it says `also` behind the name"
        case "ruling":
            return f"to overrule it, give your ruling a number of your own source, and write `supersedes {name}` in it"
        case "fact":
            return (
                "a variant writes rules for the fact that is there, which `replaces`, `limits` or stand `over` others"
            )
        case _:
            return "choose another name"
