"""`hexlaw find`: what in the law speaks of something? By name, sentence, message, condition, citation, chapter."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hexlaw.compiler.cli.common import add_command, add_json, bad_use, compiled, write_json
from hexlaw.compiler.cli.say import cited
from hexlaw.compiler.diagnostic import did_you_mean, listed
from hexlaw.compiler.resolve.names import Names
from hexlaw.compiler.source import Span
from hexlaw.runtime import graph as g
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.position import Position
from hexlaw.runtime.words import in_words
from hexlaw.runtime.words.english import plural
from hexlaw.runtime.words.spans import plain
from hexlaw.runtime.words.telling import Words

EXAMPLES = """examples:
  hexlaw find tutorial clover
  hexlaw find tutorial 2.4
  hexlaw find ./my-variant snow moves --sort rule
"""
SHOWN = 20
PLACED = [s.sort for s in g.SECTIONS if s.has("origin") and s.sort not in ("rule", "ruling", "phrase")]
SORTS = ("rule", "ruling", "unit", "kind", "attribute", "choice", *PLACED)
"""What can be found, as `--sort` names it."""
WORD = re.compile(r"[^\W\d_]{3,}")
NAME, SENTENCE, TEXT, PLACE = 8, 4, 2, 1
"""What a word counts for, by where it is found: in the name, the sentence, other texts, the citation or the chapter."""


BESIDE = 100
"""What it counts for that all words stand beside each other, as those of a citation do."""


@dataclass(frozen=True)
class Entry:
    """Something that can be found: each of its texts with what a word in it counts for."""

    sort: str
    name: str
    where: str
    said: str
    texts: tuple[tuple[int, str], ...]

    def fits(self, words: list[str]) -> tuple[int, int]:
        """How many of the words occur in it, and how well they fit."""
        weights = [max((weight for weight, text in self.texts if word in text), default=0) for word in words]
        beside = re.compile(rf"\b{re.escape(' '.join(words))}(?![0-9])")
        phrase = BESIDE if len(words) > 1 and any(beside.search(text) for _, text in self.texts) else 0
        return sum(weight > 0 for weight in weights), sum(weights) + phrase


def add(commands: Any) -> None:
    parser = add_command(commands, "find", "find what in the law speaks of something", __doc__, EXAMPLES)
    parser.add_argument("module", metavar="MODULE", help="a name, a folder, or `base + add-on`")
    parser.add_argument(
        "words", nargs="+", metavar="WORD", help="what speaks of most of them is listed; parts of words will do"
    )
    parser.add_argument("--sort", metavar="SORT", help=f"only these: {', '.join(map(plural, SORTS))}")
    parser.add_argument("--all", action="store_true", help=f"list all that is found, not {SHOWN}")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    words = [word.casefold() for text in args.words for word in text.split()]
    if not words:
        bad_use("what is looked for? give a word, or a part of one")
    sort = None if args.sort is None else _sort(args.sort)
    compilation = compiled(args.module, as_json_=args.json)
    graph = compilation.graph
    entries = [entry for entry in entries_of(Words(graph), compilation.names) if sort in (None, entry.sort)]
    fitting = [(entry.fits(words), entry) for entry in entries]
    most = max((count for (count, _), _ in fitting), default=0)
    best = [(weight, entry) for (count, weight), entry in fitting if 0 < count == most]
    found = [entry for _, entry in sorted(best, key=lambda one: -one[0])]
    if args.json:
        write_json([{"sort": e.sort, "name": e.name, "where": e.where, "said": e.said} for e in found])
        return 0 if found else 1
    if 0 < most < len(words):
        print(f"nothing speaks of all these words; of {most} of them speak:")
    shown = found if args.all else found[:SHOWN]
    for entry in shown:
        print(f"{entry.sort} {entry.name}{f'  {entry.where}' if entry.where else ''}")
        if entry.said:
            print(f"  {entry.said}")
    if len(found) > len(shown):
        print(f"and {len(found) - len(shown)} more: write more words, or `--all`")
    if not found:
        known = {word for entry in entries for _, text in entry.texts for word in WORD.findall(text)}
        near = next(filter(None, (did_you_mean(word, known) for word in words)), None)
        help_ = f": {near}" if near is not None else "; try a part of a word, or another one"
        what = "nothing" if sort is None else f"no {sort}"
        print(f"{what} in `{graph.name}` speaks of {' or '.join(args.words)}{help_}")
    return 0 if found else 1


def _sort(name: str) -> str:
    """The sort that is called so, for one or several; ends the program where there is none."""
    called = {name: sort for sort in SORTS for name in (sort, plural(sort))}
    if name not in called:
        near = did_you_mean(name, SORTS)
        bad_use(f"there is no sort `{name}`{f': {near}' if near else ''}; the sorts are {listed(SORTS, len(SORTS))}")
    return called[name]


def entries_of(words: Words, names: Names) -> Iterator[Entry]:
    """All that can be found in a law, rules first."""
    graph = words.graph
    for rule in words.rules():
        said = " ".join(plain(line.said) for line in words.rule(rule))
        conditions = " ".join(condition.text for condition in rule.when)
        says = " ".join(part for part in rule.says if isinstance(part, str))
        prose = rule.prose.words if rule.prose is not None else ""
        yield _entry(
            "rule", rule.id, rule, f"{said}{cited(words, rule.cites)}", f"{rule.doc} {prose} {says} {conditions}"
        )
    for ruling in graph.rulings.values():
        yield _entry("ruling", ruling.id, ruling, ruling.answers, f"{ruling.asks} {' '.join(ruling.notes)}")
    for sort in PLACED:
        for name, decl in graph.section(sort).items():
            said = getattr(decl, "title", "") or getattr(decl, "doc", "")
            yield _entry(sort, name, decl, said, _values(decl))
    for choice in graph.choices.values():
        yield _unplaced("choice", choice.name, None, ", ".join(choice.values), "")
    for kind in names.kinds.values():
        said = kind.doc or (f"a {kind.parent}" if kind.parent is not None else "")
        yield _unplaced("kind", kind.name, kind.span, said, " ".join(kind.attributes))
        for name, (type_, item, _) in kind.attributes.items():
            yield _unplaced("attribute", f"{kind.name}.{name}", item.name.span, f"{type_}: {item.doc}".rstrip(": "), "")
    nowhere = Position(graph, None)
    for unit in graph.units.values():
        figures = ", ".join(f"{name} {in_words(value, nowhere)}" for name, value in unit.values.items())
        yield Entry(
            "unit", unit.id, unit.source or "", f"{unit.name}: {figures}", _texts(unit.id, unit.name, figures, "")
        )


def _values(decl: Any) -> str:
    """What an effect or an action reads and writes."""
    done = parts(decl) if isinstance(decl, g.EffectDecl | g.ActionDecl) else ()
    names = (getattr(part, "name", None) for part in done)
    named = {name for name in names if isinstance(name, str)}
    return " ".join(sorted(named))


def _entry(sort: str, name: str, node: Any, said: str, text: str) -> Entry:
    cites = " ".join(str(cite) for cite in getattr(node, "cites", ()))
    place = f"{cites} {node.origin.chapter} {node.origin.option or ''} {node.origin.situation or ''}"
    return Entry(sort, name, node.origin.where, said, _texts(name, said, text, place))


def _unplaced(sort: str, name: str, span: Span | None, said: str, text: str) -> Entry:
    """What the law declares in no chapter."""
    return Entry(sort, name, "" if span is None else str(span), said, _texts(name, said, text, ""))


def _texts(name: str, said: str, text: str, place: str) -> tuple[tuple[int, str], ...]:
    called = f"{name} {name.replace('-', ' ').replace('.', ' ')}"
    return tuple(
        (weight, found.casefold())
        for weight, found in ((NAME, called), (SENTENCE, said), (TEXT, text), (PLACE, place))
        if found
    )
