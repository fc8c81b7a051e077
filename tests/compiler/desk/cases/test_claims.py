"""Claims: read from their file, held against cases and rulings, and accounted for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics
from hexlaw.compiler.base.source import Source
from hexlaw.compiler.checking.check_modules import check
from hexlaw.compiler.cli import main
from hexlaw.compiler.data.claim_list import read_claims

LAW = """fact b: boat is slow
rule slow.all [1, Q-001]
  b is slow
ruling Q-001 [Q 1]
  asks "Is it slow?"
  answers yes
  confirms slow.all
  shown by slow.one
"""
CLAIMS = """id,topic,needs,claim,open
Q-001a,speed,position,Boats are slow.,
Q-001b,speed,position,"They are *slow*, all of them.",nobody has measured it
Q-002,speed,none,It was asked by a child.,
Q-003,storms,play,In a storm they sink.,
"""
CASES = """cases:
  - {id: slow.one, shows: [Q-001a, H 1], ask: 1 + 1, expect: 2}
  - {id: slow.two, shows: [Q-001a], ask: 1 + 1, expect: 2}
"""


@pytest.fixture
def port(bench: Any) -> Path:
    folder: Path = bench.write(LAW, name="port", files={"claims.csv": CLAIMS, "cases/a.cases.yaml": CASES})
    return folder


def read(text: str) -> tuple[list[str], list[Diagnostic]]:
    found = Diagnostics()
    return [claim.id for claim in read_claims(Source("claims.csv", text), found)], list(found)


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("id,topic,needs,claim\nQ-1,a,none,b\nQ-1,a,none,c\n", "3:1", "the claim `Q-1` is given twice"),
        ("id,topic,needs,claim,opne\n", "1:22", "claims have no column `opne`"),
        ("id,topic,needs\n", "1:1", "the column `claim` is missing"),
        ("id,topic,needs,claim,id\n", "1:1", "the column `id` stands twice"),
        ("id,topic,needs,claim\nQ-1x2,a,none,b\n", "2:1", "`Q-1x2` is not the id of a claim"),
        ("id,topic,needs,claim\nQ,a,none,b\n", "2:1", "`Q` is not the id of a claim"),
        ("id,topic,needs,claim\nQ-1,a,luck,b\n", "2:7", "`luck` is nothing that a claim needs"),
        ("id,topic,needs,claim\nQ-1,a,none\n", "2:1", "this claim has no claim"),
        ("id,topic,needs,claim\nQ-1,,none,b\n", "2:1", "this claim has no topic"),
        ("id,topic,needs,claim\nQ-1,a,none,b,c\n", "2:1", "this row has 5 fields for 4 columns"),
    ],
)
def test_a_list_that_cannot_be_read(text: str, place: str, says: str) -> None:
    _, found = read(text)
    assert [(d.code, str(d.span), d.message) for d in found][:1] == [("HX325", f"claims.csv:{place}", says)]


def test_one_mistake_costs_one_claim() -> None:
    ids, found = read("id,topic,needs,claim\nQ-1,a,none,b\nQ-2,a,luck,b\nAB-C-003z,a,play,b\n")
    assert (ids, len(found)) == (["Q-1", "AB-C-003z"], 1)


def test_what_cases_show_and_rulings_answer_is_listed(port: Path) -> None:
    assert list(check(str(port)).diagnostics) == []


def found_in(port: Path) -> list[tuple[str, str, str | None]]:
    return [(d.code, d.message, d.help) for d in check(str(port)).diagnostics]


def test_a_case_that_shows_no_claim(port: Path) -> None:
    (port / "cases" / "a.cases.yaml").write_text(CASES.replace("[Q-001a]", "[Q-003a]"))
    assert found_in(port) == [("HX326", "`Q-003a` is not a claim of its source", "did you mean `Q-003` or `Q-001a`?")]


def test_a_case_that_does_not_say_which_part(port: Path) -> None:
    (port / "cases" / "a.cases.yaml").write_text(CASES.replace("[Q-001a]", "[Q-001]"))
    help = "say which part of it: `Q-001a`, `Q-001b`"
    assert found_in(port) == [("HX326", "`Q-001` is not a claim of its source", help)]


def test_a_ruling_of_no_entry(port: Path) -> None:
    law = port / "10-law.law"
    law.write_text(law.read_text().replace("ruling Q-001", "ruling Q-009").replace("  confirms slow.all\n", ""))
    assert ("HX326", "the ruling Q-009 is not an entry of its source", "did you mean `Q-003` or `Q-002`?") in found_in(
        port
    )


def test_a_ruling_of_a_source_that_is_none(port: Path) -> None:
    law = port / "10-law.law"
    law.write_text(law.read_text().replace("ruling Q-001", "ruling QQ-001").replace("  confirms slow.all\n", ""))
    told = ("HX326", "the ruling QQ-001 is not an entry of any source", "did you mean `Q-001` or `Q-003`?")
    assert told in found_in(port)


def test_a_ruling_with_a_number_of_its_own_is_left_in_peace(port: Path) -> None:
    law = port / "10-law.law"
    law.write_text(law.read_text().replace("ruling Q-001", "ruling HOUSE-17").replace("  confirms slow.all\n", ""))
    assert "HX326" not in [code for code, _, _ in found_in(port)]


def test_sources_without_claims_are_left_in_peace(port: Path) -> None:
    (port / "claims.csv").write_text("id,topic,needs,claim\nH-001,a,none,b\n")
    assert found_in(port) == []


def test_a_base_lists_its_claims_for_what_extends_it(bench: Any, port: Path) -> None:
    variant = bench.variant(port, "", name="harder")
    (variant / "cases").mkdir()
    (variant / "cases" / "b.cases.yaml").write_text("cases:\n  - {id: c, shows: [Q-003], ask: 1 + 1, expect: 2}\n")
    assert found_in(variant) == []
    (variant / "claims.csv").write_text("id,topic,needs,claim\nQ-004,a,none,b\n")
    assert found_in(variant) == []
    (variant / "cases" / "b.cases.yaml").write_text("cases:\n  - {id: c, shows: [Q-005], ask: 1 + 1, expect: 2}\n")
    assert [code for code, _, _ in found_in(variant)] == ["HX326"]


def test_the_page(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", str(port)]) == 0
    page = capsys.readouterr().out
    assert "| [port](#port) | 4 | 1 | 1 | 1 | 1 |\n" in page
    assert "| speed | 3 | 1 | 1 | 0 | 1 |\n| storms | 1 | 0 | 0 | 1 | 0 |\n| all | 4 | 1 | 1 | 1 | 1 |\n" in page
    assert [line for line in page.split("\n") if line.startswith("- ")] == [
        "- **Q-001a** Boats are slow. `slow.one`, `slow.two`",
        "- **Q-001b** They are \\*slow\\*, all of them. *open*: nobody has measured it",
        "- **Q-002** It was asked by a child. *provenance*",
        "- **Q-003** In a storm they sink. *open by play*",
    ]


def test_the_account_as_json(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", str(port), "--json"]) == 0
    (module,) = json.loads(capsys.readouterr().out)["modules"]
    assert module["module"] == "port"
    assert [(c["id"], c["state"], c["cases"]) for c in module["claims"]] == [
        ("Q-001a", "shown", ["slow.one", "slow.two"]), ("Q-001b", "open", []), ("Q-002", "provenance", []),
        ("Q-003", "open by play", []),
    ]  # fmt: skip


def test_weak_claims_are_told(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    law = port / "10-law.law"
    law.write_text(law.read_text().replace("[1, Q-001]", "[1, Q-001b]"))
    cases = CASES.replace("slow.two, shows: [Q-001a]", "slow.two, shows: [Q-001b]")
    (port / "cases" / "a.cases.yaml").write_text(cases)
    assert main(["claims", str(port), "--weak"]) == 1
    assert [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()[:-1]] == [
        "Q-001a: no rule cites it, and none of its own cases plays it",
        "Q-001b: its own cases pass without the rule slow.all",
    ]
    assert main(["claims", str(port), "--weak", "--json"]) == 1
    _, told = json.loads(capsys.readouterr().out)["weak"]
    assert (told["id"], told["passes"]) == ("Q-001b", ["without the rule slow.all"])
    asked = "pieces: {a: {kind: boat}}, ask: a is slow, expect: yes"
    (port / "cases" / "a.cases.yaml").write_text(cases.replace("ask: 1 + 1, expect: 2", asked))
    assert main(["claims", str(port), "--weak"]) == 0
    assert capsys.readouterr().out == "0 weak claims, 0 of them without a rule\n"


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ([], "the claims of which module?"),
        (["nowhere"], "there is no module `nowhere`"),
        (["tutorial"], "no module has a file `claims.csv`"),
    ],
)
def test_wrong_use_ends_with_2(argv: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", *argv]) == 2
    assert says in capsys.readouterr().err


def test_a_list_that_cannot_be_read_is_told(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (port / "claims.csv").write_text("id\n")
    assert main(["claims", str(port)]) == 2
    assert "HX325" in capsys.readouterr().err
