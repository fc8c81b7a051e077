"""A module as it was in a revision of its git repository, which may be a stranger's.

The configuration of a repository can name commands for git to run. So git never runs in it, but in an empty repository
of our own that has its objects as an alternate and copies of the names of its revisions. INVARIANT: git reads none of
its configuration, hooks, attributes or replacements; nothing is fetched, links and further alternates are not followed,
and time and memory stay bounded. What is refused, missing or damaged is a `Refused`. Ordinary files are copied into a
folder of our own; links are left out, and so is whatever leads out of there.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Timer

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.files import make_folder, why_not
from hexlaw.compiler.data.load import MAX_FILES, MAX_MODULE_SIZE, is_module, shipped_modules

ORDINARY = ("100644", "100755")
"""The modes of what git keeps as an ordinary file."""
MAX_BLOB = 8_000_000
SECONDS = 60
MAX_LIST = 16_000_000  # bytes; some 200,000 files
MAX_CONTENTS = 128_000_000  # bytes; twice the largest module
MAX_NAMES = 16_000_000  # bytes of a file with names of revisions
MAX_OBJECT = "256m"  # what git may hold in memory for one, so that a small pack cannot swell
MAX_STEPS = 5  # from name to name, as many as git takes
HASH = re.compile(rb"[0-9a-f]{40}|[0-9a-f]{64}")
NAME = re.compile(rb"(?!.*(?:\.\.|@\{))(?:[A-Z_]*HEAD|refs(?:/(?!\.)[^\x00-\x20\x7f~^:?*\[\\/]+(?<!\.)(?<!\.lock))+)")
"""The names of revisions; for any other name git would refuse to read them all."""
OURS = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOC_LIMIT": MAX_OBJECT,
}
TRUSTED = ("core.commitGraph=false", "core.multiPackIndex=false")
"""Neither file is read: both repeat what the objects say, and may say something else."""


def at_revision(name: str, revision: str, into: Path) -> str:
    """Returns the folder of a module as it was in a revision, with those beside it unless it is a whole repository."""
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
        inside = Path(os.path.normpath(place / path)).is_relative_to(place)  # a commit can be made without git
        if mode in ORDINARY and inside and "\\" not in path and "\0" not in path:
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
            if len(content) <= MAX_BLOB:
                make_folder((place / path).parent)
                (place / path).write_bytes(content)
    except OSError as problem:
        raise Refused(f"the revision `{revision}` cannot be copied to `{place}`: {why_not(problem)}") from None


class Borrowed:
    """A repository of our own, in a new folder, with the objects of the one that lies at `top`."""

    def __init__(self, top: Path, own: Path) -> None:
        self._top, self._own = top, own
        try:
            private, shared = self._folders()
            for _ in self._files(shared / "objects"):
                pass
            if any(os.path.lexists(shared / "objects" / "info" / name) for name in ("alternates", "http-alternates")):
                raise Refused(f"the repository `{top}` borrows its objects from elsewhere, which is not followed")
            names = self._names(private, shared)
            sort = ["--object-format=sha256"] if any(len(value) > 40 for value in names.values()) else []
            own.mkdir(parents=True)
            if self._git("init", "--quiet", "--bare", "--template=", *sort) is None:
                raise Refused(f"git makes no repository to read `{top}` with: its version may be too old")
            (own / "objects" / "info").mkdir(exist_ok=True)
            place = os.fsencode((shared / "objects").resolve())
            for char, quoted in ((b"\\", b"\\\\"), (b'"', b'\\"'), (b"\n", b"\\n")):
                place = place.replace(char, quoted)
            (own / "objects" / "info" / "alternates").write_bytes(b'"' + place + b'"\n')
            packed = [b"%b %b\n" % (value, name) for name, value in names.items() if b"/" in name]
            (own / "packed-refs").write_bytes(b"".join(packed))
            for name, value in names.items():
                if b"/" not in name:
                    (own / os.fsdecode(name)).write_bytes(value + b"\n")
        except OSError as problem:
            raise Refused(f"the repository `{top}` cannot be read: {why_not(problem)}") from None

    def damaged(self, what: str) -> Refused:
        return Refused(f"{what}: the repository `{self._top}` is damaged, or a partial clone; fetch it whole")

    def commit(self, revision: str) -> str:
        found = self._git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        if found is None:
            raise Refused(f"`{self._top}` has no revision `{revision}`")
        return found.decode("ascii").strip()

    def listed(self, commit: str, prefix: str) -> list[bytes]:
        """Returns a line of `git ls-tree` for each file of a commit below a folder."""
        listed = self._git("ls-tree", "-r", "-z", "--full-tree", commit, *(["--", prefix] if prefix else []))
        if listed is None:
            raise self.damaged(f"the list of files in `{commit[:12]}` cannot be read, or is too long")
        return listed.split(b"\0")[:-1]

    def sizes(self, blobs: Sequence[str]) -> list[int | None]:
        """Returns how many bytes each file has, None where it is missing."""
        heads = (self._git("cat-file", "--batch-check", asked=blobs) or b"").decode("ascii").splitlines()
        words = [head.split() for head in heads]
        return [int(word[2]) if word[1:2] == ["blob"] else None for word in words] or [None] * len(blobs)

    def contents(self, blobs: Sequence[str], sizes: Sequence[int]) -> list[bytes]:
        """Returns the contents of files of known sizes."""
        answered = self._git("cat-file", "--batch", asked=blobs, most=MAX_CONTENTS)
        found: list[bytes] = []
        at = 0
        for blob, size in zip(blobs, sizes, strict=True):
            head = b"%b blob %d\n" % (blob.encode("ascii"), size)
            if answered is None or not answered.startswith(head, at):
                raise self.damaged(f"the file `{blob[:12]}` cannot be read")
            at += len(head) + size + 1
            found.append(answered[at - size - 1 : at - 1])
        return found

    def _folders(self) -> tuple[Path, Path]:
        """Returns the folder of this working tree and the one that all working trees of the repository share."""
        link = self._top / ".git"
        if link.is_dir() and not link.is_symlink():
            return link, link
        private = self._top / os.fsdecode(self._text(link).removeprefix(b"gitdir:").strip())
        back = self._text(private / "gitdir").strip()
        if back and os.path.realpath(private / os.fsdecode(back)) == os.path.realpath(link):
            return private, private / os.fsdecode(self._text(private / "commondir").strip())
        if any(private.resolve().is_relative_to(above / ".git") for above in self._top.parents):  # a submodule
            return private, private
        raise Refused(f"`{link}` leads to `{private}`, which is not followed, for it does not name `{link}` in turn")

    def _names(self, private: Path, shared: Path) -> dict[bytes, bytes]:
        """Returns the hash that each name of a revision stands for."""
        packed = (line.partition(b" ") for line in self._text(shared / "packed-refs").splitlines())
        said = {name: value for value, _, name in packed}
        for folder in dict.fromkeys((shared, private)):
            for path in self._files(folder / "refs"):
                said[os.fsencode(path.relative_to(folder).as_posix())] = self._text(path)
        for name in map(os.fsencode, os.listdir(private)):
            if NAME.fullmatch(name):
                said[name] = self._text(private / os.fsdecode(name))
        found: dict[bytes, bytes] = {}
        for name, value in said.items():
            for _ in range(MAX_STEPS):
                if value.startswith(b"ref:"):
                    value = said.get(value[4:].strip(), b"")
            first = (value.split() or [b""])[0]
            if NAME.fullmatch(name) and HASH.fullmatch(first):
                found[name] = first
        return found

    def _files(self, folder: Path) -> Iterator[Path]:
        """Yields the files below a folder, if there is one; refuses links and whatever is neither file nor folder."""
        pile = [folder] if os.path.lexists(folder) else []
        while pile:
            place = pile.pop()
            self._refuse(place, stat.S_ISDIR(place.lstat().st_mode))
            with os.scandir(place) as inside:
                for entry in inside:
                    if entry.is_dir(follow_symlinks=False):
                        pile.append(place / entry.name)
                    else:
                        self._refuse(place / entry.name, entry.is_file(follow_symlinks=False))
                        yield place / entry.name

    def _text(self, path: Path) -> bytes:
        """Returns the content of a small file of the repository, empty where there is none, or no text."""
        try:
            self._refuse(path, stat.S_ISREG(path.lstat().st_mode))
            with path.open("rb") as stream:
                text = stream.read(MAX_NAMES + 1)
        except (FileNotFoundError, NotADirectoryError):
            return b""
        if len(text) > MAX_NAMES:
            raise Refused(f"`{path}` is too large")
        return text if b"\0" not in text else b""

    def _refuse(self, path: Path, is_plain: bool) -> None:
        if not is_plain:
            raise Refused(f"`{path}` is a link, or nothing that git writes; in a repository neither is followed")

    def _git(self, *words: str, asked: Sequence[str] = (), most: int = MAX_LIST) -> bytes | None:
        """Returns what git answers, None where it fails, takes too long or says too much."""
        others = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        command = ["git", *(word for setting in TRUSTED for word in ("-c", setting)), *words]
        question = self._own / "asked"
        question.write_text("".join(f"{each}\n" for each in asked), encoding="ascii")
        try:
            ours = {**others, **OURS, "GIT_DIR": str(self._own)}
            out, err = subprocess.PIPE, subprocess.DEVNULL
            with (
                question.open("rb") as stdin,
                subprocess.Popen(command, stdin=stdin, stdout=out, stderr=err, cwd=self._own, env=ours) as running,
            ):
                clock = Timer(SECONDS, running.kill)
                clock.start()
                assert running.stdout is not None
                answer = running.stdout.read(most + 1)
                if len(answer) > most:
                    running.kill()
                running.wait()
                clock.cancel()
        except FileNotFoundError:
            raise Refused("a revision was asked for, and there is no `git` to read it with") from None
        return answer if running.returncode == 0 else None
