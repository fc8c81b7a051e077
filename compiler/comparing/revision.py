"""A module as it stood in a revision of its git repository.

It is read with `git ls-tree` and `git cat-file`, which run neither hooks nor filters, into a folder of its own. Links
and whatever else is not an ordinary file are left out.
"""

from __future__ import annotations

import os
import subprocess
from hashlib import sha256
from pathlib import Path

from hexlaw.compiler.comparing.unreadable import Unreadable
from hexlaw.compiler.load import LARGEST_MODULE, MOST_FILES, shipped_modules

ORDINARY = ("100644", "100755")
"""The modes of what git keeps as an ordinary file."""
LARGEST_BLOB = 8_000_000


def at_revision(name: str, revision: str, into: Path) -> str:
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
