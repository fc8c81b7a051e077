"""What was found out about small parts of a law, such as a rule or the rules of one fact, and holds while all that they
depend on is the same.

Input: a name of the question, the nodes (as in `dependence.py`) that it is about, and who finds out. Output: what comes
of it, found out again only where it may come out otherwise, or where something was found wrong: a finding stands where
the text stands now. INVARIANT: the result is that of finding out. So its key is the digest of all that the nodes may
ask and of the constants that cut the numbers met into stretches, and it counts only where as much effort is left as it
took.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hexlaw.compiler.analysis.formula import MAX_OF_A_SEARCH
from hexlaw.compiler.analysis.law_digest import LawDigest
from hexlaw.compiler.analysis.rule_formulas import MAX_CONSTANTS, Conditions
from hexlaw.compiler.base.cache import CachedFindings, digest
from hexlaw.compiler.base.diagnostic import Diagnostics

SHORT = 16  # hexadecimal digits
LITTLE = MAX_OF_A_SEARCH // 10
"""Parts of formulas: who looks at no more was never near to giving up."""


class FindingsCache:
    """Answers for one law."""

    def __init__(self, findings: CachedFindings, contents: LawDigest, conditions: Conditions) -> None:
        self._findings = findings
        self._contents = contents
        self._conditions = conditions
        constants = ((name, sorted(them)) for name, them in conditions.constants.items() if them)
        self._cut = {name: digest(name, *map(str, them))[:SHORT] for name, them in constants}
        self._all_cuts = {*self._cut.values()}
        self._all_compared = {digest(name)[:SHORT] for name in self._cut}
        self._is_kept = all(len(them) < MAX_CONSTANTS for them in conditions.constants.values())

    def once(
        self, what: str, nodes: Iterable[str], find_out: Callable[[Diagnostics], Any], diagnostics: Diagnostics
    ) -> Any:
        """What `find_out` comes to, as plain data that is not `None`."""
        key = digest(what, self._contents.of(nodes))
        value = self._before(key) if self._is_kept else None
        if value is not None:
            return value
        effort, found = self._conditions.effort, Diagnostics()
        before, self._conditions.met = effort.left, set()
        value = find_out(found)
        diagnostics.add_all(found)
        unsure, spent = self._conditions.unsure, before - effort.left
        met = {unsure.get(name, name) for name in self._conditions.met}  # or would be, were other constants compared
        if self._is_kept and not found.found and spent <= LITTLE and effort.left >= 0:
            cut = sorted(self._cut[name] for name in met if name in self._cut)
            uncut = sorted(digest(name)[:SHORT] for name in met if name not in self._cut)
            self._findings.keep(key, [spent, cut, uncut, value])
        return value

    def _before(self, key: str) -> Any:
        """What it came to before, where it would come to that again."""
        effort = self._conditions.effort
        match self._findings.before(key):
            case [int(spent), list(cut), list(uncut), value]:
                same = self._all_cuts.issuperset(cut) and self._all_compared.isdisjoint(uncut)
                if same and effort.left > spent + MAX_OF_A_SEARCH:
                    effort.left -= spent
                    self._findings.keep(key, [spent, cut, uncut, value])
                    return value
        return None
