"""How values, rules, cells and questions of an answer are called: by the law's own names, or in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import zip_longest

from hexlaw.runtime.evaluate.trace import TraceNode, Tried
from hexlaw.runtime.evaluate.verdict import Permission
from hexlaw.runtime.explain.answer import Answer
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.law.table import Cell
from hexlaw.runtime.law.value import Record
from hexlaw.runtime.words import in_words
from hexlaw.runtime.words.as_law import shaped
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import enumerated, is_phrased, plain
from hexlaw.runtime.words.values import in_words_by

SAME = "the same holds of "  # how a line begins that says of whom else lines are true


class Speech:
    """The names of what one answer speaks of."""

    def __init__(self, given: Answer) -> None:
        self.given = given
        self.in_words = Words(given.law.graph, given.law)
        self._said: dict[tuple[type | None, object], str] = {}  # records and sets in words: they come again and again
        self._cited: dict[str, str] = {}  # and the citations of rules, by their ids

    def words(self, value: object) -> str:
        """A value by the name that the question's own names give it, else as people say it."""
        if type(value) is Record or type(value) is tuple:
            return self.given.names.get(value) or self._words(value)
        return value if isinstance(value, str) else in_words(value, self.given.position)

    def _words(self, value: object) -> str:
        """A value as people say it, also one inside another."""
        if type(value) is not Record and type(value) is not tuple:
            return in_words(value, self.given.position)
        key = type(value[0]) if type(value) is tuple and value else None, value  # yes and 1 are equal to Python
        if key not in self._said:
            self._said[key] = in_words_by(self._words, value, self.given.position)
        return self._said[key]

    def spoken(self, value: object) -> str:
        """A value inside a sentence: what has no name of its own is `the attack`, not all its parts."""
        if isinstance(value, Record) and value not in self.given.names:
            return f"the {self.in_words.term('kind', value.kind)}"
        if type(value) is tuple and value and value not in self.given.names:
            return enumerated(map(self.spoken, value))
        return self.words(value)

    def spoken_as(self, value: object, type_: t.Type) -> str:
        """A value of a type inside a sentence: one of a choice by what the law calls it."""
        if isinstance(value, str) and isinstance(type_, t.Choice):
            return plain(self.in_words.value(type_.name, value))
        return self.spoken(value)

    def cites(self, rule: g.Rule) -> str:
        if rule.id not in self._cited:
            self._cited[rule.id] = self.given.law.graph.cited(rule.cites)
        return self._cited[rule.id]

    def named(self, rule: g.Rule) -> str:
        return f"{rule.id} {self.cites(rule)}".rstrip()

    def cell_cites(self, cell: Cell) -> str:
        """A cell's citations; those of books that this game does not speak for are left out."""
        law = self.given.law.graph
        spoken = [c for c in cell.cite if c.split(" ")[0] in law.speaks_for or c.rpartition("-")[0] in law.speaks_for]
        return f"[{', '.join(spoken or cell.cite)}]"

    def stated(self, node: TraceNode, value: object) -> str:
        """A question with its answer: `cost(a, B-2) is 3`, `a sees b: yes`."""
        described = node.sort == "fact" and self.given.law.graph.facts[node.name].shape != "call"
        return f"{self.call(node)}{':' if described else ' is'} {self.words(value)}"

    def call(self, node: TraceNode) -> str:
        """What was asked, as the law says it: `cost(a, B-2)`, `a sees b`, `b is down`."""
        graph = self.given.law.graph
        shape = graph.facts[node.name].shape if node.sort == "fact" else "call"
        args = [self.words(arg) for arg in node.args]
        return shaped(graph, node.name, args, shape) if args or shape != "call" else node.name

    def node_in_words(self, node: TraceNode, value: object) -> str | None:
        """A question with its answer in words: `the cost for otto to enter 0502 is 3`; none without phrases."""
        params = self.in_words.params(node.sort, node.name)
        args = [self.spoken_as(arg, type_) for arg, (_, type_) in zip(node.args, params, strict=False)]
        args = [f"{of} = {said}" if of else said for said, of in zip_longest(args, node.sums, fillvalue="")]
        if node.sort == "fact" and isinstance(value, bool):
            said = self.in_words.holds("fact", node.name, args, value)
            return plain(said) if said is not None else None
        asked = self.in_words.asked(node.sort, node.name, args) if node.sort in ("fact", "quantity", "table") else None
        if asked is None:
            return None
        return f"{plain(asked)} is {self.spoken_as(value, self.given.law.graph.section(node.sort)[node.name].type)}"

    def values(self, node: TraceNode) -> dict[str, str]:
        """What the parameters of a question stand for, in words."""
        params = self.in_words.params(node.sort, node.name)
        return {name: self.spoken_as(arg, type_) for arg, (name, type_) in zip(node.args, params, strict=False)}

    def picked(self, verdict: Permission) -> dict[str, str]:
        """What the variables of an action stand for in a verdict."""
        if (action := self.given.law.graph.actions.get(verdict.action)) is None:
            return {}
        picks = [part for part in parts((action.lines, action.body)) if isinstance(part, e.Pick)]
        names = [*(name for name, _ in action.params), *(pick.var for pick in picks)]
        return {name: self.spoken(arg) for name, arg in zip(names, verdict.args, strict=False) if arg is not None}

    def cases(self, rules: Iterable[g.Rule], values: dict[str, str]) -> str:
        """The conditions of rules, said of what their variables stand for; nothing where one of them has no words."""
        cases = [self.in_words.case(rule, values) for rule in rules]
        return " and ".join(map(plain, cases)) if all(case and is_phrased(case) for case in cases) else ""

    def fate(self, tried: Tried) -> str:
        """What became of a rule that was tried."""
        match tried.fate:
            case "applies":
                return f"{self.named(tried.rule)} gives {self.words(tried.gives)}"
            case "condition fails":
                return f"{self.named(tried.rule)} does not apply: not `{tried.because}`"
            case "finds nothing":
                return f"{self.named(tried.rule)} finds nothing here"
            case "limited":
                return f"{self.named(tried.rule)} does not reach this: {', '.join(self.named(r) for r in tried.by)}"
            case _:
                return f"{self.named(tried.rule)} gives way to {', '.join(self.named(r) for r in tried.by)}"


@dataclass
class Once:
    """Questions that are told once: branches of an effect answer the same ones again."""

    _told: set[object] = field(default_factory=set)

    def first_time(self, node: TraceNode) -> bool:
        key = _key(node)
        fresh = key not in self._told
        self._told.add(key)
        return fresh

    def __contains__(self, node: TraceNode) -> bool:
        return _key(node) in self._told


def in_groups(lines: Iterable[str]) -> list[list[str]]:
    """Each line with what is indented below it."""
    groups: list[list[str]] = []
    for line in lines:
        if groups and _depth(line) > _depth(groups[-1][0]):
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups


def said_once(lines: Iterable[str], names: Collection[str]) -> list[list[str]]:
    """The lines in groups, what is said of several pieces in the same words said of the first alone, the others named
    below it.

    Two groups say the same if they differ in nothing but the one piece that each is about, or with which it begins."""
    by_wording: dict[str, tuple[list[str], dict[str, None]]] = {}  # the lines of the first, and whom they are said of
    for group in in_groups(lines):
        said = "\n".join(group)
        words = re.findall(r"(the |an? )?([\w-]+)", said)
        named = [word for article, word in words if word in names and not article]  # `the attack` is no piece
        name = named[0] if named and (named[0] == words[0][1] or len({*named}) == 1) else ""
        wording = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", "", said) if name else said
        by_wording.setdefault(wording, (group, {}))[1][name] = None
    for group, those in by_wording.values():
        if others := [*those][1:]:
            group.append(f"{' ' * _depth(group[0])}  {SAME}{enumerated(others)}")
    return [group for group, _ in by_wording.values()]


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _key(node: TraceNode) -> object:
    """What two questions with their answers must share to be told alike."""
    return node.sort, node.name, node.args, type(node.value), node.value  # yes and 1 are equal to Python


def changed(tried: Tried) -> str:
    """What a rule did to a number, as a verb."""
    conclusion = tried.rule.conclusion
    if isinstance(conclusion, g.Rounds):
        return f"rounded {conclusion.how} to"
    if not isinstance(conclusion, g.Changes):
        return "gives"
    return {
        "halves": "halved to", "doubles": "doubled to", "multiplies": "multiplied to", "divides": "divided to",
        "adds": "increased to", "subtracts": "reduced to", "makes": "made", "at-most": "held to", "at-least": "held to",
    }[conclusion.how]  # fmt: skip
