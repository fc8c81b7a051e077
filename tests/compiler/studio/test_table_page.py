"""A game played by the requests of its page alone: to the end, back and forth with the terminal, without secrets."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import pytest
from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import fields

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.desk.table.page_session import at_last, modifiers
from hexlaw.compiler.desk.table.page_state import TableState
from hexlaw.compiler.programs import LEVELS
from hexlaw.compiler.situations.kept_cards import card_of
from hexlaw.compiler.studio.page_requests import decoded
from hexlaw.compiler.studio.table_answers import ANSWERS, StepOfOthers, WaitsFor
from hexlaw.compiler.studio.table_page import PlayTable
from hexlaw.compiler.wasm.following import target_of
from hexlaw.compiler.workspace.workspace import AtTable, Workspace
from hexlaw.runtime.base.nodes import replace

from ..games_on_libraries import plotted_game
from ..typed_commands import typed
from .person_at_page import Person, about, said_in, write_rams

pytestmark = pytest.mark.usefixtures("tutorial_is_printed")

GAMES = Path(__file__).resolve().parents[2] / "rules" / "games"


def fits(data: Any, of: Any) -> bool:
    """Whether an answer is of a type, with no name that the type has not."""
    try:
        convert(data, of)
    except ValidationError:
        return False
    names = [field.encode_name for field in fields(of)] if isinstance(of, type(Struct)) else get_type_hints(of)
    return set(data) <= {*names}


@pytest.fixture(autouse=True)
def _answers_are_of_the_types_that_the_page_is_checked_by(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = PlayTable.answer

    def held(page: PlayTable, message: str, tell: Any) -> Any:
        def heard(data: Any) -> None:
            assert fits(to_builtins(data), WaitsFor) or fits(to_builtins(data), StepOfOthers), data
            tell(data)

        given = answer(page, message, heard)
        asked = type(decoded(page.decoder, message))
        assert any(fits(to_builtins(given), of) for of in ANSWERS[asked]), (asked, given)
        return given

    monkeypatch.setattr(PlayTable, "answer", held)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("module", "situation", "against", "ends"),
    [
        ("tutorial", "last-fine-day", "random", 3),
        ("tutorial", "last-fine-day", None, 3),
        ("tutorial", "early-snow", None, 3),
        (str(GAMES / "reeds"), "two-days", None, 3),
    ],
)
def test_a_game_is_played_to_its_end_and_kept(module: str, situation: str, against: str | None, ends: int) -> None:
    person, random = Person(module, situation, against), Random(1)
    while not person.state["over"]:
        person.go_on(random, ends)
    assert person.state["ended"][0].startswith("won by ")
    assert typed("replay", f"{situation}.journal") == 0
    kept = Path(f"{situation}.journal").read_text("utf-8").splitlines()
    assert len(kept) == 1 + len(person.game.entries)


def day(against: str | None = "greedy") -> Person:
    return Person("tutorial", "last-fine-day", against)


def test_a_piece_shows_what_it_can_begin_and_how_far_it_gets() -> None:
    person = day()
    assert "otto" in next(one["by"] for one in person.state["options"] if one["name"] == "move")
    begun = person.ask("select", piece="otto")
    assert [action["name"] for action in begun["actions"]] == ["move"]
    assert begun["reach"]["0405"] == "1 1/2"
    assert "0205" in {target["hex"] for target in begun["actions"][0]["targets"]}
    assert person.ask("select", piece="max") == {"actions": [], "reach": {}, "later": ""}


def test_a_click_goes_there_and_is_taken_back() -> None:
    person = day()
    before = person.state["picture"]
    assert person.type("move otto to 0405") == ["otto goes by 0205 0305 0405, for 1 1/2"]
    assert person.state["log"][-1]["said"] == "Sunside: otto moves to 0405 via 0205 and 0305"
    assert person.state["picture"] != before
    person.type("cancel")
    assert (person.state["log"], person.state["undo"], person.state["picture"]) == ([], 0, before)


def test_reasons_cite_their_rules() -> None:
    pytest.importorskip("wasmtime")
    person = day(None)
    target_of(person.game)
    person.type("move otto to 0405")
    assert any("[RB " in line for line in person.hear("why move otto to 0601"))


def test_a_hex_that_is_refused_says_why_and_the_game_stays_as_it_is() -> None:
    person = day()
    said = person.hear("why move otto to 0601")
    assert said[0] == "otto cannot come to rest in 0601"
    assert any("[RB " in line for line in said)
    person.ask("open")
    assert person.state["answers"] == 0


@pytest.mark.parametrize("of", ["undo", "move", "end", "auto", "back", "nonsense"])
def test_what_changes_the_game_cannot_be_asked_beside_it(of: str) -> None:
    with pytest.raises(Refused, match="not asked as it should be"):
        day().ask("hear", about={"of": of})


def test_a_piece_that_is_looked_at_comes_with_its_figures() -> None:
    heard = day().ask("hear", about={"of": "look", "name": "anna"})["heard"]
    [figures] = [one["figures"] for one in heard if not isinstance(one, str)]
    assert (figures["gait"], figures["breath"], figures["cry"]) == ("boots", "5", "My knees!")  # as in units.csv


def test_what_stands_below_another_line_is_sent_with_its_depth() -> None:
    heard = day(None).ask("hear", about={"of": "why", "name": "move otto to 0601"})["heard"]
    assert heard[0] == "otto cannot come to rest in 0601"
    assert max(one["depth"] for one in heard if not isinstance(one, str)) >= 1
    assert not any(said.startswith(" ") for said in said_in(heard))


@pytest.mark.parametrize("line", ["list", "more", "help", "why otto", "odds otto", "reach otto", "finish", "wins"])
def test_what_is_asked_beside_the_game_never_changes_it(line: str) -> None:
    person = day()
    person.type("move anna 0305")
    before = person.state["answers"]
    assert person.hear(line)
    person.ask("open")
    assert person.state["answers"] == before


def rams() -> Person:
    write_rams()
    return Person("./own", "night")


def test_no_dice_fall_before_their_odds_were_shown_and_one_is_sure() -> None:
    person = rams()
    before, lines = person.state, ["ram dory A-2"]
    weighed = person.ask("type", lines=lines, question=person.state["question"])["weighed"]
    assert (weighed["title"], [*weighed["again"]["lines"]]) == ("ram: dory, A-2", lines)
    said = [(line.get("chance"), line.get("percent")) for line in weighed["odds"]]
    assert {"said": "nothing changes", "chance": "2/3", "percent": 67} in weighed["odds"]
    assert ("1/3", 33) in said
    assert person.state == before, "nothing was answered"
    given = person.ask("type", lines=lines, question=person.state["question"], sure=True)
    assert given["weighed"] is None
    assert " shows " in person.state["log"][-1]["said"]


def test_an_answer_that_is_the_only_one_and_throws_is_weighed_too() -> None:
    person = rams()
    assert person.ask("type", lines=["light"], question=person.state["question"])["weighed"] is None
    assert person.state["who"] == "gulls", "whom else one would be asked for is not answered unasked"
    weighed = person.ask("type", lines=["gulls"], question=person.state["question"])["weighed"]
    assert (weighed["title"], [*weighed["again"]["lines"]]) == ("light: gulls", ["gulls"])
    assert len(weighed["odds"]) == 2


def test_of_several_throws_in_a_line_one_is_sure_of_the_first() -> None:
    person = rams()
    weighed = person.ask("type", lines=["light gulls light gulls"], question=person.state["question"], sure=True)[
        "weighed"
    ]
    assert [entry.asked for entry in person.game.entries].count("wind") == 1
    person.ask(**weighed["again"] | {"sure": True})
    assert [entry.asked for entry in person.game.entries].count("wind") == 2


def test_a_shot_is_answered_by_numbers_and_weighed_before() -> None:
    person = rams()
    path = person.way_to("ram", "dory", "A-2")
    assert person.ask("odds", deed={"path": path})["odds"][-1]["chance"] == "1/3"
    weighed = person.click(*path, sure=False)["weighed"]
    assert (weighed["title"], person.state["answers"]) == ("ram: dory, A-2", 0)
    person.ask(**weighed["again"] | {"sure": True})
    assert " shows " in person.state["log"][-1]["said"]


def two_ram() -> tuple[Person, dict[str, Any]]:
    """Two are to ram one after the other, and the first has missed."""
    person = Person("./own", "night", seed="2")
    weighed = person.click(*person.way_to("ram", "dory", "A-2"), others=["gig"])["weighed"]
    assert {"smack", "hulk"} <= {*person.game.position.things}
    assert [entry.asked for entry in person.game.entries].count("wind") == 1
    return person, weighed


def test_each_of_several_that_do_the_same_has_its_odds_before_its_dice() -> None:
    write_rams()
    person, weighed = two_ram()
    assert weighed["title"] == "ram: gig, A-2"
    person.ask(**weighed["again"] | {"sure": True})
    assert [entry.answer for entry in person.game.entries if entry.asked == "ram.rammer"] == ["dory", "gig"]
    assert [entry.asked for entry in person.game.entries].count("wind") == 2


def test_what_waits_for_dice_is_given_up_where_something_else_is_answered() -> None:
    write_rams()
    person, weighed = two_ram()
    person.ask("undo", what="action", question=person.state["question"])
    person.ask(**weighed["again"] | {"sure": True, "question": person.state["question"]})
    assert [entry.asked for entry in person.game.entries].count("wind") == 1


def test_a_counter_that_is_called_like_a_command_is_picked_by_its_click() -> None:
    """Typed, `undo` takes something back."""
    write_rams(gig="undo")
    person = Person("./own", "night")
    person.click(*person.way_to("shell", "undo", "smack"))
    assert [entry.answer for entry in person.game.entries] == ["shell", "undo", "smack"]


def test_several_go_to_a_hex_and_who_cannot_says_why() -> None:
    person = day()
    otto, rex, lily = ({*person.ask("select", piece=one)["reach"]} for one in ("otto", "rex", "lily"))
    to = min(otto & rex - lily)
    heard = person.click(*person.way_to("move", "otto"), others=["lily", "rex"], to=to)["heard"]
    assert heard[0].startswith("otto goes by ")
    assert f"lily cannot come to rest in {to}" in said_in(heard)
    assert person.state["takes"], "what lily has begun is taken back"
    assert [one["said"].split()[1] for one in person.state["log"]] == ["otto", "rex"]


@pytest.mark.parametrize("what", ["click", "action", "all"])
def test_a_button_takes_back_the_last_click_the_action_or_all(what: str) -> None:
    person = day()
    for name in ("anna", "otto"):
        path = person.way_to("move", name)
        person.click(*path, to=next(iter(person.ask("select", piece=name)["reach"])))
    assert len(person.state["log"]) == 2
    person.ask("undo", what=what, question=person.state["question"])
    assert len(person.state["log"]) == (0 if what == "all" else 1)


@pytest.mark.parametrize("path", [[99], [-2], [0, 99], [-1, -1]])
def test_a_number_of_no_option_is_refused(path: list[int]) -> None:
    person = day()
    with pytest.raises(Refused):
        person.click(*path)
    assert person.state["answers"] == 0


def test_a_piece_lights_whom_it_can_act_against_and_no_steps() -> None:
    begun = {one["name"]: one for one in rams().ask("select", piece="dory")["actions"]}
    found = {name: [(one["name"], one["against"]) for one in action["targets"]] for name, action in begun.items()}
    assert found == {"ram": [("A-2", True)], "shell": [("smack", True), ("hulk", True)]}
    assert not any(action["steps"] for action in begun.values())


def test_why_asks_the_action_that_would_act_against_those_who_stand_there() -> None:
    person = rams()
    said = "\n".join(person.hear("why dory A-4"))
    assert "raft is too far off for dory" in said
    assert "cannot come to rest" not in said
    assert person.hear("why smack") == ["smack is not yours: it belongs to terns"]


def test_what_moved_already_says_why_it_can_move_no_more() -> None:
    person = day()
    while (reach := person.ask("select", piece="otto")["reach"]) and person.ask("select", piece="otto")["actions"]:
        person.type(f"move otto to {[*reach][-1]}", "")
    said = "\n".join(person.hear("why otto"))
    assert "otto may not move" in said
    assert "[RB " in said
    assert person.hear("why bert") == ["bert is not yours: it belongs to shadeside"]


def test_undo_takes_back_all_that_a_click_answered() -> None:
    person = day()
    before = person.state["picture"]
    person.type("move anna 0305")
    person.type("done")
    person.type("move otto to 0405")
    assert person.state["undo"] > 2
    assert person.type("undo") == ["taken back: Sunside: otto moves to 0405 via 0205 and 0305"]
    assert [one["said"] for one in person.state["log"]] == ["Sunside: anna moves to 0305"]
    person.type("undo")
    assert person.state["asks"].startswith("move a piece, anna, 0305")
    person.type("undo")
    assert (person.state["log"], person.state["undo"], person.state["picture"]) == ([], 0, before)


def test_a_part_is_ended_only_once_it_was_told_what_can_still_act() -> None:
    person = day()
    heard = person.type("end")
    assert heard[-1] == "`end` once more ends the moving phase"
    assert person.state["answers"] == 0
    person.type("end end")
    assert person.state["turn"] == "Sunside, round 2 of 8: moving phase"
    assert json.dumps({"waits": "shadeside (greedy) thinks ..."}) in person.heard
    assert person.state["undo"] == 0
    given = [person.ask("meant", at=one["at"])["heard"][0] for one in person.state["log"] if one["meant"]]
    assert any(reason.startswith("aim: ") for reason in given)
    assert person.ask("meant", at=[0, 1])["heard"][0] == "for nothing that can be named", "a person does not say"
    assert person.ask("meant", at=[-9, 10**9])["heard"][0] in given


@pytest.mark.parametrize(("worth", "name"), [(True, "greedy"), (False, "random")])
def test_while_a_program_goes_on_for_somebody_it_is_said_which(worth: bool, name: str) -> None:
    """Where nothing says what a position is worth, greedy has nothing to go by."""
    person = day()
    if not worth:
        person.game.setup = replace(person.game.setup, worth=None)
    person.type("auto")
    assert json.dumps({"waits": f"{name} goes on for sunside ..."}) in person.heard


def test_what_others_do_is_told_step_by_step_and_once_more_when_asked() -> None:
    """With this seed no piece moves twice: the log merges the moves of one piece into a line, and `look` does not."""
    person = Person("tutorial", "last-fine-day", "greedy", seed="5")
    person.type("end end")
    steps, seen = [step for text in person.heard if "log" in (step := json.loads(text))], person.pictures[:]
    assert len(steps) == len(seen) > 3
    assert all(line["said"].startswith("Shadeside: ") for step in steps for line in step["log"])
    told = [line["said"] for step in steps for line in step["log"]]
    assert told[:3] == [one["said"] for one in person.state["log"][1:4]]
    moved = [(step["at"], picture) for step, picture in zip(steps, seen, strict=True) if step["at"]]
    assert moved[0][1] != moved[1][1]
    assert f'data-hex="{moved[0][0]}"' in "".join(moved[0][1])
    assert sum(
        len(line) for step in steps for _, _, lines in step["edits"].get("picture", ()) for line in lines
    ) < 1_000 * len(steps)
    state = person.state
    person.ask("look")
    again = [step for text in person.heard if "log" in (step := json.loads(text))]
    assert ["".join(picture).count("data-piece") for picture in person.pictures] == [14] * len(again)
    assert {line["said"] for step in again for line in step["log"]} <= {*told, "Shadeside: done with the moving phase"}
    person.ask("open")
    assert person.state["answers"] == state["answers"]


def test_a_throw_is_told_with_what_decided_it() -> None:
    person, thrown = Person("tutorial", "early-snow"), list[Any]()
    while not thrown and not person.state["over"]:
        person.type("auto")  # a part of the turn
        thrown = [one for one in person.state["log"] if " shoves " in one["said"] and one["factors"]]
    decides = r"the shove result for a lead of (?:- )?(\d+) ([+-]) (\d) - (\d) = (-?\d+) against \w+ is ([a-z ]+)"
    mood = r"(?:; the mood of \w+ is \w+, (?:increased|reduced) to \w+ because .*)?"
    said = rf"\w+ shoves \w+; the pusher's die shows (\d), the rival's die shows (\d){mood}; {decides}"
    for one in thrown:
        told = re.fullmatch(said, one["said"])
        assert told, "a deed is one line, with what the dice came to"
        pushers, rivals, lead, _, added, taken_off, total, result = told.groups()
        assert (added, taken_off) == (pushers, rivals)
        assert abs(int(lead)) == abs(int(total) - int(added) + int(taken_off))
        # unlike "no effect", "stands" does not say that nothing changes
        assert (one["came"] == ["nothing changes"]) is (result == "stands")


def test_a_modifier_is_told_of_all_whom_it_is_against() -> None:
    lines = ["the die modifier against dora is -2: starts with 0",
             "  reduced to -2 by 2: the pusher is horned  [B 6]",
             "  the same holds of emma and max",
             "the push of otto is 4", "  the same holds of gretel"]  # fmt: skip
    told = "the die modifier against dora is -2 because the pusher is horned, and the same holds of emma and max"
    assert modifiers(lines) == [told]


def test_a_step_that_changes_nothing_any_more_is_not_told_beside_the_one_that_did() -> None:
    """A ram is stubborn beside his farmer, and in a clover hex too, but cannot be more than that."""
    person = Person("tutorial", "early-snow", "experienced", seed="4")
    while not person.state["over"]:
        person.type("auto")
        person.type("end", "end")
    both = [one for one in person.state["log"] if "".join(one["factors"]).count("increased to stubborn") == 2]
    assert both
    assert [one["said"].count("increased to stubborn") for one in both] == [1] * len(both)


def test_a_line_of_the_log_has_its_turn_and_its_hexes() -> None:
    person = day()
    person.type("move otto to 0405")
    person.type("end end")
    own, others = person.state["log"][0], person.state["log"][-1]
    assert (own["hexes"], own["turn"]) == (["0405", "0205", "0305"], "Sunside, round 1 of 8")
    assert others["turn"] == "Shadeside, round 1 of 8"


def test_where_no_law_says_who_sees_what_a_line_says_how_far_it_is() -> None:
    given = day().ask("sight", here="0101", there="0805")
    assert given == {"said": "0101 to 0805: 7 hexes", "free": None}


def test_the_terminal_goes_on_with_a_game_of_the_page_and_the_page_with_that(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    person = day()
    person.type("move otto to 0405")
    file = Path("last-fine-day.journal")
    words = ["play", "--resume", str(file), "--against", "greedy"]
    assert typed(*words, answers="move rex to 0305\n\nquit\n", monkeypatch=monkeypatch) == 0
    assert "Sunside: otto moves to 0405 via 0205 and 0305" in capsys.readouterr().out
    workspace = Workspace()
    table = PlayTable(workspace, "tutorial", workspace.resume(str(file), AtTable("greedy", in_page=True)))
    log = table.answer('{"do": "open"}', print)["values"]["log"]
    assert [one["said"] for one in log] == [
        "Sunside: otto moves to 0405 via 0205 and 0305",
        "Sunside: rex moves to 0305",
    ]


def test_who_has_seen_an_older_state_is_shown_this_one() -> None:
    person = day()
    shown = person.state["question"]
    person.type("move otto to 0405")
    given = person.ask("type", lines=["undo"], question=shown)
    assert given["heard"] == ["the game has gone on meanwhile: this is how it stands"]
    assert person.state["answers"] == 6


def test_after_as_many_answers_another_question_has_another_number() -> None:
    person = day()
    person.type("move otto to 0405")
    shown, answers = person.state["question"], person.state["answers"]
    person.type("undo")
    person.type("move rex to 0305")
    while person.state["answers"] > answers:
        person.type("undo")
    assert person.type("why otto 0405"), "a question beside the game changes nothing"
    assert person.state["question"] not in (0, shown)
    given = person.ask("type", lines=["end end"], question=shown)
    assert given["heard"] == ["the game has gone on meanwhile: this is how it stands"]


@pytest.mark.parametrize("line", ["quit", " Back ", "exit"])
def test_words_of_the_terminal_are_refused_in_a_sentence(line: str) -> None:
    with pytest.raises(Refused, match="is for the terminal"):
        day().type(line)


@pytest.mark.parametrize("message", ['{"do": "type"}', '{"do": "quit"}', "{", '{"do": "look", "had": "3"}'])
def test_what_is_asked_otherwise_is_refused(message: str) -> None:
    with pytest.raises(Refused, match="this is not"):
        day().table.answer(message, print)


def test_a_situation_is_chosen_where_none_was_named() -> None:
    table = PlayTable(Workspace(), "tutorial")
    choices = table.answer('{"do": "open"}', print)
    assert choices["module"] == "Whistle and Shove"
    who = table.answer('{"do": "who", "situation": "last-fine-day"}', print)
    assert who == {"seats": ["sunside", "shadeside"]}
    assert {"name": "last-fine-day", "title": "The last fine day"} in choices["situations"]
    assert choices["programs"]["greedy/proud"] == "Looks after its own beasts, and not after the other farm's."
    assert [*choices["programs"]][:4] == [*LEVELS], "the weakest first"
    assert not {"random/proud", "captain/proud"} & {*choices["programs"]}
    assert choices["cards"].keys() == {"early-snow", "last-fine-day", "market-day"}
    kept = card_of(
        (shipped_modules()["tutorial"] / "balance/market-day.csv").read_text("utf-8"), "tutorial", "market-day"
    )
    assert kept is not None
    assert choices["cards"]["market-day"].startswith(f"{kept.card.sentence()} Played by programs on {kept.day}")
    with pytest.raises(Refused, match="no game is played here yet"):
        table.answer('{"do": "key"}', print)
    begun = table.answer(json.dumps({"do": "begin", "situation": "last-fine-day", "against": "greedy"}), print)
    assert begun["values"]["who"] == "sunside"
    assert table.answer(json.dumps({"do": "open"}), print)["values"] == begun["values"]


def test_situations_are_chosen_by_number_and_then_by_title() -> None:
    most = max(shipped_modules().values(), key=lambda folder: len([*folder.glob("situations/*.yaml")]))
    choices = PlayTable(Workspace(), most.name).answer('{"do": "open"}', print)
    titles = [one["title"] for one in choices["situations"]]
    numbers = [int(title.split()[1].rstrip(":")) for title in titles if title.startswith("Situation ")]
    assert len(numbers) > 10
    assert numbers == sorted(numbers)
    others = [title for title in titles if not any(map(str.isdigit, title))]
    assert titles[len(titles) - len(others) :] == sorted(others)


def test_what_wins_is_said_in_five_lines_with_who_would_win_now() -> None:
    said = day().state["wins"]
    assert len(said) <= 5
    assert said[0] == "Both farms set out from their folds, as every year."
    assert said[1] == "You play sunside; greedy plays shadeside. It goes on until round 8 at most."
    assert "The winner of the day is Sunside if the score of Sunside is more than the score of Shadeside." in said
    assert said[-1] == "So far: fleece of sunside: 0; fleece of shadeside: 0. If it ended now: won by nobody."


# -- secrets


def shown(person: Person) -> set[str]:
    """What a page is sent that says anything."""
    unsaid = TableState("", 0, over=False)
    return {name for name, value in person.state.items() if value != to_builtins(unsaid)[name]}


def test_while_the_page_is_handed_over_nothing_is_shown() -> None:
    person = Person(str(GAMES / "reeds"), "two-days")
    assert shown(person) <= {"title", "question", "hands-over"}
    person.ask("look")
    assert shown(person) <= {"title", "question", "hands-over"}
    assert len(person.heard) == 1, "no step is told"
    given = [person.ask("key"), person.ask("select", piece="ann")]
    assert given == [{"svg": ""}, {"actions": [], "reach": {}, "later": ""}]
    assert person.hear("units") == []
    person.ask("type", lines=["end"], question=person.state["question"])
    assert shown(person) <= {"title", "question", "hands-over"}
    person.ask("take", who="herons")  # it is not their turn
    assert person.state["hands-over"] == "otters"
    person.ask("take", who="otters")
    assert (person.state["looks"], person.state["who"]) == ("otters", "otters")


def test_what_one_side_does_in_secret_is_in_no_message_to_the_other() -> None:
    person = Person(str(GAMES / "reeds"), "two-days")
    person.ask("take", who="otters")
    person.type("slip ann B-1 done end end")
    own = json.dumps(person.state["log"])
    while not person.state["hands-over"]:
        own = json.dumps(person.state["log"])
        person.type("end end")
    assert "slip ann, by B-1" in own
    assert "B-1" not in json.dumps(person.heard)
    person.ask("take", who="herons")
    said = json.dumps([person.state["log"], person.hear("units"), person.hear("log")])
    assert "otters: slips, in secret" in said
    assert "B-1" not in said
    assert 'data-piece="ann"' not in "".join(person.state["picture"])


def test_what_ends_by_itself_shows_the_other_nothing_of_what_all_do_at_once() -> None:
    law = Path(plotted_game()) / "04-plotted.law"
    text = law.read_text("utf-8").replace("      phase pens\n", "      phase pens\n      phase seals\n")
    seal = "action seal [plotted 1]\n  open in seals\n  pick sealer(p: piece) where p is not p\n"
    law.write_text(f"{text}\n{seal}\nrule seals.stay [plotted 1]\n  forbids seals.done\n", "utf-8")
    person = Person("./plotted", "first-race")
    person.ask("take", who="reds")
    person.type("aim ruby B3 end end")
    assert person.game.entries[-1].lapsed
    person.ask("take", who="blues")
    state = {name: value for name, value in person.state.items() if name != "picture"}  # on which all hexes are
    said = json.dumps([state, person.hear("log"), person.hear("look ruby")])
    assert "reds: (in secret)" in said
    assert "B3" not in said
    person.type("aim bess B4 end end")
    person.ask("take", who="reds")
    assert "reds: ruby aims at B3" in json.dumps(person.state["log"])


def test_after_taking_over_one_sees_what_came_of_dice_meanwhile() -> None:
    """Of a throw of the other side one is shown what decided it, as far as one sees that."""
    person, random, seen = Person(str(GAMES / "reeds"), "two-days"), Random(2), list[Any]()
    while not seen:
        person.go_on(random, 1)
        seen = [one for one in person.state.get("log", ()) if one["came"] and person.state["looks"] == "herons"]


def test_one_goes_back_and_forth_through_the_whole_game() -> None:
    """After so many answers the map is as it was shown then, whatever was done since; and how it is stays known."""
    person, random, shown = day(None), Random(2), dict[int, tuple[str, list[str]]]()
    for _ in range(20):
        shown[person.state["answers"]] = person.state["turn"], counters(person.state["picture"])
        person.go_on(random, 3)
    now = person.state
    assert len({str(picture) for _, picture in shown.values()}) > 2
    for number in (*shown, *reversed(shown)):
        given = person.ask("as", at=number)
        assert (given["turn"], counters(person.state["picture"])) == shown[number]
    person.ask("open")
    assert person.state["picture"] == now["picture"]
    assert person.state["answers"] == now["answers"]


def counters(picture: list[str]) -> list[str]:
    return [line.partition("<title>")[0] for line in picture if "data-piece" in line]


def test_a_page_is_given_hints_which_change_nothing() -> None:
    """Beasts in clover when the sun is down are what either farm plays for (RB 8)."""
    person = day()
    before = person.state
    told = said_in(person.ask("hear", about=about("hint"))["heard"])
    assert told[0].startswith("a captain plays here ")
    assert any("its beasts lie content in clover when the sun is down" in line for line in told)
    person.ask("open")
    assert person.state == before


def test_another_game_is_begun_once_one_is_left() -> None:
    person = day()
    person.type("move anna to 0304")
    left = person.game
    choices = person.ask("leave")
    assert choices["wanted"] == {"situation": "last-fine-day", "against": "greedy", "side": "sunside"}
    assert "market-day" in [one["name"] for one in choices["situations"]]
    person.ask("begin", situation="market-day", against="random", side="shadeside")
    assert person.state["title"] == "Market day"
    assert person.state["looks"] == "shadeside"
    assert Path("last-fine-day.journal").read_text("utf-8").count("\n") == 1 + len(left.entries)


def test_a_game_by_mail_is_not_left_for_another() -> None:
    """Its turn would never be sent."""
    person = day()
    assert person.table.laid is not None
    person.table.laid.is_by_mail = True
    with pytest.raises(Refused, match="by mail"):
        person.ask("leave")
    person.ask("open")
    assert person.state["title"] == "The last fine day"


def test_of_a_figure_that_changes_several_times_the_first_and_the_last_are_told() -> None:
    """As where several units get steps back, each for a point."""
    came = ["the tar in the hold: 4 (it was 5)", "ann is dry", "the tar in the hold: 3 (it was 4)", "the rum left: 1"]
    assert [*at_last(came)] == ["the tar in the hold: 3 (it was 5)", "ann is dry", "the rum left: 1"]
