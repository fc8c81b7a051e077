"""Runs tasks in several processes, where the machine has several processors.

Input: functions without arguments whose results can be pickled. Output: their results, in the order of the tasks.
INVARIANT: the results are those of running one task after the other, whatever happens to the processes; none of the
processes outlives its block, not even one that is left early or whose time is over. A process is forked with the state
of this one, and its own changes stay in it: what others need has to be written to the cache.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from selectors import EVENT_READ, DefaultSelector
from tempfile import TemporaryFile
from time import monotonic_ns
from types import FrameType
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
MAX_PROCESSES = 8
NANO = 1_000_000_000
LOOKS = NANO // 20  # between two checks whether results are still wanted
NUMBER = 8  # bytes of a number in a pipe
REPORT = -1  # in the place of the number of a task: this is no result
STOPPING = (signal.SIGINT, signal.SIGTERM)


def processors() -> int:
    """Returns how many processes can run at once; 1 where forking is not safe."""
    if not _can_fork():
        return 1
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(available, MAX_PROCESSES)


def _can_fork() -> bool:
    return hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1


def in_parts(things: Sequence[T], size: int) -> list[Sequence[T]]:
    """Returns the things in parts of a size: for tasks that would be too small one by one."""
    return [things[start : start + size] for start in range(0, len(things), size)]


class Reports:
    """What tasks report while they run, as plain data; `heard` receives it in the process that shared them out."""

    def __init__(self, heard: Callable[[Any], None]) -> None:
        self.say = heard


@contextmanager
def shared_out(
    tasks: Sequence[Callable[[], T]], processes: int, until: int | None = None, reports: Reports | None = None
) -> Iterator[Iterator[T]]:
    """The results of all tasks, which begin in their order: the longest should come first. Results that are not there
    by the time `until` of the monotonic clock are dropped, with the tasks still running; without a process of its own,
    a task is finished."""
    count = min(processes, len(tasks))
    if count < 2 and (until is None or not tasks or not _can_fork()):
        yield (task() for task in tasks if not _is_over(until))
        return
    if _is_over(until):
        yield iter(())
        return
    running: list[int] = []
    with DefaultSelector() as pipes, ExitStack() as opened:
        try:
            with suppress(OSError), uninterrupted():  # where there can be no more processes, these do all tasks
                numbers = opened.enter_context(TemporaryFile())  # each reads it on from where another has stopped
                numbers.write(b"".join(number.to_bytes(NUMBER) for number in range(len(tasks))))
                numbers.seek(0)
                for _ in range(count):
                    ours, theirs = os.pipe()
                    pipes.register(ours, EVENT_READ)
                    try:
                        of_others = [key.fd for key in pipes.get_map().values()]
                        running.append(os.fork() or _work(tasks, numbers.fileno(), theirs, of_others, reports))
                    finally:
                        os.close(theirs)
            yield _in_order(tasks, _received(pipes, until, reports), until)
        finally:
            for process in running:
                with suppress(OSError):
                    os.kill(process, signal.SIGKILL)
                    os.waitpid(process, 0)
            for key in [*pipes.get_map().values()]:
                os.close(key.fd)


class Ended(Exception):
    """The caller no longer wants the result."""


_ending: ContextVar[Callable[[], bool] | None] = ContextVar("ending", default=None)


@contextmanager
def ended_by(is_over: Callable[[], bool]) -> Iterator[None]:
    """Work inside ends with `Ended` soon after `is_over` holds; the same thread asks it."""
    before = _ending.set(is_over)
    try:
        yield
    finally:
        _ending.reset(before)


def look_whether_over() -> None:
    """Raises `Ended` if the result is no longer wanted; long work calls this now and then."""
    is_over = _ending.get()
    if is_over is not None and is_over():
        raise Ended


class Interrupts:
    """Whether the user has interrupted this process. An interruption that Python raises inside a finalizer is lost, so
    long work calls `look` now and then."""

    heard = False

    @classmethod
    def hear(cls) -> None:
        """Begins to note interruptions, where Python handles them."""
        cls.heard = False
        alone = threading.current_thread() is threading.main_thread()
        if alone and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, cls._hear)

    @classmethod
    def _hear(cls, number: int, frame: FrameType | None) -> None:
        cls.heard = True
        signal.default_int_handler(number, frame)

    @classmethod
    def look(cls) -> None:
        if cls.heard:
            raise KeyboardInterrupt


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Holds an interruption back until what is inside is done, where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)


def _work(
    tasks: Sequence[Callable[[], T]], waiting: int, results: int, of_others: list[int], reports: Reports | None
) -> NoReturn:
    """The life of a process: it takes one task after the other until none is left, and never returns.

    Errors here are left to the process that forked it: without a result, that one does the task itself. Where it is
    gone, the other end of the pipe is closed, and this process ends with its next result.
    """
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
        for pipe in of_others:
            os.close(pipe)
        with open(results, "wb") as stream:

            def send(number: int, found: Any) -> None:
                body = pickle.dumps((number, found))
                stream.write(len(body).to_bytes(NUMBER) + body)
                stream.flush()

            if reports is not None:
                reports.say = partial(send, REPORT)
            while number := os.read(waiting, NUMBER):
                send(int.from_bytes(number), tasks[int.from_bytes(number)]())
    finally:
        os._exit(0)


def _is_over(until: int | None) -> bool:
    look_whether_over()  # here, so that it holds as well where one process does all tasks
    return until is not None and monotonic_ns() >= until


def _received(pipes: DefaultSelector, until: int | None, reports: Reports | None) -> Iterator[tuple[int, Any]]:
    """Results with the numbers of their tasks, as they come, until the time is over; reports are handed on."""
    read: dict[int, bytearray] = {}
    while pipes.get_map() and not _is_over(until):
        for key, _ in pipes.select(_patience(until)):
            data, so_far = os.read(key.fd, 1 << 16), read.setdefault(key.fd, bytearray())
            if not data:
                pipes.unregister(key.fd)
                os.close(key.fd)
            so_far += data
            while len(so_far) >= NUMBER and len(so_far) >= (end := NUMBER + int.from_bytes(so_far[:NUMBER])):
                number, found = pickle.loads(so_far[NUMBER:end])
                del so_far[:end]
                if number != REPORT:
                    yield number, found
                elif reports is not None:
                    reports.say(found)


def _patience(until: int | None) -> Any:
    """Returns the seconds to wait for a result before checking whether it is still wanted; None: without a limit."""
    left = None if until is None else max(0, until - monotonic_ns()) / NANO
    return left if _ending.get() is None else LOOKS / NANO if left is None else min(left, LOOKS / NANO)


def _in_order(tasks: Sequence[Callable[[], T]], received: Iterator[tuple[int, T]], until: int | None) -> Iterator[T]:
    done: dict[int, T] = {}
    for number, task in enumerate(tasks):
        while number not in done:
            found = next(received, None)
            if found is None and _is_over(until):
                return
            if found is None:  # the process that took it has failed
                done[number] = task()
            else:
                done[found[0]] = found[1]
        yield done.pop(number)
