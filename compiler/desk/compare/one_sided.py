"""What is true of a thing that only one of two laws has: there is no other answer to hold against its own.

Idea: of an action a position is shown in which it can be taken. Nothing else is taken or asked by itself: an attribute,
a fact or a part of the sequence matters by what reads it, is open in it or is done in it, and all that is a difference
of the two laws too, as a law knows nothing of a name that it does not have. So these are named; and where there are
none, it changes no answer.
INVARIANT: an action that is shown is legal in the position that is shown, and no longer with anything less in it. What
is said to change no answer is named by nothing in the law that has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic_ns

from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.desk.compare.differences import Difference
from hexlaw.compiler.desk.compare.made_up import MadeUp, made_for_pick
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import meaning
from hexlaw.compiler.desk.compare.witness_answers import smallest_that
from hexlaw.compiler.situations.case_files import Case
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.dependence import named_in, parts, spans_of
from hexlaw.runtime.law.figures import is_printed

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
        if f"may {action}." in (case.text("ask") or ""):
            given = run_case(case, side.compilation, side.chosen, tracing=False).answer
            if given is not None and given.permission is not None and given.permission.action == action:
                pick = f"{action}.{given.permission.pick}"
                laws, sides, args = (given.law,), (side, side), given.permission.args
                found.append(MadeUp(laws, sides, given.position, "pick", pick, tuple(args)))
    yield from sorted(found, key=lambda trial: trial.counters)
    for attempt in range(MAX_TRIED):
        for pick in picks:
            made = made_for_pick(side.law, f"{action}.{pick}", attempt)
            if made is not None:
                yield MadeUp((side.law,), (side, side), made[0], "pick", f"{action}.{pick}", made[1])
