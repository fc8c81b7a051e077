"""Names that a module below has given up, as its `renamed` says: told where one is missing, and replaced by `fmt`.

Law is renamed word by word, in messages only inside braces, and never in comments. In cases and situations names are
words among others, so all that bear one are renamed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from hexlaw.compiler.base.diagnostic import Diagnostic
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data.load import Layer
from hexlaw.compiler.parse.cascading import MISSING

_QUOTED = re.compile(r"`([a-z][a-z0-9.-]*)`")
_APART = re.compile(r'^(?:\||section\b)[^\n]*|"[^"\n]*"|#[^\n]*', re.MULTILINE)
_BRACES = re.compile(r"\{[^{}]*\}")


def new_names(layers: Iterable[Layer]) -> dict[str, str]:
    """Returns the new name for each old one; of two that say something else the upper module counts."""
    return {old: new for layer in layers for old, new in layer.manifest.renamed.items()}


def with_new_names(found: Iterable[Diagnostic], names: Mapping[str, str]) -> list[Diagnostic]:
    """Returns the findings; where one misses an old name, its help is the new one."""
    return [_with_new_name(d, names) if d.code in MISSING else d for d in found] if names else [*found]


def _with_new_name(found: Diagnostic, names: Mapping[str, str]) -> Diagnostic:
    old = next((name for name in _QUOTED.findall(found.message) if name in names), None)
    if old is None:
        return found
    return replace(found, help=f"it is called `{names[old]}` now, and `hexlaw fmt` writes that", fixes=())


def in_new_names(source: Source, names: Mapping[str, str], *, is_law: bool) -> Source:
    """Returns the same file in new names."""
    if not names:
        return source
    # a name of one word may be that of a variable, so only one that is asked or declared is renamed
    words = "|".join(re.escape(old) + ("" if re.search("[.-]", old) else r"(?=\()") for old in names)
    old = re.compile(rf"(?<![\w-])(?:{words})(?![\w-]|\.\w)")

    def renamed(text: str) -> str:
        return old.sub(lambda found: names[found[0]], text)

    if not is_law:
        return Source(source.name, renamed(source.text))
    parts, done = [], 0
    for apart in _APART.finditer(source.text):
        said = apart[0] if not apart[0].startswith('"') else _BRACES.sub(lambda braces: renamed(braces[0]), apart[0])
        parts += [renamed(source.text[done : apart.start()]), said]
        done = apart.end()
    return Source(source.name, "".join([*parts, renamed(source.text[done:])]))
