"""`hexlaw draw`: pictures of cases, set-ups, journals and counters, and what it refuses."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hexlaw.compiler.cli import main

from ..typed_commands import ROOT, typed

REEDS = ROOT / "tests" / "rules" / "games" / "reeds"
SVG = "{http://www.w3.org/2000/svg}"
DAY = ["tutorial", "last-fine-day"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def draw(*words: str) -> str:
    assert main(["draw", *words, "-o", "out.svg"]) == 0
    return Path("out.svg").read_text("utf-8")


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code = main(["draw", *words])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    return err


def pieces(picture: str) -> list[str]:
    return sorted(re.findall(r'data-piece="([^"]+)"', picture))


def hexes(picture: str) -> list[str]:
    return re.findall(r'data-hex="([^"]+)"', picture)


def group(picture: str, name: str) -> list[ElementTree.Element]:
    groups = [g for g in ElementTree.fromstring(picture).iter(f"{SVG}g") if g.get("class") == name]
    return [element for found in groups for element in found]


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a game of the tutorial, played once for all tests of this file."""
    folder = tmp_path_factory.mktemp("games")
    assert main(["run", *DAY, "--players", "random", "--seed", "3", "--journals", str(folder)]) in (0, 1)
    [kept] = folder.glob("*.journal")
    return kept


@pytest.fixture
def kept(played_once: Path) -> Path:
    """That journal, in the test's own folder."""
    Path("kept").mkdir()
    return Path(shutil.copy(played_once, "kept"))


def test_a_case_is_cut_to_what_is_used() -> None:
    picture = draw("tutorial", "--case", "shoving.ram-and-ewe")
    assert pieces(picture) == ["ewe", "ram"]
    assert len(hexes(picture)) < 40
    assert len(hexes(draw("tutorial", "--case", "shoving.ram-and-ewe", "--whole"))) == 72


def test_a_situation_is_drawn_whole_with_every_hex_and_piece_once() -> None:
    picture = draw(*DAY)
    assert len(hexes(picture)) == len(set(hexes(picture))) == 72
    assert len(pieces(picture)) == len(set(pieces(picture))) > 10
    assert "<title>The last fine day" in picture


def test_without_a_file_it_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", *DAY]) == 0
    assert capsys.readouterr().out == draw(*DAY)


def test_reach_and_arrows_are_drawn() -> None:
    """A lamb has 2 strides, each step along the path takes half of one, others one: RB 2.1 and 2.4."""
    picture = draw("tutorial", "--case", "moving.lamb-on-the-path", "--reach", "lamb", "--arrow", "lamb", "0305")
    costs = [cost.text for cost in group(picture, "costs") if cost.tag == f"{SVG}text"]
    assert {"½", "1", "2"} <= set(costs)
    assert len(group(picture, "reach")) == len(costs) + 1, "where it stands costs nothing"
    assert len(group(picture, "arrows")) == 1


def test_what_a_case_asks_is_shown_by_itself() -> None:
    asked = draw("tutorial", "--case", "moving.lamb-on-the-path")
    assert asked == draw("tutorial", "--case", "moving.lamb-on-the-path", "--reach", "lamb")


def test_a_part_around_a_hex_or_piece() -> None:
    assert set(hexes(draw(*DAY, "--around", "0505", "1"))) >= {"0505", "0504", "0506"}
    assert len(hexes(draw(*DAY, "--around", "0505", "1"))) < 30


def test_a_journal_at_any_answer(kept: Path) -> None:
    begin, later, end = (draw(str(kept), *at) for at in (["--at", "0"], ["--at", "12"], []))
    assert pieces(begin) == pieces(draw(*DAY))
    assert begin != later != end
    assert ", after 12 answers" in later
    assert draw(str(kept), "--at", "12") == later


def test_what_has_moved_has_an_arrow(kept: Path) -> None:
    """In some picture of a game in which pieces walk, one of them does."""
    assert any(group(draw(str(kept), "--at", str(n)), "arrows") for n in range(4, 30, 2))


def test_counters_are_drawn_in_true_size() -> None:
    assert draw("tutorial", "--counter", "ram").startswith("<svg")
    sheet = draw("tutorial", "--counters")
    assert set(re.findall(r'data-unit="([^"]+)"', sheet)) == {
        "shepherd", "dog", "ram", "ewe", "lamb", "goat", "mule", "cloud", "salt-lick"
    }  # fmt: skip
    assert 'width="210mm"' in sheet
    assert draw("tutorial", "--counters", "--back") != sheet


def test_the_counters_of_a_situation_are_as_many_as_it_has_pieces_in_the_colours_of_their_sides() -> None:
    sheet = draw(*DAY, "--counters")
    assert len(re.findall(r'data-unit="', sheet)) == len(pieces(draw(*DAY)))
    assert 'fill="#f6d777"' in sheet
    assert 'fill="#c3bde3"' in sheet


def test_what_was_picked_in_the_action_under_way_is_outlined(kept: Path) -> None:
    """Somewhere in a game in which pieces walk, a walk is under way; before its first action nothing was picked."""
    assert any(group(draw(str(kept), "--at", str(n)), "marked") for n in range(4, 30, 2))
    assert not group(draw(str(kept), "--at", "0"), "marked")


def test_who_hides_is_outlined_for_its_own_side_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann covers herself as soon as she is picked, and rows two hexes on; her side sees her, and the two hexes."""
    assert typed("play", str(REEDS), "two-days", answers="slip ann A-2 A-1\nquit\n", monkeypatch=monkeypatch) == 0
    counts = {
        side: [len(group(draw("two-days.journal", "--at", str(n), "--as", side), "marked")) for n in range(2, 5)]
        for side in ("otters", "herons")
    }
    assert counts == {"otters": [1, 1, 2], "herons": [0, 0, 0]}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tutorial"], "what is to be drawn?"),
        (["tutorial", "no-such-day"], "no situation `no-such-day`"),
        (["tutorial", "--case", "shoving.ram-and-ew"], "did you mean `shoving.ram-and-ewe`"),
        ([*DAY, "--case", "shoving.ram-and-ewe"], "a picture is of one position"),
        ([*DAY, "--as", "noside"], "there is no side `noside`"),
        ([*DAY, "--at", "3"], "`--at` counts the answers of a journal"),
        ([*DAY, "--around", "9999", "2"], "there is no hex or piece `9999`"),
        ([*DAY, "--around", "0505", "far"], "is not a number from 0 to 30"),
        ([*DAY, "--around", "0505", "1", "--whole"], "leave one of them out"),
        ([*DAY, "--reach", "unicorn"], "there is no piece `unicorn`"),
        ([*DAY, "--arrow", "0505"], "two hexes at least"),
        (["tutorial", "--counter", "unicorn"], "tutorial has no counter `unicorn`"),
        (["tutorial", "--position", "nowhere.yaml"], "nowhere.yaml"),
    ],
)
def test_bad_input_is_refused_in_plain_words(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in refused(capsys, *words)
    assert not list(Path().glob("*.svg"))


def test_no_other_file_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    Path("notes.txt").write_text("mine", "utf-8")
    assert "not such a picture" in refused(capsys, *DAY, "-o", "notes.txt")
    assert Path("notes.txt").read_text("utf-8") == "mine"


def test_a_damaged_journal_is_refused(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.journal").write_text("no journal\n", "utf-8")
    assert "line 1 of `bad.journal`" in refused(capsys, "bad.journal")
    assert "is not a number from 0 to" in refused(capsys, str(kept), "--at", "99999")
