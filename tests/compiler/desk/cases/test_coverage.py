"""Coverage: what the cases of a module show, and the reasons why they do not show the rest, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlaw.compiler.base.diagnostic import Diagnostics
from hexlaw.compiler.desk.cases.changes import changes
from hexlaw.compiler.desk.cases.coverage import Coverage, Run, Share, measure
from hexlaw.compiler.desk.cases.judge import run_case
from hexlaw.compiler.pipeline import Compilation, compile_modules
from hexlaw.compiler.situations.case_files import case_files
from hexlaw.runtime.evaluate.read_set import ReadSet
from hexlaw.runtime.law.law import Configuration


def compiled(spec: str) -> Compilation:
    diagnostics = Diagnostics()
    compilation = compile_modules(spec, diagnostics)
    assert compilation is not None, [d.message for d in diagnostics]
    return compilation


def coverage(spec: Path, chosen: Configuration | None = None, *, only: str = "", whole_chain: bool = False) -> Coverage:
    compilation = compiled(str(spec))
    runs = []
    for file in case_files(compilation, Diagnostics()):
        for case in file.cases:
            if only in case.id:
                seen = ReadSet()
                given = run_case(case, compilation, chosen, seen=seen).answer
                assert given is not None
                runs.append(Run(given.law, seen))
    return measure(compilation, runs, whole_chain=whole_chain)


def gaps(found: Coverage) -> dict[str, tuple[str, str]]:
    return {gap.rule: (gap.how, gap.reason) for gap in found.rules_not_shown}


def add(folder: Path, file: str, text: str) -> None:
    path = folder / file
    path.write_text(path.read_text("utf-8") + text, "utf-8")


def test_rules_that_decide_are_shown(ferry: Path) -> None:
    found = coverage(ferry)
    assert found.rules == Share(4, 11)
    assert not {"fare.plain", "fare.lantern", "fare.no-child", "bar.calm"} & set(gaps(found))


@pytest.mark.parametrize(
    ("rule", "how", "reason"),
    [
        ("fare.crowd", "overridden", "always overridden by `fare.lantern` in 1 case"),
        ("fare.child", "limited", "always limited by `fare.no-child` in 1 case"),
        ("bar.dark", "limited", "always lifted by `bar.calm` in 1 case"),
        ("fare.storm", "never true", "its conditions never held together: `h.water is wild` stopped it in 3 cases"),
        ("toll.gate", "never asked", "`toll` was never asked"),
        ("order.two-boats", "always held", "what it requires was never broken"),
        ("fare.night", "not in force", "in force in no case: the option `night` is off (4 cases)"),
    ],
)
def test_every_gap_has_its_reason(ferry: Path, rule: str, how: str, reason: str) -> None:
    assert gaps(coverage(ferry))[rule] == (how, reason)


def test_what_is_played_is_no_gap_of_the_cases(ferry: Path) -> None:
    """Hooks, rules of tasks, bars of picks that may come up on the way and what bears on these alone; a rule that
    asks what is remembered can be asked itself, and so can a pick that surely follows another."""
    add(
        ferry,
        "01.law",
        "\nchoice side\n  east, west\nevent landed(b: boat)\nmemory b: boat known\n"
        "task caulk(b: boat)\n  stage dry lasts 1\n"
        "action call [RB 6]\n  pick boat(b: boat) does:\n    pick cook(d: boat)\n"
        "    for each boat x where x is lit:\n      pick mate(c: boat)\n"
        "rule note.landing [RB 6.1]\n  after landed\n  begins b known\n"
        "rule note.not-by-night [RB 6.2]\n  limits note.landing\n  when b is lit\n"
        "rule caulk.rest [RB 6.3]\n  pauses caulk\n"
        "rule call.nobody [RB 6.4]\n  forbids call.mate\n  when c is lit\n"
        "fact b: boat is trusted\nrule trusted.known [RB 6.5]\n  when b known\n  b is trusted\n"
        "rule call.first [RB 6.6]\n  forbids call.boat\n  when b is lit\n"
        "rule call.salted [RB 6.7]\n  forbids call.cook\n  when d is lit\n",
    )
    found = coverage(ferry)
    told = gaps(found)
    played = {rule for rule, (how, _) in told.items() if how == "never happens"}
    assert played == {"note.landing", "note.not-by-night", "caulk.rest", "call.nobody"}
    assert {told[rule][1] for rule in played} == {"it is played, not asked, and no case that is played comes upon it"}
    assert told["trusted.known"] == ("never asked", "`trusted` was never asked")
    assert told["call.first"] == ("never asked", "`call.boat` was never tried")
    assert told["call.salted"] == ("never asked", "`call.cook` was never tried")
    assert found.rules == Share(4, 18)
    told_as = "note.landing\n    it is played, not asked, and no case that is played comes upon it\n"
    assert told_as in found.as_text()


def test_an_option_that_is_on_brings_its_rules_to_light(ferry: Path) -> None:
    found = gaps(coverage(ferry, Configuration({"night": True})))
    assert "fare.night" not in found
    # the night's fare stands over it in the three cases that ask for a fare
    assert found["fare.plain"][1].startswith("always overridden by `fare.night` in 3 cases")


def test_a_rule_that_is_not_reached_names_the_cases_in_which_it_is_in_force(ferry: Path) -> None:
    add(ferry, "02.law", "\nfact lamp-oil(b: boat): fee\n\nrule lamp.oil [RB 3.2]\n  lamp-oil(b) is 1\n")
    text = (
        (ferry / "cases/all.cases.yaml")
        .read_text("utf-8")
        .replace("    shows: [RB 1.1]\n", "    shows: [RB 1.1]\n    with: {options: {night: on}}\n")
    )
    (ferry / "cases/all.cases.yaml").write_text(text.replace("expect: 2\n", "expect: 20\n"), "utf-8")
    how, reason = gaps(coverage(ferry))["lamp.oil"]
    assert (how, reason) == ("never asked", "`lamp-oil` was never asked in the 1 case where it is in force")


def test_cells_are_named_by_their_headings(ferry: Path) -> None:
    found = coverage(ferry)
    assert found.cells == Share(2, 6)  # calm and choppy, both unlit; the lantern's fare needs no table
    (table,) = found.cells_not_read
    assert (table.table, table.unread) == ("tariff", ("calm, choppy: yes", "wild: all"))


def test_links_that_never_bore_are_told_of_the_rules_that_are_shown(ferry: Path) -> None:
    found = coverage(ferry)
    # bore: lantern over plain and crowd, crowd over plain, no-child limits child, calm lifts dark
    assert found.links == Share(5, 13)
    (link,) = found.links_that_never_bore
    assert (link.rule, link.how, link.target) == ("fare.lantern", "over", "fare.storm")
    assert link.reason == "the conditions of `fare.storm` never held"


def test_what_a_pick_leads_to_is_looked_at_as_well(ferry: Path) -> None:
    """The requirement is broken only in the position that the pick leads to."""
    add(
        ferry,
        "cases/all.cases.yaml",
        "  - {id: cross.full, shows: [RB 2.3], map: strait, ask: 'may cross.shore(tub, A-1)',\n"
        "     pieces: {tub: {kind: boat, at: A-2}, one: {kind: boat, at: A-1}, two: {kind: boat, at: A-1}},\n"
        "     expect: {refused-by: order.two-boats}}\n",
    )
    assert "order.two-boats" not in gaps(coverage(ferry))


def test_a_step_that_is_switched_off_shows_its_link(ferry: Path) -> None:
    add(
        ferry,
        "01.law",
        "\nquantity pull(b: boat): fee\n  starts with 4\n  steps wind, tide\n"
        "\nrule pull.wind [RB 4.1]\n  at step pull.wind\n  adds 1\n"
        "\nrule pull.tide [RB 4.2]\n  at step pull.tide\n  adds 2\n"
        "\nrule pull.lee [RB 4.3]\n  limits step pull.wind\n",
    )
    add(
        ferry,
        "cases/all.cases.yaml",
        "  - {id: pull.lee, shows: [RB 4.3], map: strait, pieces: {tub: {kind: boat, at: A-1}},\n"
        "     ask: pull(tub), expect: 6}\n",
    )
    found = coverage(ferry)
    assert not {"pull.tide", "pull.lee"} & set(gaps(found))
    assert found.links == Share(6, 14)
    assert gaps(found)["pull.wind"] == (
        "limited",
        "the step `pull.wind` was always switched off by `pull.lee` in 1 case",
    )


def test_a_module_counts_what_it_says_itself(ferry: Path) -> None:
    top = ferry.parent / "harbour"
    top.mkdir()
    (top / "module.yaml").write_text(
        "module: harbour\ntitle: The Harbour\nversion: 1.0.0\nextends: ferry\nspeaks-for: []\n", "utf-8"
    )
    (top / "01.law").write_text(
        'chapter [RB 9] "More"\n\nrule fare.free [RB 9.1]\n  over fare.plain\n  when b.crew = 0\n  fare(b, h) is 0\n',
        "utf-8",
    )
    assert coverage(top).rules == Share(0, 1)
    assert coverage(top).cells == Share(0, 0)
    assert coverage(top, whole_chain=True).rules == Share(4, 12)


ADVICE = """advice [HA 1] "What the ferrymen are after"

fact pull(b: boat): fee
  otherwise 0

table prize(h: water): fee

rule pull.lit
  when b is lit
  pull(b) is 1

rule pull.wild
  over pull.lit
  when b.hex is not none
  pull(b) is prize(b.hex.water)
"""
PRIZES = "table: prize\ntitle: Prizes\ncite: [HA 1]\nrows:\n  calm: 1\n  choppy: 2\n  wild: 3\n"


def test_advice_is_not_counted_as_law(ferry: Path) -> None:
    """Neither its rules, cells and links nor what advice changes of that below."""
    before = coverage(ferry)
    manifest = (ferry / "module.yaml").read_text("utf-8")
    own = 'sources: {HA: {title: "House advice", advice: yes}, '
    (ferry / "module.yaml").write_text(manifest.replace("sources: {", own), "utf-8")
    (ferry / "03.law").write_text(ADVICE, "utf-8")
    (ferry / "tables/prize.yaml").write_text(PRIZES, "utf-8")
    assert coverage(ferry) == before
    top = ferry.parent / "harbour"
    top.mkdir()
    (top / "module.yaml").write_text(
        "module: harbour\ntitle: The Harbour\nversion: 1.0.0\nextends: ferry\nspeaks-for: []\n", "utf-8"
    )
    (top / "01.law").write_text('advice [HA 2] "Less"\n\ndrop pull.wild\n', "utf-8")
    law = compiled(str(top))
    (dropped,) = changes(law)
    assert dropped.what == "the drop of pull.wild"
    assert measure(law, [], changes=[(dropped, False)]).changes == Share(0, 0)


def test_without_cases_nothing_is_shown(ferry: Path) -> None:
    found = coverage(ferry, only="no such case")
    assert found.rules == Share(0, 11)
    assert {reason for _, reason in gaps(found).values()} == {"there are no cases"}


def test_the_text_names_place_and_reason(ferry: Path) -> None:
    text = coverage(ferry).as_text()
    assert text.startswith("ferry: 4 cases show 4 of 11 rules, 2 of 6 cells, 5 of 13 links\n")
    assert "01.law:29:1: fare.crowd\n    always overridden by `fare.lantern` in 1 case\n" in text
    assert "tariff: 4 of 6\n    calm, choppy: yes\n    wild: all\n" in text


def test_nothing_is_noted_where_nobody_asks(ferry: Path) -> None:
    """The recorder changes no answer, and an answer without one is the same."""
    compilation = compiled(str(ferry))
    for file in case_files(compilation, Diagnostics()):
        for case in file.cases:
            one, other = run_case(case, compilation), run_case(case, compilation, seen=ReadSet())
            assert one.passed
            assert one.answer is not None
            assert other.answer is not None
            assert one.answer.key == other.answer.key
