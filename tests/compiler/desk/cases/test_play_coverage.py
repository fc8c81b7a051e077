"""Coverage by play: what had a say in games, what never had, and why, as `hexlaw claims --played` tells it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.cli import main
from hexlaw.compiler.desk.cases.play_coverage import PlayCoverage, SituationPlayed
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import prepare
from hexlaw.runtime.law.law import Configuration

pytest.importorskip("wasmtime")

LAW = """chapter [1] "Rowing"
choice side
  east, west
thing boat also
  side: side = east
thing game also
  day: whole = 1
situation race [1] "A race"
option fog [1]
  "It may be foggy."
  default off
sequence days [1]
  phase day while game.day <= 6:
    phase rowing while any boat u where u.crew > 0 alternating from east
    do evening()
    set game.day to game.day + 1
effect evening() [Q-005]:
  for each boat u:
    set u.crew to 4
effect sink(u: boat) [Q-006]:
  remove u
action row [1]
  open in rowing
  pick rower(u: boat) where u.side is acting and u.crew > 0
  pick stroke(there: hex) from neighbours(u.hex) where not there is off-board
  move u to there
  set u.crew to u.crew - pull(u)
quantity pull(u: boat): whole
  starts with 1
  steps weather
rule pull.reef [Q-001]
  at step pull.weather
  when u.hex.water includes reef
  adds 1
rule pull.calm [Q-002]
  at step pull.weather
  when u.hex.water includes calm
  adds 2
rule row.wall [Q-003]
  forbids row.stroke
  when there.water includes rough
rule row.nobody [2]
  forbids row.rower
  when u.crew > 9
ruling Q-004 [Q 4]
  asks "Is the reef hard?"
  answers yes
  confirms pull.reef
  shown by rowing.reef
ruling Q-007 [Q 7]
  asks "Is rough water closed?"
  answers yes
  confirms row.wall, row.nobody
  shown by rowing.reef
"""
FOG = """chapter [3] "Fog" if option fog
rule row.fog [3]
  forbids row.rower
  when u.crew > 1
"""
SEA = """board: sea
cite: [H 1]
grid: {orientation: pointy, lines: [A, B, C], lengths: [3], shifted: second, name: "{line}-{number}"}
hexes: {A-1: {water: [calm]}, A-2: {water: [calm]}, A-3: {water: [calm]}, B-1: {water: [rough]}, B-2: {water: [rough]},
  B-3: {water: [rough]}, C-1: {water: [calm]}, C-2: {water: [calm]}, C-3: {water: [calm]}}
"""
RACE = """board: sea
sides:
  east: {e: {kind: boat, at: A-1, weight: 1, crew: 4}}
  west: {w: {kind: boat, at: C-1, weight: 1, crew: 4}}
winner: none
"""
ADVICE = """advice [HA 1] "Advice"
fact worth(s: side): exact
rule worth.crew [HA 1]
  worth(s) is sum(u.crew for boat u where u.side is s)
"""
CLAIMS = "id,topic,needs,claim\n" + "".join(f"Q-00{n},rowing,position,It is so.\n" for n in range(1, 9))
REASON = "unplayed: {pull.reef: no situation has any h in hexes where h.water includes reef}"
NOWHERE = 'unplayed: {"berth.*": no situation under fog}'


@pytest.fixture
def port(bench: Any) -> Path:
    files = {
        "30-fog.law": FOG, "90-advice.law": ADVICE, "boards/sea.yaml": SEA, "situations/race.yaml": RACE,
        "claims.csv": CLAIMS,
        "cases/a.cases.yaml": "cases: [{id: rowing.reef, ask: 1 + 1, expect: 2}]\n",
    }  # fmt: skip
    folder: Path = bench.write(LAW, name="port", files=files)
    return folder


def played(port: Path, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert main(["claims", str(port), "--played", "3", "--processes", "1", *more]) == 0
    told = capsys.readouterr()
    assert told.err == "port/race: 3 games\n"
    return told.out


def test_each_rule_has_the_games_in_which_it_had_a_say(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(played(port, capsys, "--json"))
    (module,) = found["modules"]
    assert {rule["rule"]: (rule["games"], rule["of"]) for rule in module["rules"]} == {
        "pull.reef": (0, 3), "pull.calm": (3, 3), "row.wall": (3, 3), "row.nobody": (0, 3), "row.fog": (0, 0),
    }  # fmt: skip


def test_rulings_and_claims_are_exercised_with_what_bears_them(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (module,) = json.loads(played(port, capsys, "--json"))["modules"]
    assert module["rulings"] == {"Q-004": 0, "Q-007": 3}
    assert module["claims"] == {
        "Q-001": 0, "Q-002": 3, "Q-003": 3, "Q-004": 0, "Q-005": 3, "Q-006": 0, "Q-007": 3, "Q-008": None,
    }  # fmt: skip


def test_the_page_names_what_no_game_comes_upon(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = port / "module.yaml"
    manifest.write_text(manifest.read_text() + REASON)
    page = played(port, capsys)
    assert "| `port/race` | 3 games | 4 | 2 |\n" in page
    assert "| [port](#port) | 5 | 2 | 1 | 0 | 1 | 1 | 1 of 2 | 4 of 7 |\n" in page
    assert page.partition("## port\n\n")[2].splitlines() == [
        "- no reason is given, 10-law.law: `row.nobody`",
        "- `no situation has any h in hexes where h.water includes reef`: `pull.reef`",
        "- in force in no situation: the option `fog` is off: `row.fog`",
        "- rulings that no game exercises: `Q-004`",
        "- claims that no game exercises: `Q-001`, `Q-004`, `Q-006`",
        "- claims that no rule brings or confirms: `Q-008`",
    ]


def test_a_reason_is_given_for_rules_that_are_there(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = port / "module.yaml"
    manifest.write_text(manifest.read_text() + NOWHERE)
    assert main(["check", str(port)]) == 1
    assert "there is no rule `berth.*`, of which it says why it is not played" in capsys.readouterr().out


def test_without_advice_chance_plays_all_games(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (port / "90-advice.law").unlink()
    played(port, capsys)


def test_there_is_a_situation_to_play(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", str(bench.write("", name="quay")), "--played", "2"]) == 2
    assert "there is no situation that the target can play" in capsys.readouterr().err


def test_a_game_that_stops_is_named_and_not_counted(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody says how tired rowing makes where there is no reef: a program that looks ahead does not row."""
    law = port / "10-law.law"
    tiring = "fact lost(u: boat): whole\nrule lost.reef [1]\n  when u.hex.water includes reef\n  lost(u) is 1\n"
    law.write_text(law.read_text().replace("u.crew - pull(u)", "u.crew - lost(u)") + tiring)
    assert main(["claims", str(port), "--played", "3", "--processes", "1"]) == 0
    told = capsys.readouterr()
    assert told.err == "port/race: 2 games, played-2 stopped\n"
    assert "| `port/race` | 2 games, played-2 stopped | 5 | 1 |\n" in told.out


def test_rules_of_a_situation_that_was_not_played_are_told_apart(
    port: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The strait stops at its first question: nobody says how deep it is where there is no reef."""
    (port / "90-advice.law").unlink()  # a program that looks ahead would stay clear of it
    law = port / "40-strait.law"
    law.write_text(
        'chapter [5] "The strait" if situation strait\nsituation strait [5] "A strait"\n'
        "rule row.strait [5]\n  forbids row.rower\n  when u.crew > depth(u)\nfact depth(u: boat): whole\n"
        "rule depth.reef [5]\n  when u.hex.water includes reef\n  depth(u) is 1\n"
    )
    (port / "situations" / "strait.yaml").write_text(RACE)
    assert main(["claims", str(port), "--played", "2", "--processes", "1"]) == 0
    told = capsys.readouterr()
    assert told.err == "port/race: 2 games\nport/strait: 0 games, played-1 stopped, played-2 stopped\n"
    assert "- in force in situations that are not played: `port/strait`: `row.strait`, `depth.reef`\n" in told.out


@pytest.mark.parametrize(
    ("reason", "refuted"),
    [
        ("no situation has any h in hexes where h.water includes reef", ""),
        ("no situation has any h in hexes where h.water includes rough", "but `race` has it"),
        ("no situation has any boat u where u.crew > 4", ""),
        ("no situation has count(boats) > 1", "there is no `boats` here"),
        ("no situation has 3", "what no situation has is to be yes/no"),
        ("no situation under fog", ""),
        ("no situation under fog has any boat u where u.crew > 0", ""),
        ("no situation under mist", "there is no option `mist`"),
        ("no game has row", ""),
        ("no game has rows", "there is no action, effect, task or rule `rows`"),
        ("no game has row.nobody", "`row.nobody` is itself said not to be played"),
        ("games take too long", "`no game has EFFECT`"),
    ],
)
def test_a_reason_is_a_sentence_that_is_tested(
    reason: str, refuted: str, port: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = port / "module.yaml"
    lines = f"unplayed:\n  row.nobody: no game has sink\n  pull.reef: {reason}\n"
    manifest.write_text(manifest.read_text() + lines)
    last = len(manifest.read_text().splitlines())
    main(["check", str(port)])
    told = capsys.readouterr().out
    assert refuted in told
    assert (f"module.yaml:{last}:" in told) is bool(refuted)


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("no game has sink", "- `no game has sink`: `pull.reef`"),
        ("no game has evening", "- not so, `no game has evening`: games have `evening`: `pull.reef`"),
        ("no situation has any boat u", "- not so, `no situation has any boat u`: `port/race` has it: `pull.reef`"),
    ],
)
def test_a_reason_is_held_against_what_was_played(
    reason: str, said: str, port: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = port / "module.yaml"
    manifest.write_text(manifest.read_text() + f"unplayed: {{pull.reef: {reason}}}\n")
    assert said in played(port, capsys).splitlines()


def test_a_rule_of_a_card_that_no_file_sets_up_is_not_played(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    law = port / "40-strait.law"
    law.write_text(
        'chapter [5] "The strait" if situation strait\nsituation strait [5] "A strait"\n'
        "rule row.strait [5]\n  forbids row.rower\n  when u.crew > 9\n"
    )
    assert "- no file sets up the situation `strait`: `row.strait`" in played(port, capsys).splitlines()


def test_positions_apart_from_situations_count_for_what_has_a_say_alone(port: Path) -> None:
    """The race is not played: what has no say in the position of a case is no more than not played."""
    found = Diagnostics()
    compilation = compile_modules(str(port), found)
    assert compilation is not None
    prepared = prepare(compilation, "race", Configuration(), found)
    assert prepared is not None
    made = compilation.name, "race", compilation, prepared.law, prepared.position
    start = SituationPlayed(*made, games=20, counts=Counter(["pull.calm"]), is_start=True)
    (module,) = PlayCoverage([compilation], [SituationPlayed(*made), start]).modules
    states = {rule.rule: rule.state for rule in module.rules}
    assert states == {
        "pull.reef": "not played", "pull.calm": "had a say", "row.wall": "not played", "row.nobody": "not played",
        "row.fog": "in force nowhere",
    }  # fmt: skip
