"""Does the law say of itself what it reads and what it changes? Its form and its games are held against footprints.

    python bench/footprints.py
    python bench/footprints.py --module tutorial --games 5

What the form of a fact, a quantity or a requirement reads (`compiler/lower/marks.py`) stands in the footprint of that
node (`runtime/law/footprint.py`), which is read off the law itself. What the answer to a case noted on its way
(`runtime/evaluate/read_set.py`) stands in the footprint of its question. What a game changes while an action is under
way stands in the footprint of that action: games are played at random, and before and after each answer it is compared
how they stand. Whatever stands in no footprint is printed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import shipped_games
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.lower.doing_half import DoingHalf
from hexlaw.compiler.lower.from_law import lowered
from hexlaw.compiler.lower.marks import Marks
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import case_files
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.explain.question import Question
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law.footprint import Footprints, footprints_of
from hexlaw.runtime.law.law import Configuration, Law, configure
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.law.value import Thing
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.state import ActionFrame
from hexlaw.runtime.position.position import Position

NODE_OF = {"fact": "fact", "quantity": "quantity", "broken": "rule"}
"""By how the key of a function begins, the sort of the node that it is of."""
MOST_ANSWERS = 150


def reads_beyond(law: Law) -> tuple[int, list[str]]:
    """Returns how many functions were looked at, and what those read that stands in no footprint of their nodes."""
    program = lowered(law, played=DoingHalf(agenda_of(law), None))
    marks, footprints, found, count = Marks(program), footprints_of(law.graph), list[str](), 0
    for key in program.functions:
        sort, _, name = key.partition(":")
        reads = footprints.reads((), f"{NODE_OF[sort]}:{name}") if sort in NODE_OF else {e.ANYTHING}
        if e.ANYTHING not in reads:
            count += 1
            found += [f"{key} reads {one}" for one in sorted(marks.reads_of(key) - reads)]
    return count, found


def noted_beyond(compilation: Compilation) -> tuple[int, list[str]]:
    """Returns how many answers to cases were held against footprints, and what they noted beyond these."""
    footprints, found, count = footprints_of(compilation.graph), list[str](), 0
    for case in (case for file in case_files(compilation, Diagnostics()) for case in file.cases):
        seen, is_still = ReadSet(), case.node.get("play") is None
        answer = run_case(case, compilation, tracing=False, seen=seen).answer if is_still else None
        reads = {e.ANYTHING} if answer is None else read_for(answer.question, footprints)
        if e.ANYTHING not in reads:
            count += 1
            noted = {f"rule:{rule}" for rule in seen.reached} | {f"table:{table}" for table, _ in seen.cells}
            found += [f"{case.id} notes {one}" for one in sorted((seen.asked | noted) - reads)]
    return count, found


def read_for(question: Question, footprints: Footprints) -> set[str]:
    """Returns all that answering a question may read, in what happens by it as well."""
    happening = footprints.brought_about((), f"effect:{question.name}") if question.sort == "after" else set[str]()
    if question.sort in ("may", "reach") or any(node.startswith("pick:") for node in happening):
        return {e.ANYTHING}  # where something is picked, all is asked that could be picked next
    done = tuple(footprints.bodies.get(node) for node in happening)
    return footprints.reads((question.value, question.args, done), *happening)


def changed(before: Position, after: Position) -> Iterator[str]:
    """Yields what differs between two positions, in the names of footprints. What the machine fills by itself of orders
    and tasks is left out, and memories that no moment begins or ends."""
    graph = after.graph
    things = set(before.things.values()) & set(after.things.values())
    if before.things.keys() != after.things.keys():
        yield e.THINGS
    if any(before.places.get(thing) != after.places.get(thing) for thing in things):
        yield e.WHERE
    for subject, name in before.values.keys() | after.values.keys():
        is_filled = isinstance(subject, Thing) and any(graph.is_a(subject.kind, kind) for kind in ("order", "task"))
        is_in_both = subject in things or not isinstance(subject, Thing)
        differs = before.values.get((subject, name)) != after.values.get((subject, name))
        if is_in_both and differs and not is_filled:
            yield f"attribute:{name}"
    conclusions = ((rule.conclusion, rule) for rule in graph.rules.values() if rule.after is None)
    watched = {said.memory for said, rule in conclusions if isinstance(said, g.Remembers) and rule.at_edge is None}
    yield from (f"memory:{name}" for name, _ in before.remembered ^ after.remembered if name not in watched)


def action_of(game: Game) -> str | None:
    return next((frame.name for frame in game.under_way if isinstance(frame, ActionFrame)), None)


def writes_beyond(prepared: Prepared, seed: str) -> tuple[int, list[str]]:
    """Returns how often an answer changed something while an action was under way, and what stands in no footprint."""
    footprints, found, count = footprints_of(prepared.agenda.law.graph), set[str](), 0
    try:
        game, random = prepared.game(seed), Random(seed)
        for _ in range(MOST_ANSWERS):
            if game.question is None:
                break
            action, before = action_of(game), game.position.scratch()
            game.put(game.drawn() if isinstance(game.question, ByLot) else random.choice(game.options()))
            if action is not None and action == action_of(game):
                writes = footprints.writes((), f"action:{action}")
                differs = set(changed(before, game.position))
                count += bool(differs)
                found |= {f"{action} writes {one}" for one in differs - writes if e.ANYTHING not in writes}
    except LawStop:
        pass  # law by lot may have no answer
    return count, sorted(found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--module", action="append", help="a module, in place of all games that are shipped")
    parser.add_argument("--games", type=int, default=1, help="of each situation")
    chosen = parser.parse_args()
    wrong = False
    for module in chosen.module or shipped_games():
        diagnostics = Diagnostics()
        compilation = compile_modules(module, diagnostics)
        if compilation is None:
            continue
        read, found = reads_beyond(configure(compilation.graph))
        noted, beyond = noted_beyond(compilation)
        found += beyond
        writing = 0
        for situation in compilation.graph.situations:
            prepared = prepare(compilation, situation, Configuration(), diagnostics)
            for number in range(chosen.games if prepared is not None else 0):
                assert prepared is not None
                more, beyond = writes_beyond(prepared, str(number))
                writing, found = writing + more, found + beyond
        counts = f"{read} functions, {noted} answers to cases"
        print(f"{module}: {counts}, {writing} answers that changed something in an action")
        print(*sorted(set(found)), sep="\n", end="\n" if found else "")
        wrong |= bool(found)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
