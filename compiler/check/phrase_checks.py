"""The phrases of a law, checked: what they are of is declared, and every place in them can be filled.

A later module says anew what a base says; the last phrase of something is its phrase.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from hexlaw.compiler.base.diagnostic import Diagnostics, WordAt, listed
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import picks_in
from hexlaw.compiler.resolve.layers import Placed
from hexlaw.compiler.resolve.names import Names
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.dependence import parts
from hexlaw.runtime.words.phrases import places

FORMS = {
    "kind": 2, "value": 3, "measure": 1, "attribute": 5, "field": 5, "variable": 2, "parameter": 1, "fact": 5,
    "quantity": 1, "step": 1, "table": 3, "effect": 1, "action": 2, "pick": 3, "part": 1, "throw": 1, "memory": 2,
    "tally": 1, "reach": 1, "event": 2, "order": 2, "task": 1, "stage": 1, "option": 1, "record": 1, "rest": 1,
}  # fmt: skip
"""What can have a phrase, and of how many forms."""


@dataclass
class PhraseChecker:
    names: Names
    diagnostics: Diagnostics

    def phrases(self, placed: list[Placed]) -> dict[str, g.PhraseDecl]:
        """The phrases by sort and name, base first."""
        found: dict[str, g.PhraseDecl] = {}
        seen: dict[tuple[str, str], s.Phrase] = {}
        for p in placed:
            for phrase in p.item.phrases if isinstance(p.item, s.Words) else ():
                key = f"{phrase.sort.text} {phrase.name.text}"
                if (earlier := seen.setdefault((p.layer.name, key), phrase)) is not phrase:
                    self.diagnostics.report(
                        "HX212", phrase.name.span, f"`{key}` has its words already",
                        help="one phrase is enough; take one out", labels=((earlier.span, "written here first"),),
                    )  # fmt: skip
                elif self._stands_for_something(phrase):
                    self._is_filled(phrase)
                found[key] = g.PhraseDecl(key, p.origin, phrase.forms)
                self.names.phrase_spans[key] = phrase.span
        return found

    def _stands_for_something(self, phrase: s.Phrase) -> bool:
        sort, name = phrase.sort.text, phrase.name.text
        if sort not in FORMS:
            meant = {"thing": "kind", "choice": "kind", "thing also": "kind", "rule": "fact", "phase": "part"}.get(sort)
            help_ = f"write `{meant}`" if meant else f"the sorts are {listed(sorted(FORMS), len(FORMS))}"
            self.diagnostics.unknown(
                "HX295", phrase.sort, "there are no words of a", () if meant else FORMS, help=help_
            )
            return False
        if len(phrase.forms) > FORMS[sort]:
            self.diagnostics.report(
                "HX296", phrase.span, f"{len(phrase.forms)} forms are written, and a {sort} has at most {FORMS[sort]}",
                help="docs/words.md says which form is for what",
            )  # fmt: skip
        if (known := self._known(sort, name)) is None:
            return True
        if name not in known:
            owned = {*known}
            for action, (item, _) in self.names.actions.items() if sort == "pick" else ():
                owned.update(f"{action}.{pick.name.text}" for pick in picks_in(item.lines))
            behind = [f"`{each}`" for each in sorted(owned) if each.rpartition(".")[2] == name][:3]
            near = () if behind else sorted(known)
            instead = f"write {' or '.join(behind)}" if behind else None
            self.diagnostics.unknown("HX295", WordAt(name, phrase.name.span), f"there is no {sort}", near, help=instead)
            return False
        return True

    def _known(self, sort: str, name: str) -> Collection[str] | None:
        """The names that a phrase of this sort may be of; none where any will do."""
        names = self.names
        owner = name.partition(".")[0]
        match sort:
            case "variable":
                return None
            case "value":
                return self._values
            case "attribute" | "rest":
                return self._attributes
            case "field":
                return [f"{r}.{f}" for r, fields in names.records.items() for f in fields]
            case "parameter":
                return [f"{owner}.{p}" for p, _ in self._params(owner)]
            case "step":
                found = names.quantities.get(owner, [])
                steps = [step for item, _ in found for step in (*item.steps, *(extra.name for extra in item.extra))]
                return [f"{owner}.{step.text}" for step in steps]
            case "pick":
                ends = [f"{part}.{g.DONE}" for part in names.spans]
                action = names.actions.get(owner)
                picks = [*(pick.name.text for pick in picks_in(action[0].lines if action else ())), g.DONE]
                if owner == name:  # one that no action makes
                    picks = [pick.name.text for pick in _picks_outside_actions(names)]
                    return [*picks, *ends]
                return [*(f"{owner}.{pick}" for pick in picks if owner in names.actions), *ends]
            case "part":
                return names.spans
            case "throw":
                return self._throws
            case "stage":
                return [f"{task}.{st.name.text}" for task, (item, _) in names.tasks.items() for st in item.stages]
            case "record":
                return names.records
            case "kind":
                return [*names.kinds, *names.choices, *names.records, t.CONTACT.name]
            case "measure":
                return names.measures
        return names.declared(sort)

    @cached_property
    def _values(self) -> dict[str, None]:
        return dict.fromkeys(f"{c.name}.{value}" for c in self.names.choices.values() for value in c.values)

    @cached_property
    def _attributes(self) -> dict[str, None]:
        own = (f"{k}.{a}" for k, kind in self.names.kinds.items() for a in kind.attributes)
        return dict.fromkeys([*own, "thing.hex", "thing.holder"])

    @cached_property
    def _throws(self) -> list[str]:
        """What dice are called where they are thrown, and what is drawn."""
        names = self.names
        items = [item for item, _ in (*names.actions.values(), *names.tasks.values(), *names.rules.values())]
        effects = [one.placed.item for one in names.signatures.values() if isinstance(one.placed.item, s.Effect)]
        lots = (n for n in parts((*items, *effects, *names.spans.values())) if isinstance(n, s.Roll | s.Draw))
        return [(n.name if isinstance(n, s.Roll) else n.binder.var).text for n in lots]

    def _params(self, name: str) -> tuple[tuple[str, t.Type | None], ...]:
        """What is asked of something, by name; of whatever sort it is."""
        names = self.names
        if name in names.signatures:
            return tuple(names.signatures[name].params)
        if name in names.events:
            return tuple(names.events[name][0])
        for written in (names.actions, names.memories, names.tallies, names.tasks):
            if name in written:
                return tuple((p.name.text, None) for p in written[name][0].params)
        return ()

    def _is_filled(self, phrase: s.Phrase) -> None:
        sort, name = phrase.sort.text, phrase.name.text
        fitting = self._places(sort, name)
        if sort == "pick" and places(phrase.forms[0]):
            self.diagnostics.report(
                "HX296", phrase.span, f"the first words of a pick name what is picked: those of `{name}` have a place",
                help=f'write a noun before it: `pick {name} reads "..." / "{phrase.forms[0]}"`',
            )  # fmt: skip
            return
        for at, form in enumerate(phrase.forms):
            if sort == "action" and at == 1:  # that it was done, of what was picked
                fitting = [place for place in self._places("pick", f"{name}.") if place != g.ACTING]
            for place in places(form):
                if place not in fitting:
                    said = f"nothing fills this place of the words of `{name}`:"
                    help_ = f"there are {', '.join(f'`{{{x}}}`' for x in fitting)}" if fitting else "it has no places"
                    self.diagnostics.unknown("HX296", WordAt(place, phrase.span), said, fitting, help=help_)

    def _places(self, sort: str, name: str) -> list[str]:
        match sort:
            case "attribute" | "field":
                return ["it", "item"]
            case "value" | "rest":
                return ["it"]
            case "pick":
                action = name.partition(".")[0]
                if action not in self.names.actions:
                    return [g.ACTING]  # what else is named there is another in each effect
                item = self.names.actions[action][0]
                lets = [line.name.text for line in item.lines if isinstance(line, s.Let)]
                variables = [line.param.name.text for line in item.lines if isinstance(line, s.Pick)]
                inside = [p.param.name.text for p in picks_in(item.lines)]
                return list(dict.fromkeys([*variables, *inside, *lets, *(p.name.text for p in item.params), g.ACTING]))
            case "fact":
                return [*(n for n, _ in self._params(name)), "item"]
            case "record":
                return [*self.names.records[name]]
            case "action":
                return [p.name.text for p in self.names.actions[name][0].params]
            case "event":  # which may be called as a fact is
                return [n for n, _ in self.names.events[name][0]]
            case "quantity" | "table" | "effect" | "memory" | "tally" | "reach" | "task":
                return [n for n, _ in self._params(name)]
        return []


def _picks_outside_actions(names: Names) -> Iterator[s.Pick]:
    for signature in names.signatures.values():
        if isinstance(signature.placed.item, s.Effect):
            yield from picks_in(signature.placed.item.body)
    for rule, _ in names.rules.values():
        yield from (pick for then in rule.conclusions if isinstance(then, s.Then) for pick in picks_in(then.body))
