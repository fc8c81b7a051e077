"""What is said at the table where something cannot be answered, and of what an attack would come to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ...typed_commands import OWN, own, typed


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(
    law: str, situation: str, answers: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> str:
    """What is printed in a game of two watches in which this can be done as well."""
    own(situation, **{"01.law": OWN["01.law"].replace("action light", f"{law}action light"), "cases": ""})
    typed("play", "./own", "night", answers=f"{answers}quit\n", monkeypatch=monkeypatch)
    return capsys.readouterr().out


def kept(situation: str) -> list[str]:
    """The answers that the journal keeps."""
    lines = Path(f"{situation}.journal").read_text("utf-8").splitlines()[1:]
    return [json.loads(line)["answer"] for line in lines]


HARBOUR = """map:
  grid: {orientation: pointy, lines: [A], lengths: [3], shifted: second, name: "{line}-{number}"}
  hexes: {}
pieces:
  dory: {kind: ship, side: gulls, at: A-1}
  gig: {kind: ship, side: gulls, at: A-1}
  smack: {kind: ship, side: terns, at: A-2}
  hulk: {kind: ship, side: terns, at: A-3}
"""
SHIPS = """thing ship
  stands in hex
  side: side
"""

SINK = """action sink [2]
  open in watch
  pick ship(s: ship) where s.side is acting
  remove s
"""


def test_of_a_piece_that_is_gone_that_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = told(SHIPS + SINK, HARBOUR, "sink dory\nsink Dory\nlook dory\nwhy dory\n", capsys, monkeypatch)
    assert "  Dory is no longer in the game\n  asked: sink: which ship\n" in printed
    assert printed.count(" is no longer in the game\n") == 3


BOARD = """action board [2]
  open in watch
  pick prize(p: ship) where p.side is not acting
  pick crew(s: ship) repeatedly where s.side is acting and distance(s.hex, p.hex) = 1 does:
    move s to p.hex
"""


@pytest.mark.parametrize("line", ["board dory smack", "board smack dory", "dory smack"])
def test_picks_may_be_typed_in_another_order(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is boarded is picked first; who boards may stand first on the line."""
    printed = told(SHIPS + BOARD, HARBOUR, f"{line}\n", capsys, monkeypatch)
    assert "refused" not in printed
    assert kept("night")[:3] == ["board", "smack", "dory"]


def test_several_of_a_later_pick_may_stand_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(SHIPS + BOARD, HARBOUR, "board dory,gig smack\n", capsys, monkeypatch)
    assert kept("night")[:4] == ["board", "smack", "dory", "gig"]


def test_what_a_later_pick_asks_for_is_kept_and_may_be_asked_about(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    law = SHIPS + BOARD.replace("p: ship) where p.side", "h: hex) where any ship p in h where p.side").replace(
        "p.hex", "h"
    )
    answers = "why board dory A-2\nwhy board dory\nboard dory\nA-2\n"
    beside_both = HARBOUR.replace("gig: {kind: ship, side: gulls, at: A-1}", "gig: {kind: ship, side: gulls, at: A-2}")
    printed = told(law, beside_both, answers, capsys, monkeypatch)
    assert "  legal\n" in printed
    assert printed.count("  prize is picked before crew\n") == 2
    assert kept("night")[:3] == ["board", "A-2", "dory"]


def test_a_refusal_names_several_without_braces(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bar = 'rule bar.sink [2]\n  forbids sink.ship\n  says "not while {those ship o in s.hex} lie there"\n'
    law = SHIPS + SINK + bar
    printed = told(law, HARBOUR, "why sink dory\n", capsys, monkeypatch)
    assert "not while dory, gig lie there" in printed


AIM = """thing ship also
  foe: ship or none
  rammed: yes/no
action aim [2]
  open in watch
  pick gunner(s: ship) where s.side is acting and s.foe is none
  pick target(f: ship) where f.side is not acting
  set s.foe to f
effect shoot(s: ship, f: ship) [2]:
  if distance(s.hex, f.hex) = 1:
    roll 1d6 as shell
    if shell > 4:
      mark f as rammed
rule aimed [2]
  at the end of watch
  then:
    for each ship g where g.foe is not none:
      for each ship f where g.foe is f:
        do shoot(g, f)
"""


def test_of_an_attack_for_which_no_dice_fall_no_odds_of_another_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hulk is too far; the dory's shot at the smack falls in any case. On 5 and 6 of six the smack is rammed,
    unless the dory has rammed it by then."""
    answers = "aim dory smack\nodds aim gig hulk\nodds aim gig\n"
    printed = told(SHIPS + AIM, HARBOUR, answers, capsys, monkeypatch)
    assert "  no dice fall upon it, nor for it once watch is over\n" in printed
    assert "  smack: 78 % nothing changes, 22 % smack: rammed yes\n  hulk: no dice fall for it\n" in printed


VOLLEY = AIM.replace("  foe: ship or none\n", "  foe: ship or none\n  second: ship or none\n").replace(
    "target(f: ship) where f.side is not acting\n  set s.foe to f\n",
    "target(f: ship) repeatedly where f.side is not acting and s.foe is not f does:\n"
    "    if s.foe is none:\n      set s.foe to f\n    otherwise:\n      set s.second to f\n",
)


def test_the_odds_of_what_may_be_all_come_before_those_with_one_more(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One foe is enough, and a second may be picked."""
    printed = told(SHIPS + VOLLEY, HARBOUR, "odds aim gig smack\n", capsys, monkeypatch)
    plain, _, more = printed.partition("  with one more:\n")
    assert "      1/3 (33 %)  smack: rammed yes\n" in plain
    assert more.startswith("  hulk: 67 % nothing changes, 33 % smack: rammed yes\n")


def test_what_can_still_act_is_named_where_the_target_is_picked_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = told(SHIPS + BOARD, HARBOUR, "end\n", capsys, monkeypatch)
    assert "  can still board: dory, gig\n" in printed


def test_why_nothing_comes_nearer_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Otto has three steps, and 0908 is eight hexes away."""
    typed("play", "tutorial", "last-fine-day", answers="move otto to 0908\nquit\n", monkeypatch=monkeypatch)
    printed = capsys.readouterr().out
    assert "  the nearest that it can come to is 0607; from there:\n  refused: otto may not enter " in printed
    assert "otto has 0 left" in printed


def test_of_several_that_have_a_choice_each_is_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of the three is passed over because another was typed behind it."""
    yawl = HARBOUR + "  yawl: {kind: ship, side: gulls, at: A-2}\n"
    printed = told(SHIPS + AIM, yawl, "aim dory,gig,yawl\nsmack\nhulk\nsmack\n", capsys, monkeypatch)
    assert "  first `aim dory: which target` has to be answered\n" in printed
    assert "  kept until this is answered: aim gig aim yawl" in printed
    assert kept("night")[:9] == ["aim", "dory", "smack", "aim", "gig", "hulk", "aim", "yawl", "smack"]


def test_who_goes_without_being_asked_has_gone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of several the last alone waits for Enter."""
    typed("play", "tutorial", "last-fine-day", answers="move anna,rex to 0305\n\nquit\n", monkeypatch=monkeypatch)
    printed = capsys.readouterr().out
    assert "  anna went by 0305, for 1/2\n" in printed
    assert "  rex goes by 0305, for 1/2\n" in printed


def test_a_piece_is_no_hex(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As a step a piece of one's own is no answer; it is not said that it may not be entered."""
    typed("play", "tutorial", "last-fine-day", answers="move anna 0305\nrex\nquit\n", monkeypatch=monkeypatch)
    printed = capsys.readouterr().out
    assert printed.count("asked: ") == 1
    assert "  `rex` is not an answer here\n  asked: move a piece, anna, 0305: the next hex" in printed
    assert "may not enter rex" not in printed


def test_below_an_end_that_is_refused_nothing_is_listed_that_could_act(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That the watch cannot end concerns the lamp; what else could be done is no news. `done` is answered first."""
    bar = 'rule dark [2]\n  forbids watch.done\n  when game.lamps = 0\n  says "no lamp is lit"\n'
    printed = told(SHIPS + SINK + bar, HARBOUR, "why end\nend\n", capsys, monkeypatch)
    assert "no lamp is lit" in printed
    assert "can still" not in printed
    printed = told(SHIPS + SINK, HARBOUR, "sink dory\ndone\n", capsys, monkeypatch)
    assert "  no action is under way that could be done; `end` ends watch\n  can still sink: gig\n" in printed


SHOTS = (
    AIM[: AIM.index("effect shoot")]
    + """record shot
  by: ship
  target: ship
quantity weight(x: shot): whole
  starts with 3 - distance(x.by.hex, x.target.hex)
words
  record shot reads "a shot of {by} at {target}"
  quantity weight reads "the weight of the shot"
effect shoot(x: shot) [2]:
  if weight(x) > 1:
    roll 1d6 as shell
    if shell > 4:
      mark x.target as rammed
rule aimed [2]
  at the end of watch
  then:
    for each ship g where g.foe is not none:
      for each ship f where g.foe is f:
        do shoot(shot(by = g, target = f))
action broadside [2]
  open in watch
  pick target(f: ship) where f.side is not acting
  pick broad(s: ship) where s.side is acting
  do shoot(shot(by = s, target = f))
"""
)


def test_an_attack_that_is_declared_is_shown_as_it_stands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shot over one hex weighs 2, over two hexes 1, which is too little for the dice."""
    near, far = "a shot of dory at smack", "a shot of gig at hulk"
    printed = told(SHIPS + SHOTS, HARBOUR, "aim dory smack\naim gig hulk\nbroadside hulk gig\n", capsys, monkeypatch)
    assert f"    {near}\n    the weight of the shot is 2\nwhat next" in printed
    too_light = f"    {far}\n    the weight of the shot is 1\n    no dice fall for it\nwhat next"
    assert printed.count(too_light) == 2, "declared for later, and carried out at once"
    in_a_line = told(SHIPS + SHOTS, HARBOUR, "aim dory smack broadside hulk gig end\n", capsys, monkeypatch)
    assert f"    {near}\n    the weight of the shot is 2\n" in in_a_line
    assert f"    {far}\n    the weight of the shot is 1\n    no dice fall for it\n" in in_a_line, (
        "though more is typed behind it"
    )


def test_why_no_dice_fall_for_an_attack_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = told(
        SHIPS + SHOTS, HARBOUR, "odds aim gig hulk\naim dory smack\nodds aim gig hulk\n", capsys, monkeypatch
    )
    why = "  a shot of gig at hulk\n  the weight of the shot is 1\n"
    assert f"  no dice fall upon it\n{why}" in printed
    assert f"  no dice fall upon it, nor for it once watch is over\n{why}" in printed, "there the dory's are thrown"


def test_the_odds_of_an_end_tell_of_attacks_without_dice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alone, and beside one for which dice fall; of the end of a turn in which nothing is declared there is no word."""
    far = "  a shot of gig at hulk\n  the weight of the shot is 1\n  no dice fall for it\n"
    assert far in told(SHIPS + SHOTS, HARBOUR, "aim gig hulk\nodds end\n", capsys, monkeypatch)
    both = told(SHIPS + SHOTS, HARBOUR, "aim dory smack\naim gig hulk\nodds end\n", capsys, monkeypatch)
    assert "  a shot of dory at smack\n" in both.rpartition("what next")[2]
    assert both.count(far) == 1
    assert "no dice fall for it" not in told(SHIPS + SHOTS, HARBOUR, "odds end\n", capsys, monkeypatch)


def test_a_piece_that_begins_nothing_is_told_what_it_can_take_part_in(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who boards is picked after what is boarded; the lamps are lit by sides, not by ships."""
    law = SHIPS + BOARD.replace("p: ship) where p.side", "h: hex) where any ship p in h where p.side").replace(
        "p.hex", "h"
    )
    printed = told(law, HARBOUR, "dory\n", capsys, monkeypatch)
    assert "  dory can take part in board, where something else is picked first\n  asked: what next\n" in printed
    assert "  dory can begin nothing in watch\n" in told(SHIPS, HARBOUR, "dory\n", capsys, monkeypatch)
