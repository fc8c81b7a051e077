"""Phrases that leave out what is spoken of: a note, as the sentence then speaks of "a hex" that nobody has named."""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.base.nodes import memoised
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import variables
from hexlaw.runtime.words.phrases import places


def phrases_name_what_is_spoken_of(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """What a fact, a quantity or an effect is asked of and its rules or lines speak of stands in its phrase, unless it
    has words of its own."""
    spoken = _spoken_of(graph)
    for key, span in names.phrase_spans.items():
        sort, _, name = key.partition(" ")
        if sort not in ("fact", "quantity", "effect") or name not in graph.section(sort):
            continue
        decl = graph.section(sort)[name]
        forms = graph.phrases[key].forms
        is_set = sort == "fact" and isinstance(decl.type, t.SetOf) and len(forms) > 1
        said = places(forms[1] if is_set else forms[0])
        for param, type_ in decl.params:
            has_words = f"variable {param}" in graph.phrases or f"parameter {name}.{param}" in graph.phrases
            goes_without = param == g.ACTING or type_ == t.GAME
            if param not in said and not has_words and not goes_without and param in spoken.get(key, ()):
                who = "its lines speak" if sort == "effect" else "its rules speak"
                found.report(
                    "HX298", span, f"the words of {sort} `{name}` leave out `{param}`, of which {who}",
                    help=f'put `{{{param}}}` into them, or give it words: `parameter {name}.{param} reads "..."`',
                    level="note",
                )  # fmt: skip


def _spoken_of(graph: g.Graph) -> dict[str, set[str]]:
    """By sort and name, the variables that stand in the rules that conclude it, or in the lines of the effect."""
    found: dict[str, set[str]] = {}
    for key, node in _said(graph):
        found.setdefault(key, set()).update(memoised(node, "all that it speaks of", _variables_of))
    return found


def _variables_of(node: g.EffectDecl | g.Rule) -> list[str]:
    said = node.body if isinstance(node, g.EffectDecl) else (node.conclusion, node.when, node.for_each)
    return sorted(variables(said))


def _said(graph: g.Graph) -> Iterator[tuple[str, g.EffectDecl | g.Rule]]:
    for effect in graph.effects.values():
        yield f"effect {effect.name}", effect
    for rule in graph.rules.values():
        match rule.conclusion:
            case g.Gives(fact=name) | g.Collects(fact=name):
                yield f"fact {name}", rule
            case g.Changes(quantity=name):
                yield f"quantity {name}", rule
