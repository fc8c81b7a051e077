"""Claims and the cases that show them: which claims of a module's sources are shown, and which are open and why.

In: modules that have a `claims.csv`, with their case files; out: findings (a case or a ruling that names a claim that
is none, a ruling that no case shows), and an account of every claim, in Markdown. A claim is taken as shown when a case
says so; that the cases pass is for `hexlaw test`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.base.templates import template
from hexlaw.compiler.data.claim_list import Claim, entry_of, read_claims, source_of
from hexlaw.compiler.data.load import Chain
from hexlaw.compiler.desk.cases.case_index import CaseContents, contents_of
from hexlaw.compiler.parse.syntax import Cite
from hexlaw.compiler.resolve.citations import read_citations
from hexlaw.compiler.resolve.names import Names

STATES = ("shown", "provenance", "open by play", "open")
"""A case shows it; it only tells where something comes from; a case about it would have to play; none of these."""


def check_claims(chain: Chain, names: Names, cases: list[CaseContents], found: Diagnostics) -> None:
    """Reports a case or a ruling about no claim of its source, for the sources whose claims are listed."""
    listed = (layer.claims for layer in chain.layers if layer.claims is not None)
    known = {claim.id for claims in listed for claim in read_claims(claims, found)}
    entries = {entry_of(id_) for id_ in known}
    sources = {source_of(id_) for id_ in known}
    if not known:
        return
    for shown, place in (said for file in cases for said in file.places if said[0] not in known):
        if source_of(shown) in sources:
            message = f"`{shown}` is not a claim of its source"
            parts = sorted(f"`{id_}`" for id_ in known if id_[:-1] == shown)[:8]
            help_ = f"say which part of it: {', '.join(parts)}" if parts else did_you_mean(shown, known)
            found.report("HX326", place, message, help=help_)
    declared = {key for layer in chain.layers for key in layer.manifest.sources}
    for name, (item, _) in names.rulings.items():
        of = source_of(name)
        if of is None or name in entries | known:
            continue
        near = did_you_mean(name, entries)
        if of in sources:
            found.report("HX326", item.name.span, f"the ruling {name} is not an entry of its source", help=near)
        elif near and of not in declared:
            message = f"the ruling {name} is not an entry of any source"
            found.report("HX326", item.name.span, message, help=near, level="warning")


def check_rulings(names: Names, cases: list[CaseContents], diagnostics: Diagnostics) -> None:
    for entry, span in (place for file in cases for place in file.places):
        read_citations(Cite(entry, span=span), names.sources, next(iter(names.sources), None), diagnostics)
    shown = {case: entries for file in cases for case, entries in file.entries.items()}
    for name, (item, _) in names.rulings.items():
        if not item.shown:
            message = f"the ruling {name} is shown by no case"
            diagnostics.report("HX274", item.name.span, message, help="add `shown by` and the case's id")
        for case in item.shown:
            if case.text not in shown:
                help_ = f"`hexlaw new case {case.text} --in ...` begins one, with the folder of the module"
                diagnostics.unknown("HX274", case, "there is no case", shown, help=help_)
        # cases that say which entries of the ruling's source they show have to show this one, or a part of it
        source = name.rpartition("-")[0]
        own = {e for case in item.shown for e in shown.get(case.text, ()) if e.rpartition("-")[0] == source}
        if own and name not in {*own, *(entry.rstrip(ascii_lowercase) for entry in own)}:
            message = f"the cases of the ruling {name} show {', '.join(sorted(own)[:3])}, and nothing of it"
            help_ = "mend the number of the ruling, or say in a case that it `shows` it"
            diagnostics.report("HX276", item.name.span, message, help=help_, level="warning")


# ---- the account


@dataclass(frozen=True)
class ClaimAccount:
    """The claims of a module, and which cases show each."""

    module: str
    title: str
    claims: tuple[Claim, ...]
    shown: Mapping[str, tuple[str, ...]]

    def state(self, claim: Claim) -> str:
        if claim.id in self.shown:
            return "shown"
        return {"none": "provenance", "play": "open by play"}.get(claim.needs, "open")

    def by_topic(self) -> list[tuple[str, ClaimAccount, list[Claim]]]:
        topics = sorted({claim.topic for claim in self.claims})
        return [(topic, self, [claim for claim in self.claims if claim.topic == topic]) for topic in topics]


def accounts(chains: Iterable[Chain], found: Diagnostics) -> list[ClaimAccount]:
    """Returns an account of each module that lists its claims, by the cases of all these modules."""
    alone = {layer.folder.resolve(): Chain([layer], texts=chain.texts) for chain in chains for layer in chain.layers}
    shown: dict[str, dict[str, None]] = {}
    for chain in alone.values():
        for file in contents_of(chain.case_sources(found), found):
            for case, entries in file.entries.items():
                for entry in entries:
                    shown.setdefault(entry, {})[case] = None
    accounts = []
    for layer in (chain.layers[0] for chain in alone.values()):
        claims = () if layer.claims is None else tuple(read_claims(layer.claims, found))
        if claims:
            by_claim = {claim.id: tuple(shown[claim.id]) for claim in claims if claim.id in shown}
            accounts.append(ClaimAccount(layer.name, layer.manifest.title, claims, by_claim))
    return accounts


def as_data(found: list[ClaimAccount]) -> dict[str, Any]:
    claims = {
        account.module: [
            {
                "id": claim.id, "topic": claim.topic, "needs": claim.needs, "claim": claim.text, "open": claim.open,
                "state": account.state(claim), "cases": list(account.shown.get(claim.id, ())),
            }
            for claim in account.claims
        ]
        for account in found
    }  # fmt: skip
    return {"modules": [{"module": a.module, "title": a.title, "claims": claims[a.module]} for a in found]}


def as_markdown(found: list[ClaimAccount]) -> str:
    modules = [(f"[{account.module}](#{account.module})", account, account.claims) for account in found]
    page = template(__file__, "claims.md.jinja")
    return page.render(accounts=found, modules=modules, states=STATES, counted=_counted)


def _counted(rows: Sequence[tuple[str, ClaimAccount, Sequence[Claim]]]) -> list[tuple[str, list[int]]]:
    """Returns by row how many claims it has, in all and in each state; of several rows the sum as well."""
    counted = [(name, Counter(account.state(claim) for claim in claims)) for name, account, claims in rows]
    if len(rows) > 1:
        counted.append(("all", sum((states for _, states in counted), Counter())))
    return [(name, [states.total(), *(states[state] for state in STATES)]) for name, states in counted]
