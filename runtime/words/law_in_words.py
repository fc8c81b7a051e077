"""START HERE: a law in words. `Words` says its rules, facts, quantities, tables, effects, actions, situations.

Everything comes from the formal content and from the phrases of the law (docs/words.md). Where a phrase is missing, the
law's own text stands there, marked: nothing is ever left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partialmethod

from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts, spans_of
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.words import english, nouns, quantifiers
from hexlaw.runtime.words.clauses import whole
from hexlaw.runtime.words.composing import with_the
from hexlaw.runtime.words.equality import equal, is_none
from hexlaw.runtime.words.filling import filled, happening, of_itself, variables
from hexlaw.runtime.words.listing import Head, plainest, render_if
from hexlaw.runtime.words.phrases import Phrases
from hexlaw.runtime.words.pronouns import arranged, calling, spoken
from hexlaw.runtime.words.sentences import RuleWords, parameters, picked, roles_of
from hexlaw.runtime.words.spans import (
    Draft,
    SoFar,
    Text,
    TextSpan,
    is_phrased,
    listed,
    plain,
    sentence,
    strung,
    text,
    uncapped,
)
from hexlaw.runtime.words.steps import StepLine, deeper, lines_of
from hexlaw.runtime.words.teller import Teller
from hexlaw.runtime.words.undertakings import falls_due, task_lines


@dataclass(frozen=True, slots=True)
class Exception_:
    """A rule that carves something out of another, said beneath that."""

    how: str  # `limits`, `over` or `lifts`
    rule: g.Rule
    lines: tuple[StepLine, ...]


@dataclass(frozen=True, slots=True)
class PhraseTally:
    """How many sentences of a law are said by phrases alone, and which had to fall back to names or to the law."""

    phrased: int
    fallen: tuple[str, ...]  # what they are of, as `rule:cost.usual`
    missing: tuple[tuple[str, int], ...]  # the phrases that are not there, and how often each was wanted


class Words:
    """The words of one law. With `law`, only what is in force is said, with `only` the rules of these names; without
    either, all that the graph holds."""

    def __init__(self, graph: g.Graph, law: Law | None = None, only: Collection[str] | None = None) -> None:
        self.graph = graph
        self.law = law
        self.only = only
        self.phrases = Phrases(graph)

    # -- rules

    def rules(self) -> Iterable[g.Rule]:
        """The rules that can be said here, in their order."""
        if self.law is not None:
            return self.law.rules.values()
        if self.only is not None:
            return (rule for rule in self.graph.rules.values() if rule.id in self.only)
        return (rule for rule in self.graph.rules.values() if rule.against is None)

    def rule(self, rule: g.Rule) -> list[StepLine]:
        """What a rule says, without what others take away from it."""
        return RuleWords(self.phrases, rule).lines()

    def aim(self, rule: g.Rule, values: Mapping[str, str]) -> Text:
        """What the goal of a rule consists in, of these things and hexes: `that C4 is held by the north`."""
        teller = self._with(values, rule)
        return teller.words(RuleWords(self.phrases, rule, teller).aim(values))

    def undone(self, rule: g.Rule) -> Text | None:
        """What holds where a rule is gone that only limits others; nothing of any other rule."""
        return RuleWords(self.phrases, rule, by_kind=False).undone()

    def standing(self, rule: g.Rule) -> Text:
        """What has to be chosen for a rule to be in force, as `With the option “fog”`; nothing where it always is."""
        found: list[Text] = []
        if rule.origin.option is not None:
            option = TextSpan(english.named(rule.origin.option), f"option:{rule.origin.option}")
            found.append(text("with the option ", option))
        if rule.origin.situation is not None:
            title = self.graph.situations[rule.origin.situation].title
            found.append(text("in ", TextSpan(title, f"situation:{rule.origin.situation}")))
        if rule.under is not None:
            dispute, reading = rule.under
            found.append(text("under the reading ", TextSpan(english.named(reading), f"dispute:{dispute}")))
        if rule.from_year is not None:
            found.append(text(f"from {rule.from_year} on"))
        if rule.until_year is not None:
            found.append(text(f"until {rule.until_year}"))
        return strung(found, ", ")

    def exceptions(self, rule: g.Rule) -> list[Exception_]:
        """What limits a rule, stands over it or lifts it, each said as a sentence that goes on from the rule's own."""
        found = []
        for other, how in self._bearing.get(rule.id, ()):
            first, *more = self._exception(rule, other, how)
            if standing := self.standing(other):
                first = StepLine(0, sentence(standing, ": ", uncapped(first.said)))
            found.append(Exception_(how, other, (first, *more)))
        return found

    @cached_property
    def _bearing(self) -> dict[str, tuple[tuple[g.Rule, str], ...]]:
        """By rule, the rules that limit it, stand over it or lift it, in their order."""
        links = ((other, link) for other in self.rules() for link in other.links if link.how != "replaces")
        return grouped((target, (other, link.how)) for other, link in links for target in targets_of(self.graph, link))

    def _exception(self, rule: g.Rule, other: g.Rule, how: str) -> list[StepLine]:
        first = RuleWords(self.phrases, rule)
        _, so_far = first.render(first.teller.start)
        known = {  # what a rule calls `that unit`, as what limits it calls it
            name: re.sub("^that ", "the ", called) if isinstance(called, str) else called
            for name, called in so_far.named.items()
        }
        words = RuleWords(self.phrases, other, replace(first.teller, start=replace(so_far, named=known)))
        start = words.teller.start
        if how == "over":
            return render_if(words.teller, text("instead, ", words.core()), words.given, start)[0]
        bars = isinstance(rule.conclusion, g.Forbids | g.Requires)
        if not words.given:
            return [StepLine(0, sentence("always allowed" if bars else "never"))]
        if bars:
            turned = Head(text("nevertheless allowed"), " unless ")
            return plainest(words.teller, Head(text("nevertheless allowed")), turned, words.given, start)[0]
        return plainest(words.teller, Head(text("not")), Head(text("only"), " if "), words.given, start)[0]

    def condition(self, node: e.Expr) -> Text:
        teller = Teller(self.phrases)
        return teller.words(teller.clause_text(node, holds=True))

    def expression(self, node: e.Expr) -> Text:
        """What an expression stands for, as a noun."""
        teller = Teller(self.phrases)
        return teller.words(teller.noun(node))

    # -- about a position: what is asked has values, given in words

    def asked(self, sort: str, name: str, args: Sequence[str]) -> Text | None:
        """What was asked with these arguments, as a noun: `the range of otto`; none where there is no phrase."""
        form = self.phrases.form(sort, name)
        params = [n for n, _ in self.params(sort, name)]
        figure = self.graph.quantities[name].printed if sort == "quantity" else None
        if len(params) != len(args) or (not form and figure is None):
            return None
        teller = self._with(dict(zip(params, args, strict=True)))
        if form:
            return teller.words(filled(teller, form, self._variables(sort, name)))
        assert figure is not None
        return teller.words(teller.noun(e.Quantity(name, (figure.base,), figure.type)))

    def holds(self, sort: str, name: str, args: Sequence[str], value: bool) -> Text | None:
        """That a yes/no fact holds of these arguments, or does not; none where it can only be said as law."""
        params = [n for n, _ in self.params(sort, name)]
        node = e.Fact(name, tuple(self._variables(sort, name).values()), t.YES_NO)
        teller = self._with(dict(zip(params, args, strict=True)))
        said = teller.words(teller.clause_text(node, holds=value))
        return said if is_phrased(said) else None

    def those(self, node: e.Expr, values: Mapping[str, str]) -> Text | None:
        """What an expression of these stands for; none where it can only be said as law."""
        teller = self._with(values)
        said = teller.words(teller.noun(node))
        return said if is_phrased(said) else None

    def answered(self, asked: e.Expr, value: object, called: Callable[[object], str]) -> Text | None:
        """A question with its answer, as a clause: `otto is in A-12`; none where it can only be said as law."""
        names: dict[str, str] = {}

        def name(of: object) -> str:
            names[called(of)] = called(of)
            return called(of)

        asked = nouns.named_by(self.graph, asked, name)
        answer = nouns.named_by(self.graph, e.Const(value, asked.type), name)
        teller = self._with(names)
        if asked.type == t.YES_NO:
            said: Draft = teller.clause_text(asked, holds=value is True)
        elif isinstance(asked.type, t.SetOf):
            said = text(teller.noun(asked), ": ", teller.noun(answer))
        else:
            said = whole(is_none(teller, asked, True) if value is None else equal(teller, asked, answer, True))
        words = teller.words(said)
        return words if is_phrased(words) else None

    def record(self, kind: str, fields: Mapping[str, str]) -> Text | None:
        """A record with these parts, as a sentence: `otto and karl shove rosa`; none where the law has none for it."""
        if not (form := self.phrases.form("record", kind)):
            return None
        variables = {name: e.Var(name, t.TEXT) for name in fields}
        teller = self._with(fields)
        return teller.words(filled(teller, form, variables))

    def value(self, choice: str, value: str) -> Text:
        return nouns.value(self.phrases, choice, value)

    def case(self, rule: g.Rule, values: Mapping[str, str]) -> Text:
        """The conditions of a rule, said of what its variables stand for; nothing where it has none."""
        if not rule.when:
            return ()
        words = RuleWords(self.phrases, rule, self._with(values, rule))
        return words.teller.words(words.conditions())

    def unmet(self, condition: e.Expr, values: Mapping[str, str], rule: g.Rule | None = None) -> Text:
        """That a condition, perhaps of a rule, does not hold, said of what its variables stand for."""
        teller = self._with(values, rule)
        return teller.words(teller.clause_text(condition, holds=False))

    def amount(self, rule: g.Rule, values: Mapping[str, str]) -> Text:
        """By how much a rule changes a quantity, said of what its variables stand for."""
        conclusion = rule.conclusion
        if not isinstance(conclusion, g.Changes) or conclusion.amount is None:
            return ()
        teller = self._with(values)
        return teller.words(teller.noun(conclusion.amount))

    def state(self, owner: str, attribute: str, value: object) -> Text | None:
        """What is true of something with this value of an attribute, without its name: `is lit`; none where that takes
        more than a predicate. `owner` is the kind that declares the attribute."""
        decl = self.graph.kinds[owner].attributes[attribute]
        name = f"{owner}.{attribute}"
        form = ""
        if isinstance(value, bool):
            so, not_so = english.so_by_name(attribute)
            form = self.phrases.yes_no("attribute", name, f"{{it}} {so if value else not_so}", holds=value)
        elif value is None:
            form = self.phrases.form("attribute", name, 1)
        elif isinstance(value, str):
            choice = decl.type.item if isinstance(decl.type, t.OrNone) else decl.type
            form = self.phrases.form("attribute", name, 3).replace("{item}", plain(self.value(str(choice), value)))
            form = form if form.startswith("{it} ") else self.phrases.form("value", f"{choice}.{value}", 1)
        subject, _, said = form.partition(" ")
        return text(TextSpan(said, f"attribute:{name}")) if subject == "{it}" and "{" not in said else None

    def picked(self, path: str, values: Mapping[str, str], *, may: bool | None = None) -> Text | None:
        """That a pick is made, or with `may` whether it may be made, as a clause; none where the law has no words."""
        if len(self.phrases.forms("pick", path)) < 2:
            return None
        teller = self._with(values)
        return teller.words(whole(picked(teller, path, may=may)))

    def params(self, sort: str, name: str) -> tuple[tuple[str, t.Type], ...]:
        """The parameters of a fact, quantity or table."""
        found = self.graph.section(sort).get(name)
        return found.params if found is not None else ()

    def _variables(self, sort: str, name: str) -> dict[str, e.Expr]:
        return {n: e.Var(n, type_) for n, type_ in self.params(sort, name)}

    def _with(self, values: Mapping[str, str], rule: g.Rule | None = None) -> Teller:
        """A teller that calls variables by what they stand for, and nothing "it"."""
        roles = roles_of(self.phrases, rule) if rule is not None else {}
        return Teller(self.phrases, roles, SoFar(named=values, leads=frozenset()))

    # -- what is declared

    def fact(self, name: str) -> Text:
        """What is asked by a fact, as a sentence, with what it is where no rule says; that a condition does not hold
        then goes without saying."""
        decl = self.graph.facts[name]
        match decl.otherwise:
            case None:
                return self._asked("fact", name)
            case e.Const(value=None):
                return self._asked("fact", name, text("; none where no rule gives one"))
            case otherwise if decl.type == t.YES_NO and otherwise != e.Const(True, t.YES_NO):
                return self._asked("fact", name)
            case otherwise:
                usual = self._teller_of(name).noun(otherwise)
                return self._asked("fact", name, text("; ", usual, " where no rule says otherwise"))

    def _asked(self, sort: str, name: str, usual: Draft = ()) -> Text:
        teller = self._teller_of(name)
        return sentence(teller.words(text(teller.noun(of_itself(self.graph, sort, name)), usual)))

    memory = partialmethod(_asked, "memory")
    tally = partialmethod(_asked, "tally")
    reach = partialmethod(_asked, "reach")

    def _teller_of(self, name: str) -> Teller:
        """A teller that knows what the parameters of something are called."""
        return Teller(self.phrases, parameters(self.phrases, name))

    def quantity(self, name: str) -> list[StepLine]:
        """How a quantity is worked out: what it starts with, then its steps with the rules of each below it, and below
        each rule its exceptions. What stands over another rule of its step is said there alone: beside it, it would be
        read as done as well."""
        decl = self.graph.quantities[name]
        teller = self._teller_of(name)
        what = teller.noun(of_itself(self.graph, "quantity", name))
        start = text("what is printed") if decl.printed is not None else teller.noun(decl.start)
        found = [StepLine(0, sentence(teller.words(text(what, " starts with ", start))))]
        for step in decl.steps:
            rules = [r for r in self.rules() if isinstance(r.conclusion, g.Changes)
                     and (r.conclusion.quantity, r.conclusion.step) == (name, step)]  # fmt: skip
            if rules:
                path = f"{name}.{step}"
                found.append(
                    StepLine(0, sentence("then ", TextSpan(self.phrases.noun("step", path), f"step:{path}"), ":"))
                )
                instead = {x.rule.id for rule in rules for x in self.exceptions(rule) if x.how == "over"}
                for rule in rules:
                    if rule.id not in instead:
                        found += deeper(self.rule(rule))
                        found += self._exceptions_below(rule, 2)
        for rule in self.rules():
            if isinstance(rule.conclusion, g.Rounds) and rule.conclusion.quantity == name:
                found += self.rule(rule)
        return found

    def _exceptions_below(self, rule: g.Rule, depth: int) -> Iterator[StepLine]:
        """The exceptions of a rule, and below those that stand over it their own."""
        for exception in self.exceptions(rule):
            yield from deeper(exception.lines, depth)
            if exception.how == "over":
                yield from self._exceptions_below(exception.rule, depth + 1)

    def table(self, name: str) -> Text:
        """What a table gives, and by what."""
        decl = self.graph.tables[name]
        form = self.phrases.form("table", name)
        teller = Teller(self.phrases)
        if not form:
            self.phrases.missed("table", name)
            axes = " and ".join(
                english.named(type_.name if len(axis) == 1 and isinstance(type_, t.Choice) else axis)
                for axis, type_ in decl.params
            )
            return sentence(TextSpan(english.named(name), f"table:{name}", "name"), f", by {axes}")
        return sentence(teller.words(filled(teller, form, self._variables("table", name), f"table:{name}")))

    def effect(self, name: str) -> list[StepLine]:
        """What an effect does, step by step, below a sentence that says what it is."""
        decl = self.graph.effects[name]
        teller = self._teller_of(name)
        head, so_far = spoken(happening(teller, "effect", name, variables(decl.params)), teller.start)
        return [StepLine(0, sentence(head, ":")), *lines_of(teller, decl.body, 1, so_far)[0]]

    def action(self, name: str) -> list[StepLine]:
        """How an action goes: where it is open, its picks, and what it does."""
        decl = self.graph.actions[name]
        teller = self._teller_of(name)
        called = self.phrases.action(name)
        spans: list[Draft] = []
        for opened in decl.open_in:
            to = [] if opened.to is None else [text(" to ", teller.noun(opened.to))]
            spans += [text(nouns.part(self.phrases, span), *to) for span in opened.spans]
        head, so_far = spoken(text(called, text(" (in ", strung(spans, ", "), ")") if spans else text()), teller.start)
        return [StepLine(0, sentence(head, ":")), *lines_of(teller, decl.lines + decl.body, 1, so_far)[0]]

    def place(self, kind: str) -> Text:
        """Who sees where things of a kind stand; nothing where everybody does."""
        decl = self.graph.kinds[kind]
        if not decl.secret:
            return ()
        which = text(english.with_article(self.phrases.noun("kind", kind)))
        seen = text("where ", which, " stands is seen by its side alone")
        if decl.secret_while is None:
            return sentence(seen)
        owner = self.graph.owner(kind, decl.secret_while)
        while_ = e.Attribute(e.Var("it", t.Kind(kind)), decl.secret_while, owner, t.YES_NO)
        teller = Teller(self.phrases, start=SoFar({"it": "it"}))
        return sentence(seen, ", as long as ", teller.words(teller.clause_text(while_)))

    def event(self, name: str) -> Text:
        happens = happening(Teller(self.phrases), "event", name, variables(self.graph.events[name].params))
        return sentence(spoken(happens, SoFar())[0])

    def comes_by(self, name: str) -> Text:
        """The actions in which an event comes about; nothing of one that is only announced."""
        actions = dict.fromkeys(by.pick.partition(".")[0] for by in self.graph.events[name].by)
        called = [text(TextSpan(self.phrases.action(a), f"action:{a}")) for a in actions]
        return sentence("it comes about in these actions: ", listed(called, "and")) if called else ()

    def task(self, name: str) -> list[StepLine]:
        """What a task is about, who works on it, its stages, and what comes of it."""
        return [*task_lines(self._teller_of(name), self.graph.tasks[name])]

    def order(self, name: str) -> Text:
        """When an order falls due; nothing of one that waits until a rule looks for it."""
        return falls_due(Teller(self.phrases), self.graph.orders[name])

    def term(self, sort: str, name: str) -> str:
        """What something declared is called, for a heading or an index: `pick`, `move.step`."""
        form = self.phrases.noun(sort, name) if sort != "action" else self.phrases.action(name)
        return form if "{" not in form else english.named(name.rpartition(".")[2])

    # -- play

    def sequence(self, name: str) -> list[StepLine]:
        """The parts of play in their order, each with who acts, how often it comes and when it is left out."""
        found: list[StepLine] = []
        for span in self.graph.sequences[name]:
            teller = Teller(self.phrases)
            found += self._span(span, 0, teller, teller.start)[0]
        return found

    def part(self, name: str) -> list[StepLine]:
        """A part of play with what lies in it, and the actions that are open in it."""
        [span] = [span for span in spans_of(self.graph) if span.name == name]
        teller = Teller(self.phrases)
        actions = [a.name for a in self.graph.actions.values() if any(name in opened.spans for opened in a.open_in)]
        called = [TextSpan(self.phrases.action(a), f"action:{a}") for a in actions]
        said = [StepLine(1, sentence("open in it: ", listed([text(each) for each in called], "and")))] if called else []
        return [*self._span(span, 0, teller, teller.start)[0], *said]

    def _span(self, span: g.SpanDecl, depth: int, teller: Teller, so_far: SoFar) -> tuple[list[StepLine], SoFar]:
        head: list[str | Draft] = [nouns.part(self.phrases, span.name)]
        if span.each is not None:
            variable, among = span.each
            item = t.item_of(among.type)
            called = self.phrases.form("variable", variable) or f"that {quantifiers.one_called(teller, among)}"
            each = teller.noun(among) if isinstance(among, e.MakeSet) else arranged(with_the, teller.noun(among))
            head += [calling(variable, called), ", once for each of ", each]
            if item == t.Kind(g.PLAYER) and span.by == e.Var(variable, item):
                head += [", who then acts"]
        if span.by is not None and not isinstance(span.by, e.Var):
            head += [", by ", teller.noun(span.by)]
        if span.condition is not None:
            head += [", if ", teller.clause_text(span.condition)]
        if span.repeats is not None:
            head += [", again and again while ", teller.clause_text(span.repeats)]
        if span.turns_from is not None:
            head += [", the sides taking turns, beginning with ", teller.noun(span.turns_from)]
        head += [", all at once, none knowing what the others do"] * span.at_once
        words, so_far = spoken(text(*head), so_far)
        found = [StepLine(depth, sentence(words))]
        for part in span.body:
            if isinstance(part, g.SpanDecl):
                lines, so_far = self._span(part, depth + 1, teller, so_far)
            else:
                lines, so_far = lines_of(teller, (part,), depth + 1, so_far)
            found += lines
        return found, so_far

    def wins(self, situation: str) -> list[StepLine]:
        """Who wins a situation: the rules of the facts that ask the game for a side, its own alone if it has some."""
        found: list[StepLine] = []
        seen: set[str] = set()
        before: list[g.Rule] = []
        for rule in self._deciding(situation):
            first, *more = self.rule(rule)
            if any(link.how == "over" and rule.id in targets_of(self.graph, link) for r in before for link in r.links):
                first = StepLine(first.depth, sentence(text("otherwise "), uncapped(first.said)))
            before.append(rule)
            found += [first, *more]
            for exception in self.exceptions(rule):
                found += deeper(exception.lines) if exception.how != "over" else ()
            found += deeper(self._meant(rule, situation, seen))
        return found

    def winners(self, situation: str) -> list[Text]:
        """Who wins a situation, a sentence for each way: without what the words in it mean."""
        deciding = [*self._deciding(situation)]
        own = [rule for rule in deciding if rule.origin.situation == situation] or deciding
        return [self.rule(rule)[0].said for rule in own]

    def _deciding(self, situation: str) -> Iterator[g.Rule]:
        """The rules that say who wins a situation."""
        winning = self._facts_of_winning()
        asked = {x.name for f in winning for rule in self._giving[f] for x in parts(rule.conclusion)
                 if isinstance(x, e.Fact) and x.name != f}  # fmt: skip
        for fact in winning:
            if fact not in asked:  # else it is told with the rule that asks it
                own = [rule for rule in self._giving[fact] if rule.origin.situation == situation]
                yield from own or [rule for rule in self._giving[fact] if rule.origin.situation is None]

    def _meant(self, rule: g.Rule, situation: str, seen: set[str]) -> Iterator[StepLine]:
        """What the facts mean that a rule asks: the situation's own rules about them, or who wins by rules that are
        those of all situations. Facts that have no rules of that sort are followed to those that they ask."""
        for asked in {x.name: x for x in parts((rule.when, rule.conclusion)) if isinstance(x, e.Fact)}:
            if asked in seen:
                continue
            seen.add(asked)
            is_of_winning = asked in self._facts_of_winning()
            for other in self._giving[asked]:
                if other.origin.situation == situation or (is_of_winning and other.origin.situation is None):
                    yield from self.rule(other)
                if other.origin.situation in (situation, None):
                    yield from self._meant(other, situation, seen)

    @cached_property
    def _giving(self) -> Mapping[str, tuple[g.Rule, ...]]:
        """By fact, the rules that say it."""
        return defaultdict(tuple[g.Rule, ...], grouped((rule.decides, rule) for rule in self.rules()))

    def _facts_of_winning(self) -> list[str]:
        """The facts that give a side, or nobody, of the game as a whole."""
        sides = t.OrNone(t.Choice("side"))
        return [f.name for f in self.graph.facts.values() if f.type == sides and all(x == t.GAME for _, x in f.params)]

    def situation(self, name: str) -> list[StepLine]:
        """What a situation says: its text, its own rules, and what wins."""
        decl = self.graph.situations[name]
        found = [StepLine(0, sentence(decl.doc))] if decl.doc else []
        own = [r for r in self.rules() if r.origin.situation == name]
        deciding = [*self._deciding(name)]
        wins = {plain(line.said) for line in self.wins(name)}
        for rule in (rule for rule in own if rule not in deciding):
            found += [line for line in self.rule(rule) if plain(line.said) not in wins]
        return found + self.wins(name)

    # -- the rest of what a book has

    def option(self, name: str) -> Text:
        return sentence(self.graph.options[name].doc or english.named(name))

    def dispute(self, name: str) -> list[StepLine]:
        decl = self.graph.disputes[name]
        found = [StepLine(0, sentence(decl.doc or english.named(name)))]
        found += [StepLine(1, sentence(reading.text or english.named(reading.name))) for reading in decl.readings]
        if decl.because:
            found.append(
                StepLine(0, sentence(f"here “{english.named(decl.default)}” is taken, because ", decl.because))
            )
        return found

    def ruling(self, ruling: g.Ruling) -> list[StepLine]:
        return [StepLine(0, sentence(ruling.asks)), StepLine(0, sentence(ruling.answers))]

    # -- counting

    def count(self) -> PhraseTally:
        """How much of the law phrases say: rules, what actions, effects and tasks do, what quantities start with."""
        lines = [(f"rule:{rule.id}", line) for rule in self.rules() for line in self.rule(rule)]
        lines += [(f"action:{name}", line) for name in self.graph.actions for line in self.action(name)]
        lines += [(f"effect:{name}", line) for name in self.graph.effects for line in self.effect(name)]
        lines += [(f"task:{name}", line) for name in self.graph.tasks for line in self.task(name)]
        lines += [(f"quantity:{name}", self.quantity(name)[0]) for name in self.graph.quantities]
        fallen = tuple(name for name, line in lines if any(span.how != "plain" for span in line.said))
        return PhraseTally(len(lines) - len(fallen), fallen, tuple(self.phrases.asked.most_common()))


__all__ = ["Exception_", "PhraseTally", "StepLine", "Words"]
