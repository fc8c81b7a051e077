"""The rule graph as a file: it comes back as it was, means the same, and bad files are refused in a sentence."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.check.question_typing import read_question
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import case_files
from hexlaw.compiler.situations.situate import situate
from hexlaw.runtime.base.nodes import Node, replace
from hexlaw.runtime.explain.answer import answer
from hexlaw.runtime.law import expr as e
from hexlaw.runtime.law import graph as g
from hexlaw.runtime.law import graph_file, table, units
from hexlaw.runtime.law import types as t
from hexlaw.runtime.law.graph_file import (
    GraphUnreadable,
    graph_hash,
    read_graph,
    read_value,
    write_graph,
    written_value,
)
from hexlaw.runtime.law.law import configure

SCHEMA = json.loads((Path(graph_file.__file__).parent / "schemas" / "graph.schema.json").read_text("utf-8"))
EXAMPLE = "tutorial"


@cache
def compiled(spec: str) -> Compilation:
    compilation = compile_modules(spec, Diagnostics())
    assert compilation is not None
    return compilation


@cache
def example() -> str:
    return write_graph(compiled(EXAMPLE).graph)


def test_the_page_shows_a_condition_as_it_is_written(bench: Any) -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "graph.md").read_text("utf-8")
    (shown,) = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    law = "fact b: boat is full\nrule full.boat [1]\n  when b.crew > 5\n  b is full\n"
    written = json.loads(write_graph(bench.compiled(bench.write(law)).graph))
    assert of_rule(written, "full.boat")["when"] == [json.loads(shown)]


# --- There and back --------------------------------------------------------------------------------


def test_a_shipped_graph_fits_its_schema_and_comes_back_as_it_was(shipped: Compilation) -> None:
    text = write_graph(shipped.graph)
    quick = jsonschema_rs.validator_for(SCHEMA)  # these are long, and jsonschema needs a minute for one
    assert [error.message for error in quick.iter_errors(json.loads(text))] == []
    read = read_graph(text)
    assert read == shipped.graph
    assert list(read.rules) == list(shipped.graph.rules)
    assert write_graph(read) == text


def test_a_graph_of_a_law_that_plays_comes_back_as_it_was(
    bench: Any, night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(night.parent)  # places are kept where none begins at the root of this machine
    graph = bench.compiled(Path(night.name)).graph
    text = write_graph(graph)
    assert [error.message for error in Draft202012Validator(SCHEMA).iter_errors(json.loads(text))] == []
    assert read_graph(text) == graph
    assert write_graph(read_graph(text)) == text


def test_the_text_of_a_law_that_plays_has_no_place_on_this_machine(bench: Any, night: Path) -> None:
    assert str(night.parent) not in write_graph(bench.compiled(night).graph)


def test_the_law_that_plays_has_every_node_of_the_graph(bench: Any, night: Path) -> None:
    """Or what is said of it here would say nothing of the node that is missing."""
    text = write_graph(bench.compiled(night).graph)
    unions = (get_args(g.Conclusion)[-4:], (e.Memory, e.Tally, e.NowIn, e.MakeMoment), get_args(e.Statement)[9:])
    missing = [node for union in unions for node in union if f'"node": "{graph_file.tag(node)}"' not in text]
    assert missing == []


def test_a_graph_that_was_read_answers_as_the_compiled_one(lot: random.Random) -> None:
    """Of some cases, each day others."""
    compilation = compiled(EXAMPLE)
    read = read_graph(example())
    asked = 0
    for file in case_files(compilation, Diagnostics()):
        for case in file.cases:
            asks = case.node.text("ask")
            if asks is None or lot.random() > 0.3:
                continue
            keys = []
            for graph in (compilation.graph, read):
                law = configure(graph, case.configuration())
                situation = situate(case, compilation, law, Diagnostics())
                assert situation is not None
                line = Source("question", asks)
                question = read_question(line, compilation.names, situation.map, situation.constants, Diagnostics())
                assert question is not None
                keys.append(answer(law, situation.position, question).key)
            assert keys[0] == keys[1], case.id
            asked += 1
    assert asked > 20


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, None),
        (True, True),
        (5, "5"),
        (-2, "-2"),
        (Fraction(11, 2), "5 1/2"),
        (Fraction(-1, 2), "-1/2"),
        ("calm", "calm"),
        ("1-4", "1-4"),
        ("12", {"text": "12"}),
        ("5 1/2", {"text": "5 1/2"}),
        ((1, ("calm",), ()), ["1", ["calm"], []]),
    ],
)
def test_a_value_is_written_so_that_it_can_be_told_from_any_other(value: object, written: object) -> None:
    assert written_value(value) == written
    assert read_value(written) == value
    assert type(read_value(written)) is type(value)


def test_the_text_has_no_place_on_this_machine(tmp_path: Path) -> None:
    compilation = compile_modules(str(module(tmp_path)), Diagnostics())
    assert compilation is not None
    text = write_graph(compilation.graph)
    assert str(tmp_path) not in text
    assert '"where": "01.law:9:1"' in text


# --- The hash --------------------------------------------------------------------------------------

LAW = """\
chapter [RB 1] "The gate"

thing guest
  stands in hex
  age: whole = 9

fact fee(v: guest): whole

rule fee.plain [RB 1.1]
  "Everybody pays."
  fee(v) is 4

rule fee.child [RB 1.2]
  over fee.plain
  when v.age < 7
  fee(v) is 2
"""


def module(folder: Path, law: str = LAW) -> Path:
    (folder / "gate").mkdir(exist_ok=True)
    (folder / "gate" / "module.yaml").write_text(
        "module: gate\ntitle: The Gate\nversion: 1.0.0\nsources: {RB: {title: Rules}}\n"
        "speaks-for: [RB]\ndefault-source: RB\n",
        "utf-8",
    )
    (folder / "gate" / "01.law").write_text(law, "utf-8")
    return folder / "gate"


def hash_of(folder: Path, law: str) -> str:
    compilation = compile_modules(str(module(folder, law)), Diagnostics())
    assert compilation is not None
    return graph_hash(compilation.graph)


PLAIN, CHILD = LAW[LAW.index("rule fee.plain") : LAW.index("rule fee.child")], LAW[LAW.index("rule fee.child") :]


@pytest.mark.parametrize(
    "law",
    [
        LAW.replace("rule fee.plain", "# moved\n\n\nrule fee.plain"),
        LAW.replace(PLAIN + CHILD, CHILD + "\n" + PLAIN),
        LAW.replace("Everybody pays.", "All pay."),
        LAW.replace("v.age < 7", "(v.age  <  7)"),
        LAW.replace('"The gate"', '"At the gate"'),
    ],
    ids=["another line", "another order", "another doc", "other blanks", "another chapter's title"],
)
def test_the_hash_stays_while_the_law_decides_the_same(tmp_path: Path, law: str) -> None:
    assert law != LAW
    assert hash_of(tmp_path, law) == hash_of(tmp_path, LAW)


@pytest.mark.parametrize(
    "law",
    [
        LAW.replace("v.age < 7", "v.age < 8"),
        LAW.replace("v.age < 7", "v.age <= 7"),
        LAW.replace("fee(v) is 2", "fee(v) is 3"),
        LAW.replace("whole = 9", "whole = 10"),
        LAW.replace("RB 1.2", "RB 1.3"),
        LAW.replace("fee.child", "fee.kid"),
    ],
)
def test_the_hash_changes_with_the_law(tmp_path: Path, law: str) -> None:
    assert hash_of(tmp_path, law) != hash_of(tmp_path, LAW)


# --- The schema ------------------------------------------------------------------------------------


def nodes() -> list[type]:
    found = [v for m in (g, e, t, table, units) for v in vars(m).values() if isinstance(v, type)]
    kept = (v for v in found if issubclass(v, Node) and not v.__name__.startswith("_"))
    return [v for v in kept if v.__module__ != Node.__module__ and v.__module__.startswith("hexlaw.runtime")]


def test_the_schema_has_every_field_of_every_node() -> None:
    """A field added to the graph must be added to its public format too."""
    Draft202012Validator.check_schema(SCHEMA)
    described: dict[str, list[set[str]]] = {}
    for name, part in {**SCHEMA["$defs"], "graph": SCHEMA}.items():
        called = re.sub(r"^(expression|statement|type|conclusion|line-of-action)-|-declaration$", "", name)
        keys = set(part.get("properties", {})) - {"node", "at", "format", "version", "hash"}
        described.setdefault(called, []).append(keys)
    for node in set(nodes()):
        wanted = {name.replace("_", "-") for name in node.__struct_fields__}
        assert wanted in described.get(graph_file.tag(node), []), node.__name__


def test_the_schema_refuses_what_it_does_not_know() -> None:
    document = json.loads(example())
    quick = jsonschema_rs.validator_for(SCHEMA)
    assert quick.is_valid(document)
    document["rules"][0]["colour"] = "red"
    assert not quick.is_valid(document)


# --- Bad files -------------------------------------------------------------------------------------


def refusal(text: str) -> str:
    with pytest.raises(GraphUnreadable) as caught:
        read_graph(text)
    return str(caught.value)


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    document = json.loads(example())
    change(document)
    return json.dumps(document)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this is not JSON: line 1, column 1"),
        ("[]", "this is not a rule graph"),
        ('{"format": "lantern"}', "this is not a rule graph"),
        ('{"format": "hexlaw-graph", "version": 10}', "(version 10, read here is 9): install a newer Hexlaw"),
        ('{"format": "hexlaw-graph", "version": "x"}', "of no version that there is"),
        ('{"format": "hexlaw-graph", "format": "hexlaw-graph"}', "the key `format` stands twice"),
        ('{"format": 0.5}', "`0.5` is not an exact number"),
        ('{"format": NaN}', "`NaN` is not an exact number"),
        ("[" * 100_000, "nested more than"),
        ("[" * 500 + "]" * 500, "nested more than"),
        ('{"version": ' + "9" * 5000 + "}", "more digits than can be read"),
        ('{"format": "hexlaw-graph", "version": 9}', "is missing here"),
    ],
    ids=lambda x: str(x)[:30],
)
def test_what_is_no_graph_is_refused(text: str, sentence: str) -> None:
    assert sentence in refusal(text)


def attribute_in(part: Any) -> Any:
    """The first attribute of a thing that is asked for its kind."""
    if isinstance(part, dict) and part.get("node") == "attribute" and part["type"].get("node") == "kind":
        return part
    inner = part if isinstance(part, list) else part.values() if isinstance(part, dict) else ()
    return next((found for p in inner if (found := attribute_in(p)) is not None), None)


def of_rule(document: dict[str, Any], name: str) -> Any:
    return next(rule for rule in document["rules"] if rule["id"] == name)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda d: attribute_in(d)["type"].update(name="dragon"), "no kind `dragon`"),
        (lambda d: d.update(colour="red"), "there is no key `colour` here"),
        (lambda d: d["rules"][0].pop("when"), "rules[0]: the key `when` is missing here"),
        (lambda d: d["rules"][0].update(when="always"), "rules[0].when: expected a list"),
        (lambda d: d["rules"][0].update(doc=5), "rules[0].doc: expected a text"),
        (lambda d: d["rules"].append(d["rules"][0]), "two of the rules have one name"),
        (lambda d: of_rule(d, "entry.path")["conclusion"].update(node="wishes"), "`node` to be one of `gives`"),
        (lambda d: of_rule(d, "entry.path")["conclusion"]["value"].update(value="1/0"), "`1/0` is not a number"),
        (lambda d: of_rule(d, "entry.path")["conclusion"].update(fact="entry-toll"), "there is no fact `entry-toll`"),
        (lambda d: of_rule(d, "entry.path")["links"][0].update(target="entry.gone"), "there is no rule `entry.gone`"),
        (lambda d: of_rule(d, "entry.path")["links"][0].update(how="eats"), "expected one of `over`"),
        (lambda d: d["kinds"]["beast"].update(parent="beast"), "some kinds lead to each other in a circle"),
        (
            lambda d: of_rule(d, "entry.path")["links"].append({"how": "limits", "target": "entry.path-under-snow"}),
            "some facts or rules lead to each other in a circle",
        ),
        (lambda d: d["actions"]["lift"].update(parent="lift"), "some actions lead to each other in a circle"),
        (lambda d: d["tables"]["entry-strides"]["data"]["cells"].pop(), "one cell for every combination"),
        (lambda d: d["facts"].update(fare=d["facts"]["entry-cost"]), "what stands under `fare` calls itself otherwise"),
        (lambda d: of_rule(d, "entry.path").update(id="entry.track"), "no rule `entry.path`"),
        (lambda d: of_rule(d, "today.laden")["conclusion"].update(amount=None), "does not say by how much"),
        (lambda d: d.update(hash="sha256:" + "0" * 64), "is not the one its hash speaks of"),
        (lambda d: of_rule(d, "entry.path")["cites"].clear(), "is not the one its hash speaks of"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(change: Callable[[dict[str, Any]], object], sentence: str) -> None:
    assert sentence in refusal(changed(change))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda d: of_rule(d, "watch.begins").update(after="lit-down"), "there is no event `lit-down`"),
        (lambda d: of_rule(d, "watch.begins")["conclusion"].update(memory="saw"), "there is no memory `saw`"),
        (lambda d: of_rule(d, "exposure.ends")["conclusion"].update(tally="oil"), "there is no tally `oil`"),
        (lambda d: of_rule(d, "exposure.ends")["conclusion"]["args"].clear(), "asked with 0 values, not 1"),
        (lambda d: of_rule(d, "tide")["at-edge"].__setitem__(1, "noon"), "no part of the sequence `noon`"),
        (lambda d: of_rule(d, "ebb").update(follows=["flood"]), "there is no rule `flood`"),
        (lambda d: of_rule(d, "mend.storm")["conclusion"].update(task="paint"), "there is no task `paint`"),
        (lambda d: of_rule(d, "row.glance-in-the-dark")["conclusion"].update(picks=["row.gaze"]), "no pick `row.gaze`"),
        (lambda d: d["orders"]["signal"].update(due="noon"), "no part of the sequence `noon`"),
        (lambda d: d["tasks"]["mend"]["works"].__setitem__(1, "noon"), "no part of the sequence `noon`"),
        (lambda d: d["tasks"]["mend"].update(crew=["baker", 1]), "there is no kind `baker`"),
        (lambda d: d["tasks"]["mend"]["stages"][1].update(opens="bake"), "there is no action `bake`"),
        (lambda d: d["actions"]["row"]["open-in"][0].update(spans=["noon"]), "no part of the sequence `noon`"),
        (lambda d: d["kinds"]["boat"]["attributes"]["seen"]["lasting"].update(span="noon"), "of the sequence `noon`"),
        (lambda d: in_tow(d, "offer").update(action="bake"), "there is no action `bake`"),
        (lambda d: in_tow(d, "pick").update(path="row.gaze"), "there is no pick `row.gaze`"),
        (lambda d: in_tow(d, "write").update(order="letter"), "there is no order `letter`"),
        (lambda d: in_tow(d, "for-each")["body"][0].update(task="paint"), "there is no task `paint`"),
        (lambda d: d["actions"]["row"]["body"][0].update(keeps=["oil"]), "there is no attribute `oil`"),
        (lambda d: d["kinds"]["boat"].update({"secret-while": "oil"}), "there is no attribute `oil`"),
        (lambda d: d["situations"]["s1"].update(options=[["mist", True]]), "there is no option `mist`"),
        (lambda d: d["situations"]["s1"]["readings"][0].__setitem__(1, "never"), "of `wave.when` called `never`"),
        (lambda d: of_rule(d, "limit.first")["origin"].update(situation="s2"), "there is no situation `s2`"),
        (lambda d: d["effects"]["light"]["body"][2].update(event="gone"), "there is no event `gone`"),
    ],
)  # fmt: skip
def test_what_does_not_fit_in_a_law_that_plays_is_refused(
    bench: Any, night: Path, change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    document = json.loads(write_graph(bench.compiled(night).graph))
    change(document)
    assert sentence in refusal(json.dumps(document))


def in_tow(document: dict[str, Any], node: str) -> Any:
    return next(line for line in document["actions"]["tow"]["body"] if line["node"] == node)


def test_a_text_that_is_too_long_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_file, "MAX_SIZE", 100)
    assert refusal(example()) == "the text is longer than 100 characters"


STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    "",
    "no-such-name",
    "1/0",
    [],
    {},
    [[]],
    {"node": "var"},
    {"text": 5},
)


def test_a_damaged_graph_never_breaks_the_reader() -> None:
    """Any part may be anything: the reader refuses, or reads what is still a graph with the same hash."""
    dice = random.Random(20)
    whole = json.loads(example())
    refused = 0
    for _ in range(60):
        holder, key = spot(whole, dice)
        kept = holder[key]
        holder[key] = dice.choice(STRANGE)
        try:
            read_graph(json.dumps(whole))
        except GraphUnreadable:
            refused += 1
        holder[key] = kept
    assert refused > 50


def spot(document: Any, dice: random.Random) -> tuple[Any, Any]:
    """A place in the document, some steps down."""
    holder, key = document, dice.choice(sorted(document))
    while isinstance(holder[key], dict | list) and holder[key] and dice.random() < 0.85:
        holder = holder[key]
        key = dice.choice(sorted(holder)) if isinstance(holder, dict) else dice.randrange(len(holder))
    return holder, key


def test_a_value_of_another_sort_is_not_written() -> None:
    compilation = compiled(EXAMPLE)
    assert compilation is not None
    unit = next(iter(compilation.graph.units.values()))
    strange = replace(compilation.graph, units={unit.id: replace(unit, values={"name": object()})})
    with pytest.raises(TypeError):
        write_graph(strange)
