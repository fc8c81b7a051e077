"""Each stop of the runtime that a law can come to is met by a law of a few lines, on every road, and told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from held import Stepping
from rotation import drawn

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.cli import main
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.studio import in_page
from hexlaw.compiler.studio.module_studio import Studio
from hexlaw.compiler.wasm import procedures
from hexlaw.compiler.wasm.target import NoRoom, Target
from hexlaw.compiler.workspace.workspace import Workspace
from hexlaw.runtime.evaluate import budget
from hexlaw.runtime.explain.explain import chain_lines
from hexlaw.runtime.law.law import Configuration
from hexlaw.runtime.law.stops import LawStop
from hexlaw.runtime.play import goals, outcomes, trials
from hexlaw.runtime.play.game import Game

from .stops import MANIFEST, MAP, Meeting, Stop, fits, raises, read_stops

STOPS = read_stops()
RAISES = raises()
PLAYED = [stop for stop in STOPS.values() if not stop.ask]
ASKED = [stop for stop in STOPS.values() if stop.ask]
by_name = {"ids": lambda stop: stop.name}
BOUNDS = {
    (budget, "MAX_AHEAD"): 50_000,
    (budget, "MAX_STEPS"): 50_000,
    (trials, "MAX_PATHS"): 500,
    (outcomes, "MAX_ROLLS"): 300,
}
PRINTED_BOUNDS = {"MAX_STEPS": 300, "MAX_LAPSES": 20, "MAX_REACHED": 20}


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is bounded is bounded lower: it is met all the same, in less time."""
    for (module, name), bound in BOUNDS.items():
        monkeypatch.setattr(module, name, bound)
    for name, bound in PRINTED_BOUNDS.items():
        monkeypatch.setitem(procedures.CONSTANTS, name, bound)


@pytest.fixture
def written(bench: Any) -> Callable[[Stop], Path]:
    def write(stop: Stop) -> Path:
        name = re.sub("[^a-z]+", "-", stop.name).strip("-")
        manifest = MANIFEST.format(name=name)
        written: Path = bench.write(stop.text, name=name, words=False, manifest=manifest, files=stop.files)
        return written

    return write


def prepared_of(stop: Stop, folder: Path, bench: Any) -> Prepared:
    found = prepare(bench.compiled(folder), "x", Configuration(), Diagnostics())
    assert found is not None
    return found


def test_every_stop_has_its_law() -> None:
    named = [wanted for stop in STOPS.values() for wanted in stop.raises]
    assert [name for name in RAISES.values() if not any(fits(wanted, name) for wanted in named)] == []
    assert [wanted for wanted in named if not any(fits(wanted, name) for name in RAISES.values())] == []


def played(prepared: Prepared, stop: Stop) -> LawStop | None:
    """Returns where a game stops that the evaluator answers; None where it goes on, if only since an answer is
    refused."""
    try:
        game = prepared.game("1")
        assert game.stand  # it has begun
        for answer in stop.answer:
            if game.allows(meant := game.meant(answer)):
                game.put(meant)
        if stop.looks:
            LOOKS[stop.looks](game)
    except LawStop as stopped:
        return stopped
    return None


LOOKS: dict[str, Callable[[Game], object]] = {
    "leads to bob": lambda game: game.followed(game.position.things["bob"]),
    "leads to done": lambda game: game.followed("done"),
    "each way of push": lambda game: each_way(game, "push"),
    "outcomes of ann": lambda game: outcomes.outcomes(game, game.meant("ann")),
    "motive of go ann": lambda game: goals.motive_of(game, ["go", game.position.things["ann"]], None),
}


def each_way(game: Game, effect: str) -> list[trials.Course]:
    ann = game.position.things["ann"]
    asked = trials.Trials(game.law)
    return [*asked.paths(asked.about(game.position).ev, effect, (ann,), deciding=trials.each)]


def unmet(stop: Stop, met: set[str]) -> list[str]:
    return [wanted for wanted in stop.raises if not any(fits(wanted, name) for name in met)]


@pytest.mark.parametrize("stop", PLAYED, **by_name)
def test_a_game_stops(stop: Stop, written: Callable[[Stop], Path], bench: Any) -> None:
    prepared = prepared_of(stop, written(stop), bench)
    with Meeting(RAISES) as met:
        stopped = played(prepared, stop)
    met |= RAISES.raised_on_the_way(stopped)
    assert unmet(stop, met) == []
    if stop.goes_on or (stop.looks and stopped is None):
        assert stopped is None
        return
    assert stopped is not None
    assert re.search(stop.told, stopped.message), stopped.message
    chain = [*chain_lines(stopped, prepared.position)]
    assert stop.looks or re.search(r"10-law\.law:\d+", " ".join(chain)), chain


@pytest.mark.parametrize("stop", PLAYED, **by_name)
def test_the_target_stops_at_the_same_answer(stop: Stop, written: Callable[[Stop], Path], bench: Any) -> None:
    prepared = prepared_of(stop, written(stop), bench)
    target = Target(prepared.agenda, prepared.setup)
    assert stop.looks or target.refusal == {}
    if target.refusal:  # told by name, and played by the evaluator
        return
    has_room = True
    while has_room:
        try:
            return stops_alike(stop, prepared, target)
        except NoRoom as full:  # what goes on and on writes a long log before it has made too many steps
            has_room = target.grow(full, target.room)
    with pytest.raises(LawStop):
        answered(stop, prepared)


def answered(stop: Stop, prepared: Prepared) -> None:
    game = prepared.game("1")
    for answer in stop.answer:
        game.answer(game.meant(answer))


def stops_alike(stop: Stop, prepared: Prepared, target: Target) -> None:
    stepping = Stepping(target)
    stopped = stepping.begin("1")
    try:
        game = prepared.game("1")
    except LawStop:
        assert stopped
        return
    for answer in stop.answer:
        cell = stepping.cell_of(meant := game.meant(answer))
        allowed = stepping.allows(cell)
        stopped = stepping.stopped or (stepping.answer(cell) if allowed else 0)
        try:
            legal = game.allows(meant)
            if legal:
                game.put(meant)
        except LawStop:
            assert stopped, f"the reference stops upon `{answer}`"
            return
        assert stop.looks or not stopped, f"the target stops upon `{answer}`"
        assert bool(allowed) is legal
        if not legal:
            return


@pytest.mark.parametrize("stop", PLAYED, **by_name)
def test_the_table_tells_it(
    stop: Stop,
    written: Callable[[Stop], Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    twice = (word for answer in stop.answer for word in (["end", "end"] if answer == "done" else [answer]))
    typed = iter([*twice, "quit", "quit"])
    monkeypatch.setattr("builtins.input", lambda _="": next(typed))
    ended = main(["play", str(written(stop)), "x"])
    told = "".join(capsys.readouterr())
    assert "Traceback" not in told
    if stop.goes_on or stop.looks:
        return
    assert ended == 1
    assert re.search(stop.told, told), told
    assert re.search(r"10-law\.law:\d+", told) or not stop.answer, told


OTHERWISE = """rule also.hook [1]
  at the end of half
  then:
    for each stone b:
      remove b
"""


@pytest.mark.parametrize("stop", drawn(PLAYED, 2), **by_name)
def test_run_and_compare_tell_it(
    stop: Stop,
    written: Callable[[Stop], Path],
    bench: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)  # where games that stop leave their journals
    folder = written(stop)
    variant = str(bench.variant(folder, OTHERWISE, name="other"))
    chance = ["--players", "random", "--seed", "a"]
    run = ["run", str(folder), "x", "--games", "4", *chance]
    compare = ["compare", str(folder), variant, "x", "--pairs", "4", *chance, "--results", str(tmp_path / "kept")]
    for words in (run, compare):
        main(words)
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        assert stop.goes_on or stop.looks or re.search(stop.told, told.out), told.out


@pytest.mark.parametrize("stop", STOPS.values(), **by_name)
def test_a_page_tells_it(stop: Stop, written: Callable[[Stop], Path]) -> None:
    """To a request for a verdict, as the studio and a published page put it: both answer by the same class. Where only
    who acts was not said, they say with the verdict what they have filled in."""
    answer = in_page.opened(str(written(stop)))
    position: dict[str, object] = {"map": MAP, "pieces": stop.standing, **stop.given}
    if stop.play:
        position["play"] = stop.play
    said: list[str] = []
    answer('1 {"do": "open"}', said.append)
    with Meeting(RAISES) as met:
        request = {"do": "judge", "position": {**position, "ask": stop.ask or "may go.mover(ann)"}}
        answer(f"2 {json.dumps(request)}", said.append)
    reply = json.loads(said[-1])
    told = reply["refused"] if "refused" in reply else reply["value"]["now"]["told"]
    if stop.ask:
        if "acting" in stop.given:
            assert re.search(stop.told, told), told
        else:
            assert reply["value"]["fits"] == {"acting": "reds", "now": "moving"}
        unmet_ = [] if stop.deep else unmet(stop, met)  # where Python can go no deeper, its tracer misses it
        assert unmet_ == []


@pytest.mark.parametrize("stop", drawn(PLAYED, 2), **by_name)
def test_the_balance_of_the_studio_tells_it(stop: Stop, written: Callable[[Stop], Path]) -> None:
    folder, workspace = str(written(stop)), Workspace()
    with workspace.editing(folder) as editing:
        studio = Studio(workspace, folder, editing)
        edit = {"do": "edit", "path": "10-law.law", "text": OTHERWISE + stop.text}  # advice stands last
        assert studio.answer(json.dumps(edit), lambda told: None)["found"] == []
        request = {"do": "play", "situation": "x", "pairs": 4, "players": ["random"]}
        balance = studio.answer(json.dumps(request), lambda told: None)["balance"][0]
    assert balance["stopped"] or stop.goes_on or stop.looks
