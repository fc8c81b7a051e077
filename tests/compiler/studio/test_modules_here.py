"""One studio shows several modules, and begins them: forms as data, and what comes of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.cli import main
from hexlaw.compiler.studio.modules_here import ModulesHere, NoModule
from hexlaw.compiler.studio.page_requests import AnswersPage
from hexlaw.compiler.workspace.workspace import Workspace


@pytest.fixture
def modules(tmp_path: Path) -> Iterator[ModulesHere]:
    """Those of an empty folder."""
    with ExitStack() as held:
        yield ModulesHere(Workspace(), str(tmp_path), None, held)


def ask(page: AnswersPage, what: str, **more: Any) -> Any:
    return page.answer(json.dumps({"do": what, **more}), lambda told: None)


def carts(modules: ModulesHere) -> AnswersPage:
    for name, base in (("pebbles", ""), ("carts", "pebbles")):
        assert ask(modules.for_tab(""), "new", sort="module", name=name, base=base) == {"open": name}
    return modules.for_tab("carts")


def test_an_empty_folder_begins_modules_and_opens_them(modules: ModulesHere, tmp_path: Path) -> None:
    nothing = modules.for_tab("")
    assert ask(nothing, "open") == {
        "begin": True,
        "trouble": "",
        "modules": {"here": [], "shipped": Workspace().shipped()},
    }
    assert [form["sort"] for form in ask(nothing, "forms")["forms"]] == ["module"]
    with pytest.raises(Refused, match="there is no module here yet"):
        ask(nothing, "read", path="../x.law")
    opened = ask(carts(modules), "open")
    assert (opened["title"], opened["modules"]["here"]) == ("Carts", ["carts", "pebbles"])
    assert main(["check", str(tmp_path / "carts")]) == 0
    assert ask(modules.for_tab("tutorial"), "open")["title"] == "Whistle and Shove"


@pytest.mark.parametrize("name", ["../carts", "/etc", "nowhere", "a b"])
def test_only_modules_of_the_folder_are_opened(modules: ModulesHere, name: str) -> None:
    answers = modules.for_tab(name)
    assert isinstance(answers, NoModule)
    assert "there is no module" in ask(answers, "open")["trouble"]


def test_what_begins_within_a_module_is_a_text_and_counts_for_the_next(modules: ModulesHere, tmp_path: Path) -> None:
    studio, before = carts(modules), sorted(tmp_path.rglob("*"))
    sorts = [form["sort"] for form in ask(studio, "forms")["forms"]]
    within = ["rule", "action", "ruling", "case", "situation", "table", "unit", "board", "recipe", "file"]
    assert sorts == [*within, "module"]
    for name, first in (("fuel.burnt", 'chapter [HR 1] "Fuel"'), ("fuel.none", "rule fuel.none [HR 1]")):
        [file] = ask(studio, "new", sort="rule", name=name)["files"]
        assert (file["path"], file["text"].splitlines()[file["line"] - 1]) == ("02-fuel.law", first)
        assert ask(studio, "edit", path=file["path"], text=file["text"])["found"] == []
    case, ruling = ask(studio, "new", sort="ruling", name="HL-001")["files"]
    assert (case["path"], ruling["path"]) == ("cases/hl.cases.yaml", "03-rulings.law")
    assert sorted(tmp_path.rglob("*")) == before, "nothing is written before it is saved"


def test_what_cannot_begin_is_refused_with_a_sentence(modules: ModulesHere) -> None:
    studio = carts(modules)
    for sort, name, said in (
        ("rule", "Fuel", "is not a name for a rule: write words of small letters"),
        ("case", "start.here", "there is a case `start.here` already"),
        ("module", "pebbles", "there is a `pebbles` here already"),
        ("module", "../out", "is not a name for a module"),
        ("recipe", "nothing", "no recipe"),
        ("fleet", "x", "there is nothing called `fleet` to begin"),
    ):
        with pytest.raises(Refused, match=said):
            ask(studio, "new", sort=sort, name=name)
    with pytest.raises(Refused, match="comes with Hexlaw and is not yours to change"):
        ask(modules.for_tab("tutorial"), "new", sort="rule", name="x.y")


def test_what_a_library_leaves_open_is_asked_back(modules: ModulesHere) -> None:
    studio = carts(modules)
    asked = ask(studio, "new", sort="recipe", name="activations")
    answers: list[str] = []
    while "questions" in asked:
        [question] = asked["questions"]
        assert question["asks"].startswith("What is "), asked
        assert question["fitting"], asked
        assert question["required"]
        answers.append(question["fitting"][0])
        asked = ask(studio, "new", sort="recipe", name="activations", answers=answers)
    assert answers
    assert "module.yaml" in [file["path"] for file in asked["files"]]


BARGES = """
thing barge is a piece
  draught: whole = 1
"""
LORRIES = """
choice gait
  wheeled, tracked

thing piece also
  gait: gait
  berth: whole
"""


def test_a_unit_is_asked_what_its_kind_has_no_default_for(modules: ModulesHere) -> None:
    """All of it at once; what is left open is left out, and a chart that is there gets the columns it lacks."""
    ask(modules.for_tab(""), "new", sort="module", name="pebbles")
    studio = modules.for_tab("pebbles")
    chart = partial(ask, studio, "new", sort="unit")
    assert [one["asks"] for one in chart(name="cart")["questions"]] == ["The side of cart"]
    [file] = chart(name="cart", answers=["reds"])["files"]
    assert (file["path"], file["text"].split("\n")[0]) == ("units/units.csv", "id,name,kind,source,side")
    assert file["text"].endswith("\ncart,Cart,piece,RB 1,reds\n")
    ask(studio, "edit", path=file["path"], text=file["text"])
    law = ask(studio, "read", path="01-words.law")["text"] + LORRIES
    ask(studio, "edit", path="01-words.law", text=law)
    questions = chart(name="lorry")["questions"]
    assert [(one["asks"], one["fitting"], one["required"]) for one in questions] == [
        ("The side of lorry", ["reds", "blues"], False), ("The gait of lorry", ["wheeled", "tracked"], False),
        ("The berth of lorry", [], False),
    ]  # fmt: skip
    [file] = chart(name="lorry", answers=["blues", "wheeled", ""])["files"]
    heads, *_, cart, lorry, end = file["text"].split("\n")
    assert (heads, cart, end) == ("id,name,kind,source,side,gait", "cart,Cart,piece,RB 1,reds", "")
    assert lorry == "lorry,Lorry,piece,RB 1,blues,wheeled"


def test_a_board_is_asked_its_size_and_a_situation_its_board(modules: ModulesHere) -> None:
    ask(modules.for_tab(""), "new", sort="module", name="pebbles")
    studio = modules.for_tab("pebbles")
    [alone] = [file for file in ask(studio, "new", sort="situation", name="dusk")["files"] if "yaml" in file["path"]]
    assert "\nboard: field\n" in alone["text"], "of one board nobody is asked"
    questions = ask(studio, "new", sort="board", name="desert")["questions"]
    assert [(one["asks"], one["fitting"], one["required"]) for one in questions] == [
        ("Rows of desert", ["5"], False), ("Hexes in each row of desert", ["6"], False),
    ]  # fmt: skip
    [file] = ask(studio, "new", sort="board", name="desert", answers=["28", "3"])["files"]
    assert ask(studio, "edit", path=file["path"], text=file["text"])["found"] == []
    svg = ask(studio, "judge", position={"id": "desert", "board": "desert"})["svg"]
    assert svg.count("data-hex=") == 28 * 3
    assert 'data-hex="AB3"' in svg, "behind Z comes AA"
    for rows, hexes in (("0", "3"), ("3", "100"), ("many", "3"), ("-1", "3")):
        with pytest.raises(Refused, match="a board has from 1 to 99 rows"):
            ask(studio, "new", sort="board", name="moor", answers=[rows, hexes])
    [question] = ask(studio, "new", sort="situation", name="dawn")["questions"]
    assert (question["asks"], question["fitting"]) == ("The board of dawn", ["desert", "field"])
    law, laid = sorted(ask(studio, "new", sort="situation", name="dawn", answers=["field"])["files"], key=str)
    assert "\nboard: field\n" in laid["text"]
    for each in (law, laid):
        ask(studio, "edit", path=each["path"], text=each["text"])
    assert 'data-hex="D6"' in ask(studio, "judge", position={"id": "dawn", "situation": "dawn"})["svg"]
    with pytest.raises(Refused, match="there is no board `moor`; there are: `desert`, `field`"):
        ask(studio, "new", sort="situation", name="noon", answers=["moor"])


def test_a_chart_offers_columns_for_all_that_its_kind_has(modules: ModulesHere) -> None:
    ask(modules.for_tab(""), "new", sort="module", name="pebbles")
    studio = modules.for_tab("pebbles")
    chart = "id,name,kind,source,side\ncart,Cart,piece,RB 1,reds\n"
    assert ask(studio, "edit", path="units/units.csv", text=chart)["found"] == []
    columns = ask(studio, "columns", path="units/units.csv")["columns"]
    assert {one["name"]: one["values"] for one in columns} == {"side": ["reds", "blues"], "speed": None, "spent": None}
    assert {one["name"]: one["doc"] for one in columns}["speed"] == "how much it can spend in a round"
    assert ask(studio, "edit", path="units/units.csv", text=chart.replace("\n", ",speed\n", 1))["found"] == []


def test_a_chart_is_read_by_its_columns_wherever_the_id_stands(modules: ModulesHere) -> None:
    """Its kinds alone count: a barge floats, and a cart is called as one."""
    ask(modules.for_tab(""), "new", sort="module", name="pebbles")
    studio = modules.for_tab("pebbles")
    law = ask(studio, "read", path="01-words.law")["text"] + BARGES
    ask(studio, "edit", path="01-words.law", text=law)
    ask(studio, "edit", path="units/barges.csv", text="id,name,kind,source,side\nbarge,Barge,barge,RB 1,reds\n")
    chart = "name,id,kind,source,side\nbarge,cart,piece,RB 1,reds\n"
    assert ask(studio, "edit", path="units/units.csv", text=chart)["found"] == []
    names = [one["name"] for one in ask(studio, "columns", path="units/units.csv")["columns"]]
    assert names == ["side", "speed", "spent"]
    names = [one["name"] for one in ask(studio, "columns", path="units/barges.csv")["columns"]]
    assert "draught" in names


def test_a_unit_has_as_many_answers_as_its_kind_has_questions(modules: ModulesHere) -> None:
    ask(modules.for_tab(""), "new", sort="module", name="pebbles")
    studio = modules.for_tab("pebbles")
    many = "".join(f"  figure-{number}: whole\n" for number in range(70))
    law = ask(studio, "read", path="01-words.law")["text"] + f"\nthing piece also\n{many}"
    ask(studio, "edit", path="01-words.law", text=law)
    numbers = [str(number) for number in range(100, 170)]
    [file] = ask(studio, "new", sort="unit", name="cart", answers=["reds", *numbers])["files"]
    assert file["text"].rstrip().endswith(",".join(["cart,Cart,piece,RB 1,reds", *numbers]))


def test_who_acts_and_when_is_filled_in_where_a_question_needs_it(modules: ModulesHere) -> None:
    """A question that comes out legal needs both; one that is refused for another reason is asked as it stands."""
    ask(modules.for_tab(""), "new", sort="module", name="pebbles")
    studio = modules.for_tab("pebbles")
    race = {**ask(studio, "take", id="first-race"), "ask": "may move.step(bess, A5)"}
    judged = ask(studio, "judge", position=race)
    assert judged["now"]["legal"]
    assert judged["fits"] == {"acting": "blues", "now": "moving"}
    assert judged["choices"] == {"acting": ["reds", "blues"], "now": ["game-round", "half", "moving"]}
    taken = ask(studio, "judge", position={**race, "ask": "may move.step(bess, B6)"})
    assert taken["now"]["expects"] == "{refused-by: step.taken}"
    assert "fits" not in taken
    others = ask(studio, "judge", position={**race, "acting": "reds"})
    assert others["now"]["legal"] is False, "what is said is not filled in anew"
    home = ask(studio, "judge", position={**race, "ask": "home(reds)"})
    assert (home["now"]["value"], "fits" in home) == ("0", False)
    kept = ask(
        studio, "keep", position={**judged["fits"], **race}, id="step.free", path="cases/new.cases.yaml", expect="legal"
    )
    ask(studio, "edit", path=kept["path"], text=kept["text"])
    again = ask(studio, "take", id="step.free")
    assert (again["acting"], again["now"]) == ("blues", "moving")
    assert ask(studio, "judge", position=again)["now"]["legal"]


def test_a_new_game_says_where_a_piece_gets_to(modules: ModulesHere) -> None:
    """In every position, also in one that does not say who acts."""
    ask(modules.for_tab(""), "new", sort="module", name="pebbles")
    studio = modules.for_tab("pebbles")
    for position in (ask(studio, "take", id="first-race"), ask(studio, "take", id="cost.open")):
        found = ask(studio, "reach", position=position, piece="ruby")
        assert found["pick"] == "move.step"
        assert found["costs"]["A2"] == "1"
        assert "A4" not in found["costs"], "it is three steps away"
        why = ask(studio, "why", position=position, piece="ruby", hex="A4")
        assert why["legal"] is False
        assert why["answer"].startswith("it gets to A3, for 2")


def test_a_new_case_says_who_acts_and_when(modules: ModulesHere) -> None:
    ask(modules.for_tab(""), "new", sort="module", name="pebbles")
    [file] = ask(modules.for_tab("pebbles"), "new", sort="case", name="step.free")["files"]
    assert "\n    board: field\n    acting: reds\n    now: moving\n" in file["text"]
    assert ask(modules.for_tab("pebbles"), "edit", path=file["path"], text=file["text"])["found"] == []


def test_a_module_beside_is_opened_from_one_that_was_named(modules: ModulesHere, tmp_path: Path) -> None:
    carts(modules)
    with ExitStack() as held:
        named = ModulesHere(Workspace(), str(tmp_path / "carts"), None, held)
        assert ask(named.for_tab(""), "open")["title"] == "Carts"
        assert ask(named.for_tab("pebbles"), "open")["title"] == "Pebbles"


def lay(studio: AnswersPage, position: Any, **work: Any) -> Any:
    return ask(studio, "lay", position=position, work=work)


def test_a_situation_is_laid_out_in_its_file(modules: ModulesHere) -> None:
    carts(modules)
    studio = modules.for_tab("pebbles")
    race, before = ask(studio, "take", id="first-race"), ask(studio, "read", path="situations/first-race.yaml")["text"]
    for work, old, new in (
        ({"what": "move", "piece": "rose", "hex": "D2"}, "rose: {kind: piece, side: reds, at: B1}", "at: D2}"),
        ({"what": "off", "piece": "rita"}, "  rita: {kind: piece, side: reds, at: C1}\n", ""),
        ({"what": "mark", "piece": "bob", "key": "speed", "value": "3"}, "bob: {kind: piece, side: blues, at: C6}",
         "bob: {kind: piece, side: blues, at: C6, speed: 3}"),
        ({"what": "put", "key": "kind", "value": "piece", "side": "blues", "hex": "D6"}, "at: C6}\n",
         "at: C6}\n  piece-1: {kind: piece, side: blues, at: D6}\n"),
    ):  # fmt: skip
        [file] = lay(studio, race, **work)["files"]
        assert file["path"] == "situations/first-race.yaml"
        expected = before.replace(old, old.replace("at: B1}", new) if work["what"] == "move" else new)
        assert file["text"] == expected


def test_a_variant_lays_out_its_differences_alone(modules: ModulesHere) -> None:
    studio = carts(modules)
    race = ask(studio, "take", id="first-race")
    for work, text in (
        ({"what": "move", "piece": "rose", "hex": "D2"}, "pieces:\n  rose: {at: D2}\n"),
        ({"what": "off", "piece": "rose"}, "without: [rose]\n"),
        ({"what": "paint", "hex": "B2", "key": "ground", "value": "rough"}, "hexes:\n  B2: {ground: rough}\n"),
    ):
        [file] = lay(studio, race, **work)["files"]
        assert file["text"] == text
        assert ask(studio, "edit", path=file["path"], text=text)["found"] == []
        assert "<svg" in ask(studio, "judge", position=race)["svg"]
        ask(studio, "edit", path=file["path"], text="")


LANES = "\nthing hexside also\n  lane: yes/no\n\nthing hex also\n  depot: side or none\n"


def test_lanes_are_drawn_on_hexsides_and_taken_off_again(modules: ModulesHere) -> None:
    studio = carts(modules)
    law = ask(studio, "read", path="01-changes.law")["text"] + LANES
    assert ask(studio, "edit", path="01-changes.law", text=law)["found"] == []
    race, board = ask(studio, "take", id="first-race"), "boards/field.yaml"
    east, west = {"hex": "B2", "toward": 8}, {"hex": "B3", "toward": 175}
    for value, where, text in (
        ("yes", east, "hexes:\n  B2: {lane: [E]}\n"),
        ("yes", east, "hexes:\n  B2: {lane: [E]}\n"),
        ("yes", {"hex": "B2", "toward": 290}, "hexes:\n  B2: {lane: [E, NE]}\n"),
        ("no", west, "hexes:\n  B2: {lane: [NE]}\n"),
        ("", west, "hexes:\n  B2: {lane: [NE]}\n"),
        ("", {"hex": "A2", "toward": 122}, ""),
        ("no", west, "hexes:\n  B3: {lane: {W: no}}\n"),  # the base may have one there
        ("no", east, "hexes:\n  B2: {lane: {E: no}}\n"),
        ("", west, ""),
    ):
        [file] = lay(studio, race, what="paint", key="lane", value=value, **where)["files"]
        assert (file["path"], file["text"].strip()) == (board, text.strip())
        assert ask(studio, "edit", path=board, text=file["text"])["found"] == []
    palette = ask(studio, "palette", position=race, piece="rose")
    assert [(one["name"], one["of"], one["values"]) for one in palette["ground"]] == [
        ("ground", "hex", ["open", "rough"]), ("goal", "hex", ["reds", "blues", "none"]),
        ("depot", "hex", ["reds", "blues", "none"]), ("lane", "hexside", ["yes", "no"]),
    ]  # fmt: skip
    assert palette["counters"] == [("kind", "piece", "")]
    assert {one["name"]: one["value"] for one in palette["marks"]} == {"side": "reds", "speed": "2", "spent": "0"}


DRAWN = """hexes:
  - {attribute: depot, value: reds, fill: "#aa3333", letter: S, legend: stores of the reds}
"""


def test_ground_that_the_style_does_not_draw_is_seen_while_it_is_drawn(modules: ModulesHere) -> None:
    """In words or as dashes, and nowhere else; what the style draws is drawn by it alone."""
    studio = carts(modules)
    law = ask(studio, "read", path="01-changes.law")["text"] + LANES
    ask(studio, "edit", path="01-changes.law", text=law)
    race, board = ask(studio, "take", id="first-race"), "hexes: {B2: {depot: reds, lane: [E]}, B5: {depot: blues}}\n"
    assert ask(studio, "edit", path="boards/field.yaml", text=board)["found"] == []
    svg = ask(studio, "judge", position=race, whole=True)["svg"]
    assert svg.count(">depot reds</text>") == svg.count(">depot blues</text>") == 1
    [lane] = [line for line in svg.splitlines() if 'data-rule="lane"' in line]
    assert "stroke-dasharray" in lane
    assert "open" not in svg, "what is so everywhere is not written into each hex"
    played = ask(studio, "judge", position=race)["svg"]
    assert "depot" not in played
    assert "lane" not in played
    assert ask(studio, "edit", path="style.yaml", text=DRAWN)["found"] == []
    svg = ask(studio, "judge", position=race, whole=True)["svg"]
    assert ">depot reds</text>" not in svg
    assert 'data-rule="stores of the reds"' in svg


def test_a_case_is_laid_out_as_data(modules: ModulesHere) -> None:
    studio = carts(modules)
    tired = ask(studio, "take", id="step.tired")
    laid = lay(studio, tired, what="put", key="kind", value="piece", side="blues", hex="A3", piece="bess")["position"]
    assert laid == {**tired, "pieces": {**tired["pieces"], "bess": {"kind": "piece", "side": "blues", "at": "A3"}}}
    assert ask(studio, "judge", position=laid)["now"]["legal"] is False
    laid = lay(studio, laid, what="mark", piece="rose", key="spent", value="")["position"]
    assert "spent" not in laid["pieces"]["rose"]
    assert lay(studio, laid, what="off", piece="bess")["position"]["pieces"].keys() == {"rose"}
    for work, said in (
        (
            {"what": "put", "key": "kind", "value": "hex", "hex": "A1", "piece": "Bess"},
            "no counter can be called `Bess`",
        ),
        ({"what": "put", "key": "kind", "value": "piece", "hex": "A1", "piece": "rose"}, "there is one already"),
        ({"what": "put", "key": "kind", "value": "barge", "hex": "A1"}, "there is no counter `barge`"),
        ({"what": "move", "piece": "rose", "hex": "Z9"}, "there is no hex or piece `Z9`"),
        ({"what": "off", "piece": "nobody"}, "there is no piece `nobody`"),
        ({"what": "paint", "hex": "A1", "key": "reef", "value": "yes"}, "a hex has no `reef`"),
        ({"what": "turn", "piece": "rose"}, "does not say where it faces"),
        ({"what": "burn", "piece": "rose"}, "nothing that can be done"),
    ):
        with pytest.raises(Refused, match=said):
            lay(studio, laid, **work)
