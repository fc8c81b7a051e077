"""Short forms at the table: one word for several answers, `to`, `end`, `again`, `auto`, and what follows a mistake."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from hexlaw.compiler.desk.table import shorthand
from hexlaw.runtime.board.geometry import Hex
from hexlaw.runtime.play.journal import Entry

from ...typed_commands import OWN, own, typed


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def played(answers: str, monkeypatch: pytest.MonkeyPatch, situation: str = "last-fine-day") -> list[str]:
    """The answers that the journal keeps."""
    assert typed("play", "tutorial", situation, answers=answers, monkeypatch=monkeypatch) == 0
    return kept(situation)


def kept(situation: str) -> list[str]:
    lines = Path(f"{situation}.journal").read_text("utf-8").splitlines()[1:]
    return [json.loads(line)["answer"] for line in lines]


NAMES = ("ann", "bob", "rifle-1", "rifle-2", "done")


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("ann", []), ("ann,bob", ["ann", "bob"]), ("ann,eve", ["ann", "eve"]), ("Rifle-*", ["rifle-1", "rifle-2"]),
        ("rifle-2,*", ["rifle-2", "ann", "bob", "rifle-1"]), ("x*", []), (",", []),
    ],
)  # fmt: skip
def test_a_word_stands_for_several_names(word: str, names: list[str]) -> None:
    """A name that is not there stays: what is wrong with it is said in its turn. No pattern stands for `done`."""
    assert shorthand.several(word, NAMES) == names


def test_a_row_has_both_its_ends_and_what_lies_between() -> None:
    assert shorthand.row(Hex(0, 0), Hex(0, 3)) == [Hex(0, 0), Hex(0, 1), Hex(0, 2), Hex(0, 3)]
    assert shorthand.row(Hex(2, 0), Hex(2, 0)) == [Hex(2, 0)]


def test_the_last_action_is_that_of_the_side_without_its_done() -> None:
    sailed = [("action", "sail"), ("sail.skipper", "ann"), ("sail.step", "A-2"), ("sail.step", "done")]
    entries = [*(Entry("reds", *one) for one in sailed), Entry("reds", "action", "done"), Entry("blues", "action", "x")]
    assert shorthand.last_action(entries, "reds") == ["sail", "ann", "A-2"]
    assert shorthand.last_action(entries, "greens") == []


def test_a_thing_goes_to_a_hex_by_the_cheapest_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path by 0305 costs 1/2 a hex, any other way more."""
    assert played("move anna to 0405\n\nquit\n", monkeypatch) == ["move", "anna", "0305", "0405", "done"]
    assert "  anna goes by 0305 0405, for 1\n" in capsys.readouterr().out


def test_a_way_that_is_not_wanted_is_not_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played("move anna to 0405\nno\n0204\nquit\n", monkeypatch) == ["move", "anna", "0204"]


def test_what_is_typed_in_place_of_a_way_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played("move anna to 0405\nto 0304\n\nquit\n", monkeypatch) == ["move", "anna", "0304", "done"]


def test_a_way_by_words_that_were_kept_is_answered_otherwise_like_any_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a mistake the line that was mended counts as what was typed last: all of it is taken back."""
    answers = "move zzz to 0304 move rex to 0305\nanna\nto 0306\n\nquit\n"
    assert played(answers, monkeypatch) == [
        "move", "anna", "0304", "done", "move", "rex", "0305", "0306", "done",
    ]  # fmt: skip
    assert "  taken back: anna to 0304 move rex to 0305\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("move anna to 0909", "there is no hex `0909`"),
        ("move anna to 0905", "anna cannot come to rest in 0905"),
        ("move otto to 0908", "otto cannot come to rest in 0908\n  the nearest that it can come to is "),
        ("move to 0405", "first name an animal or shepherd, then `to 0405`"),
    ],
)
def test_where_nothing_can_go_is_said(
    line: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played(f"{line}\nquit\n", monkeypatch)
    assert said in capsys.readouterr().out


def test_where_one_hex_is_asked_for_it_is_picked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played("set-out stay-at-homes bert to 0904\nquit\n", monkeypatch, "market-day")[3:4] == ["0904"]


def test_why_nothing_can_go_there_is_said_from_beside_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rex gets beside the fold of the others, where bert and wolf stand."""
    played("move rex to 0805\nquit\n", monkeypatch)
    out = capsys.readouterr().out
    assert "  rex cannot come to rest in 0805\n  from 0705:\n  refused: rex may not enter 0805" in out
    assert "keeps away from the other farm" in out


@pytest.mark.parametrize(("then", "answers"), [("move rex 0305 done", ["move", "rex", "0305", "done"]), ("end", [])])
def test_an_action_that_was_begun_and_no_more_gives_way_to_another(
    then: str, answers: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(f"move anna to 0905 done\n{then}\nquit\n", monkeypatch) == answers
    assert "  taken back: move a piece\n" in capsys.readouterr().out


def test_an_action_in_which_a_step_was_made_does_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played("move anna\n0305\nshove\nquit\n", monkeypatch) == ["move", "anna", "0305"]
    assert "taken back" not in capsys.readouterr().out


@pytest.mark.parametrize("several", ["otto,rosa", "o*,ros*"])
@pytest.mark.parametrize("before", ["move anna", "move anna to 0405"])
def test_a_list_takes_the_place_of_an_action_that_was_begun_and_no_more(
    before: str, several: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = played(f"{before}\n{several} to 0205\n\nquit\n", monkeypatch)
    assert answers == ["move", "otto", "0205", "done", "move", "rosa", "0205", "done"]


@pytest.mark.parametrize("several", ["otto,rosa", "o*,ros*"])
@pytest.mark.parametrize("line", ["move anna 0305\n{} to 0205", "move anna 0305 {} to 0205"])
def test_a_list_that_answers_nothing_here_is_kept_whole_until_it_does(
    line: str, several: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anna may go farther; then she has gone as far as she is to go."""
    answers = played(f"{line.format(several)}\n0405\ndone\n\nquit\n", monkeypatch)
    assert answers[:5] == ["move", "anna", "0305", "0405", "done"]
    assert answers[5:] == ["move", "otto", "0205", "done", "move", "rosa", "0205", "done"]
    assert capsys.readouterr().out.count(f"kept until this is answered: {several} to 0205 (`drop` forgets it)") == 2


def test_what_is_where_it_is_to_go_is_not_moved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played("move anna to 0205\nquit\n", monkeypatch) == ["move", "anna"]
    assert "  anna is in 0205 already\n" in capsys.readouterr().out


def test_why_something_may_come_through_and_not_stay_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three beasts are all that a hex holds: rex may run through, and not lie down as the fourth."""
    answers = played("move otto,rosa,lily to 0305\n\nmove rex to 0305\nquit\n", monkeypatch)
    assert answers[-2:] == ["move", "rex"]
    out = capsys.readouterr().out
    assert "refused: it cannot be over yet" in out
    assert "0305 would hold 4 beasts" in out


def test_of_several_the_one_that_cannot_is_passed_over_and_nothing_is_ended(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = played("move anna,jill,rex to 0305 end\n\nquit\n", monkeypatch)
    assert answers == ["move", "anna", "0305", "done", "move", "rex", "0305", "done"]
    assert "  forgotten, since something went wrong: end\n" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "number"), [([], 0), (["end"], 1), (["End", "end", "end"], 2), (["move", "end"], 0)])
def test_how_many_words_end_one_part(words: list[str], number: int) -> None:
    assert shorthand.ends(words) == number


def test_what_is_left_of_a_line_is_not_answered_once_others_have_decided(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can be shoved in the first round, and so the second pair of `end` ended shadeside's walk unasked."""
    assert played("end end end end move otto\nquit\n", monkeypatch).count("done") == 2
    assert "  forgotten, since others have decided: move otto\n" in capsys.readouterr().out


def test_a_hex_stands_for_those_in_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Anna and rex stand in 0205; as a place to step to, a hex stays a hex."""
    answers = played("why move 0205 0305\nmove 0205 to 0305\n\nmove otto 0205\nquit\n", monkeypatch)
    assert answers[:-3] == ["move", "anna", "0305", "done", "move", "rex", "0305", "done"]
    assert answers[-3:] == ["move", "otto", "0205"]
    assert "  legal, for 1/2\n" in capsys.readouterr().out


def test_a_line_that_is_typed_again_takes_the_place_of_what_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = played("move nobody 0305 done\nanna 0305 done\nquit\n", monkeypatch)
    assert answers == ["move", "anna", "0305", "done"]


def test_what_stands_behind_several_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = played("move anna,rex to 0305 move otto to 0205\n\nquit\n", monkeypatch)
    assert answers.count("otto") == 1


def test_another_action_is_typed_in_place_of_a_way(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = played("move anna to 0405\nmove rex to 0305\n\nquit\n", monkeypatch)
    assert answers == ["move", "rex", "0305", "done"]


def test_why_end_tells_what_could_still_act(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played("why end\nquit\n", monkeypatch)
    assert "  legal\n  can still move a piece: anna, rex, " in capsys.readouterr().out


def test_a_question_names_several_at_once(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Rex lies in 0205, and otto and rosa beside him: what is asked is asked of the last, for whom there is no room."""
    played("why move otto,rosa,lily 0205 done\nquit\n", monkeypatch)
    assert "0205 would hold 4 beasts" in capsys.readouterr().out


def test_several_things_go_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = played("move anna,rex to 0305\n\nquit\n", monkeypatch)
    assert answers == ["move", "anna", "0305", "done", "move", "rex", "0305", "done"]


def test_a_pattern_takes_all_that_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those of sunside jack alone has an `a` in the second place, and anna in the first."""
    answers = played("move ?a*,a* to 0305\n\nquit\n", monkeypatch)
    assert [answer for before, answer in pairwise(answers) if before == "move"] == ["jack", "anna"]


def test_an_action_is_taken_again_with_another_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = played("move anna 0305 done\nagain rex done\nquit\n", monkeypatch)
    assert answers == ["move", "anna", "0305", "done", "move", "rex", "0305", "done"]


def test_an_action_is_taken_again_to_where_it_went(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gretel stands elsewhere than anna did: the steps would not be hers."""
    answers = played("move anna to 0305\n\nagain gretel\n\nquit\n", monkeypatch)
    assert answers[:6] == ["move", "anna", "0305", "done", "move", "gretel"]
    assert answers[-2:] == ["0305", "done"]
    assert answers[6] != "0305", "two hexes away"


def test_again_takes_the_place_of_an_action_that_was_begun_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = played("move anna 0305 done\nmove otto to 0908\nagain rex\nquit\n", monkeypatch)
    assert answers == ["move", "anna", "0305", "done", "move", "rex", "0305", "done"]


def test_where_none_of_several_can_go_another_hex_leads_them_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = played("move otto,rosa to 0908\nwhy 0205\nto 0205\n\nquit\n", monkeypatch)
    assert answers == ["move", "otto", "0205", "done", "move", "rosa", "0205", "done"]
    assert capsys.readouterr().out.count("none of them has gone; `to HEX` leads them all") == 1


def test_where_one_of_several_has_gone_another_hex_leads_the_last_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three beasts are all that a hex holds."""
    answers = played("move otto,rosa,lily to 0205\n\nto 0305\n\nquit\n", monkeypatch)
    assert answers.count("otto") == 1
    assert answers[answers.index("lily") :] == ["lily", "0205", "0305", "done"]
    assert "leads them all" not in capsys.readouterr().out


def test_the_emptiest_hex_of_a_row_is_picked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gretel stands in 0104, jack in 0204, and nobody in 0304, at the other end of the row."""
    assert played("move rex 0104..0304 done\nquit\n", monkeypatch)[:3] == ["move", "rex", "0304"]


def test_a_part_of_the_turn_ends_by_end_and_not_by_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played("move anna 0305 done\ndone\nend\nquit\n", monkeypatch) == ["move", "anna", "0305", "done"]
    out = capsys.readouterr().out
    assert out.count("  can still move a piece: anna, rex, otto, rosa, lily, gretel, jack\n") == 1
    assert out.count("  can still move a piece: rex, otto, rosa, lily, gretel, jack\n") == 1  # which did nothing yet
    assert "no action is under way that could be done; `end` ends the moving phase" in out
    assert "`end` once more ends the moving phase" in out


def test_end_twice_ends_it_and_what_happened_between_counts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played("end\nmove anna 0305 done\nend\nquit\n", monkeypatch)[-1] == "done"
    assert kept("last-fine-day").count("done") == 1, "that of the move"
    Path("last-fine-day.journal").unlink()
    assert played("move anna 0305\nend\nend\nquit\n", monkeypatch)[3:5] == ["done", "done"], "of the move, of the part"


def test_what_follows_a_mistake_waits_until_it_is_mended(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = played("move anna 0909 done move rex\n0305\nquit\n", monkeypatch)
    assert answers == ["move", "anna", "0305", "done", "move", "rex"]
    assert "kept until this is answered: done move rex (`drop` forgets it)" in capsys.readouterr().out


def test_what_was_kept_and_is_typed_is_answered_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = played("move anna 0909 0305\n0305\nquit\n", monkeypatch)
    assert answers == ["move", "anna", "0305"]
    assert "refused" not in capsys.readouterr().out


def test_again_before_anything_was_done_takes_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played("move anna\nagain rex\nquit\n", monkeypatch) == ["move", "anna"]


@pytest.mark.parametrize("forget", ["drop", "cancel", "undo"])
def test_what_waits_is_forgotten_where_it_is_not_wanted(forget: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = played(f"move anna 0909 done move rex\n{forget}\nquit\n", monkeypatch)
    assert answers == {"drop": ["move", "anna"], "cancel": [], "undo": ["move"]}[forget]


def test_a_program_goes_on_until_the_part_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal tells who was asked last: a person is, in the part that follows."""
    played("auto\nquit\n", monkeypatch)
    lines = [json.loads(line) for line in Path("last-fine-day.journal").read_text("utf-8").splitlines()[1:]]
    ended = [n for n, line in enumerate(lines) if (line.get("pick"), line["answer"]) == ("action", "done")]
    assert {line["side"] for line in lines[: ended[0]]} == {"sunside"}
    assert not any(line.get("pick") == "move.mover" for line in lines[ended[0] :]), "nobody has moved since"


@pytest.mark.parametrize(("then", "ends"), [("", False), ("undo\n", False), ("end\n", True), ("auto\n", True)])
def test_what_a_program_did_can_be_taken_back_until_the_part_is_ended(
    then: str, ends: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind a set-up the other side begins."""
    assert ("done" in played(f"auto\n{then}quit\n", monkeypatch, "market-day")) == ends
    out = capsys.readouterr().out
    assert "  greedy would end the set-up here\n" in out
    assert ("  taken back: " in out) == (then == "undo\n")


def test_no_dice_fall_that_nobody_has_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the watch nobody can do anything; at its end the wind is thrown for."""
    calm = OWN["01.law"] + "\nrule windless [2]\n  forbids light.keeper\n"
    thrown = "\nrule wind [2]\n  at the end of watch\n  then:\n    roll 1d6 as gust\n    set game.lamps to gust\n"
    own("game: {lamps: 0}\n", **{"01.law": calm + thrown})
    assert typed("play", "./own", "night", answers="quit\n", monkeypatch=monkeypatch) == 0
    assert "gust shows" not in capsys.readouterr().out
    Path("night.journal").unlink()
    assert typed("play", "./own", "night", answers="odds end\nend\nquit\n", monkeypatch=monkeypatch) == 0
    out = capsys.readouterr().out
    assert "1/6 (17 %)" in out
    assert out.count("gust shows") == 1, "that of gulls; terns are asked before theirs"


def test_a_way_that_was_shown_stands_while_something_is_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played("move anna to 0405\nunits 0905\nwhy 0206\n\nquit\n", monkeypatch)[-2:] == ["0405", "done"]
    assert "Ram" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("instead", "answers"),
    [
        ("undo", []),
        ("move rex 0304 done", ["move", "rex", "0304", "done"]),
        ("to 0205\n", ["move", "otto", "0205", "done", "move", "rosa", "0205", "done"]),
    ],
)
def test_of_several_none_has_gone_where_their_way_is_not_wanted(
    instead: str, answers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(f"move otto,rosa to 0305\n{instead}\nquit\n", monkeypatch) == answers


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("why move anna to 0405", "  anna goes by 0305 0405, for 1\n"),
        ("why move rex to 0805", "  rex cannot come to rest in 0805\n  from 0705:\n  refused: rex may not enter"),
        ("why move anna to 0205", "  anna is in 0205 already\n"),
        ("why move otto,rosa,lily to 0205", "0205 would hold 4 beasts"),
    ],
)
def test_a_question_names_a_hex_to_go_to(
    asked: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(f"{asked}\nquit\n", monkeypatch) == []
    assert told in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("why move rex 0305", "  legal, for 1/2\n"),
        ("why end", "  can still move a piece: anna, rex, "),
        ("reach rex", "  rex can come to "),
    ],
)
def test_another_action_can_be_asked_about_in_the_middle_of_one(
    asked: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gretel cannot come to 0905, and what was asked then about others was refused until her move was taken back."""
    assert played(f"move gretel to 0905\n{asked}\nquit\n", monkeypatch) == ["move", "gretel"]
    assert told in capsys.readouterr().out


def test_another_action_is_asked_about_as_it_is_once_this_one_is_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three beasts are all that a hex holds, and otto is one of them."""
    played("move rex,rosa to 0305\n\nmove otto 0205 0305\nwhy move lily to 0305\nquit\n", monkeypatch)
    assert "0305 would hold 4 beasts" in capsys.readouterr().out


def test_what_follows_several_is_asked_about_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rex lies in 0205 and otto goes there: rosa is asked about with both there, and the part is ended once."""
    played("why move otto,rosa 0205 done end\nquit\n", monkeypatch)
    printed = capsys.readouterr().out
    assert "  legal\n  can still move a piece: anna, rex, " in printed


HAUL = """thing ship
  stands in hex
  side: side
thing crate
  stands in hex or ship
action haul [2]
  open in watch
  pick ship(s: ship) where s.side is acting
  pick crate(c: crate) from those crate c in s.hex does:
    move c to s
"""
HARBOUR = """map:
  grid: {orientation: pointy, lines: [A], lengths: [3], shifted: second, name: "{line}-{number}"}
  hexes: {}
pieces:
  dory: {kind: ship, side: gulls, at: A-1}
  gig: {kind: ship, side: gulls, at: A-2}
  salt: {kind: crate, at: A-1}
  rope: {kind: crate, at: A-2}
"""


def test_again_leaves_out_what_was_answered_for_want_of_another(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dory takes up the salt, which is all that lies there, and the gig the rope: of salt nothing was typed. That
    the gig is the last that can haul changes nothing: it was typed."""
    own(HARBOUR, **{"01.law": OWN["01.law"].replace("action light", f"{HAUL}action light"), "cases": ""})
    assert typed("play", "./own", "night", answers="haul dory\nagain gig\nquit\n", monkeypatch=monkeypatch) == 0
    assert kept("night") == ["haul", "dory", "salt", "haul", "gig", "rope"]
    assert "is not an answer here" not in capsys.readouterr().out


RAM = """thing ship also
  tired: yes/no
thing crate also
  broken: yes/no
action ram [2]
  open in watch
  pick ship(s: ship) where s.side is acting
  pick crate(c: crate) from those crate c in s.hex
  roll 1d6 as bump
  mark s as tired
  if bump < 3:
    mark c as broken
"""


def test_odds_in_a_line_leave_out_what_always_comes_of_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dory tires however the die falls; on 1 and 2 of six the crate breaks."""
    own(HARBOUR, **{"01.law": OWN["01.law"].replace("action light", f"{HAUL}{RAM}action light"), "cases": ""})
    typed("play", "./own", "night", answers="odds ram dory\nquit\n", monkeypatch=monkeypatch)
    assert "  salt: 67 % nothing changes, 33 % salt: broken yes\n" in capsys.readouterr().out


GATHER = """action gather [2]
  open in watch
  pick ship(s: ship) where s.side is acting
  pick crate(c: crate) repeatedly where c.hex is s.hex does:
    move c to s
"""


def test_where_no_dice_fall_once_all_is_picked_either_odds_say_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the salt aboard, the rope can still be gathered, or that be done; nothing is thrown for either."""
    law = OWN["01.law"].replace("action light", f"{HAUL}{GATHER}action light")
    own(HARBOUR.replace("rope: {kind: crate, at: A-2}", "rope: {kind: crate, at: A-1}"), **{"01.law": law, "cases": ""})
    answers = "odds gather dory\nodds gather dory salt\nquit\n"
    typed("play", "./own", "night", answers=answers, monkeypatch=monkeypatch)
    printed = capsys.readouterr().out
    assert "  no dice fall upon it; next is crate\n" in printed
    assert "  no dice fall upon it, nor once that is done; next is crate\n" in printed


def test_again_is_done_where_what_it_repeats_was(monkeypatch: pytest.MonkeyPatch) -> None:
    assert played("move anna 0305 done\nagain rex\nquit\n", monkeypatch)[4:] == ["move", "rex", "0305", "done"]


def test_who_else_begins_an_action_gives_way_to_nobody_but_at_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the name alone another name is meant in its place; after a step it is a mistake."""
    assert played("move otto\nrosa 0205 done\nquit\n", monkeypatch) == ["move", "rosa", "0205", "done"]
    Path("last-fine-day.journal").unlink()
    assert played("move otto 0205\nrosa\nquit\n", monkeypatch) == ["move", "otto", "0205"]


def test_of_several_that_cannot_the_last_alone_says_what_is_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played("move otto,rosa,lily 0908\nquit\n", monkeypatch)
    out = capsys.readouterr().out
    assert out.count("asked: ") == 1
    assert "asked: move a piece, lily: the next hex" in out
    assert "taken back" not in out


def test_what_stands_behind_an_action_of_a_later_part_is_not_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played("shove otto 0505\nquit\n", monkeypatch)
    out = capsys.readouterr().out
    assert "`shove into a hex` cannot be taken now: it is open in the shoving phase; `end` goes on to it" in out
    assert "kept until" not in out


def test_odds_of_a_later_part_are_told_in_the_middle_of_an_action(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Max stands at Otto's side: that Rosa is about to move does not hide what Otto's shove comes to. The throw of the
    pusher changes nothing by itself, so it has no chances."""
    far = "move anna to 0405\n\nend end\nmove max to 0505\n\nend end\nmove otto to 0404\n\nend end\nend end\n"
    played(far + "move otto to 0504\n\nmove rosa\nodds shove otto 0505\nquit\n", monkeypatch)
    out = capsys.readouterr().out
    assert "in the shoving phase, as it is if nothing more is done before:" in out
    assert "otto shoves max" in out
    assert "max goes from 0505 to 0506" in out
    assert "1 (100 %)  nothing changes" not in out


def test_an_end_where_a_way_is_shown_goes_it_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several too; what can still act is told before the part ends, so a slip can be taken back."""
    went = ["move", "anna", "0305", "0405", "done"]
    assert played("move anna to 0405\nend\nquit\n", monkeypatch) == went
    Path("last-fine-day.journal").unlink()
    rex = ["move", "rex", "0305", "0405", "done"]
    assert played("move anna,rex to 0405\nend end\nquit\n", monkeypatch)[:11] == [*went, *rex, "done"]


def test_several_that_are_set_up_alike_end_before_the_next_of_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the two goes to the one hex; what follows that is somebody else's."""
    answers = played("greta,heidi 0905 bert 0805\nquit\n", monkeypatch, "market-day")
    placed = [(one, there) for one, there in pairwise(answers) if there in ("0905", "0805")]
    assert placed == [("greta", "0905"), ("heidi", "0905"), ("bert", "0805")]


def test_a_piece_alone_begins_the_action_that_goes_on_with_what_follows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anna can walk or lay salt; with a hex behind her, or a way to one, it is a walk. Otto can walk alone."""
    walked = ["move", "anna", "0305", "done", "move", "rex", "0305", "0405", "done", "move", "otto"]
    assert played("anna 0305 done\nrex to 0405\n\notto\nquit\n", monkeypatch) == walked
    Path("last-fine-day.journal").unlink()
    capsys.readouterr()
    assert played("anna\nquit\n", monkeypatch) == []
    assert (
        "  anna can move a piece, take up a beast or lay a lump of salt: say which, as in `move a piece anna`\n"
        in capsys.readouterr().out
    )


def test_a_piece_alone_can_be_asked_about(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert played("why otto 0908\nodds otto\nquit\n", monkeypatch) == []
    printed = capsys.readouterr().out
    assert "otto cannot come to rest in 0908" in printed
    assert "no dice fall upon it; next is the next hex" in printed


def test_a_piece_of_others_stands_for_its_hex_where_hexes_are_picked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One's own does not: it may be meant to act in its turn."""
    played("move rosa\nwhy bert\nwhy lily\nquit\n", monkeypatch)
    printed = capsys.readouterr().out
    assert "refused: rosa may not enter 0805" in printed
    assert "0105 is not" not in printed


def test_a_pattern_for_none_that_can_be_picked_says_what_stands_against_the_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played("move b*,w*\nquit\n", monkeypatch) == ["move"]
    printed = capsys.readouterr().out
    assert "  none of those can be picked; of bert:\n  refused: bert may not" in printed


GIVING_UP = OWN["01.law"].replace(
    "  phase evening:\n    phase watch for each s in {gulls, terns} by s\n",
    "  phase evening for each s in {gulls, terns} by s:\n    phase regrets\n    phase watch\n",
) + (
    "\naction douse [2]\n  open in regrets\n  gives up\n  pick keeper(s: side) from {acting}\n  set game.lamps to 0\n"
)  # fmt: skip


def test_an_action_of_a_later_part_ends_one_in_which_something_can_only_be_given_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own("game: {lamps: 0}\n", **{"01.law": GIVING_UP, "cases": ""})
    assert typed("play", "./own", "night", answers="light\nquit\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "douse" in printed
    assert "light: which keeper" in printed
    Path("night.journal").unlink()
    own("game: {lamps: 0}\n", **{"01.law": GIVING_UP.replace("  gives up\n", ""), "cases": ""})
    assert typed("play", "./own", "night", answers="light\nquit\n", monkeypatch=monkeypatch) == 0
    assert "`light` cannot be taken now: it is open in watch; `end` goes on to it" in capsys.readouterr().out


def test_where_a_part_was_ended_for_a_word_that_then_fits_nowhere_the_new_part_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To go to bed gives nothing up, so nobody skips the watch for it; the regrets are over then."""
    law = GIVING_UP.replace("    phase watch\n", "    phase watch\n    phase late\n")
    law += "\naction sleep [2]\n  open in late\n  pick keeper(s: side) from {acting}\n  set game.lamps to 0\n"
    own("game: {lamps: 0}\n", **{"01.law": law, "cases": ""})
    assert typed("play", "./own", "night", answers="sleep\nquit\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out.partition("> ")[2]
    assert printed.startswith("-- gulls: watch\n  `sleep` cannot be taken now: it is open in late")


SIGNALS = """
action hail(other: side) [5]
  "Somebody answers the light."
  pick hand(s: side) from {acting}

rule hail.window [5]
  after light.keeper
  then:
    for each other in {gulls, terns} where other is not s:
      offer hail(s) to other repeatedly
"""


@pytest.mark.parametrize(("word", "asked"), [("end", 1), ("done", 3)])
def test_what_is_offered_is_declined_once_or_until_the_part_is_over(
    word: str, asked: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three lights are lit in the gulls' watch, and each time the terns may hail; in the terns' watch the gulls may."""
    own("game: {lamps: 1}\n", **{"01.law": OWN["01.law"] + SIGNALS})
    light = "light gulls\n"
    lights = f"{light}{word}\n{light}{light}" if word == "end" else f"{light}{word}\n" * 3
    answers = f"{lights}end end\nlight terns\nhail gulls\nquit\n"
    assert typed("play", "./own", "night", answers=answers, monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    assert told.count("  until watch is over, nobody is asked again to hail\n") == (1 if word == "end" else 0)
    assert told.count("-- terns") == asked + 1, "and in their own watch"
    assert kept("night")[-2:] == ["hail", "gulls"], "in the terns' watch the gulls are asked again"


def test_what_is_declined_is_offered_again_the_next_time_that_the_part_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    law = OWN["01.law"].replace("phase evening:", "phase evening while game.lamps < 99:")
    own("game: {lamps: 1}\n", **{"01.law": law + SIGNALS, "cases": ""})
    answers = "light gulls\nend\nend end\nend end\nlight gulls\nhail terns\nquit\n"
    assert typed("play", "./own", "night", answers=answers, monkeypatch=monkeypatch) == 0
    assert kept("night")[-2:] == ["hail", "terns"], "the terns, on the second evening"
