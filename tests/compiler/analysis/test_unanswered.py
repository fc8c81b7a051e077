"""Facts without an answer: proved complete, shown in a position in which play asks, or left undecided."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexlaw.compiler.analysis.unanswered import find_unanswered
from hexlaw.compiler.base.diagnostic import Diagnostic, Diagnostics
from hexlaw.compiler.checking.check_modules import check

DUES = "fact dues(u: boat): fathoms\n"
RULE = "rule dues.{} [1]\n  {}\n  dues(u) is {}\n"
SAIL = """action sail [1]
  pick skipper(u: boat){}
  pick step(there: hex) repeatedly from neighbours(u.hex) does:
    {}
rule tired [1]
  forbids sail.step
  when u.spent >= u.range
"""
MOVES = "move u to there"
BAR = "rule bar [1]\n  forbids sail.step\n  when {}\n"
ASKED = SAIL.format("", MOVES) + BAR.format("dues(u) > 1")


def rules(*conditions: str) -> str:
    return "".join(RULE.format(f"r{n}", f"when {when}", n) for n, when in enumerate(conditions))


def looked_at(bench: Any, law: str | Path, **how: Any) -> tuple[str, list[Diagnostic]]:
    """The verdict on `dues`, and what was found."""
    compilation, found = bench.compiled(law, **how), Diagnostics()
    verdicts = find_unanswered(compilation.graph, compilation.names, found)
    (verdict,) = (verdict for verdict, facts in verdicts.items() if "dues" in facts)
    assert {d.code for d in found} == ({"HX480"} if verdict == "hole" else set())
    return verdict, list(found)


@pytest.mark.parametrize(
    ("conditions", "verdict"),
    [
        (["u is lit", "u is not lit"], "complete"),
        (["u is lit", "u is moored"], "hole"),
        (["u is lit", "u is moored", "u is not lit and u is not moored"], "complete"),
        (["u.paint is red", "u.paint is blue"], "complete"),
        (["u.paint is red"], "hole"),
        (["u.mood <= drowsy", "u.mood > drowsy"], "complete"),
        (["u.mood < drowsy", "u.mood > drowsy"], "hole"),
        (["u.mood is asleep", "u.mood is drowsy", "u.mood is awake", "u.mood is wild"], "complete"),
        (["u is a ferry", "u is not a ferry"], "complete"),
        (["u is a ferry"], "hole"),
        (["u.crew < 2", "u.crew >= 2"], "complete"),
        (["u.crew < 2", "u.crew > 2"], "hole"),
        (["u.crew < 3", "u.crew > 1"], "complete"),
        (["u.friend is none", "u.friend is not none"], "complete"),
        (["u.friend is not none"], "hole"),
    ],
)
def test_the_conditions_of_the_rules_are_exhaustive_or_not(bench: Any, conditions: list[str], verdict: str) -> None:
    assert looked_at(bench, DUES + rules(*conditions) + ASKED)[0] == verdict


@pytest.mark.parametrize(
    ("conditions", "shown"),
    [(["u.paint is red"], "paint blue"), (["u.crew < 2", "u.crew > 2"], "crew 2"), (["u is not lit"], "lit yes")],
)
def test_a_hole_is_told_with_the_position_and_what_to_write(bench: Any, conditions: list[str], shown: str) -> None:
    _, (found,) = looked_at(bench, DUES + rules(*conditions) + ASKED)
    assert found.message.startswith("`bar` asks for `dues` where it has no answer: no rule says what `dues` is for ")
    assert found.level == "note"
    assert found.span is not None
    assert found.span.source.text[found.span.start :].startswith("fact dues")
    assert found.help is not None
    assert shown in f"{found.help} {found.message}"
    assert "write a rule for that case, or below `fact dues` what it is `otherwise`" in found.help
    assert '`dues.NAME` may say openly that it `leaves "..." to the players`' in found.help


def test_what_limits_the_only_rule_leaves_a_hole(bench: Any) -> None:
    usual = "rule dues.usual [1]\n  dues(u) is 1\n"
    limit = "rule free [1]\n  limits dues.usual\n  when u is lit\n"
    assert looked_at(bench, DUES + usual + ASKED)[0] == "complete"
    verdict, (found,) = looked_at(bench, DUES + usual + limit + ASKED)
    assert (verdict, "lit yes" in str(found.help)) == ("hole", True)
    below = "rule dues.lit [1]\n  when u is lit\n  dues(u) is 2\n"
    assert looked_at(bench, DUES + usual + limit + below + ASKED)[0] == "complete"
    again = "rule not-free [1]\n  limits free\n  when u is moored\n"
    assert looked_at(bench, DUES + usual + limit + again + ASKED)[0] == "hole"


def test_who_says_otherwise_or_leaves_it_to_the_players_is_not_told_of_it(bench: Any) -> None:
    lit = rules("u is lit")
    assert looked_at(bench, DUES + "  otherwise 0\n" + lit + ASKED)[0] == "otherwise"
    leaves = 'rule dues.dark [1]\n  leaves "what a dark boat pays" to the players\n'
    assert looked_at(bench, DUES + lit + leaves + ASKED)[0] == "left"
    assert looked_at(bench, DUES + lit + leaves.replace("dues.dark", "other.dark") + ASKED)[0] == "hole"


def test_a_rule_of_an_option_leaves_a_hole_where_that_is_off(bench: Any) -> None:
    option = 'option fog [1]\n  "x"\n'
    chapter = {"20.law": 'chapter [2] "Fog" if option fog\nrule dues.fog [2]\n  dues(u) is 3\n'}
    verdict, (found,) = looked_at(bench, option + DUES + ASKED, files=chapter)
    assert (verdict, "option `fog` off" in str(found.help)) == ("hole", True)
    inside = {"20.law": chapter["20.law"] + BAR.format("dues(u) > 1")}
    assert looked_at(bench, option + DUES + SAIL.format("", MOVES), files=inside)[0] == "complete"


PAY = "action pay [1]\n  pick payer(u: boat){}\n"
PAYS = "  set u.range to dues(u)\n"
ASKS = "  do ask(u)\neffect ask(v: boat) [1]:\n  set v.range to dues(v)\n"
G = "fact toll(u: boat): fathoms\n  otherwise 0\n"
TOLL = G + "rule toll.usual [1]\n{}  toll(u) is dues(u)\n"


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        # a condition beside it: one that says no decides, whatever the others would need
        (SAIL.format("", MOVES) + BAR.format("u is lit and dues(u) > 1"), "complete"),
        (SAIL.format("", MOVES) + BAR.format("u is lit\n  when dues(u) > 1"), "complete"),
        (SAIL.format("", MOVES) + BAR.format("u is not lit or dues(u) > 1"), "complete"),
        (SAIL.format("", MOVES) + BAR.format("u is moored and dues(u) > 1"), "hole"),
        # by another fact, under what that is asked or given
        (SAIL.format("", MOVES) + BAR.format("toll(u) > 1") + TOLL.format("  when u is lit\n"), "complete"),
        (SAIL.format("", MOVES) + BAR.format("toll(u) > 1") + TOLL.format("  when u is moored\n"), "hole"),
        (SAIL.format("", MOVES) + BAR.format("u is lit and toll(u) > 1") + TOLL.format(""), "complete"),
        (
            SAIL.format("", MOVES) + BAR.format("toll(u) > 1") + TOLL.format("")
            + "rule toll.dark [1]\n  over toll.usual\n  when u is not lit\n  toll(u) is 1\n", "complete",
        ),
        # of what it is asked: only that counts
        (SAIL.format("", MOVES) + BAR.format("any boat v in u where v is lit and dues(v) > 1"), "complete"),
        (SAIL.format("", MOVES) + BAR.format("any boat v where u is lit and dues(v) > 1"), "hole"),
        (SAIL.format("", MOVES) + BAR.format("sum(dues(v) for boat v where v is lit) > 1"), "complete"),
        (SAIL.format("", MOVES) + BAR.format("sum(dues(v) for boat v) > 1"), "hole"),
        # where the pick makes sure of it, and where that may be so no more the second time
        (SAIL.format(" where u is lit", MOVES) + BAR.format("dues(u) > 1"), "complete"),
        (SAIL.format(" where u is moored", MOVES) + BAR.format("dues(u) > 1"), "hole"),
        (SAIL.format(" where u is lit", "clear lit from u") + BAR.format("dues(u) > 1"), "undecided"),
        # where another rule refuses anyway, or what asks is lifted: nobody needs it there
        (ASKED + "rule dark [1]\n  forbids sail.step\n  when u is not lit\n", "undecided"),
        (ASKED + "rule dark [1]\n  lifts bar\n  when u is not lit\n", "undecided"),
        ("rule all [1]\n  for each boat u\n  requires dues(u) < 9\n", "hole"),
        ("rule all [1]\n  for each boat u where u is lit\n  requires dues(u) < 9\n", "complete"),
        # in what is done
        (PAY.format("") + PAYS, "hole"),
        (PAY.format("") + f"  if u is lit:\n  {PAYS}", "complete"),
        (PAY.format("") + f"  if u is lit:\n    finish\n  otherwise:\n  {PAYS}", "hole"),
        (PAY.format(" where u is lit") + ASKS, "complete"),
        (PAY.format(" where u is moored") + ASKS, "hole"),
        (PAY.format(" where u is lit") + "  set u.crew to 3\n" + PAYS, "complete"),
        (PAY.format(" where u is lit") + "  clear lit from u\n" + PAYS, "undecided"),
        # nobody asks, or nothing is known of when
        ("", "unasked"),
        ("event paid(u: boat)\nrule h [1]\n  after paid\n  then:\n    set u.range to dues(u)\n", "undecided"),
    ],
)  # fmt: skip
def test_it_counts_where_play_asks(bench: Any, asked: str, verdict: str) -> None:
    assert looked_at(bench, DUES + rules("u is lit") + asked)[0] == verdict


def test_programs_ask_what_a_position_is_worth(bench: Any) -> None:
    law = "choice side\n  north, south\nthing boat also\n  side: side = north\n"
    worth = 'advice [HA 1] "Advice"\nfact worth(s: side): fathoms\n'
    worth += "rule worth.all\n  worth(s) is sum(dues(v) for boat v where {})\n"
    assert looked_at(bench, law + DUES + rules("u is lit") + worth.format("v.side is s"))[0] == "hole"
    assert looked_at(bench, law + DUES + rules("u is lit") + worth.format("v.side is s and v is lit"))[0] == "complete"


# ---- a shipped game, varied


def varied(tmp_path: Path, law: str) -> Path:
    manifest = 'module: varied\ntitle: Varied\nversion: 0.1.0\nextends: tutorial\nsources: {HR: {title: "House"}}\n'
    (tmp_path / "varied").mkdir()
    (tmp_path / "varied/module.yaml").write_text(manifest + "speaks-for: [HR]\ndefault-source: HR\n", "utf-8")
    (tmp_path / "varied/01.law").write_text(law, "utf-8")
    return tmp_path / "varied"


def told(tmp_path: Path, law: str) -> list[tuple[int, str]]:
    found = [d for d in check(str(varied(tmp_path, law))).diagnostics if d.code == "HX480"]
    return [(d.span.line if d.span else 0, d.message) for d in found]


def test_a_fact_with_rules_for_some_ground_alone(tmp_path: Path) -> None:
    law = (
        'chapter [HR 1] "Depth"\nfact depth(h: hex): whole\n'
        "rule depth.meadow [HR 1]\n  when h.terrain is meadow\n  depth(h) is 0\n"
        "rule depth.scree [HR 1]\n  when h.terrain is scree\n  depth(h) is 2\n"
        "rule step.deep [HR 1]\n  forbids move.step\n  when depth(there) > 1\n"
    )
    ((_, message),) = told(tmp_path, law)
    assert message.startswith("`step.deep` asks for `depth` where it has no answer")


def test_a_rule_that_is_dropped_and_was_the_only_one_that_always_held(tmp_path: Path) -> None:
    ((line, message),) = told(tmp_path, 'chapter [HR 1] "L"\n\ndrop entry.ground [HR 2] "no cost"\n')
    assert (line, message.partition(" where")[0]) == (3, "`move.step` asks for `entry-cost`")


def test_what_is_shipped_has_no_hole_and_few_facts_are_undecided() -> None:
    checked = check("tutorial")
    assert "hole" not in checked.facts
    assert "undecided" not in checked.facts
    assert len(checked.facts["complete"]) + len(checked.facts["otherwise"]) == 20
