"""What the law says, as text of a book. This file alone knows where the words come from (`hexlaw.runtime.words`).

Where the law has no words for something, the law's own text stands there, and the span says so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.data.yaml_tree import Listing, Node, Scalar
from hexlaw.compiler.desk.book.model import Line, Span, Text
from hexlaw.compiler.desk.book.settings import written_choices
from hexlaw.runtime.base.nodes import rebuilt, replace
from hexlaw.runtime.board.board import Map
from hexlaw.runtime.board.geometry import direction_numbered
from hexlaw.runtime.board.grid import DIRECTION_NAMES, Orientation
from hexlaw.runtime.explain.question import Question
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.value import Thing, exact_text
from hexlaw.runtime.words import english, law_in_words, spans
from hexlaw.runtime.words.built_in import HEXES_OF
from hexlaw.runtime.words.filling import filled
from hexlaw.runtime.words.nouns import named_by
from hexlaw.runtime.words.teller import Teller

_HOW = {"limits": "Not: ", "over": "Instead: ", "lifts": "Nevertheless: "}
_SAME = ("rule", "fact", "quantity", "table", "action", "effect", "reach", "event", "memory", "tally", "order", "task",
         "kind", "choice", "record", "measure", "option", "dispute")  # fmt: skip


@dataclass(frozen=True)
class Wording:
    chain: Chain
    graph: g.Graph
    rules: frozenset[str]  # those that the book prints

    def rule(self, rule: g.Rule) -> tuple[Line, ...]:
        """Returns what a rule says, without what others take away from it."""
        if said := self._lines(self._words.rule(rule)):
            return said
        _, *body = self.source_of(rule.origin.where).split("\n")
        return (Line((Span(" ".join(line.strip() for line in body), "law"),)),)

    def rule_where_it_stands(self, rule: g.Rule) -> tuple[Line, ...]:
        """Returns the same, with what has to be chosen for the rule: `In The late market: the cost for ...`."""
        said, standing = self._words.rule(rule), self._words.standing(rule)
        if not said or not standing:
            return self.rule(rule)
        first, *rest = said
        return self._lines((replace(first, said=spans.sentence(standing, ": ", spans.uncapped(first.said))), *rest))

    def exception(self, of: g.Rule, rule: g.Rule, how: str) -> tuple[Line, ...]:
        """Returns what a rule says as one that bears on another, beneath which it stands."""
        if of.id not in self._said:
            self._said[of.id] = {(x.rule.id, x.how): x.lines for x in self._words.exceptions(of)}
        if (said := self._said[of.id].get((rule.id, how))) is not None:
            return self._lines(said)
        first, *rest = self.rule(rule)
        return (Line((Span(_HOW[how]), *first.text)), *rest)

    def in_short(self, rule: g.Rule) -> Line:
        """Returns what its designer says of a rule that bears on another, for one that is printed close by."""
        lead = self._text(spans.sentence(self._words.standing(rule) or "But", ":"))
        return Line((*lead, Span(" "), Span(as_sentence(rule.doc.partition(". ")[0]), to=f"rule:{rule.id}")))

    def declared(self, sort: str, name: str) -> tuple[Line, ...]:
        """Returns what a fact, quantity, action or the like says of itself; none where that is but its name."""
        lines = self._declared(sort, name)
        is_bare = len(lines) == 1 and all(s.style == "law" or s.text == "." for s in lines[0].text)
        return () if is_bare else lines

    def _declared(self, sort: str, name: str) -> tuple[Line, ...]:
        words = self._words
        match sort:
            case "fact" | "memory" | "tally" | "reach" | "order":
                return self._lines([law_in_words.StepLine(0, getattr(words, sort)(name))])
            case "quantity":
                return self._lines(words.quantity(name)[:1])
            case "effect" | "action" | "task":
                return self._lines(getattr(words, sort)(name))
            case "event":
                what = [] if self.graph.events[name].doc else [words.event(name)]
                return self._lines([law_in_words.StepLine(0, line) for line in (*what, words.comes_by(name))])
            case _:
                return ()

    def prose(self, doc: str, params: tuple[tuple[str, t.Type], ...]) -> str:
        """Returns what a designer says of something, with words for the parameters that are a letter: a reader of the
        book does not know these."""
        taken = set[str]()
        found = {name: re.search(rf"(?<![\w'-]){re.escape(name)}(?![\w-])", doc) for name, _ in params}
        mentioned = [(where.start(), name, type_) for name, type_ in params if (where := found[name]) is not None]
        for _, name, type_ in sorted(mentioned, key=lambda each: each[0]):
            bare = re.sub("^(an?|the) ", "", spans.plain(self._words.expression(e.Var(name, type_))))
            the = f"the other {bare}" if bare in taken else bare if bare.startswith("its ") else f"the {bare}"
            doc, often = re.subn(rf"(?:\b[Tt]he [\w-]+ )?`{re.escape(name)}`", the, doc)
            if len(name) == 1 and name not in "ai":
                doc, again = re.subn(rf"\b([Tt])he {re.escape(bare)} {name}\b", rf"\1{the[1:]}", doc)  # `the unit u`
                doc = re.sub(rf"\b([Tt]he [\w-]+|{re.escape(bare)}) {name}\b", r"\1", doc)
                doc, alone = re.subn(rf"(?<![\w'-]){name}(?![\w-])", the, doc)
                often += again + alone
            taken |= {bare} if often else set()
        return doc

    def place(self, kind: str) -> Text:
        """Returns who sees where things of a kind stand; none where everybody does."""
        return self._text(self._words.place(kind))

    def sequence(self, name: str) -> dict[str, Text]:
        """Returns by part of the sequence of play, what is said of it besides its name."""
        found: dict[str, list[Span]] = {}
        part, inside = "", list[tuple[int, str]]()  # the parts in which a line stands, and how deep these are
        for line in self._words.sequence(name):
            head, *rest = line.said
            while inside and inside[-1][0] >= line.depth:
                inside.pop()
            if head.ref.startswith("part:"):
                part = head.ref.removeprefix("part:")
                inside.append((line.depth, part))
                if part not in found:
                    said = self._text(tuple(rest)) if spans.plain(rest).strip(" .,") else ()
                    found[part] = (
                        [Span(said[0].text.lstrip(" ,"), said[0].style, said[0].to), *said[1:]] if said else []
                    )
                    continue
            part = inside[-1][1] if inside else part
            before = found.setdefault(part, [])
            before += [*([Span(" ")] if before else []), *self._text(line.said)]
        return {name: tuple(spans) for name, spans in found.items() if plain(tuple(spans)).strip(" .")}

    def wins(self, situation: str) -> tuple[Line, ...]:
        return self._lines(self._words.wins(situation))

    def value(self, choice: str, value: str) -> str:
        """Returns what a value of a choice is called, without an article: `class A`, `lost unit`."""
        return bare_value(self._words, choice, value)

    def called(self, sort: str, name: str) -> str:
        """Returns what something is called by players, as a heading or in the index."""
        return self._words.term(sort, name)

    def state(self, kind: str, attribute: str, value: str) -> str:
        """Returns an attribute of a thing with its value, as is said of the thing: `has moved`, `range 6`."""
        forms = self._forms(kind, attribute)
        form = forms[0] if forms else ""
        if value in ("yes", "no") and form.startswith("{it} "):
            negated = forms[1] if len(forms) > 1 else english.negative(form) or f"{form}: no"
            return (form if value == "yes" else negated).removeprefix("{it} ")
        called = english.named(attribute) if "{" in form or not form else form
        if value in ("yes", "no"):
            return called if value == "yes" else f"not {called}"
        choice, written = self._choice_of(kind, attribute), value.replace(" ", "-")
        of_it = (
            value if choice is None or written not in choice.values else self._words.value(choice.name, written)[0].text
        )
        if has := next((form for form in forms if form.startswith("{it} ") and "{item}" in form), ""):
            return has.removeprefix("{it} ").replace("{item}", of_it)
        if choice is None or written not in choice.values:
            return f"{called} {value}"
        so = self._words.phrases.form("value", f"{choice.name}.{written}", 1)
        said = so.removeprefix("{it} is ").removeprefix("{it} ")
        if so.startswith("{it} ") and "{" not in said and attribute in g.OWNED_BY:
            return said
        before, _, last = called.rpartition(" ")
        return f"{before} {of_it}".lstrip() if of_it.startswith(f"{last} ") else f"{called} {of_it}"

    def of_each(self, kind: str, attribute: str, values: tuple[str, ...]) -> str:
        """Returns what a file says of all hexes or hexsides of a part of the map, as is said of each of them: `each hex
        is an objective`, `a side may leave the board from each hex`."""
        forms, each = self._forms(kind, attribute), f"each {kind}"
        if values in (("yes",), ("no",)):
            said = self.state(kind, attribute, values[0])
            return f"{each} {said}" if forms and forms[0].startswith("{it} ") else said
        choice = self._choice_of(kind, attribute)
        if choice is None or not forms or "{" not in forms[0] or not {*values} <= {*choice.values}:
            return self.state(kind, attribute, ", ".join(map(english.named, values)))
        called = [spans.plain(self._words.value(choice.name, value)) for value in values]
        if len(forms) > 1 and "{item}" in forms[1]:
            return " and ".join(forms[1].replace("{item}", item).replace("{it}", each) for item in called)
        return f"{forms[0].replace('{it}', each)}: {' and '.join(called)}"

    def _choice_of(self, kind: str, attribute: str) -> g.ChoiceDecl | None:
        """Returns the choice of which an attribute of a kind is a value or has values; None of any other."""
        if (found := self.graph.kinds[kind].attributes.get(attribute)) is None:
            return None
        type_ = found.type.item if isinstance(found.type, t.OrNone | t.SetOf) else found.type
        return self.graph.choices.get(type_.name) if isinstance(type_, t.Choice) else None

    def _answer(self, type_: t.Type | None, answer: str, called: Mapping[object, str]) -> str:
        """Returns an answer as it is said: a value of a choice by its noun, a thing by what it is called."""
        bare = type_.item if isinstance(type_, t.OrNone) else type_
        if isinstance(bare, t.Choice) and answer in self.graph.choices[bare.name].values:
            return spans.plain(self._words.value(bare.name, answer))
        return next(
            (said for thing, said in called.items() if isinstance(thing, Thing) and thing.name == answer), answer
        )

    def condition(self, node: e.Expr) -> Text:
        """Returns a condition as a clause."""
        return self._text(self._words.condition(node))

    def answer(self, value: e.Const) -> str:
        """Returns a value as it is said in an answer, `15` or `the northern side`."""
        return spans.plain(self._words.expression(value))

    def answered(self, asked: e.Expr, value: object) -> str:
        """Returns a question with its answer, as a sentence: `The last turn: 12.`"""
        words = self._words
        answer = words.expression(e.Const(value, asked.type))
        return spans.plain(spans.sentence(words.expression(asked), ": ", answer))

    def with_capitals(self, words: str, places: Mapping[str, str]) -> str:
        """Returns words in small letters with capitals where these names of places have them, and those words that
        people write with one wherever they speak of this law."""
        for place, written in places.items():
            words = re.sub(rf"\b{re.escape(place)}\b", written, words)
        return re.sub(r"[a-z]{3,}", lambda word: self._proper.get(word[0], word[0]), words)

    @cached_property
    def _proper(self) -> dict[str, str]:
        """Words that mostly stand with a capital within the sentences of the law, by the same without."""
        declared = [x for section in g.SECTIONS for x in self.graph.section(section.sort).values()]
        docs = [doc for x in declared if isinstance(doc := getattr(x, "doc", None), str)]
        texts = (*docs, *(said for text in self.graph.texts.values() for said in text.paragraphs))
        words = Counter(word for said in texts for word in re.findall(r"(?<=[a-z,] )[A-Za-z][a-z]{2,}\b", said))
        names = [word for word in words if word[0].isupper() and words[word] > words[word.lower()]]
        return {name.lower(): name for word in names for name in (word.removesuffix("s"), word)}  # also of Belgians

    def of_the_map(self, node: e.Expr, named: Mapping[str, str], map_: Map | None) -> str:
        """Returns a set of hexes in words, by the names of parts of the map and of hexes, neighbours by the compass;
        nothing where the law has none."""
        known = {name: f"{HEXES_OF}{called}" for name, called in named.items()} | {
            name: name for name in COMPASS.values()
        }
        hexes: dict[object, str] = {}
        if map_ is not None:
            node = _by_compass(node, map_.orientation)
            hexes = {h: map_.name_of(h) for h in map_.hexes}
            known |= {name: name for name in hexes.values()}
        teller = Teller(self._words.phrases, start=spans.SoFar(known, leads=frozenset()))
        said = teller.words(teller.noun(named_by(self.graph, node, hexes.get)))
        words = spans.plain(said) if spans.is_phrased(said) else ""
        for roundabout, short in ROUNDABOUT.items():
            words = re.sub(roundabout, short, words)
        return words

    def attribute(self, kind: str, name: str) -> str:
        """Returns what an attribute is called, as the heading of a line."""
        form = next(iter(self._forms(kind, name)), "")
        called = english.named(name) if "{" in form or not form else form
        return called[:1].upper() + called[1:]

    def _forms(self, kind: str, attribute: str) -> tuple[str, ...]:
        """Returns the forms of the phrase of an attribute, of the kind or of one that it is a sort of."""
        said = (self._words.phrases.forms("attribute", f"{each}.{attribute}") for each in self.graph.lineage(kind))
        return next(filter(None, said), ())

    def verdict(self, question: Question, answer: str, called: Mapping[object, str]) -> Text:
        """Returns a question with its answer as one sentence; none where the law has no words for it.

        `called` says what things and hexes are called; a pick is answered by `legal` or `refused`.
        """
        teller = Teller(self._words.phrases, start=spans.SoFar({name: name for name in called.values()}))
        said: spans.Text = ()
        if question.sort == "may" and answer in ("legal", "refused"):
            forms = self._words.phrases.forms("pick", question.name)
            if len(forms) < 2:
                return ()
            form = forms[1] if answer == "legal" else english.negative(forms[1]) or ""
            places = zip(question.places, question.args, strict=True)
            args = {name: named_by(self.graph, arg, called.get) for name, arg in places}
            said = spans.sentence(teller.words(filled(teller, form, args)))
        elif question.sort == "value" and question.value is not None:
            asked = named_by(self.graph, question.value, called.get)
            if question.type == t.YES_NO and answer in ("yes", "no"):
                said = spans.sentence(teller.words(teller.clause_text(asked, holds=answer == "yes")))
            elif question.type != t.YES_NO:
                said = spans.sentence(
                    teller.words(teller.noun(asked)), f" is {self._answer(question.type, answer, called)}"
                )
        return self._text(said) if said and spans.is_phrased(said) else ()

    def source_of(self, where: str) -> str:
        """Returns an item of the law as its designer wrote it: `where` is the place at which it begins."""
        name, line, _ = where.rsplit(":", 2)
        if (source := self._sources.get(name)) is None:
            return ""
        lines = source.text.split("\n")
        found = [lines[int(line) - 1]]
        for later in lines[int(line) :]:
            if later.strip() and not later.startswith((" ", "\t")):
                break
            found.append(later)
        return "\n".join(found).rstrip()

    @cached_property
    def _words(self) -> law_in_words.Words:
        return law_in_words.Words(self.graph, only=self.rules)

    @cached_property
    def _choices(self) -> frozenset[str]:
        return frozenset(choice.name for choice in written_choices(self.graph))

    @cached_property
    def _said(self) -> dict[str, dict[tuple[str, str], tuple[law_in_words.StepLine, ...]]]:
        return {}

    @cached_property
    def _sources(self) -> dict[str, Source]:
        return {source.name: source for source in self.chain.sources}

    def _lines(self, lines: Iterable[law_in_words.StepLine]) -> tuple[Line, ...]:
        return tuple(Line(self._text(line.said), line.depth) for line in lines if line.said)

    def _text(self, said: spans.Text) -> Text:
        return tuple(
            span
            for s in said
            for span in _bare(Span(s.text, "law" if s.how == "law" else "plain", self._anchor(s.ref)))
        )

    def _anchor(self, ref: str) -> str:
        """Returns where the book says what something is; an empty text where it does not."""
        sort, _, name = ref.partition(":")
        owner = name.partition(".")[0]
        match sort:
            case "rule":
                return ref if name in self.rules else ""
            case "part":
                return f"span:{name}"
            case "pick":
                return f"action:{owner}" if owner in self.graph.actions else ""
            case "step":
                return f"quantity:{owner}" if owner in self.graph.quantities else ""
            case "fact" if name.endswith(g.FORBIDDEN):
                return f"event:{name.removesuffix(g.FORBIDDEN)}"
            case "attribute":
                return f"kind:{owner}" if owner in self.graph.kinds else ""
            case "choice" | "value" if owner not in self._choices:
                unit = name.partition(".")[2]
                return f"unit:{unit}" if unit in self.graph.units else ""
            case "value":
                return f"choice:{owner}"
            case _ if sort in _SAME:
                return ref if name in self.graph.section(sort) else ""
            case _:
                return ""


def bare_value(words: law_in_words.Words, choice: str, value: str) -> str:
    """Returns what a value of a choice is called, without an article: `class A`, `lost unit`."""
    return re.sub("^(that of )?(an?|the) ", "", spans.plain(words.value(choice, value)))


def _bare(span: Span) -> Iterator[Span]:
    """Yields a span that leads somewhere without the blanks around it: a link does not include them."""
    words = span.text.strip()
    if not span.to or words == span.text or not words:
        yield span
        return
    before, after = span.text.split(words, 1)
    yield from (part for part in (Span(before), Span(words, span.style, span.to), Span(after)) if part.text)


_DISTANCE = "of (.+?) for which the distance from that hex to that other hex is"
ROUNDABOUT = {
    "in the direction of": "to",
    rf"for which there is one {_DISTANCE} at most (\d+)": r"that are at most \2 hexes from \1",
    rf"for which there is none {_DISTANCE} less than (\d+)": r"that are at least \2 hexes from \1",
}
"""What is said of the map in a roundabout way, and how it is said in short."""
COMPASS = {
    "N": "the north", "NE": "the north-east", "E": "the east", "SE": "the south-east", "S": "the south",
    "SW": "the south-west", "W": "the west", "NW": "the north-west",
}  # fmt: skip


def _by_compass(node: Any, orientation: Orientation) -> Any:
    """Returns an expression in which neighbours that are asked for by a number are so by the point of the compass."""
    match node:
        case e.Builtin(name="neighbour", args=(here, e.Const(value=int(number)) as which)):
            point = COMPASS[DIRECTION_NAMES[orientation][direction_numbered(number)]]
            return replace(node, args=(_by_compass(here, orientation), e.Var(point, which.type)))
    return rebuilt(node, lambda part: _by_compass(part, orientation))


def plain(text: Text) -> str:
    return "".join(span.text for span in text)


def joined(lines: Iterable[Line]) -> Text:
    found: list[Span] = []
    for line in lines:
        found += [*([Span(" ")] if found else []), *line.text]
    return tuple(found)


def named(name: str) -> str:
    """Returns a name of the law read as words, as a heading: `late-hire` is `Late hire`."""
    words = english.named(name).replace(".", ": ")
    return words[:1].upper() + words[1:]


def as_sentence(text: str) -> str:
    """Returns a text with a capital and a full stop, unless it has another stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!', ':')) else '.'}" if text else ""


def said(value: object) -> str:
    """Returns a value of a table or unit chart as it is printed."""
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case int() | Fraction():
            return exact_text(value).replace("-", "−")
        case tuple():
            return ", ".join(said(item) for item in value)
        case _:
            return printed(str(value))


def worded(node: Node) -> str:
    """Returns what a file gives as a value: its words, but not its names in great letters, read as words."""
    match node:
        case Scalar(text=text):
            return english.named(text) if text[:1].isalpha() and text.islower() else text
        case Listing(items=items):
            return ", ".join(map(worded, items))
        case _:
            return "; ".join(f"{key.text} {worded(value)}" for key, value in node.entries)


def printed(text: str) -> str:
    """Returns a value or heading: the hyphens of a word are blanks, that of a number is its sign or stays."""
    if text[:1].isalpha():
        return english.named(text)
    return "−" + text[1:] if text.startswith("-") else text
