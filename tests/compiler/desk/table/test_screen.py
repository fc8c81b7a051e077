"""What `hexlaw play` shows: the map, lists, what happened, and the ways about in a game."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.table.input_queue import beginning_with
from hexlaw.compiler.desk.table.screen import Screen
from hexlaw.compiler.desk.table.tabletop import COMMANDS
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import JournalFile, begin_game, prepare
from hexlaw.runtime.explain.event_lines import log_lines
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry

from ...typed_commands import OWN, ROOT, own, typed

REEDS = str(ROOT / "tests" / "rules" / "games" / "reeds")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def played(answers: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    assert typed("play", "tutorial", "last-fine-day", answers=answers, monkeypatch=monkeypatch) == 0
    return capsys.readouterr().out


def test_what_is_played_and_by_whom_is_said_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("play", "tutorial", "last-fine-day", "--against", "random", "--side", "shadeside")
    assert typed(*words, answers="quit\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("The last fine day\nBoth farms set out from their folds, as every year.\n")
    assert "You play shadeside; random plays sunside. It goes on until round 8 at most.\n" in printed


def test_sides_that_have_nothing_in_a_situation_are_not_spoken_of(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three sides two have a bird: the first of those is yours, and has the great letters."""
    law = OWN["01.law"].replace("gulls, terns\n", "crows, gulls, terns\n", 1)
    law += "thing bird\n  stands in hex\n  side: side\n"
    grid = 'orientation: pointy, lines: [A], lengths: [3], shifted: second, name: "{line}{number}"'
    birds = "  bob: {kind: bird, side: gulls, at: A1}\n  tom: {kind: bird, side: terns, at: A2}\n"
    own(f"board: shore\ngame: {{lamps: 0}}\npieces:\n{birds}", **{"01.law": law, "cases": ""})
    Path("own/boards").mkdir()
    Path("own/boards/shore.yaml").write_text(f"board: shore\ngrid: {{{grid}}}\n", "utf-8")
    assert typed("play", "./own", "night", "--against", "random", answers="map\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "You play gulls; random plays terns.\n" in printed
    assert "crows" not in printed
    assert " BO  " in printed
    assert "--against random --side gulls" in printed


def test_the_map_says_whose_a_piece_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Sunside begins with three in its fold, the first of them Otto; Shadeside's mule Jill stands alone in 0804."""
    printed = played("quit\n", capsys, monkeypatch)
    assert " 4       JA      ·       ·       ji\n" in printed
    assert " 5   O3      ·       c       ·       m3\n" in printed
    assert "  0105: otto, rosa, lily (sunside)\n" in printed


def test_the_map_marks_what_can_be_answered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gretel of 0104 has the fold 0105, 0205, 0204 and 0103 about her; 0104 itself is nothing that she steps into."""
    printed = played("move gretel\nmap\n", capsys, monkeypatch)
    marked = printed.rpartition("sunside> ")[0].rpartition("sunside> ")[2]
    assert " 3  [· ]" in marked
    assert " 4   GR " in marked
    assert " 5  [O3]" in marked


def test_the_part_around_a_piece_is_drawn(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty places are room for one column on the left of Anna in 0205, and for one on the right; 0804 is far away."""
    monkeypatch.setenv("COLUMNS", "40")
    part = played("map anna\n", capsys, monkeypatch).split("sunside> ")[1]
    assert {"0105", "0205", "0305"} <= {*part.split()}
    assert "0505" not in part
    assert "gretel" in part
    assert "jill" not in part


def test_lines_are_broken_for_a_terminal_and_not_for_a_page() -> None:
    """A page breaks them itself: what was broken for 100 columns would be broken again for 40."""
    compilation, diagnostics = compile_modules("tutorial", Diagnostics()), Diagnostics()
    assert compilation is not None
    game = begin_game(compilation, "last-fine-day", Configuration(), "1", diagnostics)
    style = compilation.style(diagnostics)
    assert game is not None
    assert style is not None
    page, terminal = (Screen(game, style, {}, None, page_width=width) for width in (100, None))
    assert len([line for line in page.wins() if line.startswith("Aim of sunside")]) == 2
    assert max(map(len, page.wins())) > 100
    assert max(map(len, terminal.wins())) <= 80


def test_what_has_become_of_a_hex_is_on_the_map() -> None:
    """0302 is firs; then snow lies there."""
    diagnostics = Diagnostics()
    compilation = compile_modules("tutorial", diagnostics)
    assert compilation is not None
    style = compilation.style(diagnostics)
    game = begin_game(compilation, "early-snow", Configuration(), "1", diagnostics)
    assert game is not None
    assert style is not None
    screen = Screen(game, style, {})
    assert " 2   ·       f  " in screen.map()
    assert game.position.map is not None
    firs = game.position.map.find("0302")
    game.position.set(firs, "terrain", "snow")
    screen = Screen(game, style, {})  # who looked before has seen the firs
    assert " 2   ·       n  " in screen.map()


def test_an_action_can_follow_without_done(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who names the next action is done with this one; where it may not be over, that is said."""
    printed = played("move anna 0305 move lily move rex\nquit\n", capsys, monkeypatch)
    kept = Path("last-fine-day.journal").read_text("utf-8")
    answers = [json.loads(line)["answer"] for line in kept.splitlines()[1:]]
    assert answers == ["move", "anna", "0305", "done", "move", "lily"]
    assert "first `move a piece, lily: the next hex` has to be answered" in printed
    assert "asked: move a piece, lily: the next hex; `undo` takes back what led here" in printed


def test_where_a_piece_can_come_to_is_marked_on_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before an action and in the midst of one; of what nobody can move, and of nothing, that is said."""
    printed = played("reach anna\nreach bert\nreach\nmove anna 0305\nreach\nquit\n", capsys, monkeypatch)
    found = re.findall(r"anna can come to (\d+) hexes, for 1/2 to (.+); `to HEX` goes there", printed)
    assert found[0][1] == "4"
    assert found[1][1] == "3 1/2", "half a stride is spent by then"
    assert int(found[1][0]) < int(found[0][0])
    assert "[0305]" in printed
    assert "bert can go nowhere now" in printed
    assert "reach of what? type `reach` and a piece" in printed


def test_an_action_that_is_not_open_says_where_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = played("shove\nwhy shove\nwhy shove anna\n", capsys, monkeypatch)
    assert printed.count("`shove into a hex` cannot be taken now: it is open in the shoving phase") == 1
    assert "in the shoving phase, as it is if nothing more is done before:\n  refused" in printed, (
        "why is told all the same"
    )
    assert "anna is not among what a beast is picked from" in printed, "and of what stands behind the action"


def test_the_only_answer_is_given_but_nothing_is_done_that_nobody_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anna alone can lift, and only Rex: she is picked at once. To pick Rex too would carry it out unasked."""
    printed = played("lift\nquit\n", capsys, monkeypatch)
    assert "take up a beast: which bearer: anna, there is nothing else\n" in printed
    assert "take up a beast, anna: the load (strides taken 0):\n   1  rex " in printed


def test_what_was_picked_at_once_may_be_typed_all_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anna was picked since nobody else can lift. A player who types her nevertheless takes nothing back."""
    monkeypatch.setattr(JournalFile, "take_back", lambda *_: pytest.fail("nothing is to be taken back"))
    for answers in ("lift\nanna\nrex\nquit\n", "lift\nanna rex\nquit\n"):
        assert "rex goes from 0205 to anna" in played(answers, capsys, monkeypatch)


def test_what_does_not_fit_into_a_line_of_a_list_goes_on_below(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = played("quit\n", capsys, monkeypatch)
    lift = printed.partition("   2  take up a beast     ")[2].partition("   3  ")[0]
    assert lift.endswith("\n                          stride.\n")


def test_long_lists_go_on_and_are_looked_through(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The forest of 40 lamps is longer than a list."""
    law = OWN["01.law"].replace("pick keeper(s: side) from {acting}", f"pick lamp(n: whole) from {{{NUMBERS}}}")
    own("game: {lamps: 0}\n", **{"01.law": law, "cases": ""})
    assert typed("play", "./own", "night", answers="light\nmore\nlist 9\n", monkeypatch=monkeypatch) == 0
    first, more, looked = capsys.readouterr().out.split("gulls> ")[1:4]
    assert first.startswith("light: which lamp:\n  101\n  102\n"), "a number stands for itself, not for its place"
    assert "\n  124\n" in first
    assert "and 16 more: `more` goes on, `list WORD` looks for some" in first
    assert more.startswith("  125\n") or "\n  125\n" in more
    assert "  140" in more
    assert [line.split()[0] for line in looked.splitlines()[1:]] == ["109", "119", "129", "139"]


def test_a_number_is_not_taken_for_a_place_in_the_list(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    law = OWN["01.law"].replace("pick keeper(s: side) from {acting}", "pick lamp(n: whole) from {0, 1, 2}")
    own("game: {lamps: 0}\n", **{"01.law": law, "cases": ""})
    assert typed("play", "./own", "night", answers="light\n3\n", monkeypatch=monkeypatch) == 0
    assert "`3` is not an answer here" in capsys.readouterr().out


NUMBERS = ", ".join(str(number) for number in range(101, 141))


def test_pieces_and_hexes_can_be_looked_at(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures of a ewe are those of the chart."""
    printed = played("look rosa\nlook 0105\nlook nobody\nlook\n", capsys, monkeypatch)
    assert "  rosa: Ewe 2-3-3, sunside, in 0105\n" in printed
    assert "strides 3" in printed
    assert "fleece 3" in printed
    assert "  0105: fold of Sunside, otto, rosa, lily (sunside)\n" in printed
    assert "there is no hex and no piece `nobody`" in printed
    assert "  the game: Sunside, round 1 of 8: moving phase\n" in printed, "`look` alone"


def test_a_zero_is_told_of_what_was_more(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    law = f"{OWN['01.law']}thing bird\n  stands in hex\n  side: side\n  breath: whole = 3\n  fish: whole = 0\n"
    grid = 'orientation: pointy, lines: [A], lengths: [3], shifted: second, name: "{line}{number}"'
    birds = "  bob: {kind: bird, side: gulls, at: A1, breath: 0}\n  tom: {kind: bird, side: terns, at: A2}\n"
    own(f"board: shore\ngame: {{lamps: 0}}\npieces:\n{birds}", **{"01.law": law, "cases": ""})
    Path("own/boards").mkdir()
    Path("own/boards/shore.yaml").write_text(f"board: shore\ngrid: {{{grid}}}\n", "utf-8")
    assert typed("play", "./own", "night", answers="look bob\nlook tom\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert ("breath 0" in printed, "breath 3" in printed, "fish" in printed) == (True, True, False)


def test_why_is_asked_of_two_that_do_not_go_together(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Jack is a mule with nobody beside him: he cannot lift at all, and rex is told of all the same."""
    printed = played("why lift jack rex\n", capsys, monkeypatch)
    assert "rex is not among the other friendly beasts in jack's hex" in printed


def test_many_pieces_are_not_listed_below_the_map(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They stand in eight hexes."""
    monkeypatch.setattr("hexlaw.compiler.desk.table.screen.MAX_STACKS", 7)
    printed = played("quit\n", capsys, monkeypatch)
    assert "0105: otto" not in printed
    assert "`units` lists who stands where" in printed


def test_several_answers_are_taken_back_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played("move anna 0305 0405\nundo 2\nquit\n", capsys, monkeypatch)
    kept = Path("last-fine-day.journal").read_text("utf-8")
    assert [json.loads(line)["answer"] for line in kept.splitlines()[1:]] == ["move", "anna"]


def test_a_game_that_is_taken_up_tells_the_last_of_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two moves of four answers; then twelve halves, in each `end` of moving and, unasked, with shoving."""
    played("move anna 0305 done\nmove rex 0204 done\n" + "end end\n" * 12 + "quit\n", capsys, monkeypatch)
    assert typed("play", "--resume", "last-fine-day.journal", answers="log 2\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "taken up after 32 answers; `log` tells them all" in printed
    assert "move anna" not in printed
    log = printed.partition("sunside> ")[2].splitlines()
    parts = "done with the moving phase and does nothing in the shoving phase"
    assert log[:2] == [f"  Sunside: {parts}", f"  Shadeside: {parts}"], "each half in a line"
    assert "done" not in log[2], "no more than was asked for"


def test_what_happened_beside_the_answer_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rex is taken up: he is now where Anna is. That Anna walks is what was typed."""
    printed = played("lift anna rex\nmove anna 0305 done\n", capsys, monkeypatch)
    assert "    rex goes from 0205 to anna\n" in printed
    assert "anna goes" not in printed


def test_actions_that_differ_in_their_last_pick_are_one_line() -> None:
    def move(skipper: str, *steps: str) -> list[Entry]:
        picks = [("sail.skipper", skipper), *(("sail.step", step) for step in steps), ("sail.step", "done")]
        return [Entry("reds", *entry) for entry in [("action", "sail"), *picks]]

    entries = [*move("ann", "A-2", "A-3"), *move("ann", "A-4"), *move("bob", "A-4"), *move("ann", "A-5")]
    entries += [Entry("", "luck", "4"), *move("ann", "A-6"), *move("bob")]
    assert list(log_lines(entries)) == [
        "reds: sail ann, step A-2 A-3 / A-4", "reds: sail bob, step A-4",
        "reds: sail ann, step A-5", "luck shows 4", "reds: sail ann, step A-6",
        "reds: sail bob",
    ]  # fmt: skip
    reasons = {2: "aim: A-3", 6: "aim: A-4", len(entries) - 1: "aim: none"}
    assert list(log_lines(entries, reasons=reasons))[:3] == [
        "reds: sail ann, step A-2 A-3 / A-4", "  aim: A-4", "reds: sail bob, step A-4",
    ]  # fmt: skip
    assert list(log_lines(entries, reasons=reasons))[-1] == "  aim: none"
    told_before = [Entry("reds", "sail.step", "done"), Entry("reds", "action", "done", ends="sailing")]
    assert list(log_lines(told_before, {0: "aim: A-3"})) == [
        "  aim: A-3", "reds: done with sailing",
    ], "what an action was for whose line was told before stands above what follows"  # fmt: skip


def test_an_action_that_was_told_in_part_goes_on_with_who_takes_it() -> None:
    """Somebody else has decided in the middle of it, as whether to fire at who moves."""
    of_ann = {"sail.skipper": "ann"}
    going_on = [Entry("reds", "sail.step", answer, known=of_ann) for answer in ("A-3", "A-4", "done")]
    assert list(log_lines(going_on)) == ["reds: sail ann, step A-3 A-4"]
    going_on[1:1] = [Entry("blues", "action", "done", ends="")]
    assert list(log_lines(going_on)) == ["reds: sail ann, step A-3 A-4"], "an offer that is declined is not told"
    assert list(log_lines([replace(entry, known={}) for entry in going_on])) == ["reds: sail A-3 A-4"]


def test_what_a_program_has_done_is_told_with_what_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its goal in the words of the rule, with its time and the piece that comes nearer: of goals met alike, that
    of the piece comes before that of its farm."""
    words = ("play", "tutorial", "last-fine-day", "--against", "greedy:40")
    assert typed(*words, answers="end end\nquit\n", monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    found = re.findall(r"^  Shadeside: (\w+) moves.*\n    (.*?) \((.*)\)$", told, re.MULTILINE)
    assert found[0][1] == "aim: that its beasts lie content in clover when the sun is down, by round 8"
    assert found[1][1] == "the same", "it is not said again and again"
    assert all(mover in who for mover, aim, who in found if aim == "the same")


def test_rules_that_were_told_last_are_not_told_again() -> None:
    whys = (
        "aim: b (ann 2 from x); c (+1); d (+2)",
        "aim: b (bob 1 from x); c (+3); d (+1/2)",
        "aim: b (cat in x); d (+1)",
    )
    who = ("ann", "bob", "cat")
    answers = ((("action", "sail"), ("sail.skipper", name), ("sail.step", "A-2")) for name in who)
    entries = [Entry("reds", *answer) for each in answers for answer in each]
    told = [*log_lines(entries, reasons={3 * number + 2: why for number, why in enumerate(whys)})]
    assert told[1::2] == [f"  {whys[0]}", "  the same (bob 1 from x)", "  the same (cat in x); d (+1)"]


def test_parts_that_a_side_is_done_with_are_named() -> None:
    ended = [("reds", "sailing"), ("reds", "hailing"), ("blues", "sailing")]
    assert list(log_lines([Entry(side, "action", "done", ends=part) for side, part in ended])) == [
        "reds: done with sailing and does nothing in hailing", "blues: done with sailing",
    ]  # fmt: skip


@pytest.mark.parametrize("whom", ["0205", "*", "anna,anna"])
def test_what_stands_for_the_one_answer_there_is_is_not_answered_with_again(
    whom: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anna alone can lift, and she stands in 0205, as Rex does, whom she lifts."""
    printed = played(f"lift {whom} rex\nquit\n", capsys, monkeypatch)
    assert "no answer here" not in printed
    kept = Path("last-fine-day.journal").read_text("utf-8")
    assert [json.loads(line)["answer"] for line in kept.splitlines()[1:]][:3] == ["lift", "anna", "rex"]


def test_of_a_hex_it_is_told_why_those_in_it_cannot(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Jack stands alone in 0204."""
    printed = played("lift 0204\nquit\n", capsys, monkeypatch)
    assert "  of those in 0204, jack:\n  refused: jack may not take up a beast" in printed


def test_who_is_named_is_not_overlooked_where_there_is_one_answer_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = played("lift jack\ncancel\nlift anna\nquit\n", capsys, monkeypatch)
    assert "it cannot be completed: nothing can be picked as `lift.load`" in printed, "nobody stands with Jack"
    assert "anna, there is nothing else" not in printed


def test_who_picks_a_hex_farther_off_hears_how_to_come_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = played("move anna 0405\nwhy 0405\n0905\nquit\n", capsys, monkeypatch)
    assert printed.count("`to 0405` goes there step by step") == 2
    assert "`to 0905`" not in printed, "that is farther than she walks, and the fold of others"


def test_whom_an_action_cannot_be_done_with_is_said_of_the_one_who_was_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once Anna carries Rex nobody can lift, and Rex begins nothing: he goes where she goes. What would be legal
    instead stands below all that stands in the way."""
    printed = played("lift jack\ncancel\nlift anna\nlift jack\nrex to 0205\nquit\n", capsys, monkeypatch)
    assert printed.count("refused: jack may not take up a beast\n    it cannot be completed") == 2
    assert "nothing that `load` could be picked from\n    legal instead: anna\n" in printed
    assert "  refused: rex may not move\n    rex goes where anna goes" in printed
    assert "`rex` is not an answer here" not in printed


def test_what_is_listed_stands_in_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind the longest name come two blanks, behind shorter ones as many as it takes: of actions, and of pieces
    their sort, side and place."""
    printed = played("units\nquit\n", capsys, monkeypatch)
    actions = re.findall(r"^   \d  (\S+(?: \S+)* {2,})\S", printed, re.MULTILINE)
    assert {len(name) for name in actions} == {len("lay a lump of salt  ")}
    rows = re.findall(r"(\w+ +)(\w+ [\d-]+ +)((?:sun|shade)side +)\d{4}$", printed, re.MULTILINE)
    assert [{*map(len, column)} for column in zip(*rows, strict=True)] == [{8}, {14}, {11}]
    assert len(rows) == 14


def test_an_action_is_taken_back_whole(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    printed = played("cancel\nmove rex 0204 done\nmove anna 0305 0405\ncancel\nundo\nquit\n", capsys, monkeypatch)
    assert printed.count("no whole action can be taken back") == 1
    assert "  taken back: move a piece\n" in printed
    kept = Path("last-fine-day.journal").read_text("utf-8")
    assert [json.loads(line)["answer"] for line in kept.splitlines()[1:]] == ["move", "rex", "0204"]


def test_the_last_action_is_taken_back_whole_where_none_is_under_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ending a part of the turn is not an action."""
    answers = "move anna to 0405\n\nmove rex 0204 done\ncancel\ncancel\nend end\ncancel\nquit\n"
    printed = played(answers, capsys, monkeypatch)
    assert "  taken back: move a piece rex 0204\n" in printed
    assert "  taken back: move a piece anna 0305 0405\n" in printed
    assert printed.count("no whole action can be taken back") == 1
    kept = Path("last-fine-day.journal").read_text("utf-8")
    assert {json.loads(line)["answer"] for line in kept.splitlines()[1:]} == {"done"}


def test_of_a_long_set_the_first_members_are_told(bench: Any) -> None:
    law = "thing buoy also\n  seen: set of hex\nchoice side\n  reds\nsequence game [1]\n  phase tide\n"
    law += 'situation calm [1] "A calm sea"\n'
    hexes = ", ".join(f"A-{number}" for number in range(1, 16))
    grid = '{orientation: pointy, lines: [A], lengths: [15], shifted: second, name: "{line}-{number}"}'
    pieces = f"{{ann: {{kind: buoy, seen: [{hexes}]}}, bob: {{kind: buoy, seen: [A-2]}}}}"
    game = {"situations/calm.yaml": f"map:\n  grid: {grid}\n  hexes: {{}}\npieces: {pieces}\n"}
    compilation, diagnostics = bench.compiled(bench.write(law, files=game)), Diagnostics()
    prepared = prepare(compilation, "calm", Configuration(), diagnostics)
    style = compilation.style(diagnostics)
    assert prepared is not None
    assert style is not None
    screen = Screen(prepared.game("1"), style, {}, None)
    ann, bob = ("\n".join(screen.look(screen.position.things[name])) for name in ("ann", "bob"))
    assert "A-12 and 3 more}" in " ".join(ann.split())
    assert "A-13" not in ann
    assert "seen A-2" in bob


def test_the_odds_of_an_answer_are_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A lamp is lit where one die shows 1 to 3."""
    own("game: {lamps: 0}\ntells: {lamps lit: game.lamps}\n")
    answers = "odds light\nlight\nodds gulls\nscore\nodds terns\nodds\n"
    assert typed("play", "./own", "night", answers=answers, monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "  gulls: 50 % game: lamps 1, 50 % nothing changes\n" in printed, "of who can be picked, before he is"
    assert "      1/2 (50 %)  game: lamps 1\n" in printed
    assert "      1/2 (50 %)  nothing changes\n" in printed
    assert "  lamps lit: 0\n" in printed
    assert "`terns` is not an answer here" in printed
    assert "odds of what?" in printed


def test_who_does_what_to_whom_is_told_with_the_first_of_two_dice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otto shoves Max: both throw a die, one behind the other."""
    far = "move anna to 0405\n\nend end\nmove max to 0505\n\nend end\nmove otto to 0404\n\nend end\nend end\n"
    printed = played(far + "move otto to 0504\n\nend end\nshove otto 0505\nquit\n", capsys, monkeypatch)
    pushed, _, rival = printed.partition("the pusher's die shows ")[2].partition("the rival's die shows ")
    assert "    otto shoves max\n" in pushed
    assert "    the push of otto is " in rival
    assert "otto shoves max" not in rival


def test_dice_that_change_nothing_say_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A throw of more than 3 lights no lamp."""
    own("game: {lamps: 0}\n")
    for seed in map(str, range(20)):
        words = ("play", "./own", "night", "--seed", seed, "--journal", f"{seed}.journal")
        assert typed(*words, answers="light gulls\n", monkeypatch=monkeypatch) == 0
        printed = capsys.readouterr().out
        dark = int(printed.partition("wind shows ")[2][0]) > 3
        assert ("    nothing changes\n" in printed) == dark


def test_parts_with_nothing_to_do_are_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Far from each other nobody can shove: of each half of the first round only the moving is asked about."""
    printed = played("end end\nend end\nquit\n", capsys, monkeypatch)
    assert "  Sunside: nothing can be done in the shoving phase\n-- Shadeside, round 1 of 8: moving phase\n" in printed
    assert "  Shadeside: nothing can be done in the shoving phase\n-- Sunside, round 2 of 8: moving phase\n" in printed


def test_what_the_law_keeps_its_books_with_is_not_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What runs out by itself is seen by who looks, and told of nobody."""
    law = OWN["01.law"].replace(
        "  lamps: whole = 0\n", "  lamps: whole = 0\nthing gull\n  tired: yes/no lasting until end of watch\n"
    )
    law += "action yawn [2]\n  open in watch\n  pick who(g: gull) where g is not tired\n  mark g as tired\n"
    situation = "game: {lamps: 0}\npieces: {ann: {kind: gull}, bob: {kind: gull}}\n"
    own(situation, **{"01.law": law, "cases": ""})
    assert typed("play", "./own", "night", answers="yawn ann\nlook ann\ndone\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "    tired yes\n" in printed, "looked at"
    assert "ann: tired" not in printed


def test_names_with_blanks_are_one_answer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the first column there is nothing; what lies there has a name all the same."""
    printed = played("move gretel\noff the board beside 0104 (SW)\nquit\n", capsys, monkeypatch)
    assert "    off the board beside 0104 (SW) is off the board\n" in printed


def test_what_is_typed_is_completed() -> None:
    words = ["undo", "list", "Unna", "anna", "anna"]
    assert beginning_with("un", words) == ["undo", "Unna"]
    assert beginning_with("ANN", words) == ["anna"]
    assert beginning_with("x", words) == []


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such terminals")
def test_at_a_terminal_a_line_is_completed_and_edited(tmp_path: Path) -> None:
    """A tab completes `ann` to `anna` and a blank; a backspace takes the 9 away."""
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".links"), "TERM": "xterm"}
    playing = subprocess.Popen(
        [sys.executable, "-m", "hexlaw.compiler.cli", "play", "tutorial", "last-fine-day"],
        cwd=tmp_path, env=environment, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    for line in (b"move ann\t0309\x7f5 done\n", b"quit\n"):
        while not shown.endswith(b"sunside> "):
            shown += os.read(ours, 4096)
        os.write(ours, line)
        shown = b""
    with suppress(OSError):  # which says on Linux that nobody writes any more
        while os.read(ours, 4096):
            pass
    os.close(ours)
    _, errors = playing.communicate(timeout=120)
    assert (playing.returncode, errors) == (0, b"")
    kept = (tmp_path / "last-fine-day.journal").read_text("utf-8")
    assert [json.loads(line)["answer"] for line in kept.splitlines()[1:]] == ["move", "anna", "0305", "done"]


def test_where_a_program_has_moved_is_marked_as_the_turn_comes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, and where nothing has moved, no map is drawn."""
    words = ("play", "tutorial", "last-fine-day", "--against", "greedy")
    assert typed(*words, answers="end\nend\nquit\n", monkeypatch=monkeypatch) == 0
    drawn = capsys.readouterr().out.split("sunside> ")
    assert not any("[" in part for part in drawn[:2])
    moved = set(re.findall(r"^  Shadeside: (\w+) moves ", drawn[2], re.MULTILINE))
    assert moved
    assert 1 <= drawn[2].count("[") <= len(moved)


def test_why_and_odds_are_asked_of_what_would_be_picked_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it is answered: the journal stays empty."""
    printed = played(
        "why move mimi\nwhy move anna 0305\nwhy move anna nobody\nwhy lay-salt anna x\n", capsys, monkeypatch
    )
    assert "it is the turn of sunside" in printed
    assert "  legal, for 1/2\n" in printed
    assert "`nobody` is not an answer here\n  asked: move a piece, anna: the next hex" in printed
    assert "nothing is picked after `anna`" in printed
    assert len(Path("last-fine-day.journal").read_text("utf-8").splitlines()) == 1
    own("game: {lamps: 0}\n")
    assert typed("play", "./own", "night", answers="odds light gulls\n", monkeypatch=monkeypatch) == 0
    assert "      1/2 (50 %)  game: lamps 1\n" in capsys.readouterr().out


def test_odds_tell_what_comes_about_always_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is done with the watch pays its last coin, whether the wind then lights a lamp or not."""
    paid = "  at the end of watch\n  then:\n    set game.coins to {}\n    roll 1d6 as wind\n    if wind = 6:\n"
    law = OWN["01.law"].replace("  lamps: whole = 0\n", "  lamps: whole = 0\n  coins: set of whole\n")
    law += f"rule paid [2]\n{paid}      set game.lamps to 9\n"
    own("game: {lamps: 0, coins: [1]}\n", **{"01.law": law, "cases": ""})
    assert typed("play", "./own", "night", answers="odds done\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "  always: game: coins none\n" in printed
    assert "      5/6 (83 %)  nothing more changes\n" in printed
    assert "      1/6 (17 %)  game: lamps 9\n" in printed


def test_odds_tell_what_a_draw_from_one_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can come out in one way only, and two lamps burn by it whatever the die shows then."""
    law = OWN["01.law"].replace(
        "  roll 1d6", "  draw n in numbers(2, 2)\n  set game.lamps to game.lamps + n\n  roll 1d6"
    )
    own("game: {lamps: 0}\n", **{"01.law": law, "cases": ""})
    assert typed("play", "./own", "night", answers="odds light gulls\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "  always: game: lamps 2\n" in printed
    assert "      1/2 (50 %)  game: lamps 3\n" in printed


def test_what_every_throw_would_have_done_is_told_of_no_books(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who lights is tired and has lit, however the wind blows; who burns a finger is so by a 6 alone."""
    lasting = "yes/no lasting until end of watch"
    thing = f"thing gull\n  tired: {lasting}\n  burnt: {lasting}\n  lit: yes/no\n"
    law = OWN["01.law"].replace("  lamps: whole = 0\n", f"  lamps: whole = 0\n{thing}")
    law = law.replace("pick keeper(s: side) from {acting}", "pick keeper(g: gull)")
    law = law.replace("as wind\n", "as wind\n  mark g as tired\n  mark g as lit\n  if wind = 6:\n    mark g as burnt\n")
    own("game: {lamps: 0}\npieces: {ann: {kind: gull}, bob: {kind: gull}}\n", **{"01.law": law, "cases": ""})
    seen = set()
    for seed in map(str, range(30)):
        words = ("play", "./own", "night", "--seed", seed, "--journal", f"{seed}.journal")
        assert typed(*words, answers="light ann\n", monkeypatch=monkeypatch) == 0
        printed = capsys.readouterr().out
        wind = int(printed.partition("wind shows ")[2][0])
        seen.add(wind)
        assert "tired" not in printed
        assert ("    ann: burnt yes\n" in printed) == (wind == 6)
        assert "    ann: lit yes\n" in printed
        assert "nothing" not in printed.partition("wind shows")[2]
    assert seen == {1, 2, 3, 4, 5, 6}


def test_the_list_says_what_each_answer_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An action by its text, `end` by the part of the turn that it ends; inside an action it ends none."""
    printed = played("move\nanna\n0305\nquit\n", capsys, monkeypatch)
    assert "   1  move a piece        One of yours walks, hex by hex" in printed
    assert "   4  end                 ends the moving phase\n" in printed
    asked = printed.rpartition("the next hex (")[2]
    assert "done\n" in asked
    assert "ends" not in asked.partition("sunside>")[0]


def test_what_the_dice_did_is_told_before_what_comes_anyway(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann has lit however the wind blows; she is singed by more than a 1."""
    law = OWN["01.law"].replace(
        "  lamps: whole = 0\n", "  lamps: whole = 0\nthing gull\n  lit: yes/no\n  singed: yes/no\n"
    )
    law = law.replace("pick keeper(s: side) from {acting}", "pick keeper(g: gull)")
    law = law.replace("as wind\n", "as wind\n  mark g as lit\n  if wind > 1:\n    mark g as singed\n")
    own("game: {lamps: 0}\npieces: {ann: {kind: gull}, bob: {kind: gull}}\n", **{"01.law": law, "cases": ""})
    words = ("play", "./own", "night", "--seed", "3")
    assert typed(*words, answers="light ann\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "wind shows 1" not in printed
    assert printed.index("    ann: singed yes\n") < printed.index("    ann: lit yes\n")


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("", 'reads "kindle a lamp"', "1  kindle a lamp\n"),
        ("", 'reads "light"', "1  light\n"),
        ('\n  "A lamp."', 'reads "kindle a lamp"', "1  kindle a lamp  A lamp.\n"),
    ],
)
def test_an_action_without_a_text_is_listed_with_the_words_for_it(
    text: str, words: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    law = OWN["01.law"].replace("action light [2]", f"action light [2]{text}")
    own("game: {lamps: 0}\n", **{"01.law": f"{law}\nwords\n  action light {words}\n", "cases": ""})
    assert typed("play", "./own", "night", answers="quit\n", monkeypatch=monkeypatch) == 0
    assert said in capsys.readouterr().out


def test_the_list_says_where_dice_fall_upon_the_end_of_an_action(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keepers are picked until there are enough, and then the wind is thrown for."""
    law = OWN["01.law"].replace("from {acting}\n", "from {acting} repeatedly does:\n    set game.lamps to game.lamps\n")
    own("game: {lamps: 0}\n", **{"01.law": law, "cases": ""})
    assert typed("play", "./own", "night", answers="light\ngulls\nquit\n", monkeypatch=monkeypatch) == 0
    assert "done   throws the dice\n" in capsys.readouterr().out


def test_an_end_upon_which_dice_fall_is_said_to_throw_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end of the watch of the gulls, who can still light a lamp, the wind is thrown for."""
    law = OWN["01.law"] + "\nrule wind [2]\n  at the end of watch\n  then:\n    roll 1d6 as gust\n"
    own("game: {lamps: 0}\n", **{"01.law": law + "    set game.lamps to gust\n", "cases": ""})
    assert typed("play", "./own", "night", answers="end\nquit\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "end    ends watch, throws the dice\n" in printed
    assert "  `end` once more ends watch, and the dice fall\n" in printed


def test_a_part_that_has_the_name_of_an_action_is_ended_like_any_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    law = OWN["01.law"].replace("phase watch for", "phase light for").replace("open in watch", "open in light")
    own("game: {lamps: 0}\n", **{"01.law": law, "cases": ""})
    assert typed("play", "./own", "night", answers="quit\n", monkeypatch=monkeypatch) == 0
    assert "2  end    ends light\n" in capsys.readouterr().out


def test_how_long_a_game_goes_on_is_said_as_it_begins(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The market day begins with a part before its first round, and has eight of these [RB 8.1]."""
    assert typed("play", "tutorial", "market-day", answers="look\nquit\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "It goes on until round 8 at most.\n" in printed
    assert "  the game: Shadeside: set-up, until round 8" in printed


def test_what_actions_are_is_said_once_and_again_upon_an_empty_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can be lifted once Anna has left the hex that she shared: three of the four answers are left."""
    printed = played("move anna 0305 done\n\nquit\n", capsys, monkeypatch)
    assert "what next: 1 move a piece, 2 lay a lump of salt, 3 end\n" in printed
    assert printed.count("   1  move a piece        One of yours walks, hex by hex") == 2


@pytest.mark.parametrize(("most", "rest"), [(4, ""), (3, "and 1 more: `more` goes on"), (5, "")])
def test_what_is_not_listed_is_counted(
    most: int, rest: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the beginning four things can be answered."""
    monkeypatch.setattr("hexlaw.compiler.desk.table.screen.MAX_LISTED", most)
    printed = played("quit\n", capsys, monkeypatch)
    assert rest in printed
    assert (" more" in printed.partition("what next")[2]) == bool(rest)


def test_what_can_be_picked_is_listed_with_the_figures_of_its_counter_and_its_markers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ewe weighs 2, gains 3 and walks 3 strides; her nerve is a word, too long for a figure."""
    printed = played("list rosa\nmove\nunits rosa\n", capsys, monkeypatch)
    assert "rosa    Ewe 2-3-3, in 0105" in printed
    assert "rosa    Ewe 2-3-3" in printed.partition("units rosa")[2] or printed.count("Ewe 2-3-3") == 2


SEALED = """chapter [1] "All"

choice side
  gulls, terns

thing purse
  stands in hex
  side: side
  bid: whole = 0 secret
  sealed: yes/no

sequence game [1]
  phase bidding for each s in {gulls, terns} by s at once:
    phase pens
  phase opening:
    do open-all()
  phase evening by gulls

effect open-all() [1]:
  for each purse p:
    clear sealed from p

action seal [1]
  open in pens
  pick sealer(p: purse) where p.side is acting and p is not sealed
  pick bid(n: whole) from numbers(0, 5) does:
    set p.bid to n
    mark p as sealed

action idle [1]
  open in evening
  pick idler(p: purse) where p.side is acting

situation night [1] "One night"
"""
PURSES = """map: {grid: {orientation: pointy, lines: [A], lengths: [2], name: "{line}{number}"}}
sides: {gulls: {net: {kind: purse, at: A1}}, terns: {bag: {kind: purse, at: A2}}}
"""


def test_who_begins_a_part_apart_is_not_told_what_was_done_in_it_as_news(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The terns' purse is as it was; that of the gulls is seen as it was too, and nobody has opened it."""
    own(PURSES, **{"01.law": SEALED, "cases": ""})
    assert typed("play", "./own", "night", answers="seal 3\nend\nseal 4\nend\n", monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    gulls, terns = told.split("-- terns")
    assert gulls.count("net: sealed yes") == 1
    assert "sealed no" not in gulls
    assert "bag: sealed no" in terns


def test_an_action_said_again_with_what_was_picked_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own(PURSES, **{"01.law": SEALED, "cases": ""})
    assert typed("play", "./own", "night", answers="seal\nseal net 9\nseal net 2\n", monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    assert "taken back" not in told
    assert "`9` is not an answer here" in told
    assert "net: sealed yes" in told


def test_what_can_be_completed_are_the_words_that_are_typed() -> None:
    """The help tells them at the beginnings of its lines, and what goes on below them further in."""
    assert COMMANDS == (
        "done", "end", "to", "again", "auto", "undo", "cancel", "drop", "list", "more", "why", "hint", "odds",
        "reach", "finish", "map", "look", "units", "score", "wins", "back", "log", "save", "quit",
    )  # fmt: skip


def test_the_map_is_drawn_again_once_after_a_program_has_moved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otters row before the herons are asked; that the herons are then asked in their next part moves nothing."""
    words = ("play", REEDS, "two-days", "--against", "random", "--side", "herons")
    assert typed(*words, answers="end end\nquit\n", monkeypatch=monkeypatch) == 0
    before, rowing, raiding = re.split(r"^.*-- herons, day 1 of 2: \w+$", capsys.readouterr().out, flags=re.MULTILINE)
    assert "otters: " in before
    drawn = [len(re.findall(r"^A  ", part, re.MULTILINE)) for part in (before, rowing, raiding)]
    assert drawn == [2, 0, 0], "as the game begins, and before the herons are asked"


@pytest.mark.parametrize(
    ("splash", "against", "line"),
    [
        (1, "otters", "ann: load 1"),
        (3, "otters", "nothing changes, as far as you see"),
        (6, "otters", "nothing changes, as far as you see"),
        (1, "", "ann: load 1"),
        (3, "", "nothing changes"),
        (6, "", "hal: load 1"),
    ],
)
def test_a_side_is_told_what_became_of_its_own_secrets(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, splash: int, against: str, line: str
) -> None:
    """By a splash of 1 or 2 the otter who raids loses some of its load, by 5 or 6 the heron of his, which the otters do
    not see. Where both sides sit at the table, all is seen."""
    monkeypatch.setattr(Game, "drawn", lambda game: splash)
    words = ["play", REEDS, "two-days", *(["--against", "random", "--side", against] if against else [])]
    assert typed(*words, answers="row ann B-3\nend end\nraid ann hal\nquit\n", monkeypatch=monkeypatch) == 0
    assert f"splash shows {splash}\n    {line}\n" in capsys.readouterr().out


def test_odds_tell_what_may_become_of_ones_own_secrets(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two falls of six each do something. The otters see their own load, and not that with Ida's only load goes Ida."""
    answers = "row ann B-3\nend end\nodds raid ann ida\nquit\n"
    words = ("play", REEDS, "two-days", "--against", "random", "--side", "otters")
    assert typed(*words, answers=answers, monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    unseen = "what comes of it depends on what you do not see"
    assert {*re.findall(r" 1/3 \(33 %\)  (.+)\n", printed)} == {
        "ann: load 1",
        "nothing changes, as far as you see",
        unseen,
    }


@pytest.mark.parametrize(("against", "now", "load"), [([], "1", ", load 1"), (["--against", "random"], "?", "")])
def test_the_figure_that_counts_stands_beside_the_printed_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, against: list[str], now: str, load: str
) -> None:
    """A punt of strength 3 is as strong as its load, which its own side sees: Ann has 2, Bob 3, and Ida, a heron, 1."""
    answers = "look ann\nlook bob\nlook ida\nunits punt\nquit\n"
    assert typed("play", REEDS, "two-days", *against, answers=answers, monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    assert "ann: punt, otters, in B-2\n    strength 3 (now 2), load 2\n" in told
    assert "bob: punt, otters, in C-1\n    strength 3, load 3\n" in told, "where they are equal one figure is enough"
    assert f"ida: punt, herons, in C-3\n    strength 3 (now {now}){load}\n" in told
    assert re.findall(r"(ann|bob|ida)  (punt(?: \(.+\))?) +\w+  \w-\d\n", told) == [
        ("ann", "punt (strength now 2)"), ("bob", "punt"), ("ida", f"punt (strength now {now})"),
    ]  # fmt: skip
