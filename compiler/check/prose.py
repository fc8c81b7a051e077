"""A rule's own prose beside its formal content: a digest of the content tells whether the prose is older."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from hexlaw.compiler.format.items import print_item
from hexlaw.compiler.parse import syntax as s

FIGURES = 8


def digest_of(rule: s.Rule) -> str:
    """A name for what a rule says formally; texts, citations and layout are not part of it."""
    content = replace(rule, cite=None, doc="", says=None, prose=None)
    return hashlib.sha256(print_item(content).encode("utf-8")).hexdigest()[:FIGURES]
