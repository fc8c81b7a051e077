"""Says what each rule of the grammar becomes: nodes of the syntax tree.

Where nothing is decided, `NODES` says which node a rule of the grammar becomes and which of its fields the children
fill, in the grammar's order; what a child becomes follows from the type of its field (`building.py`). The methods are
for rules where something is decided. Both are called as a rule has been read (`reducing.py`), the innermost first.
"""

from __future__ import annotations

from typing import Any

from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.building import Builder, Doc, GrammarLine, GrammarPart, Lines, item, line, node, unquoted
from hexlaw.runtime.base.nodes import replace

NODES = {
    # items and questions
    "ask_may": node(s.AskMay, "pick args*"),
    "ask_after": node(s.AskAfter, "effect value"),
    "ask_reach": node(s.AskReach, "reach"),
    "ask_value": node(s.AskValue, "value"),
    "situation": item(s.Situation, "name cite title"),
    "situation_reading": line("readings", each="pair"),
    "option": item(s.Option, "name cite"),
    "option_needs": line("needs", "all"),
    "option_excludes": line("excludes", "all"),
    "dispute": item(s.Dispute, "name cite"),
    "reading": node(s.Reading, "name text cite"),
    "settle": node(s.Settle, "dispute reading cite anew"),
    "drop": node(s.Drop, "sort name cite reason"),
    # words
    "choice": item(s.Choice, "name also ordered cite"),
    "record": item(s.Record, "name cite"),
    "thing": item(s.Thing, "name also article parent cite"),
    "plan": item(s.Plan, "name cite"),
    "attribute": node(s.Attribute, "name type default lasting secret cite doc"),
    "noted": node(s.Attribute, "name type default doc", lasting=None, secret=False, cite=None),
    "default_anew": node(s.DefaultAnew, "- name value cite doc"),
    "type_set": node(s.TypeRef, "item", form="set", name=""),
    "type_or_none": node(s.TypeRef, "item -", form="or-none", name=""),
    "type_name": node(s.TypeRef, "name", form="name"),
    "type_yesno": node(s.TypeRef, "-", form="yes/no", name=""),
    "type_whole": node(s.TypeRef, "-", form="whole", name=""),
    "type_exact": node(s.TypeRef, "-", form="exact", name=""),
    "type_text": node(s.TypeRef, "-", form="text", name=""),
    "type_moment": node(s.TypeRef, "-", form="moment", name=""),
    "param": node(s.Param, "name type"),
    "words": node(s.Words, "phrases*"),
    "phrase": node(s.Phrase, "sort name forms*"),
    # facts and numbers
    "otherwise": line("otherwise"),
    "quantity": item(s.Quantity, "name also params type cite"),
    "starts_with": line("start"),
    "steps": line("steps", "all"),
    "table": item(s.Table, "name params type cite"),
    # doing
    "effect": item(s.Effect, "name also params cite"),
    "action": item(s.Action, "name also article parent params cite"),
    "excepting": line("excepts", each="child"),
    "anew": line("anew"),
    "beside_part": node(s.BesidePart, "how anchor body"),
    "part": node(s.Part, "name body"),
    "reach_by": line("by"),
    "event": item(s.Event, "name also params cite"),
    "given": node(s.Given, "name value"),
    "tally": item(s.Tally, "name params type cite"),
    "order": item(s.Order, "name cite"),
    "falls_due": line("due"),
    "task": item(s.Task, "name params cite"),
    "crew": line("crew", "all"),
    "works": line("works", "all"),
    "gains": line("gains"),
    "stage": node(s.Stage, "name lasts opens when"),
    "task_done": line("done"),
    "sequence": item(s.Sequence, "name also cite"),
    "span_each": line("each"),
    "span_by": line("by"),
    "span_if": line("condition"),
    "span_while": line("repeats"),
    "span_turns": line("turns_from"),
    "span_at_once": line("at_once", says=True),
    "gives_up": line("gives_up", says=True),
    "pick_optionally": line("optionally", says=True),
    "pick_from": line("domain"),
    "pick_where": line("where"),
    "set": node(s.Set, "target value until"),
    "mark": node(s.Mark, "thing attribute until", value=True),
    "clear": node(s.Mark, "attribute thing", value=False),
    "borrowed": node(s.Borrowed, "pick repeatedly optionally"),
    "offer": node(s.Offer, "action to repeatedly"),
    "demand": node(s.Offer, "action to repeatedly", duty=True),
    "announce": node(s.Announce, "event"),
    "write": node(s.Write, "order name"),
    "begin": node(s.Begin, "task crew name"),
    "task_change": node(s.ChangeTask, "how task"),
    "return_": node(s.Return, "thing point"),
    "finish": node(s.Finish, ""),
    "reveal": node(s.Reveal, "what to"),
    "end_game": node(s.EndGame, ""),
    "move": node(s.Move, "thing to"),
    "place": node(s.Place, "kind where name"),
    "remove": node(s.Remove, "thing"),
    "roll": node(s.Roll, "dice name"),
    "roll_of": node(s.Roll, "dice faces name"),
    "draw": node(s.Draw, "binder"),
    "let": node(s.Let, "name value"),
    "if_": node(s.If, "condition then otherwise"),
    "for_": node(s.For, "binder body"),
    "do": node(s.Do, "call"),
    # rules
    "rule": item(s.Rule, "name also cite"),
    "follows": line("follows", each="child"),
    "after": line("after"),
    "at_edge": line("at_edge", "all"),
    "link": node(s.Link, "how targets*"),
    "target_rule": node(s.Target, "path wild", step=False),
    "target_step": node(s.Target, "path", step=True, wild=False),
    "under": line("under", "all"),
    "by_ruling": line("by_ruling"),
    "against": line("against"),
    "when": line("when", each="child"),
    "for_each": line("for_each", each="child"),
    "at_step": line("at_step"),
    "at_all_times": line("sampled", says="all-times"),
    "at_rest": line("sampled", says="rest"),
    "concludes": node(s.Concludes, "expr"),
    "goal_that": line("that"),
    "goal_keep": line("keeps"),
    "goal_at": line("places"),
    "goal_with": line("things"),
    "goal_worth": line("worth"),
    "forbids": node(s.Forbids, "picks*"),
    "requires": node(s.Requires, "condition"),
    "changes_by": node(s.Changes, "how amount"),
    "keeps_fractions": node(s.Rounds, "quantity", how="keep", each_step=False),
    "begins": node(s.Begins, "memory", lapses=False),
    "lapses": node(s.Begins, "memory", lapses=True),
    "counts": node(s.Counts, "amount tally"),
    "resets": node(s.Counts, "tally", amount=None),
    "then": node(s.Then, "body"),
    "task_rule": node(s.TaskRule, "how task"),
    "leaves": node(s.Leaves, "text"),
    # rulings
    "ruling": item(s.Ruling, "name cite"),
    "asks": line("asks"),
    "dated": line("dated"),
    "authority": line("authority"),
    "supersedes": line("supersedes", each="child"),
    "shown": line("shown", each="child"),
    "notes": line("notes", each="child"),
    # expressions
    "those": node(s.Selected, "binder", how="those"),
    "one": node(s.Selected, "binder", how="one"),
    "linked": node(s.Linked, "var start within before where"),
    "whichever": node(s.Whichever, "var domain how measure"),
    "now_in": node(s.NowIn, "name"),
    "disj": node(s.AnyOf, "parts*"),
    "conj": node(s.AllOf, "parts*"),
    "negation": node(s.Not, "inner"),
    "quant": node(s.Quantified, "how binder", holds=None),
    "compare": node(s.Compare, "left op right"),
    "in_": node(s.In, "item negated container"),
    "includes": node(s.Includes, "container item"),
    "verb": node(s.Verb, "left verb right"),
    "would_break": node(s.WouldBreak, "effect rule"),
    "applies": node(s.Applies, "rule"),
    "arith": node(s.Arith, "left op right"),
    "attr": node(s.Attr, "base name"),
    "name": node(s.Name, "text"),
    "number": node(s.Literal_, "text", form="number"),
    "odds": node(s.Literal_, "text", form="odds"),
    "place_name": node(s.Literal_, "text", form="place"),
    "text": node(s.Literal_, "text", form="text"),
    "yes": node(s.Constant, "value"),
    "no": node(s.Constant, "value"),
    "none": node(s.Constant, "value"),
    "set_literal": node(s.SetOf, "items*"),
    "total": node(s.Folded, "item binder", how="sum", whole=None),
    "extreme": node(s.Folded, "how item binder", whole=None),
}


class ToSyntax(Builder):
    """`source` and `offset` say which text the item being parsed was cut from, and where."""

    def __init__(self) -> None:
        self.source = Source("", "")
        self.offset = 0
        self.repeated: list[tuple[str, Span]] = []  # lines that can stand once in an item, and stand twice

    # -- items

    def chapter(self, at: GrammarPart, c: list[Any]) -> s.Chapter:
        begins, cite, title, word, name = c
        ident = self.ident(name) if name else None
        option, situation = (ident, None) if word == "option" else (None, ident)
        return s.Chapter(unquoted(title), cite, option, situation, begins == "advice", span=self.span(at))

    def situation_option(self, at: GrammarPart, c: list[Any]) -> Lines:
        return Lines("options", ((self.ident(c[0]), c[1] == "on"),))

    def option_default(self, at: GrammarPart, c: list[Any]) -> GrammarLine:
        return GrammarLine("default", c[0] == "on")

    def dispute_default(self, at: GrammarPart, c: list[Any]) -> GrammarLine:
        return GrammarLine("default", self.ident(c[0]), {"because": unquoted(c[1]) if c[1] else ""})

    # -- words

    def measure(self, at: GrammarPart, c: list[Any]) -> s.Measure:
        return s.Measure(self.ident(c[0]), c[1] == "exact", unquoted(c[2]) if c[2] else "", span=self.span(at))

    def stands(self, at: GrammarPart, c: list[Any]) -> GrammarLine:
        *kinds, deep, secret, hidden = c
        depth = int(deep) if deep is not None else 1
        until = self.ident(hidden) if hidden is not None else None
        made = s.Stands(tuple(map(self.ident, kinds)), depth, secret is not None, until, span=self.span(at))
        return GrammarLine("stands", made)

    def params(self, at: GrammarPart, c: list[Any]) -> tuple[s.Param, ...]:
        return tuple(p for p in c if p is not None)

    # -- facts and numbers

    def shape_call(self, at: GrammarPart, c: list[Any]) -> dict[str, Any]:
        return {"name": self.ident(c[0]), "shape": "call", "params": c[1]}

    def shape_adjective(self, at: GrammarPart, c: list[Any]) -> dict[str, Any]:
        return {"name": self.ident(c[1]), "shape": "adjective", "params": (c[0],)}

    def shape_verb(self, at: GrammarPart, c: list[Any]) -> dict[str, Any]:
        return {"name": self.ident(c[1]), "shape": "verb", "params": (c[0], *([c[2]] if c[2] else []))}

    def fact_is(self, at: GrammarPart, c: list[Any]) -> dict[str, Any]:
        return {"type": c[0], "collects": False}

    def fact_collects(self, at: GrammarPart, c: list[Any]) -> dict[str, Any]:
        return {"type": c[0], "collects": True}

    def fact(self, at: GrammarPart, c: list[Any]) -> s.Fact:
        shape, type_, cite, *body = c
        return self.with_lines(s.Fact, {**shape, **(type_ or {}), "cite": cite}, body, self.span(at))

    def memory(self, at: GrammarPart, c: list[Any]) -> s.Memory:
        shape, cite, *body = c
        return self.with_lines(s.Memory, {**shape, "cite": cite}, body, self.span(at))

    def extra_step(self, at: GrammarPart, c: list[Any]) -> s.ExtraStep:
        return s.ExtraStep(self.ident(c[0]), c[1] == "after", self.ident(c[2]))

    def figure(self, at: GrammarPart, c: list[Any]) -> s.Quantity:
        name, param, cite, *body = c
        head = {"name": self.ident(name), "params": (param,), "cite": cite, "figure": True}
        return self.with_lines(s.Quantity, head, body, self.span(at))

    def table_edge(self, at: GrammarPart, c: list[Any]) -> s.TableEdge:
        reads: Any = str(c[2])
        return s.TableEdge(c[0] == "below", self.ident(c[1]), reads)

    # -- doing

    def open_in(self, at: GrammarPart, c: list[Any]) -> s.OpenIn:
        *spans, to = c
        return s.OpenIn(tuple(map(self.ident, spans)), to, span=self.span(at))

    def span_head(self, at: GrammarPart, c: list[Any]) -> dict[str, Any]:
        sort, name, cite, *parts = c
        head = {"sort": str(sort), "name": self.ident(name), "cite": cite}
        return {**head, **self.once_each(parts, self.token_span(name))}

    def span_(self, at: GrammarPart, c: list[Any]) -> s.SpanNode:
        return self.with_lines(s.SpanNode, c[0], c[1:], self.span(at))

    def span_beside(self, at: GrammarPart, c: list[Any]) -> s.Beside:
        how: Any = str(c[0])
        return s.Beside(how, self.ident(c[1]), tuple(c[2:]))

    def at_the_start(self, at: GrammarPart, c: list[Any]) -> s.BesidePart:
        span = self.span(at)
        return s.BesidePart("start", s.Ident("", span=span), c[1], span=span)

    def pick_repeatedly(self, at: GrammarPart, c: list[Any]) -> GrammarLine:
        return GrammarLine("repeatedly", True, {"gathered": self.ident(c[1]) if c[1] else None})

    def pick_costs(self, at: GrammarPart, c: list[Any]) -> GrammarLine:
        return GrammarLine("cost", c[0], {"account": c[1]})

    def pick_head(self, at: GrammarPart, c: list[Any]) -> dict[str, Any]:
        name, param, *parts = c
        return {"name": self.ident(name), "param": param, **self.once_each(parts, self.token_span(name))}

    def pick(self, at: GrammarPart, c: list[Any]) -> s.Pick:
        return self.with_lines(s.Pick, c[0], c[1:], self.span(at))

    def point(self, at: GrammarPart, c: list[Any]) -> s.Point:
        name, *keeps, thing = c
        return s.Point(self.ident(name), tuple(map(self.ident, keeps)), thing, span=self.span(at))

    def block(self, at: GrammarPart, c: list[Any]) -> tuple[Any, ...]:
        return tuple(p for p in c if not isinstance(p, Doc))

    def comes_by(self, at: GrammarPart, c: list[Any]) -> s.ComesBy:
        given = tuple(part for part in c if isinstance(part, s.Given))
        picks = tuple(self.ident(part) for part in c if not isinstance(part, s.Given | None))
        return s.ComesBy(picks, given, span=self.span(at))

    def reach(self, at: GrammarPart, c: list[Any]) -> s.Reach:
        name, params, type_, cite, *body = c
        span = self.span(at)
        if not any(isinstance(part, GrammarLine) for part in body):
            body.append(GrammarLine("by", s.Ident("", span=span)))
        head = {"name": self.ident(name), "params": params, "type": type_, "cite": cite}
        return self.with_lines(s.Reach, head, body, span)

    def steps_of(self, at: GrammarPart, c: list[Any]) -> s.Linked:
        found: s.Linked = replace(c[1], to=c[0], span=self.span(at))
        return found

    # -- rules and rulings

    def in_force(self, at: GrammarPart, c: list[Any]) -> GrammarLine:
        return GrammarLine(f"{c[0]}_year", int(c[1]))

    def says(self, at: GrammarPart, c: list[Any]) -> GrammarLine:
        return GrammarLine("says", s.Literal_("text", unquoted(c[0]), span=self.token_span(c[0])))

    def prose(self, at: GrammarPart, c: list[Any]) -> GrammarLine:
        *texts, digest = c
        return GrammarLine("prose", s.Prose(tuple(map(unquoted, texts)), str(digest or ""), span=self.span(at)))

    def changes_to(self, at: GrammarPart, c: list[Any]) -> s.Changes:
        return s.Changes("at-most" if c[0] == "most" else "at-least", c[1], span=self.span(at))

    def goal_by(self, at: GrammarPart, c: list[Any]) -> GrammarLine:
        return GrammarLine("by", c[0], {"clock": c[1]})

    def goal(self, at: GrammarPart, c: list[Any]) -> s.Goal:
        side = self.ident(c[1])
        parts: dict[str, Any] = dict.fromkeys(("that", "keeps", "places", "things", "worth", "by", "clock"))
        return s.Goal(side, **{**parts, **self.once_each(c[2:], side.span)}, span=self.span(at))

    def rounds(self, at: GrammarPart, c: list[Any]) -> s.Rounds:
        how: Any = str(c[1])
        return s.Rounds(self.ident(c[0]), how, c[2].type == "AFTER_EACH_STEP", span=self.span(at))

    def answers(self, at: GrammarPart, c: list[Any]) -> GrammarLine:
        words = [str(t) if t.type in ("YES", "NO") else unquoted(t) for t in c if t is not None]
        return GrammarLine("answers", ": ".join(words))

    def bears(self, at: GrammarPart, c: list[Any]) -> Lines:
        return Lines(str(c[0]), tuple(c[1:]))

    # -- expressions

    def moment(self, at: GrammarPart, c: list[Any]) -> s.Moment:
        edge, which, name, owner = c
        its = owner if isinstance(owner, s.Ident) else None
        edge_: Any = str(edge)
        which_: Any = str(which) if which else None
        return s.Moment(edge_, which_, self.ident(name), None if its else owner, its, span=self.span(at))

    def owner(self, at: GrammarPart, c: list[Any]) -> s.Ident:
        return self.ident(c[0])

    def every(self, at: GrammarPart, c: list[Any]) -> s.Quantified:
        binder = s.Binder(**c[1], where=None, span=self.span(at))
        return s.Quantified("every", binder, c[2], span=self.span(at))

    def range_set(self, at: GrammarPart, c: list[Any]) -> dict[str, Any]:
        return {"var": self.ident(c[0]), "kind": None, "within": c[1], "deep": False}

    def range_kind(self, at: GrammarPart, c: list[Any]) -> dict[str, Any]:
        kind, var, how, within = c
        return {"var": self.ident(var), "kind": self.ident(kind), "within": within, "deep": how == "within"}

    def binder(self, at: GrammarPart, c: list[Any]) -> s.Binder:
        return s.Binder(**c[0], where=c[1], span=self.span(at))

    def is_(self, at: GrammarPart, c: list[Any]) -> s.Is:
        return s.Is(c[0], c[-1], len(c) == 3, span=self.span(at))

    def is_kind(self, at: GrammarPart, c: list[Any]) -> s.IsKind:
        return s.IsKind(c[0], self.ident(c[-1]), len(c) == 4, str(c[-2]), span=self.span(at))

    def count(self, at: GrammarPart, c: list[Any]) -> s.Folded:
        binder, whole = (c[0], None) if isinstance(c[0], s.Binder) else (None, c[0])
        return s.Folded("count", None, binder, whole, span=self.span(at))

    def named_argument(self, at: GrammarPart, c: list[Any]) -> tuple[s.Ident, s.Expr]:
        return self.ident(c[0]), c[1]

    def call(self, at: GrammarPart, c: list[Any]) -> s.Call:
        args = [a for a in c[1:] if a is not None]
        plain = tuple(a for a in args if not isinstance(a, tuple))
        named = tuple(a for a in args if isinstance(a, tuple))
        return s.Call(self.ident(c[0]), plain, named, span=self.span(at))

    def path(self, at: GrammarPart, c: list[Any]) -> s.Ident:
        return s.Ident(".".join(str(t) for t in c), span=self.span(at))

    def cite(self, at: GrammarPart, c: list[Any]) -> s.Cite:
        return s.Cite(" ".join(unquoted(c[0]).split()), span=self.span(at))

    def doc(self, at: GrammarPart, c: list[Any]) -> Doc:
        return Doc(unquoted(c[0]))
