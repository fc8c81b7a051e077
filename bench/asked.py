"""Is what is asked of a position and what is played one law? The same verdicts, and dice that fall as the odds say.

    python bench/asked.py --decisions 10000                        every situation of every module, by two players
    python bench/asked.py --module MODULE --players random         of one module, met by one player
    python bench/asked.py --module MODULE --throws 200             and each effect with dice that a case asks about
    python bench/asked.py --part 1/2                               every other situation, for two processes

The decisions are shared out among the situations, those included that a module inherits, and among the players. At
decisions of games, drawn by lot, every candidate of a pick is judged, those that are refused as well; and where the
answers given since its action are just the picks that a question `may` names, that question is asked too, of what the
side that decides sees. Verdicts are alike when both allow, or both refuse by the same rules. Thrown effects have to
come out as often as the odds say, within 4.5 standard deviations; an outcome without odds is a difference.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import cases_in
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.workspace.seats import players_of
from hexlaw.runtime.evaluate.verdict import Permission
from hexlaw.runtime.explain.answer import Answer, what_changed
from hexlaw.runtime.law.declaration import way_to
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.pick_query import PickQuery
from hexlaw.runtime.play.questions import DONE, ByLot, Choose, Take
from hexlaw.runtime.play.state import Picking
from hexlaw.runtime.play.trials import BegunApart, Trials

DEVIATIONS = 4.5
MAX_IN_VAIN = 20
"""Games in which no decision was looked at, before a situation counts as one without any."""
Verdict = tuple[bool, frozenset[str]]


@dataclass
class Found:
    decisions: int = 0
    candidates: int = 0
    questions: int = 0
    refused: int = 0
    unlike: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        for counted in ("decisions", "candidates", "questions", "refused", "unlike"):
            setattr(self, counted, getattr(self, counted) + getattr(other, counted))

    def __str__(self) -> str:
        return (
            f"{self.decisions:,} decisions, {self.candidates:,} candidates ({self.refused:,} refused), "
            f"{self.questions:,} questions, {len(self.unlike)} unlike"
        )


@dataclass
class Taken:
    """An action that is under way: the game in which it was taken, and the answers given since."""

    game: Game
    action: str
    args: tuple[Any, ...]
    given: list[tuple[str, Any]] = field(default_factory=list)

    def named(self, question: Choose) -> tuple[Any, ...] | None:
        """What a question `may` names up to this pick; none where more was picked than it can name."""
        action, _, pick = question.pick.partition(".")
        if action != self.action:
            return None
        way = [picked.path for picked in way_to(self.game.law.graph.actions[action], pick)]
        if [path for path, _ in self.given] != way[: way.index(question.pick)]:
            return None
        return (*self.args, *(answer for _, answer in self.given))


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", action="append", help="without it, every shipped one")
    parser.add_argument("--situation", action="append", help="without it, every one of a module")
    parser.add_argument(
        "--players", default="random,greedy", help="sorts of players, each of which plays every situation"
    )
    parser.add_argument("--decisions", type=int, default=600, help="decisions looked at, in all")
    parser.add_argument("--every", type=int, default=10, help="one in so many decisions is looked at")
    parser.add_argument("--throws", type=int, default=0, help="how often each effect with dice is thrown")
    parser.add_argument("--part", default="1/1", help="which part of all situations, as in `2/3`")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args(argv)
    modules = {module: compile_modules(module, Diagnostics()) for module in args.module or sorted(shipped_modules())}
    played = [
        (compilation, situation, players)
        for compilation in modules.values()
        if compilation is not None  # an abstract base is played through what extends it
        for situation in sorted(situation_files(compilation.chain))
        if args.situation is None or situation in args.situation
        for players in args.players.split(",")
    ]
    part, parts = map(int, args.part.split("/"))
    every, extra = divmod(args.decisions, max(len(played), 1))
    total, situations = Found(), set()
    with collect_garbage_seldom():
        for number, (compilation, situation, players) in enumerate(played):
            if number % parts != part - 1:
                continue
            found = Found()
            look_at(compilation, situation, players, every + (number < extra), args, found)
            print(f"{compilation.name} {situation} {players}: {found}", flush=True)
            for line in found.unlike[:10]:
                print(f"  {line}")
            total.add(found)
            situations |= {(compilation.name, situation)} if found.decisions else set()
        print(f"in all: {total}, in {len(situations)} situations")
        if args.throws:
            for compilation in filter(None, modules.values()):
                total.unlike += ["thrown"] * thrown(compilation, args)
    return 1 if total.unlike else 0


# ---- verdicts


def look_at(
    compilation: Compilation, situation: str, players: str, wanted: int, args: argparse.Namespace, found: Found
) -> None:
    prepared = prepare(compilation, situation, Configuration(), Diagnostics())
    assert prepared is not None
    if prepared.setup.worth is None and players.partition(":")[0] != "random":
        return  # a program that plans has nothing to aim at
    random, number = Random(f"{args.seed} {situation}"), 0
    seed = f"{args.seed}-{compilation.name}"  # a situation that is inherited goes otherwise there
    while found.decisions < wanted:
        number += 1
        before = found.decisions
        try:
            for game, taken in decisions(prepared, players, f"{seed}-{number}"):
                if random.randrange(args.every) == 0:
                    judge_both(game, taken, found)
                    if found.decisions >= wanted:
                        break
        except LawStop as stop:
            found.unlike.append(f"game {seed}-{number} stops: {stop.message}")
        if found.decisions == before and number > MAX_IN_VAIN:
            return  # nothing is picked in this situation


def decisions(prepared: Prepared, players: str, seed: str) -> Iterator[tuple[Game, Taken]]:
    """The picks of a game, each with the action in which it is made."""
    game = prepared.game(seed)
    playing = players_of(players, game, seed)
    taken: Taken | None = None
    while not game.over:
        before, question = game.at(game.stand), game.question
        if taken is not None and isinstance(question, Choose):
            yield game, taken
        entries = len(game.entries)
        answer = game.throw() if isinstance(question, ByLot) else _answer(game, playing)
        if taken is not None:
            taken.given.append((question.pick if isinstance(question, Choose) else "", answer))
        elif isinstance(question, Take) and answer != DONE:
            picking = next((part for part in reversed(game.under_way) if isinstance(part, Picking)), None)
            params = game.law.graph.actions[answer].params
            args = () if picking is None else tuple(picking.names[name] for name, _ in params)
            taken = Taken(before, answer, args)
        lapsed = len(game.entries) > entries + 1
        if lapsed or not game.to_read.depth:
            taken = None


def _answer(game: Game, playing: Any) -> Any:
    assert isinstance(game.question, Take | Choose)
    answer = playing[game.question.side].answer(game)
    game.put(answer)
    return answer


def judge_both(game: Game, taken: Taken, found: Found) -> None:
    question = game.question
    assert isinstance(question, Choose)
    found.decisions += 1
    named = taken.named(question)
    trials, view = Trials(game.law), taken.game.seen_by(question.side)
    action, _, pick = question.pick.partition(".")
    may = None if named is None else PickQuery(trials, trials.about(view).ev, action, pick, named)
    for candidate in game.eligible():
        found.candidates += 1
        played = verdict(game, candidate)
        found.refused += not played[0]
        if may is not None and candidate != DONE:
            found.questions += 1
            said = judged(partial(may.verdict_on, candidate))
            if said != played:
                found.unlike.append(f"may {question.pick} {candidate}: played {told(played)}, asked {told(said)}")


def verdict(game: Game, answer: Any) -> Verdict:
    return judged(lambda: game.judge(answer))


def judged(judge: Any) -> Verdict:
    """Whether something is legal, and the rules that refuse it."""
    try:
        permission: Permission = judge()
    except LawStop as stop:
        return False, frozenset([type(stop).__name__])
    return permission.allowed, frozenset(r.rule.id if r.rule else r.how for r in permission.refusals)


def told(verdict: Verdict) -> str:
    return "legal" if verdict[0] else f"refused by {', '.join(sorted(verdict[1]))}"


# ---- dice


def thrown(compilation: Compilation, args: argparse.Namespace) -> int:
    """How many effects with dice, of those that cases ask about, fall otherwise than the odds say."""
    unlike, effects = 0, Counter[str]()
    for given in asked_about(compilation):
        name = given.question.name
        effects[name] += 1
        unlike += falls_otherwise(given, args.throws, f"{args.seed} {name} {effects[name]}")
    rolled = sum(effects.values())
    times = f"{args.throws} throws each, {unlike} unlike"
    print(f"{compilation.name}: {len(effects)} effects with dice in {rolled} positions, {times}")
    return unlike


def asked_about(compilation: Compilation) -> Iterator[Answer]:
    """The answers of all cases that ask for the odds of something."""
    for path, source in compilation.chain.case_sources(Diagnostics()).items():
        file = cases_in(source, path, Diagnostics())
        for case in file.cases if file is not None else ():
            given = run_case(case, compilation, tracing=False).answer
            if given is not None and given.chances is not None and len(given.chances) > 1:
                yield given


def falls_otherwise(given: Answer, throws: int, seed: str) -> bool:
    chance, counted = Chance(seed), Counter[object]()
    question, position = given.question, given.position
    trials = Trials(given.law)
    values = tuple(trials.about(position).value(arg, {}) for arg in question.args)
    for number in range(throws):
        game = trials.game(trials.about(position).ev, BegunApart("effect", question.name, values))
        thrown = 0
        while isinstance(question_now := game.question, ByLot):
            game = game.taken(question_now.decided(chance.of(number, thrown)))
            thrown += 1
        if question.value is None:
            counted[what_changed(position, game.position)] += 1
        else:
            counted[same(trials.about(game.position).value(question.value, {}))] += 1
    odds = {same(c.outcome): c.chance for c in given.chances or ()}
    if counted.keys() - odds.keys():
        return True
    return any(
        abs(counted[outcome] - throws * share) > DEVIATIONS * float(throws * share * (1 - share)) ** 0.5 + 1
        for outcome, share in odds.items()
    )


def same(outcome: Any) -> object:
    """An outcome as something to count by: the order of a set means nothing."""
    return frozenset(outcome) if type(outcome) is tuple else outcome


if __name__ == "__main__":
    raise SystemExit(main())
