"""Pairs that a cluster plays: a scheduler and two workers, started here, and one of them killed."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.compare.balance import Balance, Sweep, play
from hexlaw.compiler.desk.compare.balance_report import balance_lines
from hexlaw.compiler.desk.compare.cluster import Cluster, _received, job_of
from hexlaw.compiler.desk.compare.pairs import arena
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare

pytest.importorskip("distributed")
LINKS = Path(__file__).resolve().parents[4] / ".links"
PATIENCE = 90
Sides = Callable[[str, str], tuple[ComparedLaw, ComparedLaw]]
Module = Callable[..., str]


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers."""
    folder = tmp_path_factory.mktemp("dask")
    told = folder / "scheduler.json"

    def started(*words: str) -> subprocess.Popen[bytes]:
        start = f"import sys; sys.path.insert(0, {str(LINKS)!r}); from distributed.cli.{words[0]} import main; main()"
        with (folder / f"{words[0]}.log").open("ab") as log:
            return subprocess.Popen([sys.executable, "-c", start, *words[1:]], cwd=folder, stdout=log, stderr=log)

    one = "--no-dashboard"
    running = [started("dask_scheduler", "--host", "127.0.0.1", "--port", "0", one, "--scheduler-file", str(told))]
    try:
        until = time.monotonic() + PATIENCE
        while not told.exists():
            assert time.monotonic() < until, (folder / "dask_scheduler.log").read_text()
            time.sleep(0.1)
        address = json.loads(told.read_text())["address"]
        for _ in range(2):
            running.append(started("dask_worker", address, "--nworkers", "1", "--nthreads", "2", "--no-nanny", one))
        yield address, running[1:]
    finally:
        for process in running:
            process.kill()
            process.wait()


def sweep(
    sides: tuple[ComparedLaw, ComparedLaw], pairs: int, path: Path, address: str | None, each: Callable[[Balance], None]
) -> Balance:
    base, other = sides
    table = arena(compare(base, other), "last-fine-day", ["random"], 50_000)
    settings = Sweep("t", pairs, Fraction(0), 1)
    if address is None:
        return play(table, settings, path, each)
    with closing(Cluster(address)) as cluster:
        job = job_of(base, other, "last-fine-day", ["random"], 50_000)
        return play(table, settings, path, each, partial(cluster.playing, job))


def test_a_cluster_plays_what_this_machine_would_also_when_a_worker_is_killed(
    sides: Sides, module: Module, tmp_path: Path, dask: tuple[str, list[subprocess.Popen[bytes]]]
) -> None:
    address, workers = dask
    laws = sides("tutorial", module())
    here = sweep(laws, 16, tmp_path / "here.sqlite", None, lambda balance: None)

    def kill_one(balance: Balance) -> None:
        if balance.blocks == 1:
            workers[0].kill()

    there = sweep(laws, 16, tmp_path / "there.sqlite", address, kill_one)
    assert [pair.seed for pair in there.pairs] == [f"t-{number}" for number in range(1, 17)]
    kept = sweep(laws, 16, tmp_path / "there.sqlite", None, lambda balance: None)
    for balance in (there, kept):
        assert balance.pairs == here.pairs
        assert balance.strip == here.strip
        assert list(balance_lines(balance)) == list(balance_lines(here))


def test_an_address_where_nobody_is_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexlaw.compiler.desk.compare.cluster.PATIENCE", 1)
    with pytest.raises(Refused, match="no cluster of Dask with a worker answers"):
        Cluster("tcp://127.0.0.1:9")


def test_a_worker_refuses_a_law_that_came_to_it_otherwise(sides: Sides, module: Module, tmp_path: Path) -> None:
    base, other = sides("tutorial", module())
    sent = job_of(base, other, "last-fine-day", ["random"], 9).variant
    whole = type(sent)(**vars(sent))
    assert _received(whole, tmp_path / "whole").digest == other.digest
    files = tuple((m, n, text.replace("+ 2", "+ 1")) for m, n, text in sent.files)
    with pytest.raises(Refused, match="reads another law"):
        _received(type(sent)(**{**vars(sent), "files": files}), tmp_path / "altered")
    with pytest.raises(Refused, match="leads out of its module"):
        _received(type(sent)(**{**vars(sent), "files": (("..", "../x.law", ""),)}), tmp_path / "out")
