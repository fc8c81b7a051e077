"""A node of the rule graph with its neighbours: what is told of it as text, DOT and SVG."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.graph import view as graph_view
from hexlaw.compiler.desk.graph.edges import BACKWARDS, Edge, ShownCase
from hexlaw.compiler.desk.graph.graph_svg import as_svg
from hexlaw.compiler.desk.graph.view import View, overrides, written
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.case_files import case_files

SVG = "{http://www.w3.org/2000/svg}"


def test_of_a_quantity_each_step_is_told(bench: Any) -> None:
    law = (
        "quantity pull(u: boat): fathoms\n  starts with u.range\n  steps wind, load\n"
        "rule pull.windy [1]\n  at step pull.wind\n  adds 1\n"
        "rule pull.stormy [1]\n  at step pull.wind\n  over pull.windy\n  when u is lit\n  adds 2\n"
    )
    assert overrides(View(bench.compiled(law).graph, {}), "quantity:pull").splitlines() == [
        "quantity pull",
        "  step pull.wind",
        "    pull.stormy (harbour-1)",
        "      over pull.windy (harbour-1)",
        "  step pull.load",
        "    no rule decides it",
    ]


def test_the_steps_of_a_quantity_stand_in_their_order(bench: Any) -> None:
    law = "quantity pull(u: boat): fathoms\n  starts with u.range\n  steps wind, load, age\n"
    steps = "has step         step pull.wind, step pull.load, step pull.age"
    assert steps in written("node", View(bench.compiled(law).graph, {}), "quantity:pull")


@pytest.fixture
def view(ferry: Path) -> View:
    compilation = compile_modules(str(ferry), Diagnostics())
    assert compilation is not None
    files = case_files(compilation, Diagnostics())
    cases = {case.id: ShownCase(str(case.span), case.shows) for file in files for case in file.cases}
    return View(compilation.graph, cases)


def around(view: View, node: str) -> set[tuple[str, str]]:
    """What joins a node to others: the word and the other end."""
    out = {(edge.word, edge.target) for edge in view.edges if edge.source == node}
    return out | {(BACKWARDS[edge.word], edge.source) for edge in view.edges if edge.target == node}


@pytest.mark.parametrize(
    ("node", "neighbours"),
    [
        (
            "rule:fare.crowd",
            {
                ("decides", "fact:fare"),
                ("over", "rule:fare.plain"),
                ("overridden by", "rule:fare.lantern"),
                ("overridden by", "rule:fare.storm"),
                ("overridden by", "rule:fare.night"),
            },
        ),
        ("rule:bar.calm", {("lifts", "rule:bar.dark"), ("confirmed by", "ruling:FAQ-001")}),
        (
            "rule:fare.child",
            {("decides", "fact:fare"), ("over", "rule:fare.plain"), ("limited by", "rule:fare.no-child")},
        ),
        (
            "rule:fare.plain",
            {
                ("decides", "fact:fare"),
                ("asks", "table:tariff"),
                ("shown by", "case:fare.calm"),
                *(("overridden by", f"rule:fare.{name}") for name in ("lantern", "crowd", "storm", "child", "night")),
            },
        ),
        # the case says that it shows FAQ-001a, the ruling that it is shown by the case
        ("ruling:FAQ-001", {("confirms", "rule:bar.calm"), ("shown by", "case:cross.calm")}),
        ("table:tariff", {("asked by", "rule:fare.plain")}),
        ("pick:cross.shore", {("forbidden by", "rule:bar.dark"), ("a pick of", "action:cross")}),
    ],
)
def test_a_node_has_these_neighbours_and_no_others(view: View, node: str, neighbours: set[tuple[str, str]]) -> None:
    assert around(view, node) == neighbours


@pytest.mark.parametrize(
    ("node", "neighbours"),
    [
        ("rule:watch.begins", {("after", "event:lit-up"), ("begins", "memory:watched")}),
        ("rule:watch.lapses", {("lapses", "memory:watched"), ("asks", "fact:sees")}),
        ("rule:exposure.grows", {("after", "pick:row.stroke"), ("counts towards", "tally:exposure")}),
        ("rule:exposure.ends", {("resets", "tally:exposure")}),
        ("rule:tide", {("at the start of", "span:drift"), ("tries", "effect:light"), ("followed by", "rule:ebb")}),
        ("rule:ebb", {("at the start of", "span:drift"), ("follows", "rule:tide"), ("asks", "fact:exposure-limit")}),
        ("rule:mend.storm", {("pauses", "task:mend")}),
        ("rule:row.glance-in-the-dark", {("forbids", "pick:row.glance"), ("lifted by", "rule:row.lamp")}),
        (
            "rule:sight.remembered",
            {("decides", "fact:sees"), ("asks", "memory:watched"), ("asks", "tally:exposure"), ("asks", "span:drift")},
        ),
        ("rule:limit.first", {("decides", "fact:exposure-limit"), ("brought by", "situation:s1")}),
        (
            "event:lit-up",
            {
                ("happens before", "rule:watch.begins"),
                *(("announced by", node) for node in ("effect:light", "task:mend")),
            },
        ),
        ("order:signal", {("falls due in", "span:wave"), ("written by", "action:tow")}),
        (
            "task:mend",
            {
                ("works in", "span:drift"),
                ("opens", "action:wave-back"),
                ("announces", "event:lit-up"),
                ("begun by", "action:tow"),
                ("paused by", "rule:mend.storm"),
            },
        ),
        (
            "action:tow",
            {
                ("has pick", "pick:tow.tug"),
                ("has pick", "pick:tow.mooring"),
                ("picks", "pick:row.stroke"),
                ("picks", "pick:tow.helper"),
                ("offers", "action:wave-back"),
                ("asks", "fact:opponent-of"),
                ("writes", "order:signal"),
                ("begins", "task:mend"),
            },
        ),
        # a pick inside another one: what it asks and does is its own
        (
            "pick:row.glance",
            {
                ("picked in", "pick:row.end-it"),
                ("forbidden by", "rule:row.glance-in-the-dark"),
                ("asks", "fact:sees"),
                ("tries", "effect:light"),
            },
        ),
        (
            "span:drift",
            {
                ("run in", "span:watch"),
                ("at its start", "rule:tide"),
                ("at its start", "rule:ebb"),
                ("has open", "action:row"),
                ("counts work of", "task:mend"),
                ("asked by", "rule:sight.remembered"),
            },
        ),
        ("situation:s1", {("brings", "rule:limit.first"), ("settles", "dispute:wave.when")}),
    ],
)
def test_what_plays_has_its_neighbours(bench: Any, night: Path, node: str, neighbours: set[tuple[str, str]]) -> None:
    assert around(View(bench.compiled(night).graph), node) == neighbours


def test_every_node_of_a_law_that_plays_can_be_told(bench: Any, night: Path) -> None:
    view = View(bench.compiled(night).graph)
    for node in view.nodes:
        assert written("node", view, node).startswith(node.replace(":", " ", 1) + "\n")
    told = written("node", view, "span:drift").splitlines()
    assert told[1:3] == ["  cites H 7.1", "  a part of the sequence of play"]
    assert "  stages beside, upon" in written("node", view, "task:mend").splitlines()


def test_the_text_says_where_a_rule_is_written_and_what_it_says(view: View) -> None:
    lines = [" ".join(line.split()) for line in written("node", view, "rule:fare.night").splitlines()]
    assert lines[0] == "rule fare.night"
    assert lines[1].startswith("written at ")
    assert lines[1].endswith("02.law:6:1")
    assert 'in the chapter "Night" of ferry, only with the option `night`' in lines
    assert "cites RB 3.1" in lines
    assert "over rule fare.crowd, rule fare.lantern, rule fare.plain, rule fare.storm" in lines
    assert "when b.crew > 5" in [" ".join(x.split()) for x in written("node", view, "rule:fare.crowd").splitlines()]


def test_every_node_and_every_word_can_be_told(view: View) -> None:
    for node in view.nodes:
        assert written("node", view, node).startswith(node.replace(":", " ", 1) + "\n")
    assert {edge.word for edge in view.edges} <= set(BACKWARDS)


def test_a_name_is_found_with_and_without_its_sort(view: View) -> None:
    assert view.named("fare") == ["fact:fare"]
    assert view.named("fact:fare") == ["fact:fare"]
    assert view.named("no-such-thing") == []


# --- Who stands over whom --------------------------------------------------------------------------


def test_the_tree_of_overrides(view: View) -> None:
    assert overrides(view, "fact:fare").splitlines() == [
        "fact fare",
        "  fare.child (ferry)",
        "    limited by fare.no-child (ferry)",
        "    over fare.plain (ferry)",
        "  fare.night (ferry, option night)",
        "    over fare.crowd (ferry)",
        "      over fare.plain (ferry) (see above)",
        "    over fare.lantern (ferry)",
        "      over fare.crowd (ferry) (see above)",
        "      over fare.plain (ferry) (see above)",
        "      over fare.storm (ferry)",
        "        over fare.crowd (ferry) (see above)",
        "        over fare.plain (ferry) (see above)",
        "    over fare.plain (ferry) (see above)",
        "    over fare.storm (ferry) (see above)",
    ]


def test_the_tree_of_a_pick_shows_what_lifts_its_prohibitions(view: View) -> None:
    assert overrides(view, "pick:cross.shore").splitlines() == [
        "pick cross.shore",
        "  bar.dark (ferry)",
        "    lifted by bar.calm (ferry)",
    ]


def test_a_fact_that_no_rule_decides_is_told(view: View) -> None:
    assert overrides(view, "fact:fog").splitlines() == ["fact fog", "  no rule decides it"]


# --- Columns, DOT and SVG --------------------------------------------------------------------------


def test_columns_are_the_distance_and_its_side(view: View) -> None:
    columns, left_out = view.around("rule:fare.plain", 2)
    assert left_out == 0
    assert columns["rule:fare.plain"] == 0
    assert columns["fact:fare"] == columns["table:tariff"] == 1
    assert columns["rule:fare.child"] == columns["case:fare.calm"] == -1
    assert columns["rule:fare.no-child"] == -2
    assert "rule:bar.dark" not in columns


def test_dot_has_every_edge_between_its_nodes(view: View) -> None:
    text = written("dot", view, "rule:bar.calm")
    assert text.splitlines()[0] == "digraph hexlaw {"
    assert '  "rule:bar.calm" -> "rule:bar.dark" [label="lifts"];' in text
    assert '  "ruling:FAQ-001" -> "rule:bar.calm" [label="confirms"];' in text
    assert '[label="rule\\nbar.calm", style=bold];' in text


STRANGE = 'a"b\\c\n<script>&'


@pytest.fixture
def strange(view: View) -> View:
    """Case names come from strangers."""
    return View(view.graph, {STRANGE: ShownCase("here", ("RB 1.1",))})


def test_dot_escapes_names(strange: View) -> None:
    text = written("dot", strange, "rule:fare.plain")
    assert r'"case:a\"b\\c\n<script>&" -> "rule:fare.plain" [label="shows"];' in text
    assert all(line.count('"') - line.count('\\"') in (0, 2, 4, 6) for line in text.splitlines())


def test_svg_escapes_names(strange: View) -> None:
    text = as_svg(strange, "rule:fare.plain")
    assert "<script>" not in text
    root = ElementTree.fromstring(text)
    assert any("<script>&" in (node.text or "") for node in root.iter(f"{SVG}text"))


def test_svg_draws_every_node_and_every_line(view: View) -> None:
    root = ElementTree.fromstring(as_svg(view, "rule:fare.plain"))
    columns, _ = view.around("rule:fare.plain")
    assert len(root.findall(f"{SVG}g")) == len(columns)
    joined = {(edge.source, edge.target) for edge in view.between(columns)}
    assert len(root.findall(f"{SVG}path")) == len(joined)
    said = [node.text for node in root.findall(f"{SVG}text")]
    assert {"over", "decides", "asks", "shows"} <= set(said)


def test_no_two_boxes_of_a_picture_overlap(view: View) -> None:
    root = ElementTree.fromstring(as_svg(view, "fact:fare", 2))
    drawn = root.findall(f"{SVG}g/{SVG}rect")
    boxes = [tuple(int(box.attrib[k]) for k in ("x", "y", "width", "height")) for box in drawn]
    assert len(boxes) > 8
    for i, (x, y, width, height) in enumerate(boxes):
        for other_x, other_y, *_ in boxes[i + 1 :]:
            assert not (x <= other_x < x + width and y <= other_y < y + height)


def test_pictures_and_texts_are_the_same_each_time(view: View, ferry: Path) -> None:
    compilation = compile_modules(str(ferry), Diagnostics())
    assert compilation is not None
    again = View(compilation.graph, dict(reversed(list(view.cases.items()))))
    for node in view.nodes:
        assert as_svg(again, node, 2) == as_svg(view, node, 2)
        assert written("dot", again, node, 2) == written("dot", view, node, 2)
        assert written("node", again, node) == written("node", view, node)


def test_what_is_too_much_is_left_out_and_said(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_view, "MAX_NODES", 4)
    columns, left_out = view.around("rule:fare.plain")
    assert (len(columns), left_out) == (4, 5)  # of its eight neighbours three are kept
    assert "5 more are left out" in as_svg(view, "rule:fare.plain")
    assert "5 more are left out" in written("dot", view, "rule:fare.plain")


def test_edges_are_sorted_and_told_once(view: View) -> None:
    assert view.edges == sorted(set(view.edges))
    assert Edge("case:cross.calm", "shows", "ruling:FAQ-001") in view.edges
    assert not re.search(r"attribute:", " ".join(view.nodes))


def test_what_does_not_simply_stand_says_so(bench: Any) -> None:
    law = (
        "fact toll(u: boat): fathoms\n  otherwise 0\nrule t.plain [1]\n  toll(u) is 1\n"
        'ruling Q-001 [Q 1]\n  asks "More when lit?"\n  answers no, "never"\n  shown by c\n'
        "rule t.lit [1]\n  against ruling Q-001\n  over t.plain\n  when u is lit\n  toll(u) is 2\n"
    )
    cases = "cases:\n  - {id: c, ask: 1, expect: 1}\n"
    view = View(bench.compiled(law, files={"cases/c.cases.yaml": cases}).graph)
    assert "  t.lit (harbour-1, denied by Q-001)" in overrides(view, "fact:toll").splitlines()
    assert "rule t.lit (denied by Q-001)" in written("node", view, "fact:toll")
    assert "denied by the ruling Q-001: there is no such rule" in written("node", view, "rule:t.lit")
