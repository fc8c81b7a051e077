"""Files for users: whole or not at all, and nothing else takes their place or is taken for them."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from hexlaw.compiler.base import files
from hexlaw.compiler.base.files import Unwritable, add_to, free_name, is_ordinary, make_folder, write_whole


def test_a_new_file_has_the_rights_that_files_have_here_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "new"
    before = os.umask(0o027)
    try:
        write_whole(path, b"one")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o604)
    write_whole(path, b"two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o604
    assert path.read_bytes() == b"two"
    assert [each.name for each in tmp_path.iterdir()] == ["new"]


def test_a_read_only_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(Unwritable, match="it is read-only"):
        write_whole(path, b"new")
    assert path.read_text() == "old"


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "file").write_text("old")
    for name, leads_to in (("link", "far/file"), ("to-nothing", "far/new")):
        (tmp_path / name).symlink_to(leads_to)
        write_whole(tmp_path / name, b"new")
        assert (tmp_path / name).is_symlink()
        assert (tmp_path / leads_to).read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"drawn")
    reader.join(10)
    assert read == [b"drawn"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert not is_ordinary(pipe)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / ".", Path("/")):
        with pytest.raises(Unwritable, match="it is a folder"):
            write_whole(path, b"x")
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_finished_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for name in ("fsync", "replace"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(files.os, name, full)
            with pytest.raises(Unwritable, match="no space"):
                write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


Room = Callable[[int], AbstractContextManager[None]]


@pytest.mark.parametrize("write", [write_whole, add_to])
def test_what_a_full_disk_has_no_room_for_leaves_the_file_as_it_was(
    write: Callable[[Path, bytes], None], tmp_path: Path, room_for: Room
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with room_for(5_000), pytest.raises((OSError, Unwritable), match="large"):
        write(path, b"x" * 9_000)
    assert path.read_bytes() == b"old"
    write(path, b"new")
    assert path.read_bytes().endswith(b"new")
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_is_called_as_it_was_named(tmp_path: Path, room_for: Room) -> None:
    with room_for(10), pytest.raises(Unwritable, match=rf"`{tmp_path / 'file'}` .*large"):
        write_whole(tmp_path / "file", b"x" * 20)


def test_folders_are_made_however_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deep = Path(*["a"] * 1_900)
    make_folder(deep)
    make_folder(deep)
    assert deep.is_dir()
    os.removedirs(deep)
    with pytest.raises(OSError, match="too long"):
        make_folder(Path("b" * 300))


def test_a_free_name_has_a_number_where_the_name_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "night-1.journal"
    assert free_name(path) == path
    path.symlink_to("nowhere")
    assert free_name(path).name == "night-1.2.journal"
    (tmp_path / "night-1.2.journal").write_text("")
    assert free_name(path).name == "night-1.3.journal"
