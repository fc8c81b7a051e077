"""What the language once said in another way, and what is written for it now.

The parser still reads it, so that `hexlaw check` can say at the place what to write and `hexlaw fmt` writes it: five
words for a part of the sequence, what must hold "at rest" and "at all times", and flags read with a dot.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, read_yaml
from hexlaw.compiler.format.expression_printer import SUM, print_expr, soft
from hexlaw.compiler.format.negating import negated
from hexlaw.compiler.format.wrap import plain
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.parse import parse_expression, parse_law, parse_question
from hexlaw.runtime.base.nodes import Node as SyntaxNode
from hexlaw.runtime.base.nodes import directly_inside

PHASE = "phase"
OLD_PARTS = ("turn", "segment", "round", "step")
RENAMED = {"is-due": "at-hand", "is-paused": "paused", "is-met": "met", "is-kept": "kept"}
"""Flags that come with the language, which were called so while they were read with a dot."""
_SAMPLED = re.compile(r"^([ \t]*)(at rest|at all times)(?=[ \t]*(?:#|\r?$))", re.MULTILINE)
_BRACES = re.compile(r"\{([^{}]*)\}")
ASKS = ("ask", "let", "winner", "tells")
"""The keys of cases and situations under which law stands."""
_REQUIRES = re.compile(r"\brequires\s+\Z")


@dataclass(frozen=True)
class Old:
    """Words of old: where they stand, and what is written there now."""

    span: Span
    now: str
    said: str  # what is so instead, in a sentence; empty where another of the same rule says it
    then: str = ""  # what to write, where that is more than `now`
    reported_at: Span | None = None  # where they are told of, if not where they stand


def old_words(item: s.Item) -> Iterator[Old]:
    """Yields what of an item is in words of old, but for flags, which only who knows all kinds can tell."""
    match item:
        case s.Sequence(spans=spans, beside=beside):
            for part in (*spans, *(p for b in beside for p in b.spans)):
                yield from _in_part(part)
        case s.Drop(sort=sort) if sort in OLD_PARTS:
            source, start = item.span.source, item.span.start
            at = source.text.index(sort, start + len("drop"))
            yield Old(source.span(at, at + len(sort)), PHASE, f"a part of the sequence is a `{PHASE}`, and no `{sort}`")
        case s.Rule(sampled=sampled) if sampled is not None:
            yield from _sampled(item)


def _in_part(part: s.SpanNode) -> Iterator[Old]:
    if part.sort in OLD_PARTS:
        source, start = part.span.source, part.span.start
        word = source.span(start, start + len(part.sort))
        yield Old(word, PHASE, f"a part of the sequence is a `{PHASE}`, and no `{part.sort}`")
    for inner in part.body:
        if isinstance(inner, s.SpanNode):
            yield from _in_part(inner)


def _sampled(rule: s.Rule) -> Iterator[Old]:
    """`at all times` goes; `at rest` and `requires C` become `forbids done`, where C does not hold."""
    source = rule.span.source
    if (found := _SAMPLED.search(source.text, rule.span.start, rule.span.end)) is None:
        return
    words = source.span(found.start(2), found.end(2))
    behind = source.text[found.end() :].split("\n", 1)[0].strip()
    gone = words if behind else source.span(found.start(), min(found.end() + 1, len(source.text)))
    required = next((c for c in rule.conclusions if isinstance(c, s.Requires)), None)
    if rule.sampled == "all-times":
        yield Old(gone, "", "what is required holds at all times", "leave out `at all times`", words)
        return
    if required is None:
        yield Old(gone, "", "this says when something is required, but nothing is", "leave it out", words)
        return
    condition = required.condition
    before = _REQUIRES.search(source.text, rule.span.start, condition.span.start)
    start = before.start() if before is not None else condition.span.start
    opposite = print_expr(negated(condition))
    said = "the opposite of what must hold at rest is what nobody may be done with"
    yield Old(words, "forbids done", said, f"write `forbids done` and `when {opposite}`")
    yield Old(source.span(start, condition.span.end), f"when {opposite}", "")


# ---- flags


def flags_of(items: Iterable[s.Item]) -> set[str]:
    """Returns the names that law gives to yes/no attributes and to nothing else that is read with a dot."""
    attributes = [a for item in items for a in _attributes(item)]
    flags = {a.name.text for a in attributes if a.type.form == "yes/no"}
    return flags - {a.name.text for a in attributes if a.type.form != "yes/no"}


def _attributes(item: s.Item) -> tuple[s.Attribute, ...]:
    match item:
        case s.Thing() | s.Plan():
            return item.attributes
        case s.Record() | s.Order():
            return item.fields
        case _:
            return ()


def old_flags(item: s.Item, flags: Collection[str]) -> Iterator[Old]:
    """Flags that are read with a dot, `u.lit` for `u is lit`, the outermost of nested ones; where one is written to, or
    an account is named, it keeps its dot. What a message works out in braces is law as well."""
    yield from _flags(item, flags, bare=True)
    if isinstance(item, s.Rule) and item.says is not None:
        said, source = item.says, item.says.span.source
        for found in _BRACES.finditer(said.text):
            start = said.span.start + 1 + found.start(1)
            yield from _flags(parse_expression(source, start, start + len(found[1]), Diagnostics()), flags, bare=True)


def _flags(node: object, flags: Collection[str], *, bare: bool) -> Iterator[Old]:
    """`bare` says that a comparison may stand here without brackets."""
    match node:
        case tuple():
            for part in node:
                yield from _flags(part, flags, bare=bare)
        case s.Attr(name=name) if name.text in flags:
            yield _said(node, node, negated_=False, bare=bare)
        case s.Not(inner=s.Attr(name=name) as inner) if name.text in flags:
            yield _said(node, inner, negated_=True, bare=bare)
        case s.Is(left=s.Attr() as left, right=s.Constant("yes" | "no" as value)) if left.name.text in flags:
            yield _said(node, left, negated_=node.negated is (value == "yes"), bare=bare)
        case s.Set() | s.Reveal():
            written = node.target if isinstance(node, s.Set) else node.what
            yield from _flags(written.base if isinstance(written, s.Attr) else written, flags, bare=False)
            for part in (node.value, node.until) if isinstance(node, s.Set) else (node.to,):
                yield from _flags(part, flags, bare=True)
        case s.Applies():
            pass  # the name of a rule, with dots of its own
        case s.AllOf() | s.AnyOf() | s.Not() | s.Quantified() | s.Binder() | s.Call() | s.If() | s.Let() | s.Rule():
            for part in directly_inside(node):
                yield from _flags(part, flags, bare=True)
        case SyntaxNode():
            for part in directly_inside(node):
                yield from _flags(part, flags, bare=not isinstance(node, s.Expr))


def _said(whole: s.Expr, flag: s.Attr, *, negated_: bool, bare: bool) -> Old:
    name = RENAMED.get(flag.name.text, flag.name.text)
    now = f"{plain(soft(flag.base, SUM))} is {'not ' if negated_ else ''}{name}"
    return Old(whole.span, now if bare else f"({now})", f"`{flag.name.text}` is yes or no, and is read with `is`")


def in_words_of_today(source: Source, flags: Collection[str]) -> Source:
    """Returns the same law; what cannot be read is left as it is."""
    for old_of in (old_words, lambda item: old_flags(item, {*flags, *RENAMED})):
        found = [old for item in parse_law(source, Diagnostics()) for old in old_of(item)]
        source = _with_words_of_today(source, found)
    return source


def data_in_words_of_today(source: Source, flags: Collection[str]) -> Source:
    """Returns the same cases, or situation: only flags can be said as of old in the questions that it asks."""
    read = {flag for flag in (*flags, *RENAMED) if f".{flag}" in source.text}
    if not read:
        return source
    found = [old for asked in _asked(read_yaml(source, Diagnostics()), False) for old in _in_question(asked, read)]
    return _with_words_of_today(source, found)


def _with_words_of_today(source: Source, found: list[Old]) -> Source:
    parts, done = [], 0
    for old in sorted(found, key=lambda old: old.span.start):
        parts += [source.text[done : old.span.start], old.now]
        done = old.span.end
    return Source(source.name, "".join([*parts, source.text[done:]])) if found else source


def _asked(node: Node | None, is_law: bool) -> Iterator[Scalar]:
    match node:
        case Scalar() if is_law:
            yield node
        case Listing(items=items):
            for item in items:
                yield from _asked(item, is_law)
        case Mapping(entries=entries):
            for key, value in entries:
                yield from _asked(value, is_law or key.text in ASKS)


def _in_question(asked: Scalar, flags: Collection[str]) -> Iterator[Old]:
    """Yields the old words of a question, by their place in the file; none if it is quoted or has several lines."""
    source, start = asked.span.source, asked.span.start
    if source.text[start : asked.span.end] != asked.text:
        return
    question = parse_question(Source(source.name, asked.text), Diagnostics())
    for old in _flags(question, flags, bare=True) if question is not None else ():
        yield replace(old, span=source.span(start + old.span.start, start + old.span.end))
