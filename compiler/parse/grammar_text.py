"""The grammar as it is written: what stands in a rule, and with which words one begins. It takes no parser."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

TEXT = (Path(__file__).parent / "law.lark").read_text("utf-8")
WORDS = frozenset(word for quoted in re.findall(r'"([a-z ]+)"', TEXT) for word in quoted.split())
"""The words that the grammar names."""


@cache
def definition(rule: str) -> str:
    """Returns what stands behind the name of a rule, which may have a further `_`."""
    defined = re.search(rf"^\??{rule}_?:(.*(?:\n +[|].*)*)", TEXT, re.MULTILINE)
    assert defined is not None, rule
    return defined[1]


def first_words(rule: str) -> frozenset[str]:
    """Returns the words with which a rule can begin; none for what an expression or a further rule begins."""
    defined = definition(rule)
    if re.fullmatch(r"[a-z_|\s]+", defined):
        return frozenset().union(*map(first_words, re.findall(r"\w+", defined)))
    begins = " ".join(re.findall(r"(?:^|\n *[|]) *(\([A-Z| ]+\)|[A-Z_]+|\"[a-z]+\")", defined))
    terminals = "|".join(re.findall(r"[A-Z_]+", begins))
    named = re.findall(rf'^(?:{terminals})(?:\.2)?: ["/]([a-z]+)', TEXT, re.MULTILINE) if terminals else ()
    return frozenset([*re.findall(r"[a-z]+", begins), *named])
