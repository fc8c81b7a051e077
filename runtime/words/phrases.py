"""The phrases of a law, found by what they are said of; without one, a noun is made of the name.

A phrase has one form or more (docs/words.md says which sort has which); `{u}` in it stands for what fills that place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.words import english

PLACE = re.compile(r"\{([a-z0-9-]+)\}")


OWN = {
    f"fact {g.GOALS}": ("the goals of {s}", "{item} is a goal of {s}", "{item} is not a goal of {s}"),
    f"field {g.GOAL}.of": ("the side whose goal {it} is",),
    f"field {g.GOAL}.met": ("{it} is met", "{it} is not met"),
    f"field {g.GOAL}.kept": ("{it} is to keep something", "{it} is not to keep something"),
    f"field {g.GOAL}.worth": ("what {it} is worth",),
    f"field {g.GOAL}.by": ("the end of its time",),
}
"""Of what is the machine's own, and not the law's."""
MADE = ("fact", "quantity", "table", "tally")
"""The sorts whose values are called by their names, as `the losses of {s}`, where nothing was written for them."""


def is_done_to(decl: g.FactDecl | g.QuantityDecl | g.TableDecl | g.TallyDecl) -> bool:
    """Whether a name such as `won-by` says what is done to what it is asked of, and gives by whom: a side does
    something. Of two boats nobody can tell which does it to the other."""
    side = t.Choice(g.SIDE)
    return len(decl.params) == 1 and t.bare(decl.type) == side and t.bare(decl.params[0][1]) != side


def pieces(form: str) -> Iterator[tuple[bool, str]]:
    """The form in order: `(True, name)` for a place to fill, `(False, words)` between them."""
    at = 0
    for found in PLACE.finditer(form):
        if found.start() > at:
            yield False, form[at : found.start()]
        yield True, found[1]
        at = found.end()
    if at < len(form):
        yield False, form[at:]


def places(form: str) -> list[str]:
    """The names of the places to fill."""
    return PLACE.findall(form)


@dataclass
class Phrases:
    graph: g.Graph
    asked: Counter[str] = field(default_factory=Counter)
    """How often each phrase was wanted that the law does not have, as `fact:cost`."""

    def forms(self, sort: str, name: str) -> tuple[str, ...]:
        """What was written for it; nothing if nothing was."""
        found = self.graph.phrases.get(f"{sort} {name}")
        return found.forms if found is not None else OWN.get(f"{sort} {name}", ())

    def form(self, sort: str, name: str, place: int = 0) -> str:
        forms = self.forms(sort, name)
        return forms[place] if place < len(forms) else ""

    def made(self, sort: str, name: str) -> str:
        """What something with a value is called by its name, where it has no phrase; nothing of other sorts."""
        if sort not in MADE:
            return ""
        self.missed(sort, name)
        words, decl = english.named(name), self.graph.section(sort)[name]
        params = [f"{{{param}}}" for param, _ in decl.params]
        done, preposition = english.done_by(name)
        if done and is_done_to(decl):
            return f"the {self.noun('kind', g.SIDE)} {preposition} which {params[0]} is {done}"
        if not params or done:
            words = english.as_noun(name)
        if not params:
            return f"the {words}"
        listed = f"{', '.join(params[:-1])} and {params[-1]}" if len(params) > 1 else params[0]
        if english.ends_in_preposition(words):
            return f"the {words} {listed}"
        return f"the {words} {'of' if len(params) == 1 else 'for'} {listed}"

    def action(self, name: str) -> str:
        """What is done by an action, with what it is asked of called by its words or its kind: `fire at the mover`."""
        form = self.form("action", name) or english.named(name)
        for param, type_ in self.graph.actions[name].params:
            kind = type_.name if isinstance(type_, t.Kind) else param
            called = self.form("parameter", f"{name}.{param}") or english.with_article(self.noun("kind", kind))
            form = form.replace(f"{{{param}}}", called)
        return form

    def missed(self, sort: str, name: str) -> None:
        self.asked[f"{sort}:{name}"] += 1

    def noun(self, sort: str, name: str, *, several: bool = False) -> str:
        """What one of it is called, or several."""
        forms = self.forms(sort, name)
        if several:
            return forms[1] if len(forms) > 1 else english.plural(forms[0] if forms else english.named(name))
        return forms[0] if forms else english.named(name.rpartition(".")[2])

    def yes_no(self, sort: str, name: str, default: str, *, holds: bool) -> str:
        """The form of something that is so, or not; without one the default, which says what is asked already."""
        forms = self.forms(sort, name)
        if holds or not forms:
            return forms[0] if forms else default
        return forms[1] if len(forms) > 1 else english.opposite(forms[0])

    def predicate(self, sort: str, name: str, *, holds: bool) -> str:
        """The second form, which says something of what fills its places, or the third: that it is not so."""
        forms = self.forms(sort, name)
        if len(forms) < 2:
            return ""
        return forms[1] if holds else forms[2] if len(forms) > 2 else english.opposite(forms[1])
