"""Files and the texts that lie on top of them: what is unsaved counts wherever files are read or listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.base.texts import Texts


def names(texts: Texts, folder: Path) -> list[str]:
    def refused(error: OSError) -> None:
        raise error

    return [*texts.names_in(folder, refused)]


def read(texts: Texts, path: Path, limit: int = 100) -> str | None:
    source = texts.read(path, path.name, limit, Diagnostics())
    return None if source is None else source.text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.law", "a/z.law", "a/inner/d.law", "c/e.law", ".hidden/f.law", "__made/g.law", ".h.law"):
        path = tmp_path / "module" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, "utf-8")
    return tmp_path / "module"


def test_an_unsaved_text_is_read_in_place_of_the_file_until_it_is_taken_back(folder: Path) -> None:
    texts = Texts(folder)
    texts.put("b.law", "unsaved")
    assert read(texts, folder / "b.law") == "unsaved"
    assert read(Texts(folder), folder / "b.law") == "b.law"  # of this editor alone
    texts.take_back("b.law")
    assert read(texts, folder / "b.law") == "b.law"


def test_a_file_is_known_by_whatever_link_leads_to_it(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    texts = Texts()
    texts.put(tmp_path / "link" / "b.law", "unsaved")
    assert read(texts, folder / "b.law") == "unsaved"
    assert texts.path_of("b.law") == folder / "b.law"


def test_new_files_are_listed_where_they_would_lie(folder: Path) -> None:
    texts = Texts(folder)
    on_disk = ["b.law", "a/z.law", "a/inner/d.law", "c/e.law"]
    assert names(texts, folder) == on_disk
    for new in ("a.law", "a/new.law", "b/new/x.law", ".new", ".hidden/new", "__made/new", "b.law"):
        texts.put(new, "")
    texts.put(folder.parent / "module-of-others" / "x.law", "")
    assert names(texts, folder) == [
        "a.law", "b.law", "a/new.law", "a/z.law", "a/inner/d.law", "b/new/x.law", "c/e.law",
    ]  # fmt: skip
    assert texts.is_file(folder / "b/new/x.law")
    assert not texts.is_file(folder / "b/new")


def test_a_saved_file_is_listed_once(folder: Path) -> None:
    texts = Texts(folder)
    texts.put("new.law", "")
    (folder / "new.law").write_text("saved", "utf-8")
    assert names(texts, folder).count("new.law") == 1


def test_an_unsaved_text_is_bounded_as_files_are(folder: Path) -> None:
    texts, found = Texts(folder), Diagnostics()
    texts.put("b.law", "é" * 51)
    assert texts.read(folder / "b.law", "b.law", 100, found) is None
    texts.put("b.law", "\0")
    assert texts.read(folder / "b.law", "b.law", 100, found) is None
    assert [d.code for d in found] == ["HX103", "HX102"]
