"""START HERE for the compiler: the passes from text to rule graph, in order.

    load      names and folders      -> layers of files, base first       load.py
    parse     the text of each file  -> items with their places           parse/
    resolve   the items of all layers -> names, and what each stands for  resolve/
    check     names and items        -> typed nodes of the rule graph     check/
    graph     the finished graph     -> findings about the whole of it    analysis/

Each pass reports to the same `Diagnostics` and goes on as far as it sensibly can, so one run shows many mistakes.
The graph is handed on only when nothing was wrong with it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

from hexlaw.compiler.analysis.graph_checks import ALWAYS, IN_A_FINISHED_GAME
from hexlaw.compiler.analysis.play_checks import OF_PLAY
from hexlaw.compiler.artefact import keep_law, kept_law
from hexlaw.compiler.base.cache import digest, once_clean, the_cache
from hexlaw.compiler.base.collector import no_garbage_collection
from hexlaw.compiler.base.diagnostic import Diagnostics, WordAt
from hexlaw.compiler.base.patience import MAX_FINDINGS_OF_A_MODULE, patience
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.base.texts import DISK, Texts
from hexlaw.compiler.check.laws import LawChecker
from hexlaw.compiler.data.boards import BoardWords, place_of_value, read_board
from hexlaw.compiler.data.load import Chain, load
from hexlaw.compiler.data.unit_charts import UnitWords, read_units
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.parse.cascading import without_cascading
from hexlaw.compiler.parse.items import MAX_ITEMS, first_too_many
from hexlaw.compiler.parse.parse import save_parsed
from hexlaw.compiler.parse.syntax import Cite
from hexlaw.compiler.renamed_names import new_names, with_new_names
from hexlaw.compiler.resolve.advice import advice_stands_apart
from hexlaw.compiler.resolve.citations import read_citations
from hexlaw.compiler.resolve.declarations import read_names
from hexlaw.compiler.resolve.layers import Placed, place_items
from hexlaw.compiler.resolve.missing_base import with_a_base
from hexlaw.compiler.resolve.names import Names
from hexlaw.compiler.resolve.overrides import blamed, varied
from hexlaw.compiler.resolve.unit_types import declare_unit_types
from hexlaw.runtime.board.board import Board
from hexlaw.runtime.board.geometry import Hex, Side
from hexlaw.runtime.law.graph import Graph
from hexlaw.runtime.law.graph_file import graph_hash
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.links import bears_on_more_than
from hexlaw.runtime.law.types import Choice, SetOf, Type, bare
from hexlaw.runtime.play.played_on import PLAYED_ON, PlaysLaw

if TYPE_CHECKING:
    from hexlaw.runtime.draw.style import Style

MAX_LINKS = 20_000


def _plays(graph: Graph) -> PlaysLaw:
    from hexlaw.compiler.wasm.whole_target import whole_target  # what plays is taken in when somebody does

    return whole_target(graph)


PLAYED_ON.make = _plays
HASH = "law-hash"


@dataclass
class Compilation:
    """A chain of modules, compiled: the graph, and what asking questions of it needs besides."""

    chain: Chain
    names: Names
    graph: Graph
    key: str | None = None  # names all that the graph was made from, where nothing was found in that
    _boards: dict[str, tuple[Board | None, Diagnostics]] = field(default_factory=dict)  # as they were read
    _keys_of_boards: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.chain.name

    @property
    def board_names(self) -> list[str]:
        return sorted({name for layer in self.chain.layers for name in layer.boards})

    @property
    def boards_called(self) -> list[str]:
        """Returns what the boards are called at the table, and in cases and commands: `1` of `board-01`, `C` of
        `board-c`."""
        called = (re.sub("^board-0*(?=.)", "", name) for name in self.board_names)
        return [name.upper() if len(name) == 1 else name for name in called]

    def board(self, name: str, diagnostics: Diagnostics) -> Board | None:
        """Returns one of the modules' boards by the name of its file or its printed name, read when it is first asked
        for.

        Each time a board is asked for, its findings are reported.
        """
        files = self.board_names
        wanted = name.lower()
        found = next((f for f in files if f.lower() in (wanted, f"board-{wanted}", f"board-{wanted.zfill(2)}")), None)
        return None if found is None else self.drawn_board(found, diagnostics)

    def place_on_board(self, board: Board, where: Hex | Side, attribute: str) -> Span | None:
        """Returns where the files of a board say what an attribute of one of its hexes or hexsides is."""
        file = next(name for name, (known, _) in self._boards.items() if known is board)
        return place_of_value(self._sources_of_board(file), board.grid, where, attribute)

    @cached_property
    def law_hash(self) -> str:
        """Returns what the law means, as a hash, whatever advice stands beside it: what a journal is of. To make it
        takes as long as a short game, so it is kept."""
        known = None if self.key is None else the_cache().read(HASH, self.key)
        if isinstance(known, str):
            return known
        found = graph_hash(self.graph.without_advice)
        if self.key is not None:
            the_cache().write(HASH, self.key, found)
        return found

    @cached_property
    def whole_hash(self) -> str:
        """Returns the same with the advice by which programs play."""
        return graph_hash(self.graph) if self.graph.advice else self.law_hash

    def digest(self, chosen: Configuration) -> str:
        """Names all that a game of programs or a case under this law depends on but the case itself."""
        parts = [self.whole_hash]
        for layer in self.chain.layers:
            files = (*layer.boards.items(), *layer.situations.items())
            parts += [part for name, source in sorted(files, key=itemgetter(0)) for part in (name, source.text)]
        return digest(*parts, repr((sorted(chosen.options.items()), sorted(chosen.readings.items()), chosen.year)))

    def drawn_board(self, name: str, diagnostics: Diagnostics) -> Board | None:
        """Returns a board of `board_names`. It is read once for all modules of a process that mean the same by it; with
        a mistake in it, once for this one."""
        if name not in self._boards:
            sources, words, findings = self._sources_of_board(name), self._words_of_boards(), Diagnostics()
            key = self._key_of_board(name)
            board = once_clean("map", key, lambda found: read_board(sources, words, found), findings, on_disk=False)
            self._boards[name] = board, findings
        board, findings = self._boards[name]
        diagnostics.add_all(findings)
        return board

    def _key_of_board(self, name: str) -> str:
        if name not in self._keys_of_boards:
            texts = [source.text for source in self._sources_of_board(name)]
            self._keys_of_boards[name] = digest(*texts, repr(self._words_in(texts)))
        return self._keys_of_boards[name]

    @cached_property
    def key_of_boards(self) -> str:
        """Names all that is read of any board."""
        return digest(*(part for name in self.board_names for part in (name, self._key_of_board(name))))

    def _sources_of_board(self, name: str) -> list[Source]:
        """Returns the files of a board, base first."""
        return [layer.boards[name] for layer in self.chain.layers if name in layer.boards]

    def _words_in(self, texts: list[str]) -> BoardWords:
        """Returns those of the words that stand in the files of a board: as long as nothing is wrong there, no others
        are read. So modules that say more of hexes have the boards of their base in common with it."""
        words = self._words_of_boards()
        if any("\\" in text for text in texts):  # a name may be written in signs that stand for letters
            return words
        hexes, sides = (
            {name: type_ for name, type_ in said.items() if any(name in text for text in texts)} for said in words[:2]
        )
        return self._of_attributes(hexes, sides)

    def _words_of_boards(self) -> BoardWords:
        """Returns what may be said of hexes and hexsides. Modules that add units say nothing else of boards."""
        return self._of_attributes(self.names.attributes_of("hex"), self.names.attributes_of("hexside"))

    def _of_attributes(self, hexes: dict[str, Type], sides: dict[str, Type]) -> BoardWords:
        used = {
            choice.name for type_ in (*hexes.values(), *sides.values()) if (choice := _choice_in(type_)) is not None
        }
        return BoardWords(hexes, sides, {name: self.names.choices[name].values for name in sorted(used)})

    def _words_of_style(self) -> BoardWords:
        """Returns the same with every choice: the things that stand on a board are drawn as well."""
        return self._words_of_boards()._replace(choices={name: c.values for name, c in self.names.choices.items()})

    def style(self, diagnostics: Diagnostics) -> Style | None:
        """Returns how the modules want their boards and counters drawn."""
        from hexlaw.compiler.data.style_file import StyleWords, read_style  # brings along all that draws

        things: dict[str, Type] = {}
        kinds = [kind for kind in self.names.kinds if kind not in ("hex", "hexside", "game")]
        for kind in kinds:
            things = {**self.names.attributes_of(kind), **things}
        hexes, sides, choices = self._words_of_style()
        units = self.graph.units
        charts = {unit.chart for unit in units.values()}
        words = StyleWords(hexes, sides, choices, things, kinds, units, charts, self.graph.reaches, self.graph.facts)
        return read_style([layer.style for layer in self.chain.layers if layer.style], words, diagnostics)

    def check_style(self, diagnostics: Diagnostics) -> None:
        """Finds what is wrong with how the modules want to be drawn."""

        def read(found: Diagnostics) -> bool:
            self.style(found)
            return True

        styles = [layer.style for layer in self.chain.layers if layer.style]
        if not styles:
            return
        kinds = [(kind, repr(self.names.attributes_of(kind))) for kind in self.names.kinds]
        units = [(unit.id, unit.chart) for unit in self.graph.units.values()]
        words = (self._words_of_style(), kinds, units, [*self.graph.reaches], [*self.graph.facts])
        once_clean("style", digest(*(source.text for source in styles), repr(words)), read, diagnostics)


def _choice_in(type_: Type) -> Choice | None:
    """Returns the choice that a value is one of, or several, or none."""
    inner = bare(type_)
    inner = inner.item if isinstance(inner, SetOf) else inner
    return inner if isinstance(inner, Choice) else None


def compile_modules(spec: str, diagnostics: Diagnostics, texts: Texts = DISK) -> Compilation | None:
    """Returns the law of a module (or `base + add-on`); None when something is wrong with it."""
    with no_garbage_collection():
        chain = load(spec, diagnostics, texts)
        return None if chain is None else compile_chain(chain, diagnostics)


def compile_chain(chain: Chain, diagnostics: Diagnostics, without: frozenset[str] = frozenset()) -> Compilation | None:
    """Returns the same for a chain of modules that has been read, without the items that are written at some places."""
    compilation = None
    with patience(diagnostics, MAX_FINDINGS_OF_A_MODULE) as found:
        compilation = _compiled(chain, found, without)
    diagnostics.found[:] = without_cascading(diagnostics.found)
    diagnostics.found[:] = with_new_names(diagnostics.found, new_names(chain.layers))
    if len(chain.layers) == 1:
        diagnostics.found[:] = with_a_base(diagnostics.found)
    return compilation


def _compiled(chain: Chain, diagnostics: Diagnostics, without: frozenset[str]) -> Compilation | None:
    laws = [source for layer in chain.layers for source in layer.laws]
    if (too_many := first_too_many(laws)) is not None:
        message = f"`{chain.name}` has more than {MAX_ITEMS:,} rules, facts and other items"
        diagnostics.report("HX304", too_many, message)
        return None
    written = place_items(chain, diagnostics)
    if diagnostics.has_errors and not written:
        return None
    placed = varied([p for p in written if p.origin.where not in without] if without else written, diagnostics)
    if chain.layers[-1].manifest.abstract:
        save_parsed(laws)
        return None
    compilation = _checked(chain, placed, laws, diagnostics, without)
    diagnostics.found[:] = blamed(diagnostics.found, placed)
    return compilation


def _checked(
    chain: Chain, placed: list[Placed], laws: list[Source], diagnostics: Diagnostics, without: frozenset[str]
) -> Compilation | None:
    """Returns the graph of the items of all layers."""
    names = read_names(chain, placed, diagnostics)
    read_charts(chain, names, diagnostics)
    _sources_are_declared(chain, names, diagnostics)
    advice_stands_apart(placed, names.sources, diagnostics)
    broken = diagnostics.has_errors
    texts = (text for source in chain.sources for text in (source.name, source.text))
    key = digest(chain.name, *texts, *sorted(without))
    kept = None if diagnostics.found else kept_law(key, laws, names)
    if kept is not None:
        return Compilation(chain, names, kept, key)
    graph = LawChecker(chain, placed, names, diagnostics).graph()
    save_parsed(laws)
    if bears_on_more_than(graph, MAX_LINKS):
        message = f"the rules of `{chain.name}` have links to more than {MAX_LINKS:,} rules in all"
        diagnostics.report("HX304", None, message, help="`over NAME.*` is a link to each rule that begins with `NAME.`")
    elif not broken and not diagnostics.has_errors:
        _is_sound(chain, graph, names, diagnostics)
        if not diagnostics.found:
            keep_law(key, laws, names, graph)
    return None if diagnostics.has_errors else Compilation(chain, names, graph, None if diagnostics.found else key)


def _is_sound(chain: Chain, graph: Graph, names: Names, diagnostics: Diagnostics) -> None:
    """Reports what is wrong with the graph as a whole."""
    with patience(diagnostics, MAX_FINDINGS_OF_A_MODULE) as found:
        for check in (*ALWAYS, *OF_PLAY, *IN_A_FINISHED_GAME):
            check(graph, names, found)
        for layer in chain.layers:
            for need in layer.manifest.needs:
                if need.name not in names.declared("kind" if need.sort == "thing" else need.sort):
                    message = f"`{layer.name}` needs the {need.sort} `{need.name}`, which is not there"
                    help_ = f"it does not fit on `{chain.layers[0].name}` as it stands"
                    found.report("HX306", layer.manifest.places.get("needs"), message, help=help_)


def read_charts(chain: Chain, names: Names, diagnostics: Diagnostics) -> None:
    kinds = {kind: names.attributes_of(kind) for kind in names.kinds if kind not in ("hex", "hexside")}
    giving = next((layer.manifest for layer in reversed(chain.layers) if layer.manifest.unit_kind), None)
    default = None if giving is None else giving.unit_kind
    if giving is not None and default is not None and default not in kinds:
        diagnostics.unknown("HX166", WordAt(default, giving.places["unit-kind"]), "there is no kind", kinds)
    choices = {name: decl.values for name, decl in names.choices.items()}
    layers = [layer.units for layer in chain.layers]
    usual = {kind: dict.fromkeys(names.with_usual_value(kind)) for kind in kinds}  # in order: it is part of a key
    words = UnitWords(kinds, default, choices, usual)

    def known_source(written: Scalar, found: Diagnostics) -> None:
        # which source is meant where none is named is of no matter here
        read_citations(Cite(written.text, span=written.span), names.sources, next(iter(names.sources), None), found)

    texts = (text for layer in layers for source in (*layer, Source("", "")) for text in (source.name, source.text))
    names.units.update(
        once_clean(
            "units",
            digest(*texts, repr((words, sorted(names.sources)))),
            lambda found: read_units(layers, words, found, known_source),
            diagnostics,
            on_disk=False,
        )
    )
    declare_unit_types(names)


def _sources_are_declared(chain: Chain, names: Names, diagnostics: Diagnostics) -> None:
    """What a module speaks for and cites by default is declared by it, or by one that it builds on."""
    for manifest in (layer.manifest for layer in chain.layers):
        default = () if manifest.default_source is None else (manifest.default_source,)
        for key, sources in (("speaks-for", manifest.speaks_for), ("default-source", default)):
            for source in sources:
                if source not in names.sources:
                    help_ = f"declare it under `sources`; declared are: {', '.join(sorted(names.sources)) or 'none'}"
                    word = WordAt(source, manifest.places.get(key))
                    diagnostics.unknown("HX181", word, "there is no source", names.sources, help=help_)


__all__ = ["Compilation", "Placed", "compile_modules"]
