"""Kept games, `rules/MODULE/journals`: each is played again by the reference and ends as `journals.txt` has it. A
referee looks at each of its positions, and finds nothing.

They show what an edit of law does to play. Each day some are played, by rotation all. Where the law is right and a game
is not any more, `--renew` plays it anew by the program that the seed begins with; its end is then read in the diff.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rotation import drawn

from hexlaw.compiler.cli import main
from hexlaw.compiler.workspace.workspace import Workspace

RULES = Path(__file__).resolve().parents[2] / "rules"
ENDS = Path(__file__).parent / "journals.txt"
JOURNALS = sorted(RULES.glob("*/journals/*.journal"), key=Path.as_posix)
RENEW = "If the law is right, `HEXLAW_WHOLE=yes pytest tests/rules/test_journals.py --renew` plays it anew"
MOST_BYTES = 680_000
"""Of all journals together, one of each system that is played, and with them of the time that this takes."""


def name_of(path: Path) -> str:
    return path.relative_to(RULES).as_posix()


def ends() -> dict[str, str]:
    return dict(line.split(": ", 1) for line in ENDS.read_text("utf-8").splitlines())


def play_anew(path: Path) -> None:
    head = json.loads(path.read_text("ascii").partition("\n")[0])
    program, _, _ = head["seed"].partition("-")
    path.unlink()
    told = ["--players", program, "--seed", head["seed"], "--journals", str(path.parent)]
    assert main(["run", head["module"], head["situation"], *told]) == 0


def replayed(path: Path) -> tuple[str, bool]:
    """How the game ends that a journal is of, and whether it is followed to there; or what is wrong with it first."""
    [refereed] = Workspace().referee([str(path)])
    for remark in refereed.remarks:
        return f"{remark.place} {remark.sort}: {remark.texts[0]} {remark.rule}", remark.sort == "broken"
    return "; ".join(refereed.result) or "it is not over", True


@pytest.mark.parametrize("path", drawn(JOURNALS, 4), ids=name_of)
def test_a_kept_game_ends_as_it_did(path: Path, request: pytest.FixtureRequest) -> None:
    name, (found, is_followed) = name_of(path), replayed(path)
    if request.config.getoption("--renew") and ends().get(name) != found:
        if not is_followed:
            play_anew(path)
            found, _ = replayed(path)
        ENDS.write_text("".join(f"{n}: {end}\n" for n, end in sorted({**ends(), name: found}.items())), "utf-8")
    if ends().get(name) != found:
        pytest.fail(f"{name} comes out otherwise: {found}; it did so: {ends().get(name)}. {RENEW}")


def test_each_end_is_of_a_journal_and_all_are_small() -> None:
    assert [*ends()] == [*map(name_of, JOURNALS)]
    assert sum(path.stat().st_size for path in JOURNALS) <= MOST_BYTES
