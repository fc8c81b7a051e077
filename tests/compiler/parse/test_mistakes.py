"""What newcomers write, and what they are told: one sentence, where the mistake is, and nothing that only follows."""

# ruff: noqa: E501 - a line of a table of examples is read across

from __future__ import annotations

from typing import Any

import pytest

MISTAKES = {
    "no comma": (
        "choice hue\n  green, pink\n  brown\nthing boat also\n  hue: hue = green\n",
        [(3, "a comma is missing before `brown`")],
    ),
    "no comma in a line": ("choice hue\n  green pink\n", [(2, "a comma is missing before `pink`")]),
    "no does": (
        "action sail [1]\n  pick step(u: boat)\n      costs 1 counted in u.spent\n    move u to u.hex\nrule bar.a [1]\n  forbids sail.step\n",
        [(3, "a `does:` is missing at the end of this line")],
    ),
    "no colon after does": (
        "action sail [1]\n  pick step(u: boat) does\n    move u to u.hex\n",
        [(2, "a `:` is missing at the end of this line")],
    ),
    "no colon after if": (
        "effect sink(u: boat):\n  if u is lit  # so\n    remove u\n",
        [(2, "a `:` is missing at the end of this line")],
    ),
    "no colon after an effect": (
        "effect sink(u: boat)\n  remove u\n",
        [(1, "a `:` is missing at the end of this line")],
    ),
    "slashes": ("// a remark\nmeasure oil whole\n", [(1, "a comment does not start with `//`")]),
    "slashes at the end": (
        "fact toll(b: boat): whole // so\nrule toll.all [1]\n  toll(b) is 1\n",
        [(1, "a comment does not start with `//`")],
    ),
    "bent quotes": (
        "fact toll(b: boat): whole\n  \u201cWhat it costs.\u201d\nrule toll.all [1]\n  toll(b) is 1\n",
        [(2, "`\u201c` is not a quote of the law")],
    ),
    "indented too far": (
        "fact b: boat is slow\nrule slow.all [1]\n  b is slow\n    when b is lit\n",
        [(4, "`when` is indented too far: so it continues the line above")],
    ),
    "else": (
        "effect sink(u: boat):\n  if u is lit:\n    remove u\n  else:\n    mark u as lit\n",
        [(4, "`else` is not a word of the law")],
    ),
    "dice and dice": (
        "effect sink(u: boat):\n  roll 1d6 + 1d6 as x\n",
        [(2, "dice are thrown by a `roll` of their own")],
    ),
    "dice in a let": ("effect sink(u: boat):\n  let x be 1d6 + 1\n", [(2, "dice are thrown by a `roll` of their own")]),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_it_is_told_where_it_is_made(name: str, bench: Any) -> None:
    law, expected = MISTAKES[name]
    assert [(d.span.line, d.message) for d in bench.findings(law) if d.span] == expected


def test_a_mistake_that_does_not_follow_is_told_beside_it(bench: Any) -> None:
    law = "choice hue\n  green pink\nthing boat also\n  hue: hue\n  shade: nuance\n"
    assert [(d.code, d.message) for d in bench.findings(law)] == [
        ("HX204", "a comma is missing before `pink`"),
        ("HX211", "there is no type `nuance`"),
    ]


def test_a_sequence_that_cannot_be_read_is_not_missed_in_all_its_parts(bench: Any) -> None:
    law = """choice side
  reds, blues
thing boat also
  tired: yes/no lasting until end of watch
action hail [1]
  open in calling, calking
  pick caller(b: boat)
sequence game [1]
  phase watch:
    phase calling for each s off {reds, blues}
"""
    assert [(d.code, d.message) for d in bench.findings(law)] == [
        ("HX204", "`off` is not expected here: expected `in`"),
        ("HX401", "the sequence has no part `calking`"),
    ]


def test_an_attribute_of_a_thing_that_cannot_be_read_is_not_missed(bench: Any) -> None:
    law = "thing gig is a boat\n  stands in hex hex\n  oars: whole = 2\nfact b: boat is manned\nrule m [1]\n  when b.oars > 1\n  b is manned\n"
    assert [d.code for d in bench.findings(law)] == ["HX204"]
