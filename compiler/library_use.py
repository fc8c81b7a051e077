"""A library put to use in a module: what its open names are there, proposed by type, and the law that answers the rest.

Input: a library, a compiled module, and what somebody chose. Output: the entry under `uses`, and a chapter that answers
the library's open events with picks or events of the module, and its open facts as the library's toy does. An answer
that does not fit the module stands there as a comment, for its author to change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused, did_you_mean, listed
from hexlaw.compiler.base.texts import DISK
from hexlaw.compiler.data.load import TOY, Chain, load
from hexlaw.compiler.parse import syntax as s
from hexlaw.compiler.parse.blocks import type_text
from hexlaw.compiler.parse.parse import parse_law
from hexlaw.compiler.pipeline import Compilation
from hexlaw.compiler.resolve.libraries import BOUND, OWN_KINDS, WORD, names_in, opened, spans_inside
from hexlaw.runtime.base.nodes import replace
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import types as t

Bindings = dict[str, str]
MAX_WAYS = 6
"""Ways in which an event could come about that are written down."""
NO_PIECES = {*OWN_KINDS, *g.UNPLACED_KINDS}


@dataclass(frozen=True)
class OpenName:
    """A name that is bound, and what it could be, the likeliest first."""

    name: str
    sort: str
    doc: str
    fitting: tuple[str, ...]


Chooses = Callable[[OpenName], str]
Asks = Callable[[str, tuple[str, ...]], str]
"""Asks the user for a name: given a description of what is bound and the candidates, returns the chosen name."""


def chosen_from(given: Mapping[str, str], ask: Asks | None) -> Chooses:
    """Returns what chooses names: those that were given, what alone fits, and what somebody answers; with nobody to
    answer, it refuses to guess."""

    def choose(open_: OpenName) -> str:
        fitting = open_.fitting
        if open_.name in given:
            return given[open_.name]
        if len(fitting) == 1 or (fitting and (open_.sort == "value" or fitting[0] == open_.name.rpartition(".")[2])):
            return fitting[0]
        asked = f"the {open_.sort} `{open_.name}`{f' ({open_.doc})' if open_.doc else ''}"
        if ask is not None:
            return ask(asked, fitting)
        known = f"here it could be {listed([*fitting])}" if fitting else "nothing here is like it"
        raise Refused(f"it is not said what {asked} is; {known}", f"add `--bind {open_.name}=NAME`")

    return choose


def library_called(name: str) -> Chain | None:
    """Returns a library with the toy that uses it, by the name or the folder of the library."""
    found = Diagnostics()
    chain = load(name, found, DISK)
    top = None if chain is None or found.has_errors else chain.layers[-1]
    return chain if top is not None and (top.manifest.is_library or top.folder.name == TOY) else None


class LibraryInModule:
    """A library that a module comes to use; `chain` is that of the library, with its toy on top."""

    def __init__(self, chain: Chain, module: Compilation, choose: Chooses) -> None:
        self.module, self.choose, self.toy = module, choose, chain.layers[-1]
        own = self.toy.folder.resolve()
        self.used = next(layer for layer in chain.layers if layer.folder.resolve() in (own, own.parent))
        self.names: Bindings = {}
        self.all = [item for law in self.used.laws for item in parse_law(law, Diagnostics())]
        self.items = [item.item for item in self.all if isinstance(item, s.Open)]  # what it leaves open

    def bind(self, given: Mapping[str, str]) -> None:
        """Chooses what each open name is that is bound by name."""
        bound = {name for name, sort in opened(self.all).items() if sort in BOUND}
        for name in given.keys() - bound:
            help_ = did_you_mean(name, bound) or f"open are {listed(sorted(bound))}"
            raise Refused(f"`{self.used.name}` binds no `{name}` by name", help_)
        items, known = self.items, self.module.names
        for thing in (item for item in items if isinstance(item, s.Thing) and item.name.text not in OWN_KINDS):
            asked = {attribute.name.text: attribute for attribute in thing.attributes}
            kinds = [k for k in known.kinds if k not in NO_PIECES and all(self._like(a, k) for a in asked.values())]
            usual = [
                layer.manifest.unit_kind for layer in self.module.chain.layers if layer.manifest.unit_kind in kinds
            ]
            if thing.name.text not in kinds and usual:
                kinds = usual[-1:]
            kinds.sort(key=lambda kind: (kind != thing.name.text, known.kinds[kind].stands is None))
            doc = thing.doc or (f"with {listed([*asked])}" if asked else "")
            kind = self._bind(thing.name.text, "kind", doc, kinds, known.kinds)
            for name, attribute in asked.items():
                self._bind(f"{thing.name.text}.{name}", "attribute", attribute.doc or "", self._like(attribute, kind))
        spoken_of = {*names_in(item for item in self.all if not isinstance(item, s.Open))}
        for choice in (item for item in items if isinstance(item, s.Choice)):
            values = [value.text for value in choice.values]
            wide = [name for name, one in known.choices.items() if len(one.values) >= len(values)]
            same = [choice.name.text] if choice.name.text in known.choices else wide
            there = known.choices[self._bind(choice.name.text, "choice", choice.doc or "", same, known.choices)].values
            for number, value in enumerate(values):
                if value in spoken_of and number < len(there):
                    in_order = (value,) if value in there else (there[number], *there)
                    self._bind(value, "value", "", dict.fromkeys(in_order))
        for sequence in (item for item in items if isinstance(item, s.Sequence)):
            for part in (part.name.text for part in spans_inside(sequence.spans)):
                inner = sorted(known.spans, key=lambda name: any(spans_inside(known.spans[name].body)))
                alike = [name for name in inner if _are_alike(part, name)]
                likely = (part,) if part in known.spans else alike if len(alike) == 1 else inner
                self._bind(part, "part", "", likely, known.spans)

    def entry(self, under: str) -> str:
        """Returns the line under `uses`."""
        bound = [f"{name}: {new}" for name, new in self.names.items() if name.rpartition(".")[2] != new]
        said = ", ".join([*bound, f'under: "{under}"'])
        return f"  {self.used.name}: {{{said}}}\n"

    def answers(self) -> list[str]:
        """Returns the items of law that answer its open events and facts, and declare what an effect has to do."""
        graph, found = self.module.graph, list[str]()
        for event in (item for item in self.items if isinstance(item, s.Event)):
            if event.name.text in graph.events:
                continue
            ways = [way for _, way in sorted(self._ways(event), key=partial(_likelihood, event.name.text))]
            said = f"# {event.doc}\n" if event.doc else ""
            others = "".join(f"# or: by {way}\n" for way in ways[1:MAX_WAYS])
            first = f"event {event.name.text} also\n  by {ways[0]}\n" if ways else f"# event {event.name.text} also\n"
            found.append(said + others + first)
        asked = {item.name.text for item in self.items if isinstance(item, s.Fact) and not item.otherwise}
        answered = {rule.conclusion.fact for rule in graph.rules.values() if isinstance(rule.conclusion, g.Gives)}
        for law in self.toy.laws if self.toy is not self.used else ():
            for rule in (item for item in parse_law(law, Diagnostics()) if isinstance(item, s.Rule)):
                text = law.text[rule.span.start : rule.span.end].rstrip()
                if any(re.search(rf"(?<![\w-]){re.escape(fact)}(?![\w-])", text) for fact in asked - answered):
                    found.append(f"{self._in_its_words(text)}\n")
        return found

    # -- what fits

    def _bind(self, name: str, sort: str, doc: str, fitting: Iterable[str], known: Collection[str] = ()) -> str:
        """Returns what an open name is; where the module has no such name, it is refused."""
        fitting = tuple(fitting)
        chosen = self.choose(OpenName(name, sort, doc, fitting))
        if chosen not in fitting and chosen not in known:
            near = did_you_mean(chosen, [*known, *fitting]) or f"it could be {listed(fitting)}" if fitting else None
            raise Refused(f"`{name}` cannot be `{chosen}`: there is no such {sort} here", near)
        self.names[name] = chosen
        return chosen

    def _like(self, attribute: s.Attribute, kind: str) -> list[str]:
        """Returns the attributes of a kind that have the type of an open one, one of its name first."""
        text = " ".join(self.names.get(word, word) for word in type_text(attribute.type).split())
        written = {
            name: type_text(item.type)
            for each in self.module.names.lineage(kind)
            for name, (_, item, _) in self.module.names.kinds[each].attributes.items()
        }
        return sorted((n for n, type_ in written.items() if type_ == text), key=lambda n: n != attribute.name.text)

    def _ways(self, event: s.Event) -> Iterator[tuple[int, str]]:
        """Yields how an event can come about: by events and picks of the module with things of its types; and how
        much more these are about."""
        names, graph = self.module.names, self.module.graph
        wanted: list[tuple[str, t.Type]] = []
        for param in event.params:
            ref = param.type
            if (type_ := names.type(replace(ref, name=self.names.get(ref.name, ref.name)), Diagnostics())) is None:
                return
            wanted.append((param.name.text, type_))
        for name, (params, item, _) in names.events.items():
            if item.by and (said := _given(wanted, list(params))) is not None:
                yield len(params) - len(wanted), f"{name}{said}"
        for action in graph.actions.values():
            there: list[tuple[str, t.Type]] = [*action.params]
            for pick in action.picks:
                there.append((pick.var, pick.type))
                if (said := _given(wanted, there)) is not None and any(type_ == pick.type for _, type_ in wanted):
                    yield len(there) - len(wanted), f"{pick.path}{said}"

    def _in_its_words(self, text: str) -> str:
        """Returns a text of the library's toy in the names of the module."""
        attributes = {name.rpartition(".")[2]: new for name, new in self.names.items() if "." in name}
        said = re.sub(r"(?<=\.)[a-z][a-z0-9-]*", lambda word: attributes.get(word[0], word[0]), text)
        head, line, body = said.partition("\n")
        return head + line + WORD.sub(lambda word: self.names.get(word[0], word[0]), body)


def _are_alike(name: str, other: str) -> bool:
    """Returns whether two names have a word in common, in one number or the other."""
    words, others = ({word.removesuffix("s") for word in re.split("[-.]", one)} for one in (name, other))
    return bool(words & others)


def _likelihood(name: str, way: tuple[int, str]) -> tuple[int, int]:
    """Returns a key by which events of a like name come first, then picks of one, then what is about little else."""
    more, said = way
    path = said.split()[0]
    return (0 if "." not in path else 1) if _are_alike(name, path) else 2, more


def _given(wanted: list[tuple[str, t.Type]], there: list[tuple[str, t.Type]]) -> str | None:
    """Returns `with u = p` for parameters out of what is known there, the latest first; None where one is missing."""
    said, left = [], there[::-1]
    for name, type_ in wanted[::-1]:
        found = next((one for one in left if one == (name, type_)), None)
        found = found or next((one for one in left if one[1] == type_), None)
        if found is None:
            return None
        left.remove(found)
        said += [f"{name} = {found[0]}"] if found[0] != name else []
    return f" with {', '.join(said[::-1])}" if said else ""
