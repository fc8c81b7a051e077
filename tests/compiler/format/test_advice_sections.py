"""Older law is carried over: what programs go by moves below `advice`, and everything else stays."""

from __future__ import annotations

import pytest

from hexlaw.compiler.base.source import Source
from hexlaw.compiler.format.advice_sections import with_advice_apart

OLD = """\
chapter [1] "Islands" if situation calm

fact f(u: boat): whole
  otherwise 0

# what it is all about
rule goal.won [1, 2]  # why
  goal of s that f(s) = 1 worth 10

# a law
rule f.lit [1]
  f(u) is 2
rule worth.near [3]
  at step worth.ways
  adds 5
"""
NEW = """\
chapter [1] "Islands" if situation calm

fact f(u: boat): whole
  otherwise 0

# a law
rule f.lit [1]
  f(u) is 2

advice [HA 1] "Islands" if situation calm

# what it is all about
rule goal.won  # why
  goal of s that f(s) = 1 worth 10

rule worth.near
  at step worth.ways
  adds 5
"""


def carried(text: str) -> str:
    return with_advice_apart(Source("a.law", text), "HA").text


def test_goals_and_worth_move_to_the_end_of_their_file_without_what_they_cited() -> None:
    assert carried(OLD) == NEW


def test_what_was_carried_over_stays(  # a second time changes nothing
) -> None:
    assert carried(NEW) == NEW


def test_it_joins_the_advice_that_the_file_has() -> None:
    more = NEW + "\nfact far(u: boat): whole\n"
    goal = "rule goal.more [1]\n  goal of s worth 2\n\n"
    expected = NEW.replace("# what it", "rule goal.more\n  goal of s worth 2\n\n# what it")
    assert carried(more.replace("# a law", f"{goal}# a law")) == expected + "\nfact far(u: boat): whole\n"


@pytest.mark.parametrize("law", ["fact worth(s: side): whole\n", "rule w [1]\n  worth(s) is 3\n"])
def test_a_file_of_advice_alone_becomes_one(law: str) -> None:
    told = carried('chapter [1] "What for"\n\n' + law)
    assert told.lstrip() == 'advice [HA 1] "What for"\n\n' + law.replace(" [1]", "")


def test_the_ends_of_its_lines_are_kept_and_a_file_with_mistakes_is_left_alone() -> None:
    assert carried(OLD.replace("\n", "\r\n")) == NEW.replace("\n", "\r\n")
    broken = OLD.replace("adds 5", "adds")
    assert carried(broken) == broken
