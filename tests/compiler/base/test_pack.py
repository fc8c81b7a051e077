"""What an installation brings along is found by name, and is worth as much as an entry of the cache."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base import cache as module
from hexlaw.compiler.base.cache import Cache, the_cache
from hexlaw.compiler.base.pack import Pack, pack_folder, write_pack

ENTRIES = {f"shelf-{number:040x}": bytes([number]) * number for number in range(50)}


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "all.pack")


def test_every_entry_is_found_by_its_name(path: str) -> None:
    write_pack(path, ENTRIES)
    pack = Pack(path)
    assert {name: pack.read(name, 100) for name in ENTRIES} == ENTRIES
    assert all(name in pack for name in ENTRIES)
    assert "shelf-" not in pack
    assert pack.read("shelf-x", 100) == b""


def test_the_same_entries_make_the_same_bytes(path: str) -> None:
    write_pack(path, ENTRIES)
    before = Path(path).read_bytes()
    write_pack(path, dict(reversed(ENTRIES.items())))
    assert Path(path).read_bytes() == before


def test_no_more_is_read_of_an_entry_than_is_asked_for(path: str) -> None:
    write_pack(path, {"shelf-1": bytes(10_000_000)})
    assert len(Pack(path).read("shelf-1", 1000)) == 1000


@pytest.mark.parametrize("spoil", [lambda data: b"", lambda data: data[:700], lambda data: b"x" + data])
def test_what_is_no_pack_or_cut_off_has_no_entries(spoil: Any, path: str) -> None:
    write_pack(path, ENTRIES)
    Path(path).write_bytes(spoil(Path(path).read_bytes()))
    assert all(Pack(path).read(name, 100) in (b"", data) for name, data in ENTRIES.items())
    assert Pack("nowhere/at/all").read("shelf-1", 100) == b""


def test_the_cache_looks_there_where_its_folder_has_nothing(
    own_cache: Any, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for shelf in ("shelf", "grammar"):
        the_cache().write(shelf, "key", [shelf])
    pack_folder(str(own_cache.folder), path, without=("grammar",))
    for entry in own_cache.entries:
        entry.unlink()
    assert the_cache().read("shelf", "key") is None
    monkeypatch.setattr(module, "_shipped", lambda: Pack(path))
    assert the_cache().read("shelf", "key") == ["shelf"]
    assert the_cache().has("shelf", "key")
    assert the_cache().read("grammar", "key") is None
    assert Cache(None, "").read("shelf", "key") is None, "the cache is off"
    the_cache().write("shelf", "key", ["newer"])
    assert the_cache().read("shelf", "key") == ["newer"]


def test_an_entry_of_another_version_counts_for_nothing(
    own_cache: Any, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Cache(own_cache.folder, "another")
    other.write("shelf", "key", [1])
    pack_folder(str(own_cache.folder), path)
    monkeypatch.setattr(module, "_shipped", lambda: Pack(path))
    assert the_cache().read("shelf", "key") is None
