"""What came of trying two rules is kept only while all that it rested on is the same, however far off that is."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from hexlaw.compiler.analysis import realise
from hexlaw.compiler.analysis.clashes import find_clashes
from hexlaw.compiler.base import cache
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.render import render

# Two rules that give the same as long as `depth` is 1. Everything that it is the sum of is an addend of nothing until
# a place in double angle brackets is changed.
LAW = """<<remark>>chapter [1] "Tolls"
option storm [1]
  "It may blow."
  default <<option>>
dispute tide [1]
  "When it turns."
  reading soon "at once"
  reading late "later"
  default <<dispute>>
thing hex also
  sand: fathoms = <<default>>
choice swell in order
  <<order>>
table worth(p: paint): fathoms [1]
fact toll(u: boat): fathoms
  otherwise 0
fact fee(u: boat): fathoms
  otherwise 0
rule t.usual [1]
  toll(u) is 1
rule t.far [1]
  <<over>>when u is lit
  toll(u) is depth(u)
rule f.usual [1]
  fee(u) is 1
rule f.contrary [1]
  against ruling Q-001
  when u is lit
  fee(u) is depth(u)
ruling Q-001 [Q 1]
  asks "Do lit boats pay by depth?"
  answers no

fact depth(u: boat): fathoms
  otherwise 1 + a(u) + b(u) + c(u) + d(u) + f(u) + g(u) + <<tried>> + m(u) + p(u) + u.hex.sand + worth(red) + pull(u)
fact a(u: boat): fathoms
  otherwise <<otherwise>>
fact b(u: boat): fathoms
  otherwise 0
rule b.value [1]
  when u is lit
  b(u) is <<value>>
fact c(u: boat): fathoms
  otherwise 0
rule c.limited [1]
  when u is lit
  c(u) is 1
rule c.limit [1]
  limits c.limited
  when u.crew >= <<limit>>
fact d(u: boat): fathoms
  otherwise 0
rule d.deep [1]
  when u is deep
  d(u) is 1
fact u: boat is deep
rule deep.a [1]
  when u.crew <<condition>> 0
  u is deep
fact f(u: boat): fathoms
  otherwise 0
rule f.swell [1]
  when swell-at(u) > steady
  f(u) is 1
fact swell-at(u: boat): swell
  otherwise slight
fact g(u: boat): fathoms
  otherwise 0
rule g.late [1]
  under tide: late
  g(u) is 1
fact k(u: boat): fathoms
  otherwise 0
rule k.tried [1]
  when fill(u) would break full
  k(u) is 1
rule full [1]
  forbids done
  for each h in hexes
  when count(boat b in h where b.crew > 19) >= 1
effect fill(u: boat) [1]:
  set u.crew to <<effect>>
fact m(u: boat): fathoms
  otherwise 0
rule m.shadow [1]
  when marked(u) includes u
  m(u) is 1
fact marked(u: boat) collects boat
rule marked.a [1]
  for each v in {u}
  when u is lit and v.crew >= <<collected>>
  marked(u) includes v
fact p(u: boat): fathoms
  otherwise 0
quantity pull(u: boat): fathoms
  starts with <<start>>
  steps wind
rule pull.fractions [1]
  keeps fractions of pull
rule pull.wind [1]
  at step pull.wind
  when u is lit
  adds <<step>>
fact elsewhere(u: boat): fathoms
  otherwise 0
rule elsewhere.a [1]
  when u.crew > <<elsewhere>>
  elsewhere(u) is 1
"""
STORM = """chapter [2] "Storm" if option storm
rule p.storm [2]
  p(u) is 1
"""
TABLE = """table: worth
title: Worth
cite: [H 1]
rows: {{red: {0}, blue: {0}}}
"""
AS_IT_IS = {
    "remark": "", "option": "off", "dispute": "soon", "default": "0", "order": "none, slight, steady, high", "over": "",
    "otherwise": "0", "value": "0", "limit": "0", "condition": "<", "effect": "19", "collected": "90", "start": "0",
    "step": "0", "elsewhere": "1", "table": "0",
    "tried": "0",
}  # fmt: skip
FAR = {
    "option": "on", "dispute": "late", "default": "1", "order": "none, steady, slight, high", "otherwise": "1",
    "value": "1", "limit": "90", "condition": ">=", "effect": "20", "collected": "0", "start": "1", "step": "1",
    "table": "1",
}  # fmt: skip


def look(bench: Any, places: Mapping[str, str]) -> Any:
    """What is told of the law: the pairs that stay undecided, and the findings as they are shown."""
    law = LAW
    for name, text in places.items():
        law = law.replace(f"<<{name}>>", text)
    files = {"20-storm.law": STORM, "tables/worth.yaml": TABLE.format(places["table"])}
    compilation = bench.compiled(bench.write(law, name="tolls", files=files))
    found = Diagnostics()
    tally = find_clashes(compilation.graph, compilation.names, found)
    return tally, [d.code for d in found], [render(d) for d in found]


def test_nothing_is_tried_again_after_an_edit_that_nothing_of_it_rests_on(
    bench: Any, own_cache: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally, codes, _ = look(bench, AS_IT_IS)
    assert (tally.undecided, codes) == ([("t.usual", "t.far")], [])
    monkeypatch.setattr(realise, "realise", lambda *_: pytest.fail("it was tried again"))
    for places in ({"elsewhere": "2"}, {"remark": "# All below moves.\n"}):
        assert look(bench, AS_IT_IS | places)[0] == tally
    own_cache.new_process()
    assert look(bench, AS_IT_IS)[0] == tally


@pytest.mark.parametrize("place", FAR)
def test_an_edit_of_anything_that_a_pair_rests_on_is_noticed(place: str, bench: Any, own_cache: Any) -> None:
    before = AS_IT_IS | ({"tried": "k(u)"} if place == "effect" else {})
    assert look(bench, before)[1] == []
    tally, codes, _ = look(bench, before | {place: FAR[place]})
    assert (tally.undecided, codes) == ([], ["HX293", "HX293"])
    assert look(bench, before)[1] == []


def test_after_any_edits_the_same_is_told_with_what_was_kept_and_without(
    bench: Any, own_cache: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = {"remark": "# All below moves.\n", "over": "over t.usual\n  ", "elsewhere": "2", "tried": "k(u)"}
    changes = list({**FAR, **more}.items())
    random = Random(1)
    outcomes = set()
    for _ in range(20):
        places = AS_IT_IS | dict(random.sample(changes, random.randrange(4)))
        told = look(bench, places)
        with monkeypatch.context() as patch:
            patch.setenv("HEXLAW_CACHE", "off")
            cache.forget()
            assert look(bench, places) == told
            cache.forget()
        outcomes.add((len(told[0].undecided), told[0].ordered, len(told[1])))
    assert len(outcomes) > 2
