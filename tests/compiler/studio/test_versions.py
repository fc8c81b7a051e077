"""What differs brings a page from any version that it has to the next; of a list only new items are sent."""

from __future__ import annotations

import json
from typing import Any

import hypothesis.strategies as st
from hypothesis import given
from page_store import brought

from hexlaw.compiler.studio.versions import MAX_KEPT, Versions

STATES = st.dictionaries(
    st.sampled_from(["log", "who", "picture"]), st.lists(st.integers(0, 3), max_size=8) | st.text(max_size=2)
)


class Page:
    """What a page knows."""

    def __init__(self) -> None:
        self.version, self.data = 0, dict[str, Any]()

    def take_in(self, sent: dict[str, Any]) -> None:
        assert sent["had"] in (0, self.version)
        self.version, self.data = sent["version"], brought(self.data, sent)


@given(st.lists(st.tuples(STATES, st.integers(0, 1)), min_size=1, max_size=20))
def test_each_of_two_pages_comes_to_every_state(states: list[tuple[dict[str, Any], int]]) -> None:
    versions, pages = Versions(), (Page(), Page())
    for state, asks in states:
        page = pages[asks]
        page.take_in(versions.sent(state, page.version))
        assert page.data == state


def test_of_a_list_only_what_is_new_is_sent() -> None:
    versions, picture = Versions(), [f"line {n}" for n in range(1_000)]
    had = versions.sent({"picture": picture, "who": "a"}, 0)["version"]
    sent = versions.sent({"picture": [*picture[:500], "moved", *picture[501:]], "who": "a"}, had)
    assert (sent["values"], sent["edits"], sent["gone"]) == ({}, {"picture": [(500, 501, ["moved"])]}, [])


COUNTER = '<g transform="translate({} {})"><title>rifle-{}, Rifle, ashore, attack 3</title><use href="#p1"/></g>'


def test_of_a_text_that_moves_up_in_a_list_its_new_place_is_sent() -> None:
    """Counters beside the map that wait move up when one of them is set up."""
    versions, page = Versions(), Page()
    page.take_in(versions.sent({"picture": [COUNTER.format(6, 40 * n, n) for n in range(40)]}, 0))
    moved = [COUNTER.format(6, 40 * n - 40 * (n > 5), n) for n in range(40) if n != 5]
    sent = versions.sent({"picture": moved}, page.version)
    assert len(json.dumps(sent)) < 40 * 35 < len(json.dumps(moved)) / 2
    page.take_in(sent)
    assert page.data["picture"] == moved


@given(st.lists(st.lists(st.builds(COUNTER.format, *[st.integers(0, 30)] * 3) | st.text(max_size=3), max_size=6)))
def test_a_text_is_whole_again_wherever_it_stood(states: list[list[str]]) -> None:
    versions, page = Versions(), Page()
    for picture in states:
        page.take_in(versions.sent({"picture": picture}, page.version))
        assert page.data == {"picture": picture}


def test_in_part_all_else_is_as_it_was() -> None:
    versions, page = Versions(), Page()
    page.take_in(versions.sent({"picture": ["a"], "who": "b"}, 0))
    page.take_in(versions.sent({"picture": ["a", "c"]}, page.version, partly=True))
    assert page.data == {"picture": ["a", "c"], "who": "b"}
    page.take_in(versions.sent({"picture": ["a"]}, page.version))
    assert page.data == {"picture": ["a"]}


def test_a_page_that_has_an_old_version_is_sent_all() -> None:
    versions = Versions()
    for number in range(MAX_KEPT + 1):
        versions.sent({"who": number}, 0)
    assert versions.sent({"who": 1}, 1)["had"] == 0
    assert versions.sent({"who": 1}, 3)["had"] == 3
