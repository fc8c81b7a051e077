"""Can the situations of a module be set up? Asked again only of those for which something may have changed.

Setting up reads the files of the situation, the boards, the words of the law, and the law behind the words that stand
in the files. So an edit of a rule that no situation asks about leaves the situations alone.
INVARIANT: a key holds too much rather than too little: whatever a file could mean by any of its words is part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from hexlaw.compiler.analysis.law_digest import FOLLOWED, law_digest_of
from hexlaw.compiler.cache import digest, once_clean
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.situation_files import situation_files
from hexlaw.runtime.graph import SECTIONS, Graph

WORD = re.compile(r"[\w-]+")


def situations_can_be_set_up(compilation: Compilation, found: Diagnostics) -> None:
    graph = compilation.graph
    boards = [text for layer in compilation.chain.layers for b in layer.boards.values() for text in (b.name, b.text)]
    known = digest(*boards, *(name for s in SECTIONS if s.field in FOLLOWED for name in getattr(graph, s.field)))
    for name, sources in situation_files(compilation.chain).items():
        words = {word for source in sources for word in WORD.findall(source.text)}
        law = law_digest_of(graph).of(_meant(graph, words))
        key = digest(known, name, *(source.text for source in sources), law)
        once_clean("situation", key, partial(_set_up, compilation, name), found)


def _meant(graph: Graph, words: set[str]) -> Iterator[str]:
    """The nodes of the law that have one of these names."""
    for section in SECTIONS:
        if section.field in FOLLOWED and section.field != "rules":
            yield from (f"{section.sort}:{name}" for name in words & getattr(graph, section.field).keys())


def _set_up(compilation: Compilation, name: str, found: Diagnostics) -> bool:
    from hexlaw.compiler.situations.setup import check_situation  # brings all that plays games along

    check_situation(compilation, name, found)
    return True
