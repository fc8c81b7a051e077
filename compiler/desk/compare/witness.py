"""For each difference of two laws the smallest position in which it makes another verdict.

Idea: there are three ways, the surest first. *Proved*: the conditions of the rule exclude each other, or it is in force
under neither law as chosen and no case sees it (`analysis/rule_formulas.py`). *Found*: cases that cite what the rule
cites, name it, or ask what it decides, what comes of throws that read a cell, and positions made up so that the
conditions hold (`analysis/realise.py`), are asked under both laws until an answer differs. *Shrunk*: whatever can be
left out of that position so that the two answers still differ is left out: pieces of the situation by halves, then
steps, its own pieces and their values. INVARIANT: a witness was asked under both laws as it is reported, with both
answers. Where none was found, the report says how many positions were asked and how many of them were aimed; that two
laws do the same is never concluded from positions. Where several things differ, a rule must make the difference itself:
the law that has it answers otherwise without it. A rule that only cuts back what others of the change allow makes none
between the two laws: then the variant, or the base, is shown with it and without it. Why not search at random: of
positions drawn by lot about 2 in 100 meet a given rule; a case that cites it nearly always does, since every rule has a
case that fails without it.

What one law alone has is shown by itself, as there is no other answer to hold against its own: for an action a position
in which it can be taken. Nothing else is taken or asked by itself: an attribute, a fact or a part of the sequence
matters by what reads it, is open in it or is done in it, and all that is a difference of the two laws too, as a law
knows nothing of a name that it does not have. So these are named; and where there are none, it changes no answer.
INVARIANT: such an action is legal in its position, and no longer with anything less in it. What is reported to change
no answer is named by nothing in the law that has it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from itertools import islice
from time import monotonic_ns
from typing import TypeVar, cast

from hexlaw.compiler.analysis.formula import TooMany
from hexlaw.compiler.analysis.rule_formulas import conditions_of
from hexlaw.compiler.base.processes import NANO, shared_out
from hexlaw.compiler.data.yaml_tree import entries_in
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.desk.compare.case_trials import (
    ASK,
    SITUATION,
    WITH,
    CaseTrial,
    questions,
    read_by_dice,
    states_asked_by,
)
from hexlaw.compiler.desk.compare.differences import Difference, Structure
from hexlaw.compiler.desk.compare.made_up import MadeUp, decided_by, made_for_pick, made_up
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import Compared, meaning
from hexlaw.compiler.desk.compare.verdicts import Verdicts, answer_of, asks_of_a_rule, named_cases, verdict_key
from hexlaw.compiler.desk.compare.witness_answers import NOT_THERE, Without, Witness, WitnessOutcomes, where_they_part
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import named_in, parts, spans_of
from hexlaw.runtime.law.figures import is_printed

FIRST_CASES = 40
KNOWN = 1_000
"""The score of a case that is known to differ: more than all else together."""
MAX_MADE_UP = 60
MAX_BETTER = 30
"""Positions that are asked after the first that differs, where a better one may come: two answers are better told."""
MIN_SHRINKING = 5 * NANO
MAX_REFUSING = 3
MAX_SAID = 40
"""Positions with one more attribute set, made of throws by which nothing comes of a cell."""
UNASKED = ("option", "dispute", "choice")
"""Sorts that show by their rules, or by what has their values."""
MAX_SMALLER = 400
"""Positions that are tried once the situation has as few pieces as can be."""
ONLY = {"new": "variant", "dropped": "base"}
OTHER = {"variant": "base", "base": "variant"}
READ = (
    "attribute", "fact", "quantity", "record", "kind", "choice", "effect", "event", "memory", "tally", "order", "task",
    "reach", "table", "phase",
)  # fmt: skip
"""Sorts that matter only by what names them."""
SEEN = ("unit", "situation", "board", "set-up")
"""Sorts that players see, and that show by nothing else."""
CALLED = {"phase": ("span",), "kind": ("kind", "type"), "record": ("record", "type")}
DONE_THERE = "phase:"
MAX_TRIED = 120
MAX_NAMED = 6
Trial = CaseTrial | MadeUp
T = TypeVar("T", bound=CaseTrial | MadeUp)


@dataclass(frozen=True)
class Settled:
    """The result for a difference: a witness, a proof that it cannot speak, or how much was tried in vain."""

    key: str
    witness: Witness | None = None
    proof: str = ""
    asked: int = 0
    aimed: int = 0
    in_vain: str = ""  # where no witness was found: where a rule had a say, and which others refuse all the same
    alone: str = ""  # of a thing that only one of the laws has: which one, and what it shows by
    is_late: bool = False  # the time was over before anything was known of it

    def in_words(self) -> str:
        if self.witness is not None:
            return "a witness"
        if self.is_late:
            return "the time was over before an example was found"
        if self.alone:
            return self.alone
        if self.proof:
            return f"proved: it can change no answer, as {self.proof}"
        tried = f"none in {self.asked} positions, {self.aimed} of them aimed at it"
        said = f"no example was found: {tried}" + (f". {self.in_vain}" if self.in_vain else "")
        return f"{said}. That does not prove that it changes nothing"


class Settling:
    """Finds witnesses for the differences of two laws, one after the other."""

    def __init__(self, two: Compared, cases: list[Case] | None = None, verdicts: Verdicts | None = None) -> None:
        """A case that differs by a difference in the known `verdicts` is a witness for it already."""
        self.base, self.variant, self.structure = two.base, two.variant, two.structure
        self.laws = {"base": two.base, "variant": two.variant}
        switched = frozenset(d.name for d in two.structure.differences if d.how == "switched")
        cases = list(named_cases(two.base, two.variant).values()) if cases is None else cases
        self.cases = [_left_open(case, switched) for case in cases]
        self.differing: dict[str, set[str]] = defaultdict(set)
        for cause in verdicts.causes if verdicts is not None else ():
            for key in cause.keys:
                self.differing[key].update(case.id for case in cause.cases)

    def settle(self, difference: Difference, *, seconds: int = 20, last: int | None = None) -> Settled:
        """Returns a witness for a difference, a proof that there is none, or how much was tried; all has to be known by
        the moment `last`, however small the witness is by then."""
        if (alone := self._alone(difference, monotonic_ns() + seconds * NANO)) is not None:
            return alone
        idle, contrary = self._reasons(difference)
        if contrary:
            return Settled(difference.key, proof=contrary)
        until = monotonic_ns() + seconds * NANO
        asked = aimed = since = heard = 0
        best: tuple[Shows, Trial, WitnessOutcomes] | None = None
        refusing = Counter[str]()
        for trial in self._trials(difference):
            asked, aimed = asked + 1, aimed + trial.is_aimed
            found = trial.ask()
            shows = shown_of(difference, trial, found)
            if found is not None and not found.differs and difference.key in found.said:
                heard += 1
                refusing.update((found.refusing[0] & found.refusing[1]) - {"", difference.name})
            if found is not None and shows > (best[0] if best is not None else Shows.NOTHING):
                best = shows, trial, found
                if shows is Shows.ALL:
                    break
            since += best is not None
            if monotonic_ns() > until or since > MAX_BETTER:
                break
        if best is None:
            in_vain = f"In {heard} of them it has a say, and both laws answer alike for all that" if heard else ""
            if refusing:
                named = ", ".join(rule for rule, _ in refusing.most_common(MAX_REFUSING))
                in_vain += f": there what is asked is refused by {named}"
            return Settled(difference.key, None, idle, asked, aimed, in_vain)
        _, differing, answers = best
        until = max(until, monotonic_ns() + MIN_SHRINKING)
        shrunk = smallest(difference, differing, answers, until if last is None else min(until, last))
        return Settled(difference.key, shrunk.witness(), "", asked, aimed)

    def _alone(self, difference: Difference, until: int) -> Settled | None:
        """Returns the result for a difference that only one of the laws can be asked about; None for any other."""
        if difference.sort == "ruling":
            words = words_of_a_ruling(difference.name, self.base, self.variant, self.structure.keys)
            return Settled(difference.key, alone=words) if words else None
        if (which := ONLY.get(difference.how)) is None:
            return None
        own, other = (self.variant, self.base) if which == "variant" else (self.base, self.variant)
        if difference.sort == "rule":
            return self._beside_itself(difference, own, other, until)
        if difference.sort != "action":
            words = words_of_users(difference, own, other, self.structure.keys)
            return Settled(difference.key, alone=words) if words else None
        trial, tried = first_use(difference.name, own, self.cases, until)
        if trial is None:
            none = f"none of {tried}. That does not prove that there is none"
            words = f"{beginning_with(which)}. No position was found in which it can be done: {none}"
            return Settled(difference.key, alone=words, asked=tried, aimed=tried)
        witness = replace(trial.witness(), of_variant=which == "variant", **{OTHER[which]: NOT_THERE})
        words = f"{beginning_with(which)}. This is a position in which it can be done"
        return Settled(difference.key, witness, "", tried, tried, alone=words)

    def _beside_itself(
        self, difference: Difference, own: ComparedLaw, other: ComparedLaw, until: int
    ) -> Settled | None:
        """Returns the result for a rule about a thing that the other law does not have: the one law is asked with it
        and without it. None for any other rule."""
        graph, there = own.compilation.graph, other.compilation.graph
        rule = graph.rules.get(difference.name)
        decided = decided_by(rule, graph) if rule is not None else []
        if not decided or any(
            name.partition(".")[0] in there.actions if sort == "pick"
            else name in there.section(sort) or (sort == "quantity" and is_printed(name, graph, there))
            for sort, name in decided
        ):  # fmt: skip
            return None
        without = own.without_rule(difference.name)
        two = (without, own) if own is self.variant else (own, without)
        seconds = max(1, (until - monotonic_ns()) // NANO)
        alone = Settling(Compared(*two, Structure((difference,), {})), self.cases)
        found = alone.settle(replace(difference, how="changed"), seconds=seconds)
        if (seen := found.witness) is None:
            return found
        which = ONLY[difference.how]
        beside = {"without": getattr(seen, OTHER[which]), OTHER[which]: NOT_THERE}
        return replace(found, witness=replace(seen, of_variant=which == "variant", **beside))

    def _without(self, difference: Difference) -> Without | None:
        """Returns the law that has a rule, without it, where something else differs as well."""
        if difference.sort != "rule" or len(to_settle(self.structure)) < 2:
            return None
        for side in (self.variant, self.base):
            rule = side.compilation.graph.rules.get(difference.name)
            if rule is not None and (rule.origin.situation or difference.name in side.law.rules):
                return Without(side is self.variant, side.without_rule(difference.name), difference.name)
        return None

    def _reasons(self, difference: Difference) -> tuple[str, str]:
        """Returns why a rule is in force under neither law, and why it can never apply; `""` where that is not so."""
        idle: dict[str, str] = {}
        contrary: dict[str, str] = {}
        for which, side in self.laws.items() if difference.sort == "rule" else ():
            graph, law = side.compilation.graph, side.law
            if (rule := graph.rules.get(difference.name)) is None:
                continue
            in_force = rule.id in law.rules or rule.origin.situation
            idle[which] = "" if in_force else law.why_not_standing(rule.id) or ""
            contrary[which] = "" if rule.for_each or _may_apply(graph, rule) else "its conditions exclude each other"
        return _under_which(idle), _under_which(contrary)

    def _trials(self, difference: Difference) -> Iterator[Trial]:
        without = self._without(difference)
        ranked = sorted(self._ranked(difference), key=lambda ranked: (-ranked[0], ranked[1]))
        trials = [CaseTrial(self.cases[at], self.base, self.variant, without, score > 0) for score, at in ranked]
        first = [trial for trial in trials[:FIRST_CASES] if trial.is_aimed]
        made = made_up(self.base, self.variant, difference, MAX_MADE_UP, without)
        last = trials[len(first) :]
        if difference.sort == "table":  # most cases that name a table ask for its cells, which nobody does in play
            name = difference.names[0]
            yield from self._thrown(difference)
            of_cells = [trial for trial in first if name in (trial.case.node.text(ASK) or "")]
            first, last = [trial for trial in first if trial not in of_cells], [*of_cells, *last]

        # last come questions if a rule applies, which players do not ask, and cases that have to be played
        yield from sorted(
            first, key=lambda x: (asks_of_a_rule(x.case.node.text(ASK) or ""), x.case.node.get("play") is not None)
        )
        yield from made
        yield from last

    def _thrown(self, difference: Difference) -> Iterator[Trial]:
        """Yields cases asked for the outcomes of a throw that reads a cell, those with the fewest pieces first; where
        nothing comes of the cell, also with a piece in one of the states that the effect asks for."""
        graph = self.variant.compilation.graph
        effects = read_by_dice(difference.names[0], graph)
        left = MAX_SAID
        trials = (CaseTrial(case, self.base, self.variant) for case in (self.cases if effects else ()))
        for trial in sorted(trials, key=lambda trial: (trial.counters, trial.case.node.get(SITUATION) is not None)):
            for effect in effects:
                for asked in questions(trial.case, effect, graph):
                    thrown = trial.asking(asked)
                    if thrown.reads(difference.key):
                        yield thrown
                        if shown_of(difference, thrown, thrown.ask()) < Shows.ALL:
                            more = list(islice(thrown.with_said(states_asked_by(effect, graph)), left))
                            left -= len(more)
                            yield from more

    def _ranked(self, difference: Difference) -> Iterator[tuple[int, int]]:
        """Yields how probably each case shows a difference, 0 where nothing speaks for it, and its place."""
        name, *earlier = difference.names
        graphs = [side.compilation.graph for side in self.laws.values()]
        nodes = (graph.section(difference.sort).get(name) for graph in graphs if difference.sort in g.BY_SORT)
        cites = difference.sources.union(*(map(str, getattr(node, "cites", ())) for node in nodes))
        about = [n for sort, n in difference.bears_on if sort != "rule"]
        over = [n for sort, n in difference.bears_on if sort == "rule"]
        rulings = [ruling for graph in graphs for ruling in graph.rulings.values()]
        settled_by = {id_ for r in rulings if name in (*r.confirms, *r.amends) for id_ in r.shown}
        for place, case in enumerate(self.cases):
            text = repr(case.node.plain())
            score = (
                60 * (name in text or any(n in text for n in earlier))
                + 20 * len(cites.intersection(case.shows))
                + 15 * any(n in text for n in over)
            )
            score += 20 * (case.id in settled_by) + KNOWN * (case.id in self.differing.get(difference.key, ()))
            score += 8 * any(_is_near(show, cite) for show in case.shows for cite in cites)
            score += 6 * any(n in text for n in about) + 4 * (case.id.partition(".")[0] == name.partition(".")[0])
            yield score, place


def _under_which(reasons: dict[str, str]) -> str:
    """Returns why a rule is silent under each law that has it; `""` where it speaks under one."""
    if not reasons or not all(reasons.values()):
        return ""
    if len(reasons) == 1:
        ((which, reason),) = reasons.items()
        return f"the {which} alone has it, and there {reason}"
    if reasons["base"] == reasons["variant"]:
        return f"under both laws {reasons['base']}"
    return f"under the base {reasons['base']}, and under the variant {reasons['variant']}"


def _left_open(case: Case, names: frozenset[str]) -> Case:
    """Returns a case without its own choice of these options and readings: each law has chosen for itself."""
    node = case.node
    for sort, choices in entries_in(node.get(WITH)):
        for name, _ in entries_in(choices):
            if name.text in names:
                node = node.changed(WITH, sort.text, name.text, to=None)
    return case if node is case.node else replace(case, node=node)


def _is_near(one: str, other: str) -> bool:
    """Returns True if one source is a part of the other: `PL-Q-060b` of `PL-Q-060`, `VII.E.7` of `VII.E`."""
    short, long = sorted((one, other), key=len)
    return long.startswith(short) and not long[len(short) :][:1].isdigit()


def _may_apply(graph: g.Graph, rule: g.Rule) -> bool:
    conditions = conditions_of(graph)
    try:
        return conditions.possible(conditions.applies(rule)) is not None
    except TooMany:
        return True


def to_settle(structure: Structure) -> list[Difference]:
    """Returns the differences for which a witness is looked for; for an option, the rules that come and go with it."""
    found = []
    for difference in structure.that_count:
        if difference.how == "switched":
            found += [replace(difference, sort=sort, name=name, bears_on=()) for sort, name in difference.bears_on]
        elif difference.sort not in UNASKED and (difference.sort != "ruling" or difference.how == "changed"):
            found.append(difference)
    return list({difference.key: difference for difference in found}.values())


def settle_all(
    settling: Settling, differences: Sequence[Difference], processes: int, *, seconds: int, until: int | None = None
) -> list[Settled]:
    """Returns the result for each difference, in their order. Each has so many seconds, or fewer where all have to be
    done by the moment `until` of the monotonic clock: an equal share of what is left, and one at least. Those under way
    at that moment have a second more."""
    if until is not None and differences:
        rounds = -(-len(differences) // processes)
        seconds = min(seconds, max(1, (until - monotonic_ns()) // NANO // rounds))
    tasks = [partial(settling.settle, difference, seconds=seconds, last=until) for difference in differences]
    with shared_out(tasks, processes, None if until is None else until + NANO) as found:
        known = list(found)
    return [*known, *late(differences[len(known) :])]


def late(differences: Sequence[Difference]) -> list[Settled]:
    return [Settled(difference.key, is_late=True) for difference in differences]


# ---- how well a trial shows a difference


class Shows(IntEnum):
    """How well a position shows the effect of a difference, worst first."""

    NOTHING = 0
    TOGETHER = 1  # the laws differ, and the rule has a say, but so they do without it
    STOP = 2  # one of the laws gives no answer
    WITHIN = 3  # the law that has the rule answers otherwise without it, and the two laws alike
    CHART = 4  # a table says otherwise, and nothing comes of it
    ALL = 5


def shown_of(difference: Difference, trial: Trial, found: WitnessOutcomes | None) -> Shows:
    """Returns how well a position shows a difference; a cell of a table only if something comes of its value."""
    if found is None:
        return Shows.NOTHING
    keys = [verdict_key(each) for each in found.all]
    stops = [isinstance(key, tuple) and key[0] in ("stop", "no answer") for key in keys]
    differs, heard = found.differs, found.heard
    if not found.is_its_own or (not differs and found.without is None):
        return Shows.TOGETHER if differs and heard and not any(stops) else Shows.NOTHING
    if any(stops):
        return Shows.STOP if differs and heard and not all(stops[:2]) else Shows.NOTHING
    if not differs:
        return Shows.WITHIN
    if difference.sort != "table":
        return Shows.ALL
    before, after = answer_of(found.base), answer_of(found.variant)
    parted = where_they_part(before, after) if before is not None and after is not None else None
    is_chart = not trial.counters or (parted is not None and parted.names_only(difference.was, difference.now))
    return Shows.CHART if is_chart else Shows.ALL


# ---- the smallest


def smallest_that(trial: T, holds: Callable[[T], bool], is_over: Callable[[], bool]) -> T:
    """Returns the trial when nothing more can be left out so that this holds, or time is over."""
    while True:
        for smaller in cast(Iterator[T], trial.smaller()):
            if is_over():
                return trial
            if holds(smaller):
                trial = smaller
                break
        else:
            return trial


def smallest(difference: Difference, trial: Trial, found: WitnessOutcomes, until: int) -> Trial:
    """Returns the smallest trial that shows the difference as well, and in which no other rules refuse, or the smallest
    reached by the moment `until`."""
    shows, refused = shown_of(difference, trial, found), found.refusing

    def is_over() -> bool:
        return monotonic_ns() > until

    def holds(smaller: Trial) -> bool:
        now = smaller.ask()
        if now is None or shown_of(difference, smaller, now) < shows:
            return False
        return all(rules <= before for rules, before in zip(now.refusing, refused, strict=True) if before)

    tried = iter(range(MAX_SMALLER))
    if isinstance(trial, CaseTrial):
        trial = _with_fewer_pieces(trial, holds, is_over)
    return smallest_that(trial, holds, lambda: next(tried, None) is None or is_over())


def _with_fewer_pieces(trial: CaseTrial, holds: Callable[[Trial], bool], is_over: Callable[[], bool]) -> CaseTrial:
    """Takes pieces of the situation away: all, then halves, and so on to one."""
    names = trial.pieces_of_situation()
    size = len(names)
    while size:
        at = 0
        while at < len(names):
            if is_over():
                return trial
            smaller = trial.taking_away(names[at : at + size])
            if holds(smaller):
                trial = smaller
                left = frozenset(trial.pieces_of_situation())  # with a piece goes what stands in it
                names = [*names[:at], *(name for name in names[at + size :] if name in left)]
            else:
                at += size
        size //= 2
    return trial


# ---- what one law alone has


def words_of_users(difference: Difference, side: ComparedLaw, other: ComparedLaw, keys: frozenset[str]) -> str:
    """Returns for a thing that one law alone has which other differences name it, or that nothing does; `""` for what
    can be asked about, and for a name that means something else as well."""
    law = ONLY[difference.how]
    if difference.sort not in (*READ, *SEEN):
        return ""
    name = difference.name.rpartition(".")[2] if difference.sort == "attribute" else difference.name
    graph = side.compilation.graph
    users = set(naming(CALLED.get(difference.sort, (difference.sort,)), name, graph)) - {difference.key}
    beginning = beginning_with(law)
    if difference.sort == "quantity" and is_printed(name, graph, other.compilation.graph):
        beginning = f"the {OTHER[law]} reads it as it is printed, and rules of the {law} bear on it"
    if difference.sort in SEEN:
        return beginning
    if not users:
        return f"{beginning}. Nothing in the {law} names it, so it changes no answer by itself"
    differing = sorted(key.replace(":", " ", 1) for key in users & keys)
    more = f" and {len(differing) - MAX_NAMED} more" if len(differing) > MAX_NAMED else ""
    shows = f"It shows where these show, which name it: {', '.join(differing[:MAX_NAMED])}{more}"
    return f"{beginning}. {shows}" if differing else ""


def beginning_with(law: str) -> str:
    return f"the {law} alone has it, so the {OTHER[law]} has nothing to compare it with"


def words_of_a_ruling(name: str, base: ComparedLaw, variant: ComparedLaw, keys: frozenset[str]) -> str:
    """Returns for a ruling that both laws have with another answer that its words change nothing, and which rules say
    how it is played; `""` where more of it differs."""
    graphs = [side.compilation.graph for side in (base, variant)]
    one, other = (graph.rulings.get(name) for graph in graphs)
    if one is None or other is None or meaning(one) != meaning(other):
        return ""
    rules = [rule.id for rule in graphs[1].rules.values() if name in (rule.by_ruling, rule.against)]
    said = list(dict.fromkeys((*rules, *other.confirms, *other.amends)))
    differ = [rule for rule in said if f"rule:{rule}" in keys]
    by = (
        f"what is played is said by the rules that go with it: {', '.join(said[:MAX_NAMED])}"
        if said
        else "no rule goes with it"
    )
    none = "none of these differs, " if said else ""
    which = f"of these {', '.join(differ)} differs too" if differ else f"{none}so nothing is played otherwise"
    return f"a ruling is the words of an answer; {by}; {which}"


def naming(sorts: tuple[str, ...], name: str, graph: g.Graph) -> Iterator[str]:
    """Yields the keys of the declarations of a law that name a thing; statements in a part of the sequence, or at its
    edges, name that part too."""
    wanted = {(sort, name) for sort in sorts}
    for kind in g.BY_SORT:
        for called, node in graph.section(kind).items():
            if any(not wanted.isdisjoint(named_in(part)) for part in parts(node)):
                yield f"{kind}:{called}"
            elif kind == "rule" and "span" in sorts and node.at_edge is not None and node.at_edge[1] == name:
                yield f"rule:{called}"
    for span in spans_of(graph) if "span" in sorts else ():
        if span.name == name:
            yield from (f"phase:{part.name}" if isinstance(part, g.SpanDecl) else DONE_THERE for part in span.body)


def first_use(action: str, own: ComparedLaw, cases: Iterable[Case], until: int) -> tuple[MadeUp | None, int]:
    """Returns a small position in which an action can be taken under the one law that has it, if one was found, and how
    many were tried."""

    def is_legal(trial: MadeUp) -> bool:
        given = trial.answers()
        return bool(given) and given[0].permission is not None and given[0].permission.allowed

    tried = 0
    for trial in _trials(action, own, cases):
        tried += 1
        if is_legal(trial):
            return smallest_that(trial, is_legal, lambda: monotonic_ns() > until), tried
        if monotonic_ns() > until:
            break
    return None, tried


def _trials(action: str, side: ComparedLaw, cases: Iterable[Case]) -> Iterator[MadeUp]:
    """Yields cases that ask if the action may be taken, those with the fewest pieces first; then positions made up for
    it. The last pick comes first: where it is legal, so are those before it."""
    picks = [pick.name for pick in side.compilation.graph.actions[action].picks][::-1]
    found = []
    for case in cases:
        if f"may {action}." in (case.node.text("ask") or ""):
            given = run_case(case, side.compilation, side.chosen, tracing=False).answer
            if given is not None and given.permission is not None and given.permission.action == action:
                pick = f"{action}.{given.permission.pick}"
                laws, sides, args = (given.law,), (side, side), given.permission.args
                found.append(MadeUp(laws, sides, given.position, "pick", pick, tuple(args)))
    yield from sorted(found, key=lambda trial: trial.counters)
    for attempt in range(MAX_TRIED):
        for pick in picks:
            if (made := made_for_pick(side.law, f"{action}.{pick}", attempt)) is not None:
                yield MadeUp((side.law,), (side, side), made[0], "pick", f"{action}.{pick}", made[1])
