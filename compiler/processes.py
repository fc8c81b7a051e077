"""Runs tasks in several processes, where the machine has several processors.

Input: functions without arguments whose results can be pickled. Output: their results, in the order of the tasks.
INVARIANT: the results are those of running one task after the other, whatever becomes of the processes; none of the
processes outlives its block, not even one that is left early or whose time is over. A process is forked with all that
this one knows and keeps to itself what it finds out: what others need has to go through the cache.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from selectors import EVENT_READ, DefaultSelector
from time import monotonic_ns
from typing import NoReturn, TypeVar

T = TypeVar("T")
MOST_PROCESSES = 8
MOST_TASKS = 1_000  # their numbers wait in a pipe, which holds some thousands
NUMBER = 8  # bytes of a number in a pipe


def processors() -> int:
    """How many processes can run at once; 1 where a process cannot be made two of safely."""
    if not _can_fork():
        return 1
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(available, MOST_PROCESSES)


def _can_fork() -> bool:
    return hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1


def in_parts(things: Sequence[T], size: int) -> list[Sequence[T]]:
    """The things in parts of a size: for tasks that would be too small one by one."""
    return [things[start : start + size] for start in range(0, len(things), size)]


@contextmanager
def shared_out(tasks: Sequence[Callable[[], T]], processes: int, until: int | None = None) -> Iterator[Iterator[T]]:
    """The results of all tasks. They are begun in their order, so what takes longest had better come first. Only those
    come that are known by the moment `until` of the monotonic clock: a task that is under way then is dropped. Where
    no process can be made to drop it in, it is finished."""
    count = min(processes, len(tasks))
    if (count < 2 and (until is None or not tasks or not _can_fork())) or len(tasks) > MOST_TASKS:
        yield (task() for task in tasks if not _is_over(until))
        return
    if _is_over(until):
        yield iter(())
        return
    running: list[int] = []
    with DefaultSelector() as pipes:
        try:
            waiting, put = os.pipe()
            os.write(put, b"".join(_number(number) for number in range(len(tasks))))
            os.close(put)
            with suppress(OSError), _uninterrupted():  # where no more processes can be had, these have to do
                for _ in range(count):
                    ours, theirs = os.pipe()
                    pipes.register(ours, EVENT_READ)
                    try:
                        running.append(os.fork() or _work(tasks, waiting, theirs, _open(pipes)))
                    finally:
                        os.close(theirs)
            os.close(waiting)
            yield _in_order(tasks, _received(pipes, until), until)
        finally:
            for process in running:
                with suppress(OSError):
                    os.kill(process, signal.SIGKILL)
                    os.waitpid(process, 0)
            for pipe in _open(pipes):
                os.close(pipe)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Holds an interruption back until it is clear in which process it is met."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _work(tasks: Sequence[Callable[[], T]], waiting: int, results: int, of_others: list[int]) -> NoReturn:
    """The life of a process: it takes one task after the other until none is left, and never returns.

    What goes wrong here is left to the process that began it: without a result from here, that one does the task
    itself. Where it is gone, nobody holds the other end of the pipe, and this one ends with its next result.
    """
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        for pipe in of_others:
            os.close(pipe)
        with open(results, "wb") as stream:
            while number := os.read(waiting, NUMBER):
                body = pickle.dumps((int.from_bytes(number), tasks[int.from_bytes(number)]()))
                stream.write(_number(len(body)) + body)
                stream.flush()
    finally:
        os._exit(0)


def _is_over(until: int | None) -> bool:
    return until is not None and monotonic_ns() >= until


def _received(pipes: DefaultSelector, until: int | None) -> Iterator[tuple[int, T]]:
    """Results with the numbers of their tasks, as they come, until the time is over."""
    read: dict[int, bytearray] = {}
    while pipes.get_map() and not _is_over(until):
        for key, _ in pipes.select(None if until is None else max(0, until - monotonic_ns()) / 1_000_000_000):
            data, so_far = os.read(key.fd, 1 << 16), read.setdefault(key.fd, bytearray())
            if not data:
                pipes.unregister(key.fd)
                os.close(key.fd)
            so_far += data
            while len(so_far) >= NUMBER and len(so_far) >= (end := NUMBER + int.from_bytes(so_far[:NUMBER])):
                yield pickle.loads(so_far[NUMBER:end])
                del so_far[:end]


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


def _open(pipes: DefaultSelector) -> list[int]:
    return [key.fd for key in pipes.get_map().values()]


def _number(number: int) -> bytes:
    return number.to_bytes(NUMBER)
