"""Reads what stands in square brackets: `[RB V.D.1, V.D.4, FAQ-020]` names sources by their keys.

A citation is the key of a source and a place in it; a place without a key belongs to the source named before it,
or to the module's default source; the number of an entry (`FAQ-020`) carries its key in itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from hexlaw.compiler.base.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.parse.syntax import Cite
from hexlaw.runtime.law.graph import Citation, SourceDecl

_ENTRY = re.compile(r"(?P<key>[A-Z]+(-[A-Z]+)*)-[0-9]+[a-z]?")
_KEY = re.compile(r"(?![IVXLCDM]+$)[A-Z]{2,}(-[A-Z]+)*")
_ROMAN_KEY = re.compile(r"[IVXLCDM]{2,} [0-9]")
"""What reads like a key (`RB 2.1`, not `XIV 2` nor `Chart 2`): a place in the default source never begins so."""
USUAL_KEY = "HA"
"""The source of advice, where a module declares none yet."""
DECLARE_ONE = f'declare one in module.yaml: `sources: {{{USUAL_KEY}: {{title: "House advice", advice: yes}}}}`'


def read_citations(
    cite: Cite | None, sources: Mapping[str, SourceDecl], default: str | None, diagnostics: Diagnostics
) -> tuple[Citation, ...]:
    if cite is None:
        return ()
    found = [*read_citations(cite.section, sources, default, diagnostics)]
    key = default
    for part in (p.strip() for p in cite.text.split(",")):
        if not part:
            continue
        if entry := _ENTRY.fullmatch(part):
            if entry["key"] in sources:
                found.append(Citation(entry["key"], part))
            else:
                _unknown(entry["key"], cite, sources, diagnostics)
            continue
        first, _, rest = part.partition(" ")
        if first in sources:
            key = first
            found.append(Citation(first, rest.strip() or sources[first].title))
        elif key is not None and not (rest and (_KEY.fullmatch(first) or first.upper() in sources)):
            found.append(Citation(key, part))
            _doubt(key, part, cite, sources, diagnostics)
        else:
            _unknown(first, cite, sources, diagnostics, key is None)
    return tuple(found)


def _doubt(key: str, place: str, cite: Cite, sources: Mapping[str, SourceDecl], diagnostics: Diagnostics) -> None:
    """Warns of a place that reads like a source: by a title, or by capitals that could as well be a Roman number."""
    if " " not in place:
        return  # behind a title or a key something follows
    titled = next((one for one in sources.values() if place.lower().startswith(f"{one.title.lower()} ")), None)
    if titled is not None:
        message = f"`{titled.title}` is the title of the source `{titled.key}`, and is read as a place in `{key}`"
        help_ = f"write `[{titled.key} {place[len(titled.title) :].strip()}]`"
    elif _ROMAN_KEY.match(place):
        message = f"`{place}` is read as a place in `{key}`: no source is called `{place.split()[0]}`"
        help_ = f"declare it in module.yaml; if it is that place, write `{place.replace(' ', '.', 1)}`"
    else:
        return
    diagnostics.report("HX247", cite.span, message, help=help_, level="warning")


def _unknown(
    key: str, cite: Cite, sources: Mapping[str, SourceDecl], diagnostics: Diagnostics, lone: bool = False
) -> None:
    """Reports a key that no source has; `lone` where it could be a place, had the module a default source."""
    declared = f"module.yaml declares: {', '.join(sorted(sources)) or 'none'}"
    if lone and sources:
        own = next((name for name in reversed(list(sources)) if not sources[name].ids), next(iter(sources)))
        declared = f"write the source before it, as `[{own} {key}]`, or say `default-source: {own}` in module.yaml"
    help_ = DECLARE_ONE if key == USUAL_KEY else did_you_mean(key, sources) or declared
    diagnostics.report("HX221", cite.span, f"`{key}` is not the key of a source", help=help_)
