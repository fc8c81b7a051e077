"""Every claim that modules speak for: with the cases that show it, or that it is open and why; and which games exercise
it, with the rules and rulings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic_ns
from typing import Any

from hexlaw.compiler.base.cache import digest
from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.base.processes import NANO, processors, shared_out
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.data.load import load
from hexlaw.compiler.desk.cases import play_coverage
from hexlaw.compiler.desk.cases.claims import accounts, as_data, as_markdown
from hexlaw.compiler.desk.cases.play_coverage import PlayCoverage, SituationPlayed
from hexlaw.compiler.desk.cases.unplayed import CARRIED_OUT
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.programs import programs_of
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS
from hexlaw.compiler.wasm.reading import Watched
from hexlaw.compiler.wasm.target import Target
from hexlaw.compiler.workspace.compiled_laws import Laws, read_by
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.seating import keys_of_players, seats

PROGRAMS = ("greedy", "random")
"""Who plays both sides, by turns; without advice only chance."""
SEED = "played-{}"


@dataclass(frozen=True)
class Claims:
    page: str
    """A page of Markdown."""
    data: dict[str, Any]
    """The same for programs, and more of it."""


def claims(modules: Sequence[str], texts: Texts) -> Claims:
    diagnostics = Diagnostics()
    chains = [chain for spec in modules if (chain := load(spec, diagnostics, texts)) is not None]
    found = accounts(chains, diagnostics)
    if diagnostics.has_errors:
        raise Refused.by(diagnostics)
    if not found:
        raise Refused("no claims are listed there: no module has a file `claims.csv`")
    return Claims(as_markdown(found), as_data(found))


def played_claims(
    modules: Sequence[str], laws: Laws, games: int, seconds: int | None, processes: int | None,
    say: Callable[[str], None],
) -> Claims:  # fmt: skip
    """Returns what so many games of each situation exercise, or those of so many seconds; `say` reports each."""
    compilations = []
    for spec in modules:
        compiled, wrong = laws.compile(spec)
        if compiled is not None:  # an abstract module is played with those above it
            compilations.append(compiled.compilation)
        elif any(d.level == "error" for d in wrong):
            raise Refused.by(wrong)
    found = []
    with collect_garbage_seldom():
        for compilation in compilations:
            for situation in sorted(compilation.chain.layers[-1].situations):
                found.append(_played(compilation, situation, games, seconds, processes or processors()))
                say(f"{compilation.name}/{situation}: {found[-1].how_many}")
    if not any(situation.games for situation in found):
        raise Refused("there is no situation that the target can play")
    coverage = PlayCoverage(compilations, found)
    return Claims(play_coverage.as_markdown(coverage), play_coverage.as_data(coverage))


def watched(prepared: Prepared) -> Target:
    """Returns a situation that notes all that is counted: the rules in force, and what is carried out."""
    law = prepared.law
    declared = {f"{sort}:{name}": x for sort in CARRIED_OUT for name, x in law.graph.section(sort).items()}
    rules = [rule.id for rule in law.rules.values() if not rule.origin.is_advice]
    everything = Watched({sign: sign for sign in (*rules, *declared)}, declared)
    return Target(prepared.agenda, prepared.setup, digest(prepared.key, "every rule"), everything)


def _played(
    compilation: Compilation, situation: str, games: int, seconds: int | None, processes: int
) -> SituationPlayed:  # fmt: skip
    prepared = read_by(partial(prepare, compilation, situation, Configuration()), Diagnostics())
    found = SituationPlayed(compilation.name, situation, compilation, prepared.law, prepared.position)
    target = watched(prepared)
    if target.refusal:
        return found
    assert target.compiled  # once, for all processes
    until = None if seconds is None else monotonic_ns() + seconds * NANO
    tasks = [partial(_had_a_say, target, number) for number in range(1, games + 1)]
    with shared_out(tasks, processes, until) as results:
        for signs in results:
            if signs is None:
                found.stopped.append(SEED.format(found.games + len(found.stopped) + 1))
            else:
                found.games += 1
                found.counts.update(signs)
    return found


def _had_a_say(target: Target, number: int) -> frozenset[str] | None:
    """Returns what had a say in a game, None where it stops. The same program and seed play it by `hexlaw run`."""
    position, seed = target.setup.position, SEED.format(number)
    able = [name for name in PROGRAMS if name == "random" or target.setup.worth is not None]
    programs = programs_of(dict.fromkeys(seats(position), able[(number - 1) % len(able)]))
    assert programs is not None
    stopped = target.play(seed, keys_of_players(position, seed), MAX_ANSWERS, programs=programs).stopped
    return None if stopped else frozenset[str]().union(*target.read())
