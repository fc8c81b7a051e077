"""The words of the hobby, in which wargamers look for things: `rules/recipes/hobby.toml` in, what they are here out.

Designers do not know the words of the language yet. The file has what they say in place of them: words for the same
thing (`synonyms`), words that say nothing (`idle`), ways of asking for a section of the reference (`sections`), and
answers to what they want to do (`answer`). Recipes bring such ways along.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from hexlaw.compiler.data.load import shipped_folders


@dataclass(frozen=True)
class Hobby:
    """The words of the hobby: what others count as, and what they ask for."""

    idle: frozenset[str]
    synonyms: Mapping[str, str]
    synonym: re.Pattern[str]  # finds one, the longest that begins there
    sections: Mapping[str, Sequence[str]]
    answers: Sequence[Mapping[str, str]]  # what one wants `to` do, what to `do`, what to `see`, and `ways` of asking


@cache
def hobby() -> Hobby:
    read = tomllib.loads((shipped_folders("recipes")[0] / "hobby.toml").read_text("utf-8"))
    synonyms = {other: first for first, *others in read["synonyms"] for other in others}
    either = "|".join(sorted(synonyms, key=len, reverse=True))
    answers = [{**one, "ways": "; ".join(one["ways"])} for one in read["answer"]]
    return Hobby(frozenset(read["idle"]), synonyms, re.compile(rf"\b(?:{either})\b"), read["sections"], answers)
