"""Coverage by play (bench/played.py): what is due first, what is kept of games, and that nothing finished is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hexlaw.runtime.play.replay import JournalStep, steps_again

pytest.importorskip("wasmtime")
SITUATION = "tutorial/last-fine-day"


@pytest.fixture
def played(bench_script: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    script = bench_script("played")
    monkeypatch.setattr(script, "shipped_games", lambda: ["tutorial"])
    return script


def run(played: Any, data: Path, *more: str) -> Any:
    assert played.main(["--data", str(data), *more]) == 0
    return played.Kept.read(data)


def test_each_situation_has_its_games_and_what_had_a_say(played: Any, tmp_path: Path) -> None:
    kept = run(played, tmp_path / "games.jsonl", "--games", "2", "--situations", SITUATION)
    line = kept.situations[SITUATION]
    assert line.seeds == {f"random-{line.date}": 1, f"greedy-{line.date}": 1}
    assert line.games == 2
    assert line.answers > 2
    assert not line.stopped
    assert "action:move" in line.signs
    assert 0 < line.rules <= line.in_force
    assert (tmp_path / "games.md").read_text("utf-8") == kept.page()
    assert f"| `{SITUATION}` | 2 |" in kept.page()
    assert "| `tutorial/early-snow` | 0 |" in kept.page()


def test_two_machines_write_the_page_of_one(played: Any, tmp_path: Path) -> None:
    """Each plays its part of the situations; who gathers both has what one machine plays, to the byte of the page."""
    whole, one, other = (tmp_path / f"{name}.jsonl" for name in ("whole", "one", "other"))
    alone = run(played, whole, "--games", "1")
    first = run(played, one, "--games", "1", "--part", "1", "2")
    run(played, other, "--games", "1", "--part", "2", "2")
    assert 0 < len(first.dated) < len(alone.dated)
    together = run(played, one, "--games", "1", "--gather", str(other), "--page")
    assert together.page() == alone.page()
    assert [line.signs for line in together.dated] == [line.signs for line in alone.dated]


def test_what_is_kept_is_gone_on_with_and_what_the_law_has_changed_is_played_anew(played: Any, tmp_path: Path) -> None:
    data = tmp_path / "games.jsonl"
    run(played, data, "--games", "1", "--situations", SITUATION)
    kept = run(played, data, "--games", "2", "--situations", SITUATION)
    assert kept.situations[SITUATION].games == 2
    kept.situations[SITUATION].law = "of before"
    kept.situations[SITUATION].seeds = {"random-1974-01-01": 20}
    kept.write()
    kept = run(played, data, "--games", "1", "--situations", SITUATION)
    assert kept.situations[SITUATION].games == 1
    assert kept.situations[SITUATION].law != "of before"


def test_the_fewest_games_under_the_law_of_now_come_first(played: Any) -> None:
    """A game of another law counts for nothing; what is whole comes last, the oldest of it first."""
    round_ = played.Round(played.Kept(), 20, 100)
    laws = {"sea/many": "now", "sea/few": "now", "sea/stale": "before", "sea/whole": "now", "sea/old": "now"}
    round_.__dict__["laws"] = dict.fromkeys(laws, "now")
    games = {"sea/many": 9, "sea/few": 3, "sea/stale": 15, "sea/whole": 20, "sea/old": 20}
    those = [
        played.Played("sea", name[4:], law=law, date="2026-01-01" if name == "sea/old" else "2026-02-02",
                      seeds={"random-1": games[name]})
        for name, law in laws.items()
    ]  # fmt: skip
    in_order = [one.situation for one in sorted(those, key=round_.order)]
    assert in_order == ["stale", "few", "many", "old", "whole"]


def test_a_run_that_is_killed_loses_no_situation_that_was_finished(
    played: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, visit = tmp_path / "games.jsonl", played.Round.visit

    def killed(self: Any, one: Any, seconds: float) -> None:
        if data.exists():
            raise KeyboardInterrupt
        visit(self, one, seconds)

    monkeypatch.setattr(played.Round, "visit", killed)
    with pytest.raises(KeyboardInterrupt):
        played.main(["--data", str(data), "--games", "1"])
    assert [line.games for line in played.Kept.read(data).dated] == [1]


def test_names_are_kept_by_what_they_begin_with(played: Any) -> None:
    line = played.Played("sea", "calm")
    line.hears({"pull.reef", "pull.calm", "action:row", "alone"})
    line.hears({"pull.reef", "row.wall"})
    assert line.had_a_say == {"": "action:row alone", "pull": "calm reef", "row": "wall"}
    assert line.signs == {"pull.reef", "pull.calm", "row.wall", "action:row", "alone"}


def test_it_says_how_old_it_is(played: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = played.Kept(tmp_path / "games.jsonl")
    for name, day, games in (("reef", "2026-01-02", 20), ("calm", "2026-03-04", 3), ("gale", "", 0)):
        one = played.Played("sea", name, published=True, date=day, seeds={"random-1": games})
        kept.situations[one.name] = one
    kept.write()
    assert played.main(["--data", str(kept.path), "--age"]) == 0
    assert capsys.readouterr().out == (
        "coverage by play: 2 of 3 published situations have games, 1 of them 20 and more; "
        "23 games of 2 situations, played from 2026-01-02 to 2026-03-04; "
        "2 situations were played under a law that has changed since\n"
    )


def test_play_goes_on_from_the_position_of_a_case(played: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The engineers are at work already: whether they have their tools is asked, as hardly ever in a situation."""
    line = played.Played("panzer-leader", "engineers.the-second-charge-fails", cases="engineers-played")
    round_ = played.Round(played.Kept(tmp_path / "games.jsonl"), 4, 60)
    round_.today, round_.__dict__["laws"] = "2026-12-01", {line.name: "now"}  # one game may end before it is asked
    round_.visit(line, 60)
    assert line.games == 4
    assert {"task:demolition", "demolition.no-tools"} <= set(line.signs)
    assert line.refereed


def test_play_from_a_case_begins_where_the_case_does(played: Any) -> None:
    """Amid the movement of vehicles, and not with what comes before play: as a game of that position begins."""
    line = played.Played("panzer-leader", "starts.boats-before-the-beach", cases="starts")
    entries = played.Watching(line).game("random", "random-1").entries
    prepared = line.prepared("panzer-leader")
    assert prepared.setup.begins == "vehicles"
    assert all(isinstance(step, JournalStep) for step in steps_again(prepared.game("random-1"), entries[:40]))


def test_a_start_in_doubt_is_looked_at_from_where_it_begins(played: Any) -> None:
    """Nothing that the referee of the family requires is broken by a few turns at a bridge."""
    line = played.Played("panzer-leader", "engineers.the-second-charge-fails", cases="engineers-played")
    assert played.by_reference_amid(line, "random", "random-1") == []


def test_play_goes_on_amid_a_kept_game(played: Any, tmp_path: Path) -> None:
    """Behind forty answers the game is the kept one no more: its dice fall by the seed of the new game."""
    kept = "last-fine-day-greedy-2"
    line = played.Played("tutorial", f"{kept}@40", journal=kept)
    sieve, begun = played.Watching(line), line.kept_game().entries
    games = [[*sieve.game("random", f"random-{number}").entries] for number in (1, 2)]
    assert len(begun) == 40
    assert [game[:40] for game in games] == [begun, begun]
    assert games[0][40:] != games[1][40:]
    round_ = played.Round(played.Kept(tmp_path / "games.jsonl"), 2, 60)
    round_.__dict__["laws"] = {line.name: "now"}
    round_.visit(line, 60)
    assert (line.games, line.stopped, line.is_start) == (2, [], True)
    assert line.answers > 2


def test_a_position_amid_a_game_is_of_its_law_its_situation_and_its_answers(
    played: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = "last-fine-day-greedy-2"
    (starts := tmp_path / "starts.csv").write_text(
        f"module,cases,case,journal\ntutorial,,{kept}@40,{kept}\ntutorial,,{kept}@41,{kept}\n", "utf-8"
    )
    monkeypatch.setattr(played, "STARTS", starts)
    round_ = played.Round(played.Kept(tmp_path / "games.jsonl"), 1, 60)
    round_.list()
    assert [one.situation for one in round_.kept.starts] == [f"{kept}@40", f"{kept}@41"]
    assert not any(one.is_start for one in round_.kept.own)
    assert round_.laws[f"tutorial/{kept}@40"] != round_.laws[SITUATION]


def test_a_game_that_the_sieve_does_not_pass_is_in_doubt_until_the_reference_has_looked(
    played: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    round_ = played.Round(played.Kept(tmp_path / "games.jsonl"), 2, 60)
    round_.__dict__["laws"] = {SITUATION: "now"}
    monkeypatch.setattr(played, "referees_for", lambda *_: ("keeper",))
    monkeypatch.setattr(played.Watching, "required", played.Watching.played)
    monkeypatch.setattr(played.Watching, "holds", lambda _, game, seed: seed.startswith("random"))
    line = played.Played("tutorial", "last-fine-day")
    round_.visit(line, 60)
    seed = f"greedy-{line.date}-1"
    assert line.in_doubt == [seed]
    remark = SimpleNamespace(sort="broken", rule="clover.kept")
    monkeypatch.setattr(played, "by_reference", lambda *_: iter([SimpleNamespace(remarks=[remark, remark])]))
    round_.judge(line)
    assert (line.in_doubt, line.remarks) == ([], {seed: ["broken: clover.kept"]})


def test_a_situation_whose_games_all_stop_is_not_tried_for_ever(played: Any) -> None:
    round_ = played.Round(played.Kept(), 3, 60)
    seeds = [f"random-1-{number}" for number in range(1, 7)]
    line = played.Played("sea", "calm", seeds={"random-1": 6}, stopped=seeds)
    assert line.games == 0
    assert round_.has_enough(line)
    line.seeds["random-1"], line.stopped = 5, seeds[:5]
    assert not round_.has_enough(line)
