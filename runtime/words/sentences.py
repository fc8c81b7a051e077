"""Rules said in sentences: what a rule concludes first, then what has to hold for it.

`StepLine` is a sentence with its depth, for what takes several: a rule that does something, a quantity, a sequence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import partial

from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import dependence
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts, within
from hexlaw.runtime.law.links import targets_of
from hexlaw.runtime.words import english, nouns
from hexlaw.runtime.words.clauses import Clause, joined, whole
from hexlaw.runtime.words.composing import agreeing, cut, mended, with_tail, without_the
from hexlaw.runtime.words.conditions import anchor, kinds_said, values_said
from hexlaw.runtime.words.equality import contains, equal, given
from hexlaw.runtime.words.filling import happening, of_itself, phrase, variables
from hexlaw.runtime.words.listing import Head, plainest, render_if
from hexlaw.runtime.words.numbers import by_each
from hexlaw.runtime.words.phrases import Phrases, pieces
from hexlaw.runtime.words.pronouns import arranged, calling, introducing, scoped, spoken, without_topic
from hexlaw.runtime.words.quantifiers import is_var, of_one, one, one_called
from hexlaw.runtime.words.spans import Draft, SoFar, Text, TextSpan, listed, plain, sentence, strung, text, uncapped
from hexlaw.runtime.words.steps import PLACES, StepLine, deeper, lines_of
from hexlaw.runtime.words.teller import Teller

CHANGED = {
    "halves": "is halved", "doubles": "is doubled", "multiplies": "is multiplied by ", "divides": "is divided by ",
    "adds": "is raised by ", "subtracts": "is lowered by ", "makes": "becomes ", "at-most": "is at most ",
    "at-least": "is at least ",
}  # fmt: skip
FRACTIONS = {"down": "are dropped", "up": "count as a whole", "keep": "are kept"}


def roles_of(phrases: Phrases, rule: g.Rule) -> dict[str, str]:
    """What the variables of a rule are called: by the picks, the fact or the event that it speaks of."""
    graph = phrases.graph
    roles: dict[str, str] = {}
    match rule.conclusion:
        case g.Forbids(picks=picks):
            roles |= _roles_of_picks(phrases, picks)
        case g.Gives(fact=name) | g.Collects(fact=name) | g.Changes(quantity=name) | g.Remembers(memory=name):
            roles |= parameters(phrases, name)
    if rule.after is not None:
        happens = rule.after in graph.events or rule.after in graph.effects
        roles |= parameters(phrases, rule.after) if happens else _roles_of_pick(phrases, rule.after)
    if rule.conclusion is None:
        for target in targets(graph, rule):
            if target.id != rule.id and target.conclusion is not None:
                roles |= {**roles_of(phrases, target), **roles}
    return roles


_WITH_PARAMETERS = ("fact", "quantity", "memory", "tally", "reach", "event", "effect", "action")


def parameters(phrases: Phrases, name: str) -> dict[str, str]:
    """What the parameters are called of what is declared under a name."""
    decls = (phrases.graph.section(sort).get(name) for sort in _WITH_PARAMETERS)
    params = next((decl.params for decl in decls if decl is not None), ())
    found = {p: phrases.form("parameter", f"{name}.{p}") for p, _ in params}
    if not any(isinstance(type_, t.Kind) and type_ not in PLACES for _, type_ in params):
        for p, type_ in params:  # `its hex` of nothing would be nobody's, nor is a hex the next one of nothing
            own = phrases.form("variable", p).startswith(("its ", "the "))
            if own and not found[p] and isinstance(type_, t.Kind) and type_ != t.GAME:
                found[p] = english.with_article(phrases.noun("kind", type_.name))
    return {p: called for p, called in found.items() if called}


def _roles_of_picks(phrases: Phrases, picks: Collection[str]) -> dict[str, str]:
    """What the variables of several picks are called; their subject, where they call it otherwise, goes by its kind."""
    found: dict[str, str] = {}
    subjects = set[str]()
    for path in picks:
        roles = _roles_of_pick(phrases, path)
        first = next(pieces(phrases.form("pick", path, 1)), (False, ""))
        if first[0] and first[1] in roles:
            subjects.add(f"{first[1]} {english.without_article(roles[first[1]])}")
        found = roles | found
    differ = Counter(subject.partition(" ")[0] for subject in subjects)
    return {variable: called for variable, called in found.items() if differ[variable] < 2}


def _roles_of_pick(phrases: Phrases, path: str) -> dict[str, str]:
    action = phrases.graph.actions.get(path.partition(".")[0])
    picks = action.picks if action is not None else ()
    named = parameters(phrases, action.name) if action is not None else {}
    return named | {pick.var: called for pick in picks if (called := _role(phrases, pick))}


def _role(phrases: Phrases, pick: e.Pick) -> str:
    """What is picked, by the phrase of the pick, or else by its name, unless the variable has words of its own."""
    form = phrases.form("pick", pick.path)
    if form or phrases.form("variable", pick.var):
        return form
    return f"the {english.named(pick.path.rpartition('.')[2])}"


def _leads(phrases: Phrases, rule: g.Rule) -> frozenset[str] | None:
    """The variables of a rule that may be "it": things before places, where it speaks of both."""
    others = [r.conclusion for r in targets(phrases.graph, rule)] if rule.conclusion is None else []
    inside = tuple(parts((rule.conclusion, rule.when, *others)))
    names = {x.name: x.type for x in inside if isinstance(x, e.Var)}
    for path in [pick for x in (rule.conclusion, *others) if isinstance(x, g.Forbids) for pick in x.picks]:
        action = phrases.graph.actions.get(path.partition(".")[0])
        names |= {pick.var: pick.type for pick in action.picks} if action is not None else {}
    for x in inside:
        if isinstance(x, g.Gives | g.Collects) and x.fact in phrases.graph.facts:
            names |= dict(phrases.graph.facts[x.fact].params)
    things = {n for n, kind in names.items() if isinstance(kind, t.Kind) and kind not in PLACES}
    return frozenset(things - {x.var for x in inside if isinstance(x, e.Binder)}) or None


def _forbid_the_same(rule: g.Rule, other: g.Rule) -> bool:
    match rule.conclusion, other.conclusion:
        case g.Forbids(picks=picks, events=events), g.Forbids(picks=others, events=other_events):
            return not {*picks, *events}.isdisjoint((*others, *other_events))
        case _:
            return False


def _makes_so(rule: g.Rule) -> bool:
    """Whether a rule makes something so, or puts something among others."""
    match rule.conclusion:
        case g.Gives(value=value):
            return value.type == t.YES_NO and value != e.Const(False, t.YES_NO)
        case g.Collects(fact=fact):
            return fact != g.GOALS
        case g.Counts(amount=amount):
            return amount is not None
        case _:
            return False


def targets(graph: g.Graph, rule: g.Rule) -> list[g.Rule]:
    """The rules that a rule limits or lifts."""
    names = [name for link in rule.links if link.how in ("limits", "lifts") for name in targets_of(graph, link)]
    return [graph.rules[name] for name in names if name in graph.rules]


MAX_TOLD_APART = 80
"""Letters of a condition that tells one rule from another inside a sentence. A longer one is left out."""


MAX_NAMED = 4
"""Rules that are limited at once and named each; of more, what they are on."""


class RuleWords:
    def __init__(self, phrases: Phrases, rule: g.Rule, teller: Teller | None = None, *, by_kind: bool = True) -> None:
        self.phrases = phrases
        self.graph = phrases.graph
        self.rule = rule
        roles, named_by = roles_of(phrases, rule), teller is None and by_kind
        limited = [] if rule.conclusion is not None else [other.conclusion for other in targets(phrases.graph, rule)]
        items = [found.item for found in limited if isinstance(found, g.Collects)]
        conditions = [condition.expr for condition in rule.when] if named_by else []
        by_kinds = kinds_said(phrases, roles, conditions)
        self.kinds = {var: kind for var, (kind, _) in by_kinds.items()}
        self.values = {var: equal for var, equal in values_said(conditions).items() if equal.left in items}
        self.unsaid = [*(condition for _, condition in by_kinds.values()), *self.values.values()]
        roles |= {var: english.with_article(phrases.noun("kind", kind)) for var, kind in self.kinds.items()}
        self.teller = teller or Teller(phrases, roles, SoFar(leads=_leads(phrases, rule)))

    def lines(self) -> list[StepLine]:
        """All that the rule says: one sentence, or one and what is done below it."""
        return self.render(self.teller.start)[0]

    def render(self, so_far: SoFar) -> tuple[list[StepLine], SoFar]:
        """Its lines, and what has been named behind them."""
        rendered = self._render(so_far)
        said = " ".join(plain(line.said) for line in rendered[0])
        known = [plain(self.teller.words(self.teller.noun(equal.right))) for equal in self.values.values()]
        known += [self.phrases.noun("kind", kind) for kind in self.kinds.values()]
        if all(name in said for name in known):
            return rendered
        return RuleWords(self.phrases, self.rule, by_kind=False).render(so_far)  # else something is not said

    def _render(self, so_far: SoFar) -> tuple[list[StepLine], SoFar]:
        if isinstance(self.rule.conclusion, g.Then):
            return self._told_steps(self.rule.conclusion.body, so_far)
        given = [] if isinstance(self.rule.conclusion, g.Requires | g.Leaves) else self.given  # these have said theirs
        if self.rule.conclusion is None or isinstance(self.rule.conclusion, g.Forbids):
            return plainest(self.teller, Head(self._concluded()), self._turned(), given, so_far)
        lines, so_far = render_if(self.teller, self._concluded(), given, so_far)
        for about in self._about_the_goal():
            said, so_far = spoken(about, so_far)
            lines.append(StepLine(1, sentence(said)))
        return lines, so_far

    def _told_steps(self, body: tuple[e.Statement, ...], so_far: SoFar) -> tuple[list[StepLine], SoFar]:
        head, conditions = self._when_it_happens(), self.conditions()
        given = text("if ", conditions) if conditions else text()
        start, so_far = spoken(text(head, ", " if head and given else "", given), so_far)
        below, so_far = lines_of(self.teller, body, 0, so_far)
        if not start:
            return below, so_far
        if len(below) == 1:
            return [StepLine(0, sentence(start, ", ", uncapped(below[0].said)))], so_far
        return [StepLine(0, sentence(start, ":")), *deeper(below)], so_far

    def _concluded(self) -> Draft:
        """What a rule says before its conditions; what has to hold at all times says them with it."""
        head, each = self._when_it_happens(), self._for_every(self.rule.for_each)
        match self.rule.conclusion:
            case None:
                return self._about_others()
            case g.Requires(sampled=sampled, condition=condition):
                when = "at all times" if sampled == "all-times" else "wherever a stop is made"
                if (about := self._each_of_which) is not None:
                    return text(head, when, ", ", about, ", ", self.teller.clause_text(condition))
                conditions = self.conditions()
                given = text("if ", conditions, ", ") if conditions else text()
                return text(head, when, ", ", each, ", " if each else "", given, self.teller.clause_text(condition))
            case g.Leaves(text=words):
                return text("this is not checked by the machine: ", words)
            case g.Collects():
                each = text()  # its core says it
        return text(head, ", " if head else "", self.core(), ", " if each else "", each)

    def _turned(self) -> Head:
        """What is so only where the conditions of the rule do not hold; no words of what cannot be said so."""
        conclusion, found = self.rule.conclusion, targets(self.graph, self.rule)
        if conclusion is None:
            if self._allows:
                return Head(self._about_others(), " unless ")
            so = self._so(found, holds=True)
            apart = so is None or any(clause.subject != so[0].subject for clause in so)
            return Head(()) if so is None or apart else Head(joined(so, "and"), " only if ", so[0].subject)
        assert isinstance(conclusion, g.Forbids)
        first, *others = self._forbidden(conclusion, may=True)
        if self.rule.for_each or (others and {each.subject for each in others} != {first.subject or None}):
            return Head(())
        return Head(self.forbidden(conclusion, may=True, word="or"), " only if ", first.subject)

    @property
    def given(self) -> list[e.Expr]:
        """The conditions that are said. That there is one at all goes without saying where the rule gives the one that
        there is, or the least or greatest of all."""
        needless: e.Quantified | None = None
        match self.rule.conclusion:
            case g.Gives(value=e.One(binder=binder) | e.Fold(how="least" | "most", binder=binder)):
                needless = e.Quantified("any", binder, None)
            case g.Changes(amount=e.Fold(how="least" | "most", binder=binder)):
                needless = e.Quantified("any", binder, None)
        given = [condition.expr for condition in self.rule.when if condition.expr != needless]
        return [each for each in e.conjuncts(*given) if each not in self.unsaid] if self.unsaid else given

    def conditions(self) -> Draft:
        """What has to hold, as one clause; nothing if nothing has to."""
        clauses = [clause for condition in self.given for clause in self.teller.clauses(condition, True)]
        return joined(clauses, "and") if clauses else text()

    @property
    def _each_of_which(self) -> Draft | None:
        """`for every boat that is lit`, where the conditions of the rule are all about the one thing that it goes
        through; nothing where there are none, or where it goes through more or less."""
        given = tuple(self.given)
        if len(self.rule.for_each) != 1 or not given:
            return None
        (binder,) = self.rule.for_each
        return self._for_every((replace(binder, where=e.All((*e.conjuncts(binder.where), *given))),))

    def _for_every(self, binders: tuple[e.Binder, ...]) -> Draft:
        teller = self.teller
        each = [text("for ", one(teller, binder, "every")) for binder in binders]
        called = [calling(binder.var, f"that {one_called(teller, binder.domain)}") for binder in binders]
        return text(strung(each, " and "), *called)

    def _when_it_happens(self) -> Draft:
        rule = self.rule
        if rule.after is not None:
            wordless = rule.after in self.graph.effects and not self.phrases.form("effect", rule.after)
            return text("after " if wordless else "when ", self.event(rule.after))
        if rule.at_edge is not None:
            edge, span = rule.at_edge
            return text(f"at the {edge} of ", self._part_of(span))
        return text()

    def _part_of(self, span: str) -> Draft:
        """A part of the sequence: `a side's half-turn`, where it is there for each of several, and the rule speaks of
        the one whose it is."""
        inside = tuple(parts((self.rule.conclusion, self.rule.when, self.rule.for_each)))
        named = {x.name for x in inside if isinstance(x, e.Var)} - {x.var for x in inside if isinstance(x, e.Binder)}
        each = [around.each for around in within(self.graph, span) if around.each is not None]
        whose = [e.Var(name, t.item_of(of.type)) for name, of in each if name in named]
        part = nouns.part(self.phrases, span)
        if not whose:
            return part
        return text(
            arranged(lambda of: with_tail(of, english.possessive(of[-1].text)), self.teller.noun(whose[0])),
            " ",
            without_the(part),
        )

    def event(self, name: str) -> Draft:
        """What happens, as a clause: an event, an effect, or somebody's pick."""
        graph, teller = self.graph, self.teller
        if name in graph.events:
            return happening(teller, "event", name, variables(graph.events[name].params))
        if name in graph.effects:
            return happening(teller, "effect", name, variables(graph.effects[name].params))
        if name in graph.orders:
            return text(english.with_article(self.phrases.noun("order", name)), " falls due")
        if name in graph.tasks:
            return text(happening(teller, "task", name, ()), " is done")
        return whole(picked(self.teller, name))

    def core(self) -> Draft:
        """What the rule concludes, without its conditions."""
        teller = self.teller
        match self.rule.conclusion:
            case g.Gives(fact=fact, value=value):
                return given(teller, fact, value)
            case g.Collects(fact=g.GOALS, item=e.MakeRecord() as goal):
                fields = dict(goal.fields)
                each, side = self._for_every(self.rule.for_each), teller.noun(fields["of"])
                return text(each, ", " if each else "", "a goal of ", side, " is ", self._aims(fields))
            case g.Collects(fact=fact, item=item):
                return self._collected(fact, item)
            case g.Forbids() as conclusion:
                return self.forbidden(conclusion, may=False)
            case g.Changes(quantity=quantity, how=how, amount=amount):
                what = teller.noun(of_itself(self.graph, "quantity", quantity))
                if amount is not None and how in ("adds", "subtracts") and (apart := by_each(amount)) is not None:
                    return text(what, " ", self._changed_for_every(CHANGED[how], *apart))
                return text(what, " ", CHANGED[how], teller.noun(amount) if amount is not None else "")
            case g.Rounds(quantity=quantity, how=how, each_step=each_step):
                when = " after each step" if each_step else "" if how == "keep" else " at the end"
                called = self.phrases.form("quantity", quantity) or self.phrases.made("quantity", quantity)
                noun = called.partition(" {")[0]
                for preposition in english.PREPOSITIONS:
                    noun = noun.removesuffix(f" {preposition}")
                return text("fractions of ", noun, f" {FRACTIONS[how]}", when)
            case g.Remembers(memory=memory, args=args, lapses=lapses):
                counts = teller.clause(e.Memory(memory, args), True)
                return arranged(partial(_remembered, lapses), counts.lead, counts.said)
            case g.Counts(tally=tally, args=args, amount=amount):
                counted = e.Tally(tally, args, self.graph.tallies[tally].type)
                if amount is None:
                    return whole(teller.about(counted, "starts again from nothing"))
                return whole(teller.about(amount, "is added to ", teller.noun(counted)))
            case g.TaskRule(how=how, task=task):
                one = f"a {self.phrases.noun('kind', task)}"
                done = {"pauses": "pauses", "restarts": "starts again", "cancels": "is given up"}[how]
                return text("every task" if task == "task" else one, introducing("task", one), f" {done}")
            case g.Requires(condition=condition):
                return teller.clause_text(condition)
            case g.Leaves(text=words):
                return text(words)
            case g.Then():
                return (self._first_step,)
            case _:
                return self._exception()

    def _changed_for_every(self, changed: str, binder: e.Binder, amount: e.Expr) -> Draft:
        """`is raised by 2 for every lit boat`, or `is raised, for every lit boat, by the toll of that boat`."""
        teller, every = self.teller, text("for ", one(self.teller, binder, "every"))
        if binder.var not in dependence.variables(amount):
            return text(changed, teller.noun(amount), " ", every)
        verb = changed.removesuffix(" by ")
        return text(verb, ", ", every, ", by ", of_one(teller, binder, teller.noun(amount)))

    def _first_step(self, so_far: SoFar) -> tuple[Text, SoFar]:
        lines, so_far = self.render(so_far)
        first = lines[0].said
        return uncapped(with_tail(first, first[-1].text.rstrip(".:"))), so_far

    def _exception(self) -> Draft:
        """A rule that only limits others, as a noun: what it is an exception to, and when it is made."""
        found = targets(self.graph, self.rule)
        if not found or found[0].conclusion is None:
            return text("the exception ", TextSpan(anchor(self.graph, self.rule.id), f"rule:{self.rule.id}"))
        core = RuleWords(self.phrases, found[0], self.teller).core()
        conditions = self.conditions()
        made = text(", made if ", conditions, ",") if conditions else text()
        return text("the exception to the rule that ", core, made)

    def aim(self, named: Collection[str]) -> Draft:
        """A goal without whose it is, for each of those whose names are not given."""
        conclusion = self.rule.conclusion
        assert isinstance(conclusion, g.Collects)
        assert isinstance(conclusion.item, e.MakeRecord)
        each = self._for_every(tuple(binder for binder in self.rule.for_each if binder.var not in named))
        return text(each, ", " if each else "", self._aims(dict(conclusion.item.fields)))

    def _aims(self, given: dict[str, e.Expr]) -> Draft:
        teller = self.teller
        aims: list[Draft] = []
        if given["kept"] == e.Const(True, t.YES_NO):
            aims.append(text("to keep ", self._one_or_more(given["things"])))
        if not isinstance(given["met"], e.Const):
            aims.append(text("that ", teller.clause_text(given["met"])))
        if not aims:
            aims = [text("that ", teller.noun(given["worth"]), " is as large as can be")]
        return listed(aims, "and")

    def _about_the_goal(self) -> Iterator[Draft]:
        """What belongs to a goal, a sentence each: what it is worth, who can reach it, where, and until when."""
        conclusion, teller = self.rule.conclusion, self.teller
        if not isinstance(conclusion, g.Collects) or not isinstance(conclusion.item, e.MakeRecord):
            return
        given = dict(conclusion.item.fields) if conclusion.fact == g.GOALS else {}
        is_kept, is_met = given.get("kept") == e.Const(True, t.YES_NO), not isinstance(given.get("met"), e.Const)
        if not given:
            return
        if is_kept or is_met:
            yield text("this is worth ", teller.noun(given["worth"]))
        if not is_kept and not _is_empty(given["things"]):
            yield text("it is for ", self._one_or_more(given["things"]), " to bring this about")
        if not _is_empty(given["places"]):
            yield text("the place for it: ", self._one_or_more(given["places"]))
        if not isinstance(given["by"], e.Const) or given["by"].value is not None:
            yield text(
                "it has to be so before ", teller.noun(given["clock"]), " goes beyond ", teller.noun(given["by"])
            )

    def _one_or_more(self, node: e.Expr) -> Draft:
        return self.teller.noun(node.items[0] if isinstance(node, e.MakeSet) and len(node.items) == 1 else node)

    def _collected(self, fact: str, item: e.Expr) -> Draft:
        """Every such thing counts among what the fact collects."""
        asked, teller = of_itself(self.graph, "fact", fact), self.teller
        counts = contains(teller, asked, item, True)
        mine = next((b for b in self.rule.for_each if is_var(item, b.var)), None)
        if mine is None:
            each = self._for_every(self.rule.for_each)
            return text(each, ", " if each else "", whole(counts))
        if is_var(counts.subject, mine.var):
            made = self._every_such(mine, asked, item)
        else:
            made = scoped(mine.var, one(teller, mine, "every"), whole(counts))
        return text(made, calling(mine.var, f"that {one_called(teller, mine.domain)}"))

    def _every_such(self, mine: e.Binder, asked: e.Expr, item: e.Expr) -> Draft:
        """Of one thing that stands in another of its kind, neither is "it" from then on."""
        teller, is_of_another = self.teller, False
        match mine.domain:
            case e.Things(kind=kind, within=e.Var(name=holder, type=t.Kind(name=other))) if kind == other:
                is_of_another = True
                teller = replace(teller, roles={holder: f"another {self.phrases.noun('kind', kind)}", **teller.roles})
        counts = scoped(mine.var, "it", contains(teller, asked, item, True).said)
        made = text(one(teller, mine, "every"), " ", counts)
        return without_topic(made) if is_of_another else made

    def forbidden(self, conclusion: g.Forbids, *, may: bool, word: str = "and") -> Draft:
        """What may not be done: several picks of one subject share it."""
        clauses = [*self._forbidden(conclusion, may)]
        first = clauses[0].subject
        if len(clauses) == 1 or any(c.subject != first for c in clauses):
            return joined(clauses, word)
        shared = "may " if may else "may not "

        def put_together(lead: Text, *found: Text) -> Draft:
            if not all(plain(part).startswith(shared) for part in found):
                return joined([Clause(first, part, lead) for part in found], word)
            different: dict[str, Text] = {}
            for part in found:
                rest = text(part[0].text.removeprefix(shared), *part[1:])
                different.setdefault(plain(rest), rest)
            return text(lead, " ", shared, listed([*different.values()], word if may else "or"))

        return arranged(put_together, clauses[0].lead, *(clause.said for clause in clauses))

    def _forbidden(self, conclusion: g.Forbids, may: bool) -> Iterator[Clause]:
        """An event in its own words, where it has them, and else by its picks."""
        done = set[str]()
        for event in conclusion.events:
            forms = self.phrases.forms("event", event)
            if len(forms) > 1:
                form = forms[1] if may else english.negative(forms[1]) or forms[1]
                args = {name: e.Var(name, type_) for name, type_ in self.graph.events[event].params}
                yield phrase(self.teller, form, args, f"event:{event}")
                done |= {pick for pick in conclusion.picks if self.graph.brings_about(pick, event)}
        for path in self._without_kinds(tuple(pick for pick in conclusion.picks if pick not in done)):
            yield picked(self.teller, path, may=may)

    def _without_kinds(self, picks: tuple[str, ...]) -> list[str]:
        """The picks but those of kinds of actions that are there themselves: what is said of the one goes for these."""
        found = list(dict.fromkeys(picks))
        for path in picks:
            action, _, pick = path.rpartition(".")
            kinds = {f"{kind}.{pick}" for kind, _ in self.graph.kinds_of_action(action)}
            found = [other for other in found if other not in kinds]
        return found

    def undone(self) -> Text | None:
        """What holds without a rule that only limits others: `the rule that ... holds also if ...`."""
        if self.rule.conclusion is not None or all(link.how == "lifts" for link in self.rule.links):
            return None
        conditions = self.conditions()
        given = text(" if ", conditions) if conditions else text()
        return sentence(self.teller.words(text(self._about_others(undone=True), given)))

    @property
    def _allows(self) -> bool:
        """Whether all that the rule does is to make exceptions to prohibitions."""
        found = targets(self.graph, self.rule)
        return bool(found) and all(isinstance(r.conclusion, g.Forbids) for r in found)

    def _about_others(self, *, undone: bool = False) -> Draft:
        """A rule that only limits or lifts: in which cases the others do not hold, or hold also once it is undone."""
        steps = [link.target for link in self.rule.links if link.step]
        found = targets(self.graph, self.rule)
        if len(found) == 1 and found[0].conclusion is None and not undone and (rules := targets(self.graph, found[0])):
            about = self._even_so(found[0], rules[0])
        elif self._allows and not undone:
            about = text("even where ", self._named(found), " forbids it", self._why(found), ", ", self._lifted(found))
        elif found:
            about = (None if undone else self._not_so(found)) or self._not_held(found, undone)
        elif steps:
            does = "do" if len(steps) > 1 else "does"
            counts = f" {'count' if len(steps) > 1 else 'counts'} also" if undone else f" {does} not count"
            about = text(listed([self._step(step) for step in steps], "and"), counts)
        else:
            about = text("the other rules hold also" if undone else "the other rules do not hold")
        return about

    def _why(self, found: list[g.Rule]) -> Draft:
        """Why a rule forbids what it forbids, if others at its place forbid the same and it takes few words."""
        first, place = found[0], anchor(self.graph, found[0].id)
        others = (
            rule for rule in self.graph.rules.values() if rule is not first and anchor(self.graph, rule.id) == place
        )
        reason = RuleWords(self.phrases, first, self.teller).conditions()
        if len(found) > 1 or not reason or not any(_forbid_the_same(first, each) for each in others):
            return text()
        return text(" because ", reason) if len(plain(self.teller.words(reason))) <= MAX_TOLD_APART else text()

    def _lifted(self, found: list[g.Rule]) -> Draft:
        lifted = [rule.conclusion for rule in found if isinstance(rule.conclusion, g.Forbids)]
        picks = tuple(dict.fromkeys(pick for one in lifted for pick in one.picks))
        events = tuple(dict.fromkeys(event for one in lifted for event in one.events))
        return self.forbidden(g.Forbids(picks, events), may=True)

    def _even_so(self, exception: g.Rule, rule: g.Rule) -> Draft:
        """That an exception to a rule is not made."""
        core = RuleWords(self.phrases, rule, self.teller).core()
        made = RuleWords(self.phrases, exception, self.teller).conditions()
        even = text(" even where ", made, "," if self.given else "") if made else text(" after all")
        return text("the rule that ", core, " holds", even)

    def _not_so(self, found: list[g.Rule]) -> Draft | None:
        """That what rules conclude is not so: where no other rule could make it so, or where it can be said what does
        not suffice for it; nothing of what can be said in neither way."""
        if (so := self._so(found, holds=False)) is not None:
            return joined(so, "and")
        reasons = [condition.expr for condition in found[0].when]
        match found[0]:
            case g.Rule(for_each=(e.Binder(var=var, where=where),), conclusion=g.Collects(item=e.Var(name=item))):
                reasons += e.conjuncts(where) if var == item else ()
            case g.Rule(for_each=(_, *_)):
                return None
        clause = self._clause(found[0], holds=False) if len(found) == 1 and reasons else None
        if clause is None:
            return None
        because = self.teller.clause_text(e.All(tuple(reasons)))
        if len(plain(self.teller.words(because))) > MAX_TOLD_APART:
            return None
        return text(whole(clause), " just because ", because, "," if self.given else "")

    def _so(self, found: list[g.Rule], *, holds: bool) -> list[Clause] | None:
        """What rules conclude, or that it is not so, where they alone could make it so."""
        usually = [self.graph.facts[rule.decides].otherwise for rule in found if rule.decides in self.graph.facts]
        if not 0 < len(found) <= MAX_NAMED or e.Const(True, t.YES_NO) in usually or not all(map(_makes_so, found)):
            return None
        others = [rule for rule in self.graph.rules.values() if rule not in found and _makes_so(rule)]
        if any(a.decides == b.decides and not self._are_apart(a, b) for a in others for b in found):
            return None
        clauses = [self._clause(rule, holds=holds) for rule in {rule.conclusion: rule for rule in found}.values()]
        return [clause for clause in clauses if clause is not None]

    def _are_apart(self, rule: g.Rule, from_this: g.Rule) -> bool:
        """Whether what a rule makes so is never what another does, where the conditions here hold."""
        match rule.conclusion, from_this.conclusion:
            case g.Counts() as one, g.Counts() as other:
                return one != other
            case g.Collects(item=e.Const() as other_value), g.Collects(item=e.Var(name=name)):
                return name in self.values and self.values[name].right != other_value
            case g.Collects(item=e.Var(type=t.Kind(name=other))), g.Collects(item=e.Var(name=name, type=t.Kind(kind))):
                kind = self.kinds.get(name, kind)
                return not self.graph.may_be_both(kind, other)
        return False

    def _clause(self, rule: g.Rule, *, holds: bool) -> Clause | None:
        """What a rule concludes, or that it is not so, of what its variables stand for."""
        teller = self.teller
        match rule.conclusion:
            case g.Gives(fact=fact, value=e.Const(value=True)):
                return teller.clause(of_itself(self.graph, "fact", fact), holds)
            case g.Gives(fact=fact, value=e.Const(value=value) as const) if value not in (None, False):
                return equal(teller, of_itself(self.graph, "fact", fact), const, holds)
            case g.Collects(fact=fact, item=e.Var(name=name) as item) if fact != g.GOALS:
                known = self.values[name].right if name in self.values else item
                return contains(teller, of_itself(self.graph, "fact", fact), known, holds)
            case g.Counts(tally=tally, args=args, amount=amount) if amount is not None:
                counted = e.Tally(tally, args, self.graph.tallies[tally].type)
                return teller.about(amount, "is added to " if holds else "is not added to ", teller.noun(counted))
            case g.Changes(quantity=quantity, how="halves" | "doubles" as how) if not holds:
                return teller.about(of_itself(self.graph, "quantity", quantity), english.opposite(CHANGED[how]))
            case _:
                return None

    def _not_held(self, found: list[g.Rule], undone: bool) -> Draft:
        cores: list[Draft] = []
        concluded = []
        for other in found[:MAX_NAMED]:
            if other.conclusion not in concluded:
                concluded.append(other.conclusion)
                words = RuleWords(self.phrases, other, self.teller)
                cores.append(words.core_apart() if len(found) == 1 else words.core())
        if len(found) > MAX_NAMED and len({other.decides for other in found} - {""}) == 1 and not undone:
            sort = "quantity" if isinstance(found[0].conclusion, g.Changes) else "fact"
            asked = of_itself(self.graph, sort, found[0].decides)
            return text("the rules on ", self.teller.noun(asked), " do not hold")
        more = " and the like" if len(found) > MAX_NAMED else ""
        one = len(found) == 1
        holds = ("holds" if one else "hold") + " also" if undone else f"{'does' if one else 'do'} not hold"
        rules = "" if any(other.conclusion is None for other in found) else f"the rule{'' if one else 's'} that "
        return text(rules, listed(cores, "and that" if rules else "and"), more, f" {holds}")

    def core_apart(self) -> Draft:
        """What the rule concludes, and where, if others conclude the same and it is short; an exception has said so."""
        core, conditions = self.core(), self.conditions() if self.rule.conclusion is not None else text()
        alike = any(r.conclusion == self.rule.conclusion and r is not self.rule for r in self.graph.rules.values())
        if not alike or not conditions or len(plain(self.teller.words(conditions))) > MAX_TOLD_APART:
            return core
        return text(core, ", where ", conditions, ",")

    def _named(self, rules: list[g.Rule]) -> Text:
        anchors = {anchor(self.graph, rule.id): f"rule:{rule.id}" for rule in rules}
        return listed([text(TextSpan(anchor, ref)) for anchor, ref in anchors.items()], "or")

    def _step(self, path: str) -> Draft:
        quantity = path.rpartition(".")[0]
        noun = self.phrases.noun("step", path)
        if quantity not in self.graph.quantities:
            return text(noun)
        return text("what ", noun, " does to ", self.teller.noun(of_itself(self.graph, "quantity", quantity)))


def picked(teller: Teller, path: str, *, may: bool | None = None) -> Clause:
    """A pick as a clause: that it is made, or with `may` that it may be made, or may not."""
    phrases, graph = teller.phrases, teller.graph
    forms = phrases.forms("pick", path)
    action = graph.actions.get(path.partition(".")[0])
    types: dict[str, t.Type] = {}
    if action is not None:
        types |= {x.var: x.type for x in parts((action.lines, action.body)) if isinstance(x, e.Pick)}
        types |= dict(action.params) | {x.name: x.value.type for x in action.lines if isinstance(x, e.Let)}
    args = {name: e.Var(name, type_) for name, type_ in {**types, g.ACTING: t.Choice(g.SIDE)}.items()}
    if len(forms) < 2:
        phrases.missed("pick", path)
        if path.endswith(f".{g.DONE}"):
            return _done(phrases, path, may)
        what = f"the {english.named(path.partition('.')[2])} of “{english.named(path.partition('.')[0])}”"
        may_ = "may be picked" if may else "is picked" if may is None else "may not be picked"
        return Clause(None, text(TextSpan(what, f"pick:{path}", "name"), f" {may_}"))
    form = forms[1]
    if may is False:
        form = english.negative(form) or form
    elif may is None:
        form = forms[2] if len(forms) > 2 else _happening(form)
    return phrase(teller, form, args, f"pick:{path}")


def _done(phrases: Phrases, path: str, may: bool | None) -> Clause:
    """That a side is done with a part of the sequence or with an action, that it may be, or that it may not be."""
    of = path.removesuffix(f".{g.DONE}")
    what = f"“{english.named(of)}”" if of in phrases.graph.actions else plain(nouns.part(phrases, of))
    is_done = {True: "may be done", False: "may not be done", None: "is done"}[may]
    return Clause(None, text("the side that acts ", is_done, " with ", TextSpan(what, f"pick:{path}", "name")))


def _happening(form: str) -> str:
    """`{u} moves` of `{u} may move`."""
    before, may, after = form.partition(" may ")
    return f"{before} {english.third_person(after)}" if may else form


def _remembered(lapses: bool, lead: Text, said: Text) -> Text:
    """`from then on the boat is marked`, `the boat is no longer marked`; of what has been, that it is noted."""
    first = plain(said).partition(" ")[0]
    is_over = first == english.of_several(first) or (lapses and first == "has")
    if not lead or is_over or plain(said).startswith("is not "):
        noted = "it is forgotten that " if lapses else "it is noted that "
        return mended(text(noted, lead, " " if lead else "", said))
    said = agreeing(said) if english.is_of_several(plain(lead)) else said
    if not lapses:
        return mended(text("from then on ", lead, " ", said))
    verb, rest = plain(said).partition(" ")[0], cut(said, len(plain(said).partition(" ")[0]), len(plain(said)))
    return mended(text(lead, f" {verb} no longer" if first == "is" else f" no longer {verb}", rest))


def _is_empty(node: e.Expr) -> bool:
    return isinstance(node, e.MakeSet) and not node.items
