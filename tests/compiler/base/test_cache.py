"""The cache gives back what was put in, or nothing: whatever became of its files meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexlaw.compiler.base import cache as module
from hexlaw.compiler.base.cache import Cache, CachedFindings, digest, the_cache
from hexlaw.compiler.base.diagnostic import Diagnostics

VALUE = {"lantern": [1, None, True, "flickers \N{SNOWFLAKE}"]}


def kept_in(folder: Path) -> Path:
    """The one entry of a cache in which `VALUE` was written."""
    Cache(folder, "v").write("shelf", "key", VALUE)
    (entry,) = folder.iterdir()
    return entry


def test_what_was_written_is_read_again_by_another(tmp_path: Path) -> None:
    kept_in(tmp_path)
    assert Cache(tmp_path, "v").read("shelf", "key") == VALUE


@pytest.mark.parametrize(
    ("version", "shelf", "key"), [("w", "shelf", "key"), ("v", "other", "key"), ("v", "shelf", "k")]
)
def test_another_version_shelf_or_key_finds_nothing(version: str, shelf: str, key: str, tmp_path: Path) -> None:
    kept_in(tmp_path)
    assert Cache(tmp_path, version).read(shelf, key) is None


def test_an_entry_cut_short_anywhere_is_none(tmp_path: Path) -> None:
    entry = kept_in(tmp_path)
    whole = entry.read_bytes()
    for length in range(len(whole)):
        entry.write_bytes(whole[:length])
        assert Cache(tmp_path, "v").read("shelf", "key") is None
    entry.write_bytes(whole)
    assert Cache(tmp_path, "v").read("shelf", "key") == VALUE


def test_an_entry_with_any_byte_changed_is_none(tmp_path: Path) -> None:
    entry = kept_in(tmp_path)
    whole = entry.read_bytes()
    for place in range(len(whole)):
        entry.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert Cache(tmp_path, "v").read("shelf", "key") is None
    entry.write_bytes(whole + b" ")
    assert Cache(tmp_path, "v").read("shelf", "key") is None


def test_an_entry_under_the_name_of_another_is_none(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "v")
    kept_in(tmp_path).rename(tmp_path / cache._name("shelf", "another"))
    assert cache.read("shelf", "another") is None


def test_a_spoilt_entry_is_written_anew(tmp_path: Path) -> None:
    kept_in(tmp_path).write_bytes(b"spoilt")
    assert kept_in(tmp_path).read_bytes() != b"spoilt"
    assert Cache(tmp_path, "v").read("shelf", "key") == VALUE


def test_no_temporary_file_stays_behind(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "v")
    for number in range(5):
        cache.write("shelf", "key", number)
    assert len(list(tmp_path.iterdir())) == 1
    assert cache.read("shelf", "key") == 4


def test_what_cannot_be_kept_is_left(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "v")
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    cache.write("shelf", "deep", nested)
    cache.write("shelf", "large", "x" * module.MAX_ENTRY_SIZE)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_no_cache(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / "file" / "folder", "v")
    cache.write("shelf", "key", VALUE)
    assert cache.read("shelf", "key") is None


def test_a_folder_that_takes_no_files_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError("no space left")

    monkeypatch.setattr(module.os, "open", full)
    cache = Cache(tmp_path, "v")
    cache.write("shelf", "key", VALUE)
    assert cache.read("shelf", "key") is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no such permissions")
def test_a_folder_that_others_may_write_to_is_not_trusted(tmp_path: Path) -> None:
    kept_in(tmp_path)
    tmp_path.chmod(0o777)
    assert Cache(tmp_path, "v").read("shelf", "key") is None
    tmp_path.chmod(0o700)
    assert Cache(tmp_path, "v").read("shelf", "key") == VALUE


def test_the_folder_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ENTRIES", 10)
    monkeypatch.setattr(module, "WRITES_BETWEEN_CLEARINGS", 1)
    cache = Cache(tmp_path, "v")
    for number in range(50):
        cache.write("shelf", str(number), number)
    assert len(list(tmp_path.iterdir())) <= 10
    assert cache.read("shelf", "49") == 49


def test_runs_that_write_little_share_the_clearing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One run in many goes through the folder, so none of them grows it without end or takes long."""
    monkeypatch.setattr(module, "WRITES_BETWEEN_CLEARINGS", 10)
    cleared = []
    monkeypatch.setattr(module, "clear", lambda folder, *_: cleared.append(folder))
    for number in range(200):
        Cache(tmp_path, "v").write("shelf", str(number), number)
    assert 8 <= len(cleared) <= 40, "20 are to be expected"


def test_what_a_broken_run_left_is_taken_away_and_what_is_being_written_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WRITES_BETWEEN_CLEARINGS", 1)
    left, begun, whole = (tmp_path / f"shelf-{'0123' * 10}{end}" for end in (".77.88", ".77.99", ""))
    for path in (left, begun, whole):
        path.write_text("half")
    for path in (left, whole):
        os.utime(path, (0, 0))
    Cache(tmp_path, "v").write("shelf", "key", VALUE)
    assert not left.exists()
    assert begun.exists()
    assert whole.exists(), "an entry that is complete is not taken away for its age alone"


def test_files_of_the_user_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However old they are, and however full the folder is."""
    monkeypatch.setattr(module, "MAX_ENTRIES", 1)
    monkeypatch.setattr(module, "WRITES_BETWEEN_CLEARINGS", 1)
    names = ("thesis.txt", ".profile", "10-day.law", f"shelf-{'0' * 39}.1.2", f"photo-{'0' * 40}.jpg", "notes")
    for name in names:
        (tmp_path / name).write_text("of the user")
        os.utime(tmp_path / name, (0, 0))
    cache = Cache(tmp_path, "v")
    for number in range(5):
        cache.write("shelf", str(number), number)
    assert all((tmp_path / name).read_text() == "of the user" for name in names)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no such permissions")
def test_nobody_else_may_read_what_is_kept(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        entry = kept_in(tmp_path / "made")
    finally:
        os.umask(before)
    assert entry.stat().st_mode & 0o777 == 0o600
    assert entry.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no such permissions")
def test_a_folder_of_somebody_else_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept_in(tmp_path)
    monkeypatch.setattr(module.os, "getuid", lambda: os.stat(tmp_path).st_uid + 1)
    assert Cache(tmp_path, "v").read("shelf", "key") is None


@pytest.mark.parametrize("home", ["", "/", "/nowhere-at-all", "relative"])
def test_who_has_no_home_has_no_cache(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HEXLAW_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", home)
    module.forget()
    assert not the_cache().keeps
    assert not Path("/nowhere-at-all").exists()


def test_at_home_it_lies_where_caches_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HEXLAW_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    module.forget()
    the_cache().write("shelf", "key", VALUE)
    assert len([*(tmp_path / ".cache" / "hexlaw").iterdir()]) == 1
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    module.forget()
    the_cache().write("shelf", "key", VALUE)
    assert len([*(tmp_path / "kept" / "hexlaw").iterdir()]) == 1


def test_the_environment_names_the_folder_or_switches_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXLAW_CACHE", str(tmp_path))
    the_cache().write("shelf", "key", VALUE)
    assert the_cache().read("shelf", "key") == VALUE
    monkeypatch.chdir(tmp_path)
    for off in ("off", "0", "no", "False"):
        monkeypatch.setenv("HEXLAW_CACHE", off)
        the_cache().write("shelf", "another", VALUE)
        assert the_cache().read("shelf", "key") is None
    assert len(list(tmp_path.iterdir())) == 1


def test_texts_do_not_run_into_each_other() -> None:
    assert len({digest("ab", "c"), digest("a", "bc"), digest("abc"), digest("abc", "")}) == 4


WRITER = """
import sys
from pathlib import Path
from hexlaw.compiler.base.cache import Cache
cache = Cache(Path(sys.argv[1]), "v")
for turn in range(300):
    cache.write("shelf", "key", [sys.argv[2]] * 2000)
    found = cache.read("shelf", "key")
    assert found is not None and len(found) == 2000 and len(set(found)) == 1, found
"""


def test_two_processes_at_once_read_whole_entries(tmp_path: Path) -> None:
    """Each writes its own value under the same key, and reads its own or the other's, never a mixture."""
    path = os.pathsep.join(sys.path)
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), word], env={**os.environ, "PYTHONPATH": path})
        for word in ("gate", "reef")
    ]
    assert [process.wait(timeout=60) for process in running] == [0, 0]
    assert len(list(tmp_path.iterdir())) == 1


def test_entries_are_data(tmp_path: Path) -> None:
    head, body = kept_in(tmp_path).read_bytes().split(b"\n", 1)
    assert head.startswith(module.FORMAT.encode())
    assert msgspec.msgpack.decode(body) == VALUE


# ---- what came of a check


class Check:
    """A check that counts how often it is run, and finds something or nothing."""

    def __init__(self, *, finds: bool = False) -> None:
        self.runs = 0
        self.finds = finds

    def __call__(self, found: Diagnostics) -> list[int]:
        self.runs += 1
        if self.finds:
            found.report("HX101", None, "there is no lantern")
        return [7]

    def asked(self, key: str = "key", *, on_disk: bool = True) -> int:
        """How many findings are told."""
        diagnostics = Diagnostics()
        assert module.once_clean("shelf", key, self, diagnostics, on_disk=on_disk) == [7]
        return len(diagnostics)


def test_what_finds_nothing_is_run_once(own_cache: Any) -> None:
    check = Check()
    assert [check.asked(), check.asked()] == [0, 0]
    assert check.runs == 1
    own_cache.new_process()
    assert (check.asked(), check.runs) == (0, 1), "the next process finds it on the disk"
    assert (check.asked("another"), check.runs) == (0, 2)


def test_what_finds_something_is_run_each_time_and_kept_nowhere(own_cache: Any) -> None:
    check = Check(finds=True)
    assert [check.asked(), check.asked()] == [1, 1]
    own_cache.new_process()
    assert check.asked() == 1
    assert check.runs == 3
    assert own_cache.entries == []


def test_what_is_no_plain_data_is_kept_by_this_process_alone(own_cache: Any) -> None:
    check = Check()
    for _ in range(2):
        check.asked(on_disk=False)
    assert check.runs == 1
    assert own_cache.entries == []
    own_cache.new_process()
    check.asked(on_disk=False)
    assert check.runs == 2


def test_a_process_remembers_only_so_much(own_cache: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked for last stays longest."""
    monkeypatch.setattr(module, "MAX_CACHED", 2)
    check = Check()
    for key in ("a", "b", "a", "c"):
        check.asked(key, on_disk=False)
    assert check.runs == 3
    check.asked("a", on_disk=False)
    assert check.runs == 3
    check.asked("b", on_disk=False)
    assert check.runs == 4


def test_the_version_hangs_on_every_source(tmp_path: Path) -> None:
    names = ["a.py", "law.lark", "tables.json", "inner/b.py"]
    for name in [*names, "notes.md", "__pycache__/a.py", "inner/__pycache__/b.pyc"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert sorted(module._sources(str(tmp_path))) == sorted(str(tmp_path / name) for name in names)


def test_where_a_source_is_newer_than_this_process_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    version = module.sources_digest.__wrapped__
    monkeypatch.setattr(module, "_BEGUN", 2**40)
    assert version() is not None
    monkeypatch.setattr(module, "_BEGUN", 0)
    assert version() is None


def test_of_several_texts_only_those_are_made_again_that_changed(own_cache: Any) -> None:
    made: list[str] = []

    def length(text: str) -> int:
        made.append(text)
        return len(text)

    def lengths(name: str, *texts: str) -> list[int]:
        with CachedFindings("lengths", name) as known:
            found = {text: known.before(text) or length(text) for text in texts}
            for text, number in found.items():
                known.keep(text, number)
        return [found[text] for text in texts]

    assert lengths("here", "a", "bb", "a") == [1, 2, 1]
    made.clear()
    assert lengths("here", "ccc", "a") == [3, 1]
    assert made == ["ccc"]
    assert lengths("elsewhere", "a") == [1]
    assert made == ["ccc", "a"]
    assert lengths("here", "bb") == [2], "what was not kept again is forgotten"
    assert made == ["ccc", "a", "bb"]
