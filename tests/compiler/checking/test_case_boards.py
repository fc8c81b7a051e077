"""Boards that cases join are looked at by a check, once for each way in which they are laid."""

from __future__ import annotations

from typing import Any

import pytest

from hexlaw.compiler.checking.check_modules import check

GRID = """grid: {orientation: pointy, lines: [A, B, C], lengths: [4, 5], shifted: second, shares-edges: yes,
  name: "{line}{number}", full-name: "{board}-{line}{number}"}
"""
LAW = "choice ground\n  sand, rock\nthing hex also\n  ground: ground or none\n"
CASES = "cases:\n  - {id: a, boards: [[north, south]], ask: 1 + 1, expect: 2}\n"


def written(bench: Any, north: str, south: str, cases: str = CASES) -> str:
    files = {
        f"boards/{name}.yaml": f"board: {name[0].upper()}\ncite: [H map]\n{GRID}hexes:\n  {said}\n"
        for name, said in (("north", north), ("south", south))
    }
    return str(bench.write(LAW, files=files | {"cases/a.cases.yaml": cases}))


def test_two_boards_that_disagree_are_told_once_with_both_places(bench: Any) -> None:
    cases = CASES + "  - {id: b, boards: [[north, south]], ask: 2 + 2, expect: 4}\n"
    (found,) = check(written(bench, "B5: {ground: sand}", "B1: {ground: rock}", cases)).diagnostics
    assert found.code == "HX451"
    assert found.message == (
        "`ground` of `N-B5` is `sand`, and `ground` of `S-B1` is `rock`, but the two lie upon each other"
    )
    assert [span.source.name.rpartition("/")[2] for span in (found.span, *(label[0] for label in found.labels))] == [
        "north.yaml", "south.yaml",
    ]  # fmt: skip


@pytest.mark.parametrize("south", ["B1: {ground: sand}", "B2: {ground: rock}"])
def test_two_boards_that_agree_are_fine(bench: Any, south: str) -> None:
    assert not list(check(written(bench, "B5: {ground: sand}", south)).diagnostics)


def test_where_nothing_joins_them_boards_may_differ(bench: Any) -> None:
    cases = CASES.replace("[[north, south]]", "[[north], [south]]")
    assert not list(check(written(bench, "B5: {ground: sand}", "B1: {ground: rock}", cases)).diagnostics)


def test_boards_that_do_not_fit_are_told_by_a_check(bench: Any) -> None:
    (found,) = check(written(bench, "B5: {}", "B1: {}", CASES.replace("south", "souht"))).diagnostics
    assert (found.code, found.span.line) == ("HX312", 2)
