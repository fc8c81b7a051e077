"""START HERE to ask Hexlaw from a program: a folder, the texts that are not saved in it, and all that can be asked.

Every method returns its result as data. None prints, ends the program or knows who asks: what cannot be done raises
`Refused`, with a sentence or with findings. Workspaces can be asked from several threads. What goes on inside
`ended_by(is_over)` ends with `Ended` soon after `is_over` holds.

Modules are named as on the command line: by name, folder, or `base + add-on`. While the text of one is broken, the last
law that it was answers in its place, and the answer says so. What does the work is loaded when it is first asked for.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics, Refused
from hexlaw.compiler.base.files import read_bounded
from hexlaw.compiler.base.processes import Ended, ended_by
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.base.texts import Texts
from hexlaw.compiler.workspace.requests import (
    AtTable,
    Beginning,
    CardWanted,
    CaseInFile,
    Described,
    Games,
    HandWork,
    Look,
    NamedCase,
    Pairs,
    Printing,
    QuickPairs,
    Where,
)

if TYPE_CHECKING:
    from hexlaw.compiler import code_pages, recipes, scaffold
    from hexlaw.compiler.checking import check_modules
    from hexlaw.compiler.code_pages import CodePage
    from hexlaw.compiler.data import load
    from hexlaw.compiler.data.manifest import Preset
    from hexlaw.compiler.desk.cases.coverage import Coverage
    from hexlaw.compiler.desk.cases.judge import CaseOutcome
    from hexlaw.compiler.desk.cases.knockout import WeakClaim
    from hexlaw.compiler.desk.cases.mutants import Mutant
    from hexlaw.compiler.desk.compare.balance import Balance
    from hexlaw.compiler.desk.vassal.refereed_log import Decide
    from hexlaw.compiler.here.ranked import MayStand
    from hexlaw.compiler.here.surroundings import Surroundings
    from hexlaw.compiler.library_use import Asks
    from hexlaw.compiler.recipes import Recipe
    from hexlaw.compiler.situations.balance_card import BalanceCard
    from hexlaw.compiler.uses import Use
    from hexlaw.compiler.workspace import (
        asking,
        balancing,
        books,
        claimed,
        comparing,
        compiled_laws,
        completing,
        drawing,
        editing,
        emitting,
        finding,
        formatting,
        graphs,
        helping,
        laying_out,
        reading_prose,
        refereed_logs,
        refereeing,
        renaming,
        replaying,
        running,
        saying,
        shared_games,
        table_games,
        testing,
        touching,
        vassal_modules,
    )
    from hexlaw.compiler.workspace.asking import AnswerWithOthers
    from hexlaw.compiler.workspace.comparing import Comparing
    from hexlaw.compiler.workspace.editing import CaseInModule, Editing, ModuleFiles
    from hexlaw.compiler.workspace.emitting import Carried
    from hexlaw.compiler.workspace.formatting import Formatted
    from hexlaw.compiler.workspace.replaying import Replay
    from hexlaw.compiler.workspace.testing import Tests
    from hexlaw.runtime.explain.trace_lines import Depth
    from hexlaw.runtime.law.law import Configuration
    from hexlaw.runtime.words.law_in_words import PhraseTally
else:

    class AtWork:
        """A module that does the work: it is loaded when something of it is first asked for."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> object:
            return getattr(import_module(self._name), name)

    ROOMS = {
        "compiler": "code_pages recipes scaffold uses", "compiler.checking": "check_modules", "compiler.data": "load",
        "compiler.workspace": """
            asking balancing books claimed comparing compiled_laws completing drawing editing emitting
            finding formatting graphs helping laying_out reading_prose refereed_logs refereeing renaming
            replaying running saying shared_games table_games testing touching vassal_modules
        """,
    }  # fmt: skip
    globals().update({name: AtWork(f"hexlaw.{room}.{name}") for room, names in ROOMS.items() for name in names.split()})

__all__ = [  # those that only types need are there for type checkers alone
    "SORTS_IN_A_MODULE", "AnswerWithOthers", "AtTable", "Balance", "BalanceCard", "Beginning", "CardWanted", "Carried",
    "CaseInFile", "CaseOutcome", "CodePage", "Comparing", "Configuration", "Coverage", "Depth", "Described", "Editing",
    "Ended", "Formatted", "Games", "HandWork", "Look", "Mutant", "NamedCase", "Pairs", "Place", "Printing",
    "QuickPairs", "Refused", "Replay", "Tests", "Use", "WeakClaim", "Where", "Workspace", "chosen_law", "ended_by",
]  # fmt: skip
MAX_LISTED = 1_000  # entries of a folder in which modules are looked for
SORTS_IN_A_MODULE = ("rule", "action", "ruling", "case", "situation", "table", "unit", "board")
"""What can be begun in a module."""


@dataclass(frozen=True)
class Place:
    """A stretch of a file as editors count it: lines and columns from 0, columns in units of UTF-16."""

    path: Path | None  # none for what stands in no file, as a question that was typed
    start: tuple[int, int]
    end: tuple[int, int]


class Workspace:
    def __init__(self, folder: str | Path | None = None) -> None:
        """Modules and files are looked for from this folder, or from the current one."""
        self.texts = Texts(folder)
        self._around: dict[str, Surroundings] = {}

    def put(self, path: str | Path, text: str) -> None:
        """Lays a text that is not saved on top of a file, which need not be there yet."""
        self.texts.put(path, text)

    def take_back(self, path: str | Path) -> None:
        """From now on the file counts again as it is on the disk."""
        self.texts.take_back(path)

    def read(self, path: str | Path, missing: str | None = None) -> str:
        """Returns the text of a file as it counts now; where there is none, what is given for that."""
        found, place = Diagnostics(), self.texts.at(path)
        if missing is not None and not self.texts.is_file(place):
            return missing
        if (source := self.texts.read(place, str(path), self.largest_law, found)) is None:
            raise Refused.by(found)
        return source.text

    def place(self, span: Span) -> Place:
        """Returns where a finding, a label or a fix of this workspace is."""
        source = span.source
        return Place(self.texts.path_of(source.name), source.utf16_place(span.start), source.utf16_place(span.end))

    def modules(self) -> list[str]:
        """Returns the modules that lie in the folder, by their names."""
        with os.scandir(self.texts.at("")) as entries:
            names = [entry.name for entry in islice(entries, MAX_LISTED) if not entry.name.startswith((".", "__"))]
        return sorted(name for name in names if self.texts.is_file(self.texts.at(name) / "module.yaml"))

    def module_of(self, path: str | Path) -> str | None:
        """Returns the folder of the module that a file lies in."""
        return load.module_around(self.texts.at(path), self.texts)

    def shipped(self) -> list[str]:
        """Returns the modules that come with Hexlaw, add-ons on top of what they are made for."""
        return load.shipped_games()

    # -- is it well formed?

    def quick(self, module: str) -> tuple[Diagnostic, ...]:
        """Returns what is wrong with a module as law: soon enough to be told after every key."""
        return self._laws.compile(module)[1]

    def thorough(self, module: str) -> check_modules.Checked:
        """Returns all that is wrong with a module, its boards, cases and situations and the law as a whole too."""
        with compiled_laws.ONE_AT_A_TIME:
            return check_modules.check(module, self.texts)

    def thorough_all(self, modules: Sequence[str], processes: int) -> Iterator[check_modules.Checked]:
        """Returns the same of several modules, in several processes."""
        return check_modules.check_all(modules, processes, self.texts)

    # -- what does it say?

    def ask(
        self, module: str, where: Where, question: str | None = None, chosen: Configuration | None = None,
        decided_by: str | None = None,
    ) -> AnswerWithOthers:  # fmt: skip
        """Returns the answer to a question in a position, or to the case's own. What an effect leaves to a side is
        `decided_by` a program, or by `each` answer in turn."""
        return asking.ask(self.compiled(module), where, question, _chosen(chosen), decided_by)

    def moment(self, module: str, where: Where, piece: str = "") -> tuple[dict[str, list[str]], dict[str, str]]:
        """Returns who can act in a position and which part can run, and the values that fit its question or a piece."""
        return laying_out.moment(self.compiled(module), where, piece)

    def read_questions(self, place: str, questions: Iterable[str]) -> None:
        """Reads what is going to be asked in a file, so that it is known by then."""
        from hexlaw.compiler.parse.parse import parse_question, save_questions

        for question in filter(None, questions):
            parse_question(Source(place, question), Diagnostics())
        save_questions()

    def say(self, module: str, names: Sequence[str], in_force: Configuration | None = None) -> list[saying.Said]:
        """Returns what the law says of names, in words: all of it, or what is in force."""
        return saying.say(self.compiled(module), names, in_force)

    def say_by_lot(
        self, module: str, number: int, seed: str, in_force: Configuration | None = None
    ) -> list[saying.Said]:
        """Returns the same of some rules; the same seed draws the same."""
        return saying.say_by_lot(self.compiled(module), number, seed, in_force)

    def count_said(self, module: str, in_force: Configuration | None = None) -> tuple[str, PhraseTally]:
        """Returns what the law is called and how much of it phrases say."""
        return saying.count_said(self.compiled(module), in_force)

    def find(self, module: str, words: Sequence[str], sort: str | None = None) -> finding.Found:
        """Returns what in the law speaks of words."""
        return finding.find(self.compiled(module), words, sort)

    def may_stand(self, module: str, path: str | Path, line: int, column: int) -> MayStand:
        """Returns what may stand at a place of a file, counted as in `Place`, likeliest first: names by sort and type,
        and words of the language. The text there need not be well formed, as somebody is typing it."""
        return completing.may_stand(self.texts, self._around, module, path, line, column)

    def keywords(self) -> list[str]:
        """Returns the words of the language, as its grammar has them."""
        from hexlaw.compiler.parse.grammar import keywords  # the parser takes long to load

        return keywords()

    def stands_at(
        self, module: str, path: str | Path, line: int, column: int, *, also_data: bool = False
    ) -> completing.StandsHere | None:  # fmt: skip
        """Returns the name at a place of law or data: what it stands for, in words, where it is declared and used; with
        the data of the module where `also_data`, which takes longer. None where no name stands."""
        return completing.stands_at(self.compiled(module), self.texts, path, line, column, also_data)

    def rename(self, module: str, path: str | Path, line: int, column: int, new: str) -> renaming.Renamed:
        """Returns the files of a module as they are where the name at a place is another: nothing is written."""
        return renaming.rename(self.compiled(module), self.texts, module, path, line, column, new)

    def graph(self, module: str) -> graphs.GraphView:
        """Returns the rule graph, to be looked at."""
        return graphs.GraphView(self.compiled(module))

    def claims(self, modules: Sequence[str]) -> claimed.Claims:
        """Returns which claims of the sources are shown by cases."""
        return claimed.claims(modules, self.texts)

    def played_claims(
        self, modules: Sequence[str], games: int, seconds: int | None = None, processes: int | None = None,
        say: Callable[[str], None] | None = None,
    ) -> claimed.Claims:  # fmt: skip
        """Returns which rules, rulings and claims so many games of each situation exercise, or as many as are played in
        so many seconds."""
        return claimed.played_claims(modules, self._laws, games, seconds, processes, say or _unheard)

    def help(self, words: Sequence[str], commands: Iterable[tuple[str, str]]) -> finding.Found:
        """Returns the recipes, sections of the reference, findings and commands that speak of words."""
        return helping.help_with(words, commands)

    def recipe(self, name: str) -> Recipe | None:
        return recipes.recipes().get(name)

    def page_of_recipes(self) -> str:
        return recipes.page()

    def code_pages(self) -> list[CodePage]:
        """Returns the page of every code that a finding may have."""
        return list(code_pages.code_pages().values())

    def code_page(self, code: str) -> CodePage:
        return code_pages.code_page(code)

    # -- do the cases hold?

    def shipped_with_cases(self) -> list[str]:
        """Returns the folders of shipped modules that have cases; an abstract base has none."""
        return [str(folder) for folder in load.shipped_modules().values() if any(folder.rglob("*.cases.yaml"))]

    def test(
        self, paths: Sequence[str], module: str | None = None, only: str = "", chosen: Configuration | None = None,
        *, noting: bool = False,
    ) -> Tests:  # fmt: skip
        """Returns what comes of the cases of modules, folders and files, `only` those with that in their id; asked of
        one `module`, or else of those that they name or lie in."""
        return testing.test(paths, module, only, _chosen(chosen), noting, self.texts, self._laws)

    def cases_of(self, path: Path) -> testing.CasesOf:
        """Returns the cases of a file, to be run one by one."""
        return testing.cases_of(path, self.texts, self._laws)

    def failure(self, outcome: CaseOutcome, depth: Depth = "talk", others: Sequence[str] = ()) -> str:
        """Returns why a case fails, in words; `others` fail like it."""
        return testing.failure_text(outcome, depth, others)

    # -- how does it look?

    def draw(
        self, module: str, where: Where | Beginning, look: Look | None = None, chosen: Configuration | None = None
    ) -> drawing.Picture:
        """Returns a picture of a position."""
        return drawing.draw(self.compiled(module), where, look or Look(), _chosen(chosen))

    def draw_game(
        self, journal: str | Path, answers: Source | None = None, look: Look | None = None,
        chosen: Configuration | None = None,
    ) -> drawing.Picture:  # fmt: skip
        """Returns a picture of a game in its journal after so many answers, or at its end."""
        return drawing.draw_game(
            table_games.kept_game(journal, None, _chosen(chosen), self.texts), answers, look or Look()
        )

    def counter(self, module: str, name: str, *, back: bool = False) -> drawing.Picture:
        """Returns one counter of the unit charts in true size."""
        return drawing.counter(self.compiled(module), name, back=back)

    def counters(
        self, module: str, situation: str | None = None, chosen: Configuration | None = None, *, back: bool = False
    ) -> list[drawing.Picture]:
        """Returns sheets of counters in true size: of all charts, or those that a situation begins with."""
        return drawing.counters(self.compiled(module), situation, _chosen(chosen), back=back)

    def boards(self, module: str) -> tuple[str, list[str]]:
        """Returns what the module is called and the names of its boards."""
        compilation = self.compiled(module).compilation
        return compilation.name, compilation.board_names

    def board(self, module: str, names: Sequence[str]) -> drawing.DrawnMap:
        """Returns boards side by side; `/` begins a row below, and a name with `~` is turned round."""
        return drawing.board(self.compiled(module), names)

    def print_book(
        self, module: str, how: Printing | None = None, chosen: Configuration | None = None
    ) -> books.PrintedBook:  # fmt: skip
        """Returns the files of the rule book."""
        return books.print_book(module, how or Printing(), _chosen(chosen), self.texts, self._laws)

    def vassal(
        self, module: str, chosen: Configuration | None = None, *, with_book: bool = True
    ) -> vassal_modules.WrittenModule:
        """Returns a module for VASSAL: maps, counters and set-ups of all situations, with the rule book as help."""
        book = self.print_book(module, Printing(), chosen).files if with_book else {}
        return vassal_modules.write_module(self.compiled(module), module, _chosen(chosen), book)

    def take_vassal(self, file: Path, name: str) -> tuple[dict[str, int], list[str]]:
        """Imports somebody else's VASSAL module as a new module. Returns how many of each sort of thing were imported,
        and a sentence on each that was left out."""
        taker = vassal_modules.ModuleTaker(read_bounded(file, str(file), vassal_modules.MAX_READ), str(file))
        tally = taker.take()
        if not taker.files:
            why = "; ".join(taker.left[:3]) or None
            raise Refused(f"nothing of `{file}` can be taken as a board, a counter or a set-up", why)
        scaffold.new_module(name, None, texts=self.texts, taken=taker.files)
        return tally, taker.left

    # -- how are games played?

    def situations(self, module: str) -> tuple[str, str, dict[str, str | None]]:
        """Returns the name of the module, what it is called, and its situations, with what the law calls them."""
        return editing.situations(module, self.texts)

    def presets(self, module: str) -> dict[str, Preset]:
        """Returns the options that sources recommend together, by name."""
        return editing.presets(module, self.texts)

    def with_preset(self, module: str, name: str, chosen: Configuration) -> Configuration:
        """Returns what is chosen, laid over a preset of a module."""
        from hexlaw.compiler.desk.presets import with_preset

        return with_preset(name, self.presets(module), module, chosen)

    def run(
        self, module: str, situation: str, how: Games | None = None, chosen: Configuration | None = None, *,
        answered: Callable[[int], None] | None = None, finished: Callable[[int], None] | None = None,
        warn: Callable[[str], None] | None = None,
    ) -> running.Ran:  # fmt: skip
        """Returns what came of games that programs play. `answered` is told how many answers a game under way has,
        `finished` how many games are over."""
        watching = running.Watching(answered or _unheard, finished or _unheard, warn or _unheard)
        games, law = how or Games(), _chosen(chosen)
        return running.GamesOfPrograms(self.compiled(module), module, situation, games, law, watching).run()

    def balance_card(
        self, module: str, situation: str, wanted: CardWanted | None = None, chosen: Configuration | None = None, *,
        heard: Callable[[BalanceCard, int, int], None] | None = None, say: Callable[[str], None] | None = None,
    ) -> BalanceCard:  # fmt: skip
        """Returns who wins a situation, under which styles, and what decides it. What was played before counts; after
        each game `heard` is given the card, and how many games there are and are wanted. What does not count, and how
        far a part is, is for `say`."""
        read, asked, law = self.compiled(module), wanted or CardWanted(), _chosen(chosen)
        games = balancing.CardGames(read, module, situation, asked, law, heard or (lambda *_: None), say or _unheard)
        return games.card_played()

    def kept_cards(
        self, module: str, situations: Iterable[str], chosen: Configuration | None = None
    ) -> dict[str, dict[str, object]]:
        """Returns by situation the cards that are kept beside the module, as data."""
        return balancing.kept_cards(self.compiled(module), situations, _chosen(chosen))

    def journals(
        self, path: Path, under: str | None = None, chosen: Configuration | None = None
    ) -> AbstractContextManager[replaying.Journals]:
        """Returns a journal, or those of a folder, to be played again: under their own law, or `under` another."""
        return replaying.journals(path, under, _chosen(chosen), self.texts)

    def referee(self, journals: Sequence[str], by: Sequence[str] = ()) -> Iterator[refereeing.RefereedGame]:
        """Yields what is wrong in journals, those of folders, or the played cases of a file: what their law forbids,
        and what holds no longer of what add-ons require, those that are named or those that are shipped for the
        module."""
        for name in journals:
            for path in replaying.journals_at(name, self.texts)[0]:
                yield from refereeing.referee(path, by, self.texts, self._laws)

    def referee_logs(
        self, logs: Sequence[str], module: str | None, situation: str | None, chosen: Configuration | None,
        decide: Decide,
    ) -> refereed_logs.RefereedLogs:  # fmt: skip
        """Returns what is to be said of logs and saved games of one game on VASSAL, in their order; which law and which
        situation they are of, they say themselves, or it is said. What is forbidden lies as it lies, or was taken back,
        as is decided."""
        paths = [self.texts.at(name) for name in logs]
        return refereed_logs.referee_logs(paths, module, situation, _chosen(chosen), decide, self._laws)

    def begin(
        self, module: str, situation: str, chosen: Configuration | None, seed: str, journal: str | None, at: AtTable
    ) -> table_games.Laid:
        """Returns the table of a new game, which its journal keeps from now on."""
        return table_games.begin(self.compiled(module), module, situation, _chosen(chosen), seed, journal, at)

    def seats(self, module: str, situation: str, chosen: Configuration | None) -> list[str]:
        """Returns who can be played in a situation: its sides, or their players."""
        return table_games.seats_of(self.compiled(module), situation, _chosen(chosen))

    def styles(self, module: str) -> dict[str, str]:
        """Returns the styles in which programs play a module, each with its sentence."""
        return {name: style.doc for name, style in self.compiled(module).compilation.graph.styles.items()}

    def resume(self, journal: str | Path, at: AtTable) -> table_games.Laid:
        """Returns the table of a game that its journal has kept."""
        return table_games.resume(journal, at, self.texts)

    def games_in(
        self, folder: str | Path, modules: list[str], chosen: Configuration | None
    ) -> shared_games.GamesFolder:  # fmt: skip
        """Returns the games of some modules that people play together, as a folder keeps them."""
        for module in modules:
            self.compiled(module)
        return shared_games.GamesFolder(self.compiled, modules, self.texts.at(folder), _chosen(chosen))

    def by_mail(
        self, begun: tuple[str, str] | str, chosen: Configuration | None, at: AtTable
    ) -> table_games.Laid:  # fmt: skip
        """Returns the table of a game by mail that a file brings, or what is to be told where there is nothing to
        answer, as of a game that is begun by module and situation."""
        from hexlaw.compiler.workspace import mail_games  # needs an extra

        if isinstance(begun, str):
            return mail_games.take_up(begun, at, self.texts)
        return mail_games.begin(self.compiled(begun[0]), *begun, _chosen(chosen), at)

    def reach(
        self, module: str, where: Where, piece: str, hex_: str | None = None, chosen: Configuration | None = None
    ) -> drawing.ReachOfPiece:  # fmt: skip
        """Returns where a piece can get to in a position, and for what, with what of that lies beside a hex."""
        return drawing.reach(self.compiled(module), where, piece, hex_, _chosen(chosen))

    def palette(self, module: str, where: CaseInFile, piece: str = "") -> dict[str, object]:
        """Returns what can be put and drawn on the map of a position, and marked on a piece."""
        return laying_out.palette(self.compiled(module), where, piece)

    def columns(self, module: str, path: str | Path) -> list[dict[str, object]]:
        """Returns the attributes that a chart of units may have columns for, and the values to choose from."""
        return laying_out.columns(self.compiled(module), self.read(path, missing=""))

    def laid_out(
        self, module: str, where: CaseInFile, said: laying_out.Said, work: HandWork,
        own: Callable[[str], laying_out.Said],
    ) -> laying_out.Changes:  # fmt: skip
        """Returns what in the data of a position, or of one of its boards, some work by hand changes."""
        return laying_out.changes(self.compiled(module), where, said, work, own)

    # -- what does a change do?

    def files(self, module: str) -> ModuleFiles:
        """Returns the folder of a module, and its files."""
        return editing.files(module, self.texts)

    def cases(self, module: str) -> list[CaseInModule]:
        """Returns the cases of a law, which may be broken, those of the module itself first."""
        return editing.cases(module, self.texts)

    def case(self, module: str, id_: str) -> dict[str, object]:
        """Returns a case as its file has it: data that can be changed and asked again."""
        return editing.case_as_data(self.compiled(module), id_)

    def rule_anew(self, module: str, name: str) -> str:
        """Returns the text of a rule that replaces one of a base, and says at first what that says."""
        return editing.rule_anew(self.compiled(module), name)

    def editing(
        self, module: str, against: str | None = None, chosen: Configuration | None = None
    ) -> AbstractContextManager[Editing]:
        """A module that is going to be edited, beside the law of another, or as it is now."""
        return editing.editing(module, against, _chosen(chosen), self.texts, self._laws)

    def touched(self, module: str, was: compiled_laws.Compiled | None, where: Where) -> touching.AllTouched:
        """Returns how the law now changes a position against the law before, and the number of queries left."""
        now = self.compiled(module)
        if was is None or was.key == now.key:
            return [], 0
        return touching.touched(was, now, where)

    def comparing(
        self, base: str, variant: str, common: Configuration | None = None, *, processes: int | None = None,
        until: int | None = None, everything: bool = False, say: Callable[[Iterable[str]], None] | None = None,
        known: Callable[[str], None] | None = None, counted: Callable[[Balance], None] | None = None,
    ) -> AbstractContextManager[Comparing]:  # fmt: skip
        """Two laws, each `MODULE [at REVISION] [with NAME=VALUE, ...]`, to be compared part by part. `say` is given
        lines as soon as they are known, `known` what is known by now, `counted` what came of games so far. Nothing is
        begun after `until` of the monotonic clock."""
        listener = comparing.Listener(say or _unheard, known or _unheard, counted or _unheard)
        return comparing.comparing(base, variant, _chosen(common), processes, until, everything, listener, self.texts)

    def watching(
        self, module: str, chosen: Configuration | None, processes: int | None, seconds: int,
        say: Callable[[str], None], pairs: QuickPairs | None = None,
    ) -> Iterator[int] | None:  # fmt: skip
        """Yields the number of each save after it was said what it changes; None after saying why it cannot."""
        return comparing.watching(module, _chosen(chosen), processes, seconds, say, pairs)

    # -- what is written

    def carried(self, module: str, situation: str | None, chosen: Configuration | None = None) -> Iterator[Carried]:
        """Yields a situation as WebAssembly, or each that there is."""
        return emitting.carried(self.compiled(module), situation, _chosen(chosen))

    def format(self, given: str, diagnostics: Diagnostics) -> Iterator[Formatted]:
        """Yields the files of a module, a folder or a path in canonical form, those with mistakes left out. Nothing is
        written."""
        return formatting.Formatter(self.texts).files(given, diagnostics)

    @property
    def largest_law(self) -> int:
        """Returns the bytes that a file of law may have."""
        return load.MAX_LAW_SIZE

    def prose(self, module: str) -> reading_prose.ProseReader:
        """Returns what of the module's own prose is to be read beside its law, and what takes the answers."""
        return reading_prose.ProseReader(self.compiled(module))

    def format_text(self, source: Source) -> Formatted:
        """Returns a text of law in canonical form."""
        return formatting.Formatter(self.texts).text(source)

    def new_module(self, name: str, base: str | None, *, add_on: bool = False) -> list[Path]:
        """Writes the beginning of a module into the folder of this workspace; returns the files."""
        return scaffold.new_module(name, base, add_on=add_on, texts=self.texts)

    def new(self, sort: str, name: str, module: str) -> list[Path]:
        """Writes the beginning of something in a module, one of `SORTS_IN_A_MODULE`; returns the files."""
        return scaffold.write(scaffold.planned(sort, name, module))

    def sorts_begun(self) -> Mapping[str, scaffold.Sort]:
        """Returns what can be begun in a module, with how it is called."""
        return scaffold.SORTS

    def planned(
        self, sort: str, name: str, module: str, bind: Mapping[str, str] | None = None, ask: Asks | None = None
    ) -> list[scaffold.PlannedFile]:  # fmt: skip
        """Returns the files of a module with one of `SORTS_IN_A_MODULE` or a `recipe` in it; writes nothing."""
        if sort == "recipe":
            return scaffold.planned_recipe(name, module, bind or {}, ask, self.texts)
        return scaffold.planned(sort, name, module, self.texts, ask)

    def new_recipe(
        self, name: str, module: str | None, bind: Mapping[str, str] | None = None, ask: Asks | None = None
    ) -> list[Path]:
        """Writes a recipe into a module, or as a new module into the current folder; returns the files. What the open
        names of a library are in the module is said by `bind`, or answered where `ask` asks for it."""
        return scaffold.new_recipe(name, module, bind, ask)

    def recipes(self) -> list[tuple[str, list[Recipe]]]:
        """Returns the recipes, by the part of their page that they stand in."""
        return list(recipes.parts())

    # -- laws

    @cached_property
    def _laws(self) -> compiled_laws.Laws:
        return compiled_laws.Laws(self.texts)

    def compiled(self, module: str) -> compiled_laws.Compiled:
        """Returns a law that can be asked: that of the module, or the last good one."""
        return self._laws.compiled(module)


def _unheard(_: object) -> None:
    """Nobody listens."""


def chosen_law(
    options: Mapping[str, bool] | None = None, readings: Mapping[str, str] | None = None, as_of: int | None = None
) -> Configuration:
    """Returns which law is asked: options switched on or off, readings of disputes, and as it was ruled in a year."""
    from hexlaw.runtime.law.law import Configuration

    return Configuration(options or {}, readings or {}, as_of)


def _chosen(chosen: Configuration | None) -> Configuration:
    from hexlaw.runtime.law.law import Configuration

    return Configuration() if chosen is None else chosen
