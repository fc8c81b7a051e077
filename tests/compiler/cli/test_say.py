"""`hexlaw say`: names of the law said in words, drawn by lot, and counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexlaw.compiler.pipeline import Compilation
from hexlaw.runtime.words.law_in_words import Words

from ..typed_commands import typed

MANIFEST = (
    "module: harbour\ntitle: T\nversion: 0.1.0\nsources: {H: {title: Rules}}\nspeaks-for: [H]\ndefault-source: H\n"
)
LAW = """thing boat
  stands in hex
  lit: yes/no
fact toll(b: boat): whole
rule toll.usual [1]
  toll(b) is 2
rule toll.lit [2]
  "Light is dear."
  over toll.usual
  when b is lit
  toll(b) is 3
rule toll.free [3]
  limits toll.usual
  when b is unlucky
fact b: boat is unlucky
section 4
| A lit boat has luck.
rule unlucky.never
  when b is lit
  not b is unlucky
section
"""
PHRASES = 'words\n  fact toll reads "the toll of {b}"\n'


@pytest.fixture(autouse=True)
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "harbour"
    folder.mkdir()
    (folder / "module.yaml").write_text(MANIFEST)
    (folder / "01.law").write_text(LAW + PHRASES)
    monkeypatch.chdir(tmp_path)
    return folder


def test_a_rule_is_said_with_its_source_and_its_exceptions(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("say", "./harbour", "toll.usual") == 0
    assert capsys.readouterr().out.splitlines() == [
        "The toll of a boat is 2.  [H 1]",
        "  Instead, its toll is 3 if it is lit.  [H 2]",
        "  Not if it is unlucky.  [H 3]",
    ]


DAY = """choice side
  north, south
event leaves(b: boat)
  by sail.sailed
sequence game [5]
  phase day:
    phase going for each s in {north, south} by s
action sail [5]
  open in going
  pick sailed(b: boat)
rule going.all [5]
  forbids going.done
  when no boat b where b is lit
rule leaves.lit [6]
  forbids leaves
  when b is lit
fact stays(b: boat, acting: side)
rule stays.in [6]
  when leaves(b) is forbidden
  stays(b, acting)
"""


def test_a_part_of_the_turn_is_said_with_what_is_open_in_it(harbour: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (harbour / "02.law").write_text(DAY)
    assert typed("say", "./harbour", "going") == 0
    assert capsys.readouterr().out.splitlines() == [
        "The going, once for each of north and south.",
        "  Open in it: sail.",
        "  The side that acts may be done with the going only if there is a lit boat.  [H 5]",
    ]


def test_that_an_event_is_forbidden_is_said_by_its_name_without_who_acts(
    harbour: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (harbour / "02.law").write_text(DAY)
    assert typed("say", "./harbour", "stays.in") == 0
    assert capsys.readouterr().out.strip().endswith("if “leaves” is forbidden for it.  [H 6]")


def test_a_rule_is_said_with_the_text_about_it_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("say", "./harbour", "unlucky.never") == 0
    assert capsys.readouterr().out.splitlines() == [
        "A lit boat has luck.  [H 4]",
        "A boat is not unlucky if it is lit.  [H 4]",
    ]


def test_a_fact_is_said_with_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("say", "./harbour", "unlucky") == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Whether a boat is unlucky."
    assert "  A boat is not unlucky if it is lit.  [H 4]" in out


def test_the_same_seed_draws_the_same_rules(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = []
    for seed in ("a", "a", "b", "c", "d", "e"):
        assert typed("say", "./harbour", "--lot", "2", "--seed", seed) == 0
        drawn.append(capsys.readouterr().out)
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) > 1


def test_fewer_than_one_rule_cannot_be_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("say", "./harbour", "--lot", "-1") == 2
    assert capsys.readouterr().err == "hexlaw: `--lot` is a number from 1\n"


def test_what_no_phrase_says_is_counted(harbour: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("say", "./harbour", "--count") == 0
    assert capsys.readouterr().out == "harbour: 4 of 4 sentences in words (100 %), 0 with names or law in them\n"
    (harbour / "01.law").write_text(LAW)
    assert typed("say", "./harbour", "--count") == 0
    first, *more = capsys.readouterr().out.splitlines()
    assert first == "harbour: 1 of 4 sentences in words (25 %), 3 with names or law in them"
    assert more == ["  no phrase for fact toll (3 times)"]


def test_what_effects_do_and_quantities_start_with_counts_as_well(
    harbour: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dues = "quantity dues(b: boat): whole [5]\n  starts with toll(b)\n"
    pays = "effect pay(b: boat) [6]:\n  if toll(b) > 2:\n    mark b as lit\n"
    (harbour / "01.law").write_text(LAW + dues + pays)
    assert typed("say", "./harbour", "--count", "--json") == 0
    counted = json.loads(capsys.readouterr().out)
    assert {"quantity:dues", "effect:pay"} <= set(counted["fallen"])


def test_for_programs_a_sentence_is_its_spans(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("say", "./harbour", "toll.usual", "--json") == 0
    [said] = json.loads(capsys.readouterr().out)
    assert said["name"] == "toll.usual"
    first = said["lines"][0]
    assert "".join(span["text"] for span in first["spans"]) == "The toll of a boat is 2.  [H 1]"
    assert {"text": "The toll of ", "ref": "fact:toll"} in first["spans"]


def test_an_unknown_name_is_refused_with_the_one_like_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("say", "./harbour", "toll.usuall") == 2
    assert "has nothing called `toll.usuall`: did you mean `toll.usual`" in capsys.readouterr().err
    assert typed("say", "./harbour", "usual") == 2
    assert "has nothing called `usual`: did you mean `toll.usual`?" in capsys.readouterr().err
    assert typed("say", "./harbour") == 2
    assert "what is to be said?" in capsys.readouterr().err


def test_no_rule_of_a_shipped_game_falls_back_to_law(shipped: Compilation) -> None:
    assert not Words(shipped.graph).count().fallen


def test_what_is_declared_is_said_with_what_each_has(harbour: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A kind has its own attributes, not those of its parent; an attribute is found with its kind and without."""
    declared = """thing ferry is a boat
  "It carries people."
  deck: deck "where they stand"
  load: whole
record voyage
  vessel: boat
  calls: whole "how often it lands"
choice deck in order
  lower, upper
measure knots whole "miles an hour"
"""
    (harbour / "02.law").write_text(declared)
    names = "ferry", "voyage", "deck", "knots", "boat.lit", "lit"
    assert typed("say", "./harbour", *names) == 0
    assert capsys.readouterr().out.split("\n\n") == [
        "ferry\n  ferry: a sort of boat. It carries people.\n    deck: where they stand\n    load: a whole number",
        "voyage\n  voyage: a record of what belongs together.\n    vessel: boat\n    calls: how often it lands",
        "deck\n  deck: in this order: lower, upper\n  deck of a ferry: where they stand",
        "knots\n  knots: counted in miles an hour",
        "boat.lit\n  lit of a boat: yes or no",
        "lit\n  lit of a boat: yes or no\n",
    ]
    assert typed("say", "./harbour", "boat.lti") == 2
    assert "did you mean `boat.lit`" in capsys.readouterr().err


def test_a_table_is_said_with_its_chart_its_sources_and_its_doubts(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("say", "tutorial", "entry-strides") == 0
    assert capsys.readouterr().out.splitlines() == [
        "The strides for a terrain in a gait.  [RB 2.2]",
        "  Ground  boots  hooves  paws",
        "  meadow  1      1       1",
        "  clover  1      2*      1",
        "  fir     2      2       1",
        "  scree   2      2       3",
        "  snow    3      3†      2",
        "  * They nibble on the way.",
        "  † Unsure: the first printing is smudged here; it may be a 2; another source has 2.",
    ]


def test_for_programs_a_chart_is_its_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("say", "tutorial", "entry-strides", "--json") == 0
    [said] = json.loads(capsys.readouterr().out)
    assert said["lines"][1] == {
        "depth": 1,
        "rows": [
            ["Ground", "boots", "hooves", "paws"], ["meadow", "1", "1", "1"], ["clover", "1", "2*", "1"],
            ["fir", "2", "2", "1"], ["scree", "2", "2", "3"], ["snow", "3", "3†", "2"],
        ],
    }  # fmt: skip


CHOSEN = """option fog [7]
  "Fog lies on the water."
  default on
option lamps [8]
  "Lamps are lit."
  default off
  needs fog
  excludes moon
option moon [9]
  "The moon shines."
  default off
"""
LAMPS = """chapter [8] "Lamps" if option lamps
action light [8]
  pick lit(b: boat)
  mark b as lit
rule toll.by-lamp [8]
  limits toll.lit
  when b is unlucky
"""


def test_an_option_is_said_with_its_default_and_what_it_brings(
    harbour: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (harbour / "02.law").write_text(CHOSEN)
    (harbour / "03.law").write_text(LAMPS)
    assert typed("say", "./harbour", "lamps") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[:4] == [
        "Lamps are lit.  [H 8]",
        "  Off unless switched on.",
        "  Only together with “fog”.",
        "  Not together with “moon”.",
    ]
    assert said[4].startswith("  Light")
    unlucky = "  With the option lamps: the toll of a boat is not 3 just because it is lit, if it is unlucky.  [H 8]"
    assert said[-1] == unlucky
    assert not any("H 2" in line for line in said)
    assert typed("say", "./harbour", "fog") == 0
    assert capsys.readouterr().out.splitlines() == ["Fog lies on the water.  [H 7]", "  On unless switched off."]
