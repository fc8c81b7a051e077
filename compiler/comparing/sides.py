"""The two laws of a comparison, read from what was typed.

A side is `MODULE [at REVISION] [with NAME=VALUE, ...]`: a module or `base + add-on` as everywhere, how it stood in a
revision of its git repository, and the options, readings and year that are chosen for it.

A revision is read with `git ls-tree` and `git cat-file`, which run neither hooks nor filters, into a folder of its
own that is gone when the comparison is over. Links and whatever else is not an ordinary file are left out.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from hexlaw.compiler.book.standing import Standing, standing
from hexlaw.compiler.diagnostic import Diagnostics, did_you_mean
from hexlaw.compiler.load import LARGEST_MODULE, MOST_FILES, shipped_modules
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.render import in_order, render
from hexlaw.runtime.law import Configuration, ConfigurationRefused, Law, configure

AT, WITH = " at ", " with "
YEAR = "as-of"
ORDINARY = ("100644", "100755")
"""The modes of what git keeps as an ordinary file."""
LARGEST_BLOB = 8_000_000


class Unreadable(Exception):
    """A side that cannot be read; the message says why, for whoever typed it."""


@dataclass(frozen=True)
class Side:
    """One of the two laws: how it was typed, and what came of it."""

    text: str
    compilation: Compilation
    chosen: Configuration
    spec: str = ""  # the modules alone, of a revision as the folders that they were copied to

    @cached_property
    def standing(self) -> Standing:
        """What of this law stands, and when: worked out once, as one law is compared with many."""
        return standing(self.compilation.graph, self.chosen)

    @cached_property
    def law(self) -> Law:
        """The law as chosen, in no situation."""
        return configure(self.compilation.graph, self.chosen)

    @cached_property
    def digest(self) -> str:
        """Names all that a game or a case under this law depends on but the case itself."""
        return self.compilation.digest(self.chosen)


@contextmanager
def read_sides(base: str, variant: str, common: Configuration) -> Iterator[tuple[Side, Side]]:
    """Both laws. `common` is chosen for both, as far as each knows of it; raises `Unreadable`."""
    with ExitStack() as folders:
        read = [_read(text, common, folders) for text in (base, variant)]
        for name in common.options:
            if not any(name in side.compilation.graph.options for side in read):
                _unknown("option", name, [*read[0].compilation.graph.options, *read[1].compilation.graph.options])
        for name in common.readings:
            if not any(name in side.compilation.graph.disputes for side in read):
                _unknown("dispute", name, [*read[0].compilation.graph.disputes, *read[1].compilation.graph.disputes])
        yield read[0], read[1]


@contextmanager
def read_side(text: str, common: Configuration) -> Iterator[Side]:
    """One law, with what is chosen for it besides; raises `Unreadable`."""
    with ExitStack() as folders:
        yield _read(text, common, folders)


def _unknown(sort: str, name: str, known: list[str]) -> None:
    near = did_you_mean(name, known)
    raise Unreadable(f"neither of the two laws has the {sort} `{name}`" + (f"; {near}" if near else ""))


def _read(text: str, common: Configuration, folders: ExitStack) -> Side:
    left, _, settings = text.partition(WITH)
    spec, _, revision = (part.strip() for part in left.partition(AT))
    if not spec:
        raise Unreadable(f"`{text}` names no module; write `MODULE`, `MODULE at REVISION` or `MODULE with OPTION=on`")
    folder = ""
    if revision:
        folder = folders.enter_context(TemporaryDirectory(prefix="hexlaw-"))
        spec = " + ".join(_at_revision(part.strip(), revision, Path(folder)) for part in spec.split("+"))
    diagnostics = Diagnostics()
    compilation = compile_modules(spec, diagnostics)
    if compilation is None:
        found = "\n".join(render(d) for d in in_order(diagnostics)) or f"`{text}` is abstract: it cannot be asked alone"
        raise Unreadable(found.replace(f"{folder}/", f"{revision}:") if folder else found)
    chosen = _known(common, compilation).merged(_chosen(text, settings, compilation))
    try:
        configure(compilation.graph, chosen)
    except ConfigurationRefused as refused:
        raise Unreadable(f"`{text}`: {'; '.join(refused.reasons)}") from None
    return Side(text, compilation, chosen, spec)


def _known(common: Configuration, compilation: Compilation) -> Configuration:
    """What is chosen for both, as far as this law knows of it."""
    graph = compilation.graph
    options = {name: on for name, on in common.options.items() if name in graph.options}
    readings = {name: reading for name, reading in common.readings.items() if name in graph.disputes}
    return Configuration(options, readings, common.year)


def _chosen(text: str, settings: str, compilation: Compilation) -> Configuration:
    options: dict[str, bool] = {}
    readings: dict[str, str] = {}
    year: int | None = None
    for setting in filter(None, (part.strip() for part in settings.split(","))):
        name, _, value = (word.strip() for word in setting.partition("="))
        if name == YEAR and value.isascii() and value.isdigit() and len(value) == 4:
            year = int(value)
        elif value in ("on", "off") and name in compilation.graph.options:
            options[name] = value == "on"
        elif value and name in compilation.graph.disputes:
            readings[name] = value
        else:
            near = did_you_mean(name, [*compilation.graph.options, *compilation.graph.disputes, YEAR])
            said = f"`{setting}` in `{text}` is not OPTION=on, OPTION=off, DISPUTE=READING or {YEAR}=YEAR"
            raise Unreadable(said + (f"; {near}" if near else ""))
    return Configuration(options, readings, year)


# ---- a revision


def _at_revision(name: str, revision: str, into: Path) -> str:
    """The folder in which a module lies as it was in a revision, with the modules beside it; alone where its folder is
    the whole repository."""
    folder = Path(name) if os.path.isfile(os.path.join(name, "module.yaml")) else shipped_modules().get(name)
    if folder is None:
        raise Unreadable(f"`{name} at {revision}`: there is no module `{name}` now whose folder tells where to look")
    folder = folder.resolve()
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape").strip()).resolve()
    is_alone = top == folder
    beside = folder if is_alone else folder.parent
    found = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}", missing=True)
    if not found:
        raise Unreadable(f"`{top}` has no revision `{revision}`")
    commit = found.decode("ascii").strip()
    inner = beside.relative_to(top).as_posix()
    place = into / sha256(os.fsencode(beside)).hexdigest()[:8]
    copied = place / folder.name
    if not place.exists():
        _copy_out(top, commit, inner, copied if is_alone else place, is_module=is_alone)
    if not (copied / "module.yaml").is_file():
        raise Unreadable(f"in the revision `{revision}` there is no module in `{inner}/{copied.name}`")
    return str(copied)


def _copy_out(top: Path, commit: str, inner: str, place: Path, *, is_module: bool) -> None:
    """Writes the modules that lie in one folder of a commit, or the folder itself where that is one."""
    prefix = "" if inner == "." else f"{inner}/"
    listed = _git(top, "ls-tree", "-r", "-z", "-l", "--full-tree", commit, *(["--", prefix] if prefix else []))
    rows: list[tuple[str, int, str]] = []
    for line in filter(None, listed.split(b"\0")):
        about, _, name = line.partition(b"\t")
        mode, sort, blob, size = about.decode("ascii").split()
        path = name.decode("utf-8", "surrogateescape").removeprefix(prefix)
        if sort == "blob" and mode in ORDINARY:
            rows.append((blob, int(size), path))
    modules = {path.partition("/")[0] for _, _, path in rows if path.partition("/")[2] == "module.yaml"}
    wanted = [row for row in rows if is_module or row[2].partition("/")[0] in modules]
    wanted = [row for row in wanted if ".." not in row[2].split("/")]
    if len(wanted) > MOST_FILES or sum(size for _, size, _ in wanted) > LARGEST_MODULE:
        raise Unreadable(f"the modules in `{inner}` are too large in that revision")
    asked = b"".join(f"{blob}\n".encode("ascii") for blob, _, _ in wanted)
    answered = _git(top, "cat-file", "--batch", stdin=asked)
    at = 0
    for _, length, path in wanted:
        at = answered.index(b"\n", at) + 1
        if length <= LARGEST_BLOB:
            target = place / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(answered[at : at + length])
        at += length + 1


def _git(folder: Path, *words: str, stdin: bytes = b"", missing: bool = False) -> bytes:
    command = ["git", "-C", str(folder), "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", *words]
    try:
        done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    except FileNotFoundError:
        raise Unreadable("a revision was asked for, and there is no `git` to read it with") from None
    if done.returncode and not missing:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise Unreadable(f"git cannot read `{folder}`: {said[-1] if said else 'it says nothing'}")
    return done.stdout
