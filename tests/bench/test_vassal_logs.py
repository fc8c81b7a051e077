"""A game on VASSAL refereed: none of it is charged as it was played, and a fault that is planted is charged first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from renewed import FENCE

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.cli import referee
from hexlaw.compiler.desk.vassal.archives import SavedCounter
from hexlaw.compiler.desk.vassal.game_logs import GameLog, LoggedStep
from hexlaw.compiler.desk.vassal.module_of_law import MAP, NAME
from hexlaw.compiler.desk.vassal.refereed_log import LogReferee
from hexlaw.compiler.situations.games import begin_game, open_journal
from hexlaw.compiler.wasm.target import is_worth_it
from hexlaw.compiler.workspace import refereed_logs
from hexlaw.compiler.workspace.refereed_logs import log_referee
from hexlaw.runtime.law.law import Configuration

from ..compiler.typed_commands import ROOT, typed
from ..conftest import Bench
from ..docs.test_commands import is_shown

KEPT = ROOT / "rules" / "tutorial" / "journals" / "last-fine-day-greedy-2.journal"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logs: Any, writer: Any) -> Path:
    """Where the game lies as `game.vlog`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.vlog").write_bytes(logs.log_of(writer.begin, writer.deeds))
    return tmp_path


def planted(logs: Any, writer: Any, sort: str) -> Any:
    return next(getattr(logs.Planter(writer, Random("flock")), sort)())


def test_a_game_as_it_was_played_is_legal_and_its_journal_has_all_of_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed("referee", "game.vlog", "--journal", "again.journal", "--page", "report.html") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == "The last fine day: 44 legal, 0 forbidden, 0 asked back"
    before, after = (open_journal(path, Diagnostics()) for path in (KEPT, folder / "again.journal"))
    assert before is not None
    assert after is not None
    assert after.entries == before.entries
    page = (folder / "report.html").read_text("utf-8")
    assert "<b>44</b> legal" in page
    typed("replay", "again.journal")
    assert "66 answers, all as written" in capsys.readouterr().out


def test_a_game_with_ambushes_as_it_was_played_is_legal(logs: Any) -> None:
    """What stands beside a throw is tried apart, and leaves secrets hidden in the game."""
    kept = ROOT / "rules" / "panzer-grenadier" / "journals" / "in-ambush-greedy-3.journal"
    writer = logs.LogWriter(kept)
    log = logs.log_of(writer.begin, writer.written())
    assert {each.sort for each in logs.refereed(kept, log, to_the_end=True)} == {"legal"}


def test_a_law_that_was_printed_before_gives_the_same_verdicts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Then WebAssembly stands beside the game, and says what is known in the parts of the sequence that are running."""
    typed("referee", "game.vlog")
    before = capsys.readouterr().out
    typed("run", "tutorial", "last-fine-day", "--games", "3")
    capsys.readouterr()
    typed("referee", "game.vlog")
    assert capsys.readouterr().out == before


def test_the_law_is_printed_for_a_long_log_alone(
    folder: Path, logs: Any, own_cache: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the 50 steps of this one each is judged in Python, which is over sooner than printing."""
    key = logs.kept_game(KEPT, None, Configuration(), logs.DISK).game.setup.key
    typed("referee", "game.vlog")
    assert not is_worth_it(key, 1)
    monkeypatch.setattr(refereed_logs, "ANSWERS_A_STEP", 10)
    assert typed("referee", "game.vlog") == 0
    assert is_worth_it(key, 1)


def test_what_the_page_shows_is_printed(
    folder: Path, logs: Any, writer: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    fault = planted(logs, writer, "too_far")
    (folder / "fault.vlog").write_bytes(logs.log_of(fault.begin, fault.deeds))
    (folder / "game.vlog").rename(folder / "evening.vlog")
    fences = [fence["text"] for fence in FENCE.finditer((ROOT / "docs/vassal.md").read_text("utf-8"))
              if fence["info"] == "text refereed"]  # fmt: skip
    assert len(fences) == 2
    for command, *shown in map(str.splitlines, fences):
        typed(*command.removeprefix("$ hexlaw ").split())
        assert is_shown(shown, capsys.readouterr().out.splitlines()), command


def test_the_odds_stand_beside_a_result(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """max (3, a ram, doubled) shoves otto (3, stubborn); 4 falls against 5, so otto goes back the way that he faces."""
    typed("referee", "game.vlog")
    told = capsys.readouterr().out.splitlines()
    at = next(n for n, line in enumerate(told) if line.endswith(": legal: the rival's die shows 4"))
    behind = [line.strip() for line in told[at + 1 : at + 12]]
    assert "the push of max is 6: starts with 3" in behind
    assert "1 to 4: otto goes from 0505 to 0405 (4 fell)" in behind
    assert "5 to 6: nothing changes" in behind


@pytest.mark.parametrize("sort", ["too_far", "unseen_target", "other_side", "wrong_result", "wrong_set_up"])
def test_the_first_charge_is_the_planted_fault(logs: Any, writer: Any, sort: str) -> None:
    for each in islice(getattr(logs.Planter(writer, Random("flock")), sort)(), 3):
        assert logs.judged(writer, each)[0] == "found", (each.sort, each.step, each.thing)


@pytest.mark.parametrize(
    ("next_one", "there", "charged"),
    [("emma", "0805", (6, "emma goes from 0905 to 0805")), ("jack", "0304", (5, "gretel stops in 0205"))],
)
def test_a_move_that_may_not_stop_is_ended_by_its_own_side_alone(
    next_one: str, there: str, charged: tuple[int, str], logs: Any, writer: Any
) -> None:
    """Gretel comes to a dog and two sheep, where she may not rest (RB 4.1). The charge is what another side does
    meanwhile; or that she rests, where her own side does something else."""
    planter, named = logs.Planter(writer, Random()), {writer.name_of(h): h for h in writer.referee.pixels.board.hexes}
    drags = [("rosa", "0205"), ("otto", "0205"), ("gretel", "0205"), (next_one, there)]
    deeds = [planter.dragged(name, writer.began[name], named[to]) for name, to in drags]
    deeds = [*writer.deeds[:2], *deeds, planter.dragged("gretel", named["0205"], named["0305"])]
    verdicts = logs.refereed(KEPT, logs.log_of(writer.begin, deeds), to_the_end=False)
    assert [(each.step, each.what) for each in verdicts if each.sort == "forbidden"] == [charged]


def test_a_fault_stops_or_lies_as_it_lies(
    folder: Path, logs: Any, writer: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    fault = planted(logs, writer, "too_far")
    (folder / "fault.vlog").write_bytes(logs.log_of(fault.begin, fault.deeds))
    assert typed("referee", "fault.vlog") == 1
    stopped = capsys.readouterr().out.splitlines()
    charge = next(line for line in stopped if ": forbidden: " in line)
    assert charge.startswith(f"fault.vlog, step {fault.step}: forbidden: {fault.thing} goes from")
    assert "[RB 2.5]" in charge
    assert stopped[-2] == "nothing behind that was looked at; `--as-it-lies` lets it be as it lies and goes on"
    assert typed("referee", "fault.vlog", "--as-it-lies", "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert not report["stopped"]
    verdicts = report["verdicts"]["fault.vlog"]
    assert next(each["step"] for each in verdicts if each["sort"] == "forbidden") == fault.step
    behind = [each for each in verdicts if each["step"] > fault.step]
    until = next(n for n, each in enumerate(behind) if each["what"].endswith(" is over"))
    assert "forbidden" not in [each["sort"] for each in behind[:until]]  # what follows from a fault is no other


@pytest.mark.parametrize(("answers", "goes_on"), [(["what?", "back"], True), (["lies"], True), (["stop"], False)])
def test_on_a_terminal_it_is_asked(
    answers: list[str], goes_on: bool, folder: Path, logs: Any, writer: Any, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    fault = planted(logs, writer, "too_far")
    (folder / "fault.vlog").write_bytes(logs.log_of(fault.begin, fault.deeds))
    given = iter(answers)
    for stream in (referee.sys.stdin, referee.sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: next(given, "back"))
    assert typed("referee", "fault.vlog") == 1
    told = capsys.readouterr().out
    assert f"step {fault.step} is forbidden: {fault.thing} goes from" in told
    assert ("nothing behind that was looked at" not in told) is goes_on


def test_saved_games_tell_what_moved_in_between_in_an_order_that_is_not_known(
    folder: Path, logs: Any, writer: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = [deed for deed in writer.deeds[:10] if deed.sort == "drag"]
    rosa = [deed for deed in moves if deed.thing == "rosa"]
    x, y = writer.referee.pixels.centre(rosa[-1].there)
    old = ";".join(map(str, ("Map", *writer.referee.pixels.centre(writer.began["rosa"]))))
    start = f"+/{writer.ids['rosa']}/"
    lines = [
        line.replace(old, f"Map;{x};{y}") if line.startswith(start) else line
        for line in writer.begin.split(logs.ESCAPE)
    ]
    (folder / "later.vsav").write_bytes(logs.log_of(logs.ESCAPE.join(lines), []))
    (folder / "begin.vsav").write_bytes(logs.log_of(writer.begin, []))
    assert typed("referee", "begin.vsav", "later.vsav") == 0
    [line, last] = capsys.readouterr().out.splitlines()
    assert line.startswith(f"later.vsav, step 0: legal: rosa goes from 0105 to {writer.name_of(rosa[-1].there)}")
    assert last == "The last fine day: 1 legal, 0 forbidden, 0 asked back"


def test_without_the_tracker_nothing_is_forbidden_once_a_part_was_passed_over(logs: Any, writer: Any) -> None:
    """Nobody says that Sunside is done moving; then nobody can say either that what follows is too far."""
    deeds = [deed for deed in writer.deeds if deed.sort != "turn"]
    fault = planted(logs, writer, "too_far")
    number = next(n for n, deed in enumerate(deeds) if deed.thing == fault.thing and deed.sort == "drag")
    there = max(writer.referee.pixels.board.hexes)
    far = logs.Planter(writer, Random()).dragged(fault.thing, writer.began[fault.thing], there)
    verdicts = logs.refereed(KEPT, logs.log_of(writer.begin, [*deeds[:number], far]), to_the_end=True)
    assert "forbidden" not in [each.sort for each in verdicts]
    assert verdicts[-1].sort == "asked back"
    assert verdicts[-1].why.endswith("(perhaps, as nobody turns the tracker)")


def test_dice_for_nothing_are_asked_back_and_leave_what_follows_in_doubt(logs: Any, writer: Any) -> None:
    dice = next(deed for deed in writer.deeds if deed.sort == "dice")
    fault = planted(logs, writer, "too_far")
    deeds = [*fault.deeds[: fault.step - 1], dice, *fault.deeds[fault.step - 1 :]]
    verdicts = logs.refereed(KEPT, logs.log_of(fault.begin, deeds), to_the_end=True)
    unexplained, behind = (next(each for each in verdicts if each.step == fault.step + n) for n in (0, 1))
    assert (unexplained.sort, unexplained.why) == ("asked back", "nothing that was said throws these dice now")
    assert behind.sort == "asked back"


def test_marks_that_are_not_so_by_law_are_charged_at_the_end_of_the_part(logs: Any, writer: Any) -> None:
    writer.at["rosa"] = writer.referee.pixels.centre(writer.began["rosa"])
    command = writer.marked("rosa", "startled", is_on=True)
    assert command is not None
    number = next(n for n, deed in enumerate(writer.deeds) if deed.sort == "drag")
    deeds = [*writer.deeds[:number], logs.Deed("mark", (command,), "rosa"), *writer.deeds[number:]]
    verdicts = logs.refereed(KEPT, logs.log_of(writer.begin, deeds), to_the_end=False)
    assert verdicts[-1].what == "the mark `startled` is laid on rosa"
    assert (verdicts[-1].sort, verdicts[-1].step) == ("forbidden", number + 1)


def undoing(logs: Any, deed: Any, *back: str) -> Any:
    """What VASSAL writes where a player presses Undo: what was said is said again, as undone."""
    said = [f"CHAT* UNDO: {command.removeprefix('CHAT')}" for command in deed.commands if command.startswith("CHAT")]
    return logs.Deed("undo", ("UNDO\ttrue", *said, *back, "UNDO\tfalse"))


def back(logs: Any, writer: Any, deed: Any, here: Any) -> str:
    """The command that moves a counter back."""
    points = [*writer.referee.pixels.centre(here), "null", "Map", *writer.referee.pixels.centre(deed.there)]
    return str("M/" + logs.joined("/", writer.ids[deed.thing], "Map", *points, "null", ""))


def test_a_fault_that_was_undone_is_none(logs: Any, writer: Any) -> None:
    fault = planted(logs, writer, "too_far")
    number = next(n for n, deed in enumerate(writer.deeds) if deed.sort == "drag" and deed.thing == fault.thing)
    here = writer.began[fault.thing]
    far = logs.Planter(writer, Random()).dragged(fault.thing, here, max(writer.referee.pixels.board.hexes))
    undone = undoing(logs, far, back(logs, writer, far, here))
    deeds = [*writer.deeds[:number], far, undone, *writer.deeds[number:]]
    verdicts = logs.refereed(KEPT, logs.log_of(writer.begin, deeds), to_the_end=True)
    assert [each.sort for each in verdicts] == ["legal"] * 44
    deeds.remove(undone)
    as_it_lay = logs.refereed(KEPT, logs.log_of(writer.begin, deeds), to_the_end=True)
    assert "forbidden" in [each.sort for each in as_it_lay]


def test_an_undoing_can_be_undone(logs: Any, writer: Any) -> None:
    """VASSAL undoes what was logged: first a step, then the undoing before it, so the step is done again."""
    number = next(n for n, deed in enumerate(writer.deeds) if deed.sort == "drag")
    first, second = writer.deeds[number : number + 2]
    here = writer.began[first.thing]
    takes, gives = (undoing(logs, first, back(logs, writer, first, here)), undoing(logs, first, *first.commands))
    takes_second = undoing(logs, second, back(logs, writer, second, first.there))
    word = logs.Deed("typed", ("CHAT<Anna> - well",))
    deeds = [*writer.deeds[:number], first, takes, word, undoing(logs, word), gives, second, takes_second,
             *writer.deeds[number + 1 :]]  # fmt: skip
    verdicts = logs.refereed(KEPT, logs.log_of(writer.begin, deeds), to_the_end=True)
    assert [each.sort for each in verdicts] == ["legal"] * 44


def test_dice_that_were_undone_have_been_seen(logs: Any, writer: Any) -> None:
    number = next(n for n, deed in enumerate(writer.deeds) if deed.sort == "dice")
    dice = writer.deeds[number]
    deeds = [*writer.deeds[: number + 1], undoing(logs, dice), *writer.deeds[number:]]
    verdicts = logs.refereed(KEPT, logs.log_of(writer.begin, deeds), to_the_end=True)
    [undone] = [each for each in verdicts if each.sort != "legal"]
    assert (undone.step, undone.sort) == (number + 1, "asked back")
    assert undone.why == "this throw was undone, and all have seen what it shows"


@pytest.mark.parametrize("sign", ["is over: round 1 Sunside: moving phase", "Sunside: moving phase  is over"])
def test_a_tracker_that_was_turned_back_is_asked_about_and_ends_nothing(logs: Any, writer: Any, sign: str) -> None:
    number = next(n for n, deed in enumerate(writer.deeds) if deed.sort == "turn" and sign in deed.commands[0])
    turn = writer.deeds[number]
    old, _, new = turn.commands[0].removeprefix("CHAT* <Anna> ").partition(" is over: ")
    returns = logs.Deed("turn", (f"CHAT* <Anna> {new} is over: {old}",))
    deeds = [*writer.deeds[: number + 1], returns, turn, *writer.deeds[number + 1 :]]
    verdicts = logs.refereed(KEPT, logs.log_of(writer.begin, deeds), to_the_end=True)
    assert [(each.step, each.why) for each in verdicts if each.sort != "legal"] == [
        (number + 2, "the turn tracker was turned back")
    ]


def damaged(folder: Path, logs: Any, writer: Any) -> Iterator[tuple[str, str]]:
    """Files that are none, with what is to be said of each."""
    (folder / "no.vlog").write_bytes(b"no archive")
    yield "no.vlog", "no file of VASSAL, or a damaged one"
    yield "missing.vlog", "`missing.vlog` cannot be read: no such file"
    deep = "\x1b".join(writer.begin.split("\x1b"))
    for _ in range(60):
        deep = logs.joined("\x1b", deep, "x")
    (folder / "deep.vlog").write_bytes(logs.log_of(writer.begin, [logs.Deed("x", (deep,))]))
    yield "deep.vlog", "its commands lie deeper in each other"
    (folder / "point.vlog").write_bytes(
        logs.log_of(writer.begin, [logs.Deed("x", ("M/1001/Map/a/b/null/Map/1/1/null/Anna",))])
    )
    yield "point.vlog", "a counter in it lies at no point"
    bare = "\x1b".join(line for line in writer.begin.split("\x1b") if "HexlawLaw" not in line)
    (folder / "bare.vlog").write_bytes(logs.log_of(bare, []))
    yield "bare.vlog", "no log says of which law it is"
    stranger = writer.begin.replace("tutorial", "stranger")
    (folder / "stranger.vlog").write_bytes(logs.log_of(stranger, []))
    yield "stranger.vlog", "which is not shipped"


def test_a_bad_file_gets_a_sentence_and_nothing_is_written(
    folder: Path, logs: Any, writer: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, said in damaged(folder, logs, writer):
        assert typed("referee", name, "--journal", "again.journal") == 2, name
        out, err = capsys.readouterr()
        assert out == "", name
        assert said in err, name
        assert "Traceback" not in err
        assert not (folder / "again.journal").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["game.vlog", "tutorial"], "stand by themselves"),
        (["game.vlog", "--by", "./keeper"], "without `--by`"),
        ([str(KEPT), "--as-it-lies"], "`--as-it-lies` is for logs of VASSAL"),
        (["game.vlog", "--page", "game.vlog"], "is no report of this command"),
        (["game.vlog", "--situation", "market"], "market"),
    ],
)
def test_what_is_not_meant_so_is_refused(
    words: list[str], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "game.vlog").read_bytes()
    assert typed("referee", *words) == 2
    assert said in capsys.readouterr().err
    assert (folder / "game.vlog").read_bytes() == before


DUTY = """chapter [H 1] "Fodder"

effect feed(s: side) [H 1]:
  set game.owed to 1
  demand give(s) of s repeatedly

action feast [H 1]
  open in moving
  do feed(sunside)
  do feed(shadeside)

action give(s: side) [H 1]
  pick giver(b: beast) where b.side is acting
  set game.owed to 0

rule give.enough [H 1]
  "A farm that has given gives no more."
  forbids give.giver
  when game.owed = 0

thing game also
  owed: whole = 0

words
  attribute game.owed reads "the fodder that is owed"
  effect feed reads "{s} gives fodder"
  action feast reads "feast" / "there is a feast"
  action give reads "give fodder" / "{b} gives fodder"
  pick give.giver reads "the beast that gives"
"""


@pytest.mark.parametrize(
    ("said", "sorts", "why"),
    [
        (["rex (0205): feast", "rosa (0105): give", "emma (0905): give"], ["legal"] * 3, ""),
        (["rex (0205): feast", "rosa (0105): give", "lily (0105): give"], ["legal"] * 2 + ["forbidden"], "give.enough"),
    ],
)  # fmt: skip
def test_a_duty_of_both_sides_is_done_by_the_one_that_says_so(
    said: list[str], sorts: list[str], why: str, bench: Bench
) -> None:
    """Both farms give once, sunside first; that sunside is done need not be said."""
    folder = bench.variant(
        ROOT / "rules" / "tutorial", DUTY, name="fodder", extra="sources: {H: {title: House}}\nspeaks-for: [H]\n"
    )
    compilation = bench.compiled(folder)
    game = begin_game(compilation, "last-fine-day", Configuration(), "oats", Diagnostics())
    assert game is not None
    spoken = [f"* {each.replace('give', 'give fodder: the beast that gives')}" for each in said]
    steps = tuple(LoggedStep(number, said=[each]) for number, each in enumerate(spoken, 1))
    verdicts = [*log_referee(compilation, game, lambda _: None).follow(GameLog({}, steps))]
    assert [each.sort for each in verdicts] == sorts, verdicts
    assert why in verdicts[-1].why


def test_a_counter_out_of_the_palette_says_what_the_palette_calls_it(logs: Any) -> None:
    """VASSAL knows nothing of the name that the law gives to what comes up in the game."""
    writer = logs.LogWriter(KEPT)
    writer.added("Ram", "ram-7", (100, 100))
    writer.word("ram-7", None, "shove", "shove.pusher")
    assert writer.deeds[-1].commands == ("CHAT* Ram (beside the map): shove",)


HAULING = """chapter [H 1] "Hauling"

action haul [H 1]
  open in moving
  pick load(b: unit) where b.side is acting
  pick hand(u: unit) where u.side is acting and u.carries > 0
  pick place(h: hex) where distance(b.hex, h) = 6
  pick manner(m: gait) does:
    move b to h

rule haul.by-another [H 1]
  forbids haul.hand
  when u is b
  says "nobody hauls itself"

words
  action haul reads "haul a unit" / "{b} is hauled to {h}"
  pick haul.hand reads "the hand"
  pick haul.manner reads "the manner"
"""


def referee_of_hauling(bench: Bench) -> LogReferee:
    folder = bench.variant(
        ROOT / "rules" / "tutorial", HAULING, name="hauling", extra="sources: {H: {title: House}}\nspeaks-for: [H]\n"
    )
    compilation = bench.compiled(folder)
    game = begin_game(compilation, "last-fine-day", Configuration(), "oats", Diagnostics())
    assert game is not None
    return log_referee(compilation, game, lambda _: None)


def lying_for(referee: LogReferee, *names: str, at: str) -> dict[str, SavedCounter | None]:
    h = referee.pixels.board.find(at)
    assert h is not None
    return {each: SavedCounter(each, MAP, *referee.pixels.centre(h), {NAME: each}) for each in names}


def test_what_is_borne_and_left_behind_is_charged_when_the_part_is_over(bench: Bench) -> None:
    """By law a ram that is taken up stands where who bears it stands (RB 7.2): its counter was to be dragged along."""
    referee = referee_of_hauling(bench)
    lying = partial(lying_for, referee)
    over = "* <Anna> Sunside: set-up  is over: round 1 Sunside: moving phase "
    ends = "* <Anna> round 1 Sunside: moving phase  is over: round 1 Sunside: shoving phase "
    steps = [
        LoggedStep(1, said=[over]),
        LoggedStep(2, moved=lying("lily", at="0204")),
        LoggedStep(3, said=["* jack (0204): take up a beast: a bearer"]),
        LoggedStep(4, said=["* lily (0204): take up a beast: the load"]),
        LoggedStep(5, moved=lying("jack", at="0304")),
        LoggedStep(6, said=[ends]),
    ]
    verdicts = [*referee.follow(GameLog(lying("lily", at="0105") | lying("jack", at="0204"), tuple(steps)))]  # type: ignore[arg-type]
    assert (verdicts[-1].step, verdicts[-1].sort) == (5, "forbidden")
    assert verdicts[-1].what == "lily still lies in 0204"
    assert verdicts[-1].why == "by law it is in 0304 since then"


def test_what_a_drag_leaves_open_is_no_fault(bench: Bench) -> None:
    """A drag says what is hauled and where to, and not who hauls: nothing is charged for certain behind it. What a mule
    bears comes along, though the mule itself is on its way until the manner is said."""
    referee = referee_of_hauling(bench)
    lying = partial(lying_for, referee)
    begins = lying("lily", "otto", at="0105") | lying("jack", at="0204")
    steps = [
        LoggedStep(1, moved=lying("lily", at="0204")),
        LoggedStep(2, said=["* jack (0204): take up a beast: a bearer"]),
        LoggedStep(3, said=["* lily (0204): take up a beast: the load"]),
        LoggedStep(4, moved=lying("lily", "jack", at="0803")),
        LoggedStep(5, said=["* pointer (beside the map): haul a unit: the manner: hooves"]),
        LoggedStep(6, moved=lying("otto", at="0905")),  # eight hexes away: nothing takes a ram there
    ]
    verdicts = [*referee.follow(GameLog(begins, tuple(steps)))]  # type: ignore[arg-type]
    assert [(each.step, each.sort) for each in verdicts] == [
        (1, "legal"), (2, "legal"), (3, "legal"), (4, "legal"), (5, "legal"), (6, "asked back"),
    ]  # fmt: skip
    assert verdicts[3].what == "jack goes from 0204 to 0803"
    assert verdicts[3].taken == ("anna was picked for it",)
    assert "nobody said in step 4 that anna was picked" in verdicts[5].why
    assert referee.law.hex_of(referee.game, referee.bound["lily"]) == referee.pixels.board.find("0803")
