"""Emitted law beside the same rules written by hand for one game, in tight Python and in C: `python bench/peers`.

A field is where one unit can get to and what that costs; sight is of pairs of hexes first asked, on a board of which
nothing has been asked; what makes an attack legal is who may fire at whom in a position, sight at hand; an attack is
its verdict as `bench/emitted.py` has it, all answers forgotten before it: asked of one function that answers the whole
of it, fact by fact, of the law as WebAssembly, and of a rule engine; a game is PanzerBlitz's situation 6 from the
set-up to its last turn, by random players. The peers are held
to the law first: fields and fire in made-up positions, sight between all hexes of two boards, attacks of every form,
of games everything that may be answered at every question.
Rounds are shuffled; times are medians of processor time, ratios those of the same round. The C of a field, of fire and
of a game is timed in a loop of its own, that of a field and of a game once more called from Python.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / ".links"))

import emitted as bench
from attack import Attacks
from attack import InC as InCOfAttacks
from field import Board, Fields, InC, compiled
from game import Game, NotInThePeer, RandomPlayer, Tables
from game import InC as GamesInC
from in_wasm import Running, Wasm
from legal import Legal, LegalInC
from replayed import by_law, hold, in_little_room
from sight import Sight, SightInC

from hexlaw.compiler.cli.run import players_of
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.emit.to_python import Emission, emit, played_law
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import play_out
from hexlaw.runtime.board import Map
from hexlaw.runtime.dependence import parts
from hexlaw.runtime.emitted.answers import PlayedLaw
from hexlaw.runtime.emitted.help import STOPS
from hexlaw.runtime.emitted.load import EmittedLaw, load
from hexlaw.runtime.expr import Pick
from hexlaw.runtime.geometry import distance
from hexlaw.runtime.law import Configuration, Law, configure
from hexlaw.runtime.play.agenda import agenda_of
from hexlaw.runtime.play.trials import evaluator, trials_of
from hexlaw.runtime.position import Position
from hexlaw.runtime.value import Record, Thing

HERE = Path(__file__).resolve().parent
UNITS, MOVERS, PAIRS, NEAR = 24, 4, 2_000, 10
SEEN = ("board-b", "board-d")
ODD = ("flail", "bridge-layer", "wagon", "motorcycle")
"""What the hand-written field does not know."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--positions", type=int, default=6, help="made-up positions in which fields are compared")
    parser.add_argument("--games", type=int, default=2, help="games compared as they are set up, and in little room")
    parser.add_argument("--only", choices=("field", "sight", "legal", "attack", "game"), help="one of them alone")
    args = parser.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    if args.only in (None, "game"):
        games(args.rounds, args.games)
    if args.only == "game":
        return 0
    compilation = compile_modules("panzer-leader", Diagnostics())
    assert compilation is not None
    law = configure(compilation.graph)
    if args.only in (None, "field"):
        fields(compilation, law, args.rounds, args.positions)
    if args.only in (None, "sight"):
        sight(compilation, law, args.rounds)
    if args.only in (None, "legal"):
        legal(compilation, law, args.rounds, args.positions)
    if args.only in (None, "attack"):
        attack(compilation, law, args.rounds)
    return 0


def fields(compilation: Compilation, law: Law, rounds: int, positions: int) -> None:
    played, library = played_law(agenda_of(law)), compiled(HERE / "field.c")
    by_hand, in_c, laid, mover, hexes = check_fields(compilation, law, played, library, positions)
    print(
        f"movement field: {positions * MOVERS} fields agree with the law, {hexes / positions / MOVERS:.0f} hexes each"
    )

    def ours() -> object:
        played.account.begin()
        return trials_of(law).reach(played, laid, None, "ways", (mover,))

    def with_nothing_kept() -> object:
        for field in played.fields.values():
            if field.kept is not None:
                field.kept.forget()
        return ours()

    contenders: dict[str, tuple[Callable[[], object], int]] = {
        "emitted": (ours, 20), "emitted, no step kept yet": (with_nothing_kept, 1),
        "hand Python": (lambda: by_hand.field(mover), 200),
    }  # fmt: skip
    if in_c is not None and library is not None:
        all_args = in_c.args(mover)
        contenders["C, by ctypes"] = (lambda: library.field(*all_args), 500)
        contenders["C, in a loop"] = (lambda: library.again(100, *all_args), 20)
    show(contenders, rounds, {"C, in a loop": 100}, library is not None)


def check_fields(
    compilation: Compilation, law: Law, played: PlayedLaw, library: ctypes.CDLL | None, positions: int
) -> tuple[Fields, InC | None, Position, Thing, int]:
    """Sees that the peers say what the law says; the last field that was looked at, and how many hexes were reached."""
    base, _ = bench.position_of(compilation, law)
    board, random, hexes = Board(law, base), Random(1), 0
    for _ in range(positions):
        position = made_up(law, base, random)
        by_hand, laid = Fields(board, position), played.kept(position)
        in_c = InC(by_hand, library) if library is not None else None
        for mover in random.sample(list(position.things.values()), MOVERS):
            laid.acts(position.value(mover, "side"))  # type: ignore[arg-type]
            played.account.begin()
            found = trials_of(law).reach(played, laid, None, "ways", (mover,))
            told = {board.number[h]: 2 * cost for h, cost in found.items()}
            assert by_hand.field(mover) == told, mover
            assert in_c is None or in_c.field(mover) == told, mover
            hexes += len(found)
    return by_hand, in_c, laid, mover, hexes


def made_up(law: Law, base: Position, random: Random) -> Position:
    """Units of both sides, some of them together, where units may be."""
    position = Position(law.graph, base.map)
    assert base.map is not None
    plain = [
        unit for unit in law.graph.units.values()
        if unit.kind == "unit" and unit.values.get("allowance") and not any(map(unit.values.get, ODD))
    ]  # fmt: skip
    allowed = [h for h in base.map.hexes if not {"stream", "swamp"} & set(base.value(h, "terrain"))]  # type: ignore[call-overload]
    for number in range(UNITS):
        unit = random.choice(plain)
        near = [thing for thing in position.things.values() if position.value(thing, "side") == sides(law)[number % 2]]
        room = [h for h in (position.hex_of(t) for t in near) if list(position.places.values()).count(h) < 4]  # type: ignore[arg-type]
        where: Any = random.choice(room) if room and random.random() < 0.4 else random.choice(allowed)
        if any(position.value(t, "side") != sides(law)[number % 2] for t, at in position.places.items() if at == where):
            continue
        thing = position.add(unit.kind, f"u{number}", where)
        position.printed[thing] = unit.id
        position.set(thing, "side", sides(law)[number % 2])
    return position


def sides(law: Law) -> tuple[str, ...]:
    return law.graph.choices["side"].values[:2]


def sight(compilation: Compilation, law: Law, rounds: int) -> None:
    loaded, library = load(emit(law)), compiled(HERE / "sight.c")
    sees, checked, seen = loaded.names["FACTS"]["line-of-sight"], 0, 0
    for name in SEEN:
        position = on_board(compilation, law, name)
        by_hand, s = Sight(law, position), loaded.on(position).state
        loaded.account.left = 10**12
        told = [sees(s, a, b) for a in by_hand.hexes for b in by_hand.hexes]
        assert by_hand.board() == told, name
        in_c = SightInC(by_hand, library) if library is not None else None
        assert in_c is None or in_c.board() == told, name
        checked, seen = checked + len(told), seen + sum(told)
    pairs = Random(1).sample([(a, b) for a in by_hand.hexes for b in by_hand.hexes], PAIRS)
    for pair in pairs[:100]:
        assert evaluator(law, position).fact("line-of-sight", pair) is by_hand.sees(*pair), pair
    print(f"sight: {checked:,} pairs agree with the law, {seen:,} see each other")

    def ours() -> object:
        s = loaded.on(on_board(compilation, law, name)).state
        loaded.account.left = 10**12
        return [sees(s, a, b) for a, b in pairs]

    contenders: dict[str, tuple[Callable[[], object], int]] = {
        "emitted": (ours, 1), "hand Python": (lambda: [by_hand.sees(a, b) for a, b in pairs], 5)
    }  # fmt: skip
    if in_c is not None and library is not None:
        all_args = in_c.args
        contenders["C, the whole board"] = (lambda: library.board(*all_args), 5)
    inside = {"emitted": PAIRS, "hand Python": PAIRS, "C, the whole board": len(by_hand.hexes) ** 2}
    show(contenders, rounds, inside, library is not None)


def legal(compilation: Compilation, law: Law, rounds: int, positions: int) -> None:
    played, library = played_law(agenda_of(law)), compiled(HERE / "legal.c")
    base = on_board(compilation, law, "board-d")
    board, random, judged = Sight(law, base), Random(2), 0
    seen, firers, targets = bytes(board.board()), pick_of(law, "fire.firer"), pick_of(law, "fire.target")
    by_firer, by_target = (played.eligible[id(pick)][0] for pick in (firers, targets))

    def asked(s: Any) -> Any:
        s.account.begin()
        return [(u, by_target(s, {"u": u})) for u in by_firer(s, {"acting": None})]

    for _ in range(positions * MOVERS):
        position = in_states(made_up(law, base, random), random)
        by_hand, s = Legal(board, seen, position), played.kept(position).state
        found = [(by_hand.things[u], [by_hand.things[v] for v in aims]) for u, aims in by_hand.fire()]
        told = asked(s)
        assert found == told, [(one, other) for one, other in zip(found, told, strict=False) if one != other][:3]
        in_c = LegalInC(by_hand, library) if library is not None else None
        assert in_c is None or in_c.fire() == by_hand.fire()
        judged += sum(len(aims) for _, aims in found)
    assert judged
    print(f"who may fire at whom: {positions * MOVERS} positions of {UNITS} units agree, {judged} shots allowed")
    kept = [answers for answers in s.kept_answers() if answers]

    def ours() -> object:
        for answers in kept:
            answers.clear()
        return asked(s)

    contenders: dict[str, tuple[Callable[[], object], int]] = {
        "emitted": (ours, 20), "hand Python": (by_hand.fire, 200)
    }  # fmt: skip
    if in_c is not None and library is not None:
        all_args = in_c.args
        contenders["C, in a loop"] = (lambda: library.again(100, *all_args), 20)
    show(contenders, rounds, {"C, in a loop": 100}, library is not None)


def pick_of(law: Law, path: str) -> Any:
    return next(
        part for part in parts(tuple(law.graph.actions.values())) if isinstance(part, Pick) and part.path == path
    )


def in_states(position: Position, random: Random) -> Position:
    """The position with some units carried by others, dispersed, or done firing."""
    things = list(position.things.values())
    for thing in things:
        for name in ("dispersed", "fired", "rode"):
            if random.random() < 0.1:
                position.set(thing, name, True)
        holders = [t for t in things if t != thing and position.value(t, "side") == position.value(thing, "side")
                   and not isinstance(position.places[t], Thing) and thing not in position.places.values()]  # fmt: skip
        if holders and random.random() < 0.2:
            position.places[thing] = random.choice(holders)
    return position


def on_board(compilation: Compilation, law: Law, name: str) -> Position:
    """A position on a board of which nothing has been asked."""
    board = compilation.board(name, Diagnostics())
    assert board is not None
    return Position(law.graph, Map.of(board))


def attack(compilation: Compilation, law: Law, rounds: int) -> None:
    position, shot = bench.position_of(compilation, law)
    loaded = load(Emission(law, together=[bench.verdict_of(law.graph)]).source)
    library = compiled(HERE / "attack.c")
    has_zen = find_spec("zen") is not None
    bench.ByHand, by_dictionaries = tight_by_hand(library, has_zen), bench.ByHand  # type: ignore[misc]
    try:
        checked = bench.check_by_hand(law, loaded, position, shot)
    finally:
        bench.ByHand = by_dictionaries  # type: ignore[misc]
    print(f"attack: {checked} attacks agree with the law")
    hand = bench.ByHand(law, position)
    tight, given = Attacks(hand), bench.given_by_hand(hand, shot)
    units = [tuple(tight.firers[u] for u in given[2]), tuple(tight.targets[u] for u in given[3])]
    s = loaded.on(position).state
    inward = s.inward(shot)
    bench.asked_of(loaded.names, s, inward)
    kept = [answers for answers in s.kept_answers() if answers]

    verdict = loaded.names["TOGETHER"]["verdict"]

    def forgotten() -> None:
        for answers in kept:
            answers.clear()
        s.account.begin()

    def ours() -> object:
        forgotten()
        return verdict(s, inward, bench.PIPS)

    def fact_by_fact() -> object:
        forgotten()
        return bench.asked_of(loaded.names, s, inward)

    contenders: dict[str, tuple[Callable[[], object], int]] = {
        "emitted": (ours, 300), "emitted, fact by fact": (fact_by_fact, 300),
        "hand Python": (lambda: tight.verdict(given[0], given[1], *units), 1000),
        "hand Python, by dictionaries": (lambda: hand.verdict(*given), 300),
    }  # fmt: skip
    assert bench.told_together(loaded.names, s, inward) == fact_by_fact() == contenders["hand Python"][0]()
    inside = {"law in WebAssembly, in a loop": 1000, "C, in a loop": 1000}
    if library is not None:
        in_c = InCOfAttacks(tight, library)
        all_args = in_c.args(in_c.shot(*given))
        contenders["C, by ctypes"] = (lambda: library.attack(*all_args), 1000)
        contenders["C, in a loop"] = (lambda: library.again(1000, *all_args), 10)
    if has_zen:
        from in_zen import InZen  # what it is measured against can be run without it

        in_zen = InZen(tight)
        contenders["ZEN, compiled rules"] = (lambda: in_zen.verdict(given[0], given[1], *units), 100)
    else:
        print("  no ZEN: `pip install zen-engine` brings it")
    if find_spec("wasmtime") is None:
        print("  no WebAssembly: `pip install wasmtime` brings a machine for it")
    else:
        running = in_wasm(law, loaded, position, shot)
        contenders["law in WebAssembly, called"] = (lambda: running.again(1), 300)
        contenders["law in WebAssembly, in a loop"] = (lambda: running.again(1000), 5)
    show(contenders, rounds, inside, library is not None)


def in_wasm(law: Law, emitted: EmittedLaw, position: Position, shot: Record) -> Running:
    """The law of an attack as WebAssembly, once it is seen to say what emitted law says and to stop where that does."""
    running, checked = None, 0
    for there, asked in bench.made_up_attacks(law, position, shot):
        running = running or Running(Wasm(law, there))
        running.lay_out(there)
        running.put(asked)
        emitted.account.begin()
        state = emitted.on(there).state
        try:
            expected = bench.asked_of(emitted.names, state, state.inward(asked))
        except STOPS:
            expected = None
        assert running.asked(asked) == expected, (asked, running.asked(asked), expected)
        checked += 1
    assert running is not None
    print(f"  the law in WebAssembly says the same of {checked} attacks; {len(running.wasm.text):,} characters of text")
    with_all = position.scratch()
    for kind, name in (("aircraft", "plane"), ("temporary-bridge", "bridge")):
        with_all.add(kind, name, None)
    running.lay_out(with_all)
    running.put(shot)
    return running


def games(rounds: int, compared: int) -> None:
    compilation = compile_modules("panzerblitz", Diagnostics())
    assert compilation is not None
    prepared = prepare(compilation, "dnieper-bend", Configuration(), Diagnostics(), emitted=True)
    assert prepared is not None
    library = compiled(HERE / "game.c")
    tables = check_games(prepared, library, compared)
    seeds, seeds_by_hand, seeds_in_c = count(1), count(1), count(1)

    def ours() -> object:
        game = prepared.game(f"peers-{next(seeds)}")
        play_out(game, players_of("random", game, game.seed))
        return game

    contenders: dict[str, tuple[Callable[[], object], int]] = {
        "emitted": (ours, 3),
        "hand Python": (lambda: Game(tables, RandomPlayer(next(seeds_by_hand)).pick).play(), 100),
    }
    if library is not None:
        in_c = GamesInC(tables, library)
        contenders["C, by ctypes"] = (lambda: in_c.random_game(next(seeds_in_c)), 300)
        contenders["C, in a loop"] = (lambda: in_c.random_games(1000 * next(seeds_in_c), 1000), 3)
    show(contenders, rounds, {"C, in a loop": 1000}, library is not None, games=True)


def check_games(prepared: Prepared, library: ctypes.CDLL | None, compared: int) -> Tables:
    """Sees that the peers play games as the law does, and say so where it has something that they do not have."""
    tables, questions, allowed = Tables(prepared.agenda.law, prepared.setup), 0, 0
    for number in range(compared):
        for one in (prepared, in_little_room(prepared, tables, 3 + number)):
            laid = Tables(one.agenda.law, one.setup)
            played = by_law(one, laid, str(number))
            hold(laid, None if library is None else GamesInC(laid, library), played)
            questions += len(played.told)
            allowed += sum(len(legal) for _, _, legal in played.told)
    print(f"random game: {2 * compared} games agree with the law, {questions:,} questions, {allowed:,} legal answers")
    seen = check_sight_in_games(prepared, tables, None if library is None else GamesInC(tables, library))
    print(f"  {PAIRS:,} pairs near each other agree with the law, {seen} see each other")
    beside = in_little_room(prepared, tables, 3, together=True)
    laid = Tables(beside.agenda.law, beside.setup)
    assert what_is_missing(lambda: Game(laid, RandomPlayer(1).pick).play()) == "fire"
    if library is not None:
        in_c = GamesInC(laid, library)
        assert what_is_missing(lambda: in_c.random_game(1)) == "fire"
    print("  where the sides are set up side by side it is said that `fire` is not in the peer")
    return tables


def check_sight_in_games(prepared: Prepared, tables: Tables, in_c: GamesInC | None) -> int:
    """Sees that those who look for enemies see as the law has it; how many pairs of hexes see each other."""
    random, seen, looked = Random(1), 0, 0
    while looked < PAIRS:
        here, there = random.sample(range(len(tables.hexes)), 2)
        ends = tables.hexes[here], tables.hexes[there]
        if distance(*ends) <= NEAR:
            said = evaluator(prepared.agenda.law, prepared.setup.position).fact("line-of-sight", ends)
            assert tables.sees(here, there) is said, ends
            assert in_c is None or bool(in_c.library.sees(here, there)) is said, ends
            seen, looked = seen + said, looked + 1
    return seen


def what_is_missing(play: Callable[[], object]) -> str:
    try:
        play()
    except NotInThePeer as missing:
        return str(missing)
    return ""


def tight_by_hand(library: ctypes.CDLL | None, has_zen: bool) -> type[bench.ByHand]:
    """The tight peer behind the door of the other, to be checked as that is; the C and ZEN with it."""

    class Tight(bench.ByHand):
        def verdict(self, form: str, at: Any, firers: Any, targets: Any) -> Any:
            tight = Attacks(self)
            said = tight.verdict(form, at, [tight.firers[u] for u in firers], [tight.targets[u] for u in targets])
            if library is not None:
                in_c = InCOfAttacks(tight, library).verdict(form, at, firers, targets)
                assert in_c == said, (in_c, said)
            if has_zen:
                from in_zen import InZen

                in_zen = InZen(tight).verdict(
                    form, at, [tight.firers[u] for u in firers], [tight.targets[u] for u in targets]
                )
                assert in_zen == said, (in_zen, said)
            return said

    return Tight


def show(
    contenders: dict[str, tuple[Callable[[], object], int]], rounds: int, inside: dict[str, int], has_c: bool,
    *, games: bool = False,
) -> None:  # fmt: skip
    times: dict[str, list[float]] = {name: [] for name in contenders}
    shuffled, order = Random(0), list(contenders)
    for _ in range(rounds):
        shuffled.shuffle(order)
        for name in order:
            work, number = contenders[name]
            times[name].append(bench.timed(work, number) / inside.get(name, 1))
    for name, found in times.items():
        ratio = median(a / b for a, b in zip(times["emitted"], found, strict=True))
        pace = f"{1 / median(found):12,.1f} games a second" if games else f"{median(found) * 1e6:12.3f} us"
        print(f"  {name:30}{pace}   emitted takes {ratio:10.1f} x as long")
    if has_c is False:
        print("  no C: there is no gcc on this machine")


if __name__ == "__main__":
    raise SystemExit(main())
