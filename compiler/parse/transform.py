"""Builds the syntax tree from Lark's tree: one method per rule of the grammar, in the grammar's order.

The walk keeps its own stack, so even very long input cannot exhaust the interpreter's.
"""

from __future__ import annotations

from typing import Any, Literal

from lark import Token, Tree
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.source import Source, Span

Extremes = Literal["least", "most"]


def _unquoted(token: Token | str) -> str:
    return str(token)[1:-1]


class Doc(str):
    """A doc string standing on a line of its own."""


def _docs(parts: list[Any] | tuple[Any, ...]) -> str:
    return " ".join(p for p in parts if isinstance(p, Doc))


def _only(parts: list[Any] | tuple[Any, ...], kind: type[Any]) -> list[Any]:
    return [p for p in parts if isinstance(p, kind)]


# How lines are written that go by another word in here.
_WRITTEN = {
    "from_set": "from",
    "from": "in force from",
    "until": "in force until",
    "sampled": "at all times` or `at rest",
}


Part = tuple[str, Any]
"""What may be left out of a line, by its key."""


class ToSyntax(Transformer_NonRecursive[Token, Any]):
    """`source` and `offset` say which text the item being parsed was cut from, and where."""

    def __init__(self) -> None:
        super().__init__(visit_tokens=False)
        self.source = Source("", "")
        self.offset = 0
        self.repeated: list[tuple[str, Span]] = []  # lines that can stand once in an item, and stand twice

    def _call_userfunc(self, tree: Tree[Token], new_children: list[Any] | None = None) -> Any:
        """The method of the rule, with place and parts; the library would wrap it anew for every node."""
        return getattr(self, tree.data)(tree.meta, tree.children if new_children is None else new_children)

    # -- places

    def _span(self, meta: Meta) -> Span:
        if meta.empty:
            return self.source.span(self.offset, self.offset)
        return self.source.span(meta.start_pos + self.offset, meta.end_pos + self.offset)

    def _ident(self, token: Token) -> s.Ident:
        return s.Ident(str(token), self._token_span(token))

    def _token_span(self, token: Token) -> Span:
        start = (token.start_pos or 0) + self.offset
        return self.source.span(start, start + len(token))

    def _idents(self, tokens: list[Any], kind: str = "NAME") -> tuple[s.Ident, ...]:
        return tuple(self._ident(t) for t in tokens if isinstance(t, Token) and t.type == kind)

    def _once(self, lines: list[Any], place: Span) -> dict[str, Any]:
        """The lines of an item by their key, each of which may stand there once."""
        found: dict[str, Any] = {}
        for key, value in lines:
            if key in found:
                self.repeated.append((_WRITTEN.get(key, key.replace("_", " ")), place))
            found.setdefault(key, value)
        return found

    # -- items

    def item(self, meta: Meta, c: list[Any]) -> Any:
        return c[0]

    question = item

    def ask_may(self, meta: Meta, c: list[Any]) -> s.AskMay:
        path, args = c[0]
        return s.AskMay(path, args, self._span(meta))

    def ask_after(self, meta: Meta, c: list[Any]) -> s.AskAfter:
        return s.AskAfter(c[0], c[1], self._span(meta))

    def ask_reach(self, meta: Meta, c: list[Any]) -> s.AskReach:
        return s.AskReach(c[0], self._span(meta))

    def ask_value(self, meta: Meta, c: list[Any]) -> s.AskValue:
        return s.AskValue(c[0], self._span(meta))

    def chapter(self, meta: Meta, c: list[Any]) -> s.Chapter:
        word, name = c[2:] if c[2] else (None, None)
        ident = self._ident(name) if name else None
        return s.Chapter(
            _unquoted(c[1]), c[0], ident if word == "option" else None, self._span(meta),
            ident if word == "situation" else None,
        )  # fmt: skip

    def situation(self, meta: Meta, c: list[Any]) -> s.Situation:
        lines = _only(c, tuple)
        return s.Situation(
            self._ident(c[0]), c[1], _unquoted(c[2]), _docs(c[3:]),
            tuple(line for kind, line in lines if kind == "option"),
            tuple(line for kind, line in lines if kind == "reading"), self._span(meta),
        )  # fmt: skip

    def situation_option(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return "option", (self._ident(c[0]), str(c[1]) == "on")

    def situation_reading(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return "reading", (c[0], self._ident(c[1]))

    def option(self, meta: Meta, c: list[Any]) -> s.Option:
        lines = self._once(_only(c, tuple), self._token_span(c[0]))
        return s.Option(
            self._ident(c[0]), c[1], _docs(c), lines.get("default", False),
            lines.get("needs", ()), lines.get("excludes", ()), self._span(meta),
        )  # fmt: skip

    def option_default(self, meta: Meta, c: list[Any]) -> tuple[str, bool]:
        return "default", str(c[0]) == "on"

    def option_needs(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return "needs", self._idents(c)

    def option_excludes(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return "excludes", self._idents(c)

    def dispute(self, meta: Meta, c: list[Any]) -> s.Dispute:
        defaults = [("default", p) for p in _only(c, tuple)]
        default = self._once(defaults, c[0].span).get("default", (None, ""))
        return s.Dispute(c[0], c[1], _docs(c), tuple(_only(c, s.Reading)), default[0], default[1], self._span(meta))

    def reading(self, meta: Meta, c: list[Any]) -> s.Reading:
        return s.Reading(self._ident(c[0]), _unquoted(c[1]) if c[1] else "", c[2], self._span(meta))

    def dispute_default(self, meta: Meta, c: list[Any]) -> tuple[s.Ident, str]:
        return self._ident(c[0]), _unquoted(c[1]) if c[1] else ""

    def settle(self, meta: Meta, c: list[Any]) -> s.Settle:
        return s.Settle(c[0], self._ident(c[1]), c[2], self._span(meta))

    def drop(self, meta: Meta, c: list[Any]) -> s.Drop:
        return s.Drop(c[0], c[1], _unquoted(c[2]) if c[2] else "", self._span(meta))

    # -- words

    def choice(self, meta: Meta, c: list[Any]) -> s.Choice:
        values = (*self._idents(c[4:], "NAME"), *self._idents(c[4:], "ODDS"))
        ordered = tuple(sorted(values, key=lambda v: v.span.start))
        return s.Choice(
            self._ident(c[0]), c[1] is not None, c[2] is not None, c[3], _docs(c), ordered, self._span(meta)
        )

    def measure(self, meta: Meta, c: list[Any]) -> s.Measure:
        exact = str(c[1]) == "exact"
        return s.Measure(self._ident(c[0]), exact, _unquoted(c[2]) if c[2] else "", self._span(meta))

    def record(self, meta: Meta, c: list[Any]) -> s.Record:
        return s.Record(self._ident(c[0]), c[1], _docs(c), tuple(_only(c, s.Attribute)), self._span(meta))

    def thing(self, meta: Meta, c: list[Any]) -> s.Thing:
        stands = self._once([("stands in", p) for p in _only(c, s.Stands)], self._token_span(c[0])).get("stands in")
        return s.Thing(
            self._ident(c[0]), c[1] is not None, self._ident(c[3]) if c[3] else None, c[4], _docs(c),
            stands, tuple(_only(c, s.Attribute)), self._span(meta), str(c[2] or "a"),
        )  # fmt: skip

    def stands(self, meta: Meta, c: list[Any]) -> s.Stands:
        depth = next((int(t) for t in c if isinstance(t, Token) and t.type == "INT"), 1)
        return s.Stands(self._idents(c), depth, self._span(meta))

    def attribute(self, meta: Meta, c: list[Any]) -> s.Attribute:
        name, type_, default, lasting, secret, cite, doc = c
        return s.Attribute(
            self._ident(name), type_, default, cite, _unquoted(doc) if doc else "", self._span(meta), lasting,
            secret is not None,
        )  # fmt: skip

    def lasting(self, meta: Meta, c: list[Any]) -> s.Moment:
        moment: s.Moment = c[0]
        return moment

    def type_set(self, meta: Meta, c: list[Any]) -> s.TypeRef:
        return s.TypeRef("set", "", self._span(meta), c[0])

    def type_or_none(self, meta: Meta, c: list[Any]) -> s.TypeRef:
        return s.TypeRef("or-none", "", self._span(meta), c[0])

    def type_name(self, meta: Meta, c: list[Any]) -> s.TypeRef:
        return s.TypeRef("name", str(c[0]), self._span(meta))

    def type_yesno(self, meta: Meta, c: list[Any]) -> s.TypeRef:
        return s.TypeRef("yes/no", "", self._span(meta))

    def type_whole(self, meta: Meta, c: list[Any]) -> s.TypeRef:
        return s.TypeRef("whole", "", self._span(meta))

    def type_exact(self, meta: Meta, c: list[Any]) -> s.TypeRef:
        return s.TypeRef("exact", "", self._span(meta))

    def type_text(self, meta: Meta, c: list[Any]) -> s.TypeRef:
        return s.TypeRef("text", "", self._span(meta))

    def type_moment(self, meta: Meta, c: list[Any]) -> s.TypeRef:
        return s.TypeRef("moment", "", self._span(meta))

    def params(self, meta: Meta, c: list[Any]) -> list[s.Param]:
        return [p for p in c if p is not None]

    def param(self, meta: Meta, c: list[Any]) -> s.Param:
        return s.Param(self._ident(c[0]), c[1])

    # -- facts and numbers

    def shape_call(self, meta: Meta, c: list[Any]) -> tuple[s.Ident, str, tuple[s.Param, ...]]:
        return self._ident(c[0]), "call", tuple(c[1])

    def shape_adjective(self, meta: Meta, c: list[Any]) -> tuple[s.Ident, str, tuple[s.Param, ...]]:
        return self._ident(c[1]), "adjective", (c[0],)

    def shape_verb(self, meta: Meta, c: list[Any]) -> tuple[s.Ident, str, tuple[s.Param, ...]]:
        return self._ident(c[1]), "verb", (c[0], *([c[2]] if c[2] else []))

    def fact_is(self, meta: Meta, c: list[Any]) -> tuple[s.TypeRef, bool]:
        return c[0], False

    def fact_collects(self, meta: Meta, c: list[Any]) -> tuple[s.TypeRef, bool]:
        return c[0], True

    def otherwise(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"otherwise": c[0]}

    def fact(self, meta: Meta, c: list[Any]) -> s.Fact:
        name, shape, params = c[0]
        type_, collects = c[1] or (None, False)
        fallback = self._once([("otherwise", p["otherwise"]) for p in _only(c, dict)], name.span).get("otherwise")
        return s.Fact(name, shape, params, type_, collects, c[2], _docs(c), fallback, self._span(meta))

    def starts_with(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return "start", c[0]

    def steps(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return "steps", self._idents(c)

    def extra_step(self, meta: Meta, c: list[Any]) -> s.ExtraStep:
        return s.ExtraStep(self._ident(c[0]), str(c[1]) == "after", self._ident(c[2]))

    def quantity(self, meta: Meta, c: list[Any]) -> s.Quantity:
        lines = self._once(_only(c[5:], tuple), self._token_span(c[0]))
        return s.Quantity(
            self._ident(c[0]), c[1] is not None, tuple(c[2]), c[3], c[4], _docs(c), lines.get("start"),
            lines.get("steps", ()), tuple(_only(c, s.ExtraStep)), self._span(meta),
        )  # fmt: skip

    def table_edge(self, meta: Meta, c: list[Any]) -> s.TableEdge:
        reads: Any = str(c[2])
        return s.TableEdge(str(c[0]) == "below", self._ident(c[1]), reads)

    def table(self, meta: Meta, c: list[Any]) -> s.Table:
        edges = tuple(_only(c, s.TableEdge))
        return s.Table(self._ident(c[0]), tuple(c[1]), c[2], c[3], _docs(c), edges, self._span(meta))

    # -- doing

    def effect(self, meta: Meta, c: list[Any]) -> s.Effect:
        body = tuple(p for p in c[3:] if not isinstance(p, Doc))
        return s.Effect(self._ident(c[0]), tuple(c[1]), c[2], _docs(c), body, self._span(meta))

    def action(self, meta: Meta, c: list[Any]) -> s.Action:
        lines = tuple(p for p in c[3:] if not isinstance(p, Doc | s.OpenIn))
        return s.Action(
            self._ident(c[0]), c[2], _docs(c[3:]), lines, self._span(meta), tuple(c[1] or ()),
            tuple(_only(c[3:], s.OpenIn)),
        )  # fmt: skip

    def open_in(self, meta: Meta, c: list[Any]) -> s.OpenIn:
        to = next((p for p in c if p is not None and not isinstance(p, Token)), None)
        return s.OpenIn(self._idents(c), to, self._span(meta))

    def event(self, meta: Meta, c: list[Any]) -> s.Event:
        return s.Event(self._ident(c[0]), tuple(c[1]), c[2], _docs(c), self._span(meta))

    def memory(self, meta: Meta, c: list[Any]) -> s.Memory:
        name, shape, params = c[0]
        return s.Memory(name, shape, params, c[1], _docs(c), self._span(meta))

    def tally(self, meta: Meta, c: list[Any]) -> s.Tally:
        return s.Tally(self._ident(c[0]), tuple(c[1]), c[2], c[3], _docs(c), self._span(meta))

    def falls_due(self, meta: Meta, c: list[Any]) -> dict[str, s.Ident]:
        return {"due": self._ident(c[0])}

    def order(self, meta: Meta, c: list[Any]) -> s.Order:
        lines = self._once([("falls due", p["due"]) for p in _only(c, dict)], self._token_span(c[0]))
        fields = tuple(_only(c, s.Attribute))
        return s.Order(self._ident(c[0]), c[1], _docs(c), lines.get("falls due"), fields, self._span(meta))

    def crew(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return "crew", (self._ident(c[0]), int(c[1]) if c[1] else None)

    def works(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return "works", (str(c[0]), self._ident(c[1]))

    def gains(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return "gains", c[0]

    def stage(self, meta: Meta, c: list[Any]) -> s.Stage:
        name, lasts, opens, when = c
        return s.Stage(self._ident(name), lasts, self._ident(opens) if opens else None, when, self._span(meta))

    def task_done(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return "done", tuple(c[0])

    def task(self, meta: Meta, c: list[Any]) -> s.Task:
        lines = self._once(_only(c[3:], tuple), self._token_span(c[0]))
        return s.Task(
            self._ident(c[0]), tuple(c[1]), c[2], _docs(c[3:]), lines.get("crew"), lines.get("works"),
            lines.get("gains"), tuple(_only(c, s.Stage)), lines.get("done", ()), self._span(meta),
        )  # fmt: skip

    def span_each(self, meta: Meta, c: list[Any]) -> Part:
        return "each", (self._ident(c[0]), c[1])

    def span_by(self, meta: Meta, c: list[Any]) -> Part:
        return "by", c[0]

    def span_if(self, meta: Meta, c: list[Any]) -> Part:
        return "if", c[0]

    def span_while(self, meta: Meta, c: list[Any]) -> Part:
        return "while", c[0]

    def span_turns(self, meta: Meta, c: list[Any]) -> Part:
        return "alternating", c[0]

    def span_head(self, meta: Meta, c: list[Any]) -> tuple[s.Ident, Any, dict[str, Any]]:
        return self._ident(c[1]), c[2], {**self._once(c[3:], self._token_span(c[1])), "sort": str(c[0])}

    def span(self, meta: Meta, c: list[Any]) -> s.SpanNode:
        (name, cite, parts), *body = c
        return s.SpanNode(
            parts["sort"], name, cite, parts.get("each"), parts.get("by"), parts.get("if"), parts.get("while"),
            parts.get("alternating"), tuple(p for p in body if not isinstance(p, Doc)), self._span(meta),
        )  # fmt: skip

    def span_beside(self, meta: Meta, c: list[Any]) -> s.Beside:
        return s.Beside(str(c[0]) == "after", self._ident(c[1]), tuple(_only(c, s.SpanNode)))

    def sequence(self, meta: Meta, c: list[Any]) -> s.Sequence:
        return s.Sequence(
            self._ident(c[0]), c[1] is not None, c[2], _docs(c), tuple(_only(c, s.SpanNode)),
            tuple(_only(c, s.Beside)), self._span(meta),
        )  # fmt: skip

    def pick_repeatedly(self, meta: Meta, c: list[Any]) -> Part:
        return "repeatedly", c[1]

    def pick_optionally(self, meta: Meta, c: list[Any]) -> Part:
        return "optionally", True

    def pick_from(self, meta: Meta, c: list[Any]) -> Part:
        return "from_set", c[0]

    def pick_where(self, meta: Meta, c: list[Any]) -> Part:
        return "where", c[0]

    def pick_costs(self, meta: Meta, c: list[Any]) -> Part:
        return "costs", (c[0], c[1])

    def pick_head(self, meta: Meta, c: list[Any]) -> tuple[s.Ident, s.Param, dict[str, Any]]:
        return self._ident(c[0]), c[1], self._once(c[2:], self._token_span(c[0]))

    def pick(self, meta: Meta, c: list[Any]) -> s.Pick:
        (name, param, parts), *does = c
        cost, account = parts.get("costs", (None, None))
        gathered = parts.get("repeatedly")
        return s.Pick(
            name, param, "repeatedly" in parts, "optionally" in parts, parts.get("from_set"), parts.get("where"), cost,
            account, tuple(d for d in does if not isinstance(d, Doc)), self._span(meta),
            None if gathered is None else self._ident(gathered),
        )  # fmt: skip

    def reach_by(self, meta: Meta, c: list[Any]) -> dict[str, s.Ident]:
        return {"by": c[0]}

    def reach(self, meta: Meta, c: list[Any]) -> s.Reach:
        lines = self._once([("by", p["by"]) for p in _only(c, dict)], self._token_span(c[0]))
        by = lines.get("by", s.Ident("", self._span(meta)))
        return s.Reach(self._ident(c[0]), tuple(c[1]), c[2], c[3], _docs(c), by, self._span(meta))

    def set(self, meta: Meta, c: list[Any]) -> s.Set:
        return s.Set(c[0], c[1], self._span(meta), c[2])

    def mark(self, meta: Meta, c: list[Any]) -> s.Mark:
        return s.Mark(c[0], self._ident(c[1]), True, self._span(meta), c[2])

    def until(self, meta: Meta, c: list[Any]) -> Any:
        return c[0]

    def borrowed(self, meta: Meta, c: list[Any]) -> s.Borrowed:
        return s.Borrowed(c[0], c[1] is not None, c[2] is not None, self._span(meta))

    def offer(self, meta: Meta, c: list[Any]) -> s.Offer:
        return s.Offer(c[0], c[1], c[2] is not None, self._span(meta))

    def announce(self, meta: Meta, c: list[Any]) -> s.Announce:
        return s.Announce(c[0], self._span(meta))

    def write(self, meta: Meta, c: list[Any]) -> s.Write:
        return s.Write(c[0], self._ident(c[1]) if c[1] else None, self._span(meta))

    def begin(self, meta: Meta, c: list[Any]) -> s.Begin:
        return s.Begin(c[0], c[1], self._ident(c[2]) if c[2] else None, self._span(meta))

    def task_change(self, meta: Meta, c: list[Any]) -> s.ChangeTask:
        how: Any = str(c[0])
        return s.ChangeTask(how, c[1], self._span(meta))

    def point(self, meta: Meta, c: list[Any]) -> s.Point:
        return s.Point(self._ident(c[0]), self._idents(c[1:-1]), c[-1], self._span(meta))

    def return_(self, meta: Meta, c: list[Any]) -> s.Return:
        return s.Return(c[0], self._ident(c[1]), self._span(meta))

    def finish(self, meta: Meta, c: list[Any]) -> s.Finish:
        return s.Finish(self._span(meta))

    def reveal(self, meta: Meta, c: list[Any]) -> s.Reveal:
        return s.Reveal(c[0], c[1], self._span(meta))

    def end_game(self, meta: Meta, c: list[Any]) -> s.EndGame:
        return s.EndGame(self._span(meta))

    def clear(self, meta: Meta, c: list[Any]) -> s.Mark:
        return s.Mark(c[1], self._ident(c[0]), False, self._span(meta))

    def move(self, meta: Meta, c: list[Any]) -> s.Move:
        return s.Move(c[0], c[1], self._span(meta))

    def place(self, meta: Meta, c: list[Any]) -> s.Place:
        return s.Place(self._ident(c[0]), c[1], self._ident(c[2]) if c[2] else None, self._span(meta))

    def remove(self, meta: Meta, c: list[Any]) -> s.Remove:
        return s.Remove(c[0], self._span(meta))

    def roll(self, meta: Meta, c: list[Any]) -> s.Roll:
        return s.Roll(str(c[0]), self._ident(c[1]), self._span(meta))

    def let(self, meta: Meta, c: list[Any]) -> s.Let:
        return s.Let(self._ident(c[0]), c[1], self._span(meta))

    def block(self, meta: Meta, c: list[Any]) -> list[Any]:
        return [p for p in c if not isinstance(p, Doc)]

    def if_(self, meta: Meta, c: list[Any]) -> s.If:
        return s.If(c[0], tuple(c[1]), tuple(c[2] or ()), self._span(meta))

    def for_(self, meta: Meta, c: list[Any]) -> s.For:
        return s.For(c[0], tuple(c[1]), self._span(meta))

    def do(self, meta: Meta, c: list[Any]) -> s.Do:
        return s.Do(c[0], self._span(meta))

    # -- rules

    def rule(self, meta: Meta, c: list[Any]) -> s.Rule:
        parts: dict[str, list[Any]] = {}
        for line in c[2:]:
            if isinstance(line, dict):
                for key, value in line.items():
                    parts.setdefault(key, []).append(value)

        def first(key: str) -> Any:
            found = self._once([(key, value) for value in parts.get(key, ())], c[0].span)
            return found.get(key)

        return s.Rule(
            name=c[0], cite=c[1], span=self._span(meta), doc=_docs(c), links=tuple(_only(c, s.Link)),
            under=first("under"), by_ruling=first("by_ruling"), against=first("against"),
            from_year=first("from"), until_year=first("until"), when=tuple(parts.get("when", ())),
            for_each=tuple(parts.get("for_each", ())), sampled=first("sampled"),
            at_step=first("at_step"), says=first("says"),
            conclusions=tuple(
                p for p in c[2:]
                if isinstance(p, s.Conclusion)
            ),
            after=first("after"), at_edge=first("at_edge"),
            follows=tuple(i for names in parts.get("follows", ()) for i in names),
        )  # fmt: skip

    def link(self, meta: Meta, c: list[Any]) -> s.Link:
        how: Any = str(c[0])
        return s.Link(how, tuple(c[1:]), self._span(meta))

    def target_rule(self, meta: Meta, c: list[Any]) -> s.Target:
        return s.Target(c[0], step=False, wild=c[1] is not None)

    def target_step(self, meta: Meta, c: list[Any]) -> s.Target:
        return s.Target(c[0], step=True, wild=False)

    def under(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"under": (c[0], self._ident(c[1]))}

    def by_ruling(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"by_ruling": self._ident(c[0])}

    def against(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"against": self._ident(c[0])}

    def in_force(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {str(c[0]): int(c[1])}

    def when(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"when": c[0]}

    def at_all_times(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"sampled": "all-times"}

    def at_rest(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"sampled": "rest"}

    def for_each(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"for_each": c[0]}

    def follows(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"follows": tuple(c)}

    def after(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"after": c[0]}

    def at_edge(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"at_edge": (str(c[0]), self._ident(c[1]))}

    def begins(self, meta: Meta, c: list[Any]) -> s.Begins:
        return s.Begins(c[0], False, self._span(meta))

    def lapses(self, meta: Meta, c: list[Any]) -> s.Begins:
        return s.Begins(c[0], True, self._span(meta))

    def counts(self, meta: Meta, c: list[Any]) -> s.Counts:
        return s.Counts(c[0], c[1], self._span(meta))

    def resets(self, meta: Meta, c: list[Any]) -> s.Counts:
        return s.Counts(None, c[0], self._span(meta))

    def then(self, meta: Meta, c: list[Any]) -> s.Then:
        return s.Then(tuple(c[0]), self._span(meta))

    def task_rule(self, meta: Meta, c: list[Any]) -> s.TaskRule:
        how: Any = str(c[0])
        return s.TaskRule(how, self._ident(c[1]), self._span(meta))

    def at_step(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"at_step": c[0]}

    def says(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"says": s.Literal_("text", _unquoted(c[0]), self._token_span(c[0]))}

    def concludes(self, meta: Meta, c: list[Any]) -> s.Concludes:
        return s.Concludes(c[0], self._span(meta))

    def forbids(self, meta: Meta, c: list[Any]) -> s.Forbids:
        return s.Forbids(tuple(c), self._span(meta))

    def requires(self, meta: Meta, c: list[Any]) -> s.Requires:
        return s.Requires(c[0], self._span(meta))

    def changes_by(self, meta: Meta, c: list[Any]) -> s.Changes:
        how: Any = str(c[0])
        return s.Changes(how, c[1] if len(c) > 1 else None, self._span(meta))

    def changes_to(self, meta: Meta, c: list[Any]) -> s.Changes:
        return s.Changes("at-most" if str(c[0]) == "most" else "at-least", c[1], self._span(meta))

    def rounds(self, meta: Meta, c: list[Any]) -> s.Rounds:
        how: Any = str(c[1])
        return s.Rounds(self._ident(c[0]), how, c[2].type == "AFTER_EACH_STEP", self._span(meta))

    def keeps_fractions(self, meta: Meta, c: list[Any]) -> s.Rounds:
        return s.Rounds(self._ident(c[0]), "keep", False, self._span(meta))

    def leaves(self, meta: Meta, c: list[Any]) -> s.Leaves:
        return s.Leaves(_unquoted(c[0]), self._span(meta))

    # -- rulings

    def ruling(self, meta: Meta, c: list[Any]) -> s.Ruling:
        parts: dict[str, list[Any]] = {}
        for line in _only(c, dict):
            for key, value in line.items():
                parts.setdefault(key, []).append(value)

        def first(key: str, missing: Any = None) -> Any:
            return self._once([(key, value) for value in parts.get(key, ())], self._token_span(c[0])).get(key, missing)

        def all_of(key: str) -> tuple[Any, ...]:
            return tuple(x for group in parts.get(key, []) for x in group)

        return s.Ruling(
            name=self._ident(c[0]), cite=c[1], span=self._span(meta),
            asks=first("asks", ""), answers=first("answers", ""), dated=first("dated"), authority=first("authority"),
            confirms=all_of("confirms"), amends=all_of("amends"), supersedes=all_of("supersedes"),
            shown=all_of("shown"), notes=tuple(parts.get("notes", ())), doc=_docs(c),
        )  # fmt: skip

    def asks(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"asks": _unquoted(c[0])}

    def answers(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        words = [str(t) if t.type in ("YES", "NO") else _unquoted(t) for t in c if t is not None]
        return {"answers": ": ".join(words)}

    def dated(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"dated": int(c[0])}

    def authority(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"authority": self._ident(c[0])}

    def bears(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {str(c[0]): c[1:]}

    def supersedes(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"supersedes": self._idents(c, "RID")}

    def shown(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"shown": c}

    def notes(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"notes": _unquoted(c[0])}

    # -- expressions

    def those(self, meta: Meta, c: list[Any]) -> s.Selected:
        return s.Selected("those", c[0], self._span(meta))

    def one(self, meta: Meta, c: list[Any]) -> s.Selected:
        return s.Selected("one", c[0], self._span(meta))

    def moment(self, meta: Meta, c: list[Any]) -> s.Moment:
        edge, which, name, owner = c
        its = owner if isinstance(owner, s.Ident) else None
        edge_: Any = str(edge)
        which_: Any = str(which) if which else None
        return s.Moment(edge_, which_, self._ident(name), None if its else owner, its, self._span(meta))

    def owner(self, meta: Meta, c: list[Any]) -> s.Ident:
        return self._ident(c[0])

    def now_in(self, meta: Meta, c: list[Any]) -> s.NowIn:
        return s.NowIn(self._ident(c[0]), self._span(meta))

    def whichever(self, meta: Meta, c: list[Any]) -> s.Whichever:
        how: Any = str(c[2])
        return s.Whichever(self._ident(c[0]), c[1], how, c[3], self._span(meta))

    def disj(self, meta: Meta, c: list[Any]) -> s.AnyOf:
        return s.AnyOf(tuple(c), self._span(meta))

    def conj(self, meta: Meta, c: list[Any]) -> s.AllOf:
        return s.AllOf(tuple(c), self._span(meta))

    def negation(self, meta: Meta, c: list[Any]) -> s.Not:
        return s.Not(c[0], self._span(meta))

    def quant(self, meta: Meta, c: list[Any]) -> s.Quantified:
        how: Any = str(c[0])
        return s.Quantified(how, c[1], None, self._span(meta))

    def every(self, meta: Meta, c: list[Any]) -> s.Quantified:
        return s.Quantified("every", self._binder(meta, c[1], None), c[2], self._span(meta))

    def range_set(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        return {"var": self._ident(c[0]), "kind": None, "within": c[1], "deep": False}

    def range_kind(self, meta: Meta, c: list[Any]) -> dict[str, Any]:
        deep = c[2] is not None and str(c[2]) == "within"
        return {"var": self._ident(c[1]), "kind": self._ident(c[0]), "within": c[3], "deep": deep}

    def _binder(self, meta: Meta, range_: dict[str, Any], where: Any) -> s.Binder:
        return s.Binder(**range_, where=where, span=self._span(meta))

    def binder(self, meta: Meta, c: list[Any]) -> s.Binder:
        return self._binder(meta, c[0], c[1])

    def is_(self, meta: Meta, c: list[Any]) -> s.Is:
        return s.Is(c[0], c[-1], len(c) == 3, self._span(meta))

    def is_kind(self, meta: Meta, c: list[Any]) -> s.IsKind:
        return s.IsKind(c[0], self._ident(c[-1]), len(c) == 4, self._span(meta), str(c[-2]))

    def compare(self, meta: Meta, c: list[Any]) -> s.Compare:
        op: Any = str(c[1])
        return s.Compare(op, c[0], c[2], self._span(meta))

    def in_(self, meta: Meta, c: list[Any]) -> s.In:
        return s.In(c[0], c[2], c[1] is not None, self._span(meta))

    def includes(self, meta: Meta, c: list[Any]) -> s.Includes:
        return s.Includes(c[0], c[1], self._span(meta))

    def verb(self, meta: Meta, c: list[Any]) -> s.Verb:
        return s.Verb(c[0], self._ident(c[1]), c[2] if len(c) > 2 else None, self._span(meta))

    def would_break(self, meta: Meta, c: list[Any]) -> s.WouldBreak:
        return s.WouldBreak(c[0], c[1], self._span(meta))

    def applies(self, meta: Meta, c: list[Any]) -> s.Applies:
        return s.Applies(c[0], self._span(meta))

    def arith(self, meta: Meta, c: list[Any]) -> s.Arith:
        op: Any = str(c[1])
        return s.Arith(op, c[0], c[2], self._span(meta))

    def attr(self, meta: Meta, c: list[Any]) -> s.Attr:
        return s.Attr(c[0], self._ident(c[1]), self._span(meta))

    def name(self, meta: Meta, c: list[Any]) -> s.Name:
        return s.Name(str(c[0]), self._span(meta))

    def number(self, meta: Meta, c: list[Any]) -> s.Literal_:
        return s.Literal_("number", str(c[0]), self._span(meta))

    def odds(self, meta: Meta, c: list[Any]) -> s.Literal_:
        return s.Literal_("odds", str(c[0]), self._span(meta))

    def place_name(self, meta: Meta, c: list[Any]) -> s.Literal_:
        return s.Literal_("place", str(c[0]), self._span(meta))

    def text(self, meta: Meta, c: list[Any]) -> s.Literal_:
        return s.Literal_("text", _unquoted(c[0]), self._span(meta))

    def yes(self, meta: Meta, c: list[Any]) -> s.Constant:
        return s.Constant("yes", self._span(meta))

    def no(self, meta: Meta, c: list[Any]) -> s.Constant:
        return s.Constant("no", self._span(meta))

    def none(self, meta: Meta, c: list[Any]) -> s.Constant:
        return s.Constant("none", self._span(meta))

    def set_literal(self, meta: Meta, c: list[Any]) -> s.SetOf:
        return s.SetOf(tuple(p for p in c if p is not None), self._span(meta))

    def count(self, meta: Meta, c: list[Any]) -> s.Folded:
        if isinstance(c[0], s.Binder):
            return s.Folded("count", None, c[0], None, self._span(meta))
        return s.Folded("count", None, None, c[0], self._span(meta))

    def total(self, meta: Meta, c: list[Any]) -> s.Folded:
        return s.Folded("sum", c[0], c[1], None, self._span(meta))

    def extreme(self, meta: Meta, c: list[Any]) -> s.Folded:
        how: Any = str(c[0])
        return s.Folded(how, c[1], c[2], None, self._span(meta))

    def argument(self, meta: Meta, c: list[Any]) -> Any:
        return (self._ident(c[0]), c[1]) if len(c) == 2 else c[0]

    def named_argument(self, meta: Meta, c: list[Any]) -> Any:
        return self._ident(c[0]), c[1]

    def call(self, meta: Meta, c: list[Any]) -> s.Call:
        args = [a for a in c[1:] if a is not None]
        plain = tuple(a for a in args if not isinstance(a, tuple))
        named = tuple(a for a in args if isinstance(a, tuple))
        return s.Call(self._ident(c[0]), plain, named, self._span(meta))

    def pick_call(self, meta: Meta, c: list[Any]) -> tuple[s.Ident, tuple[Any, ...]]:
        return c[0], tuple(a for a in c[1:] if a is not None)

    def path(self, meta: Meta, c: list[Any]) -> s.Ident:
        return s.Ident(".".join(str(t) for t in c), self._span(meta))

    def cite(self, meta: Meta, c: list[Any]) -> s.Cite:
        return s.Cite(" ".join(_unquoted(c[0]).split()), self._span(meta))

    def doc(self, meta: Meta, c: list[Any]) -> Doc:
        return Doc(_unquoted(c[0]))
