"""`hexlaw play`: plays a situation in the terminal, alone, with somebody beside you, or against a program."""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hexlaw.compiler.cli.common import add_configuration, bad_use, compile_or_tell, configuration, tell
from hexlaw.compiler.cli.news import changes, told_shortly
from hexlaw.compiler.cli.replay import in_words as entry_in_words
from hexlaw.compiler.cli.replay import told
from hexlaw.compiler.cli.run import players_of, sides_of
from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.games import (
    JournalFile,
    Unwritable,
    begin_game,
    game_of_journal,
    header_of,
    open_journal,
)
from hexlaw.runtime.draw_text import draw_text
from hexlaw.runtime.explain import explain_verdict
from hexlaw.runtime.geometry import Hex
from hexlaw.runtime.graph import MISSING
from hexlaw.runtime.law import Configuration
from hexlaw.runtime.picture import Piece, Style
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.players import PLAYERS, Player
from hexlaw.runtime.play.questions import DONE, Choose, Question, Throw
from hexlaw.runtime.play.replay import Differs, play_again
from hexlaw.runtime.stops import LawStop
from hexlaw.runtime.value import GAME, Thing
from hexlaw.runtime.words import in_words

HELP = """\
Answer with a number of the list, or with the name itself; several answers fit on one line, with blanks between them.
An empty line shows the list again. Also:
  done             no more of this
  why NAME         may that be answered, and if not, why not? A number of the list will do, too
  undo             take the last answer back (until dice have fallen or somebody else has decided)
  map              draw the map
  units            who stands where
  log              what has happened
  quit             leave; the journal keeps the game, `--resume` goes on with it
"""
YOU = "you"
MOST_LISTED = 24


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "play", help="play a situation in the terminal", description=__doc__,
        epilog="While you play, `help` lists what you can type.",
    )  # fmt: skip
    parser.add_argument("module", metavar="MODULE", nargs="?")
    parser.add_argument("situation", metavar="SITUATION", nargs="?")
    parser.add_argument(
        "--against", metavar="PLAYER", help="a program plays all sides but one: random, greedy or search"
    )
    parser.add_argument(
        "--side", metavar="SIDE", help="your side, where a program plays the others; the first if not said"
    )
    parser.add_argument("--seed", metavar="TEXT", help="what decides on the dice (default: 1)")
    parser.add_argument("--journal", metavar="FILE", help="where the game is kept (default: SITUATION.journal)")
    parser.add_argument("--resume", metavar="FILE", help="go on with the game of this journal")
    add_configuration(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    diagnostics = Diagnostics()
    if args.against is None and args.side is not None:
        bad_use("`--side` says which side is yours where a program plays the others; add `--against PLAYER`")
    if args.against is not None and args.against.partition(":")[0] not in PLAYERS:
        known = f"there are: {', '.join(PLAYERS)}"
        bad_use(f"there is no player `{args.against}`; {did_you_mean(args.against, list(PLAYERS)) or known}")
    if args.resume:
        table = _resumed(args, diagnostics)
    else:
        if args.module is None or args.situation is None:
            bad_use("what is to be played? give a module and a situation; `hexlaw run MODULE` lists its situations")
        table = _begun(args, diagnostics)
    tell(diagnostics)
    return 2 if table is None else table.play()


def _begun(args: argparse.Namespace, diagnostics: Diagnostics) -> Table | None:
    chosen = configuration(args)
    compilation = compile_or_tell(args.module, as_json_=False)
    if compilation is None:
        return None
    game = begin_game(compilation, args.situation, chosen, "1" if args.seed is None else args.seed, diagnostics)
    if game is None:
        return None
    path = Path(args.journal or f"{args.situation}.journal")
    if path.exists():
        bad_use(f"`{path}` is there already; go on with it by `--resume {path}`, or name another by `--journal`")
    file = JournalFile(path, header_of(compilation, args.module, game, chosen))
    return _table(args, compilation, game, file, diagnostics)


def _resumed(args: argparse.Namespace, diagnostics: Diagnostics) -> Table | None:
    chosen = configuration(args)
    if args.module is not None or args.seed is not None or args.journal is not None or chosen != Configuration():
        bad_use("`--resume` goes on with the game as its journal has it; beside it stand only `--against` and `--side`")
    path = Path(args.resume)
    found = Diagnostics()
    journal = open_journal(path, found)
    tell(found)
    begun = None if journal is None else game_of_journal(journal, None, None, diagnostics)
    if journal is None or begun is None:
        return None
    compilation, game = begun
    differs = play_again(game, journal.entries)
    if isinstance(differs, Differs):
        print(f"the journal can be followed up to answer {differs.number - 1}: {differs.message}")
    if differs is not None or found.has_errors:
        before = path.with_name(f"{path.name}.before")
        shutil.copy2(path, before)
        print(f"the game goes on from there; the journal as it was is kept as `{before}`")
    file = JournalFile(path, dict(journal.header))
    file.journal.entries.extend(game.entries)
    return _table(args, compilation, game, file, diagnostics)


def _table(
    args: argparse.Namespace, compilation: Compilation, game: Game, file: JournalFile, diagnostics: Diagnostics
) -> Table | None:
    sides = sides_of(game)
    style = compilation.style(diagnostics)
    mine = args.side or (sides[0] if sides else "")
    if mine not in sides:
        listed = f"there are: {', '.join(sides)}"
        bad_use(f"there is no side `{mine}`; {did_you_mean(mine, list(sides)) or listed}")
    programs: dict[str, Player] = {}
    if args.against is not None:
        programs = {s: p for s, p in players_of(args.against, game, game.seed).items() if s != mine}
    try:
        file.write_whole()
    except Unwritable as problem:
        bad_use(str(problem))
    game.written = file.add
    resume = ["hexlaw play --resume", shlex.quote(str(file.path))]
    if programs:
        resume += ["--against", args.against, "--side", mine]  # a journal knows the sides, not who plays them
    return None if style is None else Table(game, file, style, programs, " ".join(resume))


@dataclass
class Table:
    """Where a game is played: what is asked is shown, what is typed is answered."""

    game: Game
    file: JournalFile
    style: Style
    programs: dict[str, Player]
    resume: str  # the command that goes on with this game
    seen: int = 0  # entries of the journal that were told
    told: str = ""  # what was last said of whose turn it is
    typed: list[str] = field(default_factory=list)  # answers to the questions that follow

    def play(self) -> int:
        print("Type `help` for what can be typed.")
        self._map()
        try:
            while not self.game.over:
                self._go_on()
        except (EOFError, KeyboardInterrupt):
            return self._leave()
        except LawStop as stop:
            print(f"the game stops here: {stop.message}\n  {stop.help}\n  its journal: {self.file.path}")
            return 1
        except Unwritable as problem:
            print(f"hexlaw: {problem}; all answers but the last are kept", file=sys.stderr)
            return 2
        self._tell_news()
        self._map()
        sys.stdout.writelines(told(self.game))
        return 0

    def _leave(self) -> int:
        print(f"\nthe game is kept; go on with: {self.resume}")
        return 0

    def _go_on(self) -> None:
        question = self.game.question
        if isinstance(question, Throw):
            self._tell_news()
            self._throw()
        elif question is not None and question.side in self.programs:
            self.game.put(self.programs[question.side].answer(self.game))
        elif question is not None:
            self._ask(question)

    def _throw(self) -> None:
        """All dice that fall one after the other, and what has become of it."""
        before = self.game.position
        while isinstance(self.game.question, Throw):
            self.game.throw()
        self._tell_news()
        sys.stdout.writelines(f"    {line}\n" for line in changes(before, self.game.position))

    def _tell_turn(self, side: str) -> None:
        """Whose turn it is in which part of the sequence, and what is true of the game as a whole."""
        game = self.game
        parts = " > ".join(game.running)
        declared = game.law.graph.kinds[GAME.kind].attributes
        whole = {name: game.position.value(GAME, name) for name, attribute in declared.items() if not attribute.secret}
        telling = {n: v for n, v in whole.items() if not any(v is nothing for nothing in (None, False, (), MISSING))}
        figures = ", ".join(f"{name} {self._shown(value)}" for name, value in telling.items())
        line = f"-- {side}{': ' + parts if parts else ''}{' (' + figures + ')' if figures else ''}"
        if line != self.told:
            print(line)
            self.told = line

    def _tell_news(self) -> None:
        """What has happened that nobody here has typed."""
        news = told_shortly(map(self._as_told, self.game.entries[self.seen :]))
        sys.stdout.writelines(f"  {line}\n" for line in news)
        self.seen = len(self.game.entries)

    # -- one question

    def _ask(self, question: Question) -> None:
        options = self.game.options()
        if options == [DONE]:
            self._put(DONE)  # nothing else can be done here, so nobody is asked
            if isinstance(question, Choose) and self.typed[:1] == [DONE]:
                self.typed.pop(0)  # it was typed for this
            return
        if not options:
            raise LawStop(f"nothing can be answered to {_asked(question)}", "the law leads where nobody has a choice")
        self._tell_news()
        if not self.typed:
            self._tell_turn(_side(question))
            self._list(question, options)
        while True:
            typed = self.typed.pop(0) if self.typed else input(f"{_side(question)}> ").strip()
            if self._understood(typed, question, options):
                return
            self.typed.clear()  # what was typed behind it was meant for another question

    def _put(self, answer: Any) -> None:
        self._tell_news()
        self.game.put(answer)
        self.seen = len(self.game.entries)

    def _understood(self, typed: str, question: Question, options: list[Any]) -> bool:
        """Whether what was typed has changed the game; everything else is answered at once."""
        word, _, rest = typed.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "": lambda: self._list(question, options), "help": lambda: print(HELP), "?": lambda: print(HELP),
            "map": self._map, "units": self._units, "log": self._log, "why": lambda: self._why(rest.strip(), options),
        }  # fmt: skip
        word = word.lower()
        if word in commands and (not rest or word == "why"):
            commands[word]()
            return False
        if word in ("quit", "exit"):
            raise EOFError
        if typed.lower() == "undo":
            return self._undo()
        if rest:
            typed, self.typed = typed.split()[0], typed.split()[1:]  # several answers, one after the other
        return self._answered(typed, options)

    def _answered(self, typed: str, options: list[Any]) -> bool:
        answer = self._meant(typed, options)
        if answer is None:
            return False
        if answer not in options:
            self._tell_why(answer, typed)
            if answer == DONE and self.game.can_undo:
                print("  `undo` takes back what led here")
            return False
        self._put(answer)
        return True

    def _meant(self, typed: str, options: list[Any]) -> Any | None:
        """The answer that a text stands for: one called so, in small letters or great, else one of the list."""
        for text in (typed, typed.lower(), typed.upper()):
            answer = self.game.meant(text)
            if answer is not None:
                return answer
        if typed.isascii() and typed.isdigit() and len(typed) < 5 and 1 <= int(typed) <= len(options):
            return options[int(typed) - 1]
        near = did_you_mean(typed, [self._shown(option) for option in options])
        print(f"  `{typed}` is no answer here{f'; {near}' if near else '. Type `help` for what can be typed.'}")
        return None

    def _why(self, name: str, options: list[Any]) -> None:
        if not name:
            print("  why what? type `why` and a name, or a number of the list")
            return
        answer = self._meant(name, options)
        if answer is not None:
            self._tell_why(answer, name)

    def _tell_why(self, answer: Any, name: str) -> None:
        verdict = self.game.judge(answer)
        if verdict.judged:
            verdict.cost = self.game.cost_of(answer)
        told = explain_verdict(verdict, self.game.law, self.game.position, name)
        sys.stdout.write("".join(f"  {line}\n" for line in told.splitlines()))

    def _undo(self) -> bool:
        if not self.game.can_undo:
            print(
                "  nothing can be taken back: nothing was answered yet, dice have fallen, or somebody else has decided"
            )
            return False
        while True:
            taken = self.game.entries[-1]
            self.game.undo()
            self.file.take_back()
            if not self.game.can_undo or self.game.options() != [DONE]:
                break  # what nobody was asked is taken back along with what led there
        print(f"  taken back: {entry_in_words(taken)}")
        self.seen = min(self.seen, len(self.game.entries))
        return True

    # -- what is shown

    def _shown(self, value: Any) -> str:
        return in_words(value, self.game.position)

    def _list(self, question: Question, options: list[Any]) -> None:
        print(f"{_asked(question)}{self._spent()}:")
        for number, option in enumerate(options[:MOST_LISTED], 1):
            print(f"  {number:>2}  {self._described(option)}")
        if len(options) > MOST_LISTED:
            print(f"      and {len(options) - MOST_LISTED} more, by name")

    def _spent(self) -> str:
        """What a pick that costs something is counted in, and how much it is."""
        spent = self.game.spent()
        return "" if spent is None else f" ({spent[0]} {self._shown(spent[1])})"

    def _described(self, option: Any) -> str:
        """An answer with what a player would look up: what it is, where it stands, what lies there, what it costs."""
        shown, cost = self._shown(option), self.game.cost_of(option)
        remarks: list[str] = []
        if isinstance(option, Hex):
            remarks += self._lies_in(option)
        elif isinstance(option, Thing):
            place = self.game.position.hex_of(option)
            remarks += [self._sort_of(option), *([] if place is None else [f"in {self._shown(place)}"])]
        remarks += [] if cost is None else [f"for {self._shown(cost)}"]
        return f"{shown:<12} {', '.join(remarks)}".rstrip()

    def _lies_in(self, h: Hex) -> list[str]:
        map_ = self.game.position.map
        on_map = [] if map_ is None else [rule.legend for rule in self.style.rules_of_hex(map_, h) if rule.legend]
        return [*on_map, *(thing.name for thing in self.game.position.things.values() if self._stands(thing, h))]

    def _stands(self, thing: Thing, h: Hex) -> bool:
        return self.game.position.hex_of(thing) == h

    def _sort_of(self, thing: Thing) -> str:
        unit = self.game.position.unit_of(thing)
        return thing.kind if unit is None else unit.name

    def _map(self) -> None:
        position = self.game.position
        if position.map is None:
            print("this situation has no map")
            return
        pieces = [Piece(t.name, h) for t in position.things.values() if (h := position.hex_of(t)) is not None]
        sys.stdout.write(draw_text(position.map, self.style, pieces))

    def _units(self) -> None:
        position = self.game.position
        for thing in position.things.values():
            place = position.places.get(thing)
            side = position.value(thing, "side") if "side" in position.graph.kinds[thing.kind].attributes else ""
            print(f"  {thing.name:<16} {self._sort_of(thing):<16} {side!s:<12} {self._shown(place)}")

    def _log(self) -> None:
        if not self.game.entries:
            print("  nothing has happened yet")
        for number, entry in enumerate(self.game.entries, 1):
            print(f"  {number:>4}  {entry_in_words(self._as_told(entry))}")

    def _as_told(self, entry: Entry) -> Entry:
        """An answer as it may be told: what a program writes down in secret is for its eyes alone, until the end."""
        secret = entry.side in self.programs and entry.asked in self.game.agenda.secret_picks
        return replace(entry, answer="(in secret)") if secret and not self.game.over else entry


def _side(question: Question) -> str:
    return "" if isinstance(question, Throw) else question.side


def _asked(question: Question) -> str:
    if isinstance(question, Choose):
        action, _, pick = question.pick.partition(".")
        return f"{action}: which {pick}"
    return "what next"
