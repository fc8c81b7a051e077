"""What players read of play itself, in the words of the law: actions, picks, parts of the sequence, throws and deeds.

Where the law has no words for one of them, its name is read as words; without a law, names are all that there is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import picks_by_path, picks_in, spans_of
from hexlaw.runtime.words import english
from hexlaw.runtime.words.composing import agreeing
from hexlaw.runtime.words.phrases import PLACE, Phrases, places
from hexlaw.runtime.words.spans import TextSpan, enumerated, plain, text

LEFT_OUT = re.compile(r"\[([^\]]*)\]")
"""The words of a deed that are left out where a place in them is not filled."""


@dataclass(frozen=True)
class Readings:
    graph: g.Graph | None = None

    def called(self, sort: str, name: str) -> str:
        """Returns what an `action`, a `pick`, a `part` of the sequence, a `throw`, a `value` or an `attribute` is
        called; of a pick and a part with an article."""
        form = "" if self.graph is None else Phrases(self.graph).form(sort, name)
        if self.graph is not None and sort == "action" and form:
            form = Phrases(self.graph).action(name)
        return english.named(name.rpartition(".")[2]) if not form or PLACE.search(form) else form

    def takes_turns(self, part: str | None) -> bool:
        """Returns whether a side does one thing at a time in a part of the sequence, so that it may pass and act again
        when the part comes round."""
        spans = () if self.graph is None else spans_of(self.graph)
        return any(span.turns_from or (span.repeats and span.is_window) for span in spans if span.name == part)

    def answer(self, path: str, answer: str) -> str:
        """Returns what an answer to a pick is called: a value of a choice by its words, all else by its name."""
        picked = None if self.graph is None else picks_by_path(self.graph).get(path)
        return answer if picked is None else self.value(picked.type, answer)

    def value(self, type_: t.Type, shown: str) -> str:
        """Returns what a value of a type is called that is shown like this: one of a choice by its words."""
        choice = t.bare(type_)
        if not isinstance(choice, t.Choice):
            return shown
        return self.side(shown) if choice.name == g.SIDE else self.called("value", f"{choice.name}.{shown}")

    def listed(self, path: str, answers: Sequence[Sequence[str]]) -> str:
        """Returns the answers to a pick, each a row of them, in several actions that differ in nothing else; of hexes
        that were picked one after the other the last, and the way there; all of them where it led there before."""
        picked = None if self.graph is None else picks_by_path(self.graph).get(path)
        if picked is None or t.bare(picked.type) != t.HEX:
            said = [*chain.from_iterable(answers)]
            return enumerated([one for at, one in enumerate(said) if one not in said[at + 1 :]])
        return ", then ".join(
            f"{last} via {enumerated(way)}" if way and last not in way else enumerated((*way, last))
            for last, way in [(way[-1], way[:-1]) if picked.repeatedly else (enumerated(way), ()) for way in answers]
        )

    def side(self, who: str) -> str:
        """Returns what a side or a player is called: `Reds` of `the Reds side`."""
        sides = None if self.graph is None else self.graph.choices.get(g.SIDE)
        if sides is None or who not in sides.values:
            return who
        called = self.called("value", f"{g.SIDE}.{who}")
        return english.without_article(called).removesuffix(f" {g.SIDE}") if called != english.named(who) else who

    def deed(self, action: str, picked: Mapping[str, str]) -> str:
        """Returns what was done, with the answers to the picks of the action; an empty text where the law has no words
        for that, or not all that they name was picked."""
        if self.graph is None:
            return ""
        form, picks = Phrases(self.graph).form("action", action, 1), picks_by_path(self.graph)
        names = {path: pick.var for path, pick in picks.items()}  # of others, which are parameters, the path tells it
        filled = {names.get(path, path.rpartition(".")[2]): answers for path, answers in picked.items()}
        form = LEFT_OUT.sub(lambda found: found[1] if filled.keys() >= {*places(found[1])} else "", form)
        form = form.lstrip("; ")
        if not filled.keys() >= {*places(form)}:
            return ""
        subject = PLACE.match(form)
        if subject is not None and " and " in filled[subject[1]]:
            form = f"{subject[0]} {plain(agreeing(text(TextSpan(form[subject.end() :].lstrip(), action))))}"
        return PLACE.sub(lambda found: filled[found[1]], form)

    def names(self, action: str, path: str) -> bool:
        """Returns whether the words for what was done by an action name a pick that it borrows."""
        declared = None if self.graph is None else self.graph.actions.get(action)
        named = [] if self.graph is None else places(Phrases(self.graph).form("action", action, 1))
        return any(pick.path == path and pick.var in named for pick in picks_in(declared))

    def as_names(self, typed: str) -> str:
        """Returns a line that was typed with the names of actions in place of what they are called."""
        for name in () if self.graph is None else self.graph.actions:
            called = self.called("action", name)
            if " " in called and (found := re.search(rf"(?<!\S){re.escape(called)}(?!\S)", typed, re.IGNORECASE)):
                typed = f"{typed[: found.start()]}{name}{typed[found.end() :]}"
        return typed


BY_NAME = Readings()
"""The readings of no law: names."""
