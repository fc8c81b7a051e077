"""Pairs played on other machines, by a scheduler of Dask. Dask comes with the extra `hexlaw[dask]`.

Idea: what travels is text. A `Job` is the files of both laws as they were read here, what was chosen, the situation and
the programs; a worker writes the files to a folder of its own, compiles them, and keeps the arena for all pairs of that
job. INVARIANT: a pair from a worker is the pair that would have been played here: the worker has the same Hexlaw, and
its two laws have the digests of ours, or it refuses. So it does not matter which worker plays a pair, when, or how
often: a scheduler may give a task out twice, and the results keep one.
Why not send the compiled law: its objects know each other by identity, which does not survive the way; and text from a
stranger runs nothing where it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from hexlaw.compiler.base.cache import digest, sources_digest
from hexlaw.compiler.base.diagnostic import Diagnostics, Refused
from hexlaw.compiler.desk.compare.balance import Key
from hexlaw.compiler.desk.compare.pairs import Arena, Pair, arena
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.runtime.law.law import Configuration

NOT_THERE = "`--dask` plays on a cluster of Dask, which is not installed: `pip install 'hexlaw[dask]'`"
PATIENCE = 20
"""Seconds to find the scheduler, and to find a worker there."""
MAX_JOBS = 4


@dataclass(frozen=True)
class Sent:
    """One of the two laws on its way: its files by module and name, and what is chosen for it."""

    text: str
    spec: str
    files: tuple[tuple[str, str, str], ...]  # folder of the module, name in it, text
    options: tuple[tuple[str, bool], ...]
    readings: tuple[tuple[str, str], ...]
    year: int | None
    digest: str


@dataclass(frozen=True)
class Job:
    """All that a worker needs to play the pairs of a sweep."""

    base: Sent
    variant: Sent
    situation: str
    players: tuple[str, ...]
    most: int
    hexlaw: str | None


def job_of(base: ComparedLaw, variant: ComparedLaw, situation: str, players: Sequence[str], most: int) -> Job:
    """Raises `Refused` where two modules of one chain have folders of one name."""
    return Job(_sent(base), _sent(variant), situation, tuple(players), most, sources_digest())


def _sent(side: ComparedLaw) -> Sent:
    files: dict[tuple[str, str], str] = {}
    folders: dict[str, Path] = {}
    for layer in side.compilation.chain.layers:
        folder = layer.folder.resolve()
        if folders.setdefault(folder.name, folder) != folder:
            raise Refused(f"two modules lie in folders called `{folder.name}`; `--dask` needs them to be called apart")
        files.update(
            ((folder.name, source.name.removeprefix(f"{layer.shown}/")), source.text) for source in layer.sources
        )
    chosen = side.chosen
    spec = " + ".join(Path(part.strip()).resolve().name for part in side.spec.split("+"))
    return Sent(
        side.text, spec, tuple((*name, text) for name, text in files.items()), tuple(sorted(chosen.options.items())),
        tuple(sorted(chosen.readings.items())), chosen.year, side.digest,
    )  # fmt: skip


# ---- on a worker

_AT_A_TIME = Lock()


def carried(job: Job) -> Job:
    """Returns the job, as a task of its own: where the worker that has it is killed, the scheduler makes it anew."""
    return job


def played(job: Job, seed: str, seating: int) -> Mapping[str, Any]:
    """Returns a pair as plain data. A worker plays one at a time, in whatever threads: a law notes its reads."""
    with _AT_A_TIME:
        return _arena(job).pair(seed, seating).as_data()


@lru_cache(maxsize=MAX_JOBS)
def _arena(job: Job) -> Arena:
    if job.hexlaw != sources_digest():
        raise Refused("a worker of the cluster has another Hexlaw than this one; install the same on all machines")
    with TemporaryDirectory(prefix="hexlaw-job-") as folder:
        base, variant = (
            _received(sent, Path(folder, name)) for sent, name in ((job.base, "base"), (job.variant, "variant"))
        )
        return arena(compare(base, variant), job.situation, job.players, job.most)


def _received(sent: Sent, folder: Path) -> ComparedLaw:
    for module, name, text in sent.files:
        path = folder / module / name
        if not path.resolve().is_relative_to(folder.resolve()):
            raise Refused(f"a file of the job is called `{name}`, which leads out of its module")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", "surrogatepass", newline="")
    spec = " + ".join(str(folder / part.strip()) for part in sent.spec.split("+"))
    compilation = compile_modules(spec, Diagnostics())
    if compilation is None:
        raise Refused(f"a worker of the cluster cannot read `{sent.text}`")
    found = ComparedLaw(sent.text, compilation, Configuration(dict(sent.options), dict(sent.readings), sent.year), spec)
    if found.digest != sent.digest:
        raise Refused(f"a worker of the cluster reads another law in `{sent.text}` than this machine")
    return found


# ---- here


class Cluster:
    """A scheduler at an address, with its workers."""

    def __init__(self, address: str) -> None:
        try:
            self.dask: Any = import_module("distributed")
        except ImportError:
            raise Refused(NOT_THERE) from None
        try:
            self.client = self.dask.Client(address, timeout=PATIENCE, set_as_default=False)
            self.client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, ValueError, TimeoutError) as problem:
            raise Refused(f"no cluster of Dask with a worker answers at `{address}`: {problem}") from None

    def close(self) -> None:
        self.client.close()

    @contextmanager
    def playing(self, job: Job, keys: Sequence[Key]) -> Iterator[Iterator[Pair]]:
        """Yields the pairs of these seeds and seatings as they come, in no order, and cancels the rest at the end."""
        name = digest(repr(job), repr(keys))
        sent = self.client.submit(carried, job, key=f"hexlaw-{name}-job")
        futures = [self.client.submit(played, sent, *key, key=f"hexlaw-{name}-{n}") for n, key in enumerate(keys)]
        try:
            yield self._pairs(futures)
        finally:
            self.client.cancel([*futures, sent])

    def _pairs(self, futures: Sequence[Any]) -> Iterator[Pair]:
        try:
            for done in self.dask.as_completed(futures, loop=self.client.loop):
                yield Pair.of_data(done.result())
        except Refused:
            raise
        except Exception as problem:  # whatever a scheduler that is gone, or a worker that was killed, may come to
            said = f"{type(problem).__name__}: {problem}"
            raise Refused(f"the cluster does not go on ({said}); what was played is kept") from None
