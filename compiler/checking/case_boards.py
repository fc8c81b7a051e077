"""Can the boards be laid together on which the cases of a module are played? Each arrangement is tried once.

Input: the texts of its case files. Output: diagnostics. What was clean is not tried again while no board has changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from hexlaw.compiler.base.cache import digest, once_clean
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.yaml_tree import Scalar
from hexlaw.compiler.desk.cases.case_index import asked_in
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.situations.maps import boards_can_be_laid


def boards_of_cases_fit(compilation: Compilation, sources: Iterable[Source], found: Diagnostics) -> None:
    tried: set[str] = set()
    for source in sources:
        for asked in asked_in(source):
            names = repr([[name for name, _, _ in row] for row in asked.boards])
            if names not in tried and all(asked.boards) and asked.module in (None, compilation.name):
                tried.add(names)
                rows = [[Scalar(name, source.span(start, end)) for name, start, end in row] for row in asked.boards]
                laid = partial(boards_can_be_laid, rows, compilation)
                once_clean("laid", digest(names, compilation.key_of_boards), laid, found)
