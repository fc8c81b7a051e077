"""An answer told to people, at three depths.

`talk` is for the table: the verdict, who says so, what would be legal instead. `judge` is for whoever settles a
quarrel: every rule that applied, every exception that was tried and did not, the table cells read, what is in
dispute or unsure. `developer` adds every step of the evaluation with the places in the files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from hexlaw.runtime import expr as e
from hexlaw.runtime import graph as g
from hexlaw.runtime import types as t
from hexlaw.runtime.answer import Answer, OtherAnswer
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.law import Law
from hexlaw.runtime.play.trials import reference
from hexlaw.runtime.position import Position
from hexlaw.runtime.question import Question
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.table import Cell
from hexlaw.runtime.trace import Node, Tried, walk
from hexlaw.runtime.value import Record
from hexlaw.runtime.verdict import Permission, Refusal
from hexlaw.runtime.words import in_words
from hexlaw.runtime.words.spans import is_phrased, listed, plain, text
from hexlaw.runtime.words.telling import Words

Depth = Literal["talk", "judge", "developer"]
MOST_SUMMED, MOST_ALIKE, MOST_SHUT = 8, 20, 3
MOST_CANDIDATES = 3
"""Numbers of a sum that are told, at judge depth questions of one name that were asked in one place, and rules of which
a talk says why none of them gives another value."""
DEEPEST = 40
LONGEST_TALK = 12
LONGEST_CHAIN = 30


def explain(given: Answer, depth: Depth, others: list[OtherAnswer]) -> str:
    return "\n".join(_Explainer(given, depth, others).lines()) + "\n"


def explain_verdict(verdict: Permission, law: Law, position: Position, asked: str) -> str:
    """Why something may be picked, or may not, in a game: told like an answer."""
    return explain(Answer(Question("may", asked), law, position, permission=verdict), "talk", [])


def asked_in_words(given: Answer) -> str:
    """What was asked, such as `whether otto may enter 0504`; empty where it can only be said as law."""
    return _Explainer(given, "talk", []).asked_in_words()


def reasons_in_words(given: Answer, args: tuple[object, ...]) -> list[str]:
    """What an effect with these arguments was about, and the numbers and tables that it came to; nothing that can only
    be said as law."""
    return [*_Explainer(given, "talk", []).about_an_effect(args)]


def stop_lines(stop: LawStop, position: Position, depth: Depth = "judge") -> Iterator[str]:
    """Why the law stopped: what it says, what would help, and what led there."""
    yield stop.message
    if stop.help:
        yield f"  help: {stop.help}"
    yield from (f"  {line}" for line in chain_lines(stop, position, depth))


def chain_lines(stop: LawStop, position: Position, depth: Depth = "judge") -> Iterator[str]:
    """What led to a stop, the innermost first. At the table that is the rule it stopped in and what was asked of it."""
    chain = stop.chain
    if depth == "talk":
        rule = next((at for at, cause in enumerate(chain, 1) if cause.where), len(chain))
        chain = chain[: rule + 1]
    for cause in chain[:LONGEST_CHAIN]:
        asked = f"({', '.join(in_words(arg, position) for arg in cause.args)})" if cause.args else ""
        place = f" ({cause.where})" if cause.where else ""
        text = f": {cause.text}" if cause.text else ""
        yield f"in {_SORTS.get(cause.sort, cause.sort)} {cause.name}{asked}{place}{text}"
    if len(chain) > LONGEST_CHAIN:
        yield f"and so on, {len(chain) - LONGEST_CHAIN} more"


_SORTS = {"hook": "what follows, rule", "pick": "the pick", "part": "the part", "effect": "the effect",
          "action": "the action"}  # fmt: skip


class _Explainer:
    def __init__(self, given: Answer, depth: Depth, others: list[OtherAnswer]) -> None:
        self.given = given
        self.depth = depth
        self.others = others
        self.told: set[object] = set()
        self.said: dict[tuple[type | None, object], str] = {}  # records and sets in words: they come again and again
        self.in_words = Words(given.law.graph, given.law)

    def lines(self) -> Iterator[str]:
        given = self.given
        if given.stop is not None:
            first, *more = stop_lines(given.stop, given.position, self.depth)
            yield f"no answer: {first}"
            yield from more
        elif given.permission is not None:
            yield from self._permission(given.permission)
        elif given.chances is not None:
            yield from self._chances()
        elif given.reach is not None:
            yield from self._reach()
        else:
            yield self.words(given.value)
            yield from self._not_there()
        if self.depth == "talk":
            yield from self._main_reasons()
        else:
            if given.asked:
                yield "why:"
                yield from self._nodes(given.asked, 1)
        yield from self._others()

    def asked_in_words(self) -> str:
        verdict, asked = self.given.permission, self.given.question.value
        if verdict is not None:
            is_done = verdict.args[-1:] == (g.DONE,)
            said = None if is_done else self.in_words.may(f"{verdict.action}.{verdict.pick}", self._picked(verdict))
            return f"whether {plain(said)}{self._after(verdict, plain(said))}" if said is not None else ""
        if asked is None or self.given.question.sort != "value":
            return ""
        name = asked.name if isinstance(asked, e.Fact | e.Quantity) else ""
        node = next((n for n in self.given.asked if n.name == name and n.sort in ("fact", "quantity")), None)
        if node is None:
            return self._said_of_all(asked)
        args = [*map(self.spoken, node.args)]
        if isinstance(node.value, bool):
            said = self.in_words.holds(node.sort, node.name, args, value=True)
            return f"whether {plain(said)}" if said is not None else ""
        said = self.in_words.asked(node.sort, node.name, args)
        return plain(said) if said is not None and is_phrased(said) else ""

    def _not_there(self) -> Iterator[str]:
        """Which of the rules that are asked about are not in this law as it is chosen, and why not."""
        law, asked = self.given.law, self.given.question.value
        assert asked is not None
        for rule in dict.fromkeys(part.rule for part in parts(asked) if isinstance(part, e.Applies)):
            if law.standing(rule) is None:
                why = law.why_not_standing(rule)
                yield f"  the rule {rule} is not in this law" + (f": {why}" if why else "")

    def _said_of_all(self, asked: e.Expr) -> str:
        """An expression in words; nothing where it names places, which only facts are asked about by their names."""
        if any(isinstance(part, e.Applies) for part in map(_itself, _conjuncts(asked))):
            said_of = [*map(self._said_of_one, _conjuncts(asked))]
            return f"whether {' and '.join(said_of)}" if all(said_of) else ""
        if any(isinstance(part, e.Const) and _is_place(part.type) for part in parts(asked)):
            return ""
        is_clause = asked.type == t.YES_NO
        said = self.in_words.condition(asked) if is_clause else self.in_words.expression(asked)
        return f"{'whether ' if is_clause else ''}{plain(said)}" if is_phrased(said) else ""

    def _said_of_one(self, part: e.Expr) -> str:
        """One of several conditions that are asked about together; of a rule it is said that it holds, by its name: its
        conditions alone may hold where it is cut back, or is not there."""
        inner = _itself(part)
        if isinstance(inner, e.Applies):
            return f"the rule {inner.rule} {'does not hold' if isinstance(part, e.Not) else 'holds'} here"
        return self._said_of_all(part).removeprefix("whether ")

    def about_an_effect(self, args: tuple[object, ...]) -> Iterator[str]:
        for arg in args:
            if isinstance(arg, Record):
                fields = self.given.law.graph.records[arg.kind].fields
                words = {name: self.spoken_as(value, fields[name].type) for name, value in arg.fields}
                said = self.in_words.record(arg.kind, words)
                if said is not None:
                    yield plain(said)
        lines = [
            line.removeprefix("  ")
            for node in walk(self.given.asked)
            if node.sort in ("quantity", "table") and self._in_words(node, node.value) is not None
            for line in self._main_reason(node)
        ]
        yield from lines[:LONGEST_TALK]

    # -- small parts

    def words(self, value: object) -> str:
        """A value by the name that the question's own names give it, else as people say it."""
        if type(value) is Record or type(value) is tuple:
            key = type(value[0]) if type(value) is tuple and value else None, value  # yes and 1 are equal to Python
            if key not in self.said:
                self.said[key] = self.given.names.get(value) or in_words(value, self.given.position)
            return self.said[key]
        return value if isinstance(value, str) else in_words(value, self.given.position)

    def cites(self, rule: g.Rule) -> str:
        shown = self.given.law.graph.shown_cites(rule.cites) or rule.cites
        return f"[{', '.join(str(c) for c in shown)}]" if shown else ""

    def named(self, rule: g.Rule) -> str:
        return f"{rule.id} {self.cites(rule)}".rstrip()

    def cell_cites(self, cell: Cell) -> str:
        """A cell's citations; those of books that this game does not speak for are left out."""
        law = self.given.law.graph
        spoken = [c for c in cell.cite if c.split(" ")[0] in law.speaks_for or c.rpartition("-")[0] in law.speaks_for]
        return f"[{', '.join(spoken or cell.cite)}]"

    def _first_time(self, node: Node) -> bool:
        """Branches of an effect answer the same questions again: each answer is told once."""
        key = self._key(node)
        fresh = key not in self.told
        self.told.add(key)
        return fresh

    def _key(self, node: Node) -> object:
        """What two questions with their answers must share to be told alike."""
        return node.sort, node.name, node.args, type(node.value), node.value  # yes and 1 are equal to Python

    def stated(self, node: Node, value: object) -> str:
        """A question with its answer: `cost(a, B-2) is 3`, `a sees b: yes`."""
        described = node.sort == "fact" and self.given.law.graph.facts[node.name].shape != "call"
        return f"{self.call(node)}{':' if described else ' is'} {self.words(value)}"

    def call(self, node: Node) -> str:
        """What was asked, as the law says it: `cost(a, B-2)`, `a sees b`, `b is down`."""
        args = [self.words(a) for a in node.args]
        shape = self.given.law.graph.facts[node.name].shape if node.sort == "fact" else "call"
        if shape == "adjective":
            return f"{args[0]} is {node.name}"
        if shape == "verb":
            return " ".join([args[0], node.name, *args[1:]])
        if shape == "forbidden":
            event = node.name.removesuffix(g.FORBIDDEN)
            known = len(self.given.law.graph.events[event].params)
            return f"{event}({', '.join(args[len(args) - known :])}) is forbidden"
        return f"{node.name}({', '.join(args)})" if args else node.name

    # -- permissions

    def _permission(self, verdict: Permission) -> Iterator[str]:
        if verdict.allowed:
            cost = "" if verdict.cost is None else f", for {self.words(verdict.cost)}"
            yield f"legal{cost}"
        else:
            refused = self._refused(verdict) if self.depth == "talk" else None
            yield f"refused: {refused}" if refused else "refused"
            for refusal in verdict.refusals:
                if refused and refusal.rule is not None:
                    yield f"  {refusal.text}  {self.cites(refusal.rule)}".rstrip()
                    yield from self._deciding(refusal)
                    continue
                source = f"  ({self.named(refusal.rule)})" if refusal.rule else ""
                yield f"  {refusal.text}{source}"
                if refusal.rule is not None and self.depth != "talk":
                    yield from self._conditions(refusal.rule, 2)
        for tried in verdict.lifted:
            by = ", ".join(self.named(rule) for rule in tried.by)
            yield f"  {tried.rule.id} does not forbid it here: lifted by {by}"
        if verdict.instead:
            yield f"  legal instead: {', '.join(self.words(v) for v in verdict.instead)}"
        yield from self._lifts_that_failed(verdict)
        if self.depth != "talk":
            for tried in verdict.passed:
                yield f"  {self.named(tried.rule)} does not forbid it: not `{tried.because}`"

    def _refused(self, verdict: Permission) -> str | None:
        """What may not be done, in the law's words; none where it has none."""
        if verdict.args[-1:] == (g.DONE,):
            return "it cannot be over yet"
        said = self.in_words.may_not(f"{verdict.action}.{verdict.pick}", self._picked(verdict))
        return plain(said) if said is not None else None

    def _picked(self, verdict: Permission) -> dict[str, str]:
        """What the variables of an action stand for in a verdict."""
        action = self.given.law.graph.actions.get(verdict.action)
        if action is None:
            return {}
        picks = [part for part in parts((action.lines, action.body)) if isinstance(part, e.Pick)]
        names = [*(name for name, _ in action.params), *(pick.var for pick in picks)]
        return {name: self.spoken(arg) for name, arg in zip(names, verdict.args, strict=False) if arg is not None}

    def _after(self, verdict: Permission, said: str) -> str:
        """What was picked before and is not named in a sentence: ` after a hauls over A-2`; nothing where that has no
        words."""
        action = self.given.law.graph.actions.get(verdict.action)
        earlier = zip(action.picks if action is not None else (), verdict.args, strict=False)
        values = self._picked(verdict)
        clauses: list[str] = []
        for pick, arg in earlier:
            named = self.spoken(arg) if arg is not None else ""
            made = self.in_words.made(pick.path, values) if pick.name != verdict.pick and named else None
            if made is not None and not _names(said, named):
                clauses.append(plain(made))
        subject = clauses[0].partition(" ")[0] + " " if clauses else ""
        told = clauses[:1] + [clause.removeprefix(subject) for clause in clauses[1:]]
        return f" after {plain(listed([*map(text, told)], 'and'))}" if told else ""

    def _deciding(self, refusal: Refusal) -> Iterator[str]:
        """What a refusal rests on where its rule asks facts: why these hold, and which exception did not help."""
        assert refusal.rule is not None
        if refusal.tried is None:
            return
        direct = {part.name for part in parts(tuple(c.expr for c in refusal.rule.when)) if isinstance(part, e.Fact)}
        for node in refusal.tried.asked:
            if node.sort == "fact" and node.name in direct and node.value is True:
                for tried in node.applied():
                    yield from self._why(tried, self._values(node), 2)

    def _why(self, tried: Tried, values: dict[str, str], indent: int) -> Iterator[str]:
        """The case of a rule, and the exceptions to it that were cut short."""
        lead = "  " * indent
        case = self.in_words.case(tried.rule, values)
        if case and is_phrased(case):
            yield f"{lead}{plain(case)}  {self.cites(tried.rule)}".rstrip()
        for limiter, by in tried.cut_short:
            if limiter not in self.given.law.limiters.get(tried.rule.id, ()):
                continue
            helps = self.in_words.case(limiter, values)
            cut = [self.in_words.case(rule, values) for rule in by]
            if helps and all(cut) and all(map(is_phrased, (helps, *cut))):
                cites = ", ".join(self.cites(rule) for rule in by)
                yield f"{lead}it does not help that {plain(helps)}: {' and '.join(map(plain, cut))}  {cites}".rstrip()

    def _values(self, node: Node) -> dict[str, str]:
        """What the parameters of a question stand for, in words."""
        names = [name for name, _ in self.in_words.params(node.sort, node.name)]
        return dict(zip(names, map(self.spoken, node.args), strict=False))

    def spoken(self, value: object) -> str:
        """A value inside a sentence: what has no name of its own is `the attack`, not all its parts."""
        if isinstance(value, Record) and value not in self.given.names:
            return f"the {self.in_words.term('kind', value.kind)}"
        if type(value) is tuple and value and value not in self.given.names:
            return plain(listed([text(self.spoken(item)) for item in value], "and"))
        return self.words(value)

    def _conditions(self, rule: g.Rule, indent: int) -> Iterator[str]:
        for condition in rule.when:
            yield f"{'  ' * indent}because {condition.text}"

    def _lifts_that_failed(self, verdict: Permission) -> Iterator[str]:
        """What could have lifted a prohibition. At the table, only a lift that was itself cut short is worth a word."""
        for refusal in verdict.refusals:
            for lift in refusal.lifts:
                if lift.fate == "limited":
                    by = ", ".join(self.named(rule) for rule in lift.by)
                    yield f"  {self.named(lift.rule)} would lift it, were it not for {by}"
                elif self.depth != "talk":
                    yield f"  {self.named(lift.rule)} would lift it, were it so that {lift.because}"

    # -- chances and reach

    def _chances(self) -> Iterator[str]:
        assert self.given.chances is not None
        said = [
            f"{c.decided}: {self.words(c.outcome)}" if c.decided else self.words(c.outcome) for c in self.given.chances
        ]
        width = max(map(len, said), default=0)
        for outcome, chance in zip(said, self.given.chances, strict=True):
            percent = round(chance.chance * 100)
            line = f"{outcome:<{width}}  {self.words(chance.chance)}  ({percent} %)"
            if self.depth != "talk" and chance.dice != [""]:
                line += f"  on {'; '.join(chance.dice[:12])}{' ...' if len(chance.dice) > 12 else ''}"
            yield line

    def _reach(self) -> Iterator[str]:
        assert self.given.reach is not None
        if not self.given.reach:
            yield "nothing can be reached"
        by_cost: dict[Fraction, list[str]] = {}
        for place, cost in self.given.reach.items():
            by_cost.setdefault(Fraction(cost), []).append(self.words(place))
        for cost in sorted(by_cost):
            yield f"for {self.words(cost)}: {', '.join(by_cost[cost])}"

    # -- reasons

    def _main_reasons(self) -> Iterator[str]:
        """The rules that gave the value, and the steps of a number: what one would say at the table."""
        permission = self.given.permission
        if permission is not None and not permission.allowed:
            return
        if self.given.reach is not None:
            return
        if self.given.chances is not None:
            nodes = self._what_the_dice_share()
        else:
            nodes = self.given.asked if permission is None else self._price(permission)
        lines = [line for node in nodes for line in self._main_reason(node)]
        yield from lines[:LONGEST_TALK]
        if len(lines) > LONGEST_TALK:
            yield f"  ... and {len(lines) - LONGEST_TALK} lines more: ask with --depth judge"

    def _what_the_dice_share(self) -> list[Node]:
        """The numbers behind the chances, and the tables that are read alike whatever the dice show."""
        nodes = list(walk(self.given.asked))
        readings: dict[str, set[object]] = {}
        for node in nodes:
            readings.setdefault(node.name, set()).add(node.args)
        return [n for n in nodes if n.sort == "quantity" or (n.sort == "table" and len(readings[n.name]) == 1)]

    def _price(self, permission: Permission) -> list[Node]:
        """What a legal pick costs, if the cost is something that rules decide."""
        costs = [pick.cost for pick in _picks_called(permission, self.given.law.graph)]
        named = {getattr(cost, "name", None) for cost in costs}
        return [n for n in self.given.asked if n.name in named and n.value == permission.cost][-1:]

    def _main_reason(self, node: Node) -> Iterator[str]:
        if not self._first_time(node):
            return
        if node.sort == "quantity":
            yield from self._number(node)
        elif (said := self._in_words(node, node.value)) is not None:
            yield from self._reason_in_words(node, said)
        elif node.sort == "table" and node.cell is not None:
            yield f"  {self.stated(node, node.value)} {self.cell_cites(node.cell)}"
        elif node.sort == "fact":
            for tried in node.applied():
                yield f"  {self.stated(node, tried.gives)}: {self.named(tried.rule)}"
            cut_short = [tried for tried in node.rules if tried.fate == "limited"]
            for tried in cut_short if not node.applied() else ():
                yield f"  {self._fate(tried)}"
            if not node.applied() and node.note == "otherwise" and not cut_short:
                yield from self._otherwise(node, self.stated(node, node.value))

    def _in_words(self, node: Node, value: object) -> str | None:
        """A question with its answer in words: `the cost for otto to enter 0502 is 3`; none without phrases."""
        args = [self.spoken_as(arg, type_) for arg, (_, type_) in self._typed(node)]
        if node.sort == "fact" and isinstance(value, bool):
            said = self.in_words.holds("fact", node.name, args, value)
            return plain(said) if said is not None else None
        asked = self.in_words.asked(node.sort, node.name, args) if node.sort in ("fact", "quantity", "table") else None
        if asked is None:
            return None
        return f"{plain(asked)} is {self.spoken_as(value, self.given.law.graph.section(node.sort)[node.name].type)}"

    def _typed(self, node: Node) -> Iterator[tuple[object, tuple[str, t.Type]]]:
        return zip(node.args, self.in_words.params(node.sort, node.name), strict=False)

    def spoken_as(self, value: object, type_: t.Type) -> str:
        """A value of a type inside a sentence: one of a choice by what the law calls it."""
        if isinstance(value, str) and isinstance(type_, t.Choice):
            return plain(self.in_words.value(type_.name, value))
        return self.spoken(value)

    def _reason_in_words(self, node: Node, said: str) -> Iterator[str]:
        if node.cell is not None:
            yield f"  {said}  {self.cell_cites(node.cell)}"
            return
        if node.sort == "table":
            yield f"  {said}"
            return
        for tried in node.applied():
            case = self.in_words.case(tried.rule, self._values(node))
            because = f": {plain(case)}" if case and is_phrased(case) else ""
            yield f"  {said}{because}  {self.cites(tried.rule)}".rstrip()
            yield from self._none_of(tried.rule, node)
        if node.applied():
            yield from self._not_otherwise(node)
            return
        cut_short = [tried for tried in node.rules if tried.fate == "limited"]
        for tried in cut_short:
            cut = [self.in_words.case(rule, self._values(node)) for rule in tried.by]
            because = " and ".join(plain(case) for case in cut if case)
            yield f"  {said}{f': {because}' if because else ''}  {', '.join(map(self.cites, tried.by))}".rstrip()
        if not cut_short and node.note == "otherwise":
            yield from self._otherwise(node, said)

    def _otherwise(self, node: Node, said: str) -> Iterator[str]:
        """A value that no rule has given: of a sum, or the least or most of several, what it is made of."""
        otherwise = self.given.law.graph.facts[node.name].otherwise
        numbers = [n for n in node.asked if isinstance(n.value, int | Fraction) and not isinstance(n.value, bool)]
        if not isinstance(otherwise, e.Fold) or not numbers:
            yield f"  {said}{self._all_shut(node) or ', as no rule says otherwise'}"
            return
        yield f"  {said}, the {otherwise.how} of"
        for inner in numbers[:MOST_SUMMED]:
            yield from (f"  {line}" for line in self._main_reason(inner))
        if len(numbers) > MOST_SUMMED:
            yield f"    and {len(numbers) - MOST_SUMMED} more"

    def _all_shut(self, node: Node) -> str:
        """Which condition kept each rule that could have said otherwise from it; nothing where they are many, or where
        a condition has no words."""
        if not 0 < len(node.rules) <= MOST_SHUT:
            return ""
        reasons = []
        for tried in node.rules:
            condition = next((c.expr for c in tried.rule.when if c.text == tried.because), None)
            unmet = self.in_words.unmet(tried.rule, condition, self._values(node)) if condition is not None else ()
            if tried.fate != "condition fails" or not unmet or not is_phrased(unmet):
                return ""
            reasons.append(f"{plain(unmet)}  {self.cites(tried.rule)}".rstrip())
        return f": {', and '.join(reasons)}"

    def _none_of(self, rule: g.Rule, node: Node) -> Iterator[str]:
        """Where a rule asks that nothing fulfils several conditions at once: what each of a few candidates fails."""
        values = self._values(node)
        env = dict(zip(values, node.args, strict=False))
        for condition in rule.when:
            match condition.expr:
                case e.Quantified(how="no", binder=e.Binder(var=var, domain=domain, where=e.All(parts=wanted))):
                    for item, unmet in self._failed(domain, var, wanted, env):
                        named = {**values, var: self.spoken(item)}
                        clauses = [self.in_words.unmet(rule, part, named) for part in unmet]
                        if clauses and all(map(is_phrased, clauses)):
                            yield f"    {plain(listed(clauses, 'and'))}"
                case _:
                    pass

    def _failed(
        self, domain: e.Expr, var: str, wanted: tuple[e.Expr, ...], env: dict[str, object]
    ) -> list[tuple[object, list[e.Expr]]]:
        """What each of a few candidates fails; nothing where they are many, or where the law does not answer."""
        asking = reference(self.given.law).about(self.given.position, None)
        try:
            items = asking.value(domain, env)
            if not 0 < len(items) <= MOST_CANDIDATES:
                return []
            return [(item, [part for part in wanted if not asking.value(part, {**env, var: item})]) for item in items]
        except (LawStop, KeyError):
            return []

    def _not_otherwise(self, node: Node) -> Iterator[str]:
        """Which other value it would have, were it not for what limits the rule that gives it."""
        for tried in node.rules:
            conclusion = tried.rule.conclusion
            if (
                tried.fate != "limited"
                or not isinstance(conclusion, g.Gives)
                or not isinstance(conclusion.value, e.Const)
            ):
                continue
            cut = [self.in_words.case(rule, self._values(node)) for rule in tried.by]
            if all(cut) and all(map(is_phrased, cut)):
                because = " and ".join(map(plain, cut))
                value = self.spoken_as(conclusion.value.value, conclusion.value.type)
                yield f"    it is not {value}: {because}  {', '.join(map(self.cites, tried.by))}"

    def _number(self, node: Node) -> Iterator[str]:
        """A number with the steps that made it another one."""
        telling, before = [], node.note
        for step in node.asked:
            if step.sort == "step":
                after = self.words(step.value)
                if step.limited_by or after != before:
                    telling.append(step)
                before = after
        said = self._in_words(node, node.value) if self.depth == "talk" else None
        yield f"  {said or self.stated(node, node.value)}{f': starts with {node.note}' if telling else ''}"
        for step in telling:
            yield from self._step(step, 2) if said is None else self._step_in_words(node, step)

    def _step_in_words(self, quantity: Node, step: Node) -> Iterator[str]:
        """How a step changed a number: what it became, by how much and in which case."""
        if step.limited_by:
            noun = self.in_words.phrases.noun("step", step.name)
            yield f"    {noun} does not count  {', '.join(map(self.cites, step.limited_by))}"
        values = self._values(quantity)
        for tried in step.applied():
            amount = self.in_words.amount(tried.rule, values)
            by = f" by {plain(amount)}" if amount and is_phrased(amount) and _scales(tried) else ""
            case = self.in_words.case(tried.rule, values)
            because = f": {plain(case)}" if case and is_phrased(case) else ""
            cites = self.cites(tried.rule)
            yield f"    {_changed(tried)} {self.words(tried.gives)}{by}{because}  {cites}".rstrip()

    def _step(self, step: Node, indent: int) -> Iterator[str]:
        lead = "  " * indent
        if step.limited_by:
            yield f"{lead}{step.name} does not count: {', '.join(self.named(r) for r in step.limited_by)}"
        for tried in step.rules:
            if tried.fate == "applies":
                yield f"{lead}{_changed(tried)} {self.words(tried.gives)}: {self.named(tried.rule)}"
                if self.depth != "talk":
                    yield from self._nodes(tried.asked, indent + 1)
            elif self.depth != "talk":
                yield f"{lead}{self._fate(tried)}"

    def _fate(self, tried: Tried) -> str:
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

    def _nodes(self, nodes: list[Node], indent: int) -> Iterator[str]:
        """What was asked in one place. A judge is told of the first that are of one name, and how many more there are:
        a line across three boards is some five hundred hexes, of which each is asked."""
        told, more = Counter[str](), Counter[str]()
        for node in nodes:
            if self.depth == "judge" and node.sort != "step" and told[node.name] >= MOST_ALIKE:
                more[node.name] += self._worth_telling(node) and self._key(node) not in self.told
                continue
            for line in self._node(node, indent):
                told[node.name] += not line.startswith("  " * (indent + 1))
                yield line
        for name, number in more.items():
            if number:
                yield f"{'  ' * indent}and {number} more of {name}"

    def _node(self, node: Node, indent: int) -> Iterator[str]:
        lead = "  " * indent
        if node.sort == "step":
            yield from self._step(node, indent)
            return
        if not self._first_time(node):
            if self.depth == "developer":
                yield f"{lead}{self.stated(node, node.value)} (as above)"
            return
        if self.depth == "judge" and not self._worth_telling(node):
            return
        start = (
            f", starting with {node.note}"
            if node.sort == "quantity"
            else ", as no rule says otherwise"
            if node.note == "otherwise"
            else ""
        )
        yield f"{lead}{self.stated(node, node.value)}{start}{self._cell(node)}"
        if indent >= DEEPEST:
            return
        for tried in node.rules:
            yield f"{lead}  {self._fate(tried)}{self._where(tried.rule)}"
            if tried.rule.doc and tried.fate == "applies":
                yield f"{lead}    {tried.rule.doc}"
            if tried.fate == "applies" or self.depth == "developer":
                yield from self._nodes(tried.asked, indent + 2)
        yield from self._nodes(node.asked, indent + 1)

    def _worth_telling(self, node: Node) -> bool:
        """Judges are spared facts that are simply no, as no rule made them so."""
        return bool(
            node.cell
            or node.applied()
            or any(t.fate in ("limited", "overridden") for t in node.rules)
            or node.sort == "quantity"
            or node.value
        )

    def _cell(self, node: Node) -> str:
        if node.cell is None:
            return f" ({node.note})" if node.sort == "table" and node.note else ""
        parts = f" {self.cell_cites(node.cell)}"
        if node.note:
            parts += f" ({node.note})"
        if node.cell.unsure is not None:
            parts += f" (unsure: {node.cell.unsure})"
        if self.depth == "developer":
            parts += f" {node.cell.where}"
        return parts

    def _where(self, rule: g.Rule) -> str:
        return f"  {rule.origin.where}" if self.depth == "developer" else ""

    # -- what rests on choices and doubts

    def _others(self) -> Iterator[str]:
        for other in self.others:
            if other.differs:
                yield f"{other.what} it would be: {other.answer}"
            elif self.depth != "talk":
                yield f"{other.what} it would be the same"
        if self.depth == "talk":
            return
        yield from self._doubts()
        if self.depth == "developer":
            law = self.given.law
            on = [name for name, value in law.options.items() if value]
            readings = [f"{dispute}: {reading}" for dispute, reading in law.readings.items()]
            yield f"options on: {', '.join(on) or 'none'}; readings: {', '.join(readings) or 'none'}"

    def _doubts(self) -> Iterator[str]:
        """The unsure figures that were read, those with one reason together."""
        cells: dict[str, list[str]] = {}
        for cell in self.given.unsure.values():
            if not cell.other:
                cells.setdefault(cell.unsure or "", []).append(f"{self.words(cell.value)} at {cell.where}")
        for reason, read in cells.items():
            more = f" and {len(read) - 2} more" if len(read) > 2 else ""
            yield f"unsure: {', '.join(read[:2])}{more}: {reason}"
        figures: dict[str, list[str]] = {}
        for (unit, attribute), doubt in self.given.doubts.items():
            figures.setdefault(doubt, []).append(f"the {attribute} of {unit}")
        for doubt, which in figures.items():
            yield f"unsure: {', '.join(which)}{f': {doubt}' if doubt else ''}"


def _itself(node: e.Expr) -> e.Expr:
    """A condition without a "not" before it, and without the names under which it has what a question names."""
    if isinstance(node, e.Not):
        return _itself(node.inner)
    match node:
        case e.Quantified("any", e.Binder(_, e.MakeSet((_,)), where), None) if where is not None:
            return _itself(where)
    return node


def _is_place(type_: t.Type) -> bool:
    """Whether values of a type are places, or sets of places."""
    return (type_.item if isinstance(type_, t.SetOf) else type_) in (t.HEX, t.HEXSIDE)


def _conjuncts(asked: e.Expr) -> tuple[e.Expr, ...]:
    return asked.parts if isinstance(asked, e.All) else (asked,)


def _picks_called(permission: Permission, graph: g.Graph) -> Iterator[e.Pick]:
    """The picks that a verdict is about, wherever in their action they stand; none where an action is taken or done."""
    path = f"{permission.action}.{permission.pick}"
    for part in parts(graph.actions.get(permission.action)):
        if isinstance(part, e.Pick) and part.path == path:
            yield part


def _scales(tried: Tried) -> bool:
    """Whether how much it was changed by is worth a word beside what it became."""
    conclusion = tried.rule.conclusion
    return isinstance(conclusion, g.Changes) and conclusion.how in ("multiplies", "divides", "adds", "subtracts")


def _changed(tried: Tried) -> str:
    conclusion = tried.rule.conclusion
    if not isinstance(conclusion, g.Changes):
        return "gives"
    return {
        "halves": "halved to", "doubles": "doubled to", "multiplies": "multiplied to", "divides": "divided to",
        "adds": "increased to", "subtracts": "reduced to", "makes": "made", "at-most": "held to", "at-least": "held to",
    }[conclusion.how]  # fmt: skip


def _names(said: str, name: str) -> bool:
    """Whether a sentence names something."""
    return f" {name} " in f" {said.replace(',', ' ').replace(chr(8217), ' ')} "
