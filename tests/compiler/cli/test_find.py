"""`hexlaw find`: what the law calls by a word, or says with it, comes first; what speaks of more words, before all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..typed_commands import typed

LAW = """chapter [3] "Storms"

fact toll(h: hex): fathoms
  "The toll of a harbour."
  otherwise 1
rule toll.shoal [Q 7]
  "A pilot is paid."
  when h is shoal
  toll(h) is 2
action sail [4]
  pick skipper(b: boat)
rule bar.moored [4.1]
  forbids sail.skipper
  when b is moored
  says "{b} lies at anchor"
effect gale(b: boat) [5]:
  set b.range to 0
ruling Q-001 [Q Letters 1]
  asks "Is a pilot paid in fog?"
  answers "yes"
  confirms toll.shoal
"""


@pytest.fixture
def found(bench: Any, capsys: pytest.CaptureFixture[str]) -> Any:
    folder: Path = bench.write(LAW, name="port")

    def find(*words: str) -> list[str]:
        capsys.readouterr()
        ended = typed("find", str(folder), *words, "--json")
        names = [entry["name"] for entry in json.loads(capsys.readouterr().out)]
        assert ended == (0 if names else 1)
        return names

    return find


def test_names_come_before_what_only_speaks_of_it(found: Any) -> None:
    assert found("toll")[:2] == ["toll.shoal", "toll"]
    assert found("TOLL", "--sort", "fact") == ["toll"]


@pytest.mark.parametrize(
    ("word", "name"),
    [("pilot", "toll.shoal"), ("anchor", "bar.moored"), ("4.1", "bar.moored"), ("moor", "bar.moored"), ("fo", "Q-001")],
)
def test_it_is_found_by_all_that_it_says(found: Any, word: str, name: str) -> None:
    assert found(word)[0] == name


def test_what_has_the_words_beside_each_other_comes_first(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """A citation is typed as it stands, and its pieces occur in many a text: `q` and `7`."""
    other = "rule toll.quay-17 [4.17]\n  over toll.shoal\n  when h is shoal\n  toll(h) is 7\n"
    folder = str(bench.write(LAW + other, name="jetty"))
    assert typed("find", folder, "Q 7", "--json") == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)] == ["toll.shoal", "toll.quay-17"]


def test_a_word_that_nothing_speaks_of_is_answered_with_one_like_it(
    bench: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(bench.write(LAW, name="mole"))
    assert typed("find", folder, "morred") == 1
    assert "nothing in `mole` speaks of morred: did you mean `moored`" in capsys.readouterr().out


def test_an_effect_is_found_by_what_it_writes(found: Any) -> None:
    assert found("range", "--sort", "effect") == ["gale"]


def test_attributes_kinds_choices_and_quantities_are_found(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    pace = "quantity pace(u: boat): whole\n  starts with u.crew\n"
    folder = str(bench.write(LAW + pace, name="slip"))

    def printed(*words: str) -> str:
        assert typed("find", folder, *words) == 0
        return capsys.readouterr().out

    words = f"{folder}/00-words.law"
    assert printed("crew", "--sort", "attribute").startswith(f"attribute boat.crew  {words}:18:3\n  whole")
    assert printed("ferry", "--sort", "kinds").startswith(f"kind ferry  {words}:28:7\n  a boat")
    assert printed("drowsy").startswith("choice mood\n  asleep, drowsy, awake, wild\n")
    assert printed("pace", "--sort", "quantities").startswith("quantity pace  ")


def test_a_sort_that_is_none_is_told_with_those_that_there_are(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(bench.write(LAW, name="weir"))
    assert typed("find", folder, "crew", "--sort", "atribute") == 2
    told = capsys.readouterr().err
    assert "there is no sort `atribute`: did you mean `attribute`?; the sorts are `rule`, `ruling`, `unit`, " in told
    assert typed("find", folder, "crew", "--sort", "fact") == 1
    assert "no fact in `weir` speaks of crew" in capsys.readouterr().out


def test_what_speaks_of_most_words_is_listed(found: Any) -> None:
    assert found("pilot", "fog") == ["Q-001"]
    assert found("anchor", "moored", "unheard-of") == ["bar.moored"]
    assert found("unheard-of") == []


def test_it_is_told_for_people(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(bench.write(LAW, name="quay"))
    assert typed("find", folder, "anchor") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("rule bar.moored  ")
    assert told[0].endswith("10-law.law:12:1")
    assert "[H 4.1]" in told[1]
    assert typed("find", folder, "anchor", "unheard-of") == 0
    assert capsys.readouterr().out.startswith("nothing speaks of all these words; of 1 of them speak:\n")
    assert typed("find", folder, "unheard-of") == 1
    assert "nothing in `quay` speaks of unheard-of" in capsys.readouterr().out


def test_blanks_alone_are_nothing_to_look_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("find", "tutorial", " ") == 2
    assert capsys.readouterr().err == "hexlaw: what is looked for? give a word, or a part of one\n"
