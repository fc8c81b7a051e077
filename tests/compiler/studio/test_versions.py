"""What differs brings a page from any version that it has to the next; of a list only new items are sent."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
from hypothesis import given

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
        data = {**self.data, **sent["values"]} if sent["had"] else {**sent["values"]}
        for name in sent["gone"]:
            del data[name]
        for name, edits in sent["edits"].items():
            data[name] = [*data[name]]
            for first, last, items in edits:
                data[name][first:last] = items
        self.version, self.data = sent["version"], data


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
    assert (sent["values"], sent["edits"], sent["gone"]) == ({}, {"picture": [[500, 501, ["moved"]]]}, [])


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
