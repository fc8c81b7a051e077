"""A module as it stood in a revision of its git repository.

A repository may come from a stranger, and its configuration can name commands for git to run. So git never runs in it,
but in an empty repository of our own (`borrowed.py`) that has its objects and the names of its revisions, and nothing
else. Ordinary files are copied into a folder of our own; links are left out, and so is whatever leads out of there.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.files import make_folder, why_not
from hexlaw.compiler.data.load import MAX_FILES, MAX_MODULE_SIZE, is_module, shipped_modules
from hexlaw.compiler.desk.compare.borrowed import Borrowed

ORDINARY = ("100644", "100755")
"""The modes of what git keeps as an ordinary file."""
LARGEST_BLOB = 8_000_000


def at_revision(name: str, revision: str, into: Path) -> str:
    """The folder in which a module lies as it was in a revision, with the modules beside it; alone where its folder is
    the whole repository."""
    folder = Path(name) if is_module(name) else shipped_modules().get(name)
    if folder is None:
        raise Refused(f"`{name} at {revision}`: there is no module `{name}` now whose folder tells where to look")
    folder = folder.resolve()
    top = next((above for above in (folder, *folder.parents) if os.path.lexists(above / ".git")), None)
    if top is None:
        raise Refused(f"`{name} at {revision}`: `{folder}` does not lie in a git repository")
    is_alone = top == folder
    beside = folder if is_alone else folder.parent
    inner = beside.relative_to(top).as_posix()
    place = into / sha256(os.fsencode(beside)).hexdigest()[:8]
    copied = place / folder.name
    if not place.exists():
        repository = Borrowed(top, place.with_suffix(".git"))
        _copy_out(repository, revision, inner, copied if is_alone else place, is_module=is_alone)
    if not is_module(copied):
        raise Refused(f"in the revision `{revision}` there is no module in `{inner}/{copied.name}`")
    return str(copied)


def _copy_out(repository: Borrowed, revision: str, inner: str, place: Path, *, is_module: bool) -> None:
    """Writes the modules that lie in one folder of a revision, or the folder itself where that is one."""
    prefix = "" if inner == "." else f"{inner}/"
    rows: list[tuple[str, str]] = []
    for line in repository.listed(repository.commit(revision), prefix):
        about, _, name = line.partition(b"\t")
        mode, _, blob = about.decode("ascii").split()
        path = name.decode("utf-8", "surrogateescape").removeprefix(prefix)
        if mode in ORDINARY and _stays_inside(place, path):
            rows.append((blob, path))
    modules = {path.partition("/")[0] for _, path in rows if path.partition("/")[2] == "module.yaml"}
    wanted = [row for row in rows if is_module or row[1].partition("/")[0] in modules]
    blobs = [blob for blob, _ in wanted]
    sizes: list[int] = []
    if len(wanted) <= MAX_FILES:
        for (_, path), size in zip(wanted, repository.sizes(blobs), strict=True):
            if size is None:
                raise repository.damaged(f"`{prefix}{path}` is missing in the revision `{revision}`")
            sizes.append(size)
    if len(wanted) > MAX_FILES or sum(sizes) > MAX_MODULE_SIZE:
        raise Refused(f"the modules in `{inner}` are too large in that revision")
    contents = repository.contents(blobs, sizes)
    try:
        for (_, path), content in zip(wanted, contents, strict=True):
            if len(content) <= LARGEST_BLOB:
                make_folder((place / path).parent)
                (place / path).write_bytes(content)
    except OSError as problem:
        raise Refused(f"the revision `{revision}` cannot be copied to `{place}`: {why_not(problem)}") from None


def _stays_inside(place: Path, path: str) -> bool:
    """Whether a file that a commit names lands in the folder that it is copied to. git itself makes no other names, but
    a commit can be made without git."""
    return Path(os.path.normpath(place / path)).is_relative_to(place) and "\\" not in path and "\0" not in path
