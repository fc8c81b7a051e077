"""A slice of the run with laws by lot (bench/laws.py), and that it notices what it is there to notice."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from held import Stepping, StopOutcome
from lot import asking
from lot.aimed import FOLDER, aimed_laws
from lot.asking import Asked, ask, mended
from lot.by_lot import a_law
from lot.by_programs import by_the_reference, held, programs_by_lot
from lot.constructs import IN_PLAY, UNREAD, WORDS, add_to_kept, keywords, met, name_of, read_in_play, read_kept
from lot.module import Item, Module, compiled, read_module
from lot.properties import PROPERTIES, played, prepared_of
from lot.quick import made_ready_quickly
from lot.recorded import against, recorded
from lot.reducing import reduced
from rotation import WHOLE

from hexlaw.compiler.wasm.target import Target

ALONE = [number for number in range(20) if "extends" not in a_law(f"slice/{number}").data["module.yaml"]]
"""Laws that are no variants of others."""
LAWS = 60 if WHOLE else 12


def test_a_law_is_the_same_for_a_seed() -> None:
    assert a_law("x/1") == a_law("x/1")
    assert a_law("x/1") != a_law("x/2")


def test_most_laws_pass_check_and_all_do_once_what_is_refused_is_left_out(tmp_path: Path) -> None:
    laws = [a_law(f"slice/{number}") for number in range(LAWS)]
    fine = [compiled(law, tmp_path / "lot")[0] is not None for law in laws]
    assert sum(fine) >= 0.6 * LAWS
    left = [mended(law, tmp_path / "lot") for law, is_fine in zip(laws, fine, strict=True) if not is_fine]
    assert all(compiled(law, tmp_path / "lot")[0] is not None for law in left)
    assert len(met(item.text for law in laws for item in law.items)) > 0.6 * len(WORDS)


def test_no_law_raises_anything_and_no_game_parts(tmp_path: Path, lively: dict[str, Module]) -> None:
    asked = [ask(law, tmp_path / "lot", name, games=1) for name, law in lively.items()]
    assert [(one.wrong, one.told) for one in asked] == [("", "")] * len(asked)
    assert sum(one.questions for one in asked) >= 20 * len(asked)


def spoilt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The target then leaves out the last of all legal answers."""
    legal = Stepping.legal
    monkeypatch.setattr(Stepping, "legal", lambda self: dict([*legal(self).items()][:-1]))


def test_a_fault_of_the_target_is_found(
    tmp_path: Path, lively: dict[str, Module], monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt(monkeypatch)
    name, law = next(iter(lively.items()))
    assert ask(law, tmp_path / "lot", name).wrong == "they part in what is legal"


def test_a_fault_of_what_the_target_plays_by_itself_is_found(
    tmp_path: Path, lively: dict[str, Module], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked nothing in such a game: here it answers the first question otherwise."""
    play = Target.play

    def spoilt_play(self: Target, *args: Any, **named: Any) -> Any:
        played = play(self, *args, **named)
        played.entries[0] = replace(played.entries[0], answer="nothing of the sort")
        return played

    monkeypatch.setattr(Target, "play", spoilt_play)
    name, law = next(iter(lively.items()))
    assert ask(law, tmp_path / "lot", name).wrong == "they part in a game by programs"


def test_programs_that_look_ahead_play_where_the_law_says_what_is_worth_something(
    tmp_path: Path, lively: dict[str, Module]
) -> None:
    prepared = prepared_of(next(iter(lively.values())), tmp_path / "lot")
    games = programs_by_lot(prepared)
    assert [*games] == ["random", "greedy"]
    for named in games.values():
        game = by_the_reference(prepared, "1", named)
        assert game.entries
        assert held(prepared, Target(prepared.agenda, prepared.setup), game).parting is None
    without = replace(prepared, setup=replace(prepared.setup, worth=None))
    assert [*programs_by_lot(without)] == ["random"]


def test_what_was_recorded_is_compared_as_a_game_is(
    tmp_path: Path, lively: dict[str, Module], monkeypatch: pytest.MonkeyPatch
) -> None:
    (name, law), folder = next(iter(lively.items())), tmp_path / "lot"
    live, again = ask(law, folder, name), Asked()
    found = recorded(law, name, folder, 2)
    assert found is not None
    for _ in range(2):  # as often as one likes
        again = Asked()
        against(found, again)
        assert again.wrong == ""
        for what in ("games", "questions", "answers", "throws", "values", "outcomes"):
            assert getattr(again, what) == getattr(live, what), what
    spoilt(monkeypatch)
    against(found, again)
    assert again.wrong == "they part in what is legal"


def test_a_traceback_is_found_and_recognized_by_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def falls_over(*_: Any) -> None:
        raise KeyError("lantern")

    monkeypatch.setattr(asking, "play", falls_over)
    law = mended(a_law("slice/0"), tmp_path / "lot")
    assert ask(law, tmp_path / "lot", "1").wrong.startswith("KeyError in ")


def test_a_law_is_cut_down_to_what_does_it() -> None:
    """Of a law of a hundred lines and more those few are left that are looked for, with nothing around them."""
    law = a_law("slice/3")
    gale = "effect gale(h: hex) [1]:\n  let n be (1 + (2 * 3))\n  if (n = 1 or n = 2):\n    roll 2d6 as gust\n  finish"
    law = law.with_items((*law.items, Item("01.law", gale)))

    def shows(smaller: Module) -> bool:
        text = "\n".join(item.text for item in smaller.items)
        return (
            "choice side" in text
            and "roll 2d6 as gust" in text
            and "module: lot" in smaller.data.get("module.yaml", "")
        )

    small = reduced(law, shows, lambda smaller: smaller)
    assert [item.text for item in small.items] == ["choice side", "effect gale(h: hex) [1]:\n  roll 2d6 as gust"]
    assert small.data == {"module.yaml": "module: lot\n"}


def test_what_is_read_in_play_counts_and_what_is_not_does_not() -> None:
    law = Module(
        (
            Item("1.law", "thing boat\n  stands in hex"),
            Item("1.law", "fact b: boat is keen [1]"),
            Item("1.law", "rule keen.one [1]\n  when any h in hexes where h is off-board\n  b is keen"),
            Item("1.law", "effect gale(b: boat) [1]:\n  remove b"),
            Item("1.law", "action sail [1]\n  do gale(b)"),
            Item("1.law", "action row [1]\n  finish"),
        ),
        {},
    )
    assert [name_of(item.text) for item in law.items] == ["boat", "keen", "keen.one", "gale", "sail", "row"]
    found = met(read_in_play(law, {"sail", "keen.one"}))
    assert {"remove", "any", "off-board", "do", "stands"} <= found.keys()
    assert not {"finish", "fact"} & found.keys()
    assert Counter(read_in_play(law, set())) == Counter([law.items[0].text])


def test_words_that_are_written_alike_are_told_apart() -> None:
    alike = {'hex("name")', 'printed("id")', "printed(x.a)", "side", "may"}
    for text, expected in (
        ('  when hex("A-1").ground is land', {'hex("name")'}),
        ('  when printed("sloop").draught > 2', {'printed("id")'}),
        ("  when printed(b.draught) > 2", {"printed(x.a)"}),
        ("  when any c12 in sides-along(h, k) where c12.side is not none", {"side"}),
        ("  when b.side is acting  # it may be anybody's", set()),
        ("fact b: boat is keen", set()),
    ):
        assert met([text]).keys() & alike == expected, text


def test_each_word_of_the_language_was_met_in_play_in_twenty_laws() -> None:
    """A new word has to be written by `bench/lot/`, and played: `bench/laws.py --choose 6 --met bench/lot/met.csv` adds
    to the table. What no game reads says so, and why."""
    laws, play = read_kept()
    assert [word for word in IN_PLAY if play[word] < 20] == []
    assert UNREAD.keys() < keywords()
    assert set(IN_PLAY) == WORDS.keys() - UNREAD.keys()
    assert all(laws[word] >= play[word] for word in WORDS)


def test_what_was_met_adds_up_over_runs(tmp_path: Path) -> None:
    file = tmp_path / "met.csv"
    assert read_kept(file) == (Counter(), Counter())
    add_to_kept(file, Counter({"tally": 3, "ruling": 2}), Counter({"tally": 1, "ruling": 2}))
    add_to_kept(file, Counter({"tally": 1}), Counter({"tally": 1}))
    laws, play = read_kept(file)
    assert (laws["tally"], play["tally"]) == (4, 2)
    assert (laws["ruling"], play["ruling"]) == (2, 0)  # no game reads it


def test_of_several_laws_that_one_is_played_which_has_what_was_met_too_seldom(
    bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    laws = bench_script("laws")
    texts = {1: "fact h: hex is wet", 2: "tally hits(b: boat): whole", 3: "measure miles exact"}
    monkeypatch.setattr(laws, "law_of", lambda seed, number: Module((Item("1.law", texts[number]),), {}))
    often = Counter({word: 20 for word in IN_PLAY})
    assert laws.chosen("x", (1, 2, 3), often - Counter({"tally": 20})) == 2
    assert laws.chosen("x", (1, 2, 3), often - Counter({"tally": 1, "measure": 18})) == 3


def test_a_game_that_takes_too_long_is_left_and_counted(
    tmp_path: Path, lively: dict[str, Module], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "MOST_SECONDS", 0.01)
    name, law = next(iter(lively.items()))
    asked = ask(law, tmp_path / "lot", name)
    assert asked.outcomes[asking.LEFT] >= 1
    assert sum(asked.outcomes.values()) == asked.games
    assert (asked.wrong, asked.refused) == ("", ())


def test_a_module_is_read_as_it_was_written(tmp_path: Path) -> None:
    law = a_law(f"slice/{ALONE[0]}")
    law.write(tmp_path / "lot")
    assert read_module(tmp_path / "lot", law.situation).files() == {
        name: "\n".join(line.rstrip() for line in text.split("\n")) for name, text in law.files().items()
    }


@pytest.mark.parametrize("name", PROPERTIES)
def test_what_holds_of_every_law(name: str, tmp_path: Path) -> None:
    for number in ALONE[: 10 if WHOLE else 1]:
        law = mended(a_law(f"slice/{number}"), tmp_path / "lot")
        assert PROPERTIES[name](law, str(number), tmp_path / "lot") == ""


def test_a_game_that_goes_otherwise_is_noticed(tmp_path: Path, lively: dict[str, Module]) -> None:
    prepared = prepared_of(next(iter(lively.values())), tmp_path / "lot")
    one, other = played(prepared, "1"), played(prepared, "2")
    assert one.differs(one) == ""
    assert one.differs(other)


@pytest.mark.parametrize("name", aimed_laws())
def test_a_law_with_an_aim_plays_alike_to_its_end(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each was made for a fault of the target, which it shows and nothing else does; none is handed back, nor left."""
    monkeypatch.setattr(asking, "MOST_SECONDS", 120.0)  # a busy machine may take three times as long
    with made_ready_quickly():
        asked = ask(aimed_laws()[name], tmp_path / "lot", name)
    assert (asked.wrong, asked.told, asked.refused, asked.not_carried, asked.handed_back) == ("", "", (), "", "")
    assert asked.questions >= 5


def test_a_run_begins_with_the_laws_with_an_aim(
    tmp_path: Path, bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    laws = bench_script("laws")
    name = next(iter(aimed_laws()))
    monkeypatch.setattr(laws, "aimed_laws", lambda: {name: aimed_laws()[name]})
    assert laws.wrong_with_aim(tmp_path / "lot") == {}
    spoilt(monkeypatch)
    assert laws.wrong_with_aim(tmp_path / "lot") == {"they part in what is legal": [f"aimed {name}"]}


def test_what_is_handed_back_shows_in_a_law_with_an_aim() -> None:
    assert Asked(outcomes=Counter([StopOutcome.NEITHER, StopOutcome.BOTH])).handed_back == ""
    assert Asked(outcomes=Counter([StopOutcome.NEITHER, StopOutcome.NO_ROOM])).handed_back == StopOutcome.NO_ROOM


OPEN = ["compiler/wasm/prelude/programs.py:362: 0 -> 1", "compiler/wasm/prelude/base.py:244: + -> -"]
"""Faults that a law could show by a rare accident, and none did so far."""


def test_each_seeded_fault_is_found_or_argued() -> None:
    with (FOLDER.parent / "faults.csv").open(encoding="utf-8", newline="") as lines:
        rows = [*csv.DictReader(lines)]
    assert len(rows) == 60
    left = [row["fault"] for row in rows if not row["found by"] and not row["why not"].startswith("cannot be seen: ")]
    assert left == OPEN
    assert not [row["fault"] for row in rows if row["found by"] and row["why not"]]
    named = {row["found by"].rpartition("in law aimed ")[2] for row in rows if "in law aimed " in row["found by"]}
    assert named <= aimed_laws().keys()
