"""A rule in place of one of a base: at first a copy that replaces it, which its author then changes."""

from __future__ import annotations

import re
from itertools import takewhile

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.resolve.names import Names


def likely_source(chain: Chain) -> str:
    """Returns the source that a rule of this module most likely comes from."""
    for layer in reversed(chain.layers):
        for key in (layer.manifest.default_source, *layer.manifest.speaks_for):
            if key is not None:
                return key
    raise Refused(f"`{chain.layers[-1].name}` declares no source; add `sources` and `speaks-for` to its module.yaml")


def rule_anew(name: str, names: Names, key: str) -> tuple[str, str]:
    """Returns a rule in place of another, under its name: first as that has it."""
    rule, placed = names.rules[name]
    anew, chapter = f"{name}-anew", placed.origin
    if anew in names.rules:
        raise Refused(f"there is a rule `{anew}` already: {names.rules[anew][0].name.span}")
    if not chapter.always:
        depends = f"situation `{chapter.situation}`" if chapter.situation else f"option `{chapter.option}`"
        raise Refused(
            f"`{name}` counts under the {depends} alone",
            f"write a chapter of your own under it, and in that a rule with the line `replaces {name}`",
        )
    whole = rule.span.source.text[rule.span.start : rule.span.end].rstrip()
    head, *lines = re.sub(r"^rule\s+\S+(\s*\[[^\]]*\])?", f"rule {anew} [{key} 1]", whole).splitlines()
    said = [*takewhile(lambda line: line.lstrip().startswith('"'), lines)]
    return anew, "\n".join([head, *said, f"  replaces {name}", *lines[len(said) :]]) + "\n"
