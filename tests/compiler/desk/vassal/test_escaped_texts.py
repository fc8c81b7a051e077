"""How VASSAL writes several texts as one: its documented example, and whatever is written comes back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlaw.compiler.desk.vassal.escaped_texts import joined, nested, parted, unnested

TEXTS = st.lists(st.text(alphabet="ab,;\t\\'/", max_size=6), min_size=1, max_size=5)


def test_the_example_of_its_authors() -> None:
    assert joined(",", "A", joined(",", "B", "C")) == "A,B\\,C"
    assert parted(",", "A,B\\,C") == ["A", "B,C"]


@pytest.mark.parametrize(
    ("text", "written"), [("\\a", "'\\a'"), ("'a'", "''a''"), ("it's", "it's"), ("", ""), ("a;b", "a\\;b")]
)
def test_what_is_put_in_quotes(text: str, written: str) -> None:
    assert joined(";", text, "z") == f"{written};z"
    assert parted(";", f"{written};z") == [text, "z"]


@given(TEXTS, st.sampled_from(",;\t/"))
def test_what_is_written_comes_back(texts: list[str], delimiter: str) -> None:
    # a delimiter behind a backslash is the one thing that VASSAL's form cannot tell from an escaped one
    clear = [text.replace("\\", "") if delimiter in text or text.endswith("\\") else text for text in texts]
    assert parted(delimiter, joined(delimiter, *clear)) == clear


@given(st.lists(st.text(alphabet="ab;,", min_size=1, max_size=5), min_size=1, max_size=12))
def test_what_is_nested_comes_back(parts: list[str]) -> None:
    assert unnested(nested(parts)) == parts


def test_each_level_escapes_its_own() -> None:
    assert nested(["x", "y", "z"]) == "x\ty\\\tz"
