"""The objects of somebody's git repository, read without obeying anything else of it.

In: the folder of a repository, which may be a stranger's. Out: its commits, lists of files and contents. Promises: git
reads none of its configuration, hooks, attributes or replacements, for it runs in an empty repository of our own that
has the objects as its alternate and the names of revisions as copies. Nothing is fetched, links and further alternates
are not followed, and time and memory stay bounded. What is refused, missing or damaged is an `Refused`.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Timer

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.files import why_not

SECONDS = 60
LARGEST_LIST = 16_000_000  # bytes; some 200,000 files
LARGEST_CONTENTS = 128_000_000  # bytes; twice the largest module
LARGEST_NAMES = 16_000_000  # bytes of a file with names of revisions
LARGEST_OBJECT = "256m"  # what git may hold in memory for one, so that a small pack cannot swell
MAX_STEPS = 5  # from name to name, as many as git takes
HASH = re.compile(rb"[0-9a-f]{40}|[0-9a-f]{64}")
NAME = re.compile(rb"(?!.*(?:\.\.|@\{))(?:[A-Z_]*HEAD|refs(?:/(?!\.)[^\x00-\x20\x7f~^:?*\[\\/]+(?<!\.)(?<!\.lock))+)")
"""What a revision may be called; for any other name git would refuse to read them all."""
OURS = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOC_LIMIT": LARGEST_OBJECT,
}
TRUSTED = ("core.commitGraph=false", "core.multiPackIndex=false")
"""Neither file is read: both repeat what the objects say, and may say something else."""


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
            (own / "objects" / "info" / "alternates").write_bytes(_quoted(shared / "objects"))
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
        """Returns the commit that a revision means."""
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
        """Returns what stands in files of known sizes."""
        answered = self._git("cat-file", "--batch", asked=blobs, most=LARGEST_CONTENTS)
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
        said = self._text(link)
        private = self._top / os.fsdecode(said.removeprefix(b"gitdir:").strip())
        back = self._text(private / "gitdir").strip()
        if back and os.path.realpath(private / os.fsdecode(back)) == os.path.realpath(link):
            return private, private / os.fsdecode(self._text(private / "commondir").strip())
        if any(private.resolve().is_relative_to(above / ".git") for above in self._top.parents):  # a submodule
            return private, private
        raise Refused(f"`{link}` leads to `{private}`, which is not followed, for it does not name `{link}` in turn")

    def _names(self, private: Path, shared: Path) -> dict[bytes, bytes]:
        """Returns the hash that each name of a revision stands for."""
        said: dict[bytes, bytes] = {}
        for line in self._text(shared / "packed-refs").splitlines():
            value, _, name = line.partition(b" ")
            said[name] = value
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
        """Returns what stands in a small file of the repository; nothing where there is none, or no text."""
        try:
            self._refuse(path, stat.S_ISREG(path.lstat().st_mode))
            with path.open("rb") as stream:
                text = stream.read(LARGEST_NAMES + 1)
        except (FileNotFoundError, NotADirectoryError):
            return b""
        if len(text) > LARGEST_NAMES:
            raise Refused(f"`{path}` is too large")
        return text if b"\0" not in text else b""

    def _refuse(self, path: Path, is_plain: bool) -> None:
        if not is_plain:
            raise Refused(f"`{path}` is a link, or nothing that git writes; in a repository neither is followed")

    def _git(self, *words: str, asked: Sequence[str] = (), most: int = LARGEST_LIST) -> bytes | None:
        """Returns what git answers, None where it fails, takes too long or says too much."""
        others = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        command = ["git", *(word for setting in TRUSTED for word in ("-c", setting)), *words]
        question = self._own / "asked"
        question.write_text("".join(f"{each}\n" for each in asked), encoding="ascii")
        try:
            with (
                question.open("rb") as stdin,
                subprocess.Popen(
                    command,
                    stdin=stdin,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    cwd=self._own,
                    env={**others, **OURS, "GIT_DIR": str(self._own)},
                ) as running,
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


def _quoted(path: Path) -> bytes:
    """Returns a path as a line of `info/alternates`, whatever it is made of."""
    said = os.fsencode(path.resolve()).replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"' + said + b'"\n'
