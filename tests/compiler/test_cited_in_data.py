"""Sources that nobody declared are told where they are written: in charts and cases as in law."""

from __future__ import annotations

from typing import Any

import pytest

LAW = "table dues(n: whole): fathoms [1]\nfact due(n: whole): fathoms\nrule d [1]\n  due(n) is dues(n)\n"
TABLE = "table: dues\ncite: [H 1]\nrows: {1-2: 1}\n"


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("tables/dues.yaml", TABLE.replace("H 1", "QQ 1"), "tables/dues.yaml:2:8"),
        ("units/u.csv", "id,name,kind,source\ncutter,Cutter,boat,QQ 4\n", "units/u.csv:2:20"),
        (
            "cases/a.cases.yaml",
            "cases:\n  - {id: a, shows: [QQ 7], ask: due(1), expect: 1}\n",
            "cases/a.cases.yaml:2:21",
        ),
    ],
)
def test_an_unknown_source_is_told_at_its_place(bench: Any, name: str, text: str, place: str) -> None:
    found = bench.findings(bench.write(LAW, files={"tables/dues.yaml": TABLE, name: text}))
    assert [(d.code, d.message) for d in found] == [("HX221", "`QQ` is not the key of a source")]
    assert str(found[0].span).endswith(place)


def test_known_sources_and_numbers_of_entries_are_none(bench: Any) -> None:
    units = "id,name,kind,source\ncutter,Cutter,boat,H 4\nsloop,Sloop,boat,Q-001\nraft,Raft,boat,the cover\n"
    assert not bench.findings(bench.write(LAW, files={"tables/dues.yaml": TABLE, "units/u.csv": units}))
