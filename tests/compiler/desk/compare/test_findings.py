"""What pairs show: which words are said of what, and that both tests and all that is looked at are allowed for."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from hexlaw.compiler.desk.compare.balance import Balance
from hexlaw.compiler.desk.compare.balance_report import by_style, headline
from hexlaw.compiler.desk.compare.comparison import Comparison, as_json
from hexlaw.compiler.desk.compare.confidence import SampleValues
from hexlaw.compiler.desk.compare.differences import Structure
from hexlaw.compiler.desk.compare.findings import WORDS, findings
from hexlaw.compiler.desk.compare.pairs import Pair, Played
from hexlaw.compiler.desk.compare.report import in_lines
from hexlaw.runtime.base.nodes import replace

RED, BLUE, NONE = "red", "blue", "nobody"
LEVELS = ("draw", "marginal", "decisive")
Told = dict[str, str]


def balance(
    games: Sequence[tuple[str, str]], told: Sequence[tuple[Told, Told]] = (), fixed: int = 0,
    sides: Sequence[str] = (RED, BLUE),
) -> Balance:  # fmt: skip
    """Of games by who has won under the base and the variant, and by what was told under each."""
    found = Balance("hill", ({side: "greedy" for side in sides},), fixed=fixed, orders=(LEVELS,))
    found.values = {side: SampleValues() for side in sides}
    for number, (base, variant) in enumerate(games):
        was, now = told[number] if told else ({}, {})
        pair = Pair(f"s-{number}", 0, Played(base, was, 9), Played(variant, now, 9), ("rule:x",), None)
        found.add([pair])
    return found


def lost(base: int, variant: int) -> tuple[Told, Told]:
    return {"lost": str(base)}, {"lost": str(variant)}


def first(found: Balance) -> str:
    return headline(found).removeprefix("as greedy plays hill, ")


def test_the_first_line_says_whom_it_helps_and_by_how_many_games() -> None:
    found = balance([(BLUE, RED)] * 16 + [(RED, BLUE)] + [(RED, RED)] * 14)
    assert first(found) == "clearly helps red: 16 of the 17 pairs that were won by somebody else went to red"
    other = balance([(RED, BLUE)] * 16 + [(BLUE, RED)])
    assert first(other) == "clearly helps blue: 16 of the 17 pairs that were won by somebody else went to blue"


def test_the_exact_test_counts_at_the_size_alone_that_was_fixed_beforehand() -> None:
    games = [(BLUE, RED)] * 8 + [(RED, RED)] * 2  # 2 in 256 by coins
    for fixed, exact in ((10, Fraction(2, 256)), (9, 1), (11, 1), (0, None)):
        (red,) = findings(balance(games, fixed=fixed)).wins
        assert red.exact == exact
    assert findings(balance(games, fixed=10)).wins[0].wrong == Fraction(2, 256)
    assert first(balance(games, fixed=10)).startswith("clearly helps red")
    assert first(balance(games, fixed=11)) == (
        "whom it helps is judged by the 11 pairs fixed beforehand alone; "
        "so far 8 of the 8 pairs that were won by somebody else went to red"
    )
    assert first(balance(games, fixed=-20)).startswith(
        "whom it helps is judged when the difference is known to 20 points alone; so far 8 of the 8 pairs"
    )
    whole, part = ("\n".join(in_lines("balance", balance(games, fixed=fixed))) for fixed in (10, 11))
    assert "by the exact test of the 10 pairs fixed beforehand" in whole
    assert "by the exact test" not in part


def test_counts_are_told_first_where_wins_are_silent_and_allow_for_each_other() -> None:
    told = [lost(3, 9) for _ in range(12)]
    one = balance([(RED, RED)] * 12, told, fixed=12)
    assert first(one) == (
        "these programs cannot tell whom it helps: red won all 12 games under both laws; "
        "but clearly more of `lost` (9.00 for 3.00)"
    )
    both = [({**was, "hexes": "4"}, {**now, "hexes": "4"}) for was, now in told]
    two = balance([(RED, RED)] * 12, both, fixed=12)
    assert findings(one).counts[0].wrong == Fraction(2, 2**12)  # no pair was won by somebody else
    assert findings(two).counts[0].wrong == 2 * Fraction(2, 2**12)
    assert findings(two).counts[1].word == ""
    lines = list(in_lines("balance", two))
    assert any(line.startswith("  looked at: who wins and 2 counts; ") for line in lines)
    assert "  hexes: 4.00 under the base, 4.00 under the variant; the same in every seed" in lines
    (said,) = [line for line in lines if line.startswith("  lost: ")]
    assert "; clearly more (in 12 of the 12 seeds that differ" in said


def test_counts_say_nothing_where_it_is_not_known_who_wins() -> None:
    """Counts are judged behind who wins, so nothing reads as a contradiction; at any look they are so in any case."""
    told = [lost(3, 9) for _ in range(12)]
    found = balance([(RED, BLUE), (BLUE, RED), *[(RED, RED)] * 10], told, fixed=12)
    assert first(found) == ("no sign of whom it helps: 1 of the 2 pairs that were won by somebody else went to red")
    looked = balance([(RED, RED)] * 12, told)
    assert findings(looked).counts[0].word == ""
    assert "; no sign (in 12 of the 12 seeds that differ" in "\n".join(in_lines("balance", looked))


def test_who_wins_comes_first_where_it_says_anything() -> None:
    told = [lost(9, 3) for _ in range(12)]
    found = balance([(BLUE, RED)] * 12, told, fixed=12)
    assert first(found).startswith("clearly helps red: 12 of the 12 pairs")
    assert "lost" not in first(found)


def test_who_wins_is_asked_first_at_all_of_the_rate() -> None:
    """Nine pairs of nine, and 19 of 22, are likely at any look; 11 of 12 are more where that many were fixed."""
    nine, most = [(BLUE, RED)] * 9, [(BLUE, RED)] * 19 + [(RED, BLUE)] * 3
    for games, fixed in ((nine, 0), (most, 0), ([(BLUE, RED)] * 11 + [(RED, BLUE)], 12)):
        found = balance(games, [lost(3, 3)] * len(games), fixed=fixed)
        assert first(found).startswith("clearly helps red" if fixed else "likely helps red"), fixed
    (red,) = findings(balance(nine, [lost(3, 3)] * 9, fixed=9)).wins
    assert red.wrong == Fraction(2, 2**9)


def test_counts_have_all_of_the_rate_where_it_is_known_who_wins() -> None:
    """No word of a count is then surer than that of who wins."""
    games, told = [(BLUE, RED)] * 12, [lost(3, 9)] * 8 + [lost(3, 3)] * 4
    known, silent = balance(games, told, fixed=12), balance([(RED, RED)] * 12, told, fixed=12)
    (red,), (beside,) = findings(known).wins, findings(known).counts
    assert red.wrong < beside.wrong == Fraction(2, 2**8)
    assert findings(silent).counts[0].wrong == Fraction(2, 2**8)
    (open_,) = findings(balance([(BLUE, RED)] * 6 + [(RED, RED)] * 6, [lost(3, 9)] * 12, fixed=12)).counts
    assert open_.wrong == Fraction(2, 2**6) > Fraction(2, 2**12)  # as sure as who wins, and no surer


def test_programs_that_decide_every_game_alike_cannot_tell() -> None:
    assert first(balance([(RED, RED)] * 50)) == (
        "these programs cannot tell whom it helps: red won all 50 games under both laws"
    )
    assert "cannot tell" not in first(balance([(RED, RED)] * 50 + [(BLUE, BLUE)]))
    assert first(balance([(RED, RED)] * 4)) == "no sign of whom it helps: no pair was won by somebody else"  # too few
    assert first(balance([(RED, RED)] * 3 + [(BLUE, RED)])) == (
        "no sign of whom it helps: the only pair that was won by somebody else went to red"
    )


def test_words_that_have_an_order_and_yes_or_no_are_counts_and_other_words_are_not() -> None:
    was = {"level": "draw", "open": "no", "held by": "red", "mixed": "3"}
    now = {"level": "decisive", "open": "yes", "held by": "blue", "mixed": "none"}
    found = findings(balance([(RED, RED)] * 3, [(was, now)] * 3))
    assert [(count.of, count.base, count.variant) for count in found.counts] == [("level", 0, 2), ("open", 0, 1)]


def test_the_lead_in_what_positions_are_worth_is_a_count_where_both_laws_measure_alike() -> None:
    """Its means are over the turns that both games had: two of three here."""
    found = balance([(RED, RED)] * 3)
    led = (("2", "4", "90"), ("-2", "-4", "-90")), (("5", "15/2"), ("-5", "-15/2"))
    found.pairs = [replace(p, base=replace(p.base, leads=led[0]), variant=replace(p.variant, leads=led[1]))
                   for p in found.pairs]  # fmt: skip
    assert findings(found).counts == ()
    found.weighs_alike = True
    (lead,) = findings(found).counts
    assert (lead.base, lead.variant, lead.differences.going(1)) == (3, Fraction(25, 4), 3)
    lines = list(in_lines("balance", found))
    assert "    after each turn under the base: 2.00, 4.00, 90.00" in lines
    assert "    after each turn under the variant: 5.00, 7.50" in lines


def test_of_three_sides_each_is_looked_at_and_another_is_not_named() -> None:
    found = balance([(RED, BLUE)] * 20, sides=(RED, BLUE, "green"))
    assert [side.of for side in findings(found).wins] == [RED, BLUE]
    assert first(found).startswith("clearly harms red: ")
    assert "; clearly helps blue: " in first(found)


def test_a_seed_with_a_game_that_stopped_counts_for_nothing() -> None:
    found = balance([(BLUE, RED)] * 4, fixed=5)
    stopped = Pair("s-9", 0, Played(BLUE, {}, 9), Played(RED, {}, 3, "stopped: so"), ("rule:x",), None)
    found.add([stopped])
    (red,) = findings(found).wins
    assert red.differences.counts.total() == 4


def test_no_word_is_said_of_equal_laws_more_often_than_it_may() -> None:
    """Looked at after fifteen pairs, and at the fixed end by the exact test as well; who wins and two counts."""
    sweeps, alarms = 40, dict.fromkeys(WORDS, 0)
    for sweep in range(sweeps):
        random = Random(f"equal {sweep}")
        games, told = [], []
        for _ in range(30):
            games.append((random.choice((RED, BLUE)), random.choice((RED, BLUE))))
            one, other = ({"lost": str(random.randrange(9)), "through": str(random.randrange(3))} for _ in range(2))
            told.append((one, other))
        looks = [findings(balance(games[:number], told[:number], fixed=30)) for number in (15, 30)]
        wrong = min(finding.wrong for found in looks for finding in (*found.wins, *found.counts))
        for word, rate in WORDS.items():
            alarms[word] += wrong <= rate
    assert alarms["clearly"] <= 2  # of 40; what is allowed on average, and what chance may add to it
    assert alarms["likely"] <= 5
    assert alarms["perhaps"] <= 14
    assert alarms["perhaps"] > 0  # a word that is never said cannot be wrong


def test_all_who_tell_it_say_the_same() -> None:
    found = balance([(BLUE, RED)] * 16 + [(RED, BLUE)])
    comparison = Comparison("a", "b", Structure((), {}), balances=[found])
    (data,) = as_json(comparison)["balance"]
    said = headline(found)
    assert (next(in_lines("balance", found)), data["in-words"]) == (said, said)
    assert next(in_lines("lead", comparison)) == said[:1].upper() + said[1:] + "."
    (red,) = data["found"]["wins"]
    assert (red["of"], red["word"], red["way"], red["more"], red["less"]) == (RED, "clearly", "more", 16, 1)
    assert (red["base"], red["variant"], red["better"]) == ("1/17", "16/17", "15/17")


def played(way: str, games: Sequence[tuple[str, str]]) -> Balance:
    found = balance(games)
    found.seatings = (dict.fromkeys((RED, BLUE), way),)
    return found


def test_who_gains_by_style_is_one_sentence() -> None:
    reds, blues, open_ = [(BLUE, RED)] * 16, [(RED, BLUE)] * 16, [(RED, BLUE), (BLUE, RED)] * 4
    plain = played("greedy", reds)
    assert by_style([plain, played("greedy/shy", blues), played("greedy/bold", open_)]) == (
        "by style, hill: who gains is decided by the play: helps red if played plain (clearly);"
        " helps blue if played shy (clearly); no sign if played bold"
    )
    assert by_style([plain, played("greedy/shy", reds)]) == (
        "by style, hill: helps red if played plain (clearly), shy (clearly)"
    )
    assert by_style([played("greedy", open_), played("greedy/shy", open_)]) == (
        "by style, hill: no sign of whom it helps, however it is played"
    )
    assert by_style([played("greedy", open_), played("greedy/shy", [])]) == (
        "by style, hill: no sign if played plain; not known yet if played shy"
    )
