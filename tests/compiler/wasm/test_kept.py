"""Printed modules and native code are taken up again from the user's own folder, and from nowhere else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from shutil import copytree
from time import process_time
from typing import Any

import pytest

from hexlaw.compiler.base import cache
from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.pipeline import compile_modules
from hexlaw.compiler.situations.games import Prepared, prepare
from hexlaw.compiler.wasm import kept as module
from hexlaw.compiler.wasm import layout
from hexlaw.compiler.wasm.engines import webassembly
from hexlaw.compiler.wasm.kept import KEY, Kept, kept
from hexlaw.compiler.wasm.python_engine import python
from hexlaw.compiler.wasm.target import MANY_GAMES, Target, is_worth_it
from hexlaw.runtime.law.law import Configuration

from .played import account, by_the_target

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="the system does not say whose a file is")
DATA = b"a lantern and its wick"


@pytest.fixture
def place(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "modules", "v")


def entry(place: Kept) -> Path:
    place.write("oil", DATA)
    assert place.read("oil") == DATA
    return place.folder / "oil"


def test_what_was_kept_is_read_by_another_process(place: Kept) -> None:
    entry(place)
    assert Kept(place.folder, "v").read("oil") == DATA
    assert place.read("wax") is None
    assert place.name("oil") != Kept(place.folder, "w").name("oil")
    assert place.name("oil", "wax") != place.name("oilwax")


@pytest.mark.parametrize("at", [0, 31, 32, 40, -1])
def test_what_was_altered_is_thrown_away(place: Kept, at: int) -> None:
    path = entry(place)
    whole = bytearray(path.read_bytes())
    whole[at] ^= 1
    path.write_bytes(whole)
    assert place.read("oil") is None
    assert not path.exists()


@pytest.mark.parametrize("length", [0, 10, 32, 33, 53])
def test_what_was_cut_off_is_thrown_away(place: Kept, length: int) -> None:
    path = entry(place)
    path.write_bytes(path.read_bytes()[:length])
    assert place.read("oil") is None
    assert not path.exists()


def test_what_lies_under_another_name_is_thrown_away(place: Kept) -> None:
    entry(place).rename(place.folder / "wax")
    assert place.read("wax") is None


def test_a_folder_that_was_copied_opens_no_seal(place: Kept, tmp_path: Path) -> None:
    """Whoever ships a folder ships the key with it; but not where and when that was written."""
    entry(place)
    there = Kept(copytree(place.folder, tmp_path / "shipped"), "v")
    assert (there.folder / KEY).read_bytes() == (place.folder / KEY).read_bytes()
    assert there.read("oil") is None
    assert place.read("oil") == DATA


def test_another_key_opens_no_seal(place: Kept) -> None:
    path = entry(place)
    whole = path.read_bytes()
    (place.folder / KEY).unlink()
    assert place.read("oil") is None
    path.write_bytes(whole)
    place.write("wax", DATA)
    assert place.read("oil") is None
    assert place.read("wax") == DATA


def test_a_key_that_was_cut_off_is_made_anew(place: Kept) -> None:
    entry(place)
    (place.folder / KEY).write_bytes(b"short")
    assert place.read("oil") is None
    assert entry(place).exists()


@pytest.mark.parametrize("what", ["", "oil", KEY])
@pytest.mark.parametrize("mode", [0o020, 0o002])
def test_what_others_may_write_to_is_not_read(place: Kept, what: str, mode: int) -> None:
    path = entry(place).parent / what
    path.chmod(path.stat().st_mode | mode)
    assert place.read("oil") is None


def test_nothing_is_kept_in_a_folder_that_others_may_write_to(place: Kept) -> None:
    place.folder.mkdir()
    place.folder.chmod(0o777)
    place.write("oil", DATA)
    assert not [*place.folder.iterdir()]


@pytest.mark.parametrize("what", ["oil", KEY, ""])
def test_links_are_not_followed(place: Kept, tmp_path: Path, what: str) -> None:
    path = entry(place).parent / what
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert place.read("oil") is None


def test_a_file_with_a_second_name_is_not_read(place: Kept, tmp_path: Path) -> None:
    os.link(entry(place), tmp_path / "second")
    assert place.read("oil") is None


def test_of_too_much_the_longest_unused_goes(place: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_KEPT", 1_000)
    for number in range(9):
        place.write(f"oil-{number}", DATA * 5)  # 142 bytes with the seal
        os.utime(place.folder / f"oil-{number}", (number, number))
        if number == 5:
            assert place.read("oil-0") == DATA * 5  # used just now
    left = {path.name for path in place.folder.iterdir()} - {KEY}
    assert {"oil-0", "oil-8"} <= left
    assert "oil-1" not in left
    assert sum((place.folder / name).stat().st_size for name in left) <= 1_000


def test_what_is_too_large_is_not_kept(place: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_MODULE", 40)
    place.write("oil", DATA)
    assert place.read("oil") is None


def test_what_a_broken_run_left_is_taken_away(place: Kept) -> None:
    entry(place)
    old = place.folder / "oil.1.1"
    old.write_bytes(b"")
    os.utime(old, (1, 1))
    place.write("wax", DATA)
    assert not old.exists()


def test_nothing_is_kept_where_nobody_knows_whose_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.forget()
    assert kept() is not None
    with monkeypatch.context() as patch:
        patch.delattr(os, "getuid")
        assert kept() is None
    monkeypatch.setenv("HEXLAW_CACHE", "off")
    cache.forget()
    assert kept() is None


# ---- of a situation


class Unwanted(Exception):
    """Something was printed or compiled that lies there already."""


@pytest.fixture(scope="module")
def snow() -> Prepared:
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    found = prepare(compilation, "early-snow", Configuration(), Diagnostics())
    assert found is not None
    return found


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    """A folder in which nothing is kept yet."""
    monkeypatch.setenv("HEXLAW_CACHE", str(tmp_path))
    cache.forget()
    found = kept()
    assert found is not None
    yield found
    cache.forget()


def unwanted(*_: Any) -> Any:
    raise Unwanted


def nothing_is_printed(patch: pytest.MonkeyPatch) -> None:
    replaced = cached_property(unwanted)
    replaced.__set_name__(Target, "printed")
    patch.setattr(Target, "printed", replaced)


def test_a_module_is_taken_up_again(snow: Prepared, own: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither printed nor compiled, and at least ten times as fast; the games are the same."""
    an_engine = webassembly()
    if an_engine is None:
        pytest.skip("no machine for WebAssembly works here")
    idle = replace(an_engine, printed=unwanted, compiled=unwanted)
    began = process_time()
    first = Target(snow.agenda, snow.setup, snow.key, engine=an_engine)
    expected = [account(by_the_target(first, f"hay {number}")) for number in range(3)]
    made = process_time() - began
    with monkeypatch.context() as patch:
        nothing_is_printed(patch)
        began = process_time()
        again = Target(snow.agenda, snow.setup, snow.key, engine=idle)
        assert again.running is not None
        assert (process_time() - began) * 10 < made
        assert [account(by_the_target(again, f"hay {number}")) for number in range(3)] == expected
        with pytest.raises(Unwanted):
            Target(snow.agenda, snow.setup, f"{snow.key} of other law")
        with pytest.raises(Unwanted):
            Target(snow.agenda, snow.setup)
    code, native = own.name(an_engine.language, first.digest), own.name("native", first.digest, *an_engine.like)
    names = {own.name("printed", snow.key), code, native, KEY}
    assert {path.name for path in own.folder.iterdir()} == names

    # native code that the engine refuses, as of another processor, is made anew of the printed module
    own.write(native, b"no code for this machine")
    with monkeypatch.context() as patch:
        nothing_is_printed(patch)
        for made in (replace(an_engine, printed=unwanted), idle):
            assert (
                account(by_the_target(Target(snow.agenda, snow.setup, snow.key, engine=made), "hay 0")) == expected[0]
            )

    # where that is gone as well, all is printed anew
    for name in (native, code):
        own.throw_away(name)
    assert account(by_the_target(Target(snow.agenda, snow.setup, snow.key, engine=an_engine), "hay 0")) == expected[0]
    assert {path.name for path in own.folder.iterdir()} == names


def test_python_prints_what_is_called_and_keeps_nothing(snow: Prepared, own: Kept) -> None:
    assert Target(snow.agenda, snow.setup, snow.key, engine=python()).running.get("stopped") == 0
    assert not own.folder.exists()


def test_what_one_engine_has_kept_another_makes_anew(snow: Prepared, own: Kept) -> None:
    kept_by = webassembly()
    if kept_by is None:
        pytest.skip("no machine for WebAssembly works here")
    expected = account(by_the_target(Target(snow.agenda, snow.setup, snow.key, engine=kept_by), "hay"))
    for made in (python(), kept_by):
        for _ in range(2):
            again = Target(snow.agenda, snow.setup, snow.key, engine=made)
            assert account(by_the_target(again, "hay")) == expected


def test_a_few_games_are_worth_what_is_kept_and_many_what_is_printed(
    snow: Prepared, own: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    def worth() -> list[bool]:
        return [is_worth_it(snow.key, games) for games in (1, MANY_GAMES - 1, MANY_GAMES)]

    assert worth() == [False, False, True]
    Target(snow.agenda, snow.setup, snow.key)
    assert worth() == [True, True, True]
    assert not is_worth_it(f"{snow.key} of other law", 1)
    monkeypatch.setenv("HEXLAW_CACHE", "off")
    assert worth() == [False, False, True]


def test_that_a_law_is_refused_is_kept(snow: Prepared, own: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(layout, "MAX_MEMORY", 0)
        refusal = Target(snow.agenda, snow.setup, snow.key).refusal
    assert refusal == {"early-snow": "more than 0 MB"}
    nothing_is_printed(monkeypatch)
    assert Target(snow.agenda, snow.setup, snow.key).refusal == refusal


def test_the_key_names_what_was_chosen() -> None:
    compilation = compile_modules("tutorial", Diagnostics())
    assert compilation is not None
    keys = set()
    for situation, options in (("early-snow", {}), ("last-fine-day", {}), ("early-snow", {"clouds": True})):
        found = prepare(compilation, situation, Configuration(options), Diagnostics())
        assert found is not None
        keys.add(found.key)
    assert len(keys) == 3
