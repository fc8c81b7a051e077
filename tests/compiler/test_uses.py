"""What names stand for: every one of them can be renamed, in all places at once."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.texts import DISK
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.uses import Meaning, Use, Uses, name_at, uses_of

from .conftest import FERRY

LAW = """chapter [RB 4] "The lake"

choice side
  red, blue

choice mood
  calm-mood, angry

thing barge is a boat
  mood: mood = calm-mood
  done: yes/no

order mooring
  moored: boat

record wake
  behind: boat

fact b: boat is happy

fact b: boat is merry

fact a: boat hails b: boat

quantity load(b: boat): whole
  starts with b.crew
  steps mood, water

rule happy.calm [RB 4.1]
  b is happy
  when b is a barge
  when b.mood is angry and b is lit and (any boat w in b.hex where w is merry)

rule load.happy [RB 4.2]
  at step load.mood
  adds b.crew + b.crew
  when b is happy

rule load.less [RB 4.3]
  limits load.happy
  when b hails b

action hail [RB 4.4]
  pick hailer(u: boat)
  pick hailed(v: boat) from those boat c in u.hex where c hails u
  mark v as lit

rule hail.silent [RB 4.5]
  forbids hail.hailed
  when load(v) < 1
  says "{v} has {v.crew} and {load(u)}"

effect be-lit(b: boat):
  pick lamp(l: boat)

fact b: boat is held
rule held.by-its-mooring [RB 4.5]
  when any mooring m where m.moored is b
  b is held

fact guard(b: boat): side
  otherwise red

effect ask-for-it(b: boat):
  offer hail() to guard(b)

action drift [RB 4.4]
  pick drifter(u: boat)
  pick onto(h: hex) repeatedly does:
    move u to h

event drifts(u: boat)
  by drift.onto

rule drift.over [RB 4.5]
  after drifts
  then:
    stops drift

rule drifts.over [RB 4.5]
  after drifts
  then:
    stops drifts

section RB 4.6

| Calm boats are happy.

from ferry: happy.calm, action hail

section

words
  quantity load reads "the load of {b}"
  attribute boat.crew reads "the crew"
  attribute barge.done reads "{it} is done"
  attribute mooring.moored reads "what is moored"
  record wake reads "the wake of {behind}"
  pick lamp reads "a lamp"
"""
LAW_ALONE = (
    "fact", "quantity", "effect", "reach", "memory", "tally", "rule", "step", "measure", "event", "part", "stage",
    "dispute", "reading", "action", "span",
)  # fmt: skip
"""The sorts of which the names stand in law alone, and not in boards, charts, tables and styles."""


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    place = tmp_path / "lake"
    for name, text in {**FERRY, "04.law": LAW}.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, "utf-8")
    return place


def compiled(place: Path) -> Compilation:
    diagnostics = Diagnostics()
    compilation = compile_modules(str(place), diagnostics)
    assert compilation is not None, [str(d) for d in diagnostics]
    return compilation


def named(compilation: Compilation, line: str, word: str) -> Use:
    """The word in the one line of law that begins so."""
    law = next(source for source in compilation.chain.sources if source.name.endswith("04.law"))
    at = law.text.index(f"\n{line}") + 1
    found = name_at(compilation, law.name, law.text.index(word, at))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("line", "word", "meaning"),
    [
        ("  when b.mood is angry", "mood", Meaning("attribute", "mood", "barge")),
        ("  when b.mood is angry", "angry", Meaning("value", "angry", "mood")),
        ("  when b.mood is angry", "lit and", Meaning("attribute", "lit", "boat")),
        ("  when b.mood is angry", "merry", Meaning("fact", "merry")),
        ("  b is happy", "happy", Meaning("fact", "happy")),
        ("from ferry:", "happy.calm", Meaning("rule", "happy.calm")),
        ("from ferry:", "hail", Meaning("action", "hail")),
        ("  when b is a barge", "barge", Meaning("kind", "barge")),
        ("  at step load.mood", "load", Meaning("quantity", "load")),
        ("  at step load.mood", "mood", Meaning("step", "mood", "load")),
        ("  adds b.crew", "crew", Meaning("attribute", "crew", "boat")),
        ("  limits load.happy", "load.happy", Meaning("rule", "load.happy")),
        ("  when b hails b", "hails", Meaning("fact", "hails")),
        ("  mark v as lit", "lit", Meaning("attribute", "lit", "boat")),
        ("  forbids hail.hailed", "hailed", Meaning("pick", "hailed", "hail")),
        ("  forbids hail.hailed", "hail.", Meaning("action", "hail")),
        ("  says ", "crew", Meaning("attribute", "crew", "boat")),
        ("  says ", "load", Meaning("quantity", "load")),
        ("  quantity load reads", "load", Meaning("quantity", "load")),
        ("  attribute boat.crew reads", "crew", Meaning("attribute", "crew", "boat")),
        ("  mood: mood", "mood =", Meaning("choice", "mood")),
        ("    stops drift", "drift", Meaning("action", "drift")),
        ("  attribute barge.done", "done", Meaning("attribute", "done", "barge")),
        ("  attribute mooring.moored", "mooring", Meaning("order", "mooring")),
        ("  when any mooring", "mooring", Meaning("order", "mooring")),
        ("  record wake reads", "behind", Meaning("field", "behind", "wake")),
        ("  pick lamp reads", "lamp", Meaning("pick", "lamp")),
        ("  pick lamp(", "lamp", Meaning("pick", "lamp")),
        ("  offer hail", "hail", Meaning("action", "hail")),
        ("  offer hail", "guard", Meaning("fact", "guard")),
        ("    stops drifts", "drift", Meaning("event", "drifts")),
    ],
)
def test_what_a_name_stands_for(lake: Path, line: str, word: str, meaning: Meaning) -> None:
    assert named(compiled(lake), line, word).meaning == meaning


def test_where_a_name_stands(lake: Path) -> None:
    compilation = compiled(lake)
    uses = uses_of(compilation, Meaning("quantity", "load"))
    lines = [LAW.split("\n")[use.span.line - 1].strip() for use in uses]
    assert lines == [
        "quantity load(b: boat): whole", "at step load.mood", "when load(v) < 1",
        'says "{v} has {v.crew} and {load(u)}"', 'quantity load reads "the load of {b}"',
    ]  # fmt: skip
    assert [use.declares for use in uses] == [True, *[False] * 4]
    assert uses_of(compilation, Meaning("fact", "quiet")) == []


def test_a_variable_is_one_of_its_item(lake: Path) -> None:
    compilation = compiled(lake)
    u = named(compilation, "  pick hailer(u", "u: boat")
    assert u.declares
    assert {use.span.text for use in uses_of(compilation, u.meaning)} == {"u"}
    assert len(uses_of(compilation, u.meaning)) == 3


def test_between_names_there_is_none(lake: Path) -> None:
    compilation = compiled(lake)
    law = next(source for source in compilation.chain.sources if source.name.endswith("04.law"))
    assert name_at(compilation, law.name, LAW.index("\n\nfact b:") + 1) is None
    assert name_at(compilation, law.name, LAW.index("starts")) is None


def renamed(place: Path) -> None:
    """Gives each name of law alone another one, wherever it stands."""
    compilation = compiled(place)
    uses = Uses(compilation)
    found = {
        (use.span.source.name, use.span.start, use.span.end): use.meaning
        for item in uses.items for use in uses.of(item) if use.meaning.sort in LAW_ALONE
    }  # fmt: skip
    for source in compilation.chain.sources:
        text = source.text
        for (name, start, end), meaning in sorted(found.items(), key=lambda one: -one[0][1]):
            if name == source.name:
                assert text[start:end] == meaning.name
                text = f"{text[:start]}{meaning.name}-z{text[end:]}"
        if text != source.text:
            path = DISK.path_of(source.name)
            assert path is not None
            path.write_text(text, "utf-8")


def test_every_name_can_be_renamed(lake: Path) -> None:
    renamed(lake)
    assert "load-z" in (lake / "04.law").read_text("utf-8")
    compiled(lake)


def test_a_shipped_law_can_be_renamed(tmp_path: Path) -> None:
    place = copytree(shipped_modules()["tutorial"], tmp_path / "tutorial")
    (place / "style.yaml").unlink()
    renamed(place)
    compiled(place)
