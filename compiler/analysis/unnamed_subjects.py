"""Phrases that leave out what is spoken of, or speak of something else: notes, as a sentence then says "a hex" of what
nobody has named, or "the next hex" of one far off."""

from __future__ import annotations

from collections.abc import Iterator

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts, variables
from hexlaw.runtime.words.as_law import as_law
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


def words_of_picks_fit(graph: g.Graph, names: Names, found: Diagnostics) -> None:
    """A parameter that is called as what some action picks is asked of nothing that is called otherwise."""
    actions = ((a.lines, a.body) for a in graph.actions.values())
    picked = {x.var for part in actions for x in parts(part) if isinstance(x, e.Pick)}
    amiss: dict[str, str] = {}
    for asked in (x for node in graph.law() for x in parts(node) if isinstance(x, e.Fact | e.Quantity)):
        sort = "fact" if isinstance(asked, e.Fact) else "quantity"
        params = graph.section(sort)[asked.name].params
        if all(type_ in (t.HEX, t.HEXSIDE, t.GAME) for _, type_ in params):
            continue  # of places alone these words are not said
        for (param, _), arg in zip(params, asked.args, strict=True):
            called, other = _called(graph, param), _called(graph, getattr(arg, "name", ""))
            fits = param not in picked or f"parameter {asked.name}.{param}" in graph.phrases or called == other
            if not fits and called.startswith("the ") and (other or isinstance(arg, e.Attribute)):
                of = f"`{param}` of {sort} `{asked.name}` is called “{called}”, as what is picked"
                amiss.setdefault(f"{sort} {asked.name}", f"{of}, and it is asked of `{as_law(arg, graph)}`")
    for key, message in amiss.items():
        if key in names.phrase_spans:
            help_ = 'give it words of its own, the same ones where they fit: `parameter FACT.NAME reads "..."`'
            found.report("HX300", names.phrase_spans[key], message, help=help_, level="note")


def _called(graph: g.Graph, variable: str) -> str:
    """Returns what a variable is called wherever it stands; nothing where it has no words."""
    phrase = graph.phrases.get(f"variable {variable}")
    return phrase.forms[0] if phrase is not None else ""


def _spoken_of(graph: g.Graph) -> dict[str, set[str]]:
    """By sort and name, the variables that stand in the rules that conclude it, or in the lines of the effect."""
    found: dict[str, set[str]] = {}
    for key, node in _said(graph):
        said = node.body if isinstance(node, g.EffectDecl) else (node.conclusion, node.when, node.for_each)
        found.setdefault(key, set()).update(variables(said))
    return found


def _said(graph: g.Graph) -> Iterator[tuple[str, g.EffectDecl | g.Rule]]:
    yield from ((f"effect {effect.name}", effect) for effect in graph.effects.values())
    for rule in graph.rules.values():
        if rule.decides:
            yield f"{'quantity' if isinstance(rule.conclusion, g.Changes) else 'fact'} {rule.decides}", rule
