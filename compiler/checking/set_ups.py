"""Can the situations of a module be set up? Asked again only of those for which something may have changed.

Setting up reads the files of the situation, the boards and the words of the law. It works out the zones and whatever
else a file computes, and what is required as it begins, so it reads the law behind these. Only a game asks
who has won and what the players read; set-up checks the types of these, and for that it needs only declarations. So an
edit of a rule that neither asks about leaves the situations alone.
INVARIANT: a key holds too much rather than too little: whatever a file could mean by any of its words is part of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import partial

from hexlaw.compiler.analysis.law_digest import FOLLOWED, content_of, law_digest_of
from hexlaw.compiler.analysis.unreachable import figures_asked_for
from hexlaw.compiler.analysis.unread_figures import unread_in
from hexlaw.compiler.base.cache import digest, once_clean
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source, Span
from hexlaw.compiler.check.typing_cache import LOOKS_INTO_RULES
from hexlaw.compiler.data.schema import read_layers
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, entries_in
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.law.graph import SECTIONS, Graph, Requires
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.words.english import counted

WORD = re.compile(r"[\w-]+")
WORKED_OUT = ("zones", "let", "remembered", "tallied")
"""What is computed while a position is set up."""
SET_UP = ("game", "pieces")
"""What is written down as it is."""
MIN_SHARED = 3
"""Pieces by which a situation is taken for a copy of another."""


def situations_can_be_set_up(compilation: Compilation, found: Diagnostics) -> None:
    graph, files, law = compilation.graph, situation_files(compilation.chain), law_digest_of(compilation.graph)
    boards = [text for layer in compilation.chain.layers for b in layer.boards.values() for text in (b.name, b.text)]
    named = (s.field for s in SECTIONS if s.field in FOLLOWED and s.field != "rules")
    known = digest(*boards, *(name for field in named for name in getattr(graph, field)))
    figures = figures_asked_for(graph)
    trees = {name: read_layers(sources, "situation", Diagnostics()) or [] for name, sources in files.items()}
    required = [f"rule:{rule.id}" for rule in graph.rules.values() if isinstance(rule.conclusion, Requires)]
    for name, sources in files.items():
        words = {word for source in sources for word in WORD.findall(source.text)}
        computed = _words_worked_out(sources)
        behind = law.of_all() if computed is None else law.of((*_meant(graph, computed), *required))
        read = (*figures, name, *(source.text for source in sources), behind, *_declared(graph, words))
        inner = Diagnostics()
        once_clean("situation", digest(known, *read), partial(_set_up, compilation, name), inner)
        found.add_all(d for d in inner if d not in found.found)  # a board that cannot be read was told by itself
        if name in graph.situations:
            _figures_are_read(compilation, name, trees[name], found)
    own = sorted(compilation.chain.layers[-1].situations)
    won = [name for name in files if any(tree.get("winner") is not None for tree in trees[name])]
    for name in [name for name in own if won and name not in won and name in graph.situations]:
        message, help_ = f"nobody can win `{name}`: it names no `winner`", f"say who wins, as `{won[0]}` does"
        found.report("HX476", Span(files[name][-1], 0, 0), message, help=help_, level="note")
    if own:
        texts = (source.text for name in own for source in files[name])
        once_clean("played", digest(known, law.of_all(), *texts), partial(_played, compilation, own), found)
    copies_keep_their_rules(compilation, trees, found)


def copies_keep_their_rules(compilation: Compilation, trees: dict[str, list[Mapping]], found: Diagnostics) -> None:
    """A situation of the module that is set up with the pieces of another has rules of its own if that one has."""
    ruled = Counter(place for rule in compilation.graph.rules.values() if (place := rule.origin.situation) is not None)
    own = {name for layer in compilation.chain.own for name in layer.situations} & compilation.graph.situations.keys()
    if own <= ruled.keys():
        return
    pieces = {name: _pieces(those) for name, those in trees.items() if name in own or name in ruled}
    for name in sorted(own - ruled.keys()):
        shared = [other for other in ruled if other in pieces and len(pieces[other] & pieces[name]) >= MIN_SHARED]
        alike = (other for other in shared if 4 * len(pieces[other] & pieces[name]) >= 3 * len(pieces[other]))
        if (other := next(alike, None)) is not None:
            rules = counted(ruled[other], "rule")
            found.report(
                "HX453", compilation.names.place(f"situation:{name}"),
                f"`{name}` has the pieces of `{other}`, and none of the {rules} that hold `if situation {other}`",
                help=f"write those that hold here as well into a chapter `if situation {name}`", level="note",
            )  # fmt: skip


def _pieces(trees: Sequence[Mapping]) -> set[str]:
    """Returns the pieces that files name."""
    of_sides = (node for tree in trees for _, node in entries_in(tree.get("sides")))
    placed = (node for node in (*(tree.get("pieces") for tree in trees), *of_sides) if node is not None)
    return {key.text for tree in placed for key, _ in entries_in(tree)}


def _words_worked_out(sources: Sequence[Source]) -> Collection[str] | None:
    """Returns those words of a situation that stand in what is computed as it is set up; None where that cannot be
    told, or where a text reads how a rule is written."""
    if any(LOOKS_INTO_RULES.search(source.text) for source in sources):
        return None
    unread = Diagnostics()
    trees = read_layers(sources, "situation", unread)
    nodes = [node for tree in trees or () for key in WORKED_OUT if (node := tree.get(key)) is not None]
    return None if unread.found else {word for node in nodes for word in _words(node)}


def _words(node: Node) -> Iterator[str]:
    match node:
        case Scalar():
            yield from WORD.findall(node.text)
        case Listing():
            for item in node.items:
                yield from _words(item)
        case Mapping():
            for key, value in node.entries:
                yield from (*WORD.findall(key.text), *_words(value))


def _meant(graph: Graph, words: Collection[str]) -> Iterator[str]:
    """Yields the nodes of the law that have one of these names."""
    for section in SECTIONS:
        if section.field in FOLLOWED and section.field != "rules":
            yield from (f"{section.sort}:{name}" for name in graph.section(section.sort) if name in words)


def _declared(graph: Graph, words: Collection[str]) -> Iterator[str]:
    """Yields what is declared under one of these names, whatever rules then say of it."""
    for section in SECTIONS:
        if section.field in FOLLOWED and section.field not in ("rules", "units"):
            for name, node in graph.section(section.sort).items():
                if name in words:
                    yield memoised(node, "content", content_of)


def _set_up(compilation: Compilation, name: str, found: Diagnostics) -> bool:
    from hexlaw.compiler.situations.setup import check_situation  # brings all that plays games along

    check_situation(compilation, name, found)
    return True


def _played(compilation: Compilation, situations: Sequence[str], found: Diagnostics) -> bool:
    """Notes where law stops for what stands nowhere, and, in the first situation, what WebAssembly does not carry."""
    from hexlaw.compiler.situations.games import prepare
    from hexlaw.compiler.situations.setup import check_off_the_map
    from hexlaw.compiler.wasm.target import Target

    begun, tried = (prepare(compilation, name, Configuration(), Diagnostics()) for name in situations), set[str]()
    for number, prepared in enumerate(one for one in begun if one is not None):
        check_off_the_map(compilation, prepared.law, prepared.setup, tried, found)
        refusal = {} if number else Target(prepared.agenda, prepared.setup, plays=False).refusal
        for node, why in sorted(refusal.items()):
            sort, _, called = node.rpartition(":")
            place = compilation.names.place
            at = place(f"span:{called}" if sort == "part" else node) or place(f"situation:{prepared.setup.situation}")
            slow = "the evaluator plays games of this law, some hundred times slower: to play many, write it otherwise"
            found.report("HX477", at, f"WebAssembly does not carry `{called}`: {why}", help=slow, level="note")
    return True


def _figures_are_read(compilation: Compilation, name: str, trees: Sequence[Mapping], found: Diagnostics) -> None:
    """Warns of a figure that the module's own file gives to the game and that nothing reads: it has no effect."""
    own = {source.name for layer in compilation.chain.own for source in layer.situations.values()}
    asked = {word for tree in trees for key, node in tree.entries if key.text not in SET_UP for word in _words(node)}
    given = {key.text: (key, node) for tree in trees for key, node in entries_in(tree.get("game"))}
    unasked = {figure for figure, (key, _) in given.items() if key.span.source.name in own} - asked
    for figure, rule in sorted(unread_in(compilation.graph, unasked, name).items()):
        key, node = given[figure]
        said = f"{figure}: {node.text}" if isinstance(node, Scalar) else figure
        why, help_ = "", "leave it out"
        if rule is not None:
            why = f": `{rule}` decides"
            help_ += f"; to decide otherwise, write a rule with the line `replaces {rule}`"
        found.report("HX452", key.span, f"nothing in `{name}` reads `{said}`{why}", help=help_, level="warning")
