"""`hexlaw replay` as it is typed: followed, torn off, and under other law."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import begin_game, game_of_journal, header_of, open_journal
from hexlaw.runtime.evaluate import budget
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.play.journal import Journal, header

from ..typed_commands import typed

HARBOUR = Path(__file__).resolve().parents[3] / "bench" / "harbour"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of the tutorial, played once for all tests of this file."""
    folder = tmp_path_factory.mktemp("games")
    assert typed("run", "tutorial", "last-fine-day", "--journals", str(folder)) == 0
    several = str(folder / "played")
    assert typed("run", "tutorial", "early-snow", "--seed", "s", "--games", "2", "--journals", several) == 0
    return folder


@pytest.fixture
def games(played_once: Path) -> None:
    """Their journals, in the test's own folder: `last-fine-day-1.journal`, and two of early snow in `played`."""
    shutil.copytree(played_once, ".", dirs_exist_ok=True)


@pytest.mark.usefixtures("games")
def test_a_journal_is_followed_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert typed("replay", "last-fine-day-1.journal", "--quiet") == 0
    assert "all as written; the game is over" in capsys.readouterr().out


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("command", [("replay", "--quiet"), ("referee",)])
def test_a_journal_is_followed_whatever_the_evaluator_would_have_to_search(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games of large maps were played to their end by `run`, and could not be played again."""
    monkeypatch.setattr(budget, "MAX_AHEAD", 5)
    journal, (verb, *options) = "last-fine-day-1.journal", command
    assert typed(verb, journal, *options) == 0, capsys.readouterr().out


def test_what_is_printed_of_a_law_without_a_rule_is_kept_under_another_name() -> None:
    """A referee follows a game without the requirements that it holds it to; `run` plays with them."""
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    chosen = (Configuration(), Configuration(without=frozenset({"move.full"})))
    begun = [begin_game(compilation, "last-fine-day", one, "1", Diagnostics()) for one in chosen]
    assert len({game.setup.key for game in begun if game is not None}) == 2


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_games_by_the_evaluator_and_in_webassembly_leave_the_same_journals(player: str) -> None:
    run = ["run", "tutorial", "last-fine-day", "--players", player, "--games", "3"]
    assert typed(*run, "--journals", "printed") == typed(*run, "--reference", "--journals", "evaluated") == 0
    texts = [
        {path.name: path.read_text("ascii") for path in Path(folder).iterdir()} for folder in ("printed", "evaluated")
    ]
    assert texts[0] == texts[1]
    assert len(texts[0]) == 3


@pytest.mark.usefixtures("games")
def test_a_journal_that_was_torn_off_is_followed_as_far_as_it_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("last-fine-day-1.journal")
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:20]) + lines[20][:15], "utf-8")
    capsys.readouterr()
    assert typed("replay", str(path), "--quiet") == 1
    printed = capsys.readouterr()
    assert "line 21 of `last-fine-day-1.journal`: the line is torn off" in printed.err
    assert "19 answers, all as written" in printed.out


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("whole", "said"),
    [(1, "no answer stands before it"), (2, "the answer before it is whole and is used"),
     (3, "the 2 answers before it are whole and are used")],
)  # fmt: skip
def test_what_stands_before_a_torn_line_is_counted(whole: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("last-fine-day-1.journal")
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:whole]) + lines[whole][:15], "utf-8")
    capsys.readouterr()
    typed("replay", str(path), "--quiet")
    assert f"help: {said}\n" in capsys.readouterr().err


def test_a_game_is_begun_again_under_its_own_options_readings_and_year() -> None:
    """Of the harbour of `bench/`, which has some of each."""
    path = Path("kept.journal")
    own = {"options": {"fog": "on"}, "readings": {"what-is-near": "wide"}, "as-of": 1976}
    settings = {"situation": "s1", "seed": "s", **own}
    path.write_text("".join(Journal(header(str(HARBOUR), "", settings)).lines()), "utf-8")
    diagnostics = Diagnostics()
    journal = open_journal(path, diagnostics)
    assert journal is not None
    for chosen, year in ((None, 1976), (Configuration(), 1976), (Configuration(year=1980), 1980)):
        begun = game_of_journal(journal, None, chosen, diagnostics)
        assert begun is not None, [d.message for d in diagnostics]
        assert begun[1].law.year == year
        assert begun[1].seed == "s"
        assert begun[1].law.options["fog"] is True
        assert begun[1].law.readings["what-is-near"] == "wide"


@pytest.mark.parametrize("fog", [True, False])
def test_a_journal_says_under_what_its_game_was_begun(fog: bool) -> None:
    found, path = Diagnostics(), Path("begun.journal")
    harbour = compile_modules(str(HARBOUR), found)
    assert harbour is not None
    chosen = Configuration({"fog": fog}, {"what-is-near": "wide"}, year=1976)
    game = begin_game(harbour, "s1", chosen, "s", found)
    assert game is not None
    path.write_text("".join(Journal(header_of(harbour, str(HARBOUR), game, chosen, path)).lines()), "utf-8")
    journal = open_journal(path, found)
    assert journal is not None
    begun = game_of_journal(journal, None, None, found)
    assert begun is not None
    law = begun[1].law
    assert (law.options["fog"], law.readings["what-is-near"], law.year) == (fog, "wide", 1976)


@pytest.mark.usefixtures("games")
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
    capsys.readouterr()
    assert typed("replay", "last-fine-day-1.journal", "--quiet", "--under", "./heavy") == 1
    printed = capsys.readouterr().out
    assert "here it differs: it is not legal here" in printed
    assert "nothing can be picked as `move.mover`" in printed
    assert "    nobody walks today  (legs.heavy [HR 1])\n" in printed, "what stands in the way further on"


@pytest.mark.parametrize(
    ("named", "kept", "way"),
    [(".", ".", "."), ("../mine", "..", "./mine"), ("../mine + ../mine-too", "played", ".. + ../../mine-too")],
)
def test_a_journal_finds_its_module_from_everywhere(
    named: str, kept: str, way: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names it by the way from where it lies: here beside it, or in a folder of its own."""
    typed("new", "module", "mine")
    typed("new", "module", "mine-too", "--add-on-for", "./mine")
    home = Path.cwd()
    monkeypatch.chdir(home / "mine")
    typed("run", named, "first-race", "--players", "random", "--journals", kept)
    journal = home / "mine" / kept / "first-race-1.journal"
    assert json.loads(journal.read_text("utf-8").splitlines()[0])["module"] == way
    (home / "elsewhere").mkdir()
    monkeypatch.chdir(home / "elsewhere")
    capsys.readouterr()
    assert typed("replay", str(journal), "--quiet") == 0
    assert "all as written" in capsys.readouterr().out


def test_a_journal_behind_a_link_finds_its_module(capsys: pytest.CaptureFixture[str]) -> None:
    Path("games").mkdir()
    typed("new", "module", "mine")
    Path("mine").rename("games/mine")
    typed("run", "./games/mine", "first-race", "--players", "random", "--journals", "games")
    Path("last.journal").symlink_to("games/first-race-1.journal")
    capsys.readouterr()
    assert typed("replay", "last.journal", "--quiet") == 0
    assert "all as written" in capsys.readouterr().out


def test_a_journal_of_before_finds_its_module_where_it_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    """Those of before name a folder as it was typed, wherever the journal was kept."""
    typed("new", "module", "mine")
    Path("played").mkdir()
    settings = {"situation": "first-race", "seed": "s", "options": {}, "readings": {}}
    path = Path("played/old.journal")
    path.write_text("".join(Journal(header("./mine", "", settings)).lines()), "utf-8")
    assert typed("replay", str(path), "--quiet") == 0
    assert "0 answers, all as written" in capsys.readouterr().out


@pytest.mark.usefixtures("games")
def test_other_law_that_cannot_be_read_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert typed("replay", "last-fine-day-1.journal", "--under", "tutorial with cloud=on") == 2
    assert "did you mean `clouds`" in capsys.readouterr().err


def test_what_is_no_journal_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    Path("notes.txt").write_text("We played until midnight.\n", "utf-8")
    assert typed("replay", "notes.txt") == 2
    assert "a journal is what `hexlaw play` keeps" in capsys.readouterr().err


@pytest.mark.usefixtures("games")
def test_a_folder_of_journals_is_played_again(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert typed("replay", "played", "--quiet") == 0
    assert "2 games, 2 as written" in capsys.readouterr().out


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("law", [["--option", "clouds=off"], ["--under", "tutorial with clouds=off"]])
def test_a_game_that_differs_under_other_law_ends_a_folder_with_1(
    law: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert typed("replay", "played", "--quiet", *law) == 1
    printed = capsys.readouterr().out
    assert "here it differs" in printed
    assert "2 games, 0 as written" in printed


def test_a_folder_without_journals_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    assert typed("replay", "empty") == 2
    assert "holds no journal" in capsys.readouterr().err


def test_states_tell_what_each_answer_did(capsys: pytest.CaptureFixture[str]) -> None:
    typed("run", "tutorial", "early-snow", "--seed", "frost", "--journals", ".")
    capsys.readouterr()
    assert typed("replay", "early-snow-frost.journal", "--states") == 0
    lines = capsys.readouterr().out.splitlines()
    stepped = next(i for i, line in enumerate(lines) if "move.step" in line)
    place = lines[stepped].split()[-1]
    changed = lines[stepped + 1 : stepped + 8]
    assert any(line.strip().startswith("+ ") and line.endswith(f" at {place}") for line in changed)
    assert any(line.strip().startswith("- ") and " at " in line for line in changed)


def test_states_are_not_told_to_one_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("replay", "no.journal", "--states", "--side", "sunside") == 2
    assert "secrets" in capsys.readouterr().err
