"""Names that a module misses because it extends nothing, though a shipped module declares them.

Input: what was found in a module that stands alone. Output: the same; the first finding of each name that a shipped
module declares says which module to extend.
"""

from __future__ import annotations

import re
from dataclasses import replace

from hexlaw.compiler.base.diagnostic import ONE_OF, Diagnostic
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.parse.cascading import MISSING

MAX_LOOKED_FOR = 3
WORDS = "rule|fact|quantity|table|effect|action|thing|choice|measure|record|event|memory|option|dispute"


def with_a_base(found: list[Diagnostic]) -> list[Diagnostic]:
    if not any(_is_open(d) for d in found):
        return found
    texts = {
        name: "\n".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.law")))
        for name, folder in shipped_modules().items()
    }
    kept, looked_for = [], 0
    for d in found:
        names = re.findall(r"`([a-z][a-z0-9.-]*)`", d.message)
        if _is_open(d) and names and looked_for < MAX_LOOKED_FOR:
            looked_for += 1
            is_attribute = re.search(r"\bno attribute\b", d.message) is not None
            head = " +" if is_attribute else rf"(?:{WORDS}) (?:\w+: [\w-]+ (?:is )?)?"
            end = ": " if is_attribute else r"(?![\w.-])"
            declares = re.compile(rf"^{head}{re.escape(names[-1])}{end}", re.MULTILINE)
            having = [name for name, text in texts.items() if declares.search(text)]
            if having:
                help_ = f"`{having[-1]}` has it: to change that game, write `extends: {having[-1]}` in module.yaml"
                d = replace(d, help=help_)
        kept.append(d)
    return kept


def _is_open(found: Diagnostic) -> bool:
    """Whether a name is missing and none that is known is like it."""
    return found.code in MISSING and (found.help is None or found.help.startswith(ONE_OF))
