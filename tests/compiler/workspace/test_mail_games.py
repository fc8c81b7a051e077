"""Games by mail between two homes: as at one table; what each person sees; what is wrong with a file."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nacl.exceptions import CryptoError

from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.cli import main
from hexlaw.compiler.scaffold import new_recipe
from hexlaw.compiler.situations.games import game_of_journal, open_journal
from hexlaw.compiler.situations.turns import Mailed, MailedFile, Person, Turn, sealed
from hexlaw.compiler.studio.table_page import PlayTable
from hexlaw.compiler.workspace.mail_games import person
from hexlaw.compiler.workspace.table_games import Laid
from hexlaw.compiler.workspace.workspace import AtTable, Workspace
from hexlaw.runtime.play.chance import Chance
from hexlaw.runtime.play.game import Game
from hexlaw.runtime.play.journal import Entry
from hexlaw.runtime.play.players import RandomPlayer
from hexlaw.runtime.play.questions import ByLot, Take

from ..games_on_libraries import game_of_shots, hidden_game, plotted_game

pytestmark = pytest.mark.usefixtures("tutorial_is_printed")

Typed = Callable[..., str]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Goes to the machine of somebody."""
    return lambda who: monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / f"home of {who}"))


@pytest.fixture
def play(at: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Types `hexlaw play` at somebody's machine, and answers; tells what is printed, with the exit code if it is not
    0."""

    def typed(who: str, *words: str, answers: str = "") -> str:
        at(who)
        monkeypatch.setattr("sys.stdin", io.StringIO(answers))
        code = main(["play", *words])
        said = capsys.readouterr()
        return said.out + said.err + (f"exit {code}\n" if code else "")

    return typed


def sent(said: str | tuple[str, ...] | list[str]) -> str:
    """The file that is to be sent."""
    text = said if isinstance(said, str) else "\n".join(said)
    return text.split("send `")[1].split("`")[0]


def answered(game: Game, here: Callable[[str], bool]) -> None:
    """Answers by chance for who sits here, until another has to decide."""
    while game.question is not None and (isinstance(game.question, ByLot) or here(getattr(game.question, "who", ""))):
        if isinstance(game.question, ByLot):
            game.throw()
        else:
            hides = isinstance(game.question, Take) and "hide" in game.options()
            game.put("hide" if hides else RandomPlayer(Chance("all of them")).answer(game))


def played_on(laid: Laid) -> tuple[list[str], Game | None]:
    if laid.table is None:
        return list(laid.notes), None
    game, others = laid.table.game, laid.table.programs
    answered(game, lambda who: who not in others)
    return laid.after(), game


def to_the_end(module: str, situation: str, at: Callable[[str], None]) -> tuple[list[str], Path]:
    """Plays a game by mail, by chance; returns the files that were sent, and the journal of who has ended it."""
    at("anna")
    files = [sent(Workspace().by_mail((module, situation), None, AtTable()).notes)]
    for _ in range(500):
        at("bert" if len(files) % 2 else "anna")
        told, game = played_on(Workspace().by_mail(files[-1], None, AtTable()))
        files.append(sent(told))
        if game is not None and game.over:
            return files, Path(f"{situation}.journal")
    raise AssertionError("it does not end")


@pytest.fixture
def hidden() -> str:
    return hidden_game()


@pytest.fixture
def plotted() -> str:
    return plotted_game()


@pytest.mark.parametrize("module", ["tutorial", "hidden", "plotted"])
def test_a_game_by_mail_is_the_game_that_the_same_answers_are_at_one_table(
    module: str, at: Callable[[str], None], request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    situation = "last-fine-day" if module == "tutorial" else "first-race"
    if module != "tutorial":
        module = request.getfixturevalue(module)
    files, journal = to_the_end(module, situation, at)
    assert len(files) > 6
    read = open_journal(journal, Diagnostics())
    assert read is not None
    found = game_of_journal(read, module, None, Diagnostics())
    assert found is not None
    alone = found[1]
    answered(alone, lambda who: True)
    assert alone.entries == read.entries
    assert len({*read.header["seeds"].values()}) == len(files) - 2, "each turn has dice of its own"
    assert main(["replay", str(journal), "--quiet"]) == 0
    assert f"{len(read.entries)} answers, all as written" in capsys.readouterr().out

    at("bert" if len(files) % 2 else "anna")  # the last file tells the other that it is over, and how
    turns = person("me").opened(Path(files[-1]), "").turns
    assert any(turn.closed for turn in turns) == ("plotted" in module)
    first = journal.rename("anna's")
    for _ in range(2):  # one journal, however often the last file is taken up
        told, game = played_on(Workspace().by_mail(files[-1], None, AtTable()))
        assert game is not None
        assert (game.over, told) == (True, [])
    assert journal.read_bytes() == first.read_bytes()
    assert not Path(f"{situation}.2.journal").exists()
    journal.write_text("another game", "utf-8")
    played_on(Workspace().by_mail(files[-1], None, AtTable()))
    assert Path(f"{situation}.2.journal").read_bytes() == first.read_bytes()


def test_three_take_their_seats_and_send_it_to_who_decides(play: Typed, at: Callable[[str], None]) -> None:
    new_recipe("three-sides", None)
    pieces = "".join(f"  {n}: {{kind: piece, side: {s}, at: {h}}}\n" for n, s, h in (
        ("ruby", "reds", "A1"), ("bess", "blues", "A6"), ("gus", "greens", "D1")
    ))  # fmt: skip
    Path("three-sides/situations/first-race.yaml").write_text(f"board: field\npieces:\n{pieces}", "utf-8")
    said = play("anna", "./three-sides", "first-race", "--mail", "--side", "greens")
    assert "to who is to play reds" in said
    said = play("bert", "--mail", sent(said), "--side", "blues")
    assert "to who is to play reds" in said
    invited = sent(said)
    said = play("carl", "--mail", invited)
    assert "you play reds" in said
    assert "to greens" in said, "reds decide, but have just taken their seat: another writes between"
    assert "blues is taken already; free: reds" in play("dora", "--mail", invited, "--side", "blues")
    said = play("anna", "--mail", sent(said))
    assert "reds goes on" in said
    assert "to reds" in said
    at_table = sent(said)
    said = play("bert", "--mail", at_table)
    assert f"it is for reds to decide; send them `{at_table}`" in said
    said = play("carl", "--mail", at_table, answers="end end\n")
    assert "to blues" in said
    said = play("bert", "--mail", sent(said), answers="end end\n")
    assert "You play blues; another plays reds, another plays greens" in said
    assert "to greens" in said


def test_two_play_by_what_they_are_told(play: Typed, tmp_path: Path) -> None:
    """Each command is the one that the program has named; a turn that is left in its midst goes on where it was."""
    said = play("anna", "tutorial", "last-fine-day", "--mail", "--side", "sunside")
    first = "last-fine-day-1.turn"
    assert said == f"send `{first}` to who is to play shadeside: `hexlaw play --mail {first}` takes it up\n"
    said = play("bert", "--mail", first)
    assert "you play shadeside" in said
    came = sent(said)
    said = play("anna", "--mail", came, answers="move anna 0305\n")
    assert f"the game is kept; go on with: hexlaw play --mail {came}" in said
    said = play("anna", "--mail", came, answers="0405 done\nend end\nend end\n")
    assert "move a piece, anna, 0305: the next hex (strides taken 1/2)" in said
    came = sent(said)
    assert f"send `{came}` to shadeside: `hexlaw play --mail {came}` takes it up" in said
    said = play("bert", "--mail", came, answers="undo\nback\n\nend\nend end\nend end\n")
    assert "nothing can be taken back" in said, "of what another has sent"
    assert "You play shadeside; another plays sunside" in said
    assert "Sunside: anna moves to 0405 via 0305" in said, "what is new"
    assert " of 1> " in said, "and can be gone through"


def test_what_is_declined_for_a_part_is_not_asked_by_mail_again(play: Typed, at: Callable[[str], None]) -> None:
    """Two steps are in range: the first shot is declined with all others, and Anna goes on to the end of her turn."""
    came = sent(play("bert", "--mail", sent(play("anna", game_of_shots(), "first-race", "--mail"))))
    came = sent(play("anna", "--mail", came, answers="move ruby A2\n"))
    said = play("bert", "--mail", came, answers="end\n")
    assert "until moving is over, nobody is asked again to fire at a mover" in said
    declined = sent(said)
    said = play("anna", "--mail", declined, answers="A3 end end\n")
    assert "blues: done" not in said, "nor is it told as if a part of the turn were over"
    answers = sent(said)
    said = play("bert", "--mail", answers, answers="end end\n")
    assert "reds: move ruby, next hex A3" in said
    assert "blues, round 1 of 6: moving" in said

    forged = rewritten(came, "anna", at, lambda me, game: me.with_turn(with_turns(game, *game.turns[:2]), [
        *answers_of(me, game, 2), Entry("blues", "action", "done"),
    ]))  # fmt: skip
    for kept in Path("home of bert").rglob("*.kept"):
        kept.unlink()
    assert "it is for blues to answer" in play("bert", "--mail", forged), "what was not declined"


# -- what a file tells to whom


def hides(play: Typed, hidden: str) -> tuple[str, str]:
    """Anna hides a piece; returns the file for Bert, and what it was called by where it lies."""
    came = sent(play("bert", "--mail", sent(play("anna", hidden, "first-race", "--mail"))))
    said = play("anna", "--mail", came, answers="hide rose\n")
    lair = said.partition("hiding-place:")[2].split("1  ")[1].split()[0]
    return sent(play("anna", "--mail", came, answers=f"{lair} end\n")), lair


def test_what_is_hidden_is_neither_in_the_file_nor_on_the_screen_of_the_other(
    play: Typed, hidden: str, tmp_path: Path
) -> None:
    file, lair = hides(play, hidden)
    assert f'"{lair}"' not in Path(file).read_text("utf-8")
    queries = f"log\nunits\nlook {lair}\nmap\nback\nend\nlook rose\nsave x {lair} legal\nfinish\nquit\n"
    said = play("bert", "--mail", file, answers=f"list\n{queries}")
    assert said.count("reds: rose hides in its hiding-place (in secret)") == 2, "as news and in the log"
    assert f"hides in {lair}" not in said
    assert "rose is" in said, "no longer in the game, for who does not see it"
    assert "a case would hold the secrets" in said
    own = play("anna", "--mail", file)
    assert "this is the file that you have sent" in own
    kept = [path for path in tmp_path.rglob("*.kept")]
    assert len(kept) == 2
    assert all(b"hide" not in path.read_bytes() for path in [*kept, Path(file)])


def test_others_cannot_open_a_file(play: Typed, hidden: str) -> None:
    file, _ = hides(play, hidden)
    assert f"`{file}` is sealed for others" in play("carl", "--mail", file)
    assert "this is a game by mail, for `hexlaw play --mail`" in play("bert", "--resume", file)


def plots(play: Typed, plotted: str) -> str:
    """Anna has written down where she fires; returns the file for Bert."""
    came = sent(play("bert", "--mail", sent(play("anna", plotted, "first-race", "--mail"))))
    return sent(play("anna", "--mail", came, answers="aim ruby B3 end end\n"))


def test_what_is_written_down_at_once_the_other_cannot_open(
    play: Typed, plotted: str, at: Callable[[str], None]
) -> None:
    """Not with a program of their own either: it is sealed for its writer until the other has written."""
    file = plots(play, plotted)
    at("bert")
    found = person("me").opened(Path(file), file)
    assert found.turns[-1].entries == ()
    assert "'B3'" not in str(msgspec.to_builtins(found))
    with pytest.raises(CryptoError):
        person("me").unboxed(found.turns[-1])
    said = play("bert", "--mail", file, answers="log\naim bess B4 end end\n")
    assert "ruby" not in said.partition("pens")[2].partition("bess")[0]
    file = sent(said)
    said = play("anna", "--mail", file, answers="undo\nlog\n")
    assert "nothing can be taken back" in said
    assert "reds: ruby aims at B3" in said
    assert "blues: bess aims at B4" in said
    assert "-- reds, round 1 of 6: moving" in said
    said = play("bert", "--mail", sent(play("anna", "--mail", file, answers="end end\n")))
    assert "reds: ruby aims at B3" in said, "now it is news"


def lapsing(plotted: str) -> None:
    """Behind the plots comes a phase in which nobody may be done, and nothing can be done: it ends by itself."""
    law = Path(plotted) / "04-plotted.law"
    text = law.read_text("utf-8").replace("      phase pens\n", "      phase pens\n      phase seals\n")
    seal = "action seal [plotted 1]\n  open in seals\n  pick sealer(p: piece) where p is not p\n"
    law.write_text(f"{text}\n{seal}\nrule seals.stay [plotted 1]\n  forbids seals.done\n", "utf-8")


def test_what_ends_by_itself_lets_nothing_out_that_was_written_down_at_once(
    play: Typed, plotted: str, at: Callable[[str], None]
) -> None:
    lapsing(plotted)
    file = plots(play, plotted)
    at("bert")
    found = person("me").opened(Path(file), file)
    # as a word: what is signed and closed is written in letters among which a B and a 3 may meet
    assert not re.search(r"(?<![\w+/])B3(?![\w+/=])", str(msgspec.to_builtins(found)))
    said = play("bert", "--mail", file, answers="log\naim bess B4 end end\n")
    assert "ruby" not in said.partition("pens")[2].partition("bess")[0]
    said = play("anna", "--mail", sent(said), answers="log\nend end\n")
    assert "reds: ruby aims at B3" in said
    assert "blues: bess aims at B4" in said
    assert "reds: ruby aims at B3" in play("bert", "--mail", sent(said)), "now it is news"


def test_what_was_closed_cannot_be_opened_as_something_else(
    play: Typed, plotted: str, at: Callable[[str], None]
) -> None:
    file = sent(play("bert", "--mail", plots(play, plotted), answers="aim bess B4 end end\n"))

    def otherwise(me: Person, found: Mailed) -> Mailed:
        return signed(me, me.with_turn(found), opens=({"side": "reds", "pick": "action", "answer": "done"},))

    forged = rewritten(file, "anna", at, otherwise)
    assert "opens another secret than was closed" in play("bert", "--mail", forged)
    forged = rewritten(file, "anna", at, lambda me, found: signed(me, me.with_turn(found), opens=()))
    assert "opens another secret than was closed" in play("bert", "--mail", forged)


# -- what is wrong with a file


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A folder with the homes of Anna and Bert, who have begun a game, and its files: the last one is for Anna."""
    folder = tmp_path_factory.mktemp("begun")
    answers = ["", "", "move anna 0305 0405 done\nend end\nend end\n", "end end\nend end\n"]
    files: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for number, typed in enumerate(answers):
            patch.setenv("XDG_DATA_HOME", str(folder / f"home of {'bert' if number % 2 else 'anna'}"))
            patch.setattr("sys.stdin", io.StringIO(typed))
            patch.setattr("sys.stdout", said := io.StringIO())
            assert main(["play", *(["--mail", files[-1]] if files else ["tutorial", "last-fine-day", "--mail"])]) == 0
            files.append(sent(said.getvalue()))
    return folder, files


@pytest.fixture
def game(begun: tuple[Path, list[str]], tmp_path: Path) -> list[str]:
    shutil.copytree(begun[0], tmp_path, dirs_exist_ok=True)
    return begun[1]


def rewritten(file: str, who: str, at: Callable[[str], None], change: Callable[[Person, Mailed], Mailed]) -> str:
    """A file as somebody would write it who does not play by our program."""
    at(who)
    me = person("me")
    found = me.opened(Path(file), file)
    Path("forged.turn").write_bytes(sealed(change(me, found), [*found.seats.values()]))
    return "forged.turn"


def signed(me: Person, game: Mailed, **changes: object) -> Mailed:
    """The game with its last turn changed and signed anew."""
    turn = msgspec.structs.replace(game.turns[-1], **changes)
    digest = with_turns(game, *game.turns[:-1], turn).chain[-1]
    signature = me._secret.sign(digest.encode()).signature.hex()
    return with_turns(game, *game.turns[:-1], msgspec.structs.replace(turn, signature=signature))


def with_turns(game: Mailed, *turns: Turn) -> Mailed:
    return Mailed(game.head, turns)


def answers_of(me: Person, game: Mailed, turn: int) -> list[Entry]:
    return [entry for number, entry in game.answers(me) if number == turn and entry is not None]


def of_entries(turn: Turn, **changes: object) -> Turn:
    return msgspec.structs.replace(turn, **changes)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda me, game: with_turns(game, *game.turns[:2], game.turns[3]), "turn 3 in `forged.turn` is not as it was"),
        (lambda me, game: with_turns(game, game.turns[1], game.turns[0], *game.turns[2:]), "turn 1 in `forged.turn`"),
        (
            lambda me, game: with_turns(game, *game.turns[:2], of_entries(game.turns[2], entries=()), game.turns[3]),
            "turn 3 in `forged.turn` is not as it was written",
        ),
        (lambda me, game: msgspec.structs.replace(game, head={**game.head, "seed": "mine"}), "turn 1 in `forged.turn`"),
        (lambda me, game: with_turns(game), "holds no turns"),
        (lambda me, game: with_turns(game, *game.turns * 1300), "holds no turns, or more than 5,000"),
        (lambda me, game: me.with_turn(game), "are of one person"),
        (
            lambda me, game: person("too").with_turn(game, plays="shadeside-2"),
            "turn 5 in `forged.turn` is not as it was written",
        ),
        (
            lambda me, game: signed(me, game, closed="0" * 64, box="x"),
            "by shadeside, cannot be: nothing is secret here",
        ),
        (
            lambda me, game: me.with_turn(with_turns(game, *game.turns[:3]), answers_of(me, game, 2)),
            "the game asks something else here",
        ),
        (
            lambda me, game: me.with_turn(with_turns(game, *game.turns[:3]), [Entry("shadeside", "action", "fly")]),
            "answer 8 in `forged.turn`, by shadeside, cannot be: `fly` is not an answer here",
        ),
        (lambda me, game: signed(me, game, declines=("any text", "7")), "by shadeside, declines what was not offered"),
        (lambda me, game: signed(me, game, box="any text"), "turn 4 in `forged.turn` is not as it was written"),
        (
            lambda me, game: signed(me, game, entries=tuple({**one, "x": "7"} for one in game.turns[-1].entries)),
            "a line of this game answers nothing that a game asks",
        ),
        (
            lambda me, game: with_turns(game, *game.turns[:3], of_entries(game.turns[3], by=game.turns[3].by + "\n")),
            "was changed or damaged on its way",
        ),
        (lambda me, game: msgspec.structs.replace(game, head={}), "this is not a journal of a game"),
    ],
)
def test_what_is_not_as_it_was_written_is_told(
    change: Callable[[Person, Mailed], Mailed], said: str, game: list[str], at: Callable[[str], None], play: Typed
) -> None:
    forged = rewritten(game[-1], "bert", at, change)
    told = play("anna", "--mail", forged)
    assert said in told
    assert told.endswith("exit 2\n")
    assert told.count("\n") == 2, "one sentence"
    assert "You play sunside" in play("anna", "--mail", game[-1]), "the game goes on with the file that is right"


def test_the_letters_to_compare_are_known_once_each_has_shown_what_was_fixed_before(
    game: list[str], at: Callable[[str], None]
) -> None:
    """Who takes the second seat knows nothing of them: they hang on numbers whose digests alone have been seen."""
    found = []
    for who in ("anna", "bert"):
        at(who)
        read = [person("me").opened(Path(file), file) for file in game]
        assert [one.letters for one in read[:3]] == ["", "", ""]
        found.append(read[3].letters)
    assert found[0] == found[1]
    assert re.fullmatch("[0-9a-f]{5}-[0-9a-f]{5}", found[0])
    for turn in (2, 3):
        turns = [*read[3].turns]
        turns[turn] = of_entries(turns[turn], number="another")
        assert with_turns(read[3], *turns).letters != found[0], "each has a say"


def test_a_seat_cannot_be_taken_by_answering_for_it(game: list[str], at: Callable[[str], None], play: Typed) -> None:
    """Bert takes Anna's turn beside his own; its signature is his."""

    def both(me: Person, found: Mailed) -> Mailed:
        at("anna")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(MailedFile, "write_whole", lambda kept: None)  # Anna has not taken it up yet
            table = Workspace().by_mail(game[-1], None, AtTable()).table
        at("bert")
        assert table is not None
        table.game.written = None
        table.game.put(RandomPlayer(Chance("x")).answer(table.game))
        return me.with_turn(with_turns(found, *found.turns[:3]), table.game.entries[len(found.turns[2].entries) :])

    forged = rewritten(game[-1], "bert", at, both)
    assert "it is for sunside to answer" in play("anna", "--mail", forged)


def test_nobody_else_answers_for_who_takes_a_file_up(game: list[str], at: Callable[[str], None], play: Typed) -> None:
    """What a machine keeps of a turn under way is not signed: in a file that has come, it counts for nothing."""
    mine = ({"side": "sunside", "pick": "action", "answer": "move"},)
    forged = rewritten(game[-1], "bert", at, lambda me, found: msgspec.structs.replace(found, pending=mine))
    assert "what next:" in play("anna", "--mail", forged)


def test_dice_that_fell_otherwise_are_told(game: list[str], at: Callable[[str], None], play: Typed) -> None:
    forged = rewritten(game[-1], "bert", at, lambda me, found: signed(me, found, number="0" * 64))
    assert "has other dice than it had to have" in play("anna", "--mail", forged)


def test_a_second_answer_to_one_file_is_told(game: list[str], play: Typed, tmp_path: Path) -> None:
    """Bert takes his turn once more in the state in which he began it: the dice are the same, and Anna is told."""
    play("anna", "--mail", game[-1], answers="quit\n")
    for kept in (tmp_path / "home of bert").rglob("*.kept"):
        kept.unlink()
    said = play("bert", "--mail", game[2], answers="move bert\n")
    assert "nothing is kept here of this game" in said
    again = sent(play("bert", "--mail", game[2], answers="0705 done\nend end\nend end\n"))
    assert again != game[-1]
    said = play("anna", "--mail", again)
    assert f"turn 4 in `{again}` is not the one that shadeside has sent before" in said
    assert "one file twice" in said


def test_older_files_and_those_of_ones_own_are_told(game: list[str], play: Typed) -> None:
    play("anna", "--mail", game[3], answers="quit\n")
    assert "is an older file: it ends with turn 2, and turn 4 has been here" in play("anna", "--mail", game[1])
    said = play("bert", "--mail", game[2])
    assert "you have answered it; nobody answers twice" in said
    assert sent(said) == game[3], "the same answer once more"
    assert "this is the file that you have sent" in play("bert", "--mail", game[3])


def test_a_law_that_is_another_is_told(play: Typed, hidden: str) -> None:
    came = sent(play("anna", hidden, "first-race", "--mail"))
    law = Path(hidden, "02-moving.law")
    law.write_text(law.read_text("utf-8").replace("is 2", "is 1"), "utf-8")
    assert "the law here is not the one that" in play("bert", "--mail", came)
    shutil.rmtree(hidden)
    assert "exit 2" in play("bert", "--mail", came)


def test_a_third_finds_no_seat(game: list[str], play: Typed) -> None:
    assert "there is no side `nobody`" in play("carl", "--mail", game[0], "--side", "nobody")
    assert "is sealed for others" in play("carl", "--mail", game[1])
    said = play("carl", "--mail", game[0], "--side", "sunside")
    assert "sunside is taken already; free: shadeside" in said
    other = sent(play("carl", "--mail", game[0]))
    assert "turn 2" in play("anna", "--mail", other), "Bert has taken it before"


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\0\xff", b"{}", b'{"format": "hexlaw-turn", "version": 1}', b"[" * 100_000,
        b'{"format": 7, "version": []}',
        b'{"format": "hexlaw-turn", "version": 1, "keys": {}, "body": "e30="}',
        b'{"format": "hexlaw-turn", "version": 1, "keys": {"a": "b"}, "body": "%%"}',
        b'{"format": "hexlaw-turn", "version": 99}', b'{"format": "hexlaw-journal", "version": ' + b"9" * 5000 + b"}",
    ],
)  # fmt: skip
def test_any_file_at_all_gets_a_sentence(data: bytes, play: Typed) -> None:
    Path("any.turn").write_bytes(data)
    said = play("anna", "--mail", "any.turn")
    assert said.startswith("hexlaw: `any.turn` ")
    assert said.count("\n") == 2


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ({"situation": "../../x"}, "the law has no situation `../../x`"),
        ({"module": "/etc"}, "/etc"),
        ({"module": "nobody's"}, "nobody's"),
        ({"more": [[[0] * 9] * 9] * 9}, "you play shadeside"),
        ({"chance": "by-number"}, "the law here is not the one"),
        ({"as-of": 10**30}, "you play shadeside"),
        ({"as-of": "never"}, "`as-of` is a year in a journal"),
        ({"options": {"winter": "on"}}, "exit 2"),
        ({"seed": "x" * 100_000}, "you play shadeside"),
        ({"seeds": {"0": "mine"}}, "you play shadeside"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_an_invitation_may_say_what_it_likes(head: dict[str, object], said: str, game: list[str], play: Typed) -> None:
    """It is open, and whoever sends it signs what he likes: it is taken up as a game, or there is a sentence."""
    dora = person("dora")
    begun = person("me").opened(Path(game[0]), game[0]).head
    Path("any.turn").write_bytes(sealed(dora.with_turn(Mailed({**begun, **head}), plays="sunside"), ()))
    told = play("carl", "--mail", "any.turn")
    assert said in told
    assert not list(Path("..").glob("x*"))


def test_an_endless_head_is_a_sentence(game: list[str], play: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = person("me").opened(Path(game[0]), game[0])
    data = msgspec.json.encode(begun).replace(b'"head":{', b'"head":{"more":' + b"[" * 900 + b"]" * 900 + b",", 1)
    body = b64encode(data).decode()
    envelope = {"format": "hexlaw-turn", "version": 1, "keys": {}, "body": body}
    Path("any.turn").write_bytes(msgspec.json.encode(envelope))
    assert play("carl", "--mail", "any.turn").endswith("exit 2\n")


def test_a_file_that_was_cut_or_changed_on_its_way_is_told(game: list[str], play: Typed) -> None:
    data = Path(game[3]).read_bytes()
    middle = len(data) // 2
    other = b"y" if data[middle : middle + 1] == b"x" else b"x"
    for damaged in (data[:-40], data.replace(b"a", b"b", 3), data[:middle] + other + data[middle + 1 :]):
        Path("any.turn").write_bytes(damaged)
        said = play("anna", "--mail", "any.turn")
        assert "any.turn" in said
        assert said.endswith("exit 2\n")
    wrapped = b"\r\n ".join(data[at : at + 76] for at in range(0, len(data), 76))
    for mailed in (data.replace(b"\n", b"\r\n"), wrapped):
        Path("any.turn").write_bytes(mailed)
        said = play("anna", "--mail", "any.turn")
        assert "You play sunside" in said, "what mail programs do to lines is no harm"


def test_what_stands_beside_mail_is_told(play: Typed) -> None:
    for words in (["--mail", "a", "--against", "greedy"], ["tutorial", "last-fine-day", "--mail", "--seed", "x"]):
        assert "by mail, people play all sides" in play("anna", *words)
    assert "cannot be read: no such file" in play("anna", "--mail", "none.turn")
    assert "what is to be played?" in play("anna", "--mail")
    assert "leave out the file" in play("anna", "tutorial", "last-fine-day", "--mail", "any.turn")
    assert "is not a name" in play("anna", "--mail", "none.turn", "--as", "../x")
    with pytest.raises(Refused):
        person("a/b")


def test_without_the_library_there_is_a_sentence(play: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("workspace.mail_games", "situations.turns"):
        monkeypatch.delitem(sys.modules, f"hexlaw.compiler.{name}")
    monkeypatch.delattr("hexlaw.compiler.workspace.mail_games")
    monkeypatch.setitem(sys.modules, "nacl.bindings", None)
    said = play("anna", "tutorial", "last-fine-day", "--mail")
    assert said == "hexlaw: play by mail needs PyNaCl; `pip install 'hexlaw[mail]'` brings what is missing\nexit 2\n"


def test_a_turn_that_was_ended_is_sent_even_if_the_program_was_not(game: list[str], at: Callable[[str], None]) -> None:
    """The program is killed between the last answer and the file: the answers are kept, and go out the next time, once
    the player has looked at them."""
    at("anna")
    laid = Workspace().by_mail(game[-1], None, AtTable())
    assert laid.table is not None
    answered(laid.table.game, lambda who: who == "sunside")
    again = Workspace().by_mail(game[-1], None, AtTable())
    assert not Path("last-fine-day-5.turn").exists()
    assert sent(again.after()) == "last-fine-day-5.turn"
    at("bert")
    on = Workspace().by_mail("last-fine-day-5.turn", None, AtTable()).table
    assert on is not None
    assert on.game.entries == laid.table.game.entries


def test_a_turn_in_the_page_is_sent_only_once_it_is_sealed(game: list[str], at: Callable[[str], None]) -> None:
    at("anna")
    laid = Workspace().by_mail(game[-1], None, AtTable(in_page=True))
    page, file = PlayTable(Workspace(), laid.module, laid), Path("last-fine-day-5.turn")

    def asked(do: str, **more: object) -> dict[str, Any]:
        given = page.answer(json.dumps({"do": do, "had": 0, **more}), lambda _: None)
        state: dict[str, Any] = {**given["values"], "heard": given["heard"]}
        return state

    def ended() -> dict[str, Any]:
        state = asked("open")
        while not state["seals"]:
            state = asked("type", lines=["end end"], question=state["question"], sure=True)
        return state

    state = ended()
    assert state["undo"] > 0
    assert not file.exists()
    said = asked("type", lines=["score", "nonsense"], question=state["question"])["heard"]
    assert said[-1] == "`nonsense` is nothing that can be asked now", "it is the other's turn"
    state = asked("undo", what="all", question=state["question"])
    assert state["who"] == "sunside", "what is not sealed is taken back"
    state = asked("seal", question=ended()["question"])
    assert state["mailed"] == {file.name: file.read_text("utf-8")}
    before = state["answers"]
    assert asked("undo", what="all", question=state["question"])["answers"] == before, "what is sealed stands"


def test_a_turn_in_the_terminal_is_looked_at_and_taken_back_before_it_is_sealed(game: list[str], play: Typed) -> None:
    """The one thing that a player by mail could never mend was what they saw only once the turn was over."""
    file = Path("last-fine-day-5.turn")
    typed = ["end end", "look", "nonsense", "undo", "end end", "quit"]
    said = play("anna", "--mail", game[-1], answers="\n".join([*typed, ""]))
    assert said.count("your turn is over, and nothing is sent yet: an empty line seals it") == 2
    assert "`nonsense` cannot be asked: your turn is over" in said
    assert "taken back: " in said
    assert f"the game is kept; go on with: hexlaw play --mail {game[-1]}" in said
    assert not file.exists(), "who leaves has sealed nothing"
    said = play("anna", "--mail", game[-1], answers="undo 3\nend end\n\n")
    assert f"send `{file}` to shadeside" in said
    assert play("bert", "--mail", str(file), answers="quit\n").count("the game is kept") == 1
