"""Pass 3, check (second part): the declarations of a law, typed, as nodes of the rule graph.

Words first, then what is called by name, then actions, rules and rulings. Whatever cannot be typed is reported and
left out; the graph is only handed on when nothing was reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from typing import TypeVar

from hexlaw.compiler.base.cache import digest, once_clean
from hexlaw.compiler.base.diagnostic import Diagnostics, WordAt
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.check.book_texts import texts_of
from hexlaw.compiler.check.expression_typing import Checker
from hexlaw.compiler.check.layer_changes import LayerChanges
from hexlaw.compiler.check.phrase_checks import PhraseChecker
from hexlaw.compiler.check.play_declarations import PlayChecker, lifetime
from hexlaw.compiler.check.rules import RuleChecker
from hexlaw.compiler.check.scopes import action_scope, action_start, quantity_steps, span_scope
from hexlaw.compiler.check.sequences import SequenceChecker
from hexlaw.compiler.check.statement_typing import check_block, statement
from hexlaw.compiler.check.type_words import attempt
from hexlaw.compiler.check.typing_cache import HasOrigin, TypingCache, placed_now, words_in
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.data.table_files import TableShape, read_table
from hexlaw.compiler.format.old_words import old_words
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import picks_in
from hexlaw.compiler.resolve.citations import read_citations
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.compiler.resolve.names import Names, Signature
from hexlaw.compiler.resolve.overrides import varies
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t

D = TypeVar("D", bound=HasOrigin)


NOBODYS = {"hex": "a hex", "hexside": "a hexside", "game": "the game"}
"""What has attributes and belongs to no side."""


class LawChecker:
    def __init__(
        self, chain: Chain, placed: list[Placed], names: Names, diagnostics: Diagnostics,
        again: TypingCache | None = None,
    ) -> None:  # fmt: skip
        self.chain = chain
        self.placed = placed
        self.names = names
        self.diagnostics = diagnostics
        self.c = Checker(names, diagnostics, in_law=True)
        self.choices = {name: decl.values for name, decl in names.choices.items()}
        self.again = again or TypingCache(*self._words())

    def graph(self) -> g.Graph:
        found = len(self.diagnostics)
        for p in self.placed:
            for old in old_words(p.item):
                if old.said:
                    help_ = f"{old.then or f'write `{old.now}`'}; `hexlaw fmt` does"
                    self.diagnostics.report("HX248", old.reported_at or old.span, old.said, help=help_)
        self._adjectives_mean_one_thing()
        graph = self._graph()
        if len(self.diagnostics) == found and not self.diagnostics.has_errors:
            self.again.keep()
        return graph

    def _adjectives_mean_one_thing(self) -> None:
        """`b is lit` is said of a flag and of what rules conclude alike, so no thing has both of one name."""
        for name, signature in self.names.signatures.items():
            if signature.shape != "adjective" or not isinstance(of := t.bare(signature.params[0][1]), t.Kind):
                continue
            found = self.names.attribute(self.names.attribute_below(of.name, name) or of.name, name)
            if found is not None and found[1] == t.YES_NO:
                place = signature.placed.item.name.span  # type: ignore[union-attr]
                message = f"`is {name}` would mean two things: a `{found[0]}` has a flag `{name}`"
                help_ = "give one of them another name, or take out the flag and let rules conclude it"
                self.c.error("HX212", place, message, help_)

    def _graph(self) -> g.Graph:
        self._tables_are_declared()
        self._kinds_fit()
        changes = LayerChanges(self.names, self.placed, self._cites, self.diagnostics)
        sequences = self.sequences(changes.dropped_parts())
        rules = self.rules
        checked = {name: attempt(rules.rule, item, p) for name, (item, p) in self.names.rules.items()}
        changes.cite_their_source()
        for p in self.placed:
            if isinstance(p.item, s.Chapter):
                self._cites(p.item.cite, p)
        layers = self.chain.layers
        return g.Graph(
            modules=tuple(layer.name for layer in layers),
            titles={layer.name: layer.manifest.title for layer in layers},
            sources=dict(self.names.sources),
            speaks_for=tuple(dict.fromkeys(key for layer in layers for key in layer.manifest.speaks_for)),
            choices=dict(self.names.choices),
            measures={name: text for name, (_, text) in self.names.measures.items()},
            kinds={name: self._kind(name) for name in self.names.kinds},
            records={
                name: g.RecordDecl(name, {f: self._field(name, f, type_) for f, type_ in fields.items()})
                for name, fields in self.names.records.items()
            },
            facts={
                sig.name: self._forbidden(sig) if sig.shape == "forbidden" else self._declared(sig, self._fact)
                for sig in self._signatures("fact")
            },
            quantities={
                sig.name: made for sig in self._signatures("quantity")
                if (made := attempt(self._declared, sig, self._quantity)) is not None
            },
            tables={sig.name: table for sig in self._signatures("table") if (table := self._table(sig))},
            effects={sig.name: self._declared(sig, self._effect) for sig in self._signatures("effect")},
            actions={name: a for name, (item, p) in self.names.actions.items() if (a := attempt(self._done, item, p))},
            reaches={sig.name: r for sig in self._signatures("reach") if (r := attempt(self._reach, sig))},
            options={name: self._option(item, p) for name, (item, p) in self.names.options.items()},
            disputes={name: self._dispute(item, p) for name, (item, p) in self.names.disputes.items()},
            settlements=tuple(changes.settlements()),
            drops=tuple(changes.drops()),
            variations=tuple(changes.variations()),
            rules={name: rule for name, rule in checked.items() if rule is not None},
            rulings={name: self._ruling(item, p) for name, (item, p) in self.names.rulings.items()},
            units=dict(self.names.units),
            phrases=PhraseChecker(self.names, self.diagnostics).phrases(self.placed),
            texts=texts_of(self.placed, self.names, self._cites, self.diagnostics),
            sequences=sequences,
            **self._play.declarations(),
        )  # fmt: skip

    @cached_property
    def rules(self) -> RuleChecker:
        return RuleChecker(self.c, self.again)

    @property
    def _play(self) -> PlayChecker:
        return PlayChecker(self.c, self._cites, self.rules.scopes.ways)

    def sequences(self, dropped: Sequence[s.Drop] = ()) -> dict[str, tuple[g.SpanDecl, ...]]:
        """Returns the sequences of play; from now on it is known which names their parts know."""
        return SequenceChecker(self.c, self._cites).sequences(dropped)

    def typed_again(self, item: s.Item, name: str) -> object:
        """Returns the node of one item by itself, in a law whose sequences are typed."""
        signature = self.names.signatures.get(name)
        makes = {"fact": self._fact, "quantity": self._quantity, "effect": self._effect}
        match item:
            case s.Rule() if name in self.names.rules:
                return self.rules.rule(*self.names.rules[name])
            case s.Fact() | s.Quantity() | s.Effect() if signature is not None and signature.sort in makes:
                return makes[signature.sort](signature)
            case s.Action() if name in self.names.actions:
                return self._action(*self.names.actions[name])
            case s.Thing() | s.Plan() if name in self.names.kinds:
                return self._kind(name)
            case s.Task() if name in self.names.tasks:
                return self._play.task(*self.names.tasks[name])
            case _:
                return None

    def _words(self) -> tuple[str, Mapping[str, object]]:
        """Returns a name for all that items are typed against: what modules say of themselves, the unit charts, every
        item that is neither a rule nor a fact, which rules there are, and what is called with arguments: more where a
        rule has a goal. Facts that none of these says come apart, by name: only who says one reads it."""
        modules = [(x.name, x.text) for layer in self.chain.layers for x in (layer.sources[0], *layer.units)]
        apart = s.Rule | s.Words | s.Section | s.Prose | s.ToldOf
        others = [p for p in self.placed if not isinstance(p.item, apart) or varies(p.item)]
        items = [(p.item, (p.origin, p.item.span.source.text[p.item.span.start : p.item.span.end])) for p in others]
        said = {g.PLAYS, g.GOALS, g.PLAYER_OF}  # what is read where nobody says it
        if any(p.layer.use is not None for p in self.placed):  # items of a library say other names than they read
            said.update(item.name.text for item, _ in items if isinstance(item, s.Fact))
        said = said.union(*(words_in(text) for item, (_, text) in items if not isinstance(item, s.Fact)))
        facts = grouped((x.name.text, at) for x, at in items if isinstance(x, s.Fact) and x.name.text not in said)
        called = [name for name in self.names.signatures if name not in facts]
        common = [at for item, at in items if not isinstance(item, s.Fact) or item.name.text in said]
        return digest(repr((modules, common, list(self.names.rules), called))), facts

    def _signatures(self, sort: str) -> list[Signature]:
        return [sig for sig in self.names.signatures.values() if sig.sort == sort]

    def _cites(self, cite: s.Cite | None, p: Placed) -> tuple[g.Citation, ...]:
        return read_citations(cite, self.names.sources, p.layer.manifest.default_source, self.diagnostics)

    # -- words

    def _kind(self, name: str) -> g.KindDecl:
        kind = self.names.kinds[name]
        attributes: dict[str, g.AttributeDecl] = {}
        for ancestor in reversed(self.names.lineage(name)):
            for attribute, (type_, item, p) in self.names.kinds[ancestor].attributes.items():
                if item.secret and ancestor == name:
                    self._secret(name, attribute, item.name.span)
                default, lasting = self._default(item, type_), lifetime(self.c, item, ancestor)
                attributes[attribute] = g.AttributeDecl(
                    attribute, type_, default, item.doc, lasting, item.secret, p.origin.is_advice
                )
        standing = self.names.standing(name)
        stands = standing.stands
        secret = stands is not None and stands.secret
        until = stands.hidden if stands is not None else None
        if until is not None and standing.name == name:
            self._hidden_while(name, until, attributes)
        parents = kind.parents[0] if len(kind.parents) == 1 else kind.parents or None
        return g.KindDecl(
            name, parents, attributes, standing.holders, standing.depth, kind.doc, secret,
            None if until is None else until.text,
        )  # fmt: skip

    def _hidden_while(self, kind: str, until: s.Ident, attributes: Mapping[str, g.AttributeDecl]) -> None:
        """What says whether the place of a thing is secret is for everybody to see."""
        if (declared := attributes.get(until.text)) is None:
            known = [name for name, a in attributes.items() if isinstance(a.type, t.YesNo)]
            self.diagnostics.unknown("HX432", until, f"a `{kind}` has no attribute", known)
        elif not isinstance(declared.type, t.YesNo):
            message = f"the place of a `{kind}` cannot be secret while `{until.text}`, which is `{declared.type}`"
            self.c.error("HX432", until.span, message, "name a yes/no attribute of it, such as `hidden: yes/no`")
        elif declared.secret:
            message = f"`{until.text}` is a secret itself, and says whether the place of a `{kind}` is one"
            self.c.error("HX432", until.span, message, f"leave out `secret` where `{until.text}` is declared")

    def _secret(self, kind: str, attribute: str, span: Span) -> None:
        """A secret is one of a side, which has to be known."""
        if kind in NOBODYS:
            said = f"`{attribute}` is secret, but {NOBODYS[kind]} is no side's own: there is nobody to know it"
            self.c.error("HX417", span, said, "a secret belongs to a thing; put one there that hides it")
        elif attribute in g.OWNED_BY:
            said = f"`{attribute}` says whose the secrets of a {kind} are, and cannot be one of them"
            self.c.error("HX417", span, said, "what everybody sees is whose a thing is")

    def _default(self, item: s.Attribute, type_: t.Type) -> object:
        if isinstance(item.default, s.Name) and t.bare(type_) == t.YES_NO:
            message = f"the default of `{item.name.text}` is yes or no, and not `{item.default.text}`"
            self.c.error("HX254", item.default.span, message, "write `yes` or `no`; without a default it is `no`")
        elif item.default is not None:
            typed = attempt(self.c.fitting, item.default, {}, type_, f"the default of `{item.name.text}`")
            if typed is not None and not isinstance(typed, e.Const):
                self.c.error("HX254", item.default.span, "a default is a written value, not something to compute")
            return typed.value if isinstance(typed, e.Const) else g.MISSING
        match type_:
            case t.YesNo():
                return False
            case t.SetOf():
                return ()
            case t.OrNone():
                return None
            case _:
                return g.MISSING

    # -- what is called by name

    def _declared(self, sig: Signature, make: Callable[[Signature], D]) -> D:
        return placed_now(self.again.typed(sig.sort, sig.name, sig.placed, None, lambda: make(sig)), sig.placed)

    def _fact(self, sig: Signature) -> g.FactDecl:
        item = sig.placed.item
        assert isinstance(item, s.Fact)
        otherwise = None
        if item.otherwise is not None:
            otherwise = attempt(
                self.c.fitting, item.otherwise, dict(sig.params), sig.type, f"`otherwise` of `{sig.name}`"
            )
        elif sig.type == t.YES_NO:
            otherwise = e.Const(False, t.YES_NO)
        return g.FactDecl(
            sig.name, sig.placed.origin, item.shape, sig.params, sig.type, item.collects, otherwise, item.doc,
            self._cites(item.cite, sig.placed),
        )  # fmt: skip

    def _forbidden(self, sig: Signature) -> g.FactDecl:
        """What asks whether an event is forbidden: whether one of the rules applies that forbid it, all of this law."""
        event = sig.name.removesuffix(g.FORBIDDEN)
        forbid = [e.Applies(name, itself=True) for name in self._forbidding.get(event, ())]
        otherwise = e.Any(tuple(forbid)) if forbid else e.Const(False, t.YES_NO)
        doc = f"Whether a rule forbids `{event}`."
        return g.FactDecl(sig.name, sig.placed.origin, "forbidden", sig.params, sig.type, False, otherwise, doc)

    @cached_property
    def _forbidding(self) -> dict[str, tuple[str, ...]]:
        """By what is forbidden, as it is written, the rules that forbid it."""
        forbids = ((name, c) for name, (item, _) in self.names.rules.items() for c in item.conclusions)
        said = ((name, c) for name, c in forbids if isinstance(c, s.Forbids))
        return grouped((what, name) for name, c in said for what in dict.fromkeys(path.text for path in c.picks))

    def _quantity(self, sig: Signature) -> g.QuantityDecl:
        items = self.names.quantities[sig.name]
        first = items[0][0]
        steps: list[str] = []
        for name in (*first.steps, *(extra.name for item, _ in items for extra in item.extra)):
            if name.text in steps:
                self.c.error("HX212", name.span, f"the quantity `{sig.name}` has a step `{name.text}` already")
            steps.append(name.text)
        for item, _ in items:
            later = item is not first
            others = [p.name.text for p in item.params] != [n for n, _ in sig.params]
            if later and (item.start is not None or item.steps or others):
                message = (
                    f"`also` puts steps into `{sig.name}`, with the same parameters, and changes nothing else of it"
                )
                params = ", ".join(f"{name}: {type_}" for name, type_ in sig.params)
                help_ = f"write `quantity {sig.name} also ({params})`" if others else "write `step NAME after NAME`"
                self.c.error("HX264", item.name.span, message, help_)
            if not later and item.extra:
                self.c.error("HX264", item.extra[0].name.span, "all steps of a new quantity stand in its line `steps`")
            for extra in item.extra:
                if extra.anchor.text not in steps:
                    self.diagnostics.unknown("HX264", extra.anchor, f"the quantity `{sig.name}` has no step", steps)
        if first.start is None:  # a printed figure
            (param, kind), *_ = sig.params
            start: e.Expr = e.Attribute(e.Var(param, kind), sig.name, str(kind), sig.type)
        else:
            start = self.c.fitting(first.start, dict(sig.params), sig.type, f"what `{sig.name}` starts with")
        names = quantity_steps(items)
        return g.QuantityDecl(sig.name, sig.placed.origin, sig.params, sig.type, start, names, first.doc)

    def _tables_are_declared(self) -> None:
        """A file that no `table` names would be read by nobody."""
        known = self.names.declared("table")
        for layer in self.chain.layers:
            for name, source in layer.tables.items():
                if name not in known:
                    declare = f"declare it in a .law file: `table {name}(...): ...`"
                    word = WordAt(name, source.span(0, 0))
                    self.diagnostics.unknown("HX258", word, "no `table` declares", known, help=declare)

    def _table(self, sig: Signature) -> g.TableDecl | None:
        item = sig.placed.item
        assert isinstance(item, s.Table)
        sources = [layer.tables[sig.name] for layer in self.chain.layers if sig.name in layer.tables]
        shape = TableShape(sig.name, sig.params, sig.type, item.name.span)
        texts = (text for source in sources for text in (source.name, source.text))
        key = digest(*texts, repr((shape.name, shape.axes, shape.result, self.choices)))
        data = once_clean(
            "table", key, lambda found: read_table(shape, sources, self.choices, found), self.diagnostics, on_disk=False
        )
        if data is None:
            return None
        axes = [name for name, _ in sig.params]
        for edge in item.edges:
            if edge.axis.text not in axes:
                self.diagnostics.unknown("HX255", edge.axis, f"the table `{sig.name}` has no axis", axes)
            elif (problem := self._edge_problem(edge, sig)) is not None:
                self.c.error("HX255", edge.axis.span, *problem)
        below = {edge.axis.text: edge.reads for edge in item.edges if edge.below}
        above = {edge.axis.text: edge.reads for edge in item.edges if not edge.below}
        cites = self._cites(item.cite, sig.placed)
        for text in data.cite:
            found = ((source, source.text.find(text)) for source in reversed(sources))
            places = (source.span(at, at + len(text)) for source, at in found if at >= 0)
            written = s.Cite(text, span=next(places, item.name.span))
            cites = (*cites, *(c for c in self._cites(written, sig.placed) if c not in cites))
        return g.TableDecl(sig.name, sig.placed.origin, sig.params, sig.type, data, below, above, cites, item.doc)

    def _edge_problem(self, edge: s.TableEdge, sig: Signature) -> tuple[str, str] | None:
        where, axis = "below" if edge.below else "above", edge.axis.text
        type_ = dict(sig.params)[axis]
        if not isinstance(type_, t.Number):
            return f"`{axis}` is a `{type_}`, which has nothing {where}", "only an axis of numbers has ends"
        if edge.reads == "none" and not isinstance(sig.type, t.OrNone):
            return (
                f"{where} `{axis}` the table `{sig.name}` would read none, but its values are `{sig.type}`",
                f"declare it as `{sig.type} or none`, or read the first or last line",
            )
        return None

    def _effect(self, sig: Signature) -> g.EffectDecl:
        item = sig.placed.item
        assert isinstance(item, s.Effect)
        body = check_block(self.c, item.body, dict(sig.params))
        return g.EffectDecl(sig.name, sig.placed.origin, sig.params, body, self._cites(item.cite, sig.placed))

    def _reach(self, sig: Signature) -> g.ReachDecl:
        item = sig.placed.item
        assert isinstance(item, s.Reach)
        action, _, pick = item.by.text.partition(".")
        found = self.names.actions.get(action)
        picks = [line for line in _declaration(found[0]) if isinstance(line, s.Pick)] if found else []
        line = next((x for x in picks if x.name.text == pick), None)
        if found is None or line is None or not line.repeatedly or line.cost is None:
            message = f"`{item.by.text or sig.name}` is not a repeated pick with a cost"
            help_ = (
                "a reach follows a pick at the top of its action, made `repeatedly`, that `costs ... counted in ...`"
            )
            raise self.c.wrong("HX256", item.by.span, message, help_)
        wanted = [x.param.name.text for x in picks]
        if [n for n, _ in sig.params] != wanted[: wanted.index(line.param.name.text) + 1]:
            message = f"`{sig.name}` takes what `{item.by.text}` takes: {', '.join(wanted)}"
            raise self.c.wrong("HX256", item.name.span, message)
        return g.ReachDecl(sig.name, sig.placed.origin, sig.params, sig.type, action, pick, item.doc)

    def _field(self, record: str, name: str, type_: t.Type) -> g.AttributeDecl:
        item = self.names.record_items.get(record)  # none of what the language brings along
        doc = next((field.doc for field in item.fields if field.name.text == name), "") if item is not None else ""
        return g.AttributeDecl(name, type_, g.MISSING, doc)

    # -- actions

    def _done(self, item: s.Action, p: Placed) -> g.ActionDecl:
        return placed_now(self.again.typed("action", item.name.text, p, None, lambda: self._action(item, p)), p)

    def _action(self, item: s.Action, p: Placed) -> g.ActionDecl:
        """Its declaration: the leading picks and what they let; whatever follows is its body."""
        c = replace(self.c, points=set(), action=item.name.text)
        scope = action_start(c, item)
        params = tuple((n, type_) for n, type_ in scope.items() if n != g.ACTING)
        lines: list[e.Pick | e.Let] = []
        for line in _declaration(item):
            made = statement(c, line, scope)
            assert isinstance(made, e.Pick | e.Let)
            lines.append(made)
        rest = item.lines[len(lines) :]
        repeated = {x.param.name.text for x in item.lines if isinstance(x, s.Pick) and x.repeatedly}
        body = check_block(c, rest, {n: type_ for n, type_ in scope.items() if n not in repeated})
        self._picks_named_once(item)
        return g.ActionDecl(
            item.name.text, p.origin, tuple(lines), self._cites(item.cite, p), item.doc, params,
            tuple(self._open_in(o, scope) for o in item.open_in), body, item.parent.text if item.parent else None,
            tuple(path.text for path in item.excepts), item.gives_up,
        )  # fmt: skip

    def _kinds_fit(self) -> None:
        """At each pick that a kind of action shares with its parent, all has to be known that rules speak of there."""
        for name, (item, _) in self.names.actions.items():
            for path in item.excepts:
                self.names.has("rule", path, self.diagnostics, " to except")
            if item.parent is None:
                if item.excepts:
                    message = f"`{name}` is not a kind of another action, so no rules of one hold for it"
                    self.c.error("HX431", item.excepts[0].span, message, f"write `action {name} is a ...`")
                continue
            parent = self.names.actions[item.parent.text][0]
            shared = {x.name.text for x in picks_in(parent.lines)} & {x.name.text for x in picks_in(item.lines)}
            for pick_name in sorted(shared):
                known, wanted = (action_scope(self.c, action, pick_name) or {} for action in (item, parent))
                lost = [n for n, type_ in wanted.items() if known.get(n) != type_]
                if lost:
                    listed = ", ".join(f"`{n}`" for n in lost)
                    message = f"`{name}` is a kind of `{parent.name.text}`, but does not know {listed} at `{pick_name}`"
                    help_ = f"rules about `{parent.name.text}.{pick_name}` may speak of it: keep it as it is there"
                    self.c.error("HX431", item.name.span, message, help_)

    def _open_in(self, node: s.OpenIn, scope: dict[str, t.Type]) -> g.OpenIn:
        for span in node.spans:
            self.c.is_span(span)
        outer = {**span_scope(self.c, node.spans[0].text), **scope} if node.spans else scope
        to = attempt(self.c.side_or_player, node.to, outer, "to whom it is open") if node.to else None
        return g.OpenIn(tuple(span.text for span in node.spans), to)

    def _picks_named_once(self, item: s.Action) -> None:
        seen: set[str] = set()
        for line in picks_in(item.lines):
            if line.name.text in seen:
                message = f"the action `{item.name.text}` has a pick `{line.name.text}` already"
                self.c.error("HX212", line.name.span, message)
            if line.name.text == g.DONE:
                message = "`done` is the pick that ends every repeated pick"
                self.c.error("HX212", line.name.span, message, "choose another name")
            seen.add(line.name.text)

    # -- options, disputes, rulings

    def _option(self, item: s.Option, p: Placed) -> g.OptionDecl:
        for other in (*item.needs, *item.excludes):
            self.names.has("option", other, self.diagnostics)
        return g.OptionDecl(
            item.name.text, p.origin, item.default, tuple(i.text for i in item.needs),
            tuple(i.text for i in item.excludes), self._cites(item.cite, p), item.doc,
        )  # fmt: skip

    def _dispute(self, item: s.Dispute, p: Placed) -> g.DisputeDecl:
        if len([r.name.text for r in item.readings]) < 2 or item.default is None:
            message = f"the dispute `{item.name.text}` needs two readings or more, and a default"
            self.c.error("HX272", item.name.span, message)
        else:
            self.names.has_reading(item.name, item.default, self.diagnostics)
        return g.DisputeDecl(
            item.name.text, p.origin, item.doc,
            tuple(g.ReadingDecl(r.name.text, r.text, self._cites(r.cite, p)) for r in item.readings),
            item.default.text if item.default else "", item.because, self._cites(item.cite, p),
        )  # fmt: skip

    def _ruling(self, item: s.Ruling, p: Placed) -> g.Ruling:
        for path in (*item.confirms, *item.amends):
            self.names.has("rule", path, self.diagnostics)
        for other in item.supersedes:
            self.names.has("ruling", other, self.diagnostics, " to supersede")
        return g.Ruling(
            item.name.text, p.origin, self._cites(item.cite, p), item.asks, item.answers, item.dated,
            item.authority.text if item.authority else None, tuple(i.text for i in item.confirms),
            tuple(i.text for i in item.amends), tuple(i.text for i in item.supersedes),
            tuple(i.text for i in item.shown), item.notes,
        )  # fmt: skip


def _declaration(item: s.Action) -> Iterator[s.Statement]:
    """The picks of an action's declaration, and what it lets; what stands below other statements is done in it."""
    return takewhile(lambda line: isinstance(line, s.Pick | s.Let), item.lines)
