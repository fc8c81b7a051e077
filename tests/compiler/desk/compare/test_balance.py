"""Games of two laws in pairs: what is noted, how they part, what is kept."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from rotation import drawn

from hexlaw.compiler.base.coder import Coder
from hexlaw.compiler.base.diagnostic import Refused
from hexlaw.compiler.base.results import Results
from hexlaw.compiler.data.load import shipped_modules
from hexlaw.compiler.desk.compare import pairs
from hexlaw.compiler.desk.compare.balance import Balance, Sweep, play
from hexlaw.compiler.desk.compare.balance_report import headline
from hexlaw.compiler.desk.compare.comparison import Comparison, as_json
from hexlaw.compiler.desk.compare.differences import Structure
from hexlaw.compiler.desk.compare.in_force import LawInForce
from hexlaw.compiler.desk.compare.pairs import Arena, Pair, arena
from hexlaw.compiler.desk.compare.report import in_lines
from hexlaw.compiler.desk.compare.sides import ComparedLaw
from hexlaw.compiler.desk.compare.structure import compare

Sides = Callable[[str, str], tuple[ComparedLaw, ComparedLaw]]
Module = Callable[..., str]
HEAVY = """\
chapter [ST 1] "Heavy going"

rule entry.dear [ST 1.1]
  over entry.ground, entry.ridge, entry.path
  entry-cost(u, here, there) is 4
"""
NEVER = """\
chapter [ST 1] "Eclipse"

rule whistle.dark [ST 1.1]
  limits whistle.carries
  when game.round > 90
"""

TIRED = """\
chapter [ST 1] "Tired"

quantity step-toll(u: unit): strides
  starts with {}

rule toll.taken [ST 1.1]
  after move.step
  then:
    set u.spent to u.spent + step-toll(u)
"""

WORTH = """\
advice [HA 2] "Fleece alone"

rule worth.fleece
  over worth.both-farms
  worth(s) is sum(b.fleece for beast b where b.side is s)
"""


THIRD = (
    HEAVY
    + """
choice side also
  midside

sequence game also
  after game-round:
    phase late for each s in {midside} by s:
      phase resting

action rest [ST 1.2]
  open in resting
  pick where(h: hex) from hexes
"""
)


def both(sides: Sides, variant: str, situation: str, players: str = "random") -> Arena:
    return arena(compare(*sides("tutorial", variant)), situation, players.split(","), 50_000)


def swept(found: Arena, pairs: int, path: Path | None = None, width: int = 0) -> Balance:
    return play(found, Sweep("t", pairs, Fraction(width, 100), 1), path)


def test_where_no_difference_is_in_force_nothing_is_played(sides: Sides) -> None:
    found = both(sides, "tutorial with clouds=on", "early-snow")  # which has its clouds anyway
    assert found.is_one_law
    balance = swept(found, 5)
    assert balance.pairs == []
    assert "both laws are one" in headline(balance)


@pytest.mark.parametrize(
    ("file", "was", "now", "part"),
    drawn(
        [
            ("09-day.law", "last-round: whole = 8", "last-round: whole = 3", "attribute:game.last-round"),
            ("01-words.law", "salt: whole = 1 ", "salt: whole = 5 ", "attribute:shepherd.salt"),
            ("01-words.law", "spent: strides = 0 lasting", "spent: strides = 1 lasting", "attribute:unit.spent"),
            ("01-words.law", "or unit or drove, at most 2 deep", "or unit or drove, at most 1 deep", "kind:unit"),
            ("01-words.law", "skittish, wary, calm, stubborn", "stubborn, calm, wary, skittish", "choice:nerve"),
            ("02-moving.law", "where not there is off-board", "where there.terrain is meadow", "action:move"),
            ("tables/entry-strides.yaml", "  meadow: [1, ", "  meadow: [2, ", "table:entry-strides"),
            ("09-day.law", "moving\n      phase shoving", "shoving\n      phase moving", "sequence:game"),
            ("units/units.csv", "ram,Ram,beast,RB 1.3,,hooves,4", "ram,Ram,beast,RB 1.3,,hooves,9", "unit:ram"),
            (
                "situations/last-fine-day.yaml",
                "sunside, at: 0105}\n  rosa",
                "sunside, at: 0605}\n  rosa",
                "set-up:last-fine-day",
            ),
            ("situations/last-fine-day.yaml", "winner: day-goes-to(game)", "", "set-up:last-fine-day"),
        ],
        4,
    ),
)
def test_whatever_differs_in_force_is_found_and_counts(
    sides: Sides, edited: Callable[[str, str, str], str], file: str, was: str, now: str, part: str
) -> None:
    found = both(sides, edited(file, was, now), "last-fine-day")
    assert part in found.differing
    assert {sort for sort, _, _ in (each.partition(":") for each in found.differing)} == {part.partition(":")[0]}
    assert part in found.pair("4", 0).touched


def test_what_is_asked_only_in_what_a_rule_does_counts(sides: Sides, module: Module) -> None:
    base, variant = (module(TIRED.format(toll), name) for toll, name in (("1", "tired"), ("2", "worn")))
    found = arena(compare(*sides(base, variant)), "last-fine-day", ["random"], 50_000)
    assert found.differing == ("quantity:step-toll",)
    assert LawInForce.of(found.base.prepared).notes("quantity:step-toll") == {"toll.taken"}
    assert found.pair("1", 0).touched == ("quantity:step-toll",)


def test_an_action_that_an_option_switches_off_differs_though_rules_still_name_it(
    sides: Sides, edited: Callable[[str, str, str], str]
) -> None:
    """`turn.their-salt` says when salt is not laid."""
    law = (shipped_modules()["tutorial"] / "04-herds.law").read_text("utf-8")
    [salt] = re.findall(r"^action lay-salt.*\n(?:  .*\n)+", law, re.M)
    folder = edited("04-herds.law", salt, "")
    (Path(folder) / "04-salt.law").write_text(f'chapter [RB 4.5] "Salt" if option clouds\n\n{salt}', "utf-8")
    found = both(sides, folder, "last-fine-day")
    assert found.differing == ("action:lay-salt",)
    assert found.pair("1", 0).touched == ("action:lay-salt",)


def test_what_no_longer_lapses_is_in_force_and_read_by_the_rules_that_ask_for_it(
    sides: Sides, edited: Callable[[str, str, str], str]
) -> None:
    """In this game of lots nobody shoves; so nothing that reads it applies."""
    edit = edited("01-words.law", "shoved: yes/no lasting until end of half", "shoved: yes/no")
    found = both(sides, edit, "last-fine-day")
    assert found.differing == ("attribute:unit.shoved",)
    assert "shove.once" in found.base.watched.signs
    pair = found.pair("4", 0)
    assert (pair.touched, pair.parting) == ((), None)


def test_what_no_longer_lapses_is_read_by_what_sets_it(sides: Sides, edited: Callable[[str, str, str], str]) -> None:
    """How long a column comes over one hex is decided as the first of it comes in, before any rule asks for it."""
    edit = edited("10-droves.law", "way-in: hex or none lasting until end of half", "way-in: hex or none")
    found = both(sides, edit, "market-day")
    pair = found.pair("11/1", 0)
    assert pair.parting is not None
    assert "come-in.place" in pair.parting.variant
    assert pair.parting.by == ("attribute:drove.way-in",)


@pytest.mark.parametrize(
    ("file", "was", "now"),
    [
        ("03-whistling.law", "chapter [RB 3]", "# how far a whistle carries\nchapter [RB 3]"),
        ("03-whistling.law", "throws the whistle back, unless", "throws every whistle back, unless"),
        ("03-whistling.law", "section 3.4 Firs", "section 3.7 Firs"),
        ("02-moving.law", "Crossing a ridge costs 1 stride more.", "A ridge costs 1 stride more to cross."),
        ("10-droves.law", 'says "somebody has not been set out"', 'says "somebody is not set out"'),
        ("07-clouds.law", "warmth >= 5", "warmth >= 4"),
        ("situations/early-snow.law", "if weather = 6", "if weather = 5"),
        ("situations/early-snow.law", "u.asleep-until > game.round", "u.asleep-until >= game.round"),
        ("90-advice.law", "starts with 9 - way-to-clover(b)", "starts with 9 - 2 * way-to-clover(b)"),
        ("90-advice.law", "rule outlook.startled", "plan hex\n  lane: yes/no\nrule outlook.startled"),
    ],
)
def test_what_cannot_matter_there_leaves_both_laws_one(
    sides: Sides, edited: Callable[[str, str, str], str], file: str, was: str, now: str
) -> None:
    assert both(sides, edited(file, was, now), "last-fine-day").is_one_law


@pytest.mark.parametrize(
    ("file", "text", "alike"),
    [
        ("situations/last-fine-day.yaml", "pieces: {bello: {type: dog, side: sunside, at: 0105}}\n", True),
        ("tables/shove-results.yaml", "table: shove-results\ncite: [ST 1]\nrows:\n  3-5: {wary: bolts}\n", True),
        ("units/units.csv", "id,fleece,source\newe,9,ST 1\n", False),
        ("02.law", WORTH, False),
    ],
)
def test_what_positions_are_worth_is_compared_where_the_measure_is_the_same(
    sides: Sides, module: Module, file: str, text: str, alike: bool
) -> None:
    found = both(sides, module('chapter [ST 1] "A day"\n', **{file: text}), "last-fine-day")
    assert found.weighs_alike is alike
    assert found.is_one_law is (text == WORTH)


def test_a_pair_is_the_same_wherever_it_is_played(sides: Sides) -> None:
    one, other = (both(sides, "tutorial with clouds=on", "last-fine-day") for _ in range(2))
    assert one.pair("s", 0) == other.pair("s", 0)
    assert Coder[Pair](Pair).decode(Coder[Pair](Pair).encode(one.pair("s", 0))) == one.pair("s", 0)


def test_the_same_program_plays_both_games_of_a_pair(
    sides: Sides, edited: Callable[[str, str, str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the target, by the reference, and where the target hands one of them back."""
    short = Path(edited("09-day.law", "last-round: whole = 8", "last-round: whole = 2"))
    shorter = shutil.copytree(short, short.with_name("shorter"))
    law = shorter / "09-day.law"
    law.write_text(law.read_text("utf-8").replace("last-round: whole = 2", "last-round: whole = 1"), "utf-8")
    found = arena(compare(*sides(str(short), str(shorter))), "last-fine-day", ["greedy:2"], 50_000)
    printed = found.pair("1", 0)
    play, base = pairs.Table.printed, found.base
    monkeypatch.setattr(pairs.Table, "printed", lambda *_: None)
    by_reference = found.pair("1", 0)
    assert by_reference.base == replace(printed.base, leads=())
    assert by_reference.variant == replace(printed.variant, leads=())
    handed_back = lambda table, *how: play(table, *how) if table is base else None  # noqa: E731
    monkeypatch.setattr(pairs.Table, "printed", handed_back)
    assert found.pair("1", 0) == by_reference


def test_what_the_reference_reads_nobody_notes(sides: Sides, module: Module, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every difference may have had its say, and none is named where the two games part."""
    printed = both(sides, module(HEAVY), "last-fine-day").pair("1", 0)
    monkeypatch.setattr(pairs.Table, "target", None)
    found = both(sides, module(NEVER, "never"), "last-fine-day")
    assert not found.base.prints(found.seatings[0])
    assert found.pair("1", 0).touched == found.differing
    pair = both(sides, module(HEAVY, "heavy"), "last-fine-day").pair("1", 0)
    assert printed.parting is not None
    assert pair.parting == replace(printed.parting, by=())


def test_pairs_are_kept_and_counted_once(sides: Sides, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = both(sides, "tutorial with clouds=on", "last-fine-day")
    path = tmp_path / "results.sqlite"
    first = swept(found, 2, path)
    monkeypatch.setattr(Arena, "get_ready", lambda arena: pytest.fail("nothing is left to be played"))
    again = swept(found, 2, path)
    assert [p.as_data() for p in first.pairs] == [p.as_data() for p in again.pairs]
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT count(*) FROM pairs").fetchone() == (2,)


def test_who_plays_on_after_a_look_has_not_fixed_that_size_beforehand(sides: Sides, tmp_path: Path) -> None:
    found = both(sides, "tutorial with clouds=on", "last-fine-day")
    path = tmp_path / "results.sqlite"
    sweeps = [Sweep("t", pairs, Fraction(0), 1, fixed=pairs) for pairs in (1, 2, 1)]
    sizes = [(sweep.budget, play(found, sweep, path).is_whole) for sweep in sweeps]
    assert sizes == [(1, True), (2, False), (1, True)]


def test_a_width_ends_a_sweep_and_is_judged_by_the_exact_test(sides: Sides, tmp_path: Path) -> None:
    """Ten pairs at the least: with nine a thing that comes in three of ten fails to come too often."""
    found, path = both(sides, "tutorial with clouds=on", "last-fine-day"), tmp_path / "results.sqlite"
    known = play(found, Sweep("t", 999, Fraction(3, 10), 1, fixed=-30), path)
    assert (len(known.pairs), known.is_known, known.is_whole, known.late) == (known.most, True, True, 0)
    assert known.values["sunside"].wanted(Fraction(3, 10)) == len(known.scores) >= 10
    mean = known.values["sunside"].mean
    assert known.bounds("sunside") == (mean - Fraction(3, 10), mean + Fraction(3, 10))
    known.pairs[0] = replace(known.pairs[0], touched=("option:clouds",))
    lines = list(in_lines("balance", known))
    assert any(
        re.fullmatch(r"  \w+side: .* points worse to .* points better, wrong in 1 of 10 at most", x) for x in lines
    )
    other = play(found, Sweep("t", 999, Fraction(4, 10), 1, fixed=-40), path)  # who has seen those chooses again
    assert (other.is_known, other.is_whole, other.fixed) == (True, False, -30)


def test_a_width_that_is_not_reached_says_how_many_pairs_that_takes_by_what_is_known(sides: Sides) -> None:
    found = both(sides, "tutorial with clouds=on", "last-fine-day")
    late = play(found, Sweep("t", 999, Fraction(3, 10), 1, until=0), None)
    assert (late.late, late.is_known) == (10, False)
    assert "  the time was over before the last about 10 pairs: the same command goes on with them" in in_lines(
        "balance", late
    )


def test_a_width_is_given_up_where_most_games_stop(sides: Sides) -> None:
    found = arena(compare(*sides("tutorial", "tutorial with clouds=on")), "last-fine-day", ["random"], 3)
    balance = play(found, Sweep("t", 999, Fraction(3, 10), 1), None)
    assert (len(balance.pairs), balance.stopped, balance.is_known) == (20, 20, False)


def test_what_only_one_of_the_situations_tells_is_told_as_the_law_writes_it(sides: Sides, module: Module) -> None:
    """A day has more than one round, and the fleece is told by both."""
    tells = "tells: {it grew late: game.round > 1}\n"
    found = both(sides, module(HEAVY, **{"situations/last-fine-day.yaml": tells}), "last-fine-day")
    lines = list(in_lines("balance", swept(found, 2)))
    assert "  it grew late: not told under the base, yes 2 times under the variant" in lines
    assert any(re.fullmatch(r"  fleece of sunside: \d+\.\d\d under the base, \d+\.\d\d .*", line) for line in lines)


def test_a_file_in_which_pairs_are_something_else_is_named(tmp_path: Path) -> None:
    path = tmp_path / "shoes.sqlite"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE pairs (size INTEGER, worn TEXT)")
    with Results(path, "sweep", Pair) as results, pytest.raises(Refused, match=r"shoes\.sqlite` cannot hold results: "):
        results.read([("1", 0)])


def test_pairs_end_when_the_time_is_over_and_go_on_from_there(sides: Sides, tmp_path: Path) -> None:
    """The time is over before the first pair: none is played."""
    found = both(sides, "tutorial with clouds=on", "last-fine-day")
    path = tmp_path / "results.sqlite"
    late = play(found, Sweep("t", 3, Fraction(0), 1, until=0), path)
    assert (len(late.pairs), late.late) == (0, 3)
    assert "  the time was over before the last 3 pairs: the same command goes on with them" in in_lines(
        "balance", late
    )
    whole = swept(found, 3, path)
    assert (len(whole.pairs), whole.late) == (3, 0)


def test_pairs_that_are_kept_already_count_when_others_are_interrupted(
    sides: Sides, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Processes keep their pairs before the one that counts hears of them. The fourth waits for the third."""
    found = both(sides, "tutorial with clouds=on", "last-fine-day")
    path = tmp_path / "results.sqlite"

    def interrupt(balance: Balance) -> None:
        swept(found, 4, path)
        with sqlite3.connect(path) as file:
            file.execute("DELETE FROM pairs WHERE seed = 't-3'")
        raise KeyboardInterrupt

    balance = play(found, Sweep("t", 9, Fraction(0), 1), path, interrupt)
    assert [pair.seed for pair in balance.pairs] == ["t-1", "t-2"]
    assert (balance.late, balance.is_stopped, balance.under_way) == (7, True, {})


def test_pairs_that_wait_for_an_earlier_one_tell_what_they_showed(sides: Sides, module: Module) -> None:
    """The second pair was played by another process, and the first is not over."""
    found = both(sides, module(HEAVY), "last-fine-day")
    pair = found.pair("t-2", 0)
    balance = replace(swept(found, 1), late=4, is_stopped=True, under_way={("t-2", 0): pair})
    lines = list(in_lines("balance", balance))
    assert lines[1] == "  it was stopped before the last 4 pairs: the same command goes on with them"
    assert lines[2] == "  what 1 pair had shown by then, which count for no share:"
    base, variant = pair.base, pair.variant
    assert pair.parting is not None
    assert lines[3] == (
        f"    seed t-2: the base over after {base.answers} answers, won by {base.winner}; the variant "
        f"over after {variant.answers} answers, won by {variant.winner}; apart from answer {pair.parting.at} on, "
        "by rule:entry.dear"
    )
    label = "fleece of sunside"
    assert lines[4] == f"      {label}: {base.report[label]} under the base, {variant.report[label]} under the variant"
    assert any(line.startswith("  won by sunside ") for line in lines)  # of the pair that was over
    (told,) = as_json(Comparison("a", "b", Structure((), {}), balances=[balance]))["balance"]
    assert told["late"] == 4
    assert told["under-way"][0]["variant"]["answers"] == variant.answers
    assert told["under-way"][0]["parted"] == {"answer": pair.parting.at, "by": ["rule:entry.dear"]}


def test_no_winner_is_named_where_programs_left_out_much(sides: Sides, module: Module) -> None:
    """Under the variant no step into firs has an answer: it is left out. Shares would be those of another law."""
    law = """chapter [ST 1] "Depth"

fact depth(h: hex): whole

rule depth.open [ST 1.1]
  when h.terrain is not fir
  depth(h) is 0

rule step.deep [ST 1.1]
  forbids move.step
  when depth(there) > 1
"""
    found = both(sides, module(law), "early-snow", "greedy")
    balance = swept(found, 1)
    balance.why = found.why_unanswered(balance.pairs)
    assert not balance.names_winner
    assert [w.unanswered for w in balance.activity("base").weighed.values()] == [0, 0]
    assert any(w.unanswered for w in balance.activity("variant").weighed.values())
    lines = [*in_lines("balance", balance)]
    assert "no winner is named" in lines[0]
    assert not any("won by" in line for line in lines)
    assert any("under the variant, the law gives no answer: the program of sunside left out" in line for line in lines)
    first = next(i for i, line in enumerate(lines) if "the first: no rule says what `depth` is" in line)
    assert any("in rule step.deep" in line for line in lines[first:])
    assert Coder[Pair](Pair).decode(Coder[Pair](Pair).encode(balance.pairs[0])) == balance.pairs[0]
    (data,) = as_json(Comparison("a", "b", Structure((), {}), balances=[balance]))["balance"]
    assert data["won"] == {}
    assert data["not-done"]["variant"][0] in lines[1]


def test_programs_that_are_not_alike_change_seats(sides: Sides) -> None:
    found = both(sides, "tutorial with clouds=on", "last-fine-day", "greedy,random")
    assert [list(seating.values()) for seating in found.seatings] == [["greedy", "random"], ["random", "greedy"]]


@pytest.mark.parametrize("players", ["gredy", "random,random,random"])
def test_players_that_there_are_not_are_said(sides: Sides, players: str) -> None:
    with pytest.raises(Refused):
        both(sides, "tutorial with clouds=on", "last-fine-day", players)


def test_a_situation_that_nobody_plays_is_refused(sides: Sides, module: Module) -> None:
    manifest = "module: drift\ntitle: D\nversion: 1.0.0\nspeaks-for: [D]\nsources: {D: {title: D}}\ndefault-source: D\n"
    law = 'chapter [D 1] "Drift"\n\nsituation calm [D 2] "Calm"\n\nthing raft\n  stands in hex\n'
    files = {"module.yaml": manifest, "situations/calm.yaml": "pieces: {raft: {kind: raft}}\n"}
    path = module(law, "drift", **files)
    with pytest.raises(Refused, match="nobody plays `calm`: its law has no sides"):
        arena(compare(*sides(path, path)), "calm", ["random"], 10)


def test_the_law_that_lacks_a_situation_is_named(sides: Sides, edited: Callable[[str, str, str], str]) -> None:
    folder = edited(
        "09-day.law", 'chapter [RB 8] "The day"', 'chapter [RB 8] "The day"\n\nsituation noon [RB 8] "Noon"'
    )
    (Path(folder) / "situations" / "noon.yaml").write_text("board: hollow\n", "utf-8")
    with pytest.raises(Refused, match=r"^under `tutorial`: error HX321: the law has no situation `noon`"):
        both(sides, folder, "noon")


def test_a_side_that_only_one_law_has_is_seated(sides: Sides, module: Module) -> None:
    """The variant asks it once the day is over; under the base nobody does."""
    balance = swept(both(sides, module(THIRD), "last-fine-day"), 1)
    assert balance.sides == ("sunside", "shadeside", "midside")
    assert [pair.stopped for pair in balance.pairs] == [False]


def test_games_part_where_the_rule_that_differs_had_a_say(sides: Sides, module: Module) -> None:
    found = both(sides, module(HEAVY), "last-fine-day")
    balance = swept(found, 2)
    assert balance.touched == balance.parted == 2
    for pair in balance.pairs:
        assert pair.parting is not None
        assert pair.parting.by == ("rule:entry.dear",)
    assert any("where the two games of a pair first went apart" in line for line in in_lines("balance", balance))


def test_a_rule_that_forbids_a_pick_in_one_game_alone_had_a_say(
    sides: Sides, edited: Callable[[str, str, str], str]
) -> None:
    """What may be picked is listed at once, without a question for each candidate."""
    never = edited("02-moving.law", "  when there.terrain in u.shuns\n", "")
    pair = both(sides, never, "last-fine-day").pair("1", 0)
    assert pair.parting is not None
    assert pair.parting.by == ("rule:move.shunned",)


def test_a_rule_that_only_lifts_others_had_a_say_where_one_of_them_did(
    sides: Sides, edited: Callable[[str, str, str], str]
) -> None:
    """A bridge that carries nobody: the stream keeps a beast off it in one of the games."""
    was = "lifts move.stream\n  when side-between(here, there) is path"
    pair = both(sides, edited("02-moving.law", was, f"{was} and u.spent > 90"), "last-fine-day").pair("0", 0)
    assert pair.parting is not None
    assert pair.parting.by == ("rule:move.bridge",)


def test_what_a_plan_asks_of_the_law_had_a_say_in_it(sides: Sides, edited: Callable[[str, str, str], str]) -> None:
    """A plan searches for where a move leads by asking the law itself, on the way and of what is worth most."""
    crowded = edited("04-herds.law", "when count(beast v in h) > 3", "when count(beast v in h) >= 3")
    pair = both(sides, crowded, "last-fine-day", "greedy").pair("1", 0)
    assert pair.parting is not None
    assert pair.parting.by == ("rule:herd.limit",)


def test_the_order_of_the_law_may_be_read_in_every_game(sides: Sides, edited: Callable[[str, str, str], str]) -> None:
    law = (shipped_modules()["tutorial"] / "02-moving.law").read_text("utf-8")
    [(one, other)] = re.findall(r"^(section 2\.6 .*?)^(section 2\.7 .*?)^section 2\.8", law, re.MULTILINE | re.DOTALL)
    turned = edited("02-moving.law", one + other, other + one)
    found = both(sides, turned, "last-fine-day")
    assert found.differing == ("order:law",)
    assert found.pair("1", 0).touched == ("order:law",)


def test_what_is_not_exercised_has_no_shares(sides: Sides, module: Module) -> None:
    balance = swept(both(sides, module(NEVER), "last-fine-day"), 1)
    assert balance.touched == 0
    assert "not exercised: no differing rule was read in 2 games, so nothing is known" in headline(balance)
    assert not any("%" in line for line in in_lines("balance", balance))
