"""`hexlaw say`: says a rule, a fact, an action or a situation of a module in words, or counts how much can be said."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from hexlaw.compiler.book.charts import chart_alone, sources_of
from hexlaw.compiler.book.glossary import of_type, own_attributes
from hexlaw.compiler.book.wording import bare_value
from hexlaw.compiler.cli.common import (
    add_command,
    add_configuration,
    add_json,
    bad_use,
    check_numbers,
    compiled,
    configuration,
    configured,
    write_json,
)
from hexlaw.compiler.diagnostic import did_you_mean
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.dependence import spans_of
from hexlaw.runtime.words import english
from hexlaw.runtime.words.doings import deeper
from hexlaw.runtime.words.spans import Text, plain, sentence, text, uncapped
from hexlaw.runtime.words.telling import Line, Words

EXAMPLES = """examples:
  hexlaw say tutorial content.clover
  hexlaw say tutorial entry-cost
  hexlaw say tutorial early-snow
  hexlaw say tutorial --count
"""
MISSING_SHOWN = 12


MOST_NAMED = 3
"""Rules with a part of that name that are offered instead."""


@dataclass(frozen=True)
class _Chart:
    """A chart in what is said: the line of its headings, then its rows."""

    depth: int
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> Iterator[str]:
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)]
        for row in self.rows:
            yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


Said = Line | _Chart


def add(commands: Any) -> None:
    parser = add_command(commands, "say", "say rules, facts, actions and situations in words", __doc__, EXAMPLES)
    parser.add_argument("module", metavar="MODULE", help="a name, a folder, or `base + add-on`")
    parser.add_argument(
        "names", nargs="*", metavar="NAME",
        help="a rule, a fact, a quantity, a table, an effect, an action, a part of the turn or another name of the law",
    )  # fmt: skip
    parser.add_argument(
        "--count", action="store_true", help="count the sentences that phrases say, and those that the law says"
    )
    parser.add_argument("--lot", metavar="N", type=int, help="say so many rules drawn by lot")
    parser.add_argument("--seed", default="1", help="for --lot: the same seed draws the same rules (default: 1)")
    parser.add_argument(
        "--in-force", action="store_true", help="leave out what is not in force under the chosen options"
    )
    add_configuration(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    check_numbers(args, "lot")
    chosen = configuration(args)
    graph = compiled(args.module, as_json_=args.json).graph
    is_chosen = args.in_force or args.option or args.reading or args.as_of
    law = configured(graph, chosen) if is_chosen else None
    words = Words(graph, law)
    if args.count:
        return _count(words, as_json=args.json)
    if args.lot is not None:
        rules = sorted(rule.id for rule in words.rules())
        args.names = random.Random(args.seed).sample(rules, min(args.lot, len(rules)))
    if not args.names:
        bad_use("what is to be said? give a name of the law, --lot N or --count")
    said = [(name, _said(words, name)) for name in args.names]
    if args.json:
        write_json([{"name": name, "lines": [_as_json(line) for line in lines]} for name, lines in said])
        return 0
    for place, (name, lines) in enumerate(said):
        if len(said) > 1:
            print(f"{'' if place == 0 else chr(10)}{name}")
        for line in lines:
            for shown in line.lines() if isinstance(line, _Chart) else [plain(line.said)]:
                print(f"{'  ' * (line.depth + (len(said) > 1))}{shown}")
    return 0


def _as_json(line: Said) -> dict[str, Any]:
    if isinstance(line, _Chart):
        return {"depth": line.depth, "rows": line.rows}
    spans = [
        {"text": s.text, **({"ref": s.ref} if s.ref else {}), **({"how": s.how} if s.how != "plain" else {})}
        for s in line.said
    ]
    return {"depth": line.depth, "spans": spans}


def _said(words: Words, name: str) -> list[Said]:
    """Everything of that name, in words; ends the program where the law has nothing of that name."""
    graph = words.graph
    found: list[Said] = [
        line for sort, say in _sayers(words).items() if name in _named(graph, sort) for line in say(name)
    ]
    found += _attributes_called(words, name)
    if found:
        return found
    known = {n for sort in _sayers(words) for n in _named(graph, sort)} | {
        called for kind in graph.kinds.values() for a in own_attributes(graph, kind) for called in _called(kind, a)
    }
    rules = [f"`{rule}`" for rule in graph.rules if name in rule.split(".")][:MOST_NAMED]
    near = did_you_mean(name, known) or (
        f"did you mean {' or '.join(rules)}?" if rules else f"see `hexlaw find {graph.name} {name}`"
    )
    bad_use(f"the law of `{graph.name}` has nothing called `{name}`: {near}")


def _named(graph: g.Graph, sort: str) -> Collection[str]:
    """What the law has of a sort. The parts of sequences lie in these, each under a name of its own."""
    return {span.name for span in spans_of(graph)} if sort == "part" else graph.section(sort)


def _sayers(words: Words) -> dict[str, Callable[[str], Sequence[Said]]]:
    def one(said: Text) -> list[Line]:
        return [Line(0, said)] if said else []

    return {
        "rule": lambda name: list(rule_lines(words, words.graph.rules[name])),
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


def _entry(depth: int, called: str, *meaning: str) -> Line:
    return Line(depth, text(f"{called}: {' '.join(filter(None, meaning))}"))


def _kind(words: Words, name: str) -> Iterator[Line]:
    """What sort of thing it is, who sees where it stands, and what each has that its parent has not."""
    graph = words.graph
    kind = graph.kinds[name]
    sort = f"a sort of {words.term('kind', kind.parent)}." if kind.parent is not None else ""
    yield _entry(0, words.term("kind", name), sort or ("" if kind.doc else "a sort of thing."), kind.doc)
    if place := words.place(name):
        yield Line(1, place)
    yield from (_attribute(words, 1, name, attribute) for attribute in own_attributes(graph, kind))


def _record(words: Words, name: str) -> Iterator[Line]:
    yield _entry(0, words.term("record", name), "a record of what belongs together.")
    for field in words.graph.records[name].fields.values():
        yield _entry(1, english.named(field.name), field.doc or of_type(words.graph, field.type))


def _choice(words: Words, name: str) -> Iterator[Line]:
    choice = words.graph.choices[name]
    called = [plain(words.value(name, value)) for value in choice.values]
    yield _entry(0, words.term("choice", name), "in this order:" if choice.ordered else "one of:", ", ".join(called))


def _attribute(words: Words, depth: int, kind: str, attribute: g.AttributeDecl, of: str = "") -> Line:
    secret = "(seen by its side alone)" if attribute.secret else ""
    called = f"{words.term('attribute', f'{kind}.{attribute.name}')}{of}"
    return _entry(depth, called, attribute.doc or of_type(words.graph, attribute.type), secret)


def _called(kind: g.KindDecl, attribute: g.AttributeDecl) -> tuple[str, str]:
    return attribute.name, f"{kind.name}.{attribute.name}"


def _attributes_called(words: Words, name: str) -> Iterator[Line]:
    """The attributes of that name, with or without the kind that has it."""
    for kind in words.graph.kinds.values():
        for attribute in own_attributes(words.graph, kind):
            if name in _called(kind, attribute):
                of = f" of {english.with_article(words.term('kind', kind.name))}"
                yield _attribute(words, 0, kind.name, attribute, of)


def _table(words: Words, name: str) -> Iterator[Said]:
    """What a table gives and by what, its chart as a book prints it, and what its signs stand for."""
    table = words.graph.tables[name]
    yield Line(0, text(words.table(name), cited(words, sources_of(words.graph, table))))
    chart = chart_alone(words.graph, table, partial(bare_value, words))
    yield _Chart(1, (chart.head(), *chart.lines()))
    yield from (Line(1, text("".join(span.text for span in note))) for note in chart.notes)


def _option(words: Words, name: str) -> Iterator[Line]:
    """What an option is about, whether it is on by itself, with which others, and the actions and rules it brings."""
    graph = words.graph
    option = graph.options[name]
    yield Line(0, text(words.option(name), cited(words, option.cites)))
    if name in graph.options_left_out:
        yield Line(1, sentence(graph.options_left_out[name]))
        return
    yield Line(1, sentence("on unless switched off" if option.default else "off unless switched on"))
    for others, how in ((option.needs, "only together with"), (option.excludes, "not together with")):
        if others:
            yield Line(1, sentence(f"{how} {' and '.join(f'“{english.named(other)}”' for other in others)}"))
    for action in graph.actions.values():
        if action.origin.option == name:
            yield from deeper(words.action(action.name))
    yield from _below(words, lambda rule: rule.origin.option == name)


def cited(words: Words, cites: tuple[g.Citation, ...]) -> str:
    found = words.graph.cited(cites)
    return f"  {found}" if found else ""


def rule_lines(words: Words, rule: g.Rule) -> Iterator[Line]:
    """A rule with its own prose, its sentence, its sources, and its exceptions below it."""
    first, *more = words.rule(rule)
    standing = words.standing(rule)
    if rule.prose is not None:
        yield Line(0, sentence(rule.prose.words))
    said = sentence(standing, ": ", uncapped(first.said)) if standing else first.said
    yield Line(0, text(said, cited(words, rule.cites)))
    yield from more
    for exception in words.exceptions(rule):
        head, *below = exception.lines
        yield Line(1, text(head.said, cited(words, exception.rule.cites)))
        yield from deeper(below)


def _below(words: Words, is_meant: Callable[[g.Rule], bool]) -> Iterator[Line]:
    """The rules that are meant, a step below what they are about."""
    for rule in filter(is_meant, words.rules()):
        yield from deeper(rule_lines(words, rule))


def _forbidding(words: Words, action: str) -> Iterator[Line]:
    def forbids(rule: g.Rule) -> bool:
        picks = rule.conclusion.picks if isinstance(rule.conclusion, g.Forbids) else ()
        return any(pick.partition(".")[0] == action for pick in picks)

    return _below(words, forbids)


def _count(words: Words, *, as_json: bool) -> int:
    tally = words.count()
    if as_json:
        counted = {"phrased": tally.phrased, "fallen": tally.fallen, "missing": dict(tally.missing)}
        write_json({"module": words.graph.name, **counted})
        return 0
    total = tally.phrased + len(tally.fallen)
    share = round(100 * tally.phrased / total) if total else 100
    in_words = f"{tally.phrased} of {total} sentences in words ({share} %)"
    print(f"{words.graph.name}: {in_words}, {len(tally.fallen)} with names or law in them")
    for name, often in tally.missing[:MISSING_SHOWN]:
        print(f"  no phrase for {name.replace(':', ' ', 1)} ({often} times)")
    if len(tally.missing) > MISSING_SHOWN:
        print(f"  and {len(tally.missing) - MISSING_SHOWN} more")
    return 0
