"""Shape mistakes: each at its key or value, in a designer's words; and the schemas themselves."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time

import pytest
from jsonschema import Draft202012Validator

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.data import schema as schema_module
from hexlaw.compiler.data.schema import SCHEMAS, VERSION, validate
from hexlaw.compiler.data.yaml_tree import read_yaml

ROOT = Path(__file__).resolve().parents[3]
RULES, SCAFFOLDS = ROOT / "rules", ROOT / "compiler" / "scaffolds"
STYLE = "hexes:\n- {attribute: depth, fill: red, letter: d}\n"


def told(text: str, schema: str) -> list[tuple[str, str, str | None]]:
    diagnostics = Diagnostics()
    node = read_yaml(Source("f", text), diagnostics)
    assert node is not None
    assert validate(node, schema, diagnostics) == (not diagnostics.has_errors)
    return [(str(d.span), d.message, d.help) for d in diagnostics]


def test_a_good_file_has_nothing_told() -> None:
    assert told(STYLE, "style") == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("fill: red, ", "", ("f:2:3", "the key `fill` is missing here", "it says: the colour of the hex")),
        ("fill", "fil", ("f:2:22", "there is no key `fil` here", "did you mean `fill`?")),
        (
            "hexes",
            "zzz",
            (
                "f:1:1",
                "there is no key `zzz` here",
                "the keys here are `background`, `hexes`, `sides`, `shapes`, `counters`, `reach`, `sight`",
            ),
        ),
        ("letter: d", "letter: [d]", ("f:2:41", "expected a text, found a list", None)),
        ("{attribute: depth, fill: red, letter: d}", "x", ("f:2:3", "expected a rule for hexes, found `x`", None)),
    ],
)
def test_mistakes_in_words(old: str, new: str, expected: tuple[str, str, str | None]) -> None:
    assert expected in told(STYLE.replace(old, new), "style")


def test_a_name_of_ones_own_is_told_where_such_names_stand() -> None:
    case = "hexlaw: 1\ncases:\n  - {id: a, ask: after, expect: {spent: 1/3}}\n"
    (found,) = told(case, "cases")
    assert found[2].endswith(
        "; outcomes with their chances under `chances`, hexes with their least cost under `reaches`"
    )


def test_where_the_fast_validator_gives_up_the_answers_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = STYLE.replace("fill", "fil")
    expected = [told(STYLE, "style"), told(broken, "style")]
    monkeypatch.setattr(schema_module, "_fast_validator", lambda name: lambda plain: False)
    assert [told(STYLE, "style"), told(broken, "style")] == expected
    assert expected[0] == []
    assert expected[1]


@pytest.mark.parametrize(
    ("schema", "plain"),
    [
        ("style", {}),
        ("style", {"hexes": [{"attribute": "depth", "fill": "red", "letter": "d"}]}),
        ("style", {"hexes": {"attribute": "depth"}}),
        ("module", {"module": "a", "title": "A", "version": "1.0.0"}),
        ("module", {"module": "a\n", "title": "A", "version": "1.0.0"}),
        ("module", {"module": "a", "title": "A", "version": "1.0.\N{ARABIC-INDIC DIGIT ONE}"}),
        ("module", {"module": "a", "title": "A", "version": "1.0.0\n"}),
        ("module", {"module": "a", "title": ["A"], "version": "1.0.0"}),
        ("table", {"table": "a", "axes": []}),
        ("cases", {"cases": [{"id": "a", "ask": "b", "expect": "c"}]}),
        ("cases", {"cases": [{"id": "a..b"}]}),
        ("board", "x"),
    ],
)
def test_the_fast_validator_takes_nothing_that_the_other_refuses(schema: str, plain: object) -> None:
    fast = schema_module._fast_validator(schema)
    assert not fast(plain) or schema_module._validator(schema).is_valid(plain)


def test_every_mistake_is_told() -> None:
    found = told("module: A\ntitle: {x: y}\nversion: one\nabstract: perhaps\n", "module")
    assert [place for place, _, _ in found] == ["f:1:9", "f:2:8", "f:3:10", "f:4:11"]


def test_keys_are_checked_too() -> None:
    found = told("module: a\ntitle: A\nversion: 1.0.0\nsources:\n  'a b': {title: x}\n", "module")
    assert [(place, message[:13]) for place, message, _ in found] == [("f:5:3", "the key `a b`")]


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.schema.json")), ids=lambda path: path.stem)
def test_schemas_are_valid_and_named_after_their_file(path) -> None:  # type: ignore[no-untyped-def]
    schema = json.loads(path.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == path.name
    assert "description" in schema


@pytest.mark.parametrize("name", ["table", "board", "module", "style"])
def test_every_key_is_described(name: str) -> None:
    """Editors show these descriptions; a reference has its own."""

    def undescribed(schema: object, where: str) -> list[str]:
        if not isinstance(schema, dict):
            return []
        missing = [
            f"{where}.{key}"
            for key, value in schema.get("properties", {}).items()
            if "description" not in value and "$ref" not in value
        ]
        inner = [
            *schema.get("properties", {}).items(),
            *schema.get("$defs", {}).items(),
            ("items", schema.get("items")),
        ]
        return missing + [found for key, value in inner for found in undescribed(value, f"{where}.{key}")]

    assert undescribed(json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8")), name) == []


@pytest.mark.parametrize("schema", ["module", "cases"])
@pytest.mark.parametrize("version", ["2", "999999", "9" * 50])
def test_a_file_for_a_newer_hexlaw_is_refused_for_that_alone(schema: str, version: str) -> None:
    diagnostics = Diagnostics()
    text = f"hexlaw: {version}\nnobody-knows-this: 1\n"
    tree = read_yaml(Source("f.yaml", text), diagnostics)
    assert tree is not None
    assert not validate(tree, schema, diagnostics)
    (finding,) = diagnostics
    assert (finding.code, str(finding.span)) == ("HX182", "f.yaml:1:9")
    assert f"version {version} of the language, and this Hexlaw reads version {VERSION}" in finding.message
    assert finding.help == "install a newer Hexlaw to read it"


@pytest.mark.parametrize("version", ["0", "one", "1.0", "yes", "-1"])
def test_a_version_is_a_number(version: str) -> None:
    diagnostics = Diagnostics()
    tree = read_yaml(Source("f.yaml", f"hexlaw: {version}\ncases: []\n"), diagnostics)
    assert tree is not None
    assert not validate(tree, "cases", diagnostics)
    assert [d.span and d.span.line for d in diagnostics] == [1]


@pytest.mark.parametrize("text", ["cases: []\n", "hexlaw: 1\ncases: []\n"])
def test_files_of_version_1_are_read_whether_they_say_it_or_not(text: str) -> None:
    diagnostics = Diagnostics()
    tree = read_yaml(Source("f.yaml", text), diagnostics)
    assert tree is not None
    assert validate(tree, "cases", diagnostics)
    assert list(diagnostics) == []


@pytest.mark.parametrize("path", [*RULES.glob("*/module.yaml"), *SCAFFOLDS.glob("*/module.yaml")], ids=str)
def test_modules_of_ours_say_their_version(path: Path) -> None:
    assert f"\nhexlaw: {VERSION}\n" in path.read_text("utf-8")


def test_several_keys_that_are_not_there_are_one_mistake() -> None:
    [(place, message, help_)] = told("cases:\n  - {id: x, ask: y, expect: {3: 1/3, 2: 2/3}}\n", "cases")
    assert (place, message) == ("f:2:30", "there are no keys `3`, `2` here")
    assert "`chances`" in (help_ or "")


def test_keys_without_end_are_told_in_time_that_grows_with_their_number() -> None:
    node = read_yaml(Source("f", "wniner: x\n" + "".join(f"k{n}: 1\n" for n in range(30_000))), Diagnostics())
    assert node is not None
    diagnostics, begun = Diagnostics(), process_time()
    assert not validate(node, "situation", diagnostics)
    assert process_time() - begun < 3
    strange, misspelt = diagnostics
    assert strange.message.startswith("there are no keys `k0`, ")
    assert (str(misspelt.span), misspelt.help) == ("f:1:1", "did you mean `winner`?")


def test_a_list_of_cases_wants_its_key() -> None:
    assert [help_ for _, _, help_ in told("- {id: x, ask: y, expect: z}\n", "cases")] == [
        "write `cases:` above the list"
    ]


def test_rows_that_are_a_list_want_their_headings() -> None:
    [(_, _, help_)] = told("table: t\ncite: [x]\nrows:\n  - [1]\n", "table")
    assert help_ == "write a name and a colon in place of each `-`, as in `NAME: [...]`"


@pytest.mark.parametrize("version", ["1", "1.0", "v1.0.0"])
def test_a_version_has_three_numbers(version: str) -> None:
    text = (SCAFFOLDS / "game" / "module.yaml").read_text("utf-8")
    given = next(line for line in text.splitlines() if line.startswith("version:"))
    assert "write `1.0.0`" in [help_ for _, _, help_ in told(text.replace(given, f"version: {version}"), "module")]
