"""Games under every option: does one stop, do the target and the machine agree, which rules are ever reached?

    python bench/options.py                              everything, on demand: hours
    python bench/options.py --seconds 180 --seed TEXT    a sample by lot, a part of the rotation
    python bench/options.py --module MODULE --option NAME --players random --games 10
    python bench/options.py --part 1/2                   every other configuration, for two processes
    python bench/options.py --count 5000                 so many random games, as many of each way to play
    python bench/options.py --target --ways 40           of the target and the machine side by side, a sample by lot

Every situation of every shipped module, those included that it inherits, is played under its own law, with each option
alone turned round, and with sets of options by lot. It prints each game that stops, with the command
that plays it again: no game may stop. Nor may a program be beaten by a traceback.

Then the answers of each game are given once more, and it has to end in the same state; on the way it is noted which
rules apply. What an option brings is counted by the chapters that it switches on: the last lines list the rules of
each that never applied, and the options of which none did. With `--count` that is done with the first game of each way
to play alone.

With `--target` each way to play is printed as WebAssembly, and its games are played there and by the machine side by
side (`bench/held.py`): both have to ask the same, to throw the same, and to come to the same journal and the
same values at the end; at every so many questions (`--every`) all legal answers have to be the same. What is refused by
name, and what is handed back, is counted.

The seed decides on everything but the time that a sample takes: when it is over, the game in hand is cut off, and so is
a way to play that takes longer than its share. Games of a sample are also cut off after `--most-answers`.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import ceil, inf
from pathlib import Path
from time import monotonic
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / ".links"))

from held import Account, side_by_side
from under_way import text_of

from hexlaw.compiler.base.collector import collect_garbage_seldom
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.programs import PROGRAMS
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.situations.played_out import MAX_ANSWERS, NotFinished, play_out
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.compiler.wasm.target import WHY_BACK, Target
from hexlaw.compiler.workspace.seats import players_of
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law.law import Configuration, ConfigurationRefused, Law, configure
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.players import Player
from hexlaw.runtime.play.questions import ByLot
from hexlaw.runtime.play.replay import Differs, steps_again
from hexlaw.runtime.play.seating import seated

MAX_LOTS = 100
"""Sets of options that are drawn for one that the law allows."""


@dataclass(frozen=True)
class Way:
    """A way to play: which situation, under which options that are not as the situation has them."""

    module: str
    situation: str
    turned: tuple[tuple[str, bool], ...]

    def __str__(self) -> str:
        options = "".join(f" --option {name}={'on' if on else 'off'}" for name, on in self.turned)
        return f"hexlaw run {self.module} {self.situation}{options}"


MAX_OF_A_WAY = 15
"""Seconds of a sample that one way to play may take: under some options a game takes minutes, and the sample would be
that game."""


class TimeOver(Exception):
    """The seconds of a sample are over."""


class WayOver(TimeOver):
    """The seconds that one way to play may take of it are."""


@dataclass
class Found:
    """What came of all games."""

    until: float = inf  # when the sample is over
    way_until: float = inf  # when the way to play that is under way has had its time
    games: int = 0
    answers: int = 0
    lapses: int = 0
    cut: int = 0
    bad: int = 0  # games that stopped, or that did not go alike
    held: Account = field(default_factory=Account)  # what was compared of target and machine
    back: Counter[str] = field(default_factory=Counter)  # games that the target handed back, by why
    refused: dict[str, str] = field(default_factory=dict)  # what the target cannot carry, with why
    applied: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # by module, the rules
    played: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))  # by module and option

    def begin(self) -> None:
        """The next way to play has its turn; raises `TimeOver` where the sample is over."""
        now = monotonic()
        if now > self.until:
            raise TimeOver
        if self.until < inf:
            self.way_until = now + MAX_OF_A_WAY

    def go_on(self) -> None:
        """Raises `TimeOver` once the sample is over, `WayOver` once this way to play has had its time."""
        now = monotonic()
        if now > self.until:
            raise TimeOver
        if now > self.way_until:
            raise WayOver

    def tell_bad(self, way: Way, players: str, seed: str, what: str) -> None:
        self.bad += 1
        print(f"{way} --players {players} --seed {seed}\n  {what}", flush=True)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", action="append", help="without it, every shipped one")
    parser.add_argument("--situation", action="append", help="without it, every one of a module")
    parser.add_argument("--option", action="append", help="only ways to play in which one of these is turned round")
    parser.add_argument("--sets", type=int, default=10, help="sets of options by lot for each situation (default: 10)")
    parser.add_argument("--games", type=int, default=1, help="games of each way to play, by each sort of player")
    parser.add_argument("--players", default=",".join(PROGRAMS), help="sorts of players, such as `random,greedy:40`")
    parser.add_argument("--seconds", type=float, help="a sample: by lot, until so long is over")
    parser.add_argument("--most-answers", type=int, default=MAX_ANSWERS, help="games are cut off there")
    parser.add_argument("--count", type=int, help="so many random games in all, and as many of each way to play")
    parser.add_argument("--once", action="store_true", help="play only, and not again: many games soon")
    parser.add_argument("--target", action="store_true", help="hold the target to the machine, by random games")
    parser.add_argument("--every", type=int, default=1, help="with --target: where all legal answers are compared")
    parser.add_argument("--ways", type=int, help="only so many ways to play, by lot")
    parser.add_argument("--part", default="1/1", help="which part of all ways to play, as in `2/3`")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args(argv)
    found = Found() if args.seconds is None else Found(monotonic() + args.seconds)
    modules = args.module or sorted(shipped_modules())
    ways = [way for module in modules for way in _ways(module, args)]
    if args.seconds is not None or args.ways is not None:
        lots = Chance(f"{args.seed}/ways")  # wherever the folder of a module lies
        ways.sort(key=lambda way: lots.number((Path(way.module).name, way.situation, way.turned)))
    ways = ways[: args.ways]
    if args.count is not None:
        args.players, args.games = "random", ceil(args.count / len(ways))
    part, parts = map(int, args.part.split("/"))
    ways = ways[part - 1 :: parts]
    print(f"{len(ways)} ways to play, seed {args.seed}", flush=True)
    done = 0
    with collect_garbage_seldom():
        for way in ways:
            try:
                found.begin()
                (_hold if args.target else _play)(way, args, found)
            except WayOver:
                continue
            except TimeOver:
                break
            done += 1
            if done % 10 == 0:
                print(f"{done} ways, {found.games} games, {found.bad} bad", file=sys.stderr, flush=True)
    _tell(found, done, len(ways))
    if args.target:
        _tell_target(found)
    elif not args.once:
        _tell_rules(found, modules)
    return 1 if found.bad else 0


# ---- what there is to play


@cache
def compiled(module: str) -> Compilation:
    compilation = compile_modules(module, Diagnostics())
    assert compilation is not None, f"`{module}` cannot be compiled"
    return compilation


def _ways(module: str, args: argparse.Namespace) -> Iterator[Way]:
    if module in shipped_modules() and not _is_played(module):
        return
    compilation = compiled(module)
    for situation in sorted(situation_files(compilation.chain)):
        if args.situation and situation not in args.situation:
            continue
        as_it_is = _law(compilation, situation, {})
        assert as_it_is is not None
        turned = {name: not on for name, on in sorted(as_it_is.options.items())}
        sets = [{}, *({name: on} for name, on in turned.items())]
        sets += _by_lot(compilation, situation, turned, args)
        seen = set()
        for options in sets:
            way = Way(module, situation, tuple(sorted(options.items())))
            wanted = args.option is None or not options.keys().isdisjoint(args.option)
            if wanted and way not in seen and _law(compilation, situation, options) is not None:
                seen.add(way)
                yield way


def _is_played(module: str) -> bool:
    """An abstract base is played through what extends it."""
    return compile_modules(module, Diagnostics()) is not None


def _by_lot(
    compilation: Compilation, situation: str, turned: dict[str, bool], args: argparse.Namespace
) -> Iterator[dict[str, bool]]:
    """Sets of two options or more that the law allows together."""
    chance = Chance(f"{args.seed}/{compilation.name}/{situation}")
    left = args.sets if len(turned) > 1 else 0
    for lot in range(MAX_LOTS):
        if not left:
            return
        options = {name: on for name, on in turned.items() if chance.below(2, f"{name} {lot}")}
        if len(options) > 1 and _law(compilation, situation, options) is not None:
            left -= 1
            yield options


def _law(compilation: Compilation, situation: str, options: dict[str, bool]) -> Law | None:
    declared = situation if situation in compilation.graph.situations else None
    try:
        return configure(compilation.graph, Configuration(options=options, situation=declared))
    except ConfigurationRefused:
        return None


# ---- one way to play


def _play(way: Way, args: argparse.Namespace, found: Found) -> None:
    prepared = _prepared(way)
    for players in args.players.split(","):
        if prepared.setup.worth is None and players.partition(":")[0] != "random":
            continue
        for number in range(args.games):
            seed = f"{args.seed}-{number}" if args.games > 1 else args.seed
            game = _game(prepared, players, seed, way, args, found)
            if game is None:
                continue
            for name, _ in way.turned:
                found.played[way.module, name] += 1
            if number == 0 if args.count is not None else not args.once:
                _again(game, prepared, way, players, found)


def _hold(way: Way, args: argparse.Namespace, found: Found) -> None:
    """Games of the target and of the machine side by side."""
    prepared = _prepared(way)
    target = Target(prepared.agenda, prepared.setup)
    found.refused |= {f"{way.module}, {name}": why for name, why in target.refusal.items()}
    if target.refusal:
        return
    for number in range(args.games):
        seed = f"{args.seed}-{number}" if args.games > 1 else args.seed
        game = prepared.game(seed)
        game.takes_back = False
        players = players_of("random", game, seed)

        def answer(game: Game, players: Mapping[str, Player] = players) -> Any | None:
            if len(game.entries) >= args.most_answers:
                return None
            question = game.question
            if question is None or isinstance(question, ByLot):
                return game.drawn()
            return seated(players, question).answer(game)

        try:
            account = side_by_side(target, game, answer, found.go_on, args.every)
        except Exception:
            found.tell_bad(way, "random", seed, traceback.format_exc())
            continue
        found.games += 1
        found.cut += not game.over and not account.stopped
        found.answers += len(game.entries)
        found.lapses += sum(entry.lapsed for entry in game.entries)
        for name in ("questions", "answers", "throws", "values"):
            setattr(found.held, name, getattr(found.held, name) + getattr(account, name))
        if account.parting is not None:
            found.tell_bad(way, "random", seed, str(account.parting))
        elif account.stop is not None:
            found.tell_bad(way, "random", seed, f"{account.outcome}: {account.stop.message}")
        elif account.stopped:
            found.back[f"{account.outcome}: {WHY_BACK[account.stopped]}"] += 1


def _prepared(way: Way) -> Prepared:
    diagnostics = Diagnostics()
    chosen = Configuration(options=dict(way.turned))
    prepared = prepare(compiled(way.module), way.situation, chosen, diagnostics)
    assert prepared is not None, [d.message for d in diagnostics]
    return prepared


def _game(prepared: Prepared, players: str, seed: str, way: Way, args: argparse.Namespace, found: Found) -> Game | None:
    """A game as far as it was played; none where it could not even begin."""
    game = None
    try:
        game = prepared.game(seed)
        play_out(game, players_of(players, game, seed), args.most_answers, found.go_on)
        if game.over:
            game.winner(), game.figures()
    except TimeOver:
        found.cut += 1
        raise
    except NotFinished as stop:
        if args.most_answers >= MAX_ANSWERS:
            found.tell_bad(way, players, seed, f"stops: {stop.message}")
        found.cut += 1
    except LawStop as stop:
        found.tell_bad(way, players, seed, f"stops after {0 if game is None else len(game.entries)}: {stop.message}")
    except Exception:
        found.tell_bad(way, players, seed, traceback.format_exc())
    finally:
        found.games += 1
        if game is not None:
            found.answers += len(game.entries)
            found.lapses += sum(entry.lapsed for entry in game.entries)
    return game


def _again(game: Game, prepared: Prepared, way: Way, players: str, found: Found) -> None:
    """The same answers once more, with notes of the rules that apply."""
    seen = ReadSet()
    again = Game(prepared.agenda, prepared.setup, game.seed, seen=seen)
    for step in steps_again(again, game.entries):
        found.go_on()
        if isinstance(step, Differs):
            found.tell_bad(way, players, game.seed, f"played again it differs at {step.number}: {step.message}")
            return
    if text_of(again) != text_of(game):
        found.tell_bad(way, players, game.seed, "played again it ends otherwise")
    found.applied[way.module] |= seen.applied | seen.won


# ---- what was found


def _tell(found: Found, done: int, ways: int) -> None:
    print(
        f"{done} of {ways} ways to play: {found.games} games ({found.cut} cut off), {found.answers} answers, of which "
        f"{found.lapses} lapsed; stopped or unlike: {found.bad}"
    )


def _tell_target(found: Found) -> None:
    held = found.held
    print(
        f"target and machine: {held.questions} questions, {held.answers} legal answers, {held.throws} throws, "
        f"{held.values} values at the end"
    )
    for why, games in found.back.most_common():
        print(f"handed back: {games} games, as {why}")
    for what, why in sorted(found.refused.items()):
        print(f"refused: {what}: {why}")


def _tell_rules(found: Found, modules: list[str]) -> None:
    never = []
    for module in modules:
        if not _is_played(module):
            continue
        rules = compiled(module).graph.rules.values()
        for option in compiled(module).graph.options:
            if (games := found.played[module, option]) == 0:
                continue
            of_it = [rule.id for rule in rules if rule.origin.option == option]
            unused = [rule for rule in of_it if rule not in found.applied[module]]
            print(f"{module}, {option}: {games} games, {len(of_it) - len(unused)} of its {len(of_it)} rules applied")
            if of_it and len(unused) == len(of_it):
                never.append(f"{module}, {option}")
            elif unused:
                print(f"  never: {', '.join(unused)}")
    print("options never exercised: " + ("; ".join(never) or "none"))


if __name__ == "__main__":
    raise SystemExit(main())
