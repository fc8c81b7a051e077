"""Reads the files of several modules in several processes, before the modules are checked in several processes.

Modules share what they extend, so it is read before they part. Parsed law and clean case files reach the checking
processes through the cache; everything else is read again there, and its mistakes are found there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from hexlaw.compiler.base.cache import the_cache
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.processes import shared_out
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.load import CaseSources
from hexlaw.compiler.desk.cases.case_index import are_known, contents_of

WORTH_SHARING = 200_000  # characters of law; below, other processes take longer to begin than this one to read
LAW_TO_CASES = 4  # a character of law takes so many times as long as one of a case file
SHARES = 4  # of each process: so that nobody waits long for another


def prefetch(laws: Iterable[Source], cases: CaseSources, processes: int) -> None:
    cache = the_cache()
    if not cache.keeps:
        return
    effort: dict[Callable[[], object], int] = {}
    for law in {source.name: source for source in laws}.values():
        if not cache.has("law", law.name):
            effort[partial(_parse, law)] = LAW_TO_CASES * len(law.text)
    for path, source in cases.items():
        if not are_known(source):
            effort[partial(contents_of, {path: source}, Diagnostics())] = len(source.text)
    if sum(effort.values()) < LAW_TO_CASES * WORTH_SHARING:
        return
    tasks, shares = sorted(effort, key=effort.__getitem__, reverse=True), SHARES * processes
    from hexlaw.compiler.parse import grammar
    from hexlaw.compiler.situations import case_files as _cases  # noqa: F401 (what all of them need is loaded once)

    grammar.prepare()
    with shared_out([partial(_all, tasks[first::shares]) for first in range(shares)], processes) as done:
        from hexlaw.compiler.checking import extra_checks as thorough  # noqa: F401 (loaded by the time it is needed)

        list(done)


def _all(tasks: list[Callable[[], object]]) -> None:
    for task in tasks:
        task()


def _parse(source: Source) -> None:
    from hexlaw.compiler.parse.parse import parse_law, save_parsed

    parse_law(source, Diagnostics())
    save_parsed([source])
