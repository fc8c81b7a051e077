"""Says what each rule of the grammar becomes: nodes of the syntax tree.

A rule becomes the node that is called like it, and its children fill the fields in turn. `NODES` has the others: which
node a rule becomes and which fields its children fill. What a child becomes follows from the type of its field
(`building.py`). The functions are for rules where something is decided. All are called as a rule has been read
(`grammar.py`), the innermost first.
"""

from __future__ import annotations

from lark import Token

from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.building import (
    Builder,
    Doc,
    GrammarLine,
    GrammarPart,
    Maker,
    Values,
    head,
    item,
    line,
    node,
    pair,
)  # fmt: skip
from hexlaw.runtime.base.nodes import Node, replace


def several(b: Builder, at: GrammarPart, *c: object) -> tuple[object, ...]:
    return tuple(b.plain(child) for child in c if child is not None)


def block(b: Builder, at: GrammarPart, *c: object) -> tuple[object, ...]:
    return tuple(child for child in c if not isinstance(child, Doc))


def at_the_start(b: Builder, at: GrammarPart, start: Token, body: tuple[s.Statement, ...]) -> s.BesidePart:
    return s.BesidePart("start", s.Ident("", span=b.span(at)), body, span=b.span(at))


def reach(b: Builder, at: GrammarPart, *c: object) -> s.Reach:
    nameless = GrammarLine("by", s.Ident("", span=b.span(at)))
    more = () if any(isinstance(part, GrammarLine) for part in c) else (nameless,)
    return item(s.Reach, "name params type cite")(b, at, *c, *more)


def answers(b: Builder, at: GrammarPart, *words: Token | None) -> GrammarLine:
    return GrammarLine("answers", ": ".join(b.text(word) for word in words if word is not None))


def section(b: Builder, at: GrammarPart, line: Token | None) -> s.Section:
    found = s.SECTION_LINE.fullmatch(str(line or ""))
    assert found is not None  # it matches whatever a line can be
    cite = None
    if found["place"] is not None and line is not None and line.start_pos is not None:
        place = GrammarPart(line.start_pos + found.start("place"), line.start_pos + found.end("place"))
        cite = s.Cite(" ".join(found["place"].strip("[]").split()), span=b.span(place))
    return s.Section(cite, found["heading"].strip(), span=b.span(at))


def prose(b: Builder, at: GrammarPart, lines: Token) -> s.Prose:
    return s.Prose(tuple(line[1:].strip() for line in lines.split("\n")), span=b.span(at))


def cite(b: Builder, at: GrammarPart, text: Token) -> s.Cite:
    return s.Cite(" ".join(text[1:-1].split()), span=b.span(at))


def doc(b: Builder, at: GrammarPart, text: Token) -> Doc:
    return Doc(b.text(text))


def path(b: Builder, at: GrammarPart, *names: Token) -> s.Ident:
    return s.Ident(".".join(names), span=b.span(at))


def steps_of(b: Builder, at: GrammarPart, to: s.Expr, linked: s.Linked) -> s.Linked:
    return replace(linked, to=to, span=b.span(at))


def every(b: Builder, at: GrammarPart, how: Token, range_: Values, holds: s.Expr) -> s.Quantified:
    return s.Quantified("every", binder(b, at, range_, None), holds, span=b.span(at))


def binder(b: Builder, at: GrammarPart, range_: Values, where: s.Expr | None) -> s.Binder:
    return s.Binder(**{"within": None, "deep": False, **range_, "where": where, "span": b.span(at)})  # type: ignore[arg-type]


def call(b: Builder, at: GrammarPart, name: Token, *args: s.Expr | tuple[s.Ident, s.Expr] | None) -> s.Call:
    given = tuple(arg for arg in args if arg is not None and not isinstance(arg, tuple))
    return s.Call(b.ident(name), given, tuple(arg for arg in args if isinstance(arg, tuple)), span=b.span(at))


def named_argument(b: Builder, at: GrammarPart, name: Token, value: s.Expr) -> tuple[s.Ident, s.Expr]:
    return b.ident(name), value


NODES: dict[str, Maker] = {
    # lines that fill the field they are called like
    **{name: line(name) for name in (
        "stands", "otherwise", "anew", "gains", "after", "by_ruling", "against", "says", "at_step", "asks", "dated",
        "authority",
    )},
    **{name: line(name, "each") for name in (
        "follows", "when", "for_each", "confirms", "amends", "supersedes", "shown", "notes",
    )},
    **{name: line(name, "all") for name in ("steps", "crew", "works", "at_edge", "under")},
    **dict.fromkeys(("holders", "params", "names", "paths", "givens"), several),
    **{f"type_{form}": node(s.TypeRef, "-", form=form, name="") for form in ("whole", "exact", "text", "moment")},
    **{form: node(s.Literal_, "text", form=form) for form in ("number", "odds", "text")},
    **dict.fromkeys(("yes", "no", "none"), node(s.Constant, "value")),
    # items and questions
    "chapter": node(s.Chapter, "is_advice=advice cite title option"),
    "chapter_of_situation": node(s.Chapter, "is_advice=advice cite title situation", option=None),
    "ask_may": node(s.AskMay, "pick args*"),
    "situation": item(s.Situation, "name cite title"),
    "situation_option": pair("options", "option on=on"),
    "situation_reading": pair("readings", "dispute reading"),
    "option": item(s.Option, "name cite"),
    "option_default": line("default=on"),
    "option_needs": line("needs", "all"),
    "option_excludes": line("excludes", "all"),
    "dispute": item(s.Dispute, "name cite"),
    "dispute_default": line("default because"),
    # words
    "choice": item(s.Choice, "name also ordered cite"),
    "measure": node(s.Measure, "name exact=exact text"),
    "record": item(s.Record, "name cite"),
    "thing": item(s.Thing, "name also article parents cite"),
    "plan": item(s.Plan, "name cite"),
    "style": item(s.Style, "name cite"),
    "stands_in": node(s.Stands, "kinds depth secret hidden"),
    "attribute": node(s.Attribute, "name type default lasting secret cite doc"),
    "noted": node(s.Attribute, "name type default doc", lasting=None, secret=False, cite=None),
    "default_anew": node(s.DefaultAnew, "- name value cite doc"),
    "type_set": node(s.TypeRef, "item", form="set", name=""),
    "type_or_none": node(s.TypeRef, "item -", form="or-none", name=""),
    "type_name": node(s.TypeRef, "name", form="name"),
    "type_yesno": node(s.TypeRef, "-", form="yes/no", name=""),
    "words": node(s.Words, "phrases*"),
    "phrase": node(s.Phrase, "sort name forms*"),
    "section": section,
    "prose": prose,
    "told_of": node(s.ToldOf, "module covers*"),
    "spoken_for": node(s.SpokenFor, "sort name", sort="rule"),
    # facts and numbers
    "fact": item(s.Fact, "- - cite"),
    "shape_call": head("name params", shape="call"),
    "shape_adjective": head("+params name", shape="adjective"),
    "shape_verb": head("+params name +params", shape="verb"),
    "fact_is": head("type", collects=False),
    "fact_collects": head("type", collects=True),
    "memory": item(s.Memory, "- cite"),
    "quantity": item(s.Quantity, "name also params type cite"),
    "figure": item(s.Quantity, "name +params cite", figure=True),
    "starts_with": line("start"),
    "extra_step": node(s.ExtraStep, "name after=after anchor"),
    "table": item(s.Table, "name params type cite"),
    "table_edge": node(s.TableEdge, "below=below axis reads"),
    # doing
    "effect": item(s.Effect, "name also params cite"),
    "action": item(s.Action, "name also article parent params cite"),
    "excepting": line("excepts", "each"),
    "at_the_start": at_the_start,
    "reach": reach,
    "reach_by": line("by"),
    "event": item(s.Event, "name also params cite"),
    "tally": item(s.Tally, "name params type cite"),
    "order": item(s.Order, "name cite"),
    "falls_due": line("due"),
    "task": item(s.Task, "name params cite"),
    "task_done": line("done"),
    "sequence": item(s.Sequence, "name also cite"),
    "span_": item(s.SpanNode, "-"),
    "span_head": head("sort name cite"),
    "span_beside": node(s.Beside, "how anchor spans*"),
    "span_each": line("each"),
    "span_by": line("by"),
    "span_if": line("condition"),
    "span_while": line("repeats"),
    "span_turns": line("turns_from"),
    "span_at_once": line("at_once", at_once=True),
    "gives_up": line("gives_up", gives_up=True),
    "pick": item(s.Pick, "-"),
    "pick_head": head("name param"),
    "pick_repeatedly": line("repeatedly=repeatedly gathered"),
    "pick_optionally": line("optionally=optionally"),
    "pick_from": line("domain"),
    "pick_where": line("where"),
    "pick_costs": line("cost account"),
    "block": block,
    "clear": node(s.Mark, "attribute thing", value=False),
    "demand": node(s.Offer, "action to repeatedly", duty=True),
    "task_change": node(s.ChangeTask, "how task"),
    "roll_of": node(s.Roll, "dice faces name"),
    # rules
    "rule": item(s.Rule, "name also cite"),
    "link": node(s.Link, "how targets*"),
    "target_rule": node(s.Target, "path wild", step=False),
    "target_step": node(s.Target, "path", step=True, wild=False),
    "in_force": line("from_year"),
    "in_force_until": line("until_year"),
    "at_all_times": line("sampled", sampled="all-times"),
    "at_rest": line("sampled", sampled="rest"),
    "goal": item(s.Goal, "- side"),
    "goal_that": line("that"),
    "goal_keep": line("keeps"),
    "goal_at": line("places"),
    "goal_with": line("things"),
    "goal_worth": line("worth"),
    "goal_by": line("by clock"),
    "forbids": node(s.Forbids, "picks*"),
    "changes_by": node(s.Changes, "how amount"),
    "at_most": node(s.Changes, "amount", how="at-most"),
    "at_least": node(s.Changes, "amount", how="at-least"),
    "keeps_fractions": node(s.Rounds, "quantity", how="keep", each_step=False),
    "begins": node(s.Begins, "memory", lapses=False),
    "lapses": node(s.Begins, "memory", lapses=True),
    "resets": node(s.Counts, "tally", amount=None),
    # rulings
    "ruling": item(s.Ruling, "name cite"),
    "answers": answers,
    # expressions
    "cite": cite,
    "doc": doc,
    "path": path,
    "those": node(s.Selected, "binder", how="those"),
    "one": node(s.Selected, "binder", how="one"),
    "steps_of": steps_of,
    "moment": node(s.Moment, "edge which name owner", its=None),
    "moment_of_its": node(s.Moment, "edge which name its", owner=None),
    "disj": node(s.AnyOf, "parts*"),
    "conj": node(s.AllOf, "parts*"),
    "negation": node(s.Not, "inner"),
    "quant": node(s.Quantified, "how binder", holds=None),
    "every": every,
    "binder": binder,
    "range_set": head("var within", kind=None, deep=False),
    "range_kind": head("kind var deep=within within"),
    "is_": node(s.Is, "left negated right"),
    "is_long": node(s.Is, "left right", negated=False),
    "is_kind": node(s.IsKind, "left negated article kind"),
    "compare": node(s.Compare, "left op right"),
    "in_": node(s.In, "item negated container"),
    "arith": node(s.Arith, "left op right"),
    "place_name": node(s.Literal_, "text", form="place"),
    "set_literal": node(s.SetOf, "items*"),
    "count": node(s.Folded, "binder", how="count", item=None, whole=None),
    "count_whole": node(s.Folded, "whole", how="count", item=None, binder=None),
    "call": call,
    "named_argument": named_argument,
    "total": node(s.Folded, "item binder", how="sum", whole=None),
    "extreme": node(s.Folded, "how item binder", whole=None),
}  # fmt: skip


def maker_of(rule: str) -> Maker | None:
    """Returns what makes a node of a rule of the grammar, if one does."""
    called = getattr(s, "".join(map(str.capitalize, rule.split("_"))), None)
    if rule in NODES or not isinstance(called, type) or not issubclass(called, Node):
        return NODES.get(rule)
    return node(called, " ".join(called.__struct_fields__))
