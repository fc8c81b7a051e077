"""Rules, facts, actions, situations and all else that a law has by name, said in words."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from hexlaw.compiler.base.diagnostic import Refused, did_you_mean
from hexlaw.compiler.desk.book.charts import chart_alone, sources_of
from hexlaw.compiler.desk.book.glossary import of_type, own_attributes
from hexlaw.compiler.desk.book.wording import bare_value
from hexlaw.compiler.workspace.compiled_laws import Compiled, law_in_force
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import spans_of
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.words import english
from hexlaw.runtime.words.law_in_words import PhraseTally, StepLine, Words
from hexlaw.runtime.words.spans import Text, plain, sentence, text, uncapped
from hexlaw.runtime.words.steps import deeper

MAX_NAMED = 3
"""Rules with a part of that name that are offered instead."""


@dataclass(frozen=True)
class SaidChart:
    """A chart in what is said: the line of its headings, then its rows."""

    depth: int
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> list[str]:
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)]
        padded = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in self.rows)
        return [line.rstrip() for line in padded]

    def as_data(self) -> dict[str, Any]:
        return {"depth": self.depth, "rows": self.rows}


@dataclass(frozen=True)
class Sentence:
    depth: int
    said: Text

    def lines(self) -> list[str]:
        return [plain(self.said)]

    def as_data(self) -> dict[str, Any]:
        spans = [
            {"text": s.text, **({"ref": s.ref} if s.ref else {}), **({"how": s.how} if s.how != "plain" else {})}
            for s in self.said
        ]
        return {"depth": self.depth, "spans": spans}


@dataclass(frozen=True)
class Said:
    """All that the law says of a name, line by line."""

    name: str
    lines: tuple[Sentence | SaidChart, ...]


_Line = StepLine | SaidChart


def say(read: Compiled, names: Sequence[str], in_force: Configuration | None) -> list[Said]:
    words = _words(read, in_force)
    return [
        Said(name, tuple(x if isinstance(x, SaidChart) else Sentence(x.depth, x.said) for x in _said(words, name)))
        for name in names
    ]


def say_by_lot(read: Compiled, number: int, seed: str, in_force: Configuration | None) -> list[Said]:
    rules = sorted(rule.id for rule in _words(read, in_force).rules())
    return say(read, random.Random(seed).sample(rules, min(number, len(rules))), in_force)


def count_said(read: Compiled, in_force: Configuration | None) -> tuple[str, PhraseTally]:
    return read.compilation.graph.name, _words(read, in_force).count()


def _words(read: Compiled, in_force: Configuration | None) -> Words:
    return Words(read.compilation.graph, None if in_force is None else law_in_force(read, in_force))


def _said(words: Words, name: str) -> list[_Line]:
    graph = words.graph
    found: list[_Line] = [
        line for sort, say in _sayers(words).items() if name in _named(graph, sort) for line in say(name)
    ]
    for kind in graph.kinds.values():
        of = f" of {english.with_article(words.term('kind', kind.name))}"
        attributes = (attribute for attribute in own_attributes(graph, kind) if name in _called(kind, attribute))
        found += [_attribute(words, 0, kind.name, attribute, of) for attribute in attributes]
    if found:
        return found
    known = {n for sort in _sayers(words) for n in _named(graph, sort)} | {
        called for kind in graph.kinds.values() for a in own_attributes(graph, kind) for called in _called(kind, a)
    }
    rules = [f"`{rule}`" for rule in graph.rules if name in rule.split(".")][:MAX_NAMED]
    near = did_you_mean(name, known) or (
        f"did you mean {' or '.join(rules)}?" if rules else f"see `hexlaw find {graph.name} {name}`"
    )
    raise Refused(f"the law of `{graph.name}` has nothing called `{name}`: {near}")


def _named(graph: g.Graph, sort: str) -> Collection[str]:
    """Returns what the law has of a sort. The parts of sequences lie in these, each under a name of its own."""
    return {span.name for span in spans_of(graph)} if sort == "part" else graph.section(sort)


def _sayers(words: Words) -> dict[str, Callable[[str], Sequence[_Line]]]:
    def one(said: Text) -> list[StepLine]:
        return [StepLine(0, said)] if said else []

    return {
        "rule": lambda name: [
            *(  # what the book says where it speaks of the rule comes first
                StepLine(0, text(passage.said, cited(words, (cite,))))
                for cite, passage in words.graph.prose_about("rule", name)
            ),
            *rule_lines(words, words.graph.rules[name]),
        ],
        "fact": lambda name: [*one(words.fact(name)), *_below(words, lambda rule: rule.decides == name)],
        "quantity": words.quantity,
        "table": lambda name: list(_table(words, name)),
        "effect": words.effect,
        "action": lambda name: [*words.action(name), *_forbidding(words, name)],
        "reach": lambda name: one(words.reach(name)),
        "memory": lambda name: one(words.memory(name)),
        "tally": lambda name: one(words.tally(name)),
        "option": lambda name: list(_option(words, name)),
        "dispute": words.dispute,
        "ruling": lambda name: words.ruling(words.graph.rulings[name]),
        "sequence": words.sequence,
        "part": lambda name: [*words.part(name), *_forbidding(words, name)],
        "situation": words.situation,
        "kind": lambda name: list(_kind(words, name)),
        "record": lambda name: list(_record(words, name)),
        "choice": lambda name: list(_choice(words, name)),
        "measure": lambda name: [
            _entry(0, words.term("measure", name), of_type(words.graph, t.Number(exact=False, measure=name)))
        ],
        "event": lambda name: [*one(words.event(name)), *one(words.comes_by(name))],
        "order": lambda name: one(words.order(name)),
        "task": words.task,
    }


def _entry(depth: int, called: str, *meaning: str) -> StepLine:
    return StepLine(depth, text(f"{called}: {' '.join(filter(None, meaning))}"))


def _kind(words: Words, name: str) -> Iterator[StepLine]:
    """Yields what sort of thing it is, who sees where it stands, and what each has that its parent has not."""
    graph = words.graph
    kind = graph.kinds[name]
    sort = f"a sort of {' and of '.join(words.term('kind', above) for above in kind.parents)}." if kind.parents else ""
    yield _entry(0, words.term("kind", name), sort or ("" if kind.doc else "a sort of thing."), kind.doc)
    if place := words.place(name):
        yield StepLine(1, place)
    yield from (_attribute(words, 1, name, attribute) for attribute in own_attributes(graph, kind))


def _record(words: Words, name: str) -> Iterator[StepLine]:
    yield _entry(0, words.term("record", name), "a record of what belongs together.")
    for field in words.graph.records[name].fields.values():
        yield _entry(1, english.named(field.name), field.doc or of_type(words.graph, field.type))


def _choice(words: Words, name: str) -> Iterator[StepLine]:
    choice = words.graph.choices[name]
    called = [plain(words.value(name, value)) for value in choice.values]
    yield _entry(0, words.term("choice", name), "in this order:" if choice.ordered else "one of:", ", ".join(called))


def _attribute(words: Words, depth: int, kind: str, attribute: g.AttributeDecl, of: str = "") -> StepLine:
    secret = "(seen by its side alone)" if attribute.secret else ""
    called = f"{words.term('attribute', f'{kind}.{attribute.name}')}{of}"
    return _entry(depth, called, attribute.doc or of_type(words.graph, attribute.type), secret)


def _called(kind: g.KindDecl, attribute: g.AttributeDecl) -> tuple[str, str]:
    return attribute.name, f"{kind.name}.{attribute.name}"


def _table(words: Words, name: str) -> Iterator[_Line]:
    """Yields what a table gives and by what, its chart as a book prints it, and what its signs stand for."""
    table = words.graph.tables[name]
    yield StepLine(0, text(words.table(name), cited(words, sources_of(words.graph, table))))
    chart = chart_alone(words.graph, table, partial(bare_value, words))
    yield SaidChart(1, (chart.head(), *chart.lines()))
    yield from (StepLine(1, text("".join(span.text for span in note))) for note in chart.notes)


def _option(words: Words, name: str) -> Iterator[StepLine]:
    """Yields what an option is about, its default, what it goes with, and the actions and rules it brings."""
    graph = words.graph
    option = graph.options[name]
    yield StepLine(0, text(words.option(name), cited(words, option.cites)))
    if name in graph.options_left_out:
        yield StepLine(1, sentence(graph.options_left_out[name]))
        return
    yield StepLine(1, sentence("on unless switched off" if option.default else "off unless switched on"))
    for others, how in ((option.needs, "only together with"), (option.excludes, "not together with")):
        if others:
            yield StepLine(1, sentence(f"{how} {' and '.join(f'“{english.named(other)}”' for other in others)}"))
    for action in graph.actions.values():
        if action.origin.option == name:
            yield from deeper(words.action(action.name))
    yield from _below(words, lambda rule: rule.origin.option == name)


def cited(words: Words, cites: tuple[g.Citation, ...]) -> str:
    found = words.graph.cited(cites)
    return f"  {found}" if found else ""


def rule_lines(words: Words, rule: g.Rule) -> Iterator[StepLine]:
    """Yields a rule, its sources, and its exceptions below it."""
    first, *more = words.rule(rule)
    standing = words.standing(rule)
    said = sentence(standing, ": ", uncapped(first.said)) if standing else first.said
    yield StepLine(0, text(said, cited(words, rule.cites)))
    yield from more
    for exception in words.exceptions(rule):
        head, *below = exception.lines
        yield StepLine(1, text(head.said, cited(words, exception.rule.cites)))
        yield from deeper(below)


def _below(words: Words, is_meant: Callable[[g.Rule], bool]) -> Iterator[StepLine]:
    """Yields the rules that are meant, a step below what they are about."""
    for rule in filter(is_meant, words.rules()):
        yield from deeper(rule_lines(words, rule))


def _forbidding(words: Words, action: str) -> Iterator[StepLine]:
    def forbids(rule: g.Rule) -> bool:
        picks = rule.conclusion.picks if isinstance(rule.conclusion, g.Forbids) else ()
        return any(pick.partition(".")[0] == action for pick in picks)

    return _below(words, forbids)
