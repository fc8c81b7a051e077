"""`hexlaw run`, `play` and `replay` as they are typed: what they print, keep and refuse."""

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
from hexlaw.compiler.cli.news import told_shortly
from hexlaw.compiler.situations.games import JournalFile
from hexlaw.runtime.play.journal import Entry

ROOT = Path(__file__).resolve().parents[3]


def typed(*words: str, answers: str = "", monkeypatch: pytest.MonkeyPatch | None = None) -> int:
    if monkeypatch is not None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
    try:
        return main(list(words))
    except SystemExit as end:
        return int(end.code or 0)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# ---- run


def test_the_same_seed_gives_the_same_game_in_every_process(tmp_path: Path) -> None:
    journals = []
    for salt in ("1", "2"):
        folder = tmp_path / salt
        environment = {**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": str(ROOT / ".links")}
        command = ["run", "tutorial", "early-snow", "--seed", "oats", "--journals", str(folder)]
        subprocess.run(
            [sys.executable, "-m", "hexlaw.compiler.cli", *command], env=environment, check=True, capture_output=True
        )
        journals.append((folder / "early-snow-oats.journal").read_bytes())
    assert journals[0] == journals[1]


def test_what_came_of_games_is_told_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("run", "tutorial", "last-fine-day", "--games", "2", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["players"] == {"sunside": "random", "shadeside": "random"}
    assert (told["finished"], told["stopped"]) == (2, 0)
    assert sum(side["games"] for side in told["won"].values()) == 2
    assert [game["seed"] for game in told["games"]] == ["1-1", "1-2"]
    assert all(game["decisions"] > 16 for game in told["games"]), "each side is asked at least once in each half"
    assert all(set(game["told"]) == {"fleece of sunside", "fleece of shadeside"} for game in told["games"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["last-fine-dya"], "did you mean `last-fine-day`?"),
        (["last-fine-day", "--players", "gredy"], "did you mean `greedy`?"),
        (["last-fine-day", "--players", "sunsid=random"], "did you mean `sunside`?"),
        (["last-fine-day", "--players", "random,random,random"], "3 players for 2 sides"),
        (["last-fine-day", "--games", "0"], "a number from 1"),
        (["last-fine-day", "--option", "cloud=on"], "did you mean `clouds`?"),
    ],
)
def test_what_cannot_be_run_is_said(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("run", "tutorial", *words) == 2
    assert said in capsys.readouterr().err


def test_seeds_are_any_text_and_their_journals_can_be_played_again() -> None:
    assert typed("run", "./own", "night", "--seed", "../spring/1", "--journals", "kept") == 2, "there is no such module"
    own("game: {lamps: 1}\n")
    assert typed("run", "./own", "night", "--seed", "../spring/1", "--journals", "kept") == 0
    kept = [path.relative_to("kept") for path in Path("kept").rglob("*") if path.is_file()]
    assert kept == [Path("night-..%2Fspring%2F1.journal")]
    assert typed("replay", f"kept/{kept[0]}", "--quiet") == 0


def test_a_game_that_stops_is_told_beside_those_that_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    """Who throws less than 4 twice has lit two lamps, and the law does not say what two lamps mean."""
    own("game: {lamps: 0}\nwinner: shining(game.lamps)\n")
    law = next(Path("own").glob("*.law"))
    law.write_text(law.read_text("utf-8") + SHINES, "utf-8")
    assert typed("run", "./own", "night", "--games", "12", "--players", "random") == 1
    printed = capsys.readouterr().out
    stopped = printed.count(" stopped: ")
    assert 0 < stopped < 12
    assert f"{12 - stopped} games, {stopped} stopped;" in printed
    assert "won by gulls (random)" in printed


# ---- replay


def test_a_journal_is_followed_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    typed("run", "tutorial", "last-fine-day", "--journals", ".")
    capsys.readouterr()
    assert typed("replay", "last-fine-day-1.journal", "--quiet") == 0
    assert "all as written; the game is over" in capsys.readouterr().out


def test_a_journal_that_was_torn_off_is_followed_as_far_as_it_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    typed("run", "tutorial", "last-fine-day", "--journals", ".")
    path = Path("last-fine-day-1.journal")
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:20]) + lines[20][:15], "utf-8")
    capsys.readouterr()
    assert typed("replay", str(path), "--quiet") == 1
    printed = capsys.readouterr()
    assert "line 21 of `last-fine-day-1.journal`: the line is torn off" in printed.err
    assert "19 answers, all as written" in printed.out


def test_under_other_law_the_first_difference_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("heavy")
    folder.mkdir()
    (folder / "module.yaml").write_text(
        "module: heavy\ntitle: Heavy legs\nversion: 1.0.0\nextends: tutorial\nsources: {HR: {title: House rules}}\n"
        "speaks-for: [HR]\ndefault-source: HR\n", "utf-8",
    )  # fmt: skip
    (folder / "01-legs.law").write_text(
        'chapter [1] "Legs"\n\nrule legs.heavy [1]\n  forbids move.step\n  says "nobody walks today"\n', "utf-8"
    )
    typed("run", "tutorial", "last-fine-day", "--journals", ".")
    capsys.readouterr()
    assert typed("replay", "last-fine-day-1.journal", "--quiet", "--under", "./heavy") == 1
    printed = capsys.readouterr().out
    assert "here it differs" in printed


def test_what_is_no_journal_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    Path("notes.txt").write_text("We played until midnight.\n", "utf-8")
    assert typed("replay", "notes.txt") == 2
    assert "a journal is what `hexlaw play` keeps" in capsys.readouterr().err


# ---- a game of one's own

OWN = {
    "module.yaml": "module: own\ntitle: Lamps\nversion: 1.0.0\nsources: {HR: {title: House rules}}\nspeaks-for: [HR]\n"
    "default-source: HR\n",
    "01.law": """chapter [1] "All"

choice side
  gulls, terns

thing game also
  lamps: whole = 0

sequence game [1]
  turn evening:
    segment watch for each s in {gulls, terns} by s

action light [2]
  open in watch
  pick keeper(s: side) from {acting}
  roll 1d6 as wind
  if wind < 4:
    set game.lamps to game.lamps + 1

situation night [3] "One night"
""",
    "cases/01.cases.yaml": """cases:
  - id: light.calm
    shows: [HR 2]
    acting: gulls
    now: watch
    play:
      - light.keeper: gulls
      - roll: {wind: 3}
    ask: game.lamps
    expect: 1
""",
}


SHINES = """
fact shining(lamps: whole): side or none
rule shining.none [4]
  when lamps = 0
  shining(lamps) is none
rule shining.one [4]
  when lamps = 1
  shining(lamps) is gulls
"""


def own(situation: str, **changes: str) -> None:
    for name, text in {**OWN, "situations/night.yaml": situation}.items():
        Path("own", name).parent.mkdir(parents=True, exist_ok=True)
        Path("own", name).write_text(changes.get(Path(name).parent.name, changes.get(name, text)), "utf-8")


@pytest.mark.parametrize("words", [["run", "--players", "greedy"], ["play", "--against", "search"]])
def test_who_looks_ahead_cannot_play_what_has_no_worth(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    own("game: {lamps: 1}\n")
    assert typed(words[0], "./own", "night", *words[1:]) == 2
    assert "the situation `night` does not say what a position is worth" in capsys.readouterr().err
    assert typed("run", "./own", "night") == 0


ENDLESS = "worth: game.lamps\n"  # to light one more is always worth more, and nothing ends a watch but to be done


def test_a_game_without_end_is_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    own(ENDLESS)
    command = ["run", "./own", "night", "--players", "greedy", "--most-answers", "60"]
    assert typed(*command, "--journals", "kept") == 1
    told = capsys.readouterr().out
    assert "stopped: it is not over after 60 answers" in told
    assert "won by" not in told
    assert typed("replay", "kept/night-1.journal", "--quiet") == 0
    assert "60 answers, all as written; next: " in capsys.readouterr().out

    assert typed(*command, "--games", "2", "--json") == 1
    games = json.loads(capsys.readouterr().out)["games"]
    assert [game["decisions"] + game["throws"] for game in games] == [60, 60]
    assert all("not over after 60" in game["stopped"] for game in games)


def test_a_game_that_ends_in_time_is_not_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    """Two watches in which both are done at once: two answers, no more."""
    own("game: {lamps: 1}\n")
    law = Path("own/01.law")
    law.write_text(law.read_text("utf-8") + "rule nobody [1]\n  forbids light.keeper\n", "utf-8")
    assert typed("run", "./own", "night", "--most-answers", "2") == 0
    assert typed("run", "./own", "night", "--most-answers", "1") == 1
    assert "not over after 1 answers" in capsys.readouterr().out
    assert typed("run", "./own", "night", "--most-answers", "0") == 2


@pytest.mark.parametrize("words", [["run", "--journals", "taken"], ["play", "--journal", "taken/night.journal"]])
def test_a_journal_that_cannot_be_written_is_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    own("game: {lamps: 1}\n")
    Path("taken").write_text("a file, not a folder", "utf-8")
    with pytest.raises(SystemExit) as ended:
        main([words[0], "./own", "night", *words[1:]])
    assert ended.value.code == 2
    assert "`taken/night" in (told := capsys.readouterr().err)
    assert "cannot be written" in told


def test_a_journal_that_goes_while_it_is_written_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own("game: {lamps: 1}\n")

    def full(file: JournalFile, entry: object) -> None:
        with file._writing():
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(JournalFile, "add", full)
    assert typed("play", "./own", "night", answers="done\ndone\n", monkeypatch=monkeypatch) == 2
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
  when any plan p where p.owner is acting and p is not is-due

rule nobody-lights [4]
  forbids light.keeper

rule plans.kept [4]
  at the end of watch
  then:
    for each plan p where p is is-due:
      remove p
"""


def test_what_a_program_writes_in_secret_is_not_told_at_the_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the two picks of a plan one becomes a secret; the log is asked for in the second of two evenings."""
    law = OWN["01.law"].replace("turn evening:", "turn evening while game.lamps <= 2:")
    law = law.replace("by s\n", "by s\n    set game.lamps to game.lamps + 1\n", 1)
    own("game: {lamps: 1}\n", **{"01.law": law + PLANS})
    words = ["play", "./own", "night", "--against", "random", "--side", "gulls", "--seed"]
    for seed in map(str, range(20)):
        answers = "plan-ahead\n3\n7\nlog\nquit\n"
        assert typed(*words, seed, "--journal", f"{seed}.journal", answers=answers, monkeypatch=monkeypatch) == 0
        told = capsys.readouterr().out
        assert "gulls: plan-ahead.lamp 3" in told
        if '"terns", "pick": "plan-ahead.lamp"' in Path(f"{seed}.journal").read_text("utf-8"):
            break
    assert told.count("terns: plan-ahead, lamp (in secret), others") == 1, "as news"
    assert told.count("terns: plan-ahead.lamp (in secret)") == 1, "in the log"
    assert "terns: plan-ahead.lamp 3" not in told
    assert "terns: plan-ahead.lamp 4" not in told
    assert "terns: plan-ahead.others 7" in told or "terns: plan-ahead.others 8" in told


def test_what_a_position_is_worth_is_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    own("worth: side\n")
    assert typed("check", "./own") == 1
    assert "what a position is worth is to be a number, but this is `side`" in capsys.readouterr().err
    own("worth: 3 - game.lamps / 2\n")
    assert typed("check", "./own") == 0
    assert typed("run", "./own", "night", "--players", "greedy") == 0


def test_a_case_that_forgets_a_die_is_told_which(capsys: pytest.CaptureFixture[str]) -> None:
    forgotten = OWN["cases/01.cases.yaml"].replace("      - roll: {wind: 3}\n", "")
    own("game: {lamps: 0}\n", cases=forgotten)
    assert typed("test", "./own") == 1
    assert "got:      0 (after its last step the game asks wind, 1d6)" in capsys.readouterr().out
    own("game: {lamps: 0}\n")
    assert typed("test", "./own") == 0


def test_a_die_that_cannot_fall_so_is_told_how_it_can(capsys: pytest.CaptureFixture[str]) -> None:
    own("game: {lamps: 0}\n", cases=OWN["cases/01.cases.yaml"].replace("wind: 3", "wind: 7"))
    assert typed("test", "./own") == 2
    assert "it shows 1 to 6" in capsys.readouterr().out


# ---- play


def test_a_game_is_left_and_gone_on_with(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = "move\nanna\n0305\n0405\nundo\nwhy 0404\ndone\nquit\n"
    assert typed("play", "tutorial", "last-fine-day", answers=answers, monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "0404 is not among what `step` is picked from" in printed
    assert "--resume last-fine-day.journal" in printed
    kept = Path("last-fine-day.journal").read_text("utf-8")
    assert [json.loads(line)["answer"] for line in kept.splitlines()[1:]] == ["move", "anna", "0305", "done"]
    assert typed("play", "--resume", "last-fine-day.journal", answers="units\n", monkeypatch=monkeypatch) == 0
    assert "anna             Shepherd         sunside      0305" in capsys.readouterr().out


def test_a_game_that_is_kept_is_not_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    Path("last-fine-day.journal").write_text("mine\n", "utf-8")
    assert typed("play", "tutorial", "last-fine-day") == 2
    assert "is there already" in capsys.readouterr().err
    assert Path("last-fine-day.journal").read_text("utf-8") == "mine\n"


def test_a_refused_answer_is_explained_with_its_rule(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = "move\nmimi\nnonsense\nquit\n"
    assert typed("play", "tutorial", "last-fine-day", answers=answers, monkeypatch=monkeypatch) == 0
    printed = capsys.readouterr().out
    assert "it is the turn of sunside" in printed
    assert "`nonsense` is no answer here" in printed


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


def test_why_is_asked_by_number_and_wants_to_know_of_what(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = played("move\nanna\nwhy 1\nwhy\nwhy nonsense\n", capsys, monkeypatch)
    assert "  legal, for 1/2\n" in printed, "along the path"
    assert "why what?" in printed
    assert "`nonsense` is no answer here" in printed


def test_nobody_is_asked_where_there_is_no_choice_and_undo_goes_back_to_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lily has two strides. The path takes 1/2 and 0206 takes 1: then there is nothing but `done`."""
    printed = played("move\nlily\n0205\n0206\nundo\nwhy 0206\n", capsys, monkeypatch)
    before, after = printed.split("taken back: ")
    assert before.count("what next:") == 2, "once at the beginning, and again after the second step"
    assert after.startswith("sunside: move.step 0206")
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
    printed = played("move anna\n0205\n0305\n", capsys, monkeypatch)
    assert "move: which step (spent 0):" in printed
    assert "move: which step (spent 1/2):" in printed


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
    assert list(told_shortly([*entries, *hail])) == [
        "reds: sail, skipper ann, step A-2 A-3", "reds: done", "blues: hail, caller bob", "luck shows 4",
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
    assert "taken back: sunside: lift\n" in printed
    assert "nothing can be taken back" in printed


def test_the_first_round_is_told_like_all_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = played("done\n" * 9, capsys, monkeypatch)
    assert "-- sunside: game-round > half > moving (round 1, last-round 8" in printed
    assert "-- sunside: game-round > half > moving (round 2, last-round 8" in printed


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
        (["--resume", "old.journal"], "`--resume` goes on with the game as its journal has it"),
    ],
)
def test_what_does_not_go_together_is_said_and_begins_no_game(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed("play", "tutorial", "last-fine-day", *words) == 2
    assert said in capsys.readouterr().err
    assert not Path("last-fine-day.journal").exists()


def test_a_program_plays_the_other_side(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = "done\n" * 40
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
