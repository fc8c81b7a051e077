"""Texts of the book that are older than the law they speak for, or leave out some of what stands at their place."""

from __future__ import annotations

from hexlaw.compiler.base.diagnostic import Diagnostics, listed
from hexlaw.compiler.base.source import Span
from hexlaw.compiler.check.book_texts import digest_of
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.base.relations import grouped
from hexlaw.runtime.law import graph as g


def texts_speak_for_their_law(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """A text says what it speaks for and was read since it changed; a module that changes that says it anew."""
    changes = _changes(graph, names)
    for text in graph.texts.values():
        if text.origin.module != graph.name:
            if changed := [key for key in text.covers if key in changes]:
                message = f"the text of [{text.cite}] speaks for {_called(changed)}, which this module changes"
                help_ = f"say in words of your own what holds now: `text [{text.cite}]`"
                found.report("HX297", changes[changed[0]], message, help=help_, level="note")
            continue
        place, read = names.texts[text.origin.where].cite.span, readings(graph, names, text)
        old = [key for key, (before, now) in read.items() if before and before != now]
        unread = [key for key, (before, _) in read.items() if not before]
        help_ = f'read it beside them; then `hexlaw fmt --text "{text.cite}"` says that it was read'
        for said, keys in (("is older than", old), ("was not read beside", unread)):
            if keys:
                message = f"the text of [{text.cite}] {said} {_called(keys)}"
                found.report("HX297", place, message, help=help_, level="note")


def readings(graph: g.Graph, names: Names, text: g.TextDecl) -> dict[str, tuple[str, str]]:
    """Returns for all that a text has to speak for the digest of what was read, if any, and that of what it says now:
    what it names, and what cites its place."""
    read = {f"{each.sort}:{each.name.text}": each.digest for each in names.texts[text.origin.where].covers}
    at_place = memoised(graph, "_by_place", _by_place).get(text.cite, ())
    there = dict.fromkeys((*read, *at_place))
    return {key: (read.get(key, ""), digest_of(names, *key.split(":", 1))) for key in there}


def _by_place(graph: g.Graph) -> dict[g.Citation, tuple[str, ...]]:
    """Returns what a text at a place has to speak for, by places: what this game prints there, and is law in force."""
    gone, found = graph.gone, []
    for sort in g.SPOKEN_FOR:
        for name, decl in graph.section(sort).items():
            cites = graph.shown_cites(getattr(decl, "cites", ()))
            printed = next((cite for cite in cites if not graph.sources[cite.source].ids), None)
            is_law = not decl.origin.is_advice and name not in gone and getattr(decl, "against", None) is None
            if printed is not None and is_law and decl.origin.situation is None:  # what is of a situation stands there
                found.append((printed, f"{sort}:{name}"))
    return grouped(found)


def _changes(graph: g.Graph, names: Names) -> dict[str, Span | None]:
    """Returns what the module itself replaces, drops or varies of its bases, and where. A link that is added to a rule
    changes nothing of what that rule says."""

    def at(origin: g.Origin) -> Span | None:
        return names.changes.get(origin.where)

    own = [rule for rule in graph.rules.values() if rule.origin.module == graph.name]
    varied = [x for x in graph.variations if x.origin.module == graph.name and x.sort in ("action", "effect")]
    return {
        **{f"{x.sort}:{x.name.partition('.')[0]}": at(x.origin) for x in varied},
        **{f"rule:{drop.rule}": at(drop.origin) for drop in graph.drops if drop.origin.module == graph.name},
        **{
            f"rule:{link.target}": names.place(f"rule:{rule.id}")
            for rule in own
            for link in rule.links
            if link.how == "replaces"
        },
    }


def _called(keys: list[str]) -> str:
    return listed([key.partition(":")[2] for key in keys])
