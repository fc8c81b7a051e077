"""Knock-out: what no case misses is told, what one misses is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.cases.coverage import Share, measure
from hexlaw.compiler.desk.cases.knockout import changes_missed, knock_out, weak_claims
from hexlaw.compiler.situations.case_files import case_files
from hexlaw.runtime.law.law import Configuration

FACT = "fact toll(u: boat): fathoms\n  otherwise 0\n"


def rule(name: str, value: int, *lines: str) -> str:
    return "\n".join([f"rule {name} [1]", *(f"  {x}" for x in lines), f"  toll(u) is {value}"]) + "\n"


def case(id_: str, expect: int, attributes: str = "", **with_: str) -> str:
    return f"  - {{id: {id_}, pieces: {{a: {{kind: boat{attributes}}}}}, ask: toll(a), expect: {expect}}}\n"


def gaps(bench: Any, folder: Path) -> list[str]:
    law = bench.compiled(folder)
    return [g.split(": ", 1)[1] for g in knock_out(law, case_files(law, Diagnostics()), Configuration())]


def written(bench: Any, law: str, *cases: str, **how: Any) -> Path:
    folder: Path = bench.write(law, files={"cases/a.cases.yaml": "cases:\n" + "".join(cases)} if cases else {}, **how)
    return folder


LAW = (
    FACT
    + rule("t.a", 1)
    + rule("t.lit", 2, "over t.a", "when u is lit")
    + "rule t.off [1]\n  limits t.lit\n  when u is moored\n"
)
ALL = [case("one", 1), case("two", 2, ", lit: yes"), case("three", 1, ", lit: yes, moored: yes")]


def test_nothing_is_told_where_every_rule_is_missed(bench: Any) -> None:
    assert gaps(bench, written(bench, LAW, *ALL)) == []


LANDING = """choice side
  east, west
event landed(u: boat)
memory u: boat known
rule k.on [1]
  after landed
  begins u known
action land [1]
  pick lander(u: boat) does:
    mark u as lit
    if u is moored:
      announce landed(u)
"""


def landing(name: str, ask: str, attributes: str = "") -> str:
    piece = f"{{a: {{kind: boat{attributes}}}}}"
    return f"  - {{id: {name}, acting: east, pieces: {piece}, play: [land.lander: a], ask: {ask}, expect: yes}}\n"


def test_what_is_played_has_to_happen_and_to_be_missed(bench: Any) -> None:
    law = LAW + LANDING
    never = ["the rule k.on never happens in a case that is played"]
    assert gaps(bench, written(bench, law, *ALL)) == never
    assert gaps(bench, written(bench, law, *ALL, landing("afloat", "a is lit"))) == never
    blind = landing("blind", "a is lit", ", moored: yes")
    assert gaps(bench, written(bench, law, *ALL, blind)) == ["no case misses the rule k.on"]
    assert gaps(bench, written(bench, law, *ALL, blind, landing("known", "a known", ", moored: yes"))) == []


def test_a_limit_without_its_case(bench: Any) -> None:
    assert gaps(bench, written(bench, LAW, *ALL[:2])) == ["no case misses the rule t.off"]


def test_a_failing_case_shows_nothing(bench: Any) -> None:
    found = gaps(bench, written(bench, LAW, *ALL[:2], case("three", 9, ", lit: yes, moored: yes")))
    assert found == ["no case misses the rule t.off"]


def test_without_cases_every_rule_is_told(bench: Any) -> None:
    assert len(gaps(bench, written(bench, LAW))) == 3


RULING = 'ruling Q-001 [Q 1]\n  asks "Lit?"\n  answers yes\n  confirms t.lit\n  shown by {shown}\n'


def test_a_ruling_is_missed_by_its_own_case_and_no_other(bench: Any) -> None:
    assert gaps(bench, written(bench, LAW + RULING.format(shown="two"), *ALL)) == []
    assert gaps(bench, written(bench, LAW + RULING.format(shown="one"), *ALL)) == [
        "none of its cases misses the ruling Q-001"
    ]


def test_a_ruling_that_brings_a_rule_takes_it_along(bench: Any) -> None:
    law = FACT + rule("t.a", 1) + rule("t.b", 3, "over t.a", "by ruling Q-001", "when u is lit")
    law += 'ruling Q-001 [Q 1]\n  asks "x"\n  shown by two\n'
    assert gaps(bench, written(bench, law, case("one", 1), case("two", 3, ", lit: yes"))) == []


CONTRARY = (
    rule("t.contrary", 9, "over t.a", "against ruling Q-001", "when u.crew = {crew}")
    + 'ruling Q-001 [Q 1]\n  asks "x"\n  answers no\n  shown by one\n'
)


def test_where_there_is_no_rule_the_contrary_one_is_put_in_force(bench: Any) -> None:
    assert gaps(bench, written(bench, FACT + rule("t.a", 1) + CONTRARY.format(crew=0), case("one", 1))) == []
    missed = gaps(bench, written(bench, FACT + rule("t.a", 1) + CONTRARY.format(crew=5), case("one", 1)))
    assert missed == ["none of the cases of Q-001 fails under the contrary rule t.contrary"]


def test_a_contrary_rule_is_put_in_force_by_itself(bench: Any) -> None:
    """The case fails without the rule that the ruling confirms; that says nothing about the contrary one."""
    law = LAW + CONTRARY.replace("shown by one", "confirms t.lit\n  shown by two")
    assert gaps(bench, written(bench, law.format(crew=0), *ALL)) == []
    missed = gaps(bench, written(bench, law.format(crew=5), *ALL))
    assert missed == ["none of the cases of Q-001 fails under the contrary rule t.contrary"]


def test_what_a_ruling_confirms_is_taken_away_by_itself(bench: Any) -> None:
    """The case fails under the contrary rule; that says nothing about the rule that is confirmed."""
    law = LAW + CONTRARY.replace("shown by one", "confirms t.off\n  shown by one").format(crew=0)
    assert gaps(bench, written(bench, law, *ALL)) == ["none of its cases misses the ruling Q-001"]


def test_a_base_is_tried_with_its_own_cases(bench: Any) -> None:
    base = bench.write(LAW, name="base")
    new = bench.variant(base, rule("t.b", 5, "over t.lit", "when u is lit and u is moored"), name="new")
    (new / "cases").mkdir()
    (new / "cases" / "a.cases.yaml").write_text("cases:\n" + case("mine", 5, ", lit: yes, moored: yes"))
    assert gaps(bench, new) in ([], ["no case misses the rule t.b"])


def test_a_cell_under_yes_or_no_is_named_as_in_the_chart(bench: Any) -> None:
    law = FACT + "table dues(lit: yes/no): fathoms [1]\nrule d [1]\n  toll(u) is dues(u is lit)\n"
    base = bench.write(
        law, name="port", files={"tables/dues.yaml": "table: dues\ncite: [H 1]\nrows: {yes: 1, no: 2}\n"}
    )
    changed = {
        "tables/dues.yaml": "table: dues\ncite: [H 2]\nrows: {yes: 3, no: 4}\n",
        "cases/a.cases.yaml": "cases: []\n",
    }
    variant = bench.variant(base, "", name="winter")
    for inner, text in changed.items():
        (variant / inner).parent.mkdir(exist_ok=True)
        (variant / inner).write_text(text, "utf-8")
    assert gaps(bench, variant) == ["no case misses the cell yes of dues", "no case misses the cell no of dues"]


def test_what_a_variant_changes_is_taken_back_as_well(bench: Any) -> None:
    law = (
        LAW
        + 'dispute which [1]\n  reading one "one"\n  reading two "two"\n  default one because "it is first"\n'
        + rule("t.two", 5, "under which: two", "over t.a", "when u is not lit")
        + "table dues(n: whole): fathoms [1]\nfact due(u: boat): fathoms\nrule d [1]\n  due(u) is dues(u.crew)\n"
    )
    files = {"tables/dues.yaml": "table: dues\ncite: [H 1]\nrows: {1-2: 1, 3-4: 2}\n"}
    files["boards/cove.yaml"] = (
        "board: cove\ncite: [H map]\n"
        'grid: {orientation: pointy, lines: [A], lengths: [3], shifted: second, name: "{line}-{number}"}\n'
    )
    files |= {"units/u.csv": "id,name,kind,source,crew\ncutter,Cutter,boat,H 1,3\nsloop,Sloop,boat,H 1,2\n"}
    base = bench.write(law, name="port", files=files)
    variant = bench.variant(base, "drop t.off [H 2]\nsettle which: two [H 2]\n", name="winter")
    for inner, text in {
        "tables/dues.yaml": "table: dues\ncite: [H 2]\nrows: {3-4: 3}\n",
        "units/u.csv": "id,source,crew\nsloop,H 2,4\n",
        "boards/cove.yaml": "board: cove\ncite: [H 2]\nhexes: {A-2: {shoal: yes}}\n",
        "cases/a.cases.yaml": "cases: []\n",
    }.items():
        (variant / inner).parent.mkdir(exist_ok=True)
        (variant / inner).write_text(text, "utf-8")
    assert gaps(bench, variant) == [
        "no case misses the drop of t.off", "no case misses that which is settled",
        "no case misses the cell 3-4 of dues", "no case misses the crew of sloop",
        "no case misses what it changes of the board cove",
    ]  # fmt: skip
    shown = (
        "cases:\n"
        "  - {id: a, pieces: {a: {kind: boat, lit: yes, moored: yes}}, ask: toll(a), expect: 2}\n"
        "  - {id: b, pieces: {a: {kind: boat}}, ask: toll(a), expect: 5}\n"
        "  - {id: c, pieces: {a: {type: cutter}}, ask: due(a), expect: 3}\n"
        "  - {id: d, pieces: {a: {type: sloop}}, ask: a.crew, expect: 4}\n"
        "  - {id: e, board: cove, ask: A-2 is shoal, expect: yes}\n"
    )
    (variant / "cases" / "a.cases.yaml").write_text(shown, "utf-8")
    assert gaps(bench, variant) == []
    compiled = bench.compiled(variant)
    cases = [case for file in case_files(compiled, Diagnostics()) for case in file.cases]
    found = measure(compiled, [], changes=changes_missed(compiled, cases[:4], Configuration()))
    assert found.changes == Share(4, 5)
    assert [gap.what for gap in found.changes_not_missed] == ["what it changes of the board cove"]


# ---- weak claims

SLOW = """fact toll(u: boat): fathoms
  otherwise 0
rule t.lit [1, Q-001a]
  when u is lit
  toll(u) is 2
rule t.moored [1, Q-001a, Q-002]
  over t.lit
  when u is moored
  toll(u) is 3
ruling Q-003 [Q 3]
  asks "Does a crew pay?"
  answers no
  shown by crewed
rule t.crewed [Q-003a]
  against ruling Q-003
  when u.crew > 0
  toll(u) is 9
ruling Q-004 [Q 4]
  asks "Are lit boats charged two?"
  answers yes
  confirms t.lit
  shown by lit
"""
IDS = ["Q-001a", "Q-001b", "Q-002", "Q-003a", "Q-004", "Q-005"]
CLAIMED = "id,topic,needs,claim\n" + "".join(f"{id_},toll,position,Boats pay.\n" for id_ in IDS)


def showing(id_: str, shows: str, expect: int, attributes: str = "") -> str:
    return case(id_, expect, attributes).replace("pieces", f"shows: [{shows}], pieces")


def weak(bench: Any, *folders: Path) -> list[str]:
    laws = [bench.compiled(folder) for folder in folders]
    tested = [(law, [case for file in case_files(law, Diagnostics()) for case in file.cases]) for law in laws]
    return [str(found).split(": ", 1)[1] for found in weak_claims(tested, Configuration())]


def claiming(bench: Any, *cases: str, name: str = "port") -> Path:
    folder = written(bench, SLOW, case("lit", 2, ", lit: yes"), case("crewed", 0, ", crew: 4"), *cases, name=name)
    (folder / "claims.csv").write_text(CLAIMED, "utf-8")
    return folder


def test_a_claim_whose_rules_are_all_missed_is_not_weak(bench: Any) -> None:
    moored = showing("both", "Q-001a, Q-002", 3, ", lit: yes, moored: yes")
    assert weak(bench, claiming(bench, showing("shines", "Q-001a", 2, ", lit: yes"), moored)) == []


def test_a_claim_that_would_be_shown_without_its_rules_is_weak(bench: Any) -> None:
    found = weak(bench, claiming(bench, showing("dark", "Q-001a, Q-002", 0)))
    assert found == [
        "Q-001a: its own cases pass without the rule t.lit, without the rule t.moored, and without all of them",
        "Q-002: its own cases pass without the rule t.moored",
    ]


def test_each_rule_of_a_claim_has_to_be_missed_by_its_own_cases(bench: Any) -> None:
    other = showing("both", "Q-002", 3, ", lit: yes, moored: yes")
    found = weak(bench, claiming(bench, showing("shines", "Q-001a", 2, ", lit: yes"), other))
    assert found == ["Q-001a: its own cases pass without the rule t.moored"]


def test_that_there_is_no_rule_is_tried_by_the_contrary_one(bench: Any) -> None:
    assert weak(bench, claiming(bench, showing("with-crew", "Q-003a", 0, ", crew: 4"))) == []
    found = weak(bench, claiming(bench, showing("empty", "Q-003a", 0)))
    assert found == ["Q-003a: its own cases pass under the contrary rule t.crewed"]


def test_what_only_a_ruling_confirms_is_tried(bench: Any) -> None:
    assert weak(bench, claiming(bench, showing("shines", "Q-004", 2, ", lit: yes"))) == []
    assert weak(bench, claiming(bench, showing("dark", "Q-004", 0))) == [
        "Q-004: its own cases pass without the rule t.lit"
    ]


def test_a_claim_that_no_rule_cites_is_told_apart(bench: Any) -> None:
    nothing = "no rule cites it, and none of its own cases plays it"
    assert weak(bench, claiming(bench, showing("free", "Q-001b, Q-005", 0))) == [
        f"Q-001b: {nothing}",
        f"Q-005: {nothing}",
    ]
    part = claiming(bench, showing("part", "Q-004", 2, ", lit: yes"))
    (part / "claims.csv").write_text(CLAIMED.replace("Q-004", "Q-004b"), "utf-8")
    cases = part / "cases" / "a.cases.yaml"
    cases.write_text(cases.read_text("utf-8").replace("Q-004", "Q-004b"), "utf-8")
    assert weak(bench, part) == []  # the ruling of the whole entry confirms a rule that is missed


def test_a_claim_without_a_rule_is_played_or_a_figure(bench: Any) -> None:
    folder = claiming(bench, showing("free", "Q-001b, Q-005", 0))
    (folder / "claims.csv").write_text(CLAIMED.replace("Q-005,toll,position", "Q-005,toll,figure"), "utf-8")
    assert [line.partition(":")[0] for line in weak(bench, folder)] == ["Q-001b"]
    played = landing("lands", "a known", ", moored: yes").replace("acting", "shows: [Q-001b], acting")
    folder = written(bench, LAW + LANDING, *ALL, played, name="plays")
    (folder / "claims.csv").write_text(CLAIMED, "utf-8")
    assert weak(bench, folder) == []


def test_claims_shown_in_an_add_on_count_there(bench: Any) -> None:
    base = claiming(bench, showing("dark", "Q-002", 0))
    variant = bench.variant(base, "", name="harder")
    assert len(weak(bench, base)) == 1
    (variant / "cases").mkdir()
    moored = "cases:\n" + showing("moored", "Q-002", 3, ", moored: yes")
    (variant / "cases" / "b.cases.yaml").write_text(moored, "utf-8")
    assert weak(bench, base, variant) == []
    (variant / "claims.csv").write_text("id,topic,needs,claim\nQ-006,toll,position,They pay more.\n", "utf-8")
    assert weak(bench, variant) == []  # the claims of the base are not its own


def test_a_claim_shown_by_play(bench: Any) -> None:
    cited = LANDING.replace("rule k.on [1]", "rule k.on [Q-005]")
    for asked, expected in (("a known", []), ("a is lit", ["Q-005: its own cases pass without the rule k.on"])):
        played_case = landing("lands", asked, ", moored: yes").replace("acting", "shows: [Q-005], acting")
        folder = written(bench, LAW + cited, *ALL, played_case, name="known" if not expected else "lit")
        (folder / "claims.csv").write_text(CLAIMED, "utf-8")
        assert weak(bench, folder) == expected
