"""The two laws of a comparison, read from what was typed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlaw.compiler.comparing.sides import Side, read_sides
from hexlaw.compiler.comparing.unreadable import Unreadable
from hexlaw.runtime.law import Configuration

Sides = Callable[[str, str], tuple[Side, Side]]
NOTHING = Configuration()


def test_a_side_is_a_module_with_what_is_chosen_for_it(sides: Sides) -> None:
    base, variant = sides("tutorial", "tutorial with clouds=on, as-of=1999")
    assert base.chosen == Configuration()
    assert variant.chosen.options == {"clouds": True}
    assert variant.chosen.year == 1999
    assert base.digest != variant.digest


def test_what_is_chosen_for_both_is_chosen_where_it_is_known(module: Callable[..., str]) -> None:
    law = 'chapter [ST 1] "Fog"\n\noption fog [ST 1]\n  "Fog lies in the valley."\n'
    with read_sides("tutorial", module(law), Configuration({"fog": True})) as (base, variant):
        assert base.chosen.options == {}
        assert variant.chosen.options == {"fog": True}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("tutorial with cluods=on", "did you mean `clouds`"),
        ("tutorial with clouds", "is not OPTION=on"),
        ("tutorial with clouds=perhaps", "is not OPTION=on"),
        ("tutorial with storms=on", "the law has no option `storms`"),
        ("tutorial with storms=heavy", "the law has no dispute `storms`"),
        ("tutorial with as-of=on", "write it in four digits, `as-of=1976`"),
        ("tutorial with as-of", "write it in four digits"),
        ("tutorial with as-of=81", "write it in four digits"),
        ("tutorial with year=1981", "write it in four digits, `as-of=1981`"),
        ("tutorial with 1981", "write it in four digits, `as-of=1981`"),
        (" with clouds=on", "names no module"),
        ("tutorail", "did you mean `tutorial`"),
    ],
)
def test_what_cannot_be_read_is_said(typed: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said), read_sides("tutorial", typed, NOTHING):
        pass


def test_an_option_that_neither_law_has_is_refused() -> None:
    with (
        pytest.raises(Unreadable, match="did you mean `clouds`"),
        read_sides("tutorial", "tutorial", Configuration({"cluods": True})),
    ):
        pass


def git(folder: Path, *words: str) -> None:
    who = {f"GIT_{role}_{what}": "x" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, env={**os.environ, **who})


@pytest.fixture
def repository(tmp_path: Path, module: Callable[..., str]) -> Path:
    """A module in a repository, with a change that is not committed."""
    folder = Path(module())
    git(tmp_path, "init", "-q")
    (folder / "link.law").symlink_to("/etc/hostname")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "as it was")
    (folder / "link.law").unlink()
    text = (folder / "01.law").read_text(encoding="utf-8")
    (folder / "01.law").write_text(text.replace("+ 2", "+ 4"), encoding="utf-8")
    return folder


def test_a_revision_is_read_as_it_was(repository: Path, sides: Sides) -> None:
    base, variant = sides(f"{repository} at HEAD", str(repository))
    assert base.digest != variant.digest
    assert base.compilation.name == variant.compilation.name == "steep"
    copied = base.compilation.chain.layers[-1].folder
    assert not (copied / "link.law").exists()  # a link could lead anywhere


def test_a_module_that_is_a_repository_by_itself_has_revisions(module: Callable[..., str], sides: Sides) -> None:
    folder = Path(module('chapter [ST 1] "Nothing yet"\n'))
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "as it was")
    (folder / "01.law").write_text('chapter [ST 1] "Let go"\n\ndrop bar.carried [ST 1.1] "they jump off"\n')
    base, variant = sides(f"{folder} at HEAD", str(folder))
    assert not base.compilation.graph.drops
    assert [drop.rule for drop in variant.compilation.graph.drops] == ["bar.carried"]


def test_a_revision_runs_nothing_of_its_repository(repository: Path, sides: Sides, tmp_path: Path) -> None:
    trap = tmp_path / "sprung"
    git(repository, "config", "filter.trap.smudge", f"touch {trap}; cat")
    (repository / ".gitattributes").write_text("*.law filter=trap diff=trap\n", encoding="utf-8")
    git(repository, "config", "diff.trap.textconv", f"touch {trap}; cat")
    hook = repository.parent / ".git" / "hooks" / "post-checkout"
    hook.write_text(f"#!/bin/sh\ntouch {trap}\n", encoding="utf-8")
    hook.chmod(0o755)
    git(repository, "add", ".gitattributes")
    git(repository, "commit", "-q", "-m", "a trap")
    sides(f"{repository} at HEAD", str(repository))
    assert not trap.exists()


def test_the_copy_of_a_revision_is_gone_afterwards(repository: Path) -> None:
    with read_sides(f"{repository} at HEAD", str(repository), NOTHING) as (base, _):
        copied = base.compilation.chain.layers[-1].folder
        assert copied.exists()
    assert not copied.exists()


@pytest.mark.parametrize("revision", ["no-such-thing", "--help", "HEAD~9"])
def test_a_revision_that_is_not_there_is_said(repository: Path, revision: str) -> None:
    with (
        pytest.raises(Unreadable, match="has no revision"),
        read_sides(f"{repository} at {revision}", str(repository), NOTHING),
    ):
        pass


def test_a_folder_outside_of_any_repository_is_said(module: Callable[..., str]) -> None:
    with pytest.raises(Unreadable, match="git cannot read"), read_sides(f"{module()} at HEAD", "tutorial", NOTHING):
        pass
