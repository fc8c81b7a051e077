"""Why something cannot be picked, in the words of the law where it has some: it is not among what is picked from, or
something is not so that has to be. Values come as they are shown."""

from __future__ import annotations

from collections.abc import Mapping

from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law.law import Law
from hexlaw.runtime.words.law_in_words import Words
from hexlaw.runtime.words.spans import is_phrased, plain


def not_among(law: Law, pick: e.Pick, answer: str, names: Mapping[str, str] | None) -> str:
    """That an answer is none of what is picked from; without the values of `names`, by the name of the pick."""
    words = Words(law.graph, law)
    said = None if names is None else words.those(pick.domain, names)
    if said is not None:
        return f"{answer} is not among {plain(said)}"
    return f"{answer} is not among what {words.phrases.form('pick', pick.path) or f'`{pick.name}`'} is picked from"


def not_fitting(law: Law, pick: e.Pick, answer: str, unmet: e.Expr | None, names: Mapping[str, str]) -> str:
    """That a condition of a pick is not met, or, where it is not known which, that all of them are not."""
    said = () if unmet is None else Words(law.graph, law).unmet(unmet, names)
    if said and is_phrased(said):
        return plain(said)
    return f"{answer} cannot be the `{pick.name}`" + (f": not `{pick.where_text}`" if pick.where_text else "")
