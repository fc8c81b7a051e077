"""A comparison as plain data, for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from hexlaw.compiler.comparing.comparison import Comparison
from hexlaw.compiler.comparing.structure import Difference
from hexlaw.compiler.comparing.verdicts import CaseDiffers, Verdicts


def as_json(comparison: Comparison) -> dict[str, Any]:
    """The comparison; keys of parts that were not asked for are left out."""
    structure, verdicts = comparison.structure, comparison.verdicts
    return {
        "base": comparison.base,
        "variant": comparison.variant,
        "differs": comparison.differs,
        "renamed": dict(structure.renamed),
        "structure": [_difference(d) for d in structure.differences],
        **({} if verdicts is None else {"cases": _verdicts(verdicts)}),
    }


def _difference(d: Difference) -> dict[str, Any]:
    plain = {"how": d.how, "sort": d.sort, "name": d.name, "was": d.was, "now": d.now}
    return {**plain, "bears-on": [f"{sort}:{name}" for sort, name in d.bears_on], "cites": list(d.cites)}


def _verdicts(verdicts: Verdicts) -> dict[str, Any]:
    return {
        "run": verdicts.all,
        "alike": verdicts.alike,
        "refused-by-others": verdicts.other_reason,
        "causes": [
            {"keys": list(cause.keys), "told": cause.told, "cases": [_case(case) for case in cause.cases]}
            for cause in verdicts.causes
        ],
    }


def _case(case: CaseDiffers) -> dict[str, Any]:
    return asdict(case) | {"cause": list(case.cause)}
