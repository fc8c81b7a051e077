"""All that `hexlaw check` looks for in a module. In: what the module is called; out: its findings and a line about it.

What was checked before and found clean is not checked again while nothing that was read has changed: the module as a
whole, a board, a file of cases. A finding is always found anew, so that it stands where the text stands now. Checking
depends on the files of the chain, as `load` hands them over, and on nothing else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexlaw.compiler.cache import digest, once_clean
from hexlaw.compiler.collecting import collecting_later
from hexlaw.compiler.diagnostic import Diagnostics
from hexlaw.compiler.load import CaseSources, Chain, load

# What does the checking is loaded when something is to be checked: that takes longer than to see that nothing is.
if TYPE_CHECKING:
    from hexlaw.compiler.analysis.findings import Tally
    from hexlaw.compiler.pipeline import Compilation


@dataclass(frozen=True)
class Checked:
    """What came of checking a module."""

    summary: str
    undecided: tuple[tuple[str, str], ...]  # pairs of rules that may disagree, though no position shows it
    diagnostics: Diagnostics


def check(spec: str) -> Checked:
    """Checks a module (or `base + add-on`) with all it extends."""
    with collecting_later():
        diagnostics = Diagnostics()
        chain = load(spec, diagnostics)
        if chain is None:
            return Checked(f"{spec}: {_counted(diagnostics) or 'not read'}", (), diagnostics)
        cases = chain.case_sources(diagnostics)
        if diagnostics.found:
            summary, undecided = _check(chain, cases, spec, diagnostics)
        else:
            texts = (text for source in [*chain.sources, *cases.values()] for text in (source.name, source.text))
            summary, undecided = once_clean(
                "check", digest(spec, *texts), lambda found: _check(chain, cases, spec, found), diagnostics
            )
        return Checked(summary, tuple((one, other) for one, other in undecided), diagnostics)


def _check(chain: Chain, cases: CaseSources, spec: str, diagnostics: Diagnostics) -> tuple[str, list[list[str]]]:
    from hexlaw.compiler.check.thorough import check_thoroughly
    from hexlaw.compiler.pipeline import compile_chain

    compilation = compile_chain(chain, diagnostics)
    if compilation is None:
        sound = "abstract, reads well; it is checked through the games that extend it"
        return f"{spec}: {_counted(diagnostics) if diagnostics.has_errors else sound}", []
    tally = check_thoroughly(compilation, diagnostics, cases)
    return _summary(compilation, diagnostics, tally), [list(pair) for pair in tally.undecided]


def _counted(diagnostics: Diagnostics) -> str:
    levels = Counter(d.level for d in diagnostics)
    return ", ".join(f"{n} {level}{'s' if n > 1 else ''}" for level, n in levels.items())


def _summary(compilation: Compilation, diagnostics: Diagnostics, tally: Tally) -> str:
    graph = compilation.graph
    parts = {
        "rules": graph.rules, "rulings": graph.rulings, "tables": graph.tables, "units": graph.units,
        "boards": compilation.board_names,
    }  # fmt: skip
    counts = ", ".join(f"{len(things)} {name if len(things) != 1 else name[:-1]}" for name, things in parts.items())
    undecided = len(tally.undecided)
    doubtful = f"; {undecided} pair{'s' if undecided > 1 else ''} of rules undecided" if undecided else ""
    doubtful += f"; {tally.not_tried} pairs of rules not looked at, there are too many" if tally.not_tried else ""
    return f"{compilation.name}: {_counted(diagnostics) or 'fine'} ({counts}{doubtful})"
