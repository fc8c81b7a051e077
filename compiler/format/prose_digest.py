"""A rule's own prose beside its formal content: a digest of that tells whether the prose is older, and is renewed."""

from __future__ import annotations

import hashlib
import re

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.format.item_printer import print_item
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.items import cut
from hexlaw.compiler.parse.parse import parse_item
from hexlaw.runtime.base.nodes import replace

FIGURES = 8
_DIGEST = re.compile(rf"\sfor\s+[0-9a-f]{{{FIGURES}}}")


def digest_of(rule: s.Rule) -> str:
    """Returns a name for what a rule says formally; its name, texts, citations and layout are not part of it."""
    content = replace(rule, name=replace(rule.name, text="r"), cite=None, doc="", says=None, prose=None)
    return hashlib.sha256(print_item(content).encode("utf-8")).hexdigest()[:FIGURES]


def with_new_digests(source: Source) -> Source:
    """Returns the same law, with every prose said to be of its rule as it is now."""
    text = source.text
    rules = [item for part in cut(source, Diagnostics()) if isinstance(item := parse_item(part, Diagnostics()), s.Rule)]
    for rule in reversed(rules):
        if rule.prose is None:
            continue
        start, end = rule.prose.span.start, rule.prose.span.end
        written = text[start:end]
        behind = written.rindex('"') + 1
        rest = _DIGEST.sub("", written[behind:], count=1)
        text = f"{text[:start]}{written[:behind]} for {digest_of(rule)}{rest}{text[end:]}"
    return Source(source.name, text)
