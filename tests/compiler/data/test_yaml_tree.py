"""YAML with places: what is read, where it stands, and what is refused in which words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.base.texts import DISK
from hexlaw.compiler.code_pages import code_pages
from hexlaw.compiler.data.yaml_tree import Listing, Mapping, Node, Scalar, read_yaml


def read(text: str) -> tuple[Node | None, Diagnostics]:
    diagnostics = Diagnostics()
    return read_yaml(Source("f.yaml", text), diagnostics), diagnostics


def codes(diagnostics: Diagnostics) -> list[str]:
    return [d.code for d in diagnostics]


def test_every_scalar_stays_the_text_that_was_written() -> None:
    node, diagnostics = read("a: no\nb: [1-4, 0x10, 1.50, ~]\nc: '- '\nd: 2001-01-01\ne:\n")
    assert node is not None
    assert not len(diagnostics)
    assert node.plain() == {"a": "no", "b": ["1-4", "0x10", "1.50", "~"], "c": "- ", "d": "2001-01-01", "e": ""}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_spans_cover_the_text_of_each_node(newline: str) -> None:
    text = newline.join(["é: [é1, 'x']", "c:", "  - d: 1-4", "  - é", "f: {é: no}", ""])
    node, _ = read(text)
    assert isinstance(node, Mapping)
    pieces = [text[value.span.start : value.span.end] for _, value in node.entries]
    assert pieces == ["[é1, 'x']", f"- d: 1-4{newline}  - é", "{é: no}"]
    assert [str(key.span) for key, _ in node.entries] == ["f.yaml:1:1", "f.yaml:2:1", "f.yaml:5:1"]


def test_helpers_find_values_and_keys() -> None:
    node, _ = read("a: 1\nb: [2]\n")
    assert isinstance(node, Mapping)
    assert isinstance(node.get("a"), Scalar)
    assert isinstance(node.get("b"), Listing)
    assert node.get("z") is None
    key = node.key("b")
    assert key is not None
    assert key.span.line == 2


@pytest.mark.parametrize(
    ("text", "code", "place", "words"),
    [
        ("a: &x 1\n", "HX108", "1:4", "anchor `&x`"),
        ("a: *x\n", "HX108", "1:4", "alias `*x`"),
        ("a: !thing 1\n", "HX108", "1:4", "tag `!thing`"),
        ("a: 1\n---\nb: 1\n", "HX108", "2:1", "second document"),
        ("%TAG !x! y\n---\na: 1\n", "HX108", "1:1", "`%` in front"),
        ("#\r%TAG !x! y\r---\ra: 1\r", "HX108", "1:3", "`%` in front"),
        ("a: 1\nb: 2\na: 3\n", "HX106", "3:1", "`a` is given twice"),
        ("a:\n\tb: 1\n", "HX104", "2:1", "tab"),
        ("a: b: c\n", "HX104", "1:5", "colon"),
        ("a: [1, 2\nb: 3\n", "HX104", "1:4", "not closed"),
        ("a: {day:3}\n", "HX104", "1:5", "a blank is missing behind the colon of `day:3`"),
        ("a: 'x\n", "HX104", "2:1", "quote is not closed"),
        ("- a\nb: 1\n", "HX104", "2:1", "this line does not continue"),
        ("a: @x\n", "HX104", "1:4", "cannot begin with this sign"),
        ("[a]: 1\n", "HX104", "1:1", "not a list or a mapping"),
        ("", "HX104", "1:1", "empty"),
        ("# nothing\n", "HX104", "1:1", "empty"),
        ("a: \x07\n", "HX102", "1:4", "no text holds"),
        ("a: \ud800\n", "HX102", "1:4", "no text holds"),
        ("[" * 31 + "]" * 31, "HX103", "1:31", "more than 30 deep"),
        ("[" + "a," * 200_001 + "]", "HX103", "1:400000", "more than 200,000 values"),
        ("x" * 8_000_001, "HX103", "1:1", "longer than 8,000,000"),
    ],
)
def test_refusals(text: str, code: str, place: str, words: str) -> None:
    node, diagnostics = read(text)
    first = next(iter(diagnostics))
    assert node is None
    assert (first.code, str(first.span)) == (code, f"f.yaml:{place}")
    assert words in first.message


def test_where_a_key_of_a_list_s_item_belongs_is_told() -> None:
    (found,) = read("a:\n  - b: 1\n  c: 2\n")[1]
    assert (found.code, str(found.span)) == ("HX104", "f.yaml:3:3")
    assert found.help == "begin items by `- `, keys 2 blanks after it"


def test_a_colon_in_a_quoted_key_or_before_a_value_is_one_of_its_letters() -> None:
    for text in ('a: {"1:2"}', "1:2: 5", '{"1:2": 5}', "a: {1:2: 5}"):
        assert not list(read(text)[1]), text


def test_as_deep_as_allowed() -> None:
    node, diagnostics = read("[" * 30 + "]" * 30)
    assert node is not None
    assert not len(diagnostics)


def test_many_mistakes_in_one_run() -> None:
    _, diagnostics = read("a: &x 1\nb: !t 2\na: *x\n")
    assert codes(diagnostics) == ["HX108", "HX108", "HX106", "HX108"]


def test_reading_stops_after_a_hundred_mistakes() -> None:
    _, diagnostics = read("".join(f"a{i}: &x 1\n" for i in range(500)))
    assert codes(diagnostics) == ["HX108"] * 100 + ["HX109"]


def source(tmp_path: Path, data: bytes, limit: int = 100) -> tuple[Source | None, Diagnostics]:
    diagnostics = Diagnostics()
    (tmp_path / "f").write_bytes(data)
    return DISK.read(tmp_path / "f", "shown", limit, diagnostics), diagnostics


def test_a_file_is_read_without_its_byte_order_mark(tmp_path: Path) -> None:
    read_in, diagnostics = source(tmp_path, b"\xef\xbb\xbf\xc3\xa9\r\n")
    assert read_in is not None
    assert (read_in.name, read_in.text) == ("shown", "é\r\n")
    assert not len(diagnostics)


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [(b"ab\n\xc3\xa9\xff", "HX102", "shown:2:2"), (b"a\0", "HX102", "shown:1:2"), (b"a" * 101, "HX103", "None")],
)
def test_files_that_are_no_text(tmp_path: Path, data: bytes, code: str, place: str) -> None:
    read_in, diagnostics = source(tmp_path, data)
    assert read_in is None
    assert [(d.code, str(d.span)) for d in diagnostics] == [(code, place)]


def test_a_file_of_exactly_the_limit_is_read(tmp_path: Path) -> None:
    assert source(tmp_path, b"a" * 100)[0] is not None


def test_paths_that_are_no_files(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    for path in (tmp_path, tmp_path / "none", tmp_path / ("x" * 5000), Path("a\0b"), Path("/dev/zero")):
        assert DISK.read(path, f"shown {len(diagnostics)}", 100, diagnostics) is None
    assert codes(diagnostics) == ["HX101"] * 5


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab:-[]{},'\"\\|>&*!%@#?\t\n \r\x85\u2028é~", max_size=40))
def test_no_text_makes_it_raise(text: str) -> None:
    node, diagnostics = read(text)
    assert (node is None) == diagnostics.has_errors
    assert set(codes(diagnostics)) <= code_pages().keys()


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=60))
def test_no_bytes_make_it_raise(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    read_in, diagnostics = source(tmp_path_factory.mktemp("bytes"), data)
    if read_in is not None:
        read_yaml(read_in, diagnostics)
    assert set(codes(diagnostics)) <= code_pages().keys()


@pytest.mark.parametrize(
    ("text", "place", "said", "help_"),
    [
        (
            "rows:\n  5:[1, 2]\n  6: [1, 2]\n",
            "f.yaml:2:4",
            "a blank is missing behind the colon of `5:`",
            "put a blank",
        ),
        ("a:\u00a0b\nc: [d]\n", "f.yaml:1:3", "looks like a blank and is another sign", "type the blank anew"),
        ("{a: b, c:\u00a0d}\n", "f.yaml:1:10", "looks like a blank and is another sign", "type the blank anew"),
        (
            "board: bay\ntitle The bay\ncite: [a]\n",
            "f.yaml:2:1",
            "a colon is missing behind `title`",
            "write `title: The bay`",
        ),
        ("title The bay\ncite: [a]\n", "f.yaml:1:1", "a colon is missing behind `title`", "write `title: The bay`"),
        ("# so\n\nboard\ncite: [a]\n", "f.yaml:3:1", "a colon is missing behind `board`", "write `board:`"),
        (
            "board: bay\ngrid {a: b, c: d}\n",
            "f.yaml:2:1",
            "a colon is missing behind `grid`",
            "write `grid: {a: b, c: d}`",
        ),
        ("hexes:\n  A1: {b: c}\n  B1 {b: c}\n", "f.yaml:3:3", "a colon is missing behind `B1`", "write `B1: {b: c}`"),
        ("hexes:\n  A1: {b: c}\n  B1\n  C1: {b: c}\n", "f.yaml:3:3", "a colon is missing behind `B1`", "write `B1:`"),
        ("doc: a text\n  that goes on\n  and: here\n", "f.yaml:3:6", "a colon makes a key here", "quote the text"),
        ("x: {name: {line}-{n}, b: c}\n", "f.yaml:1:11", "a text that begins with a brace", 'write `"{line}-{n}"`'),
    ],
)
def test_a_mistake_is_told_where_it_was_made(text: str, place: str, said: str, help_: str) -> None:
    [found] = read(text)[1]
    assert (found.code, str(found.span)) == ("HX104", place)
    assert said in found.message
    assert help_ in (found.help or "")
