"""Work that is shared out comes to the same as work done in one process, and no process stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from typing import Any

import pytest

from hexlaw.compiler.base import processes
from hexlaw.compiler.base.processes import Reports, processors, shared_out

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot make two of a process")
HERE = os.getpid()


def shared(tasks: list[Any], count: int) -> list[Any]:
    with shared_out(tasks, count) as results:
        return list(results)


def none_left() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


def finding_hexlaw() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def doubled(number: int, length: int = 0) -> tuple[int, str, int]:
    return 2 * number, "x" * length, os.getpid()


@pytest.mark.parametrize("length", [0, 200_000])
@pytest.mark.parametrize("count", [2, 3, 50])
def test_results_come_in_the_order_of_the_tasks(count: int, length: int) -> None:
    """However long they are: a pipe holds less than the longer ones here."""
    found = shared([partial(doubled, number, length) for number in range(20)], count)
    assert [(number, len(text)) for number, text, _ in found] == [(2 * number, length) for number in range(20)]
    assert HERE not in {process for _, _, process in found}
    assert none_left()


def test_there_may_be_more_tasks_than_a_pipe_holds_numbers() -> None:
    found = shared([partial(doubled, number) for number in range(20_000)], 2)
    assert [number for number, _, _ in found] == [2 * number for number in range(20_000)]
    assert HERE not in {process for _, _, process in found}
    assert none_left()


@pytest.mark.parametrize(("count", "tasks"), [(1, 5), (2, 1), (2, 0)])
def test_where_there_is_nothing_to_share_nobody_else_is_asked(count: int, tasks: int) -> None:
    found = shared([partial(doubled, number) for number in range(tasks)], count)
    assert [number for number, _, _ in found] == [2 * number for number in range(tasks)]
    assert {process for _, _, process in found} <= {HERE}


def test_what_another_process_fails_at_is_done_here() -> None:
    def falls(number: int) -> int:
        if os.getpid() != HERE and number == 2:
            os._exit(3)
        if os.getpid() != HERE and number == 4:
            raise RuntimeError
        return number

    assert shared([partial(falls, number) for number in range(9)], 2) == list(range(9))
    assert none_left()


def test_an_error_is_raised_as_in_one_process() -> None:
    def wrong() -> int:
        raise LookupError("reef")

    with pytest.raises(LookupError, match="reef"):
        shared([lambda: 1, wrong, lambda: 3], 2)
    assert none_left()


def test_where_no_more_processes_can_be_had_these_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> int:
        raise OSError("no more processes")

    monkeypatch.setattr(processes.os, "fork", full)
    assert {process for _, _, process in shared([partial(doubled, number) for number in range(4)], 2)} == {HERE}


def test_none_outlives_the_block_and_no_pipe_stays_open() -> None:
    pipes = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    started = time.monotonic()
    with shared_out([partial(time.sleep, 60)] * 4, 2):
        pass
    assert time.monotonic() - started < 30
    assert none_left()
    assert pipes == (len(os.listdir("/proc/self/fd")) if pipes else 0)


def test_one_processor_is_never_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes.threading, "active_count", lambda: 1)  # other tests may have left threads behind
    monkeypatch.setattr(processes.os, "sched_getaffinity", lambda _: {0}, raising=False)
    assert processors() == 1
    monkeypatch.setattr(processes.os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    assert processors() == (1 if sys.platform == "darwin" else processes.MAX_PROCESSES)


THREADED = """
import os, sys, threading
from hexlaw.compiler.base.processes import processors

sys.platform = "linux"
os.sched_getaffinity = lambda _: {0, 1}
print(processors())
done = threading.Event()
threading.Thread(target=done.wait).start()
print(processors())
done.set()
"""


def test_no_process_is_made_two_of_while_threads_run() -> None:
    """A lock that another thread holds would never open in the copy.

    It runs in a process of its own, where no thread runs but those that it starts.
    """
    told = subprocess.check_output([sys.executable, "-c", THREADED], env=finding_hexlaw(), text=True)
    assert told.split() == ["2", "1"]


STOPPED = """
import os, time
from hexlaw.compiler.base.processes import shared_out

def long() -> None:
    os.write(1, b"%d\\n" % os.getpid())  # in one piece: the others write there, too
    time.sleep(60)

with shared_out([long] * 4, 2) as results:
    list(results)
"""


def heard() -> None:
    """What runs in the background of a shell has been told to take no notice of interruptions."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interruption_ends_all_of_them() -> None:
    started = subprocess.Popen(
        [sys.executable, "-c", STOPPED], env=finding_hexlaw(), text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heard,
    )  # fmt: skip
    assert started.stdout is not None
    others = [int(started.stdout.readline()) for _ in range(2)]
    os.killpg(started.pid, signal.SIGINT)
    _, errors = started.communicate(timeout=30)
    assert errors.count("Traceback") == 1  # of the one that was begun, which nothing catches here
    assert "KeyboardInterrupt" in errors
    for process in others:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


@pytest.mark.parametrize("count", [1, 2])
def test_what_is_under_way_when_the_time_is_over_is_dropped(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The third task would take a minute: what comes before it is known, and nobody waits. Where tests are shared out
    themselves, their process has threads, which alone would keep one task from a process of its own."""
    monkeypatch.setattr(processes, "_can_fork", lambda: True)
    tasks: list[Any] = [partial(doubled, 1), partial(doubled, 2), partial(time.sleep, 60), partial(doubled, 4)]
    began = time.monotonic_ns()
    with shared_out(tasks, count, began + 2_000_000_000) as results:
        found = [number for number, _, _ in results]
    assert found == [2, 4]
    assert time.monotonic_ns() - began < 30_000_000_000
    assert none_left()


@pytest.mark.parametrize("count", [1, 2])
def test_what_a_task_reports_is_heard_even_where_it_is_dropped(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_can_fork", lambda: True)
    heard: list[tuple[int, int]] = []
    reports = Reports(heard.append)

    def long(number: int, seconds: int) -> int:
        reports.say((number, os.getpid()))
        time.sleep(seconds)
        return number

    tasks = [partial(long, 1, 0), partial(long, 2, 60)]
    with shared_out(tasks, count, time.monotonic_ns() + 2_000_000_000, reports) as results:
        assert list(results) == [1]
    assert sorted(number for number, _ in heard) == [1, 2]
    assert HERE not in {process for _, process in heard}
    assert none_left()
    with shared_out(tasks[:1], 1, None, reports) as results:
        assert list(results) == [1]
    assert heard[2:] == [(1, HERE)]


@pytest.mark.parametrize("count", [1, 2])
def test_when_the_time_is_over_nothing_is_begun(count: int) -> None:
    with shared_out([partial(doubled, 1), partial(doubled, 2)], count, 0) as results:
        assert list(results) == []


def test_time_that_is_left_changes_nothing() -> None:
    with shared_out([partial(doubled, number) for number in range(9)], 2, time.monotonic_ns() + 10**12) as results:
        assert [number for number, _, _ in results] == [2 * number for number in range(9)]


@pytest.mark.parametrize("count", [1, 2])
def test_work_that_nobody_wants_any_more_ends_between_two_tasks(count: int) -> None:
    """Also in one process, as where several threads forbid forking: the studio plays pairs of games so."""
    wanted = iter([True] * 20)
    tasks = [partial(time.sleep, 0.01)] * 1_000
    with processes.ended_by(lambda: not next(wanted, False)), pytest.raises(processes.Ended):
        shared(tasks, count)
