"""A module as it stood in a revision of its git repository, which may be a stranger's."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.desk.compare.sides import ComparedLaw, read_sides
from hexlaw.runtime.law.law import Configuration

Sides = Callable[[str, str], tuple[ComparedLaw, ComparedLaw]]
NOTHING = Configuration()


def git(folder: Path, *words: str, stdin: bytes = b"") -> str:
    who = {f"GIT_{role}_{what}": "x" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    ours = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull}
    done = subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, env=ours, input=stdin)
    return done.stdout.decode().strip()


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
    (folder / "01.law").write_text('chapter [ST 1] "Let go"\n\ndrop move.carried [ST 1.1] "they jump off"\n')
    base, variant = sides(f"{folder} at HEAD", str(folder))
    assert not base.compilation.graph.drops
    assert [drop.rule for drop in variant.compilation.graph.drops] == ["move.carried"]


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
    refused(f"{repository} at {revision}", "has no revision")


def test_a_folder_outside_of_any_repository_is_said(module: Callable[..., str]) -> None:
    with (
        pytest.raises(Refused, match="does not lie in a git repository"),
        read_sides(f"{module()} at HEAD", "tutorial", NOTHING),
    ):
        pass


def digest_of(side: str) -> str:
    with read_sides(side, "tutorial", NOTHING) as (base, _):
        return base.digest


def refused(side: str, said: str) -> None:
    with pytest.raises(Refused, match=said), read_sides(side, "tutorial", NOTHING):
        pass


def commit_again(repository: Path) -> tuple[str, str]:
    """Commits what was changed; the digests of the law before and after."""
    before, after = digest_of(f"{repository} at HEAD"), digest_of(str(repository))
    assert before != after
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "as it is")
    return before, after


def object_of(repository: Path, what: str) -> Path:
    name = git(repository, "rev-parse", what)
    return repository.parent / ".git" / "objects" / name[:2] / name[2:]


def test_every_way_to_name_a_revision(repository: Path) -> None:
    git(repository, "tag", "plain")
    git(repository, "tag", "-a", "-m", "told", "told")
    git(repository, "update-ref", "refs/remotes/origin/trunk", "HEAD")
    git(repository, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    before, after = commit_again(repository)
    branch = git(repository, "branch", "--show-current")
    short = git(repository, "rev-parse", "--short", "HEAD~1")
    for packed in (False, True):
        if packed:
            git(repository, "gc", "-q")
            git(repository, "pack-refs", "--all")
        for name in ("HEAD~1", "HEAD^", f"{branch}~1", "plain", "told", "origin", "origin/trunk", short, "HEAD^{/was}"):
            assert digest_of(f"{repository} at {name}") == before, name
        for name in ("HEAD", "@", branch, f"heads/{branch}", git(repository, "rev-parse", "HEAD")):
            assert digest_of(f"{repository} at {name}") == after, name


def test_a_working_tree_and_a_submodule_have_revisions(repository: Path, tmp_path: Path) -> None:
    before, _ = commit_again(repository)
    git(repository, "worktree", "add", "-q", "--detach", str(tmp_path / "other"), "HEAD~1")
    assert digest_of(f"{tmp_path / 'other' / repository.name} at HEAD") == before
    above = tmp_path / "above"
    above.mkdir()
    git(above, "init", "-q")
    git(above, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(tmp_path), "games")
    assert digest_of(f"{above / 'games' / repository.name} at HEAD~1") == before


def test_a_repository_of_sha256_has_revisions(module: Callable[..., str]) -> None:
    folder = Path(module())
    git(folder, "init", "-q", "--object-format=sha256")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "as it was")
    assert digest_of(f"{folder} at HEAD") == digest_of(str(folder))


def test_no_setting_of_the_repository_is_obeyed(repository: Path, tmp_path: Path) -> None:
    trap, away = tmp_path / "sprung", tmp_path / "away"
    spring = f"touch {trap}; false"
    git(tmp_path, "init", "-q", "--bare", str(away))
    for name, value in {
        "core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
        "remote.origin.url": str(away), "remote.origin.uploadpack": spring, "core.sshCommand": spring,
        "core.alternateRefsCommand": spring, "core.pager": spring, "core.fsmonitor": spring, "core.worktree": "/",
    }.items():  # fmt: skip
        git(repository, "config", name, value)
    object_of(repository, f"HEAD:{repository.name}/01.law").unlink()
    refused(f"{repository} at HEAD", "`steep/01.law` is missing in the revision `HEAD`: .* a partial clone")
    git(repository, "config", "remote.origin.url", f"ext::sh -c 'touch {trap}'")
    git(repository, "config", "protocol.ext.allow", "always")
    refused(f"{repository} at HEAD", "is missing")
    assert not trap.exists()


def test_the_environment_of_git_is_not_obeyed(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest_of(f"{repository} at HEAD")
    monkeypatch.setenv("GIT_DIR", "/nowhere")  # as in a hook of another repository
    assert digest_of(f"{repository} at HEAD") == before


@pytest.mark.parametrize("what", ["HEAD:steep", "HEAD^{tree}", "HEAD"])
def test_a_clone_that_is_not_whole_is_said(repository: Path, what: str) -> None:
    object_of(repository, what).unlink()
    refused(f"{repository} at HEAD", "has no revision" if what == "HEAD" else "damaged, or a partial clone")


def test_an_object_that_is_damaged_is_said(repository: Path) -> None:
    lost = object_of(repository, "HEAD:steep/01.law")
    lost.chmod(0o600)
    lost.write_bytes(lost.read_bytes()[:40])
    refused(f"{repository} at HEAD", "damaged, or a partial clone")


def test_nothing_that_lies_elsewhere_is_read(repository: Path, tmp_path: Path) -> None:
    dot = tmp_path / ".git"
    elsewhere = tmp_path / "elsewhere"

    borrowed = dot / "objects" / "info" / "alternates"
    borrowed.write_text(f"{elsewhere}\n", encoding="utf-8")
    refused(f"{repository} at HEAD", "borrows its objects from elsewhere")
    borrowed.unlink()

    for inner in ("HEAD", "objects", "refs", "refs/heads", object_of(repository, "HEAD").relative_to(dot)):
        (dot / inner).rename(elsewhere)
        (dot / inner).symlink_to(elsewhere)
        refused(f"{repository} at HEAD", "is a link")
        (dot / inner).unlink()
        elsewhere.rename(dot / inner)

    os.mkfifo(dot / "objects" / "ab")
    refused(f"{repository} at HEAD", "nothing that git writes")
    (dot / "objects" / "ab").unlink()

    dot.rename(elsewhere)
    dot.symlink_to(elsewhere)
    refused(f"{repository} at HEAD", "is a link")
    dot.unlink()
    for said in (f"gitdir: {elsewhere}\n", "gitdir: a\0b", ""):
        dot.write_text(said, encoding="utf-8")
        refused(f"{repository} at HEAD", "does not name")


def test_names_that_git_does_not_make_are_no_revisions(repository: Path, tmp_path: Path) -> None:
    commit = git(repository, "rev-parse", "HEAD")
    names = ["refs/heads/..", "refs/../../x", "refs/heads/a b", "refs/heads/x.lock", "refs/x@{0}", "--upload-pack"]
    (tmp_path / ".git" / "packed-refs").write_text("".join(f"{commit} {n}\n" for n in names), encoding="utf-8")
    (tmp_path / ".git" / "refs" / "heads" / "round").write_text("ref: refs/heads/round\n", encoding="utf-8")
    refused(f"{repository} at round", "has no revision")
    assert digest_of(f"{repository} at HEAD")


def made_of(repository: Path, files: dict[str, str]) -> None:
    """Commits files by names that git itself refuses."""
    tree = b""
    for name, blob in files.items():
        tree += f"100644 {name}\0".encode() + bytes.fromhex(blob)
    made = git(repository, "hash-object", "-t", "tree", "-w", "--literally", "--stdin", stdin=tree)
    git(repository, "update-ref", "HEAD", git(repository, "commit-tree", "-m", "made", made))


@pytest.mark.parametrize("outside", ["/sprung", "/../../sprung", "../../sprung", "..", "x/../../../sprung"])
def test_no_file_of_a_commit_lands_outside(module: Callable[..., str], tmp_path: Path, outside: str) -> None:
    folder = Path(module())
    git(folder, "init", "-q")
    manifest, law = (git(folder, "hash-object", "-w", name) for name in ("module.yaml", "01.law"))
    if outside.startswith("/s"):
        outside = str(tmp_path / "sprung")
    made_of(folder, {outside: manifest, "module.yaml": manifest, "01.law": law})
    with read_sides(f"{folder} at HEAD", "tutorial", NOTHING) as (base, _):
        copied = base.compilation.chain.layers[-1].folder
        found = sorted(path.name for path in copied.parent.parent.rglob("*.law"))
    assert found == ["01.law"]
    assert not [*tmp_path.glob("sprung")]


def test_files_that_cannot_lie_together_are_said(module: Callable[..., str]) -> None:
    folder = Path(module())
    git(folder, "init", "-q")
    manifest = git(folder, "hash-object", "-w", "module.yaml")
    made_of(folder, {"module.yaml": manifest, "a": manifest, "a/b": manifest})
    refused(f"{folder} at HEAD", "cannot be copied")


def test_a_commit_that_swells_is_refused(module: Callable[..., str]) -> None:
    """Ten folders of ten in each, and so on, are one small object each."""
    folder = Path(module())
    git(folder, "init", "-q")
    inner = git(folder, "hash-object", "-w", "module.yaml")
    mode = "100644"
    for _ in range(9):
        rows = "".join(f"{mode} {'blob' if mode == '100644' else 'tree'} {inner}\t{n}\n" for n in range(10))
        inner, mode = git(folder, "mktree", stdin=rows.encode()), "040000"
    git(folder, "update-ref", "HEAD", git(folder, "commit-tree", "-m", "swells", inner))
    refused(f"{folder} at HEAD", "cannot be read")
