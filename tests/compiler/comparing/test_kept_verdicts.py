"""Verdicts that are kept count as long as what their case looked at is the same, and cost nothing but asking again."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from hexlaw.compiler.cache import digest
from hexlaw.compiler.comparing.kept_verdicts import MOST_OF_A_CASE, KeptVerdicts
from hexlaw.compiler.comparing.looked_at import LAW, REST, Known, Looked, places_of

PRINTS = {LAW: "1", REST: "1", "fact:cover": "1", "rule:a": "1"}
CASE = "may the ram go"
CASES = {digest(CASE): CASE}
LEGAL = Known("legal", (), 3, Looked.of((REST, "fact:cover"), places_of(PRINTS)))


def kept(path: Path | None = None, version: str = "1") -> KeptVerdicts:
    found = KeptVerdicts(path, version)
    found.add(PRINTS, {CASE: LEGAL})
    return found


def test_a_verdict_holds_while_what_was_looked_at_is_the_same() -> None:
    verdicts = kept()
    assert verdicts.find(PRINTS, CASES) == {CASE: LEGAL}
    assert verdicts.find({**PRINTS, "rule:a": "2", LAW: "2"}, CASES) == {CASE: LEGAL}
    assert verdicts.find({**PRINTS, "fact:cover": "2"}, CASES) == {}
    assert verdicts.find({**PRINTS, REST: "2"}, CASES) == {}


def test_a_case_that_is_written_otherwise_is_another() -> None:
    assert kept().find(PRINTS, {digest("may the ewe go"): "may the ewe go"}) == {}


def test_what_has_no_print_holds_under_the_very_same_law_alone() -> None:
    verdicts = KeptVerdicts(None, "1")
    verdicts.add(PRINTS, {CASE: Known("legal", (), 3, Looked.of((REST, "pick:go.done"), places_of(PRINTS)))})
    assert verdicts.find(PRINTS, CASES)
    assert verdicts.find({**PRINTS, "rule:a": "2", LAW: "2"}, CASES) == {}


def test_verdicts_are_there_for_the_next_process_and_not_for_another_version(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "verdicts.sqlite"
    kept(path).close()
    assert KeptVerdicts(path, "1").find(PRINTS, CASES) == {CASE: LEGAL}
    assert KeptVerdicts(path, "2").find(PRINTS, CASES) == {}


def test_of_a_case_the_newest_few_are_kept(tmp_path: Path) -> None:
    verdicts = KeptVerdicts(None, "1")
    laws = [{**PRINTS, "fact:cover": str(number)} for number in range(MOST_OF_A_CASE + 2)]
    for prints in laws:
        verdicts.add(prints, {CASE: LEGAL})
    found = [bool(verdicts.find(prints, CASES)) for prints in laws]
    assert found == [False] * 2 + [True] * MOST_OF_A_CASE


def test_a_file_that_cannot_be_used_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.sqlite"
    path.write_text("no such file " * 100)
    verdicts = kept(path)
    assert verdicts.find(PRINTS, CASES) == {CASE: LEGAL}
    assert path.read_text().startswith("no such file")


def test_what_it_took_and_looked_at_is_known_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.sqlite"
    kept(path).close()
    found = KeptVerdicts(path, "1").find({**PRINTS, "rule:a": "2", LAW: "2"}, CASES)[CASE]
    assert found.cost == 3
    assert found.looked is not None
    assert found.looked.at(["rule:a", "fact:cover"])
    assert not found.looked.at(["rule:a", "fact:wind"])


@pytest.mark.parametrize(
    "change",
    [
        'UPDATE verdicts SET known = \'["refused", [], "0", 3]\'',
        "UPDATE verdicts SET known = replace(CAST(known AS TEXT), 'legal', 'holds')",
        "UPDATE verdicts SET known = x'ff00'",
        "UPDATE verdicts SET known = substr(known, 1, length(known) - 1)",
        "UPDATE verdicts SET known = 5",
        "UPDATE laws SET prints = '[]'",
        "UPDATE laws SET prints = x'00'",
        "ALTER TABLE verdicts RENAME COLUMN known TO guessed",
        "DROP TABLE laws",
    ],
)
def test_a_verdict_that_was_not_written_here_is_asked_again(tmp_path: Path, change: str) -> None:
    path = tmp_path / "verdicts.sqlite"
    kept(path).close()
    with sqlite3.connect(path) as file:
        file.execute(change)
    verdicts = KeptVerdicts(path, "1")
    assert verdicts.find(PRINTS, CASES) == {}
    verdicts.add(PRINTS, {CASE: LEGAL})
    assert "TABLE" in change or verdicts.find(PRINTS, CASES) == {CASE: LEGAL}


def test_a_verdict_of_another_law_or_case_is_not_taken_for_its_own(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.sqlite"
    verdicts = kept(path)
    other = {**PRINTS, "fact:cover": "2"}
    verdicts.add(other, {CASE: Known("refused", (), 3, LEGAL.looked), "may the ewe go": LEGAL})
    verdicts.close()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE verdicts SET known = (SELECT known FROM verdicts WHERE law = 1) WHERE law = 2")
    assert KeptVerdicts(path, "1").find(other, CASES) == {}
