"""`hexlaw play` as it is typed: what it shows, understands, keeps and refuses."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hexlaw.compiler.cli import main
from hexlaw.compiler.situations.games import JournalFile
from hexlaw.runtime.explain.event_lines import log_lines
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play.journal import Entry

from ..typed_commands import OWN, ROOT, SHINES, own, typed

pytestmark = pytest.mark.usefixtures("tutorial_is_printed")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_journal_that_goes_while_it_is_written_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own("game: {lamps: 1}\n")

    def full(file: JournalFile, entry: object) -> None:
        with file._writing():
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(JournalFile, "add", full)
    assert typed("play", "./own", "night", answers="end end\nend end\n", monkeypatch=monkeypatch) == 2
    assert "cannot be written: no space left on device; all answers but the last are kept" in capsys.readouterr().err


PLANS = """order plan [4]
  falls due in watch
  lamp: whole secret
  public: whole

action plan-ahead [4]
  open in watch
  pick lamp(n: whole) from {3, 4}
  let doubled be n + n
  pick others(m: whole) from {7, 8}
  write plan(lamp = doubled, public = m)

rule plans.one [4]
  forbids plan-ahead.lamp
  when any plan p where p.owner is acting and p is not at-hand

rule nobody-lights [4]
  forbids light.keeper

rule plans.kept [4]
  at the end of watch
  then:
    for each plan p where p is at-hand:
      remove p
"""


def test_the_turn_is_not_given_away_unasked_while_something_can_be_taken_back(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan is all that the gulls may make, and nothing is left to be done then: before the terns plan, the gulls are
    asked. An `end` of theirs is not asked about again."""
    own("game: {lamps: 1}\n", **{"01.law": OWN["01.law"] + PLANS})
    answers = "plan-ahead 3 7\nundo\n8\nend\nend end\nquit\n"
    assert typed("play", "./own", "night", answers=answers, monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    assert "1 end" in told.partition("taken back")[2]
    kept = [json.loads(line) for line in Path("night.journal").read_text("utf-8").splitlines()[1:]]
    assert [(line.get("side"), line["answer"]) for line in kept][:4] == [
        ("gulls", "plan-ahead"), ("gulls", "3"), ("gulls", "8"), ("gulls", "done"),
    ]  # fmt: skip
    assert kept[4]["side"] == "terns"


def test_what_a_program_writes_in_secret_is_not_told_at_the_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the two picks of a plan one becomes a secret; the log is asked for in the second of two evenings."""
    law = OWN["01.law"].replace("phase evening:", "phase evening while game.lamps <= 2:")
    law = law.replace("by s\n", "by s\n    set game.lamps to game.lamps + 1\n", 1)
    own("game: {lamps: 1}\n", **{"01.law": law + PLANS})
    words = ["play", "./own", "night", "--against", "random", "--side", "gulls", "--seed"]
    for seed in map(str, range(20)):
        answers = "plan-ahead\n3\n7\nend\nlog\nquit\n"
        assert typed(*words, seed, "--journal", f"{seed}.journal", answers=answers, monkeypatch=monkeypatch) == 0
        told = capsys.readouterr().out
        assert "gulls: plan ahead 3" in told
        if '"terns", "pick": "plan-ahead.lamp"' in Path(f"{seed}.journal").read_text("utf-8"):
            break
    assert told.count("terns: plans ahead, in secret, others") == 2, "as news and in the log"
    assert "terns: plan ahead 3" not in told
    assert "terns: plan ahead 4" not in told
    assert ", others 7" in told or ", others 8" in told


def written_by_both(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a journal in which terns, a program, and gulls, a person, have each written down a plan."""
    law = OWN["01.law"].replace("phase evening:", "phase evening while game.lamps <= 2:")
    law = law.replace("by s\n", "by s\n    set game.lamps to game.lamps + 1\n", 1)
    kept = PLANS.replace("for each plan p where p is at-hand:", "for each plan p where game.lamps > 9:")
    kept = kept.replace("p.owner is acting and p is not at-hand", "p.public > 9")
    own("game: {lamps: 1}\n", **{"01.law": law + kept})
    for seed in map(str, range(20)):
        words = ["play", "./own", "night", "--against", "random", "--side", "gulls", "--seed", seed]
        journal = f"{seed}.journal"
        typed(*words, "--journal", journal, answers="plan-ahead\n3\n7\nend end\nquit\n", monkeypatch=monkeypatch)
        if '"terns", "pick": "plan-ahead.others"' in Path(journal).read_text("utf-8"):
            return journal
    raise AssertionError("no program has planned anything")


def test_each_side_looks_at_its_own_secrets_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first plan is of gulls, who planned 3, which doubled is 6; the second is of terns."""
    journal = written_by_both(monkeypatch)
    seen = {}
    for side in ("gulls", "terns", ""):
        capsys.readouterr()
        words = ["--against", "random", "--side", side] if side else []
        typed("play", "--resume", journal, *words, answers="look plan-1\nlook plan-2\n", monkeypatch=monkeypatch)
        told = capsys.readouterr().out
        first, _, second = told.partition("  plan-2: ")
        seen[side] = ("lamp 6" in first.partition("  plan-1: ")[2], "lamp " in second)
        assert "public 7" in first
        assert "public " in second
    assert seen == {"gulls": (True, False), "terns": (False, True), "": (True, True)}


def test_the_view_of_a_side_can_be_written(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    journal = written_by_both(monkeypatch)
    told = {}
    for side in ("gulls", "terns", ""):
        capsys.readouterr()
        assert typed("replay", journal, *(["--side", side] if side else [])) == 0
        told[side] = capsys.readouterr().out
    assert "gulls: plan-ahead.lamp 3" in told["gulls"]
    assert "terns: plan-ahead.lamp (in secret)" in told["gulls"]
    assert "gulls: plan-ahead.lamp (in secret)" in told["terns"]
    assert "(in secret)" not in told[""]
    assert "plan-1" in told["gulls"].rpartition("all as written")[2], "who stands where stands at the end"
    assert typed("replay", journal, "--side", "crows") == 2
    assert "there is no side `crows`; there are: gulls, terns" in capsys.readouterr().err


def test_what_differs_in_the_secret_of_another_side_is_not_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = written_by_both(monkeypatch)
    law = Path("own/01.law")
    law.write_text(law.read_text("utf-8") + "\nrule no-plans [4]\n  forbids plan-ahead.lamp\n", "utf-8")
    typed("replay", journal, "--side", "terns")
    told = capsys.readouterr().out
    assert told.endswith("gulls: plan-ahead.lamp (in secret)\nhere it differs\n") or "gulls: plan-ahead\n" in told
    assert "3" not in told.rpartition("here it differs")[2]


def test_a_question_that_has_no_answer_does_not_end_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The law does not say what seven lamps mean, and the situation tells it."""
    own("game: {lamps: 7}\ntells: {who shines: shining(game.lamps)}\n")
    law = Path("own/01.law")
    law.write_text(law.read_text("utf-8") + SHINES, "utf-8")
    monkeypatch.setattr("hexlaw.compiler.desk.table.screen.Screen.units", lambda screen, word: _stopping())
    assert typed("play", "./own", "night", answers="units\nlist\nquit\n", monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    assert "  that cannot be worked out: nothing is known of it" in told
    assert "the game is kept" in told


def _stopping() -> list[str]:
    raise LawStop("nothing is known of it")


def test_a_game_is_left_and_gone_on_with(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = "move\nanna\n0305\n0405\nundo\nwhy 0404\ndone\nquit\n"
    assert typed("play", "tutorial", "last-fine-day", answers=answers, monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "0404 is not among the hexes next to 0305" in printed
    assert "--resume last-fine-day.journal" in printed
    kept = Path("last-fine-day.journal").read_text("utf-8")
    assert [json.loads(line)["answer"] for line in kept.splitlines()[1:]] == ["move", "anna", "0305", "done"]
    assert typed("play", "--resume", "last-fine-day.journal", answers="units\n", monkeypatch=monkeypatch) == 0
    assert "  anna    Shepherd 5-4  sunside    0305" in capsys.readouterr().out


def test_a_game_that_is_kept_is_not_written_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("last-fine-day.journal").write_text("mine\n", "utf-8")
    named = ("--journal", "last-fine-day.journal")
    assert typed("play", "tutorial", "last-fine-day", *named) == 2
    assert "is there already" in capsys.readouterr().err
    assert typed("play", "tutorial", "last-fine-day", answers="move\nquit\n", monkeypatch=monkeypatch) == 0
    assert "go on with: hexlaw play --resume last-fine-day.2.journal" in capsys.readouterr().out
    assert Path("last-fine-day.journal").read_text("utf-8") == "mine\n"


def test_two_games_have_dice_of_their_own_and_their_journals_say_which(monkeypatch: pytest.MonkeyPatch) -> None:
    own("game: {lamps: 0}\n")
    for _ in range(2):
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        assert main(["play", "./own", "night"]) == 0
    seeds = {json.loads(path.read_text("utf-8").splitlines()[0])["seed"] for path in Path().glob("*.journal")}
    assert len(seeds) == 2


def test_a_refused_answer_is_explained_with_its_rule(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = "move\nmimi\nnonsense\nquit\n"
    assert typed("play", "tutorial", "last-fine-day", answers=answers, monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "it is the turn of sunside" in printed
    assert "`nonsense` is not an answer here" in printed


def played(answers: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    assert typed("play", "tutorial", "last-fine-day", answers=answers, monkeypatch=monkeypatch) == 0
    return capsys.readouterr().out


def test_why_an_action_may_be_taken_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played("why lay-salt\nwhy done\n", capsys, monkeypatch).count("  legal\n") == 2


def test_an_action_that_nobody_can_take_says_which_pick_is_wanting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = played("why put-down\n", capsys, monkeypatch)
    assert "it cannot be completed: nothing can be picked as `put-down.bearer`" in printed, "nobody is carried yet"
    assert printed.count("there is no beast in ") == 1, "what goes for all is said once"


def test_why_is_asked_by_number_and_wants_to_know_of_what(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = played("move\nanna\nwhy 1\nwhy\nwhy nonsense\n", capsys, monkeypatch)
    assert "  legal, for 1/2\n" in printed, "along the path"
    assert "why what?" in printed
    assert "`nonsense` is not an answer here" in printed


def test_nobody_is_asked_where_there_is_no_choice_and_undo_goes_back_to_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lily has two strides. The path takes 1/2 and 0206 takes 1: then there is nothing but `done`."""
    printed = played("move\nlily\n0205\n0206\nundo\nwhy 0206\n", capsys, monkeypatch)
    before, after = printed.split("taken back: ")
    assert before.count("what next:") == 2, "once at the beginning, and again after the second step"
    assert after.startswith("Sunside: the next hex 0206")
    assert "  legal, for 1\n" in after


def test_several_answers_fit_on_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Lily is tired in 0206, so that her `done` ends nothing more; after a mistake the rest of a line is not used."""
    played("move lily 0205 0206 done\nmove anna 0204 nonsense done\nundo\nquit\n", capsys, monkeypatch)
    kept = Path("last-fine-day.journal").read_text("utf-8")
    answers = [json.loads(line)["answer"] for line in kept.splitlines()[1:]]
    assert answers == ["move", "lily", "0205", "0206", "done", "move", "anna"]


def test_what_a_pick_has_cost_so_far_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path takes 1/2 a step."""
    printed = played("move anna\n0305 0405\n", capsys, monkeypatch)
    assert "move a piece, anna: the next hex (strides taken 0):" in printed
    assert "move a piece, anna, 0305, 0405: the next hex (strides taken 1):" in printed, "with what was picked before"


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_what_dice_have_done_is_told(
    seed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own("game: {lamps: 0}\n")
    assert typed("play", "./own", "night", "--seed", seed, answers="light gulls\n", monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert ("    game: lamps 1\n" in printed) == (int(printed.partition("wind shows ")[2][0]) < 4)


def test_what_a_program_did_is_told_by_the_action() -> None:
    written = [("action", "sail"), ("sail.skipper", "ann"), ("sail.step", "A-2"), ("sail.step", "A-3")]
    entries = [Entry("reds", *entry) for entry in [*written, ("sail.step", "done"), ("action", "done")]]
    hail = [Entry("blues", "hail.caller", "bob"), Entry("", "luck", "4")]
    assert list(log_lines([*entries, *hail])) == [
        "reds: sail ann, step A-2 A-3", "reds: done", "blues: hail bob", "luck shows 4",
    ]  # fmt: skip


def test_great_and_small_letters_mean_the_same_at_the_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played("MOVE\nAnna\nUndo\nWHY rex\nREX\nQUIT\n", capsys, monkeypatch)
    kept = Path("last-fine-day.journal").read_text("utf-8")
    assert [json.loads(line)["answer"] for line in kept.splitlines()[1:]] == ["move", "rex"]


def test_an_empty_line_shows_the_list_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = played("map\n\n", capsys, monkeypatch)
    assert printed.count("what next:") == 2
    assert "no answer here" not in printed


def test_what_is_taken_back_is_named_and_a_dead_end_says_how_to_leave_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = played("log\nlift\ndone\nundo\nundo\n", capsys, monkeypatch)
    assert "nothing has happened yet" in printed
    assert "`undo` takes back what led here" in printed
    assert "taken back: Sunside: take up a beast\n" in printed
    assert "nothing can be taken back" in printed


def test_the_first_round_is_told_like_all_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = played("end end\n" * 9, capsys, monkeypatch)
    assert "-- Sunside, round 1 of 8: moving phase\n" in printed
    assert "-- Sunside, round 2 of 8: moving phase\n" in printed


def test_figures_of_the_game_are_told_when_they_are_new(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The terns come next and no lamp was lit; what turns are counted by is told each time, with what ends it."""
    own("game: {lamps: 1}\n")
    assert typed("play", "./own", "night", answers="end end\nquit\n", monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    assert "-- gulls: evening, watch (lamps 1)\n" in told
    assert "-- terns: evening, watch\n" in told
    law = OWN["01.law"].replace("phase evening:", "phase evening while game.lamps <= 2 and game.lamps > 0:")
    own("game: {lamps: 1}\n", **{"01.law": law})
    Path("night.journal").unlink()
    assert typed("play", "./own", "night", answers="end end\nquit\n", monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    assert "-- gulls, lamps 1 of 2: watch\n" in told
    assert "-- terns, lamps 1 of 2: watch\n" in told


def test_a_game_that_was_left_names_the_program_that_plays_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("play", "tutorial", "last-fine-day", "--against", "random", "--side", "shadeside")
    assert typed(*words, "--journal", "our games/first.journal", answers="quit\n", monkeypatch=monkeypatch) == 0
    said = "hexlaw play --resume 'our games/first.journal' --against random --side shadeside\n"
    assert capsys.readouterr().out.endswith(said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--against", "greedy,random"], "there is no player `greedy,random`"),
        (["--against", "sunside=greedy"], "there is no player `sunside=greedy`"),
        (["--against", "gredy"], "did you mean `greedy`?"),
        (["--against", "greedy", "--side", "sunnyside"], "there is no side `sunnyside`"),
        (["--side", "shadeside"], "add `--against PLAYER`"),
        (["--resume", "old.journal"], "`--resume` goes on with the game as its file has it"),
    ],
)
def test_what_does_not_go_together_is_said_and_begins_no_game(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed("play", "tutorial", "last-fine-day", *words) == 2
    assert said in capsys.readouterr().err
    assert not Path("last-fine-day.journal").exists()


def test_a_program_plays_the_other_side(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = "end end\n" * 40
    words = ("play", "tutorial", "last-fine-day", "--against", "random", "--side", "shadeside")
    assert typed(*words, answers=answers, monkeypatch=monkeypatch) == 0
    assert "won by" in capsys.readouterr().out


def test_what_was_answered_is_on_the_disk_when_the_program_is_killed(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".links"), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "hexlaw.compiler.cli", "play", "tutorial", "last-fine-day"],
        env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("move\nanna\n0305\nunits\n")
    process.stdin.flush()
    deadline = time.monotonic() + 120
    while "jill" not in process.stdout.readline():  # the answer to `units`: all before it has been answered
        assert time.monotonic() < deadline
    while "jill" not in process.stdout.readline():
        assert time.monotonic() < deadline
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = (tmp_path / "last-fine-day.journal").read_text("utf-8")
    assert [json.loads(line)["answer"] for line in kept.splitlines()[1:]] == ["move", "anna", "0305"]


WINNER = """
fact winner(g: game): side or none
  otherwise none
rule winner.gulls [5]
  when game.lamps > 2
  winner(g) is gulls
words
  fact winner reads "the winner"
  attribute game.lamps reads "number of lamps"
  value side.gulls reads "the gulls"
"""


def test_what_a_side_plays_for_is_told_with_what_wins(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("play", "tutorial", "last-fine-day", "--against", "random")
    assert typed(*words, answers="wins\nquit\n", monkeypatch=monkeypatch) == 0
    out = " ".join(capsys.readouterr().out.split())
    said = "that its beasts lie content in clover when the sun is down, by round 8."
    assert out.count(f"Aim of sunside: {said}") == 1
    assert "So far: fleece of sunside: 0; fleece of shadeside: 0. If it ended now: won by nobody." in out
    assert "Aim of shadeside" not in out


def test_what_wins_is_told_at_the_start_and_on_request(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own("winner: winner(game)\n", **{"01.law": OWN["01.law"] + WINNER})
    assert typed("play", "./own", "night", answers="wins\nquit\n", monkeypatch=monkeypatch) == 0
    out = capsys.readouterr().out
    assert "\nThe winner is the gulls if the number of lamps is more than 2.\nIf it ended now: won by nobody.\n" in out
    assert out.count("The winner is the gulls") == 2


def test_a_law_that_names_no_winner_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own("game: {lamps: 1}\n")
    assert typed("play", "./own", "night", answers="wins\nquit\n", monkeypatch=monkeypatch) == 0
    assert capsys.readouterr().out.count("the law does not say who wins") == 2


def test_a_law_without_sides_is_played_by_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    law = 'chapter [D 1] "Drift"\n\nsituation calm [D 2] "Calm"\n\nthing raft\n  stands in hex\n'
    manifest = "module: drift\ntitle: D\nversion: 1.0.0\nspeaks-for: [D]\nsources: {D: {title: D}}\ndefault-source: D\n"
    files = {"module.yaml": manifest, "01.law": law, "situations/calm.yaml": "pieces: {raft: {kind: raft}}\n"}
    for name, text in files.items():
        path = Path("drift", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert main(["play", "./drift", "calm"]) == 2
    assert capsys.readouterr().err == "hexlaw: nobody plays this: the law has no sides\n"
